#include "compiler/ir/types.h"

#include <algorithm>

#include "compiler/ir/intrinsics.h"
#include "compiler/support/match.h"

namespace teaal::ir {
namespace {

Type found(const std::map<std::string, Type>& types, const std::string& name, Type otherwise) {
  const auto at = types.find(name);
  return at == types.end() ? otherwise : at->second;
}

}  // namespace

Type element_type(const Param& p) {
  switch (p.kind) {
    case Param::Kind::Segments:
      return Type::Pos;
    case Param::Kind::Bases:
      return p.cbits != 0 ? Type::Coord : Type::Pos;
    case Param::Kind::Masks:
      return Type::Mask;
    case Param::Kind::Coords:
      return Type::Coord;
    default:
      return p.type;
  }
}

void Types::define(const Param& p) {
  if (p.kind == Param::Kind::Int)
    names[p.name] = Type::Coord;
  else if (p.kind == Param::Kind::Size)
    names[p.name] = Type::Size;
  else if (p.kind == Param::Kind::Scalar)
    names[p.name] = Type::Value;
  else
    arrays[p.name] = element_type(p);
}

Type Types::of(const Expr& e) const {
  return match(
      e->kind, [](const IntLit&) { return Type::Coord; },
      [](const FloatLit&) { return Type::Value; },
      [&](const Var& n) { return found(names, n.name, Type::Coord); },
      [](const Access&) { return Type::Value; },
      [&](const Read& n) { return found(arrays, n.buffer, Type::Value); },
      [&](const Binary& n) { return std::max(of(n.lhs), of(n.rhs)); },
      [&](const Call& n) {
        if (n.intrinsic == "ceil_div") return std::max(of(n.args[0]), of(n.args[1]));
        if (n.intrinsic == "select") return std::max(of(n.args[1]), of(n.args[2]));
        return find_intrinsic(n.intrinsic)->result;
      });
}

}  // namespace teaal::ir
