// finding: out-of-bounds, launch: 1 x 8
extern "C" __global__ void bug(int n, const float* x, float* y, int* c) {
  int local[4] = {1, 2, 3, 4};
  int sum = 0;
  for (int i = 0; i <= 4; ++i)
    sum += local[i];  // BUG
  c[threadIdx.x] = sum;
}
