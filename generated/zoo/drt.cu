// Made by teaalc 0.1.0 from drt.yaml; do not edit.
//   Z[m, n] = A[k, m] * B[k, n]
//     loops N12, K12, M12, K11, M11, N11 (space), K10, M10, N10, M0, N0, K0
//   stored A[K:U, M:C], B[K:U, N:C], Z[M:U, N:U]
//   sizes LLB=1024 PEB=128
//   teaalc drt.yaml --type=f32 --arch=sm_90 --index-bits=32

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

// The ranks of a matrix of counts: the interval that a tile has of one, how far it may reach, and
// how far apart neighbours along it lie.
struct teaal_side {
  long long begin, end, reach, apart;
};

// What is counted at one place of `across`, in the tile's interval of `along`.
template <class T>
static __device__ __forceinline__ float teaal_counted(const T* counts, teaal_side across,
                                                      long long at, teaal_side along) {
  float sum = 0;
  for (long long i = along.begin; i < along.end; ++i)
    sum += static_cast<float>(+counts[at * across.apart + i * along.apart]);
  return sum;
}

// Whether a side grows by one: no more than what is left is counted there.
template <class T>
static __device__ __forceinline__ bool teaal_grows(const T* counts, teaal_side& side,
                                                   teaal_side along, float& left) {
  if (side.end >= side.reach) return false;
  const float more = teaal_counted(counts, side, side.end, along);
  if (more > left) return false;
  left -= more;
  ++side.end;
  return true;
}

