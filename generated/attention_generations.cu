// Made by teaalc 0.1.0 from attention_generations.yaml; do not edit.
//   QK[p, m] = Q[p, e] * K[m, e]
//     loops P1 (space), M2 (space), M1 (space), E, P0, M0
//   QL[p, m] = QK[p, m]
//     loops P1 (space), M2 (space), M1 (space), P0, M0
//   BQK[m1, p, m0] = QL[p, T * m1 + m0]
//     loops P1 (space), P0 (space), M1, M0 (space)
//   BV[m1, m0, f] = V[T * m1 + m0, f]
//     loops M1 (space), M0 (space), F (space)
//   LM[m1, p] = BQK[m1, p, m0]
//     loops P1 (space), P0 (space), M1, M0 (space)
//     reduces by max from -inf
//   RM_before[p] = 1
//     loops P1 (space), P0 (space)
//     maps by -inf
//   RD_before[p] = 0
//     loops P1 (space), P0 (space)
//   RNV_before[p, f] = 0
//     loops P1 (space), P0 (space), F1 (space), F0
//   RM[p] = RM_before[p] * LM[m1, p]
//     loops P1 (space), P0 (space), M1
//     maps by max(RM_before[p], LM[m1, p])
//   SLN[m1, p, m0] = BQK[m1, p, m0] * RM[p]
//     loops P1 (space), P0 (space), M1, M0 (space)
//     maps by exp(BQK[m1, p, m0] - RM[p])
//   PRM[m1, p] = RM_before[p] * RM[p]
//     loops P1 (space), P0 (space), M1
//     maps by exp(RM_before[p] - RM[p])
//   SLD[m1, p] = SLN[m1, p, m0]
//     loops P1 (space), P0 (space), M1, M0 (space)
//   RD[p] = PRM[m1, p] * RD_before[p] + SLD[m1, p]
//     loops P1 (space), P0 (space), M1
//   SLNV[m1, p, f] = SLN[m1, p, m0] * BV[m1, m0, f]
//     loops P1 (space), P0 (space), F2, F1 (space), M1, M02, M01 (space), M00, F0
//   RNV[p, f] = PRM[m1, p] * RNV_before[p, f] + SLNV[m1, p, f]
//     loops P1 (space), P0 (space), F1 (space), M1, F0
//   AV[p, f] = RNV[p, f] * RD[p]
//     loops P1 (space), P0 (space), F1 (space), F0
//     maps by RNV[p, f] / RD[p]
//   stored Q[E:U, P:U], K[E:U, M:U], V[M:U, F:U], QK[P:U, M:U], QL[P:U, M:U], BQK[M1:U, P:U, M0:U],
//   BV[M1:U, M0:U, F:U], LM[M1:U, P:U], RM[P:U], SLN[M1:U, P:U, M0:U], PRM[M1:U, P:U], SLD[M1:U,
//   P:U], RD[P:U], SLNV[M1:U, P:U, F:U], RNV[P:U, F:U], AV[P:U, F:U], RM_before[P:U],
//   RD_before[P:U], RNV_before[P:U, F:U] sizes T=8 teaalc attention_generations.yaml --type=f32
//   --arch=sm_90 --index-bits=32

// Returns when all that was launched before has ended and its writes are seen. A GPU of sm_90 or
// newer; at once where the launch did not ask to be early.
static __device__ __forceinline__ void teaal_await_launches() {
#ifndef TEAAL_CPU
  asm volatile("griddepcontrol.wait;" ::: "memory");
#endif
}

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

// What a reduction does with two values; sums of integers are modulo 2^32.
struct teaal_sum {
  template <class T>
  static __device__ __forceinline__ T of(T a, T b) {
    return a + b;
  }
  static __device__ __forceinline__ int of(int a, int b) { return int(unsigned(a) + unsigned(b)); }
};

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

// The lanes of this one's group, where groups are `width` neighbours, a power of two up to 32.
static __device__ __forceinline__ unsigned teaal_group_mask(int width) {
  return 0xffffffffu >> (32 - width) << (threadIdx.x % 32 & -width);
}

// Over a group of `width` neighbouring lanes, a power of two up to 32. All lanes of a group call it
// together, with the same width; where other groups are does not matter. Bitwise the same in the
// whole group.
template <class Op, class T>
static __device__ __forceinline__ T teaal_group_reduce(T value, int width) {
  const unsigned group = teaal_group_mask(width);
  for (int offset = width / 2; offset > 0; offset /= 2)
    value = Op::of(value, __shfl_xor_sync(group, value, offset));
  return value;
}

// Four elements; `from` is aligned to 16 bytes.
[[maybe_unused]] static __device__ __forceinline__ void teaal_load_quad(float* to,
                                                                        const float* from) {
#ifdef TEAAL_CPU
  teaal_take_units<4>(to, from);
#else
  const float4 quad = *reinterpret_cast<const float4*>(from);
  to[0] = quad.x;
  to[1] = quad.y;
  to[2] = quad.z;
  to[3] = quad.w;
#endif
}

[[maybe_unused]] static __device__ __forceinline__ void teaal_load_quad(int* to, const int* from) {
#ifdef TEAAL_CPU
  teaal_take_units<4>(to, from);
#else
  const int4 quad = *reinterpret_cast<const int4*>(from);
  to[0] = quad.x;
  to[1] = quad.y;
  to[2] = quad.z;
  to[3] = quad.w;
#endif
}

[[maybe_unused]] static __device__ __forceinline__ void teaal_load_quad(double* to,
                                                                        const double* from) {
#ifdef TEAAL_CPU
  teaal_take_units<4>(to, from);
#else
  const double2 low = *reinterpret_cast<const double2*>(from),
                high = *reinterpret_cast<const double2*>(from + 2);
  to[0] = low.x;
  to[1] = low.y;
  to[2] = high.x;
  to[3] = high.y;
#endif
}

// Four elements, of which each may be 16 bits that are read as a value; `from` is aligned to four
// of them.
template <class T, class E>
static __device__ __forceinline__ void teaal_read_quad(T* to, const E* from) {
#ifdef TEAAL_CPU
  E quad[4];
  teaal_take_units<4>(quad, from);
  for (int i = 0; i < 4; ++i) to[i] = quad[i];
#else
  if constexpr (sizeof(E) == 2) {
    const uint2 quad = *reinterpret_cast<const uint2*>(from);
    to[0] = E{static_cast<unsigned short>(quad.x)};
    to[1] = E{static_cast<unsigned short>(quad.x >> 16)};
    to[2] = E{static_cast<unsigned short>(quad.y)};
    to[3] = E{static_cast<unsigned short>(quad.y >> 16)};
  } else {
    teaal_load_quad(to, from);
  }
#endif
}

