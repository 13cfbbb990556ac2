// finding: data-race, launch: 2 x 128
extern "C" __global__ void bug(int n, const float* x, float* y, int* c) {
  __shared__ float s[128];
  int t = threadIdx.x;
  s[t] = x[t];
  __syncthreads();
  for (int step = 64; step > 0; step >>= 1)
    if (t < step) s[t] += s[t + step];  // BUG
  if (t == 0) y[blockIdx.x] = s[0];
}
