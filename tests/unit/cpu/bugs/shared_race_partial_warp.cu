// finding: data-race, launch: 1 x 40
extern "C" __global__ void bug(int n, const float* x, float* y, int* c) {
  __shared__ int s[40];
  int t = threadIdx.x;
  s[t] = t;  // BUG
  __syncwarp();
  c[t] = s[t == 39 ? 0 : t];  // BUG
}
