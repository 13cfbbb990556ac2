// Made by teaalc 0.1.0 from tensaurus_2.yaml; do not edit.
//   T[i, j, u] = A[i, j, k] * C[k, u]
//     loops I1 (space), I0, J, U2, K1, K0, U1 (space), U0 (space)
//   Y[i, v, u] = T[i, j, u] * B[j, v]
//     loops I1 (space), I0, J, V1, U2, V0, U1 (space), U0 (space)
//   stored A[I:U, J:C, K:C], B[J:U, V:U], C[K:U, U:U], T[I:U, J:U, U:U], Y[I:U, V:U, U:U]
//   teaalc tensaurus_2.yaml --type=f32 --arch=sm_90 --index-bits=32
#ifndef TEAALC_tensaurus_2_H
#define TEAALC_tensaurus_2_H
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#ifndef TEAAL_POSITION_BITS
#define TEAAL_POSITION_BITS 32
#endif
typedef float tensaurus_2_value;
#if TEAAL_POSITION_BITS == 64
typedef int64_t tensaurus_2_position;
#else
typedef int32_t tensaurus_2_position;
#endif

#if TEAAL_POSITION_BITS == 64 /* functions have names of their own */
#define tensaurus_2_workspace_bytes tensaurus_2_workspace_bytes_64
#define tensaurus_2_launch tensaurus_2_launch_64
#endif

struct CUstream_st; /* what cudaStream_t points to */

/* Device pointers and sizes. Segments have one entry a fiber and one more; arrays must not overlap. */
typedef struct tensaurus_2_arguments {
  /* T: I:U, J:U, U:U */
  tensaurus_2_value* T_values;
  /* A: I:U, J:C, K:C */
  const tensaurus_2_position* A_J_segments;
  const int32_t* A_J_coords;
  const tensaurus_2_position* A_K_segments;
  const int32_t* A_K_coords;
  const tensaurus_2_value* A_values;
  /* C: K:U, U:U */
  const tensaurus_2_value* C_values;
  /* Y: I:U, V:U, U:U */
  tensaurus_2_value* Y_values;
  /* B: J:U, V:U */
  const tensaurus_2_value* B_values;
  int64_t extent_I;
  int64_t extent_J;
  int64_t extent_K;
  int64_t extent_V;
  int64_t extent_U;
} tensaurus_2_arguments;

/* Bytes of device memory that tensaurus_2_launch needs as workspace (0: none), aligned to 256. */
size_t tensaurus_2_workspace_bytes(const tensaurus_2_arguments* arguments);

/* Enqueues the whole plan on `stream` (0: the default stream) and returns at once. 0: enqueued; else see
   tensaurus_2_error_text. Allocates nothing and throws nothing. */
int tensaurus_2_launch(const tensaurus_2_arguments* arguments, void* workspace, size_t workspace_bytes,
               struct CUstream_st* stream);
const char* tensaurus_2_error_text(int code);

#ifdef __cplusplus
}
#endif
#endif
