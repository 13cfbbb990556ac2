// Made by teaalc 0.1.0 from nv_stc.yaml; do not edit.
//   Z[m, n] = A[k, m] * B[k, n]
//     loops M2, N2, K2, M1, N1, K1, M0 (space), N0 (space), K0 (space)
//   stored A[M:U, K:C], B[N:U, K:C], Z[M:U, N:U]
//   sizes K0=16 K1=32 M0=16 M1=64 N0=8 N1=64
//   teaalc nv_stc.yaml --type=f32 --arch=sm_90 --index-bits=32

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

#line 13 "nv_stc.yaml"
extern "C" __global__ void nv_stc_Z(
    value_t* __restrict__ Z_values, const pos_t* __restrict__ A_K_segments,
    const coord_t* __restrict__ A_K_coords, const value_t* __restrict__ A_values,
    const pos_t* __restrict__ B_K_segments, const coord_t* __restrict__ B_K_coords,
    const value_t* __restrict__ B_values, const pos_t* __restrict__ A_M2K2M1KM_M2_segments,
    const coord_t* __restrict__ A_M2K2M1KM_M2_coords,
    const pos_t* __restrict__ A_M2K2M1KM_K2_segments,
    const coord_t* __restrict__ A_M2K2M1KM_K2_coords,
    const pos_t* __restrict__ A_M2K2M1KM_M1_segments,
    const coord_t* __restrict__ A_M2K2M1KM_M1_coords,
    const pos_t* __restrict__ A_M2K2M1KM_K_segments,
    const coord_t* __restrict__ A_M2K2M1KM_K_coords,
    const pos_t* __restrict__ A_M2K2M1KM_M_segments,
    const coord_t* __restrict__ A_M2K2M1KM_M_coords, const value_t* __restrict__ A_M2K2M1KM_values,
    coord_t K, coord_t M, coord_t N, coord_t count_M1, coord_t count_N2, coord_t count_M2) {
  constexpr int K0 = 16;
  constexpr int K1 = 32;
  constexpr int M0 = 16;
  constexpr int M1 = 64;
  constexpr int N0 = 8;
  constexpr int N1 = 64;
  const offset_t workers_M1 = count_M1;
  const offset_t worker_M1 = blockIdx.x % count_M1;
  const offset_t workers_N2 = count_N2;
  const offset_t worker_N2 = blockIdx.x / count_M1 % count_N2;
  const offset_t workers_M2 = count_M2;
  const offset_t worker_M2 = blockIdx.x / count_M1 / count_N2;
  const offset_t workers_N1 = blockDim.x / 32;
  const offset_t worker_N1 = threadIdx.x / 32;
  const offset_t workers_N0 = 2;
  const offset_t worker_N0 = threadIdx.x % 32 % 2;
  const offset_t worker_M0 = threadIdx.x % 32 / 2;
  const pos_t A_M2K2M1KM_M2_begin = A_M2K2M1KM_M2_segments[0];
  const pos_t A_M2K2M1KM_M2_end = A_M2K2M1KM_M2_segments[1];
  size_type visited = 0;
#line 25 "nv_stc.yaml"
  for (offset_t m2 = worker_M2 * M1; m2 < M; m2 += workers_M2 * M1) {
    const offset_t m2_end = min(static_cast<offset_t>(M), m2 + M1);
    const pos_t A_M2K2M1KM_M2_begin_2 =
        teaal_lower_bound(A_M2K2M1KM_M2_coords, A_M2K2M1KM_M2_begin, A_M2K2M1KM_M2_end,
                          static_cast<coord_t>(m2 / M1));
    const pos_t A_M2K2M1KM_M2_end_2 =
        A_M2K2M1KM_M2_begin_2 + ((A_M2K2M1KM_M2_begin_2 < A_M2K2M1KM_M2_end &&
                                  A_M2K2M1KM_M2_coords[A_M2K2M1KM_M2_begin_2] == m2 / M1)
                                     ? 1
                                     : 0);
    if (A_M2K2M1KM_M2_begin_2 < A_M2K2M1KM_M2_end_2) {
      const pos_t A_M2K2M1KM_K2_begin = A_M2K2M1KM_K2_segments[A_M2K2M1KM_M2_begin_2];
      const pos_t A_M2K2M1KM_K2_end = A_M2K2M1KM_K2_segments[A_M2K2M1KM_M2_begin_2 + 1];
      const bool whole = m2_end - m2 == 64;
      if (whole) {
        for (offset_t n2 = worker_N2 * N1; n2 < N; n2 += workers_N2 * N1) {
          const offset_t n2_end = min(static_cast<offset_t>(N), n2 + N1);
          const bool whole_2 = n2_end - n2 == 64;
          if (whole_2) {
            size_type k2_from = 0;
            size_type k2_due = visited + (m2_end - m2 + (n2_end - n2));
            while (k2_from < K) {
              size_type k2_next = k2_from;
              size_type k2_looked = 0;
              if (k2_due <= visited && m2_end - m2 + (n2_end - n2) <
                                           ((K - k2_from) / K1 + 1) * ((m2_end - m2) / M0 + 1)) {
                size_type k2_next_in_A = static_cast<offset_t>(K);
                for (offset_t m = m2; m < min(m2_end, static_cast<offset_t>(M)); ++m) {
                  const pos_t A_K_begin = A_K_segments[m];
                  const pos_t A_K_end = A_K_segments[m + 1];
                  const pos_t A_K_at = teaal_lower_bound(A_K_coords, A_K_begin, A_K_end,
                                                         static_cast<coord_t>(k2_from));
                  if (A_K_at < A_K_end) {
                    k2_next_in_A =
                        min(k2_next_in_A,
                            static_cast<size_type>(static_cast<offset_t>(A_K_coords[A_K_at])));
                  }
                  k2_looked += 1;
                }
                k2_next = max(k2_next, k2_next_in_A);
                size_type k2_next_in_B = static_cast<offset_t>(K);
                for (offset_t n = n2; n < min(n2_end, static_cast<offset_t>(N)); ++n) {
                  const pos_t B_K_begin = B_K_segments[n];
                  const pos_t B_K_end = B_K_segments[n + 1];
                  const pos_t B_K_at = teaal_lower_bound(B_K_coords, B_K_begin, B_K_end,
                                                         static_cast<coord_t>(k2_from));
                  if (B_K_at < B_K_end) {
                    k2_next_in_B =
                        min(k2_next_in_B,
                            static_cast<size_type>(static_cast<offset_t>(B_K_coords[B_K_at])));
                  }
                  k2_looked += 1;
                }
                k2_next = max(k2_next, k2_next_in_B);
              }
              const size_type k2 = (k2_next < K) ? k2_next / K1 * K1 : static_cast<size_type>(K);
              if (0 < k2_looked) {
                visited += k2_looked;
                k2_due = visited + k2_looked;
              }
              if (k2 == k2_from) {
                const size_type k2_end = min(static_cast<size_type>(K), k2 + K1);
                const pos_t A_M2K2M1KM_K2_begin_2 =
                    teaal_lower_bound(A_M2K2M1KM_K2_coords, A_M2K2M1KM_K2_begin, A_M2K2M1KM_K2_end,
                                      static_cast<coord_t>(k2 / K1));
                const pos_t A_M2K2M1KM_K2_end_2 =
                    A_M2K2M1KM_K2_begin_2 +
                    ((A_M2K2M1KM_K2_begin_2 < A_M2K2M1KM_K2_end &&
                      A_M2K2M1KM_K2_coords[A_M2K2M1KM_K2_begin_2] == k2 / K1)
                         ? 1
                         : 0);
                if (A_M2K2M1KM_K2_begin_2 < A_M2K2M1KM_K2_end_2) {
                  const pos_t A_M2K2M1KM_M1_begin = A_M2K2M1KM_M1_segments[A_M2K2M1KM_K2_begin_2];
                  const pos_t A_M2K2M1KM_M1_end = A_M2K2M1KM_M1_segments[A_M2K2M1KM_K2_begin_2 + 1];
                  for (offset_t m1 = m2 + worker_M1 * M0; m1 < m2_end; m1 += workers_M1 * M0) {
                    const pos_t A_M2K2M1KM_M1_begin_2 =
                        teaal_lower_bound(A_M2K2M1KM_M1_coords, A_M2K2M1KM_M1_begin,
                                          A_M2K2M1KM_M1_end, static_cast<coord_t>(m1 / M0));
                    const pos_t A_M2K2M1KM_M1_end_2 =
                        A_M2K2M1KM_M1_begin_2 +
                        ((A_M2K2M1KM_M1_begin_2 < A_M2K2M1KM_M1_end &&
                          A_M2K2M1KM_M1_coords[A_M2K2M1KM_M1_begin_2] == m1 / M0)
                             ? 1
                             : 0);
                    if (A_M2K2M1KM_M1_begin_2 < A_M2K2M1KM_M1_end_2) {
                      const pos_t A_M2K2M1KM_K_begin = A_M2K2M1KM_K_segments[A_M2K2M1KM_M1_begin_2];
                      const pos_t A_M2K2M1KM_K_end =
                          A_M2K2M1KM_K_segments[A_M2K2M1KM_M1_begin_2 + 1];
                      for (offset_t n1 = n2 + worker_N1 * N0; n1 < n2_end; n1 += workers_N1 * N0) {
#line 13 "nv_stc.yaml"
                        value_t sums[4];
#pragma unroll
                        for (int sums_element = 0; sums_element < 4; ++sums_element) {
                          sums[sums_element] = value_t(0);
                        }
#line 25 "nv_stc.yaml"
                        for (offset_t A_M2K2M1KM_K_run = A_M2K2M1KM_K_begin;
                             A_M2K2M1KM_K_run < A_M2K2M1KM_K_end; A_M2K2M1KM_K_run += K0) {
                          const pos_t A_M2K2M1KM_K_run_begin = static_cast<pos_t>(A_M2K2M1KM_K_run);
                          const pos_t A_M2K2M1KM_K_run_end = static_cast<pos_t>(
                              min(static_cast<offset_t>(A_M2K2M1KM_K_end), A_M2K2M1KM_K_run + K0));
                          const size_type k1 =
                              (A_M2K2M1KM_K_run_begin == A_M2K2M1KM_K_begin)
                                  ? k2
                                  : static_cast<size_type>(
                                        A_M2K2M1KM_K_coords[A_M2K2M1KM_K_run_begin]);
                          const size_type k1_end =
                              (A_M2K2M1KM_K_run_end == A_M2K2M1KM_K_end)
                                  ? k2_end
                                  : static_cast<size_type>(
                                        A_M2K2M1KM_K_coords[A_M2K2M1KM_K_run_end]);
                          const coord_t m0 = static_cast<coord_t>(m1 + worker_M0);
                          const pos_t A_K_begin_2 = A_K_segments[m0];
                          const pos_t A_K_end_2 = A_K_segments[m0 + 1];
                          const pos_t A_K_begin_3 = teaal_lower_bound(
                              A_K_coords, A_K_begin_2, A_K_end_2, static_cast<coord_t>(k1));
                          const pos_t A_K_end_3 = teaal_lower_bound(
                              A_K_coords, A_K_begin_3, A_K_end_2, static_cast<coord_t>(k1_end));
#pragma unroll
                          for (int n0_turn = 0; n0_turn < 4; ++n0_turn) {
                            const coord_t n0 =
                                static_cast<coord_t>(n1 + (worker_N0 + n0_turn * workers_N0));
                            const pos_t B_K_begin_2 = B_K_segments[n0];
                            const pos_t B_K_end_2 = B_K_segments[n0 + 1];
                            const pos_t B_K_begin_3 = teaal_lower_bound(
                                B_K_coords, B_K_begin_2, B_K_end_2, static_cast<coord_t>(k1));
                            const pos_t B_K_end_3 = teaal_lower_bound(
                                B_K_coords, B_K_begin_3, B_K_end_2, static_cast<coord_t>(k1_end));
                            pos_t A_K_at_2 = A_K_begin_3;
                            pos_t B_K_at_2 = B_K_begin_3;
                            while (A_K_at_2 < A_K_end_3 && B_K_at_2 < B_K_end_3) {
                              const coord_t A_K_at_2_coord = A_K_coords[A_K_at_2];
                              const coord_t B_K_at_2_coord = B_K_coords[B_K_at_2];
                              const coord_t k0 = max(A_K_at_2_coord, B_K_at_2_coord);
                              if (A_K_at_2_coord == k0 && B_K_at_2_coord == k0) {
#line 13 "nv_stc.yaml"
                                sums[n0_turn] =
                                    fmaf(A_values[A_K_at_2], B_values[B_K_at_2], sums[n0_turn]);
                              }
#line 25 "nv_stc.yaml"
                              const coord_t k0_goal =
                                  k0 + ((A_K_at_2_coord == k0 && B_K_at_2_coord == k0) ? 1 : 0);
                              A_K_at_2 = teaal_gallop(A_K_coords, A_K_at_2, A_K_end_3,
                                                      static_cast<coord_t>(k0_goal));
                              B_K_at_2 = teaal_gallop(B_K_coords, B_K_at_2, B_K_end_3,
                                                      static_cast<coord_t>(k0_goal));
                            }
                          }
                        }
                        const coord_t m0 = static_cast<coord_t>(m1 + worker_M0);
#pragma unroll
                        for (int n0_turn = 0; n0_turn < 4; ++n0_turn) {
                          const coord_t n0 =
                              static_cast<coord_t>(n1 + (worker_N0 + n0_turn * workers_N0));
                          const offset_t Z_N_at_2 =
                              static_cast<offset_t>(m0) * static_cast<offset_t>(N) + n0;
#line 13 "nv_stc.yaml"
                          Z_values[Z_N_at_2] += sums[n0_turn];
                        }
                        visited += 1;
                      }
                    }
                    visited += 1;
                  }
                }
              }
              k2_from = (k2 == k2_from) ? k2_from + K1 : k2;
              visited += 1;
            }
          }
#line 25 "nv_stc.yaml"
          if (!whole_2) {
            size_type k2_from_2 = 0;
            size_type k2_due_2 = visited + (m2_end - m2 + (n2_end - n2));
            while (k2_from_2 < K) {
              size_type k2_next_2 = k2_from_2;
              size_type k2_looked_2 = 0;
              if (k2_due_2 <= visited &&
                  m2_end - m2 + (n2_end - n2) <
                      ((K - k2_from_2) / K1 + 1) * ((m2_end - m2) / M0 + 1)) {
                size_type k2_next_2_in_A = static_cast<offset_t>(K);
                for (offset_t m_2 = m2; m_2 < min(m2_end, static_cast<offset_t>(M)); ++m_2) {
                  const pos_t A_K_begin_6 = A_K_segments[m_2];
                  const pos_t A_K_end_6 = A_K_segments[m_2 + 1];
                  const pos_t A_K_at_3 = teaal_lower_bound(A_K_coords, A_K_begin_6, A_K_end_6,
                                                           static_cast<coord_t>(k2_from_2));
                  if (A_K_at_3 < A_K_end_6) {
                    k2_next_2_in_A =
                        min(k2_next_2_in_A,
                            static_cast<size_type>(static_cast<offset_t>(A_K_coords[A_K_at_3])));
                  }
                  k2_looked_2 += 1;
                }
                k2_next_2 = max(k2_next_2, k2_next_2_in_A);
                size_type k2_next_2_in_B = static_cast<offset_t>(K);
                for (offset_t n_2 = n2; n_2 < min(n2_end, static_cast<offset_t>(N)); ++n_2) {
                  const pos_t B_K_begin_6 = B_K_segments[n_2];
                  const pos_t B_K_end_6 = B_K_segments[n_2 + 1];
                  const pos_t B_K_at_3 = teaal_lower_bound(B_K_coords, B_K_begin_6, B_K_end_6,
                                                           static_cast<coord_t>(k2_from_2));
                  if (B_K_at_3 < B_K_end_6) {
                    k2_next_2_in_B =
                        min(k2_next_2_in_B,
                            static_cast<size_type>(static_cast<offset_t>(B_K_coords[B_K_at_3])));
                  }
                  k2_looked_2 += 1;
                }
                k2_next_2 = max(k2_next_2, k2_next_2_in_B);
              }
              const size_type k2 =
                  (k2_next_2 < K) ? k2_next_2 / K1 * K1 : static_cast<size_type>(K);
              if (0 < k2_looked_2) {
                visited += k2_looked_2;
                k2_due_2 = visited + k2_looked_2;
              }
              if (k2 == k2_from_2) {
                const size_type k2_end_2 = min(static_cast<size_type>(K), k2 + K1);
                const pos_t A_M2K2M1KM_K2_begin_3 =
                    teaal_lower_bound(A_M2K2M1KM_K2_coords, A_M2K2M1KM_K2_begin, A_M2K2M1KM_K2_end,
                                      static_cast<coord_t>(k2 / K1));
                const pos_t A_M2K2M1KM_K2_end_3 =
                    A_M2K2M1KM_K2_begin_3 +
                    ((A_M2K2M1KM_K2_begin_3 < A_M2K2M1KM_K2_end &&
                      A_M2K2M1KM_K2_coords[A_M2K2M1KM_K2_begin_3] == k2 / K1)
                         ? 1
                         : 0);
                if (A_M2K2M1KM_K2_begin_3 < A_M2K2M1KM_K2_end_3) {
                  const pos_t A_M2K2M1KM_M1_begin_3 = A_M2K2M1KM_M1_segments[A_M2K2M1KM_K2_begin_3];
                  const pos_t A_M2K2M1KM_M1_end_3 =
                      A_M2K2M1KM_M1_segments[A_M2K2M1KM_K2_begin_3 + 1];
                  for (offset_t m1 = m2 + worker_M1 * M0; m1 < m2_end; m1 += workers_M1 * M0) {
                    const pos_t A_M2K2M1KM_M1_begin_4 =
                        teaal_lower_bound(A_M2K2M1KM_M1_coords, A_M2K2M1KM_M1_begin_3,
                                          A_M2K2M1KM_M1_end_3, static_cast<coord_t>(m1 / M0));
                    const pos_t A_M2K2M1KM_M1_end_4 =
                        A_M2K2M1KM_M1_begin_4 +
                        ((A_M2K2M1KM_M1_begin_4 < A_M2K2M1KM_M1_end_3 &&
                          A_M2K2M1KM_M1_coords[A_M2K2M1KM_M1_begin_4] == m1 / M0)
                             ? 1
                             : 0);
                    if (A_M2K2M1KM_M1_begin_4 < A_M2K2M1KM_M1_end_4) {
                      const pos_t A_M2K2M1KM_K_begin_2 =
                          A_M2K2M1KM_K_segments[A_M2K2M1KM_M1_begin_4];
                      const pos_t A_M2K2M1KM_K_end_2 =
                          A_M2K2M1KM_K_segments[A_M2K2M1KM_M1_begin_4 + 1];
                      for (offset_t n1 = n2 + worker_N1 * N0; n1 < n2_end; n1 += workers_N1 * N0) {
                        const offset_t n1_end = min(n2_end, n1 + N0);
#line 13 "nv_stc.yaml"
                        value_t sums[4];
#pragma unroll
                        for (int sums_element = 0; sums_element < 4; ++sums_element) {
                          sums[sums_element] = value_t(0);
                        }
#line 25 "nv_stc.yaml"
                        for (offset_t A_M2K2M1KM_K_run_2 = A_M2K2M1KM_K_begin_2;
                             A_M2K2M1KM_K_run_2 < A_M2K2M1KM_K_end_2; A_M2K2M1KM_K_run_2 += K0) {
                          const pos_t A_M2K2M1KM_K_run_begin_2 =
                              static_cast<pos_t>(A_M2K2M1KM_K_run_2);
                          const pos_t A_M2K2M1KM_K_run_end_2 = static_cast<pos_t>(min(
                              static_cast<offset_t>(A_M2K2M1KM_K_end_2), A_M2K2M1KM_K_run_2 + K0));
                          const size_type k1 =
                              (A_M2K2M1KM_K_run_begin_2 == A_M2K2M1KM_K_begin_2)
                                  ? k2
                                  : static_cast<size_type>(
                                        A_M2K2M1KM_K_coords[A_M2K2M1KM_K_run_begin_2]);
                          const size_type k1_end_2 =
                              (A_M2K2M1KM_K_run_end_2 == A_M2K2M1KM_K_end_2)
                                  ? k2_end_2
                                  : static_cast<size_type>(
                                        A_M2K2M1KM_K_coords[A_M2K2M1KM_K_run_end_2]);
                          const coord_t m0 = static_cast<coord_t>(m1 + worker_M0);
                          const pos_t A_K_begin_7 = A_K_segments[m0];
                          const pos_t A_K_end_7 = A_K_segments[m0 + 1];
                          const pos_t A_K_begin_8 = teaal_lower_bound(
                              A_K_coords, A_K_begin_7, A_K_end_7, static_cast<coord_t>(k1));
                          const pos_t A_K_end_8 = teaal_lower_bound(
                              A_K_coords, A_K_begin_8, A_K_end_7, static_cast<coord_t>(k1_end_2));
#pragma unroll
                          for (int n0_turn = 0; n0_turn < 4; ++n0_turn) {
                            if (n1 + (worker_N0 + n0_turn * workers_N0) < n1_end) {
                              const coord_t n0 =
                                  static_cast<coord_t>(n1 + (worker_N0 + n0_turn * workers_N0));
                              const pos_t B_K_begin_7 = B_K_segments[n0];
                              const pos_t B_K_end_7 = B_K_segments[n0 + 1];
                              const pos_t B_K_begin_8 = teaal_lower_bound(
                                  B_K_coords, B_K_begin_7, B_K_end_7, static_cast<coord_t>(k1));
                              const pos_t B_K_end_8 =
                                  teaal_lower_bound(B_K_coords, B_K_begin_8, B_K_end_7,
                                                    static_cast<coord_t>(k1_end_2));
                              pos_t A_K_at_4 = A_K_begin_8;
                              pos_t B_K_at_4 = B_K_begin_8;
                              while (A_K_at_4 < A_K_end_8 && B_K_at_4 < B_K_end_8) {
                                const coord_t A_K_at_4_coord = A_K_coords[A_K_at_4];
                                const coord_t B_K_at_4_coord = B_K_coords[B_K_at_4];
                                const coord_t k0 = max(A_K_at_4_coord, B_K_at_4_coord);
                                if (A_K_at_4_coord == k0 && B_K_at_4_coord == k0) {
#line 13 "nv_stc.yaml"
                                  sums[n0_turn] =
                                      fmaf(A_values[A_K_at_4], B_values[B_K_at_4], sums[n0_turn]);
                                }
#line 25 "nv_stc.yaml"
                                const coord_t k0_goal_2 =
                                    k0 + ((A_K_at_4_coord == k0 && B_K_at_4_coord == k0) ? 1 : 0);
                                A_K_at_4 = teaal_gallop(A_K_coords, A_K_at_4, A_K_end_8,
                                                        static_cast<coord_t>(k0_goal_2));
                                B_K_at_4 = teaal_gallop(B_K_coords, B_K_at_4, B_K_end_8,
                                                        static_cast<coord_t>(k0_goal_2));
                              }
                            }
                          }
                        }
                        const coord_t m0 = static_cast<coord_t>(m1 + worker_M0);
#pragma unroll
                        for (int n0_turn = 0; n0_turn < 4; ++n0_turn) {
                          if (n1 + (worker_N0 + n0_turn * workers_N0) < n1_end) {
                            const coord_t n0 =
                                static_cast<coord_t>(n1 + (worker_N0 + n0_turn * workers_N0));
                            const offset_t Z_N_at_4 =
                                static_cast<offset_t>(m0) * static_cast<offset_t>(N) + n0;
#line 13 "nv_stc.yaml"
                            Z_values[Z_N_at_4] += sums[n0_turn];
                          }
                        }
                        visited += 1;
                      }
                    }
                    visited += 1;
                  }
                }
              }
              k2_from_2 = (k2 == k2_from_2) ? k2_from_2 + K1 : k2;
              visited += 1;
            }
          }
        }
      }
#line 25 "nv_stc.yaml"
      if (!whole) {
        for (offset_t n2 = worker_N2 * N1; n2 < N; n2 += workers_N2 * N1) {
          const offset_t n2_end_2 = min(static_cast<offset_t>(N), n2 + N1);
          size_type k2_from_3 = 0;
          size_type k2_due_3 = visited + (m2_end - m2 + (n2_end_2 - n2));
          while (k2_from_3 < K) {
            size_type k2_next_3 = k2_from_3;
            size_type k2_looked_3 = 0;
            if (k2_due_3 <= visited && m2_end - m2 + (n2_end_2 - n2) <
                                           ((K - k2_from_3) / K1 + 1) * ((m2_end - m2) / M0 + 1)) {
              size_type k2_next_3_in_A = static_cast<offset_t>(K);
              for (offset_t m_3 = m2; m_3 < min(m2_end, static_cast<offset_t>(M)); ++m_3) {
                const pos_t A_K_begin_11 = A_K_segments[m_3];
                const pos_t A_K_end_11 = A_K_segments[m_3 + 1];
                const pos_t A_K_at_5 = teaal_lower_bound(A_K_coords, A_K_begin_11, A_K_end_11,
                                                         static_cast<coord_t>(k2_from_3));
                if (A_K_at_5 < A_K_end_11) {
                  k2_next_3_in_A =
                      min(k2_next_3_in_A,
                          static_cast<size_type>(static_cast<offset_t>(A_K_coords[A_K_at_5])));
                }
                k2_looked_3 += 1;
              }
              k2_next_3 = max(k2_next_3, k2_next_3_in_A);
              size_type k2_next_3_in_B = static_cast<offset_t>(K);
              for (offset_t n_3 = n2; n_3 < min(n2_end_2, static_cast<offset_t>(N)); ++n_3) {
                const pos_t B_K_begin_11 = B_K_segments[n_3];
                const pos_t B_K_end_11 = B_K_segments[n_3 + 1];
                const pos_t B_K_at_5 = teaal_lower_bound(B_K_coords, B_K_begin_11, B_K_end_11,
                                                         static_cast<coord_t>(k2_from_3));
                if (B_K_at_5 < B_K_end_11) {
                  k2_next_3_in_B =
                      min(k2_next_3_in_B,
                          static_cast<size_type>(static_cast<offset_t>(B_K_coords[B_K_at_5])));
                }
                k2_looked_3 += 1;
              }
              k2_next_3 = max(k2_next_3, k2_next_3_in_B);
            }
            const size_type k2 = (k2_next_3 < K) ? k2_next_3 / K1 * K1 : static_cast<size_type>(K);
            if (0 < k2_looked_3) {
              visited += k2_looked_3;
              k2_due_3 = visited + k2_looked_3;
            }
            if (k2 == k2_from_3) {
              const size_type k2_end_3 = min(static_cast<size_type>(K), k2 + K1);
              const pos_t A_M2K2M1KM_K2_begin_4 =
                  teaal_lower_bound(A_M2K2M1KM_K2_coords, A_M2K2M1KM_K2_begin, A_M2K2M1KM_K2_end,
                                    static_cast<coord_t>(k2 / K1));
              const pos_t A_M2K2M1KM_K2_end_4 =
                  A_M2K2M1KM_K2_begin_4 + ((A_M2K2M1KM_K2_begin_4 < A_M2K2M1KM_K2_end &&
                                            A_M2K2M1KM_K2_coords[A_M2K2M1KM_K2_begin_4] == k2 / K1)
                                               ? 1
                                               : 0);
              if (A_M2K2M1KM_K2_begin_4 < A_M2K2M1KM_K2_end_4) {
                const pos_t A_M2K2M1KM_M1_begin_5 = A_M2K2M1KM_M1_segments[A_M2K2M1KM_K2_begin_4];
                const pos_t A_M2K2M1KM_M1_end_5 = A_M2K2M1KM_M1_segments[A_M2K2M1KM_K2_begin_4 + 1];
                for (offset_t m1 = m2 + worker_M1 * M0; m1 < m2_end; m1 += workers_M1 * M0) {
                  const offset_t m1_end = min(m2_end, m1 + M0);
                  const pos_t A_M2K2M1KM_M1_begin_6 =
                      teaal_lower_bound(A_M2K2M1KM_M1_coords, A_M2K2M1KM_M1_begin_5,
                                        A_M2K2M1KM_M1_end_5, static_cast<coord_t>(m1 / M0));
                  const pos_t A_M2K2M1KM_M1_end_6 =
                      A_M2K2M1KM_M1_begin_6 +
                      ((A_M2K2M1KM_M1_begin_6 < A_M2K2M1KM_M1_end_5 &&
                        A_M2K2M1KM_M1_coords[A_M2K2M1KM_M1_begin_6] == m1 / M0)
                           ? 1
                           : 0);
                  if (A_M2K2M1KM_M1_begin_6 < A_M2K2M1KM_M1_end_6) {
                    const pos_t A_M2K2M1KM_K_begin_3 = A_M2K2M1KM_K_segments[A_M2K2M1KM_M1_begin_6];
                    const pos_t A_M2K2M1KM_K_end_3 =
                        A_M2K2M1KM_K_segments[A_M2K2M1KM_M1_begin_6 + 1];
                    for (offset_t n1 = n2 + worker_N1 * N0; n1 < n2_end_2; n1 += workers_N1 * N0) {
                      const offset_t n1_end_2 = min(n2_end_2, n1 + N0);
#line 13 "nv_stc.yaml"
                      value_t sums[4];
#pragma unroll
                      for (int sums_element = 0; sums_element < 4; ++sums_element) {
                        sums[sums_element] = value_t(0);
                      }
#line 25 "nv_stc.yaml"
                      for (offset_t A_M2K2M1KM_K_run_3 = A_M2K2M1KM_K_begin_3;
                           A_M2K2M1KM_K_run_3 < A_M2K2M1KM_K_end_3; A_M2K2M1KM_K_run_3 += K0) {
                        const pos_t A_M2K2M1KM_K_run_begin_3 =
                            static_cast<pos_t>(A_M2K2M1KM_K_run_3);
                        const pos_t A_M2K2M1KM_K_run_end_3 = static_cast<pos_t>(min(
                            static_cast<offset_t>(A_M2K2M1KM_K_end_3), A_M2K2M1KM_K_run_3 + K0));
                        const size_type k1 =
                            (A_M2K2M1KM_K_run_begin_3 == A_M2K2M1KM_K_begin_3)
                                ? k2
                                : static_cast<size_type>(
                                      A_M2K2M1KM_K_coords[A_M2K2M1KM_K_run_begin_3]);
                        const size_type k1_end_3 =
                            (A_M2K2M1KM_K_run_end_3 == A_M2K2M1KM_K_end_3)
                                ? k2_end_3
                                : static_cast<size_type>(
                                      A_M2K2M1KM_K_coords[A_M2K2M1KM_K_run_end_3]);
                        if (m1 + worker_M0 < m1_end) {
                          const coord_t m0 = static_cast<coord_t>(m1 + worker_M0);
                          const pos_t A_K_begin_12 = A_K_segments[m0];
                          const pos_t A_K_end_12 = A_K_segments[m0 + 1];
                          const pos_t A_K_begin_13 = teaal_lower_bound(
                              A_K_coords, A_K_begin_12, A_K_end_12, static_cast<coord_t>(k1));
                          const pos_t A_K_end_13 = teaal_lower_bound(
                              A_K_coords, A_K_begin_13, A_K_end_12, static_cast<coord_t>(k1_end_3));
#pragma unroll
                          for (int n0_turn = 0; n0_turn < 4; ++n0_turn) {
                            if (n1 + (worker_N0 + n0_turn * workers_N0) < n1_end_2) {
                              const coord_t n0 =
                                  static_cast<coord_t>(n1 + (worker_N0 + n0_turn * workers_N0));
                              const pos_t B_K_begin_12 = B_K_segments[n0];
                              const pos_t B_K_end_12 = B_K_segments[n0 + 1];
                              const pos_t B_K_begin_13 = teaal_lower_bound(
                                  B_K_coords, B_K_begin_12, B_K_end_12, static_cast<coord_t>(k1));
                              const pos_t B_K_end_13 =
                                  teaal_lower_bound(B_K_coords, B_K_begin_13, B_K_end_12,
                                                    static_cast<coord_t>(k1_end_3));
                              pos_t A_K_at_6 = A_K_begin_13;
                              pos_t B_K_at_6 = B_K_begin_13;
                              while (A_K_at_6 < A_K_end_13 && B_K_at_6 < B_K_end_13) {
                                const coord_t A_K_at_6_coord = A_K_coords[A_K_at_6];
                                const coord_t B_K_at_6_coord = B_K_coords[B_K_at_6];
                                const coord_t k0 = max(A_K_at_6_coord, B_K_at_6_coord);
                                if (A_K_at_6_coord == k0 && B_K_at_6_coord == k0) {
#line 13 "nv_stc.yaml"
                                  sums[n0_turn] =
                                      fmaf(A_values[A_K_at_6], B_values[B_K_at_6], sums[n0_turn]);
                                }
#line 25 "nv_stc.yaml"
                                const coord_t k0_goal_3 =
                                    k0 + ((A_K_at_6_coord == k0 && B_K_at_6_coord == k0) ? 1 : 0);
                                A_K_at_6 = teaal_gallop(A_K_coords, A_K_at_6, A_K_end_13,
                                                        static_cast<coord_t>(k0_goal_3));
                                B_K_at_6 = teaal_gallop(B_K_coords, B_K_at_6, B_K_end_13,
                                                        static_cast<coord_t>(k0_goal_3));
                              }
                            }
                          }
                        }
                      }
                      if (m1 + worker_M0 < m1_end) {
                        const coord_t m0 = static_cast<coord_t>(m1 + worker_M0);
#pragma unroll
                        for (int n0_turn = 0; n0_turn < 4; ++n0_turn) {
                          if (n1 + (worker_N0 + n0_turn * workers_N0) < n1_end_2) {
                            const coord_t n0 =
                                static_cast<coord_t>(n1 + (worker_N0 + n0_turn * workers_N0));
                            const offset_t Z_N_at_6 =
                                static_cast<offset_t>(m0) * static_cast<offset_t>(N) + n0;
#line 13 "nv_stc.yaml"
                            Z_values[Z_N_at_6] += sums[n0_turn];
                          }
                        }
                      }
                      visited += 1;
                    }
                  }
                  visited += 1;
                }
              }
            }
            k2_from_3 = (k2 == k2_from_3) ? k2_from_3 + K1 : k2;
            visited += 1;
          }
        }
      }
    }
  }
}

