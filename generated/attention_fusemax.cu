// Made by teaalc 0.1.0 from attention_fusemax.yaml; do not edit.
//   QK[p, m] = Q[p, e] * K[m, e]
//     loops P1 (space), P0 (space), M (space), E
//   QL[p, m] = QK[p, m]
//     loops P1 (space), P0 (space), M (space)
//   RM0[p] = 1
//     loops P1 (space), P0 (space)
//     maps by inf neg
//   RD0[p] = 0
//     loops P1 (space), P0 (space)
//   RNV0[p, f] = 0
//     loops P1 (space), P0 (space), F (space)
//   LM[p] = QL[p, T * m1 + m0]
//     loops P1 (space), P0 (space), M1, M0 (space)
//     reduces by max from -inf
//   RM1[p] = RM0[p] * LM[p]
//     loops P1 (space), P0 (space)
//     maps by #0 #1 max
//   SLN[p, m0] = QL[p, T * m1 + m0] * RM1[p]
//     loops P1 (space), P0 (space), M0 (space), M1
//     maps by #0 #1 sub exp
//   PRM[p] = RM0[p] * RM1[p]
//     loops P1 (space), P0 (space)
//     maps by #0 #1 sub exp
//   SLD[p] = SLN[p, m0]
//     loops P1 (space), P0 (space), M0 (space)
//   RD1[p] = PRM[p] * RD0[p] + SLD[p]
//     loops P1 (space), P0 (space)
//   SLNV[p, f] = SLN[p, m0] * V[T * m1 + m0, f]
//     loops P1 (space), P0 (space), F (space), M1, M0
//   RNV1[p, f] = PRM[p] * RNV0[p, f] + SLNV[p, f]
//     loops P1 (space), P0 (space), F (space)
//   AV[p, f] = RNV1[p, f] * RD1[p]
//     loops P1 (space), P0 (space), F (space)
//     maps by #0 #1 div
//   stored Q[P:U, E:U], K[E:U, M:U], V[M:U, F:U], QK[P:U, M:U], QL[P:U, M:U], RM0[P:U], RD0[P:U],
//   RNV0[P:U, F:U], LM[P:U], RM1[P:U], SLN[P:U, M0:U], PRM[P:U], SLD[P:U], RD1[P:U], SLNV[P:U,
//   F:U], RNV1[P:U, F:U], AV[P:U, F:U] sizes T=8
//   --type=f32 --arch=sm_90 --index-bits=32

// Sum over the lanes that differ only in the bits of [width_low, width_high): lane offsets
// width_high / 2 down to width_low, both powers of two up to 32. All 32 lanes of the warp must call
// it, with the same widths; each gets the sum of its own group of width_high / width_low lanes,
// bitwise the same in the whole group. (1, 32) is the whole warp.
template <class T>
static __device__ __forceinline__ T teaal_lane_sum(T value, int width_low, int width_high) {
  for (int offset = width_high / 2; offset >= width_low; offset /= 2)
    value += __shfl_xor_sync(0xffffffffu, value, offset);
  return value;
}

// A NaN loses against a number.
struct teaal_max {
  static __device__ __forceinline__ float of(float a, float b) { return fmaxf(a, b); }
  static __device__ __forceinline__ double of(double a, double b) { return fmax(a, b); }
};

// Over the lanes that differ only in the bits of [width_low, width_high): lane offsets width_high /
// 2 down to width_low, both powers of two up to 32. All 32 lanes of the warp must call it, with the
// same widths; each gets the result of its own group. (1, 32) is the whole warp.
template <class Op, class T>
static __device__ __forceinline__ T teaal_lane_reduce(T value, int width_low, int width_high) {
  for (int offset = width_high / 2; offset >= width_low; offset /= 2)
    value = Op::of(value, __shfl_xor_sync(0xffffffffu, value, offset));
  return value;
}

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
#define TEAAL_OFFSET_BITS TEAAL_POSITION_BITS  // 64 where an array has more elements
#endif
#if TEAAL_OFFSET_BITS == 64
typedef long long offset_t;
#else
typedef int offset_t;
#endif
typedef float value_t;

