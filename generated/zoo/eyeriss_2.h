// Made by teaalc 0.1.0 from eyeriss_2.yaml; do not edit.
//   O[n, m, e, f] = I[n, c, 4 * e + r, 4 * f + s] * F[m, c, r, s]
//     loops N, C, M2, M1 (space), M0, F, E2, E1 (space), E0 (space), R (space), S
//   stored I[N:U, C:U, H:U, W:U], F[M:U, C:U, R:U, S:U], O[N:U, M:U, E:U, F:U]
//   teaalc eyeriss_2.yaml --type=f32 --arch=sm_90 --index-bits=32
#ifndef TEAALC_eyeriss_2_H
#define TEAALC_eyeriss_2_H
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#ifndef TEAAL_POSITION_BITS
#define TEAAL_POSITION_BITS 32
#endif
typedef float eyeriss_2_value;
#if TEAAL_POSITION_BITS == 64
typedef int64_t eyeriss_2_position;
#else
typedef int32_t eyeriss_2_position;
#endif

#if TEAAL_POSITION_BITS == 64 /* functions have names of their own */
#define eyeriss_2_workspace_bytes eyeriss_2_workspace_bytes_64
#define eyeriss_2_launch eyeriss_2_launch_64
#endif

struct CUstream_st; /* what cudaStream_t points to */

/* Device pointers and sizes. Segments have one entry a fiber and one more; arrays must not overlap. */
typedef struct eyeriss_2_arguments {
  /* O: N:U, M:U, E:U, F:U */
  eyeriss_2_value* O_values;
  /* I: N:U, C:U, H:U, W:U */
  const eyeriss_2_value* I_values;
  /* F: M:U, C:U, R:U, S:U */
  const eyeriss_2_value* F_values;
  int64_t extent_N;
  int64_t extent_C;
  int64_t extent_H;
  int64_t extent_W;
  int64_t extent_M;
  int64_t extent_R;
  int64_t extent_S;
  int64_t extent_E;
  int64_t extent_F;
} eyeriss_2_arguments;

/* Bytes of device memory that eyeriss_2_launch needs as workspace (0: none), aligned to 256. */
size_t eyeriss_2_workspace_bytes(const eyeriss_2_arguments* arguments);

/* Enqueues the whole plan on `stream` (0: the default stream) and returns at once. 0: enqueued; else see
   eyeriss_2_error_text. Allocates nothing and throws nothing. */
int eyeriss_2_launch(const eyeriss_2_arguments* arguments, void* workspace, size_t workspace_bytes,
               struct CUstream_st* stream);
const char* eyeriss_2_error_text(int code);

#ifdef __cplusplus
}
#endif
#endif
