// Made by teaalc 0.1.0 from tensaurus_1.yaml; do not edit.
//   T[i, j, f] = A[i, j, k] * C[k, f]
//     loops I1 (space), I0, F2, J1, K1, J0, K0, F1 (space), F0 (space)
//   Y[i, f] = T[i, j, f] * B[j, f]
//     loops I1 (space), I0, F2, J1, J0, F1 (space), F0 (space)
//   stored A[I:U, J:C, K:C], B[J:U, F:U], C[K:U, F:U], T[I:U, J:U, F:U], Y[I:U, F:U]
//   teaalc tensaurus_1.yaml --type=f32 --arch=sm_90 --index-bits=32

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

#line 15 "tensaurus_1.yaml"
extern "C" __global__ void tensaurus_1_T(
    value_t* __restrict__ T_values, const pos_t* __restrict__ A_J_segments,
    const coord_t* __restrict__ A_J_coords, const pos_t* __restrict__ A_K_segments,
    const coord_t* __restrict__ A_K_coords, const value_t* __restrict__ A_values,
    const value_t* __restrict__ C_values, coord_t F, coord_t I, coord_t J, coord_t K,
    coord_t count_J1, coord_t count_F2, coord_t count_I0, coord_t count_I1) {
  const offset_t workers_J1 = count_J1;
  const offset_t worker_J1 = blockIdx.x % count_J1;
  const offset_t workers_F2 = count_F2;
  const offset_t worker_F2 = static_cast<int>(blockIdx.x / count_J1) % count_F2;
  const offset_t workers_I0 = count_I0;
  const offset_t worker_I0 = static_cast<int>(blockIdx.x / count_J1) / count_F2 % count_I0;
  const offset_t workers_I1 = count_I1;
  const offset_t worker_I1 = static_cast<int>(blockIdx.x / count_J1) / count_F2 / count_I0;
  const offset_t workers_J0 = blockDim.x / 32;
  const offset_t worker_J0 = threadIdx.x / 32;
  const offset_t workers_F0 = 4;
  const offset_t worker_F0 = threadIdx.x % 32 % 4;
  const offset_t workers_F1 = 8;
  const offset_t worker_F1 = threadIdx.x % 32 / 4;
#line 35 "tensaurus_1.yaml"
  for (size_type i1 = static_cast<size_type>(worker_I1) * 8; i1 < I; i1 += workers_I1 * 8) {
    const size_type i1_end = min(static_cast<size_type>(I), i1 + 8);
    for (size_type i0 = i1 + worker_I0; i0 < i1_end; i0 += workers_I0) {
      const pos_t A_J_begin = A_J_segments[i0];
      const pos_t A_J_end = A_J_segments[i0 + 1];
      for (offset_t f2 = worker_F2 * 32; f2 < F; f2 += workers_F2 * 32) {
        const offset_t f2_end = min(static_cast<offset_t>(F), f2 + 32);
        for (offset_t j1 = worker_J1 * 8; j1 < J; j1 += workers_J1 * 8) {
          const offset_t j1_end = min(static_cast<offset_t>(J), j1 + 8);
          const pos_t A_J_begin_2 =
              teaal_lower_bound(A_J_coords, A_J_begin, A_J_end, static_cast<coord_t>(j1));
          const pos_t A_J_end_2 =
              teaal_lower_bound(A_J_coords, A_J_begin_2, A_J_end, static_cast<coord_t>(j1_end));
          for (offset_t A_J_at = A_J_begin_2 + worker_J0; A_J_at < A_J_end_2;
               A_J_at += workers_J0) {
            const coord_t j0 = A_J_coords[A_J_at];
            const pos_t A_K_begin = A_K_segments[A_J_at];
            const pos_t A_K_end = A_K_segments[A_J_at + 1];
            const offset_t T_J_at = static_cast<offset_t>(i0) * static_cast<offset_t>(J) + j0;
            for (offset_t f1 = f2 + worker_F1 * 4; f1 < f2_end; f1 += workers_F1 * 4) {
              const offset_t f1_end = min(f2_end, f1 + 4);
              for (offset_t f0 = f1 + worker_F0; f0 < f1_end; f0 += workers_F0) {
                const offset_t T_F_at = T_J_at * static_cast<offset_t>(F) + f0;
#line 15 "tensaurus_1.yaml"
                value_t sum = value_t(0);
#line 35 "tensaurus_1.yaml"
                pos_t A_K_at = A_K_begin;
                while (A_K_at < A_K_end) {
                  const offset_t k1 = A_K_coords[A_K_at] / 8 * 8;
                  const offset_t k1_end = min(static_cast<offset_t>(K), k1 + 8);
                  const pos_t A_K_end_2 =
                      teaal_gallop(A_K_coords, A_K_at, A_K_end, static_cast<coord_t>(k1_end));
                  for (pos_t A_K_at_2 = A_K_at; A_K_at_2 < A_K_end_2; ++A_K_at_2) {
                    const coord_t k0 = A_K_coords[A_K_at_2];
                    const offset_t C_F_at =
                        static_cast<offset_t>(k0) * static_cast<offset_t>(F) + f0;
#line 15 "tensaurus_1.yaml"
                    sum = fmaf(A_values[A_K_at_2], C_values[C_F_at], sum);
                  }
#line 35 "tensaurus_1.yaml"
                  A_K_at = A_K_end_2;
                }
#line 15 "tensaurus_1.yaml"
                T_values[T_F_at] = sum;
              }
            }
          }
        }
      }
    }
  }
}

