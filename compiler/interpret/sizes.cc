#include "compiler/interpret/sizes.h"

#include <algorithm>
#include <bit>

#include "compiler/interpret/code.h"
#include "compiler/ir/text/text.h"
#include "compiler/support/match.h"

namespace teaal::interpret {
namespace {

int64_t combined(ir::BinaryOp op, int64_t a, int64_t b) {
  switch (op) {
    case ir::BinaryOp::Add:
      return a + b;
    case ir::BinaryOp::Sub:
      return a - b;
    case ir::BinaryOp::Mul:
      return a * b;
    case ir::BinaryOp::Div:
      return a / b;
    case ir::BinaryOp::Mod:
      return a % b;
    case ir::BinaryOp::Min:
      return std::min(a, b);
    case ir::BinaryOp::Max:
      return std::max(a, b);
    case ir::BinaryOp::Eq:
      return a == b;
    case ir::BinaryOp::Lt:
      return a < b;
    case ir::BinaryOp::Le:
      return a <= b;
    case ir::BinaryOp::And:
      return a != 0 && b != 0;
    case ir::BinaryOp::Or:
      return a != 0 || b != 0;
  }
  throw Broken("an unknown operator in a size");
}

}  // namespace

Sizes::Sizes(const ir::Program& program, const Problem& problem)
    : program_(program), known_(problem.extents) {
  for (const auto& [name, value] : problem.symbols) known_[name] = value;
}

int64_t Sizes::evaluate(const ir::Expr& e) const {
  return match(
      e->kind, [](const ir::IntLit& n) { return n.value; },
      [&](const ir::FloatLit&) -> int64_t { throw Broken("a value as a size"); },
      [&](const ir::Var& n) { return named(n.name); },
      [&](const ir::Access&) -> int64_t { throw Broken(ir::print(e) + " as a size"); },
      [&](const ir::Read&) -> int64_t { throw Broken(ir::print(e) + " as a size"); },
      [&](const ir::Binary& n) {
        const int64_t a = evaluate(n.lhs), b = evaluate(n.rhs);
        if (b == 0 && (n.op == ir::BinaryOp::Div || n.op == ir::BinaryOp::Mod))
          throw Broken("a division by 0 in " + ir::print(e));
        return combined(n.op, a, b);
      },
      [&](const ir::Call& n) { return call(n); });
}

int64_t Sizes::named(const std::string& name) const {
  if (auto found = known_.find(name); found != known_.end()) return found->second;
  for (const ir::Symbol& s : program_.symbols)
    if (s.name == name && s.fallback) return evaluate(s.fallback);
  for (const ir::NamedSize& s : program_.sizes)
    if (s.name == name) return evaluate(s.value);
  throw Broken("a size names '" + name + "', which has no value");
}

int64_t Sizes::call(const ir::Call& n) const {
  auto arg = [&](size_t i) { return evaluate(n.args[i]); };
  if (n.intrinsic == "size" || n.intrinsic == "coord" || n.intrinsic == "pos" ||
      n.intrinsic == "int" || n.intrinsic == "offset")
    return arg(0);
  if (n.intrinsic == "ceil_div") return (arg(0) + arg(1) - 1) / arg(1);
  if (n.intrinsic == "select") return arg(0) != 0 ? arg(1) : arg(2);
  if (n.intrinsic == "bits") return std::bit_width(static_cast<uint64_t>(arg(0)));
  throw Unsupported("@" + n.intrinsic + " in a size");
}

}  // namespace teaal::interpret
