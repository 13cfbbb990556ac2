#include "runtime/manifest/manifest.h"

#include <algorithm>
#include <array>

#include "runtime/manifest/json_reader.h"

namespace teaal::runtime {
namespace {

// Every member of a struct once: its key is read and known.
class Members {
 public:
  explicit Members(const JsonReader& json) : json_(json) {}
  ~Members() { json_.check_members(known_); }
  Members(const Members&) = delete;
  Members& operator=(const Members&) = delete;

  template <class T>
  Members& required(const char* key, T& out) {
    known_.emplace_back(key);
    json_.required(key, out);
    return *this;
  }
  template <class T>
  Members& optional(const char* key, T& out) {
    known_.emplace_back(key);
    json_.optional(key, out);
    return *this;
  }
  template <class Enum>
  Members& word(const char* key, const std::vector<std::pair<std::string, Enum>>& words,
                Enum& out) {
    known_.emplace_back(key);
    json_.word(key, words, out);
    return *this;
  }
  template <class Enum>
  Members& optional_word(const char* key, const std::vector<std::pair<std::string, Enum>>& words,
                         Enum& out) {
    if (json_.has(key)) return word(key, words, out);
    known_.emplace_back(key);
    return *this;
  }

 private:
  const JsonReader& json_;
  std::vector<std::string> known_;
};

void check_formats(const JsonReader& json, const std::string& formats, size_t levels) {
  if (formats.find_first_not_of("UCB") != std::string::npos)
    json.fail("'formats' must be letters U, C and B, not '" + formats + "'");
  else if (formats.size() != levels)
    json.fail("'formats' must have one letter a rank of 'rank_order'");
}

// A list that names no narrow level becomes the empty one.
void check_cbits(const JsonReader& json, const std::string& formats, std::vector<int>& cbits) {
  if (!cbits.empty() && cbits.size() != formats.size())
    return json.fail("'cbits' must have one number a level");
  for (size_t level = 0; level < cbits.size(); ++level) {
    const bool fits = cbits[level] == 8 || cbits[level] == 16;
    if (cbits[level] != 0 && !(fits && formats[level] == 'C'))
      return json.fail("'cbits' must be 0, or, of a level of format C, 8 or 16");
  }
  if (std::ranges::none_of(cbits, [](int bits) { return bits != 0; })) cbits.clear();
}

// The ranks that are stored whole, in order.
std::vector<std::string> whole_ranks(const std::vector<std::string>& rank_order,
                                     const ManifestParts& parts) {
  std::vector<std::string> out;
  for (size_t level = 0; level < rank_order.size(); ++level)
    if (parts.empty() || !parts[level]) out.push_back(rank_order[level]);
  return out;
}

// Every rank's last level is the whole rank and no other is, so that nothing is lost or doubled.
// A list without a part becomes the empty one.
bool check_parts(const JsonReader& json, const std::vector<std::string>& rank_order,
                 ManifestParts& parts) {
  if (!parts.empty() && parts.size() != rank_order.size()) {
    json.fail("'parts' must have one item a rank of 'rank_order'");
    return false;
  }
  if (std::ranges::none_of(parts, [](const auto& part) { return part.has_value(); })) parts.clear();
  for (size_t level = 0; level < rank_order.size(); ++level) {
    bool whole = parts.empty() || !parts[level];
    auto below = rank_order.begin() + static_cast<std::ptrdiff_t>(level) + 1;
    bool last = std::find(below, rank_order.end(), rank_order[level]) == rank_order.end();
    if (whole == last) continue;
    json.fail("the last level of rank '" + rank_order[level] +
              "' must be the whole rank, and no other may be");
    return false;
  }
  return true;
}

}  // namespace

void read_object(const JsonReader& json, ManifestPart& out) {
  Members(json).required("name", out.name).required("tile", out.tile).optional("snaps", out.snaps);
}

void read_object(const JsonReader& json, ManifestTensor& out) {
  using Role = ManifestTensor::Role;
  Members(json)
      .required("name", out.name)
      .word(
          "role",
          {{"input", Role::Input}, {"output", Role::Output}, {"intermediate", Role::Intermediate}},
          out.role)
      .required("ranks", out.ranks)
      .required("rank_order", out.rank_order)
      .required("formats", out.formats)
      .optional("chosen", out.chosen)
      .optional("parts", out.parts)
      .optional("default", out.absent)
      .optional("static", out.is_static)
      .optional("like", out.like)
      .optional("cbits", out.cbits);
  check_formats(json, out.formats, out.rank_order.size());
  check_cbits(json, out.formats, out.cbits);
  if (check_parts(json, out.rank_order, out.parts) &&
      !std::ranges::is_permutation(out.ranks, whole_ranks(out.rank_order, out.parts)))
    json.fail("'rank_order' must be a permutation of 'ranks'");
}

void read_object(const JsonReader& json, ManifestView& out) {
  Members(json)
      .required("name", out.name)
      .required("tensor", out.tensor)
      .required("rank_order", out.rank_order)
      .required("formats", out.formats)
      .optional("parts", out.parts)
      .optional("positions", out.positions)
      .optional("like", out.like)
      .optional("cbits", out.cbits);
  check_formats(json, out.formats, out.rank_order.size());
  check_cbits(json, out.formats, out.cbits);
  check_parts(json, out.rank_order, out.parts);
  if (!out.positions.empty() && out.positions.size() != out.formats.size())
    json.fail("'positions' must have one expression a level");
}

void read_object(const JsonReader& json, ManifestSymbol& out) {
  Members(json)
      .required("name", out.name)
      .optional("value", out.value)
      .optional("default_expr", out.default_expr)
      .optional("in_sizes", out.in_sizes);
}

void read_object(const JsonReader& json, ManifestCount& out) {
  Members(json).required("name", out.name).required("tensor", out.tensor);
}

void read_object(const JsonReader& json, ManifestSize& out) {
  Members(json).required("name", out.name).required("expr", out.expr);
}

void read_object(const JsonReader& json, ManifestWorkspace& out) {
  using Type = ManifestWorkspace::Type;
  Members(json)
      .required("name", out.name)
      .required("elements", out.elements)
      .optional_word("type",
                     {{"value", Type::Value},
                      {"coord", Type::Coord},
                      {"pos", Type::Pos},
                      {"size", Type::Size},
                      {"mask", Type::Mask}},
                     out.type);
}

void read_object(const JsonReader& json, ManifestArg& out) {
  using Kind = ManifestArg::Kind;
  Members(json)
      .word("kind",
            {{"segments", Kind::Segments},
             {"coords", Kind::Coords},
             {"masks", Kind::Masks},
             {"bases", Kind::Bases},
             {"values", Kind::Values},
             {"int32", Kind::Int32},
             {"int64", Kind::Int64},
             {"scalar", Kind::Scalar},
             {"workspace", Kind::Workspace}},
            out.kind)
      .optional("name", out.name)
      .optional("view", out.view)
      .optional("level", out.level)
      .optional("expr", out.expr)
      .optional("scalar", out.scalar)
      .optional("workspace", out.workspace)
      .optional("written", out.written);
}

void read_object(const JsonReader& json, ManifestStep& out) {
  using Kind = ManifestStep::Kind;
  Members(json)
      .word("kind",
            {{"resort", Kind::Resort},
             {"zero", Kind::Zero},
             {"launch", Kind::Launch},
             {"read", Kind::Read},
             {"repeat", Kind::Repeat},
             {"assemble", Kind::Assemble},
             {"rounds", Kind::Rounds},
             {"carry", Kind::Carry}},
            out.kind)
      .optional("name", out.name)
      .optional("workspace", out.workspace)
      .optional("at", out.at)
      .optional("from", out.from)
      .optional("value", out.value)
      .optional("times", out.times)
      .optional("steps", out.steps)
      .optional("view", out.view)
      .optional("kernel", out.kernel)
      .optional("grid", out.grid)
      .optional("block", out.block)
      .optional("shared_bytes", out.shared_bytes)
      .optional("carveout", out.carveout)
      .optional("early", out.early)
      .optional("args", out.args)
      .optional("once", out.once);
}

void read_object(const JsonReader& json, ManifestTile& out) {
  Members(json)
      .required("rank", out.rank)
      .optional("axis", out.axis)
      .required("tile", out.tile)
      .optional("stated", out.stated);
  if (!json.has("stated")) out.stated = out.tile;
  if (out.tile < 1 || out.stated < 1) json.fail("'tile' and 'stated' must be at least 1");
}

void read_object(const JsonReader& json, ManifestPattern& out) {
  Members(json)
      .required("workspace", out.workspace)
      .required("tensor", out.tensor)
      .required("ranks", out.ranks)
      .optional("group", out.group)
      .optional("gapless", out.gapless);
  if (out.ranks.empty() || out.group < 1) json.fail("a pattern needs ranks and a group");
}

void read_object(const JsonReader& json, ManifestSkip& out) {
  using By = ManifestSkip::By;
  Members(json)
      .required("kernel", out.kernel)
      .required("rank", out.rank)
      .required("along", out.along)
      .required("step", out.step)
      .word("at",
            {{"grid", ManifestSkip::At::Grid},
             {"block", ManifestSkip::At::Block},
             {"warp", ManifestSkip::At::Warp}},
            out.at)
      .word("by", {{"test", By::Test}, {"walk", By::Walk}, {"compact", By::Compact}}, out.by)
      .optional("covers", out.covers)
      .required("times", out.times)
      .required("patterns", out.patterns)
      .optional("listed", out.listed);
  if (out.step < 1) json.fail("'step' must be at least 1");
}

void read_object(const JsonReader& json, ManifestKernel& out) {
  Members(json)
      .required("name", out.name)
      .optional("depth", out.depth)
      .optional("resident", out.resident);
}

void read_object(const JsonReader& json, ManifestIndexTerm& out) {
  Members(json)
      .optional("coefficient", out.coefficient)
      .optional("symbol", out.symbol)
      .optional("variable", out.variable);
}

void read_object(const JsonReader& json, ManifestFactor& out) {
  using Kind = ManifestFactor::Kind;
  Members(json)
      .word("kind",
            {{"tensor", Kind::Tensor}, {"scalar", Kind::Scalar}, {"constant", Kind::Constant}},
            out.kind)
      .optional("name", out.name)
      .optional("indices", out.indices)
      .optional("value", out.value);
}

void read_object(const JsonReader& json, ManifestTerm& out) {
  Members(json)
      .optional("take", out.take)
      .optional("take_index", out.take_index)
      .optional("sign", out.sign)
      .required("factors", out.factors)
      .optional("map", out.map);
}

void read_object(const JsonReader& json, ManifestEinsum& out) {
  using Reduce = ManifestEinsum::Reduce;
  using Arithmetic = ManifestEinsum::Arithmetic;
  Members(json)
      .optional("text", out.text)
      .optional_word("reduce",
                     {{"add", Reduce::Add},
                      {"mul", Reduce::Mul},
                      {"min", Reduce::Min},
                      {"max", Reduce::Max},
                      {"or", Reduce::Or},
                      {"and", Reduce::And}},
                     out.reduce)
      .optional("identity", out.identity)
      .optional_word("arithmetic",
                     {{"tf32", Arithmetic::Tf32},
                      {"3xtf32", Arithmetic::Tf32x3},
                      {"1xf16", Arithmetic::F16x1},
                      {"3xf16", Arithmetic::F16x3},
                      {"bf16", Arithmetic::Bf16},
                      {"f16", Arithmetic::F16}},
                     out.arithmetic)
      .required("output", out.output)
      .required("terms", out.terms)
      .optional("rank_of", out.rank_of);
}

void read_object(const JsonReader& json, ManifestIteration& out) {
  Members(json)
      .required("first", out.first)
      .required("expressions", out.expressions)
      .optional("over", out.over)
      .optional("times", out.times)
      .optional("until_empty", out.until_empty)
      .optional("at_most", out.at_most)
      .optional("carry", out.carry);
  if (out.times.empty() == out.until_empty.empty())
    json.fail("either 'times' or 'until_empty' must be given");
}

void read_object(const JsonReader& json, std::optional<ManifestIteration>& out) {
  read_object(json, out.emplace());
}

void read_object(const JsonReader& json, Manifest& out) {
  Members(json)
      .optional("version", out.version)
      .optional("spec_path", out.spec_path)
      .required("name", out.name)
      .optional("arch", out.arch)
      .required("value_type", out.value_type)
      .optional("index_bits", out.index_bits)
      .optional("most_in_offsets", out.most_in_offsets)
      .required("tensors", out.tensors)
      .optional("views", out.views)
      .optional("symbols", out.symbols)
      .optional("ranks_in_sizes", out.ranks_in_sizes)
      .optional("scalars", out.scalars)
      .optional("counts", out.counts)
      .optional("sizes", out.sizes)
      .optional("workspaces", out.workspaces)
      .optional("patterns", out.patterns)
      .optional("skips", out.skips)
      .optional("kernels", out.kernels)
      .required("cascade", out.cascade)
      .optional("iteration", out.iteration)
      .required("plan", out.plan)
      .optional("notes", out.notes)
      .optional("promises", out.promises);
  constexpr std::array types = {"f32", "f64", "f16", "bf16", "i32"};
  if (std::ranges::find(types, out.value_type) == types.end())
    json.fail("'value_type' must be 'f32', 'f64', 'f16', 'bf16' or 'i32'");
  if (out.index_bits != 8 && out.index_bits != 16 && out.index_bits != 32)
    json.fail("'index_bits' must be 8, 16 or 32");
}

namespace {

using Json = nlohmann::json;

// Syntax errors know a byte; everything else is placed by its path in the message.
SourceRange place_of_byte(const SourcePtr& file, size_t byte) {
  const std::string& text = file->text;
  byte = std::min(byte, text.size());
  int line =
      1 + static_cast<int>(std::count(text.begin(), text.begin() + static_cast<long>(byte), '\n'));
  size_t begin = byte == 0 ? std::string::npos : text.rfind('\n', byte - 1);
  begin = begin == std::string::npos ? 0 : begin + 1;
  return {file, line, static_cast<int>(byte - begin) + 1, 1};
}

std::optional<Json> parse(const SourcePtr& file, Diagnostics& diagnostics) {
  try {
    return Json::parse(file->text);
  } catch (const Json::parse_error& error) {
    diagnostics.error(Code::Manifest, place_of_byte(file, error.byte == 0 ? 0 : error.byte - 1),
                      "the manifest is not JSON here: write it again with teaalc --emit=manifest");
  } catch (const Json::exception& error) {
    diagnostics.error(Code::Manifest, {file},
                      std::string("the manifest cannot be read: ") + error.what());
  }
  return std::nullopt;
}

// A plan may only name views, workspaces and levels that exist.
class References {
 public:
  References(const Manifest& manifest, const SourceRange& file, Diagnostics& diagnostics)
      : manifest_(manifest), file_(file), diagnostics_(diagnostics) {}

