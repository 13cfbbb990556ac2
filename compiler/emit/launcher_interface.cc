#include "compiler/emit/launcher_interface.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "compiler/emit/cuda_kernel.h"
#include "compiler/emit/value_types.h"
#include "compiler/ir/build.h"
#include "compiler/ir/levels.h"
#include "compiler/ir/names.h"
#include "compiler/ir/range.h"
#include "compiler/ir/rewrite.h"

namespace teaal::emit {

using namespace ir;

bool written(const Program& program, const View& v) {
  return program.tensor(v.tensor)->role != Role::Input;
}

bool assembled(const View& v) { return !v.positions.empty(); }

namespace {

// Workspaces that hold an element a bit: offsets count these.
std::set<std::string> element_bits(const Program& program) {
  std::set<std::string> out;
  for (const Kernel& k : program.kernels)
    for_each_expr(k.body, [&](const Expr& e) {
      const auto* n = as<Call>(e);
      if (n && (n->intrinsic == "put_bit" || n->intrinsic == "put_bits"))
        out.insert(as<Var>(n->args[0])->name);
    });
  return out;
}

bool is_dense_to(const View& v, size_t l) {
  const auto last = v.levels.begin() + static_cast<std::ptrdiff_t>(l) + 1;
  return !assembled(v) && std::all_of(v.levels.begin(), last, [](const Level& level) {
    return level.format == LevelFormat::Uncompressed;
  });
}

bool uses_offsets_in(const Kernel& kernel) {
  bool out = false;
  for_each_stmt(kernel.body, [&](const Stmt& s) {
    const auto* named = as<Let>(s);
    const auto* loop = as<For>(s);
    out |= (named && named->type == Type::Offset) || (loop && loop->type == Type::Offset);
  });
  for_each_expr(kernel.body, [&](const Expr& e) {
    const auto* cast = as<Call>(e);
    out |= cast && cast->intrinsic == "offset";
  });
  return out;
}

}  // namespace

bool assembles(const Program& program) {
  for (const View& v : program.views)
    if (assembled(v)) return true;
  return false;
}

bool uses_offsets(const Program& program) {
  return std::ranges::any_of(program.kernels, uses_offsets_in);
}

namespace {

constexpr int of_product = 6;  // binds as * and / do

std::string host_text_at(const Expr& e, int outer) {
  const auto call = [](const char* name, const Expr& a, const Expr& b) {
    return fmt::format("{}({}, {})", name, host_text_at(a, 0), host_text_at(b, 0));
  };
  if (const auto* n = as<Call>(e)) {
    if (n->intrinsic == "ceil_div") return call("ceil_div", n->args[0], n->args[1]);
    // Other calls are casts: sizes are 64 bit already.
    return n->intrinsic == "bits" ? size_text(e) : host_text_at(n->args[0], outer);
  }
  const auto* n = as<Binary>(e);
  if (!n) return size_text(e);
  if (n->op == BinaryOp::Min) return call("min", n->lhs, n->rhs);
  if (n->op == BinaryOp::Max) return call("max", n->lhs, n->rhs);
  const int mine = precedence(n->op);
  const std::string text = fmt::format("{} {} {}", host_text_at(n->lhs, mine),
                                       name_of(infix_names, n->op), host_text_at(n->rhs, mine + 1));
  return mine < outer ? "(" + text + ")" : text;
}

}  // namespace

std::string host_text(const Expr& e, bool factor) {
  return host_text_at(e, factor ? of_product + 1 : 0);
}

bool is_shared(const Kernel& k) {
  return std::ranges::any_of(
      k.params, [](const Param& p) { return p.kind == Param::Kind::Workspace && p.view.empty(); });
}

std::vector<LaunchShape> launch_shapes(const Program& program) {
  std::vector<LaunchShape> out;
  for (const Kernel& k : program.kernels) {
    if (is_shared(k)) continue;
    out.push_back({fmt::format("block_{}()", k.name), k.launch.block});
    out.push_back({fmt::format("grid_{}()", k.name), k.launch.grid});
  }
  return out;
}

Expr by_shapes(const Expr& e, std::span<const LaunchShape> shapes) {
  constexpr size_t is_long = 40;
  if (host_text(e).size() < is_long) return e;
  for (const LaunchShape& shape : shapes)
    if (same(e, shape.size)) return var(shape.name);
  return map_children(e, [&](const Expr& part) { return by_shapes(part, shapes); });
}

std::string as_divisor(const std::string& product) {
  return product.find(' ') == std::string::npos ? product : "(" + product + ")";
}

std::string offsets_fit(const Program& program, const EmitOptions& options) {
  const int64_t most = most_in_offsets(options.index_bits);
  std::string out;
  std::vector<std::string> lengths = program.ranks();
  for (const Count& c : program.counts) lengths.push_back(c.name);
  for (const Symbol& s : program.symbols) lengths.push_back(s.name);
  for (const std::string& length : lengths)
    out += fmt::format("{}{} <= {}", out.empty() ? "" : " && ", length, most);
  for (const View& v : program.views) {
    std::string product = host_text(v.levels.empty() ? lit(1) : level_extent(v.levels, 0), true);
    for (size_t l = 1; l < v.levels.size() && is_dense_to(v, l); ++l) {
      const std::string extent = host_text(level_extent(v.levels, l), true);
      const std::string test =
          fmt::format("({} == 0 || {} <= {} / {})", product, extent, most, as_divisor(product));
      if (out.find(test) == std::string::npos) out += (out.empty() ? "" : " && ") + test;
      product += " * " + extent;
    }
  }
  const std::set<std::string> of_bits = element_bits(program);
  for (const Workspace& w : program.workspaces)
    if (of_bits.contains(w.name))
      out += fmt::format("{}{} <= {}", out.empty() ? "" : " && ", host_text(w.elements, true),
                         most / 32);
  return out.empty() ? "true" : out;
}

bool holds(const Program& program) {
  return std::any_of(program.steps.begin(), program.steps.end(),
                     [](const Step& s) { return s.once; });
}

std::vector<LevelArray> arrays_of(const Program& program, const View& v, size_t l,
                                  const EmitOptions& options) {
  const std::string base = v.name + "_" + level_name(v.levels[l]);
  const std::string position = program.name + "_position";
  switch (v.levels[l].format) {
    case LevelFormat::Uncompressed:
      return {};
    case LevelFormat::Compressed:
      if (const int bits = v.levels[l].cbits)
        return {{base + "_segments", position},
                {base + "_coords", fmt::format("int{}_t", bits)},
                {base + "_bases", fmt::format("int{}_t", options.index_bits)}};
      return {{base + "_segments", position},
              {base + "_coords", fmt::format("int{}_t", options.index_bits)}};
    case LevelFormat::Bitmask:
      break;
  }
  return {{base + "_masks", "uint32_t"}, {base + "_bases", position}};
}

namespace {

// "; K1 is K / 4", with snaps "; K1 is K down to 5, down to 3, / 4": how tiles are numbered. An
// uncompressed level counts from the first coordinate of the enclosing tile.
std::string tile_comment(const View& v, size_t l) {
  const Level& level = v.levels[l];
  auto outer = enclosing_level(v.levels, l);
  bool counts = outer && level.format != LevelFormat::Compressed;
  if (!level.tile && !counts) return "";
  std::string out = "; " + level_name(level);
  if (level.tile) out += " is " + level.rank;
  for (size_t s = level.snaps.size(); s-- > 0;)
    out += " down to " + size_text(level.snaps[s]) + ",";
  if (level.tile) out += " / " + size_text(level.tile);
  if (counts)
    out += fmt::format(" counted from the first of its {}, {} a fiber",
                       level_name(v.levels[*outer]), size_text(level_extent(v.levels, l)));
  return out;
}

std::string narrow_comment(const View& v, size_t l) {
  if (v.levels[l].cbits == 0) return "";
  const std::string base = v.structure() + "_" + level_name(v.levels[l]);
  return fmt::format("; position p has the coordinate {0}_bases[p / {1}] + {0}_coords[p]", base,
                     narrow_run);
}

std::string levels_comment(const View& v) {
  std::string out = v.levels.empty() ? "one element" : levels_text(v.levels);
  for (size_t l = 0; l < v.levels.size(); ++l) out += tile_comment(v, l) + narrow_comment(v, l);
  return out;
}

std::string fields(const Program& program, const EmitOptions& options) {
  const std::string& p = program.name;
  const ValueType& values = value_type(options.value_type);
  std::string out;
  for (const View& v : program.views) {
    if (v.carried) continue;
    std::string origin = v.resorted        ? ", tensor " + v.tensor + " re-sorted"
                         : assembled(v)    ? ", assembled: set by the launch"
                         : !v.like.empty() ? ", where " + v.like + " has elements"
                                           : "";
    std::string constant = assembled(v) ? "" : "const ";
    const double absent = program.tensor(v.tensor)->absent;
    std::string holds = absent == 0 ? "" : fmt::format("; absent elements hold {}", absent);
    out += fmt::format("  /* {}: {}{}{} */\n", v.name, levels_comment(v), origin, holds);
    for (size_t l = 0; l < v.levels.size() && v.like.empty(); ++l) {
      const std::vector<LevelArray> arrays = arrays_of(program, v, l, options);
      for (const LevelArray& array : arrays)
        out += fmt::format("  {}{}* {};\n", constant, array.type, array.name);
      if (assembled(v) && !arrays.empty())
        out += fmt::format("  int64_t {}_{}_positions;\n", v.name, level_name(v.levels[l]));
    }
    out +=
        fmt::format("  {}{}_value* {}_values;\n", written(program, v) ? "" : "const ", p, v.name);
  }
  for (const std::string& rank : program.ranks())
    out += fmt::format("  int64_t extent_{};\n", rank);
  for (const Symbol& s : program.symbols)
    out += fmt::format("  int64_t size_{};  /* 0: the default */\n", s.name);
  for (const Count& c : program.counts)
    out += fmt::format("  int64_t {};  /* how many elements {} stores */\n", c.name, c.tensor);
  if (program.iteration && !program.iteration->times)
    out += fmt::format(
        "  int64_t rounds;  /* how many rounds to run; the spec ends when {} is empty, which only "
        "the host could see */\n",
        program.iteration->until_empty);
  for (const std::string& s : program.scalars)
    out += fmt::format("  {} scalar_{};\n", values.narrow() ? "float" : p + "_value", s);
  if (assembles(program))
    out +=
        "  /* Device memory whose size only the run tells: workspaces, which the launch releases, "
        "and the arrays\n     of assembled tensors, which the caller releases. 0: cudaMallocAsync "
        "and cudaFreeAsync on the stream. */\n"
        "  void* (*allocate)(void* context, size_t bytes, struct CUstream_st* stream);\n"
        "  void (*release)(void* context, void* memory, struct CUstream_st* stream);\n"
        "  void* allocation_context;\n";
  return out;
}

// So that a caller and a launcher that differ in the width of positions do not link.
std::string other_names(const Program& program) {
  std::vector<std::string> functions = {"_workspace_bytes", "_launch"};
  if (holds(program)) functions.insert(functions.end(), {"_prepare", "_launch_prepared"});
  std::string out = "#if TEAAL_POSITION_BITS == 64 /* functions have names of their own */\n";
  for (const std::string& function : functions)
    out += fmt::format("#define {0}{1} {0}{1}_64\n", program.name, function);
  return out + "#endif\n\n";
}

std::string static_tensors(const Program& program) {
  std::string out;
  for (const Tensor& t : program.tensors)
    if (t.is_static) out += (out.empty() ? "" : ", ") + t.name;
  return out;
}

}  // namespace

std::string interface_text(const Program& program, const EmitOptions& options) {
  bool waits = assembles(program);
  std::string prepared;
  if (holds(program))
    prepared = fmt::format(
        "/* {0}_launch in two: {0}_prepare enqueues what depends on static operands ({1}) alone,\n"
        "   {0}_launch_prepared the rest, as often as others change. Between the two, extents, "
        "sizes, the\n   workspace and the static operands stay as they are. */\n"
        "int {0}_prepare({2}{0}_arguments* arguments, void* workspace, size_t workspace_bytes,\n"
        "               struct CUstream_st* stream);\n"
        "int {0}_launch_prepared({2}{0}_arguments* arguments, void* workspace, size_t "
        "workspace_bytes,\n               struct CUstream_st* stream);\n",
        program.name, static_tensors(program), waits ? "" : "const ");
  return other_names(program) +
         fmt::format(
             "struct CUstream_st; /* what cudaStream_t points to */\n\n"
             "/* Device pointers and sizes. Segments have one entry a fiber and one more; arrays "
             "must not "
             "overlap. */\n"
             "typedef struct {0}_arguments {{\n{1}}} {0}_arguments;\n\n"
             "/* Bytes of device memory that {0}_launch needs as workspace (0: none), aligned to "
             "256. */\n"
             "size_t {0}_workspace_bytes(const {0}_arguments* arguments);\n\n"
             "/* Enqueues the whole plan on `stream` (0: the default stream) and {2}. 0: "
             "enqueued; else see\n"
             "   {0}_error_text. {3} and throws nothing. */\n"
             "int {0}_launch({4}{0}_arguments* arguments, void* workspace, size_t "
             "workspace_bytes,\n"
             "               struct CUstream_st* stream);\n{5}"
             "const char* {0}_error_text(int code);\n",
             program.name, fields(program, options),
             waits ? "waits where it must know how many elements a tensor has" : "returns at once",
             waits ? "Allocates through `allocate`" : "Allocates nothing", waits ? "" : "const ",
             prepared);
}

}  // namespace teaal::emit
