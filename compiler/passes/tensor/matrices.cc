#include "compiler/passes/tensor/matrices.h"

#include <algorithm>
#include <optional>

#include "compiler/ir/mma.h"
#include "compiler/passes/machine/copies.h"

namespace teaal::passes {

using namespace ir;
using TensorCore = Schedule::TensorCore;

namespace {

constexpr int64_t words_of_unit = Matrices::words_of_unit;
constexpr int64_t threads = 256;
constexpr int64_t side_of_square = 32;  // of what take_rows takes at once
constexpr int64_t most_rows_of_quads = 256;
constexpr int64_t most_moved = (40 << 10) / 4;  // elements in shared memory
constexpr int64_t unrolled_at_most = 16;
constexpr const char *moved = "moved", *chunk = "chunk", *unit_name = "unit", *kept = "kept",
                     *scale = "values_scale";

using Exprs = std::vector<Expr>;
using Stmts = std::vector<Stmt>;

Expr padded(const Matrices::Rank& rank) {
  return mul(ceil_div(extent_of(rank), lit(rank.extent)), lit(rank.extent));
}

size_t summed_rank(const Matrices& m) {
  return static_cast<size_t>(std::ranges::find_if(m.ranks, &Matrices::Rank::summed) -
                             m.ranks.begin());
}

// Writes an operand's matrices. A block moves a piece, some rows of some coordinates of the
// summed rank, through shared memory: it is read as it lies, and written in units.
class Layer {
 public:
  explicit Layer(const Matrices& m) : m_(m), summed_(summed_rank(m)) { choose_piece(); }

  Kernel run(std::string name, const Program& program, SourceRange where) {
    const Expr chunks = ceil_div(padded(m_.ranks[summed_]), lit(coordinates_));
    Expr blocks = chunks;
    Stmts body = {make_stmt(Array{moved, std::max(coordinates_ * of_coordinate_, rows_ * of_row_)}),
                  let("number", Type::Size, size_of(call("block"))),
                  let(chunk, Type::Size, mul(mod(var("number"), chunks), lit(coordinates_)))};
    if (!m_.largest.empty())
      body.push_back(let(scale, Type::Value, call("scale_of", {read(m_.largest, lit(0))})));
    first_.assign(m_.ranks.size(), var(chunk));
    Expr rest = div(var("number"), chunks);
    for (size_t r = m_.ranks.size(); r-- > 0;) {
      if (r == summed_) continue;
      const int64_t at_once = quads_of_ == r ? rows_ : m_.ranks[r].extent;
      const Expr count = div(padded(m_.ranks[r]), lit(at_once));
      const std::string first = m_.ranks[r].name + "_first";
      body.push_back(let(first, Type::Size, mul(mod(rest, count), lit(at_once))));
      first_[r] = var(first);
      rest = div(rest, count);
      blocks = mul(blocks, count);
    }
    Stmts work = quads_of_ ? take_quads() : take_elements();
    for (Stmt& s : write_units()) work.push_back(std::move(s));
    std::vector<Param> beside;
    if (is_listed()) {
      for (const std::string& name : {m_.list, m_.count})
        beside.push_back({Param::Kind::Workspace, name, name, 0, nullptr, false, Type::Coord});
      body.push_back(let(kept, Type::Size, size_of(read(m_.count, lit(0)))));
      work = {if_then(less(var(chunk), end_of_summed()), block(std::move(work)))};
    }
    body.insert(body.end(), work.begin(), work.end());
    return writing_kernel(
        m_, {std::move(name), std::move(where), threads, blocks, std::move(body), beside}, program);
  }

 private:
  bool is_listed() const { return !m_.list.empty(); }

  // Of whole tiles.
  Expr end_of_summed() const {
    if (!is_listed()) return padded(m_.ranks[summed_]);
    const Expr depth = lit(m_.depth());
    return mul(ceil_div(var(kept), depth), depth);
  }

  // Squares of 32 x 32 are read in quads where they lie along one rank, all of it; else all rows of
  // a tile.
  void choose_piece() {
    rows_ = m_.rows();
    std::vector<size_t> along;
    for (size_t r = 0; r < m_.ranks.size(); ++r)
      if (r != summed_ && m_.ranks[r].extent > 1) along.push_back(r);
    const size_t last = m_.ranks.size() - 1;
    if (!is_listed() && along.size() == 1 && (last == along[0] || last == summed_) &&
        rows_ % side_of_square == 0 && rows_ <= most_rows_of_quads) {
      quads_of_ = along[0];
      along_rows_ = last == along[0];
      (along_rows_ ? of_coordinate_ : of_row_) = side_of_square + 1;
      if (along_rows_) rows_ = side_of_square;
      return;
    }
    while (coordinates_ > m_.unit() && coordinates_ * (rows_ + 1) > most_moved) coordinates_ /= 2;
    of_coordinate_ = rows_ + 1;
  }

