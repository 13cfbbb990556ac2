// Made by teaalc 0.1.0 from bfs.yaml; do not edit.
//   R[v] = G[v, s] * F0[s]
//     loops V, S
//     maps by select(and(G[v, s], F0[s]), F0[s] + 1, 0)
//     reduces by max from 0
//   L1[v] = L0[v] * R[v]
//     loops V
//     maps by select(L0[v], L0[v], R[v])
//   F1[v] = L0[v] * L1[v]
//     loops V
//     maps by select(L0[v], 0, L1[v])
//   N[s] = F1[s]
//     loops S
//   stored G[V:U, S:C], F0[S:U], L0[V:U], R[V:U], L1[V:U], F1[V:U], N[S:U]
//   teaalc bfs.yaml --type=f32 --arch=sm_90 --index-bits=32
#ifndef TEAALC_bfs_H
#define TEAALC_bfs_H
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#ifndef TEAAL_POSITION_BITS
#define TEAAL_POSITION_BITS 32
#endif
typedef float bfs_value;
#if TEAAL_POSITION_BITS == 64
typedef int64_t bfs_position;
#else
typedef int32_t bfs_position;
#endif

#if TEAAL_POSITION_BITS == 64 /* functions have names of their own */
#define bfs_workspace_bytes bfs_workspace_bytes_64
#define bfs_launch bfs_launch_64
#endif

struct CUstream_st; /* what cudaStream_t points to */

/* Device pointers and sizes. Segments have one entry a fiber and one more; arrays must not overlap. */
typedef struct bfs_arguments {
  /* G: V:U, S:C */
  const bfs_position* G_S_segments;
  const int32_t* G_S_coords;
  const bfs_value* G_values;
  /* F0: S:U */
  const bfs_value* F0_values;
  /* L1: V:U */
  bfs_value* L1_values;
  /* L0: V:U */
  const bfs_value* L0_values;
  /* F1: V:U */
  bfs_value* F1_values;
  /* N: S:U */
  bfs_value* N_values;
  int64_t extent_V;
  int64_t extent_S;
  int64_t rounds;  /* how many rounds to run; the spec ends when F1 is empty, which only the host could see */
} bfs_arguments;

/* Bytes of device memory that bfs_launch needs as workspace (0: none), aligned to 256. */
size_t bfs_workspace_bytes(const bfs_arguments* arguments);

/* Enqueues the whole plan on `stream` (0: the default stream) and returns at once. 0: enqueued; else see
   bfs_error_text. Allocates nothing and throws nothing. */
int bfs_launch(const bfs_arguments* arguments, void* workspace, size_t workspace_bytes,
               struct CUstream_st* stream);
const char* bfs_error_text(int code);

#ifdef __cplusplus
}
#endif
#endif
