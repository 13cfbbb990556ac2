#include <gtest/gtest.h>

#include "tests/exec/process.h"

// `run --expect` and `teaalc test`, as docs/TESTS.md states them.
namespace teaal::exec {
namespace {

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

class SpecTests : public testing::Test {
 protected:
  SpecTests() {
    w.write("spmv.yaml", spmv_spec);
    w.write("a.tns", "# shape 3 4\n1 1 2\n1 4 3\n3 2 5\n");
    w.write("b.tns", "# shape 4\n1 1\n2 10\n4 100\n");
    w.write("z.tns", "# shape 3\n1 302\n3 50\n");
  }
  Finished expect(const std::string& what) {
    return w.teaalc("run spmv.yaml A=a.tns B=b.tns --device=cpu --expect " + what);
  }
  Finished test(const std::string& tests, const std::string& options = "") {
    w.write("spmv.test.yaml", tests);
    return w.teaalc("test spmv.yaml --device=cpu " + options);
  }

  Workspace w;
};

TEST_F(SpecTests, ExpectedResultsPass) { EXPECT_EQ(expect("Z=z.tns").code, 0); }

TEST_F(SpecTests, OtherResultsAreExit3WithTheirCoordinates) {
  w.write("wrong.tns", "# shape 3\n1 302.1\n2 7\n3 50\n");
  Finished ran = expect("Z=wrong.tns");
  EXPECT_EQ(ran.code, 3) << ran.err;
  EXPECT_TRUE(has(ran.err, "Z differs from what is expected at 2 elements")) << ran.err;
  EXPECT_TRUE(has(ran.err, "Z[0] is 302, expected 302.1")) << ran.err;
  EXPECT_TRUE(has(ran.err, "Z[1] is 0, expected 7")) << ran.err;
}

TEST_F(SpecTests, TolerancesAreAbsoluteAndRelative) {
  w.write("near.tns", "# shape 3\n1 303\n2 0.5\n3 50\n");
  EXPECT_EQ(expect("Z=near.tns,rtol=0.01").code, 3);
  EXPECT_EQ(expect("Z=near.tns,atol=0.6").code, 3);
  EXPECT_EQ(expect("Z=near.tns,rtol=0.01,atol=0.6").code, 0);
  EXPECT_EQ(expect("Z=near.tns,rtol=x").code, 2);
}

TEST_F(SpecTests, InfinityIsNoTolerance) {
  w.write("inf.tns", "# shape 3\n1 inf\n3 50\n");
  Finished ran = expect("Z=inf.tns,rtol=0.5");
  EXPECT_NE(ran.code, 0) << ran.out;
}

TEST_F(SpecTests, ShapesAndNamesAreChecked) {
  w.write("long.tns", "# shape 4\n1 302\n3 50\n");
  EXPECT_EQ(expect("Z=long.tns").code, 1);
  EXPECT_EQ(expect("Y=z.tns").code, 2);
  EXPECT_EQ(expect("Z=none.tns").code, 1);
}

TEST_F(SpecTests, ALineATestAndExit3OnAMismatch) {
  Finished good = test(R"(tests:
  - name: by file
    inputs: { A: a.tns, B: b.tns }
    symbols: { NUM_THREADS: 64 }
    expect: { Z: z.tns }
  - name: by values
    inputs: { A: a.tns, B: b.tns }
    formats: { A: csc }
    type: f64
    expect: { Z: { values: [302, 0, 50], rtol: 0 } }
  - name: reference math alone
    inputs: { A: "rand:shape=30x20,density=0.2", B: "dense:" }
    devices: [cpu, checked]
)");
  EXPECT_EQ(good.code, 0) << good.out << good.err;
  EXPECT_TRUE(has(good.out, "PASS spmv.yaml: by file (cpu)")) << good.out;
  EXPECT_TRUE(has(good.out, "3 passed, 0 failed")) << good.out;

  Finished bad = test(R"(tests:
  - name: wrong
    inputs: { A: a.tns, B: b.tns }
    expect: { Z: [302, 0, 51] }
  - name: right
    inputs: { A: a.tns, B: b.tns }
    expect: { Z: [302, 0, 50] }
)",
                      "--junit=out.xml -j 2");
  EXPECT_EQ(bad.code, 3) << bad.err;
  EXPECT_TRUE(has(bad.out, "FAIL spmv.yaml: wrong (cpu)")) << bad.out;
  EXPECT_TRUE(has(bad.out, "Z[2] is 50, expected 51")) << bad.out;
  EXPECT_TRUE(has(bad.out, "1 passed, 1 failed")) << bad.out;
  EXPECT_TRUE(has(w.read("out.xml"), "tests=\"2\" failures=\"1\"")) << w.read("out.xml");
}

TEST_F(SpecTests, UpdateWritesWhatIsExpected) {
  w.write("z.tns", "# shape 3\n1 1\n");
  const char* tests = "tests: [{ inputs: { A: a.tns, B: b.tns }, expect: { Z: z.tns } }]\n";
  EXPECT_EQ(test(tests).code, 3);
  EXPECT_EQ(test(tests, "--update").code, 0);
  EXPECT_EQ(w.read("z.tns"), "# shape 3\n1 302\n3 50\n");
  EXPECT_EQ(test(tests).code, 0);
}

TEST_F(SpecTests, ASpecCarriesItsOwn) {
  w.write("own.yaml", std::string(spmv_spec) +
                          "tests:\n  - inputs: { A: a.tns, B: b.tns }\n    expect: { Z: z.tns }\n");
  Finished ran = w.teaalc("test . --device=cpu");
  EXPECT_EQ(ran.code, 0) << ran.out << ran.err;
  EXPECT_TRUE(has(ran.out, "1 passed, 0 failed")) << ran.out;
  EXPECT_EQ(w.teaalc("own.yaml -o -").code, 0);
}

// Products of the transpose, and by other names.
const char* const other_mapping = R"(einsum:
  declaration: { X: [M, K], V: [K], Y: [M] }
  expressions: ["Y[m] = X[m, k] * V[k]"]
mapping:
  loop-order: { Y: [K, M] }
)";

