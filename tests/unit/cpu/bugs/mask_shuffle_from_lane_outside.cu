// finding: shuffle-mask, launch: 1 x 32
extern "C" __global__ void bug(int n, const float* x, float* y, int* c) {
  if (threadIdx.x < 8) y[threadIdx.x] = __shfl_sync(0x000000ffu, x[threadIdx.x], 12);  // BUG
}
