// finding: data-race+uninitialized-read, launch: 1 x 64
extern "C" __global__ void bug(int n, const float* x, float* y, int* c) {
  __shared__ float s[64];
  int t = threadIdx.x;
  s[t] = x[t];  // BUG
  y[t] = s[t ^ 1];  // BUG
}
