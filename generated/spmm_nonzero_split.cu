// Made by teaalc 0.1.0 from spmm_nonzero_split.yaml; do not edit.
//   Z[m, n] = A[m, k] * B[k, n]
//     loops MK3 (space), MK2 (space), MK1 (space), N2, MK0, N1 (space), N0
//   stored A[M:U, K:C], B[K:U, N:U], Z[M:U, N:U]
//   sizes BLOCK=512 COLUMNS=64 RESIDENT=8 RUN=64 WARP=128
//   teaalc spmm_nonzero_split.yaml --type=f32 --arch=sm_90 --index-bits=32

// Returns when all that was launched before has ended and its writes are seen. A GPU of sm_90 or
// newer; at once where the launch did not ask to be early.
static __device__ __forceinline__ void teaal_await_launches() {
#ifndef TEAAL_CPU
  asm volatile("griddepcontrol.wait;" ::: "memory");
#endif
}

// The fiber f in [begin, end) that `position` lies in: segments[f] <= position < segments[f + 1].
// Empty fibers hold no position. `begin` for an empty range. S is the type of segments, F of
// fibers, P of the position.
template <class S, class B, class F, class P>
static __device__ __forceinline__ F teaal_owner(const S* segments, B first, F end, P position) {
  F begin = static_cast<F>(first);
  while (end - begin > 1) {
    const F middle = begin + (end - begin) / 2;
    if (segments[middle] <= position)
      begin = middle;
    else
      end = middle;
  }
  return begin;
}

// The same by seven positions at a time, which are read side by side: for few searches, each of
// which would wait for its reads one behind the other.
template <class S, class B, class F, class P>
static __device__ __forceinline__ F teaal_owner_by_eights(const S* segments, B first, F end,
                                                          P position) {
  long long from = first, to = end;  // of more bits than F may have
  while (to - from > 8) {
    const long long step = (to - from + 7) / 8;
    int behind = 0;
#pragma unroll
    for (int i = 1; i < 8; ++i) {
      const long long at = from + step * i;
      behind += at < to && segments[at] <= position ? 1 : 0;
    }
    from += step * behind;
    to = to - from > step ? from + step : to;
  }
  return teaal_owner(segments, from, static_cast<F>(to), position);
}

// As teaal_owner, upward from a fiber that begins at or before `position`: one load if that is in
// it, and about 2 log2(d) when it is d fibers further, so that rows without an element cost little.
template <class S, class F, class E, class P>
static __device__ __forceinline__ F teaal_climb(const S* segments, F fiber, E end, P position) {
  if (segments[fiber + 1] > position) return fiber;
  ++fiber;
  E step = 1;
  while (step < end - fiber && segments[fiber + step] <= position) {
    fiber += step;
    if (step < end - fiber - step) step *= 2;
  }
  const E last = step < end - fiber ? fiber + step : end;
  return teaal_owner(segments, fiber, static_cast<F>(last), position);
}

// The lanes of this one's group, where groups are `width` neighbours, a power of two up to 32.
static __device__ __forceinline__ unsigned teaal_group_mask(int width) {
  return 0xffffffffu >> (32 - width) << (threadIdx.x % 32 & -width);
}

// What lane `lane` of such a group has of something that each of its lanes has one of. All lanes of
// the group ask together.
template <class T>
static __device__ __forceinline__ T teaal_of_lane(T value, int lane, int width) {
  if constexpr (sizeof(T) < sizeof(int))
    return static_cast<T>(
        __shfl_sync(teaal_group_mask(width), static_cast<int>(value), lane, width));
  else
    return __shfl_sync(teaal_group_mask(width), value, lane, width);
}

