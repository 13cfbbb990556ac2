#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "tests/exec/process.h"

// Narrow coordinates (`cbits`): every schedule that reads coordinates gives with offsets what it
// gives with the coordinates, bit for bit, in checked mode.
namespace teaal::exec {
namespace {

struct Case {
  std::string spec, inputs, wide, narrow;  // formats
};

const std::string matrix = "A=rmat:scale=8,ef=6,values=rand ",
                  small = "A=rand:shape=90x70,density=0.2 ", vector = "B=dense:values=rand ";

std::vector<Case> spmv() {
  std::vector<Case> out;
  for (const char* spec :
       {"spmv_thread_mapped", "spmv_warp_per_row", "spmv_block_mapped", "spmv_group_mapped",
        "spmv_work_oriented", "spmv_nonzero_split", "spmv_row_classes", "spmv_staged"})
    for (const char* bits : {"8", "16"}) {
      out.push_back({spec, matrix + vector, "A=U,C", std::string("A=U,C") + bits});
      out.push_back({spec, matrix + vector, "A=C,C", std::string("A=C") + bits + ",C" + bits});
    }
  return out;
}

std::vector<Case> others() {
  const std::string columns = "B=dense:shape=256x32,values=rand ",
                    second = "B=rand:shape=70x60,density=0.2,seed=2 ";
  return {
      {"spmm_nonzero_split", matrix + columns, "A=U,C", "A=U,C16"},
      {"spmm_row_classes", matrix + columns, "A=C,C", "A=C8,C8"},
      {"spmm_group_mapped", matrix + columns, "A=U,C", "A=U,C8"},
      {"spmv_sparse_vector", small + "B=rand:density=0.3,seed=2", "B=C", "B=C8"},
      {"spgemm_gustavson", small + second, "A=U,C --format B=U,C", "A=U,C16 --format B=U,C8"},
      {"spgemm_inner", small + second, "A=M:U,K:C --format B=N:U,K:C",
       "A=M:U,K:C8 --format B=N:U,K:C16"},
      {"spmspm_inner", small + second, "A=U,C --format B=N:C,K:C", "A=U,C8 --format B=N:C16,K:C8"},
      {"elementwise_skip_ahead", small + "B=rand:density=0.4,seed=2", "A=U,C --format B=C,C",
       "A=U,C8 --format B=C16,C8"},
      {"masked_copy", small + "M=rand:density=0.4,seed=2", "A=U,C --format M=U,C",
       "A=U,C8 --format M=U,C16"},
      {"mttkrp",
       "T=rand:shape=40x30x20,density=0.1 " + std::string("B=dense:shape=30x16 ") +
           "C=dense:shape=20x16",
       "T=U,C,C", "T=U,C8,C16"},
  };
}

void expect_alike(const Workspace& folder, const Case& c) {
  auto run = [&](const std::string& format, const std::string& to) {
    const std::string output = c.spec == "spmm_row_classes" ? "C" : "Z";
    const Finished done = folder.teaalc("run " TEAAL_SOURCE_DIR "/specs/" + c.spec + ".yaml " +
                                        c.inputs + " --device=cpu --checked --quiet --format " +
                                        format + " -o " + output + "=" + to);
    EXPECT_EQ(done.code, 0) << c.spec << " " << format << "\n" << done.out << done.err;
  };
  run(c.wide, "wide.tns");
  run(c.narrow, "narrow.tns");
  EXPECT_FALSE(folder.read("wide.tns").empty()) << c.spec;
  EXPECT_EQ(folder.read("wide.tns"), folder.read("narrow.tns")) << c.spec << " " << c.narrow;
}

TEST(Narrow, gives_what_coordinates_give_in_every_schedule_of_spmv) {
  const Workspace folder;
  for (const Case& c : spmv()) expect_alike(folder, c);
}

TEST(Narrow, gives_what_coordinates_give_where_fibers_meet_and_are_searched) {
  const Workspace folder;
  for (const Case& c : others()) expect_alike(folder, c);
}

const char* const spmv_narrow = R"(einsum:
  declaration: { A: [M, K], B: [K], Z: [M] }
  expressions: [ 'Z[m] = A[m, k] * B[k]' ]
format:
  A: { default: { rank-order: [M, K], M: { format: U }, K: { format: C, cbits: 8 } } }
)";

// 65 elements a row: the second run begins with the last one of the first row.
TEST(Narrow, tells_what_does_not_fit) {
  const Workspace folder;
  const std::string spec = folder.write("spec.yaml", spmv_narrow);
  const Finished done =
      folder.teaalc("run " + spec + " A=uniform:shape=9x2000,row=65 B=dense: --device=cpu");
  EXPECT_EQ(done.code, 1);
  EXPECT_NE(done.err.find("positions 0 to 63 of storage level 1 have coordinates from"),
            done.err.npos)
      << done.err;
  EXPECT_NE(done.err.find("this is A, stored as [M, K]"), done.err.npos) << done.err;
  const Finished wide = folder.teaalc("run " + spec +
                                      " A=uniform:shape=9x2000,row=65 B=dense: --device=cpu "
                                      "--format A=U,C --quiet");
  EXPECT_EQ(wide.code, 0) << wide.err;
}

// Another order has other runs: a re-sorted view has coordinates as wide as they are.
TEST(Narrow, are_widened_where_they_are_sorted_anew) {
  const Workspace folder;
  const std::string spec = folder.write(
      "spec.yaml", std::string(spmv_narrow) + "mapping: { loop-order: { Z: [K, M] } }\n");
  const Finished done = folder.teaalc("run " + spec +
                                      " A=stencil:n=50,points=5 B=dense:values=rand --device=cpu "
                                      "--checked");
  EXPECT_EQ(done.code, 0) << done.out << done.err;
  EXPECT_NE(done.out.find("re-sorted once before the run, with coordinates as"), done.out.npos)
      << done.out;
}

// Offsets and bases, in the report's bytes and in the counts of `explain`.
TEST(Narrow, are_counted_in_their_bytes) {
  const Workspace folder;
  const std::string spec = folder.write("spec.yaml", spmv_narrow);
  const std::string run = "run " + spec + " A=stencil:n=40,points=5 B=dense: --device=cpu --json ";
  const auto bytes = [&](const std::string& options) {
    const Finished done = folder.teaalc(run + options);
    EXPECT_EQ(done.code, 0) << done.err;
    const auto report = nlohmann::json::parse(done.out, nullptr, false);
    for (const auto& tensor : report.value("tensors", nlohmann::json::array()))
      if (tensor.value("name", "") == "A")
        return std::pair(tensor.value("bytes", int64_t{0}), tensor.value("format", ""));
    return std::pair(int64_t{0}, std::string());
  };
  const int64_t elements = 5 * 40 * 40 - 4 * 40, runs = (elements + 63) / 64;
  EXPECT_EQ(bytes("--format A=U,C"), std::pair(4 * (1601 + 2 * elements), std::string("M:U,K:C")));
  EXPECT_EQ(bytes("--format A=U,C16"),
            std::pair(4 * (1601 + elements + runs) + 2 * elements, std::string("M:U,K:C16")));
  EXPECT_EQ(bytes(""), std::pair(4 * (1601 + elements + runs) + elements, std::string("M:U,K:C8")));
}

}  // namespace
}  // namespace teaal::exec
