// Made by teaalc 0.1.0 from gemm_joint_tensor_core.yaml; do not edit.
//   C[m, n] = A[m, k] * B[k, n]
//     loops M4 (space), N4 (space), K1, K0, M3 (space), N3 (space), M1 (space), N1 (space), M2, M0,
//     N2, N0 tensor cores: 3xtf32
//   stored A[M:U, K:U], B[K:U, N:U], C[M:U, N:U]
//   sizes BK=8 BM=64 BN=128 HM=16 HN=32 WM=64 WN=64
//   teaalc gemm_joint_tensor_core.yaml --type=f32 --arch=sm_90 --index-bits=32

// Returns when all that was launched before has ended and its writes are seen. A GPU of sm_90 or
// newer; at once where the launch did not ask to be early.
static __device__ __forceinline__ void teaal_await_launches() {
#ifndef TEAAL_CPU
  asm volatile("griddepcontrol.wait;" ::: "memory");
#endif
}

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

// The first `count` (none where negative) of four elements, then zeros, one by one: for the edges
// of tensors, kept out of the way of what copies quads.
template <class T>
static __device__ __forceinline__ void teaal_copy_part(T* to, const T* from, int count) {
#pragma unroll 1
  for (int i = 0; i < 4; ++i) teaal_copy_element(to + i, from + i, i < count);
}

// Four entries of a list, from a multiple of four on, into shared memory; asynchronously, as
// teaal_copy_quad copies, where they have 32 bits.
template <class C>
static __device__ __forceinline__ void teaal_copy_entries(C* to, const C* list) {
  if constexpr (sizeof(C) == 4) {
    teaal_copy_quad(to, list, true);
  } else {
#pragma unroll
    for (int i = 0; i < 4; ++i) to[i] = list[i];
  }
}

// So many of those entries; `from` is aligned to them, up to 16 bytes.
template <int count, class C>
static __device__ __forceinline__ void teaal_take_entries(C* to, const C* from) {
#ifdef TEAAL_CPU
  const int side_by_side = sizeof(C) != 4 ? 1 : count % 4 == 0 ? 4 : count % 2 == 0 ? 2 : 1;
  for (int i = 0; i < count; i += side_by_side) teaal_take_units<side_by_side>(to + i, from + i);
#else
  if constexpr (sizeof(C) == 4 && count % 4 == 0) {
#pragma unroll
    for (int i = 0; i < count; i += 4) {
      const int4 quad = *reinterpret_cast<const int4*>(from + i);
      to[i] = quad.x;
      to[i + 1] = quad.y;
      to[i + 2] = quad.z;
      to[i + 3] = quad.w;
    }
  } else if constexpr (sizeof(C) == 4 && count % 2 == 0) {
#pragma unroll
    for (int i = 0; i < count; i += 2) {
      const int2 pair = *reinterpret_cast<const int2*>(from + i);
      to[i] = pair.x;
      to[i + 1] = pair.y;
    }
  } else {
#pragma unroll
    for (int i = 0; i < count; ++i) to[i] = from[i];
  }
#endif
}

