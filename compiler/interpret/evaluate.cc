#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <limits>

#include "compiler/interpret/block_runner.h"
#include "compiler/interpret/functions.h"

// What expressions are worth to the threads that come by them.
namespace teaal::interpret {
namespace {

size_t index(int32_t thread) { return static_cast<size_t>(thread); }

uint32_t word(Cell c) { return static_cast<uint32_t>(c.number); }

Cell number(bool truth) { return cell(int64_t{truth ? 1 : 0}); }

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

// What a reduction over threads makes of two of them.
double reduced(Reduction reduction, double a, double b) {
  switch (reduction) {
    case Reduction::sum:
      return a + b;
    case Reduction::product:
      return a * b;
    case Reduction::min:
      return std::fmin(a, b);
    case Reduction::max:
      return std::fmax(a, b);
    case Reduction::either:
      return a != 0 || b != 0 ? 1 : 0;
    case Reduction::together:
      return a != 0 && b != 0 ? 1 : 0;
    case Reduction::none:
      break;
  }
  throw Broken("a call that reduces nothing");
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
    if (buffer.memory == ir::Memory::Shared)
      recorder_.counts().shared_loads += static_cast<int64_t>(lanes.size());
    return t.out.data();
  }
  recorder_.counts().arrays[buffer.array->count].operands += static_cast<int64_t>(lanes.size());
  loading_.clear(), addresses_.clear();
  for (int32_t i : lanes) {
    int64_t& last = t.last[index(i)];
    const bool held = last == at[i].number && !buffer.written;
    last = at[i].number;
    if (held) continue;
    loading_.push_back(i);
    addresses_.push_back(at[i].number);
  }
  if (!loading_.empty()) recorder_.load(*buffer.array, loading_, addresses_);
  return t.out.data();
}

const Cell* BlockRunner::binary(Term& t, const Lanes& lanes) {
  if (t.op == ir::BinaryOp::And || t.op == ir::BinaryOp::Or) return logic(t, lanes);
  Cells a = value(t.args[0], lanes), b = value(t.args[1], lanes);
  if (t.args[0].real) {
    for (int32_t i : lanes) t.out[index(i)] = of_values(t.op, a[i].value, b[i].value);
  } else {
    for (int32_t i : lanes) t.out[index(i)] = cell(of_numbers(t.op, a[i].number, b[i].number));
  }
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
    case FunctionKind::Group:
    case FunctionKind::Lanes:
    case FunctionKind::Warps:
    case FunctionKind::Block:
      break;
  }
  return over_threads(t, lanes);
}

// Only the chosen one is evaluated.
const Cell* BlockRunner::choose(Term& t, const Lanes& lanes) {
  Cells condition = value(t.args[0], lanes);
  t.some.clear(), t.rest.clear();
  for (int32_t i : lanes) (condition[i].number != 0 ? t.some : t.rest).push_back(i);
  for (auto [chosen, arg] : {std::pair(&t.some, 1), std::pair(&t.rest, 2)}) {
    if (chosen->empty()) continue;
    Cells given = value(t.args[static_cast<size_t>(arg)], *chosen);
    for (int32_t i : *chosen) t.out[index(i)] = given[i];
  }
  return t.out.data();
}

const Cell* BlockRunner::simple(Term& t, const Lanes& lanes) {
  std::array<Cells, 3> args{};
  for (size_t n = 0; n < t.args.size(); ++n) args.at(n) = value(t.args[n], lanes);
  auto [a, b, c] = args;
  if (t.function == Function::f_barrier) recorder_.barrier();
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
      case Function::f_any_bit:
        out = number(word(a[i]) != 0);
        break;
      case Function::f_bits_set:
        out = cell(int64_t{std::popcount(word(a[i]))});
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
      case Function::f_barrier:
        out = cell(int64_t{0});
        break;
      default:  // the same number of another type; a value as an array would hold it
        out = a[i];
    }
  }
  return t.out.data();
}

// ---- Searches: templates/search.cuh says how they go ----

int64_t BlockRunner::look(const Term& array, int64_t at, int32_t thread) {
  return element(code_.buffers[array.buffer], at, thread).number;
}

int64_t BlockRunner::lower_bound(const Term& array, int64_t begin, int64_t end, int64_t goal,
                                 int32_t thread, std::vector<int64_t>& seen) {
  while (begin < end) {
    const int64_t middle = begin + (end - begin) / 2;
    seen.push_back(middle);
    if (look(array, middle, thread) < goal)
      begin = middle + 1;
    else
      end = middle;
  }
  return begin;
}

int64_t BlockRunner::gallop(const Term& array, int64_t begin, int64_t end, int64_t goal,
                            int32_t thread, std::vector<int64_t>& seen) {
  if (begin >= end || look(array, begin, thread) >= goal) return begin;
  int64_t step = 1;
  // The element beside the finger is the next step of the walk, not of a search.
  while (step < end - begin && look(array, begin + step, thread) < goal) {
    seen.push_back(begin + step);
    begin += step;
    if (step < end - begin - step) step *= 2;
  }
  const int64_t last = step < end - begin ? begin + step : end;
  return lower_bound(array, begin + 1, last, goal, thread, seen);
}

