#include "runtime/reference/accumulator.h"

#include <algorithm>

namespace teaal::runtime {
namespace {

constexpr int64_t most_dense = int64_t{1} << 25;

int64_t places(const std::vector<int64_t>& shape) {
  int64_t total = 1;
  for (int64_t extent : shape) total *= extent;
  return total;
}

}  // namespace

Accumulator::Accumulator(std::vector<int64_t> shape)
    : shape_(std::move(shape)), dense_(places(shape_) <= most_dense) {
  if (!dense_) return;
  auto size = static_cast<size_t>(places(shape_));
  value_.resize(size);
  magnitude_.resize(size);
  terms_.resize(size);
}

void Accumulator::append(const Product& product) {
  if (!list_.empty() && list_.back().key == product.key) {
    Product& last = list_.back();
    last.value += product.value;
    last.magnitude += product.magnitude;
    last.terms += product.terms;
    return;
  }
  list_.push_back(product);
  if (list_.size() >= compact_at_) compact();
}

void Accumulator::compact() {
  std::ranges::stable_sort(list_, {}, &Product::key);
  size_t kept = 0;
  for (size_t i = 1; i < list_.size(); ++i) {
    if (list_[i].key != list_[kept].key) {
      list_[++kept] = list_[i];
      continue;
    }
    list_[kept].value += list_[i].value;
    list_[kept].magnitude += list_[i].magnitude;
    list_[kept].terms += list_[i].terms;
  }
  if (!list_.empty()) list_.resize(kept + 1);
  compact_at_ = std::max(compact_at_, 2 * list_.size());
}

void Accumulator::push(ReferenceOutput& out, const Product& product) const {
  int64_t rest = product.key;
  for (size_t r = shape_.size(); r-- > 0;) {
    out.value.coords[r].push_back(static_cast<int32_t>(rest % shape_[r]));
    rest /= shape_[r];
  }
  out.value.values.push_back(product.value);
  out.magnitude.values.push_back(product.magnitude);
  out.terms.push_back(product.terms);
}

ReferenceOutput Accumulator::take() {
  ReferenceOutput out;
  out.value.shape = shape_;
  out.value.coords.resize(shape_.size());
  for (size_t key = 0; key < value_.size(); ++key)
    if (terms_[key] > 0)
      push(out, {static_cast<int64_t>(key), value_[key], magnitude_[key], terms_[key]});
  compact();
  for (const Product& product : list_) push(out, product);
  out.magnitude.shape = shape_;
  out.magnitude.coords = out.value.coords;
  return out;
}

}  // namespace teaal::runtime
