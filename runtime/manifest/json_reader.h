#pragma once
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "compiler/support/diagnostic.h"

namespace teaal::runtime {

// A JSON value and its path from the root ("$.plan[2].args[0]"), read strictly: a value of another
// type is error manifest that names the path. Readers leave their target unchanged when they fail.
class JsonReader {
 public:
  JsonReader(const nlohmann::json& value, std::string path, const SourceRange& file,
             Diagnostics& diagnostics)
      : value_(value), path_(std::move(path)), file_(file), diagnostics_(diagnostics) {}

  void read(std::string& out) const;
  void read(bool& out) const;
  void read(int64_t& out) const;
  void read(int& out) const;
  void read(double& out) const;                  // a number, or the text inf or -inf
  void read(std::optional<int64_t>& out) const;  // null is nothing
  template <class T>
  void read(std::vector<T>& out) const;
  template <class T>
  void read(std::map<std::string, T>& out) const;
  template <class T>
  void read(std::optional<T>& out) const;  // null is nothing
  // Any other type: `void read_object(const JsonReader&, T&)` in T's namespace.
  template <class T>
  void read(T& out) const {
    if (is_object()) read_object(*this, out);
  }

  // Member `key` of an object, if it is there.
  template <class T>
  void optional(const char* key, T& out) const {
    auto found = value_.find(key);
    if (found != value_.end()) member(key, *found).read(out);
  }
  template <class T>
  void required(const char* key, T& out) const {
    if (value_.contains(key)) return optional(key, out);
    fail(std::string("member '") + key + "' is missing");
  }
  // A text that must be one of the words.
  template <class Enum>
  void word(const char* key, const std::vector<std::pair<std::string, Enum>>& words,
            Enum& out) const;

  // A warning for each member that is not in `known`.
  void check_members(const std::vector<std::string>& known) const;
  bool is_object() const;
  bool has(const char* key) const { return value_.contains(key); }
  void fail(const std::string& message) const;

 private:
  JsonReader member(const std::string& key, const nlohmann::json& value) const {
    return {value, path_ + "." + key, file_, diagnostics_};
  }
  bool expect(bool holds, const char* type) const;

  const nlohmann::json& value_;
  std::string path_;
  const SourceRange& file_;
  Diagnostics& diagnostics_;
};

template <class T>
void JsonReader::read(std::vector<T>& out) const {
  if (!expect(value_.is_array(), "a list")) return;
  std::vector<T> items(value_.size());
  for (size_t i = 0; i < items.size(); ++i)
    JsonReader(value_[i], path_ + "[" + std::to_string(i) + "]", file_, diagnostics_)
        .read(items[i]);
  out = std::move(items);
}

template <class T>
void JsonReader::read(std::map<std::string, T>& out) const {
  if (!is_object()) return;
  for (const auto& [key, value] : value_.items()) member(key, value).read(out[key]);
}

template <class T>
void JsonReader::read(std::optional<T>& out) const {
  out.reset();
  if (!value_.is_null()) read(out.emplace());
}

template <class Enum>
void JsonReader::word(const char* key, const std::vector<std::pair<std::string, Enum>>& words,
                      Enum& out) const {
  std::string text;
  required(key, text);
  std::vector<std::string> known;
  for (const auto& [name, value] : words) {
    known.push_back(name);
    if (name == text) {
      out = value;
      return;
    }
  }
  auto found = value_.find(key);
  if (found != value_.end() && found->is_string())
    member(key, *found).fail("'" + text + "' is none of " + quoted_list(known));
}

}  // namespace teaal::runtime
