#include "runtime/reference/accumulator.h"

#include <algorithm>
#include <span>

namespace teaal::runtime {
namespace {

constexpr int64_t most_dense = int64_t{1} << 25;

int64_t places(const std::vector<int64_t>& shape) {
  int64_t total = 1;
  for (int64_t extent : shape) total *= extent;
  return total;
}

}  // namespace

Accumulator::Accumulator(std::vector<int64_t> shape, const Reduction& reduction, bool starts,
                         Arithmetic arithmetic)
    : shape_(std::move(shape)),
      reduction_(reduction),
      arithmetic_(arithmetic),
      starts_(starts && !reduction.adds()),
      dense_(places(shape_) <= most_dense),
      sums_(reduction.adds()) {
  if (!shape_.empty()) block_size_ = places({shape_.begin() + 1, shape_.end()});
  if (!dense_) return;
  auto size = static_cast<size_t>(places(shape_));
  value_.resize(size);
  magnitude_.resize(size);
  terms_.resize(size);
}

void Accumulator::combine(Product& into, const Product& other) const {
  if (sums_) {
    into.value = arithmetic_.sum(into.value, other.value);
    into.magnitude += other.magnitude;
  } else {
    Estimate both =
        reduction_.combine({into.value, into.magnitude}, {other.value, other.magnitude});
    into.value = both.value;
    into.magnitude = both.magnitude;
  }
  into.terms = reduction_.counts() ? into.terms + other.terms : 1;
}

void Accumulator::combine_dense(const Product& product) {
  const auto at = static_cast<size_t>(product.key);
  Product whole{product.key, value_[at], magnitude_[at], terms_[at]};
  if (whole.terms == 0)
    whole = product;
  else
    combine(whole, product);
  value_[at] = whole.value;
  magnitude_[at] = whole.magnitude;
  terms_[at] = whole.terms;
}

void Accumulator::append(const Product& product) {
  if (!list_.empty() && list_.back().key == product.key) {
    combine(list_.back(), product);
    return;
  }
  if (product.key / block_size_ != block_) {
    end_block();
    block_ = product.key / block_size_;
  }
  list_.push_back(product);
}

// Sorts the products from `begin` on and combines those of equal keys.
void Accumulator::sum_from(size_t begin) {
  if (begin == list_.size()) return;
  std::span<Product> part = std::span(list_).subspan(begin);
  if (!std::ranges::is_sorted(part, {}, &Product::key))
    std::ranges::stable_sort(part, {}, &Product::key);
  size_t kept = 0;
  for (size_t i = 1; i < part.size(); ++i) {
    if (part[i].key != part[kept].key) {
      part[++kept] = part[i];
      continue;
    }
    combine(part[kept], part[i]);
  }
  list_.resize(begin + kept + 1);
}

// Loops mostly run over the first rank outermost: then the blocks come in order, and sorting each
// while it is small leaves nothing to sort at the end.
void Accumulator::end_block() {
  sum_from(block_begin_);
  if (list_.size() >= compact_at_) compact();
  block_begin_ = list_.size();
}

void Accumulator::compact() {
  sum_from(0);
  block_begin_ = list_.size();
  compact_at_ = std::max(compact_at_, 2 * list_.size());
}

void Accumulator::push(ReferenceOutput& out, Product product) const {
  if (starts_) {
    Product start{product.key, reduction_.identity(), exact(reduction_.identity()).magnitude, 0};
    combine(start, product);
    product = start;
  }
  int64_t rest = product.key;
  for (size_t r = shape_.size(); r-- > 0;) {
    out.value.coords[r].push_back(static_cast<int32_t>(rest % shape_[r]));
    rest /= shape_[r];
  }
  out.value.values.push_back(product.value);
  out.magnitude.values.push_back(product.magnitude);
  out.terms.push_back(product.terms);
}

Accumulator Accumulator::empty_like() const { return {shape_, reduction_, starts_, arithmetic_}; }

void Accumulator::absorb(Accumulator&& part) {
  for (size_t key = 0; key < part.value_.size(); ++key)
    if (part.terms_[key] > 0)
      combine_dense(
          {static_cast<int64_t>(key), part.value_[key], part.magnitude_[key], part.terms_[key]});
  part.compact();
  for (const Product& product : part.list_) append(product);
  part.list_ = {};
}

ReferenceOutput Accumulator::take() {
  ReferenceOutput out;
  out.value.shape = shape_;
  out.value.coords.resize(shape_.size());
  for (size_t key = 0; key < value_.size(); ++key)
    if (terms_[key] > 0)
      push(out, {static_cast<int64_t>(key), value_[key], magnitude_[key], terms_[key]});
  compact();
  for (auto& coords : out.value.coords) coords.reserve(list_.size());
  out.value.values.reserve(list_.size());
  out.magnitude.values.reserve(list_.size());
  out.terms.reserve(list_.size());
  for (const Product& product : list_) push(out, product);
  out.magnitude.shape = shape_;
  out.magnitude.coords = out.value.coords;
  return out;
}

}  // namespace teaal::runtime
