// finding: out-of-bounds, launch: 1 x 1
extern "C" __global__ void bug(int n, const float* x, float* y, int* c) {
  for (int i = 0; i <= n; ++i)
    y[i] = 1.0f;  // BUG
}
