// finding: shuffle-mask, launch: 1 x 32
extern "C" __global__ void bug(int n, const float* x, float* y, int* c) {
  int v = threadIdx.x;
  c[threadIdx.x] = __ballot_sync(0x0000ffffu, v & 1);  // BUG
}
