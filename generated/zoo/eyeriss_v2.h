// Made by teaalc 0.1.0 from eyeriss_v2.yaml; do not edit.
//   O[n, m, e, f] = I[n, c, 2 * e + r, 2 * f + s] * F[m, c, r, s]
//     loops N, M2 (space), C1 (space), M1, C0, M0 (space), F, E, R (space), S
//   stored I[N:U, C:C, H:C, W:C], F[M:U, C:C, R:C, S:C], O[N:U, M:U, E:U, F:U]
//   sizes C0=4 M0=4 M1=16
//   teaalc eyeriss_v2.yaml --type=f32 --arch=sm_90 --index-bits=32
#ifndef TEAALC_eyeriss_v2_H
#define TEAALC_eyeriss_v2_H
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#ifndef TEAAL_POSITION_BITS
#define TEAAL_POSITION_BITS 32
#endif
typedef float eyeriss_v2_value;
#if TEAAL_POSITION_BITS == 64
typedef int64_t eyeriss_v2_position;
#else
typedef int32_t eyeriss_v2_position;
#endif

#if TEAAL_POSITION_BITS == 64 /* functions have names of their own */
#define eyeriss_v2_workspace_bytes eyeriss_v2_workspace_bytes_64
#define eyeriss_v2_launch eyeriss_v2_launch_64
#endif

struct CUstream_st; /* what cudaStream_t points to */

/* Device pointers and sizes. Segments have one entry a fiber and one more; arrays must not overlap. */
typedef struct eyeriss_v2_arguments {
  /* O: N:U, M:U, E:U, F:U */
  eyeriss_v2_value* O_values;
  /* I: N:U, C:C, H:C, W:C */
  const eyeriss_v2_position* I_C_segments;
  const int32_t* I_C_coords;
  const eyeriss_v2_position* I_H_segments;
  const int32_t* I_H_coords;
  const eyeriss_v2_position* I_W_segments;
  const int32_t* I_W_coords;
  const eyeriss_v2_value* I_values;
  /* F: M:U, C:C, R:C, S:C */
  const eyeriss_v2_position* F_C_segments;
  const int32_t* F_C_coords;
  const eyeriss_v2_position* F_R_segments;
  const int32_t* F_R_coords;
  const eyeriss_v2_position* F_S_segments;
  const int32_t* F_S_coords;
  const eyeriss_v2_value* F_values;
  int64_t extent_N;
  int64_t extent_C;
  int64_t extent_H;
  int64_t extent_W;
  int64_t extent_M;
  int64_t extent_R;
  int64_t extent_S;
  int64_t extent_E;
  int64_t extent_F;
} eyeriss_v2_arguments;

/* Bytes of device memory that eyeriss_v2_launch needs as workspace (0: none), aligned to 256. */
size_t eyeriss_v2_workspace_bytes(const eyeriss_v2_arguments* arguments);

/* Enqueues the whole plan on `stream` (0: the default stream) and returns at once. 0: enqueued; else see
   eyeriss_v2_error_text. Allocates nothing and throws nothing. */
int eyeriss_v2_launch(const eyeriss_v2_arguments* arguments, void* workspace, size_t workspace_bytes,
               struct CUstream_st* stream);
const char* eyeriss_v2_error_text(int code);

#ifdef __cplusplus
}
#endif
#endif
