#pragma once
#include <cstdint>
#include <memory>
#include <string>

#include "runtime/gpu/context.h"

// The functions of cuSPARSE's generic interface that we call, declared from its public reference.
namespace teaal::runtime::gpu {

using CusparseState = struct OpaqueCusparse*;
using CusparseMatrix = struct OpaqueCusparseMatrix*;
using CusparseDenseVector = struct OpaqueCusparseVector*;
using CusparseDenseMatrix = struct OpaqueCusparseDense*;

inline constexpr int cusparse_success = 0, cusparse_op_n = 0, cusparse_op_t = 1,
                     cusparse_base_zero = 0, cusparse_index_32 = 2, cusparse_f32 = 0,
                     cusparse_row_major = 2;
inline constexpr int cusparse_spmv_default = 0, cusparse_spmv_csr_1 = 2, cusparse_spmv_csr_2 = 3;
inline constexpr int cusparse_spmm_default = 0, cusparse_spmm_csr_1 = 4, cusparse_spmm_csr_2 = 6,
                     cusparse_spmm_csr_3 = 12, cusparse_spmm_blocked = 13;
inline constexpr int cusparse_to_sparse_default = 0;
inline constexpr int cusparse_sddmm_default = 0;

// The three shapes of an operation's calls; `_bufferSize` ends in a size, the others in the
// workspace.
#define TEAAL_SPMV(END)                                                                      \
  (CusparseState handle, int op, const void* alpha, CusparseMatrix a, CusparseDenseVector x, \
   const void* beta, CusparseDenseVector z, int compute, int algorithm, END)
#define TEAAL_SPMM(END)                                                                        \
  (CusparseState handle, int op_a, int op_b, const void* alpha, CusparseMatrix a,              \
   CusparseDenseMatrix b, const void* beta, CusparseDenseMatrix z, int compute, int algorithm, \
   END)
#define TEAAL_SDDMM(END)                                                               \
  (CusparseState handle, int op_a, int op_b, const void* alpha, CusparseDenseMatrix a, \
   CusparseDenseMatrix b, const void* beta, CusparseMatrix z, int compute, int algorithm, END)

// A dense matrix's blocks into a matrix of blocks, in three calls.
#define TEAAL_TO_SPARSE(END) \
  (CusparseState handle, CusparseDenseMatrix from, CusparseMatrix to, int algorithm, END)

#define TEAAL_CUSPARSE(FUNCTION)                                                                  \
  FUNCTION(int, cusparseCreate, (CusparseState * handle))                                         \
  FUNCTION(int, cusparseDestroy, (CusparseState handle))                                          \
  FUNCTION(int, cusparseSetStream, (CusparseState handle, CuStream stream))                       \
  FUNCTION(const char*, cusparseGetErrorName, (int status))                                       \
  FUNCTION(                                                                                       \
      int, cusparseCreateCsr,                                                                     \
      (CusparseMatrix * matrix, int64_t rows, int64_t columns, int64_t entries, void* segments,   \
       void* coords, void* values, int segment_type, int coord_type, int base, int value_type))   \
  FUNCTION(int, cusparseCreateBlockedEll,                                                         \
           (CusparseMatrix * matrix, int64_t rows, int64_t columns, int64_t block, int64_t width, \
            void* coords, void* values, int coord_type, int base, int value_type))                \
  FUNCTION(int, cusparseDenseToSparse_bufferSize, TEAAL_TO_SPARSE(size_t* bytes))                 \
  FUNCTION(int, cusparseDenseToSparse_analysis, TEAAL_TO_SPARSE(void* workspace))                 \
  FUNCTION(int, cusparseDenseToSparse_convert, TEAAL_TO_SPARSE(void* workspace))                  \
  FUNCTION(int, cusparseDestroySpMat, (CusparseMatrix matrix))                                    \
  FUNCTION(int, cusparseCreateDnVec,                                                              \
           (CusparseDenseVector * vector, int64_t size, void* values, int value_type))            \
  FUNCTION(int, cusparseDestroyDnVec, (CusparseDenseVector vector))                               \
  FUNCTION(int, cusparseCreateDnMat,                                                              \
           (CusparseDenseMatrix * matrix, int64_t rows, int64_t columns, int64_t leading,         \
            void* values, int value_type, int order))                                             \
  FUNCTION(int, cusparseDestroyDnMat, (CusparseDenseMatrix matrix))                               \
  FUNCTION(int, cusparseSpMV_bufferSize, TEAAL_SPMV(size_t* bytes))                               \
  FUNCTION(int, cusparseSpMV, TEAAL_SPMV(void* workspace))                                        \
  FUNCTION(int, cusparseSpMM_bufferSize, TEAAL_SPMM(size_t* bytes))                               \
  FUNCTION(int, cusparseSpMM, TEAAL_SPMM(void* workspace))                                        \
  FUNCTION(int, cusparseSDDMM_bufferSize, TEAAL_SDDMM(size_t* bytes))                             \
  FUNCTION(int, cusparseSDDMM, TEAAL_SDDMM(void* workspace))

// Analysis ahead of the run; absent from older versions.
#define TEAAL_CUSPARSE_NEWER(FUNCTION)                                \
  FUNCTION(int, cusparseSpMV_preprocess, TEAAL_SPMV(void* workspace)) \
  FUNCTION(int, cusparseSpMM_preprocess, TEAAL_SPMM(void* workspace)) \
  FUNCTION(int, cusparseSDDMM_preprocess, TEAAL_SDDMM(void* workspace))

struct Cusparse {
#define TEAAL_MEMBER(result, name, parameters) result(*name) parameters = nullptr;
  TEAAL_CUSPARSE(TEAAL_MEMBER)
  TEAAL_CUSPARSE_NEWER(TEAAL_MEMBER)
#undef TEAAL_MEMBER
};

const Library<Cusparse>& cusparse_library();
std::string cusparse_status_text(int status);

}  // namespace teaal::runtime::gpu
