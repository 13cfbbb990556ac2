// Made by teaalc 0.1.0 from attention_fusemax.yaml; do not edit.
//   QK[p, m] = Q[p, e] * K[m, e]
//     loops P1 (space), M2 (space), M1 (space), E, P0, M0
//   QL[p, m] = QK[p, m]
//     loops P1 (space), M2 (space), M1 (space), P0, M0
//   RM0[p] = 1
//     loops P1 (space), P0 (space)
//     maps by -inf
//   RD0[p] = 0
//     loops P1 (space), P0 (space)
//   RNV0[p, f] = 0
//     loops P1 (space), P0 (space), F1 (space), F0
//   LM[p] = QL[p, T * m1 + m0]
//     loops P1 (space), P0 (space), M1, M0 (space)
//     reduces by max from -inf
//   RM1[p] = RM0[p] * LM[p]
//     loops P1 (space), P0 (space)
//     maps by max(RM0[p], LM[p])
//   SLN[p, m0] = QL[p, T * m1 + m0] * RM1[p]
//     loops P1 (space), P0 (space), M0 (space), M1
//     maps by exp(QL[p, T * m1 + m0] - RM1[p])
//   PRM[p] = RM0[p] * RM1[p]
//     loops P1 (space), P0 (space)
//     maps by exp(RM0[p] - RM1[p])
//   SLD[p] = SLN[p, m0]
//     loops P1 (space), P0 (space), M0 (space)
//   RD1[p] = PRM[p] * RD0[p] + SLD[p]
//     loops P1 (space), P0 (space)
//   SLNV[p, f] = SLN[p, m0] * V[T * m1 + m0, f]
//     loops P1 (space), P0 (space), F2, F1 (space), M1, M02, M01 (space), M00, F0
//   RNV1[p, f] = PRM[p] * RNV0[p, f] + SLNV[p, f]
//     loops P1 (space), P0 (space), F1 (space), F0
//   AV[p, f] = RNV1[p, f] * RD1[p]
//     loops P1 (space), P0 (space), F1 (space), F0
//     maps by RNV1[p, f] / RD1[p]
//   stored Q[E:U, P:U], K[E:U, M:U], V[M:U, F:U], QK[P:U, M:U], QL[P:U, M:U], RM0[P:U], RD0[P:U],
//   RNV0[P:U, F:U], LM[P:U], RM1[P:U], SLN[P:U, M0:U], PRM[P:U], SLD[P:U], RD1[P:U], SLNV[P:U,
//   F:U], RNV1[P:U, F:U], AV[P:U, F:U] sizes T=8 teaalc attention_fusemax.yaml --type=f32
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

#line 48 "attention_fusemax.yaml"
extern "C" __global__ void __launch_bounds__(256, 2)
    attention_fusemax_AV(value_t* __restrict__ AV_values, value_t* RNV1_values, value_t* RD1_values,
                         coord_t F, coord_t P, value_t* RNV0_now_values, value_t* RD0_now_values,
                         value_t* RM0_now_values, value_t* RM1_values, value_t* SLNV_values,
                         value_t* SLN_values, const value_t* __restrict__ V_values, coord_t M,
                         coord_t M0, value_t* QL_values, coord_t rounds,
                         value_t* __restrict__ RNV0_values, value_t* __restrict__ RD0_values,
                         value_t* __restrict__ RM0_values, value_t* QK_values,
                         const value_t* __restrict__ Q_values, const value_t* __restrict__ K_values,
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
#line 82 "attention_fusemax.yaml"
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
#line 35 "attention_fusemax.yaml"
            value_t sums[32];
#pragma unroll
            for (int sums_element = 0; sums_element < 32; ++sums_element) {
              sums[sums_element] = value_t(0);
            }
#line 82 "attention_fusemax.yaml"
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
#line 35 "attention_fusemax.yaml"
                  sums[p0_turn * 4 + m0_turn] =
                      fmaf(Q_values[Q_P_at], K_values_quad[m0_turn], sums[p0_turn * 4 + m0_turn]);
                }
              }
            }
#line 82 "attention_fusemax.yaml"
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
#line 35 "attention_fusemax.yaml"
            value_t sums_2[32];
#pragma unroll
            for (int sums_element_2 = 0; sums_element_2 < 32; ++sums_element_2) {
              sums_2[sums_element_2] = value_t(0);
            }
