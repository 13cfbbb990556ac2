// Made by teaalc 0.1.0 from rm_stc.yaml; do not edit.
//   Z[m, n] = A[k, m] * B[k, n]
//     loops M1, N2, K2, K1, N1, M0 (space), K0 (space), N0 (space)
//   stored A[M:U, K:C], B[K:U, N:C], Z[M:U, N:U]
//   sizes K0=8 K1=32 M0=16 N0=32 N1=64
//   teaalc rm_stc.yaml --type=f32 --arch=sm_90 --index-bits=32

// Returns when all that was launched before has ended and its writes are seen. A GPU of sm_90 or
// newer; at once where the launch did not ask to be early.
static __device__ __forceinline__ void teaal_await_launches() {
#ifndef TEAAL_CPU
  asm volatile("griddepcontrol.wait;" ::: "memory");
#endif
}

// First position in [begin, end) whose coordinate is >= target; `end` if there is none (also for an
// empty range). Binary search: ceil(log2(end - begin + 1)) loads. Any thread may call it alone.
template <class A, class P, class C>
static __device__ __forceinline__ P teaal_lower_bound(A coords, P begin, P end, C target) {
  while (begin < end) {
    const P middle = begin + (end - begin) / 2;
    if (coords[middle] < target)
      begin = middle + 1;
    else
      end = middle;
  }
  return begin;
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

#line 11 "rm_stc.yaml"
extern "C" __global__ void rm_stc_Z(
    const pos_t* __restrict__ A_K_segments, const coord_t* __restrict__ A_K_coords,
    const value_t* __restrict__ A_values, const pos_t* __restrict__ B_N_segments,
    const coord_t* __restrict__ B_N_coords, const value_t* __restrict__ B_values,
    const pos_t* __restrict__ A_M1K2KM_M1_segments, const coord_t* __restrict__ A_M1K2KM_M1_coords,
    const pos_t* __restrict__ A_M1K2KM_K2_segments, const coord_t* __restrict__ A_M1K2KM_K2_coords,
    const pos_t* __restrict__ A_M1K2KM_K_segments, const coord_t* __restrict__ A_M1K2KM_K_coords,
    const pos_t* __restrict__ A_M1K2KM_M_segments, const coord_t* __restrict__ A_M1K2KM_M_coords,
    const value_t* __restrict__ A_M1K2KM_values, const pos_t* __restrict__ B_N2K2NK_N2_segments,
    const coord_t* __restrict__ B_N2K2NK_N2_coords, const pos_t* __restrict__ B_N2K2NK_K2_segments,
    const coord_t* __restrict__ B_N2K2NK_K2_coords, const pos_t* __restrict__ B_N2K2NK_N_segments,
    const coord_t* __restrict__ B_N2K2NK_N_coords, const pos_t* __restrict__ B_N2K2NK_K_segments,
    const coord_t* __restrict__ B_N2K2NK_K_coords, const value_t* __restrict__ B_N2K2NK_values,
    coord_t K, coord_t M, coord_t N, coord_t count_N2, coord_t count_M1,
    value_t* __restrict__ Z_copies) {
  constexpr int K0 = 8;
  constexpr int K1 = 32;
  constexpr int M0 = 16;
  constexpr int N0 = 32;
  constexpr int N1 = 64;
  const offset_t workers_N2 = count_N2;
  const offset_t worker_N2 = blockIdx.x % count_N2;
  const offset_t workers_M1 = count_M1;
  const offset_t worker_M1 = blockIdx.x / count_N2;
  const offset_t workers_M0 = blockDim.x / 32;
  const offset_t worker_M0 = threadIdx.x / 32;
  const offset_t workers_N0 = 32;
  const offset_t worker_N0 = threadIdx.x % 32;
  const pos_t A_M1K2KM_M1_begin = A_M1K2KM_M1_segments[0];
  const pos_t A_M1K2KM_M1_end = A_M1K2KM_M1_segments[1];
  const pos_t B_N2K2NK_N2_begin = B_N2K2NK_N2_segments[0];
  const pos_t B_N2K2NK_N2_end = B_N2K2NK_N2_segments[1];
  size_type visited = 0;
#line 23 "rm_stc.yaml"
  for (offset_t m1 = worker_M1 * M0; m1 < M; m1 += workers_M1 * M0) {
    const offset_t m1_end = min(static_cast<offset_t>(M), m1 + M0);
    const pos_t A_M1K2KM_M1_begin_2 = teaal_lower_bound(
        A_M1K2KM_M1_coords, A_M1K2KM_M1_begin, A_M1K2KM_M1_end, static_cast<coord_t>(m1 / M0));
    const pos_t A_M1K2KM_M1_end_2 =
        A_M1K2KM_M1_begin_2 + ((A_M1K2KM_M1_begin_2 < A_M1K2KM_M1_end &&
                                A_M1K2KM_M1_coords[A_M1K2KM_M1_begin_2] == m1 / M0)
                                   ? 1
                                   : 0);
    if (A_M1K2KM_M1_begin_2 < A_M1K2KM_M1_end_2) {
      const pos_t A_M1K2KM_K2_begin = A_M1K2KM_K2_segments[A_M1K2KM_M1_begin_2];
      const pos_t A_M1K2KM_K2_end = A_M1K2KM_K2_segments[A_M1K2KM_M1_begin_2 + 1];
      size_type n2_from = worker_N2 * N1;
      size_type n2_due = visited + static_cast<offset_t>(K);
      while (n2_from < N) {
        size_type n2_next = n2_from;
        size_type n2_looked = 0;
        if (n2_due <= visited &&
            static_cast<offset_t>(K) <
                ((N - n2_from) / (workers_N2 * N1) + 1) * (static_cast<offset_t>(K) / K1 + 1)) {
          size_type n2_next_in_B = static_cast<offset_t>(N);
          for (offset_t k = 0; k < static_cast<offset_t>(K); ++k) {
            const pos_t B_N_begin = B_N_segments[k];
            const pos_t B_N_end = B_N_segments[k + 1];
            const pos_t B_N_at =
                teaal_lower_bound(B_N_coords, B_N_begin, B_N_end, static_cast<coord_t>(n2_from));
            if (B_N_at < B_N_end) {
              n2_next_in_B = min(n2_next_in_B,
                                 static_cast<size_type>(static_cast<offset_t>(B_N_coords[B_N_at])));
            }
            n2_looked += 1;
          }
          n2_next = max(n2_next, n2_next_in_B);
        }
        const size_type n2 = (n2_next < N)
                                 ? n2_from + (n2_next / N1 * N1 - n2_from + workers_N2 * N1 - 1) /
                                                 (workers_N2 * N1) * (workers_N2 * N1)
                                 : static_cast<size_type>(N);
        if (0 < n2_looked) {
          visited += n2_looked;
          n2_due = visited + n2_looked;
        }
        if (n2 == n2_from) {
          const size_type n2_end = min(static_cast<size_type>(N), n2 + N1);
          const pos_t B_N2K2NK_N2_begin_2 =
              teaal_lower_bound(B_N2K2NK_N2_coords, B_N2K2NK_N2_begin, B_N2K2NK_N2_end,
                                static_cast<coord_t>(n2 / N1));
          const pos_t B_N2K2NK_N2_end_2 =
              B_N2K2NK_N2_begin_2 + ((B_N2K2NK_N2_begin_2 < B_N2K2NK_N2_end &&
                                      B_N2K2NK_N2_coords[B_N2K2NK_N2_begin_2] == n2 / N1)
                                         ? 1
                                         : 0);
          if (B_N2K2NK_N2_begin_2 < B_N2K2NK_N2_end_2) {
            const pos_t B_N2K2NK_K2_begin = B_N2K2NK_K2_segments[B_N2K2NK_N2_begin_2];
            const pos_t B_N2K2NK_K2_end = B_N2K2NK_K2_segments[B_N2K2NK_N2_begin_2 + 1];
            size_type k2_from = 0;
            size_type k2_due = visited + (m1_end - m1);
            while (k2_from < K) {
              size_type k2_next = k2_from;
              size_type k2_looked = 0;
              if (k2_due <= visited && m1_end - m1 < (K - k2_from) / K1 + 1) {
                size_type k2_next_in_A = static_cast<offset_t>(K);
                for (offset_t m = m1; m < min(m1_end, static_cast<offset_t>(M)); ++m) {
                  const pos_t A_K_begin = A_K_segments[m];
                  const pos_t A_K_end = A_K_segments[m + 1];
                  const pos_t A_K_at = teaal_lower_bound(A_K_coords, A_K_begin, A_K_end,
                                                         static_cast<coord_t>(k2_from));
                  if (A_K_at < A_K_end) {
                    k2_next_in_A =
                        min(k2_next_in_A,
                            static_cast<size_type>(static_cast<offset_t>(A_K_coords[A_K_at])));
                  }
                  k2_looked += 1;
                }
                k2_next = max(k2_next, k2_next_in_A);
              }
              const size_type k2 = (k2_next < K) ? k2_next / K1 * K1 : static_cast<size_type>(K);
              if (0 < k2_looked) {
                visited += k2_looked;
                k2_due = visited + k2_looked;
              }
              if (k2 < K) {
                const size_type k2_end = min(static_cast<size_type>(K), k2 + K1);
                const pos_t A_M1K2KM_K2_begin_2 =
                    teaal_lower_bound(A_M1K2KM_K2_coords, A_M1K2KM_K2_begin, A_M1K2KM_K2_end,
                                      static_cast<coord_t>(k2 / K1));
                const pos_t A_M1K2KM_K2_end_2 =
                    A_M1K2KM_K2_begin_2 + ((A_M1K2KM_K2_begin_2 < A_M1K2KM_K2_end &&
                                            A_M1K2KM_K2_coords[A_M1K2KM_K2_begin_2] == k2 / K1)
                                               ? 1
                                               : 0);
                const pos_t B_N2K2NK_K2_begin_2 =
                    teaal_lower_bound(B_N2K2NK_K2_coords, B_N2K2NK_K2_begin, B_N2K2NK_K2_end,
                                      static_cast<coord_t>(k2 / K1));
                const pos_t B_N2K2NK_K2_end_2 =
                    B_N2K2NK_K2_begin_2 + ((B_N2K2NK_K2_begin_2 < B_N2K2NK_K2_end &&
                                            B_N2K2NK_K2_coords[B_N2K2NK_K2_begin_2] == k2 / K1)
                                               ? 1
                                               : 0);
                if (A_M1K2KM_K2_begin_2 < A_M1K2KM_K2_end_2) {
                  const pos_t A_M1K2KM_K_begin = A_M1K2KM_K_segments[A_M1K2KM_K2_begin_2];
                  const pos_t A_M1K2KM_K_end = A_M1K2KM_K_segments[A_M1K2KM_K2_begin_2 + 1];
                  if (B_N2K2NK_K2_begin_2 < B_N2K2NK_K2_end_2) {
                    const pos_t B_N2K2NK_N_begin = B_N2K2NK_N_segments[B_N2K2NK_K2_begin_2];
                    const pos_t B_N2K2NK_N_end = B_N2K2NK_N_segments[B_N2K2NK_K2_begin_2 + 1];
                    for (offset_t A_M1K2KM_K_run = A_M1K2KM_K_begin;
                         A_M1K2KM_K_run < A_M1K2KM_K_end; A_M1K2KM_K_run += K0) {
                      const pos_t A_M1K2KM_K_run_begin = static_cast<pos_t>(A_M1K2KM_K_run);
                      const pos_t A_M1K2KM_K_run_end = static_cast<pos_t>(
                          min(static_cast<offset_t>(A_M1K2KM_K_end), A_M1K2KM_K_run + K0));
                      const size_type k1 =
                          (A_M1K2KM_K_run_begin == A_M1K2KM_K_begin)
                              ? k2
                              : static_cast<size_type>(A_M1K2KM_K_coords[A_M1K2KM_K_run_begin]);
                      const size_type k1_end =
                          (A_M1K2KM_K_run_end == A_M1K2KM_K_end)
                              ? k2_end
                              : static_cast<size_type>(A_M1K2KM_K_coords[A_M1K2KM_K_run_end]);
                      for (offset_t B_N2K2NK_N_run = B_N2K2NK_N_begin;
                           B_N2K2NK_N_run < B_N2K2NK_N_end; B_N2K2NK_N_run += N0) {
                        const pos_t B_N2K2NK_N_run_begin = static_cast<pos_t>(B_N2K2NK_N_run);
                        const pos_t B_N2K2NK_N_run_end = static_cast<pos_t>(
                            min(static_cast<offset_t>(B_N2K2NK_N_end), B_N2K2NK_N_run + N0));
                        const size_type n1 =
                            (B_N2K2NK_N_run_begin == B_N2K2NK_N_begin)
                                ? n2
                                : static_cast<size_type>(B_N2K2NK_N_coords[B_N2K2NK_N_run_begin]);
                        const size_type n1_end =
                            (B_N2K2NK_N_run_end == B_N2K2NK_N_end)
                                ? n2_end
                                : static_cast<size_type>(B_N2K2NK_N_coords[B_N2K2NK_N_run_end]);
                        for (offset_t m0 = m1 + worker_M0; m0 < m1_end; m0 += workers_M0) {
                          const pos_t A_K_begin_2 = A_K_segments[m0];
                          const pos_t A_K_end_2 = A_K_segments[m0 + 1];
                          const pos_t A_K_begin_3 = teaal_lower_bound(
                              A_K_coords, A_K_begin_2, A_K_end_2, static_cast<coord_t>(k1));
                          const pos_t A_K_end_3 = teaal_lower_bound(
                              A_K_coords, A_K_begin_3, A_K_end_2, static_cast<coord_t>(k1_end));
                          for (offset_t A_K_at_2_chunk = static_cast<offset_t>(A_K_begin_3);
                               A_K_at_2_chunk < static_cast<offset_t>(A_K_end_3);
                               A_K_at_2_chunk += 32) {
                            const offset_t A_K_at_2_chunk_end =
                                min(static_cast<offset_t>(A_K_end_3), A_K_at_2_chunk + 32);
                            const pos_t A_K_at_2_own = static_cast<pos_t>(
                                min(A_K_at_2_chunk + static_cast<offset_t>(threadIdx.x % 32),
                                    A_K_at_2_chunk_end - 1));
                            const coord_t k0_own = A_K_coords[A_K_at_2_own];
                            const pos_t B_N_begin_2_own = B_N_segments[k0_own];
                            const pos_t B_N_end_2_own = B_N_segments[k0_own + 1];
                            const pos_t B_N_begin_3_own =
                                teaal_lower_bound(B_N_coords, B_N_begin_2_own, B_N_end_2_own,
                                                  static_cast<coord_t>(n1));
                            const pos_t B_N_end_3_own =
                                teaal_lower_bound(B_N_coords, B_N_begin_3_own, B_N_end_2_own,
                                                  static_cast<coord_t>(n1_end));
                            const value_t A_values_own = A_values[A_K_at_2_own];
                            for (pos_t A_K_at_2 = static_cast<pos_t>(A_K_at_2_chunk);
                                 A_K_at_2 < static_cast<pos_t>(A_K_at_2_chunk_end); ++A_K_at_2) {
                              const value_t A_values_element =
                                  __shfl_sync(0xffffffffu, A_values_own,
                                              static_cast<int>(static_cast<offset_t>(A_K_at_2) -
                                                               A_K_at_2_chunk));
                              const pos_t B_N_begin_3 = static_cast<pos_t>(
                                  __shfl_sync(0xffffffffu, B_N_begin_3_own,
                                              static_cast<int>(static_cast<offset_t>(A_K_at_2) -
                                                               A_K_at_2_chunk)));
                              const pos_t B_N_end_3 = static_cast<pos_t>(
                                  __shfl_sync(0xffffffffu, B_N_end_3_own,
                                              static_cast<int>(static_cast<offset_t>(A_K_at_2) -
                                                               A_K_at_2_chunk)));
                              const size_type n0_piece =
                                  (n1_end - n1 + workers_N0 - 1) / workers_N0;
                              const size_type n0_begin = min(n1_end, n1 + n0_piece * worker_N0);
                              const size_type n0_end = min(n1_end, n0_begin + n0_piece);
                              const pos_t B_N_begin_4 =
                                  teaal_lower_bound(B_N_coords, B_N_begin_3, B_N_end_3,
                                                    static_cast<coord_t>(n0_begin));
                              const pos_t B_N_end_4 = teaal_lower_bound(
                                  B_N_coords, B_N_begin_4, B_N_end_3, static_cast<coord_t>(n0_end));
                              for (pos_t B_N_at_2 = B_N_begin_4; B_N_at_2 < B_N_end_4; ++B_N_at_2) {
                                const coord_t n0 = B_N_coords[B_N_at_2];
                                const offset_t Z_N_at = m0 * static_cast<offset_t>(N) + n0;
#line 11 "rm_stc.yaml"
                                Z_copies[worker_N0 * (static_cast<size_type>(M) *
                                                      static_cast<offset_t>(N)) +
                                         Z_N_at] =
                                    fmaf(A_values_element, B_values[B_N_at_2],
                                         Z_copies[worker_N0 * (static_cast<size_type>(M) *
                                                               static_cast<offset_t>(N)) +
                                                  Z_N_at]);
                              }
                            }
                          }
                        }
                      }
                    }
                  }
                }
              }
              k2_from = k2 + K1;
              visited += 1;
            }
          }
        }
        n2_from = (n2 == n2_from) ? n2_from + workers_N2 * N1 : n2;
        visited += 1;
      }
    }
  }
}

#line 11 "rm_stc.yaml"
extern "C" __global__ void rm_stc_Z_add_copies(const value_t* __restrict__ Z_copies,
                                               value_t* __restrict__ Z_values, coord_t M, coord_t N,
                                               coord_t copies) {
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
#line 1 "rm_stc.launcher"
#include <cuda_runtime.h>
#include <stddef.h>
#include <stdint.h>

typedef value_t rm_stc_value;
typedef pos_t rm_stc_position;

extern "C" {
#if TEAAL_POSITION_BITS == 64 /* functions have names of their own */
#define rm_stc_workspace_bytes rm_stc_workspace_bytes_64
#define rm_stc_launch rm_stc_launch_64
#endif

struct CUstream_st; /* what cudaStream_t points to */

/* Device pointers and sizes. Segments have one entry a fiber and one more; arrays must not overlap.
 */
typedef struct rm_stc_arguments {
  /* Z: M:U, N:U */
  rm_stc_value* Z_values;
  /* A: M:U, K:C */
  const rm_stc_position* A_K_segments;
  const int32_t* A_K_coords;
  const rm_stc_value* A_values;
  /* B: K:U, N:C */
  const rm_stc_position* B_N_segments;
  const int32_t* B_N_coords;
  const rm_stc_value* B_values;
  /* A_M1K2KM: M1:C, K2:C, K:C, M:C; M1 is M / 16; K2 is K / 32, tensor A re-sorted */
  const rm_stc_position* A_M1K2KM_M1_segments;
  const int32_t* A_M1K2KM_M1_coords;
  const rm_stc_position* A_M1K2KM_K2_segments;
  const int32_t* A_M1K2KM_K2_coords;
  const rm_stc_position* A_M1K2KM_K_segments;
  const int32_t* A_M1K2KM_K_coords;
  const rm_stc_position* A_M1K2KM_M_segments;
  const int32_t* A_M1K2KM_M_coords;
  const rm_stc_value* A_M1K2KM_values;
  /* B_N2K2NK: N2:C, K2:C, N:C, K:C; N2 is N / 64; K2 is K / 32, tensor B re-sorted */
  const rm_stc_position* B_N2K2NK_N2_segments;
  const int32_t* B_N2K2NK_N2_coords;
  const rm_stc_position* B_N2K2NK_K2_segments;
  const int32_t* B_N2K2NK_K2_coords;
  const rm_stc_position* B_N2K2NK_N_segments;
  const int32_t* B_N2K2NK_N_coords;
  const rm_stc_position* B_N2K2NK_K_segments;
  const int32_t* B_N2K2NK_K_coords;
  const rm_stc_value* B_N2K2NK_values;
  int64_t extent_K;
  int64_t extent_M;
  int64_t extent_N;
} rm_stc_arguments;

/* Bytes of device memory that rm_stc_launch needs as workspace (0: none), aligned to 256. */
size_t rm_stc_workspace_bytes(const rm_stc_arguments* arguments);

/* Enqueues the whole plan on `stream` (0: the default stream) and returns at once. 0: enqueued;
   else see rm_stc_error_text. Allocates nothing and throws nothing. */
int rm_stc_launch(const rm_stc_arguments* arguments, void* workspace, size_t workspace_bytes,
                  struct CUstream_st* stream);
const char* rm_stc_error_text(int code);
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

struct rm_stc_sizes {
  int64_t K;
  int64_t M;
  int64_t N;
  int64_t rm_stc_Z_M1_workers;
  int64_t rm_stc_Z_N2_workers;
  explicit rm_stc_sizes(const rm_stc_arguments& a) {
    K = a.extent_K;
    M = a.extent_M;
    N = a.extent_N;
    rm_stc_Z_M1_workers = max(min(ceil_div(M, 16), 16896), 1);
    rm_stc_Z_N2_workers = max(min(ceil_div(N, 64), 16896 / rm_stc_Z_M1_workers), 1);
  }
  bool valid() const {
    return K >= 0 && K <= 2147483647 && M >= 0 && M <= 2147483647 && N >= 0 && N <= 2147483647;
  }
  bool addressable() const {
    return K <= 1000000000 && M <= 1000000000 && N <= 1000000000 && (M == 0 || N <= 1000000000 / M);
  }
  int64_t elements_0() const { return 32 * (M * N); }
  int64_t block_rm_stc_Z() const { return max(min(min(16, M), 8), 1) * 32; }
  int64_t grid_rm_stc_Z() const { return rm_stc_Z_M1_workers * rm_stc_Z_N2_workers; }
  int64_t block_rm_stc_Z_add_copies() const { return 256; }
  int64_t grid_rm_stc_Z_add_copies() const { return max(1, min(ceil_div(M * N, 256), 2147483647)); }
  coord_t K_of_rm_stc_Z() const { return static_cast<coord_t>(K); }
  coord_t M_of_rm_stc_Z() const { return static_cast<coord_t>(M); }
  coord_t N_of_rm_stc_Z() const { return static_cast<coord_t>(N); }
  coord_t count_N2_of_rm_stc_Z() const { return static_cast<coord_t>(rm_stc_Z_N2_workers); }
  coord_t count_M1_of_rm_stc_Z() const { return static_cast<coord_t>(rm_stc_Z_M1_workers); }
  coord_t M_of_rm_stc_Z_add_copies() const { return static_cast<coord_t>(M); }
  coord_t N_of_rm_stc_Z_add_copies() const { return static_cast<coord_t>(N); }
  coord_t copies_of_rm_stc_Z_add_copies() const { return static_cast<coord_t>(32); }
  int64_t stored_Z() const { return M * N; }
};

}  // namespace

extern "C" size_t rm_stc_workspace_bytes(const rm_stc_arguments* arguments) {
  if (arguments == nullptr) return 0;
  const rm_stc_sizes sizes(*arguments);
  if (!sizes.valid()) return 0;
  size_t bytes = 0;
  (void)sizes;
  bytes += (static_cast<size_t>(sizes.elements_0()) * sizeof(value_t) + 255) / 256 * 256;
  return bytes;
}

extern "C" int rm_stc_launch(const rm_stc_arguments* arguments, void* workspace,
                             size_t workspace_bytes, struct CUstream_st* stream) {
  if (arguments == nullptr) return 1;
  const rm_stc_arguments& a = *arguments;
  const rm_stc_sizes sizes(a);
  if (!sizes.valid()) return 1;
  if (sizeof(offset_t) < sizeof(int64_t) && !sizes.addressable()) return 6;
  if (workspace_bytes < rm_stc_workspace_bytes(arguments)) return 2;
  (void)workspace;
  char* free_bytes = static_cast<char*>(workspace);
  value_t* Z_copies = reinterpret_cast<value_t*>(free_bytes);
  free_bytes += (static_cast<size_t>(sizes.elements_0()) * sizeof(value_t) + 255) / 256 * 256;
  if (cudaMemsetAsync(Z_copies, 0, static_cast<size_t>(sizes.elements_0()) * sizeof(value_t),
                      stream) != cudaSuccess)
    return 3;
  rm_stc_Z<<<static_cast<unsigned>(sizes.grid_rm_stc_Z()),
             static_cast<unsigned>(sizes.block_rm_stc_Z()), 0, stream>>>(
      a.A_K_segments, a.A_K_coords, a.A_values, a.B_N_segments, a.B_N_coords, a.B_values,
      a.A_M1K2KM_M1_segments, a.A_M1K2KM_M1_coords, a.A_M1K2KM_K2_segments, a.A_M1K2KM_K2_coords,
      a.A_M1K2KM_K_segments, a.A_M1K2KM_K_coords, a.A_M1K2KM_M_segments, a.A_M1K2KM_M_coords,
      a.A_M1K2KM_values, a.B_N2K2NK_N2_segments, a.B_N2K2NK_N2_coords, a.B_N2K2NK_K2_segments,
      a.B_N2K2NK_K2_coords, a.B_N2K2NK_N_segments, a.B_N2K2NK_N_coords, a.B_N2K2NK_K_segments,
      a.B_N2K2NK_K_coords, a.B_N2K2NK_values, sizes.K_of_rm_stc_Z(), sizes.M_of_rm_stc_Z(),
      sizes.N_of_rm_stc_Z(), sizes.count_N2_of_rm_stc_Z(), sizes.count_M1_of_rm_stc_Z(), Z_copies);
  if (cudaGetLastError() != cudaSuccess) return 3;
  if (launch_early(rm_stc_Z_add_copies, static_cast<unsigned>(sizes.grid_rm_stc_Z_add_copies()),
                   static_cast<unsigned>(sizes.block_rm_stc_Z_add_copies()), 0, stream, Z_copies,
                   a.Z_values, sizes.M_of_rm_stc_Z_add_copies(), sizes.N_of_rm_stc_Z_add_copies(),
                   sizes.copies_of_rm_stc_Z_add_copies()) != cudaSuccess)
    return 3;
  return 0;
}

extern "C" const char* rm_stc_error_text(int code) {
  switch (code) {
    case 0:
      return "ok";
    case 1:
      return "no arguments, or an extent or size outside [0, 2147483647]";
    case 2:
      return "the workspace is smaller than rm_stc_workspace_bytes says";
    case 3:
      return "CUDA refused a launch or a memset; cudaGetLastError has been read";
    case 6:
      return "an extent or an array is longer than offsets count: build with TEAAL_OFFSET_BITS=64";
    default:
      return "unknown code";
  }
}
#endif
