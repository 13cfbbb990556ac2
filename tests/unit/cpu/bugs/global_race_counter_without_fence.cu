// finding: data-race, launch: 4 x 32
extern "C" __global__ void bug(int n, const float* x, float* y, int* c) {
  int t = threadIdx.x, b = blockIdx.x;
  __shared__ bool last;
  if (t == 0) {
    c[100 + b] = b;  // BUG
    last = atomicAdd(&c[0], 1) == gridDim.x - 1;
  }
  __syncthreads();
  if (last && t < 4) c[200 + t] = c[100 + t];  // BUG
}
