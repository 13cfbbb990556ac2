#pragma once
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "bench/gemm/cases.h"
#include "runtime/plan/gpu_backend.h"
#include "runtime/tensor/tensor.h"

namespace teaal::bench::gemm {

// A matrix on the host and the GPU, row-major. All addresses stay valid while the Operand lives.
struct Operand {
  int64_t rows = 0, columns = 0;
  runtime::Blockwise blocks;
  std::vector<float> dense;
  runtime::Coo list;                // its non-zeros, canonical
  runtime::plan::MemoryPtr values;  // generated there, not copied
  uint64_t address = 0;             // of the values
  std::shared_ptr<runtime::gpu::Buffer> squares, bf16, f16;
};

// Every matrix is made once.
class Operands {
 public:
  explicit Operands(runtime::plan::GpuBackend& backend) : backend_(backend) {}

  // Null after an error.
  std::shared_ptr<Operand> make(const runtime::Blockwise&, int64_t rows, int64_t columns,
                                Diagnostics&);
  // Gives the operand its copy in F16.
  bool add_f16(Operand&, Diagnostics&);

 private:
  runtime::plan::GpuBackend& backend_;
  std::map<std::string, std::shared_ptr<Operand>> made_;
};

// A device copy of the elements; null after an error.
template <class T>
std::shared_ptr<runtime::gpu::Buffer> on_device(runtime::gpu::Device& device,
                                                const std::vector<T>& host,
                                                Diagnostics& diagnostics) {
  size_t bytes = host.size() * sizeof(T);
  auto out = runtime::gpu::Buffer::allocate(device, bytes, diagnostics);
  if (out && !out->upload(host.data(), bytes, diagnostics)) return nullptr;
  return out;
}

}  // namespace teaal::bench::gemm
