#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <limits>
#include <type_traits>
#include <utility>

#include "compiler/interpret/block_runner.h"
#include "compiler/interpret/evaluate.h"

// What expressions are worth to the threads that come by them.
namespace teaal::interpret {
namespace {

// A power of two, up to those of a warp.
int64_t lanes_each(int64_t fibers, int64_t threads, int64_t most) {
  int64_t lanes = 1;
  while (lanes < most && fibers * 2 * lanes <= threads) lanes *= 2;
  return lanes;
}

int64_t of_numbers(ir::BinaryOp op, int64_t a, int64_t b) {
  switch (op) {
    case ir::BinaryOp::Add:
      return a + b;
    case ir::BinaryOp::Sub:
      return a - b;
    case ir::BinaryOp::Mul:
      return a * b;
    case ir::BinaryOp::Div:
    case ir::BinaryOp::Mod:
      if (b == 0) throw Broken("a division by 0");
      return op == ir::BinaryOp::Div ? a / b : a % b;
    case ir::BinaryOp::Min:
      return std::min(a, b);
    case ir::BinaryOp::Max:
      return std::max(a, b);
    case ir::BinaryOp::Eq:
      return a == b;
    case ir::BinaryOp::Lt:
      return a < b;
    case ir::BinaryOp::Le:
      return a <= b;
    case ir::BinaryOp::And:
    case ir::BinaryOp::Or:
      break;
  }
  throw Broken("an unknown operator");
}

Cell of_values(ir::BinaryOp op, double a, double b) {
  switch (op) {
    case ir::BinaryOp::Add:
      return cell(a + b);
    case ir::BinaryOp::Sub:
      return cell(a - b);
    case ir::BinaryOp::Mul:
      return cell(a * b);
    case ir::BinaryOp::Div:
      return cell(a / b);
    case ir::BinaryOp::Min:
      return cell(std::fmin(a, b));
    case ir::BinaryOp::Max:
      return cell(std::fmax(a, b));
    case ir::BinaryOp::Eq:
      return number(a == b);
    case ir::BinaryOp::Lt:
      return number(a < b);
    case ir::BinaryOp::Le:
      return number(a <= b);
    case ir::BinaryOp::Mod:
    case ir::BinaryOp::And:
    case ir::BinaryOp::Or:
      break;
  }
  throw Broken("an operator that values do not have");
}

// `use` with the operator as a constant, so that loops over threads do not ask for it.
template <class Use>
void with_operator(ir::BinaryOp op, Use use) {
  using enum ir::BinaryOp;
  switch (op) {
    case Add:
      return use(std::integral_constant<ir::BinaryOp, Add>{});
    case Sub:
      return use(std::integral_constant<ir::BinaryOp, Sub>{});
    case Mul:
      return use(std::integral_constant<ir::BinaryOp, Mul>{});
    case Lt:
      return use(std::integral_constant<ir::BinaryOp, Lt>{});
    default:
      return use(op);
  }
}

}  // namespace

const Cell* BlockRunner::value(Term& t, const Lanes& lanes) {
  switch (t.kind) {
    case Term::Kind::Literal:
      return t.out.data();
    case Term::Kind::Variable:
      return code_.slots[t.slot].data();
    case Term::Kind::Load:
      return load(t, lanes);
    case Term::Kind::Binary:
      return binary(t, lanes);
    case Term::Kind::Call:
      return call(t, lanes);
    case Term::Kind::Buffer:
      break;
  }
  throw Broken("an array where a value belongs");
}

const Cell* BlockRunner::load(Term& t, const Lanes& lanes) {
  Cells at = value(t.args[0], lanes);
  Buffer& buffer = code_.buffers[t.buffer];
  for (int32_t i : lanes) t.out[index(i)] = element(buffer, at[i].number, i);
  if (!buffer.array) {
    addresses_.clear();
    for (int32_t i : lanes) addresses_.push_back(at[i].number);
    tell_loads(buffer, lanes, addresses_);
    tell_visits(buffer, lanes.size());
    return t.out.data();
  }
  recorder_.counts().arrays[buffer.array->count].operands += static_cast<int64_t>(lanes.size());
  loading_.clear(), addresses_.clear();
  if (std::exchange(t.last_block, block_) != block_) {
    std::ranges::fill(t.last, -1);
    t.places.clear();
  }
  for (int32_t i : lanes) {
    int64_t& last = t.last[index(i)];
    const bool held = last == at[i].number && !buffer.written;
    last = at[i].number;
    if (held) continue;
    loading_.push_back(i);
    addresses_.push_back(at[i].number);
  }
  if (buffer.array->bases) {
    std::vector<int64_t> positions;
    for (int32_t i : lanes) positions.push_back(at[i].number);
    tell_bases(t, buffer, 0, lanes, positions);
  }
  const bool streams = recorder_.widens() && buffer.streamed && buffer.array->element_bytes == 4;
  if (!loading_.empty())
    tell_loads(buffer, loading_, addresses_, streams ? Way::Streamed : Way::Cached);
  tell_visits(buffer, loading_.size());
  return t.out.data();
}

const Cell* BlockRunner::binary(Term& t, const Lanes& lanes) {
  if (t.op == ir::BinaryOp::And || t.op == ir::BinaryOp::Or) return logic(t, lanes);
  Cells a = value(t.args[0], lanes), b = value(t.args[1], lanes);
  Cell* out = t.out.data();
  with_operator(t.op, [&](auto op) {
    if (t.args[0].real)
      for (int32_t i : lanes) out[i] = of_values(op, a[i].value, b[i].value);
    else
      for (int32_t i : lanes) out[i] = cell(of_numbers(op, a[i].number, b[i].number));
  });
  return t.out.data();
}

// The second operand is not evaluated where the first one settles it.
const Cell* BlockRunner::logic(Term& t, const Lanes& lanes) {
  Cells a = value(t.args[0], lanes);
  const bool open = t.op == ir::BinaryOp::And;
  t.some.clear();
  for (int32_t i : lanes) {
    const bool holds = a[i].number != 0;
    t.out[index(i)] = number(holds);
    if (holds == open) t.some.push_back(i);
  }
  if (t.some.empty()) return t.out.data();
  Cells b = value(t.args[1], t.some);
  for (int32_t i : t.some) t.out[index(i)] = number(b[i].number != 0);
  return t.out.data();
}

const Cell* BlockRunner::call(Term& t, const Lanes& lanes) {
  switch (kind_of(t.function)) {
    case FunctionKind::Plain:
      return simple(t, lanes);
    case FunctionKind::Choice:
      return choose(t, lanes);
    case FunctionKind::Search:
      return search(t, lanes);
    case FunctionKind::Bits:
      return bits(t, lanes);
    case FunctionKind::Keys:
      return about_array(t, lanes);
    case FunctionKind::List:
      return list(t, lanes);
    case FunctionKind::ElementBits:
      return element_bits(t, lanes);
    case FunctionKind::Rows:
      return rows(t, lanes);
    case FunctionKind::Classes:
      return classes(t, lanes);
    case FunctionKind::Pattern:
      return pattern(t, lanes);
    case FunctionKind::Words:
      return words(t, lanes);
    case FunctionKind::Largest:
      return largest(t, lanes);
    case FunctionKind::Columns:
      return columns_meet(t, lanes);
    case FunctionKind::WarpProducts:
      return warp_products(t, lanes);
    case FunctionKind::MatrixProducts:
      return matrix_products(t, lanes);
    case FunctionKind::Matrix:
      return matrix(t, lanes);
    case FunctionKind::Turn:  // all threads wait for it
      recorder_.barrier();
      return nothing(t, lanes);
    case FunctionKind::Nothing:
      return nothing(t, lanes);
    case FunctionKind::Vote:
      return vote(t, lanes);
    case FunctionKind::Shuffle:
      return shuffle(t, lanes);
    case FunctionKind::Carried:
      return carried(t, lanes);
    case FunctionKind::Group:
    case FunctionKind::Lanes:
    case FunctionKind::Warps:
    case FunctionKind::Block:
      break;
  }
  return over_threads(t, lanes);
}

const Cell* BlockRunner::nothing(Term& t, const Lanes& lanes) {
  for (int32_t i : lanes) t.out[index(i)] = cell(int64_t{0});
  return t.out.data();
}

// Only the chosen one is evaluated; of a mask without an alternative that is no bit.
const Cell* BlockRunner::choose(Term& t, const Lanes& lanes) {
  Cells condition = value(t.args[0], lanes);
  t.some.clear(), t.rest.clear();
  for (int32_t i : lanes) (condition[i].number != 0 ? t.some : t.rest).push_back(i);
  for (auto [chosen, arg] : {std::pair(&t.some, 1), std::pair(&t.rest, 2)}) {
    if (chosen->empty()) continue;
    if (static_cast<size_t>(arg) >= t.args.size()) {
      for (int32_t i : *chosen) t.out[index(i)] = cell(int64_t{0});
      continue;
    }
    Cells given = value(t.args[static_cast<size_t>(arg)], *chosen);
    for (int32_t i : *chosen) t.out[index(i)] = given[i];
  }
  return t.out.data();
}

const Cell* BlockRunner::simple(Term& t, const Lanes& lanes) {
  std::array<Cells, 3> args{};
  for (size_t n = 0; n < t.args.size(); ++n) args.at(n) = value(t.args[n], lanes);
  auto [a, b, c] = args;
  for (int32_t i : lanes) {
    Cell& out = t.out[index(i)];
    switch (t.function) {
      case Function::f_fma:
        out = cell(a[i].value * b[i].value + c[i].value);
        break;
      case Function::f_present:
        out = number(a[i].value != 0);
        break;
      case Function::f_differs:
        out = number(t.args[0].real ? a[i].value != b[i].value : a[i].number != b[i].number);
        break;
      case Function::f_either:
        out = cell(a[i].value != 0 || b[i].value != 0 ? 1.0 : 0.0);
        break;
      case Function::f_together:
        out = cell(a[i].value != 0 && b[i].value != 0 ? 1.0 : 0.0);
        break;
      case Function::f_abs:
        out = cell(std::fabs(a[i].value));
        break;
      case Function::f_exp:
        out = cell(std::exp(a[i].value));
        break;
      case Function::f_log:
        out = cell(std::log(a[i].value));
        break;
      case Function::f_sqrt:
        out = cell(std::sqrt(a[i].value));
        break;
      case Function::f_tanh:
        out = cell(std::tanh(a[i].value));
        break;
      case Function::f_ceil_div:
        out = cell(of_numbers(ir::BinaryOp::Div, a[i].number + b[i].number - 1, b[i].number));
        break;
      case Function::f_turned:
        out = cell(a[i].number != 0 ? b[i].number - c[i].number : c[i].number);
        break;
      case Function::f_rounded_down:
        out = cell(a[i].number & -b[i].number);
        break;
      case Function::f_flag_of:
        out = cell(a[i].number >> b[i].number & 1);
        break;
      case Function::f_flag_turned:
        out = cell(a[i].number ^ int64_t{1} << b[i].number);
        break;
      case Function::f_advance:
        out = number(a[i].number != 0);
        break;
      case Function::f_common_bits:
        out = cell(int64_t{word(a[i]) & word(b[i])});
        break;
      case Function::f_any_of_bits:
        out = cell(int64_t{word(a[i]) | word(b[i])});
        break;
      case Function::f_lowest_bit:
        out = cell(int64_t{word(a[i]) == 0 ? -1 : std::countr_zero(word(a[i]))});
        break;
      case Function::f_without_lowest_bit:
        out = cell(int64_t{word(a[i]) & (word(a[i]) - 1)});
        break;
      case Function::f_is_bit_set:
        out = number((word(a[i]) >> b[i].number & 1) != 0);
        break;
      case Function::f_any_bit:
        out = number(word(a[i]) != 0);
        break;
      case Function::f_bits_set:
        out = cell(int64_t{std::popcount(word(a[i]))});
        break;
      case Function::f_all_bits:
        out = cell(int64_t{0xffffffff});
        break;
      case Function::f_bit:
        out = cell(int64_t{uint32_t{1} << a[i].number});
        break;
      case Function::f_block:
        out = cell(block_);
        break;
      case Function::f_blocks:
        out = cell(grid_);
        break;
      case Function::f_thread:
        out = cell(int64_t{i});
        break;
      case Function::f_threads:
        out = cell(static_cast<int64_t>(all_.size()));
        break;
      case Function::f_lanes_each:
        out = cell(lanes_each(a[i].number, b[i].number, recorder_.counts().machine.lanes));
        break;
      case Function::f_share:
        out = cell(i / a[i].number);
        break;
      case Function::f_shares:
        out = cell(static_cast<int64_t>(all_.size()) / a[i].number);
        break;
      case Function::f_lane_of_share:
        out = cell(i % a[i].number);
        break;
        out = cell(int64_t{0});
        break;
      case Function::f_not:
        out = number(a[i].number == 0);
        break;
      case Function::f_size:
      case Function::f_offset:
      case Function::f_coord:
      case Function::f_pos:
      case Function::f_int:
      case Function::f_stored:
      case Function::f_whole:
        out = a[i];
        break;
      default:
        throw Broken("a call without a meaning");
    }
  }
  return t.out.data();
}

// ---- Over threads ----

const Cell* BlockRunner::vote(Term& t, const Lanes& lanes) {
  Cells given = value(t.args[0], lanes);
  const int64_t width = t.function == Function::f_where_in_group
                            ? value(t.args[1], lanes)[lanes[0]].number
                            : recorder_.counts().machine.lanes;
  std::vector<int64_t> masks((all_.size() + index_of(width) - 1) / index_of(width));
  for (int32_t i : lanes)
    if (given[i].number != 0) masks[index_of(i / width)] |= int64_t{1} << (i % width);
  for (int32_t i : lanes) t.out[index(i)] = cell(masks[index_of(i / width)]);
  return t.out.data();
}

const Cell* BlockRunner::shuffle(Term& t, const Lanes& lanes) {
  const Cells given = value(t.args[0], lanes), from = value(t.args[1], lanes);
  const auto width =
      static_cast<int32_t>(t.args.size() > 2 ? value(t.args[2], lanes)[lanes[0]].number
                                             : recorder_.counts().machine.lanes);
  recorder_.counts().shuffles += static_cast<int64_t>(lanes.size());
  for (int32_t i : lanes)
    t.out[index(i)] = given[i / width * width + static_cast<int32_t>(from[i].number)];
  return t.out.data();
}

const Cell* BlockRunner::over_threads(Term& t, const Lanes& lanes) {
  const auto width = static_cast<size_t>(recorder_.counts().machine.lanes);
  const auto count = static_cast<int64_t>(lanes.size());
  auto uniform = [&](size_t arg) {
    return index(static_cast<int32_t>(value(t.args[arg], lanes)[lanes[0]].number));
  };
  switch (kind_of(t.function)) {
    case FunctionKind::Group: {
      const size_t group = uniform(1);
      recorder_.counts().shuffles += count;
      return join(t, lanes, [&](size_t lane) { return lane / group; });
    }
    case FunctionKind::Lanes: {
      const size_t differ = uniform(2) - uniform(1);  // the bits in which lanes of a group may
      recorder_.counts().shuffles += count;
      return join(t, lanes, [&](size_t lane) { return lane & ~differ; });
    }
    case FunctionKind::Warps: {
      const size_t warps = uniform(2);
      tell_sums_of_warps(code_.buffers[t.args[1].buffer], warps, lanes);
      return join(t, lanes, [&](size_t lane) { return lane % width; }, warps * width);
    }
    default:
      tell_sums_of_block(code_.buffers[t.args[1].buffer], lanes);
      recorder_.counts().shuffles += count;
      return join(t, lanes, [](size_t) { return size_t{0}; });
  }
}

// Lanes of the first warps leave a value each, and all add up those of their number
// (templates/combine.cuh).
void BlockRunner::tell_sums_of_warps(const Buffer& sums, size_t warps, const Lanes& lanes) {
  const auto width = static_cast<int64_t>(recorder_.counts().machine.lanes);
  Lanes storing;
  std::vector<int64_t> at;
  recorder_.barrier();
  for (int32_t i : lanes)
    if (index(i) < warps * index_of(width)) storing.push_back(i), at.push_back(i);
  tell_stores(sums, storing, at);
  recorder_.barrier();
  for (size_t other = 0; other < warps; ++other) {
    at.clear();
    for (int32_t i : lanes) at.push_back(static_cast<int64_t>(other) * width + i % width);
    tell_loads(sums, lanes, at);
  }
}

// Each warp leaves a value, and the first one adds them up.
void BlockRunner::tell_sums_of_block(const Buffer& sums, const Lanes& lanes) {
  const auto width = static_cast<int32_t>(recorder_.counts().machine.lanes);
  const Lanes firsts = first_lanes(lanes);
  std::vector<int64_t> warps;
  for (int32_t i : firsts) warps.push_back(i / width);
  recorder_.barrier();
  tell_stores(sums, firsts, warps);
  recorder_.barrier();
  Lanes adding;
  for (size_t i = 0; i < std::min(lanes.size(), warps.size()) && lanes[i] < width; ++i)
    adding.push_back(lanes[i]);
  warps.resize(adding.size());
  if (!adding.empty()) tell_loads(sums, adding, warps);
}

// What each of the lanes gets of those (below `end`) that are of its group, added in their order.
const Cell* BlockRunner::join(Term& t, const Lanes& lanes, const GroupOf& group_of, size_t end) {
  Cells given = value(t.args[0], lanes);
  std::vector<std::optional<double>> groups(all_.size());
  for (int32_t i : lanes) {
    if (index(i) >= end) break;
    std::optional<double>& group = groups[group_of(index(i))];
    group = group ? reduced(reduction_of(t.function), *group, given[i].value) : given[i].value;
  }
  for (int32_t i : lanes) t.out[index(i)] = cell(groups[group_of(index(i))].value());
  return t.out.data();
}

}  // namespace teaal::interpret
