#pragma once
#include <chrono>
#include <set>
#include <variant>

#include "runtime/plan/bind.h"
#include "runtime/plan/plan.h"
#include "runtime/tensor/value_type.h"

// How a plan is executed; for the files that do it.
namespace teaal::runtime::plan {

using Clock = std::chrono::steady_clock;
inline double since_us(Clock::time_point begin) {
  return std::chrono::duration<double, std::micro>(Clock::now() - begin).count();
}

class ExecutionImpl final : public Execution {
 public:
  ExecutionImpl(const Job& job, Backend& backend, Sizes sizes)
      : job_(job),
        manifest_(*job.manifest),
        backend_(backend),
        sizes_(std::move(sizes)),
        position_bits_(manifest_.index_bits) {}

  bool prepare(Diagnostics&);
  bool run(Diagnostics&) override;
  bool launch(Diagnostics&) override;
  bool replay(Diagnostics&) override;
  bool time_steps(const Timing&, Diagnostics&) override;
  std::optional<std::map<std::string, Coo>> download(Diagnostics&) override;
  MemoryPtr values(const std::string& tensor) const override;
  bool reads_given(const std::string& tensor) const override;
  const ViewMemory* produced(const std::string& tensor) const override;
  std::optional<Array> read_workspace(const std::string& name, Diagnostics&) override;

  const std::vector<StepTime>& steps() const override { return steps_; }
  const std::vector<LaunchShape>& launches() const override { return shapes_; }
  const std::vector<StoredView>& views() const override { return views_; }
  const std::map<std::string, int64_t>& symbols() const override { return sizes_.symbols(); }
  int position_bits() const override { return position_bits_; }
  bool wide_offsets() const override { return wide_offsets_; }
  int64_t workspace_bytes() const override { return workspace_bytes_; }

 private:
  // What a step of the plan does when it is repeated.
  struct Reading {
    MemoryPtr from;
    size_t offset = 0;
  };
  using Work = std::variant<MemoryPtr, Launch, Reading>;  // the memory is zeroed
  // What can be repeated alone, and its place in steps_.
  struct Action {
    size_t step = 0;
    std::vector<Work> works;
    bool once = false;
  };