#line 16 "tensaurus_1.yaml"
extern "C" __global__ void tensaurus_1_Y(value_t* __restrict__ Y_values,
                                         const value_t* __restrict__ T_values,
                                         const value_t* __restrict__ B_values, coord_t F, coord_t I,
                                         coord_t J, coord_t count_F2, coord_t count_I1) {
  teaal_await_launches();
  const offset_t workers_F2 = count_F2;
  const offset_t worker_F2 = blockIdx.x % count_F2;
  const offset_t workers_I1 = count_I1;
  const offset_t worker_I1 = blockIdx.x / count_F2;
  const offset_t workers_I0 = blockDim.x / 32;
  const offset_t worker_I0 = threadIdx.x / 32;
  const offset_t worker_F0 = threadIdx.x % 32 % 4;
  const offset_t worker_F1 = threadIdx.x % 32 / 4;
#line 36 "tensaurus_1.yaml"
  for (offset_t i1 = worker_I1 * 8; i1 < I; i1 += workers_I1 * 8) {
    const offset_t i1_end = min(static_cast<offset_t>(I), i1 + 8);
    for (offset_t i0 = i1 + worker_I0; i0 < i1_end; i0 += workers_I0) {
      for (offset_t f2 = worker_F2 * 32; f2 < F; f2 += workers_F2 * 32) {
        const offset_t f2_end = min(static_cast<offset_t>(F), f2 + 32);
#line 16 "tensaurus_1.yaml"
        value_t sum = value_t(0);
#line 36 "tensaurus_1.yaml"
        const bool whole = f2_end - f2 == 32;
        if (whole) {
          const offset_t j1_whole_end = static_cast<offset_t>(J) / 8 * 8;
          for (offset_t j1 = 0; j1 < j1_whole_end; j1 += 8) {
#pragma unroll
            for (int j0_turn = 0; j0_turn < 8; ++j0_turn) {
              const coord_t j0 = static_cast<coord_t>(j1 + j0_turn);
              const offset_t T_J_at = i0 * static_cast<offset_t>(J) + j0;
              const offset_t f1 = f2 + worker_F1 * 4;
              const coord_t f0 = static_cast<coord_t>(f1 + worker_F0);
              const offset_t B_F_at = static_cast<offset_t>(j0) * static_cast<offset_t>(F) + f0;
              const offset_t T_F_at = T_J_at * static_cast<offset_t>(F) + f0;
#line 16 "tensaurus_1.yaml"
              sum = fmaf(T_values[T_F_at], B_values[B_F_at], sum);
            }
          }
#line 36 "tensaurus_1.yaml"
#pragma unroll 1
          for (offset_t j1 = j1_whole_end; j1 < J; j1 += 8) {
            const offset_t j1_end = min(static_cast<offset_t>(J), j1 + 8);
#pragma unroll
            for (int j0_turn = 0; j0_turn < 8; ++j0_turn) {
              if (j1 + j0_turn < j1_end) {
                const coord_t j0 = static_cast<coord_t>(j1 + j0_turn);
                const offset_t T_J_at_2 = i0 * static_cast<offset_t>(J) + j0;
                const offset_t f1 = f2 + worker_F1 * 4;
                const coord_t f0 = static_cast<coord_t>(f1 + worker_F0);
                const offset_t B_F_at_2 = static_cast<offset_t>(j0) * static_cast<offset_t>(F) + f0;
                const offset_t T_F_at_2 = T_J_at_2 * static_cast<offset_t>(F) + f0;
#line 16 "tensaurus_1.yaml"
                sum = fmaf(T_values[T_F_at_2], B_values[B_F_at_2], sum);
              }
            }
          }
#line 36 "tensaurus_1.yaml"
          const offset_t f1 = f2 + worker_F1 * 4;
          const coord_t f0 = static_cast<coord_t>(f1 + worker_F0);
          const offset_t Y_F_at_3 = i0 * static_cast<offset_t>(F) + f0;
#line 16 "tensaurus_1.yaml"
          Y_values[Y_F_at_3] = sum;
        }
#line 36 "tensaurus_1.yaml"
        if (!whole) {
          for (offset_t j1 = 0; j1 < J; j1 += 8) {
            const offset_t j1_end_2 = min(static_cast<offset_t>(J), j1 + 8);
#pragma unroll
            for (int j0_turn = 0; j0_turn < 8; ++j0_turn) {
              if (j1 + j0_turn < j1_end_2) {
                const coord_t j0 = static_cast<coord_t>(j1 + j0_turn);
                const offset_t T_J_at_3 = i0 * static_cast<offset_t>(J) + j0;
                if (f2 + worker_F1 * 4 < f2_end) {
                  const offset_t f1 = f2 + worker_F1 * 4;
                  const offset_t f1_end = min(f2_end, f1 + 4);
                  if (f1 + worker_F0 < f1_end) {
                    const coord_t f0 = static_cast<coord_t>(f1 + worker_F0);
                    const offset_t B_F_at_3 =
                        static_cast<offset_t>(j0) * static_cast<offset_t>(F) + f0;
                    const offset_t T_F_at_3 = T_J_at_3 * static_cast<offset_t>(F) + f0;
#line 16 "tensaurus_1.yaml"
                    sum = fmaf(T_values[T_F_at_3], B_values[B_F_at_3], sum);
                  }
                }
              }
            }
          }
#line 36 "tensaurus_1.yaml"
          if (f2 + worker_F1 * 4 < f2_end) {
            const offset_t f1 = f2 + worker_F1 * 4;
            const offset_t f1_end_2 = min(f2_end, f1 + 4);
            if (f1 + worker_F0 < f1_end_2) {
              const coord_t f0 = static_cast<coord_t>(f1 + worker_F0);
              const offset_t Y_F_at_5 = i0 * static_cast<offset_t>(F) + f0;
#line 16 "tensaurus_1.yaml"
              Y_values[Y_F_at_5] = sum;
            }
          }
        }
      }
    }
  }
}

