extern "C" __global__ void saxpy(int n, float a, const float* x, float* y) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = __fmaf_rn(a, x[i], y[i]);
}

// Three-dimensional blocks: every register is used.
extern "C" __global__ void stamp(unsigned* out) {
  unsigned block = (blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
  unsigned thread = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
  out[block * blockDim.x * blockDim.y * blockDim.z + thread] =
      threadIdx.x + 10 * threadIdx.y + 100 * threadIdx.z + 1000 * block;
}

extern "C" __global__ void mathematics(int n, const float* x, float* y, double* z) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  y[i] = expf(x[i]) + sqrtf(fabsf(x[i])) * fmaxf(x[i], 0.25f) + min(x[i], 0.5f);
  z[i] = exp((double)x[i]) - fma((double)x[i], 2.0, 1.0);
}
