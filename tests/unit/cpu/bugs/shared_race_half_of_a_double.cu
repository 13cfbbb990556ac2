// finding: data-race, launch: 1 x 64
extern "C" __global__ void bug(int n, const float* x, float* y, int* c) {
  __shared__ double s[4];
  int t = threadIdx.x;
  if (t == 0) s[1] = 1.0;  // BUG
  if (t == 33) reinterpret_cast<int*>(s)[3] = 7;  // BUG
}
