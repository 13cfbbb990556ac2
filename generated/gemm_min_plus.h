// Made by teaalc 0.1.0 from gemm_min_plus.yaml; do not edit.
//   Z[m, n] = A[k, m] * B[k, n]
//     loops M4 (space), N4 (space), K1, K0, M3 (space), N3 (space), M2, M1 (space), M0, N2, N1 (space), N0
//     maps by A[k, m] + B[k, n]
//     reduces by min from inf
//   stored A[K:U, M:U], B[K:U, N:U], Z[M:U, N:U]
//   sizes BK=16
//   teaalc gemm_min_plus.yaml --type=f32 --arch=sm_90 --index-bits=32
#ifndef TEAALC_gemm_min_plus_H
#define TEAALC_gemm_min_plus_H
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#ifndef TEAAL_POSITION_BITS
#define TEAAL_POSITION_BITS 32
#endif
typedef float gemm_min_plus_value;
#if TEAAL_POSITION_BITS == 64
typedef int64_t gemm_min_plus_position;
#else
typedef int32_t gemm_min_plus_position;
#endif

#if TEAAL_POSITION_BITS == 64 /* functions have names of their own */
#define gemm_min_plus_workspace_bytes gemm_min_plus_workspace_bytes_64
#define gemm_min_plus_launch gemm_min_plus_launch_64
#endif

struct CUstream_st; /* what cudaStream_t points to */

/* Device pointers and sizes. Segments have one entry a fiber and one more; arrays must not overlap. */
typedef struct gemm_min_plus_arguments {
  /* Z: M:U, N:U; absent elements hold inf */
  gemm_min_plus_value* Z_values;
  /* A: K:U, M:U; absent elements hold inf */
  const gemm_min_plus_value* A_values;
  /* B: K:U, N:U; absent elements hold inf */
  const gemm_min_plus_value* B_values;
  int64_t extent_K;
  int64_t extent_M;
  int64_t extent_N;
} gemm_min_plus_arguments;

/* Bytes of device memory that gemm_min_plus_launch needs as workspace (0: none), aligned to 256. */
size_t gemm_min_plus_workspace_bytes(const gemm_min_plus_arguments* arguments);

/* Enqueues the whole plan on `stream` (0: the default stream) and returns at once. 0: enqueued; else see
   gemm_min_plus_error_text. Allocates nothing and throws nothing. */
int gemm_min_plus_launch(const gemm_min_plus_arguments* arguments, void* workspace, size_t workspace_bytes,
               struct CUstream_st* stream);
const char* gemm_min_plus_error_text(int code);

#ifdef __cplusplus
}
#endif
#endif