#line 46 "attention_fusemax.yaml"
extern "C" __global__ void __launch_bounds__(256)
    attention_fusemax_AV(value_t* __restrict__ AV_values, value_t* RNV1_values, value_t* RD1_values,
                         coord_t F, coord_t P, value_t* RNV0_now_values, value_t* RD0_now_values,
                         value_t* RM0_now_values, value_t* RM1_values, value_t* SLN_values,
                         const value_t* __restrict__ V_values, coord_t M, coord_t M0,
                         value_t* QL_values, coord_t rounds, value_t* __restrict__ RNV0_values,
                         value_t* __restrict__ RD0_values, value_t* __restrict__ RM0_values,
                         const value_t* __restrict__ Q_values, const value_t* __restrict__ K_values,
                         coord_t E) {
  const size_type workers_P1 = gridDim.x;
  const size_type worker_P1 = blockIdx.x;
  const size_type workers_P0 = blockDim.x / 32;
  const size_type worker_P0 = threadIdx.x / 32;
  const size_type workers_M = 32;
  const size_type worker_M = threadIdx.x % 32;
#line 77 "attention_fusemax.yaml"
  for (size_type p1 = worker_P1 * 8; p1 < P; p1 += workers_P1 * 8) {
#line 77 "attention_fusemax.yaml"
    const size_type p1_end = min(static_cast<size_type>(P), p1 + 8);
#line 77 "attention_fusemax.yaml"
    for (size_type p0 = p1 + worker_P0; p0 < p1_end; p0 += workers_P0) {
#line 77 "attention_fusemax.yaml"
      for (size_type m = worker_M; m < M; m += workers_M) {
        const offset_t QK_M_at = static_cast<offset_t>(p0) * static_cast<offset_t>(M) + m;
#line 33 "attention_fusemax.yaml"
        value_t sum = value_t(0);
#line 77 "attention_fusemax.yaml"
        for (coord_t e = 0; e < E; ++e) {
          const offset_t K_M_at = static_cast<offset_t>(e) * static_cast<offset_t>(M) + m;
          const offset_t Q_E_at = static_cast<offset_t>(p0) * static_cast<offset_t>(E) + e;
#line 33 "attention_fusemax.yaml"
          sum = fmaf(Q_values[Q_E_at], K_values[K_M_at], sum);
        }
#line 33 "attention_fusemax.yaml"
        const value_t QK_element = sum;
#line 34 "attention_fusemax.yaml"
        QL_values[QK_M_at] = QK_element;
      }
      __syncwarp();
#line 35 "attention_fusemax.yaml"
      const value_t RM0_element =
          static_cast<value_t>(-1) * static_cast<value_t>(__int_as_float(0x7f800000));
#line 35 "attention_fusemax.yaml"
      if (threadIdx.x % 32 == 0) {
#line 35 "attention_fusemax.yaml"
        RM0_values[p0] = RM0_element;
      }
#line 39 "attention_fusemax.yaml"
      if (threadIdx.x % 32 == 0) {
#line 39 "attention_fusemax.yaml"
        RM0_now_values[p0] = RM0_element;
      }
      __syncwarp();
#line 36 "attention_fusemax.yaml"
      const value_t RD0_element = value_t(0);
#line 36 "attention_fusemax.yaml"
      if (threadIdx.x % 32 == 0) {
#line 36 "attention_fusemax.yaml"
        RD0_values[p0] = RD0_element;
      }
#line 43 "attention_fusemax.yaml"
      if (threadIdx.x % 32 == 0) {
#line 43 "attention_fusemax.yaml"
        RD0_now_values[p0] = RD0_element;
      }
      __syncwarp();
#line 81 "attention_fusemax.yaml"
      for (size_type f = worker_M; f < F; f += workers_M) {
        const offset_t RNV0_F_at = static_cast<offset_t>(p0) * static_cast<offset_t>(F) + f;
#line 37 "attention_fusemax.yaml"
        const value_t RNV0_element = value_t(0);
#line 37 "attention_fusemax.yaml"
        RNV0_values[RNV0_F_at] = RNV0_element;
#line 45 "attention_fusemax.yaml"
        RNV0_now_values[RNV0_F_at] = RNV0_element;
      }
      __syncwarp();
#line 45 "attention_fusemax.yaml"
      for (coord_t round = 0; round < rounds; ++round) {
#line 38 "attention_fusemax.yaml"
        value_t sum_2 = static_cast<value_t>(-__int_as_float(0x7f800000));
#line 82 "attention_fusemax.yaml"
        for (coord_t m1 = round; m1 < round + 1; ++m1) {
#line 82 "attention_fusemax.yaml"
          for (size_type m0 = worker_M; m0 < M0; m0 += workers_M) {
            const size_type QL_M_coord = 8 * static_cast<size_type>(m1) + m0;
            if (0 <= QL_M_coord && QL_M_coord < M) {
              const offset_t QL_M_at =
                  static_cast<offset_t>(p0) * static_cast<offset_t>(M) + QL_M_coord;
#line 38 "attention_fusemax.yaml"
              sum_2 = fmaxf(sum_2, QL_values[QL_M_at]);
            }
          }
        }
#line 38 "attention_fusemax.yaml"
        const value_t total = teaal_lane_reduce<teaal_max>(sum_2, 1, 32);
#line 38 "attention_fusemax.yaml"
        const value_t LM_element = total;
#line 39 "attention_fusemax.yaml"
        const value_t RM1_element = fmaxf(RM0_now_values[p0], LM_element);
#line 39 "attention_fusemax.yaml"
        if (threadIdx.x % 32 == 0) {
#line 39 "attention_fusemax.yaml"
          RM1_values[p0] = RM1_element;
        }
#line 42 "attention_fusemax.yaml"
        value_t sum_3 = value_t(0);
#line 84 "attention_fusemax.yaml"
        for (size_type m0_2 = worker_M; m0_2 < M0; m0_2 += workers_M) {
          const offset_t SLN_M0_at = static_cast<offset_t>(p0) * static_cast<offset_t>(M0) + m0_2;
#line 40 "attention_fusemax.yaml"
          value_t sum_2_2 = value_t(0);
#line 84 "attention_fusemax.yaml"
          for (coord_t m1_2 = round; m1_2 < round + 1; ++m1_2) {
            const size_type QL_M_coord_2 = 8 * static_cast<size_type>(m1_2) + m0_2;
            if (0 <= QL_M_coord_2 && QL_M_coord_2 < M) {
              const offset_t QL_M_at_2 =
                  static_cast<offset_t>(p0) * static_cast<offset_t>(M) + QL_M_coord_2;
#line 40 "attention_fusemax.yaml"
              sum_2_2 += expf(QL_values[QL_M_at_2] - RM1_element);
            }
          }
#line 40 "attention_fusemax.yaml"
          const value_t SLN_element = sum_2_2;
#line 40 "attention_fusemax.yaml"
          SLN_values[SLN_M0_at] = SLN_element;
#line 42 "attention_fusemax.yaml"
          sum_3 += SLN_element;
        }
#line 41 "attention_fusemax.yaml"
        const value_t PRM_element = expf(RM0_now_values[p0] - RM1_element);
#line 42 "attention_fusemax.yaml"
        const value_t total_2 = teaal_lane_sum(sum_3, 1, 32);
#line 42 "attention_fusemax.yaml"
        const value_t SLD_element = total_2;
#line 43 "attention_fusemax.yaml"
        value_t RD1_element = PRM_element * RD0_now_values[p0];
#line 43 "attention_fusemax.yaml"
        if (threadIdx.x % 32 == 0) {
#line 43 "attention_fusemax.yaml"
          RD1_values[p0] = RD1_element;
        }
#line 43 "attention_fusemax.yaml"
        RD1_element += SLD_element;
#line 43 "attention_fusemax.yaml"
        if (threadIdx.x % 32 == 0) {
#line 43 "attention_fusemax.yaml"
          RD1_values[p0] = RD1_element;
        }
#line 89 "attention_fusemax.yaml"
        for (size_type f_2 = worker_M; f_2 < F; f_2 += workers_M) {
          const offset_t RNV0_now_F_at = static_cast<offset_t>(p0) * static_cast<offset_t>(F) + f_2;
#line 45 "attention_fusemax.yaml"
          RNV1_values[RNV0_now_F_at] = PRM_element * RNV0_now_values[RNV0_now_F_at];
        }
        __syncwarp();
#line 88 "attention_fusemax.yaml"
        for (size_type f_2_2 = worker_M; f_2_2 < F; f_2_2 += workers_M) {
          const offset_t SLNV_F_at = static_cast<offset_t>(p0) * static_cast<offset_t>(F) + f_2_2;
#line 44 "attention_fusemax.yaml"
          value_t sum_4 = value_t(0);
#line 88 "attention_fusemax.yaml"
          for (coord_t m1_3 = round; m1_3 < round + 1; ++m1_3) {
#line 88 "attention_fusemax.yaml"
            for (coord_t m0_3 = 0; m0_3 < M0; ++m0_3) {
              const offset_t SLN_M0_at_2 =
                  static_cast<offset_t>(p0) * static_cast<offset_t>(M0) + m0_3;
              const size_type V_M_coord =
                  8 * static_cast<size_type>(m1_3) + static_cast<size_type>(m0_3);
              if (0 <= V_M_coord && V_M_coord < M) {
                const offset_t V_F_at =
                    static_cast<offset_t>(V_M_coord) * static_cast<offset_t>(F) + f_2_2;
#line 44 "attention_fusemax.yaml"
                sum_4 = fmaf(SLN_values[SLN_M0_at_2], V_values[V_F_at], sum_4);
              }
            }
          }
#line 44 "attention_fusemax.yaml"
          const value_t SLNV_element = sum_4;
#line 45 "attention_fusemax.yaml"
          RNV1_values[SLNV_F_at] += SLNV_element;
        }
        __syncwarp();
#line 39 "attention_fusemax.yaml"
        if (threadIdx.x % 32 == 0) {
#line 39 "attention_fusemax.yaml"
          RM0_now_values[p0] = RM1_values[p0];
        }
        __syncwarp();
#line 43 "attention_fusemax.yaml"
        if (threadIdx.x % 32 == 0) {
#line 43 "attention_fusemax.yaml"
          RD0_now_values[p0] = RD1_values[p0];
        }
        __syncwarp();
#line 89 "attention_fusemax.yaml"
        for (size_type f_3 = worker_M; f_3 < F; f_3 += workers_M) {
          const offset_t RNV0_now_F_at_2 =
              static_cast<offset_t>(p0) * static_cast<offset_t>(F) + f_3;
#line 45 "attention_fusemax.yaml"
          RNV0_now_values[RNV0_now_F_at_2] = RNV1_values[RNV0_now_F_at_2];
        }
        __syncwarp();
      }
      __syncwarp();
#line 90 "attention_fusemax.yaml"
      for (size_type f_4 = worker_M; f_4 < F; f_4 += workers_M) {
        const offset_t AV_F_at = static_cast<offset_t>(p0) * static_cast<offset_t>(F) + f_4;
#line 46 "attention_fusemax.yaml"
        AV_values[AV_F_at] = RNV1_values[AV_F_at] / RD1_values[p0];
      }
    }
  }
}

