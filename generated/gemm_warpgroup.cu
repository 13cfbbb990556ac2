// Made by teaalc 0.1.0 from gemm_warpgroup.yaml; do not edit.
//   C[m, n] = A[m, k] * B[k, n]
//     loops M4 (space), N4 (space), K1, M3 (space), N3 (space), K0, M2, N2, M1 (space), N1 (space),
//     M0, N0 tensor cores: 3xtf32
//   stored A[M:U, K:U], B[K:U, N:U], C[M:U, N:U]
//   sizes BK=16 BM=128 BN=128 HM=16 HN=32 WM=128 WN=32
//   teaalc gemm_warpgroup.yaml --type=f32 --arch=sm_90a --index-bits=32

// Returns when all that was launched before has ended and its writes are seen. A GPU of sm_90 or
// newer; at once where the launch did not ask to be early.
static __device__ __forceinline__ void teaal_await_launches() {
#ifndef TEAAL_CPU
  asm volatile("griddepcontrol.wait;" ::: "memory");
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

// Waits for the copies of the turn; `parity` is 0, 1, 0, … All threads of the block call it, and
// see what was copied behind it.
static __device__ __forceinline__ void teaal_turn_arrives(unsigned* turn, int parity) {
#ifdef TEAAL_CPU
  __syncthreads();
#else
  unsigned done = 0u;
  while (done == 0u)
    asm volatile(
        "{\n.reg .pred arrived;\n"
        "mbarrier.try_wait.parity.shared::cta.b64 arrived, [%1], %2;\n"
        "selp.u32 %0, 1, 0, arrived;\n}"
        : "=r"(done)
        : "r"(static_cast<unsigned>(__cvta_generic_to_shared(turn))), "r"(parity)
        : "memory");
#endif
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

// A value as tf32, and what that leaves out of it, alone in words: what tensor cores do not read is
// 0.
static __device__ __forceinline__ unsigned teaal_tf32_word(float value) {
  return teaal_tf32_bits(value) & 0xffffe000u;
}

static __device__ __forceinline__ unsigned teaal_tf32_rest_word(float value) {
  return teaal_tf32_word(value - __uint_as_float(teaal_tf32_word(value)));
}

// Products of the values in two words of operands, where there are no tensor cores.
struct teaal_tf32_words {
  static __device__ __forceinline__ float add_products(float sum, unsigned a, unsigned b) {
    return fmaf(__uint_as_float(a & 0xffffe000u), __uint_as_float(b & 0xffffe000u), sum);
  }
};

// What a row has at k's 2 `pair` and 2 `pair` + 1 of the sixteen that begin at `lines`.
static __device__ __forceinline__ unsigned teaal_word_of_lines(const unsigned* lines, int plane,
                                                               int pair, int row) {
  unsigned out = 0u;
  for (int half = 0; half < 2; ++half) {
    const int k = 2 * pair + half, unit = row % 64 / 8;
    const unsigned both =
        lines[row / 64 * plane + k / 8 * 256 + k % 8 * 32 + (unit ^ k % 8) * 4 + row % 8 / 2];
    out |= (row % 2 ? both >> 16 : both & 0xffffu) << (16 * half);
  }
  return out;
}

// What the instruction takes for a matrix: in planes, or in lines of which 64 rows begin `plane`
// words apart (lines.cuh).
template <int lines>
static __device__ __forceinline__ unsigned long long teaal_matrix(const unsigned* first,
                                                                  int plane) {
#ifdef TEAAL_CPU
  return 0;
#else
  const unsigned address = static_cast<unsigned>(__cvta_generic_to_shared(first));
  // Eight rows (lines) lie so far apart, in 16 bytes; 128-byte swizzling of lines.
  const unsigned long long groups = lines ? 1024 / 16 : 128 / 16, swizzled = lines ? 1 : 0;
  return (address & 0x3ffffu) >> 4 | static_cast<unsigned long long>(plane / 4) << 16 |
         groups << 32 | swizzled << 62;
#endif
}

// The same where there are no tensor cores; `columns` is how many the product has.
template <class Words, int lines>
static __device__ __forceinline__ void teaal_matrix_products(float* sums, int columns, int adds,
                                                             const unsigned* a, int a_plane,
                                                             const unsigned* b, int b_plane) {
  const int first_row = static_cast<int>(threadIdx.x) / 32 % 4 * 16 + threadIdx.x % 32 / 4,
            first_column = threadIdx.x % 4 * 2;
  for (int sum = 0; sum < columns / 2; ++sum) {
    if (adds == 0) sums[sum] = 0.0f;
    const int row = first_row + sum / 2 % 2 * 8, column = sum / 4 * 8 + first_column + sum % 2;
    for (int word = 0; word < 8; ++word)
      sums[sum] = Words::add_products(sums[sum],
                                      lines ? teaal_word_of_lines(a, a_plane, word, row)
                                            : a[word / 4 * a_plane + row * 4 + word % 4],
                                      lines ? teaal_word_of_lines(b, b_plane, word, column)
                                            : b[word / 4 * b_plane + column * 4 + word % 4]);
  }
}

// Around products: sums and matrices may be read by tensor cores from here on; products so far are
// a group; all groups but the last `running` are done.
static __device__ __forceinline__ void teaal_products_begin() {
#ifndef TEAAL_CPU
  asm volatile("wgmma.fence.sync.aligned;" : : : "memory");
#endif
}

static __device__ __forceinline__ void teaal_products_end() {
#ifndef TEAAL_CPU
  asm volatile("wgmma.commit_group.sync.aligned;" : : : "memory");
#endif
}

template <int running>
static __device__ __forceinline__ void teaal_products_arrive() {
#ifndef TEAAL_CPU
  asm volatile("wgmma.wait_group.sync.aligned %0;" : : "n"(running) : "memory");
#endif
}

// A buffer's turn, two words in shared memory: copies into it arrive there. `turns` are so many.
static __device__ __forceinline__ void teaal_turns_begin(unsigned* turns, int count) {
#ifndef TEAAL_CPU
  if (threadIdx.x == 0) {
    for (int i = 0; i < count; ++i)
      asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;"
                   :
                   : "r"(static_cast<unsigned>(__cvta_generic_to_shared(turns + 2 * i))));
    asm volatile("fence.mbarrier_init.release.cluster;");
  }
#endif
  __syncthreads();
}

// So many words will be copied in this turn: said in front of the copies.
static __device__ __forceinline__ void teaal_turn_takes(unsigned* turn, int words) {
#ifndef TEAAL_CPU
  asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;"
               :
               : "r"(static_cast<unsigned>(__cvta_generic_to_shared(turn))), "r"(words * 4)
               : "memory");
#endif
}

