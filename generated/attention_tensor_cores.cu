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
//   stored Q[E:U, P:U], K[E:U, M:U], V[M:U, F:U], QK[P:U, M:U], QL[P:U, M:U], RM0[P:U], RD0[P:U],
//   RNV0[P:U, F:U], LM[P:U], RM1[P:U], SLN[P:U, M0:U], PRM[P:U], SLD[P:U], RD1[P:U], SLNV[P:U,
//   F:U], RNV1[P:U, F:U], AV[P:U, F:U] sizes T=8 teaalc attention_tensor_cores.yaml --type=f32
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

// Whether quads of rows of `length` elements behind `base` are aligned to 16 bytes.
template <class T>
static __device__ __forceinline__ bool teaal_aligned_rows(const T* base, long long length) {
  return length % 4 == 0 && reinterpret_cast<unsigned long long>(base) % 16 == 0;
}

// Whether this is a machine with tensor cores; what they do is spelled out for others.
static __device__ __forceinline__ bool teaal_has_tensor_cores() {
#ifdef TEAAL_CPU
  return false;
#else
  return true;
#endif
}

// Bits of a float whose first 19, all that tensor cores read of tf32, are a value of 11 significant
// bits at most 2/3 of its last bit away: a third of a bit more before the rest is cut off is right
// on average and one operation. Values of tf32, infinities and NaN stay what they are.
static __device__ __forceinline__ unsigned teaal_tf32_bits(float value) {
  return __float_as_uint(fmaf(value, 0x1.555556p-12f, value));
}

// What tensor cores do not read of a value in those bits.
static __device__ __forceinline__ unsigned teaal_tf32_rest(float value, unsigned bits) {
  return __float_as_uint(value - __uint_as_float(bits & 0xffffe000u));
}

// Products of the values in two words of operands, where there are no tensor cores.
struct teaal_tf32_words {
  static __device__ __forceinline__ float add_products(float sum, unsigned a, unsigned b) {
    return fmaf(__uint_as_float(a & 0xffffe000u), __uint_as_float(b & 0xffffe000u), sum);
  }
};

// What the tensor cores do, by shuffles: a[0] and a[1] are the lower k's of rows g and g + 8, a[2]
// and a[3] the upper ones; b[0] and b[1] are column g's.
template <class Words>
static __device__ __forceinline__ void teaal_shuffled_products(float* sums, const float* from,
                                                               const unsigned* a,
                                                               const unsigned* b) {
  typedef unsigned long long words;
  const int row = threadIdx.x % 32 / 4, column = threadIdx.x % 4 * 2;
  const words lower = a[0] | static_cast<words>(a[1]) << 32,
              upper = a[2] | static_cast<words>(a[3]) << 32,
              own = b[0] | static_cast<words>(b[1]) << 32;
  for (int i = 0; i < 4; ++i) sums[i] = from[i];
  for (int share = 0; share < 4; ++share) {
    const words low = __shfl_sync(0xffffffffu, lower, row * 4 + share),
                high = __shfl_sync(0xffffffffu, upper, row * 4 + share);
    for (int second = 0; second < 2; ++second) {
      const words k = __shfl_sync(0xffffffffu, own, (column + second) * 4 + share);
      const unsigned k_low = static_cast<unsigned>(k), k_high = static_cast<unsigned>(k >> 32);
      sums[second] = Words::add_products(sums[second], static_cast<unsigned>(low), k_low);
      sums[second] = Words::add_products(sums[second], static_cast<unsigned>(high), k_high);
      sums[second + 2] =
          Words::add_products(sums[second + 2], static_cast<unsigned>(low >> 32), k_low);
      sums[second + 2] =
          Words::add_products(sums[second + 2], static_cast<unsigned>(high >> 32), k_high);
    }
  }
}

// The sums (g, 2 t), (g, 2 t + 1), (g + 8, 2 t) and (g + 8, 2 t + 1) of a tile: `from` and its
// products.
static __device__ __forceinline__ void teaal_multiply_tf32(float* sums, const float* from,
                                                           const unsigned* a, const unsigned* b) {
  if (!teaal_has_tensor_cores()) return teaal_shuffled_products<teaal_tf32_words>(sums, from, a, b);
#ifndef TEAAL_CPU
  asm volatile(
      "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 "
      "{%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%10, %11, %12, %13};"
      : "=f"(sums[0]), "=f"(sums[1]), "=f"(sums[2]), "=f"(sums[3])
      : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]), "f"(from[0]),
        "f"(from[1]), "f"(from[2]), "f"(from[3]));
#endif
}

// What one of these does, of arrays in registers: sums[s00], sums[s01], sums[s10], sums[s11] are
// the four sums, a[a00] … and b[b0], b[b1] the operands' words.
using teaal_multiply = void(float*, const float*, const unsigned*, const unsigned*);

// What lanes have of their own columns becomes what they multiply. Lane 4 k + t comes with its part
// k of what is multiplied of columns 2 t and 2 t + 1, in two words; lane 4 g + t goes with parts t
// and t + 4 of column g.
static __device__ __forceinline__ void teaal_columns_meet(unsigned* words, int even, int odd) {
  const int lane = threadIdx.x % 32;
  const bool upper = lane >= 16, of_odd = lane / 4 % 2 != 0;
  const int lower_part = lane % 4 * 4 + lane / 8, upper_part = lower_part + 16;
  // Each lane is asked for one of its words at a time: for the even one by lanes of even columns.
  const unsigned first = __shfl_sync(0xffffffffu, upper ? words[odd] : words[even],
                                     of_odd ? upper_part : lower_part),
                 second = __shfl_sync(0xffffffffu, upper ? words[even] : words[odd],
                                      of_odd ? lower_part : upper_part);
  words[even] = of_odd ? second : first;
  words[odd] = of_odd ? first : second;
}

