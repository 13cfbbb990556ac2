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

// Returns when all that was launched before has ended and its writes are seen. A GPU of sm_90 or
// newer; at once where the launch did not ask to be early.
static __device__ __forceinline__ void teaal_await_launches() {
#ifndef TEAAL_CPU
  asm volatile("griddepcontrol.wait;" ::: "memory");
#endif
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

// One element, or 0 where `valid` is false; `from` is not read then.
template <class T>
static __device__ __forceinline__ void teaal_copy_element(T* to, const T* from, bool valid) {
#ifdef TEAAL_CPU
  *to = valid ? *from : T(0);
#else
  if constexpr (sizeof(T) < 4)  // which no instruction copies
    *to = valid ? *from : T(0);
  else
    asm volatile("cp.async.ca.shared.global [%0], [%1], %2, %3;"
                 :
                 : "r"(static_cast<unsigned>(__cvta_generic_to_shared(to))), "l"(from),
                   "n"(static_cast<int>(sizeof(T))), "r"(valid ? static_cast<int>(sizeof(T)) : 0));
#endif
}

// Four elements, or zeros where `valid` is false; both addresses are aligned to 16 bytes, of
// elements of 16 bits to eight.
template <class T>
static __device__ __forceinline__ void teaal_copy_quad(T* to, const T* from, bool valid) {
#ifdef TEAAL_CPU
  T quad[4] = {};
  if (valid) teaal_take_units<4>(quad, from);
  teaal_give_units<4>(to, quad);
#else
  if constexpr (sizeof(T) == 2) {
    asm volatile("cp.async.ca.shared.global [%0], [%1], 8, %2;"
                 :
                 : "r"(static_cast<unsigned>(__cvta_generic_to_shared(to))), "l"(from),
                   "r"(valid ? 8 : 0));
    return;
  }
  const int elements = 16 / static_cast<int>(sizeof(T));
#pragma unroll
  for (int first = 0; first < 4; first += elements)
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;"
                 :
                 : "r"(static_cast<unsigned>(__cvta_generic_to_shared(to + first))),
                   "l"(from + first), "r"(valid ? 16 : 0));
#endif
}

// Ends a group of copies of this thread.
static __device__ __forceinline__ void teaal_copies_end() {
#ifndef TEAAL_CPU
  asm volatile("cp.async.commit_group;");
#endif
}

