#pragma once
#include <memory>
#include <vector>

#include "runtime/gpu/baselines.h"
#include "runtime/gpu/cusparse.h"

namespace teaal::runtime::gpu {

// What one prepared operation holds: a handle on the device's stream, its descriptors, and its
// workspace. Each operation has its own, because cuSPARSE keeps the analysis of one algorithm in
// the matrix's descriptor.
class CusparsePlan {
 public:
  explicit CusparsePlan(Device& device) : context_(context_of(device)) {}
  ~CusparsePlan();
  CusparsePlan(const CusparsePlan&) = delete;
  CusparsePlan& operator=(const CusparsePlan&) = delete;

  // Each returns the library's status.
  int start();
  int csr(CusparseMatrix&, const CsrMatrix&, uint64_t values);
  int vector(CusparseDenseVector&, int64_t size, uint64_t values);
  int dense(CusparseDenseMatrix&, int64_t rows, int64_t columns, uint64_t values,
            ElementType = ElementType::F32);  // row-major
  // `values` has room for rows * width elements.
  int blocked(CusparseMatrix&, const BlockedMatrix&, uint64_t values);
  // False if memory is short.
  bool reserve(Device&, size_t bytes);

  CusparseState handle() const { return handle_; }
  void* workspace() const;
  const Context& context() const { return *context_; }
  const Cusparse& library() const { return cusparse_library().functions; }

 private:
  std::shared_ptr<Context> context_;
  CusparseState handle_ = nullptr;
  std::vector<CusparseMatrix> matrices_;
  std::vector<CusparseDenseVector> vectors_;
  std::vector<CusparseDenseMatrix> denses_;
  std::shared_ptr<Buffer> workspace_;
};

}  // namespace teaal::runtime::gpu