  bool choose_widths(Diagnostics&);
  bool given_are_wide() const;
  bool build(Diagnostics&);
  bool is_settled() const;
  std::vector<std::string> defines() const {
    std::vector<std::string> out;
    if (position_bits_ == 64) out.push_back("TEAAL_POSITION_BITS=64");
    if (wide_offsets_) out.push_back("TEAAL_OFFSET_BITS=64");
    return out;
  }
  bool load_view(const ManifestView&, Diagnostics&);
  bool load_input(const ManifestView&, const ManifestTensor&, ViewMemory, Diagnostics&);
  bool load_given(const ManifestView&, const ManifestTensor&, ViewMemory, Diagnostics&);
  bool load_listed(const ManifestView&, const ManifestTensor&, ViewMemory, Diagnostics&);
  bool converts_on_device() const;
  std::string device() const;  // what reports call it
  std::optional<Coo> download_given(const ManifestTensor&, Diagnostics&);
  bool allocate_output(const ManifestView&, ViewMemory, Diagnostics&);
  MemoryPtr values_for(const ManifestView&, size_t bytes, Diagnostics&);
  bool allocate_sharing(const ManifestView&, ViewMemory, Diagnostics&);
  // ---- What only the run can size: assembled.cc ----
  void forget_assembled();
  void forget_arrays(const ManifestView&);
  std::optional<int64_t> positions_of(const ManifestView&, int level, Diagnostics&);
  MemoryPtr assembled_array(const ManifestView&, ManifestArg::Kind, int level, Diagnostics&);
  std::optional<Stored> stored_of(const ViewMemory&, int position_bits, Diagnostics&);
  bool show(const ManifestView&, const ViewMemory&);
  bool read(const ManifestStep&, Diagnostics&);
  bool repeat(const ManifestStep&, Diagnostics&);
  bool assemble(const ManifestStep&, Diagnostics&);
  // ---- Rounds: rounds.cc ----
  bool run_rounds(const ManifestStep&, Diagnostics&);
  bool carry(const ManifestStep&, Diagnostics&);
  bool is_carried(const std::string& view) const;
  void fold_round(size_t first_step, size_t first_shape, std::set<size_t>& differ);
  std::optional<bool> is_empty(const std::string& tensor, Diagnostics&);
  bool upload(const ManifestView&, const Stored&, ViewMemory&, Diagnostics&);
  // Nothing: the host has to do it.
  std::optional<bool> resort_on_device(const ManifestView&, const Coo&, ViewMemory&, Diagnostics&);
  std::optional<bool> resort_given(const ManifestView&, const ManifestTensor&, ViewMemory&,
                                   StepTime::Kind, Diagnostics&);
  std::optional<bool> pack_list(const ManifestView&, const DeviceList&, ViewMemory&, StepTime::Kind,
                                Diagnostics&);
  bool pack_into(const ManifestView&, const Coo&, ViewMemory&, StepTime::Kind, Diagnostics&);
  MemoryPtr upload_array(const std::string& name, const Array&, Diagnostics&);
  bool allocate_workspaces(Diagnostics&);
  MemoryPtr workspace(const std::string& name, Diagnostics&);
  std::optional<int64_t> bytes_of(const ManifestWorkspace&, Diagnostics&) const;
  MemoryPtr allocate(const ManifestWorkspace&, Diagnostics&);
  bool poison(Diagnostics&);
  bool run_step(const ManifestStep&, Diagnostics&);
  std::optional<bool> resort_made(const ManifestView& from, const ManifestView& to, double absent,
                                  Diagnostics&);
  bool resort(const ManifestStep&, Diagnostics&);
  bool zero(const ManifestStep&, Diagnostics&);
  bool launch(const ManifestStep&, Diagnostics&);
  bool perform(const Work&, Diagnostics&);
  bool perform(const Action&, Diagnostics&);
  // Does the work, and remembers and reports it: alone, or as a part of the assembly around it.
  bool do_now(Work, StepTime::Kind, std::string text, Diagnostics&);
  std::optional<Launch> bind(const ManifestStep&, Diagnostics&);
  std::optional<Argument> bind(const ManifestStep&, const ManifestArg&, Diagnostics&);
  std::optional<Argument> bind_array(const ManifestArg&, Diagnostics&);
  std::optional<Coo> fetch(const ManifestView&, Diagnostics&);  // without the tensor's default
  std::optional<Coo> fetch(const ManifestView&, double absent, Diagnostics&);
  const ManifestView* produced_view(const ManifestTensor&) const;
  std::set<std::string> used_views() const;
  ElementType arithmetic() const {
    return arithmetic_of(value_type_named(manifest_.value_type).value_or(ElementType::F32));
  }
  ElementType type_of(const ManifestWorkspace&) const;
  bool kernel_writes(const std::string& view) const;
  void note_step(StepTime::Kind kind, std::string text, double us, bool timed = true) {
    if (!unit_ && !quiet_) steps_.push_back({kind, std::move(text), us, timed, once_});
  }

  const Job& job_;
  const Manifest& manifest_;
  Backend& backend_;
  Sizes sizes_;
  int position_bits_;
  bool wide_offsets_ = false;
  int64_t workspace_bytes_ = 0;
  size_t prepared_steps_ = 0;
  std::vector<StepTime> steps_;
  std::vector<LaunchShape> shapes_;
  std::vector<StoredView> views_;
  std::vector<Action> actions_;
  std::vector<Work>* unit_ = nullptr;         // of the assembly that runs, or of the whole launch
  std::optional<std::vector<Work>> settled_;  // what every launch does, where it is the same
  std::shared_ptr<void> built_;               // the kernels, in the backend's words
  bool once_ = false;                         // of the step that runs
  bool quiet_ = false;                        // nothing is timed or remembered
  std::map<std::string, ViewMemory> memory_;  // by view
  std::map<std::string, MemoryPtr> workspaces_;
  std::set<std::string> noted_;         // of what was listed: whose conversion is among the steps
  std::set<std::string> copied_;        // of what was given: that kernels read another form of
  std::set<std::string> sized_by_run_;  // of these: whose sizes only the run tells
};

// Error: manifest.
bool internal(const std::string& what, Diagnostics&);

}  // namespace teaal::runtime::plan
