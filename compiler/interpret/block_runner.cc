#include "compiler/interpret/block_runner.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "compiler/ir/levels.h"
#include "compiler/support/match.h"

namespace teaal::interpret {
namespace {

double combined(ir::AssignOp op, double element, double value) {
  switch (op) {
    case ir::AssignOp::Set:
      return value;
    case ir::AssignOp::Add:
      return element + value;
    case ir::AssignOp::Mul:
      return element * value;
    case ir::AssignOp::Min:
      return std::fmin(element, value);
    case ir::AssignOp::Max:
      return std::fmax(element, value);
    case ir::AssignOp::Or:
      return element != 0 || value != 0 ? 1 : 0;
    case ir::AssignOp::And:
      return element != 0 && value != 0 ? 1 : 0;
  }
  throw Broken("an unknown assignment");
}

Cell combined(ir::AssignOp op, bool real, Cell element, Cell value) {
  if (op == ir::AssignOp::Set) return value;
  if (real) return cell(combined(op, element.value, value.value));
  if (op == ir::AssignOp::Add) return cell(element.number + value.number);
  throw Unsupported("a reduction of numbers");
}

// Sixteen bytes at once are copied past the caches of multiprocessors; what is asked for once also
// leaves the L2 first.
Way way_of(const Move& n, const Buffer& from) {
  if (!from.array) return Way::Cached;
  const bool quad = n.width >= 4 && !n.count, word = from.array->element_bytes == 4;
  if (ir::in_bulk(n.way)) return Way::PastFirst;
  if (n.way == ir::CopyWay::Async)
    return quad && from.array->element_bytes >= 4 ? Way::PastFirst : Way::Cached;
  const bool reads = n.way == ir::CopyWay::Read || n.way == ir::CopyWay::Stream;
  return reads && from.streamed && word ? Way::Streamed : Way::Cached;
}

}  // namespace

BlockRunner::BlockRunner(KernelCode& code, Recorder& recorder, int64_t grid, int64_t threads)
    : code_(code), recorder_(recorder), grid_(grid), all_(static_cast<size_t>(threads)) {
  std::iota(all_.begin(), all_.end(), 0);
}

void BlockRunner::run(int64_t block) {
  block_ = block;
  recorder_.begin_block(block, all_.size());
  run(code_.body, all_);
  recorder_.end_block();
}

// ---- Statements ----

void BlockRunner::run(Body& body, const Lanes& lanes) {
  for (Op& op : body) {
    statement_ = op.statement;
    match_op(op, lanes);
  }
}

void BlockRunner::match_op(Op& op, const Lanes& lanes) {
  std::visit([&](auto& n) { run(op, n, lanes); }, op.kind);
}

void BlockRunner::run(Op& op, Loop& n, const Lanes& lanes) {
  Cells begin = value(n.begin, lanes), end = value(n.end, lanes), step = value(n.step, lanes);
  for (int32_t t : lanes) {
    const auto i = static_cast<size_t>(t);
    n.at[i] = begin[i].number, n.to[i] = end[i].number, n.by[i] = step[i].number;
    if (n.by[i] <= 0) throw Broken("a loop without a step");
  }
  tell_searches(op, lanes);
  auto& variable = code_.slots[n.slot];
  n.live = lanes;
  recorder_.begin_loop(n.widens);
  for (;;) {
    std::erase_if(n.live, [&](int32_t t) {
      return n.at[static_cast<size_t>(t)] >= n.to[static_cast<size_t>(t)];
    });
    if (n.live.empty()) return recorder_.end_loop();
    for (int32_t t : n.live) variable[static_cast<size_t>(t)] = cell(n.at[static_cast<size_t>(t)]);
    if (n.meets)
      iterate(op, *n.body, n.live, n.moves, n.idle);
    else
      run(*n.body, n.live);
    for (int32_t t : n.live) n.at[static_cast<size_t>(t)] += n.by[static_cast<size_t>(t)];
  }
}

void BlockRunner::run(Op& op, Repeat& n, const Lanes& lanes) {
  n.live = lanes;
  for (;;) {
    Cells goes_on = value(n.condition, n.live);
    tell_searches(op, n.live);
    std::erase_if(n.live, [&](int32_t t) { return goes_on[t].number == 0; });
    if (n.live.empty()) return;
    if (n.meets)
      iterate(op, *n.body, n.live, n.moves, n.idle);
    else
      run(*n.body, n.live);
  }
}

void BlockRunner::iterate(const Op& op, Body& body, const Lanes& lanes, std::vector<int64_t>& moves,
                          Lanes& idle) {
  moves.clear();
  for (int32_t t : lanes) moves.push_back(recorder_.moves(t));
  const std::vector<size_t> marks = recorder_.marks();
  run(body, lanes);
  idle.clear();
  for (size_t i = 0; i < lanes.size(); ++i)
    if (recorder_.moves(lanes[i]) == moves[i]) idle.push_back(lanes[i]);
  if (!idle.empty()) recorder_.look_in_vain(op.statement, idle, marks);
}

void BlockRunner::run(Op& op, Branch& n, const Lanes& lanes) {
  Cells holds = value(n.condition, lanes);
  tell_searches(op, lanes);
  n.taken.clear();
  for (int32_t t : lanes)
    if (holds[t].number != 0) n.taken.push_back(t);
  if (!n.taken.empty()) run(*n.body, n.taken);
}

void BlockRunner::run(Op& op, Set& n, const Lanes& lanes) {
  Cells given = value(n.value, lanes);
  auto& variable = code_.slots[n.slot];
  for (int32_t t : lanes) {
    Cell& element = variable[static_cast<size_t>(t)];
    element = combined(n.op, n.real, element, given[t]);
  }
  tell_searches(op, lanes);
  tell(op, lanes);
}

void BlockRunner::run(Op& op, Store& n, const Lanes& lanes) {
  Cells at = value(n.at, lanes), given = value(n.value, lanes);
  Buffer& buffer = code_.buffers[n.buffer];
  tell_searches(op, lanes);
  if (buffer.array && buffer.array->points) return emit(op, n, lanes, at, given);
  std::vector<int64_t> addresses;
  for (int32_t t : lanes) {
    Cell& to = element(buffer, at[t].number, t);
    to = combined(n.op, buffer.real, to, given[t]);
    addresses.push_back(at[t].number);
  }
  if (n.op != ir::AssignOp::Set) tell_loads(buffer, lanes, addresses);
  tell(op, lanes);
  tell_stores(buffer, lanes, addresses);
}

// Elements of an index space that nobody holds: assembly takes those that are not absent as pairs,
// and combines what has one place.
void BlockRunner::emit(Op& op, const Store& n, const Lanes& lanes, Cells at, Cells given) {
  Buffer& buffer = code_.buffers[n.buffer];
  Array& array = *buffer.array;
  Lanes kept;
  for (int32_t t : lanes) {
    const double value = given[t].value;
    if (value == array.absent) continue;
    kept.push_back(t);
    auto [pair, first] = array.pairs.try_emplace(at[t].number, value);
    if (!first) pair->second = combined(array.reduction, pair->second, value);
  }
  recorder_.counts().pairs += static_cast<int64_t>(kept.size());
  recorder_.counts().arrays[array.count].traffic.stores += static_cast<int64_t>(kept.size());
  tell(op, op.work == Work::Combine ? kept : lanes);
}

void BlockRunner::run(Op&, Fresh& n, const Lanes&) {
  Buffer& buffer = code_.buffers[n.buffer];
  const Cell poison =
      buffer.real ? cell(std::numeric_limits<double>::quiet_NaN()) : cell(int64_t{-1});
  std::ranges::fill(buffer.own, poison);
}

void BlockRunner::run(Op& op, Effect& n, const Lanes& lanes) {
  value(n.call, lanes);
  tell_searches(op, lanes);
}

void BlockRunner::run(Op& op, Move& n, const Lanes& lanes) {
  Buffer &to = code_.buffers[n.to], &from = code_.buffers[n.from];
  const auto given = [&](std::optional<Term>& t) { return t ? value(*t, lanes) : nullptr; };
  Cells to_at = value(n.to_at, lanes), from_at = value(n.from_at, lanes), guard = given(n.guard),
        count = given(n.count), entry = given(n.entry), stride = given(n.stride);
  tell_searches(op, lanes);
  if (from.array && to.coordinates) to.rank = rank_of(*from.array);
  std::vector<int64_t> begins;  // neighbours that are copied together have one base
  for (int32_t i : lanes) begins.push_back(from_at[i].number);
  tell_bases(n.from_at, from, 0, lanes, begins);
  if (from.array && !to.array && to.memory == ir::Memory::Shared)
    recorder_.slot(statement_, lanes, Work::Stage);
  if (ir::in_bulk(n.way)) {
    const int32_t asks = lanes.front();
    return copy_in_bulk(n, lanes, to_at[asks].number, {from_at[asks].number, count[asks].number});
  }
  Lanes stores;
  std::vector<int64_t> stored;
  const int64_t together = count ? 1 : n.width;  // a part of neighbours is copied one by one
  for (int64_t first = 0; first < n.width; first += together) {
    stores.clear(), stored.clear(), loading_.clear(), addresses_.clear();
    for (int32_t i : lanes) {
      const int64_t exist = guard && guard[i].number == 0 ? 0 : count ? count[i].number : n.width;
      const int64_t begin = from_at[i].number + (entry ? entry[i].number * stride[i].number : 0);
      for (int64_t e = first; e < first + together; ++e) {
        Cell& cell_of = element(to, to_at[i].number + e, i);
        stores.push_back(i), stored.push_back(to_at[i].number + e);
        cell_of = to.real ? cell(0.0) : cell(int64_t{0});
        if (e >= exist) continue;
        cell_of = element(from, begin + e, i);
        loading_.push_back(i), addresses_.push_back(begin + e);
      }
    }
    tell_operands(from);
    tell_loads(from, loading_, addresses_, way_of(n, from));
    tell_stores(to, stores, stored);
  }
}

// One thread asks; told as if all did, each for four neighbours at a time.
void BlockRunner::copy_in_bulk(const Move& n, const Lanes& lanes, int64_t to_begin,
                               const Neighbours& source) {
  constexpr int64_t quad = 4;
  Buffer &to = code_.buffers[n.to], &from = code_.buffers[n.from];
  const int64_t at_once = quad * std::ssize(lanes);
  for (int64_t first = 0; first < source.count; first += at_once) {
    Lanes stores;
    std::vector<int64_t> stored;
    loading_.clear(), addresses_.clear();
    for (int64_t e = first; e < std::min(first + at_once, source.count); ++e) {
      const int32_t i = lanes[static_cast<size_t>((e - first) / quad)];
      stores.push_back(i), stored.push_back(to_begin + e);
      loading_.push_back(i), addresses_.push_back(source.begin + e);
      element(to, to_begin + e, i) = element(from, source.begin + e, i);
    }
    tell_operands(from);
    tell_loads(from, loading_, addresses_, way_of(n, from));
    tell_stores(to, stores, stored);
  }
}

void BlockRunner::run(Op&, Meet&, const Lanes&) { recorder_.barrier(); }

void BlockRunner::tell(const Op& op, const Lanes& lanes) {
  if (!op.work || lanes.empty()) return;
  recorder_.slot(op.statement, lanes, *op.work);
  if (op.multiplies) recorder_.counts().multiplications += static_cast<int64_t>(lanes.size());
}

void BlockRunner::tell_searches(const Op& op, const Lanes&) {
  if (!op.searches) return;
  for (const Recorder::Searched& s : searches_) recorder_.search(op.statement, s);
  searches_.clear();
}

void BlockRunner::tell_loads(const Buffer& buffer, const Lanes& lanes,
                             const std::vector<int64_t>& addresses, Way way) {
  if (buffer.array)
    recorder_.load(*buffer.array, lanes, addresses, way);
  else if (buffer.memory == ir::Memory::Shared)
    recorder_.load({buffer.shared, buffer.element_bytes}, lanes, addresses);
}

void BlockRunner::tell_stores(const Buffer& buffer, const Lanes& lanes,
                              const std::vector<int64_t>& addresses) {
  if (buffer.array)
    recorder_.store(*buffer.array, lanes, addresses);
  else if (buffer.memory == ir::Memory::Shared)
    recorder_.store({buffer.shared, buffer.element_bytes}, lanes, addresses);
}

void BlockRunner::tell_loads(Scratch of, const Lanes& lanes,
                             const std::vector<int64_t>& addresses) {
  if (!lanes.empty())
    recorder_.load({recorder_.shared_count(of.name), of.element_bytes}, lanes, addresses);
}

void BlockRunner::tell_stores(Scratch of, const Lanes& lanes,
                              const std::vector<int64_t>& addresses) {
  if (!lanes.empty())
    recorder_.store({recorder_.shared_count(of.name), of.element_bytes}, lanes, addresses);
}

Lanes BlockRunner::first_lanes(const Lanes& lanes) const {
  Lanes out;
  for (int32_t i : lanes)
    if (i % recorder_.counts().machine.lanes == 0) out.push_back(i);
  return out;
}

void BlockRunner::leave_numbers(Scratch of, const Lanes& lanes) {
  const Lanes firsts = first_lanes(lanes);
  std::vector<int64_t> warps;
  for (int32_t i : firsts) warps.push_back(i / recorder_.counts().machine.lanes);
  tell_stores(of, firsts, warps);
}

void BlockRunner::see_numbers(Scratch of, const Lanes& lanes, bool before) {
  const auto width = static_cast<int32_t>(recorder_.counts().machine.lanes);
  for (int32_t first : first_lanes(lanes)) {
    const int64_t warp = first / width;
    Lanes seeing = lanes;
    if (before) std::erase_if(seeing, [&](int32_t i) { return i / width <= warp; });
    tell_loads(of, seeing, std::vector<int64_t>(seeing.size(), warp));
  }
}

// Coordinates may lie in a copy.
void BlockRunner::tell_visits(const Buffer& buffer, size_t lanes) {
  if (const auto rank = buffer.array ? rank_of(*buffer.array) : buffer.rank)
    recorder_.counts().ranks[*rank].visited += static_cast<int64_t>(lanes);
}

Cell& BlockRunner::element(Buffer& buffer, int64_t at, int32_t thread) {
  std::vector<Cell>& cells = buffer.array ? buffer.array->cells : buffer.own;
  const bool registers = !buffer.array && buffer.memory == ir::Memory::Registers;
  const auto extent = buffer.array ? static_cast<int64_t>(cells.size()) : buffer.extent;
  if (at < 0 || at >= extent)
    throw Broken(fmt::format("{}({}) lies outside of its {} elements", buffer.name, at, extent));
  return cells[static_cast<size_t>(registers ? thread * extent + at : at)];
}

}  // namespace teaal::interpret
