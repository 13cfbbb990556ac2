// Made by teaalc 0.1.0 from eyeriss_3.yaml; do not edit.
//   O[n, m, e, f] = I[n, c, 4 * e + r, 4 * f + s] * F[m, c, r, s]
//     loops N, C, M2, M1 (space), M0, F, E2, E1 (space), E0 (space), R (space), S
//   stored I[N:U, C:U, H:U, W:U], F[M:U, C:U, R:U, S:U], O[N:U, M:U, E:U, F:U]
//   teaalc eyeriss_3.yaml --type=f32 --arch=sm_90 --index-bits=32

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

#line 12 "eyeriss_3.yaml"
extern "C" __global__ void eyeriss_3_O(value_t* __restrict__ O_values,
                                       const value_t* __restrict__ I_values,
                                       const value_t* __restrict__ F_values, coord_t C, coord_t E,
                                       coord_t F, coord_t H, coord_t M, coord_t N, coord_t R,
                                       coord_t S, coord_t W, coord_t count_E1, coord_t count_E2,
                                       coord_t count_M0, coord_t count_M1, coord_t count_M2,
                                       coord_t count_N) {
  const offset_t workers_E1 = count_E1;
  const offset_t worker_E1 = blockIdx.x % count_E1;
  const offset_t workers_E2 = count_E2;
  const offset_t worker_E2 = static_cast<int>(blockIdx.x / count_E1) % count_E2;
  const offset_t workers_M0 = count_M0;
  const offset_t worker_M0 = static_cast<int>(blockIdx.x / count_E1) / count_E2 % count_M0;
  const offset_t workers_M1 = count_M1;
  const offset_t worker_M1 =
      static_cast<int>(blockIdx.x / count_E1) / count_E2 / count_M0 % count_M1;
  const offset_t workers_M2 = count_M2;
  const offset_t worker_M2 =
      static_cast<int>(blockIdx.x / count_E1) / count_E2 / count_M0 / count_M1 % count_M2;
  const offset_t workers_N = count_N;
  const offset_t worker_N =
      static_cast<int>(blockIdx.x / count_E1) / count_E2 / count_M0 / count_M1 / count_M2;
  const offset_t workers_E0 = blockDim.x / 32;
  const offset_t worker_E0 = threadIdx.x / 32;
  const offset_t workers_F = 32;
  const offset_t worker_F = threadIdx.x % 32;
#line 23 "eyeriss_3.yaml"
  for (offset_t n = worker_N; n < N; n += workers_N) {
    for (offset_t m2 = worker_M2 * 8; m2 < M; m2 += workers_M2 * 8) {
      const offset_t m2_end = min(static_cast<offset_t>(M), m2 + 8);
      for (offset_t m1 = m2 + worker_M1 * 4; m1 < m2_end; m1 += workers_M1 * 4) {
        const offset_t m1_end = min(m2_end, m1 + 4);
        for (offset_t m0 = m1 + worker_M0; m0 < m1_end; m0 += workers_M0) {
          const offset_t O_M_at = n * static_cast<offset_t>(M) + m0;
          for (offset_t f = worker_F; f < F; f += workers_F) {
            for (offset_t e2 = worker_E2 * 4; e2 < E; e2 += workers_E2 * 4) {
              const offset_t e2_end = min(static_cast<offset_t>(E), e2 + 4);
              for (offset_t e1 = e2 + worker_E1 * 2; e1 < e2_end; e1 += workers_E1 * 2) {
                const offset_t e1_end = min(e2_end, e1 + 2);
                for (offset_t e0 = e1 + worker_E0; e0 < e1_end; e0 += workers_E0) {
                  const offset_t O_E_at = O_M_at * static_cast<offset_t>(E) + e0;
                  const offset_t O_F_at = O_E_at * static_cast<offset_t>(F) + f;
#line 12 "eyeriss_3.yaml"
                  value_t sum = value_t(0);
#line 23 "eyeriss_3.yaml"
                  for (coord_t c = 0; c < C; ++c) {
                    const offset_t F_C_at = m0 * static_cast<offset_t>(C) + c;
                    const offset_t I_C_at = n * static_cast<offset_t>(C) + c;
                    for (coord_t r = 0; r < R; ++r) {
                      const offset_t F_R_at = F_C_at * static_cast<offset_t>(R) + r;
                      const size_type I_H_coord =
                          static_cast<size_type>(4) * e0 + static_cast<offset_t>(r);
                      if (I_H_coord < H) {
                        const offset_t I_H_at = I_C_at * static_cast<offset_t>(H) + I_H_coord;
                        for (coord_t s = 0; s < S; ++s) {
                          const offset_t F_S_at = F_R_at * static_cast<offset_t>(S) + s;
                          const size_type I_W_coord =
                              static_cast<size_type>(4) * f + static_cast<offset_t>(s);
                          if (I_W_coord < W) {
                            const offset_t I_W_at = I_H_at * static_cast<offset_t>(W) + I_W_coord;
#line 12 "eyeriss_3.yaml"
                            sum = fmaf(I_values[I_W_at], F_values[F_S_at], sum);
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
}

#if !defined(__CUDACC_RTC__) && !defined(TEAAL_PRELUDE)
#line 1 "eyeriss_3.launcher"
#include <cuda_runtime.h>
#include <stddef.h>
#include <stdint.h>

typedef value_t eyeriss_3_value;
typedef pos_t eyeriss_3_position;

extern "C" {
#if TEAAL_POSITION_BITS == 64 /* functions have names of their own */
#define eyeriss_3_workspace_bytes eyeriss_3_workspace_bytes_64
#define eyeriss_3_launch eyeriss_3_launch_64
#endif

struct CUstream_st; /* what cudaStream_t points to */

/* Device pointers and sizes. Segments have one entry a fiber and one more; arrays must not overlap.
 */
typedef struct eyeriss_3_arguments {
  /* O: N:U, M:U, E:U, F:U */
  eyeriss_3_value* O_values;
  /* I: N:U, C:U, H:U, W:U */
  const eyeriss_3_value* I_values;
  /* F: M:U, C:U, R:U, S:U */
  const eyeriss_3_value* F_values;
  int64_t extent_N;
  int64_t extent_C;
  int64_t extent_H;
  int64_t extent_W;
  int64_t extent_M;
  int64_t extent_R;
  int64_t extent_S;
  int64_t extent_E;
  int64_t extent_F;
} eyeriss_3_arguments;

/* Bytes of device memory that eyeriss_3_launch needs as workspace (0: none), aligned to 256. */
size_t eyeriss_3_workspace_bytes(const eyeriss_3_arguments* arguments);

/* Enqueues the whole plan on `stream` (0: the default stream) and returns at once. 0: enqueued;
   else see eyeriss_3_error_text. Allocates nothing and throws nothing. */
int eyeriss_3_launch(const eyeriss_3_arguments* arguments, void* workspace, size_t workspace_bytes,
                     struct CUstream_st* stream);
const char* eyeriss_3_error_text(int code);
}

namespace {

inline int64_t min(int64_t a, int64_t b) { return a < b ? a : b; }
inline int64_t max(int64_t a, int64_t b) { return a < b ? b : a; }
inline int64_t ceil_div(int64_t a, int64_t b) { return (a + b - 1) / b; }

struct eyeriss_3_sizes {
  int64_t N;
  int64_t C;
  int64_t H;
  int64_t W;
  int64_t M;
  int64_t R;
  int64_t S;
  int64_t E;
  int64_t F;
  int64_t eyeriss_3_O_N_workers;
  int64_t eyeriss_3_O_M2_workers;
  int64_t eyeriss_3_O_M1_workers;
  int64_t eyeriss_3_O_M0_workers;
  int64_t eyeriss_3_O_E2_workers;
  int64_t eyeriss_3_O_E1_workers;
  explicit eyeriss_3_sizes(const eyeriss_3_arguments& a) {
    N = a.extent_N;
    C = a.extent_C;
    H = a.extent_H;
    W = a.extent_W;
    M = a.extent_M;
    R = a.extent_R;
    S = a.extent_S;
    E = a.extent_E;
    F = a.extent_F;
    eyeriss_3_O_N_workers = max(min(N, 16896), 1);
    eyeriss_3_O_M2_workers = max(min(ceil_div(M, 8), 16896 / eyeriss_3_O_N_workers), 1);
    eyeriss_3_O_M1_workers =
        max(min(ceil_div(min(8, M), 4), 16896 / eyeriss_3_O_N_workers / eyeriss_3_O_M2_workers), 1);
    eyeriss_3_O_M0_workers =
        max(min(min(4, min(8, M)),
                16896 / eyeriss_3_O_N_workers / eyeriss_3_O_M2_workers / eyeriss_3_O_M1_workers),
            1);
    eyeriss_3_O_E2_workers =
        max(min(ceil_div(E, 4), 16896 / eyeriss_3_O_N_workers / eyeriss_3_O_M2_workers /
                                    eyeriss_3_O_M1_workers / eyeriss_3_O_M0_workers),
            1);
    eyeriss_3_O_E1_workers =
        max(min(ceil_div(min(4, E), 2), 16896 / eyeriss_3_O_N_workers / eyeriss_3_O_M2_workers /
                                            eyeriss_3_O_M1_workers / eyeriss_3_O_M0_workers /
                                            eyeriss_3_O_E2_workers),
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
  int64_t block_eyeriss_3_O() const { return max(min(min(2, min(4, E)), 8), 1) * 32; }
  int64_t grid_eyeriss_3_O() const {
    return eyeriss_3_O_N_workers * eyeriss_3_O_M2_workers * eyeriss_3_O_M1_workers *
           eyeriss_3_O_M0_workers * eyeriss_3_O_E2_workers * eyeriss_3_O_E1_workers;
  }
  coord_t C_of_eyeriss_3_O() const { return static_cast<coord_t>(C); }
  coord_t E_of_eyeriss_3_O() const { return static_cast<coord_t>(E); }
  coord_t F_of_eyeriss_3_O() const { return static_cast<coord_t>(F); }
  coord_t H_of_eyeriss_3_O() const { return static_cast<coord_t>(H); }
  coord_t M_of_eyeriss_3_O() const { return static_cast<coord_t>(M); }
  coord_t N_of_eyeriss_3_O() const { return static_cast<coord_t>(N); }
  coord_t R_of_eyeriss_3_O() const { return static_cast<coord_t>(R); }
  coord_t S_of_eyeriss_3_O() const { return static_cast<coord_t>(S); }
  coord_t W_of_eyeriss_3_O() const { return static_cast<coord_t>(W); }
  coord_t count_E1_of_eyeriss_3_O() const { return static_cast<coord_t>(eyeriss_3_O_E1_workers); }
  coord_t count_E2_of_eyeriss_3_O() const { return static_cast<coord_t>(eyeriss_3_O_E2_workers); }
  coord_t count_M0_of_eyeriss_3_O() const { return static_cast<coord_t>(eyeriss_3_O_M0_workers); }
  coord_t count_M1_of_eyeriss_3_O() const { return static_cast<coord_t>(eyeriss_3_O_M1_workers); }
  coord_t count_M2_of_eyeriss_3_O() const { return static_cast<coord_t>(eyeriss_3_O_M2_workers); }
  coord_t count_N_of_eyeriss_3_O() const { return static_cast<coord_t>(eyeriss_3_O_N_workers); }
  int64_t stored_O() const { return N * M * E * F; }
};

}  // namespace

extern "C" size_t eyeriss_3_workspace_bytes(const eyeriss_3_arguments* arguments) {
  if (arguments == nullptr) return 0;
  const eyeriss_3_sizes sizes(*arguments);
  if (!sizes.valid()) return 0;
  size_t bytes = 0;
  (void)sizes;
  return bytes;
}

extern "C" int eyeriss_3_launch(const eyeriss_3_arguments* arguments, void* workspace,
                                size_t workspace_bytes, struct CUstream_st* stream) {
  if (arguments == nullptr) return 1;
  const eyeriss_3_arguments& a = *arguments;
  const eyeriss_3_sizes sizes(a);
  if (!sizes.valid()) return 1;
  if (sizeof(offset_t) < sizeof(int64_t) && !sizes.addressable()) return 6;
  if (workspace_bytes < eyeriss_3_workspace_bytes(arguments)) return 2;
  (void)workspace;
  eyeriss_3_O<<<static_cast<unsigned>(sizes.grid_eyeriss_3_O()),
                static_cast<unsigned>(sizes.block_eyeriss_3_O()), 0, stream>>>(
      a.O_values, a.I_values, a.F_values, sizes.C_of_eyeriss_3_O(), sizes.E_of_eyeriss_3_O(),
      sizes.F_of_eyeriss_3_O(), sizes.H_of_eyeriss_3_O(), sizes.M_of_eyeriss_3_O(),
      sizes.N_of_eyeriss_3_O(), sizes.R_of_eyeriss_3_O(), sizes.S_of_eyeriss_3_O(),
      sizes.W_of_eyeriss_3_O(), sizes.count_E1_of_eyeriss_3_O(), sizes.count_E2_of_eyeriss_3_O(),
      sizes.count_M0_of_eyeriss_3_O(), sizes.count_M1_of_eyeriss_3_O(),
      sizes.count_M2_of_eyeriss_3_O(), sizes.count_N_of_eyeriss_3_O());
  if (cudaGetLastError() != cudaSuccess) return 3;
  return 0;
}

extern "C" const char* eyeriss_3_error_text(int code) {
  switch (code) {
    case 0:
      return "ok";
    case 1:
      return "no arguments, or an extent or size outside [0, 2147483647]";
    case 2:
      return "the workspace is smaller than eyeriss_3_workspace_bytes says";
    case 3:
      return "CUDA refused a launch or a memset; cudaGetLastError has been read";
    case 6:
      return "an extent or an array is longer than offsets count: build with TEAAL_OFFSET_BITS=64";
    default:
      return "unknown code";
  }
}
#endif
