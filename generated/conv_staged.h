// Made by teaalc 0.1.0 from conv_staged.yaml; do not edit.
//   Z[x, y] = A[p, x + v, y + w] * B[p, v, w]
//     loops X1 (space), Y1 (space), P, V1, W1, X0 (space), Y0 (space), V0, W0
//   stored A[P:U, H:U, L:U], B[P:U, V:U, W:U], Z[X:U, Y:U]
//   teaalc conv_staged.yaml --type=f32 --arch=sm_90 --index-bits=32
#ifndef TEAALC_conv_staged_H
#define TEAALC_conv_staged_H
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#ifndef TEAAL_POSITION_BITS
#define TEAAL_POSITION_BITS 32
#endif
typedef float conv_staged_value;
#if TEAAL_POSITION_BITS == 64
typedef int64_t conv_staged_position;
#else
typedef int32_t conv_staged_position;
#endif

#if TEAAL_POSITION_BITS == 64 /* functions have names of their own */
#define conv_staged_workspace_bytes conv_staged_workspace_bytes_64
#define conv_staged_launch conv_staged_launch_64
#endif

struct CUstream_st; /* what cudaStream_t points to */

/* Device pointers and sizes. Segments have one entry a fiber and one more; arrays must not overlap. */
typedef struct conv_staged_arguments {
  /* Z: X:U, Y:U */
  conv_staged_value* Z_values;
  /* A: P:U, H:U, L:U */
  const conv_staged_value* A_values;
  /* B: P:U, V:U, W:U */
  const conv_staged_value* B_values;
  int64_t extent_P;
  int64_t extent_H;
  int64_t extent_L;
  int64_t extent_V;
  int64_t extent_W;
  int64_t extent_X;
  int64_t extent_Y;
} conv_staged_arguments;

/* Bytes of device memory that conv_staged_launch needs as workspace (0: none), aligned to 256. */
size_t conv_staged_workspace_bytes(const conv_staged_arguments* arguments);

/* Enqueues the whole plan on `stream` (0: the default stream) and returns at once. 0: enqueued; else see
   conv_staged_error_text. Allocates nothing and throws nothing. */
int conv_staged_launch(const conv_staged_arguments* arguments, void* workspace, size_t workspace_bytes,
               struct CUstream_st* stream);
const char* conv_staged_error_text(int code);

#ifdef __cplusplus
}
#endif
#endif
