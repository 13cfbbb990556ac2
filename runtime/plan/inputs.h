#pragma once
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "compiler/support/diagnostic.h"
#include "runtime/manifest/manifest.h"
#include "runtime/tensor/tensor.h"

// From `T=source` and `--shape R=n` to tensors and the extent of every rank.
namespace teaal::runtime::plan {

struct InputRequest {
  std::map<std::string, std::string> sources;  // input tensor → source
  std::map<std::string, int64_t> shapes;       // --shape
};

struct LoadedInput {
  std::string source, described;
  std::vector<std::string> notes;
};

struct Inputs {
  std::map<std::string, Coo> tensors;      // canonical
  std::map<std::string, int64_t> extents;  // every rank of the manifest
  std::map<std::string, LoadedInput> loaded;
};

// Reads every source. The same rank name has one extent everywhere; two that differ are error
// shape-mismatch naming both places, a rank that nothing fixes is error shape-unknown naming
// --shape. Sources with a shape of their own come first; those without take what they fix (a
// headerless .tns may be smaller than that, never larger).
std::optional<Inputs> load_inputs(const Manifest&, const InputRequest&, Diagnostics&);

// Every rank whose extent a run needs: of the tensors used and of the expressions' variables,
// sorted.
std::vector<std::string> ranks_of(const Manifest&);

}  // namespace teaal::runtime::plan
