// Made by teaalc 0.1.0 from ttv.yaml; do not edit.
//   Z[i, j] = T[i, j, k] * B[k]
//     loops I (space), J (space), K
//   stored T[I:U, J:C, K:C], B[K:U], Z[I:U, J:U]
//   teaalc ttv.yaml --type=f32 --arch=sm_90 --index-bits=32
#ifndef TEAALC_ttv_H
#define TEAALC_ttv_H
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#ifndef TEAAL_POSITION_BITS
#define TEAAL_POSITION_BITS 32
#endif
typedef float ttv_value;
#if TEAAL_POSITION_BITS == 64
typedef int64_t ttv_position;
#else
typedef int32_t ttv_position;
#endif

#if TEAAL_POSITION_BITS == 64 /* functions have names of their own */
#define ttv_workspace_bytes ttv_workspace_bytes_64
#define ttv_launch ttv_launch_64
#endif

struct CUstream_st; /* what cudaStream_t points to */

/* Device pointers and sizes. Segments have one entry a fiber and one more; arrays must not overlap. */
typedef struct ttv_arguments {
  /* Z: I:U, J:U */
  ttv_value* Z_values;
  /* T: I:U, J:C, K:C */
  const ttv_position* T_J_segments;
  const int32_t* T_J_coords;
  const ttv_position* T_K_segments;
  const int32_t* T_K_coords;
  const ttv_value* T_values;
  /* B: K:U */
  const ttv_value* B_values;
  int64_t extent_I;
  int64_t extent_J;
  int64_t extent_K;
} ttv_arguments;

/* Bytes of device memory that ttv_launch needs as workspace (0: none), aligned to 256. */
size_t ttv_workspace_bytes(const ttv_arguments* arguments);

/* Enqueues the whole plan on `stream` (0: the default stream) and returns at once. 0: enqueued; else see
   ttv_error_text. Allocates nothing and throws nothing. */
int ttv_launch(const ttv_arguments* arguments, void* workspace, size_t workspace_bytes,
               struct CUstream_st* stream);
const char* ttv_error_text(int code);

#ifdef __cplusplus
}
#endif
#endif
