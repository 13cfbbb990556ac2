#include <fmt/format.h>

#include <algorithm>

#include "compiler/einsum/check/checking.h"

namespace teaal::einsum {
namespace {

// `N: {format: C, like: A}`: a result whose elements stand where another tensor has its own. What
// is computed depends on that, so the expressions say it before anything looks at them; whether the
// two are stored alike shows when formats are checked.
class Structures {
 public:
  explicit Structures(Checking& c) : c_(c) {}

  void confine() {
    for (const Tensor& tensor : c_.cascade.tensors)
      if (const std::optional<Name> named = named_for(tensor)) settle(tensor, *named);
    for (Einsum& e : c_.cascade.einsums)
      if (auto like = c_.like.find(e.output.tensor); like != c_.like.end())
        for (Term& term : e.terms) confine(term, e.output, *c_.cascade.find(like->second));
  }

  void check() {
    for (Tensor& tensor : c_.cascade.tensors)
      if (c_.like.contains(tensor.name) || !tensor.storage.like.empty()) check(tensor);
  }

 private:
  // By --format T=like:A, else by the level of a format that says so.
  std::optional<Name> named_for(const Tensor& tensor) const {
    if (auto given = c_.overrides.formats.find(tensor.name); given != c_.overrides.formats.end()) {
      if (!given->second.starts_with(like_key)) return std::nullopt;
      return Name{given->second.substr(like_key.size()), {c_.spec.file}};
    }
    for (const spec::TensorFormat& format : c_.spec.format)
      for (const spec::RankFormat& rank : format.ranks)
        if (format.tensor.value == tensor.name && !format.view_of && rank.like) return rank.like;
    return std::nullopt;
  }

  void settle(const Tensor& tensor, const Name& named) {
    const Tensor* whose = origin(tensor, named);
    if (!whose) return;
    auto refuse = [&](const std::string& why) {
      c_.diagnostics.error(Code::FormatSection, named.where, why);
    };
    if (!c_.is_output(tensor.name))
      return refuse(
          fmt::format("like says where a result has elements, and {} is an input", tensor.name));
    if (c_.is_output(whose->name))
      return refuse(
          fmt::format("{} is computed; like takes the structure of an input", whose->name));
    if (ranks_of(tensor) != ranks_of(*whose))
      return refuse(fmt::format("{}[{}] cannot be like {}[{}]: both want the same ranks",
                                tensor.name, fmt::join(tensor.ranks, ", "), whose->name,
                                fmt::join(whose->ranks, ", ")));
    c_.like[tensor.name] = whose->name;
  }

  // The tensor at the end: of `Z like T`, `T like A` it is A.
  const Tensor* origin(const Tensor& tensor, const Name& named) {
    Name next = named;
    for (size_t steps = 0; steps <= c_.cascade.tensors.size(); ++steps) {
      const Tensor* found = c_.cascade.find(next.value);
      if (!found) {
        c_.diagnostics.error(Code::UnknownTensor, named.where,
                             fmt::format("tensor '{}' is not declared{}", next.value,
                                         guess(next.value, c_.tensor_names())));
        return nullptr;
      }
      const std::optional<Name> further = named_for(*found);
      if (!further) return found;
      next = *further;
    }
    c_.diagnostics.error(
        Code::FormatSection, named.where,
        fmt::format("{} is like {}, and that in the end like {}; one of them has a structure of "
                    "its own",
                    tensor.name, named.value, tensor.name));
    return nullptr;
  }

  void check(Tensor& tensor) {
    Storage& storage = tensor.storage;
    const auto settled = c_.like.find(tensor.name);
    if (settled == c_.like.end() || storage.like.empty())
      return refuse(tensor,
                    "is stored by a format that is like no tensor, and another of its "
                    "formats is; say it in both, or in neither");
    const Tensor& whose = *c_.cascade.find(settled->second);
    if (storage.formats.empty()) {  // --format T=like:A
      storage.rank_order = whose.storage.rank_order;
      storage.formats = whose.storage.formats;
    }
    if (storage.cbits.empty()) storage.cbits = whose.storage.cbits;
    storage.like = whose.name;
    if (is_carried(c_, tensor.name) || is_carried(c_, whose.name))
      return refuse(tensor, fmt::format("is like {}, and rounds hand one of them on, with another "
                                        "structure each time",
                                        whose.name));
    if (storage.rank_order != whose.storage.rank_order ||
        storage.formats != whose.storage.formats || storage.cbits != whose.storage.cbits)
      return refuse(tensor,
                    fmt::format("is stored as {}, and {} as {}; both want the same ranks in "
                                "the same formats",
                                format_text(storage), whose.name, format_text(whose.storage)));
    if (std::ranges::count(storage.formats, RankFormatKind::Uncompressed) ==
        std::ssize(storage.formats))
      storage.like.clear();  // all elements have a place
  }

  void refuse(const Tensor& tensor, const std::string& why) {
    c_.diagnostics.error(Code::FormatSection, tensor.storage.where, tensor.name + " " + why);
  }

  static std::vector<std::string> ranks_of(const Tensor& tensor) {
    std::vector<std::string> out = tensor.ranks;
    std::ranges::sort(out);
    return out;
  }

  // The term gives values only where the structure has elements.
  void confine(Term& term, const Access& output, const Tensor& whose) {
    const Tensor& tensor = *c_.cascade.find(output.tensor);
    Access own{whose.name, {}, output.where};
    for (const std::string& rank : whose.ranks)
      own.indices.push_back(output.indices[static_cast<size_t>(
          std::ranges::find(tensor.ranks, rank) - tensor.ranks.begin())]);
    // A product with a factor that is 0 elsewhere is nothing there already.
    const auto vanishes = [&](const Factor& f) {
      const auto* access = std::get_if<Access>(&f);
      return access && same_element(c_.as_structure(*access), own) &&
             c_.cascade.find(access->tensor)->absent == 0;
    };
    const bool product = term.map.empty() && tensor.absent == 0;
    if (product && std::ranges::any_of(term.factors, vanishes)) return;
    if (term.kind == Term::Kind::Product) term.map = where_present(term, whose, tensor);
    term.factors.emplace_back(std::move(own));
  }

  // (A != its default) * product; of other maps a selection. A is the next factor.
  static std::vector<MapStep> where_present(const Term& term, const Tensor& whose,
                                            const Tensor& tensor) {
    using Kind = MapStep::Kind;
    auto number = [](double value) { return MapStep{Kind::Number, 0, value}; };
    auto function = [](Function f) { return MapStep{Kind::Function, 0, 0, f}; };
    std::vector<MapStep> out = {
        {Kind::Factor, term.factors.size()}, number(whose.absent), function(Function::NotEqual)};
    const std::vector<MapStep> map = map_of(term);
    out.insert(out.end(), map.begin(), map.end());
    if (term.map.empty() && tensor.absent == 0) {
      out.push_back(function(Function::Mul));
    } else {
      out.push_back(number(tensor.absent));
      out.push_back(function(Function::Select));
    }
    return out;
  }

  Checking& c_;
};

}  // namespace

bool confine_to_structures(Checking& c) {
  const int errors = c.diagnostics.errors();
  Structures(c).confine();
  return c.diagnostics.errors() == errors;
}

bool check_structures(Checking& c) {
  const int errors = c.diagnostics.errors();
  Structures(c).check();
  return c.diagnostics.errors() == errors;
}

}  // namespace teaal::einsum
