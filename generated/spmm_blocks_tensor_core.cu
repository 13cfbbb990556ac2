// Made by teaalc 0.1.0 from spmm_blocks_tensor_core.yaml; do not edit.
//   Z[m, n] = A[m, k] * B[k, n]
//     loops M2 (space), N2 (space), M1 (space), N1 (space), K1, K0, M0, N0
//     tensor cores: 3xtf32
//   stored A[M2:U, K1:C, M:U, K:U], B[K:U, N:U], Z[M:U, N:U]
//   teaalc spmm_blocks_tensor_core.yaml --type=f32 --arch=sm_90 --index-bits=32

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

#line 13 "spmm_blocks_tensor_core.yaml"
extern "C" __global__ void spmm_blocks_tensor_core_Z(value_t* __restrict__ Z_values,
                                                     const pos_t* __restrict__ A_K1_segments,
                                                     const coord_t* __restrict__ A_K1_coords,
                                                     const value_t* __restrict__ A_values,
                                                     const value_t* __restrict__ B_values,
                                                     coord_t K, coord_t M, coord_t N) {
  const offset_t workers_M2 = gridDim.x;
  const offset_t worker_M2 = blockIdx.x;
  const offset_t workers_N2 = blockDim.x / 32;
  const offset_t worker_N2 = threadIdx.x / 32;
  const offset_t workers_N1 = 4;
  const offset_t worker_N1 = threadIdx.x % 32 % 4;
  const offset_t workers_M1 = 8;
  const offset_t worker_M1 = threadIdx.x % 32 / 4;
  const offset_t workers_K0_of_row = 4;
  const offset_t worker_K0_of_row = threadIdx.x % 4;
  const offset_t worker_K0_of_column = threadIdx.x / 4 % 8;
#line 21 "spmm_blocks_tensor_core.yaml"
  for (offset_t m2 = worker_M2 * 32; m2 < M; m2 += workers_M2 * 32) {
    const offset_t m2_end = min(static_cast<offset_t>(M), m2 + 32);
    const pos_t A_K1_begin = A_K1_segments[m2 / 32];
    const pos_t A_K1_end = A_K1_segments[m2 / 32 + 1];
    const bool whole = m2_end - m2 == 32;
    if (whole) {
      for (offset_t n2 = worker_N2 * 32; n2 < N; n2 += workers_N2 * 32) {
        const offset_t n2_end = min(static_cast<offset_t>(N), n2 + 32);
        const bool whole_2 =
            n2_end - n2 == 32 && teaal_aligned_rows(B_values, N) && teaal_aligned_rows(Z_values, N);
        if (whole_2) {
          for (offset_t m1_turn = 0;
               m1_turn <
               (max(m2_end - m2, static_cast<offset_t>(0)) + workers_M1 * 4 - 1) / (workers_M1 * 4);
               ++m1_turn) {
            const offset_t m1_mine = m2 + (worker_M1 + m1_turn * workers_M1) * 4;
            const bool m1_active = m1_mine < m2_end;
            const offset_t m1 =
                min(m1_mine, m2 + (max(m2_end - m2, static_cast<offset_t>(0)) - 1) / 4 * 4);
            for (offset_t n1_turn = 0;
                 n1_turn < (max(n2_end - n2, static_cast<offset_t>(0)) + workers_N1 * 8 - 1) /
                               (workers_N1 * 8);
                 ++n1_turn) {
              const offset_t n1_mine = n2 + (worker_N1 + n1_turn * workers_N1) * 8;
              const bool n1_active = n1_mine < n2_end;
              const offset_t n1 =
                  min(n1_mine, n2 + (max(n2_end - n2, static_cast<offset_t>(0)) - 1) / 8 * 8);
#line 13 "spmm_blocks_tensor_core.yaml"
              value_t sums[32];
#pragma unroll
              for (int sums_element = 0; sums_element < 32; ++sums_element) {
                sums[sums_element] = value_t(0);
              }
#line 21 "spmm_blocks_tensor_core.yaml"
              for (pos_t A_K1_at = A_K1_begin; A_K1_at < A_K1_end; ++A_K1_at) {
                const size_type k1 = static_cast<size_type>(A_K1_coords[A_K1_at]) * 16;
                const offset_t k1_end = min(static_cast<size_type>(K), k1 + 16);
                const bool whole_3 = k1_end - k1 == 16 && teaal_aligned_rows(B_values, N);
                if (whole_3) {
#pragma unroll
                  for (int k0_step_turn = 0; k0_step_turn < 2; ++k0_step_turn) {
                    const size_type k0_step = k1 + k0_step_turn * 8;
                    value_t row_values[8];
#pragma unroll
                    for (int own = 0; own < 8; ++own) {
                      row_values[own] = value_t(0);
                    }
#pragma unroll
                    for (int k0_turn = 0; k0_turn < 2; ++k0_turn) {
                      const coord_t k0 = static_cast<coord_t>(
                          k0_step + (worker_K0_of_row + k0_turn * workers_K0_of_row));
#pragma unroll
                      for (int m0_turn = 0; m0_turn < 4; ++m0_turn) {
                        const coord_t m0 = static_cast<coord_t>(m1 + m0_turn);
                        const size_type A_M_at = static_cast<size_type>(A_K1_at) * 32 + (m0 - m2);
                        const size_type A_K_at = A_M_at * 16 + (k0 - k1);
#line 13 "spmm_blocks_tensor_core.yaml"
                        row_values[k0_turn * 4 + m0_turn] = A_values[A_K_at];
                      }
                    }
                    unsigned row_words[8];
#pragma unroll
                    for (int own = 0; own < 8; ++own) {
                      row_words[own] = teaal_tf32_bits(row_values[own]);
                    }
                    unsigned row_rest[8];
#pragma unroll
                    for (int own = 0; own < 8; ++own) {
                      row_rest[own] = teaal_tf32_rest(row_values[own], row_words[own]);
                    }
                    value_t column_values[8];
#pragma unroll
                    for (int own = 0; own < 8; ++own) {
                      column_values[own] = value_t(0);
                    }
#line 21 "spmm_blocks_tensor_core.yaml"
                    const coord_t k0 = static_cast<coord_t>(k0_step + worker_K0_of_column);
                    value_t B_values_quads[8];
#pragma unroll
                    for (int quad = 0; quad < 2; ++quad) {
                      teaal_read_quad(
                          &B_values_quads[quad * 4],
                          &B_values[static_cast<offset_t>(k0) * static_cast<offset_t>(N) +
                                    static_cast<coord_t>(n1 + quad * 4)]);
                    }
#pragma unroll
                    for (int n0_turn = 0; n0_turn < 8; ++n0_turn) {
#line 13 "spmm_blocks_tensor_core.yaml"
                      column_values[n0_turn] = B_values_quads[n0_turn];
                    }
                    unsigned column_words[8];
#pragma unroll
                    for (int own = 0; own < 8; ++own) {
                      column_words[own] = teaal_tf32_bits(column_values[own]);
                    }
                    unsigned column_rest[8];
#pragma unroll
                    for (int own = 0; own < 8; ++own) {
                      column_rest[own] = teaal_tf32_rest(column_values[own], column_words[own]);
                    }
#pragma unroll
                    for (int n0_turn = 0; n0_turn < 8; n0_turn += 2) {
#line 41 "spmm_blocks_tensor_core.yaml"
                      teaal_columns_meet(column_words, n0_turn, n0_turn + 1);
                    }
#pragma unroll
                    for (int n0_turn = 0; n0_turn < 8; n0_turn += 2) {
                      teaal_columns_meet(column_rest, n0_turn, n0_turn + 1);
                    }
#pragma unroll
                    for (int m0_turn = 0; m0_turn < 4; m0_turn += 2) {
#pragma unroll
                      for (int n0_turn = 0; n0_turn < 8; n0_turn += 2) {
                        teaal_mma_in_parts<teaal_multiply_tf32>(
                            sums, m0_turn * 8 + n0_turn, m0_turn * 8 + (n0_turn + 1),
                            (m0_turn + 1) * 8 + n0_turn, (m0_turn + 1) * 8 + (n0_turn + 1),
                            row_words, row_rest, m0_turn, m0_turn + 1, m0_turn + 4, m0_turn + 1 + 4,
                            column_words, column_rest, n0_turn, n0_turn + 1);
                      }
                    }
                  }
                }
#line 21 "spmm_blocks_tensor_core.yaml"
                if (!whole_3) {
#pragma unroll
                  for (int k0_step_turn = 0; k0_step_turn < 2; ++k0_step_turn) {
                    if (k1 + k0_step_turn * 8 < k1_end) {
                      const size_type k0_step = k1 + k0_step_turn * 8;
                      const offset_t k0_step_end = min(static_cast<size_type>(k1_end), k0_step + 8);
                      value_t row_values[8];
#pragma unroll
                      for (int own = 0; own < 8; ++own) {
                        row_values[own] = value_t(0);
                      }
#pragma unroll
                      for (int k0_turn = 0; k0_turn < 2; ++k0_turn) {
                        if (k0_step + (worker_K0_of_row + k0_turn * workers_K0_of_row) <
                            k0_step_end) {
                          const coord_t k0 = static_cast<coord_t>(
                              k0_step + (worker_K0_of_row + k0_turn * workers_K0_of_row));
#pragma unroll
                          for (int m0_turn = 0; m0_turn < 4; ++m0_turn) {
                            const coord_t m0 = static_cast<coord_t>(m1 + m0_turn);
                            const size_type A_M_at_2 =
                                static_cast<size_type>(A_K1_at) * 32 + (m0 - m2);
                            const size_type A_K_at_2 = A_M_at_2 * 16 + (k0 - k1);
#line 13 "spmm_blocks_tensor_core.yaml"
                            row_values[k0_turn * 4 + m0_turn] = A_values[A_K_at_2];
                          }
                        }
                      }
                      unsigned row_words[8];
#pragma unroll
                      for (int own = 0; own < 8; ++own) {
                        row_words[own] = teaal_tf32_bits(row_values[own]);
                      }
                      unsigned row_rest[8];
#pragma unroll
                      for (int own = 0; own < 8; ++own) {
                        row_rest[own] = teaal_tf32_rest(row_values[own], row_words[own]);
                      }
                      value_t column_values[8];
#pragma unroll
                      for (int own = 0; own < 8; ++own) {
                        column_values[own] = value_t(0);
                      }
#line 21 "spmm_blocks_tensor_core.yaml"
                      if (k0_step + worker_K0_of_column < k0_step_end) {
                        const coord_t k0 = static_cast<coord_t>(k0_step + worker_K0_of_column);
                        value_t B_values_quads_2[8];
#pragma unroll
                        for (int quad_2 = 0; quad_2 < 2; ++quad_2) {
                          teaal_read_quad(
                              &B_values_quads_2[quad_2 * 4],
                              &B_values[static_cast<offset_t>(k0) * static_cast<offset_t>(N) +
                                        static_cast<coord_t>(n1 + quad_2 * 4)]);
                        }
#pragma unroll
                        for (int n0_turn = 0; n0_turn < 8; ++n0_turn) {
#line 13 "spmm_blocks_tensor_core.yaml"
                          column_values[n0_turn] = B_values_quads_2[n0_turn];
                        }
                      }
                      unsigned column_words[8];
#pragma unroll
                      for (int own = 0; own < 8; ++own) {
                        column_words[own] = teaal_tf32_bits(column_values[own]);
                      }
                      unsigned column_rest[8];
#pragma unroll
                      for (int own = 0; own < 8; ++own) {
                        column_rest[own] = teaal_tf32_rest(column_values[own], column_words[own]);
                      }
#pragma unroll
                      for (int n0_turn = 0; n0_turn < 8; n0_turn += 2) {
#line 41 "spmm_blocks_tensor_core.yaml"
                        teaal_columns_meet(column_words, n0_turn, n0_turn + 1);
                      }
#pragma unroll
                      for (int n0_turn = 0; n0_turn < 8; n0_turn += 2) {
                        teaal_columns_meet(column_rest, n0_turn, n0_turn + 1);
                      }
#pragma unroll
                      for (int m0_turn = 0; m0_turn < 4; m0_turn += 2) {
#pragma unroll
                        for (int n0_turn = 0; n0_turn < 8; n0_turn += 2) {
                          teaal_mma_in_parts<teaal_multiply_tf32>(
                              sums, m0_turn * 8 + n0_turn, m0_turn * 8 + (n0_turn + 1),
                              (m0_turn + 1) * 8 + n0_turn, (m0_turn + 1) * 8 + (n0_turn + 1),
                              row_words, row_rest, m0_turn, m0_turn + 1, m0_turn + 4,
                              m0_turn + 1 + 4, column_words, column_rest, n0_turn, n0_turn + 1);
                        }
                      }
                    }
                  }
                }
              }
#line 21 "spmm_blocks_tensor_core.yaml"
              if (m1_active && n1_active) {
#pragma unroll
                for (int m0_turn = 0; m0_turn < 4; ++m0_turn) {
                  const coord_t m0 = static_cast<coord_t>(m1 + m0_turn);
#pragma unroll
                  for (int quad_3 = 0; quad_3 < 2; ++quad_3) {
                    teaal_write_quad(
                        &Z_values[static_cast<offset_t>(m0) * static_cast<offset_t>(N) +
                                  static_cast<coord_t>(n1 + quad_3 * 4)],
                        &sums[m0_turn * 8 + quad_3 * 4]);
                  }
                }
              }
            }
          }
        }
        if (!whole_2) {
          for (offset_t m1_turn_2 = 0;
               m1_turn_2 <
               (max(m2_end - m2, static_cast<offset_t>(0)) + workers_M1 * 4 - 1) / (workers_M1 * 4);
               ++m1_turn_2) {
            const offset_t m1_mine_2 = m2 + (worker_M1 + m1_turn_2 * workers_M1) * 4;
            const bool m1_active_2 = m1_mine_2 < m2_end;
            const offset_t m1 =
                min(m1_mine_2, m2 + (max(m2_end - m2, static_cast<offset_t>(0)) - 1) / 4 * 4);
            for (offset_t n1_turn_2 = 0;
                 n1_turn_2 < (max(n2_end - n2, static_cast<offset_t>(0)) + workers_N1 * 8 - 1) /
                                 (workers_N1 * 8);
                 ++n1_turn_2) {
              const offset_t n1_mine_2 = n2 + (worker_N1 + n1_turn_2 * workers_N1) * 8;
              const bool n1_active_2 = n1_mine_2 < n2_end;
              const offset_t n1 =
                  min(n1_mine_2, n2 + (max(n2_end - n2, static_cast<offset_t>(0)) - 1) / 8 * 8);
              const offset_t n1_end = min(n2_end, n1 + 8);
#line 13 "spmm_blocks_tensor_core.yaml"
              value_t sums[32];
#pragma unroll
              for (int sums_element = 0; sums_element < 32; ++sums_element) {
                sums[sums_element] = value_t(0);
              }
#line 21 "spmm_blocks_tensor_core.yaml"
              for (pos_t A_K1_at_2 = A_K1_begin; A_K1_at_2 < A_K1_end; ++A_K1_at_2) {
                const size_type k1 = static_cast<size_type>(A_K1_coords[A_K1_at_2]) * 16;
                const offset_t k1_end_2 = min(static_cast<size_type>(K), k1 + 16);
#pragma unroll
                for (int k0_step_turn = 0; k0_step_turn < 2; ++k0_step_turn) {
                  if (k1 + k0_step_turn * 8 < k1_end_2) {
                    const size_type k0_step = k1 + k0_step_turn * 8;
                    const offset_t k0_step_end_2 =
                        min(static_cast<size_type>(k1_end_2), k0_step + 8);
                    value_t row_values[8];
#pragma unroll
                    for (int own = 0; own < 8; ++own) {
                      row_values[own] = value_t(0);
                    }
#pragma unroll
                    for (int k0_turn = 0; k0_turn < 2; ++k0_turn) {
                      if (k0_step + (worker_K0_of_row + k0_turn * workers_K0_of_row) <
                          k0_step_end_2) {
                        const coord_t k0 = static_cast<coord_t>(
                            k0_step + (worker_K0_of_row + k0_turn * workers_K0_of_row));
#pragma unroll
                        for (int m0_turn = 0; m0_turn < 4; ++m0_turn) {
                          const coord_t m0 = static_cast<coord_t>(m1 + m0_turn);
                          const size_type A_M_at_3 =
                              static_cast<size_type>(A_K1_at_2) * 32 + (m0 - m2);
                          const size_type A_K_at_3 = A_M_at_3 * 16 + (k0 - k1);
#line 13 "spmm_blocks_tensor_core.yaml"
                          row_values[k0_turn * 4 + m0_turn] = A_values[A_K_at_3];
                        }
                      }
                    }
                    unsigned row_words[8];
#pragma unroll
                    for (int own = 0; own < 8; ++own) {
                      row_words[own] = teaal_tf32_bits(row_values[own]);
                    }
                    unsigned row_rest[8];
#pragma unroll
                    for (int own = 0; own < 8; ++own) {
                      row_rest[own] = teaal_tf32_rest(row_values[own], row_words[own]);
                    }
                    value_t column_values[8];
#pragma unroll
                    for (int own = 0; own < 8; ++own) {
                      column_values[own] = value_t(0);
                    }
#line 21 "spmm_blocks_tensor_core.yaml"
                    if (k0_step + worker_K0_of_column < k0_step_end_2) {
                      const coord_t k0 = static_cast<coord_t>(k0_step + worker_K0_of_column);
#pragma unroll
                      for (int n0_turn = 0; n0_turn < 8; ++n0_turn) {
                        if (n1 + n0_turn < n1_end) {
                          const coord_t n0 = static_cast<coord_t>(n1 + n0_turn);
                          const offset_t B_N_at_3 =
                              static_cast<offset_t>(k0) * static_cast<offset_t>(N) + n0;
#line 13 "spmm_blocks_tensor_core.yaml"
                          column_values[n0_turn] = B_values[B_N_at_3];
                        }
                      }
                    }
                    unsigned column_words[8];
#pragma unroll
                    for (int own = 0; own < 8; ++own) {
                      column_words[own] = teaal_tf32_bits(column_values[own]);
                    }
                    unsigned column_rest[8];
#pragma unroll
                    for (int own = 0; own < 8; ++own) {
                      column_rest[own] = teaal_tf32_rest(column_values[own], column_words[own]);
                    }
#pragma unroll
                    for (int n0_turn = 0; n0_turn < 8; n0_turn += 2) {
#line 41 "spmm_blocks_tensor_core.yaml"
                      teaal_columns_meet(column_words, n0_turn, n0_turn + 1);
                    }
#pragma unroll
                    for (int n0_turn = 0; n0_turn < 8; n0_turn += 2) {
                      teaal_columns_meet(column_rest, n0_turn, n0_turn + 1);
                    }
#pragma unroll
                    for (int m0_turn = 0; m0_turn < 4; m0_turn += 2) {
#pragma unroll
                      for (int n0_turn = 0; n0_turn < 8; n0_turn += 2) {
                        teaal_mma_in_parts<teaal_multiply_tf32>(
                            sums, m0_turn * 8 + n0_turn, m0_turn * 8 + (n0_turn + 1),
                            (m0_turn + 1) * 8 + n0_turn, (m0_turn + 1) * 8 + (n0_turn + 1),
                            row_words, row_rest, m0_turn, m0_turn + 1, m0_turn + 4, m0_turn + 1 + 4,
                            column_words, column_rest, n0_turn, n0_turn + 1);
                      }
                    }
                  }
                }
              }
#line 21 "spmm_blocks_tensor_core.yaml"
              if (m1_active_2 && n1_active_2) {
#pragma unroll
                for (int m0_turn = 0; m0_turn < 4; ++m0_turn) {
                  const coord_t m0 = static_cast<coord_t>(m1 + m0_turn);
#pragma unroll
                  for (int n0_turn = 0; n0_turn < 8; ++n0_turn) {
                    if (n1 + n0_turn < n1_end) {
                      const coord_t n0 = static_cast<coord_t>(n1 + n0_turn);
                      const offset_t Z_N_at_2 =
                          static_cast<offset_t>(m0) * static_cast<offset_t>(N) + n0;
#line 13 "spmm_blocks_tensor_core.yaml"
                      Z_values[Z_N_at_2] = sums[m0_turn * 8 + n0_turn];
                    }
                  }
                }
              }
            }
          }
        }
      }
    }
#line 21 "spmm_blocks_tensor_core.yaml"
    if (!whole) {
      for (offset_t n2 = worker_N2 * 32; n2 < N; n2 += workers_N2 * 32) {
        const offset_t n2_end_2 = min(static_cast<offset_t>(N), n2 + 32);
        for (offset_t m1_turn_3 = 0;
             m1_turn_3 <
             (max(m2_end - m2, static_cast<offset_t>(0)) + workers_M1 * 4 - 1) / (workers_M1 * 4);
             ++m1_turn_3) {
          const offset_t m1_mine_3 = m2 + (worker_M1 + m1_turn_3 * workers_M1) * 4;
          const bool m1_active_3 = m1_mine_3 < m2_end;
          const offset_t m1 =
              min(m1_mine_3, m2 + (max(m2_end - m2, static_cast<offset_t>(0)) - 1) / 4 * 4);
          const offset_t m1_end = min(m2_end, m1 + 4);
          for (offset_t n1_turn_3 = 0;
               n1_turn_3 < (max(n2_end_2 - n2, static_cast<offset_t>(0)) + workers_N1 * 8 - 1) /
                               (workers_N1 * 8);
               ++n1_turn_3) {
            const offset_t n1_mine_3 = n2 + (worker_N1 + n1_turn_3 * workers_N1) * 8;
            const bool n1_active_3 = n1_mine_3 < n2_end_2;
            const offset_t n1 =
                min(n1_mine_3, n2 + (max(n2_end_2 - n2, static_cast<offset_t>(0)) - 1) / 8 * 8);
            const offset_t n1_end_2 = min(n2_end_2, n1 + 8);
#line 13 "spmm_blocks_tensor_core.yaml"
            value_t sums[32];
#pragma unroll
            for (int sums_element = 0; sums_element < 32; ++sums_element) {
              sums[sums_element] = value_t(0);
            }
#line 21 "spmm_blocks_tensor_core.yaml"
            for (pos_t A_K1_at_3 = A_K1_begin; A_K1_at_3 < A_K1_end; ++A_K1_at_3) {
              const size_type k1 = static_cast<size_type>(A_K1_coords[A_K1_at_3]) * 16;
              const offset_t k1_end_3 = min(static_cast<size_type>(K), k1 + 16);
#pragma unroll
              for (int k0_step_turn = 0; k0_step_turn < 2; ++k0_step_turn) {
                if (k1 + k0_step_turn * 8 < k1_end_3) {
                  const size_type k0_step = k1 + k0_step_turn * 8;
                  const offset_t k0_step_end_3 = min(static_cast<size_type>(k1_end_3), k0_step + 8);
                  value_t row_values[8];
#pragma unroll
                  for (int own = 0; own < 8; ++own) {
                    row_values[own] = value_t(0);
                  }
#pragma unroll
                  for (int k0_turn = 0; k0_turn < 2; ++k0_turn) {
                    if (k0_step + (worker_K0_of_row + k0_turn * workers_K0_of_row) <
                        k0_step_end_3) {
                      const coord_t k0 = static_cast<coord_t>(
                          k0_step + (worker_K0_of_row + k0_turn * workers_K0_of_row));
#pragma unroll
                      for (int m0_turn = 0; m0_turn < 4; ++m0_turn) {
                        if (m1 + m0_turn < m1_end) {
                          const coord_t m0 = static_cast<coord_t>(m1 + m0_turn);
                          const size_type A_M_at_4 =
                              static_cast<size_type>(A_K1_at_3) * 32 + (m0 - m2);
                          const size_type A_K_at_4 = A_M_at_4 * 16 + (k0 - k1);
#line 13 "spmm_blocks_tensor_core.yaml"
                          row_values[k0_turn * 4 + m0_turn] = A_values[A_K_at_4];
                        }
                      }
                    }
                  }
                  unsigned row_words[8];
#pragma unroll
                  for (int own = 0; own < 8; ++own) {
                    row_words[own] = teaal_tf32_bits(row_values[own]);
                  }
                  unsigned row_rest[8];
#pragma unroll
                  for (int own = 0; own < 8; ++own) {
                    row_rest[own] = teaal_tf32_rest(row_values[own], row_words[own]);
                  }
                  value_t column_values[8];
#pragma unroll
                  for (int own = 0; own < 8; ++own) {
                    column_values[own] = value_t(0);
                  }
#line 21 "spmm_blocks_tensor_core.yaml"
                  if (k0_step + worker_K0_of_column < k0_step_end_3) {
                    const coord_t k0 = static_cast<coord_t>(k0_step + worker_K0_of_column);
#pragma unroll
                    for (int n0_turn = 0; n0_turn < 8; ++n0_turn) {
                      if (n1 + n0_turn < n1_end_2) {
                        const coord_t n0 = static_cast<coord_t>(n1 + n0_turn);
                        const offset_t B_N_at_4 =
                            static_cast<offset_t>(k0) * static_cast<offset_t>(N) + n0;
#line 13 "spmm_blocks_tensor_core.yaml"
                        column_values[n0_turn] = B_values[B_N_at_4];
                      }
                    }
                  }
                  unsigned column_words[8];
#pragma unroll
                  for (int own = 0; own < 8; ++own) {
                    column_words[own] = teaal_tf32_bits(column_values[own]);
                  }
                  unsigned column_rest[8];
#pragma unroll
                  for (int own = 0; own < 8; ++own) {
                    column_rest[own] = teaal_tf32_rest(column_values[own], column_words[own]);
                  }
#pragma unroll
                  for (int n0_turn = 0; n0_turn < 8; n0_turn += 2) {
#line 41 "spmm_blocks_tensor_core.yaml"
                    teaal_columns_meet(column_words, n0_turn, n0_turn + 1);
                  }
#pragma unroll
                  for (int n0_turn = 0; n0_turn < 8; n0_turn += 2) {
                    teaal_columns_meet(column_rest, n0_turn, n0_turn + 1);
                  }
#pragma unroll
                  for (int m0_turn = 0; m0_turn < 4; m0_turn += 2) {
#pragma unroll
                    for (int n0_turn = 0; n0_turn < 8; n0_turn += 2) {
                      teaal_mma_in_parts<teaal_multiply_tf32>(
                          sums, m0_turn * 8 + n0_turn, m0_turn * 8 + (n0_turn + 1),
                          (m0_turn + 1) * 8 + n0_turn, (m0_turn + 1) * 8 + (n0_turn + 1), row_words,
                          row_rest, m0_turn, m0_turn + 1, m0_turn + 4, m0_turn + 1 + 4,
                          column_words, column_rest, n0_turn, n0_turn + 1);
                    }
                  }
                }
              }
            }
#line 21 "spmm_blocks_tensor_core.yaml"
            if (m1_active_3 && n1_active_3) {
#pragma unroll
              for (int m0_turn = 0; m0_turn < 4; ++m0_turn) {
                if (m1 + m0_turn < m1_end) {
                  const coord_t m0 = static_cast<coord_t>(m1 + m0_turn);
#pragma unroll
                  for (int n0_turn = 0; n0_turn < 8; ++n0_turn) {
                    if (n1 + n0_turn < n1_end_2) {
                      const coord_t n0 = static_cast<coord_t>(n1 + n0_turn);
                      const offset_t Z_N_at_3 =
                          static_cast<offset_t>(m0) * static_cast<offset_t>(N) + n0;
#line 13 "spmm_blocks_tensor_core.yaml"
                      Z_values[Z_N_at_3] = sums[m0_turn * 8 + n0_turn];
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
#line 1 "spmm_blocks_tensor_core.launcher"
#include <cuda_runtime.h>
#include <stddef.h>
#include <stdint.h>

typedef value_t spmm_blocks_tensor_core_value;
typedef pos_t spmm_blocks_tensor_core_position;

extern "C" {
#if TEAAL_POSITION_BITS == 64 /* functions have names of their own */
#define spmm_blocks_tensor_core_workspace_bytes spmm_blocks_tensor_core_workspace_bytes_64
#define spmm_blocks_tensor_core_launch spmm_blocks_tensor_core_launch_64
#endif

struct CUstream_st; /* what cudaStream_t points to */

/* Device pointers and sizes. Segments have one entry a fiber and one more; arrays must not overlap.
 */
typedef struct spmm_blocks_tensor_core_arguments {
  /* Z: M:U, N:U */
  spmm_blocks_tensor_core_value* Z_values;
  /* A: M2:U, K1:C, M:U, K:U; M2 is M / 32; K1 is K / 16; M counted from the first of its M2, 32 a
   * fiber; K counted from the first of its K1, 16 a fiber */
  const spmm_blocks_tensor_core_position* A_K1_segments;
  const int32_t* A_K1_coords;
  const spmm_blocks_tensor_core_value* A_values;
  /* B: K:U, N:U */
  const spmm_blocks_tensor_core_value* B_values;
  int64_t extent_M;
  int64_t extent_K;
  int64_t extent_N;
} spmm_blocks_tensor_core_arguments;

/* Bytes of device memory that spmm_blocks_tensor_core_launch needs as workspace (0: none), aligned
 * to 256. */
size_t spmm_blocks_tensor_core_workspace_bytes(const spmm_blocks_tensor_core_arguments* arguments);

/* Enqueues the whole plan on `stream` (0: the default stream) and returns at once. 0: enqueued;
   else see spmm_blocks_tensor_core_error_text. Allocates nothing and throws nothing. */
int spmm_blocks_tensor_core_launch(const spmm_blocks_tensor_core_arguments* arguments,
                                   void* workspace, size_t workspace_bytes,
                                   struct CUstream_st* stream);
const char* spmm_blocks_tensor_core_error_text(int code);
}

namespace {

inline int64_t min(int64_t a, int64_t b) { return a < b ? a : b; }
inline int64_t max(int64_t a, int64_t b) { return a < b ? b : a; }
inline int64_t ceil_div(int64_t a, int64_t b) { return (a + b - 1) / b; }

struct spmm_blocks_tensor_core_sizes {
  int64_t M;
  int64_t K;
  int64_t N;
  explicit spmm_blocks_tensor_core_sizes(const spmm_blocks_tensor_core_arguments& a) {
    M = a.extent_M;
    K = a.extent_K;
    N = a.extent_N;
  }
  bool valid() const {
    return M >= 0 && M <= 2147483647 && K >= 0 && K <= 2147483647 && N >= 0 && N <= 2147483647;
  }
  bool addressable() const {
    return M <= 1000000000 && K <= 1000000000 && N <= 1000000000 &&
           (M == 0 || N <= 1000000000 / M) && (K == 0 || N <= 1000000000 / K);
  }
  int64_t block_spmm_blocks_tensor_core_Z() const { return max(min(ceil_div(N, 32), 8), 1) * 32; }
  int64_t grid_spmm_blocks_tensor_core_Z() const {
    return max(min(ceil_div(M, 32), 2147483647), 1);
  }
  coord_t K_of_spmm_blocks_tensor_core_Z() const { return static_cast<coord_t>(K); }
  coord_t M_of_spmm_blocks_tensor_core_Z() const { return static_cast<coord_t>(M); }
  coord_t N_of_spmm_blocks_tensor_core_Z() const { return static_cast<coord_t>(N); }
  int64_t stored_Z() const { return M * N; }
};

}  // namespace

extern "C" size_t spmm_blocks_tensor_core_workspace_bytes(
    const spmm_blocks_tensor_core_arguments* arguments) {
  if (arguments == nullptr) return 0;
  const spmm_blocks_tensor_core_sizes sizes(*arguments);
  if (!sizes.valid()) return 0;
  size_t bytes = 0;
  (void)sizes;
  return bytes;
}

extern "C" int spmm_blocks_tensor_core_launch(const spmm_blocks_tensor_core_arguments* arguments,
                                              void* workspace, size_t workspace_bytes,
                                              struct CUstream_st* stream) {
  if (arguments == nullptr) return 1;
  const spmm_blocks_tensor_core_arguments& a = *arguments;
  const spmm_blocks_tensor_core_sizes sizes(a);
  if (!sizes.valid()) return 1;
  if (sizeof(offset_t) < sizeof(int64_t) && !sizes.addressable()) return 6;
  if (workspace_bytes < spmm_blocks_tensor_core_workspace_bytes(arguments)) return 2;
  (void)workspace;
  spmm_blocks_tensor_core_Z<<<static_cast<unsigned>(sizes.grid_spmm_blocks_tensor_core_Z()),
                              static_cast<unsigned>(sizes.block_spmm_blocks_tensor_core_Z()), 0,
                              stream>>>(a.Z_values, a.A_K1_segments, a.A_K1_coords, a.A_values,
                                        a.B_values, sizes.K_of_spmm_blocks_tensor_core_Z(),
                                        sizes.M_of_spmm_blocks_tensor_core_Z(),
                                        sizes.N_of_spmm_blocks_tensor_core_Z());
  if (cudaGetLastError() != cudaSuccess) return 3;
  return 0;
}

extern "C" const char* spmm_blocks_tensor_core_error_text(int code) {
  switch (code) {
    case 0:
      return "ok";
    case 1:
      return "no arguments, or an extent or size outside [0, 2147483647]";
    case 2:
      return "the workspace is smaller than spmm_blocks_tensor_core_workspace_bytes says";
    case 3:
      return "CUDA refused a launch or a memset; cudaGetLastError has been read";
    case 6:
      return "an extent or an array is longer than offsets count: build with TEAAL_OFFSET_BITS=64";
    default:
      return "unknown code";
  }
}
#endif
