#include "tests/smith/coverage.h"

#include <fmt/format.h>

#include <algorithm>

namespace teaal::smith {

void Coverage::Row::add(const Outcome& outcome) {
  ++generated;
  refused += outcome.kind == Outcome::Kind::Refused;
  failed += outcome.failed();
}

void Coverage::add(const Case& c, const Outcome& outcome) {
  all_.add(outcome);
  for (const std::string& feature : features(c)) rows_[feature].add(outcome);
  if (outcome.kind == Outcome::Kind::Refused) ++reasons_[outcome.what];
  compile_us_ += outcome.compile_us;
  build_us_ += outcome.build_us;
  run_us_ += outcome.run_us;
  check_us_ += outcome.check_us;
  const double us = outcome.compile_us + outcome.build_us + outcome.run_us + outcome.check_us;
  if (us > slowest_us_) slowest_ = c.seed;
  slowest_us_ = std::max(slowest_us_, us);
}

std::vector<std::string> Coverage::missing() const {
  std::vector<std::string> out;
  for (const std::string& feature : all_features())
    if (!rows_.count(feature)) out.push_back(feature);
  return out;
}

std::string Coverage::table() const {
  std::string out = fmt::format("{:<26}{:>10}{:>9}{:>9}{:>8}\n", "feature", "generated", "run",
                                "refused", "failed");
  auto line = [&](const std::string& name, const Row& row) {
    out += fmt::format("{:<26}{:>10}{:>9}{:>9}{:>8}\n", name, row.generated,
                       row.generated - row.refused - row.failed, row.refused, row.failed);
  };
  for (const std::string& feature : all_features()) {
    auto row = rows_.find(feature);
    line(feature, row == rows_.end() ? Row{} : row->second);
  }
  line("all", all_);
  std::vector<std::pair<int, std::string>> reasons;
  for (const auto& [reason, count] : reasons_) reasons.emplace_back(-count, reason);
  std::sort(reasons.begin(), reasons.end());
  if (!reasons.empty()) out += "\nrefused, by reason\n";
  for (const auto& [count, reason] : reasons) out += fmt::format("{:>8}  {}\n", -count, reason);
  return out;
}

std::string Coverage::summary() const {
  const double each = 1e-3 / std::max(1, all_.generated);
  return fmt::format(
      "{} cases: {} run, {} refused, {} failed (ms a case: compile {:.1f}, build {:.1f}, run "
      "{:.1f}, "
      "check {:.1f}; the slowest, {}: {:.0f})",
      all_.generated, run(), all_.refused, all_.failed, compile_us_ * each, build_us_ * each,
      run_us_ * each, check_us_ * each, slowest_, slowest_us_ * 1e-3);
}

}  // namespace teaal::smith
