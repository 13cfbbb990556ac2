// Made by teaalc 0.1.0 from events_weights_first.yaml; do not edit.
//   Z[m, n] = W[m, k] * S[k, n]
//     loops N (space), M3 (space), K1, M2 (space), M1 (space), K0 (space), M0
//   stored W[K:U, M:U], S[N:U, K:U], Z[N:U, M:U]
//   sizes CHUNK=5120 ROWS=256
//   teaalc events_weights_first.yaml --type=f32 --arch=sm_90 --index-bits=32
#ifndef TEAALC_events_weights_first_H
#define TEAALC_events_weights_first_H
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#ifndef TEAAL_POSITION_BITS
#define TEAAL_POSITION_BITS 32
#endif
typedef float events_weights_first_value;
#if TEAAL_POSITION_BITS == 64
typedef int64_t events_weights_first_position;
#else
typedef int32_t events_weights_first_position;
#endif

#if TEAAL_POSITION_BITS == 64 /* functions have names of their own */
#define events_weights_first_workspace_bytes events_weights_first_workspace_bytes_64
#define events_weights_first_launch events_weights_first_launch_64
#endif

struct CUstream_st; /* what cudaStream_t points to */

/* Device pointers and sizes. Segments have one entry a fiber and one more; arrays must not overlap. */
typedef struct events_weights_first_arguments {
  /* Z: N:U, M:U */
  events_weights_first_value* Z_values;
  /* W: K:U, M:U */
  const events_weights_first_value* W_values;
  /* S: N:U, K:U */
  const events_weights_first_value* S_values;
  int64_t extent_M;
  int64_t extent_K;
  int64_t extent_N;
} events_weights_first_arguments;

/* Bytes of device memory that events_weights_first_launch needs as workspace (0: none), aligned to 256. */
size_t events_weights_first_workspace_bytes(const events_weights_first_arguments* arguments);

/* Enqueues the whole plan on `stream` (0: the default stream) and returns at once. 0: enqueued; else see
   events_weights_first_error_text. Allocates nothing and throws nothing. */
int events_weights_first_launch(const events_weights_first_arguments* arguments, void* workspace, size_t workspace_bytes,
               struct CUstream_st* stream);
const char* events_weights_first_error_text(int code);

#ifdef __cplusplus
}
#endif
#endif
