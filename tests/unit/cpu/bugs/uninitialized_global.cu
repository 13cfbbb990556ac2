// finding: uninitialized-read, launch: 1 x 32
extern "C" __global__ void bug(int n, const float* x, float* y, int* c) {
  int t = threadIdx.x;
  if (t < 31) y[t] = x[t];
  y[t] = y[t] * 2.0f;  // BUG
}
