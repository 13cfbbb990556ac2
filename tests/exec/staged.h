#pragma once
#include <map>
#include <ostream>
#include <set>
#include <string>
#include <vector>

// Products whose operands are staged, as specs.
namespace teaal::exec {

struct Staged {
  std::string name, declaration, expression;
  std::string partitioning, order, space, time;
  std::string bindings;       // component lines behind `config: gpu`
  std::string patterns = "";  // formats beside the dense defaults, as `tensor: line`
  std::string type = "f32";
  int index_bits = 32;
  std::string stored = "";                      // the output's format; empty: dense
  std::vector<double> densities = {0.9, 0.08};  // of the operands, a run each
  std::string arch = "sm_90";
  std::set<std::string> statics = {};
};

inline std::ostream& operator<<(std::ostream& out, const Staged& s) { return out << s.name; }

inline std::string bound(const std::string& component, const std::string& entries) {
  return "  - component: " + component + "\n    bindings: [" + entries + "]\n";
}
inline std::string shared(const std::string& tensor, const std::string& rank,
                          const std::string& evict, int depth) {
  return "{tensor: " + tensor + ", rank: " + rank + ", type: elem, evict-on: " + evict +
         ", depth: " + std::to_string(depth) + "}";
}

inline const std::string matrices = "A: [M, K], B: [K, N], C: [M, N]";
inline const std::string product = "C[m, n] = A[m, k] * B[k, n]";
inline const std::string parts =
    "{M: [uniform_shape(16), uniform_shape(4)], N: [uniform_shape(32), uniform_shape(4)], "
    "K: [uniform_shape(8)]}";
inline const std::string order = "[M2, N2, K1, K0, M1, N1, M0, N0]";
inline const std::string lanes =
    bound("Block", "{rank: M2}, {rank: N2}") + bound("Lane", "{rank: M1}, {rank: N1}");
inline const std::string sums =
    bound("Registers", "{tensor: C, rank: M0, type: elem, evict-on: N2}");
inline std::string both_tiles(int depth) {
  return bound("Shared", shared("A", "K0", "K1", depth) + ", " + shared("B", "K0", "K1", depth));
}
inline const std::string patterns =
    "  A: {rank-order: [M2, K1, K0], M2: {format: U}, K1: {format: U}, K0: {format: B}}\n"
    "  B: {rank-order: [N1, K1, K0], N1: {format: U}, K1: {format: U}, K0: {format: B}}\n";

std::string spec_of(const Staged&);

// Runs the product at several extents and densities on the CPU executor in checked mode
// (TEAAL_TEST_DEVICE=gpu: on the GPU); every result is what reference math says. `symbols`: launch
// symbols; `text`, if given, gets what was emitted.
void expect_right(const Staged&, const std::map<std::string, int64_t>& symbols = {},
                  std::string* text = nullptr);

}  // namespace teaal::exec
