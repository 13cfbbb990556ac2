// Made by teaalc 0.1.0 from gemm_min_plus.yaml; do not edit.
//   Z[m, n] = A[k, m] * B[k, n]
//     loops M4 (space), N4 (space), K1, K0, M3 (space), N3 (space), M2, M1 (space), M0, N2, N1
//     (space), N0 maps by A[k, m] + B[k, n] reduces by min from inf
//   stored A[K:U, M:U], B[K:U, N:U], Z[M:U, N:U]
//   sizes BK=16
//   teaalc gemm_min_plus.yaml --type=f32 --arch=sm_90 --index-bits=32

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

// The same value in a register of its own. A grid has one dimension, which ptxas does not know: it
// would keep what goes to memory in quads, through all of the main loop, in the quads of registers
// that a vector store wants, and so in the bank of the factor whose neighbours it has: half of the
// products would wait for an operand.
static __device__ __forceinline__ int teaal_apart(int value) {
#ifdef TEAAL_CPU
  return value;
#else
  return value ^ static_cast<int>(blockIdx.z);
#endif
}

static __device__ __forceinline__ float teaal_apart(float value) {
#ifdef TEAAL_CPU
  return value;
#else
  return __int_as_float(teaal_apart(__float_as_int(value)));
#endif
}

// Four elements to memory.
[[maybe_unused]] static __device__ __forceinline__ void teaal_store_quad(float* to,
                                                                         const float* from) {
#ifdef TEAAL_CPU
  teaal_give_units<4>(to, from);
#else
  *reinterpret_cast<float4*>(to) = make_float4(teaal_apart(from[0]), teaal_apart(from[1]),
                                               teaal_apart(from[2]), teaal_apart(from[3]));
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

#line 13 "gemm_min_plus.yaml"
extern "C" __global__ void __launch_bounds__(256, 2)
    gemm_min_plus_Z(value_t* __restrict__ Z_values, const value_t* __restrict__ A_values,
                    const value_t* __restrict__ B_values, coord_t K, coord_t M, coord_t N,
                    coord_t count_N4, coord_t count_M4) {
  extern __shared__ __align__(128) unsigned char teaal_shared[];
  constexpr int BK = 16;
  const offset_t workers_N4 = count_N4;
  const offset_t worker_N4 = blockIdx.x % count_N4;
  const offset_t workers_M4 = count_M4;
  const offset_t worker_M4 = blockIdx.x / count_N4;
  const offset_t worker_N3 = threadIdx.x / 32 % 4;
  const offset_t worker_M3 = threadIdx.x / 32 / 4;
  const offset_t worker_N1 = threadIdx.x % 32 % 4;
  const offset_t worker_M1 = threadIdx.x % 32 / 4;
  value_t* const A_tile_values = reinterpret_cast<value_t*>(teaal_shared + 0);
  value_t* const B_tile_values = reinterpret_cast<value_t*>(teaal_shared + 24576);
#line 25 "gemm_min_plus.yaml"
  for (offset_t m4 = worker_M4 * 128; m4 < M; m4 += workers_M4 * 128) {
    const offset_t m4_end = min(static_cast<offset_t>(M), m4 + 128);
    for (offset_t n4 = worker_N4 * 128; n4 < N; n4 += workers_N4 * 128) {
      const offset_t n4_end = min(static_cast<offset_t>(N), n4 + 128);
#line 13 "gemm_min_plus.yaml"
      value_t sums[64];
#pragma unroll
      for (int sums_element = 0; sums_element < 64; ++sums_element) {
        sums[sums_element] = static_cast<value_t>(__int_as_float(0x7f800000));
      }
      __syncthreads();
      const bool in_quads = teaal_aligned_rows(A_values, M) && teaal_aligned_rows(B_values, N);
      if (in_quads) {
#line 25 "gemm_min_plus.yaml"
#pragma unroll
        // Load A_tile_values and B_tile_values.
        for (int k1_first = 0; k1_first < 2; ++k1_first) {
          const offset_t k1_ahead = k1_first * BK;
          const int k1_buffer_2 = static_cast<int>(k1_first % 3);
#pragma unroll
          for (int quad_turn = 0; quad_turn < 2; ++quad_turn) {
            const int quad = static_cast<int>(threadIdx.x) + quad_turn * 256;
            const int element = quad * 4;
            const offset_t k0_2 =
                k1_ahead + (static_cast<int>(threadIdx.x) * 4 / 128 + quad_turn * 8);
            const offset_t m0_2 = m4 + static_cast<int>(threadIdx.x) * 4 % 128;
            const offset_t A_M_at = k0_2 * static_cast<offset_t>(M) + m0_2;
            teaal_copy_quad(&A_tile_values[k1_buffer_2 * 2048 + element], &A_values[A_M_at],
                            k0_2 < K && m0_2 < M);
          }
#pragma unroll
          for (int quad_2_turn = 0; quad_2_turn < 2; ++quad_2_turn) {
            const int quad_2 = static_cast<int>(threadIdx.x) + quad_2_turn * 256;
            const int element_3 = quad_2 * 4;
            const offset_t k0_4 =
                k1_ahead + (static_cast<int>(threadIdx.x) * 4 / 128 + quad_2_turn * 8);
            const offset_t n0_2 = n4 + static_cast<int>(threadIdx.x) * 4 % 128;
            const offset_t B_N_at = k0_4 * static_cast<offset_t>(N) + n0_2;
            teaal_copy_quad(&B_tile_values[k1_buffer_2 * 2048 + element_3], &B_values[B_N_at],
                            k0_4 < K && n0_2 < N);
          }
          teaal_copies_end();
        }
        const offset_t k1_whole_end = static_cast<offset_t>(K) / 16 * 16;
        for (offset_t k1 = 0; k1 < k1_whole_end; k1 += BK) {
          teaal_copies_arrive<1>();
          __syncthreads();
          const offset_t k1_ahead_2 = k1 + 32;
          const int k1_buffer_3 = static_cast<int>(k1_ahead_2 / BK % 3);
#pragma unroll
          // Load A_tile_values and B_tile_values.
          for (int quad_turn = 0; quad_turn < 2; ++quad_turn) {
            const int quad = static_cast<int>(threadIdx.x) + quad_turn * 256;
            const int element = quad * 4;
            const offset_t k0_2 =
                k1_ahead_2 + (static_cast<int>(threadIdx.x) * 4 / 128 + quad_turn * 8);
            const offset_t m0_2 = m4 + static_cast<int>(threadIdx.x) * 4 % 128;
            const offset_t A_M_at = k0_2 * static_cast<offset_t>(M) + m0_2;
            teaal_copy_quad(&A_tile_values[k1_buffer_3 * 2048 + element], &A_values[A_M_at],
                            k0_2 < K && m0_2 < M);
          }
#pragma unroll
          for (int quad_2_turn = 0; quad_2_turn < 2; ++quad_2_turn) {
            const int quad_2 = static_cast<int>(threadIdx.x) + quad_2_turn * 256;
            const int element_3 = quad_2 * 4;
            const offset_t k0_4 =
                k1_ahead_2 + (static_cast<int>(threadIdx.x) * 4 / 128 + quad_2_turn * 8);
            const offset_t n0_2 = n4 + static_cast<int>(threadIdx.x) * 4 % 128;
            const offset_t B_N_at = k0_4 * static_cast<offset_t>(N) + n0_2;
            teaal_copy_quad(&B_tile_values[k1_buffer_3 * 2048 + element_3], &B_values[B_N_at],
                            k0_4 < K && n0_2 < N);
          }
          teaal_copies_end();
          // Products.
          const int k1_buffer = static_cast<int>(k1 / BK % 3);
#pragma unroll
          for (int k0_turn = 0; k0_turn < 16; ++k0_turn) {
            const int A_tile_K_at = k1_buffer * 16 + k0_turn;
            const int B_tile_K_at = k1_buffer * 16 + k0_turn;
            value_t B_held[8];
            value_t A_held[8];
            {
#pragma unroll
              for (int m2_turn = 0; m2_turn < 2; ++m2_turn) {
                value_t A_tile_values_quad[4];
                teaal_load_quad(&A_tile_values_quad[0],
                                &A_tile_values[A_tile_K_at * 128 +
                                               static_cast<int>(worker_M3 * 64 + m2_turn * 32 +
                                                                worker_M1 * 4)]);
#pragma unroll
                for (int m0_turn = 0; m0_turn < 4; ++m0_turn) {
#line 13 "gemm_min_plus.yaml"
                  A_held[m2_turn * 4 + m0_turn] = A_tile_values_quad[m0_turn];
                }
              }
            }
#line 25 "gemm_min_plus.yaml"
            {
#pragma unroll
              for (int n2_turn = 0; n2_turn < 2; ++n2_turn) {
                value_t B_tile_values_quad[4];
                teaal_load_quad(&B_tile_values_quad[0],
                                &B_tile_values[B_tile_K_at * 128 +
                                               static_cast<int>(worker_N3 * 32 + n2_turn * 16 +
                                                                worker_N1 * 4)]);
#pragma unroll
                for (int n0_turn = 0; n0_turn < 4; ++n0_turn) {
#line 13 "gemm_min_plus.yaml"
                  B_held[n2_turn * 4 + n0_turn] = B_tile_values_quad[n0_turn];
                }
              }
            }
#line 25 "gemm_min_plus.yaml"
#pragma unroll
            for (int m2_turn = 0; m2_turn < 2; ++m2_turn) {
#pragma unroll
              for (int m0_turn_step = 0; m0_turn_step < 4; ++m0_turn_step) {
                const int m0_turn = (m2_turn % 2 == 1) ? 3 - m0_turn_step : m0_turn_step;
#pragma unroll
                for (int n2_turn_step = 0; n2_turn_step < 2; ++n2_turn_step) {
                  const int n2_turn = (m0_turn_step % 2 == 1) ? 1 - n2_turn_step : n2_turn_step;
#pragma unroll
                  for (int n0_turn_step = 0; n0_turn_step < 4; ++n0_turn_step) {
                    const int n0_turn = (n2_turn_step % 2 == 1) ? 3 - n0_turn_step : n0_turn_step;
#line 13 "gemm_min_plus.yaml"
                    sums[((m2_turn * 4 + m0_turn) * 2 + n2_turn) * 4 + n0_turn] =
                        fminf(sums[((m2_turn * 4 + m0_turn) * 2 + n2_turn) * 4 + n0_turn],
                              A_held[m2_turn * 4 + m0_turn] + B_held[n2_turn * 4 + n0_turn]);
                  }
                }
              }
            }
          }
        }
#line 25 "gemm_min_plus.yaml"
#pragma unroll 1
        for (offset_t k1 = k1_whole_end; k1 < K; k1 += BK) {
          teaal_copies_arrive<1>();
          __syncthreads();
          const offset_t k1_ahead_2 = k1 + 32;
          const int k1_buffer_3 = static_cast<int>(k1_ahead_2 / BK % 3);
#pragma unroll
          // Load A_tile_values and B_tile_values.
          for (int quad_turn = 0; quad_turn < 2; ++quad_turn) {
            const int quad = static_cast<int>(threadIdx.x) + quad_turn * 256;
            const int element = quad * 4;
            const offset_t k0_2 =
                k1_ahead_2 + (static_cast<int>(threadIdx.x) * 4 / 128 + quad_turn * 8);
            const offset_t m0_2 = m4 + static_cast<int>(threadIdx.x) * 4 % 128;
            const offset_t A_M_at = k0_2 * static_cast<offset_t>(M) + m0_2;
            teaal_copy_quad(&A_tile_values[k1_buffer_3 * 2048 + element], &A_values[A_M_at],
                            k0_2 < K && m0_2 < M);
          }
#pragma unroll
          for (int quad_2_turn = 0; quad_2_turn < 2; ++quad_2_turn) {
            const int quad_2 = static_cast<int>(threadIdx.x) + quad_2_turn * 256;
            const int element_3 = quad_2 * 4;
            const offset_t k0_4 =
                k1_ahead_2 + (static_cast<int>(threadIdx.x) * 4 / 128 + quad_2_turn * 8);
            const offset_t n0_2 = n4 + static_cast<int>(threadIdx.x) * 4 % 128;
            const offset_t B_N_at = k0_4 * static_cast<offset_t>(N) + n0_2;
            teaal_copy_quad(&B_tile_values[k1_buffer_3 * 2048 + element_3], &B_values[B_N_at],
                            k0_4 < K && n0_2 < N);
          }
          teaal_copies_end();
          // Products.
          const offset_t k1_end = min(static_cast<offset_t>(K), k1 + BK);
          const int k1_buffer = static_cast<int>(k1 / BK % 3);
          for (coord_t k0 = k1; k0 < k1_end; ++k0) {
            const int A_tile_K_at_2 =
                k1_buffer * 16 + static_cast<int>(static_cast<offset_t>(k0) - k1);
            const int B_tile_K_at_2 =
                k1_buffer * 16 + static_cast<int>(static_cast<offset_t>(k0) - k1);
            value_t B_held[8];
            value_t A_held[8];
            {
#pragma unroll
              for (int m2_turn = 0; m2_turn < 2; ++m2_turn) {
                value_t A_tile_values_quad_2[4];
                teaal_load_quad(&A_tile_values_quad_2[0],
                                &A_tile_values[A_tile_K_at_2 * 128 +
                                               static_cast<int>(worker_M3 * 64 + m2_turn * 32 +
                                                                worker_M1 * 4)]);
#pragma unroll
                for (int m0_turn = 0; m0_turn < 4; ++m0_turn) {
#line 13 "gemm_min_plus.yaml"
                  A_held[m2_turn * 4 + m0_turn] = A_tile_values_quad_2[m0_turn];
                }
              }
            }
#line 25 "gemm_min_plus.yaml"
            {
#pragma unroll
              for (int n2_turn = 0; n2_turn < 2; ++n2_turn) {
                value_t B_tile_values_quad_2[4];
                teaal_load_quad(&B_tile_values_quad_2[0],
                                &B_tile_values[B_tile_K_at_2 * 128 +
                                               static_cast<int>(worker_N3 * 32 + n2_turn * 16 +
                                                                worker_N1 * 4)]);
#pragma unroll
                for (int n0_turn = 0; n0_turn < 4; ++n0_turn) {
#line 13 "gemm_min_plus.yaml"
                  B_held[n2_turn * 4 + n0_turn] = B_tile_values_quad_2[n0_turn];
                }
              }
            }
#line 25 "gemm_min_plus.yaml"
#pragma unroll
            for (int m2_turn = 0; m2_turn < 2; ++m2_turn) {
#pragma unroll
              for (int m0_turn_step_2 = 0; m0_turn_step_2 < 4; ++m0_turn_step_2) {
                const int m0_turn = (m2_turn % 2 == 1) ? 3 - m0_turn_step_2 : m0_turn_step_2;
#pragma unroll
                for (int n2_turn_step_2 = 0; n2_turn_step_2 < 2; ++n2_turn_step_2) {
                  const int n2_turn =
                      (m0_turn_step_2 % 2 == 1) ? 1 - n2_turn_step_2 : n2_turn_step_2;
#pragma unroll
                  for (int n0_turn_step_2 = 0; n0_turn_step_2 < 4; ++n0_turn_step_2) {
                    const int n0_turn =
                        (n2_turn_step_2 % 2 == 1) ? 3 - n0_turn_step_2 : n0_turn_step_2;
#line 13 "gemm_min_plus.yaml"
                    sums[((m2_turn * 4 + m0_turn) * 2 + n2_turn) * 4 + n0_turn] =
                        fminf(sums[((m2_turn * 4 + m0_turn) * 2 + n2_turn) * 4 + n0_turn],
                              A_held[m2_turn * 4 + m0_turn] + B_held[n2_turn * 4 + n0_turn]);
                  }
                }
              }
            }
          }
        }
      }
      if (!in_quads) {
#line 25 "gemm_min_plus.yaml"
#pragma unroll
        // Load A_tile_values and B_tile_values.
        for (int k1_first = 0; k1_first < 2; ++k1_first) {
          const offset_t k1_ahead = k1_first * BK;
          const int k1_buffer_2 = static_cast<int>(k1_first % 3);
          const bool A_tile_quads_2 = teaal_aligned_rows(A_values, M);
          if (A_tile_quads_2) {
#pragma unroll
            for (int quad_turn = 0; quad_turn < 2; ++quad_turn) {
              const int quad = static_cast<int>(threadIdx.x) + quad_turn * 256;
              const int element = quad * 4;
              const offset_t k0_2 =
                  k1_ahead + (static_cast<int>(threadIdx.x) * 4 / 128 + quad_turn * 8);
              const offset_t m0_2 = m4 + static_cast<int>(threadIdx.x) * 4 % 128;
              const offset_t A_M_at = k0_2 * static_cast<offset_t>(M) + m0_2;
              teaal_copy_quad(&A_tile_values[k1_buffer_2 * 2048 + element], &A_values[A_M_at],
                              k0_2 < K && m0_2 < M);
            }
          }
          if (!A_tile_quads_2) {
#pragma unroll
            for (int element_2_turn = 0; element_2_turn < 8; ++element_2_turn) {
              const int element_2 = static_cast<int>(threadIdx.x) + element_2_turn * 256;
              const offset_t k0_3 =
                  k1_ahead + (static_cast<int>(threadIdx.x) / 128 + element_2_turn * 2);
              const offset_t m0_3 = m4 + static_cast<int>(threadIdx.x) % 128;
              const offset_t A_M_at_2 = k0_3 * static_cast<offset_t>(M) + m0_3;
              teaal_copy_element(&A_tile_values[k1_buffer_2 * 2048 + element_2],
                                 &A_values[A_M_at_2], k0_3 < K && m0_3 < M);
            }
          }
          const bool B_tile_quads_2 = teaal_aligned_rows(B_values, N);
          if (B_tile_quads_2) {
#pragma unroll
            for (int quad_2_turn = 0; quad_2_turn < 2; ++quad_2_turn) {
              const int quad_2 = static_cast<int>(threadIdx.x) + quad_2_turn * 256;
              const int element_3 = quad_2 * 4;
              const offset_t k0_4 =
                  k1_ahead + (static_cast<int>(threadIdx.x) * 4 / 128 + quad_2_turn * 8);
              const offset_t n0_2 = n4 + static_cast<int>(threadIdx.x) * 4 % 128;
              const offset_t B_N_at = k0_4 * static_cast<offset_t>(N) + n0_2;
              teaal_copy_quad(&B_tile_values[k1_buffer_2 * 2048 + element_3], &B_values[B_N_at],
                              k0_4 < K && n0_2 < N);
            }
          }
          if (!B_tile_quads_2) {
#pragma unroll
            for (int element_4_turn = 0; element_4_turn < 8; ++element_4_turn) {
              const int element_4 = static_cast<int>(threadIdx.x) + element_4_turn * 256;
              const offset_t k0_5 =
                  k1_ahead + (static_cast<int>(threadIdx.x) / 128 + element_4_turn * 2);
              const offset_t n0_3 = n4 + static_cast<int>(threadIdx.x) % 128;
              const offset_t B_N_at_2 = k0_5 * static_cast<offset_t>(N) + n0_3;
              teaal_copy_element(&B_tile_values[k1_buffer_2 * 2048 + element_4],
                                 &B_values[B_N_at_2], k0_5 < K && n0_3 < N);
            }
          }
          teaal_copies_end();
        }
        const offset_t k1_whole_end_2 = static_cast<offset_t>(K) / 16 * 16;
        for (offset_t k1 = 0; k1 < k1_whole_end_2; k1 += BK) {
          teaal_copies_arrive<1>();
          __syncthreads();
          const offset_t k1_ahead_2 = k1 + 32;
          const int k1_buffer_3 = static_cast<int>(k1_ahead_2 / BK % 3);
          const bool A_tile_quads_3 = teaal_aligned_rows(A_values, M);
          // Load A_tile_values and B_tile_values.
          if (A_tile_quads_3) {
#pragma unroll
            for (int quad_turn = 0; quad_turn < 2; ++quad_turn) {
              const int quad = static_cast<int>(threadIdx.x) + quad_turn * 256;
              const int element = quad * 4;
              const offset_t k0_2 =
                  k1_ahead_2 + (static_cast<int>(threadIdx.x) * 4 / 128 + quad_turn * 8);
              const offset_t m0_2 = m4 + static_cast<int>(threadIdx.x) * 4 % 128;
              const offset_t A_M_at = k0_2 * static_cast<offset_t>(M) + m0_2;
              teaal_copy_quad(&A_tile_values[k1_buffer_3 * 2048 + element], &A_values[A_M_at],
                              k0_2 < K && m0_2 < M);
            }
          }
          if (!A_tile_quads_3) {
#pragma unroll
            for (int element_2_turn = 0; element_2_turn < 8; ++element_2_turn) {
              const int element_2 = static_cast<int>(threadIdx.x) + element_2_turn * 256;
              const offset_t k0_3 =
                  k1_ahead_2 + (static_cast<int>(threadIdx.x) / 128 + element_2_turn * 2);
              const offset_t m0_3 = m4 + static_cast<int>(threadIdx.x) % 128;
              const offset_t A_M_at_2 = k0_3 * static_cast<offset_t>(M) + m0_3;
              teaal_copy_element(&A_tile_values[k1_buffer_3 * 2048 + element_2],
                                 &A_values[A_M_at_2], k0_3 < K && m0_3 < M);
            }
          }
          const bool B_tile_quads_3 = teaal_aligned_rows(B_values, N);
          if (B_tile_quads_3) {
#pragma unroll
            for (int quad_2_turn = 0; quad_2_turn < 2; ++quad_2_turn) {
              const int quad_2 = static_cast<int>(threadIdx.x) + quad_2_turn * 256;
              const int element_3 = quad_2 * 4;
              const offset_t k0_4 =
                  k1_ahead_2 + (static_cast<int>(threadIdx.x) * 4 / 128 + quad_2_turn * 8);
              const offset_t n0_2 = n4 + static_cast<int>(threadIdx.x) * 4 % 128;
              const offset_t B_N_at = k0_4 * static_cast<offset_t>(N) + n0_2;
              teaal_copy_quad(&B_tile_values[k1_buffer_3 * 2048 + element_3], &B_values[B_N_at],
                              k0_4 < K && n0_2 < N);
            }
          }
          if (!B_tile_quads_3) {
#pragma unroll
            for (int element_4_turn = 0; element_4_turn < 8; ++element_4_turn) {
              const int element_4 = static_cast<int>(threadIdx.x) + element_4_turn * 256;
              const offset_t k0_5 =
                  k1_ahead_2 + (static_cast<int>(threadIdx.x) / 128 + element_4_turn * 2);
              const offset_t n0_3 = n4 + static_cast<int>(threadIdx.x) % 128;
              const offset_t B_N_at_2 = k0_5 * static_cast<offset_t>(N) + n0_3;
              teaal_copy_element(&B_tile_values[k1_buffer_3 * 2048 + element_4],
                                 &B_values[B_N_at_2], k0_5 < K && n0_3 < N);
            }
          }
          teaal_copies_end();
          // Products.
          const int k1_buffer = static_cast<int>(k1 / BK % 3);
#pragma unroll
          for (int k0_turn = 0; k0_turn < 16; ++k0_turn) {
            const int A_tile_K_at = k1_buffer * 16 + k0_turn;
            const int B_tile_K_at = k1_buffer * 16 + k0_turn;
            value_t B_held[8];
            value_t A_held[8];
            {
#pragma unroll
              for (int m2_turn = 0; m2_turn < 2; ++m2_turn) {
                value_t A_tile_values_quad[4];
                teaal_load_quad(&A_tile_values_quad[0],
                                &A_tile_values[A_tile_K_at * 128 +
                                               static_cast<int>(worker_M3 * 64 + m2_turn * 32 +
                                                                worker_M1 * 4)]);
#pragma unroll
                for (int m0_turn = 0; m0_turn < 4; ++m0_turn) {
#line 13 "gemm_min_plus.yaml"
                  A_held[m2_turn * 4 + m0_turn] = A_tile_values_quad[m0_turn];
                }
              }
            }
#line 25 "gemm_min_plus.yaml"
            {
#pragma unroll
              for (int n2_turn = 0; n2_turn < 2; ++n2_turn) {
                value_t B_tile_values_quad[4];
                teaal_load_quad(&B_tile_values_quad[0],
                                &B_tile_values[B_tile_K_at * 128 +
                                               static_cast<int>(worker_N3 * 32 + n2_turn * 16 +
                                                                worker_N1 * 4)]);
#pragma unroll
                for (int n0_turn = 0; n0_turn < 4; ++n0_turn) {
#line 13 "gemm_min_plus.yaml"
                  B_held[n2_turn * 4 + n0_turn] = B_tile_values_quad[n0_turn];
                }
              }
            }
#line 25 "gemm_min_plus.yaml"
#pragma unroll
            for (int m2_turn = 0; m2_turn < 2; ++m2_turn) {
#pragma unroll
              for (int m0_turn_step_3 = 0; m0_turn_step_3 < 4; ++m0_turn_step_3) {
                const int m0_turn = (m2_turn % 2 == 1) ? 3 - m0_turn_step_3 : m0_turn_step_3;
#pragma unroll
                for (int n2_turn_step_3 = 0; n2_turn_step_3 < 2; ++n2_turn_step_3) {
                  const int n2_turn =
                      (m0_turn_step_3 % 2 == 1) ? 1 - n2_turn_step_3 : n2_turn_step_3;
#pragma unroll
                  for (int n0_turn_step_3 = 0; n0_turn_step_3 < 4; ++n0_turn_step_3) {
                    const int n0_turn =
                        (n2_turn_step_3 % 2 == 1) ? 3 - n0_turn_step_3 : n0_turn_step_3;
#line 13 "gemm_min_plus.yaml"
                    sums[((m2_turn * 4 + m0_turn) * 2 + n2_turn) * 4 + n0_turn] =
                        fminf(sums[((m2_turn * 4 + m0_turn) * 2 + n2_turn) * 4 + n0_turn],
                              A_held[m2_turn * 4 + m0_turn] + B_held[n2_turn * 4 + n0_turn]);
                  }
                }
              }
            }
          }
        }
#line 25 "gemm_min_plus.yaml"
#pragma unroll 1
        for (offset_t k1 = k1_whole_end_2; k1 < K; k1 += BK) {
          teaal_copies_arrive<1>();
          __syncthreads();
          const offset_t k1_ahead_2 = k1 + 32;
          const int k1_buffer_3 = static_cast<int>(k1_ahead_2 / BK % 3);
          const bool A_tile_quads_3 = teaal_aligned_rows(A_values, M);
          // Load A_tile_values and B_tile_values.
          if (A_tile_quads_3) {
#pragma unroll
            for (int quad_turn = 0; quad_turn < 2; ++quad_turn) {
              const int quad = static_cast<int>(threadIdx.x) + quad_turn * 256;
              const int element = quad * 4;
              const offset_t k0_2 =
                  k1_ahead_2 + (static_cast<int>(threadIdx.x) * 4 / 128 + quad_turn * 8);
              const offset_t m0_2 = m4 + static_cast<int>(threadIdx.x) * 4 % 128;
              const offset_t A_M_at = k0_2 * static_cast<offset_t>(M) + m0_2;
              teaal_copy_quad(&A_tile_values[k1_buffer_3 * 2048 + element], &A_values[A_M_at],
                              k0_2 < K && m0_2 < M);
            }
          }
          if (!A_tile_quads_3) {
#pragma unroll
            for (int element_2_turn = 0; element_2_turn < 8; ++element_2_turn) {
              const int element_2 = static_cast<int>(threadIdx.x) + element_2_turn * 256;
              const offset_t k0_3 =
                  k1_ahead_2 + (static_cast<int>(threadIdx.x) / 128 + element_2_turn * 2);
              const offset_t m0_3 = m4 + static_cast<int>(threadIdx.x) % 128;
              const offset_t A_M_at_2 = k0_3 * static_cast<offset_t>(M) + m0_3;
              teaal_copy_element(&A_tile_values[k1_buffer_3 * 2048 + element_2],
                                 &A_values[A_M_at_2], k0_3 < K && m0_3 < M);
            }
          }
          const bool B_tile_quads_3 = teaal_aligned_rows(B_values, N);
          if (B_tile_quads_3) {
#pragma unroll
            for (int quad_2_turn = 0; quad_2_turn < 2; ++quad_2_turn) {
              const int quad_2 = static_cast<int>(threadIdx.x) + quad_2_turn * 256;
              const int element_3 = quad_2 * 4;
              const offset_t k0_4 =
                  k1_ahead_2 + (static_cast<int>(threadIdx.x) * 4 / 128 + quad_2_turn * 8);
              const offset_t n0_2 = n4 + static_cast<int>(threadIdx.x) * 4 % 128;
              const offset_t B_N_at = k0_4 * static_cast<offset_t>(N) + n0_2;
              teaal_copy_quad(&B_tile_values[k1_buffer_3 * 2048 + element_3], &B_values[B_N_at],
                              k0_4 < K && n0_2 < N);
            }
          }
          if (!B_tile_quads_3) {
#pragma unroll
            for (int element_4_turn = 0; element_4_turn < 8; ++element_4_turn) {
              const int element_4 = static_cast<int>(threadIdx.x) + element_4_turn * 256;
              const offset_t k0_5 =
                  k1_ahead_2 + (static_cast<int>(threadIdx.x) / 128 + element_4_turn * 2);
              const offset_t n0_3 = n4 + static_cast<int>(threadIdx.x) % 128;
              const offset_t B_N_at_2 = k0_5 * static_cast<offset_t>(N) + n0_3;
              teaal_copy_element(&B_tile_values[k1_buffer_3 * 2048 + element_4],
                                 &B_values[B_N_at_2], k0_5 < K && n0_3 < N);
            }
          }
          teaal_copies_end();
          // Products.
          const offset_t k1_end = min(static_cast<offset_t>(K), k1 + BK);
          const int k1_buffer = static_cast<int>(k1 / BK % 3);
          for (coord_t k0 = k1; k0 < k1_end; ++k0) {
            const int A_tile_K_at_2 =
                k1_buffer * 16 + static_cast<int>(static_cast<offset_t>(k0) - k1);
            const int B_tile_K_at_2 =
                k1_buffer * 16 + static_cast<int>(static_cast<offset_t>(k0) - k1);
            value_t B_held[8];
            value_t A_held[8];
            {
#pragma unroll
              for (int m2_turn = 0; m2_turn < 2; ++m2_turn) {
                value_t A_tile_values_quad_2[4];
                teaal_load_quad(&A_tile_values_quad_2[0],
                                &A_tile_values[A_tile_K_at_2 * 128 +
                                               static_cast<int>(worker_M3 * 64 + m2_turn * 32 +
                                                                worker_M1 * 4)]);
#pragma unroll
                for (int m0_turn = 0; m0_turn < 4; ++m0_turn) {
#line 13 "gemm_min_plus.yaml"
                  A_held[m2_turn * 4 + m0_turn] = A_tile_values_quad_2[m0_turn];
                }
              }
            }
#line 25 "gemm_min_plus.yaml"
            {
#pragma unroll
              for (int n2_turn = 0; n2_turn < 2; ++n2_turn) {
                value_t B_tile_values_quad_2[4];
                teaal_load_quad(&B_tile_values_quad_2[0],
                                &B_tile_values[B_tile_K_at_2 * 128 +
                                               static_cast<int>(worker_N3 * 32 + n2_turn * 16 +
                                                                worker_N1 * 4)]);
#pragma unroll
                for (int n0_turn = 0; n0_turn < 4; ++n0_turn) {
#line 13 "gemm_min_plus.yaml"
                  B_held[n2_turn * 4 + n0_turn] = B_tile_values_quad_2[n0_turn];
                }
              }
            }
#line 25 "gemm_min_plus.yaml"
#pragma unroll
            for (int m2_turn = 0; m2_turn < 2; ++m2_turn) {
#pragma unroll
              for (int m0_turn_step_4 = 0; m0_turn_step_4 < 4; ++m0_turn_step_4) {
                const int m0_turn = (m2_turn % 2 == 1) ? 3 - m0_turn_step_4 : m0_turn_step_4;
#pragma unroll
                for (int n2_turn_step_4 = 0; n2_turn_step_4 < 2; ++n2_turn_step_4) {
                  const int n2_turn =
                      (m0_turn_step_4 % 2 == 1) ? 1 - n2_turn_step_4 : n2_turn_step_4;
#pragma unroll
                  for (int n0_turn_step_4 = 0; n0_turn_step_4 < 4; ++n0_turn_step_4) {
                    const int n0_turn =
                        (n2_turn_step_4 % 2 == 1) ? 3 - n0_turn_step_4 : n0_turn_step_4;
#line 13 "gemm_min_plus.yaml"
                    sums[((m2_turn * 4 + m0_turn) * 2 + n2_turn) * 4 + n0_turn] =
                        fminf(sums[((m2_turn * 4 + m0_turn) * 2 + n2_turn) * 4 + n0_turn],
                              A_held[m2_turn * 4 + m0_turn] + B_held[n2_turn * 4 + n0_turn]);
                  }
                }
              }
            }
          }
        }
      }
#line 25 "gemm_min_plus.yaml"
      const bool whole_2 =
          m4_end - m4 == 128 && n4_end - n4 == 128 && teaal_aligned_rows(Z_values, N);
      // Store Z_values.
      if (whole_2) {
        const offset_t m3 = m4 + worker_M3 * 64;
        const offset_t n3 = n4 + worker_N3 * 32;
#pragma unroll
        for (int m2_turn = 0; m2_turn < 2; ++m2_turn) {
          const offset_t m2 = m3 + m2_turn * 32;
          const offset_t m1 = m2 + worker_M1 * 4;
#pragma unroll
          for (int m0_turn = 0; m0_turn < 4; ++m0_turn) {
            const coord_t m0 = static_cast<coord_t>(m1 + m0_turn);
#pragma unroll
            for (int n2_turn = 0; n2_turn < 2; ++n2_turn) {
              const offset_t n2 = n3 + n2_turn * 16;
              const offset_t n1 = n2 + worker_N1 * 4;
              teaal_store_quad(&Z_values[static_cast<offset_t>(m0) * static_cast<offset_t>(N) +
                                         static_cast<coord_t>(n1)],
                               &sums[((m2_turn * 4 + m0_turn) * 2 + n2_turn) * 4]);
            }
          }
        }
      }
      if (!whole_2) {
        if (m4 + worker_M3 * 64 < m4_end) {
          const offset_t m3 = m4 + worker_M3 * 64;
          const offset_t m3_end = min(m4_end, m3 + 64);
          if (n4 + worker_N3 * 32 < n4_end) {
            const offset_t n3 = n4 + worker_N3 * 32;
            const offset_t n3_end = min(n4_end, n3 + 32);
#pragma unroll
            for (int m2_turn = 0; m2_turn < 2; ++m2_turn) {
              if (m3 + m2_turn * 32 < m3_end) {
                const offset_t m2 = m3 + m2_turn * 32;
                const offset_t m2_end = min(m3_end, m2 + 32);
                if (m2 + worker_M1 * 4 < m2_end) {
                  const offset_t m1 = m2 + worker_M1 * 4;
                  const offset_t m1_end = min(m2_end, m1 + 4);
#pragma unroll
                  for (int m0_turn = 0; m0_turn < 4; ++m0_turn) {
                    if (m1 + m0_turn < m1_end) {
                      const coord_t m0 = static_cast<coord_t>(m1 + m0_turn);
#pragma unroll
                      for (int n2_turn = 0; n2_turn < 2; ++n2_turn) {
                        if (n3 + n2_turn * 16 < n3_end) {
                          const offset_t n2 = n3 + n2_turn * 16;
                          const offset_t n2_end = min(n3_end, n2 + 16);
                          if (n2 + worker_N1 * 4 < n2_end) {
                            const offset_t n1 = n2 + worker_N1 * 4;
                            const offset_t n1_end = min(n2_end, n1 + 4);
#pragma unroll
                            for (int n0_turn = 0; n0_turn < 4; ++n0_turn) {
                              if (n1 + n0_turn < n1_end) {
                                const coord_t n0 = static_cast<coord_t>(n1 + n0_turn);
                                const offset_t Z_N_at_4 =
                                    static_cast<offset_t>(m0) * static_cast<offset_t>(N) + n0;
#line 13 "gemm_min_plus.yaml"
                                Z_values[Z_N_at_4] =
                                    sums[((m2_turn * 4 + m0_turn) * 2 + n2_turn) * 4 + n0_turn];
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
  }
}

#if !defined(__CUDACC_RTC__) && !defined(TEAAL_PRELUDE)
#line 1 "gemm_min_plus.launcher"
#include <cuda_runtime.h>
#include <stddef.h>
#include <stdint.h>

typedef value_t gemm_min_plus_value;
typedef pos_t gemm_min_plus_position;

extern "C" {
#if TEAAL_POSITION_BITS == 64 /* functions have names of their own */
#define gemm_min_plus_workspace_bytes gemm_min_plus_workspace_bytes_64
#define gemm_min_plus_launch gemm_min_plus_launch_64
#endif

struct CUstream_st; /* what cudaStream_t points to */

/* Device pointers and sizes. Segments have one entry a fiber and one more; arrays must not overlap.
 */
typedef struct gemm_min_plus_arguments {
  /* Z: M:U, N:U; absent elements hold inf */
  gemm_min_plus_value* Z_values;
  /* A: K:U, M:U; absent elements hold inf */
  const gemm_min_plus_value* A_values;
  /* B: K:U, N:U; absent elements hold inf */
  const gemm_min_plus_value* B_values;
  int64_t extent_K;
  int64_t extent_M;
  int64_t extent_N;
} gemm_min_plus_arguments;

/* Bytes of device memory that gemm_min_plus_launch needs as workspace (0: none), aligned to 256. */
size_t gemm_min_plus_workspace_bytes(const gemm_min_plus_arguments* arguments);

/* Enqueues the whole plan on `stream` (0: the default stream) and returns at once. 0: enqueued;
   else see gemm_min_plus_error_text. Allocates nothing and throws nothing. */
int gemm_min_plus_launch(const gemm_min_plus_arguments* arguments, void* workspace,
                         size_t workspace_bytes, struct CUstream_st* stream);
const char* gemm_min_plus_error_text(int code);
}

namespace {

inline int64_t min(int64_t a, int64_t b) { return a < b ? a : b; }
inline int64_t max(int64_t a, int64_t b) { return a < b ? b : a; }
inline int64_t ceil_div(int64_t a, int64_t b) { return (a + b - 1) / b; }

struct gemm_min_plus_sizes {
  int64_t K;
  int64_t M;
  int64_t N;
  int64_t gemm_min_plus_Z_M4_workers;
  int64_t gemm_min_plus_Z_N4_workers;
  explicit gemm_min_plus_sizes(const gemm_min_plus_arguments& a) {
    K = a.extent_K;
    M = a.extent_M;
    N = a.extent_N;
    gemm_min_plus_Z_M4_workers = max(min(ceil_div(M, 128), 2147483647), 1);
    gemm_min_plus_Z_N4_workers =
        max(min(ceil_div(N, 128), 2147483647 / gemm_min_plus_Z_M4_workers), 1);
  }
  bool valid() const {
    return K >= 0 && K <= 2147483647 && M >= 0 && M <= 2147483647 && N >= 0 && N <= 2147483647;
  }
  bool addressable() const {
    return K <= 1000000000 && M <= 1000000000 && N <= 1000000000 &&
           (M == 0 || N <= 1000000000 / M) && (K == 0 || M <= 1000000000 / K) &&
           (K == 0 || N <= 1000000000 / K);
  }
  int64_t block_gemm_min_plus_Z() const { return 256; }
  int64_t grid_gemm_min_plus_Z() const {
    return gemm_min_plus_Z_M4_workers * gemm_min_plus_Z_N4_workers;
  }
  coord_t K_of_gemm_min_plus_Z() const { return static_cast<coord_t>(K); }
  coord_t M_of_gemm_min_plus_Z() const { return static_cast<coord_t>(M); }
  coord_t N_of_gemm_min_plus_Z() const { return static_cast<coord_t>(N); }
  coord_t count_N4_of_gemm_min_plus_Z() const {
    return static_cast<coord_t>(gemm_min_plus_Z_N4_workers);
  }
  coord_t count_M4_of_gemm_min_plus_Z() const {
    return static_cast<coord_t>(gemm_min_plus_Z_M4_workers);
  }
  int64_t stored_Z() const { return M * N; }
};

}  // namespace

extern "C" size_t gemm_min_plus_workspace_bytes(const gemm_min_plus_arguments* arguments) {
  if (arguments == nullptr) return 0;
  const gemm_min_plus_sizes sizes(*arguments);
  if (!sizes.valid()) return 0;
  size_t bytes = 0;
  (void)sizes;
  return bytes;
}

extern "C" int gemm_min_plus_launch(const gemm_min_plus_arguments* arguments, void* workspace,
                                    size_t workspace_bytes, struct CUstream_st* stream) {
  if (arguments == nullptr) return 1;
  const gemm_min_plus_arguments& a = *arguments;
  const gemm_min_plus_sizes sizes(a);
  if (!sizes.valid()) return 1;
  if (sizeof(offset_t) < sizeof(int64_t) && !sizes.addressable()) return 6;
  if (workspace_bytes < gemm_min_plus_workspace_bytes(arguments)) return 2;
  (void)workspace;
  if (cudaFuncSetAttribute(gemm_min_plus_Z, cudaFuncAttributeMaxDynamicSharedMemorySize, 49152) !=
      cudaSuccess)
    return 3;
  gemm_min_plus_Z<<<static_cast<unsigned>(sizes.grid_gemm_min_plus_Z()),
                    static_cast<unsigned>(sizes.block_gemm_min_plus_Z()), 49152, stream>>>(
      a.Z_values, a.A_values, a.B_values, sizes.K_of_gemm_min_plus_Z(),
      sizes.M_of_gemm_min_plus_Z(), sizes.N_of_gemm_min_plus_Z(),
      sizes.count_N4_of_gemm_min_plus_Z(), sizes.count_M4_of_gemm_min_plus_Z());
  if (cudaGetLastError() != cudaSuccess) return 3;
  return 0;
}

extern "C" const char* gemm_min_plus_error_text(int code) {
  switch (code) {
    case 0:
      return "ok";
    case 1:
      return "no arguments, or an extent or size outside [0, 2147483647]";
    case 2:
      return "the workspace is smaller than gemm_min_plus_workspace_bytes says";
    case 3:
      return "CUDA refused a launch or a memset; cudaGetLastError has been read";
    case 6:
      return "an extent or an array is longer than offsets count: build with TEAAL_OFFSET_BITS=64";
    default:
      return "unknown code";
  }
}
#endif
