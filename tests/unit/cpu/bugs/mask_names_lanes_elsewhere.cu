// finding: shuffle-mask, launch: 1 x 64
extern "C" __global__ void bug(int n, const float* x, float* y, int* c) {
  float v = x[threadIdx.x];
  if (threadIdx.x % 32 < 16) v += __shfl_xor_sync(0xffffffffu, v, 8);  // BUG
  __syncthreads();
  y[threadIdx.x] = v;
}
