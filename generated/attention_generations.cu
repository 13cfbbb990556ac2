// Made by teaalc 0.1.0 from attention_generations.yaml; do not edit.
//   QK[p, m] = Q[p, e] * K[m, e]
//     loops P, M, E
//   QL[p, m] = QK[p, m]
//     loops P, M
//   BQK[m1, p, m0] = QL[p, T * m1 + m0]
//     loops M1, P, M0
//   BV[m1, m0, f] = V[T * m1 + m0, f]
//     loops M1, M0, F
//   LM[m1, p] = BQK[m1, p, m0]
//     loops M1, P, M0
//     reduces by max from -inf
//   RM_before[p] = 1
//     loops P
//     maps by inf neg
//   RD_before[p] = 0
//     loops P
//   RNV_before[p, f] = 0
//     loops P, F
//   RM[p] = RM_before[p] * LM[m1, p]
//     loops P, M1
//     maps by #0 #1 max
//   SLN[m1, p, m0] = BQK[m1, p, m0] * RM[p]
//     loops M1, P, M0
//     maps by #0 #1 sub exp
//   PRM[m1, p] = RM_before[p] * RM[p]
//     loops M1, P
//     maps by #0 #1 sub exp
//   SLD[m1, p] = SLN[m1, p, m0]
//     loops M1, P, M0
//   RD[p] = PRM[m1, p] * RD_before[p] + SLD[m1, p]
//     loops P, M1
//   SLNV[m1, p, f] = SLN[m1, p, m0] * BV[m1, m0, f]
//     loops M1, P, F, M0
//   RNV[p, f] = PRM[m1, p] * RNV_before[p, f] + SLNV[m1, p, f]
//     loops P, F, M1
//   AV[p, f] = RNV[p, f] * RD[p]
//     loops P, F
//     maps by #0 #1 div
//   stored Q[P:U, E:C], K[M:U, E:C], V[M:U, F:C], QK[P:U, M:U], QL[P:U, M:U], BQK[M1:U, P:U, M0:U],
//   BV[M1:U, M0:U, F:U], LM[M1:U, P:U], RM[P:U], SLN[M1:U, P:U, M0:U], PRM[M1:U, P:U], SLD[M1:U,
//   P:U], RD[P:U], SLNV[M1:U, P:U, F:U], RNV[P:U, F:U], AV[P:U, F:U], RM_before[P:U],
//   RD_before[P:U], RNV_before[P:U, F:U] sizes T=8
//   --type=f32 --arch=sm_90 --index-bits=32

// First position in [begin, end) whose coordinate is >= target; `end` if there is none (also for an
// empty range). Binary search: ceil(log2(end - begin + 1)) loads. Any thread may call it alone.
template <class C, class P>
static __device__ __forceinline__ P teaal_lower_bound(const C* coords, P begin, P end, C target) {
  while (begin < end) {
    const P middle = begin + (end - begin) / 2;
    if (coords[middle] < target)
      begin = middle + 1;
    else
      end = middle;
  }
  return begin;
}