// Where the tile ends along `own` when it has grown, by one in turn along each side, while no more
// than `most` is counted in it.
template <class T>
static __device__ __forceinline__ long long teaal_grown(const T* counts, teaal_side own,
                                                        teaal_side other, long long most) {
  float left = static_cast<float>(most);
  for (long long at = own.begin; at < own.end; ++at) left -= teaal_counted(counts, own, at, other);
  bool own_grows = true, other_grows = true;
  while (own_grows || other_grows) {
    own_grows = own_grows && teaal_grows(counts, own, other, left);
    other_grows = other_grows && teaal_grows(counts, other, own, left);
  }
  return own.end;
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

#line 13 "drt.yaml"
extern "C" __global__ void drt_Z_B_counts(value_t* __restrict__ B_counts_values,
                                          const pos_t* __restrict__ B_N_segments,
                                          const coord_t* __restrict__ B_N_coords,
                                          const value_t* __restrict__ B_values, coord_t K,
                                          coord_t K_OF_TILE, coord_t K_TILES, coord_t N,
                                          coord_t N_OF_TILE, coord_t N_TILES) {
  const offset_t worker_K_TILES = blockIdx.x;
  const offset_t workers_N_TILES = blockDim.x / 32;
  const offset_t worker_N_TILES = threadIdx.x / 32;
  const offset_t workers_N = 32;
  const offset_t worker_N = threadIdx.x % 32;
  if (worker_K_TILES < K_TILES) {
    for (offset_t n_tiles = worker_N_TILES; n_tiles < N_TILES; n_tiles += workers_N_TILES) {
      const offset_t B_counts_N_TILES_at =
          worker_K_TILES * static_cast<offset_t>(N_TILES) + n_tiles;
      value_t sum = value_t(0);
      // Sums.
      const offset_t k_least =
          min(static_cast<offset_t>(K), max(static_cast<offset_t>(0), 32 * worker_K_TILES));
      const offset_t k_bound =
          min(static_cast<offset_t>(K),
              max(static_cast<offset_t>(K_OF_TILE - 1) + 32 * worker_K_TILES + 1,
                  static_cast<offset_t>(0)));
      for (coord_t k = k_least; k < k_bound; ++k) {
        const pos_t B_N_begin = B_N_segments[k];
        const pos_t B_N_end = B_N_segments[k + 1];
        const offset_t k_of_tile_dividend = static_cast<offset_t>(k) - 32 * worker_K_TILES;
        if (0 <= k_of_tile_dividend && k_of_tile_dividend < static_cast<offset_t>(K_OF_TILE)) {
          const offset_t n_least =
              min(static_cast<offset_t>(N), max(static_cast<offset_t>(0), 32 * n_tiles));
          const offset_t n_bound = min(static_cast<offset_t>(N),
                                       max(static_cast<offset_t>(N_OF_TILE - 1) + 32 * n_tiles + 1,
                                           static_cast<offset_t>(0)));
          const pos_t B_N_begin_2 =
              teaal_lower_bound(B_N_coords, B_N_begin, B_N_end, static_cast<coord_t>(n_least));
          const pos_t B_N_end_2 =
              teaal_lower_bound(B_N_coords, B_N_begin_2, B_N_end, static_cast<coord_t>(n_bound));
          for (offset_t B_N_at = B_N_begin_2 + worker_N; B_N_at < B_N_end_2; B_N_at += workers_N) {
            const coord_t n = B_N_coords[B_N_at];
            const offset_t n_of_tile_dividend = static_cast<offset_t>(n) - 32 * n_tiles;
            if (0 <= n_of_tile_dividend && n_of_tile_dividend < static_cast<offset_t>(N_OF_TILE)) {
              sum += (B_values[B_N_at] != value_t(0)) ? static_cast<value_t>(1) : value_t(0);
            }
          }
        }
      }
      // Combine the sums of threads.
      const value_t total = teaal_lane_sum(sum, 1, 32);
      // Store B_counts_values.
      if (worker_N == 0) {
        B_counts_values[B_counts_N_TILES_at] = total;
      }
    }
  }
}

#line 13 "drt.yaml"
extern "C" __global__ void drt_Z_A_counts(value_t* __restrict__ A_counts_values,
                                          const pos_t* __restrict__ A_M_segments,
                                          const coord_t* __restrict__ A_M_coords,
                                          const value_t* __restrict__ A_values, coord_t K,
                                          coord_t K_OF_TILE_2, coord_t K_TILES, coord_t M,
                                          coord_t M_OF_TILE, coord_t M_TILES) {
  teaal_await_launches();
  const offset_t worker_K_TILES = blockIdx.x;
  const offset_t workers_M_TILES = blockDim.x / 32;
  const offset_t worker_M_TILES = threadIdx.x / 32;
  const offset_t workers_M = 32;
  const offset_t worker_M = threadIdx.x % 32;
  if (worker_K_TILES < K_TILES) {
    for (offset_t m_tiles = worker_M_TILES; m_tiles < M_TILES; m_tiles += workers_M_TILES) {
      const offset_t A_counts_M_TILES_at =
          worker_K_TILES * static_cast<offset_t>(M_TILES) + m_tiles;
      value_t sum = value_t(0);
      // Sums.
      const offset_t k_least =
          min(static_cast<offset_t>(K), max(static_cast<offset_t>(0), 32 * worker_K_TILES));
      const offset_t k_bound =
          min(static_cast<offset_t>(K),
              max(static_cast<offset_t>(K_OF_TILE_2 - 1) + 32 * worker_K_TILES + 1,
                  static_cast<offset_t>(0)));
      for (coord_t k = k_least; k < k_bound; ++k) {
        const pos_t A_M_begin = A_M_segments[k];
        const pos_t A_M_end = A_M_segments[k + 1];
        const offset_t k_of_tile_2_dividend = static_cast<offset_t>(k) - 32 * worker_K_TILES;
        if (0 <= k_of_tile_2_dividend &&
            k_of_tile_2_dividend < static_cast<offset_t>(K_OF_TILE_2)) {
          const offset_t m_least =
              min(static_cast<offset_t>(M), max(static_cast<offset_t>(0), 32 * m_tiles));
          const offset_t m_bound = min(static_cast<offset_t>(M),
                                       max(static_cast<offset_t>(M_OF_TILE - 1) + 32 * m_tiles + 1,
                                           static_cast<offset_t>(0)));
          const pos_t A_M_begin_2 =
              teaal_lower_bound(A_M_coords, A_M_begin, A_M_end, static_cast<coord_t>(m_least));
          const pos_t A_M_end_2 =
              teaal_lower_bound(A_M_coords, A_M_begin_2, A_M_end, static_cast<coord_t>(m_bound));
          for (offset_t A_M_at = A_M_begin_2 + worker_M; A_M_at < A_M_end_2; A_M_at += workers_M) {
            const coord_t m = A_M_coords[A_M_at];
            const offset_t m_of_tile_dividend = static_cast<offset_t>(m) - 32 * m_tiles;
            if (0 <= m_of_tile_dividend && m_of_tile_dividend < static_cast<offset_t>(M_OF_TILE)) {
              sum += (A_values[A_M_at] != value_t(0)) ? static_cast<value_t>(1) : value_t(0);
            }
          }
        }
      }
      // Combine the sums of threads.
      const value_t total = teaal_lane_sum(sum, 1, 32);
      // Store A_counts_values.
      if (worker_M == 0) {
        A_counts_values[A_counts_M_TILES_at] = total;
      }
    }
  }
}

#line 13 "drt.yaml"
extern "C" __global__ void drt_Z(
    const pos_t* __restrict__ A_K10MK_K10_segments, const coord_t* __restrict__ A_K10MK_K10_coords,
    const pos_t* __restrict__ A_K10MK_M_segments, const coord_t* __restrict__ A_K10MK_M_coords,
    const pos_t* __restrict__ A_K10MK_K_segments, const coord_t* __restrict__ A_K10MK_K_coords,
    const value_t* __restrict__ A_K10MK_values, const pos_t* __restrict__ B_K10NK_K10_segments,
    const coord_t* __restrict__ B_K10NK_K10_coords, const pos_t* __restrict__ B_K10NK_N_segments,
    const coord_t* __restrict__ B_K10NK_N_coords, const pos_t* __restrict__ B_K10NK_K_segments,
    const coord_t* __restrict__ B_K10NK_K_coords, const value_t* __restrict__ B_K10NK_values,
    const value_t* __restrict__ B_counts_values, const value_t* __restrict__ A_counts_values,
    coord_t K, coord_t M, coord_t M_TILES, coord_t N, coord_t N_TILES, coord_t count_N11,
    coord_t count_N12, value_t* __restrict__ Z_copies) {
  constexpr int LLB = 1024;
  constexpr int PEB = 128;
  teaal_await_launches();
  const offset_t workers_N11 = count_N11;
  const offset_t worker_N11 = blockIdx.x % count_N11;
  const offset_t workers_N12 = count_N12;
  const offset_t worker_N12 = blockIdx.x / count_N11;
  const offset_t workers_M0 = blockDim.x / 32;
  const offset_t worker_M0 = threadIdx.x / 32;
  const offset_t workers_N0 = 32;
  const offset_t worker_N0 = threadIdx.x % 32;
  const pos_t A_K10MK_K10_begin = A_K10MK_K10_segments[0];
  const pos_t A_K10MK_K10_end = A_K10MK_K10_segments[1];
  const pos_t B_K10NK_K10_begin = B_K10NK_K10_segments[0];
  const pos_t B_K10NK_K10_end = B_K10NK_K10_segments[1];
#line 26 "drt.yaml"
  size_type n12_first = 0;
  size_type n12_number = 0;
  for (offset_t n12_turn = worker_N12; n12_turn < (N + 31) / 32; n12_turn += workers_N12) {
    while (n12_number < n12_turn && n12_first < N) {
      n12_first = min(static_cast<size_type>(N),
                      teaal_grown(B_counts_values,
                                  {(n12_first / 32),
                                   min(static_cast<size_type>((N + 31) / 32), n12_first / 32 + 1),
                                   (N + 31) / 32, 1},
                                  {0, min((K + 31) / 32, 1), (K + 31) / 32, N_TILES}, LLB) *
                          32);
      n12_number += 1;
    }
    if (n12_first < N) {
      const size_type n12 = n12_first;
      const size_type n12_end =
          min(static_cast<size_type>(N),
              teaal_grown(B_counts_values,
                          {(n12 / 32), min(static_cast<size_type>((N + 31) / 32), n12 / 32 + 1),
                           (N + 31) / 32, 1},
                          {0, min((K + 31) / 32, 1), (K + 31) / 32, N_TILES}, LLB) *
                  32);
      size_type k12_first = 0;
      while (k12_first < K) {
        const size_type k12 = k12_first;
        const size_type k12_end =
            min(static_cast<size_type>(K),
                teaal_grown(B_counts_values,
                            {(k12 / 32), min(static_cast<size_type>((K + 31) / 32), k12 / 32 + 1),
                             (K + 31) / 32, N_TILES},
                            {(n12 / 32), (n12_end + 31) / 32, (n12_end + 31) / 32, 1}, LLB) *
                    32);
        const pos_t A_K10MK_K10_begin_2 = teaal_lower_bound(
            A_K10MK_K10_coords, A_K10MK_K10_begin, A_K10MK_K10_end, static_cast<coord_t>(k12 / 32));
        const pos_t A_K10MK_K10_end_2 =
            teaal_gallop(A_K10MK_K10_coords, A_K10MK_K10_begin_2, A_K10MK_K10_end,
                         static_cast<coord_t>((k12_end - 1) / 32 + 1));
        const pos_t B_K10NK_K10_begin_2 = teaal_lower_bound(
            B_K10NK_K10_coords, B_K10NK_K10_begin, B_K10NK_K10_end, static_cast<coord_t>(k12 / 32));
        const pos_t B_K10NK_K10_end_2 =
            teaal_gallop(B_K10NK_K10_coords, B_K10NK_K10_begin_2, B_K10NK_K10_end,
                         static_cast<coord_t>((k12_end - 1) / 32 + 1));
        size_type m12_first = 0;
        while (m12_first < M) {
          const size_type m12 = m12_first;
          const size_type m12_end = min(
              static_cast<size_type>(M),
              teaal_grown(A_counts_values,
                          {(m12 / 32), min(static_cast<size_type>((M + 31) / 32), m12 / 32 + 1),
                           (M + 31) / 32, 1},
                          {(k12 / 32), (k12_end + 31) / 32, (k12_end + 31) / 32, M_TILES}, LLB) *
                  32);
          size_type k11_first = k12;
          while (k11_first < k12_end) {
            const size_type k11 = k11_first;
            const size_type k11_end =
                min(k12_end, teaal_grown(A_counts_values,
                                         {(k11 / 32), min((k12_end + 31) / 32, k11 / 32 + 1),
                                          (k12_end + 31) / 32, M_TILES},
                                         {(m12 / 32), min((m12_end + 31) / 32, m12 / 32 + 1),
                                          (m12_end + 31) / 32, 1},
                                         PEB) *
                                 32);
            const pos_t A_K10MK_K10_begin_3 =
                teaal_lower_bound(A_K10MK_K10_coords, A_K10MK_K10_begin_2, A_K10MK_K10_end_2,
                                  static_cast<coord_t>(k11 / 32));
            const pos_t A_K10MK_K10_end_3 =
                teaal_gallop(A_K10MK_K10_coords, A_K10MK_K10_begin_3, A_K10MK_K10_end_2,
                             static_cast<coord_t>((k11_end - 1) / 32 + 1));
            const pos_t B_K10NK_K10_begin_3 =
                teaal_lower_bound(B_K10NK_K10_coords, B_K10NK_K10_begin_2, B_K10NK_K10_end_2,
                                  static_cast<coord_t>(k11 / 32));
            const pos_t B_K10NK_K10_end_3 =
                teaal_gallop(B_K10NK_K10_coords, B_K10NK_K10_begin_3, B_K10NK_K10_end_2,
                             static_cast<coord_t>((k11_end - 1) / 32 + 1));
            size_type m11_first = m12;
            while (m11_first < m12_end) {
              const size_type m11 = m11_first;
              const size_type m11_end = min(
                  m12_end,
                  teaal_grown(
                      A_counts_values,
                      {(m11 / 32), min((m12_end + 31) / 32, m11 / 32 + 1), (m12_end + 31) / 32, 1},
                      {(k11 / 32), (k11_end + 31) / 32, (k11_end + 31) / 32, M_TILES}, PEB) *
                      32);
              size_type n11_first = n12;
              size_type n11_number = 0;
              for (size_type n11_turn = worker_N11; n11_turn < (n12_end + 31) / 32 - n12 / 32;
                   n11_turn += workers_N11) {
                while (n11_number < n11_turn && n11_first < n12_end) {
                  n11_first = min(
                      n12_end,
                      teaal_grown(B_counts_values,
                                  {(n11_first / 32), min((n12_end + 31) / 32, n11_first / 32 + 1),
                                   (n12_end + 31) / 32, 1},
                                  {(k11 / 32), (k11_end + 31) / 32, (k11_end + 31) / 32, N_TILES},
                                  PEB) *
                          32);
                  n11_number += 1;
                }
                if (n11_first < n12_end) {
                  const size_type n11 = n11_first;
                  const size_type n11_end = min(
                      n12_end,
                      teaal_grown(B_counts_values,
                                  {(n11 / 32), min((n12_end + 31) / 32, n11 / 32 + 1),
                                   (n12_end + 31) / 32, 1},
                                  {(k11 / 32), (k11_end + 31) / 32, (k11_end + 31) / 32, N_TILES},
                                  PEB) *
                          32);
                  for (offset_t A_K10MK_K10_at_chunk = static_cast<offset_t>(A_K10MK_K10_begin_3);
                       A_K10MK_K10_at_chunk < static_cast<offset_t>(A_K10MK_K10_end_3);
                       A_K10MK_K10_at_chunk += 32) {
                    const offset_t A_K10MK_K10_at_chunk_end =
                        min(static_cast<offset_t>(A_K10MK_K10_end_3), A_K10MK_K10_at_chunk + 32);
                    const pos_t A_K10MK_K10_at_own = static_cast<pos_t>(
                        min(A_K10MK_K10_at_chunk + static_cast<offset_t>(threadIdx.x % 32),
                            A_K10MK_K10_at_chunk_end - 1));
                    const size_type k10_own =
                        static_cast<size_type>(A_K10MK_K10_coords[A_K10MK_K10_at_own]) * 32;
                    const pos_t B_K10NK_K10_begin_4_own =
                        teaal_lower_bound(B_K10NK_K10_coords, B_K10NK_K10_begin_3,
                                          B_K10NK_K10_end_3, static_cast<coord_t>(k10_own / 32));
                    const pos_t B_K10NK_K10_end_4_own =
                        B_K10NK_K10_begin_4_own +
                        ((B_K10NK_K10_begin_4_own < B_K10NK_K10_end_3 &&
                          B_K10NK_K10_coords[B_K10NK_K10_begin_4_own] == k10_own / 32)
                             ? 1
                             : 0);
                    const pos_t A_K10MK_M_begin_own = A_K10MK_M_segments[A_K10MK_K10_at_own];
                    const pos_t A_K10MK_M_end_own = A_K10MK_M_segments[A_K10MK_K10_at_own + 1];
                    const pos_t A_K10MK_M_begin_2_own =
                        teaal_lower_bound(A_K10MK_M_coords, A_K10MK_M_begin_own, A_K10MK_M_end_own,
                                          static_cast<coord_t>(m11));
                    const pos_t A_K10MK_M_end_2_own =
                        teaal_lower_bound(A_K10MK_M_coords, A_K10MK_M_begin_2_own,
                                          A_K10MK_M_end_own, static_cast<coord_t>(m11_end));
                    for (pos_t A_K10MK_K10_at = static_cast<pos_t>(A_K10MK_K10_at_chunk);
                         A_K10MK_K10_at < static_cast<pos_t>(A_K10MK_K10_at_chunk_end);
                         ++A_K10MK_K10_at) {
                      const size_type k10 =
                          __shfl_sync(0xffffffffu, k10_own,
                                      static_cast<int>(static_cast<offset_t>(A_K10MK_K10_at) -
                                                       A_K10MK_K10_at_chunk));
                      const size_type k10_end = min(k11_end, k10 + 32);
                      const pos_t B_K10NK_K10_begin_4 = static_cast<pos_t>(
                          __shfl_sync(0xffffffffu, B_K10NK_K10_begin_4_own,
                                      static_cast<int>(static_cast<offset_t>(A_K10MK_K10_at) -
                                                       A_K10MK_K10_at_chunk)));
                      const pos_t B_K10NK_K10_end_4 = static_cast<pos_t>(
                          __shfl_sync(0xffffffffu, B_K10NK_K10_end_4_own,
                                      static_cast<int>(static_cast<offset_t>(A_K10MK_K10_at) -
                                                       A_K10MK_K10_at_chunk)));
                      const pos_t A_K10MK_M_begin_2 = static_cast<pos_t>(
                          __shfl_sync(0xffffffffu, A_K10MK_M_begin_2_own,
                                      static_cast<int>(static_cast<offset_t>(A_K10MK_K10_at) -
                                                       A_K10MK_K10_at_chunk)));
                      const pos_t A_K10MK_M_end_2 = static_cast<pos_t>(
                          __shfl_sync(0xffffffffu, A_K10MK_M_end_2_own,
                                      static_cast<int>(static_cast<offset_t>(A_K10MK_K10_at) -
                                                       A_K10MK_K10_at_chunk)));
                      if (B_K10NK_K10_begin_4 < B_K10NK_K10_end_4) {
                        const pos_t B_K10NK_N_begin = B_K10NK_N_segments[B_K10NK_K10_begin_4];
                        const pos_t B_K10NK_N_end = B_K10NK_N_segments[B_K10NK_K10_begin_4 + 1];
                        const pos_t B_K10NK_N_begin_2 =
                            teaal_lower_bound(B_K10NK_N_coords, B_K10NK_N_begin, B_K10NK_N_end,
                                              static_cast<coord_t>(n11));
                        const pos_t B_K10NK_N_end_2 =
                            teaal_lower_bound(B_K10NK_N_coords, B_K10NK_N_begin_2, B_K10NK_N_end,
                                              static_cast<coord_t>(n11_end));
                        pos_t A_K10MK_M_at = A_K10MK_M_begin_2;
                        while (A_K10MK_M_at < A_K10MK_M_end_2) {
                          const offset_t m10 = A_K10MK_M_coords[A_K10MK_M_at] / 32 * 32;
                          const size_type m10_end = min(m11_end, static_cast<size_type>(m10 + 32));
                          const pos_t A_K10MK_M_end_3 =
                              teaal_gallop(A_K10MK_M_coords, A_K10MK_M_at, A_K10MK_M_end_2,
                                           static_cast<coord_t>(m10_end));
                          pos_t B_K10NK_N_at = B_K10NK_N_begin_2;
                          while (B_K10NK_N_at < B_K10NK_N_end_2) {
                            const offset_t n10 = B_K10NK_N_coords[B_K10NK_N_at] / 32 * 32;
                            const size_type n10_end =
                                min(n11_end, static_cast<size_type>(n10 + 32));
                            const pos_t B_K10NK_N_end_3 =
                                teaal_gallop(B_K10NK_N_coords, B_K10NK_N_at, B_K10NK_N_end_2,
                                             static_cast<coord_t>(n10_end));
                            const size_type m0_piece =
                                (m10_end - m10 + workers_M0 - 1) / workers_M0;
                            const size_type m0_begin = min(m10_end, m10 + m0_piece * worker_M0);
                            const size_type m0_end = min(m10_end, m0_begin + m0_piece);
                            const pos_t A_K10MK_M_begin_3 =
                                teaal_lower_bound(A_K10MK_M_coords, A_K10MK_M_at, A_K10MK_M_end_3,
                                                  static_cast<coord_t>(m0_begin));
                            const pos_t A_K10MK_M_end_4 =
                                teaal_lower_bound(A_K10MK_M_coords, A_K10MK_M_begin_3,
                                                  A_K10MK_M_end_3, static_cast<coord_t>(m0_end));
                            for (size_type A_K10MK_M_at_2_chunk =
                                     static_cast<offset_t>(A_K10MK_M_begin_3);
                                 A_K10MK_M_at_2_chunk < static_cast<offset_t>(A_K10MK_M_end_4);
                                 A_K10MK_M_at_2_chunk += 32) {
                              const offset_t A_K10MK_M_at_2_chunk_end = min(
                                  static_cast<size_type>(static_cast<offset_t>(A_K10MK_M_end_4)),
                                  A_K10MK_M_at_2_chunk + 32);
                              const pos_t A_K10MK_M_at_2_own = static_cast<pos_t>(min(
                                  A_K10MK_M_at_2_chunk + static_cast<offset_t>(threadIdx.x % 32),
                                  static_cast<size_type>(A_K10MK_M_at_2_chunk_end) - 1));
                              const coord_t m0_own = A_K10MK_M_coords[A_K10MK_M_at_2_own];
                              const pos_t A_K10MK_K_begin_own =
                                  A_K10MK_K_segments[A_K10MK_M_at_2_own];
                              const pos_t A_K10MK_K_end_own =
                                  A_K10MK_K_segments[A_K10MK_M_at_2_own + 1];
                              const pos_t A_K10MK_K_begin_2_own =
                                  teaal_lower_bound(A_K10MK_K_coords, A_K10MK_K_begin_own,
                                                    A_K10MK_K_end_own, static_cast<coord_t>(k10));
                              const pos_t A_K10MK_K_end_2_own = teaal_lower_bound(
                                  A_K10MK_K_coords, A_K10MK_K_begin_2_own, A_K10MK_K_end_own,
                                  static_cast<coord_t>(k10_end));
                              for (pos_t A_K10MK_M_at_2 = static_cast<pos_t>(A_K10MK_M_at_2_chunk);
                                   A_K10MK_M_at_2 < static_cast<pos_t>(A_K10MK_M_at_2_chunk_end);
                                   ++A_K10MK_M_at_2) {
                                const coord_t m0 = static_cast<coord_t>(__shfl_sync(
                                    0xffffffffu, static_cast<int>(m0_own),
                                    static_cast<int>(static_cast<offset_t>(A_K10MK_M_at_2) -
                                                     A_K10MK_M_at_2_chunk)));
                                const pos_t A_K10MK_K_begin_2 = static_cast<pos_t>(__shfl_sync(
                                    0xffffffffu, A_K10MK_K_begin_2_own,
                                    static_cast<int>(static_cast<offset_t>(A_K10MK_M_at_2) -
                                                     A_K10MK_M_at_2_chunk)));
                                const pos_t A_K10MK_K_end_2 = static_cast<pos_t>(__shfl_sync(
                                    0xffffffffu, A_K10MK_K_end_2_own,
                                    static_cast<int>(static_cast<offset_t>(A_K10MK_M_at_2) -
                                                     A_K10MK_M_at_2_chunk)));
                                const size_type n0_piece =
                                    (n10_end - n10 + workers_N0 - 1) / workers_N0;
                                const size_type n0_begin = min(n10_end, n10 + n0_piece * worker_N0);
                                const size_type n0_end = min(n10_end, n0_begin + n0_piece);
                                const pos_t B_K10NK_N_begin_3 = teaal_lower_bound(
                                    B_K10NK_N_coords, B_K10NK_N_at, B_K10NK_N_end_3,
                                    static_cast<coord_t>(n0_begin));
                                const pos_t B_K10NK_N_end_4 = teaal_lower_bound(
                                    B_K10NK_N_coords, B_K10NK_N_begin_3, B_K10NK_N_end_3,
                                    static_cast<coord_t>(n0_end));
                                for (pos_t B_K10NK_N_at_2 = B_K10NK_N_begin_3;
                                     B_K10NK_N_at_2 < B_K10NK_N_end_4; ++B_K10NK_N_at_2) {
                                  const coord_t n0 = B_K10NK_N_coords[B_K10NK_N_at_2];
                                  const pos_t B_K10NK_K_begin = B_K10NK_K_segments[B_K10NK_N_at_2];
                                  const pos_t B_K10NK_K_end =
                                      B_K10NK_K_segments[B_K10NK_N_at_2 + 1];
                                  const pos_t B_K10NK_K_begin_2 =
                                      teaal_lower_bound(B_K10NK_K_coords, B_K10NK_K_begin,
                                                        B_K10NK_K_end, static_cast<coord_t>(k10));
                                  const pos_t B_K10NK_K_end_2 = teaal_lower_bound(
                                      B_K10NK_K_coords, B_K10NK_K_begin_2, B_K10NK_K_end,
                                      static_cast<coord_t>(k10_end));
                                  const offset_t Z_N_at =
                                      static_cast<offset_t>(m0) * static_cast<offset_t>(N) + n0;
#line 13 "drt.yaml"
                                  value_t sum = value_t(0);
#line 26 "drt.yaml"
                                  pos_t A_K10MK_K_at = A_K10MK_K_begin_2;
                                  pos_t B_K10NK_K_at = B_K10NK_K_begin_2;
                                  while (A_K10MK_K_at < A_K10MK_K_end_2 &&
                                         B_K10NK_K_at < B_K10NK_K_end_2) {
                                    const coord_t A_K10MK_K_at_coord =
                                        A_K10MK_K_coords[A_K10MK_K_at];
                                    const coord_t B_K10NK_K_at_coord =
                                        B_K10NK_K_coords[B_K10NK_K_at];
                                    const coord_t k0 = max(A_K10MK_K_at_coord, B_K10NK_K_at_coord);
                                    if (A_K10MK_K_at_coord == k0 && B_K10NK_K_at_coord == k0) {
#line 13 "drt.yaml"
                                      sum = fmaf(A_K10MK_values[A_K10MK_K_at],
                                                 B_K10NK_values[B_K10NK_K_at], sum);
                                    }
#line 26 "drt.yaml"
                                    const coord_t k0_goal =
                                        k0 + ((A_K10MK_K_at_coord == k0 && B_K10NK_K_at_coord == k0)
                                                  ? 1
                                                  : 0);
                                    A_K10MK_K_at = teaal_gallop(A_K10MK_K_coords, A_K10MK_K_at,
                                                                A_K10MK_K_end_2,
                                                                static_cast<coord_t>(k0_goal));
                                    B_K10NK_K_at = teaal_gallop(B_K10NK_K_coords, B_K10NK_K_at,
                                                                B_K10NK_K_end_2,
                                                                static_cast<coord_t>(k0_goal));
                                  }
#line 13 "drt.yaml"
                                  Z_copies[worker_N11 * (static_cast<size_type>(M) *
                                                         static_cast<offset_t>(N)) +
                                           Z_N_at] += sum;
                                }
                              }
                            }
#line 26 "drt.yaml"
                            B_K10NK_N_at = B_K10NK_N_end_3;
                          }
                          A_K10MK_M_at = A_K10MK_M_end_3;
                        }
                      }
                    }
                  }
                }
              }
              m11_first = m11_end;
            }
            k11_first = k11_end;
          }
          m12_first = m12_end;
        }
        k12_first = k12_end;
      }
    }
  }
}

#line 13 "drt.yaml"
extern "C" __global__ void drt_Z_add_copies(const value_t* __restrict__ Z_copies,
                                            value_t* __restrict__ Z_values, coord_t M, coord_t N,
                                            coord_t copies) {
  teaal_await_launches();
  for (size_type element = static_cast<size_type>(blockIdx.x) * blockDim.x + threadIdx.x;
       element < static_cast<size_type>(M) * static_cast<offset_t>(N);
       element += static_cast<size_type>(gridDim.x) * blockDim.x) {
    value_t sum = value_t(0);
    for (offset_t copy = 0; copy < copies; ++copy) {
      sum += Z_copies[copy * (static_cast<size_type>(M) * static_cast<offset_t>(N)) + element];
    }
    Z_values[element] = sum;
  }
}

#if !defined(__CUDACC_RTC__) && !defined(TEAAL_PRELUDE)
#line 1 "drt.launcher"
#include <cuda_runtime.h>
#include <stddef.h>
#include <stdint.h>

typedef value_t drt_value;
typedef pos_t drt_position;

extern "C" {
#if TEAAL_POSITION_BITS == 64 /* functions have names of their own */
#define drt_workspace_bytes drt_workspace_bytes_64
#define drt_launch drt_launch_64
#endif

struct CUstream_st; /* what cudaStream_t points to */

/* Device pointers and sizes. Segments have one entry a fiber and one more; arrays must not overlap.
 */
typedef struct drt_arguments {
  /* B: K:U, N:C */
  const drt_position* B_N_segments;
  const int32_t* B_N_coords;
  const drt_value* B_values;
  /* A: K:U, M:C */
  const drt_position* A_M_segments;
  const int32_t* A_M_coords;
  const drt_value* A_values;
  /* Z: M:U, N:U */
  drt_value* Z_values;
  /* A_K10MK: K10:C, M:C, K:C; K10 is K / 32, tensor A re-sorted */
  const drt_position* A_K10MK_K10_segments;
  const int32_t* A_K10MK_K10_coords;
  const drt_position* A_K10MK_M_segments;
  const int32_t* A_K10MK_M_coords;
  const drt_position* A_K10MK_K_segments;
  const int32_t* A_K10MK_K_coords;
  const drt_value* A_K10MK_values;
  /* B_K10NK: K10:C, N:C, K:C; K10 is K / 32, tensor B re-sorted */
  const drt_position* B_K10NK_K10_segments;
  const int32_t* B_K10NK_K10_coords;
  const drt_position* B_K10NK_N_segments;
  const int32_t* B_K10NK_N_coords;
  const drt_position* B_K10NK_K_segments;
  const int32_t* B_K10NK_K_coords;
  const drt_value* B_K10NK_values;
  int64_t extent_K;
  int64_t extent_M;
  int64_t extent_N;
} drt_arguments;

/* Bytes of device memory that drt_launch needs as workspace (0: none), aligned to 256. */
size_t drt_workspace_bytes(const drt_arguments* arguments);

/* Enqueues the whole plan on `stream` (0: the default stream) and returns at once. 0: enqueued;
   else see drt_error_text. Allocates nothing and throws nothing. */
int drt_launch(const drt_arguments* arguments, void* workspace, size_t workspace_bytes,
               struct CUstream_st* stream);
const char* drt_error_text(int code);
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

struct drt_sizes {
  int64_t K;
  int64_t M;
  int64_t N;
  int64_t K_TILES;
  int64_t N_TILES;
  int64_t K_OF_TILE;
  int64_t N_OF_TILE;
  int64_t M_TILES;
  int64_t K_OF_TILE_2;
  int64_t M_OF_TILE;
  int64_t drt_Z_N12_workers;
  int64_t drt_Z_N11_workers;
  explicit drt_sizes(const drt_arguments& a) {
    K = a.extent_K;
    M = a.extent_M;
    N = a.extent_N;
    K_TILES = ceil_div(K, 32);
    N_TILES = ceil_div(N, 32);
    K_OF_TILE = 32;
    N_OF_TILE = 32;
    M_TILES = ceil_div(M, 32);
    K_OF_TILE_2 = 32;
    M_OF_TILE = 32;
    drt_Z_N12_workers = max(min(ceil_div(N, 32), 16896), 1);
    drt_Z_N11_workers = max(
        min(ceil_div(N, 32),
            min(16896 / drt_Z_N12_workers, max(max(min(1024, 67108864 / max(M * N, 1)), 1), 1))),
        1);
  }
  bool valid() const {
    return K >= 0 && K <= 2147483647 && M >= 0 && M <= 2147483647 && N >= 0 && N <= 2147483647;
  }
  bool addressable() const {
    return K <= 1000000000 && M <= 1000000000 && N <= 1000000000 && (M == 0 || N <= 1000000000 / M);
  }
  int64_t elements_0() const { return drt_Z_N11_workers * (M * N); }
  int64_t elements_1() const { return K_TILES * N_TILES; }
  int64_t elements_2() const { return K_TILES * M_TILES; }
  int64_t block_drt_Z_B_counts() const { return max(min(N_TILES, 8), 1) * 32; }
  int64_t grid_drt_Z_B_counts() const { return min(max(min(K_TILES, 2147483647), 1), 2147483648); }
  int64_t block_drt_Z_A_counts() const { return max(min(M_TILES, 8), 1) * 32; }
  int64_t grid_drt_Z_A_counts() const { return grid_drt_Z_B_counts(); }
  int64_t block_drt_Z() const { return max(min(min(32, M), 8), 1) * 32; }
  int64_t grid_drt_Z() const { return drt_Z_N12_workers * drt_Z_N11_workers; }
  int64_t block_drt_Z_add_copies() const { return 256; }
  int64_t grid_drt_Z_add_copies() const { return max(1, min(ceil_div(M * N, 256), 2147483647)); }
  coord_t K_of_drt_Z_B_counts() const { return static_cast<coord_t>(K); }
  coord_t K_OF_TILE_of_drt_Z_B_counts() const { return static_cast<coord_t>(K_OF_TILE); }
  coord_t K_TILES_of_drt_Z_B_counts() const { return static_cast<coord_t>(K_TILES); }
  coord_t N_of_drt_Z_B_counts() const { return static_cast<coord_t>(N); }
  coord_t N_OF_TILE_of_drt_Z_B_counts() const { return static_cast<coord_t>(N_OF_TILE); }
  coord_t N_TILES_of_drt_Z_B_counts() const { return static_cast<coord_t>(N_TILES); }
  coord_t K_of_drt_Z_A_counts() const { return static_cast<coord_t>(K); }
  coord_t K_OF_TILE_2_of_drt_Z_A_counts() const { return static_cast<coord_t>(K_OF_TILE_2); }
  coord_t K_TILES_of_drt_Z_A_counts() const { return static_cast<coord_t>(K_TILES); }
  coord_t M_of_drt_Z_A_counts() const { return static_cast<coord_t>(M); }
  coord_t M_OF_TILE_of_drt_Z_A_counts() const { return static_cast<coord_t>(M_OF_TILE); }
  coord_t M_TILES_of_drt_Z_A_counts() const { return static_cast<coord_t>(M_TILES); }
  coord_t K_of_drt_Z() const { return static_cast<coord_t>(K); }
  coord_t M_of_drt_Z() const { return static_cast<coord_t>(M); }
  coord_t M_TILES_of_drt_Z() const { return static_cast<coord_t>(M_TILES); }
  coord_t N_of_drt_Z() const { return static_cast<coord_t>(N); }
  coord_t N_TILES_of_drt_Z() const { return static_cast<coord_t>(N_TILES); }
  coord_t count_N11_of_drt_Z() const { return static_cast<coord_t>(drt_Z_N11_workers); }
  coord_t count_N12_of_drt_Z() const { return static_cast<coord_t>(drt_Z_N12_workers); }
  coord_t M_of_drt_Z_add_copies() const { return static_cast<coord_t>(M); }
  coord_t N_of_drt_Z_add_copies() const { return static_cast<coord_t>(N); }
  coord_t copies_of_drt_Z_add_copies() const { return static_cast<coord_t>(drt_Z_N11_workers); }
  int64_t stored_Z() const { return M * N; }
};

}  // namespace

extern "C" size_t drt_workspace_bytes(const drt_arguments* arguments) {
  if (arguments == nullptr) return 0;
  const drt_sizes sizes(*arguments);
  if (!sizes.valid()) return 0;
  size_t bytes = 0;
  (void)sizes;
  bytes += (static_cast<size_t>(sizes.elements_0()) * sizeof(value_t) + 255) / 256 * 256;
  bytes += (static_cast<size_t>(sizes.elements_1()) * sizeof(value_t) + 255) / 256 * 256;
  bytes += (static_cast<size_t>(sizes.elements_2()) * sizeof(value_t) + 255) / 256 * 256;
  return bytes;
}

extern "C" int drt_launch(const drt_arguments* arguments, void* workspace, size_t workspace_bytes,
                          struct CUstream_st* stream) {
  if (arguments == nullptr) return 1;
  const drt_arguments& a = *arguments;
  const drt_sizes sizes(a);
  if (!sizes.valid()) return 1;
  if (sizeof(offset_t) < sizeof(int64_t) && !sizes.addressable()) return 6;
  if (workspace_bytes < drt_workspace_bytes(arguments)) return 2;
  (void)workspace;
  char* free_bytes = static_cast<char*>(workspace);
  value_t* Z_copies = reinterpret_cast<value_t*>(free_bytes);
  free_bytes += (static_cast<size_t>(sizes.elements_0()) * sizeof(value_t) + 255) / 256 * 256;
  value_t* B_counts = reinterpret_cast<value_t*>(free_bytes);
  free_bytes += (static_cast<size_t>(sizes.elements_1()) * sizeof(value_t) + 255) / 256 * 256;
  value_t* A_counts = reinterpret_cast<value_t*>(free_bytes);
  free_bytes += (static_cast<size_t>(sizes.elements_2()) * sizeof(value_t) + 255) / 256 * 256;
  drt_Z_B_counts<<<static_cast<unsigned>(sizes.grid_drt_Z_B_counts()),
                   static_cast<unsigned>(sizes.block_drt_Z_B_counts()), 0, stream>>>(
      B_counts, a.B_N_segments, a.B_N_coords, a.B_values, sizes.K_of_drt_Z_B_counts(),
      sizes.K_OF_TILE_of_drt_Z_B_counts(), sizes.K_TILES_of_drt_Z_B_counts(),
      sizes.N_of_drt_Z_B_counts(), sizes.N_OF_TILE_of_drt_Z_B_counts(),
      sizes.N_TILES_of_drt_Z_B_counts());
  if (cudaGetLastError() != cudaSuccess) return 3;
  if (launch_early(drt_Z_A_counts, static_cast<unsigned>(sizes.grid_drt_Z_A_counts()),
                   static_cast<unsigned>(sizes.block_drt_Z_A_counts()), 0, stream, A_counts,
                   a.A_M_segments, a.A_M_coords, a.A_values, sizes.K_of_drt_Z_A_counts(),
                   sizes.K_OF_TILE_2_of_drt_Z_A_counts(), sizes.K_TILES_of_drt_Z_A_counts(),
                   sizes.M_of_drt_Z_A_counts(), sizes.M_OF_TILE_of_drt_Z_A_counts(),
                   sizes.M_TILES_of_drt_Z_A_counts()) != cudaSuccess)
    return 3;
  if (cudaMemsetAsync(Z_copies, 0, static_cast<size_t>(sizes.elements_0()) * sizeof(value_t),
                      stream) != cudaSuccess)
    return 3;
  if (launch_early(drt_Z, static_cast<unsigned>(sizes.grid_drt_Z()),
                   static_cast<unsigned>(sizes.block_drt_Z()), 0, stream, a.A_K10MK_K10_segments,
                   a.A_K10MK_K10_coords, a.A_K10MK_M_segments, a.A_K10MK_M_coords,
                   a.A_K10MK_K_segments, a.A_K10MK_K_coords, a.A_K10MK_values,
                   a.B_K10NK_K10_segments, a.B_K10NK_K10_coords, a.B_K10NK_N_segments,
                   a.B_K10NK_N_coords, a.B_K10NK_K_segments, a.B_K10NK_K_coords, a.B_K10NK_values,
                   B_counts, A_counts, sizes.K_of_drt_Z(), sizes.M_of_drt_Z(),
                   sizes.M_TILES_of_drt_Z(), sizes.N_of_drt_Z(), sizes.N_TILES_of_drt_Z(),
                   sizes.count_N11_of_drt_Z(), sizes.count_N12_of_drt_Z(), Z_copies) != cudaSuccess)
    return 3;
  if (launch_early(drt_Z_add_copies, static_cast<unsigned>(sizes.grid_drt_Z_add_copies()),
                   static_cast<unsigned>(sizes.block_drt_Z_add_copies()), 0, stream, Z_copies,
                   a.Z_values, sizes.M_of_drt_Z_add_copies(), sizes.N_of_drt_Z_add_copies(),
                   sizes.copies_of_drt_Z_add_copies()) != cudaSuccess)
    return 3;
  return 0;
}

extern "C" const char* drt_error_text(int code) {
  switch (code) {
    case 0:
      return "ok";
    case 1:
      return "no arguments, or an extent or size outside [0, 2147483647]";
    case 2:
      return "the workspace is smaller than drt_workspace_bytes says";
    case 3:
      return "CUDA refused a launch or a memset; cudaGetLastError has been read";
    case 6:
      return "an extent or an array is longer than offsets count: build with TEAAL_OFFSET_BITS=64";
    default:
      return "unknown code";
  }
}
#endif
