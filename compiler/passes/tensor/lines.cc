#include "compiler/passes/tensor/lines.h"

#include <algorithm>
#include <utility>

#include "compiler/passes/tensor/tensor_fragment.h"

namespace teaal::passes {

using namespace ir;

namespace {

constexpr int64_t warps = 4, lanes = 32, quad = 4;
constexpr int64_t rows_of_unit = 8;  // 16 bytes of each part
constexpr int64_t words_of_unit = Matrices::words_of_unit;
constexpr const char *line = "line", *taken = "taken", *own_row = "own_row", *own_line = "own_line",
                     *turn = "turn", *wanted = "wanted", *scale = "values_scale";

using Exprs = std::vector<Expr>;
using Stmts = std::vector<Stmt>;

Expr tiles_of(const Matrices::Rank& rank) { return ceil_div(extent_of(rank), lit(rank.extent)); }

// What lanes of a warp have of a tile: each some rows of a few k's, in registers, read in quads
// along the k's or along the rows, whichever lie side by side.
struct Share {
  enum class Along { Lines, Rows, Neither };
  Along along = Along::Neither;
  int64_t rows = 16, lines = 4;  // of a lane
  std::vector<int64_t> place;    // Rows: how far behind the first of a lane's each of them lies
  int64_t lanes_along_rows = 1;  // neighbours; the others have further k's
  int64_t turns = 1;             // until the warp has had all rows

  int64_t lines_of_warp() const { return lanes / lanes_along_rows * lines; }
  int64_t units() const { return rows / rows_of_unit; }
};

// How far behind the first one each of `count` rows lies that follow it, where all of these are as
// many neighbours in memory, whichever is the first of them. Else nothing.
std::vector<int64_t> places_of_neighbours(const Lines& all, int64_t count) {
  const Matrices& m = all.matrices;
  if (m.rows() % count != 0 || m.ranks.back().extent % quad != 0) return {};
  std::vector<int64_t> out;
  for (int64_t row = 0; row < m.rows(); ++row) {
    const Exprs here = all.local(lit(row)), first = all.local(lit(row / count * count));
    for (size_t r = 0; r + 1 < here.size(); ++r)
      if (!same(here[r], first[r])) return {};
    const auto at = literal(here.back()), from = literal(first.back());
    if (!at || !from || *from % quad != 0 || *at < *from || *at - *from >= count) return {};
    if (row < count)
      out.push_back(*at - *from);
    else if (out[static_cast<size_t>(row % count)] != *at - *from)
      return {};
  }
  return out;
}

Share share_of(const Lines& all) {
  const Matrices& m = all.matrices;
  Share out;
  if (m.ranks.back().summed) {
    out.along = Share::Along::Lines;
  } else {
    for (const int64_t rows : {16, 8, 32})
      if (out.place.empty()) {
        out.place = places_of_neighbours(all, rows);
        out.rows = rows;
      }
    out.along = out.place.empty() ? Share::Along::Neither : Share::Along::Rows;
    out.rows = out.place.empty() ? 16 : out.rows;
  }
  if (out.rows > 16) out.lines = 2;
  const int64_t shares = m.rows() / out.rows;
  while (out.lanes_along_rows < lanes && shares % (2 * out.lanes_along_rows) == 0)
    out.lanes_along_rows *= 2;
  out.turns = shares / out.lanes_along_rows;
  if (out.along == Share::Along::Lines) out.rows *= std::exchange(out.turns, 1);
  return out;
}

class LinesMaker {
 public:
  explicit LinesMaker(const Lines& lines)
      : lines_(lines), m_(lines.matrices), share_(share_of(lines)) {}

  Kernel run(std::string name, const Program& program, SourceRange where) {
    const int64_t at_once = warps * share_.lines_of_warp();  // lines of a block
    const Expr chunks = ceil_div(end_of_lines(), lit(at_once)),
               thread = call("int", {call("thread")}), lane = mod(thread, lit(lanes));
    const bool across = share_.along == Share::Along::Rows;  // blocks side by side have other tiles
    // What a kernel in front has read last is in the L2 still.
    const Expr number =
        lines_.marks && !finds() ? sub(sub(call("blocks"), lit(1)), call("block")) : call("block");
    Stmts body = {let("number", Type::Int, call("int", {number})),
                  let("chunks", Type::Int, call("int", {chunks}))};
    Expr rest = across ? var("number") : div(var("number"), var("chunks")), blocks = chunks;
    first_.assign(m_.ranks.size(), lit(0));
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
    const Expr chunk = across ? rest : mod(var("number"), var("chunks")),
               of_warp = mul(div(thread, lit(lanes)), lit(share_.lines_of_warp())),
               of_lane = mul(div(lane, lit(share_.lanes_along_rows)), lit(share_.lines));
    body.push_back(
        let(line, Type::Size, size_of(add(add(mul(chunk, lit(at_once)), of_warp), of_lane))));
    body.push_back(let("lane_of_rows", Type::Int, mod(lane, lit(share_.lanes_along_rows))));
    if (!m_.largest.empty())
      body.push_back(let(scale, Type::Value, call("scale_of", {read(m_.largest, lit(0))})));
    if (share_.along != Share::Along::Neither)
      body.push_back(let("in_quads", Type::Bool,
                         call("aligned_rows", {var(m_.values), extent_of(m_.ranks.back())})));
    if (!finds()) body.push_back(ask_for_lines());
    const Stmt work = block({take(), finds() ? find_marks() : block({}), store()});
    body.push_back(share_.turns == 1 ? work
                                     : make_stmt(For{turn, Type::Int, lit(0), lit(share_.turns),
                                                     lit(1), "", work}));
    if (finds()) body.push_back(store_marks());
    std::vector<Param> marks;
    if (const auto& m = lines_.marks)
      marks = {{Param::Kind::Values, m->values, m->view, 0, nullptr, m->found}};
    return writing_kernel(
        m_, {std::move(name), std::move(where), warps * lanes, blocks, std::move(body), marks},
        program);
  }

