// Made by teaalc 0.1.0 from attention_generations.yaml; do not edit.
//   QK[p, m] = Q[p, e] * K[m, e]
//     loops P1 (space), P0 (space), M (space), E
//   QL[p, m] = QK[p, m]
//     loops P1 (space), P0 (space), M (space)
//   BQK[m1, p, m0] = QL[p, T * m1 + m0]
//     loops P1 (space), P0 (space), M1, M0 (space)
//   BV[m1, m0, f] = V[T * m1 + m0, f]
//     loops M1, M0, F
//   LM[m1, p] = BQK[m1, p, m0]
//     loops P1 (space), P0 (space), M1, M0 (space)
//     reduces by max from -inf
//   RM_before[p] = 1
//     loops P1 (space), P0 (space)
//     maps by inf neg
//   RD_before[p] = 0
//     loops P1 (space), P0 (space)
//   RNV_before[p, f] = 0
//     loops P1 (space), P0 (space), F (space)
//   RM[p] = RM_before[p] * LM[m1, p]
//     loops P1 (space), P0 (space), M1
//     maps by #0 #1 max
//   SLN[m1, p, m0] = BQK[m1, p, m0] * RM[p]
//     loops P1 (space), P0 (space), M1, M0 (space)
//     maps by #0 #1 sub exp
//   PRM[m1, p] = RM_before[p] * RM[p]
//     loops P1 (space), P0 (space), M1
//     maps by #0 #1 sub exp
//   SLD[m1, p] = SLN[m1, p, m0]
//     loops P1 (space), P0 (space), M1, M0 (space)
//   RD[p] = PRM[m1, p] * RD_before[p] + SLD[m1, p]
//     loops P1 (space), P0 (space), M1
//   SLNV[m1, p, f] = SLN[m1, p, m0] * BV[m1, m0, f]
//     loops P1 (space), P0 (space), F (space), M1, M0
//   RNV[p, f] = PRM[m1, p] * RNV_before[p, f] + SLNV[m1, p, f]
//     loops P1 (space), P0 (space), F (space), M1
//   AV[p, f] = RNV[p, f] * RD[p]
//     loops P1 (space), P0 (space), F (space)
//     maps by #0 #1 div
//   stored Q[P:U, E:U], K[E:U, M:U], V[M:U, F:U], QK[P:U, M:U], QL[P:U, M:U], BQK[M1:U, P:U, M0:U],
//   BV[M1:U, M0:U, F:U], LM[M1:U, P:U], RM[P:U], SLN[M1:U, P:U, M0:U], PRM[M1:U, P:U], SLD[M1:U,
//   P:U], RD[P:U], SLNV[M1:U, P:U, F:U], RNV[P:U, F:U], AV[P:U, F:U], RM_before[P:U],
//   RD_before[P:U], RNV_before[P:U, F:U] sizes T=8
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

#line 33 "attention_generations.yaml"
extern "C" __global__ void attention_generations_BV(value_t* __restrict__ BV_values,
                                                    const value_t* __restrict__ V_values, coord_t F,
                                                    coord_t M, coord_t M0, coord_t M1) {
  const size_type workers_M1 = static_cast<size_type>(gridDim.x) * blockDim.x;
  const size_type worker_M1 = static_cast<size_type>(blockIdx.x) * blockDim.x + threadIdx.x;
#line 33 "attention_generations.yaml"
  for (size_type m1 = worker_M1; m1 < M1; m1 += workers_M1) {
#line 33 "attention_generations.yaml"
    for (coord_t m0 = 0; m0 < M0; ++m0) {
      const offset_t BV_M0_at = static_cast<offset_t>(m1) * static_cast<offset_t>(M0) + m0;
      const size_type V_M_coord = 8 * m1 + static_cast<size_type>(m0);
      if (0 <= V_M_coord && V_M_coord < M) {
#line 33 "attention_generations.yaml"
        for (coord_t f = 0; f < F; ++f) {
          const offset_t BV_F_at = BV_M0_at * static_cast<offset_t>(F) + f;
          const offset_t V_F_at = static_cast<offset_t>(V_M_coord) * static_cast<offset_t>(F) + f;
#line 33 "attention_generations.yaml"
          BV_values[BV_F_at] = V_values[V_F_at];
        }
      }
    }
  }
}

