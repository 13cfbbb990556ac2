// finding: uninitialized-read, launch: 1 x 32
extern "C" __global__ void bug(int n, const float* x, float* y, int* c) {
  atomicAdd(&y[threadIdx.x], x[0]);  // BUG
}
