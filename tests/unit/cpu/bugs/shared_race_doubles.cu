// finding: data-race, launch: 1 x 64
extern "C" __global__ void bug(int n, const float* x, float* y, int* c) {
  __shared__ double s[32];
  int t = threadIdx.x;
  if (t < 32) s[t] = t;  // BUG
  if (t >= 32) c[t] = (int)s[t - 32];  // BUG
}
