// Inclusive scan of a block by doubling, two arrays in turn (ping-pong).
extern "C" __global__ void scan(const int* x, int* out) {
  __shared__ int ping[256];
  __shared__ int pong[256];
  int* from = ping;
  int* to = pong;
  int t = threadIdx.x;
  from[t] = x[blockIdx.x * blockDim.x + t];
  __syncthreads();
  for (int step = 1; step < blockDim.x; step *= 2) {
    to[t] = t >= step ? from[t] + from[t - step] : from[t];
    __syncthreads();
    int* swap = from;
    from = to;
    to = swap;
  }
  out[blockIdx.x * blockDim.x + t] = from[t];
}

// A scan of each warp by shuffles.
extern "C" __global__ void warp_scan(const int* x, int* out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x % 32;
  int v = x[i];
  for (int step = 1; step < 32; step *= 2) {
    int other = __shfl_up_sync(0xffffffffu, v, step);
    if (lane >= step) v += other;
  }
  out[i] = v;
}

// Bytes side by side, written by different threads.
extern "C" __global__ void histogram(int n, const unsigned char* x, unsigned* bins) {
  __shared__ unsigned local[256];
  __shared__ unsigned char seen[256];
  for (int b = threadIdx.x; b < 256; b += blockDim.x) {
    local[b] = 0;
    seen[b] = 0;
  }
  __syncthreads();
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    atomicAdd(&local[x[i]], 1u);
  __syncthreads();
  for (int b = threadIdx.x; b < 256; b += blockDim.x) seen[b] = local[b] != 0;
  __syncthreads();
  for (int b = threadIdx.x; b < 256; b += blockDim.x)
    if (seen[b]) atomicAdd(&bins[b], local[b]);
}

// Neighbours in a warp through shared memory, ordered by __syncwarp alone; a partial last warp.
extern "C" __global__ void warp_exchange(int n, const float* x, float* y) {
  __shared__ float line[128];
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  line[t] = i < n ? x[i] : 0.0f;
  __syncwarp();
  float v = line[t ^ 1];
  __syncwarp();
  line[t] = v * 2.0f;
  __syncwarp();
  if (i < n) y[i] = line[t ^ 1];
}

// Half warps synchronise apart from each other.
extern "C" __global__ void half_warps(const int* x, int* y) {
  __shared__ int line[64];
  int t = threadIdx.x;
  unsigned mask = t % 32 < 16 ? 0x0000ffffu : 0xffff0000u;
  line[t] = x[t];
  __syncwarp(mask);
  int v = line[t ^ 8];
  for (int step = 8; step > 0; step >>= 1) v += __shfl_xor_sync(mask, v, step, 16);
  y[t] = v;
}

struct Record {
  char kind;
  double weight;
};
// A struct with padding goes through shared memory.
extern "C" __global__ void padded(int n, const double* x, double* y) {
  __shared__ Record records[64];
  int t = threadIdx.x;
  Record r;
  r.kind = t % 3;
  r.weight = x[t];
  records[t] = r;
  __syncthreads();
  Record other = records[n - 1 - t];
  y[t] = other.kind == 0 ? other.weight : -other.weight;
}

extern "C" __global__ void transpose(int rows, int columns, const float* x, float* y) {
  __shared__ float tile[16][17];
  int c = blockIdx.x * 16 + threadIdx.x, r = blockIdx.y * 16 + threadIdx.y;
  if (r < rows && c < columns) tile[threadIdx.y][threadIdx.x] = x[r * columns + c];
  __syncthreads();
  c = blockIdx.y * 16 + threadIdx.x;
  r = blockIdx.x * 16 + threadIdx.y;
  if (r < columns && c < rows) y[r * rows + c] = tile[threadIdx.x][threadIdx.y];
}
