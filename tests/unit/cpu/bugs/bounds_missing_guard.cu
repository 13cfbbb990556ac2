// finding: out-of-bounds, launch: 4 x 256
extern "C" __global__ void bug(int n, const float* x, float* y, int* c) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  y[i] = x[i];  // BUG
}
