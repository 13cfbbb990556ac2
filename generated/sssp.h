// Made by teaalc 0.1.0 from sssp.yaml; do not edit.
//   R[v] = G[v, s] * A0[s]
//     loops V, S
//     maps by G[v, s] + A0[s]
//     reduces by min from inf
//   P1[v] = R[v] + P0[v]
//     loops V
//     reduces by min from inf
//   M[v] = P1[v] * P0[v]
//     loops V
//     maps by P1[v] != P0[v]
//   A1[v] = take(M[v], P1[v], 1)
//     loops V
//   N[s] = A1[s]
//     loops S
//   stored G[V:U, S:C], A0[S:U], P0[V:U], R[V:U], P1[V:U], M[V:U], A1[V:U], N[S:U]
//   teaalc sssp.yaml --type=f32 --arch=sm_90 --index-bits=32
#ifndef TEAALC_sssp_H
#define TEAALC_sssp_H
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#ifndef TEAAL_POSITION_BITS
#define TEAAL_POSITION_BITS 32
#endif
typedef float sssp_value;
#if TEAAL_POSITION_BITS == 64
typedef int64_t sssp_position;
#else
typedef int32_t sssp_position;
#endif

#if TEAAL_POSITION_BITS == 64 /* functions have names of their own */
#define sssp_workspace_bytes sssp_workspace_bytes_64
#define sssp_launch sssp_launch_64
#endif

struct CUstream_st; /* what cudaStream_t points to */

/* Device pointers and sizes. Segments have one entry a fiber and one more; arrays must not overlap. */
typedef struct sssp_arguments {
  /* G: V:U, S:C; absent elements hold inf */
  const sssp_position* G_S_segments;
  const int32_t* G_S_coords;
  const sssp_value* G_values;
  /* A0: S:U; absent elements hold inf */
  const sssp_value* A0_values;
  /* P1: V:U; absent elements hold inf */
  sssp_value* P1_values;
  /* P0: V:U; absent elements hold inf */
  const sssp_value* P0_values;
  /* A1: V:U; absent elements hold inf */
  sssp_value* A1_values;
  /* N: S:U; absent elements hold inf */
  sssp_value* N_values;
  int64_t extent_V;
  int64_t extent_S;
  int64_t rounds;  /* how many rounds to run; the spec ends when A1 is empty, which only the host could see */
} sssp_arguments;

/* Bytes of device memory that sssp_launch needs as workspace (0: none), aligned to 256. */
size_t sssp_workspace_bytes(const sssp_arguments* arguments);

/* Enqueues the whole plan on `stream` (0: the default stream) and returns at once. 0: enqueued; else see
   sssp_error_text. Allocates nothing and throws nothing. */
int sssp_launch(const sssp_arguments* arguments, void* workspace, size_t workspace_bytes,
               struct CUstream_st* stream);
const char* sssp_error_text(int code);

#ifdef __cplusplus
}
#endif
#endif
