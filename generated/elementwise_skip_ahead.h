// Made by teaalc 0.1.0 from elementwise_skip_ahead.yaml; do not edit.
//   Z[m, n] = A[m, n] * B[m, n]
//     loops M (space), N
//   stored A[M:U, N:C], B[M:U, N:C], Z[M:U, N:U]
//   teaalc elementwise_skip_ahead.yaml --type=f32 --arch=sm_90 --index-bits=32
#ifndef TEAALC_elementwise_skip_ahead_H
#define TEAALC_elementwise_skip_ahead_H
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#ifndef TEAAL_POSITION_BITS
#define TEAAL_POSITION_BITS 32
#endif
typedef float elementwise_skip_ahead_value;
#if TEAAL_POSITION_BITS == 64
typedef int64_t elementwise_skip_ahead_position;
#else
typedef int32_t elementwise_skip_ahead_position;
#endif

#if TEAAL_POSITION_BITS == 64 /* functions have names of their own */
#define elementwise_skip_ahead_workspace_bytes elementwise_skip_ahead_workspace_bytes_64
#define elementwise_skip_ahead_launch elementwise_skip_ahead_launch_64
#endif

struct CUstream_st; /* what cudaStream_t points to */

/* Device pointers and sizes. Segments have one entry a fiber and one more; arrays must not overlap. */
typedef struct elementwise_skip_ahead_arguments {
  /* Z: M:U, N:U */
  elementwise_skip_ahead_value* Z_values;
  /* A: M:U, N:C */
  const elementwise_skip_ahead_position* A_N_segments;
  const int32_t* A_N_coords;
  const elementwise_skip_ahead_value* A_values;
  /* B: M:U, N:C */
  const elementwise_skip_ahead_position* B_N_segments;
  const int32_t* B_N_coords;
  const elementwise_skip_ahead_value* B_values;
  int64_t extent_M;
  int64_t extent_N;
} elementwise_skip_ahead_arguments;

/* Bytes of device memory that elementwise_skip_ahead_launch needs as workspace (0: none), aligned to 256. */
size_t elementwise_skip_ahead_workspace_bytes(const elementwise_skip_ahead_arguments* arguments);

/* Enqueues the whole plan on `stream` (0: the default stream) and returns at once. 0: enqueued; else see
   elementwise_skip_ahead_error_text. Allocates nothing and throws nothing. */
int elementwise_skip_ahead_launch(const elementwise_skip_ahead_arguments* arguments, void* workspace, size_t workspace_bytes,
               struct CUstream_st* stream);
const char* elementwise_skip_ahead_error_text(int code);

#ifdef __cplusplus
}
#endif
#endif