  void check() {
    for (const ManifestView& view : manifest_.views) check(view);
    for (const ManifestCount& count : manifest_.counts)
      if (!manifest_.tensor(count.tensor))
        fail("count '" + count.name + "' is of unknown tensor '" + count.tensor + "'");
    for (const ManifestStep& step : manifest_.plan) check(step);
    for (const ManifestPattern& pattern : manifest_.patterns) check(pattern);
    for (const ManifestSkip& skip : manifest_.skips) check(skip);
    if (manifest_.iteration) check(*manifest_.iteration);
  }

 private:
  void fail(const std::string& message) {
    diagnostics_.error(Code::Manifest, file_, "$.plan: " + message);
  }

  bool is_workspace(const std::string& name) const { return manifest_.workspace(name) != nullptr; }

  void check(const ManifestPattern& pattern) {
    const ManifestTensor* tensor = manifest_.tensor(pattern.tensor);
    if (!tensor || !is_workspace(pattern.workspace))
      return fail("the pattern '" + pattern.workspace + "' is of something unknown");
    for (const ManifestTile& rank : pattern.ranks)
      if (rank.axis < 0 || rank.axis >= static_cast<int>(tensor->ranks.size()))
        fail("the pattern '" + pattern.workspace + "' has a rank that '" + tensor->name +
             "' lacks");
  }