// Four elements to memory, from registers that no main loop fills.
[[maybe_unused]] static __device__ __forceinline__ void teaal_write_quad(float* to,
                                                                         const float* from) {
#ifdef TEAAL_CPU
  teaal_give_units<4>(to, from);
#else
  *reinterpret_cast<float4*>(to) = make_float4(from[0], from[1], from[2], from[3]);
#endif
}

// Whether quads of rows of `length` elements behind `base` are aligned to 16 bytes.
template <class T>
static __device__ __forceinline__ bool teaal_aligned_rows(const T* base, long long length) {
  return length % 4 == 0 && reinterpret_cast<unsigned long long>(base) % 16 == 0;
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
#define TEAAL_OFFSET_BITS TEAAL_POSITION_BITS  // 64 beyond 1000000000 elements or coordinates
#endif
#if TEAAL_OFFSET_BITS == 64 || TEAAL_POSITION_BITS == 64
typedef long long offset_t;
#else
typedef int offset_t;
#endif
typedef float value_t;

#line 33 "attention_generations.yaml"
extern "C" __global__ void attention_generations_BV(value_t* __restrict__ BV_values,
                                                    const value_t* __restrict__ V_values, coord_t F,
                                                    coord_t M, coord_t M0, coord_t M1) {
  teaal_await_launches();
  const offset_t workers_M1 = gridDim.x;
  const offset_t worker_M1 = blockIdx.x;
  const offset_t workers_M0 = blockDim.x / 32;
  const offset_t worker_M0 = threadIdx.x / 32;
  const offset_t workers_F = 32;
  const offset_t worker_F = threadIdx.x % 32;
#line 73 "attention_generations.yaml"
  for (offset_t m1 = worker_M1; m1 < M1; m1 += workers_M1) {
    for (offset_t m0 = worker_M0; m0 < M0; m0 += workers_M0) {
      const offset_t BV_M0_at = m1 * static_cast<offset_t>(M0) + m0;
      const size_type V_M_coord = static_cast<size_type>(8) * m1 + m0;
      if (V_M_coord < M) {
        for (offset_t f = worker_F; f < F; f += workers_F) {
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
extern "C" __global__ void __launch_bounds__(256, 2) attention_generations_AV(
    value_t* __restrict__ AV_values, value_t* RNV_values, value_t* RD_values, coord_t F, coord_t P,
    value_t* tensor_RNV_before_now_values, value_t* tensor_RD_before_now_values,
    value_t* tensor_RM_before_now_values, value_t* RM_values, value_t* SLNV_values,
    value_t* PRM_values, value_t* SLN_values, const value_t* __restrict__ BV_values, coord_t M0,
    value_t* SLD_values, value_t* BQK_values, value_t* LM_values, coord_t rounds,
    value_t* __restrict__ tensor_RNV_before_values, value_t* __restrict__ tensor_RD_before_values,
    value_t* __restrict__ tensor_RM_before_values, coord_t M1, value_t* QL_values, coord_t M,
    value_t* QK_values, const value_t* __restrict__ Q_values, const value_t* __restrict__ K_values,
    coord_t E) {
  teaal_await_launches();
  const offset_t workers_P1 = gridDim.x;
  const offset_t worker_P1 = blockIdx.x;
  const offset_t workers_M2 = blockDim.x / 32;
  const offset_t worker_M2 = threadIdx.x / 32;
  const offset_t workers_M1 = 32;
  const offset_t worker_M1 = threadIdx.x % 32;
  const offset_t worker_M01 = threadIdx.x % 32 % 2;
  const offset_t workers_F1 = 16;
  const offset_t worker_F1 = threadIdx.x % 32 / 2;
#line 70 "attention_generations.yaml"
  for (offset_t p1 = worker_P1 * 8; p1 < P; p1 += workers_P1 * 8) {
    const offset_t p1_end = min(static_cast<offset_t>(P), p1 + 8);
    const bool whole = p1_end - p1 == 8;
    if (whole) {
      for (offset_t m2 = worker_M2 * 128; m2 < M; m2 += workers_M2 * 128) {
        const offset_t m2_end = min(static_cast<offset_t>(M), m2 + 128);
        const bool whole_2 = m2_end - m2 == 128 && teaal_aligned_rows(K_values, M) &&
                             teaal_aligned_rows(QK_values, M);
        if (whole_2) {
          for (offset_t m1 = m2 + worker_M1 * 4; m1 < m2_end; m1 += workers_M1 * 4) {
#line 30 "attention_generations.yaml"
            value_t sums[32];
#pragma unroll
            for (int sums_element = 0; sums_element < 32; ++sums_element) {
              sums[sums_element] = value_t(0);
            }
#line 70 "attention_generations.yaml"
            // Products.
            for (coord_t e = 0; e < E; ++e) {
#pragma unroll
              for (int p0_turn = 0; p0_turn < 8; ++p0_turn) {
                const coord_t p0 = static_cast<coord_t>(p1 + p0_turn);
                const offset_t Q_P_at = static_cast<offset_t>(e) * static_cast<offset_t>(P) + p0;
                value_t K_values_quad[4];
                teaal_read_quad(&K_values_quad[0],
                                &K_values[static_cast<offset_t>(e) * static_cast<offset_t>(M) +
                                          static_cast<coord_t>(m1)]);
#pragma unroll
                for (int m0_turn = 0; m0_turn < 4; ++m0_turn) {
#line 30 "attention_generations.yaml"
                  sums[p0_turn * 4 + m0_turn] =
                      fmaf(Q_values[Q_P_at], K_values_quad[m0_turn], sums[p0_turn * 4 + m0_turn]);
                }
              }
            }
#line 70 "attention_generations.yaml"
#pragma unroll
            // Store QK_values.
            for (int p0_turn_2 = 0; p0_turn_2 < 8; ++p0_turn_2) {
              const coord_t p0_2 = static_cast<coord_t>(p1 + p0_turn_2);
              teaal_write_quad(&QK_values[static_cast<offset_t>(p0_2) * static_cast<offset_t>(M) +
                                          static_cast<coord_t>(m1)],
                               &sums[p0_turn_2 * 4]);
            }
          }
        }
        if (!whole_2) {
          for (offset_t m1_2 = m2 + worker_M1 * 4; m1_2 < m2_end; m1_2 += workers_M1 * 4) {
            const offset_t m1_end = min(m2_end, m1_2 + 4);
#line 30 "attention_generations.yaml"
            value_t sums_2[32];
#pragma unroll
            for (int sums_element_2 = 0; sums_element_2 < 32; ++sums_element_2) {
              sums_2[sums_element_2] = value_t(0);
            }
#line 70 "attention_generations.yaml"
            // Products.
            for (coord_t e_2 = 0; e_2 < E; ++e_2) {
#pragma unroll
              for (int p0_turn_3 = 0; p0_turn_3 < 8; ++p0_turn_3) {
                const coord_t p0_3 = static_cast<coord_t>(p1 + p0_turn_3);
                const offset_t Q_P_at_2 =
                    static_cast<offset_t>(e_2) * static_cast<offset_t>(P) + p0_3;
#pragma unroll
                for (int m0_turn_3 = 0; m0_turn_3 < 4; ++m0_turn_3) {
                  if (m1_2 + m0_turn_3 < m1_end) {
                    const coord_t m0_3 = static_cast<coord_t>(m1_2 + m0_turn_3);
                    const offset_t K_M_at_2 =
                        static_cast<offset_t>(e_2) * static_cast<offset_t>(M) + m0_3;
#line 30 "attention_generations.yaml"
                    sums_2[p0_turn_3 * 4 + m0_turn_3] = fmaf(Q_values[Q_P_at_2], K_values[K_M_at_2],
                                                             sums_2[p0_turn_3 * 4 + m0_turn_3]);
                  }
                }
              }
            }
#line 70 "attention_generations.yaml"
#pragma unroll
            // Store QK_values.
            for (int p0_turn_4 = 0; p0_turn_4 < 8; ++p0_turn_4) {
              const coord_t p0_4 = static_cast<coord_t>(p1 + p0_turn_4);
#pragma unroll
              for (int m0_turn_4 = 0; m0_turn_4 < 4; ++m0_turn_4) {
                if (m1_2 + m0_turn_4 < m1_end) {
                  const coord_t m0_4 = static_cast<coord_t>(m1_2 + m0_turn_4);
                  const offset_t QK_M_at_4 =
                      static_cast<offset_t>(p0_4) * static_cast<offset_t>(M) + m0_4;
#line 30 "attention_generations.yaml"
                  QK_values[QK_M_at_4] = sums_2[p0_turn_4 * 4 + m0_turn_4];
                }
              }
            }
          }
        }
      }
    }
#line 70 "attention_generations.yaml"
    if (!whole) {
      for (offset_t m2_2 = worker_M2 * 128; m2_2 < M; m2_2 += workers_M2 * 128) {
        const offset_t m2_end_2 = min(static_cast<offset_t>(M), m2_2 + 128);
        for (offset_t m1_3 = m2_2 + worker_M1 * 4; m1_3 < m2_end_2; m1_3 += workers_M1 * 4) {
          const offset_t m1_end_2 = min(m2_end_2, m1_3 + 4);
#line 30 "attention_generations.yaml"
          value_t sums_3[32];
#pragma unroll
          for (int sums_element_3 = 0; sums_element_3 < 32; ++sums_element_3) {
            sums_3[sums_element_3] = value_t(0);
          }
#line 70 "attention_generations.yaml"
          // Products.
          for (coord_t e_3 = 0; e_3 < E; ++e_3) {
#pragma unroll
            for (int p0_turn_5 = 0; p0_turn_5 < 8; ++p0_turn_5) {
              if (p1 + p0_turn_5 < p1_end) {
                const coord_t p0_5 = static_cast<coord_t>(p1 + p0_turn_5);
                const offset_t Q_P_at_3 =
                    static_cast<offset_t>(e_3) * static_cast<offset_t>(P) + p0_5;
#pragma unroll
                for (int m0_turn_5 = 0; m0_turn_5 < 4; ++m0_turn_5) {
                  if (m1_3 + m0_turn_5 < m1_end_2) {
                    const coord_t m0_5 = static_cast<coord_t>(m1_3 + m0_turn_5);
                    const offset_t K_M_at_3 =
                        static_cast<offset_t>(e_3) * static_cast<offset_t>(M) + m0_5;
#line 30 "attention_generations.yaml"
                    sums_3[p0_turn_5 * 4 + m0_turn_5] = fmaf(Q_values[Q_P_at_3], K_values[K_M_at_3],
                                                             sums_3[p0_turn_5 * 4 + m0_turn_5]);
                  }
                }
              }
            }
          }
#line 70 "attention_generations.yaml"
#pragma unroll
          // Store QK_values.
          for (int p0_turn_6 = 0; p0_turn_6 < 8; ++p0_turn_6) {
            if (p1 + p0_turn_6 < p1_end) {
              const coord_t p0_6 = static_cast<coord_t>(p1 + p0_turn_6);
#pragma unroll
              for (int m0_turn_6 = 0; m0_turn_6 < 4; ++m0_turn_6) {
                if (m1_3 + m0_turn_6 < m1_end_2) {
                  const coord_t m0_6 = static_cast<coord_t>(m1_3 + m0_turn_6);
                  const offset_t QK_M_at_6 =
                      static_cast<offset_t>(p0_6) * static_cast<offset_t>(M) + m0_6;
#line 30 "attention_generations.yaml"
                  QK_values[QK_M_at_6] = sums_3[p0_turn_6 * 4 + m0_turn_6];
                }
              }
            }
          }
        }
      }
    }
    __syncthreads();
#line 71 "attention_generations.yaml"
    // Store QL_values.
    for (offset_t m2_3 = worker_M2 * 128; m2_3 < M; m2_3 += workers_M2 * 128) {
      const offset_t m2_end_3 = min(static_cast<offset_t>(M), m2_3 + 128);
      for (offset_t m1_4 = m2_3 + worker_M1 * 4; m1_4 < m2_end_3; m1_4 += workers_M1 * 4) {
        const offset_t m1_end_3 = min(m2_end_3, m1_4 + 4);
        for (coord_t p0_7 = p1; p0_7 < p1_end; ++p0_7) {
          for (coord_t m0_7 = m1_4; m0_7 < m1_end_3; ++m0_7) {
            const offset_t QK_M_at_7 =
                static_cast<offset_t>(p0_7) * static_cast<offset_t>(M) + m0_7;
#line 31 "attention_generations.yaml"
            QL_values[QK_M_at_7] = QK_values[QK_M_at_7];
          }
        }
      }
    }
    __syncthreads();
#line 72 "attention_generations.yaml"
    for (offset_t p0_8 = p1 + worker_M2; p0_8 < p1_end; p0_8 += workers_M2) {
      for (coord_t m1_5 = 0; m1_5 < M1; ++m1_5) {
        const offset_t BQK_P_at = static_cast<offset_t>(m1_5) * static_cast<offset_t>(P) + p0_8;
#line 34 "attention_generations.yaml"
        value_t sum = static_cast<value_t>(-__int_as_float(0x7f800000));
#line 72 "attention_generations.yaml"
        for (offset_t m0_8 = worker_M1; m0_8 < M0; m0_8 += workers_M1) {
          const offset_t BQK_M0_at = BQK_P_at * static_cast<offset_t>(M0) + m0_8;
          const size_type QL_M_coord =
              static_cast<size_type>(8) * static_cast<offset_t>(m1_5) + m0_8;
          value_t BQK_element = static_cast<value_t>(-__int_as_float(0x7f800000));
          // Store BQK_values.
          if (QL_M_coord < M) {
            const offset_t QL_M_at = p0_8 * static_cast<offset_t>(M) + QL_M_coord;
#line 32 "attention_generations.yaml"
            BQK_element = QL_values[QL_M_at];
            BQK_values[BQK_M0_at] = BQK_element;
          }
#line 34 "attention_generations.yaml"
          // Sums.
          sum = fmaxf(sum, BQK_element);
        }
        // Combine the sums of threads.
        const value_t total = teaal_lane_reduce<teaal_max>(sum, 1, 32);
        // Store LM_values.
        if (worker_M1 == 0) {
          LM_values[BQK_P_at] = total;
        }
      }
    }
    __syncthreads();
#line 75 "attention_generations.yaml"
    // Store tensor_RD_before_now_values, tensor_RD_before_values, tensor_RM_before_now_values,
    // tensor_RM_before_values, tensor_RNV_before_now_values and tensor_RNV_before_values.
    for (offset_t p0_9 = p1 + worker_M2; p0_9 < p1_end; p0_9 += workers_M2) {
#line 35 "attention_generations.yaml"
      const value_t tensor_RM_before_element =
          static_cast<value_t>(-1) * static_cast<value_t>(__int_as_float(0x7f800000));
      if (threadIdx.x % 32 == 0) {
        tensor_RM_before_values[p0_9] = tensor_RM_before_element;
      }
      if (threadIdx.x % 32 == 0) {
        tensor_RM_before_now_values[p0_9] = tensor_RM_before_element;
      }
    }
    __syncthreads();
#line 79 "attention_generations.yaml"
    for (offset_t p0_10 = p1 + worker_M2; p0_10 < p1_end; p0_10 += workers_M2) {
#line 39 "attention_generations.yaml"
      const value_t tensor_RD_before_element = value_t(0);
      if (threadIdx.x % 32 == 0) {
        tensor_RD_before_values[p0_10] = tensor_RD_before_element;
      }
      if (threadIdx.x % 32 == 0) {
        tensor_RD_before_now_values[p0_10] = tensor_RD_before_element;
      }
    }
    __syncthreads();
#line 81 "attention_generations.yaml"
    for (offset_t p0_11 = p1 + worker_M2; p0_11 < p1_end; p0_11 += workers_M2) {
      for (offset_t f1 = worker_M1 * 4; f1 < F; f1 += workers_M1 * 4) {
        const offset_t f1_end = min(static_cast<offset_t>(F), f1 + 4);
        for (coord_t f0 = f1; f0 < f1_end; ++f0) {
          const offset_t tensor_RNV_before_F_at = p0_11 * static_cast<offset_t>(F) + f0;
#line 41 "attention_generations.yaml"
          const value_t tensor_RNV_before_element = value_t(0);
          tensor_RNV_before_values[tensor_RNV_before_F_at] = tensor_RNV_before_element;
          tensor_RNV_before_now_values[tensor_RNV_before_F_at] = tensor_RNV_before_element;
        }
      }
    }
    __syncthreads();
    for (coord_t round = 0; round < rounds; ++round) {
#line 75 "attention_generations.yaml"
      for (offset_t p0_12 = p1 + worker_M2; p0_12 < p1_end; p0_12 += workers_M2) {
#line 35 "attention_generations.yaml"
        value_t sum_2 = value_t(0);
#line 75 "attention_generations.yaml"
        // Products.
        for (coord_t m1_6 = round; m1_6 < round + 1; ++m1_6) {
          const offset_t LM_P_at = static_cast<offset_t>(m1_6) * static_cast<offset_t>(P) + p0_12;
#line 35 "attention_generations.yaml"
          sum_2 += fmaxf(tensor_RM_before_now_values[p0_12], LM_values[LM_P_at]);
        }
        const value_t RM_element = sum_2;
        // Store RM_values.
        if (threadIdx.x % 32 == 0) {
          RM_values[p0_12] = RM_element;
        }
#line 76 "attention_generations.yaml"
        for (coord_t m1_2_2 = round; m1_2_2 < round + 1; ++m1_2_2) {
          const offset_t BQK_P_at_2 =
              static_cast<offset_t>(m1_2_2) * static_cast<offset_t>(P) + p0_12;
#line 38 "attention_generations.yaml"
          value_t sum_2_2 = value_t(0);
#line 76 "attention_generations.yaml"
          for (offset_t m0_9 = worker_M1; m0_9 < M0; m0_9 += workers_M1) {
            const offset_t BQK_M0_at_2 = BQK_P_at_2 * static_cast<offset_t>(M0) + m0_9;
#line 36 "attention_generations.yaml"
            const value_t SLN_element = expf(BQK_values[BQK_M0_at_2] - RM_element);
            // Store SLN_values.
            SLN_values[BQK_M0_at_2] = SLN_element;
#line 38 "attention_generations.yaml"
            // Sums.
            sum_2_2 += SLN_element;
          }
          // Combine the sums of threads.
          const value_t total_2 = teaal_lane_sum(sum_2_2, 1, 32);
          // Store SLD_values.
          if (worker_M1 == 0) {
            SLD_values[BQK_P_at_2] = total_2;
          }
        }
#line 39 "attention_generations.yaml"
        value_t sum_3 = value_t(0);
#line 77 "attention_generations.yaml"
        for (coord_t m1_3_2 = round; m1_3_2 < round + 1; ++m1_3_2) {
          const offset_t PRM_P_at =
              static_cast<offset_t>(m1_3_2) * static_cast<offset_t>(P) + p0_12;
#line 37 "attention_generations.yaml"
          const value_t PRM_element = expf(tensor_RM_before_now_values[p0_12] - RM_element);
          // Store PRM_values.
          if (threadIdx.x % 32 == 0) {
            PRM_values[PRM_P_at] = PRM_element;
          }
#line 39 "attention_generations.yaml"
          // Products.
          sum_3 = fmaf(PRM_element, tensor_RD_before_now_values[p0_12], sum_3);
        }
        // Store RD_values.
        if (threadIdx.x % 32 == 0) {
          RD_values[p0_12] = sum_3;
        }
      }
      __syncthreads();
#line 79 "attention_generations.yaml"
      for (offset_t p0_2_2 = p1 + worker_M2; p0_2_2 < p1_end; p0_2_2 += workers_M2) {
#line 39 "attention_generations.yaml"
        value_t sum_4 = value_t(0);
#line 79 "attention_generations.yaml"
        // Sums.
        for (coord_t m1_4_2 = round; m1_4_2 < round + 1; ++m1_4_2) {
          const offset_t SLD_P_at =
              static_cast<offset_t>(m1_4_2) * static_cast<offset_t>(P) + p0_2_2;
#line 39 "attention_generations.yaml"
          sum_4 += SLD_values[SLD_P_at];
        }
        // Store RD_values.
        if (threadIdx.x % 32 == 0) {
          RD_values[p0_2_2] += sum_4;
        }
      }
      __syncthreads();
#line 80 "attention_generations.yaml"
      for (offset_t p0_3_2 = p1 + worker_M2; p0_3_2 < p1_end; p0_3_2 += workers_M2) {
        const offset_t f2_whole_end =
            teaal_aligned_rows(BV_values, F) ? static_cast<offset_t>(F) / 64 * 64 : 0;
        for (offset_t f2 = 0; f2 < f2_whole_end; f2 += 64) {
          const offset_t f2_end = f2 + 64;
          for (offset_t f1_2 = f2 + worker_F1 * 4; f1_2 < f2_end; f1_2 += workers_F1 * 4) {
            for (coord_t m1_5_2 = round; m1_5_2 < round + 1; ++m1_5_2) {
              const offset_t SLN_P_at =
                  static_cast<offset_t>(m1_5_2) * static_cast<offset_t>(P) + p0_3_2;
#line 40 "attention_generations.yaml"
              value_t sums_4[4];
#pragma unroll
              for (int sums_element_4 = 0; sums_element_4 < 4; ++sums_element_4) {
                sums_4[sums_element_4] = value_t(0);
              }
#line 80 "attention_generations.yaml"
              const offset_t m02_whole_end =
                  teaal_aligned_rows(BV_values, F) ? static_cast<offset_t>(M0) / 16 * 16 : 0;
              // Products.
              for (offset_t m02 = 0; m02 < m02_whole_end; m02 += 16) {
                const offset_t m01 = m02 + worker_M01 * 8;
#pragma unroll
                for (int m00_turn = 0; m00_turn < 8; ++m00_turn) {
                  const coord_t m00 = static_cast<coord_t>(m01 + m00_turn);
                  const offset_t BV_M0_at =
                      static_cast<offset_t>(m1_5_2) * static_cast<offset_t>(M0) + m00;
                  const offset_t SLN_M0_at = SLN_P_at * static_cast<offset_t>(M0) + m00;
                  value_t BV_values_quad[4];
                  teaal_read_quad(
                      &BV_values_quad[0],
                      &BV_values[BV_M0_at * static_cast<offset_t>(F) + static_cast<coord_t>(f1_2)]);
#pragma unroll
                  for (int f0_turn = 0; f0_turn < 4; ++f0_turn) {
#line 40 "attention_generations.yaml"
                    sums_4[f0_turn] =
                        fmaf(SLN_values[SLN_M0_at], BV_values_quad[f0_turn], sums_4[f0_turn]);
                  }
                }
              }
#line 80 "attention_generations.yaml"
#pragma unroll 1
              for (offset_t m02 = m02_whole_end; m02 < M0; m02 += 16) {
                const offset_t m02_end = min(static_cast<offset_t>(M0), m02 + 16);
                if (m02 + worker_M01 * 8 < m02_end) {
                  const offset_t m01_2 = m02 + worker_M01 * 8;
                  const offset_t m01_end = min(m02_end, m01_2 + 8);
#pragma unroll
                  for (int m00_turn_2 = 0; m00_turn_2 < 8; ++m00_turn_2) {
                    if (m01_2 + m00_turn_2 < m01_end) {
                      const coord_t m00_2 = static_cast<coord_t>(m01_2 + m00_turn_2);
                      const offset_t BV_M0_at_2 =
                          static_cast<offset_t>(m1_5_2) * static_cast<offset_t>(M0) + m00_2;
                      const offset_t SLN_M0_at_2 = SLN_P_at * static_cast<offset_t>(M0) + m00_2;
                      value_t BV_values_quad_2[4];
                      teaal_read_quad(&BV_values_quad_2[0],
                                      &BV_values[BV_M0_at_2 * static_cast<offset_t>(F) +
                                                 static_cast<coord_t>(f1_2)]);
#pragma unroll
                      for (int f0_turn_2 = 0; f0_turn_2 < 4; ++f0_turn_2) {
#line 40 "attention_generations.yaml"
                        sums_4[f0_turn_2] = fmaf(SLN_values[SLN_M0_at_2],
                                                 BV_values_quad_2[f0_turn_2], sums_4[f0_turn_2]);
                      }
                    }
                  }
                }
              }
#line 80 "attention_generations.yaml"
#pragma unroll
              for (int f0_turn_3 = 0; f0_turn_3 < 4; ++f0_turn_3) {
                const coord_t f0_3 = static_cast<coord_t>(f1_2 + f0_turn_3);
                const offset_t SLNV_F_at_3 = SLN_P_at * static_cast<offset_t>(F) + f0_3;
#line 40 "attention_generations.yaml"
                // Combine the sums of threads.
                const value_t total_2_2 = teaal_group_reduce<teaal_sum>(sums_4[f0_turn_3], 2);
                // Store SLNV_values.
                if (worker_M01 == 0) {
                  SLNV_values[SLNV_F_at_3] = total_2_2;
                }
              }
            }
          }
        }
#line 80 "attention_generations.yaml"
#pragma unroll 1
        for (offset_t f2 = f2_whole_end; f2 < F; f2 += 64) {
          const offset_t f2_end = min(static_cast<offset_t>(F), f2 + 64);
          for (offset_t f1_2_2 = f2 + worker_F1 * 4; f1_2_2 < f2_end; f1_2_2 += workers_F1 * 4) {
            const offset_t f1_end_2 = min(f2_end, f1_2_2 + 4);
            for (coord_t m1_6_2 = round; m1_6_2 < round + 1; ++m1_6_2) {
              const offset_t SLN_P_at_2 =
                  static_cast<offset_t>(m1_6_2) * static_cast<offset_t>(P) + p0_3_2;
#line 40 "attention_generations.yaml"
              value_t sums_2_2[4];
#pragma unroll
              for (int sums_element_2_2 = 0; sums_element_2_2 < 4; ++sums_element_2_2) {
                sums_2_2[sums_element_2_2] = value_t(0);
              }
#line 80 "attention_generations.yaml"
              // Products.
              for (offset_t m02_2 = 0; m02_2 < M0; m02_2 += 16) {
                const offset_t m02_end_2 = min(static_cast<offset_t>(M0), m02_2 + 16);
                if (m02_2 + worker_M01 * 8 < m02_end_2) {
                  const offset_t m01_3 = m02_2 + worker_M01 * 8;
                  const offset_t m01_end_2 = min(m02_end_2, m01_3 + 8);
#pragma unroll
                  for (int m00_turn_3 = 0; m00_turn_3 < 8; ++m00_turn_3) {
                    if (m01_3 + m00_turn_3 < m01_end_2) {
                      const coord_t m00_3 = static_cast<coord_t>(m01_3 + m00_turn_3);
                      const offset_t BV_M0_at_3 =
                          static_cast<offset_t>(m1_6_2) * static_cast<offset_t>(M0) + m00_3;
                      const offset_t SLN_M0_at_3 = SLN_P_at_2 * static_cast<offset_t>(M0) + m00_3;
#pragma unroll
                      for (int f0_turn_4 = 0; f0_turn_4 < 4; ++f0_turn_4) {
                        if (f1_2_2 + f0_turn_4 < f1_end_2) {
                          const coord_t f0_4 = static_cast<coord_t>(f1_2_2 + f0_turn_4);
                          const offset_t BV_F_at_3 = BV_M0_at_3 * static_cast<offset_t>(F) + f0_4;
#line 40 "attention_generations.yaml"
                          sums_2_2[f0_turn_4] = fmaf(SLN_values[SLN_M0_at_3], BV_values[BV_F_at_3],
                                                     sums_2_2[f0_turn_4]);
                        }
                      }
                    }
                  }
                }
              }
#line 80 "attention_generations.yaml"
#pragma unroll
              for (int f0_turn_5 = 0; f0_turn_5 < 4; ++f0_turn_5) {
                if (f1_2_2 + f0_turn_5 < f1_end_2) {
                  const coord_t f0_5 = static_cast<coord_t>(f1_2_2 + f0_turn_5);
                  const offset_t SLNV_F_at_5 = SLN_P_at_2 * static_cast<offset_t>(F) + f0_5;
#line 40 "attention_generations.yaml"
                  // Combine the sums of threads.
                  const value_t total_2_2_2 = teaal_group_reduce<teaal_sum>(sums_2_2[f0_turn_5], 2);
                  // Store SLNV_values.
                  if (worker_M01 == 0) {
                    SLNV_values[SLNV_F_at_5] = total_2_2_2;
                  }
                }
              }
            }
          }
        }
      }
      __syncthreads();
#line 81 "attention_generations.yaml"
      for (offset_t p0_4_2 = p1 + worker_M2; p0_4_2 < p1_end; p0_4_2 += workers_M2) {
        for (offset_t f1_3 = worker_M1 * 4; f1_3 < F; f1_3 += workers_M1 * 4) {
          const offset_t f1_end_2_2 = min(static_cast<offset_t>(F), f1_3 + 4);
#line 41 "attention_generations.yaml"
          value_t sums_3_2[4];
#pragma unroll
          for (int sums_element_3_2 = 0; sums_element_3_2 < 4; ++sums_element_3_2) {
            sums_3_2[sums_element_3_2] = value_t(0);
          }
#line 81 "attention_generations.yaml"
          const bool whole_3_2 = f1_end_2_2 - f1_3 == 4 && teaal_aligned_rows(RNV_values, F) &&
                                 teaal_aligned_rows(SLNV_values, F) &&
                                 teaal_aligned_rows(tensor_RNV_before_now_values, F);
          if (whole_3_2) {
            // Products.
            for (coord_t m1_7 = round; m1_7 < round + 1; ++m1_7) {
              const offset_t PRM_P_at_2 =
                  static_cast<offset_t>(m1_7) * static_cast<offset_t>(P) + p0_4_2;
              value_t tensor_RNV_before_now_values_quad[4];
              teaal_read_quad(&tensor_RNV_before_now_values_quad[0],
                              &tensor_RNV_before_now_values[p0_4_2 * static_cast<offset_t>(F) +
                                                            static_cast<coord_t>(f1_3)]);
#pragma unroll
              for (int f0_turn_6 = 0; f0_turn_6 < 4; ++f0_turn_6) {
#line 41 "attention_generations.yaml"
                sums_3_2[f0_turn_6] =
                    fmaf(PRM_values[PRM_P_at_2], tensor_RNV_before_now_values_quad[f0_turn_6],
                         sums_3_2[f0_turn_6]);
              }
            }
#line 81 "attention_generations.yaml"
            // Store RNV_values.
            teaal_write_quad(
                &RNV_values[p0_4_2 * static_cast<offset_t>(F) + static_cast<coord_t>(f1_3)],
                &sums_3_2[0]);
          }
          if (!whole_3_2) {
            // Products.
            for (coord_t m1_2_2_2 = round; m1_2_2_2 < round + 1; ++m1_2_2_2) {
              const offset_t PRM_P_at_2_2 =
                  static_cast<offset_t>(m1_2_2_2) * static_cast<offset_t>(P) + p0_4_2;
#pragma unroll
              for (int f0_turn_3_2 = 0; f0_turn_3_2 < 4; ++f0_turn_3_2) {
                if (f1_3 + f0_turn_3_2 < f1_end_2_2) {
                  const coord_t f0_3_2 = static_cast<coord_t>(f1_3 + f0_turn_3_2);
                  const offset_t RNV_F_at_3 = p0_4_2 * static_cast<offset_t>(F) + f0_3_2;
#line 41 "attention_generations.yaml"
                  sums_3_2[f0_turn_3_2] =
                      fmaf(PRM_values[PRM_P_at_2_2], tensor_RNV_before_now_values[RNV_F_at_3],
                           sums_3_2[f0_turn_3_2]);
                }
              }
            }
#line 81 "attention_generations.yaml"
#pragma unroll
            // Store RNV_values.
            for (int f0_turn_4_2 = 0; f0_turn_4_2 < 4; ++f0_turn_4_2) {
              if (f1_3 + f0_turn_4_2 < f1_end_2_2) {
                const coord_t f0_4_2 = static_cast<coord_t>(f1_3 + f0_turn_4_2);
                const offset_t RNV_F_at_4 = p0_4_2 * static_cast<offset_t>(F) + f0_4_2;
#line 41 "attention_generations.yaml"
                RNV_values[RNV_F_at_4] = sums_3_2[f0_turn_4_2];
              }
            }
          }
          value_t sums_2_2_2[4];
#pragma unroll
          for (int sums_element_2_2_2 = 0; sums_element_2_2_2 < 4; ++sums_element_2_2_2) {
            sums_2_2_2[sums_element_2_2_2] = value_t(0);
          }
#line 81 "attention_generations.yaml"
          if (whole_3_2) {
            // Sums.
            for (coord_t m1_3_2_2 = round; m1_3_2_2 < round + 1; ++m1_3_2_2) {
              const offset_t SLNV_P_at =
                  static_cast<offset_t>(m1_3_2_2) * static_cast<offset_t>(P) + p0_4_2;
              value_t SLNV_values_quad[4];
              teaal_read_quad(
                  &SLNV_values_quad[0],
                  &SLNV_values[SLNV_P_at * static_cast<offset_t>(F) + static_cast<coord_t>(f1_3)]);
#pragma unroll
              for (int f0_turn_5_2 = 0; f0_turn_5_2 < 4; ++f0_turn_5_2) {
#line 41 "attention_generations.yaml"
                sums_2_2_2[f0_turn_5_2] += SLNV_values_quad[f0_turn_5_2];
              }
            }
#line 81 "attention_generations.yaml"
#pragma unroll
            // Store RNV_values.
            for (int f0_turn_6_2 = 0; f0_turn_6_2 < 4; ++f0_turn_6_2) {
              const coord_t f0_6_2 = static_cast<coord_t>(f1_3 + f0_turn_6_2);
              const offset_t RNV_F_at_2_2 = p0_4_2 * static_cast<offset_t>(F) + f0_6_2;
#line 41 "attention_generations.yaml"
              RNV_values[RNV_F_at_2_2] += sums_2_2_2[f0_turn_6_2];
            }
          }
#line 81 "attention_generations.yaml"
          if (!whole_3_2) {
            // Sums.
            for (coord_t m1_4_2_2 = round; m1_4_2_2 < round + 1; ++m1_4_2_2) {
              const offset_t SLNV_P_at_2 =
                  static_cast<offset_t>(m1_4_2_2) * static_cast<offset_t>(P) + p0_4_2;
#pragma unroll
              for (int f0_turn_7 = 0; f0_turn_7 < 4; ++f0_turn_7) {
                if (f1_3 + f0_turn_7 < f1_end_2_2) {
                  const coord_t f0_7 = static_cast<coord_t>(f1_3 + f0_turn_7);
                  const offset_t SLNV_F_at_2_2 = SLNV_P_at_2 * static_cast<offset_t>(F) + f0_7;
#line 41 "attention_generations.yaml"
                  sums_2_2_2[f0_turn_7] += SLNV_values[SLNV_F_at_2_2];
                }
              }
            }
#line 81 "attention_generations.yaml"
#pragma unroll
            // Store RNV_values.
            for (int f0_turn_8 = 0; f0_turn_8 < 4; ++f0_turn_8) {
              if (f1_3 + f0_turn_8 < f1_end_2_2) {
                const coord_t f0_8 = static_cast<coord_t>(f1_3 + f0_turn_8);
                const offset_t RNV_F_at_4_2 = p0_4_2 * static_cast<offset_t>(F) + f0_8;
#line 41 "attention_generations.yaml"
                RNV_values[RNV_F_at_4_2] += sums_2_2_2[f0_turn_8];
              }
            }
          }
        }
      }
      __syncthreads();
#line 75 "attention_generations.yaml"
      // Store tensor_RD_before_now_values, tensor_RM_before_now_values and
      // tensor_RNV_before_now_values.
      for (offset_t p0_5_2 = p1 + worker_M2; p0_5_2 < p1_end; p0_5_2 += workers_M2) {
#line 35 "attention_generations.yaml"
        if (threadIdx.x % 32 == 0) {
          tensor_RM_before_now_values[p0_5_2] = RM_values[p0_5_2];
        }
      }
      __syncthreads();
#line 79 "attention_generations.yaml"
      for (offset_t p0_6_2 = p1 + worker_M2; p0_6_2 < p1_end; p0_6_2 += workers_M2) {
#line 39 "attention_generations.yaml"
        if (threadIdx.x % 32 == 0) {
          tensor_RD_before_now_values[p0_6_2] = RD_values[p0_6_2];
        }
      }
      __syncthreads();
#line 81 "attention_generations.yaml"
      for (offset_t p0_7_2 = p1 + worker_M2; p0_7_2 < p1_end; p0_7_2 += workers_M2) {
        for (offset_t f1_4 = worker_M1 * 4; f1_4 < F; f1_4 += workers_M1 * 4) {
          const offset_t f1_end_3 = min(static_cast<offset_t>(F), f1_4 + 4);
          for (coord_t f0_9 = f1_4; f0_9 < f1_end_3; ++f0_9) {
            const offset_t RNV_F_at_6 = p0_7_2 * static_cast<offset_t>(F) + f0_9;
#line 41 "attention_generations.yaml"
            tensor_RNV_before_now_values[RNV_F_at_6] = RNV_values[RNV_F_at_6];
          }
        }
      }
      __syncthreads();
    }
    __syncthreads();
#line 82 "attention_generations.yaml"
    // Store AV_values.
    for (offset_t p0_13 = p1 + worker_M2; p0_13 < p1_end; p0_13 += workers_M2) {
      for (offset_t f1_5 = worker_M1 * 4; f1_5 < F; f1_5 += workers_M1 * 4) {
        const offset_t f1_end_4 = min(static_cast<offset_t>(F), f1_5 + 4);
        for (coord_t f0_10 = f1_5; f0_10 < f1_end_4; ++f0_10) {
          const offset_t AV_F_at = p0_13 * static_cast<offset_t>(F) + f0_10;
#line 42 "attention_generations.yaml"
          AV_values[AV_F_at] = RNV_values[AV_F_at] / RD_values[p0_13];
        }
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
  teaal_await_launches();
  for (offset_t element = static_cast<offset_t>(blockIdx.x) * blockDim.x + threadIdx.x;
       element < static_cast<offset_t>(elements_high) * 1073741824 + elements_low;
       element += static_cast<offset_t>(gridDim.x) * blockDim.x) {
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
  /* QK: P:U, M:U */
  attention_generations_value* QK_values;
  /* Q: E:U, P:U */
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

// While what is in front still runs: the kernel waits for it.
template <class... Parameters, class... Arguments>
cudaError_t launch_early(void (*kernel)(Parameters...), unsigned grid, unsigned block,
                         size_t shared, cudaStream_t stream, Arguments... arguments) {
  cudaLaunchAttribute early;
  early.id = cudaLaunchAttributeProgrammaticStreamSerialization;
  early.val.programmaticStreamSerializationAllowed = 1;
  cudaLaunchConfig_t config = {};
  config.gridDim = dim3(grid);
  config.blockDim = dim3(block);
  config.dynamicSmemBytes = shared;
  config.stream = stream;
  config.attrs = &early;
  config.numAttrs = 1;
  return cudaLaunchKernelEx(&config, kernel, static_cast<Parameters>(arguments)...);
}

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
    return P <= 1000000000 && E <= 1000000000 && M <= 1000000000 && F <= 1000000000 &&
           M1 <= 1000000000 && M0 <= 1000000000 && (P == 0 || M <= 1000000000 / P) &&
           (E == 0 || P <= 1000000000 / E) && (E == 0 || M <= 1000000000 / E) &&
           (M1 == 0 || P <= 1000000000 / M1) && (M1 * P == 0 || M0 <= 1000000000 / (M1 * P)) &&
           (M1 == 0 || M0 <= 1000000000 / M1) && (M1 * M0 == 0 || F <= 1000000000 / (M1 * M0)) &&
           (M == 0 || F <= 1000000000 / M) && (P == 0 || F <= 1000000000 / P) &&
           (M1 * P == 0 || F <= 1000000000 / (M1 * P));
  }
  int64_t elements_0() const { return P; }
  int64_t elements_1() const { return P; }
  int64_t elements_2() const { return P * F; }
  int64_t block_attention_generations_BV() const { return max(min(M0, 8), 1) * 32; }
  int64_t grid_attention_generations_BV() const { return max(min(M1, 2147483647), 1); }
  int64_t block_attention_generations_AV() const { return 256; }
  int64_t grid_attention_generations_AV() const { return max(min(ceil_div(P, 8), 2147483647), 1); }
  int64_t block_attention_generations_fill_BQK() const { return 256; }
  int64_t grid_attention_generations_fill_BQK() const {
    return max(1, min(ceil_div(M1 * P * M0, 256), 16777215));
  }
  int64_t block_attention_generations_fill_RM() const { return 256; }
  int64_t grid_attention_generations_fill_RM() const {
    return max(1, min(ceil_div(P, 256), 16777215));
  }
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
    return static_cast<coord_t>(M1 * P * M0 / 1073741824);
  }
  coord_t elements_low_of_attention_generations_fill_BQK() const {
    return static_cast<coord_t>(M1 * P * M0 % 1073741824);
  }
  coord_t elements_high_of_attention_generations_fill_RM() const {
    return static_cast<coord_t>(P / 1073741824);
  }
  coord_t elements_low_of_attention_generations_fill_RM() const {
    return static_cast<coord_t>(P % 1073741824);
  }
  int64_t stored_QK() const { return P * M; }
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
  int64_t step_size_0() const { return 1 - min(M1, 1); }
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
  if (launch_early(attention_generations_BV,
                   static_cast<unsigned>(sizes.grid_attention_generations_BV()),
                   static_cast<unsigned>(sizes.block_attention_generations_BV()), 0, stream,
                   a.BV_values, a.V_values, sizes.F_of_attention_generations_BV(),
                   sizes.M_of_attention_generations_BV(), sizes.M0_of_attention_generations_BV(),
                   sizes.M1_of_attention_generations_BV()) != cudaSuccess)
    return 3;
  for (sizes.without_rounds = 0; (sizes.without_rounds) < sizes.step_size_0();
       ++sizes.without_rounds) {
    if (cudaMemsetAsync(a.RNV_values, 0, static_cast<size_t>(sizes.stored_RNV()) * sizeof(value_t),
                        stream) != cudaSuccess)
      return 3;
    if (cudaMemsetAsync(a.RD_values, 0, static_cast<size_t>(sizes.stored_RD()) * sizeof(value_t),
                        stream) != cudaSuccess)
      return 3;
    if (launch_early(attention_generations_fill_RM,
                     static_cast<unsigned>(sizes.grid_attention_generations_fill_RM()),
                     static_cast<unsigned>(sizes.block_attention_generations_fill_RM()), 0, stream,
                     a.RM_values, sizes.elements_high_of_attention_generations_fill_RM(),
                     sizes.elements_low_of_attention_generations_fill_RM()) != cudaSuccess)
      return 3;
  }
  if (launch_early(
          attention_generations_AV, static_cast<unsigned>(sizes.grid_attention_generations_AV()),
          static_cast<unsigned>(sizes.block_attention_generations_AV()), 0, stream, a.AV_values,
          a.RNV_values, a.RD_values, sizes.F_of_attention_generations_AV(),
          sizes.P_of_attention_generations_AV(), tensor_RNV_before_now, tensor_RD_before_now,
          tensor_RM_before_now, a.RM_values, a.SLNV_values, a.PRM_values, a.SLN_values, a.BV_values,
          sizes.M0_of_attention_generations_AV(), a.SLD_values, a.BQK_values, a.LM_values,
          sizes.rounds_of_attention_generations_AV(), a.tensor_RNV_before_values,
          a.tensor_RD_before_values, a.tensor_RM_before_values,
          sizes.M1_of_attention_generations_AV(), a.QL_values,
          sizes.M_of_attention_generations_AV(), a.QK_values, a.Q_values, a.K_values,
          sizes.E_of_attention_generations_AV()) != cudaSuccess)
    return 3;
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
      return "an extent or an array is longer than offsets count: build with TEAAL_OFFSET_BITS=64";
    default:
      return "unknown code";
  }
}
#endif
