#include "compiler/driver/commands/test_file.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <set>

#include "compiler/driver/output_files.h"
#include "compiler/spec/reader.h"

namespace teaal::driver {
namespace {

namespace fs = std::filesystem;
using spec::Entry;
using spec::Node;
using spec::Reader;

constexpr std::string_view ending = ".test.yaml";

bool is_test_file(const std::string& path) { return path.ends_with(ending); }

// A source that is a file stands beside the file that names it.
std::string beside(const fs::path& folder, const std::string& source) {
  const fs::path there = folder / source.substr(0, source.find(','));
  std::error_code ignored;
  return fs::is_regular_file(there, ignored) ? (folder / source).string() : source;
}

// One file; every handler adds to the test that is being read.
class TestReader {
 public:
  TestReader(std::string path, Diagnostics& diagnostics)
      : path_(std::move(path)), folder_(fs::path(path_).parent_path()), in_(diagnostics) {
    spec_ = is_test_file(path_) ? path_.substr(0, path_.size() - ending.size()) + ".yaml" : path_;
  }

  std::vector<SpecTest> read(const Node& root) {
    if (!in_.is_map(root, "a file of tests", "it begins with 'tests:'")) return {};
    const Reader::Handler tests = [&](const Entry& e) { read_list(*e.value); };
    const Reader::Handler other = [&](const Entry& e) {
      if (is_test_file(path_)) in_.unknown_key(e.key, "a file of tests", {"tests", "spec"});
    };
    const Reader::Handler spec = [&](const Entry& e) {
      if (auto text = in_.text(*e.value, "spec")) spec_ = (folder_ / text->value).string();
    };
    Reader::Keys keys = {{"tests", tests}};
    if (is_test_file(path_)) keys.insert(keys.begin(), {"spec", spec});
    in_.keys(root, keys, other);
    return std::move(tests_);
  }

 private:
  void read_list(const Node& list) {
    if (!in_.is_list(list, "tests", "write '- name: small', one test an entry")) return;
    for (const auto& item : list.items) {
      SpecTest test;
      test.spec = spec_;
      test.name = fmt::format("{}", tests_.size() + 1);
      Tried tried;
      if (in_.is_map(*item, "a test", "write 'inputs:' and 'expect:' below it"))
        read_one(*item, test, tried);
      add_each(test, tried);
    }
  }

  // What a test is run with, one after the other; nothing in a list: once, as the spec has it.
  struct Tried {
    std::vector<std::vector<std::string>> formats;
    std::vector<std::string> mappings;  // as the file has them
  };

  // A test for each pair, called after what was tried in it.
  void add_each(const SpecTest& test, const Tried& tried) {
    std::vector<SpecTest> each = {test};
    if (!tried.formats.empty()) each.clear();
    for (const std::vector<std::string>& formats : tried.formats) {
      SpecTest one = test;
      one.formats = formats;
      one.name +=
          fmt::format(" [{}]", formats.empty() ? "formats of the spec"
                                               : fmt::format("{}", fmt::join(formats, " ")));
      each.push_back(std::move(one));
    }
    if (tried.mappings.empty()) return add_all(each);
    for (const std::string& mapping : tried.mappings)
      for (SpecTest one : each) {
        one.name += fmt::format(" [mapping: {}]", mapping);
        one.mapping = is_mapping_word(mapping) ? mapping : (folder_ / mapping).string();
        tests_.push_back(std::move(one));
      }
  }

  static bool is_mapping_word(const std::string& text) { return text == "spec" || text == "auto"; }

  void add_all(const std::vector<SpecTest>& tests) {
    tests_.insert(tests_.end(), tests.begin(), tests.end());
  }

  void read_one(const Node& node, SpecTest& test, Tried& tried) {
    auto pairs = [&](std::vector<std::string>& out) -> Reader::Handler {
      return [this, &out](const Entry& e) { read_pairs(e, out); };
    };
    in_.keys(node, "a test",
             {{"name", [&](const Entry& e) { read_text(e, test.name); }},
              {"inputs", pairs(test.assignments)},
              {"shape", pairs(test.shapes)},
              {"symbols", pairs(test.symbols)},
              {"formats", [&](const Entry& e) { read_formats(e, test, tried); }},
              {"mappings", [&](const Entry& e) { read_mappings(*e.value, tried); }},
              {"type", [&](const Entry& e) { read_text(e, test.value_type); }},
              {"devices", [&](const Entry& e) { read_devices(*e.value, test); }},
              {"expect", [&](const Entry& e) { read_expect(*e.value, test); }}});
    for (std::string& text : test.assignments) {
      const size_t equals = text.find('=') + 1;
      text = text.substr(0, equals) + beside(folder_, text.substr(equals));
    }
  }

  void read_text(const Entry& entry, std::string& out) {
    if (auto text = in_.text(*entry.value, entry.key.value)) out = text->value;
  }

  void read_pairs(const Entry& entry, std::vector<std::string>& out) {
    if (!in_.is_map(*entry.value, entry.key.value, "write 'NAME: value', one a line")) return;
    for (const Entry& e : entry.value->entries)
      if (auto text = in_.text(*e.value, e.key.value))
        out.push_back(e.key.value + "=" + text->value);
  }

