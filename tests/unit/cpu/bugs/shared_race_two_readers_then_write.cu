// finding: data-race, launch: 1 x 64
extern "C" __global__ void bug(int n, const float* x, float* y, int* c) {
  __shared__ float s[64];
  int t = threadIdx.x;
  s[t] = x[t];
  __syncthreads();
  float v = 0.0f;
  if (t == 3 || t == 5) v = s[7];  // BUG
  if (t == 5) s[7] = v + 1.0f;  // BUG
}
