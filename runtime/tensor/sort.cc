#include "runtime/tensor/sort.h"

#include <sys/mman.h>

#include <algorithm>
#include <bit>
#include <new>
#include <numeric>
#include <utility>

namespace teaal::runtime {
namespace {

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

  Keyed& operator[](size_t e) { return entries_[e]; }

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

// Matrix files are mostly written column by column: sorted by all ranks but the first, which alone
// is left to sort.
bool sorted_behind_first_rank(const Coo& coo) {
  for (size_t e = 1; e < coo.entries(); ++e)
    if (compare_entries(coo, e - 1, e, 1) > 0) return false;
  return true;
}

// A radix sort, least digit first, that moves the entries to and fro between the list itself and
// one scratch array: fresh memory costs more than a pass.
class RadixSort {
 public:
  RadixSort(Coo& coo, const KeyLayout& layout)
      : coo_(coo), layout_(layout), scratch_(coo.entries()) {
    find_digits(sorted_behind_first_rank(coo) ? layout.shift[0] : 0);
  }

  void run() {
    bool in_list = true;
    for (Digit& digit : digits_) {
      if (in_list)
        to_scratch(digit);
      else
        to_list(digit);
      in_list = !in_list;
    }
    if (!in_list)
      for (size_t e = 0; e < coo_.entries(); ++e) store(scratch_[e], e);
  }

 private:
  struct Digit {
    int shift;
    uint64_t mask;
    std::vector<size_t> next;  // where the next entry with each digit goes

    size_t& of(uint64_t key) { return next[key >> shift & mask]; }
  };

  uint64_t key(size_t e) const {
    uint64_t out = 0;
    for (size_t r = 0; r < layout_.shift.size(); ++r)
      out |= static_cast<uint64_t>(static_cast<uint32_t>(coo_.coords[r][e])) << layout_.shift[r];
    return out;
  }

  // Only digits in which the keys differ need a pass.
  void find_digits(int first_bit) {
    constexpr int widest = 10;
    int bits = layout_.bits - first_bit, passes = (bits + widest - 1) / widest;
    for (int pass = 0; pass < passes; ++pass) {
      int begin = bits * pass / passes, end = bits * (pass + 1) / passes;
      uint64_t values = uint64_t{1} << (end - begin);
      digits_.push_back({first_bit + begin, values - 1, std::vector<size_t>(values)});
    }
    for (size_t e = 0; e < coo_.entries(); ++e)
      for (uint64_t k = key(e); Digit & digit : digits_) ++digit.of(k);
    uint64_t any = key(0);
    std::erase_if(digits_, [&](Digit& digit) { return digit.of(any) == coo_.entries(); });
    for (Digit& digit : digits_)
      std::exclusive_scan(digit.next.begin(), digit.next.end(), digit.next.begin(), size_t{0});
  }

  void to_scratch(Digit& digit) {
    for (size_t e = 0; e < coo_.entries(); ++e) {
      uint64_t k = key(e);
      scratch_[digit.of(k)++] = {k, coo_.values[e]};
    }
  }

  void to_list(Digit& digit) {
    for (size_t e = 0; e < coo_.entries(); ++e) store(scratch_[e], digit.of(scratch_[e].key)++);
  }

  void store(const Keyed& entry, size_t at) {
    for (size_t r = 0; r < layout_.shift.size(); ++r) {
      uint64_t mask = (uint64_t{1} << layout_.width[r]) - 1;
      coo_.coords[r][at] = static_cast<int32_t>(entry.key >> layout_.shift[r] & mask);
    }
    coo_.values[at] = entry.value;
  }

  Coo& coo_;
  const KeyLayout& layout_;
  Scratch scratch_;
  std::vector<Digit> digits_;
};

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

}  // namespace

void sort_entries(Coo& coo) {
  KeyLayout layout(coo.shape);
  if (layout.bits <= 63)
    RadixSort(coo, layout).run();
  else
    sort_wide(coo);
}

}  // namespace teaal::runtime