#line 42 "attention_generations.yaml"
extern "C" __global__ void __launch_bounds__(256) attention_generations_AV(
    value_t* __restrict__ AV_values, value_t* RNV_values, value_t* RD_values, coord_t F, coord_t P,
    value_t* tensor_RNV_before_now_values, value_t* tensor_RD_before_now_values,
    value_t* tensor_RM_before_now_values, value_t* RM_values, value_t* SLNV_values,
    value_t* PRM_values, value_t* SLN_values, const value_t* __restrict__ BV_values, coord_t M0,
    value_t* SLD_values, value_t* BQK_values, value_t* LM_values, coord_t rounds,
    value_t* __restrict__ tensor_RNV_before_values, value_t* __restrict__ tensor_RD_before_values,
    value_t* __restrict__ tensor_RM_before_values, coord_t M1, value_t* QL_values, coord_t M,
    const value_t* __restrict__ Q_values, const value_t* __restrict__ K_values, coord_t E) {
  const size_type workers_P1 = gridDim.x;
  const size_type worker_P1 = blockIdx.x;
  const size_type workers_P0 = blockDim.x / 32;
  const size_type worker_P0 = threadIdx.x / 32;
  const size_type workers_M = 32;
  const size_type worker_M = threadIdx.x % 32;
#line 67 "attention_generations.yaml"
  for (size_type p1 = worker_P1 * 8; p1 < P; p1 += workers_P1 * 8) {
#line 67 "attention_generations.yaml"
    const size_type p1_end = min(static_cast<size_type>(P), p1 + 8);
#line 67 "attention_generations.yaml"
    for (size_type p0 = p1 + worker_P0; p0 < p1_end; p0 += workers_P0) {
#line 67 "attention_generations.yaml"
      for (size_type m = worker_M; m < M; m += workers_M) {
        const offset_t QK_M_at = static_cast<offset_t>(p0) * static_cast<offset_t>(M) + m;
#line 30 "attention_generations.yaml"
        value_t sum = value_t(0);
#line 67 "attention_generations.yaml"
        for (coord_t e = 0; e < E; ++e) {
          const offset_t K_M_at = static_cast<offset_t>(e) * static_cast<offset_t>(M) + m;
          const offset_t Q_E_at = static_cast<offset_t>(p0) * static_cast<offset_t>(E) + e;
#line 30 "attention_generations.yaml"
          sum = fmaf(Q_values[Q_E_at], K_values[K_M_at], sum);
        }
#line 30 "attention_generations.yaml"
        const value_t QK_element = sum;
#line 31 "attention_generations.yaml"
        QL_values[QK_M_at] = QK_element;
      }
      __syncwarp();
#line 69 "attention_generations.yaml"
      for (coord_t m1 = 0; m1 < M1; ++m1) {
        const offset_t BQK_P_at = static_cast<offset_t>(m1) * static_cast<offset_t>(P) + p0;
#line 34 "attention_generations.yaml"
        value_t sum_2 = static_cast<value_t>(-__int_as_float(0x7f800000));
#line 69 "attention_generations.yaml"
        for (size_type m0 = worker_M; m0 < M0; m0 += workers_M) {
          const offset_t BQK_M0_at = BQK_P_at * static_cast<offset_t>(M0) + m0;
          const size_type QL_M_coord = 8 * static_cast<size_type>(m1) + m0;
          value_t BQK_element = static_cast<value_t>(-__int_as_float(0x7f800000));
          if (0 <= QL_M_coord && QL_M_coord < M) {
            const offset_t QL_M_at =
                static_cast<offset_t>(p0) * static_cast<offset_t>(M) + QL_M_coord;
#line 32 "attention_generations.yaml"
            BQK_element = QL_values[QL_M_at];
#line 32 "attention_generations.yaml"
            BQK_values[BQK_M0_at] = BQK_element;
          }
#line 34 "attention_generations.yaml"
          sum_2 = fmaxf(sum_2, BQK_element);
        }
#line 34 "attention_generations.yaml"
        const value_t total = teaal_lane_reduce<teaal_max>(sum_2, 1, 32);
#line 34 "attention_generations.yaml"
        if (worker_M == 0) {
#line 34 "attention_generations.yaml"
          LM_values[BQK_P_at] = total;
        }
      }
      __syncwarp();
#line 35 "attention_generations.yaml"
      const value_t tensor_RM_before_element =
          static_cast<value_t>(-1) * static_cast<value_t>(__int_as_float(0x7f800000));
#line 35 "attention_generations.yaml"
      if (threadIdx.x % 32 == 0) {
#line 35 "attention_generations.yaml"
        tensor_RM_before_values[p0] = tensor_RM_before_element;
      }
#line 35 "attention_generations.yaml"
      if (threadIdx.x % 32 == 0) {
#line 35 "attention_generations.yaml"
        tensor_RM_before_now_values[p0] = tensor_RM_before_element;
      }
      __syncwarp();
#line 39 "attention_generations.yaml"
      const value_t tensor_RD_before_element = value_t(0);
#line 39 "attention_generations.yaml"
      if (threadIdx.x % 32 == 0) {
#line 39 "attention_generations.yaml"
        tensor_RD_before_values[p0] = tensor_RD_before_element;
      }
#line 39 "attention_generations.yaml"
      if (threadIdx.x % 32 == 0) {
#line 39 "attention_generations.yaml"
        tensor_RD_before_now_values[p0] = tensor_RD_before_element;
      }
      __syncwarp();
#line 77 "attention_generations.yaml"
      for (size_type f = worker_M; f < F; f += workers_M) {
        const offset_t tensor_RNV_before_F_at =
            static_cast<offset_t>(p0) * static_cast<offset_t>(F) + f;
#line 41 "attention_generations.yaml"
        const value_t tensor_RNV_before_element = value_t(0);
#line 41 "attention_generations.yaml"
        tensor_RNV_before_values[tensor_RNV_before_F_at] = tensor_RNV_before_element;
#line 41 "attention_generations.yaml"
        tensor_RNV_before_now_values[tensor_RNV_before_F_at] = tensor_RNV_before_element;
      }
      __syncwarp();
#line 41 "attention_generations.yaml"
      for (coord_t round = 0; round < rounds; ++round) {
#line 35 "attention_generations.yaml"
        value_t sum_3 = value_t(0);
#line 71 "attention_generations.yaml"
        for (coord_t m1_2 = round; m1_2 < round + 1; ++m1_2) {
          const offset_t LM_P_at = static_cast<offset_t>(m1_2) * static_cast<offset_t>(P) + p0;
#line 35 "attention_generations.yaml"
          sum_3 += fmaxf(tensor_RM_before_now_values[p0], LM_values[LM_P_at]);
        }
#line 35 "attention_generations.yaml"
        const value_t RM_element = sum_3;
#line 35 "attention_generations.yaml"
        if (threadIdx.x % 32 == 0) {
#line 35 "attention_generations.yaml"
          RM_values[p0] = RM_element;
        }
#line 72 "attention_generations.yaml"
        for (coord_t m1_2_2 = round; m1_2_2 < round + 1; ++m1_2_2) {
          const offset_t BQK_P_at_2 = static_cast<offset_t>(m1_2_2) * static_cast<offset_t>(P) + p0;
#line 38 "attention_generations.yaml"
          value_t sum_2_2 = value_t(0);
#line 72 "attention_generations.yaml"
          for (size_type m0_2 = worker_M; m0_2 < M0; m0_2 += workers_M) {
            const offset_t BQK_M0_at_2 = BQK_P_at_2 * static_cast<offset_t>(M0) + m0_2;
#line 36 "attention_generations.yaml"
            const value_t SLN_element = expf(BQK_values[BQK_M0_at_2] - RM_element);
#line 36 "attention_generations.yaml"
            SLN_values[BQK_M0_at_2] = SLN_element;
#line 38 "attention_generations.yaml"
            sum_2_2 += SLN_element;
          }
#line 38 "attention_generations.yaml"
          const value_t total_2 = teaal_lane_sum(sum_2_2, 1, 32);
#line 38 "attention_generations.yaml"
          if (worker_M == 0) {
#line 38 "attention_generations.yaml"
            SLD_values[BQK_P_at_2] = total_2;
          }
        }
#line 39 "attention_generations.yaml"
        value_t sum_3_2 = value_t(0);
#line 73 "attention_generations.yaml"
        for (coord_t m1_3 = round; m1_3 < round + 1; ++m1_3) {
          const offset_t PRM_P_at = static_cast<offset_t>(m1_3) * static_cast<offset_t>(P) + p0;
#line 37 "attention_generations.yaml"
          const value_t PRM_element = expf(tensor_RM_before_now_values[p0] - RM_element);
#line 37 "attention_generations.yaml"
          if (threadIdx.x % 32 == 0) {
#line 37 "attention_generations.yaml"
            PRM_values[PRM_P_at] = PRM_element;
          }
#line 39 "attention_generations.yaml"
          sum_3_2 = fmaf(PRM_element, tensor_RD_before_now_values[p0], sum_3_2);
        }
#line 39 "attention_generations.yaml"
        if (threadIdx.x % 32 == 0) {
#line 39 "attention_generations.yaml"
          RD_values[p0] = sum_3_2;
        }
        __syncwarp();
#line 39 "attention_generations.yaml"
        value_t sum_4 = value_t(0);
#line 75 "attention_generations.yaml"
        for (coord_t m1_4 = round; m1_4 < round + 1; ++m1_4) {
          const offset_t SLD_P_at = static_cast<offset_t>(m1_4) * static_cast<offset_t>(P) + p0;
#line 39 "attention_generations.yaml"
          sum_4 += SLD_values[SLD_P_at];
        }
#line 39 "attention_generations.yaml"
        if (threadIdx.x % 32 == 0) {
#line 39 "attention_generations.yaml"
          RD_values[p0] += sum_4;
        }
        __syncwarp();
#line 76 "attention_generations.yaml"
        for (size_type f_2 = worker_M; f_2 < F; f_2 += workers_M) {
          const offset_t RNV_F_at = static_cast<offset_t>(p0) * static_cast<offset_t>(F) + f_2;
#line 41 "attention_generations.yaml"
          value_t sum_2_2_2 = value_t(0);
#line 76 "attention_generations.yaml"
          for (coord_t m1_5 = round; m1_5 < round + 1; ++m1_5) {
            const offset_t SLN_P_at = static_cast<offset_t>(m1_5) * static_cast<offset_t>(P) + p0;
            const offset_t SLNV_F_at = SLN_P_at * static_cast<offset_t>(F) + f_2;
#line 40 "attention_generations.yaml"
            value_t sum_5 = value_t(0);
#line 76 "attention_generations.yaml"
            for (coord_t m0_2_2 = 0; m0_2_2 < M0; ++m0_2_2) {
              const offset_t BV_M0_at =
                  static_cast<offset_t>(m1_5) * static_cast<offset_t>(M0) + m0_2_2;
              const offset_t BV_F_at = BV_M0_at * static_cast<offset_t>(F) + f_2;
              const offset_t SLN_M0_at = SLN_P_at * static_cast<offset_t>(M0) + m0_2_2;
#line 40 "attention_generations.yaml"
              sum_5 = fmaf(SLN_values[SLN_M0_at], BV_values[BV_F_at], sum_5);
            }
#line 40 "attention_generations.yaml"
            SLNV_values[SLNV_F_at] = sum_5;
#line 41 "attention_generations.yaml"
            sum_2_2_2 =
                fmaf(PRM_values[SLN_P_at], tensor_RNV_before_now_values[RNV_F_at], sum_2_2_2);
          }
#line 41 "attention_generations.yaml"
          value_t RNV_element = sum_2_2_2;
#line 41 "attention_generations.yaml"
          value_t sum_2_2_2_2 = value_t(0);
#line 77 "attention_generations.yaml"
          for (coord_t m1_2_2_2 = round; m1_2_2_2 < round + 1; ++m1_2_2_2) {
            const offset_t SLNV_P_at_2 =
                static_cast<offset_t>(m1_2_2_2) * static_cast<offset_t>(P) + p0;
            const offset_t SLNV_F_at_2 = SLNV_P_at_2 * static_cast<offset_t>(F) + f_2;
#line 41 "attention_generations.yaml"
            sum_2_2_2_2 += SLNV_values[SLNV_F_at_2];
          }
#line 41 "attention_generations.yaml"
          RNV_element += sum_2_2_2_2;
#line 41 "attention_generations.yaml"
          RNV_values[RNV_F_at] = RNV_element;
        }
        __syncwarp();
#line 35 "attention_generations.yaml"
        if (threadIdx.x % 32 == 0) {
#line 35 "attention_generations.yaml"
          tensor_RM_before_now_values[p0] = RM_values[p0];
        }
        __syncwarp();
#line 39 "attention_generations.yaml"
        if (threadIdx.x % 32 == 0) {
#line 39 "attention_generations.yaml"
          tensor_RD_before_now_values[p0] = RD_values[p0];
        }
        __syncwarp();
#line 77 "attention_generations.yaml"
        for (size_type f_2_2 = worker_M; f_2_2 < F; f_2_2 += workers_M) {
          const offset_t RNV_F_at_2 = static_cast<offset_t>(p0) * static_cast<offset_t>(F) + f_2_2;
#line 41 "attention_generations.yaml"
          tensor_RNV_before_now_values[RNV_F_at_2] = RNV_values[RNV_F_at_2];
        }
        __syncwarp();
      }
      __syncwarp();
#line 78 "attention_generations.yaml"
      for (size_type f_3 = worker_M; f_3 < F; f_3 += workers_M) {
        const offset_t AV_F_at = static_cast<offset_t>(p0) * static_cast<offset_t>(F) + f_3;
#line 42 "attention_generations.yaml"
        AV_values[AV_F_at] = RNV_values[AV_F_at] / RD_values[p0];
      }
    }
  }
}

