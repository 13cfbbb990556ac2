// Made by teaalc 0.1.0 from sigma.yaml; do not edit.
//   Z[m, n] = A[k, m] * B[k, n]
//     loops K1, MK01, N, MK00 (space)
//   stored A[K:U, M:C], B[K:U, N:U], Z[M:U, N:U]
//   teaalc sigma.yaml --type=f32 --arch=sm_90 --index-bits=32
#ifndef TEAALC_sigma_H
#define TEAALC_sigma_H
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#ifndef TEAAL_POSITION_BITS
#define TEAAL_POSITION_BITS 32
#endif
typedef float sigma_value;
#if TEAAL_POSITION_BITS == 64
typedef int64_t sigma_position;
#else
typedef int32_t sigma_position;
#endif

#if TEAAL_POSITION_BITS == 64 /* functions have names of their own */
#define sigma_workspace_bytes sigma_workspace_bytes_64
#define sigma_launch sigma_launch_64
#endif

struct CUstream_st; /* what cudaStream_t points to */

/* Device pointers and sizes. Segments have one entry a fiber and one more; arrays must not overlap. */
typedef struct sigma_arguments {
  /* Z: M:U, N:U */
  sigma_value* Z_values;
  /* A_K1MK: K1:C, M:C, K:C; K1 is K / 128, tensor A re-sorted */
  const sigma_position* A_K1MK_K1_segments;
  const int32_t* A_K1MK_K1_coords;
  const sigma_position* A_K1MK_M_segments;
  const int32_t* A_K1MK_M_coords;
  const sigma_position* A_K1MK_K_segments;
  const int32_t* A_K1MK_K_coords;
  const sigma_value* A_K1MK_values;
  /* B: K:U, N:U */
  const sigma_value* B_values;
  int64_t extent_K;
  int64_t extent_M;
  int64_t extent_N;
  int64_t elements_A;  /* how many elements A stores */
} sigma_arguments;

/* Bytes of device memory that sigma_launch needs as workspace (0: none), aligned to 256. */
size_t sigma_workspace_bytes(const sigma_arguments* arguments);

/* Enqueues the whole plan on `stream` (0: the default stream) and returns at once. 0: enqueued; else see
   sigma_error_text. Allocates nothing and throws nothing. */
int sigma_launch(const sigma_arguments* arguments, void* workspace, size_t workspace_bytes,
               struct CUstream_st* stream);
const char* sigma_error_text(int code);

#ifdef __cplusplus
}
#endif
#endif
