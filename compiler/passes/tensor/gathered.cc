#include "compiler/passes/tensor/gathered.h"

#include "compiler/ir/levels.h"
#include "compiler/ir/tile_names.h"
#include "compiler/passes/tensor/tensor_fragment.h"

namespace teaal::passes {

using namespace ir;

namespace {

constexpr int64_t words_of_unit = Matrices::words_of_unit;
constexpr int64_t most_stride = int64_t{1} << 29;  // 2^32 bytes, of elements of at most eight

// Elements from one coordinate of the summed rank to the next.
Expr stride_of(const Matrices& m) {
  Expr out = lit(1);
  for (size_t r = m.ranks.size(); !m.ranks[--r].summed;) out = mul(out, extent_of(m.ranks[r]));
  return out;
}

}  // namespace

Stmt Gathered::registers() const {
  const int64_t of_thread = (units() + threads - 1) / threads;
  return passes::registers(taken(), of_thread * matrices.unit(), Type::Value);
}

// Of row `row` and from the run's k number `k` on, both behind the tile's name: neighbours have
// neighbouring rows, so that they store to different banks.
Stmt Gathered::each_unit(std::vector<Stmt> body) const {
  const int64_t rows = matrices.rows();
  const std::string prefix = tile + "_";
  const Expr unit = var(prefix + "unit"), part = var(prefix + "part"),
             thread = call("int", {call("thread")});
  Expr row = mod(unit, lit(rows)), k = div(unit, lit(rows));
  // The same, such that what is known of the part alone is known to the compiler.
  if (rows % threads == 0) {
    row = add(thread, mul(mod(part, lit(rows / threads)), lit(threads)));
    k = div(part, lit(rows / threads));
  } else if (threads % rows == 0) {
    row = mod(thread, lit(rows));
    k = add(div(thread, lit(rows)), mul(part, lit(threads / rows)));
  }
  body.insert(body.begin(), {let(prefix + "row", Type::Int, row),
                             let(prefix + "k", Type::Int, mul(k, lit(matrices.unit())))});
  return side_by_side(units(), threads, prefix, block(std::move(body)));
}

// Whether all of the run and of the tile's rows is there, and an instruction makes an address.
Expr Gathered::is_whole() const {
  Expr out = at_most(lit(matrices.depth()), var(left_of(tile)));
  if (const Expr stride = stride_of(matrices); !near && !literal(stride))
    out = both(out, less(stride, lit(most_stride)));
  for (size_t r = 0; r < matrices.ranks.size(); ++r)
    if (const Matrices::Rank& rank = matrices.ranks[r]; !rank.summed)
      out = both(out, at_most(add(size_of(first[r]), lit(rank.extent)), extent_of(rank)));
  return out;
}

Stmt Gathered::take() const {
  const std::string whole = tile + "_whole";
  return block({let(whole, Type::Bool, is_whole()), if_then(var(whole), take(true)),
                if_then(call("not", {var(whole)}), take(false))});
}

Stmt Gathered::take(bool whole) const {
  const std::vector<Expr> inside_tile = local(var(tile + "_row"));
  std::vector<Stmt> body;
  Expr from = lit(0), inside;
  for (size_t r = 0; r < matrices.ranks.size(); ++r) {
    const Matrices::Rank& rank = matrices.ranks[r];
    Expr at = lit(0);
    if (!rank.summed) {
      const std::string name = tile + "_" + rank.name;
      body.push_back(let(name, Type::Size, add(size_of(first[r]), inside_tile[r])));
      at = var(name);
      const Expr here = less(at, extent_of(rank));
      inside = inside ? both(inside, here) : here;
    }
    from = add(mul(from, extent_of(rank)), at);
  }
  const Expr k = var(tile + "_k");
  std::vector<Expr> args = {lit(matrices.unit()),
                            var(taken()),
                            mul(var(tile + "_part"), lit(matrices.unit())),
                            var(elements_of(tile)),
                            from,
                            stride_of(matrices),
                            var(entries_of(tile)),
                            add(var(run_of(tile)), k)};
  if (!whole) {
    const Expr left = sub(var(left_of(tile)), k);
    args.push_back(inside ? call("select", {inside, left, lit(0)}) : left);
  }
  body.push_back(make_stmt(Run{call(whole ? "take_all_listed" : "take_listed", std::move(args))}));
  return each_unit(std::move(body));
}

Stmt Gathered::give() const {
  std::vector<Stmt> body;
  const Expr first_taken = mul(var(tile + "_part"), lit(matrices.unit()));
  const auto value = [&](int64_t at) {
    const Expr one = read(taken(), add(first_taken, lit(at)));
    return scale.empty() ? one : mul(one, var(scale));
  };
  for (int64_t part = 0; part < matrices.parts(); ++part) {
    const Expr plane = add(mul(div(var(tile + "_k"), lit(matrices.unit())), lit(matrices.plane())),
                           lit(part * matrices.rows() * words_of_unit));
    std::vector<Expr> words = {var(tile), add(add(var(begin_of(tile)), plane),
                                              mul(var(tile + "_row"), lit(words_of_unit)))};
    for (int64_t i = 0; i < words_of_unit; ++i)
      words.push_back(word_of_unit(matrices.arithmetic, part > 0, i, value));
    body.push_back(make_stmt(Run{call("store_words", std::move(words))}));
  }
  return each_unit(std::move(body));
}

}  // namespace teaal::passes
