#include "compiler/emit/emit.h"

#include <fmt/format.h>

#include "compiler/emit/cuda_kernel.h"
#include "compiler/support/match.h"

namespace teaal::emit {
namespace {

using namespace ir;

std::string comment(const std::string& lines) {
  std::string out = "// ";
  for (char c : lines) out += c == '\n' ? "\n// " : std::string(1, c);
  return out + "\n";
}

constexpr std::string_view types = R"(
// Coordinates have 32 bits; positions 32, or 64 with -DTEAAL_POSITION_BITS=64.
#ifndef TEAAL_POSITION_BITS
#define TEAAL_POSITION_BITS 32
#endif
typedef int coord_t;
#if TEAAL_POSITION_BITS == 64
typedef long long pos_t;
#else
typedef int pos_t;
#endif
typedef long long size_type;
)";

}  // namespace

std::string cuda_text(const Program& program, const EmitOptions& options) {
  std::string out = comment(options.head);
  out += types;
  out += fmt::format("typedef {} value_t;\n", options.value_type == "f64" ? "double" : "float");
  for (const Kernel& kernel : program.kernels) out += "\n" + kernel_text(kernel, options);
  return out + "\n" + launcher_text(program, options);
}

std::string header_text(const Program& program, const EmitOptions& options) {
  std::string guard = "TEAALC_" + program.name + "_H";
  std::string out = comment(options.head);
  out +=
      fmt::format("#ifndef {0}\n#define {0}\n#include <stddef.h>\n#include <stdint.h>\n\n", guard);
  out += "#ifdef __cplusplus\nextern \"C\" {\n#endif\n\n";
  out += "#ifndef TEAAL_POSITION_BITS\n#define TEAAL_POSITION_BITS 32\n#endif\n";
  out += fmt::format("typedef {} {}_value;\n", options.value_type == "f64" ? "double" : "float",
                     program.name);
  out += fmt::format(
      "#if TEAAL_POSITION_BITS == 64\ntypedef int64_t {0}_position;\n#else\ntypedef int32_t "
      "{0}_position;\n#endif\n\n",
      program.name);
  out += interface_text(program);
  return out + "\n#ifdef __cplusplus\n}\n#endif\n#endif\n";
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
