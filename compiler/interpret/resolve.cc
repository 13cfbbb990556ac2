#include <algorithm>
#include <optional>
#include <set>
#include <utility>

#include "compiler/interpret/code.h"
#include "compiler/interpret/functions.h"
#include "compiler/ir/intrinsics.h"
#include "compiler/ir/mma.h"
#include "compiler/ir/rewrite.h"
#include "compiler/ir/text/text.h"
#include "compiler/support/match.h"

namespace teaal::interpret {
namespace {

bool holds(const Term& term, const auto& test) {
  return test(term) ||
         std::ranges::any_of(term.args, [&](const Term& arg) { return holds(arg, test); });
}

std::string first_line(const ir::Stmt& s) {
  std::string text = ir::print(s);
  return text.substr(0, text.find('\n'));
}

class Maker {
 public:
  Maker(const ir::Kernel& kernel, const Binding& binding, Recorder& recorder, size_t threads)
      : kernel_(kernel),
        recorder_(recorder),
        threads_(threads),
        value_bytes_(binding.value_bytes),
        element_bytes_(binding.element_bytes) {
    for (const ir::Param& p : kernel.params) bind(p, binding);
    next_ = recorder.first_statement(kernel.name);
    known_ = next_ < static_cast<int32_t>(recorder.counts().statements.size());
  }

  KernelCode make() {
    body(kernel_.body, code_.body);
    return std::move(code_);
  }

 private:
  struct Name {
    size_t slot;
    bool real;
  };

  void bind(const ir::Param& p, const Binding& binding) {
    if (auto array = binding.arrays.find(p.name); array != binding.arrays.end()) {
      buffers_[p.name] = code_.buffers.size();
      code_.buffers.push_back({p.name, array->second, p.written});
      code_.buffers.back().real = array->second->real;
      code_.buffers.back().streamed = p.streamed && !p.written;
      return;
    }
    const size_t slot = define(p.name, p.kind == ir::Param::Kind::Scalar);
    std::ranges::fill(code_.slots[slot], binding.scalars.at(p.name));
  }

  size_t define(const std::string& name, bool real) {
    const size_t slot = code_.slots.size();
    names_[name] = {slot, real};
    code_.slots.emplace_back(threads_);
    return slot;
  }

  // ---- Statements ----

  void body(const ir::Stmt& s, Body& out) {
    if (const auto* block = ir::as<ir::Block>(s)) {
      for (const ir::Stmt& inner : block->stmts) body(inner, out);
      return;
    }
    if (ir::as<ir::Remark>(s)) return;
    const int32_t number = next_++;
    if (!known_) recorder_.statement({kernel_.name, first_line(s), s->where});
    Op op = match(
        s->kind, [](const ir::Block&) -> Op { throw Broken("a block in a block"); },
        [](const ir::ForRank& n) -> Op { throw Unsupported("rank loop " + n.var); },
        [&](const ir::For& n) { return loop(n); }, [&](const ir::While& n) { return repeat(n); },
        [&](const ir::If& n) {
          Term condition = term(n.cond);
          const bool outside = std::exchange(in_whole_, in_whole_ || is_whole(n.cond));
          auto body = inner(n.body);
          in_whole_ = outside;
          return Op{Branch{std::move(condition), std::move(body), {}}};
        },
        [&](const ir::Let& n) { return let(n, out); },
        [&](const ir::Assign& n) { return assign(n); }, [&](const ir::Array& n) { return own(n); },
        [](const ir::Remark&) { return Op{Idle{}}; },
        [&](const ir::Run& n) { return Op{Effect{term(n.call)}}; },
        [&](const ir::Copy& n) { return copy(n); }, [](const ir::CopiesEnd&) { return Op{Idle{}}; },
        [](const ir::Await&) { return Op{Idle{}}; },
        [](const ir::Barrier& n) { return n.scope == ir::Scope::Block ? Op{Meet{}} : Op{Idle{}}; },
        [](const ir::Fill& n) -> Op { throw Unsupported("the fill of " + n.tiles.front()); },
        [&](const ir::Mma& n) { return Op{Effect{term(ir::call_of(n))}}; });
    op.statement = number;
    op.searches = searches(op);
    out.push_back(std::move(op));
  }

  std::unique_ptr<Body> inner(const ir::Stmt& s) {
    auto out = std::make_unique<Body>();
    auto names = names_;
    body(s, *out);
    names_ = std::move(names);
    return out;
  }