extern "C" __global__ void attention_generations_fill_BQK(value_t* __restrict__ BQK_values,
                                                          coord_t elements_high,
                                                          coord_t elements_low) {
  for (size_type element = static_cast<size_type>(blockIdx.x) * blockDim.x + threadIdx.x;
       element < static_cast<size_type>(elements_high) * 1073741824 + elements_low;
       element += static_cast<size_type>(gridDim.x) * blockDim.x) {
    BQK_values[element] = static_cast<value_t>(-__int_as_float(0x7f800000));
  }
}

extern "C" __global__ void attention_generations_fill_RM(value_t* __restrict__ RM_values,
                                                         coord_t elements_high,
                                                         coord_t elements_low) {
  for (size_type element = static_cast<size_type>(blockIdx.x) * blockDim.x + threadIdx.x;
       element < static_cast<size_type>(elements_high) * 1073741824 + elements_low;
       element += static_cast<size_type>(gridDim.x) * blockDim.x) {
    RM_values[element] = static_cast<value_t>(-__int_as_float(0x7f800000));
  }
}

#if !defined(__CUDACC_RTC__) && !defined(TEAAL_PRELUDE)
#line 1 "attention_generations.launcher"
#include <cuda_runtime.h>
#include <stddef.h>
#include <stdint.h>