#line 82 "attention_fusemax.yaml"
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
#line 35 "attention_fusemax.yaml"
                    sums_2[p0_turn_3 * 4 + m0_turn_3] = fmaf(Q_values[Q_P_at_2], K_values[K_M_at_2],
                                                             sums_2[p0_turn_3 * 4 + m0_turn_3]);
                  }
                }
              }
            }
#line 82 "attention_fusemax.yaml"
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
#line 35 "attention_fusemax.yaml"
                  QK_values[QK_M_at_4] = sums_2[p0_turn_4 * 4 + m0_turn_4];
                }
              }
            }
          }
        }
      }
    }
#line 82 "attention_fusemax.yaml"
    if (!whole) {
      for (offset_t m2_2 = worker_M2 * 128; m2_2 < M; m2_2 += workers_M2 * 128) {
        const offset_t m2_end_2 = min(static_cast<offset_t>(M), m2_2 + 128);
        for (offset_t m1_3 = m2_2 + worker_M1 * 4; m1_3 < m2_end_2; m1_3 += workers_M1 * 4) {
          const offset_t m1_end_2 = min(m2_end_2, m1_3 + 4);
#line 35 "attention_fusemax.yaml"
          value_t sums_3[32];
#pragma unroll
          for (int sums_element_3 = 0; sums_element_3 < 32; ++sums_element_3) {
            sums_3[sums_element_3] = value_t(0);
          }
#line 82 "attention_fusemax.yaml"
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
#line 35 "attention_fusemax.yaml"
                    sums_3[p0_turn_5 * 4 + m0_turn_5] = fmaf(Q_values[Q_P_at_3], K_values[K_M_at_3],
                                                             sums_3[p0_turn_5 * 4 + m0_turn_5]);
                  }
                }
              }
            }
          }
#line 82 "attention_fusemax.yaml"
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
#line 35 "attention_fusemax.yaml"
                  QK_values[QK_M_at_6] = sums_3[p0_turn_6 * 4 + m0_turn_6];
                }
              }
            }
          }
        }
      }
    }
    __syncthreads();
#line 83 "attention_fusemax.yaml"
    // Store QL_values, RD0_now_values, RD0_values, RM0_now_values, RM0_values, RNV0_now_values and
    // RNV0_values.
    for (offset_t m2_3 = worker_M2 * 128; m2_3 < M; m2_3 += workers_M2 * 128) {
      const offset_t m2_end_3 = min(static_cast<offset_t>(M), m2_3 + 128);
      for (offset_t m1_4 = m2_3 + worker_M1 * 4; m1_4 < m2_end_3; m1_4 += workers_M1 * 4) {
        const offset_t m1_end_3 = min(m2_end_3, m1_4 + 4);
        for (coord_t p0_7 = p1; p0_7 < p1_end; ++p0_7) {
          for (coord_t m0_7 = m1_4; m0_7 < m1_end_3; ++m0_7) {
            const offset_t QK_M_at_7 =
                static_cast<offset_t>(p0_7) * static_cast<offset_t>(M) + m0_7;
#line 36 "attention_fusemax.yaml"
            QL_values[QK_M_at_7] = QK_values[QK_M_at_7];
          }
        }
      }
    }
    __syncthreads();
#line 84 "attention_fusemax.yaml"
    for (offset_t p0_8 = p1 + worker_M2; p0_8 < p1_end; p0_8 += workers_M2) {
#line 37 "attention_fusemax.yaml"
      const value_t RM0_element =
          static_cast<value_t>(-1) * static_cast<value_t>(__int_as_float(0x7f800000));
      if (threadIdx.x % 32 == 0) {
        RM0_values[p0_8] = RM0_element;
      }
#line 41 "attention_fusemax.yaml"
      if (threadIdx.x % 32 == 0) {
        RM0_now_values[p0_8] = RM0_element;
      }
    }
    __syncthreads();
#line 85 "attention_fusemax.yaml"
    for (offset_t p0_9 = p1 + worker_M2; p0_9 < p1_end; p0_9 += workers_M2) {
#line 38 "attention_fusemax.yaml"
      const value_t RD0_element = value_t(0);
      if (threadIdx.x % 32 == 0) {
        RD0_values[p0_9] = RD0_element;
      }
#line 45 "attention_fusemax.yaml"
      if (threadIdx.x % 32 == 0) {
        RD0_now_values[p0_9] = RD0_element;
      }
    }
    __syncthreads();
