#include <fmt/format.h>

#include <algorithm>

#include "compiler/einsum/check/checking.h"

// Which expressions run in rounds, how often, and what a round hands to the next.
namespace teaal::einsum {
namespace {

constexpr int64_t most_rounds = 1'000'000;  // unless at-most says otherwise

class IterationCheck {
 public:
  IterationCheck(Checking& c, const spec::Iteration& given) : c_(c), given_(given) {}

  void run() {
    out_.where = given_.where;
    if (!find_region() || !find_end()) return;
    for (const auto& [to, from] : given_.carry)
      if (check_carried(to, from)) out_.carry.emplace_back(to.value, from.value);
    c_.cascade.iteration = std::move(out_);
  }

 private:
  bool error(const SourceRange& where, const std::string& message) {
    c_.diagnostics.error(Code::Iteration, where, message);
    return false;
  }

  const Einsum& einsum(size_t i) const { return c_.cascade.einsums[i]; }

  bool find_region() {
    out_.count = c_.cascade.einsums.size();
    if (given_.expressions.empty()) return true;
    auto named = [&](const Einsum& e) {
      return std::any_of(given_.expressions.begin(), given_.expressions.end(),
                         [&](const Name& n) { return n.value == e.output.tensor; });
    };
    for (const Name& name : given_.expressions)
      if (!c_.is_output(name.value))
        return error(name.where, fmt::format("no expression writes '{}'{}", name.value,
                                             guess(name.value, c_.output_names())));
    const auto& all = c_.cascade.einsums;
    const auto first = std::find_if(all.begin(), all.end(), named);
    const auto last = std::find_if(all.rbegin(), all.rend(), named).base();
    const auto gap = std::find_if_not(first, last, named);
    if (gap != last)
      return error(gap->where, fmt::format("{} stands among the expressions that are iterated and "
                                           "is not one of them; list it, or move it",
                                           gap->output.tensor));
    out_.first = static_cast<size_t>(first - all.begin());
    out_.count = static_cast<size_t>(last - first);
    return true;
  }

  bool find_end() {
    const int ends = (given_.over ? 1 : 0) + (given_.times ? 1 : 0) + (given_.until_empty ? 1 : 0);
    if (ends != 1)
      return error(given_.where, ends == 0 ? "iterate never ends; give 'times', 'over' or "
                                             "'until-empty'"
                                           : "iterate ends in several ways; give one of 'times', "
                                             "'over' and 'until-empty'");
    if (given_.at_most && !given_.until_empty)
      return error(given_.at_most->where, "at-most bounds 'until-empty', which is not given");
    out_.times = given_.times;
    if (given_.times)
      if (const auto* symbol = std::get_if<std::string>(&given_.times->value))
        c_.symbols_used.insert(*symbol);
    if (given_.over) return find_rank();
    return !given_.until_empty || find_tensor();
  }

  bool find_tensor() {
    if (!written_in_region(given_.until_empty->value))
      return error(
          given_.until_empty->where,
          fmt::format("no expression of the iteration writes '{}'", given_.until_empty->value));
    out_.until_empty = given_.until_empty->value;
    out_.at_most = given_.at_most ? given_.at_most->value : most_rounds;
    return true;
  }

  bool find_rank() {
    const std::string& rank = given_.over->value;
    bool used = false;
    for (size_t i = out_.first; i < out_.first + out_.count; ++i)
      for (const auto& [variable, of] : einsum(i).rank_of) used |= of == rank;
    if (!used)
      return error(given_.over->where,
                   fmt::format("no index of the iterated expressions runs over rank '{}'", rank));
    out_.over = rank;
    bool sliced = true;
    for (size_t i = out_.first; i < out_.first + out_.count; ++i)
      sliced = check_slices(einsum(i)) && sliced;
    return sliced;
  }

  // The ranks at which an access has the round's coordinate.
  static std::vector<std::string> ranks_at_round(const Einsum& e, const Access& access,
                                                 const Tensor& tensor, const std::string& over) {
    std::vector<std::string> out;
    for (size_t r = 0; r < access.indices.size(); ++r)
      if (access.indices[r].plain() && e.rank_of.at(access.indices[r].terms[0].variable) == over)
        out.push_back(tensor.ranks[r]);
    return out;
  }

  // An output with the rank gets the slice of its round from each; the others stay as they are.
  bool check_slices(const Einsum& e) {
    const Tensor& tensor = *c_.cascade.find(e.output.tensor);
    const std::vector<std::string> at_round = ranks_at_round(e, e.output, tensor, out_.over);
    const bool has = std::ranges::find(tensor.ranks, out_.over) != tensor.ranks.end();
    if (!has && at_round.empty()) return true;
    if (at_round != std::vector<std::string>{out_.over})
      return refuse(e.output.where,
                    fmt::format("{}, of which no round writes one slice of {}; index that rank by "
                                "its own variable",
                                tensor.name, out_.over));
    for (size_t i = out_.first; i < out_.first + out_.count; ++i) {
      const Einsum& other = einsum(i);
      if (&other != &e && other.output.tensor == tensor.name)
        return refuse(other.output.where, tensor.name + ", written twice in a round");
      for (const Access* access : inputs_of(other))
        if (access->tensor == tensor.name &&
            ranks_at_round(other, *access, tensor, out_.over) != at_round)
          return refuse(access->where, fmt::format("{}, read beyond the round's slice of {}",
                                                   tensor.name, out_.over));
    }
    for (const auto& [to, from] : given_.carry)
      if (from.value == tensor.name || to.value == tensor.name)
        return refuse(from.where, fmt::format("{}, carried with its rank {}; carry what a round "
                                              "writes without it",
                                              tensor.name, out_.over));
    return true;
  }

