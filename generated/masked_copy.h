// Made by teaalc 0.1.0 from masked_copy.yaml; do not edit.
//   Z[i, j] = take(A[i, j], M[i, j], 0)
//     loops I (space), J
//   stored A[I:U, J:C], M[I:U, J:C], Z[I:U, J:U]
//   teaalc masked_copy.yaml --type=f32 --arch=sm_90 --index-bits=32
#ifndef TEAALC_masked_copy_H
#define TEAALC_masked_copy_H
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#ifndef TEAAL_POSITION_BITS
#define TEAAL_POSITION_BITS 32
#endif
typedef float masked_copy_value;
#if TEAAL_POSITION_BITS == 64
typedef int64_t masked_copy_position;
#else
typedef int32_t masked_copy_position;
#endif

#if TEAAL_POSITION_BITS == 64 /* functions have names of their own */
#define masked_copy_workspace_bytes masked_copy_workspace_bytes_64
#define masked_copy_launch masked_copy_launch_64
#endif

struct CUstream_st; /* what cudaStream_t points to */

/* Device pointers and sizes. Segments have one entry a fiber and one more; arrays must not overlap. */
typedef struct masked_copy_arguments {
  /* A: I:U, J:C */
  const masked_copy_position* A_J_segments;
  const int32_t* A_J_coords;
  const masked_copy_value* A_values;
  /* M: I:U, J:C */
  const masked_copy_position* M_J_segments;
  const int32_t* M_J_coords;
  const masked_copy_value* M_values;
  /* Z: I:U, J:U */
  masked_copy_value* Z_values;
  int64_t extent_I;
  int64_t extent_J;
} masked_copy_arguments;

/* Bytes of device memory that masked_copy_launch needs as workspace (0: none), aligned to 256. */
size_t masked_copy_workspace_bytes(const masked_copy_arguments* arguments);

/* Enqueues the whole plan on `stream` (0: the default stream) and returns at once. 0: enqueued; else see
   masked_copy_error_text. Allocates nothing and throws nothing. */
int masked_copy_launch(const masked_copy_arguments* arguments, void* workspace, size_t workspace_bytes,
               struct CUstream_st* stream);
const char* masked_copy_error_text(int code);

#ifdef __cplusplus
}
#endif
#endif
