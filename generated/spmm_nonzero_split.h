// Made by teaalc 0.1.0 from spmm_nonzero_split.yaml; do not edit.
//   Z[m, n] = A[m, k] * B[k, n]
//     loops MK3 (space), MK2 (space), MK1 (space), N2, MK0, N1 (space), N0
//   stored A[M:U, K:C], B[K:U, N:U], Z[M:U, N:U]
//   sizes BLOCK=512 COLUMNS=64 RESIDENT=8 RUN=64 WARP=128
//   teaalc spmm_nonzero_split.yaml --type=f32 --arch=sm_90 --index-bits=32
#ifndef TEAALC_spmm_nonzero_split_H
#define TEAALC_spmm_nonzero_split_H
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#ifndef TEAAL_POSITION_BITS
#define TEAAL_POSITION_BITS 32
#endif
typedef float spmm_nonzero_split_value;
#if TEAAL_POSITION_BITS == 64
typedef int64_t spmm_nonzero_split_position;
#else
typedef int32_t spmm_nonzero_split_position;
#endif

#if TEAAL_POSITION_BITS == 64 /* functions have names of their own */
#define spmm_nonzero_split_workspace_bytes spmm_nonzero_split_workspace_bytes_64
#define spmm_nonzero_split_launch spmm_nonzero_split_launch_64
#endif

struct CUstream_st; /* what cudaStream_t points to */

/* Device pointers and sizes. Segments have one entry a fiber and one more; arrays must not overlap. */
typedef struct spmm_nonzero_split_arguments {
  /* Z: M:U, N:U */
  spmm_nonzero_split_value* Z_values;
  /* A: M:U, K:C */
  const spmm_nonzero_split_position* A_K_segments;
  const int32_t* A_K_coords;
  const spmm_nonzero_split_value* A_values;
  /* B: K:U, N:U */
  const spmm_nonzero_split_value* B_values;
  int64_t extent_M;
  int64_t extent_K;
  int64_t extent_N;
  int64_t elements_A;  /* how many elements A stores */
} spmm_nonzero_split_arguments;

/* Bytes of device memory that spmm_nonzero_split_launch needs as workspace (0: none), aligned to 256. */
size_t spmm_nonzero_split_workspace_bytes(const spmm_nonzero_split_arguments* arguments);

/* Enqueues the whole plan on `stream` (0: the default stream) and returns at once. 0: enqueued; else see
   spmm_nonzero_split_error_text. Allocates nothing and throws nothing. */
int spmm_nonzero_split_launch(const spmm_nonzero_split_arguments* arguments, void* workspace, size_t workspace_bytes,
               struct CUstream_st* stream);
const char* spmm_nonzero_split_error_text(int code);

#ifdef __cplusplus
}
#endif
#endif
