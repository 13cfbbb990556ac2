#include "compiler/passes/staged/staged_products.h"

#include <algorithm>
#include <set>

#include "compiler/ir/rewrite.h"

namespace teaal::passes {

using namespace ir;
using TensorCore = Schedule::TensorCore;
using Arithmetic = TensorCore::Arithmetic;

namespace {

constexpr int64_t quad = staged_quad;
constexpr int64_t words_of_fragment = 2;  // of a row or column, in a lane's registers
constexpr int64_t sharing_lanes = 4;  // lanes that have a row, or column, of an operand together

}  // namespace

int64_t ProductMaker::Block::elements() const {
  int64_t out = 1;
  for (const TiledLoop* loop : loops) out *= count(loop);
  return out;
}

Expr ProductMaker::Block::at(const Offsets& offsets) const {
  const auto ordinal = [&](const TiledLoop* loop) {
    const auto moved = offsets.find(loop);
    return div(moved == offsets.end() ? var(loop->var) : moved->second, step_size(loop));
  };
  Expr out = lit(0);
  for (const TiledLoop* loop : loops) out = ir::add(mul(out, lit(count(loop))), ordinal(loop));
  return out;
}

const std::string& ProductMaker::contiguous(const TiledOperand& o) {
  static const std::string none;
  if (o.roots.empty()) return none;
  return o.tile ? o.tile->ranks.back().root : o.roots.back();
}

ProductMaker::Block ProductMaker::block_of(const TiledOperand& o, size_t t,
                                           const std::string& contiguous) const {
  Block out;
  const TiledLoop* last = nullptr;
  for (; t < tiling_.times(); ++t) {
    const TiledLoop& loop = tiling_.time(t);
    if (!o.has(loop.root) || !tiling_.of_output(loop.root)) continue;
    const TiledLoop* next = &loop;
    if (loop.root == contiguous && loop.step == 1) std::swap(next, last);
    if (next) out.loops.push_back(next);
  }
  if (last) out.loops.push_back(last);
  return out;
}

bool ProductMaker::quads_along(const Block& b, const std::string& contiguous) const {
  if (b.loops.empty()) return false;
  const TiledLoop& last = *b.loops.back();
  if (last.root != contiguous || b.step(&last) != 1 || b.count(&last) % quad != 0) return false;
  return std::all_of(tiling_.loops().begin(), tiling_.loops().end(), [&](const TiledLoop& l) {
    return l.root != contiguous || &l == &last || l.step % quad == 0;
  });
}

Stmt ProductMaker::over(const Block& b, bool in_quads, Stmt body) {
  for (size_t i = b.loops.size(); i-- > 0;) {
    const TiledLoop& loop = *b.loops[i];
    const Expr step = in_quads && i + 1 == b.loops.size() ? lit(quad) : b.step_size(&loop);
    body = make_stmt(
        For{loop.var, Type::Int, lit(0), b.end_size(&loop), step, "", std::move(body), true},
        loop.where);
  }
  return body;
}

Stmt ProductMaker::back_and_forth(const Block& b, Stmt body) {
  const auto step_of = [&](size_t i) { return b.loops[i]->var + (i > 0 ? "_turn" : ""); };
  // Whether the loops outside of number i have done an odd number of iterations.
  const auto is_odd = [&](size_t i) {
    Expr done = lit(0);
    for (int64_t each = 1; i-- > 0 && each % 2 != 0; each *= b.count(b.loops[i]))
      done = ir::add(done, div(var(step_of(i)), b.step_size(b.loops[i])));
    return equal(mod(done, lit(2)), lit(1));
  };
  for (size_t i = b.loops.size(); i-- > 0;) {
    const TiledLoop& loop = *b.loops[i];
    const int64_t step = b.step(&loop), end = b.end(&loop);
    if (i > 0)
      body = block(
          {let(loop.var, Type::Int, call("turned", {is_odd(i), lit(end - step), var(step_of(i))})),
           std::move(body)});
    body = make_stmt(
        For{step_of(i), Type::Int, lit(0), b.end_size(&loop), b.step_size(&loop), "", body, true},
        loop.where);
  }
  return body;
}

int64_t ProductMaker::own_registers() const {
  int64_t out = sum_block().elements();
  if (const std::optional<TensorTiles>& tensor = tiling_.tensor()) {
    const int64_t each = words_of_fragment * (TensorCore::in_parts(tensor->arithmetic) ? 2 : 1);
    return out + each * (fragment(tensor->rows).elements() + fragment(tensor->columns).elements());
  }
  for (const TiledOperand& o : tiling_.operands())
    out += block_of(o, tiling_.products(), contiguous(o)).elements();
  return out;
}

ir::Expr ProductMaker::in_tile(const TiledOperand& o, const Offsets& offsets) const {
  const StagedTile& tile = *o.tile;
  Expr out = lit(0);
  for (const TileRank& rank : tile.ranks)
    out = ir::add(mul(out, lit(&rank == &tile.ranks.back() ? tile.pitch : rank.extent)),
                  position(rank.root, offsets, Which::Inside, tile.at));
  if (tile.depth > 1) out = ir::add(mul(buffer_, lit(tile.elements)), out);
  return out;
}

ir::Expr ProductMaker::element(const TiledOperand& o, const Offsets& offsets) const {
  if (o.tile) return read(o.tile->buffer, in_tile(o, offsets));
  std::map<std::string, Expr> at;
  Expr inside;
  for (const std::string& root : o.roots) {
    Expr place = position(root, offsets);
    at[root] = coordinate(root, place);
    inside = inside ? both(inside, less(place, limit(root))) : less(place, limit(root));
  }
  Expr value = read(o.values, address(o, at));
  return inside ? call("choose", {inside, value, make_expr(FloatLit{0})}) : value;
}

// Elements of `own` from `at` on.
Stmt ProductMaker::load(const TiledOperand& o, const Block& own, const Expr& at,
                        const Offsets& offsets) const {
  const bool quads = o.tile && row(o) % quad == 0 && quads_along(own, contiguous(o));
  Stmt one =
      quads ? copy(CopyWay::Load, read(registers(o), ir::add(at, own.at())),
                   read(o.tile->buffer, in_tile(o, offsets)), quad)
            : assign(read(registers(o), ir::add(at, own.at())), AssignOp::Set, element(o, offsets));
  return over(own, quads, one);
}

std::vector<Stmt> ProductMaker::products() {
  return tiling_.tensor() ? tensor_products() : single_products();
}

Stmt ProductMaker::within_rank(const std::string& root, Stmt body) const {
  for (const TiledOperand& o : tiling_.operands())
    if (!o.has(root)) return if_then(less(position(root, {}), limit(root)), body);
  return body;
}

bool ProductMaker::guarded_at_products(const std::string& root) const {
  bool in_threads = false, in_time = false;
  for (const TiledLoop& loop : tiling_.loops()) {
    in_threads |= loop.root == root && loop.in_thread();
    in_time |= loop.root == root && loop.place == Place::Time;
  }
  return !tiling_.of_output(root) && (in_threads || !in_time);
}

Stmt ProductMaker::guarded_products(Stmt body) const {
  std::set<std::string> roots;
  for (const TiledLoop& loop : tiling_.loops())
    if (guarded_at_products(loop.root) && roots.insert(loop.root).second)
      body = within_rank(loop.root, std::move(body));
  return body;
}

std::vector<Stmt> ProductMaker::single_products() const {
  Stmts out;
  for (const TiledOperand& o : tiling_.operands()) {
    Block own = block_of(o, tiling_.products(), contiguous(o));
    out.push_back(make_stmt(Array{registers(o), own.elements(), Type::Value, Memory::Registers}));
    out.push_back(load(o, own, lit(0), {}));
  }
  Block all;
  for (size_t t = tiling_.products(); t < tiling_.times(); ++t)
    all.loops.push_back(&tiling_.time(t));
  Expr value = rewrite(product_, [&](const Expr& e) {
    const auto* access = as<Access>(e);
    if (!access) return e;
    for (const TiledOperand& o : tiling_.operands())
      if (o.name == access->operand)
        return read(registers(o), block_of(o, tiling_.products(), contiguous(o)).at());
    return e;
  });
  Stmt sum = back_and_forth(all, assign(read(sums(), sum_block().at()), AssignOp::Add, value));
  out.push_back(guarded_products(sum));
  return out;
}

// ---- Tensor cores ----

// What a lane reads of an operand for one k: its own rows; of columns, which come in twice as many
// lanes as sums of them lie in, half as many.
ProductMaker::Block ProductMaker::fragment(const TensorTiles::Side& side) const {
  const TiledOperand& o = operand(side);
  Block out = block_of(o, tiling_.products(), contiguous(o));
  if (&side == &tiling_.tensor()->columns) out.halved = &side;
  return out;
}

// Where a lane reads its part number `part` of the k's that an instruction takes. Lane 4 g + t has
// rows of lane g along the rows' ranks, and, of the columns, those of lane g / 2 along the columns'
// ranks: the first or the second of its pairs.
ProductMaker::Offsets ProductMaker::read_at(const TensorTiles::Side& side, int64_t part) const {
  const TensorTiles& tensor = *tiling_.tensor();
  const TiledLoop& k = tiling_.time(tensor.reduction);
  Offsets out;
  out[&k] = ir::add(ir::add(var(k.var), var("lane_column")), lit(sharing_lanes * part));
  if (&side == &tensor.rows) return out;
  Expr ordinal = div(var("lane_row"), lit(2));
  for (size_t i = side.lanes.size(); i-- > 0;) {
    const TiledLoop& lane = *side.lanes[i];
    out[&lane] = mul(i == 0 ? ordinal : mod(ordinal, lane.count), lane.step_size());
    ordinal = div(ordinal, lane.count);
  }
  out[side.pair] =
      ir::add(var(side.pair->var), mul(mod(var("lane_row"), lit(2)), lit(side.second())));
  return out;
}

// A lane's registers of an operand: two words a row (column), first those of the lower k's. In
// f32 a word is a value; of narrower ones it is two, and of products in parts there is a second
// array of what the first leaves out.
void ProductMaker::load_fragment(const TensorTiles::Side& side, Stmts& out) const {
  const TensorTiles& tensor = *tiling_.tensor();
  const TiledOperand& o = operand(side);
  const Block own = fragment(side);
  const int64_t elements = own.elements(), parts = tensor.depth / sharing_lanes,
                words = words_of_fragment * elements, in_word = parts / words_of_fragment;
  out.push_back(make_stmt(Array{registers(o), parts * elements, Type::Value, Memory::Registers}));
  for (int64_t part = 0; part < parts; ++part)
    out.push_back(load(o, own, lit(part * elements), read_at(side, part)));
  const auto value = [&](int64_t k) {
    Expr word = var("own");
    Expr first = in_word == 1 ? word
                              : ir::add(mul(div(word, lit(elements)), lit(in_word * elements)),
                                        mod(word, lit(elements)));
    return scaled(o, read(registers(o), ir::add(first, lit(k * elements))));
  };
  const auto convert = [&](const std::string& to, Expr word) {
    out.push_back(make_stmt(Array{to, words, Type::Mask, Memory::Registers}));
    out.push_back(make_stmt(For{"own", Type::Int, lit(0), lit(words), lit(1), "",
                                assign(read(to, var("own")), AssignOp::Set, word), true}));
  };
  switch (tensor.arithmetic) {
    case Arithmetic::Tf32:
      return convert(bits(o), call("tf32_bits", {value(0)}));
    case Arithmetic::Tf32x3:
      convert(bits(o), call("tf32_bits", {value(0)}));
      return convert(rest(o), call("tf32_rest", {value(0), read(bits(o), var("own"))}));
    case Arithmetic::F16x3:
      convert(bits(o), call("f16_bits", {value(0), value(1)}));
      return convert(rest(o), call("f16_rest_bits", {value(0), value(1)}));
    case Arithmetic::Bf16:
      return convert(bits(o), call("bf16_bits", {value(0), value(1)}));
    case Arithmetic::F16x1:
    case Arithmetic::F16:
      return convert(bits(o), call("f16_bits", {value(0), value(1)}));
  }
}

std::vector<Stmt> ProductMaker::tensor_products() const {
  const TensorTiles& tensor = *tiling_.tensor();
  Stmts out;
  load_fragment(tensor.rows, out);
  load_fragment(tensor.columns, out);
  const auto second = [](const TensorTiles::Side& side, int64_t member) {
    return ir::add(var(side.pair->var), lit(member * side.second()));
  };
  const Block rows = fragment(tensor.rows), columns = fragment(tensor.columns),
              of_sums = sum_block();
  const auto registers_of = [&](const TensorTiles::Side& side) {
    const bool parts = TensorCore::in_parts(tensor.arithmetic);
    return Mma::Registers{var(bits(operand(side))), parts ? var(rest(operand(side))) : nullptr, {}};
  };
  Mma product{tensor.arithmetic,
              {var(sums()), nullptr, {}},
              registers_of(tensor.rows),
              registers_of(tensor.columns)};
  for (int64_t row : {0, 1})
    for (int64_t column : {0, 1})
      product.d.at.push_back(of_sums.at({{tensor.rows.pair, second(tensor.rows, row)},
                                         {tensor.columns.pair, second(tensor.columns, column)}}));
  for (int64_t word : {0, 1})
    for (int64_t row : {0, 1})
      product.a.at.push_back(ir::add(lit(word * rows.elements()),
                                     rows.at({{tensor.rows.pair, second(tensor.rows, row)}})));
  for (int64_t word : {0, 1})
    product.b.at.push_back(ir::add(lit(word * columns.elements()), columns.at()));
  // The loops of the sums, each pair once.
  Stmt body = make_stmt(std::move(product));
  for (size_t t = tiling_.times(); t-- > tiling_.products();) {
    Block one{{&tiling_.time(t)}, nullptr};
    for (const TensorTiles::Side* side : {&tensor.rows, &tensor.columns})
      if (side->pair == &tiling_.time(t)) one.halved = side;
    body = over(one, false, std::move(body));
  }
  out.push_back(guarded_products(body));
  return out;
}

}  // namespace teaal::passes
