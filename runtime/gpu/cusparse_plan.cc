#include "runtime/gpu/cusparse_plan.h"

#include <algorithm>

#include "runtime/gpu/baseline_support.h"

namespace teaal::runtime::gpu {

CusparsePlan::~CusparsePlan() {
  context_->enter_quietly();
  for (CusparseMatrix matrix : matrices_) library().cusparseDestroySpMat(matrix);
  for (CusparseDenseVector vector : vectors_) library().cusparseDestroyDnVec(vector);
  for (CusparseDenseMatrix dense : denses_) library().cusparseDestroyDnMat(dense);
  if (handle_) library().cusparseDestroy(handle_);
}

int CusparsePlan::start() {
  context_->enter_quietly();
  int status = library().cusparseCreate(&handle_);
  if (status != cusparse_success) {
    handle_ = nullptr;
    return status;
  }
  return library().cusparseSetStream(handle_, context_->stream());
}

int CusparsePlan::csr(CusparseMatrix& out, const CsrMatrix& matrix, uint64_t values) {
  int status = library().cusparseCreateCsr(
      &out, matrix.rows, matrix.columns, matrix.entries, reinterpret_cast<void*>(matrix.segments),
      reinterpret_cast<void*>(matrix.coords), reinterpret_cast<void*>(values), cusparse_index_32,
      cusparse_index_32, cusparse_base_zero, cusparse_f32);
  if (status == cusparse_success) matrices_.push_back(out);
  return status;
}

int CusparsePlan::vector(CusparseDenseVector& out, int64_t size, uint64_t values) {
  int status =
      library().cusparseCreateDnVec(&out, size, reinterpret_cast<void*>(values), cusparse_f32);
  if (status == cusparse_success) vectors_.push_back(out);
  return status;
}

int CusparsePlan::dense(CusparseDenseMatrix& out, int64_t rows, int64_t columns, uint64_t values,
                        ElementType type) {
  int status = library().cusparseCreateDnMat(&out, rows, columns, std::max<int64_t>(1, columns),
                                             reinterpret_cast<void*>(values), cuda_type_of(type),
                                             cusparse_row_major);
  if (status == cusparse_success) denses_.push_back(out);
  return status;
}

int CusparsePlan::blocked(CusparseMatrix& out, const BlockedMatrix& matrix, uint64_t values) {
  int status = library().cusparseCreateBlockedEll(
      &out, matrix.rows, matrix.columns, matrix.block, matrix.width,
      reinterpret_cast<void*>(matrix.coords), reinterpret_cast<void*>(values), cusparse_index_32,
      cusparse_base_zero, cuda_type_of(matrix.values));
  if (status == cusparse_success) matrices_.push_back(out);
  return status;
}

// At least one byte: some versions refuse a null workspace even when they ask for nothing.
bool CusparsePlan::reserve(Device& device, size_t bytes) {
  Diagnostics unheard;
  workspace_ = Buffer::allocate(device, std::max<size_t>(bytes, 16), unheard);
  return workspace_ != nullptr;
}

void* CusparsePlan::workspace() const { return reinterpret_cast<void*>(workspace_->address()); }

}  // namespace teaal::runtime::gpu
