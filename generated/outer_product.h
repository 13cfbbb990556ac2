// Made by teaalc 0.1.0 from outer_product.yaml; do not edit.
//   Z[m, n] = A[m] * B[n]
//     loops M (space), N (space)
//   stored A[M:U], B[N:U], Z[M:U, N:U]
//   teaalc outer_product.yaml --type=f32 --arch=sm_90 --index-bits=32
#ifndef TEAALC_outer_product_H
#define TEAALC_outer_product_H
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#ifndef TEAAL_POSITION_BITS
#define TEAAL_POSITION_BITS 32
#endif
typedef float outer_product_value;
#if TEAAL_POSITION_BITS == 64
typedef int64_t outer_product_position;
#else
typedef int32_t outer_product_position;
#endif

#if TEAAL_POSITION_BITS == 64 /* functions have names of their own */
#define outer_product_workspace_bytes outer_product_workspace_bytes_64
#define outer_product_launch outer_product_launch_64
#endif

struct CUstream_st; /* what cudaStream_t points to */

/* Device pointers and sizes. Segments have one entry a fiber and one more; arrays must not overlap. */
typedef struct outer_product_arguments {
  /* Z: M:U, N:U */
  outer_product_value* Z_values;
  /* A: M:U */
  const outer_product_value* A_values;
  /* B: N:U */
  const outer_product_value* B_values;
  int64_t extent_M;
  int64_t extent_N;
} outer_product_arguments;

/* Bytes of device memory that outer_product_launch needs as workspace (0: none), aligned to 256. */
size_t outer_product_workspace_bytes(const outer_product_arguments* arguments);

/* Enqueues the whole plan on `stream` (0: the default stream) and returns at once. 0: enqueued; else see
   outer_product_error_text. Allocates nothing and throws nothing. */
int outer_product_launch(const outer_product_arguments* arguments, void* workspace, size_t workspace_bytes,
               struct CUstream_st* stream);
const char* outer_product_error_text(int code);

#ifdef __cplusplus
}
#endif
#endif
