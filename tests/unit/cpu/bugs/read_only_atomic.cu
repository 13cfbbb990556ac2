// finding: read-only-write, launch: 1 x 32
extern "C" __global__ void bug(int n, const float* x, float* y, int* c) {
  atomicAdd(const_cast<float*>(x), 1.0f);  // BUG
}
