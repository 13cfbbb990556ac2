// `teaalc explain`, `compare` and `run --count` as a user calls them.
#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <regex>
#include <sstream>

#include "compiler/driver/explain/explain.h"
#include "tests/exec/process.h"

namespace teaal::exec {
namespace {

using Json = nlohmann::json;

const std::string specs = std::string(TEAAL_SOURCE_DIR) + "/specs/";

// Rows of 3, 1, 0, 2 and 1 elements.
const char* const matrix = "# shape 5 4\n1 1 1\n1 2 2\n1 4 3\n2 3 4\n4 1 5\n4 4 6\n5 2 7\n";

const std::string spmv = specs + "spmv_thread_mapped.yaml -D NUM_THREADS=2 A=a.tns B=dense:";

std::string text_of(const std::string& path) {
  std::ifstream file(path);
  std::ostringstream out;
  out << file.rdbuf();
  return out.str();
}

class Explain : public testing::Test {
 protected:
  Explain() {
    folder.write("a.tns", matrix);
    // Blocks with longer lists first; and an order of what has none.
    std::string text = text_of(specs + "gemm_joint_sparse.yaml");
    const std::string listed = "type: compact}";
    text.replace(text.find(listed), listed.size(), "type: compact, order: longest-first}");
    folder.write("longest_first.yaml", text);
    text.replace(text.find("BlockIntersect"), 14, "WarpIntersect");
    folder.write("refused.yaml", text);
  }
  Finished teaalc(const std::string& arguments,
                  const std::string& locale = "LC_ALL=C.UTF-8") const {
    return folder.teaalc(arguments, "", locale);
  }
  Workspace folder;
};

// One warp of two lanes takes rows 0 and 1, 2 and 3, 4: each round opens, then goes as far as the
// longer row: (1 + 3) + (1 + 2) + (1 + 1) = 9 slots.
TEST_F(Explain, draws_what_lanes_do) {
  const Finished run = teaalc("explain " + spmv + " --machine=1x2");
  ASSERT_EQ(run.code, 0) << run.err;
  EXPECT_NE(run.out.find("Z[i] = A[i, j] * B[j]    A 7 non-zeros of 5 x 4    1 warps x 2 lanes"),
            std::string::npos)
      << run.out;
  EXPECT_NE(run.out.find("  w0     0 ▒███▒··▒█"), std::string::npos) << run.out;
  EXPECT_NE(run.out.find("         1 ▒█··▒██·· "), std::string::npos) << run.out;
  for (const char* row : {"multiplications +7\n", "fibers opened +5\n", "  slots +9\n",
                          "computing +39 %\n", "re-sorts +none\n", "loop order +I1 \\|I0\\| J\n"})
    EXPECT_TRUE(std::regex_search(run.out, std::regex(row))) << row << run.out;
}

TEST_F(Explain, keeps_to_ascii_where_the_locale_does) {
  const Finished run = teaalc("explain " + spmv + " --machine=1x2", "LC_ALL=C");
  EXPECT_NE(run.out.find("  w0     0 o###o..o#"), std::string::npos) << run.out;
}

// Slots of the trace, by what lanes do in them.
std::map<char, int64_t> traced(const Json& mapping) {
  std::map<char, int64_t> out;
  for (const Json& warp : mapping["trace"]["warps"])
    for (const std::string lane : warp["lanes"]) {
      const std::regex run("([0-9]+)([a-z])");
      for (std::sregex_iterator at(lane.begin(), lane.end(), run), end; at != end; ++at)
        out[(*at)[2].str()[0]] += std::stoll((*at)[1]);
    }
  return out;
}

TEST_F(Explain, gives_the_same_numbers_as_json) {
  const Finished run = teaalc("explain " + spmv + " --machine=2x2 --json --orders=all");
  ASSERT_EQ(run.code, 0) << run.err;
  const Json told = Json::parse(run.out);
  const Json& mapping = told["mappings"][0];
  EXPECT_EQ(mapping["counts"]["multiplications"], 7);
  std::map<char, int64_t> lanes = traced(mapping);
  int64_t all = 0;
  for (const auto& [name, count] : mapping["counts"]["work"].items()) {
    const char letter = name == "combine" ? 's' : name == "stage" ? 't' : name[0];
    EXPECT_EQ(lanes[letter], count) << name;
    all += count.get<int64_t>();
  }
  EXPECT_EQ(all, 4 * mapping["counts"]["slots"].get<int64_t>());
  EXPECT_EQ(told["orders"].size(), 6);
}

TEST_F(Explain, shows_other_orders_with_the_price_of_a_resort) {
  const Finished run = teaalc("explain " + spmv + " '--orders=I1,I0,J;J,I1,I0'");
  ASSERT_EQ(run.code, 0) << run.err;
  EXPECT_TRUE(std::regex_search(run.out, std::regex("I1 \\|I0\\| J \\* +[0-9]+ +1.00"))) << run.out;
  EXPECT_NE(run.out.find("re-sorts A to [J, I]: 7"), std::string::npos) << run.out;
}

TEST_F(Explain, refuses_orders_of_variants) {
  const Finished run =
      teaalc("explain " + specs + "spmv_row_classes.yaml A=a.tns B=dense: '--orders=M,K;K,M'");
  ASSERT_EQ(run.code, 0) << run.err;
  EXPECT_NE(run.out.find("  |M| |K| *"), std::string::npos) << run.out;
  EXPECT_NE(run.out.find("  K M: refused: variants have loop orders of their own"),
            std::string::npos)
      << run.out;
}

// As many orders as there may be, each with a nest of 40 kB: the page leaves out what it must.
// A spec that says nothing of its mapping has orders, too; of a cascade one expression's change,
// and the others are not told again.
TEST_F(Explain, orders_loops_of_specs_without_a_mapping) {
  folder.write("bare.yaml", R"(einsum:
  declaration: { A: [I, J], B: [J], T: [I], Z: [I] }
  expressions:
    - T[i] = A[i, j] * B[j]
    - Z[i] = T[i] * T[i]
format:
  A: { default: { rank-order: [I, J], I: { format: U }, J: { format: C } } }
)");
  const Finished run = teaalc("explain bare.yaml A=a.tns B=dense: --orders=all --json");
  ASSERT_EQ(run.code, 0) << run.err;
  std::map<std::string, int64_t> slots;
  const Json told = Json::parse(run.out);
  for (const Json& row : told["orders"]) {
    slots[row["loops"]] = row["mapping"]["counts"]["slots"];
    const bool ends_in_j = row["loops"] == "T: |I| J";
    // Of its own expression.
    EXPECT_EQ(row["held_still"], Json::array({ends_in_j ? "T" : "B"})) << row["loops"];
  }
  ASSERT_EQ(slots.size(), 2U);
  EXPECT_TRUE(slots.contains("T: |I| J") && slots.contains("T: J |I|")) << run.out;
  EXPECT_NE(slots["T: |I| J"], slots["T: J |I|"]);
}

TEST(ExplainText, keeps_a_page_of_many_orders_small) {
  driver::Explanation told;
  driver::Mapping mapping{"spec", "I J", "", {}, {}};
  mapping.counts.machine = told.machine = driver::toy_machine;
  mapping.counts.lane_work.resize(8);
  mapping.nest.assign(400, {std::string(50, 'x'), 1, 1});
  told.mappings.push_back(mapping);
  told.orders.assign(240, {"spec", "I J", "", mapping, "", {"Z"}, true});
  const std::string page = driver::to_page(told);
  EXPECT_LE(page.size(), 2'000'000U);
  EXPECT_NE(page.find("the texts of every order; they are left out"), std::string::npos);
}

TEST(ExplainText, shows_refused_orders_in_the_compilers_words) {
  driver::Explanation told;
  driver::Mapping mapping{"spec", "I J", "", {}, {}};
  mapping.counts.machine = told.machine = driver::toy_machine;
  mapping.counts.lane_work.resize(8);
  told.mappings.push_back(mapping);
  told.orders = {{"spec", "I J", "", mapping, "", {"Z"}, true},
                 {"spec", "J I", "", {}, "unsupported: that", {}, false}};
  const std::string text = driver::to_text(told, {}, true);
  EXPECT_NE(text.find("  I J *"), std::string::npos) << text;
  EXPECT_NE(text.find("  J I: refused: unsupported: that\n"), std::string::npos) << text;
}

TEST_F(Explain, writes_a_page_that_needs_nothing_else) {
  const Finished run = teaalc("explain " + spmv + " --html=page.html --orders=all");
  ASSERT_EQ(run.code, 0) << run.err;
  EXPECT_EQ(run.out, "");
  const std::string page = folder.read("page.html");
  EXPECT_LT(page.size(), 2'000'000);
  EXPECT_EQ(page.find("http"), std::string::npos);
  for (const char* mark : {"{{data}}", "{{style}}", "{{script}}"})
    EXPECT_EQ(page.find(mark), std::string::npos);
  EXPECT_NE(page.find("Z[i] = A[i, j] * B[j]"), std::string::npos);
  // What is embedded cannot end its element.
  const size_t data = page.find("id=\"data\">"), end = page.find("</script>", data);
  EXPECT_NO_THROW(Json::parse(page.substr(data + 10, end - data - 10)));
}

TEST_F(Explain, puts_other_specs_beside) {
  const Finished run = teaalc("explain " + spmv + " --with=" + specs + "spmv_warp_per_row.yaml");
  ASSERT_EQ(run.code, 2) << "NUM_THREADS is no symbol of the second spec";
  const Finished both = teaalc("explain " + specs + "spmv_thread_mapped.yaml --with=" + specs +
                               "spmv_warp_per_row.yaml A=a.tns B=dense:");
  ASSERT_EQ(both.code, 0) << both.err;
  EXPECT_TRUE(std::regex_search(both.out, std::regex("multiplications +7 +7\n"))) << both.out;
}

TEST_F(Explain, refuses_what_it_cannot_show) {
  EXPECT_EQ(teaalc("explain " + spmv + " --machine=3y").code, 2);
  EXPECT_EQ(teaalc("explain " + spmv + " --machine=2x3").code, 2);
  EXPECT_EQ(teaalc("explain " + spmv + " --cache=3").code, 2);
  EXPECT_EQ(teaalc("explain " + spmv + " --orders=I,J").code, 2);
  EXPECT_EQ(teaalc("explain " + specs + "spmv_thread_mapped.yaml A=a.tns").code, 2);
  const Finished staged = teaalc("explain refused.yaml A=dense:shape=8x8 B=dense:shape=8x8");
  EXPECT_EQ(staged.code, 1);
  EXPECT_NE(staged.err.find("[unsupported]"), std::string::npos) << staged.err;
}

TEST_F(Explain, compares_counts_above_times_that_are_emulated) {
  const std::string inputs = " A=a.tns B=dense: --device=cpu";
  const Finished run = teaalc("compare " + specs + "spmv_thread_mapped.yaml " + specs +
                              "spmv_warp_per_row.yaml" + inputs);
  ASSERT_EQ(run.code, 0) << run.err;
  const size_t counts = run.out.find("multiplications"),
               times = run.out.find("emulation on the CPU");
  ASSERT_NE(times, std::string::npos) << run.out;
  EXPECT_LT(counts, times);
  // What memory has to do, from the text of each: bounds of five rows, read by one warp twice.
  for (const char* row :
       {"spmv_thread_mapped_Z +A.J.segments +40 B +0 B +2 +5.0 +2 +1.0 +1.0 +2.0\n",
        "spmv_warp_per_row_Z +A.J.segments +1.28 kB +0 B +10 +32.0 +10 "})
    EXPECT_TRUE(std::regex_search(run.out, std::regex(row))) << row << run.out;
  EXPECT_EQ(run.out.find("a request  least  DRAM"), std::string::npos) << run.out;
  const Json told = Json::parse(teaalc("compare " + specs + "spmv_thread_mapped.yaml " + specs +
                                       "spmv_warp_per_row.yaml" + inputs + " --json")
                                    .out);
  for (const Json& mapping : told["mappings"]) EXPECT_EQ(mapping["text"].size(), 1);
  EXPECT_EQ(teaalc("compare " + specs + "spmv_thread_mapped.yaml" + inputs).code, 2);
}

// A partitioning is a spec: orders of all specs stand in one table.
TEST_F(Explain, shows_orders_of_other_partitionings) {
  const std::string gemm = "explain " + specs + "gemm_naive.yaml --with=" + specs +
                           "gemm_tiled.yaml A=dense:shape=8x8 B=dense:shape=8x8 ";
  const Finished run = teaalc(gemm + "'--orders=M,N,K;K1,M1,N1,M0,N0,K0;K,M,N'");
  ASSERT_EQ(run.code, 0) << run.err;
  for (const char* row :
       {"  gemm_naive: [KMN| ]+ \\* ", "  gemm_naive: [|]?K", "  gemm_tiled: [|]?K1"})
    EXPECT_TRUE(std::regex_search(run.out, std::regex(row))) << row << run.out;
  // A list names orders of some spec each.
  EXPECT_EQ(teaalc(gemm + "'--orders=M,N,K;I,J'").code, 2);
  EXPECT_EQ(teaalc(gemm + "--orders=I,J").code, 2);
}

// Sizes of tiles are symbols: each order is counted with each of them.
TEST_F(Explain, shows_orders_with_tiles_of_other_sizes) {
  const std::string rows =
      "explain " + specs + "spmv_thread_mapped.yaml -D NUM_THREADS=2 A=a.tns B=dense: ";
  const Json told = Json::parse(teaalc(rows + "--orders=all --tiles=NUM_THREADS:1,4 --json").out);
  std::map<std::string, int> counted;
  for (const Json& row : told["orders"]) {
    ++counted[row["tiles"].get<std::string>()];
    if (row["tiles"] == "" || row["loops"] != "I1 |I0| J") continue;
    // Five rows, four (or one) at a time, on two warps of four lanes.
    EXPECT_EQ(row["mapping"]["counts"]["launches"][0]["block"],
              row["tiles"] == "NUM_THREADS 4" ? 4 : 1);
    EXPECT_FALSE(row["is_spec"].get<bool>());
  }
  EXPECT_EQ(counted,
            (std::map<std::string, int>{{"", 6}, {"NUM_THREADS 1", 6}, {"NUM_THREADS 4", 6}}));
  const Finished text = teaalc(rows + "--tiles=NUM_THREADS:4");
  EXPECT_TRUE(std::regex_search(text.out, std::regex("  I1 .I0. J \\(NUM_THREADS 4\\) ")))
      << text.out;
  EXPECT_TRUE(std::regex_search(text.out, std::regex("  I1 .I0. J \\* "))) << text.out;
  for (const char* wrong :
       {"--tiles=I0:4", "--tiles=NUM_THREADS", "--tiles=NUM_THREADS:0", "--tiles=NUM_THREADS:4,x"})
    EXPECT_EQ(teaalc(rows + wrong).code, 2) << wrong;
}

// A time that some GPU took is put beside the counts of its spec; nothing else is.
TEST_F(Explain, puts_a_measurement_beside_what_is_counted) {
  const Finished report = teaalc("run " + spmv + " --device=cpu --json");
  ASSERT_EQ(report.code, 0) << report.err;
  Json gpu = Json::parse(report.out);
  gpu["device"]["kind"] = "gpu";
  gpu["device"]["name"] = "a GPU";
  gpu["kernel"]["us"] = 2;
  folder.write("gpu.json", gpu.dump());
  const Finished run = teaalc("explain " + spmv + " --machine=1x2 --measured=gpu.json");
  ASSERT_EQ(run.code, 0) << run.err;
  // 9 slots in 2 microseconds.
  EXPECT_TRUE(
      std::regex_search(run.out, std::regex("  spmv_thread_mapped +a GPU +2.00 µs .* 222.2\n")))
      << run.out;
  const Json told =
      Json::parse(teaalc("explain " + spmv + " --json --measured=gpu.json").out)["mappings"][0];
  EXPECT_DOUBLE_EQ(told["measured"]["gb_per_s"].get<double>(),
                   told["measured"]["dram_bytes"].get<double>() / 2000);
  folder.write("cpu.json", report.out);
  EXPECT_NE(teaalc("explain " + spmv + " --measured=cpu.json").out.find("say nothing about a GPU"),
            std::string::npos);
  gpu["tensors"][0]["occupancy"] = 6;
  folder.write("other.json", gpu.dump());
  const Finished other = teaalc("explain " + spmv + " --measured=other.json");
  EXPECT_EQ(other.code, 2);
  EXPECT_NE(other.err.find("A has 6 elements there, 7 here"), std::string::npos) << other.err;
  EXPECT_EQ(teaalc("explain " + spmv + " --measured=a.tns").code, 2);
  EXPECT_EQ(teaalc("explain " + spmv + " --measured=none.json").code, 1);
  gpu["name"] = "spmm";
  folder.write("spmm.json", gpu.dump());
  EXPECT_EQ(teaalc("explain " + spmv + " --measured=spmm.json").code, 2);
}

// The others are compared; the refused one has the compiler's words, and the exit code is its own.
TEST_F(Explain, compares_the_others_when_one_is_refused) {
  const std::string compare = "compare refused.yaml " + specs +
                              "gemm_naive.yaml A=dense:shape=8x8 B=dense:shape=8x8 --device=cpu";
  const Finished text = teaalc(compare);
  EXPECT_EQ(text.code, 1);
  EXPECT_TRUE(std::regex_search(text.out, std::regex("multiplications +512\n"))) << text.out;
  EXPECT_NE(text.out.find("  refused: refused: unsupported: "), std::string::npos) << text.out;
  EXPECT_NE(text.err.find("[unsupported]"), std::string::npos) << text.err;
  const Json told = Json::parse(teaalc(compare + " --json").out);
  EXPECT_TRUE(told["mappings"][0].contains("refused"));
  EXPECT_EQ(told["mappings"][1]["counts"]["multiplications"], 512);
  // A wrong command line ends it all.
  EXPECT_EQ(teaalc(compare + " C=1").code, 2);
}

TEST_F(Explain, counts_in_the_report_of_a_run) {
  const std::string run =
      "run " + specs + "spmv_thread_mapped.yaml A=a.tns B=dense: --device=cpu --count";
  const Finished json = teaalc(run + " --json");
  ASSERT_EQ(json.code, 0) << json.err;
  EXPECT_EQ(Json::parse(json.out)["operations"]["multiplications"], 7);
  // A thread a row: a multiprocessor holds 32 blocks of one warp.
  const Json kernel = Json::parse(json.out)["text"].at(0);
  EXPECT_EQ(kernel["block"], 5);
  EXPECT_EQ(kernel["at_once"], 32);
  const Finished text = teaalc(run);
  EXPECT_TRUE(std::regex_search(text.out, std::regex("multiplications +7\n"))) << text.out;
}

// Shared memory leaves room for more blocks than registers shall be enough for.
TEST_F(Explain, tells_for_how_many_blocks_registers_shall_be_enough) {
  std::string spec = text_of(specs + "events.yaml");
  const std::string asked = "resident: 4";
  ASSERT_NE(spec.find(asked), std::string::npos);
  folder.write("two.yaml", spec.replace(spec.find(asked), asked.size(), "resident: 2"));
  const std::string inputs = " S=rand:shape=4x64,density=0.5 W=dense:shape=64x64 --device=cpu";
  for (const char* mode : {"", " --checked"}) {
    const Finished run = teaalc("run two.yaml" + inputs + mode + " --count --json");
    ASSERT_EQ(run.code, 0) << run.err;
    const Json told = Json::parse(run.out);
    EXPECT_EQ(told["operations"]["launches"][0]["resident"], 2);
    const Json kernel = told["text"].at(0);
    EXPECT_EQ(kernel["resident"], 2);
    EXPECT_GT(kernel["at_once"], 2);
  }
  const Finished text = teaalc("run two.yaml" + inputs + " --count");
  EXPECT_TRUE(std::regex_search(text.out, std::regex("at once, at most  registers for ")))
      << text.out;
}

// The kernel that orders the lists has a thread a number of a block, of which there is one.
TEST_F(Explain, counts_lists_with_longer_ones_first) {
  const Finished run = teaalc(
      "run longest_first.yaml A=dense:shape=8x8 B=dense:shape=8x8 --device=cpu --count --json");
  ASSERT_EQ(run.code, 0) << run.err;
  const Json told = Json::parse(run.out);
  EXPECT_GT(told["operations"]["multiplications"], 0);
  std::string kernels;
  for (const Json& launch : told["operations"]["launches"])
    kernels += launch["kernel"].get<std::string>() + " ";
  EXPECT_NE(kernels.find("_order "), std::string::npos) << kernels;
}

// A spec that fits warps of 32 lanes alone makes the machine have those, for the specs in front of
// it, too.
TEST_F(Explain, has_warps_of_32_lanes_where_a_spec_asks_for_them) {
  const std::string inputs = " A=dense:shape=16x16 B=dense:shape=16x16 --json";
  const Finished run = teaalc("explain " + specs + "gemm_naive.yaml --with=" + specs +
                              "gemm_min_plus.yaml" + inputs);
  ASSERT_EQ(run.code, 0) << run.err;
  const Json told = Json::parse(run.out);
  EXPECT_EQ(told["machine"]["lanes"], 32);
  ASSERT_EQ(told["mappings"].size(), 2U);
  for (const Json& mapping : told["mappings"])
    EXPECT_EQ(mapping["trace"]["warps"][0]["lanes"].size(), 32U) << mapping["name"];
  EXPECT_NE(told["notes"].dump().find("gemm_min_plus is mapped to warps of 32 lanes"),
            std::string::npos);
}

// Too many accesses are not watched, and a note says so; whoever asks for a checked run waits.
TEST(ExplainText, leaves_out_the_text_of_very_large_runs) {
  interpret::Counts counts;
  counts.arrays.push_back({"A", "values"});
  counts.arrays.back().traffic.loads = 50'000'001;
  const driver::Compiled compiled;
  const driver::JobRequest job;
  const runtime::plan::Inputs inputs;
  const runtime::BuildCache cache;
  std::string note;
  EXPECT_TRUE(driver::count_text_beside(counts, {compiled, job, inputs, cache}, note).empty());
  EXPECT_NE(note.find("50,000,001 accesses, which are too many"), std::string::npos) << note;
}

// What each kernel's text does to each array; of seven products, seven elements.
TEST_F(Explain, counts_the_text_of_a_checked_run) {
  const std::string run =
      "run " + specs + "spmv_thread_mapped.yaml A=a.tns B=dense: --checked --count";
  const Finished text = teaalc(run);
  EXPECT_NE(text.out.find("counted from the emitted text"), std::string::npos) << text.out;
  EXPECT_EQ(teaalc(run.substr(0, run.size() - 8)).out.find("emitted text"), std::string::npos);
  const Finished json = teaalc(run + " --json");
  ASSERT_EQ(json.code, 0) << json.err;
  const Json kernel = Json::parse(json.out)["text"].at(0);
  EXPECT_EQ(kernel["launches"], 1);
  EXPECT_EQ(kernel["barriers"], 0);
  for (const Json& array : kernel["arrays"])
    if (array["array"] == "A.values") {
      EXPECT_EQ(array["read_bytes"], 7 * 4);
    }
}

}  // namespace
}  // namespace teaal::exec
