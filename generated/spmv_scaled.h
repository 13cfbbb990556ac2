// Made by teaalc 0.1.0 from spmv_scaled.yaml; do not edit.
//   T[m] = A[m, k] * X[k]
//     loops M2 (space), M1 (space), M0 (space), K (space)
//   Z[m] = alpha * T[m] + beta * Y[m]
//     loops M
//   stored A[M:U, K:C], X[K:U], Y[M:U], T[M:U], Z[M:U]
//   sizes ROWS=64
//   teaalc spmv_scaled.yaml --type=f32 --arch=sm_90 --index-bits=32
#ifndef TEAALC_spmv_scaled_H
#define TEAALC_spmv_scaled_H
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#ifndef TEAAL_POSITION_BITS
#define TEAAL_POSITION_BITS 32
#endif
typedef float spmv_scaled_value;
#if TEAAL_POSITION_BITS == 64
typedef int64_t spmv_scaled_position;
#else
typedef int32_t spmv_scaled_position;
#endif

#if TEAAL_POSITION_BITS == 64 /* functions have names of their own */
#define spmv_scaled_workspace_bytes spmv_scaled_workspace_bytes_64
#define spmv_scaled_launch spmv_scaled_launch_64
#endif

struct CUstream_st; /* what cudaStream_t points to */

/* Device pointers and sizes. Segments have one entry a fiber and one more; arrays must not overlap. */
typedef struct spmv_scaled_arguments {
  /* A: M:U, K:C */
  const spmv_scaled_position* A_K_segments;
  const int32_t* A_K_coords;
  const spmv_scaled_value* A_values;
  /* X: K:U */
  const spmv_scaled_value* X_values;
  /* Z: M:U */
  spmv_scaled_value* Z_values;
  /* Y: M:U */
  const spmv_scaled_value* Y_values;
  int64_t extent_M;
  int64_t extent_K;
  spmv_scaled_value scalar_alpha;
  spmv_scaled_value scalar_beta;
} spmv_scaled_arguments;

/* Bytes of device memory that spmv_scaled_launch needs as workspace (0: none), aligned to 256. */
size_t spmv_scaled_workspace_bytes(const spmv_scaled_arguments* arguments);

/* Enqueues the whole plan on `stream` (0: the default stream) and returns at once. 0: enqueued; else see
   spmv_scaled_error_text. Allocates nothing and throws nothing. */
int spmv_scaled_launch(const spmv_scaled_arguments* arguments, void* workspace, size_t workspace_bytes,
               struct CUstream_st* stream);
const char* spmv_scaled_error_text(int code);

#ifdef __cplusplus
}
#endif
#endif
