#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <set>
#include <span>
#include <utility>

#include "compiler/emit/cuda_kernel.h"
#include "compiler/emit/early_launches.h"
#include "compiler/emit/launcher_interface.h"
#include "compiler/emit/value_types.h"
#include "compiler/ir/build.h"
#include "compiler/ir/levels.h"
#include "compiler/ir/rewrite.h"

namespace teaal::emit {
namespace {

using namespace ir;

// The numbers that steps find or count, by the names that sizes use.
void add_plan_names(const std::vector<Step>& steps, std::vector<std::string>& out) {
  for (const Step& s : steps) {
    bool named = s.kind == Step::Kind::Read || s.kind == Step::Kind::Repeat ||
                 s.kind == Step::Kind::Rounds || !s.count.empty();
    const std::string& name = s.kind == Step::Kind::Carry ? s.count : s.name;
    if (named && std::find(out.begin(), out.end(), name) == out.end()) out.push_back(name);
    add_plan_names(s.body, out);
  }
}

std::string cuda_array_type(Type type) {
  return type == Type::Size    ? "size_type"
         : type == Type::Value ? "value_t"
         : type == Type::Mask  ? "unsigned"
         : type == Type::Pos   ? "pos_t"
                               : "coord_t";
}

std::string elements_of(const View& v) {
  std::string out = v.elements ? host_text(v.elements) : v.levels.empty() ? "1" : "";
  for (size_t l = 0; l < v.levels.size() && !v.elements; ++l)
    out += (l == 0 ? "" : " * ") + host_text(level_extent(v.levels, l), true);
  return out;
}

const std::vector<std::pair<std::string, std::string>> no_carry;

class LauncherWriter {
 public:
  LauncherWriter(const Program& program, const EmitOptions& options)
      : program_(program), options_(options), shapes_(launch_shapes(program)) {
    add_plan_names(program.steps, plan_names_);
    for (const NamedSize& s : program.sizes)
      if (found_by_run(s.value)) late_sizes_.insert(s.name);
  }

  std::string text() {
    out_ += "#if !defined(__CUDACC_RTC__) && !defined(TEAAL_PRELUDE)\n";
    out_ += fmt::format("#line 1 \"{}.launcher\"\n", program_.name);
    out_ += "#include <cuda_runtime.h>\n#include <stddef.h>\n#include <stdint.h>\n\n";
    out_ += fmt::format("typedef {1} {0}_value;\ntypedef pos_t {0}_position;\n\n", program_.name,
                        element());
    out_ += "extern \"C\" {\n" + interface_text(program_, options_) + "}\n\n";
    std::string head = std::exchange(out_, "");
    launches();  // first, as it names the sizes that it needs
    std::string launch_text = std::exchange(out_, std::move(head));
    sizes();
    workspace_query();
    out_ += launch_text;
    error_text();
    out_ += "#endif\n";
    return std::move(out_);
  }

 private:
  std::string type() const { return program_.name + "_arguments"; }
  std::string element() const {
    return value_type(options_.value_type).narrow() ? "stored_t" : "value_t";
  }

  bool found_by_run(const Expr& e) const {
    bool out = false;
    for_each_expr(e, [&](const Expr& inner) {
      const auto* v = as<Var>(inner);
      out |= v && (late_sizes_.contains(v->name) ||
                   std::find(plan_names_.begin(), plan_names_.end(), v->name) != plan_names_.end());
    });
    return out;
  }

  bool settles_late(const NamedSize& s) const { return late_sizes_.contains(s.name); }

  // The named sizes that the arguments alone determine, or those that need more.
  void settle(bool late) {
    for (const NamedSize& s : program_.sizes)
      if (settles_late(s) == late)
        out_ += fmt::format("    {} = {};\n", s.name, host_text(s.value));
  }

