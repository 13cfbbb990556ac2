#pragma once
// Copies of many neighbours into shared memory, for which one thread asks and all of a block wait:
// a thread each would ask for 16 bytes at a time. PTX: cp.async.bulk and mbarrier (ISA 8.0), on
// GPUs of sm_90 or newer.

// What is copied arrives at a turn: two words in shared memory, aligned to 16 bytes. All threads of
// the block call it, once in a kernel, in front of a barrier that stands before the first copies.
static __device__ __forceinline__ void teaal_bulk_begin(unsigned* turn) {
#ifndef TEAAL_CPU
  if (threadIdx.x != 0) return;
  asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;"
               :
               : "r"(static_cast<unsigned>(__cvta_generic_to_shared(turn))));
  asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
#endif
}

// `count` elements, whole units of 16 bytes; both addresses are aligned to those. All threads ask,
// behind a barrier that nobody reads or writes there any more, and one of them copies. It leaves
// the L2 first, as a run is mostly asked for by one block.
template <class T>
static __device__ __forceinline__ void teaal_copy_bulk(T* to, const T* from, int count,
                                                       unsigned* turn) {
  if (threadIdx.x != 0 || count <= 0) return;
#ifdef TEAAL_CPU
  for (int i = 0; i < count; ++i) to[i] = from[i];
#else
  const int bytes = count * static_cast<int>(sizeof(T));
  const unsigned at = static_cast<unsigned>(__cvta_generic_to_shared(turn));
  unsigned long long first_out;
  asm volatile("createpolicy.fractional.L2::evict_first.b64 %0, 1.0;" : "=l"(first_out));
  asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
  asm volatile("mbarrier.expect_tx.relaxed.cta.shared::cta.b64 [%0], %1;"
               :
               : "r"(at), "r"(bytes)
               : "memory");
  asm volatile(
      "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes.L2::cache_hint "
      "[%0], [%1], %2, [%3], %4;"
      :
      : "r"(static_cast<unsigned>(__cvta_generic_to_shared(to))), "l"(from), "r"(bytes), "r"(at),
        "l"(first_out)
      : "memory");
#endif
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

// The same where nobody said how much would be copied: the thread that asked for copies arrives,
// too.
static __device__ __forceinline__ void teaal_bulk_arrives(unsigned* turn, int parity) {
#ifndef TEAAL_CPU
  if (threadIdx.x == 0)
    asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];"
                 :
                 : "r"(static_cast<unsigned>(__cvta_generic_to_shared(turn)))
                 : "memory");
#endif
  teaal_turn_arrives(turn, parity);
}
