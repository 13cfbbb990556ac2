// Gradients beside finite differences: specs and their derived specs run in f64 on the CPU
// executor, through the C API.
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <map>
#include <nlohmann/json.hpp>
#include <random>
#include <string>
#include <vector>

#include "include/teaal/teaal.h"
#include "tests/api/held.h"

namespace {

using teaal::test::Held;
using teaal::test::told;

using Strings = std::vector<std::string>;
using Values = std::vector<double>;
using Arrays = std::map<std::string, Values>;  // row-major
using Extents = std::map<std::string, int64_t>;
using Scalars = std::map<std::string, double>;

struct Case {
  std::string einsum;  // the section, without its key
  Strings wrt;
  Extents extents;
  Strings formats = {};          // "A=csr"
  double zeros = 0.6;            // of what compressed inputs hold
  double least = 0.5, most = 2;  // of the absolute values
  bool positive = false;
  Scalars scalars = {};
};

std::string yaml(const Case& c) { return "einsum:\n" + c.einsum; }

void* from_vector(void* context, size_t bytes, const char*) {
  auto& values = *static_cast<Values*>(context);
  values.resize(bytes / sizeof(double));
  return values.data();
}

class Kernel {
 public:
  Kernel(const std::string& text, const Strings& formats) : d_(teaal_diagnostics_new()) {
    Held<teaal_options> options(teaal_options_new());
    teaal_options_set(options.get(), "type", "f64", nullptr);
    for (const std::string& format : formats)
      teaal_options_set(options.get(), "format", format.c_str(), nullptr);
    teaal_kernel* kernel = nullptr;
    teaal_device* device = nullptr;
    ok(teaal_compile_text(text.data(), text.size(), "spec.yaml", options.get(), &kernel, d_.get()));
    ok(teaal_device_open("cpu", nullptr, &device, d_.get()));
    kernel_.reset(kernel);
    device_.reset(device);
    if (!kernel_) return;
    const auto manifest = nlohmann::json::parse(teaal_kernel_manifest(kernel));
    for (const auto& t : manifest.at("tensors")) {
      const auto role = t.at("role").get<std::string>();
      auto& to = role == "input" ? inputs : outputs;
      if (role == "input" || role == "output") to[t.at("name")] = t.at("ranks").get<Strings>();
      if (t.at("formats").get<std::string>().find_first_not_of('U') != std::string::npos)
        compressed.insert(t.at("name").get<std::string>());
    }
  }

  explicit operator bool() const { return kernel_ != nullptr; }

  Arrays run(const Arrays& given, const Extents& extents, const Scalars& scalars) {
    teaal_run* made = nullptr;
    ok(teaal_run_new(kernel_.get(), device_.get(), &made, d_.get()));
    const Held<teaal_run> run(made);
    for (const auto& [rank, extent] : extents)
      teaal_run_extent(made, rank.c_str(), extent, nullptr);  // not every spec has every rank
    for (const auto& [name, value] : scalars) teaal_run_scalar(made, name.c_str(), value, nullptr);
    Arrays held = given;
    for (const auto& [name, ranks] : inputs) {
      const teaal_tensor t = dense(held.at(name), ranks, extents);
      ok(teaal_run_input(made, name.c_str(), &t, d_.get()));
    }
    ok(teaal_run_launch(made, nullptr, d_.get()));
    Arrays out;
    for (const auto& [name, ranks] : outputs) {
      teaal_tensor t;
      std::memset(&t, 0, sizeof t);
      t.struct_bytes = sizeof t;
      ok(teaal_run_fetch(made, name.c_str(), TEAAL_DENSE, from_vector, &out[name], &t, d_.get()));
    }
    return out;
  }

  std::map<std::string, Strings> inputs, outputs;
  std::set<std::string> compressed;

 private:
  void ok(teaal_status status) { EXPECT_EQ(status, TEAAL_OK) << told(d_.get()); }

  static teaal_tensor dense(Values& values, const Strings& ranks, const Extents& extents) {
    teaal_tensor t;
    std::memset(&t, 0, sizeof t);
    t.struct_bytes = sizeof t;
    t.layout = TEAAL_DENSE;
    t.ranks = static_cast<int32_t>(ranks.size());
    for (size_t i = 0; i < ranks.size(); ++i) t.shape[i] = extents.at(ranks[i]);
    t.values = {values.data(), static_cast<int64_t>(values.size()), TEAAL_F64, TEAAL_HOST};
    return t;
  }

