// finding: shuffle-mask, launch: 1 x 32
extern "C" __global__ void bug(int n, const float* x, float* y, int* c) {
  if (threadIdx.x < 20) c[threadIdx.x] = __ballot_sync(0xffffffffu, x[threadIdx.x] > 0);  // BUG
  __syncthreads();
}