  void check(const ManifestSkip& skip) {
    for (const std::string& pattern : skip.patterns)
      if (!manifest_.pattern(pattern))
        fail("the skip at '" + skip.rank + "' looks at unknown pattern '" + pattern + "'");
    if (!skip.listed.empty() && !is_workspace(skip.listed))
      fail("the skip at '" + skip.rank + "' counts in unknown workspace '" + skip.listed + "'");
  }

  void check(const ManifestView& view) {
    const ManifestTensor* tensor = manifest_.tensor(view.tensor);
    if (!tensor) return fail("view '" + view.name + "' is of unknown tensor '" + view.tensor + "'");
    if (!std::ranges::is_permutation(tensor->ranks, whole_ranks(view.rank_order, view.parts)))
      fail("view '" + view.name + "' does not store every rank of '" + view.tensor + "' once");
    const ManifestView* whose = view.like.empty() ? &view : manifest_.view(view.like);
    if (!whose || whose->formats != view.formats || (whose != &view && !whose->like.empty()))
      fail("view '" + view.name + "' cannot share the arrays of '" + view.like + "'");
  }

  void check(const ManifestIteration& iteration) {
    if (iteration.first < 0 || iteration.expressions < 1 ||
        int64_t{iteration.first} + iteration.expressions >
            static_cast<int64_t>(manifest_.cascade.size()))
      fail("the iteration has expressions that do not exist");
  }

