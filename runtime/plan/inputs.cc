#include "runtime/plan/inputs.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <set>

#include "runtime/tensor/value_type.h"

namespace teaal::runtime::plan {
namespace {

// Which kind of shape a source brings.
enum class SourceKind { File, TensorText, Generator };

SourceKind kind_of(const std::string& source) {
  std::string path = source.substr(0, source.find(','));
  auto ends = [&](std::string_view ending) { return path.ends_with(ending); };
  if (ends(".tns") || ends(".tns.gz")) return SourceKind::TensorText;
  if (ends(".mtx") || ends(".mtx.gz") || ends(".npy") || ends(".safetensors"))
    return SourceKind::File;
  return SourceKind::Generator;  // a raw file, too, takes a shape from elsewhere
}

struct Extent {
  int64_t value = 0;
  std::string place;  // who says so
};

class Loader {
 public:
  Loader(const Manifest& manifest, const InputRequest& request, Diagnostics& diagnostics)
      : manifest_(manifest),
        request_(request),
        diagnostics_(diagnostics),
        value_type_(value_type_named(manifest.value_type).value_or(ElementType::F32)) {}

  std::optional<Inputs> load();

 private:
  void fix(const std::string& rank, int64_t extent, const std::string& place);
  void fix_shape(const ManifestTensor&, const Coo&);
  KnownShape known_shape(const ManifestTensor&) const;
  std::string place_of(const ManifestTensor&, const std::string& rank) const;
  void read_files();
  void read_generators(bool last);
  void settle_headerless();
  void grow_bounds(const ManifestTensor&, std::map<std::string, Extent>& bounds) const;
  void check_within(const ManifestTensor&, Coo&);
  void check_complete();
  void tell_unknown(const ManifestTensor&);
  void note_extents(const ManifestTensor&, Diagnostic&) const;
  bool read(const ManifestTensor&, const KnownShape&, Diagnostics&, bool& own_shape);
  bool settle_values(const ManifestTensor&, Coo&, Diagnostics&, SourceNotes&) const;
  Inputs finish();

