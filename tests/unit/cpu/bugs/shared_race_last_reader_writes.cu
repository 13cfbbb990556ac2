// finding: data-race, launch: 1 x 128
extern "C" __global__ void bug(int n, const float* x, float* y, int* c) {
  __shared__ float s[64];
  int t = threadIdx.x;
  if (t < 64) s[t] = x[t];
  __syncthreads();
  float v = s[0];  // BUG
  if (t == 127) s[0] = v + 1.0f;  // BUG
}