extern "C" __global__ void attention_fusemax_fill_RM1(value_t* __restrict__ RM1_values,
                                                      coord_t elements_high, coord_t elements_low) {
  for (size_type element = static_cast<size_type>(blockIdx.x) * blockDim.x + threadIdx.x;
       element < static_cast<size_type>(elements_high) * 1073741824 + elements_low;
       element += static_cast<size_type>(gridDim.x) * blockDim.x) {
    RM1_values[element] = static_cast<value_t>(-__int_as_float(0x7f800000));
  }
}

#if !defined(__CUDACC_RTC__) && !defined(TEAAL_PRELUDE)
#line 1 "attention_fusemax.launcher"
#include <cuda_runtime.h>
#include <stddef.h>
#include <stdint.h>

typedef value_t attention_fusemax_value;
typedef pos_t attention_fusemax_position;

extern "C" {
#if TEAAL_POSITION_BITS == 64 /* functions have names of their own */
#define attention_fusemax_workspace_bytes attention_fusemax_workspace_bytes_64
#define attention_fusemax_launch attention_fusemax_launch_64
#endif

struct CUstream_st; /* what cudaStream_t points to */

/* Device pointers and sizes. Segments have one entry a fiber and one more; arrays must not overlap.
 */
typedef struct attention_fusemax_arguments {
  /* Q: P:U, E:U */
  const attention_fusemax_value* Q_values;
  /* K: E:U, M:U */
  const attention_fusemax_value* K_values;
  /* QL: P:U, M:U; absent elements hold -inf */
  attention_fusemax_value* QL_values;
  /* RM0: P:U; absent elements hold -inf */
  attention_fusemax_value* RM0_values;
  /* RD0: P:U */
  attention_fusemax_value* RD0_values;
  /* RNV0: P:U, F:U */
  attention_fusemax_value* RNV0_values;
  /* RM1: P:U; absent elements hold -inf */
  attention_fusemax_value* RM1_values;
  /* SLN: P:U, M0:U */
  attention_fusemax_value* SLN_values;
  /* RD1: P:U */
  attention_fusemax_value* RD1_values;
  /* V: M:U, F:U */
  const attention_fusemax_value* V_values;
  /* RNV1: P:U, F:U */
  attention_fusemax_value* RNV1_values;
  /* AV: P:U, F:U */
  attention_fusemax_value* AV_values;
  int64_t extent_P;
  int64_t extent_E;
  int64_t extent_M;
  int64_t extent_F;
  int64_t extent_M0;
  int64_t extent_M1;
} attention_fusemax_arguments;

/* Bytes of device memory that attention_fusemax_launch needs as workspace (0: none), aligned to
 * 256. */
size_t attention_fusemax_workspace_bytes(const attention_fusemax_arguments* arguments);

/* Enqueues the whole plan on `stream` (0: the default stream) and returns at once. 0: enqueued;
   else see attention_fusemax_error_text. Allocates nothing and throws nothing. */
int attention_fusemax_launch(const attention_fusemax_arguments* arguments, void* workspace,
                             size_t workspace_bytes, struct CUstream_st* stream);
const char* attention_fusemax_error_text(int code);
}