  Op loop(const ir::For& n) {
    Loop out;
    out.begin = term(n.begin), out.end = term(n.end), out.step = term(n.step);
    auto names = names_;
    out.slot = define(n.var, false);
    out.body = inner(n.body);
    out.widens =
        in_whole_ && n.unroll && std::ranges::all_of(*out.body, [](const Op& op) {
          return std::holds_alternative<Set>(op.kind) || std::holds_alternative<Store>(op.kind);
        });
    names_ = std::move(names);
    out.meets = meets(n.body);
    for (auto* each : {&out.at, &out.to, &out.by}) each->resize(threads_);
    return Op{std::move(out)};
  }

  bool is_whole(const ir::Expr& cond) const {
    const auto* v = ir::as<ir::Var>(cond);
    return v && wholes_.contains(v->name);
  }

  Op repeat(const ir::While& n) {
    Repeat out;
    out.condition = term(n.cond);
    out.body = inner(n.body);
    out.meets = meets(n.body);
    return Op{std::move(out)};
  }

  // A fiber is opened by the last of the lets that read its bounds.
  Op let(const ir::Let& n, Body& before) {
    Set out;
    const auto* test = ir::as<ir::Call>(n.value);
    if (test && test->intrinsic == "whole") wholes_.insert(n.var);
    out.real = n.type == ir::Type::Value;
    out.value = term(n.value);
    out.slot = define(n.var, out.real);
    Op op;
    op.multiplies = out.real && multiplies(out.value);
    if (op.multiplies) op.work = Work::Compute;
    op.kind = std::move(out);
    if (std::optional<size_t> segments = bounds_of(op)) {
      op.work = Work::Open;
      if (!before.empty() && bounds_of(before.back()) == segments) before.back().work = {};
    }
    return op;
  }

  // The array of segments that a let reads one element of.
  std::optional<size_t> bounds_of(const Op& op) const {
    const auto* set = std::get_if<Set>(&op.kind);
    if (!set || set->value.kind != Term::Kind::Load) return std::nullopt;
    const Buffer& buffer = code_.buffers[set->value.buffer];
    if (!buffer.array || buffer.array->of != Array::Of::Segments) return std::nullopt;
    return set->value.buffer;
  }

  Op assign(const ir::Assign& n) {
    Term value = term(n.value);
    const auto* read = ir::as<ir::Read>(n.target);
    const bool to_memory = read && code_.buffers[buffer(read->buffer)].array;
    Op op;
    if (is_staged(n, value)) mark_staged(code_.buffers[buffer(read->buffer)], value.buffer);
    op.work = is_staged(n, value) ? std::optional(Work::Stage)
              : value.real        ? work_of(value, n.op, to_memory)
                                  : std::nullopt;
    op.multiplies = op.work == Work::Compute && multiplies(value);
    if (read) {
      Term at = term(read->at);
      op.kind = Store{buffer(read->buffer), n.op, std::move(at), std::move(value)};
      return op;
    }
    const auto* variable = ir::as<ir::Var>(n.target);
    if (!variable) throw Unsupported("an assignment to " + ir::print(n.target));
    const Name& name = names_.at(variable->name);
    op.kind = Set{name.slot, n.op, name.real, std::move(value)};
    return op;
  }

  // A copy of an element into shared memory.
  bool is_staged(const ir::Assign& n, const Term& value) const {
    const auto* read = ir::as<ir::Read>(n.target);
    if (!read || n.op != ir::AssignOp::Set || value.kind != Term::Kind::Load) return false;
    const Buffer& to = code_.buffers[buffer(read->buffer)];
    return !to.array && to.memory == ir::Memory::Shared && code_.buffers[value.buffer].array;
  }

  void mark_staged(Buffer& to, size_t from) const {
    const Array* array = code_.buffers[from].array;
    to.staged |= array && array->of == Array::Of::Values;
  }

  // A visit computes with elements of tensors. What adds other things, or adds in memory, combines
  // partial results. What hands a result on waits for nothing.
  std::optional<Work> work_of(const Term& value, ir::AssignOp op, bool to_memory) const {
    bool tensors = false, others = false;
    holds(value, [&](const Term& t) {
      if (t.kind != Term::Kind::Load) return false;
      const Buffer& buffer = code_.buffers[t.buffer];
      const bool values = buffer.array ? buffer.array->of == Array::Of::Values : buffer.staged;
      tensors |= values;
      others |= !values && (buffer.array || buffer.memory == ir::Memory::Shared);
      return false;
    });
    if (tensors || multiplies(value)) return Work::Compute;
    if (op == ir::AssignOp::Set) return others ? std::optional(Work::Combine) : std::nullopt;
    return others || to_memory ? Work::Combine : Work::Compute;
  }

