extern "C" __global__ void spmv_thread(int rows, const int* __restrict__ segments,
                                       const int* __restrict__ coordinates,
                                       const float* __restrict__ values,
                                       const float* __restrict__ x, float* __restrict__ y) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < rows; i += gridDim.x * blockDim.x) {
    float sum = 0.0f;
    for (int p = segments[i]; p < segments[i + 1]; ++p) sum = fmaf(values[p], x[coordinates[p]], sum);
    y[i] = sum;
  }
}

static __device__ __forceinline__ float warp_sum(float v) {
#pragma unroll
  for (int step = 16; step > 0; step >>= 1) v += __shfl_xor_sync(0xffffffffu, v, step);
  return v;
}

extern "C" __global__ void spmv_warp(int rows, const int* __restrict__ segments,
                                     const int* __restrict__ coordinates,
                                     const float* __restrict__ values, const float* __restrict__ x,
                                     float* __restrict__ y) {
  int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
  int lane = threadIdx.x & 31;
  if (row >= rows) return;
  float sum = 0.0f;
  for (int p = segments[row] + lane; p < segments[row + 1]; p += 32) sum += values[p] * x[coordinates[p]];
  sum = warp_sum(sum);
  if (lane == 0) y[row] = sum;
}
