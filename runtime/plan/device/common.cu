// What converting tensors where kernels run begins with: elements of every type, keys, a sort,
// sums. Kernels of the other files stand behind it in one text.
typedef long long wide;
typedef unsigned long long sort_key;
typedef unsigned char byte;

static __device__ __forceinline__ wide first_thread() {
  return (wide)blockIdx.x * blockDim.x + threadIdx.x;
}
static __device__ __forceinline__ wide all_threads() { return (wide)gridDim.x * blockDim.x; }

// ---- Elements by their type: the numbers are those of ElementType ----

// The integer at `at`.
static __device__ __forceinline__ wide index_at(const byte* from, int type, wide at) {
  if (type == 0) return ((const signed char*)from)[at];
  if (type == 1) return ((const short*)from)[at];
  if (type == 2) return ((const int*)from)[at];
  return ((const wide*)from)[at];
}

// A binary16 (10 bits behind the leading one) or a bfloat16 (7).
static __device__ __forceinline__ double widened(unsigned bits, int fraction_bits) {
  const unsigned ones = 0x7fffu >> fraction_bits;
  const unsigned exponent = bits >> fraction_bits & ones,
                 fraction = bits & ((1u << fraction_bits) - 1);
  const int bias = (int)(ones >> 1);
  const sort_key sign = (sort_key)(bits >> 15) << 63;
  if (exponent == ones)
    return __longlong_as_double(
        (wide)(sign | 0x7ff0000000000000ull | (sort_key)fraction << (52 - fraction_bits)));
  const int power = (exponent == 0 ? 1 : (int)exponent) - bias - fraction_bits;
  const double step = __longlong_as_double((wide)(sign | (sort_key)(power + 1023) << 52));
  return step * (double)(fraction + (exponent == 0 ? 0u : 1u << fraction_bits));
}

static __device__ __forceinline__ double value_at(const byte* from, int type, wide at) {
  if (type <= 3) return (double)index_at(from, type, at);
  if (type == 4) return widened(((const unsigned short*)from)[at], 10);
  if (type == 5) return widened(((const unsigned short*)from)[at], 7);
  if (type == 6) return ((const float*)from)[at];
  return ((const double*)from)[at];
}

// ---- Keys ----

extern "C" __global__ void start_keys(sort_key* keys, int* order, wide n) {
  for (wide e = first_thread(); e < n; e += all_threads()) {
    keys[e] = 0;
    order[e] = (int)e;
  }
}

// Sets bit 0 if keys descend somewhere, bit 1 if two neighbours are equal.
extern "C" __global__ void judge_keys(const sort_key* keys, wide n, int* flags) {
  for (wide e = first_thread() + 1; e < n; e += all_threads())
    if (keys[e] <= keys[e - 1]) atomicOr(flags, keys[e] < keys[e - 1] ? 1 : 2);
}

// ---- Stable radix sort, a digit of 8 bits or less a pass (templates/assemble.cuh). Blocks have 256
// threads.

extern "C" __global__ void count_digits(const sort_key* keys, wide n, int shift, int bits,
                                        sort_key* counts) {
  __shared__ int shared[2048];
  teaal_sort_count<sort_key>(keys, n, shift, bits, counts, shared);
}

// `offsets` is the exclusive sum of the counts.
extern "C" __global__ void move_by_digit(const sort_key* keys, const int* order, wide n, int shift,
                                         int bits, const sort_key* offsets, sort_key* new_keys,
                                         int* new_order) {
  __shared__ sort_key tile_keys[2048], places[256];
  __shared__ int tile_order[2048], counts[2056];
  teaal_sort_move<sort_key>(keys, order, n, shift, bits, offsets, new_keys, new_order, tile_keys,
                            tile_order, places, counts);
}

// ---- Exclusive sums: a block of 256 threads takes 4096 numbers ----

extern "C" __global__ void sum_blocks(wide* data, wide n, wide* sums) {
  __shared__ wide partial[256];
  const wide begin = (wide)blockIdx.x * 4096 + threadIdx.x * 16;
  wide mine = 0;
  for (wide i = begin; i < begin + 16 && i < n; ++i) mine += data[i];
  partial[threadIdx.x] = mine;
  __syncthreads();
  for (int step = 1; step < 256; step *= 2) {
    const wide before = (int)threadIdx.x >= step ? partial[threadIdx.x - step] : 0;
    __syncthreads();
    partial[threadIdx.x] += before;
    __syncthreads();
  }
  wide sum = partial[threadIdx.x] - mine;
  for (wide i = begin; i < begin + 16 && i < n; ++i) {
    const wide value = data[i];
    data[i] = sum;
    sum += value;
  }
  if (threadIdx.x == 255) sums[blockIdx.x] = partial[255];
}

extern "C" __global__ void add_sums(wide* data, wide n, const wide* sums) {
  for (wide i = first_thread(); i < n; i += all_threads()) data[i] += sums[i / 4096];
}
