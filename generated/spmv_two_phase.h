// Made by teaalc 0.1.0 from spmv_two_phase.yaml; do not edit.
//   T[m, k] = A[m, k] * X[k]
//     loops K1, MK01 (space), MK00 (space)
//   Z[m] = T[m, k]
//     loops M (space), K1, K0
//   stored A[K1:U, M:U, K:C], X[K:U], T[K1:U, M:U, K:C] like A, Z[M:U]
//   sizes COLUMNS=4194304
//   teaalc spmv_two_phase.yaml --type=f32 --arch=sm_90 --index-bits=32
#ifndef TEAALC_spmv_two_phase_H
#define TEAALC_spmv_two_phase_H
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#ifndef TEAAL_POSITION_BITS
#define TEAAL_POSITION_BITS 32
#endif
typedef float spmv_two_phase_value;
#if TEAAL_POSITION_BITS == 64
typedef int64_t spmv_two_phase_position;
#else
typedef int32_t spmv_two_phase_position;
#endif

#if TEAAL_POSITION_BITS == 64 /* functions have names of their own */
#define spmv_two_phase_workspace_bytes spmv_two_phase_workspace_bytes_64
#define spmv_two_phase_launch spmv_two_phase_launch_64
#endif

struct CUstream_st; /* what cudaStream_t points to */

/* Device pointers and sizes. Segments have one entry a fiber and one more; arrays must not overlap. */
typedef struct spmv_two_phase_arguments {
  /* A: K1:U, M:U, K:C; K1 is K / 4194304 */
  const spmv_two_phase_position* A_K_segments;
  const int32_t* A_K_coords;
  const spmv_two_phase_value* A_values;
  /* T: K1:U, M:U, K:C; K1 is K / 4194304, where A has elements */
  spmv_two_phase_value* T_values;
  /* X: K:U */
  const spmv_two_phase_value* X_values;
  /* Z: M:U */
  spmv_two_phase_value* Z_values;
  int64_t extent_M;
  int64_t extent_K;
  int64_t elements_A;  /* how many elements A stores */
  int64_t elements_T;  /* how many elements T stores */
} spmv_two_phase_arguments;

/* Bytes of device memory that spmv_two_phase_launch needs as workspace (0: none), aligned to 256. */
size_t spmv_two_phase_workspace_bytes(const spmv_two_phase_arguments* arguments);

/* Enqueues the whole plan on `stream` (0: the default stream) and returns at once. 0: enqueued; else see
   spmv_two_phase_error_text. Allocates nothing and throws nothing. */
int spmv_two_phase_launch(const spmv_two_phase_arguments* arguments, void* workspace, size_t workspace_bytes,
               struct CUstream_st* stream);
const char* spmv_two_phase_error_text(int code);

#ifdef __cplusplus
}
#endif
#endif
