// finding: data-race, launch: 4 x 1
extern "C" __global__ void bug(int n, const float* x, float* y, int* c) {
  int b = blockIdx.x;
  c[b] = b;  // BUG
  __syncthreads();
  if (b > 0) c[100 + b] = c[b - 1];  // BUG
}
