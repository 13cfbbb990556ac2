// finding: data-race+uninitialized-read, launch: 4 x 256
extern "C" __global__ void bug(int n, const float* x, float* y, int* c) {
  __shared__ float s[256];
  int i = blockIdx.x * blockDim.x + threadIdx.x, t = threadIdx.x;
  s[t] = i < n ? x[i] : 0.0f;  // BUG
  float v = s[255 - t];  // BUG
  if (i < n) y[i] = v;
}
