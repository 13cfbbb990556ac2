#include <fmt/format.h>

#include <algorithm>

#include "compiler/einsum/check/checking.h"
#include "compiler/einsum/expression.h"

// `variants`: an output's einsum becomes one for each class of a rank's coordinates.
namespace teaal::einsum {
namespace {

using spec::Variant;

// What all accesses of the tensor have at that rank; nothing: index math, or different variables.
std::optional<std::string> variable_at(const Einsum& einsum, const std::string& tensor,
                                       size_t place) {
  std::optional<std::string> out;
  for (const Access* a : inputs_of(einsum)) {
    if (a->tensor != tensor) continue;
    const Index& index = a->indices[place];
    if (!index.plain() || (out && *out != index.terms[0].variable)) return std::nullopt;
    out = index.terms[0].variable;
  }
  return out;
}

class Classes {
 public:
  // The variants of one output, by their least occupancy.
  Classes(Checking& c, std::vector<size_t> variants) : c_(c), variants_(std::move(variants)) {
    std::ranges::stable_sort(variants_, {}, [&](size_t v) { return c_.spec.variants[v].least; });
  }

  bool check() {
    const int errors = c_.diagnostics.errors();
    if (!c_.is_output(output()))
      error(Code::UnknownTensor, first().output.where,
            fmt::format("the variants name '{}', which no expression writes{}", output(),
                        guess(output(), c_.output_names())));
    else if (c_.cascade.iteration)
      error(Code::Unsupported, first().where,
            "unsupported: variants in a spec that iterates; give the output one mapping");
    check_alike();
    if (c_.diagnostics.errors() == errors) check_cover();
    return c_.diagnostics.errors() == errors;
  }

  const std::string& output() const { return first().output.value; }

  // The einsum once a class; none after an error.
  std::vector<Einsum> of(const Einsum& einsum) {
    RowClass common{first().tensor.value, first().rank.value, "", "", "", "", {}, 0, 0, {}};
    if (!check_einsum(einsum) || !check_times(einsum)) return {};
    common.times = times_of(first());
    for (size_t v : variants_) common.least.push_back(c_.spec.variants[v].least);
    std::vector<Einsum> out;
    for (size_t number = 0; number < variants_.size(); ++number) {
      out.push_back(einsum);
      RowClass& own = out.back().row_class.emplace(common);
      own.number = number;
      own.variant = variants_[number];
      own.where = c_.spec.variants[own.variant].where;
    }
    return out;
  }

 private:
  const Variant& first() const { return c_.spec.variants[variants_.front()]; }

  Diagnostic& error(Code code, const SourceRange& where, std::string message) {
    return c_.diagnostics.error(code, where, std::move(message));
  }

  // The classes are of one tensor's fibers at one rank.
  void check_alike() {
    for (size_t v : variants_) {
      const Variant& other = c_.spec.variants[v];
      if (other.tensor.value == first().tensor.value && other.rank.value == first().rank.value &&
          times_of(other) == times_of(first()))
        continue;
      error(Code::Variants, other.tensor.where,
            fmt::format("the variants of {} are classes of {}'s coordinates of {}{} here, and of "
                        "{}'s of {}{} elsewhere; name one tensor and one rank",
                        output(), other.tensor.value, other.rank.value, by_products(other),
                        first().tensor.value, first().rank.value, by_products(first())))
          .note(first().tensor.where, "the others are here");
    }
  }

  static std::string times_of(const Variant& v) { return v.times ? v.times->value : ""; }

  static std::string by_products(const Variant& v) {
    return v.times ? " by products with " + v.times->value : "";
  }

  // "fibers of 3 elements", "fibers that make 3 products with B".
  std::string fibers(const std::string& least) const {
    if (!first().times) return "fibers of " + least + " elements";
    return fmt::format("fibers that make {} products with {}", least, times_of(first()));
  }

  // Every occupancy belongs to one class.
  void check_cover() {
    const Variant* before = nullptr;
    for (size_t v : variants_) {
      const Variant& own = c_.spec.variants[v];
      const int64_t from = before ? before->most.value_or(own.least) + 1 : 0;
      if (own.least > from)
        error(Code::Variants, own.range,
              fmt::format("no variant of {} is for {}; classes begin at 0, and each where the one "
                          "before it ends",
                          output(), fibers(std::to_string(from))));
      else if (own.least < from)
        error(Code::Variants, own.range,
              fmt::format("two variants of {} are for {}; each fiber is in one class", output(),
                          fibers(std::to_string(own.least))))
            .note(before->range, "the other one is here");
      before = &own;
    }
    const auto has_end = [&](size_t v) { return c_.spec.variants[v].most.has_value(); };
    if (std::ranges::all_of(variants_, has_end))
      error(Code::Variants, before->range,
            fmt::format("no variant of {} is for {}; write [{}, inf]", output(),
                        fibers("more than " + std::to_string(*before->most)), before->least));
  }

