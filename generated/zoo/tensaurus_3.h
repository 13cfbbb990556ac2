// Made by teaalc 0.1.0 from tensaurus_3.yaml; do not edit.
//   Y[i, k] = A[i, j] * B[j, k]
//     loops I1 (space), I0, K2, J, K1 (space), K0 (space)
//   stored A[I:U, J:C], B[J:U, K:U], Y[I:U, K:U]
//   teaalc tensaurus_3.yaml --type=f32 --arch=sm_90 --index-bits=32
#ifndef TEAALC_tensaurus_3_H
#define TEAALC_tensaurus_3_H
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#ifndef TEAAL_POSITION_BITS
#define TEAAL_POSITION_BITS 32
#endif
typedef float tensaurus_3_value;
#if TEAAL_POSITION_BITS == 64
typedef int64_t tensaurus_3_position;
#else
typedef int32_t tensaurus_3_position;
#endif

#if TEAAL_POSITION_BITS == 64 /* functions have names of their own */
#define tensaurus_3_workspace_bytes tensaurus_3_workspace_bytes_64
#define tensaurus_3_launch tensaurus_3_launch_64
#endif

struct CUstream_st; /* what cudaStream_t points to */

/* Device pointers and sizes. Segments have one entry a fiber and one more; arrays must not overlap. */
typedef struct tensaurus_3_arguments {
  /* Y: I:U, K:U */
  tensaurus_3_value* Y_values;
  /* A: I:U, J:C */
  const tensaurus_3_position* A_J_segments;
  const int32_t* A_J_coords;
  const tensaurus_3_value* A_values;
  /* B: J:U, K:U */
  const tensaurus_3_value* B_values;
  int64_t extent_I;
  int64_t extent_J;
  int64_t extent_K;
} tensaurus_3_arguments;

/* Bytes of device memory that tensaurus_3_launch needs as workspace (0: none), aligned to 256. */
size_t tensaurus_3_workspace_bytes(const tensaurus_3_arguments* arguments);

/* Enqueues the whole plan on `stream` (0: the default stream) and returns at once. 0: enqueued; else see
   tensaurus_3_error_text. Allocates nothing and throws nothing. */
int tensaurus_3_launch(const tensaurus_3_arguments* arguments, void* workspace, size_t workspace_bytes,
               struct CUstream_st* stream);
const char* tensaurus_3_error_text(int code);

#ifdef __cplusplus
}
#endif
#endif
