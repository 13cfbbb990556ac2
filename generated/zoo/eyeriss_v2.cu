// Made by teaalc 0.1.0 from eyeriss_v2.yaml; do not edit.
//   O[n, m, e, f] = I[n, c, 2 * e + r, 2 * f + s] * F[m, c, r, s]
//     loops N, M2 (space), C1 (space), M1, C0, M0 (space), F, E, R (space), S
//   stored I[N:U, C:C, H:C, W:C], F[M:U, C:C, R:C, S:C], O[N:U, M:U, E:U, F:U]
//   sizes C0=4 M0=4 M1=16
//   teaalc eyeriss_v2.yaml --type=f32 --arch=sm_90 --index-bits=32

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
    value_t* __restrict__ O_values, const pos_t* __restrict__ I_C_segments,
    const coord_t* __restrict__ I_C_coords, const pos_t* __restrict__ I_H_segments,
    const coord_t* __restrict__ I_H_coords, const pos_t* __restrict__ I_W_segments,
    const coord_t* __restrict__ I_W_coords, const value_t* __restrict__ I_values,
    const pos_t* __restrict__ F_C_segments, const coord_t* __restrict__ F_C_coords,
    const pos_t* __restrict__ F_R_segments, const coord_t* __restrict__ F_R_coords,
    const pos_t* __restrict__ F_S_segments, const coord_t* __restrict__ F_S_coords,
    const value_t* __restrict__ F_values, coord_t C, coord_t E, coord_t F, coord_t H, coord_t M,
    coord_t N, coord_t W, coord_t count_E, coord_t count_M1, coord_t count_M2, coord_t count_N) {
  constexpr int C0 = 4;
  constexpr int M0 = 4;
  constexpr int M1 = 16;
  const offset_t workers_E = count_E;
  const offset_t worker_E = blockIdx.x % count_E;
  const offset_t workers_M1 = count_M1;
  const offset_t worker_M1 = blockIdx.x / count_E % count_M1;
  const offset_t workers_M2 = count_M2;
  const offset_t worker_M2 = blockIdx.x / count_E / count_M1 % count_M2;
  const offset_t workers_N = count_N;
  const offset_t worker_N = blockIdx.x / count_E / count_M1 / count_M2;
  const offset_t workers_M0 = blockDim.x / 32;
  const offset_t worker_M0 = threadIdx.x / 32;
  const offset_t workers_F = 32;
  const offset_t worker_F = threadIdx.x % 32;
#line 24 "eyeriss_v2.yaml"
  for (offset_t n = worker_N; n < N; n += workers_N) {
    const pos_t I_C_begin = I_C_segments[n];
    const pos_t I_C_end = I_C_segments[n + 1];
    for (offset_t m2 = worker_M2 * M1; m2 < M; m2 += workers_M2 * M1) {
      const offset_t m2_end = min(static_cast<offset_t>(M), m2 + M1);
      for (offset_t m1 = m2 + worker_M1 * M0; m1 < m2_end; m1 += workers_M1 * M0) {
        const offset_t m1_end = min(m2_end, m1 + M0);
        for (offset_t m0 = m1 + worker_M0; m0 < m1_end; m0 += workers_M0) {
          const pos_t F_C_begin = F_C_segments[m0];
          const pos_t F_C_end = F_C_segments[m0 + 1];
          const offset_t O_M_at = n * static_cast<offset_t>(M) + m0;
          for (offset_t f = worker_F; f < F; f += workers_F) {
            for (offset_t e = worker_E; e < E; e += workers_E) {
              const offset_t O_E_at = O_M_at * static_cast<offset_t>(E) + e;
              const offset_t O_F_at = O_E_at * static_cast<offset_t>(F) + f;
#line 13 "eyeriss_v2.yaml"
              value_t sum = value_t(0);
#line 24 "eyeriss_v2.yaml"
              pos_t I_C_at = I_C_begin;
              while (I_C_at < I_C_end) {
                const offset_t c1 = I_C_coords[I_C_at] / C0 * C0;
                const offset_t c1_end = min(static_cast<offset_t>(C), c1 + C0);
                const pos_t F_C_begin_2 =
                    teaal_lower_bound(F_C_coords, F_C_begin, F_C_end, static_cast<coord_t>(c1));
                const pos_t F_C_end_2 = teaal_lower_bound(F_C_coords, F_C_begin_2, F_C_end,
                                                          static_cast<coord_t>(c1_end));
                const pos_t I_C_end_2 =
                    teaal_gallop(I_C_coords, I_C_at, I_C_end, static_cast<coord_t>(c1_end));
                if (F_C_begin_2 < F_C_end_2) {
                  pos_t I_C_at_2 = I_C_at;
                  pos_t F_C_at = F_C_begin_2;
                  while (I_C_at_2 < I_C_end_2 && F_C_at < F_C_end_2) {
                    const coord_t I_C_at_2_coord = I_C_coords[I_C_at_2];
                    const coord_t F_C_at_coord = F_C_coords[F_C_at];
                    const coord_t c0 = max(I_C_at_2_coord, F_C_at_coord);
                    if (I_C_at_2_coord == c0 && F_C_at_coord == c0) {
                      const pos_t F_R_begin = F_R_segments[F_C_at];
                      const pos_t F_R_end = F_R_segments[F_C_at + 1];
                      const pos_t I_H_begin = I_H_segments[I_C_at_2];
                      const pos_t I_H_end = I_H_segments[I_C_at_2 + 1];
                      for (pos_t F_R_at = F_R_begin; F_R_at < F_R_end; ++F_R_at) {
                        const coord_t r = F_R_coords[F_R_at];
                        const pos_t F_S_begin = F_S_segments[F_R_at];
                        const pos_t F_S_end = F_S_segments[F_R_at + 1];
                        const size_type I_H_coord =
                            static_cast<size_type>(2 * e) + static_cast<offset_t>(r);
                        if (I_H_coord < H) {
                          const pos_t I_H_at = teaal_lower_bound(I_H_coords, I_H_begin, I_H_end,
                                                                 static_cast<coord_t>(I_H_coord));
                          if (I_H_at < I_H_end && I_H_coords[I_H_at] == I_H_coord) {
                            const pos_t I_W_begin = I_W_segments[I_H_at];
                            const pos_t I_W_end = I_W_segments[I_H_at + 1];
                            for (pos_t F_S_at = F_S_begin; F_S_at < F_S_end; ++F_S_at) {
                              const coord_t s = F_S_coords[F_S_at];
                              const size_type I_W_coord =
                                  static_cast<size_type>(2 * f) + static_cast<offset_t>(s);
                              if (I_W_coord < W) {
                                const pos_t I_W_at =
                                    teaal_lower_bound(I_W_coords, I_W_begin, I_W_end,
                                                      static_cast<coord_t>(I_W_coord));
                                if (I_W_at < I_W_end && I_W_coords[I_W_at] == I_W_coord) {
#line 13 "eyeriss_v2.yaml"
                                  sum = fmaf(I_values[I_W_at], F_values[F_S_at], sum);
                                }
                              }
                            }
                          }
                        }
                      }
                    }
#line 24 "eyeriss_v2.yaml"
                    const coord_t c0_goal =
                        c0 + ((I_C_at_2_coord == c0 && F_C_at_coord == c0) ? 1 : 0);
                    I_C_at_2 = teaal_gallop(I_C_coords, I_C_at_2, I_C_end_2,
                                            static_cast<coord_t>(c0_goal));
                    F_C_at =
                        teaal_gallop(F_C_coords, F_C_at, F_C_end_2, static_cast<coord_t>(c0_goal));
                  }
                }
                I_C_at = I_C_end_2;
              }
#line 13 "eyeriss_v2.yaml"
              O_values[O_F_at] = sum;
            }
          }
        }
      }
    }
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
  /* F: M:U, C:C, R:C, S:C */
  const eyeriss_v2_position* F_C_segments;
  const int32_t* F_C_coords;
  const eyeriss_v2_position* F_R_segments;
  const int32_t* F_R_coords;
  const eyeriss_v2_position* F_S_segments;
  const int32_t* F_S_coords;
  const eyeriss_v2_value* F_values;
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
  int64_t eyeriss_v2_O_M1_workers;
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
    eyeriss_v2_O_M1_workers = max(
        min(ceil_div(min(16, M), 4), 16896 / eyeriss_v2_O_N_workers / eyeriss_v2_O_M2_workers), 1);
    eyeriss_v2_O_E_workers = max(
        min(E, 16896 / eyeriss_v2_O_N_workers / eyeriss_v2_O_M2_workers / eyeriss_v2_O_M1_workers),
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
  int64_t block_eyeriss_v2_O() const { return max(min(min(4, min(16, M)), 8), 1) * 32; }
  int64_t grid_eyeriss_v2_O() const {
    return eyeriss_v2_O_N_workers * eyeriss_v2_O_M2_workers * eyeriss_v2_O_M1_workers *
           eyeriss_v2_O_E_workers;
  }
  coord_t C_of_eyeriss_v2_O() const { return static_cast<coord_t>(C); }
  coord_t E_of_eyeriss_v2_O() const { return static_cast<coord_t>(E); }
  coord_t F_of_eyeriss_v2_O() const { return static_cast<coord_t>(F); }
  coord_t H_of_eyeriss_v2_O() const { return static_cast<coord_t>(H); }
  coord_t M_of_eyeriss_v2_O() const { return static_cast<coord_t>(M); }
  coord_t N_of_eyeriss_v2_O() const { return static_cast<coord_t>(N); }
  coord_t W_of_eyeriss_v2_O() const { return static_cast<coord_t>(W); }
  coord_t count_E_of_eyeriss_v2_O() const { return static_cast<coord_t>(eyeriss_v2_O_E_workers); }
  coord_t count_M1_of_eyeriss_v2_O() const { return static_cast<coord_t>(eyeriss_v2_O_M1_workers); }
  coord_t count_M2_of_eyeriss_v2_O() const { return static_cast<coord_t>(eyeriss_v2_O_M2_workers); }
  coord_t count_N_of_eyeriss_v2_O() const { return static_cast<coord_t>(eyeriss_v2_O_N_workers); }
  int64_t stored_O() const { return N * M * E * F; }
};

}  // namespace

extern "C" size_t eyeriss_v2_workspace_bytes(const eyeriss_v2_arguments* arguments) {
  if (arguments == nullptr) return 0;
  const eyeriss_v2_sizes sizes(*arguments);
  if (!sizes.valid()) return 0;
  size_t bytes = 0;
  (void)sizes;
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
  eyeriss_v2_O<<<static_cast<unsigned>(sizes.grid_eyeriss_v2_O()),
                 static_cast<unsigned>(sizes.block_eyeriss_v2_O()), 0, stream>>>(
      a.O_values, a.I_C_segments, a.I_C_coords, a.I_H_segments, a.I_H_coords, a.I_W_segments,
      a.I_W_coords, a.I_values, a.F_C_segments, a.F_C_coords, a.F_R_segments, a.F_R_coords,
      a.F_S_segments, a.F_S_coords, a.F_values, sizes.C_of_eyeriss_v2_O(),
      sizes.E_of_eyeriss_v2_O(), sizes.F_of_eyeriss_v2_O(), sizes.H_of_eyeriss_v2_O(),
      sizes.M_of_eyeriss_v2_O(), sizes.N_of_eyeriss_v2_O(), sizes.W_of_eyeriss_v2_O(),
      sizes.count_E_of_eyeriss_v2_O(), sizes.count_M1_of_eyeriss_v2_O(),
      sizes.count_M2_of_eyeriss_v2_O(), sizes.count_N_of_eyeriss_v2_O());
  if (cudaGetLastError() != cudaSuccess) return 3;
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
