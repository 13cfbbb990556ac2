// `teaalc explain --measured=FILE` of what Nsight Compute exports; the files are written here as it
// writes them.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <regex>

#include "tests/exec/process.h"

namespace teaal::exec {
namespace {

using Json = nlohmann::json;

const std::string spmv = std::string(TEAAL_SOURCE_DIR) +
                         "/specs/spmv_thread_mapped.yaml -D NUM_THREADS=2 A=a.tns B=dense:";

std::string row(const std::vector<std::string>& fields) {
  std::string out;
  for (const std::string& field : fields) out += (out.empty() ? "\"" : ",\"") + field + "\"";
  return out + "\n";
}

// A launch of the kernel: blocks and threads as ncu writes them, and its time in nanoseconds.
struct Launch {
  std::string blocks, threads, ns;
};

// Messages, then a line a metric.
std::string details(const Launch& launch) {
  std::string out =
      "==PROF== Connected to process 1234 (/usr/bin/teaalc)\n"
      "==PROF== Disconnected from process 1234\n" +
      row({"ID", "Process ID", "Kernel Name", "Block Size", "Grid Size", "Device", "CC",
           "Section Name", "Metric Name", "Metric Unit", "Metric Value"});
  auto metric = [&](const char* name, const char* unit, const std::string& value) {
    out += row({"0", "1234", "spmv_thread_mapped_Z(const int *, float *)", launch.threads,
                launch.blocks, "0", "9.0", "Command line profiler metrics", name, unit, value});
  };
  metric("dram__bytes_read.sum", "Kbyte", "1.5");
  metric("dram__bytes_write.sum", "byte", "500");
  metric("gpu__time_duration.sum", "nsecond", launch.ns);
  metric("l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum", "sector", "12");
  metric("lts__t_sectors_srcunit_tex.sum", "sector", "n/a");
  metric("sm__cycles_active.avg", "cycle", "77");
  return out;
}

class Ncu : public testing::Test {
 protected:
  Ncu() {
    folder.write("a.tns", "# shape 5 4\n1 1 1\n1 2 2\n1 4 3\n2 3 4\n4 1 5\n4 4 6\n5 2 7\n");
    plain = Json::parse(explain(" --json").out)["mappings"][0];
    const Json gpu = Json::parse(explain(" --machine=gpu --json").out)["mappings"][0];
    auto cube = [&](const char* of) {
      return "(" + std::to_string(gpu["counts"]["launches"][0][of].get<int>()) + ", 1, 1)";
    };
    launch = {cube("grid"), cube("block"), "2,500"};
  }
  Finished explain(const std::string& options) const {
    return folder.teaalc("explain " + spmv + options, "", "LC_ALL=C.UTF-8");
  }
  Json measured(const std::string& text) {
    folder.write("ncu.csv", text);
    const Finished run = explain(" --json --measured=ncu.csv");
    EXPECT_EQ(run.code, 0) << run.err;
    return run.code == 0 ? Json::parse(run.out)["mappings"][0]["measured"] : Json();
  }
  Workspace folder;
  Json plain;
  Launch launch;
};

TEST_F(Ncu, stands_beside_what_is_counted_and_predicted) {
  const Json told = measured(details(launch));
  EXPECT_DOUBLE_EQ(told["us"], 2.5);
  EXPECT_EQ(told["runs"], 1);
  EXPECT_DOUBLE_EQ(told["ncu"]["dram_bytes"], 2000);
  EXPECT_DOUBLE_EQ(told["ncu"]["sectors"], 12);
  EXPECT_FALSE(told["ncu"].contains("l2_sectors"));
  EXPECT_EQ(told["dram_bytes"], plain["predicted"]["dram_bytes"]);
  EXPECT_EQ(told["predicted_us"], plain["predicted"]["us"]);
  const Finished text = explain(" --measured=ncu.csv");
  EXPECT_TRUE(std::regex_search(text.out, std::regex("spmv_thread_mapped +2.00 kB .* 12 ")))
      << text.out;
}

// `--page raw`: a line a launch, and below the names of metrics their units.
TEST_F(Ncu, takes_the_median_of_launches) {
  std::string raw = row({"ID", "Kernel Name", "Block Size", "Grid Size", "dram__bytes.sum",
                         "gpu__time_duration.sum", "sm__x"}) +
                    row({"", "", "", "", "Mbyte", "us", "%"});
  int id = 0;
  for (const char* us : {"9", "3", "1"})
    raw += row({std::to_string(id++), "spmv_thread_mapped_Z", launch.threads, launch.blocks, "2",
                us, "5"});
  const Json told = measured(raw);
  EXPECT_DOUBLE_EQ(told["us"], 3);
  EXPECT_EQ(told["runs"], 3);
  EXPECT_DOUBLE_EQ(told["ncu"]["dram_bytes"], 2e6);
}

TEST_F(Ncu, is_refused_at_its_place_or_of_another_run) {
  const std::string good = details(launch);
  auto refused = [&](const std::string& text, int code, const std::string& why) {
    folder.write("ncu.csv", text);
    const Finished run = explain(" --measured=ncu.csv");
    EXPECT_EQ(run.code, code) << text << run.out;
    EXPECT_NE(run.err.find(why), std::string::npos) << why << "\n" << run.err;
  };
  auto with = [&](const std::string& old, const std::string& by) {
    std::string out = good;
    return out.replace(out.find(old), old.size(), by);
  };
  refused(with("\"nsecond\"", "\"fortnight\""), 1, "'fortnight' is no unit of gpu__time");
  // Behind two messages, the names and two metrics.
  refused(with("\"2,500\"", "\"many\""), 1, "ncu.csv:6:");
  refused(with("\"500\"", "\"500"), 1, "the export was cut off");
  refused(with(",\"Metric Value\"", ""), 1, "it has no column 'Metric Value'");
  refused(with("\"500\"", "\"500\",\"1\""), 1, "this row has 12 fields, the names of columns 11");
  refused(row({"ID", "Kernel Name", "gpu__time_duration.sum"}), 1, "their units are missing");
  refused(good.substr(0, good.find("\"0\"")), 1, "ncu has measured no kernel");
  Launch other = launch;
  other.blocks = "(77, 1, 1)";
  refused(details(other), 2, "has 77 blocks");
  refused(with("gpu__time_duration.sum", "gpu__time_something.sum"), 2,
          "no time of the kernel spmv_thread_mapped_Z");
  std::string others = good;
  for (size_t at = 0; (at = others.find("spmv_thread", at)) != std::string::npos; ++at)
    others.replace(at, 4, "spmm");
  refused(others, 2, "of the kernel spmm_thread_mapped_Z, which is not explained here");
}

}  // namespace
}  // namespace teaal::exec
