#include <fmt/format.h>

#include "runtime/gpu/baseline_support.h"
#include "runtime/gpu/cublas.h"
#include "runtime/gpu/cusparse_plan.h"

namespace teaal::runtime::gpu {
namespace {

constexpr float one = 1, zero = 0;
// Beside the library's own statuses, which are positive.
constexpr int workspace_refused = -1, analysis_failed = -2, sampling_failed = -3;

std::string status_text(int status) {
  if (status == workspace_refused) return "no memory for its workspace";
  if (status == analysis_failed) return "an error of the GPU during analysis";
  return cusparse_status_text(status);
}

// One operation with its operands, in the form that all three of cuSPARSE's calls take.
struct Spmv {
  CsrMatrix a;
  uint64_t x, z;
  int algorithm;
  CusparseMatrix matrix = nullptr;
  CusparseDenseVector in = nullptr, out = nullptr;

  int describe(CusparsePlan& plan) {
    int status = plan.csr(matrix, a, a.values);
    if (status == 0) status = plan.vector(in, a.columns, x);
    return status == 0 ? plan.vector(out, a.rows, z) : status;
  }
  template <class Call, class End>
  int call(const CusparsePlan& plan, Call function, End end) const {
    return function(plan.handle(), cusparse_op_n, &one, matrix, in, &zero, out, cusparse_f32,
                    algorithm, end);
  }
  static auto size(const Cusparse& c) { return c.cusparseSpMV_bufferSize; }
  static auto analysis(const Cusparse& c) { return c.cusparseSpMV_preprocess; }
  static auto work(const Cusparse& c) { return c.cusparseSpMV; }
};

struct Spmm {
  CsrMatrix a;
  uint64_t b;
  int64_t n;
  uint64_t z;
  int algorithm;
  CusparseMatrix matrix = nullptr;
  CusparseDenseMatrix in = nullptr, out = nullptr;

  int describe(CusparsePlan& plan) {
    int status = plan.csr(matrix, a, a.values);
    if (status == 0) status = plan.dense(in, a.columns, n, b);
    return status == 0 ? plan.dense(out, a.rows, n, z) : status;
  }
  template <class Call, class End>
  int call(const CusparsePlan& plan, Call function, End end) const {
    return function(plan.handle(), cusparse_op_n, cusparse_op_n, &one, matrix, in, &zero, out,
                    cusparse_f32, algorithm, end);
  }
  static auto size(const Cusparse& c) { return c.cusparseSpMM_bufferSize; }
  static auto analysis(const Cusparse& c) { return c.cusparseSpMM_preprocess; }
  static auto work(const Cusparse& c) { return c.cusparseSpMM; }
};

struct BlockedSpmm {
  BlockedMatrix a;
  uint64_t b;
  int64_t n;
  uint64_t z;
  Device* device;
  std::shared_ptr<Buffer> values = nullptr;
  CusparseMatrix matrix = nullptr;
  CusparseDenseMatrix from = nullptr, in = nullptr, out = nullptr;

  int describe(CusparsePlan& plan) {
    Diagnostics unheard;
    values = Buffer::allocate(*device, static_cast<size_t>(a.rows * a.width) * size_of(a.values),
                              unheard);
    if (!values) return workspace_refused;
    int status = plan.blocked(matrix, a, values->address());
    if (status == 0) status = plan.dense(from, a.rows, a.columns, a.dense, a.values);
    if (status == 0) status = copy_blocks(plan);
    if (status == 0) status = plan.dense(in, a.columns, n, b, a.values);
    return status == 0 ? plan.dense(out, a.rows, n, z) : status;
  }
  int copy_blocks(CusparsePlan& plan) const {
    const Cusparse& library = plan.library();
    size_t bytes = 0;
    int status = library.cusparseDenseToSparse_bufferSize(plan.handle(), from, matrix,
                                                          cusparse_to_sparse_default, &bytes);
    if (status != cusparse_success) return status;
    if (!plan.reserve(*device, bytes)) return workspace_refused;
    status = library.cusparseDenseToSparse_analysis(plan.handle(), from, matrix,
                                                    cusparse_to_sparse_default, plan.workspace());
    if (status != cusparse_success) return status;
    status = library.cusparseDenseToSparse_convert(plan.handle(), from, matrix,
                                                   cusparse_to_sparse_default, plan.workspace());
    // The workspace makes room for the product's.
    Diagnostics unheard;
    if (!plan.context().synchronize(unheard) && status == cusparse_success) return analysis_failed;
    return status;
  }
  template <class Call, class End>
  int call(const CusparsePlan& plan, Call function, End end) const {
    return function(plan.handle(), cusparse_op_n, cusparse_op_n, &one, matrix, in, &zero, out,
                    cusparse_f32, cusparse_spmm_blocked, end);
  }
  static auto size(const Cusparse& c) { return c.cusparseSpMM_bufferSize; }
  // This form has no analysis.
  static decltype(Cusparse::cusparseSpMM_preprocess) analysis(const Cusparse&) { return nullptr; }
  static auto work(const Cusparse& c) { return c.cusparseSpMM; }
};

struct Sddmm {
  CsrMatrix pattern;
  SampledProduct factors;
  bool by_columns;
  uint64_t z_values;
  int algorithm;
  CusparseDenseMatrix left = nullptr, right = nullptr;
  CusparseMatrix out = nullptr;

