#include "compiler/emit/clang_lint.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/Attr.h>
#include <clang/AST/DeclCXX.h>
#include <clang/AST/StmtCXX.h>
#include <clang/Basic/Diagnostic.h>
#include <clang/Basic/SourceManager.h>

#include <optional>
#include <set>

#include "compiler/emit/clang_spread.h"

namespace teaal::emit {
namespace {

using clang::dyn_cast;

// How threads leave a statement other than at its end.
struct Leaves {
  Control by_break, by_continue, by_return;

  Control any() const { return join(join(by_break, by_continue), by_return); }
};

Leaves join(const Leaves& a, const Leaves& b) {
  return {join(a.by_break, b.by_break), join(a.by_continue, b.by_continue),
          join(a.by_return, b.by_return)};
}

// The statements of one function.
class Walk {
 public:
  Walk(const clang::FunctionDecl& function, Watcher& watcher)
      : function_(function), variables_(function.getASTContext(), watcher) {}

  void parameter(unsigned i, Value value) { variables_.declare(function_.getParamDecl(i), value); }

  // One pass. Returns whether another one may find more.
  bool pass() {
    variables_.grew();
    loop_grew_ = false;
    statement(function_.getBody(), {});
    return variables_.grew() || loop_grew_;
  }

  Spread result() const { return result_; }

 private:
  Leaves statement(const clang::Stmt* stmt, Control control) {
    if (!stmt) return {};
    if (const auto* block = dyn_cast<clang::CompoundStmt>(stmt)) return compound(block, control);
    if (const auto* branch = dyn_cast<clang::IfStmt>(stmt)) return if_statement(branch, control);
    if (const auto* loop = dyn_cast<clang::ForStmt>(stmt)) {
      statement(loop->getInit(), control);
      return this->loop(loop, loop->getCond(), loop->getBody(), loop->getInc(), control);
    }
    if (const auto* loop = dyn_cast<clang::WhileStmt>(stmt))
      return this->loop(loop, loop->getCond(), loop->getBody(), nullptr, control);
    if (const auto* loop = dyn_cast<clang::DoStmt>(stmt))
      return this->loop(loop, loop->getCond(), loop->getBody(), nullptr, control);
    if (const auto* choice = dyn_cast<clang::SwitchStmt>(stmt))
      return switch_statement(choice, control);
    if (const auto* leave = dyn_cast<clang::ReturnStmt>(stmt)) return leaving(leave, control);
    if (dyn_cast<clang::BreakStmt>(stmt)) return {control, {}, {}};
    if (dyn_cast<clang::ContinueStmt>(stmt)) return {{}, control, {}};
    if (const auto* declaration = dyn_cast<clang::DeclStmt>(stmt)) {
      declare(declaration, control);
    } else if (const auto* assembly = dyn_cast<clang::GCCAsmStmt>(stmt)) {
      assembler(assembly, control);
    } else if (const auto* expr = dyn_cast<clang::Expr>(stmt)) {
      variables_.value(expr, control);
    } else {
      return children(stmt, control);
    }
    return {};
  }

  // Statements in a row: what follows is reached only by the threads that stayed.
  template <class Range>
  Leaves row(const Range& statements, Control control) {
    Leaves all;
    for (const clang::Stmt* each : statements) {
      all = join(all, statement(each, control));
      control = join(control, all.any());
    }
    return all;
  }
  Leaves compound(const clang::CompoundStmt* block, Control control) {
    return row(block->body(), control);
  }
  Leaves children(const clang::Stmt* stmt, Control control) {
    return row(stmt->children(), control);
  }

  Control under(const clang::Expr* condition, Control control) {
    if (!condition) return control;
    return join(control, {variables_.value(condition, control).spread, condition->getBeginLoc()});
  }

  Leaves if_statement(const clang::IfStmt* branch, Control control) {
    statement(branch->getInit(), control);
    if (branch->getConditionVariableDeclStmt())
      declare(branch->getConditionVariableDeclStmt(), control);
    const Control inner = under(branch->getCond(), control);
    return join(statement(branch->getThen(), inner), statement(branch->getElse(), inner));
  }

  // A thread that left the loop is missing in all later rounds.
  Leaves loop(const clang::Stmt* loop, const clang::Expr* condition, const clang::Stmt* body,
              const clang::Expr* step, Control control) {
    Control& left = left_[loop];
    const Control inner = under(condition, join(control, left));
    const Leaves leaves = statement(body, inner);
    const Control now = join(left, join(join(leaves.by_break, leaves.by_return), inner));
    loop_grew_ |= now.spread != left.spread;
    left = now;
    if (step) variables_.value(step, inner);
    return {{}, {}, leaves.by_return};
  }

  Leaves switch_statement(const clang::SwitchStmt* choice, Control control) {
    statement(choice->getInit(), control);
    Leaves leaves = statement(choice->getBody(), under(choice->getCond(), control));
    leaves.by_break = {};
    return leaves;
  }

  Leaves leaving(const clang::ReturnStmt* leave, Control control) {
    result_ = std::max(result_, control.spread);
    if (leave->getRetValue())
      result_ = std::max(result_, variables_.value(leave->getRetValue(), control).spread);
    return {{}, {}, control};
  }

  void declare(const clang::DeclStmt* declaration, Control control) {
    for (const clang::Decl* decl : declaration->decls())
      if (const auto* variable = dyn_cast<clang::VarDecl>(decl))
        if (variable->getInit() && !variable->hasGlobalStorage())
          variables_.declare(variable, variables_.value(variable->getInit(), control));
  }

