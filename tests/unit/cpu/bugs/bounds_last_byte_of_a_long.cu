// finding: out-of-bounds, launch: 1 x 1
extern "C" __global__ void bug(int n, const float* x, float* y, int* c) {
  long long* wide = reinterpret_cast<long long*>(c + n - 1);
  *wide = 1;  // BUG
}
