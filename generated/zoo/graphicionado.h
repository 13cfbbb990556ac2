// Made by teaalc 0.1.0 from graphicionado.yaml; do not edit.
//   SO[d, s] = take(G[d, s], A0[s], 0)
//     loops D1, S2, S1, S0 (space), D0
//     reduces by min from inf
//   R[d] = SO[d, s] * A0[s]
//     loops V2, S1, S0, V1, V0 (space)
//     maps by SO[d, s] + A0[s]
//     reduces by min from inf
//   P1[v] = R[v] + P0[v]
//     loops V2, V1, V0 (space)
//     reduces by min from inf
//   M[v] = P1[v] * P0[v]
//     loops V2, V1, V0 (space)
//     maps by P1[v] != P0[v]
//   A1[v] = take(M[v], P1[v], 1)
//     loops V2, V1, V0 (space)
//   A2[s] = A1[s]
//     loops S
//   stored G[S:U, D:C], A0[S:U], SO[D:U, S:U], R[V:U], P0[V:U], P1[V:U], M[V:U], A1[V:U], A2[S:U]
//   sizes N=128 m=8 n=8
//   teaalc graphicionado.yaml --type=f32 --arch=sm_90 --index-bits=32
#ifndef TEAALC_graphicionado_H
#define TEAALC_graphicionado_H
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#ifndef TEAAL_POSITION_BITS
#define TEAAL_POSITION_BITS 32
#endif
typedef float graphicionado_value;
#if TEAAL_POSITION_BITS == 64
typedef int64_t graphicionado_position;
#else
typedef int32_t graphicionado_position;
#endif

#if TEAAL_POSITION_BITS == 64 /* functions have names of their own */
#define graphicionado_workspace_bytes graphicionado_workspace_bytes_64
#define graphicionado_launch graphicionado_launch_64
#endif

struct CUstream_st; /* what cudaStream_t points to */

/* Device pointers and sizes. Segments have one entry a fiber and one more; arrays must not overlap. */
typedef struct graphicionado_arguments {
  /* G: S:U, D:C; absent elements hold inf */
  const graphicionado_position* G_D_segments;
  const int32_t* G_D_coords;
  const graphicionado_value* G_values;
  /* A0: S:U; absent elements hold inf */
  const graphicionado_value* A0_values;
  /* SO: D:U, S:U; absent elements hold inf */
  graphicionado_value* SO_values;
  /* R: V:U; absent elements hold inf */
  graphicionado_value* R_values;
  /* P1: V:U; absent elements hold inf */
  graphicionado_value* P1_values;
  /* P0: V:U; absent elements hold inf */
  const graphicionado_value* P0_values;
  /* A1: V:U; absent elements hold inf */
  graphicionado_value* A1_values;
  /* A2: S:U; absent elements hold inf */
  graphicionado_value* A2_values;
  int64_t extent_D;
  int64_t extent_S;
  int64_t extent_V;
  int64_t rounds;  /* how many rounds to run; the spec ends when A1 is empty, which only the host could see */
} graphicionado_arguments;

/* Bytes of device memory that graphicionado_launch needs as workspace (0: none), aligned to 256. */
size_t graphicionado_workspace_bytes(const graphicionado_arguments* arguments);

/* Enqueues the whole plan on `stream` (0: the default stream) and returns at once. 0: enqueued; else see
   graphicionado_error_text. Allocates nothing and throws nothing. */
int graphicionado_launch(const graphicionado_arguments* arguments, void* workspace, size_t workspace_bytes,
               struct CUstream_st* stream);
const char* graphicionado_error_text(int code);

#ifdef __cplusplus
}
#endif
#endif