  // One map, or a list of them to try.
  void read_formats(const Entry& entry, SpecTest& test, Tried& tried) {
    if (entry.value->kind != Node::Kind::List) return read_pairs(entry, test.formats);
    for (const auto& item : entry.value->items)
      read_pairs({entry.key, item}, tried.formats.emplace_back());
  }

  void read_mappings(const Node& list, Tried& tried) {
    if (!in_.is_list(list, "mappings", "write [spec, auto, other.yaml]")) return;
    for (const auto& item : list.items)
      if (auto text = in_.text(*item, "a mapping")) tried.mappings.push_back(text->value);
  }

  void read_devices(const Node& list, SpecTest& test) {
    if (!in_.is_list(list, "devices", "write [cpu], [gpu] or both")) return;
    const std::vector<std::string> known = {"auto", "cpu", "gpu", "checked"};
    for (const auto& item : list.items) {
      auto text = in_.text(*item, "a device");
      if (!text) continue;
      if (std::find(known.begin(), known.end(), text->value) == known.end())
        in_.diagnostics().error(
            Code::BadValue, text->where,
            fmt::format("'{}' is no device; there are {}", text->value, quoted_list(known)));
      test.devices.push_back(text->value);
    }
  }

  void read_expect(const Node& node, SpecTest& test) {
    if (!in_.is_map(node, "expect", "write 'Z: z.tns' or 'Z: [1, 2, 3]', one tensor a line"))
      return;
    for (const Entry& e : node.entries) {
      Expectation one;
      one.tensor = e.key.value;
      if (e.value->kind == Node::Kind::Map)
        read_expectation(*e.value, one);
      else
        read_wanted(*e.value, one);
      if (one.source.empty() && one.values.empty())
        in_.diagnostics().error(
            Code::MissingKey, e.key.where,
            fmt::format("what {0} must be is missing; write '{0}: z.tns' or '{0}: [1, 2, 3]'",
                        one.tensor));
      test.expectations.push_back(std::move(one));
    }
  }

  void read_expectation(const Node& node, Expectation& out) {
    in_.keys(node, "what a test expects",
             {{"file", [&](const Entry& e) { read_wanted(*e.value, out); }},
              {"values", [&](const Entry& e) { read_wanted(*e.value, out); }},
              {"rtol", [&](const Entry& e) { out.rtol = tolerance(*e.value, "rtol"); }},
              {"atol", [&](const Entry& e) { out.atol = tolerance(*e.value, "atol"); }}});
  }

  double tolerance(const Node& node, const std::string& what) {
    std::optional<double> value = in_.number(node, what);
    if (value && !(*value >= 0))
      in_.diagnostics().error(Code::BadValue, node.where,
                              fmt::format("{} is {}; a tolerance is not negative", what, *value));
    return value.value_or(0);
  }

  void read_wanted(const Node& node, Expectation& out) {
    if (node.kind == Node::Kind::List)
      read_values(node, out.values);
    else if (auto text = in_.text(node, "what a test expects"))
      out.source = (folder_ / text->value).string();
  }

  void read_values(const Node& list, std::vector<double>& out) {
    for (const auto& item : list.items)
      if (item->kind == Node::Kind::List)
        read_values(*item, out);
      else if (auto value = in_.number(*item, "a value"))
        out.push_back(*value);
  }

  std::string path_, spec_;
  fs::path folder_;
  Reader in_;
  std::vector<SpecTest> tests_;
};

// Whether a line of the file begins the section; what stands in it is read later.
bool mentions_tests(const fs::path& path) {
  std::ifstream file(path);
  for (std::string line; std::getline(file, line);)
    if (line.starts_with("tests:")) return true;
  return false;
}

}  // namespace

std::vector<SpecTest> read_tests(const std::string& path, Diagnostics& diagnostics) {
  std::vector<SpecTest> out;
  const fs::path spec(path);
  const fs::path other = spec.parent_path() / (spec.stem().string() + std::string(ending));
  std::error_code ignored;
  std::vector<std::string> files = {path};
  if (!is_test_file(path) && fs::exists(other, ignored)) files.push_back(other.string());
  for (const std::string& file : files) {
    SourcePtr source = read_source_file(file, diagnostics);
    auto root = source ? spec::read_yaml(source, diagnostics) : nullptr;
    if (!root) continue;
    for (SpecTest& test : TestReader(file, diagnostics).read(*root)) out.push_back(std::move(test));
  }
  return out;
}

std::vector<std::string> files_with_tests(const std::string& folder) {
  std::vector<std::string> out;
  std::error_code error;
  for (fs::recursive_directory_iterator it(folder, error), end; !error && it != end;
       it.increment(error)) {
    const fs::path& path = it->path();
    if (path.extension() != ".yaml" || !mentions_tests(path)) continue;
    out.push_back(path.string());
  }
  std::sort(out.begin(), out.end());
  // The tests of NAME.test.yaml come with those of NAME.yaml.
  const std::set<std::string> all(out.begin(), out.end());
  std::erase_if(out, [&](const std::string& path) {
    return is_test_file(path) &&
           all.contains(path.substr(0, path.size() - ending.size()) + ".yaml");
  });
  return out;
}

}  // namespace teaal::driver
