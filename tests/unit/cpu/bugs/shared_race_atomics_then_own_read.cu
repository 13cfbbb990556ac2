// finding: data-race, launch: 1 x 64
extern "C" __global__ void bug(int n, const float* x, float* y, int* c) {
  __shared__ int count;
  if (threadIdx.x == 0) count = 0;
  __syncthreads();
  if (threadIdx.x == 1 || threadIdx.x == 63) atomicAdd(&count, 1);  // BUG
  if (threadIdx.x == 63) c[0] = count;  // BUG
}