#if !defined(__CUDACC_RTC__) && !defined(TEAAL_PRELUDE)
#line 1 "nv_stc.launcher"
#include <cuda_runtime.h>
#include <stddef.h>
#include <stdint.h>

typedef value_t nv_stc_value;
typedef pos_t nv_stc_position;

extern "C" {
#if TEAAL_POSITION_BITS == 64 /* functions have names of their own */
#define nv_stc_workspace_bytes nv_stc_workspace_bytes_64
#define nv_stc_launch nv_stc_launch_64
#endif

struct CUstream_st; /* what cudaStream_t points to */

/* Device pointers and sizes. Segments have one entry a fiber and one more; arrays must not overlap.
 */
typedef struct nv_stc_arguments {
  /* Z: M:U, N:U */
  nv_stc_value* Z_values;
  /* A: M:U, K:C */
  const nv_stc_position* A_K_segments;
  const int32_t* A_K_coords;
  const nv_stc_value* A_values;
  /* B: N:U, K:C */
  const nv_stc_position* B_K_segments;
  const int32_t* B_K_coords;
  const nv_stc_value* B_values;
  /* A_M2K2M1KM: M2:C, K2:C, M1:C, K:C, M:C; M2 is M / 64; K2 is K / 32; M1 is M / 16, tensor A
   * re-sorted */
  const nv_stc_position* A_M2K2M1KM_M2_segments;
  const int32_t* A_M2K2M1KM_M2_coords;
  const nv_stc_position* A_M2K2M1KM_K2_segments;
  const int32_t* A_M2K2M1KM_K2_coords;
  const nv_stc_position* A_M2K2M1KM_M1_segments;
  const int32_t* A_M2K2M1KM_M1_coords;
  const nv_stc_position* A_M2K2M1KM_K_segments;
  const int32_t* A_M2K2M1KM_K_coords;
  const nv_stc_position* A_M2K2M1KM_M_segments;
  const int32_t* A_M2K2M1KM_M_coords;
  const nv_stc_value* A_M2K2M1KM_values;
  int64_t extent_K;
  int64_t extent_M;
  int64_t extent_N;
} nv_stc_arguments;

/* Bytes of device memory that nv_stc_launch needs as workspace (0: none), aligned to 256. */
size_t nv_stc_workspace_bytes(const nv_stc_arguments* arguments);

/* Enqueues the whole plan on `stream` (0: the default stream) and returns at once. 0: enqueued;
   else see nv_stc_error_text. Allocates nothing and throws nothing. */
int nv_stc_launch(const nv_stc_arguments* arguments, void* workspace, size_t workspace_bytes,
                  struct CUstream_st* stream);
const char* nv_stc_error_text(int code);
}

