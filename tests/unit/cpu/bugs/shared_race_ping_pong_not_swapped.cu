// finding: data-race, launch: 1 x 64
extern "C" __global__ void bug(int n, const float* x, float* y, int* c) {
  __shared__ float ping[64];
  __shared__ float pong[64];
  int t = threadIdx.x;
  ping[t] = x[t];
  __syncthreads();
  float* from = n > 0 ? ping : pong;
  for (int step = 1; step < 64; step *= 2) {
    from[t] = from[t] + from[t >= step ? t - step : t];  // BUG
    __syncthreads();
  }
  y[t] = from[t];
}