  void check(const ManifestStep& step) {
    using Kind = ManifestStep::Kind;
    if (step.kind == Kind::Carry) check_carry(step);
    bool of_view =
        step.kind == Kind::Resort || step.kind == Kind::Zero || step.kind == Kind::Assemble;
    if (of_view && !manifest_.view(step.view) && !is_workspace(step.view))
      fail("a step names unknown view '" + step.view + "'");
    if (step.kind == Kind::Rounds && !manifest_.iteration)
      fail("a step runs rounds of no iteration");
    if (step.kind == Kind::Read && !is_workspace(step.workspace))
      fail("a step reads unknown workspace '" + step.workspace + "'");
    for (const ManifestStep& inner : step.steps) check(inner);
    for (const ManifestArg& arg : step.args) check(step, arg);
  }

  void check_carry(const ManifestStep& step) {
    const ManifestView *to = manifest_.view(step.view), *from = manifest_.view(step.from);
    if (!to || !from) return fail("a step carries '" + step.from + "' to '" + step.view + "'");
    if (to->formats != from->formats || !to->positions.empty())
      fail("view '" + to->name + "' cannot take over the arrays of '" + from->name + "'");
  }

  void check(const ManifestStep& step, const ManifestArg& arg) {
    using Kind = ManifestArg::Kind;
    std::string where = "argument '" + arg.name + "' of kernel '" + step.kernel + "' ";
    if (arg.kind == Kind::Workspace && !is_workspace(arg.workspace))
      fail(where + "names unknown workspace '" + arg.workspace + "'");
    bool of_level = arg.kind <= Kind::Bases;
    if (!of_level && arg.kind != Kind::Values) return;
    const ManifestView* view = manifest_.view(arg.view);
    if (!view) return fail(where + "names unknown view '" + arg.view + "'");
    if (of_level && (arg.level < 0 || arg.level >= static_cast<int>(view->formats.size())))
      fail(where + "names a level that view '" + view->name + "' lacks");
  }