namespace {

inline int64_t min(int64_t a, int64_t b) { return a < b ? a : b; }
inline int64_t max(int64_t a, int64_t b) { return a < b ? b : a; }
inline int64_t ceil_div(int64_t a, int64_t b) { return (a + b - 1) / b; }

struct nv_stc_sizes {
  int64_t K;
  int64_t M;
  int64_t N;
  int64_t nv_stc_Z_M2_workers;
  int64_t nv_stc_Z_N2_workers;
  int64_t nv_stc_Z_M1_workers;
  explicit nv_stc_sizes(const nv_stc_arguments& a) {
    K = a.extent_K;
    M = a.extent_M;
    N = a.extent_N;
    nv_stc_Z_M2_workers = max(min(ceil_div(M, 64), 16896), 1);
    nv_stc_Z_N2_workers = max(min(ceil_div(N, 64), 16896 / nv_stc_Z_M2_workers), 1);
    nv_stc_Z_M1_workers =
        max(min(ceil_div(min(64, M), 16), 16896 / nv_stc_Z_M2_workers / nv_stc_Z_N2_workers), 1);
  }
  bool valid() const {
    return K >= 0 && K <= 2147483647 && M >= 0 && M <= 2147483647 && N >= 0 && N <= 2147483647;
  }
  bool addressable() const {
    return K <= 1000000000 && M <= 1000000000 && N <= 1000000000 && (M == 0 || N <= 1000000000 / M);
  }
  int64_t block_nv_stc_Z() const { return max(min(ceil_div(min(64, N), 8), 8), 1) * 32; }
  int64_t grid_nv_stc_Z() const {
    return nv_stc_Z_M2_workers * nv_stc_Z_N2_workers * nv_stc_Z_M1_workers;
  }
  coord_t K_of_nv_stc_Z() const { return static_cast<coord_t>(K); }
  coord_t M_of_nv_stc_Z() const { return static_cast<coord_t>(M); }
  coord_t N_of_nv_stc_Z() const { return static_cast<coord_t>(N); }
  coord_t count_M1_of_nv_stc_Z() const { return static_cast<coord_t>(nv_stc_Z_M1_workers); }
  coord_t count_N2_of_nv_stc_Z() const { return static_cast<coord_t>(nv_stc_Z_N2_workers); }
  coord_t count_M2_of_nv_stc_Z() const { return static_cast<coord_t>(nv_stc_Z_M2_workers); }
  int64_t stored_Z() const { return M * N; }
};

}  // namespace

