#include "compiler/ir/program.h"

namespace teaal::ir {

std::string tensor_of(const std::string& operand) { return operand.substr(0, operand.find('#')); }

const Tensor* Program::tensor(const std::string& wanted) const {
  for (const Tensor& t : tensors)
    if (t.name == tensor_of(wanted)) return &t;
  return nullptr;
}

const View* Program::view(const std::string& wanted) const {
  for (const View& v : views)
    if (v.name == wanted) return &v;
  return nullptr;
}

}  // namespace teaal::ir
