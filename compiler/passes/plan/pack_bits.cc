#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

#include "compiler/ir/build.h"
#include "compiler/ir/levels.h"
#include "compiler/ir/rewrite.h"
#include "compiler/passes/machine/launch_shape.h"
#include "compiler/passes/nest.h"
#include "compiler/passes/passes.h"
#include "compiler/passes/plan/assembly.h"
#include "compiler/passes/plan/bit_loops.h"
#include "compiler/passes/plan/marks.h"
#include "compiler/passes/steps.h"

// Intermediates of 0s and 1s whose format gives them one bit an element (docs/LANGUAGE.md) become
// words of 32. That starts from words of 0, and stores set bits alone: kernels store what a sum
// came to, or join it by `or` or `max`. Lists read a word where they read 32 elements. A tensor
// that some kernel uses otherwise keeps whole elements, and a note says why.
namespace teaal::passes {
namespace {

using namespace ir;

// Where a list says what is listed: its arrays, each with where it begins and its stride.
std::vector<size_t> sources_of(const Expr& e) {
  const auto* n = as<Call>(e);
  if (n && n->intrinsic == "list_places") return {2};
  return n && n->intrinsic == "list_common" ? std::vector<size_t>{2, 5} : std::vector<size_t>{};
}

bool is_name(const Expr& e, const std::string& name) {
  const auto* v = as<Var>(e);
  return v && v->name == name;
}

bool lists(const Expr& e, const std::string& name) {
  return std::ranges::any_of(sources_of(e),
                             [&](size_t i) { return is_name(as<Call>(e)->args[i], name); });
}

class Packer {
 public:
  explicit Packer(Program& program) : program_(program) {
    for (const Workspace& w : program.workspaces) names_.take(w.name);
    for (const View& v : program.views) names_.take(v.name);
    for (const Kernel& k : program.kernels) names_.take(k.name);
  }

  void run() {
    for (const Tensor& t : program_.tensors)
      if (t.bits && t.role == Role::Intermediate && has_array(t)) obstacles_[t.name] = obstacle(t);
    while (listed_beside_whole_elements()) {
    }
    for (Tensor& t : program_.tensors) {
      const auto found = obstacles_.find(t.name);
      if (found == obstacles_.end()) continue;
      if (const std::string& why = found->second; why.empty()) {
        pack(t);
        packed_.push_back(t.name);
      } else {
        if (t.derived)
          kept_.push_back(t.name);
        else
          t.role = Role::Output;
        program_.notes.push_back(
            fmt::format("{} takes whole elements, not one bit each: {}", t.name, why));
      }
    }
    tell_what_is_left();
    // What the compiler derived is no tensor of the caller's.
    for (const std::string& tensor : kept_) keep_in_workspace(tensor, program_);
    std::erase_if(program_.tensors, [&](const Tensor& t) {
      return (std::ranges::find(packed_, t.name) != packed_.end() && t.derived) ||
             std::ranges::find(kept_, t.name) != kept_.end();
    });
    for (Kernel& k : program_.kernels) {
      Names names = names_of(k);
      k.body = by_words(join_marks(k, names), names);
    }
  }

 private:
  // Patterns that a kernel hands on in registers are in no array that a report could read.
  void tell_what_is_left() {
    const auto is_gone = [&](const std::string& name) {
      const bool made = std::ranges::find(program_.workspaces, name, &Workspace::name) !=
                            program_.workspaces.end() ||
                        std::ranges::find(kept_, name) != kept_.end();
      return !made;
    };
    std::erase_if(program_.skipped,
                  [&](const SkippedLoop& s) { return std::ranges::any_of(s.patterns, is_gone); });
    std::erase_if(program_.patterns, [&](const PatternWords& p) { return is_gone(p.workspace); });
  }

  bool has_array(const Tensor& t) const { return view_of(t) != nullptr; }

  const View* view_of(const Tensor& t) const {
    const auto found = std::ranges::find(program_.views, t.name, &View::tensor);
    return found == program_.views.end() ? nullptr : &*found;
  }

  // ---- Whether it can be ----

  std::string obstacle(const Tensor& t) const {
    const View& view = *view_of(t);
    if (std::ranges::count(program_.views, t.name, &View::tensor) > 1)
      return "it is read in another storage order as well";
    if (const auto step = first_writing(view); !step || !program_.steps[*step].args.empty())
      return "it is made more than once";
    for (const Step& s : program_.steps)
      if (mentions(s, view) && (s.kind != Step::Kind::Zero || s.fill != 0 || !s.empty_in.empty()))
        return "steps of the plan do more with it than to set it to 0";
    for (const Kernel& k : program_.kernels)
      for (const Param& p : k.params)
        if (p.view == view.name)
          if (const char* why = obstacle(k, p)) return k.name + why;
    return "";
  }

  // Lists of what two arrays have in common take words of both, or of none. Whether one is found
  // that has to follow the other.
  bool listed_beside_whole_elements() {
    bool found = false;
    for (const Kernel& k : program_.kernels)
      for_each_expr(k.body, [&](const Expr& e) {
        std::vector<std::string> tensors;
        for (size_t i : sources_of(e)) {
          const Expr& array = as<Call>(e)->args[i];
          const auto p = std::ranges::find_if(
              k.params, [&](const Param& param) { return is_name(array, param.name); });
          if (const View* view = p == k.params.end() ? nullptr : program_.view(p->view))
            tensors.push_back(view->tensor);
        }
        if (tensors.size() < 2) return;
        for (size_t i : {0, 1}) {
          const auto whole = obstacles_.find(tensors[i]), other = obstacles_.find(tensors[1 - i]);
          if (other == obstacles_.end() || !other->second.empty() ||
              (whole != obstacles_.end() && whole->second.empty()))
            continue;
          other->second = "it is listed beside " + tensors[i] + ", which does so";
          found = true;
        }
      });
    return found;
  }

