#pragma once
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <utility>

#include "api/objects.h"

namespace teaal::api {

using namespace runtime;

// A kernel's inputs and outputs on a device, as the functions teaal_run_… say; each takes the lock
// of the machine. What it prepares, launches and reports is a Session, as in `teaalc run`.
class Run {
 public:
  Run(std::shared_ptr<const driver::Compiled> compiled, std::shared_ptr<SharedMachine> machine)
      : compiled_(std::move(compiled)), machine_(std::move(machine)) {}
  ~Run();

  bool extent(const std::string& rank, int64_t extent, Diagnostics&);
  bool symbol(const std::string& name, int64_t value, Diagnostics&);
  bool scalar(const std::string& name, double value, Diagnostics&);
  bool input(const std::string& name, const teaal_tensor&, Diagnostics&);
  bool output(const std::string& name, const teaal_tensor&, Diagnostics&);
  bool move(std::span<const teaal_moved>, Diagnostics&);
  bool in_place(const std::string& name) const { return in_place_.contains(name); }
  int64_t workspace_bytes() const { return session_ ? session_->execution().workspace_bytes() : 0; }

  bool prepare(void* stream, Diagnostics&);
  bool launch(void* stream, Diagnostics&);
  bool wait(Diagnostics&);
  bool fetch(const std::string& name, teaal_layout, teaal_allocator, void* context, teaal_tensor&,
             Diagnostics&);
  bool stored(const std::string& name, teaal_tensor&, Diagnostics&);
  bool report(const std::string& format, const char*& text, Diagnostics&);

 private:
  const Manifest& manifest() const { return compiled_->manifest; }
  plan::Backend& backend() { return machine_->backend(); }
  const ManifestTensor* tensor(const std::string& name, bool input, Diagnostics&) const;
  void forget();
  template <class T>
  bool tell(std::map<std::string, T>& told, const std::string& name, T value);
  bool stays_in_place(const std::string& name, const std::map<std::string, teaal_tensor>& bound,
                      const teaal_tensor& given);
  bool ready(void* stream, Diagnostics&);
  void lend_outputs();
  bool is_lent(const std::string& output) const;
  bool fix_extents(Diagnostics&);
  bool fix(const std::string& rank, int64_t extent, const std::string& place, Diagnostics&);
  bool load(const ManifestTensor&, Diagnostics&);
  bool list(const ManifestTensor&, const teaal_tensor&, Diagnostics&);
  bool converts_on_device(const teaal_tensor&) const;
  bool copy_outputs(Diagnostics&);
  bool copy_output(const ManifestTensor&, const teaal_tensor&, Diagnostics&);
  const std::map<std::string, Coo>* downloaded(Diagnostics&);
  bool run_checked(Diagnostics&);
  std::optional<plan::Inputs> told(Diagnostics&);

  std::shared_ptr<const driver::Compiled> compiled_;
  std::shared_ptr<SharedMachine> machine_;
  std::map<std::string, int64_t> extents_, symbols_;  // as told
  std::map<std::string, double> scalars_;
  std::map<std::string, teaal_tensor> inputs_, outputs_;
  std::string report_;

  // Made by `prepare`.
  std::set<std::string> in_place_;
  std::map<std::string, std::pair<int64_t, std::string>> fixed_;  // rank → extent, who says so
  // Those that lie on the host, and what is said of all.
  std::shared_ptr<plan::Inputs> loaded_ = std::make_shared<plan::Inputs>();
  driver::JobRequest request_;  // with those that lie on the machine
  std::unique_ptr<driver::Session> session_;
  bool launched_ = false;
  std::optional<std::map<std::string, Coo>> results_;  // of the last launch
};

}  // namespace teaal::api