  Expr address(const Exprs& at) const {
    Expr out = lit(0);
    for (size_t r = 0; r < at.size(); ++r) out = add(mul(out, extent_of(m_.ranks[r])), at[r]);
    return out;
  }

  Stmts take_quads() const {
    const size_t across = along_rows_ ? summed_ : *quads_of_;
    Expr stride = lit(1);
    for (size_t r = m_.ranks.size(); --r != across;) stride = mul(stride, extent_of(m_.ranks[r]));
    const auto left = [&](size_t r) { return sub(extent_of(m_.ranks[r]), first_[r]); };
    return {make_stmt(Run{
        call("take_rows", {lit(along_rows_ ? coordinates_ : rows_), var(moved), var(m_.values),
                           address(first_), stride, left(across), left(m_.ranks.size() - 1)})})};
  }

  // Read along the operand's last rank; zeros behind the ranks' ends.
  Stmts take_elements() const {
    Expr rest = var(unit_name), inside;
    Exprs local(m_.ranks.size()), at(m_.ranks.size());
    for (size_t r = m_.ranks.size(); r-- > 0;) {
      const int64_t reach = r == summed_ ? coordinates_ : m_.ranks[r].extent;
      local[r] = r == 0 ? rest : mod(rest, lit(reach));
      rest = div(rest, lit(reach));
    }
    for (size_t r = 0; r < m_.ranks.size(); ++r) {
      at[r] = add(first_[r], local[r]);
      const bool listed = is_listed() && r == summed_;
      const Expr here = less(at[r], listed ? var(kept) : extent_of(m_.ranks[r]));
      if (listed)
        at[r] = size_of(call("select", {here, read(m_.list, at[r]), call("coord", {lit(0)})}));
      inside = inside ? both(inside, here) : here;
    }
    const Expr to = add(mul(local[summed_], lit(of_coordinate_)), mul(m_.row(local), lit(of_row_)));
    const Stmt one =
        assign(read(moved, to), AssignOp::Set,
               call("choose", {inside, read(m_.values, address(at)), make_expr(FloatLit{0})}));
    return {side_by_side(rows_ * coordinates_, threads, "", one), barrier()};
  }

  // Rows of what was moved in quads lie by their coordinates, others by where they go.
  Stmts write_units() const {
    const Expr row = mod(var(unit_name), lit(rows_)),
               coordinate = mul(div(var(unit_name), lit(rows_)), lit(m_.unit()));
    const auto value = [&](int64_t k) {
      Expr out = read(
          moved, add(mul(add(coordinate, lit(k)), lit(of_coordinate_)), mul(row, lit(of_row_))));
      return m_.largest.empty() ? out : mul(out, var(scale));
    };
    Exprs at = first_;
    at[summed_] = add(at[summed_], coordinate);
    Expr to = row;
    if (quads_of_) {
      Exprs local(m_.ranks.size(), lit(0));
      local[*quads_of_] = add(mod(first_[*quads_of_], lit(m_.rows())), row);
      to = m_.row(local);
    }
    const Expr first = m_.first_word(at);
    Stmts stores = {let("to", Type::Size, to)};
    for (int64_t part = 0; part < m_.parts(); ++part) {
      Exprs words = {var(m_.workspace),
                     add(first, mul(add(lit(part * m_.rows()), var("to")), lit(words_of_unit)))};
      for (int64_t i = 0; i < words_of_unit; ++i)
        words.push_back(word_of_unit(m_.arithmetic, part > 0, i, value));
      stores.push_back(make_stmt(Run{call("store_words", std::move(words))}));
    }
    return {side_by_side(coordinates_ / m_.unit() * rows_, threads, "",
                         if_then(less(at[summed_], end_of_summed()), block(std::move(stores))))};
  }

