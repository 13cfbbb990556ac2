// Tensors that the C API takes: every layout to every stored format, and which arrays are used
// where they are.
#include "tests/api/fixture.h"

namespace teaal::test {
namespace {

// Where inputs are converted: by the host, or by kernels.
class CApiConverts : public CApi, public testing::WithParamInterface<const char*> {};
INSTANTIATE_TEST_SUITE_P(By, CApiConverts, testing::Values("host", "device"),
                         [](const auto& by) { return std::string(by.param); });

TEST_P(CApiConverts, EveryLayoutAndTypeGivesTheSame) {
  auto kernel = compile(spmv);
  auto device = open("checked", GetParam());
  std::vector<double> wide_b(b.begin(), b.end()), wide_z(6, -1);
  std::vector<int64_t> wide_segments(segments.begin(), segments.end());
  std::vector<int64_t> rows = {2, 0, 0, 0}, columns = {1, 3, 0, 0};
  std::vector<double> entries = {5, 3, 1.5, 0.5};                  // unsorted, one twice
  std::vector<float> full = {2, 0, 0, 0, 0, 5, 0, 0, 0, 3, 0, 0};  // by columns
  std::vector<int32_t> column_segments = {0, 1, 2, 2, 3}, column_rows = {0, 2, 0},
                       backwards = {3, 0, 1};
  std::vector<float> by_columns = {2, 5, 3}, other_way = {3, 2, 5};
  std::vector<std::pair<const char*, teaal_tensor>> forms;
  teaal_tensor t = csr();
  t.segments[0] = array(wide_segments);
  forms.emplace_back("wide segments", t);
  t = csr();
  t.coords[0] = array(backwards);
  t.values = array(other_way);
  forms.emplace_back("unsorted rows", t);
  t = tensor(TEAAL_COO, {3, 4});
  t.coords[0] = array(rows);
  t.coords[1] = array(columns);
  t.values = array(entries);
  forms.emplace_back("coordinates", t);
  t = dense(full, {3, 4});
  t.strides[0] = 1;
  t.strides[1] = 3;
  forms.emplace_back("dense by columns", t);
  t = tensor(TEAAL_CSC, {3, 4});
  t.segments[0] = array(column_segments);
  t.coords[0] = array(column_rows);
  t.values = array(by_columns);
  forms.emplace_back("csc", t);
  t = tensor(TEAAL_STORED, {3, 4});
  t.segments[1] = array(segments);
  t.coords[1] = array(coords);
  t.values = array(values);
  forms.emplace_back("stored", t);
  for (const auto& [name, a] : forms) {
    SCOPED_TRACE(name);
    auto r = run(kernel, device);
    const teaal_tensor in = dense(wide_b, {4});
    teaal_tensor out = dense(wide_z, {3});  // every second element
    out.strides[0] = 2;
    ok(teaal_run_input(r.get(), "A", &a, d.get()));
    ok(teaal_run_input(r.get(), "B", &in, d.get()));
    ok(teaal_run_output(r.get(), "Z", &out, d.get()));
    wide_z.assign(6, -1);
    ok(teaal_run_launch(r.get(), nullptr, d.get()));
    EXPECT_EQ(wide_z, (std::vector<double>{302, -1, 0, -1, 50, -1}));
    EXPECT_EQ(teaal_run_in_place(r.get(), "B"), 0);
    EXPECT_EQ(teaal_run_in_place(r.get(), "A"),
              name == std::string("stored") || name == std::string("wide segments"));
  }
}

TEST_F(CApi, WideSegmentsAreUsedInPlace) {
  auto kernel = compile(spmv);
  auto device = open();
  auto r = run(kernel, device);
  std::vector<int64_t> wide(segments.begin(), segments.end());
  teaal_tensor a = csr();
  a.segments[0] = array(wide);
  const teaal_tensor in = dense(b, {4}), out = dense(z, {3});
  ok(teaal_run_input(r.get(), "A", &a, d.get()));
  ok(teaal_run_input(r.get(), "B", &in, d.get()));
  ok(teaal_run_output(r.get(), "Z", &out, d.get()));
  ok(teaal_run_launch(r.get(), nullptr, d.get()));
  EXPECT_EQ(teaal_run_in_place(r.get(), "A"), 1);
  values[2] = 7;  // counts
  ok(teaal_run_launch(r.get(), nullptr, d.get()));
  EXPECT_EQ(z, (std::vector<float>{302, 0, 70}));
}

// A and B have positions of different widths, C is read in another order than it is stored in: a
// copy is not called in place.
TEST_P(CApiConverts, CopiesAreNotInPlace) {
  auto kernel = compile(
      "einsum:\n  declaration: { A: [I, J], B: [I, J], C: [I, J], Z: [J, I] }\n"
      "  expressions:\n    - Z[j, i] = A[i, j] * B[i, j] * C[i, j]\n"
      "mapping:\n  loop-order: { Z: [J, I] }\n",
      {{"format", "A=csc"}, {"format", "B=csc"}, {"format", "C=csr"}});
  ASSERT_TRUE(kernel) << told(d.get());
  auto device = open("checked", GetParam());
  auto r = run(kernel, device);
  std::vector<int32_t> columns = {0, 1, 2, 2, 3}, rows = {0, 2, 0};
  std::vector<int64_t> wide(columns.begin(), columns.end());
  teaal_tensor a = tensor(TEAAL_CSC, {3, 4}), b2 = a, c = csr();
  a.segments[0] = array(columns);
  a.coords[0] = b2.coords[0] = array(rows);
  a.values = b2.values = array(values);
  b2.segments[0] = array(wide);
  std::vector<float> z2(12, -1);
  const teaal_tensor out = dense(z2, {4, 3});
  ok(teaal_run_input(r.get(), "A", &a, d.get()));
  ok(teaal_run_input(r.get(), "B", &b2, d.get()));
  ok(teaal_run_input(r.get(), "C", &c, d.get()));
  ok(teaal_run_output(r.get(), "Z", &out, d.get()));
  ok(teaal_run_launch(r.get(), nullptr, d.get()));
  EXPECT_EQ(z2, (std::vector<float>{8, 0, 0, 0, 0, 45, 0, 0, 0, 75, 0, 0}));
  EXPECT_EQ(teaal_run_in_place(r.get(), "A"), 1);
  EXPECT_EQ(teaal_run_in_place(r.get(), "B"), 0);
  EXPECT_EQ(teaal_run_in_place(r.get(), "C"), 0);
}

TEST_F(CApi, EveryLevelIsStoredAndRead) {
  // Bitmasks: two words would be one too many for four columns.
  auto kernel = compile(spmv, {{"format", "A=I:U,J:B"}});
  auto device = open("checked");
  auto r = run(kernel, device);
  std::vector<int32_t> masks = {0b1001, 0, 0b0010}, bases = {0, 2, 2, 3};
  teaal_tensor a = tensor(TEAAL_STORED, {3, 4});
  a.masks[1] = array(masks);
  a.bases[1] = array(bases);
  a.values = array(values);
  const teaal_tensor in = dense(b, {4}), out = dense(z, {3});
  ok(teaal_run_input(r.get(), "A", &a, d.get()));
  ok(teaal_run_input(r.get(), "B", &in, d.get()));
  ok(teaal_run_output(r.get(), "Z", &out, d.get()));
  ok(teaal_run_launch(r.get(), nullptr, d.get()));
  EXPECT_EQ(z, (std::vector<float>{302, 0, 50}));
  EXPECT_EQ(teaal_run_in_place(r.get(), "A"), 1);
  masks[1] = 16;  // behind the rank
  ok(teaal_run_input(r.get(), "A", &a, d.get()));
  EXPECT_EQ(teaal_run_launch(r.get(), nullptr, d.get()), TEAAL_WRONG_INPUT);
}

const char* const tiled = R"(einsum:
  declaration: { A: [I, J], B: [J], Z: [I] }
  expressions:
    - Z[i] = A[i, j] * B[j]
mapping:
  partitioning: { Z: { I: [uniform_shape(2)], J: [uniform_shape(3)] } }
  loop-order: { Z: [I1, J1, I0, J0] }
format:
  A:
    default: { rank-order: [I1, J1, I0, J0], I1: { format: U }, J1: { format: C }, I0: { format: U }, J0: { format: U } }
)";
const char* const flattened = R"(einsum:
  declaration: { A: [I, J], B: [J], Z: [I] }
  expressions:
    - Z[i] = A[i, j] * B[j]
mapping:
  partitioning:
    Z:
      (I, J): [flatten()]
  loop-order: { Z: [IJ] }
)";

