// Sparse times sparse matrix through libteaal from C++: a result whose size only the run tells,
// fetched into vectors.
#include <teaal/teaal.h>

#include <cstdio>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace {

const std::string spec = R"(einsum:
  declaration: { A: [M, K], B: [K, N], C: [M, N] }
  expressions:
    - C[m, n] = A[m, k] * B[k, n]
)";

using Arrays = std::map<std::string, std::vector<std::byte>>;
void* allocate(void* context, size_t bytes, const char* what) {
  auto& array = (*static_cast<Arrays*>(context))[what];
  array.resize(bytes);
  return array.data();
}

int failed(const teaal_diagnostics* found) {
  for (size_t i = 0; i < teaal_diagnostics_count(found); ++i)
    std::fputs(teaal_diagnostics_at(found, i).text, stderr);
  return 1;
}

template <class Handle>
using Owned = std::unique_ptr<Handle, void (*)(Handle*)>;

}  // namespace

int main(int argc, char** argv) {
  std::vector<int32_t> rows = {0, 0, 2}, columns = {0, 3, 1};
  std::vector<float> values = {2, 3, 5};
  const Owned<teaal_diagnostics> found(teaal_diagnostics_new(), teaal_diagnostics_free);
  const Owned<teaal_options> options(teaal_options_new(), teaal_options_free);
  for (const char* format : {"A=csr", "B=csr", "C=csr"})
    if (teaal_options_set(options.get(), "format", format, found.get())) return failed(found.get());

  teaal_kernel* kernel = nullptr;
  teaal_device* device = nullptr;
  teaal_run* run = nullptr;
  if (teaal_compile_text(spec.data(), spec.size(), "spgemm.yaml", options.get(), &kernel,
                         found.get()) ||
      teaal_device_open(argc > 1 ? argv[1] : "cpu", nullptr, &device, found.get()) ||
      teaal_run_new(kernel, device, &run, found.get()))
    return failed(found.get());
  const Owned<teaal_kernel> kernel_owner(kernel, teaal_kernel_free);
  const Owned<teaal_device> device_owner(device, teaal_device_free);
  const Owned<teaal_run> run_owner(run, teaal_run_free);

  teaal_tensor a{};
  a.struct_bytes = sizeof a;
  a.layout = TEAAL_COO;  // converted to what the kernel reads
  a.ranks = 2;
  a.shape[0] = a.shape[1] = 4;
  a.coords[0] = {rows.data(), 3, TEAAL_I32, TEAAL_HOST};
  a.coords[1] = {columns.data(), 3, TEAAL_I32, TEAAL_HOST};
  a.values = {values.data(), 3, TEAAL_F32, TEAAL_HOST};
  if (teaal_run_input(run, "A", &a, found.get()) || teaal_run_input(run, "B", &a, found.get()) ||
      teaal_run_launch(run, nullptr, found.get()))
    return failed(found.get());

  Arrays arrays;
  teaal_tensor c{};
  c.struct_bytes = sizeof c;
  if (teaal_run_fetch(run, "C", TEAAL_COO, allocate, &arrays, &c, found.get()))
    return failed(found.get());
  std::printf("%s: C has %lld elements\n", teaal_device_name(device),
              static_cast<long long>(c.values.elements));
  for (int64_t e = 0; e < c.values.elements; ++e)
    std::printf("C[%d, %d] = %g\n", static_cast<int32_t*>(c.coords[0].data)[e],
                static_cast<int32_t*>(c.coords[1].data)[e], static_cast<float*>(c.values.data)[e]);
  return 0;
}