namespace {

inline int64_t min(int64_t a, int64_t b) { return a < b ? a : b; }
inline int64_t max(int64_t a, int64_t b) { return a < b ? b : a; }
inline int64_t ceil_div(int64_t a, int64_t b) { return (a + b - 1) / b; }

struct attention_fusemax_sizes {
  int64_t P;
  int64_t E;
  int64_t M;
  int64_t F;
  int64_t M0;
  int64_t M1;
  int64_t without_rounds = 0;
  explicit attention_fusemax_sizes(const attention_fusemax_arguments& a) {
    P = a.extent_P;
    E = a.extent_E;
    M = a.extent_M;
    F = a.extent_F;
    M0 = a.extent_M0;
    M1 = a.extent_M1;
  }
  bool valid() const {
    return P >= 0 && P <= 2147483647 && E >= 0 && E <= 2147483647 && M >= 0 && M <= 2147483647 &&
           F >= 0 && F <= 2147483647 && M0 >= 0 && M0 <= 2147483647 && M1 >= 0 && M1 <= 2147483647;
  }
  bool addressable() const {
    return (P == 0 || E <= 2147483647 / (P)) && (E == 0 || M <= 2147483647 / (E)) &&
           (P == 0 || M <= 2147483647 / (P)) && (P == 0 || F <= 2147483647 / (P)) &&
           (P == 0 || M0 <= 2147483647 / (P)) && (M == 0 || F <= 2147483647 / (M));
  }
  int64_t elements_0() const { return P; }
  int64_t elements_1() const { return P; }
  int64_t elements_2() const { return (P * F); }
  int64_t grid_attention_fusemax_AV() const { return max(min(ceil_div(P, 8), 2147483647), 1); }
  int64_t block_attention_fusemax_AV() const { return 256; }
  int64_t grid_attention_fusemax_fill_RM1() const {
    return max(1, min(ceil_div(P, 256), 16777215));
  }
  int64_t block_attention_fusemax_fill_RM1() const { return 256; }
  coord_t F_of_attention_fusemax_AV() const { return static_cast<coord_t>(F); }
  coord_t P_of_attention_fusemax_AV() const { return static_cast<coord_t>(P); }
  coord_t M_of_attention_fusemax_AV() const { return static_cast<coord_t>(M); }
  coord_t M0_of_attention_fusemax_AV() const { return static_cast<coord_t>(M0); }
  coord_t rounds_of_attention_fusemax_AV() const { return static_cast<coord_t>(M1); }
  coord_t E_of_attention_fusemax_AV() const { return static_cast<coord_t>(E); }
  coord_t elements_high_of_attention_fusemax_fill_RM1() const {
    return static_cast<coord_t>((P / 1073741824));
  }
  coord_t elements_low_of_attention_fusemax_fill_RM1() const {
    return static_cast<coord_t>((P % 1073741824));
  }
  int64_t stored_QL() const { return P * M; }
  int64_t stored_RM0() const { return P; }
  int64_t stored_RD0() const { return P; }
  int64_t stored_RNV0() const { return P * F; }
  int64_t stored_RM1() const { return P; }
  int64_t stored_SLN() const { return P * M0; }
  int64_t stored_RD1() const { return P; }
  int64_t stored_RNV1() const { return P * F; }
  int64_t stored_AV() const { return P * F; }
  int64_t step_size_0() const { return (1 - min(M1, 1)); }
};

}  // namespace

