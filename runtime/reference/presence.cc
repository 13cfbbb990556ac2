#include "runtime/reference/presence.h"

#include <cmath>
#include <map>

namespace teaal::runtime {
namespace {

using Coordinate = std::vector<int32_t>;

// How many ranks of the storage order stand behind its last compressed one.
size_t trailing_uncompressed(const std::string& formats) {
  return formats.size() - (formats.find_last_of('C') + 1);
}

// Calls `f` for every coordinate of the given ranks.
template <class F>
void for_each_inside(const std::vector<int64_t>& shape, const std::vector<int>& ranks, size_t at,
                     Coordinate& coordinate, const F& f) {
  if (at == ranks.size()) return f();
  for (int64_t c = 0; c < shape[static_cast<size_t>(ranks[at])]; ++c) {
    coordinate[static_cast<size_t>(ranks[at])] = static_cast<int32_t>(c);
    for_each_inside(shape, ranks, at + 1, coordinate, f);
  }
}

class Filler {
 public:
  Filler(const ReferenceTensor& tensor, const std::vector<int>& trailing)
      : tensor_(tensor), trailing_(trailing), slots_(1) {
    for (int rank : trailing) slots_ *= tensor.list->shape[static_cast<size_t>(rank)];
  }

  // Nothing if there are too many to list.
  std::optional<ReferenceTensor> fill() {
    constexpr int64_t most = int64_t{1} << 22;
    if (slots_ > most || slots_ * static_cast<int64_t>(tensor_.list->entries() + 1) > most)
      return std::nullopt;
    for (size_t e = 0; e < tensor_.list->entries(); ++e) {
      Coordinate at;
      for (const auto& coords : tensor_.list->coords) at.push_back(coords[e]);
      add_fiber(at);
      const double value = tensor_.list->values[e];
      entries_[at] = {value, tensor_.magnitude.empty() ? std::fabs(value) : tensor_.magnitude[e]};
    }
    return listed();
  }

 private:
  struct Entry {
    double value, magnitude;
  };

  // The slots that are stored along with `at`.
  void add_fiber(Coordinate at) {
    const double bound = std::isfinite(tensor_.absent) ? std::fabs(tensor_.absent) : 0;
    for_each_inside(tensor_.list->shape, trailing_, 0, at,
                    [&] { entries_.try_emplace(at, Entry{tensor_.absent, bound}); });
  }

  ReferenceTensor listed() const {
    ReferenceTensor out;
    out.rounding = tensor_.rounding;
    out.absent = tensor_.absent;
    Coo list{tensor_.list->shape, std::vector<std::vector<int32_t>>(tensor_.list->order()), {}};
    for (const auto& [at, entry] : entries_) {
      for (size_t r = 0; r < at.size(); ++r) list.coords[r].push_back(at[r]);
      list.values.push_back(entry.value);
      out.magnitude.push_back(entry.magnitude);
    }
    out.list = std::make_shared<const Coo>(std::move(list));
    return out;
  }

  const ReferenceTensor& tensor_;
  const std::vector<int>& trailing_;
  int64_t slots_;
  std::map<Coordinate, Entry> entries_;
};

const ManifestView* first_read(const Manifest& manifest, const std::vector<ManifestStep>& steps,
                               const std::string& output, const std::string& tensor) {
  for (const ManifestStep& step : steps) {
    bool writes = output.empty();
    const ManifestView* read = nullptr;
    for (const ManifestArg& arg : step.args) {
      const ManifestView* view =
          arg.kind == ManifestArg::Kind::Values ? manifest.view(arg.view) : nullptr;
      if (!view) continue;
      writes |= arg.written && view->tensor == output;
      if (!arg.written && view->tensor == tensor) read = view;
    }
    if (writes && read) return read;
    if (const ManifestView* inner = first_read(manifest, step.steps, output, tensor)) return inner;
  }
  return nullptr;
}

}  // namespace

Specials specials_of(const ReferenceTensor& tensor) {
  Specials out;
  out.zero = true;  // sums that cancelled, too
  out.add(tensor.absent);
  for (double value : tensor.list->values) out.add(value);
  return out;
}

const ManifestView* view_read(const Manifest& manifest, const std::string& output,
                              const std::string& tensor) {
  // What is not stored is computed by a kernel that reads the tensor all the same.
  const ManifestTensor* computed = manifest.tensor(output);
  const bool stored = !computed || computed->role != ManifestTensor::Role::Intermediate;
  return first_read(manifest, manifest.plan, stored ? output : "", tensor);
}

std::optional<ReferenceTensor> filled_as_stored(const ReferenceTensor& tensor,
                                                const ManifestTensor& declared,
                                                const ManifestView* view) {
  if (!declared.parts.empty() || (view && !view->parts.empty())) return std::nullopt;
  const std::string& formats = view ? view->formats : declared.formats;
  const std::vector<std::string>& order = view ? view->rank_order : declared.rank_order;
  const size_t count = trailing_uncompressed(formats);
  if (count == 0 || order.size() != declared.ranks.size()) return std::nullopt;
  if (count == order.size()) return filled_whole(tensor);
  std::vector<int> trailing;
  for (size_t l = order.size() - count; l < order.size(); ++l)
    for (size_t r = 0; r < declared.ranks.size(); ++r)
      if (declared.ranks[r] == order[l]) trailing.push_back(static_cast<int>(r));
  return Filler(tensor, trailing).fill();
}

}  // namespace teaal::runtime
