#include "api/convert.h"

#include <bit>

#include "api/elements.h"

namespace teaal::api {

namespace {

double value_at(const teaal_array& array, int64_t at) {
  return with_elements(array, [&](auto* data) { return number_of(data[at]); });
}
int64_t index_at(const teaal_array& array, int64_t at) {
  switch (type_of(array)) {
    case ElementType::I8:
      return static_cast<const int8_t*>(array.data)[at];
    case ElementType::I16:
      return static_cast<const int16_t*>(array.data)[at];
    case ElementType::I64:
      return static_cast<const int64_t*>(array.data)[at];
    default:
      return static_cast<const int32_t*>(array.data)[at];
  }
}
bool is_index(const teaal_array& array) { return array.type <= TEAAL_I64; }

bool check_array(const teaal_array& array, const std::string& name, int64_t elements, bool index,
                 const ManifestTensor& tensor, Diagnostics& diagnostics) {
  if (array.type < TEAAL_I8 || array.type > TEAAL_F64 || (index && !is_index(array)))
    return wrong(tensor, fmt::format("{} have no {} type", name, index ? "integer" : "known"),
                 diagnostics);
  if (array.place != TEAAL_HOST && array.place != TEAAL_DEVICE)
    return wrong(tensor, name + " lie nowhere known", diagnostics);
  if (array.elements < 0 || (elements >= 0 && array.elements != elements))
    return wrong(tensor,
                 fmt::format("{} elements of {}, where {} are wanted", array.elements, name,
                             std::max<int64_t>(0, elements)),
                 diagnostics);
  if (!array.data && array.elements > 0)
    return wrong(tensor, fmt::format("no data of {}", name), diagnostics);
  return true;
}

// Elements between the first and the last that strides reach, both counted; the largest number if
// that is too many, or a stride is negative.
int64_t reach(const teaal_tensor& t) {
  int64_t out = 1;
  for (int r = 0; r < t.ranks; ++r) {
    if (t.shape[r] == 0) return 0;
    int64_t more = 0;
    if (t.strides[r] < 0 || __builtin_mul_overflow(t.shape[r] - 1, t.strides[r], &more) ||
        __builtin_add_overflow(out, more, &out))
      return INT64_MAX;
  }
  return out;
}

bool check_layout(const teaal_tensor& t, const ManifestTensor& tensor, Diagnostics& diagnostics) {
  auto array = [&](const teaal_array& a, const char* name, int64_t elements, bool index) {
    return check_array(a, name, elements, index, tensor, diagnostics);
  };
  switch (t.layout) {
    case TEAAL_DENSE:
      if (!array(t.values, "values", -1, false)) return false;
      if (reach(with_strides(t)) <= t.values.elements) return true;
      return wrong(tensor, "strides are negative, or reach behind the values", diagnostics);
    case TEAAL_COO:
      for (int r = 0; r < t.ranks; ++r)
        if (!array(t.coords[r], "coordinates", t.values.elements, true)) return false;
      return array(t.values, "values", -1, false);
    case TEAAL_CSR:
    case TEAAL_CSC:
      if (t.ranks != 2) return wrong(tensor, "CSR and CSC have two ranks", diagnostics);
      return array(t.segments[0], "segments", t.shape[t.layout == TEAAL_CSC] + 1, true) &&
             array(t.coords[0], "coordinates", t.values.elements, true) &&
             array(t.values, "values", -1, false);
    case TEAAL_STORED:
      if (!tensor.parts.empty() &&
          std::any_of(tensor.parts.begin(), tensor.parts.end(), [](const auto& p) { return !!p; }))
        return wrong(tensor, "stored tiles cannot be given as they are: give another layout",
                     diagnostics);
      for (size_t l = 0; l < tensor.formats.size(); ++l)
        if ((tensor.formats[l] == 'C' && (!array(t.segments[l], "segments", -1, true) ||
                                          !array(t.coords[l], "coordinates", -1, true))) ||
            (tensor.formats[l] == 'B' &&
             (!array(t.masks[l], "masks", -1, true) || !array(t.bases[l], "bases", -1, true))))
          return false;
      return array(t.values, "values", -1, false);
  }
  return wrong(tensor, "no such layout", diagnostics);
}

bool is_whole(const ManifestTensor& tensor) {
  return tensor.formats.size() == tensor.ranks.size() &&
         std::none_of(tensor.parts.begin(), tensor.parts.end(), [](const auto& p) { return !!p; });
}

// CSR and CSC as the arrays of levels.
teaal_tensor by_levels(teaal_tensor t) {
  if (t.layout != TEAAL_CSR && t.layout != TEAAL_CSC) return t;
  std::swap(t.segments[0], t.segments[1]);
  std::swap(t.coords[0], t.coords[1]);
  return t;
}

bool has_layout(const teaal_tensor& t, const Manifest& manifest, const ManifestTensor& tensor) {
  // Callers give coordinates as they are.
  if (!is_whole(tensor) || !tensor.cbits.empty()) return false;
  const std::vector<int> order = order_of(tensor);
  switch (t.layout) {
    case TEAAL_DENSE:
      return lies_as_stored(t, manifest, tensor);
    case TEAAL_CSR:
      return tensor.formats == "UC" && order == std::vector<int>{0, 1};
    case TEAAL_CSC:
      return tensor.formats == "UC" && order == std::vector<int>{1, 0};
    case TEAAL_STORED:
      return true;
    case TEAAL_COO:
      break;
  }
  return false;
}

// Bits of the positions, if all arrays have the widths of the kernel; 0 where there are none.
std::optional<int> widths(const teaal_tensor& t, const Manifest& manifest,
                          const ManifestTensor& tensor) {
  const ElementType index = integer_of(manifest.index_bits);
  int bits = 0;
  auto position = [&](const teaal_array& a) {
    const int own = static_cast<int>(8 * size_of(type_of(a)));
    const bool fits = (own == 64 || type_of(a) == index) && (bits == 0 || bits == own);
    bits = own;
    return fits;
  };
  if (type_of(t.values) != value_type_named(manifest.value_type)) return std::nullopt;
  for (size_t l = 0; l < tensor.formats.size(); ++l) {
    if (tensor.formats[l] == 'C' && (!position(t.segments[l]) || type_of(t.coords[l]) != index))
      return std::nullopt;
    if (tensor.formats[l] == 'B' &&
        (!position(t.bases[l]) || type_of(t.masks[l]) != ElementType::I32))
      return std::nullopt;
  }
  return bits;
}

// Why the arrays of a compressed level are none; empty if they are. `parents`: of the level above.
std::string broken_level(const teaal_array& segments, const teaal_array& coords, int64_t parents,
                         int64_t extent) {
  if (segments.elements != parents + 1 || index_at(segments, 0) != 0 ||
      index_at(segments, parents) != coords.elements)
    return "segments do not begin at 0 or end with the coordinates";
  for (int64_t f = 0; f < parents; ++f) {
    const int64_t begin = index_at(segments, f), end = index_at(segments, f + 1);
    if (begin > end || end > coords.elements) return "segments do not ascend";
    for (int64_t p = begin; p < end; ++p) {
      const int64_t c = index_at(coords, p);
      if (c < 0 || c >= extent) return fmt::format("coordinate {} lies outside its rank", c);
      if (p > begin && c <= index_at(coords, p - 1)) return "coordinates do not ascend in a fiber";
    }
  }
  return {};
}

std::string broken_masks(const teaal_array& masks, const teaal_array& bases, int64_t parents,
                         int64_t extent) {
  const int64_t words = (extent + 31) / 32, all = parents * words;
  if (masks.elements != all || bases.elements != all + 1 || index_at(bases, 0) != 0)
    return "masks and bases do not fit the shape";
  for (int64_t w = 0; w < all; ++w) {
    const auto word = static_cast<uint32_t>(index_at(masks, w));
    const int64_t left = extent - w % words * 32;
    if (left < 32 && (word >> left) != 0) return "a mask has bits behind its rank";
    if (index_at(bases, w + 1) - index_at(bases, w) != std::popcount(word))
      return "bases do not count the bits of the masks";
  }
  return {};
}

// Of arrays on the host, which are those of levels.
std::string broken(const teaal_tensor& t, const ManifestTensor& tensor) {
  const std::vector<int> order = order_of(tensor);
  int64_t positions = 1;
  for (size_t l = 0; l < tensor.formats.size(); ++l) {
    const int64_t extent = t.shape[order[l]];
    std::string why;
    if (tensor.formats[l] == 'C') {
      why = broken_level(t.segments[l], t.coords[l], positions, extent);
      positions = t.coords[l].elements;
    } else if (tensor.formats[l] == 'B') {
      why = broken_masks(t.masks[l], t.bases[l], positions, extent);
      positions = why.empty() ? index_at(t.bases[l], t.bases[l].elements - 1) : 0;
    } else {
      positions *= extent;
    }
    if (!why.empty()) return why;
  }
  return positions <= t.values.elements ? "" : "values are missing";
}

template <class F>
void for_each_array(teaal_tensor& t, F&& f) {
  f(t.values);
  for (auto* list : {t.segments, t.coords, t.masks, t.bases})
    for (int l = 0; l < TEAAL_MOST_LEVELS; ++l)
      if (list[l].elements > 0) f(list[l]);
}

Array copied(const teaal_array& from, ElementType to) {
  Array out(to, static_cast<size_t>(from.elements));
  with_integers(out, [&](auto span) {
    for (size_t i = 0; i < span.size(); ++i)
      span[i] = static_cast<std::remove_reference_t<decltype(span[0])>>(
          index_at(from, static_cast<int64_t>(i)));
  });
  return out;
}

std::optional<Coo> from_stored(const teaal_tensor& t, const Manifest& manifest,
                               const ManifestTensor& tensor, Diagnostics& diagnostics) {
  if (const std::string why = broken(t, tensor); !why.empty()) {
    wrong(tensor, why, diagnostics, Code::TensorRange);
    return std::nullopt;
  }
  Stored stored;
  stored.rank_order = order_of(tensor);
  stored.position_bits = 64;
  StorageRequest request{stored.rank_order, {}, ElementType::F64, 64};
  for (const char f : tensor.formats) request.formats.push_back(level_format(f));
  const std::vector<int64_t> shape(t.shape, t.shape + t.ranks);
  stored.levels = levels_of(request, shape);
  for (size_t l = 0; l < stored.levels.size(); ++l) {
    stored.levels[l].segments = copied(t.segments[l], ElementType::I64);
    stored.levels[l].coords = copied(t.coords[l], integer_of(manifest.index_bits));
    stored.levels[l].masks = copied(t.masks[l], ElementType::I32);
    stored.levels[l].bases = copied(t.bases[l], ElementType::I64);
  }
  stored.values = Array(ElementType::F64, static_cast<size_t>(t.values.elements));
  for (int64_t e = 0; e < t.values.elements; ++e)
    stored.values.as<double>()[static_cast<size_t>(e)] = value_at(t.values, e);
  return unpack(stored, shape, tensor.absent);
}

void add(Coo& to, const std::vector<int64_t>& at, double value) {
  for (size_t r = 0; r < at.size(); ++r) to.coords[r].push_back(static_cast<int32_t>(at[r]));
  to.values.push_back(value);
}

bool add_row_entries(const teaal_tensor& t, Coo& out) {
  const int row = t.layout == TEAAL_CSC;
  if (index_at(t.segments[0], 0) != 0 ||
      index_at(t.segments[0], t.shape[row]) != t.coords[0].elements)
    return false;
  for (int64_t f = 0; f < t.shape[row]; ++f) {
    if (index_at(t.segments[0], f) > index_at(t.segments[0], f + 1)) return false;
    for (int64_t p = index_at(t.segments[0], f); p < index_at(t.segments[0], f + 1); ++p) {
      if (p < 0 || p >= t.coords[0].elements) return false;
      const int64_t c = index_at(t.coords[0], p);
      if (c < 0 || c >= t.shape[1 - row]) return false;
      add(out, row == 0 ? std::vector<int64_t>{f, c} : std::vector<int64_t>{c, f},
          value_at(t.values, p));
    }
  }
  return true;
}

bool add_entries(const teaal_tensor& t, Coo& out) {
  std::vector<int64_t> at(static_cast<size_t>(t.ranks));
  for (int64_t e = 0; e < t.values.elements; ++e) {
    for (size_t r = 0; r < at.size(); ++r) {
      at[r] = index_at(t.coords[r], e);
      if (at[r] < 0 || at[r] >= t.shape[r]) return false;
    }
    add(out, at, value_at(t.values, e));
  }
  return true;
}

}  // namespace

bool check(const teaal_tensor& t, const ManifestTensor& tensor, Diagnostics& diagnostics) {
  if (t.struct_bytes != sizeof(teaal_tensor))
    return wrong(tensor, "struct_bytes is not sizeof(teaal_tensor)", diagnostics);
  if (t.ranks != static_cast<int32_t>(tensor.ranks.size()) || t.ranks > TEAAL_MOST_RANKS)
    return wrong(tensor,
                 fmt::format("{} ranks, where the declaration has {} (at most {})", t.ranks,
                             tensor.ranks.size(), TEAAL_MOST_RANKS),
                 diagnostics);
  for (int r = 0; r < t.ranks; ++r)
    if (t.shape[r] < 0 || t.shape[r] > INT32_MAX)
      return wrong(tensor, fmt::format("{} is no extent", t.shape[r]), diagnostics);
  return check_layout(t, tensor, diagnostics);
}

std::optional<teaal_tensor> on_host(const teaal_tensor& t, plan::Backend& backend,
                                    std::vector<Array>& holds, Diagnostics& diagnostics) {
  teaal_tensor out = t;
  bool done = true;
  for_each_array(out, [&](teaal_array& array) {
    if (array.place == TEAAL_HOST || array.elements == 0) return;
    const auto there = backend.borrow("", array.data, bytes_of(array));
    Array here(type_of(array), static_cast<size_t>(array.elements));
    done = done && backend.download(*there, here.bytes, diagnostics);
    holds.push_back(std::move(here));
    array.data = holds.back().bytes.data();
    array.place = TEAAL_HOST;
  });
  if (!done) return std::nullopt;
  return out;
}

std::optional<Coo> to_coo(const teaal_tensor& t, const Manifest& manifest,
                          const ManifestTensor& tensor, Diagnostics& diagnostics) {
  if (t.layout == TEAAL_STORED) return from_stored(t, manifest, tensor, diagnostics);
  Coo out;
  out.shape.assign(t.shape, t.shape + t.ranks);
  out.coords.resize(static_cast<size_t>(t.ranks));
  bool within = true;
  if (t.layout == TEAAL_DENSE)
    for_each_element(t, [&](const std::vector<int64_t>& at, int64_t offset) {
      const double value = value_at(t.values, offset);
      if (value != tensor.absent) add(out, at, value);
    });
  else
    within = t.layout == TEAAL_COO ? add_entries(t, out) : add_row_entries(t, out);
  if (!within) {
    wrong(tensor, "a coordinate or a segment lies outside the shape", diagnostics,
          Code::TensorRange);
    return std::nullopt;
  }
  canonicalize(out);
  drop_absent(out, tensor.absent);
  return out;
}

bool lies_as_stored(const teaal_tensor& dense, const Manifest& manifest,
                    const ManifestTensor& tensor) {
  const bool uncompressed = tensor.formats.find_first_not_of('U') == std::string::npos;
  if (dense.layout != TEAAL_DENSE || !uncompressed || !is_whole(tensor) ||
      type_of(dense.values) != value_type_named(manifest.value_type))
    return false;
  const teaal_tensor t = with_strides(dense);
  const std::vector<int> order = order_of(tensor);
  int64_t expected = 1;
  for (auto rank = order.rbegin(); rank != order.rend(); ++rank) {
    if (t.shape[*rank] > 1 && t.strides[*rank] != expected) return false;
    expected *= t.shape[*rank];
  }
  return true;
}

bool moves_alone(const teaal_tensor& before, const teaal_tensor& now) {
  auto is_same = [](const teaal_array& a, const teaal_array& b) {
    return a.elements == b.elements && a.type == b.type && a.place == b.place;
  };
  bool same = before.layout == now.layout && before.ranks == now.ranks &&
              is_same(before.values, now.values) &&
              (now.layout == TEAAL_DENSE || now.values.place == TEAAL_DEVICE);
  for (int r = 0; r < TEAAL_MOST_RANKS; ++r)
    same = same && before.shape[r] == now.shape[r] && before.strides[r] == now.strides[r];
  for (int l = 0; l < TEAAL_MOST_LEVELS; ++l)
    same = same && is_same(before.segments[l], now.segments[l]) &&
           is_same(before.coords[l], now.coords[l]) && is_same(before.masks[l], now.masks[l]) &&
           is_same(before.bases[l], now.bases[l]);
  return same;
}

void move_stored(const teaal_tensor& to, const plan::GivenInput& given, plan::Backend& backend) {
  const teaal_tensor t = by_levels(to);
  auto move = [&](const plan::MemoryPtr& memory, const teaal_array& array) {
    if (memory) backend.move(*memory, array.data);
  };
  move(given.arrays.values, t.values);
  for (size_t l = 0; l < given.arrays.segments.size(); ++l) {
    move(given.arrays.segments[l], t.segments[l]);
    move(given.arrays.coords[l], t.coords[l]);
    move(given.arrays.masks[l], t.masks[l]);
    move(given.arrays.bases[l], t.bases[l]);
  }
}

std::optional<plan::GivenInput> as_stored(const teaal_tensor& given, const Manifest& manifest,
                                          const ManifestTensor& tensor, plan::Backend& backend,
                                          bool& in_place, Diagnostics& diagnostics) {
  if (!has_layout(given, manifest, tensor)) return std::nullopt;
  teaal_tensor t = by_levels(given);
  const std::optional<int> bits = widths(t, manifest, tensor);
  bool host = true, all_there = true, uploaded = true;
  const teaal_place there = backend.info().gpu ? TEAAL_DEVICE : TEAAL_HOST;
  for_each_array(t, [&](teaal_array& a) {
    host = host && a.place == TEAAL_HOST;
    all_there = all_there && (a.place == there || a.elements == 0);
  });
  if (!bits || (host && !broken(t, tensor).empty())) return std::nullopt;
  plan::GivenInput out;
  out.position_bits = *bits;
  out.arrays.shape.assign(t.shape, t.shape + t.ranks);
  StorageRequest& request = out.arrays.request;
  request = {order_of(tensor), {}, type_of(t.values), *bits == 0 ? 32 : *bits};
  request.absent = tensor.absent;
  request.coordinate_bits = manifest.index_bits;
  auto take = [&](const teaal_array& a, const std::string& name) -> plan::MemoryPtr {
    if (a.place == there || a.elements == 0) return backend.borrow(name, a.data, bytes_of(a));
    auto memory = backend.allocate(name, bytes_of(a), diagnostics);
    const std::span bytes(static_cast<const std::byte*>(a.data), bytes_of(a));
    uploaded = uploaded && memory && backend.upload(*memory, bytes, diagnostics);
    return memory;
  };
  for (size_t l = 0; l < tensor.formats.size(); ++l) {
    const char f = tensor.formats[l];
    const std::string name = tensor.name + "." + tensor.rank_order[l];
    request.formats.push_back(level_format(f));
    const bool c = f == 'C', b = f == 'B';
    out.arrays.segments.push_back(c ? take(t.segments[l], name + ".segments") : nullptr);
    out.arrays.coords.push_back(c ? take(t.coords[l], name + ".coords") : nullptr);
    out.arrays.masks.push_back(b ? take(t.masks[l], name + ".masks") : nullptr);
    out.arrays.bases.push_back(b ? take(t.bases[l], name + ".bases") : nullptr);
  }
  out.arrays.values = take(t.values, tensor.name + ".values");
  out.entries = t.values.elements;
  in_place = all_there;
  if (!uploaded) return std::nullopt;
  return out;
}

}  // namespace teaal::api
