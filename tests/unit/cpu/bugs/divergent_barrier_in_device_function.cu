// finding: divergent-barrier, launch: 1 x 64
static __device__ void wait_here(int* p) {
  __syncthreads();  // BUG
  *p = 1;
}
extern "C" __global__ void bug(int n, const float* x, float* y, int* c) {
  if (threadIdx.x % 2)
    wait_here(c + threadIdx.x);
  else
    wait_here(c + 200 + threadIdx.x);
}
