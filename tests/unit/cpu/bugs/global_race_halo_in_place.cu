// finding: data-race, launch: 4 x 64
extern "C" __global__ void bug(int n, const float* x, float* y, int* c) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int left = i > 0 ? c[i - 1] : 0;  // BUG
  __syncthreads();
  c[i] = left + 1;  // BUG
}