  // As the launch spells it.
  std::string step_size(const Expr& e) {
    std::string text = host_text(by_shapes(e, shapes_));
    if (auto number = literal(e)) return text;
    auto found = std::find(host_sizes_.begin(), host_sizes_.end(), text);
    size_t at = static_cast<size_t>(found - host_sizes_.begin());
    if (found == host_sizes_.end()) host_sizes_.push_back(text);
    return fmt::format("sizes.step_size_{}()", at);
  }

  // Sizes by the names that size expressions use.
  void sizes() {
    const std::string name = program_.name + "_sizes";
    out_ += "namespace {\n\n";
    if (assembles(program_)) {
      out_ +=
          "inline int64_t bits(int64_t n) {\n  int64_t out = 0;\n  for (; n > 0; n /= 2) ++out;\n"
          "  return out;\n}\n";
      pool();
    }
    out_ += "inline int64_t min(int64_t a, int64_t b) { return a < b ? a : b; }\n";
    out_ += "inline int64_t max(int64_t a, int64_t b) { return a < b ? b : a; }\n";
    out_ += "inline int64_t ceil_div(int64_t a, int64_t b) { return (a + b - 1) / b; }\n\n";
    if (std::ranges::any_of(program_.kernels, &Kernel::early)) out_ += early_launch_text;
    out_ += "struct " + name + " {\n";
    for (const std::string& rank : program_.ranks()) out_ += "  int64_t " + rank + ";\n";
    for (const Symbol& s : program_.symbols) out_ += "  int64_t " + s.name + ";\n";
    for (const Count& c : program_.counts) out_ += "  int64_t " + c.name + ";\n";
    for (const NamedSize& s : program_.sizes)
      out_ += "  int64_t " + s.name + (settles_late(s) ? " = 0;\n" : ";\n");
    for (const std::string& s : plan_names_)
      if (!is_count(s)) out_ += "  int64_t " + s + " = 0;\n";
    out_ += fmt::format("  explicit {}(const {}& a) {{\n", name, type());
    for (const std::string& rank : program_.ranks())
      out_ += fmt::format("    {0} = a.extent_{0};\n", rank);
    for (const Count& c : program_.counts) out_ += fmt::format("    {0} = a.{0};\n", c.name);
    for (const Symbol& s : program_.symbols)
      out_ += fmt::format("    {0} = a.size_{0} > 0 ? a.size_{0} : {1};\n", s.name,
                          host_text(s.fallback));
    settle(false);
    if (counts_change() && !late_sizes_.empty()) out_ += "    settle();\n";
    out_ += "  }\n";
    if (!late_sizes_.empty()) {
      out_ += "  void settle() {\n";
      settle(true);
      out_ += "  }\n";
    }
    std::vector<std::string> valid;
    for (const std::string& rank : program_.ranks())
      valid.push_back(in_range(rank, options_.index_bits));
    for (const Symbol& s : program_.symbols) valid.push_back(in_range(s.name, 32));
    out_ += "  bool valid() const {\n    return " + all_of(valid) + ";\n  }\n";
    if (assembles(program_)) indexable();
    if (uses_offsets(program_))
      out_ += "  bool addressable() const {\n    return " + offsets_fit(program_, options_) +
              ";\n  }\n";
    for (size_t i = 0; i < program_.workspaces.size(); ++i)
      out_ += fmt::format("  int64_t elements_{}() const {{ return {}; }}\n", i,
                          host_text(by_shapes(program_.workspaces[i].elements, shapes_)));
    for (size_t i = 0; i < shapes_.size(); ++i)
      out_ += fmt::format("  int64_t {} const {{ return {}; }}\n", shapes_[i].name,
                          host_text(by_shapes(shapes_[i].size, std::span(shapes_).first(i))));
    for (const Kernel& k : program_.kernels)
      for (const Param& p : k.params)
        if (p.kind == Param::Kind::Int)
          out_ += fmt::format("  {0} {1}_of_{2}() const {{ return static_cast<{0}>({3}); }}\n",
                              options_.index_bits == 32 ? "coord_t" : "int", p.name, k.name,
                              host_text(p.value));
        else if (p.kind == Param::Kind::Size && p.value)
          out_ += fmt::format("  int64_t {}_of_{}() const {{ return {}; }}\n", p.name, k.name,
                              host_text(p.value));
    for (const View& v : program_.views)
      if (written(program_, v))
        out_ += fmt::format("  int64_t stored_{}() const {{ return {}; }}\n", v.name,
                            assembled(v) ? host_text(v.positions.back()) : elements_of(v));
    for (size_t i = 0; i < host_sizes_.size(); ++i)
      out_ += fmt::format("  int64_t step_size_{}() const {{ return {}; }}\n", i, host_sizes_[i]);
    out_ += "};\n\n}  // namespace\n\n";
  }

