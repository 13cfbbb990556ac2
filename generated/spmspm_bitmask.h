// Made by teaalc 0.1.0 from spmspm_bitmask.yaml; do not edit.
//   Z[m, n] = A[m, k] * B[k, n]
//     loops M (space), N (space), K
//   stored A[M:U, K:B], B[N:U, K:B], Z[M:U, N:U]
//   teaalc spmspm_bitmask.yaml --type=f32 --arch=sm_90 --index-bits=32
#ifndef TEAALC_spmspm_bitmask_H
#define TEAALC_spmspm_bitmask_H
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#ifndef TEAAL_POSITION_BITS
#define TEAAL_POSITION_BITS 32
#endif
typedef float spmspm_bitmask_value;
#if TEAAL_POSITION_BITS == 64
typedef int64_t spmspm_bitmask_position;
#else
typedef int32_t spmspm_bitmask_position;
#endif

#if TEAAL_POSITION_BITS == 64 /* functions have names of their own */
#define spmspm_bitmask_workspace_bytes spmspm_bitmask_workspace_bytes_64
#define spmspm_bitmask_launch spmspm_bitmask_launch_64
#endif

struct CUstream_st; /* what cudaStream_t points to */

/* Device pointers and sizes. Segments have one entry a fiber and one more; arrays must not overlap. */
typedef struct spmspm_bitmask_arguments {
  /* Z: M:U, N:U */
  spmspm_bitmask_value* Z_values;
  /* A: M:U, K:B */
  const uint32_t* A_K_masks;
  const spmspm_bitmask_position* A_K_bases;
  const spmspm_bitmask_value* A_values;
  /* B: N:U, K:B */
  const uint32_t* B_K_masks;
  const spmspm_bitmask_position* B_K_bases;
  const spmspm_bitmask_value* B_values;
  int64_t extent_M;
  int64_t extent_K;
  int64_t extent_N;
} spmspm_bitmask_arguments;

/* Bytes of device memory that spmspm_bitmask_launch needs as workspace (0: none), aligned to 256. */
size_t spmspm_bitmask_workspace_bytes(const spmspm_bitmask_arguments* arguments);

/* Enqueues the whole plan on `stream` (0: the default stream) and returns at once. 0: enqueued; else see
   spmspm_bitmask_error_text. Allocates nothing and throws nothing. */
int spmspm_bitmask_launch(const spmspm_bitmask_arguments* arguments, void* workspace, size_t workspace_bytes,
               struct CUstream_st* stream);
const char* spmspm_bitmask_error_text(int code);

#ifdef __cplusplus
}
#endif
#endif
