// Made by teaalc 0.1.0 from spmm_gathered_tensor_core.yaml; do not edit.
//   Z[m, n] = A[m, k] * B[k, n]
//     loops M2 (space), N3 (space), K1, K0, M1 (space), N2, N1 (space), M0, N0
//     tensor cores: tf32
//   stored A[M2:U, K:C, M:U], B[K:U, N:U], Z[M:U, N:U]
//   teaalc spmm_gathered_tensor_core.yaml --type=f32 --arch=sm_90 --index-bits=32

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

// Whether this is a machine with tensor cores; what they do is spelled out for others.
static __device__ __forceinline__ bool teaal_has_tensor_cores() {
#ifdef TEAAL_CPU
  return false;
#else
  return true;
#endif
}

// Bits of a float whose first 19, all that tensor cores read of tf32, are a value of 11 significant
// bits at most 2/3 of its last bit away: a third of a bit more before the rest is cut off is right
// on average and one operation. Values of tf32, infinities and NaN stay what they are.
static __device__ __forceinline__ unsigned teaal_tf32_bits(float value) {
  return __float_as_uint(fmaf(value, 0x1.555556p-12f, value));
}

// Products of the values in two words of operands, where there are no tensor cores.
struct teaal_tf32_words {
  static __device__ __forceinline__ float add_products(float sum, unsigned a, unsigned b) {
    return fmaf(__uint_as_float(a & 0xffffe000u), __uint_as_float(b & 0xffffe000u), sum);
  }
};

// What the tensor cores do, by shuffles: a[0] and a[1] are the lower k's of rows g and g + 8, a[2]
// and a[3] the upper ones; b[0] and b[1] are column g's.
template <class Words>
static __device__ __forceinline__ void teaal_shuffled_products(float* sums, const float* from,
                                                               const unsigned* a,
                                                               const unsigned* b) {
  typedef unsigned long long words;
  const int row = threadIdx.x % 32 / 4, column = threadIdx.x % 4 * 2;
  const words lower = a[0] | static_cast<words>(a[1]) << 32,
              upper = a[2] | static_cast<words>(a[3]) << 32,
              own = b[0] | static_cast<words>(b[1]) << 32;
  for (int i = 0; i < 4; ++i) sums[i] = from[i];
  for (int share = 0; share < 4; ++share) {
    const words low = __shfl_sync(0xffffffffu, lower, row * 4 + share),
                high = __shfl_sync(0xffffffffu, upper, row * 4 + share);
    for (int second = 0; second < 2; ++second) {
      const words k = __shfl_sync(0xffffffffu, own, (column + second) * 4 + share);
      const unsigned k_low = static_cast<unsigned>(k), k_high = static_cast<unsigned>(k >> 32);
      sums[second] = Words::add_products(sums[second], static_cast<unsigned>(low), k_low);
      sums[second] = Words::add_products(sums[second], static_cast<unsigned>(high), k_high);
      sums[second + 2] =
          Words::add_products(sums[second + 2], static_cast<unsigned>(low >> 32), k_low);
      sums[second + 2] =
          Words::add_products(sums[second + 2], static_cast<unsigned>(high >> 32), k_high);
    }
  }
}

// The sums (g, 2 t), (g, 2 t + 1), (g + 8, 2 t) and (g + 8, 2 t + 1) of a tile: `from` and its
// products.
static __device__ __forceinline__ void teaal_multiply_tf32(float* sums, const float* from,
                                                           const unsigned* a, const unsigned* b) {
  if (!teaal_has_tensor_cores()) return teaal_shuffled_products<teaal_tf32_words>(sums, from, a, b);
#ifndef TEAAL_CPU
  asm volatile(
      "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 "
      "{%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%10, %11, %12, %13};"
      : "=f"(sums[0]), "=f"(sums[1]), "=f"(sums[2]), "=f"(sums[3])
      : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]), "f"(from[0]),
        "f"(from[1]), "f"(from[2]), "f"(from[3]));
#endif
}

// What one of these does, of arrays in registers: sums[s00], sums[s01], sums[s10], sums[s11] are
// the four sums, a[a00] … and b[b0], b[b1] the operands' words.
using teaal_multiply = void(float*, const float*, const unsigned*, const unsigned*);

