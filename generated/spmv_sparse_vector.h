// Made by teaalc 0.1.0 from spmv_sparse_vector.yaml; do not edit.
//   Z[i] = A[i, j] * B[j]
//     loops I (space), J
//   stored A[I:U, J:C], B[J:C], Z[I:U]
//   teaalc spmv_sparse_vector.yaml --type=f32 --arch=sm_90 --index-bits=32
#ifndef TEAALC_spmv_sparse_vector_H
#define TEAALC_spmv_sparse_vector_H
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#ifndef TEAAL_POSITION_BITS
#define TEAAL_POSITION_BITS 32
#endif
typedef float spmv_sparse_vector_value;
#if TEAAL_POSITION_BITS == 64
typedef int64_t spmv_sparse_vector_position;
#else
typedef int32_t spmv_sparse_vector_position;
#endif

#if TEAAL_POSITION_BITS == 64 /* functions have names of their own */
#define spmv_sparse_vector_workspace_bytes spmv_sparse_vector_workspace_bytes_64
#define spmv_sparse_vector_launch spmv_sparse_vector_launch_64
#endif

struct CUstream_st; /* what cudaStream_t points to */

/* Device pointers and sizes. Segments have one entry a fiber and one more; arrays must not overlap. */
typedef struct spmv_sparse_vector_arguments {
  /* Z: I:U */
  spmv_sparse_vector_value* Z_values;
  /* A: I:U, J:C */
  const spmv_sparse_vector_position* A_J_segments;
  const int32_t* A_J_coords;
  const spmv_sparse_vector_value* A_values;
  /* B: J:C */
  const spmv_sparse_vector_position* B_J_segments;
  const int32_t* B_J_coords;
  const spmv_sparse_vector_value* B_values;
  int64_t extent_I;
  int64_t extent_J;
} spmv_sparse_vector_arguments;

/* Bytes of device memory that spmv_sparse_vector_launch needs as workspace (0: none), aligned to 256. */
size_t spmv_sparse_vector_workspace_bytes(const spmv_sparse_vector_arguments* arguments);

/* Enqueues the whole plan on `stream` (0: the default stream) and returns at once. 0: enqueued; else see
   spmv_sparse_vector_error_text. Allocates nothing and throws nothing. */
int spmv_sparse_vector_launch(const spmv_sparse_vector_arguments* arguments, void* workspace, size_t workspace_bytes,
               struct CUstream_st* stream);
const char* spmv_sparse_vector_error_text(int code);

#ifdef __cplusplus
}
#endif
#endif
