// Made by teaalc 0.1.0 from sssp_compressed.yaml; do not edit.
//   R[v] = G[s, v] * A0[s]
//     loops S (space), V (space)
//     maps by G[s, v] + A0[s]
//     reduces by min from inf
//   A1[v] = R[v] * P0[v]
//     loops V
//     maps by select(R[v] < P0[v], R[v], inf)
//   P1[v] = A1[v] + P0[v]
//     loops V
//     reduces by min from inf
//   N[s] = A1[s]
//     loops S
//   stored G[S:U, V:C], A0[S:C], P0[V:U], R[V:C], P1[V:U], A1[V:C], N[S:C]
//   teaalc sssp_compressed.yaml --type=f32 --arch=sm_90 --index-bits=32
#ifndef TEAALC_sssp_compressed_H
#define TEAALC_sssp_compressed_H
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#ifndef TEAAL_POSITION_BITS
#define TEAAL_POSITION_BITS 32
#endif
typedef float sssp_compressed_value;
#if TEAAL_POSITION_BITS == 64
typedef int64_t sssp_compressed_position;
#else
typedef int32_t sssp_compressed_position;
#endif

#if TEAAL_POSITION_BITS == 64 /* functions have names of their own */
#define sssp_compressed_workspace_bytes sssp_compressed_workspace_bytes_64
#define sssp_compressed_launch sssp_compressed_launch_64
#endif

struct CUstream_st; /* what cudaStream_t points to */

/* Device pointers and sizes. Segments have one entry a fiber and one more; arrays must not overlap. */
typedef struct sssp_compressed_arguments {
  /* G: S:U, V:C; absent elements hold inf */
  const sssp_compressed_position* G_V_segments;
  const int32_t* G_V_coords;
  const sssp_compressed_value* G_values;
  /* A0: S:C; absent elements hold inf */
  const sssp_compressed_position* A0_S_segments;
  const int32_t* A0_S_coords;
  const sssp_compressed_value* A0_values;
  /* R: V:C, assembled: set by the launch; absent elements hold inf */
  sssp_compressed_position* R_V_segments;
  int32_t* R_V_coords;
  int64_t R_V_positions;
  sssp_compressed_value* R_values;
  /* P0: V:U; absent elements hold inf */
  const sssp_compressed_value* P0_values;
  /* P1: V:U; absent elements hold inf */
  sssp_compressed_value* P1_values;
  /* A1: V:C, assembled: set by the launch; absent elements hold inf */
  sssp_compressed_position* A1_V_segments;
  int32_t* A1_V_coords;
  int64_t A1_V_positions;
  sssp_compressed_value* A1_values;
  /* N: S:C, assembled: set by the launch; absent elements hold inf */
  sssp_compressed_position* N_S_segments;
  int32_t* N_S_coords;
  int64_t N_S_positions;
  sssp_compressed_value* N_values;
  int64_t extent_S;
  int64_t extent_V;
  int64_t rounds;  /* how many rounds to run; the spec ends when A1 is empty, which only the host could see */
  /* Device memory whose size only the run tells: workspaces, which the launch releases, and the arrays
     of assembled tensors, which the caller releases. 0: cudaMallocAsync and cudaFreeAsync on the stream. */
  void* (*allocate)(void* context, size_t bytes, struct CUstream_st* stream);
  void (*release)(void* context, void* memory, struct CUstream_st* stream);
  void* allocation_context;
} sssp_compressed_arguments;

/* Bytes of device memory that sssp_compressed_launch needs as workspace (0: none), aligned to 256. */
size_t sssp_compressed_workspace_bytes(const sssp_compressed_arguments* arguments);

/* Enqueues the whole plan on `stream` (0: the default stream) and waits where it must know how many elements a tensor has. 0: enqueued; else see
   sssp_compressed_error_text. Allocates through `allocate` and throws nothing. */
int sssp_compressed_launch(sssp_compressed_arguments* arguments, void* workspace, size_t workspace_bytes,
               struct CUstream_st* stream);
const char* sssp_compressed_error_text(int code);

#ifdef __cplusplus
}
#endif
#endif
