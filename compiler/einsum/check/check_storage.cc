#include <fmt/format.h>

#include <algorithm>

#include "compiler/einsum/check/checking.h"
#include "compiler/einsum/format_text.h"

namespace teaal::einsum {
namespace {

using Names = std::vector<std::string>;
using Format = spec::RankFormat::Kind;

// How every tensor is stored: --format, else `format:`, else the default rule.
class StorageCheck {
 public:
  explicit StorageCheck(Checking& c) : c_(c) {}

  void run() {
    check_rank_orders();
    check_formats();
    for (Tensor& tensor : c_.cascade.tensors) tensor.storage = storage_of(tensor);
    for (const auto& [name, text] : c_.overrides.formats)
      if (!c_.cascade.find(name))
        c_.diagnostics.error(Code::Usage, {c_.spec.file},
                             fmt::format("--format {}={}: no tensor is named '{}'{}", name, text,
                                         name, guess(name, c_.tensor_names())));
  }

 private:
  void check_rank_orders() {
    for (const auto& [name, order] : c_.spec.rank_order) {
      const Tensor* tensor = c_.cascade.find(name.value);
      if (!tensor)
        c_.diagnostics.error(Code::UnknownTensor, name.where,
                             fmt::format("tensor '{}' is not declared{}", name.value,
                                         guess(name.value, c_.tensor_names())));
      else if (!permutation(values_of(order), tensor->ranks))
        c_.diagnostics
            .error(Code::RankOrder, name.where,
                   fmt::format("the rank-order of {} is not a permutation of its ranks: {}",
                               name.value, permutation_fault(values_of(order), tensor->ranks)))
            .note(tensor->where,
                  fmt::format("declared here as [{}]", fmt::join(tensor->ranks, ", ")));
    }
  }

  void check_formats() {
    for (const spec::TensorFormat& format : c_.spec.format) {
      const Tensor* tensor = c_.cascade.find(format.tensor.value);
      if (tensor) {
        check_format(format, *tensor);
        continue;
      }
      if (!reported_.insert(format.tensor.value).second) continue;
      c_.diagnostics.error(Code::UnknownTensor, format.tensor.where,
                           fmt::format("tensor '{}' is not declared{}", format.tensor.value,
                                       guess(format.tensor.value, c_.tensor_names())));
    }
  }

  // The declared ranks of a tensor and all that the mapping makes of them.
  Names rank_names(const Tensor& tensor) const {
    Names out = tensor.ranks;
    auto holds = [&](const std::string& rank) {
      return std::find(tensor.ranks.begin(), tensor.ranks.end(), rank) != tensor.ranks.end();
    };
    for (size_t i = 0; i < c_.ranks.size(); ++i)
      for (const std::string& name : c_.ranks[i].tree.all_names()) {
        const Names origins = c_.ranks[i].tree.origins(name);
        if (std::any_of(origins.begin(), origins.end(), holds) &&
            std::find(out.begin(), out.end(), name) == out.end())
          out.push_back(name);
      }
    return out;
  }

  void check_format(const spec::TensorFormat& format, const Tensor& tensor) {
    const Names known = rank_names(tensor);
    const Names order = values_of(format.rank_order);
    for (size_t i = 0; i < order.size(); ++i) {
      if (std::find(known.begin(), known.end(), order[i]) == known.end())
        c_.diagnostics.error(Code::UnknownRank, format.rank_order[i].where,
                             fmt::format("{} has no rank '{}', split or not{}", tensor.name,
                                         order[i], guess(order[i], known)));
      for (size_t j = 0; j < i; ++j)
        if (order[i] == order[j])
          c_.diagnostics
              .error(
                  Code::FormatSection, format.rank_order[i].where,
                  fmt::format("{} stands twice in this rank-order; list each rank once", order[i]))
              .note(format.rank_order[j].where, "the first one is here");
    }
    for (const spec::RankFormat& rank : format.ranks)
      if (std::find(order.begin(), order.end(), rank.rank.value) == order.end())
        c_.diagnostics
            .error(Code::FormatSection, rank.where,
                   fmt::format("rank '{}' is not in the rank-order of this format{}",
                               rank.rank.value, guess(rank.rank.value, order)))
            .note(format.where, "the format begins here");
    check_view(format);
  }

  void check_view(const spec::TensorFormat& format) {
    if (!format.view_of) return;
    Names names;
    for (const spec::TensorFormat* other : formats_of(format.tensor.value))
      if (other != &format) names.push_back(other->name.value);
    if (std::find(names.begin(), names.end(), format.view_of->value) != names.end()) return;
    c_.diagnostics.error(Code::FormatSection, format.view_of->where,
                         fmt::format("{} has no format '{}' to view{}", format.tensor.value,
                                     format.view_of->value, guess(format.view_of->value, names)));
  }

