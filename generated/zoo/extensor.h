// Made by teaalc 0.1.0 from extensor.yaml; do not edit.
//   Z[m, n] = A[k, m] * B[k, n]
//     loops N2, K2, M2, M1, N1, K1 (space), M0, N0, K0
//   stored A[K:U, M:C], B[K:U, N:C], Z[M:U, N:C]
//   sizes K0=16 K1=256 M0=16 M1=128 N0=16 N1=128
//   teaalc extensor.yaml --type=f32 --arch=sm_90 --index-bits=32
#ifndef TEAALC_extensor_H
#define TEAALC_extensor_H
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#ifndef TEAAL_POSITION_BITS
#define TEAAL_POSITION_BITS 32
#endif
typedef float extensor_value;
#if TEAAL_POSITION_BITS == 64
typedef int64_t extensor_position;
#else
typedef int32_t extensor_position;
#endif

#if TEAAL_POSITION_BITS == 64 /* functions have names of their own */
#define extensor_workspace_bytes extensor_workspace_bytes_64
#define extensor_launch extensor_launch_64
#endif

struct CUstream_st; /* what cudaStream_t points to */

/* Device pointers and sizes. Segments have one entry a fiber and one more; arrays must not overlap. */
typedef struct extensor_arguments {
  /* A_K2M2M1K1MK: K2:C, M2:C, M1:C, K1:C, M:C, K:C; K2 is K / 256; M2 is M / 128; M1 is M / 16; K1 is K / 16, tensor A re-sorted */
  const extensor_position* A_K2M2M1K1MK_K2_segments;
  const int32_t* A_K2M2M1K1MK_K2_coords;
  const extensor_position* A_K2M2M1K1MK_M2_segments;
  const int32_t* A_K2M2M1K1MK_M2_coords;
  const extensor_position* A_K2M2M1K1MK_M1_segments;
  const int32_t* A_K2M2M1K1MK_M1_coords;
  const extensor_position* A_K2M2M1K1MK_K1_segments;
  const int32_t* A_K2M2M1K1MK_K1_coords;
  const extensor_position* A_K2M2M1K1MK_M_segments;
  const int32_t* A_K2M2M1K1MK_M_coords;
  const extensor_position* A_K2M2M1K1MK_K_segments;
  const int32_t* A_K2M2M1K1MK_K_coords;
  const extensor_value* A_K2M2M1K1MK_values;
  /* B_N2K2N1K1NK: N2:C, K2:C, N1:C, K1:C, N:C, K:C; N2 is N / 128; K2 is K / 256; N1 is N / 16; K1 is K / 16, tensor B re-sorted */
  const extensor_position* B_N2K2N1K1NK_N2_segments;
  const int32_t* B_N2K2N1K1NK_N2_coords;
  const extensor_position* B_N2K2N1K1NK_K2_segments;
  const int32_t* B_N2K2N1K1NK_K2_coords;
  const extensor_position* B_N2K2N1K1NK_N1_segments;
  const int32_t* B_N2K2N1K1NK_N1_coords;
  const extensor_position* B_N2K2N1K1NK_K1_segments;
  const int32_t* B_N2K2N1K1NK_K1_coords;
  const extensor_position* B_N2K2N1K1NK_N_segments;
  const int32_t* B_N2K2N1K1NK_N_coords;
  const extensor_position* B_N2K2N1K1NK_K_segments;
  const int32_t* B_N2K2N1K1NK_K_coords;
  const extensor_value* B_N2K2N1K1NK_values;
  /* Z: M:U, N:C, assembled: set by the launch */
  extensor_position* Z_N_segments;
  int32_t* Z_N_coords;
  int64_t Z_N_positions;
  extensor_value* Z_values;
  int64_t extent_K;
  int64_t extent_M;
  int64_t extent_N;
  /* Device memory whose size only the run tells: workspaces, which the launch releases, and the arrays
     of assembled tensors, which the caller releases. 0: cudaMallocAsync and cudaFreeAsync on the stream. */
  void* (*allocate)(void* context, size_t bytes, struct CUstream_st* stream);
  void (*release)(void* context, void* memory, struct CUstream_st* stream);
  void* allocation_context;
} extensor_arguments;

/* Bytes of device memory that extensor_launch needs as workspace (0: none), aligned to 256. */
size_t extensor_workspace_bytes(const extensor_arguments* arguments);

/* Enqueues the whole plan on `stream` (0: the default stream) and waits where it must know how many elements a tensor has. 0: enqueued; else see
   extensor_error_text. Allocates through `allocate` and throws nothing. */
int extensor_launch(extensor_arguments* arguments, void* workspace, size_t workspace_bytes,
               struct CUstream_st* stream);
const char* extensor_error_text(int code);

#ifdef __cplusplus
}
#endif
#endif
