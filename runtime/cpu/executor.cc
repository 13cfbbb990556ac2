#include "runtime/cpu/executor.h"

#include <algorithm>
#include <atomic>
#include <mutex>
#include <thread>

#include "compiler/clang/frontend.h"
#include "compiler/support/line_marks.h"
#include "runtime/cache/program_identity.h"
#include "runtime/cpu/load/jit.h"
#include "runtime/cpu/load/stored_code.h"
#include "runtime/cpu/lower/lower_kernel.h"
#include "runtime/cpu/run/block_runner.h"
#include "runtime/cpu/run/limits.h"

namespace teaal::runtime::cpu {

const std::vector<std::pair<std::string, std::string>>& embedded_files();

class Module {
 public:
  KernelTable table;
  std::unique_ptr<MachineCode> code;
  bool from_cache = false;

  const Kernel* find(const std::string& name) const {
    for (const Kernel& kernel : table.kernels)
      if (kernel.name == name) return &kernel;
    return nullptr;
  }
};

std::string Finding::text() const {
  return file + ":" + std::to_string(line) + ":" + std::to_string(column) + ": " + message;
}

namespace {

clang_frontend::Input frontend_input(const std::string& text, const std::string& file_name,
                                     const BuildOptions& options) {
  clang_frontend::Input input;
  input.text = text;
  input.file_name = file_name;
  input.prelude = embedded_files().front().second;
  input.target = clang_frontend::Target::Host;
  input.optimization = 2;  // at 0 Clang forbids itself to optimise later
  input.line_info = true;
  input.defines = options.defines;
  input.extra = {"-ffp-contract=off"};
  return input;
}

const Kernel* find_kernel(const Module& module, const std::string& name, Diagnostics& diagnostics) {
  if (const Kernel* found = module.find(name)) return found;
  std::vector<std::string> names;
  for (const Kernel& kernel : module.table.kernels) names.push_back(kernel.name);
  diagnostics.error(Code::RunFailed, {},
                    "no kernel '" + name + "' in the module; it has " + quoted_list(names));
  return nullptr;
}

// Hands out blocks to several host threads and gathers what they find.
class ParallelLaunch {
 public:
  ParallelLaunch(const Module& module, const Kernel& kernel, const LaunchConfig& config,
                 void* const* args)
      : module_(module),
        kernel_(kernel),
        config_(config),
        args_(args),
        blocks_(uint64_t{config.grid.x} * config.grid.y * config.grid.z) {
    workers_ = static_cast<unsigned>(std::clamp<uint64_t>(config.workers, 1, blocks_));
    step_ = std::clamp<uint64_t>(blocks_ / (workers_ * 16), 1, 1024);
  }

  LaunchResult run(Checker* checker) {
    std::vector<std::jthread> others;
    for (unsigned i = 1; i < workers_; ++i) others.emplace_back([this] { work(nullptr); });
    work(checker);
    others.clear();
    return std::move(result_);
  }

 private:
  void work(Checker* checker) {
    BlockRunner runner(module_.table, kernel_, config_, args_, checker);
    while (!stop_) {
      uint64_t begin = next_.fetch_add(step_);
      if (begin >= blocks_) break;
      for (uint64_t block = begin; block < std::min(begin + step_, blocks_) && !stop_; ++block)
        if (!runner.run(block)) stop_ = true;
    }
    std::lock_guard lock(mutex_);
    result_.resumes += runner.resumes();
    auto& findings = runner.findings().all();
    std::move(findings.begin(), findings.end(), std::back_inserter(result_.findings));
    if (checker) result_.moved = checker->moved();
  }

