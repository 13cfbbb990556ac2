// finding: divergent-barrier, launch: 1 x 64
extern "C" __global__ void bug(int n, const float* x, float* y, int* c) {
  for (int i = 0; i < 2 + threadIdx.x % 2; ++i)
    __syncthreads();  // BUG
}
