#include "compiler/einsum/format_text.h"

#include <fmt/format.h>

#include <algorithm>

namespace teaal::einsum {
namespace {

using Names = std::vector<std::string>;
using Format = RankFormatKind;

struct LevelText {
  Format format;
  int cbits = 0;
};

// `C16`: a letter, and the bits of narrow coordinates.
std::optional<LevelText> parse_level(const std::string& text) {
  if (text == "U" || text == "u") return LevelText{Format::Uncompressed};
  if (text == "C" || text == "c") return LevelText{Format::Compressed};
  if (text == "C8" || text == "c8") return LevelText{Format::Compressed, 8};
  if (text == "C16" || text == "c16") return LevelText{Format::Compressed, 16};
  if (text == "B" || text == "b") return LevelText{Format::Bitmask};
  return std::nullopt;
}

void add_level(const LevelText& level, Storage& out) {
  out.formats.push_back(level.format);
  if (level.cbits != 0) out.cbits.resize(out.formats.size());
  if (!out.cbits.empty()) out.cbits.resize(out.formats.size()), out.cbits.back() = level.cbits;
}

Names items_of(const std::string& text) {
  Names out;
  for (size_t at = 0; at <= text.size();) {
    const size_t end = std::min(text.find(',', at), text.size());
    out.push_back(text.substr(at, end - at));
    at = end + 1;
  }
  return out;
}

class Reading {
 public:
  Reading(Checking& c, const Tensor& tensor, const FormatText& given)
      : c_(c), tensor_(tensor), given_(given) {}

  Storage run() {
    const std::string& text = given_.text;
    if (text.starts_with(like_key))
      return {{}, {}, true, given_.where, text.substr(like_key.size())};
    Storage out{tensor_.ranks, {}, true, given_.where};
    const bool list = text.find(':') != std::string::npos || text.empty();
    if (!(list ? ranks(out) : letters() ? in_order(out) : named(out))) out.formats.clear();
    return out;
  }

 private:
  bool refuse(const std::string& why) {
    c_.diagnostics.error(Code::FormatSection, given_.where,
                         fmt::format("{}: {}", given_.said, why));
    return false;
  }

  std::string example() const {
    Storage s{
        tensor_.ranks, std::vector<Format>(tensor_.ranks.size(), Format::Compressed), true, {}};
    if (!s.formats.empty()) s.formats[0] = Format::Uncompressed;
    return format_text(s);
  }

  // `M:U,K:C`.
  bool ranks(Storage& out) {
    out.rank_order.clear();
    if (tensor_.ranks.empty()) return true;
    for (const std::string& item : items_of(given_.text)) {
      const size_t colon = item.find(':');
      const auto level = parse_level(colon == std::string::npos ? "" : item.substr(colon + 1));
      if (!level)
        return refuse(fmt::format("'{}' is no rank and format; write {}", item, example()));
      out.rank_order.push_back(item.substr(0, colon));
      add_level(*level, out);
    }
    if (permutation(out.rank_order, tensor_.ranks)) return true;
    return refuse(fmt::format("not a permutation of its ranks: {}; write {}",
                              permutation_fault(out.rank_order, tensor_.ranks), example()));
  }

  bool letters() const {
    return std::ranges::all_of(items_of(given_.text), [](const std::string& item) {
      return parse_level(item).has_value();
    });
  }

  // `U,C`: a level a rank, in storage order.
  bool in_order(Storage& out) {
    out.rank_order = mapped_order(c_, tensor_);
    for (const std::string& item : items_of(given_.text)) add_level(*parse_level(item), out);
    if (out.formats.size() == out.rank_order.size()) return true;
    return refuse(fmt::format("{} of {} ranks; write {}", out.formats.size(), out.rank_order.size(),
                              example()));
  }

  // Rows of csr, csc and dcsr are the first declared rank. coo is all ranks flattened, and a
  // flattened rank is stored as the ranks that it joins.
  bool named(Storage& out) {
    const size_t order = tensor_.ranks.size();
    const std::string& text = given_.text;
    const bool matrix = text == "csr" || text == "csc" || text == "dcsr";
    if (matrix && order != 2)
      return refuse(fmt::format("{} is a format of rank-2 tensors, {} has rank {}; write {}", text,
                                tensor_.name, order, example()));
    if (text == "dense" || text == "csf" || text == "coo") {
      out.rank_order = mapped_order(c_, tensor_);
      out.formats.assign(order, text == "dense" ? Format::Uncompressed : Format::Compressed);
      if (order > 0 && text == "csf") out.formats[0] = Format::Uncompressed;
      return true;
    }
    if (!matrix)
      return refuse(
          fmt::format("unknown format{}; write {}, or one of csr, csc, coo, dcsr, csf, dense",
                      guess_name(), example()));
    if (text == "csc") std::swap(out.rank_order[0], out.rank_order[1]);
    out.formats = {text == "dcsr" ? Format::Compressed : Format::Uncompressed, Format::Compressed};
    return true;
  }

  std::string guess_name() const {
    const std::string near = nearest(given_.text, {"csr", "csc", "coo", "dcsr", "csf", "dense"});
    return near.empty() ? "" : fmt::format("; did you mean '{}'?", near);
  }

  Checking& c_;
  const Tensor& tensor_;
  const FormatText& given_;
};

}  // namespace

Names values_of(const std::vector<Name>& names) {
  Names out;
  for (const Name& name : names) out.push_back(name.value);
  return out;
}

bool permutation(Names a, Names b) {
  std::sort(a.begin(), a.end());
  std::sort(b.begin(), b.end());
  return a == b;
}

std::string permutation_fault(const Names& given, const Names& ranks) {
  for (size_t i = 0; i < given.size(); ++i)
    if (std::find(given.begin(), given.begin() + static_cast<std::ptrdiff_t>(i), given[i]) !=
        given.begin() + static_cast<std::ptrdiff_t>(i))
      return fmt::format("'{}' stands twice", given[i]);
  for (const std::string& rank : given)
    if (std::find(ranks.begin(), ranks.end(), rank) == ranks.end())
      return fmt::format("it has no rank '{}'{}", rank, guess(rank, ranks));
  Names missing;
  for (const std::string& rank : ranks)
    if (std::find(given.begin(), given.end(), rank) == given.end()) missing.push_back(rank);
  return fmt::format("{} {} missing", quoted_list(missing), missing.size() == 1 ? "is" : "are");
}

Names mapped_order(const Checking& c, const Tensor& tensor) {
  for (const auto& [name, order] : c.spec.rank_order)
    if (name.value == tensor.name) return values_of(order);
  return tensor.ranks;
}

Storage read_format_text(Checking& c, const Tensor& tensor, const FormatText& given) {
  return Reading(c, tensor, given).run();
}

}  // namespace teaal::einsum
