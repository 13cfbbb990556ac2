// Made by teaalc 0.1.0 from attention_generations_tensor_cores.yaml; do not edit.
//   QK[p, m] = Q[p, e] * K[m, e]
//     loops P2 (space), M2 (space), M1 (space), P1 (space), E1, E0, M0, P0
//     tensor cores: 3xtf32
//   QL[p, m] = QK[p, m]
//     loops P2 (space), M2 (space), M1 (space), P1, P0, M0
//   BQK[m1, p, m0] = QL[p, T * m1 + m0]
//     loops P2 (space), P1 (space), P0 (space), M1, M0 (space)
//   BV[m1, m0, f] = V[T * m1 + m0, f]
//     loops M1 (space), M0 (space), F (space)
//   LM[m1, p] = BQK[m1, p, m0]
//     loops P2 (space), P1 (space), P0 (space), M1, M0 (space)
//     reduces by max from -inf
//   RM_before[p] = 1
//     loops P2 (space), P1 (space), P0 (space)
//     maps by -inf
//   RD_before[p] = 0
//     loops P2 (space), P1 (space), P0 (space)
//   RNV_before[p, f] = 0
//     loops P2 (space), P1 (space), P0 (space), F1 (space), F0
//   RM[p] = RM_before[p] * LM[m1, p]
//     loops P2 (space), P1 (space), P0 (space), M1
//     maps by max(RM_before[p], LM[m1, p])
//   SLN[m1, p, m0] = BQK[m1, p, m0] * RM[p]
//     loops P2 (space), P1 (space), P0 (space), M1, M0 (space)
//     maps by exp(BQK[m1, p, m0] - RM[p])
//   PRM[m1, p] = RM_before[p] * RM[p]
//     loops P2 (space), P1 (space), P0 (space), M1
//     maps by exp(RM_before[p] - RM[p])
//   SLD[m1, p] = SLN[m1, p, m0]
//     loops P2 (space), P1 (space), P0 (space), M1, M0 (space)
//   RD[p] = PRM[m1, p] * RD_before[p] + SLD[m1, p]
//     loops P2 (space), P1 (space), P0 (space), M1
//   SLNV[m1, p, f] = SLN[m1, p, m0] * BV[m1, m0, f]
//     loops P2 (space), F2 (space), F1 (space), P1 (space), M1, M01, M00, F0, P0
//     tensor cores: 3xtf32
//   RNV[p, f] = PRM[m1, p] * RNV_before[p, f] + SLNV[m1, p, f]
//     loops P2 (space), P1 (space), P0 (space), F1 (space), M1, F0
//   AV[p, f] = RNV[p, f] * RD[p]
//     loops P2 (space), P1 (space), P0 (space), F1 (space), F0
//     maps by RNV[p, f] / RD[p]
//   stored Q[E:U, P:U], K[E:U, M:U], V[M:U, F:U], QK[P:U, M:U], QL[P:U, M:U], BQK[M1:U, P:U, M0:U], BV[M1:U, M0:U, F:U], LM[M1:U, P:U], RM[P:U], SLN[M1:U, P:U, M0:U], PRM[M1:U, P:U], SLD[M1:U, P:U], RD[P:U], SLNV[M1:U, P:U, F:U], RNV[P:U, F:U], AV[P:U, F:U], RM_before[P:U], RD_before[P:U], RNV_before[P:U, F:U]
//   sizes T=8
//   teaalc attention_generations_tensor_cores.yaml --type=f32 --arch=sm_90 --index-bits=32
#ifndef TEAALC_attention_generations_tensor_cores_H
#define TEAALC_attention_generations_tensor_cores_H
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#ifndef TEAAL_POSITION_BITS
#define TEAAL_POSITION_BITS 32
#endif
typedef float attention_generations_tensor_cores_value;
#if TEAAL_POSITION_BITS == 64
typedef int64_t attention_generations_tensor_cores_position;
#else
typedef int32_t attention_generations_tensor_cores_position;
#endif

#if TEAAL_POSITION_BITS == 64 /* functions have names of their own */
#define attention_generations_tensor_cores_workspace_bytes attention_generations_tensor_cores_workspace_bytes_64
#define attention_generations_tensor_cores_launch attention_generations_tensor_cores_launch_64
#endif

struct CUstream_st; /* what cudaStream_t points to */

/* Device pointers and sizes. Segments have one entry a fiber and one more; arrays must not overlap. */
typedef struct attention_generations_tensor_cores_arguments {
  /* QK: P:U, M:U */
  attention_generations_tensor_cores_value* QK_values;
  /* Q: E:U, P:U */
  const attention_generations_tensor_cores_value* Q_values;
  /* K: E:U, M:U */
  const attention_generations_tensor_cores_value* K_values;
  /* QL: P:U, M:U; absent elements hold -inf */
  attention_generations_tensor_cores_value* QL_values;
  /* BQK: M1:U, P:U, M0:U; absent elements hold -inf */
  attention_generations_tensor_cores_value* BQK_values;
  /* BV: M1:U, M0:U, F:U */
  attention_generations_tensor_cores_value* BV_values;
  /* V: M:U, F:U */
  const attention_generations_tensor_cores_value* V_values;
  /* LM: M1:U, P:U; absent elements hold -inf */
  attention_generations_tensor_cores_value* LM_values;
  /* tensor_RM_before: P:U; absent elements hold -inf */
  attention_generations_tensor_cores_value* tensor_RM_before_values;
  /* tensor_RD_before: P:U */
  attention_generations_tensor_cores_value* tensor_RD_before_values;
  /* tensor_RNV_before: P:U, F:U */
  attention_generations_tensor_cores_value* tensor_RNV_before_values;
  /* RM: P:U; absent elements hold -inf */
  attention_generations_tensor_cores_value* RM_values;
  /* SLN: M1:U, P:U, M0:U */
  attention_generations_tensor_cores_value* SLN_values;
  /* PRM: M1:U, P:U */
  attention_generations_tensor_cores_value* PRM_values;
  /* SLD: M1:U, P:U */
  attention_generations_tensor_cores_value* SLD_values;
  /* RD: P:U */
  attention_generations_tensor_cores_value* RD_values;
  /* SLNV: M1:U, P:U, F:U */
  attention_generations_tensor_cores_value* SLNV_values;
  /* RNV: P:U, F:U */
  attention_generations_tensor_cores_value* RNV_values;
  /* AV: P:U, F:U */
  attention_generations_tensor_cores_value* AV_values;
  int64_t extent_P;
  int64_t extent_E;
  int64_t extent_M;
  int64_t extent_F;
  int64_t extent_M1;
  int64_t extent_M0;
} attention_generations_tensor_cores_arguments;

/* Bytes of device memory that attention_generations_tensor_cores_launch needs as workspace (0: none), aligned to 256. */
size_t attention_generations_tensor_cores_workspace_bytes(const attention_generations_tensor_cores_arguments* arguments);

/* Enqueues the whole plan on `stream` (0: the default stream) and returns at once. 0: enqueued; else see
   attention_generations_tensor_cores_error_text. Allocates nothing and throws nothing. */
int attention_generations_tensor_cores_launch(const attention_generations_tensor_cores_arguments* arguments, void* workspace, size_t workspace_bytes,
               struct CUstream_st* stream);
const char* attention_generations_tensor_cores_error_text(int code);

#ifdef __cplusplus
}
#endif
#endif
