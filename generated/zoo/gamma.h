// Made by teaalc 0.1.0 from gamma.yaml; do not edit.
//   T[k, m, n] = take(A[k, m], B[k, n], 1)
//     loops M1, M0 (space), K1 (space), K0, N
//   Z[m, n] = T[k, m, n] * A[k, m]
//     loops M1, M0 (space), K1 (space), N, K0
//   stored A[M:U, K:C], B[K:U, N:C], T[M:U, K:C, N:C], Z[M:U, N:C]
//   sizes K0=64 M0=32
//   teaalc gamma.yaml --type=f32 --arch=sm_90 --index-bits=32
#ifndef TEAALC_gamma_H
#define TEAALC_gamma_H
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#ifndef TEAAL_POSITION_BITS
#define TEAAL_POSITION_BITS 32
#endif
typedef float gamma_value;
#if TEAAL_POSITION_BITS == 64
typedef int64_t gamma_position;
#else
typedef int32_t gamma_position;
#endif

#if TEAAL_POSITION_BITS == 64 /* functions have names of their own */
#define gamma_workspace_bytes gamma_workspace_bytes_64
#define gamma_launch gamma_launch_64
#endif

struct CUstream_st; /* what cudaStream_t points to */

/* Device pointers and sizes. Segments have one entry a fiber and one more; arrays must not overlap. */
typedef struct gamma_arguments {
  /* A: M:U, K:C */
  const gamma_position* A_K_segments;
  const int32_t* A_K_coords;
  const gamma_value* A_values;
  /* B: K:U, N:C */
  const gamma_position* B_N_segments;
  const int32_t* B_N_coords;
  const gamma_value* B_values;
  /* T_MNK: M:U, N:C, K:C, tensor T re-sorted */
  const gamma_position* T_MNK_N_segments;
  const int32_t* T_MNK_N_coords;
  const gamma_position* T_MNK_K_segments;
  const int32_t* T_MNK_K_coords;
  gamma_value* T_MNK_values;
  /* T: M:U, K:C, N:C, assembled: set by the launch */
  gamma_position* T_K_segments;
  int32_t* T_K_coords;
  int64_t T_K_positions;
  gamma_position* T_N_segments;
  int32_t* T_N_coords;
  int64_t T_N_positions;
  gamma_value* T_values;
  /* Z: M:U, N:C, assembled: set by the launch */
  gamma_position* Z_N_segments;
  int32_t* Z_N_coords;
  int64_t Z_N_positions;
  gamma_value* Z_values;
  int64_t extent_K;
  int64_t extent_M;
  int64_t extent_N;
  int64_t elements_A;  /* how many elements A stores */
  /* Device memory whose size only the run tells: workspaces, which the launch releases, and the arrays
     of assembled tensors, which the caller releases. 0: cudaMallocAsync and cudaFreeAsync on the stream. */
  void* (*allocate)(void* context, size_t bytes, struct CUstream_st* stream);
  void (*release)(void* context, void* memory, struct CUstream_st* stream);
  void* allocation_context;
} gamma_arguments;

/* Bytes of device memory that gamma_launch needs as workspace (0: none), aligned to 256. */
size_t gamma_workspace_bytes(const gamma_arguments* arguments);

/* Enqueues the whole plan on `stream` (0: the default stream) and waits where it must know how many elements a tensor has. 0: enqueued; else see
   gamma_error_text. Allocates through `allocate` and throws nothing. */
int gamma_launch(gamma_arguments* arguments, void* workspace, size_t workspace_bytes,
               struct CUstream_st* stream);
const char* gamma_error_text(int code);

#ifdef __cplusplus
}
#endif
#endif
