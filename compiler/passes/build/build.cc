#include <algorithm>
#include <filesystem>
#include <map>
#include <set>

#include "compiler/einsum/bits.h"
#include "compiler/ir/build.h"
#include "compiler/ir/levels.h"
#include "compiler/passes/build/build_einsum.h"
#include "compiler/passes/build/build_levels.h"
#include "compiler/passes/build/build_nest.h"
#include "compiler/passes/build/build_value.h"
#include "compiler/passes/passes.h"

namespace teaal::passes {
namespace {

using einsum::Cascade;
using einsum::Einsum;

ir::RowBuffer::Kind buffer_kind(einsum::BufferBinding::Kind kind) {
  switch (kind) {
    case einsum::BufferBinding::Kind::Hashed:
      return ir::RowBuffer::Kind::Hash;
    case einsum::BufferBinding::Kind::Dense:
      return ir::RowBuffer::Kind::Dense;
    case einsum::BufferBinding::Kind::Bitmask:
      break;
  }
  return ir::RowBuffer::Kind::Mask;
}

class Builder {
 public:
  Builder(const Cascade& cascade, Diagnostics& diagnostics)
      : cascade_(cascade), diagnostics_(diagnostics) {}

  std::optional<ir::Program> program(const std::string& name) {
    program_.name = name;
    program_.source = std::filesystem::path(cascade_.file->path).filename().string();
    program_.bound = {cascade_.symbols.begin(), cascade_.symbols.end()};
    for (const Einsum& e : cascade_.einsums)
      if (!e.is_further_variant()) program_.einsums.push_back(build_einsum(e));
    add_tensors();
    for (size_t i = 0; i < cascade_.einsums.size(); ++i) add_kernels(i);
    add_iteration();
    sizes_.report_unbound(diagnostics_);
    add_levels();
    for (const ir::Kernel& k : program_.kernels) check_assembled(k);
    if (!diagnostics_.ok()) return std::nullopt;
    program_.scalars = cascade_.scalars;
    return std::move(program_);
  }

 private:
  void unsupported(const SourceRange& where, const std::string& what, const std::string& legal) {
    diagnostics_.error(Code::Unsupported, where, "unsupported: " + what + "; " + legal);
  }

  // ---- Tensors ----

  void add_tensors() {
    std::set<std::string> written, used;
    std::map<std::string, bool> read_first;
    for (const Einsum& e : cascade_.einsums) {
      for (const einsum::Term& t : e.terms)
        for (const einsum::Access* a : inputs_of(t)) {
          if (!written.contains(a->tensor)) read_first[a->tensor] = true;
          used.insert(a->tensor);
        }
      written.insert(e.output.tensor);
      used.insert(e.output.tensor);
    }
    for (const einsum::Tensor& t : cascade_.tensors) {
      if (!used.contains(t.name)) continue;
      ir::Role role = !written.contains(t.name) ? ir::Role::Input
                      : t.passing               ? ir::Role::Intermediate
                                                : ir::Role::Output;
      if (written.contains(t.name) && read_first.contains(t.name))
        unsupported(t.where, "tensor " + t.name + " is read before it is written",
                    "a cascade writes each tensor before reading it");
      program_.tensors.push_back({t.name,
                                  role,
                                  t.ranks,
                                  {},
                                  t.where,
                                  t.absent,
                                  t.is_static,
                                  t.storage.chosen,
                                  role == ir::Role::Intermediate && is_in_bits(t),
                                  t.storage.like});
    }
    std::vector<std::string> known = program_.ranks();
    for (const Einsum& e : cascade_.einsums)
      for (const auto& [variable, rank] : e.rank_of)
        if (std::find(known.begin(), known.end(), rank) == known.end()) {
          known.push_back(rank);
          program_.extents.push_back(rank);
        }
  }

  bool is_in_bits(const einsum::Tensor& t) {
    if (!t.storage.in_bits) return false;
    const bool out = t.absent == 0 && einsum::holds_bits(cascade_, t.name);
    if (!out)
      program_.notes.push_back(t.name +
                               " takes whole elements, though its format has pbits: 1, as not all "
                               "that it may hold is 0 or 1");
    return out;
  }

