// Made by teaalc 0.1.0 from outerspace.yaml; do not edit.
//   T[k, m, n] = A[k, m] * B[k, n]
//     loops KM2, KM1 (space), KM0 (space), N
//   Z[m, n] = T[k, m, n]
//     loops M2, M1 (space), M0 (space), N, K
//   stored A[K:U, M:C], B[K:U, N:C], T[M:U, K:C, N:C], Z[M:U, N:C]
//   sizes KM0=16 KM1=256 M0=8 M1=128
//   teaalc outerspace.yaml --type=f32 --arch=sm_90 --index-bits=32
#ifndef TEAALC_outerspace_H
#define TEAALC_outerspace_H
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#ifndef TEAAL_POSITION_BITS
#define TEAAL_POSITION_BITS 32
#endif
typedef float outerspace_value;
#if TEAAL_POSITION_BITS == 64
typedef int64_t outerspace_position;
#else
typedef int32_t outerspace_position;
#endif

#if TEAAL_POSITION_BITS == 64 /* functions have names of their own */
#define outerspace_workspace_bytes outerspace_workspace_bytes_64
#define outerspace_launch outerspace_launch_64
#endif

struct CUstream_st; /* what cudaStream_t points to */

/* Device pointers and sizes. Segments have one entry a fiber and one more; arrays must not overlap. */
typedef struct outerspace_arguments {
  /* A: K:U, M:C */
  const outerspace_position* A_M_segments;
  const int32_t* A_M_coords;
  const outerspace_value* A_values;
  /* B: K:U, N:C */
  const outerspace_position* B_N_segments;
  const int32_t* B_N_coords;
  const outerspace_value* B_values;
  /* T_MNK: M:U, N:C, K:C, tensor T re-sorted */
  const outerspace_position* T_MNK_N_segments;
  const int32_t* T_MNK_N_coords;
  const outerspace_position* T_MNK_K_segments;
  const int32_t* T_MNK_K_coords;
  outerspace_value* T_MNK_values;
  /* T: M:U, K:C, N:C, assembled: set by the launch */
  outerspace_position* T_K_segments;
  int32_t* T_K_coords;
  int64_t T_K_positions;
  outerspace_position* T_N_segments;
  int32_t* T_N_coords;
  int64_t T_N_positions;
  outerspace_value* T_values;
  /* Z: M:U, N:C, assembled: set by the launch */
  outerspace_position* Z_N_segments;
  int32_t* Z_N_coords;
  int64_t Z_N_positions;
  outerspace_value* Z_values;
  int64_t extent_K;
  int64_t extent_M;
  int64_t extent_N;
  int64_t elements_A;  /* how many elements A stores */
  /* Device memory whose size only the run tells: workspaces, which the launch releases, and the arrays
     of assembled tensors, which the caller releases. 0: cudaMallocAsync and cudaFreeAsync on the stream. */
  void* (*allocate)(void* context, size_t bytes, struct CUstream_st* stream);
  void (*release)(void* context, void* memory, struct CUstream_st* stream);
  void* allocation_context;
} outerspace_arguments;

/* Bytes of device memory that outerspace_launch needs as workspace (0: none), aligned to 256. */
size_t outerspace_workspace_bytes(const outerspace_arguments* arguments);

/* Enqueues the whole plan on `stream` (0: the default stream) and waits where it must know how many elements a tensor has. 0: enqueued; else see
   outerspace_error_text. Allocates through `allocate` and throws nothing. */
int outerspace_launch(outerspace_arguments* arguments, void* workspace, size_t workspace_bytes,
               struct CUstream_st* stream);
const char* outerspace_error_text(int code);

#ifdef __cplusplus
}
#endif
#endif
