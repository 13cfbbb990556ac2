#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/exec/process.h"

// An output bound to Shared: a warp or a block gathers its rows in a hash table, a dense tile or
// bits, as the format says that the binding names. `teaalc check` runs cases in checked mode, on
// drawn data beside reference math.
namespace teaal::exec {
namespace {

struct Case {
  std::string last;        // what the last rank is in Shared
  std::string mapping;     // of Z
  std::string evict = "";  // a rank
  std::string operators = "";
  std::string bindings = "";  // others
};

const std::string warps =
    "partitioning: { Z: { M: [uniform_shape(4)] } }\n  loop-order: { Z: [M1, M0, K, N] }\n"
    "  spacetime: { Z: { space: [M1, M0, N], time: [K] } }\n";
const std::string blocks =
    "loop-order: { Z: [M, K, N] }\n  spacetime: { Z: { space: [M, N], time: [K] } }\n";
const std::string tiles_of_warps =
    "partitioning: { Z: { M: [uniform_shape(4)], N: [uniform_shape(9)] } }\n"
    "  loop-order: { Z: [M1, M0, N1, K, N0] }\n"
    "  spacetime: { Z: { space: [M1, M0, N0], time: [N1, K] } }\n";
const std::string tiles_of_blocks =
    "partitioning: { Z: { N: [uniform_shape(40)] } }\n  loop-order: { Z: [M, N1, K, N0] }\n"
    "  spacetime: { Z: { space: [M, N0], time: [N1, K] } }\n";

// Warps, or blocks as well, share the tiles of a row.
const std::string tiles_in_space =
    "partitioning: { Z: { N: [uniform_shape(90)] } }\n  loop-order: { Z: [M, N1, K, N0] }\n"
    "  spacetime: { Z: { space: [M, N1, N0], time: [K] } }\n";
const std::string tiles_of_larger_ones =
    "partitioning: { Z: { N: [uniform_shape(18), uniform_shape(9)] } }\n"
    "  loop-order: { Z: [M, N2, N1, K, N0] }\n"
    "  spacetime: { Z: { space: [M, N2, N1, N0], time: [K] } }\n";
const std::string of_blocks_and_warps =
    "  - { component: Block, bindings: [{ rank: M }, { rank: N2 }] }\n"
    "  - { component: Warp, bindings: [{ rank: N1 }] }\n"
    "  - { component: Lane, bindings: [{ rank: N0 }] }\n";

std::string spec_of(const Case& c) {
  const bool tiled = !c.evict.empty() && c.evict != "M" && c.evict != "M0";
  const std::string ranks = tiled ? "[M, N1, N0], N0: " : "[M, N], N: ";
  return "einsum:\n  declaration: { A: [M, K], B: [K, N], Z: [M, N] }\n"
         "  expressions: [ 'Z[m, n] = A[m, k] * B[k, n]' ]\n" +
         c.operators + "mapping:\n  " + c.mapping +
         "format:\n  A: { default: { rank-order: [M, K], M: { format: U }, K: { format: C } } }\n"
         "  B: { default: { rank-order: [K, N], K: { format: U }, N: { format: C } } }\n"
         "  Z:\n    default: { rank-order: [M, N], M: { format: U }, N: { format: C } }\n"
         "    near: { view-of: default, M: { format: U }, " +
         std::string(tiled ? "N1: { format: U }, " : "") + "rank-order: " + ranks + "{ " + c.last +
         " } }\nbindings:\n  Z:\n  - config: gpu\n" + c.bindings +
         "  - component: Shared\n    bindings: [{ tensor: Z, type: elem, format: near" +
         (c.evict.empty() ? "" : ", evict-on: " + c.evict) + " }]\n";
}

Finished checked(const Workspace& folder, const Case& c, const std::string& options) {
  const std::string spec = folder.write("spec.yaml", spec_of(c));
  return folder.teaalc("check " + spec + " --cases=1 --quiet " + options);
}

void expect_right(const Case& c, const std::string& options) {
  Workspace folder;
  const Finished done = checked(folder, c, options);
  EXPECT_EQ(done.code, 0) << spec_of(c) << options << "\n" << done.out << done.err;
}

const std::vector<Case> kinds = {
    {"format: H, slots: 64", warps, "M0"},
    {"format: H, slots: 512", blocks, "M"},
    {"format: H, slots: 64", tiles_of_warps, "N1"},
    {"format: U", tiles_of_warps, "N1"},
    {"format: U", tiles_of_blocks, "N1"},
    {"format: B, slots: 64", tiles_of_warps, "N1"},
    {"format: B, slots: 64", tiles_of_blocks, "N1"},
    {"format: U", tiles_in_space, "N1"},
    {"format: B, slots: 64", tiles_in_space, "N1"},
    {"format: U", tiles_of_larger_ones, "N1", "", of_blocks_and_warps},
    {"format: H, slots: 64", tiles_of_larger_ones, "N1", "", of_blocks_and_warps}};

// Each kind in every third of these.
TEST(Buffers, hold_in_any_format_and_type) {
  const std::vector<std::string> all = {"",
                                        "--format A=dcsr --format B=dcsr",
                                        "--type=f64",
                                        "--format A=M:U,K:B",
                                        "--type=f16",
                                        "--format Z=M:U,N:B",
                                        "--index-bits=8",
                                        "--format Z=dcsr",
                                        "--type=i32",
                                        "--format A=dense",
                                        "--format B=K:B,N:C"};
  for (size_t kind = 0; kind < kinds.size(); ++kind)
    for (size_t how = kind % 3; how < all.size(); how += 3) expect_right(kinds[kind], all[how]);
}

TEST(Buffers, hold_for_any_reduction) {
  const std::vector<std::string> all = {
      "A: { default: inf }, B: { default: inf }, Z: { map: add, reduce: min }",
      "A: { default: -inf }, B: { default: -inf }, Z: { map: add, reduce: max }",
      "Z: { map: and, reduce: or }"};
  for (size_t kind = 0; kind < kinds.size(); ++kind) {
    Case own = kinds[kind];
    own.operators = "  operators: { " + all[kind % 3] + " }\n";
    expect_right(own, "");
  }
}

// Rows that fit and rows that do not, empty ones, ones of whole tiles; no rows, no columns.
TEST(Buffers, hold_at_the_edges) {
  Workspace folder;
  for (const Case& c : kinds) {
    const std::string spec = folder.write("spec.yaml", spec_of(c));
    for (const std::string data :
         {"A=rmat:scale=7,ef=8 B=rmat:scale=7,ef=8,seed=2",
          "A=rand:shape=20x30,density=0.5 B=rand:shape=30x400,density=0.6,seed=2",
          "A=rand:shape=20x30,density=1 B=rand:shape=30x90,density=1,seed=2",
          "A=rand:shape=5x0,density=0 B=rand:shape=0x7,density=0",
          "A=rand:shape=0x4,density=0 B=rand:shape=4x0,density=0"}) {
      const Finished done = folder.teaalc("run " + spec + " --checked --quiet " + data);
      EXPECT_EQ(done.code, 0) << spec_of(c) << data << "\n" << done.out << done.err;
    }
  }
}

// All of them add in the order of the loop over K, as without a buffer.
TEST(Buffers, give_the_bits_that_others_give) {
  Workspace folder;
  std::string first;
  for (const Case& c : kinds) {
    const std::string spec = folder.write("spec.yaml", spec_of(c));
    for (const char* times : {"first", "again"}) {
      const Finished done = folder.teaalc(
          "run " + spec + " --device=cpu --quiet A=rmat:scale=7,ef=8 B=rmat:scale=7,ef=8,seed=2 " +
          "-o Z=z.tns");
      ASSERT_EQ(done.code, 0) << done.out << done.err;
      const std::string bits = folder.read("z.tns");
      if (first.empty()) first = bits;
      EXPECT_EQ(bits, first) << c.last << c.mapping << times;
    }
  }
}

// Of a row and its negative nothing is left but what only one of them has.
TEST(Buffers, leave_out_what_cancels) {
  Workspace folder;
  folder.write("a.tns", "# shape 2 2\n1 1 1\n1 2 -1\n2 2 3\n");
  folder.write("b.tns", "# shape 2 200\n1 1 2\n1 40 5\n1 120 7\n2 1 2\n2 120 7\n");
  for (const Case& c : kinds) {
    const std::string spec = folder.write("spec.yaml", spec_of(c));
    const Finished done =
        folder.teaalc("run " + spec + " --device=cpu --quiet A=a.tns B=b.tns -o Z=z.tns");
    ASSERT_EQ(done.code, 0) << done.out << done.err;
    const std::string z = folder.read("z.tns");
    EXPECT_EQ(z, "# shape 2 200\n1 40 5\n2 1 6\n2 120 21\n") << c.last << c.mapping;
  }
}

TEST(Buffers, replay_from_text) {
  Workspace folder;
  for (const Case& c : kinds) {
    const std::string spec = folder.write("spec.yaml", spec_of(c));
    const Finished whole = folder.teaalc(spec + " --lines=off -o spec.cu --quiet");
    ASSERT_EQ(whole.code, 0) << whole.err;
    for (const char* pass : {"build", "coiterate", "iterate"}) {
      const Finished text = folder.teaalc(spec + " --stop-after=" + pass + " -o spec.ir --quiet");
      ASSERT_EQ(text.code, 0) << text.err;
      const Finished again =
          folder.teaalc("spec.ir --lines=off --from=" + std::string(pass) + " -o again.cu --quiet");
      ASSERT_EQ(again.code, 0) << pass << again.err;
      EXPECT_EQ(folder.read("again.cu"), folder.read("spec.cu")) << pass << c.last;
    }
  }
}

// What a buffer cannot be is told where the binding, or the format, says it.
TEST(Buffers, refuse_what_they_cannot) {
  Workspace folder;
  const std::string threads =
      "loop-order: { Z: [M, K, N] }\n  spacetime: { Z: { space: [M], time: [K, N] } }\n";
  const std::string columns =
      "loop-order: { Z: [K, M, N] }\n  spacetime: { Z: { space: [M, N], time: [K] } }\n";
  const std::string inside =
      "partitioning: { Z: { N: [uniform_shape(40)] } }\n  loop-order: { Z: [M, K, N1, N0] }\n"
      "  spacetime: { Z: { space: [M, N0], time: [K, N1] } }\n";
  const std::string large =
      "partitioning: { Z: { N: [uniform_shape(20000)] } }\n  loop-order: { Z: [M, N1, K, N0] }\n"
      "  spacetime: { Z: { space: [M, N0], time: [N1, K] } }\n";
  const std::vector<std::pair<Case, std::string>> refused = {
      {{"format: H, slots: 64", threads}, "lanes of a warp"},
      {{"format: H, slots: 64", columns}, "no row is visited once"},
      {{"format: U", inside, "N1"}, "inside of a loop over K"},
      {{"format: U", large, "N1"}, "bytes of shared memory"},
      {{"format: H, slots: 16384", blocks}, "bytes of shared memory"},
      {{"format: H, slots: 256", blocks}, "could fill"},
      {{"format: H, slots: 100", blocks}, "power of two"},
      {{"format: H", blocks}, "slots"},
      {{"format: U, slots: 64", tiles_of_blocks, "N1"}, "delete 'slots'"},
      {{"format: U", blocks}, "whose extent is not known"},
      {{"format: C", blocks}, "as C at N"}};
  for (const auto& [c, what] : refused) {
    const std::string spec = folder.write("spec.yaml", spec_of(c));
    const Finished done = folder.teaalc(spec + " -o - --quiet");
    EXPECT_EQ(done.code, 1) << spec_of(c) << done.out;
    EXPECT_NE(done.err.find(what), done.err.npos) << done.err;
    EXPECT_NE(done.err.find("spec.yaml:"), done.err.npos) << done.err;
  }
}

}  // namespace
}  // namespace teaal::exec
