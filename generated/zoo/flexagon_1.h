// Made by teaalc 0.1.0 from flexagon_1.yaml; do not edit.
//   Z[m, n] = A[k, m] * B[k, n]
//     loops MK1, N, MK0 (space)
//   stored A[M:U, K:C], B[N:U, K:C], Z[N:U, M:U]
//   sizes num_multipliers=64
//   teaalc flexagon_1.yaml --type=f32 --arch=sm_90 --index-bits=32
#ifndef TEAALC_flexagon_1_H
#define TEAALC_flexagon_1_H
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#ifndef TEAAL_POSITION_BITS
#define TEAAL_POSITION_BITS 32
#endif
typedef float flexagon_1_value;
#if TEAAL_POSITION_BITS == 64
typedef int64_t flexagon_1_position;
#else
typedef int32_t flexagon_1_position;
#endif

#if TEAAL_POSITION_BITS == 64 /* functions have names of their own */
#define flexagon_1_workspace_bytes flexagon_1_workspace_bytes_64
#define flexagon_1_launch flexagon_1_launch_64
#endif

struct CUstream_st; /* what cudaStream_t points to */

/* Device pointers and sizes. Segments have one entry a fiber and one more; arrays must not overlap. */
typedef struct flexagon_1_arguments {
  /* Z: N:U, M:U */
  flexagon_1_value* Z_values;
  /* A: M:U, K:C */
  const flexagon_1_position* A_K_segments;
  const int32_t* A_K_coords;
  const flexagon_1_value* A_values;
  /* B: N:U, K:C */
  const flexagon_1_position* B_K_segments;
  const int32_t* B_K_coords;
  const flexagon_1_value* B_values;
  int64_t extent_K;
  int64_t extent_M;
  int64_t extent_N;
  int64_t elements_A;  /* how many elements A stores */
} flexagon_1_arguments;

/* Bytes of device memory that flexagon_1_launch needs as workspace (0: none), aligned to 256. */
size_t flexagon_1_workspace_bytes(const flexagon_1_arguments* arguments);

/* Enqueues the whole plan on `stream` (0: the default stream) and returns at once. 0: enqueued; else see
   flexagon_1_error_text. Allocates nothing and throws nothing. */
int flexagon_1_launch(const flexagon_1_arguments* arguments, void* workspace, size_t workspace_bytes,
               struct CUstream_st* stream);
const char* flexagon_1_error_text(int code);

#ifdef __cplusplus
}
#endif
#endif