#if !defined(__CUDACC_RTC__) && !defined(TEAAL_PRELUDE)
#line 1 "tensaurus_1.launcher"
#include <cuda_runtime.h>
#include <stddef.h>
#include <stdint.h>

typedef value_t tensaurus_1_value;
typedef pos_t tensaurus_1_position;

extern "C" {
#if TEAAL_POSITION_BITS == 64 /* functions have names of their own */
#define tensaurus_1_workspace_bytes tensaurus_1_workspace_bytes_64
#define tensaurus_1_launch tensaurus_1_launch_64
#endif

struct CUstream_st; /* what cudaStream_t points to */

/* Device pointers and sizes. Segments have one entry a fiber and one more; arrays must not overlap.
 */
typedef struct tensaurus_1_arguments {
  /* T: I:U, J:U, F:U */
  tensaurus_1_value* T_values;
  /* A: I:U, J:C, K:C */
  const tensaurus_1_position* A_J_segments;
  const int32_t* A_J_coords;
  const tensaurus_1_position* A_K_segments;
  const int32_t* A_K_coords;
  const tensaurus_1_value* A_values;
  /* C: K:U, F:U */
  const tensaurus_1_value* C_values;
  /* Y: I:U, F:U */
  tensaurus_1_value* Y_values;
  /* B: J:U, F:U */
  const tensaurus_1_value* B_values;
  int64_t extent_I;
  int64_t extent_J;
  int64_t extent_K;
  int64_t extent_F;
} tensaurus_1_arguments;

/* Bytes of device memory that tensaurus_1_launch needs as workspace (0: none), aligned to 256. */
size_t tensaurus_1_workspace_bytes(const tensaurus_1_arguments* arguments);

/* Enqueues the whole plan on `stream` (0: the default stream) and returns at once. 0: enqueued;
   else see tensaurus_1_error_text. Allocates nothing and throws nothing. */
int tensaurus_1_launch(const tensaurus_1_arguments* arguments, void* workspace,
                       size_t workspace_bytes, struct CUstream_st* stream);
const char* tensaurus_1_error_text(int code);
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

struct tensaurus_1_sizes {
  int64_t I;
  int64_t J;
  int64_t K;
  int64_t F;
  int64_t tensaurus_1_T_I1_workers;
  int64_t tensaurus_1_T_I0_workers;
  int64_t tensaurus_1_T_F2_workers;
  int64_t tensaurus_1_T_J1_workers;
  int64_t tensaurus_1_Y_I1_workers;
  int64_t tensaurus_1_Y_F2_workers;
  explicit tensaurus_1_sizes(const tensaurus_1_arguments& a) {
    I = a.extent_I;
    J = a.extent_J;
    K = a.extent_K;
    F = a.extent_F;
    tensaurus_1_T_I1_workers = max(min(ceil_div(I, 8), 16896), 1);
    tensaurus_1_T_I0_workers = max(min(min(8, I), 16896 / tensaurus_1_T_I1_workers), 1);
    tensaurus_1_T_F2_workers =
        max(min(ceil_div(F, 32), 16896 / tensaurus_1_T_I1_workers / tensaurus_1_T_I0_workers), 1);
    tensaurus_1_T_J1_workers =
        max(min(ceil_div(J, 8), 16896 / tensaurus_1_T_I1_workers / tensaurus_1_T_I0_workers /
                                    tensaurus_1_T_F2_workers),
            1);
    tensaurus_1_Y_I1_workers = max(min(ceil_div(I, 8), 16896), 1);
    tensaurus_1_Y_F2_workers = max(min(ceil_div(F, 32), 16896 / tensaurus_1_Y_I1_workers), 1);
  }
  bool valid() const {
    return I >= 0 && I <= 2147483647 && J >= 0 && J <= 2147483647 && K >= 0 && K <= 2147483647 &&
           F >= 0 && F <= 2147483647;
  }
  bool addressable() const {
    return I <= 1000000000 && J <= 1000000000 && K <= 1000000000 && F <= 1000000000 &&
           (I == 0 || J <= 1000000000 / I) && (I * J == 0 || F <= 1000000000 / (I * J)) &&
           (K == 0 || F <= 1000000000 / K) && (I == 0 || F <= 1000000000 / I) &&
           (J == 0 || F <= 1000000000 / J);
  }
  int64_t block_tensaurus_1_T() const { return max(min(min(8, J), 8), 1) * 32; }
  int64_t grid_tensaurus_1_T() const {
    return tensaurus_1_T_I1_workers * tensaurus_1_T_I0_workers * tensaurus_1_T_F2_workers *
           tensaurus_1_T_J1_workers;
  }
  int64_t block_tensaurus_1_Y() const { return max(min(min(8, I), 8), 1) * 32; }
  int64_t grid_tensaurus_1_Y() const { return tensaurus_1_Y_I1_workers * tensaurus_1_Y_F2_workers; }
  coord_t F_of_tensaurus_1_T() const { return static_cast<coord_t>(F); }
  coord_t I_of_tensaurus_1_T() const { return static_cast<coord_t>(I); }
  coord_t J_of_tensaurus_1_T() const { return static_cast<coord_t>(J); }
  coord_t K_of_tensaurus_1_T() const { return static_cast<coord_t>(K); }
  coord_t count_J1_of_tensaurus_1_T() const {
    return static_cast<coord_t>(tensaurus_1_T_J1_workers);
  }
  coord_t count_F2_of_tensaurus_1_T() const {
    return static_cast<coord_t>(tensaurus_1_T_F2_workers);
  }
  coord_t count_I0_of_tensaurus_1_T() const {
    return static_cast<coord_t>(tensaurus_1_T_I0_workers);
  }
  coord_t count_I1_of_tensaurus_1_T() const {
    return static_cast<coord_t>(tensaurus_1_T_I1_workers);
  }
  coord_t F_of_tensaurus_1_Y() const { return static_cast<coord_t>(F); }
  coord_t I_of_tensaurus_1_Y() const { return static_cast<coord_t>(I); }
  coord_t J_of_tensaurus_1_Y() const { return static_cast<coord_t>(J); }
  coord_t count_F2_of_tensaurus_1_Y() const {
    return static_cast<coord_t>(tensaurus_1_Y_F2_workers);
  }
  coord_t count_I1_of_tensaurus_1_Y() const {
    return static_cast<coord_t>(tensaurus_1_Y_I1_workers);
  }
  int64_t stored_T() const { return I * J * F; }
  int64_t stored_Y() const { return I * F; }
};

}  // namespace

