#pragma once
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <utility>
#include <vector>

#include "compiler/driver/insight/cost.h"
#include "runtime/report/text.h"

// Predictions as text and as JSON.
namespace teaal::driver {

struct PredictedColumn {
  std::string name;  // of the mapping
  Prediction prediction;
};

// A line a number, a column a mapping; headed by the GPU's name.
std::string prediction_table(const std::vector<PredictedColumn>&, const Gpu&,
                             const runtime::report::TextOptions&);
// The lines of such a table of one mapping: what is predicted, and the number as text.
std::vector<std::pair<std::string, std::string>> prediction_lines(const Prediction&);
// {gpu, us, bound, dram_bytes, dram_read_bytes, emptied_read_bytes, compulsory_bytes, l2_bytes,
// parts {dram_us, l2_us, l1_us, issue_us, shared_us, tensor_us, latency_us, launch_us}}.
nlohmann::ordered_json prediction_json(const Prediction&, const Gpu&);

}  // namespace teaal::driver