extern "C" size_t attention_fusemax_workspace_bytes(const attention_fusemax_arguments* arguments) {
  if (arguments == nullptr) return 0;
  const attention_fusemax_sizes sizes(*arguments);
  if (!sizes.valid()) return 0;
  size_t bytes = 0;
  (void)sizes;
  bytes += (static_cast<size_t>(sizes.elements_0()) * sizeof(value_t) + 255) / 256 * 256;
  bytes += (static_cast<size_t>(sizes.elements_1()) * sizeof(value_t) + 255) / 256 * 256;
  bytes += (static_cast<size_t>(sizes.elements_2()) * sizeof(value_t) + 255) / 256 * 256;
  return bytes;
}

extern "C" int attention_fusemax_launch(const attention_fusemax_arguments* arguments,
                                        void* workspace, size_t workspace_bytes,
                                        struct CUstream_st* stream) {
  if (arguments == nullptr) return 1;
  const attention_fusemax_arguments& a = *arguments;
  attention_fusemax_sizes sizes(a);
  if (!sizes.valid()) return 1;
  if (sizeof(offset_t) < sizeof(int64_t) && !sizes.addressable()) return 6;
  if (workspace_bytes < attention_fusemax_workspace_bytes(arguments)) return 2;
  (void)workspace;
  char* free_bytes = static_cast<char*>(workspace);
  value_t* RM0_now = reinterpret_cast<value_t*>(free_bytes);
  free_bytes += (static_cast<size_t>(sizes.elements_0()) * sizeof(value_t) + 255) / 256 * 256;
  value_t* RD0_now = reinterpret_cast<value_t*>(free_bytes);
  free_bytes += (static_cast<size_t>(sizes.elements_1()) * sizeof(value_t) + 255) / 256 * 256;
  value_t* RNV0_now = reinterpret_cast<value_t*>(free_bytes);
  free_bytes += (static_cast<size_t>(sizes.elements_2()) * sizeof(value_t) + 255) / 256 * 256;
  for (sizes.without_rounds = 0; (sizes.without_rounds) < sizes.step_size_0();
       ++sizes.without_rounds) {
    if (cudaMemsetAsync(a.RNV1_values, 0,
                        static_cast<size_t>(sizes.stored_RNV1()) * sizeof(value_t),
                        stream) != cudaSuccess)
      return 3;
    if (cudaMemsetAsync(a.RD1_values, 0, static_cast<size_t>(sizes.stored_RD1()) * sizeof(value_t),
                        stream) != cudaSuccess)
      return 3;
    attention_fusemax_fill_RM1<<<static_cast<unsigned>(sizes.grid_attention_fusemax_fill_RM1()),
                                 static_cast<unsigned>(sizes.block_attention_fusemax_fill_RM1()), 0,
                                 stream>>>(a.RM1_values,
                                           sizes.elements_high_of_attention_fusemax_fill_RM1(),
                                           sizes.elements_low_of_attention_fusemax_fill_RM1());
    if (cudaGetLastError() != cudaSuccess) return 3;
    if (cudaMemsetAsync(a.SLN_values, 0, static_cast<size_t>(sizes.stored_SLN()) * sizeof(value_t),
                        stream) != cudaSuccess)
      return 3;
  }
  attention_fusemax_AV<<<static_cast<unsigned>(sizes.grid_attention_fusemax_AV()),
                         static_cast<unsigned>(sizes.block_attention_fusemax_AV()), 0, stream>>>(
      a.AV_values, a.RNV1_values, a.RD1_values, sizes.F_of_attention_fusemax_AV(),
      sizes.P_of_attention_fusemax_AV(), RNV0_now, RD0_now, RM0_now, a.RM1_values, a.SLN_values,
      a.V_values, sizes.M_of_attention_fusemax_AV(), sizes.M0_of_attention_fusemax_AV(),
      a.QL_values, sizes.rounds_of_attention_fusemax_AV(), a.RNV0_values, a.RD0_values,
      a.RM0_values, a.Q_values, a.K_values, sizes.E_of_attention_fusemax_AV());
  if (cudaGetLastError() != cudaSuccess) return 3;
  return 0;
}

extern "C" const char* attention_fusemax_error_text(int code) {
  switch (code) {
    case 0:
      return "ok";
    case 1:
      return "no arguments, or an extent or size outside [0, 2147483647]";
    case 2:
      return "the workspace is smaller than attention_fusemax_workspace_bytes says";
    case 3:
      return "CUDA refused a launch or a memset; cudaGetLastError has been read";
    case 6:
      return "an array has more elements than offsets count: build with TEAAL_OFFSET_BITS=64";
    default:
      return "unknown code";
  }
}
#endif
