// Made by teaalc 0.1.0 from gemm_packed.yaml; do not edit.
//   C[m, n] = A[m, k] * B[k, n]
//     loops M4 (space), N4 (space), K1, K0, M3 (space), N3 (space), M1 (space), N1 (space), M2, M0, N2, N0
//     tensor cores: 3xtf32
//   stored A[M:U, K:U], B[K:U, N:U], C[M:U, N:U]
//   sizes BK=16 BM=128 BN=128 HM=16 HN=32 WM=128 WN=32
//   teaalc gemm_packed.yaml --type=f32 --arch=sm_90a --index-bits=32
#ifndef TEAALC_gemm_packed_H
#define TEAALC_gemm_packed_H
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#ifndef TEAAL_POSITION_BITS
#define TEAAL_POSITION_BITS 32
#endif
typedef float gemm_packed_value;
#if TEAAL_POSITION_BITS == 64
typedef int64_t gemm_packed_position;
#else
typedef int32_t gemm_packed_position;
#endif

#if TEAAL_POSITION_BITS == 64 /* functions have names of their own */
#define gemm_packed_workspace_bytes gemm_packed_workspace_bytes_64
#define gemm_packed_launch gemm_packed_launch_64
#endif

struct CUstream_st; /* what cudaStream_t points to */

/* Device pointers and sizes. Segments have one entry a fiber and one more; arrays must not overlap. */
typedef struct gemm_packed_arguments {
  /* B: K:U, N:U */
  const gemm_packed_value* B_values;
  /* A: M:U, K:U */
  const gemm_packed_value* A_values;
  /* C: M:U, N:U */
  gemm_packed_value* C_values;
  int64_t extent_M;
  int64_t extent_K;
  int64_t extent_N;
} gemm_packed_arguments;

/* Bytes of device memory that gemm_packed_launch needs as workspace (0: none), aligned to 256. */
size_t gemm_packed_workspace_bytes(const gemm_packed_arguments* arguments);

/* Enqueues the whole plan on `stream` (0: the default stream) and returns at once. 0: enqueued; else see
   gemm_packed_error_text. Allocates nothing and throws nothing. */
int gemm_packed_launch(const gemm_packed_arguments* arguments, void* workspace, size_t workspace_bytes,
               struct CUstream_st* stream);
const char* gemm_packed_error_text(int code);

#ifdef __cplusplus
}
#endif
#endif
