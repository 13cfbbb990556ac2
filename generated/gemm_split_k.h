// Made by teaalc 0.1.0 from gemm_split_k.yaml; do not edit.
//   C[m, n] = A[m, k] * B[k, n]
//     loops K1 (space), M, N (space), K0
//   stored A[M:U, K:U], B[K:U, N:U], C[M:U, N:U]
//   teaalc gemm_split_k.yaml --type=f32 --arch=sm_90 --index-bits=32
#ifndef TEAALC_gemm_split_k_H
#define TEAALC_gemm_split_k_H
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#ifndef TEAAL_POSITION_BITS
#define TEAAL_POSITION_BITS 32
#endif
typedef float gemm_split_k_value;
#if TEAAL_POSITION_BITS == 64
typedef int64_t gemm_split_k_position;
#else
typedef int32_t gemm_split_k_position;
#endif

#if TEAAL_POSITION_BITS == 64 /* functions have names of their own */
#define gemm_split_k_workspace_bytes gemm_split_k_workspace_bytes_64
#define gemm_split_k_launch gemm_split_k_launch_64
#endif

struct CUstream_st; /* what cudaStream_t points to */

/* Device pointers and sizes. Segments have one entry a fiber and one more; arrays must not overlap. */
typedef struct gemm_split_k_arguments {
  /* C: M:U, N:U */
  gemm_split_k_value* C_values;
  /* A: M:U, K:U */
  const gemm_split_k_value* A_values;
  /* B: K:U, N:U */
  const gemm_split_k_value* B_values;
  int64_t extent_M;
  int64_t extent_K;
  int64_t extent_N;
} gemm_split_k_arguments;

/* Bytes of device memory that gemm_split_k_launch needs as workspace (0: none), aligned to 256. */
size_t gemm_split_k_workspace_bytes(const gemm_split_k_arguments* arguments);

/* Enqueues the whole plan on `stream` (0: the default stream) and returns at once. 0: enqueued; else see
   gemm_split_k_error_text. Allocates nothing and throws nothing. */
int gemm_split_k_launch(const gemm_split_k_arguments* arguments, void* workspace, size_t workspace_bytes,
               struct CUstream_st* stream);
const char* gemm_split_k_error_text(int code);

#ifdef __cplusplus
}
#endif
#endif
