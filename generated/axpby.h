// Made by teaalc 0.1.0 from axpby.yaml; do not edit.
//   Z[i] = a * X[i] + b * Y[i]
//     loops I
//   stored X[I:C], Y[I:U], Z[I:U]
//   teaalc axpby.yaml --type=f32 --arch=sm_90 --index-bits=32
#ifndef TEAALC_axpby_H
#define TEAALC_axpby_H
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#ifndef TEAAL_POSITION_BITS
#define TEAAL_POSITION_BITS 32
#endif
typedef float axpby_value;
#if TEAAL_POSITION_BITS == 64
typedef int64_t axpby_position;
#else
typedef int32_t axpby_position;
#endif

#if TEAAL_POSITION_BITS == 64 /* functions have names of their own */
#define axpby_workspace_bytes axpby_workspace_bytes_64
#define axpby_launch axpby_launch_64
#endif

struct CUstream_st; /* what cudaStream_t points to */

/* Device pointers and sizes. Segments have one entry a fiber and one more; arrays must not overlap. */
typedef struct axpby_arguments {
  /* Z: I:U */
  axpby_value* Z_values;
  /* X: I:C */
  const axpby_position* X_I_segments;
  const int32_t* X_I_coords;
  const axpby_value* X_values;
  /* Y: I:U */
  const axpby_value* Y_values;
  int64_t extent_I;
  axpby_value scalar_a;
  axpby_value scalar_b;
} axpby_arguments;

/* Bytes of device memory that axpby_launch needs as workspace (0: none), aligned to 256. */
size_t axpby_workspace_bytes(const axpby_arguments* arguments);

/* Enqueues the whole plan on `stream` (0: the default stream) and returns at once. 0: enqueued; else see
   axpby_error_text. Allocates nothing and throws nothing. */
int axpby_launch(const axpby_arguments* arguments, void* workspace, size_t workspace_bytes,
               struct CUstream_st* stream);
const char* axpby_error_text(int code);

#ifdef __cplusplus
}
#endif
#endif