extern "C" size_t nv_stc_workspace_bytes(const nv_stc_arguments* arguments) {
  if (arguments == nullptr) return 0;
  const nv_stc_sizes sizes(*arguments);
  if (!sizes.valid()) return 0;
  size_t bytes = 0;
  (void)sizes;
  return bytes;
}

extern "C" int nv_stc_launch(const nv_stc_arguments* arguments, void* workspace,
                             size_t workspace_bytes, struct CUstream_st* stream) {
  if (arguments == nullptr) return 1;
  const nv_stc_arguments& a = *arguments;
  const nv_stc_sizes sizes(a);
  if (!sizes.valid()) return 1;
  if (sizeof(offset_t) < sizeof(int64_t) && !sizes.addressable()) return 6;
  if (workspace_bytes < nv_stc_workspace_bytes(arguments)) return 2;
  (void)workspace;
  if (cudaMemsetAsync(a.Z_values, 0, static_cast<size_t>(sizes.stored_Z()) * sizeof(value_t),
                      stream) != cudaSuccess)
    return 3;
  nv_stc_Z<<<static_cast<unsigned>(sizes.grid_nv_stc_Z()),
             static_cast<unsigned>(sizes.block_nv_stc_Z()), 0, stream>>>(
      a.Z_values, a.A_K_segments, a.A_K_coords, a.A_values, a.B_K_segments, a.B_K_coords,
      a.B_values, a.A_M2K2M1KM_M2_segments, a.A_M2K2M1KM_M2_coords, a.A_M2K2M1KM_K2_segments,
      a.A_M2K2M1KM_K2_coords, a.A_M2K2M1KM_M1_segments, a.A_M2K2M1KM_M1_coords,
      a.A_M2K2M1KM_K_segments, a.A_M2K2M1KM_K_coords, a.A_M2K2M1KM_M_segments,
      a.A_M2K2M1KM_M_coords, a.A_M2K2M1KM_values, sizes.K_of_nv_stc_Z(), sizes.M_of_nv_stc_Z(),
      sizes.N_of_nv_stc_Z(), sizes.count_M1_of_nv_stc_Z(), sizes.count_N2_of_nv_stc_Z(),
      sizes.count_M2_of_nv_stc_Z());
  if (cudaGetLastError() != cudaSuccess) return 3;
  return 0;
}

extern "C" const char* nv_stc_error_text(int code) {
  switch (code) {
    case 0:
      return "ok";
    case 1:
      return "no arguments, or an extent or size outside [0, 2147483647]";
    case 2:
      return "the workspace is smaller than nv_stc_workspace_bytes says";
    case 3:
      return "CUDA refused a launch or a memset; cudaGetLastError has been read";
    case 6:
      return "an extent or an array is longer than offsets count: build with TEAAL_OFFSET_BITS=64";
    default:
      return "unknown code";
  }
}
#endif
