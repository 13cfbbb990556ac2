// finding: divergent-barrier, launch: 1 x 32
extern "C" __global__ void bug(int n, const float* x, float* y, int* c) {
  if (threadIdx.x % 2)
    __syncthreads();  // BUG
  else
    c[threadIdx.x] = __syncthreads_count(1);  // BUG
}
