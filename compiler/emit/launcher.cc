#include <fmt/format.h>

#include <set>

#include "compiler/emit/cuda_kernel.h"
#include "compiler/emit/value_types.h"
#include "compiler/ir/levels.h"
#include "compiler/ir/rewrite.h"

namespace teaal::emit {
namespace {

using namespace ir;

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

std::string levels_comment(const View& v) {
  std::string out = v.levels.empty() ? "one element" : levels_text(v.levels);
  for (size_t l = 0; l < v.levels.size(); ++l) out += tile_comment(v, l);
  return out;
}

bool written(const Program& program, const View& v) {
  return program.tensor(v.tensor)->role != Role::Input;
}

std::string fields(const Program& program, const EmitOptions& options) {
  const std::string& p = program.name;
  const ValueType& values = value_type(options.value_type);
  std::string out;
  for (const View& v : program.views) {
    std::string origin = v.resorted ? ", tensor " + v.tensor + " re-sorted" : "";
    const double absent = program.tensor(v.tensor)->absent;
    std::string holds = absent == 0 ? "" : fmt::format("; absent elements hold {}", absent);
    out += fmt::format("  /* {}: {}{}{} */\n", v.name, levels_comment(v), origin, holds);
    for (size_t l = 0; l < v.levels.size(); ++l) {
      if (v.levels[l].format == LevelFormat::Uncompressed) continue;
      std::string base = v.name + "_" + level_name(v.levels[l]);
      if (v.levels[l].format == LevelFormat::Bitmask) {
        out += fmt::format("  const uint32_t* {}_masks;\n  const {}_position* {}_bases;\n", base, p,
                           base);
        continue;
      }
      out += fmt::format("  const {}_position* {}_segments;\n  const int{}_t* {}_coords;\n", p,
                         base, options.index_bits, base);
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
  for (const std::string& s : program.scalars)
    out += fmt::format("  {} scalar_{};\n", values.narrow() ? "float" : p + "_value", s);
  return out;
}

std::string elements_of(const View& v) {
  std::string out = "1";
  for (size_t l = 0; l < v.levels.size(); ++l) out += " * " + size_text(level_extent(v.levels, l));
  return out;
}

class LauncherWriter {
 public:
  LauncherWriter(const Program& program, const EmitOptions& options)
      : program_(program), options_(options) {}

  std::string text() {
    out_ += "#if !defined(__CUDACC_RTC__) && !defined(TEAAL_PRELUDE)\n";
    out_ += fmt::format("#line 1 \"{}.launcher\"\n", program_.name);
    out_ += "#include <cuda_runtime.h>\n#include <stddef.h>\n#include <stdint.h>\n\n";
    out_ += fmt::format("typedef {1} {0}_value;\ntypedef pos_t {0}_position;\n\n", program_.name,
                        element());
    out_ += "extern \"C\" {\n" + interface_text(program_, options_) + "}\n\n";
    sizes();
    workspace_query();
    launch();
    error_text();
    out_ += "#endif\n";
    return std::move(out_);
  }

 private:
  std::string type() const { return program_.name + "_arguments"; }
  std::string element() const {
    return value_type(options_.value_type).narrow() ? "stored_t" : "value_t";
  }

  // Sizes by the names that size expressions use.
  void sizes() {
    const std::string name = program_.name + "_sizes";
    out_ += "namespace {\n\n";
    out_ += "inline int64_t min(int64_t a, int64_t b) { return a < b ? a : b; }\n";
    out_ += "inline int64_t max(int64_t a, int64_t b) { return a < b ? b : a; }\n";
    out_ += "inline int64_t ceil_div(int64_t a, int64_t b) { return (a + b - 1) / b; }\n\n";
    out_ += "struct " + name + " {\n";
    for (const std::string& rank : program_.ranks()) out_ += "  int64_t " + rank + ";\n";
    for (const Symbol& s : program_.symbols) out_ += "  int64_t " + s.name + ";\n";
    for (const Count& c : program_.counts) out_ += "  int64_t " + c.name + ";\n";
    for (const NamedSize& s : program_.sizes) out_ += "  int64_t " + s.name + ";\n";
    out_ += fmt::format("  explicit {}(const {}& a) {{\n", name, type());
    for (const std::string& rank : program_.ranks())
      out_ += fmt::format("    {0} = a.extent_{0};\n", rank);
    for (const Count& c : program_.counts) out_ += fmt::format("    {0} = a.{0};\n", c.name);
    for (const Symbol& s : program_.symbols)
      out_ += fmt::format("    {0} = a.size_{0} > 0 ? a.size_{0} : {1};\n", s.name,
                          size_text(s.fallback));
    for (const NamedSize& s : program_.sizes)
      out_ += fmt::format("    {} = {};\n", s.name, size_text(s.value));
    out_ += "  }\n  bool valid() const {\n    return true";
    for (const std::string& rank : program_.ranks()) out_ += in_range(rank, options_.index_bits);
    for (const Symbol& s : program_.symbols) out_ += in_range(s.name, 32);
    out_ += ";\n  }\n";
    for (size_t i = 0; i < program_.workspaces.size(); ++i)
      out_ += fmt::format("  int64_t elements_{}() const {{ return {}; }}\n", i,
                          size_text(program_.workspaces[i].elements));
    for (const Kernel& k : program_.kernels) {
      out_ += fmt::format("  int64_t grid_{}() const {{ return {}; }}\n", k.name,
                          size_text(k.launch.grid));
      out_ += fmt::format("  int64_t block_{}() const {{ return {}; }}\n", k.name,
                          size_text(k.launch.block));
    }
    for (const Kernel& k : program_.kernels)
      for (const Param& p : k.params)
        if (p.kind == Param::Kind::Int)
          out_ += fmt::format("  {0} {1}_of_{2}() const {{ return static_cast<{0}>({3}); }}\n",
                              options_.index_bits == 32 ? "coord_t" : "int", p.name, k.name,
                              size_text(p.value));
    for (const View& v : program_.views)
      if (written(program_, v))
        out_ +=
            fmt::format("  int64_t stored_{}() const {{ return {}; }}\n", v.name, elements_of(v));
    out_ += "};\n\n}  // namespace\n\n";
  }

  static std::string in_range(const std::string& name, int bits) {
    return fmt::format(" && {0} >= 0 && {0} <= {1}", name, (int64_t{1} << (bits - 1)) - 1);
  }

  void workspace_query() {
    out_ += fmt::format(
        "extern \"C\" size_t {0}_workspace_bytes(const {1}* arguments) {{\n"
        "  if (arguments == nullptr) return 0;\n  const {0}_sizes sizes(*arguments);\n"
        "  if (!sizes.valid()) return 0;\n  size_t bytes = 0;\n  (void)sizes;\n",
        program_.name, type());
    for (size_t i = 0; i < program_.workspaces.size(); ++i)
      out_ += fmt::format(
          "  bytes += (static_cast<size_t>(sizes.elements_{}()) * sizeof(value_t) + 255) / 256 * "
          "256;\n",
          i);
    out_ += "  return bytes;\n}\n\n";
  }

  void launch() {
    out_ += fmt::format(
        "extern \"C\" int {0}_launch(const {1}* arguments, void* workspace, size_t "
        "workspace_bytes, struct "
        "CUstream_st* stream) {{\n"
        "  if (arguments == nullptr) return 1;\n  const {1}& a = *arguments;\n  const {0}_sizes "
        "sizes(a);\n"
        "  if (!sizes.valid()) return 1;\n"
        "  if (workspace_bytes < {0}_workspace_bytes(arguments)) return 2;\n  (void)workspace;\n",
        program_.name, type());
    if (!program_.workspaces.empty()) workspaces();
    for (const Step& s : program_.steps) step(s);
    out_ += "  return 0;\n}\n\n";
  }

  void workspaces() {
    out_ += "  char* free_bytes = static_cast<char*>(workspace);\n";
    for (size_t i = 0; i < program_.workspaces.size(); ++i)
      out_ += fmt::format(
          "  value_t* {0} = reinterpret_cast<value_t*>(free_bytes);\n"
          "  free_bytes += (static_cast<size_t>(sizes.elements_{1}()) * sizeof(value_t) + 255) / "
          "256 * 256;\n",
          program_.workspaces[i].name, i);
  }

  void step(const Step& s) {
    if (s.kind == Step::Kind::Zero) zero(s.name);
    if (s.kind != Step::Kind::Launch) return;
    for (const Kernel& k : program_.kernels)
      if (k.name == s.name) launch_kernel(k);
  }

  void zero(const std::string& name) {
    std::string pointer = "a." + name + "_values", elements = "sizes.stored_" + name + "()";
    std::string type = element();
    for (size_t i = 0; i < program_.workspaces.size(); ++i)
      if (program_.workspaces[i].name == name)
        pointer = name, elements = fmt::format("sizes.elements_{}()", i), type = "value_t";
    out_ += fmt::format(
        "  if (cudaMemsetAsync({}, 0, static_cast<size_t>({}) * sizeof({}), stream) != "
        "cudaSuccess) "
        "return 3;\n",
        pointer, elements, type);
  }

  void launch_kernel(const Kernel& k) {
    std::string args;
    for (const Param& p : k.params) args += (args.empty() ? "" : ", ") + argument(p, k);
    out_ += fmt::format(
        "  {0}<<<static_cast<unsigned>(sizes.grid_{0}()), "
        "static_cast<unsigned>(sizes.block_{0}()), 0, "
        "stream>>>({1});\n  if (cudaGetLastError() != cudaSuccess) return 3;\n",
        k.name, args);
  }

  static std::string argument(const Param& p, const Kernel& k) {
    if (p.kind == Param::Kind::Workspace) return p.name;
    if (p.kind == Param::Kind::Int) return "sizes." + p.name + "_of_" + k.name + "()";
    return "a." + p.name;
  }

  void error_text() {
    std::string most = options_.index_bits == 32
                           ? "an extent or size outside [0, 2147483647]"
                           : fmt::format(
                                 "an extent outside [0, {}] or a size outside [0, "
                                 "2147483647]",
                                 (1 << (options_.index_bits - 1)) - 1);
    out_ += fmt::format(
        "extern \"C\" const char* {}_error_text(int code) {{\n"
        "  switch (code) {{\n    case 0: return \"ok\";\n"
        "    case 1: return \"no arguments, or {}\";\n"
        "    case 2: return \"the workspace is smaller than {}_workspace_bytes says\";\n"
        "    case 3: return \"CUDA refused a launch or a memset; cudaGetLastError has been "
        "read\";\n"
        "    default: return \"unknown code\";\n  }}\n}}\n",
        program_.name, most, program_.name);
  }

  const Program& program_;
  const EmitOptions& options_;
  std::string out_;
};

}  // namespace

std::string interface_text(const Program& program, const EmitOptions& options) {
  return fmt::format(
      "/* Device pointers and sizes. Segments have one entry a fiber and one more; arrays must not "
      "overlap. */\n"
      "typedef struct {0}_arguments {{\n{1}}} {0}_arguments;\n\nstruct CUstream_st; /* what "
      "cudaStream_t points to */\n\n"
      "/* Bytes of device memory that {0}_launch needs as workspace (0: none), aligned to 256. */\n"
      "size_t {0}_workspace_bytes(const {0}_arguments* arguments);\n\n"
      "/* Enqueues the whole plan on `stream` (0: the default stream) and returns at once. 0: "
      "enqueued; else see\n"
      "   {0}_error_text. Allocates nothing and throws nothing. */\n"
      "int {0}_launch(const {0}_arguments* arguments, void* workspace, size_t workspace_bytes,\n"
      "               struct CUstream_st* stream);\n"
      "const char* {0}_error_text(int code);\n",
      program.name, fields(program, options));
}

std::string launcher_text(const Program& program, const EmitOptions& options) {
  return LauncherWriter(program, options).text();
}

}  // namespace teaal::emit