  bool is_count(const std::string& name) const {
    return std::ranges::find(program_.counts, name, &Count::name) != program_.counts.end();
  }
  bool counts_change() const {
    return std::ranges::any_of(plan_names_, [&](const std::string& n) { return is_count(n); });
  }

  // Keys of assembled tensors are positions in their dense index spaces.
  void indexable() {
    std::vector<std::string> fit;
    for (const View& v : program_.views) {
      if (!assembled(v)) continue;
      std::string product;
      for (size_t l = 0; l < v.levels.size(); ++l) {
        const std::string extent = host_text(level_extent(v.levels, l), true);
        if (!product.empty())
          fit.push_back(fmt::format("({} == 0 || {} <= 9223372036854775807 / {})", product, extent,
                                    as_divisor(product)));
        product += (product.empty() ? "" : " * ") + extent;
      }
    }
    out_ += "  bool indexable() const {\n    return " + all_of(fit) + ";\n  }\n";
  }

  static std::string all_of(const std::vector<std::string>& conditions) {
    return conditions.empty() ? "true" : fmt::format("{}", fmt::join(conditions, " && "));
  }

  // Memory of the run's own: what the launch uses is released when it returns.
  void pool() {
    out_ += fmt::format(
        "struct {0}_pool {{\n"
        "  const {1}& a;\n  CUstream_st* stream;\n  void* held[{2}];\n  int64_t room[{2}];\n  int "
        "used = 0;\n"
        "  void* take(int64_t bytes) const {{\n"
        "    void* memory = nullptr;\n    const size_t size = bytes > 0 ? "
        "static_cast<size_t>(bytes) : 1;\n"
        "    if (a.allocate != nullptr) return a.allocate(a.allocation_context, size, stream);\n"
        "    return cudaMallocAsync(&memory, size, stream) == cudaSuccess ? memory : nullptr;\n"
        "  }}\n"
        "  template <class T>\n  bool give(T*& array, int64_t elements) const {{\n"
        "    if (array == nullptr) array = static_cast<T*>(take(elements * "
        "static_cast<int64_t>(sizeof(T))));\n"
        "    return array != nullptr;\n  }}\n"
        "  // A later round may need more.\n"
        "  template <class T>\n  bool hold(T*& array, int64_t elements) {{\n"
        "    int at = 0;\n    while (at < used && (array == nullptr || held[at] != array)) ++at;\n"
        "    if (at < used && room[at] >= elements) return true;\n"
        "    if (at < used) drop(array);\n"
        "    else ++used;\n"
        "    array = nullptr;\n    const bool made = give(array, elements);\n"
        "    held[at] = array;\n    room[at] = elements;\n    return made;\n  }}\n"
        "  void drop(const void* constant) const {{\n"
        "    void* memory = const_cast<void*>(constant);\n"
        "    if (memory == nullptr) return;\n"
        "    if (a.release != nullptr)\n      a.release(a.allocation_context, memory, stream);\n"
        "    else if (a.allocate == nullptr)\n      cudaFreeAsync(memory, stream);\n  }}\n"
        "  ~{0}_pool() {{\n    for (int i = 0; i < used; ++i) drop(held[i]);\n  }}\n}};\n\n",
        program_.name, type(), program_.workspaces.size() + 1);
  }

  bool rounds_are_given() const { return program_.iteration && !program_.iteration->times; }

