// finding: data-race, launch: 1 x 32
extern "C" __global__ void bug(int n, const float* x, float* y, int* c) {
  __shared__ int s[2];
  int t = threadIdx.x;
  if (t == 0) s[0] = 1;
  __syncwarp();
  int v = s[0];  // BUG
  __syncwarp(0x0000ffffu << (t / 16 * 16));
  if (t == 0) s[0] = v + 1;  // BUG
}
