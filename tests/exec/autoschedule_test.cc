// Einsums without a mapping: which schedule they get, and that its kernels are right at sizes
// around the tiles', against reference math, on the CPU executor in checked mode
// (TEAAL_TEST_DEVICE=gpu: on the GPU).
#include <gtest/gtest.h>

#include "compiler/driver/session.h"
#include "tests/exec/drawn.h"
#include "tests/exec/machine.h"
#include "tests/exec/process.h"

namespace teaal::exec {
namespace {

using Extents = std::map<std::string, int64_t>;

struct Case {
  std::string tensors;
  std::vector<std::string> expressions;
  std::string operators = {};
  std::vector<std::string> dense = {"A", "B"};
  std::map<std::string, std::string> sparse = {};  // their formats
  std::string mapping = {};
};

std::string spec_of(const Case& c) {
  std::string out = "einsum:\n  declaration: { " + c.tensors + " }\n  expressions:\n";
  for (const std::string& e : c.expressions) out += "  - \"" + e + "\"\n";
  if (!c.operators.empty()) out += "  operators: { " + c.operators + " }\n";
  return out + c.mapping;
}

class Autoschedule : public testing::Test {
 protected:
  static std::optional<driver::Compiled> compiled(const Case& c, const std::string& type = "f32") {
    Diagnostics diagnostics;
    driver::CompileOptions options;
    options.formatted = false;
    options.name = "t";
    options.value_type = type;
    for (const std::string& tensor : c.dense) options.overrides.formats[tensor] = "dense";
    for (const auto& [tensor, format] : c.sparse) options.overrides.formats[tensor] = format;
    auto source = std::make_shared<SourceFile>(SourceFile{"unmapped.yaml", spec_of(c)});
    auto out = driver::compile_for_run(source, options, diagnostics);
    EXPECT_TRUE(out) << told(diagnostics);
    return out;
  }

  static void check(const Case& c, const std::vector<Extents>& sizes,
                    const std::string& type = "f32") {
    SCOPED_TRACE(spec_of(c));
    Diagnostics diagnostics;
    auto machine = quick_machine(diagnostics);
    const auto program = compiled(c, type);
    ASSERT_TRUE(machine && program) << told(diagnostics);
    expect_right_with(sizes, {*program, type, {0.9, 0.1}}, *machine);
  }

