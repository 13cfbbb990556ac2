// Made by teaalc 0.1.0 from spade_1.yaml; do not edit.
//   Z[m, n] = A[k, m] * B[k, n]
//     loops K2, M2, M1 (space), K1M0K0, N
//   stored A[M:U, K:C], B[K:U, N:U], Z[M:U, N:U]
//   sizes col_panel_shape=64 elems_before_barrier=1024 row_panel_shape=4 rows_to_all_pes=4096
//   teaalc spade_1.yaml --type=f32 --arch=sm_90 --index-bits=32
#ifndef TEAALC_spade_1_H
#define TEAALC_spade_1_H
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#ifndef TEAAL_POSITION_BITS
#define TEAAL_POSITION_BITS 32
#endif
typedef float spade_1_value;
#if TEAAL_POSITION_BITS == 64
typedef int64_t spade_1_position;
#else
typedef int32_t spade_1_position;
#endif

#if TEAAL_POSITION_BITS == 64 /* functions have names of their own */
#define spade_1_workspace_bytes spade_1_workspace_bytes_64
#define spade_1_launch spade_1_launch_64
#endif

struct CUstream_st; /* what cudaStream_t points to */

/* Device pointers and sizes. Segments have one entry a fiber and one more; arrays must not overlap. */
typedef struct spade_1_arguments {
  /* Z: M:U, N:U */
  spade_1_value* Z_values;
  /* A_M2M1K2K1MK: M2:C, M1:C, K2:C, K1:C, M:C, K:C; M2 is M / 4096; M1 is M / 4; K2 is K / 1024; K1 is K / 64, tensor A re-sorted */
  const spade_1_position* A_M2M1K2K1MK_M2_segments;
  const int32_t* A_M2M1K2K1MK_M2_coords;
  const spade_1_position* A_M2M1K2K1MK_M1_segments;
  const int32_t* A_M2M1K2K1MK_M1_coords;
  const spade_1_position* A_M2M1K2K1MK_K2_segments;
  const int32_t* A_M2M1K2K1MK_K2_coords;
  const spade_1_position* A_M2M1K2K1MK_K1_segments;
  const int32_t* A_M2M1K2K1MK_K1_coords;
  const spade_1_position* A_M2M1K2K1MK_M_segments;
  const int32_t* A_M2M1K2K1MK_M_coords;
  const spade_1_position* A_M2M1K2K1MK_K_segments;
  const int32_t* A_M2M1K2K1MK_K_coords;
  const spade_1_value* A_M2M1K2K1MK_values;
  /* B: K:U, N:U */
  const spade_1_value* B_values;
  int64_t extent_K;
  int64_t extent_M;
  int64_t extent_N;
} spade_1_arguments;

/* Bytes of device memory that spade_1_launch needs as workspace (0: none), aligned to 256. */
size_t spade_1_workspace_bytes(const spade_1_arguments* arguments);

/* Enqueues the whole plan on `stream` (0: the default stream) and returns at once. 0: enqueued; else see
   spade_1_error_text. Allocates nothing and throws nothing. */
int spade_1_launch(const spade_1_arguments* arguments, void* workspace, size_t workspace_bytes,
               struct CUstream_st* stream);
const char* spade_1_error_text(int code);

#ifdef __cplusplus
}
#endif
#endif