#line 86 "attention_fusemax.yaml"
    for (offset_t p0_10 = p1 + worker_M2; p0_10 < p1_end; p0_10 += workers_M2) {
      for (offset_t f1 = worker_M1 * 4; f1 < F; f1 += workers_M1 * 4) {
        const offset_t f1_end = min(static_cast<offset_t>(F), f1 + 4);
        for (coord_t f0 = f1; f0 < f1_end; ++f0) {
          const offset_t RNV0_F_at = p0_10 * static_cast<offset_t>(F) + f0;
#line 39 "attention_fusemax.yaml"
          const value_t RNV0_element = value_t(0);
          RNV0_values[RNV0_F_at] = RNV0_element;
#line 47 "attention_fusemax.yaml"
          RNV0_now_values[RNV0_F_at] = RNV0_element;
        }
      }
    }
    __syncthreads();
    for (coord_t round = 0; round < rounds; ++round) {
#line 87 "attention_fusemax.yaml"
      for (offset_t p0_11 = p1 + worker_M2; p0_11 < p1_end; p0_11 += workers_M2) {
#line 40 "attention_fusemax.yaml"
        value_t sum = static_cast<value_t>(-__int_as_float(0x7f800000));
#line 87 "attention_fusemax.yaml"
        // Sums.
        for (coord_t m1_5 = round; m1_5 < round + 1; ++m1_5) {
          for (offset_t m0_8 = worker_M1; m0_8 < M0; m0_8 += workers_M1) {
            const size_type QL_M_coord =
                static_cast<size_type>(8) * static_cast<offset_t>(m1_5) + m0_8;
            if (QL_M_coord < M) {
              const offset_t QL_M_at = p0_11 * static_cast<offset_t>(M) + QL_M_coord;
#line 40 "attention_fusemax.yaml"
              sum = fmaxf(sum, QL_values[QL_M_at]);
            }
          }
        }
        // Combine the sums of threads.
        const value_t total = teaal_lane_reduce<teaal_max>(sum, 1, 32);
#line 41 "attention_fusemax.yaml"
        const value_t RM1_element = fmaxf(RM0_now_values[p0_11], total);
        // Store RM1_values.
        if (threadIdx.x % 32 == 0) {
          RM1_values[p0_11] = RM1_element;
        }
#line 44 "attention_fusemax.yaml"
        value_t sum_3 = value_t(0);
#line 89 "attention_fusemax.yaml"
        for (offset_t m0_2_2 = worker_M1; m0_2_2 < M0; m0_2_2 += workers_M1) {
          const offset_t SLN_M0_at = p0_11 * static_cast<offset_t>(M0) + m0_2_2;
#line 42 "attention_fusemax.yaml"
          value_t sum_2 = value_t(0);
#line 89 "attention_fusemax.yaml"
          // Sums.
          for (coord_t m1_2_2 = round; m1_2_2 < round + 1; ++m1_2_2) {
            const size_type QL_M_coord_2 =
                static_cast<size_type>(8) * static_cast<offset_t>(m1_2_2) + m0_2_2;
            if (QL_M_coord_2 < M) {
              const offset_t QL_M_at_2 = p0_11 * static_cast<offset_t>(M) + QL_M_coord_2;
#line 42 "attention_fusemax.yaml"
              sum_2 += expf(QL_values[QL_M_at_2] - RM1_element);
            }
          }
          const value_t SLN_element = sum_2;
          // Store SLN_values.
          SLN_values[SLN_M0_at] = SLN_element;
#line 44 "attention_fusemax.yaml"
          // Sums.
          sum_3 += SLN_element;
        }
#line 43 "attention_fusemax.yaml"
        const value_t PRM_element = expf(RM0_now_values[p0_11] - RM1_element);
#line 44 "attention_fusemax.yaml"
        // Combine the sums of threads.
        const value_t total_2 = teaal_lane_sum(sum_3, 1, 32);
#line 45 "attention_fusemax.yaml"
        value_t RD1_element = PRM_element * RD0_now_values[p0_11];
        // Store RD1_values.
        if (threadIdx.x % 32 == 0) {
          RD1_values[p0_11] = RD1_element;
        }
        // Sums.
        RD1_element += total_2;
        // Store RD1_values and RNV1_values.
        if (threadIdx.x % 32 == 0) {
          RD1_values[p0_11] = RD1_element;
        }
#line 94 "attention_fusemax.yaml"
        for (offset_t f1_2 = worker_M1 * 4; f1_2 < F; f1_2 += workers_M1 * 4) {
          const offset_t f1_end_2 = min(static_cast<offset_t>(F), f1_2 + 4);
          for (coord_t f0_2 = f1_2; f0_2 < f1_end_2; ++f0_2) {
            const offset_t RNV0_now_F_at = p0_11 * static_cast<offset_t>(F) + f0_2;
#line 47 "attention_fusemax.yaml"
            RNV1_values[RNV0_now_F_at] = PRM_element * RNV0_now_values[RNV0_now_F_at];
          }
        }
      }
      __syncthreads();
#line 93 "attention_fusemax.yaml"
      for (offset_t p0_2_2 = p1 + worker_M2; p0_2_2 < p1_end; p0_2_2 += workers_M2) {
        const offset_t f2_whole_end =
            teaal_aligned_rows(V_values, F) ? static_cast<offset_t>(F) / 64 * 64 : 0;
        for (offset_t f2 = 0; f2 < f2_whole_end; f2 += 64) {
          const offset_t f2_end = f2 + 64;
          for (offset_t f1_2_2 = f2 + worker_F1 * 4; f1_2_2 < f2_end; f1_2_2 += workers_F1 * 4) {
#line 46 "attention_fusemax.yaml"
            value_t sums_4[4];
#pragma unroll
            for (int sums_element_4 = 0; sums_element_4 < 4; ++sums_element_4) {
              sums_4[sums_element_4] = value_t(0);
            }
#line 93 "attention_fusemax.yaml"
            // Products.
            for (coord_t m1_3_2 = round; m1_3_2 < round + 1; ++m1_3_2) {
              const offset_t m02_whole_end =
                  teaal_aligned_rows(V_values, F) ? static_cast<offset_t>(M0) / 16 * 16 : 0;
              for (offset_t m02 = 0; m02 < m02_whole_end; m02 += 16) {
                const offset_t m01 = m02 + worker_M01 * 8;
#pragma unroll
                for (int m00_turn = 0; m00_turn < 8; ++m00_turn) {
                  const coord_t m00 = static_cast<coord_t>(m01 + m00_turn);
                  const offset_t SLN_M0_at_2 = p0_2_2 * static_cast<offset_t>(M0) + m00;
                  const size_type V_M_coord =
                      static_cast<size_type>(8) * static_cast<offset_t>(m1_3_2) +
                      static_cast<offset_t>(m00);
                  if (V_M_coord < M) {
                    value_t V_values_quad[4];
                    teaal_read_quad(
                        &V_values_quad[0],
                        &V_values[static_cast<offset_t>(V_M_coord) * static_cast<offset_t>(F) +
                                  static_cast<coord_t>(f1_2_2)]);
#pragma unroll
                    for (int f0_turn = 0; f0_turn < 4; ++f0_turn) {
#line 46 "attention_fusemax.yaml"
                      sums_4[f0_turn] =
                          fmaf(SLN_values[SLN_M0_at_2], V_values_quad[f0_turn], sums_4[f0_turn]);
                    }
                  }
                }
              }
#line 93 "attention_fusemax.yaml"
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
                      const offset_t SLN_M0_at_2_2 = p0_2_2 * static_cast<offset_t>(M0) + m00_2;
                      const size_type V_M_coord_2 =
                          static_cast<size_type>(8) * static_cast<offset_t>(m1_3_2) +
                          static_cast<offset_t>(m00_2);
                      if (V_M_coord_2 < M) {
                        value_t V_values_quad_2[4];
                        teaal_read_quad(&V_values_quad_2[0],
                                        &V_values[static_cast<offset_t>(V_M_coord_2) *
                                                      static_cast<offset_t>(F) +
                                                  static_cast<coord_t>(f1_2_2)]);
#pragma unroll
                        for (int f0_turn_2 = 0; f0_turn_2 < 4; ++f0_turn_2) {
#line 46 "attention_fusemax.yaml"
                          sums_4[f0_turn_2] = fmaf(SLN_values[SLN_M0_at_2_2],
                                                   V_values_quad_2[f0_turn_2], sums_4[f0_turn_2]);
                        }
                      }
                    }
                  }
                }
              }
            }
