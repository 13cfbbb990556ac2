#include "compiler/passes/mapping/open_nest.h"

#include <algorithm>

#include "compiler/ir/levels.h"
#include "compiler/ir/rewrite.h"
#include "compiler/passes/machine/launch_shape.h"

namespace teaal::passes {

using namespace ir;

OpenNest::OpenNest(const Unplaced& unplaced, Nest& nest, const Program& program)
    : unplaced_(unplaced), nest_(nest), program_(program), outputs_(output_roots(nest)) {
  for (const Nest::Loop& l : nest.loops)
    if (!l.loop.leader.empty() && !l.loop.growth.most) led_.insert(l.loop.root);
}

bool OpenNest::has(Place of) const {
  return std::ranges::any_of(nest_.loops, [&](const auto& l) { return l.loop.place == of; });
}

bool OpenNest::is_space(size_t i) const {
  return std::ranges::find(unplaced_.loops, i) != unplaced_.loops.end();
}

std::optional<int64_t> OpenNest::most(size_t i) const {
  return at_most_literal(unplaced_.extent(i));
}

bool OpenNest::is_open(size_t i) const {
  bool out = false;
  for_each_expr(unplaced_.extent(i), [&](const Expr& e) {
    const auto* v = as<Var>(e);
    out |=
        v && std::ranges::find(program_.symbols, v->name, &Symbol::name) != program_.symbols.end();
  });
  return out;
}

bool OpenNest::writes_apart(size_t i) const {
  return std::ranges::includes(outputs_, roots_of(loop(i)));
}

bool OpenNest::is_in_sum(size_t i) const {
  bool out = false;
  while (i-- > 0) out |= !writes_apart(i);
  return out;
}

bool OpenNest::is_led(size_t i) const { return led_.contains(loop(i).root) || moves(nest_, i); }

bool OpenNest::is_free(size_t i) const {
  const ForRank& l = loop(i);
  return l.place == Place::Time && !l.at && !l.merged &&
         !(l.joined.empty() && l.extent == unplaced_.round_rank);
}

bool OpenNest::is_for_threads(size_t i) const {
  return is_free(i) && writes_apart(i) && !(is_led(i) && is_in_sum(i)) && !loop(i).tile;
}

bool OpenNest::is_walked(size_t i) const {
  bool out = false;
  for_each_expr(assignment(nest_.body).value, [&](const Expr& e) {
    const auto* access = as<Access>(e);
    out |= access && std::ranges::any_of(access->at, [&](const Expr& part) {
             return same(part, var(loop(i).var));
           });
  });
  return out;
}

bool OpenNest::walks_stored(size_t i) const {
  bool out = false;
  for_each_expr(assignment(nest_.body).value, [&](const Expr& e) {
    const auto* access = as<Access>(e);
    if (!access) return;
    const Tensor& tensor = *program_.tensor(tensor_of(access->operand));
    for (const Level& level : tensor.levels) {
      const auto axis = std::ranges::find(tensor.ranks, level.rank) - tensor.ranks.begin();
      out |= level.format != LevelFormat::Uncompressed &&
             same(access->at[static_cast<size_t>(axis)], var(loop(i).var));
    }
  });
  return out;
}

bool OpenNest::is_over_neighbours(size_t i) const {
  bool out = true;
  const auto look = [&](const Expr& e) {
    const auto* access = as<Access>(e);
    if (!access) return;
    const Tensor& tensor = *program_.tensor(tensor_of(access->operand));
    for (size_t axis = 0; axis < access->at.size(); ++axis)
      for_each_expr(access->at[axis], [&](const Expr& part) {
        if (same(part, var(loop(i).var))) out &= tensor.levels.back().rank == tensor.ranks[axis];
      });
  };
  for_each_expr(assignment(nest_.body).value, look);
  look(assignment(nest_.body).target);
  return out;
}

const Access& OpenNest::target() const { return *as<Access>(assignment(nest_.body).target); }

bool OpenNest::stores_all() const { return store_all(program_.tensor(target().operand)->levels); }

bool OpenNest::emits_parts() const {
  const Tensor& output = *program_.tensor(target().operand);
  if (output.role == Role::Intermediate || !output.like.empty() ||
      std::ranges::find(output.levels, LevelFormat::Compressed, &Level::format) ==
          output.levels.end())
    return false;
  bool sums = false;
  for (size_t i = 0; i < size(); ++i) {
    const bool over_blocks = place(i) == Place::Block || place(i) == Place::Grid;
    sums |= !writes_apart(i);
    if (over_blocks && sums && (!writes_apart(i) || is_led(i))) return true;
  }
  return false;
}

}  // namespace teaal::passes