// Four elements as teaal_copy_quad does, `entry` times `stride` elements behind `from`: less than
// 2^32 bytes a stride, so that an instruction finds the address.
template <class T, class C>
static __device__ __forceinline__ void teaal_copy_listed_quad(T* to, const T* from, C entry,
                                                              long long stride, bool valid) {
  if constexpr (sizeof(C) == 4) {
    const unsigned bytes = static_cast<unsigned>(stride * static_cast<long long>(sizeof(T)));
    const unsigned long long behind =
        static_cast<unsigned long long>(static_cast<unsigned>(entry)) * bytes;
    const char* const first = reinterpret_cast<const char*>(from);
    teaal_copy_quad(to, reinterpret_cast<const T*>(first + behind), valid);
  } else {
    teaal_copy_quad(to, from + entry * stride, valid);
  }
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

// The same value in a register of its own. A grid has one dimension, which ptxas does not know: it
// would keep what goes to memory in quads, through all of the main loop, in the quads of registers
// that a vector store wants, and so in the bank of the factor whose neighbours it has: half of the
// products would wait for an operand.
static __device__ __forceinline__ int teaal_apart(int value) {
#ifdef TEAAL_CPU
  return value;
#else
  return value ^ static_cast<int>(blockIdx.z);
#endif
}

static __device__ __forceinline__ float teaal_apart(float value) {
#ifdef TEAAL_CPU
  return value;
#else
  return __int_as_float(teaal_apart(__float_as_int(value)));
#endif
}

// Four elements to memory.
[[maybe_unused]] static __device__ __forceinline__ void teaal_store_quad(float* to,
                                                                         const float* from) {
#ifdef TEAAL_CPU
  teaal_give_units<4>(to, from);
#else
  *reinterpret_cast<float4*>(to) = make_float4(teaal_apart(from[0]), teaal_apart(from[1]),
                                               teaal_apart(from[2]), teaal_apart(from[3]));
#endif
}

// Whether quads of rows of `length` elements behind `base` are aligned to 16 bytes.
template <class T>
static __device__ __forceinline__ bool teaal_aligned_rows(const T* base, long long length) {
  return length % 4 == 0 && reinterpret_cast<unsigned long long>(base) % 16 == 0;
}

// Which of four elements, as of read_quad, are not 0.
template <class E>
static __device__ __forceinline__ unsigned teaal_bits_of_quad(const E* from) {
  decltype(+*from) quad[4];
  teaal_read_quad(quad, from);
  unsigned bits = 0u;
#pragma unroll
  for (int i = 0; i < 4; ++i) bits |= (quad[i] != 0 ? 1u : 0u) << i;
  return bits;
}

// Which of the first `count` of four elements are not 0.
template <class E>
static __device__ __forceinline__ unsigned teaal_bits_of_part(const E* from, int count) {
  unsigned bits = 0u;
#pragma unroll
  for (int i = 0; i < 4; ++i) bits |= (i < count && +from[i] != 0 ? 1u : 0u) << i;
  return bits;
}

// Whether `found` is true in one of the lanes of the caller's group of `lanes` (1, 2, 4, … 32).
// All lanes of the warp call it.
static __device__ __forceinline__ bool teaal_any_in_group(bool found, int lanes) {
  const int first = threadIdx.x % 32 / lanes * lanes;
  return (__ballot_sync(0xffffffffu, found) >> first & (0xffffffffu >> (32 - lanes))) != 0u;
}

// Appends to list[n…] the numbers, over `group`, of the bits that are set in the words of the
// block's threads, in order; bit 0 of thread 0's word is number `first`. Returns n plus how many
// there are. All threads of a block of 128 call it, with the same n, first and group.
template <class T>
static __device__ __forceinline__ long long teaal_append_bits(T* list, long long n, unsigned word,
                                                              long long first, int group) {
  __shared__ int of_warps[4];
  const int lane = threadIdx.x % 32, warp = threadIdx.x / 32, mine = __popc(word);
  const int behind = teaal_lane_upto(mine);  // bits up to this lane's word, in the warp
  __syncthreads();
  if (lane == 31) of_warps[warp] = behind;
  __syncthreads();
  int before = 0, all = 0;
#pragma unroll
  for (int other = 0; other < 4; ++other) {
    if (other < warp) before += of_warps[other];
    all += of_warps[other];
  }
  // Through shared memory, since a lane's numbers are neighbours; rows of 33, so that lanes whose
  // words are full meet no bank twice.
  __shared__ unsigned short places[4][32 * 33];
  unsigned short* const own = places[warp];
  int at = behind - mine;
  for (unsigned pending = word; pending != 0u; pending &= pending - 1u, ++at)
    own[at + at / 32] =
        static_cast<unsigned short>(lane * 32 + __ffs(static_cast<int>(pending)) - 1);
  __syncwarp();
  T* const to = list + n + before;
  const int number = static_cast<int>(first) + warp * 1024;
  for (int i = lane; i < of_warps[warp]; i += 32)
    to[i] = static_cast<T>((number + own[i + i / 32]) / group);
  return n + all;
}

// The larger one of a magnitude and that of a value, which does not count if it is not finite.
template <class V>
static __device__ __forceinline__ float teaal_larger(float largest, V value) {
  const float magnitude = fabsf(value);
  return magnitude <= 0x1.fffffep127f && magnitude > largest ? magnitude : largest;
}

// Takes `rows` rows of 32 columns, the first at `from`, each `stride` elements behind the one
// before, into moved[row * 33 + column], zeros where there are fewer than rows_left rows or
// columns_left columns. Returns which columns hold something, the same in all threads. All threads
// of a block of 256 call it; `moved` is shared. If it seeks, *largest becomes the largest
// magnitude.
template <int rows, bool seeks = false, class T, class E>
static __device__ __forceinline__ unsigned teaal_take_rows(T* moved, const E* from,
                                                           long long stride, long long rows_left,
                                                           long long columns_left,
                                                           float* largest = nullptr) {
  const int thread = threadIdx.x;
  unsigned found = 0u;
  float own = 0.0f;
  if (rows % 32 == 0 && rows_left >= rows && columns_left >= 32 &&
      teaal_aligned_rows(from, stride)) {
    const int column = thread % 8 * 4;
    T quads[rows / 32 + (rows < 32)][4];
    const E* quad = from + thread / 8 * stride + column;
#pragma unroll
    for (int part = 0; part < rows / 32; ++part, quad += 32 * stride)
      teaal_read_quad(quads[part], quad);
    T* to = moved + thread / 8 * 33 + column;
#pragma unroll
    for (int part = 0; part < rows / 32; ++part)
#pragma unroll
      for (int i = 0; i < 4; ++i) {
        to[part * 32 * 33 + i] = quads[part][i];
        if (quads[part][i] != T(0)) found |= 1u << i;
        if constexpr (seeks) own = teaal_larger(own, quads[part][i]);
      }
    found <<= column;
  } else {
    const int column = thread % 32;
#pragma unroll 8
    for (int row = thread / 32; row < rows; row += 8) {
      const T element =
          row < rows_left && column < columns_left ? T(from[row * stride + column]) : T(0);
      moved[row * 33 + column] = element;
      found |= (element != T(0) ? 1u : 0u) << column;
      if constexpr (seeks) own = teaal_larger(own, element);
    }
  }
  __shared__ unsigned words[8], highest[8];
  found = __reduce_or_sync(0xffffffffu, found);
  // Magnitudes are ordered as their bits are.
  const unsigned high = seeks ? __reduce_max_sync(0xffffffffu, __float_as_uint(own)) : 0u;
  if (thread % 32 == 0) {
    words[thread / 32] = found;
    if (seeks) highest[thread / 32] = high;
  }
  __syncthreads();
  if (seeks && thread < 8) {
    const unsigned of_all = __reduce_max_sync(0xffu, highest[thread]);
    if (thread == 0) *largest = __uint_as_float(of_all);
  }
  return words[0] | words[1] | words[2] | words[3] | words[4] | words[5] | words[6] | words[7];
}

// Writes columns of `moved` as rows: column c to to[c * stride …], `rows` elements, for the columns
// whose bit is set and that are below columns_left.
template <int rows, class T, class V>
static __device__ __forceinline__ void teaal_give_rows(T* to, long long stride, const V* moved,
                                                       unsigned wanted, long long columns_left) {
  if (columns_left < 32) wanted &= 0xffffffffu >> (32 - columns_left);
  if constexpr (rows >= 8 && 256 % rows == 0) {
    const int row = threadIdx.x % rows, column = threadIdx.x / rows, columns = 256 / rows;
    const V* source = moved + row * 33 + column;
    T* place = to + column * stride + row;
    wanted >>= column;
#pragma unroll
    for (int at = 0; at < 32; at += columns, place += columns * stride)
      if (wanted >> at & 1u) *place = source[at];
  } else {
    for (int at = threadIdx.x; at < rows * 32; at += 256) {
      const int column = at / rows, row = at % rows;
      if (wanted >> column & 1u) to[column * stride + row] = moved[row * 33 + column];
    }
  }
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

// What tensor cores do not read of a value in those bits.
static __device__ __forceinline__ unsigned teaal_tf32_rest(float value, unsigned bits) {
  return __float_as_uint(value - __uint_as_float(bits & 0xffffe000u));
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

// As good as float: three products for one, of what words keep and leave out. Tensor cores cut off
// what does not fit beside the largest summand, so they add the k's of an instruction and float
// adds the rest.
template <teaal_multiply multiply>
static __device__ __forceinline__ void teaal_mma_in_parts(float* sums, int s00, int s01, int s10,
                                                          int s11, const unsigned* a,
                                                          const unsigned* a_rest, int a00, int a01,
                                                          int a10, int a11, const unsigned* b,
                                                          const unsigned* b_rest, int b0, int b1) {
  const float zero[4] = {0.0f, 0.0f, 0.0f, 0.0f};
  float part[4];
  const unsigned a_words[4] = {a[a00], a[a01], a[a10], a[a11]}, b_words[2] = {b[b0], b[b1]};
  const unsigned a_rests[4] = {a_rest[a00], a_rest[a01], a_rest[a10], a_rest[a11]},
                 b_rests[2] = {b_rest[b0], b_rest[b1]};
  multiply(part, zero, a_rests, b_words);
  multiply(part, part, a_words, b_rests);
  multiply(part, part, a_words, b_words);
  sums[s00] += part[0];
  sums[s01] += part[1];
  sums[s10] += part[2];
  sums[s11] += part[3];
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
typedef float value_t;

#line 11 "gemm_joint_tensor_core.yaml"
extern "C" __global__ void __launch_bounds__(256)
    gemm_joint_tensor_core_C_A_rows(unsigned* __restrict__ A_pattern, value_t* __restrict__ A_rows,
                                    const value_t* __restrict__ A_values, coord_t M, coord_t K) {
  if (0 < M && 0 < K) {
    __shared__ value_t moved[2112];
    const int words = (static_cast<size_type>(K) + 31) / 32;
    const int tiles = (static_cast<size_type>(M) + 63) / 64;
    const int number = static_cast<int>(blockIdx.x);
    const size_type word = number % words;
    const size_type tile = number / words % tiles;
    // Load moved.
    const unsigned bits =
        teaal_take_rows<64>(moved, &A_values[tile * 64 * static_cast<size_type>(K) + word * 32],
                            static_cast<size_type>(K), static_cast<size_type>(M) - tile * 64,
                            static_cast<size_type>(K) - word * 32);
    // Store A_pattern and A_rows.
    if (threadIdx.x == 0) {
      A_pattern[tile * ((static_cast<size_type>(K) + 31) / 32) + word] = bits;
    }
    teaal_give_rows<64>(&A_rows[(tile * static_cast<size_type>(K) + word * 32) * 64], 64, moved,
                        bits, static_cast<size_type>(K) - word * 32);
  }
}

#line 11 "gemm_joint_tensor_core.yaml"
extern "C" __global__ void __launch_bounds__(256)
    gemm_joint_tensor_core_C_B_pattern(unsigned* __restrict__ B_pattern,
                                       const value_t* __restrict__ B_values, coord_t K, coord_t N) {
  teaal_await_launches();
  const int groups = static_cast<int>((static_cast<size_type>(N) + 127) / 128);
  const int words = static_cast<int>((static_cast<size_type>(K) + 31) / 32);
  const int group_word =
      static_cast<int>(static_cast<size_type>(blockIdx.x) * 8 + threadIdx.x / 32);
  if (group_word <
      (static_cast<size_type>(N) + 127) / 128 * ((static_cast<size_type>(K) + 31) / 32)) {
    const size_type first = static_cast<size_type>(group_word % groups) * 128;
    const size_type word = group_word / groups % words;
    unsigned bits = 0;
    const bool whole = first + 127 < static_cast<size_type>(N) &&
                       word * 32 + 31 < static_cast<size_type>(K) &&
                       teaal_aligned_rows(B_values, static_cast<size_type>(N));
    if (whole) {
#pragma unroll
      for (int at = 0; at < 32; ++at) {
        unsigned found = 0;
        found = found | teaal_bits_of_quad(&B_values[(word * 32 + at) * static_cast<size_type>(N) +
                                                     (first + threadIdx.x % 32 * 4)]);
        bits = bits | (teaal_any_in_group(found != 0u, 8) ? (1u << at) : 0u);
      }
    }
    if (!whole) {
#pragma unroll
      for (int at = 0; at < 32; ++at) {
        unsigned found = 0;
        found = found | teaal_bits_of_part(
                            &B_values[(word * 32 + at) * static_cast<size_type>(N) +
                                      (first + threadIdx.x % 32 * 4)],
                            static_cast<int>((word * 32 + at < static_cast<size_type>(K))
                                                 ? min(static_cast<size_type>(4),
                                                       max(static_cast<size_type>(N) -
                                                               (first + threadIdx.x % 32 * 4),
                                                           static_cast<size_type>(0)))
                                                 : 0));
        bits = bits | (teaal_any_in_group(found != 0u, 8) ? (1u << at) : 0u);
      }
    }
    if (threadIdx.x % 32 % 8 == 0 && first + threadIdx.x % 32 * 4 < static_cast<size_type>(N)) {
      B_pattern[(first + threadIdx.x % 32 * 4) / 32 * ((static_cast<size_type>(K) + 31) / 32) +
                word] = bits;
    }
  }
}

#line 11 "gemm_joint_tensor_core.yaml"
extern "C" __global__ void __launch_bounds__(128)
    gemm_joint_tensor_core_C_K0_list(coord_t* __restrict__ K0_list, coord_t* __restrict__ K0_listed,
                                     const unsigned* __restrict__ A_pattern,
                                     const unsigned* __restrict__ B_pattern, coord_t M, coord_t K,
                                     coord_t N, coord_t count_N4) {
  constexpr int BM = 64;
  constexpr int BN = 128;
  teaal_await_launches();
  if (0 < M && 0 < N) {
#line 19 "gemm_joint_tensor_core.yaml"
    const size_type m4 = static_cast<size_type>(blockIdx.x / count_N4) * BM;
    const size_type n4 = static_cast<size_type>(blockIdx.x % count_N4) * BN;
    const size_type words = (static_cast<size_type>(K) + 31) / 32;
    size_type kept = 0;
    const size_type list_first =
        static_cast<size_type>(blockIdx.x) * ((static_cast<size_type>(K) + 7) / 8 * 8 + 8);
    for (size_type word_first = 0; word_first < words; word_first += 128) {
      const size_type word = word_first + threadIdx.x;
      const unsigned A_bits = (word < words && m4 / 64 < (static_cast<size_type>(M) + 63) / 64)
                                  ? A_pattern[m4 / 64 * words + word]
                                  : 0u;
      unsigned B_bits = 0;
      B_bits = B_bits | ((word < words && n4 / 32 < (static_cast<size_type>(N) + 31) / 32)
                             ? B_pattern[n4 / 32 * words + word]
                             : 0u);
      B_bits = B_bits | ((word < words && n4 / 32 + 1 < (static_cast<size_type>(N) + 31) / 32)
                             ? B_pattern[(n4 / 32 + 1) * words + word]
                             : 0u);
      B_bits = B_bits | ((word < words && n4 / 32 + 2 < (static_cast<size_type>(N) + 31) / 32)
                             ? B_pattern[(n4 / 32 + 2) * words + word]
                             : 0u);
      B_bits = B_bits | ((word < words && n4 / 32 + 3 < (static_cast<size_type>(N) + 31) / 32)
                             ? B_pattern[(n4 / 32 + 3) * words + word]
                             : 0u);
      kept = teaal_append_bits(K0_list, list_first + kept, A_bits & B_bits, word_first * 32, 1) -
             list_first;
    }
    if (threadIdx.x == 0) {
      K0_listed[blockIdx.x] = kept;
    }
    for (size_type behind = kept + threadIdx.x; behind < (kept + 7) / 8 * 8 + 8; behind += 128) {
      K0_list[list_first + behind] = 0;
    }
  }
}

#line 11 "gemm_joint_tensor_core.yaml"
extern "C" __global__ void __launch_bounds__(64, 4)
    gemm_joint_tensor_core_C(value_t* __restrict__ C_values, const value_t* __restrict__ A_rows,
                             const value_t* __restrict__ B_values,
                             const coord_t* __restrict__ K0_list,
                             const coord_t* __restrict__ K0_listed, coord_t M, coord_t K, coord_t N,
                             coord_t count_N4) {
  constexpr int BK = 8;
  constexpr int BM = 64;
  constexpr int BN = 128;
  constexpr int HM = 16;
  constexpr int HN = 32;
  constexpr int WM = 64;
  constexpr int WN = 64;
  teaal_await_launches();
  if (0 < M && 0 < N) {
#line 19 "gemm_joint_tensor_core.yaml"
    const size_type m4 = static_cast<size_type>(blockIdx.x / count_N4) * BM;
    const size_type n4 = static_cast<size_type>(blockIdx.x % count_N4) * BN;
    const int lane_row = static_cast<int>(threadIdx.x) / 4 % 8;
    const int n1 = lane_row * 4;
    const int lane_column = static_cast<int>(threadIdx.x) % 4;
    const int m1 = lane_column * 4;
    const int m3 = static_cast<int>(threadIdx.x) / 64 * WM;
    const int n3 = static_cast<int>(threadIdx.x) / 32 % 2 * WN;
    __shared__ __align__(16) value_t A_tile[1088];
    __shared__ __align__(16) value_t B_tile[2176];
    const bool B_aligned = teaal_aligned_rows(B_values, static_cast<size_type>(N));
    __shared__ __align__(16) coord_t K_listed[16];
    const bool C_aligned = teaal_aligned_rows(C_values, static_cast<size_type>(N));
    const size_type K_kept = K0_listed[blockIdx.x];
    const size_type K_entries =
        static_cast<size_type>(blockIdx.x) * ((static_cast<size_type>(K) + 7) / 8 * 8 + 8);
    value_t C_sum[128];
#pragma unroll
    for (int own = 0; own < 128; ++own) {
      C_sum[own] = value_t(0);
    }
    const bool K1_whole =
        B_aligned && n4 + 128 <= static_cast<size_type>(N) && static_cast<size_type>(N) < 536870912;
    if (K1_whole) {
      const int K1_steps = static_cast<int>((K_kept + BK - 1) / BK);
#pragma unroll
      // Load A_tile, B_tile and K_listed.
      for (int list_part = 0; list_part < 1; ++list_part) {
        const int list_unit = static_cast<int>(threadIdx.x) + list_part * 64;
        if (list_unit < 2) {
          teaal_copy_entries(&K_listed[list_unit * 4], &K0_list[K_entries + list_unit * 4]);
        }
      }
      teaal_copies_end();
      teaal_copies_arrive<0>();
      __syncthreads();
#pragma unroll
      for (int K1_ahead = 0; K1_ahead < 1; ++K1_ahead) {
        const int A_unit = static_cast<int>(threadIdx.x);
        const int A_entry = A_unit / 16 * 2;
        const int A_left =
            static_cast<int>(K_kept - static_cast<size_type>(K1_ahead) * BK) - A_entry;
        const size_type A_from = m4 / 64 * static_cast<size_type>(K) * 64 + A_unit % 16 * 4;
        const int A_to = K1_ahead % 2 * 544 + (A_entry * 68 + A_unit % 16 * 4);
        coord_t A_entries[2];
        teaal_take_entries<2>(&A_entries[0], &K_listed[K1_ahead % 2 * 8 + A_entry]);
        const int B_unit = static_cast<int>(threadIdx.x);
        const int B_entry = B_unit / 32 * 4;
        const size_type B_N = n4 + B_unit % 32 * 4;
        const int B_left =
            static_cast<int>(K_kept - static_cast<size_type>(K1_ahead) * BK) - B_entry;
        const size_type B_from = B_N;
        const int B_to = K1_ahead % 2 * 1088 + (B_entry * 136 + B_unit % 32 * 4);
        coord_t B_entries[4];
        teaal_take_entries<4>(&B_entries[0], &K_listed[K1_ahead % 2 * 8 + B_entry]);
#line 42 "gemm_joint_tensor_core.yaml"
#pragma unroll
        for (int A_part = 0; A_part < 2; ++A_part) {
          teaal_copy_listed_quad(&A_tile[A_to + A_part * 68], &A_rows[A_from], A_entries[A_part],
                                 64, A_part < A_left);
        }
#line 43 "gemm_joint_tensor_core.yaml"
#pragma unroll
        for (int B_part = 0; B_part < 4; ++B_part) {
          teaal_copy_listed_quad(&B_tile[B_to + B_part * 136], &B_values[B_from], B_entries[B_part],
                                 static_cast<size_type>(N), B_part < B_left);
        }
        if (K1_ahead + 1 < K1_steps + 1) {
#pragma unroll
          for (int list_part = 0; list_part < 1; ++list_part) {
            const int list_unit = static_cast<int>(threadIdx.x) + list_part * 64;
            if (list_unit < 2) {
              teaal_copy_entries(&K_listed[(K1_ahead + 1) % 2 * 8 + list_unit * 4],
                                 &K0_list[K_entries + (static_cast<size_type>(K1_ahead + 1) * BK +
                                                       list_unit * 4)]);
            }
          }
        }
        teaal_copies_end();
      }
#line 19 "gemm_joint_tensor_core.yaml"
      for (int K1_step = 0; K1_step < K1_steps; ++K1_step) {
        teaal_copies_arrive<0>();
        __syncthreads();
        const int K1_ahead = K1_step + 1;
        const int A_unit = static_cast<int>(threadIdx.x);
        const int A_entry = A_unit / 16 * 2;
        const int A_left =
            static_cast<int>(K_kept - static_cast<size_type>(K1_ahead) * BK) - A_entry;
        const size_type A_from = m4 / 64 * static_cast<size_type>(K) * 64 + A_unit % 16 * 4;
        const int A_to = K1_ahead % 2 * 544 + (A_entry * 68 + A_unit % 16 * 4);
        coord_t A_entries[2];
        teaal_take_entries<2>(&A_entries[0], &K_listed[K1_ahead % 2 * 8 + A_entry]);
        const int B_unit = static_cast<int>(threadIdx.x);
        const int B_entry = B_unit / 32 * 4;
        const size_type B_N = n4 + B_unit % 32 * 4;
        const int B_left =
            static_cast<int>(K_kept - static_cast<size_type>(K1_ahead) * BK) - B_entry;
        const size_type B_from = B_N;
        const int B_to = K1_ahead % 2 * 1088 + (B_entry * 136 + B_unit % 32 * 4);
        coord_t B_entries[4];
        teaal_take_entries<4>(&B_entries[0], &K_listed[K1_ahead % 2 * 8 + B_entry]);
#line 42 "gemm_joint_tensor_core.yaml"
#pragma unroll
        // Load A_tile, B_tile and K_listed.
        for (int A_part = 0; A_part < 2; ++A_part) {
          teaal_copy_listed_quad(&A_tile[A_to + A_part * 68], &A_rows[A_from], A_entries[A_part],
                                 64, A_part < A_left);
        }
#line 43 "gemm_joint_tensor_core.yaml"
#pragma unroll
        for (int B_part = 0; B_part < 4; ++B_part) {
          teaal_copy_listed_quad(&B_tile[B_to + B_part * 136], &B_values[B_from], B_entries[B_part],
                                 static_cast<size_type>(N), B_part < B_left);
        }
        if (K1_ahead + 1 < K1_steps + 1) {
#pragma unroll
          for (int list_part = 0; list_part < 1; ++list_part) {
            const int list_unit = static_cast<int>(threadIdx.x) + list_part * 64;
            if (list_unit < 2) {
              teaal_copy_entries(&K_listed[(K1_ahead + 1) % 2 * 8 + list_unit * 4],
                                 &K0_list[K_entries + (static_cast<size_type>(K1_ahead + 1) * BK +
                                                       list_unit * 4)]);
            }
          }
        }
        teaal_copies_end();
#line 19 "gemm_joint_tensor_core.yaml"
        // Products.
        const int K1_buffer = K1_step % 2;
#pragma unroll
        for (int k0 = 0; k0 < BK; k0 += 8) {
          value_t B_own[16];
#pragma unroll
          for (int n2 = 0; n2 < WN; n2 += HN) {
#pragma unroll
            for (int n0 = 0; n0 < 4; n0 += 4) {
              teaal_load_quad(
                  &B_own[n2 / HN * 4 + n0],
                  &B_tile[K1_buffer * 1088 + ((k0 + lane_column) * 136 + (n3 + n1 + n2 + n0))]);
            }
          }
#pragma unroll
          for (int n2 = 0; n2 < WN; n2 += HN) {
#pragma unroll
            for (int n0 = 0; n0 < 4; n0 += 4) {
              teaal_load_quad(
                  &B_own[8 + (n2 / HN * 4 + n0)],
                  &B_tile[K1_buffer * 1088 + ((k0 + lane_column + 4) * 136 + (n3 + n1 + n2 + n0))]);
            }
          }
          unsigned B_bits[16];
#pragma unroll
          for (int own = 0; own < 16; ++own) {
            B_bits[own] = teaal_tf32_bits(B_own[own]);
          }
          unsigned B_rest[16];
#pragma unroll
          for (int own = 0; own < 16; ++own) {
            B_rest[own] = teaal_tf32_rest(B_own[own], B_bits[own]);
          }
          value_t A_own[16];
#pragma unroll
          for (int m2 = 0; m2 < 64; m2 += 32) {
#pragma unroll
            for (int m0 = 0; m0 < 4; m0 += 4) {
              teaal_load_quad(&A_own[m2 / 32 * 4 + m0],
                              &A_tile[K1_buffer * 544 +
                                      ((k0 + lane_column) * 68 +
                                       (m3 + lane_row / 2 * 4 + (m2 + lane_row % 2 * 16) + m0))]);
            }
          }
#pragma unroll
          for (int m2 = 0; m2 < 64; m2 += 32) {
#pragma unroll
            for (int m0 = 0; m0 < 4; m0 += 4) {
              teaal_load_quad(&A_own[8 + (m2 / 32 * 4 + m0)],
                              &A_tile[K1_buffer * 544 +
                                      ((k0 + lane_column + 4) * 68 +
                                       (m3 + lane_row / 2 * 4 + (m2 + lane_row % 2 * 16) + m0))]);
            }
          }
          unsigned A_bits[16];
#pragma unroll
          for (int own = 0; own < 16; ++own) {
            A_bits[own] = teaal_tf32_bits(A_own[own]);
          }
          unsigned A_rest[16];
#pragma unroll
          for (int own = 0; own < 16; ++own) {
            A_rest[own] = teaal_tf32_rest(A_own[own], A_bits[own]);
          }
#pragma unroll
          for (int m2 = 0; m2 < 64; m2 += 32) {
#pragma unroll
            for (int m0 = 0; m0 < 4; ++m0) {
#pragma unroll
              for (int n2 = 0; n2 < 64; n2 += 64) {
#pragma unroll
                for (int n0 = 0; n0 < 4; ++n0) {
                  teaal_mma_in_parts<teaal_multiply_tf32>(
                      C_sum, ((m2 / HM * 4 + m0) * 2 + n2 / HN) * 4 + n0,
                      (((m2 + 16) / HM * 4 + m0) * 2 + n2 / HN) * 4 + n0,
                      ((m2 / HM * 4 + m0) * 2 + (n2 + 32) / HN) * 4 + n0,
                      (((m2 + 16) / HM * 4 + m0) * 2 + (n2 + 32) / HN) * 4 + n0, B_bits, B_rest,
                      n2 / HN * 4 + n0, (n2 + 32) / HN * 4 + n0, 8 + (n2 / HN * 4 + n0),
                      8 + ((n2 + 32) / HN * 4 + n0), A_bits, A_rest, m2 / 32 * 4 + m0,
                      8 + (m2 / 32 * 4 + m0));
                }
              }
            }
          }
        }
      }
    }
    if (!K1_whole) {
      const int K1_steps = static_cast<int>((K_kept + BK - 1) / BK);
#pragma unroll
      // Load A_tile and B_tile.
      for (int K1_ahead = 0; K1_ahead < 1; ++K1_ahead) {
        const int A_unit = static_cast<int>(threadIdx.x);
        const size_type A_K_at = static_cast<size_type>(K1_ahead) * BK + A_unit * 4 / 64;
        const int A_K_left = static_cast<int>(K_kept - A_K_at);
        const int A_to = A_unit * 4 / 64 * 68 + A_unit * 4 % 64;
#line 42 "gemm_joint_tensor_core.yaml"
#pragma unroll
        for (int A_part = 0; A_part < 2; ++A_part) {
          const coord_t A_K = K0_list[K_entries + (A_K_at + A_part * 4)];
          teaal_copy_quad(
              &A_tile[K1_ahead % 2 * 544 + (A_to + A_part * 272)],
              &A_rows[(m4 / 64 * static_cast<size_type>(K) + A_K) * 64 + A_unit * 4 % 64],
              A_part * 4 < A_K_left);
        }
        const bool B_whole = B_aligned && n4 + 128 <= static_cast<size_type>(N) &&
                             static_cast<size_type>(N) < 536870912;
        if (B_whole) {
          const int B_unit = static_cast<int>(threadIdx.x);
          const size_type B_N_at = n4 + B_unit * 4 % 128;
          const size_type B_K_at = static_cast<size_type>(K1_ahead) * BK + B_unit * 4 / 128;
          const int B_K_left = static_cast<int>(K_kept - B_K_at);
          const int B_to = B_unit * 4 / 128 * 136 + B_unit * 4 % 128;
#line 43 "gemm_joint_tensor_core.yaml"
#pragma unroll
          for (int B_part = 0; B_part < 4; ++B_part) {
            const coord_t B_K = K0_list[K_entries + (B_K_at + B_part * 2)];
            teaal_copy_quad(&B_tile[K1_ahead % 2 * 1088 + (B_to + B_part * 272)],
                            &B_values[B_K * static_cast<size_type>(N) + B_N_at],
                            B_part * 2 < B_K_left);
          }
        }
        if (!B_whole) {
          const int B_unit = static_cast<int>(threadIdx.x);
          const size_type B_N_at = n4 + B_unit * 4 % 128;
          const size_type B_K_at = static_cast<size_type>(K1_ahead) * BK + B_unit * 4 / 128;
          const int B_K_left = static_cast<int>(K_kept - B_K_at);
          const int B_to = B_unit * 4 / 128 * 136 + B_unit * 4 % 128;
          for (int B_part = 0; B_part < 4; ++B_part) {
            const coord_t B_K = K0_list[K_entries + (B_K_at + B_part * 2)];
            teaal_copy_part(&B_tile[K1_ahead % 2 * 1088 + (B_to + B_part * 272)],
                            &B_values[B_K * static_cast<size_type>(N) + B_N_at],
                            static_cast<int>((B_part * 2 < B_K_left)
                                                 ? max(min(static_cast<size_type>(N) - B_N_at,
                                                           static_cast<size_type>(4)),
                                                       static_cast<size_type>(0))
                                                 : 0));
          }
        }
        teaal_copies_end();
      }
#line 19 "gemm_joint_tensor_core.yaml"
      for (int K1_step = 0; K1_step < K1_steps; ++K1_step) {
        teaal_copies_arrive<0>();
        __syncthreads();
        const int K1_ahead = K1_step + 1;
#line 42 "gemm_joint_tensor_core.yaml"
        // Load A_tile and B_tile.
        const int A_unit = static_cast<int>(threadIdx.x);
        const size_type A_K_at = static_cast<size_type>(K1_ahead) * BK + A_unit * 4 / 64;
        const int A_K_left = static_cast<int>(K_kept - A_K_at);
        const int A_to = A_unit * 4 / 64 * 68 + A_unit * 4 % 64;
#pragma unroll
        for (int A_part = 0; A_part < 2; ++A_part) {
          const coord_t A_K = K0_list[K_entries + (A_K_at + A_part * 4)];
          teaal_copy_quad(
              &A_tile[K1_ahead % 2 * 544 + (A_to + A_part * 272)],
              &A_rows[(m4 / 64 * static_cast<size_type>(K) + A_K) * 64 + A_unit * 4 % 64],
              A_part * 4 < A_K_left);
        }
        const bool B_whole = B_aligned && n4 + 128 <= static_cast<size_type>(N) &&
                             static_cast<size_type>(N) < 536870912;
        if (B_whole) {
          const int B_unit = static_cast<int>(threadIdx.x);
          const size_type B_N_at = n4 + B_unit * 4 % 128;
          const size_type B_K_at = static_cast<size_type>(K1_ahead) * BK + B_unit * 4 / 128;
          const int B_K_left = static_cast<int>(K_kept - B_K_at);
          const int B_to = B_unit * 4 / 128 * 136 + B_unit * 4 % 128;
#line 43 "gemm_joint_tensor_core.yaml"
#pragma unroll
          for (int B_part = 0; B_part < 4; ++B_part) {
            const coord_t B_K = K0_list[K_entries + (B_K_at + B_part * 2)];
            teaal_copy_quad(&B_tile[K1_ahead % 2 * 1088 + (B_to + B_part * 272)],
                            &B_values[B_K * static_cast<size_type>(N) + B_N_at],
                            B_part * 2 < B_K_left);
          }
        }
        if (!B_whole) {
          const int B_unit = static_cast<int>(threadIdx.x);
          const size_type B_N_at = n4 + B_unit * 4 % 128;
          const size_type B_K_at = static_cast<size_type>(K1_ahead) * BK + B_unit * 4 / 128;
          const int B_K_left = static_cast<int>(K_kept - B_K_at);
          const int B_to = B_unit * 4 / 128 * 136 + B_unit * 4 % 128;
          for (int B_part = 0; B_part < 4; ++B_part) {
            const coord_t B_K = K0_list[K_entries + (B_K_at + B_part * 2)];
            teaal_copy_part(&B_tile[K1_ahead % 2 * 1088 + (B_to + B_part * 272)],
                            &B_values[B_K * static_cast<size_type>(N) + B_N_at],
                            static_cast<int>((B_part * 2 < B_K_left)
                                                 ? max(min(static_cast<size_type>(N) - B_N_at,
                                                           static_cast<size_type>(4)),
                                                       static_cast<size_type>(0))
                                                 : 0));
          }
        }
        teaal_copies_end();
#line 19 "gemm_joint_tensor_core.yaml"
        // Products.
        const int K1_buffer = K1_step % 2;
#pragma unroll
        for (int k0 = 0; k0 < BK; k0 += 8) {
          value_t B_own[16];
#pragma unroll
          for (int n2 = 0; n2 < WN; n2 += HN) {
#pragma unroll
            for (int n0 = 0; n0 < 4; n0 += 4) {
              teaal_load_quad(
                  &B_own[n2 / HN * 4 + n0],
                  &B_tile[K1_buffer * 1088 + ((k0 + lane_column) * 136 + (n3 + n1 + n2 + n0))]);
            }
          }
#pragma unroll
          for (int n2 = 0; n2 < WN; n2 += HN) {
#pragma unroll
            for (int n0 = 0; n0 < 4; n0 += 4) {
              teaal_load_quad(
                  &B_own[8 + (n2 / HN * 4 + n0)],
                  &B_tile[K1_buffer * 1088 + ((k0 + lane_column + 4) * 136 + (n3 + n1 + n2 + n0))]);
            }
          }
          unsigned B_bits[16];
#pragma unroll
          for (int own = 0; own < 16; ++own) {
            B_bits[own] = teaal_tf32_bits(B_own[own]);
          }
          unsigned B_rest[16];
#pragma unroll
          for (int own = 0; own < 16; ++own) {
            B_rest[own] = teaal_tf32_rest(B_own[own], B_bits[own]);
          }
          value_t A_own[16];
#pragma unroll
          for (int m2 = 0; m2 < 64; m2 += 32) {
#pragma unroll
            for (int m0 = 0; m0 < 4; m0 += 4) {
              teaal_load_quad(&A_own[m2 / 32 * 4 + m0],
                              &A_tile[K1_buffer * 544 +
                                      ((k0 + lane_column) * 68 +
                                       (m3 + lane_row / 2 * 4 + (m2 + lane_row % 2 * 16) + m0))]);
            }
          }
#pragma unroll
          for (int m2 = 0; m2 < 64; m2 += 32) {
#pragma unroll
            for (int m0 = 0; m0 < 4; m0 += 4) {
              teaal_load_quad(&A_own[8 + (m2 / 32 * 4 + m0)],
                              &A_tile[K1_buffer * 544 +
                                      ((k0 + lane_column + 4) * 68 +
                                       (m3 + lane_row / 2 * 4 + (m2 + lane_row % 2 * 16) + m0))]);
            }
          }
          unsigned A_bits[16];
#pragma unroll
          for (int own = 0; own < 16; ++own) {
            A_bits[own] = teaal_tf32_bits(A_own[own]);
          }
          unsigned A_rest[16];
#pragma unroll
          for (int own = 0; own < 16; ++own) {
            A_rest[own] = teaal_tf32_rest(A_own[own], A_bits[own]);
          }
#pragma unroll
          for (int m2 = 0; m2 < 64; m2 += 32) {
#pragma unroll
            for (int m0 = 0; m0 < 4; ++m0) {
#pragma unroll
              for (int n2 = 0; n2 < 64; n2 += 64) {
#pragma unroll
                for (int n0 = 0; n0 < 4; ++n0) {
                  teaal_mma_in_parts<teaal_multiply_tf32>(
                      C_sum, ((m2 / HM * 4 + m0) * 2 + n2 / HN) * 4 + n0,
                      (((m2 + 16) / HM * 4 + m0) * 2 + n2 / HN) * 4 + n0,
                      ((m2 / HM * 4 + m0) * 2 + (n2 + 32) / HN) * 4 + n0,
                      (((m2 + 16) / HM * 4 + m0) * 2 + (n2 + 32) / HN) * 4 + n0, B_bits, B_rest,
                      n2 / HN * 4 + n0, (n2 + 32) / HN * 4 + n0, 8 + (n2 / HN * 4 + n0),
                      8 + ((n2 + 32) / HN * 4 + n0), A_bits, A_rest, m2 / 32 * 4 + m0,
                      8 + (m2 / 32 * 4 + m0));
                }
              }
            }
          }
        }
      }
    }
    const bool C_whole = C_aligned && 1 + m4 + m3 + m1 + 48 + 3 <= static_cast<size_type>(M) &&
                         1 + n4 + n3 + n1 + 32 + 3 <= static_cast<size_type>(N);
    // Store C_values.
    if (C_whole) {
#pragma unroll
      for (int m2 = 0; m2 < WM; m2 += HM) {
#pragma unroll
        for (int m0 = 0; m0 < 4; ++m0) {
#pragma unroll
          for (int n2 = 0; n2 < WN; n2 += HN) {
#pragma unroll
            for (int n0 = 0; n0 < 4; n0 += 4) {
              teaal_store_quad(&C_values[(m4 + m3 + m1 + m2 + m0) * static_cast<size_type>(N) +
                                         (n4 + n3 + n1 + n2 + n0)],
                               &C_sum[((m2 / HM * 4 + m0) * 2 + n2 / HN) * 4 + n0]);
            }
          }
        }
      }
    }
    if (!C_whole) {
#pragma unroll
      for (int m2 = 0; m2 < WM; m2 += HM) {
#pragma unroll
        for (int m0 = 0; m0 < 4; ++m0) {
#pragma unroll
          for (int n2 = 0; n2 < WN; n2 += HN) {
#pragma unroll
            for (int n0 = 0; n0 < 4; ++n0) {
              if (m4 + m3 + m1 + m2 + m0 < static_cast<size_type>(M) &&
                  n4 + n3 + n1 + n2 + n0 < static_cast<size_type>(N)) {
                C_values[(m4 + m3 + m1 + m2 + m0) * static_cast<size_type>(N) +
                         (n4 + n3 + n1 + n2 + n0)] =
                    C_sum[((m2 / HM * 4 + m0) * 2 + n2 / HN) * 4 + n0];
              }
            }
          }
        }
      }
    }
  }
}

#if !defined(__CUDACC_RTC__) && !defined(TEAAL_PRELUDE)
#line 1 "gemm_joint_tensor_core.launcher"
#include <cuda_runtime.h>
#include <stddef.h>
#include <stdint.h>

typedef value_t gemm_joint_tensor_core_value;
typedef pos_t gemm_joint_tensor_core_position;

extern "C" {
#if TEAAL_POSITION_BITS == 64 /* functions have names of their own */
#define gemm_joint_tensor_core_workspace_bytes gemm_joint_tensor_core_workspace_bytes_64
#define gemm_joint_tensor_core_launch gemm_joint_tensor_core_launch_64
#endif

struct CUstream_st; /* what cudaStream_t points to */

/* Device pointers and sizes. Segments have one entry a fiber and one more; arrays must not overlap.
 */
typedef struct gemm_joint_tensor_core_arguments {
  /* C: M:U, N:U */
  gemm_joint_tensor_core_value* C_values;
  /* A: M:U, K:U */
  const gemm_joint_tensor_core_value* A_values;
  /* B: K:U, N:U */
  const gemm_joint_tensor_core_value* B_values;
  int64_t extent_M;
  int64_t extent_K;
  int64_t extent_N;
} gemm_joint_tensor_core_arguments;

/* Bytes of device memory that gemm_joint_tensor_core_launch needs as workspace (0: none), aligned
 * to 256. */
size_t gemm_joint_tensor_core_workspace_bytes(const gemm_joint_tensor_core_arguments* arguments);

/* Enqueues the whole plan on `stream` (0: the default stream) and returns at once. 0: enqueued;
   else see gemm_joint_tensor_core_error_text. Allocates nothing and throws nothing. */
int gemm_joint_tensor_core_launch(const gemm_joint_tensor_core_arguments* arguments,
                                  void* workspace, size_t workspace_bytes,
                                  struct CUstream_st* stream);
const char* gemm_joint_tensor_core_error_text(int code);
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

struct gemm_joint_tensor_core_sizes {
  int64_t M;
  int64_t K;
  int64_t N;
  explicit gemm_joint_tensor_core_sizes(const gemm_joint_tensor_core_arguments& a) {
    M = a.extent_M;
    K = a.extent_K;
    N = a.extent_N;
  }
  bool valid() const {
    return M >= 0 && M <= 2147483647 && K >= 0 && K <= 2147483647 && N >= 0 && N <= 2147483647;
  }
  int64_t elements_0() const { return ceil_div(M, 64) * ceil_div(K, 32); }
  int64_t elements_1() const { return ceil_div(M, 64) * K * 64; }
  int64_t elements_2() const { return ceil_div(N, 32) * ceil_div(K, 32); }
  int64_t elements_3() const { return grid_gemm_joint_tensor_core_C() * (ceil_div(K, 8) * 8 + 8); }
  int64_t elements_4() const { return grid_gemm_joint_tensor_core_C(); }
  int64_t block_gemm_joint_tensor_core_C_A_rows() const { return 256; }
  int64_t grid_gemm_joint_tensor_core_C_A_rows() const {
    return max(ceil_div(M, 64) * ceil_div(K, 32), 1);
  }
  int64_t block_gemm_joint_tensor_core_C_B_pattern() const { return 256; }
  int64_t grid_gemm_joint_tensor_core_C_B_pattern() const {
    return max(ceil_div(ceil_div(N, 128) * ceil_div(K, 32), 8), 1);
  }
  int64_t block_gemm_joint_tensor_core_C_K0_list() const { return 128; }
  int64_t grid_gemm_joint_tensor_core_C_K0_list() const {
    return max(max(ceil_div(M, 64), 1) * max(ceil_div(N, 128), 1), 1);
  }
  int64_t block_gemm_joint_tensor_core_C() const { return 64; }
  int64_t grid_gemm_joint_tensor_core_C() const {
    return max(ceil_div(M, 64), 1) * max(ceil_div(N, 128), 1);
  }
  coord_t M_of_gemm_joint_tensor_core_C_A_rows() const { return static_cast<coord_t>(M); }
  coord_t K_of_gemm_joint_tensor_core_C_A_rows() const { return static_cast<coord_t>(K); }
  coord_t K_of_gemm_joint_tensor_core_C_B_pattern() const { return static_cast<coord_t>(K); }
  coord_t N_of_gemm_joint_tensor_core_C_B_pattern() const { return static_cast<coord_t>(N); }
  coord_t M_of_gemm_joint_tensor_core_C_K0_list() const { return static_cast<coord_t>(M); }
  coord_t K_of_gemm_joint_tensor_core_C_K0_list() const { return static_cast<coord_t>(K); }
  coord_t N_of_gemm_joint_tensor_core_C_K0_list() const { return static_cast<coord_t>(N); }
  coord_t count_N4_of_gemm_joint_tensor_core_C_K0_list() const {
    return static_cast<coord_t>(max(ceil_div(N, 128), 1));
  }
  coord_t M_of_gemm_joint_tensor_core_C() const { return static_cast<coord_t>(M); }
  coord_t K_of_gemm_joint_tensor_core_C() const { return static_cast<coord_t>(K); }
  coord_t N_of_gemm_joint_tensor_core_C() const { return static_cast<coord_t>(N); }
  coord_t count_N4_of_gemm_joint_tensor_core_C() const {
    return static_cast<coord_t>(max(ceil_div(N, 128), 1));
  }
  int64_t stored_C() const { return M * N; }
};

}  // namespace

extern "C" size_t gemm_joint_tensor_core_workspace_bytes(
    const gemm_joint_tensor_core_arguments* arguments) {
  if (arguments == nullptr) return 0;
  const gemm_joint_tensor_core_sizes sizes(*arguments);
  if (!sizes.valid()) return 0;
  size_t bytes = 0;
  (void)sizes;
  bytes += (static_cast<size_t>(sizes.elements_0()) * sizeof(unsigned) + 255) / 256 * 256;
  bytes += (static_cast<size_t>(sizes.elements_1()) * sizeof(value_t) + 255) / 256 * 256;
  bytes += (static_cast<size_t>(sizes.elements_2()) * sizeof(unsigned) + 255) / 256 * 256;
  bytes += (static_cast<size_t>(sizes.elements_3()) * sizeof(coord_t) + 255) / 256 * 256;
  bytes += (static_cast<size_t>(sizes.elements_4()) * sizeof(coord_t) + 255) / 256 * 256;
  return bytes;
}

extern "C" int gemm_joint_tensor_core_launch(const gemm_joint_tensor_core_arguments* arguments,
                                             void* workspace, size_t workspace_bytes,
                                             struct CUstream_st* stream) {
  if (arguments == nullptr) return 1;
  const gemm_joint_tensor_core_arguments& a = *arguments;
  const gemm_joint_tensor_core_sizes sizes(a);
  if (!sizes.valid()) return 1;
  if (workspace_bytes < gemm_joint_tensor_core_workspace_bytes(arguments)) return 2;
  (void)workspace;
  char* free_bytes = static_cast<char*>(workspace);
  unsigned* A_pattern = reinterpret_cast<unsigned*>(free_bytes);
  free_bytes += (static_cast<size_t>(sizes.elements_0()) * sizeof(unsigned) + 255) / 256 * 256;
  value_t* A_rows = reinterpret_cast<value_t*>(free_bytes);
  free_bytes += (static_cast<size_t>(sizes.elements_1()) * sizeof(value_t) + 255) / 256 * 256;
  unsigned* B_pattern = reinterpret_cast<unsigned*>(free_bytes);
  free_bytes += (static_cast<size_t>(sizes.elements_2()) * sizeof(unsigned) + 255) / 256 * 256;
  coord_t* K0_list = reinterpret_cast<coord_t*>(free_bytes);
  free_bytes += (static_cast<size_t>(sizes.elements_3()) * sizeof(coord_t) + 255) / 256 * 256;
  coord_t* K0_listed = reinterpret_cast<coord_t*>(free_bytes);
  free_bytes += (static_cast<size_t>(sizes.elements_4()) * sizeof(coord_t) + 255) / 256 * 256;
  gemm_joint_tensor_core_C_A_rows<<<
      static_cast<unsigned>(sizes.grid_gemm_joint_tensor_core_C_A_rows()),
      static_cast<unsigned>(sizes.block_gemm_joint_tensor_core_C_A_rows()), 0, stream>>>(
      A_pattern, A_rows, a.A_values, sizes.M_of_gemm_joint_tensor_core_C_A_rows(),
      sizes.K_of_gemm_joint_tensor_core_C_A_rows());
  if (cudaGetLastError() != cudaSuccess) return 3;
  if (launch_early(gemm_joint_tensor_core_C_B_pattern,
                   static_cast<unsigned>(sizes.grid_gemm_joint_tensor_core_C_B_pattern()),
                   static_cast<unsigned>(sizes.block_gemm_joint_tensor_core_C_B_pattern()), 0,
                   stream, B_pattern, a.B_values, sizes.K_of_gemm_joint_tensor_core_C_B_pattern(),
                   sizes.N_of_gemm_joint_tensor_core_C_B_pattern()) != cudaSuccess)
    return 3;
  if (launch_early(gemm_joint_tensor_core_C_K0_list,
                   static_cast<unsigned>(sizes.grid_gemm_joint_tensor_core_C_K0_list()),
                   static_cast<unsigned>(sizes.block_gemm_joint_tensor_core_C_K0_list()), 0, stream,
                   K0_list, K0_listed, A_pattern, B_pattern,
                   sizes.M_of_gemm_joint_tensor_core_C_K0_list(),
                   sizes.K_of_gemm_joint_tensor_core_C_K0_list(),
                   sizes.N_of_gemm_joint_tensor_core_C_K0_list(),
                   sizes.count_N4_of_gemm_joint_tensor_core_C_K0_list()) != cudaSuccess)
    return 3;
  if (launch_early(
          gemm_joint_tensor_core_C, static_cast<unsigned>(sizes.grid_gemm_joint_tensor_core_C()),
          static_cast<unsigned>(sizes.block_gemm_joint_tensor_core_C()), 0, stream, a.C_values,
          A_rows, a.B_values, K0_list, K0_listed, sizes.M_of_gemm_joint_tensor_core_C(),
          sizes.K_of_gemm_joint_tensor_core_C(), sizes.N_of_gemm_joint_tensor_core_C(),
          sizes.count_N4_of_gemm_joint_tensor_core_C()) != cudaSuccess)
    return 3;
  return 0;
}

extern "C" const char* gemm_joint_tensor_core_error_text(int code) {
  switch (code) {
    case 0:
      return "ok";
    case 1:
      return "no arguments, or an extent or size outside [0, 2147483647]";
    case 2:
      return "the workspace is smaller than gemm_joint_tensor_core_workspace_bytes says";
    case 3:
      return "CUDA refused a launch or a memset; cudaGetLastError has been read";
    default:
      return "unknown code";
  }
}
#endif