  // The tensor is read at the rank by one variable of the output, which no index math changes.
  bool check_einsum(const Einsum& einsum) {
    const Name &tensor = first().tensor, &rank = first().rank;
    const Tensor* declared = c_.cascade.find(tensor.value);
    if (!declared || !reads(einsum, tensor.value)) {
      error(Code::UnknownTensor, tensor.where,
            fmt::format("the einsum of {} does not read '{}', so it has no fibers here", output(),
                        tensor.value));
      return false;
    }
    const auto at = std::ranges::find(declared->ranks, rank.value);
    if (at == declared->ranks.end()) {
      error(Code::UnknownRank, rank.where,
            fmt::format("{} has no rank '{}'{}", tensor.value, rank.value,
                        guess(rank.value, declared->ranks)));
      return false;
    }
    if (declared->ranks.size() == 1) {
      error(Code::Variants, rank.where,
            fmt::format("{} has no rank beside {}, so no fibers stand at its coordinates",
                        tensor.value, rank.value));
      return false;
    }
    const size_t place = static_cast<size_t>(at - declared->ranks.begin());
    const std::optional<std::string> variable = variable_at(einsum, tensor.value, place);
    if (variable && written_at(einsum, *variable) && einsum.rank_of.at(*variable) == rank.value)
      return true;
    error(Code::Unsupported, rank.where,
          fmt::format("unsupported: classes of {}, as not every access of {} has a variable of {} "
                      "there that {} bounds; name a rank that indexes {}",
                      rank.value, tensor.value, output(), rank.value, output()));
    return false;
  }

  bool check_times(const Einsum& einsum) {
    if (!first().times) return true;
    const Name& times = *first().times;
    const Tensor* other = c_.cascade.find(times.value);
    if (other && reads(einsum, times.value)) return true;
    error(Code::UnknownTensor, times.where,
          fmt::format("the einsum of {} does not read '{}', so there are no products with it",
                      output(), times.value));
    return false;
  }

  static bool written_at(const Einsum& einsum, const std::string& variable) {
    const auto alone = [&](const Index& i) { return i.plain() && i.terms[0].variable == variable; };
    const auto mixed = [&](const Index& i) {
      return !i.plain() && std::ranges::any_of(
                               i.terms, [&](const IndexTerm& t) { return t.variable == variable; });
    };
    for (const Access* a : inputs_of(einsum))
      if (std::ranges::any_of(a->indices, mixed)) return false;
    return std::ranges::count_if(einsum.output.indices, alone) == 1;
  }

  Checking& c_;
  std::vector<size_t> variants_;
};

std::vector<Classes> classes_of_outputs(Checking& c) {
  std::vector<std::pair<std::string, std::vector<size_t>>> outputs;
  for (size_t v = 0; v < c.spec.variants.size(); ++v) {
    const std::string& name = c.spec.variants[v].output.value;
    auto found = std::ranges::find(outputs, name, [](const auto& o) { return o.first; });
    if (found == outputs.end()) found = outputs.insert(found, {name, {}});
    found->second.push_back(v);
  }
  std::vector<Classes> out;
  for (auto& [name, variants] : outputs) out.emplace_back(c, std::move(variants));
  return out;
}

// ---- What a class's loops and bindings may not do ----

class ClassCheck {
 public:
  ClassCheck(Checking& c, Einsum& einsum) : c_(c), einsum_(einsum), class_(*einsum.row_class) {}

  void run() {
    const Tensor& tensor = *c_.cascade.find(class_.tensor);
    const auto at = std::ranges::find(tensor.ranks, class_.rank);
    for (const Access* a : inputs_of(einsum_))
      if (a->tensor == class_.tensor)
        variable_ = a->indices[static_cast<size_t>(at - tensor.ranks.begin())].terms[0].variable;
    for (const Loop& loop : einsum_.loops) {
      if (std::ranges::find(loop.variables, variable_) == loop.variables.end()) continue;
      if (loop.variables.size() > 1) return refuse_flattened(loop);
      class_.root = loop.root;
    }
    if (!class_.times.empty()) meet();
    check_splits();
    check_bindings();
  }

 private:
  void unsupported(const SourceRange& where, const std::string& what, const std::string& instead) {
    c_.diagnostics.error(Code::Unsupported, where,
                         fmt::format("unsupported: {}; {}", what, instead));
  }

