// Made by teaalc 0.1.0 from spmv_thread_mapped.yaml; do not edit.
//   Z[i] = A[i, j] * B[j]
//     loops I1, I0 (space), J
//   stored A[I:U, J:C], B[J:U], Z[I:U]
//   teaalc spmv_thread_mapped.yaml --type=f32 --arch=sm_90 --index-bits=32
#ifndef TEAALC_spmv_thread_mapped_H
#define TEAALC_spmv_thread_mapped_H
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#ifndef TEAAL_POSITION_BITS
#define TEAAL_POSITION_BITS 32
#endif
typedef float spmv_thread_mapped_value;
#if TEAAL_POSITION_BITS == 64
typedef int64_t spmv_thread_mapped_position;
#else
typedef int32_t spmv_thread_mapped_position;
#endif

#if TEAAL_POSITION_BITS == 64 /* functions have names of their own */
#define spmv_thread_mapped_workspace_bytes spmv_thread_mapped_workspace_bytes_64
#define spmv_thread_mapped_launch spmv_thread_mapped_launch_64
#endif

struct CUstream_st; /* what cudaStream_t points to */

/* Device pointers and sizes. Segments have one entry a fiber and one more; arrays must not overlap. */
typedef struct spmv_thread_mapped_arguments {
  /* Z: I:U */
  spmv_thread_mapped_value* Z_values;
  /* A: I:U, J:C */
  const spmv_thread_mapped_position* A_J_segments;
  const int32_t* A_J_coords;
  const spmv_thread_mapped_value* A_values;
  /* B: J:U */
  const spmv_thread_mapped_value* B_values;
  int64_t extent_I;
  int64_t extent_J;
  int64_t size_NUM_THREADS;  /* 0: the default */
} spmv_thread_mapped_arguments;

/* Bytes of device memory that spmv_thread_mapped_launch needs as workspace (0: none), aligned to 256. */
size_t spmv_thread_mapped_workspace_bytes(const spmv_thread_mapped_arguments* arguments);

/* Enqueues the whole plan on `stream` (0: the default stream) and returns at once. 0: enqueued; else see
   spmv_thread_mapped_error_text. Allocates nothing and throws nothing. */
int spmv_thread_mapped_launch(const spmv_thread_mapped_arguments* arguments, void* workspace, size_t workspace_bytes,
               struct CUstream_st* stream);
const char* spmv_thread_mapped_error_text(int code);

#ifdef __cplusplus
}
#endif
#endif
