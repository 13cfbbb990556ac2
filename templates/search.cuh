#pragma once
// Searches in a fiber's sorted coordinates. A is an array of these, C the type of one, P that of a
// position.

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

// On the path that goes through a list of fibers, over each one's positions and then over its end:
// how many of the fibers in [first, end) end before item `item`. By seven at a time, too.
template <class S, class B, class F, class P>
static __device__ __forceinline__ F teaal_ended_on_path(const S* segments, B first, F end, P item) {
  long long from = first, to = end;
  while (from < to) {
    const long long step = (to - from + 7) / 8;
    int behind = 0;
#pragma unroll
    for (int i = 1; i < 8; ++i) {
      const long long at = from + step * i - 1;
      behind += at < to && segments[at + 1] + at < item ? 1 : 0;
    }
    from += step * behind;
    if (behind < 7 && from + step - 1 < to) to = from + step - 1;
  }
  return static_cast<F>(from);
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
