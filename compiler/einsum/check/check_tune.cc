#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "compiler/einsum/check/checking.h"
#include "compiler/einsum/format_text.h"
#include "compiler/einsum/symbols.h"

// `tune:` and `suits:` change nothing that is compiled, but what they name must be there.
namespace teaal::einsum {
namespace {

// What `suits` may ask of an operand beside the extents of ranks. compiler/driver/tune computes
// them.
const std::vector<std::string> statistics = {"rows",    "columns", "nonzeros",      "row.mean",
                                             "row.cv",  "row.max", "row.imbalance", "row.empty",
                                             "density", "band",    "locality",      "uncompressed"};

// Whether it names a size or a share that may be chosen.
bool check_symbol(Checking& c, const Name& symbol, const std::string& section) {
  if (meaning_symbols(c.cascade).contains(symbol.value)) {
    c.diagnostics.error(
        Code::UnboundSymbol, symbol.where,
        fmt::format("{} is a stride or a number of rounds: another value computes something else, "
                    "so {} cannot choose it",
                    symbol.value, section));
    return false;
  }
  const std::set<std::string> used = c.symbols();
  if (used.contains(symbol.value)) return true;
  c.diagnostics.error(Code::UnboundSymbol, symbol.where,
                      fmt::format("no size of this spec is named '{}'{}", symbol.value,
                                  guess(symbol.value, {used.begin(), used.end()})));
  return false;
}

void check_formats(Checking& c) {
  for (const auto& [name, texts] : c.spec.tune.formats) {
    const Tensor* tensor = c.cascade.find(name.value);
    if (!tensor) {
      c.diagnostics.error(Code::UnknownTensor, name.where,
                          fmt::format("tensor '{}' is not declared{}", name.value,
                                      guess(name.value, c.tensor_names())));
      continue;
    }
    for (const Name& text : texts)
      read_format_text(
          c, *tensor,
          {text.value, text.where, fmt::format("the format '{}' of {}", text.value, name.value)});
  }
}

void check_orders(Checking& c) {
  for (const auto& [name, orders] : c.spec.tune.loop_orders) {
    const auto written = [&](const Einsum& e) { return e.output.tensor == name.value; };
    const auto e = std::ranges::find_if(c.cascade.einsums, written);
    if (e == c.cascade.einsums.end()) {
      c.diagnostics.error(Code::UnknownTensor, name.where,
                          fmt::format("no expression writes '{}'{}", name.value,
                                      guess(name.value, c.output_names())));
      continue;
    }
    if (e->row_class) {
      c.diagnostics.error(Code::Unsupported, name.where,
                          fmt::format("unsupported: loop orders to choose from for {}, which has "
                                      "variants; name symbols or formats",
                                      name.value));
      continue;
    }
    std::vector<std::string> ranks;
    for (const Loop& loop : e->loops) ranks.push_back(loop.name);
    for (const std::vector<Name>& order : orders)
      if (!permutation(values_of(order), ranks))
        c.diagnostics.error(
            Code::LoopOrder, order.empty() ? name.where : order.front().where,
            fmt::format("[{}] is no loop order of {}, whose loops are [{}]: {}",
                        fmt::join(values_of(order), ", "), name.value, fmt::join(ranks, ", "),
                        permutation_fault(values_of(order), ranks)));
  }
}

void check_suitability(Checking& c, const spec::Suitability& entry) {
  const Tensor* tensor = c.cascade.find(entry.of.value);
  if (!tensor || c.is_output(tensor->name))
    c.diagnostics.error(Code::UnknownTensor, entry.of.where,
                        fmt::format("'{}' is no input of this spec, so it has no statistics{}",
                                    entry.of.value, guess(entry.of.value, c.tensor_names())));
  std::vector<std::string> known = statistics;
  known.insert(known.end(), c.declared_ranks.begin(), c.declared_ranks.end());
  for (const Tensor& input : c.cascade.tensors)
    if (!c.is_output(input.name))
      for (const std::string& statistic : statistics) known.push_back(input.name + "." + statistic);
  for (const spec::Condition& condition : entry.when)
    if (std::ranges::find(known, condition.statistic) == known.end())
      c.diagnostics.error(
          Code::BadValue, condition.where,
          fmt::format("'{}' is neither a rank nor a statistic, of this input or, as "
                      "in '{}.rows', of any: {}",
                      condition.statistic, entry.of.value, fmt::join(statistics, ", ")));
  for (const auto& [symbol, value] : entry.params)
    if (check_symbol(c, symbol, "suits")) c.check_size(symbol.value, value);
}

}  // namespace

void check_choices(Checking& c) {
  for (const auto& [symbol, values] : c.spec.tune.symbols)
    if (check_symbol(c, symbol, "tune"))
      for (const auto& value : values) c.check_size(symbol.value, value);
  check_formats(c);
  check_orders(c);
  for (const spec::Suitability& entry : c.spec.suits) check_suitability(c, entry);
}

}  // namespace teaal::einsum
