// Made by teaalc 0.1.0 from rm_stc.yaml; do not edit.
//   Z[m, n] = A[k, m] * B[k, n]
//     loops M1, N2, K2, K1, N1, M0 (space), K0 (space), N0 (space)
//   stored A[M:U, K:C], B[K:U, N:C], Z[M:U, N:U]
//   sizes K0=8 K1=32 M0=16 N0=32 N1=64
//   teaalc rm_stc.yaml --type=f32 --arch=sm_90 --index-bits=32
#ifndef TEAALC_rm_stc_H
#define TEAALC_rm_stc_H
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#ifndef TEAAL_POSITION_BITS
#define TEAAL_POSITION_BITS 32
#endif
typedef float rm_stc_value;
#if TEAAL_POSITION_BITS == 64
typedef int64_t rm_stc_position;
#else
typedef int32_t rm_stc_position;
#endif

#if TEAAL_POSITION_BITS == 64 /* functions have names of their own */
#define rm_stc_workspace_bytes rm_stc_workspace_bytes_64
#define rm_stc_launch rm_stc_launch_64
#endif

struct CUstream_st; /* what cudaStream_t points to */

/* Device pointers and sizes. Segments have one entry a fiber and one more; arrays must not overlap. */
typedef struct rm_stc_arguments {
  /* Z: M:U, N:U */
  rm_stc_value* Z_values;
  /* A: M:U, K:C */
  const rm_stc_position* A_K_segments;
  const int32_t* A_K_coords;
  const rm_stc_value* A_values;
  /* B: K:U, N:C */
  const rm_stc_position* B_N_segments;
  const int32_t* B_N_coords;
  const rm_stc_value* B_values;
  /* A_M1K2KM: M1:C, K2:C, K:C, M:C; M1 is M / 16; K2 is K / 32, tensor A re-sorted */
  const rm_stc_position* A_M1K2KM_M1_segments;
  const int32_t* A_M1K2KM_M1_coords;
  const rm_stc_position* A_M1K2KM_K2_segments;
  const int32_t* A_M1K2KM_K2_coords;
  const rm_stc_position* A_M1K2KM_K_segments;
  const int32_t* A_M1K2KM_K_coords;
  const rm_stc_position* A_M1K2KM_M_segments;
  const int32_t* A_M1K2KM_M_coords;
  const rm_stc_value* A_M1K2KM_values;
  /* B_N2K2NK: N2:C, K2:C, N:C, K:C; N2 is N / 64; K2 is K / 32, tensor B re-sorted */
  const rm_stc_position* B_N2K2NK_N2_segments;
  const int32_t* B_N2K2NK_N2_coords;
  const rm_stc_position* B_N2K2NK_K2_segments;
  const int32_t* B_N2K2NK_K2_coords;
  const rm_stc_position* B_N2K2NK_N_segments;
  const int32_t* B_N2K2NK_N_coords;
  const rm_stc_position* B_N2K2NK_K_segments;
  const int32_t* B_N2K2NK_K_coords;
  const rm_stc_value* B_N2K2NK_values;
  int64_t extent_K;
  int64_t extent_M;
  int64_t extent_N;
} rm_stc_arguments;

/* Bytes of device memory that rm_stc_launch needs as workspace (0: none), aligned to 256. */
size_t rm_stc_workspace_bytes(const rm_stc_arguments* arguments);

/* Enqueues the whole plan on `stream` (0: the default stream) and returns at once. 0: enqueued; else see
   rm_stc_error_text. Allocates nothing and throws nothing. */
int rm_stc_launch(const rm_stc_arguments* arguments, void* workspace, size_t workspace_bytes,
               struct CUstream_st* stream);
const char* rm_stc_error_text(int code);

#ifdef __cplusplus
}
#endif
#endif
