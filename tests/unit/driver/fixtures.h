#pragma once
#include <map>
#include <random>
#include <string>
#include <vector>

#include "runtime/manifest/manifest.h"
#include "runtime/plan/plan.h"

// A hand-written thread-mapped SpMV, Z[i] = A[i, j] * B[j], for tests of what surrounds the
// compiler.
namespace teaal::runtime {

inline ManifestFactor access(const std::string& tensor, const std::vector<std::string>& variables) {
  ManifestFactor out;
  out.name = tensor;
  for (const std::string& variable : variables) out.indices.push_back({{1, "", variable}});
  return out;
}

inline ManifestArg array_arg(ManifestArg::Kind kind, const std::string& name,
                             const std::string& view, int level = 0, bool written = false) {
  ManifestArg out;
  out.kind = kind;
  out.name = name;
  out.view = view;
  out.level = level;
  out.written = written;
  return out;
}

inline ManifestArg int_arg(const std::string& name, const std::string& expr) {
  ManifestArg out;
  out.kind = ManifestArg::Kind::Int32;
  out.name = name;
  out.expr = expr;
  return out;
}

inline ManifestStep launch_step(const std::string& kernel, const std::string& grid,
                                const std::string& block, std::vector<ManifestArg> args) {
  ManifestStep out;
  out.kernel = kernel;
  out.grid = grid;
  out.block = block;
  out.args = std::move(args);
  return out;
}

inline ManifestStep zero_step(const std::string& view) {
  ManifestStep out;
  out.kind = ManifestStep::Kind::Zero;
  out.view = view;
  return out;
}

inline Manifest spmv_manifest() {
  using Role = ManifestTensor::Role;
  Manifest out;
  out.version = "0.1.0";
  out.spec_path = "spmv.yaml";
  out.name = "spmv";
  out.value_type = "f32";
  out.tensors = {{"A", Role::Input, {"I", "J"}, {"I", "J"}, "UC"},
                 {"B", Role::Input, {"J"}, {"J"}, "U"},
                 {"Z", Role::Output, {"I"}, {"I"}, "U"}};
  out.views = {{"A", "A", {"I", "J"}, "UC"}, {"B", "B", {"J"}, "U"}, {"Z", "Z", {"I"}, "U"}};
  out.symbols = {{"NUM_THREADS", std::nullopt, "I"}};
  ManifestEinsum einsum;
  einsum.text = "Z[i] = A[i, j] * B[j]";
  einsum.output = access("Z", {"i"});
  einsum.terms = {{false, 0, 1, {access("A", {"i", "j"}), access("B", {"j"})}}};
  einsum.rank_of = {{"i", "I"}, {"j", "J"}};
  out.cascade = {einsum};
  using Kind = ManifestArg::Kind;
  out.plan = {
      launch_step("spmv", "ceil_div(min(I, NUM_THREADS), 128)", "min(128, NUM_THREADS)",
                  {int_arg("rows", "I"), int_arg("threads", "NUM_THREADS"),
                   array_arg(Kind::Segments, "segments", "A", 1),
                   array_arg(Kind::Coords, "coords", "A", 1), array_arg(Kind::Values, "a", "A"),
                   array_arg(Kind::Values, "b", "B"), array_arg(Kind::Values, "z", "Z", 0, true)})};
  return out;
}

inline plan::KernelText spmv_kernel() {
  return {R"(
#if defined(TEAAL_POSITION_BITS) && TEAAL_POSITION_BITS == 64
typedef long long position;
#else
typedef int position;
#endif
extern "C" __global__ void spmv(int rows, int threads, const position* segments, const int* coords, const float* a,
                                const float* b, float* z) {
  int thread = blockIdx.x * blockDim.x + threadIdx.x;
  if (thread >= threads) return;
  for (int i = thread; i < rows; i += threads) {
    float sum = 0;
    for (position p = segments[i]; p < segments[i + 1]; ++p) sum += a[p] * b[coords[p]];
    z[i] = sum;
  }
}
)",
          "spmv.cu"};
}

inline Coo random_coo(const std::vector<int64_t>& shape, double density, unsigned seed) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> chance(0, 1);
  Coo out;
  out.shape = shape;
  out.coords.resize(shape.size());
  std::vector<int32_t> at(shape.size());
  int64_t elements = 1;
  for (int64_t extent : shape) elements *= extent;
  for (int64_t e = 0; e < elements; ++e) {
    int64_t rest = e;
    for (size_t r = shape.size(); r-- > 0; rest /= shape[r])
      at[r] = static_cast<int32_t>(rest % shape[r]);
    if (chance(random) >= density) continue;
    for (size_t r = 0; r < shape.size(); ++r) out.coords[r].push_back(at[r]);
    out.values.push_back(static_cast<double>(1 + random() % 9));
  }
  return out;
}

// Dense values of a list of rank 1 or 2, row-major.
inline std::vector<double> dense(const Coo& coo) {
  int64_t elements = 1;
  for (int64_t extent : coo.shape) elements *= extent;
  std::vector<double> out(static_cast<size_t>(elements));
  for (size_t e = 0; e < coo.entries(); ++e) {
    int64_t at = 0;
    for (size_t r = 0; r < coo.order(); ++r) at = at * coo.shape[r] + coo.coords[r][e];
    out[static_cast<size_t>(at)] += coo.values[e];
  }
  return out;
}

inline std::vector<double> matrix_vector(const Coo& matrix, const Coo& vector) {
  std::vector<double> x = dense(vector), out(static_cast<size_t>(matrix.shape[0]));
  for (size_t e = 0; e < matrix.entries(); ++e)
    out[static_cast<size_t>(matrix.coords[0][e])] +=
        matrix.values[e] * x[static_cast<size_t>(matrix.coords[1][e])];
  return out;
}

inline std::string messages(const Diagnostics& diagnostics) {
  std::string out;
  for (const Diagnostic& d : diagnostics.all()) out += render(d);
  return out;
}

inline bool has_code(const Diagnostics& diagnostics, Code code) {
  for (const Diagnostic& d : diagnostics.all())
    if (d.code == code) return true;
  return false;
}

}  // namespace teaal::runtime
