#include "compiler/ir/program.h"

namespace teaal::ir {

const Tensor* Program::tensor(const std::string& wanted) const {
  for (const Tensor& t : tensors)
    if (t.name == wanted) return &t;
  return nullptr;
}

const View* Program::view(const std::string& wanted) const {
  for (const View& v : views)
    if (v.name == wanted) return &v;
  return nullptr;
}

}  // namespace teaal::ir
