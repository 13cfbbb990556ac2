// Made by teaalc 0.1.0 from sddmm_nonzero_split.yaml; do not edit.
//   Z[m, n] = A[m, n] * B[m, k] * C[k, n]
//     loops MN3 (space), MN2 (space), MN1 (space), MN0, K2, K1 (space), K0
//   stored A[M:U, N:C], B[M:U, K:U], C[N:U, K:U], Z[M:U, N:C] like A
//   sizes RESIDENT=4 RUN=8
//   teaalc sddmm_nonzero_split.yaml --type=f32 --arch=sm_90 --index-bits=32
#ifndef TEAALC_sddmm_nonzero_split_H
#define TEAALC_sddmm_nonzero_split_H
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#ifndef TEAAL_POSITION_BITS
#define TEAAL_POSITION_BITS 32
#endif
typedef float sddmm_nonzero_split_value;
#if TEAAL_POSITION_BITS == 64
typedef int64_t sddmm_nonzero_split_position;
#else
typedef int32_t sddmm_nonzero_split_position;
#endif

#if TEAAL_POSITION_BITS == 64 /* functions have names of their own */
#define sddmm_nonzero_split_workspace_bytes sddmm_nonzero_split_workspace_bytes_64
#define sddmm_nonzero_split_launch sddmm_nonzero_split_launch_64
#endif

struct CUstream_st; /* what cudaStream_t points to */

/* Device pointers and sizes. Segments have one entry a fiber and one more; arrays must not overlap. */
typedef struct sddmm_nonzero_split_arguments {
  /* A: M:U, N:C */
  const sddmm_nonzero_split_position* A_N_segments;
  const int32_t* A_N_coords;
  const sddmm_nonzero_split_value* A_values;
  /* Z: M:U, N:C, where A has elements */
  sddmm_nonzero_split_value* Z_values;
  /* B: M:U, K:U */
  const sddmm_nonzero_split_value* B_values;
  /* C: N:U, K:U */
  const sddmm_nonzero_split_value* C_values;
  int64_t extent_M;
  int64_t extent_N;
  int64_t extent_K;
  int64_t elements_A;  /* how many elements A stores */
  int64_t elements_Z;  /* how many elements Z stores */
} sddmm_nonzero_split_arguments;

/* Bytes of device memory that sddmm_nonzero_split_launch needs as workspace (0: none), aligned to 256. */
size_t sddmm_nonzero_split_workspace_bytes(const sddmm_nonzero_split_arguments* arguments);

/* Enqueues the whole plan on `stream` (0: the default stream) and returns at once. 0: enqueued; else see
   sddmm_nonzero_split_error_text. Allocates nothing and throws nothing. */
int sddmm_nonzero_split_launch(const sddmm_nonzero_split_arguments* arguments, void* workspace, size_t workspace_bytes,
               struct CUstream_st* stream);
const char* sddmm_nonzero_split_error_text(int code);

#ifdef __cplusplus
}
#endif
#endif
