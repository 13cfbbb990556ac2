// Made by teaalc 0.1.0 from events.yaml; do not edit.
//   Z[m, n] = S[m, k] * W[k, n]
//     loops M (space), N3 (space), K1, N2 (space), N1 (space), K0 (space), N0
//   stored S[M:U, K:U], W[K:U, N:U], Z[M:U, N:U]
//   sizes CHUNK=5120 COLUMNS=256
//   teaalc events.yaml --type=f32 --arch=sm_90 --index-bits=32

// The sum over the lanes of the warp up to this one. The warp's lanes are the bits of `lanes`, from
// the lowest on; all of them must call it.
template <class T>
static __device__ __forceinline__ T teaal_lane_upto(T value, unsigned lanes = 0xffffffffu) {
  const int lane = threadIdx.x % 32;
#pragma unroll
  for (int by = 1; by < 32; by *= 2) {
    const T lower = __shfl_up_sync(lanes, value, by);
    if (lane >= by) value += lower;
  }
  return value;
}

// What a reduction does with two values; sums of integers are modulo 2^32.
struct teaal_sum {
  template <class T>
  static __device__ __forceinline__ T of(T a, T b) {
    return a + b;
  }
  static __device__ __forceinline__ int of(int a, int b) { return int(unsigned(a) + unsigned(b)); }
};

// The lanes of this one's group, where groups are `width` neighbours, a power of two up to 32.
static __device__ __forceinline__ unsigned teaal_group_mask(int width) {
  return 0xffffffffu >> (32 - width) << (threadIdx.x % 32 & -width);
}