// Bit i: whether it holds in lane i of the group, all lanes of which ask together.
static __device__ __forceinline__ unsigned teaal_lanes_where(bool holds, int width) {
  return __ballot_sync(teaal_group_mask(width), holds) >> (threadIdx.x % 32 & -width);
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

#line 14 "spmm_nonzero_split.yaml"
extern "C" __global__ void spmm_nonzero_split_Z_find_fibers(const pos_t* __restrict__ A_K_segments,
                                                            coord_t M,
                                                            pos_t* __restrict__ A_run_fibers,
                                                            size_type entries) {
  teaal_await_launches();
  for (size_type entry = static_cast<size_type>(blockIdx.x) * blockDim.x + threadIdx.x;
       entry < entries; entry += static_cast<size_type>(gridDim.x) * blockDim.x) {
#line 22 "spmm_nonzero_split.yaml"
    const size_type A_M_to = M;
#line 14 "spmm_nonzero_split.yaml"
    A_run_fibers[entry] = teaal_owner_by_eights(A_K_segments, 0, A_M_to, entry * 64);
  }
}

#line 14 "spmm_nonzero_split.yaml"
extern "C" __global__ void __launch_bounds__(128, 8)
    spmm_nonzero_split_Z(value_t* __restrict__ Z_values, const pos_t* __restrict__ A_K_segments,
                         const coord_t* __restrict__ A_K_coords,
                         const value_t* __restrict__ A_values, const value_t* __restrict__ B_values,
                         value_t* __restrict__ Z_carries, size_type* __restrict__ Z_carry_keys,
                         coord_t M, coord_t N, const pos_t* __restrict__ A_run_fibers) {
  constexpr int BLOCK = 512;
  constexpr int COLUMNS = 64;
  constexpr int RUN = 64;
  constexpr int WARP = 128;
  teaal_await_launches();
  const offset_t workers_MK3 = gridDim.x;
  const offset_t worker_MK3 = blockIdx.x;
  const offset_t workers_MK2 = blockDim.x / 32;
  const offset_t worker_MK2 = threadIdx.x / 32;
  const offset_t worker_N1 = threadIdx.x % 32 % 16;
  const offset_t workers_MK1 = 2;
  const offset_t worker_MK1 = threadIdx.x % 32 / 16;
#line 22 "spmm_nonzero_split.yaml"
  const offset_t A_M_to = M;
  const pos_t A_K_to = A_K_segments[A_M_to];
  for (offset_t mk3 = worker_MK3 * BLOCK; mk3 < A_K_to; mk3 += workers_MK3 * BLOCK) {
    const offset_t mk3_end = min(static_cast<offset_t>(A_K_to), mk3 + BLOCK);
    for (offset_t mk2 = mk3 + worker_MK2 * WARP; mk2 < mk3_end; mk2 += workers_MK2 * WARP) {
      const offset_t mk2_end = min(mk3_end, mk2 + WARP);
      for (offset_t mk1 = mk2 + worker_MK1 * RUN; mk1 < mk2_end; mk1 += workers_MK1 * RUN) {
        const offset_t mk1_end = min(mk2_end, mk1 + RUN);
        const offset_t slot = (mk3 / BLOCK * 4 + (mk2 - mk3) / WARP) * 2 + (mk1 - mk2) / RUN;
        const offset_t n2_whole_end =
            (teaal_aligned_rows(B_values, N) && teaal_aligned_rows(Z_carries, N) &&
             teaal_aligned_rows(Z_values, N))
                ? static_cast<offset_t>(N) / 64 * 64
                : 0;
        for (offset_t n2 = 0; n2 < n2_whole_end; n2 += COLUMNS) {
#line 14 "spmm_nonzero_split.yaml"
          value_t sums[4];
#pragma unroll
          for (int sums_element = 0; sums_element < 4; ++sums_element) {
            sums[sums_element] = value_t(0);
          }
#line 22 "spmm_nonzero_split.yaml"
          const int run_length = mk1_end - mk1;
          offset_t A_M_at = A_run_fibers[mk1 / 64];
          int from = max(static_cast<offset_t>(A_K_segments[A_M_at]), mk1 - 1) - mk1;
          for (int chunk = 0; chunk < run_length; chunk += 16) {
            const int chunk_end = min(run_length, chunk + 16);
            const pos_t mk0_own = static_cast<pos_t>(
                min(mk1 + static_cast<offset_t>(chunk) + static_cast<offset_t>(threadIdx.x % 16),
                    mk1 + static_cast<offset_t>(chunk_end) - 1));
            const pos_t A_M_at_own = teaal_climb(A_K_segments, A_M_at, A_M_to, mk0_own);
            const coord_t k_own = A_K_coords[mk0_own];
            const value_t A_values_own = A_values[mk0_own];
            const unsigned ends = teaal_lanes_where(
                static_cast<offset_t>(mk0_own) + 1 ==
                    min(mk1_end, static_cast<offset_t>(A_K_segments[A_M_at_own + 1])),
                16);
            A_M_at = teaal_of_lane(A_M_at_own, 15, 16);
            for (int batch = chunk; batch < chunk_end; batch += 4) {
              value_t terms[16];
#pragma unroll
              for (int element = 0; element < 16; ++element) {
                terms[element] = value_t(0);
              }
#pragma unroll
              for (int turn = 0; turn < 4; ++turn) {
                const coord_t k = teaal_of_lane(k_own, batch + turn - chunk, 16);
                const value_t A_values_element =
                    teaal_of_lane(A_values_own, batch + turn - chunk, 16);
                const offset_t n1 = n2 + worker_N1 * 4;
                value_t B_values_quad[4];
                teaal_read_quad(&B_values_quad[0],
                                &B_values[static_cast<offset_t>(k) * static_cast<offset_t>(N) +
                                          static_cast<coord_t>(n1)]);
#pragma unroll
                for (int n0_turn = 0; n0_turn < 4; ++n0_turn) {
#line 14 "spmm_nonzero_split.yaml"
                  terms[turn * 4 + n0_turn] =
                      fmaf(A_values_element, B_values_quad[n0_turn], terms[turn * 4 + n0_turn]);
                }
              }
#line 22 "spmm_nonzero_split.yaml"
#pragma unroll
              for (int turn_2 = 0; turn_2 < 4; ++turn_2) {
                const int next = batch + (turn_2 + 1);
                if (next <= run_length) {
#pragma unroll
                  for (int element_2 = 0; element_2 < 4; ++element_2) {
                    sums[element_2] += terms[turn_2 * 4 + element_2];
                  }
                  if ((ends >> (next - chunk - 1) & 1u) != 0u) {
                    const pos_t fiber = teaal_of_lane(A_M_at_own, next - chunk - 1, 16);
                    const coord_t m = static_cast<coord_t>(fiber);
                    const bool begun = from < 0;
                    const offset_t Z_key = static_cast<offset_t>(m);
                    if (begun) {
                      if (worker_N1 == 0) {
                        Z_carry_keys[slot] = Z_key + 1;
                      }
                    }
                    if (begun) {
                      const offset_t n1 = n2 + worker_N1 * 4;
                      teaal_write_quad(
                          &Z_carries[static_cast<size_type>(slot) * static_cast<offset_t>(N) +
                                     (static_cast<offset_t>(m) * static_cast<offset_t>(N) +
                                      static_cast<coord_t>(n1) -
                                      static_cast<size_type>(Z_key) * static_cast<offset_t>(N))],
                          &sums[0]);
                    }
                    if (!begun) {
                      const offset_t n1 = n2 + worker_N1 * 4;
                      teaal_write_quad(
                          &Z_values[static_cast<offset_t>(m) * static_cast<offset_t>(N) +
                                    static_cast<coord_t>(n1)],
                          &sums[0]);
                    }
#line 14 "spmm_nonzero_split.yaml"
#pragma unroll
                    for (int sums_element = 0; sums_element < 4; ++sums_element) {
                      sums[sums_element] = value_t(0);
                    }
#line 22 "spmm_nonzero_split.yaml"
                    from = next;
                  }
                }
              }
            }
          }
        }
#pragma unroll 1
        for (offset_t n2 = n2_whole_end; n2 < N; n2 += COLUMNS) {
          const offset_t n2_end = min(static_cast<offset_t>(N), n2 + COLUMNS);
#line 14 "spmm_nonzero_split.yaml"
          value_t sums[4];
#pragma unroll
          for (int sums_element = 0; sums_element < 4; ++sums_element) {
            sums[sums_element] = value_t(0);
          }
#line 22 "spmm_nonzero_split.yaml"
          const int run_length = mk1_end - mk1;
          offset_t A_M_at = A_run_fibers[mk1 / 64];
          int from = max(static_cast<offset_t>(A_K_segments[A_M_at]), mk1 - 1) - mk1;
          for (int chunk_2 = 0; chunk_2 < run_length; chunk_2 += 16) {
            const int chunk_end_2 = min(run_length, chunk_2 + 16);
            const pos_t mk0_own = static_cast<pos_t>(
                min(mk1 + static_cast<offset_t>(chunk_2) + static_cast<offset_t>(threadIdx.x % 16),
                    mk1 + static_cast<offset_t>(chunk_end_2) - 1));
            const pos_t A_M_at_own_2 = teaal_climb(A_K_segments, A_M_at, A_M_to, mk0_own);
            const coord_t k_own_2 = A_K_coords[mk0_own];
            const value_t A_values_own_2 = A_values[mk0_own];
            const unsigned ends_2 = teaal_lanes_where(
                static_cast<offset_t>(mk0_own) + 1 ==
                    min(mk1_end, static_cast<offset_t>(A_K_segments[A_M_at_own_2 + 1])),
                16);
            A_M_at = teaal_of_lane(A_M_at_own_2, 15, 16);
            for (int batch_2 = chunk_2; batch_2 < chunk_end_2; batch_2 += 4) {
              value_t terms[16];
#pragma unroll
              for (int element_3 = 0; element_3 < 16; ++element_3) {
                terms[element_3] = value_t(0);
              }
#pragma unroll
              for (int turn_3 = 0; turn_3 < 4; ++turn_3) {
                const coord_t k = teaal_of_lane(k_own_2, batch_2 + turn_3 - chunk_2, 16);
                const value_t A_values_element_2 =
                    teaal_of_lane(A_values_own_2, batch_2 + turn_3 - chunk_2, 16);
                if (n2 + worker_N1 * 4 < n2_end) {
                  const offset_t n1 = n2 + worker_N1 * 4;
                  const offset_t n1_end = min(n2_end, n1 + 4);
#pragma unroll
                  for (int n0_turn = 0; n0_turn < 4; ++n0_turn) {
                    if (n1 + n0_turn < n1_end) {
                      const coord_t n0 = static_cast<coord_t>(n1 + n0_turn);
                      const offset_t B_N_at_2 =
                          static_cast<offset_t>(k) * static_cast<offset_t>(N) + n0;
#line 14 "spmm_nonzero_split.yaml"
                      terms[turn_3 * 4 + n0_turn] =
                          fmaf(A_values_element_2, B_values[B_N_at_2], terms[turn_3 * 4 + n0_turn]);
                    }
                  }
                }
              }
#line 22 "spmm_nonzero_split.yaml"
#pragma unroll
              for (int turn_4 = 0; turn_4 < 4; ++turn_4) {
                const int next = batch_2 + (turn_4 + 1);
                if (next <= run_length) {
#pragma unroll
                  for (int element_4 = 0; element_4 < 4; ++element_4) {
                    sums[element_4] += terms[turn_4 * 4 + element_4];
                  }
                  if ((ends_2 >> (next - chunk_2 - 1) & 1u) != 0u) {
                    const pos_t fiber_2 = teaal_of_lane(A_M_at_own_2, next - chunk_2 - 1, 16);
                    const coord_t m = static_cast<coord_t>(fiber_2);
                    const bool begun_2 = from < 0;
                    const offset_t Z_key_2 = static_cast<offset_t>(m);
                    if (begun_2) {
                      if (worker_N1 == 0) {
                        Z_carry_keys[slot] = Z_key_2 + 1;
                      }
                    }
                    if (begun_2) {
                      if (n2 + worker_N1 * 4 < n2_end) {
                        const offset_t n1 = n2 + worker_N1 * 4;
                        const offset_t n1_end_2 = min(n2_end, n1 + 4);
#pragma unroll
                        for (int n0_turn = 0; n0_turn < 4; ++n0_turn) {
                          if (n1 + n0_turn < n1_end_2) {
                            const coord_t n0 = static_cast<coord_t>(n1 + n0_turn);
                            const offset_t Z_N_at_3 =
                                static_cast<offset_t>(m) * static_cast<offset_t>(N) + n0;
#line 14 "spmm_nonzero_split.yaml"
                            Z_carries[static_cast<size_type>(slot) * static_cast<offset_t>(N) +
                                      (Z_N_at_3 - static_cast<size_type>(Z_key_2) *
                                                      static_cast<offset_t>(N))] = sums[n0_turn];
                          }
                        }
                      }
                    }
#line 22 "spmm_nonzero_split.yaml"
                    if (!begun_2) {
                      if (n2 + worker_N1 * 4 < n2_end) {
                        const offset_t n1 = n2 + worker_N1 * 4;
                        const offset_t n1_end_3 = min(n2_end, n1 + 4);
#pragma unroll
                        for (int n0_turn = 0; n0_turn < 4; ++n0_turn) {
                          if (n1 + n0_turn < n1_end_3) {
                            const coord_t n0 = static_cast<coord_t>(n1 + n0_turn);
                            const offset_t Z_N_at_4 =
                                static_cast<offset_t>(m) * static_cast<offset_t>(N) + n0;
#line 14 "spmm_nonzero_split.yaml"
                            Z_values[Z_N_at_4] = sums[n0_turn];
                          }
                        }
                      }
                    }
#pragma unroll
                    for (int sums_element = 0; sums_element < 4; ++sums_element) {
                      sums[sums_element] = value_t(0);
                    }
#line 22 "spmm_nonzero_split.yaml"
                    from = next;
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

#line 14 "spmm_nonzero_split.yaml"
extern "C" __global__ void spmm_nonzero_split_Z_add_chunks(
    const value_t* __restrict__ Z_carries, const size_type* __restrict__ Z_carry_keys,
    value_t* __restrict__ Z_values, size_type slots, size_type each,
    value_t* __restrict__ Z_carries_2, size_type* __restrict__ Z_carry_keys_2, size_type chunk,
    size_type entries) {
  teaal_await_launches();
  for (size_type entry = static_cast<offset_t>(blockIdx.x) * blockDim.x + threadIdx.x;
       entry < entries; entry += static_cast<offset_t>(gridDim.x) * blockDim.x) {
    const size_type slot = entry / static_cast<offset_t>(each);
    const size_type element_of_slot = entry % static_cast<offset_t>(each);
    size_type first = 0;
    size_type last = 0;
    value_t sum = value_t(0);
    value_t first_sum = value_t(0);
    const size_type end = min(static_cast<size_type>(static_cast<offset_t>(slots)),
                              slot * static_cast<offset_t>(chunk) + static_cast<offset_t>(chunk));
    for (size_type from = slot * static_cast<offset_t>(chunk); from < end; from += 8) {
      size_type keys[8];
      value_t values[8];
#pragma unroll
      for (int turn = 0; turn < 8; ++turn) {
        const size_type slot_of_turn = from + turn;
        keys[turn] = 0;
        if (slot_of_turn < end) {
          keys[turn] = Z_carry_keys[slot_of_turn];
        }
      }
#pragma unroll
      for (int turn = 0; turn < 8; ++turn) {
        const size_type slot_of_turn = from + turn;
        values[turn] = value_t(0);
        if (0 < keys[turn]) {
          values[turn] = Z_carries[slot_of_turn * static_cast<offset_t>(each) + element_of_slot];
        }
      }
#pragma unroll
      for (int turn = 0; turn < 8; ++turn) {
        const size_type key = keys[turn];
        if (0 < key) {
          if (last != key) {
            if (last == first) {
              first_sum = sum;
            }
            if (first != last) {
              Z_values[(last - 1) * static_cast<offset_t>(each) + element_of_slot] += sum;
            }
            last = key;
            sum = value_t(0);
            if (first == 0) {
              first = key;
            }
          }
          sum += values[turn];
        }
      }
    }
    if (last == first) {
      first_sum = sum;
    }
    if (first != last) {
      Z_values[(last - 1) * static_cast<offset_t>(each) + element_of_slot] += sum;
    }
    Z_carries_2[slot * static_cast<offset_t>(each) + element_of_slot] = first_sum;
    if (element_of_slot == 0) {
      Z_carry_keys_2[slot] = first;
    }
  }
}

#line 14 "spmm_nonzero_split.yaml"
extern "C" __global__ void spmm_nonzero_split_Z_add_carries(
    const value_t* __restrict__ Z_carries_2, const size_type* __restrict__ Z_carry_keys_2,
    value_t* __restrict__ Z_values, size_type slots, size_type each, size_type entries) {
  teaal_await_launches();
  for (size_type entry = static_cast<offset_t>(blockIdx.x) * blockDim.x + threadIdx.x;
       entry < entries; entry += static_cast<offset_t>(gridDim.x) * blockDim.x) {
    const size_type slot = entry / static_cast<offset_t>(each);
    const size_type element_of_slot = entry % static_cast<offset_t>(each);
    const size_type key = Z_carry_keys_2[slot];
    if (0 < key) {
      size_type before = slot;
      while (0 < before && Z_carry_keys_2[before - 1] == 0) {
        before = before - 1;
      }
      if (before == 0 || (Z_carry_keys_2[before - 1] != key)) {
        value_t sum = value_t(0);
        size_type next = slot;
        while (next < static_cast<offset_t>(slots)) {
          size_type keys[8];
          value_t values[8];
#pragma unroll
          for (int turn = 0; turn < 8; ++turn) {
            const size_type slot_of_turn = next + turn;
            keys[turn] = 0;
            if (slot_of_turn < static_cast<offset_t>(slots)) {
              keys[turn] = Z_carry_keys_2[slot_of_turn];
            }
          }
#pragma unroll
          for (int turn = 0; turn < 8; ++turn) {
            const size_type slot_of_turn = next + turn;
            values[turn] = value_t(0);
            if (keys[turn] == key) {
              values[turn] =
                  Z_carries_2[slot_of_turn * static_cast<offset_t>(each) + element_of_slot];
            }
          }
          next = next + 8;
#pragma unroll
          for (int turn = 0; turn < 8; ++turn) {
            if (keys[turn] == key) {
              sum += values[turn];
            }
            if (0 < keys[turn] && (keys[turn] != key)) {
              next = static_cast<offset_t>(slots);
            }
          }
        }
        Z_values[(key - 1) * static_cast<offset_t>(each) + element_of_slot] += sum;
      }
    }
  }
}

extern "C" __global__ void spmm_nonzero_split_clear_Z(value_t* __restrict__ Z_values,
                                                      const pos_t* __restrict__ A_K_segments,
                                                      size_type* __restrict__ Z_carry_keys,
                                                      size_type each, size_type entries,
                                                      size_type Z_carry_keys_elements) {
  for (offset_t element_2 = static_cast<offset_t>(blockIdx.x) * blockDim.x + threadIdx.x;
       element_2 < static_cast<offset_t>(Z_carry_keys_elements);
       element_2 += static_cast<offset_t>(gridDim.x) * blockDim.x) {
    Z_carry_keys[element_2] = 0;
  }
  for (size_type entry = static_cast<offset_t>(blockIdx.x) * blockDim.x + threadIdx.x;
       entry < entries; entry += static_cast<offset_t>(gridDim.x) * blockDim.x) {
    const offset_t fiber = entry / 8;
    if (A_K_segments[fiber] == A_K_segments[fiber + 1]) {
      for (size_type element = entry % 8; element < each; element += 8) {
        Z_values[fiber * each + element] = value_t(0);
      }
    }
  }
}

#if !defined(__CUDACC_RTC__) && !defined(TEAAL_PRELUDE)
#line 1 "spmm_nonzero_split.launcher"
#include <cuda_runtime.h>
#include <stddef.h>
#include <stdint.h>

typedef value_t spmm_nonzero_split_value;
typedef pos_t spmm_nonzero_split_position;

extern "C" {
#if TEAAL_POSITION_BITS == 64 /* functions have names of their own */
#define spmm_nonzero_split_workspace_bytes spmm_nonzero_split_workspace_bytes_64
#define spmm_nonzero_split_launch spmm_nonzero_split_launch_64
#endif

struct CUstream_st; /* what cudaStream_t points to */

/* Device pointers and sizes. Segments have one entry a fiber and one more; arrays must not overlap.
 */
typedef struct spmm_nonzero_split_arguments {
  /* Z: M:U, N:U */
  spmm_nonzero_split_value* Z_values;
  /* A: M:U, K:C */
  const spmm_nonzero_split_position* A_K_segments;
  const int32_t* A_K_coords;
  const spmm_nonzero_split_value* A_values;
  /* B: K:U, N:U */
  const spmm_nonzero_split_value* B_values;
  int64_t extent_M;
  int64_t extent_K;
  int64_t extent_N;
  int64_t elements_A; /* how many elements A stores */
} spmm_nonzero_split_arguments;

/* Bytes of device memory that spmm_nonzero_split_launch needs as workspace (0: none), aligned to
 * 256. */
size_t spmm_nonzero_split_workspace_bytes(const spmm_nonzero_split_arguments* arguments);

/* Enqueues the whole plan on `stream` (0: the default stream) and returns at once. 0: enqueued;
   else see spmm_nonzero_split_error_text. Allocates nothing and throws nothing. */
int spmm_nonzero_split_launch(const spmm_nonzero_split_arguments* arguments, void* workspace,
                              size_t workspace_bytes, struct CUstream_st* stream);
const char* spmm_nonzero_split_error_text(int code);
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

struct spmm_nonzero_split_sizes {
  int64_t M;
  int64_t K;
  int64_t N;
  int64_t elements_A;
  explicit spmm_nonzero_split_sizes(const spmm_nonzero_split_arguments& a) {
    M = a.extent_M;
    K = a.extent_K;
    N = a.extent_N;
    elements_A = a.elements_A;
  }
  bool valid() const {
    return M >= 0 && M <= 2147483647 && K >= 0 && K <= 2147483647 && N >= 0 && N <= 2147483647;
  }
  bool addressable() const {
    return M <= 1000000000 && K <= 1000000000 && N <= 1000000000 && elements_A <= 1000000000 &&
           (M == 0 || N <= 1000000000 / M) && (K == 0 || N <= 1000000000 / K);
  }
  int64_t elements_0() const { return ceil_div(elements_A, 512) * 4 * 2 * N; }
  int64_t elements_1() const { return ceil_div(elements_A, 512) * 4 * 2; }
  int64_t elements_2() const { return ceil_div(elements_A, 64); }
  int64_t elements_3() const {
    return ceil_div(ceil_div(elements_A, 512) * 4 * 2,
                    max(8, ceil_div(ceil_div(elements_A, 512) * 4 * 2, 8192))) *
           N;
  }
  int64_t elements_4() const {
    return ceil_div(ceil_div(elements_A, 512) * 4 * 2,
                    max(8, ceil_div(ceil_div(elements_A, 512) * 4 * 2, 8192)));
  }
  int64_t block_spmm_nonzero_split_Z_find_fibers() const { return 256; }
  int64_t grid_spmm_nonzero_split_Z_find_fibers() const {
    return max(1, min(ceil_div(ceil_div(elements_A, 64), 256), 4096));
  }
  int64_t block_spmm_nonzero_split_Z() const {
    return max(min(ceil_div(min(512, elements_A), 128), 8), 1) * 32;
  }
  int64_t grid_spmm_nonzero_split_Z() const {
    return max(min(ceil_div(elements_A, 512), 2147483647), 1);
  }
  int64_t block_spmm_nonzero_split_Z_add_chunks() const { return 256; }
  int64_t grid_spmm_nonzero_split_Z_add_chunks() const {
    return max(1, min(ceil_div(ceil_div(ceil_div(elements_A, 512) * 4 * 2,
                                        max(8, ceil_div(ceil_div(elements_A, 512) * 4 * 2, 8192))) *
                                   N,
                               256),
                      4096));
  }
  int64_t block_spmm_nonzero_split_Z_add_carries() const { return 256; }
  int64_t grid_spmm_nonzero_split_Z_add_carries() const {
    return grid_spmm_nonzero_split_Z_add_chunks();
  }
  int64_t block_spmm_nonzero_split_clear_Z() const { return 256; }
  int64_t grid_spmm_nonzero_split_clear_Z() const {
    return max(1, min(ceil_div(M * 8, 256), 4096));
  }
  coord_t M_of_spmm_nonzero_split_Z_find_fibers() const { return static_cast<coord_t>(M); }
  int64_t entries_of_spmm_nonzero_split_Z_find_fibers() const { return ceil_div(elements_A, 64); }
  coord_t M_of_spmm_nonzero_split_Z() const { return static_cast<coord_t>(M); }
  coord_t N_of_spmm_nonzero_split_Z() const { return static_cast<coord_t>(N); }
  int64_t slots_of_spmm_nonzero_split_Z_add_chunks() const {
    return ceil_div(elements_A, 512) * 4 * 2;
  }
  int64_t each_of_spmm_nonzero_split_Z_add_chunks() const { return N; }
  int64_t chunk_of_spmm_nonzero_split_Z_add_chunks() const {
    return max(8, ceil_div(ceil_div(elements_A, 512) * 4 * 2, 8192));
  }
  int64_t entries_of_spmm_nonzero_split_Z_add_chunks() const {
    return ceil_div(ceil_div(elements_A, 512) * 4 * 2,
                    max(8, ceil_div(ceil_div(elements_A, 512) * 4 * 2, 8192))) *
           N;
  }
  int64_t slots_of_spmm_nonzero_split_Z_add_carries() const {
    return ceil_div(ceil_div(elements_A, 512) * 4 * 2,
                    max(8, ceil_div(ceil_div(elements_A, 512) * 4 * 2, 8192)));
  }
  int64_t each_of_spmm_nonzero_split_Z_add_carries() const { return N; }
  int64_t entries_of_spmm_nonzero_split_Z_add_carries() const {
    return ceil_div(ceil_div(elements_A, 512) * 4 * 2,
                    max(8, ceil_div(ceil_div(elements_A, 512) * 4 * 2, 8192))) *
           N;
  }
  int64_t each_of_spmm_nonzero_split_clear_Z() const { return M * N / max(M, 1); }
  int64_t entries_of_spmm_nonzero_split_clear_Z() const { return M * 8; }
  int64_t Z_carry_keys_elements_of_spmm_nonzero_split_clear_Z() const {
    return ceil_div(elements_A, 512) * 4 * 2;
  }
  int64_t stored_Z() const { return M * N; }
};

}  // namespace

extern "C" size_t spmm_nonzero_split_workspace_bytes(
    const spmm_nonzero_split_arguments* arguments) {
  if (arguments == nullptr) return 0;
  const spmm_nonzero_split_sizes sizes(*arguments);
  if (!sizes.valid()) return 0;
  size_t bytes = 0;
  (void)sizes;
  bytes += (static_cast<size_t>(sizes.elements_0()) * sizeof(value_t) + 255) / 256 * 256;
  bytes += (static_cast<size_t>(sizes.elements_1()) * sizeof(size_type) + 255) / 256 * 256;
  bytes += (static_cast<size_t>(sizes.elements_2()) * sizeof(pos_t) + 255) / 256 * 256;
  bytes += (static_cast<size_t>(sizes.elements_3()) * sizeof(value_t) + 255) / 256 * 256;
  bytes += (static_cast<size_t>(sizes.elements_4()) * sizeof(size_type) + 255) / 256 * 256;
  return bytes;
}

extern "C" int spmm_nonzero_split_launch(const spmm_nonzero_split_arguments* arguments,
                                         void* workspace, size_t workspace_bytes,
                                         struct CUstream_st* stream) {
  if (arguments == nullptr) return 1;
  const spmm_nonzero_split_arguments& a = *arguments;
  const spmm_nonzero_split_sizes sizes(a);
  if (!sizes.valid()) return 1;
  if (sizeof(offset_t) < sizeof(int64_t) && !sizes.addressable()) return 6;
  if (workspace_bytes < spmm_nonzero_split_workspace_bytes(arguments)) return 2;
  (void)workspace;
  char* free_bytes = static_cast<char*>(workspace);
  value_t* Z_carries = reinterpret_cast<value_t*>(free_bytes);
  free_bytes += (static_cast<size_t>(sizes.elements_0()) * sizeof(value_t) + 255) / 256 * 256;
  size_type* Z_carry_keys = reinterpret_cast<size_type*>(free_bytes);
  free_bytes += (static_cast<size_t>(sizes.elements_1()) * sizeof(size_type) + 255) / 256 * 256;
  pos_t* A_run_fibers = reinterpret_cast<pos_t*>(free_bytes);
  free_bytes += (static_cast<size_t>(sizes.elements_2()) * sizeof(pos_t) + 255) / 256 * 256;
  value_t* Z_carries_2 = reinterpret_cast<value_t*>(free_bytes);
  free_bytes += (static_cast<size_t>(sizes.elements_3()) * sizeof(value_t) + 255) / 256 * 256;
  size_type* Z_carry_keys_2 = reinterpret_cast<size_type*>(free_bytes);
  free_bytes += (static_cast<size_t>(sizes.elements_4()) * sizeof(size_type) + 255) / 256 * 256;
  spmm_nonzero_split_clear_Z<<<static_cast<unsigned>(sizes.grid_spmm_nonzero_split_clear_Z()),
                               static_cast<unsigned>(sizes.block_spmm_nonzero_split_clear_Z()), 0,
                               stream>>>(
      a.Z_values, a.A_K_segments, Z_carry_keys, sizes.each_of_spmm_nonzero_split_clear_Z(),
      sizes.entries_of_spmm_nonzero_split_clear_Z(),
      sizes.Z_carry_keys_elements_of_spmm_nonzero_split_clear_Z());
  if (cudaGetLastError() != cudaSuccess) return 3;
  if (launch_early(spmm_nonzero_split_Z_find_fibers,
                   static_cast<unsigned>(sizes.grid_spmm_nonzero_split_Z_find_fibers()),
                   static_cast<unsigned>(sizes.block_spmm_nonzero_split_Z_find_fibers()), 0, stream,
                   a.A_K_segments, sizes.M_of_spmm_nonzero_split_Z_find_fibers(), A_run_fibers,
                   sizes.entries_of_spmm_nonzero_split_Z_find_fibers()) != cudaSuccess)
    return 3;
  if (launch_early(spmm_nonzero_split_Z, static_cast<unsigned>(sizes.grid_spmm_nonzero_split_Z()),
                   static_cast<unsigned>(sizes.block_spmm_nonzero_split_Z()), 0, stream, a.Z_values,
                   a.A_K_segments, a.A_K_coords, a.A_values, a.B_values, Z_carries, Z_carry_keys,
                   sizes.M_of_spmm_nonzero_split_Z(), sizes.N_of_spmm_nonzero_split_Z(),
                   A_run_fibers) != cudaSuccess)
    return 3;
  if (launch_early(spmm_nonzero_split_Z_add_chunks,
                   static_cast<unsigned>(sizes.grid_spmm_nonzero_split_Z_add_chunks()),
                   static_cast<unsigned>(sizes.block_spmm_nonzero_split_Z_add_chunks()), 0, stream,
                   Z_carries, Z_carry_keys, a.Z_values,
                   sizes.slots_of_spmm_nonzero_split_Z_add_chunks(),
                   sizes.each_of_spmm_nonzero_split_Z_add_chunks(), Z_carries_2, Z_carry_keys_2,
                   sizes.chunk_of_spmm_nonzero_split_Z_add_chunks(),
                   sizes.entries_of_spmm_nonzero_split_Z_add_chunks()) != cudaSuccess)
    return 3;
  if (launch_early(spmm_nonzero_split_Z_add_carries,
                   static_cast<unsigned>(sizes.grid_spmm_nonzero_split_Z_add_carries()),
                   static_cast<unsigned>(sizes.block_spmm_nonzero_split_Z_add_carries()), 0, stream,
                   Z_carries_2, Z_carry_keys_2, a.Z_values,
                   sizes.slots_of_spmm_nonzero_split_Z_add_carries(),
                   sizes.each_of_spmm_nonzero_split_Z_add_carries(),
                   sizes.entries_of_spmm_nonzero_split_Z_add_carries()) != cudaSuccess)
    return 3;
  return 0;
}

extern "C" const char* spmm_nonzero_split_error_text(int code) {
  switch (code) {
    case 0:
      return "ok";
    case 1:
      return "no arguments, or an extent or size outside [0, 2147483647]";
    case 2:
      return "the workspace is smaller than spmm_nonzero_split_workspace_bytes says";
    case 3:
      return "CUDA refused a launch or a memset; cudaGetLastError has been read";
    case 6:
      return "an extent or an array is longer than offsets count: build with TEAAL_OFFSET_BITS=64";
    default:
      return "unknown code";
  }
}
#endif
