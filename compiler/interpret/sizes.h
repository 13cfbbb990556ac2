#pragma once
#include <cstdint>
#include <map>
#include <string>

#include "compiler/interpret/interpret.h"

namespace teaal::interpret {

// The numbers that a program's names stand for, worked out when they are asked for.
class Sizes {
 public:
  Sizes(const ir::Program&, const Problem&);

  int64_t evaluate(const ir::Expr&) const;
  void set(const std::string& name, int64_t value) { known_[name] = value; }

 private:
  int64_t named(const std::string& name) const;
  int64_t call(const ir::Call&) const;

  const ir::Program& program_;
  std::map<std::string, int64_t> known_;
};

}  // namespace teaal::interpret
