#pragma once
// Products of matrices in shared memory on the tensor cores of a warpgroup, four warps from a
// multiple of four on, and copies of whole matrices there. PTX: wgmma.mma_async (sm_90a) of 64
// rows, cp.async.bulk, mbarrier. Matrices lie in units of 16 bytes, four k's of tf32 or eight of 16
// bits: a plane holds one unit a row (column), planes lie `plane` words apart, and a product takes
// two. That is "K-major without swizzling" (PTX ISA, "Shared Memory Matrix Layout"). Warp w has
// rows 16 w to 16 w + 15; lane 4 g + t has, of eight columns each, sums of rows g, g and g + 8, g +
// 8, and of columns 2 t, 2 t + 1 and 2 t, 2 t + 1, in that order. All threads call these functions
// together.

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

// All products are done, and `count` sums may be read. Without saying that they are other ones from
// here on, the compiler moves what reads them in front of the wait, and has each product wait for
// the one before it.
template <int count>
static __device__ __forceinline__ void teaal_sums_arrive(float* sums) {
  teaal_products_arrive<0>();
#ifndef TEAAL_CPU
#pragma unroll
  for (int i = 0; i < count; ++i) asm volatile("" : "+f"(sums[i]) : : "memory");
#endif
}

// ---- Copies of whole matrices, by one thread ----

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

// The elements that entries in shared memory name, `stride` elements apart, of which so many are
// left to take; 0 for others.
template <int count, class T, class E, class C>
static __device__ __forceinline__ void teaal_take_listed(T* to, const E* from, long long stride,
                                                         const C* entries, long long left) {
#pragma unroll
  for (int i = 0; i < count; ++i) {
    to[i] = T(0);
    if (i < left) to[i] = from[entries[i] * stride];
  }
}

