// finding: data-race, launch: 2 x 96
extern "C" __global__ void bug(int n, const float* x, float* y, int* c) {
  __shared__ float s[1];
  if (threadIdx.x == 0) s[0] = x[0];
  __syncthreads();
  float sum = s[0];
  __syncthreads();
  sum += s[0];
  if (threadIdx.x == 40) s[0] = 2;  // BUG
  y[blockIdx.x * 96 + threadIdx.x] = sum;
}
