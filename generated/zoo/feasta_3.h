// Made by teaalc 0.1.0 from feasta_3.yaml; do not edit.
//   Z[m, n] = A[k, m] * B[k, n]
//     loops K, M1, M0 (space), N1, N0 (space)
//   stored A[K:U, M:C], B[K:U, N:C], Z[M:U, N:C]
//   sizes DP=64 FP=16
//   teaalc feasta_3.yaml --type=f32 --arch=sm_90 --index-bits=32
#ifndef TEAALC_feasta_3_H
#define TEAALC_feasta_3_H
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#ifndef TEAAL_POSITION_BITS
#define TEAAL_POSITION_BITS 32
#endif
typedef float feasta_3_value;
#if TEAAL_POSITION_BITS == 64
typedef int64_t feasta_3_position;
#else
typedef int32_t feasta_3_position;
#endif

#if TEAAL_POSITION_BITS == 64 /* functions have names of their own */
#define feasta_3_workspace_bytes feasta_3_workspace_bytes_64
#define feasta_3_launch feasta_3_launch_64
#endif

struct CUstream_st; /* what cudaStream_t points to */

/* Device pointers and sizes. Segments have one entry a fiber and one more; arrays must not overlap. */
typedef struct feasta_3_arguments {
  /* A: K:U, M:C */
  const feasta_3_position* A_M_segments;
  const int32_t* A_M_coords;
  const feasta_3_value* A_values;
  /* B: K:U, N:C */
  const feasta_3_position* B_N_segments;
  const int32_t* B_N_coords;
  const feasta_3_value* B_values;
  /* Z: M:U, N:C, assembled: set by the launch */
  feasta_3_position* Z_N_segments;
  int32_t* Z_N_coords;
  int64_t Z_N_positions;
  feasta_3_value* Z_values;
  int64_t extent_K;
  int64_t extent_M;
  int64_t extent_N;
  /* Device memory whose size only the run tells: workspaces, which the launch releases, and the arrays
     of assembled tensors, which the caller releases. 0: cudaMallocAsync and cudaFreeAsync on the stream. */
  void* (*allocate)(void* context, size_t bytes, struct CUstream_st* stream);
  void (*release)(void* context, void* memory, struct CUstream_st* stream);
  void* allocation_context;
} feasta_3_arguments;

/* Bytes of device memory that feasta_3_launch needs as workspace (0: none), aligned to 256. */
size_t feasta_3_workspace_bytes(const feasta_3_arguments* arguments);

/* Enqueues the whole plan on `stream` (0: the default stream) and waits where it must know how many elements a tensor has. 0: enqueued; else see
   feasta_3_error_text. Allocates through `allocate` and throws nothing. */
int feasta_3_launch(feasta_3_arguments* arguments, void* workspace, size_t workspace_bytes,
               struct CUstream_st* stream);
const char* feasta_3_error_text(int code);

#ifdef __cplusplus
}
#endif
#endif
