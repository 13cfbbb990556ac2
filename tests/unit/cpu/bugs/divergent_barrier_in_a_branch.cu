// finding: divergent-barrier, launch: 1 x 64
extern "C" __global__ void bug(int n, const float* x, float* y, int* c) {
  __shared__ int s[64];
  s[threadIdx.x] = 1;
  if (threadIdx.x < 32) {
    __syncthreads();  // BUG
    c[threadIdx.x] = s[threadIdx.x];
  }
}
