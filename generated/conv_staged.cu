// Made by teaalc 0.1.0 from conv_staged.yaml; do not edit.
//   Z[x, y] = A[p, x + v, y + w] * B[p, v, w]
//     loops X1 (space), Y1 (space), P, V1, W1, X0 (space), Y0 (space), V0, W0
//   stored A[P:U, H:U, L:U], B[P:U, V:U, W:U], Z[X:U, Y:U]
//   teaalc conv_staged.yaml --type=f32 --arch=sm_90 --index-bits=32

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

#line 14 "conv_staged.yaml"
extern "C" __global__ void conv_staged_Z(value_t* __restrict__ Z_values,
                                         const value_t* __restrict__ A_values,
                                         const value_t* __restrict__ B_values, coord_t H, coord_t L,
                                         coord_t P, coord_t V, coord_t W, coord_t X, coord_t Y,
                                         coord_t count_Y1, coord_t count_X1) {
  const offset_t workers_Y1 = count_Y1;
  const offset_t worker_Y1 = blockIdx.x % count_Y1;
  const offset_t workers_X1 = count_X1;
  const offset_t worker_X1 = blockIdx.x / count_Y1;
  const offset_t worker_X0 = threadIdx.x / 32;
  const offset_t worker_Y0 = threadIdx.x % 32;
  __shared__ __align__(16) value_t A_tile_values[440];
  __shared__ __align__(16) value_t B_tile_values[16];
#line 23 "conv_staged.yaml"
  for (offset_t x1 = worker_X1 * 8; x1 < X; x1 += workers_X1 * 8) {
    const offset_t x1_end = min(static_cast<offset_t>(X), x1 + 8);
    const bool whole = x1_end - x1 == 8;
    if (whole) {
      for (offset_t y1 = worker_Y1 * 32; y1 < Y; y1 += workers_Y1 * 32) {
        const offset_t y1_end = min(static_cast<offset_t>(Y), y1 + 32);
#line 14 "conv_staged.yaml"
        value_t sum = value_t(0);
#line 23 "conv_staged.yaml"
        const bool whole_2 = y1_end - y1 == 32;
        if (whole_2) {
          for (coord_t p = 0; p < P; ++p) {
            const offset_t v1_whole_end = static_cast<offset_t>(V) / 4 * 4;
            for (offset_t v1 = 0; v1 < v1_whole_end; v1 += 4) {
              const offset_t v1_end = v1 + 4;
              const offset_t w1_whole_end = static_cast<offset_t>(W) / 4 * 4;
              for (offset_t w1 = 0; w1 < w1_whole_end; w1 += 4) {
                const offset_t w1_end = w1 + 4;
                const offset_t A_tile_H_begin = v1 + x1;
                const offset_t A_tile_H_end =
                    min(static_cast<offset_t>(H), v1_end - 1 + (x1_end - 1) + 1);
                const offset_t A_tile_L_begin = (w1 + y1) / 4 * 4;
                const offset_t A_tile_L_end =
                    min(static_cast<offset_t>(L), (w1_end - 1 + (y1_end - 1) + 1 + 3) / 4 * 4);
                __syncthreads();
                const bool A_tile_quads = teaal_aligned_rows(A_values, L);
                // Load A_tile_values and B_tile_values.
                if (A_tile_quads) {
                  for (int quad = static_cast<int>(threadIdx.x); quad < 110;
                       quad += static_cast<int>(blockDim.x)) {
                    const int element = quad * 4;
                    const offset_t h = A_tile_H_begin + element / 40;
                    const offset_t l = A_tile_L_begin + element % 40;
                    const offset_t A_H_at = static_cast<size_type>(static_cast<offset_t>(p) *
                                                                   static_cast<offset_t>(H)) +
                                            h;
                    const offset_t A_L_at =
                        static_cast<size_type>(A_H_at * static_cast<offset_t>(L)) + l;
                    teaal_copy_quad(&A_tile_values[element], &A_values[A_L_at],
                                    h < A_tile_H_end && l < A_tile_L_end);
                  }
                }
                if (!A_tile_quads) {
                  for (int element_2 = static_cast<int>(threadIdx.x); element_2 < 440;
                       element_2 += static_cast<int>(blockDim.x)) {
                    const offset_t h_2 = A_tile_H_begin + element_2 / 40;
                    const offset_t l_2 = A_tile_L_begin + element_2 % 40;
                    const offset_t A_H_at_2 = static_cast<size_type>(static_cast<offset_t>(p) *
                                                                     static_cast<offset_t>(H)) +
                                              h_2;
                    const offset_t A_L_at_2 =
                        static_cast<size_type>(A_H_at_2 * static_cast<offset_t>(L)) + l_2;
                    teaal_copy_element(&A_tile_values[element_2], &A_values[A_L_at_2],
                                       h_2 < A_tile_H_end && l_2 < A_tile_L_end);
                  }
                }
                const bool B_tile_quads = teaal_aligned_rows(B_values, W);
                if (B_tile_quads) {
                  for (int quad_2 = static_cast<int>(threadIdx.x); quad_2 < 4;
                       quad_2 += static_cast<int>(blockDim.x)) {
                    const int element_3 = quad_2 * 4;
                    const offset_t v0_2 = v1 + element_3 / 4;
                    const offset_t w0_2 = w1 + element_3 % 4;
                    const offset_t B_V_at =
                        static_cast<offset_t>(p) * static_cast<offset_t>(V) + v0_2;
                    const offset_t B_W_at = B_V_at * static_cast<offset_t>(W) + w0_2;
                    teaal_copy_quad(&B_tile_values[element_3], &B_values[B_W_at], true);
                  }
                }
                if (!B_tile_quads) {
                  for (int element_4 = static_cast<int>(threadIdx.x); element_4 < 16;
                       element_4 += static_cast<int>(blockDim.x)) {
                    const offset_t v0_3 = v1 + element_4 / 4;
                    const offset_t w0_3 = w1 + element_4 % 4;
                    const offset_t B_V_at_2 =
                        static_cast<offset_t>(p) * static_cast<offset_t>(V) + v0_3;
                    const offset_t B_W_at_2 = B_V_at_2 * static_cast<offset_t>(W) + w0_3;
                    teaal_copy_element(&B_tile_values[element_4], &B_values[B_W_at_2], true);
                  }
                }
                teaal_copies_end();
                teaal_copies_arrive<0>();
                __syncthreads();
                // Products.
                const coord_t x0 = static_cast<coord_t>(x1 + worker_X0);
                const coord_t y0 = static_cast<coord_t>(y1 + worker_Y0);
#pragma unroll
                for (int v0_turn = 0; v0_turn < 4; ++v0_turn) {
                  const coord_t v0 = static_cast<coord_t>(v1 + v0_turn);
                  const offset_t A_tile_H_coord =
                      static_cast<offset_t>(x0) + static_cast<offset_t>(v0);
                  if (A_tile_H_coord < H) {
#pragma unroll
                    for (int w0_turn = 0; w0_turn < 4; ++w0_turn) {
                      const coord_t w0 = static_cast<coord_t>(w1 + w0_turn);
                      const offset_t A_tile_L_coord =
                          static_cast<offset_t>(y0) + static_cast<offset_t>(w0);
                      if (A_tile_L_coord < L) {
                        const int A_tile_L_at = static_cast<int>(worker_X0 + v0_turn) * 40 +
                                                static_cast<int>(A_tile_L_coord - A_tile_L_begin);
                        const int B_tile_W_at = v0_turn * 4 + w0_turn;
#line 14 "conv_staged.yaml"
                        sum = fmaf(A_tile_values[A_tile_L_at], B_tile_values[B_tile_W_at], sum);
                      }
                    }
                  }
                }
              }
#line 23 "conv_staged.yaml"
#pragma unroll 1
              for (offset_t w1 = w1_whole_end; w1 < W; w1 += 4) {
                const offset_t w1_end = min(static_cast<offset_t>(W), w1 + 4);
                const offset_t A_tile_H_begin = v1 + x1;
                const offset_t A_tile_H_end =
                    min(static_cast<offset_t>(H), v1_end - 1 + (x1_end - 1) + 1);
                const offset_t A_tile_L_begin = (w1 + y1) / 4 * 4;
                const offset_t A_tile_L_end =
                    min(static_cast<offset_t>(L), (w1_end - 1 + (y1_end - 1) + 1 + 3) / 4 * 4);
                __syncthreads();
                const bool A_tile_quads = teaal_aligned_rows(A_values, L);
                // Load A_tile_values and B_tile_values.
                if (A_tile_quads) {
                  for (int quad = static_cast<int>(threadIdx.x); quad < 110;
                       quad += static_cast<int>(blockDim.x)) {
                    const int element = quad * 4;
                    const offset_t h = A_tile_H_begin + element / 40;
                    const offset_t l = A_tile_L_begin + element % 40;
                    const offset_t A_H_at = static_cast<size_type>(static_cast<offset_t>(p) *
                                                                   static_cast<offset_t>(H)) +
                                            h;
                    const offset_t A_L_at =
                        static_cast<size_type>(A_H_at * static_cast<offset_t>(L)) + l;
                    teaal_copy_quad(&A_tile_values[element], &A_values[A_L_at],
                                    h < A_tile_H_end && l < A_tile_L_end);
                  }
                }
                if (!A_tile_quads) {
                  for (int element_2 = static_cast<int>(threadIdx.x); element_2 < 440;
                       element_2 += static_cast<int>(blockDim.x)) {
                    const offset_t h_2 = A_tile_H_begin + element_2 / 40;
                    const offset_t l_2 = A_tile_L_begin + element_2 % 40;
                    const offset_t A_H_at_2 = static_cast<size_type>(static_cast<offset_t>(p) *
                                                                     static_cast<offset_t>(H)) +
                                              h_2;
                    const offset_t A_L_at_2 =
                        static_cast<size_type>(A_H_at_2 * static_cast<offset_t>(L)) + l_2;
                    teaal_copy_element(&A_tile_values[element_2], &A_values[A_L_at_2],
                                       h_2 < A_tile_H_end && l_2 < A_tile_L_end);
                  }
                }
                const bool B_tile_quads = teaal_aligned_rows(B_values, W);
                if (B_tile_quads) {
                  for (int quad_2 = static_cast<int>(threadIdx.x); quad_2 < 4;
                       quad_2 += static_cast<int>(blockDim.x)) {
                    const int element_3 = quad_2 * 4;
                    const offset_t v0_2 = v1 + element_3 / 4;
                    const offset_t w0_2 = w1 + element_3 % 4;
                    const offset_t B_V_at =
                        static_cast<offset_t>(p) * static_cast<offset_t>(V) + v0_2;
                    const offset_t B_W_at = B_V_at * static_cast<offset_t>(W) + w0_2;
                    teaal_copy_quad(&B_tile_values[element_3], &B_values[B_W_at], w0_2 < W);
                  }
                }
                if (!B_tile_quads) {
                  for (int element_4 = static_cast<int>(threadIdx.x); element_4 < 16;
                       element_4 += static_cast<int>(blockDim.x)) {
                    const offset_t v0_3 = v1 + element_4 / 4;
                    const offset_t w0_3 = w1 + element_4 % 4;
                    const offset_t B_V_at_2 =
                        static_cast<offset_t>(p) * static_cast<offset_t>(V) + v0_3;
                    const offset_t B_W_at_2 = B_V_at_2 * static_cast<offset_t>(W) + w0_3;
                    teaal_copy_element(&B_tile_values[element_4], &B_values[B_W_at_2], w0_3 < W);
                  }
                }
                teaal_copies_end();
                teaal_copies_arrive<0>();
                __syncthreads();
                // Products.
                const coord_t x0 = static_cast<coord_t>(x1 + worker_X0);
                const coord_t y0 = static_cast<coord_t>(y1 + worker_Y0);
#pragma unroll
                for (int v0_turn = 0; v0_turn < 4; ++v0_turn) {
                  const coord_t v0 = static_cast<coord_t>(v1 + v0_turn);
                  const offset_t A_tile_H_coord_2 =
                      static_cast<offset_t>(x0) + static_cast<offset_t>(v0);
                  if (A_tile_H_coord_2 < H) {
#pragma unroll
                    for (int w0_turn = 0; w0_turn < 4; ++w0_turn) {
                      if (w1 + w0_turn < w1_end) {
                        const coord_t w0 = static_cast<coord_t>(w1 + w0_turn);
                        const offset_t A_tile_L_coord_2 =
                            static_cast<offset_t>(y0) + static_cast<offset_t>(w0);
                        if (A_tile_L_coord_2 < L) {
                          const int A_tile_L_at_2 =
                              static_cast<int>(worker_X0 + v0_turn) * 40 +
                              static_cast<int>(A_tile_L_coord_2 - A_tile_L_begin);
                          const int B_tile_W_at_2 = v0_turn * 4 + w0_turn;
#line 14 "conv_staged.yaml"
                          sum =
                              fmaf(A_tile_values[A_tile_L_at_2], B_tile_values[B_tile_W_at_2], sum);
                        }
                      }
                    }
                  }
                }
              }
            }
#line 23 "conv_staged.yaml"
#pragma unroll 1
            for (offset_t v1 = v1_whole_end; v1 < V; v1 += 4) {
              const offset_t v1_end = min(static_cast<offset_t>(V), v1 + 4);
              for (offset_t w1 = 0; w1 < W; w1 += 4) {
                const offset_t w1_end_2 = min(static_cast<offset_t>(W), w1 + 4);
                const offset_t A_tile_H_begin_2 = v1 + x1;
                const offset_t A_tile_H_end_2 =
                    min(static_cast<offset_t>(H), v1_end - 1 + (x1_end - 1) + 1);
                const offset_t A_tile_L_begin_2 = (w1 + y1) / 4 * 4;
                const offset_t A_tile_L_end_2 =
                    min(static_cast<offset_t>(L), (w1_end_2 - 1 + (y1_end - 1) + 1 + 3) / 4 * 4);
                __syncthreads();
                const bool A_tile_quads_2 = teaal_aligned_rows(A_values, L);
                // Load A_tile_values and B_tile_values.
                if (A_tile_quads_2) {
                  for (int quad_3 = static_cast<int>(threadIdx.x); quad_3 < 110;
                       quad_3 += static_cast<int>(blockDim.x)) {
                    const int element_5 = quad_3 * 4;
                    const offset_t h_3 = A_tile_H_begin_2 + element_5 / 40;
                    const offset_t l_3 = A_tile_L_begin_2 + element_5 % 40;
                    const offset_t A_H_at_3 = static_cast<size_type>(static_cast<offset_t>(p) *
                                                                     static_cast<offset_t>(H)) +
                                              h_3;
                    const offset_t A_L_at_3 =
                        static_cast<size_type>(A_H_at_3 * static_cast<offset_t>(L)) + l_3;
                    teaal_copy_quad(&A_tile_values[element_5], &A_values[A_L_at_3],
                                    h_3 < A_tile_H_end_2 && l_3 < A_tile_L_end_2);
                  }
                }
                if (!A_tile_quads_2) {
                  for (int element_6 = static_cast<int>(threadIdx.x); element_6 < 440;
                       element_6 += static_cast<int>(blockDim.x)) {
                    const offset_t h_4 = A_tile_H_begin_2 + element_6 / 40;
                    const offset_t l_4 = A_tile_L_begin_2 + element_6 % 40;
                    const offset_t A_H_at_4 = static_cast<size_type>(static_cast<offset_t>(p) *
                                                                     static_cast<offset_t>(H)) +
                                              h_4;
                    const offset_t A_L_at_4 =
                        static_cast<size_type>(A_H_at_4 * static_cast<offset_t>(L)) + l_4;
                    teaal_copy_element(&A_tile_values[element_6], &A_values[A_L_at_4],
                                       h_4 < A_tile_H_end_2 && l_4 < A_tile_L_end_2);
                  }
                }
                const bool B_tile_quads_2 = teaal_aligned_rows(B_values, W);
                if (B_tile_quads_2) {
                  for (int quad_4 = static_cast<int>(threadIdx.x); quad_4 < 4;
                       quad_4 += static_cast<int>(blockDim.x)) {
                    const int element_7 = quad_4 * 4;
                    const offset_t v0_4 = v1 + element_7 / 4;
                    const offset_t w0_4 = w1 + element_7 % 4;
                    const offset_t B_V_at_3 =
                        static_cast<offset_t>(p) * static_cast<offset_t>(V) + v0_4;
                    const offset_t B_W_at_3 = B_V_at_3 * static_cast<offset_t>(W) + w0_4;
                    teaal_copy_quad(&B_tile_values[element_7], &B_values[B_W_at_3],
                                    v0_4 < v1_end && w0_4 < W);
                  }
                }
                if (!B_tile_quads_2) {
                  for (int element_8 = static_cast<int>(threadIdx.x); element_8 < 16;
                       element_8 += static_cast<int>(blockDim.x)) {
                    const offset_t v0_5 = v1 + element_8 / 4;
                    const offset_t w0_5 = w1 + element_8 % 4;
                    const offset_t B_V_at_4 =
                        static_cast<offset_t>(p) * static_cast<offset_t>(V) + v0_5;
                    const offset_t B_W_at_4 = B_V_at_4 * static_cast<offset_t>(W) + w0_5;
                    teaal_copy_element(&B_tile_values[element_8], &B_values[B_W_at_4],
                                       v0_5 < v1_end && w0_5 < W);
                  }
                }
                teaal_copies_end();
                teaal_copies_arrive<0>();
                __syncthreads();
                // Products.
                const coord_t x0 = static_cast<coord_t>(x1 + worker_X0);
                const coord_t y0 = static_cast<coord_t>(y1 + worker_Y0);
#pragma unroll
                for (int v0_turn = 0; v0_turn < 4; ++v0_turn) {
                  if (v1 + v0_turn < v1_end) {
                    const coord_t v0 = static_cast<coord_t>(v1 + v0_turn);
                    const offset_t A_tile_H_coord_3 =
                        static_cast<offset_t>(x0) + static_cast<offset_t>(v0);
                    if (A_tile_H_coord_3 < H) {
#pragma unroll
                      for (int w0_turn = 0; w0_turn < 4; ++w0_turn) {
                        if (w1 + w0_turn < w1_end_2) {
                          const coord_t w0 = static_cast<coord_t>(w1 + w0_turn);
                          const offset_t A_tile_L_coord_3 =
                              static_cast<offset_t>(y0) + static_cast<offset_t>(w0);
                          if (A_tile_L_coord_3 < L) {
                            const int A_tile_L_at_3 =
                                static_cast<int>(worker_X0 + v0_turn) * 40 +
                                static_cast<int>(A_tile_L_coord_3 - A_tile_L_begin_2);
                            const int B_tile_W_at_3 = v0_turn * 4 + w0_turn;
#line 14 "conv_staged.yaml"
                            sum = fmaf(A_tile_values[A_tile_L_at_3], B_tile_values[B_tile_W_at_3],
                                       sum);
                          }
                        }
                      }
                    }
                  }
                }
              }
            }
          }
#line 23 "conv_staged.yaml"
          // Store Z_values.
          const coord_t x0 = static_cast<coord_t>(x1 + worker_X0);
          const coord_t y0 = static_cast<coord_t>(y1 + worker_Y0);
          const offset_t Z_Y_at_4 = static_cast<offset_t>(x0) * static_cast<offset_t>(Y) + y0;
#line 14 "conv_staged.yaml"
          Z_values[Z_Y_at_4] = sum;
        }
#line 23 "conv_staged.yaml"
        if (!whole_2) {
          for (coord_t p = 0; p < P; ++p) {
            for (offset_t v1 = 0; v1 < V; v1 += 4) {
              const offset_t v1_end_2 = min(static_cast<offset_t>(V), v1 + 4);
              for (offset_t w1 = 0; w1 < W; w1 += 4) {
                const offset_t w1_end_3 = min(static_cast<offset_t>(W), w1 + 4);
                const offset_t A_tile_H_begin_3 = v1 + x1;
                const offset_t A_tile_H_end_3 =
                    min(static_cast<offset_t>(H), v1_end_2 - 1 + (x1_end - 1) + 1);
                const offset_t A_tile_L_begin_3 = (w1 + y1) / 4 * 4;
                const offset_t A_tile_L_end_3 =
                    min(static_cast<offset_t>(L), (w1_end_3 - 1 + (y1_end - 1) + 1 + 3) / 4 * 4);
                __syncthreads();
                const bool A_tile_quads_3 = teaal_aligned_rows(A_values, L);
                // Load A_tile_values and B_tile_values.
                if (A_tile_quads_3) {
                  for (int quad_5 = static_cast<int>(threadIdx.x); quad_5 < 110;
                       quad_5 += static_cast<int>(blockDim.x)) {
                    const int element_9 = quad_5 * 4;
                    const offset_t h_5 = A_tile_H_begin_3 + element_9 / 40;
                    const offset_t l_5 = A_tile_L_begin_3 + element_9 % 40;
                    const offset_t A_H_at_5 = static_cast<size_type>(static_cast<offset_t>(p) *
                                                                     static_cast<offset_t>(H)) +
                                              h_5;
                    const offset_t A_L_at_5 =
                        static_cast<size_type>(A_H_at_5 * static_cast<offset_t>(L)) + l_5;
                    teaal_copy_quad(&A_tile_values[element_9], &A_values[A_L_at_5],
                                    h_5 < A_tile_H_end_3 && l_5 < A_tile_L_end_3);
                  }
                }
                if (!A_tile_quads_3) {
                  for (int element_10 = static_cast<int>(threadIdx.x); element_10 < 440;
                       element_10 += static_cast<int>(blockDim.x)) {
                    const offset_t h_6 = A_tile_H_begin_3 + element_10 / 40;
                    const offset_t l_6 = A_tile_L_begin_3 + element_10 % 40;
                    const offset_t A_H_at_6 = static_cast<size_type>(static_cast<offset_t>(p) *
                                                                     static_cast<offset_t>(H)) +
                                              h_6;
                    const offset_t A_L_at_6 =
                        static_cast<size_type>(A_H_at_6 * static_cast<offset_t>(L)) + l_6;
                    teaal_copy_element(&A_tile_values[element_10], &A_values[A_L_at_6],
                                       h_6 < A_tile_H_end_3 && l_6 < A_tile_L_end_3);
                  }
                }
                const bool B_tile_quads_3 = teaal_aligned_rows(B_values, W);
                if (B_tile_quads_3) {
                  for (int quad_6 = static_cast<int>(threadIdx.x); quad_6 < 4;
                       quad_6 += static_cast<int>(blockDim.x)) {
                    const int element_11 = quad_6 * 4;
                    const offset_t v0_6 = v1 + element_11 / 4;
                    const offset_t w0_6 = w1 + element_11 % 4;
                    const offset_t B_V_at_5 =
                        static_cast<offset_t>(p) * static_cast<offset_t>(V) + v0_6;
                    const offset_t B_W_at_5 = B_V_at_5 * static_cast<offset_t>(W) + w0_6;
                    teaal_copy_quad(&B_tile_values[element_11], &B_values[B_W_at_5],
                                    v0_6 < v1_end_2 && w0_6 < W);
                  }
                }
                if (!B_tile_quads_3) {
                  for (int element_12 = static_cast<int>(threadIdx.x); element_12 < 16;
                       element_12 += static_cast<int>(blockDim.x)) {
                    const offset_t v0_7 = v1 + element_12 / 4;
                    const offset_t w0_7 = w1 + element_12 % 4;
                    const offset_t B_V_at_6 =
                        static_cast<offset_t>(p) * static_cast<offset_t>(V) + v0_7;
                    const offset_t B_W_at_6 = B_V_at_6 * static_cast<offset_t>(W) + w0_7;
                    teaal_copy_element(&B_tile_values[element_12], &B_values[B_W_at_6],
                                       v0_7 < v1_end_2 && w0_7 < W);
                  }
                }
                teaal_copies_end();
                teaal_copies_arrive<0>();
                __syncthreads();
                // Products.
                const coord_t x0 = static_cast<coord_t>(x1 + worker_X0);
                if (y1 + worker_Y0 < y1_end) {
                  const coord_t y0 = static_cast<coord_t>(y1 + worker_Y0);
#pragma unroll
                  for (int v0_turn = 0; v0_turn < 4; ++v0_turn) {
                    if (v1 + v0_turn < v1_end_2) {
                      const coord_t v0 = static_cast<coord_t>(v1 + v0_turn);
                      const offset_t A_tile_H_coord_4 =
                          static_cast<offset_t>(x0) + static_cast<offset_t>(v0);
                      if (A_tile_H_coord_4 < H) {
#pragma unroll
                        for (int w0_turn = 0; w0_turn < 4; ++w0_turn) {
                          if (w1 + w0_turn < w1_end_3) {
                            const coord_t w0 = static_cast<coord_t>(w1 + w0_turn);
                            const offset_t A_tile_L_coord_4 =
                                static_cast<offset_t>(y0) + static_cast<offset_t>(w0);
                            if (A_tile_L_coord_4 < L) {
                              const int A_tile_L_at_4 =
                                  static_cast<int>(worker_X0 + v0_turn) * 40 +
                                  static_cast<int>(A_tile_L_coord_4 - A_tile_L_begin_3);
                              const int B_tile_W_at_4 = v0_turn * 4 + w0_turn;
#line 14 "conv_staged.yaml"
                              sum = fmaf(A_tile_values[A_tile_L_at_4], B_tile_values[B_tile_W_at_4],
                                         sum);
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
#line 23 "conv_staged.yaml"
          // Store Z_values.
          const coord_t x0 = static_cast<coord_t>(x1 + worker_X0);
          if (y1 + worker_Y0 < y1_end) {
            const coord_t y0 = static_cast<coord_t>(y1 + worker_Y0);
            const offset_t Z_Y_at_6 = static_cast<offset_t>(x0) * static_cast<offset_t>(Y) + y0;
#line 14 "conv_staged.yaml"
            Z_values[Z_Y_at_6] = sum;
          }
        }
      }
    }
#line 23 "conv_staged.yaml"
    if (!whole) {
      for (offset_t y1 = worker_Y1 * 32; y1 < Y; y1 += workers_Y1 * 32) {
        const offset_t y1_end_2 = min(static_cast<offset_t>(Y), y1 + 32);
#line 14 "conv_staged.yaml"
        value_t sum = value_t(0);
#line 23 "conv_staged.yaml"
        for (coord_t p = 0; p < P; ++p) {
          for (offset_t v1 = 0; v1 < V; v1 += 4) {
            const offset_t v1_end_3 = min(static_cast<offset_t>(V), v1 + 4);
            for (offset_t w1 = 0; w1 < W; w1 += 4) {
              const offset_t w1_end_4 = min(static_cast<offset_t>(W), w1 + 4);
              const offset_t A_tile_H_begin_4 = v1 + x1;
              const offset_t A_tile_H_end_4 =
                  min(static_cast<offset_t>(H), v1_end_3 - 1 + (x1_end - 1) + 1);
              const offset_t A_tile_L_begin_4 = (w1 + y1) / 4 * 4;
              const offset_t A_tile_L_end_4 =
                  min(static_cast<offset_t>(L), (w1_end_4 - 1 + (y1_end_2 - 1) + 1 + 3) / 4 * 4);
              __syncthreads();
              const bool A_tile_quads_4 = teaal_aligned_rows(A_values, L);
              // Load A_tile_values and B_tile_values.
              if (A_tile_quads_4) {
                for (int quad_7 = static_cast<int>(threadIdx.x); quad_7 < 110;
                     quad_7 += static_cast<int>(blockDim.x)) {
                  const int element_13 = quad_7 * 4;
                  const offset_t h_7 = A_tile_H_begin_4 + element_13 / 40;
                  const offset_t l_7 = A_tile_L_begin_4 + element_13 % 40;
                  const offset_t A_H_at_7 =
                      static_cast<size_type>(static_cast<offset_t>(p) * static_cast<offset_t>(H)) +
                      h_7;
                  const offset_t A_L_at_7 =
                      static_cast<size_type>(A_H_at_7 * static_cast<offset_t>(L)) + l_7;
                  teaal_copy_quad(&A_tile_values[element_13], &A_values[A_L_at_7],
                                  h_7 < A_tile_H_end_4 && l_7 < A_tile_L_end_4);
                }
              }
              if (!A_tile_quads_4) {
                for (int element_14 = static_cast<int>(threadIdx.x); element_14 < 440;
                     element_14 += static_cast<int>(blockDim.x)) {
                  const offset_t h_8 = A_tile_H_begin_4 + element_14 / 40;
                  const offset_t l_8 = A_tile_L_begin_4 + element_14 % 40;
                  const offset_t A_H_at_8 =
                      static_cast<size_type>(static_cast<offset_t>(p) * static_cast<offset_t>(H)) +
                      h_8;
                  const offset_t A_L_at_8 =
                      static_cast<size_type>(A_H_at_8 * static_cast<offset_t>(L)) + l_8;
                  teaal_copy_element(&A_tile_values[element_14], &A_values[A_L_at_8],
                                     h_8 < A_tile_H_end_4 && l_8 < A_tile_L_end_4);
                }
              }
              const bool B_tile_quads_4 = teaal_aligned_rows(B_values, W);
              if (B_tile_quads_4) {
                for (int quad_8 = static_cast<int>(threadIdx.x); quad_8 < 4;
                     quad_8 += static_cast<int>(blockDim.x)) {
                  const int element_15 = quad_8 * 4;
                  const offset_t v0_8 = v1 + element_15 / 4;
                  const offset_t w0_8 = w1 + element_15 % 4;
                  const offset_t B_V_at_7 =
                      static_cast<offset_t>(p) * static_cast<offset_t>(V) + v0_8;
                  const offset_t B_W_at_7 = B_V_at_7 * static_cast<offset_t>(W) + w0_8;
                  teaal_copy_quad(&B_tile_values[element_15], &B_values[B_W_at_7],
                                  v0_8 < v1_end_3 && w0_8 < W);
                }
              }
              if (!B_tile_quads_4) {
                for (int element_16 = static_cast<int>(threadIdx.x); element_16 < 16;
                     element_16 += static_cast<int>(blockDim.x)) {
                  const offset_t v0_9 = v1 + element_16 / 4;
                  const offset_t w0_9 = w1 + element_16 % 4;
                  const offset_t B_V_at_8 =
                      static_cast<offset_t>(p) * static_cast<offset_t>(V) + v0_9;
                  const offset_t B_W_at_8 = B_V_at_8 * static_cast<offset_t>(W) + w0_9;
                  teaal_copy_element(&B_tile_values[element_16], &B_values[B_W_at_8],
                                     v0_9 < v1_end_3 && w0_9 < W);
                }
              }
              teaal_copies_end();
              teaal_copies_arrive<0>();
              __syncthreads();
              // Products.
              if (x1 + worker_X0 < x1_end) {
                const coord_t x0 = static_cast<coord_t>(x1 + worker_X0);
                if (y1 + worker_Y0 < y1_end_2) {
                  const coord_t y0 = static_cast<coord_t>(y1 + worker_Y0);
#pragma unroll
                  for (int v0_turn = 0; v0_turn < 4; ++v0_turn) {
                    if (v1 + v0_turn < v1_end_3) {
                      const coord_t v0 = static_cast<coord_t>(v1 + v0_turn);
                      const offset_t A_tile_H_coord_5 =
                          static_cast<offset_t>(x0) + static_cast<offset_t>(v0);
                      if (A_tile_H_coord_5 < H) {
#pragma unroll
                        for (int w0_turn = 0; w0_turn < 4; ++w0_turn) {
                          if (w1 + w0_turn < w1_end_4) {
                            const coord_t w0 = static_cast<coord_t>(w1 + w0_turn);
                            const offset_t A_tile_L_coord_5 =
                                static_cast<offset_t>(y0) + static_cast<offset_t>(w0);
                            if (A_tile_L_coord_5 < L) {
                              const int A_tile_L_at_5 =
                                  static_cast<int>(worker_X0 + v0_turn) * 40 +
                                  static_cast<int>(A_tile_L_coord_5 - A_tile_L_begin_4);
                              const int B_tile_W_at_5 = v0_turn * 4 + w0_turn;
#line 14 "conv_staged.yaml"
                              sum = fmaf(A_tile_values[A_tile_L_at_5], B_tile_values[B_tile_W_at_5],
                                         sum);
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
#line 23 "conv_staged.yaml"
        // Store Z_values.
        if (x1 + worker_X0 < x1_end) {
          const coord_t x0 = static_cast<coord_t>(x1 + worker_X0);
          if (y1 + worker_Y0 < y1_end_2) {
            const coord_t y0 = static_cast<coord_t>(y1 + worker_Y0);
            const offset_t Z_Y_at_8 = static_cast<offset_t>(x0) * static_cast<offset_t>(Y) + y0;
#line 14 "conv_staged.yaml"
            Z_values[Z_Y_at_8] = sum;
          }
        }
      }
    }
  }
}

#if !defined(__CUDACC_RTC__) && !defined(TEAAL_PRELUDE)
#line 1 "conv_staged.launcher"
#include <cuda_runtime.h>
#include <stddef.h>
#include <stdint.h>

typedef value_t conv_staged_value;
typedef pos_t conv_staged_position;

extern "C" {
#if TEAAL_POSITION_BITS == 64 /* functions have names of their own */
#define conv_staged_workspace_bytes conv_staged_workspace_bytes_64
#define conv_staged_launch conv_staged_launch_64
#endif

struct CUstream_st; /* what cudaStream_t points to */

/* Device pointers and sizes. Segments have one entry a fiber and one more; arrays must not overlap.
 */
typedef struct conv_staged_arguments {
  /* Z: X:U, Y:U */
  conv_staged_value* Z_values;
  /* A: P:U, H:U, L:U */
  const conv_staged_value* A_values;
  /* B: P:U, V:U, W:U */
  const conv_staged_value* B_values;
  int64_t extent_P;
  int64_t extent_H;
  int64_t extent_L;
  int64_t extent_V;
  int64_t extent_W;
  int64_t extent_X;
  int64_t extent_Y;
} conv_staged_arguments;

/* Bytes of device memory that conv_staged_launch needs as workspace (0: none), aligned to 256. */
size_t conv_staged_workspace_bytes(const conv_staged_arguments* arguments);

/* Enqueues the whole plan on `stream` (0: the default stream) and returns at once. 0: enqueued;
   else see conv_staged_error_text. Allocates nothing and throws nothing. */
int conv_staged_launch(const conv_staged_arguments* arguments, void* workspace,
                       size_t workspace_bytes, struct CUstream_st* stream);
const char* conv_staged_error_text(int code);
}

namespace {

inline int64_t min(int64_t a, int64_t b) { return a < b ? a : b; }
inline int64_t max(int64_t a, int64_t b) { return a < b ? b : a; }
inline int64_t ceil_div(int64_t a, int64_t b) { return (a + b - 1) / b; }

struct conv_staged_sizes {
  int64_t P;
  int64_t H;
  int64_t L;
  int64_t V;
  int64_t W;
  int64_t X;
  int64_t Y;
  int64_t conv_staged_Z_X1_workers;
  int64_t conv_staged_Z_Y1_workers;
  explicit conv_staged_sizes(const conv_staged_arguments& a) {
    P = a.extent_P;
    H = a.extent_H;
    L = a.extent_L;
    V = a.extent_V;
    W = a.extent_W;
    X = a.extent_X;
    Y = a.extent_Y;
    conv_staged_Z_X1_workers = max(min(ceil_div(X, 8), 2147483647), 1);
    conv_staged_Z_Y1_workers = max(min(ceil_div(Y, 32), 2147483647 / conv_staged_Z_X1_workers), 1);
  }
  bool valid() const {
    return P >= 0 && P <= 2147483647 && H >= 0 && H <= 2147483647 && L >= 0 && L <= 2147483647 &&
           V >= 0 && V <= 2147483647 && W >= 0 && W <= 2147483647 && X >= 0 && X <= 2147483647 &&
           Y >= 0 && Y <= 2147483647;
  }
  bool addressable() const {
    return P <= 1000000000 && H <= 1000000000 && L <= 1000000000 && V <= 1000000000 &&
           W <= 1000000000 && X <= 1000000000 && Y <= 1000000000 &&
           (X == 0 || Y <= 1000000000 / X) && (P == 0 || H <= 1000000000 / P) &&
           (P * H == 0 || L <= 1000000000 / (P * H)) && (P == 0 || V <= 1000000000 / P) &&
           (P * V == 0 || W <= 1000000000 / (P * V));
  }
  int64_t block_conv_staged_Z() const { return max(min(min(8, X), 8), 1) * 32; }
  int64_t grid_conv_staged_Z() const { return conv_staged_Z_X1_workers * conv_staged_Z_Y1_workers; }
  coord_t H_of_conv_staged_Z() const { return static_cast<coord_t>(H); }
  coord_t L_of_conv_staged_Z() const { return static_cast<coord_t>(L); }
  coord_t P_of_conv_staged_Z() const { return static_cast<coord_t>(P); }
  coord_t V_of_conv_staged_Z() const { return static_cast<coord_t>(V); }
  coord_t W_of_conv_staged_Z() const { return static_cast<coord_t>(W); }
  coord_t X_of_conv_staged_Z() const { return static_cast<coord_t>(X); }
  coord_t Y_of_conv_staged_Z() const { return static_cast<coord_t>(Y); }
  coord_t count_Y1_of_conv_staged_Z() const {
    return static_cast<coord_t>(conv_staged_Z_Y1_workers);
  }
  coord_t count_X1_of_conv_staged_Z() const {
    return static_cast<coord_t>(conv_staged_Z_X1_workers);
  }
  int64_t stored_Z() const { return X * Y; }
};

}  // namespace

extern "C" size_t conv_staged_workspace_bytes(const conv_staged_arguments* arguments) {
  if (arguments == nullptr) return 0;
  const conv_staged_sizes sizes(*arguments);
  if (!sizes.valid()) return 0;
  size_t bytes = 0;
  (void)sizes;
  return bytes;
}

extern "C" int conv_staged_launch(const conv_staged_arguments* arguments, void* workspace,
                                  size_t workspace_bytes, struct CUstream_st* stream) {
  if (arguments == nullptr) return 1;
  const conv_staged_arguments& a = *arguments;
  const conv_staged_sizes sizes(a);
  if (!sizes.valid()) return 1;
  if (sizeof(offset_t) < sizeof(int64_t) && !sizes.addressable()) return 6;
  if (workspace_bytes < conv_staged_workspace_bytes(arguments)) return 2;
  (void)workspace;
  conv_staged_Z<<<static_cast<unsigned>(sizes.grid_conv_staged_Z()),
                  static_cast<unsigned>(sizes.block_conv_staged_Z()), 0, stream>>>(
      a.Z_values, a.A_values, a.B_values, sizes.H_of_conv_staged_Z(), sizes.L_of_conv_staged_Z(),
      sizes.P_of_conv_staged_Z(), sizes.V_of_conv_staged_Z(), sizes.W_of_conv_staged_Z(),
      sizes.X_of_conv_staged_Z(), sizes.Y_of_conv_staged_Z(), sizes.count_Y1_of_conv_staged_Z(),
      sizes.count_X1_of_conv_staged_Z());
  if (cudaGetLastError() != cudaSuccess) return 3;
  return 0;
}

extern "C" const char* conv_staged_error_text(int code) {
  switch (code) {
    case 0:
      return "ok";
    case 1:
      return "no arguments, or an extent or size outside [0, 2147483647]";
    case 2:
      return "the workspace is smaller than conv_staged_workspace_bytes says";
    case 3:
      return "CUDA refused a launch or a memset; cudaGetLastError has been read";
    case 6:
      return "an extent or an array is longer than offsets count: build with TEAAL_OFFSET_BITS=64";
    default:
      return "unknown code";
  }
}
#endif
