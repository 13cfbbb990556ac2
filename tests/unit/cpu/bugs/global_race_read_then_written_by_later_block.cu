// finding: data-race, launch: 3 x 32
extern "C" __global__ void bug(int n, const float* x, float* y, int* c) {
  int v = c[5];  // BUG
  if (blockIdx.x == 2 && threadIdx.x == 4) c[5] = v + 1;  // BUG
}
