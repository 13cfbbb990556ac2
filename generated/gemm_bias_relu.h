// Made by teaalc 0.1.0 from gemm_bias_relu.yaml; do not edit.
//   T[m, n] = A[m, k] * B[k, n]
//     loops M4 (space), N4 (space), K1, K0, M3 (space), N3 (space), M1 (space), N1 (space), M2, M0, N2, N0
//   C[m, n] = T[m, n] * R[n]
//     loops M, N
//     maps by max(T[m, n] + R[n], 0)
//   stored A[M:U, K:U], B[K:U, N:U], T[M:U, N:U], R[N:U], C[M:U, N:U]
//   sizes BK=32 BM=128 BN=128 HM=16 HN=32 WM=64 WN=64
//   teaalc gemm_bias_relu.yaml --type=f32 --arch=sm_90 --index-bits=32
#ifndef TEAALC_gemm_bias_relu_H
#define TEAALC_gemm_bias_relu_H
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#ifndef TEAAL_POSITION_BITS
#define TEAAL_POSITION_BITS 32
#endif
typedef float gemm_bias_relu_value;
#if TEAAL_POSITION_BITS == 64
typedef int64_t gemm_bias_relu_position;
#else
typedef int32_t gemm_bias_relu_position;
#endif

#if TEAAL_POSITION_BITS == 64 /* functions have names of their own */
#define gemm_bias_relu_workspace_bytes gemm_bias_relu_workspace_bytes_64
#define gemm_bias_relu_launch gemm_bias_relu_launch_64
#endif

struct CUstream_st; /* what cudaStream_t points to */

/* Device pointers and sizes. Segments have one entry a fiber and one more; arrays must not overlap. */
typedef struct gemm_bias_relu_arguments {
  /* A: M:U, K:U */
  const gemm_bias_relu_value* A_values;
  /* B: K:U, N:U */
  const gemm_bias_relu_value* B_values;
  /* C: M:U, N:U */
  gemm_bias_relu_value* C_values;
  /* R: N:U */
  const gemm_bias_relu_value* R_values;
  int64_t extent_M;
  int64_t extent_K;
  int64_t extent_N;
} gemm_bias_relu_arguments;

/* Bytes of device memory that gemm_bias_relu_launch needs as workspace (0: none), aligned to 256. */
size_t gemm_bias_relu_workspace_bytes(const gemm_bias_relu_arguments* arguments);

/* Enqueues the whole plan on `stream` (0: the default stream) and returns at once. 0: enqueued; else see
   gemm_bias_relu_error_text. Allocates nothing and throws nothing. */
int gemm_bias_relu_launch(const gemm_bias_relu_arguments* arguments, void* workspace, size_t workspace_bytes,
               struct CUstream_st* stream);
const char* gemm_bias_relu_error_text(int code);

#ifdef __cplusplus
}
#endif
#endif
