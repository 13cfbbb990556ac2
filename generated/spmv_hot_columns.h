// Made by teaalc 0.1.0 from spmv_hot_columns.yaml; do not edit.
//   P[m] = A[m, h] * X[h]
//     loops M2 (space), H1, M1, M0 (space), H0 (space)
//   Q[m] = C[m, k] * Y[k]
//     loops M1 (space), M0 (space), K (space)
//   Z[m] = P[m] + Q[m]
//     loops M (space)
//   stored A[M:U, H:C], X[H:U], C[M:U, K:C], Y[K:U], P[M:U], Q[M:U], Z[M:U]
//   sizes HOT=8192 ROWS=1024
//   teaalc spmv_hot_columns.yaml --type=f32 --arch=sm_90 --index-bits=32
#ifndef TEAALC_spmv_hot_columns_H
#define TEAALC_spmv_hot_columns_H
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#ifndef TEAAL_POSITION_BITS
#define TEAAL_POSITION_BITS 32
#endif
typedef float spmv_hot_columns_value;
#if TEAAL_POSITION_BITS == 64
typedef int64_t spmv_hot_columns_position;
#else
typedef int32_t spmv_hot_columns_position;
#endif

#if TEAAL_POSITION_BITS == 64 /* functions have names of their own */
#define spmv_hot_columns_workspace_bytes spmv_hot_columns_workspace_bytes_64
#define spmv_hot_columns_launch spmv_hot_columns_launch_64
#endif

struct CUstream_st; /* what cudaStream_t points to */

/* Device pointers and sizes. Segments have one entry a fiber and one more; arrays must not overlap. */
typedef struct spmv_hot_columns_arguments {
  /* P: M:U */
  spmv_hot_columns_value* P_values;
  /* A: M:U, H:C */
  const spmv_hot_columns_position* A_H_segments;
  const int32_t* A_H_coords;
  const spmv_hot_columns_value* A_values;
  /* X: H:U */
  const spmv_hot_columns_value* X_values;
  /* Q: M:U */
  spmv_hot_columns_value* Q_values;
  /* C: M:U, K:C */
  const spmv_hot_columns_position* C_K_segments;
  const int32_t* C_K_coords;
  const spmv_hot_columns_value* C_values;
  /* Y: K:U */
  const spmv_hot_columns_value* Y_values;
  /* Z: M:U */
  spmv_hot_columns_value* Z_values;
  int64_t extent_M;
  int64_t extent_H;
  int64_t extent_K;
} spmv_hot_columns_arguments;

/* Bytes of device memory that spmv_hot_columns_launch needs as workspace (0: none), aligned to 256. */
size_t spmv_hot_columns_workspace_bytes(const spmv_hot_columns_arguments* arguments);

/* Enqueues the whole plan on `stream` (0: the default stream) and returns at once. 0: enqueued; else see
   spmv_hot_columns_error_text. Allocates nothing and throws nothing. */
int spmv_hot_columns_launch(const spmv_hot_columns_arguments* arguments, void* workspace, size_t workspace_bytes,
               struct CUstream_st* stream);
const char* spmv_hot_columns_error_text(int code);

#ifdef __cplusplus
}
#endif
#endif