  static std::string in_range(const std::string& name, int bits) {
    return fmt::format("{0} >= 0 && {0} <= {1}", name, (int64_t{1} << (bits - 1)) - 1);
  }

  void workspace_query() {
    out_ += fmt::format(
        "extern \"C\" size_t {0}_workspace_bytes(const {1}* arguments) {{\n"
        "  if (arguments == nullptr) return 0;\n  const {0}_sizes sizes(*arguments);\n"
        "  if (!sizes.valid()) return 0;\n  size_t bytes = 0;\n  (void)sizes;\n",
        program_.name, type());
    for (size_t i = 0; i < program_.workspaces.size(); ++i)
      if (!found_by_run(program_.workspaces[i].elements))
        out_ += fmt::format(
            "  bytes += (static_cast<size_t>(sizes.elements_{}()) * sizeof({}) + 255) / 256 * "
            "256;\n",
            i, cuda_array_type(program_.workspaces[i].type));
    out_ += "  return bytes;\n}\n\n";
  }

  // Which steps an entry of the launcher does.
  enum class Steps { All, Once, Rest };

  void launches() {
    launch("launch", Steps::All);
    if (!holds(program_)) return;
    launch("prepare", Steps::Once);
    launch("launch_prepared", Steps::Rest);
  }

  void launch(const std::string& entry, Steps which) {
    ensured_.clear();
    assembled_.clear();
    out_ += fmt::format(
        "extern \"C\" int {0}_{4}({2}{1}* arguments, void* workspace, size_t "
        "workspace_bytes, struct "
        "CUstream_st* stream) {{\n"
        "  if (arguments == nullptr) return 1;\n  {2}{1}& a = *arguments;\n  {3}{0}_sizes "
        "sizes(a);\n"
        "  if (!sizes.valid()) return 1;\n{5}"
        "  if (workspace_bytes < {0}_workspace_bytes(arguments)) return 2;\n  (void)workspace;\n",
        program_.name, type(), assembles(program_) ? "" : "const ",
        plan_names_.empty() ? "const " : "", entry,
        uses_offsets(program_)
            ? "  if (sizeof(offset_t) < sizeof(int64_t) && !sizes.addressable()) return 6;\n"
            : "");
    if (!program_.workspaces.empty()) workspaces(which);
    const bool assembling = assembles(program_) && which != Steps::Once;
    if (assembling) begin_assembly();
    for (const Step& s : program_.steps)
      if (done_by(s, which)) step(s);
    for (const View& v : program_.views)
      if (assembling && assembled(v)) tell_positions(v);
    out_ += "  return 0;\n}\n\n";
  }

  // Workspaces have the same places in all entries; each names those of its own steps.
  void workspaces(Steps which) {
    const std::set<std::string> named = used_by(which);
    out_ += "  char* free_bytes = static_cast<char*>(workspace);\n";
    for (size_t i = 0; i < program_.workspaces.size(); ++i) {
      const Workspace& w = program_.workspaces[i];
      const bool used = which == Steps::All || named.contains(w.name);
      if (used && found_by_run(w.elements))
        out_ += fmt::format("  {}* {} = nullptr;\n", cuda_array_type(w.type), w.name);
      else if (used)
        out_ += fmt::format("  {1}* {0} = reinterpret_cast<{1}*>(free_bytes);\n", w.name,
                            cuda_array_type(w.type));
      if (!found_by_run(w.elements))
        out_ += fmt::format(
            "  free_bytes += (static_cast<size_t>(sizes.elements_{}()) * sizeof({}) + 255) / "
            "256 * 256;\n",
            i, cuda_array_type(w.type));
    }
    if (assembles(program_) || which != Steps::All) out_ += "  (void)free_bytes;\n";
  }

  std::set<std::string> used_by(Steps which) const {
    std::set<std::string> out;
    for (const Step& s : program_.steps)
      if (done_by(s, which)) add_used(s, out);
    return out;
  }

