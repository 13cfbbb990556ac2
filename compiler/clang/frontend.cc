#include "compiler/clang/frontend.h"

#include <clang/Basic/Version.h>
#include <clang/CodeGen/CodeGenAction.h>
#include <clang/Frontend/CompilerInstance.h>
#include <clang/Frontend/CompilerInvocation.h>
#include <clang/Frontend/FrontendAction.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/CommandLine.h>
#include <llvm/Support/TargetSelect.h>
#include <llvm/Support/VirtualFileSystem.h>
#include <llvm/Support/raw_ostream.h>

#include <mutex>

#include "compiler/clang/arguments.h"
#include "compiler/clang/findings.h"

namespace teaal::clang_frontend {

const std::vector<std::pair<std::string, std::string>>& embedded_files();

namespace {

using Memory = llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem>;

// A pass of LLVM's (IndVarSimplify, where it gives a loop another exit test) may take a sum for a
// recurrence and run into memory that is not its own: llvm-project issue 153090. It only has a
// switch, the command line's, for the part at fault; a version without it has no such part.
void leave_exit_tests_alone() {
  auto& options = llvm::cl::getRegisteredOptions();
  if (auto at = options.find("disable-lftr"); at != options.end())
    at->second->addOccurrence(0, at->first(), "true");
}

void initialize_llvm() {
  static std::once_flag once;
  std::call_once(once, [] {
    LLVMInitializeNVPTXTargetInfo();
    LLVMInitializeNVPTXTarget();
    LLVMInitializeNVPTXTargetMC();
    LLVMInitializeNVPTXAsmPrinter();
    llvm::InitializeNativeTarget();
    llvm::InitializeNativeTargetAsmPrinter();
    llvm::InitializeNativeTargetAsmParser();
    leave_exit_tests_alone();
  });
}

Memory files_in_memory(const Input& input) {
  auto memory = llvm::makeIntrusiveRefCnt<llvm::vfs::InMemoryFileSystem>();
  static_cast<void>(memory->setCurrentWorkingDirectory("/"));  // memory has every folder
  const auto add = [&](const std::string& name, const std::string& text) {
    memory->addFile(name, 0, llvm::MemoryBuffer::getMemBuffer(text, name));
  };
  add(prelude_name, input.prelude);
  for (const auto& [name, text] : input.headers) add(name, text);
  add(input.file_name, input.text);
  return memory;
}

// Clang's way to set an instance up differs between the versions that we build with.
struct Instance {
  Instance(const Memory& memory, const std::vector<const char*>& arguments, Findings& findings) {
#if CLANG_VERSION_MAJOR >= 21
    auto invocation = std::make_shared<clang::CompilerInvocation>();
    clang::DiagnosticOptions options;
    auto early = clang::CompilerInstance::createDiagnostics(*memory, options, &findings, false);
    accepted = clang::CompilerInvocation::CreateFromArgs(*invocation, arguments, *early);
    compiler = std::make_unique<clang::CompilerInstance>(invocation);
    compiler->setVirtualFileSystem(memory);
    compiler->createDiagnostics(&findings, false);
    compiler->createFileManager();
#else
    compiler = std::make_unique<clang::CompilerInstance>();
    compiler->createDiagnostics(&findings, false);
    accepted = clang::CompilerInvocation::CreateFromArgs(compiler->getInvocation(), arguments,
                                                         compiler->getDiagnostics());
    // Again: warning options take effect when an engine is made.
    compiler->createDiagnostics(&findings, false);
    compiler->createFileManager(memory);
#endif
    compiler->setVerboseOutputStream(std::make_unique<llvm::raw_null_ostream>());
  }

  std::unique_ptr<clang::CompilerInstance> compiler;
  bool accepted = false;
};

bool known_arch(const Input& input, Diagnostics& diagnostics) {
  if (input.target == Target::Host || !ptx_feature(input.arch).empty()) return true;
  diagnostics.error(Code::Unsupported, {},
                    "architecture '" + input.arch + "' is unsupported; choose one of " +
                        quoted_list(device_archs()) + " (newer GPUs run what sm_90 is given)");
  return false;
}

// Runs the action; PTX, if the action writes any, goes to `output`.
bool execute(const Input& input, clang::FrontendAction& action,
             std::unique_ptr<llvm::raw_pwrite_stream> output, const std::vector<SourcePtr>& sources,
             Diagnostics& diagnostics) {
  if (!known_arch(input, diagnostics)) return false;
  initialize_llvm();
  const std::vector<std::string> arguments = cc1_arguments(input);
  std::vector<const char*> pointers;
  for (const std::string& argument : arguments) pointers.push_back(argument.c_str());

  Findings findings(input, sources);
  bool done = false;
  {
    Instance instance(files_in_memory(input), pointers, findings);
    if (output) instance.compiler->setOutputStream(std::move(output));
    done = instance.accepted && instance.compiler->ExecuteAction(action) && !findings.failed();
  }
  const bool explained = findings.failed();
  findings.hand_over(diagnostics);
  if (!done && !explained)
    diagnostics.error(Code::Internal, {}, "Clang stopped without saying why on " + input.file_name);
  return done;
}

}  // namespace

const std::string& device_prelude() { return embedded_files().front().second; }

std::vector<std::string> identity(const Input& input) {
  std::vector<std::string> out = cc1_arguments(input);
  out.push_back(clang::getClangFullVersion());
  return out;
}

bool run_action(const Input& input, clang::FrontendAction& action,
                const std::vector<SourcePtr>& sources, Diagnostics& diagnostics) {
  return execute(input, action, nullptr, sources, diagnostics);
}

std::unique_ptr<llvm::Module> to_llvm(const Input& input, llvm::LLVMContext& context,
                                      const std::vector<SourcePtr>& sources,
                                      Diagnostics& diagnostics) {
  Input unoptimised = input;
  unoptimised.extra.push_back("-disable-llvm-passes");
  clang::EmitLLVMOnlyAction action(&context);
  if (!run_action(unoptimised, action, sources, diagnostics)) return nullptr;
  return action.takeModule();
}

std::optional<std::string> to_ptx(const Input& input, const std::vector<SourcePtr>& sources,
                                  Diagnostics& diagnostics) {
  llvm::SmallVector<char, 0> ptx;
  clang::EmitAssemblyAction action;
  if (!execute(input, action, std::make_unique<llvm::raw_svector_ostream>(ptx), sources,
               diagnostics))
    return std::nullopt;
  return std::string(ptx.begin(), ptx.end());
}

}  // namespace teaal::clang_frontend