typedef value_t attention_generations_value;
typedef pos_t attention_generations_position;

extern "C" {
#if TEAAL_POSITION_BITS == 64 /* functions have names of their own */
#define attention_generations_workspace_bytes attention_generations_workspace_bytes_64
#define attention_generations_launch attention_generations_launch_64
#endif

struct CUstream_st; /* what cudaStream_t points to */

/* Device pointers and sizes. Segments have one entry a fiber and one more; arrays must not overlap.
 */
typedef struct attention_generations_arguments {
  /* Q: P:U, E:U */
  const attention_generations_value* Q_values;
  /* K: E:U, M:U */
  const attention_generations_value* K_values;
  /* QL: P:U, M:U; absent elements hold -inf */
  attention_generations_value* QL_values;
  /* BQK: M1:U, P:U, M0:U; absent elements hold -inf */
  attention_generations_value* BQK_values;
  /* BV: M1:U, M0:U, F:U */
  attention_generations_value* BV_values;
  /* V: M:U, F:U */
  const attention_generations_value* V_values;
  /* LM: M1:U, P:U; absent elements hold -inf */
  attention_generations_value* LM_values;
  /* tensor_RM_before: P:U; absent elements hold -inf */
  attention_generations_value* tensor_RM_before_values;
  /* tensor_RD_before: P:U */
  attention_generations_value* tensor_RD_before_values;
  /* tensor_RNV_before: P:U, F:U */
  attention_generations_value* tensor_RNV_before_values;
  /* RM: P:U; absent elements hold -inf */
  attention_generations_value* RM_values;
  /* SLN: M1:U, P:U, M0:U */
  attention_generations_value* SLN_values;
  /* PRM: M1:U, P:U */
  attention_generations_value* PRM_values;
  /* SLD: M1:U, P:U */
  attention_generations_value* SLD_values;
  /* RD: P:U */
  attention_generations_value* RD_values;
  /* SLNV: M1:U, P:U, F:U */
  attention_generations_value* SLNV_values;
  /* RNV: P:U, F:U */
  attention_generations_value* RNV_values;
  /* AV: P:U, F:U */
  attention_generations_value* AV_values;
  int64_t extent_P;
  int64_t extent_E;
  int64_t extent_M;
  int64_t extent_F;
  int64_t extent_M1;
  int64_t extent_M0;
} attention_generations_arguments;

/* Bytes of device memory that attention_generations_launch needs as workspace (0: none), aligned to
 * 256. */
size_t attention_generations_workspace_bytes(const attention_generations_arguments* arguments);

/* Enqueues the whole plan on `stream` (0: the default stream) and returns at once. 0: enqueued;
   else see attention_generations_error_text. Allocates nothing and throws nothing. */
int attention_generations_launch(const attention_generations_arguments* arguments, void* workspace,
                                 size_t workspace_bytes, struct CUstream_st* stream);
const char* attention_generations_error_text(int code);
}

