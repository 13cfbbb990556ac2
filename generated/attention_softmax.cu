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
//   stored Q[P:U, E:U], K[M:U, E:U], V[M:U, F:U], QK[P:U, M:U], GM[P:U], SN[P:U, M:U], SD[P:U],
//   SNV[P:U, F:U], AV[P:U, F:U] teaalc attention_softmax.yaml --type=f32 --arch=sm_90
//   --index-bits=32

#ifndef TEAAL_POSITION_BITS
#define TEAAL_POSITION_BITS 32  // 64 where there are more positions than 32 bits can count
#endif
typedef int coord_t;
#if TEAAL_POSITION_BITS == 64
typedef long long pos_t;
#else
typedef int pos_t;
#endif
typedef long long size_type;
#ifndef TEAAL_OFFSET_BITS
#define TEAAL_OFFSET_BITS TEAAL_POSITION_BITS  // 64 beyond 1000000000 elements or coordinates
#endif
#if TEAAL_OFFSET_BITS == 64 || TEAAL_POSITION_BITS == 64
typedef long long offset_t;
#else
typedef int offset_t;
#endif
typedef float value_t;

#line 21 "attention_softmax.yaml"
extern "C" __global__ void attention_softmax_SNV(
    value_t* __restrict__ SN_values, const value_t* __restrict__ V_values, coord_t F, coord_t M,
    coord_t P, value_t* __restrict__ AV_values, value_t* __restrict__ QK_values,
    const value_t* __restrict__ Q_values, const value_t* __restrict__ K_values, coord_t E) {
  const offset_t workers_P = static_cast<offset_t>(gridDim.x) * blockDim.x;
  const offset_t worker_P = static_cast<offset_t>(blockIdx.x) * blockDim.x + threadIdx.x;
#line 17 "attention_softmax.yaml"
  for (offset_t p = worker_P; p < P; p += workers_P) {
#line 18 "attention_softmax.yaml"
    value_t sum_2 = static_cast<value_t>(-__int_as_float(0x7f800000));
#line 17 "attention_softmax.yaml"
    for (coord_t m = 0; m < M; ++m) {
      const offset_t QK_M_at = p * static_cast<offset_t>(M) + m;
      value_t sum = value_t(0);
      for (coord_t e = 0; e < E; ++e) {
        const offset_t K_E_at = static_cast<offset_t>(m) * static_cast<offset_t>(E) + e;
        const offset_t Q_E_at = p * static_cast<offset_t>(E) + e;
        sum = fmaf(Q_values[Q_E_at], K_values[K_E_at], sum);
      }
      const value_t QK_element = sum;
      QK_values[QK_M_at] = QK_element;
#line 18 "attention_softmax.yaml"
      sum_2 = fmaxf(sum_2, QK_element);
    }
    const value_t GM_element = sum_2;
#line 20 "attention_softmax.yaml"
    value_t sum_3 = value_t(0);
#line 19 "attention_softmax.yaml"
    for (coord_t m_2 = 0; m_2 < M; ++m_2) {
      const offset_t QK_M_at_2 = p * static_cast<offset_t>(M) + m_2;
      const value_t SN_element = expf(QK_values[QK_M_at_2] - GM_element);
      SN_values[QK_M_at_2] = SN_element;
#line 20 "attention_softmax.yaml"
      sum_3 += SN_element;
    }
    const value_t SD_element = sum_3;
#line 21 "attention_softmax.yaml"
    for (coord_t f = 0; f < F; ++f) {
      const offset_t SNV_F_at = p * static_cast<offset_t>(F) + f;
      value_t sum_4 = value_t(0);
      for (coord_t m_3 = 0; m_3 < M; ++m_3) {
        const offset_t SN_M_at = p * static_cast<offset_t>(M) + m_3;
        const offset_t V_F_at = static_cast<offset_t>(m_3) * static_cast<offset_t>(F) + f;
        sum_4 = fmaf(SN_values[SN_M_at], V_values[V_F_at], sum_4);
      }
#line 22 "attention_softmax.yaml"
      AV_values[SNV_F_at] = sum_4 / SD_element;
    }
  }
}

#if !defined(__CUDACC_RTC__) && !defined(TEAAL_PRELUDE)
#line 1 "attention_softmax.launcher"
#include <cuda_runtime.h>
#include <stddef.h>
#include <stdint.h>

typedef value_t attention_softmax_value;
typedef pos_t attention_softmax_position;