  void add_used(const Step& s, std::set<std::string>& out) const {
    out.insert(s.name);
    out.insert(s.array);
    for (const Param& p : s.args) out.insert(p.view);
    for (const Kernel& k : program_.kernels)
      for (const Param& p : k.params)
        if (k.name == s.name && s.args.empty()) out.insert(p.view);
    for (const Step& inner : s.body) add_used(inner, out);
  }

  static bool done_by(const Step& s, Steps which) {
    return which == Steps::All || s.once == (which == Steps::Once);
  }

  void begin_assembly() {
    out_ += fmt::format(
        "  if (!sizes.indexable()) return 5;\n  {}_pool pool{{a, stream, {{}}, {{}}}};\n",
        program_.name);
    for (const View& v : program_.views)
      for (const LevelArray& array : arrays_of(v))
        if (assembled(v))
          out_ += fmt::format("  a.{} = nullptr;\n", array.name);
        else if (v.carried)
          out_ += fmt::format("  const {}* {} = nullptr;\n", array.type, array.name);
  }

  // Of all levels, and the values.
  std::vector<LevelArray> arrays_of(const View& v) const {
    std::vector<LevelArray> out;
    for (size_t l = 0; l < v.levels.size(); ++l)
      for (LevelArray& array : emit::arrays_of(program_, v, l, options_))
        out.push_back(std::move(array));
    out.push_back({v.name + "_values", program_.name + "_value"});
    return out;
  }

  void tell_positions(const View& v) {
    for (size_t l = 0; l < v.levels.size(); ++l)
      if (v.levels[l].format != LevelFormat::Uncompressed)
        out_ += fmt::format("  a.{}_{}_positions = {};\n", v.name, level_name(v.levels[l]),
                            step_size(v.positions[l]));
  }

  void step(const Step& s) {
    switch (s.kind) {
      case Step::Kind::Zero:
        return zero(s.name);
      case Step::Kind::Resort:
        return;
      case Step::Kind::Read:
        ensure_workspace(s.array);
        out_ += fmt::format(
            "  if (cudaMemcpyAsync(&sizes.{}, {} + ({}), sizeof(int64_t), cudaMemcpyDeviceToHost, "
            "stream) != cudaSuccess || cudaStreamSynchronize(stream) != cudaSuccess)\n"
            "    return 3;\n",
            s.name, s.array, step_size(s.value));
        if (!late_sizes_.empty()) out_ += "  sizes.settle();\n";
        return;
      case Step::Kind::Repeat:
        out_ += fmt::format("  for (sizes.{0} = 0; (sizes.{0}) < {1}; ++sizes.{0}) {{\n", s.name,
                            step_size(s.value));
        repeat(s.body);
        return;
      case Step::Kind::Rounds:
        out_ += fmt::format("  for (sizes.{0} = 0; (sizes.{0}) < {1}; ++sizes.{0}) {{\n", s.name,
                            rounds_are_given() ? "a.rounds" : step_size(program_.iteration->times));
        in_rounds_ = true;
        repeat(s.body);
        in_rounds_ = false;
        return;
      case Step::Kind::Carry:
        return carry(s);
      case Step::Kind::Assemble:
        drop_earlier(*program_.view(s.name));
        for (const Step& inner : s.body) step(inner);
        return;
      case Step::Kind::Launch:
        break;
    }
    for (const Kernel& k : program_.kernels)
      if (k.name == s.name) launch_kernel(k, s);
  }

  // A tensor that is assembled again loses what it had, unless that was handed on.
  void drop_earlier(const View& v) {
    if (assembled_.insert(v.name).second && !in_rounds_) return;
    for (const LevelArray& array : arrays_of(v)) {
      if (!is_handed_on(v)) out_ += fmt::format("  pool.drop(a.{});\n", array.name);
      out_ += fmt::format("  a.{} = nullptr;\n", array.name);
      ensured_.erase("a." + array.name);
    }
  }

  bool is_handed_on(const View& v) const {
    const auto& carry = program_.iteration ? program_.iteration->carry : no_carry;
    return std::ranges::any_of(carry, [&](const auto& pair) { return pair.second == v.tensor; });
  }