  // Where the two tensors of products meet. Of several ranks that they share it is the one that
  // stands first in the tensor's storage.
  void meet() {
    const Tensor &own = *c_.cascade.find(class_.tensor), &other = *c_.cascade.find(class_.times);
    std::vector<std::string> ranks = own.storage.rank_order;  // and those that it has in parts
    ranks.insert(ranks.end(), own.ranks.begin(), own.ranks.end());
    for (const std::string& rank : ranks) {
      const auto at = std::ranges::find(own.ranks, rank) - own.ranks.begin();
      if (rank == class_.rank || at == std::ssize(own.ranks) || other.ranks.size() < 2) continue;
      const auto variable = variable_at(einsum_, own.name, static_cast<size_t>(at));
      for (size_t r = 0; variable && r < other.ranks.size(); ++r)
        if (variable_at(einsum_, other.name, r) == variable) {
          class_.along = rank;
          class_.times_rank = other.ranks[r];
          return;
        }
    }
    if (class_.number > 0) return;  // told once
    c_.diagnostics.error(
        Code::Variants, c_.spec.variants[class_.variant].times->where,
        fmt::format("fibers of {0} make no products with fibers of {1}: beside {2} no variable "
                    "indexes both, {1} having another rank below",
                    own.name, other.name, class_.rank));
  }

  void refuse_flattened(const Loop& loop) {
    SourceRange where = loop.where;
    for (const Flattening& f : einsum_.flattenings)
      if (f.result == loop.root) where = f.where;
    unsupported(where,
                fmt::format("{} in a variant, whose loops walk a list of coordinates "
                            "of {}",
                            loop.name, class_.rank),
                fmt::format("flatten other ranks, or none"));
  }

  // Tiles are of the list's entries.
  void check_splits() {
    for (const Split& split : einsum_.splits)
      for (const spec::PartitionOp& op : split.ops) {
        const bool own = split.root == class_.root;
        if (op.kind == spec::PartitionOp::Kind::UniformOccupancy && own)
          unsupported(
              op.where, fmt::format("uniform_occupancy of {}, which is a list here", class_.root),
              fmt::format("uniform_shape(n) cuts the list into n coordinates of {}", class_.root));
        if (op.kind == spec::PartitionOp::Kind::Drt)
          unsupported(op.where, "DRT in a variant", "split the rank by uniform_shape");
        if (op.kind == spec::PartitionOp::Kind::Follow && (own || op.leader.value == class_.root))
          unsupported(op.where, fmt::format("follow of {}, which is a list here", class_.root),
                      "partition the ranks apart");
      }
  }

  void check_bindings() {
    for (const SkipBinding& skip : einsum_.skips)
      unsupported(skip.where, "an Intersector at Block or Warp in a variant",
                  "bind it at LaneIntersect");
    if (einsum_.tensor_core)
      unsupported(einsum_.tensor_core->where, "TensorCore in a variant", "bind mul and add to FMA");
    for (const StagingBinding& staging : einsum_.stagings)
      if (staging.memory == StagingBinding::Memory::Shared && has_variable(staging.tensor))
        unsupported(
            staging.where,
            fmt::format("{} in Shared, as the rows of a class are no box of it", staging.tensor),
            fmt::format("stage operands without {}", class_.root));
  }

  bool has_variable(const std::string& tensor) const {
    for (const Access* a : inputs_of(einsum_))
      for (const Index& i : a->indices)
        for (const IndexTerm& t : i.terms)
          if (a->tensor == tensor && t.variable == variable_) return true;
    return false;
  }

  Checking& c_;
  Einsum& einsum_;
  RowClass& class_;
  std::string variable_;
};

}  // namespace

bool expand_variants(Checking& c) {
  const int errors = c.diagnostics.errors();
  for (Classes& classes : classes_of_outputs(c)) {
    if (!classes.check()) continue;
    std::vector<Einsum> einsums;
    std::vector<EinsumRanks> ranks;
    for (size_t i = 0; i < c.cascade.einsums.size(); ++i) {
      const Einsum& einsum = c.cascade.einsums[i];
      std::vector<Einsum> own = einsum.output.tensor == classes.output()
                                    ? classes.of(einsum)
                                    : std::vector<Einsum>{einsum};
      ranks.insert(ranks.end(), own.size(), c.ranks[i]);
      std::ranges::move(own, std::back_inserter(einsums));
    }
    if (c.diagnostics.errors() != errors) return false;
    c.cascade.einsums = std::move(einsums);
    c.ranks = std::move(ranks);
  }
  return c.diagnostics.errors() == errors;
}

void check_classes(Checking& c) {
  for (Einsum& einsum : c.cascade.einsums)
    if (einsum.row_class) ClassCheck(c, einsum).run();
}

}  // namespace teaal::einsum
