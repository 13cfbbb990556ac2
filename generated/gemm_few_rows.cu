// Made by teaalc 0.1.0 from gemm_few_rows.yaml; do not edit.
//   Z[m, n] = A[m, k] * B[k, n]
//     loops N3 (space), M1 (space), K2 (space), N2 (space), N1 (space), K1, K0, M0, N0
//   stored A[M:U, K:U], B[K:U, N:U], Z[M:U, N:U]
//   sizes COLUMNS=256 DEPTH=128 ROWS=8
//   teaalc gemm_few_rows.yaml --type=f32 --arch=sm_90 --index-bits=32

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

#line 12 "gemm_few_rows.yaml"
extern "C" __global__ void __launch_bounds__(64, 2)
    gemm_few_rows_Z(const value_t* __restrict__ A_values, const value_t* __restrict__ B_values,
                    coord_t K, coord_t M, coord_t N, coord_t count_K2, coord_t count_M1,
                    coord_t count_N3, value_t* __restrict__ Z_copies) {
  constexpr int COLUMNS = 256;
  constexpr int DEPTH = 128;
  constexpr int ROWS = 8;
  const offset_t workers_K2 = count_K2;
  const offset_t worker_K2 = blockIdx.x % count_K2;
  const offset_t workers_M1 = count_M1;
  const offset_t worker_M1 = static_cast<int>(blockIdx.x / count_K2) % count_M1;
  const offset_t workers_N3 = count_N3;
  const offset_t worker_N3 = static_cast<int>(blockIdx.x / count_K2) / count_M1;
  const offset_t worker_N2 = threadIdx.x / 32;
  const offset_t worker_N1 = threadIdx.x % 32;
  __shared__ __align__(16) value_t A_tile_values[1024];
#line 20 "gemm_few_rows.yaml"
  for (size_type n3 = static_cast<size_type>(worker_N3) * COLUMNS; n3 < N;
       n3 += workers_N3 * COLUMNS) {
    const size_type n3_end = min(static_cast<size_type>(N), n3 + COLUMNS);
    for (offset_t m1 = worker_M1 * ROWS; m1 < M; m1 += workers_M1 * ROWS) {
      const offset_t m1_end = min(static_cast<offset_t>(M), m1 + ROWS);
#line 12 "gemm_few_rows.yaml"
      value_t sums[32];
#pragma unroll
      for (int sums_element = 0; sums_element < 32; ++sums_element) {
        sums[sums_element] = value_t(0);
      }
#line 20 "gemm_few_rows.yaml"
      const bool whole = teaal_aligned_rows(B_values, N);
      if (whole) {
        for (offset_t k2 = worker_K2 * DEPTH; k2 < K; k2 += workers_K2 * DEPTH) {
          const offset_t k2_end = min(static_cast<offset_t>(K), k2 + DEPTH);
          __syncthreads();
          const bool A_tile_quads = teaal_aligned_rows(A_values, K);
          // Load A_tile_values.
          if (A_tile_quads) {
            for (int quad = static_cast<int>(threadIdx.x); quad < 256;
                 quad += static_cast<int>(blockDim.x)) {
              const int element = quad * 4;
              const offset_t m0_2 = m1 + element / 128;
              const offset_t k0_2 = k2 + element % 128;
              const offset_t A_K_at = m0_2 * static_cast<offset_t>(K) + k0_2;
              teaal_copy_quad(&A_tile_values[element], &A_values[A_K_at],
                              m0_2 < m1_end && k0_2 < K);
            }
          }
          if (!A_tile_quads) {
            for (int element_2 = static_cast<int>(threadIdx.x); element_2 < 1024;
                 element_2 += static_cast<int>(blockDim.x)) {
              const offset_t m0_3 = m1 + element_2 / 128;
              const offset_t k0_3 = k2 + element_2 % 128;
              const offset_t A_K_at_2 = m0_3 * static_cast<offset_t>(K) + k0_3;
              teaal_copy_element(&A_tile_values[element_2], &A_values[A_K_at_2],
                                 m0_3 < m1_end && k0_3 < K);
            }
          }
          teaal_copies_end();
          teaal_copies_arrive<0>();
          __syncthreads();
          const size_type n2 = n3 + worker_N2 * 128;
          const size_type n1 = n2 + worker_N1 * 4;
          const size_type n1_begin = min(n1, static_cast<size_type>(static_cast<offset_t>(N) - 4));
          const offset_t k1_whole_end =
              teaal_aligned_rows(B_values, N)
                  ? k2 + max(k2_end - k2, static_cast<offset_t>(0)) / 8 * 8
                  : k2;
          // Products.
          for (offset_t k1 = k2; k1 < k1_whole_end; k1 += 8) {
#pragma unroll
            for (int k0_turn = 0; k0_turn < 8; ++k0_turn) {
              const coord_t k0 = static_cast<coord_t>(k1) + k0_turn;
              value_t B_held[4];
              value_t B_values_quad[4];
              teaal_read_quad(&B_values_quad[0],
                              &B_values[static_cast<offset_t>(k0) * static_cast<offset_t>(N) +
                                        static_cast<coord_t>(n1_begin)]);
#pragma unroll
              for (int n0_turn = 0; n0_turn < 4; ++n0_turn) {
#line 12 "gemm_few_rows.yaml"
                B_held[n0_turn] = B_values_quad[n0_turn];
              }
#line 20 "gemm_few_rows.yaml"
#pragma unroll
              for (int m0_turn = 0; m0_turn < 8; ++m0_turn) {
                const int A_tile_K_at =
                    m0_turn * 128 + static_cast<int>(static_cast<offset_t>(k0) - k2);
#pragma unroll
                for (int n0_turn = 0; n0_turn < 4; ++n0_turn) {
#line 12 "gemm_few_rows.yaml"
                  sums[m0_turn * 4 + n0_turn] = fmaf(A_tile_values[A_tile_K_at], B_held[n0_turn],
                                                     sums[m0_turn * 4 + n0_turn]);
                }
              }
            }
          }
#line 20 "gemm_few_rows.yaml"
#pragma unroll 1
          for (offset_t k1 = k1_whole_end; k1 < k2_end; k1 += 8) {
            const offset_t k1_end = min(k2_end, k1 + 8);
            for (coord_t k0 = k1; k0 < k1_end; ++k0) {
              value_t B_held[4];
              value_t B_values_quad_2[4];
              teaal_read_quad(&B_values_quad_2[0],
                              &B_values[static_cast<offset_t>(k0) * static_cast<offset_t>(N) +
                                        static_cast<coord_t>(n1_begin)]);
#pragma unroll
              for (int n0_turn = 0; n0_turn < 4; ++n0_turn) {
#line 12 "gemm_few_rows.yaml"
                B_held[n0_turn] = B_values_quad_2[n0_turn];
              }
#line 20 "gemm_few_rows.yaml"
#pragma unroll
              for (int m0_turn = 0; m0_turn < 8; ++m0_turn) {
                const int A_tile_K_at_2 =
                    m0_turn * 128 + static_cast<int>(static_cast<offset_t>(k0) - k2);
#pragma unroll
                for (int n0_turn = 0; n0_turn < 4; ++n0_turn) {
#line 12 "gemm_few_rows.yaml"
                  sums[m0_turn * 4 + n0_turn] = fmaf(A_tile_values[A_tile_K_at_2], B_held[n0_turn],
                                                     sums[m0_turn * 4 + n0_turn]);
                }
              }
            }
          }
        }
      }
#line 20 "gemm_few_rows.yaml"
      if (!whole) {
        for (offset_t k2 = worker_K2 * DEPTH; k2 < K; k2 += workers_K2 * DEPTH) {
          const offset_t k2_end_2 = min(static_cast<offset_t>(K), k2 + DEPTH);
          __syncthreads();
          const bool A_tile_quads_2 = teaal_aligned_rows(A_values, K);
          // Load A_tile_values.
          if (A_tile_quads_2) {
            for (int quad_2 = static_cast<int>(threadIdx.x); quad_2 < 256;
                 quad_2 += static_cast<int>(blockDim.x)) {
              const int element_3 = quad_2 * 4;
              const offset_t m0_4 = m1 + element_3 / 128;
              const offset_t k0_4 = k2 + element_3 % 128;
              const offset_t A_K_at_3 = m0_4 * static_cast<offset_t>(K) + k0_4;
              teaal_copy_quad(&A_tile_values[element_3], &A_values[A_K_at_3],
                              m0_4 < m1_end && k0_4 < K);
            }
          }
          if (!A_tile_quads_2) {
            for (int element_4 = static_cast<int>(threadIdx.x); element_4 < 1024;
                 element_4 += static_cast<int>(blockDim.x)) {
              const offset_t m0_5 = m1 + element_4 / 128;
              const offset_t k0_5 = k2 + element_4 % 128;
              const offset_t A_K_at_4 = m0_5 * static_cast<offset_t>(K) + k0_5;
              teaal_copy_element(&A_tile_values[element_4], &A_values[A_K_at_4],
                                 m0_5 < m1_end && k0_5 < K);
            }
          }
          teaal_copies_end();
          teaal_copies_arrive<0>();
          __syncthreads();
          const size_type n2 = n3 + worker_N2 * 128;
          const size_type n1 = n2 + worker_N1 * 4;
          const offset_t k1_whole_end_2 = k2 + max(k2_end_2 - k2, static_cast<offset_t>(0)) / 8 * 8;
          // Products.
          for (offset_t k1 = k2; k1 < k1_whole_end_2; k1 += 8) {
#pragma unroll
            for (int k0_turn_2 = 0; k0_turn_2 < 8; ++k0_turn_2) {
              const coord_t k0 = static_cast<coord_t>(k1) + k0_turn_2;
              value_t B_held[4];
#pragma unroll
              for (int n0_turn = 0; n0_turn < 4; ++n0_turn) {
                const coord_t n0 = static_cast<coord_t>(
                    min(n1 + n0_turn, static_cast<size_type>(static_cast<offset_t>(N) - 1)));
                const offset_t B_N_at_5 = static_cast<offset_t>(k0) * static_cast<offset_t>(N) + n0;
#line 12 "gemm_few_rows.yaml"
                B_held[n0_turn] = B_values[B_N_at_5];
              }
#line 20 "gemm_few_rows.yaml"
#pragma unroll
              for (int m0_turn = 0; m0_turn < 8; ++m0_turn) {
                const int A_tile_K_at_3 =
                    m0_turn * 128 + static_cast<int>(static_cast<offset_t>(k0) - k2);
#pragma unroll
                for (int n0_turn = 0; n0_turn < 4; ++n0_turn) {
#line 12 "gemm_few_rows.yaml"
                  sums[m0_turn * 4 + n0_turn] = fmaf(A_tile_values[A_tile_K_at_3], B_held[n0_turn],
                                                     sums[m0_turn * 4 + n0_turn]);
                }
              }
            }
          }
#line 20 "gemm_few_rows.yaml"
#pragma unroll 1
          for (offset_t k1 = k1_whole_end_2; k1 < k2_end_2; k1 += 8) {
            const offset_t k1_end_2 = min(k2_end_2, k1 + 8);
            for (coord_t k0 = k1; k0 < k1_end_2; ++k0) {
              value_t B_held[4];
#pragma unroll
              for (int n0_turn = 0; n0_turn < 4; ++n0_turn) {
                const coord_t n0 = static_cast<coord_t>(
                    min(n1 + n0_turn, static_cast<size_type>(static_cast<offset_t>(N) - 1)));
                const offset_t B_N_at_7 = static_cast<offset_t>(k0) * static_cast<offset_t>(N) + n0;
#line 12 "gemm_few_rows.yaml"
                B_held[n0_turn] = B_values[B_N_at_7];
              }
#line 20 "gemm_few_rows.yaml"
#pragma unroll
              for (int m0_turn = 0; m0_turn < 8; ++m0_turn) {
                const int A_tile_K_at_4 =
                    m0_turn * 128 + static_cast<int>(static_cast<offset_t>(k0) - k2);
#pragma unroll
                for (int n0_turn = 0; n0_turn < 4; ++n0_turn) {
#line 12 "gemm_few_rows.yaml"
                  sums[m0_turn * 4 + n0_turn] = fmaf(A_tile_values[A_tile_K_at_4], B_held[n0_turn],
                                                     sums[m0_turn * 4 + n0_turn]);
                }
              }
            }
          }
        }
      }
#line 20 "gemm_few_rows.yaml"
      const bool whole_4 = n3_end - n3 == 256 && m1_end - m1 == 8 &&
                           teaal_aligned_rows(Z_copies, M) && teaal_aligned_rows(Z_copies, N);
      // Store Z_copies.
      if (whole_4) {
        const size_type n2 = n3 + worker_N2 * 128;
        const size_type n1 = n2 + worker_N1 * 4;
#pragma unroll
        for (int m0_turn = 0; m0_turn < 8; ++m0_turn) {
          const coord_t m0 = static_cast<coord_t>(m1 + m0_turn);
          teaal_write_quad(
              &Z_copies[worker_K2 * (static_cast<size_type>(M) * static_cast<offset_t>(N)) +
                        (static_cast<offset_t>(m0) * static_cast<offset_t>(N) +
                         static_cast<coord_t>(n1))],
              &sums[m0_turn * 4]);
        }
      }
      if (!whole_4) {
        if (n3 + worker_N2 * 128 < n3_end) {
          const size_type n2 = n3 + worker_N2 * 128;
          const size_type n2_end = min(n3_end, n2 + 128);
          if (n2 + worker_N1 * 4 < n2_end) {
            const size_type n1 = n2 + worker_N1 * 4;
            const size_type n1_end = min(n2_end, n1 + 4);
#pragma unroll
            for (int m0_turn = 0; m0_turn < 8; ++m0_turn) {
              if (m1 + m0_turn < m1_end) {
                const coord_t m0 = static_cast<coord_t>(m1 + m0_turn);
#pragma unroll
                for (int n0_turn = 0; n0_turn < 4; ++n0_turn) {
                  if (n1 + n0_turn < n1_end) {
                    const coord_t n0 = static_cast<coord_t>(n1 + n0_turn);
                    const offset_t Z_N_at_6 =
                        static_cast<offset_t>(m0) * static_cast<offset_t>(N) + n0;
#line 12 "gemm_few_rows.yaml"
                    Z_copies[worker_K2 * (static_cast<size_type>(M) * static_cast<offset_t>(N)) +
                             Z_N_at_6] = sums[m0_turn * 4 + n0_turn];
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

#line 12 "gemm_few_rows.yaml"
extern "C" __global__ void gemm_few_rows_Z_add_copies(const value_t* __restrict__ Z_copies,
                                                      value_t* __restrict__ Z_values, coord_t M,
                                                      coord_t N, coord_t copies) {
  teaal_await_launches();
  for (size_type element = static_cast<size_type>(blockIdx.x) * blockDim.x + threadIdx.x;
       element < static_cast<size_type>(M) * static_cast<offset_t>(N);
       element += static_cast<size_type>(gridDim.x) * blockDim.x) {
    value_t sum = value_t(0);
    for (offset_t copy = 0; copy < copies; ++copy) {
      sum += Z_copies[copy * (static_cast<size_type>(M) * static_cast<offset_t>(N)) + element];
    }
    Z_values[element] = sum;
  }
}

#if !defined(__CUDACC_RTC__) && !defined(TEAAL_PRELUDE)
#line 1 "gemm_few_rows.launcher"
#include <cuda_runtime.h>
#include <stddef.h>
#include <stdint.h>

typedef value_t gemm_few_rows_value;
typedef pos_t gemm_few_rows_position;

extern "C" {
#if TEAAL_POSITION_BITS == 64 /* functions have names of their own */
#define gemm_few_rows_workspace_bytes gemm_few_rows_workspace_bytes_64
#define gemm_few_rows_launch gemm_few_rows_launch_64
#endif

struct CUstream_st; /* what cudaStream_t points to */

/* Device pointers and sizes. Segments have one entry a fiber and one more; arrays must not overlap.
 */
typedef struct gemm_few_rows_arguments {
  /* Z: M:U, N:U */
  gemm_few_rows_value* Z_values;
  /* A: M:U, K:U */
  const gemm_few_rows_value* A_values;
  /* B: K:U, N:U */
  const gemm_few_rows_value* B_values;
  int64_t extent_M;
  int64_t extent_K;
  int64_t extent_N;
} gemm_few_rows_arguments;

/* Bytes of device memory that gemm_few_rows_launch needs as workspace (0: none), aligned to 256. */
size_t gemm_few_rows_workspace_bytes(const gemm_few_rows_arguments* arguments);

/* Enqueues the whole plan on `stream` (0: the default stream) and returns at once. 0: enqueued;
   else see gemm_few_rows_error_text. Allocates nothing and throws nothing. */
int gemm_few_rows_launch(const gemm_few_rows_arguments* arguments, void* workspace,
                         size_t workspace_bytes, struct CUstream_st* stream);
const char* gemm_few_rows_error_text(int code);
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

struct gemm_few_rows_sizes {
  int64_t M;
  int64_t K;
  int64_t N;
  int64_t gemm_few_rows_Z_N3_workers;
  int64_t gemm_few_rows_Z_M1_workers;
  int64_t gemm_few_rows_Z_K2_workers;
  explicit gemm_few_rows_sizes(const gemm_few_rows_arguments& a) {
    M = a.extent_M;
    K = a.extent_K;
    N = a.extent_N;
    gemm_few_rows_Z_N3_workers = max(min(ceil_div(N, 256), 2147483647), 1);
    gemm_few_rows_Z_M1_workers =
        max(min(ceil_div(M, 8), 2147483647 / gemm_few_rows_Z_N3_workers), 1);
    gemm_few_rows_Z_K2_workers =
        max(min(ceil_div(K, 128),
                min(2147483647 / gemm_few_rows_Z_N3_workers / gemm_few_rows_Z_M1_workers,
                    max(max(min(1024, 67108864 / max(M * N, 1)), 1), 1))),
            1);
  }
  bool valid() const {
    return M >= 0 && M <= 2147483647 && K >= 0 && K <= 2147483647 && N >= 0 && N <= 2147483647;
  }
  bool addressable() const {
    return M <= 1000000000 && K <= 1000000000 && N <= 1000000000 &&
           (M == 0 || N <= 1000000000 / M) && (M == 0 || K <= 1000000000 / M) &&
           (K == 0 || N <= 1000000000 / K);
  }
  int64_t elements_0() const { return gemm_few_rows_Z_K2_workers * (M * N); }
  int64_t block_gemm_few_rows_Z() const { return max(min(ceil_div(min(256, N), 128), 8), 1) * 32; }
  int64_t grid_gemm_few_rows_Z() const {
    return gemm_few_rows_Z_N3_workers * gemm_few_rows_Z_M1_workers * gemm_few_rows_Z_K2_workers;
  }
  int64_t block_gemm_few_rows_Z_add_copies() const { return 256; }
  int64_t grid_gemm_few_rows_Z_add_copies() const {
    return max(1, min(ceil_div(M * N, 256), 2147483647));
  }
  coord_t K_of_gemm_few_rows_Z() const { return static_cast<coord_t>(K); }
  coord_t M_of_gemm_few_rows_Z() const { return static_cast<coord_t>(M); }
  coord_t N_of_gemm_few_rows_Z() const { return static_cast<coord_t>(N); }
  coord_t count_K2_of_gemm_few_rows_Z() const {
    return static_cast<coord_t>(gemm_few_rows_Z_K2_workers);
  }
  coord_t count_M1_of_gemm_few_rows_Z() const {
    return static_cast<coord_t>(gemm_few_rows_Z_M1_workers);
  }
  coord_t count_N3_of_gemm_few_rows_Z() const {
    return static_cast<coord_t>(gemm_few_rows_Z_N3_workers);
  }
  coord_t M_of_gemm_few_rows_Z_add_copies() const { return static_cast<coord_t>(M); }
  coord_t N_of_gemm_few_rows_Z_add_copies() const { return static_cast<coord_t>(N); }
  coord_t copies_of_gemm_few_rows_Z_add_copies() const {
    return static_cast<coord_t>(gemm_few_rows_Z_K2_workers);
  }
  int64_t stored_Z() const { return M * N; }
};

}  // namespace

extern "C" size_t gemm_few_rows_workspace_bytes(const gemm_few_rows_arguments* arguments) {
  if (arguments == nullptr) return 0;
  const gemm_few_rows_sizes sizes(*arguments);
  if (!sizes.valid()) return 0;
  size_t bytes = 0;
  (void)sizes;
  bytes += (static_cast<size_t>(sizes.elements_0()) * sizeof(value_t) + 255) / 256 * 256;
  return bytes;
}

extern "C" int gemm_few_rows_launch(const gemm_few_rows_arguments* arguments, void* workspace,
                                    size_t workspace_bytes, struct CUstream_st* stream) {
  if (arguments == nullptr) return 1;
  const gemm_few_rows_arguments& a = *arguments;
  const gemm_few_rows_sizes sizes(a);
  if (!sizes.valid()) return 1;
  if (sizeof(offset_t) < sizeof(int64_t) && !sizes.addressable()) return 6;
  if (workspace_bytes < gemm_few_rows_workspace_bytes(arguments)) return 2;
  (void)workspace;
  char* free_bytes = static_cast<char*>(workspace);
  value_t* Z_copies = reinterpret_cast<value_t*>(free_bytes);
  free_bytes += (static_cast<size_t>(sizes.elements_0()) * sizeof(value_t) + 255) / 256 * 256;
  gemm_few_rows_Z<<<static_cast<unsigned>(sizes.grid_gemm_few_rows_Z()),
                    static_cast<unsigned>(sizes.block_gemm_few_rows_Z()), 0, stream>>>(
      a.A_values, a.B_values, sizes.K_of_gemm_few_rows_Z(), sizes.M_of_gemm_few_rows_Z(),
      sizes.N_of_gemm_few_rows_Z(), sizes.count_K2_of_gemm_few_rows_Z(),
      sizes.count_M1_of_gemm_few_rows_Z(), sizes.count_N3_of_gemm_few_rows_Z(), Z_copies);
  if (cudaGetLastError() != cudaSuccess) return 3;
  if (launch_early(gemm_few_rows_Z_add_copies,
                   static_cast<unsigned>(sizes.grid_gemm_few_rows_Z_add_copies()),
                   static_cast<unsigned>(sizes.block_gemm_few_rows_Z_add_copies()), 0, stream,
                   Z_copies, a.Z_values, sizes.M_of_gemm_few_rows_Z_add_copies(),
                   sizes.N_of_gemm_few_rows_Z_add_copies(),
                   sizes.copies_of_gemm_few_rows_Z_add_copies()) != cudaSuccess)
    return 3;
  return 0;
}

extern "C" const char* gemm_few_rows_error_text(int code) {
  switch (code) {
    case 0:
      return "ok";
    case 1:
      return "no arguments, or an extent or size outside [0, 2147483647]";
    case 2:
      return "the workspace is smaller than gemm_few_rows_workspace_bytes says";
    case 3:
      return "CUDA refused a launch or a memset; cudaGetLastError has been read";
    case 6:
      return "an extent or an array is longer than offsets count: build with TEAAL_OFFSET_BITS=64";
    default:
      return "unknown code";
  }
}
#endif