  bool refuse(const SourceRange& where, const std::string& what) {
    c_.diagnostics.error(Code::Unsupported, where,
                         "unsupported: rounds over " + out_.over + " and " + what);
    return false;
  }

  bool written_in_region(const std::string& tensor) const {
    for (size_t i = out_.first; i < out_.first + out_.count; ++i)
      if (einsum(i).output.tensor == tensor) return true;
    return false;
  }

  bool declared(const Name& name) {
    if (c_.cascade.find(name.value)) return true;
    c_.diagnostics.error(Code::UnknownTensor, name.where,
                         fmt::format("tensor '{}' is not declared{}", name.value,
                                     guess(name.value, c_.tensor_names())));
    return false;
  }

  bool check_carried(const Name& to, const Name& from) {
    if (!declared(to) || !declared(from)) return false;
    if (!written_in_region(from.value))
      return error(from.where, fmt::format("{} is carried to the next round, but no expression of "
                                           "the iteration writes it",
                                           from.value));
    if (written_in_region(to.value))
      return error(to.where, fmt::format("{} is carried over and may not be written in the "
                                         "iteration as well",
                                         to.value));
    for (size_t i = out_.first + out_.count; i < c_.cascade.einsums.size(); ++i)
      if (reads(einsum(i), to.value))
        return error(einsum(i).where, fmt::format("{} is carried over; behind the iteration read "
                                                  "{}, which the last round wrote",
                                                  to.value, from.value));
    const Tensor &a = *c_.cascade.find(to.value), &b = *c_.cascade.find(from.value);
    if (a.ranks == b.ranks && a.absent == b.absent) return true;
    c_.diagnostics
        .error(
            Code::Iteration, to.where,
            fmt::format("{} takes over {} and must have its ranks and its default", a.name, b.name))
        .note(b.where, fmt::format("{} is declared here", b.name));
    return false;
  }

  Checking& c_;
  const spec::Iteration& given_;
  Iteration out_;
};

// Of whole ranks, none of them a part.
bool whole(const Tensor& tensor) { return tensor.storage.rank_order.size() == tensor.ranks.size(); }

bool uncompressed(const Tensor& tensor) {
  return std::ranges::all_of(tensor.storage.formats,
                             [](RankFormatKind f) { return f == RankFormatKind::Uncompressed; });
}

// A round is one coordinate of the loop over the rank: a variable that index math solves for has no
// loop.
void check_loops_over(Checking& c, const Einsum& e) {
  for (const auto& [variable, rank] : e.rank_of) {
    const bool looped = std::any_of(e.loops.begin(), e.loops.end(), [&](const Loop& loop) {
      return std::find(loop.variables.begin(), loop.variables.end(), variable) !=
             loop.variables.end();
    });
    if (rank == c.cascade.iteration->over && !looped)
      c.diagnostics.error(Code::Unsupported, e.where,
                          fmt::format("unsupported: rounds over {}, for which the loop order of {} "
                                      "solves; loop over {}",
                                      rank, e.output.tensor, rank));
  }
}

// What rounds write slice by slice is never assembled whole.
void check_written(Checking& c, const Einsum& e) {
  const Tensor& output = *c.cascade.find(e.output.tensor);
  const std::string& over = c.cascade.iteration->over;
  if (uncompressed(output) || std::ranges::find(output.ranks, over) == output.ranks.end()) return;
  c.diagnostics.error(
      Code::Unsupported, e.where,
      fmt::format("unsupported: rounds over {} write {}, stored as {}; store it uncompressed", over,
                  output.name, format_text(output.storage)));
}

}  // namespace

bool is_at_round(const Checking& c, const Einsum& e, const std::string& variable) {
  if (!c.spec.iteration || !c.spec.iteration->over) return false;
  const spec::Iteration& given = *c.spec.iteration;
  auto named = [&](const Name& name) { return name.value == e.output.tensor; };
  return e.rank_of.at(variable) == given.over->value &&
         (given.expressions.empty() || std::ranges::any_of(given.expressions, named));
}

bool check_iteration(Checking& c) {
  const int errors = c.diagnostics.errors();
  if (c.spec.iteration) IterationCheck(c, *c.spec.iteration).run();
  return c.diagnostics.errors() == errors;
}

bool is_carried(const Checking& c, const std::string& tensor) {
  if (!c.cascade.iteration) return false;
  for (const auto& [to, from] : c.cascade.iteration->carry)
    if (to == tensor || from == tensor) return true;
  return false;
}

bool check_carried_storage(Checking& c) {
  const int errors = c.diagnostics.errors();
  if (!c.cascade.iteration) return true;
  for (size_t i = 0; i < c.cascade.einsums.size(); ++i)
    if (c.cascade.iteration->holds(i)) check_loops_over(c, c.cascade.einsums[i]);
  for (size_t i = 0; i < c.cascade.einsums.size(); ++i)
    if (c.cascade.iteration->holds(i)) check_written(c, c.cascade.einsums[i]);
  for (const auto& [to, from] : c.cascade.iteration->carry) {
    const Tensor &a = *c.cascade.find(to), &b = *c.cascade.find(from);
    if (whole(a) && whole(b) && a.storage.formats == b.storage.formats &&
        a.storage.rank_order == b.storage.rank_order)
      continue;
    c.diagnostics.error(Code::Unsupported, c.cascade.iteration->where,
                        fmt::format("unsupported: rounds hand on {} stored as {} and {} stored as "
                                    "{}; store both alike, in whole ranks",
                                    to, format_text(a.storage), from, format_text(b.storage)));
  }
  return c.diagnostics.errors() == errors;
}

}  // namespace teaal::einsum