// A multiple of four words; both addresses are aligned to 16 bytes.
static __device__ __forceinline__ void teaal_copy_matrix(unsigned* to, const unsigned* from,
                                                         int words, unsigned* turn) {
#ifdef TEAAL_CPU
  for (int i = 0; i < words; ++i) to[i] = from[i];
#else
  asm volatile(
      "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];"
      :
      : "r"(static_cast<unsigned>(__cvta_generic_to_shared(to))), "l"(from), "r"(words * 4),
        "r"(static_cast<unsigned>(__cvta_generic_to_shared(turn)))
      : "memory");
#endif
}

// Four words; `to` is aligned to 16 bytes.
static __device__ __forceinline__ void teaal_store_words(unsigned* to, unsigned first,
                                                         unsigned second, unsigned third,
                                                         unsigned fourth) {
#ifdef TEAAL_CPU
  to[0] = first;
  to[1] = second;
  to[2] = third;
  to[3] = fourth;
#else
  *reinterpret_cast<uint4*>(to) = make_uint4(first, second, third, fourth);
#endif
}

static __device__ __forceinline__ void teaal_warpgroup_tf32_128(float* sums, const unsigned* a,
                                                                int a_plane, const unsigned* b,
                                                                int b_plane, int adds) {
  if (!teaal_has_tensor_cores())
    return teaal_matrix_products<teaal_tf32_words, 0>(sums, 128, adds, a, a_plane, b, b_plane);
#ifndef TEAAL_CPU
  asm volatile(
      "{\n.reg .pred adds;\nsetp.ne.b32 adds, %66, 0;\n"
      "wgmma.mma_async.sync.aligned.m64n128k8.f32.tf32.tf32 "
      "{%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, %16, %17, "
      "%18, %19, %20, %21, %22, %23, %24, %25, %26, %27, %28, %29, %30, %31, %32, %33, "
      "%34, %35, %36, %37, %38, %39, %40, %41, %42, %43, %44, %45, %46, %47, %48, %49, "
      "%50, %51, %52, %53, %54, %55, %56, %57, %58, %59, %60, %61, %62, %63"
      "}, %64, %65, adds, 1, 1;\n}"
      : "+f"(sums[0]), "+f"(sums[1]), "+f"(sums[2]), "+f"(sums[3]), "+f"(sums[4]), "+f"(sums[5]),
        "+f"(sums[6]), "+f"(sums[7]), "+f"(sums[8]), "+f"(sums[9]), "+f"(sums[10]), "+f"(sums[11]),
        "+f"(sums[12]), "+f"(sums[13]), "+f"(sums[14]), "+f"(sums[15]), "+f"(sums[16]),
        "+f"(sums[17]), "+f"(sums[18]), "+f"(sums[19]), "+f"(sums[20]), "+f"(sums[21]),
        "+f"(sums[22]), "+f"(sums[23]), "+f"(sums[24]), "+f"(sums[25]), "+f"(sums[26]),
        "+f"(sums[27]), "+f"(sums[28]), "+f"(sums[29]), "+f"(sums[30]), "+f"(sums[31]),
        "+f"(sums[32]), "+f"(sums[33]), "+f"(sums[34]), "+f"(sums[35]), "+f"(sums[36]),
        "+f"(sums[37]), "+f"(sums[38]), "+f"(sums[39]), "+f"(sums[40]), "+f"(sums[41]),
        "+f"(sums[42]), "+f"(sums[43]), "+f"(sums[44]), "+f"(sums[45]), "+f"(sums[46]),
        "+f"(sums[47]), "+f"(sums[48]), "+f"(sums[49]), "+f"(sums[50]), "+f"(sums[51]),
        "+f"(sums[52]), "+f"(sums[53]), "+f"(sums[54]), "+f"(sums[55]), "+f"(sums[56]),
        "+f"(sums[57]), "+f"(sums[58]), "+f"(sums[59]), "+f"(sums[60]), "+f"(sums[61]),
        "+f"(sums[62]), "+f"(sums[63])
      : "l"(teaal_matrix<0>(a, a_plane)), "l"(teaal_matrix<0>(b, b_plane)), "r"(adds));
#endif
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

#line 47 "gemm_warpgroup.yaml"
extern "C" __global__ void __launch_bounds__(256)
    gemm_warpgroup_C_B_matrices(unsigned* __restrict__ B_matrices,
                                const value_t* __restrict__ B_values, coord_t K, coord_t N) {
  if (0 < K && 0 < N) {
    __shared__ value_t moved[1056];
    const size_type number = static_cast<size_type>(blockIdx.x);
    const size_type chunk = number % (((static_cast<size_type>(K) + 15) / 16 * 16 + 31) / 32) * 32;
    const size_type N_first = number / (((static_cast<size_type>(K) + 15) / 16 * 16 + 31) / 32) %
                              ((static_cast<size_type>(N) + 127) / 128 * 128 / 32) * 32;
    // Load moved.
    teaal_take_rows<32>(moved, &B_values[chunk * static_cast<size_type>(N) + N_first],
                        static_cast<size_type>(N), static_cast<size_type>(K) - chunk,
                        static_cast<size_type>(N) - N_first);
#pragma unroll
    // Store B_matrices.
    for (int part = 0; part < 1; ++part) {
      const int unit = static_cast<int>(threadIdx.x) + part * 256;
      if (chunk + unit / 32 * 4 < (static_cast<size_type>(K) + 15) / 16 * 16) {
        const size_type to =
            ((((N_first % 128 + unit % 32) / 32 % 4 / 4 * 2 +
               ((N_first % 128 + unit % 32) / 32 % 1 * 2 + (N_first % 128 + unit % 32) % 4 / 2)) *
                  4 +
              (N_first % 128 + unit % 32) / 32 % 4 % 4) *
                 2 +
             (N_first % 128 + unit % 32) % 4 % 2) *
                8 +
            (N_first % 128 + unit % 32) / 4 % 8;
        teaal_store_words(
            &B_matrices[(N_first / 128 * ((static_cast<size_type>(K) + 15) / 16 * 16 / 4) +
                         (chunk + unit / 32 * 4) / 4) *
                            1024 +
                        to * 4],
            teaal_tf32_word(moved[unit / 32 * 4 * 33 + unit % 32]),
            teaal_tf32_word(moved[(unit / 32 * 4 + 1) * 33 + unit % 32]),
            teaal_tf32_word(moved[(unit / 32 * 4 + 2) * 33 + unit % 32]),
            teaal_tf32_word(moved[(unit / 32 * 4 + 3) * 33 + unit % 32]));
        teaal_store_words(
            &B_matrices[(N_first / 128 * ((static_cast<size_type>(K) + 15) / 16 * 16 / 4) +
                         (chunk + unit / 32 * 4) / 4) *
                            1024 +
                        (128 + to) * 4],
            teaal_tf32_rest_word(moved[unit / 32 * 4 * 33 + unit % 32]),
            teaal_tf32_rest_word(moved[(unit / 32 * 4 + 1) * 33 + unit % 32]),
            teaal_tf32_rest_word(moved[(unit / 32 * 4 + 2) * 33 + unit % 32]),
            teaal_tf32_rest_word(moved[(unit / 32 * 4 + 3) * 33 + unit % 32]));
      }
    }
  }
}

#line 47 "gemm_warpgroup.yaml"
extern "C" __global__ void __launch_bounds__(256)
    gemm_warpgroup_C_A_matrices(unsigned* __restrict__ A_matrices,
                                const value_t* __restrict__ A_values, coord_t M, coord_t K) {
  teaal_await_launches();
  if (0 < M && 0 < K) {
    __shared__ value_t moved[4224];
    const size_type number = static_cast<size_type>(blockIdx.x);
    const size_type chunk = number % (((static_cast<size_type>(K) + 15) / 16 * 16 + 31) / 32) * 32;
    const size_type M_first = number / (((static_cast<size_type>(K) + 15) / 16 * 16 + 31) / 32) %
                              ((static_cast<size_type>(M) + 127) / 128 * 128 / 128) * 128;
    // Load moved.
    teaal_take_rows<128>(moved, &A_values[M_first * static_cast<size_type>(K) + chunk],
                         static_cast<size_type>(K), static_cast<size_type>(M) - M_first,
                         static_cast<size_type>(K) - chunk);
#pragma unroll
    // Store A_matrices.
    for (int part = 0; part < 4; ++part) {
      const int unit = static_cast<int>(threadIdx.x) + part * 256;
      if (chunk + unit / 128 * 4 < (static_cast<size_type>(K) + 15) / 16 * 16) {
        const size_type to =
            (((M_first % 128 + unit % 128) / 128 % 1 * 16 +
              ((M_first % 128 + unit % 128) / 16 % 8 * 2 + (M_first % 128 + unit % 128) % 4 / 2)) *
                 4 +
             (M_first % 128 + unit % 128) / 4 % 4) *
                2 +
            (M_first % 128 + unit % 128) % 4 % 2;
        teaal_store_words(
            &A_matrices[(M_first / 128 * ((static_cast<size_type>(K) + 15) / 16 * 16 / 4) +
                         (chunk + unit / 128 * 4) / 4) *
                            1024 +
                        to * 4],
            teaal_tf32_word(moved[unit / 128 * 4 + unit % 128 * 33]),
            teaal_tf32_word(moved[unit / 128 * 4 + 1 + unit % 128 * 33]),
            teaal_tf32_word(moved[unit / 128 * 4 + 2 + unit % 128 * 33]),
            teaal_tf32_word(moved[unit / 128 * 4 + 3 + unit % 128 * 33]));
        teaal_store_words(
            &A_matrices[(M_first / 128 * ((static_cast<size_type>(K) + 15) / 16 * 16 / 4) +
                         (chunk + unit / 128 * 4) / 4) *
                            1024 +
                        (128 + to) * 4],
            teaal_tf32_rest_word(moved[unit / 128 * 4 + unit % 128 * 33]),
            teaal_tf32_rest_word(moved[unit / 128 * 4 + 1 + unit % 128 * 33]),
            teaal_tf32_rest_word(moved[unit / 128 * 4 + 2 + unit % 128 * 33]),
            teaal_tf32_rest_word(moved[unit / 128 * 4 + 3 + unit % 128 * 33]));
      }
    }
  }
}

#line 15 "gemm_warpgroup.yaml"
extern "C" __global__ void __launch_bounds__(128, 2)
    gemm_warpgroup_C(value_t* __restrict__ C_values, const unsigned* __restrict__ B_matrices,
                     const unsigned* __restrict__ A_matrices, coord_t K, coord_t M, coord_t N,
                     coord_t count_N4, coord_t count_M4) {
  extern __shared__ __align__(128) unsigned char teaal_shared[];
  constexpr int BK = 16;
  constexpr int BM = 128;
  constexpr int BN = 128;
  constexpr int HM = 16;
  constexpr int HN = 32;
  constexpr int WM = 128;
  constexpr int WN = 32;
  teaal_await_launches();
  const offset_t workers_N4 = count_N4;
  const offset_t worker_N4 = blockIdx.x % count_N4;
  const offset_t workers_M4 = count_M4;
  const offset_t worker_M4 = blockIdx.x / count_N4;
  const offset_t worker_N3 = threadIdx.x / 32 % 4;
  const offset_t worker_M3 = threadIdx.x / 32 / 4;
  const offset_t worker_M1 = threadIdx.x % 32 % 4;
  const offset_t worker_N1 = threadIdx.x % 32 / 4;
  __shared__ __align__(16) unsigned turns[4];
  int parities = 0;
  teaal_turns_begin(turns, 2);
  unsigned* const B_tile = reinterpret_cast<unsigned*>(teaal_shared + 0);
  unsigned* const A_tile = reinterpret_cast<unsigned*>(teaal_shared + 32768);
#line 23 "gemm_warpgroup.yaml"
  for (offset_t m4 = worker_M4 * BM; m4 < M; m4 += workers_M4 * BM) {
    const offset_t m4_end = min(static_cast<offset_t>(M), m4 + BM);
    for (offset_t n4 = worker_N4 * BN; n4 < N; n4 += workers_N4 * BN) {
      const offset_t n4_end = min(static_cast<offset_t>(N), n4 + BN);
#line 15 "gemm_warpgroup.yaml"
      value_t sums[128];
#pragma unroll
      for (int sums_element = 0; sums_element < 128; ++sums_element) {
        sums[sums_element] = value_t(0);
      }
      __syncthreads();
#line 23 "gemm_warpgroup.yaml"
#pragma unroll
      // Load A_tile, B_tile and turns.
      for (int k1_first = 0; k1_first < 2; ++k1_first) {
        if (k1_first * BK < static_cast<offset_t>(K)) {
          const offset_t k1_ahead = k1_first * BK;
          const int k1_buffer_2 = static_cast<int>(k1_first % 2);
          const int B_tile_begin_2 = k1_buffer_2 * 4096;
          const int A_tile_begin_2 = k1_buffer_2 * 4096;
          const int k1_slot_2 = static_cast<int>(k1_first % 2);
          if (threadIdx.x == 0) {
            teaal_turn_takes(&turns[k1_slot_2 * 2], 8192);
            teaal_copy_matrix(&B_tile[B_tile_begin_2],
                              &B_matrices[(static_cast<size_type>(n4 / 128) *
                                               ((static_cast<offset_t>(K) + 15) / 16 * 16 / 4) +
                                           k1_ahead / 4) *
                                          1024],
                              4096, &turns[k1_slot_2 * 2]);
            teaal_copy_matrix(&A_tile[A_tile_begin_2],
                              &A_matrices[(static_cast<size_type>(m4 / 128) *
                                               ((static_cast<offset_t>(K) + 15) / 16 * 16 / 4) +
                                           k1_ahead / 4) *
                                          1024],
                              4096, &turns[k1_slot_2 * 2]);
          }
        }
      }
      for (offset_t k1 = 0; k1 < K; k1 += BK) {
        const int k1_buffer = static_cast<int>(k1 / BK % 2);
        const int B_tile_begin = k1_buffer * 4096;
        const int A_tile_begin = k1_buffer * 4096;
        const int k1_slot = static_cast<int>(k1 / BK % 2);
        teaal_turn_arrives(&turns[k1_slot * 2], parities >> k1_slot & 1);
        parities = parities ^ 1 << k1_slot;
#pragma unroll
        // Products.
        for (int row_block = 0; row_block < 2; ++row_block) {
#pragma unroll
          for (int column_block = 0; column_block < 128; column_block += 128) {
            value_t sums_part[64];
            teaal_products_begin();
#pragma unroll
            for (int k_step = 0; k_step < 16; k_step += 8) {
#line 47 "gemm_warpgroup.yaml"
              teaal_warpgroup_tf32_128(
                  &sums_part[0],
                  &B_tile[B_tile_begin + k_step / 4 * 1024 +
                          (128 +
                           (static_cast<int>(threadIdx.x) / 32 % 4 / 4 * 2 + row_block) * 64) *
                              4],
                  1024,
                  &A_tile[A_tile_begin + k_step / 4 * 1024 +
                          (static_cast<int>(threadIdx.x) / 32 / 4 * 128 + column_block) * 4],
                  1024, (0 < k_step) ? 1 : 0);
              teaal_warpgroup_tf32_128(
                  &sums_part[0],
                  &B_tile[B_tile_begin + k_step / 4 * 1024 +
                          (static_cast<int>(threadIdx.x) / 32 % 4 / 4 * 2 + row_block) * 64 * 4],
                  1024,
                  &A_tile[A_tile_begin + k_step / 4 * 1024 +
                          (128 + (static_cast<int>(threadIdx.x) / 32 / 4 * 128 + column_block)) *
                              4],
                  1024, 1);
              teaal_warpgroup_tf32_128(
                  &sums_part[0],
                  &B_tile[B_tile_begin + k_step / 4 * 1024 +
                          (static_cast<int>(threadIdx.x) / 32 % 4 / 4 * 2 + row_block) * 64 * 4],
                  1024,
                  &A_tile[A_tile_begin + k_step / 4 * 1024 +
                          (static_cast<int>(threadIdx.x) / 32 / 4 * 128 + column_block) * 4],
                  1024, 1);
            }
            teaal_products_end();
            teaal_products_arrive<0>();
#pragma unroll
            for (int own = 0; own < 64; ++own) {
              sums[row_block * 64 + column_block / 2 + own] += sums_part[own];
            }
          }
        }
        __syncthreads();
        // Load A_tile, B_tile and turns.
        if (k1 + 32 < static_cast<offset_t>(K)) {
          const offset_t k1_ahead_2 = k1 + 32;
          const int k1_buffer_3 = static_cast<int>(k1_ahead_2 / BK % 2);
          const int B_tile_begin_3 = k1_buffer_3 * 4096;
          const int A_tile_begin_3 = k1_buffer_3 * 4096;
          const int k1_slot_3 = static_cast<int>(k1_ahead_2 / BK % 2);
          if (threadIdx.x == 0) {
            teaal_turn_takes(&turns[k1_slot_3 * 2], 8192);
            teaal_copy_matrix(&B_tile[B_tile_begin_3],
                              &B_matrices[(static_cast<size_type>(n4 / 128) *
                                               ((static_cast<offset_t>(K) + 15) / 16 * 16 / 4) +
                                           k1_ahead_2 / 4) *
                                          1024],
                              4096, &turns[k1_slot_3 * 2]);
            teaal_copy_matrix(&A_tile[A_tile_begin_3],
                              &A_matrices[(static_cast<size_type>(m4 / 128) *
                                               ((static_cast<offset_t>(K) + 15) / 16 * 16 / 4) +
                                           k1_ahead_2 / 4) *
                                          1024],
                              4096, &turns[k1_slot_3 * 2]);
          }
        }
      }
#line 23 "gemm_warpgroup.yaml"
      const bool whole =
          m4_end - m4 == 128 && n4_end - n4 == 128 && teaal_aligned_rows(C_values, N);
      // Store C_values.
      if (whole) {
        const offset_t m3 = m4 + worker_M3 * WM;
        const offset_t n3 = n4 + worker_N3 * WN;
#pragma unroll
        for (int m2_turn = 0; m2_turn < 8; ++m2_turn) {
          const offset_t m2 = m3 + m2_turn * HM;
          const offset_t m1 = m2 + worker_M1 * 4;
          const offset_t n1 = n3 + worker_N1 * 4;
#pragma unroll
          for (int m0_turn = 0; m0_turn < 4; ++m0_turn) {
            const coord_t m0 = static_cast<coord_t>(m1 + m0_turn);
            value_t C_values_quad[4];
#pragma unroll
            for (int n0_turn = 0; n0_turn < 4; ++n0_turn) {
#line 15 "gemm_warpgroup.yaml"
              C_values_quad[n0_turn] =
                  sums[((n0_turn / 2 * 16 + (m2_turn * 2 + m0_turn / 2)) * 2 + n0_turn % 2) * 2 +
                       m0_turn % 2];
            }
#line 23 "gemm_warpgroup.yaml"
            teaal_write_quad(&C_values[static_cast<offset_t>(m0) * static_cast<offset_t>(N) +
                                       static_cast<coord_t>(n1)],
                             &C_values_quad[0]);
          }
        }
      }
      if (!whole) {
        if (m4 + worker_M3 * WM < m4_end) {
          const offset_t m3 = m4 + worker_M3 * WM;
          const offset_t m3_end = min(m4_end, m3 + WM);
          if (n4 + worker_N3 * WN < n4_end) {
            const offset_t n3 = n4 + worker_N3 * WN;
            const offset_t n3_end = min(n4_end, n3 + WN);
#pragma unroll
            for (int m2_turn = 0; m2_turn < 8; ++m2_turn) {
              if (m3 + m2_turn * HM < m3_end) {
                const offset_t m2 = m3 + m2_turn * HM;
                const offset_t m2_end = min(m3_end, m2 + HM);
                if (n3 < n3_end) {
                  const offset_t n2_end = min(n3_end, n3 + HN);
                  if (m2 + worker_M1 * 4 < m2_end) {
                    const offset_t m1 = m2 + worker_M1 * 4;
                    const offset_t m1_end = min(m2_end, m1 + 4);
                    if (n3 + worker_N1 * 4 < n2_end) {
                      const offset_t n1 = n3 + worker_N1 * 4;
                      const offset_t n1_end = min(n2_end, n1 + 4);
#pragma unroll
                      for (int m0_turn = 0; m0_turn < 4; ++m0_turn) {
                        if (m1 + m0_turn < m1_end) {
                          const coord_t m0 = static_cast<coord_t>(m1 + m0_turn);
#pragma unroll
                          for (int n0_turn = 0; n0_turn < 4; ++n0_turn) {
                            if (n1 + n0_turn < n1_end) {
                              const coord_t n0 = static_cast<coord_t>(n1 + n0_turn);
                              const offset_t C_N_at_2 =
                                  static_cast<offset_t>(m0) * static_cast<offset_t>(N) + n0;
#line 15 "gemm_warpgroup.yaml"
                              C_values[C_N_at_2] =
                                  sums[((n0_turn / 2 * 16 + (m2_turn * 2 + m0_turn / 2)) * 2 +
                                        n0_turn % 2) *
                                           2 +
                                       m0_turn % 2];
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
      }
    }
  }
}

#if !defined(__CUDACC_RTC__) && !defined(TEAAL_PRELUDE)
#line 1 "gemm_warpgroup.launcher"
#include <cuda_runtime.h>
#include <stddef.h>
#include <stdint.h>

typedef value_t gemm_warpgroup_value;
typedef pos_t gemm_warpgroup_position;

extern "C" {
#if TEAAL_POSITION_BITS == 64 /* functions have names of their own */
#define gemm_warpgroup_workspace_bytes gemm_warpgroup_workspace_bytes_64
#define gemm_warpgroup_launch gemm_warpgroup_launch_64
#endif

struct CUstream_st; /* what cudaStream_t points to */

/* Device pointers and sizes. Segments have one entry a fiber and one more; arrays must not overlap.
 */
typedef struct gemm_warpgroup_arguments {
  /* C: M:U, N:U */
  gemm_warpgroup_value* C_values;
  /* A: M:U, K:U */
  const gemm_warpgroup_value* A_values;
  /* B: K:U, N:U */
  const gemm_warpgroup_value* B_values;
  int64_t extent_M;
  int64_t extent_K;
  int64_t extent_N;
} gemm_warpgroup_arguments;

/* Bytes of device memory that gemm_warpgroup_launch needs as workspace (0: none), aligned to 256.
 */
size_t gemm_warpgroup_workspace_bytes(const gemm_warpgroup_arguments* arguments);

/* Enqueues the whole plan on `stream` (0: the default stream) and returns at once. 0: enqueued;
   else see gemm_warpgroup_error_text. Allocates nothing and throws nothing. */
int gemm_warpgroup_launch(const gemm_warpgroup_arguments* arguments, void* workspace,
                          size_t workspace_bytes, struct CUstream_st* stream);
const char* gemm_warpgroup_error_text(int code);
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

struct gemm_warpgroup_sizes {
  int64_t M;
  int64_t K;
  int64_t N;
  int64_t gemm_warpgroup_C_M4_workers;
  int64_t gemm_warpgroup_C_N4_workers;
  explicit gemm_warpgroup_sizes(const gemm_warpgroup_arguments& a) {
    M = a.extent_M;
    K = a.extent_K;
    N = a.extent_N;
    gemm_warpgroup_C_M4_workers = max(min(ceil_div(M, 128), 2147483647), 1);
    gemm_warpgroup_C_N4_workers =
        max(min(ceil_div(N, 128), 2147483647 / gemm_warpgroup_C_M4_workers), 1);
  }
  bool valid() const {
    return M >= 0 && M <= 2147483647 && K >= 0 && K <= 2147483647 && N >= 0 && N <= 2147483647;
  }
  bool addressable() const {
    return M <= 1000000000 && K <= 1000000000 && N <= 1000000000 &&
           (M == 0 || N <= 1000000000 / M) && (M == 0 || K <= 1000000000 / M) &&
           (K == 0 || N <= 1000000000 / K);
  }
  int64_t elements_0() const {
    return 2 * (ceil_div(K, 16) * 16) * (ceil_div(N, 128) * 128) * 4 / 4;
  }
  int64_t elements_1() const {
    return 2 * (ceil_div(M, 128) * 128) * (ceil_div(K, 16) * 16) * 4 / 4;
  }
  int64_t block_gemm_warpgroup_C_B_matrices() const { return 256; }
  int64_t grid_gemm_warpgroup_C_B_matrices() const {
    return max(ceil_div(ceil_div(K, 16) * 16, 32) * (ceil_div(N, 128) * 128 / 32), 1);
  }
  int64_t block_gemm_warpgroup_C_A_matrices() const { return 256; }
  int64_t grid_gemm_warpgroup_C_A_matrices() const {
    return max(ceil_div(ceil_div(K, 16) * 16, 32) * (ceil_div(M, 128) * 128 / 128), 1);
  }
  int64_t block_gemm_warpgroup_C() const { return 128; }
  int64_t grid_gemm_warpgroup_C() const {
    return gemm_warpgroup_C_M4_workers * gemm_warpgroup_C_N4_workers;
  }
  coord_t K_of_gemm_warpgroup_C_B_matrices() const { return static_cast<coord_t>(K); }
  coord_t N_of_gemm_warpgroup_C_B_matrices() const { return static_cast<coord_t>(N); }
  coord_t M_of_gemm_warpgroup_C_A_matrices() const { return static_cast<coord_t>(M); }
  coord_t K_of_gemm_warpgroup_C_A_matrices() const { return static_cast<coord_t>(K); }
  coord_t K_of_gemm_warpgroup_C() const { return static_cast<coord_t>(K); }
  coord_t M_of_gemm_warpgroup_C() const { return static_cast<coord_t>(M); }
  coord_t N_of_gemm_warpgroup_C() const { return static_cast<coord_t>(N); }
  coord_t count_N4_of_gemm_warpgroup_C() const {
    return static_cast<coord_t>(gemm_warpgroup_C_N4_workers);
  }
  coord_t count_M4_of_gemm_warpgroup_C() const {
    return static_cast<coord_t>(gemm_warpgroup_C_M4_workers);
  }
  int64_t stored_C() const { return M * N; }
};

}  // namespace

extern "C" size_t gemm_warpgroup_workspace_bytes(const gemm_warpgroup_arguments* arguments) {
  if (arguments == nullptr) return 0;
  const gemm_warpgroup_sizes sizes(*arguments);
  if (!sizes.valid()) return 0;
  size_t bytes = 0;
  (void)sizes;
  bytes += (static_cast<size_t>(sizes.elements_0()) * sizeof(unsigned) + 255) / 256 * 256;
  bytes += (static_cast<size_t>(sizes.elements_1()) * sizeof(unsigned) + 255) / 256 * 256;
  return bytes;
}

extern "C" int gemm_warpgroup_launch(const gemm_warpgroup_arguments* arguments, void* workspace,
                                     size_t workspace_bytes, struct CUstream_st* stream) {
  if (arguments == nullptr) return 1;
  const gemm_warpgroup_arguments& a = *arguments;
  const gemm_warpgroup_sizes sizes(a);
  if (!sizes.valid()) return 1;
  if (sizeof(offset_t) < sizeof(int64_t) && !sizes.addressable()) return 6;
  if (workspace_bytes < gemm_warpgroup_workspace_bytes(arguments)) return 2;
  (void)workspace;
  char* free_bytes = static_cast<char*>(workspace);
  unsigned* B_matrices = reinterpret_cast<unsigned*>(free_bytes);
  free_bytes += (static_cast<size_t>(sizes.elements_0()) * sizeof(unsigned) + 255) / 256 * 256;
  unsigned* A_matrices = reinterpret_cast<unsigned*>(free_bytes);
  free_bytes += (static_cast<size_t>(sizes.elements_1()) * sizeof(unsigned) + 255) / 256 * 256;
  gemm_warpgroup_C_B_matrices<<<static_cast<unsigned>(sizes.grid_gemm_warpgroup_C_B_matrices()),
                                static_cast<unsigned>(sizes.block_gemm_warpgroup_C_B_matrices()), 0,
                                stream>>>(B_matrices, a.B_values,
                                          sizes.K_of_gemm_warpgroup_C_B_matrices(),
                                          sizes.N_of_gemm_warpgroup_C_B_matrices());
  if (cudaGetLastError() != cudaSuccess) return 3;
  if (launch_early(gemm_warpgroup_C_A_matrices,
                   static_cast<unsigned>(sizes.grid_gemm_warpgroup_C_A_matrices()),
                   static_cast<unsigned>(sizes.block_gemm_warpgroup_C_A_matrices()), 0, stream,
                   A_matrices, a.A_values, sizes.M_of_gemm_warpgroup_C_A_matrices(),
                   sizes.K_of_gemm_warpgroup_C_A_matrices()) != cudaSuccess)
    return 3;
  if (cudaFuncSetAttribute(gemm_warpgroup_C, cudaFuncAttributeMaxDynamicSharedMemorySize, 65536) !=
      cudaSuccess)
    return 3;
  if (launch_early(gemm_warpgroup_C, static_cast<unsigned>(sizes.grid_gemm_warpgroup_C()),
                   static_cast<unsigned>(sizes.block_gemm_warpgroup_C()), 65536, stream, a.C_values,
                   B_matrices, A_matrices, sizes.K_of_gemm_warpgroup_C(),
                   sizes.M_of_gemm_warpgroup_C(), sizes.N_of_gemm_warpgroup_C(),
                   sizes.count_N4_of_gemm_warpgroup_C(),
                   sizes.count_M4_of_gemm_warpgroup_C()) != cudaSuccess)
    return 3;
  return 0;
}

extern "C" const char* gemm_warpgroup_error_text(int code) {
  switch (code) {
    case 0:
      return "ok";
    case 1:
      return "no arguments, or an extent or size outside [0, 2147483647]";
    case 2:
      return "the workspace is smaller than gemm_warpgroup_workspace_bytes says";
    case 3:
      return "CUDA refused a launch or a memset; cudaGetLastError has been read";
    case 6:
      return "an extent or an array is longer than offsets count: build with TEAAL_OFFSET_BITS=64";
    default:
      return "unknown code";
  }
}
#endif
