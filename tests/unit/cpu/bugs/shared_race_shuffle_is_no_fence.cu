// finding: data-race, launch: 1 x 32
extern "C" __global__ void bug(int n, const float* x, float* y, int* c) {
  __shared__ float s[32];
  int t = threadIdx.x;
  s[t] = x[t];  // BUG
  float v = __shfl_xor_sync(0xffffffffu, x[t], 1);
  y[t] = v + s[t ^ 1];  // BUG
}
