// Made by teaalc 0.1.0 from eyeriss_8.yaml; do not edit.
//   O[n, m, e, f] = I[n, c, e + r, f + s] * F[m, c, r, s]
//     loops N1, C2, M2, C1 (space), M1 (space), N0, C0, M0, F, E (space), R (space), S
//   stored I[N:U, C:U, H:U, W:U], F[M:U, C:U, R:U, S:U], O[N:U, M:U, E:U, F:U]
//   teaalc eyeriss_8.yaml --type=f32 --arch=sm_90 --index-bits=32

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

#line 13 "eyeriss_8.yaml"
extern "C" __global__ void eyeriss_8_O(value_t* __restrict__ O_values,
                                       const value_t* __restrict__ I_values,
                                       const value_t* __restrict__ F_values, coord_t C, coord_t E,
                                       coord_t F, coord_t H, coord_t M, coord_t N, coord_t R,
                                       coord_t S, coord_t W, coord_t count_E, coord_t count_M0,
                                       coord_t count_M1, coord_t count_M2, coord_t count_N1) {
  const offset_t workers_E = count_E;
  const offset_t worker_E = blockIdx.x % count_E;
  const offset_t workers_M0 = count_M0;
  const offset_t worker_M0 = static_cast<int>(blockIdx.x / count_E) % count_M0;
  const offset_t workers_M1 = count_M1;
  const offset_t worker_M1 = static_cast<int>(blockIdx.x / count_E) / count_M0 % count_M1;
  const offset_t workers_M2 = count_M2;
  const offset_t worker_M2 =
      static_cast<int>(blockIdx.x / count_E) / count_M0 / count_M1 % count_M2;
  const offset_t workers_N1 = count_N1;
  const offset_t worker_N1 =
      static_cast<int>(blockIdx.x / count_E) / count_M0 / count_M1 / count_M2;
  const offset_t workers_N0 = blockDim.x / 32;
  const offset_t worker_N0 = threadIdx.x / 32;
  const offset_t workers_F = 32;
  const offset_t worker_F = threadIdx.x % 32;
#line 25 "eyeriss_8.yaml"
  for (size_type n1 = static_cast<size_type>(worker_N1) * 4; n1 < N; n1 += workers_N1 * 4) {
    const size_type n1_end = min(static_cast<size_type>(N), n1 + 4);
    for (offset_t m2 = worker_M2 * 32; m2 < M; m2 += workers_M2 * 32) {
      const offset_t m2_end = min(static_cast<offset_t>(M), m2 + 32);
      for (offset_t m1 = m2 + worker_M1 * 16; m1 < m2_end; m1 += workers_M1 * 16) {
        const offset_t m1_end = min(m2_end, m1 + 16);
        for (size_type n0 = n1 + worker_N0; n0 < n1_end; n0 += workers_N0) {
          for (offset_t m0 = m1 + worker_M0; m0 < m1_end; m0 += workers_M0) {
            const offset_t O_M_at = static_cast<offset_t>(n0) * static_cast<offset_t>(M) + m0;
            for (offset_t f = worker_F; f < F; f += workers_F) {
              for (offset_t e = worker_E; e < E; e += workers_E) {
                const offset_t O_E_at = O_M_at * static_cast<offset_t>(E) + e;
                const offset_t O_F_at = O_E_at * static_cast<offset_t>(F) + f;
#line 13 "eyeriss_8.yaml"
                value_t sum = value_t(0);
#line 25 "eyeriss_8.yaml"
                for (offset_t c2 = 0; c2 < C; c2 += 6) {
                  const offset_t c2_end = min(static_cast<offset_t>(C), c2 + 6);
                  for (offset_t c1 = c2; c1 < c2_end; c1 += 3) {
                    const offset_t c1_end = min(c2_end, c1 + 3);
                    for (coord_t c0 = c1; c0 < c1_end; ++c0) {
                      const offset_t F_C_at = m0 * static_cast<offset_t>(C) + c0;
                      const offset_t I_C_at =
                          static_cast<offset_t>(n0) * static_cast<offset_t>(C) + c0;
                      for (coord_t r = 0; r < R; ++r) {
                        const offset_t F_R_at = F_C_at * static_cast<offset_t>(R) + r;
                        const offset_t I_H_coord = e + static_cast<offset_t>(r);
                        if (I_H_coord < H) {
                          const offset_t I_H_at =
                              static_cast<size_type>(I_C_at * static_cast<offset_t>(H)) + I_H_coord;
                          for (coord_t s = 0; s < S; ++s) {
                            const offset_t F_S_at = F_R_at * static_cast<offset_t>(S) + s;
                            const offset_t I_W_coord = f + static_cast<offset_t>(s);
                            if (I_W_coord < W) {
                              const offset_t I_W_at =
                                  static_cast<size_type>(I_H_at * static_cast<offset_t>(W)) +
                                  I_W_coord;
#line 13 "eyeriss_8.yaml"
                              sum = fmaf(I_values[I_W_at], F_values[F_S_at], sum);
                            }
                          }
                        }
                      }
                    }
                  }
                }
                O_values[O_F_at] = sum;
              }
            }
          }
        }
      }
    }
  }
}

