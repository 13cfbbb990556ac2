// Made by teaalc 0.1.0 from bfs_compressed.yaml; do not edit.
//   R[v] = G[s, v] * F0[s]
//     loops S (space), V (space)
//     maps by select(and(G[s, v], F0[s]), F0[s] + 1, 0)
//     reduces by max from 0
//   F1[v] = L0[v] * R[v]
//     loops V
//     maps by select(L0[v], 0, R[v])
//   L1[v] = L0[v] + F1[v]
//     loops V
//   N[s] = F1[s]
//     loops S
//   stored G[S:U, V:C], F0[S:C], L0[V:U], R[V:C], L1[V:U], F1[V:C], N[S:C]
//   teaalc bfs_compressed.yaml --type=f32 --arch=sm_90 --index-bits=32
#ifndef TEAALC_bfs_compressed_H
#define TEAALC_bfs_compressed_H
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#ifndef TEAAL_POSITION_BITS
#define TEAAL_POSITION_BITS 32
#endif
typedef float bfs_compressed_value;
#if TEAAL_POSITION_BITS == 64
typedef int64_t bfs_compressed_position;
#else
typedef int32_t bfs_compressed_position;
#endif

#if TEAAL_POSITION_BITS == 64 /* functions have names of their own */
#define bfs_compressed_workspace_bytes bfs_compressed_workspace_bytes_64
#define bfs_compressed_launch bfs_compressed_launch_64
#endif

struct CUstream_st; /* what cudaStream_t points to */

/* Device pointers and sizes. Segments have one entry a fiber and one more; arrays must not overlap. */
typedef struct bfs_compressed_arguments {
  /* G: S:U, V:C */
  const bfs_compressed_position* G_V_segments;
  const int32_t* G_V_coords;
  const bfs_compressed_value* G_values;
  /* F0: S:C */
  const bfs_compressed_position* F0_S_segments;
  const int32_t* F0_S_coords;
  const bfs_compressed_value* F0_values;
  /* L0: V:U */
  const bfs_compressed_value* L0_values;
  /* R: V:C, assembled: set by the launch */
  bfs_compressed_position* R_V_segments;
  int32_t* R_V_coords;
  int64_t R_V_positions;
  bfs_compressed_value* R_values;
  /* L1: V:U */
  bfs_compressed_value* L1_values;
  /* F1: V:C, assembled: set by the launch */
  bfs_compressed_position* F1_V_segments;
  int32_t* F1_V_coords;
  int64_t F1_V_positions;
  bfs_compressed_value* F1_values;
  /* N: S:C, assembled: set by the launch */
  bfs_compressed_position* N_S_segments;
  int32_t* N_S_coords;
  int64_t N_S_positions;
  bfs_compressed_value* N_values;
  int64_t extent_S;
  int64_t extent_V;
  int64_t rounds;  /* how many rounds to run; the spec ends when F1 is empty, which only the host could see */
  /* Device memory whose size only the run tells: workspaces, which the launch releases, and the arrays
     of assembled tensors, which the caller releases. 0: cudaMallocAsync and cudaFreeAsync on the stream. */
  void* (*allocate)(void* context, size_t bytes, struct CUstream_st* stream);
  void (*release)(void* context, void* memory, struct CUstream_st* stream);
  void* allocation_context;
} bfs_compressed_arguments;

/* Bytes of device memory that bfs_compressed_launch needs as workspace (0: none), aligned to 256. */
size_t bfs_compressed_workspace_bytes(const bfs_compressed_arguments* arguments);

/* Enqueues the whole plan on `stream` (0: the default stream) and waits where it must know how many elements a tensor has. 0: enqueued; else see
   bfs_compressed_error_text. Allocates through `allocate` and throws nothing. */
int bfs_compressed_launch(bfs_compressed_arguments* arguments, void* workspace, size_t workspace_bytes,
               struct CUstream_st* stream);
const char* bfs_compressed_error_text(int code);

#ifdef __cplusplus
}
#endif
#endif
