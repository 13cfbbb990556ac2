// finding: out-of-bounds, launch: 1 x 32
extern "C" __global__ void bug(int n, const float* x, float* y, int* c) {
  __shared__ int first[32];
  __shared__ int second[32];
  int t = threadIdx.x;
  first[t] = t;
  second[t - 1] = first[t];  // BUG
}