// Callers give plain coordinates; a result like the input shows offsets and their bases.
TEST_P(CApiConverts, NarrowCoordinatesAreMade) {
  auto kernel = compile(
      "einsum:\n  declaration: { A: [I, J], B: [J], Z: [I, J] }\n"
      "  expressions:\n    - Z[i, j] = A[i, j] * B[j]\n",
      {{"format", "A=I:U,J:C16"}, {"format", "Z=like:A"}});
  ASSERT_TRUE(kernel) << told(d.get());
  auto device = open("checked", GetParam());
  auto r = run(kernel, device);
  const teaal_tensor a = csr(), in = dense(b, {4});
  ok(teaal_run_input(r.get(), "A", &a, d.get()));
  ok(teaal_run_input(r.get(), "B", &in, d.get()));
  ok(teaal_run_launch(r.get(), nullptr, d.get()));
  EXPECT_EQ(teaal_run_in_place(r.get(), "A"), 0);
  teaal_tensor shown = tensor(TEAAL_STORED, {});
  ok(teaal_run_stored(r.get(), "Z", &shown, d.get()));
  ASSERT_EQ(shown.coords[1].elements, 3);
  ASSERT_EQ(shown.coords[1].type, TEAAL_I16);
  ASSERT_EQ(shown.bases[1].elements, 1);
  ASSERT_EQ(shown.bases[1].type, TEAAL_I32);
  const int32_t base = *static_cast<int32_t*>(shown.bases[1].data);
  const auto* offsets = static_cast<int16_t*>(shown.coords[1].data);
  const auto* products = static_cast<float*>(shown.values.data);
  for (size_t p = 0; p < 3; ++p) {
    EXPECT_EQ(base + offsets[p], coords[p]);
    EXPECT_EQ(products[p], values[p] * b[static_cast<size_t>(coords[p])]);
  }
}

