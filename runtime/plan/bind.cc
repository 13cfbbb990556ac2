#include "runtime/plan/bind.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "runtime/tensor/value_type.h"

namespace teaal::runtime::plan {

namespace {

// The numbers that the run finds.
void add_read_names(const std::vector<ManifestStep>& steps, std::set<std::string>& out) {
  for (const ManifestStep& step : steps) {
    if (!step.name.empty()) out.insert(step.name);
    add_read_names(step.steps, out);
  }
}

}  // namespace

std::optional<Sizes> Sizes::make(const Job& job, Diagnostics& diagnostics) {
  Sizes sizes;
  sizes.names_ = names_in_sizes(*job.manifest, job.extents, {});
  for (const ManifestCount& count : job.manifest->counts) {
    sizes.names_[count.name] = job.entries(count.tensor);
  }
  for (const ManifestSymbol& symbol : job.manifest->symbols) {
    std::optional<int64_t> value = symbol.value;
    auto given = job.symbols.find(symbol.name);
    if (!value && given != job.symbols.end()) value = given->second;
    if (!value) {
      std::string what = fmt::format("the default of symbol '{}'", symbol.name);
      value = sizes.evaluate(symbol.default_expr, what, diagnostics);
    }
    if (!value) return std::nullopt;
    sizes.symbols_[symbol.name] = *value;
    sizes.names_.emplace(symbol.in_sizes.empty() ? symbol.name : symbol.in_sizes, *value);
  }
  std::map<std::string, int64_t> later = sizes.names_;
  std::set<std::string> found;
  add_read_names(job.manifest->plan, found);
  // Room for as many elements as another view has, which are not counted yet.
  for (const ManifestCount& count : job.manifest->counts)
    if (const ManifestTensor* t = job.manifest->tensor(count.tensor); t && !t->like.empty()) {
      found.insert(count.name);
      sizes.names_.erase(count.name);
    }
  // Any value will do to see whether an expression waits for one.
  for (const std::string& name : found) later.emplace(name, 1);
  for (const ManifestSize& size : job.manifest->sizes) {
    Diagnostics unheard;
    if (!sizes.known(size.expr) && runtime::evaluate(size.expr, later, unheard)) {
      later.emplace(size.name, 1);
      sizes.late_.push_back(size);
      continue;
    }
    auto value = sizes.evaluate(size.expr, fmt::format("size '{}'", size.name), diagnostics);
    if (!value) return std::nullopt;
    later[size.name] = sizes.names_[size.name] = *value;
    if (!found.empty()) sizes.late_.push_back(size);
  }
  sizes.given_ = sizes.names_;
  return sizes;
}

void Sizes::bind(const std::string& name, int64_t value) {
  names_[name] = value;
  Diagnostics unheard;
  for (const ManifestSize& size : late_)
    if (auto settled = runtime::evaluate(size.expr, names_, unheard)) names_[size.name] = *settled;
}

std::optional<int64_t> Sizes::evaluate(const std::string& expression, const std::string& what,
                                       Diagnostics& diagnostics) const {
  Diagnostics found;
  std::optional<int64_t> value = runtime::evaluate(expression, names_, found);
  if (value) return value;
  std::string why = found.all().empty() ? "" : ": " + found.all().front().message;
  diagnostics.error(Code::RunFailed, {},
                    fmt::format("{} is '{}', which has no value here{}", what, expression, why));
  return std::nullopt;
}

bool Sizes::known(const std::string& expression) const {
  Diagnostics unheard;
  return runtime::evaluate(expression, names_, unheard).has_value();
}

std::optional<int64_t> Sizes::evaluate_in(const std::string& expression, const std::string& what,
                                          int64_t least, int64_t most,
                                          Diagnostics& diagnostics) const {
  std::optional<int64_t> value = evaluate(expression, what, diagnostics);
  if (!value) return std::nullopt;
  if (*value >= least && *value <= most) return value;
  diagnostics.error(Code::RunFailed, {},
                    fmt::format("{} is {} (from '{}'); it must lie between {} and {}", what, *value,
                                expression, least, most));
  return std::nullopt;
}

std::optional<std::vector<int64_t>> shape_of(const ManifestTensor& tensor,
                                             const std::map<std::string, int64_t>& extents,
                                             Diagnostics& diagnostics) {
  std::vector<int64_t> shape;
  for (const std::string& rank : tensor.ranks) {
    auto extent = extents.find(rank);
    if (extent == extents.end()) {
      diagnostics.error(Code::ShapeUnknown, {},
                        fmt::format("rank {} of {} has no extent; give it with --shape {}=n", rank,
                                    tensor.name, rank));
      return std::nullopt;
    }
    shape.push_back(extent->second);
  }
  return shape;
}

namespace {

std::optional<StorageRequest> bad_view(const ManifestView& view, const std::string& why,
                                       Diagnostics& diagnostics) {
  diagnostics.error(Code::Manifest, {},
                    fmt::format("view '{}' of tensor '{}' {}", view.name, view.tensor, why));
  return std::nullopt;
}

std::optional<LevelPart> level_part(const ManifestView& view,
                                    const std::optional<ManifestPart>& part, const Sizes& sizes,
                                    Diagnostics& diagnostics) {
  LevelPart out;
  if (!part) return out;
  auto evaluated = [&](const std::string& size, const char* what) {
    std::string of = fmt::format("the {} of {} in {}", what, part->name, view.tensor);
    return sizes.evaluate_in(size, of, 1, INT32_MAX, diagnostics);
  };
  auto tile = evaluated(part->tile, "tile");
  if (!tile) return std::nullopt;
  out.tile = *tile;
  for (const std::string& snap : part->snaps) {
    auto size = evaluated(snap, "snap");
    if (!size) return std::nullopt;
    out.snaps.push_back(*size);
  }
  return out;
}

}  // namespace

std::optional<StorageRequest> storage_request(const Manifest& manifest, const ManifestView& view,
                                              const Sizes& sizes, int position_bits,
                                              Diagnostics& diagnostics) {
  const ManifestTensor* tensor = manifest.tensor(view.tensor);
  if (!tensor) return bad_view(view, "belongs to no tensor of the manifest", diagnostics);
  size_t whole = view.rank_order.size();
  for (const auto& part : view.parts) whole -= part.has_value();
  if (whole != tensor->ranks.size() || view.formats.size() != view.rank_order.size())
    return bad_view(view, "has another number of levels than the tensor has ranks", diagnostics);
  StorageRequest request;
  for (const std::string& rank : view.rank_order) {
    auto at = std::find(tensor->ranks.begin(), tensor->ranks.end(), rank);
    if (at == tensor->ranks.end())
      return bad_view(view, "orders unknown rank " + rank, diagnostics);
    request.rank_order.push_back(static_cast<int>(at - tensor->ranks.begin()));
  }
  for (char letter : view.formats) {
    if (letter != 'U' && letter != 'C' && letter != 'B')
      return bad_view(view, "has a format other than U, C and B", diagnostics);
    request.formats.push_back(letter == 'U'   ? LevelFormat::Uncompressed
                              : letter == 'C' ? LevelFormat::Compressed
                                              : LevelFormat::Bitmask);
  }
  for (const auto& part : view.parts) {
    auto evaluated = level_part(view, part, sizes, diagnostics);
    if (!evaluated) return std::nullopt;
    request.parts.push_back(std::move(*evaluated));
  }
  request.value_type = value_type_named(manifest.value_type).value_or(ElementType::F32);
  request.position_bits = position_bits;
  request.absent = tensor->absent;
  request.coordinate_bits = manifest.index_bits;
  request.narrow = view.cbits;
  return request;
}

bool is_storage(const ManifestTensor& tensor, const ManifestView& view) {
  return view.rank_order == tensor.rank_order && view.formats == tensor.formats &&
         view.parts == tensor.parts && view.cbits == tensor.cbits;
}

int64_t saturating_product(int64_t a, int64_t b) {
  constexpr int64_t most = int64_t{1} << 62;
  int64_t out = 0;
  return __builtin_mul_overflow(a, b, &out) ? most : std::min(out, most);
}

int64_t most_positions(const StorageRequest& request, const std::vector<int64_t>& shape,
                       int64_t entries) {
  int64_t positions = 1, most = 1;
  for (const Level& level : levels_of(request, shape)) {
    positions = saturating_product(positions, level.extent);
    if (level.format != LevelFormat::Uncompressed) positions = std::min(positions, entries);
    most = std::max(most, positions);
  }
  return most;
}

}  // namespace teaal::runtime::plan
