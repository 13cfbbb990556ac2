#include "compiler/emit/emit.h"

#include <fmt/format.h>

#include <cmath>
#include <set>

#include "compiler/emit/cuda_kernel.h"
#include "compiler/emit/launcher_interface.h"
#include "compiler/emit/value_types.h"
#include "compiler/ir/intrinsics.h"
#include "compiler/ir/range.h"
#include "compiler/ir/rewrite.h"
#include "compiler/support/match.h"

namespace teaal::emit {
namespace {

using namespace ir;

std::string comment(const std::string& lines) {
  std::string out = "// ";
  for (char c : lines) out += c == '\n' ? "\n// " : std::string(1, c);
  return out + "\n";
}

// Behind a directive, so that no device function put in front takes the comment for its own.
constexpr std::string_view types = R"(
#ifndef TEAAL_POSITION_BITS
#define TEAAL_POSITION_BITS {0}  // 64 where there are more positions than {0} bits can count
#endif
typedef {1} coord_t;
#if TEAAL_POSITION_BITS == 64
typedef long long pos_t;
#else
typedef {1} pos_t;
#endif
typedef long long size_type;
)";

std::string_view index_type(int bits) {
  return bits == 8 ? "signed char" : bits == 16 ? "short" : "int";
}

// What is addressed and counted in 32 bits where all arrays and extents allow it.
constexpr std::string_view offset_type = R"(#ifndef TEAAL_OFFSET_BITS
#define TEAAL_OFFSET_BITS TEAAL_POSITION_BITS  // 64 beyond {1} elements or coordinates
#endif
#if TEAAL_OFFSET_BITS == 64 || TEAAL_POSITION_BITS == 64
typedef long long offset_t;
#else
typedef {0} offset_t;
#endif
)";

// Why the type has no text for an expression; empty: it has one.
std::string unspelled(const Expr& e, const ValueType& values) {
  if (const auto* n = as<Call>(e))
    if (spelling(*find_intrinsic(n->intrinsic), values.name).empty())
      return fmt::format("'{}' of values of type {}", n->intrinsic, values.name);
  const auto* n = as<FloatLit>(e);
  bool fits = !n || !values.wraps ||
              (n->value == std::trunc(n->value) && n->value >= INT32_MIN && n->value <= INT32_MAX);
  return fits ? "" : fmt::format("the constant {} among values of type {}", n->value, values.name);
}

}  // namespace

std::string cuda_text(const Program& program, const EmitOptions& options) {
  std::string out = comment(options.head);
  out += fmt::format(types, options.index_bits, index_type(options.index_bits));
  if (uses_offsets(program))
    out += fmt::format(offset_type, index_type(options.index_bits),
                       most_in_offsets(options.index_bits));
  const ValueType& values = value_type(options.value_type);
  if (values.narrow())
    out += fmt::format("typedef {} stored_t; // {}; computed in value_t\n", values.stored,
                       values.interface_is);
  out += fmt::format("typedef {} value_t;\n", values.arithmetic);
  for (const Kernel& kernel : program.kernels) out += "\n" + kernel_text(kernel, options);
  return out + "\n" + launcher_text(program, options);
}

std::string header_text(const Program& program, const EmitOptions& options) {
  std::string guard = "TEAALC_" + program.name + "_H";
  std::string out = comment(options.head);
  out +=
      fmt::format("#ifndef {0}\n#define {0}\n#include <stddef.h>\n#include <stdint.h>\n\n", guard);
  out += "#ifdef __cplusplus\nextern \"C\" {\n#endif\n\n";
  out += fmt::format("#ifndef TEAAL_POSITION_BITS\n#define TEAAL_POSITION_BITS {}\n#endif\n",
                     options.index_bits);
  const ValueType& values = value_type(options.value_type);
  out +=
      fmt::format("typedef {} {}_value;{}\n", values.interface, program.name,
                  values.interface_is.empty() ? "" : fmt::format(" /* {} */", values.interface_is));
  out += fmt::format(
      "#if TEAAL_POSITION_BITS == 64\ntypedef int64_t {0}_position;\n#else\ntypedef int{1}_t "
      "{0}_position;\n#endif\n\n",
      program.name, options.index_bits);
  out += interface_text(program, options);
  return out + "\n#ifdef __cplusplus\n}\n#endif\n#endif\n";
}

bool check_values(const Program& program, const EmitOptions& options, Diagnostics& diagnostics) {
  const ValueType& values = value_type(options.value_type);
  const int errors = diagnostics.errors();
  std::set<std::string> told;
  for (const Kernel& kernel : program.kernels)
    for_each_stmt(kernel.body, [&](const Stmt& s) {
      for_children(
          s,
          [&](const Expr& child) {
            for_each_expr(child, [&](const Expr& e) {
              std::string why = unspelled(e, values);
              if (!why.empty() && told.insert(why).second)
                diagnostics.error(Code::Unsupported, s->where.known() ? s->where : kernel.where,
                                  "unsupported: " + why);
            });
          },
          [](const Stmt&) {});
    });
  return diagnostics.errors() == errors;
}

std::string size_text(const Expr& e) {
  return match(
      e->kind, [](const IntLit& n) { return std::to_string(n.value); },
      [](const Var& n) { return n.name; },
      [](const Binary& n) {
        auto two = [&](const char* op) {
          return "(" + size_text(n.lhs) + " " + op + " " + size_text(n.rhs) + ")";
        };
        switch (n.op) {
          case BinaryOp::Add:
            return two("+");
          case BinaryOp::Sub:
            return two("-");
          case BinaryOp::Mul:
            return two("*");
          case BinaryOp::Div:
            return two("/");
          case BinaryOp::Min:
            return "min(" + size_text(n.lhs) + ", " + size_text(n.rhs) + ")";
          case BinaryOp::Max:
            return "max(" + size_text(n.lhs) + ", " + size_text(n.rhs) + ")";
          default:
            return two("%");
        }
      },
      [](const Call& n) {
        if (n.intrinsic == "ceil_div")
          return "ceil_div(" + size_text(n.args[0]) + ", " + size_text(n.args[1]) + ")";
        if (n.intrinsic == "bits") return "bits(" + size_text(n.args[0]) + ")";
        return size_text(n.args[0]);  // @size and its like: sizes are 64 bit already
      },
      [](const auto&) { return std::string("0"); });
}

}  // namespace teaal::emit
