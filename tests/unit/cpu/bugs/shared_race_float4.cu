// finding: data-race, launch: 1 x 64
extern "C" __global__ void bug(int n, const float* x, float* y, int* c) {
  __shared__ float4 s[8];
  int t = threadIdx.x;
  if (t < 8) s[t] = make_float4(0, 0, 0, 0);
  __syncthreads();
  if (t == 40) s[2].w = 1.0f;  // BUG
  if (t == 0) {
    float4 v = s[2];  // BUG
    y[0] = v.x;
  }
}
