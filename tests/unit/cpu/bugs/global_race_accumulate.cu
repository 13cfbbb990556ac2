// finding: data-race, launch: 2 x 64
extern "C" __global__ void bug(int n, const float* x, float* y, int* c) {
  c[0] += (int)x[threadIdx.x];  // BUG
}
