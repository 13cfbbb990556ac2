#include "compiler/driver/tune/outcomes.h"

#include <nlohmann/json.hpp>

#include "compiler/driver/tune/statistics.h"
#include "runtime/cache/program_identity.h"

namespace teaal::driver {
namespace {

using Json = nlohmann::json;

Json json_of(const std::vector<std::string>& words) { return words; }

// What of a command changes how fast its kernels are.
Json json_of(const Candidate& candidate) {
  const SpecOptions& o = candidate.command.spec;
  return {candidate.label,
          candidate.spec,
          json_of(o.defines),
          json_of(o.formats),
          json_of(o.statics),
          o.value_type,
          o.index_bits,
          o.arch,
          o.fuse,
          candidate.choice.loop_orders};
}

}  // namespace

std::string key_of(const OutcomeKey& key) {
  const std::string ours = runtime::program_identity();
  if (ours.empty()) return {};
  std::vector<std::string> fields = {"tuning", ours, key.device};
  for (const SourcePtr& spec : key.specs) fields.push_back(spec->text);
  for (const Candidate& candidate : *key.candidates)
    fields.push_back(json_of(candidate).dump(-1, ' ', false, Json::error_handler_t::replace));
  for (const auto& [name, tensor] : key.inputs->tensors)
    fields.push_back(name + " " + structure_class(tensor));
  return runtime::BuildCache::key(fields);
}

std::optional<std::vector<Trial>> load_outcome(const runtime::BuildCache& cache,
                                               const std::string& key,
                                               const std::vector<Candidate>& candidates) {
  const auto bytes = cache.load(key);
  if (!bytes) return std::nullopt;
  const Json all = Json::parse(*bytes, nullptr, false);
  if (!all.is_array() || all.size() != candidates.size()) return std::nullopt;
  std::vector<Trial> out;
  try {
    for (const Json& one : all) {
      Trial trial;
      trial.refusal = one.at("refusal");
      if (one.contains("us")) trial.us = one.at("us").get<double>();
      if (one.contains("bound")) {
        trial.expected.emplace();
        trial.expected->us = one.at("expected_us");
        trial.expected->bound = one.at("bound");
      }
      out.push_back(std::move(trial));
    }
  } catch (const Json::exception&) {
    return std::nullopt;
  }
  return out;
}

void store_outcome(const runtime::BuildCache& cache, const std::string& key,
                   const std::vector<Candidate>& candidates, const std::vector<Trial>& trials) {
  Json all = Json::array();
  for (size_t i = 0; i < candidates.size(); ++i) {
    Json one = {{"refusal", trials[i].refusal}};
    if (trials[i].us) one["us"] = *trials[i].us;
    if (trials[i].expected) {
      one["expected_us"] = trials[i].expected->us;
      one["bound"] = trials[i].expected->bound;
    }
    all.push_back(std::move(one));
  }
  cache.store(key, all.dump(-1, ' ', false, Json::error_handler_t::replace));
}

}  // namespace teaal::driver
