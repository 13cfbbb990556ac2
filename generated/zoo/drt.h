// Made by teaalc 0.1.0 from drt.yaml; do not edit.
//   Z[m, n] = A[k, m] * B[k, n]
//     loops N12, K12, M12, K11, M11, N11 (space), K10, M10, N10, M0, N0, K0
//   stored A[K:U, M:C], B[K:U, N:C], Z[M:U, N:U]
//   sizes LLB=1024 PEB=128
//   teaalc drt.yaml --type=f32 --arch=sm_90 --index-bits=32
#ifndef TEAALC_drt_H
#define TEAALC_drt_H
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#ifndef TEAAL_POSITION_BITS
#define TEAAL_POSITION_BITS 32
#endif
typedef float drt_value;
#if TEAAL_POSITION_BITS == 64
typedef int64_t drt_position;
#else
typedef int32_t drt_position;
#endif

#if TEAAL_POSITION_BITS == 64 /* functions have names of their own */
#define drt_workspace_bytes drt_workspace_bytes_64
#define drt_launch drt_launch_64
#endif

struct CUstream_st; /* what cudaStream_t points to */

/* Device pointers and sizes. Segments have one entry a fiber and one more; arrays must not overlap. */
typedef struct drt_arguments {
  /* B: K:U, N:C */
  const drt_position* B_N_segments;
  const int32_t* B_N_coords;
  const drt_value* B_values;
  /* A: K:U, M:C */
  const drt_position* A_M_segments;
  const int32_t* A_M_coords;
  const drt_value* A_values;
  /* Z: M:U, N:U */
  drt_value* Z_values;
  /* A_K10MK: K10:C, M:C, K:C; K10 is K / 32, tensor A re-sorted */
  const drt_position* A_K10MK_K10_segments;
  const int32_t* A_K10MK_K10_coords;
  const drt_position* A_K10MK_M_segments;
  const int32_t* A_K10MK_M_coords;
  const drt_position* A_K10MK_K_segments;
  const int32_t* A_K10MK_K_coords;
  const drt_value* A_K10MK_values;
  /* B_K10NK: K10:C, N:C, K:C; K10 is K / 32, tensor B re-sorted */
  const drt_position* B_K10NK_K10_segments;
  const int32_t* B_K10NK_K10_coords;
  const drt_position* B_K10NK_N_segments;
  const int32_t* B_K10NK_N_coords;
  const drt_position* B_K10NK_K_segments;
  const int32_t* B_K10NK_K_coords;
  const drt_value* B_K10NK_values;
  int64_t extent_K;
  int64_t extent_M;
  int64_t extent_N;
} drt_arguments;

/* Bytes of device memory that drt_launch needs as workspace (0: none), aligned to 256. */
size_t drt_workspace_bytes(const drt_arguments* arguments);

/* Enqueues the whole plan on `stream` (0: the default stream) and returns at once. 0: enqueued; else see
   drt_error_text. Allocates nothing and throws nothing. */
int drt_launch(const drt_arguments* arguments, void* workspace, size_t workspace_bytes,
               struct CUstream_st* stream);
const char* drt_error_text(int code);

#ifdef __cplusplus
}
#endif
#endif