  std::vector<const spec::TensorFormat*> formats_of(const std::string& tensor) const {
    std::vector<const spec::TensorFormat*> out;
    for (const spec::TensorFormat& format : c_.spec.format)
      if (format.tensor.value == tensor) out.push_back(&format);
    return out;
  }

  // `default`, else the only one that is no view, else the one that bindings name.
  const spec::TensorFormat* chosen_format(const Tensor& tensor) {
    std::vector<const spec::TensorFormat*> candidates;
    for (const spec::TensorFormat* format : formats_of(tensor.name)) {
      if (format->name.value == "default") return format;
      if (!format->view_of) candidates.push_back(format);
    }
    if (candidates.size() < 2) return candidates.empty() ? nullptr : candidates[0];
    Names names;
    std::vector<const spec::TensorFormat*> bound;
    for (const spec::TensorFormat* format : candidates) {
      names.push_back(format->name.value);
      if (is_bound(*format)) bound.push_back(format);
    }
    if (bound.size() == 1) return bound[0];
    c_.diagnostics
        .error(Code::FormatSection, candidates[1]->where,
               fmt::format(
                   "{} has the formats {} and nothing says which is its storage; name one of them "
                   "'default'",
                   tensor.name, quoted_list(names)))
        .note(candidates[0]->where, "the first one is here");
    return nullptr;
  }

  bool is_bound(const spec::TensorFormat& format) const {
    const auto here = [&](const spec::OutputBindings& b) { return is_bound(format, b); };
    return std::ranges::any_of(c_.spec.bindings, here) ||
           std::ranges::any_of(c_.spec.variants, [&](const spec::Variant& v) {
             return v.bindings && here(*v.bindings);
           });
  }

  static bool is_bound(const spec::TensorFormat& format, const spec::OutputBindings& bindings) {
    for (const spec::ComponentBinding& component : bindings.components)
      for (const spec::BindingEntry& entry : component.entries) {
        const Name* tensor = entry.find("tensor");
        const Name* name = entry.find("format");
        if (tensor && name && tensor->value == format.tensor.value &&
            name->value == format.name.value)
          return true;
      }
    return false;
  }

  Storage storage_of(const Tensor& tensor) {
    Storage out = asked_for(tensor);
    const bool computed = c_.is_output(tensor.name) || is_carried(c_, tensor.name);
    const bool narrow = std::ranges::any_of(out.cbits, [](int bits) { return bits != 0; });
    if (!narrow || !computed || c_.like.contains(tensor.name)) return out;
    c_.diagnostics.error(
        Code::Unsupported, out.where,
        fmt::format(
            "unsupported: {} with narrow coordinates ({}), since kernels compute it; inputs, "
            "and results like these, may have cbits of 8 and 16",
            tensor.name, format_text(out)));
    return out;
  }

  Storage asked_for(const Tensor& tensor) {
    auto override_of = c_.overrides.formats.find(tensor.name);
    if (override_of != c_.overrides.formats.end()) {
      const std::string& text = override_of->second;
      return read_format_text(
          c_, tensor, {text, {c_.spec.file}, fmt::format("--format {}={}", tensor.name, text)});
    }
    const spec::TensorFormat* format = chosen_format(tensor);
    return format ? from_format(tensor, *format) : by_default(tensor);
  }

  Storage from_format(const Tensor& tensor, const spec::TensorFormat& format) {
    Storage out{values_of(format.rank_order), {}, true, format.where};
    for (const std::string& rank : out.rank_order) {
      auto found = std::find_if(format.ranks.begin(), format.ranks.end(),
                                [&](const spec::RankFormat& r) { return r.rank.value == rank; });
      out.formats.push_back(found == format.ranks.end() ? Format::Compressed : found->kind);
      out.cbits.push_back(found == format.ranks.end() ? 0 : cbits_of(*found));
      if (found != format.ranks.end() && found->like) name_structure(*found->like, out);
      if (found != format.ranks.end()) refuse_table(tensor, *found);
    }
    if (std::ranges::count(out.cbits, 0) == std::ssize(out.cbits)) out.cbits.clear();
    out.in_bits = is_in_bits(format, out);
    check_whole(tensor, format, out.rank_order);
    return out;
  }

  // Whether payloads take one bit, of a tensor all of whose ranks are U.
  static bool is_in_bits(const spec::TensorFormat& format, const Storage& storage) {
    for (const Format kind : storage.formats)
      if (kind != Format::Uncompressed) return false;
    return !storage.rank_order.empty() &&
           std::ranges::any_of(format.ranks, [&](const spec::RankFormat& r) {
             const auto bits = r.bits.find("pbits");
             return r.rank.value == storage.rank_order.back() && bits != r.bits.end() &&
                    bits->second.value == 1;
           });
  }

