#pragma once
#include <gtest/gtest.h>

#include <cstring>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "tests/api/held.h"

// What the tests of the C API share.
namespace teaal::test {

inline const char* const spmv = R"(einsum:
  declaration: { A: [I, J], B: [J], Z: [I] }
  expressions:
    - Z[i] = A[i, j] * B[j]
)";
inline const char* const product = R"(einsum:
  declaration: { A: [M, K], B: [K, N], C: [M, N] }
  expressions:
    - C[m, n] = a * A[m, k] * B[k, n]
)";

template <class T>
teaal_type type_of() {
  if (std::is_same_v<T, float>) return TEAAL_F32;
  if (std::is_same_v<T, double>) return TEAAL_F64;
  return sizeof(T) == 8 ? TEAAL_I64 : TEAAL_I32;
}
template <class T>
teaal_array array(std::vector<T>& v) {
  return {v.data(), static_cast<int64_t>(v.size()), type_of<T>(), TEAAL_HOST};
}
inline teaal_tensor tensor(teaal_layout layout, const std::vector<int64_t>& shape) {
  teaal_tensor t;
  std::memset(&t, 0, sizeof t);
  t.struct_bytes = sizeof t;
  t.layout = layout;
  t.ranks = static_cast<int32_t>(shape.size());
  std::copy(shape.begin(), shape.end(), t.shape);
  return t;
}
template <class T>
teaal_tensor dense(std::vector<T>& values, const std::vector<int64_t>& shape) {
  teaal_tensor t = tensor(TEAAL_DENSE, shape);
  t.values = array(values);
  return t;
}

class CApi : public testing::Test {
 protected:
  CApi() : d(teaal_diagnostics_new()) {}
  Held<teaal_kernel> compile(const std::string& text,
                             const std::vector<std::pair<const char*, const char*>>& set = {}) {
    Held<teaal_options> options(teaal_options_new());
    for (const auto& [name, value] : set)
      EXPECT_EQ(teaal_options_set(options.get(), name, value, d.get()), TEAAL_OK) << told(d.get());
    teaal_kernel* out = nullptr;
    status =
        teaal_compile_text(text.data(), text.size(), "spec.yaml", options.get(), &out, d.get());
    return Held<teaal_kernel>(out);
  }
  Held<teaal_device> open(const char* kind = "cpu", const char* convert = "auto") {
    teaal_device* out = nullptr;
    Held<teaal_options> options(teaal_options_new());
    ok(teaal_options_set(options.get(), "convert", convert, d.get()));
    status = teaal_device_open(kind, options.get(), &out, d.get());
    EXPECT_EQ(status, TEAAL_OK) << told(d.get());
    return Held<teaal_device>(out);
  }
  Held<teaal_run> run(const Held<teaal_kernel>& kernel, const Held<teaal_device>& device) {
    teaal_run* out = nullptr;
    EXPECT_EQ(teaal_run_new(kernel.get(), device.get(), &out, d.get()), TEAAL_OK) << told(d.get());
    return Held<teaal_run>(out);
  }
  void ok(teaal_status got) { EXPECT_EQ(got, TEAAL_OK) << told(d.get()); }

  // 3 × 4: row 0 has (0, 2), (3, 3), row 2 has (1, 5).
  teaal_tensor csr() {
    teaal_tensor t = tensor(TEAAL_CSR, {3, 4});
    t.segments[0] = array(segments);
    t.coords[0] = array(coords);
    t.values = array(values);
    return t;
  }

  Held<teaal_diagnostics> d;
  teaal_status status = TEAAL_OK;
  std::vector<int32_t> segments = {0, 2, 2, 3}, coords = {0, 3, 1};
  std::vector<float> values = {2, 3, 5}, b = {1, 10, 0, 100}, z = {-1, -1, -1};
};

inline void* from_vector(void* context, size_t bytes, const char* what) {
  auto& arrays = *static_cast<std::map<std::string, std::vector<std::byte>>*>(context);
  return arrays.emplace(what, bytes).first->second.data();
}

}  // namespace teaal::test
