// finding: data-race+uninitialized-read, launch: 1 x 64, shared: 256
extern "C" __global__ void bug(int n, const float* x, float* y, int* c) {
  extern __shared__ float dynamic[];
  int t = threadIdx.x;
  dynamic[t] = x[t];  // BUG
  y[t] = dynamic[63 - t];  // BUG
}