TEST_P(CApiConverts, EveryLayoutToEveryStoredFormat) {
  std::vector<float> full = {2, 0, 0, 3, 0, 0, 0, 0, 0, 5, 0, 0};
  std::vector<int64_t> rows = {2, 0, 0, 0}, columns = {1, 3, 0, 0};
  std::vector<float> entries = {5, 3, 1.5, 0.5};
  std::vector<int32_t> column_segments = {0, 1, 2, 2, 3}, column_rows = {0, 2, 0};
  std::vector<float> by_columns = {2, 5, 3};
  std::map<std::string, teaal_tensor> layouts = {{"dense", dense(full, {3, 4})}, {"csr", csr()}};
  teaal_tensor t = tensor(TEAAL_COO, {3, 4});
  t.coords[0] = array(rows);
  t.coords[1] = array(columns);
  t.values = array(entries);
  layouts["coordinates"] = t;
  t = tensor(TEAAL_CSC, {3, 4});
  t.segments[0] = array(column_segments);
  t.coords[0] = array(column_rows);
  t.values = array(by_columns);
  layouts["csc"] = t;
  std::vector<std::pair<const char*, std::string>> specs = {{tiled, ""}};
  for (const char* format : {"dense", "J:U,I:U", "csr", "csc", "dcsr", "csf", "coo", "I:C,J:U",
                             "J:C,I:C", "I:U,J:B", "J:B,I:B", "I:B,J:C"})
    specs.emplace_back(spmv, std::string("A=") + format);
  for (const char* format : {"coo", "csr"})
    specs.emplace_back(flattened, std::string("A=") + format);
  auto device = open("checked", GetParam());
  for (const auto& [spec, format] : specs) {
    auto kernel = format.empty() ? compile(spec) : compile(spec, {{"format", format.c_str()}});
    ASSERT_TRUE(kernel) << format << told(d.get());
    for (const auto& [name, a] : layouts) {
      SCOPED_TRACE(name + " to " + (format.empty() ? "tiles" : format));
      auto r = run(kernel, device);
      z.assign(3, -1);
      const teaal_tensor in = dense(b, {4}), out = dense(z, {3});
      ok(teaal_run_input(r.get(), "A", &a, d.get()));
      ok(teaal_run_input(r.get(), "B", &in, d.get()));
      ok(teaal_run_output(r.get(), "Z", &out, d.get()));
      ok(teaal_run_launch(r.get(), nullptr, d.get()));
      EXPECT_EQ(z, (std::vector<float>{302, 0, 50}));
    }
  }
}