  void assembler(const clang::GCCAsmStmt* assembly, Control control) {
    const llvm::StringRef text = assembly->getAsmString()->getString();
    Value all;
    for (unsigned i = 0; i < assembly->getNumInputs(); ++i)
      all = join(all, variables_.value(assembly->getInputExpr(i), control));
    if (text.contains("%tid") || text.contains("%lane")) all.spread = Spread::Thread;
    for (unsigned i = 0; i < assembly->getNumOutputs(); ++i)
      variables_.assign(assembly->getOutputExpr(i), {all.spread, Value::Any}, control);
  }

  const clang::FunctionDecl& function_;
  Variables variables_;
  std::map<const clang::Stmt*, Control> left_;
  Spread result_ = Spread::Block;
  bool loop_grew_ = false;
};

// What callers need to know of a function.
struct Summary {
  Spread result = Spread::Block;  // with arguments that are the same for the whole block
  // The smallest group that must make the call together: Thread where it may be called alone.
  Spread meets = Spread::Thread;
};

class Lint : public Watcher {
 public:
  explicit Lint(clang::ASTContext& context)
      : context_(context), engine_(context.getDiagnostics()) {}

  void run() {
    find_kernels(*context_.getTranslationUnitDecl());
    while (!waiting_.empty()) {
      const clang::FunctionDecl& next = *waiting_.rbegin()->second;
      waiting_.erase(std::prev(waiting_.end()));
      check(next);
    }
  }

  Spread called(const clang::CallExpr& call, const clang::FunctionDecl& function,
                const std::vector<Value>& arguments, Control control) override {
    const Summary callee = summary(function);
    require(call, callee.meets, control);
    if (checking_) note_call(function, arguments);
    return callee.result;
  }

  void collective(const clang::CallExpr& call, Spread group, Control control) override {
    require(call, group, control);
  }

 private:
  // Callers stand behind what they call, so the last function goes first.
  using Key = std::pair<unsigned, const clang::FunctionDecl*>;

  // Kernels stand at top level or in extern "C".
  void find_kernels(const clang::DeclContext& context) {
    for (const clang::Decl* decl : context.decls()) {
      if (const auto* linkage = dyn_cast<clang::LinkageSpecDecl>(decl)) find_kernels(*linkage);
      const auto* function = dyn_cast<clang::FunctionDecl>(decl);
      if (function && function->hasAttr<clang::CUDAGlobalAttr>() &&
          function->doesThisDeclarationHaveABody())
        note_call(*function, std::vector<Value>(function->getNumParams()));
    }
  }

  void note_call(const clang::FunctionDecl& function, const std::vector<Value>& arguments) {
    auto [known, fresh] = parameters_.emplace(&function, std::vector<Spread>{});
    known->second.resize(function.getNumParams(), Spread::Block);
    bool grew = fresh;
    for (size_t i = 0; i < known->second.size() && i < arguments.size(); ++i) {
      grew |= arguments[i].spread > known->second[i];
      known->second[i] = std::max(known->second[i], arguments[i].spread);
    }
    if (grew) waiting_[Key(function.getLocation().getRawEncoding(), &function)] = &function;
  }

  void check(const clang::FunctionDecl& function) {
    Walk walk(function, *this);
    const std::vector<Spread>& spreads = parameters_[&function];
    for (unsigned i = 0; i < spreads.size(); ++i) walk.parameter(i, {spreads[i], Value::Any});
    while (walk.pass()) {
    }
    checking_ = true;
    walk.pass();
    checking_ = false;
  }

  const Summary& summary(const clang::FunctionDecl& function) {
    auto [known, fresh] = summaries_.emplace(&function, Summary{});
    if (!fresh) return known->second;  // recursion sees what is known so far
    const bool outer_checking = std::exchange(checking_, false);
    Summary* outer = std::exchange(summarised_, &known->second);
    Walk walk(function, *this);
    for (unsigned i = 0; i < function.getNumParams(); ++i) walk.parameter(i, {});
    while (walk.pass()) {
    }
    known->second.result = walk.result();
    summarised_ = outer;
    checking_ = outer_checking;
    return known->second;
  }

  void require(const clang::CallExpr& call, Spread group, Control control) {
    if (summarised_) summarised_->meets = std::min(summarised_->meets, group);
    if (!checking_ || control.spread <= group) return;
    if (reported_.insert(call.getBeginLoc().getRawEncoding()).second) report(call, group, control);
  }

  void report(const clang::CallExpr& call, Spread group, Control control) {
    using Engine = clang::DiagnosticsEngine;
    const unsigned error = engine_.getCustomDiagID(
        Engine::Error,
        "all threads of a %select{block|warp}0 must reach %1 together, but a condition lets only "
        "some of them do so; make the condition the same for the whole %select{block|warp}0, or "
        "move the call out of it");
    const unsigned note = engine_.getCustomDiagID(
        Engine::Note, "this condition may differ between the %select{warps|threads}0");
    engine_.Report(call.getBeginLoc(), error) << int(group) << call.getDirectCallee();
    if (control.because.isValid())
      engine_.Report(control.because, note) << int(control.spread == Spread::Thread);
  }

  clang::ASTContext& context_;
  clang::DiagnosticsEngine& engine_;
  std::map<Key, const clang::FunctionDecl*> waiting_;
  std::map<const clang::FunctionDecl*, std::vector<Spread>> parameters_;
  std::map<const clang::FunctionDecl*, Summary> summaries_;
  std::set<unsigned> reported_;
  Summary* summarised_ = nullptr;
  bool checking_ = false;
};

}  // namespace

void lint_collectives(clang::ASTContext& context) { Lint(context).run(); }

}  // namespace teaal::emit
