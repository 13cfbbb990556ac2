// finding: divergent-barrier, launch: 1 x 128
extern "C" __global__ void bug(int n, const float* x, float* y, int* c) {
  if (threadIdx.x < 100)
    __syncthreads();  // BUG
  else
    __syncthreads();  // BUG
}
