// Made by teaalc 0.1.0 from attention_softmax.yaml; do not edit.
//   QK[p, m] = Q[p, e] * K[m, e]
//     loops P, M, E
//   GM[p] = QK[p, m]
//     loops P, M
//     reduces by max from -inf
//   SN[p, m] = QK[p, m] * GM[p]
//     loops P, M
//     maps by exp(QK[p, m] - GM[p])
//   SD[p] = SN[p, m]
//     loops P, M
//   SNV[p, f] = SN[p, m] * V[m, f]
//     loops P, F, M
//   AV[p, f] = SNV[p, f] * SD[p]
//     loops P, F
//     maps by SNV[p, f] / SD[p]
//   stored Q[P:U, E:U], K[M:U, E:U], V[M:U, F:U], QK[P:U, M:U], GM[P:U], SN[P:U, M:U], SD[P:U], SNV[P:U, F:U], AV[P:U, F:U]
//   teaalc attention_softmax.yaml --type=f32 --arch=sm_90 --index-bits=32
#ifndef TEAALC_attention_softmax_H
#define TEAALC_attention_softmax_H
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#ifndef TEAAL_POSITION_BITS
#define TEAAL_POSITION_BITS 32
#endif
typedef float attention_softmax_value;
#if TEAAL_POSITION_BITS == 64
typedef int64_t attention_softmax_position;
#else
typedef int32_t attention_softmax_position;
#endif

#if TEAAL_POSITION_BITS == 64 /* functions have names of their own */
#define attention_softmax_workspace_bytes attention_softmax_workspace_bytes_64
#define attention_softmax_launch attention_softmax_launch_64
#endif

struct CUstream_st; /* what cudaStream_t points to */

/* Device pointers and sizes. Segments have one entry a fiber and one more; arrays must not overlap. */
typedef struct attention_softmax_arguments {
  /* Q: P:U, E:U */
  const attention_softmax_value* Q_values;
  /* K: M:U, E:U */
  const attention_softmax_value* K_values;
  /* QK: P:U, M:U */
  attention_softmax_value* QK_values;
  /* GM: P:U; absent elements hold -inf */
  attention_softmax_value* GM_values;
  /* SN: P:U, M:U */
  attention_softmax_value* SN_values;
  /* SD: P:U */
  attention_softmax_value* SD_values;
  /* V: M:U, F:U */
  const attention_softmax_value* V_values;
  /* AV: P:U, F:U */
  attention_softmax_value* AV_values;
  int64_t extent_P;
  int64_t extent_E;
  int64_t extent_M;
  int64_t extent_F;
} attention_softmax_arguments;

/* Bytes of device memory that attention_softmax_launch needs as workspace (0: none), aligned to 256. */
size_t attention_softmax_workspace_bytes(const attention_softmax_arguments* arguments);

/* Enqueues the whole plan on `stream` (0: the default stream) and returns at once. 0: enqueued; else see
   attention_softmax_error_text. Allocates nothing and throws nothing. */
int attention_softmax_launch(const attention_softmax_arguments* arguments, void* workspace, size_t workspace_bytes,
               struct CUstream_st* stream);
const char* attention_softmax_error_text(int code);

#ifdef __cplusplus
}
#endif
#endif
