#pragma once
// Tiles that grow, of smaller ones, as long as a tensor has few elements in them.

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
