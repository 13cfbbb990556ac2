#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <set>

#include "runtime/report/bench.h"
#include "runtime/report/counterpart.h"

namespace teaal::runtime::report {
namespace {

using Clock = std::chrono::steady_clock;

// The operands of a vendor routine on the device; they live as long as the routine runs.
class Operands {
 public:
  Operands(const plan::Inputs& inputs, gpu::Device& device, Diagnostics& diagnostics)
      : inputs_(inputs), device_(device), diagnostics_(diagnostics) {}

  std::optional<uint64_t> dense(const Counterpart::Operand&);
  std::optional<gpu::CsrMatrix> csr(const Counterpart::Operand&);
  std::shared_ptr<gpu::Buffer> result(int64_t elements);
  double pack_us() const { return pack_us_; }

 private:
  std::optional<Stored> packed(const Counterpart::Operand&, std::vector<LevelFormat>);
  std::optional<uint64_t> upload(const Array&);

  const plan::Inputs& inputs_;
  gpu::Device& device_;
  Diagnostics& diagnostics_;
  std::vector<std::shared_ptr<gpu::Buffer>> held_;
  double pack_us_ = 0;
};

std::optional<Stored> Operands::packed(const Counterpart::Operand& operand,
                                       std::vector<LevelFormat> formats) {
  auto begin = Clock::now();
  StorageRequest request{operand.order, std::move(formats)};
  std::optional<Stored> out = pack(inputs_.tensors.at(operand.tensor), request, diagnostics_);
  pack_us_ += std::chrono::duration<double, std::micro>(Clock::now() - begin).count();
  return out;
}

std::optional<uint64_t> Operands::upload(const Array& array) {
  auto buffer =
      gpu::Buffer::allocate(device_, std::max<size_t>(array.bytes.size(), 4), diagnostics_);
  if (!buffer) return std::nullopt;
  if (!array.bytes.empty() && !buffer->upload(array.bytes.data(), array.bytes.size(), diagnostics_))
    return std::nullopt;
  held_.push_back(buffer);
  return buffer->address();
}

std::optional<uint64_t> Operands::dense(const Counterpart::Operand& operand) {
  auto stored = packed(operand, std::vector(operand.order.size(), LevelFormat::Uncompressed));
  return stored ? upload(stored->values) : std::nullopt;
}

std::optional<gpu::CsrMatrix> Operands::csr(const Counterpart::Operand& operand) {
  auto stored = packed(operand, {LevelFormat::Uncompressed, LevelFormat::Compressed});
  if (!stored) return std::nullopt;
  auto segments = upload(stored->levels[1].segments), coords = upload(stored->levels[1].coords);
  auto values = upload(stored->values);
  if (!segments || !coords || !values) return std::nullopt;
  return gpu::CsrMatrix{stored->levels[0].extent,
                        stored->levels[1].extent,
                        static_cast<int64_t>(stored->values.size()),
                        *segments,
                        *coords,
                        *values};
}

std::shared_ptr<gpu::Buffer> Operands::result(int64_t elements) {
  auto buffer = gpu::Buffer::allocate(
      device_, static_cast<size_t>(std::max<int64_t>(elements, 1)) * 4, diagnostics_);
  if (!buffer || !buffer->fill(0, diagnostics_)) return nullptr;
  held_.push_back(buffer);
  return buffer;
}

struct Routines {
  std::vector<gpu::Baseline> list;
  std::shared_ptr<gpu::Buffer> output;  // null where its layout is not that of our output
};

class Preparation {
 public:
  Preparation(const Counterpart& counterpart, const plan::Inputs& inputs, gpu::Device& device,
              Operands& operands, Diagnostics& diagnostics)
      : counterpart_(counterpart),
        inputs_(inputs),
        device_(device),
        operands_(operands),
        diagnostics_(diagnostics) {}

  std::optional<Routines> prepare();

 private:
  int64_t extent(size_t rank) const { return inputs_.extents.at(counterpart_.ranks[rank]); }
  std::optional<Routines> finish(std::shared_ptr<gpu::Buffer> output,
                                 std::optional<std::vector<gpu::Baseline>> list) {
    if (!list) return std::nullopt;
    return Routines{std::move(*list), std::move(output)};
  }
  std::optional<Routines> sparse_matrix_vector();
  std::optional<Routines> sparse_matrix_matrix();
  std::optional<Routines> sddmm();
  std::optional<Routines> dense();

