#pragma once
#include <optional>
#include <string>
#include <vector>

#include "runtime/tensor/tensor.h"

namespace teaal::runtime {

// The `key=value,key=value` part of a source. Every take_… names a key that the source understands;
// `finish` reports the keys that nobody took. Errors are tensor-source, with the place in the
// argument's text.
class Options {
 public:
  // `source` is the whole argument, the options begin at byte `begin`.
  Options(const std::string& source, size_t begin, Diagnostics&);

  std::optional<std::string> take_text(const std::string& key);
  // Absent: `absent`. A value that is no integer in [least, most] is an error (and yields
  // `absent`).
  int64_t take_integer(const std::string& key, int64_t absent, int64_t least, int64_t most);
  double take_real(const std::string& key, double absent, double least, double most);
  // The position of the value among `choices`, or `absent`.
  int take_choice(const std::string& key, int absent, const std::vector<std::string>& choices);
  // `key`, `key=1` or `key=0`.
  bool take_flag(const std::string& key);
  // `8x8`: extents that a coordinate of 32 bits can reach.
  std::optional<std::vector<int64_t>> take_extents(const std::string& key);
  bool given(const std::string& key) const;

  // The place of a key's value, or of the whole argument.
  SourceRange where(const std::string& key) const;
  SourceRange whole() const;

  // False if any option was wrong, unknown or given twice.
  bool finish();
  Diagnostics& diagnostics() { return diagnostics_; }

 private:
  struct Option {
    std::string key, value;
    bool has_value = false, taken = false;
    SourceRange key_at, value_at;
  };

  SourceRange place(size_t begin, size_t length) const;
  void add(std::string_view text, size_t begin);
  Option* find(const std::string& key);
  void bad(const Option&, const std::string& expected);

  Diagnostics& diagnostics_;
  SourcePtr source_;
  std::vector<Option> options_;
  std::vector<std::string> known_;
  int errors_before_;
};

}  // namespace teaal::runtime
