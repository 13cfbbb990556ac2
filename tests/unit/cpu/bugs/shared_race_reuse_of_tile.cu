// finding: data-race, launch: 1 x 16,16
extern "C" __global__ void bug(int n, const float* x, float* y, int* c) {
  __shared__ float tile[16][16];
  int tx = threadIdx.x, ty = threadIdx.y;
  float sum = 0.0f;
  for (int k = 0; k < 3; ++k) {
    tile[ty][tx] = x[k * 256 + ty * 16 + tx];  // BUG
    __syncthreads();
    for (int i = 0; i < 16; ++i) sum += tile[i][tx];  // BUG
  }
  y[ty * 16 + tx] = sum;
}
