#include <algorithm>
#include <set>
#include <string>

#include "compiler/ir/build.h"
#include "compiler/ir/rewrite.h"
#include "compiler/passes/passes.h"

// What one thread reads once leaves the caches to what others ask for again: quads of such arrays
// go past the L1. Single elements do not, for their neighbours in a sector may still be wanted. Nor
// does what a kernel reads in front of another one that asks for it as well.
namespace teaal::passes {
namespace {

using namespace ir;

bool reads(const Kernel& kernel, const std::string& view) {
  return std::ranges::any_of(kernel.params, [&](const Param& p) {
    return p.kind == Param::Kind::Values && p.view == view && !p.written;
  });
}

std::set<std::string> arrays_read_once(const Kernel& kernel, const Program& program) {
  const auto is_read_again = [&](const Param& p) {
    return !kernel.reads_all.empty() && std::ranges::any_of(program.kernels, [&](const Kernel& k) {
      return k.name != kernel.name && reads(k, p.view);
    });
  };
  std::set<std::string> out;
  for (const Param& p : kernel.params)
    if (p.streamed && !p.written && p.cbits == 0 && !is_read_again(p)) out.insert(p.name);
  return out;
}

Stmt streamed(const Stmt& s, const std::set<std::string>& once) {
  const auto* n = as<Copy>(s);
  if (!n)
    return map_children(
        s, [](const Expr& e) { return e; },
        [&](const Stmt& child) { return streamed(child, once); });
  if (n->way != CopyWay::Read || !once.contains(as<Read>(n->from)->buffer)) return s;
  Copy past = *n;
  past.way = CopyWay::Stream;
  return make_stmt(std::move(past), s->where);
}

}  // namespace

std::optional<Program> stream(Program program, Diagnostics&) {
  for (Kernel& kernel : program.kernels)
    if (const auto once = arrays_read_once(kernel, program); !once.empty())
      kernel.body = streamed(kernel.body, once);
  return program;
}

}  // namespace teaal::passes
