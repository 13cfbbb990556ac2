// finding: deadlock, launch: 1 x 32
extern "C" __global__ void bug(int n, const float* x, float* y, int* c) {
  if (threadIdx.x < 16)
    __syncwarp();  // BUG
  else
    c[threadIdx.x] = __any_sync(0xffffffffu, 1);  // BUG
}
