// The command in the head of every shipped spec is one that a reader can try.
#include <gtest/gtest.h>

#include <fstream>
#include <regex>
#include <sstream>

#include "compiler/driver/output_files.h"
#include "compiler/driver/session.h"
#include "tests/exec/process.h"

namespace teaal::exec {
namespace {

namespace fs = std::filesystem;

// The comment that a spec begins with, without its `# `.
std::string head_of(const std::string& spec) {
  std::istringstream lines(spec);
  std::string out;
  for (std::string line; std::getline(lines, line) && line.rfind("#", 0) == 0;)
    out += (line.size() > 1 ? line.substr(2) : "") + "\n";
  return out;
}

// The words behind `teaalc run`, on lines that are indented further too; none if the head has no
// such line.
std::vector<std::string> command_of(const std::string& head) {
  std::smatch found;
  if (!std::regex_search(head, found, std::regex("\n  teaalc run ([^\n]*(\n   [^\n]*)*)")))
    return {};
  std::istringstream words(found[1]);
  return {std::istream_iterator<std::string>(words), {}};
}

// Writes the file that the head describes as `source.tns has one line "5 1" behind "# shape 10"`.
void write_source(const Workspace& folder, const std::string& head) {
  std::smatch found;
  const std::regex words("source\\.tns has one line \"([^\"]*)\" behind \"([^\"]*)\"");
  if (std::regex_search(head, found, words))
    folder.write("source.tns", found[2].str() + "\n" + found[1].str() + "\n");
}

TEST(ShippedSpecs, have_a_command_that_runs_them) {
  for (const fs::path& path : shipped_specs()) {
    SCOPED_TRACE(path.string());
    Diagnostics diagnostics;
    SourcePtr source = driver::read_source_file(path.string(), diagnostics);
    const std::string head = head_of(source->text);
    std::vector<std::string> words = command_of(head), assignments;
    ASSERT_FALSE(words.empty()) << "no line `#   teaalc run …` in\n" << head;
    EXPECT_EQ(words[0], fs::relative(path, TEAAL_SOURCE_DIR).string());
    Workspace folder;
    write_source(folder, head);
    driver::JobRequest request;
    driver::CompileOptions options;
    options.name = path.stem();
    for (size_t w = 1; w < words.size(); ++w) {
      std::smatch found;
      if (words[w] == "--shape" && w + 1 < words.size()) {
        ASSERT_TRUE(std::regex_match(words[++w], found, std::regex("(\\w+)=(\\d+)")));
        request.inputs.shapes[found[1]] = std::stoll(found[2]);
      } else if (std::regex_match(words[w], found, std::regex("--arch=(\\w+)"))) {
        options.arch = found[1];
      } else {
        assignments.push_back(
            std::regex_replace(words[w], std::regex("source\\.tns"), folder.path("source.tns")));
      }
    }
    auto program = driver::compile_for_run(source, options, diagnostics);
    ASSERT_TRUE(program) << render(diagnostics.all().back());
    driver::Given given;
    driver::UsageError error;
    EXPECT_TRUE(driver::sort_given(*program, assignments, given, error)) << error.message;
    EXPECT_TRUE(driver::check_complete(program->manifest, given, error)) << error.message;
    request.inputs.sources = given.sources;
    request.scalars = given.scalars;
    EXPECT_TRUE(driver::Session::load(*program, request, diagnostics))
        << render(diagnostics.all().back());
  }
}

TEST(ShippedSpecs, stand_in_the_list) {
  std::ostringstream list;
  list << std::ifstream(fs::path(TEAAL_SOURCE_DIR) / "specs/README.md").rdbuf();
  for (const fs::path& path : shipped_specs()) {
    const std::string link = fs::relative(path, fs::path(TEAAL_SOURCE_DIR) / "specs").string();
    EXPECT_NE(list.str().find("(" + link + ")"), std::string::npos) << link;
  }
}

}  // namespace
}  // namespace teaal::exec
