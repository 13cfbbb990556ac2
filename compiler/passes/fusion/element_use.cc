#include "compiler/passes/fusion/element_use.h"

#include "compiler/ir/mma.h"
#include "compiler/ir/rewrite.h"
#include "compiler/ir/threads.h"
#include "compiler/passes/machine/conditions.h"
#include "compiler/support/match.h"

namespace teaal::passes {

using namespace ir;

namespace {

class UseCollector {
 public:
  std::vector<ElementUse> run(const Stmt& body) {
    walk(body);
    return std::move(out_);
  }

 private:
  void walk(const Stmt& s) {
    match(
        s->kind,
        [&](const ir::Block& n) {
          for (const Stmt& child : n.stmts) walk(child);
        },
        [&](const ForRank& n) { walk(n.body); },
        [&](const For& n) {
          for (const Expr& e : {n.begin, n.end, n.step}) note_reads(e);
          loops_.push_back({n.var, expanded(n.begin), expanded(n.end), expanded(n.step)});
          walk(n.body);
          loops_.pop_back();
        },
        [&](const While& n) {
          note_reads(n.cond);
          loops_.push_back({"while " + std::to_string(whiles_++), nullptr, nullptr, nullptr});
          walk(n.body);
          loops_.pop_back();
        },
        [&](const If& n) { guard(n); },
        [&](const Let& n) {
          note_reads(n.value);
          if (n.type == Type::Value)
            values_[n.var] = n.value;
          else if (!n.changes)
            constants_[n.var] = expanded(n.value);
        },
        [&](const Assign& n) {
          note_reads(n.value);
          if (const auto* element = as<Read>(n.target)) store(n, *element);
        },
        [](const Array&) {}, [](const Remark&) {}, [&](const Run& n) { note_reads(n.call); },
        [&](const Copy&) {
          for (const Expr& e : evaluated_by(s)) note_reads(e);
        },
        [](const CopiesEnd&) {}, [](const Await&) {}, [](const Barrier&) {}, [](const Fill&) {},
        [&](const Mma& n) { note_reads(call_of(n)); });
  }

  void guard(const If& n) {
    note_reads(n.cond);
    // What the data are at a thread's own element is not a question of which thread it is.
    const Expr cond = expanded(n.cond);
    bool asks_threads = false;
    for (const Expr& one : conditions_of(cond))
      asks_threads |= !asks_memory(one) && names_threads(one);
    const int led = asks_threads ? 1 : 0, guarded = asks_memory(cond) || !asks_threads ? 1 : 0;
    led_ += led;
    guarded_ += guarded;
    walk(n.body);
    led_ -= led;
    guarded_ -= guarded;
  }

  void store(const Assign& n, const Read& element) {
    note_reads(element.at);
    ElementUse use = use_at(element);
    use.stores = true;
    use.op = n.op;
    if (const auto* value = as<Var>(n.value))
      if (auto known = values_.find(value->name); known != values_.end())
        if (const auto* c = as<Call>(known->second))
          use.one_thread = c->intrinsic.starts_with("block_");
    out_.push_back(std::move(use));
  }

  void note_reads(const Expr& e) {
    for_each_expr(e, [&](const Expr& inner) {
      if (const auto* element = as<Read>(inner)) out_.push_back(use_at(*element));
    });
  }

  ElementUse use_at(const Read& element) const {
    return {.array = element.buffer,
            .at = expanded(element.at),
            .loops = loops_,
            .guarded = guarded_ > 0,
            .led = led_ > 0};
  }

  Expr expanded(const Expr& e) const {
    return rewrite(e, [&](const Expr& node) {
      const auto* v = as<Var>(node);
      auto known = v ? constants_.find(v->name) : constants_.end();
      return known == constants_.end() ? node : known->second;
    });
  }

  std::vector<ElementUse> out_;
  std::vector<ElementUse::Loop> loops_;
  std::map<std::string, Expr> constants_, values_;
  int whiles_ = 0, guarded_ = 0, led_ = 0;
};

}  // namespace

std::vector<ElementUse> uses_of(const Stmt& body) { return UseCollector().run(body); }

bool names_threads(const Expr& e) {
  bool found = false;
  for_each_node(e, [&](const Expr& inner) {
    const auto* c = as<Call>(inner);
    found |= c && (c->intrinsic == "block" || c->intrinsic == "blocks" ||
                   c->intrinsic == "thread" || c->intrinsic == "threads");
  });
  return found;
}

Expr renamed(const Expr& e, const Renaming& names) {
  return rewrite_nodes(e, [&](const Expr& node) {
    if (const auto* v = as<Var>(node))
      if (auto to = names.find(v->name); to != names.end() && to->second != v->name)
        return var(to->second);
    if (const auto* r = as<Read>(node))
      if (auto to = names.find(r->buffer); to != names.end() && to->second != r->buffer)
        return read(to->second, r->at);
    return node;
  });
}

}  // namespace teaal::passes