  static int count(const std::string& text, const std::string& what) {
    int out = 0;
    for (size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + 1)) ++out;
    return out;
  }
  // How many kernels got a schedule.
  static int chosen(const driver::Compiled& program) {
    return count(program.artefact.manifest, "no mapping is given");
  }
};

const Case product{"A: [M, K], B: [K, N], Z: [M, N]", {"Z[m, n] = A[m, k] * B[k, n]"}};

TEST_F(Autoschedule, products_have_tiles_in_shared_memory) {
  const std::vector<Extents> sizes = {
      {{"M", 1}, {"K", 1}, {"N", 1}},    {{"M", 64}, {"K", 32}, {"N", 64}},
      {{"M", 70}, {"K", 33}, {"N", 67}}, {{"M", 3}, {"K", 50}, {"N", 130}},
      {{"M", 0}, {"K", 5}, {"N", 4}},    {{"M", 5}, {"K", 0}, {"N", 4}}};
  for (const char* type : {"f32", "f64", "f16"}) check(product, sizes, type);
  check({"A: [M, K], B: [N, K], Z: [M, N]", {"Z[m, n] = A[m, k] * B[n, k]"}}, sizes);
  check({product.tensors, product.expressions, "Z: { map: A + B, reduce: min }"}, sizes);
  EXPECT_NE(compiled(product)->artefact.cu.find("__shared__"), std::string::npos);
}

TEST_F(Autoschedule, batches_and_more_sums_and_factors) {
  check({"A: [P, M, K], B: [P, K, N], Z: [P, M, N]", {"Z[p, m, n] = A[p, m, k] * B[p, k, n]"}},
        {{{"P", 3}, {"M", 20}, {"K", 18}, {"N", 70}}});
  check({"A: [M, K, L], B: [K, N], C: [L, N], Z: [M, N]",
         {"Z[m, n] = A[m, k, l] * B[k, n] * C[l, n]"},
         "",
         {"A", "B", "C"}},
        {{{"M", 9}, {"K", 17}, {"L", 19}, {"N", 21}}});
  check({"A: [M, K], Z: [M, N]", {"Z[m, n] = A[m, k] * A[k, n]"}, "", {"A"}},
        {{{"M", 33}, {"K", 33}, {"N", 33}}});
}

const std::vector<Extents> matrices = {{{"M", 1}, {"K", 1}},    {{"M", 64}, {"K", 512}},
                                       {{"M", 65}, {"K", 515}}, {{"M", 3}, {"K", 7}},
                                       {{"M", 300}, {"K", 3}},  {{"M", 2}, {"K", 1100}},
                                       {{"M", 0}, {"K", 12}},   {{"M", 12}, {"K", 0}}};

TEST_F(Autoschedule, lanes_share_rows_that_are_summed) {
  const Case matrix_vector{"A: [M, K], B: [K], Z: [M]", {"Z[m] = A[m, k] * B[k]"}};
  for (const char* type : {"f32", "f64", "bf16"}) check(matrix_vector, matrices, type);
  check({"A: [M, K], Z: [M]", {"Z[m] = A[m, k]"}, "Z: { reduce: max, default: -inf }", {"A"}},
        matrices);
  check({"A: [M, K], Z: []", {"Z[] = A[m, k]"}, "", {"A"}}, matrices);
}

TEST_F(Autoschedule, lanes_share_columns_that_are_summed) {
  check({"A: [K, M], B: [K], Z: [M]", {"Z[m] = A[k, m] * B[k]"}}, matrices);
  check({"A: [K, L, M], Z: [M]", {"Z[m] = A[k, l, m]"}, "", {"A"}},
        {{{"K", 300}, {"L", 5}, {"M", 130}}});
}

TEST_F(Autoschedule, elements_have_tiles_in_both_orders) {
  const std::string two = "A: [M, K], B: [M, K], Z: [M, K]";
  check({two, {"Z[m, k] = A[m, k] * B[m, k]"}}, matrices);
  check({"A: [M, K], Z: [K, M]", {"Z[k, m] = A[m, k]"}, "", {"A"}}, matrices);
  check({"A: [M, K], B: [K, M], Z: [M, K]", {"Z[m, k] = A[m, k] - B[k, m]"}}, matrices);
  check({"A: [H, W], B: [R, S], Z: [P, Q]", {"Z[p, q] = A[p + r, q + s] * B[r, s]"}},
        {{{"H", 20}, {"W", 40}, {"R", 3}, {"S", 5}, {"P", 18}, {"Q", 36}}});
}

// An image is read by index math: no tile in shared memory, filters and sums in registers.
TEST_F(Autoschedule, windows_of_images_meet_filters_in_registers) {
  const std::vector<Extents> images = {
      {{"P", 2}, {"C", 3}, {"H", 9}, {"W", 40}, {"M", 35}, {"R", 3}, {"S", 5}, {"E", 7}, {"F", 36}},
      {{"P", 1}, {"C", 1}, {"H", 4}, {"W", 5}, {"M", 1}, {"R", 5}, {"S", 1}, {"E", 9}, {"F", 8}},
      {{"P", 1}, {"C", 0}, {"H", 4}, {"W", 5}, {"M", 9}, {"R", 2}, {"S", 2}, {"E", 3}, {"F", 4}}};
  const std::string tensors = "A: [P, C, H, W], B: [M, C, R, S], Z: [P, M, E, F]";
  const Case windows{tensors, {"Z[p, m, e, f] = A[p, c, e + r, f + s] * B[m, c, r, s]"}};
  for (const char* type : {"f32", "f16"}) check(windows, images, type);
  check({tensors, {"Z[p, m, e, f] = A[p, c, 2 * e + r, f + 3 * s] * B[m, c, r, s]"}}, images);
  check(
      {tensors, windows.expressions,
       "Z: { map: A + B, reduce: max, default: -inf }, A: { default: -inf }, B: { default: -inf }"},
      images);
  const auto program = compiled(windows);
  EXPECT_NE(program->artefact.manifest.find("[P, M1, E2, F2, E1, E0, F1, C, R, S, F0, M0]"),
            std::string::npos);
  EXPECT_NE(program->artefact.cu.find("value_t B_held[8];"), std::string::npos);
  // Of one line there is nothing that warps would share.
  const Case line{"A: [C, W], B: [M, C, S], Z: [M, F]", {"Z[m, f] = A[c, f + s] * B[m, c, s]"}};
  check(line, {{{"C", 3}, {"W", 40}, {"M", 35}, {"S", 5}, {"F", 36}}});
  EXPECT_EQ(compiled(line)->artefact.cu.find("B_held"), std::string::npos);
}

// One matrix that is stored by rows: equal runs of what it stores.
TEST_F(Autoschedule, runs_of_non_zeros_serve_a_compressed_matrix) {
  const Case vector{"A: [M, K], B: [K], Z: [M]", {"Z[m] = A[m, k] * B[k]"}};
  for (const char* format : {"M:U,K:C", "M:C,K:C"})
    for (const char* type : {"f32", "f16"}) {
      Case c = vector;
      c.sparse = {{"A", format}};
      check(c, matrices, type);
      EXPECT_EQ(chosen(*compiled(c)), 1);
    }
  Case columns{"A: [M, K], B: [K, N], Z: [M, N]", {"Z[m, n] = A[m, k] * B[k, n]"}};
  columns.sparse = {{"A", "M:U,K:C"}};
  check(columns, {{{"M", 33}, {"K", 70}, {"N", 1}},
                  {{"M", 200}, {"K", 50}, {"N", 67}},
                  {{"M", 1}, {"K", 5000}, {"N", 32}}});
  EXPECT_EQ(chosen(*compiled(columns)), 1);
  // Stored by columns, it is re-sorted, and a row is a warp's.
  Case other = vector;
  other.sparse = {{"A", "K:U,M:C"}};
  check(other, matrices);
  EXPECT_NE(compiled(other)->artefact.manifest.find("loop-order [M1, M0, K]"), std::string::npos);
}

// Otherwise compressed: loops in the order of storage, a warp a row of the result.
TEST_F(Autoschedule, rows_of_compressed_operands) {
  struct Rows {
    Case of;
    std::string order;
    std::vector<Extents> sizes;
  };
  const std::vector<Extents> products = {{{"M", 33}, {"K", 70}, {"N", 65}},
                                         {{"M", 1}, {"K", 1}, {"N", 200}},
                                         {{"M", 9}, {"K", 0}, {"N", 4}},
                                         {{"M", 0}, {"K", 3}, {"N", 4}}};
  const std::vector<Rows> cases = {
      {{"A: [M, K], B: [K, N], Z: [M, N]",
        {"Z[m, n] = A[m, k] * B[k, n]"},
        "",
        {},
        {{"A", "csr"}, {"B", "csr"}, {"Z", "csr"}}},
       "[M1, M0, K, N]",
       products},
      {{"A: [M, K], B: [K, N], Z: [M, N]",
        {"Z[m, n] = A[m, k] * B[k, n]"},
        "Z: { map: A + B, reduce: min, default: inf }, A: { default: inf }, B: { default: inf }",
        {"Z"},
        {{"A", "csr"}, {"B", "csr"}}},
       "[M1, M0, K, N]",
       products},
      {{"A: [M, N], B: [M, K], C: [K, N], Z: [M, N]",
        {"Z[m, n] = A[m, n] * B[m, k] * C[k, n]"},
        "",
        {"B", "C"},
        {{"A", "csr"}}},
       "[M1, M0, N, K2, K1, K0]",
       products},
      {{"A: [M, K], B: [K], Z: [M]",
        {"Z[m] = A[m, k] * B[k]"},
        "",
        {},
        {{"A", "csr"}, {"B", "K:C"}}},
       "[M1, M0, K]",
       matrices},
      {{"A: [I, K, L], B: [K, J], C: [L, J], Z: [I, J]",
        {"Z[i, j] = A[i, k, l] * B[k, j] * C[l, j]"},
        "",
        {"B", "C"},
        {{"A", "I:U,K:C,L:C"}}},
       "[I1, I0, J, K, L]",
       {{{"I", 19}, {"K", 9}, {"L", 11}, {"J", 35}}}}};
  for (const Rows& rows : cases) {
    check(rows.of, rows.sizes);
    EXPECT_NE(compiled(rows.of)->artefact.manifest.find("loop-order " + rows.order),
              std::string::npos)
        << spec_of(rows.of);
  }
  Case other = cases[0].of;
  other.sparse["A"] = "M:C,K:C";  // it lists rows
  EXPECT_EQ(chosen(*compiled(other)), 0);
}

// What rows want to meet in another order than it is stored in is re-sorted: whose rows are not
// outermost, and who would meet all of a rank's coordinates for a sum.
TEST_F(Autoschedule, rows_of_operands_in_another_order) {
  const std::vector<Extents> sizes = {{{"M", 33}, {"K", 70}, {"N", 65}},
                                      {{"M", 9}, {"K", 0}, {"N", 4}},
                                      {{"M", 0}, {"K", 3}, {"N", 4}}};
  for (const char* a : {"K:U,M:C", "M:U,K:C"})
    for (const char* b : {"N:U,K:C", "K:U,N:C"}) {
      Case c{"A: [M, K], B: [K, N], Z: [M, N]", {"Z[m, n] = A[m, k] * B[k, n]"}};
      c.sparse = {{"A", a}, {"B", b}};
      check(c, sizes);
      EXPECT_NE(compiled(c)->artefact.manifest.find("loop-order [M1, M0, K, N]"), std::string::npos)
          << a << " " << b;
    }
  // Handed on, it is a kernel of its own, whatever the others are.
  const Case chain{"A: [M, K], B: [K, N], C: [M, N], T: [M, N], Z: [M, N]",
                   {"T[m, n] = A[m, k] * B[k, n]", "Z[m, n] = C[m, n] * T[m, n]"},
                   "",
                   {},
                   {{"A", "csr"}, {"B", "csr"}, {"C", "csr"}}};
  check(chain, sizes);
  EXPECT_EQ(chosen(*compiled(chain)), 1);
}

// Of a dense product's sums those alone are made that a compressed operand asks for.
TEST_F(Autoschedule, products_are_sampled_where_they_are_read) {
  const std::string product = "T[m, n] = A[m, k] * B[k, n]";
  const std::string tensors = "A: [M, K], B: [K, N], C: [M, N], T: [M, N], Z: [M, N]";
  const Case sampled{
      tensors, {product, "Z[m, n] = C[m, n] * T[m, n]"}, "", {"A", "B"}, {{"C", "csr"}}};
  const auto is_sampled = [](const Case& c) {
    const auto program = compiled(c);
    return program && program->artefact.manifest.find(
                          "sums T where its other factors hold something") != std::string::npos;
  };
  for (const char* z : {"csr", "dense"}) {
    Case c = sampled;
    if (z[0] == 'c') c.sparse["Z"] = z;
    check(c, {{{"M", 33}, {"K", 70}, {"N", 65}}, {{"M", 9}, {"K", 0}, {"N", 4}}});
    EXPECT_TRUE(is_sampled(c));
    EXPECT_EQ(chosen(*compiled(c)), 1);
  }
  Case other = sampled;
  other.sparse = {};  // nobody lists anything
  other.dense.push_back("C");
  EXPECT_FALSE(is_sampled(other));
  other = sampled;
  other.dense = {"B"};  // the product itself is of few
  other.sparse["A"] = "csr";
  EXPECT_FALSE(is_sampled(other));
  other = sampled;
  other.expressions.push_back("Y[m] = T[m, n]");
  other.tensors += ", Y: [M]";
  EXPECT_FALSE(is_sampled(other));
  other = sampled;
  other.expressions[1] = "Z[n, m] = C[n, m] * T[m, n]";
  other.tensors = "A: [M, K], B: [K, N], C: [N, M], T: [M, N], Z: [N, M]";
  check(other, {{{"M", 33}, {"K", 7}, {"N", 65}}});
  EXPECT_TRUE(is_sampled(other));
  // Whoever starts from another value, or takes the largest, is no sum.
  other = sampled;
  other.operators = "T: { reduce: max, default: -inf }";
  EXPECT_FALSE(is_sampled(other));
}

// Lanes read neighbours of a dense operand whose last rank another one lists.
TEST_F(Autoschedule, dense_operands_that_lanes_would_read_across_are_copied) {
  struct Copied {
    Case of;
    std::string copy, order;
  };
  const std::vector<Copied> cases = {{{"A: [M, K], B: [K, N], Z: [M, N]",
                                       {"Z[m, n] = A[m, k] * B[k, n]"},
                                       "",
                                       {"A"},
                                       {{"B", "csr"}}},
                                      "A_transposed",
                                      "[N1, N0, M, K]"},
                                     {{"A: [M, K], B: [N, K], Z: [M, N]",
                                       {"Z[m, n] = A[m, k] * B[n, k]"},
                                       "",
                                       {"B"},
                                       {{"A", "csr"}}},
                                      "B_transposed",
                                      "[MK3, MK2, MK1, N2, MK0, N1, N0]"},
                                     {{"S: [M, N], A: [M, K], B: [K, N], Z: [M, N]",
                                       {"Z[m, n] = S[m, n] * A[m, k] * B[k, n]"},
                                       "",
                                       {"A", "B"},
                                       {{"S", "csr"}}},
                                      "B_transposed",
                                      "[M1, M0, N, K2, K1, K0]"},
                                     {{"A: [M, L, K], B: [K, N], Z: [M, L, N]",
                                       {"Z[m, l, n] = A[m, l, k] * B[k, n]"},
                                       "",
                                       {"B"},
                                       {{"A", "M:U,L:U,K:C"}}},
                                      "",
                                      "[M1, M0, L, N, K]"}};
  for (const Copied& c : cases) {
    check(c.of, {{{"M", 33}, {"K", 70}, {"N", 65}, {"L", 5}},
                 {{"M", 9}, {"K", 0}, {"N", 4}, {"L", 1}},
                 {{"M", 1}, {"K", 3}, {"N", 130}, {"L", 2}}});
    const std::string manifest = compiled(c.of)->artefact.manifest;
    EXPECT_NE(manifest.find("loop-order " + c.order), std::string::npos) << spec_of(c.of);
    EXPECT_EQ(manifest.find("_transposed") != std::string::npos, !c.copy.empty());
    EXPECT_NE(manifest.find(c.copy), std::string::npos) << spec_of(c.of);
  }
}

// Terms of dense tensors are one assignment; where one is compressed, the union of points.
TEST_F(Autoschedule, terms_of_dense_tensors_are_one_kernel) {
  const Case sum{"A: [M, K], B: [M, K], Z: [M, K]", {"Z[m, k] = 2 * A[m, k] + B[m, k]"}};
  check(sum, matrices);
  EXPECT_EQ(count(compiled(sum)->artefact.cu, "__global__"), 1);
  Case sparse = sum;
  sparse.dense = {"A"};
  EXPECT_EQ(chosen(*compiled(sparse)), 0);
}

// Of a cascade each kernel, or none: what is best never stored is handed on in registers.
TEST_F(Autoschedule, cascades_are_scheduled_together) {
  const Case layer{"A: [M, K], B: [K, N], T: [M, N], Z: [M, N]",
                   {"T[m, n] = A[m, k] * B[k, n]", "Z[m, n] = T[m, n]"},
                   "Z: { map: \"max(T, 0)\" }"};
  check(layer, {{{"M", 70}, {"K", 33}, {"N", 67}}});
  const auto finished = compiled(layer);
  EXPECT_EQ(chosen(*finished), 1);  // Z is computed where T is stored
  const Case softmax{
      "A: [M, K], G: [M], E: [M, K], S: [M], Z: [M, K]",
      {"G[m] = A[m, k]", "E[m, k] = A[m, k] * G[m]", "S[m] = E[m, k]", "Z[m, k] = E[m, k] * S[m]"},
      "G: { reduce: max }, E: { map: \"exp(A - G)\" }, Z: { map: div }",
      {"A"}};
  check(softmax, {{{"M", 33}, {"K", 70}}});
  EXPECT_EQ(chosen(*compiled(softmax)), 4);
  const Case pairs{"A: [M, K], B: [K, N], T: [M, K, N], Z: [M, N]",
                   {"T[m, k, n] = A[m, k] * B[k, n]", "Z[m, n] = T[m, k, n]"}};
  check(pairs, {{{"M", 9}, {"K", 10}, {"N", 11}}});
  EXPECT_EQ(chosen(*compiled(pairs)), 0);
}

// Sums a row of a compressed matrix stay in a register where something goes on with them; matrices
// of sums are stored.
TEST_F(Autoschedule, sums_of_a_compressed_matrix_are_handed_on) {
  Case vector{
      "A: [M, K], B: [K], T: [M], Z: [M]", {"T[m] = A[m, k] * B[k]", "Z[m] = 2 * T[m]"}, "", {"B"}};
  vector.sparse = {{"A", "M:U,K:C"}};
  check(vector, matrices);
  EXPECT_EQ(chosen(*compiled(vector)), 0);
  Case layers{"A: [M, K], B: [K, N], T: [M, N], C: [N, P], Z: [M, P]",
              {"T[m, n] = A[m, k] * B[k, n]", "Z[m, p] = T[m, n] * C[n, p]"},
              "",
              {"B", "C"}};
  layers.sparse = {{"A", "M:U,K:C"}};
  check(layers, {{{"M", 70}, {"K", 33}, {"N", 20}, {"P", 67}}});
  EXPECT_EQ(chosen(*compiled(layers)), 2);
}

// What a spec says of one einsum is left alone.
TEST_F(Autoschedule, mapped_einsums_stay_as_they_are) {
  for (const char* mapping : {"mapping:\n  loop-order: { Z: [M, K, N] }\n",
                              "mapping:\n  partitioning: { Z: { K: [uniform_shape(8)] } }\n",
                              "mapping:\n  spacetime: { Z: { space: [M], time: [N, K] } }\n  "
                              "loop-order: { Z: [M, N, K] }\n"}) {
    Case c = product;
    c.mapping = mapping;
    EXPECT_EQ(chosen(*compiled(c)), 0) << mapping;
  }
}

}  // namespace
}  // namespace teaal::exec