  const Matrices& m_;
  const size_t summed_;
  std::optional<size_t> quads_of_;  // the rank along which squares lie beside the summed one
  bool along_rows_ = false;         // neighbours in memory are of that rank
  // A piece, and where in `moved` its coordinates and rows lie.
  int64_t rows_ = 0, coordinates_ = side_of_square, of_coordinate_ = 1, of_row_ = 1;
  Exprs first_;  // of the piece
};

}  // namespace

Kernel writing_kernel(const Matrices& m, WritingKernel given, const Program& program) {
  Kernel out;
  out.name = std::move(given.name);
  out.where = std::move(given.where);
  out.tiled = true;  // it is whole
  out.threads = given.threads;
  out.launch = {most(given.blocks, lit(1)), lit(given.threads)};
  out.params = {{Param::Kind::Workspace, m.workspace, m.workspace, 0, nullptr, true, Type::Mask},
                {Param::Kind::Values, m.values, m.view, 0, nullptr, false}};
  if (!m.largest.empty())
    out.params.push_back(
        {Param::Kind::Workspace, m.largest, m.largest, 0, nullptr, false, Type::Value});
  out.params.insert(out.params.end(), given.beside.begin(), given.beside.end());
  Expr some;
  for (const Matrices::Rank& rank : m.ranks) {
    const Expr here = less(lit(0), var(rank.name));
    some = some ? both(some, here) : here;
  }
  out.body = if_then(some, block(std::move(given.body)));
  add_sizes_read(program, out);
  return out;
}

Stmt side_by_side(int64_t units, int64_t threads, const std::string& prefix, Stmt body) {
  const int64_t parts = (units + threads - 1) / threads;
  const std::string unit = prefix + "unit", part = prefix + "part";
  if (units % threads != 0) body = if_then(less(var(unit), lit(units)), std::move(body));
  Expr number = add(call("int", {call("thread")}), mul(var(part), lit(threads)));
  return make_stmt(For{part, Type::Int, lit(0), lit(parts), lit(1), "",
                       block({let(unit, Type::Int, number), std::move(body)}),
                       parts <= unrolled_at_most});
}

Expr word_of_unit(Arithmetic arithmetic, bool rest, int64_t number,
                  const std::function<Expr(int64_t)>& value) {
  switch (arithmetic) {
    case Arithmetic::Bf16:
      return call("bf16_bits", {value(2 * number), value(2 * number + 1)});
    case Arithmetic::F16:
    case Arithmetic::F16x1:
      return call("f16_bits", {value(2 * number), value(2 * number + 1)});
    case Arithmetic::F16x3:
      return call(rest ? "f16_rest_bits" : "f16_bits", {value(2 * number), value(2 * number + 1)});
    case Arithmetic::Tf32:
    case Arithmetic::Tf32x3:
      break;
  }
  return call(rest ? "tf32_rest_word" : "tf32_word", {value(number)});
}

Expr extent_of(const Matrices::Rank& rank) { return size_of(var(rank.name)); }

int64_t Matrices::unit() const { return TensorCore::in_halves(arithmetic) ? 8 : 4; }
int64_t Matrices::parts() const { return TensorCore::in_parts(arithmetic) ? 2 : 1; }

int64_t Matrices::rows() const {
  int64_t out = 1;
  for (const Rank& rank : ranks)
    if (!rank.summed) out *= rank.extent;
  return out;
}

int64_t Matrices::depth() const { return ranks[summed_rank(*this)].extent; }
int64_t Matrices::plane() const { return parts() * rows() * words_of_unit; }
int64_t Matrices::words() const { return depth() / unit() * plane(); }

Expr Matrices::all_words() const {
  Expr out = lit(parts());
  for (const Rank& rank : ranks) out = mul(out, padded(rank));
  return div(mul(out, lit(words_of_unit)), lit(unit()));
}

Expr Matrices::first_word(const std::vector<Expr>& first) const {
  const size_t k = summed_rank(*this);
  Expr tile = lit(0);
  for (size_t r = 0; r < ranks.size(); ++r)
    if (r != k)
      tile = add(mul(tile, div(padded(ranks[r]), lit(ranks[r].extent))),
                 div(first[r], lit(ranks[r].extent)));
  const Expr of_unit =
      add(mul(tile, div(padded(ranks[k]), lit(unit()))), div(first[k], lit(unit())));
  return mul(of_unit, lit(plane()));
}

Kernel Matrices::kernel(std::string name, const Program& program, SourceRange where) const {
  return Layer(*this).run(std::move(name), program, std::move(where));
}

}  // namespace teaal::passes
