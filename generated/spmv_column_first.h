// Made by teaalc 0.1.0 from spmv_column_first.yaml; do not edit.
//   Z[i] = A[i, j] * B[j]
//     loops J, I (space)
//   stored A[I:U, J:C], B[J:U], Z[I:U]
//   teaalc spmv_column_first.yaml --type=f32 --arch=sm_90 --index-bits=32
#ifndef TEAALC_spmv_column_first_H
#define TEAALC_spmv_column_first_H
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#ifndef TEAAL_POSITION_BITS
#define TEAAL_POSITION_BITS 32
#endif
typedef float spmv_column_first_value;
#if TEAAL_POSITION_BITS == 64
typedef int64_t spmv_column_first_position;
#else
typedef int32_t spmv_column_first_position;
#endif

#if TEAAL_POSITION_BITS == 64 /* functions have names of their own */
#define spmv_column_first_workspace_bytes spmv_column_first_workspace_bytes_64
#define spmv_column_first_launch spmv_column_first_launch_64
#endif

struct CUstream_st; /* what cudaStream_t points to */

/* Device pointers and sizes. Segments have one entry a fiber and one more; arrays must not overlap. */
typedef struct spmv_column_first_arguments {
  /* Z: I:U */
  spmv_column_first_value* Z_values;
  /* A_JI: J:U, I:C, tensor A re-sorted */
  const spmv_column_first_position* A_JI_I_segments;
  const int32_t* A_JI_I_coords;
  const spmv_column_first_value* A_JI_values;
  /* B: J:U */
  const spmv_column_first_value* B_values;
  int64_t extent_I;
  int64_t extent_J;
} spmv_column_first_arguments;

/* Bytes of device memory that spmv_column_first_launch needs as workspace (0: none), aligned to 256. */
size_t spmv_column_first_workspace_bytes(const spmv_column_first_arguments* arguments);

/* Enqueues the whole plan on `stream` (0: the default stream) and returns at once. 0: enqueued; else see
   spmv_column_first_error_text. Allocates nothing and throws nothing. */
int spmv_column_first_launch(const spmv_column_first_arguments* arguments, void* workspace, size_t workspace_bytes,
               struct CUstream_st* stream);
const char* spmv_column_first_error_text(int code);

#ifdef __cplusplus
}
#endif
#endif
