// Made by teaalc 0.1.0 from gemm_naive.yaml; do not edit.
//   C[m, n] = A[m, k] * B[k, n]
//     loops M (space), N (space), K
//   stored A[M:U, K:U], B[K:U, N:U], C[M:U, N:U]
//   teaalc gemm_naive.yaml --type=f32 --arch=sm_90 --index-bits=32
#ifndef TEAALC_gemm_naive_H
#define TEAALC_gemm_naive_H
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#ifndef TEAAL_POSITION_BITS
#define TEAAL_POSITION_BITS 32
#endif
typedef float gemm_naive_value;
#if TEAAL_POSITION_BITS == 64
typedef int64_t gemm_naive_position;
#else
typedef int32_t gemm_naive_position;
#endif

#if TEAAL_POSITION_BITS == 64 /* functions have names of their own */
#define gemm_naive_workspace_bytes gemm_naive_workspace_bytes_64
#define gemm_naive_launch gemm_naive_launch_64
#endif

struct CUstream_st; /* what cudaStream_t points to */

/* Device pointers and sizes. Segments have one entry a fiber and one more; arrays must not overlap. */
typedef struct gemm_naive_arguments {
  /* C: M:U, N:U */
  gemm_naive_value* C_values;
  /* A: M:U, K:U */
  const gemm_naive_value* A_values;
  /* B: K:U, N:U */
  const gemm_naive_value* B_values;
  int64_t extent_M;
  int64_t extent_K;
  int64_t extent_N;
} gemm_naive_arguments;

/* Bytes of device memory that gemm_naive_launch needs as workspace (0: none), aligned to 256. */
size_t gemm_naive_workspace_bytes(const gemm_naive_arguments* arguments);

/* Enqueues the whole plan on `stream` (0: the default stream) and returns at once. 0: enqueued; else see
   gemm_naive_error_text. Allocates nothing and throws nothing. */
int gemm_naive_launch(const gemm_naive_arguments* arguments, void* workspace, size_t workspace_bytes,
               struct CUstream_st* stream);
const char* gemm_naive_error_text(int code);

#ifdef __cplusplus
}
#endif
#endif