  const Manifest& manifest_;
  const SourceRange& file_;
  Diagnostics& diagnostics_;
};

template <class Item>
const Item* find_named(const std::vector<Item>& items, std::string_view name) {
  for (const Item& item : items)
    if (item.name == name) return &item;
  return nullptr;
}

}  // namespace

const ManifestTensor* Manifest::tensor(std::string_view name) const {
  return find_named(tensors, name);
}
const ManifestView* Manifest::view(std::string_view name) const { return find_named(views, name); }
const ManifestWorkspace* Manifest::workspace(std::string_view name) const {
  return find_named(workspaces, name);
}
const ManifestPattern* Manifest::pattern(std::string_view workspace) const {
  for (const ManifestPattern& pattern : patterns)
    if (pattern.workspace == workspace) return &pattern;
  return nullptr;
}

int Manifest::depth() const {
  int out = 0;
  for (const ManifestKernel& kernel : kernels) out = std::max(out, kernel.depth);
  return out;
}

std::vector<std::string> level_names(const std::vector<std::string>& rank_order,
                                     const ManifestParts& parts) {
  std::vector<std::string> out = rank_order;
  for (size_t level = 0; level < parts.size(); ++level)
    if (parts[level]) out[level] = parts[level]->name;
  return out;
}

std::vector<std::string> level_formats(const ManifestTensor& tensor) {
  std::vector<std::string> out;
  for (const char letter : tensor.formats) out.emplace_back(1, letter);
  for (size_t level = 0; level < tensor.cbits.size(); ++level)
    if (tensor.cbits[level] != 0) out[level] += std::to_string(tensor.cbits[level]);
  return out;
}

std::optional<Manifest> read_manifest(const std::string& json_text, const std::string& path,
                                      Diagnostics& diagnostics) {
  auto file = std::make_shared<SourceFile>(SourceFile{path, json_text});
  SourceRange whole{file};
  int errors = diagnostics.errors();
  std::optional<Json> json = parse(file, diagnostics);
  if (!json) return std::nullopt;
  Manifest out;
  JsonReader(*json, "$", whole, diagnostics).read(out);
  if (diagnostics.errors() == errors) References(out, whole, diagnostics).check();
  if (diagnostics.errors() != errors) return std::nullopt;
  return out;
}

std::map<std::string, int64_t> names_in_sizes(const Manifest& manifest,
                                              const std::map<std::string, int64_t>& extents,
                                              const std::map<std::string, int64_t>& symbols) {
  std::map<std::string, int64_t> out = extents;
  for (const auto& [name, rank] : manifest.ranks_in_sizes)
    if (auto extent = extents.find(rank); extent != extents.end()) out[name] = extent->second;
  for (const ManifestSymbol& symbol : manifest.symbols)
    if (auto value = symbols.find(symbol.name); value != symbols.end())
      out[symbol.in_sizes.empty() ? symbol.name : symbol.in_sizes] = value->second;
  return out;
}

}  // namespace teaal::runtime
