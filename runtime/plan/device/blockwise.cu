// Dense matrices whose zeros come in blocks, bit for bit as runtime/tensor/blockwise.cc makes them:
// first every tile's pattern, then every element.
typedef long long wide;
typedef unsigned long long word;

static __device__ __forceinline__ wide first_thread() {
  return (wide)blockIdx.x * blockDim.x + threadIdx.x;
}
static __device__ __forceinline__ wide all_threads() { return (wide)gridDim.x * blockDim.x; }

// The hash and the generator of runtime/tensor/values.h.
static __device__ __forceinline__ word mix(word x) {
  x += 0x9e3779b97f4a7c15ull;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ull;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebull;
  return x ^ (x >> 31);
}
static __device__ __forceinline__ word mix(word seed, word a) { return mix(mix(seed) ^ a); }
static __device__ __forceinline__ word mix(word seed, word a, word b) {
  return mix(mix(seed, a), b);
}

// The 128 bits of a product, high half and low half.
static __device__ __forceinline__ word multiply(word a, word b, word* low) {
  word a0 = a & 0xffffffffull, a1 = a >> 32, b0 = b & 0xffffffffull, b1 = b >> 32;
  word middle = a1 * b0 + (a0 * b0 >> 32);
  word other = a0 * b1 + (middle & 0xffffffffull);
  *low = a * b;
  return a1 * b1 + (middle >> 32) + (other >> 32);
}

struct Draw {
  word state[4];
};

static __device__ __forceinline__ word turned(word x, int by) { return x << by | x >> (64 - by); }

static __device__ __forceinline__ void start(Draw* draw, word seed) {
  for (int i = 0; i < 4; ++i) draw->state[i] = seed = mix(seed);
}

static __device__ __forceinline__ word next(Draw* draw) {
  word* s = draw->state;
  word result = turned(s[1] * 5, 7) * 9, shifted = s[1] << 17;
  s[2] ^= s[0];
  s[3] ^= s[1];
  s[1] ^= s[2];
  s[0] ^= s[3];
  s[2] ^= shifted;
  s[3] = turned(s[3], 45);
  return result;
}

static __device__ __forceinline__ word below(Draw* draw, word bound) {
  word low, high = multiply(next(draw), bound, &low);
  if (low < bound) {
    word reject = (0 - bound) % bound;
    while (low < reject) high = multiply(next(draw), bound, &low);
  }
  return high;
}

static __device__ __forceinline__ int chosen(word bits, word chance) { return bits >> 11 < chance; }

// masks[tile][slice]: whether it is full. `pattern` is that of every tile unless they are drawn:
// then `least` slices are full, one more with the chance `fraction`.
extern "C" __global__ void fill_masks(unsigned char* masks, const unsigned char* pattern,
                                      wide tile_rows, wide tile_columns, wide slices, int k,
                                      int drawn, wide least, wide fraction, int consistent,
                                      wide tiles, wide seed) {
  for (wide t = first_thread(); t < tile_rows * tile_columns; t += all_threads()) {
    word i = (word)(t / tile_columns), j = (word)(t % tile_columns);
    unsigned char* mask = masks + t * slices;
    int exists = chosen(mix((word)seed ^ 0x74696c65ull, i, j), (word)tiles);
    word across = k == 1 ? i : j;
    word bits = mix((word)seed, k == 1 ? j : i, consistent ? ~0ull : across);
    Draw draw;
    start(&draw, bits);
    wide wanted = least + chosen(mix(bits, 1), (word)fraction);
    for (wide s = 0; s < slices; ++s) {
      int full = drawn ? (wide)below(&draw, (word)(slices - s)) < wanted : pattern[s];
      wanted -= full;
      mask[s] = exists && full;
    }
  }
}

extern "C" __global__ void fill_elements(float* to, const unsigned char* masks, wide rows,
                                         wide columns, wide height, wide width, wide tile_columns,
                                         wide slices, wide slice, int k, wide seed) {
  for (wide e = first_thread(); e < rows * columns; e += all_threads()) {
    wide i = e / columns, j = e % columns;
    wide tile = i / height * tile_columns + j / width;
    wide at = (k == 1 ? j % width : i % height) / slice;
    wide steps = (wide)(mix(mix((word)seed), (word)i, (word)j) >> 40) - (1ll << 23);
    float value = (float)(steps == 0 ? 1 : steps) / 8388608.0f;
    to[e] = masks[tile * slices + at] ? value : 0.0f;
  }
}
