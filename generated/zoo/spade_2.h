// Made by teaalc 0.1.0 from spade_2.yaml; do not edit.
//   Z[m, n] = A[k, m] * B[k, n] * C[m, n]
//     loops N2, M2, M1 (space), N1M0N0, K
//   stored A[M:U, K:U], B[K:U, N:U], C[M:U, N:C], Z[M:U, N:C]
//   sizes col_panel_shape=64 elems_before_barrier=1024 row_panel_shape=4 rows_to_all_pes=4096
//   teaalc spade_2.yaml --type=f32 --arch=sm_90 --index-bits=32
#ifndef TEAALC_spade_2_H
#define TEAALC_spade_2_H
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#ifndef TEAAL_POSITION_BITS
#define TEAAL_POSITION_BITS 32
#endif
typedef float spade_2_value;
#if TEAAL_POSITION_BITS == 64
typedef int64_t spade_2_position;
#else
typedef int32_t spade_2_position;
#endif

#if TEAAL_POSITION_BITS == 64 /* functions have names of their own */
#define spade_2_workspace_bytes spade_2_workspace_bytes_64
#define spade_2_launch spade_2_launch_64
#endif

struct CUstream_st; /* what cudaStream_t points to */

/* Device pointers and sizes. Segments have one entry a fiber and one more; arrays must not overlap. */
typedef struct spade_2_arguments {
  /* A: M:U, K:U */
  const spade_2_value* A_values;
  /* B: K:U, N:U */
  const spade_2_value* B_values;
  /* C_N2M2M1N1MN: N2:C, M2:C, M1:C, N1:C, M:C, N:C; N2 is N / 1024; M2 is M / 4096; M1 is M / 4; N1 is N / 64, tensor C re-sorted */
  const spade_2_position* C_N2M2M1N1MN_N2_segments;
  const int32_t* C_N2M2M1N1MN_N2_coords;
  const spade_2_position* C_N2M2M1N1MN_M2_segments;
  const int32_t* C_N2M2M1N1MN_M2_coords;
  const spade_2_position* C_N2M2M1N1MN_M1_segments;
  const int32_t* C_N2M2M1N1MN_M1_coords;
  const spade_2_position* C_N2M2M1N1MN_N1_segments;
  const int32_t* C_N2M2M1N1MN_N1_coords;
  const spade_2_position* C_N2M2M1N1MN_M_segments;
  const int32_t* C_N2M2M1N1MN_M_coords;
  const spade_2_position* C_N2M2M1N1MN_N_segments;
  const int32_t* C_N2M2M1N1MN_N_coords;
  const spade_2_value* C_N2M2M1N1MN_values;
  /* Z: M:U, N:C, assembled: set by the launch */
  spade_2_position* Z_N_segments;
  int32_t* Z_N_coords;
  int64_t Z_N_positions;
  spade_2_value* Z_values;
  int64_t extent_K;
  int64_t extent_M;
  int64_t extent_N;
  int64_t elements_C;  /* how many elements C stores */
  /* Device memory whose size only the run tells: workspaces, which the launch releases, and the arrays
     of assembled tensors, which the caller releases. 0: cudaMallocAsync and cudaFreeAsync on the stream. */
  void* (*allocate)(void* context, size_t bytes, struct CUstream_st* stream);
  void (*release)(void* context, void* memory, struct CUstream_st* stream);
  void* allocation_context;
} spade_2_arguments;

/* Bytes of device memory that spade_2_launch needs as workspace (0: none), aligned to 256. */
size_t spade_2_workspace_bytes(const spade_2_arguments* arguments);

/* Enqueues the whole plan on `stream` (0: the default stream) and waits where it must know how many elements a tensor has. 0: enqueued; else see
   spade_2_error_text. Allocates through `allocate` and throws nothing. */
int spade_2_launch(spade_2_arguments* arguments, void* workspace, size_t workspace_bytes,
               struct CUstream_st* stream);
const char* spade_2_error_text(int code);

#ifdef __cplusplus
}
#endif
#endif
