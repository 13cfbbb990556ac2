// The numbers that lessons/ tell are those that the commands in them give.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <regex>
#include <sstream>

#include "tests/exec/process.h"

namespace teaal::exec {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;

std::vector<fs::path> lessons() {
  std::vector<fs::path> out;
  for (const auto& entry : fs::directory_iterator(fs::path(TEAAL_SOURCE_DIR) / "lessons"))
    if (entry.is_directory()) out.push_back(entry.path() / "README.md");
  std::sort(out.begin(), out.end());
  return out;
}

std::string trimmed(const std::string& text) {
  const size_t from = text.find_first_not_of(' ');
  return from == std::string::npos ? "" : text.substr(from, text.find_last_not_of(' ') - from + 1);
}

std::vector<std::string> cells(const std::string& line) {
  std::vector<std::string> out;
  std::istringstream in(line.substr(1));
  for (std::string cell; std::getline(in, cell, '|');) out.push_back(trimmed(cell));
  return out;
}

// Commands and the table behind them. Of `explain`: the first column names mappings or loop orders,
// the others bear the titles of what is counted. Of `run`: a row a command.
struct Claim {
  std::vector<std::string> commands;
  std::vector<std::vector<std::string>> rows;  // the first one: titles
};

std::vector<Claim> claims_of(const fs::path& lesson) {
  std::vector<Claim> out;
  std::ifstream in(lesson);
  for (std::string line; std::getline(in, line);) {
    // A command may go on behind a backslash.
    for (std::string more; line.ends_with('\\') && std::getline(in, more);)
      line = line.substr(0, line.size() - 1) + more;
    if (line.rfind("teaalc ", 0) == 0) {
      if (out.empty() || !out.back().rows.empty()) out.emplace_back();
      out.back().commands.push_back(line.substr(7));
    } else if (line.rfind("|--", 0) != 0 && line.rfind("|", 0) == 0 && !out.empty())
      out.back().rows.push_back(cells(line));
  }
  return out;
}

// The counts of what a row names; in a table bars mean columns, so names of orders lack them.
Json named(const Json& told, const std::string& name) {
  for (const Json& m : told["mappings"])
    if (m["name"] == name) return m;
  for (const Json& o : told["orders"]) {
    std::string loops = o["loops"];
    std::erase(loops, '|');
    if (loops == name && o.contains("mapping")) return o["mapping"];
  }
  ADD_FAILURE() << "nothing is called " << name;
  return {};
}

// What a column such as "A loads" or "A DRAM, 8" (bytes behind a cache of 8 sectors) says of a
// tensor; empty: it is none of its columns.
std::string of_tensor(const Json& t, const std::string& column) {
  for (const char* what : {"loads", "stores", "sectors"})
    if (column == what) return std::to_string(t[what].get<int64_t>());
  if (column == "a request")
    return fmt::format("{:.2f}",
                       t["load_sectors"].get<double>() / t["load_requests"].get<double>());
  if (column.rfind("DRAM, ", 0) == 0)
    return std::to_string(t["dram_bytes"][column.substr(6)].get<int64_t>());
  return "";
}

std::string counted(const Json& mapping, const std::string& title) {
  for (const Json& row : mapping["summary"])
    if (row[0] == title) return row[1];
  for (const Json& t : mapping["counts"]["tensors"])
    if (const std::string prefix = t["tensor"].get<std::string>() + " ";
        title.rfind(prefix, 0) == 0)
      if (std::string text = of_tensor(t, title.substr(prefix.size())); !text.empty()) return text;
  ADD_FAILURE() << "nothing counted is called " << title;
  return "";
}

// In a folder of its own, from which the lessons' paths lead to the repository.
class Lessons : public testing::Test {
 protected:
  Lessons() {
    for (const char* name : {"lessons", "specs"})
      fs::create_directory_symlink(fs::path(TEAAL_SOURCE_DIR) / name, folder.path(name));
  }

  void expect_counts(const Claim& claim) const {
    ASSERT_EQ(claim.commands.size(), 1U);
    const Finished run = folder.teaalc(claim.commands[0] + " --json");
    ASSERT_EQ(run.code, 0) << run.err;
    const Json told = Json::parse(run.out);
    for (size_t r = 1; r < claim.rows.size(); ++r)
      for (size_t c = 1; c < claim.rows[0].size(); ++c)
        EXPECT_EQ(claim.rows[r][c], counted(named(told, claim.rows[r][0]), claim.rows[0][c]))
            << claim.rows[r][0] << ": " << claim.rows[0][c];
  }

  void expect_runs(const Claim& claim) const {
    ASSERT_EQ(claim.rows[0],
              (std::vector<std::string>{"run", "exit code", "elements that differ"}));
    ASSERT_EQ(claim.rows.size(), claim.commands.size() + 1);
    for (size_t i = 0; i < claim.commands.size(); ++i) {
      const std::vector<std::string>& row = claim.rows[i + 1];
      EXPECT_NE(claim.commands[i].find("/" + row[0] + ".yaml"), std::string::npos) << row[0];
      const Finished run = folder.teaalc(claim.commands[i]);
      EXPECT_EQ(std::to_string(run.code), row[1]) << run.err;
      std::smatch differ;
      const std::regex words("differs from what is expected at ([0-9]+) elements");
      EXPECT_EQ(std::regex_search(run.err, differ, words) ? differ[1].str() : "0", row[2])
          << run.err;
    }
  }

  Workspace folder;
};

TEST_F(Lessons, tell_what_their_commands_give) {
  ASSERT_GE(lessons().size(), 10U);
  for (const fs::path& lesson : lessons()) {
    SCOPED_TRACE(lesson.string());
    const std::vector<Claim> claims = claims_of(lesson);
    ASSERT_FALSE(claims.empty());
    for (const Claim& claim : claims) {
      SCOPED_TRACE(claim.commands[0]);
      ASSERT_GE(claim.rows.size(), 2U);
      if (claim.commands[0].rfind("run ", 0) == 0)
        expect_runs(claim);
      else
        expect_counts(claim);
    }
  }
}

}  // namespace
}  // namespace teaal::exec
