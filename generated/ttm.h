// Made by teaalc 0.1.0 from ttm.yaml; do not edit.
//   Z[i, j, k] = T[i, j, l] * B[l, k]
//     loops I (space), J, K (space), L
//   stored T[I:U, J:C, L:C], B[L:U, K:U], Z[I:U, J:U, K:U]
//   teaalc ttm.yaml --type=f32 --arch=sm_90 --index-bits=32
#ifndef TEAALC_ttm_H
#define TEAALC_ttm_H
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#ifndef TEAAL_POSITION_BITS
#define TEAAL_POSITION_BITS 32
#endif
typedef float ttm_value;
#if TEAAL_POSITION_BITS == 64
typedef int64_t ttm_position;
#else
typedef int32_t ttm_position;
#endif

#if TEAAL_POSITION_BITS == 64 /* functions have names of their own */
#define ttm_workspace_bytes ttm_workspace_bytes_64
#define ttm_launch ttm_launch_64
#endif

struct CUstream_st; /* what cudaStream_t points to */

/* Device pointers and sizes. Segments have one entry a fiber and one more; arrays must not overlap. */
typedef struct ttm_arguments {
  /* Z: I:U, J:U, K:U */
  ttm_value* Z_values;
  /* T: I:U, J:C, L:C */
  const ttm_position* T_J_segments;
  const int32_t* T_J_coords;
  const ttm_position* T_L_segments;
  const int32_t* T_L_coords;
  const ttm_value* T_values;
  /* B: L:U, K:U */
  const ttm_value* B_values;
  int64_t extent_I;
  int64_t extent_J;
  int64_t extent_L;
  int64_t extent_K;
} ttm_arguments;

/* Bytes of device memory that ttm_launch needs as workspace (0: none), aligned to 256. */
size_t ttm_workspace_bytes(const ttm_arguments* arguments);

/* Enqueues the whole plan on `stream` (0: the default stream) and returns at once. 0: enqueued; else see
   ttm_error_text. Allocates nothing and throws nothing. */
int ttm_launch(const ttm_arguments* arguments, void* workspace, size_t workspace_bytes,
               struct CUstream_st* stream);
const char* ttm_error_text(int code);

#ifdef __cplusplus
}
#endif
#endif