#line 93 "attention_fusemax.yaml"
#pragma unroll
            for (int f0_turn_3 = 0; f0_turn_3 < 4; ++f0_turn_3) {
              const coord_t f0_4 = static_cast<coord_t>(f1_2_2 + f0_turn_3);
              const offset_t SLNV_F_at_3 = p0_2_2 * static_cast<offset_t>(F) + f0_4;
#line 46 "attention_fusemax.yaml"
              // Combine the sums of threads.
              const value_t total_3 = teaal_group_reduce<teaal_sum>(sums_4[f0_turn_3], 2);
              // Store SLNV_values.
              if (worker_M01 == 0) {
                SLNV_values[SLNV_F_at_3] = total_3;
              }
            }
          }
        }
#line 93 "attention_fusemax.yaml"
#pragma unroll 1
        for (offset_t f2 = f2_whole_end; f2 < F; f2 += 64) {
          const offset_t f2_end = min(static_cast<offset_t>(F), f2 + 64);
          for (offset_t f1_3 = f2 + worker_F1 * 4; f1_3 < f2_end; f1_3 += workers_F1 * 4) {
            const offset_t f1_end_2_2 = min(f2_end, f1_3 + 4);
#line 46 "attention_fusemax.yaml"
            value_t sums_2_2[4];
#pragma unroll
            for (int sums_element_2_2 = 0; sums_element_2_2 < 4; ++sums_element_2_2) {
              sums_2_2[sums_element_2_2] = value_t(0);
            }
#line 93 "attention_fusemax.yaml"
            // Products.
            for (coord_t m1_4_2 = round; m1_4_2 < round + 1; ++m1_4_2) {
              for (offset_t m02_2 = 0; m02_2 < M0; m02_2 += 16) {
                const offset_t m02_end_2 = min(static_cast<offset_t>(M0), m02_2 + 16);
                if (m02_2 + worker_M01 * 8 < m02_end_2) {
                  const offset_t m01_3 = m02_2 + worker_M01 * 8;
                  const offset_t m01_end_2 = min(m02_end_2, m01_3 + 8);
#pragma unroll
                  for (int m00_turn_3 = 0; m00_turn_3 < 8; ++m00_turn_3) {
                    if (m01_3 + m00_turn_3 < m01_end_2) {
                      const coord_t m00_3 = static_cast<coord_t>(m01_3 + m00_turn_3);
                      const offset_t SLN_M0_at_3 = p0_2_2 * static_cast<offset_t>(M0) + m00_3;
                      const size_type V_M_coord_3 =
                          static_cast<size_type>(8) * static_cast<offset_t>(m1_4_2) +
                          static_cast<offset_t>(m00_3);
                      if (V_M_coord_3 < M) {
#pragma unroll
                        for (int f0_turn_4 = 0; f0_turn_4 < 4; ++f0_turn_4) {
                          if (f1_3 + f0_turn_4 < f1_end_2_2) {
                            const coord_t f0_5 = static_cast<coord_t>(f1_3 + f0_turn_4);
                            const offset_t V_F_at_3 =
                                static_cast<offset_t>(V_M_coord_3) * static_cast<offset_t>(F) +
                                f0_5;
#line 46 "attention_fusemax.yaml"
                            sums_2_2[f0_turn_4] = fmaf(SLN_values[SLN_M0_at_3], V_values[V_F_at_3],
                                                       sums_2_2[f0_turn_4]);
                          }
                        }
                      }
                    }
                  }
                }
              }
            }
#line 93 "attention_fusemax.yaml"
#pragma unroll
            for (int f0_turn_5 = 0; f0_turn_5 < 4; ++f0_turn_5) {
              if (f1_3 + f0_turn_5 < f1_end_2_2) {
                const coord_t f0_6 = static_cast<coord_t>(f1_3 + f0_turn_5);
                const offset_t SLNV_F_at_5 = p0_2_2 * static_cast<offset_t>(F) + f0_6;
#line 46 "attention_fusemax.yaml"
                // Combine the sums of threads.
                const value_t total_2_2 = teaal_group_reduce<teaal_sum>(sums_2_2[f0_turn_5], 2);
                // Store SLNV_values.
                if (worker_M01 == 0) {
                  SLNV_values[SLNV_F_at_5] = total_2_2;
                }
              }
            }
          }
        }
      }
      __syncthreads();
