// A shared-memory tree; dynamic shared memory, any power of two of threads.
extern "C" __global__ void tree_sum(int n, const int* x, int* out) {
  extern __shared__ int part[];
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  part[t] = i < n ? x[i] : 0;
  __syncthreads();
  for (int step = blockDim.x / 2; step > 0; step >>= 1) {
    if (t < step) part[t] += part[t + step];
    __syncthreads();
  }
  if (t == 0) out[blockIdx.x] = part[0];
}

// Warps by shuffle, then the warps' sums by the first warp; partial last warps (mask by ballot).
extern "C" __global__ void shuffle_sum(int n, const double* x, double* out) {
  __shared__ double part[32];
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t, lane = t % 32;
  double v = i < n ? x[i] : 0.0;
  unsigned mask = __ballot_sync(0xffffffffu, 1);
  int lanes = __popc(mask);
  for (int step = 16; step > 0; step >>= 1) {
    double other = __shfl_sync(mask, v, lane + step < lanes ? lane + step : lane);
    if (lane + step < lanes) v += other;
  }
  if (lane == 0) part[t / 32] = v;
  __syncthreads();
  if (t == 0) {
    double sum = 0.0;
    for (int w = 0; w < (blockDim.x + 31) / 32; ++w) sum += part[w];
    atomicAdd(out, sum);
  }
}

// The last block to finish adds up what the others wrote (fence, then counter).
extern "C" __global__ void last_block_sum(int n, const int* x, int* partial, unsigned* finished,
                                          int* out) {
  __shared__ int sum;
  __shared__ bool is_last;
  if (threadIdx.x == 0) sum = 0;
  __syncthreads();
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    atomicAdd(&sum, x[i]);
  __syncthreads();
  if (threadIdx.x == 0) {
    partial[blockIdx.x] = sum;
    __threadfence();
    is_last = atomicInc(finished, gridDim.x) == gridDim.x - 1;
  }
  __syncthreads();
  if (!is_last) return;
  __threadfence();
  int total = 0;
  for (int b = threadIdx.x; b < gridDim.x; b += blockDim.x) total += partial[b];
  atomicAdd(out, total);
}

extern "C" __global__ void votes(int n, const int* x, int* out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int count = __syncthreads_count(x[i] > 500);
  int all = __syncthreads_and(x[i] >= 0), any = __syncthreads_or(x[i] == 7);
  unsigned same = __match_any_sync(0xffffffffu, x[i] % 3);
  int sum = __reduce_add_sync(0xffffffffu, x[i]);
  int low = __reduce_min_sync(0xffffffffu, -x[i]);
  out[i] = count + 2000 * all + 4000 * any + __popc(same) + sum - low;
}
