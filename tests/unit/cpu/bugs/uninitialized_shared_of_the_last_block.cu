// finding: uninitialized-read, launch: 2 x 32
extern "C" __global__ void bug(int n, const float* x, float* y, int* c) {
  __shared__ int s;
  if (blockIdx.x == 0 && threadIdx.x == 0) s = 5;
  __syncthreads();
  c[blockIdx.x * 32 + threadIdx.x] = s;  // BUG
}
