#include "compiler/emit/cuda_kernel.h"

#include <fmt/format.h>

#include <map>
#include <utility>

#include "compiler/emit/cuda_expr.h"
#include "compiler/emit/value_types.h"
#include "compiler/ir/build.h"
#include "compiler/ir/mma.h"
#include "compiler/ir/rewrite.h"
#include "compiler/support/match.h"

namespace teaal::emit {
namespace {

using namespace ir;

// What the launch gives of shared memory: one array, whatever kernels keep in it.
constexpr std::string_view given_shared = "teaal_shared";

std::string stored_type(const EmitOptions& options) {
  return value_type(options.value_type).narrow() ? "stored_t" : "value_t";
}

class KernelWriter {
 public:
  KernelWriter(const Kernel& kernel, const EmitOptions& options)
      : kernel_(kernel), options_(options), expr_(value_type(options.value_type)) {
    for (const Param& p : kernel.params) define(p);
  }

  std::string text() {
    mark(kernel_.where);
    std::string params;
    for (const Param& p : kernel_.params)
      params += (params.empty() ? "" : ", ") + param_text(p, options_);
    std::string bounds;
    if (kernel_.threads)
      bounds = kernel_.resident
                   ? fmt::format("__launch_bounds__({}, {}) ", kernel_.threads, kernel_.resident)
                   : fmt::format("__launch_bounds__({}) ", kernel_.threads);
    if (kernel_.row_class) line("// For " + ir::class_text(*kernel_.row_class) + ".");
    line("extern \"C\" __global__ void " + bounds + kernel_.name + "(" + params + ") {");
    if (kernel_.shared_bytes)
      line(fmt::format("extern __shared__ __align__({}) unsigned char {}[];",
                       kernel_.shared_alignment, given_shared));
    for (const auto& [symbol, value] : sizes()) {
      const bool wide = value < INT32_MIN || value > INT32_MAX;
      line(fmt::format("constexpr {} {} = {};", wide ? "size_type" : "int", symbol, value));
    }
    if (kernel_.early) line("teaal_await_launches();");
    write(kernel_.body);
    line("}");
    return std::move(out_);
  }

 private:
  // What the spec calls numbers of the body.
  std::map<std::string, int64_t> sizes() const {
    std::map<std::string, int64_t> out;
    for_each_expr(kernel_.body, [&](const Expr& e) {
      if (const auto* n = as<IntLit>(e); n && !n->symbol.empty()) out[n->symbol] = n->value;
    });
    return out;
  }

  void define(const Param& p) {
    expr_.define(p);
    if (p.kind == Param::Kind::Values) expr_.define_values(p.name);
    if (p.kind == Param::Kind::Coords && p.cbits != 0)
      expr_.define_narrow(p.name, bases_of(p, kernel_.params)->name);
  }

