#include "compiler/ir/program.h"

#include <algorithm>

namespace teaal::ir {

Step zero_step(std::string name, double fill) {
  Step step{Step::Kind::Zero, std::move(name)};
  step.fill = fill;
  return step;
}

std::string Schedule::Split::part(size_t i) const {
  const size_t grown = most.size();
  return grown > 0 && i <= grown ? rank + "1" + std::to_string(grown - i)
                                 : rank + std::to_string(tiles.size() - i);
}

std::string tensor_of(const std::string& operand) { return operand.substr(0, operand.find('#')); }

const Param* bases_of(const Param& coords, const std::vector<Param>& params) {
  const auto found = std::ranges::find_if(params, [&](const Param& p) {
    return p.kind == Param::Kind::Bases && p.view == coords.view && p.level == coords.level;
  });
  return found == params.end() ? nullptr : &*found;
}

const Tensor* Program::tensor(const std::string& wanted) const {
  for (const Tensor& t : tensors)
    if (t.name == tensor_of(wanted)) return &t;
  return nullptr;
}

std::vector<std::string> Program::ranks() const {
  std::vector<std::string> out;
  for (const Tensor& t : tensors)
    for (const std::string& rank : t.ranks)
      if (std::find(out.begin(), out.end(), rank) == out.end()) out.push_back(rank);
  out.insert(out.end(), extents.begin(), extents.end());
  std::erase_if(out, [&](const std::string& rank) {
    return std::ranges::find(sizes, rank, &NamedSize::name) != sizes.end();
  });
  return out;
}

const View* Program::view(const std::string& wanted) const {
  for (const View& v : views)
    if (v.name == wanted) return &v;
  return nullptr;
}

std::string class_text(const RowClass& c) {
  const auto number = static_cast<size_t>(c.number);
  const std::string least = std::to_string(c.least[number]);
  const std::string most =
      number + 1 < c.least.size() ? " to " + std::to_string(c.least[number + 1] - 1) : " or more";
  const std::string where = "the coordinates of " + c.rank + " at which " + c.tensor;
  if (!c.times.empty())
    return where + " has a fiber that makes " + least + most + " products with " + c.times;
  return where + " has a fiber of " + least + most + " elements";
}

}  // namespace teaal::ir
