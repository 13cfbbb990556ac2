// Made by teaalc 0.1.0 from pagerank.yaml; do not edit.
//   L[s] = G[d, s]
//     loops S, D
//   I[s] = L[s]
//     loops S
//     maps by select(L[s], 1 / L[s], 0)
//   R[d] = G[d, s] * I[s] * P0[s]
//     loops D, S
//   P1[s] = R[s] * a * b
//     loops S
//     maps by a * R[s] + b
//   stored G[D:U, S:C], L[S:U], I[S:U], P0[S:U], R[S:U], P1[S:U]
//   teaalc pagerank.yaml --type=f32 --arch=sm_90 --index-bits=32
#ifndef TEAALC_pagerank_H
#define TEAALC_pagerank_H
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#ifndef TEAAL_POSITION_BITS
#define TEAAL_POSITION_BITS 32
#endif
typedef float pagerank_value;
#if TEAAL_POSITION_BITS == 64
typedef int64_t pagerank_position;
#else
typedef int32_t pagerank_position;
#endif

#if TEAAL_POSITION_BITS == 64 /* functions have names of their own */
#define pagerank_workspace_bytes pagerank_workspace_bytes_64
#define pagerank_launch pagerank_launch_64
#endif

struct CUstream_st; /* what cudaStream_t points to */

/* Device pointers and sizes. Segments have one entry a fiber and one more; arrays must not overlap. */
typedef struct pagerank_arguments {
  /* G_SD: S:U, D:C, tensor G re-sorted */
  const pagerank_position* G_SD_D_segments;
  const int32_t* G_SD_D_coords;
  const pagerank_value* G_SD_values;
  /* I: S:U */
  pagerank_value* I_values;
  /* R: S:U */
  pagerank_value* R_values;
  /* G: D:U, S:C */
  const pagerank_position* G_S_segments;
  const int32_t* G_S_coords;
  const pagerank_value* G_values;
  /* P0: S:U */
  const pagerank_value* P0_values;
  /* P1: S:U */
  pagerank_value* P1_values;
  int64_t extent_D;
  int64_t extent_S;
  pagerank_value scalar_a;
  pagerank_value scalar_b;
} pagerank_arguments;

/* Bytes of device memory that pagerank_launch needs as workspace (0: none), aligned to 256. */
size_t pagerank_workspace_bytes(const pagerank_arguments* arguments);

/* Enqueues the whole plan on `stream` (0: the default stream) and returns at once. 0: enqueued; else see
   pagerank_error_text. Allocates nothing and throws nothing. */
int pagerank_launch(const pagerank_arguments* arguments, void* workspace, size_t workspace_bytes,
               struct CUstream_st* stream);
const char* pagerank_error_text(int code);

#ifdef __cplusplus
}
#endif
#endif
