// finding: data-race, launch: 1 x 64
extern "C" __global__ void bug(int n, const float* x, float* y, int* c) {
  y[threadIdx.x / 2] = x[threadIdx.x];  // BUG
}