  // Parts have their tiles from the kernels' schedules.
  void add_levels() {
    for (ir::Tensor& t : program_.tensors)
      t.levels = build_levels(*cascade_.find(t.name), scheduled(), program_.notes, diagnostics_);
    for (const ir::Tensor& t : program_.tensors)
      if (const ir::Tensor* whose = t.like.empty() ? nullptr : program_.tensor(t.like);
          whose && !ir::same_levels(whose->levels, t.levels))
        unsupported(cascade_.find(t.name)->storage.where,
                    t.name + " like " + whose->name + ", whose parts are others here",
                    "split the ranks of both alike, or store whole ranks");
  }

  std::vector<Scheduled> scheduled() const {
    std::vector<Scheduled> out;
    for (size_t k = 0; k < program_.kernels.size(); ++k)
      out.push_back({einsum_of_[k], &program_.kernels[k].schedule});
    return out;
  }

  // Assembled tensors store what differs from the value that nothing was written to.
  void check_assembled(const ir::Kernel& kernel) {
    size_t i = static_cast<size_t>(&kernel - program_.kernels.data());
    const ir::Tensor& t = *program_.tensor(einsum_of_[i]->output.tensor);
    bool compressed = false;
    for (const ir::Level& level : t.levels)
      compressed |= level.format != ir::LevelFormat::Uncompressed;
    if (compressed && kernel.start != t.absent)
      unsupported(t.where, "a compressed " + t.name + " whose default is not where its sums start",
                  "store it uncompressed, or give it the identity of its reduction as default");
  }

  // ---- Kernels ----

  void add_iteration() {
    if (!cascade_.iteration) return;
    const einsum::Iteration& given = *cascade_.iteration;
    ir::Iteration out;
    if (!given.over.empty()) out.times = ir::var(given.over);
    if (given.times) out.times = sizes_.size(*given.times, nullptr, "");
    out.until_empty = given.until_empty;
    out.at_most = given.at_most;
    out.carry = given.carry;
    out.first = static_cast<int64_t>(given.first);
    out.count = static_cast<int64_t>(given.count);
    out.over = given.over;
    program_.iteration = std::move(out);
  }

  // A sum is the union of its terms' points: a kernel a term, each adding to what the ones before
  // it wrote.
  void add_kernels(size_t number) {
    const Einsum& e = cascade_.einsums[number];
    const bool repeats = cascade_.iteration && cascade_.iteration->holds(number);
    std::string base = program_.name + "_" + e.output.tensor;
    if (e.row_class) base += "_class" + std::to_string(e.row_class->number);
    std::string name = kernel_names_.fresh(base);
    for (size_t i = 0; i < e.terms.size(); ++i) {
      ir::Kernel k;
      k.name = i == 0 ? name : kernel_names_.fresh(name + "_term" + std::to_string(i + 1));
      k.where = e.terms[i].where.known() ? e.terms[i].where : e.where;
      k.accumulates = i > 0;
      k.repeats = repeats;
      if (repeats) k.round_rank = cascade_.iteration->over;
      if (const auto& c = e.row_class)
        k.row_class = ir::RowClass{.root = c->root,
                                   .tensor = c->tensor,
                                   .rank = c->rank,
                                   .times = c->times,
                                   .along = c->along,
                                   .times_rank = c->times_rank,
                                   .least = c->least,
                                   .number = static_cast<int64_t>(c->number),
                                   .where = c->where};
      if (const auto& b = e.buffer)
        k.buffer = {buffer_kind(b->kind), b->slots, b->evict_on, "", 0, b->where};
      k.reduction = assign_op(e.reduce);
      k.start = reduces(e) ? e.identity : cascade_.find(e.output.tensor)->absent;
      if (e.carveout) k.carveout = e.carveout->value;
      if (e.resident && e.resident->value > 0)
        k.resident = e.resident->value, k.resident_where = e.resident->where;
      k.schedule = build_schedule(e, sizes_, diagnostics_);
      k.body = build_nest(e, e.terms[i], k.accumulates, cascade_, program_, sizes_, diagnostics_);
      program_.kernels.push_back(std::move(k));
      einsum_of_.push_back(&e);
    }
  }

  const Cascade& cascade_;
  Diagnostics& diagnostics_;
  ir::Program program_;
  SpecSizes sizes_{cascade_, program_};
  ir::Names kernel_names_;
  std::vector<const Einsum*> einsum_of_;  // beside program_.kernels
};

}  // namespace

std::optional<ir::Program> build(const Cascade& cascade, const std::string& name,
                                 Diagnostics& diagnostics) {
  return Builder(cascade, diagnostics).program(name);
}

}  // namespace teaal::passes
