// finding: data-race, launch: 1 x 64
extern "C" __global__ void bug(int n, const float* x, float* y, int* c) {
  __shared__ int sum;
  if (threadIdx.x == 0) sum = 0;  // BUG
  atomicAdd(&sum, 1);  // BUG
}
