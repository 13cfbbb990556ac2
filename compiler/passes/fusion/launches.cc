#include "compiler/passes/fusion/launches.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "compiler/ir/build.h"
#include "compiler/ir/rewrite.h"
#include "compiler/ir/text/text.h"

namespace teaal::passes {

using namespace ir;

const Kernel* Launches::launched(const Step& step) const {
  if (step.kind != Step::Kind::Launch) return nullptr;
  const auto found = std::ranges::find(program_.kernels, step.name, &Kernel::name);
  return found == program_.kernels.end() ? nullptr : &*found;
}

std::string Launches::memory_of(const std::string& name) const {
  const View* view = program_.view(name);
  return view ? view->tensor : name;
}

std::set<std::string> Launches::memory(const Kernel& k, bool written) const {
  std::set<std::string> out;
  for (const Param& p : k.params)
    if ((p.written || !written) && !p.view.empty() && p.kind != Param::Kind::Scalar)
      out.insert(memory_of(p.view));
  return out;
}

bool Launches::disturbs(const Step& step, const Kernel& k) const {
  for (const Step& inner : step.body)
    if (disturbs(inner, k)) return true;
  std::set<std::string> used = memory(k, false), stored = memory(k, true);
  if (const Kernel* other = launched(step)) {
    for (const std::string& name : memory(*other, true))
      if (used.contains(name)) return true;
    for (const std::string& name : memory(*other, false))
      if (stored.contains(name)) return true;
    return false;
  }
  const std::string name = memory_of(step.name);
  if (step.kind != Step::Kind::Resort) return used.contains(name);
  return stored.contains(name) ||
         std::ranges::find(k.params, step.name, &Param::view) != k.params.end();
}

const Step* Launches::between(size_t first, size_t second, const Kernel& moved) const {
  for (size_t s = first + 1; s < second; ++s)
    if (disturbs(program_.steps[s], moved)) return &program_.steps[s];
  return nullptr;
}

std::string Launches::obstacle(size_t g, size_t i) const {
  const Kernel &first = *launched(program_.steps[g]), &second = *launched(program_.steps[i]);
  if (first.repeats != second.repeats) return "only one of the two repeats";
  if (const Step* step = between(g, i, first); step && between(g, i, second))
    return (launched(*step) ? step->name : "a step of the plan") + " comes between them";
  if (text(first.launch.grid) != text(second.launch.grid) ||
      text(first.launch.block) != text(second.launch.block))
    return "they are spread over the GPU in different ways";
  for (const Param& a : first.params)
    for (const Param& b : second.params)
      if (a.name == b.name && !equal(a, b)) return "they count their workers in different ways";
  return "";
}

std::string Launches::text(const Expr& e) const {
  if (!e) return "";
  return print(rewrite(e, [&](const Expr& node) {
    const auto* v = as<Var>(node);
    for (const NamedSize& s : program_.sizes)
      if (v && s.name == v->name) return var(fmt::format("({})", text(s.value)));
    return node;
  }));
}

bool Launches::equal(const Param& a, const Param& b) const {
  return a.kind == b.kind && a.view == b.view && a.level == b.level &&
         text(a.value) == text(b.value);
}

size_t Launches::merge(size_t g, size_t i, Stmt body) {
  const bool down = !between(g, i, *launched(program_.steps[g]));
  const auto named = [&](const std::string& name) {
    return std::ranges::find(program_.kernels, name, &Kernel::name);
  };
  const Kernel first = *named(program_.steps[g].name);
  Kernel& second = *named(program_.steps[i].name);
  second.body = std::move(body);
  for (const Param& p : first.params) {
    auto same = std::ranges::find(second.params, p.name, &Param::name);
    if (same == second.params.end())
      second.params.push_back(p);
    else
      same->written |= p.written, same->streamed = false;
  }
  if (first.owner != second.owner) second.owner.reset();
  second.threads = std::max(first.threads, second.threads);
  if (first.resident_where.known()) {  // of what the spec asks for the most
    second.resident = std::max(first.resident, second.resident_where.known() ? second.resident : 0);
    second.resident_where = first.resident_where;
  }
  second.carveout = std::max(first.carveout, second.carveout);
  const auto parts_of = [&](const std::string& name) {
    const auto known = parts_.find(name);
    return known == parts_.end() ? std::vector<std::string>{name} : known->second;
  };
  std::vector<std::string> parts = parts_of(first.name);
  for (const std::string& part : parts_of(second.name)) parts.push_back(part);
  parts_.erase(first.name);
  parts_[second.name] = std::move(parts);
  program_.kernels.erase(named(first.name));
  const auto at = [&](size_t step) {
    return program_.steps.begin() + static_cast<std::ptrdiff_t>(step);
  };
  if (!down) *at(g) = *at(i);
  program_.steps.erase(at(down ? g : i));
  return down ? i - 1 : g;
}

void Launches::tell_merged(const std::string& how) {
  for (const auto& [name, parts] : parts_)
    program_.notes.push_back(fmt::format("{} does what {} kernels would{}: {}", name, parts.size(),
                                         how, fmt::join(parts, ", ")));
}

}  // namespace teaal::passes
