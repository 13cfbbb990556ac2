#include "runtime/plan/plan.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "runtime/plan/execution.h"
#include "runtime/tensor/value_type.h"

namespace teaal::runtime::plan {
namespace {

constexpr int64_t most_int32 = INT32_MAX;

}  // namespace

bool internal(const std::string& what, Diagnostics& diagnostics) {
  diagnostics.error(Code::Manifest, {}, "the manifest " + what);
  return false;
}

namespace {

void for_each_step(const std::vector<ManifestStep>& steps,
                   const std::function<void(const ManifestStep&)>& f) {
  for (const ManifestStep& step : steps) {
    f(step);
    for_each_step(step.steps, f);
  }
}

}  // namespace

std::set<std::string> ExecutionImpl::used_views() const {
  std::set<std::string> out;
  for_each_step(manifest_.plan, [&](const ManifestStep& step) {
    for (const std::string& name : {step.view, step.from})
      if (manifest_.view(name)) out.insert(name);
    for (const ManifestArg& arg : step.args)
      if (!arg.view.empty()) out.insert(arg.view);
  });
  for (const ManifestView& view : manifest_.views)
    if (!view.like.empty() && out.contains(view.name)) out.insert(view.like);
  return out;
}

bool ExecutionImpl::kernel_writes(const std::string& view) const {
  bool out = false;
  for_each_step(manifest_.plan, [&](const ManifestStep& step) {
    for (const ManifestArg& arg : step.args) out |= arg.view == view && arg.written;
  });
  return out;
}

bool ExecutionImpl::prepare(Diagnostics& diagnostics) {
  if (!choose_widths(diagnostics) || !build(diagnostics)) return false;
  std::vector<const ManifestView*> sharing;
  for (const std::string& name : used_views()) {
    const ManifestView* view = manifest_.view(name);
    if (!view)
      return internal(fmt::format("names view '{}' but does not describe it", name), diagnostics);
    if (!view->like.empty())
      sharing.push_back(view);
    else if (!load_view(*view, diagnostics))
      return false;
  }
  for (const ManifestView* view : sharing)
    if (!load_view(*view, diagnostics)) return false;
  if (!allocate_workspaces(diagnostics)) return false;
  prepared_steps_ = steps_.size();
  return true;
}

// Positions are 32-bit unless a level needs more, or given arrays have more; one width for all
// arrays of a kernel. So are offsets, unless an extent or an array is longer than they count.
bool ExecutionImpl::choose_widths(Diagnostics& diagnostics) {
  if (given_are_wide()) position_bits_ = 64;
  int64_t longest = 0;
  for (const auto& [rank, extent] : job_.extents) longest = std::max(longest, extent);
  for (const auto& [symbol, size] : sizes_.symbols()) longest = std::max(longest, size);
  for (const std::string& name : used_views()) {
    const ManifestView* view = manifest_.view(name);
    if (!view) continue;
    std::optional<StorageRequest> request =
        storage_request(manifest_, *view, sizes_, 64, diagnostics);
    if (!request) return false;
    auto shape = shape_of(*manifest_.tensor(view->tensor), job_.extents, diagnostics);
    if (!shape) return false;
    const std::string& whose =
        view->like.empty() ? view->tensor : manifest_.view(view->like)->tensor;
    const bool is_input =
        job_.inputs->contains(whose) || job_.given.contains(whose) || job_.listed.contains(whose);
    int64_t entries = is_input ? job_.entries(whose) : INT64_MAX;
    // How many positions an assembled view has only the run tells: it is asked when they are read.
    if (!view->positions.empty()) entries = most_int32;
    const int64_t positions = most_positions(*request, *shape, entries);
    if (view->positions.empty()) longest = std::max(longest, positions);
    if (positions > most_of_bits(manifest_.index_bits)) position_bits_ = 64;
  }
  // Words may hold an element a bit.
  for (const ManifestWorkspace& workspace : manifest_.workspaces)
    if (workspace.type == ManifestWorkspace::Type::Mask && sizes_.known(workspace.elements)) {
      const std::optional<int64_t> bytes = bytes_of(workspace, diagnostics);
      if (!bytes) return false;
      longest = std::max(longest, *bytes * 8);
    }
  wide_offsets_ = longest > manifest_.most_in_offsets.value_or(longest);
  return true;
}

bool ExecutionImpl::build(Diagnostics& diagnostics) {
  auto begin = Clock::now();
  if (!backend_.build(job_.kernel, defines(), diagnostics)) return false;
  built_ = backend_.built();
  note_step(StepTime::Kind::Build, "build with " + backend_.build_note(), since_us(begin));
  return true;
}

// Those whose size depends on what kernels find are allocated when a step first uses them.
bool ExecutionImpl::allocate_workspaces(Diagnostics& diagnostics) {
  for (const ManifestWorkspace& workspace : manifest_.workspaces) {
    if (!sizes_.known(workspace.elements)) {
      sized_by_run_.insert(workspace.name);
      continue;
    }
    MemoryPtr memory = allocate(workspace, diagnostics);
    if (!memory) return false;
    workspaces_[workspace.name] = std::move(memory);
  }
  return true;
}

std::optional<int64_t> ExecutionImpl::bytes_of(const ManifestWorkspace& workspace,
                                               Diagnostics& diagnostics) const {
  auto element_bytes = static_cast<int64_t>(size_of(type_of(workspace)));
  int64_t limit = backend_.most_bytes();
  std::string what = fmt::format("the size of workspace '{}' (elements)", workspace.name);
  auto elements =
      sizes_.evaluate_in(workspace.elements, what, 0, limit / element_bytes, diagnostics);
  if (!elements) return std::nullopt;
  return *elements * element_bytes;
}

MemoryPtr ExecutionImpl::allocate(const ManifestWorkspace& workspace, Diagnostics& diagnostics) {
  std::optional<int64_t> bytes = bytes_of(workspace, diagnostics);
  if (!bytes) return nullptr;
  workspace_bytes_ += *bytes;
  return backend_.allocate(workspace.name, static_cast<size_t>(*bytes), diagnostics);
}

bool ExecutionImpl::poison(Diagnostics& diagnostics) {
  for (const auto& [name, memory] : memory_)
    if (memory.values &&
        manifest_.tensor(manifest_.view(name)->tensor)->role != ManifestTensor::Role::Input)
      if (!backend_.poison(*memory.values, diagnostics)) return false;
  for (const auto& [name, memory] : workspaces_)
    if (!backend_.poison(*memory, diagnostics)) return false;
  return backend_.synchronize(diagnostics);
}

// The plan does the same work on the same memory in each launch: zeroes and launches alone, whose
// sizes are known.
bool ExecutionImpl::is_settled() const {
  using Kind = ManifestStep::Kind;
  auto settled = [&](const ManifestStep& step) {
    const ManifestView* view = manifest_.view(step.view);
    const bool of_input =
        view && manifest_.tensor(view->tensor)->role == ManifestTensor::Role::Input;
    return step.kind == Kind::Zero || step.kind == Kind::Launch ||
           (step.kind == Kind::Resort && of_input);
  };
  return sized_by_run_.empty() &&
         std::all_of(manifest_.plan.begin(), manifest_.plan.end(), settled) &&
         std::all_of(manifest_.views.begin(), manifest_.views.end(),
                     [](const ManifestView& view) { return view.positions.empty(); });
}

bool ExecutionImpl::launch(Diagnostics& diagnostics) {
  // Another execution on this machine may have built other kernels since.
  backend_.use(built_);
  bool done = true;
  if (settled_) {
    for (const Work& work : *settled_) done = done && perform(work, diagnostics);
    return done;
  }
  forget_assembled();
  std::vector<Work> works;
  if (is_settled()) unit_ = &works;
  quiet_ = true;
  for (const ManifestStep& step : manifest_.plan)
    if (done) done = run_step(step, diagnostics);
  quiet_ = false;
  if (done && unit_) settled_ = std::move(works);
  unit_ = nullptr;
  return done;
}

bool ExecutionImpl::run(Diagnostics& diagnostics) {
  steps_.resize(prepared_steps_);
  shapes_.clear();
  actions_.clear();
  forget_assembled();
  if (!poison(diagnostics)) return false;
  for (const ManifestStep& step : manifest_.plan) {
    once_ = step.once;
    const bool done = run_step(step, diagnostics);
    once_ = false;
    if (!done) return false;
  }
  return true;
}

bool ExecutionImpl::run_step(const ManifestStep& step, Diagnostics& diagnostics) {
  switch (step.kind) {
    case ManifestStep::Kind::Resort:
      return resort(step, diagnostics);
    case ManifestStep::Kind::Zero:
      return zero(step, diagnostics);
    case ManifestStep::Kind::Read:
      return read(step, diagnostics);
    case ManifestStep::Kind::Repeat:
      return repeat(step, diagnostics);
    case ManifestStep::Kind::Assemble:
      return assemble(step, diagnostics);
    case ManifestStep::Kind::Rounds:
      return run_rounds(step, diagnostics);
    case ManifestStep::Kind::Carry:
      return carry(step, diagnostics);
    case ManifestStep::Kind::Launch:
      break;
  }
  return launch(step, diagnostics);
}

bool ExecutionImpl::do_now(Work work, StepTime::Kind kind, std::string text,
                           Diagnostics& diagnostics) {
  auto begin = Clock::now();
  if (!perform(work, diagnostics)) return false;
  if (unit_) {
    unit_->push_back(std::move(work));
    return true;
  }
  if (quiet_) return true;
  if (!backend_.synchronize(diagnostics)) return false;
  actions_.push_back({steps_.size(), {std::move(work)}, once_});
  note_step(kind, std::move(text), since_us(begin));
  return true;
}

// Inputs were re-sorted when they were loaded; what an earlier kernel made is re-sorted here,
// between the kernels.
bool ExecutionImpl::resort(const ManifestStep& step, Diagnostics& diagnostics) {
  const ManifestView* view = manifest_.view(step.view);
  if (!view) return internal(fmt::format("re-sorts unknown view '{}'", step.view), diagnostics);
  const ManifestTensor& tensor = *manifest_.tensor(view->tensor);
  if (tensor.role == ManifestTensor::Role::Input) return true;
  const ManifestView* from = produced_view(tensor);
  if (!from)
    return internal(fmt::format("re-sorts {}, which nothing writes", tensor.name), diagnostics);
  // What is like another tensor keeps that one's places, whatever it holds there.
  const double absent =
      from->like.empty() ? tensor.absent : std::numeric_limits<double>::quiet_NaN();
  std::erase_if(views_, [&](const StoredView& old) { return old.view == view->name; });
  if (const auto done = resort_made(*from, *view, absent, diagnostics)) return *done;
  std::optional<Coo> coo = fetch(*from, absent, diagnostics);
  if (!coo) return false;
  return pack_into(*view, *coo, memory_.at(view->name), StepTime::Kind::Resort, diagnostics);
}

bool ExecutionImpl::zero(const ManifestStep& step, Diagnostics& diagnostics) {
  const ManifestView* view = manifest_.view(step.view);
  MemoryPtr zeroed;
  if (view && !view->positions.empty())
    zeroed = assembled_array(*view, ManifestArg::Kind::Values, 0, diagnostics);
  else if (view)
    zeroed = memory_.at(view->name).values;
  else
    zeroed = workspace(step.view, diagnostics);
  if (!zeroed)
    return internal(fmt::format("zeroes '{}', which is nothing it describes", step.view),
                    diagnostics);
  return do_now(zeroed, StepTime::Kind::Zero, "zero " + (view ? view->tensor : step.view),
                diagnostics);
}

bool ExecutionImpl::launch(const ManifestStep& step, Diagnostics& diagnostics) {
  auto grid = sizes_.evaluate_in(step.grid, "the grid of kernel " + step.kernel, INT64_MIN,
                                 most_int32, diagnostics);
  auto block = sizes_.evaluate_in(step.block, "the block of kernel " + step.kernel, INT64_MIN, 1024,
                                  diagnostics);
  if (!grid || !block) return false;
  LaunchShape shape{step.kernel, std::max<int64_t>(0, *grid), std::max<int64_t>(0, *block)};
  std::string text =
      fmt::format("launch {}: {} × {} threads", step.kernel, shape.grid, shape.block);
  if (!unit_ && !quiet_) shapes_.push_back(shape);
  if (*grid <= 0 || *block <= 0) {
    note_step(StepTime::Kind::Launch, text + " (nothing to do)", 0, false);
    return true;
  }
  std::optional<Launch> launch = bind(step, diagnostics);
  if (!launch) return false;
  launch->grid = static_cast<uint32_t>(*grid);
  launch->block = static_cast<uint32_t>(*block);
  launch->shared_bytes = static_cast<size_t>(step.shared_bytes);
  launch->carveout = static_cast<int>(step.carveout);
  launch->early = step.early;
  const bool told = !unit_ && !quiet_;
  const Launch made = told ? *launch : Launch{};
  if (!do_now(std::move(*launch), StepTime::Kind::Launch, std::move(text), diagnostics))
    return false;
  if (told) shapes_.back().residency = backend_.residency(made, diagnostics);
  return true;
}

bool ExecutionImpl::perform(const Work& work, Diagnostics& diagnostics) {
  if (const auto* zeroed = std::get_if<MemoryPtr>(&work))
    return backend_.zero(**zeroed, diagnostics);
  if (const auto* launch = std::get_if<Launch>(&work)) return backend_.launch(*launch, diagnostics);
  const Reading& reading = std::get<Reading>(work);
  int64_t ignored = 0;
  return backend_.read(*reading.from, reading.offset,
                       std::as_writable_bytes(std::span(&ignored, 1)), diagnostics);
}

bool ExecutionImpl::perform(const Action& action, Diagnostics& diagnostics) {
  for (const Work& work : action.works)
    if (!perform(work, diagnostics)) return false;
  return true;
}

std::optional<Launch> ExecutionImpl::bind(const ManifestStep& step, Diagnostics& diagnostics) {
  Launch out;
  out.kernel = step.kernel;
  for (const ManifestArg& arg : step.args) {
    std::optional<Argument> bound = bind(step, arg, diagnostics);
    if (!bound) return std::nullopt;
    bool writes = arg.written || arg.kind == ManifestArg::Kind::Workspace;
    if (writes && std::holds_alternative<MemoryPtr>(*bound))
      out.written.push_back(std::get<MemoryPtr>(*bound));
    out.arguments.push_back(std::move(*bound));
  }
  return out;
}

std::optional<Argument> ExecutionImpl::bind(const ManifestStep& step, const ManifestArg& arg,
                                            Diagnostics& diagnostics) {
  std::string what = fmt::format("argument '{}' of kernel {}", arg.name, step.kernel);
  switch (arg.kind) {
    case ManifestArg::Kind::Segments:
    case ManifestArg::Kind::Coords:
    case ManifestArg::Kind::Masks:
    case ManifestArg::Kind::Bases:
    case ManifestArg::Kind::Values:
      return bind_array(arg, diagnostics);
    case ManifestArg::Kind::Int32: {
      auto value =
          sizes_.evaluate_in(arg.expr, what + " (32-bit)", INT32_MIN, INT32_MAX, diagnostics);
      if (!value) return std::nullopt;
      return static_cast<int32_t>(*value);
    }
    case ManifestArg::Kind::Int64: {
      auto value = sizes_.evaluate(arg.expr, what, diagnostics);
      if (!value) return std::nullopt;
      return *value;
    }
    case ManifestArg::Kind::Scalar: {
      auto value = job_.scalars.find(arg.scalar);
      if (value == job_.scalars.end()) break;
      if (arithmetic() == ElementType::F64) return value->second;
      if (arithmetic() == ElementType::I32) return element_of<int32_t>(value->second);
      return static_cast<float>(value->second);
    }
    case ManifestArg::Kind::Workspace: {
      MemoryPtr memory = workspace(arg.workspace, diagnostics);
      if (!memory) return std::nullopt;
      return memory;
    }
  }
  internal(fmt::format("gives {} a source that does not exist", what), diagnostics);
  return std::nullopt;
}

std::optional<Argument> ExecutionImpl::bind_array(const ManifestArg& arg,
                                                  Diagnostics& diagnostics) {
  const ManifestView& view = *manifest_.view(arg.view);
  if (!view.positions.empty()) {
    MemoryPtr array = assembled_array(view, arg.kind, arg.level, diagnostics);
    if (!array) return std::nullopt;
    return array;
  }
  const ViewMemory& memory = memory_.at(arg.view);
  size_t level = static_cast<size_t>(arg.level);
  MemoryPtr out = memory.values;
  if (arg.kind != ManifestArg::Kind::Values) {
    const auto& arrays = arg.kind == ManifestArg::Kind::Segments ? memory.segments
                         : arg.kind == ManifestArg::Kind::Coords ? memory.coords
                         : arg.kind == ManifestArg::Kind::Masks  ? memory.masks
                                                                 : memory.bases;
    out = level < arrays.size() ? arrays[level] : nullptr;
  }
  if (out) return out;
  internal(
      fmt::format("asks for an array of view '{}' that its format does not have (argument '{}')",
                  arg.view, arg.name),
      diagnostics);
  return std::nullopt;
}

bool ExecutionImpl::replay(Diagnostics& diagnostics) {
  for (const Action& action : actions_)
    if (!action.once && !perform(action, diagnostics)) return false;
  return true;
}

bool ExecutionImpl::time_steps(const Timing& timing, Diagnostics& diagnostics) {
  if (manifest_.iteration) return true;  // steps of a round alone do other work than in its place
  for (const Action& action : actions_) {
    auto times =
        backend_.time_us([&] { return perform(action, diagnostics); }, timing, diagnostics);
    if (!times) return false;
    steps_[action.step].us = median(*times);
  }
  return true;
}

std::optional<std::map<std::string, Coo>> ExecutionImpl::download(Diagnostics& diagnostics) {
  std::map<std::string, Coo> out;
  for (const ManifestTensor& tensor : manifest_.tensors) {
    if (tensor.role == ManifestTensor::Role::Input) continue;
    const ManifestView* view = produced_view(tensor);
    if (!view) continue;
    auto begin = Clock::now();
    std::optional<Coo> coo = fetch(*view, diagnostics);
    if (!coo) return std::nullopt;
    out[tensor.name] = std::move(*coo);
    if (backend_.info().gpu)
      note_step(StepTime::Kind::Download, "download " + tensor.name, since_us(begin));
  }
  return out;
}

std::unique_ptr<Execution> Execution::prepare(const Job& job, Backend& backend,
                                              Diagnostics& diagnostics) {
  std::optional<Sizes> sizes = Sizes::make(job, diagnostics);
  if (!sizes) return nullptr;
  auto out = std::make_unique<ExecutionImpl>(job, backend, std::move(*sizes));
  if (!out->prepare(diagnostics)) return nullptr;
  return out;
}

std::string kind_text(StepTime::Kind kind) {
  switch (kind) {
    case StepTime::Kind::Build:
      return "build";
    case StepTime::Kind::Convert:
      return "convert";
    case StepTime::Kind::Pack:
      return "pack";
    case StepTime::Kind::Resort:
      return "resort";
    case StepTime::Kind::Upload:
      return "upload";
    case StepTime::Kind::Zero:
      return "zero";
    case StepTime::Kind::Launch:
      return "launch";
    case StepTime::Kind::Assemble:
      return "assemble";
    case StepTime::Kind::Download:
      break;
  }
  return "download";
}

double median(std::vector<double> values) {
  if (values.empty()) return 0;
  auto middle = values.begin() + values.size() / 2;
  std::nth_element(values.begin(), middle, values.end());
  double upper = *middle;
  if (values.size() % 2 == 1) return upper;
  return (upper + *std::max_element(values.begin(), middle)) / 2;
}

}  // namespace teaal::runtime::plan