#if !defined(__CUDACC_RTC__) && !defined(TEAAL_PRELUDE)
#line 1 "eyeriss_8.launcher"
#include <cuda_runtime.h>
#include <stddef.h>
#include <stdint.h>

typedef value_t eyeriss_8_value;
typedef pos_t eyeriss_8_position;

extern "C" {
#if TEAAL_POSITION_BITS == 64 /* functions have names of their own */
#define eyeriss_8_workspace_bytes eyeriss_8_workspace_bytes_64
#define eyeriss_8_launch eyeriss_8_launch_64
#endif

struct CUstream_st; /* what cudaStream_t points to */

/* Device pointers and sizes. Segments have one entry a fiber and one more; arrays must not overlap.
 */
typedef struct eyeriss_8_arguments {
  /* O: N:U, M:U, E:U, F:U */
  eyeriss_8_value* O_values;
  /* I: N:U, C:U, H:U, W:U */
  const eyeriss_8_value* I_values;
  /* F: M:U, C:U, R:U, S:U */
  const eyeriss_8_value* F_values;
  int64_t extent_N;
  int64_t extent_C;
  int64_t extent_H;
  int64_t extent_W;
  int64_t extent_M;
  int64_t extent_R;
  int64_t extent_S;
  int64_t extent_E;
  int64_t extent_F;
} eyeriss_8_arguments;

/* Bytes of device memory that eyeriss_8_launch needs as workspace (0: none), aligned to 256. */
size_t eyeriss_8_workspace_bytes(const eyeriss_8_arguments* arguments);

/* Enqueues the whole plan on `stream` (0: the default stream) and returns at once. 0: enqueued;
   else see eyeriss_8_error_text. Allocates nothing and throws nothing. */
int eyeriss_8_launch(const eyeriss_8_arguments* arguments, void* workspace, size_t workspace_bytes,
                     struct CUstream_st* stream);
const char* eyeriss_8_error_text(int code);
}

