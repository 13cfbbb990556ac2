// finding: uninitialized-read, launch: 1 x 32
extern "C" __global__ void bug(int n, const float* x, float* y, int* c) {
  __shared__ unsigned char s[32];
  int t = threadIdx.x;
  if (t != 13) s[t] = t;
  __syncthreads();
  c[t] = s[31 - t];  // BUG
}