  // Arrays change hands. What an earlier round had goes, but not what the caller gave; of several
  // that have the same arrays one lets go of them.
  void carry(const Step& s) {
    const View &to = *program_.view(s.name), &from = *program_.view(s.array);
    const std::vector<LevelArray> mine = arrays_of(to), others = arrays_of(from);
    const bool starts = to.tensor == from.tensor;
    if (starts) given_[to.name] = others;
    const bool drops = !starts && handed_on_.insert(from.name).second;
    for (size_t i = 0; i < mine.size(); ++i) {
      if (drops)
        out_ += fmt::format("  if ({0} != a.{1}) pool.drop({0});\n", mine[i].name,
                            given_.at(to.name)[i].name);
      out_ += fmt::format("  {} = a.{};\n", mine[i].name, others[i].name);
    }
    if (s.count.empty()) return;
    out_ += fmt::format("  sizes.{} = {};\n", s.count, step_size(s.value));
    if (!late_sizes_.empty()) out_ += "  sizes.settle();\n";
  }

  // What is allocated inside may not be: there may be no repetition.
  void repeat(const std::vector<Step>& body) {
    std::set<std::string> before = ensured_;
    for (const Step& inner : body) step(inner);
    ensured_ = std::move(before);
    out_ += "  }\n";
  }

  // `how`: hold (until the launch returns) or give (to the caller).
  void ensure(const std::string& how, const std::string& pointer, const std::string& elements) {
    if (!ensured_.insert(pointer).second) return;
    out_ += fmt::format("  if (!pool.{}({}, {})) return 4;\n", how, pointer, elements);
  }

  void ensure_workspace(const std::string& name) {
    for (size_t i = 0; i < program_.workspaces.size(); ++i) {
      const Workspace& w = program_.workspaces[i];
      if (w.name == name && found_by_run(w.elements))
        ensure("hold", name, fmt::format("sizes.elements_{}()", i));
    }
  }

  void ensure_array(const Param& p) {
    const View* v = p.kind == Param::Kind::Workspace ? nullptr : program_.view(p.view);
    if (!v || !assembled(*v) || !p.written) return;
    if (p.kind == Param::Kind::Values)
      return ensure("give", "a." + p.name, "sizes.stored_" + v->name + "()");
    size_t l = static_cast<size_t>(p.level);
    std::string here = step_size(v->positions[l]);
    if (p.kind == Param::Kind::Coords) return ensure("give", "a." + p.name, here);
    out_ +=
        fmt::format("  if (sizeof(pos_t) == {} && {} > {}) return 5;\n", options_.index_bits / 8,
                    here, (int64_t{1} << (options_.index_bits - 1)) - 1);
    Expr elements = l == 0 ? lit(1) : v->positions[l - 1];
    bool masks = p.kind == Param::Kind::Masks, bits = masks || p.kind == Param::Kind::Bases;
    if (bits) elements = mul(elements, ceil_div(level_extent(v->levels, l), lit(mask_bits)));
    ensure("give", "a." + p.name, step_size(masks ? elements : add(elements, lit(1))));
  }

  void zero(const std::string& name) {
    std::string pointer = "a." + name + "_values", elements = "sizes.stored_" + name + "()";
    std::string type = element();
    for (size_t i = 0; i < program_.workspaces.size(); ++i)
      if (program_.workspaces[i].name == name)
        pointer = name, elements = fmt::format("sizes.elements_{}()", i),
        type = cuda_array_type(program_.workspaces[i].type);
    if (const View* v = program_.view(name); v && assembled(*v)) ensure("give", pointer, elements);
    ensure_workspace(name);
    out_ += fmt::format(
        "  if (cudaMemsetAsync({}, 0, static_cast<size_t>({}) * sizeof({}), stream) != "
        "cudaSuccess) return 3;\n",
        pointer, elements, type);
  }

