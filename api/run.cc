#include "api/run.h"

#include <fmt/format.h>

#include <algorithm>

#include "api/convert.h"
#include "runtime/tensor/value_type.h"

namespace teaal::api {

Run::~Run() {
  const std::lock_guard lock(machine_->lock);
  forget();
}

const ManifestTensor* Run::tensor(const std::string& name, bool input,
                                  Diagnostics& diagnostics) const {
  const ManifestTensor* found = manifest().tensor(name);
  if (found && (found->role == ManifestTensor::Role::Input) == input) return found;
  std::vector<std::string> known;
  for (const ManifestTensor& t : manifest().tensors)
    if ((t.role == ManifestTensor::Role::Input) == input) known.push_back(t.name);
  usage(diagnostics, fmt::format("the kernel has no {} '{}'; it has {}", input ? "input" : "output",
                                 name, known.empty() ? "none" : quoted_list(known)));
  return nullptr;
}

void Run::forget() {
  session_.reset();
  request_ = {};
  loaded_ = std::make_shared<plan::Inputs>();
  in_place_.clear();
  results_.reset();
  launched_ = false;
}

// What was told before changes nothing.
template <class T>
bool Run::tell(std::map<std::string, T>& told, const std::string& name, T value) {
  const std::lock_guard lock(machine_->lock);
  const auto before = told.find(name);
  if (before != told.end() && before->second == value) return true;
  forget();
  told[name] = value;
  return true;
}

bool Run::extent(const std::string& rank, int64_t extent, Diagnostics& diagnostics) {
  const std::vector<std::string> known = plan::ranks_of(manifest());
  if (std::find(known.begin(), known.end(), rank) == known.end())
    return usage(diagnostics, fmt::format("the kernel has no rank '{}'; its ranks are {}", rank,
                                          quoted_list(known)));
  if (extent < 0 || extent > INT32_MAX)
    return usage(diagnostics, fmt::format("{} is no extent of {}", extent, rank));
  return tell(extents_, rank, extent);
}

bool Run::symbol(const std::string& name, int64_t value, Diagnostics& diagnostics) {
  std::vector<std::string> known;
  for (const ManifestSymbol& symbol : manifest().symbols)
    if (!symbol.value) known.push_back(symbol.name);
  if (std::find(known.begin(), known.end(), name) == known.end())
    return usage(diagnostics, fmt::format("'{}' is no launch symbol of the kernel; it has {}", name,
                                          known.empty() ? "none" : quoted_list(known)));
  return tell(symbols_, name, value);
}

bool Run::scalar(const std::string& name, double value, Diagnostics& diagnostics) {
  const std::vector<std::string>& known = manifest().scalars;
  if (std::find(known.begin(), known.end(), name) == known.end())
    return usage(diagnostics, fmt::format("'{}' is no scalar of the kernel; it has {}", name,
                                          known.empty() ? "none" : quoted_list(known)));
  return tell(scalars_, name, value);
}

// Prepared for a tensor that differs in addresses alone: those that take its place are written over
// the old ones. What was launched is forgotten.
bool Run::stays_in_place(const std::string& name, const std::map<std::string, teaal_tensor>& bound,
                         const teaal_tensor& given) {
  const auto before = bound.find(name);
  if (!session_ || !in_place_.contains(name) || !moves_alone(before->second, given)) return false;
  results_.reset();
  launched_ = false;
  return true;
}

bool Run::input(const std::string& name, const teaal_tensor& given, Diagnostics& diagnostics) {
  const ManifestTensor* t = tensor(name, true, diagnostics);
  if (!t || !check(given, *t, diagnostics)) return false;
  const std::lock_guard lock(machine_->lock);
  if (stays_in_place(name, inputs_, given))
    move_stored(given, request_.given.at(name), backend());
  else
    forget();
  inputs_[name] = given;
  return true;
}

bool Run::output(const std::string& name, const teaal_tensor& given, Diagnostics& diagnostics) {
  const ManifestTensor* t = tensor(name, false, diagnostics);
  if (!t || !check(given, *t, diagnostics)) return false;
  if (given.layout != TEAAL_DENSE)
    return usage(diagnostics, name + " is bound to memory as a dense tensor, or fetched");
  const std::lock_guard lock(machine_->lock);
  if (session_ && is_lent(name) && stays_in_place(name, outputs_, given))
    backend().move(*request_.results.at(name), given.values.data);
  else
    forget();
  outputs_[name] = given;
  return true;
}

bool Run::move(std::span<const teaal_moved> moved, Diagnostics& diagnostics) {
  return std::ranges::all_of(moved, [&](const teaal_moved& to) {
    const bool is_input = inputs_.contains(to.tensor);
    const auto& bound = is_input ? inputs_ : outputs_;
    const auto before = bound.find(to.tensor);
    if (before == bound.end())
      return usage(diagnostics, fmt::format("{} is not bound, so it cannot move", to.tensor));
    teaal_tensor now = before->second;
    const bool by_rows = now.layout == TEAAL_CSR || now.layout == TEAAL_CSC;
    if (!by_rows && now.layout != TEAAL_DENSE)
      return usage(diagnostics,
                   fmt::format("{} is neither DENSE, CSR nor CSC: bind it anew", to.tensor));
    now.values.data = to.values;
    if (by_rows) now.segments[0].data = to.segments, now.coords[0].data = to.coords;
    return is_input ? input(to.tensor, now, diagnostics) : output(to.tensor, now, diagnostics);
  });
}

bool Run::fix(const std::string& rank, int64_t extent, const std::string& place,
              Diagnostics& diagnostics) {
  const auto [at, fresh] = fixed_.emplace(rank, std::pair(extent, place));
  if (fresh || at->second.first == extent) return true;
  diagnostics.error(Code::ShapeMismatch, {},
                    fmt::format("rank {} is {} long in {}, but {} in {}", rank, at->second.first,
                                at->second.second, extent, place));
  return false;
}

bool Run::fix_extents(Diagnostics& diagnostics) {
  fixed_.clear();
  for (const auto& [rank, extent] : extents_) fix(rank, extent, "teaal_run_extent", diagnostics);
  for (const auto* tensors : {&inputs_, &outputs_})
    for (const auto& [name, given] : *tensors) {
      const std::vector<std::string>& ranks = manifest().tensor(name)->ranks;
      for (size_t r = 0; r < ranks.size(); ++r) fix(ranks[r], given.shape[r], name, diagnostics);
    }
  for (const std::string& rank : plan::ranks_of(manifest()))
    if (!fixed_.contains(rank))
      diagnostics.error(Code::ShapeUnknown, {},
                        fmt::format("nothing fixes the extent of rank {}; say it with "
                                    "teaal_run_extent",
                                    rank));
  loaded_->extents.clear();
  for (const auto& [rank, fixed] : fixed_) loaded_->extents[rank] = fixed.first;
  return diagnostics.ok();
}

// Host arrays with few elements are converted before a GPU has begun.
bool Run::converts_on_device(const teaal_tensor& given) const {
  constexpr int64_t few = 1 << 15;
  if (given.ranks == 0 || machine_->converts == plan::Converts::Host) return false;
  return machine_->converts == plan::Converts::Device ||
         (machine_->machine.gpu() &&
          (given.values.place == TEAAL_DEVICE || given.values.elements >= few));
}

// False without an error where the host has to convert.
bool Run::list(const ManifestTensor& t, const teaal_tensor& given, Diagnostics& diagnostics) {
  const auto layout = on_device(given, t, backend(), diagnostics);
  if (!layout) return false;
  auto list = plan::list_on_device(*layout, {t.name, t.absent}, backend(), diagnostics);
  if (!list) return false;
  loaded_->loaded[t.name] = {"converted on the device", "", {}};
  request_.listed.emplace(t.name, std::move(*list));
  return true;
}

bool Run::load(const ManifestTensor& t, Diagnostics& diagnostics) {
  const auto given = inputs_.find(t.name);
  if (given == inputs_.end())
    return usage(diagnostics, fmt::format("input {} is not bound", t.name));
  if (!machine_->machine.gpu()) {
    const teaal_tensor& g = given->second;
    const bool far = g.values.place == TEAAL_DEVICE;
    if (far)
      return usage(diagnostics, fmt::format("{} lies on a GPU, but runs on the CPU", t.name));
  }
  bool in_place = false;
  auto stored = as_stored(given->second, manifest(), t, backend(), in_place, diagnostics);
  if (!diagnostics.ok()) return false;
  loaded_->loaded[t.name] = {in_place ? "used in place"
                             : stored ? "uploaded"
                                      : "converted",
                             "",
                             {}};
  if (stored) {
    if (in_place) in_place_.insert(t.name);  // unless kernels read another form: see `ready`
    request_.given.emplace(t.name, std::move(*stored));
    return true;
  }
  if (converts_on_device(given->second) && list(t, given->second, diagnostics)) return true;
  if (!diagnostics.ok()) return false;
  std::vector<Array> holds;
  const auto host = on_host(given->second, backend(), holds, diagnostics);
  auto coo = host ? to_coo(*host, manifest(), t, diagnostics) : std::nullopt;
  if (coo) loaded_->tensors[t.name] = std::move(*coo);
  return coo.has_value();
}

// Under the lock.
bool Run::ready(void* stream, Diagnostics& diagnostics) {
  backend().use_stream(stream);
  if (session_) return true;
  forget();
  if (!fix_extents(diagnostics)) return false;
  for (const std::string& name : manifest().scalars)
    if (!scalars_.contains(name)) return usage(diagnostics, "scalar " + name + " has no value");
  for (const ManifestTensor& t : manifest().tensors)
    if (t.role == ManifestTensor::Role::Input && !load(t, diagnostics)) return false;
  request_.scalars = scalars_;
  request_.symbols = symbols_;
  request_.converts = machine_->converts;
  lend_outputs();
  session_ = driver::Session::on(*compiled_, request_, loaded_);
  request_.listed.clear();
  if (!session_->prepare(machine_->machine, diagnostics)) {
    forget();
    return false;
  }
  for (const auto& [name, given] : request_.given)
    if (!session_->execution().reads_given(name)) {
      in_place_.erase(name);
      loaded_->loaded[name] = {"converted", "", {}};
    }
  return true;
}

// Memory of the caller where results may lie as kernels write them.
void Run::lend_outputs() {
  const teaal_place there = machine_->machine.gpu() ? TEAAL_DEVICE : TEAAL_HOST;
  for (const auto& [name, given] : outputs_) {
    int64_t elements = 1;
    for (int r = 0; r < given.ranks; ++r) elements *= given.shape[r];
    if (given.values.place != there || !lies_as_stored(given, manifest(), *manifest().tensor(name)))
      continue;
    const auto type = static_cast<ElementType>(given.values.type);
    request_.results[name] = backend().borrow(name + ".values", given.values.data,
                                              static_cast<size_t>(elements) * size_of(type));
  }
}

bool Run::prepare(void* stream, Diagnostics& diagnostics) {
  const std::lock_guard lock(machine_->lock);
  if (!ready(stream, diagnostics)) return false;
  for (const auto& [name, memory] : request_.results)
    if (is_lent(name)) in_place_.insert(name);
  return true;
}

// Rounds may have exchanged arrays.
bool Run::is_lent(const std::string& output) const {
  const auto lent = request_.results.find(output);
  return lent != request_.results.end() && session_->execution().values(output) == lent->second;
}

bool Run::run_checked(Diagnostics& diagnostics) {
  if (!session_->execution().run(diagnostics)) return false;
  for (const std::string& finding : backend().take_findings())
    diagnostics.error(Code::RunFailed, {}, finding);
  return diagnostics.ok();
}

bool Run::launch(void* stream, Diagnostics& diagnostics) {
  const std::lock_guard lock(machine_->lock);
  if (!ready(stream, diagnostics)) return false;
  results_.reset();
  launched_ = false;
  const bool done = machine_->checked ? run_checked(diagnostics) : session_->launch(diagnostics);
  launched_ = done;
  return done && copy_outputs(diagnostics);
}

bool Run::wait(Diagnostics& diagnostics) {
  const std::lock_guard lock(machine_->lock);
  return backend().synchronize(diagnostics);
}

const std::map<std::string, Coo>* Run::downloaded(Diagnostics& diagnostics) {
  if (!launched_) {
    usage(diagnostics, "nothing was launched yet");
    return nullptr;
  }
  if (!results_) results_ = session_->execution().download(diagnostics);
  return results_ ? &*results_ : nullptr;
}

bool Run::copy_output(const ManifestTensor& t, const teaal_tensor& to, Diagnostics& diagnostics) {
  const auto* results = downloaded(diagnostics);
  if (!results) return false;
  const auto result = results->find(t.name);
  if (result == results->end())
    return usage(diagnostics, fmt::format("{} is not stored by this kernel: compile with the "
                                          "option store={}",
                                          t.name, t.name));
  if (to.values.place == TEAAL_HOST) {
    fill_dense(result->second, t.absent, to);
    return true;
  }
  const auto type = static_cast<ElementType>(to.values.type);
  Array here(type, static_cast<size_t>(to.values.elements));
  const auto there = backend().borrow(t.name, to.values.data, here.bytes.size());
  teaal_tensor host = to;
  host.values.data = here.bytes.data();
  host.values.place = TEAAL_HOST;
  // What lies between the elements stays.
  if (!backend().download(*there, here.bytes, diagnostics)) return false;
  fill_dense(result->second, t.absent, host);
  return backend().upload(*there, here.bytes, diagnostics);
}

bool Run::copy_outputs(Diagnostics& diagnostics) {
  for (const auto& [name, to] : outputs_) {
    if (is_lent(name))
      in_place_.insert(name);
    else if (!copy_output(*manifest().tensor(name), to, diagnostics))
      return false;
  }
  return true;
}

bool Run::fetch(const std::string& name, teaal_layout layout, teaal_allocator allocate,
                void* context, teaal_tensor& to, Diagnostics& diagnostics) {
  const std::lock_guard lock(machine_->lock);
  const ManifestTensor* t = tensor(name, false, diagnostics);
  if (!t) return false;
  if (to.struct_bytes != sizeof(teaal_tensor))
    return usage(diagnostics, "struct_bytes is not sizeof(teaal_tensor)");
  const auto* results = downloaded(diagnostics);
  if (!results) return false;
  const auto result = results->find(name);
  if (result == results->end())
    return usage(diagnostics, fmt::format("{0} is not stored by this kernel: compile with the "
                                          "option store={0}",
                                          name));
  const auto type = *value_type_named(manifest().value_type);
  return copy_out(result->second, *t, type, layout, allocate, context, to, diagnostics);
}

bool Run::stored(const std::string& name, teaal_tensor& to, Diagnostics& diagnostics) {
  const std::lock_guard lock(machine_->lock);
  const ManifestTensor* t = tensor(name, false, diagnostics);
  if (!t) return false;
  if (to.struct_bytes != sizeof(teaal_tensor))
    return usage(diagnostics, "struct_bytes is not sizeof(teaal_tensor)");
  const plan::ViewMemory* view = launched_ ? session_->execution().produced(name) : nullptr;
  if (!view) return usage(diagnostics, name + " was not computed, or is not stored");
  if (view->request.formats.size() > TEAAL_MOST_LEVELS || t->ranks.size() > TEAAL_MOST_RANKS)
    return usage(diagnostics, name + " has too many ranks for a teaal_tensor");
  to = {};
  to.struct_bytes = sizeof(teaal_tensor);
  to.layout = TEAAL_STORED;
  to.ranks = static_cast<int32_t>(view->shape.size());
  std::copy(view->shape.begin(), view->shape.end(), to.shape);
  const teaal_place place = machine_->machine.gpu() ? TEAAL_DEVICE : TEAAL_HOST;
  auto show = [&](const plan::MemoryPtr& memory, ElementType type) -> teaal_array {
    if (!memory) return {};
    return {backend().address_of(*memory), static_cast<int64_t>(memory->bytes() / size_of(type)),
            static_cast<teaal_type>(type), place};
  };
  const ElementType position = integer_of(session_->execution().position_bits()),
                    coordinate = integer_of(manifest().index_bits);
  for (size_t l = 0; l < view->segments.size(); ++l) {
    to.segments[l] = show(view->segments[l], position);
    const int narrow = view->request.narrow_bits(l);
    to.coords[l] = show(view->coords[l], narrow != 0 ? integer_of(narrow) : coordinate);
  }
  for (size_t l = 0; l < view->masks.size(); ++l) {
    to.masks[l] = show(view->masks[l], ElementType::I32);
    to.bases[l] = show(view->bases[l], view->request.narrow_bits(l) != 0 ? coordinate : position);
  }
  to.values = show(view->values, view->request.value_type);
  return true;
}

// All inputs on the host, for what a report says of them.
std::optional<plan::Inputs> Run::told(Diagnostics& diagnostics) {
  plan::Inputs out = *loaded_;
  for (const auto& [name, given] : inputs_) {
    if (out.tensors.contains(name)) continue;
    std::vector<Array> holds;
    const auto host = on_host(given, backend(), holds, diagnostics);
    auto coo =
        host ? to_coo(*host, manifest(), *manifest().tensor(name), diagnostics) : std::nullopt;
    if (!coo) return std::nullopt;
    out.tensors[name] = std::move(*coo);
  }
  return out;
}

bool Run::report(const std::string& format, const char*& text, Diagnostics& diagnostics) {
  if (format != "text" && format != "json")
    return usage(diagnostics, "a report is 'text' or 'json', not '" + format + "'");
  const std::lock_guard lock(machine_->lock);
  if (!launched_) return usage(diagnostics, "nothing was launched yet");
  const auto inputs = told(diagnostics);
  if (!inputs || !session_->run_prepared(machine_->machine, *inputs, diagnostics)) return false;
  results_ = session_->outputs();
  if (!copy_outputs(diagnostics)) return false;
  if (!machine_->checked && !session_->time(machine_->machine, diagnostics)) return false;
  const runtime::report::Report& made = session_->report();
  report_ = format == "json" ? to_json(made) : to_text(made, {});
  text = report_.c_str();
  return true;
}

}  // namespace teaal::api