TEST_F(SpecTests, EveryPairOfFormatsAndMappingsIsTried) {
  w.write("other.yaml", other_mapping);
  const std::string tried = R"(tests:
  - name: t
    inputs: { A: a.tns, B: b.tns }
    formats: [ { A: csr }, { A: "I:C,J:C" } ]
    mappings: [ spec, auto, other.yaml ]
    expect: { Z: z.tns }
)";
  Finished good = test(tried);
  EXPECT_EQ(good.code, 0) << good.out << good.err;
  EXPECT_TRUE(has(good.out, "6 passed, 0 failed")) << good.out;
  EXPECT_TRUE(has(good.out, "PASS spmv.yaml: t [A=I:C,J:C] [mapping: other.yaml] (cpu)"))
      << good.out;
  // What is expected counts under each of them.
  w.write("z.tns", "# shape 3\n1 302\n3 51\n");
  Finished bad = test(tried);
  EXPECT_EQ(bad.code, 3);
  EXPECT_TRUE(has(bad.out, "0 passed, 6 failed")) << bad.out;
  EXPECT_TRUE(has(bad.out, "Y[2] is 50, expected 51")) << bad.out;
}

TEST_F(SpecTests, AMappingOfSomethingElseFails) {
  std::string less = other_mapping;
  less.replace(less.find(" * V[k]"), 7, "");
  w.write("other.yaml", less);
  Finished ran = test("tests: [{ inputs: { A: a.tns, B: b.tns }, mappings: [other.yaml] }]\n");
  EXPECT_EQ(ran.code, 3);
  EXPECT_TRUE(has(ran.out, "this is not what spmv.yaml computes")) << ran.out;
  EXPECT_EQ(test("tests: [{ inputs: { A: a.tns }, mappings: spec }]\n").code, 1);
}

TEST_F(SpecTests, TestsAreListedAndChosenByName) {
  const std::string two = R"(tests:
  - { name: good, inputs: { A: a.tns, B: b.tns }, devices: [cpu, checked] }
  - { name: bad, inputs: { A: a.tns, B: b.tns }, expect: { Z: [1, 2, 3] } }
)";
  w.write("spmv.test.yaml", two);
  EXPECT_EQ(w.teaalc("test spmv.yaml --list").out,
            "spmv.yaml\tgood (cpu)\nspmv.yaml\tgood (checked)\nspmv.yaml\tbad (auto)\n");
  EXPECT_EQ(w.teaalc("test spmv.yaml").code, 3);
  EXPECT_TRUE(has(w.teaalc("test spmv.yaml --only=good").out, "2 passed, 0 failed"));
  EXPECT_TRUE(has(w.teaalc("test spmv.yaml --only='good (checked)'").out, "1 passed, 0 failed"));
  EXPECT_EQ(w.teaalc("test spmv.yaml --only=none").code, 2);
}

TEST_F(SpecTests, FilesOfTestsAreChecked) {
  Finished key = test("tests: [{ input: { A: a.tns } }]\n");
  EXPECT_EQ(key.code, 1);
  EXPECT_TRUE(has(key.err, "did you mean 'inputs'?")) << key.err;
  EXPECT_EQ(test("tests: [{ devices: [tpu] }]\n").code, 1);
  EXPECT_EQ(test("tests: [{ expect: { Z: [] } }]\n").code, 1);
  EXPECT_EQ(test("tests: []\n").code, 2);
  Finished missing = test("tests: [{ inputs: { A: a.tns } }]\n");
  EXPECT_EQ(missing.code, 3);
  EXPECT_TRUE(has(missing.out, "the spec needs 'B', which is not given")) << missing.out;
}

}  // namespace
}  // namespace teaal::exec