int64_t BlockRunner::owner(const Term& array, int64_t begin, int64_t end, int64_t position,
                           int32_t thread, std::vector<int64_t>& seen) {
  while (end - begin > 1) {
    const int64_t middle = begin + (end - begin) / 2;
    seen.push_back(middle);
    if (look(array, middle, thread) <= position)
      begin = middle;
    else
      end = middle;
  }
  return begin;
}

int64_t BlockRunner::climb(const Term& array, int64_t fiber, int64_t position, int32_t thread,
                           std::vector<int64_t>& seen) {
  while (look(array, fiber + 1, thread) <= position) seen.push_back(++fiber);
  return fiber;
}

const Cell* BlockRunner::search(Term& t, const Lanes& lanes) {
  std::array<Cells, 4> args{};
  for (size_t n = 1; n < t.args.size(); ++n) args.at(n) = value(t.args[n], lanes);
  const Term& array = t.args[0];
  Search found{code_.buffers[array.buffer].array, lanes, {}};
  found.addresses.resize(lanes.size());
  for (size_t n = 0; n < lanes.size(); ++n) {
    const int32_t i = lanes[n];
    std::vector<int64_t>& seen = found.addresses[n];
    const int64_t begin = args[1][i].number, second = args[2][i].number;
    int64_t out = 0;
    if (t.function == Function::f_climb)
      out = climb(array, begin, second, i, seen);
    else if (t.function == Function::f_owner)
      out = owner(array, begin, second, args[3][i].number, i, seen);
    else if (t.function == Function::f_gallop)
      out = gallop(array, begin, second, args[3][i].number, i, seen);
    else
      out = lower_bound(array, begin, second, args[3][i].number, i, seen);
    t.out[index(i)] = cell(out);
  }
  if (found.array) searches_.push_back(std::move(found));
  return t.out.data();
}

// ---- Bitmasks: templates/bitmask.cuh says what they are ----

const Cell* BlockRunner::bits(Term& t, const Lanes& lanes) {
  std::array<Cells, 5> args{};
  for (size_t n = 0; n < t.args.size(); ++n)
    if (t.args[n].kind != Term::Kind::Buffer) args.at(n) = value(t.args[n], lanes);
  // The first load of each lane from each of the (at most two) arrays.
  struct Loads {
    Lanes lanes;
    std::vector<int64_t> addresses;
  };
  std::array<Loads, 2> loads;
  for (int32_t i : lanes) {
    auto arg = [&](size_t n) { return args.at(n)[i].number; };
    auto load = [&](size_t array, int64_t at) {
      Loads& list = loads.at(array);
      if (list.lanes.empty() || list.lanes.back() != i)
        list.lanes.push_back(i), list.addresses.push_back(at);
      return look(t.args[array], at, i);
    };
    auto mask = [&](size_t array, int64_t at) { return static_cast<uint32_t>(load(array, at)); };
    int64_t out = 0;
    switch (t.function) {
      case Function::f_has_bit:
        out = mask(0, arg(1) + arg(2) / 32) >> (arg(2) % 32) & 1u;
        break;
      case Function::f_bit_position: {
        const int64_t at = arg(2) + arg(3) / 32;
        const uint32_t before = mask(0, at) & ((uint32_t{1} << (arg(3) % 32)) - 1);
        out = load(1, at) + std::popcount(before);
        break;
      }
      case Function::f_bit_index: {
        int64_t at = arg(2), end = arg(3);
        while (end - at > 1) {
          const int64_t middle = at + (end - at) / 2;
          (load(1, middle) <= arg(4) ? at : end) = middle;
        }
        uint32_t left = mask(0, at);
        for (int64_t before = arg(4) - load(1, at); before > 0; --before) left &= left - 1;
        out = (at - arg(2)) * 32 + std::countr_zero(left);
        break;
      }
      case Function::f_bits_within: {
        uint64_t within = word(args[0][i]);
        const int64_t first = arg(1), lo = arg(2), hi = arg(3);
        if (lo > first) within = lo - first < 32 ? within >> (lo - first) << (lo - first) : 0;
        if (hi - first < 32) within = hi > first ? within & ((1ull << (hi - first)) - 1) : 0;
        out = static_cast<int64_t>(within);
        break;
      }
      default: {
        uint32_t gathered = 0;
        for (int64_t p = arg(1); p < arg(2) && load(0, p) - arg(3) < 32; ++p)
          gathered |= uint32_t{1} << (load(0, p) - arg(3));
        out = gathered;
      }
    }
    t.out[index(i)] = cell(out);
  }
  for (size_t n = 0; n < loads.size(); ++n)
    if (!loads.at(n).lanes.empty())
      recorder_.load(*code_.buffers[t.args[n].buffer].array, loads.at(n).lanes,
                     loads.at(n).addresses);
  const bool visits = t.function == Function::f_bit_position || t.function == Function::f_bit_index;
  if (visits) {
    const Array& masks = *code_.buffers[t.args[0].buffer].array;
    recorder_.counts().ranks[masks.rank].visited += static_cast<int64_t>(lanes.size());
  }
  return t.out.data();
}

// ---- Over threads ----

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
      recorder_.barrier();
      recorder_.counts().shared_stores += count;
      recorder_.counts().shared_loads += count * static_cast<int64_t>(warps);
      return join(t, lanes, [&](size_t lane) { return lane % width; }, warps * width);
    }
    default:
      recorder_.barrier();
      recorder_.counts().shuffles += count;
      return join(t, lanes, [](size_t) { return size_t{0}; });
  }
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
