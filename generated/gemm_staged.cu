// Made by teaalc 0.1.0 from gemm_staged.yaml; do not edit.
//   C[m, n] = A[m, k] * B[k, n]
//     loops M4 (space), N4 (space), K1, K0, M3 (space), N3 (space), M1 (space), N1 (space), M2, M0,
//     N2, N0
//   stored A[M:U, K:U], B[K:U, N:U], C[M:U, N:U]
//   sizes BK=32 BM=128 BN=128 HM=16 HN=32 WM=64 WN=64
//   teaalc gemm_staged.yaml --type=f32 --arch=sm_90 --index-bits=32

// Returns when all that was launched before has ended and its writes are seen. A GPU of sm_90 or
// newer; at once where the launch did not ask to be early.
static __device__ __forceinline__ void teaal_await_launches() {
#ifndef TEAAL_CPU
  asm volatile("griddepcontrol.wait;" ::: "memory");
#endif
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

#line 12 "gemm_staged.yaml"
extern "C" __global__ void gemm_staged_C_A_transposed(value_t* __restrict__ A_transposed_values,
                                                      const value_t* __restrict__ A_values,
                                                      coord_t K, coord_t M, coord_t count_M_32) {
  const offset_t worker_M_32 = blockIdx.x % count_M_32;
  const offset_t worker_K_64 = blockIdx.x / count_M_32;
  const offset_t worker_K_16 = threadIdx.x / 32;
  const offset_t worker_M_4 = threadIdx.x % 32 % 8;
  const offset_t worker_K_4 = threadIdx.x % 32 / 8;
  if (worker_K_64 * 64 < K) {
    const offset_t k_64 = worker_K_64 * 64;
    const offset_t k_64_end = min(static_cast<offset_t>(K), k_64 + 64);
    const bool whole = k_64_end - k_64 == 64 && teaal_aligned_rows(A_values, K);
    if (whole) {
      if (worker_M_32 * 32 < M) {
        const offset_t m_32 = worker_M_32 * 32;
        const offset_t m_32_end = min(static_cast<offset_t>(M), m_32 + 32);
        const bool whole_2 = m_32_end - m_32 == 32 && teaal_aligned_rows(A_transposed_values, M) &&
                             teaal_aligned_rows(A_values, K);
        if (whole_2) {
          const offset_t k_16 = k_64 + worker_K_16 * 16;
          const offset_t k_4 = k_16 + worker_K_4 * 4;
          const offset_t m_4 = m_32 + worker_M_4 * 4;
          value_t A_held[16];
#pragma unroll
          for (int m_0_turn = 0; m_0_turn < 4; ++m_0_turn) {
            const coord_t m_0 = static_cast<coord_t>(m_4 + m_0_turn);
            value_t A_values_quad[4];
            teaal_stream_quad(&A_values_quad[0],
                              &A_values[static_cast<offset_t>(m_0) * static_cast<offset_t>(K) +
                                        static_cast<coord_t>(k_4)]);
#pragma unroll
            for (int k_0_turn = 0; k_0_turn < 4; ++k_0_turn) {
              A_held[k_0_turn * 4 + m_0_turn] = A_values_quad[k_0_turn];
            }
          }
#pragma unroll
          for (int k_0_turn = 0; k_0_turn < 4; ++k_0_turn) {
            const coord_t k_0 = static_cast<coord_t>(k_4 + k_0_turn);
            teaal_write_quad(
                &A_transposed_values[static_cast<offset_t>(k_0) * static_cast<offset_t>(M) +
                                     static_cast<coord_t>(m_4)],
                &A_held[k_0_turn * 4]);
          }
        }
        if (!whole_2) {
          const offset_t k_16 = k_64 + worker_K_16 * 16;
          const offset_t k_4 = k_16 + worker_K_4 * 4;
          if (m_32 + worker_M_4 * 4 < m_32_end) {
            const offset_t m_4 = m_32 + worker_M_4 * 4;
            const offset_t m_4_end = min(m_32_end, m_4 + 4);
            value_t A_held[16];
#pragma unroll
            for (int m_0_turn = 0; m_0_turn < 4; ++m_0_turn) {
              if (m_4 + m_0_turn < m_4_end) {
                const coord_t m_0 = static_cast<coord_t>(m_4 + m_0_turn);
                value_t A_values_quad_2[4];
                teaal_stream_quad(&A_values_quad_2[0],
                                  &A_values[static_cast<offset_t>(m_0) * static_cast<offset_t>(K) +
                                            static_cast<coord_t>(k_4)]);
#pragma unroll
                for (int k_0_turn = 0; k_0_turn < 4; ++k_0_turn) {
                  A_held[k_0_turn * 4 + m_0_turn] = A_values_quad_2[k_0_turn];
                }
              }
            }
#pragma unroll
            for (int k_0_turn = 0; k_0_turn < 4; ++k_0_turn) {
              const coord_t k_0 = static_cast<coord_t>(k_4 + k_0_turn);
#pragma unroll
              for (int m_0_turn = 0; m_0_turn < 4; ++m_0_turn) {
                if (m_4 + m_0_turn < m_4_end) {
                  const coord_t m_0 = static_cast<coord_t>(m_4 + m_0_turn);
                  const offset_t A_transposed_M_at_4 =
                      static_cast<offset_t>(k_0) * static_cast<offset_t>(M) + m_0;
                  A_transposed_values[A_transposed_M_at_4] = A_held[k_0_turn * 4 + m_0_turn];
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
        if (k_64 + worker_K_16 * 16 < k_64_end) {
          const offset_t k_16 = k_64 + worker_K_16 * 16;
          const offset_t k_16_end = min(k_64_end, k_16 + 16);
          if (k_16 + worker_K_4 * 4 < k_16_end) {
            const offset_t k_4 = k_16 + worker_K_4 * 4;
            const offset_t k_4_end = min(k_16_end, k_4 + 4);
            if (m_32 + worker_M_4 * 4 < m_32_end_2) {
              const offset_t m_4 = m_32 + worker_M_4 * 4;
              const offset_t m_4_end_2 = min(m_32_end_2, m_4 + 4);
              value_t A_held[16];
#pragma unroll
              for (int m_0_turn = 0; m_0_turn < 4; ++m_0_turn) {
                if (m_4 + m_0_turn < m_4_end_2) {
                  const coord_t m_0 = static_cast<coord_t>(m_4 + m_0_turn);
#pragma unroll
                  for (int k_0_turn = 0; k_0_turn < 4; ++k_0_turn) {
                    if (k_4 + k_0_turn < k_4_end) {
                      const coord_t k_0 = static_cast<coord_t>(k_4 + k_0_turn);
                      const offset_t A_K_at_5 =
                          static_cast<offset_t>(m_0) * static_cast<offset_t>(K) + k_0;
                      A_held[k_0_turn * 4 + m_0_turn] = A_values[A_K_at_5];
                    }
                  }
                }
              }
#pragma unroll
              for (int k_0_turn = 0; k_0_turn < 4; ++k_0_turn) {
                if (k_4 + k_0_turn < k_4_end) {
                  const coord_t k_0 = static_cast<coord_t>(k_4 + k_0_turn);
#pragma unroll
                  for (int m_0_turn = 0; m_0_turn < 4; ++m_0_turn) {
                    if (m_4 + m_0_turn < m_4_end_2) {
                      const coord_t m_0 = static_cast<coord_t>(m_4 + m_0_turn);
                      const offset_t A_transposed_M_at_6 =
                          static_cast<offset_t>(k_0) * static_cast<offset_t>(M) + m_0;
                      A_transposed_values[A_transposed_M_at_6] = A_held[k_0_turn * 4 + m_0_turn];
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

#line 12 "gemm_staged.yaml"
extern "C" __global__ void __launch_bounds__(128, 2)
    gemm_staged_C(value_t* __restrict__ C_values, const value_t* __restrict__ A_transposed_values,
                  const value_t* __restrict__ B_values, coord_t K, coord_t M, coord_t N,
                  coord_t count_N4, coord_t count_M4) {
  extern __shared__ __align__(128) unsigned char teaal_shared[];
  constexpr int BK = 32;
  constexpr int BM = 128;
  constexpr int BN = 128;
  constexpr int HM = 16;
  constexpr int HN = 32;
  constexpr int WM = 64;
  constexpr int WN = 64;
  teaal_await_launches();
  const offset_t workers_N4 = count_N4;
  const offset_t worker_N4 = blockIdx.x % count_N4;
  const offset_t workers_M4 = count_M4;
  const offset_t worker_M4 = blockIdx.x / count_N4;
  const offset_t worker_N3 = threadIdx.x / 32 % 2;
  const offset_t worker_M3 = threadIdx.x / 32 / 2;
  const offset_t worker_N1 = threadIdx.x % 32 % 8;
  const offset_t worker_M1 = threadIdx.x % 32 / 8;
  value_t* const A_transposed_tile_values = reinterpret_cast<value_t*>(teaal_shared + 0);
  value_t* const B_tile_values = reinterpret_cast<value_t*>(teaal_shared + 32768);
#line 20 "gemm_staged.yaml"
  for (offset_t m4 = worker_M4 * BM; m4 < M; m4 += workers_M4 * BM) {
    const offset_t m4_end = min(static_cast<offset_t>(M), m4 + BM);
    for (offset_t n4 = worker_N4 * BN; n4 < N; n4 += workers_N4 * BN) {
      const offset_t n4_end = min(static_cast<offset_t>(N), n4 + BN);
#line 12 "gemm_staged.yaml"
      value_t sums[128];
#pragma unroll
      for (int sums_element = 0; sums_element < 128; ++sums_element) {
        sums[sums_element] = value_t(0);
      }
      __syncthreads();
      const bool in_quads =
          teaal_aligned_rows(A_transposed_values, M) && teaal_aligned_rows(B_values, N);
      if (in_quads) {
#line 20 "gemm_staged.yaml"
        // Load A_transposed_tile_values and B_tile_values.
        {
          const offset_t k1_ahead = 0;
          const int k1_buffer_2 = static_cast<int>(k1_ahead / BK % 2);
#pragma unroll
          for (int quad_turn = 0; quad_turn < 8; ++quad_turn) {
            const int quad = static_cast<int>(threadIdx.x) + quad_turn * 128;
            const int element = quad * 4;
            const offset_t k0_2 =
                k1_ahead + (static_cast<int>(threadIdx.x) * 4 / 128 + quad_turn * 4);
            const offset_t m0_2 = m4 + static_cast<int>(threadIdx.x) * 4 % 128;
            const offset_t A_transposed_M_at = k0_2 * static_cast<offset_t>(M) + m0_2;
            teaal_copy_quad(&A_transposed_tile_values[k1_buffer_2 * 4096 + element],
                            &A_transposed_values[A_transposed_M_at], k0_2 < K && m0_2 < M);
          }
#pragma unroll
          for (int quad_2_turn = 0; quad_2_turn < 8; ++quad_2_turn) {
            const int quad_2 = static_cast<int>(threadIdx.x) + quad_2_turn * 128;
            const int element_3 = quad_2 * 4;
            const offset_t k0_4 =
                k1_ahead + (static_cast<int>(threadIdx.x) * 4 / 128 + quad_2_turn * 4);
            const offset_t n0_2 = n4 + static_cast<int>(threadIdx.x) * 4 % 128;
            const offset_t B_N_at = k0_4 * static_cast<offset_t>(N) + n0_2;
            teaal_copy_quad(&B_tile_values[k1_buffer_2 * 4096 + element_3], &B_values[B_N_at],
                            k0_4 < K && n0_2 < N);
          }
          teaal_copies_end();
        }
        for (offset_t k1 = 0; k1 < K; k1 += BK) {
          teaal_copies_arrive<0>();
          __syncthreads();
          const offset_t k1_ahead_2 = k1 + 32;
          const int k1_buffer_3 = static_cast<int>(k1_ahead_2 / BK % 2);
#pragma unroll
          // Load A_transposed_tile_values and B_tile_values.
          for (int quad_turn = 0; quad_turn < 8; ++quad_turn) {
            const int quad = static_cast<int>(threadIdx.x) + quad_turn * 128;
            const int element = quad * 4;
            const offset_t k0_2 =
                k1_ahead_2 + (static_cast<int>(threadIdx.x) * 4 / 128 + quad_turn * 4);
            const offset_t m0_2 = m4 + static_cast<int>(threadIdx.x) * 4 % 128;
            const offset_t A_transposed_M_at = k0_2 * static_cast<offset_t>(M) + m0_2;
            teaal_copy_quad(&A_transposed_tile_values[k1_buffer_3 * 4096 + element],
                            &A_transposed_values[A_transposed_M_at], k0_2 < K && m0_2 < M);
          }
#pragma unroll
          for (int quad_2_turn = 0; quad_2_turn < 8; ++quad_2_turn) {
            const int quad_2 = static_cast<int>(threadIdx.x) + quad_2_turn * 128;
            const int element_3 = quad_2 * 4;
            const offset_t k0_4 =
                k1_ahead_2 + (static_cast<int>(threadIdx.x) * 4 / 128 + quad_2_turn * 4);
            const offset_t n0_2 = n4 + static_cast<int>(threadIdx.x) * 4 % 128;
            const offset_t B_N_at = k0_4 * static_cast<offset_t>(N) + n0_2;
            teaal_copy_quad(&B_tile_values[k1_buffer_3 * 4096 + element_3], &B_values[B_N_at],
                            k0_4 < K && n0_2 < N);
          }
          teaal_copies_end();
          // Products.
          const offset_t k1_end = min(static_cast<offset_t>(K), k1 + BK);
          const int k1_buffer = static_cast<int>(k1 / BK % 2);
#pragma unroll 16
          for (coord_t k0 = k1; k0 < k1_end; ++k0) {
            const int A_transposed_tile_K_at =
                k1_buffer * 32 + static_cast<int>(static_cast<offset_t>(k0) - k1);
            const int B_tile_K_at =
                k1_buffer * 32 + static_cast<int>(static_cast<offset_t>(k0) - k1);
            value_t B_held[8];
            value_t A_transposed_held[16];
            {
#pragma unroll
              for (int m2_turn = 0; m2_turn < 4; ++m2_turn) {
                value_t A_transposed_tile_values_quad[4];
                teaal_load_quad(
                    &A_transposed_tile_values_quad[0],
                    &A_transposed_tile_values[A_transposed_tile_K_at * 128 +
                                              static_cast<int>(worker_M3 * 64 + m2_turn * 16 +
                                                               worker_M1 * 4)]);
#pragma unroll
                for (int m0_turn = 0; m0_turn < 4; ++m0_turn) {
#line 12 "gemm_staged.yaml"
                  A_transposed_held[m2_turn * 4 + m0_turn] = A_transposed_tile_values_quad[m0_turn];
                }
              }
            }
#line 20 "gemm_staged.yaml"
            {
#pragma unroll
              for (int n2_turn = 0; n2_turn < 2; ++n2_turn) {
                value_t B_tile_values_quad[4];
                teaal_load_quad(&B_tile_values_quad[0],
                                &B_tile_values[B_tile_K_at * 128 +
                                               static_cast<int>(worker_N3 * 64 + n2_turn * 32 +
                                                                worker_N1 * 4)]);
#pragma unroll
                for (int n0_turn = 0; n0_turn < 4; ++n0_turn) {
#line 12 "gemm_staged.yaml"
                  B_held[n2_turn * 4 + n0_turn] = B_tile_values_quad[n0_turn];
                }
              }
            }
#line 20 "gemm_staged.yaml"
#pragma unroll
            for (int m2_turn = 0; m2_turn < 4; ++m2_turn) {
#pragma unroll
              for (int m0_turn_step = 0; m0_turn_step < 4; ++m0_turn_step) {
                const int m0_turn = (m2_turn % 2 == 1) ? 3 - m0_turn_step : m0_turn_step;
#pragma unroll
                for (int n2_turn_step = 0; n2_turn_step < 2; ++n2_turn_step) {
                  const int n2_turn = (m0_turn_step % 2 == 1) ? 1 - n2_turn_step : n2_turn_step;
#pragma unroll
                  for (int n0_turn_step = 0; n0_turn_step < 4; ++n0_turn_step) {
                    const int n0_turn = (n2_turn_step % 2 == 1) ? 3 - n0_turn_step : n0_turn_step;
#line 12 "gemm_staged.yaml"
                    sums[((m2_turn * 4 + m0_turn) * 2 + n2_turn) * 4 + n0_turn] = fmaf(
                        A_transposed_held[m2_turn * 4 + m0_turn], B_held[n2_turn * 4 + n0_turn],
                        sums[((m2_turn * 4 + m0_turn) * 2 + n2_turn) * 4 + n0_turn]);
                  }
                }
              }
            }
          }
        }
      }
      if (!in_quads) {
#line 20 "gemm_staged.yaml"
        // Load A_transposed_tile_values and B_tile_values.
        {
          const offset_t k1_ahead = 0;
          const int k1_buffer_2 = static_cast<int>(k1_ahead / BK % 2);
          const bool A_transposed_tile_quads_2 = teaal_aligned_rows(A_transposed_values, M);
          if (A_transposed_tile_quads_2) {
#pragma unroll
            for (int quad_turn = 0; quad_turn < 8; ++quad_turn) {
              const int quad = static_cast<int>(threadIdx.x) + quad_turn * 128;
              const int element = quad * 4;
              const offset_t k0_2 =
                  k1_ahead + (static_cast<int>(threadIdx.x) * 4 / 128 + quad_turn * 4);
              const offset_t m0_2 = m4 + static_cast<int>(threadIdx.x) * 4 % 128;
              const offset_t A_transposed_M_at = k0_2 * static_cast<offset_t>(M) + m0_2;
              teaal_copy_quad(&A_transposed_tile_values[k1_buffer_2 * 4096 + element],
                              &A_transposed_values[A_transposed_M_at], k0_2 < K && m0_2 < M);
            }
          }
          if (!A_transposed_tile_quads_2) {
#pragma unroll 8
            for (int element_2_turn = 0; element_2_turn < 32; ++element_2_turn) {
              const int element_2 = static_cast<int>(threadIdx.x) + element_2_turn * 128;
              const offset_t k0_3 = k1_ahead + element_2 / 128;
              const offset_t m0_3 = m4 + element_2 % 128;
              const offset_t A_transposed_M_at_2 = k0_3 * static_cast<offset_t>(M) + m0_3;
              teaal_copy_element(&A_transposed_tile_values[k1_buffer_2 * 4096 + element_2],
                                 &A_transposed_values[A_transposed_M_at_2], k0_3 < K && m0_3 < M);
            }
          }
          const bool B_tile_quads_2 = teaal_aligned_rows(B_values, N);
          if (B_tile_quads_2) {
#pragma unroll
            for (int quad_2_turn = 0; quad_2_turn < 8; ++quad_2_turn) {
              const int quad_2 = static_cast<int>(threadIdx.x) + quad_2_turn * 128;
              const int element_3 = quad_2 * 4;
              const offset_t k0_4 =
                  k1_ahead + (static_cast<int>(threadIdx.x) * 4 / 128 + quad_2_turn * 4);
              const offset_t n0_2 = n4 + static_cast<int>(threadIdx.x) * 4 % 128;
              const offset_t B_N_at = k0_4 * static_cast<offset_t>(N) + n0_2;
              teaal_copy_quad(&B_tile_values[k1_buffer_2 * 4096 + element_3], &B_values[B_N_at],
                              k0_4 < K && n0_2 < N);
            }
          }
          if (!B_tile_quads_2) {
#pragma unroll 8
            for (int element_4_turn = 0; element_4_turn < 32; ++element_4_turn) {
              const int element_4 = static_cast<int>(threadIdx.x) + element_4_turn * 128;
              const offset_t k0_5 = k1_ahead + element_4 / 128;
              const offset_t n0_3 = n4 + element_4 % 128;
              const offset_t B_N_at_2 = k0_5 * static_cast<offset_t>(N) + n0_3;
              teaal_copy_element(&B_tile_values[k1_buffer_2 * 4096 + element_4],
                                 &B_values[B_N_at_2], k0_5 < K && n0_3 < N);
            }
          }
          teaal_copies_end();
        }
        for (offset_t k1 = 0; k1 < K; k1 += BK) {
          teaal_copies_arrive<0>();
          __syncthreads();
          const offset_t k1_ahead_2 = k1 + 32;
          const int k1_buffer_3 = static_cast<int>(k1_ahead_2 / BK % 2);
          const bool A_transposed_tile_quads_3 = teaal_aligned_rows(A_transposed_values, M);
          // Load A_transposed_tile_values and B_tile_values.
          if (A_transposed_tile_quads_3) {
#pragma unroll
            for (int quad_turn = 0; quad_turn < 8; ++quad_turn) {
              const int quad = static_cast<int>(threadIdx.x) + quad_turn * 128;
              const int element = quad * 4;
              const offset_t k0_2 =
                  k1_ahead_2 + (static_cast<int>(threadIdx.x) * 4 / 128 + quad_turn * 4);
              const offset_t m0_2 = m4 + static_cast<int>(threadIdx.x) * 4 % 128;
              const offset_t A_transposed_M_at = k0_2 * static_cast<offset_t>(M) + m0_2;
              teaal_copy_quad(&A_transposed_tile_values[k1_buffer_3 * 4096 + element],
                              &A_transposed_values[A_transposed_M_at], k0_2 < K && m0_2 < M);
            }
          }
          if (!A_transposed_tile_quads_3) {
#pragma unroll 8
            for (int element_2_turn = 0; element_2_turn < 32; ++element_2_turn) {
              const int element_2 = static_cast<int>(threadIdx.x) + element_2_turn * 128;
              const offset_t k0_3 = k1_ahead_2 + element_2 / 128;
              const offset_t m0_3 = m4 + element_2 % 128;
              const offset_t A_transposed_M_at_2 = k0_3 * static_cast<offset_t>(M) + m0_3;
              teaal_copy_element(&A_transposed_tile_values[k1_buffer_3 * 4096 + element_2],
                                 &A_transposed_values[A_transposed_M_at_2], k0_3 < K && m0_3 < M);
            }
          }
          const bool B_tile_quads_3 = teaal_aligned_rows(B_values, N);
          if (B_tile_quads_3) {
#pragma unroll
            for (int quad_2_turn = 0; quad_2_turn < 8; ++quad_2_turn) {
              const int quad_2 = static_cast<int>(threadIdx.x) + quad_2_turn * 128;
              const int element_3 = quad_2 * 4;
              const offset_t k0_4 =
                  k1_ahead_2 + (static_cast<int>(threadIdx.x) * 4 / 128 + quad_2_turn * 4);
              const offset_t n0_2 = n4 + static_cast<int>(threadIdx.x) * 4 % 128;
              const offset_t B_N_at = k0_4 * static_cast<offset_t>(N) + n0_2;
              teaal_copy_quad(&B_tile_values[k1_buffer_3 * 4096 + element_3], &B_values[B_N_at],
                              k0_4 < K && n0_2 < N);
            }
          }
          if (!B_tile_quads_3) {
#pragma unroll 8
            for (int element_4_turn = 0; element_4_turn < 32; ++element_4_turn) {
              const int element_4 = static_cast<int>(threadIdx.x) + element_4_turn * 128;
              const offset_t k0_5 = k1_ahead_2 + element_4 / 128;
              const offset_t n0_3 = n4 + element_4 % 128;
              const offset_t B_N_at_2 = k0_5 * static_cast<offset_t>(N) + n0_3;
              teaal_copy_element(&B_tile_values[k1_buffer_3 * 4096 + element_4],
                                 &B_values[B_N_at_2], k0_5 < K && n0_3 < N);
            }
          }
          teaal_copies_end();
          // Products.
          const offset_t k1_end = min(static_cast<offset_t>(K), k1 + BK);
          const int k1_buffer = static_cast<int>(k1 / BK % 2);
#pragma unroll 16
          for (coord_t k0 = k1; k0 < k1_end; ++k0) {
            const int A_transposed_tile_K_at =
                k1_buffer * 32 + static_cast<int>(static_cast<offset_t>(k0) - k1);
            const int B_tile_K_at =
                k1_buffer * 32 + static_cast<int>(static_cast<offset_t>(k0) - k1);
            value_t B_held[8];
            value_t A_transposed_held[16];
            {
#pragma unroll
              for (int m2_turn = 0; m2_turn < 4; ++m2_turn) {
                value_t A_transposed_tile_values_quad[4];
                teaal_load_quad(
                    &A_transposed_tile_values_quad[0],
                    &A_transposed_tile_values[A_transposed_tile_K_at * 128 +
                                              static_cast<int>(worker_M3 * 64 + m2_turn * 16 +
                                                               worker_M1 * 4)]);
#pragma unroll
                for (int m0_turn = 0; m0_turn < 4; ++m0_turn) {
#line 12 "gemm_staged.yaml"
                  A_transposed_held[m2_turn * 4 + m0_turn] = A_transposed_tile_values_quad[m0_turn];
                }
              }
            }
#line 20 "gemm_staged.yaml"
            {
#pragma unroll
              for (int n2_turn = 0; n2_turn < 2; ++n2_turn) {
                value_t B_tile_values_quad[4];
                teaal_load_quad(&B_tile_values_quad[0],
                                &B_tile_values[B_tile_K_at * 128 +
                                               static_cast<int>(worker_N3 * 64 + n2_turn * 32 +
                                                                worker_N1 * 4)]);
#pragma unroll
                for (int n0_turn = 0; n0_turn < 4; ++n0_turn) {
#line 12 "gemm_staged.yaml"
                  B_held[n2_turn * 4 + n0_turn] = B_tile_values_quad[n0_turn];
                }
              }
            }
#line 20 "gemm_staged.yaml"
#pragma unroll
            for (int m2_turn = 0; m2_turn < 4; ++m2_turn) {
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
#line 12 "gemm_staged.yaml"
                    sums[((m2_turn * 4 + m0_turn) * 2 + n2_turn) * 4 + n0_turn] = fmaf(
                        A_transposed_held[m2_turn * 4 + m0_turn], B_held[n2_turn * 4 + n0_turn],
                        sums[((m2_turn * 4 + m0_turn) * 2 + n2_turn) * 4 + n0_turn]);
                  }
                }
              }
            }
          }
        }
      }
#line 20 "gemm_staged.yaml"
      const bool whole =
          m4_end - m4 == 128 && n4_end - n4 == 128 && teaal_aligned_rows(C_values, N);
      // Store C_values.
      if (whole) {
        const offset_t m3 = m4 + worker_M3 * WM;
        const offset_t n3 = n4 + worker_N3 * WN;
#pragma unroll
        for (int m2_turn = 0; m2_turn < 4; ++m2_turn) {
          const offset_t m2 = m3 + m2_turn * HM;
          const offset_t m1 = m2 + worker_M1 * 4;
#pragma unroll
          for (int m0_turn = 0; m0_turn < 4; ++m0_turn) {
            const coord_t m0 = static_cast<coord_t>(m1 + m0_turn);
#pragma unroll
            for (int n2_turn = 0; n2_turn < 2; ++n2_turn) {
              const offset_t n2 = n3 + n2_turn * HN;
              const offset_t n1 = n2 + worker_N1 * 4;
              teaal_store_quad(&C_values[static_cast<offset_t>(m0) * static_cast<offset_t>(N) +
                                         static_cast<coord_t>(n1)],
                               &sums[((m2_turn * 4 + m0_turn) * 2 + n2_turn) * 4]);
            }
          }
        }
      }
      if (!whole) {
        if (m4 + worker_M3 * WM < m4_end) {
          const offset_t m3 = m4 + worker_M3 * WM;
          const offset_t m3_end = min(m4_end, m3 + WM);
          if (n4 + worker_N3 * WN < n4_end) {
            const offset_t n3 = n4 + worker_N3 * WN;
            const offset_t n3_end = min(n4_end, n3 + WN);
#pragma unroll
            for (int m2_turn = 0; m2_turn < 4; ++m2_turn) {
              if (m3 + m2_turn * HM < m3_end) {
                const offset_t m2 = m3 + m2_turn * HM;
                const offset_t m2_end = min(m3_end, m2 + HM);
                if (m2 + worker_M1 * 4 < m2_end) {
                  const offset_t m1 = m2 + worker_M1 * 4;
                  const offset_t m1_end = min(m2_end, m1 + 4);
#pragma unroll
                  for (int m0_turn = 0; m0_turn < 4; ++m0_turn) {
                    if (m1 + m0_turn < m1_end) {
                      const coord_t m0 = static_cast<coord_t>(m1 + m0_turn);
#pragma unroll
                      for (int n2_turn = 0; n2_turn < 2; ++n2_turn) {
                        if (n3 + n2_turn * HN < n3_end) {
                          const offset_t n2 = n3 + n2_turn * HN;
                          const offset_t n2_end = min(n3_end, n2 + HN);
                          if (n2 + worker_N1 * 4 < n2_end) {
                            const offset_t n1 = n2 + worker_N1 * 4;
                            const offset_t n1_end = min(n2_end, n1 + 4);
#pragma unroll
                            for (int n0_turn = 0; n0_turn < 4; ++n0_turn) {
                              if (n1 + n0_turn < n1_end) {
                                const coord_t n0 = static_cast<coord_t>(n1 + n0_turn);
                                const offset_t C_N_at_3 =
                                    static_cast<offset_t>(m0) * static_cast<offset_t>(N) + n0;
#line 12 "gemm_staged.yaml"
                                C_values[C_N_at_3] =
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
#line 1 "gemm_staged.launcher"
#include <cuda_runtime.h>
#include <stddef.h>
#include <stdint.h>

typedef value_t gemm_staged_value;
typedef pos_t gemm_staged_position;

extern "C" {
#if TEAAL_POSITION_BITS == 64 /* functions have names of their own */
#define gemm_staged_workspace_bytes gemm_staged_workspace_bytes_64
#define gemm_staged_launch gemm_staged_launch_64
#endif

struct CUstream_st; /* what cudaStream_t points to */

/* Device pointers and sizes. Segments have one entry a fiber and one more; arrays must not overlap.
 */
typedef struct gemm_staged_arguments {
  /* A: M:U, K:U */
  const gemm_staged_value* A_values;
  /* C: M:U, N:U */
  gemm_staged_value* C_values;
  /* B: K:U, N:U */
  const gemm_staged_value* B_values;
  int64_t extent_M;
  int64_t extent_K;
  int64_t extent_N;
} gemm_staged_arguments;

/* Bytes of device memory that gemm_staged_launch needs as workspace (0: none), aligned to 256. */
size_t gemm_staged_workspace_bytes(const gemm_staged_arguments* arguments);

/* Enqueues the whole plan on `stream` (0: the default stream) and returns at once. 0: enqueued;
   else see gemm_staged_error_text. Allocates nothing and throws nothing. */
int gemm_staged_launch(const gemm_staged_arguments* arguments, void* workspace,
                       size_t workspace_bytes, struct CUstream_st* stream);
const char* gemm_staged_error_text(int code);
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

struct gemm_staged_sizes {
  int64_t M;
  int64_t K;
  int64_t N;
  int64_t gemm_staged_C_A_transposed_K_64_workers;
  int64_t gemm_staged_C_A_transposed_M_32_workers;
  int64_t gemm_staged_C_M4_workers;
  int64_t gemm_staged_C_N4_workers;
  explicit gemm_staged_sizes(const gemm_staged_arguments& a) {
    M = a.extent_M;
    K = a.extent_K;
    N = a.extent_N;
    gemm_staged_C_A_transposed_K_64_workers = max(min(ceil_div(K, 64), 2147483647), 1);
    gemm_staged_C_A_transposed_M_32_workers = max(min(ceil_div(M, 32), 2147483647), 1);
    gemm_staged_C_M4_workers = max(min(ceil_div(M, 128), 2147483647), 1);
    gemm_staged_C_N4_workers = max(min(ceil_div(N, 128), 2147483647 / gemm_staged_C_M4_workers), 1);
  }
  bool valid() const {
    return M >= 0 && M <= 2147483647 && K >= 0 && K <= 2147483647 && N >= 0 && N <= 2147483647;
  }
  bool addressable() const {
    return M <= 1000000000 && K <= 1000000000 && N <= 1000000000 &&
           (M == 0 || K <= 1000000000 / M) && (M == 0 || N <= 1000000000 / M) &&
           (K == 0 || N <= 1000000000 / K);
  }
  int64_t elements_0() const { return K * M; }
  int64_t block_gemm_staged_C_A_transposed() const {
    return max(min(ceil_div(min(64, K), 16), 8), 1) * 32;
  }
  int64_t grid_gemm_staged_C_A_transposed() const {
    return min(min(gemm_staged_C_A_transposed_K_64_workers, 2147483648) *
                   gemm_staged_C_A_transposed_M_32_workers,
               2147483648);
  }
  int64_t block_gemm_staged_C() const { return 128; }
  int64_t grid_gemm_staged_C() const { return gemm_staged_C_M4_workers * gemm_staged_C_N4_workers; }
  coord_t K_of_gemm_staged_C_A_transposed() const { return static_cast<coord_t>(K); }
  coord_t M_of_gemm_staged_C_A_transposed() const { return static_cast<coord_t>(M); }
  coord_t count_M_32_of_gemm_staged_C_A_transposed() const {
    return static_cast<coord_t>(gemm_staged_C_A_transposed_M_32_workers);
  }
  coord_t K_of_gemm_staged_C() const { return static_cast<coord_t>(K); }
  coord_t M_of_gemm_staged_C() const { return static_cast<coord_t>(M); }
  coord_t N_of_gemm_staged_C() const { return static_cast<coord_t>(N); }
  coord_t count_N4_of_gemm_staged_C() const {
    return static_cast<coord_t>(gemm_staged_C_N4_workers);
  }
  coord_t count_M4_of_gemm_staged_C() const {
    return static_cast<coord_t>(gemm_staged_C_M4_workers);
  }
  int64_t stored_C() const { return M * N; }
};

}  // namespace

extern "C" size_t gemm_staged_workspace_bytes(const gemm_staged_arguments* arguments) {
  if (arguments == nullptr) return 0;
  const gemm_staged_sizes sizes(*arguments);
  if (!sizes.valid()) return 0;
  size_t bytes = 0;
  (void)sizes;
  bytes += (static_cast<size_t>(sizes.elements_0()) * sizeof(value_t) + 255) / 256 * 256;
  return bytes;
}

extern "C" int gemm_staged_launch(const gemm_staged_arguments* arguments, void* workspace,
                                  size_t workspace_bytes, struct CUstream_st* stream) {
  if (arguments == nullptr) return 1;
  const gemm_staged_arguments& a = *arguments;
  const gemm_staged_sizes sizes(a);
  if (!sizes.valid()) return 1;
  if (sizeof(offset_t) < sizeof(int64_t) && !sizes.addressable()) return 6;
  if (workspace_bytes < gemm_staged_workspace_bytes(arguments)) return 2;
  (void)workspace;
  char* free_bytes = static_cast<char*>(workspace);
  value_t* A_transposed = reinterpret_cast<value_t*>(free_bytes);
  free_bytes += (static_cast<size_t>(sizes.elements_0()) * sizeof(value_t) + 255) / 256 * 256;
  gemm_staged_C_A_transposed<<<static_cast<unsigned>(sizes.grid_gemm_staged_C_A_transposed()),
                               static_cast<unsigned>(sizes.block_gemm_staged_C_A_transposed()), 0,
                               stream>>>(
      A_transposed, a.A_values, sizes.K_of_gemm_staged_C_A_transposed(),
      sizes.M_of_gemm_staged_C_A_transposed(), sizes.count_M_32_of_gemm_staged_C_A_transposed());
  if (cudaGetLastError() != cudaSuccess) return 3;
  if (cudaFuncSetAttribute(gemm_staged_C, cudaFuncAttributeMaxDynamicSharedMemorySize, 65536) !=
      cudaSuccess)
    return 3;
  if (launch_early(gemm_staged_C, static_cast<unsigned>(sizes.grid_gemm_staged_C()),
                   static_cast<unsigned>(sizes.block_gemm_staged_C()), 65536, stream, a.C_values,
                   A_transposed, a.B_values, sizes.K_of_gemm_staged_C(), sizes.M_of_gemm_staged_C(),
                   sizes.N_of_gemm_staged_C(), sizes.count_N4_of_gemm_staged_C(),
                   sizes.count_M4_of_gemm_staged_C()) != cudaSuccess)
    return 3;
  return 0;
}

extern "C" const char* gemm_staged_error_text(int code) {
  switch (code) {
    case 0:
      return "ok";
    case 1:
      return "no arguments, or an extent or size outside [0, 2147483647]";
    case 2:
      return "the workspace is smaller than gemm_staged_workspace_bytes says";
    case 3:
      return "CUDA refused a launch or a memset; cudaGetLastError has been read";
    case 6:
      return "an extent or an array is longer than offsets count: build with TEAAL_OFFSET_BITS=64";
    default:
      return "unknown code";
  }
}
#endif
