// Made by teaalc 0.1.0 from spgemm_long_rows.yaml; do not edit.
//   Z[m, n] = A[m, k] * B[k, n]
//     loops M1 (space), M0 (space), K, N (space)
//   stored A[M:U, K:C], B[K:U, N:C], Z[M:U, N:C]
//   sizes TILE=2048
//   teaalc spgemm_long_rows.yaml --type=f32 --arch=sm_90 --index-bits=32
#ifndef TEAALC_spgemm_long_rows_H
#define TEAALC_spgemm_long_rows_H
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#ifndef TEAAL_POSITION_BITS
#define TEAAL_POSITION_BITS 32
#endif
typedef float spgemm_long_rows_value;
#if TEAAL_POSITION_BITS == 64
typedef int64_t spgemm_long_rows_position;
#else
typedef int32_t spgemm_long_rows_position;
#endif

#if TEAAL_POSITION_BITS == 64 /* functions have names of their own */
#define spgemm_long_rows_workspace_bytes spgemm_long_rows_workspace_bytes_64
#define spgemm_long_rows_launch spgemm_long_rows_launch_64
#endif

struct CUstream_st; /* what cudaStream_t points to */

/* Device pointers and sizes. Segments have one entry a fiber and one more; arrays must not overlap. */
typedef struct spgemm_long_rows_arguments {
  /* A: M:U, K:C */
  const spgemm_long_rows_position* A_K_segments;
  const int32_t* A_K_coords;
  const spgemm_long_rows_value* A_values;
  /* B: K:U, N:C */
  const spgemm_long_rows_position* B_N_segments;
  const int32_t* B_N_coords;
  const spgemm_long_rows_value* B_values;
  /* Z: M:U, N:C, assembled: set by the launch */
  spgemm_long_rows_position* Z_N_segments;
  int32_t* Z_N_coords;
  int64_t Z_N_positions;
  spgemm_long_rows_value* Z_values;
  int64_t extent_M;
  int64_t extent_K;
  int64_t extent_N;
  /* Device memory whose size only the run tells: workspaces, which the launch releases, and the arrays
     of assembled tensors, which the caller releases. 0: cudaMallocAsync and cudaFreeAsync on the stream. */
  void* (*allocate)(void* context, size_t bytes, struct CUstream_st* stream);
  void (*release)(void* context, void* memory, struct CUstream_st* stream);
  void* allocation_context;
} spgemm_long_rows_arguments;

/* Bytes of device memory that spgemm_long_rows_launch needs as workspace (0: none), aligned to 256. */
size_t spgemm_long_rows_workspace_bytes(const spgemm_long_rows_arguments* arguments);

/* Enqueues the whole plan on `stream` (0: the default stream) and waits where it must know how many elements a tensor has. 0: enqueued; else see
   spgemm_long_rows_error_text. Allocates through `allocate` and throws nothing. */
int spgemm_long_rows_launch(spgemm_long_rows_arguments* arguments, void* workspace, size_t workspace_bytes,
               struct CUstream_st* stream);
const char* spgemm_long_rows_error_text(int code);

#ifdef __cplusplus
}
#endif
#endif
