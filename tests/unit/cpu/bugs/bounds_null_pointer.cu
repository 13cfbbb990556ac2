// finding: out-of-bounds, launch: 1 x 1
extern "C" __global__ void bug(int n, const float* x, float* y, int* c) {
  float* nowhere = nullptr;
  if (n > 0) nowhere[2] = x[0];  // BUG
}