  // Tables gather fibers of outputs, near the workers.
  void refuse_table(const Tensor& tensor, const spec::RankFormat& rank) {
    if (rank.kind != Format::Hashed && !rank.slots) return;
    c_.diagnostics.error(
        Code::FormatSection, rank.where,
        fmt::format("{} is stored in this format, and in memory {}; write it in a format with "
                    "view-of, which a binding of {} to Shared names",
                    tensor.name, rank.slots ? "no rank has slots" : "no rank is H", tensor.name));
  }

  // What TeAAL's cost model may count with, and no memory has, is as wide as coordinates are.
  int cbits_of(const spec::RankFormat& rank) {
    const auto bits = rank.bits.find("cbits");
    if (bits == rank.bits.end() || rank.kind != Format::Compressed) return 0;
    const int64_t value = bits->second.value;
    if (value == 8 || value == 16) return static_cast<int>(value);
    if (value < 32)
      c_.diagnostics.warning(Code::FormatSection, bits->second.where,
                             fmt::format("coordinates of {} bits are stored in 32; write 8 or 16 "
                                         "for narrow ones",
                                         value));
    return 0;
  }

  void name_structure(const Name& like, Storage& out) {
    if (!out.like.empty() && out.like != like.value)
      c_.diagnostics.error(
          Code::FormatSection, like.where,
          fmt::format("one level is like {}, another like {}; all levels have the structure of one "
                      "tensor",
                      out.like, like.value));
    out.like = like.value;
    out.where = like.where;
  }

  // Every declared rank is stored: itself, in parts or flattened with others.
  void check_whole(const Tensor& tensor, const spec::TensorFormat& format, const Names& order) {
    Names missing;
    for (const std::string& rank : tensor.ranks) {
      const bool stored = std::any_of(order.begin(), order.end(), [&](const std::string& name) {
        if (name == rank) return true;
        return std::any_of(c_.ranks.begin(), c_.ranks.end(), [&](const EinsumRanks& r) {
          const Names origins = r.tree.origins(name);
          return std::find(origins.begin(), origins.end(), rank) != origins.end();
        });
      });
      if (!stored) missing.push_back(rank);
    }
    if (missing.empty()) return;
    c_.diagnostics
        .error(Code::FormatSection, format.where,
               fmt::format(
                   "the rank-order of this format lacks {} of {}; list every rank, outermost first",
                   quoted_list(missing), tensor.name))
        .note(tensor.where, fmt::format("declared here as [{}]", fmt::join(tensor.ranks, ", ")));
  }

  Storage by_default(const Tensor& tensor) {
    Storage out{mapped_order(c_, tensor), {}, false, tensor.where};
    const bool dense =
        tensor.ranks.size() < 2 || c_.is_output(tensor.name) || counts_somewhere(tensor.name);
    for (size_t i = 0; i < out.rank_order.size(); ++i)
      out.formats.push_back(dense || i == 0 ? Format::Uncompressed : Format::Compressed);
    const bool read = std::any_of(c_.cascade.einsums.begin(), c_.cascade.einsums.end(),
                                  [&](const Einsum& e) { return reads(e, tensor.name); });
    if (!dense && read)
      c_.format_remarks.emplace_back(
          tensor.where,
          fmt::format("{} has no format and is stored as {}; a format section or --format {}=.. "
                      "says otherwise",
                      tensor.name, format_text(out), tensor.name));
    return out;
  }

  // An operand whose absent elements count is stored whole, and so is what rounds hand on.
  bool counts_somewhere(const std::string& tensor) const {
    if (is_carried(c_, tensor)) return true;
    for (const Einsum& e : c_.cascade.einsums)
      for (const Term& term : e.terms)
        for (const Factor& factor : term.factors)
          if (const auto* access = std::get_if<Access>(&factor))
            if (access->tensor == tensor && counts_where_absent(c_.cascade, e, term, tensor))
              return true;
    return false;
  }

  Checking& c_;
  std::set<std::string> reported_;
};

char letter(Format format) {
  switch (format) {
    case Format::Uncompressed:
      return 'U';
    case Format::Compressed:
      return 'C';
    case Format::Bitmask:
      return 'B';
    case Format::Hashed:
      break;
  }
  return 'H';
}

}  // namespace

std::string format_text(const Storage& storage) {
  std::string out;
  for (size_t i = 0; i < storage.rank_order.size() && i < storage.formats.size(); ++i)
    out += fmt::format("{}{}:{}{}", i > 0 ? "," : "", storage.rank_order[i],
                       letter(storage.formats[i]),
                       storage.cbits_of(i) == 0 ? "" : std::to_string(storage.cbits_of(i)));
  return storage.like.empty() ? out : out + " like " + storage.like;
}

bool check_storage(Checking& c) {
  const int errors = c.diagnostics.errors();
  StorageCheck(c).run();
  return c.diagnostics.errors() == errors;
}

// No two begin at one place, though they may stand in one line.
bool is_storage(const spec::TensorFormat& format, const Storage& storage) {
  return format.where.line == storage.where.line && format.where.column == storage.where.column;
}

}  // namespace teaal::einsum
