// Made by teaalc 0.1.0 from sddmm.yaml; do not edit.
//   Z[m, n] = A[m, n] * B[m, k] * C[k, n]
//     loops M (space), N (space), K (space)
//   stored A[M:U, N:C], B[M:U, K:U], C[N:U, K:U], Z[M:U, N:C] like A
//   teaalc sddmm.yaml --type=f32 --arch=sm_90 --index-bits=32
#ifndef TEAALC_sddmm_H
#define TEAALC_sddmm_H
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#ifndef TEAAL_POSITION_BITS
#define TEAAL_POSITION_BITS 32
#endif
typedef float sddmm_value;
#if TEAAL_POSITION_BITS == 64
typedef int64_t sddmm_position;
#else
typedef int32_t sddmm_position;
#endif

#if TEAAL_POSITION_BITS == 64 /* functions have names of their own */
#define sddmm_workspace_bytes sddmm_workspace_bytes_64
#define sddmm_launch sddmm_launch_64
#endif

struct CUstream_st; /* what cudaStream_t points to */

/* Device pointers and sizes. Segments have one entry a fiber and one more; arrays must not overlap. */
typedef struct sddmm_arguments {
  /* A: M:U, N:C */
  const sddmm_position* A_N_segments;
  const int32_t* A_N_coords;
  const sddmm_value* A_values;
  /* Z: M:U, N:C, where A has elements */
  sddmm_value* Z_values;
  /* B: M:U, K:U */
  const sddmm_value* B_values;
  /* C: N:U, K:U */
  const sddmm_value* C_values;
  int64_t extent_M;
  int64_t extent_N;
  int64_t extent_K;
  int64_t elements_Z;  /* how many elements Z stores */
} sddmm_arguments;

/* Bytes of device memory that sddmm_launch needs as workspace (0: none), aligned to 256. */
size_t sddmm_workspace_bytes(const sddmm_arguments* arguments);

/* Enqueues the whole plan on `stream` (0: the default stream) and returns at once. 0: enqueued; else see
   sddmm_error_text. Allocates nothing and throws nothing. */
int sddmm_launch(const sddmm_arguments* arguments, void* workspace, size_t workspace_bytes,
               struct CUstream_st* stream);
const char* sddmm_error_text(int code);

#ifdef __cplusplus
}
#endif
#endif
