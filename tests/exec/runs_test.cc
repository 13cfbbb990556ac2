#include <gtest/gtest.h>

#include <sstream>
#include <string>
#include <vector>

#include "tests/exec/process.h"

// Sums over runs of a flattened rank that the threads of a block share: products in shared memory,
// then fiber by fiber, what runs share carried. `teaalc check` runs them in checked mode (races,
// bounds, unwritten reads) beside reference math.
namespace teaal::exec {
namespace {

struct Schedule {
  const char* name;
  const char* inner;  // the runs of a worker in the block's run
  const char* space;
  const char* time;
  const char* bindings;
  const char* run = "uniform_occupancy";
};

constexpr const char* on_warps =
    "  - component: Block\n    bindings: [{ rank: MK2 }]\n"
    "  - component: Warp\n    bindings: [{ rank: MK1 }]\n"
    "  - component: Lane\n    bindings: [{ rank: MK0 }]\n";

const Schedule schedules[] = {
    {"QuadsOfThreads", "4", "MK2, MK1", "MK0", ""},
    {"PositionsOfThreads", "64", "MK2, MK0", "MK1", ""},
    {"WarpsAndLanes", "32", "MK2, MK1, MK0", "", on_warps},
    {"QuadsAlongAPath", "4", "MK2, MK1", "MK0", "", "merge_path"},
    {"PositionsAlongAPath", "64", "MK2, MK0", "MK1", "", "merge_path"},
    {"LanesAlongAPath", "32", "MK2, MK1, MK0", "", on_warps, "merge_path"},
};

// One long row, rows without elements in front, between and behind, nothing at all.
const char* const matrices[] = {
    "rand:shape=3x500,density=0.9",     "rand:shape=700x90,density=0.004",
    "hypersparse:shape=2000x30,nnz=37", "powerlaw:shape=150x300,row=1,max=280",
    "rand:shape=1x1,density=1",         "rand:shape=0x5",
    "rand:shape=40x40,density=0",       "banded:shape=64x64,band=0"};

class Runs : public testing::TestWithParam<Schedule> {};

std::string spec_of(const Schedule& s, const std::string& run,
                    const std::string& order = "MK2, MK1, MK0") {
  std::string out = std::string("einsum:\n  declaration: { A: [M, K], B: [K], Z: [M] }\n") +
                    "  expressions: [ 'Z[m] = A[m, k] * B[k]' ]\n"
                    "mapping:\n  partitioning:\n    Z:\n      (M, K): [flatten()]\n"
                    "      MK: [" +
                    s.run + "(A." + run + "), uniform_occupancy(A." + s.inner +
                    ")]\n  loop-order: { Z: [" + order + "] }\n  spacetime: { Z: { space: [" +
                    s.space + "], time: [" + s.time + "] } }\n";
  if (*s.bindings) out += "bindings:\n  Z:\n  - config: gpu\n" + std::string(s.bindings);
  return out;
}

// Rows of no element, however many, are no block's alone: of 2000 rows and 37 elements a run has
// 125.
TEST(MergePath, counts_rows_as_work) {
  Workspace folder;
  const std::string spec = folder.write("spec.yaml", spec_of(schedules[3], "128"));
  const Finished done =
      folder.teaalc("run " + spec + " A=hypersparse:shape=2000x30,nnz=37 B=dense:values=rand");
  ASSERT_EQ(done.code, 0) << done.out << done.err;
  EXPECT_NE(done.out.find(": 17 × 32 threads"), done.out.npos) << done.out;
}

TEST_P(Runs, hold_any_fibers) {
  Workspace folder;
  for (const char* run : {"3", "4", "128"}) {
    const std::string spec = folder.write("spec.yaml", spec_of(GetParam(), run));
    const Finished text = folder.teaalc(spec + " -o - --quiet");
    ASSERT_NE(text.out.find("products["), text.out.npos) << text.out << text.err;
    for (const char* matrix : matrices) {
      const Finished done =
          folder.teaalc("check " + spec + " --cases=1 --quiet A=" + matrix + ",seed=3");
      EXPECT_EQ(done.code, 0) << run << " " << matrix << "\n" << done.out << done.err;
    }
  }
}

bool is_merged(const Schedule& s) { return std::string(s.run) == "merge_path"; }

bool is_refused(const Finished& done) {
  return done.code == 1 &&
         done.err.find("a merge path that is not of the rows of a sum") != done.err.npos;
}

// Where the bottom part is not innermost, threads have no tuples that stand one behind the other.
TEST_P(Runs, are_walked_in_any_order) {
  Workspace folder;
  for (const char* order :
       {"MK2, MK0, MK1", "MK1, MK2, MK0", "MK1, MK0, MK2", "MK0, MK2, MK1", "MK0, MK1, MK2"}) {
    const std::string spec = folder.write("spec.yaml", spec_of(GetParam(), "128", order));
    for (const char* matrix : {matrices[0], matrices[3]}) {
      const Finished done =
          folder.teaalc("check " + spec + " --cases=1 --quiet A=" + matrix + ",seed=3");
      if (is_merged(GetParam()))
        EXPECT_TRUE(is_refused(done)) << order << done.out << done.err;
      else
        EXPECT_EQ(done.code, 0) << order << " " << matrix << "\n" << done.out << done.err;
    }
  }
}

TEST_P(Runs, lie_in_any_format_and_type) {
  Workspace folder;
  const std::string spec = folder.write("spec.yaml", spec_of(GetParam(), "64"));
  for (const char* how :
       {"--format A=M:C,K:C", "--format Z=M:C", "--format B=K:C", "--type=f64", "--type=f16"}) {
    const Finished done = folder.teaalc("check " + spec + " --cases=3 --quiet " + how);
    if (is_merged(GetParam()) && how == std::string("--format Z=M:C"))
      EXPECT_TRUE(is_refused(done)) << done.out << done.err;
    else
      EXPECT_EQ(done.code, 0) << how << "\n" << done.out << done.err;
  }
}

// Runs that are workers' own: walked tuple by tuple where a term needs its tuple alone, else fiber
// by fiber; with further ranks of the output inside or around; by threads, lanes and parts of
// parts.
struct OwnRuns {
  const char* name;
  const char* expression;
  const char* splits;
  const char* order;
  const char* space;
  const char* time;
  const char* bindings;
  const char* text;  // in the kernel
};

const OwnRuns own_runs[] = {
    {"Tuples", "Z[m] = A[m, k] * B[k]", "MK: [uniform_occupancy(A.5)]", "MK1, MK0", "MK1", "MK0",
     "", "terms["},
    {"Fibers", "Z[m] = A[m, k] * C[m]", "MK: [uniform_occupancy(A.5)]", "MK1, MK0", "MK1", "MK0",
     "", "fiber_end"},
    {"PartsOfParts", "Z[m] = A[m, k] * B[k] * C[m]",
     "MK: [uniform_occupancy(A.12), uniform_occupancy(A.5)]", "MK2, MK1, MK0", "MK2, MK1", "MK0",
     "", "fiber_end"},
    {"RowsInRegisters", "Y[m, n] = A[m, k] * D[k, n]",
     "MK: [uniform_occupancy(A.16), uniform_occupancy(A.8)], N: [uniform_shape(16), "
     "uniform_shape(4)]",
     "MK2, MK1, N2, MK0, N1, N0", "MK2, MK1, N1", "N2, MK0, N0",
     "  - component: Block\n    bindings: [{ rank: MK2 }]\n"
     "  - component: Lane\n    bindings: [{ rank: MK1 }, { rank: N1 }]\n",
     "terms["},
    {"ElementsOfLanes", "Y[m, n] = A[m, k] * D[k, n]",
     "MK: [uniform_occupancy(A.60), uniform_occupancy(A.20)], N: [uniform_shape(16), "
     "uniform_shape(4)]",
     "MK2, MK1, N2, MK0, N1, N0", "MK2, MK1, N1", "N2, MK0, N0",
     "  - component: Block\n    bindings: [{ rank: MK2 }]\n"
     "  - component: Lane\n    bindings: [{ rank: MK1 }, { rank: N1 }]\n",
     "teaal_lanes_where("},
    {"EmptyRowsApart", "Y[m, n] = A[m, k] * D[k, n]",
     "MK: [uniform_occupancy(A.8)], N: [uniform_shape(16), uniform_shape(4)]",
     "MK1, N2, MK0, N1, N0", "MK1, N1", "N2, MK0, N0",
     "  - component: Warp\n    bindings: [{ rank: MK1 }]\n"
     "  - component: Lane\n    bindings: [{ rank: N1 }]\n",
     "_clear_Y("},
    {"RowsInMemory", "Y[m, n] = A[m, k] * D[k, n]", "MK: [uniform_occupancy(A.8)]", "MK1, MK0, N",
     "MK1", "MK0, N", "", "fiber_end"},
};

TEST(OwnRuns, hold_any_fibers) {
  Workspace folder;
  for (const OwnRuns& r : own_runs) {
    const std::string out(1, r.expression[0]);
    std::string spec =
        "einsum:\n  declaration: { A: [M, K], B: [K], C: [M], D: [K, N], Z: [M], Y: [M, N] }\n"
        "  expressions: [ '" +
        std::string(r.expression) + "' ]\nmapping:\n  partitioning:\n    " + out +
        ":\n      (M, K): [flatten()]\n";
    std::istringstream splits(r.splits);
    for (std::string one; std::getline(splits, one, ']');)
      spec += "      " + one.substr(one.find_first_not_of(", ")) + "]\n";
    spec += "  loop-order: { " + out + ": [" + r.order + "] }\n  spacetime: { " + out +
            ": { space: [" + r.space + "], time: [" + r.time + "] } }\n";
    if (*r.bindings) spec += "bindings:\n  " + out + ":\n  - config: gpu\n" + r.bindings;
    spec +=
        "format: { D: { default: { rank-order: [K, N], K: { format: U }, N: { format: U } } } }\n";
    const std::string file = folder.write(std::string(r.name) + ".yaml", spec);
    const Finished text = folder.teaalc(file + " -o - --quiet");
    EXPECT_NE(text.out.find(r.text), text.out.npos) << r.name << text.out << text.err;
    for (const char* how :
         {"", "--format A=M:C,K:C", "--format D=K:C,N:U", "--type=f64", "--type=f16"}) {
      if (std::string(how).find("D=") != std::string::npos && *out.c_str() != 'Y') continue;
      const Finished done = folder.teaalc("check " + file + " --cases=8 --quiet " + how);
      EXPECT_EQ(done.code, 0) << r.name << how << "\n" << done.out << done.err;
    }
    for (const char* matrix : matrices) {
      const Finished done =
          folder.teaalc("check " + file + " --cases=1 --quiet A=" + matrix + ",seed=3");
      EXPECT_EQ(done.code, 0) << r.name << " " << matrix << "\n" << done.out << done.err;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Exec, Runs, testing::ValuesIn(schedules),
                         [](const auto& info) { return std::string(info.param.name); });

}  // namespace
}  // namespace teaal::exec
