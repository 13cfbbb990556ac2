#include "compiler/ir/copies.h"

#include <array>

namespace teaal::ir {
namespace {

enum class Copied { elements, entries };
// Which of the fields that leave elements out a copy has.
enum class Says { all, guard, count, list, other };

struct Form {
  CopyWay way;
  Copied what;
  int64_t width;
  Says says;
  std::string_view cuda;
};
constexpr std::array forms = {
#define TEAAL_COPY(way, what, width, says, cuda) \
  Form{CopyWay::way, Copied::what, width, Says::says, cuda},
#define TEAAL_NARROW_COPY(way, cuda)
#include "compiler/ir/copies.def"
#undef TEAAL_NARROW_COPY
#undef TEAAL_COPY
};
constexpr std::array narrow_forms = {
#define TEAAL_COPY(way, what, width, says, cuda)
#define TEAAL_NARROW_COPY(way, cuda) Form{CopyWay::way, Copied::entries, 0, Says::all, cuda},
#include "compiler/ir/copies.def"
#undef TEAAL_NARROW_COPY
#undef TEAAL_COPY
};

Says said_by(const Copy& n) {
  const bool lists = n.entry && n.stride;
  if (n.count) return n.guard || n.entry || n.stride ? Says::other : Says::count;
  if (n.entry || n.stride) return lists && n.guard ? Says::list : Says::other;
  return n.guard ? Says::guard : Says::all;
}

std::string_view text_in(const auto& table, const Copy& n) {
  const Copied what = n.entries ? Copied::entries : Copied::elements;
  for (const Form& f : table)
    if (f.way == n.way && f.what == what && f.says == said_by(n) && n.width > 0 &&
        (f.width == 0 || f.width == n.width))
      return f.cuda;
  return "";
}

}  // namespace

std::string array_of_turn(const Copy& n) {
  if (!n.turn) return "";
  if (const auto* element = as<Read>(n.turn)) return element->buffer;
  const auto* array = as<Var>(n.turn);
  return array ? array->name : "";
}

std::string_view copy_text(const Copy& n, bool narrow) {
  return narrow ? text_in(narrow_forms, n) : text_in(forms, n);
}

}  // namespace teaal::ir
