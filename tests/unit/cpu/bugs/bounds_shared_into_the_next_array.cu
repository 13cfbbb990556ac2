// finding: out-of-bounds, launch: 1 x 64
extern "C" __global__ void bug(int n, const float* x, float* y, int* c) {
  __shared__ int first[32];
  __shared__ int second[64];
  int t = threadIdx.x;
  second[t] = t;
  __syncthreads();
  first[t] = t;  // BUG
  __syncthreads();
  c[t] = second[t];
}
