// Made by teaalc 0.1.0 from dot_sparse.yaml; do not edit.
//   Z[] = A[k] * B[k]
//     loops K (space)
//   stored A[K:C], B[K:C], Z[]
//   teaalc dot_sparse.yaml --type=f32 --arch=sm_90 --index-bits=32
#ifndef TEAALC_dot_sparse_H
#define TEAALC_dot_sparse_H
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#ifndef TEAAL_POSITION_BITS
#define TEAAL_POSITION_BITS 32
#endif
typedef float dot_sparse_value;
#if TEAAL_POSITION_BITS == 64
typedef int64_t dot_sparse_position;
#else
typedef int32_t dot_sparse_position;
#endif

#if TEAAL_POSITION_BITS == 64 /* functions have names of their own */
#define dot_sparse_workspace_bytes dot_sparse_workspace_bytes_64
#define dot_sparse_launch dot_sparse_launch_64
#endif

struct CUstream_st; /* what cudaStream_t points to */

/* Device pointers and sizes. Segments have one entry a fiber and one more; arrays must not overlap. */
typedef struct dot_sparse_arguments {
  /* Z: one element */
  dot_sparse_value* Z_values;
  /* A: K:C */
  const dot_sparse_position* A_K_segments;
  const int32_t* A_K_coords;
  const dot_sparse_value* A_values;
  /* B: K:C */
  const dot_sparse_position* B_K_segments;
  const int32_t* B_K_coords;
  const dot_sparse_value* B_values;
  int64_t extent_K;
} dot_sparse_arguments;

/* Bytes of device memory that dot_sparse_launch needs as workspace (0: none), aligned to 256. */
size_t dot_sparse_workspace_bytes(const dot_sparse_arguments* arguments);

/* Enqueues the whole plan on `stream` (0: the default stream) and returns at once. 0: enqueued; else see
   dot_sparse_error_text. Allocates nothing and throws nothing. */
int dot_sparse_launch(const dot_sparse_arguments* arguments, void* workspace, size_t workspace_bytes,
               struct CUstream_st* stream);
const char* dot_sparse_error_text(int code);

#ifdef __cplusplus
}
#endif
#endif
