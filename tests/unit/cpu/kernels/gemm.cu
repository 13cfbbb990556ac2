// 16 x 16 tiles in shared memory; any extents.
extern "C" __global__ void gemm_tiled(int m, int n, int k, const float* __restrict__ a,
                                      const float* __restrict__ b, float* __restrict__ c) {
  __shared__ float tile_a[16][17];
  __shared__ float tile_b[16][16];
  int x = threadIdx.x, y = threadIdx.y;
  int row = blockIdx.y * 16 + y, column = blockIdx.x * 16 + x;
  float sum = 0.0f;
  for (int k0 = 0; k0 < k; k0 += 16) {
    tile_a[y][x] = row < m && k0 + x < k ? a[(size_t)row * k + k0 + x] : 0.0f;
    tile_b[y][x] = k0 + y < k && column < n ? b[(size_t)(k0 + y) * n + column] : 0.0f;
    __syncthreads();
#pragma unroll
    for (int i = 0; i < 16; ++i) sum = fmaf(tile_a[y][i], tile_b[i][x], sum);
    __syncthreads();
  }
  if (row < m && column < n) c[(size_t)row * n + column] = sum;
}

// Register tiles of 4 x 4, vector loads, two shared buffers and one barrier a step; extents are multiples of 32, k of 8.
static __device__ __forceinline__ float4 load4(const float* p) {
  return *reinterpret_cast<const float4*>(p);
}
extern "C" __global__ void __launch_bounds__(64) gemm_registers(int n, int k, const float* a,
                                                                const float* b, float* c) {
  __shared__ __align__(16) float part_a[2][8][32];
  __shared__ __align__(16) float part_b[2][8][32];
  int t = threadIdx.x, tx = t % 8, ty = t / 8;
  float sum[4][4] = {};
  int buffer = 0;
  for (int k0 = 0; k0 < k; k0 += 8, buffer ^= 1) {
    int r = t / 2, q = t % 2 * 4;
    float4 va = load4(a + (size_t)(blockIdx.y * 32 + r) * k + k0 + q);
    part_a[buffer][q][r] = va.x;
    part_a[buffer][q + 1][r] = va.y;
    part_a[buffer][q + 2][r] = va.z;
    part_a[buffer][q + 3][r] = va.w;
    *reinterpret_cast<float4*>(&part_b[buffer][t / 8][t % 8 * 4]) =
        load4(b + (size_t)(k0 + t / 8) * n + blockIdx.x * 32 + t % 8 * 4);
    __syncthreads();
#pragma unroll
    for (int i = 0; i < 8; ++i) {
      float4 x = load4(&part_a[buffer][i][ty * 4]), y = load4(&part_b[buffer][i][tx * 4]);
      float left[4] = {x.x, x.y, x.z, x.w}, right[4] = {y.x, y.y, y.z, y.w};
      for (int u = 0; u < 4; ++u)
        for (int v = 0; v < 4; ++v) sum[u][v] = fmaf(left[u], right[v], sum[u][v]);
    }
  }
  for (int u = 0; u < 4; ++u)
    for (int v = 0; v < 4; ++v)
      c[(size_t)(blockIdx.y * 32 + ty * 4 + u) * n + blockIdx.x * 32 + tx * 4 + v] = sum[u][v];
}