namespace {

inline int64_t min(int64_t a, int64_t b) { return a < b ? a : b; }
inline int64_t max(int64_t a, int64_t b) { return a < b ? b : a; }
inline int64_t ceil_div(int64_t a, int64_t b) { return (a + b - 1) / b; }

struct attention_generations_sizes {
  int64_t P;
  int64_t E;
  int64_t M;
  int64_t F;
  int64_t M1;
  int64_t M0;
  int64_t without_rounds = 0;
  explicit attention_generations_sizes(const attention_generations_arguments& a) {
    P = a.extent_P;
    E = a.extent_E;
    M = a.extent_M;
    F = a.extent_F;
    M1 = a.extent_M1;
    M0 = a.extent_M0;
  }
  bool valid() const {
    return P >= 0 && P <= 2147483647 && E >= 0 && E <= 2147483647 && M >= 0 && M <= 2147483647 &&
           F >= 0 && F <= 2147483647 && M1 >= 0 && M1 <= 2147483647 && M0 >= 0 && M0 <= 2147483647;
  }
  bool addressable() const {
    return (P == 0 || E <= 2147483647 / (P)) && (E == 0 || M <= 2147483647 / (E)) &&
           (P == 0 || M <= 2147483647 / (P)) && (M1 == 0 || P <= 2147483647 / (M1)) &&
           (M1 * P == 0 || M0 <= 2147483647 / (M1 * P)) && (M1 == 0 || M0 <= 2147483647 / (M1)) &&
           (M1 * M0 == 0 || F <= 2147483647 / (M1 * M0)) && (M == 0 || F <= 2147483647 / (M)) &&
           (P == 0 || F <= 2147483647 / (P)) && (M1 * P == 0 || F <= 2147483647 / (M1 * P));
  }
  int64_t elements_0() const { return P; }
  int64_t elements_1() const { return P; }
  int64_t elements_2() const { return (P * F); }
  int64_t grid_attention_generations_BV() const {
    return min(max(ceil_div(M1, max(min(M1, 256), 1)), 1), 2147483647);
  }
  int64_t block_attention_generations_BV() const { return max(min(M1, 256), 1); }
  int64_t grid_attention_generations_AV() const { return max(min(ceil_div(P, 8), 2147483647), 1); }
  int64_t block_attention_generations_AV() const { return 256; }
  int64_t grid_attention_generations_fill_BQK() const {
    return max(1, min(ceil_div(((M1 * P) * M0), 256), 16777215));
  }
  int64_t block_attention_generations_fill_BQK() const { return 256; }
  int64_t grid_attention_generations_fill_RM() const {
    return max(1, min(ceil_div(P, 256), 16777215));
  }
  int64_t block_attention_generations_fill_RM() const { return 256; }
  coord_t F_of_attention_generations_BV() const { return static_cast<coord_t>(F); }
  coord_t M_of_attention_generations_BV() const { return static_cast<coord_t>(M); }
  coord_t M0_of_attention_generations_BV() const { return static_cast<coord_t>(M0); }
  coord_t M1_of_attention_generations_BV() const { return static_cast<coord_t>(M1); }
  coord_t F_of_attention_generations_AV() const { return static_cast<coord_t>(F); }
  coord_t P_of_attention_generations_AV() const { return static_cast<coord_t>(P); }
  coord_t M0_of_attention_generations_AV() const { return static_cast<coord_t>(M0); }
  coord_t rounds_of_attention_generations_AV() const { return static_cast<coord_t>(M1); }
  coord_t M1_of_attention_generations_AV() const { return static_cast<coord_t>(M1); }
  coord_t M_of_attention_generations_AV() const { return static_cast<coord_t>(M); }
  coord_t E_of_attention_generations_AV() const { return static_cast<coord_t>(E); }
  coord_t elements_high_of_attention_generations_fill_BQK() const {
    return static_cast<coord_t>((((M1 * P) * M0) / 1073741824));
  }
  coord_t elements_low_of_attention_generations_fill_BQK() const {
    return static_cast<coord_t>((((M1 * P) * M0) % 1073741824));
  }
  coord_t elements_high_of_attention_generations_fill_RM() const {
    return static_cast<coord_t>((P / 1073741824));
  }
  coord_t elements_low_of_attention_generations_fill_RM() const {
    return static_cast<coord_t>((P % 1073741824));
  }
  int64_t stored_QL() const { return P * M; }
  int64_t stored_BQK() const { return M1 * P * M0; }
  int64_t stored_BV() const { return M1 * M0 * F; }
  int64_t stored_LM() const { return M1 * P; }
  int64_t stored_tensor_RM_before() const { return P; }
  int64_t stored_tensor_RD_before() const { return P; }
  int64_t stored_tensor_RNV_before() const { return P * F; }
  int64_t stored_RM() const { return P; }
  int64_t stored_SLN() const { return M1 * P * M0; }
  int64_t stored_PRM() const { return M1 * P; }
  int64_t stored_SLD() const { return M1 * P; }
  int64_t stored_RD() const { return P; }
  int64_t stored_SLNV() const { return M1 * P * F; }
  int64_t stored_RNV() const { return P * F; }
  int64_t stored_AV() const { return P * F; }
  int64_t step_size_0() const { return (1 - min(M1, 1)); }
};

}  // namespace

