// Emitted kernels in a program of one's own: the two `.cu` files are compiled beside this one,
// their headers are plain C. Random inputs go to the GPU, both plans run on a stream that this
// program made, a host loop in double checks them.
//
// Exit codes: 0 both results are right, 1 one is wrong, 2 CUDA or a launcher reported an error.
#include <cuda_runtime.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <random>
#include <vector>

#include "dot.h"
#include "spmv_thread_mapped.h"

namespace {

constexpr int64_t rows = 10007, columns = 8191, most_in_row = 40, length = 1000003;

void check(cudaError_t status, const char* what) {
  if (status == cudaSuccess) return;
  std::fprintf(stderr, "%s: %s\n", what, cudaGetErrorString(status));
  std::exit(2);
}

void check(int code, const char* (*text)(int)) {
  if (code == 0) return;
  std::fprintf(stderr, "launcher: %s\n", text(code));
  std::exit(2);
}

class Stream {
 public:
  Stream() { check(cudaStreamCreateWithFlags(&stream_, cudaStreamNonBlocking), "stream"); }
  ~Stream() { cudaStreamDestroy(stream_); }
  Stream(const Stream&) = delete;
  Stream& operator=(const Stream&) = delete;
  operator cudaStream_t() const { return stream_; }

 private:
  cudaStream_t stream_ = nullptr;
};

// An array on the GPU; elements that nothing writes are NaN.
template <class T>
class DeviceArray {
 public:
  DeviceArray(size_t count, cudaStream_t stream) : count_(count), stream_(stream) {
    check(cudaMallocAsync(&data_, std::max<size_t>(count, 1) * sizeof(T), stream), "allocation");
    check(cudaMemsetAsync(data_, 0xff, count * sizeof(T), stream), "memset");
  }
  DeviceArray(const std::vector<T>& host, cudaStream_t stream) : DeviceArray(host.size(), stream) {
    check(cudaMemcpyAsync(data_, host.data(), count_ * sizeof(T), cudaMemcpyHostToDevice, stream),
          "copy in");
  }
  ~DeviceArray() { cudaFreeAsync(data_, stream_); }
  DeviceArray(const DeviceArray&) = delete;
  DeviceArray& operator=(const DeviceArray&) = delete;

  T* data() const { return static_cast<T*>(data_); }
  std::vector<T> to_host() const {
    std::vector<T> host(count_);
    check(cudaMemcpyAsync(host.data(), data_, count_ * sizeof(T), cudaMemcpyDeviceToHost, stream_),
          "copy out");
    check(cudaStreamSynchronize(stream_), "run");
    return host;
  }

 private:
  size_t count_;
  cudaStream_t stream_;
  void* data_ = nullptr;
};

std::vector<float> random_values(size_t count, std::mt19937& random) {
  std::uniform_real_distribution<float> value(-1, 1);
  std::vector<float> out(count);
  for (float& x : out) x = value(random);
  return out;
}

// A in the storage that spmv_thread_mapped.h names: I:U, J:C.
struct Matrix {
  std::vector<spmv_thread_mapped_position> segments{0};
  std::vector<int32_t> coords;
  std::vector<float> values;
};

// Between no and `most_in_row` elements a row, coordinates ascending and without repeats.
Matrix random_matrix(std::mt19937& random) {
  std::uniform_int_distribution<int64_t> occupancy(0, most_in_row), column(0, columns - 1);
  Matrix a;
  for (int64_t i = 0; i < rows; ++i) {
    std::vector<int32_t> row(static_cast<size_t>(occupancy(random)));
    for (int32_t& j : row) j = static_cast<int32_t>(column(random));
    std::sort(row.begin(), row.end());
    row.erase(std::unique(row.begin(), row.end()), row.end());
    a.coords.insert(a.coords.end(), row.begin(), row.end());
    a.segments.push_back(static_cast<spmv_thread_mapped_position>(a.coords.size()));
  }
  a.values = random_values(a.coords.size(), random);
  return a;
}

// The sum of a·b and how far a float sum of these products may be from it, in any order of
// addition.
struct Sum {
  double value = 0, magnitude = 0;
  int64_t terms = 0;

  void add(double a, double b) {
    value += a * b;
    magnitude += std::abs(a * b);
    ++terms;
  }
  double bound() const {
    return static_cast<double>(terms + 1) * std::numeric_limits<float>::epsilon() * magnitude;
  }
  // The error as a share of the bound; a NaN and an error without a bound are infinitely wrong.
  double error(float got) const {
    double off = std::abs(got - value);
    if (off == 0) return 0;
    return off <= bound() ? off / bound() : std::numeric_limits<double>::infinity();
  }
};

// Z[i] = A[i, j] * B[j]; the largest error over its bound.
double run_spmv(std::mt19937& random, cudaStream_t stream) {
  Matrix a = random_matrix(random);
  std::vector<float> b = random_values(columns, random);

  DeviceArray segments(a.segments, stream);
  DeviceArray coords(a.coords, stream);
  DeviceArray a_values(a.values, stream), b_values(b, stream);
  DeviceArray<float> z(rows, stream);

  spmv_thread_mapped_arguments arguments{};
  arguments.Z_values = z.data();
  arguments.A_J_segments = segments.data();
  arguments.A_J_coords = coords.data();
  arguments.A_values = a_values.data();
  arguments.B_values = b_values.data();
  arguments.extent_I = rows;
  arguments.extent_J = columns;
  arguments.size_NUM_THREADS = 0;  // the default
  size_t bytes = spmv_thread_mapped_workspace_bytes(&arguments);
  DeviceArray<char> workspace(bytes, stream);
  check(spmv_thread_mapped_launch(&arguments, workspace.data(), bytes, stream),
        spmv_thread_mapped_error_text);

  std::vector<float> got = z.to_host();
  double worst = 0;
  for (size_t i = 0; i < got.size(); ++i) {
    Sum want;
    for (auto at = a.segments[i]; at < a.segments[i + 1]; ++at)
      want.add(a.values[static_cast<size_t>(at)],
               b[static_cast<size_t>(a.coords[static_cast<size_t>(at)])]);
    worst = std::max(worst, want.error(got[i]));
  }
  return worst;
}

// Z[] = A[k] * B[k], whose blocks leave their sums in a workspace.
double run_dot(std::mt19937& random, cudaStream_t stream) {
  std::vector<float> a = random_values(length, random), b = random_values(length, random);
  DeviceArray a_values(a, stream), b_values(b, stream);
  DeviceArray<float> z(1, stream);

  dot_arguments arguments{};
  arguments.Z_values = z.data();
  arguments.A_values = a_values.data();
  arguments.B_values = b_values.data();
  arguments.extent_K = length;
  size_t bytes = dot_workspace_bytes(&arguments);
  DeviceArray<char> workspace(bytes, stream);
  check(dot_launch(&arguments, workspace.data(), bytes, stream), dot_error_text);

  Sum want;
  for (size_t k = 0; k < a.size(); ++k) want.add(a[k], b[k]);
  return want.error(z.to_host()[0]);
}

}  // namespace

int main() {
  std::mt19937 random(1);
  Stream stream;
  double spmv = run_spmv(random, stream), dot = run_dot(random, stream);
  bool right = spmv <= 1 && dot <= 1;
  std::printf("spmv_thread_mapped: error %.3g of its bound; dot: error %.3g of its bound: %s\n",
              spmv, dot, right ? "PASS" : "FAIL");
  return right ? 0 : 1;
}
