#pragma once
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "compiler/driver/commands/console.h"
#include "compiler/driver/compile.h"
#include "runtime/cache/build_cache.h"
#include "runtime/manifest/manifest.h"
#include "runtime/plan/backend.h"
#include "runtime/plan/inputs.h"
#include "runtime/plan/plan.h"
#include "runtime/report/report.h"

// From a spec to a verified run, in process: what run, check, bench and the tests share.
namespace teaal::driver {

// A spec compiled for running here.
struct Compiled {
  SourcePtr source;
  Artefact artefact;
  runtime::Manifest manifest;
  std::vector<std::string> declared;  // every tensor of the declaration

  runtime::plan::KernelText kernel() const {
    return {artefact.cu, manifest.name + ".cu", manifest.depth(), manifest.arch};
  }
};
std::optional<Compiled> compile_for_run(const SourcePtr&, const CompileOptions&, Diagnostics&,
                                        const runtime::BuildCache& = {});

// `T=source` and `NAME=scalar` arguments, sorted by what the spec knows.
struct Given {
  std::map<std::string, std::string> sources;
  std::map<std::string, double> scalars;
  std::vector<std::string> notes;  // for the report: declared tensors that no expression uses, …
};
bool sort_given(const Compiled&, const std::vector<std::string>& assignments, Given&, UsageError&);

// False, naming them and how to give one, if an input or a scalar is missing.
bool check_complete(const runtime::Manifest&, const Given&, UsageError&);
// False if one of the names is not a rank of the spec, or an extent is negative.
bool check_shapes(const runtime::Manifest&, const std::map<std::string, int64_t>& shapes,
                  UsageError&);
// False if one of the names is not a tensor that the spec writes.
bool check_outputs(const runtime::Manifest&, const std::map<std::string, std::string>& outputs,
                   const std::string& option, UsageError&);

// The machine that --device asks for, and why it was taken (empty where nothing needs saying).
struct Machine {
  std::unique_ptr<runtime::plan::Backend> backend;
  std::string reason;

  bool gpu() const { return backend && backend->info().gpu; }
};
// `device`: auto, cpu or gpu. Error: no-device.
std::optional<Machine> select_machine(const std::string& device, bool checked, Diagnostics&,
                                      const runtime::BuildCache& = {});

struct JobRequest {
  runtime::plan::InputRequest inputs;
  std::map<std::string, double> scalars;
  std::map<std::string, int64_t> symbols;  // launch symbols
  // What lies in the machine's memory already, or shall: as of plan::Job.
  std::map<std::string, runtime::plan::GivenInput> given = {};
  std::map<std::string, runtime::plan::DeviceList> listed = {};
  std::map<std::string, runtime::plan::MemoryPtr> results = {};
  runtime::plan::Converts converts = runtime::plan::Converts::Auto;
};

// One job: its inputs loaded, then run on one machine after the other. Commands run it whole, a run
// of libteaal step by step.
class Session {
 public:
  // Null after an error in the inputs. `compiled` outlives the session.
  static std::unique_ptr<Session> load(const Compiled& compiled, const JobRequest&, Diagnostics&);
  // On inputs that are there already: those of `request`, but for what lies on the machine.
  static std::unique_ptr<Session> on(const Compiled& compiled, const JobRequest& request,
                                     std::shared_ptr<const runtime::plan::Inputs> inputs);

  // Builds the kernels, converts and allocates, anew.
  bool prepare(const Machine&, Diagnostics&);
  // Prepared: the plan as fast as it goes, nothing poisoned, timed or waited for.
  bool launch(Diagnostics& diagnostics) { return execution_->launch(diagnostics); }
  // Prepared: runs once with poisoned outputs, fetches them and reports. `told`: what is said of
  // inputs, also of those that lie on the machine.
  bool run_prepared(const Machine&, const runtime::plan::Inputs& told, Diagnostics&);
  // Both.
  bool run(const Machine&, Diagnostics&);
  bool verify(Diagnostics&);  // beside reference math; a mismatch is in the report, not an error
  // Who is told how far reference math is.
  void watch(runtime::ReferenceProgress progress) { progress_ = std::move(progress); }
  // Reads off the workspaces what was skipped; what they should not hold is a finding.
  bool count(Diagnostics&);
  // Median of a few more runs, and of each step alone; a run that took long stands for itself.
  bool time(const Machine&, Diagnostics&);

  const std::map<std::string, runtime::Coo>& outputs() const { return outputs_; }
  const runtime::plan::Inputs& inputs() const { return *inputs_; }
  const runtime::report::Report& report() const { return report_; }
  runtime::plan::Execution& execution() { return *execution_; }

 private:
  Session(const Compiled& compiled, std::shared_ptr<const runtime::plan::Inputs> inputs)
      : compiled_(compiled), inputs_(std::move(inputs)) {}

  const Compiled& compiled_;
  std::shared_ptr<const runtime::plan::Inputs> inputs_;
  runtime::plan::Job job_;
  std::unique_ptr<runtime::plan::Execution> execution_;
  std::map<std::string, runtime::Coo> outputs_;
  runtime::report::Report report_;
  runtime::ReferenceProgress progress_;
};

}  // namespace teaal::driver