// As good as float: three products for one, of what words keep and leave out. Tensor cores cut off
// what does not fit beside the largest summand, so they add the k's of an instruction and float
// adds the rest.
template <teaal_multiply multiply>
static __device__ __forceinline__ void teaal_mma_in_parts(float* sums, int s00, int s01, int s10,
                                                          int s11, const unsigned* a,
                                                          const unsigned* a_rest, int a00, int a01,
                                                          int a10, int a11, const unsigned* b,
                                                          const unsigned* b_rest, int b0, int b1) {
  const float zero[4] = {0.0f, 0.0f, 0.0f, 0.0f};
  float part[4];
  const unsigned a_words[4] = {a[a00], a[a01], a[a10], a[a11]}, b_words[2] = {b[b0], b[b1]};
  const unsigned a_rests[4] = {a_rest[a00], a_rest[a01], a_rest[a10], a_rest[a11]},
                 b_rests[2] = {b_rest[b0], b_rest[b1]};
  multiply(part, zero, a_rests, b_words);
  multiply(part, part, a_words, b_rests);
  multiply(part, part, a_words, b_words);
  sums[s00] += part[0];
  sums[s01] += part[1];
  sums[s10] += part[2];
  sums[s11] += part[3];
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

#line 43 "attention_tensor_cores.yaml"
extern "C" __global__ void __launch_bounds__(256)
    attention_tensor_cores_AV(value_t* __restrict__ AV_values, value_t* RNV1_values,
                              value_t* RD1_values, coord_t F, coord_t P, value_t* RNV0_now_values,
                              value_t* RD0_now_values, value_t* RM0_now_values, value_t* RM1_values,
                              value_t* SLNV_values, value_t* SLN_values,
                              const value_t* __restrict__ V_values, coord_t M, coord_t M0,
                              value_t* QL_values, coord_t rounds, value_t* __restrict__ RNV0_values,
                              value_t* __restrict__ RD0_values, value_t* __restrict__ RM0_values,
                              value_t* QK_values, const value_t* __restrict__ Q_values,
                              const value_t* __restrict__ K_values, coord_t E) {
  teaal_await_launches();
  const offset_t workers_P2 = gridDim.x;
  const offset_t worker_P2 = blockIdx.x;
  const offset_t workers_M2 = blockDim.x / 32;
  const offset_t worker_M2 = threadIdx.x / 32;
  const offset_t workers_P1 = 4;
  const offset_t worker_P1 = threadIdx.x % 32 % 4;
  const offset_t workers_M1 = 8;
  const offset_t worker_M1 = threadIdx.x % 32 / 4;
  const offset_t worker_E0_of_row = threadIdx.x % 4;
  const offset_t worker_E0_of_column = threadIdx.x / 4 % 8;
  const offset_t workers_M1_2 = 32;
  const offset_t worker_M1_2 = threadIdx.x % 32;
  const offset_t workers_P0 = 2;
  const offset_t worker_P0 = threadIdx.x / 32 % 2;
  const offset_t worker_P1_2 = threadIdx.x / 32 / 2;
#line 80 "attention_tensor_cores.yaml"
  for (offset_t p2 = worker_P2 * 8; p2 < P; p2 += workers_P2 * 8) {
    const offset_t p2_end = min(static_cast<offset_t>(P), p2 + 8);
    const bool whole = p2_end - p2 == 8;
    if (whole) {
      for (offset_t m2 = worker_M2 * 64; m2 < M; m2 += workers_M2 * 64) {
        const offset_t m2_end = min(static_cast<offset_t>(M), m2 + 64);
        const bool whole_2 = m2_end - m2 == 64 && teaal_aligned_rows(K_values, M);
        if (whole_2) {
          for (offset_t m1_turn = 0;
               m1_turn <
               (max(m2_end - m2, static_cast<offset_t>(0)) + workers_M1 * 8 - 1) / (workers_M1 * 8);
               ++m1_turn) {
            const offset_t m1_mine = m2 + (worker_M1 + m1_turn * workers_M1) * 8;
            const bool m1_active = m1_mine < m2_end;
            const offset_t m1 =
                min(m1_mine, m2 + (max(m2_end - m2, static_cast<offset_t>(0)) - 1) / 8 * 8);
            for (offset_t p1_turn = 0;
                 p1_turn < (max(p2_end - p2, static_cast<offset_t>(0)) + workers_P1 * 2 - 1) /
                               (workers_P1 * 2);
                 ++p1_turn) {
              const offset_t p1_mine = p2 + (worker_P1 + p1_turn * workers_P1) * 2;
              const bool p1_active = p1_mine < p2_end;
              const offset_t p1 =
                  min(p1_mine, p2 + (max(p2_end - p2, static_cast<offset_t>(0)) - 1) / 2 * 2);
#line 30 "attention_tensor_cores.yaml"
              value_t sums[16];
#pragma unroll
              for (int sums_element = 0; sums_element < 16; ++sums_element) {
                sums[sums_element] = value_t(0);
              }
#line 80 "attention_tensor_cores.yaml"
              const offset_t e1_whole_end =
                  teaal_aligned_rows(K_values, M) ? static_cast<offset_t>(E) / 8 * 8 : 0;
              // Products.
              for (offset_t e1 = 0; e1 < e1_whole_end; e1 += 8) {
                value_t row_values[16];
#pragma unroll
                for (int own = 0; own < 16; ++own) {
                  row_values[own] = value_t(0);
                }
#pragma unroll
                for (int e0_turn = 0; e0_turn < 2; ++e0_turn) {
                  const coord_t e0 =
                      static_cast<coord_t>(e1 + (worker_E0_of_row + e0_turn * workers_P1));
                  value_t K_values_quads[8];
#pragma unroll
                  for (int quad = 0; quad < 2; ++quad) {
                    teaal_read_quad(&K_values_quads[quad * 4],
                                    &K_values[static_cast<offset_t>(e0) * static_cast<offset_t>(M) +
                                              static_cast<coord_t>(m1 + quad * 4)]);
                  }
#pragma unroll
                  for (int m0_turn = 0; m0_turn < 8; ++m0_turn) {
#line 30 "attention_tensor_cores.yaml"
                    row_values[e0_turn * 8 + m0_turn] = K_values_quads[m0_turn];
                  }
                }
                unsigned row_words[16];
#pragma unroll
                for (int own_2 = 0; own_2 < 16; ++own_2) {
                  row_words[own_2] = teaal_tf32_bits(row_values[own_2]);
                }
                unsigned row_rest[16];
#pragma unroll
                for (int own_3 = 0; own_3 < 16; ++own_3) {
                  row_rest[own_3] = teaal_tf32_rest(row_values[own_3], row_words[own_3]);
                }
                value_t column_values[2];
#pragma unroll
                for (int own_4 = 0; own_4 < 2; ++own_4) {
                  column_values[own_4] = value_t(0);
                }
#line 80 "attention_tensor_cores.yaml"
                const coord_t e0_2 = static_cast<coord_t>(e1 + worker_E0_of_column);
#pragma unroll
                for (int p0_turn = 0; p0_turn < 2; ++p0_turn) {
                  const coord_t p0 = static_cast<coord_t>(p1 + p0_turn);
                  const offset_t Q_P_at =
                      static_cast<offset_t>(e0_2) * static_cast<offset_t>(P) + p0;
#line 30 "attention_tensor_cores.yaml"
                  column_values[p0_turn] = Q_values[Q_P_at];
                }
                unsigned column_words[2];
#pragma unroll
                for (int own_5 = 0; own_5 < 2; ++own_5) {
                  column_words[own_5] = teaal_tf32_bits(column_values[own_5]);
                }
                unsigned column_rest[2];
#pragma unroll
                for (int own_6 = 0; own_6 < 2; ++own_6) {
                  column_rest[own_6] = teaal_tf32_rest(column_values[own_6], column_words[own_6]);
                }
#pragma unroll
                for (int p0_turn_2 = 0; p0_turn_2 < 2; p0_turn_2 += 2) {
#line 126 "attention_tensor_cores.yaml"
                  teaal_columns_meet(column_words, p0_turn_2, p0_turn_2 + 1);
                }
#pragma unroll
                for (int p0_turn_3 = 0; p0_turn_3 < 2; p0_turn_3 += 2) {
                  teaal_columns_meet(column_rest, p0_turn_3, p0_turn_3 + 1);
                }
#pragma unroll
                for (int m0_turn_2 = 0; m0_turn_2 < 8; m0_turn_2 += 2) {
#pragma unroll
                  for (int p0_turn_4 = 0; p0_turn_4 < 2; p0_turn_4 += 2) {
                    teaal_mma_in_parts<teaal_multiply_tf32>(
                        sums, m0_turn_2 * 2 + p0_turn_4, m0_turn_2 * 2 + (p0_turn_4 + 1),
                        (m0_turn_2 + 1) * 2 + p0_turn_4, (m0_turn_2 + 1) * 2 + (p0_turn_4 + 1),
                        row_words, row_rest, m0_turn_2, m0_turn_2 + 1, m0_turn_2 + 8,
                        m0_turn_2 + 1 + 8, column_words, column_rest, p0_turn_4, p0_turn_4 + 1);
                  }
                }
              }
#line 80 "attention_tensor_cores.yaml"
#pragma unroll 1
              for (offset_t e1 = e1_whole_end; e1 < E; e1 += 8) {
                const offset_t e1_end = min(static_cast<offset_t>(E), e1 + 8);
                value_t row_values[16];
#pragma unroll
                for (int own = 0; own < 16; ++own) {
                  row_values[own] = value_t(0);
                }
#pragma unroll
                for (int e0_turn_2 = 0; e0_turn_2 < 2; ++e0_turn_2) {
                  if (e1 + (worker_E0_of_row + e0_turn_2 * workers_P1) < e1_end) {
                    const coord_t e0_3 =
                        static_cast<coord_t>(e1 + (worker_E0_of_row + e0_turn_2 * workers_P1));
                    value_t K_values_quads_2[8];
#pragma unroll
                    for (int quad_2 = 0; quad_2 < 2; ++quad_2) {
                      teaal_read_quad(
                          &K_values_quads_2[quad_2 * 4],
                          &K_values[static_cast<offset_t>(e0_3) * static_cast<offset_t>(M) +
                                    static_cast<coord_t>(m1 + quad_2 * 4)]);
                    }
#pragma unroll
                    for (int m0_turn_3 = 0; m0_turn_3 < 8; ++m0_turn_3) {
#line 30 "attention_tensor_cores.yaml"
                      row_values[e0_turn_2 * 8 + m0_turn_3] = K_values_quads_2[m0_turn_3];
                    }
                  }
                }
                unsigned row_words_2[16];
#pragma unroll
                for (int own_7 = 0; own_7 < 16; ++own_7) {
                  row_words_2[own_7] = teaal_tf32_bits(row_values[own_7]);
                }
                unsigned row_rest_2[16];
#pragma unroll
                for (int own_8 = 0; own_8 < 16; ++own_8) {
                  row_rest_2[own_8] = teaal_tf32_rest(row_values[own_8], row_words_2[own_8]);
                }
                value_t column_values_2[2];
#pragma unroll
                for (int own_9 = 0; own_9 < 2; ++own_9) {
                  column_values_2[own_9] = value_t(0);
                }
#line 80 "attention_tensor_cores.yaml"
                if (e1 + worker_E0_of_column < e1_end) {
                  const coord_t e0_4 = static_cast<coord_t>(e1 + worker_E0_of_column);
#pragma unroll
                  for (int p0_turn_5 = 0; p0_turn_5 < 2; ++p0_turn_5) {
                    const coord_t p0_2 = static_cast<coord_t>(p1 + p0_turn_5);
                    const offset_t Q_P_at_2 =
                        static_cast<offset_t>(e0_4) * static_cast<offset_t>(P) + p0_2;
#line 30 "attention_tensor_cores.yaml"
                    column_values_2[p0_turn_5] = Q_values[Q_P_at_2];
                  }
                }
                unsigned column_words_2[2];
#pragma unroll
                for (int own_10 = 0; own_10 < 2; ++own_10) {
                  column_words_2[own_10] = teaal_tf32_bits(column_values_2[own_10]);
                }
                unsigned column_rest_2[2];
#pragma unroll
                for (int own_11 = 0; own_11 < 2; ++own_11) {
                  column_rest_2[own_11] =
                      teaal_tf32_rest(column_values_2[own_11], column_words_2[own_11]);
                }
#pragma unroll
                for (int p0_turn_6 = 0; p0_turn_6 < 2; p0_turn_6 += 2) {
#line 126 "attention_tensor_cores.yaml"
                  teaal_columns_meet(column_words_2, p0_turn_6, p0_turn_6 + 1);
                }
#pragma unroll
                for (int p0_turn_7 = 0; p0_turn_7 < 2; p0_turn_7 += 2) {
                  teaal_columns_meet(column_rest_2, p0_turn_7, p0_turn_7 + 1);
                }
#pragma unroll
                for (int m0_turn_4 = 0; m0_turn_4 < 8; m0_turn_4 += 2) {
#pragma unroll
                  for (int p0_turn_8 = 0; p0_turn_8 < 2; p0_turn_8 += 2) {
                    teaal_mma_in_parts<teaal_multiply_tf32>(
                        sums, m0_turn_4 * 2 + p0_turn_8, m0_turn_4 * 2 + (p0_turn_8 + 1),
                        (m0_turn_4 + 1) * 2 + p0_turn_8, (m0_turn_4 + 1) * 2 + (p0_turn_8 + 1),
                        row_words_2, row_rest_2, m0_turn_4, m0_turn_4 + 1, m0_turn_4 + 8,
                        m0_turn_4 + 1 + 8, column_words_2, column_rest_2, p0_turn_8, p0_turn_8 + 1);
                  }
                }
              }
#line 80 "attention_tensor_cores.yaml"
              // Store QK_values.
              if (m1_active && p1_active) {
#pragma unroll
                for (int m0_turn_5 = 0; m0_turn_5 < 8; ++m0_turn_5) {
                  const coord_t m0_3 = static_cast<coord_t>(m1 + m0_turn_5);
#pragma unroll
                  for (int p0_turn_9 = 0; p0_turn_9 < 2; ++p0_turn_9) {
                    const coord_t p0_3 = static_cast<coord_t>(p1 + p0_turn_9);
                    const offset_t QK_M_at =
                        static_cast<offset_t>(p0_3) * static_cast<offset_t>(M) + m0_3;
#line 30 "attention_tensor_cores.yaml"
                    QK_values[QK_M_at] = sums[m0_turn_5 * 2 + p0_turn_9];
                  }
                }
              }
            }
          }
        }
#line 80 "attention_tensor_cores.yaml"
        if (!whole_2) {
          for (offset_t m1_turn_2 = 0;
               m1_turn_2 <
               (max(m2_end - m2, static_cast<offset_t>(0)) + workers_M1 * 8 - 1) / (workers_M1 * 8);
               ++m1_turn_2) {
            const offset_t m1_mine_2 = m2 + (worker_M1 + m1_turn_2 * workers_M1) * 8;
            const bool m1_active_2 = m1_mine_2 < m2_end;
            const offset_t m1_2 =
                min(m1_mine_2, m2 + (max(m2_end - m2, static_cast<offset_t>(0)) - 1) / 8 * 8);
            const offset_t m1_end = min(m2_end, m1_2 + 8);
            for (offset_t p1_turn_2 = 0;
                 p1_turn_2 < (max(p2_end - p2, static_cast<offset_t>(0)) + workers_P1 * 2 - 1) /
                                 (workers_P1 * 2);
                 ++p1_turn_2) {
              const offset_t p1_mine_2 = p2 + (worker_P1 + p1_turn_2 * workers_P1) * 2;
              const bool p1_active_2 = p1_mine_2 < p2_end;
              const offset_t p1_2 =
                  min(p1_mine_2, p2 + (max(p2_end - p2, static_cast<offset_t>(0)) - 1) / 2 * 2);
#line 30 "attention_tensor_cores.yaml"
              value_t sums_2[16];
#pragma unroll
              for (int sums_element_2 = 0; sums_element_2 < 16; ++sums_element_2) {
                sums_2[sums_element_2] = value_t(0);
              }
#line 80 "attention_tensor_cores.yaml"
              // Products.
              for (offset_t e1_2 = 0; e1_2 < E; e1_2 += 8) {
                const offset_t e1_end_2 = min(static_cast<offset_t>(E), e1_2 + 8);
                value_t row_values_2[16];
#pragma unroll
                for (int own_12 = 0; own_12 < 16; ++own_12) {
                  row_values_2[own_12] = value_t(0);
                }
#pragma unroll
                for (int e0_turn_3 = 0; e0_turn_3 < 2; ++e0_turn_3) {
                  if (e1_2 + (worker_E0_of_row + e0_turn_3 * workers_P1) < e1_end_2) {
                    const coord_t e0_5 =
                        static_cast<coord_t>(e1_2 + (worker_E0_of_row + e0_turn_3 * workers_P1));
#pragma unroll
                    for (int m0_turn_6 = 0; m0_turn_6 < 8; ++m0_turn_6) {
                      if (m1_2 + m0_turn_6 < m1_end) {
                        const coord_t m0_4 = static_cast<coord_t>(m1_2 + m0_turn_6);
                        const offset_t K_M_at_3 =
                            static_cast<offset_t>(e0_5) * static_cast<offset_t>(M) + m0_4;
#line 30 "attention_tensor_cores.yaml"
                        row_values_2[e0_turn_3 * 8 + m0_turn_6] = K_values[K_M_at_3];
                      }
                    }
                  }
                }
                unsigned row_words_3[16];
#pragma unroll
                for (int own_13 = 0; own_13 < 16; ++own_13) {
                  row_words_3[own_13] = teaal_tf32_bits(row_values_2[own_13]);
                }
                unsigned row_rest_3[16];
#pragma unroll
                for (int own_14 = 0; own_14 < 16; ++own_14) {
                  row_rest_3[own_14] = teaal_tf32_rest(row_values_2[own_14], row_words_3[own_14]);
                }
                value_t column_values_3[2];
#pragma unroll
                for (int own_15 = 0; own_15 < 2; ++own_15) {
                  column_values_3[own_15] = value_t(0);
                }
#line 80 "attention_tensor_cores.yaml"
                if (e1_2 + worker_E0_of_column < e1_end_2) {
                  const coord_t e0_6 = static_cast<coord_t>(e1_2 + worker_E0_of_column);
#pragma unroll
                  for (int p0_turn_10 = 0; p0_turn_10 < 2; ++p0_turn_10) {
                    const coord_t p0_4 = static_cast<coord_t>(p1_2 + p0_turn_10);
                    const offset_t Q_P_at_3 =
                        static_cast<offset_t>(e0_6) * static_cast<offset_t>(P) + p0_4;
#line 30 "attention_tensor_cores.yaml"
                    column_values_3[p0_turn_10] = Q_values[Q_P_at_3];
                  }
                }
                unsigned column_words_3[2];
#pragma unroll
                for (int own_16 = 0; own_16 < 2; ++own_16) {
                  column_words_3[own_16] = teaal_tf32_bits(column_values_3[own_16]);
                }
                unsigned column_rest_3[2];
#pragma unroll
                for (int own_17 = 0; own_17 < 2; ++own_17) {
                  column_rest_3[own_17] =
                      teaal_tf32_rest(column_values_3[own_17], column_words_3[own_17]);
                }
#pragma unroll
                for (int p0_turn_11 = 0; p0_turn_11 < 2; p0_turn_11 += 2) {
#line 126 "attention_tensor_cores.yaml"
                  teaal_columns_meet(column_words_3, p0_turn_11, p0_turn_11 + 1);
                }
#pragma unroll
                for (int p0_turn_12 = 0; p0_turn_12 < 2; p0_turn_12 += 2) {
                  teaal_columns_meet(column_rest_3, p0_turn_12, p0_turn_12 + 1);
                }
#pragma unroll
                for (int m0_turn_7 = 0; m0_turn_7 < 8; m0_turn_7 += 2) {
#pragma unroll
                  for (int p0_turn_13 = 0; p0_turn_13 < 2; p0_turn_13 += 2) {
                    teaal_mma_in_parts<teaal_multiply_tf32>(
                        sums_2, m0_turn_7 * 2 + p0_turn_13, m0_turn_7 * 2 + (p0_turn_13 + 1),
                        (m0_turn_7 + 1) * 2 + p0_turn_13, (m0_turn_7 + 1) * 2 + (p0_turn_13 + 1),
                        row_words_3, row_rest_3, m0_turn_7, m0_turn_7 + 1, m0_turn_7 + 8,
                        m0_turn_7 + 1 + 8, column_words_3, column_rest_3, p0_turn_13,
                        p0_turn_13 + 1);
                  }
                }
              }
#line 80 "attention_tensor_cores.yaml"
              // Store QK_values.
              if (m1_active_2 && p1_active_2) {
#pragma unroll
                for (int m0_turn_8 = 0; m0_turn_8 < 8; ++m0_turn_8) {
                  if (m1_2 + m0_turn_8 < m1_end) {
                    const coord_t m0_5 = static_cast<coord_t>(m1_2 + m0_turn_8);
#pragma unroll
                    for (int p0_turn_14 = 0; p0_turn_14 < 2; ++p0_turn_14) {
                      const coord_t p0_5 = static_cast<coord_t>(p1_2 + p0_turn_14);
                      const offset_t QK_M_at_2 =
                          static_cast<offset_t>(p0_5) * static_cast<offset_t>(M) + m0_5;
#line 30 "attention_tensor_cores.yaml"
                      QK_values[QK_M_at_2] = sums_2[m0_turn_8 * 2 + p0_turn_14];
                    }
                  }
                }
              }
            }
          }
        }
      }
    }
#line 80 "attention_tensor_cores.yaml"
    if (!whole) {
      for (offset_t m2_2 = worker_M2 * 64; m2_2 < M; m2_2 += workers_M2 * 64) {
        const offset_t m2_end_2 = min(static_cast<offset_t>(M), m2_2 + 64);
        for (offset_t m1_turn_3 = 0;
             m1_turn_3 < (max(m2_end_2 - m2_2, static_cast<offset_t>(0)) + workers_M1 * 8 - 1) /
                             (workers_M1 * 8);
             ++m1_turn_3) {
          const offset_t m1_mine_3 = m2_2 + (worker_M1 + m1_turn_3 * workers_M1) * 8;
          const bool m1_active_3 = m1_mine_3 < m2_end_2;
          const offset_t m1_3 =
              min(m1_mine_3, m2_2 + (max(m2_end_2 - m2_2, static_cast<offset_t>(0)) - 1) / 8 * 8);
          const offset_t m1_end_2 = min(m2_end_2, m1_3 + 8);
          for (offset_t p1_turn_3 = 0;
               p1_turn_3 <
               (max(p2_end - p2, static_cast<offset_t>(0)) + workers_P1 * 2 - 1) / (workers_P1 * 2);
               ++p1_turn_3) {
            const offset_t p1_mine_3 = p2 + (worker_P1 + p1_turn_3 * workers_P1) * 2;
            const bool p1_active_3 = p1_mine_3 < p2_end;
            const offset_t p1_3 =
                min(p1_mine_3, p2 + (max(p2_end - p2, static_cast<offset_t>(0)) - 1) / 2 * 2);
            const offset_t p1_end = min(p2_end, p1_3 + 2);
#line 30 "attention_tensor_cores.yaml"
            value_t sums_3[16];
#pragma unroll
            for (int sums_element_3 = 0; sums_element_3 < 16; ++sums_element_3) {
              sums_3[sums_element_3] = value_t(0);
            }
#line 80 "attention_tensor_cores.yaml"
            // Products.
            for (offset_t e1_3 = 0; e1_3 < E; e1_3 += 8) {
              const offset_t e1_end_3 = min(static_cast<offset_t>(E), e1_3 + 8);
              value_t row_values_3[16];
#pragma unroll
              for (int own_18 = 0; own_18 < 16; ++own_18) {
                row_values_3[own_18] = value_t(0);
              }
#pragma unroll
              for (int e0_turn_4 = 0; e0_turn_4 < 2; ++e0_turn_4) {
                if (e1_3 + (worker_E0_of_row + e0_turn_4 * workers_P1) < e1_end_3) {
                  const coord_t e0_7 =
                      static_cast<coord_t>(e1_3 + (worker_E0_of_row + e0_turn_4 * workers_P1));
#pragma unroll
                  for (int m0_turn_9 = 0; m0_turn_9 < 8; ++m0_turn_9) {
                    if (m1_3 + m0_turn_9 < m1_end_2) {
                      const coord_t m0_6 = static_cast<coord_t>(m1_3 + m0_turn_9);
                      const offset_t K_M_at_4 =
                          static_cast<offset_t>(e0_7) * static_cast<offset_t>(M) + m0_6;
#line 30 "attention_tensor_cores.yaml"
                      row_values_3[e0_turn_4 * 8 + m0_turn_9] = K_values[K_M_at_4];
                    }
                  }
                }
              }
              unsigned row_words_4[16];
#pragma unroll
              for (int own_19 = 0; own_19 < 16; ++own_19) {
                row_words_4[own_19] = teaal_tf32_bits(row_values_3[own_19]);
              }
              unsigned row_rest_4[16];
#pragma unroll
              for (int own_20 = 0; own_20 < 16; ++own_20) {
                row_rest_4[own_20] = teaal_tf32_rest(row_values_3[own_20], row_words_4[own_20]);
              }
              value_t column_values_4[2];
#pragma unroll
              for (int own_21 = 0; own_21 < 2; ++own_21) {
                column_values_4[own_21] = value_t(0);
              }
#line 80 "attention_tensor_cores.yaml"
              if (e1_3 + worker_E0_of_column < e1_end_3) {
                const coord_t e0_8 = static_cast<coord_t>(e1_3 + worker_E0_of_column);
#pragma unroll
                for (int p0_turn_15 = 0; p0_turn_15 < 2; ++p0_turn_15) {
                  if (p1_3 + p0_turn_15 < p1_end) {
                    const coord_t p0_6 = static_cast<coord_t>(p1_3 + p0_turn_15);
                    const offset_t Q_P_at_4 =
                        static_cast<offset_t>(e0_8) * static_cast<offset_t>(P) + p0_6;
#line 30 "attention_tensor_cores.yaml"
                    column_values_4[p0_turn_15] = Q_values[Q_P_at_4];
                  }
                }
              }
              unsigned column_words_4[2];
#pragma unroll
              for (int own_22 = 0; own_22 < 2; ++own_22) {
                column_words_4[own_22] = teaal_tf32_bits(column_values_4[own_22]);
              }
              unsigned column_rest_4[2];
#pragma unroll
              for (int own_23 = 0; own_23 < 2; ++own_23) {
                column_rest_4[own_23] =
                    teaal_tf32_rest(column_values_4[own_23], column_words_4[own_23]);
              }
#pragma unroll
              for (int p0_turn_16 = 0; p0_turn_16 < 2; p0_turn_16 += 2) {
#line 126 "attention_tensor_cores.yaml"
                teaal_columns_meet(column_words_4, p0_turn_16, p0_turn_16 + 1);
              }
#pragma unroll
              for (int p0_turn_17 = 0; p0_turn_17 < 2; p0_turn_17 += 2) {
                teaal_columns_meet(column_rest_4, p0_turn_17, p0_turn_17 + 1);
              }
#pragma unroll
              for (int m0_turn_10 = 0; m0_turn_10 < 8; m0_turn_10 += 2) {
#pragma unroll
                for (int p0_turn_18 = 0; p0_turn_18 < 2; p0_turn_18 += 2) {
                  teaal_mma_in_parts<teaal_multiply_tf32>(
                      sums_3, m0_turn_10 * 2 + p0_turn_18, m0_turn_10 * 2 + (p0_turn_18 + 1),
                      (m0_turn_10 + 1) * 2 + p0_turn_18, (m0_turn_10 + 1) * 2 + (p0_turn_18 + 1),
                      row_words_4, row_rest_4, m0_turn_10, m0_turn_10 + 1, m0_turn_10 + 8,
                      m0_turn_10 + 1 + 8, column_words_4, column_rest_4, p0_turn_18,
                      p0_turn_18 + 1);
                }
              }
            }
#line 80 "attention_tensor_cores.yaml"
            // Store QK_values.
            if (m1_active_3 && p1_active_3) {
#pragma unroll
              for (int m0_turn_11 = 0; m0_turn_11 < 8; ++m0_turn_11) {
                if (m1_3 + m0_turn_11 < m1_end_2) {
                  const coord_t m0_7 = static_cast<coord_t>(m1_3 + m0_turn_11);
#pragma unroll
                  for (int p0_turn_19 = 0; p0_turn_19 < 2; ++p0_turn_19) {
                    if (p1_3 + p0_turn_19 < p1_end) {
                      const coord_t p0_7 = static_cast<coord_t>(p1_3 + p0_turn_19);
                      const offset_t QK_M_at_3 =
                          static_cast<offset_t>(p0_7) * static_cast<offset_t>(M) + m0_7;
#line 30 "attention_tensor_cores.yaml"
                      QK_values[QK_M_at_3] = sums_3[m0_turn_11 * 2 + p0_turn_19];
                    }
                  }
                }
              }
            }
          }
        }
      }
    }
    __syncthreads();
#line 81 "attention_tensor_cores.yaml"
    // Store QL_values, RD0_now_values, RD0_values, RM0_now_values, RM0_values, RNV0_now_values and
    // RNV0_values.
    for (offset_t m2_3 = worker_M2 * 128; m2_3 < M; m2_3 += workers_M2 * 128) {
      const offset_t m2_end_3 = min(static_cast<offset_t>(M), m2_3 + 128);
      for (offset_t m1_4 = m2_3 + worker_M1_2 * 4; m1_4 < m2_end_3; m1_4 += workers_M1_2 * 4) {
        const offset_t m1_end_3 = min(m2_end_3, m1_4 + 4);
        for (offset_t p1_4 = p2; p1_4 < p2_end; p1_4 += 2) {
          const offset_t p1_end_2 = min(p2_end, p1_4 + 2);
          for (coord_t p0_8 = p1_4; p0_8 < p1_end_2; ++p0_8) {
            for (coord_t m0_8 = m1_4; m0_8 < m1_end_3; ++m0_8) {
              const offset_t QK_M_at_4 =
                  static_cast<offset_t>(p0_8) * static_cast<offset_t>(M) + m0_8;
#line 31 "attention_tensor_cores.yaml"
              QL_values[QK_M_at_4] = QK_values[QK_M_at_4];
            }
          }
        }
      }
    }
    __syncthreads();
#line 82 "attention_tensor_cores.yaml"
    for (offset_t p1_5 = p2 + worker_P1_2 * 2; p1_5 < p2_end; p1_5 += workers_P1 * 2) {
      const offset_t p1_end_3 = min(p2_end, p1_5 + 2);
      for (offset_t p0_9 = p1_5 + worker_P0; p0_9 < p1_end_3; p0_9 += workers_P0) {
#line 32 "attention_tensor_cores.yaml"
        const value_t RM0_element =
            static_cast<value_t>(-1) * static_cast<value_t>(__int_as_float(0x7f800000));
        if (threadIdx.x % 32 == 0) {
          RM0_values[p0_9] = RM0_element;
        }
#line 36 "attention_tensor_cores.yaml"
        if (threadIdx.x % 32 == 0) {
          RM0_now_values[p0_9] = RM0_element;
        }
      }
    }
    __syncthreads();
#line 83 "attention_tensor_cores.yaml"
    for (offset_t p1_6 = p2 + worker_P1_2 * 2; p1_6 < p2_end; p1_6 += workers_P1 * 2) {
      const offset_t p1_end_4 = min(p2_end, p1_6 + 2);
      for (offset_t p0_10 = p1_6 + worker_P0; p0_10 < p1_end_4; p0_10 += workers_P0) {
#line 33 "attention_tensor_cores.yaml"
        const value_t RD0_element = value_t(0);
        if (threadIdx.x % 32 == 0) {
          RD0_values[p0_10] = RD0_element;
        }
#line 40 "attention_tensor_cores.yaml"
        if (threadIdx.x % 32 == 0) {
          RD0_now_values[p0_10] = RD0_element;
        }
      }
    }
    __syncthreads();
#line 84 "attention_tensor_cores.yaml"
    for (offset_t p1_7 = p2 + worker_P1_2 * 2; p1_7 < p2_end; p1_7 += workers_P1 * 2) {
      const offset_t p1_end_5 = min(p2_end, p1_7 + 2);
      for (offset_t p0_11 = p1_7 + worker_P0; p0_11 < p1_end_5; p0_11 += workers_P0) {
        for (offset_t f1 = worker_M1_2 * 4; f1 < F; f1 += workers_M1_2 * 4) {
          const offset_t f1_end = min(static_cast<offset_t>(F), f1 + 4);
          for (coord_t f0 = f1; f0 < f1_end; ++f0) {
            const offset_t RNV0_F_at = p0_11 * static_cast<offset_t>(F) + f0;
#line 34 "attention_tensor_cores.yaml"
            const value_t RNV0_element = value_t(0);
            RNV0_values[RNV0_F_at] = RNV0_element;
#line 42 "attention_tensor_cores.yaml"
            RNV0_now_values[RNV0_F_at] = RNV0_element;
          }
        }
      }
    }
    __syncthreads();
    for (coord_t round = 0; round < rounds; ++round) {
#line 85 "attention_tensor_cores.yaml"
      for (offset_t p1_8 = p2 + worker_P1_2 * 2; p1_8 < p2_end; p1_8 += workers_P1 * 2) {
        const offset_t p1_end_6 = min(p2_end, p1_8 + 2);
        for (offset_t p0_12 = p1_8 + worker_P0; p0_12 < p1_end_6; p0_12 += workers_P0) {
#line 35 "attention_tensor_cores.yaml"
          value_t sum = static_cast<value_t>(-__int_as_float(0x7f800000));
#line 85 "attention_tensor_cores.yaml"
          // Sums.
          for (coord_t m1_5 = round; m1_5 < round + 1; ++m1_5) {
            for (offset_t m0_9 = worker_M1_2; m0_9 < M0; m0_9 += workers_M1_2) {
              const size_type QL_M_coord =
                  static_cast<size_type>(8) * static_cast<offset_t>(m1_5) + m0_9;
              if (QL_M_coord < M) {
                const offset_t QL_M_at = p0_12 * static_cast<offset_t>(M) + QL_M_coord;
#line 35 "attention_tensor_cores.yaml"
                sum = fmaxf(sum, QL_values[QL_M_at]);
              }
            }
          }
          // Combine the sums of threads.
          const value_t total = teaal_lane_reduce<teaal_max>(sum, 1, 32);
#line 36 "attention_tensor_cores.yaml"
          const value_t RM1_element = fmaxf(RM0_now_values[p0_12], total);
          // Store RM1_values.
          if (threadIdx.x % 32 == 0) {
            RM1_values[p0_12] = RM1_element;
          }
#line 39 "attention_tensor_cores.yaml"
          value_t sum_3 = value_t(0);
#line 87 "attention_tensor_cores.yaml"
          for (offset_t m0_2_2 = worker_M1_2; m0_2_2 < M0; m0_2_2 += workers_M1_2) {
            const offset_t SLN_M0_at = p0_12 * static_cast<offset_t>(M0) + m0_2_2;
#line 37 "attention_tensor_cores.yaml"
            value_t sum_2 = value_t(0);
#line 87 "attention_tensor_cores.yaml"
            // Sums.
            for (coord_t m1_2_2 = round; m1_2_2 < round + 1; ++m1_2_2) {
              const size_type QL_M_coord_2 =
                  static_cast<size_type>(8) * static_cast<offset_t>(m1_2_2) + m0_2_2;
              if (QL_M_coord_2 < M) {
                const offset_t QL_M_at_2 = p0_12 * static_cast<offset_t>(M) + QL_M_coord_2;
#line 37 "attention_tensor_cores.yaml"
                sum_2 += expf(QL_values[QL_M_at_2] - RM1_element);
              }
            }
            const value_t SLN_element = sum_2;
            // Store SLN_values.
            SLN_values[SLN_M0_at] = SLN_element;
#line 39 "attention_tensor_cores.yaml"
            // Sums.
            sum_3 += SLN_element;
          }
#line 38 "attention_tensor_cores.yaml"
          const value_t PRM_element = expf(RM0_now_values[p0_12] - RM1_element);
#line 39 "attention_tensor_cores.yaml"
          // Combine the sums of threads.
          const value_t total_2 = teaal_lane_sum(sum_3, 1, 32);
#line 40 "attention_tensor_cores.yaml"
          value_t RD1_element = PRM_element * RD0_now_values[p0_12];
          // Store RD1_values.
          if (threadIdx.x % 32 == 0) {
            RD1_values[p0_12] = RD1_element;
          }
          // Sums.
          RD1_element += total_2;
          // Store RD1_values and RNV1_values.
          if (threadIdx.x % 32 == 0) {
            RD1_values[p0_12] = RD1_element;
          }
#line 92 "attention_tensor_cores.yaml"
          for (offset_t f1_2 = worker_M1_2 * 4; f1_2 < F; f1_2 += workers_M1_2 * 4) {
            const offset_t f1_end_2 = min(static_cast<offset_t>(F), f1_2 + 4);
            for (coord_t f0_2 = f1_2; f0_2 < f1_end_2; ++f0_2) {
              const offset_t RNV0_now_F_at = p0_12 * static_cast<offset_t>(F) + f0_2;
#line 42 "attention_tensor_cores.yaml"
              RNV1_values[RNV0_now_F_at] = PRM_element * RNV0_now_values[RNV0_now_F_at];
            }
          }
        }
      }
      __syncthreads();
#line 91 "attention_tensor_cores.yaml"
      if (whole) {
        for (offset_t f2 = worker_M2 * 16; f2 < F; f2 += workers_M2 * 16) {
          const offset_t f2_end = min(static_cast<offset_t>(F), f2 + 16);
          const bool whole_2_2 = f2_end - f2 == 16;
          if (whole_2_2) {
            for (offset_t f1_turn = 0;
                 f1_turn < (max(f2_end - f2, static_cast<offset_t>(0)) + workers_M1 * 2 - 1) /
                               (workers_M1 * 2);
                 ++f1_turn) {
              const offset_t f1_mine = f2 + (worker_M1 + f1_turn * workers_M1) * 2;
              const bool f1_active = f1_mine < f2_end;
              const offset_t f1_2_2 =
                  min(f1_mine, f2 + (max(f2_end - f2, static_cast<offset_t>(0)) - 1) / 2 * 2);
              for (offset_t p1_turn_4 = 0;
                   p1_turn_4 < (max(p2_end - p2, static_cast<offset_t>(0)) + workers_P1 * 2 - 1) /
                                   (workers_P1 * 2);
                   ++p1_turn_4) {
                const offset_t p1_mine_4 = p2 + (worker_P1 + p1_turn_4 * workers_P1) * 2;
                const bool p1_active_4 = p1_mine_4 < p2_end;
                const offset_t p1_2_2 =
                    min(p1_mine_4, p2 + (max(p2_end - p2, static_cast<offset_t>(0)) - 1) / 2 * 2);
#line 41 "attention_tensor_cores.yaml"
                value_t sums_4[4];
#pragma unroll
                for (int sums_element_4 = 0; sums_element_4 < 4; ++sums_element_4) {
                  sums_4[sums_element_4] = value_t(0);
                }
#line 91 "attention_tensor_cores.yaml"
                // Products.
                for (coord_t m1_3_2 = round; m1_3_2 < round + 1; ++m1_3_2) {
                  const offset_t m01_whole_end = static_cast<offset_t>(M0) / 8 * 8;
                  for (offset_t m01 = 0; m01 < m01_whole_end; m01 += 8) {
                    value_t row_values_4[4];
#pragma unroll
                    for (int own_24 = 0; own_24 < 4; ++own_24) {
                      row_values_4[own_24] = value_t(0);
                    }
#pragma unroll
                    for (int m00_turn_2 = 0; m00_turn_2 < 2; ++m00_turn_2) {
                      const coord_t m00 =
                          static_cast<coord_t>(m01 + (worker_E0_of_row + m00_turn_2 * workers_P1));
                      const size_type V_M_coord =
                          static_cast<size_type>(8) * static_cast<offset_t>(m1_3_2) +
                          static_cast<offset_t>(m00);
                      if (V_M_coord < M) {
#pragma unroll
                        for (int f0_turn = 0; f0_turn < 2; ++f0_turn) {
                          const coord_t f0_2_2 = static_cast<coord_t>(f1_2_2 + f0_turn);
                          const offset_t V_F_at =
                              static_cast<offset_t>(V_M_coord) * static_cast<offset_t>(F) + f0_2_2;
#line 41 "attention_tensor_cores.yaml"
                          row_values_4[m00_turn_2 * 2 + f0_turn] = V_values[V_F_at];
                        }
                      }
                    }
                    unsigned row_words_5[4];
#pragma unroll
                    for (int own_2_2 = 0; own_2_2 < 4; ++own_2_2) {
                      row_words_5[own_2_2] = teaal_tf32_bits(row_values_4[own_2_2]);
                    }
                    unsigned row_rest_5[4];
#pragma unroll
                    for (int own_3_2 = 0; own_3_2 < 4; ++own_3_2) {
                      row_rest_5[own_3_2] =
                          teaal_tf32_rest(row_values_4[own_3_2], row_words_5[own_3_2]);
                    }
                    value_t column_values_5[2];
#pragma unroll
                    for (int own_4_2 = 0; own_4_2 < 2; ++own_4_2) {
                      column_values_5[own_4_2] = value_t(0);
                    }
#line 91 "attention_tensor_cores.yaml"
                    const coord_t m00_2 = static_cast<coord_t>(m01 + worker_E0_of_column);
                    const size_type V_M_coord_2 =
                        static_cast<size_type>(8) * static_cast<offset_t>(m1_3_2) +
                        static_cast<offset_t>(m00_2);
                    if (V_M_coord_2 < M) {
#pragma unroll
                      for (int p0_turn_20 = 0; p0_turn_20 < 2; ++p0_turn_20) {
                        const coord_t p0_2_2 = static_cast<coord_t>(p1_2_2 + p0_turn_20);
                        const offset_t SLN_M0_at_2 =
                            static_cast<offset_t>(p0_2_2) * static_cast<offset_t>(M0) + m00_2;
#line 41 "attention_tensor_cores.yaml"
                        column_values_5[p0_turn_20] = SLN_values[SLN_M0_at_2];
                      }
                    }
                    unsigned column_words_5[2];
#pragma unroll
                    for (int own_5_2 = 0; own_5_2 < 2; ++own_5_2) {
                      column_words_5[own_5_2] = teaal_tf32_bits(column_values_5[own_5_2]);
                    }
                    unsigned column_rest_5[2];
#pragma unroll
                    for (int own_6_2 = 0; own_6_2 < 2; ++own_6_2) {
                      column_rest_5[own_6_2] =
                          teaal_tf32_rest(column_values_5[own_6_2], column_words_5[own_6_2]);
                    }
#pragma unroll
                    for (int p0_turn_2_2 = 0; p0_turn_2_2 < 2; p0_turn_2_2 += 2) {
#line 154 "attention_tensor_cores.yaml"
                      teaal_columns_meet(column_words_5, p0_turn_2_2, p0_turn_2_2 + 1);
                    }
#pragma unroll
                    for (int p0_turn_3_2 = 0; p0_turn_3_2 < 2; p0_turn_3_2 += 2) {
                      teaal_columns_meet(column_rest_5, p0_turn_3_2, p0_turn_3_2 + 1);
                    }
#pragma unroll
                    for (int f0_turn_2 = 0; f0_turn_2 < 2; f0_turn_2 += 2) {
#pragma unroll
                      for (int p0_turn_4_2 = 0; p0_turn_4_2 < 2; p0_turn_4_2 += 2) {
                        teaal_mma_in_parts<teaal_multiply_tf32>(
                            sums_4, f0_turn_2 * 2 + p0_turn_4_2, f0_turn_2 * 2 + (p0_turn_4_2 + 1),
                            (f0_turn_2 + 1) * 2 + p0_turn_4_2,
                            (f0_turn_2 + 1) * 2 + (p0_turn_4_2 + 1), row_words_5, row_rest_5,
                            f0_turn_2, f0_turn_2 + 1, f0_turn_2 + 2, f0_turn_2 + 1 + 2,
                            column_words_5, column_rest_5, p0_turn_4_2, p0_turn_4_2 + 1);
                      }
                    }
                  }
#line 91 "attention_tensor_cores.yaml"
#pragma unroll 1
                  for (offset_t m01 = m01_whole_end; m01 < M0; m01 += 8) {
                    const offset_t m01_end = min(static_cast<offset_t>(M0), m01 + 8);
                    value_t row_values_4[4];
#pragma unroll
                    for (int own_24 = 0; own_24 < 4; ++own_24) {
                      row_values_4[own_24] = value_t(0);
                    }
#pragma unroll
                    for (int m00_turn_2_2 = 0; m00_turn_2_2 < 2; ++m00_turn_2_2) {
                      if (m01 + (worker_E0_of_row + m00_turn_2_2 * workers_P1) < m01_end) {
                        const coord_t m00_3 = static_cast<coord_t>(
                            m01 + (worker_E0_of_row + m00_turn_2_2 * workers_P1));
                        const size_type V_M_coord_3 =
                            static_cast<size_type>(8) * static_cast<offset_t>(m1_3_2) +
                            static_cast<offset_t>(m00_3);
                        if (V_M_coord_3 < M) {
#pragma unroll
                          for (int f0_turn_3 = 0; f0_turn_3 < 2; ++f0_turn_3) {
                            const coord_t f0_3 = static_cast<coord_t>(f1_2_2 + f0_turn_3);
                            const offset_t V_F_at_2 =
                                static_cast<offset_t>(V_M_coord_3) * static_cast<offset_t>(F) +
                                f0_3;
#line 41 "attention_tensor_cores.yaml"
                            row_values_4[m00_turn_2_2 * 2 + f0_turn_3] = V_values[V_F_at_2];
                          }
                        }
                      }
                    }
                    unsigned row_words_2_2[4];
#pragma unroll
                    for (int own_7_2 = 0; own_7_2 < 4; ++own_7_2) {
                      row_words_2_2[own_7_2] = teaal_tf32_bits(row_values_4[own_7_2]);
                    }
                    unsigned row_rest_2_2[4];
#pragma unroll
                    for (int own_8_2 = 0; own_8_2 < 4; ++own_8_2) {
                      row_rest_2_2[own_8_2] =
                          teaal_tf32_rest(row_values_4[own_8_2], row_words_2_2[own_8_2]);
                    }
                    value_t column_values_2_2[2];
#pragma unroll
                    for (int own_9_2 = 0; own_9_2 < 2; ++own_9_2) {
                      column_values_2_2[own_9_2] = value_t(0);
                    }
#line 91 "attention_tensor_cores.yaml"
                    if (m01 + worker_E0_of_column < m01_end) {
                      const coord_t m00_4 = static_cast<coord_t>(m01 + worker_E0_of_column);
                      const size_type V_M_coord_4 =
                          static_cast<size_type>(8) * static_cast<offset_t>(m1_3_2) +
                          static_cast<offset_t>(m00_4);
                      if (V_M_coord_4 < M) {
#pragma unroll
                        for (int p0_turn_5_2 = 0; p0_turn_5_2 < 2; ++p0_turn_5_2) {
                          const coord_t p0_3_2 = static_cast<coord_t>(p1_2_2 + p0_turn_5_2);
                          const offset_t SLN_M0_at_2_2 =
                              static_cast<offset_t>(p0_3_2) * static_cast<offset_t>(M0) + m00_4;
#line 41 "attention_tensor_cores.yaml"
                          column_values_2_2[p0_turn_5_2] = SLN_values[SLN_M0_at_2_2];
                        }
                      }
                    }
                    unsigned column_words_2_2[2];
#pragma unroll
                    for (int own_10_2 = 0; own_10_2 < 2; ++own_10_2) {
                      column_words_2_2[own_10_2] = teaal_tf32_bits(column_values_2_2[own_10_2]);
                    }
                    unsigned column_rest_2_2[2];
#pragma unroll
                    for (int own_11_2 = 0; own_11_2 < 2; ++own_11_2) {
                      column_rest_2_2[own_11_2] =
                          teaal_tf32_rest(column_values_2_2[own_11_2], column_words_2_2[own_11_2]);
                    }
#pragma unroll
                    for (int p0_turn_6_2 = 0; p0_turn_6_2 < 2; p0_turn_6_2 += 2) {
#line 154 "attention_tensor_cores.yaml"
                      teaal_columns_meet(column_words_2_2, p0_turn_6_2, p0_turn_6_2 + 1);
                    }
#pragma unroll
                    for (int p0_turn_7_2 = 0; p0_turn_7_2 < 2; p0_turn_7_2 += 2) {
                      teaal_columns_meet(column_rest_2_2, p0_turn_7_2, p0_turn_7_2 + 1);
                    }
#pragma unroll
                    for (int f0_turn_4 = 0; f0_turn_4 < 2; f0_turn_4 += 2) {
#pragma unroll
                      for (int p0_turn_8_2 = 0; p0_turn_8_2 < 2; p0_turn_8_2 += 2) {
                        teaal_mma_in_parts<teaal_multiply_tf32>(
                            sums_4, f0_turn_4 * 2 + p0_turn_8_2, f0_turn_4 * 2 + (p0_turn_8_2 + 1),
                            (f0_turn_4 + 1) * 2 + p0_turn_8_2,
                            (f0_turn_4 + 1) * 2 + (p0_turn_8_2 + 1), row_words_2_2, row_rest_2_2,
                            f0_turn_4, f0_turn_4 + 1, f0_turn_4 + 2, f0_turn_4 + 1 + 2,
                            column_words_2_2, column_rest_2_2, p0_turn_8_2, p0_turn_8_2 + 1);
                      }
                    }
                  }
                }
#line 91 "attention_tensor_cores.yaml"
                // Store SLNV_values.
                if (f1_active && p1_active_4) {
#pragma unroll
                  for (int f0_turn_5 = 0; f0_turn_5 < 2; ++f0_turn_5) {
                    const coord_t f0_4 = static_cast<coord_t>(f1_2_2 + f0_turn_5);
#pragma unroll
                    for (int p0_turn_9_2 = 0; p0_turn_9_2 < 2; ++p0_turn_9_2) {
                      const coord_t p0_4_2 = static_cast<coord_t>(p1_2_2 + p0_turn_9_2);
                      const offset_t SLNV_F_at =
                          static_cast<offset_t>(p0_4_2) * static_cast<offset_t>(F) + f0_4;
#line 41 "attention_tensor_cores.yaml"
                      SLNV_values[SLNV_F_at] = sums_4[f0_turn_5 * 2 + p0_turn_9_2];
                    }
                  }
                }
              }
            }
          }
#line 91 "attention_tensor_cores.yaml"
          if (!whole_2_2) {
            for (offset_t f1_turn_2 = 0;
                 f1_turn_2 < (max(f2_end - f2, static_cast<offset_t>(0)) + workers_M1 * 2 - 1) /
                                 (workers_M1 * 2);
                 ++f1_turn_2) {
              const offset_t f1_mine_2 = f2 + (worker_M1 + f1_turn_2 * workers_M1) * 2;
              const bool f1_active_2 = f1_mine_2 < f2_end;
              const offset_t f1_3 =
                  min(f1_mine_2, f2 + (max(f2_end - f2, static_cast<offset_t>(0)) - 1) / 2 * 2);
              const offset_t f1_end_2_2 = min(f2_end, f1_3 + 2);
              for (offset_t p1_turn_2_2 = 0;
                   p1_turn_2_2 < (max(p2_end - p2, static_cast<offset_t>(0)) + workers_P1 * 2 - 1) /
                                     (workers_P1 * 2);
                   ++p1_turn_2_2) {
                const offset_t p1_mine_2_2 = p2 + (worker_P1 + p1_turn_2_2 * workers_P1) * 2;
                const bool p1_active_2_2 = p1_mine_2_2 < p2_end;
                const offset_t p1_3_2 =
                    min(p1_mine_2_2, p2 + (max(p2_end - p2, static_cast<offset_t>(0)) - 1) / 2 * 2);
#line 41 "attention_tensor_cores.yaml"
                value_t sums_2_2[4];
#pragma unroll
                for (int sums_element_2_2 = 0; sums_element_2_2 < 4; ++sums_element_2_2) {
                  sums_2_2[sums_element_2_2] = value_t(0);
                }
#line 91 "attention_tensor_cores.yaml"
                // Products.
                for (coord_t m1_4_2 = round; m1_4_2 < round + 1; ++m1_4_2) {
                  for (offset_t m01_2 = 0; m01_2 < M0; m01_2 += 8) {
                    const offset_t m01_end_2 = min(static_cast<offset_t>(M0), m01_2 + 8);
                    value_t row_values_2_2[4];
#pragma unroll
                    for (int own_12_2 = 0; own_12_2 < 4; ++own_12_2) {
                      row_values_2_2[own_12_2] = value_t(0);
                    }
#pragma unroll
                    for (int m00_turn_2_3 = 0; m00_turn_2_3 < 2; ++m00_turn_2_3) {
                      if (m01_2 + (worker_E0_of_row + m00_turn_2_3 * workers_P1) < m01_end_2) {
                        const coord_t m00_5 = static_cast<coord_t>(
                            m01_2 + (worker_E0_of_row + m00_turn_2_3 * workers_P1));
                        const size_type V_M_coord_5 =
                            static_cast<size_type>(8) * static_cast<offset_t>(m1_4_2) +
                            static_cast<offset_t>(m00_5);
                        if (V_M_coord_5 < M) {
#pragma unroll
                          for (int f0_turn_6 = 0; f0_turn_6 < 2; ++f0_turn_6) {
                            if (f1_3 + f0_turn_6 < f1_end_2_2) {
                              const coord_t f0_5 = static_cast<coord_t>(f1_3 + f0_turn_6);
                              const offset_t V_F_at_3 =
                                  static_cast<offset_t>(V_M_coord_5) * static_cast<offset_t>(F) +
                                  f0_5;
#line 41 "attention_tensor_cores.yaml"
                              row_values_2_2[m00_turn_2_3 * 2 + f0_turn_6] = V_values[V_F_at_3];
                            }
                          }
                        }
                      }
                    }
                    unsigned row_words_3_2[4];
#pragma unroll
                    for (int own_13_2 = 0; own_13_2 < 4; ++own_13_2) {
                      row_words_3_2[own_13_2] = teaal_tf32_bits(row_values_2_2[own_13_2]);
                    }
                    unsigned row_rest_3_2[4];
#pragma unroll
                    for (int own_14_2 = 0; own_14_2 < 4; ++own_14_2) {
                      row_rest_3_2[own_14_2] =
                          teaal_tf32_rest(row_values_2_2[own_14_2], row_words_3_2[own_14_2]);
                    }
                    value_t column_values_3_2[2];
#pragma unroll
                    for (int own_15_2 = 0; own_15_2 < 2; ++own_15_2) {
                      column_values_3_2[own_15_2] = value_t(0);
                    }
#line 91 "attention_tensor_cores.yaml"
                    if (m01_2 + worker_E0_of_column < m01_end_2) {
                      const coord_t m00_6 = static_cast<coord_t>(m01_2 + worker_E0_of_column);
                      const size_type V_M_coord_6 =
                          static_cast<size_type>(8) * static_cast<offset_t>(m1_4_2) +
                          static_cast<offset_t>(m00_6);
                      if (V_M_coord_6 < M) {
#pragma unroll
                        for (int p0_turn_10_2 = 0; p0_turn_10_2 < 2; ++p0_turn_10_2) {
                          const coord_t p0_5_2 = static_cast<coord_t>(p1_3_2 + p0_turn_10_2);
                          const offset_t SLN_M0_at_3 =
                              static_cast<offset_t>(p0_5_2) * static_cast<offset_t>(M0) + m00_6;
#line 41 "attention_tensor_cores.yaml"
                          column_values_3_2[p0_turn_10_2] = SLN_values[SLN_M0_at_3];
                        }
                      }
                    }
                    unsigned column_words_3_2[2];
#pragma unroll
                    for (int own_16_2 = 0; own_16_2 < 2; ++own_16_2) {
                      column_words_3_2[own_16_2] = teaal_tf32_bits(column_values_3_2[own_16_2]);
                    }
                    unsigned column_rest_3_2[2];
#pragma unroll
                    for (int own_17_2 = 0; own_17_2 < 2; ++own_17_2) {
                      column_rest_3_2[own_17_2] =
                          teaal_tf32_rest(column_values_3_2[own_17_2], column_words_3_2[own_17_2]);
                    }
#pragma unroll
                    for (int p0_turn_11_2 = 0; p0_turn_11_2 < 2; p0_turn_11_2 += 2) {
#line 154 "attention_tensor_cores.yaml"
                      teaal_columns_meet(column_words_3_2, p0_turn_11_2, p0_turn_11_2 + 1);
                    }
#pragma unroll
                    for (int p0_turn_12_2 = 0; p0_turn_12_2 < 2; p0_turn_12_2 += 2) {
                      teaal_columns_meet(column_rest_3_2, p0_turn_12_2, p0_turn_12_2 + 1);
                    }
#pragma unroll
                    for (int f0_turn_7 = 0; f0_turn_7 < 2; f0_turn_7 += 2) {
#pragma unroll
                      for (int p0_turn_13_2 = 0; p0_turn_13_2 < 2; p0_turn_13_2 += 2) {
                        teaal_mma_in_parts<teaal_multiply_tf32>(
                            sums_2_2, f0_turn_7 * 2 + p0_turn_13_2,
                            f0_turn_7 * 2 + (p0_turn_13_2 + 1), (f0_turn_7 + 1) * 2 + p0_turn_13_2,
                            (f0_turn_7 + 1) * 2 + (p0_turn_13_2 + 1), row_words_3_2, row_rest_3_2,
                            f0_turn_7, f0_turn_7 + 1, f0_turn_7 + 2, f0_turn_7 + 1 + 2,
                            column_words_3_2, column_rest_3_2, p0_turn_13_2, p0_turn_13_2 + 1);
                      }
                    }
                  }
                }
#line 91 "attention_tensor_cores.yaml"
                // Store SLNV_values.
                if (f1_active_2 && p1_active_2_2) {
#pragma unroll
                  for (int f0_turn_8 = 0; f0_turn_8 < 2; ++f0_turn_8) {
                    if (f1_3 + f0_turn_8 < f1_end_2_2) {
                      const coord_t f0_6 = static_cast<coord_t>(f1_3 + f0_turn_8);
#pragma unroll
                      for (int p0_turn_14_2 = 0; p0_turn_14_2 < 2; ++p0_turn_14_2) {
                        const coord_t p0_6_2 = static_cast<coord_t>(p1_3_2 + p0_turn_14_2);
                        const offset_t SLNV_F_at_2 =
                            static_cast<offset_t>(p0_6_2) * static_cast<offset_t>(F) + f0_6;
#line 41 "attention_tensor_cores.yaml"
                        SLNV_values[SLNV_F_at_2] = sums_2_2[f0_turn_8 * 2 + p0_turn_14_2];
                      }
                    }
                  }
                }
              }
            }
          }
        }
      }
#line 91 "attention_tensor_cores.yaml"
      if (!whole) {
        for (offset_t f2_2 = worker_M2 * 16; f2_2 < F; f2_2 += workers_M2 * 16) {
          const offset_t f2_end_2 = min(static_cast<offset_t>(F), f2_2 + 16);
          for (offset_t f1_turn_3 = 0;
               f1_turn_3 < (max(f2_end_2 - f2_2, static_cast<offset_t>(0)) + workers_M1 * 2 - 1) /
                               (workers_M1 * 2);
               ++f1_turn_3) {
            const offset_t f1_mine_3 = f2_2 + (worker_M1 + f1_turn_3 * workers_M1) * 2;
            const bool f1_active_3 = f1_mine_3 < f2_end_2;
            const offset_t f1_4 =
                min(f1_mine_3, f2_2 + (max(f2_end_2 - f2_2, static_cast<offset_t>(0)) - 1) / 2 * 2);
            const offset_t f1_end_2_2_2 = min(f2_end_2, f1_4 + 2);
            for (offset_t p1_turn_3_2 = 0;
                 p1_turn_3_2 < (max(p2_end - p2, static_cast<offset_t>(0)) + workers_P1 * 2 - 1) /
                                   (workers_P1 * 2);
                 ++p1_turn_3_2) {
              const offset_t p1_mine_3_2 = p2 + (worker_P1 + p1_turn_3_2 * workers_P1) * 2;
              const bool p1_active_3_2 = p1_mine_3_2 < p2_end;
              const offset_t p1_4_2 =
                  min(p1_mine_3_2, p2 + (max(p2_end - p2, static_cast<offset_t>(0)) - 1) / 2 * 2);
              const offset_t p1_end_2_2 = min(p2_end, p1_4_2 + 2);
#line 41 "attention_tensor_cores.yaml"
              value_t sums_3_2[4];
#pragma unroll
              for (int sums_element_3_2 = 0; sums_element_3_2 < 4; ++sums_element_3_2) {
                sums_3_2[sums_element_3_2] = value_t(0);
              }
#line 91 "attention_tensor_cores.yaml"
              // Products.
              for (coord_t m1_5_2 = round; m1_5_2 < round + 1; ++m1_5_2) {
                for (offset_t m01_3 = 0; m01_3 < M0; m01_3 += 8) {
                  const offset_t m01_end_3 = min(static_cast<offset_t>(M0), m01_3 + 8);
                  value_t row_values_3_2[4];
#pragma unroll
                  for (int own_18_2 = 0; own_18_2 < 4; ++own_18_2) {
                    row_values_3_2[own_18_2] = value_t(0);
                  }
#pragma unroll
                  for (int m00_turn_2_4 = 0; m00_turn_2_4 < 2; ++m00_turn_2_4) {
                    if (m01_3 + (worker_E0_of_row + m00_turn_2_4 * workers_P1) < m01_end_3) {
                      const coord_t m00_7 = static_cast<coord_t>(
                          m01_3 + (worker_E0_of_row + m00_turn_2_4 * workers_P1));
                      const size_type V_M_coord_7 =
                          static_cast<size_type>(8) * static_cast<offset_t>(m1_5_2) +
                          static_cast<offset_t>(m00_7);
                      if (V_M_coord_7 < M) {
#pragma unroll
                        for (int f0_turn_9 = 0; f0_turn_9 < 2; ++f0_turn_9) {
                          if (f1_4 + f0_turn_9 < f1_end_2_2_2) {
                            const coord_t f0_7 = static_cast<coord_t>(f1_4 + f0_turn_9);
                            const offset_t V_F_at_4 =
                                static_cast<offset_t>(V_M_coord_7) * static_cast<offset_t>(F) +
                                f0_7;
#line 41 "attention_tensor_cores.yaml"
                            row_values_3_2[m00_turn_2_4 * 2 + f0_turn_9] = V_values[V_F_at_4];
                          }
                        }
                      }
                    }
                  }
                  unsigned row_words_4_2[4];
#pragma unroll
                  for (int own_19_2 = 0; own_19_2 < 4; ++own_19_2) {
                    row_words_4_2[own_19_2] = teaal_tf32_bits(row_values_3_2[own_19_2]);
                  }
                  unsigned row_rest_4_2[4];
#pragma unroll
                  for (int own_20_2 = 0; own_20_2 < 4; ++own_20_2) {
                    row_rest_4_2[own_20_2] =
                        teaal_tf32_rest(row_values_3_2[own_20_2], row_words_4_2[own_20_2]);
                  }
                  value_t column_values_4_2[2];
#pragma unroll
                  for (int own_21_2 = 0; own_21_2 < 2; ++own_21_2) {
                    column_values_4_2[own_21_2] = value_t(0);
                  }
#line 91 "attention_tensor_cores.yaml"
                  if (m01_3 + worker_E0_of_column < m01_end_3) {
                    const coord_t m00_8 = static_cast<coord_t>(m01_3 + worker_E0_of_column);
                    const size_type V_M_coord_8 =
                        static_cast<size_type>(8) * static_cast<offset_t>(m1_5_2) +
                        static_cast<offset_t>(m00_8);
                    if (V_M_coord_8 < M) {
#pragma unroll
                      for (int p0_turn_15_2 = 0; p0_turn_15_2 < 2; ++p0_turn_15_2) {
                        if (p1_4_2 + p0_turn_15_2 < p1_end_2_2) {
                          const coord_t p0_7_2 = static_cast<coord_t>(p1_4_2 + p0_turn_15_2);
                          const offset_t SLN_M0_at_4 =
                              static_cast<offset_t>(p0_7_2) * static_cast<offset_t>(M0) + m00_8;
#line 41 "attention_tensor_cores.yaml"
                          column_values_4_2[p0_turn_15_2] = SLN_values[SLN_M0_at_4];
                        }
                      }
                    }
                  }
                  unsigned column_words_4_2[2];
#pragma unroll
                  for (int own_22_2 = 0; own_22_2 < 2; ++own_22_2) {
                    column_words_4_2[own_22_2] = teaal_tf32_bits(column_values_4_2[own_22_2]);
                  }
                  unsigned column_rest_4_2[2];
#pragma unroll
                  for (int own_23_2 = 0; own_23_2 < 2; ++own_23_2) {
                    column_rest_4_2[own_23_2] =
                        teaal_tf32_rest(column_values_4_2[own_23_2], column_words_4_2[own_23_2]);
                  }
#pragma unroll
                  for (int p0_turn_16_2 = 0; p0_turn_16_2 < 2; p0_turn_16_2 += 2) {
#line 154 "attention_tensor_cores.yaml"
                    teaal_columns_meet(column_words_4_2, p0_turn_16_2, p0_turn_16_2 + 1);
                  }
#pragma unroll
                  for (int p0_turn_17_2 = 0; p0_turn_17_2 < 2; p0_turn_17_2 += 2) {
                    teaal_columns_meet(column_rest_4_2, p0_turn_17_2, p0_turn_17_2 + 1);
                  }
#pragma unroll
                  for (int f0_turn_10 = 0; f0_turn_10 < 2; f0_turn_10 += 2) {
#pragma unroll
                    for (int p0_turn_18_2 = 0; p0_turn_18_2 < 2; p0_turn_18_2 += 2) {
                      teaal_mma_in_parts<teaal_multiply_tf32>(
                          sums_3_2, f0_turn_10 * 2 + p0_turn_18_2,
                          f0_turn_10 * 2 + (p0_turn_18_2 + 1), (f0_turn_10 + 1) * 2 + p0_turn_18_2,
                          (f0_turn_10 + 1) * 2 + (p0_turn_18_2 + 1), row_words_4_2, row_rest_4_2,
                          f0_turn_10, f0_turn_10 + 1, f0_turn_10 + 2, f0_turn_10 + 1 + 2,
                          column_words_4_2, column_rest_4_2, p0_turn_18_2, p0_turn_18_2 + 1);
                    }
                  }
                }
              }
#line 91 "attention_tensor_cores.yaml"
              // Store SLNV_values.
              if (f1_active_3 && p1_active_3_2) {
#pragma unroll
                for (int f0_turn_11 = 0; f0_turn_11 < 2; ++f0_turn_11) {
                  if (f1_4 + f0_turn_11 < f1_end_2_2_2) {
                    const coord_t f0_8 = static_cast<coord_t>(f1_4 + f0_turn_11);
#pragma unroll
                    for (int p0_turn_19_2 = 0; p0_turn_19_2 < 2; ++p0_turn_19_2) {
                      if (p1_4_2 + p0_turn_19_2 < p1_end_2_2) {
                        const coord_t p0_8_2 = static_cast<coord_t>(p1_4_2 + p0_turn_19_2);
                        const offset_t SLNV_F_at_3 =
                            static_cast<offset_t>(p0_8_2) * static_cast<offset_t>(F) + f0_8;
#line 41 "attention_tensor_cores.yaml"
                        SLNV_values[SLNV_F_at_3] = sums_3_2[f0_turn_11 * 2 + p0_turn_19_2];
                      }
                    }
                  }
                }
              }
            }
          }
        }
      }
      __syncthreads();
#line 92 "attention_tensor_cores.yaml"
      // Store RD0_now_values, RM0_now_values, RNV0_now_values and RNV1_values.
      for (offset_t p1_5_2 = p2 + worker_P1_2 * 2; p1_5_2 < p2_end; p1_5_2 += workers_P1 * 2) {
        const offset_t p1_end_3_2 = min(p2_end, p1_5_2 + 2);
        for (offset_t p0_9_2 = p1_5_2 + worker_P0; p0_9_2 < p1_end_3_2; p0_9_2 += workers_P0) {
          for (offset_t f1_5 = worker_M1_2 * 4; f1_5 < F; f1_5 += workers_M1_2 * 4) {
            const offset_t f1_end_3 = min(static_cast<offset_t>(F), f1_5 + 4);
            for (coord_t f0_9 = f1_5; f0_9 < f1_end_3; ++f0_9) {
              const offset_t RNV1_F_at = p0_9_2 * static_cast<offset_t>(F) + f0_9;
#line 42 "attention_tensor_cores.yaml"
              RNV1_values[RNV1_F_at] += SLNV_values[RNV1_F_at];
            }
          }
        }
      }
      __syncthreads();
#line 86 "attention_tensor_cores.yaml"
      for (offset_t p1_6_2 = p2 + worker_P1_2 * 2; p1_6_2 < p2_end; p1_6_2 += workers_P1 * 2) {
        const offset_t p1_end_4_2 = min(p2_end, p1_6_2 + 2);
        for (offset_t p0_10_2 = p1_6_2 + worker_P0; p0_10_2 < p1_end_4_2; p0_10_2 += workers_P0) {
#line 36 "attention_tensor_cores.yaml"
          if (threadIdx.x % 32 == 0) {
            RM0_now_values[p0_10_2] = RM1_values[p0_10_2];
          }
        }
      }
      __syncthreads();
#line 90 "attention_tensor_cores.yaml"
      for (offset_t p1_7_2 = p2 + worker_P1_2 * 2; p1_7_2 < p2_end; p1_7_2 += workers_P1 * 2) {
        const offset_t p1_end_5_2 = min(p2_end, p1_7_2 + 2);
        for (offset_t p0_11_2 = p1_7_2 + worker_P0; p0_11_2 < p1_end_5_2; p0_11_2 += workers_P0) {
#line 40 "attention_tensor_cores.yaml"
          if (threadIdx.x % 32 == 0) {
            RD0_now_values[p0_11_2] = RD1_values[p0_11_2];
          }
        }
      }
      __syncthreads();
#line 92 "attention_tensor_cores.yaml"
      for (offset_t p1_8_2 = p2 + worker_P1_2 * 2; p1_8_2 < p2_end; p1_8_2 += workers_P1 * 2) {
        const offset_t p1_end_6_2 = min(p2_end, p1_8_2 + 2);
        for (offset_t p0_12_2 = p1_8_2 + worker_P0; p0_12_2 < p1_end_6_2; p0_12_2 += workers_P0) {
          for (offset_t f1_6 = worker_M1_2 * 4; f1_6 < F; f1_6 += workers_M1_2 * 4) {
            const offset_t f1_end_4 = min(static_cast<offset_t>(F), f1_6 + 4);
            for (coord_t f0_10 = f1_6; f0_10 < f1_end_4; ++f0_10) {
              const offset_t RNV0_now_F_at_2 = p0_12_2 * static_cast<offset_t>(F) + f0_10;
#line 42 "attention_tensor_cores.yaml"
              RNV0_now_values[RNV0_now_F_at_2] = RNV1_values[RNV0_now_F_at_2];
            }
          }
        }
      }
      __syncthreads();
    }
    __syncthreads();
#line 93 "attention_tensor_cores.yaml"
    // Store AV_values.
    for (offset_t p1_9 = p2 + worker_P1_2 * 2; p1_9 < p2_end; p1_9 += workers_P1 * 2) {
      const offset_t p1_end_7 = min(p2_end, p1_9 + 2);
      for (offset_t p0_13 = p1_9 + worker_P0; p0_13 < p1_end_7; p0_13 += workers_P0) {
        for (offset_t f1_7 = worker_M1_2 * 4; f1_7 < F; f1_7 += workers_M1_2 * 4) {
          const offset_t f1_end_5 = min(static_cast<offset_t>(F), f1_7 + 4);
          for (coord_t f0_11 = f1_7; f0_11 < f1_end_5; ++f0_11) {
            const offset_t AV_F_at = p0_13 * static_cast<offset_t>(F) + f0_11;
#line 43 "attention_tensor_cores.yaml"
            AV_values[AV_F_at] = RNV1_values[AV_F_at] / RD1_values[p0_13];
          }
        }
      }
    }
  }
}

extern "C" __global__ void attention_tensor_cores_fill_RM1(value_t* __restrict__ RM1_values,
                                                           coord_t elements_high,
                                                           coord_t elements_low) {
  for (offset_t element = static_cast<offset_t>(blockIdx.x) * blockDim.x + threadIdx.x;
       element < static_cast<offset_t>(elements_high) * 1073741824 + elements_low;
       element += static_cast<offset_t>(gridDim.x) * blockDim.x) {
    RM1_values[element] = static_cast<value_t>(-__int_as_float(0x7f800000));
  }
}

#if !defined(__CUDACC_RTC__) && !defined(TEAAL_PRELUDE)
#line 1 "attention_tensor_cores.launcher"
#include <cuda_runtime.h>
#include <stddef.h>
#include <stdint.h>

typedef value_t attention_tensor_cores_value;
typedef pos_t attention_tensor_cores_position;

extern "C" {
#if TEAAL_POSITION_BITS == 64 /* functions have names of their own */
#define attention_tensor_cores_workspace_bytes attention_tensor_cores_workspace_bytes_64
#define attention_tensor_cores_launch attention_tensor_cores_launch_64
#endif

struct CUstream_st; /* what cudaStream_t points to */

/* Device pointers and sizes. Segments have one entry a fiber and one more; arrays must not overlap.
 */
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

/* Bytes of device memory that attention_tensor_cores_launch needs as workspace (0: none), aligned
 * to 256. */
size_t attention_tensor_cores_workspace_bytes(const attention_tensor_cores_arguments* arguments);

/* Enqueues the whole plan on `stream` (0: the default stream) and returns at once. 0: enqueued;
   else see attention_tensor_cores_error_text. Allocates nothing and throws nothing. */
int attention_tensor_cores_launch(const attention_tensor_cores_arguments* arguments,
                                  void* workspace, size_t workspace_bytes,
                                  struct CUstream_st* stream);
const char* attention_tensor_cores_error_text(int code);
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

struct attention_tensor_cores_sizes {
  int64_t P;
  int64_t E;
  int64_t M;
  int64_t F;
  int64_t M0;
  int64_t M1;
  int64_t without_rounds = 0;
  explicit attention_tensor_cores_sizes(const attention_tensor_cores_arguments& a) {
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
  int64_t block_attention_tensor_cores_AV() const { return 256; }
  int64_t grid_attention_tensor_cores_AV() const { return max(min(ceil_div(P, 8), 2147483647), 1); }
  int64_t block_attention_tensor_cores_fill_RM1() const { return 256; }
  int64_t grid_attention_tensor_cores_fill_RM1() const {
    return max(1, min(ceil_div(P, 256), 16777215));
  }
  coord_t F_of_attention_tensor_cores_AV() const { return static_cast<coord_t>(F); }
  coord_t P_of_attention_tensor_cores_AV() const { return static_cast<coord_t>(P); }
  coord_t M_of_attention_tensor_cores_AV() const { return static_cast<coord_t>(M); }
  coord_t M0_of_attention_tensor_cores_AV() const { return static_cast<coord_t>(M0); }
  coord_t rounds_of_attention_tensor_cores_AV() const { return static_cast<coord_t>(M1); }
  coord_t E_of_attention_tensor_cores_AV() const { return static_cast<coord_t>(E); }
  coord_t elements_high_of_attention_tensor_cores_fill_RM1() const {
    return static_cast<coord_t>(P / 1073741824);
  }
  coord_t elements_low_of_attention_tensor_cores_fill_RM1() const {
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

extern "C" size_t attention_tensor_cores_workspace_bytes(
    const attention_tensor_cores_arguments* arguments) {
  if (arguments == nullptr) return 0;
  const attention_tensor_cores_sizes sizes(*arguments);
  if (!sizes.valid()) return 0;
  size_t bytes = 0;
  (void)sizes;
  bytes += (static_cast<size_t>(sizes.elements_0()) * sizeof(value_t) + 255) / 256 * 256;
  bytes += (static_cast<size_t>(sizes.elements_1()) * sizeof(value_t) + 255) / 256 * 256;
  bytes += (static_cast<size_t>(sizes.elements_2()) * sizeof(value_t) + 255) / 256 * 256;
  return bytes;
}

extern "C" int attention_tensor_cores_launch(const attention_tensor_cores_arguments* arguments,
                                             void* workspace, size_t workspace_bytes,
                                             struct CUstream_st* stream) {
  if (arguments == nullptr) return 1;
  const attention_tensor_cores_arguments& a = *arguments;
  attention_tensor_cores_sizes sizes(a);
  if (!sizes.valid()) return 1;
  if (sizeof(offset_t) < sizeof(int64_t) && !sizes.addressable()) return 6;
  if (workspace_bytes < attention_tensor_cores_workspace_bytes(arguments)) return 2;
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
    attention_tensor_cores_fill_RM1<<<
        static_cast<unsigned>(sizes.grid_attention_tensor_cores_fill_RM1()),
        static_cast<unsigned>(sizes.block_attention_tensor_cores_fill_RM1()), 0, stream>>>(
        a.RM1_values, sizes.elements_high_of_attention_tensor_cores_fill_RM1(),
        sizes.elements_low_of_attention_tensor_cores_fill_RM1());
    if (cudaGetLastError() != cudaSuccess) return 3;
    if (cudaMemsetAsync(a.SLNV_values, 0,
                        static_cast<size_t>(sizes.stored_SLNV()) * sizeof(value_t),
                        stream) != cudaSuccess)
      return 3;
    if (cudaMemsetAsync(a.SLN_values, 0, static_cast<size_t>(sizes.stored_SLN()) * sizeof(value_t),
                        stream) != cudaSuccess)
      return 3;
  }
  if (launch_early(attention_tensor_cores_AV,
                   static_cast<unsigned>(sizes.grid_attention_tensor_cores_AV()),
                   static_cast<unsigned>(sizes.block_attention_tensor_cores_AV()), 0, stream,
                   a.AV_values, a.RNV1_values, a.RD1_values, sizes.F_of_attention_tensor_cores_AV(),
                   sizes.P_of_attention_tensor_cores_AV(), RNV0_now, RD0_now, RM0_now, a.RM1_values,
                   a.SLNV_values, a.SLN_values, a.V_values, sizes.M_of_attention_tensor_cores_AV(),
                   sizes.M0_of_attention_tensor_cores_AV(), a.QL_values,
                   sizes.rounds_of_attention_tensor_cores_AV(), a.RNV0_values, a.RD0_values,
                   a.RM0_values, a.QK_values, a.Q_values, a.K_values,
                   sizes.E_of_attention_tensor_cores_AV()) != cudaSuccess)
    return 3;
  return 0;
}

extern "C" const char* attention_tensor_cores_error_text(int code) {
  switch (code) {
    case 0:
      return "ok";
    case 1:
      return "no arguments, or an extent or size outside [0, 2147483647]";
    case 2:
      return "the workspace is smaller than attention_tensor_cores_workspace_bytes says";
    case 3:
      return "CUDA refused a launch or a memset; cudaGetLastError has been read";
    case 6:
      return "an extent or an array is longer than offsets count: build with TEAAL_OFFSET_BITS=64";
    default:
      return "unknown code";
  }
}
#endif
