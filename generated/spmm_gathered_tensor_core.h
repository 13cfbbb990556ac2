// Made by teaalc 0.1.0 from spmm_gathered_tensor_core.yaml; do not edit.
//   Z[m, n] = A[m, k] * B[k, n]
//     loops M2 (space), N3 (space), K1, K0, M1 (space), N2, N1 (space), M0, N0
//     tensor cores: tf32
//   stored A[M2:U, K:C, M:U], B[K:U, N:U], Z[M:U, N:U]
//   teaalc spmm_gathered_tensor_core.yaml --type=f32 --arch=sm_90 --index-bits=32
#ifndef TEAALC_spmm_gathered_tensor_core_H
#define TEAALC_spmm_gathered_tensor_core_H
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#ifndef TEAAL_POSITION_BITS
#define TEAAL_POSITION_BITS 32
#endif
typedef float spmm_gathered_tensor_core_value;
#if TEAAL_POSITION_BITS == 64
typedef int64_t spmm_gathered_tensor_core_position;
#else
typedef int32_t spmm_gathered_tensor_core_position;
#endif

#if TEAAL_POSITION_BITS == 64 /* functions have names of their own */
#define spmm_gathered_tensor_core_workspace_bytes spmm_gathered_tensor_core_workspace_bytes_64
#define spmm_gathered_tensor_core_launch spmm_gathered_tensor_core_launch_64
#endif

struct CUstream_st; /* what cudaStream_t points to */

/* Device pointers and sizes. Segments have one entry a fiber and one more; arrays must not overlap. */
typedef struct spmm_gathered_tensor_core_arguments {
  /* Z: M:U, N:U */
  spmm_gathered_tensor_core_value* Z_values;
  /* A: M2:U, K:C, M:U; M2 is M / 8; M counted from the first of its M2, 8 a fiber */
  const spmm_gathered_tensor_core_position* A_K_segments;
  const int32_t* A_K_coords;
  const spmm_gathered_tensor_core_value* A_values;
  /* B: K:U, N:U */
  const spmm_gathered_tensor_core_value* B_values;
  int64_t extent_M;
  int64_t extent_K;
  int64_t extent_N;
} spmm_gathered_tensor_core_arguments;

/* Bytes of device memory that spmm_gathered_tensor_core_launch needs as workspace (0: none), aligned to 256. */
size_t spmm_gathered_tensor_core_workspace_bytes(const spmm_gathered_tensor_core_arguments* arguments);

/* Enqueues the whole plan on `stream` (0: the default stream) and returns at once. 0: enqueued; else see
   spmm_gathered_tensor_core_error_text. Allocates nothing and throws nothing. */
int spmm_gathered_tensor_core_launch(const spmm_gathered_tensor_core_arguments* arguments, void* workspace, size_t workspace_bytes,
               struct CUstream_st* stream);
const char* spmm_gathered_tensor_core_error_text(int code);

#ifdef __cplusplus
}
#endif
#endif