extern "C" {
#if TEAAL_POSITION_BITS == 64 /* functions have names of their own */
#define attention_softmax_workspace_bytes attention_softmax_workspace_bytes_64
#define attention_softmax_launch attention_softmax_launch_64
#endif

struct CUstream_st; /* what cudaStream_t points to */

/* Device pointers and sizes. Segments have one entry a fiber and one more; arrays must not overlap.
 */
typedef struct attention_softmax_arguments {
  /* QK: P:U, M:U */
  attention_softmax_value* QK_values;
  /* Q: P:U, E:U */
  const attention_softmax_value* Q_values;
  /* K: M:U, E:U */
  const attention_softmax_value* K_values;
  /* SN: P:U, M:U */
  attention_softmax_value* SN_values;
  /* V: M:U, F:U */
  const attention_softmax_value* V_values;
  /* AV: P:U, F:U */
  attention_softmax_value* AV_values;
  int64_t extent_P;
  int64_t extent_E;
  int64_t extent_M;
  int64_t extent_F;
} attention_softmax_arguments;

/* Bytes of device memory that attention_softmax_launch needs as workspace (0: none), aligned to
 * 256. */
size_t attention_softmax_workspace_bytes(const attention_softmax_arguments* arguments);

/* Enqueues the whole plan on `stream` (0: the default stream) and returns at once. 0: enqueued;
   else see attention_softmax_error_text. Allocates nothing and throws nothing. */
int attention_softmax_launch(const attention_softmax_arguments* arguments, void* workspace,
                             size_t workspace_bytes, struct CUstream_st* stream);
const char* attention_softmax_error_text(int code);
}

namespace {

inline int64_t min(int64_t a, int64_t b) { return a < b ? a : b; }
inline int64_t max(int64_t a, int64_t b) { return a < b ? b : a; }
inline int64_t ceil_div(int64_t a, int64_t b) { return (a + b - 1) / b; }

struct attention_softmax_sizes {
  int64_t P;
  int64_t E;
  int64_t M;
  int64_t F;
  explicit attention_softmax_sizes(const attention_softmax_arguments& a) {
    P = a.extent_P;
    E = a.extent_E;
    M = a.extent_M;
    F = a.extent_F;
  }
  bool valid() const {
    return P >= 0 && P <= 2147483647 && E >= 0 && E <= 2147483647 && M >= 0 && M <= 2147483647 &&
           F >= 0 && F <= 2147483647;
  }
  bool addressable() const {
    return P <= 1000000000 && E <= 1000000000 && M <= 1000000000 && F <= 1000000000 &&
           (P == 0 || M <= 1000000000 / P) && (P == 0 || E <= 1000000000 / P) &&
           (M == 0 || E <= 1000000000 / M) && (M == 0 || F <= 1000000000 / M) &&
           (P == 0 || F <= 1000000000 / P);
  }
  int64_t block_attention_softmax_SNV() const { return max(min(P, 256), 1); }
  int64_t grid_attention_softmax_SNV() const {
    return min(max(ceil_div(P, max(min(P, 256), 1)), 1), 2147483647);
  }
  coord_t F_of_attention_softmax_SNV() const { return static_cast<coord_t>(F); }
  coord_t M_of_attention_softmax_SNV() const { return static_cast<coord_t>(M); }
  coord_t P_of_attention_softmax_SNV() const { return static_cast<coord_t>(P); }
  coord_t E_of_attention_softmax_SNV() const { return static_cast<coord_t>(E); }
  int64_t stored_QK() const { return P * M; }
  int64_t stored_SN() const { return P * M; }
  int64_t stored_AV() const { return P * F; }
};

}  // namespace

extern "C" size_t attention_softmax_workspace_bytes(const attention_softmax_arguments* arguments) {
  if (arguments == nullptr) return 0;
  const attention_softmax_sizes sizes(*arguments);
  if (!sizes.valid()) return 0;
  size_t bytes = 0;
  (void)sizes;
  return bytes;
}

extern "C" int attention_softmax_launch(const attention_softmax_arguments* arguments,
                                        void* workspace, size_t workspace_bytes,
                                        struct CUstream_st* stream) {
  if (arguments == nullptr) return 1;
  const attention_softmax_arguments& a = *arguments;
  const attention_softmax_sizes sizes(a);
  if (!sizes.valid()) return 1;
  if (sizeof(offset_t) < sizeof(int64_t) && !sizes.addressable()) return 6;
  if (workspace_bytes < attention_softmax_workspace_bytes(arguments)) return 2;
  (void)workspace;
  attention_softmax_SNV<<<static_cast<unsigned>(sizes.grid_attention_softmax_SNV()),
                          static_cast<unsigned>(sizes.block_attention_softmax_SNV()), 0, stream>>>(
      a.SN_values, a.V_values, sizes.F_of_attention_softmax_SNV(),
      sizes.M_of_attention_softmax_SNV(), sizes.P_of_attention_softmax_SNV(), a.AV_values,
      a.QK_values, a.Q_values, a.K_values, sizes.E_of_attention_softmax_SNV());
  if (cudaGetLastError() != cudaSuccess) return 3;
  return 0;
}

extern "C" const char* attention_softmax_error_text(int code) {
  switch (code) {
    case 0:
      return "ok";
    case 1:
      return "no arguments, or an extent or size outside [0, 2147483647]";
    case 2:
      return "the workspace is smaller than attention_softmax_workspace_bytes says";
    case 3:
      return "CUDA refused a launch or a memset; cudaGetLastError has been read";
    case 6:
      return "an extent or an array is longer than offsets count: build with TEAAL_OFFSET_BITS=64";
    default:
      return "unknown code";
  }
}
#endif
