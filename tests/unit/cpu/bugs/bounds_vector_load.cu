// finding: out-of-bounds, launch: 1 x 1
extern "C" __global__ void bug(int n, const float* x, float* y, int* c) {
  float4 v = *reinterpret_cast<const float4*>(x + n - 2);  // BUG
  y[0] = v.x;
}
