#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/exec/process.h"

// `variants`: each class of rows has a mapping of its own. `teaalc check` runs cases in checked
// mode, on drawn data beside reference math.
namespace teaal::exec {
namespace {

struct Case {
  std::string declaration = "{ A: [M, K], B: [K], Z: [M] }";
  std::string expression = "Z[m] = A[m, k] * B[k]";
  std::vector<std::string> mappings;  // of each class, "" for none
  std::vector<int> ends = {2, 5};     // the most of each class but the last
  std::string times;                  // a tensor: classes are by products with it
};

// A thread, a warp and a block a row.
const std::vector<std::string> thread_warp_block = {
    "{ spacetime: { space: [M], time: [K] } }",
    "{ partitioning: { M: [uniform_shape(3)] }, spacetime: { space: [M1, M0, K], time: [] } }",
    "{ spacetime: { space: [M, K], time: [] } }"};

std::string spec_of(const Case& c) {
  std::string out = "einsum:\n  declaration: " + c.declaration + "\n  expressions: [ '" +
                    c.expression + "' ]\nvariants:\n  Z:\n";
  int least = 0;
  for (size_t i = 0; i < c.mappings.size(); ++i) {
    const bool last = i + 1 == c.mappings.size();
    const std::string times = c.times.empty() ? "" : "times: " + c.times + ", ";
    out += "  - where: { tensor: A, " + times + "rank: M, occupancy: [" + std::to_string(least) +
           ", " + (last ? "inf" : std::to_string(c.ends[i])) + "] }\n";
    if (!last) least = c.ends[i] + 1;
    if (!c.mappings[i].empty()) out += "    mapping: " + c.mappings[i] + "\n";
  }
  return out;
}

Finished checked(const Workspace& folder, const Case& c, const std::string& options) {
  const std::string spec = folder.write("spec.yaml", spec_of(c));
  return folder.teaalc("check " + spec + " --cases=3 --quiet " + options);
}

void expect_right(const Case& c, const std::string& options) {
  Workspace folder;
  const Finished done = checked(folder, c, options);
  EXPECT_EQ(done.code, 0) << spec_of(c) << options << "\n" << done.out << done.err;
}

TEST(Variants, hold_in_any_format_and_type) {
  for (const char* how :
       {"--format A=csr", "--format A=dcsr", "--format A=M:U,K:B", "--format A=M:B,K:C",
        "--format A=M:C,K:U", "--format A=dense", "--format A=csc", "--format A=csr --type=f64",
        "--format A=csr --type=f16", "--format A=csr --type=i32"})
    expect_right({.mappings = thread_warp_block}, how);
}

// Sums in memory, lanes in groups, and tiles of tiles of the list.
TEST(Variants, hold_for_other_loops) {
  const std::string part = "{ partitioning: { M: [uniform_shape(6), uniform_shape(2)] }, ";
  for (const std::string& mapping :
       {std::string("{ loop-order: [K, M] }"), std::string("{}"),
        part + "spacetime: { space: [M2, M1, M0, K], time: [] } }",
        part + "loop-order: [M1, M2, K, M0], spacetime: { space: [M1], time: [M2, K, M0] } }",
        part + "loop-order: [M0, K, M1, M2] }",
        std::string("{ partitioning: { M: [nway_shape(3)], K: [uniform_occupancy(A.2)] } }")})
    for (const char* how : {"--format A=csr", "--format A=dcsr", "--format A=csr --type=f16"})
      expect_right({.mappings = {"", mapping, mapping}}, how);
}

TEST(Variants, hold_for_columns_in_registers) {
  const std::string columns =
      "{ partitioning: { M: [uniform_shape(4), uniform_shape(2)], N: [uniform_shape(8), "
      "uniform_shape(4)] }, loop-order: [M2, N2, M1, K, N1, M0, N0], "
      "spacetime: { space: [M2, M1, N1], time: [N2, K, M0, N0] } }";
  for (const char* how : {"--format A=csr --format B=dense", "--format A=dcsr --format B=dense",
                          "--format A=csr --format B=dense --type=bf16"})
    expect_right({"{ A: [M, K], B: [K, N], Z: [M, N] }",
                  "Z[m, n] = A[m, k] * B[k, n]",
                  {columns, "{ spacetime: { space: [M, N], time: [K] } }"}},
                 how);
}

TEST(Variants, hold_for_several_terms) {
  for (const char* how : {"--format A=csr", "--format A=dcsr --format C=csr"})
    expect_right({"{ A: [M, K], B: [K], C: [M, K], Z: [M] }",
                  "Z[m] = A[m, k] * B[k] - C[m, k] * A[m, k]", thread_warp_block},
                 how);
}

// Every class emits its rows of the result; what is like A has A's structure.
TEST(Variants, hold_for_compressed_results) {
  const Case product{"{ A: [M, K], B: [K, N], Z: [M, N] }",
                     "Z[m, n] = A[m, k] * B[k, n]",
                     {"{ loop-order: [M, K, N], spacetime: { space: [M], time: [K, N] } }",
                      "{ loop-order: [M, K, N], spacetime: { space: [M, N], time: [K] } }"}};
  for (const char* how : {"--format A=csr --format B=csr --format Z=csr",
                          "--format A=dcsr --format B=csr --format Z=dcsr",
                          "--format A=csr --format B=csr --format Z=N:U,M:C"})
    expect_right(product, how);
  for (const char* a : {"csr", "dcsr", "M:U,N:B"})
    expect_right(
        {"{ A: [M, N], B: [M, K], C: [K, N], Z: [M, N] }",
         "Z[m, n] = A[m, n] * B[m, k] * C[k, n]",
         {"", "{ spacetime: { space: [M, N], time: [K] } }",
          "{ partitioning: { M: [uniform_shape(4)] }, "
          "spacetime: { space: [M1, M0, N], time: [K] } }"}},
        "--format B=dense --format C=dense --format Z=like:A --format A=" + std::string(a));
}

std::string giant_row() {
  std::string out = "%%MatrixMarket matrix coordinate real general\n700 3000 3003\n";
  for (int k = 1; k <= 3000; ++k) out += "350 " + std::to_string(k) + " 0.5\n";
  return out + "1 1 2\n1 2 3\n700 9 1\n";
}

const std::vector<std::string> products = {
    "{ loop-order: [M, K, N], spacetime: { space: [M], time: [K, N] } }",
    "{ loop-order: [M1, M0, K, N], partitioning: { M: [uniform_shape(2)] }, "
    "spacetime: { space: [M1, M0, N], time: [K] } }",
    "{ loop-order: [M, K, N], spacetime: { space: [M, N], time: [K] } }"};

// Classes by the products of a row, however either operand is stored, and whatever is computed.
TEST(Variants, hold_by_products) {
  for (const char* how :
       {"--format A=csr --format B=csr --format Z=csr", "--format A=dcsr --format B=dcsr",
        "--format A=M:U,K:B --format B=K:B,N:C", "--format A=M:B,K:C --format B=K:U,N:B",
        "--format A=M:C,K:U --format B=K:C,N:U", "--format A=dense --format B=dense",
        "--format A=csc --format B=csc", "--format A=M:U,K:C8 --format B=csr --type=f64",
        "--format A=M:C8,K:C16 --format B=K:C8,N:C --format Z=dcsr --index-bits=8"})
    expect_right({"{ A: [M, K], B: [K, N], Z: [M, N] }",
                  "Z[m, n] = A[m, k] * B[k, n]",
                  products,
                  {9, 40},
                  "B"},
                 how);
}

// The other tensor under another name of the rank, with more ranks, in several terms.
TEST(Variants, hold_by_products_of_other_tensors) {
  const std::string order = "{ loop-order: [M, K, N] }";
  expect_right({"{ A: [M, K], B: [J, N], Z: [M, N] }",
                "Z[m, n] = A[m, k] * B[k, n]",
                {"", order},
                {20},
                "B"},
               "--format A=csr --format B=csr --format Z=csr");
  expect_right({"{ A: [M, K], B: [K, N, L], Z: [M, N] }",
                "Z[m, n] = A[m, k] * B[k, n, l]",
                {"", "{ loop-order: [M, K, N, L] }"},
                {9},
                "B"},
               "--format A=csr --format B=K:U,N:C,L:C --format Z=csr");
  expect_right({"{ A: [M, K], B: [K, N], C: [M, N], Z: [M, N] }",
                "Z[m, n] = A[m, k] * B[k, n] - C[m, n] * A[m, k]",
                {"", ""},
                {9},
                "B"},
               "--format A=csr --format B=csr --format C=dcsr --format Z=csr");
}

// Row 350 names every row of B, of which one is long and most are empty; sums are exact.
TEST(Variants, count_products_exactly) {
  Workspace folder;
  folder.write("giant.mtx", giant_row());
  std::string b = "%%MatrixMarket matrix coordinate real general\n3000 500 503\n";
  for (int n = 1; n <= 500; ++n) b += "2 " + std::to_string(n) + " 1\n";
  folder.write("b.mtx", b + "1 1 1\n9 4 1\n3000 5 1\n");
  for (const int most : {500, 501, 502, 503, 504}) {  // of rows with 501, 503 and 1 products
    const std::string spec =
        folder.write("spec.yaml", spec_of({"{ A: [M, K], B: [K, N], Z: [M, N] }",
                                           "Z[m, n] = A[m, k] * B[k, n]",
                                           {products[2], products[0]},
                                           {most},
                                           "B"}));
    const Finished done = folder.teaalc("run " + spec +
                                        " --checked --count --quiet --format A=csr --format B=csr "
                                        "--format Z=dense A=giant.mtx B=b.mtx");
    EXPECT_EQ(done.code, 0) << most << "\n" << done.out << done.err;
  }
}

// Lists of a tensor that the cascade computes are made behind it.
TEST(Variants, hold_for_intermediates) {
  Workspace folder;
  const std::string spec = folder.write(
      "spec.yaml",
      "einsum:\n  declaration: { A: [M, K], B: [M, K], C: [K], T: [M, K], Z: [M], Y: [M] }\n"
      "  expressions: [ 'T[m, k] = A[m, k] * B[m, k]', 'Z[m] = T[m, k] * C[k]', "
      "'Y[m] = Z[m] * A[m, k]' ]\nvariants:\n  Z:\n"
      "  - where: { tensor: T, rank: M, occupancy: [0, 1] }\n"
      "  - where: { tensor: T, rank: M, occupancy: [2, inf] }\n"
      "    mapping: { spacetime: { space: [M, K], time: [] } }\n");
  for (const char* how : {"", "--fuse=off"}) {
    const Finished done = folder.teaalc("check " + spec +
                                        " --cases=4 --quiet --format A=csr --format B=csr "
                                        "--format T=csr " +
                                        how);
    EXPECT_EQ(done.code, 0) << how << "\n" << done.out << done.err;
  }
}

// Terms and classes read B in other orders, whose fibers have other lengths: one list is for all.
TEST(Variants, hold_where_classes_read_in_other_orders) {
  Workspace folder;
  const std::string variants =
      "variants:\n  Z:\n  - where: { tensor: B, rank: K, occupancy: [0, 4] }\n"
      "  - where: { tensor: B, rank: K, occupancy: [5, inf] }\n    mapping: ";
  const std::string spec =
      folder.write("spec.yaml",
                   "einsum:\n  declaration: { A: [L], B: [I, L, K], D: [K, L], E: [I], Z: [K] }\n"
                   "  expressions: [ 'Z[k] = A[l] * B[i, l, k] + D[k, l] * E[i]' ]\n" +
                       variants + "{ loop-order: [I, K, L] }\n");
  for (const char* b : {"K:U,I:U,L:C", "K:U,I:C,L:C", "K:U,L:C,I:C", "I:U,K:C,L:C"}) {
    const Finished done = folder.teaalc("check " + spec + " --cases=4 --quiet --format B=" + b);
    EXPECT_EQ(done.code, 0) << b << "\n" << done.out << done.err;
  }
}

// Its elements would be computed where they are read, if lists were not made of them.
TEST(Variants, store_what_their_classes_are_of) {
  Workspace folder;
  const std::string spec =
      folder.write("spec.yaml",
                   "einsum:\n  declaration: { A: [M, K], B: [M, K], T: [M, K], Z: [M, K] }\n"
                   "  expressions: [ 'T[m, k] = A[m, k] * B[m, k]', 'Z[m, k] = T[m, k] * 2' ]\n"
                   "variants:\n  Z:\n  - where: { tensor: T, rank: M, occupancy: [0, inf] }\n");
  const Finished done =
      folder.teaalc("check " + spec + " --cases=4 --quiet --format A=csr --format T=csr");
  EXPECT_EQ(done.code, 0) << done.out << done.err;
}

// More rows than a block lists, empty ones, a giant one; classes without a row, and no rows at all.
TEST(Variants, hold_at_the_edges) {
  Workspace folder;
  folder.write("giant.mtx", giant_row());
  const std::string spec = folder.write("spec.yaml", spec_of({.mappings = thread_warp_block}));
  for (const char* a :
       {"giant.mtx", "rand:shape=700x3000,density=0", "uniform:shape=700x3000,row=4"})
    for (const char* format : {"csr", "dcsr"}) {
      const Finished done =
          folder.teaalc("run " + spec + " --checked --quiet --format A=" + format +
                        " B=dense:shape=3000,values=rand A=" + a);
      EXPECT_EQ(done.code, 0) << a << "\n" << done.out << done.err;
    }
  const Finished small = folder.teaalc("run " + spec +
                                       " --checked --quiet --format A=csr --index-bits=8 "
                                       "A=rand:shape=120x100,density=0.05 B=dense:shape=100");
  EXPECT_EQ(small.code, 0) << small.out << small.err;
  const Finished none = folder.teaalc("run " + spec +
                                      " --checked --quiet --format A=csr "
                                      "A=rand:shape=0x0,density=0 B=dense:shape=0");
  EXPECT_EQ(none.code, 0) << none.out << none.err;
}

// Rows are listed in order, so every run adds alike.
TEST(Variants, give_the_same_bits_again) {
  Workspace folder;
  const std::string spec = folder.write("spec.yaml", spec_of({.mappings = thread_warp_block}));
  std::string first;
  for (const char* how : {"", "", "--static=A"}) {
    const Finished done =
        folder.teaalc("run " + spec + " --device=cpu --quiet --format A=csr " + how +
                      " A=rmat:scale=9,ef=6 B=dense:shape=512,values=rand -o Z=z.tns");
    ASSERT_EQ(done.code, 0) << done.out << done.err;
    const std::string bits = folder.read("z.tns");
    if (first.empty()) first = bits;
    EXPECT_EQ(bits, first) << how;
  }
}

size_t count(const std::string& text, const std::string& what) {
  size_t found = 0;
  for (size_t at = text.find(what); at != text.npos; at = text.find(what, at + 1)) ++found;
  return found;
}

// Two kernels make the lists, and each class is one; nothing is read by the host or zeroed first,
// and what depends on A alone is done once where it is static.
TEST(Variants, launch_a_kernel_a_class) {
  Workspace folder;
  const std::string spec = folder.write("spec.yaml", spec_of({.mappings = thread_warp_block}));
  const auto ir = [&](const std::string& how) {
    const Finished text =
        folder.teaalc(spec + " --stop-after=simplify -o - --quiet --format A=csr " + how);
    EXPECT_EQ(text.code, 0) << text.err;
    return text.out;
  };
  const std::string text = ir("");
  EXPECT_EQ(count(text, "step launch"), 5U) << text;
  EXPECT_EQ(count(text, "step read") + count(text, "step zero"), 0U) << text;
  EXPECT_EQ(count(ir("--static=A"), " once\n"), 2U);
}

// One kernel more counts products; it and the lists run once where both operands are static.
TEST(Variants, launch_a_kernel_that_counts_products) {
  Workspace folder;
  const std::string spec = folder.write("spec.yaml", spec_of({"{ A: [M, K], B: [K, N], Z: [M, N] }",
                                                              "Z[m, n] = A[m, k] * B[k, n]",
                                                              {"", "{ loop-order: [M, N, K] }"},
                                                              {9},
                                                              "B"}));
  const auto ir = [&](const std::string& how) {
    const Finished text = folder.teaalc(spec + " --stop-after=hold_static -o - --quiet " + how);
    EXPECT_EQ(text.code, 0) << text.err;
    return text.out;
  };
  const std::string text = ir("");
  EXPECT_EQ(count(text, "kernel spec_A_times_B_M_"), 3U) << text;
  EXPECT_EQ(count(text, "step read"), 0U) << text;
  EXPECT_EQ(count(ir("--static=A"), " once\n"), 0U);
  EXPECT_EQ(count(ir("--static=A,B"), " once\n"), 3U);
}

// Where rows may be missing all of Z is zeroed, once, in front of the first class.
TEST(Variants, zero_the_result_once) {
  Workspace folder;
  const std::string spec = folder.write("spec.yaml", spec_of({.mappings = thread_warp_block}));
  const Finished text = folder.teaalc(spec + " --stop-after=simplify -o - --quiet --format A=dcsr");
  ASSERT_EQ(text.code, 0) << text.err;
  EXPECT_EQ(count(text.out, "step zero"), 1U) << text.out;
  EXPECT_LT(text.out.find("step zero"), text.out.find("step launch spec_Z_class0")) << text.out;
}

// The text of the IR has it all: from behind any pass the kernels come out the same.
TEST(Variants, replay_from_text) {
  Workspace folder;
  const std::string spec = folder.write("spec.yaml", spec_of({.mappings = thread_warp_block}));
  const Finished whole = folder.teaalc(spec + " --lines=off -o spec.cu --quiet --format A=csr");
  ASSERT_EQ(whole.code, 0) << whole.err;
  const std::string expected = folder.read("spec.cu");
  for (const char* pass : {"build", "place", "classify", "coiterate"}) {
    const Finished text =
        folder.teaalc(spec + " --stop-after=" + pass + " -o spec.ir --quiet --format A=csr");
    ASSERT_EQ(text.code, 0) << text.err;
    const Finished again =
        folder.teaalc("spec.ir --lines=off --from=" + std::string(pass) + " -o again.cu --quiet");
    ASSERT_EQ(again.code, 0) << pass << again.err;
    EXPECT_EQ(folder.read("again.cu"), expected) << pass;
  }
}

// What a mapping of a class may not do is refused where it stands.
TEST(Variants, refuse_what_they_cannot) {
  Workspace folder;
  const std::vector<std::pair<std::string, std::string>> refused = {
      {"{ partitioning: { M: [uniform_occupancy(A.4)] } }", "uniform_occupancy of M"},
      {"{ partitioning: { '(M, K)': [flatten()] } }", "MK"},
      {"{ spacetime: { space: [K], time: [M] } }", "copies of the output"},
      {"{ partitioning: { K: [uniform_shape(4)] }, loop-order: [K1, M, K0], "
       "spacetime: { space: [K1], time: [M, K0] } }",
       "copies of the output"}};
  for (const auto& [mapping, what] : refused) {
    const std::string spec = folder.write("spec.yaml", spec_of({.mappings = {mapping, ""}}));
    const Finished done = folder.teaalc(spec + " -o - --quiet --format A=csr");
    EXPECT_EQ(done.code, 1) << mapping << done.out;
    EXPECT_NE(done.err.find("[unsupported]"), done.err.npos) << done.err;
    EXPECT_NE(done.err.find(what), done.err.npos) << done.err;
    EXPECT_NE(done.err.find("spec.yaml:"), done.err.npos) << done.err;
  }
}

}  // namespace
}  // namespace teaal::exec
