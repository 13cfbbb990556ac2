#include "runtime/tensor/dense_elements.h"

#include <algorithm>
#include <bit>
#include <cstring>

#include "runtime/tensor/readers.h"
#include "runtime/tensor/value_type.h"

namespace teaal::runtime {
namespace {

using Kind = ElementForm::Kind;

int64_t sign_extended(uint64_t bits, size_t width) {
  int unused = 64 - static_cast<int>(width) * 8;
  return static_cast<int64_t>(bits << unused) >> unused;
}

double decode(const char* bytes, const ElementForm& form) {
  unsigned char raw[8] = {};
  std::copy_n(reinterpret_cast<const unsigned char*>(bytes), form.width, raw);
  if (form.swapped) std::reverse(raw, raw + form.width);
  uint64_t bits = 0;
  if constexpr (std::endian::native == std::endian::little)
    std::memcpy(&bits, raw, 8);
  else
    for (size_t i = 0; i < form.width; ++i) bits = bits << 8 | raw[i];
  switch (form.kind) {
    case Kind::Boolean:
      return bits != 0;
    case Kind::Unsigned:
      return static_cast<double>(bits);
    case Kind::Signed:
      return static_cast<double>(sign_extended(bits, form.width));
    case Kind::Brain:
      return number_of(Bfloat16{static_cast<uint16_t>(bits)});
    case Kind::Float:
      break;
  }
  if (form.width == 8) return std::bit_cast<double>(bits);
  if (form.width == 4) return std::bit_cast<float>(static_cast<uint32_t>(bits));
  return number_of(Half{static_cast<uint16_t>(bits)});
}

void advance(std::vector<int32_t>& coordinate, const std::vector<int64_t>& shape,
             bool first_rank_fastest) {
  size_t order = coordinate.size();
  for (size_t i = 0; i < order; ++i) {
    size_t r = first_rank_fastest ? i : order - 1 - i;
    if (++coordinate[r] < shape[r]) return;
    coordinate[r] = 0;
  }
}

}  // namespace

int64_t dense_elements(const std::vector<int64_t>& shape) {
  if (std::ranges::find(shape, 0) != shape.end()) return 0;
  int64_t out = 1;
  for (int64_t extent : shape)
    if (__builtin_mul_overflow(out, extent, &out)) return INT64_MAX;
  return out;
}

int64_t dense_bytes(const std::vector<int64_t>& shape, const ElementForm& form) {
  int64_t out = 0;
  bool over = __builtin_mul_overflow(dense_elements(shape), form.width, &out);
  return over ? INT64_MAX : out;
}

DenseEnd read_dense(ByteSource& source, const ElementForm& form, bool first_rank_fastest,
                    double absent, Coo& out) {
  constexpr int64_t block_elements = 1 << 15;
  out.coords.resize(out.order());
  std::vector<int32_t> coordinate(out.order());
  std::vector<char> block(form.width * block_elements);
  int64_t bytes_an_entry = 8 + 4 * static_cast<int64_t>(out.order()), limit = memory_limit();
  for (int64_t left = dense_elements(out.shape); left > 0;) {
    auto count = static_cast<size_t>(std::min(left, block_elements));
    if (source.read(block.data(), count * form.width) != count * form.width)
      return DenseEnd::CutOff;
    for (size_t i = 0; i < count; ++i) {
      double value = decode(block.data() + i * form.width, form);
      if (value != absent) {
        for (size_t r = 0; r < coordinate.size(); ++r) out.coords[r].push_back(coordinate[r]);
        out.values.push_back(value);
      }
      advance(coordinate, out.shape, first_rank_fastest);
    }
    if (static_cast<int64_t>(out.entries()) > limit / bytes_an_entry) return DenseEnd::TooLarge;
    left -= static_cast<int64_t>(count);
  }
  return DenseEnd::Whole;
}

}  // namespace teaal::runtime