// Waits until all groups of this thread but the last `running` have arrived.
template <int running>
static __device__ __forceinline__ void teaal_copies_arrive() {
#ifndef TEAAL_CPU
  asm volatile("cp.async.wait_group %0;" : : "n"(running));
#endif
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

// As teaal_read_quad, past the L1 and first to leave the L2: what is read once makes no room for
// itself where others stay. PTX: ld.global.nc with cache hints (ISA 7.4).
template <class T, class E>
static __device__ __forceinline__ void teaal_stream_quad(T* to, const E* from) {
#ifdef TEAAL_CPU
  teaal_read_quad(to, from);
#else
  if constexpr (sizeof(E) == 4) {
    unsigned long long policy;
    unsigned words[4];
    asm volatile("createpolicy.fractional.L2::evict_first.b64 %0, 1.0;" : "=l"(policy));
    asm volatile("ld.global.nc.L1::no_allocate.L2::cache_hint.v4.b32 {%0, %1, %2, %3}, [%4], %5;"
                 : "=r"(words[0]), "=r"(words[1]), "=r"(words[2]), "=r"(words[3])
                 : "l"(from), "l"(policy));
#pragma unroll
    for (int i = 0; i < 4; ++i) to[i] = reinterpret_cast<const E*>(words)[i];
  } else {
    teaal_read_quad(to, from);
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

#line 17 "attention_softmax.yaml"
extern "C" __global__ void attention_softmax_QK_Q_transposed(
    value_t* __restrict__ Q_transposed_values, const value_t* __restrict__ Q_values, coord_t E,
    coord_t P, coord_t count_P_32) {
  const offset_t worker_P_32 = blockIdx.x % count_P_32;
  const offset_t worker_E_64 = blockIdx.x / count_P_32;
  const offset_t worker_E_16 = threadIdx.x / 32;
  const offset_t worker_P_4 = threadIdx.x % 32 % 8;
  const offset_t worker_E_4 = threadIdx.x % 32 / 8;
  if (worker_E_64 * 64 < E) {
    const offset_t e_64 = worker_E_64 * 64;
    const offset_t e_64_end = min(static_cast<offset_t>(E), e_64 + 64);
    const bool whole = e_64_end - e_64 == 64 && teaal_aligned_rows(Q_values, E);
    if (whole) {
      if (worker_P_32 * 32 < P) {
        const offset_t p_32 = worker_P_32 * 32;
        const offset_t p_32_end = min(static_cast<offset_t>(P), p_32 + 32);
        const bool whole_2 = p_32_end - p_32 == 32 && teaal_aligned_rows(Q_transposed_values, P) &&
                             teaal_aligned_rows(Q_values, E);
        if (whole_2) {
          const offset_t e_16 = e_64 + worker_E_16 * 16;
          const offset_t e_4 = e_16 + worker_E_4 * 4;
          const offset_t p_4 = p_32 + worker_P_4 * 4;
          value_t Q_held[16];
#pragma unroll
          for (int p_0_turn = 0; p_0_turn < 4; ++p_0_turn) {
            const coord_t p_0 = static_cast<coord_t>(p_4 + p_0_turn);
            value_t Q_values_quad[4];
            teaal_stream_quad(&Q_values_quad[0],
                              &Q_values[static_cast<offset_t>(p_0) * static_cast<offset_t>(E) +
                                        static_cast<coord_t>(e_4)]);
#pragma unroll
            for (int e_0_turn = 0; e_0_turn < 4; ++e_0_turn) {
              Q_held[e_0_turn * 4 + p_0_turn] = Q_values_quad[e_0_turn];
            }
          }
#pragma unroll
          for (int e_0_turn = 0; e_0_turn < 4; ++e_0_turn) {
            const coord_t e_0 = static_cast<coord_t>(e_4 + e_0_turn);
            teaal_write_quad(
                &Q_transposed_values[static_cast<offset_t>(e_0) * static_cast<offset_t>(P) +
                                     static_cast<coord_t>(p_4)],
                &Q_held[e_0_turn * 4]);
          }
        }
        if (!whole_2) {
          const offset_t e_16 = e_64 + worker_E_16 * 16;
          const offset_t e_4 = e_16 + worker_E_4 * 4;
          if (p_32 + worker_P_4 * 4 < p_32_end) {
            const offset_t p_4 = p_32 + worker_P_4 * 4;
            const offset_t p_4_end = min(p_32_end, p_4 + 4);
            value_t Q_held[16];
#pragma unroll
            for (int p_0_turn = 0; p_0_turn < 4; ++p_0_turn) {
              if (p_4 + p_0_turn < p_4_end) {
                const coord_t p_0 = static_cast<coord_t>(p_4 + p_0_turn);
                value_t Q_values_quad_2[4];
                teaal_stream_quad(&Q_values_quad_2[0],
                                  &Q_values[static_cast<offset_t>(p_0) * static_cast<offset_t>(E) +
                                            static_cast<coord_t>(e_4)]);
#pragma unroll
                for (int e_0_turn = 0; e_0_turn < 4; ++e_0_turn) {
                  Q_held[e_0_turn * 4 + p_0_turn] = Q_values_quad_2[e_0_turn];
                }
              }
            }
#pragma unroll
            for (int e_0_turn = 0; e_0_turn < 4; ++e_0_turn) {
              const coord_t e_0 = static_cast<coord_t>(e_4 + e_0_turn);
#pragma unroll
              for (int p_0_turn = 0; p_0_turn < 4; ++p_0_turn) {
                if (p_4 + p_0_turn < p_4_end) {
                  const coord_t p_0 = static_cast<coord_t>(p_4 + p_0_turn);
                  const offset_t Q_transposed_P_at_4 =
                      static_cast<offset_t>(e_0) * static_cast<offset_t>(P) + p_0;
                  Q_transposed_values[Q_transposed_P_at_4] = Q_held[e_0_turn * 4 + p_0_turn];
                }
              }
            }
          }
        }
      }
    }
    if (!whole) {
      if (worker_P_32 * 32 < P) {
        const offset_t p_32 = worker_P_32 * 32;
        const offset_t p_32_end_2 = min(static_cast<offset_t>(P), p_32 + 32);
        if (e_64 + worker_E_16 * 16 < e_64_end) {
          const offset_t e_16 = e_64 + worker_E_16 * 16;
          const offset_t e_16_end = min(e_64_end, e_16 + 16);
          if (e_16 + worker_E_4 * 4 < e_16_end) {
            const offset_t e_4 = e_16 + worker_E_4 * 4;
            const offset_t e_4_end = min(e_16_end, e_4 + 4);
            if (p_32 + worker_P_4 * 4 < p_32_end_2) {
              const offset_t p_4 = p_32 + worker_P_4 * 4;
              const offset_t p_4_end_2 = min(p_32_end_2, p_4 + 4);
              value_t Q_held[16];
#pragma unroll
              for (int p_0_turn = 0; p_0_turn < 4; ++p_0_turn) {
                if (p_4 + p_0_turn < p_4_end_2) {
                  const coord_t p_0 = static_cast<coord_t>(p_4 + p_0_turn);
#pragma unroll
                  for (int e_0_turn = 0; e_0_turn < 4; ++e_0_turn) {
                    if (e_4 + e_0_turn < e_4_end) {
                      const coord_t e_0 = static_cast<coord_t>(e_4 + e_0_turn);
                      const offset_t Q_E_at_5 =
                          static_cast<offset_t>(p_0) * static_cast<offset_t>(E) + e_0;
                      Q_held[e_0_turn * 4 + p_0_turn] = Q_values[Q_E_at_5];
                    }
                  }
                }
              }
#pragma unroll
              for (int e_0_turn = 0; e_0_turn < 4; ++e_0_turn) {
                if (e_4 + e_0_turn < e_4_end) {
                  const coord_t e_0 = static_cast<coord_t>(e_4 + e_0_turn);
#pragma unroll
                  for (int p_0_turn = 0; p_0_turn < 4; ++p_0_turn) {
                    if (p_4 + p_0_turn < p_4_end_2) {
                      const coord_t p_0 = static_cast<coord_t>(p_4 + p_0_turn);
                      const offset_t Q_transposed_P_at_6 =
                          static_cast<offset_t>(e_0) * static_cast<offset_t>(P) + p_0;
                      Q_transposed_values[Q_transposed_P_at_6] = Q_held[e_0_turn * 4 + p_0_turn];
                    }
                  }
                }
              }
            }
          }
        }
      }
    }
  }
}

#line 17 "attention_softmax.yaml"
extern "C" __global__ void attention_softmax_QK_K_transposed(
    value_t* __restrict__ K_transposed_values, const value_t* __restrict__ K_values, coord_t E,
    coord_t M, coord_t count_M_32) {
  teaal_await_launches();
  const offset_t worker_M_32 = blockIdx.x % count_M_32;
  const offset_t worker_E_64_2 = blockIdx.x / count_M_32;
  const offset_t worker_E_16_2 = threadIdx.x / 32;
  const offset_t worker_M_4 = threadIdx.x % 32 % 8;
  const offset_t worker_E_4_2 = threadIdx.x % 32 / 8;
  if (worker_E_64_2 * 64 < E) {
    const offset_t e_64_2 = worker_E_64_2 * 64;
    const offset_t e_64_2_end = min(static_cast<offset_t>(E), e_64_2 + 64);
    const bool whole = e_64_2_end - e_64_2 == 64 && teaal_aligned_rows(K_values, E);
    if (whole) {
      if (worker_M_32 * 32 < M) {
        const offset_t m_32 = worker_M_32 * 32;
        const offset_t m_32_end = min(static_cast<offset_t>(M), m_32 + 32);
        const bool whole_2 = m_32_end - m_32 == 32 && teaal_aligned_rows(K_transposed_values, M) &&
                             teaal_aligned_rows(K_values, E);
        if (whole_2) {
          const offset_t e_16_2 = e_64_2 + worker_E_16_2 * 16;
          const offset_t e_4_2 = e_16_2 + worker_E_4_2 * 4;
          const offset_t m_4 = m_32 + worker_M_4 * 4;
          value_t K_held[16];
#pragma unroll
          for (int m_0_turn = 0; m_0_turn < 4; ++m_0_turn) {
            const coord_t m_0 = static_cast<coord_t>(m_4 + m_0_turn);
            value_t K_values_quad[4];
            teaal_stream_quad(&K_values_quad[0],
                              &K_values[static_cast<offset_t>(m_0) * static_cast<offset_t>(E) +
                                        static_cast<coord_t>(e_4_2)]);
#pragma unroll
            for (int e_0_2_turn = 0; e_0_2_turn < 4; ++e_0_2_turn) {
              K_held[e_0_2_turn * 4 + m_0_turn] = K_values_quad[e_0_2_turn];
            }
          }
#pragma unroll
          for (int e_0_2_turn = 0; e_0_2_turn < 4; ++e_0_2_turn) {
            const coord_t e_0_2 = static_cast<coord_t>(e_4_2 + e_0_2_turn);
            teaal_write_quad(
                &K_transposed_values[static_cast<offset_t>(e_0_2) * static_cast<offset_t>(M) +
                                     static_cast<coord_t>(m_4)],
                &K_held[e_0_2_turn * 4]);
          }
        }
        if (!whole_2) {
          const offset_t e_16_2 = e_64_2 + worker_E_16_2 * 16;
          const offset_t e_4_2 = e_16_2 + worker_E_4_2 * 4;
          if (m_32 + worker_M_4 * 4 < m_32_end) {
            const offset_t m_4 = m_32 + worker_M_4 * 4;
            const offset_t m_4_end = min(m_32_end, m_4 + 4);
            value_t K_held[16];
#pragma unroll
            for (int m_0_turn = 0; m_0_turn < 4; ++m_0_turn) {
              if (m_4 + m_0_turn < m_4_end) {
                const coord_t m_0 = static_cast<coord_t>(m_4 + m_0_turn);
                value_t K_values_quad_2[4];
                teaal_stream_quad(&K_values_quad_2[0],
                                  &K_values[static_cast<offset_t>(m_0) * static_cast<offset_t>(E) +
                                            static_cast<coord_t>(e_4_2)]);
#pragma unroll
                for (int e_0_2_turn = 0; e_0_2_turn < 4; ++e_0_2_turn) {
                  K_held[e_0_2_turn * 4 + m_0_turn] = K_values_quad_2[e_0_2_turn];
                }
              }
            }
#pragma unroll
            for (int e_0_2_turn = 0; e_0_2_turn < 4; ++e_0_2_turn) {
              const coord_t e_0_2 = static_cast<coord_t>(e_4_2 + e_0_2_turn);
#pragma unroll
              for (int m_0_turn = 0; m_0_turn < 4; ++m_0_turn) {
                if (m_4 + m_0_turn < m_4_end) {
                  const coord_t m_0 = static_cast<coord_t>(m_4 + m_0_turn);
                  const offset_t K_transposed_M_at_4 =
                      static_cast<offset_t>(e_0_2) * static_cast<offset_t>(M) + m_0;
                  K_transposed_values[K_transposed_M_at_4] = K_held[e_0_2_turn * 4 + m_0_turn];
                }
              }
            }
          }
        }
      }
    }
    if (!whole) {
      if (worker_M_32 * 32 < M) {
        const offset_t m_32 = worker_M_32 * 32;
        const offset_t m_32_end_2 = min(static_cast<offset_t>(M), m_32 + 32);
        if (e_64_2 + worker_E_16_2 * 16 < e_64_2_end) {
          const offset_t e_16_2 = e_64_2 + worker_E_16_2 * 16;
          const offset_t e_16_2_end = min(e_64_2_end, e_16_2 + 16);
          if (e_16_2 + worker_E_4_2 * 4 < e_16_2_end) {
            const offset_t e_4_2 = e_16_2 + worker_E_4_2 * 4;
            const offset_t e_4_2_end = min(e_16_2_end, e_4_2 + 4);
            if (m_32 + worker_M_4 * 4 < m_32_end_2) {
              const offset_t m_4 = m_32 + worker_M_4 * 4;
              const offset_t m_4_end_2 = min(m_32_end_2, m_4 + 4);
              value_t K_held[16];
#pragma unroll
              for (int m_0_turn = 0; m_0_turn < 4; ++m_0_turn) {
                if (m_4 + m_0_turn < m_4_end_2) {
                  const coord_t m_0 = static_cast<coord_t>(m_4 + m_0_turn);
#pragma unroll
                  for (int e_0_2_turn = 0; e_0_2_turn < 4; ++e_0_2_turn) {
                    if (e_4_2 + e_0_2_turn < e_4_2_end) {
                      const coord_t e_0_2 = static_cast<coord_t>(e_4_2 + e_0_2_turn);
                      const offset_t K_E_at_5 =
                          static_cast<offset_t>(m_0) * static_cast<offset_t>(E) + e_0_2;
                      K_held[e_0_2_turn * 4 + m_0_turn] = K_values[K_E_at_5];
                    }
                  }
                }
              }
#pragma unroll
              for (int e_0_2_turn = 0; e_0_2_turn < 4; ++e_0_2_turn) {
                if (e_4_2 + e_0_2_turn < e_4_2_end) {
                  const coord_t e_0_2 = static_cast<coord_t>(e_4_2 + e_0_2_turn);
#pragma unroll
                  for (int m_0_turn = 0; m_0_turn < 4; ++m_0_turn) {
                    if (m_4 + m_0_turn < m_4_end_2) {
                      const coord_t m_0 = static_cast<coord_t>(m_4 + m_0_turn);
                      const offset_t K_transposed_M_at_6 =
                          static_cast<offset_t>(e_0_2) * static_cast<offset_t>(M) + m_0;
                      K_transposed_values[K_transposed_M_at_6] = K_held[e_0_2_turn * 4 + m_0_turn];
                    }
                  }
                }
              }
            }
          }
        }
      }
    }
  }
}

#line 17 "attention_softmax.yaml"
extern "C" __global__ void attention_softmax_QK(value_t* __restrict__ QK_values,
                                                const value_t* __restrict__ Q_transposed_values,
                                                const value_t* __restrict__ K_transposed_values,
                                                coord_t E, coord_t M, coord_t P, coord_t count_M3,
                                                coord_t count_P4) {
  teaal_await_launches();
  const offset_t workers_M3 = count_M3;
  const offset_t worker_M3 = blockIdx.x % count_M3;
  const offset_t workers_P4 = count_P4;
  const offset_t worker_P4 = blockIdx.x / count_M3;
  const offset_t worker_M2 = threadIdx.x / 32 % 2;
  const offset_t worker_P3 = threadIdx.x / 32 / 2;
  const offset_t worker_P1 = threadIdx.x % 32 % 4;
  const offset_t worker_M1 = threadIdx.x % 32 / 4;
  __shared__ __align__(16) value_t Q_transposed_tile_values[3072];
  __shared__ __align__(16) value_t K_transposed_tile_values[3072];
  for (offset_t p4 = worker_P4 * 64; p4 < P; p4 += workers_P4 * 64) {
    const offset_t p4_end = min(static_cast<offset_t>(P), p4 + 64);
    for (offset_t m3 = worker_M3 * 64; m3 < M; m3 += workers_M3 * 64) {
      const offset_t m3_end = min(static_cast<offset_t>(M), m3 + 64);
      value_t sums[32];
#pragma unroll
      for (int sums_element = 0; sums_element < 32; ++sums_element) {
        sums[sums_element] = value_t(0);
      }
      __syncthreads();
      const bool in_quads =
          teaal_aligned_rows(Q_transposed_values, P) && teaal_aligned_rows(K_transposed_values, M);
      if (in_quads) {
#pragma unroll
        // Load K_transposed_tile_values and Q_transposed_tile_values.
        for (int e1_first = 0; e1_first < 2; ++e1_first) {
          const bool e1_more = e1_first * 16 < static_cast<offset_t>(E);
          const offset_t e1_ahead = e1_first * 16;
          const offset_t e1_end_2 = min(static_cast<offset_t>(E), e1_ahead + 16);
          const int e1_buffer_2 = static_cast<int>(e1_first % 3);
#pragma unroll
          for (int quad_turn = 0; quad_turn < 2; ++quad_turn) {
            const int quad = static_cast<int>(threadIdx.x) + quad_turn * 128;
            const int element = quad * 4;
            const offset_t e0_2 =
                e1_ahead + (static_cast<int>(threadIdx.x) * 4 / 64 + quad_turn * 8);
            const offset_t p0_2 = p4 + static_cast<int>(threadIdx.x) * 4 % 64;
            const offset_t Q_transposed_P_at = e0_2 * static_cast<offset_t>(P) + p0_2;
            teaal_copy_quad(&Q_transposed_tile_values[e1_buffer_2 * 1024 + element],
                            &Q_transposed_values[Q_transposed_P_at],
                            e1_more && (e0_2 < e1_end_2 && p0_2 < P));
          }
#pragma unroll
          for (int quad_2_turn = 0; quad_2_turn < 2; ++quad_2_turn) {
            const int quad_2 = static_cast<int>(threadIdx.x) + quad_2_turn * 128;
            const int element_3 = quad_2 * 4;
            const offset_t e0_4 =
                e1_ahead + (static_cast<int>(threadIdx.x) * 4 / 64 + quad_2_turn * 8);
            const offset_t m0_2 = m3 + static_cast<int>(threadIdx.x) * 4 % 64;
            const offset_t K_transposed_M_at = e0_4 * static_cast<offset_t>(M) + m0_2;
            teaal_copy_quad(&K_transposed_tile_values[e1_buffer_2 * 1024 + element_3],
                            &K_transposed_values[K_transposed_M_at],
                            e1_more && (e0_4 < e1_end_2 && m0_2 < M));
          }
          teaal_copies_end();
        }
        for (offset_t e1 = 0; e1 < E; e1 += 16) {
          teaal_copies_arrive<1>();
          __syncthreads();
          const bool e1_more_2 = e1 + 32 < static_cast<offset_t>(E);
          const offset_t e1_ahead_2 = e1 + 32;
          const offset_t e1_end_3 = min(static_cast<offset_t>(E), e1_ahead_2 + 16);
          const int e1_buffer_3 = static_cast<int>(e1_ahead_2 / 16 % 3);
#pragma unroll
          // Load K_transposed_tile_values and Q_transposed_tile_values.
          for (int quad_turn = 0; quad_turn < 2; ++quad_turn) {
            const int quad = static_cast<int>(threadIdx.x) + quad_turn * 128;
            const int element = quad * 4;
            const offset_t e0_2 =
                e1_ahead_2 + (static_cast<int>(threadIdx.x) * 4 / 64 + quad_turn * 8);
            const offset_t p0_2 = p4 + static_cast<int>(threadIdx.x) * 4 % 64;
            const offset_t Q_transposed_P_at = e0_2 * static_cast<offset_t>(P) + p0_2;
            teaal_copy_quad(&Q_transposed_tile_values[e1_buffer_3 * 1024 + element],
                            &Q_transposed_values[Q_transposed_P_at],
                            e1_more_2 && (e0_2 < e1_end_3 && p0_2 < P));
          }
#pragma unroll
          for (int quad_2_turn = 0; quad_2_turn < 2; ++quad_2_turn) {
            const int quad_2 = static_cast<int>(threadIdx.x) + quad_2_turn * 128;
            const int element_3 = quad_2 * 4;
            const offset_t e0_4 =
                e1_ahead_2 + (static_cast<int>(threadIdx.x) * 4 / 64 + quad_2_turn * 8);
            const offset_t m0_2 = m3 + static_cast<int>(threadIdx.x) * 4 % 64;
            const offset_t K_transposed_M_at = e0_4 * static_cast<offset_t>(M) + m0_2;
            teaal_copy_quad(&K_transposed_tile_values[e1_buffer_3 * 1024 + element_3],
                            &K_transposed_values[K_transposed_M_at],
                            e1_more_2 && (e0_4 < e1_end_3 && m0_2 < M));
          }
          teaal_copies_end();
          // Products.
          const int e1_buffer = static_cast<int>(e1 / 16 % 3);
#pragma unroll
          for (int e0_turn = 0; e0_turn < 16; ++e0_turn) {
            const int K_transposed_tile_E_at = e1_buffer * 16 + e0_turn;
            const int Q_transposed_tile_E_at = e1_buffer * 16 + e0_turn;
            value_t K_transposed_held[4];
            value_t Q_transposed_held[8];
            {
#pragma unroll
              for (int p2_turn = 0; p2_turn < 2; ++p2_turn) {
                value_t Q_transposed_tile_values_quad[4];
                teaal_load_quad(
                    &Q_transposed_tile_values_quad[0],
                    &Q_transposed_tile_values[Q_transposed_tile_E_at * 64 +
                                              static_cast<int>(worker_P3 * 32 + p2_turn * 16 +
                                                               worker_P1 * 4)]);
#pragma unroll
                for (int p0_turn = 0; p0_turn < 4; ++p0_turn) {
                  Q_transposed_held[p2_turn * 4 + p0_turn] = Q_transposed_tile_values_quad[p0_turn];
                }
              }
            }
            {
              value_t K_transposed_tile_values_quad[4];
              teaal_load_quad(
                  &K_transposed_tile_values_quad[0],
                  &K_transposed_tile_values[K_transposed_tile_E_at * 64 +
                                            static_cast<int>(worker_M2 * 32 + worker_M1 * 4)]);
#pragma unroll
              for (int m0_turn = 0; m0_turn < 4; ++m0_turn) {
                K_transposed_held[m0_turn] = K_transposed_tile_values_quad[m0_turn];
              }
            }
#pragma unroll
            for (int p2_turn = 0; p2_turn < 2; ++p2_turn) {
#pragma unroll
              for (int p0_turn_step = 0; p0_turn_step < 4; ++p0_turn_step) {
                const int p0_turn = (p2_turn % 2 == 1) ? 3 - p0_turn_step : p0_turn_step;
#pragma unroll
                for (int m0_turn_step = 0; m0_turn_step < 4; ++m0_turn_step) {
                  const int m0_turn = (p0_turn_step % 2 == 1) ? 3 - m0_turn_step : m0_turn_step;
                  sums[(p2_turn * 4 + p0_turn) * 4 + m0_turn] =
                      fmaf(Q_transposed_held[p2_turn * 4 + p0_turn], K_transposed_held[m0_turn],
                           sums[(p2_turn * 4 + p0_turn) * 4 + m0_turn]);
                }
              }
            }
          }
        }
      }
      if (!in_quads) {
#pragma unroll
        // Load K_transposed_tile_values and Q_transposed_tile_values.
        for (int e1_first = 0; e1_first < 2; ++e1_first) {
          const bool e1_more = e1_first * 16 < static_cast<offset_t>(E);
          const offset_t e1_ahead = e1_first * 16;
          const offset_t e1_end_2 = min(static_cast<offset_t>(E), e1_ahead + 16);
          const int e1_buffer_2 = static_cast<int>(e1_first % 3);
          const bool Q_transposed_tile_quads_2 = teaal_aligned_rows(Q_transposed_values, P);
          if (Q_transposed_tile_quads_2) {
#pragma unroll
            for (int quad_turn = 0; quad_turn < 2; ++quad_turn) {
              const int quad = static_cast<int>(threadIdx.x) + quad_turn * 128;
              const int element = quad * 4;
              const offset_t e0_2 =
                  e1_ahead + (static_cast<int>(threadIdx.x) * 4 / 64 + quad_turn * 8);
              const offset_t p0_2 = p4 + static_cast<int>(threadIdx.x) * 4 % 64;
              const offset_t Q_transposed_P_at = e0_2 * static_cast<offset_t>(P) + p0_2;
              teaal_copy_quad(&Q_transposed_tile_values[e1_buffer_2 * 1024 + element],
                              &Q_transposed_values[Q_transposed_P_at],
                              e1_more && (e0_2 < e1_end_2 && p0_2 < P));
            }
          }
          if (!Q_transposed_tile_quads_2) {
#pragma unroll
            for (int element_2_turn = 0; element_2_turn < 8; ++element_2_turn) {
              const int element_2 = static_cast<int>(threadIdx.x) + element_2_turn * 128;
              const offset_t e0_3 =
                  e1_ahead + (static_cast<int>(threadIdx.x) / 64 + element_2_turn * 2);
              const offset_t p0_3 = p4 + static_cast<int>(threadIdx.x) % 64;
              const offset_t Q_transposed_P_at_2 = e0_3 * static_cast<offset_t>(P) + p0_3;
              teaal_copy_element(&Q_transposed_tile_values[e1_buffer_2 * 1024 + element_2],
                                 &Q_transposed_values[Q_transposed_P_at_2],
                                 e1_more && (e0_3 < e1_end_2 && p0_3 < P));
            }
          }
          const bool K_transposed_tile_quads_2 = teaal_aligned_rows(K_transposed_values, M);
          if (K_transposed_tile_quads_2) {
#pragma unroll
            for (int quad_2_turn = 0; quad_2_turn < 2; ++quad_2_turn) {
              const int quad_2 = static_cast<int>(threadIdx.x) + quad_2_turn * 128;
              const int element_3 = quad_2 * 4;
              const offset_t e0_4 =
                  e1_ahead + (static_cast<int>(threadIdx.x) * 4 / 64 + quad_2_turn * 8);
              const offset_t m0_2 = m3 + static_cast<int>(threadIdx.x) * 4 % 64;
              const offset_t K_transposed_M_at = e0_4 * static_cast<offset_t>(M) + m0_2;
              teaal_copy_quad(&K_transposed_tile_values[e1_buffer_2 * 1024 + element_3],
                              &K_transposed_values[K_transposed_M_at],
                              e1_more && (e0_4 < e1_end_2 && m0_2 < M));
            }
          }
          if (!K_transposed_tile_quads_2) {
#pragma unroll
            for (int element_4_turn = 0; element_4_turn < 8; ++element_4_turn) {
              const int element_4 = static_cast<int>(threadIdx.x) + element_4_turn * 128;
              const offset_t e0_5 =
                  e1_ahead + (static_cast<int>(threadIdx.x) / 64 + element_4_turn * 2);
              const offset_t m0_3 = m3 + static_cast<int>(threadIdx.x) % 64;
              const offset_t K_transposed_M_at_2 = e0_5 * static_cast<offset_t>(M) + m0_3;
              teaal_copy_element(&K_transposed_tile_values[e1_buffer_2 * 1024 + element_4],
                                 &K_transposed_values[K_transposed_M_at_2],
                                 e1_more && (e0_5 < e1_end_2 && m0_3 < M));
            }
          }
          teaal_copies_end();
        }
        for (offset_t e1 = 0; e1 < E; e1 += 16) {
          teaal_copies_arrive<1>();
          __syncthreads();
          const bool e1_more_2 = e1 + 32 < static_cast<offset_t>(E);
          const offset_t e1_ahead_2 = e1 + 32;
          const offset_t e1_end_3 = min(static_cast<offset_t>(E), e1_ahead_2 + 16);
          const int e1_buffer_3 = static_cast<int>(e1_ahead_2 / 16 % 3);
          const bool Q_transposed_tile_quads_3 = teaal_aligned_rows(Q_transposed_values, P);
          // Load K_transposed_tile_values and Q_transposed_tile_values.
          if (Q_transposed_tile_quads_3) {
#pragma unroll
            for (int quad_turn = 0; quad_turn < 2; ++quad_turn) {
              const int quad = static_cast<int>(threadIdx.x) + quad_turn * 128;
              const int element = quad * 4;
              const offset_t e0_2 =
                  e1_ahead_2 + (static_cast<int>(threadIdx.x) * 4 / 64 + quad_turn * 8);
              const offset_t p0_2 = p4 + static_cast<int>(threadIdx.x) * 4 % 64;
              const offset_t Q_transposed_P_at = e0_2 * static_cast<offset_t>(P) + p0_2;
              teaal_copy_quad(&Q_transposed_tile_values[e1_buffer_3 * 1024 + element],
                              &Q_transposed_values[Q_transposed_P_at],
                              e1_more_2 && (e0_2 < e1_end_3 && p0_2 < P));
            }
          }
          if (!Q_transposed_tile_quads_3) {
#pragma unroll
            for (int element_2_turn = 0; element_2_turn < 8; ++element_2_turn) {
              const int element_2 = static_cast<int>(threadIdx.x) + element_2_turn * 128;
              const offset_t e0_3 =
                  e1_ahead_2 + (static_cast<int>(threadIdx.x) / 64 + element_2_turn * 2);
              const offset_t p0_3 = p4 + static_cast<int>(threadIdx.x) % 64;
              const offset_t Q_transposed_P_at_2 = e0_3 * static_cast<offset_t>(P) + p0_3;
              teaal_copy_element(&Q_transposed_tile_values[e1_buffer_3 * 1024 + element_2],
                                 &Q_transposed_values[Q_transposed_P_at_2],
                                 e1_more_2 && (e0_3 < e1_end_3 && p0_3 < P));
            }
          }
          const bool K_transposed_tile_quads_3 = teaal_aligned_rows(K_transposed_values, M);
          if (K_transposed_tile_quads_3) {
#pragma unroll
            for (int quad_2_turn = 0; quad_2_turn < 2; ++quad_2_turn) {
              const int quad_2 = static_cast<int>(threadIdx.x) + quad_2_turn * 128;
              const int element_3 = quad_2 * 4;
              const offset_t e0_4 =
                  e1_ahead_2 + (static_cast<int>(threadIdx.x) * 4 / 64 + quad_2_turn * 8);
              const offset_t m0_2 = m3 + static_cast<int>(threadIdx.x) * 4 % 64;
              const offset_t K_transposed_M_at = e0_4 * static_cast<offset_t>(M) + m0_2;
              teaal_copy_quad(&K_transposed_tile_values[e1_buffer_3 * 1024 + element_3],
                              &K_transposed_values[K_transposed_M_at],
                              e1_more_2 && (e0_4 < e1_end_3 && m0_2 < M));
            }
          }
          if (!K_transposed_tile_quads_3) {
#pragma unroll
            for (int element_4_turn = 0; element_4_turn < 8; ++element_4_turn) {
              const int element_4 = static_cast<int>(threadIdx.x) + element_4_turn * 128;
              const offset_t e0_5 =
                  e1_ahead_2 + (static_cast<int>(threadIdx.x) / 64 + element_4_turn * 2);
              const offset_t m0_3 = m3 + static_cast<int>(threadIdx.x) % 64;
              const offset_t K_transposed_M_at_2 = e0_5 * static_cast<offset_t>(M) + m0_3;
              teaal_copy_element(&K_transposed_tile_values[e1_buffer_3 * 1024 + element_4],
                                 &K_transposed_values[K_transposed_M_at_2],
                                 e1_more_2 && (e0_5 < e1_end_3 && m0_3 < M));
            }
          }
          teaal_copies_end();
          // Products.
          const int e1_buffer = static_cast<int>(e1 / 16 % 3);
#pragma unroll
          for (int e0_turn = 0; e0_turn < 16; ++e0_turn) {
            const int K_transposed_tile_E_at = e1_buffer * 16 + e0_turn;
            const int Q_transposed_tile_E_at = e1_buffer * 16 + e0_turn;
            value_t K_transposed_held[4];
            value_t Q_transposed_held[8];
            {
#pragma unroll
              for (int p2_turn = 0; p2_turn < 2; ++p2_turn) {
                value_t Q_transposed_tile_values_quad[4];
                teaal_load_quad(
                    &Q_transposed_tile_values_quad[0],
                    &Q_transposed_tile_values[Q_transposed_tile_E_at * 64 +
                                              static_cast<int>(worker_P3 * 32 + p2_turn * 16 +
                                                               worker_P1 * 4)]);
#pragma unroll
                for (int p0_turn = 0; p0_turn < 4; ++p0_turn) {
                  Q_transposed_held[p2_turn * 4 + p0_turn] = Q_transposed_tile_values_quad[p0_turn];
                }
              }
            }
            {
              value_t K_transposed_tile_values_quad[4];
              teaal_load_quad(
                  &K_transposed_tile_values_quad[0],
                  &K_transposed_tile_values[K_transposed_tile_E_at * 64 +
                                            static_cast<int>(worker_M2 * 32 + worker_M1 * 4)]);
#pragma unroll
              for (int m0_turn = 0; m0_turn < 4; ++m0_turn) {
                K_transposed_held[m0_turn] = K_transposed_tile_values_quad[m0_turn];
              }
            }
#pragma unroll
            for (int p2_turn = 0; p2_turn < 2; ++p2_turn) {
#pragma unroll
              for (int p0_turn_step_2 = 0; p0_turn_step_2 < 4; ++p0_turn_step_2) {
                const int p0_turn = (p2_turn % 2 == 1) ? 3 - p0_turn_step_2 : p0_turn_step_2;
#pragma unroll
                for (int m0_turn_step_2 = 0; m0_turn_step_2 < 4; ++m0_turn_step_2) {
                  const int m0_turn =
                      (p0_turn_step_2 % 2 == 1) ? 3 - m0_turn_step_2 : m0_turn_step_2;
                  sums[(p2_turn * 4 + p0_turn) * 4 + m0_turn] =
                      fmaf(Q_transposed_held[p2_turn * 4 + p0_turn], K_transposed_held[m0_turn],
                           sums[(p2_turn * 4 + p0_turn) * 4 + m0_turn]);
                }
              }
            }
          }
        }
      }
      const bool whole = p4_end - p4 == 64 && m3_end - m3 == 64 && teaal_aligned_rows(QK_values, M);
      // Store QK_values.
      if (whole) {
        const offset_t p3 = p4 + worker_P3 * 32;
        const offset_t m2 = m3 + worker_M2 * 32;
        const offset_t m1 = m2 + worker_M1 * 4;
#pragma unroll
        for (int p2_turn = 0; p2_turn < 2; ++p2_turn) {
          const offset_t p2 = p3 + p2_turn * 16;
          const offset_t p1 = p2 + worker_P1 * 4;
#pragma unroll
          for (int p0_turn = 0; p0_turn < 4; ++p0_turn) {
            const coord_t p0 = static_cast<coord_t>(p1 + p0_turn);
            teaal_write_quad(&QK_values[static_cast<offset_t>(p0) * static_cast<offset_t>(M) +
                                        static_cast<coord_t>(m1)],
                             &sums[(p2_turn * 4 + p0_turn) * 4]);
          }
        }
      }
      if (!whole) {
        if (p4 + worker_P3 * 32 < p4_end) {
          const offset_t p3 = p4 + worker_P3 * 32;
          const offset_t p3_end = min(p4_end, p3 + 32);
          if (m3 + worker_M2 * 32 < m3_end) {
            const offset_t m2 = m3 + worker_M2 * 32;
            const offset_t m2_end = min(m3_end, m2 + 32);
            if (m2 + worker_M1 * 4 < m2_end) {
              const offset_t m1 = m2 + worker_M1 * 4;
              const offset_t m1_end = min(m2_end, m1 + 4);
#pragma unroll
              for (int p2_turn = 0; p2_turn < 2; ++p2_turn) {
                if (p3 + p2_turn * 16 < p3_end) {
                  const offset_t p2 = p3 + p2_turn * 16;
                  const offset_t p2_end = min(p3_end, p2 + 16);
                  if (p2 + worker_P1 * 4 < p2_end) {
                    const offset_t p1 = p2 + worker_P1 * 4;
                    const offset_t p1_end = min(p2_end, p1 + 4);
#pragma unroll
                    for (int p0_turn = 0; p0_turn < 4; ++p0_turn) {
                      if (p1 + p0_turn < p1_end) {
                        const coord_t p0 = static_cast<coord_t>(p1 + p0_turn);
#pragma unroll
                        for (int m0_turn = 0; m0_turn < 4; ++m0_turn) {
                          if (m1 + m0_turn < m1_end) {
                            const coord_t m0 = static_cast<coord_t>(m1 + m0_turn);
                            const offset_t QK_M_at_3 =
                                static_cast<offset_t>(p0) * static_cast<offset_t>(M) + m0;
                            QK_values[QK_M_at_3] = sums[(p2_turn * 4 + p0_turn) * 4 + m0_turn];
                          }
                        }
                      }
                    }
                  }
                }
              }
            }
          }
        }
      }
    }
  }
}

#line 18 "attention_softmax.yaml"
extern "C" __global__ void __launch_bounds__(256)
    attention_softmax_GM(const value_t* __restrict__ QK_values, coord_t M, coord_t P,
                         coord_t count_M4, coord_t count_P2, value_t* __restrict__ GM_copies) {
  teaal_await_launches();
  const offset_t workers_M4 = count_M4;
  const offset_t worker_M4 = blockIdx.x % count_M4;
  const offset_t workers_P2 = count_P2;
  const offset_t worker_P2 = blockIdx.x / count_M4;
  const offset_t worker_P1 = threadIdx.x / 32;
  const offset_t worker_M1 = threadIdx.x % 32 % 4;
  const offset_t worker_P0 = threadIdx.x % 32 / 4;
  for (offset_t p2 = worker_P2 * 64; p2 < P; p2 += workers_P2 * 64) {
    const offset_t p2_end = min(static_cast<offset_t>(P), p2 + 64);
    value_t sum = static_cast<value_t>(-__int_as_float(0x7f800000));
    const bool whole = p2_end - p2 == 64;
    if (whole) {
      // Sums.
      for (offset_t m4 = worker_M4 * 512; m4 < M; m4 += workers_M4 * 512) {
        const offset_t m4_end = min(static_cast<offset_t>(M), m4 + 512);
        const offset_t p1 = p2 + worker_P1 * 8;
        const bool whole_2 = m4_end - m4 == 512 && teaal_aligned_rows(QK_values, M);
        if (whole_2) {
          const coord_t p0 = static_cast<coord_t>(p1 + worker_P0);
          for (offset_t m3 = m4; m3 < m4_end; m3 += 32) {
#pragma unroll
            for (int m2_turn = 0; m2_turn < 2; ++m2_turn) {
              const offset_t m2 = m3 + m2_turn * 16;
              const offset_t m1 = m2 + worker_M1 * 4;
              value_t QK_values_quad[4];
              teaal_stream_quad(&QK_values_quad[0],
                                &QK_values[static_cast<offset_t>(p0) * static_cast<offset_t>(M) +
                                           static_cast<coord_t>(m1)]);
#pragma unroll
              for (int m0_turn = 0; m0_turn < 4; ++m0_turn) {
                sum = fmaxf(sum, QK_values_quad[m0_turn]);
              }
            }
          }
        }
        if (!whole_2) {
          const coord_t p0 = static_cast<coord_t>(p1 + worker_P0);
          for (offset_t m3 = m4; m3 < m4_end; m3 += 32) {
            const offset_t m3_end = min(m4_end, m3 + 32);
#pragma unroll
            for (int m2_turn = 0; m2_turn < 2; ++m2_turn) {
              if (m3 + m2_turn * 16 < m3_end) {
                const offset_t m2 = m3 + m2_turn * 16;
                const offset_t m2_end = min(m3_end, m2 + 16);
                if (m2 + worker_M1 * 4 < m2_end) {
                  const offset_t m1 = m2 + worker_M1 * 4;
                  const offset_t m1_end = min(m2_end, m1 + 4);
#pragma unroll
                  for (int m0_turn = 0; m0_turn < 4; ++m0_turn) {
                    if (m1 + m0_turn < m1_end) {
                      const coord_t m0 = static_cast<coord_t>(m1 + m0_turn);
                      const offset_t QK_M_at_2 =
                          static_cast<offset_t>(p0) * static_cast<offset_t>(M) + m0;
                      sum = fmaxf(sum, QK_values[QK_M_at_2]);
                    }
                  }
                }
              }
            }
          }
        }
      }
      const offset_t p1 = p2 + worker_P1 * 8;
      const coord_t p0 = static_cast<coord_t>(p1 + worker_P0);
      // Combine the sums of threads.
      const value_t total = teaal_group_reduce<teaal_max>(sum, 4);
      // Store GM_copies.
      if (worker_M1 == 0) {
        GM_copies[static_cast<size_type>(worker_M4) * static_cast<offset_t>(P) + p0] = total;
      }
    }
    if (!whole) {
      // Sums.
      for (offset_t m4 = worker_M4 * 512; m4 < M; m4 += workers_M4 * 512) {
        const offset_t m4_end_2 = min(static_cast<offset_t>(M), m4 + 512);
        if (p2 + worker_P1 * 8 < p2_end) {
          const offset_t p1 = p2 + worker_P1 * 8;
          const offset_t p1_end = min(p2_end, p1 + 8);
          if (p1 + worker_P0 < p1_end) {
            const coord_t p0 = static_cast<coord_t>(p1 + worker_P0);
            for (offset_t m3 = m4; m3 < m4_end_2; m3 += 32) {
              const offset_t m3_end_2 = min(m4_end_2, m3 + 32);
#pragma unroll
              for (int m2_turn = 0; m2_turn < 2; ++m2_turn) {
                if (m3 + m2_turn * 16 < m3_end_2) {
                  const offset_t m2 = m3 + m2_turn * 16;
                  const offset_t m2_end_2 = min(m3_end_2, m2 + 16);
                  if (m2 + worker_M1 * 4 < m2_end_2) {
                    const offset_t m1 = m2 + worker_M1 * 4;
                    const offset_t m1_end_2 = min(m2_end_2, m1 + 4);
#pragma unroll
                    for (int m0_turn = 0; m0_turn < 4; ++m0_turn) {
                      if (m1 + m0_turn < m1_end_2) {
                        const coord_t m0 = static_cast<coord_t>(m1 + m0_turn);
                        const offset_t QK_M_at_3 =
                            static_cast<offset_t>(p0) * static_cast<offset_t>(M) + m0;
                        sum = fmaxf(sum, QK_values[QK_M_at_3]);
                      }
                    }
                  }
                }
              }
            }
          }
        }
      }
      if (p2 + worker_P1 * 8 < p2_end) {
        const offset_t p1 = p2 + worker_P1 * 8;
        const offset_t p1_end_2 = min(p2_end, p1 + 8);
        if (p1 + worker_P0 < p1_end_2) {
          const coord_t p0 = static_cast<coord_t>(p1 + worker_P0);
          // Combine the sums of threads.
          const value_t total_2 = teaal_group_reduce<teaal_max>(sum, 4);
          // Store GM_copies.
          if (worker_M1 == 0) {
            GM_copies[static_cast<size_type>(worker_M4) * static_cast<offset_t>(P) + p0] = total_2;
          }
        }
      }
    }
  }
}

#line 18 "attention_softmax.yaml"
extern "C" __global__ void attention_softmax_GM_add_copies(const value_t* __restrict__ GM_copies,
                                                           value_t* __restrict__ GM_values,
                                                           coord_t P, coord_t copies) {
  teaal_await_launches();
  for (offset_t element = static_cast<offset_t>(blockIdx.x) * blockDim.x + threadIdx.x;
       element < static_cast<offset_t>(P);
       element += static_cast<offset_t>(gridDim.x) * blockDim.x) {
    value_t sum = static_cast<value_t>(-__int_as_float(0x7f800000));
    for (offset_t copy = 0; copy < copies; ++copy) {
      sum =
          fmaxf(sum, GM_copies[static_cast<size_type>(copy) * static_cast<offset_t>(P) + element]);
    }
    GM_values[element] = sum;
  }
}

#line 19 "attention_softmax.yaml"
extern "C" __global__ void attention_softmax_SN(value_t* __restrict__ SN_values,
                                                const value_t* __restrict__ QK_values,
                                                const value_t* __restrict__ GM_values, coord_t M,
                                                coord_t P, coord_t count_M2, coord_t count_P2) {
  teaal_await_launches();
  const offset_t workers_M2 = count_M2;
  const offset_t worker_M2 = blockIdx.x % count_M2;
  const offset_t workers_P2 = count_P2;
  const offset_t worker_P2 = blockIdx.x / count_M2;
  const offset_t worker_P1 = threadIdx.x / 32;
  const offset_t worker_M1 = threadIdx.x % 32 % 8;
  const offset_t worker_P0 = threadIdx.x % 32 / 8;
  for (offset_t p2 = worker_P2 * 32; p2 < P; p2 += workers_P2 * 32) {
    const offset_t p2_end = min(static_cast<offset_t>(P), p2 + 32);
    const bool whole = p2_end - p2 == 32;
    if (whole) {
      for (offset_t m2 = worker_M2 * 32; m2 < M; m2 += workers_M2 * 32) {
        const offset_t m2_end = min(static_cast<offset_t>(M), m2 + 32);
        const bool whole_2 = m2_end - m2 == 32 && teaal_aligned_rows(QK_values, M) &&
                             teaal_aligned_rows(SN_values, M);
        if (whole_2) {
          const offset_t p1 = p2 + worker_P1 * 4;
          const coord_t p0 = static_cast<coord_t>(p1 + worker_P0);
          const offset_t m1 = m2 + worker_M1 * 4;
          value_t QK_values_quad[4];
          teaal_stream_quad(&QK_values_quad[0],
                            &QK_values[static_cast<offset_t>(p0) * static_cast<offset_t>(M) +
                                       static_cast<coord_t>(m1)]);
          value_t SN_values_quad[4];
#pragma unroll
          for (int m0_turn = 0; m0_turn < 4; ++m0_turn) {
            SN_values_quad[m0_turn] = expf(QK_values_quad[m0_turn] - GM_values[p0]);
          }
          teaal_write_quad(&SN_values[static_cast<offset_t>(p0) * static_cast<offset_t>(M) +
                                      static_cast<coord_t>(m1)],
                           &SN_values_quad[0]);
        }
        if (!whole_2) {
          const offset_t p1 = p2 + worker_P1 * 4;
          const coord_t p0 = static_cast<coord_t>(p1 + worker_P0);
          if (m2 + worker_M1 * 4 < m2_end) {
            const offset_t m1 = m2 + worker_M1 * 4;
            const offset_t m1_end = min(m2_end, m1 + 4);
#pragma unroll
            for (int m0_turn = 0; m0_turn < 4; ++m0_turn) {
              if (m1 + m0_turn < m1_end) {
                const coord_t m0 = static_cast<coord_t>(m1 + m0_turn);
                const offset_t QK_M_at_2 =
                    static_cast<offset_t>(p0) * static_cast<offset_t>(M) + m0;
                const offset_t SN_M_at_2 =
                    static_cast<offset_t>(p0) * static_cast<offset_t>(M) + m0;
                SN_values[SN_M_at_2] = expf(QK_values[QK_M_at_2] - GM_values[p0]);
              }
            }
          }
        }
      }
    }
    if (!whole) {
      for (offset_t m2 = worker_M2 * 32; m2 < M; m2 += workers_M2 * 32) {
        const offset_t m2_end_2 = min(static_cast<offset_t>(M), m2 + 32);
        if (p2 + worker_P1 * 4 < p2_end) {
          const offset_t p1 = p2 + worker_P1 * 4;
          const offset_t p1_end = min(p2_end, p1 + 4);
          if (p1 + worker_P0 < p1_end) {
            const coord_t p0 = static_cast<coord_t>(p1 + worker_P0);
            if (m2 + worker_M1 * 4 < m2_end_2) {
              const offset_t m1 = m2 + worker_M1 * 4;
              const offset_t m1_end_2 = min(m2_end_2, m1 + 4);
#pragma unroll
              for (int m0_turn = 0; m0_turn < 4; ++m0_turn) {
                if (m1 + m0_turn < m1_end_2) {
                  const coord_t m0 = static_cast<coord_t>(m1 + m0_turn);
                  const offset_t QK_M_at_3 =
                      static_cast<offset_t>(p0) * static_cast<offset_t>(M) + m0;
                  const offset_t SN_M_at_3 =
                      static_cast<offset_t>(p0) * static_cast<offset_t>(M) + m0;
                  SN_values[SN_M_at_3] = expf(QK_values[QK_M_at_3] - GM_values[p0]);
                }
              }
            }
          }
        }
      }
    }
  }
}

#line 20 "attention_softmax.yaml"
extern "C" __global__ void __launch_bounds__(256)
    attention_softmax_SD(const value_t* __restrict__ SN_values, coord_t M, coord_t P,
                         coord_t count_M4, coord_t count_P2, value_t* __restrict__ SD_copies) {
  teaal_await_launches();
  const offset_t workers_M4 = count_M4;
  const offset_t worker_M4 = blockIdx.x % count_M4;
  const offset_t workers_P2 = count_P2;
  const offset_t worker_P2 = blockIdx.x / count_M4;
  const offset_t worker_P1 = threadIdx.x / 32;
  const offset_t worker_M1 = threadIdx.x % 32 % 4;
  const offset_t worker_P0 = threadIdx.x % 32 / 4;
  for (offset_t p2 = worker_P2 * 64; p2 < P; p2 += workers_P2 * 64) {
    const offset_t p2_end = min(static_cast<offset_t>(P), p2 + 64);
    value_t sum = value_t(0);
    const bool whole = p2_end - p2 == 64;
    if (whole) {
      // Sums.
      for (offset_t m4 = worker_M4 * 512; m4 < M; m4 += workers_M4 * 512) {
        const offset_t m4_end = min(static_cast<offset_t>(M), m4 + 512);
        const offset_t p1 = p2 + worker_P1 * 8;
        const bool whole_2 = m4_end - m4 == 512 && teaal_aligned_rows(SN_values, M);
        if (whole_2) {
          const coord_t p0 = static_cast<coord_t>(p1 + worker_P0);
          for (offset_t m3 = m4; m3 < m4_end; m3 += 32) {
#pragma unroll
            for (int m2_turn = 0; m2_turn < 2; ++m2_turn) {
              const offset_t m2 = m3 + m2_turn * 16;
              const offset_t m1 = m2 + worker_M1 * 4;
              value_t SN_values_quad[4];
              teaal_stream_quad(&SN_values_quad[0],
                                &SN_values[static_cast<offset_t>(p0) * static_cast<offset_t>(M) +
                                           static_cast<coord_t>(m1)]);
#pragma unroll
              for (int m0_turn = 0; m0_turn < 4; ++m0_turn) {
                sum += SN_values_quad[m0_turn];
              }
            }
          }
        }
        if (!whole_2) {
          const coord_t p0 = static_cast<coord_t>(p1 + worker_P0);
          for (offset_t m3 = m4; m3 < m4_end; m3 += 32) {
            const offset_t m3_end = min(m4_end, m3 + 32);
#pragma unroll
            for (int m2_turn = 0; m2_turn < 2; ++m2_turn) {
              if (m3 + m2_turn * 16 < m3_end) {
                const offset_t m2 = m3 + m2_turn * 16;
                const offset_t m2_end = min(m3_end, m2 + 16);
                if (m2 + worker_M1 * 4 < m2_end) {
                  const offset_t m1 = m2 + worker_M1 * 4;
                  const offset_t m1_end = min(m2_end, m1 + 4);
#pragma unroll
                  for (int m0_turn = 0; m0_turn < 4; ++m0_turn) {
                    if (m1 + m0_turn < m1_end) {
                      const coord_t m0 = static_cast<coord_t>(m1 + m0_turn);
                      const offset_t SN_M_at_2 =
                          static_cast<offset_t>(p0) * static_cast<offset_t>(M) + m0;
                      sum += SN_values[SN_M_at_2];
                    }
                  }
                }
              }
            }
          }
        }
      }
      const offset_t p1 = p2 + worker_P1 * 8;
      const coord_t p0 = static_cast<coord_t>(p1 + worker_P0);
      // Combine the sums of threads.
      const value_t total = teaal_group_reduce<teaal_sum>(sum, 4);
      // Store SD_copies.
      if (worker_M1 == 0) {
        SD_copies[static_cast<size_type>(worker_M4) * static_cast<offset_t>(P) + p0] = total;
      }
    }
    if (!whole) {
      // Sums.
      for (offset_t m4 = worker_M4 * 512; m4 < M; m4 += workers_M4 * 512) {
        const offset_t m4_end_2 = min(static_cast<offset_t>(M), m4 + 512);
        if (p2 + worker_P1 * 8 < p2_end) {
          const offset_t p1 = p2 + worker_P1 * 8;
          const offset_t p1_end = min(p2_end, p1 + 8);
          if (p1 + worker_P0 < p1_end) {
            const coord_t p0 = static_cast<coord_t>(p1 + worker_P0);
            for (offset_t m3 = m4; m3 < m4_end_2; m3 += 32) {
              const offset_t m3_end_2 = min(m4_end_2, m3 + 32);
#pragma unroll
              for (int m2_turn = 0; m2_turn < 2; ++m2_turn) {
                if (m3 + m2_turn * 16 < m3_end_2) {
                  const offset_t m2 = m3 + m2_turn * 16;
                  const offset_t m2_end_2 = min(m3_end_2, m2 + 16);
                  if (m2 + worker_M1 * 4 < m2_end_2) {
                    const offset_t m1 = m2 + worker_M1 * 4;
                    const offset_t m1_end_2 = min(m2_end_2, m1 + 4);
#pragma unroll
                    for (int m0_turn = 0; m0_turn < 4; ++m0_turn) {
                      if (m1 + m0_turn < m1_end_2) {
                        const coord_t m0 = static_cast<coord_t>(m1 + m0_turn);
                        const offset_t SN_M_at_3 =
                            static_cast<offset_t>(p0) * static_cast<offset_t>(M) + m0;
                        sum += SN_values[SN_M_at_3];
                      }
                    }
                  }
                }
              }
            }
          }
        }
      }
      if (p2 + worker_P1 * 8 < p2_end) {
        const offset_t p1 = p2 + worker_P1 * 8;
        const offset_t p1_end_2 = min(p2_end, p1 + 8);
        if (p1 + worker_P0 < p1_end_2) {
          const coord_t p0 = static_cast<coord_t>(p1 + worker_P0);
          // Combine the sums of threads.
          const value_t total_2 = teaal_group_reduce<teaal_sum>(sum, 4);
          // Store SD_copies.
          if (worker_M1 == 0) {
            SD_copies[static_cast<size_type>(worker_M4) * static_cast<offset_t>(P) + p0] = total_2;
          }
        }
      }
    }
  }
}

#line 20 "attention_softmax.yaml"
extern "C" __global__ void attention_softmax_SD_add_copies(const value_t* __restrict__ SD_copies,
                                                           value_t* __restrict__ SD_values,
                                                           coord_t P, coord_t copies) {
  teaal_await_launches();
  for (offset_t element = static_cast<offset_t>(blockIdx.x) * blockDim.x + threadIdx.x;
       element < static_cast<offset_t>(P);
       element += static_cast<offset_t>(gridDim.x) * blockDim.x) {
    value_t sum = value_t(0);
    for (offset_t copy = 0; copy < copies; ++copy) {
      sum += SD_copies[static_cast<size_type>(copy) * static_cast<offset_t>(P) + element];
    }
    SD_values[element] = sum;
  }
}

#line 21 "attention_softmax.yaml"
extern "C" __global__ void attention_softmax_SNV(const value_t* __restrict__ SN_values,
                                                 const value_t* __restrict__ V_values, coord_t F,
                                                 coord_t M, coord_t P, coord_t count_F3,
                                                 coord_t count_P4, value_t* __restrict__ AV_values,
                                                 const value_t* __restrict__ SD_values) {
  teaal_await_launches();
  const offset_t workers_F3 = count_F3;
  const offset_t worker_F3 = blockIdx.x % count_F3;
  const offset_t workers_P4 = count_P4;
  const offset_t worker_P4 = blockIdx.x / count_F3;
  const offset_t worker_F2 = threadIdx.x / 32 % 2;
  const offset_t worker_P3 = threadIdx.x / 32 / 2;
  const offset_t worker_P1 = threadIdx.x % 32 % 4;
  const offset_t worker_F1 = threadIdx.x % 32 / 4;
  __shared__ __align__(16) value_t SN_tile_values[3072];
  __shared__ __align__(16) value_t V_tile_values[3072];
  for (offset_t p4 = worker_P4 * 64; p4 < P; p4 += workers_P4 * 64) {
    const offset_t p4_end = min(static_cast<offset_t>(P), p4 + 64);
    for (offset_t f3 = worker_F3 * 64; f3 < F; f3 += workers_F3 * 64) {
      const offset_t f3_end = min(static_cast<offset_t>(F), f3 + 64);
      value_t sums[32];
#pragma unroll
      for (int sums_element = 0; sums_element < 32; ++sums_element) {
        sums[sums_element] = value_t(0);
      }
      __syncthreads();
      const bool in_quads = teaal_aligned_rows(SN_values, M) && teaal_aligned_rows(V_values, F);
      if (in_quads) {
#pragma unroll
        // Load SN_tile_values and V_tile_values.
        for (int m1_first = 0; m1_first < 2; ++m1_first) {
          const bool m1_more = m1_first * 16 < static_cast<offset_t>(M);
          const offset_t m1_ahead = m1_first * 16;
          const offset_t m1_end_2 = min(static_cast<offset_t>(M), m1_ahead + 16);
          const int m1_buffer_2 = static_cast<int>(m1_first % 3);
#pragma unroll
          for (int quad_turn = 0; quad_turn < 2; ++quad_turn) {
            const int quad = static_cast<int>(threadIdx.x) + quad_turn * 128;
            const int element = quad * 4;
            const offset_t p0_2 = p4 + (static_cast<int>(threadIdx.x) * 4 / 16 + quad_turn * 32);
            const offset_t m0_2 = m1_ahead + static_cast<int>(threadIdx.x) * 4 % 16;
            const offset_t SN_M_at = p0_2 * static_cast<offset_t>(M) + m0_2;
            teaal_copy_quad(&SN_tile_values[m1_buffer_2 * 1024 + element], &SN_values[SN_M_at],
                            p0_2 < p4_end && m0_2 < M);
          }
#pragma unroll
          for (int quad_2_turn = 0; quad_2_turn < 2; ++quad_2_turn) {
            const int quad_2 = static_cast<int>(threadIdx.x) + quad_2_turn * 128;
            const int element_3 = quad_2 * 4;
            const offset_t m0_4 =
                m1_ahead + (static_cast<int>(threadIdx.x) * 4 / 64 + quad_2_turn * 8);
            const offset_t f0_2 = f3 + static_cast<int>(threadIdx.x) * 4 % 64;
            const offset_t V_F_at = m0_4 * static_cast<offset_t>(F) + f0_2;
            teaal_copy_quad(&V_tile_values[m1_buffer_2 * 1024 + element_3], &V_values[V_F_at],
                            m1_more && (m0_4 < m1_end_2 && f0_2 < F));
          }
          teaal_copies_end();
        }
        for (offset_t m1 = 0; m1 < M; m1 += 16) {
          teaal_copies_arrive<1>();
          __syncthreads();
          const bool m1_more_2 = m1 + 32 < static_cast<offset_t>(M);
          const offset_t m1_ahead_2 = m1 + 32;
          const offset_t m1_end_3 = min(static_cast<offset_t>(M), m1_ahead_2 + 16);
          const int m1_buffer_3 = static_cast<int>(m1_ahead_2 / 16 % 3);
#pragma unroll
          // Load SN_tile_values and V_tile_values.
          for (int quad_turn = 0; quad_turn < 2; ++quad_turn) {
            const int quad = static_cast<int>(threadIdx.x) + quad_turn * 128;
            const int element = quad * 4;
            const offset_t p0_2 = p4 + (static_cast<int>(threadIdx.x) * 4 / 16 + quad_turn * 32);
            const offset_t m0_2 = m1_ahead_2 + static_cast<int>(threadIdx.x) * 4 % 16;
            const offset_t SN_M_at = p0_2 * static_cast<offset_t>(M) + m0_2;
            teaal_copy_quad(&SN_tile_values[m1_buffer_3 * 1024 + element], &SN_values[SN_M_at],
                            p0_2 < p4_end && m0_2 < M);
          }
#pragma unroll
          for (int quad_2_turn = 0; quad_2_turn < 2; ++quad_2_turn) {
            const int quad_2 = static_cast<int>(threadIdx.x) + quad_2_turn * 128;
            const int element_3 = quad_2 * 4;
            const offset_t m0_4 =
                m1_ahead_2 + (static_cast<int>(threadIdx.x) * 4 / 64 + quad_2_turn * 8);
            const offset_t f0_2 = f3 + static_cast<int>(threadIdx.x) * 4 % 64;
            const offset_t V_F_at = m0_4 * static_cast<offset_t>(F) + f0_2;
            teaal_copy_quad(&V_tile_values[m1_buffer_3 * 1024 + element_3], &V_values[V_F_at],
                            m1_more_2 && (m0_4 < m1_end_3 && f0_2 < F));
          }
          teaal_copies_end();
          // Products.
          const int m1_buffer = static_cast<int>(m1 / 16 % 3);
#pragma unroll
          for (int m0_turn = 0; m0_turn < 16; ++m0_turn) {
            const int V_tile_M_at = m1_buffer * 16 + m0_turn;
            value_t V_held[4];
            value_t SN_held[8];
            {
#pragma unroll
              for (int p2_turn = 0; p2_turn < 2; ++p2_turn) {
#pragma unroll
                for (int p0_turn = 0; p0_turn < 4; ++p0_turn) {
                  const int SN_tile_P_at =
                      m1_buffer * 64 +
                      static_cast<int>(worker_P3 * 32 + p2_turn * 16 + worker_P1 * 4 + p0_turn);
                  const int SN_tile_M_at = SN_tile_P_at * 16 + m0_turn;
                  SN_held[p2_turn * 4 + p0_turn] = SN_tile_values[SN_tile_M_at];
                }
              }
            }
            {
              value_t V_tile_values_quad[4];
              teaal_load_quad(&V_tile_values_quad[0],
                              &V_tile_values[V_tile_M_at * 64 +
                                             static_cast<int>(worker_F2 * 32 + worker_F1 * 4)]);
#pragma unroll
              for (int f0_turn = 0; f0_turn < 4; ++f0_turn) {
                V_held[f0_turn] = V_tile_values_quad[f0_turn];
              }
            }
#pragma unroll
            for (int p2_turn = 0; p2_turn < 2; ++p2_turn) {
#pragma unroll
              for (int p0_turn_step = 0; p0_turn_step < 4; ++p0_turn_step) {
                const int p0_turn = (p2_turn % 2 == 1) ? 3 - p0_turn_step : p0_turn_step;
#pragma unroll
                for (int f0_turn_step = 0; f0_turn_step < 4; ++f0_turn_step) {
                  const int f0_turn = (p0_turn_step % 2 == 1) ? 3 - f0_turn_step : f0_turn_step;
                  sums[(p2_turn * 4 + p0_turn) * 4 + f0_turn] =
                      fmaf(SN_held[p2_turn * 4 + p0_turn], V_held[f0_turn],
                           sums[(p2_turn * 4 + p0_turn) * 4 + f0_turn]);
                }
              }
            }
          }
        }
      }
      if (!in_quads) {
#pragma unroll
        // Load SN_tile_values and V_tile_values.
        for (int m1_first = 0; m1_first < 2; ++m1_first) {
          const bool m1_more = m1_first * 16 < static_cast<offset_t>(M);
          const offset_t m1_ahead = m1_first * 16;
          const offset_t m1_end_2 = min(static_cast<offset_t>(M), m1_ahead + 16);
          const int m1_buffer_2 = static_cast<int>(m1_first % 3);
          const bool SN_tile_quads_2 = teaal_aligned_rows(SN_values, M);
          if (SN_tile_quads_2) {
#pragma unroll
            for (int quad_turn = 0; quad_turn < 2; ++quad_turn) {
              const int quad = static_cast<int>(threadIdx.x) + quad_turn * 128;
              const int element = quad * 4;
              const offset_t p0_2 = p4 + (static_cast<int>(threadIdx.x) * 4 / 16 + quad_turn * 32);
              const offset_t m0_2 = m1_ahead + static_cast<int>(threadIdx.x) * 4 % 16;
              const offset_t SN_M_at = p0_2 * static_cast<offset_t>(M) + m0_2;
              teaal_copy_quad(&SN_tile_values[m1_buffer_2 * 1024 + element], &SN_values[SN_M_at],
                              p0_2 < p4_end && m0_2 < M);
            }
          }
          if (!SN_tile_quads_2) {
#pragma unroll
            for (int element_2_turn = 0; element_2_turn < 8; ++element_2_turn) {
              const int element_2 = static_cast<int>(threadIdx.x) + element_2_turn * 128;
              const offset_t p0_3 = p4 + (static_cast<int>(threadIdx.x) / 16 + element_2_turn * 8);
              const offset_t m0_3 = m1_ahead + static_cast<int>(threadIdx.x) % 16;
              const offset_t SN_M_at_2 = p0_3 * static_cast<offset_t>(M) + m0_3;
              teaal_copy_element(&SN_tile_values[m1_buffer_2 * 1024 + element_2],
                                 &SN_values[SN_M_at_2], p0_3 < p4_end && m0_3 < M);
            }
          }
          const bool V_tile_quads_2 = teaal_aligned_rows(V_values, F);
          if (V_tile_quads_2) {
#pragma unroll
            for (int quad_2_turn = 0; quad_2_turn < 2; ++quad_2_turn) {
              const int quad_2 = static_cast<int>(threadIdx.x) + quad_2_turn * 128;
              const int element_3 = quad_2 * 4;
              const offset_t m0_4 =
                  m1_ahead + (static_cast<int>(threadIdx.x) * 4 / 64 + quad_2_turn * 8);
              const offset_t f0_2 = f3 + static_cast<int>(threadIdx.x) * 4 % 64;
              const offset_t V_F_at = m0_4 * static_cast<offset_t>(F) + f0_2;
              teaal_copy_quad(&V_tile_values[m1_buffer_2 * 1024 + element_3], &V_values[V_F_at],
                              m1_more && (m0_4 < m1_end_2 && f0_2 < F));
            }
          }
          if (!V_tile_quads_2) {
#pragma unroll
            for (int element_4_turn = 0; element_4_turn < 8; ++element_4_turn) {
              const int element_4 = static_cast<int>(threadIdx.x) + element_4_turn * 128;
              const offset_t m0_5 =
                  m1_ahead + (static_cast<int>(threadIdx.x) / 64 + element_4_turn * 2);
              const offset_t f0_3 = f3 + static_cast<int>(threadIdx.x) % 64;
              const offset_t V_F_at_2 = m0_5 * static_cast<offset_t>(F) + f0_3;
              teaal_copy_element(&V_tile_values[m1_buffer_2 * 1024 + element_4],
                                 &V_values[V_F_at_2], m1_more && (m0_5 < m1_end_2 && f0_3 < F));
            }
          }
          teaal_copies_end();
        }
        for (offset_t m1 = 0; m1 < M; m1 += 16) {
          teaal_copies_arrive<1>();
          __syncthreads();
          const bool m1_more_2 = m1 + 32 < static_cast<offset_t>(M);
          const offset_t m1_ahead_2 = m1 + 32;
          const offset_t m1_end_3 = min(static_cast<offset_t>(M), m1_ahead_2 + 16);
          const int m1_buffer_3 = static_cast<int>(m1_ahead_2 / 16 % 3);
          const bool SN_tile_quads_3 = teaal_aligned_rows(SN_values, M);
          // Load SN_tile_values and V_tile_values.
          if (SN_tile_quads_3) {
#pragma unroll
            for (int quad_turn = 0; quad_turn < 2; ++quad_turn) {
              const int quad = static_cast<int>(threadIdx.x) + quad_turn * 128;
              const int element = quad * 4;
              const offset_t p0_2 = p4 + (static_cast<int>(threadIdx.x) * 4 / 16 + quad_turn * 32);
              const offset_t m0_2 = m1_ahead_2 + static_cast<int>(threadIdx.x) * 4 % 16;
              const offset_t SN_M_at = p0_2 * static_cast<offset_t>(M) + m0_2;
              teaal_copy_quad(&SN_tile_values[m1_buffer_3 * 1024 + element], &SN_values[SN_M_at],
                              p0_2 < p4_end && m0_2 < M);
            }
          }
          if (!SN_tile_quads_3) {
#pragma unroll
            for (int element_2_turn = 0; element_2_turn < 8; ++element_2_turn) {
              const int element_2 = static_cast<int>(threadIdx.x) + element_2_turn * 128;
              const offset_t p0_3 = p4 + (static_cast<int>(threadIdx.x) / 16 + element_2_turn * 8);
              const offset_t m0_3 = m1_ahead_2 + static_cast<int>(threadIdx.x) % 16;
              const offset_t SN_M_at_2 = p0_3 * static_cast<offset_t>(M) + m0_3;
              teaal_copy_element(&SN_tile_values[m1_buffer_3 * 1024 + element_2],
                                 &SN_values[SN_M_at_2], p0_3 < p4_end && m0_3 < M);
            }
          }
          const bool V_tile_quads_3 = teaal_aligned_rows(V_values, F);
          if (V_tile_quads_3) {
#pragma unroll
            for (int quad_2_turn = 0; quad_2_turn < 2; ++quad_2_turn) {
              const int quad_2 = static_cast<int>(threadIdx.x) + quad_2_turn * 128;
              const int element_3 = quad_2 * 4;
              const offset_t m0_4 =
                  m1_ahead_2 + (static_cast<int>(threadIdx.x) * 4 / 64 + quad_2_turn * 8);
              const offset_t f0_2 = f3 + static_cast<int>(threadIdx.x) * 4 % 64;
              const offset_t V_F_at = m0_4 * static_cast<offset_t>(F) + f0_2;
              teaal_copy_quad(&V_tile_values[m1_buffer_3 * 1024 + element_3], &V_values[V_F_at],
                              m1_more_2 && (m0_4 < m1_end_3 && f0_2 < F));
            }
          }
          if (!V_tile_quads_3) {
#pragma unroll
            for (int element_4_turn = 0; element_4_turn < 8; ++element_4_turn) {
              const int element_4 = static_cast<int>(threadIdx.x) + element_4_turn * 128;
              const offset_t m0_5 =
                  m1_ahead_2 + (static_cast<int>(threadIdx.x) / 64 + element_4_turn * 2);
              const offset_t f0_3 = f3 + static_cast<int>(threadIdx.x) % 64;
              const offset_t V_F_at_2 = m0_5 * static_cast<offset_t>(F) + f0_3;
              teaal_copy_element(&V_tile_values[m1_buffer_3 * 1024 + element_4],
                                 &V_values[V_F_at_2], m1_more_2 && (m0_5 < m1_end_3 && f0_3 < F));
            }
          }
          teaal_copies_end();
          // Products.
          const int m1_buffer = static_cast<int>(m1 / 16 % 3);
#pragma unroll
          for (int m0_turn = 0; m0_turn < 16; ++m0_turn) {
            const int V_tile_M_at = m1_buffer * 16 + m0_turn;
            value_t V_held[4];
            value_t SN_held[8];
            {
#pragma unroll
              for (int p2_turn = 0; p2_turn < 2; ++p2_turn) {
#pragma unroll
                for (int p0_turn = 0; p0_turn < 4; ++p0_turn) {
                  const int SN_tile_P_at =
                      m1_buffer * 64 +
                      static_cast<int>(worker_P3 * 32 + p2_turn * 16 + worker_P1 * 4 + p0_turn);
                  const int SN_tile_M_at = SN_tile_P_at * 16 + m0_turn;
                  SN_held[p2_turn * 4 + p0_turn] = SN_tile_values[SN_tile_M_at];
                }
              }
            }
            {
              value_t V_tile_values_quad[4];
              teaal_load_quad(&V_tile_values_quad[0],
                              &V_tile_values[V_tile_M_at * 64 +
                                             static_cast<int>(worker_F2 * 32 + worker_F1 * 4)]);
#pragma unroll
              for (int f0_turn = 0; f0_turn < 4; ++f0_turn) {
                V_held[f0_turn] = V_tile_values_quad[f0_turn];
              }
            }
#pragma unroll
            for (int p2_turn = 0; p2_turn < 2; ++p2_turn) {
#pragma unroll
              for (int p0_turn_step_2 = 0; p0_turn_step_2 < 4; ++p0_turn_step_2) {
                const int p0_turn = (p2_turn % 2 == 1) ? 3 - p0_turn_step_2 : p0_turn_step_2;
#pragma unroll
                for (int f0_turn_step_2 = 0; f0_turn_step_2 < 4; ++f0_turn_step_2) {
                  const int f0_turn =
                      (p0_turn_step_2 % 2 == 1) ? 3 - f0_turn_step_2 : f0_turn_step_2;
                  sums[(p2_turn * 4 + p0_turn) * 4 + f0_turn] =
                      fmaf(SN_held[p2_turn * 4 + p0_turn], V_held[f0_turn],
                           sums[(p2_turn * 4 + p0_turn) * 4 + f0_turn]);
                }
              }
            }
          }
        }
      }
      const bool whole = p4_end - p4 == 64 && f3_end - f3 == 64 && teaal_aligned_rows(AV_values, F);
      // Store AV_values.
      if (whole) {
        const offset_t p3 = p4 + worker_P3 * 32;
        const offset_t f2 = f3 + worker_F2 * 32;
        const offset_t f1 = f2 + worker_F1 * 4;
#pragma unroll
        for (int p2_turn = 0; p2_turn < 2; ++p2_turn) {
          const offset_t p2 = p3 + p2_turn * 16;
          const offset_t p1 = p2 + worker_P1 * 4;
#pragma unroll
          for (int p0_turn = 0; p0_turn < 4; ++p0_turn) {
            const coord_t p0 = static_cast<coord_t>(p1 + p0_turn);
            value_t AV_values_quad[4];
#pragma unroll
            for (int f0_turn = 0; f0_turn < 4; ++f0_turn) {
#line 22 "attention_softmax.yaml"
              const value_t SNV_element = sums[(p2_turn * 4 + p0_turn) * 4 + f0_turn];
              AV_values_quad[f0_turn] = SNV_element / SD_values[p0];
            }
#line 21 "attention_softmax.yaml"
            teaal_write_quad(&AV_values[static_cast<offset_t>(p0) * static_cast<offset_t>(F) +
                                        static_cast<coord_t>(f1)],
                             &AV_values_quad[0]);
          }
        }
      }
      if (!whole) {
        if (p4 + worker_P3 * 32 < p4_end) {
          const offset_t p3 = p4 + worker_P3 * 32;
          const offset_t p3_end = min(p4_end, p3 + 32);
          if (f3 + worker_F2 * 32 < f3_end) {
            const offset_t f2 = f3 + worker_F2 * 32;
            const offset_t f2_end = min(f3_end, f2 + 32);
            if (f2 + worker_F1 * 4 < f2_end) {
              const offset_t f1 = f2 + worker_F1 * 4;
              const offset_t f1_end = min(f2_end, f1 + 4);
#pragma unroll
              for (int p2_turn = 0; p2_turn < 2; ++p2_turn) {
                if (p3 + p2_turn * 16 < p3_end) {
                  const offset_t p2 = p3 + p2_turn * 16;
                  const offset_t p2_end = min(p3_end, p2 + 16);
                  if (p2 + worker_P1 * 4 < p2_end) {
                    const offset_t p1 = p2 + worker_P1 * 4;
                    const offset_t p1_end = min(p2_end, p1 + 4);
#pragma unroll
                    for (int p0_turn = 0; p0_turn < 4; ++p0_turn) {
                      if (p1 + p0_turn < p1_end) {
                        const coord_t p0 = static_cast<coord_t>(p1 + p0_turn);
#pragma unroll
                        for (int f0_turn = 0; f0_turn < 4; ++f0_turn) {
                          if (f1 + f0_turn < f1_end) {
                            const coord_t f0 = static_cast<coord_t>(f1 + f0_turn);
                            const offset_t SNV_F_at_3 =
                                static_cast<offset_t>(p0) * static_cast<offset_t>(F) + f0;
#line 22 "attention_softmax.yaml"
                            const value_t SNV_element_2 =
                                sums[(p2_turn * 4 + p0_turn) * 4 + f0_turn];
                            AV_values[SNV_F_at_3] = SNV_element_2 / SD_values[p0];
                          }
                        }
                      }
                    }
                  }
                }
              }
            }
          }
        }
      }
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

struct attention_softmax_sizes {
  int64_t P;
  int64_t E;
  int64_t M;
  int64_t F;
  int64_t attention_softmax_QK_Q_transposed_E_64_workers;
  int64_t attention_softmax_QK_Q_transposed_P_32_workers;
  int64_t attention_softmax_QK_K_transposed_E_64_2_workers;
  int64_t attention_softmax_QK_K_transposed_M_32_workers;
  int64_t attention_softmax_QK_P4_workers;
  int64_t attention_softmax_QK_M3_workers;
  int64_t attention_softmax_GM_P2_workers;
  int64_t attention_softmax_GM_M4_workers;
  int64_t attention_softmax_SN_P2_workers;
  int64_t attention_softmax_SN_M2_workers;
  int64_t attention_softmax_SD_P2_workers;
  int64_t attention_softmax_SD_M4_workers;
  int64_t attention_softmax_SNV_P4_workers;
  int64_t attention_softmax_SNV_F3_workers;
  explicit attention_softmax_sizes(const attention_softmax_arguments& a) {
    P = a.extent_P;
    E = a.extent_E;
    M = a.extent_M;
    F = a.extent_F;
    attention_softmax_QK_Q_transposed_E_64_workers = max(min(ceil_div(E, 64), 2147483647), 1);
    attention_softmax_QK_Q_transposed_P_32_workers = max(min(ceil_div(P, 32), 2147483647), 1);
    attention_softmax_QK_K_transposed_E_64_2_workers = max(min(ceil_div(E, 64), 2147483647), 1);
    attention_softmax_QK_K_transposed_M_32_workers = max(min(ceil_div(M, 32), 2147483647), 1);
    attention_softmax_QK_P4_workers = max(min(ceil_div(P, 64), 2147483647), 1);
    attention_softmax_QK_M3_workers =
        max(min(ceil_div(M, 64), 2147483647 / attention_softmax_QK_P4_workers), 1);
    attention_softmax_GM_P2_workers = max(min(ceil_div(P, 64), 2147483647), 1);
    attention_softmax_GM_M4_workers =
        max(min(ceil_div(M, 512), min(2147483647 / attention_softmax_GM_P2_workers,
                                      max(max(min(1024, 67108864 / max(P, 1)), 1), 1))),
            1);
    attention_softmax_SN_P2_workers = max(min(ceil_div(P, 32), 2147483647), 1);
    attention_softmax_SN_M2_workers =
        max(min(ceil_div(M, 32), 2147483647 / attention_softmax_SN_P2_workers), 1);
    attention_softmax_SD_P2_workers = max(min(ceil_div(P, 64), 2147483647), 1);
    attention_softmax_SD_M4_workers =
        max(min(ceil_div(M, 512), min(2147483647 / attention_softmax_SD_P2_workers,
                                      max(max(min(1024, 67108864 / max(P, 1)), 1), 1))),
            1);
    attention_softmax_SNV_P4_workers = max(min(ceil_div(P, 64), 2147483647), 1);
    attention_softmax_SNV_F3_workers =
        max(min(ceil_div(F, 64), 2147483647 / attention_softmax_SNV_P4_workers), 1);
  }
  bool valid() const {
    return P >= 0 && P <= 2147483647 && E >= 0 && E <= 2147483647 && M >= 0 && M <= 2147483647 &&
           F >= 0 && F <= 2147483647;
  }
  bool addressable() const {
    return P <= 1000000000 && E <= 1000000000 && M <= 1000000000 && F <= 1000000000 &&
           (P == 0 || E <= 1000000000 / P) && (M == 0 || E <= 1000000000 / M) &&
           (P == 0 || M <= 1000000000 / P) && (M == 0 || F <= 1000000000 / M) &&
           (P == 0 || F <= 1000000000 / P);
  }
  int64_t elements_0() const { return attention_softmax_GM_M4_workers * P; }
  int64_t elements_1() const { return attention_softmax_SD_M4_workers * P; }
  int64_t elements_2() const { return E * P; }
  int64_t elements_3() const { return E * M; }
  int64_t block_attention_softmax_QK_Q_transposed() const {
    return max(min(ceil_div(min(64, E), 16), 8), 1) * 32;
  }
  int64_t grid_attention_softmax_QK_Q_transposed() const {
    return min(min(attention_softmax_QK_Q_transposed_E_64_workers, 2147483648) *
                   attention_softmax_QK_Q_transposed_P_32_workers,
               2147483648);
  }
  int64_t block_attention_softmax_QK_K_transposed() const {
    return block_attention_softmax_QK_Q_transposed();
  }
  int64_t grid_attention_softmax_QK_K_transposed() const {
    return min(min(attention_softmax_QK_K_transposed_E_64_2_workers, 2147483648) *
                   attention_softmax_QK_K_transposed_M_32_workers,
               2147483648);
  }
  int64_t block_attention_softmax_QK() const { return 128; }
  int64_t grid_attention_softmax_QK() const {
    return attention_softmax_QK_P4_workers * attention_softmax_QK_M3_workers;
  }
  int64_t block_attention_softmax_GM() const { return 256; }
  int64_t grid_attention_softmax_GM() const {
    return attention_softmax_GM_P2_workers * attention_softmax_GM_M4_workers;
  }
  int64_t block_attention_softmax_GM_add_copies() const { return 256; }
  int64_t grid_attention_softmax_GM_add_copies() const {
    return max(1, min(ceil_div(P, 256), 2147483647));
  }
  int64_t block_attention_softmax_SN() const {
    return max(min(ceil_div(min(32, P), 4), 8), 1) * 32;
  }
  int64_t grid_attention_softmax_SN() const {
    return attention_softmax_SN_P2_workers * attention_softmax_SN_M2_workers;
  }
  int64_t block_attention_softmax_SD() const { return 256; }
  int64_t grid_attention_softmax_SD() const {
    return attention_softmax_SD_P2_workers * attention_softmax_SD_M4_workers;
  }
  int64_t block_attention_softmax_SD_add_copies() const { return 256; }
  int64_t grid_attention_softmax_SD_add_copies() const {
    return grid_attention_softmax_GM_add_copies();
  }
  int64_t block_attention_softmax_SNV() const { return 128; }
  int64_t grid_attention_softmax_SNV() const {
    return attention_softmax_SNV_P4_workers * attention_softmax_SNV_F3_workers;
  }
  coord_t E_of_attention_softmax_QK_Q_transposed() const { return static_cast<coord_t>(E); }
  coord_t P_of_attention_softmax_QK_Q_transposed() const { return static_cast<coord_t>(P); }
  coord_t count_P_32_of_attention_softmax_QK_Q_transposed() const {
    return static_cast<coord_t>(attention_softmax_QK_Q_transposed_P_32_workers);
  }
  coord_t E_of_attention_softmax_QK_K_transposed() const { return static_cast<coord_t>(E); }
  coord_t M_of_attention_softmax_QK_K_transposed() const { return static_cast<coord_t>(M); }
  coord_t count_M_32_of_attention_softmax_QK_K_transposed() const {
    return static_cast<coord_t>(attention_softmax_QK_K_transposed_M_32_workers);
  }
  coord_t E_of_attention_softmax_QK() const { return static_cast<coord_t>(E); }
  coord_t M_of_attention_softmax_QK() const { return static_cast<coord_t>(M); }
  coord_t P_of_attention_softmax_QK() const { return static_cast<coord_t>(P); }
  coord_t count_M3_of_attention_softmax_QK() const {
    return static_cast<coord_t>(attention_softmax_QK_M3_workers);
  }
  coord_t count_P4_of_attention_softmax_QK() const {
    return static_cast<coord_t>(attention_softmax_QK_P4_workers);
  }
  coord_t M_of_attention_softmax_GM() const { return static_cast<coord_t>(M); }
  coord_t P_of_attention_softmax_GM() const { return static_cast<coord_t>(P); }
  coord_t count_M4_of_attention_softmax_GM() const {
    return static_cast<coord_t>(attention_softmax_GM_M4_workers);
  }
  coord_t count_P2_of_attention_softmax_GM() const {
    return static_cast<coord_t>(attention_softmax_GM_P2_workers);
  }
  coord_t P_of_attention_softmax_GM_add_copies() const { return static_cast<coord_t>(P); }
  coord_t copies_of_attention_softmax_GM_add_copies() const {
    return static_cast<coord_t>(attention_softmax_GM_M4_workers);
  }
  coord_t M_of_attention_softmax_SN() const { return static_cast<coord_t>(M); }
  coord_t P_of_attention_softmax_SN() const { return static_cast<coord_t>(P); }
  coord_t count_M2_of_attention_softmax_SN() const {
    return static_cast<coord_t>(attention_softmax_SN_M2_workers);
  }
  coord_t count_P2_of_attention_softmax_SN() const {
    return static_cast<coord_t>(attention_softmax_SN_P2_workers);
  }
  coord_t M_of_attention_softmax_SD() const { return static_cast<coord_t>(M); }
  coord_t P_of_attention_softmax_SD() const { return static_cast<coord_t>(P); }
  coord_t count_M4_of_attention_softmax_SD() const {
    return static_cast<coord_t>(attention_softmax_SD_M4_workers);
  }
  coord_t count_P2_of_attention_softmax_SD() const {
    return static_cast<coord_t>(attention_softmax_SD_P2_workers);
  }
  coord_t P_of_attention_softmax_SD_add_copies() const { return static_cast<coord_t>(P); }
  coord_t copies_of_attention_softmax_SD_add_copies() const {
    return static_cast<coord_t>(attention_softmax_SD_M4_workers);
  }
  coord_t F_of_attention_softmax_SNV() const { return static_cast<coord_t>(F); }
  coord_t M_of_attention_softmax_SNV() const { return static_cast<coord_t>(M); }
  coord_t P_of_attention_softmax_SNV() const { return static_cast<coord_t>(P); }
  coord_t count_F3_of_attention_softmax_SNV() const {
    return static_cast<coord_t>(attention_softmax_SNV_F3_workers);
  }
  coord_t count_P4_of_attention_softmax_SNV() const {
    return static_cast<coord_t>(attention_softmax_SNV_P4_workers);
  }
  int64_t stored_QK() const { return P * M; }
  int64_t stored_GM() const { return P; }
  int64_t stored_SN() const { return P * M; }
  int64_t stored_SD() const { return P; }
  int64_t stored_AV() const { return P * F; }
};

}  // namespace

extern "C" size_t attention_softmax_workspace_bytes(const attention_softmax_arguments* arguments) {
  if (arguments == nullptr) return 0;
  const attention_softmax_sizes sizes(*arguments);
  if (!sizes.valid()) return 0;
  size_t bytes = 0;
  (void)sizes;
  bytes += (static_cast<size_t>(sizes.elements_0()) * sizeof(value_t) + 255) / 256 * 256;
  bytes += (static_cast<size_t>(sizes.elements_1()) * sizeof(value_t) + 255) / 256 * 256;
  bytes += (static_cast<size_t>(sizes.elements_2()) * sizeof(value_t) + 255) / 256 * 256;
  bytes += (static_cast<size_t>(sizes.elements_3()) * sizeof(value_t) + 255) / 256 * 256;
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
  char* free_bytes = static_cast<char*>(workspace);
  value_t* GM_copies = reinterpret_cast<value_t*>(free_bytes);
  free_bytes += (static_cast<size_t>(sizes.elements_0()) * sizeof(value_t) + 255) / 256 * 256;
  value_t* SD_copies = reinterpret_cast<value_t*>(free_bytes);
  free_bytes += (static_cast<size_t>(sizes.elements_1()) * sizeof(value_t) + 255) / 256 * 256;
  value_t* Q_transposed = reinterpret_cast<value_t*>(free_bytes);
  free_bytes += (static_cast<size_t>(sizes.elements_2()) * sizeof(value_t) + 255) / 256 * 256;
  value_t* K_transposed = reinterpret_cast<value_t*>(free_bytes);
  free_bytes += (static_cast<size_t>(sizes.elements_3()) * sizeof(value_t) + 255) / 256 * 256;
  attention_softmax_QK_Q_transposed<<<
      static_cast<unsigned>(sizes.grid_attention_softmax_QK_Q_transposed()),
      static_cast<unsigned>(sizes.block_attention_softmax_QK_Q_transposed()), 0, stream>>>(
      Q_transposed, a.Q_values, sizes.E_of_attention_softmax_QK_Q_transposed(),
      sizes.P_of_attention_softmax_QK_Q_transposed(),
      sizes.count_P_32_of_attention_softmax_QK_Q_transposed());
  if (cudaGetLastError() != cudaSuccess) return 3;
  if (launch_early(attention_softmax_QK_K_transposed,
                   static_cast<unsigned>(sizes.grid_attention_softmax_QK_K_transposed()),
                   static_cast<unsigned>(sizes.block_attention_softmax_QK_K_transposed()), 0,
                   stream, K_transposed, a.K_values, sizes.E_of_attention_softmax_QK_K_transposed(),
                   sizes.M_of_attention_softmax_QK_K_transposed(),
                   sizes.count_M_32_of_attention_softmax_QK_K_transposed()) != cudaSuccess)
    return 3;
  if (launch_early(attention_softmax_QK, static_cast<unsigned>(sizes.grid_attention_softmax_QK()),
                   static_cast<unsigned>(sizes.block_attention_softmax_QK()), 0, stream,
                   a.QK_values, Q_transposed, K_transposed, sizes.E_of_attention_softmax_QK(),
                   sizes.M_of_attention_softmax_QK(), sizes.P_of_attention_softmax_QK(),
                   sizes.count_M3_of_attention_softmax_QK(),
                   sizes.count_P4_of_attention_softmax_QK()) != cudaSuccess)
    return 3;
  if (launch_early(attention_softmax_GM, static_cast<unsigned>(sizes.grid_attention_softmax_GM()),
                   static_cast<unsigned>(sizes.block_attention_softmax_GM()), 0, stream,
                   a.QK_values, sizes.M_of_attention_softmax_GM(),
                   sizes.P_of_attention_softmax_GM(), sizes.count_M4_of_attention_softmax_GM(),
                   sizes.count_P2_of_attention_softmax_GM(), GM_copies) != cudaSuccess)
    return 3;
  if (launch_early(attention_softmax_GM_add_copies,
                   static_cast<unsigned>(sizes.grid_attention_softmax_GM_add_copies()),
                   static_cast<unsigned>(sizes.block_attention_softmax_GM_add_copies()), 0, stream,
                   GM_copies, a.GM_values, sizes.P_of_attention_softmax_GM_add_copies(),
                   sizes.copies_of_attention_softmax_GM_add_copies()) != cudaSuccess)
    return 3;
  if (launch_early(attention_softmax_SN, static_cast<unsigned>(sizes.grid_attention_softmax_SN()),
                   static_cast<unsigned>(sizes.block_attention_softmax_SN()), 0, stream,
                   a.SN_values, a.QK_values, a.GM_values, sizes.M_of_attention_softmax_SN(),
                   sizes.P_of_attention_softmax_SN(), sizes.count_M2_of_attention_softmax_SN(),
                   sizes.count_P2_of_attention_softmax_SN()) != cudaSuccess)
    return 3;
  if (launch_early(attention_softmax_SD, static_cast<unsigned>(sizes.grid_attention_softmax_SD()),
                   static_cast<unsigned>(sizes.block_attention_softmax_SD()), 0, stream,
                   a.SN_values, sizes.M_of_attention_softmax_SD(),
                   sizes.P_of_attention_softmax_SD(), sizes.count_M4_of_attention_softmax_SD(),
                   sizes.count_P2_of_attention_softmax_SD(), SD_copies) != cudaSuccess)
    return 3;
  if (launch_early(attention_softmax_SD_add_copies,
                   static_cast<unsigned>(sizes.grid_attention_softmax_SD_add_copies()),
                   static_cast<unsigned>(sizes.block_attention_softmax_SD_add_copies()), 0, stream,
                   SD_copies, a.SD_values, sizes.P_of_attention_softmax_SD_add_copies(),
                   sizes.copies_of_attention_softmax_SD_add_copies()) != cudaSuccess)
    return 3;
  if (launch_early(
          attention_softmax_SNV, static_cast<unsigned>(sizes.grid_attention_softmax_SNV()),
          static_cast<unsigned>(sizes.block_attention_softmax_SNV()), 0, stream, a.SN_values,
          a.V_values, sizes.F_of_attention_softmax_SNV(), sizes.M_of_attention_softmax_SNV(),
          sizes.P_of_attention_softmax_SNV(), sizes.count_F3_of_attention_softmax_SNV(),
          sizes.count_P4_of_attention_softmax_SNV(), a.AV_values, a.SD_values) != cudaSuccess)
    return 3;
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