 private:
  size_t summed() const {
    return static_cast<size_t>(std::ranges::find_if(m_.ranks, &Matrices::Rank::summed) -
                               m_.ranks.begin());
  }

  // Whether this kernel finds the marks.
  bool finds() const { return lines_.marks && lines_.marks->found; }

  // ---- Where things are ----

  Expr end_of_lines() const { return extent_of(m_.ranks[summed()]); }
  Expr own_k() const { return add(var(line), size_of(var(own_line))); }
  Expr is_line() const { return less(own_k(), end_of_lines()); }
  // Which of the tile's shares of rows the lane has.
  Expr share_number() const {
    const Expr before = share_.turns == 1 ? lit(0) : mul(var(turn), lit(share_.lanes_along_rows));
    return add(before, var("lane_of_rows"));
  }
  // Which of a line's units the lane's number `number` is. Along rows its units follow each other,
  // as what they are made of does; else lanes side by side have units that do, and write 64 bytes
  // or more together.
  Expr unit(const Expr& number) const {
    if (share_.along == Share::Along::Rows)
      return add(mul(share_number(), lit(share_.units())), number);
    const Expr before =
        share_.turns == 1 ? lit(0) : mul(var(turn), lit(share_.lanes_along_rows * share_.units()));
    return add(add(before, mul(number, lit(share_.lanes_along_rows))), var("lane_of_rows"));
  }
  // The coordinates, counted from where the tile begins, of the lane's row number `row`, as it is
  // read.
  Exprs local(const Expr& row) const {
    if (share_.along != Share::Along::Rows)
      return lines_.local(add(mul(unit(div(row, lit(rows_of_unit))), lit(rows_of_unit)),
                              mod(row, lit(rows_of_unit))));
    Exprs out = lines_.local(mul(share_number(), lit(share_.rows)));
    out.back() = add(out.back(), row);
    return out;
  }
  // Which register has what is read there.
  Expr place_of(const Expr& row, const Expr& k) const {
    return share_.along == Share::Along::Lines ? add(mul(row, lit(share_.lines)), k)
                                               : add(mul(k, lit(share_.rows)), row);
  }

  Expr mark(const Expr& k) const {
    Expr at = lit(0);
    for (const Lines::Marks::Level& level : lines_.marks->levels) {
      const Expr here =
          level.of == summed() ? k : div(first_[level.of], lit(m_.ranks[level.of].extent));
      at = add(mul(at, size_of(var(level.rank))), here);
    }
    return read(lines_.marks->values, at);
  }

  // ---- What is done ----

  // Which of the lane's lines are to be made: none beyond the rank's end, where the last one is
  // asked about, so that no question waits for another one.
  Stmt ask_for_lines() const {
    Expr asked = of_own_line(is_line());
    if (lines_.marks) {
      const Expr last = sub(end_of_lines(), lit(1));
      const Expr marked = call("differs", {mark(least(own_k(), last)), number(0)});
      asked = call("common_bits", {of_own_line(marked), asked});
    }
    return block({changing(wanted, Type::Mask, lit(0)),
                  each(own_line, share_.lines, 1, want(std::move(asked)))});
  }
  static Expr of_own_line(Expr condition) {
    return call("mask_where", {std::move(condition), call("bit", {var(own_line)})});
  }
  static Stmt want(Expr bits) {
    return assign(var(wanted), AssignOp::Set, call("any_of_bits", {var(wanted), std::move(bits)}));
  }
  static Expr number(double value) { return make_expr(FloatLit{value}); }
  static Expr is_wanted() { return call("is_bit_set", {var(wanted), var(own_line)}); }

  // What of the lane's is stored somewhere goes to registers, others are 0.
  Stmt take() const {
    const int64_t all = share_.rows * share_.lines;
    Stmts out = {make_stmt(Array{taken, all, Type::Value, Memory::Registers}),
                 for_each_own(all, assign(read(taken, own_element()), AssignOp::Set, number(0)))};
    if (share_.along == Share::Along::Neither) {
      out.push_back(take_elements());
    } else {
      const Expr quads = var("in_quads");
      out.push_back(if_then(quads, take_quads()));
      out.push_back(if_then(call("not", {quads}), take_elements()));
    }
    return block(std::move(out));
  }

