#include <fmt/format.h>
#include <fmt/ranges.h>

#include <bit>

#include "runtime/tensor/dense_elements.h"
#include "runtime/tensor/readers.h"

namespace teaal::runtime {
namespace {

SourceRange whole(const ByteSource& source) {
  return {std::make_shared<SourceFile>(SourceFile{source.path(), {}})};
}

std::optional<std::vector<int64_t>> shape_of(const KnownShape& known, const SourceRange& where,
                                             Diagnostics& diagnostics) {
  std::vector<int64_t> out;
  for (const auto& extent : known) {
    if (!extent) {
      diagnostics.error(Code::ShapeUnknown, where,
                        fmt::format("nothing fixes the extent of rank {}: a raw file has no shape, "
                                    "so add shape= here or --shape RANK=extent",
                                    out.size() + 1));
      return std::nullopt;
    }
    out.push_back(*extent);
  }
  return out;
}

bool at_end(ByteSource& source) {
  char more = 0;
  return source.read(&more, 1) == 0;
}

}  // namespace

std::optional<Coo> read_raw_f32(ByteSource& source, const KnownShape& known,
                                Diagnostics& diagnostics, SourceNotes& notes, FileTraits& traits) {
  const ElementForm form{ElementForm::Kind::Float, 4, std::endian::native == std::endian::big};
  SourceRange where = whole(source);
  auto shape = shape_of(known, where, diagnostics);
  if (!shape) return std::nullopt;
  Coo out;
  out.shape = *shape;
  int64_t bytes = dense_bytes(*shape, form);
  bool fits = source.size() < 0 || source.size() == bytes;
  DenseEnd end = fits ? read_dense(source, form, false, traits.absent, out) : DenseEnd::CutOff;
  if (std::string why = source.failure(); !why.empty()) {
    diagnostics.error(Code::FileAccess, where, why);
    return std::nullopt;
  }
  if (end == DenseEnd::TooLarge) {
    diagnostics.error(Code::TensorRange, where, "the array does not fit in memory");
    return std::nullopt;
  }
  if (end == DenseEnd::CutOff || !at_end(source)) {
    diagnostics.error(
        Code::TensorSyntax, where,
        fmt::format("the shape {} takes {} bytes of 32-bit floats, but the file holds {}",
                    fmt::join(*shape, "x"), bytes,
                    source.size() >= 0        ? std::to_string(source.size())
                    : end == DenseEnd::CutOff ? "fewer"
                                              : "more"));
    return std::nullopt;
  }
  notes.shape_from_header = true;
  notes.described = fmt::format("{}: raw 32-bit floats", source.path());
  return out;
}

}  // namespace teaal::runtime