#line 94 "attention_fusemax.yaml"
      // Store RD0_now_values, RM0_now_values, RNV0_now_values and RNV1_values.
      for (offset_t p0_3_2 = p1 + worker_M2; p0_3_2 < p1_end; p0_3_2 += workers_M2) {
        for (offset_t f1_4 = worker_M1 * 4; f1_4 < F; f1_4 += workers_M1 * 4) {
          const offset_t f1_end_3 = min(static_cast<offset_t>(F), f1_4 + 4);
          for (coord_t f0_7 = f1_4; f0_7 < f1_end_3; ++f0_7) {
            const offset_t RNV1_F_at = p0_3_2 * static_cast<offset_t>(F) + f0_7;
#line 47 "attention_fusemax.yaml"
            RNV1_values[RNV1_F_at] += SLNV_values[RNV1_F_at];
          }
        }
      }
      __syncthreads();
#line 88 "attention_fusemax.yaml"
      for (offset_t p0_4_2 = p1 + worker_M2; p0_4_2 < p1_end; p0_4_2 += workers_M2) {
#line 41 "attention_fusemax.yaml"
        if (threadIdx.x % 32 == 0) {
          RM0_now_values[p0_4_2] = RM1_values[p0_4_2];
        }
      }
      __syncthreads();
#line 92 "attention_fusemax.yaml"
      for (offset_t p0_5_2 = p1 + worker_M2; p0_5_2 < p1_end; p0_5_2 += workers_M2) {
#line 45 "attention_fusemax.yaml"
        if (threadIdx.x % 32 == 0) {
          RD0_now_values[p0_5_2] = RD1_values[p0_5_2];
        }
      }
      __syncthreads();
