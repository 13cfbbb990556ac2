// Made by teaalc 0.1.0 from sddmm_staged.yaml; do not edit.
//   Z[m, n] = A[m, n] * B[m, k] * C[k, n]
//     loops M (space), K1, N (space), K0 (space)
//   stored A[M:U, N:C], B[M:U, K:U], C[N:U, K:U], Z[M:U, N:U]
//   teaalc sddmm_staged.yaml --type=f32 --arch=sm_90 --index-bits=32

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

// Sum over the lanes that differ only in the bits of [width_low, width_high): lane offsets
// width_high / 2 down to width_low, both powers of two up to 32. All 32 lanes of the warp must call
// it, with the same widths; each gets the sum of its own group of width_high / width_low lanes,
// bitwise the same in the whole group. (1, 32) is the whole warp.
template <class T>
static __device__ __forceinline__ T teaal_lane_sum(T value, int width_low, int width_high) {
  for (int offset = width_high / 2; offset >= width_low; offset /= 2)
    value += __shfl_xor_sync(0xffffffffu, value, offset);
  return value;
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

#line 13 "sddmm_staged.yaml"
extern "C" __global__ void sddmm_staged_Z(value_t* __restrict__ Z_values,
                                          const pos_t* __restrict__ A_N_segments,
                                          const coord_t* __restrict__ A_N_coords,
                                          const value_t* __restrict__ A_values,
                                          const value_t* __restrict__ B_values,
                                          const value_t* __restrict__ C_values, coord_t K,
                                          coord_t M, coord_t N) {
  const offset_t workers_M = gridDim.x;
  const offset_t worker_M = blockIdx.x;
  const offset_t workers_N = blockDim.x / 32;
  const offset_t worker_N = threadIdx.x / 32;
  const offset_t workers_K0 = 32;
  const offset_t worker_K0 = threadIdx.x % 32;
  __shared__ __align__(16) value_t B_tile_values[128];
#line 19 "sddmm_staged.yaml"
  for (offset_t m = worker_M; m < M; m += workers_M) {
    const pos_t A_N_begin = A_N_segments[m];
    const pos_t A_N_end = A_N_segments[m + 1];
    const bool in_quads = teaal_aligned_rows(B_values, K);
    if (in_quads) {
      const offset_t k1_whole_end = static_cast<offset_t>(K) / 128 * 128;
      for (offset_t k1 = 0; k1 < k1_whole_end; k1 += 128) {
        const offset_t k1_end = k1 + 128;
        __syncthreads();
        // Load B_tile_values.
        for (int quad = static_cast<int>(threadIdx.x); quad < 32;
             quad += static_cast<int>(blockDim.x)) {
          const int element = quad * 4;
          const offset_t k0_2 = k1 + element;
          const offset_t B_K_at = m * static_cast<offset_t>(K) + k0_2;
          teaal_copy_quad(&B_tile_values[element], &B_values[B_K_at], k0_2 < k1_end);
        }
        teaal_copies_end();
        teaal_copies_arrive<0>();
        __syncthreads();
        const offset_t n_piece = (static_cast<offset_t>(N) + workers_N - 1) / workers_N;
        const offset_t n_begin =
            min(static_cast<size_type>(N), static_cast<size_type>(n_piece) * worker_N);
        const offset_t n_end = min(static_cast<offset_t>(N), n_begin + n_piece);
        const pos_t A_N_begin_2 =
            teaal_lower_bound(A_N_coords, A_N_begin, A_N_end, static_cast<coord_t>(n_begin));
        const pos_t A_N_end_2 =
            teaal_lower_bound(A_N_coords, A_N_begin_2, A_N_end, static_cast<coord_t>(n_end));
        const offset_t A_N_at_jam_end =
            static_cast<offset_t>(A_N_begin_2) +
            max(static_cast<offset_t>(A_N_end_2) - static_cast<offset_t>(A_N_begin_2),
                static_cast<offset_t>(0)) /
                4 * 4;
        for (pos_t A_N_at = A_N_begin_2; A_N_at < A_N_at_jam_end; A_N_at += 4) {
          const coord_t n = A_N_coords[A_N_at];
          const offset_t Z_N_at = m * static_cast<offset_t>(N) + n;
#line 13 "sddmm_staged.yaml"
          value_t sum = value_t(0);
#line 19 "sddmm_staged.yaml"
          const pos_t A_N_at_3 = A_N_at + 1;
          const coord_t n_2 = A_N_coords[A_N_at_3];
          const offset_t Z_N_at_3 = m * static_cast<offset_t>(N) + n_2;
#line 13 "sddmm_staged.yaml"
          value_t sum_2 = value_t(0);
#line 19 "sddmm_staged.yaml"
          const pos_t A_N_at_4 = A_N_at + 2;
          const coord_t n_3 = A_N_coords[A_N_at_4];
          const offset_t Z_N_at_4 = m * static_cast<offset_t>(N) + n_3;
#line 13 "sddmm_staged.yaml"
          value_t sum_3 = value_t(0);
#line 19 "sddmm_staged.yaml"
          const pos_t A_N_at_5 = A_N_at + 3;
          const coord_t n_4 = A_N_coords[A_N_at_5];
          const offset_t Z_N_at_5 = m * static_cast<offset_t>(N) + n_4;
#line 13 "sddmm_staged.yaml"
          value_t sum_4 = value_t(0);
#line 19 "sddmm_staged.yaml"
#pragma unroll
          // Products.
          for (int k0_turn = 0; k0_turn < 4; ++k0_turn) {
            const coord_t k0 = static_cast<coord_t>(k1 + (worker_K0 + k0_turn * workers_K0));
            const offset_t C_K_at = static_cast<offset_t>(n) * static_cast<offset_t>(K) + k0;
            const offset_t C_K_at_3 = static_cast<offset_t>(n_2) * static_cast<offset_t>(K) + k0;
            const offset_t C_K_at_4 = static_cast<offset_t>(n_3) * static_cast<offset_t>(K) + k0;
            const offset_t C_K_at_5 = static_cast<offset_t>(n_4) * static_cast<offset_t>(K) + k0;
#line 13 "sddmm_staged.yaml"
            sum = fmaf(A_values[A_N_at] *
                           B_tile_values[static_cast<int>(worker_K0 + k0_turn * workers_K0)],
                       C_values[C_K_at], sum);
            sum_2 = fmaf(A_values[A_N_at_3] *
                             B_tile_values[static_cast<int>(worker_K0 + k0_turn * workers_K0)],
                         C_values[C_K_at_3], sum_2);
            sum_3 = fmaf(A_values[A_N_at_4] *
                             B_tile_values[static_cast<int>(worker_K0 + k0_turn * workers_K0)],
                         C_values[C_K_at_4], sum_3);
            sum_4 = fmaf(A_values[A_N_at_5] *
                             B_tile_values[static_cast<int>(worker_K0 + k0_turn * workers_K0)],
                         C_values[C_K_at_5], sum_4);
          }
          // Combine the sums of threads.
          const value_t total = teaal_lane_sum(sum, 1, 32);
          // Store Z_values.
          if (worker_K0 == 0) {
            Z_values[Z_N_at] += total;
          }
          // Combine the sums of threads.
          const value_t total_3 = teaal_lane_sum(sum_2, 1, 32);
          // Store Z_values.
          if (worker_K0 == 0) {
            Z_values[Z_N_at_3] += total_3;
          }
          // Combine the sums of threads.
          const value_t total_4 = teaal_lane_sum(sum_3, 1, 32);
          // Store Z_values.
          if (worker_K0 == 0) {
            Z_values[Z_N_at_4] += total_4;
          }
          // Combine the sums of threads.
          const value_t total_5 = teaal_lane_sum(sum_4, 1, 32);
          // Store Z_values.
          if (worker_K0 == 0) {
            Z_values[Z_N_at_5] += total_5;
          }
        }
#line 19 "sddmm_staged.yaml"
        for (pos_t A_N_at = A_N_at_jam_end; A_N_at < A_N_end_2; ++A_N_at) {
          const coord_t n = A_N_coords[A_N_at];
          const offset_t Z_N_at = m * static_cast<offset_t>(N) + n;
#line 13 "sddmm_staged.yaml"
          value_t sum = value_t(0);
#line 19 "sddmm_staged.yaml"
#pragma unroll
          // Products.
          for (int k0_turn = 0; k0_turn < 4; ++k0_turn) {
            const coord_t k0 = static_cast<coord_t>(k1 + (worker_K0 + k0_turn * workers_K0));
            const offset_t C_K_at = static_cast<offset_t>(n) * static_cast<offset_t>(K) + k0;
#line 13 "sddmm_staged.yaml"
            sum = fmaf(A_values[A_N_at] *
                           B_tile_values[static_cast<int>(worker_K0 + k0_turn * workers_K0)],
                       C_values[C_K_at], sum);
          }
          // Combine the sums of threads.
          const value_t total = teaal_lane_sum(sum, 1, 32);
          // Store Z_values.
          if (worker_K0 == 0) {
            Z_values[Z_N_at] += total;
          }
        }
      }
#line 19 "sddmm_staged.yaml"
#pragma unroll 1
      for (offset_t k1 = k1_whole_end; k1 < K; k1 += 128) {
        const offset_t k1_end = min(static_cast<offset_t>(K), k1 + 128);
        __syncthreads();
        // Load B_tile_values.
        for (int quad = static_cast<int>(threadIdx.x); quad < 32;
             quad += static_cast<int>(blockDim.x)) {
          const int element = quad * 4;
          const offset_t k0_2 = k1 + element;
          const offset_t B_K_at = m * static_cast<offset_t>(K) + k0_2;
          teaal_copy_quad(&B_tile_values[element], &B_values[B_K_at], k0_2 < k1_end);
        }
        teaal_copies_end();
        teaal_copies_arrive<0>();
        __syncthreads();
        const offset_t n_piece_2 = (static_cast<offset_t>(N) + workers_N - 1) / workers_N;
        const offset_t n_begin_2 =
            min(static_cast<size_type>(N), static_cast<size_type>(n_piece_2) * worker_N);
        const offset_t n_end_2 = min(static_cast<offset_t>(N), n_begin_2 + n_piece_2);
        const pos_t A_N_begin_3 =
            teaal_lower_bound(A_N_coords, A_N_begin, A_N_end, static_cast<coord_t>(n_begin_2));
        const pos_t A_N_end_3 =
            teaal_lower_bound(A_N_coords, A_N_begin_3, A_N_end, static_cast<coord_t>(n_end_2));
        const offset_t A_N_at_2_jam_end =
            static_cast<offset_t>(A_N_begin_3) +
            max(static_cast<offset_t>(A_N_end_3) - static_cast<offset_t>(A_N_begin_3),
                static_cast<offset_t>(0)) /
                4 * 4;
        for (pos_t A_N_at_2 = A_N_begin_3; A_N_at_2 < A_N_at_2_jam_end; A_N_at_2 += 4) {
          const coord_t n = A_N_coords[A_N_at_2];
          const offset_t Z_N_at_2 = m * static_cast<offset_t>(N) + n;
#line 13 "sddmm_staged.yaml"
          value_t sum = value_t(0);
#line 19 "sddmm_staged.yaml"
          const pos_t A_N_at_2_2 = A_N_at_2 + 1;
          const coord_t n_5 = A_N_coords[A_N_at_2_2];
          const offset_t Z_N_at_2_2 = m * static_cast<offset_t>(N) + n_5;
#line 13 "sddmm_staged.yaml"
          value_t sum_5 = value_t(0);
#line 19 "sddmm_staged.yaml"
          const pos_t A_N_at_2_3 = A_N_at_2 + 2;
          const coord_t n_6 = A_N_coords[A_N_at_2_3];
          const offset_t Z_N_at_2_3 = m * static_cast<offset_t>(N) + n_6;
#line 13 "sddmm_staged.yaml"
          value_t sum_6 = value_t(0);
#line 19 "sddmm_staged.yaml"
          const pos_t A_N_at_2_4 = A_N_at_2 + 3;
          const coord_t n_7 = A_N_coords[A_N_at_2_4];
          const offset_t Z_N_at_2_4 = m * static_cast<offset_t>(N) + n_7;
#line 13 "sddmm_staged.yaml"
          value_t sum_7 = value_t(0);
#line 19 "sddmm_staged.yaml"
#pragma unroll
          // Products.
          for (int k0_turn = 0; k0_turn < 4; ++k0_turn) {
            if (k1 + (worker_K0 + k0_turn * workers_K0) < k1_end) {
              const coord_t k0 = static_cast<coord_t>(k1 + (worker_K0 + k0_turn * workers_K0));
              const offset_t C_K_at_2 = static_cast<offset_t>(n) * static_cast<offset_t>(K) + k0;
              const offset_t C_K_at_2_2 =
                  static_cast<offset_t>(n_5) * static_cast<offset_t>(K) + k0;
              const offset_t C_K_at_2_3 =
                  static_cast<offset_t>(n_6) * static_cast<offset_t>(K) + k0;
              const offset_t C_K_at_2_4 =
                  static_cast<offset_t>(n_7) * static_cast<offset_t>(K) + k0;
#line 13 "sddmm_staged.yaml"
              sum = fmaf(A_values[A_N_at_2] *
                             B_tile_values[static_cast<int>(worker_K0 + k0_turn * workers_K0)],
                         C_values[C_K_at_2], sum);
              sum_5 = fmaf(A_values[A_N_at_2_2] *
                               B_tile_values[static_cast<int>(worker_K0 + k0_turn * workers_K0)],
                           C_values[C_K_at_2_2], sum_5);
              sum_6 = fmaf(A_values[A_N_at_2_3] *
                               B_tile_values[static_cast<int>(worker_K0 + k0_turn * workers_K0)],
                           C_values[C_K_at_2_3], sum_6);
              sum_7 = fmaf(A_values[A_N_at_2_4] *
                               B_tile_values[static_cast<int>(worker_K0 + k0_turn * workers_K0)],
                           C_values[C_K_at_2_4], sum_7);
            }
          }
          // Combine the sums of threads.
          const value_t total_2 = teaal_lane_sum(sum, 1, 32);
          // Store Z_values.
          if (worker_K0 == 0) {
            Z_values[Z_N_at_2] += total_2;
          }
          // Combine the sums of threads.
          const value_t total_2_2 = teaal_lane_sum(sum_5, 1, 32);
          // Store Z_values.
          if (worker_K0 == 0) {
            Z_values[Z_N_at_2_2] += total_2_2;
          }
          // Combine the sums of threads.
          const value_t total_2_3 = teaal_lane_sum(sum_6, 1, 32);
          // Store Z_values.
          if (worker_K0 == 0) {
            Z_values[Z_N_at_2_3] += total_2_3;
          }
          // Combine the sums of threads.
          const value_t total_2_4 = teaal_lane_sum(sum_7, 1, 32);
          // Store Z_values.
          if (worker_K0 == 0) {
            Z_values[Z_N_at_2_4] += total_2_4;
          }
        }
#line 19 "sddmm_staged.yaml"
        for (pos_t A_N_at_2 = A_N_at_2_jam_end; A_N_at_2 < A_N_end_3; ++A_N_at_2) {
          const coord_t n = A_N_coords[A_N_at_2];
          const offset_t Z_N_at_2 = m * static_cast<offset_t>(N) + n;
#line 13 "sddmm_staged.yaml"
          value_t sum = value_t(0);
#line 19 "sddmm_staged.yaml"
#pragma unroll
          // Products.
          for (int k0_turn = 0; k0_turn < 4; ++k0_turn) {
            if (k1 + (worker_K0 + k0_turn * workers_K0) < k1_end) {
              const coord_t k0 = static_cast<coord_t>(k1 + (worker_K0 + k0_turn * workers_K0));
              const offset_t C_K_at_2 = static_cast<offset_t>(n) * static_cast<offset_t>(K) + k0;
#line 13 "sddmm_staged.yaml"
              sum = fmaf(A_values[A_N_at_2] *
                             B_tile_values[static_cast<int>(worker_K0 + k0_turn * workers_K0)],
                         C_values[C_K_at_2], sum);
            }
          }
          // Combine the sums of threads.
          const value_t total_2 = teaal_lane_sum(sum, 1, 32);
          // Store Z_values.
          if (worker_K0 == 0) {
            Z_values[Z_N_at_2] += total_2;
          }
        }
      }
    }
    if (!in_quads) {
#line 19 "sddmm_staged.yaml"
      const offset_t k1_whole_end_2 = static_cast<offset_t>(K) / 128 * 128;
      for (offset_t k1 = 0; k1 < k1_whole_end_2; k1 += 128) {
        const offset_t k1_end = k1 + 128;
        __syncthreads();
        const bool B_tile_quads = teaal_aligned_rows(B_values, K);
        // Load B_tile_values.
        if (B_tile_quads) {
          for (int quad = static_cast<int>(threadIdx.x); quad < 32;
               quad += static_cast<int>(blockDim.x)) {
            const int element = quad * 4;
            const offset_t k0_2 = k1 + element;
            const offset_t B_K_at = m * static_cast<offset_t>(K) + k0_2;
            teaal_copy_quad(&B_tile_values[element], &B_values[B_K_at], k0_2 < k1_end);
          }
        }
        if (!B_tile_quads) {
          for (int element_2 = static_cast<int>(threadIdx.x); element_2 < 128;
               element_2 += static_cast<int>(blockDim.x)) {
            const offset_t k0_3 = k1 + element_2;
            const offset_t B_K_at_2 = m * static_cast<offset_t>(K) + k0_3;
            teaal_copy_element(&B_tile_values[element_2], &B_values[B_K_at_2], k0_3 < k1_end);
          }
        }
        teaal_copies_end();
        teaal_copies_arrive<0>();
        __syncthreads();
        const offset_t n_piece = (static_cast<offset_t>(N) + workers_N - 1) / workers_N;
        const offset_t n_begin =
            min(static_cast<size_type>(N), static_cast<size_type>(n_piece) * worker_N);
        const offset_t n_end = min(static_cast<offset_t>(N), n_begin + n_piece);
        const pos_t A_N_begin_2 =
            teaal_lower_bound(A_N_coords, A_N_begin, A_N_end, static_cast<coord_t>(n_begin));
        const pos_t A_N_end_2 =
            teaal_lower_bound(A_N_coords, A_N_begin_2, A_N_end, static_cast<coord_t>(n_end));
        const offset_t A_N_at_jam_end =
            static_cast<offset_t>(A_N_begin_2) +
            max(static_cast<offset_t>(A_N_end_2) - static_cast<offset_t>(A_N_begin_2),
                static_cast<offset_t>(0)) /
                4 * 4;
        for (pos_t A_N_at = A_N_begin_2; A_N_at < A_N_at_jam_end; A_N_at += 4) {
          const coord_t n = A_N_coords[A_N_at];
          const offset_t Z_N_at = m * static_cast<offset_t>(N) + n;
#line 13 "sddmm_staged.yaml"
          value_t sum = value_t(0);
#line 19 "sddmm_staged.yaml"
          const pos_t A_N_at_3 = A_N_at + 1;
          const coord_t n_2 = A_N_coords[A_N_at_3];
          const offset_t Z_N_at_3 = m * static_cast<offset_t>(N) + n_2;
#line 13 "sddmm_staged.yaml"
          value_t sum_2 = value_t(0);
#line 19 "sddmm_staged.yaml"
          const pos_t A_N_at_4 = A_N_at + 2;
          const coord_t n_3 = A_N_coords[A_N_at_4];
          const offset_t Z_N_at_4 = m * static_cast<offset_t>(N) + n_3;
#line 13 "sddmm_staged.yaml"
          value_t sum_3 = value_t(0);
#line 19 "sddmm_staged.yaml"
          const pos_t A_N_at_5 = A_N_at + 3;
          const coord_t n_4 = A_N_coords[A_N_at_5];
          const offset_t Z_N_at_5 = m * static_cast<offset_t>(N) + n_4;
#line 13 "sddmm_staged.yaml"
          value_t sum_4 = value_t(0);
#line 19 "sddmm_staged.yaml"
#pragma unroll
          // Products.
          for (int k0_turn = 0; k0_turn < 4; ++k0_turn) {
            const coord_t k0 = static_cast<coord_t>(k1 + (worker_K0 + k0_turn * workers_K0));
            const offset_t C_K_at = static_cast<offset_t>(n) * static_cast<offset_t>(K) + k0;
            const offset_t C_K_at_3 = static_cast<offset_t>(n_2) * static_cast<offset_t>(K) + k0;
            const offset_t C_K_at_4 = static_cast<offset_t>(n_3) * static_cast<offset_t>(K) + k0;
            const offset_t C_K_at_5 = static_cast<offset_t>(n_4) * static_cast<offset_t>(K) + k0;
#line 13 "sddmm_staged.yaml"
            sum = fmaf(A_values[A_N_at] *
                           B_tile_values[static_cast<int>(worker_K0 + k0_turn * workers_K0)],
                       C_values[C_K_at], sum);
            sum_2 = fmaf(A_values[A_N_at_3] *
                             B_tile_values[static_cast<int>(worker_K0 + k0_turn * workers_K0)],
                         C_values[C_K_at_3], sum_2);
            sum_3 = fmaf(A_values[A_N_at_4] *
                             B_tile_values[static_cast<int>(worker_K0 + k0_turn * workers_K0)],
                         C_values[C_K_at_4], sum_3);
            sum_4 = fmaf(A_values[A_N_at_5] *
                             B_tile_values[static_cast<int>(worker_K0 + k0_turn * workers_K0)],
                         C_values[C_K_at_5], sum_4);
          }
          // Combine the sums of threads.
          const value_t total = teaal_lane_sum(sum, 1, 32);
          // Store Z_values.
          if (worker_K0 == 0) {
            Z_values[Z_N_at] += total;
          }
          // Combine the sums of threads.
          const value_t total_3 = teaal_lane_sum(sum_2, 1, 32);
          // Store Z_values.
          if (worker_K0 == 0) {
            Z_values[Z_N_at_3] += total_3;
          }
          // Combine the sums of threads.
          const value_t total_4 = teaal_lane_sum(sum_3, 1, 32);
          // Store Z_values.
          if (worker_K0 == 0) {
            Z_values[Z_N_at_4] += total_4;
          }
          // Combine the sums of threads.
          const value_t total_5 = teaal_lane_sum(sum_4, 1, 32);
          // Store Z_values.
          if (worker_K0 == 0) {
            Z_values[Z_N_at_5] += total_5;
          }
        }
#line 19 "sddmm_staged.yaml"
        for (pos_t A_N_at = A_N_at_jam_end; A_N_at < A_N_end_2; ++A_N_at) {
          const coord_t n = A_N_coords[A_N_at];
          const offset_t Z_N_at = m * static_cast<offset_t>(N) + n;
#line 13 "sddmm_staged.yaml"
          value_t sum = value_t(0);
#line 19 "sddmm_staged.yaml"
#pragma unroll
          // Products.
          for (int k0_turn = 0; k0_turn < 4; ++k0_turn) {
            const coord_t k0 = static_cast<coord_t>(k1 + (worker_K0 + k0_turn * workers_K0));
            const offset_t C_K_at = static_cast<offset_t>(n) * static_cast<offset_t>(K) + k0;
#line 13 "sddmm_staged.yaml"
            sum = fmaf(A_values[A_N_at] *
                           B_tile_values[static_cast<int>(worker_K0 + k0_turn * workers_K0)],
                       C_values[C_K_at], sum);
          }
          // Combine the sums of threads.
          const value_t total = teaal_lane_sum(sum, 1, 32);
          // Store Z_values.
          if (worker_K0 == 0) {
            Z_values[Z_N_at] += total;
          }
        }
      }
#line 19 "sddmm_staged.yaml"
#pragma unroll 1
      for (offset_t k1 = k1_whole_end_2; k1 < K; k1 += 128) {
        const offset_t k1_end = min(static_cast<offset_t>(K), k1 + 128);
        __syncthreads();
        const bool B_tile_quads = teaal_aligned_rows(B_values, K);
        // Load B_tile_values.
        if (B_tile_quads) {
          for (int quad = static_cast<int>(threadIdx.x); quad < 32;
               quad += static_cast<int>(blockDim.x)) {
            const int element = quad * 4;
            const offset_t k0_2 = k1 + element;
            const offset_t B_K_at = m * static_cast<offset_t>(K) + k0_2;
            teaal_copy_quad(&B_tile_values[element], &B_values[B_K_at], k0_2 < k1_end);
          }
        }
        if (!B_tile_quads) {
          for (int element_2 = static_cast<int>(threadIdx.x); element_2 < 128;
               element_2 += static_cast<int>(blockDim.x)) {
            const offset_t k0_3 = k1 + element_2;
            const offset_t B_K_at_2 = m * static_cast<offset_t>(K) + k0_3;
            teaal_copy_element(&B_tile_values[element_2], &B_values[B_K_at_2], k0_3 < k1_end);
          }
        }
        teaal_copies_end();
        teaal_copies_arrive<0>();
        __syncthreads();
        const offset_t n_piece_2 = (static_cast<offset_t>(N) + workers_N - 1) / workers_N;
        const offset_t n_begin_2 =
            min(static_cast<size_type>(N), static_cast<size_type>(n_piece_2) * worker_N);
        const offset_t n_end_2 = min(static_cast<offset_t>(N), n_begin_2 + n_piece_2);
        const pos_t A_N_begin_3 =
            teaal_lower_bound(A_N_coords, A_N_begin, A_N_end, static_cast<coord_t>(n_begin_2));
        const pos_t A_N_end_3 =
            teaal_lower_bound(A_N_coords, A_N_begin_3, A_N_end, static_cast<coord_t>(n_end_2));
        const offset_t A_N_at_2_jam_end =
            static_cast<offset_t>(A_N_begin_3) +
            max(static_cast<offset_t>(A_N_end_3) - static_cast<offset_t>(A_N_begin_3),
                static_cast<offset_t>(0)) /
                4 * 4;
        for (pos_t A_N_at_2 = A_N_begin_3; A_N_at_2 < A_N_at_2_jam_end; A_N_at_2 += 4) {
          const coord_t n = A_N_coords[A_N_at_2];
          const offset_t Z_N_at_2 = m * static_cast<offset_t>(N) + n;
#line 13 "sddmm_staged.yaml"
          value_t sum = value_t(0);
#line 19 "sddmm_staged.yaml"
          const pos_t A_N_at_2_2 = A_N_at_2 + 1;
          const coord_t n_5 = A_N_coords[A_N_at_2_2];
          const offset_t Z_N_at_2_2 = m * static_cast<offset_t>(N) + n_5;
#line 13 "sddmm_staged.yaml"
          value_t sum_5 = value_t(0);
#line 19 "sddmm_staged.yaml"
          const pos_t A_N_at_2_3 = A_N_at_2 + 2;
          const coord_t n_6 = A_N_coords[A_N_at_2_3];
          const offset_t Z_N_at_2_3 = m * static_cast<offset_t>(N) + n_6;
#line 13 "sddmm_staged.yaml"
          value_t sum_6 = value_t(0);
#line 19 "sddmm_staged.yaml"
          const pos_t A_N_at_2_4 = A_N_at_2 + 3;
          const coord_t n_7 = A_N_coords[A_N_at_2_4];
          const offset_t Z_N_at_2_4 = m * static_cast<offset_t>(N) + n_7;
#line 13 "sddmm_staged.yaml"
          value_t sum_7 = value_t(0);
#line 19 "sddmm_staged.yaml"
#pragma unroll
          // Products.
          for (int k0_turn = 0; k0_turn < 4; ++k0_turn) {
            if (k1 + (worker_K0 + k0_turn * workers_K0) < k1_end) {
              const coord_t k0 = static_cast<coord_t>(k1 + (worker_K0 + k0_turn * workers_K0));
              const offset_t C_K_at_2 = static_cast<offset_t>(n) * static_cast<offset_t>(K) + k0;
              const offset_t C_K_at_2_2 =
                  static_cast<offset_t>(n_5) * static_cast<offset_t>(K) + k0;
              const offset_t C_K_at_2_3 =
                  static_cast<offset_t>(n_6) * static_cast<offset_t>(K) + k0;
              const offset_t C_K_at_2_4 =
                  static_cast<offset_t>(n_7) * static_cast<offset_t>(K) + k0;
#line 13 "sddmm_staged.yaml"
              sum = fmaf(A_values[A_N_at_2] *
                             B_tile_values[static_cast<int>(worker_K0 + k0_turn * workers_K0)],
                         C_values[C_K_at_2], sum);
              sum_5 = fmaf(A_values[A_N_at_2_2] *
                               B_tile_values[static_cast<int>(worker_K0 + k0_turn * workers_K0)],
                           C_values[C_K_at_2_2], sum_5);
              sum_6 = fmaf(A_values[A_N_at_2_3] *
                               B_tile_values[static_cast<int>(worker_K0 + k0_turn * workers_K0)],
                           C_values[C_K_at_2_3], sum_6);
              sum_7 = fmaf(A_values[A_N_at_2_4] *
                               B_tile_values[static_cast<int>(worker_K0 + k0_turn * workers_K0)],
                           C_values[C_K_at_2_4], sum_7);
            }
          }
          // Combine the sums of threads.
          const value_t total_2 = teaal_lane_sum(sum, 1, 32);
          // Store Z_values.
          if (worker_K0 == 0) {
            Z_values[Z_N_at_2] += total_2;
          }
          // Combine the sums of threads.
          const value_t total_2_2 = teaal_lane_sum(sum_5, 1, 32);
          // Store Z_values.
          if (worker_K0 == 0) {
            Z_values[Z_N_at_2_2] += total_2_2;
          }
          // Combine the sums of threads.
          const value_t total_2_3 = teaal_lane_sum(sum_6, 1, 32);
          // Store Z_values.
          if (worker_K0 == 0) {
            Z_values[Z_N_at_2_3] += total_2_3;
          }
          // Combine the sums of threads.
          const value_t total_2_4 = teaal_lane_sum(sum_7, 1, 32);
          // Store Z_values.
          if (worker_K0 == 0) {
            Z_values[Z_N_at_2_4] += total_2_4;
          }
        }
#line 19 "sddmm_staged.yaml"
        for (pos_t A_N_at_2 = A_N_at_2_jam_end; A_N_at_2 < A_N_end_3; ++A_N_at_2) {
          const coord_t n = A_N_coords[A_N_at_2];
          const offset_t Z_N_at_2 = m * static_cast<offset_t>(N) + n;
#line 13 "sddmm_staged.yaml"
          value_t sum = value_t(0);
#line 19 "sddmm_staged.yaml"
#pragma unroll
          // Products.
          for (int k0_turn = 0; k0_turn < 4; ++k0_turn) {
            if (k1 + (worker_K0 + k0_turn * workers_K0) < k1_end) {
              const coord_t k0 = static_cast<coord_t>(k1 + (worker_K0 + k0_turn * workers_K0));
              const offset_t C_K_at_2 = static_cast<offset_t>(n) * static_cast<offset_t>(K) + k0;
#line 13 "sddmm_staged.yaml"
              sum = fmaf(A_values[A_N_at_2] *
                             B_tile_values[static_cast<int>(worker_K0 + k0_turn * workers_K0)],
                         C_values[C_K_at_2], sum);
            }
          }
          // Combine the sums of threads.
          const value_t total_2 = teaal_lane_sum(sum, 1, 32);
          // Store Z_values.
          if (worker_K0 == 0) {
            Z_values[Z_N_at_2] += total_2;
          }
        }
      }
    }
  }
}

#if !defined(__CUDACC_RTC__) && !defined(TEAAL_PRELUDE)
#line 1 "sddmm_staged.launcher"
#include <cuda_runtime.h>
#include <stddef.h>
#include <stdint.h>

typedef value_t sddmm_staged_value;
typedef pos_t sddmm_staged_position;

extern "C" {
#if TEAAL_POSITION_BITS == 64 /* functions have names of their own */
#define sddmm_staged_workspace_bytes sddmm_staged_workspace_bytes_64
#define sddmm_staged_launch sddmm_staged_launch_64
#endif

struct CUstream_st; /* what cudaStream_t points to */

/* Device pointers and sizes. Segments have one entry a fiber and one more; arrays must not overlap.
 */
typedef struct sddmm_staged_arguments {
  /* Z: M:U, N:U */
  sddmm_staged_value* Z_values;
  /* A: M:U, N:C */
  const sddmm_staged_position* A_N_segments;
  const int32_t* A_N_coords;
  const sddmm_staged_value* A_values;
  /* B: M:U, K:U */
  const sddmm_staged_value* B_values;
  /* C: N:U, K:U */
  const sddmm_staged_value* C_values;
  int64_t extent_M;
  int64_t extent_N;
  int64_t extent_K;
} sddmm_staged_arguments;

/* Bytes of device memory that sddmm_staged_launch needs as workspace (0: none), aligned to 256. */
size_t sddmm_staged_workspace_bytes(const sddmm_staged_arguments* arguments);

/* Enqueues the whole plan on `stream` (0: the default stream) and returns at once. 0: enqueued;
   else see sddmm_staged_error_text. Allocates nothing and throws nothing. */
int sddmm_staged_launch(const sddmm_staged_arguments* arguments, void* workspace,
                        size_t workspace_bytes, struct CUstream_st* stream);
const char* sddmm_staged_error_text(int code);
}

namespace {

inline int64_t min(int64_t a, int64_t b) { return a < b ? a : b; }
inline int64_t max(int64_t a, int64_t b) { return a < b ? b : a; }
inline int64_t ceil_div(int64_t a, int64_t b) { return (a + b - 1) / b; }

struct sddmm_staged_sizes {
  int64_t M;
  int64_t N;
  int64_t K;
  explicit sddmm_staged_sizes(const sddmm_staged_arguments& a) {
    M = a.extent_M;
    N = a.extent_N;
    K = a.extent_K;
  }
  bool valid() const {
    return M >= 0 && M <= 2147483647 && N >= 0 && N <= 2147483647 && K >= 0 && K <= 2147483647;
  }
  bool addressable() const {
    return M <= 1000000000 && N <= 1000000000 && K <= 1000000000 &&
           (M == 0 || N <= 1000000000 / M) && (M == 0 || K <= 1000000000 / M) &&
           (N == 0 || K <= 1000000000 / N);
  }
  int64_t block_sddmm_staged_Z() const { return max(min(N, 8), 1) * 32; }
  int64_t grid_sddmm_staged_Z() const { return max(min(M, 2147483647), 1); }
  coord_t K_of_sddmm_staged_Z() const { return static_cast<coord_t>(K); }
  coord_t M_of_sddmm_staged_Z() const { return static_cast<coord_t>(M); }
  coord_t N_of_sddmm_staged_Z() const { return static_cast<coord_t>(N); }
  int64_t stored_Z() const { return M * N; }
};

}  // namespace

extern "C" size_t sddmm_staged_workspace_bytes(const sddmm_staged_arguments* arguments) {
  if (arguments == nullptr) return 0;
  const sddmm_staged_sizes sizes(*arguments);
  if (!sizes.valid()) return 0;
  size_t bytes = 0;
  (void)sizes;
  return bytes;
}

extern "C" int sddmm_staged_launch(const sddmm_staged_arguments* arguments, void* workspace,
                                   size_t workspace_bytes, struct CUstream_st* stream) {
  if (arguments == nullptr) return 1;
  const sddmm_staged_arguments& a = *arguments;
  const sddmm_staged_sizes sizes(a);
  if (!sizes.valid()) return 1;
  if (sizeof(offset_t) < sizeof(int64_t) && !sizes.addressable()) return 6;
  if (workspace_bytes < sddmm_staged_workspace_bytes(arguments)) return 2;
  (void)workspace;
  if (cudaMemsetAsync(a.Z_values, 0, static_cast<size_t>(sizes.stored_Z()) * sizeof(value_t),
                      stream) != cudaSuccess)
    return 3;
  sddmm_staged_Z<<<static_cast<unsigned>(sizes.grid_sddmm_staged_Z()),
                   static_cast<unsigned>(sizes.block_sddmm_staged_Z()), 0, stream>>>(
      a.Z_values, a.A_N_segments, a.A_N_coords, a.A_values, a.B_values, a.C_values,
      sizes.K_of_sddmm_staged_Z(), sizes.M_of_sddmm_staged_Z(), sizes.N_of_sddmm_staged_Z());
  if (cudaGetLastError() != cudaSuccess) return 3;
  return 0;
}

extern "C" const char* sddmm_staged_error_text(int code) {
  switch (code) {
    case 0:
      return "ok";
    case 1:
      return "no arguments, or an extent or size outside [0, 2147483647]";
    case 2:
      return "the workspace is smaller than sddmm_staged_workspace_bytes says";
    case 3:
      return "CUDA refused a launch or a memset; cudaGetLastError has been read";
    case 6:
      return "an extent or an array is longer than offsets count: build with TEAAL_OFFSET_BITS=64";
    default:
      return "unknown code";
  }
}
#endif