  const Module& module_;
  const Kernel& kernel_;
  const LaunchConfig& config_;
  void* const* args_;
  uint64_t blocks_, step_ = 1;
  unsigned workers_ = 1;
  std::atomic<uint64_t> next_{0};
  std::atomic<bool> stop_{false};
  std::mutex mutex_;
  LaunchResult result_;
};

// Everything that changes the machine code; empty where that cannot be told.
std::string cache_key(const clang_frontend::Input& input, const BuildOptions& options) {
  std::vector<std::string> fields = clang_frontend::identity(input);
  const std::string ours = program_identity();
  if (ours.empty()) return {};
  fields.insert(fields.end(),
                {"CPU executor", ours, input.file_name, input.text, input.prelude,
                 options.checked ? "checked" : "", options.force_coroutines ? "coroutines" : "",
                 std::to_string(static_cast<int>(options.optimization))});
  return BuildCache::key(fields);
}

std::optional<StoredCode> compile(const clang_frontend::Input& input, const BuildOptions& options,
                                  Diagnostics& diagnostics) {
  auto source = std::make_shared<SourceFile>(SourceFile{input.file_name, input.text});
  auto context = std::make_unique<llvm::LLVMContext>();
  auto code = clang_frontend::to_llvm(input, *context, {source}, diagnostics);
  if (!code) return std::nullopt;
  StoredCode out;
  LowerOptions lowering{options.checked, options.force_coroutines};
  if (!lower_kernels(*code, lowering, source, out.table, diagnostics)) return std::nullopt;
  Optimization level = options.optimization;
  if (options.checked && level == Optimization::Full) level = Optimization::Some;
  auto object = object_code(*code, level, diagnostics);
  if (!object) return std::nullopt;
  out.object = std::move(*object);
  return out;
}

std::shared_ptr<Module> load(StoredCode stored, Diagnostics& diagnostics) {
  auto module = std::make_shared<Module>();
  module->table = std::move(stored.table);
  module->code = MachineCode::load(stored.object, diagnostics);
  if (!module->code) return nullptr;
  for (Kernel& kernel : module->table.kernels) {
    void* entry = module->code->find(entry_symbol(kernel.name), diagnostics);
    if (!entry) return nullptr;
    kernel.entry = reinterpret_cast<Kernel::Entry>(entry);
  }
  return module;
}

std::shared_ptr<Module> load_from(const BuildCache& cache, const std::string& key) {
  auto bytes = cache.load(key);
  auto stored = bytes ? unpacked(*bytes) : std::nullopt;
  Diagnostics unheard;
  auto module = stored ? load(std::move(*stored), unheard) : nullptr;
  if (module) module->from_cache = true;
  return module;
}

}  // namespace

bool from_cache(const Module& module) { return module.from_cache; }

std::shared_ptr<Module> build(const std::string& text, const std::string& file_name,
                              const BuildOptions& options, Diagnostics& diagnostics) {
  const clang_frontend::Input input = frontend_input(hold_lines(text), file_name, options);
  const std::string key = options.cache.keeps() ? cache_key(input, options) : std::string();
  if (!key.empty())
    if (auto known = load_from(options.cache, key)) return known;
  const size_t found = diagnostics.all().size();
  auto compiled = compile(input, options, diagnostics);
  if (!compiled) return nullptr;
  // Warnings are told by a build alone.
  const bool silent = diagnostics.all().size() == found;
  if (!key.empty() && silent) options.cache.store(key, packed(*compiled));
  return load(std::move(*compiled), diagnostics);
}

std::optional<LaunchResult> launch(Module& module, const std::string& name,
                                   const LaunchConfig& config, std::span<void* const> args,
                                   std::span<const Buffer> buffers, Diagnostics& diagnostics) {
  const Kernel* kernel = find_kernel(module, name, diagnostics);
  if (!kernel || !within_limits(*kernel, config, args.size(), diagnostics)) return std::nullopt;
  if (!module.table.checked)
    return ParallelLaunch(module, *kernel, config, args.data()).run(nullptr);
  LaunchConfig single = config;
  single.workers = 1;
  if (single.observer)
    single.observer->begin_launch(name, uint64_t{config.grid.x} * config.grid.y * config.grid.z,
                                  config.block.x * config.block.y * config.block.z,
                                  kernel->static_shared_bytes + config.dynamic_shared_bytes);
  Checker checker(module.table, *kernel, single, args, buffers);
  auto result = ParallelLaunch(module, *kernel, single, args.data()).run(&checker);
  if (single.observer) single.observer->end_launch();
  return result;
}

}  // namespace teaal::runtime::cpu
