#include "compiler/interpret/views.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <limits>
#include <numeric>

#include "compiler/interpret/code.h"
#include "compiler/ir/build.h"
#include "compiler/ir/levels.h"
#include "runtime/tensor/narrow.h"

namespace teaal::interpret {
namespace {

constexpr int64_t alignment = 256;  // of what cudaMalloc gives

Array numbers(const runtime::Array& from, Array::Of of) {
  Array out{of};
  runtime::with_integers(from, [&](auto span) {
    for (auto number : span)
      out.cells.push_back(of == Array::Of::Masks ? cell(int64_t{static_cast<uint32_t>(number)})
                                                 : cell(static_cast<int64_t>(number)));
  });
  return out;
}

Array values(std::span<const double> from) {
  Array out{Array::Of::Values, true};
  for (double value : from) out.cells.push_back(cell(value));
  return out;
}

std::string part_name(ir::Param::Kind kind, const ir::Level& level) {
  const std::string& name = ir::level_name(level);
  if (kind == ir::Param::Kind::Segments) return "segments of " + name;
  if (kind == ir::Param::Kind::Coords) return "coordinates of " + name;
  if (kind == ir::Param::Kind::Masks) return "masks of " + name;
  return "bases of " + name;
}

runtime::LevelFormat format_of(ir::LevelFormat format) {
  if (format == ir::LevelFormat::Compressed) return runtime::LevelFormat::Compressed;
  if (format == ir::LevelFormat::Bitmask) return runtime::LevelFormat::Bitmask;
  return runtime::LevelFormat::Uncompressed;
}

bool is_dense(const std::vector<ir::Level>& levels) {
  return std::ranges::all_of(
      levels, [](const ir::Level& l) { return l.format == ir::LevelFormat::Uncompressed; });
}

}  // namespace

Views::Views(const ir::Program& program, const Problem& problem, Sizes& sizes, Recorder& recorder)
    : program_(program), problem_(problem), sizes_(sizes), recorder_(recorder) {
  for (const auto& [name, coo] : problem.inputs) set_count(name, coo->entries());
  for (const ir::View& v : program.views)
    if (!v.like.empty())
      set_count(v.tensor, stored(v).arrays.at({ir::Param::Kind::Values, 0}).cells.size());
}

void Views::set_count(const std::string& tensor, size_t entries) {
  for (const ir::Count& c : program_.counts)
    if (c.tensor == tensor) sizes_.set(c.name, static_cast<int64_t>(entries));
}

const ir::View& Views::view(const std::string& name) const {
  const ir::View* found = program_.view(name);
  if (!found) throw Broken("no view " + name);
  return *found;
}

std::vector<int64_t> Views::shape(const std::string& tensor) const {
  std::vector<int64_t> out;
  for (const std::string& rank : program_.tensor(tensor)->ranks)
    out.push_back(sizes_.evaluate(ir::var(rank)));
  return out;
}

runtime::StorageRequest Views::request(const ir::View& v) const {
  const ir::Tensor& tensor = *program_.tensor(v.tensor);
  runtime::StorageRequest out;
  out.value_type = runtime::ElementType::F64;
  out.absent = tensor.absent;
  for (const ir::Level& level : v.levels) {
    out.narrow.push_back(level.cbits);
    const auto rank = std::ranges::find(tensor.ranks, level.rank);
    out.rank_order.push_back(static_cast<int>(rank - tensor.ranks.begin()));
    out.formats.push_back(format_of(level.format));
    runtime::LevelPart part;
    if (level.tile) part.tile = sizes_.evaluate(level.tile);
    for (const ir::Expr& snap : level.snaps) part.snaps.push_back(sizes_.evaluate(snap));
    out.parts.push_back(std::move(part));
  }
  return out;
}

// ---- Arrays ----

void Views::place(Array& array, const std::string& tensor, const std::string& part,
                  bool workspace) {
  Counts& counts = recorder_.counts();
  auto same = std::ranges::find_if(counts.arrays, [&](const ArrayCount& a) {
    return a.tensor == tensor && a.part == part && a.workspace == workspace;
  });
  array.count = static_cast<size_t>(same - counts.arrays.begin());
  if (array.real) array.element_bytes = workspace ? problem_.value_bytes : problem_.element_bytes;
  const auto bytes = static_cast<int64_t>(array.cells.size()) * array.element_bytes;
  if (array.count == counts.arrays.size()) counts.arrays.push_back({tensor, part, workspace});
  counts.workspace_bytes += workspace ? bytes : 0;
  counts.arrays[array.count].bytes = bytes;
  array.address = end_;
  end_ += (bytes + alignment - 1) / alignment * alignment;
}

// Coordinates of all positions, as unpacking finds them; -1 (no form) where nobody asks for them.
int32_t Views::form(const ir::View& v, const runtime::Stored& stored) {
  constexpr size_t most = 20'000;  // positions: more would not be drawn
  const size_t positions = stored.values.size();
  if (!recorder_.keeps_places() || positions == 0 || positions > most) return -1;
  runtime::Stored numbered = stored;
  std::vector<double> numbers(positions);
  std::iota(numbers.begin(), numbers.end(), 1.0);
  numbered.values = runtime::Array::of<double>(numbers);
  const runtime::Coo found = runtime::unpack(numbered, shape(v.tensor));
  Form out{v.tensor, program_.tensor(v.tensor)->ranks, shape(v.tensor), {}, {}};
  for (int rank : stored.rank_order)
    if (std::ranges::find(out.order, rank) == out.order.end()) out.order.push_back(rank);
  for (const auto& coordinates : found.coords) {
    out.coordinates.emplace_back(positions, -1);
    for (size_t i = 0; i < coordinates.size(); ++i)
      out.coordinates.back()[static_cast<size_t>(found.values[i]) - 1] = coordinates[i];
  }
  std::vector<Form>& forms = recorder_.counts().forms;
  forms.push_back(std::move(out));
  return static_cast<int32_t>(forms.size()) - 1;
}

StoredView Views::packed(const ir::View& v, const runtime::Coo& coo) {
  StoredView out;
  out.request = request(v);
  Diagnostics found;
  auto stored = runtime::pack(coo, out.request, found);
  if (!stored) throw Unsupported(found.all().front().message);
  const int32_t form = this->form(v, *stored);
  for (size_t l = 0; l < v.levels.size(); ++l) {
    const runtime::Level& level = stored->levels[l];
    const runtime::Array coords = runtime::wide_coords(level);
    using Kind = ir::Param::Kind;
    const std::tuple<Kind, const runtime::Array*, Array::Of> parts[] = {
        {Kind::Segments, &level.segments, Array::Of::Segments},
        {Kind::Coords, &coords, Array::Of::Coordinates},
        {Kind::Masks, &level.masks, Array::Of::Masks},
        {Kind::Bases, &level.bases, Array::Of::Numbers}};
    for (const auto& [kind, array, of] : parts) {
      if (array->size() == 0) continue;
      Array made = numbers(*array, of);
      if (kind == Kind::Coords && level.narrow()) made.element_bytes = v.levels[l].cbits / 8;
      place(made, v.tensor, part_name(kind, v.levels[l]), false);
      if (of == Array::Of::Coordinates || of == Array::Of::Masks)
        made.rank = recorder_.rank_count(v.tensor, ir::level_name(v.levels[l]));
      if (of == Array::Of::Coordinates && l + 1 == v.levels.size()) made.form = form;
      out.arrays[{kind, static_cast<int>(l)}] = std::move(made);
    }
    if (level.narrow())
      out.arrays[{Kind::Coords, static_cast<int>(l)}].bases =
          &out.arrays.at({Kind::Bases, static_cast<int>(l)});
  }
  Array made = values(stored->values.as<double>());
  made.form = form;
  place(made, v.tensor, "values", false);
  out.arrays[{ir::Param::Kind::Values, 0}] = std::move(made);
  stored->values = {};
  out.levels = std::move(*stored);
  return out;
}

// What nothing is written to yet: poison.
StoredView Views::empty(const ir::View& v) {
  if (!v.like.empty()) {
    StoredView out = stored(view(v.like));
    Array& values = out.arrays.at({ir::Param::Kind::Values, 0});
    for (Cell& c : values.cells) c = cell(std::numeric_limits<double>::quiet_NaN());
    place(values, v.tensor, "values", false);
    return out;
  }
  if (!v.points) {
    runtime::Coo nothing;
    nothing.shape = shape(v.tensor);
    nothing.coords.resize(nothing.shape.size());
    StoredView out = packed(v, nothing);
    for (Cell& c : out.arrays.at({ir::Param::Kind::Values, 0}).cells)
      c = cell(std::numeric_limits<double>::quiet_NaN());
    return out;
  }
  StoredView out;
  out.points = true;
  out.request = request(v);
  out.levels.levels = runtime::levels_of(out.request, shape(v.tensor));
  Array made{Array::Of::Values, true, true};
  made.absent = program_.tensor(v.tensor)->absent;
  place(made, v.tensor, "values", false);
  out.arrays[{ir::Param::Kind::Values, 0}] = std::move(made);
  return out;
}

StoredView& Views::stored(const ir::View& v) {
  auto found = views_.find(v.name);
  if (found != views_.end()) return found->second;
  const bool input = problem_.inputs.contains(v.tensor);
  const bool computed =
      !input && !v.points && (v.resorted || (v.like.empty() && !is_dense(v.levels)));
  StoredView made = input      ? packed(v, *problem_.inputs.at(v.tensor))
                    : computed ? packed(v, tensor(v.tensor))
                               : empty(v);
  return views_.emplace(v.name, std::move(made)).first->second;
}

Array& Views::array(const ir::Param& p, const ir::Kernel& kernel) {
  const ir::View& v = view(p.view);
  StoredView& s = stored(v);
  const bool values = p.kind == ir::Param::Kind::Values;
  auto found = s.arrays.find({p.kind, values ? 0 : p.level});
  if (found == s.arrays.end()) {
    Array none;
    place(none, v.tensor, "nothing", false);
    found = s.arrays.emplace(std::pair(p.kind, p.level), std::move(none)).first;
  }
  Array& out = found->second;
  if (p.written && v.points) {
    // Kernels of classes have the result's pairs together.
    const bool first = !kernel.row_class || kernel.row_class->number == 0;
    if (!kernel.accumulates && first) out.pairs.clear();
    out.reduction = kernel.reduction;
  }
  return out;
}

Array& Views::workspace(const std::string& name, ir::Type type) {
  auto [found, fresh] = workspaces_.try_emplace(name);
  Array& out = found->second;
  if (!fresh) return out;
  for (const ir::Workspace& w : program_.workspaces) {
    if (w.name != name) continue;
    out.real = type == ir::Type::Value;
    if (type == ir::Type::Size) out.element_bytes = 8;
    const Cell poison =
        out.real ? cell(std::numeric_limits<double>::quiet_NaN()) : cell(int64_t{-1});
    out.cells.assign(static_cast<size_t>(sizes_.evaluate(w.elements)), poison);
  }
  place(out, name, "", true);
  return out;
}

void Views::fill(const std::string& name, double value) {
  for (const ir::Workspace& w : program_.workspaces) {
    if (w.name != name) continue;
    Array& array = workspace(name, w.type);
    std::ranges::fill(array.cells, array.real ? cell(value) : cell(static_cast<int64_t>(value)));
    return;
  }
  const ir::View& v = view(name);
  Array& array = stored(v).arrays.at({ir::Param::Kind::Values, 0});
  array.pairs.clear();
  std::ranges::fill(array.cells, cell(value));
  wrote(name);
}

void Views::resort(const std::string& name) {
  const ir::View& v = view(name);
  views_.erase(name);
  const StoredView& made = stored(v);
  std::vector<std::string> order;
  for (const ir::Level& level : v.levels) order.push_back(ir::level_name(level));
  const auto elements = made.arrays.at({ir::Param::Kind::Values, 0}).cells.size();
  recorder_.counts().resorts.push_back(
      {v.tensor, fmt::format("{}", fmt::join(order, ", ")), static_cast<int64_t>(elements)});
}

void Views::carry(const std::string& to, const std::string& from) {
  const ir::View& target = view(to);
  const runtime::Coo now = content(view(from));
  views_.erase(to);
  views_.emplace(to, packed(target, now));
  set_count(target.tensor, now.entries());
}

void Views::wrote(const std::string& name) {
  const ir::View& v = view(name);
  holders_[v.tensor] = name;
  std::erase_if(views_, [&](const auto& entry) {
    const ir::View& other = view(entry.first);
    return other.tensor == v.tensor && entry.first != name && !other.carried;
  });
  const auto counts = [&](const ir::Count& c) { return c.tensor == v.tensor; };
  if (v.like.empty() && std::ranges::any_of(program_.counts, counts)) tensor(v.tensor);
}

// ---- Tensors ----

runtime::Coo Views::tensor(const std::string& name) {
  if (auto input = problem_.inputs.find(name); input != problem_.inputs.end())
    return *input->second;
  auto holder = holders_.find(name);
  if (holder == holders_.end()) throw Broken("nothing has written " + name);
  runtime::Coo out = content(view(holder->second));
  if (program_.tensor(name)->like.empty()) set_count(name, out.entries());
  return out;
}

runtime::Coo Views::content(const ir::View& v) {
  StoredView& s = stored(v);
  if (s.points) return points(v, s);
  runtime::Stored whole = s.levels;
  const Array& values = s.arrays.at({ir::Param::Kind::Values, 0});
  std::vector<double> elements;
  for (const Cell& c : values.cells) elements.push_back(c.value);
  whole.values = runtime::Array::of<double>(elements);
  const double absent =
      v.like.empty() ? s.request.absent : std::numeric_limits<double>::quiet_NaN();
  return runtime::unpack(whole, shape(v.tensor), absent);
}

runtime::Coo Views::points(const ir::View& v, const StoredView& s) const {
  runtime::Coo out;
  out.shape = shape(v.tensor);
  out.coords.resize(out.shape.size());
  const std::vector<runtime::Level>& levels = s.levels.levels;
  for (const auto& [key, value] : s.arrays.at({ir::Param::Kind::Values, 0}).pairs) {
    std::vector<int64_t> ordinals(levels.size());
    int64_t left = key;
    for (size_t l = levels.size(); l-- > 0; left /= levels[l].extent)
      ordinals[l] = left % levels[l].extent;
    std::vector<int64_t> at(out.shape.size());
    for (size_t l = 0; l < levels.size(); ++l) {
      if (levels[l].enclosing >= 0) {
        const auto e = static_cast<size_t>(levels[l].enclosing);
        ordinals[l] += levels[l].part.ordinal(levels[e].part.start(ordinals[e]));
      }
      at[static_cast<size_t>(s.request.rank_order[l])] = ordinals[l];
    }
    for (size_t r = 0; r < at.size(); ++r) out.coords[r].push_back(static_cast<int32_t>(at[r]));
    out.values.push_back(value);
  }
  runtime::canonicalize(out);
  runtime::drop_absent(out, s.request.absent);
  return out;
}

}  // namespace teaal::interpret