#line 94 "attention_fusemax.yaml"
      for (offset_t p0_6_2 = p1 + worker_M2; p0_6_2 < p1_end; p0_6_2 += workers_M2) {
        for (offset_t f1_5 = worker_M1 * 4; f1_5 < F; f1_5 += workers_M1 * 4) {
          const offset_t f1_end_4 = min(static_cast<offset_t>(F), f1_5 + 4);
          for (coord_t f0_8 = f1_5; f0_8 < f1_end_4; ++f0_8) {
            const offset_t RNV0_now_F_at_2 = p0_6_2 * static_cast<offset_t>(F) + f0_8;
#line 47 "attention_fusemax.yaml"
            RNV0_now_values[RNV0_now_F_at_2] = RNV1_values[RNV0_now_F_at_2];
          }
        }
      }
      __syncthreads();
    }
    __syncthreads();
#line 95 "attention_fusemax.yaml"
    // Store AV_values.
    for (offset_t p0_12 = p1 + worker_M2; p0_12 < p1_end; p0_12 += workers_M2) {
      for (offset_t f1_6 = worker_M1 * 4; f1_6 < F; f1_6 += workers_M1 * 4) {
        const offset_t f1_end_5 = min(static_cast<offset_t>(F), f1_6 + 4);
        for (coord_t f0_9 = f1_6; f0_9 < f1_end_5; ++f0_9) {
          const offset_t AV_F_at = p0_12 * static_cast<offset_t>(F) + f0_9;
#line 48 "attention_fusemax.yaml"
          AV_values[AV_F_at] = RNV1_values[AV_F_at] / RD1_values[p0_12];
        }
      }
    }
  }
}

