// Made by teaalc 0.1.0 from spgemm_work_oriented.yaml; do not edit.
//   T[k, m, n] = A[m, k] * B[k, n]
//     loops MK1 (space), MK0, N
//   Z[m, n] = T[k, m, n]
//     loops M1 (space), M0 (space), K, N (space)
//   stored A[M:U, K:C], B[K:U, N:C], T[M:U, K:C, N:C], Z[M:U, N:C]
//   sizes WORK_PER_THREAD=16
//   teaalc spgemm_work_oriented.yaml --type=f32 --arch=sm_90 --index-bits=32
#ifndef TEAALC_spgemm_work_oriented_H
#define TEAALC_spgemm_work_oriented_H
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#ifndef TEAAL_POSITION_BITS
#define TEAAL_POSITION_BITS 32
#endif
typedef float spgemm_work_oriented_value;
#if TEAAL_POSITION_BITS == 64
typedef int64_t spgemm_work_oriented_position;
#else
typedef int32_t spgemm_work_oriented_position;
#endif

#if TEAAL_POSITION_BITS == 64 /* functions have names of their own */
#define spgemm_work_oriented_workspace_bytes spgemm_work_oriented_workspace_bytes_64
#define spgemm_work_oriented_launch spgemm_work_oriented_launch_64
#endif

struct CUstream_st; /* what cudaStream_t points to */

/* Device pointers and sizes. Segments have one entry a fiber and one more; arrays must not overlap. */
typedef struct spgemm_work_oriented_arguments {
  /* A: M:U, K:C */
  const spgemm_work_oriented_position* A_K_segments;
  const int32_t* A_K_coords;
  const spgemm_work_oriented_value* A_values;
  /* B: K:U, N:C */
  const spgemm_work_oriented_position* B_N_segments;
  const int32_t* B_N_coords;
  const spgemm_work_oriented_value* B_values;
  /* T: M:U, K:C, N:C, assembled: set by the launch */
  spgemm_work_oriented_position* T_K_segments;
  int32_t* T_K_coords;
  int64_t T_K_positions;
  spgemm_work_oriented_position* T_N_segments;
  int32_t* T_N_coords;
  int64_t T_N_positions;
  spgemm_work_oriented_value* T_values;
  /* Z: M:U, N:C, assembled: set by the launch */
  spgemm_work_oriented_position* Z_N_segments;
  int32_t* Z_N_coords;
  int64_t Z_N_positions;
  spgemm_work_oriented_value* Z_values;
  int64_t extent_M;
  int64_t extent_K;
  int64_t extent_N;
  int64_t elements_A;  /* how many elements A stores */
  /* Device memory whose size only the run tells: workspaces, which the launch releases, and the arrays
     of assembled tensors, which the caller releases. 0: cudaMallocAsync and cudaFreeAsync on the stream. */
  void* (*allocate)(void* context, size_t bytes, struct CUstream_st* stream);
  void (*release)(void* context, void* memory, struct CUstream_st* stream);
  void* allocation_context;
} spgemm_work_oriented_arguments;

/* Bytes of device memory that spgemm_work_oriented_launch needs as workspace (0: none), aligned to 256. */
size_t spgemm_work_oriented_workspace_bytes(const spgemm_work_oriented_arguments* arguments);

/* Enqueues the whole plan on `stream` (0: the default stream) and waits where it must know how many elements a tensor has. 0: enqueued; else see
   spgemm_work_oriented_error_text. Allocates through `allocate` and throws nothing. */
int spgemm_work_oriented_launch(spgemm_work_oriented_arguments* arguments, void* workspace, size_t workspace_bytes,
               struct CUstream_st* stream);
const char* spgemm_work_oriented_error_text(int code);

#ifdef __cplusplus
}
#endif
#endif
