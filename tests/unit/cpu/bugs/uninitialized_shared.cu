// finding: uninitialized-read, launch: 2 x 64
extern "C" __global__ void bug(int n, const float* x, float* y, int* c) {
  __shared__ int s[65];
  int t = threadIdx.x;
  s[t] = t;
  __syncthreads();
  c[blockIdx.x * 64 + t] = s[t + 1];  // BUG
}
