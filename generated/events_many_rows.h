// Made by teaalc 0.1.0 from events_many_rows.yaml; do not edit.
//   Z[m, n] = S[m, k] * W[k, n]
//     loops M (space), N4 (space), K1, N3 (space), K0, N2, N1 (space), N0
//   stored S[M:U, K:U], W[K:U, N:U], Z[M:U, N:U]
//   sizes CHUNK=4096 COLUMNS=4096 PIECE=512
//   teaalc events_many_rows.yaml --type=f32 --arch=sm_90 --index-bits=32
#ifndef TEAALC_events_many_rows_H
#define TEAALC_events_many_rows_H
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#ifndef TEAAL_POSITION_BITS
#define TEAAL_POSITION_BITS 32
#endif
typedef float events_many_rows_value;
#if TEAAL_POSITION_BITS == 64
typedef int64_t events_many_rows_position;
#else
typedef int32_t events_many_rows_position;
#endif

#if TEAAL_POSITION_BITS == 64 /* functions have names of their own */
#define events_many_rows_workspace_bytes events_many_rows_workspace_bytes_64
#define events_many_rows_launch events_many_rows_launch_64
#endif

struct CUstream_st; /* what cudaStream_t points to */

/* Device pointers and sizes. Segments have one entry a fiber and one more; arrays must not overlap. */
typedef struct events_many_rows_arguments {
  /* Z: M:U, N:U */
  events_many_rows_value* Z_values;
  /* S: M:U, K:U */
  const events_many_rows_value* S_values;
  /* W: K:U, N:U */
  const events_many_rows_value* W_values;
  int64_t extent_M;
  int64_t extent_K;
  int64_t extent_N;
} events_many_rows_arguments;

/* Bytes of device memory that events_many_rows_launch needs as workspace (0: none), aligned to 256. */
size_t events_many_rows_workspace_bytes(const events_many_rows_arguments* arguments);

/* Enqueues the whole plan on `stream` (0: the default stream) and returns at once. 0: enqueued; else see
   events_many_rows_error_text. Allocates nothing and throws nothing. */
int events_many_rows_launch(const events_many_rows_arguments* arguments, void* workspace, size_t workspace_bytes,
               struct CUstream_st* stream);
const char* events_many_rows_error_text(int code);

#ifdef __cplusplus
}
#endif
#endif
