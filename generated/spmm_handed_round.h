// Made by teaalc 0.1.0 from spmm_handed_round.yaml; do not edit.
//   Z[m, n] = A[m, k] * B[k, n]
//     loops M1 (space), M0 (space), N2 (space), K1, K0, N1 (space), N0
//   stored A[M:U, K:C], B[K:U, N:U], Z[M:U, N:U]
//   teaalc spmm_handed_round.yaml --type=f32 --arch=sm_90 --index-bits=32
#ifndef TEAALC_spmm_handed_round_H
#define TEAALC_spmm_handed_round_H
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#ifndef TEAAL_POSITION_BITS
#define TEAAL_POSITION_BITS 32
#endif
typedef float spmm_handed_round_value;
#if TEAAL_POSITION_BITS == 64
typedef int64_t spmm_handed_round_position;
#else
typedef int32_t spmm_handed_round_position;
#endif

#if TEAAL_POSITION_BITS == 64 /* functions have names of their own */
#define spmm_handed_round_workspace_bytes spmm_handed_round_workspace_bytes_64
#define spmm_handed_round_launch spmm_handed_round_launch_64
#endif

struct CUstream_st; /* what cudaStream_t points to */

/* Device pointers and sizes. Segments have one entry a fiber and one more; arrays must not overlap. */
typedef struct spmm_handed_round_arguments {
  /* Z: M:U, N:U */
  spmm_handed_round_value* Z_values;
  /* A: M:U, K:C */
  const spmm_handed_round_position* A_K_segments;
  const int32_t* A_K_coords;
  const spmm_handed_round_value* A_values;
  /* B: K:U, N:U */
  const spmm_handed_round_value* B_values;
  int64_t extent_M;
  int64_t extent_K;
  int64_t extent_N;
} spmm_handed_round_arguments;

/* Bytes of device memory that spmm_handed_round_launch needs as workspace (0: none), aligned to 256. */
size_t spmm_handed_round_workspace_bytes(const spmm_handed_round_arguments* arguments);

/* Enqueues the whole plan on `stream` (0: the default stream) and returns at once. 0: enqueued; else see
   spmm_handed_round_error_text. Allocates nothing and throws nothing. */
int spmm_handed_round_launch(const spmm_handed_round_arguments* arguments, void* workspace, size_t workspace_bytes,
               struct CUstream_st* stream);
const char* spmm_handed_round_error_text(int code);

#ifdef __cplusplus
}
#endif
#endif
