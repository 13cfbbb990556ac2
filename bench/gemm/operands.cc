#include "bench/gemm/operands.h"

#include "runtime/plan/device/blockwise.h"
#include "runtime/tensor/value_type.h"

namespace teaal::bench::gemm {
namespace {

using namespace runtime;

template <class T>
std::vector<T> rounded_to(const std::vector<float>& values) {
  std::vector<T> out(values.size());
  for (size_t at = 0; at < values.size(); ++at) out[at] = element_of<T>(values[at]);
  return out;
}

std::vector<float> squared(const std::vector<float>& values) {
  std::vector<float> out(values.size());
  for (size_t at = 0; at < values.size(); ++at) out[at] = values[at] * values[at];
  return out;
}

Coo list_of(const std::vector<float>& dense, int64_t rows, int64_t columns) {
  Coo out;
  out.shape = {rows, columns};
  out.coords.resize(2);
  for (int64_t i = 0; i < rows; ++i)
    for (int64_t j = 0; j < columns; ++j) {
      float value = dense[static_cast<size_t>(i * columns + j)];
      if (value == 0) continue;
      out.coords[0].push_back(static_cast<int32_t>(i));
      out.coords[1].push_back(static_cast<int32_t>(j));
      out.values.push_back(value);
    }
  return out;
}

}  // namespace

std::shared_ptr<Operand> Operands::make(const Blockwise& blocks, int64_t rows, int64_t columns,
                                        Diagnostics& diagnostics) {
  std::shared_ptr<Operand>& made = made_[source_of(blocks, rows, columns)];
  if (made) return made;
  auto out = std::make_shared<Operand>();
  out->rows = rows;
  out->columns = columns;
  out->blocks = blocks;
  out->dense.resize(static_cast<size_t>(rows * columns));
  fill_dense(blocks, rows, columns, out->dense);
  out->list = list_of(out->dense, rows, columns);
  out->values = plan::blockwise_on_device(blocks, rows, columns, backend_, diagnostics);
  out->squares = on_device(backend_.device(), squared(out->dense), diagnostics);
  out->bf16 = on_device(backend_.device(), rounded_to<Bfloat16>(out->dense), diagnostics);
  if (!out->values || !out->squares || !out->bf16) return nullptr;
  out->address = backend_.address(*out->values);
  made = out;
  return made;
}

bool Operands::add_f16(Operand& operand, Diagnostics& diagnostics) {
  if (!operand.f16)
    operand.f16 = on_device(backend_.device(), rounded_to<Half>(operand.dense), diagnostics);
  return operand.f16 != nullptr;
}

}  // namespace teaal::bench::gemm
