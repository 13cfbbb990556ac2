// Made by teaalc 0.1.0 from sddmm_group_per_row.yaml; do not edit.
//   Z[m, n] = A[m, n] * B[m, k] * C[k, n]
//     loops M1 (space), M0 (space), N (space), K2, K1 (space), K0
//   stored A[M:U, N:C], B[M:U, K:U], C[N:U, K:U], Z[M:U, N:C] like A
//   sizes RESIDENT=3
//   teaalc sddmm_group_per_row.yaml --type=f32 --arch=sm_90 --index-bits=32
#ifndef TEAALC_sddmm_group_per_row_H
#define TEAALC_sddmm_group_per_row_H
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#ifndef TEAAL_POSITION_BITS
#define TEAAL_POSITION_BITS 32
#endif
typedef float sddmm_group_per_row_value;
#if TEAAL_POSITION_BITS == 64
typedef int64_t sddmm_group_per_row_position;
#else
typedef int32_t sddmm_group_per_row_position;
#endif

#if TEAAL_POSITION_BITS == 64 /* functions have names of their own */
#define sddmm_group_per_row_workspace_bytes sddmm_group_per_row_workspace_bytes_64
#define sddmm_group_per_row_launch sddmm_group_per_row_launch_64
#endif

struct CUstream_st; /* what cudaStream_t points to */

/* Device pointers and sizes. Segments have one entry a fiber and one more; arrays must not overlap. */
typedef struct sddmm_group_per_row_arguments {
  /* A: M:U, N:C */
  const sddmm_group_per_row_position* A_N_segments;
  const int32_t* A_N_coords;
  const sddmm_group_per_row_value* A_values;
  /* Z: M:U, N:C, where A has elements */
  sddmm_group_per_row_value* Z_values;
  /* B: M:U, K:U */
  const sddmm_group_per_row_value* B_values;
  /* C: N:U, K:U */
  const sddmm_group_per_row_value* C_values;
  int64_t extent_M;
  int64_t extent_N;
  int64_t extent_K;
  int64_t elements_Z;  /* how many elements Z stores */
} sddmm_group_per_row_arguments;

/* Bytes of device memory that sddmm_group_per_row_launch needs as workspace (0: none), aligned to 256. */
size_t sddmm_group_per_row_workspace_bytes(const sddmm_group_per_row_arguments* arguments);

/* Enqueues the whole plan on `stream` (0: the default stream) and returns at once. 0: enqueued; else see
   sddmm_group_per_row_error_text. Allocates nothing and throws nothing. */
int sddmm_group_per_row_launch(const sddmm_group_per_row_arguments* arguments, void* workspace, size_t workspace_bytes,
               struct CUstream_st* stream);
const char* sddmm_group_per_row_error_text(int code);

#ifdef __cplusplus
}
#endif
#endif
