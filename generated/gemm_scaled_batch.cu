// Made by teaalc 0.1.0 from gemm_scaled_batch.yaml; do not edit.
//   C[b, m, n] = S[b] * A[b, m, k] * W[b, k, n]
//     loops B (space), M3 (space), N3 (space), K2, K1, K0, M2 (space), N2 (space), M1 (space), N1
//     (space), M0, N0 tensor cores: 3xtf32
//   stored S[B:U], A[B:U, M:U, K:U], W[B:U, K:U, N:U], C[B:U, M:U, N:U]
//   teaalc gemm_scaled_batch.yaml --type=f32 --arch=sm_90 --index-bits=32

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

#line 14 "gemm_scaled_batch.yaml"
extern "C" __global__ void __launch_bounds__(128, 4)
    gemm_scaled_batch_C(value_t* __restrict__ C_values, const value_t* __restrict__ S_values,
                        const value_t* __restrict__ A_values, const value_t* __restrict__ W_values,
                        coord_t B, coord_t K, coord_t M, coord_t N, coord_t count_N3,
                        coord_t count_M3, coord_t count_B) {
  const offset_t workers_N3 = count_N3;
  const offset_t worker_N3 = blockIdx.x % count_N3;
  const offset_t workers_M3 = count_M3;
  const offset_t worker_M3 = static_cast<int>(blockIdx.x / count_N3) % count_M3;
  const offset_t workers_B = count_B;
  const offset_t worker_B = static_cast<int>(blockIdx.x / count_N3) / count_M3;
  const offset_t worker_N2 = threadIdx.x / 32 % 2;
  const offset_t worker_M2 = threadIdx.x / 32 / 2;
  const offset_t worker_N1 = threadIdx.x % 32 % 4;
  const offset_t worker_M1 = threadIdx.x % 32 / 4;
  const offset_t worker_K0_of_row = threadIdx.x % 4;
  const offset_t worker_N1_of_column = threadIdx.x / 8 % 4;
  const offset_t workers_N0_of_column = 2;
  const offset_t worker_N0_of_column = threadIdx.x / 4 % 2;
  const offset_t worker_K0_of_column = threadIdx.x % 4;
  __shared__ __align__(16) value_t A_tile_values[4608];
  __shared__ __align__(16) value_t W_tile_values[4096];
#line 22 "gemm_scaled_batch.yaml"
  for (offset_t b = worker_B; b < B; b += workers_B) {
    for (offset_t m3 = worker_M3 * 64; m3 < M; m3 += workers_M3 * 64) {
      const offset_t m3_end = min(static_cast<offset_t>(M), m3 + 64);
      for (offset_t n3 = worker_N3 * 64; n3 < N; n3 += workers_N3 * 64) {
        const offset_t n3_end = min(static_cast<offset_t>(N), n3 + 64);
#line 14 "gemm_scaled_batch.yaml"
        value_t sums[32];
#pragma unroll
        for (int sums_element = 0; sums_element < 32; ++sums_element) {
          sums[sums_element] = value_t(0);
        }
        __syncthreads();
        const bool in_quads = teaal_aligned_rows(A_values, K) && teaal_aligned_rows(W_values, N);
        if (in_quads) {
#line 22 "gemm_scaled_batch.yaml"
          // Load A_tile_values and W_tile_values.
          {
            const offset_t k2_ahead = 0;
            const int k2_buffer_2 = static_cast<int>(k2_ahead / 32 % 2);
#pragma unroll
            for (int quad_turn = 0; quad_turn < 4; ++quad_turn) {
              const int quad = static_cast<int>(threadIdx.x) + quad_turn * 128;
              const int element = quad * 4;
              const offset_t m0_2 = m3 + (static_cast<int>(threadIdx.x) * 4 / 32 + quad_turn * 16);
              const offset_t k0_2 = k2_ahead + static_cast<int>(threadIdx.x) * 4 % 32;
              const offset_t A_M_at = b * static_cast<offset_t>(M) + m0_2;
              const offset_t A_K_at = A_M_at * static_cast<offset_t>(K) + k0_2;
              teaal_copy_quad(&A_tile_values[k2_buffer_2 * 2304 + (element + element / 32 * 4)],
                              &A_values[A_K_at], m0_2 < M && k0_2 < K);
            }
#pragma unroll
            for (int quad_2_turn = 0; quad_2_turn < 4; ++quad_2_turn) {
              const int quad_2 = static_cast<int>(threadIdx.x) + quad_2_turn * 128;
              const int element_3 = quad_2 * 4;
              const offset_t k0_4 =
                  k2_ahead + (static_cast<int>(threadIdx.x) * 4 / 64 + quad_2_turn * 8);
              const offset_t n0_2 = n3 + static_cast<int>(threadIdx.x) * 4 % 64;
              const offset_t W_K_at = b * static_cast<offset_t>(K) + k0_4;
              const offset_t W_N_at = W_K_at * static_cast<offset_t>(N) + n0_2;
              teaal_copy_quad(&W_tile_values[k2_buffer_2 * 2048 + element_3], &W_values[W_N_at],
                              k0_4 < K && n0_2 < N);
            }
            teaal_copies_end();
          }
          const offset_t k2_whole_end = static_cast<offset_t>(K) / 32 * 32;
          for (offset_t k2 = 0; k2 < k2_whole_end; k2 += 32) {
            teaal_copies_arrive<0>();
            __syncthreads();
            const offset_t k2_ahead_2 = k2 + 32;
            const int k2_buffer_3 = static_cast<int>(k2_ahead_2 / 32 % 2);
#pragma unroll
            // Load A_tile_values and W_tile_values.
            for (int quad_turn = 0; quad_turn < 4; ++quad_turn) {
              const int quad = static_cast<int>(threadIdx.x) + quad_turn * 128;
              const int element = quad * 4;
              const offset_t m0_2 = m3 + (static_cast<int>(threadIdx.x) * 4 / 32 + quad_turn * 16);
              const offset_t k0_2 = k2_ahead_2 + static_cast<int>(threadIdx.x) * 4 % 32;
              const offset_t A_M_at = b * static_cast<offset_t>(M) + m0_2;
              const offset_t A_K_at = A_M_at * static_cast<offset_t>(K) + k0_2;
              teaal_copy_quad(&A_tile_values[k2_buffer_3 * 2304 + (element + element / 32 * 4)],
                              &A_values[A_K_at], m0_2 < M && k0_2 < K);
            }
#pragma unroll
            for (int quad_2_turn = 0; quad_2_turn < 4; ++quad_2_turn) {
              const int quad_2 = static_cast<int>(threadIdx.x) + quad_2_turn * 128;
              const int element_3 = quad_2 * 4;
              const offset_t k0_4 =
                  k2_ahead_2 + (static_cast<int>(threadIdx.x) * 4 / 64 + quad_2_turn * 8);
              const offset_t n0_2 = n3 + static_cast<int>(threadIdx.x) * 4 % 64;
              const offset_t W_K_at = b * static_cast<offset_t>(K) + k0_4;
              const offset_t W_N_at = W_K_at * static_cast<offset_t>(N) + n0_2;
              teaal_copy_quad(&W_tile_values[k2_buffer_3 * 2048 + element_3], &W_values[W_N_at],
                              k0_4 < K && n0_2 < N);
            }
            teaal_copies_end();
            // Products.
            const offset_t k2_end = k2 + 32;
            const int k2_buffer = static_cast<int>(k2 / 32 % 2);
            for (offset_t k1 = k2; k1 < k2_end; k1 += 8) {
              value_t row_values[8];
#pragma unroll
              for (int own = 0; own < 8; ++own) {
                row_values[own] = value_t(0);
              }
              {
                const offset_t k0_of_lane = k1 + worker_K0_of_row * 2;
#pragma unroll
                for (int k0_turn = 0; k0_turn < 2; ++k0_turn) {
                  const coord_t k0 = static_cast<coord_t>(k0_of_lane + k0_turn);
#pragma unroll
                  for (int m0_turn = 0; m0_turn < 4; ++m0_turn) {
                    const int A_tile_M_at =
                        k2_buffer * 64 + static_cast<int>(worker_M2 * 32 + worker_M1 * 4 + m0_turn);
                    const int A_tile_K_at =
                        A_tile_M_at * 36 + static_cast<int>(static_cast<offset_t>(k0) - k2);
#line 14 "gemm_scaled_batch.yaml"
                    row_values[k0_turn * 4 + m0_turn] = S_values[b] * A_tile_values[A_tile_K_at];
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
#line 22 "gemm_scaled_batch.yaml"
              const offset_t k0_of_lane_2 = k1 + worker_K0_of_column * 2;
#pragma unroll
              for (int k0_turn_2 = 0; k0_turn_2 < 2; ++k0_turn_2) {
                const coord_t k0 = static_cast<coord_t>(k0_of_lane_2 + k0_turn_2);
                const int W_tile_K_at_2 =
                    k2_buffer * 32 + static_cast<int>(static_cast<offset_t>(k0) - k2);
#pragma unroll
                for (int n0_turn = 0; n0_turn < 4; ++n0_turn) {
                  const int W_tile_N_at =
                      W_tile_K_at_2 * 64 +
                      static_cast<int>(worker_N2 * 32 + worker_N1_of_column * 8 +
                                       worker_N0_of_column + n0_turn * workers_N0_of_column);
#line 14 "gemm_scaled_batch.yaml"
                  column_values[k0_turn_2 * 4 + n0_turn] = W_tile_values[W_tile_N_at];
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
              for (int m0_turn = 0; m0_turn < 4; m0_turn += 2) {
#pragma unroll
                for (int n0_turn = 0; n0_turn < 8; n0_turn += 2) {
#line 49 "gemm_scaled_batch.yaml"
                  teaal_mma_in_parts<teaal_multiply_tf32>(
                      sums, m0_turn * 8 + n0_turn, m0_turn * 8 + (n0_turn + 1),
                      (m0_turn + 1) * 8 + n0_turn, (m0_turn + 1) * 8 + (n0_turn + 1), row_words,
                      row_rest, m0_turn, m0_turn + 1, m0_turn + 4, m0_turn + 1 + 4, column_words,
                      column_rest, n0_turn / 2, n0_turn / 2 + 4);
                }
              }
            }
          }
#line 22 "gemm_scaled_batch.yaml"
#pragma unroll 1
          for (offset_t k2 = k2_whole_end; k2 < K; k2 += 32) {
            teaal_copies_arrive<0>();
            __syncthreads();
            const offset_t k2_ahead_2 = k2 + 32;
            const int k2_buffer_3 = static_cast<int>(k2_ahead_2 / 32 % 2);
#pragma unroll
            // Load A_tile_values and W_tile_values.
            for (int quad_turn = 0; quad_turn < 4; ++quad_turn) {
              const int quad = static_cast<int>(threadIdx.x) + quad_turn * 128;
              const int element = quad * 4;
              const offset_t m0_2 = m3 + (static_cast<int>(threadIdx.x) * 4 / 32 + quad_turn * 16);
              const offset_t k0_2 = k2_ahead_2 + static_cast<int>(threadIdx.x) * 4 % 32;
              const offset_t A_M_at = b * static_cast<offset_t>(M) + m0_2;
              const offset_t A_K_at = A_M_at * static_cast<offset_t>(K) + k0_2;
              teaal_copy_quad(&A_tile_values[k2_buffer_3 * 2304 + (element + element / 32 * 4)],
                              &A_values[A_K_at], m0_2 < M && k0_2 < K);
            }
#pragma unroll
            for (int quad_2_turn = 0; quad_2_turn < 4; ++quad_2_turn) {
              const int quad_2 = static_cast<int>(threadIdx.x) + quad_2_turn * 128;
              const int element_3 = quad_2 * 4;
              const offset_t k0_4 =
                  k2_ahead_2 + (static_cast<int>(threadIdx.x) * 4 / 64 + quad_2_turn * 8);
              const offset_t n0_2 = n3 + static_cast<int>(threadIdx.x) * 4 % 64;
              const offset_t W_K_at = b * static_cast<offset_t>(K) + k0_4;
              const offset_t W_N_at = W_K_at * static_cast<offset_t>(N) + n0_2;
              teaal_copy_quad(&W_tile_values[k2_buffer_3 * 2048 + element_3], &W_values[W_N_at],
                              k0_4 < K && n0_2 < N);
            }
            teaal_copies_end();
            // Products.
            const offset_t k2_end = min(static_cast<offset_t>(K), k2 + 32);
            const int k2_buffer = static_cast<int>(k2 / 32 % 2);
            for (offset_t k1 = k2; k1 < k2_end; k1 += 8) {
              const offset_t k1_end = min(k2_end, k1 + 8);
              value_t row_values[8];
#pragma unroll
              for (int own = 0; own < 8; ++own) {
                row_values[own] = value_t(0);
              }
              if (k1 + worker_K0_of_row * 2 < k1_end) {
                const offset_t k0_of_lane = k1 + worker_K0_of_row * 2;
                const offset_t k0_of_lane_end = min(k1_end, k0_of_lane + 2);
#pragma unroll
                for (int k0_turn = 0; k0_turn < 2; ++k0_turn) {
                  if (k0_of_lane + k0_turn < k0_of_lane_end) {
                    const coord_t k0 = static_cast<coord_t>(k0_of_lane + k0_turn);
#pragma unroll
                    for (int m0_turn = 0; m0_turn < 4; ++m0_turn) {
                      const int A_tile_M_at_2 =
                          k2_buffer * 64 +
                          static_cast<int>(worker_M2 * 32 + worker_M1 * 4 + m0_turn);
                      const int A_tile_K_at_2 =
                          A_tile_M_at_2 * 36 + static_cast<int>(static_cast<offset_t>(k0) - k2);
#line 14 "gemm_scaled_batch.yaml"
                      row_values[k0_turn * 4 + m0_turn] =
                          S_values[b] * A_tile_values[A_tile_K_at_2];
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
#line 22 "gemm_scaled_batch.yaml"
              if (k1 + worker_K0_of_column * 2 < k1_end) {
                const offset_t k0_of_lane_2 = k1 + worker_K0_of_column * 2;
                const offset_t k0_of_lane_2_end = min(k1_end, k0_of_lane_2 + 2);
#pragma unroll
                for (int k0_turn_2 = 0; k0_turn_2 < 2; ++k0_turn_2) {
                  if (k0_of_lane_2 + k0_turn_2 < k0_of_lane_2_end) {
                    const coord_t k0 = static_cast<coord_t>(k0_of_lane_2 + k0_turn_2);
                    const int W_tile_K_at_4 =
                        k2_buffer * 32 + static_cast<int>(static_cast<offset_t>(k0) - k2);
#pragma unroll
                    for (int n0_turn = 0; n0_turn < 4; ++n0_turn) {
                      const int W_tile_N_at_2 =
                          W_tile_K_at_4 * 64 +
                          static_cast<int>(worker_N2 * 32 + worker_N1_of_column * 8 +
                                           worker_N0_of_column + n0_turn * workers_N0_of_column);
#line 14 "gemm_scaled_batch.yaml"
                      column_values[k0_turn_2 * 4 + n0_turn] = W_tile_values[W_tile_N_at_2];
                    }
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
              for (int m0_turn = 0; m0_turn < 4; m0_turn += 2) {
#pragma unroll
                for (int n0_turn = 0; n0_turn < 8; n0_turn += 2) {
#line 49 "gemm_scaled_batch.yaml"
                  teaal_mma_in_parts<teaal_multiply_tf32>(
                      sums, m0_turn * 8 + n0_turn, m0_turn * 8 + (n0_turn + 1),
                      (m0_turn + 1) * 8 + n0_turn, (m0_turn + 1) * 8 + (n0_turn + 1), row_words,
                      row_rest, m0_turn, m0_turn + 1, m0_turn + 4, m0_turn + 1 + 4, column_words,
                      column_rest, n0_turn / 2, n0_turn / 2 + 4);
                }
              }
            }
          }
        }
        if (!in_quads) {
#line 22 "gemm_scaled_batch.yaml"
          // Load A_tile_values and W_tile_values.
          {
            const offset_t k2_ahead = 0;
            const int k2_buffer_2 = static_cast<int>(k2_ahead / 32 % 2);
            const bool A_tile_quads_2 = teaal_aligned_rows(A_values, K);
            if (A_tile_quads_2) {
#pragma unroll
              for (int quad_turn = 0; quad_turn < 4; ++quad_turn) {
                const int quad = static_cast<int>(threadIdx.x) + quad_turn * 128;
                const int element = quad * 4;
                const offset_t m0_2 =
                    m3 + (static_cast<int>(threadIdx.x) * 4 / 32 + quad_turn * 16);
                const offset_t k0_2 = k2_ahead + static_cast<int>(threadIdx.x) * 4 % 32;
                const offset_t A_M_at = b * static_cast<offset_t>(M) + m0_2;
                const offset_t A_K_at = A_M_at * static_cast<offset_t>(K) + k0_2;
                teaal_copy_quad(&A_tile_values[k2_buffer_2 * 2304 + (element + element / 32 * 4)],
                                &A_values[A_K_at], m0_2 < M && k0_2 < K);
              }
            }
            if (!A_tile_quads_2) {
#pragma unroll 8
              for (int element_2_turn = 0; element_2_turn < 16; ++element_2_turn) {
                const int element_2 = static_cast<int>(threadIdx.x) + element_2_turn * 128;
                const offset_t m0_3 = m3 + element_2 / 32;
                const offset_t k0_3 = k2_ahead + element_2 % 32;
                const offset_t A_M_at_2 = b * static_cast<offset_t>(M) + m0_3;
                const offset_t A_K_at_2 = A_M_at_2 * static_cast<offset_t>(K) + k0_3;
                teaal_copy_element(
                    &A_tile_values[k2_buffer_2 * 2304 + (element_2 + element_2 / 32 * 4)],
                    &A_values[A_K_at_2], m0_3 < M && k0_3 < K);
              }
            }
            const bool W_tile_quads_2 = teaal_aligned_rows(W_values, N);
            if (W_tile_quads_2) {
#pragma unroll
              for (int quad_2_turn = 0; quad_2_turn < 4; ++quad_2_turn) {
                const int quad_2 = static_cast<int>(threadIdx.x) + quad_2_turn * 128;
                const int element_3 = quad_2 * 4;
                const offset_t k0_4 =
                    k2_ahead + (static_cast<int>(threadIdx.x) * 4 / 64 + quad_2_turn * 8);
                const offset_t n0_2 = n3 + static_cast<int>(threadIdx.x) * 4 % 64;
                const offset_t W_K_at = b * static_cast<offset_t>(K) + k0_4;
                const offset_t W_N_at = W_K_at * static_cast<offset_t>(N) + n0_2;
                teaal_copy_quad(&W_tile_values[k2_buffer_2 * 2048 + element_3], &W_values[W_N_at],
                                k0_4 < K && n0_2 < N);
              }
            }
            if (!W_tile_quads_2) {
#pragma unroll 8
              for (int element_4_turn = 0; element_4_turn < 16; ++element_4_turn) {
                const int element_4 = static_cast<int>(threadIdx.x) + element_4_turn * 128;
                const offset_t k0_5 = k2_ahead + element_4 / 64;
                const offset_t n0_3 = n3 + element_4 % 64;
                const offset_t W_K_at_2 = b * static_cast<offset_t>(K) + k0_5;
                const offset_t W_N_at_2 = W_K_at_2 * static_cast<offset_t>(N) + n0_3;
                teaal_copy_element(&W_tile_values[k2_buffer_2 * 2048 + element_4],
                                   &W_values[W_N_at_2], k0_5 < K && n0_3 < N);
              }
            }
            teaal_copies_end();
          }
          const offset_t k2_whole_end_2 = static_cast<offset_t>(K) / 32 * 32;
          for (offset_t k2 = 0; k2 < k2_whole_end_2; k2 += 32) {
            teaal_copies_arrive<0>();
            __syncthreads();
            const offset_t k2_ahead_2 = k2 + 32;
            const int k2_buffer_3 = static_cast<int>(k2_ahead_2 / 32 % 2);
            const bool A_tile_quads_3 = teaal_aligned_rows(A_values, K);
            // Load A_tile_values and W_tile_values.
            if (A_tile_quads_3) {
#pragma unroll
              for (int quad_turn = 0; quad_turn < 4; ++quad_turn) {
                const int quad = static_cast<int>(threadIdx.x) + quad_turn * 128;
                const int element = quad * 4;
                const offset_t m0_2 =
                    m3 + (static_cast<int>(threadIdx.x) * 4 / 32 + quad_turn * 16);
                const offset_t k0_2 = k2_ahead_2 + static_cast<int>(threadIdx.x) * 4 % 32;
                const offset_t A_M_at = b * static_cast<offset_t>(M) + m0_2;
                const offset_t A_K_at = A_M_at * static_cast<offset_t>(K) + k0_2;
                teaal_copy_quad(&A_tile_values[k2_buffer_3 * 2304 + (element + element / 32 * 4)],
                                &A_values[A_K_at], m0_2 < M && k0_2 < K);
              }
            }
            if (!A_tile_quads_3) {
#pragma unroll 8
              for (int element_2_turn = 0; element_2_turn < 16; ++element_2_turn) {
                const int element_2 = static_cast<int>(threadIdx.x) + element_2_turn * 128;
                const offset_t m0_3 = m3 + element_2 / 32;
                const offset_t k0_3 = k2_ahead_2 + element_2 % 32;
                const offset_t A_M_at_2 = b * static_cast<offset_t>(M) + m0_3;
                const offset_t A_K_at_2 = A_M_at_2 * static_cast<offset_t>(K) + k0_3;
                teaal_copy_element(
                    &A_tile_values[k2_buffer_3 * 2304 + (element_2 + element_2 / 32 * 4)],
                    &A_values[A_K_at_2], m0_3 < M && k0_3 < K);
              }
            }
            const bool W_tile_quads_3 = teaal_aligned_rows(W_values, N);
            if (W_tile_quads_3) {
#pragma unroll
              for (int quad_2_turn = 0; quad_2_turn < 4; ++quad_2_turn) {
                const int quad_2 = static_cast<int>(threadIdx.x) + quad_2_turn * 128;
                const int element_3 = quad_2 * 4;
                const offset_t k0_4 =
                    k2_ahead_2 + (static_cast<int>(threadIdx.x) * 4 / 64 + quad_2_turn * 8);
                const offset_t n0_2 = n3 + static_cast<int>(threadIdx.x) * 4 % 64;
                const offset_t W_K_at = b * static_cast<offset_t>(K) + k0_4;
                const offset_t W_N_at = W_K_at * static_cast<offset_t>(N) + n0_2;
                teaal_copy_quad(&W_tile_values[k2_buffer_3 * 2048 + element_3], &W_values[W_N_at],
                                k0_4 < K && n0_2 < N);
              }
            }
            if (!W_tile_quads_3) {
#pragma unroll 8
              for (int element_4_turn = 0; element_4_turn < 16; ++element_4_turn) {
                const int element_4 = static_cast<int>(threadIdx.x) + element_4_turn * 128;
                const offset_t k0_5 = k2_ahead_2 + element_4 / 64;
                const offset_t n0_3 = n3 + element_4 % 64;
                const offset_t W_K_at_2 = b * static_cast<offset_t>(K) + k0_5;
                const offset_t W_N_at_2 = W_K_at_2 * static_cast<offset_t>(N) + n0_3;
                teaal_copy_element(&W_tile_values[k2_buffer_3 * 2048 + element_4],
                                   &W_values[W_N_at_2], k0_5 < K && n0_3 < N);
              }
            }
            teaal_copies_end();
            // Products.
            const offset_t k2_end = k2 + 32;
            const int k2_buffer = static_cast<int>(k2 / 32 % 2);
            for (offset_t k1 = k2; k1 < k2_end; k1 += 8) {
              value_t row_values[8];
#pragma unroll
              for (int own = 0; own < 8; ++own) {
                row_values[own] = value_t(0);
              }
              {
                const offset_t k0_of_lane = k1 + worker_K0_of_row * 2;
#pragma unroll
                for (int k0_turn = 0; k0_turn < 2; ++k0_turn) {
                  const coord_t k0 = static_cast<coord_t>(k0_of_lane + k0_turn);
#pragma unroll
                  for (int m0_turn = 0; m0_turn < 4; ++m0_turn) {
                    const int A_tile_M_at =
                        k2_buffer * 64 + static_cast<int>(worker_M2 * 32 + worker_M1 * 4 + m0_turn);
                    const int A_tile_K_at =
                        A_tile_M_at * 36 + static_cast<int>(static_cast<offset_t>(k0) - k2);
#line 14 "gemm_scaled_batch.yaml"
                    row_values[k0_turn * 4 + m0_turn] = S_values[b] * A_tile_values[A_tile_K_at];
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
#line 22 "gemm_scaled_batch.yaml"
              const offset_t k0_of_lane_2 = k1 + worker_K0_of_column * 2;
#pragma unroll
              for (int k0_turn_2 = 0; k0_turn_2 < 2; ++k0_turn_2) {
                const coord_t k0 = static_cast<coord_t>(k0_of_lane_2 + k0_turn_2);
                const int W_tile_K_at_2 =
                    k2_buffer * 32 + static_cast<int>(static_cast<offset_t>(k0) - k2);
#pragma unroll
                for (int n0_turn = 0; n0_turn < 4; ++n0_turn) {
                  const int W_tile_N_at =
                      W_tile_K_at_2 * 64 +
                      static_cast<int>(worker_N2 * 32 + worker_N1_of_column * 8 +
                                       worker_N0_of_column + n0_turn * workers_N0_of_column);
#line 14 "gemm_scaled_batch.yaml"
                  column_values[k0_turn_2 * 4 + n0_turn] = W_tile_values[W_tile_N_at];
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
              for (int m0_turn = 0; m0_turn < 4; m0_turn += 2) {
#pragma unroll
                for (int n0_turn = 0; n0_turn < 8; n0_turn += 2) {
#line 49 "gemm_scaled_batch.yaml"
                  teaal_mma_in_parts<teaal_multiply_tf32>(
                      sums, m0_turn * 8 + n0_turn, m0_turn * 8 + (n0_turn + 1),
                      (m0_turn + 1) * 8 + n0_turn, (m0_turn + 1) * 8 + (n0_turn + 1), row_words,
                      row_rest, m0_turn, m0_turn + 1, m0_turn + 4, m0_turn + 1 + 4, column_words,
                      column_rest, n0_turn / 2, n0_turn / 2 + 4);
                }
              }
            }
          }
#line 22 "gemm_scaled_batch.yaml"
#pragma unroll 1
          for (offset_t k2 = k2_whole_end_2; k2 < K; k2 += 32) {
            teaal_copies_arrive<0>();
            __syncthreads();
            const offset_t k2_ahead_2 = k2 + 32;
            const int k2_buffer_3 = static_cast<int>(k2_ahead_2 / 32 % 2);
            const bool A_tile_quads_3 = teaal_aligned_rows(A_values, K);
            // Load A_tile_values and W_tile_values.
            if (A_tile_quads_3) {
#pragma unroll
              for (int quad_turn = 0; quad_turn < 4; ++quad_turn) {
                const int quad = static_cast<int>(threadIdx.x) + quad_turn * 128;
                const int element = quad * 4;
                const offset_t m0_2 =
                    m3 + (static_cast<int>(threadIdx.x) * 4 / 32 + quad_turn * 16);
                const offset_t k0_2 = k2_ahead_2 + static_cast<int>(threadIdx.x) * 4 % 32;
                const offset_t A_M_at = b * static_cast<offset_t>(M) + m0_2;
                const offset_t A_K_at = A_M_at * static_cast<offset_t>(K) + k0_2;
                teaal_copy_quad(&A_tile_values[k2_buffer_3 * 2304 + (element + element / 32 * 4)],
                                &A_values[A_K_at], m0_2 < M && k0_2 < K);
              }
            }
            if (!A_tile_quads_3) {
#pragma unroll 8
              for (int element_2_turn = 0; element_2_turn < 16; ++element_2_turn) {
                const int element_2 = static_cast<int>(threadIdx.x) + element_2_turn * 128;
                const offset_t m0_3 = m3 + element_2 / 32;
                const offset_t k0_3 = k2_ahead_2 + element_2 % 32;
                const offset_t A_M_at_2 = b * static_cast<offset_t>(M) + m0_3;
                const offset_t A_K_at_2 = A_M_at_2 * static_cast<offset_t>(K) + k0_3;
                teaal_copy_element(
                    &A_tile_values[k2_buffer_3 * 2304 + (element_2 + element_2 / 32 * 4)],
                    &A_values[A_K_at_2], m0_3 < M && k0_3 < K);
              }
            }
            const bool W_tile_quads_3 = teaal_aligned_rows(W_values, N);
            if (W_tile_quads_3) {
#pragma unroll
              for (int quad_2_turn = 0; quad_2_turn < 4; ++quad_2_turn) {
                const int quad_2 = static_cast<int>(threadIdx.x) + quad_2_turn * 128;
                const int element_3 = quad_2 * 4;
                const offset_t k0_4 =
                    k2_ahead_2 + (static_cast<int>(threadIdx.x) * 4 / 64 + quad_2_turn * 8);
                const offset_t n0_2 = n3 + static_cast<int>(threadIdx.x) * 4 % 64;
                const offset_t W_K_at = b * static_cast<offset_t>(K) + k0_4;
                const offset_t W_N_at = W_K_at * static_cast<offset_t>(N) + n0_2;
                teaal_copy_quad(&W_tile_values[k2_buffer_3 * 2048 + element_3], &W_values[W_N_at],
                                k0_4 < K && n0_2 < N);
              }
            }
            if (!W_tile_quads_3) {
#pragma unroll 8
              for (int element_4_turn = 0; element_4_turn < 16; ++element_4_turn) {
                const int element_4 = static_cast<int>(threadIdx.x) + element_4_turn * 128;
                const offset_t k0_5 = k2_ahead_2 + element_4 / 64;
                const offset_t n0_3 = n3 + element_4 % 64;
                const offset_t W_K_at_2 = b * static_cast<offset_t>(K) + k0_5;
                const offset_t W_N_at_2 = W_K_at_2 * static_cast<offset_t>(N) + n0_3;
                teaal_copy_element(&W_tile_values[k2_buffer_3 * 2048 + element_4],
                                   &W_values[W_N_at_2], k0_5 < K && n0_3 < N);
              }
            }
            teaal_copies_end();
            // Products.
            const offset_t k2_end = min(static_cast<offset_t>(K), k2 + 32);
            const int k2_buffer = static_cast<int>(k2 / 32 % 2);
            for (offset_t k1 = k2; k1 < k2_end; k1 += 8) {
              const offset_t k1_end = min(k2_end, k1 + 8);
              value_t row_values[8];
#pragma unroll
              for (int own = 0; own < 8; ++own) {
                row_values[own] = value_t(0);
              }
              if (k1 + worker_K0_of_row * 2 < k1_end) {
                const offset_t k0_of_lane = k1 + worker_K0_of_row * 2;
                const offset_t k0_of_lane_end = min(k1_end, k0_of_lane + 2);
#pragma unroll
                for (int k0_turn = 0; k0_turn < 2; ++k0_turn) {
                  if (k0_of_lane + k0_turn < k0_of_lane_end) {
                    const coord_t k0 = static_cast<coord_t>(k0_of_lane + k0_turn);
#pragma unroll
                    for (int m0_turn = 0; m0_turn < 4; ++m0_turn) {
                      const int A_tile_M_at_2 =
                          k2_buffer * 64 +
                          static_cast<int>(worker_M2 * 32 + worker_M1 * 4 + m0_turn);
                      const int A_tile_K_at_2 =
                          A_tile_M_at_2 * 36 + static_cast<int>(static_cast<offset_t>(k0) - k2);
#line 14 "gemm_scaled_batch.yaml"
                      row_values[k0_turn * 4 + m0_turn] =
                          S_values[b] * A_tile_values[A_tile_K_at_2];
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
#line 22 "gemm_scaled_batch.yaml"
              if (k1 + worker_K0_of_column * 2 < k1_end) {
                const offset_t k0_of_lane_2 = k1 + worker_K0_of_column * 2;
                const offset_t k0_of_lane_2_end = min(k1_end, k0_of_lane_2 + 2);
#pragma unroll
                for (int k0_turn_2 = 0; k0_turn_2 < 2; ++k0_turn_2) {
                  if (k0_of_lane_2 + k0_turn_2 < k0_of_lane_2_end) {
                    const coord_t k0 = static_cast<coord_t>(k0_of_lane_2 + k0_turn_2);
                    const int W_tile_K_at_4 =
                        k2_buffer * 32 + static_cast<int>(static_cast<offset_t>(k0) - k2);
#pragma unroll
                    for (int n0_turn = 0; n0_turn < 4; ++n0_turn) {
                      const int W_tile_N_at_2 =
                          W_tile_K_at_4 * 64 +
                          static_cast<int>(worker_N2 * 32 + worker_N1_of_column * 8 +
                                           worker_N0_of_column + n0_turn * workers_N0_of_column);
#line 14 "gemm_scaled_batch.yaml"
                      column_values[k0_turn_2 * 4 + n0_turn] = W_tile_values[W_tile_N_at_2];
                    }
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
              for (int m0_turn = 0; m0_turn < 4; m0_turn += 2) {
#pragma unroll
                for (int n0_turn = 0; n0_turn < 8; n0_turn += 2) {
#line 49 "gemm_scaled_batch.yaml"
                  teaal_mma_in_parts<teaal_multiply_tf32>(
                      sums, m0_turn * 8 + n0_turn, m0_turn * 8 + (n0_turn + 1),
                      (m0_turn + 1) * 8 + n0_turn, (m0_turn + 1) * 8 + (n0_turn + 1), row_words,
                      row_rest, m0_turn, m0_turn + 1, m0_turn + 4, m0_turn + 1 + 4, column_words,
                      column_rest, n0_turn / 2, n0_turn / 2 + 4);
                }
              }
            }
          }
        }
#line 22 "gemm_scaled_batch.yaml"
        const bool whole_2 =
            m3_end - m3 == 64 && n3_end - n3 == 64 && teaal_aligned_rows(C_values, N);
        // Store C_values.
        if (whole_2) {
          const offset_t m2 = m3 + worker_M2 * 32;
          const offset_t n2 = n3 + worker_N2 * 32;
          const offset_t m1 = m2 + worker_M1 * 4;
          const offset_t n1 = n2 + worker_N1 * 8;
#pragma unroll
          for (int m0_turn = 0; m0_turn < 4; ++m0_turn) {
            const coord_t m0 = static_cast<coord_t>(m1 + m0_turn);
            const offset_t C_M_at_3 = b * static_cast<offset_t>(M) + m0;
#pragma unroll
            for (int quad_3 = 0; quad_3 < 2; ++quad_3) {
              teaal_write_quad(&C_values[C_M_at_3 * static_cast<offset_t>(N) +
                                         static_cast<coord_t>(n1 + quad_3 * 4)],
                               &sums[m0_turn * 8 + quad_3 * 4]);
            }
          }
        }
        if (!whole_2) {
          if (m3 + worker_M2 * 32 < m3_end) {
            const offset_t m2 = m3 + worker_M2 * 32;
            const offset_t m2_end = min(m3_end, m2 + 32);
            if (n3 + worker_N2 * 32 < n3_end) {
              const offset_t n2 = n3 + worker_N2 * 32;
              const offset_t n2_end = min(n3_end, n2 + 32);
              if (m2 + worker_M1 * 4 < m2_end) {
                const offset_t m1 = m2 + worker_M1 * 4;
                const offset_t m1_end = min(m2_end, m1 + 4);
                if (n2 + worker_N1 * 8 < n2_end) {
                  const offset_t n1 = n2 + worker_N1 * 8;
                  const offset_t n1_end = min(n2_end, n1 + 8);
#pragma unroll
                  for (int m0_turn = 0; m0_turn < 4; ++m0_turn) {
                    if (m1 + m0_turn < m1_end) {
                      const coord_t m0 = static_cast<coord_t>(m1 + m0_turn);
                      const offset_t C_M_at_4 = b * static_cast<offset_t>(M) + m0;
#pragma unroll
                      for (int n0_turn = 0; n0_turn < 8; ++n0_turn) {
                        if (n1 + n0_turn < n1_end) {
                          const coord_t n0 = static_cast<coord_t>(n1 + n0_turn);
                          const offset_t C_N_at_2 = C_M_at_4 * static_cast<offset_t>(N) + n0;
#line 14 "gemm_scaled_batch.yaml"
                          C_values[C_N_at_2] = sums[m0_turn * 8 + n0_turn];
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
#line 1 "gemm_scaled_batch.launcher"
#include <cuda_runtime.h>
#include <stddef.h>
#include <stdint.h>

typedef value_t gemm_scaled_batch_value;
typedef pos_t gemm_scaled_batch_position;

extern "C" {
#if TEAAL_POSITION_BITS == 64 /* functions have names of their own */
#define gemm_scaled_batch_workspace_bytes gemm_scaled_batch_workspace_bytes_64
#define gemm_scaled_batch_launch gemm_scaled_batch_launch_64
#endif

struct CUstream_st; /* what cudaStream_t points to */

/* Device pointers and sizes. Segments have one entry a fiber and one more; arrays must not overlap.
 */
typedef struct gemm_scaled_batch_arguments {
  /* C: B:U, M:U, N:U */
  gemm_scaled_batch_value* C_values;
  /* S: B:U */
  const gemm_scaled_batch_value* S_values;
  /* A: B:U, M:U, K:U */
  const gemm_scaled_batch_value* A_values;
  /* W: B:U, K:U, N:U */
  const gemm_scaled_batch_value* W_values;
  int64_t extent_B;
  int64_t extent_M;
  int64_t extent_K;
  int64_t extent_N;
} gemm_scaled_batch_arguments;

/* Bytes of device memory that gemm_scaled_batch_launch needs as workspace (0: none), aligned to
 * 256. */
size_t gemm_scaled_batch_workspace_bytes(const gemm_scaled_batch_arguments* arguments);

/* Enqueues the whole plan on `stream` (0: the default stream) and returns at once. 0: enqueued;
   else see gemm_scaled_batch_error_text. Allocates nothing and throws nothing. */
int gemm_scaled_batch_launch(const gemm_scaled_batch_arguments* arguments, void* workspace,
                             size_t workspace_bytes, struct CUstream_st* stream);
const char* gemm_scaled_batch_error_text(int code);
}

namespace {

inline int64_t min(int64_t a, int64_t b) { return a < b ? a : b; }
inline int64_t max(int64_t a, int64_t b) { return a < b ? b : a; }
inline int64_t ceil_div(int64_t a, int64_t b) { return (a + b - 1) / b; }

struct gemm_scaled_batch_sizes {
  int64_t B;
  int64_t M;
  int64_t K;
  int64_t N;
  int64_t gemm_scaled_batch_C_B_workers;
  int64_t gemm_scaled_batch_C_M3_workers;
  int64_t gemm_scaled_batch_C_N3_workers;
  explicit gemm_scaled_batch_sizes(const gemm_scaled_batch_arguments& a) {
    B = a.extent_B;
    M = a.extent_M;
    K = a.extent_K;
    N = a.extent_N;
    gemm_scaled_batch_C_B_workers = max(min(B, 2147483647), 1);
    gemm_scaled_batch_C_M3_workers =
        max(min(ceil_div(M, 64), 2147483647 / gemm_scaled_batch_C_B_workers), 1);
    gemm_scaled_batch_C_N3_workers =
        max(min(ceil_div(N, 64),
                2147483647 / gemm_scaled_batch_C_B_workers / gemm_scaled_batch_C_M3_workers),
            1);
  }
  bool valid() const {
    return B >= 0 && B <= 2147483647 && M >= 0 && M <= 2147483647 && K >= 0 && K <= 2147483647 &&
           N >= 0 && N <= 2147483647;
  }
  bool addressable() const {
    return B <= 1000000000 && M <= 1000000000 && K <= 1000000000 && N <= 1000000000 &&
           (B == 0 || M <= 1000000000 / B) && (B * M == 0 || N <= 1000000000 / (B * M)) &&
           (B * M == 0 || K <= 1000000000 / (B * M)) && (B == 0 || K <= 1000000000 / B) &&
           (B * K == 0 || N <= 1000000000 / (B * K));
  }
  int64_t block_gemm_scaled_batch_C() const { return 128; }
  int64_t grid_gemm_scaled_batch_C() const {
    return gemm_scaled_batch_C_B_workers * gemm_scaled_batch_C_M3_workers *
           gemm_scaled_batch_C_N3_workers;
  }
  coord_t B_of_gemm_scaled_batch_C() const { return static_cast<coord_t>(B); }
  coord_t K_of_gemm_scaled_batch_C() const { return static_cast<coord_t>(K); }
  coord_t M_of_gemm_scaled_batch_C() const { return static_cast<coord_t>(M); }
  coord_t N_of_gemm_scaled_batch_C() const { return static_cast<coord_t>(N); }
  coord_t count_N3_of_gemm_scaled_batch_C() const {
    return static_cast<coord_t>(gemm_scaled_batch_C_N3_workers);
  }
  coord_t count_M3_of_gemm_scaled_batch_C() const {
    return static_cast<coord_t>(gemm_scaled_batch_C_M3_workers);
  }
  coord_t count_B_of_gemm_scaled_batch_C() const {
    return static_cast<coord_t>(gemm_scaled_batch_C_B_workers);
  }
  int64_t stored_C() const { return B * M * N; }
};

}  // namespace

extern "C" size_t gemm_scaled_batch_workspace_bytes(const gemm_scaled_batch_arguments* arguments) {
  if (arguments == nullptr) return 0;
  const gemm_scaled_batch_sizes sizes(*arguments);
  if (!sizes.valid()) return 0;
  size_t bytes = 0;
  (void)sizes;
  return bytes;
}

extern "C" int gemm_scaled_batch_launch(const gemm_scaled_batch_arguments* arguments,
                                        void* workspace, size_t workspace_bytes,
                                        struct CUstream_st* stream) {
  if (arguments == nullptr) return 1;
  const gemm_scaled_batch_arguments& a = *arguments;
  const gemm_scaled_batch_sizes sizes(a);
  if (!sizes.valid()) return 1;
  if (sizeof(offset_t) < sizeof(int64_t) && !sizes.addressable()) return 6;
  if (workspace_bytes < gemm_scaled_batch_workspace_bytes(arguments)) return 2;
  (void)workspace;
  gemm_scaled_batch_C<<<static_cast<unsigned>(sizes.grid_gemm_scaled_batch_C()),
                        static_cast<unsigned>(sizes.block_gemm_scaled_batch_C()), 0, stream>>>(
      a.C_values, a.S_values, a.A_values, a.W_values, sizes.B_of_gemm_scaled_batch_C(),
      sizes.K_of_gemm_scaled_batch_C(), sizes.M_of_gemm_scaled_batch_C(),
      sizes.N_of_gemm_scaled_batch_C(), sizes.count_N3_of_gemm_scaled_batch_C(),
      sizes.count_M3_of_gemm_scaled_batch_C(), sizes.count_B_of_gemm_scaled_batch_C());
  if (cudaGetLastError() != cudaSuccess) return 3;
  return 0;
}

extern "C" const char* gemm_scaled_batch_error_text(int code) {
  switch (code) {
    case 0:
      return "ok";
    case 1:
      return "no arguments, or an extent or size outside [0, 2147483647]";
    case 2:
      return "the workspace is smaller than gemm_scaled_batch_workspace_bytes says";
    case 3:
      return "CUDA refused a launch or a memset; cudaGetLastError has been read";
    case 6:
      return "an extent or an array is longer than offsets count: build with TEAAL_OFFSET_BITS=64";
    default:
      return "unknown code";
  }
}
#endif
