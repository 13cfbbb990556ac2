#include "compiler/emit/cuda_expr.h"

#include <fmt/format.h>

#include <cmath>

#include "compiler/ir/build.h"
#include "compiler/ir/copies.h"
#include "compiler/ir/intrinsics.h"
#include "compiler/ir/names.h"
#include "compiler/support/match.h"

namespace teaal::emit {
namespace {

using namespace ir;

std::string spell_integer(int64_t value) {
  bool small = value >= INT32_MIN && value <= INT32_MAX;
  return std::to_string(value) + (small ? "" : "LL");
}

std::string spell_float(double value) {
  if (value == 0) return "value_t(0)";
  // No header, no macro: what all compilers of CUDA know.
  if (std::isinf(value))
    return fmt::format("static_cast<value_t>({}__int_as_float(0x7f800000))", value < 0 ? "-" : "");
  return fmt::format("static_cast<value_t>({})", value);
}

bool is_arithmetic(BinaryOp op) {
  return op == BinaryOp::Add || op == BinaryOp::Sub || op == BinaryOp::Mul;
}

// An argument as it stands between brackets and commas, as an operand, and as an array of elements.
struct Spelled {
  std::string alone, operand, elements;
};

bool is_bracketed(std::string_view pattern, size_t begin, size_t end) {
  auto in = [&](size_t at, std::string_view marks) {
    return at < pattern.size() && marks.find(pattern[at]) != std::string_view::npos;
  };
  const bool behind_comma = begin > 1 && pattern[begin - 2] == ',';
  return (in(begin - 1, "([<") || behind_comma) && in(end, ")]>,");
}

// $0, $1, … replaced by the arguments, $* by all of them, $@0, … by arrays of elements.
std::string fill(std::string_view pattern, const std::vector<Spelled>& args) {
  std::string out;
  for (size_t i = 0; i < pattern.size(); ++i) {
    if (pattern[i] != '$') {
      out += pattern[i];
    } else if (pattern[i + 1] == '*') {
      for (const Spelled& arg : args) out += (&arg == args.data() ? "" : ", ") + arg.alone;
      ++i;
    } else if (pattern[i + 1] == '@') {
      out += args[static_cast<size_t>(pattern[i += 2] - '0')].elements;
    } else {
      size_t end = i + 1, number = 0;
      for (; end < pattern.size() && pattern[end] >= '0' && pattern[end] <= '9'; ++end)
        number = 10 * number + static_cast<size_t>(pattern[end] - '0');
      out += is_bracketed(pattern, i, end) ? args[number].alone : args[number].operand;
      i = end - 1;
    }
  }
  return out;
}

// Each $name replaced by what stands for it.
std::string fill_named(std::string_view pattern, const std::map<std::string, std::string>& names) {
  std::string out;
  while (!pattern.empty()) {
    const size_t mark = pattern.find('$');
    out += pattern.substr(0, mark);
    if (mark == std::string_view::npos) break;
    pattern.remove_prefix(mark + 1);
    const size_t end = pattern.find_first_not_of("abcdefghijklmnopqrstuvwxyz");
    out += names.at(std::string(pattern.substr(0, end)));
    pattern.remove_prefix(end);
  }
  return out;
}

constexpr int operand = 7;  // binds tighter than every infix operator

}  // namespace

std::string cuda_type(Type type) {
  switch (type) {
    case Type::Bool:
      return "bool";
    case Type::Mask:
      return "unsigned";
    case Type::Int:
      return "int";
    case Type::Coord:
      return "coord_t";
    case Type::Pos:
      return "pos_t";
    case Type::Offset:
      return "offset_t";
    case Type::Size:
      return "size_type";
    case Type::Value:
      break;
  }
  return "value_t";
}

std::string CudaExpr::spell(const Expr& e, int outer) const {
  return match(
      e->kind, [](const IntLit& n) { return n.symbol.empty() ? spell_integer(n.value) : n.symbol; },
      [](const FloatLit& n) { return spell_float(n.value); },
      [&](const Var& n) { return named(n.name); }, [](const Access& n) { return n.operand; },
      [&](const Read& n) {
        if (!narrow_.contains(n.buffer)) return place(n);
        return fmt::format("{}({})", values_.load, place(n));
      },
      [&](const Binary& n) {
        if (n.op == BinaryOp::Min || n.op == BinaryOp::Max) return extreme(n);
        if (values_.wraps && types_.of(e) == Type::Value && is_arithmetic(n.op)) return wrapping(n);
        int mine = precedence(n.op);
        std::string text = spell(n.lhs, mine) + " " + std::string(name_of(infix_names, n.op)) +
                           " " + spell(n.rhs, mine + 1);
        return mine < outer ? "(" + text + ")" : text;
      },
      [&](const Call& n) { return call(n, outer); });
}

std::string CudaExpr::named(const std::string& name) const {
  const auto bases = bases_.find(name);
  return bases == bases_.end() ? name : fmt::format("teaal_narrow({}, {})", name, bases->second);
}

std::string CudaExpr::place(const Read& n) const {
  const auto bases = bases_.find(n.buffer);
  if (bases == bases_.end()) return n.buffer + "[" + spell(n.at, 0) + "]";
  return fmt::format("teaal_coordinate({}, {}, {})", n.buffer, bases->second, spell(n.at, 0));
}

std::string CudaExpr::wrapping(const Binary& n) const {
  const char* verb = n.op == BinaryOp::Add ? "add" : n.op == BinaryOp::Sub ? "sub" : "mul";
  return fmt::format("teaal_wrapping_{}({}, {})", verb, spell(n.lhs, 0), spell(n.rhs, 0));
}

// An element that is stored in fewer bits than values have.
const Read* CudaExpr::narrow(const Expr& e) const {
  const auto* n = as<Read>(e);
  return n && narrow_.contains(n->buffer) ? n : nullptr;
}

std::string CudaExpr::assignment(const Assign& n) const {
  const Read *element = narrow(n.target), *from = narrow(n.value);
  if (element && n.op == AssignOp::Set && from) return place(*element) + " = " + place(*from);
  bool by_function = element || (values_.wraps && types_.of(n.target) == Type::Value);
  if (!by_function && (n.op == AssignOp::Add || n.op == AssignOp::Mul))
    return spell(n.target) + (n.op == AssignOp::Add ? " += " : " *= ") + spell(n.value);
  Expr value = combined(n.op, n.target, n.value);
  if (!element) return spell(n.target) + " = " + spell(value);
  return fmt::format("{} = {}({})", place(*element), values_.store, spell(value));
}

std::string CudaExpr::copy(const Copy& n) const {
  const auto *to = as<Read>(n.to), *from = as<Read>(n.from);
  const auto at = [&](const std::string& array, const Read& of) {
    return fmt::format("{}[{}]", array, spell(of.at, 0));
  };
  // From elements to elements nothing is converted.
  const bool as_stored = narrow(n.to) && narrow(n.from);
  const auto values = [&](const std::string& array, bool read) {
    return as_stored ? array : elements(array, read);
  };
  std::map<std::string, std::string> names = {
      {"place", at(to->buffer, *to)},    {"to", at(values(to->buffer, false), *to)},
      {"from", at(from->buffer, *from)}, {"as", at(values(from->buffer, true), *from)},
      {"array", named(from->buffer)},    {"at", spell(from->at, 0)},
      {"width", std::to_string(n.width)}};
  for (const auto& [name, field] :
       {std::pair("guard", n.guard), std::pair("count", n.count), std::pair("entry", n.entry),
        std::pair("stride", n.stride), std::pair("turn", n.turn)})
    if (field) names[name] = spell(field, 0);
  if (n.turn && as<Read>(n.turn)) names["turn"] = "&" + names["turn"];
  return fill_named(copy_text(n, bases_.contains(from->buffer)), names);
}

// An array of elements that may be narrower than values, as elements that read as values.
std::string CudaExpr::elements(const std::string& array, bool read) const {
  if (!narrow_.contains(array)) return array;
  return fmt::format("reinterpret_cast<{}teaal_{}*>({})", read ? "const " : "", values_.name,
                     array);
}

std::string CudaExpr::extreme(const Binary& n) const {
  Type lhs = types_.of(n.lhs), rhs = types_.of(n.rhs), common = std::max(lhs, rhs);
  if (common == Type::Value)
    return fmt::format("{}{}{}({}, {})", values_.wraps ? "" : "f",
                       n.op == BinaryOp::Min ? "min" : "max",
                       values_.arithmetic == "float" ? "f" : "", spell(n.lhs, 0), spell(n.rhs, 0));
  return std::string(n.op == BinaryOp::Min ? "min(" : "max(") + of_type(n.lhs, common) + ", " +
         of_type(n.rhs, common) + ")";
}

// Functions and conditions of two operands want both of one type.
std::string CudaExpr::of_type(const Expr& e, Type type) const {
  const bool fits = types_.of(e) == type && !as<IntLit>(e);
  return fits || type == Type::Coord ? spell(e, 0)
                                     : "static_cast<" + cuda_type(type) + ">(" + spell(e, 0) + ")";
}

std::string CudaExpr::call(const Call& n, int outer) const {
  // What is 64 bit already needs no cast.
  if (n.intrinsic == "size" && types_.of(n.args[0]) == Type::Size) return spell(n.args[0], outer);
  if (n.intrinsic == "offset" && types_.of(n.args[0]) == Type::Offset)
    return spell(n.args[0], outer);
  if (n.intrinsic == "select") {
    const Type common = types_.of(make_expr(n));
    const auto operand_of = [&](const Expr& arg) {
      return as<IntLit>(arg) ? spell(arg, 0) : of_type(arg, common);
    };
    const std::string text = fmt::format("{} ? {} : {}", spell(n.args[0], operand),
                                         operand_of(n.args[1]), operand_of(n.args[2]));
    return outer == 0 ? text : "(" + text + ")";
  }
  if (n.intrinsic == "stored" && values_.narrow())
    return fmt::format("{}({}({}))", values_.load, values_.store, spell(n.args[0]));
  if (n.intrinsic == std::string(values_.name) + "_bits")
    if (const auto *low = narrow(n.args[0]), *high = narrow(n.args[1]); low && high)
      return fmt::format("teaal_word({}, {})", place(*low), place(*high));
  const Intrinsic* row = find_intrinsic(n.intrinsic);
  std::vector<Spelled> args;
  for (const Expr& arg : n.args) {
    const std::string alone = spell(arg, 0);
    args.push_back({alone, spell(arg, operand), as<Var>(arg) ? elements(alone) : alone});
  }
  std::string_view pattern = spelling(*row, values_.name);
  if (outer == 0 && pattern.starts_with('(')) pattern = pattern.substr(1, pattern.size() - 2);
  return fill(pattern, args);
}

}  // namespace teaal::emit
