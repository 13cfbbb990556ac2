// Made by teaalc 0.1.0 from tensaurus_4.yaml; do not edit.
//   Y[i] = A[i, j] * B[j]
//     loops I1 (space), I0, J
//   stored A[I:U, J:C], B[J:U], Y[I:U]
//   teaalc tensaurus_4.yaml --type=f32 --arch=sm_90 --index-bits=32
#ifndef TEAALC_tensaurus_4_H
#define TEAALC_tensaurus_4_H
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#ifndef TEAAL_POSITION_BITS
#define TEAAL_POSITION_BITS 32
#endif
typedef float tensaurus_4_value;
#if TEAAL_POSITION_BITS == 64
typedef int64_t tensaurus_4_position;
#else
typedef int32_t tensaurus_4_position;
#endif

#if TEAAL_POSITION_BITS == 64 /* functions have names of their own */
#define tensaurus_4_workspace_bytes tensaurus_4_workspace_bytes_64
#define tensaurus_4_launch tensaurus_4_launch_64
#endif

struct CUstream_st; /* what cudaStream_t points to */

/* Device pointers and sizes. Segments have one entry a fiber and one more; arrays must not overlap. */
typedef struct tensaurus_4_arguments {
  /* Y: I:U */
  tensaurus_4_value* Y_values;
  /* A: I:U, J:C */
  const tensaurus_4_position* A_J_segments;
  const int32_t* A_J_coords;
  const tensaurus_4_value* A_values;
  /* B: J:U */
  const tensaurus_4_value* B_values;
  int64_t extent_I;
  int64_t extent_J;
} tensaurus_4_arguments;

/* Bytes of device memory that tensaurus_4_launch needs as workspace (0: none), aligned to 256. */
size_t tensaurus_4_workspace_bytes(const tensaurus_4_arguments* arguments);

/* Enqueues the whole plan on `stream` (0: the default stream) and returns at once. 0: enqueued; else see
   tensaurus_4_error_text. Allocates nothing and throws nothing. */
int tensaurus_4_launch(const tensaurus_4_arguments* arguments, void* workspace, size_t workspace_bytes,
               struct CUstream_st* stream);
const char* tensaurus_4_error_text(int code);

#ifdef __cplusplus
}
#endif
#endif
