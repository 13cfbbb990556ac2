// A smaller dense product out of one whose B has empty rows: the rows that are not empty are
// listed, and they and the columns of A that meet them are copied together.

// active[k]: whether row k of b[k, n] holds anything. A warp a row.
extern "C" __global__ void find_active(const float* b, int* active, int k, int n) {
  int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
  if (row >= k) return;
  bool found = false;
  for (int column = 0; column < n && !found; column += 32) {
    bool here = column + lane < n && b[(long long)row * n + column + lane] != 0.0f;
    found = __any_sync(0xffffffffu, here);
  }
  if (lane == 0) active[row] = found;
}

// The active rows, ascending, and their number. One block of 1024 threads.
extern "C" __global__ void list_active(const int* active, int* list, int* count, int k) {
  __shared__ int sums[1024];
  int share = (k + 1023) / 1024, first = threadIdx.x * share, mine = 0;
  for (int i = first; i < first + share && i < k; ++i) mine += active[i];
  sums[threadIdx.x] = mine;
  __syncthreads();
  for (int step = 1; step < 1024; step *= 2) {
    int before = threadIdx.x >= step ? sums[threadIdx.x - step] : 0;
    __syncthreads();
    sums[threadIdx.x] += before;
    __syncthreads();
  }
  int at = sums[threadIdx.x] - mine;
  for (int i = first; i < first + share && i < k; ++i)
    if (active[i]) list[at++] = i;
  if (threadIdx.x == 1023) *count = sums[1023];
}

// to[p, n] = b[list[p], n]. A block a row.
extern "C" __global__ void gather_rows(const float* b, const int* list, float* to, int n) {
  const float* from = b + (long long)list[blockIdx.x] * n;
  for (int j = threadIdx.x; j < n; j += blockDim.x) to[(long long)blockIdx.x * n + j] = from[j];
}

// to[m, p] = a[m, list[p]]. A block a row.
extern "C" __global__ void gather_columns(const float* a, const int* list, float* to, int k,
                                          int count) {
  const float* from = a + (long long)blockIdx.x * k;
  for (int p = threadIdx.x; p < count; p += blockDim.x)
    to[(long long)blockIdx.x * count + p] = from[list[p]];
}
