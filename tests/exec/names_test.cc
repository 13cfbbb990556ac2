#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cctype>
#include <fstream>
#include <nlohmann/json.hpp>
#include <regex>
#include <set>
#include <sstream>

#include "compiler/driver/compile.h"
#include "compiler/einsum/spec_names.h"
#include "tests/exec/process.h"

// Whatever a spec calls its ranks, tensors, symbols and scalars, it compiles, and its results are
// right under those names.
namespace teaal::exec {
namespace {

// C++ and CUDA words, functions and macros of ours, words of the IR, names that lowering makes of
// others, names that only differ in their case.
const std::vector<std::string> words = {
    "and",         "class",        "int",         "float",     "this",
    "template",    "threadIdx",    "blockDim",    "min",       "fmaf",
    "tanh",        "__shared__",   "TEAAL_FN",    "teaal_sum", "value_t",
    "coord_t",     "size_type",    "uint32_t",    "nullptr",   "INFINITY",
    "for",         "in",           "step",        "over",      "sum",
    "sum_2",       "total",        "worker_M",    "workers_K", "grid",
    "block",       "lane",         "k",           "m0",        "k_end",
    "A_values",    "A_K_segments", "Z_values",    "Z_copies",  "Z_add_copies",
    "A_K",         "extent_K",     "size_N",      "scalar_a",  "elements_A",
    "stored_Z",    "step_size_0",  "K_of_spec_Z", "spec",      "spec_Z",
    "spec_launch", "rank_K",       "tensor_A",    "symbol_K",  "row",
    "emitted",     "blocks",       "carry",       "kernel",    "main",
    "std",         "half",         "A_K1_at",     "M_tiles",   "workspace",
    "stream",      "arguments",    "release",     "x_",        "_x"};

// $A a tensor, $R the rank that is summed, $r its variable, $S a symbol, $c a scalar.
struct Template {
  const char* name;
  const char* text;
};
const Template templates[] = {
    {"threads", R"(einsum:
  declaration: { $A: [M, $R], B: [$R], Z: [M] }
  expressions: ["Z[m] = $c * $A[m, $r] * B[$r]"]
mapping:
  partitioning: { Z: { M: [uniform_shape($S)] } }
  loop-order: { Z: [M1, M0, $R] }
  spacetime: { Z: { space: [M0], time: [M1, $R] } }
)"},
    {"split reduction", R"(einsum:
  declaration: { $A: [M, $R], B: [$R, N], Z: [M, N] }
  expressions: ["Z[m, n] = $c * $A[m, $r] * B[$r, n]"]
mapping:
  partitioning: { Z: { $R: [uniform_shape($S)] } }
  loop-order: { Z: [$R1, M, N, $R0] }
  spacetime: { Z: { space: [$R1], time: [M, N, $R0] } }
params: { $S: 4 }
)"},
    {"compressed result", R"(einsum:
  declaration: { $A: [M, $R], B: [$R, N], T: [M, $R, N], Z: [M, N] }
  expressions:
    - T[m, $r, n] = $A[m, $r] * B[$r, n]
    - Z[m, n] = $c * T[m, $r, n]
mapping:
  loop-order: { T: [M, $R, N], Z: [M, N, $R] }
format:
  Z: { default: { rank-order: [M, N], M: { format: U }, N: { format: C } } }
)"},
};

struct Called {
  std::string tensor = "A", rank = "K", symbol = "NT", scalar = "c";
};

std::string with_case(std::string text, int (*change)(int)) {
  for (char& c : text) c = static_cast<char>(change(static_cast<unsigned char>(c)));
  return text;
}

std::string spec_of(const Template& from, const Called& called) {
  const std::pair<const char*, std::string> parts[] = {{"$A", called.tensor},
                                                       {"$R", called.rank},
                                                       {"$r", with_case(called.rank, std::tolower)},
                                                       {"$S", called.symbol},
                                                       {"$c", called.scalar}};
  std::string out = from.text;
  for (const auto& [hole, name] : parts)
    for (size_t at; (at = out.find(hole)) != std::string::npos;) out.replace(at, 2, name);
  return out;
}

// Exit code 4 never; a spec whose names clash among themselves is told so.
testing::AssertionResult compiles(const std::string& text) {
  Diagnostics diagnostics;
  driver::CompileOptions options;
  options.name = "spec";
  options.formatted = false;
  auto source = std::make_shared<SourceFile>(SourceFile{"spec.yaml", text});
  if (driver::compile(source, options, diagnostics)) return testing::AssertionSuccess();
  return testing::AssertionFailure() << text << told(diagnostics);
}

// A word is tried as each kind of name that it can be. Ranks are spelled in upper case.
TEST(Names, EverySpecCompilesWhateverItsTensorsAreCalled) {
  for (const std::string& word : words)
    for (const Template& one : templates) {
      Called called;
      called.tensor = word;
      EXPECT_TRUE(compiles(spec_of(one, called))) << word << " in " << one.name;
    }
}

TEST(Names, EverySpecCompilesWhateverItsRanksAreCalled) {
  for (const std::string& word : words)
    for (const Template& one : templates) {
      if (word == "m0") continue;  // a part of M has that name: the spec is told so
      Called called;
      called.rank = with_case(word, std::toupper);
      EXPECT_TRUE(compiles(spec_of(one, called))) << called.rank << " in " << one.name;
    }
}

TEST(Names, EverySpecCompilesWhateverItsSymbolsAndScalarsAreCalled) {
  for (const std::string& word : words)
    for (const Template& one : templates) {
      Called called;
      called.symbol = called.scalar = word;
      EXPECT_TRUE(compiles(spec_of(one, called))) << word << " in " << one.name;
    }
}

TEST(Names, ResultsAreRightUnderTheNamesOfTheSpec) {
  Workspace w;
  for (const char* word : {"and", "A_values", "threadIdx", "sum"}) {
    Called called;
    called.tensor = word;
    called.rank = with_case(word, std::toupper);
    called.symbol = std::string(word) + "_symbol";
    called.scalar = std::string(word) + "_scalar";
    for (const Template& one : templates) {
      w.write("spec.yaml", spec_of(one, called));
      const std::string text = one.text;
      std::string options = text.find("N]") == std::string::npos ? "" : " --shape N=5";
      if (text.find("$S") != std::string::npos) options += fmt::format(" -D {}_symbol=4", word);
      Finished ran = w.teaalc(fmt::format(
          "run spec.yaml {0}=rand:shape=9x7,density=0.5 B=rand:seed=2 {0}_scalar=2 --shape {1}=7 "
          "--shape M=9 --checked --json{2}",
          word, called.rank, options));
      ASSERT_EQ(ran.code, 0) << word << " in " << one.name << "\n" << ran.err;
      auto report = nlohmann::json::parse(ran.out);
      EXPECT_EQ(report["verdict"], "pass");
      EXPECT_EQ(report["tensors"][0]["name"], word);
      EXPECT_EQ(report["tensors"][0]["ranks"][1], called.rank);
    }
  }
}

// ---- The list of words ----

std::string read(const std::filesystem::path& path) {
  std::ifstream file(path);
  std::ostringstream out;
  out << file.rdbuf();
  return out.str();
}

// The kernels and the launcher, without comments, texts and the device functions in front.
std::set<std::string> identifiers_of(std::string text) {
  const size_t kernels = text.find("__global__");
  if (kernels != std::string::npos) text = text.substr(kernels);
  for (size_t at; (at = text.find("/*")) != std::string::npos;)
    text.erase(at, text.find("*/", at) + 2 - at);
  text = std::regex_replace(text, std::regex("//[^\n]*|\"[^\"\n]*\""), " ");
  std::set<std::string> out;
  std::regex word("[A-Za-z_]\\w*");
  const std::string body = kernels == std::string::npos ? "" : text;
  for (auto at = std::sregex_iterator(body.begin(), body.end(), word); at != std::sregex_iterator();
       ++at)
    if (at->position() == 0 ||
        (body[static_cast<size_t>(at->position()) - 1] != '.' &&
         !std::isdigit(static_cast<unsigned char>(body[static_cast<size_t>(at->position()) - 1]))))
      out.insert(at->str());
  return out;
}

// What the manifest knows a spec's names by: tensors, symbols, ranks with digits of parts.
bool of_spec(const std::string& name, const nlohmann::json& manifest) {
  auto begins = [&](const std::string& base, bool parts) {
    if (!name.starts_with(base)) return false;
    size_t end = base.size();
    while (parts && end < name.size() && std::isdigit(static_cast<unsigned char>(name[end]))) ++end;
    return end == name.size() || name[end] == '_';
  };
  if (begins(manifest["name"], false)) return true;
  for (const auto& tensor : manifest["tensors"]) {
    if (begins(tensor["name"], false)) return true;
    for (const std::string rank : tensor["ranks"])
      if (begins(rank, true) || begins(with_case(rank, std::tolower), true)) return true;
  }
  for (const auto& symbol : manifest["symbols"])
    if (begins(symbol["name"], false)) return true;
  for (const auto& [clear, rank] :
       manifest.value("ranks_in_sizes", nlohmann::json::object()).items())
    if (begins(clear, true) || begins(with_case(clear, std::tolower), true)) return true;
  for (const auto& einsum : manifest["cascade"])
    for (const auto& [variable, rank] : einsum["rank_of"].items())
      if (begins(variable, true) || begins(with_case(variable, std::toupper), true)) return true;
  return false;
}

// Variables of flattened ranks are made of several names: mk0, k1m0k0.
bool of_flattened_rank(const std::string& name) {
  return std::regex_match(name, std::regex("([a-z]\\d*){2,4}(_.*)?"));
}

// Whatever else stands in a kernel is a word that spec_names.cc knows, so that no spec can have it.
TEST(Names, EveryWordOfTheShippedKernelsIsKnown) {
  std::set<std::string> unknown;
  for (const auto& file :
       std::filesystem::recursive_directory_iterator(TEAAL_SOURCE_DIR "/generated")) {
    if (file.path().extension() != ".cu") continue;
    auto stem = file.path();
    const auto manifest = nlohmann::json::parse(read(stem.replace_extension(".manifest.json")));
    for (const std::string& name : identifiers_of(read(file.path())))
      if (!einsum::is_word(name) && !of_spec(name, manifest) && !of_flattened_rank(name))
        unknown.insert(name);
  }
  // Of functions of the launcher, whose names no name of a spec meets.
  for (const char* own : {"T", "a", "b", "i", "n"}) unknown.erase(own);
  std::string listed;
  for (const std::string& name : unknown) listed += name + " ";
  EXPECT_EQ(listed, "");
}

}  // namespace
}  // namespace teaal::exec