  static bool multiplies(const Term& value) {
    return holds(value, [](const Term& t) {
      const bool product = t.kind == Term::Kind::Binary && t.op == ir::BinaryOp::Mul;
      const bool fused = t.kind == Term::Kind::Call && t.function == Function::f_fma;
      return t.real && (product || fused);
    });
  }

  Op copy(const ir::Copy& n) {
    const auto *to = ir::as<ir::Read>(n.to), *from = ir::as<ir::Read>(n.from);
    Move out{buffer(to->buffer), buffer(from->buffer), term(to->at), term(from->at), n.width};
    const auto field = [&](const ir::Expr& e) { return e ? std::optional(term(e)) : std::nullopt; };
    out.guard = field(n.guard), out.count = field(n.count);
    out.entry = field(n.entry), out.stride = field(n.stride);
    out.way = n.way;
    mark_staged(code_.buffers[out.to], out.from);
    return Op{std::move(out)};
  }

  // Arrays that lie over each other in what the launch gives are apart here: nothing reads one by
  // the other's name.
  Op own(const ir::Array& n) {
    buffers_[n.buffer] = code_.buffers.size();
    Buffer buffer{n.buffer, nullptr, true, n.memory, n.extent, n.type == ir::Type::Value};
    buffer.coordinates = n.type == ir::Type::Coord;
    buffer.given = n.byte >= 0;
    const size_t copies = n.memory == ir::Memory::Registers ? threads_ : 1;
    buffer.own.resize(copies * static_cast<size_t>(n.extent));
    if (n.memory == ir::Memory::Shared)
      buffer.shared = recorder_.shared_count(n.buffer, n.byte >= 0);
    buffer.element_bytes = n.stored                    ? element_bytes_
                           : n.type == ir::Type::Value ? value_bytes_
                           : n.type == ir::Type::Size  ? 8
                                                       : 4;
    code_.buffers.push_back(std::move(buffer));
    return Op{Fresh{code_.buffers.size() - 1}};
  }

  static bool searches(const Op& op) {
    auto in = [](const Term& t) {
      return holds(t, [](const Term& inner) {
        return inner.kind == Term::Kind::Call && kind_of(inner.function) == FunctionKind::Search;
      });
    };
    return match(
        op.kind, [&](const Loop& n) { return in(n.begin) || in(n.end) || in(n.step); },
        [&](const Repeat& n) { return in(n.condition); },
        [&](const Branch& n) { return in(n.condition); }, [&](const Set& n) { return in(n.value); },
        [&](const Store& n) { return in(n.at) || in(n.value); }, [](const Fresh&) { return false; },
        [&](const Effect& n) { return in(n.call); },
        [&](const Move& n) {
          const auto field = [&](const std::optional<Term>& t) { return t && in(*t); };
          return in(n.to_at) || in(n.from_at) || field(n.guard) || field(n.count) ||
                 field(n.entry) || field(n.stride);
        },
        [](const Meet&) { return false; }, [](const Idle&) { return false; });
  }

  // Whether an iteration that reads coordinates computes only under a condition.
  bool meets(const ir::Stmt& s) const { return reads_coordinates(s) && computes_maybe(s, false); }

  bool reads_coordinates(const ir::Stmt& s) const {
    if (ir::as<ir::For>(s)) return false;
    bool found = false;
    auto look = [&](const ir::Expr& e) {
      ir::for_each_expr(e, [&](const ir::Expr& inner) { found |= is_coordinate(inner); });
    };
    ir::for_children(s, look, [&](const ir::Stmt& inner) { found |= reads_coordinates(inner); });
    return found;
  }

  bool is_coordinate(const ir::Expr& e) const {
    std::string name;
    if (const auto* read = ir::as<ir::Read>(e)) name = read->buffer;
    if (const auto* call = ir::as<ir::Call>(e); call && call->intrinsic == "has_bit")
      name = ir::as<ir::Var>(call->args[0])->name;
    auto found = buffers_.find(name);
    if (found == buffers_.end()) return false;
    const Buffer& buffer = code_.buffers[found->second];
    if (!buffer.array) return buffer.coordinates;
    const Array::Of of = buffer.array->of;
    return of == Array::Of::Coordinates || of == Array::Of::Masks;
  }