// The same result by exponential search from `begin`: about 2 log2(d) loads when the answer is d
// positions away, so cheap for a walk that skips a little at a time.
template <class C, class P>
static __device__ __forceinline__ P teaal_gallop(const C* coords, P begin, P end, C target) {
  if (!(begin < end) || !(coords[begin] < target)) return begin;
  P step = 1;
  while (step < end - begin && coords[begin + step] < target) {
    begin += step;
    if (step < end - begin - step) step *= 2;
  }
  const P last = step < end - begin ? begin + step : end;
  return teaal_lower_bound(coords, P(begin + 1), last, target);
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

#line 29 "attention_generations.yaml"
extern "C" __global__ void attention_generations_QL(
    value_t* __restrict__ QL_values, coord_t M, coord_t P, const pos_t* __restrict__ Q_E_segments,
    const coord_t* __restrict__ Q_E_coords, const value_t* __restrict__ Q_values,
    const pos_t* __restrict__ K_E_segments, const coord_t* __restrict__ K_E_coords,
    const value_t* __restrict__ K_values) {
  const size_type workers_P = static_cast<size_type>(gridDim.x) * blockDim.x;
  const size_type worker_P = static_cast<size_type>(blockIdx.x) * blockDim.x + threadIdx.x;
#line 28 "attention_generations.yaml"
  for (size_type p = worker_P; p < P; p += workers_P) {
    const pos_t Q_E_begin = Q_E_segments[p];
    const pos_t Q_E_end = Q_E_segments[p + 1];
#line 28 "attention_generations.yaml"
    for (coord_t m = 0; m < M; ++m) {
      const pos_t K_E_begin = K_E_segments[m];
      const pos_t K_E_end = K_E_segments[m + 1];
      const offset_t QK_M_at = static_cast<offset_t>(p) * static_cast<offset_t>(M) + m;
#line 28 "attention_generations.yaml"
      value_t sum = value_t(0);
#line 28 "attention_generations.yaml"
      pos_t Q_E_at = Q_E_begin;
#line 28 "attention_generations.yaml"
      pos_t K_E_at = K_E_begin;
#line 28 "attention_generations.yaml"
      while (Q_E_at < Q_E_end && K_E_at < K_E_end) {
#line 28 "attention_generations.yaml"
        const coord_t Q_E_at_coord = Q_E_coords[Q_E_at];
#line 28 "attention_generations.yaml"
        const coord_t K_E_at_coord = K_E_coords[K_E_at];
#line 28 "attention_generations.yaml"
        const coord_t e = max(Q_E_at_coord, K_E_at_coord);
#line 28 "attention_generations.yaml"
        if (Q_E_at_coord == e && K_E_at_coord == e) {
#line 28 "attention_generations.yaml"
          sum = fmaf(Q_values[Q_E_at], K_values[K_E_at], sum);
        }
#line 28 "attention_generations.yaml"
        const coord_t e_goal = e + ((Q_E_at_coord == e && K_E_at_coord == e) ? 1 : 0);
#line 28 "attention_generations.yaml"
        Q_E_at = teaal_gallop(Q_E_coords, Q_E_at, Q_E_end, static_cast<coord_t>(e_goal));
#line 28 "attention_generations.yaml"
        K_E_at = teaal_gallop(K_E_coords, K_E_at, K_E_end, static_cast<coord_t>(e_goal));
      }
#line 28 "attention_generations.yaml"
      const value_t QK_element = sum;
#line 29 "attention_generations.yaml"
      QL_values[QK_M_at] = QK_element;
    }
  }
}

#line 31 "attention_generations.yaml"
extern "C" __global__ void attention_generations_BV(value_t* __restrict__ BV_values,
                                                    const pos_t* __restrict__ V_F_segments,
                                                    const coord_t* __restrict__ V_F_coords,
                                                    const value_t* __restrict__ V_values, coord_t F,
                                                    coord_t M, coord_t M0, coord_t M1) {
  const size_type workers_M1 = static_cast<size_type>(gridDim.x) * blockDim.x;
  const size_type worker_M1 = static_cast<size_type>(blockIdx.x) * blockDim.x + threadIdx.x;
#line 31 "attention_generations.yaml"
  for (size_type m1 = worker_M1; m1 < M1; m1 += workers_M1) {
#line 31 "attention_generations.yaml"
    for (coord_t m0 = 0; m0 < M0; ++m0) {
      const offset_t BV_M0_at = static_cast<offset_t>(m1) * static_cast<offset_t>(M0) + m0;
      const size_type V_M_coord = 8 * m1 + static_cast<size_type>(m0);
      if (0 <= V_M_coord && V_M_coord < M) {
        const pos_t V_F_begin = V_F_segments[V_M_coord];
        const pos_t V_F_end = V_F_segments[V_M_coord + 1];
#line 31 "attention_generations.yaml"
        for (pos_t V_F_at = V_F_begin; V_F_at < V_F_end; ++V_F_at) {
#line 31 "attention_generations.yaml"
          const coord_t f = V_F_coords[V_F_at];
          const offset_t BV_F_at = BV_M0_at * static_cast<offset_t>(F) + f;
#line 31 "attention_generations.yaml"
          BV_values[BV_F_at] = V_values[V_F_at];
        }
      }
    }
  }
}

#line 32 "attention_generations.yaml"
extern "C" __global__ void attention_generations_LM(value_t* __restrict__ LM_values,
                                                    value_t* __restrict__ BQK_values, coord_t M0,
                                                    coord_t M1, coord_t P,
                                                    const value_t* __restrict__ QL_values,
                                                    coord_t M) {
  const size_type workers_M1 = static_cast<size_type>(gridDim.x) * blockDim.x;
  const size_type worker_M1 = static_cast<size_type>(blockIdx.x) * blockDim.x + threadIdx.x;
#line 30 "attention_generations.yaml"
  for (size_type m1 = worker_M1; m1 < M1; m1 += workers_M1) {
#line 30 "attention_generations.yaml"
    for (coord_t p = 0; p < P; ++p) {
      const offset_t BQK_P_at = static_cast<offset_t>(m1) * static_cast<offset_t>(P) + p;
#line 32 "attention_generations.yaml"
      value_t sum = static_cast<value_t>(-__int_as_float(0x7f800000));
#line 30 "attention_generations.yaml"
      for (coord_t m0 = 0; m0 < M0; ++m0) {
        const offset_t BQK_M0_at = BQK_P_at * static_cast<offset_t>(M0) + m0;
        const size_type QL_M_coord = 8 * m1 + static_cast<size_type>(m0);
        value_t BQK_element = static_cast<value_t>(-__int_as_float(0x7f800000));
        if (0 <= QL_M_coord && QL_M_coord < M) {
          const offset_t QL_M_at = static_cast<offset_t>(p) * static_cast<offset_t>(M) + QL_M_coord;
#line 30 "attention_generations.yaml"
          BQK_element = QL_values[QL_M_at];
#line 30 "attention_generations.yaml"
          BQK_values[BQK_M0_at] = BQK_element;
        }
#line 32 "attention_generations.yaml"
        sum = fmaxf(sum, BQK_element);
      }
#line 32 "attention_generations.yaml"
      LM_values[BQK_P_at] = sum;
    }
  }
}

#line 33 "attention_generations.yaml"
extern "C" __global__ void attention_generations_tensor_RM_before(
    value_t* __restrict__ tensor_RM_before_values, coord_t P) {
  const size_type workers_P = static_cast<size_type>(gridDim.x) * blockDim.x;
  const size_type worker_P = static_cast<size_type>(blockIdx.x) * blockDim.x + threadIdx.x;
#line 33 "attention_generations.yaml"
  for (size_type p = worker_P; p < P; p += workers_P) {
#line 33 "attention_generations.yaml"
    tensor_RM_before_values[p] =
        static_cast<value_t>(-1) * static_cast<value_t>(__int_as_float(0x7f800000));
  }
}

#line 37 "attention_generations.yaml"
extern "C" __global__ void attention_generations_tensor_RD_before(
    value_t* __restrict__ tensor_RD_before_values, coord_t P) {
  const size_type workers_P = static_cast<size_type>(gridDim.x) * blockDim.x;
  const size_type worker_P = static_cast<size_type>(blockIdx.x) * blockDim.x + threadIdx.x;
#line 37 "attention_generations.yaml"
  for (size_type p = worker_P; p < P; p += workers_P) {
#line 37 "attention_generations.yaml"
    tensor_RD_before_values[p] = value_t(0);
  }
}

#line 39 "attention_generations.yaml"
extern "C" __global__ void attention_generations_tensor_RNV_before(
    value_t* __restrict__ tensor_RNV_before_values, coord_t F, coord_t P) {
  const size_type workers_P = static_cast<size_type>(gridDim.x) * blockDim.x;
  const size_type worker_P = static_cast<size_type>(blockIdx.x) * blockDim.x + threadIdx.x;
#line 39 "attention_generations.yaml"
  for (size_type p = worker_P; p < P; p += workers_P) {
#line 39 "attention_generations.yaml"
    for (coord_t f = 0; f < F; ++f) {
      const offset_t tensor_RNV_before_F_at =
          static_cast<offset_t>(p) * static_cast<offset_t>(F) + f;
#line 39 "attention_generations.yaml"
      tensor_RNV_before_values[tensor_RNV_before_F_at] = value_t(0);
    }
  }
}

#line 33 "attention_generations.yaml"
extern "C" __global__ void attention_generations_RM(
    value_t* __restrict__ RM_values, const value_t* __restrict__ tensor_RM_before_values,
    const value_t* __restrict__ LM_values, coord_t P, coord_t round) {
  const size_type workers_P = static_cast<size_type>(gridDim.x) * blockDim.x;
  const size_type worker_P = static_cast<size_type>(blockIdx.x) * blockDim.x + threadIdx.x;
#line 33 "attention_generations.yaml"
  for (size_type p = worker_P; p < P; p += workers_P) {
#line 33 "attention_generations.yaml"
    value_t sum = value_t(0);
#line 33 "attention_generations.yaml"
    for (coord_t m1 = round; m1 < round + 1; ++m1) {
      const offset_t LM_P_at = static_cast<offset_t>(m1) * static_cast<offset_t>(P) + p;
#line 33 "attention_generations.yaml"
      sum += fmaxf(tensor_RM_before_values[p], LM_values[LM_P_at]);
    }
#line 33 "attention_generations.yaml"
    RM_values[p] = sum;
  }
}

#line 35 "attention_generations.yaml"
extern "C" __global__ void attention_generations_PRM(
    value_t* __restrict__ PRM_values, const value_t* __restrict__ tensor_RM_before_values,
    const value_t* __restrict__ RM_values, coord_t P, coord_t round) {
  const size_type workers_P = static_cast<size_type>(gridDim.x) * blockDim.x;
  const size_type worker_P = static_cast<size_type>(blockIdx.x) * blockDim.x + threadIdx.x;
#line 35 "attention_generations.yaml"
  for (coord_t m1 = round; m1 < round + 1; ++m1) {
#line 35 "attention_generations.yaml"
    for (size_type p = worker_P; p < P; p += workers_P) {
      const offset_t PRM_P_at = static_cast<offset_t>(m1) * static_cast<offset_t>(P) + p;
#line 35 "attention_generations.yaml"
      PRM_values[PRM_P_at] = expf(tensor_RM_before_values[p] - RM_values[p]);
    }
  }
}

#line 37 "attention_generations.yaml"
extern "C" __global__ void attention_generations_RD_term2(
    value_t* __restrict__ RD_values, const value_t* __restrict__ SLD_values, coord_t P,
    coord_t round, const value_t* __restrict__ PRM_values,
    const value_t* __restrict__ tensor_RD_before_values) {
  const size_type workers_P = static_cast<size_type>(gridDim.x) * blockDim.x;
  const size_type worker_P = static_cast<size_type>(blockIdx.x) * blockDim.x + threadIdx.x;
#line 37 "attention_generations.yaml"
  for (size_type p = worker_P; p < P; p += workers_P) {
#line 37 "attention_generations.yaml"
    value_t sum = value_t(0);
#line 37 "attention_generations.yaml"
    for (coord_t m1 = round; m1 < round + 1; ++m1) {
      const offset_t PRM_P_at = static_cast<offset_t>(m1) * static_cast<offset_t>(P) + p;
#line 37 "attention_generations.yaml"
      sum = fmaf(PRM_values[PRM_P_at], tensor_RD_before_values[p], sum);
    }
#line 37 "attention_generations.yaml"
    value_t RD_element = sum;
#line 37 "attention_generations.yaml"
    value_t sum_2 = value_t(0);
#line 37 "attention_generations.yaml"
    for (coord_t m1_2 = round; m1_2 < round + 1; ++m1_2) {
      const offset_t SLD_P_at = static_cast<offset_t>(m1_2) * static_cast<offset_t>(P) + p;
#line 37 "attention_generations.yaml"
      sum_2 += SLD_values[SLD_P_at];
    }
#line 37 "attention_generations.yaml"
    RD_element += sum_2;
#line 37 "attention_generations.yaml"
    RD_values[p] = RD_element;
  }
}

#line 38 "attention_generations.yaml"
extern "C" __global__ void attention_generations_SLNV(
    value_t* __restrict__ SLNV_values, value_t* __restrict__ SLN_values,
    const value_t* __restrict__ BV_values, coord_t F, coord_t M0, coord_t P, coord_t round,
    value_t* __restrict__ SLD_values, const value_t* __restrict__ BQK_values,
    const value_t* __restrict__ RM_values) {
  const size_type workers_P = static_cast<size_type>(gridDim.x) * blockDim.x;
  const size_type worker_P = static_cast<size_type>(blockIdx.x) * blockDim.x + threadIdx.x;
#line 34 "attention_generations.yaml"
  for (coord_t m1 = round; m1 < round + 1; ++m1) {
#line 34 "attention_generations.yaml"
    for (size_type p = worker_P; p < P; p += workers_P) {
      const offset_t BQK_P_at = static_cast<offset_t>(m1) * static_cast<offset_t>(P) + p;
#line 36 "attention_generations.yaml"
      value_t sum = value_t(0);
#line 34 "attention_generations.yaml"
      for (coord_t m0 = 0; m0 < M0; ++m0) {
        const offset_t BQK_M0_at = BQK_P_at * static_cast<offset_t>(M0) + m0;
#line 34 "attention_generations.yaml"
        const value_t SLN_element = expf(BQK_values[BQK_M0_at] - RM_values[p]);
#line 34 "attention_generations.yaml"
        SLN_values[BQK_M0_at] = SLN_element;
#line 36 "attention_generations.yaml"
        sum += SLN_element;
      }
#line 36 "attention_generations.yaml"
      SLD_values[BQK_P_at] = sum;
#line 38 "attention_generations.yaml"
      for (coord_t f = 0; f < F; ++f) {
        const offset_t SLNV_F_at = BQK_P_at * static_cast<offset_t>(F) + f;
#line 38 "attention_generations.yaml"
        value_t sum_2 = value_t(0);
#line 38 "attention_generations.yaml"
        for (coord_t m0_2 = 0; m0_2 < M0; ++m0_2) {
          const offset_t BV_M0_at = static_cast<offset_t>(m1) * static_cast<offset_t>(M0) + m0_2;
          const offset_t BV_F_at = BV_M0_at * static_cast<offset_t>(F) + f;
          const offset_t SLN_M0_at = BQK_P_at * static_cast<offset_t>(M0) + m0_2;
#line 38 "attention_generations.yaml"
          sum_2 = fmaf(SLN_values[SLN_M0_at], BV_values[BV_F_at], sum_2);
        }
#line 38 "attention_generations.yaml"
        SLNV_values[SLNV_F_at] = sum_2;
      }
    }
  }
}

#line 39 "attention_generations.yaml"
extern "C" __global__ void attention_generations_RNV_term2(
    value_t* __restrict__ RNV_values, const value_t* __restrict__ SLNV_values, coord_t F, coord_t P,
    coord_t round, const value_t* __restrict__ PRM_values,
    const value_t* __restrict__ tensor_RNV_before_values) {
  const size_type workers_P = static_cast<size_type>(gridDim.x) * blockDim.x;
  const size_type worker_P = static_cast<size_type>(blockIdx.x) * blockDim.x + threadIdx.x;
#line 39 "attention_generations.yaml"
  for (size_type p = worker_P; p < P; p += workers_P) {
#line 39 "attention_generations.yaml"
    for (coord_t f = 0; f < F; ++f) {
      const offset_t RNV_F_at = static_cast<offset_t>(p) * static_cast<offset_t>(F) + f;
#line 39 "attention_generations.yaml"
      value_t sum = value_t(0);
#line 39 "attention_generations.yaml"
      for (coord_t m1 = round; m1 < round + 1; ++m1) {
        const offset_t PRM_P_at = static_cast<offset_t>(m1) * static_cast<offset_t>(P) + p;
#line 39 "attention_generations.yaml"
        sum = fmaf(PRM_values[PRM_P_at], tensor_RNV_before_values[RNV_F_at], sum);
      }
#line 39 "attention_generations.yaml"
      value_t RNV_element = sum;
#line 39 "attention_generations.yaml"
      value_t sum_2 = value_t(0);
#line 39 "attention_generations.yaml"
      for (coord_t m1_2 = round; m1_2 < round + 1; ++m1_2) {
        const offset_t SLNV_P_at = static_cast<offset_t>(m1_2) * static_cast<offset_t>(P) + p;
        const offset_t SLNV_F_at = SLNV_P_at * static_cast<offset_t>(F) + f;
#line 39 "attention_generations.yaml"
        sum_2 += SLNV_values[SLNV_F_at];
      }
#line 39 "attention_generations.yaml"
      RNV_element += sum_2;
#line 39 "attention_generations.yaml"
      RNV_values[RNV_F_at] = RNV_element;
    }
  }
}

#line 40 "attention_generations.yaml"
extern "C" __global__ void attention_generations_AV(value_t* __restrict__ AV_values,
                                                    const value_t* __restrict__ RNV_values,
                                                    const value_t* __restrict__ RD_values,
                                                    coord_t F, coord_t P) {
  const size_type workers_P = static_cast<size_type>(gridDim.x) * blockDim.x;
  const size_type worker_P = static_cast<size_type>(blockIdx.x) * blockDim.x + threadIdx.x;
#line 40 "attention_generations.yaml"
  for (size_type p = worker_P; p < P; p += workers_P) {
#line 40 "attention_generations.yaml"
    for (coord_t f = 0; f < F; ++f) {
      const offset_t AV_F_at = static_cast<offset_t>(p) * static_cast<offset_t>(F) + f;
      const offset_t RNV_F_at = static_cast<offset_t>(p) * static_cast<offset_t>(F) + f;
#line 40 "attention_generations.yaml"
      AV_values[AV_F_at] = RNV_values[RNV_F_at] / RD_values[p];
    }
  }
}

extern "C" __global__ void attention_generations_start_tensor_RM_before(
    const value_t* __restrict__ tensor_RM_before_values, value_t* __restrict__ tensor_RM_before_now,
    coord_t P) {
  for (size_type element = static_cast<size_type>(blockIdx.x) * blockDim.x + threadIdx.x;
       element < static_cast<size_type>(P);
       element += static_cast<size_type>(gridDim.x) * blockDim.x) {
    tensor_RM_before_now[element] = tensor_RM_before_values[element];
  }
}

extern "C" __global__ void attention_generations_carry_tensor_RM_before(
    const value_t* __restrict__ RM_values, value_t* __restrict__ tensor_RM_before_now, coord_t P) {
  for (size_type element = static_cast<size_type>(blockIdx.x) * blockDim.x + threadIdx.x;
       element < static_cast<size_type>(P);
       element += static_cast<size_type>(gridDim.x) * blockDim.x) {
    tensor_RM_before_now[element] = RM_values[element];
  }
}

extern "C" __global__ void attention_generations_start_tensor_RD_before(
    const value_t* __restrict__ tensor_RD_before_values, value_t* __restrict__ tensor_RD_before_now,
    coord_t P) {
  for (size_type element = static_cast<size_type>(blockIdx.x) * blockDim.x + threadIdx.x;
       element < static_cast<size_type>(P);
       element += static_cast<size_type>(gridDim.x) * blockDim.x) {
    tensor_RD_before_now[element] = tensor_RD_before_values[element];
  }
}

extern "C" __global__ void attention_generations_carry_tensor_RD_before(
    const value_t* __restrict__ RD_values, value_t* __restrict__ tensor_RD_before_now, coord_t P) {
  for (size_type element = static_cast<size_type>(blockIdx.x) * blockDim.x + threadIdx.x;
       element < static_cast<size_type>(P);
       element += static_cast<size_type>(gridDim.x) * blockDim.x) {
    tensor_RD_before_now[element] = RD_values[element];
  }
}

extern "C" __global__ void attention_generations_start_tensor_RNV_before(
    const value_t* __restrict__ tensor_RNV_before_values,
    value_t* __restrict__ tensor_RNV_before_now, coord_t P, coord_t F) {
  for (size_type element = static_cast<size_type>(blockIdx.x) * blockDim.x + threadIdx.x;
       element < static_cast<size_type>(P) * static_cast<size_type>(F);
       element += static_cast<size_type>(gridDim.x) * blockDim.x) {
    tensor_RNV_before_now[element] = tensor_RNV_before_values[element];
  }
}

extern "C" __global__ void attention_generations_carry_tensor_RNV_before(
    const value_t* __restrict__ RNV_values, value_t* __restrict__ tensor_RNV_before_now, coord_t P,
    coord_t F) {
  for (size_type element = static_cast<size_type>(blockIdx.x) * blockDim.x + threadIdx.x;
       element < static_cast<size_type>(P) * static_cast<size_type>(F);
       element += static_cast<size_type>(gridDim.x) * blockDim.x) {
    tensor_RNV_before_now[element] = RNV_values[element];
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
  /* Q: P:U, E:C */
  const attention_generations_position* Q_E_segments;
  const int32_t* Q_E_coords;
  const attention_generations_value* Q_values;
  /* K: M:U, E:C */
  const attention_generations_position* K_E_segments;
  const int32_t* K_E_coords;
  const attention_generations_value* K_values;
  /* QL: P:U, M:U; absent elements hold -inf */
  attention_generations_value* QL_values;
  /* BQK: M1:U, P:U, M0:U; absent elements hold -inf */
  attention_generations_value* BQK_values;
  /* BV: M1:U, M0:U, F:U */
  attention_generations_value* BV_values;
  /* V: M:U, F:C */
  const attention_generations_position* V_F_segments;
  const int32_t* V_F_coords;
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
  int64_t round = 0;
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
    return (P == 0 || M <= 2147483647 / (P)) && (M1 == 0 || P <= 2147483647 / (M1)) &&
           (M1 * P == 0 || M0 <= 2147483647 / (M1 * P)) && (M1 == 0 || M0 <= 2147483647 / (M1)) &&
           (M1 * M0 == 0 || F <= 2147483647 / (M1 * M0)) && (P == 0 || F <= 2147483647 / (P)) &&
           (M1 * P == 0 || F <= 2147483647 / (M1 * P));
  }
  int64_t elements_0() const { return P; }
  int64_t elements_1() const { return P; }
  int64_t elements_2() const { return (P * F); }
  int64_t grid_attention_generations_QL() const {
    return min(max(ceil_div(P, max(min(P, 256), 1)), 1), 2147483647);
  }
  int64_t block_attention_generations_QL() const { return max(min(P, 256), 1); }
  int64_t grid_attention_generations_BV() const {
    return min(max(ceil_div(M1, max(min(M1, 256), 1)), 1), 2147483647);
  }
  int64_t block_attention_generations_BV() const { return max(min(M1, 256), 1); }
  int64_t grid_attention_generations_LM() const {
    return min(max(ceil_div(M1, max(min(M1, 256), 1)), 1), 2147483647);
  }
  int64_t block_attention_generations_LM() const { return max(min(M1, 256), 1); }
  int64_t grid_attention_generations_tensor_RM_before() const {
    return min(max(ceil_div(P, max(min(P, 256), 1)), 1), 2147483647);
  }
  int64_t block_attention_generations_tensor_RM_before() const { return max(min(P, 256), 1); }
  int64_t grid_attention_generations_tensor_RD_before() const {
    return min(max(ceil_div(P, max(min(P, 256), 1)), 1), 2147483647);
  }
  int64_t block_attention_generations_tensor_RD_before() const { return max(min(P, 256), 1); }
  int64_t grid_attention_generations_tensor_RNV_before() const {
    return min(max(ceil_div(P, max(min(P, 256), 1)), 1), 2147483647);
  }
  int64_t block_attention_generations_tensor_RNV_before() const { return max(min(P, 256), 1); }
  int64_t grid_attention_generations_RM() const {
    return min(max(ceil_div(P, max(min(P, 256), 1)), 1), 2147483647);
  }
  int64_t block_attention_generations_RM() const { return max(min(P, 256), 1); }
  int64_t grid_attention_generations_PRM() const {
    return min(max(ceil_div(P, max(min(P, 256), 1)), 1), 2147483647);
  }
  int64_t block_attention_generations_PRM() const { return max(min(P, 256), 1); }
  int64_t grid_attention_generations_RD_term2() const {
    return min(max(ceil_div(P, max(min(P, 256), 1)), 1), 2147483647);
  }
  int64_t block_attention_generations_RD_term2() const { return max(min(P, 256), 1); }
  int64_t grid_attention_generations_SLNV() const {
    return min(max(ceil_div(P, max(min(P, 256), 1)), 1), 2147483647);
  }
  int64_t block_attention_generations_SLNV() const { return max(min(P, 256), 1); }
  int64_t grid_attention_generations_RNV_term2() const {
    return min(max(ceil_div(P, max(min(P, 256), 1)), 1), 2147483647);
  }
  int64_t block_attention_generations_RNV_term2() const { return max(min(P, 256), 1); }
  int64_t grid_attention_generations_AV() const {
    return min(max(ceil_div(P, max(min(P, 256), 1)), 1), 2147483647);
  }
  int64_t block_attention_generations_AV() const { return max(min(P, 256), 1); }
  int64_t grid_attention_generations_start_tensor_RM_before() const {
    return max(1, min(ceil_div(P, 256), 16777215));
  }
  int64_t block_attention_generations_start_tensor_RM_before() const { return 256; }
  int64_t grid_attention_generations_carry_tensor_RM_before() const {
    return max(1, min(ceil_div(P, 256), 16777215));
  }
  int64_t block_attention_generations_carry_tensor_RM_before() const { return 256; }
  int64_t grid_attention_generations_start_tensor_RD_before() const {
    return max(1, min(ceil_div(P, 256), 16777215));
  }
  int64_t block_attention_generations_start_tensor_RD_before() const { return 256; }
  int64_t grid_attention_generations_carry_tensor_RD_before() const {
    return max(1, min(ceil_div(P, 256), 16777215));
  }
  int64_t block_attention_generations_carry_tensor_RD_before() const { return 256; }
  int64_t grid_attention_generations_start_tensor_RNV_before() const {
    return max(1, min(ceil_div((P * F), 256), 16777215));
  }
  int64_t block_attention_generations_start_tensor_RNV_before() const { return 256; }
  int64_t grid_attention_generations_carry_tensor_RNV_before() const {
    return max(1, min(ceil_div((P * F), 256), 16777215));
  }
  int64_t block_attention_generations_carry_tensor_RNV_before() const { return 256; }
  int64_t grid_attention_generations_fill_BQK() const {
    return max(1, min(ceil_div(((M1 * P) * M0), 256), 16777215));
  }
  int64_t block_attention_generations_fill_BQK() const { return 256; }
  int64_t grid_attention_generations_fill_RM() const {
    return max(1, min(ceil_div(P, 256), 16777215));
  }
  int64_t block_attention_generations_fill_RM() const { return 256; }
  coord_t M_of_attention_generations_QL() const { return static_cast<coord_t>(M); }
  coord_t P_of_attention_generations_QL() const { return static_cast<coord_t>(P); }
  coord_t F_of_attention_generations_BV() const { return static_cast<coord_t>(F); }
  coord_t M_of_attention_generations_BV() const { return static_cast<coord_t>(M); }
  coord_t M0_of_attention_generations_BV() const { return static_cast<coord_t>(M0); }
  coord_t M1_of_attention_generations_BV() const { return static_cast<coord_t>(M1); }
  coord_t M0_of_attention_generations_LM() const { return static_cast<coord_t>(M0); }
  coord_t M1_of_attention_generations_LM() const { return static_cast<coord_t>(M1); }
  coord_t P_of_attention_generations_LM() const { return static_cast<coord_t>(P); }
  coord_t M_of_attention_generations_LM() const { return static_cast<coord_t>(M); }
  coord_t P_of_attention_generations_tensor_RM_before() const { return static_cast<coord_t>(P); }
  coord_t P_of_attention_generations_tensor_RD_before() const { return static_cast<coord_t>(P); }
  coord_t F_of_attention_generations_tensor_RNV_before() const { return static_cast<coord_t>(F); }
  coord_t P_of_attention_generations_tensor_RNV_before() const { return static_cast<coord_t>(P); }
  coord_t P_of_attention_generations_RM() const { return static_cast<coord_t>(P); }
  coord_t round_of_attention_generations_RM() const { return static_cast<coord_t>(round); }
  coord_t P_of_attention_generations_PRM() const { return static_cast<coord_t>(P); }
  coord_t round_of_attention_generations_PRM() const { return static_cast<coord_t>(round); }
  coord_t P_of_attention_generations_RD_term2() const { return static_cast<coord_t>(P); }
  coord_t round_of_attention_generations_RD_term2() const { return static_cast<coord_t>(round); }
  coord_t F_of_attention_generations_SLNV() const { return static_cast<coord_t>(F); }
  coord_t M0_of_attention_generations_SLNV() const { return static_cast<coord_t>(M0); }
  coord_t P_of_attention_generations_SLNV() const { return static_cast<coord_t>(P); }
  coord_t round_of_attention_generations_SLNV() const { return static_cast<coord_t>(round); }
  coord_t F_of_attention_generations_RNV_term2() const { return static_cast<coord_t>(F); }
  coord_t P_of_attention_generations_RNV_term2() const { return static_cast<coord_t>(P); }
  coord_t round_of_attention_generations_RNV_term2() const { return static_cast<coord_t>(round); }
  coord_t F_of_attention_generations_AV() const { return static_cast<coord_t>(F); }
  coord_t P_of_attention_generations_AV() const { return static_cast<coord_t>(P); }
  coord_t P_of_attention_generations_start_tensor_RM_before() const {
    return static_cast<coord_t>(P);
  }
  coord_t P_of_attention_generations_carry_tensor_RM_before() const {
    return static_cast<coord_t>(P);
  }
  coord_t P_of_attention_generations_start_tensor_RD_before() const {
    return static_cast<coord_t>(P);
  }
  coord_t P_of_attention_generations_carry_tensor_RD_before() const {
    return static_cast<coord_t>(P);
  }
  coord_t P_of_attention_generations_start_tensor_RNV_before() const {
    return static_cast<coord_t>(P);
  }
  coord_t F_of_attention_generations_start_tensor_RNV_before() const {
    return static_cast<coord_t>(F);
  }
  coord_t P_of_attention_generations_carry_tensor_RNV_before() const {
    return static_cast<coord_t>(P);
  }
  coord_t F_of_attention_generations_carry_tensor_RNV_before() const {
    return static_cast<coord_t>(F);
  }
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
  int64_t step_size_0() const { return M1; }
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
  attention_generations_QL<<<static_cast<unsigned>(sizes.grid_attention_generations_QL()),
                             static_cast<unsigned>(sizes.block_attention_generations_QL()), 0,
                             stream>>>(
      a.QL_values, sizes.M_of_attention_generations_QL(), sizes.P_of_attention_generations_QL(),
      a.Q_E_segments, a.Q_E_coords, a.Q_values, a.K_E_segments, a.K_E_coords, a.K_values);
  if (cudaGetLastError() != cudaSuccess) return 3;
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
      a.BV_values, a.V_F_segments, a.V_F_coords, a.V_values, sizes.F_of_attention_generations_BV(),
      sizes.M_of_attention_generations_BV(), sizes.M0_of_attention_generations_BV(),
      sizes.M1_of_attention_generations_BV());
  if (cudaGetLastError() != cudaSuccess) return 3;
  attention_generations_LM<<<static_cast<unsigned>(sizes.grid_attention_generations_LM()),
                             static_cast<unsigned>(sizes.block_attention_generations_LM()), 0,
                             stream>>>(
      a.LM_values, a.BQK_values, sizes.M0_of_attention_generations_LM(),
      sizes.M1_of_attention_generations_LM(), sizes.P_of_attention_generations_LM(), a.QL_values,
      sizes.M_of_attention_generations_LM());
  if (cudaGetLastError() != cudaSuccess) return 3;
  attention_generations_tensor_RM_before<<<
      static_cast<unsigned>(sizes.grid_attention_generations_tensor_RM_before()),
      static_cast<unsigned>(sizes.block_attention_generations_tensor_RM_before()), 0, stream>>>(
      a.tensor_RM_before_values, sizes.P_of_attention_generations_tensor_RM_before());
  if (cudaGetLastError() != cudaSuccess) return 3;
  attention_generations_tensor_RD_before<<<
      static_cast<unsigned>(sizes.grid_attention_generations_tensor_RD_before()),
      static_cast<unsigned>(sizes.block_attention_generations_tensor_RD_before()), 0, stream>>>(
      a.tensor_RD_before_values, sizes.P_of_attention_generations_tensor_RD_before());
  if (cudaGetLastError() != cudaSuccess) return 3;
  attention_generations_tensor_RNV_before<<<
      static_cast<unsigned>(sizes.grid_attention_generations_tensor_RNV_before()),
      static_cast<unsigned>(sizes.block_attention_generations_tensor_RNV_before()), 0, stream>>>(
      a.tensor_RNV_before_values, sizes.F_of_attention_generations_tensor_RNV_before(),
      sizes.P_of_attention_generations_tensor_RNV_before());
  if (cudaGetLastError() != cudaSuccess) return 3;
  attention_generations_start_tensor_RM_before<<<
      static_cast<unsigned>(sizes.grid_attention_generations_start_tensor_RM_before()),
      static_cast<unsigned>(sizes.block_attention_generations_start_tensor_RM_before()), 0,
      stream>>>(a.tensor_RM_before_values, tensor_RM_before_now,
                sizes.P_of_attention_generations_start_tensor_RM_before());
  if (cudaGetLastError() != cudaSuccess) return 3;
  attention_generations_start_tensor_RD_before<<<
      static_cast<unsigned>(sizes.grid_attention_generations_start_tensor_RD_before()),
      static_cast<unsigned>(sizes.block_attention_generations_start_tensor_RD_before()), 0,
      stream>>>(a.tensor_RD_before_values, tensor_RD_before_now,
                sizes.P_of_attention_generations_start_tensor_RD_before());
  if (cudaGetLastError() != cudaSuccess) return 3;
  attention_generations_start_tensor_RNV_before<<<
      static_cast<unsigned>(sizes.grid_attention_generations_start_tensor_RNV_before()),
      static_cast<unsigned>(sizes.block_attention_generations_start_tensor_RNV_before()), 0,
      stream>>>(a.tensor_RNV_before_values, tensor_RNV_before_now,
                sizes.P_of_attention_generations_start_tensor_RNV_before(),
                sizes.F_of_attention_generations_start_tensor_RNV_before());
  if (cudaGetLastError() != cudaSuccess) return 3;
  attention_generations_fill_RM<<<
      static_cast<unsigned>(sizes.grid_attention_generations_fill_RM()),
      static_cast<unsigned>(sizes.block_attention_generations_fill_RM()), 0, stream>>>(
      a.RM_values, sizes.elements_high_of_attention_generations_fill_RM(),
      sizes.elements_low_of_attention_generations_fill_RM());
  if (cudaGetLastError() != cudaSuccess) return 3;
  if (cudaMemsetAsync(a.RD_values, 0, static_cast<size_t>(sizes.stored_RD()) * sizeof(value_t),
                      stream) != cudaSuccess)
    return 3;
  if (cudaMemsetAsync(a.RNV_values, 0, static_cast<size_t>(sizes.stored_RNV()) * sizeof(value_t),
                      stream) != cudaSuccess)
    return 3;
  for (sizes.round = 0; (sizes.round) < sizes.step_size_0(); ++sizes.round) {
    attention_generations_RM<<<static_cast<unsigned>(sizes.grid_attention_generations_RM()),
                               static_cast<unsigned>(sizes.block_attention_generations_RM()), 0,
                               stream>>>(a.RM_values, tensor_RM_before_now, a.LM_values,
                                         sizes.P_of_attention_generations_RM(),
                                         sizes.round_of_attention_generations_RM());
    if (cudaGetLastError() != cudaSuccess) return 3;
    attention_generations_PRM<<<static_cast<unsigned>(sizes.grid_attention_generations_PRM()),
                                static_cast<unsigned>(sizes.block_attention_generations_PRM()), 0,
                                stream>>>(a.PRM_values, tensor_RM_before_now, a.RM_values,
                                          sizes.P_of_attention_generations_PRM(),
                                          sizes.round_of_attention_generations_PRM());
    if (cudaGetLastError() != cudaSuccess) return 3;
    attention_generations_SLNV<<<static_cast<unsigned>(sizes.grid_attention_generations_SLNV()),
                                 static_cast<unsigned>(sizes.block_attention_generations_SLNV()), 0,
                                 stream>>>(
        a.SLNV_values, a.SLN_values, a.BV_values, sizes.F_of_attention_generations_SLNV(),
        sizes.M0_of_attention_generations_SLNV(), sizes.P_of_attention_generations_SLNV(),
        sizes.round_of_attention_generations_SLNV(), a.SLD_values, a.BQK_values, a.RM_values);
    if (cudaGetLastError() != cudaSuccess) return 3;
    attention_generations_RD_term2<<<
        static_cast<unsigned>(sizes.grid_attention_generations_RD_term2()),
        static_cast<unsigned>(sizes.block_attention_generations_RD_term2()), 0, stream>>>(
        a.RD_values, a.SLD_values, sizes.P_of_attention_generations_RD_term2(),
        sizes.round_of_attention_generations_RD_term2(), a.PRM_values, tensor_RD_before_now);
    if (cudaGetLastError() != cudaSuccess) return 3;
    attention_generations_RNV_term2<<<
        static_cast<unsigned>(sizes.grid_attention_generations_RNV_term2()),
        static_cast<unsigned>(sizes.block_attention_generations_RNV_term2()), 0, stream>>>(
        a.RNV_values, a.SLNV_values, sizes.F_of_attention_generations_RNV_term2(),
        sizes.P_of_attention_generations_RNV_term2(),
        sizes.round_of_attention_generations_RNV_term2(), a.PRM_values, tensor_RNV_before_now);
    if (cudaGetLastError() != cudaSuccess) return 3;
    attention_generations_carry_tensor_RM_before<<<
        static_cast<unsigned>(sizes.grid_attention_generations_carry_tensor_RM_before()),
        static_cast<unsigned>(sizes.block_attention_generations_carry_tensor_RM_before()), 0,
        stream>>>(a.RM_values, tensor_RM_before_now,
                  sizes.P_of_attention_generations_carry_tensor_RM_before());
    if (cudaGetLastError() != cudaSuccess) return 3;
    attention_generations_carry_tensor_RD_before<<<
        static_cast<unsigned>(sizes.grid_attention_generations_carry_tensor_RD_before()),
        static_cast<unsigned>(sizes.block_attention_generations_carry_tensor_RD_before()), 0,
        stream>>>(a.RD_values, tensor_RD_before_now,
                  sizes.P_of_attention_generations_carry_tensor_RD_before());
    if (cudaGetLastError() != cudaSuccess) return 3;
    attention_generations_carry_tensor_RNV_before<<<
        static_cast<unsigned>(sizes.grid_attention_generations_carry_tensor_RNV_before()),
        static_cast<unsigned>(sizes.block_attention_generations_carry_tensor_RNV_before()), 0,
        stream>>>(a.RNV_values, tensor_RNV_before_now,
                  sizes.P_of_attention_generations_carry_tensor_RNV_before(),
                  sizes.F_of_attention_generations_carry_tensor_RNV_before());
    if (cudaGetLastError() != cudaSuccess) return 3;
  }
  attention_generations_AV<<<static_cast<unsigned>(sizes.grid_attention_generations_AV()),
                             static_cast<unsigned>(sizes.block_attention_generations_AV()), 0,
                             stream>>>(a.AV_values, a.RNV_values, a.RD_values,
                                       sizes.F_of_attention_generations_AV(),
                                       sizes.P_of_attention_generations_AV());
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