  static bool mentions(const Step& s, const View& view) {
    return s.kind != Step::Kind::Launch && s.kind != Step::Kind::Read &&
           (s.name == view.name || s.array == view.name);
  }

  // Of those steps that are done once each.
  std::optional<size_t> first_writing(const View& view) const {
    for (size_t i = 0; i < program_.steps.size(); ++i) {
      if (program_.steps[i].kind != Step::Kind::Launch) continue;
      const Kernel& k = *std::ranges::find(program_.kernels, program_.steps[i].name, &Kernel::name);
      for (const Param& p : k.params)
        if (p.view == view.name && p.kind == Param::Kind::Values && p.written) return i;
    }
    return std::nullopt;
  }

  // Null: there is none.
  static const char* obstacle(const Kernel& k, const Param& p) {
    constexpr const char* several = " uses several of them at once";
    if (p.kind != Param::Kind::Values) return several;
    if (p.written && k.start != 0) return " begins from another value than 0";
    size_t names = 0, listed = 0, read = 0, stored = 0;
    bool plain = true;
    for_each_expr(k.body, [&](const Expr& e) {
      names += is_name(e, p.name);
      listed += lists(e, p.name);
      read += as<Read>(e) && as<Read>(e)->buffer == p.name;
    });
    for_each_stmt(k.body, [&](const Stmt& s) {
      if (const auto* copy = as<Copy>(s))
        for (const Expr& end : {copy->to, copy->from}) plain &= as<Read>(end)->buffer != p.name;
      const auto* n = as<Assign>(s);
      if (!n || !as<Read>(n->target) || as<Read>(n->target)->buffer != p.name) return;
      ++stored;
      plain &= n->op == AssignOp::Set || n->op == AssignOp::Or || n->op == AssignOp::Max;
    });
    if (!plain || names != listed) return several;
    // Another thread may set another bit of the word meanwhile.
    return p.written && read + listed > stored ? " reads what it has set" : nullptr;
  }

  // ---- Words in its place ----

  void pack(const Tensor& t) {
    const View view = *view_of(t);
    const std::string words = names_.fresh(t.name + "_bits");
    constexpr int64_t spare = 1;  // see templates/element_bits.cuh
    program_.workspaces.push_back(
        {words, add(ir::ceil_div(dense_elements(view), lit(mask_bits)), lit(spare)), Type::Mask});
    const auto first = static_cast<std::ptrdiff_t>(*first_writing(view));
    program_.steps.insert(program_.steps.begin() + first, zero_step(words, 0));
    std::erase_if(program_.steps, [&](const Step& s) { return mentions(s, view); });
    for (Kernel& k : program_.kernels)
      for (Param& p : k.params)
        if (p.view == view.name) {
          k.body = packed(k.body, p.name, words);
          p = array_param(words, Type::Mask, p.written);
        }
    std::erase_if(program_.views, [&](const View& v) { return v.name == view.name; });
    rename_pattern(t.name, words);
    program_.notes.push_back(t.name + " takes one bit an element");
  }

  void rename_pattern(const std::string& from, const std::string& to) {
    for (PatternWords& p : program_.patterns)
      if (p.workspace == from) p.workspace = to;
    for (SkippedLoop& s : program_.skipped) std::ranges::replace(s.patterns, from, to);
  }

  static Expr packed(const Expr& e, const std::string& elements, const std::string& words) {
    return rewrite(e, [&](const Expr& node) {
      const auto* from = as<Read>(node);
      if (from && from->buffer == elements)
        return call("element_bit", {var(words), size_of(from->at)});
      const auto* n = as<Call>(node);
      const bool common = n && n->intrinsic == "list_common_bits";  // one is packed already
      if (!common && !lists(node, elements)) return node;
      std::vector<Expr> args = n->args;
      for (Expr& arg : args)
        if (is_name(arg, elements)) arg = var(words);
      if (common || n->intrinsic == "list_common") return call("list_common_bits", std::move(args));
      args.erase(args.end() - 2);  // what is absent is 0
      return call("list_bits", std::move(args));
    });
  }

  static Stmt packed(const Stmt& s, const std::string& elements, const std::string& words) {
    const auto* stored = as<Assign>(s);
    const auto* to = stored ? as<Read>(stored->target) : nullptr;
    if (to && to->buffer == elements)
      return make_stmt(Run{call("put_bit", {var(words), size_of(packed(to->at, elements, words)),
                                            packed(stored->value, elements, words)})},
                       s->where);
    return map_children(
        s, [&](const Expr& e) { return packed(e, elements, words); },
        [&](const Stmt& child) { return packed(child, elements, words); });
  }

  Program& program_;
  Names names_;
  std::map<std::string, std::string> obstacles_;  // of tensors of bits; empty: there is none
  std::vector<std::string> packed_, kept_;        // tensors; derived ones that keep whole elements
};

}  // namespace

std::optional<Program> pack_bits(Program program, Diagnostics&) {
  Packer(program).run();
  return program;
}

}  // namespace teaal::passes
