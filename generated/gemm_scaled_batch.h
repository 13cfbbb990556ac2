// Made by teaalc 0.1.0 from gemm_scaled_batch.yaml; do not edit.
//   C[b, m, n] = S[b] * A[b, m, k] * W[b, k, n]
//     loops B (space), M3 (space), N3 (space), K2, K1, K0, M2 (space), N2 (space), M1 (space), N1 (space), M0, N0
//     tensor cores: 3xtf32
//   stored S[B:U], A[B:U, M:U, K:U], W[B:U, K:U, N:U], C[B:U, M:U, N:U]
//   teaalc gemm_scaled_batch.yaml --type=f32 --arch=sm_90 --index-bits=32
#ifndef TEAALC_gemm_scaled_batch_H
#define TEAALC_gemm_scaled_batch_H
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#ifndef TEAAL_POSITION_BITS
#define TEAAL_POSITION_BITS 32
#endif
typedef float gemm_scaled_batch_value;
#if TEAAL_POSITION_BITS == 64
typedef int64_t gemm_scaled_batch_position;
#else
typedef int32_t gemm_scaled_batch_position;
#endif

#if TEAAL_POSITION_BITS == 64 /* functions have names of their own */
#define gemm_scaled_batch_workspace_bytes gemm_scaled_batch_workspace_bytes_64
#define gemm_scaled_batch_launch gemm_scaled_batch_launch_64
#endif

struct CUstream_st; /* what cudaStream_t points to */

/* Device pointers and sizes. Segments have one entry a fiber and one more; arrays must not overlap. */
typedef struct gemm_scaled_batch_arguments {
  /* C: B:U, M:U, N:U */
  gemm_scaled_batch_value* C_values;
  /* S: B:U */
  const gemm_scaled_batch_value* S_values;
  /* A: B:U, M:U, K:U */
  const gemm_scaled_batch_value* A_values;
  /* W: B:U, K:U, N:U */
  const gemm_scaled_batch_value* W_values;
  int64_t extent_B;
  int64_t extent_M;
  int64_t extent_K;
  int64_t extent_N;
} gemm_scaled_batch_arguments;

/* Bytes of device memory that gemm_scaled_batch_launch needs as workspace (0: none), aligned to 256. */
size_t gemm_scaled_batch_workspace_bytes(const gemm_scaled_batch_arguments* arguments);

/* Enqueues the whole plan on `stream` (0: the default stream) and returns at once. 0: enqueued; else see
   gemm_scaled_batch_error_text. Allocates nothing and throws nothing. */
int gemm_scaled_batch_launch(const gemm_scaled_batch_arguments* arguments, void* workspace, size_t workspace_bytes,
               struct CUstream_st* stream);
const char* gemm_scaled_batch_error_text(int code);

#ifdef __cplusplus
}
#endif
#endif
