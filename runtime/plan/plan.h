#pragma once
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "compiler/support/diagnostic.h"
#include "runtime/manifest/manifest.h"
#include "runtime/plan/backend.h"
#include "runtime/plan/device/list.h"
#include "runtime/tensor/tensor.h"

// Executes a manifest's plan on a machine.
namespace teaal::runtime::plan {

// The arrays of one stored form in the machine's memory; index = level (null for levels that have
// none).
struct ViewMemory {
  StorageRequest request;
  std::vector<int64_t> shape;
  std::vector<MemoryPtr> segments, coords, masks, bases;
  MemoryPtr values;
};

// An input that lies in the machine's memory already, as its tensor is stored; segments and bases
// have elements of `position_bits` (0: it has neither).
struct GivenInput {
  ViewMemory arrays;
  int position_bits = 32;
  int64_t entries = 0;  // how many elements it stores
};

// Where inputs are converted: Auto is where kernels run on a GPU, and the host for the CPU
// executor.
enum class Converts { Auto, Device, Host };

// One execution. `inputs` are canonical, in declaration order, one for each input tensor of the
// manifest that is in neither `given` nor `listed`; `extents` names every rank; `symbols` bind
// launch symbols over the manifest's defaults. All of it outlives the Execution.
struct Job {
  const Manifest* manifest = nullptr;
  KernelText kernel;
  const std::map<std::string, Coo>* inputs = nullptr;
  std::map<std::string, int64_t> extents;
  std::map<std::string, double> scalars;
  std::map<std::string, int64_t> symbols;
  std::map<std::string, GivenInput> given = {};
  // Canonical inputs in the machine's memory; read when the job is prepared and no more.
  std::map<std::string, DeviceList> listed = {};
  Converts converts = Converts::Auto;
  // Where elements of uncompressed tensors that the plan writes shall lie. After a run they do
  // where values() says: rounds may have exchanged arrays.
  std::map<std::string, MemoryPtr> results = {};

  // How many elements input `tensor` stores; 0 if it is no input.
  int64_t entries(const std::string& tensor) const;
};

struct StepTime {
  enum class Kind { Build, Convert, Pack, Resort, Upload, Zero, Launch, Assemble, Download };
  Kind kind = Kind::Launch;
  std::string text;  // "resort A → [K, M]"
  double us = 0;
  bool timed = true;  // false: nothing was done (an empty grid)
  bool once = false;  // depends on static tensors alone: repeated runs leave it out
};
std::string kind_text(StepTime::Kind);

struct LaunchShape {
  std::string kernel;
  int64_t grid = 0, block = 0;
  std::optional<Residency> residency = {};

  int64_t threads() const { return grid * block; }
};

// One stored form of a tensor, as it lies in the machine's memory.
struct StoredView {
  std::string view, tensor;
  std::vector<std::string> rank_order;
  std::string formats;
  int64_t bytes = 0, elements = 0;  // of all its arrays; of values
  bool resorted = false;            // made by a resort step
  bool read_by_kernel = false, written_by_kernel = false;
};

// A plan with its inputs in the machine's memory.
class Execution {
 public:
  // Builds the kernels, packs, re-sorts and uploads. Errors: manifest (the manifest contradicts
  // itself), tensor-range (too large), run-failed (a size does not fit its argument, a launch limit
  // of CUDA is broken), build-failed.
  static std::unique_ptr<Execution> prepare(const Job&, Backend&, Diagnostics&);
  virtual ~Execution() = default;

  // Poisons outputs, intermediates and workspaces, then runs the plan's steps in order, each timed.
  virtual bool run(Diagnostics&) = 0;
  // The plan's steps in order: nothing is poisoned or timed. A GPU is waited for only where a step
  // reads what an earlier one found.
  virtual bool launch(Diagnostics&) = 0;
  // The plan's zero and launch steps again but those that are done once, asynchronously on a GPU;
  // for timing, or for other values of tensors that are not static.
  virtual bool replay(Diagnostics&) = 0;
  // Replaces the wall-clock times of zero and launch steps by medians of repeated runs of each
  // alone.
  virtual bool time_steps(const Timing&, Diagnostics&) = 0;
  // Every tensor the plan writes, as a canonical list of its non-zeros (NaN counts as non-zero).
  virtual std::optional<std::map<std::string, Coo>> download(Diagnostics&) = 0;
  // Where the elements of a tensor's stored form lie; null if the tensor is not stored here.
  virtual MemoryPtr values(const std::string& tensor) const = 0;
  // Whether kernels read the arrays of an input in `given` themselves: none was re-sorted, and
  // their positions are as wide as the build's.
  virtual bool reads_given(const std::string& tensor) const = 0;
  // All arrays of a tensor that the plan writes, with their number of position bits as
  // position_bits(); null if it is not stored here.
  virtual const ViewMemory* produced(const std::string& tensor) const = 0;
  // What kernels left in a workspace whose size the manifest alone tells. Error: manifest (there is
  // none).
  virtual std::optional<Array> read_workspace(const std::string& name, Diagnostics&) = 0;

  virtual const std::vector<StepTime>& steps() const = 0;
  virtual const std::vector<LaunchShape>& launches() const = 0;
  virtual const std::vector<StoredView>& views() const = 0;
  virtual const std::map<std::string, int64_t>& symbols() const = 0;  // as bound for this execution
  virtual int position_bits()
      const = 0;  // 64: the kernel text was built with TEAAL_POSITION_BITS=64
  virtual bool wide_offsets() const = 0;  // it was built with TEAAL_OFFSET_BITS=64
  virtual int64_t workspace_bytes() const = 0;
};

// The fewest bytes the job needs: every input's stored arrays that kernels read, once (where a
// kernel reads two forms of one tensor, the smaller), and every output once. Intermediates could
// stay on chip and do not count.
int64_t floor_bytes(const Manifest&, const std::vector<StoredView>&);

}  // namespace teaal::runtime::plan
