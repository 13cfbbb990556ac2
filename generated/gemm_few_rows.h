// Made by teaalc 0.1.0 from gemm_few_rows.yaml; do not edit.
//   Z[m, n] = A[m, k] * B[k, n]
//     loops N3 (space), M1 (space), K2 (space), N2 (space), N1 (space), K1, K0, M0, N0
//   stored A[M:U, K:U], B[K:U, N:U], Z[M:U, N:U]
//   sizes COLUMNS=256 DEPTH=128 ROWS=8
//   teaalc gemm_few_rows.yaml --type=f32 --arch=sm_90 --index-bits=32
#ifndef TEAALC_gemm_few_rows_H
#define TEAALC_gemm_few_rows_H
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#ifndef TEAAL_POSITION_BITS
#define TEAAL_POSITION_BITS 32
#endif
typedef float gemm_few_rows_value;
#if TEAAL_POSITION_BITS == 64
typedef int64_t gemm_few_rows_position;
#else
typedef int32_t gemm_few_rows_position;
#endif

#if TEAAL_POSITION_BITS == 64 /* functions have names of their own */
#define gemm_few_rows_workspace_bytes gemm_few_rows_workspace_bytes_64
#define gemm_few_rows_launch gemm_few_rows_launch_64
#endif

struct CUstream_st; /* what cudaStream_t points to */

/* Device pointers and sizes. Segments have one entry a fiber and one more; arrays must not overlap. */
typedef struct gemm_few_rows_arguments {
  /* Z: M:U, N:U */
  gemm_few_rows_value* Z_values;
  /* A: M:U, K:U */
  const gemm_few_rows_value* A_values;
  /* B: K:U, N:U */
  const gemm_few_rows_value* B_values;
  int64_t extent_M;
  int64_t extent_K;
  int64_t extent_N;
} gemm_few_rows_arguments;

/* Bytes of device memory that gemm_few_rows_launch needs as workspace (0: none), aligned to 256. */
size_t gemm_few_rows_workspace_bytes(const gemm_few_rows_arguments* arguments);

/* Enqueues the whole plan on `stream` (0: the default stream) and returns at once. 0: enqueued; else see
   gemm_few_rows_error_text. Allocates nothing and throws nothing. */
int gemm_few_rows_launch(const gemm_few_rows_arguments* arguments, void* workspace, size_t workspace_bytes,
               struct CUstream_st* stream);
const char* gemm_few_rows_error_text(int code);

#ifdef __cplusplus
}
#endif
#endif