  Stmt take_quads() const {
    const bool along_lines = share_.along == Share::Along::Lines;
    const Expr k = along_lines ? lit(0) : size_of(var(own_line));
    Expr asks = finds()       ? less(add(var(line), k), end_of_lines())
                : along_lines ? call("any_bit", {var(wanted)})
                              : is_wanted();
    const Element at = element_at(var(own_row), k);
    // Others read the rest of what the L1 brings along rows.
    const Stmt one = copy(along_lines ? CopyWay::Stream : CopyWay::Read,
                          read(taken, place_of(var(own_row), along_lines ? lit(0) : var(own_line))),
                          at.value, quad);
    const Stmt guarded = block({at.names, if_then(both(std::move(asks), at.inside), one)});
    const Stmt rows = each(own_row, share_.rows, along_lines ? 1 : quad, guarded);
    return along_lines ? rows : each(own_line, share_.lines, 1, rows);
  }

  Stmt take_elements() const {
    const Element at = element_at(var(own_row), size_of(var(own_line)));
    const Stmt one = if_then(at.inside, assign(read(taken, place_of(var(own_row), var(own_line))),
                                               AssignOp::Set, at.value));
    return each(own_line, share_.lines, 1,
                if_then(finds() ? is_line() : is_wanted(),
                        each(own_row, share_.rows, 1, block({at.names, one}))));
  }

  // An element of the lane's, and whether its row is inside of all ranks.
  struct Element {
    Stmt names;
    Expr value, inside;
  };
  Element element_at(const Expr& row, const Expr& k) const {
    const Exprs here = local(row);
    Expr at = lit(0), inside;
    Stmts names;
    for (size_t r = 0; r < m_.ranks.size(); ++r) {
      const std::string name = m_.ranks[r].name + "_here";
      names.push_back(let(name, Type::Size,
                          r == summed() ? add(var(line), k) : add(first_[r], size_of(here[r]))));
      at = add(mul(at, extent_of(m_.ranks[r])), var(name));
      if (r == summed()) continue;
      const Expr is_inside = less(var(name), extent_of(m_.ranks[r]));
      inside = inside ? both(inside, is_inside) : is_inside;
    }
    return {block(std::move(names)), read(m_.values, at), inside};
  }

  // Lanes that have a line together ask each other whether any has something of it.
  Stmt find_marks() const {
    const Expr own_here = read(taken, place_of(var(own_row), var(own_line)));
    const Stmt seen = each(
        own_row, share_.rows, 1,
        assign(var("any"), AssignOp::Or,
               call("choose", {call("differs", {own_here, number(0)}), number(1), number(0)})));
    const Expr found =
        call("any_in_group", {call("present", {var("any")}), lit(share_.lanes_along_rows)});
    return block(
        {changing(wanted, Type::Mask, lit(0)),
         each(own_line, share_.lines, 1,
              block({changing("any", Type::Value, number(0)), seen,
                     let("is_marked", Type::Bool, found), want(of_own_line(var("is_marked")))}))});
  }

  // Words of two rows each.
  Stmt store() const {
    Stmts out = {
        let("to", Type::Size, add(lines_.first_word(first_), mul(own_k(), lit(lines_.words()))))};
    for (int64_t part = 0; part < m_.parts(); ++part)
      for (int64_t of_lane = 0; of_lane < share_.units(); ++of_lane) {
        const Expr behind =
            add(mul(unit(lit(of_lane)), lit(words_of_unit)), lit(part * m_.rows() / 2));
        Exprs words = {var(m_.workspace), add(var("to"), size_of(behind))};
        for (int64_t i = 0; i < words_of_unit; ++i)
          words.push_back(word_of_unit(m_.arithmetic, part > 0, i, [&](int64_t at) {
            return value(of_lane * rows_of_unit + at);
          }));
        out.push_back(make_stmt(Run{call("store_words", std::move(words))}));
      }
    return each(own_line, share_.lines, 1, if_then(is_wanted(), block(std::move(out))));
  }

  Expr value(int64_t row) const {
    const int64_t at = share_.place.empty() ? row : share_.place[static_cast<size_t>(row)];
    const Expr element = read(taken, place_of(lit(at), var(own_line)));
    return m_.largest.empty() ? element : mul(element, var(scale));
  }

  // One of the lanes that have a line together tells.
  Stmt store_marks() const {
    const Stmt one = if_then(
        is_line(),
        assign(mark(own_k()), AssignOp::Set, call("choose", {is_wanted(), number(1), number(0)})));
    return if_then(equal(var("lane_of_rows"), lit(0)), each(own_line, share_.lines, 1, one));
  }

  const Lines& lines_;
  const Matrices& m_;
  const Share share_;
  Exprs first_;  // of the tile
};

}  // namespace

int64_t Lines::words() const { return matrices.parts() * matrices.rows() / 2; }

bool Lines::finds_marks() const { return share_of(*this).turns == 1; }

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