// The same where all are left, and lie less than 2^32 bytes apart: an instruction an address.
template <int count, class T, class E, class C>
static __device__ __forceinline__ void teaal_take_all_listed(T* to, const E* from, long long stride,
                                                             const C* entries) {
  const char* first = reinterpret_cast<const char*>(from);
  unsigned bytes = static_cast<unsigned>(stride) * static_cast<unsigned>(sizeof(E));
#ifndef TEAAL_CPU
  asm("" : "+r"(bytes));  // else the compiler counts elements again
#endif
  C at[count];
#pragma unroll
  for (int i = 0; i < count; i += 4) {
    if constexpr (sizeof(C) == sizeof(int)) {
      teaal_load_quad(at + i, entries + i);
    } else {
#pragma unroll
      for (int part = 0; part < 4; ++part) at[i + part] = entries[i + part];
    }
  }
#pragma unroll
  for (int i = 0; i < count; ++i)
    to[i] = *reinterpret_cast<const E*>(
        first + static_cast<unsigned long long>(static_cast<unsigned>(at[i])) * bytes);
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

// What this thread has stored into matrices is there for tensor cores, behind a barrier. Of shared
// memory alone: a fence of all memory waits for whatever is on its way to the whole GPU.
static __device__ __forceinline__ void teaal_matrices_given() {
#ifndef TEAAL_CPU
  asm volatile("fence.proxy.async.shared::cta;" : : : "memory");
#endif
}

// ---- Products of 64 rows and so many columns, added to half as many sums ----
// Where `adds` is 0, sums become the products: what was in them need not be kept, nor be 0.

static __device__ __forceinline__ void teaal_warpgroup_tf32_16(float* sums, const unsigned* a,
                                                               int a_plane, const unsigned* b,
                                                               int b_plane, int adds) {
  if (!teaal_has_tensor_cores())
    return teaal_matrix_products<teaal_tf32_words, 0>(sums, 16, adds, a, a_plane, b, b_plane);
#ifndef TEAAL_CPU
  asm volatile(
      "{\n.reg .pred adds;\nsetp.ne.b32 adds, %10, 0;\n"
      "wgmma.mma_async.sync.aligned.m64n16k8.f32.tf32.tf32 "
      "{%0, %1, %2, %3, %4, %5, %6, %7}, %8, %9, adds, 1, 1;\n}"
      : "+f"(sums[0]), "+f"(sums[1]), "+f"(sums[2]), "+f"(sums[3]), "+f"(sums[4]), "+f"(sums[5]),
        "+f"(sums[6]), "+f"(sums[7])
      : "l"(teaal_matrix<0>(a, a_plane)), "l"(teaal_matrix<0>(b, b_plane)), "r"(adds));
#endif
}

template <int lines>
static __device__ __forceinline__ void teaal_warpgroup_bf16_16(float* sums, const unsigned* a,
                                                               int a_plane, const unsigned* b,
                                                               int b_plane, int adds) {
  if (!teaal_has_tensor_cores())
    return teaal_matrix_products<teaal_bf16_words, lines>(sums, 16, adds, a, a_plane, b, b_plane);
#ifndef TEAAL_CPU
  asm volatile(
      "{\n.reg .pred adds;\nsetp.ne.b32 adds, %11, 0;\n"
      "wgmma.mma_async.sync.aligned.m64n16k16.f32.bf16.bf16 "
      "{%0, %1, %2, %3, %4, %5, %6, %7}, %8, %9, adds, 1, 1, %10, %10;\n}"
      : "+f"(sums[0]), "+f"(sums[1]), "+f"(sums[2]), "+f"(sums[3]), "+f"(sums[4]), "+f"(sums[5]),
        "+f"(sums[6]), "+f"(sums[7])
      : "l"(teaal_matrix<lines>(a, a_plane)), "l"(teaal_matrix<lines>(b, b_plane)), "n"(lines),
        "r"(adds));
#endif
}

template <int lines>
static __device__ __forceinline__ void teaal_warpgroup_f16_16(float* sums, const unsigned* a,
                                                              int a_plane, const unsigned* b,
                                                              int b_plane, int adds) {
  if (!teaal_has_tensor_cores())
    return teaal_matrix_products<teaal_f16_words, lines>(sums, 16, adds, a, a_plane, b, b_plane);
#ifndef TEAAL_CPU
  asm volatile(
      "{\n.reg .pred adds;\nsetp.ne.b32 adds, %11, 0;\n"
      "wgmma.mma_async.sync.aligned.m64n16k16.f32.f16.f16 "
      "{%0, %1, %2, %3, %4, %5, %6, %7}, %8, %9, adds, 1, 1, %10, %10;\n}"
      : "+f"(sums[0]), "+f"(sums[1]), "+f"(sums[2]), "+f"(sums[3]), "+f"(sums[4]), "+f"(sums[5]),
        "+f"(sums[6]), "+f"(sums[7])
      : "l"(teaal_matrix<lines>(a, a_plane)), "l"(teaal_matrix<lines>(b, b_plane)), "n"(lines),
        "r"(adds));
#endif
}

static __device__ __forceinline__ void teaal_warpgroup_tf32_64(float* sums, const unsigned* a,
                                                               int a_plane, const unsigned* b,
                                                               int b_plane, int adds) {
  if (!teaal_has_tensor_cores())
    return teaal_matrix_products<teaal_tf32_words, 0>(sums, 64, adds, a, a_plane, b, b_plane);
#ifndef TEAAL_CPU
  asm volatile(
      "{\n.reg .pred adds;\nsetp.ne.b32 adds, %34, 0;\n"
      "wgmma.mma_async.sync.aligned.m64n64k8.f32.tf32.tf32 "
      "{%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, %16, %17, "
      "%18, %19, %20, %21, %22, %23, %24, %25, %26, %27, %28, %29, %30, %31"
      "}, %32, %33, adds, 1, 1;\n}"
      : "+f"(sums[0]), "+f"(sums[1]), "+f"(sums[2]), "+f"(sums[3]), "+f"(sums[4]), "+f"(sums[5]),
        "+f"(sums[6]), "+f"(sums[7]), "+f"(sums[8]), "+f"(sums[9]), "+f"(sums[10]), "+f"(sums[11]),
        "+f"(sums[12]), "+f"(sums[13]), "+f"(sums[14]), "+f"(sums[15]), "+f"(sums[16]),
        "+f"(sums[17]), "+f"(sums[18]), "+f"(sums[19]), "+f"(sums[20]), "+f"(sums[21]),
        "+f"(sums[22]), "+f"(sums[23]), "+f"(sums[24]), "+f"(sums[25]), "+f"(sums[26]),
        "+f"(sums[27]), "+f"(sums[28]), "+f"(sums[29]), "+f"(sums[30]), "+f"(sums[31])
      : "l"(teaal_matrix<0>(a, a_plane)), "l"(teaal_matrix<0>(b, b_plane)), "r"(adds));
#endif
}

template <int lines>
static __device__ __forceinline__ void teaal_warpgroup_bf16_64(float* sums, const unsigned* a,
                                                               int a_plane, const unsigned* b,
                                                               int b_plane, int adds) {
  if (!teaal_has_tensor_cores())
    return teaal_matrix_products<teaal_bf16_words, lines>(sums, 64, adds, a, a_plane, b, b_plane);
#ifndef TEAAL_CPU
  asm volatile(
      "{\n.reg .pred adds;\nsetp.ne.b32 adds, %35, 0;\n"
      "wgmma.mma_async.sync.aligned.m64n64k16.f32.bf16.bf16 "
      "{%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, %16, %17, "
      "%18, %19, %20, %21, %22, %23, %24, %25, %26, %27, %28, %29, %30, %31"
      "}, %32, %33, adds, 1, 1, %34, %34;\n}"
      : "+f"(sums[0]), "+f"(sums[1]), "+f"(sums[2]), "+f"(sums[3]), "+f"(sums[4]), "+f"(sums[5]),
        "+f"(sums[6]), "+f"(sums[7]), "+f"(sums[8]), "+f"(sums[9]), "+f"(sums[10]), "+f"(sums[11]),
        "+f"(sums[12]), "+f"(sums[13]), "+f"(sums[14]), "+f"(sums[15]), "+f"(sums[16]),
        "+f"(sums[17]), "+f"(sums[18]), "+f"(sums[19]), "+f"(sums[20]), "+f"(sums[21]),
        "+f"(sums[22]), "+f"(sums[23]), "+f"(sums[24]), "+f"(sums[25]), "+f"(sums[26]),
        "+f"(sums[27]), "+f"(sums[28]), "+f"(sums[29]), "+f"(sums[30]), "+f"(sums[31])
      : "l"(teaal_matrix<lines>(a, a_plane)), "l"(teaal_matrix<lines>(b, b_plane)), "n"(lines),
        "r"(adds));
#endif
}

template <int lines>
static __device__ __forceinline__ void teaal_warpgroup_f16_64(float* sums, const unsigned* a,
                                                              int a_plane, const unsigned* b,
                                                              int b_plane, int adds) {
  if (!teaal_has_tensor_cores())
    return teaal_matrix_products<teaal_f16_words, lines>(sums, 64, adds, a, a_plane, b, b_plane);
#ifndef TEAAL_CPU
  asm volatile(
      "{\n.reg .pred adds;\nsetp.ne.b32 adds, %35, 0;\n"
      "wgmma.mma_async.sync.aligned.m64n64k16.f32.f16.f16 "
      "{%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, %16, %17, "
      "%18, %19, %20, %21, %22, %23, %24, %25, %26, %27, %28, %29, %30, %31"
      "}, %32, %33, adds, 1, 1, %34, %34;\n}"
      : "+f"(sums[0]), "+f"(sums[1]), "+f"(sums[2]), "+f"(sums[3]), "+f"(sums[4]), "+f"(sums[5]),
        "+f"(sums[6]), "+f"(sums[7]), "+f"(sums[8]), "+f"(sums[9]), "+f"(sums[10]), "+f"(sums[11]),
        "+f"(sums[12]), "+f"(sums[13]), "+f"(sums[14]), "+f"(sums[15]), "+f"(sums[16]),
        "+f"(sums[17]), "+f"(sums[18]), "+f"(sums[19]), "+f"(sums[20]), "+f"(sums[21]),
        "+f"(sums[22]), "+f"(sums[23]), "+f"(sums[24]), "+f"(sums[25]), "+f"(sums[26]),
        "+f"(sums[27]), "+f"(sums[28]), "+f"(sums[29]), "+f"(sums[30]), "+f"(sums[31])
      : "l"(teaal_matrix<lines>(a, a_plane)), "l"(teaal_matrix<lines>(b, b_plane)), "n"(lines),
        "r"(adds));
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

template <int lines>
static __device__ __forceinline__ void teaal_warpgroup_bf16_128(float* sums, const unsigned* a,
                                                                int a_plane, const unsigned* b,
                                                                int b_plane, int adds) {
  if (!teaal_has_tensor_cores())
    return teaal_matrix_products<teaal_bf16_words, lines>(sums, 128, adds, a, a_plane, b, b_plane);
#ifndef TEAAL_CPU
  asm volatile(
      "{\n.reg .pred adds;\nsetp.ne.b32 adds, %67, 0;\n"
      "wgmma.mma_async.sync.aligned.m64n128k16.f32.bf16.bf16 "
      "{%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, %16, %17, "
      "%18, %19, %20, %21, %22, %23, %24, %25, %26, %27, %28, %29, %30, %31, %32, %33, "
      "%34, %35, %36, %37, %38, %39, %40, %41, %42, %43, %44, %45, %46, %47, %48, %49, "
      "%50, %51, %52, %53, %54, %55, %56, %57, %58, %59, %60, %61, %62, %63"
      "}, %64, %65, adds, 1, 1, %66, %66;\n}"
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
      : "l"(teaal_matrix<lines>(a, a_plane)), "l"(teaal_matrix<lines>(b, b_plane)), "n"(lines),
        "r"(adds));
#endif
}

template <int lines>
static __device__ __forceinline__ void teaal_warpgroup_f16_128(float* sums, const unsigned* a,
                                                               int a_plane, const unsigned* b,
                                                               int b_plane, int adds) {
  if (!teaal_has_tensor_cores())
    return teaal_matrix_products<teaal_f16_words, lines>(sums, 128, adds, a, a_plane, b, b_plane);
#ifndef TEAAL_CPU
  asm volatile(
      "{\n.reg .pred adds;\nsetp.ne.b32 adds, %67, 0;\n"
      "wgmma.mma_async.sync.aligned.m64n128k16.f32.f16.f16 "
      "{%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, %16, %17, "
      "%18, %19, %20, %21, %22, %23, %24, %25, %26, %27, %28, %29, %30, %31, %32, %33, "
      "%34, %35, %36, %37, %38, %39, %40, %41, %42, %43, %44, %45, %46, %47, %48, %49, "
      "%50, %51, %52, %53, %54, %55, %56, %57, %58, %59, %60, %61, %62, %63"
      "}, %64, %65, adds, 1, 1, %66, %66;\n}"
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
      : "l"(teaal_matrix<lines>(a, a_plane)), "l"(teaal_matrix<lines>(b, b_plane)), "n"(lines),
        "r"(adds));
#endif
}

static __device__ __forceinline__ void teaal_warpgroup_tf32_256(float* sums, const unsigned* a,
                                                                int a_plane, const unsigned* b,
                                                                int b_plane, int adds) {
  if (!teaal_has_tensor_cores())
    return teaal_matrix_products<teaal_tf32_words, 0>(sums, 256, adds, a, a_plane, b, b_plane);
#ifndef TEAAL_CPU
  asm volatile(
      "{\n.reg .pred adds;\nsetp.ne.b32 adds, %130, 0;\n"
      "wgmma.mma_async.sync.aligned.m64n256k8.f32.tf32.tf32 "
      "{%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, %16, %17, "
      "%18, %19, %20, %21, %22, %23, %24, %25, %26, %27, %28, %29, %30, %31, %32, %33, "
      "%34, %35, %36, %37, %38, %39, %40, %41, %42, %43, %44, %45, %46, %47, %48, %49, "
      "%50, %51, %52, %53, %54, %55, %56, %57, %58, %59, %60, %61, %62, %63, %64, %65, "
      "%66, %67, %68, %69, %70, %71, %72, %73, %74, %75, %76, %77, %78, %79, %80, %81, "
      "%82, %83, %84, %85, %86, %87, %88, %89, %90, %91, %92, %93, %94, %95, %96, %97, "
      "%98, %99, %100, %101, %102, %103, %104, %105, %106, %107, %108, %109, %110, %111, "
      "%112, %113, %114, %115, %116, %117, %118, %119, %120, %121, %122, %123, %124, "
      "%125, %126, %127}, %128, %129, adds, 1, 1;\n}"
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
        "+f"(sums[62]), "+f"(sums[63]), "+f"(sums[64]), "+f"(sums[65]), "+f"(sums[66]),
        "+f"(sums[67]), "+f"(sums[68]), "+f"(sums[69]), "+f"(sums[70]), "+f"(sums[71]),
        "+f"(sums[72]), "+f"(sums[73]), "+f"(sums[74]), "+f"(sums[75]), "+f"(sums[76]),
        "+f"(sums[77]), "+f"(sums[78]), "+f"(sums[79]), "+f"(sums[80]), "+f"(sums[81]),
        "+f"(sums[82]), "+f"(sums[83]), "+f"(sums[84]), "+f"(sums[85]), "+f"(sums[86]),
        "+f"(sums[87]), "+f"(sums[88]), "+f"(sums[89]), "+f"(sums[90]), "+f"(sums[91]),
        "+f"(sums[92]), "+f"(sums[93]), "+f"(sums[94]), "+f"(sums[95]), "+f"(sums[96]),
        "+f"(sums[97]), "+f"(sums[98]), "+f"(sums[99]), "+f"(sums[100]), "+f"(sums[101]),
        "+f"(sums[102]), "+f"(sums[103]), "+f"(sums[104]), "+f"(sums[105]), "+f"(sums[106]),
        "+f"(sums[107]), "+f"(sums[108]), "+f"(sums[109]), "+f"(sums[110]), "+f"(sums[111]),
        "+f"(sums[112]), "+f"(sums[113]), "+f"(sums[114]), "+f"(sums[115]), "+f"(sums[116]),
        "+f"(sums[117]), "+f"(sums[118]), "+f"(sums[119]), "+f"(sums[120]), "+f"(sums[121]),
        "+f"(sums[122]), "+f"(sums[123]), "+f"(sums[124]), "+f"(sums[125]), "+f"(sums[126]),
        "+f"(sums[127])
      : "l"(teaal_matrix<0>(a, a_plane)), "l"(teaal_matrix<0>(b, b_plane)), "r"(adds));
#endif
}

template <int lines>
static __device__ __forceinline__ void teaal_warpgroup_bf16_256(float* sums, const unsigned* a,
                                                                int a_plane, const unsigned* b,
                                                                int b_plane, int adds) {
  if (!teaal_has_tensor_cores())
    return teaal_matrix_products<teaal_bf16_words, lines>(sums, 256, adds, a, a_plane, b, b_plane);
#ifndef TEAAL_CPU
  asm volatile(
      "{\n.reg .pred adds;\nsetp.ne.b32 adds, %131, 0;\n"
      "wgmma.mma_async.sync.aligned.m64n256k16.f32.bf16.bf16 "
      "{%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, %16, %17, "
      "%18, %19, %20, %21, %22, %23, %24, %25, %26, %27, %28, %29, %30, %31, %32, %33, "
      "%34, %35, %36, %37, %38, %39, %40, %41, %42, %43, %44, %45, %46, %47, %48, %49, "
      "%50, %51, %52, %53, %54, %55, %56, %57, %58, %59, %60, %61, %62, %63, %64, %65, "
      "%66, %67, %68, %69, %70, %71, %72, %73, %74, %75, %76, %77, %78, %79, %80, %81, "
      "%82, %83, %84, %85, %86, %87, %88, %89, %90, %91, %92, %93, %94, %95, %96, %97, "
      "%98, %99, %100, %101, %102, %103, %104, %105, %106, %107, %108, %109, %110, %111, "
      "%112, %113, %114, %115, %116, %117, %118, %119, %120, %121, %122, %123, %124, "
      "%125, %126, %127}, %128, %129, adds, 1, 1, %130, %130;\n}"
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
        "+f"(sums[62]), "+f"(sums[63]), "+f"(sums[64]), "+f"(sums[65]), "+f"(sums[66]),
        "+f"(sums[67]), "+f"(sums[68]), "+f"(sums[69]), "+f"(sums[70]), "+f"(sums[71]),
        "+f"(sums[72]), "+f"(sums[73]), "+f"(sums[74]), "+f"(sums[75]), "+f"(sums[76]),
        "+f"(sums[77]), "+f"(sums[78]), "+f"(sums[79]), "+f"(sums[80]), "+f"(sums[81]),
        "+f"(sums[82]), "+f"(sums[83]), "+f"(sums[84]), "+f"(sums[85]), "+f"(sums[86]),
        "+f"(sums[87]), "+f"(sums[88]), "+f"(sums[89]), "+f"(sums[90]), "+f"(sums[91]),
        "+f"(sums[92]), "+f"(sums[93]), "+f"(sums[94]), "+f"(sums[95]), "+f"(sums[96]),
        "+f"(sums[97]), "+f"(sums[98]), "+f"(sums[99]), "+f"(sums[100]), "+f"(sums[101]),
        "+f"(sums[102]), "+f"(sums[103]), "+f"(sums[104]), "+f"(sums[105]), "+f"(sums[106]),
        "+f"(sums[107]), "+f"(sums[108]), "+f"(sums[109]), "+f"(sums[110]), "+f"(sums[111]),
        "+f"(sums[112]), "+f"(sums[113]), "+f"(sums[114]), "+f"(sums[115]), "+f"(sums[116]),
        "+f"(sums[117]), "+f"(sums[118]), "+f"(sums[119]), "+f"(sums[120]), "+f"(sums[121]),
        "+f"(sums[122]), "+f"(sums[123]), "+f"(sums[124]), "+f"(sums[125]), "+f"(sums[126]),
        "+f"(sums[127])
      : "l"(teaal_matrix<lines>(a, a_plane)), "l"(teaal_matrix<lines>(b, b_plane)), "n"(lines),
        "r"(adds));
#endif
}

template <int lines>
static __device__ __forceinline__ void teaal_warpgroup_f16_256(float* sums, const unsigned* a,
                                                               int a_plane, const unsigned* b,
                                                               int b_plane, int adds) {
  if (!teaal_has_tensor_cores())
    return teaal_matrix_products<teaal_f16_words, lines>(sums, 256, adds, a, a_plane, b, b_plane);
#ifndef TEAAL_CPU
  asm volatile(
      "{\n.reg .pred adds;\nsetp.ne.b32 adds, %131, 0;\n"
      "wgmma.mma_async.sync.aligned.m64n256k16.f32.f16.f16 "
      "{%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, %16, %17, "
      "%18, %19, %20, %21, %22, %23, %24, %25, %26, %27, %28, %29, %30, %31, %32, %33, "
      "%34, %35, %36, %37, %38, %39, %40, %41, %42, %43, %44, %45, %46, %47, %48, %49, "
      "%50, %51, %52, %53, %54, %55, %56, %57, %58, %59, %60, %61, %62, %63, %64, %65, "
      "%66, %67, %68, %69, %70, %71, %72, %73, %74, %75, %76, %77, %78, %79, %80, %81, "
      "%82, %83, %84, %85, %86, %87, %88, %89, %90, %91, %92, %93, %94, %95, %96, %97, "
      "%98, %99, %100, %101, %102, %103, %104, %105, %106, %107, %108, %109, %110, %111, "
      "%112, %113, %114, %115, %116, %117, %118, %119, %120, %121, %122, %123, %124, "
      "%125, %126, %127}, %128, %129, adds, 1, 1, %130, %130;\n}"
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
        "+f"(sums[62]), "+f"(sums[63]), "+f"(sums[64]), "+f"(sums[65]), "+f"(sums[66]),
        "+f"(sums[67]), "+f"(sums[68]), "+f"(sums[69]), "+f"(sums[70]), "+f"(sums[71]),
        "+f"(sums[72]), "+f"(sums[73]), "+f"(sums[74]), "+f"(sums[75]), "+f"(sums[76]),
        "+f"(sums[77]), "+f"(sums[78]), "+f"(sums[79]), "+f"(sums[80]), "+f"(sums[81]),
        "+f"(sums[82]), "+f"(sums[83]), "+f"(sums[84]), "+f"(sums[85]), "+f"(sums[86]),
        "+f"(sums[87]), "+f"(sums[88]), "+f"(sums[89]), "+f"(sums[90]), "+f"(sums[91]),
        "+f"(sums[92]), "+f"(sums[93]), "+f"(sums[94]), "+f"(sums[95]), "+f"(sums[96]),
        "+f"(sums[97]), "+f"(sums[98]), "+f"(sums[99]), "+f"(sums[100]), "+f"(sums[101]),
        "+f"(sums[102]), "+f"(sums[103]), "+f"(sums[104]), "+f"(sums[105]), "+f"(sums[106]),
        "+f"(sums[107]), "+f"(sums[108]), "+f"(sums[109]), "+f"(sums[110]), "+f"(sums[111]),
        "+f"(sums[112]), "+f"(sums[113]), "+f"(sums[114]), "+f"(sums[115]), "+f"(sums[116]),
        "+f"(sums[117]), "+f"(sums[118]), "+f"(sums[119]), "+f"(sums[120]), "+f"(sums[121]),
        "+f"(sums[122]), "+f"(sums[123]), "+f"(sums[124]), "+f"(sums[125]), "+f"(sums[126]),
        "+f"(sums[127])
      : "l"(teaal_matrix<lines>(a, a_plane)), "l"(teaal_matrix<lines>(b, b_plane)), "n"(lines),
        "r"(adds));
#endif
}
