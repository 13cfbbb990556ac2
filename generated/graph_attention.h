// Made by teaalc 0.1.0 from graph_attention.yaml; do not edit.
//   T[m, n] = Q[m, d] * K[n, d] * A[m, n]
//     loops M1 (space), M0 (space), N (space), D
//     maps by (A[m, n] != 0) * (Q[m, d] * K[n, d])
//   G[m] = take(T[m, n], A[m, n], 0)
//     loops M1 (space), M0 (space), N (space)
//     reduces by max from -inf
//   P[m, n] = T[m, n] * G[m] * A[m, n]
//     loops M1 (space), M0 (space), N (space)
//     maps by select(A[m, n] != 0, exp(T[m, n] - G[m]), 0)
//   S[m] = P[m, n]
//     loops M1 (space), M0 (space), N (space)
//   O[m, e] = P[m, n] * V[n, e]
//     loops M1 (space), M0 (space), E (space), N
//   Z[m, e] = O[m, e] * S[m]
//     loops M1 (space), M0 (space), E (space)
//     maps by select(S[m], O[m, e] / S[m], 0)
//   stored A[M:U, N:C], Q[M:U, D:U], K[N:U, D:U], V[N:U, E:U], T[M:U, N:C] like A, G[M:U], P[M:U, N:C] like A, S[M:U], O[M:U, E:U], Z[M:U, E:U]
//   sizes ROWS=8
//   teaalc graph_attention.yaml --type=f32 --arch=sm_90 --index-bits=32
#ifndef TEAALC_graph_attention_H
#define TEAALC_graph_attention_H
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#ifndef TEAAL_POSITION_BITS
#define TEAAL_POSITION_BITS 32
#endif
typedef float graph_attention_value;
#if TEAAL_POSITION_BITS == 64
typedef int64_t graph_attention_position;
#else
typedef int32_t graph_attention_position;
#endif

#if TEAAL_POSITION_BITS == 64 /* functions have names of their own */
#define graph_attention_workspace_bytes graph_attention_workspace_bytes_64
#define graph_attention_launch graph_attention_launch_64
#endif

struct CUstream_st; /* what cudaStream_t points to */

/* Device pointers and sizes. Segments have one entry a fiber and one more; arrays must not overlap. */
typedef struct graph_attention_arguments {
  /* A: M:U, N:C */
  const graph_attention_position* A_N_segments;
  const int32_t* A_N_coords;
  const graph_attention_value* A_values;
  /* T: M:U, N:C, where A has elements */
  graph_attention_value* T_values;
  /* Q: M:U, D:U */
  const graph_attention_value* Q_values;
  /* K: N:U, D:U */
  const graph_attention_value* K_values;
  /* P: M:U, N:C, where A has elements */
  graph_attention_value* P_values;
  /* S: M:U */
  graph_attention_value* S_values;
  /* V: N:U, E:U */
  const graph_attention_value* V_values;
  /* Z: M:U, E:U */
  graph_attention_value* Z_values;
  int64_t extent_M;
  int64_t extent_N;
  int64_t extent_D;
  int64_t extent_E;
  int64_t elements_T;  /* how many elements T stores */
  int64_t elements_P;  /* how many elements P stores */
} graph_attention_arguments;

/* Bytes of device memory that graph_attention_launch needs as workspace (0: none), aligned to 256. */
size_t graph_attention_workspace_bytes(const graph_attention_arguments* arguments);

/* Enqueues the whole plan on `stream` (0: the default stream) and returns at once. 0: enqueued; else see
   graph_attention_error_text. Allocates nothing and throws nothing. */
int graph_attention_launch(const graph_attention_arguments* arguments, void* workspace, size_t workspace_bytes,
               struct CUstream_st* stream);
const char* graph_attention_error_text(int code);

#ifdef __cplusplus
}
#endif
#endif