  Held<teaal_diagnostics> d_;
  Held<teaal_kernel> kernel_;
  Held<teaal_device> device_;
};

// The derived spec and its names.
struct Derived {
  std::string text, errors;
  std::map<std::string, std::string> seeds, gradients;
};

Derived derive(const Case& c, const Strings& outputs) {
  Held<teaal_diagnostics> d(teaal_diagnostics_new());
  Held<teaal_options> options(teaal_options_new());
  for (const std::string& format : c.formats)
    teaal_options_set(options.get(), "format", format.c_str(), nullptr);
  std::string wrt;
  for (const std::string& name : c.wrt) wrt += (wrt.empty() ? "" : ",") + name;
  const std::string text = yaml(c);
  teaal_gradient* made = nullptr;
  teaal_gradient_text(text.data(), text.size(), "spec.yaml", wrt.c_str(), options.get(), &made,
                      d.get());
  const Held<teaal_gradient> gradient(made);
  Derived out;
  if (!made) {
    out.errors = told(d.get());
    return out;
  }
  out.text = teaal_gradient_spec(made);
  for (const std::string& name : outputs)
    if (const char* seed = teaal_gradient_seed(made, name.c_str())) out.seeds[name] = seed;
  for (const std::string& name : c.wrt) out.gradients[name] = teaal_gradient_by(made, name.c_str());
  return out;
}

class Draw {
 public:
  explicit Draw(unsigned seed) : random_(seed) {}
  double uniform(double least, double most) {
    return std::uniform_real_distribution<double>(least, most)(random_);
  }
  size_t below(size_t n) { return std::uniform_int_distribution<size_t>(0, n - 1)(random_); }
  bool chance(double p) { return uniform(0, 1) < p; }
  // Away from 0, where maps have kinks.
  double value(const Case& c) {
    const double size = uniform(c.least, c.most);
    return c.positive || chance(0.5) ? size : -size;
  }

 private:
  std::mt19937 random_;
};

int64_t elements(const Strings& ranks, const Extents& extents) {
  int64_t out = 1;
  for (const std::string& rank : ranks) out *= extents.at(rank);
  return out;
}

double dot(const Values& a, const Values& b) {
  double out = 0;
  for (size_t i = 0; i < a.size(); ++i) out += a[i] * b[i];
  return out;
}

// One spec, its inputs, and a loss: the sum of its outputs, weighted by drawn seeds.
class Trial {
 public:
  Trial(const Case& c, unsigned seed) : case_(c), draw_(seed), forward_(yaml(c), c.formats) {}

  void check() {
    ASSERT_TRUE(forward_);
    Strings outputs;
    for (const auto& [name, ranks] : forward_.outputs) outputs.push_back(name);
    const Derived derived = derive(case_, outputs);
    ASSERT_NE(derived.text, "") << derived.errors << yaml(case_);
    Kernel backward(derived.text, {});
    ASSERT_TRUE(backward) << derived.text;
    draw_inputs();
    for (const auto& [name, seed] : derived.seeds) {
      weights_[name] = drawn(elements(forward_.outputs.at(name), case_.extents), 0);
      given_[seed] = weights_[name];
    }
    const Arrays gradients = backward.run(given_, case_.extents, case_.scalars);
    for (const auto& [name, gradient] : derived.gradients) {
      SCOPED_TRACE(name + "\n" + yaml(case_) + derived.text);
      compare(name, gradients.at(gradient));
    }
  }

 private:
  Values drawn(int64_t count, double zeros) {
    Values out;
    for (int64_t i = 0; i < count; ++i) out.push_back(draw_.chance(zeros) ? 0 : draw_.value(case_));
    return out;
  }

  void draw_inputs() {
    for (const auto& [name, ranks] : forward_.inputs)
      given_[name] = drawn(elements(ranks, case_.extents),
                           forward_.compressed.contains(name) ? case_.zeros : 0);
  }

  double loss() {
    const Arrays out = forward_.run(given_, case_.extents, case_.scalars);
    double sum = 0;
    for (const auto& [name, weights] : weights_) sum += dot(weights, out.at(name));
    return sum;
  }

  // The loss along a direction, by a step there and one back.
  template <class Move>
  double slope(const Move& move) {
    constexpr double step = 1e-5;
    move(step);
    const double above = loss();
    move(-2 * step);
    const double below = loss();
    move(step);
    return (above - below) / (2 * step);
  }