  int describe(CusparsePlan& plan) {
    int status = plan.dense(left, pattern.rows, factors.k, factors.b);
    if (status == 0)
      status = by_columns ? plan.dense(right, pattern.columns, factors.k, factors.c_by_columns)
                          : plan.dense(right, factors.k, pattern.columns, factors.c);
    return status == 0 ? plan.csr(out, pattern, z_values) : status;
  }
  template <class Call, class End>
  int call(const CusparsePlan& plan, Call function, End end) const {
    return function(plan.handle(), cusparse_op_n, by_columns ? cusparse_op_t : cusparse_op_n, &one,
                    left, right, &zero, out, cusparse_f32, algorithm, end);
  }
  static auto size(const Cusparse& c) { return c.cusparseSDDMM_bufferSize; }
  static auto analysis(const Cusparse& c) { return c.cusparseSDDMM_preprocess; }
  static auto work(const Cusparse& c) { return c.cusparseSDDMM; }
};

// Descriptors, workspace and analysis; the stream is drained so that the time holds all of it.
template <class Operation>
int prepare(Device& device, CusparsePlan& plan, Operation& operation) {
  const Cusparse& library = plan.library();
  if (int status = operation.describe(plan); status != cusparse_success) return status;
  size_t bytes = 0;
  int status = operation.call(plan, Operation::size(library), &bytes);
  if (status != cusparse_success) return status;
  if (!plan.reserve(device, bytes)) return workspace_refused;
  if (auto analysis = Operation::analysis(library)) {
    status = operation.call(plan, analysis, plan.workspace());
    if (status != cusparse_success) return status;
  }
  Diagnostics unheard;
  return plan.context().synchronize(unheard) ? cusparse_success : analysis_failed;
}

// Appends the prepared operation, or remarks why it is left out.
template <class Operation>
bool add(std::vector<Baseline>& out, Device& device, const std::string& name, Operation operation,
         Diagnostics& diagnostics) {
  auto plan = std::make_shared<CusparsePlan>(device);
  int status = plan->start();
  PreparationClock clock;
  if (status == cusparse_success) status = prepare(device, *plan, operation);
  const double prepare_us = clock.us();
  if (status != cusparse_success) {
    baseline_absent(diagnostics, name, "its preparation failed with " + status_text(status));
    return false;
  }
  auto run = [plan, operation] {
    plan->context().enter_quietly();
    return operation.call(*plan, Operation::work(plan->library()), plan->workspace());
  };
  out.push_back(make_baseline(name, prepare_us, std::move(run), status_text));
  return true;
}

bool usable(const std::string& name, std::initializer_list<int64_t> extents,
            Diagnostics& diagnostics) {
  const Library<Cusparse>& library = cusparse_library();
  if (!library.usable) baseline_absent(diagnostics, name, library.reason);
  return library.usable && extents_fit_int(diagnostics, name, extents);
}

// The sampled product, then times A's values: cuBLAS multiplies by a diagonal, which is element by
// element.
void add_scaled_sddmm(std::vector<Baseline>& out, Device& device, const CsrMatrix& pattern,
                      uint64_t z_values, Diagnostics& diagnostics) {
  auto handle = CublasHandle::create(device, diagnostics);
  if (!handle) return;
  const Baseline sampled = out.front();
  auto run = [=, entries = static_cast<int>(pattern.entries), values = pattern.values] {
    if (!sampled.run()) return sampling_failed;
    float* z = device_pointer<float>(z_values);
    return cublas_library().functions.cublasSdgmm(handle->get(), cublas_side_left, entries, 1, z,
                                                  entries, device_pointer<const float>(values), 1,
                                                  z, entries);
  };
  auto text = [sampled](int status) {
    return status == sampling_failed ? *sampled.failure : cublas_status_text(status);
  };
  out.push_back(make_baseline("cuSPARSE SDDMM + cuBLAS SDGMM (A's values)", sampled.prepare_us,
                              std::move(run), text));
}

}  // namespace

std::optional<std::vector<Baseline>> cusparse_spmv(Device& device, const CsrMatrix& a, uint64_t x,
                                                   uint64_t z, Diagnostics& diagnostics) {
  if (!usable("cuSPARSE SpMV", {a.rows, a.columns, a.entries}, diagnostics)) return std::nullopt;
  std::vector<Baseline> out;
  const std::pair<const char*, int> algorithms[] = {{"default", cusparse_spmv_default},
                                                    {"ALG1", cusparse_spmv_csr_1},
                                                    {"ALG2", cusparse_spmv_csr_2}};
  for (auto [name, algorithm] : algorithms)
    add(out, device, fmt::format("cuSPARSE SpMV (CSR, {})", name), Spmv{a, x, z, algorithm},
        diagnostics);
  return any_of(std::move(out));
}

std::optional<std::vector<Baseline>> cusparse_spmm(Device& device, const CsrMatrix& a, uint64_t b,
                                                   int64_t n, uint64_t z,
                                                   Diagnostics& diagnostics) {
  if (!usable("cuSPARSE SpMM", {a.rows, a.columns, a.entries, n}, diagnostics)) return std::nullopt;
  std::vector<Baseline> out;
  const std::pair<const char*, int> algorithms[] = {{"default", cusparse_spmm_default},
                                                    {"ALG1", cusparse_spmm_csr_1},
                                                    {"ALG2", cusparse_spmm_csr_2},
                                                    {"ALG3", cusparse_spmm_csr_3}};
  for (auto [name, algorithm] : algorithms)
    add(out, device, fmt::format("cuSPARSE SpMM (CSR, {})", name), Spmm{a, b, n, z, algorithm},
        diagnostics);
  return any_of(std::move(out));
}

std::optional<std::vector<Baseline>> cusparse_blocked_spmm(Device& device, const BlockedMatrix& a,
                                                           uint64_t b, int64_t n, uint64_t z,
                                                           Diagnostics& diagnostics) {
  std::string name = fmt::format("cuSPARSE SpMM (Blocked-ELL {}, {})", a.block,
                                 a.values == ElementType::F16 ? "fp16" : "fp32");
  if (!usable(name, {a.rows, a.columns, a.width, n}, diagnostics)) return std::nullopt;
  std::vector<Baseline> out;
  add(out, device, name, BlockedSpmm{a, b, n, z, &device}, diagnostics);
  return any_of(std::move(out));
}

std::optional<std::vector<Baseline>> cusparse_sddmm(Device& device, const CsrMatrix& pattern,
                                                    const SampledProduct& factors,
                                                    uint64_t z_values, Diagnostics& diagnostics) {
  if (!usable("cuSPARSE SDDMM", {pattern.rows, pattern.columns, pattern.entries, factors.k},
              diagnostics))
    return std::nullopt;
  std::vector<Baseline> out;
  if (factors.c_by_columns != 0)
    add(out, device, "cuSPARSE SDDMM (C by columns, sampled product only)",
        Sddmm{pattern, factors, true, z_values, cusparse_sddmm_default}, diagnostics);
  if (!out.empty() && pattern.entries > 0)
    add_scaled_sddmm(out, device, pattern, z_values, diagnostics);
  add(out, device, "cuSPARSE SDDMM (C by rows, sampled product only)",
      Sddmm{pattern, factors, false, z_values, cusparse_sddmm_default}, diagnostics);
  return any_of(std::move(out));
}

}  // namespace teaal::runtime::gpu
