// Made by teaalc 0.1.0 from attention_tensor_cores.yaml; do not edit.
//   QK[p, m] = Q[p, e] * K[m, e]
//     loops P2 (space), M2 (space), M1 (space), P1 (space), E1, E0, M0, P0
//     tensor cores: 3xtf32
//   QL[p, m] = QK[p, m]
//     loops P2 (space), M2 (space), M1 (space), P1, P0, M0
//   RM0[p] = 1
//     loops P2 (space), P1 (space), P0 (space)
//     maps by -inf
//   RD0[p] = 0
//     loops P2 (space), P1 (space), P0 (space)
//   RNV0[p, f] = 0
//     loops P2 (space), P1 (space), P0 (space), F1 (space), F0
//   LM[p] = QL[p, T * m1 + m0]
//     loops P2 (space), P1 (space), P0 (space), M1, M0 (space)
//     reduces by max from -inf
//   RM1[p] = RM0[p] * LM[p]
//     loops P2 (space), P1 (space), P0 (space)
//     maps by max(RM0[p], LM[p])
//   SLN[p, m0] = QL[p, T * m1 + m0] * RM1[p]
//     loops P2 (space), P1 (space), P0 (space), M0 (space), M1
//     maps by exp(QL[p, T * m1 + m0] - RM1[p])
//   PRM[p] = RM0[p] * RM1[p]
//     loops P2 (space), P1 (space), P0 (space)
//     maps by exp(RM0[p] - RM1[p])
//   SLD[p] = SLN[p, m0]
//     loops P2 (space), P1 (space), P0 (space), M0 (space)
//   RD1[p] = PRM[p] * RD0[p] + SLD[p]
//     loops P2 (space), P1 (space), P0 (space)
//   SLNV[p, f] = SLN[p, m0] * V[T * m1 + m0, f]
//     loops P2 (space), F2 (space), F1 (space), P1 (space), M1, M01, M00, F0, P0
//     tensor cores: 3xtf32
//   RNV1[p, f] = PRM[p] * RNV0[p, f] + SLNV[p, f]
//     loops P2 (space), P1 (space), P0 (space), F1 (space), F0
//   AV[p, f] = RNV1[p, f] * RD1[p]
//     loops P2 (space), P1 (space), P0 (space), F1 (space), F0
//     maps by RNV1[p, f] / RD1[p]
//   stored Q[E:U, P:U], K[E:U, M:U], V[M:U, F:U], QK[P:U, M:U], QL[P:U, M:U], RM0[P:U], RD0[P:U], RNV0[P:U, F:U], LM[P:U], RM1[P:U], SLN[P:U, M0:U], PRM[P:U], SLD[P:U], RD1[P:U], SLNV[P:U, F:U], RNV1[P:U, F:U], AV[P:U, F:U]
//   sizes T=8
//   teaalc attention_tensor_cores.yaml --type=f32 --arch=sm_90 --index-bits=32
#ifndef TEAALC_attention_tensor_cores_H
#define TEAALC_attention_tensor_cores_H
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#ifndef TEAAL_POSITION_BITS
#define TEAAL_POSITION_BITS 32
#endif
typedef float attention_tensor_cores_value;
#if TEAAL_POSITION_BITS == 64
typedef int64_t attention_tensor_cores_position;
#else
typedef int32_t attention_tensor_cores_position;
#endif

#if TEAAL_POSITION_BITS == 64 /* functions have names of their own */
#define attention_tensor_cores_workspace_bytes attention_tensor_cores_workspace_bytes_64
#define attention_tensor_cores_launch attention_tensor_cores_launch_64
#endif

struct CUstream_st; /* what cudaStream_t points to */

/* Device pointers and sizes. Segments have one entry a fiber and one more; arrays must not overlap. */
typedef struct attention_tensor_cores_arguments {
  /* QK: P:U, M:U */
  attention_tensor_cores_value* QK_values;
  /* Q: E:U, P:U */
  const attention_tensor_cores_value* Q_values;
  /* K: E:U, M:U */
  const attention_tensor_cores_value* K_values;
  /* QL: P:U, M:U; absent elements hold -inf */
  attention_tensor_cores_value* QL_values;
  /* RM0: P:U; absent elements hold -inf */
  attention_tensor_cores_value* RM0_values;
  /* RD0: P:U */
  attention_tensor_cores_value* RD0_values;
  /* RNV0: P:U, F:U */
  attention_tensor_cores_value* RNV0_values;
  /* RM1: P:U; absent elements hold -inf */
  attention_tensor_cores_value* RM1_values;
  /* SLN: P:U, M0:U */
  attention_tensor_cores_value* SLN_values;
  /* RD1: P:U */
  attention_tensor_cores_value* RD1_values;
  /* SLNV: P:U, F:U */
  attention_tensor_cores_value* SLNV_values;
  /* V: M:U, F:U */
  const attention_tensor_cores_value* V_values;
  /* RNV1: P:U, F:U */
  attention_tensor_cores_value* RNV1_values;
  /* AV: P:U, F:U */
  attention_tensor_cores_value* AV_values;
  int64_t extent_P;
  int64_t extent_E;
  int64_t extent_M;
  int64_t extent_F;
  int64_t extent_M0;
  int64_t extent_M1;
} attention_tensor_cores_arguments;

/* Bytes of device memory that attention_tensor_cores_launch needs as workspace (0: none), aligned to 256. */
size_t attention_tensor_cores_workspace_bytes(const attention_tensor_cores_arguments* arguments);

/* Enqueues the whole plan on `stream` (0: the default stream) and returns at once. 0: enqueued; else see
   attention_tensor_cores_error_text. Allocates nothing and throws nothing. */
int attention_tensor_cores_launch(const attention_tensor_cores_arguments* arguments, void* workspace, size_t workspace_bytes,
               struct CUstream_st* stream);
const char* attention_tensor_cores_error_text(int code);

#ifdef __cplusplus
}
#endif
#endif