  static bool computes_maybe(const ir::Stmt& s, bool conditional) {
    if (const auto* n = ir::as<ir::Assign>(s)) return conditional && is_sum(*n);
    conditional |= ir::as<ir::If>(s) || ir::as<ir::While>(s);
    bool found = false;
    ir::for_children(
        s, [](const ir::Expr&) {},
        [&](const ir::Stmt& inner) { found |= computes_maybe(inner, conditional); });
    return found;
  }

  // Anything that is no walk: fingers advance by calls.
  static bool is_sum(const ir::Assign& n) {
    bool reads = false;
    ir::for_each_expr(n.value, [&](const ir::Expr& e) { reads |= ir::as<ir::Read>(e) != nullptr; });
    return reads || ir::as<ir::Read>(n.target);
  }

  // ---- Expressions ----

  size_t buffer(const std::string& name) const {
    auto found = buffers_.find(name);
    if (found == buffers_.end()) throw Broken("no array " + name);
    return found->second;
  }

  Term literal(Cell value, bool real) const {
    Term out{Term::Kind::Literal, real};
    out.out.assign(threads_, value);
    return out;
  }

  Term term(const ir::Expr& e) {
    return match(
        e->kind, [&](const ir::IntLit& n) { return literal(cell(n.value), false); },
        [&](const ir::FloatLit& n) { return literal(cell(n.value), true); },
        [&](const ir::Var& n) { return variable(n); },
        [](const ir::Access& n) -> Term { throw Unsupported("the access of " + n.operand); },
        [&](const ir::Read& n) { return load(n); }, [&](const ir::Binary& n) { return binary(n); },
        [&](const ir::Call& n) { return call(n); });
  }

  Term variable(const ir::Var& n) const {
    if (auto array = buffers_.find(n.name); array != buffers_.end()) {
      Term out{Term::Kind::Buffer};
      out.buffer = array->second;
      return out;
    }
    auto name = names_.find(n.name);
    if (name == names_.end()) throw Broken("no variable " + n.name);
    Term out{Term::Kind::Variable, name->second.real};
    out.slot = name->second.slot;
    return out;
  }

  Term load(const ir::Read& n) {
    Term out{Term::Kind::Load};
    out.buffer = buffer(n.buffer);
    out.real = code_.buffers[out.buffer].real;
    out.args.push_back(term(n.at));
    out.out.resize(threads_);
    out.last.assign(threads_, -1);
    return out;
  }

  Term binary(const ir::Binary& n) {
    Term out{Term::Kind::Binary};
    out.op = n.op;
    out.args.push_back(term(n.lhs));
    out.args.push_back(term(n.rhs));
    const bool compares = n.op == ir::BinaryOp::Eq || n.op == ir::BinaryOp::Lt ||
                          n.op == ir::BinaryOp::Le || n.op == ir::BinaryOp::And ||
                          n.op == ir::BinaryOp::Or;
    out.real = !compares && out.args[0].real;
    out.out.resize(threads_);
    return out;
  }

  Term call(const ir::Call& n) {
    std::optional<Function> function = find_function(n.intrinsic);
    if (!function) throw Unsupported("@" + n.intrinsic);
    Term out{Term::Kind::Call};
    out.function = *function;
    out.real = ir::find_intrinsic(n.intrinsic)->result == ir::Type::Value;
    for (const ir::Expr& arg : n.args) out.args.push_back(term(arg));
    out.out.resize(threads_);
    if (*function == Function::f_take_rows || *function == Function::f_take_rows_seeking)
      mark_staged(code_.buffers[out.args[1].buffer], out.args[2].buffer);
    return out;
  }

  const ir::Kernel& kernel_;
  Recorder& recorder_;
  size_t threads_;
  int64_t value_bytes_, element_bytes_;
  int32_t next_ = 0;    // statement
  bool known_ = false;  // the kernel was launched before
  // Tests for whole tiles: `widen` makes quads behind those alone.
  std::set<std::string> wholes_;
  bool in_whole_ = false;
  KernelCode code_;
  std::map<std::string, Name> names_;
  std::map<std::string, size_t> buffers_;
};

}  // namespace

KernelCode resolve(const ir::Kernel& kernel, const Binding& binding, Recorder& recorder,
                   size_t threads) {
  return Maker(kernel, binding, recorder, threads).make();
}

}  // namespace teaal::interpret