// Over a group of `width` neighbouring lanes, a power of two up to 32. All lanes of a group call it
// together, with the same width; where other groups are does not matter. Bitwise the same in the
// whole group.
template <class Op, class T>
static __device__ __forceinline__ T teaal_group_reduce(T value, int width) {
  const unsigned group = teaal_group_mask(width);
  for (int offset = width / 2; offset > 0; offset /= 2)
    value = Op::of(value, __shfl_xor_sync(group, value, offset));
  return value;
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

// Whether quads of rows of `length` elements behind `base` are aligned to 16 bytes.
template <class T>
static __device__ __forceinline__ bool teaal_aligned_rows(const T* base, long long length) {
  return length % 4 == 0 && reinterpret_cast<unsigned long long>(base) % 16 == 0;
}

// Which of at most 32 elements in [begin, end) differ from `absent`: bit i is element begin + i.
template <int W, class T, class E>
static __device__ __forceinline__ unsigned teaal_present(const E* elements, long long stride,
                                                         int begin, int end, T absent) {
  unsigned bits = 0;
#pragma unroll 8
  for (int i = 0; i < 32; i += W) {
    if (begin + i >= end) continue;
    if constexpr (W == 4) {
      T quad[4];
      teaal_read_quad(quad, &elements[begin + i]);
#pragma unroll
      for (int j = 0; j < 4; ++j) bits |= (quad[j] != absent ? 1u : 0u) << (i + j);
    } else {
      const T value = static_cast<T>(+elements[(begin + i) * stride]);
      bits |= (value != absent ? 1u : 0u) << i;
    }
  }
  return bits;
}

// Writes the numbers of bits that lanes of a warp have set, `number` that of a lane's first bit and
// `run` more for each lane, each lane's from `to` on: a bit a lane at a time, or, where fewer lanes
// have any than one of them has, all bits of a lane at a time; or where one has more than 16, as
// lanes that write so far apart meet in banks of shared memory.
template <class C>
static __device__ __forceinline__ void teaal_list_set(C* coords, unsigned bits, int to, C number,
                                                      int run, unsigned all_lanes) {
  const unsigned having = __ballot_sync(all_lanes, bits != 0u);
  const bool many = __any_sync(all_lanes, __popc(bits) > min(__popc(having), 16));
  if (many && all_lanes == 0xffffffffu) {
    const int lane = threadIdx.x % 32;
    for (unsigned left = having; left != 0; left &= left - 1) {
      const int from = __ffs(static_cast<int>(left)) - 1;
      const unsigned word = __shfl_sync(all_lanes, bits, from);
      const int place = __shfl_sync(all_lanes, to, from);
      if ((word >> lane & 1u) != 0u)
        coords[place + __popc(word & ((1u << lane) - 1u))] =
            static_cast<C>(number + (from - lane) * run + lane);
    }
    return;
  }
  for (unsigned left = bits; left != 0; left &= left - 1)
    coords[to++] = static_cast<C>(number + __ffs(static_cast<int>(left)) - 1);
}

// How many a block lists. A lane has runs of up to 32 neighbours, so that what lanes find is in
// order. of.bits(of.ask(begin, end), begin, end): which of at most 32 elements in [begin, end) are
// listed, as teaal_present has them; `ask` waits for nothing it can do without. Of the list this
// warp has what begins at `own`, up to `own_last`.
template <class C, class P, class Of>
static __device__ __forceinline__ int teaal_list_runs(C* coords, P* counts, long long first,
                                                      int length, Of of, int& own, int& own_last) {
  const int warp = threadIdx.x / 32, lane = threadIdx.x % 32, warps = (blockDim.x + 31) / 32;
  const int threads = blockDim.x, lanes = min(32, threads - warp * 32);
  const unsigned all_lanes = 0xffffffffu >> (32 - lanes);
  const int run = min(32, max(4, (length + 4 * threads - 1) / (4 * threads) * 4));
  const int runs = (length + threads * run - 1) / (threads * run);  // of a lane
  const int begin = min(length, warp * 32 * run * runs),
            end = min(length, begin + lanes * run * runs);
  // The first ones are looked at together, and kept: what memory is asked for is under way at once.
  constexpr int together = 4;
  decltype(of.ask(0, 0)) asked[together];
  unsigned kept[together];
  const auto last = [&](int at) { return min(end, at + run); };
  const auto look = [&](int at) { return of.bits(of.ask(at, last(at)), at, last(at)); };
  const int own_first = begin + run * lane, step = run * lanes;
#pragma unroll
  for (int r = 0; r < together; ++r) {
    const int at = own_first + r * step;
    asked[r] = r < runs ? of.ask(at, last(at)) : decltype(of.ask(0, 0)){};
  }
#pragma unroll
  for (int r = 0; r < together; ++r) {
    const int at = own_first + r * step;
    kept[r] = r < runs ? of.bits(asked[r], at, last(at)) : 0u;
  }
  // How many lanes up to this one have, of two runs at once, half a word each.
  constexpr int pairs = together / 2;
  int upto[pairs], found = 0;
#pragma unroll
  for (int p = 0; p < pairs; ++p) {
    upto[p] = 0;
    if (p > 0 && runs <= 2 * p) continue;
    upto[p] = teaal_lane_upto(__popc(kept[2 * p]) | __popc(kept[2 * p + 1]) << 16, all_lanes);
    const int have = __shfl_sync(all_lanes, upto[p], lanes - 1);
    found += (have & 0xffff) + (have >> 16);
  }
  if (runs > together) {
    int rest = 0;
    for (int at = own_first + together * step; __any_sync(all_lanes, at < end); at += step)
      rest += __popc(look(at));
    found += __reduce_add_sync(all_lanes, rest);
  }
  if (lane == 0) counts[warp] = found;
  __syncthreads();
  int place = 0, all = 0;
  for (int w = 0; w < warps; ++w) {
    place += w < warp ? static_cast<int>(counts[w]) : 0;
    all += static_cast<int>(counts[w]);
  }
  own = place, own_last = place + found;
  for (int r = 0; place < own_last; ++r) {
    const int at = own_first + r * step;
    unsigned bits = r < together ? 0u : look(at);
#pragma unroll
    for (int known = 0; known < together; ++known)
      if (r == known) bits = kept[known];
    int with = r < 2 ? upto[0] : upto[1];  // what lanes up to this one have
    if (r >= together)
      with = teaal_lane_upto(__popc(bits), all_lanes);
    else
      with = r % 2 == 0 ? with & 0xffff : with >> 16;
    teaal_list_set(coords, bits, place + with - __popc(bits), static_cast<C>(first + at), run,
                   all_lanes);
    place += __shfl_sync(all_lanes, with, lanes - 1);
  }
  return all;
}

template <int W, class T, class E>
struct teaal_run_of_elements {
  const E* elements;
  long long stride;
  T absent;
  __device__ __forceinline__ unsigned ask(int begin, int end) const {
    return teaal_present<W>(elements, stride, begin, end, absent);
  }
  __device__ __forceinline__ unsigned bits(unsigned asked, int, int) const { return asked; }
};

// teaal_list_present by W elements at once; without values where `values` is null.
template <int W, class C, class P, class T, class E>
static __device__ __forceinline__ int teaal_list_elements(C* coords, T* values, P* counts,
                                                          const E* elements, long long stride,
                                                          long long first, int length, T absent) {
  int own, own_last;
  const teaal_run_of_elements<W, T, E> of{elements, stride, absent};
  const int all = teaal_list_runs(coords, counts, first, length, of, own, own_last);
  if (!values) return all;
  const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  const int lanes = min(32, static_cast<int>(blockDim.x) - warp * 32);
  __syncwarp(0xffffffffu >> (32 - lanes));
  for (int i = own + lane; i < own_last; i += lanes)
    values[i] = static_cast<T>(+elements[(static_cast<long long>(coords[i]) - first) * stride]);
  return all;
}

// Lists those of `length` elements of `array`, from `from` on and `stride` apart, that differ from
// `absent`, in order: their numbers, from `first` on, in coords, what they hold in values. All
// threads of the block call it, and all get how many there are; a barrier has to follow before they
// read the list. counts: an element a warp.
template <class C, class P, class T, class E>
static __device__ __forceinline__ int teaal_list_present(C* coords, T* values, P* counts,
                                                         const E* array, long long from,
                                                         long long stride, long long first,
                                                         long long length, T absent) {
  const E* elements = array + from;
  const int count = static_cast<int>(length);
  return stride == 1 && count % 4 == 0 && teaal_aligned_rows(elements, 4)
             ? teaal_list_elements<4>(coords, values, counts, elements, stride, first, count,
                                      absent)
             : teaal_list_elements<1>(coords, values, counts, elements, stride, first, count,
                                      absent);
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

#line 13 "events.yaml"
extern "C" __global__ void __launch_bounds__(256, 4)
    events_Z(value_t* __restrict__ Z_values, const value_t* __restrict__ S_values,
             const value_t* __restrict__ W_values, coord_t K, coord_t M, coord_t N,
             coord_t count_N3, coord_t count_M) {
  extern __shared__ __align__(128) unsigned char teaal_shared[];
  constexpr int CHUNK = 5120;
  constexpr int COLUMNS = 256;
  const offset_t workers_N3 = count_N3;
  const offset_t worker_N3 = blockIdx.x % count_N3;
  const offset_t workers_M = count_M;
  const offset_t worker_M = blockIdx.x / count_N3;
  const offset_t worker_N2 = threadIdx.x / 32;
  const offset_t workers_K0 = 4;
  const offset_t worker_K0 = threadIdx.x % 32 % 4;
  const offset_t worker_N1 = threadIdx.x % 32 / 4;
  value_t* const S_tile_values = reinterpret_cast<value_t*>(teaal_shared + 0);
  coord_t* const S_tile_K_coords = reinterpret_cast<coord_t*>(teaal_shared + 20480);
  pos_t* const S_tile_K_segments = reinterpret_cast<pos_t*>(teaal_shared + 40960);
#line 20 "events.yaml"
  for (offset_t m = worker_M; m < M; m += workers_M) {
    for (offset_t n3 = worker_N3 * COLUMNS; n3 < N; n3 += workers_N3 * COLUMNS) {
      const offset_t n3_end = min(static_cast<offset_t>(N), n3 + COLUMNS);
#line 13 "events.yaml"
      value_t sums[4];
#pragma unroll
      for (int sums_element = 0; sums_element < 4; ++sums_element) {
        sums[sums_element] = value_t(0);
      }
#line 20 "events.yaml"
      const bool whole = teaal_aligned_rows(W_values, N);
      if (whole) {
        for (offset_t k1 = 0; k1 < K; k1 += CHUNK) {
          const offset_t k1_end = min(static_cast<offset_t>(K), k1 + CHUNK);
          __syncthreads();
          // Load S_tile_K_coords, S_tile_K_segments and S_tile_values.
          const offset_t S_K_at = m * static_cast<offset_t>(K) + k1;
          const pos_t S_tile_count = static_cast<pos_t>(
              teaal_list_present(S_tile_K_coords, S_tile_values, S_tile_K_segments, S_values,
                                 S_K_at, 1, k1, k1_end - k1, value_t(0)));
          __syncthreads();
          // Products.
          const offset_t n2 = n3 + worker_N2 * 32;
          const offset_t n1 = n2 + worker_N1 * 4;
          const offset_t n1_begin = min(n1, static_cast<offset_t>(N) - 4);
          for (offset_t S_tile_K_at = worker_K0; S_tile_K_at < S_tile_count;
               S_tile_K_at += workers_K0) {
            const coord_t k0 = S_tile_K_coords[S_tile_K_at];
            value_t W_values_quad[4];
            teaal_read_quad(&W_values_quad[0],
                            &W_values[static_cast<offset_t>(k0) * static_cast<offset_t>(N) +
                                      static_cast<coord_t>(n1_begin)]);
#pragma unroll
            for (int n0_turn = 0; n0_turn < 4; ++n0_turn) {
#line 13 "events.yaml"
              sums[n0_turn] =
                  fmaf(S_tile_values[S_tile_K_at], W_values_quad[n0_turn], sums[n0_turn]);
            }
          }
        }
      }
#line 20 "events.yaml"
      if (!whole) {
        for (offset_t k1 = 0; k1 < K; k1 += CHUNK) {
          const offset_t k1_end_2 = min(static_cast<offset_t>(K), k1 + CHUNK);
          __syncthreads();
          // Load S_tile_K_coords, S_tile_K_segments and S_tile_values.
          const offset_t S_K_at_2 = m * static_cast<offset_t>(K) + k1;
          const pos_t S_tile_count_2 = static_cast<pos_t>(
              teaal_list_present(S_tile_K_coords, S_tile_values, S_tile_K_segments, S_values,
                                 S_K_at_2, 1, k1, k1_end_2 - k1, value_t(0)));
          __syncthreads();
          // Products.
          const offset_t n2 = n3 + worker_N2 * 32;
          const offset_t n1 = n2 + worker_N1 * 4;
          for (offset_t S_tile_K_at_2 = worker_K0; S_tile_K_at_2 < S_tile_count_2;
               S_tile_K_at_2 += workers_K0) {
            const coord_t k0 = S_tile_K_coords[S_tile_K_at_2];
#pragma unroll
            for (int n0_turn = 0; n0_turn < 4; ++n0_turn) {
              const coord_t n0 =
                  static_cast<coord_t>(min(n1 + n0_turn, static_cast<offset_t>(N) - 1));
              const offset_t W_N_at_2 = static_cast<offset_t>(k0) * static_cast<offset_t>(N) + n0;
#line 13 "events.yaml"
              sums[n0_turn] = fmaf(S_tile_values[S_tile_K_at_2], W_values[W_N_at_2], sums[n0_turn]);
            }
          }
        }
      }
#line 20 "events.yaml"
      const bool whole_2 = n3_end - n3 == 256;
      if (whole_2) {
        const offset_t n2 = n3 + worker_N2 * 32;
        const offset_t n1 = n2 + worker_N1 * 4;
#pragma unroll
        for (int n0_turn = 0; n0_turn < 4; ++n0_turn) {
          const coord_t n0 = static_cast<coord_t>(n1 + n0_turn);
          const offset_t Z_N_at_3 = m * static_cast<offset_t>(N) + n0;
#line 13 "events.yaml"
          // Combine the sums of threads.
          const value_t total = teaal_group_reduce<teaal_sum>(sums[n0_turn], 4);
          // Store Z_values.
          if (worker_K0 == 0) {
            Z_values[Z_N_at_3] = total;
          }
        }
      }
#line 20 "events.yaml"
      if (!whole_2) {
        if (n3 + worker_N2 * 32 < n3_end) {
          const offset_t n2 = n3 + worker_N2 * 32;
          const offset_t n2_end = min(n3_end, n2 + 32);
          if (n2 + worker_N1 * 4 < n2_end) {
            const offset_t n1 = n2 + worker_N1 * 4;
            const offset_t n1_end = min(n2_end, n1 + 4);
#pragma unroll
            for (int n0_turn = 0; n0_turn < 4; ++n0_turn) {
              if (n1 + n0_turn < n1_end) {
                const coord_t n0 = static_cast<coord_t>(n1 + n0_turn);
                const offset_t Z_N_at_4 = m * static_cast<offset_t>(N) + n0;
#line 13 "events.yaml"
                // Combine the sums of threads.
                const value_t total_2 = teaal_group_reduce<teaal_sum>(sums[n0_turn], 4);
                // Store Z_values.
                if (worker_K0 == 0) {
                  Z_values[Z_N_at_4] = total_2;
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
#line 1 "events.launcher"
#include <cuda_runtime.h>
#include <stddef.h>
#include <stdint.h>

typedef value_t events_value;
typedef pos_t events_position;

extern "C" {
#if TEAAL_POSITION_BITS == 64 /* functions have names of their own */
#define events_workspace_bytes events_workspace_bytes_64
#define events_launch events_launch_64
#endif

struct CUstream_st; /* what cudaStream_t points to */

/* Device pointers and sizes. Segments have one entry a fiber and one more; arrays must not overlap.
 */
typedef struct events_arguments {
  /* Z: M:U, N:U */
  events_value* Z_values;
  /* S: M:U, K:U */
  const events_value* S_values;
  /* W: K:U, N:U */
  const events_value* W_values;
  int64_t extent_M;
  int64_t extent_K;
  int64_t extent_N;
} events_arguments;

/* Bytes of device memory that events_launch needs as workspace (0: none), aligned to 256. */
size_t events_workspace_bytes(const events_arguments* arguments);

/* Enqueues the whole plan on `stream` (0: the default stream) and returns at once. 0: enqueued;
   else see events_error_text. Allocates nothing and throws nothing. */
int events_launch(const events_arguments* arguments, void* workspace, size_t workspace_bytes,
                  struct CUstream_st* stream);
const char* events_error_text(int code);
}

namespace {

inline int64_t min(int64_t a, int64_t b) { return a < b ? a : b; }
inline int64_t max(int64_t a, int64_t b) { return a < b ? b : a; }
inline int64_t ceil_div(int64_t a, int64_t b) { return (a + b - 1) / b; }

struct events_sizes {
  int64_t M;
  int64_t K;
  int64_t N;
  int64_t events_Z_M_workers;
  int64_t events_Z_N3_workers;
  explicit events_sizes(const events_arguments& a) {
    M = a.extent_M;
    K = a.extent_K;
    N = a.extent_N;
    events_Z_M_workers = max(min(M, 2147483647), 1);
    events_Z_N3_workers = max(min(ceil_div(N, 256), 2147483647 / events_Z_M_workers), 1);
  }
  bool valid() const {
    return M >= 0 && M <= 2147483647 && K >= 0 && K <= 2147483647 && N >= 0 && N <= 2147483647;
  }
  bool addressable() const {
    return M <= 1000000000 && K <= 1000000000 && N <= 1000000000 &&
           (M == 0 || N <= 1000000000 / M) && (M == 0 || K <= 1000000000 / M) &&
           (K == 0 || N <= 1000000000 / K);
  }
  int64_t block_events_Z() const { return max(min(ceil_div(min(256, N), 32), 8), 1) * 32; }
  int64_t grid_events_Z() const { return events_Z_M_workers * events_Z_N3_workers; }
  coord_t K_of_events_Z() const { return static_cast<coord_t>(K); }
  coord_t M_of_events_Z() const { return static_cast<coord_t>(M); }
  coord_t N_of_events_Z() const { return static_cast<coord_t>(N); }
  coord_t count_N3_of_events_Z() const { return static_cast<coord_t>(events_Z_N3_workers); }
  coord_t count_M_of_events_Z() const { return static_cast<coord_t>(events_Z_M_workers); }
  int64_t stored_Z() const { return M * N; }
};

}  // namespace

extern "C" size_t events_workspace_bytes(const events_arguments* arguments) {
  if (arguments == nullptr) return 0;
  const events_sizes sizes(*arguments);
  if (!sizes.valid()) return 0;
  size_t bytes = 0;
  (void)sizes;
  return bytes;
}

extern "C" int events_launch(const events_arguments* arguments, void* workspace,
                             size_t workspace_bytes, struct CUstream_st* stream) {
  if (arguments == nullptr) return 1;
  const events_arguments& a = *arguments;
  const events_sizes sizes(a);
  if (!sizes.valid()) return 1;
  if (sizeof(offset_t) < sizeof(int64_t) && !sizes.addressable()) return 6;
  if (workspace_bytes < events_workspace_bytes(arguments)) return 2;
  (void)workspace;
  if (cudaFuncSetAttribute(events_Z, cudaFuncAttributeMaxDynamicSharedMemorySize, 41216) !=
      cudaSuccess)
    return 3;
  events_Z<<<static_cast<unsigned>(sizes.grid_events_Z()),
             static_cast<unsigned>(sizes.block_events_Z()), 41216, stream>>>(
      a.Z_values, a.S_values, a.W_values, sizes.K_of_events_Z(), sizes.M_of_events_Z(),
      sizes.N_of_events_Z(), sizes.count_N3_of_events_Z(), sizes.count_M_of_events_Z());
  if (cudaGetLastError() != cudaSuccess) return 3;
  return 0;
}

extern "C" const char* events_error_text(int code) {
  switch (code) {
    case 0:
      return "ok";
    case 1:
      return "no arguments, or an extent or size outside [0, 2147483647]";
    case 2:
      return "the workspace is smaller than events_workspace_bytes says";
    case 3:
      return "CUDA refused a launch or a memset; cudaGetLastError has been read";
    case 6:
      return "an extent or an array is longer than offsets count: build with TEAAL_OFFSET_BITS=64";
    default:
      return "unknown code";
  }
}
#endif
