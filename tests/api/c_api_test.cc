// The C API as a program sees it: this test links libteaal and nothing else of the house.
#include "tests/api/fixture.h"

#include <cstring>
#include <thread>

namespace teaal::test {
namespace {

TEST_F(CApi, ArraysAsStoredAreUsedInPlace) {
  auto kernel = compile(spmv);
  auto device = open();
  auto r = run(kernel, device);
  kernel.reset();  // the run keeps what it needs
  const teaal_tensor a = csr(), in = dense(b, {4}), out = dense(z, {3});
  ok(teaal_run_input(r.get(), "A", &a, d.get()));
  ok(teaal_run_input(r.get(), "B", &in, d.get()));
  ok(teaal_run_output(r.get(), "Z", &out, d.get()));
  ok(teaal_run_prepare(r.get(), nullptr, d.get()));
  for (const char* name : {"A", "B", "Z"}) EXPECT_EQ(teaal_run_in_place(r.get(), name), 1) << name;
  ok(teaal_run_launch(r.get(), nullptr, d.get()));
  ok(teaal_run_wait(r.get(), d.get()));
  EXPECT_EQ(z, (std::vector<float>{302, 0, 50}));
  b[0] = 2;  // new values count
  values[2] = 7;
  ok(teaal_run_launch(r.get(), nullptr, d.get()));
  EXPECT_EQ(z, (std::vector<float>{304, 0, 70}));
}

// Whether a run is still prepared: what it uses in place is known again only when it is.
TEST_F(CApi, TensorsThatLieElsewhereAreTakenAsPrepared) {
  auto kernel = compile(std::string(product) + "mapping: { loop-order: { C: [M, K, N] } }\n",
                        {{"format", "A=dense"}, {"format", "B=dense"}});
  auto device = open();
  auto r = run(kernel, device);
  std::vector<float> a = {1, 2, 3, 4}, c(4, -1), more = {5, 6, 7, 8}, other(4, -1), wide(6, 1);
  auto bind = [&](std::vector<float>& from, std::vector<float>& to) {
    const teaal_tensor in = dense(from, {2, 2}), out = dense(to, {2, 2});
    ok(teaal_run_scalar(r.get(), "a", 2, d.get()));
    ok(teaal_run_input(r.get(), "A", &in, d.get()));
    ok(teaal_run_output(r.get(), "C", &out, d.get()));
  };
  const teaal_tensor in = dense(a, {2, 2});
  ok(teaal_run_input(r.get(), "B", &in, d.get()));
  bind(a, c);
  EXPECT_EQ(teaal_run_in_place(r.get(), "A"), 0);
  ok(teaal_run_launch(r.get(), nullptr, d.get()));
  EXPECT_EQ(c, (std::vector<float>{14, 20, 30, 44}));
  c.assign(4, -1);
  for (int i = 0; i < 2; ++i) {
    bind(more, other);
    for (const char* name : {"A", "B", "C"})
      EXPECT_EQ(teaal_run_in_place(r.get(), name), 1) << name;
    ok(teaal_run_launch(r.get(), nullptr, d.get()));
    EXPECT_EQ(other, (std::vector<float>{46, 68, 62, 92}));
    EXPECT_EQ(c, (std::vector<float>(4, -1)));
    other.assign(4, -1);
  }
  // Of another shape, or in other steps: prepared anew.
  const teaal_tensor three = dense(wide, {3, 2}), result = dense(wide, {3, 2});
  ok(teaal_run_input(r.get(), "A", &three, d.get()));
  EXPECT_EQ(teaal_run_in_place(r.get(), "B"), 0);
  ok(teaal_run_output(r.get(), "C", &result, d.get()));
  bind(a, c);
  teaal_tensor turned = dense(a, {2, 2});
  turned.strides[0] = 1;
  turned.strides[1] = 2;
  ok(teaal_run_launch(r.get(), nullptr, d.get()));
  ok(teaal_run_input(r.get(), "A", &turned, d.get()));
  EXPECT_EQ(teaal_run_in_place(r.get(), "B"), 0);
  ok(teaal_run_launch(r.get(), nullptr, d.get()));
  EXPECT_EQ(c, (std::vector<float>{20, 28, 28, 40}));
}

TEST_F(CApi, BoundTensorsMoveAndLaunchInOneCall) {
  auto kernel = compile(spmv);
  auto device = open();
  auto r = run(kernel, device);
  const teaal_tensor a = csr(), in = dense(b, {4}), out = dense(z, {3});
  std::vector<float> twice = b, other(3, -1);
  for (float& x : twice) x *= 2;
  const teaal_moved vectors[] = {{"B", twice.data(), nullptr, nullptr},
                                 {"Z", other.data(), nullptr, nullptr}};
  ok(teaal_run_input(r.get(), "A", &a, d.get()));
  ok(teaal_run_input(r.get(), "B", &in, d.get()));
  EXPECT_EQ(teaal_run_launch_at(r.get(), 2, vectors, nullptr, d.get()), TEAAL_USAGE);
  EXPECT_NE(told(d.get()).find("Z is not bound"), std::string::npos) << told(d.get());
  ok(teaal_run_output(r.get(), "Z", &out, d.get()));
  ok(teaal_run_launch(r.get(), nullptr, d.get()));
  const std::vector<float> before = z;
  ok(teaal_run_launch_at(r.get(), 2, vectors, nullptr, d.get()));
  EXPECT_EQ(other, (std::vector<float>{604, 0, 100}));
  EXPECT_EQ(z, before);
  // All three arrays of a matrix, of which the CPU looks at where rows begin and what stands there.
  std::vector<float> halves(static_cast<size_t>(a.values.elements), 0.5f);
  std::vector<int64_t> outside(4, 1000);
  teaal_moved matrix = {"A", halves.data(), a.segments[0].data, a.coords[0].data};
  ok(teaal_run_launch_at(r.get(), 1, &matrix, nullptr, d.get()));
  EXPECT_EQ(other, (std::vector<float>{101, 0, 10}));
  matrix.segments = outside.data();
  EXPECT_EQ(teaal_run_launch_at(r.get(), 1, &matrix, nullptr, d.get()), TEAAL_WRONG_INPUT);
}

// Compressed arrays on the host are followed only where they were looked at.
TEST_F(CApi, OtherCompressedArraysAreCheckedAgain) {
  auto kernel = compile(spmv);
  auto device = open();
  auto r = run(kernel, device);
  const teaal_tensor a = csr(), in = dense(b, {4}), out = dense(z, {3});
  ok(teaal_run_input(r.get(), "A", &a, d.get()));
  ok(teaal_run_input(r.get(), "B", &in, d.get()));
  ok(teaal_run_output(r.get(), "Z", &out, d.get()));
  ok(teaal_run_launch(r.get(), nullptr, d.get()));
  std::vector<int32_t> outside = {0, 30000, 1};
  teaal_tensor wrong = csr();
  wrong.coords[0] = array(outside);
  ok(teaal_run_input(r.get(), "A", &wrong, d.get()));
  EXPECT_EQ(teaal_run_launch(r.get(), nullptr, d.get()), TEAAL_WRONG_INPUT);
}

TEST_F(CApi, CompressedResultsAreFetchedAndSeenInPlace) {
  auto kernel = compile(product, {{"format", "C=csr"}, {"format", "B=csr"}, {"type", "f64"}});
  auto device = open();
  auto r = run(kernel, device);
  std::vector<double> b2 = {0, 1, 0, 0, 2, 0, 0, 4};  // 4 × 2
  const teaal_tensor a = csr(), in = dense(b2, {4, 2});
  ok(teaal_run_input(r.get(), "A", &a, d.get()));
  ok(teaal_run_input(r.get(), "B", &in, d.get()));
  EXPECT_EQ(teaal_run_launch(r.get(), nullptr, d.get()), TEAAL_USAGE);
  EXPECT_NE(told(d.get()).find("scalar a has no value"), std::string::npos) << told(d.get());
  ok(teaal_run_scalar(r.get(), "a", 10, d.get()));
  ok(teaal_run_launch(r.get(), nullptr, d.get()));
  std::map<std::string, std::vector<std::byte>> arrays;
  teaal_tensor c = tensor(TEAAL_DENSE, {});
  ok(teaal_run_fetch(r.get(), "C", TEAAL_CSR, from_vector, &arrays, &c, d.get()));
  ASSERT_EQ(c.values.elements, 1);
  EXPECT_EQ(c.values.type, TEAAL_F64);
  EXPECT_EQ(static_cast<double*>(c.values.data)[0], 10 * (2 * 1 + 3 * 4));
  EXPECT_EQ(static_cast<int32_t*>(c.coords[0].data)[0], 1);
  const auto* s = static_cast<int64_t*>(c.segments[0].data);
  EXPECT_EQ(std::vector<int64_t>(s, s + 4), (std::vector<int64_t>{0, 1, 1, 1}));
  teaal_tensor there = tensor(TEAAL_STORED, {});
  ok(teaal_run_stored(r.get(), "C", &there, d.get()));
  EXPECT_EQ(there.values.elements, 1);
  EXPECT_EQ(static_cast<double*>(there.values.data)[0], 140);
  EXPECT_EQ(there.segments[1].elements, 4);
  EXPECT_GT(teaal_run_workspace_bytes(r.get()), 0);
  arrays.clear();
  ok(teaal_run_fetch(r.get(), "C", TEAAL_DENSE, from_vector, &arrays, &c, d.get()));
  EXPECT_EQ(c.values.elements, 6);
  EXPECT_EQ(static_cast<double*>(c.values.data)[1], 140);
  arrays.clear();
  ok(teaal_run_fetch(r.get(), "C", TEAAL_COO, from_vector, &arrays, &c, d.get()));
  EXPECT_EQ(arrays.size(), 3u);
  EXPECT_EQ(*static_cast<int32_t*>(c.coords[0].data), 0);
  EXPECT_EQ(*static_cast<int32_t*>(c.coords[1].data), 1);
  auto none = [](void*, size_t, const char*) -> void* { return nullptr; };
  EXPECT_EQ(teaal_run_fetch(r.get(), "C", TEAAL_COO, none, nullptr, &c, d.get()), TEAAL_FAILED_RUN);
}

TEST_F(CApi, WrongArraysAreRefused) {
  auto kernel = compile(spmv);
  auto device = open();
  const teaal_tensor in = dense(b, {4});
  auto launch = [&](const teaal_tensor& a) {
    teaal_diagnostics_clear(d.get());
    auto r = run(kernel, device);
    if (auto got = teaal_run_input(r.get(), "A", &a, d.get())) return got;
    ok(teaal_run_input(r.get(), "B", &in, d.get()));
    return teaal_run_launch(r.get(), nullptr, d.get());
  };
  EXPECT_EQ(launch(csr()), TEAAL_OK) << told(d.get());
  coords[2] = 4;
  EXPECT_EQ(launch(csr()), TEAAL_WRONG_INPUT);
  coords[2] = -1;
  EXPECT_EQ(launch(csr()), TEAAL_WRONG_INPUT);
  coords[2] = 1;
  segments[3] = 1000;
  EXPECT_EQ(launch(csr()), TEAAL_WRONG_INPUT);
  segments = {0, 2, 1, 3};
  EXPECT_EQ(launch(csr()), TEAAL_WRONG_INPUT);
  segments = {0, 2, 2};
  EXPECT_EQ(launch(csr()), TEAAL_USAGE);
  EXPECT_NE(told(d.get()).find("A: 3 elements of segments, where 4 are wanted"), std::string::npos)
      << told(d.get());
  segments = {0, 2, 2, 3};
  teaal_tensor a = csr();
  a.struct_bytes = 8;
  EXPECT_EQ(launch(a), TEAAL_USAGE);
  a = csr();
  a.shape[1] = 5;
  EXPECT_EQ(launch(a), TEAAL_WRONG_INPUT);
  EXPECT_NE(told(d.get()).find("rank J is 5 long in A, but 4 in B"), std::string::npos)
      << told(d.get());
  a = csr();
  a.values.place = TEAAL_DEVICE;
  EXPECT_EQ(launch(a), TEAAL_USAGE);
  a = dense(values, {3, 4});
  EXPECT_EQ(launch(a), TEAAL_USAGE);
  a.strides[0] = INT64_MAX;
  a.strides[1] = 1;
  EXPECT_EQ(launch(a), TEAAL_USAGE);
}

TEST_F(CApi, DiagnosticsSayWhere) {
  EXPECT_FALSE(
      compile("einsum:\n  declaration: { A: [I], Z: [I] }\n"
              "  expressions:\n    - Z[i] = A[i] * C[i]\n"));
  EXPECT_EQ(status, TEAAL_WRONG_INPUT);
  ASSERT_GE(teaal_diagnostics_count(d.get()), 1u);
  const teaal_diagnostic first = teaal_diagnostics_at(d.get(), 0);
  EXPECT_EQ(first.severity, TEAAL_ERROR);
  EXPECT_STREQ(first.code, "unknown-tensor");
  EXPECT_STREQ(first.file, "spec.yaml");
  EXPECT_EQ(first.line, 4);
  EXPECT_NE(std::string(first.text).find("    - Z[i] = A[i] * C[i]\n"), std::string::npos);
  EXPECT_NE(std::string(first.text).find("^"), std::string::npos);
  teaal_kernel* kernel = nullptr;
  EXPECT_EQ(teaal_compile_file("/no/such/file.yaml", nullptr, &kernel, nullptr), TEAAL_WRONG_INPUT);
  EXPECT_EQ(kernel, nullptr);
}

TEST_F(CApi, WrongCallsAreTold) {
  Held<teaal_options> options(teaal_options_new());
  EXPECT_EQ(teaal_options_set(options.get(), "type", "f99", d.get()), TEAAL_USAGE);
  EXPECT_EQ(teaal_options_set(options.get(), "tpye", "f32", d.get()), TEAAL_USAGE);
  EXPECT_EQ(teaal_options_set(options.get(), "define", "N", d.get()), TEAAL_USAGE);
  teaal_device* none = nullptr;
  EXPECT_EQ(teaal_device_open("tpu", nullptr, &none, d.get()), TEAAL_USAGE);
  auto kernel = compile(spmv);
  auto device = open();
  auto r = run(kernel, device);
  const teaal_tensor in = dense(b, {4});
  EXPECT_EQ(teaal_run_input(r.get(), "Z", &in, d.get()), TEAAL_USAGE);
  EXPECT_EQ(teaal_run_extent(r.get(), "Q", 3, d.get()), TEAAL_USAGE);
  EXPECT_EQ(teaal_run_symbol(r.get(), "NUM", 3, d.get()), TEAAL_USAGE);
  teaal_tensor out = tensor(TEAAL_DENSE, {});
  EXPECT_EQ(teaal_run_fetch(r.get(), "Z", TEAAL_DENSE, from_vector, nullptr, &out, d.get()),
            TEAAL_USAGE);
  EXPECT_EQ(teaal_run_in_place(r.get(), "A"), 0);
}

TEST_F(CApi, TellsWhatAKernelIs) {
  auto kernel = compile(spmv, {{"name", "mine"}});
  ASSERT_TRUE(kernel) << told(d.get());
  EXPECT_NE(std::strstr(teaal_kernel_cuda(kernel.get()), "__global__"), nullptr);
  EXPECT_NE(std::strstr(teaal_kernel_cuda(kernel.get()), "mine_Z"), nullptr);
  EXPECT_NE(std::strstr(teaal_kernel_header(kernel.get()), "mine"), nullptr);
  EXPECT_EQ(std::string(teaal_kernel_manifest(kernel.get())).front(), '{');
  EXPECT_EQ(teaal_api_version(), TEAAL_API_VERSION);
  EXPECT_STREQ(teaal_version(), "0.1.0");
  auto device = open();
  EXPECT_STREQ(teaal_device_name(device.get()), "CPU executor");
  EXPECT_EQ(teaal_device_is_gpu(device.get()), 0);
}

TEST_F(CApi, ReportsAsTheProgramDoes) {
  auto kernel = compile(spmv);
  auto device = open();
  auto r = run(kernel, device);
  const teaal_tensor a = csr(), in = dense(b, {4}), out = dense(z, {3});
  const char* text = nullptr;
  EXPECT_EQ(teaal_run_report(r.get(), "text", &text, d.get()), TEAAL_USAGE);
  ok(teaal_run_input(r.get(), "A", &a, d.get()));
  ok(teaal_run_input(r.get(), "B", &in, d.get()));
  ok(teaal_run_output(r.get(), "Z", &out, d.get()));
  ok(teaal_run_launch(r.get(), nullptr, d.get()));
  ok(teaal_run_report(r.get(), "text", &text, d.get()));
  EXPECT_NE(std::strstr(text, "used in place"), nullptr) << text;
  EXPECT_NE(std::strstr(text, "kernel time"), nullptr) << text;
  EXPECT_EQ(z, (std::vector<float>{302, 0, 50}));
  ok(teaal_run_report(r.get(), "json", &text, d.get()));
  EXPECT_EQ(*text, '{');
}

// Host arrays are uploaded, results come back; twice, on the default stream.
TEST_F(CApi, RunsOnAGpu) {
  teaal_device* opened = nullptr;
  if (teaal_device_open("gpu", nullptr, &opened, d.get()) != TEAAL_OK)
    GTEST_SKIP() << told(d.get());
  const Held<teaal_device> device(opened);
  auto kernel = compile(spmv);
  auto r = run(kernel, device);
  const teaal_tensor a = csr(), in = dense(b, {4}), out = dense(z, {3});
  ok(teaal_run_input(r.get(), "A", &a, d.get()));
  ok(teaal_run_input(r.get(), "B", &in, d.get()));
  ok(teaal_run_output(r.get(), "Z", &out, d.get()));
  for (int i = 0; i < 2; ++i) {
    z.assign(3, -1);
    ok(teaal_run_launch(r.get(), nullptr, d.get()));
    ok(teaal_run_wait(r.get(), d.get()));
    EXPECT_EQ(z, (std::vector<float>{302, 0, 50}));
    EXPECT_EQ(teaal_run_in_place(r.get(), "A"), 0);
  }
  teaal_tensor there = tensor(TEAAL_STORED, {});
  ok(teaal_run_stored(r.get(), "Z", &there, d.get()));
  EXPECT_EQ(there.values.place, TEAAL_DEVICE);
}

// For TSan: nothing of what two threads do with objects of their own is shared unguarded.
TEST_F(CApi, ThreadsCompileAndRunDifferentSpecs) {
  auto shared = open();
  auto work = [&](const char* spec, teaal_device* device, int seed) {
    std::vector<float> x(16), y = {1, 2, 3, 4}, sum(4, -1), product16(16, -1);
    for (size_t i = 0; i < x.size(); ++i) x[i] = static_cast<float>((i * 7 + seed) % 5);
    for (int round = 0; round < 3; ++round) {
      teaal_kernel* k = nullptr;
      teaal_run* r = nullptr;
      teaal_options* o = teaal_options_new();
      const std::string name = "k" + std::to_string(seed);
      teaal_options_set(o, "name", name.c_str(), nullptr);
      teaal_options_set(o, "cache", round == 2 ? "on" : "off", nullptr);
      EXPECT_EQ(teaal_compile_text(spec, std::strlen(spec), "t.yaml", o, &k, nullptr), TEAAL_OK);
      EXPECT_EQ(teaal_run_new(k, device, &r, nullptr), TEAAL_OK);
      const bool vector = spec == spmv;
      const teaal_tensor a = dense(x, {4, 4}), in = vector ? dense(y, {4}) : dense(x, {4, 4}),
                         out = vector ? dense(sum, {4}) : dense(product16, {4, 4});
      EXPECT_EQ(teaal_run_input(r, "A", &a, nullptr), TEAAL_OK);
      EXPECT_EQ(teaal_run_input(r, "B", &in, nullptr), TEAAL_OK);
      EXPECT_EQ(teaal_run_output(r, vector ? "Z" : "C", &out, nullptr), TEAAL_OK);
      if (!vector) {
        EXPECT_EQ(teaal_run_scalar(r, "a", 2, nullptr), TEAAL_OK);
      }
      EXPECT_EQ(teaal_run_launch(r, nullptr, nullptr), TEAAL_OK);
      for (int i = 0; i < 4; ++i)
        for (int j = 0; j < (vector ? 1 : 4); ++j) {
          float want = 0;
          for (int q = 0; q < 4; ++q)
            want += vector ? x[4 * i + q] * y[q] : 2 * x[4 * i + q] * x[4 * q + j];
          EXPECT_EQ(vector ? sum[i] : product16[4 * i + j], want);
        }
      teaal_run_free(r);
      teaal_kernel_free(k);
      teaal_options_free(o);
    }
  };
  auto own = open(), another = open();
  std::thread first(work, spmv, own.get(), 1), second(work, product, another.get(), 2);
  first.join();
  second.join();
  std::thread third(work, spmv, shared.get(), 3), fourth(work, product, shared.get(), 4);
  third.join();
  fourth.join();
}

}  // namespace
}  // namespace teaal::test
