#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "tests/exec/process.h"

// Results `like` an input: elements where it has some, no structure of their own. `teaalc check`
// runs each case in checked mode, on drawn data beside reference math.
namespace teaal::exec {
namespace {

struct Case {
  std::string expression = "Z[m, n] = A[m, n] * B[m, k] * C[k, n]";
  std::string a = "M:U,N:C";
  std::string order = "M, N, K";
  std::string space = "M";
  std::string partitioning = {};
};

std::string spec_of(const Case& c) {
  std::string time;
  for (char at : c.order)
    if (at != ' ' && at != ',' && c.space.find(at) == std::string::npos && !std::isdigit(at))
      time += (time.empty() ? "" : ", ") + std::string(1, at);
  return "einsum:\n  declaration: { A: [M, N], B: [M, K], C: [K, N], D: [M, N], Z: [M, N] }\n"
         "  expressions: [ '" +
         c.expression + "' ]\nmapping:\n" +
         (c.partitioning.empty() ? "" : "  partitioning:\n    Z:\n" + c.partitioning) +
         "  loop-order: { Z: [" + c.order + "] }\n" +
         (c.partitioning.empty()
              ? "  spacetime: { Z: { space: [" + c.space + "], time: [" + time + "] } }\n"
              : "");
}

Finished checked(const Workspace& folder, const Case& c, const std::string& options = "") {
  const std::string spec = folder.write("spec.yaml", spec_of(c));
  return folder.teaalc("check " + spec + " --cases=2 --quiet --format A=" + c.a +
                       " --format Z=like:A " + options);
}

const char* const products[] = {"Z[m, n] = A[m, n] * B[m, k] * C[k, n]",
                                "Z[m, n] = B[m, k] * C[k, n]",
                                "Z[m, n] = B[m, k] * C[k, n] - D[m, n] * C[k, n]"};

TEST(Like, holds_in_any_format_and_loop_order) {
  Workspace folder;
  for (const char* expression : products)
    for (const char* a : {"M:U,N:C", "M:C,N:C", "M:U,N:B", "M:C,N:U", "N:U,M:C", "M:U,N:U"})
      for (const char* order : {"M, N, K", "N, K, M", "K, M, N"})
        for (const char* space : {"M", "K", "N"}) {
          const Case c{expression, a, order, space};
          const Finished done = checked(folder, c, "--format B=M:U,K:U --format D=dense");
          EXPECT_EQ(done.code, 0) << spec_of(c) << a << "\n" << done.out << done.err;
        }
}

TEST(Like, holds_in_every_type_and_where_others_are_sparse) {
  Workspace folder;
  for (const char* how : {"--type=f64", "--type=f16", "--type=bf16", "--format C=N:U,K:C",
                          "--format B=M:C,K:C --format C=K:U,N:C"}) {
    const Finished done = checked(folder, {products[1]}, how);
    EXPECT_EQ(done.code, 0) << how << "\n" << done.out << done.err;
  }
}

TEST(Like, holds_along_flattened_ranks) {
  Workspace folder;
  for (const char* expression : {products[0], products[1]})
    for (const char* a : {"M:U,N:C", "M:C,N:C", "M:U,N:B"}) {
      const Case c{expression, a, "MN1, MN0, K", "",
                   "      (M, N): [flatten()]\n      MN: [uniform_occupancy(A.5)]\n"};
      const Finished done = checked(folder, c);
      EXPECT_EQ(done.code, 0) << expression << a << "\n" << done.out << done.err;
    }
}

// One kernel, which writes every element: nothing is counted, sorted or zeroed.
TEST(Like, computes_no_structure) {
  Workspace folder;
  const std::string spec = folder.write("spec.yaml", spec_of({}));
  const Finished text =
      folder.teaalc(spec + " --stop-after=simplify -o - --quiet --format A=csr --format Z=like:A");
  ASSERT_EQ(text.code, 0) << text.err;
  size_t launches = 0;
  for (size_t at = text.out.find("step launch"); at != text.out.npos;
       at = text.out.find("step launch", at + 1))
    ++launches;
  EXPECT_EQ(launches, 1U);
  EXPECT_EQ(text.out.find("step zero"), text.out.npos);
  EXPECT_EQ(text.out.find("step assemble"), text.out.npos);
}

// Where another operand is sparse, some of the elements are met by nothing.
TEST(Like, starts_from_zero_where_elements_may_be_left_out) {
  Workspace folder;
  const std::string spec =
      folder.write("spec.yaml", spec_of({"Z[m, n] = A[m, n] * D[m, n]", "", "M, N", "M"}));
  const Finished text = folder.teaalc(
      spec + " --stop-after=simplify -o - --quiet --format A=csr --format D=csr --format Z=like:A");
  EXPECT_NE(text.out.find("step zero"), text.out.npos) << text.err;
}

// What is like A may be read where A is, whatever its own values are, and lies there at A's places.
TEST(Like, hands_on_in_cascades) {
  Workspace folder;
  const std::string spec = folder.write(
      "spec.yaml",
      "einsum:\n  declaration: { A: [M, N], Q: [M, D], K: [N, D], V: [N, D], T: [M, N], G: [M], "
      "E: [M, N], Z: [M, D] }\n  expressions:\n"
      "    - T[m, n] = Q[m, d] * K[n, d]\n    - G[m] = take(T[m, n], A[m, n], 0)\n"
      "    - E[m, n] = T[m, n] * G[m]\n    - Z[m, d] = E[m, n] * V[n, d]\n"
      "  operators: { G: { reduce: max, identity: -inf, default: -inf }, E: { map: exp(T - G) } }\n"
      "format:\n  A: { default: { rank-order: [M, N], M: { format: U }, N: { format: C } } }\n"
      "  T: { default: { rank-order: [M, N], M: { format: U }, N: { format: C, like: A } } }\n"
      "  E: { default: { rank-order: [M, N], M: { format: U }, N: { format: C, like: T } } }\n");
  for (const char* how : {"", "--fuse=off", "--format V=N:U,D:U --format Q=dense"}) {
    const Finished done = folder.teaalc("check " + spec + " --cases=4 --quiet " + how);
    EXPECT_EQ(done.code, 0) << how << "\n" << done.out << done.err;
  }
}

// Elements that come out as 0 stay where they are: maps read them, in any order, one kernel or
// many.
TEST(Like, keeps_zeros_that_maps_read) {
  Workspace folder;
  for (const char* order : {"M, N", "N, M"}) {
    const std::string spec =
        folder.write("spec.yaml",
                     "einsum:\n  declaration: { A: [M, N], B: [M, K], C: [K, N], T: [M, N], E: [M, "
                     "N], F: [M, N] "
                     "}\n  expressions:\n    - T[m, n] = A[m, n] * B[m, k] * C[k, n]\n"
                     "    - E[m, n] = T[m, n]\n    - F[m, n] = E[m, n] * A[m, n]\n"
                     "  operators: { E: { map: exp(0 - abs(T)) }, F: { map: A + E } }\n"
                     "mapping: { loop-order: { E: [" +
                         std::string(order) + "] } }\n");
    for (const char* a : {"csr", "csc", "coo", "M:U,N:B", "dense"})
      for (const char* fuse : {"auto", "off"}) {
        const Finished done = folder.teaalc(
            "run " + spec + " --device=cpu --quiet --verify-passes --fuse=" + fuse +
            " --format A=" + a + " --format T=like:A --format E=like:A --format F=like:E" +
            " A=rand:shape=23x19,density=0.3 B=rand:shape=23x7,density=0.1" +
            " C=rand:shape=7x19,density=0.2,seed=3");
        EXPECT_EQ(done.code, 0) << order << " " << a << " " << fuse << "\n" << done.out << done.err;
      }
  }
}

// Where A is a factor of a map that gives something without it, A decides all the same.
TEST(Like, confines_maps_that_count_where_a_factor_is_absent) {
  Workspace folder;
  std::string text = spec_of({"Z[m, n] = A[m, n] * D[m, n]", "", "M, N", "M"});
  text.insert(text.find("mapping:"), "  operators: { Z: { map: A + D } }\n");
  const std::string spec = folder.write("spec.yaml", text);
  for (const char* a : {"csr", "dense", "N:C,M:U"}) {
    const Finished done = folder.teaalc("run " + spec +
                                        " --device=cpu --quiet --format D=dense --format Z=like:A"
                                        " A=rand:shape=9x7,density=0.3 D=dense:shape=9x7 -o Z=-"
                                        " --format A=" +
                                        a);
    EXPECT_EQ(done.code, 0) << a << done.out << done.err;
    EXPECT_EQ(std::ranges::count(done.out, '\n'), 20) << a << "\n" << done.out;  // 19 and a head
  }
}

}  // namespace
}  // namespace teaal::exec
