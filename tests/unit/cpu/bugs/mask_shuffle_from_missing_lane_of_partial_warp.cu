// finding: shuffle-mask, launch: 1 x 40
extern "C" __global__ void bug(int n, const float* x, float* y, int* c) {
  float v = x[threadIdx.x];
  for (int step = 16; step > 0; step >>= 1)
    v += __shfl_down_sync(0xffffffffu, v, step);  // BUG
  if (threadIdx.x % 32 == 0) y[threadIdx.x / 32] = v;
}
