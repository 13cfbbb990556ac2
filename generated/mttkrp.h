// Made by teaalc 0.1.0 from mttkrp.yaml; do not edit.
//   Z[i, j] = T[i, k, l] * B[k, j] * C[l, j]
//     loops I (space), J (space), K, L
//   stored T[I:U, K:C, L:C], B[K:U, J:U], C[L:U, J:U], Z[I:U, J:U]
//   teaalc mttkrp.yaml --type=f32 --arch=sm_90 --index-bits=32
#ifndef TEAALC_mttkrp_H
#define TEAALC_mttkrp_H
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#ifndef TEAAL_POSITION_BITS
#define TEAAL_POSITION_BITS 32
#endif
typedef float mttkrp_value;
#if TEAAL_POSITION_BITS == 64
typedef int64_t mttkrp_position;
#else
typedef int32_t mttkrp_position;
#endif

#if TEAAL_POSITION_BITS == 64 /* functions have names of their own */
#define mttkrp_workspace_bytes mttkrp_workspace_bytes_64
#define mttkrp_launch mttkrp_launch_64
#endif

struct CUstream_st; /* what cudaStream_t points to */

/* Device pointers and sizes. Segments have one entry a fiber and one more; arrays must not overlap. */
typedef struct mttkrp_arguments {
  /* Z: I:U, J:U */
  mttkrp_value* Z_values;
  /* T: I:U, K:C, L:C */
  const mttkrp_position* T_K_segments;
  const int32_t* T_K_coords;
  const mttkrp_position* T_L_segments;
  const int32_t* T_L_coords;
  const mttkrp_value* T_values;
  /* B: K:U, J:U */
  const mttkrp_value* B_values;
  /* C: L:U, J:U */
  const mttkrp_value* C_values;
  int64_t extent_I;
  int64_t extent_K;
  int64_t extent_L;
  int64_t extent_J;
} mttkrp_arguments;

/* Bytes of device memory that mttkrp_launch needs as workspace (0: none), aligned to 256. */
size_t mttkrp_workspace_bytes(const mttkrp_arguments* arguments);

/* Enqueues the whole plan on `stream` (0: the default stream) and returns at once. 0: enqueued; else see
   mttkrp_error_text. Allocates nothing and throws nothing. */
int mttkrp_launch(const mttkrp_arguments* arguments, void* workspace, size_t workspace_bytes,
               struct CUstream_st* stream);
const char* mttkrp_error_text(int code);

#ifdef __cplusplus
}
#endif
#endif
