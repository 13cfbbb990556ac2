#include "compiler/passes/tensor/lines.h"

#include <algorithm>

namespace teaal::passes {

using namespace ir;

namespace {

constexpr int64_t threads = 128, lanes = 32;
constexpr int64_t rows_of_unit = 8;  // 16 bytes of each part
constexpr int64_t words_of_unit = 4;
constexpr const char *unit_name = "unit", *line = "line", *own_line = "own_line", *own = "own",
                     *row = "row", *scale = "values_scale";

using Exprs = std::vector<Expr>;
using Stmts = std::vector<Stmt>;

Expr extent_of(const Matrices::Rank& rank) { return size_of(var(rank.name)); }
Expr tiles_of(const Matrices::Rank& rank) { return ceil_div(extent_of(rank), lit(rank.extent)); }

// A warp makes some of 32 lines of a tile: its lanes ask whether each is wanted, and share the
// units of those that are.
class LinesMaker {
 public:
  explicit LinesMaker(const Lines& lines)
      : lines_(lines), m_(lines.matrices), units_of_line_(m_.rows() / rows_of_unit) {}

  Kernel run(std::string name, const Program& program, SourceRange where) {
    constexpr int64_t at_once = threads;  // lines of a block
    const Expr k = extent_of(m_.ranks[summed()]), chunks = ceil_div(k, lit(at_once)),
               thread = call("int", {call("thread")}), of_warp = mod(thread, lit(lanes));
    Expr blocks = chunks;
    Stmts body = {let("number", Type::Int, call("int", {call("block")})),
                  let("chunks", Type::Int, call("int", {chunks})),
                  let("first_line", Type::Int,
                      add(mul(mod(var("number"), var("chunks")), lit(at_once)),
                          mul(div(thread, lit(lanes)), lit(lanes))))};
    if (!m_.largest.empty())
      body.push_back(let(scale, Type::Value, call("scale_of", {read(m_.largest, lit(0))})));
    first_.assign(m_.ranks.size(), lit(0));
    Expr rest = div(var("number"), var("chunks"));
    for (size_t r = m_.ranks.size(); r-- > 0;) {
      if (r == summed()) continue;
      const std::string& rank = m_.ranks[r].name;
      const std::string tiles = rank + "_tiles", first = rank + "_first";
      body.push_back(let(tiles, Type::Int, call("int", {tiles_of(m_.ranks[r])})));
      body.push_back(let(first, Type::Int, mul(mod(rest, var(tiles)), lit(m_.ranks[r].extent))));
      first_[r] = size_of(var(first));
      rest = div(rest, var(tiles));
      blocks = mul(blocks, tiles_of(m_.ranks[r]));
    }
    body.push_back(let(own_line, Type::Size, size_of(add(var("first_line"), of_warp))));
    Expr wanted = less(var(own_line), k);
    if (lines_.marks)  // none is asked for beyond the rank's end
      wanted = both(wanted, call("differs", {mark(), make_expr(FloatLit{0})}));
    body.push_back(let("wanted", Type::Mask, call("ballot", {std::move(wanted)})));
    body.push_back(let("lines", Type::Int, call("int", {call("bits_set", {var("wanted")})})));
    body.push_back(make_stmt(For{unit_name, Type::Int, of_warp,
                                 mul(var("lines"), lit(units_of_line_)), lit(lanes), "", unit()}));
    std::vector<Param> marks;
    if (const auto& m = lines_.marks)
      marks = {{Param::Kind::Values, m->values, m->view, 0, nullptr, false}};
    return writing_kernel(
        m_, {std::move(name), std::move(where), threads, blocks, std::move(body), marks}, program);
  }

 private:
  size_t summed() const {
    return static_cast<size_t>(std::ranges::find_if(m_.ranks, &Matrices::Rank::summed) -
                               m_.ranks.begin());
  }

  Expr mark() const {
    Expr at = lit(0);
    for (const Lines::Marks::Level& level : lines_.marks->levels) {
      const Expr here = level.of == summed()
                            ? var(own_line)
                            : div(first_[level.of], lit(m_.ranks[level.of].extent));
      at = add(mul(at, size_of(var(level.rank))), here);
    }
    return read(lines_.marks->values, at);
  }

  // Eight rows at one k, as one word of two in each part; zeros behind the ranks' ends.
  Stmt unit() const {
    const Expr of_line = mod(var(unit_name), lit(units_of_line_));
    const Exprs local = lines_.local(add(mul(of_line, lit(rows_of_unit)), var(row)));
    Expr from = lit(0), place = lit(0), inside;
    for (size_t r = 0; r < m_.ranks.size(); ++r) {
      const Expr extent = extent_of(m_.ranks[r]);
      from = add(mul(from, extent), r == summed() ? var(line) : first_[r]);
      place = mul(place, extent);
      if (r == summed()) continue;
      place = add(place, local[r]);
      const Expr here = less(add(first_[r], local[r]), extent);
      inside = inside ? both(inside, here) : here;
    }
    Expr element =
        call("choose", {inside, read(m_.values, add(var("from"), place)), make_expr(FloatLit{0})});
    if (!m_.largest.empty()) element = mul(element, var(scale));
    const Expr number = call("nth_bit", {div(var(unit_name), lit(units_of_line_)), var("wanted"),
                                         lit(0), lit(0), lit(0)});
    Stmts out = {
        let(line, Type::Size, size_of(add(var("first_line"), number))),
        let("from", Type::Size, from),
        make_stmt(Array{own, rows_of_unit, Type::Value, Memory::Registers}),
        make_stmt(For{row, Type::Int, lit(0), lit(rows_of_unit), lit(1), "",
                      assign(read(own, var(row)), AssignOp::Set, std::move(element)), true}),
        let("to", Type::Size,
            add(add(lines_.first_word(first_), mul(var(line), lit(lines_.words()))),
                mul(of_line, lit(words_of_unit))))};
    for (int64_t part = 0; part < m_.parts(); ++part) {
      Exprs words = {var(m_.workspace), add(var("to"), lit(part * m_.rows() / 2))};
      for (int64_t i = 0; i < words_of_unit; ++i)
        words.push_back(word_of_unit(m_.arithmetic, part > 0, i,
                                     [](int64_t at) { return read(own, lit(at)); }));
      out.push_back(make_stmt(Run{call("store_words", std::move(words))}));
    }
    return block(std::move(out));
  }

  const Lines& lines_;
  const Matrices& m_;
  const int64_t units_of_line_;
  Exprs first_;  // of the tile
};

}  // namespace

int64_t Lines::words() const { return matrices.parts() * matrices.rows() / 2; }

Expr Lines::all_words() const {
  Expr out = lit(words());
  for (const Matrices::Rank& rank : matrices.ranks)
    out = mul(out, rank.summed ? extent_of(rank) : tiles_of(rank));
  return out;
}

Expr Lines::first_word(const std::vector<Expr>& first) const {
  Expr tile = lit(0), k = lit(1);
  for (size_t r = 0; r < matrices.ranks.size(); ++r) {
    const Matrices::Rank& rank = matrices.ranks[r];
    if (rank.summed)
      k = extent_of(rank);
    else
      tile = add(mul(tile, tiles_of(rank)), div(first[r], lit(rank.extent)));
  }
  return mul(mul(tile, k), lit(words()));
}

Kernel Lines::kernel(std::string name, const Program& program, SourceRange where) const {
  return LinesMaker(*this).run(std::move(name), program, std::move(where));
}

}  // namespace teaal::passes