  const Manifest& manifest_;
  const InputRequest& request_;
  Diagnostics& diagnostics_;
  ElementType value_type_;
  int errors_before_ = 0;
  std::map<std::string, Extent> extents_;
  std::set<std::string> headerless_;
  Inputs out_;
};

std::string Loader::place_of(const ManifestTensor& tensor, const std::string& rank) const {
  return fmt::format("{}={} (rank {} of {})", tensor.name, request_.sources.at(tensor.name), rank,
                     tensor.name);
}

void Loader::fix(const std::string& rank, int64_t extent, const std::string& place) {
  if (extent < 0 || extent > most_of_bits(manifest_.index_bits)) {
    diagnostics_.error(Code::TensorRange, {},
                       fmt::format("{} makes rank {} {} long; coordinates are {}-bit", place, rank,
                                   extent, manifest_.index_bits));
    return;
  }
  auto [at, fresh] = extents_.emplace(rank, Extent{extent, place});
  if (fresh || at->second.value == extent) return;
  diagnostics_.error(Code::ShapeMismatch, {},
                     fmt::format("rank {} has two extents: {} in {}, {} in {}", rank,
                                 at->second.value, at->second.place, extent, place));
}

void Loader::fix_shape(const ManifestTensor& tensor, const Coo& coo) {
  for (size_t r = 0; r < tensor.ranks.size(); ++r)
    fix(tensor.ranks[r], coo.shape[r], place_of(tensor, tensor.ranks[r]));
}

KnownShape Loader::known_shape(const ManifestTensor& tensor) const {
  KnownShape known;
  for (const std::string& rank : tensor.ranks) {
    auto extent = extents_.find(rank);
    known.push_back(extent == extents_.end() ? std::nullopt : std::optional(extent->second.value));
  }
  return known;
}

// A reader counts ranks; here are their names, and who fixed them.
void Loader::note_extents(const ManifestTensor& tensor, Diagnostic& diagnostic) const {
  for (size_t r = 0; r < tensor.ranks.size(); ++r)
    if (auto extent = extents_.find(tensor.ranks[r]); extent != extents_.end())
      diagnostic.note({}, fmt::format("rank {} of {} is {}, {} long in {}", r + 1, tensor.name,
                                      extent->first, extent->second.value, extent->second.place));
}

bool Loader::read(const ManifestTensor& tensor, const KnownShape& known, Diagnostics& diagnostics,
                  bool& own_shape) {
  const std::string& source = request_.sources.at(tensor.name);
  SourceNotes notes;
  Diagnostics found;
  std::optional<Coo> coo = read_source(source, known, found, notes, tensor.absent, value_type_);
  for (Diagnostic d : found.all()) {
    d.note({}, fmt::format("this is the source of {}: {}={}", tensor.name, tensor.name, source));
    if (d.code == Code::ShapeMismatch) note_extents(tensor, d);
    diagnostics.add(std::move(d));
  }
  if (!coo) return false;
  if (coo->order() != tensor.ranks.size()) {
    diagnostics.error(Code::TensorKind, {},
                      fmt::format("{}={} has {} ranks; the spec declares {} with {}", tensor.name,
                                  source, coo->order(), tensor.name, tensor.ranks.size()));
    return false;
  }
  if (!settle_values(tensor, *coo, diagnostics, notes)) return false;
  own_shape = notes.shape_from_header;
  out_.tensors[tensor.name] = std::move(*coo);
  out_.loaded[tensor.name] = {source, notes.described, notes.notes};
  return true;
}

// What the tensor will hold in the type of its values.
bool Loader::settle_values(const ManifestTensor& tensor, Coo& coo, Diagnostics& diagnostics,
                           SourceNotes& notes) const {
  size_t infinite = 0, vanished = 0;
  for (size_t e = 0; e < coo.entries(); ++e) {
    double value = coo.values[e], held = rounded(value, value_type_);
    if (value_type_ == ElementType::I32 && held != value) {
      std::string at;
      for (const auto& coords : coo.coords)
        at += fmt::format("{}{}", at.empty() ? "" : ", ", coords[e]);
      diagnostics.error(
          Code::TensorRange, {},
          fmt::format("{}={} has the value {:g} at [{}], which is no integer of 32 bits, but "
                      "values are of type i32",
                      tensor.name, request_.sources.at(tensor.name), value, at));
      return false;
    }
    infinite += std::isinf(held) && std::isfinite(value);
    vanished += held == 0 && value != 0;
    coo.values[e] = held;
  }
  auto note = [&](size_t count, const char* became) {
    if (count == 0) return;
    notes.notes.push_back(fmt::format("{} {} in {} and {}", count,
                                      count == 1 ? "value has no place" : "values have no place",
                                      name_of(value_type_), became));
  };
  note(infinite, "became infinite");
  note(vanished, "became 0");
  return true;
}

void Loader::read_files() {
  for (const ManifestTensor& tensor : manifest_.tensors) {
    auto source = request_.sources.find(tensor.name);
    if (source == request_.sources.end() || kind_of(source->second) == SourceKind::Generator)
      continue;
    bool own_shape = false;
    if (!read(tensor, KnownShape(tensor.ranks.size()), diagnostics_, own_shape)) continue;
    if (own_shape || kind_of(source->second) == SourceKind::File)
      fix_shape(tensor, out_.tensors[tensor.name]);
    else
      headerless_.insert(tensor.name);
  }
}

// A generator that lacks a rank waits: another source may fix it. In the last round its error is
// told.
void Loader::read_generators(bool last) {
  for (const ManifestTensor& tensor : manifest_.tensors) {
    auto source = request_.sources.find(tensor.name);
    if (source == request_.sources.end() || kind_of(source->second) != SourceKind::Generator)
      continue;
    if (out_.tensors.contains(tensor.name)) continue;
    Diagnostics found;
    bool own_shape = false;
    if (read(tensor, known_shape(tensor), found, own_shape)) {
      fix_shape(tensor, out_.tensors[tensor.name]);
      continue;
    }
    bool waits = std::all_of(found.all().begin(), found.all().end(),
                             [](const Diagnostic& d) { return d.code == Code::ShapeUnknown; });
    if (waits && !last) continue;
    // What a failed source would have fixed is not asked for.
    if (waits && diagnostics_.errors() == errors_before_) tell_unknown(tensor);
    // Of a source with other faults the missing shape is no news.
    for (const Diagnostic& d : found.all())
      if (!waits && d.code != Code::ShapeUnknown) diagnostics_.add(d);
    out_.tensors[tensor.name];  // told once
  }
}

void Loader::tell_unknown(const ManifestTensor& tensor) {
  for (const std::string& rank : tensor.ranks)
    if (!extents_.contains(rank))
      diagnostics_.error(Code::ShapeUnknown, {},
                         fmt::format("nothing fixes the extent of rank {0}, which {1}={2} needs; "
                                     "give it with --shape {0}=n, or add "
                                     "shape= to the source",
                                     rank, tensor.name, request_.sources.at(tensor.name)));
}

void Loader::grow_bounds(const ManifestTensor& tensor,
                         std::map<std::string, Extent>& bounds) const {
  const Coo& coo = out_.tensors.at(tensor.name);
  for (size_t r = 0; r < tensor.ranks.size(); ++r) {
    const std::string& rank = tensor.ranks[r];
    if (extents_.contains(rank)) continue;
    auto [at, fresh] = bounds.emplace(rank, Extent{coo.shape[r], place_of(tensor, rank)});
    if (!fresh && coo.shape[r] > at->second.value)
      at->second = {coo.shape[r], place_of(tensor, rank)};
  }
}

// Files that only have largest coordinates: what others fix wins, else the largest of them.
void Loader::settle_headerless() {
  std::map<std::string, Extent> bounds;
  for (const std::string& name : headerless_) grow_bounds(*manifest_.tensor(name), bounds);
  for (const auto& [rank, bound] : bounds) fix(rank, bound.value, bound.place);
  for (const std::string& name : headerless_)
    check_within(*manifest_.tensor(name), out_.tensors.at(name));
}

void Loader::check_within(const ManifestTensor& tensor, Coo& coo) {
  for (size_t r = 0; r < tensor.ranks.size(); ++r) {
    auto extent = extents_.find(tensor.ranks[r]);
    if (extent == extents_.end()) continue;
    if (coo.shape[r] > extent->second.value)
      diagnostics_.error(Code::ShapeMismatch, {},
                         fmt::format("{} holds coordinate {}, but the rank is {} long in {}",
                                     place_of(tensor, tensor.ranks[r]), coo.shape[r],
                                     extent->second.value, extent->second.place));
    coo.shape[r] = extent->second.value;
  }
}

void Loader::check_complete() {
  for (const std::string& rank : ranks_of(manifest_))
    if (!extents_.contains(rank))
      diagnostics_.error(
          Code::ShapeUnknown, {},
          fmt::format("no input fixes the extent of rank {0}; give it with --shape {0}=n", rank));
}

Inputs Loader::finish() {
  for (const auto& [rank, extent] : extents_) out_.extents[rank] = extent.value;
  return std::move(out_);
}

std::optional<Inputs> Loader::load() {
  const int before = errors_before_ = diagnostics_.errors();
  for (const auto& [rank, extent] : request_.shapes)
    fix(rank, extent, fmt::format("--shape {}={}", rank, extent));
  read_files();
  if (diagnostics_.errors() > before) return std::nullopt;
  read_generators(false);
  read_generators(false);
  settle_headerless();
  read_generators(false);
  read_generators(true);
  if (diagnostics_.errors() > before) return std::nullopt;
  check_complete();
  if (diagnostics_.errors() > before) return std::nullopt;
  return finish();
}

}  // namespace

std::vector<std::string> ranks_of(const Manifest& manifest) {
  std::set<std::string> ranks;
  for (const ManifestTensor& tensor : manifest.tensors)
    ranks.insert(tensor.ranks.begin(), tensor.ranks.end());
  for (const ManifestEinsum& einsum : manifest.cascade)
    for (const auto& [variable, rank] : einsum.rank_of) ranks.insert(rank);
  return {ranks.begin(), ranks.end()};
}

std::optional<Inputs> load_inputs(const Manifest& manifest, const InputRequest& request,
                                  Diagnostics& diagnostics) {
  return Loader(manifest, request, diagnostics).load();
}

}  // namespace teaal::runtime::plan
