// finding: out-of-bounds, launch: 1 x 1
extern "C" __global__ void bug(int n, const float* x, float* y, int* c) {
  long long distance = (const char*)c - (const char*)x;
  y[0] = *(const float*)((const char*)x + distance);  // BUG
}