extern "C" size_t tensaurus_1_workspace_bytes(const tensaurus_1_arguments* arguments) {
  if (arguments == nullptr) return 0;
  const tensaurus_1_sizes sizes(*arguments);
  if (!sizes.valid()) return 0;
  size_t bytes = 0;
  (void)sizes;
  return bytes;
}

extern "C" int tensaurus_1_launch(const tensaurus_1_arguments* arguments, void* workspace,
                                  size_t workspace_bytes, struct CUstream_st* stream) {
  if (arguments == nullptr) return 1;
  const tensaurus_1_arguments& a = *arguments;
  const tensaurus_1_sizes sizes(a);
  if (!sizes.valid()) return 1;
  if (sizeof(offset_t) < sizeof(int64_t) && !sizes.addressable()) return 6;
  if (workspace_bytes < tensaurus_1_workspace_bytes(arguments)) return 2;
  (void)workspace;
  if (cudaMemsetAsync(a.T_values, 0, static_cast<size_t>(sizes.stored_T()) * sizeof(value_t),
                      stream) != cudaSuccess)
    return 3;
  tensaurus_1_T<<<static_cast<unsigned>(sizes.grid_tensaurus_1_T()),
                  static_cast<unsigned>(sizes.block_tensaurus_1_T()), 0, stream>>>(
      a.T_values, a.A_J_segments, a.A_J_coords, a.A_K_segments, a.A_K_coords, a.A_values,
      a.C_values, sizes.F_of_tensaurus_1_T(), sizes.I_of_tensaurus_1_T(),
      sizes.J_of_tensaurus_1_T(), sizes.K_of_tensaurus_1_T(), sizes.count_J1_of_tensaurus_1_T(),
      sizes.count_F2_of_tensaurus_1_T(), sizes.count_I0_of_tensaurus_1_T(),
      sizes.count_I1_of_tensaurus_1_T());
  if (cudaGetLastError() != cudaSuccess) return 3;
  if (launch_early(tensaurus_1_Y, static_cast<unsigned>(sizes.grid_tensaurus_1_Y()),
                   static_cast<unsigned>(sizes.block_tensaurus_1_Y()), 0, stream, a.Y_values,
                   a.T_values, a.B_values, sizes.F_of_tensaurus_1_Y(), sizes.I_of_tensaurus_1_Y(),
                   sizes.J_of_tensaurus_1_Y(), sizes.count_F2_of_tensaurus_1_Y(),
                   sizes.count_I1_of_tensaurus_1_Y()) != cudaSuccess)
    return 3;
  return 0;
}

extern "C" const char* tensaurus_1_error_text(int code) {
  switch (code) {
    case 0:
      return "ok";
    case 1:
      return "no arguments, or an extent or size outside [0, 2147483647]";
    case 2:
      return "the workspace is smaller than tensaurus_1_workspace_bytes says";
    case 3:
      return "CUDA refused a launch or a memset; cudaGetLastError has been read";
    case 6:
      return "an extent or an array is longer than offsets count: build with TEAAL_OFFSET_BITS=64";
    default:
      return "unknown code";
  }
}
#endif