template <teaal_multiply multiply>
static __device__ __forceinline__ void teaal_mma(float* sums, int s00, int s01, int s10, int s11,
                                                 const unsigned* a, int a00, int a01, int a10,
                                                 int a11, const unsigned* b, int b0, int b1) {
  float part[4] = {sums[s00], sums[s01], sums[s10], sums[s11]};
  const unsigned a_words[4] = {a[a00], a[a01], a[a10], a[a11]}, b_words[2] = {b[b0], b[b1]};
  multiply(part, part, a_words, b_words);
  sums[s00] = part[0];
  sums[s01] = part[1];
  sums[s10] = part[2];
  sums[s11] = part[3];
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

#line 12 "spmm_gathered_tensor_core.yaml"
extern "C" __global__ void spmm_gathered_tensor_core_Z(value_t* __restrict__ Z_values,
                                                       const pos_t* __restrict__ A_K_segments,
                                                       const coord_t* __restrict__ A_K_coords,
                                                       const value_t* __restrict__ A_values,
                                                       const value_t* __restrict__ B_values,
                                                       coord_t M, coord_t N, coord_t count_N3,
                                                       coord_t count_M2) {
  const offset_t workers_N3 = count_N3;
  const offset_t worker_N3 = blockIdx.x % count_N3;
  const offset_t workers_M2 = count_M2;
  const offset_t worker_M2 = blockIdx.x / count_N3;
  const offset_t worker_M1 = threadIdx.x % 32 % 4;
  const offset_t worker_N1 = threadIdx.x % 32 / 4;
  const offset_t workers_K0_of_row = 4;
  const offset_t worker_K0_of_row = threadIdx.x % 4;
  const offset_t worker_M1_of_column = threadIdx.x / 8 % 4;
  const offset_t worker_M0_of_column = threadIdx.x / 4 % 2;
  const offset_t workers_K0_of_column = 4;
  const offset_t worker_K0_of_column = threadIdx.x % 4;
  __shared__ coord_t A_tile_K_coords[64];
  __shared__ __align__(16) value_t A_tile_values[512];
  __shared__ __align__(16) value_t B_tile_values[8704];
#line 20 "spmm_gathered_tensor_core.yaml"
  for (offset_t m2 = worker_M2 * 8; m2 < M; m2 += workers_M2 * 8) {
    const offset_t m2_end = min(static_cast<offset_t>(M), m2 + 8);
    const pos_t A_K_begin = A_K_segments[m2 / 8];
    const pos_t A_K_end = A_K_segments[m2 / 8 + 1];
    const bool whole = m2_end - m2 == 8;
    if (whole) {
      for (offset_t n3 = worker_N3 * 128; n3 < N; n3 += workers_N3 * 128) {
        const offset_t n3_end = min(static_cast<offset_t>(N), n3 + 128);
#line 12 "spmm_gathered_tensor_core.yaml"
        value_t sums[32];
#pragma unroll
        for (int sums_element = 0; sums_element < 32; ++sums_element) {
          sums[sums_element] = value_t(0);
        }
        __syncthreads();
        const bool in_quads = teaal_aligned_rows(B_values, N);
        if (in_quads) {
#line 20 "spmm_gathered_tensor_core.yaml"
          // Load A_tile_K_coords, A_tile_values and B_tile_values.
          {
            const bool A_K_run_more =
                static_cast<offset_t>(A_K_begin) < static_cast<offset_t>(A_K_end);
            const offset_t A_K_run_ahead = static_cast<offset_t>(A_K_begin);
            const pos_t A_K_run_begin_6 = static_cast<pos_t>(A_K_run_ahead);
            const pos_t A_K_run_end_6 =
                static_cast<pos_t>(min(static_cast<offset_t>(A_K_end), A_K_run_ahead + 32));
            const int A_K_run_buffer_2 =
                static_cast<int>((A_K_run_ahead - static_cast<offset_t>(A_K_begin)) / 32 % 2);
            const offset_t A_tile_first_3 = static_cast<offset_t>(A_K_run_begin_6);
            const offset_t A_tile_end_3 = static_cast<offset_t>(A_K_run_end_6);
            const offset_t B_tile_K_begin_3 = static_cast<offset_t>(A_K_run_begin_6);
            for (int element = static_cast<int>(threadIdx.x);
                 element < static_cast<int>(A_tile_end_3 - A_tile_first_3);
                 element += static_cast<int>(blockDim.x)) {
              teaal_copy_element(&A_tile_K_coords[A_K_run_buffer_2 * 32 + element],
                                 &A_K_coords[A_tile_first_3 + element], A_K_run_more);
            }
            for (int element_2 = static_cast<int>(threadIdx.x);
                 element_2 <
                 static_cast<int>(static_cast<size_type>(A_tile_end_3 - A_tile_first_3) * 8);
                 element_2 += static_cast<int>(blockDim.x)) {
              teaal_copy_element(&A_tile_values[A_K_run_buffer_2 * 256 + element_2],
                                 &A_values[static_cast<size_type>(A_tile_first_3) * 8 + element_2],
                                 A_K_run_more);
            }
#pragma unroll 8
            for (int quad_turn = 0; quad_turn < 32; ++quad_turn) {
              const int quad = static_cast<int>(threadIdx.x) + quad_turn * 32;
              const int element_3 = quad * 4;
              const offset_t k0_2_at = B_tile_K_begin_3 + element_3 / 128;
              const coord_t k0_2 = (A_K_run_more && k0_2_at < A_K_run_end_6)
                                       ? A_K_coords[k0_2_at]
                                       : static_cast<coord_t>(0);
              const offset_t n0_2 = n3 + element_3 % 128;
              const offset_t B_N_at = static_cast<offset_t>(k0_2) * static_cast<offset_t>(N) + n0_2;
              teaal_copy_quad(
                  &B_tile_values[A_K_run_buffer_2 * 4352 + (element_3 + element_3 / 128 * 8)],
                  &B_values[B_N_at], A_K_run_more && (k0_2_at < A_K_run_end_6 && n0_2 < N));
            }
            teaal_copies_end();
          }
          const offset_t A_K_run_whole_end =
              static_cast<offset_t>(A_K_begin) +
              max(static_cast<offset_t>(A_K_end) - static_cast<offset_t>(A_K_begin),
                  static_cast<offset_t>(0)) /
                  32 * 32;
          for (offset_t A_K_run = A_K_begin; A_K_run < A_K_run_whole_end; A_K_run += 32) {
            teaal_copies_arrive<0>();
            __syncthreads();
            const bool A_K_run_more_2 = A_K_run + 32 < static_cast<offset_t>(A_K_end);
            const offset_t A_K_run_ahead_2 = A_K_run + 32;
            const pos_t A_K_run_begin_7 = static_cast<pos_t>(A_K_run_ahead_2);
            const pos_t A_K_run_end_7 =
                static_cast<pos_t>(min(static_cast<offset_t>(A_K_end), A_K_run_ahead_2 + 32));
            const int A_K_run_buffer_3 =
                static_cast<int>((A_K_run_ahead_2 - static_cast<offset_t>(A_K_begin)) / 32 % 2);
            const offset_t A_tile_first_4 = static_cast<offset_t>(A_K_run_begin_7);
            const offset_t A_tile_end_4 = static_cast<offset_t>(A_K_run_end_7);
            const offset_t B_tile_K_begin_4 = static_cast<offset_t>(A_K_run_begin_7);
            // Load A_tile_K_coords, A_tile_values and B_tile_values.
            for (int element = static_cast<int>(threadIdx.x);
                 element < static_cast<int>(A_tile_end_4 - A_tile_first_4);
                 element += static_cast<int>(blockDim.x)) {
              teaal_copy_element(&A_tile_K_coords[A_K_run_buffer_3 * 32 + element],
                                 &A_K_coords[static_cast<size_type>(A_tile_first_4) + element],
                                 A_K_run_more_2);
            }
            for (int element_2 = static_cast<int>(threadIdx.x);
                 element_2 <
                 static_cast<int>(static_cast<size_type>(A_tile_end_4 - A_tile_first_4) * 8);
                 element_2 += static_cast<int>(blockDim.x)) {
              teaal_copy_element(&A_tile_values[A_K_run_buffer_3 * 256 + element_2],
                                 &A_values[static_cast<size_type>(A_tile_first_4) * 8 + element_2],
                                 A_K_run_more_2);
            }
#pragma unroll 8
            for (int quad_turn = 0; quad_turn < 32; ++quad_turn) {
              const int quad = static_cast<int>(threadIdx.x) + quad_turn * 32;
              const int element_3 = quad * 4;
              const offset_t k0_2_at = B_tile_K_begin_4 + element_3 / 128;
              const coord_t k0_2 = (A_K_run_more_2 && k0_2_at < A_K_run_end_7)
                                       ? A_K_coords[k0_2_at]
                                       : static_cast<coord_t>(0);
              const offset_t n0_2 = n3 + element_3 % 128;
              const offset_t B_N_at = static_cast<offset_t>(k0_2) * static_cast<offset_t>(N) + n0_2;
              teaal_copy_quad(
                  &B_tile_values[A_K_run_buffer_3 * 4352 + (element_3 + element_3 / 128 * 8)],
                  &B_values[B_N_at], A_K_run_more_2 && (k0_2_at < A_K_run_end_7 && n0_2 < N));
            }
            teaal_copies_end();
            // Products.
            const pos_t A_K_run_begin = static_cast<pos_t>(A_K_run);
            const int A_K_run_buffer =
                static_cast<int>((A_K_run - static_cast<offset_t>(A_K_begin)) / 32 % 2);
            const offset_t A_tile_first = static_cast<offset_t>(A_K_run_begin);
            const size_type A_tile_values_origin =
                static_cast<size_type>(A_tile_first) * 8 - A_K_run_buffer * 256;
#pragma unroll
            for (int A_K_run_2_turn = 0; A_K_run_2_turn < 4; ++A_K_run_2_turn) {
              const offset_t A_K_run_2 = static_cast<offset_t>(A_K_run_begin) + A_K_run_2_turn * 8;
              const pos_t A_K_run_begin_2 = static_cast<pos_t>(A_K_run_2);
              value_t row_values[32];
#pragma unroll
              for (int own = 0; own < 32; ++own) {
                row_values[own] = value_t(0);
              }
#pragma unroll
              for (int k0_turn = 0; k0_turn < 2; ++k0_turn) {
                const int B_tile_K_at =
                    A_K_run_buffer * 32 + static_cast<int>(A_K_run_2_turn * 8 + worker_K0_of_row +
                                                           k0_turn * workers_K0_of_row);
#pragma unroll
                for (int n2_turn = 0; n2_turn < 4; ++n2_turn) {
                  value_t B_tile_values_quad[4];
                  teaal_load_quad(&B_tile_values_quad[0],
                                  &B_tile_values[B_tile_K_at * 136 +
                                                 static_cast<int>(n2_turn * 32 + worker_N1 * 4)]);
#pragma unroll
                  for (int n0_turn = 0; n0_turn < 4; ++n0_turn) {
#line 12 "spmm_gathered_tensor_core.yaml"
                    row_values[k0_turn * 16 + (n2_turn * 4 + n0_turn)] =
                        B_tile_values_quad[n0_turn];
                  }
                }
              }
              unsigned row_words[32];
#pragma unroll
              for (int own = 0; own < 32; ++own) {
                row_words[own] = teaal_tf32_bits(row_values[own]);
              }
              value_t column_values[2];
#pragma unroll
              for (int own = 0; own < 2; ++own) {
                column_values[own] = value_t(0);
              }
#line 20 "spmm_gathered_tensor_core.yaml"
#pragma unroll
              for (int k0_turn_2 = 0; k0_turn_2 < 2; ++k0_turn_2) {
                const pos_t A_K_at_2 = static_cast<pos_t>(
                    A_K_run_begin_2 + (worker_K0_of_column + k0_turn_2 * workers_K0_of_column));
                const offset_t m1 = m2 + worker_M1_of_column * 2;
                const coord_t m0 = static_cast<coord_t>(m1 + worker_M0_of_column);
                const size_type A_M_at = static_cast<size_type>(A_K_at_2) * 8 + (m0 - m2);
#line 12 "spmm_gathered_tensor_core.yaml"
                column_values[k0_turn_2] =
                    A_tile_values[static_cast<int>(A_M_at - A_tile_values_origin)];
              }
              unsigned column_words[2];
#pragma unroll
              for (int own = 0; own < 2; ++own) {
                column_words[own] = teaal_tf32_bits(column_values[own]);
              }
#pragma unroll
              for (int n2_turn = 0; n2_turn < 4; ++n2_turn) {
#pragma unroll
                for (int n0_turn = 0; n0_turn < 4; n0_turn += 2) {
#pragma unroll
                  for (int m0_turn = 0; m0_turn < 2; m0_turn += 2) {
#line 42 "spmm_gathered_tensor_core.yaml"
                    teaal_mma<teaal_multiply_tf32>(
                        sums, (n2_turn * 2 + m0_turn) * 4 + n0_turn,
                        (n2_turn * 2 + (m0_turn + 1)) * 4 + n0_turn,
                        (n2_turn * 2 + m0_turn) * 4 + (n0_turn + 1),
                        (n2_turn * 2 + (m0_turn + 1)) * 4 + (n0_turn + 1), row_words,
                        n2_turn * 4 + n0_turn, n2_turn * 4 + (n0_turn + 1),
                        n2_turn * 4 + n0_turn + 16, n2_turn * 4 + (n0_turn + 1) + 16, column_words,
                        0, 1);
                  }
                }
              }
            }
          }
#line 20 "spmm_gathered_tensor_core.yaml"
#pragma unroll 1
          for (offset_t A_K_run = A_K_run_whole_end; A_K_run < A_K_end; A_K_run += 32) {
            teaal_copies_arrive<0>();
            __syncthreads();
            const bool A_K_run_more_2 = A_K_run + 32 < static_cast<offset_t>(A_K_end);
            const offset_t A_K_run_ahead_2 = A_K_run + 32;
            const pos_t A_K_run_begin_7 = static_cast<pos_t>(A_K_run_ahead_2);
            const pos_t A_K_run_end_7 =
                static_cast<pos_t>(min(static_cast<offset_t>(A_K_end), A_K_run_ahead_2 + 32));
            const int A_K_run_buffer_3 =
                static_cast<int>((A_K_run_ahead_2 - static_cast<offset_t>(A_K_begin)) / 32 % 2);
            const offset_t A_tile_first_4 = static_cast<offset_t>(A_K_run_begin_7);
            const offset_t A_tile_end_4 = static_cast<offset_t>(A_K_run_end_7);
            const offset_t B_tile_K_begin_4 = static_cast<offset_t>(A_K_run_begin_7);
            // Load A_tile_K_coords, A_tile_values and B_tile_values.
            for (int element = static_cast<int>(threadIdx.x);
                 element < static_cast<int>(A_tile_end_4 - A_tile_first_4);
                 element += static_cast<int>(blockDim.x)) {
              teaal_copy_element(&A_tile_K_coords[A_K_run_buffer_3 * 32 + element],
                                 &A_K_coords[A_tile_first_4 + element], A_K_run_more_2);
            }
            for (int element_2 = static_cast<int>(threadIdx.x);
                 element_2 <
                 static_cast<int>(static_cast<size_type>(A_tile_end_4 - A_tile_first_4) * 8);
                 element_2 += static_cast<int>(blockDim.x)) {
              teaal_copy_element(&A_tile_values[A_K_run_buffer_3 * 256 + element_2],
                                 &A_values[static_cast<size_type>(A_tile_first_4) * 8 + element_2],
                                 A_K_run_more_2);
            }
#pragma unroll 8
            for (int quad_turn = 0; quad_turn < 32; ++quad_turn) {
              const int quad = static_cast<int>(threadIdx.x) + quad_turn * 32;
              const int element_3 = quad * 4;
              const offset_t k0_2_at = B_tile_K_begin_4 + element_3 / 128;
              const coord_t k0_2 = (A_K_run_more_2 && k0_2_at < A_K_run_end_7)
                                       ? A_K_coords[k0_2_at]
                                       : static_cast<coord_t>(0);
              const offset_t n0_2 = n3 + element_3 % 128;
              const offset_t B_N_at = static_cast<offset_t>(k0_2) * static_cast<offset_t>(N) + n0_2;
              teaal_copy_quad(
                  &B_tile_values[A_K_run_buffer_3 * 4352 + (element_3 + element_3 / 128 * 8)],
                  &B_values[B_N_at], A_K_run_more_2 && (k0_2_at < A_K_run_end_7 && n0_2 < N));
            }
            teaal_copies_end();
            // Products.
            const pos_t A_K_run_begin = static_cast<pos_t>(A_K_run);
            const pos_t A_K_run_end =
                static_cast<pos_t>(min(static_cast<offset_t>(A_K_end), A_K_run + 32));
            const int A_K_run_buffer =
                static_cast<int>((A_K_run - static_cast<offset_t>(A_K_begin)) / 32 % 2);
            const offset_t A_tile_first = static_cast<offset_t>(A_K_run_begin);
            const size_type A_tile_values_origin =
                static_cast<size_type>(A_tile_first) * 8 - A_K_run_buffer * 256;
            const offset_t B_tile_K_begin = static_cast<offset_t>(A_K_run_begin);
            for (offset_t A_K_run_3 = A_K_run_begin; A_K_run_3 < A_K_run_end; A_K_run_3 += 8) {
              const pos_t A_K_run_begin_3 = static_cast<pos_t>(A_K_run_3);
              const pos_t A_K_run_end_3 =
                  static_cast<pos_t>(min(static_cast<offset_t>(A_K_run_end), A_K_run_3 + 8));
              value_t row_values[32];
#pragma unroll
              for (int own = 0; own < 32; ++own) {
                row_values[own] = value_t(0);
              }
#pragma unroll
              for (int k0_turn = 0; k0_turn < 2; ++k0_turn) {
                if (worker_K0_of_row + k0_turn * workers_K0_of_row <
                    A_K_run_end_3 - A_K_run_begin_3) {
                  const pos_t A_K_at_3 = static_cast<pos_t>(
                      A_K_run_begin_3 + (worker_K0_of_row + k0_turn * workers_K0_of_row));
                  const int B_tile_K_at_3 =
                      A_K_run_buffer * 32 +
                      static_cast<int>(static_cast<offset_t>(A_K_at_3) - B_tile_K_begin);
#pragma unroll
                  for (int n2_turn = 0; n2_turn < 4; ++n2_turn) {
                    value_t B_tile_values_quad_2[4];
                    teaal_load_quad(&B_tile_values_quad_2[0],
                                    &B_tile_values[B_tile_K_at_3 * 136 +
                                                   static_cast<int>(n2_turn * 32 + worker_N1 * 4)]);
#pragma unroll
                    for (int n0_turn = 0; n0_turn < 4; ++n0_turn) {
#line 12 "spmm_gathered_tensor_core.yaml"
                      row_values[k0_turn * 16 + (n2_turn * 4 + n0_turn)] =
                          B_tile_values_quad_2[n0_turn];
                    }
                  }
                }
              }
              unsigned row_words[32];
#pragma unroll
              for (int own = 0; own < 32; ++own) {
                row_words[own] = teaal_tf32_bits(row_values[own]);
              }
              value_t column_values[2];
#pragma unroll
              for (int own = 0; own < 2; ++own) {
                column_values[own] = value_t(0);
              }
#line 20 "spmm_gathered_tensor_core.yaml"
#pragma unroll
              for (int k0_turn_2 = 0; k0_turn_2 < 2; ++k0_turn_2) {
                if (worker_K0_of_column + k0_turn_2 * workers_K0_of_column <
                    A_K_run_end_3 - A_K_run_begin_3) {
                  const pos_t A_K_at_4 = static_cast<pos_t>(
                      A_K_run_begin_3 + (worker_K0_of_column + k0_turn_2 * workers_K0_of_column));
                  const offset_t m1 = m2 + worker_M1_of_column * 2;
                  const coord_t m0 = static_cast<coord_t>(m1 + worker_M0_of_column);
                  const size_type A_M_at_2 = static_cast<size_type>(A_K_at_4) * 8 + (m0 - m2);
#line 12 "spmm_gathered_tensor_core.yaml"
                  column_values[k0_turn_2] =
                      A_tile_values[static_cast<int>(A_M_at_2 - A_tile_values_origin)];
                }
              }
              unsigned column_words[2];
#pragma unroll
              for (int own = 0; own < 2; ++own) {
                column_words[own] = teaal_tf32_bits(column_values[own]);
              }
#pragma unroll
              for (int n2_turn = 0; n2_turn < 4; ++n2_turn) {
#pragma unroll
                for (int n0_turn = 0; n0_turn < 4; n0_turn += 2) {
#pragma unroll
                  for (int m0_turn = 0; m0_turn < 2; m0_turn += 2) {
#line 42 "spmm_gathered_tensor_core.yaml"
                    teaal_mma<teaal_multiply_tf32>(
                        sums, (n2_turn * 2 + m0_turn) * 4 + n0_turn,
                        (n2_turn * 2 + (m0_turn + 1)) * 4 + n0_turn,
                        (n2_turn * 2 + m0_turn) * 4 + (n0_turn + 1),
                        (n2_turn * 2 + (m0_turn + 1)) * 4 + (n0_turn + 1), row_words,
                        n2_turn * 4 + n0_turn, n2_turn * 4 + (n0_turn + 1),
                        n2_turn * 4 + n0_turn + 16, n2_turn * 4 + (n0_turn + 1) + 16, column_words,
                        0, 1);
                  }
                }
              }
            }
          }
        }
        if (!in_quads) {
#line 20 "spmm_gathered_tensor_core.yaml"
          // Load A_tile_K_coords, A_tile_values and B_tile_values.
          {
            const bool A_K_run_more =
                static_cast<offset_t>(A_K_begin) < static_cast<offset_t>(A_K_end);
            const offset_t A_K_run_ahead = static_cast<offset_t>(A_K_begin);
            const pos_t A_K_run_begin_6 = static_cast<pos_t>(A_K_run_ahead);
            const pos_t A_K_run_end_6 =
                static_cast<pos_t>(min(static_cast<offset_t>(A_K_end), A_K_run_ahead + 32));
            const int A_K_run_buffer_2 =
                static_cast<int>((A_K_run_ahead - static_cast<offset_t>(A_K_begin)) / 32 % 2);
            const offset_t A_tile_first_3 = static_cast<offset_t>(A_K_run_begin_6);
            const offset_t A_tile_end_3 = static_cast<offset_t>(A_K_run_end_6);
            const offset_t B_tile_K_begin_3 = static_cast<offset_t>(A_K_run_begin_6);
            for (int element = static_cast<int>(threadIdx.x);
                 element < static_cast<int>(A_tile_end_3 - A_tile_first_3);
                 element += static_cast<int>(blockDim.x)) {
              teaal_copy_element(&A_tile_K_coords[A_K_run_buffer_2 * 32 + element],
                                 &A_K_coords[A_tile_first_3 + element], A_K_run_more);
            }
            for (int element_2 = static_cast<int>(threadIdx.x);
                 element_2 <
                 static_cast<int>(static_cast<size_type>(A_tile_end_3 - A_tile_first_3) * 8);
                 element_2 += static_cast<int>(blockDim.x)) {
              teaal_copy_element(&A_tile_values[A_K_run_buffer_2 * 256 + element_2],
                                 &A_values[static_cast<size_type>(A_tile_first_3) * 8 + element_2],
                                 A_K_run_more);
            }
            const bool B_tile_quads_3 = teaal_aligned_rows(B_values, N);
            if (B_tile_quads_3) {
#pragma unroll 8
              for (int quad_turn = 0; quad_turn < 32; ++quad_turn) {
                const int quad = static_cast<int>(threadIdx.x) + quad_turn * 32;
                const int element_3 = quad * 4;
                const offset_t k0_2_at = B_tile_K_begin_3 + element_3 / 128;
                const coord_t k0_2 = (A_K_run_more && k0_2_at < A_K_run_end_6)
                                         ? A_K_coords[k0_2_at]
                                         : static_cast<coord_t>(0);
                const offset_t n0_2 = n3 + element_3 % 128;
                const offset_t B_N_at =
                    static_cast<offset_t>(k0_2) * static_cast<offset_t>(N) + n0_2;
                teaal_copy_quad(
                    &B_tile_values[A_K_run_buffer_2 * 4352 + (element_3 + element_3 / 128 * 8)],
                    &B_values[B_N_at], A_K_run_more && (k0_2_at < A_K_run_end_6 && n0_2 < N));
              }
            }
            if (!B_tile_quads_3) {
#pragma unroll 8
              for (int element_4_turn = 0; element_4_turn < 128; ++element_4_turn) {
                const int element_4 = static_cast<int>(threadIdx.x) + element_4_turn * 32;
                const offset_t k0_3_at = B_tile_K_begin_3 + element_4 / 128;
                const coord_t k0_3 = (A_K_run_more && k0_3_at < A_K_run_end_6)
                                         ? A_K_coords[k0_3_at]
                                         : static_cast<coord_t>(0);
                const offset_t n0_3 = n3 + element_4 % 128;
                const offset_t B_N_at_2 =
                    static_cast<offset_t>(k0_3) * static_cast<offset_t>(N) + n0_3;
                teaal_copy_element(
                    &B_tile_values[A_K_run_buffer_2 * 4352 + (element_4 + element_4 / 128 * 8)],
                    &B_values[B_N_at_2], A_K_run_more && (k0_3_at < A_K_run_end_6 && n0_3 < N));
              }
            }
            teaal_copies_end();
          }
          const offset_t A_K_run_whole_end_2 =
              static_cast<offset_t>(A_K_begin) +
              max(static_cast<offset_t>(A_K_end) - static_cast<offset_t>(A_K_begin),
                  static_cast<offset_t>(0)) /
                  32 * 32;
          for (offset_t A_K_run = A_K_begin; A_K_run < A_K_run_whole_end_2; A_K_run += 32) {
            teaal_copies_arrive<0>();
            __syncthreads();
            const bool A_K_run_more_2 = A_K_run + 32 < static_cast<offset_t>(A_K_end);
            const offset_t A_K_run_ahead_2 = A_K_run + 32;
            const pos_t A_K_run_begin_7 = static_cast<pos_t>(A_K_run_ahead_2);
            const pos_t A_K_run_end_7 =
                static_cast<pos_t>(min(static_cast<offset_t>(A_K_end), A_K_run_ahead_2 + 32));
            const int A_K_run_buffer_3 =
                static_cast<int>((A_K_run_ahead_2 - static_cast<offset_t>(A_K_begin)) / 32 % 2);
            const offset_t A_tile_first_4 = static_cast<offset_t>(A_K_run_begin_7);
            const offset_t A_tile_end_4 = static_cast<offset_t>(A_K_run_end_7);
            const offset_t B_tile_K_begin_4 = static_cast<offset_t>(A_K_run_begin_7);
            // Load A_tile_K_coords, A_tile_values and B_tile_values.
            for (int element = static_cast<int>(threadIdx.x);
                 element < static_cast<int>(A_tile_end_4 - A_tile_first_4);
                 element += static_cast<int>(blockDim.x)) {
              teaal_copy_element(&A_tile_K_coords[A_K_run_buffer_3 * 32 + element],
                                 &A_K_coords[static_cast<size_type>(A_tile_first_4) + element],
                                 A_K_run_more_2);
            }
            for (int element_2 = static_cast<int>(threadIdx.x);
                 element_2 <
                 static_cast<int>(static_cast<size_type>(A_tile_end_4 - A_tile_first_4) * 8);
                 element_2 += static_cast<int>(blockDim.x)) {
              teaal_copy_element(&A_tile_values[A_K_run_buffer_3 * 256 + element_2],
                                 &A_values[static_cast<size_type>(A_tile_first_4) * 8 + element_2],
                                 A_K_run_more_2);
            }
            const bool B_tile_quads_4 = teaal_aligned_rows(B_values, N);
            if (B_tile_quads_4) {
#pragma unroll 8
              for (int quad_turn = 0; quad_turn < 32; ++quad_turn) {
                const int quad = static_cast<int>(threadIdx.x) + quad_turn * 32;
                const int element_3 = quad * 4;
                const offset_t k0_2_at = B_tile_K_begin_4 + element_3 / 128;
                const coord_t k0_2 = (A_K_run_more_2 && k0_2_at < A_K_run_end_7)
                                         ? A_K_coords[k0_2_at]
                                         : static_cast<coord_t>(0);
                const offset_t n0_2 = n3 + element_3 % 128;
                const offset_t B_N_at =
                    static_cast<offset_t>(k0_2) * static_cast<offset_t>(N) + n0_2;
                teaal_copy_quad(
                    &B_tile_values[A_K_run_buffer_3 * 4352 + (element_3 + element_3 / 128 * 8)],
                    &B_values[B_N_at], A_K_run_more_2 && (k0_2_at < A_K_run_end_7 && n0_2 < N));
              }
            }
            if (!B_tile_quads_4) {
#pragma unroll 8
              for (int element_4_turn = 0; element_4_turn < 128; ++element_4_turn) {
                const int element_4 = static_cast<int>(threadIdx.x) + element_4_turn * 32;
                const offset_t k0_3_at = B_tile_K_begin_4 + element_4 / 128;
                const coord_t k0_3 = (A_K_run_more_2 && k0_3_at < A_K_run_end_7)
                                         ? A_K_coords[k0_3_at]
                                         : static_cast<coord_t>(0);
                const offset_t n0_3 = n3 + element_4 % 128;
                const offset_t B_N_at_2 =
                    static_cast<offset_t>(k0_3) * static_cast<offset_t>(N) + n0_3;
                teaal_copy_element(
                    &B_tile_values[A_K_run_buffer_3 * 4352 + (element_4 + element_4 / 128 * 8)],
                    &B_values[B_N_at_2], A_K_run_more_2 && (k0_3_at < A_K_run_end_7 && n0_3 < N));
              }
            }
            teaal_copies_end();
            // Products.
            const pos_t A_K_run_begin = static_cast<pos_t>(A_K_run);
            const int A_K_run_buffer =
                static_cast<int>((A_K_run - static_cast<offset_t>(A_K_begin)) / 32 % 2);
            const offset_t A_tile_first = static_cast<offset_t>(A_K_run_begin);
            const size_type A_tile_values_origin =
                static_cast<size_type>(A_tile_first) * 8 - A_K_run_buffer * 256;
#pragma unroll
            for (int A_K_run_2_turn = 0; A_K_run_2_turn < 4; ++A_K_run_2_turn) {
              const offset_t A_K_run_2 = static_cast<offset_t>(A_K_run_begin) + A_K_run_2_turn * 8;
              const pos_t A_K_run_begin_2 = static_cast<pos_t>(A_K_run_2);
              value_t row_values[32];
#pragma unroll
              for (int own = 0; own < 32; ++own) {
                row_values[own] = value_t(0);
              }
#pragma unroll
              for (int k0_turn = 0; k0_turn < 2; ++k0_turn) {
                const int B_tile_K_at =
                    A_K_run_buffer * 32 + static_cast<int>(A_K_run_2_turn * 8 + worker_K0_of_row +
                                                           k0_turn * workers_K0_of_row);
#pragma unroll
                for (int n2_turn = 0; n2_turn < 4; ++n2_turn) {
                  value_t B_tile_values_quad[4];
                  teaal_load_quad(&B_tile_values_quad[0],
                                  &B_tile_values[B_tile_K_at * 136 +
                                                 static_cast<int>(n2_turn * 32 + worker_N1 * 4)]);
#pragma unroll
                  for (int n0_turn = 0; n0_turn < 4; ++n0_turn) {
#line 12 "spmm_gathered_tensor_core.yaml"
                    row_values[k0_turn * 16 + (n2_turn * 4 + n0_turn)] =
                        B_tile_values_quad[n0_turn];
                  }
                }
              }
              unsigned row_words[32];
#pragma unroll
              for (int own = 0; own < 32; ++own) {
                row_words[own] = teaal_tf32_bits(row_values[own]);
              }
              value_t column_values[2];
#pragma unroll
              for (int own = 0; own < 2; ++own) {
                column_values[own] = value_t(0);
              }
#line 20 "spmm_gathered_tensor_core.yaml"
#pragma unroll
              for (int k0_turn_2 = 0; k0_turn_2 < 2; ++k0_turn_2) {
                const pos_t A_K_at_2 = static_cast<pos_t>(
                    A_K_run_begin_2 + (worker_K0_of_column + k0_turn_2 * workers_K0_of_column));
                const offset_t m1 = m2 + worker_M1_of_column * 2;
                const coord_t m0 = static_cast<coord_t>(m1 + worker_M0_of_column);
                const size_type A_M_at = static_cast<size_type>(A_K_at_2) * 8 + (m0 - m2);
#line 12 "spmm_gathered_tensor_core.yaml"
                column_values[k0_turn_2] =
                    A_tile_values[static_cast<int>(A_M_at - A_tile_values_origin)];
              }
              unsigned column_words[2];
#pragma unroll
              for (int own = 0; own < 2; ++own) {
                column_words[own] = teaal_tf32_bits(column_values[own]);
              }
#pragma unroll
              for (int n2_turn = 0; n2_turn < 4; ++n2_turn) {
#pragma unroll
                for (int n0_turn = 0; n0_turn < 4; n0_turn += 2) {
#pragma unroll
                  for (int m0_turn = 0; m0_turn < 2; m0_turn += 2) {
#line 42 "spmm_gathered_tensor_core.yaml"
                    teaal_mma<teaal_multiply_tf32>(
                        sums, (n2_turn * 2 + m0_turn) * 4 + n0_turn,
                        (n2_turn * 2 + (m0_turn + 1)) * 4 + n0_turn,
                        (n2_turn * 2 + m0_turn) * 4 + (n0_turn + 1),
                        (n2_turn * 2 + (m0_turn + 1)) * 4 + (n0_turn + 1), row_words,
                        n2_turn * 4 + n0_turn, n2_turn * 4 + (n0_turn + 1),
                        n2_turn * 4 + n0_turn + 16, n2_turn * 4 + (n0_turn + 1) + 16, column_words,
                        0, 1);
                  }
                }
              }
            }
          }
#line 20 "spmm_gathered_tensor_core.yaml"
#pragma unroll 1
          for (offset_t A_K_run = A_K_run_whole_end_2; A_K_run < A_K_end; A_K_run += 32) {
            teaal_copies_arrive<0>();
            __syncthreads();
            const bool A_K_run_more_2 = A_K_run + 32 < static_cast<offset_t>(A_K_end);
            const offset_t A_K_run_ahead_2 = A_K_run + 32;
            const pos_t A_K_run_begin_7 = static_cast<pos_t>(A_K_run_ahead_2);
            const pos_t A_K_run_end_7 =
                static_cast<pos_t>(min(static_cast<offset_t>(A_K_end), A_K_run_ahead_2 + 32));
            const int A_K_run_buffer_3 =
                static_cast<int>((A_K_run_ahead_2 - static_cast<offset_t>(A_K_begin)) / 32 % 2);
            const offset_t A_tile_first_4 = static_cast<offset_t>(A_K_run_begin_7);
            const offset_t A_tile_end_4 = static_cast<offset_t>(A_K_run_end_7);
            const offset_t B_tile_K_begin_4 = static_cast<offset_t>(A_K_run_begin_7);
            // Load A_tile_K_coords, A_tile_values and B_tile_values.
            for (int element = static_cast<int>(threadIdx.x);
                 element < static_cast<int>(A_tile_end_4 - A_tile_first_4);
                 element += static_cast<int>(blockDim.x)) {
              teaal_copy_element(&A_tile_K_coords[A_K_run_buffer_3 * 32 + element],
                                 &A_K_coords[A_tile_first_4 + element], A_K_run_more_2);
            }
            for (int element_2 = static_cast<int>(threadIdx.x);
                 element_2 <
                 static_cast<int>(static_cast<size_type>(A_tile_end_4 - A_tile_first_4) * 8);
                 element_2 += static_cast<int>(blockDim.x)) {
              teaal_copy_element(&A_tile_values[A_K_run_buffer_3 * 256 + element_2],
                                 &A_values[static_cast<size_type>(A_tile_first_4) * 8 + element_2],
                                 A_K_run_more_2);
            }
            const bool B_tile_quads_4 = teaal_aligned_rows(B_values, N);
            if (B_tile_quads_4) {
#pragma unroll 8
              for (int quad_turn = 0; quad_turn < 32; ++quad_turn) {
                const int quad = static_cast<int>(threadIdx.x) + quad_turn * 32;
                const int element_3 = quad * 4;
                const offset_t k0_2_at = B_tile_K_begin_4 + element_3 / 128;
                const coord_t k0_2 = (A_K_run_more_2 && k0_2_at < A_K_run_end_7)
                                         ? A_K_coords[k0_2_at]
                                         : static_cast<coord_t>(0);
                const offset_t n0_2 = n3 + element_3 % 128;
                const offset_t B_N_at =
                    static_cast<offset_t>(k0_2) * static_cast<offset_t>(N) + n0_2;
                teaal_copy_quad(
                    &B_tile_values[A_K_run_buffer_3 * 4352 + (element_3 + element_3 / 128 * 8)],
                    &B_values[B_N_at], A_K_run_more_2 && (k0_2_at < A_K_run_end_7 && n0_2 < N));
              }
            }
            if (!B_tile_quads_4) {
#pragma unroll 8
              for (int element_4_turn = 0; element_4_turn < 128; ++element_4_turn) {
                const int element_4 = static_cast<int>(threadIdx.x) + element_4_turn * 32;
                const offset_t k0_3_at = B_tile_K_begin_4 + element_4 / 128;
                const coord_t k0_3 = (A_K_run_more_2 && k0_3_at < A_K_run_end_7)
                                         ? A_K_coords[k0_3_at]
                                         : static_cast<coord_t>(0);
                const offset_t n0_3 = n3 + element_4 % 128;
                const offset_t B_N_at_2 =
                    static_cast<offset_t>(k0_3) * static_cast<offset_t>(N) + n0_3;
                teaal_copy_element(
                    &B_tile_values[A_K_run_buffer_3 * 4352 + (element_4 + element_4 / 128 * 8)],
                    &B_values[B_N_at_2], A_K_run_more_2 && (k0_3_at < A_K_run_end_7 && n0_3 < N));
              }
            }
            teaal_copies_end();
            // Products.
            const pos_t A_K_run_begin = static_cast<pos_t>(A_K_run);
            const pos_t A_K_run_end =
                static_cast<pos_t>(min(static_cast<offset_t>(A_K_end), A_K_run + 32));
            const int A_K_run_buffer =
                static_cast<int>((A_K_run - static_cast<offset_t>(A_K_begin)) / 32 % 2);
            const offset_t A_tile_first = static_cast<offset_t>(A_K_run_begin);
            const size_type A_tile_values_origin =
                static_cast<size_type>(A_tile_first) * 8 - A_K_run_buffer * 256;
            const offset_t B_tile_K_begin = static_cast<offset_t>(A_K_run_begin);
            for (offset_t A_K_run_3 = A_K_run_begin; A_K_run_3 < A_K_run_end; A_K_run_3 += 8) {
              const pos_t A_K_run_begin_3 = static_cast<pos_t>(A_K_run_3);
              const pos_t A_K_run_end_3 =
                  static_cast<pos_t>(min(static_cast<offset_t>(A_K_run_end), A_K_run_3 + 8));
              value_t row_values[32];
#pragma unroll
              for (int own = 0; own < 32; ++own) {
                row_values[own] = value_t(0);
              }
#pragma unroll
              for (int k0_turn = 0; k0_turn < 2; ++k0_turn) {
                if (worker_K0_of_row + k0_turn * workers_K0_of_row <
                    A_K_run_end_3 - A_K_run_begin_3) {
                  const pos_t A_K_at_3 = static_cast<pos_t>(
                      A_K_run_begin_3 + (worker_K0_of_row + k0_turn * workers_K0_of_row));
                  const int B_tile_K_at_3 =
                      A_K_run_buffer * 32 +
                      static_cast<int>(static_cast<offset_t>(A_K_at_3) - B_tile_K_begin);
#pragma unroll
                  for (int n2_turn = 0; n2_turn < 4; ++n2_turn) {
                    value_t B_tile_values_quad_2[4];
                    teaal_load_quad(&B_tile_values_quad_2[0],
                                    &B_tile_values[B_tile_K_at_3 * 136 +
                                                   static_cast<int>(n2_turn * 32 + worker_N1 * 4)]);
#pragma unroll
                    for (int n0_turn = 0; n0_turn < 4; ++n0_turn) {
#line 12 "spmm_gathered_tensor_core.yaml"
                      row_values[k0_turn * 16 + (n2_turn * 4 + n0_turn)] =
                          B_tile_values_quad_2[n0_turn];
                    }
                  }
                }
              }
              unsigned row_words[32];
#pragma unroll
              for (int own = 0; own < 32; ++own) {
                row_words[own] = teaal_tf32_bits(row_values[own]);
              }
              value_t column_values[2];
#pragma unroll
              for (int own = 0; own < 2; ++own) {
                column_values[own] = value_t(0);
              }
#line 20 "spmm_gathered_tensor_core.yaml"
#pragma unroll
              for (int k0_turn_2 = 0; k0_turn_2 < 2; ++k0_turn_2) {
                if (worker_K0_of_column + k0_turn_2 * workers_K0_of_column <
                    A_K_run_end_3 - A_K_run_begin_3) {
                  const pos_t A_K_at_4 = static_cast<pos_t>(
                      A_K_run_begin_3 + (worker_K0_of_column + k0_turn_2 * workers_K0_of_column));
                  const offset_t m1 = m2 + worker_M1_of_column * 2;
                  const coord_t m0 = static_cast<coord_t>(m1 + worker_M0_of_column);
                  const size_type A_M_at_2 = static_cast<size_type>(A_K_at_4) * 8 + (m0 - m2);
#line 12 "spmm_gathered_tensor_core.yaml"
                  column_values[k0_turn_2] =
                      A_tile_values[static_cast<int>(A_M_at_2 - A_tile_values_origin)];
                }
              }
              unsigned column_words[2];
#pragma unroll
              for (int own = 0; own < 2; ++own) {
                column_words[own] = teaal_tf32_bits(column_values[own]);
              }
#pragma unroll
              for (int n2_turn = 0; n2_turn < 4; ++n2_turn) {
#pragma unroll
                for (int n0_turn = 0; n0_turn < 4; n0_turn += 2) {
#pragma unroll
                  for (int m0_turn = 0; m0_turn < 2; m0_turn += 2) {
#line 42 "spmm_gathered_tensor_core.yaml"
                    teaal_mma<teaal_multiply_tf32>(
                        sums, (n2_turn * 2 + m0_turn) * 4 + n0_turn,
                        (n2_turn * 2 + (m0_turn + 1)) * 4 + n0_turn,
                        (n2_turn * 2 + m0_turn) * 4 + (n0_turn + 1),
                        (n2_turn * 2 + (m0_turn + 1)) * 4 + (n0_turn + 1), row_words,
                        n2_turn * 4 + n0_turn, n2_turn * 4 + (n0_turn + 1),
                        n2_turn * 4 + n0_turn + 16, n2_turn * 4 + (n0_turn + 1) + 16, column_words,
                        0, 1);
                  }
                }
              }
            }
          }
        }
#line 20 "spmm_gathered_tensor_core.yaml"
        const bool whole_3 = n3_end - n3 == 128 && teaal_aligned_rows(Z_values, N);
        // Store Z_values.
        if (whole_3) {
          const offset_t m1 = m2 + worker_M1 * 2;
#pragma unroll
          for (int n2_turn = 0; n2_turn < 4; ++n2_turn) {
            const offset_t n2 = n3 + n2_turn * 32;
            const offset_t n1 = n2 + worker_N1 * 4;
#pragma unroll
            for (int m0_turn = 0; m0_turn < 2; ++m0_turn) {
              const coord_t m0 = static_cast<coord_t>(m1 + m0_turn);
              teaal_write_quad(&Z_values[static_cast<offset_t>(m0) * static_cast<offset_t>(N) +
                                         static_cast<coord_t>(n1)],
                               &sums[(n2_turn * 2 + m0_turn) * 4]);
            }
          }
        }
        if (!whole_3) {
          const offset_t m1 = m2 + worker_M1 * 2;
#pragma unroll
          for (int n2_turn = 0; n2_turn < 4; ++n2_turn) {
            if (n3 + n2_turn * 32 < n3_end) {
              const offset_t n2 = n3 + n2_turn * 32;
              const offset_t n2_end = min(n3_end, n2 + 32);
              if (n2 + worker_N1 * 4 < n2_end) {
                const offset_t n1 = n2 + worker_N1 * 4;
                const offset_t n1_end = min(n2_end, n1 + 4);
#pragma unroll
                for (int m0_turn = 0; m0_turn < 2; ++m0_turn) {
                  const coord_t m0 = static_cast<coord_t>(m1 + m0_turn);
#pragma unroll
                  for (int n0_turn = 0; n0_turn < 4; ++n0_turn) {
                    if (n1 + n0_turn < n1_end) {
                      const coord_t n0 = static_cast<coord_t>(n1 + n0_turn);
                      const offset_t Z_N_at_2 =
                          static_cast<offset_t>(m0) * static_cast<offset_t>(N) + n0;
#line 12 "spmm_gathered_tensor_core.yaml"
                      Z_values[Z_N_at_2] = sums[(n2_turn * 2 + m0_turn) * 4 + n0_turn];
                    }
                  }
                }
              }
            }
          }
        }
      }
    }
#line 20 "spmm_gathered_tensor_core.yaml"
    if (!whole) {
      for (offset_t n3 = worker_N3 * 128; n3 < N; n3 += workers_N3 * 128) {
        const offset_t n3_end_2 = min(static_cast<offset_t>(N), n3 + 128);
#line 12 "spmm_gathered_tensor_core.yaml"
        value_t sums[32];
#pragma unroll
        for (int sums_element = 0; sums_element < 32; ++sums_element) {
          sums[sums_element] = value_t(0);
        }
        __syncthreads();
#line 20 "spmm_gathered_tensor_core.yaml"
        // Load A_tile_K_coords, A_tile_values and B_tile_values.
        {
          const bool A_K_run_4_more =
              static_cast<offset_t>(A_K_begin) < static_cast<offset_t>(A_K_end);
          const offset_t A_K_run_4_ahead = static_cast<offset_t>(A_K_begin);
          const pos_t A_K_run_begin_4_2 = static_cast<pos_t>(A_K_run_4_ahead);
          const pos_t A_K_run_end_4_2 =
              static_cast<pos_t>(min(static_cast<offset_t>(A_K_end), A_K_run_4_ahead + 32));
          const int A_K_run_4_buffer_2 =
              static_cast<int>((A_K_run_4_ahead - static_cast<offset_t>(A_K_begin)) / 32 % 2);
          const offset_t A_tile_first_2_2 = static_cast<offset_t>(A_K_run_begin_4_2);
          const offset_t A_tile_end_2_2 = static_cast<offset_t>(A_K_run_end_4_2);
          const offset_t B_tile_K_begin_2_2 = static_cast<offset_t>(A_K_run_begin_4_2);
          for (int element_5 = static_cast<int>(threadIdx.x);
               element_5 < static_cast<int>(A_tile_end_2_2 - A_tile_first_2_2);
               element_5 += static_cast<int>(blockDim.x)) {
            teaal_copy_element(&A_tile_K_coords[A_K_run_4_buffer_2 * 32 + element_5],
                               &A_K_coords[A_tile_first_2_2 + element_5], A_K_run_4_more);
          }
          for (int element_6 = static_cast<int>(threadIdx.x);
               element_6 <
               static_cast<int>(static_cast<size_type>(A_tile_end_2_2 - A_tile_first_2_2) * 8);
               element_6 += static_cast<int>(blockDim.x)) {
            teaal_copy_element(&A_tile_values[A_K_run_4_buffer_2 * 256 + element_6],
                               &A_values[static_cast<size_type>(A_tile_first_2_2) * 8 + element_6],
                               A_K_run_4_more);
          }
          const bool B_tile_quads_2_2 = teaal_aligned_rows(B_values, N);
          if (B_tile_quads_2_2) {
#pragma unroll 8
            for (int quad_2_turn = 0; quad_2_turn < 32; ++quad_2_turn) {
              const int quad_2 = static_cast<int>(threadIdx.x) + quad_2_turn * 32;
              const int element_7 = quad_2 * 4;
              const offset_t k0_4_at = B_tile_K_begin_2_2 + element_7 / 128;
              const coord_t k0_4 = (A_K_run_4_more && k0_4_at < A_K_run_end_4_2)
                                       ? A_K_coords[k0_4_at]
                                       : static_cast<coord_t>(0);
              const offset_t n0_4 = n3 + element_7 % 128;
              const offset_t B_N_at_3 =
                  static_cast<offset_t>(k0_4) * static_cast<offset_t>(N) + n0_4;
              teaal_copy_quad(
                  &B_tile_values[A_K_run_4_buffer_2 * 4352 + (element_7 + element_7 / 128 * 8)],
                  &B_values[B_N_at_3], A_K_run_4_more && (k0_4_at < A_K_run_end_4_2 && n0_4 < N));
            }
          }
          if (!B_tile_quads_2_2) {
#pragma unroll 8
            for (int element_8_turn = 0; element_8_turn < 128; ++element_8_turn) {
              const int element_8 = static_cast<int>(threadIdx.x) + element_8_turn * 32;
              const offset_t k0_5_at = B_tile_K_begin_2_2 + element_8 / 128;
              const coord_t k0_5 = (A_K_run_4_more && k0_5_at < A_K_run_end_4_2)
                                       ? A_K_coords[k0_5_at]
                                       : static_cast<coord_t>(0);
              const offset_t n0_5 = n3 + element_8 % 128;
              const offset_t B_N_at_4 =
                  static_cast<offset_t>(k0_5) * static_cast<offset_t>(N) + n0_5;
              teaal_copy_element(
                  &B_tile_values[A_K_run_4_buffer_2 * 4352 + (element_8 + element_8 / 128 * 8)],
                  &B_values[B_N_at_4], A_K_run_4_more && (k0_5_at < A_K_run_end_4_2 && n0_5 < N));
            }
          }
          teaal_copies_end();
        }
        for (offset_t A_K_run_4 = A_K_begin; A_K_run_4 < A_K_end; A_K_run_4 += 32) {
          teaal_copies_arrive<0>();
          __syncthreads();
          const bool A_K_run_4_more_2 = A_K_run_4 + 32 < static_cast<offset_t>(A_K_end);
          const offset_t A_K_run_4_ahead_2 = A_K_run_4 + 32;
          const pos_t A_K_run_begin_4_3 = static_cast<pos_t>(A_K_run_4_ahead_2);
          const pos_t A_K_run_end_4_3 =
              static_cast<pos_t>(min(static_cast<offset_t>(A_K_end), A_K_run_4_ahead_2 + 32));
          const int A_K_run_4_buffer_3 =
              static_cast<int>((A_K_run_4_ahead_2 - static_cast<offset_t>(A_K_begin)) / 32 % 2);
          const offset_t A_tile_first_2_3 = static_cast<offset_t>(A_K_run_begin_4_3);
          const offset_t A_tile_end_2_3 = static_cast<offset_t>(A_K_run_end_4_3);
          const offset_t B_tile_K_begin_2_3 = static_cast<offset_t>(A_K_run_begin_4_3);
          // Load A_tile_K_coords, A_tile_values and B_tile_values.
          for (int element_5 = static_cast<int>(threadIdx.x);
               element_5 < static_cast<int>(A_tile_end_2_3 - A_tile_first_2_3);
               element_5 += static_cast<int>(blockDim.x)) {
            teaal_copy_element(&A_tile_K_coords[A_K_run_4_buffer_3 * 32 + element_5],
                               &A_K_coords[A_tile_first_2_3 + element_5], A_K_run_4_more_2);
          }
          for (int element_6 = static_cast<int>(threadIdx.x);
               element_6 <
               static_cast<int>(static_cast<size_type>(A_tile_end_2_3 - A_tile_first_2_3) * 8);
               element_6 += static_cast<int>(blockDim.x)) {
            teaal_copy_element(&A_tile_values[A_K_run_4_buffer_3 * 256 + element_6],
                               &A_values[static_cast<size_type>(A_tile_first_2_3) * 8 + element_6],
                               A_K_run_4_more_2);
          }
          const bool B_tile_quads_2_3 = teaal_aligned_rows(B_values, N);
          if (B_tile_quads_2_3) {
#pragma unroll 8
            for (int quad_2_turn = 0; quad_2_turn < 32; ++quad_2_turn) {
              const int quad_2 = static_cast<int>(threadIdx.x) + quad_2_turn * 32;
              const int element_7 = quad_2 * 4;
              const offset_t k0_4_at = B_tile_K_begin_2_3 + element_7 / 128;
              const coord_t k0_4 = (A_K_run_4_more_2 && k0_4_at < A_K_run_end_4_3)
                                       ? A_K_coords[k0_4_at]
                                       : static_cast<coord_t>(0);
              const offset_t n0_4 = n3 + element_7 % 128;
              const offset_t B_N_at_3 =
                  static_cast<offset_t>(k0_4) * static_cast<offset_t>(N) + n0_4;
              teaal_copy_quad(
                  &B_tile_values[A_K_run_4_buffer_3 * 4352 + (element_7 + element_7 / 128 * 8)],
                  &B_values[B_N_at_3], A_K_run_4_more_2 && (k0_4_at < A_K_run_end_4_3 && n0_4 < N));
            }
          }
          if (!B_tile_quads_2_3) {
#pragma unroll 8
            for (int element_8_turn = 0; element_8_turn < 128; ++element_8_turn) {
              const int element_8 = static_cast<int>(threadIdx.x) + element_8_turn * 32;
              const offset_t k0_5_at = B_tile_K_begin_2_3 + element_8 / 128;
              const coord_t k0_5 = (A_K_run_4_more_2 && k0_5_at < A_K_run_end_4_3)
                                       ? A_K_coords[k0_5_at]
                                       : static_cast<coord_t>(0);
              const offset_t n0_5 = n3 + element_8 % 128;
              const offset_t B_N_at_4 =
                  static_cast<offset_t>(k0_5) * static_cast<offset_t>(N) + n0_5;
              teaal_copy_element(
                  &B_tile_values[A_K_run_4_buffer_3 * 4352 + (element_8 + element_8 / 128 * 8)],
                  &B_values[B_N_at_4], A_K_run_4_more_2 && (k0_5_at < A_K_run_end_4_3 && n0_5 < N));
            }
          }
          teaal_copies_end();
          // Products.
          const pos_t A_K_run_begin_4 = static_cast<pos_t>(A_K_run_4);
          const pos_t A_K_run_end_4 =
              static_cast<pos_t>(min(static_cast<offset_t>(A_K_end), A_K_run_4 + 32));
          const int A_K_run_4_buffer =
              static_cast<int>((A_K_run_4 - static_cast<offset_t>(A_K_begin)) / 32 % 2);
          const offset_t A_tile_first_2 = static_cast<offset_t>(A_K_run_begin_4);
          const size_type A_tile_values_origin_2 =
              static_cast<size_type>(A_tile_first_2) * 8 - A_K_run_4_buffer * 256;
          const offset_t B_tile_K_begin_2 = static_cast<offset_t>(A_K_run_begin_4);
          for (offset_t A_K_run_5 = A_K_run_begin_4; A_K_run_5 < A_K_run_end_4; A_K_run_5 += 8) {
            const pos_t A_K_run_begin_5 = static_cast<pos_t>(A_K_run_5);
            const pos_t A_K_run_end_5 =
                static_cast<pos_t>(min(static_cast<offset_t>(A_K_run_end_4), A_K_run_5 + 8));
            value_t row_values[32];
#pragma unroll
            for (int own = 0; own < 32; ++own) {
              row_values[own] = value_t(0);
            }
#pragma unroll
            for (int k0_turn = 0; k0_turn < 2; ++k0_turn) {
              if (worker_K0_of_row + k0_turn * workers_K0_of_row <
                  A_K_run_end_5 - A_K_run_begin_5) {
                const pos_t A_K_at_5 = static_cast<pos_t>(
                    A_K_run_begin_5 + (worker_K0_of_row + k0_turn * workers_K0_of_row));
                const int B_tile_K_at_5 =
                    A_K_run_4_buffer * 32 +
                    static_cast<int>(static_cast<offset_t>(A_K_at_5) - B_tile_K_begin_2);
#pragma unroll
                for (int n2_turn = 0; n2_turn < 4; ++n2_turn) {
                  value_t B_tile_values_quad_3[4];
                  teaal_load_quad(&B_tile_values_quad_3[0],
                                  &B_tile_values[B_tile_K_at_5 * 136 +
                                                 static_cast<int>(n2_turn * 32 + worker_N1 * 4)]);
#pragma unroll
                  for (int n0_turn = 0; n0_turn < 4; ++n0_turn) {
#line 12 "spmm_gathered_tensor_core.yaml"
                    row_values[k0_turn * 16 + (n2_turn * 4 + n0_turn)] =
                        B_tile_values_quad_3[n0_turn];
                  }
                }
              }
            }
            unsigned row_words[32];
#pragma unroll
            for (int own = 0; own < 32; ++own) {
              row_words[own] = teaal_tf32_bits(row_values[own]);
            }
            value_t column_values[2];
#pragma unroll
            for (int own = 0; own < 2; ++own) {
              column_values[own] = value_t(0);
            }
#line 20 "spmm_gathered_tensor_core.yaml"
#pragma unroll
            for (int k0_turn_2 = 0; k0_turn_2 < 2; ++k0_turn_2) {
              if (worker_K0_of_column + k0_turn_2 * workers_K0_of_column <
                  A_K_run_end_5 - A_K_run_begin_5) {
                const pos_t A_K_at_6 = static_cast<pos_t>(
                    A_K_run_begin_5 + (worker_K0_of_column + k0_turn_2 * workers_K0_of_column));
                if (m2 + worker_M1_of_column * 2 < m2_end) {
                  const offset_t m1 = m2 + worker_M1_of_column * 2;
                  const offset_t m1_end = min(m2_end, m1 + 2);
                  if (m1 + worker_M0_of_column < m1_end) {
                    const coord_t m0 = static_cast<coord_t>(m1 + worker_M0_of_column);
                    const size_type A_M_at_3 = static_cast<size_type>(A_K_at_6) * 8 + (m0 - m2);
#line 12 "spmm_gathered_tensor_core.yaml"
                    column_values[k0_turn_2] =
                        A_tile_values[static_cast<int>(A_M_at_3 - A_tile_values_origin_2)];
                  }
                }
              }
            }
            unsigned column_words[2];
#pragma unroll
            for (int own = 0; own < 2; ++own) {
              column_words[own] = teaal_tf32_bits(column_values[own]);
            }
#pragma unroll
            for (int n2_turn = 0; n2_turn < 4; ++n2_turn) {
#pragma unroll
              for (int n0_turn = 0; n0_turn < 4; n0_turn += 2) {
#pragma unroll
                for (int m0_turn = 0; m0_turn < 2; m0_turn += 2) {
#line 42 "spmm_gathered_tensor_core.yaml"
                  teaal_mma<teaal_multiply_tf32>(
                      sums, (n2_turn * 2 + m0_turn) * 4 + n0_turn,
                      (n2_turn * 2 + (m0_turn + 1)) * 4 + n0_turn,
                      (n2_turn * 2 + m0_turn) * 4 + (n0_turn + 1),
                      (n2_turn * 2 + (m0_turn + 1)) * 4 + (n0_turn + 1), row_words,
                      n2_turn * 4 + n0_turn, n2_turn * 4 + (n0_turn + 1),
                      n2_turn * 4 + n0_turn + 16, n2_turn * 4 + (n0_turn + 1) + 16, column_words, 0,
                      1);
                }
              }
            }
          }
        }
#line 20 "spmm_gathered_tensor_core.yaml"
        // Store Z_values.
        if (m2 + worker_M1 * 2 < m2_end) {
          const offset_t m1 = m2 + worker_M1 * 2;
          const offset_t m1_end_2 = min(m2_end, m1 + 2);
#pragma unroll
          for (int n2_turn = 0; n2_turn < 4; ++n2_turn) {
            if (n3 + n2_turn * 32 < n3_end_2) {
              const offset_t n2 = n3 + n2_turn * 32;
              const offset_t n2_end_2 = min(n3_end_2, n2 + 32);
              if (n2 + worker_N1 * 4 < n2_end_2) {
                const offset_t n1 = n2 + worker_N1 * 4;
                const offset_t n1_end_2 = min(n2_end_2, n1 + 4);
#pragma unroll
                for (int m0_turn = 0; m0_turn < 2; ++m0_turn) {
                  if (m1 + m0_turn < m1_end_2) {
                    const coord_t m0 = static_cast<coord_t>(m1 + m0_turn);
#pragma unroll
                    for (int n0_turn = 0; n0_turn < 4; ++n0_turn) {
                      if (n1 + n0_turn < n1_end_2) {
                        const coord_t n0 = static_cast<coord_t>(n1 + n0_turn);
                        const offset_t Z_N_at_3 =
                            static_cast<offset_t>(m0) * static_cast<offset_t>(N) + n0;
#line 12 "spmm_gathered_tensor_core.yaml"
                        Z_values[Z_N_at_3] = sums[(n2_turn * 2 + m0_turn) * 4 + n0_turn];
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
#line 1 "spmm_gathered_tensor_core.launcher"
#include <cuda_runtime.h>
#include <stddef.h>
#include <stdint.h>

typedef value_t spmm_gathered_tensor_core_value;
typedef pos_t spmm_gathered_tensor_core_position;

extern "C" {
#if TEAAL_POSITION_BITS == 64 /* functions have names of their own */
#define spmm_gathered_tensor_core_workspace_bytes spmm_gathered_tensor_core_workspace_bytes_64
#define spmm_gathered_tensor_core_launch spmm_gathered_tensor_core_launch_64
#endif

struct CUstream_st; /* what cudaStream_t points to */

/* Device pointers and sizes. Segments have one entry a fiber and one more; arrays must not overlap.
 */
typedef struct spmm_gathered_tensor_core_arguments {
  /* Z: M:U, N:U */
  spmm_gathered_tensor_core_value* Z_values;
  /* A: M2:U, K:C, M:U; M2 is M / 8; M counted from the first of its M2, 8 a fiber */
  const spmm_gathered_tensor_core_position* A_K_segments;
  const int32_t* A_K_coords;
  const spmm_gathered_tensor_core_value* A_values;
  /* B: K:U, N:U */
  const spmm_gathered_tensor_core_value* B_values;
  int64_t extent_M;
  int64_t extent_K;
  int64_t extent_N;
} spmm_gathered_tensor_core_arguments;

/* Bytes of device memory that spmm_gathered_tensor_core_launch needs as workspace (0: none),
 * aligned to 256. */
size_t spmm_gathered_tensor_core_workspace_bytes(
    const spmm_gathered_tensor_core_arguments* arguments);

/* Enqueues the whole plan on `stream` (0: the default stream) and returns at once. 0: enqueued;
   else see spmm_gathered_tensor_core_error_text. Allocates nothing and throws nothing. */
int spmm_gathered_tensor_core_launch(const spmm_gathered_tensor_core_arguments* arguments,
                                     void* workspace, size_t workspace_bytes,
                                     struct CUstream_st* stream);
const char* spmm_gathered_tensor_core_error_text(int code);
}

namespace {

inline int64_t min(int64_t a, int64_t b) { return a < b ? a : b; }
inline int64_t max(int64_t a, int64_t b) { return a < b ? b : a; }
inline int64_t ceil_div(int64_t a, int64_t b) { return (a + b - 1) / b; }

struct spmm_gathered_tensor_core_sizes {
  int64_t M;
  int64_t K;
  int64_t N;
  int64_t spmm_gathered_tensor_core_Z_M2_workers;
  int64_t spmm_gathered_tensor_core_Z_N3_workers;
  explicit spmm_gathered_tensor_core_sizes(const spmm_gathered_tensor_core_arguments& a) {
    M = a.extent_M;
    K = a.extent_K;
    N = a.extent_N;
    spmm_gathered_tensor_core_Z_M2_workers = max(min(ceil_div(M, 8), 2147483647), 1);
    spmm_gathered_tensor_core_Z_N3_workers =
        max(min(ceil_div(N, 128), 2147483647 / spmm_gathered_tensor_core_Z_M2_workers), 1);
  }
  bool valid() const {
    return M >= 0 && M <= 2147483647 && K >= 0 && K <= 2147483647 && N >= 0 && N <= 2147483647;
  }
  bool addressable() const {
    return M <= 1000000000 && K <= 1000000000 && N <= 1000000000 &&
           (M == 0 || N <= 1000000000 / M) && (K == 0 || N <= 1000000000 / K);
  }
  int64_t block_spmm_gathered_tensor_core_Z() const { return 32; }
  int64_t grid_spmm_gathered_tensor_core_Z() const {
    return spmm_gathered_tensor_core_Z_M2_workers * spmm_gathered_tensor_core_Z_N3_workers;
  }
  coord_t M_of_spmm_gathered_tensor_core_Z() const { return static_cast<coord_t>(M); }
  coord_t N_of_spmm_gathered_tensor_core_Z() const { return static_cast<coord_t>(N); }
  coord_t count_N3_of_spmm_gathered_tensor_core_Z() const {
    return static_cast<coord_t>(spmm_gathered_tensor_core_Z_N3_workers);
  }
  coord_t count_M2_of_spmm_gathered_tensor_core_Z() const {
    return static_cast<coord_t>(spmm_gathered_tensor_core_Z_M2_workers);
  }
  int64_t stored_Z() const { return M * N; }
};

}  // namespace

extern "C" size_t spmm_gathered_tensor_core_workspace_bytes(
    const spmm_gathered_tensor_core_arguments* arguments) {
  if (arguments == nullptr) return 0;
  const spmm_gathered_tensor_core_sizes sizes(*arguments);
  if (!sizes.valid()) return 0;
  size_t bytes = 0;
  (void)sizes;
  return bytes;
}

extern "C" int spmm_gathered_tensor_core_launch(
    const spmm_gathered_tensor_core_arguments* arguments, void* workspace, size_t workspace_bytes,
    struct CUstream_st* stream) {
  if (arguments == nullptr) return 1;
  const spmm_gathered_tensor_core_arguments& a = *arguments;
  const spmm_gathered_tensor_core_sizes sizes(a);
  if (!sizes.valid()) return 1;
  if (sizeof(offset_t) < sizeof(int64_t) && !sizes.addressable()) return 6;
  if (workspace_bytes < spmm_gathered_tensor_core_workspace_bytes(arguments)) return 2;
  (void)workspace;
  spmm_gathered_tensor_core_Z<<<static_cast<unsigned>(sizes.grid_spmm_gathered_tensor_core_Z()),
                                static_cast<unsigned>(sizes.block_spmm_gathered_tensor_core_Z()), 0,
                                stream>>>(a.Z_values, a.A_K_segments, a.A_K_coords, a.A_values,
                                          a.B_values, sizes.M_of_spmm_gathered_tensor_core_Z(),
                                          sizes.N_of_spmm_gathered_tensor_core_Z(),
                                          sizes.count_N3_of_spmm_gathered_tensor_core_Z(),
                                          sizes.count_M2_of_spmm_gathered_tensor_core_Z());
  if (cudaGetLastError() != cudaSuccess) return 3;
  return 0;
}

extern "C" const char* spmm_gathered_tensor_core_error_text(int code) {
  switch (code) {
    case 0:
      return "ok";
    case 1:
      return "no arguments, or an extent or size outside [0, 2147483647]";
    case 2:
      return "the workspace is smaller than spmm_gathered_tensor_core_workspace_bytes says";
    case 3:
      return "CUDA refused a launch or a memset; cudaGetLastError has been read";
    case 6:
      return "an extent or an array is longer than offsets count: build with TEAAL_OFFSET_BITS=64";
    default:
      return "unknown code";
  }
}
#endif
