#pragma once
#include <cstdint>
#include <vector>

#include "runtime/reference/arithmetic.h"
#include "runtime/reference/map_function.h"
#include "runtime/reference/reference.h"

namespace teaal::runtime {

// Combines values at output coordinates: in dense arrays if the output is small, else as a list
// that is sorted and combined whenever it has grown. Keys are coordinates in row-major order over
// the shape.
class Accumulator {
 public:
  // The product of the extents must be below 2^62. `starts`: every value is combined with the
  // reduction's identity.
  Accumulator(std::vector<int64_t> shape, const Reduction&, bool starts, Arithmetic = {});

  void add(int64_t key, double value, double magnitude, int64_t terms) {
    if (dense_ && sums_) {
      double& sum = value_[static_cast<size_t>(key)];
      sum = arithmetic_.sum(sum, value);
      magnitude_[static_cast<size_t>(key)] += magnitude;
      terms_[static_cast<size_t>(key)] += terms;
    } else if (dense_) {
      combine_dense({key, value, magnitude, terms});
    } else {
      append({key, value, magnitude, terms});
    }
  }
  // Whether elements have places: then threads may add to different ones at the same time.
  bool dense() const { return dense_; }
  // Without a product, for a part of the elements of one that is not dense, or for a part of the
  // products; `absorb` takes it back.
  Accumulator empty_like() const;
  void absorb(Accumulator&& part);
  // All coordinates that got a product, and how many products each got.
  ReferenceOutput take();

 private:
  struct Product {
    int64_t key;
    double value, magnitude;
    int64_t terms;
  };

  void combine(Product& into, const Product& other) const;
  void combine_dense(const Product&);
  void append(const Product&);
  void sum_from(size_t begin);
  void end_block();
  void compact();
  void push(ReferenceOutput&, Product) const;

  std::vector<int64_t> shape_;
  Reduction reduction_;
  Arithmetic arithmetic_;
  bool starts_;
  bool dense_, sums_;
  std::vector<double> value_, magnitude_;
  std::vector<int64_t> terms_;
  std::vector<Product> list_;
  int64_t block_size_ = 1, block_ = -1;  // a block is what one coordinate of the first rank spans
  size_t block_begin_ = 0;               // where the current block's products begin in the list
  size_t compact_at_ = size_t{1} << 22;
};

}  // namespace teaal::runtime
