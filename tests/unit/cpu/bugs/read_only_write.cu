// finding: read-only-write, launch: 1 x 32
extern "C" __global__ void bug(int n, const float* x, float* y, int* c) {
  const_cast<float*>(x)[threadIdx.x] = 0.0f;  // BUG
}