// Kernels convert what is not in place, and the report says how long that took.
TEST_P(CApiConverts, ReportsConversions) {
  auto kernel = compile(spmv);
  auto device = open("cpu", GetParam());
  auto r = run(kernel, device);
  std::vector<int64_t> rows = {2, 0, 0, 0}, columns = {1, 3, 0, 0};
  std::vector<float> entries = {5, 3, 1.5, 0.5};
  teaal_tensor a = tensor(TEAAL_COO, {3, 4});
  a.coords[0] = array(rows);
  a.coords[1] = array(columns);
  a.values = array(entries);
  const teaal_tensor in = dense(b, {4});
  ok(teaal_run_input(r.get(), "A", &a, d.get()));
  ok(teaal_run_input(r.get(), "B", &in, d.get()));
  ok(teaal_run_launch(r.get(), nullptr, d.get()));
  const char* report = nullptr;
  ok(teaal_run_report(r.get(), "text", &report, d.get()));
  const bool listed = std::strstr(report, "list A on the CPU executor") != nullptr,
             packed = std::strstr(report, "pack A → [I, J] on the CPU executor") != nullptr;
  EXPECT_EQ(listed, GetParam() == std::string("device")) << report;
  EXPECT_EQ(packed, listed) << report;
}

TEST_P(CApiConverts, RefusesCoordinatesOutsideTheShape) {
  auto kernel = compile(spmv);
  auto device = open("checked", GetParam());
  std::vector<int64_t> rows = {2, 0}, columns = {1, 4};
  std::vector<float> entries = {5, 3};
  std::vector<int64_t> descending = {0, 2, 1, 3};
  teaal_tensor list = tensor(TEAAL_COO, {3, 4}), compressed = csr();
  list.coords[0] = array(rows);
  list.coords[1] = array(columns);
  list.values = array(entries);
  compressed.segments[0] = array(descending);
  const teaal_tensor in = dense(b, {4});
  for (const teaal_tensor& a : {list, compressed}) {
    auto r = run(kernel, device);
    ok(teaal_run_input(r.get(), "A", &a, d.get()));
    ok(teaal_run_input(r.get(), "B", &in, d.get()));
    teaal_diagnostics_clear(d.get());
    EXPECT_EQ(teaal_run_launch(r.get(), nullptr, d.get()), TEAAL_WRONG_INPUT);
    ASSERT_EQ(teaal_diagnostics_count(d.get()), 1u);
    EXPECT_STREQ(teaal_diagnostics_at(d.get(), 0).code, "tensor-range");
  }
}

// Nothing to sort: the list is empty, and so is what is stored.
TEST_P(CApiConverts, TakesTensorsWithoutEntries) {
  auto device = open("checked", GetParam());
  std::vector<float> nothing(12, 0);
  for (const char* format : {"A=csr", "A=coo", "A=dense"}) {
    auto kernel = compile(spmv, {{"format", format}});
    teaal_tensor list = tensor(TEAAL_COO, {3, 4});
    list.values.type = TEAAL_F64;
    list.coords[0].type = list.coords[1].type = TEAAL_I64;
    const teaal_tensor in = dense(b, {4}), out = dense(z, {3});
    for (const teaal_tensor& a : {list, dense(nothing, {3, 4})}) {
      auto r = run(kernel, device);
      z.assign(3, -1);
      ok(teaal_run_input(r.get(), "A", &a, d.get()));
      ok(teaal_run_input(r.get(), "B", &in, d.get()));
      ok(teaal_run_output(r.get(), "Z", &out, d.get()));
      ok(teaal_run_launch(r.get(), nullptr, d.get()));
      EXPECT_EQ(z, (std::vector<float>{0, 0, 0}));
    }
  }
}

}  // namespace
}  // namespace teaal::test
