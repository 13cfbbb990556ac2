// Made by teaalc 0.1.0 from nv_stc.yaml; do not edit.
//   Z[m, n] = A[k, m] * B[k, n]
//     loops M2, N2, K2, M1, N1, K1, M0 (space), N0 (space), K0 (space)
//   stored A[M:U, K:C], B[N:U, K:C], Z[M:U, N:U]
//   sizes K0=16 K1=32 M0=16 M1=64 N0=8 N1=64
//   teaalc nv_stc.yaml --type=f32 --arch=sm_90 --index-bits=32
#ifndef TEAALC_nv_stc_H
#define TEAALC_nv_stc_H
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#ifndef TEAAL_POSITION_BITS
#define TEAAL_POSITION_BITS 32
#endif
typedef float nv_stc_value;
#if TEAAL_POSITION_BITS == 64
typedef int64_t nv_stc_position;
#else
typedef int32_t nv_stc_position;
#endif

#if TEAAL_POSITION_BITS == 64 /* functions have names of their own */
#define nv_stc_workspace_bytes nv_stc_workspace_bytes_64
#define nv_stc_launch nv_stc_launch_64
#endif

struct CUstream_st; /* what cudaStream_t points to */

/* Device pointers and sizes. Segments have one entry a fiber and one more; arrays must not overlap. */
typedef struct nv_stc_arguments {
  /* Z: M:U, N:U */
  nv_stc_value* Z_values;
  /* A: M:U, K:C */
  const nv_stc_position* A_K_segments;
  const int32_t* A_K_coords;
  const nv_stc_value* A_values;
  /* B: N:U, K:C */
  const nv_stc_position* B_K_segments;
  const int32_t* B_K_coords;
  const nv_stc_value* B_values;
  /* A_M2K2M1KM: M2:C, K2:C, M1:C, K:C, M:C; M2 is M / 64; K2 is K / 32; M1 is M / 16, tensor A re-sorted */
  const nv_stc_position* A_M2K2M1KM_M2_segments;
  const int32_t* A_M2K2M1KM_M2_coords;
  const nv_stc_position* A_M2K2M1KM_K2_segments;
  const int32_t* A_M2K2M1KM_K2_coords;
  const nv_stc_position* A_M2K2M1KM_M1_segments;
  const int32_t* A_M2K2M1KM_M1_coords;
  const nv_stc_position* A_M2K2M1KM_K_segments;
  const int32_t* A_M2K2M1KM_K_coords;
  const nv_stc_position* A_M2K2M1KM_M_segments;
  const int32_t* A_M2K2M1KM_M_coords;
  const nv_stc_value* A_M2K2M1KM_values;
  int64_t extent_K;
  int64_t extent_M;
  int64_t extent_N;
} nv_stc_arguments;

/* Bytes of device memory that nv_stc_launch needs as workspace (0: none), aligned to 256. */
size_t nv_stc_workspace_bytes(const nv_stc_arguments* arguments);

/* Enqueues the whole plan on `stream` (0: the default stream) and returns at once. 0: enqueued; else see
   nv_stc_error_text. Allocates nothing and throws nothing. */
int nv_stc_launch(const nv_stc_arguments* arguments, void* workspace, size_t workspace_bytes,
               struct CUstream_st* stream);
const char* nv_stc_error_text(int code);

#ifdef __cplusplus
}
#endif
#endif
