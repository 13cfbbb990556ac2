// Made by teaalc 0.1.0 from spmv_warp_per_row.yaml; do not edit.
//   Z[i] = A[i, j] * B[j]
//     loops I1 (space), I0 (space), J (space)
//   stored A[I:U, J:C], B[J:U], Z[I:U]
//   sizes ROWS=8
//   teaalc spmv_warp_per_row.yaml --type=f32 --arch=sm_90 --index-bits=32
#ifndef TEAALC_spmv_warp_per_row_H
#define TEAALC_spmv_warp_per_row_H
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#ifndef TEAAL_POSITION_BITS
#define TEAAL_POSITION_BITS 32
#endif
typedef float spmv_warp_per_row_value;
#if TEAAL_POSITION_BITS == 64
typedef int64_t spmv_warp_per_row_position;
#else
typedef int32_t spmv_warp_per_row_position;
#endif

#if TEAAL_POSITION_BITS == 64 /* functions have names of their own */
#define spmv_warp_per_row_workspace_bytes spmv_warp_per_row_workspace_bytes_64
#define spmv_warp_per_row_launch spmv_warp_per_row_launch_64
#endif

struct CUstream_st; /* what cudaStream_t points to */

/* Device pointers and sizes. Segments have one entry a fiber and one more; arrays must not overlap. */
typedef struct spmv_warp_per_row_arguments {
  /* Z: I:U */
  spmv_warp_per_row_value* Z_values;
  /* A: I:U, J:C */
  const spmv_warp_per_row_position* A_J_segments;
  const int32_t* A_J_coords;
  const spmv_warp_per_row_value* A_values;
  /* B: J:U */
  const spmv_warp_per_row_value* B_values;
  int64_t extent_I;
  int64_t extent_J;
} spmv_warp_per_row_arguments;

/* Bytes of device memory that spmv_warp_per_row_launch needs as workspace (0: none), aligned to 256. */
size_t spmv_warp_per_row_workspace_bytes(const spmv_warp_per_row_arguments* arguments);

/* Enqueues the whole plan on `stream` (0: the default stream) and returns at once. 0: enqueued; else see
   spmv_warp_per_row_error_text. Allocates nothing and throws nothing. */
int spmv_warp_per_row_launch(const spmv_warp_per_row_arguments* arguments, void* workspace, size_t workspace_bytes,
               struct CUstream_st* stream);
const char* spmv_warp_per_row_error_text(int code);

#ifdef __cplusplus
}
#endif
#endif