  const Counterpart& counterpart_;
  const plan::Inputs& inputs_;
  gpu::Device& device_;
  Operands& operands_;
  Diagnostics& diagnostics_;
};

std::optional<Routines> Preparation::sparse_matrix_vector() {
  auto matrix = operands_.csr(counterpart_.operands[0]);
  auto vector = operands_.dense(counterpart_.operands[1]);
  auto output = operands_.result(extent(0));
  if (!matrix || !vector || !output) return std::nullopt;
  return finish(output,
                gpu::cusparse_spmv(device_, *matrix, *vector, output->address(), diagnostics_));
}

std::optional<Routines> Preparation::sparse_matrix_matrix() {
  auto matrix = operands_.csr(counterpart_.operands[0]);
  auto right = operands_.dense(counterpart_.operands[1]);
  auto output = operands_.result(extent(0) * extent(1));
  if (!matrix || !right || !output) return std::nullopt;
  return finish(output, gpu::cusparse_spmm(device_, *matrix, *right, extent(1), output->address(),
                                           diagnostics_));
}

std::optional<Routines> Preparation::sddmm() {
  auto pattern = operands_.csr(counterpart_.operands[0]);
  Counterpart::Operand by_columns = counterpart_.operands[2];
  std::ranges::reverse(by_columns.order);
  auto left = operands_.dense(counterpart_.operands[1]),
       right = operands_.dense(counterpart_.operands[2]), columns = operands_.dense(by_columns);
  if (!pattern || !left || !right || !columns) return std::nullopt;
  auto output = operands_.result(pattern->entries);
  if (!output) return std::nullopt;
  return finish(nullptr,
                gpu::cusparse_sddmm(device_, *pattern, {*left, *right, *columns, extent(2)},
                                    output->address(), diagnostics_));
}

std::optional<Routines> Preparation::dense() {
  auto left = operands_.dense(counterpart_.operands[0]),
       right = operands_.dense(counterpart_.operands[1]);
  if (!left || !right) return std::nullopt;
  if (counterpart_.kind == Counterpart::Kind::Dot) {
    auto output = operands_.result(1);
    if (!output) return std::nullopt;
    return finish(output, gpu::cublas_dot(device_, extent(0), *left, *right, output->address(),
                                          diagnostics_));
  }
  if (counterpart_.kind == Counterpart::Kind::DenseMV) {
    auto output = operands_.result(extent(0));
    if (!output) return std::nullopt;
    return finish(output, gpu::cublas_gemv(device_, extent(0), extent(1), *left, *right,
                                           output->address(), diagnostics_));
  }
  auto output = operands_.result(extent(0) * extent(1));
  if (!output) return std::nullopt;
  return finish(output, gpu::cublas_gemm(device_, extent(0), extent(1), extent(2), *left, *right,
                                         output->address(), diagnostics_));
}

std::optional<Routines> Preparation::prepare() {
  switch (counterpart_.kind) {
    case Counterpart::Kind::SpMV:
      return sparse_matrix_vector();
    case Counterpart::Kind::SpMM:
      return sparse_matrix_matrix();
    case Counterpart::Kind::Sddmm:
      return sddmm();
    case Counterpart::Kind::DenseMV:
    case Counterpart::Kind::DenseMM:
    case Counterpart::Kind::Dot:
      break;
  }
  return dense();
}

// Largest difference between a routine's result and ours, over the largest value: a peer that is
// wrong is no peer.
std::string compare_with_ours(const gpu::Buffer& buffer, const Counterpart& counterpart,
                              const Coo& ours, Diagnostics& diagnostics) {
  Array values(ElementType::F32, buffer.bytes() / 4);
  if (!buffer.download(values.bytes.data(), values.bytes.size(), diagnostics))
    return "not read back";
  std::vector<double> want(values.size());
  double largest = 0, difference = 0;
  for (size_t e = 0; e < ours.entries(); ++e) {
    size_t at = 0;
    for (int rank : counterpart.output.order)
      at = at * static_cast<size_t>(ours.shape[rank]) + static_cast<size_t>(ours.coords[rank][e]);
    want[at] = ours.values[e];
    largest = std::max(largest, std::abs(ours.values[e]));
  }
  for (size_t i = 0; i < want.size(); ++i) {
    double off = std::abs(static_cast<double>(values.as<float>()[i]) - want[i]);
    difference = std::isnan(off) ? INFINITY : std::max(difference, off);
  }
  if (difference <= 1e-2 * largest || difference == 0)
    return fmt::format("differs by {:.1g} of the largest",
                       largest > 0 ? difference / largest : 0.0);
  return fmt::format("WRONG: differs by {:.2g}, largest value {:.2g}", difference, largest);
}

}  // namespace

bool add_baselines(const Manifest& manifest, const plan::Inputs& inputs,
                   const std::map<std::string, Coo>& outputs, plan::GpuBackend& backend,
                   const BenchOptions& options, Bench& bench, Diagnostics& diagnostics) {
  std::optional<Counterpart> counterpart = find_counterpart(manifest);
  if (!counterpart) {
    bench.notes.push_back("no vendor routine computes this expression with these formats in f32");
    return true;
  }
  Operands operands(inputs, backend.device(), diagnostics);
  int before = diagnostics.errors();
  size_t told = diagnostics.all().size();
  auto routines =
      Preparation(*counterpart, inputs, backend.device(), operands, diagnostics).prepare();
  if (!routines) {
    for (size_t i = told; i < diagnostics.all().size(); ++i)
      bench.notes.push_back(diagnostics.all()[i].message);
    return diagnostics.errors() == before;
  }
  for (const gpu::Baseline& routine : routines->list) {
    BenchRow row{routine.name};
    row.prepare_us = routine.prepare_us + operands.pack_us();
    for (bool cold : {false, true}) {
      auto times = gpu::time_us(backend.device(), routine.run, options.warm_up, options.repeat,
                                cold, diagnostics);
      if (!times) return false;
      (cold ? row.cold_us : row.warm_us) = plan::median(*times);
    }
    row.verdict = "writes the pattern's elements only";
    if (routines->output)
      row.verdict = compare_with_ours(*routines->output, *counterpart,
                                      outputs.at(counterpart->output.tensor), diagnostics);
    bench.rows.push_back(std::move(row));
  }
  return true;
}

}  // namespace teaal::runtime::report
