// Made by teaalc 0.1.0 from spmv_staged.yaml; do not edit.
//   Z[m] = A[m, k] * B[k]
//     loops MK2 (space), MK1 (space), MK0
//   stored A[M:U, K:C], B[K:U], Z[M:U]
//   sizes CARVEOUT=90 WORK_PER_BLOCK=4096 WORK_PER_THREAD=16
//   teaalc spmv_staged.yaml --type=f32 --arch=sm_90 --index-bits=32
#ifndef TEAALC_spmv_staged_H
#define TEAALC_spmv_staged_H
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#ifndef TEAAL_POSITION_BITS
#define TEAAL_POSITION_BITS 32
#endif
typedef float spmv_staged_value;
#if TEAAL_POSITION_BITS == 64
typedef int64_t spmv_staged_position;
#else
typedef int32_t spmv_staged_position;
#endif

#if TEAAL_POSITION_BITS == 64 /* functions have names of their own */
#define spmv_staged_workspace_bytes spmv_staged_workspace_bytes_64
#define spmv_staged_launch spmv_staged_launch_64
#endif

struct CUstream_st; /* what cudaStream_t points to */

/* Device pointers and sizes. Segments have one entry a fiber and one more; arrays must not overlap. */
typedef struct spmv_staged_arguments {
  /* Z: M:U */
  spmv_staged_value* Z_values;
  /* A: M:U, K:C */
  const spmv_staged_position* A_K_segments;
  const int32_t* A_K_coords;
  const spmv_staged_value* A_values;
  /* B: K:U */
  const spmv_staged_value* B_values;
  int64_t extent_M;
  int64_t extent_K;
  int64_t elements_A;  /* how many elements A stores */
} spmv_staged_arguments;

/* Bytes of device memory that spmv_staged_launch needs as workspace (0: none), aligned to 256. */
size_t spmv_staged_workspace_bytes(const spmv_staged_arguments* arguments);

/* Enqueues the whole plan on `stream` (0: the default stream) and returns at once. 0: enqueued; else see
   spmv_staged_error_text. Allocates nothing and throws nothing. */
int spmv_staged_launch(const spmv_staged_arguments* arguments, void* workspace, size_t workspace_bytes,
               struct CUstream_st* stream);
const char* spmv_staged_error_text(int code);

#ifdef __cplusplus
}
#endif
#endif