namespace {

inline int64_t min(int64_t a, int64_t b) { return a < b ? a : b; }
inline int64_t max(int64_t a, int64_t b) { return a < b ? b : a; }
inline int64_t ceil_div(int64_t a, int64_t b) { return (a + b - 1) / b; }

struct eyeriss_8_sizes {
  int64_t N;
  int64_t C;
  int64_t H;
  int64_t W;
  int64_t M;
  int64_t R;
  int64_t S;
  int64_t E;
  int64_t F;
  int64_t eyeriss_8_O_N1_workers;
  int64_t eyeriss_8_O_M2_workers;
  int64_t eyeriss_8_O_M1_workers;
  int64_t eyeriss_8_O_M0_workers;
  int64_t eyeriss_8_O_E_workers;
  explicit eyeriss_8_sizes(const eyeriss_8_arguments& a) {
    N = a.extent_N;
    C = a.extent_C;
    H = a.extent_H;
    W = a.extent_W;
    M = a.extent_M;
    R = a.extent_R;
    S = a.extent_S;
    E = a.extent_E;
    F = a.extent_F;
    eyeriss_8_O_N1_workers = max(min(ceil_div(N, 4), 16896), 1);
    eyeriss_8_O_M2_workers = max(min(ceil_div(M, 32), 16896 / eyeriss_8_O_N1_workers), 1);
    eyeriss_8_O_M1_workers = max(
        min(ceil_div(min(32, M), 16), 16896 / eyeriss_8_O_N1_workers / eyeriss_8_O_M2_workers), 1);
    eyeriss_8_O_M0_workers =
        max(min(min(16, min(32, M)),
                16896 / eyeriss_8_O_N1_workers / eyeriss_8_O_M2_workers / eyeriss_8_O_M1_workers),
            1);
    eyeriss_8_O_E_workers = max(min(E, 16896 / eyeriss_8_O_N1_workers / eyeriss_8_O_M2_workers /
                                           eyeriss_8_O_M1_workers / eyeriss_8_O_M0_workers),
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
           (N * M * E == 0 || F <= 1000000000 / (N * M * E)) && (N == 0 || C <= 1000000000 / N) &&
           (N * C == 0 || H <= 1000000000 / (N * C)) &&
           (N * C * H == 0 || W <= 1000000000 / (N * C * H)) && (M == 0 || C <= 1000000000 / M) &&
           (M * C == 0 || R <= 1000000000 / (M * C)) &&
           (M * C * R == 0 || S <= 1000000000 / (M * C * R));
  }
  int64_t block_eyeriss_8_O() const { return max(min(min(4, N), 8), 1) * 32; }
  int64_t grid_eyeriss_8_O() const {
    return eyeriss_8_O_N1_workers * eyeriss_8_O_M2_workers * eyeriss_8_O_M1_workers *
           eyeriss_8_O_M0_workers * eyeriss_8_O_E_workers;
  }
  coord_t C_of_eyeriss_8_O() const { return static_cast<coord_t>(C); }
  coord_t E_of_eyeriss_8_O() const { return static_cast<coord_t>(E); }
  coord_t F_of_eyeriss_8_O() const { return static_cast<coord_t>(F); }
  coord_t H_of_eyeriss_8_O() const { return static_cast<coord_t>(H); }
  coord_t M_of_eyeriss_8_O() const { return static_cast<coord_t>(M); }
  coord_t N_of_eyeriss_8_O() const { return static_cast<coord_t>(N); }
  coord_t R_of_eyeriss_8_O() const { return static_cast<coord_t>(R); }
  coord_t S_of_eyeriss_8_O() const { return static_cast<coord_t>(S); }
  coord_t W_of_eyeriss_8_O() const { return static_cast<coord_t>(W); }
  coord_t count_E_of_eyeriss_8_O() const { return static_cast<coord_t>(eyeriss_8_O_E_workers); }
  coord_t count_M0_of_eyeriss_8_O() const { return static_cast<coord_t>(eyeriss_8_O_M0_workers); }
  coord_t count_M1_of_eyeriss_8_O() const { return static_cast<coord_t>(eyeriss_8_O_M1_workers); }
  coord_t count_M2_of_eyeriss_8_O() const { return static_cast<coord_t>(eyeriss_8_O_M2_workers); }
  coord_t count_N1_of_eyeriss_8_O() const { return static_cast<coord_t>(eyeriss_8_O_N1_workers); }
  int64_t stored_O() const { return N * M * E * F; }
};

}  // namespace

extern "C" size_t eyeriss_8_workspace_bytes(const eyeriss_8_arguments* arguments) {
  if (arguments == nullptr) return 0;
  const eyeriss_8_sizes sizes(*arguments);
  if (!sizes.valid()) return 0;
  size_t bytes = 0;
  (void)sizes;
  return bytes;
}

extern "C" int eyeriss_8_launch(const eyeriss_8_arguments* arguments, void* workspace,
                                size_t workspace_bytes, struct CUstream_st* stream) {
  if (arguments == nullptr) return 1;
  const eyeriss_8_arguments& a = *arguments;
  const eyeriss_8_sizes sizes(a);
  if (!sizes.valid()) return 1;
  if (sizeof(offset_t) < sizeof(int64_t) && !sizes.addressable()) return 6;
  if (workspace_bytes < eyeriss_8_workspace_bytes(arguments)) return 2;
  (void)workspace;
  eyeriss_8_O<<<static_cast<unsigned>(sizes.grid_eyeriss_8_O()),
                static_cast<unsigned>(sizes.block_eyeriss_8_O()), 0, stream>>>(
      a.O_values, a.I_values, a.F_values, sizes.C_of_eyeriss_8_O(), sizes.E_of_eyeriss_8_O(),
      sizes.F_of_eyeriss_8_O(), sizes.H_of_eyeriss_8_O(), sizes.M_of_eyeriss_8_O(),
      sizes.N_of_eyeriss_8_O(), sizes.R_of_eyeriss_8_O(), sizes.S_of_eyeriss_8_O(),
      sizes.W_of_eyeriss_8_O(), sizes.count_E_of_eyeriss_8_O(), sizes.count_M0_of_eyeriss_8_O(),
      sizes.count_M1_of_eyeriss_8_O(), sizes.count_M2_of_eyeriss_8_O(),
      sizes.count_N1_of_eyeriss_8_O());
  if (cudaGetLastError() != cudaSuccess) return 3;
  return 0;
}

extern "C" const char* eyeriss_8_error_text(int code) {
  switch (code) {
    case 0:
      return "ok";
    case 1:
      return "no arguments, or an extent or size outside [0, 2147483647]";
    case 2:
      return "the workspace is smaller than eyeriss_8_workspace_bytes says";
    case 3:
      return "CUDA refused a launch or a memset; cudaGetLastError has been read";
    case 6:
      return "an extent or an array is longer than offsets count: build with TEAAL_OFFSET_BITS=64";
    default:
      return "unknown code";
  }
}
#endif
