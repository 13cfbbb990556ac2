// finding: data-race, launch: 1 x 64
extern "C" __global__ void bug(int n, const float* x, float* y, int* c) {
  __shared__ unsigned char s[64];
  int t = threadIdx.x;
  s[t] = t;
  __syncthreads();
  s[t] = s[t] + 1;  // BUG
  if (t % 8 == 0) c[t] = s[t + 1];  // BUG
}
