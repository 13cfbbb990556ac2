#include "compiler/driver/explain/cuda_lines.h"

#include <algorithm>
#include <map>
#include <optional>
#include <regex>
#include <sstream>

namespace teaal::driver {
namespace {

std::optional<std::string> found(const std::string& line, const std::regex& pattern) {
  std::smatch match;
  if (!std::regex_search(line, match, pattern)) return std::nullopt;
  return match[match.size() - 1].str();
}

// What a line of the nest does: "+name" declares, "name[" stores, "name=" sets; or a word.
std::string key_of_nest(const std::string& line) {
  static const std::regex declares(R"(^\s*(?:let|var|for|shared|registers) (\w+))");
  static const std::regex stores(R"(^\s*(\w+)\(.*\) [-+*/a-z]*= )");
  static const std::regex sets(R"(^\s*(\w+) [-+*/a-z]*= )");
  static const std::regex words(R"(^\s*(if|while|run)\b)");
  if (auto name = found(line, declares)) return "+" + *name;
  if (auto word = found(line, words)) return *word;
  if (auto name = found(line, stores)) return *name + "[";
  if (auto name = found(line, sets)) return *name + "=";
  return "";
}

// The same of a line of CUDA.
std::string key_of_cuda(const std::string& line) {
  static const std::regex loops(R"(^\s*for \([\w ]+ (\w+) = )");
  static const std::regex declares(
      R"(^\s*(?:__shared__ )?(?:__align__\(\d+\) )?(?:const )?[a-z]\w* (\w+)(?:\[\w*\];| = | =$))");
  static const std::regex stores(R"(^\s*(\w+)\[.*\] [-+*/]?=)");
  static const std::regex sets(R"(^\s*(\w+) [-+*/]?=)");
  static const std::regex words(R"(^\s*(if|while) \()");
  static const std::regex calls(R"(^\s*\w+\(.*\);$)");
  if (auto name = found(line, loops)) return "+" + *name;
  if (auto word = found(line, words)) return *word;
  if (auto name = found(line, declares)) return "+" + *name;
  if (auto name = found(line, stores)) return *name + "[";
  if (auto name = found(line, sets)) return *name + "=";
  return std::regex_search(line, calls) ? "run" : "";
}

struct Key {
  std::string text;
  size_t at;  // of the lines
};

std::vector<Key> keys_of(const std::vector<std::string>& lines,
                         std::string (*key)(const std::string&)) {
  std::vector<Key> out;
  for (size_t i = 0; i < lines.size(); ++i)
    if (std::string text = key(lines[i]); !text.empty()) out.push_back({std::move(text), i});
  return out;
}

// For lines of b, the line of a that it stands for: a longest common subsequence of their keys.
std::map<size_t, size_t> alike(const std::vector<Key>& a, const std::vector<Key>& b) {
  std::vector<std::vector<int>> longest(a.size() + 1, std::vector<int>(b.size() + 1));
  for (size_t i = a.size(); i-- > 0;)
    for (size_t j = b.size(); j-- > 0;)
      longest[i][j] = a[i].text == b[j].text ? longest[i + 1][j + 1] + 1
                                             : std::max(longest[i + 1][j], longest[i][j + 1]);
  std::map<size_t, size_t> out;
  for (size_t i = 0, j = 0; i < a.size() && j < b.size();) {
    if (a[i].text == b[j].text)
      out[b[j++].at] = a[i++].at;
    else
      (longest[i + 1][j] >= longest[i][j + 1] ? i : j) += 1;
  }
  return out;
}

// The lines of a kernel, with the lines of the spec that #line marks name; a mark holds until the
// next one, as marks stand where the line changes.
struct CudaKernel {
  std::string name;
  std::vector<std::string> lines;
  std::vector<int> spec_lines;
};

std::vector<CudaKernel> kernels_of(const std::string& cu) {
  static const std::regex begins(R"(__global__ .*\b(\w+)\()");
  static const std::regex mark(R"(^#line (\d+) )");
  std::vector<CudaKernel> out;
  bool inside = false;
  int spec_line = 0;
  std::istringstream in(cu);
  for (std::string line; std::getline(in, line);) {
    if (auto number = found(line, mark)) {
      spec_line = std::stoi(*number);
      continue;
    }
    if (auto name = found(line, begins)) {
      out.push_back({*name, {}, {}});
      inside = true;
    }
    if (!inside) continue;
    out.back().lines.push_back(line);
    out.back().spec_lines.push_back(spec_line);
    inside = line != "}";
  }
  return out;
}

// The statements of a kernel of the nest, whose head names it.
std::vector<NestLine> nest_of(const std::vector<NestLine>& nest, const std::string& kernel) {
  std::vector<NestLine> out;
  bool inside = false;
  for (const NestLine& line : nest) {
    if (line.text.rfind("kernel ", 0) == 0)
      inside = line.text.rfind("kernel " + kernel + ":", 0) == 0;
    else if (inside)
      out.push_back(line);
  }
  return out;
}

bool ends_statement(const std::string& line) {
  const size_t last = line.find_last_not_of(' ');
  return last == std::string::npos || line[last] == ';' || line[last] == '{' || line[last] == '}' ||
         line.find("//") != std::string::npos;
}

}  // namespace

std::vector<CudaLine> cuda_lines(const std::string& cu, const std::vector<NestLine>& nest) {
  std::vector<CudaLine> out;
  for (const CudaKernel& kernel : kernels_of(cu)) {
    const std::vector<NestLine> statements = nest_of(nest, kernel.name);
    std::vector<std::string> texts;
    for (const NestLine& line : statements) texts.push_back(line.text);
    const auto stands_for = alike(keys_of(texts, key_of_nest), keys_of(kernel.lines, key_of_cuda));
    int goes_on = -1;  // the statement of a line that goes on in the next
    for (size_t i = 0; i < kernel.lines.size(); ++i) {
      auto same = stands_for.find(i);
      const int statement = same != stands_for.end() ? statements[same->second].statement : goes_on;
      out.push_back({kernel.lines[i], statement, kernel.spec_lines[i]});
      goes_on = ends_statement(kernel.lines[i]) ? -1 : statement;
    }
  }
  return out;
}

}  // namespace teaal::driver
