// The numbers that lessons/ tell are those that the commands in them give.
#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>
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

// A command and the table behind it: the first column names mappings or loop orders, the others
// bear the titles of what is counted.
struct Claim {
  std::string command;
  std::vector<std::vector<std::string>> rows;  // the first one: titles
};

std::vector<Claim> claims_of(const fs::path& lesson) {
  std::vector<Claim> out;
  std::ifstream in(lesson);
  for (std::string line; std::getline(in, line);) {
    // A command may go on behind a backslash.
    for (std::string more; line.ends_with('\\') && std::getline(in, more);)
      line = line.substr(0, line.size() - 1) + more;
    if (line.rfind("teaalc ", 0) == 0)
      out.push_back({line.substr(7), {}});
    else if (line.rfind("|--", 0) != 0 && line.rfind("|", 0) == 0 && !out.empty())
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

std::string counted(const Json& mapping, const std::string& title) {
  for (const Json& row : mapping["summary"])
    if (row[0] == title) return row[1];
  for (const Json& t : mapping["counts"]["tensors"])
    for (const char* what : {"loads", "stores"})
      if (title == t["tensor"].get<std::string>() + " " + what)
        return std::to_string(t[what].get<int64_t>());
  ADD_FAILURE() << "nothing counted is called " << title;
  return "";
}

TEST(Lessons, tell_what_their_commands_give) {
  ASSERT_GE(lessons().size(), 3U);
  for (const fs::path& lesson : lessons()) {
    SCOPED_TRACE(lesson.string());
    const std::vector<Claim> claims = claims_of(lesson);
    ASSERT_FALSE(claims.empty());
    for (const Claim& claim : claims) {
      SCOPED_TRACE(claim.command);
      ASSERT_GE(claim.rows.size(), 2U);
      Workspace folder;
      const Finished run =
          folder.teaalc(claim.command + " --json", "", "cd '" TEAAL_SOURCE_DIR "' &&");
      ASSERT_EQ(run.code, 0) << run.err;
      const Json told = Json::parse(run.out);
      for (size_t r = 1; r < claim.rows.size(); ++r)
        for (size_t c = 1; c < claim.rows[0].size(); ++c)
          EXPECT_EQ(claim.rows[r][c], counted(named(told, claim.rows[r][0]), claim.rows[0][c]))
              << claim.rows[r][0] << ": " << claim.rows[0][c];
    }
  }
}

}  // namespace
}  // namespace teaal::exec
