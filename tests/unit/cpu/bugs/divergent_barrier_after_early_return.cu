// finding: divergent-barrier, launch: 4 x 256
extern "C" __global__ void bug(int n, const float* x, float* y, int* c) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  __syncthreads();  // BUG
  y[i] = 1.0f;
}