  void write(const Stmt& s) {
    mark(s->where);
    match(
        s->kind,
        [&](const ir::Block& n) {
          for (const Stmt& child : n.stmts) write(child);
        },
        [&](const ForRank&) {},
        [&](const For& n) {
          if (is_done_once(n)) return nest("", n.body);
          std::string type = cuda_type(n.type), head;
          Expr step = n.step;
          std::string advance = as<IntLit>(step) && as<IntLit>(step)->value == 1
                                    ? "++" + n.var
                                    : n.var + " += " + expr_.spell(step);
          head = fmt::format("for ({} {} = {}; {}; {})", type, n.var, expr_.spell(n.begin),
                             expr_.spell(less(var(n.var), n.end)), advance);
          expr_.define(n.var, n.type);
          if (n.unroll) line("#pragma unroll");
          if (n.at_once != 1)
            line(fmt::format("#pragma unroll {}", std::max(n.at_once, int64_t{1})));
          nest(head, n.body);
        },
        [&](const While& n) { nest("while (" + expr_.spell(n.cond) + ")", n.body); },
        [&](const If& n) { nest("if (" + expr_.spell(n.cond) + ")", n.body); },
        [&](const Let& n) {
          line(fmt::format("{}{} {} = {};", n.changes ? "" : "const ", cuda_type(n.type), n.var,
                           expr_.spell(n.value)));
          expr_.define(n.var, n.type);
        },
        [&](const Assign& n) { line(expr_.assignment(n) + ";"); },
        [&](const Array& n) {
          const std::string type = n.stored ? stored_type(options_) : cuda_type(n.type);
          if (n.byte >= 0)
            line(fmt::format("{0}* const {1} = reinterpret_cast<{0}*>({2} + {3});", type, n.buffer,
                             given_shared, n.byte));
          else
            line(fmt::format("{}{}{} {}[{}];", n.memory == Memory::Shared ? "__shared__ " : "",
                             n.lines   ? fmt::format("__align__({}) ", kernel_.shared_alignment)
                             : n.quads ? "__align__(16) "
                                       : "",
                             type, n.buffer, n.extent));
          if (n.stored)
            expr_.define_values(n.buffer);
          else
            expr_.define_array(n.buffer, n.type);
        },
        [&](const Remark& n) { remark_ = n.text; },
        [&](const Run& n) { line(expr_.spell(n.call) + ";"); },
        [&](const Copy& n) { line(expr_.copy(n) + ";"); },
        [&](const CopiesEnd&) { line("teaal_copies_end();"); },
        [&](const Await& n) { line(fmt::format("teaal_copies_arrive<{}>();", n.running)); },
        [&](const Barrier& n) {
          line(n.scope == Scope::Block ? "__syncthreads();" : "__syncwarp();");
        },
        [](const Fill&) {}, [&](const ir::Mma& n) { line(expr_.spell(call_of(n)) + ";"); });
  }

  // A mark whenever the spec's line changes; who compiles the text places what stands behind it at
  // that line (line_marks.h).
  void mark(const SourceRange& where) {
    if (!options_.lines || !where.known() || where.line == marked_) return;
    marked_ = where.line;
    out_ += fmt::format("#line {} \"{}\"\n", where.line, options_.file_name);
  }

  // A loop that is there for its names: of what is done again a little later.
  static bool is_done_once(const For& n) {
    if (!n.unroll || !is_literal(n.begin, 0) || !is_literal(n.end, 1)) return false;
    bool asked = false;
    for_each_expr(n.body, [&](const Expr& e) {
      const auto* v = as<Var>(e);
      asked |= v && v->name == n.var;
    });
    return !asked;
  }

  void nest(const std::string& head, const Stmt& body) {
    line(head.empty() ? "{" : head + " {");
    write(body);
    line("}");
  }

  // A remark stands behind a loop's directive: the formatter would put it to the margin before one.
  void line(const std::string& text) {
    if (!remark_.empty() && !text.starts_with('#'))
      out_ += "// " + std::exchange(remark_, {}) + "\n";
    out_ += text + "\n";
  }

  const Kernel& kernel_;
  const EmitOptions& options_;
  CudaExpr expr_;
  std::string out_, remark_;
  int marked_ = 0;
};

}  // namespace

std::string param_text(const Param& p, const EmitOptions& options) {
  auto array = [&](const std::string& type) {
    return (p.written ? "" : "const ") + type + (p.exchanged ? "* " : "* __restrict__ ") + p.name;
  };
  switch (p.kind) {
    case Param::Kind::Masks:
      return array("unsigned");
    case Param::Kind::Segments:
      return array(cuda_type(Type::Pos));
    case Param::Kind::Bases:
      return array(cuda_type(p.cbits != 0 ? Type::Coord : Type::Pos));
    case Param::Kind::Coords:
      if (p.cbits != 0) return array(p.cbits == 8 ? "signed char" : "short");
      return array(cuda_type(Type::Coord));
    case Param::Kind::Values:
      return array(stored_type(options));
    case Param::Kind::Workspace:
      return array(cuda_type(p.type));
    case Param::Kind::Scalar:
      return "value_t " + p.name;
    case Param::Kind::Size:
      return "size_type " + p.name;
    case Param::Kind::Int:
      break;
  }
  return (options.index_bits == 32 ? "coord_t " : "int ") + p.name;
}

std::string kernel_text(const Kernel& kernel, const EmitOptions& options) {
  return KernelWriter(kernel, options).text();
}

}  // namespace teaal::emit
