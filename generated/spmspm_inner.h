// Made by teaalc 0.1.0 from spmspm_inner.yaml; do not edit.
//   Z[m, n] = A[m, k] * B[k, n]
//     loops M (space), N (space), K
//   stored A[M:U, K:C], B[N:U, K:C], Z[M:U, N:U]
//   teaalc spmspm_inner.yaml --type=f32 --arch=sm_90 --index-bits=32
#ifndef TEAALC_spmspm_inner_H
#define TEAALC_spmspm_inner_H
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#ifndef TEAAL_POSITION_BITS
#define TEAAL_POSITION_BITS 32
#endif
typedef float spmspm_inner_value;
#if TEAAL_POSITION_BITS == 64
typedef int64_t spmspm_inner_position;
#else
typedef int32_t spmspm_inner_position;
#endif

#if TEAAL_POSITION_BITS == 64 /* functions have names of their own */
#define spmspm_inner_workspace_bytes spmspm_inner_workspace_bytes_64
#define spmspm_inner_launch spmspm_inner_launch_64
#endif

struct CUstream_st; /* what cudaStream_t points to */

/* Device pointers and sizes. Segments have one entry a fiber and one more; arrays must not overlap. */
typedef struct spmspm_inner_arguments {
  /* Z: M:U, N:U */
  spmspm_inner_value* Z_values;
  /* A: M:U, K:C */
  const spmspm_inner_position* A_K_segments;
  const int32_t* A_K_coords;
  const spmspm_inner_value* A_values;
  /* B: N:U, K:C */
  const spmspm_inner_position* B_K_segments;
  const int32_t* B_K_coords;
  const spmspm_inner_value* B_values;
  int64_t extent_M;
  int64_t extent_K;
  int64_t extent_N;
} spmspm_inner_arguments;

/* Bytes of device memory that spmspm_inner_launch needs as workspace (0: none), aligned to 256. */
size_t spmspm_inner_workspace_bytes(const spmspm_inner_arguments* arguments);

/* Enqueues the whole plan on `stream` (0: the default stream) and returns at once. 0: enqueued; else see
   spmspm_inner_error_text. Allocates nothing and throws nothing. */
int spmspm_inner_launch(const spmspm_inner_arguments* arguments, void* workspace, size_t workspace_bytes,
               struct CUstream_st* stream);
const char* spmspm_inner_error_text(int code);

#ifdef __cplusplus
}
#endif
#endif