  void launch_kernel(const Kernel& k, const Step& s) {
    std::string args;
    bool shared = !s.args.empty();
    for (const Param& p : shared ? s.args : k.params) {
      if (p.kind == Param::Kind::Workspace) ensure_workspace(p.view);
      ensure_array(p);
      args +=
          (args.empty() ? "" : ", ") + (shared && p.value ? step_size(p.value) : argument(p, k));
    }
    if (k.shared_bytes) set(k, "MaxDynamicSharedMemorySize", k.shared_bytes);
    if (k.carveout >= 0) set(k, "PreferredSharedMemoryCarveout", k.carveout);
    const std::string grid = shared ? step_size(s.launch.grid) : "sizes.grid_" + k.name + "()";
    const std::string block = shared ? step_size(s.launch.block) : "sizes.block_" + k.name + "()";
    out_ += call_text({k.name, grid, block, k.shared_bytes, args}, k.early);
  }

  void set(const Kernel& k, const char* attribute, int64_t value) {
    out_ += fmt::format(
        "  if (cudaFuncSetAttribute({}, cudaFuncAttribute{}, {}) != cudaSuccess) return 3;\n",
        k.name, attribute, value);
  }

  std::string argument(const Param& p, const Kernel& k) const {
    const View* v = p.kind == Param::Kind::Workspace ? nullptr : program_.view(p.view);
    if (v && v->carried) return carried_array(p, *v);
    if (p.kind == Param::Kind::Workspace) return p.view;
    if (p.kind == Param::Kind::Int || p.kind == Param::Kind::Size)
      return "sizes." + p.name + "_of_" + k.name + "()";
    return "a." + p.name;
  }

  std::string carried_array(const Param& p, const View& v) const {
    if (p.kind == Param::Kind::Values) return arrays_of(v).back().name;
    const auto arrays = emit::arrays_of(program_, v, static_cast<size_t>(p.level), options_);
    const bool second = p.kind == Param::Kind::Coords || p.kind == Param::Kind::Bases;
    return arrays[second ? 1 : 0].name;
  }

  void error_text() {
    std::string most = options_.index_bits == 32
                           ? "an extent or size outside [0, 2147483647]"
                           : fmt::format(
                                 "an extent outside [0, {}] or a size outside [0, "
                                 "2147483647]",
                                 (1 << (options_.index_bits - 1)) - 1);
    out_ += fmt::format(
        "extern \"C\" const char* {0}_error_text(int code) {{\n"
        "  switch (code) {{\n    case 0: return \"ok\";\n"
        "    case 1: return \"no arguments, or {2}\";\n"
        "    case 2: return \"the workspace is smaller than {0}_workspace_bytes says\";\n"
        "    case 3: return \"CUDA refused a launch or a memset; cudaGetLastError has been "
        "read\";\n"
        "{1}{3}"
        "    default: return \"unknown code\";\n  }}\n}}\n",
        program_.name,
        assembles(program_)
            ? "    case 4: return \"device memory is not to be had\";\n"
              "    case 5: return \"a tensor has more positions or a larger index space than "
              "its types can count\";\n"
            : "",
        most,
        uses_offsets(program_)
            ? "    case 6: return \"an extent or an array is longer than offsets count: build with "
              "TEAAL_OFFSET_BITS=64\";\n"
            : "");
  }

  const Program& program_;
  const EmitOptions& options_;
  const std::vector<LaunchShape> shapes_;
  std::vector<std::string> plan_names_;
  std::set<std::string> late_sizes_;
  std::vector<std::string> host_sizes_;                   // expressions, by number
  std::set<std::string> assembled_;                       // views
  std::set<std::string> handed_on_;                       // views whose arrays a carried one had
  std::map<std::string, std::vector<LevelArray>> given_;  // to carried views before the rounds
  bool in_rounds_ = false;
  std::set<std::string> ensured_;  // arrays that are allocated by now
  std::string out_;
};

}  // namespace

std::string launcher_text(const Program& program, const EmitOptions& options) {
  return LauncherWriter(program, options).text();
}

}  // namespace teaal::emit
