// Made by teaalc 0.1.0 from tensaurus_1.yaml; do not edit.
//   T[i, j, f] = A[i, j, k] * C[k, f]
//     loops I1 (space), I0, F2, J1, K1, J0, K0, F1 (space), F0 (space)
//   Y[i, f] = T[i, j, f] * B[j, f]
//     loops I1 (space), I0, F2, J1, J0, F1 (space), F0 (space)
//   stored A[I:U, J:C, K:C], B[J:U, F:U], C[K:U, F:U], T[I:U, J:U, F:U], Y[I:U, F:U]
//   teaalc tensaurus_1.yaml --type=f32 --arch=sm_90 --index-bits=32
#ifndef TEAALC_tensaurus_1_H
#define TEAALC_tensaurus_1_H
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#ifndef TEAAL_POSITION_BITS
#define TEAAL_POSITION_BITS 32
#endif
typedef float tensaurus_1_value;
#if TEAAL_POSITION_BITS == 64
typedef int64_t tensaurus_1_position;
#else
typedef int32_t tensaurus_1_position;
#endif

#if TEAAL_POSITION_BITS == 64 /* functions have names of their own */
#define tensaurus_1_workspace_bytes tensaurus_1_workspace_bytes_64
#define tensaurus_1_launch tensaurus_1_launch_64
#endif

struct CUstream_st; /* what cudaStream_t points to */

/* Device pointers and sizes. Segments have one entry a fiber and one more; arrays must not overlap. */
typedef struct tensaurus_1_arguments {
  /* T: I:U, J:U, F:U */
  tensaurus_1_value* T_values;
  /* A: I:U, J:C, K:C */
  const tensaurus_1_position* A_J_segments;
  const int32_t* A_J_coords;
  const tensaurus_1_position* A_K_segments;
  const int32_t* A_K_coords;
  const tensaurus_1_value* A_values;
  /* C: K:U, F:U */
  const tensaurus_1_value* C_values;
  /* Y: I:U, F:U */
  tensaurus_1_value* Y_values;
  /* B: J:U, F:U */
  const tensaurus_1_value* B_values;
  int64_t extent_I;
  int64_t extent_J;
  int64_t extent_K;
  int64_t extent_F;
} tensaurus_1_arguments;

/* Bytes of device memory that tensaurus_1_launch needs as workspace (0: none), aligned to 256. */
size_t tensaurus_1_workspace_bytes(const tensaurus_1_arguments* arguments);

/* Enqueues the whole plan on `stream` (0: the default stream) and returns at once. 0: enqueued; else see
   tensaurus_1_error_text. Allocates nothing and throws nothing. */
int tensaurus_1_launch(const tensaurus_1_arguments* arguments, void* workspace, size_t workspace_bytes,
               struct CUstream_st* stream);
const char* tensaurus_1_error_text(int code);

#ifdef __cplusplus
}
#endif
#endif