extern "C" __global__ void attention_fusemax_fill_RM1(value_t* __restrict__ RM1_values,
                                                      coord_t elements_high, coord_t elements_low) {
  for (offset_t element = static_cast<offset_t>(blockIdx.x) * blockDim.x + threadIdx.x;
       element < static_cast<offset_t>(elements_high) * 1073741824 + elements_low;
       element += static_cast<offset_t>(gridDim.x) * blockDim.x) {
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
  /* QK: P:U, M:U */
  attention_fusemax_value* QK_values;
  /* Q: E:U, P:U */
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
  /* SLNV: P:U, F:U */
  attention_fusemax_value* SLNV_values;
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
    return P <= 1000000000 && E <= 1000000000 && M <= 1000000000 && F <= 1000000000 &&
           M0 <= 1000000000 && M1 <= 1000000000 && (P == 0 || M <= 1000000000 / P) &&
           (E == 0 || P <= 1000000000 / E) && (E == 0 || M <= 1000000000 / E) &&
           (P == 0 || F <= 1000000000 / P) && (P == 0 || M0 <= 1000000000 / P) &&
           (M == 0 || F <= 1000000000 / M);
  }
  int64_t elements_0() const { return P; }
  int64_t elements_1() const { return P; }
  int64_t elements_2() const { return P * F; }
  int64_t block_attention_fusemax_AV() const { return 256; }
  int64_t grid_attention_fusemax_AV() const { return max(min(ceil_div(P, 8), 2147483647), 1); }
  int64_t block_attention_fusemax_fill_RM1() const { return 256; }
  int64_t grid_attention_fusemax_fill_RM1() const {
    return max(1, min(ceil_div(P, 256), 16777215));
  }
  coord_t F_of_attention_fusemax_AV() const { return static_cast<coord_t>(F); }
  coord_t P_of_attention_fusemax_AV() const { return static_cast<coord_t>(P); }
  coord_t M_of_attention_fusemax_AV() const { return static_cast<coord_t>(M); }
  coord_t M0_of_attention_fusemax_AV() const { return static_cast<coord_t>(M0); }
  coord_t rounds_of_attention_fusemax_AV() const { return static_cast<coord_t>(M1); }
  coord_t E_of_attention_fusemax_AV() const { return static_cast<coord_t>(E); }
  coord_t elements_high_of_attention_fusemax_fill_RM1() const {
    return static_cast<coord_t>(P / 1073741824);
  }
  coord_t elements_low_of_attention_fusemax_fill_RM1() const {
    return static_cast<coord_t>(P % 1073741824);
  }
  int64_t stored_QK() const { return P * M; }
  int64_t stored_QL() const { return P * M; }
  int64_t stored_RM0() const { return P; }
  int64_t stored_RD0() const { return P; }
  int64_t stored_RNV0() const { return P * F; }
  int64_t stored_RM1() const { return P; }
  int64_t stored_SLN() const { return P * M0; }
  int64_t stored_RD1() const { return P; }
  int64_t stored_SLNV() const { return P * F; }
  int64_t stored_RNV1() const { return P * F; }
  int64_t stored_AV() const { return P * F; }
  int64_t step_size_0() const { return 1 - min(M1, 1); }
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
    if (cudaMemsetAsync(a.SLNV_values, 0,
                        static_cast<size_t>(sizes.stored_SLNV()) * sizeof(value_t),
                        stream) != cudaSuccess)
      return 3;
    if (cudaMemsetAsync(a.SLN_values, 0, static_cast<size_t>(sizes.stored_SLN()) * sizeof(value_t),
                        stream) != cudaSuccess)
      return 3;
  }
  if (launch_early(attention_fusemax_AV, static_cast<unsigned>(sizes.grid_attention_fusemax_AV()),
                   static_cast<unsigned>(sizes.block_attention_fusemax_AV()), 0, stream,
                   a.AV_values, a.RNV1_values, a.RD1_values, sizes.F_of_attention_fusemax_AV(),
                   sizes.P_of_attention_fusemax_AV(), RNV0_now, RD0_now, RM0_now, a.RM1_values,
                   a.SLNV_values, a.SLN_values, a.V_values, sizes.M_of_attention_fusemax_AV(),
                   sizes.M0_of_attention_fusemax_AV(), a.QL_values,
                   sizes.rounds_of_attention_fusemax_AV(), a.RNV0_values, a.RD0_values,
                   a.RM0_values, a.QK_values, a.Q_values, a.K_values,
                   sizes.E_of_attention_fusemax_AV()) != cudaSuccess)
    return 3;
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
      return "an extent or an array is longer than offsets count: build with TEAAL_OFFSET_BITS=64";
    default:
      return "unknown code";
  }
}
#endif
