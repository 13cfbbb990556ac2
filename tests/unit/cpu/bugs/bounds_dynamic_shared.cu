// finding: out-of-bounds, launch: 1 x 64, shared: 252
extern "C" __global__ void bug(int n, const float* x, float* y, int* c) {
  extern __shared__ int dynamic[];
  dynamic[threadIdx.x] = 1;  // BUG
}