extern "C" size_t attention_generations_workspace_bytes(
    const attention_generations_arguments* arguments) {
  if (arguments == nullptr) return 0;
  const attention_generations_sizes sizes(*arguments);
  if (!sizes.valid()) return 0;
  size_t bytes = 0;
  (void)sizes;
  bytes += (static_cast<size_t>(sizes.elements_0()) * sizeof(value_t) + 255) / 256 * 256;
  bytes += (static_cast<size_t>(sizes.elements_1()) * sizeof(value_t) + 255) / 256 * 256;
  bytes += (static_cast<size_t>(sizes.elements_2()) * sizeof(value_t) + 255) / 256 * 256;
  return bytes;
}

extern "C" int attention_generations_launch(const attention_generations_arguments* arguments,
                                            void* workspace, size_t workspace_bytes,
                                            struct CUstream_st* stream) {
  if (arguments == nullptr) return 1;
  const attention_generations_arguments& a = *arguments;
  attention_generations_sizes sizes(a);
  if (!sizes.valid()) return 1;
  if (sizeof(offset_t) < sizeof(int64_t) && !sizes.addressable()) return 6;
  if (workspace_bytes < attention_generations_workspace_bytes(arguments)) return 2;
  (void)workspace;
  char* free_bytes = static_cast<char*>(workspace);
  value_t* tensor_RM_before_now = reinterpret_cast<value_t*>(free_bytes);
  free_bytes += (static_cast<size_t>(sizes.elements_0()) * sizeof(value_t) + 255) / 256 * 256;
  value_t* tensor_RD_before_now = reinterpret_cast<value_t*>(free_bytes);
  free_bytes += (static_cast<size_t>(sizes.elements_1()) * sizeof(value_t) + 255) / 256 * 256;
  value_t* tensor_RNV_before_now = reinterpret_cast<value_t*>(free_bytes);
  free_bytes += (static_cast<size_t>(sizes.elements_2()) * sizeof(value_t) + 255) / 256 * 256;
  attention_generations_fill_BQK<<<
      static_cast<unsigned>(sizes.grid_attention_generations_fill_BQK()),
      static_cast<unsigned>(sizes.block_attention_generations_fill_BQK()), 0, stream>>>(
      a.BQK_values, sizes.elements_high_of_attention_generations_fill_BQK(),
      sizes.elements_low_of_attention_generations_fill_BQK());
  if (cudaGetLastError() != cudaSuccess) return 3;
  if (cudaMemsetAsync(a.BV_values, 0, static_cast<size_t>(sizes.stored_BV()) * sizeof(value_t),
                      stream) != cudaSuccess)
    return 3;
  attention_generations_BV<<<static_cast<unsigned>(sizes.grid_attention_generations_BV()),
                             static_cast<unsigned>(sizes.block_attention_generations_BV()), 0,
                             stream>>>(
      a.BV_values, a.V_values, sizes.F_of_attention_generations_BV(),
      sizes.M_of_attention_generations_BV(), sizes.M0_of_attention_generations_BV(),
      sizes.M1_of_attention_generations_BV());
  if (cudaGetLastError() != cudaSuccess) return 3;
  for (sizes.without_rounds = 0; (sizes.without_rounds) < sizes.step_size_0();
       ++sizes.without_rounds) {
    if (cudaMemsetAsync(a.RNV_values, 0, static_cast<size_t>(sizes.stored_RNV()) * sizeof(value_t),
                        stream) != cudaSuccess)
      return 3;
    if (cudaMemsetAsync(a.RD_values, 0, static_cast<size_t>(sizes.stored_RD()) * sizeof(value_t),
                        stream) != cudaSuccess)
      return 3;
    attention_generations_fill_RM<<<
        static_cast<unsigned>(sizes.grid_attention_generations_fill_RM()),
        static_cast<unsigned>(sizes.block_attention_generations_fill_RM()), 0, stream>>>(
        a.RM_values, sizes.elements_high_of_attention_generations_fill_RM(),
        sizes.elements_low_of_attention_generations_fill_RM());
    if (cudaGetLastError() != cudaSuccess) return 3;
  }
  attention_generations_AV<<<static_cast<unsigned>(sizes.grid_attention_generations_AV()),
                             static_cast<unsigned>(sizes.block_attention_generations_AV()), 0,
                             stream>>>(
      a.AV_values, a.RNV_values, a.RD_values, sizes.F_of_attention_generations_AV(),
      sizes.P_of_attention_generations_AV(), tensor_RNV_before_now, tensor_RD_before_now,
      tensor_RM_before_now, a.RM_values, a.SLNV_values, a.PRM_values, a.SLN_values, a.BV_values,
      sizes.M0_of_attention_generations_AV(), a.SLD_values, a.BQK_values, a.LM_values,
      sizes.rounds_of_attention_generations_AV(), a.tensor_RNV_before_values,
      a.tensor_RD_before_values, a.tensor_RM_before_values, sizes.M1_of_attention_generations_AV(),
      a.QL_values, sizes.M_of_attention_generations_AV(), a.Q_values, a.K_values,
      sizes.E_of_attention_generations_AV());
  if (cudaGetLastError() != cudaSuccess) return 3;
  return 0;
}

extern "C" const char* attention_generations_error_text(int code) {
  switch (code) {
    case 0:
      return "ok";
    case 1:
      return "no arguments, or an extent or size outside [0, 2147483647]";
    case 2:
      return "the workspace is smaller than attention_generations_workspace_bytes says";
    case 3:
      return "CUDA refused a launch or a memset; cudaGetLastError has been read";
    case 6:
      return "an array has more elements than offsets count: build with TEAAL_OFFSET_BITS=64";
    default:
      return "unknown code";
  }
}
#endif
