// finding: out-of-bounds, launch: 1 x 32
extern "C" __global__ void bug(int n, const float* x, float* y, int* c) {
  atomicAdd(&c[n], 1);  // BUG
}
