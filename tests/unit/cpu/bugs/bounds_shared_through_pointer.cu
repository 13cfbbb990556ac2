// finding: out-of-bounds, launch: 1 x 33
extern "C" __global__ void bug(int n, const float* x, float* y, int* c) {
  __shared__ int ping[32];
  __shared__ int pong[32];
  int* to = n > 5 ? ping : pong;
  to[threadIdx.x] = 1;  // BUG
}
