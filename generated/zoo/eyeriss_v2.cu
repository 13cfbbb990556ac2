// Made by teaalc 0.1.0 from eyeriss_v2.yaml; do not edit.
//   O[n, m, e, f] = I[n, c, 2 * e + r, 2 * f + s] * F[m, c, r, s]
//     loops N, M2 (space), C1 (space), M1, C0, M0 (space), F, E, R (space), S
//   stored I[N:U, C:C, H:C, W:C], F[M:U, C:C, R:C, S:C], O[N:U, M:U, E:U, F:U]
//   sizes C0=4 M0=4 M1=16
//   teaalc eyeriss_v2.yaml --type=f32 --arch=sm_90 --index-bits=32

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

// The same result by exponential search from `begin`: about 2 log2(d) loads when the answer is d
// positions away, so cheap for a walk that skips a little at a time.
template <class A, class P, class C>
static __device__ __forceinline__ P teaal_gallop(A coords, P begin, P end, C target) {
  if (!(begin < end) || !(coords[begin] < target)) return begin;
  P step = 1;
  while (step < end - begin && coords[begin + step] < target) {
    begin += step;
    if (step < end - begin - step) step *= 2;
  }
  const P last = step < end - begin ? begin + step : end;
  return teaal_lower_bound(coords, P(begin + 1), last, target);
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

#line 13 "eyeriss_v2.yaml"
extern "C" __global__ void eyeriss_v2_O(
    const pos_t* __restrict__ I_C_segments, const coord_t* __restrict__ I_C_coords,
    const pos_t* __restrict__ I_H_segments, const coord_t* __restrict__ I_H_coords,
    const pos_t* __restrict__ I_W_segments, const coord_t* __restrict__ I_W_coords,
    const value_t* __restrict__ I_values, const pos_t* __restrict__ F_CMRS_M_segments,
    const coord_t* __restrict__ F_CMRS_M_coords, const pos_t* __restrict__ F_CMRS_R_segments,
    const coord_t* __restrict__ F_CMRS_R_coords, const pos_t* __restrict__ F_CMRS_S_segments,
    const coord_t* __restrict__ F_CMRS_S_coords, const value_t* __restrict__ F_CMRS_values,
    coord_t C, coord_t E, coord_t F, coord_t H, coord_t M, coord_t N, coord_t W, coord_t count_E,
    coord_t count_M0, coord_t count_M1, coord_t count_C1, coord_t count_M2, coord_t count_N,
    value_t* __restrict__ O_copies) {
  constexpr int C0 = 4;
  constexpr int M0 = 4;
  constexpr int M1 = 16;
  const offset_t workers_E = count_E;
  const offset_t worker_E = blockIdx.x % count_E;
  const offset_t workers_M0 = count_M0;
  const offset_t worker_M0 = static_cast<int>(blockIdx.x / count_E) % count_M0;
  const offset_t workers_M1 = count_M1;
  const offset_t worker_M1 = static_cast<int>(blockIdx.x / count_E) / count_M0 % count_M1;
  const offset_t workers_C1 = count_C1;
  const offset_t worker_C1 =
      static_cast<int>(blockIdx.x / count_E) / count_M0 / count_M1 % count_C1;
  const offset_t workers_M2 = count_M2;
  const offset_t worker_M2 =
      static_cast<int>(blockIdx.x / count_E) / count_M0 / count_M1 / count_C1 % count_M2;
  const offset_t workers_N = count_N;
  const offset_t worker_N =
      static_cast<int>(blockIdx.x / count_E) / count_M0 / count_M1 / count_C1 / count_M2;
  const offset_t workers_R = blockDim.x / 32;
  const offset_t worker_R = threadIdx.x / 32;
  const offset_t workers_F = 32;
  const offset_t worker_F = threadIdx.x % 32;
  size_type visited = 0;
#line 24 "eyeriss_v2.yaml"
  for (offset_t n = worker_N; n < N; n += workers_N) {
    const pos_t I_C_begin = I_C_segments[n];
    const pos_t I_C_end = I_C_segments[n + 1];
    size_type m2_from = worker_M2 * M1;
    size_type m2_due = visited + static_cast<offset_t>(C);
    while (m2_from < M) {
      size_type m2_next = m2_from;
      size_type m2_looked = 0;
      if (m2_due <= visited && static_cast<offset_t>(C) < ((M - m2_from) / (workers_M2 * M1) + 1) *
                                                              (static_cast<offset_t>(C) / C0 + 1)) {
        size_type m2_next_in_F_CMRS = static_cast<offset_t>(M);
        for (offset_t c = 0; c < static_cast<offset_t>(C); ++c) {
          const pos_t F_CMRS_M_begin = F_CMRS_M_segments[c];
          const pos_t F_CMRS_M_end = F_CMRS_M_segments[c + 1];
          const pos_t F_CMRS_M_at = teaal_lower_bound(F_CMRS_M_coords, F_CMRS_M_begin, F_CMRS_M_end,
                                                      static_cast<coord_t>(m2_from));
          if (F_CMRS_M_at < F_CMRS_M_end) {
            m2_next_in_F_CMRS =
                min(m2_next_in_F_CMRS,
                    static_cast<size_type>(static_cast<offset_t>(F_CMRS_M_coords[F_CMRS_M_at])));
          }
          m2_looked += 1;
        }
        m2_next = max(m2_next, m2_next_in_F_CMRS);
      }
      const size_type m2 = (m2_next < M)
                               ? m2_from + (m2_next / M1 * M1 - m2_from + workers_M2 * M1 - 1) /
                                               (workers_M2 * M1) * (workers_M2 * M1)
                               : static_cast<size_type>(M);
      if (0 < m2_looked) {
        visited += m2_looked;
        m2_due = visited + m2_looked;
      }
      if (m2 == m2_from) {
        const size_type m2_end = min(static_cast<size_type>(M), m2 + M1);
        size_type c1_from = worker_C1 * C0;
        while (c1_from < C) {
          size_type c1_next = c1_from;
          const pos_t I_C_at =
              teaal_lower_bound(I_C_coords, I_C_begin, I_C_end, static_cast<coord_t>(c1_from));
          c1_next =
              max(c1_next, static_cast<size_type>((I_C_at < I_C_end) ? I_C_coords[I_C_at] : C));
          const size_type c1 = (c1_next < C)
                                   ? c1_from + (c1_next / C0 * C0 - c1_from + workers_C1 * C0 - 1) /
                                                   (workers_C1 * C0) * (workers_C1 * C0)
                                   : static_cast<size_type>(C);
          if (c1 == c1_from) {
            const size_type c1_end = min(static_cast<size_type>(C), c1 + C0);
            const pos_t I_C_end_2 =
                teaal_gallop(I_C_coords, I_C_at, I_C_end, static_cast<coord_t>(c1_end));
            for (size_type m1 = m2 + worker_M1 * M0; m1 < m2_end; m1 += workers_M1 * M0) {
              const size_type m1_end = min(m2_end, m1 + M0);
              for (offset_t I_C_at_2_chunk = static_cast<offset_t>(I_C_at);
                   I_C_at_2_chunk < static_cast<offset_t>(I_C_end_2); I_C_at_2_chunk += 32) {
                const offset_t I_C_at_2_chunk_end =
                    min(static_cast<offset_t>(I_C_end_2), I_C_at_2_chunk + 32);
                const pos_t I_C_at_2_own =
                    static_cast<pos_t>(min(I_C_at_2_chunk + static_cast<offset_t>(threadIdx.x % 32),
                                           I_C_at_2_chunk_end - 1));
                const coord_t c0_own = I_C_coords[I_C_at_2_own];
                const pos_t F_CMRS_M_begin_2_own = F_CMRS_M_segments[c0_own];
                const pos_t F_CMRS_M_end_2_own = F_CMRS_M_segments[c0_own + 1];
                const pos_t F_CMRS_M_begin_3_own =
                    teaal_lower_bound(F_CMRS_M_coords, F_CMRS_M_begin_2_own, F_CMRS_M_end_2_own,
                                      static_cast<coord_t>(m1));
                const pos_t F_CMRS_M_end_3_own =
                    teaal_lower_bound(F_CMRS_M_coords, F_CMRS_M_begin_3_own, F_CMRS_M_end_2_own,
                                      static_cast<coord_t>(m1_end));
                const pos_t I_H_begin_own = I_H_segments[I_C_at_2_own];
                const pos_t I_H_end_own = I_H_segments[I_C_at_2_own + 1];
                for (pos_t I_C_at_2 = static_cast<pos_t>(I_C_at_2_chunk);
                     I_C_at_2 < static_cast<pos_t>(I_C_at_2_chunk_end); ++I_C_at_2) {
                  const pos_t F_CMRS_M_begin_3 = static_cast<pos_t>(__shfl_sync(
                      0xffffffffu, F_CMRS_M_begin_3_own,
                      static_cast<int>(static_cast<offset_t>(I_C_at_2) - I_C_at_2_chunk)));
                  const pos_t F_CMRS_M_end_3 = static_cast<pos_t>(__shfl_sync(
                      0xffffffffu, F_CMRS_M_end_3_own,
                      static_cast<int>(static_cast<offset_t>(I_C_at_2) - I_C_at_2_chunk)));
                  const pos_t I_H_begin = static_cast<pos_t>(__shfl_sync(
                      0xffffffffu, I_H_begin_own,
                      static_cast<int>(static_cast<offset_t>(I_C_at_2) - I_C_at_2_chunk)));
                  const pos_t I_H_end = static_cast<pos_t>(__shfl_sync(
                      0xffffffffu, I_H_end_own,
                      static_cast<int>(static_cast<offset_t>(I_C_at_2) - I_C_at_2_chunk)));
                  const size_type m0_piece = (m1_end - m1 + workers_M0 - 1) / workers_M0;
                  const size_type m0_begin = min(m1_end, m1 + m0_piece * worker_M0);
                  const size_type m0_end = min(m1_end, m0_begin + m0_piece);
                  const pos_t F_CMRS_M_begin_4 =
                      teaal_lower_bound(F_CMRS_M_coords, F_CMRS_M_begin_3, F_CMRS_M_end_3,
                                        static_cast<coord_t>(m0_begin));
                  const pos_t F_CMRS_M_end_4 =
                      teaal_lower_bound(F_CMRS_M_coords, F_CMRS_M_begin_4, F_CMRS_M_end_3,
                                        static_cast<coord_t>(m0_end));
                  for (pos_t F_CMRS_M_at_2 = F_CMRS_M_begin_4; F_CMRS_M_at_2 < F_CMRS_M_end_4;
                       ++F_CMRS_M_at_2) {
                    const coord_t m0 = F_CMRS_M_coords[F_CMRS_M_at_2];
                    const pos_t F_CMRS_R_begin = F_CMRS_R_segments[F_CMRS_M_at_2];
                    const pos_t F_CMRS_R_end = F_CMRS_R_segments[F_CMRS_M_at_2 + 1];
                    const offset_t O_M_at = n * static_cast<offset_t>(M) + m0;
                    for (offset_t f = worker_F; f < F; f += workers_F) {
                      for (offset_t e = worker_E; e < E; e += workers_E) {
                        const offset_t O_E_at = O_M_at * static_cast<offset_t>(E) + e;
                        const offset_t O_F_at = O_E_at * static_cast<offset_t>(F) + f;
#line 13 "eyeriss_v2.yaml"
                        value_t sum = value_t(0);
#line 24 "eyeriss_v2.yaml"
                        for (offset_t F_CMRS_R_at = F_CMRS_R_begin + worker_R;
                             F_CMRS_R_at < F_CMRS_R_end; F_CMRS_R_at += workers_R) {
                          const coord_t r = F_CMRS_R_coords[F_CMRS_R_at];
                          const pos_t F_CMRS_S_begin = F_CMRS_S_segments[F_CMRS_R_at];
                          const pos_t F_CMRS_S_end = F_CMRS_S_segments[F_CMRS_R_at + 1];
                          const size_type I_H_coord =
                              static_cast<size_type>(2 * e) + static_cast<offset_t>(r);
                          if (0 <= I_H_coord && I_H_coord < H) {
                            const pos_t I_H_at = teaal_lower_bound(I_H_coords, I_H_begin, I_H_end,
                                                                   static_cast<coord_t>(I_H_coord));
                            if (I_H_at < I_H_end && I_H_coords[I_H_at] == I_H_coord) {
                              const pos_t I_W_begin = I_W_segments[I_H_at];
                              const pos_t I_W_end = I_W_segments[I_H_at + 1];
                              for (pos_t F_CMRS_S_at = F_CMRS_S_begin; F_CMRS_S_at < F_CMRS_S_end;
                                   ++F_CMRS_S_at) {
                                const coord_t s = F_CMRS_S_coords[F_CMRS_S_at];
                                const size_type I_W_coord =
                                    static_cast<size_type>(2 * f) + static_cast<offset_t>(s);
                                if (0 <= I_W_coord && I_W_coord < W) {
                                  const pos_t I_W_at =
                                      teaal_lower_bound(I_W_coords, I_W_begin, I_W_end,
                                                        static_cast<coord_t>(I_W_coord));
                                  if (I_W_at < I_W_end && I_W_coords[I_W_at] == I_W_coord) {
#line 13 "eyeriss_v2.yaml"
                                    sum = fmaf(I_values[I_W_at], F_CMRS_values[F_CMRS_S_at], sum);
                                  }
                                }
                              }
                            }
                          }
                        }
                        O_copies[(worker_C1 * workers_R + worker_R) *
                                     (static_cast<size_type>(N) * static_cast<offset_t>(M) *
                                      static_cast<offset_t>(E) * static_cast<offset_t>(F)) +
                                 O_F_at] += sum;
                      }
                    }
                  }
                }
              }
              visited += 1;
            }
          }
          c1_from = (c1 == c1_from) ? c1_from + workers_C1 * C0 : c1;
          visited += 1;
        }
      }
      m2_from = (m2 == m2_from) ? m2_from + workers_M2 * M1 : m2;
      visited += 1;
    }
  }
}

#line 13 "eyeriss_v2.yaml"
extern "C" __global__ void eyeriss_v2_O_add_copies(const value_t* __restrict__ O_copies,
                                                   value_t* __restrict__ O_values, coord_t N,
                                                   coord_t M, coord_t E, coord_t F,
                                                   coord_t copies) {
  teaal_await_launches();
  for (size_type element = static_cast<size_type>(blockIdx.x) * blockDim.x + threadIdx.x;
       element < static_cast<size_type>(N) * static_cast<offset_t>(M) * static_cast<offset_t>(E) *
                     static_cast<offset_t>(F);
       element += static_cast<size_type>(gridDim.x) * blockDim.x) {
    value_t sum = value_t(0);
    for (offset_t copy = 0; copy < copies; ++copy) {
      sum += O_copies[copy * (static_cast<size_type>(N) * static_cast<offset_t>(M) *
                              static_cast<offset_t>(E) * static_cast<offset_t>(F)) +
                      element];
    }
    O_values[element] = sum;
  }
}

#if !defined(__CUDACC_RTC__) && !defined(TEAAL_PRELUDE)
#line 1 "eyeriss_v2.launcher"
#include <cuda_runtime.h>
#include <stddef.h>
#include <stdint.h>

typedef value_t eyeriss_v2_value;
typedef pos_t eyeriss_v2_position;

extern "C" {
#if TEAAL_POSITION_BITS == 64 /* functions have names of their own */
#define eyeriss_v2_workspace_bytes eyeriss_v2_workspace_bytes_64
#define eyeriss_v2_launch eyeriss_v2_launch_64
#endif

struct CUstream_st; /* what cudaStream_t points to */

/* Device pointers and sizes. Segments have one entry a fiber and one more; arrays must not overlap.
 */
typedef struct eyeriss_v2_arguments {
  /* O: N:U, M:U, E:U, F:U */
  eyeriss_v2_value* O_values;
  /* I: N:U, C:C, H:C, W:C */
  const eyeriss_v2_position* I_C_segments;
  const int32_t* I_C_coords;
  const eyeriss_v2_position* I_H_segments;
  const int32_t* I_H_coords;
  const eyeriss_v2_position* I_W_segments;
  const int32_t* I_W_coords;
  const eyeriss_v2_value* I_values;
  /* F_CMRS: C:U, M:C, R:C, S:C, tensor F re-sorted */
  const eyeriss_v2_position* F_CMRS_M_segments;
  const int32_t* F_CMRS_M_coords;
  const eyeriss_v2_position* F_CMRS_R_segments;
  const int32_t* F_CMRS_R_coords;
  const eyeriss_v2_position* F_CMRS_S_segments;
  const int32_t* F_CMRS_S_coords;
  const eyeriss_v2_value* F_CMRS_values;
  int64_t extent_N;
  int64_t extent_C;
  int64_t extent_H;
  int64_t extent_W;
  int64_t extent_M;
  int64_t extent_R;
  int64_t extent_S;
  int64_t extent_E;
  int64_t extent_F;
} eyeriss_v2_arguments;

/* Bytes of device memory that eyeriss_v2_launch needs as workspace (0: none), aligned to 256. */
size_t eyeriss_v2_workspace_bytes(const eyeriss_v2_arguments* arguments);

/* Enqueues the whole plan on `stream` (0: the default stream) and returns at once. 0: enqueued;
   else see eyeriss_v2_error_text. Allocates nothing and throws nothing. */
int eyeriss_v2_launch(const eyeriss_v2_arguments* arguments, void* workspace,
                      size_t workspace_bytes, struct CUstream_st* stream);
const char* eyeriss_v2_error_text(int code);
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

struct eyeriss_v2_sizes {
  int64_t N;
  int64_t C;
  int64_t H;
  int64_t W;
  int64_t M;
  int64_t R;
  int64_t S;
  int64_t E;
  int64_t F;
  int64_t eyeriss_v2_O_N_workers;
  int64_t eyeriss_v2_O_M2_workers;
  int64_t eyeriss_v2_O_C1_workers;
  int64_t eyeriss_v2_O_M1_workers;
  int64_t eyeriss_v2_O_M0_workers;
  int64_t eyeriss_v2_O_E_workers;
  explicit eyeriss_v2_sizes(const eyeriss_v2_arguments& a) {
    N = a.extent_N;
    C = a.extent_C;
    H = a.extent_H;
    W = a.extent_W;
    M = a.extent_M;
    R = a.extent_R;
    S = a.extent_S;
    E = a.extent_E;
    F = a.extent_F;
    eyeriss_v2_O_N_workers = max(min(N, 16896), 1);
    eyeriss_v2_O_M2_workers = max(min(ceil_div(M, 16), 16896 / eyeriss_v2_O_N_workers), 1);
    eyeriss_v2_O_C1_workers = max(
        min(ceil_div(C, 4),
            min(16896 / eyeriss_v2_O_N_workers / eyeriss_v2_O_M2_workers,
                max(max(min(1024, 67108864 / max(N * M * E * F, 1)), 1) / max(min(R, 8), 1), 1))),
        1);
    eyeriss_v2_O_M1_workers =
        max(min(ceil_div(min(16, M), 4),
                16896 / eyeriss_v2_O_N_workers / eyeriss_v2_O_M2_workers / eyeriss_v2_O_C1_workers),
            1);
    eyeriss_v2_O_M0_workers =
        max(min(min(4, min(16, M)), 16896 / eyeriss_v2_O_N_workers / eyeriss_v2_O_M2_workers /
                                        eyeriss_v2_O_C1_workers / eyeriss_v2_O_M1_workers),
            1);
    eyeriss_v2_O_E_workers =
        max(min(E, 16896 / eyeriss_v2_O_N_workers / eyeriss_v2_O_M2_workers /
                       eyeriss_v2_O_C1_workers / eyeriss_v2_O_M1_workers / eyeriss_v2_O_M0_workers),
            1);
  }
  bool valid() const {
    return N >= 0 && N <= 2147483647 && C >= 0 && C <= 2147483647 && H >= 0 && H <= 2147483647 &&
           W >= 0 && W <= 2147483647 && M >= 0 && M <= 2147483647 && R >= 0 && R <= 2147483647 &&
           S >= 0 && S <= 2147483647 && E >= 0 && E <= 2147483647 && F >= 0 && F <= 2147483647;
  }
  bool addressable() const {
    return N <= 1000000000 && C <= 1000000000 && H <= 1000000000 && W <= 1000000000 &&
           M <= 1000000000 && R <= 1000000000 && S <= 1000000000 && E <= 1000000000 &&
           F <= 1000000000 && (N == 0 || M <= 1000000000 / N) &&
           (N * M == 0 || E <= 1000000000 / (N * M)) &&
           (N * M * E == 0 || F <= 1000000000 / (N * M * E));
  }
  int64_t elements_0() const {
    return eyeriss_v2_O_C1_workers * max(min(R, 8), 1) * (N * M * E * F);
  }
  int64_t block_eyeriss_v2_O() const { return max(min(R, 8), 1) * 32; }
  int64_t grid_eyeriss_v2_O() const {
    return eyeriss_v2_O_N_workers * eyeriss_v2_O_M2_workers * eyeriss_v2_O_C1_workers *
           eyeriss_v2_O_M1_workers * eyeriss_v2_O_M0_workers * eyeriss_v2_O_E_workers;
  }
  int64_t block_eyeriss_v2_O_add_copies() const { return 256; }
  int64_t grid_eyeriss_v2_O_add_copies() const {
    return max(1, min(ceil_div(N * M * E * F, 256), 2147483647));
  }
  coord_t C_of_eyeriss_v2_O() const { return static_cast<coord_t>(C); }
  coord_t E_of_eyeriss_v2_O() const { return static_cast<coord_t>(E); }
  coord_t F_of_eyeriss_v2_O() const { return static_cast<coord_t>(F); }
  coord_t H_of_eyeriss_v2_O() const { return static_cast<coord_t>(H); }
  coord_t M_of_eyeriss_v2_O() const { return static_cast<coord_t>(M); }
  coord_t N_of_eyeriss_v2_O() const { return static_cast<coord_t>(N); }
  coord_t W_of_eyeriss_v2_O() const { return static_cast<coord_t>(W); }
  coord_t count_E_of_eyeriss_v2_O() const { return static_cast<coord_t>(eyeriss_v2_O_E_workers); }
  coord_t count_M0_of_eyeriss_v2_O() const { return static_cast<coord_t>(eyeriss_v2_O_M0_workers); }
  coord_t count_M1_of_eyeriss_v2_O() const { return static_cast<coord_t>(eyeriss_v2_O_M1_workers); }
  coord_t count_C1_of_eyeriss_v2_O() const { return static_cast<coord_t>(eyeriss_v2_O_C1_workers); }
  coord_t count_M2_of_eyeriss_v2_O() const { return static_cast<coord_t>(eyeriss_v2_O_M2_workers); }
  coord_t count_N_of_eyeriss_v2_O() const { return static_cast<coord_t>(eyeriss_v2_O_N_workers); }
  coord_t N_of_eyeriss_v2_O_add_copies() const { return static_cast<coord_t>(N); }
  coord_t M_of_eyeriss_v2_O_add_copies() const { return static_cast<coord_t>(M); }
  coord_t E_of_eyeriss_v2_O_add_copies() const { return static_cast<coord_t>(E); }
  coord_t F_of_eyeriss_v2_O_add_copies() const { return static_cast<coord_t>(F); }
  coord_t copies_of_eyeriss_v2_O_add_copies() const {
    return static_cast<coord_t>(eyeriss_v2_O_C1_workers * max(min(R, 8), 1));
  }
  int64_t stored_O() const { return N * M * E * F; }
};

}  // namespace

extern "C" size_t eyeriss_v2_workspace_bytes(const eyeriss_v2_arguments* arguments) {
  if (arguments == nullptr) return 0;
  const eyeriss_v2_sizes sizes(*arguments);
  if (!sizes.valid()) return 0;
  size_t bytes = 0;
  (void)sizes;
  bytes += (static_cast<size_t>(sizes.elements_0()) * sizeof(value_t) + 255) / 256 * 256;
  return bytes;
}

extern "C" int eyeriss_v2_launch(const eyeriss_v2_arguments* arguments, void* workspace,
                                 size_t workspace_bytes, struct CUstream_st* stream) {
  if (arguments == nullptr) return 1;
  const eyeriss_v2_arguments& a = *arguments;
  const eyeriss_v2_sizes sizes(a);
  if (!sizes.valid()) return 1;
  if (sizeof(offset_t) < sizeof(int64_t) && !sizes.addressable()) return 6;
  if (workspace_bytes < eyeriss_v2_workspace_bytes(arguments)) return 2;
  (void)workspace;
  char* free_bytes = static_cast<char*>(workspace);
  value_t* O_copies = reinterpret_cast<value_t*>(free_bytes);
  free_bytes += (static_cast<size_t>(sizes.elements_0()) * sizeof(value_t) + 255) / 256 * 256;
  if (cudaMemsetAsync(O_copies, 0, static_cast<size_t>(sizes.elements_0()) * sizeof(value_t),
                      stream) != cudaSuccess)
    return 3;
  eyeriss_v2_O<<<static_cast<unsigned>(sizes.grid_eyeriss_v2_O()),
                 static_cast<unsigned>(sizes.block_eyeriss_v2_O()), 0, stream>>>(
      a.I_C_segments, a.I_C_coords, a.I_H_segments, a.I_H_coords, a.I_W_segments, a.I_W_coords,
      a.I_values, a.F_CMRS_M_segments, a.F_CMRS_M_coords, a.F_CMRS_R_segments, a.F_CMRS_R_coords,
      a.F_CMRS_S_segments, a.F_CMRS_S_coords, a.F_CMRS_values, sizes.C_of_eyeriss_v2_O(),
      sizes.E_of_eyeriss_v2_O(), sizes.F_of_eyeriss_v2_O(), sizes.H_of_eyeriss_v2_O(),
      sizes.M_of_eyeriss_v2_O(), sizes.N_of_eyeriss_v2_O(), sizes.W_of_eyeriss_v2_O(),
      sizes.count_E_of_eyeriss_v2_O(), sizes.count_M0_of_eyeriss_v2_O(),
      sizes.count_M1_of_eyeriss_v2_O(), sizes.count_C1_of_eyeriss_v2_O(),
      sizes.count_M2_of_eyeriss_v2_O(), sizes.count_N_of_eyeriss_v2_O(), O_copies);
  if (cudaGetLastError() != cudaSuccess) return 3;
  if (launch_early(
          eyeriss_v2_O_add_copies, static_cast<unsigned>(sizes.grid_eyeriss_v2_O_add_copies()),
          static_cast<unsigned>(sizes.block_eyeriss_v2_O_add_copies()), 0, stream, O_copies,
          a.O_values, sizes.N_of_eyeriss_v2_O_add_copies(), sizes.M_of_eyeriss_v2_O_add_copies(),
          sizes.E_of_eyeriss_v2_O_add_copies(), sizes.F_of_eyeriss_v2_O_add_copies(),
          sizes.copies_of_eyeriss_v2_O_add_copies()) != cudaSuccess)
    return 3;
  return 0;
}

extern "C" const char* eyeriss_v2_error_text(int code) {
  switch (code) {
    case 0:
      return "ok";
    case 1:
      return "no arguments, or an extent or size outside [0, 2147483647]";
    case 2:
      return "the workspace is smaller than eyeriss_v2_workspace_bytes says";
    case 3:
      return "CUDA refused a launch or a memset; cudaGetLastError has been read";
    case 6:
      return "an extent or an array is longer than offsets count: build with TEAAL_OFFSET_BITS=64";
    default:
      return "unknown code";
  }
}
#endif