  void compare(const std::string& name, const Values& gradient) {
    if (case_.scalars.contains(name)) {
      const double found = slope([&](double by) { case_.scalars[name] += by; });
      EXPECT_NEAR(gradient.at(0), found, 1e-6 * (1 + std::fabs(found)));
      return;
    }
    Values& values = given_.at(name);
    ASSERT_EQ(gradient.size(), values.size());
    const bool masked = forward_.compressed.contains(name);
    for (size_t i = 0; masked && i < values.size(); ++i)
      EXPECT_TRUE(values[i] != 0 || gradient[i] == 0) << "beyond the structure, at " << i;
    for (int trial = 0; trial < 3; ++trial) {
      Values direction = drawn(static_cast<int64_t>(values.size()), 0.2);
      for (size_t i = 0; masked && i < values.size(); ++i)
        if (values[i] == 0) direction[i] = 0;
      const double found = slope([&](double by) {
        for (size_t i = 0; i < values.size(); ++i) values[i] += by * direction[i];
      });
      EXPECT_NEAR(dot(gradient, direction), found, 1e-6 * (1 + std::fabs(found)));
    }
  }

  Case case_;
  Draw draw_;
  Kernel forward_;
  Arrays given_, weights_;
};

struct Named {
  const char* name;
  Case of;
};
void PrintTo(const Named& c, std::ostream* to) { *to << c.name; }

class Gradients : public testing::TestWithParam<Named> {};

TEST_P(Gradients, EqualFiniteDifferences) { Trial(GetParam().of, 7).check(); }

const Extents matrix = {{"M", 5}, {"N", 4}, {"K", 6}};

Case one(const std::string& declaration, const std::string& expression, Strings wrt,
         Extents extents, Strings formats = {}, const std::string& operators = "") {
  return {"  declaration: { " + declaration + " }\n  expressions:\n    - " + expression + "\n" +
              (operators.empty() ? "" : "  operators: { " + operators + " }\n"),
          std::move(wrt), std::move(extents), std::move(formats)};
}

Case several(const std::string& declaration, const Strings& expressions, Strings wrt,
             Extents extents, Strings formats = {}, const std::string& operators = "") {
  std::string list;
  for (const std::string& e : expressions) list += (list.empty() ? "" : "\n    - ") + e;
  return one(declaration, list, std::move(wrt), std::move(extents), std::move(formats), operators);
}

Case positive(Case c) {
  c.positive = true;
  return c;
}

Case emptier(Case c) {
  c.zeros = 0.9;
  return c;
}

Case with_scalars(Case c, Scalars scalars) {
  c.scalars = std::move(scalars);
  return c;
}

const Strings both_dense = {"A=dense", "B=dense"};

INSTANTIATE_TEST_SUITE_P(
    Products, Gradients,
    testing::Values(
        Named{"Matmul", one("A: [M, K], B: [K, N], Z: [M, N]", "Z[m, n] = A[m, k] * B[k, n]",
                            {"A", "B"}, matrix, both_dense)},
        Named{"Spmv", one("A: [M, K], B: [K], Z: [M]", "Z[m] = A[m, k] * B[k]", {"A", "B"}, matrix,
                          {"A=csr"})},
        Named{"SpmvByColumns", one("A: [M, K], B: [K], Z: [M]", "Z[m] = A[m, k] * B[k]", {"A", "B"},
                                   matrix, {"A=csc"})},
        Named{"Spgemm", one("A: [M, K], B: [K, N], Z: [M, N]", "Z[m, n] = A[m, k] * B[k, n]",
                            {"A", "B"}, matrix, {"A=csr", "B=dcsr", "Z=csr"})},
        Named{"Sddmm", one("A: [M, N], B: [M, K], C: [N, K], Z: [M, N]",
                           "Z[m, n] = A[m, n] * B[m, k] * C[n, k]", {"A", "B", "C"}, matrix,
                           {"A=csr", "B=dense", "C=dense", "Z=csr"})},
        Named{"Mttkrp",
              one("T: [I, J, K], B: [J, R], C: [K, R], Z: [I, R]",
                  "Z[i, r] = T[i, j, k] * B[j, r] * C[k, r]", {"T", "B", "C"},
                  {{"I", 4}, {"J", 3}, {"K", 5}, {"R", 2}}, {"T=csf", "B=dense", "C=dense"})},
        Named{"Batched", one("A: [G, M, K], B: [G, K, N], Z: [G, M, N]",
                             "Z[g, m, n] = A[g, m, k] * B[g, k, n]", {"A", "B"},
                             {{"G", 3}, {"M", 2}, {"K", 4}, {"N", 3}}, both_dense)},
        Named{"Broadcast", one("A: [M], Z: [M, N]", "Z[m, n] = A[m]", {"A"}, matrix)},
        Named{"Sum", one("A: [M, N], Z: [M]", "Z[m] = A[m, n]", {"A"}, matrix, {"A=dense"})},
        Named{"SumOfStored", one("A: [M, N], Z: [M]", "Z[m] = A[m, n]", {"A"}, matrix)},
        Named{"Everything", one("A: [M, N], Z: []", "Z[] = A[m, n] * A[m, n]", {"A"}, matrix)},
        Named{"Square", one("A: [M, N], B: [N], Z: [M]", "Z[m] = A[m, n] * A[m, n] * B[n]",
                            {"A", "B"}, matrix, {"A=dense"})},
        Named{"WithItsTranspose", one("A: [M, K], Z: [M, K]", "Z[m, k] = A[m, k] * A[k, m]", {"A"},
                                      {{"M", 4}, {"K", 4}}, {"A=dense"})},
        Named{"WithItsTransposeStored",
              one("A: [M, K], B: [K], Z: [M]", "Z[m] = A[m, k] * A[k, m] * B[k]", {"A", "B"},
                  {{"M", 4}, {"K", 4}})},
        Named{"Gram", one("A: [M, K], Z: [M]", "Z[m] = A[m, k] * A[p, k]", {"A"},
                          {{"M", 4}, {"K", 3}}, {"A=dense"})},
        Named{"Terms",
              one("A: [M, K], B: [K], C: [M, K], Z: [M]", "Z[m] = A[m, k] * B[k] - C[m, k] * B[k]",
                  {"A", "B", "C"}, matrix, {"A=csr", "C=dense"})},
        Named{"Scalars",
              with_scalars(one("A: [M, K], B: [K], Z: [M]", "Z[m] = a * A[m, k] * B[k] * 0.5",
                               {"a", "B", "A"}, matrix),
                           {{"a", 1.5}})},
        Named{"RenamedRank", one("A: [V], B: [D], Z: [D]", "Z[d] = A[d] * B[d]", {"A", "B"},
                                 {{"V", 6}, {"D", 4}})},
        Named{"Taken", one("A: [M, K], B: [K, N], Z: [M, N]", "Z[m, n] = take(A[m, k], B[k, n], 1)",
                           {"B"}, matrix)}),
    [](const auto& info) { return info.param.name; });

INSTANTIATE_TEST_SUITE_P(
    IndexMath, Gradients,
    testing::Values(
        Named{"Convolution", one("I: [W], F: [S], O: [Q]", "O[q] = I[q + s] * F[s]", {"I", "F"},
                                 {{"W", 9}, {"S", 3}, {"Q", 7}})},
        Named{"Padded", one("I: [W], F: [S], O: [Q]", "O[q] = I[q + s] * F[s]", {"I", "F"},
                            {{"W", 6}, {"S", 3}, {"Q", 8}})},
        Named{"Strided", one("I: [W], F: [S], O: [Q]", "O[q] = I[2 * q + s] * F[s]", {"I", "F"},
                             {{"W", 9}, {"S", 3}, {"Q", 4}})},
        Named{"Planes", one("I: [C, H, W], F: [C, R, S], O: [P, Q]",
                            "O[p, q] = I[c, p + r, q + s] * F[c, r, s]", {"I", "F"},
                            {{"C", 2}, {"H", 5}, {"W", 6}, {"R", 2}, {"S", 3}, {"P", 4}, {"Q", 4}},
                            {"I=dense", "F=dense"})},
        Named{"SparseInput", one("I: [W], F: [S], O: [Q]", "O[q] = I[q + s] * F[s]", {"I", "F"},
                                 {{"W", 9}, {"S", 3}, {"Q", 7}}, {"I=W:C"})},
        Named{"Reversed", one("I: [W], F: [S], O: [Q]", "O[q] = I[q + -1 * s] * F[s]", {"I", "F"},
                              {{"W", 9}, {"S", 3}, {"Q", 7}})}),
    [](const auto& info) { return info.param.name; });

Case unary(const std::string& map) {
  return one("A: [M, K], B: [K], Z: [M]", "Z[m] = A[m, k] * B[k]", {"A", "B"}, matrix, both_dense,
             "Z: { map: \"" + map + "\" }");
}

INSTANTIATE_TEST_SUITE_P(
    Maps, Gradients,
    testing::Values(
        Named{"Exp", unary("exp(A - B)")}, Named{"Log", positive(unary("log(A) * B"))},
        Named{"Sqrt", positive(unary("sqrt(A * B + 1)"))}, Named{"Tanh", unary("tanh(A / B)")},
        Named{"Relu", unary("max(A, 0) * B")}, Named{"Leaky", unary("max(A, 0.1 * A) + B")},
        Named{"Least", unary("min(A, B)")}, Named{"Absolute", unary("abs(A) - abs(B)")},
        Named{"Sigmoid", unary("B / (1 + exp(-A))")},
        Named{"Logistic", unary("1 / (1 + exp(-A)) * B")},
        Named{"Reciprocal", unary("reciprocal(A) * -B")}, Named{"Quotient", unary("A / (B * B)")},
        Named{"Chosen", unary("select(A > B, A * A, B)")},
        Named{"OneOfTwo", one("A: [M, K], B: [N], Z: [M]", "Z[m] = A[m, k] * B[n]", {"A"}, matrix,
                              {"A=dense"}, "Z: { map: \"A * A + 0.5\" }")},
        Named{"Added", unary("A + B")}, Named{"Compared", unary("(A > 0.1) * B + A")},
        Named{"ExpOfStored", one("A: [M, K], B: [K], Z: [M]", "Z[m] = A[m, k] * B[k]", {"A", "B"},
                                 matrix, {"A=csr"}, "Z: { map: \"(exp(A) - 1) * B\" }")},
        Named{"Function",
              one("A: [M], Z: [M]", "Z[m] = A[m]", {"A"}, matrix, {}, "Z: { map: tanh }")}),
    [](const auto& info) { return info.param.name; });

INSTANTIATE_TEST_SUITE_P(
    Cascades, Gradients,
    testing::Values(
        Named{"Two", several("A: [M, K], B: [K, N], H: [M, N], Z: [M, N]",
                             {"H[m, n] = A[m, k] * B[k, n]", "Z[m, n] = H[m, n]"}, {"A", "B"},
                             matrix, both_dense, "Z: { map: tanh }")},
        Named{"Perceptron",
              several("X: [M, K], V: [K, N], B: [N], H: [M, N], R: [M, N], W: [N, P], Z: [M, P]",
                      {"H[m, n] = X[m, k] * V[k, n]", "R[m, n] = H[m, n] * B[n]",
                       "Z[m, p] = R[m, n] * W[n, p]"},
                      {"X", "V", "B", "W"}, {{"M", 5}, {"N", 4}, {"K", 6}, {"P", 3}},
                      {"X=csr", "V=dense", "W=dense"}, "R: { map: \"max(H + B, 0)\" }")},
        Named{"Softmax",
              several("X: [M, K], G: [M], S: [M, K], D: [M], Z: [M, K]",
                      {"G[m] = X[m, k]", "S[m, k] = X[m, k] * G[m]", "D[m] = S[m, k]",
                       "Z[m, k] = S[m, k] * D[m]"},
                      {"X"}, matrix, {"X=dense"},
                      "G: { reduce: max }, S: { map: \"exp(X - G)\" }, Z: { map: div }")},
        Named{"SparseAttention",
              several("A: [M, N], Q: [M, K], X: [N, K], V: [N, F], S: [M, N], Z: [M, F]",
                      {"S[m, n] = A[m, n] * Q[m, k] * X[n, k]", "Z[m, f] = S[m, n] * V[n, f]"},
                      {"A", "Q", "X", "V"}, {{"M", 5}, {"N", 4}, {"K", 3}, {"F", 2}},
                      {"A=csr", "S=csr", "Q=dense", "X=dense", "V=dense"})},
        Named{"GraphAttention",
              emptier(several(
                  "A: [M, N], Q: [M, K], X: [N, K], V: [N, F], T: [M, N], G: [M], P: [M, N], "
                  "D: [M], O: [M, F], Z: [M, F]",
                  {"T[m, n] = Q[m, k] * X[n, k]", "G[m] = take(T[m, n], A[m, n], 0)",
                   "P[m, n] = T[m, n] * G[m]", "D[m] = P[m, n]", "O[m, f] = P[m, n] * V[n, f]",
                   "Z[m, f] = O[m, f] * D[m]"},
                  {"Q", "X", "V"}, {{"M", 5}, {"N", 6}, {"K", 3}, {"F", 2}},
                  {"A=csr", "T=like:A", "P=like:A", "Q=dense", "X=dense", "V=dense"},
                  "G: { reduce: max }, P: { map: \"exp(T - G)\" }, "
                  "Z: { map: \"select(D, O / D, 0)\" }"))},
        Named{"UsedTwice", several("A: [M, K], B: [K], T: [M], Y: [M, K], Z: [K]",
                                   {"T[m] = A[m, k] * B[k]", "Y[m, k] = T[m] * A[m, k]",
                                    "Z[k] = Y[m, k] * T[m]"},
                                   {"A", "B"}, matrix, {"A=dense"})},
        Named{"TwoOutputs", several("A: [M, K], B: [K], Y: [M], Z: [K]",
                                    {"Y[m] = A[m, k] * B[k]", "Z[k] = A[m, k] * A[m, k]"},
                                    {"A", "B"}, matrix, {"A=csr"})}),
    [](const auto& info) { return info.param.name; });

INSTANTIATE_TEST_SUITE_P(
    Reductions, Gradients,
    testing::Values(
        Named{"Greatest", one("A: [M, K], Z: [M]", "Z[m] = A[m, k]", {"A"}, matrix, {"A=dense"},
                              "Z: { reduce: max }")},
        Named{"Least", one("A: [M, K], Z: []", "Z[] = A[m, k]", {"A"}, matrix, {"A=dense"},
                           "Z: { reduce: min }")},
        Named{"ShortestPaths", one("A: [M, K], B: [K, N], Z: [M, N]", "Z[m, n] = A[m, k] * B[k, n]",
                                   {"A", "B"}, matrix, both_dense, "Z: { map: add, reduce: min }")},
        Named{"AtLeastZero", one("A: [M, K], Z: [M]", "Z[m] = A[m, k]", {"A"}, matrix, {},
                                 "Z: { reduce: max, identity: 0 }")},
        Named{"GreaterOfTwo", one("A: [M, K], B: [M, K], Z: [M]", "Z[m] = A[m, k] + B[m, k]",
                                  {"A", "B"}, matrix, both_dense, "Z: { reduce: max }")}),
    [](const auto& info) { return info.param.name; });

// ---- Drawn einsums ----

// One to three factors over drawn ranks, a drawn output, drawn formats, now and then a map.
Case drawn_case(Draw& draw) {
  const Strings ranks = {"I", "J", "K"};
  const Strings names = {"A", "B", "C"};
  const size_t factors = 1 + draw.below(3);
  Case out;
  std::string declaration, product;
  std::set<std::string> read;
  for (size_t f = 0; f < factors; ++f) {
    Strings own;
    for (const std::string& rank : ranks)
      if (draw.chance(0.6)) own.push_back(rank);
    if (own.empty()) own.push_back(ranks[draw.below(3)]);
    if (draw.chance(0.3)) std::swap(own.front(), own.back());
    std::string list, indices;
    for (const std::string& rank : own) {
      read.insert(rank);
      list += (list.empty() ? "" : ", ") + rank;
      indices += (indices.empty() ? "" : ", ") + std::string(1, static_cast<char>(rank[0] + 32));
    }
    declaration += names[f] + ": [" + list + "], ";
    product += (product.empty() ? "" : " * ") + names[f] + "[" + indices + "]";
    out.wrt.push_back(names[f]);
    if (own.size() > 1 && draw.chance(0.5)) out.formats.push_back(names[f] + "=dense");
  }
  std::string list, indices;
  for (const std::string& rank : read)
    if (draw.chance(0.5)) {
      list += (list.empty() ? "" : ", ") + rank;
      indices += (indices.empty() ? "" : ", ") + std::string(1, static_cast<char>(rank[0] + 32));
    }
  const bool mapped = draw.chance(0.4) && factors > 1;
  for (const std::string& rank : ranks) out.extents[rank] = static_cast<int64_t>(1 + draw.below(6));
  out.einsum = "  declaration: { " + declaration + "Z: [" + list + "] }\n  expressions:\n    - Z[" +
               indices + "] = " + product + "\n" +
               (mapped ? "  operators: { Z: { map: \"tanh(a) * b" +
                             std::string(factors > 2 ? " * c" : "") + "\" } }\n"
                       : "");
  return out;
}

TEST(DrawnGradients, EqualFiniteDifferences) {
  Draw draw(11);
  for (unsigned seed = 0; seed < 24; ++seed) {
    SCOPED_TRACE(seed);
    Trial(drawn_case(draw), seed).check();
  }
}

}  // namespace
