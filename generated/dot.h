// Made by teaalc 0.1.0 from dot.yaml; do not edit.
//   Z[] = A[k] * B[k]
//     loops K (space)
//   stored A[K:U], B[K:U], Z[]
//   teaalc dot.yaml --type=f32 --arch=sm_90 --index-bits=32
#ifndef TEAALC_dot_H
#define TEAALC_dot_H
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#ifndef TEAAL_POSITION_BITS
#define TEAAL_POSITION_BITS 32
#endif
typedef float dot_value;
#if TEAAL_POSITION_BITS == 64
typedef int64_t dot_position;
#else
typedef int32_t dot_position;
#endif

#if TEAAL_POSITION_BITS == 64 /* functions have names of their own */
#define dot_workspace_bytes dot_workspace_bytes_64
#define dot_launch dot_launch_64
#endif

struct CUstream_st; /* what cudaStream_t points to */

/* Device pointers and sizes. Segments have one entry a fiber and one more; arrays must not overlap. */
typedef struct dot_arguments {
  /* Z: one element */
  dot_value* Z_values;
  /* A: K:U */
  const dot_value* A_values;
  /* B: K:U */
  const dot_value* B_values;
  int64_t extent_K;
} dot_arguments;

/* Bytes of device memory that dot_launch needs as workspace (0: none), aligned to 256. */
size_t dot_workspace_bytes(const dot_arguments* arguments);

/* Enqueues the whole plan on `stream` (0: the default stream) and returns at once. 0: enqueued; else see
   dot_error_text. Allocates nothing and throws nothing. */
int dot_launch(const dot_arguments* arguments, void* workspace, size_t workspace_bytes,
               struct CUstream_st* stream);
const char* dot_error_text(int code);

#ifdef __cplusplus
}
#endif
#endif
