#pragma once
#include <map>
#include <string>

#include "tests/smith/judge.h"

namespace teaal::smith {

// Counts cases by feature and refusals by reason.
class Coverage {
 public:
  void add(const Case&, const Outcome&);

  // One row a feature: generated, run, refused, failed; then the reasons of refusals; then where
  // the time went.
  std::string table() const;
  std::string summary() const;  // counts, times of a mean case, the slowest
  int cases() const { return all_.generated; }
  int failed() const { return all_.failed; }
  int run() const { return all_.generated - all_.refused - all_.failed; }
  // Rows that no case filled.
  std::vector<std::string> missing() const;

 private:
  struct Row {
    int generated = 0, refused = 0, failed = 0;
    void add(const Outcome&);
  };

  Row all_;
  std::map<std::string, Row> rows_;
  std::map<std::string, int> reasons_;
  double compile_us_ = 0, build_us_ = 0, run_us_ = 0, check_us_ = 0;
  double slowest_us_ = 0;  // one case
  uint64_t slowest_ = 0;
};

}  // namespace teaal::smith
