#pragma once
#include <functional>

#include "bench/gemm/operands.h"
#include "bench/gemm/results.h"
#include "runtime/gpu/baselines.h"
#include "runtime/plan/gpu_backend.h"

namespace teaal::bench::gemm {

// Vendor routines on one case. The first, cuBLAS in fp32, is also what all results are compared
// with.
class Peers {
 public:
  // `all`: not only cuBLAS in fp32.
  Peers(runtime::gpu::Device& device, Operands& operands, int repeat, bool all)
      : device_(device), operands_(operands), repeat_(repeat), all_(all) {}

  // Adds what each measures to `out`, cuBLAS in fp32 first, and fills in what is expected. False
  // after an error; a peer that is missing is one with a failure.
  bool measure(const Case&, Operand& a, Operand& b, Expected&, std::vector<Measurement>& out,
               Diagnostics&);

 private:
  struct Product;

  bool expect(const Product&, Expected&, Diagnostics&);
  void add(std::string who, const std::optional<std::vector<runtime::gpu::Baseline>>&, size_t which,
           const Diagnostics& remarks, Product&, std::vector<Measurement>& out);
  bool add_packed(Product&, std::vector<Measurement>& out, Diagnostics&);
  bool add_blocks(Product&, std::vector<Measurement>& out, Diagnostics&);
  std::optional<double> time(const std::function<bool()>& work, Diagnostics&);
  bool check(Product&, Measurement&, Diagnostics&);

  runtime::gpu::Device& device_;
  Operands& operands_;
  int repeat_;
  bool all_;
  std::shared_ptr<runtime::gpu::Module> packing_;
};

}  // namespace teaal::bench::gemm
