#include <sys/mman.h>

#include <algorithm>
#include <bit>
#include <new>
#include <numeric>
#include <utility>

#include "runtime/tensor/tensor.h"

namespace teaal::runtime {
namespace {

// -1, 0 or 1 as entry `a` stands before, at or after entry `b` by the ranks from `first_rank` on.
int compare_entries(const Coo& coo, size_t a, size_t b, size_t first_rank = 0) {
  for (size_t r = first_rank; r < coo.order(); ++r) {
    const std::vector<int32_t>& coords = coo.coords[r];
    if (coords[a] != coords[b]) return coords[a] < coords[b] ? -1 : 1;
  }
  return 0;
}

enum class Order { Strict, Weak, None };

Order order_of(const Coo& coo) {
  bool strict = true;
  for (size_t e = 1; e < coo.entries(); ++e) {
    int compared = compare_entries(coo, e - 1, e);
    if (compared > 0) return Order::None;
    strict &= compared < 0;
  }
  return strict ? Order::Strict : Order::Weak;
}

struct Keyed {
  uint64_t key;
  double value;
};

// Uninitialised room for entries on large pages where the system has them: sorting touches hundreds
// of places in turn.
class Scratch {
 public:
  explicit Scratch(size_t entries) : size_(entries) {
    void* room = mmap(nullptr, bytes(), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (room == MAP_FAILED) throw std::bad_alloc();
    madvise(room, bytes(), MADV_HUGEPAGE);
    entries_ = static_cast<Keyed*>(room);
  }
  ~Scratch() { munmap(entries_, bytes()); }
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;

  Keyed* begin() { return entries_; }
  Keyed* end() { return entries_ + size_; }
  Keyed& operator[](size_t e) { return entries_[e]; }
  size_t size() const { return size_; }
  void swap(Scratch& other) { std::swap(entries_, other.entries_); }

 private:
  size_t bytes() const { return std::max<size_t>(size_, 1) * sizeof(Keyed); }
  Keyed* entries_;
  size_t size_;
};

// Coordinates packed into one word, rank 0 in the highest bits.
struct KeyLayout {
  std::vector<int> shift, width;
  int bits = 0;

  explicit KeyLayout(const std::vector<int64_t>& shape) : shift(shape.size()), width(shape.size()) {
    for (size_t r = shape.size(); r-- > 0;) {
      shift[r] = bits;
      width[r] = std::bit_width(static_cast<uint64_t>(std::max<int64_t>(shape[r], 1) - 1));
      bits += width[r];
    }
  }
};

void fill_keys(const Coo& coo, const KeyLayout& layout, Scratch& out) {
  for (size_t e = 0; e < out.size(); ++e) {
    uint64_t key = 0;
    for (size_t r = 0; r < coo.order(); ++r)
      key |= static_cast<uint64_t>(static_cast<uint32_t>(coo.coords[r][e])) << layout.shift[r];
    out[e] = {key, coo.values[e]};
  }
}

void store_entries(Scratch& entries, const KeyLayout& layout, Coo& coo) {
  for (size_t r = 0; r < coo.order(); ++r) {
    uint64_t mask = (uint64_t{1} << layout.width[r]) - 1;
    int32_t* coords = coo.coords[r].data();
    for (size_t e = 0; e < entries.size(); ++e)
      coords[e] = static_cast<int32_t>(entries[e].key >> layout.shift[r] & mask);
  }
  for (size_t e = 0; e < entries.size(); ++e) coo.values[e] = entries[e].value;
}

// One stable counting pass over the `width` bits from `shift` on. False: one bucket holds all,
// nothing was moved.
bool radix_pass(Scratch& from, Scratch& to, int shift, int width) {
  std::vector<size_t> next(size_t{1} << width);
  uint64_t mask = next.size() - 1;
  for (const Keyed& entry : from) ++next[entry.key >> shift & mask];
  if (next[from[0].key >> shift & mask] == from.size()) return false;
  size_t sum = 0;
  for (size_t& count : next) sum += std::exchange(count, sum);
  for (const Keyed& entry : from) to[next[entry.key >> shift & mask]++] = entry;
  return true;
}

void radix_sort(Scratch& entries, int first_bit, int bits) {
  Scratch other(entries.size());
  int passes = (bits - first_bit + 7) / 8;
  for (int pass = 0; pass < passes; ++pass) {
    int begin = first_bit + (bits - first_bit) * pass / passes;
    int end = first_bit + (bits - first_bit) * (pass + 1) / passes;
    if (radix_pass(entries, other, begin, end - begin)) entries.swap(other);
  }
}

// Matrix files are mostly written column by column: sorted by all ranks but the first, which alone
// is left to sort.
bool sorted_behind_first_rank(const Coo& coo) {
  for (size_t e = 1; e < coo.entries(); ++e)
    if (compare_entries(coo, e - 1, e, 1) > 0) return false;
  return true;
}

void sort_narrow(Coo& coo, const KeyLayout& layout) {
  Scratch entries(coo.entries());
  fill_keys(coo, layout, entries);
  radix_sort(entries, sorted_behind_first_rank(coo) ? layout.shift[0] : 0, layout.bits);
  store_entries(entries, layout, coo);
}

template <class T>
void permute(std::vector<T>& values, const std::vector<size_t>& from) {
  std::vector<T> out(values.size());
  for (size_t e = 0; e < from.size(); ++e) out[e] = values[from[e]];
  values.swap(out);
}

// Coordinates that do not fit one word together: sort a permutation.
void sort_wide(Coo& coo) {
  std::vector<size_t> order(coo.entries());
  std::iota(order.begin(), order.end(), size_t{0});
  std::ranges::stable_sort(order,
                           [&](size_t a, size_t b) { return compare_entries(coo, a, b) < 0; });
  for (auto& coords : coo.coords) permute(coords, order);
  permute(coo.values, order);
}

void sort_entries(Coo& coo) {
  KeyLayout layout(coo.shape);
  if (layout.bits <= 63)
    sort_narrow(coo, layout);
  else
    sort_wide(coo);
}

void truncate(Coo& coo, size_t entries) {
  for (auto& coords : coo.coords) coords.resize(entries);
  coo.values.resize(entries);
}

void move_entry(Coo& coo, size_t from, size_t to) {
  if (from == to) return;
  for (auto& coords : coo.coords) coords[to] = coords[from];
  coo.values[to] = coo.values[from];
}

size_t sum_duplicates(Coo& coo) {
  size_t kept = 0;
  for (size_t e = 1; e < coo.entries(); ++e) {
    if (compare_entries(coo, kept, e) == 0)
      coo.values[kept] += coo.values[e];
    else
      move_entry(coo, e, ++kept);
  }
  size_t merged = coo.entries() - (kept + 1);
  truncate(coo, kept + 1);
  return merged;
}

}  // namespace

size_t canonicalize(Coo& coo) {
  if (coo.entries() < 2) return 0;
  Order order = order_of(coo);
  if (order == Order::Strict) return 0;
  if (order == Order::None) sort_entries(coo);
  return sum_duplicates(coo);
}

size_t drop_zeros(Coo& coo) {
  size_t before = coo.entries(), kept = 0;
  for (size_t e = 0; e < before; ++e)
    if (coo.values[e] != 0) move_entry(coo, e, kept++);
  truncate(coo, kept);
  return before - kept;
}

}  // namespace teaal::runtime
