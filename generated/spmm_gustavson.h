// Made by teaalc 0.1.0 from spmm_gustavson.yaml; do not edit.
//   C[m, n] = A[m, k] * B[k, n]
//     loops M (space), K, N (space)
//   stored A[M:U, K:C], B[K:U, N:U], C[M:U, N:U]
//   teaalc spmm_gustavson.yaml --type=f32 --arch=sm_90 --index-bits=32
#ifndef TEAALC_spmm_gustavson_H
#define TEAALC_spmm_gustavson_H
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#ifndef TEAAL_POSITION_BITS
#define TEAAL_POSITION_BITS 32
#endif
typedef float spmm_gustavson_value;
#if TEAAL_POSITION_BITS == 64
typedef int64_t spmm_gustavson_position;
#else
typedef int32_t spmm_gustavson_position;
#endif

#if TEAAL_POSITION_BITS == 64 /* functions have names of their own */
#define spmm_gustavson_workspace_bytes spmm_gustavson_workspace_bytes_64
#define spmm_gustavson_launch spmm_gustavson_launch_64
#endif

struct CUstream_st; /* what cudaStream_t points to */

/* Device pointers and sizes. Segments have one entry a fiber and one more; arrays must not overlap. */
typedef struct spmm_gustavson_arguments {
  /* C: M:U, N:U */
  spmm_gustavson_value* C_values;
  /* A: M:U, K:C */
  const spmm_gustavson_position* A_K_segments;
  const int32_t* A_K_coords;
  const spmm_gustavson_value* A_values;
  /* B: K:U, N:U */
  const spmm_gustavson_value* B_values;
  int64_t extent_M;
  int64_t extent_K;
  int64_t extent_N;
} spmm_gustavson_arguments;

/* Bytes of device memory that spmm_gustavson_launch needs as workspace (0: none), aligned to 256. */
size_t spmm_gustavson_workspace_bytes(const spmm_gustavson_arguments* arguments);

/* Enqueues the whole plan on `stream` (0: the default stream) and returns at once. 0: enqueued; else see
   spmm_gustavson_error_text. Allocates nothing and throws nothing. */
int spmm_gustavson_launch(const spmm_gustavson_arguments* arguments, void* workspace, size_t workspace_bytes,
               struct CUstream_st* stream);
const char* spmm_gustavson_error_text(int code);

#ifdef __cplusplus
}
#endif
#endif
