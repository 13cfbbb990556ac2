#include <algorithm>

#include "compiler/ir/levels.h"
#include "compiler/passes/staged/staged_kernel.h"
#include "compiler/passes/tensor/largest.h"

namespace teaal::passes {
namespace {

using namespace ir;

constexpr int64_t warp = staged_warp, list_threads = 128, rows_threads = 256, order_threads = 256,
                  rows_at_a_look = 16;
constexpr int64_t most_rows = 256, most_moved = 48 << 10;  // bytes

class Preparation : public StagedBuilder {
 public:
  Preparation(Program& program, const Kernel& kernel, Tiling& tiling, Names& names)
      : StagedBuilder(program, kernel, tiling), own_(tiling), names_(names) {
    for (const Kernel& k : program.kernels) kernel_names_.take(k.name);
  }

  std::vector<Kernel> run(std::map<std::string, Lists>& lists) {
    std::vector<Kernel> out;
    const std::optional<TensorTiles>& tensor = own_.tensor();
    const bool scales = tensor && Schedule::TensorCore::scales(tensor->arithmetic);
    for (TiledOperand& o : own_.operands()) {
      const bool by_pattern = o.pattern && !one_read(o), by_rows = o.tile && o.tile->packed;
      // Who reads all of it anyway finds its largest magnitude, too, before it is needed.
      const bool pattern_seeks = scales && by_pattern && PatternMaker::reads_in_quads(o),
                 rows_seek = scales && by_rows && !pattern_seeks;
      if (scales && !pattern_seeks && !rows_seek) {
        out.push_back(shares_kernel(o));
        out.push_back(largest_kernel(o, out.back()));
      }
      if (by_pattern) out.push_back(pattern_kernel(o, pattern_seeks));
      if (pattern_seeks) out.push_back(largest_kernel(o, out.back()));
      if (by_rows) out.push_back(rows_kernel(o, rows_seek));
      if (rows_seek) out.push_back(largest_kernel(o, out.back()));
    }
    for (const Schedule::Skip& skip : own_.skips())
      if (skip.kind == Schedule::Skip::Kind::Compact) {
        out.push_back(list_kernel(skip, lists));
        if (skip.longest_first) out.push_back(order_kernel(skip, lists));
      }
    return out;
  }

 private:
  std::string add_workspace(const std::string& base, Expr elements, Type type) {
    std::string name = names_.fresh(base);
    program_.workspaces.push_back({name, std::move(elements), type});
    return name;
  }

  Kernel begun(const std::string& base, int64_t threads, const Expr& blocks) {
    Kernel k;
    k.name = kernel_names_.fresh(kernel_.name + "_" + base);
    k.where = kernel_.where;
    k.tiled = true;
    k.threads = threads;
    k.launch = {most(blocks, lit(1)), lit(threads)};
    return k;
  }

  // ---- Scaled parts ----

  // The blocks of a kernel store the largest magnitude of what each has read.
  void take_shares(TiledOperand& o, const Expr& blocks) {
    o.largest = add_workspace(o.view + "_largest", ir::add(lit(1), blocks), Type::Value);
  }

  Kernel shares_kernel(TiledOperand& o) {
    take_shares(o, largest_shares(elements_of(o)));
    return search_shares(search(o, "_largest_of_shares"), program_, *program_.view(o.view),
                         elements_of(o));
  }

  // Of the shares that the blocks of `stores` have found.
  Kernel largest_kernel(const TiledOperand& o, const Kernel& stores) {
    return search_all(search(o, "_largest"), program_, stores.launch.grid);
  }

  LargestSearch search(const TiledOperand& o, const std::string& what) {
    return {kernel_names_.fresh(kernel_.name + "_" + o.view + what), o.largest, kernel_.where};
  }

  // ---- Patterns ----

  Kernel pattern_kernel(TiledOperand& o, bool seeks) {
    o.masks = add_workspace(o.view + "_pattern", patterns_.words_of(o), Type::Mask);
    Kernel k = begun(o.view + "_pattern", 1, patterns_.blocks(o));
    if (seeks) take_shares(o, k.launch.grid);
    patterns_.make(o, seeks, k);
    return k;
  }

  static std::vector<Schedule::Pattern::Rank> others(const TiledOperand& o) {
    return PatternMaker::others(o);
  }
  static std::string first_of(const std::string& root) { return root + "_first"; }

  // ---- Copies in which the rows of tiles are contiguous ----

  // The coordinates of the ranks that neither side of a copy is contiguous along, from their
  // number.
  static std::map<std::string, Expr> other_coordinates(const TiledOperand& o, Expr number,
                                                       Stmts& out) {
    std::map<std::string, Expr> at;
    const std::vector<TileRank>& ranks = o.tile->ranks;
    for (size_t r = ranks.size() - 1; r-- > 0;) {
      const std::string& root = ranks[r].root;
      if (root == o.roots.back()) continue;
      out.push_back(let(first_of(root), Type::Size, mod(number, extent(root))));
      at[root] = var(first_of(root));
      number = div(number, extent(root));
    }
    return at;
  }

  // Whether a tile of the pattern is what a row of tiles holds: one kernel makes both.
  bool one_read(const TiledOperand& o) const {
    if (!o.pattern || !o.tile || !o.tile->packed) return false;
    const TileRank& to = o.tile->ranks.back();
    if (o.pattern->ranks.back().root != o.roots.back() || rows_at_once(to) != to.extent)
      return false;
    return std::ranges::all_of(others(o), [&](const auto& rank) {
      return rank.tile == (rank.root == to.root ? to.extent : 1);
    });
  }

  // How many rows of a tile a block moves: a part of them all.
  int64_t rows_at_once(const TileRank& to) const {
    int64_t out = std::min(most_rows, most_moved / ((warp + 1) * tiling_.target().value_bytes));
    while (to.extent % out != 0) --out;
    return out;
  }

  // rows[tile of the last rank][the tile's other ranks, whole][inside the tile], zeros behind the
  // last rank's end. A block takes rows of 32 elements, as they are stored, and gives them as
  // columns; rows that no list can name are not written. Where a tile of the pattern is what a
  // block takes, it says what they hold, too.
  Kernel rows_kernel(TiledOperand& o, bool seeks) {
    StagedTile& tile = *o.tile;
    const std::string& from = o.roots.back();
    const TileRank& to = tile.ranks.back();
    const int64_t high = rows_at_once(to), parts = to.extent / high;
    const bool looks = one_read(o);
    Expr tiles = ir::ceil_div(extent(to.root), lit(to.extent)), rows = tiles;
    for (size_t r = 0; r + 1 < tile.ranks.size(); ++r)
      if (tile.ranks[r].root != from) rows = mul(rows, extent(tile.ranks[r].root));
    if (looks) o.masks = add_workspace(o.view + "_pattern", mul(rows, words(from)), Type::Mask);
    tile.rows =
        add_workspace(o.view + "_rows", product({rows, extent(from), lit(to.extent)}), Type::Value);
    Kernel k = begun(o.view + "_rows", rows_threads, product({rows, words(from), lit(parts)}));
    Stmts out = {make_stmt(Array{"moved", high * (warp + 1)}), let("words", Type::Int, words(from)),
                 let("tiles", Type::Int, tiles),
                 let("number", Type::Int, call("int", {call("block")})),
                 let("word", Type::Size, mod(var("number"), var("words")))};
    Expr rest = div(var("number"), var("words")), first = mul(var("tile"), lit(to.extent));
    if (parts > 1) {
      out.push_back(let("part", Type::Size, mul(mod(rest, lit(parts)), lit(high))));
      rest = div(rest, lit(parts));
      first = ir::add(first, var("part"));
    }
    out.push_back(let("tile", Type::Size, mod(rest, var("tiles"))));
    std::map<std::string, Expr> at = other_coordinates(o, div(rest, var("tiles")), out);
    at[from] = mul(var("word"), lit(mask_bits));
    at[to.root] = first;
    Expr row_length = lit(1), row = var("tile"), next = lit(1);
    for (size_t l = o.roots.size(); l-- > 0 && o.roots[l] != to.root;)
      row_length = mul(extent(o.roots[l]), row_length);
    for (size_t r = 0; r + 1 < tile.ranks.size(); ++r) {
      const std::string& root = tile.ranks[r].root;
      row = ir::add(mul(row, extent(root)), at[root]);
      next = root == from ? lit(1) : mul(next, extent(root));
    }
    std::vector<Expr> args = {lit(high),
                              var("moved"),
                              var(o.values),
                              address(o, at),
                              row_length,
                              ir::sub(extent(to.root), at[to.root]),
                              ir::sub(extent(from), at[from])};
    if (seeks) {
      take_shares(o, k.launch.grid);
      args.insert(args.end(), {var(o.largest), share_of_block()});
    }
    Expr take = call(seeks ? "take_rows_seeking" : "take_rows", std::move(args));
    out.push_back(looks ? let("bits", Type::Mask, take) : make_stmt(Run{take}));
    if (looks)
      out.push_back(if_then(equal(call("thread"), lit(0)),
                            assign(word_at(o, at), AssignOp::Set, var("bits"))));
    Expr place = mul(row, lit(to.extent));
    if (parts > 1) place = ir::add(place, var("part"));
    out.push_back(make_stmt(Run{
        call("give_rows", {lit(high), var(tile.rows), place, mul(next, lit(to.extent)),
                           var("moved"), wanted(o, at, looks), ir::sub(extent(from), at[from])})}));
    k.params = {workspace(tile.rows, Type::Value, true), values(o, false)};
    k.body = unless_empty(o.roots, block(std::move(out)));
    if (seeks) {
      // Where there is nothing to take, too.
      k.body = block(
          {if_then(equal(call("thread"), lit(0)), assign(read(o.largest, share_of_block()),
                                                         AssignOp::Set, make_expr(FloatLit{0}))),
           k.body});
      k.params.push_back(workspace(o.largest, Type::Value, true));
    }
    if (looks || reads_pattern(o))
      k.params.insert(k.params.begin(), workspace(o.masks, Type::Mask, looks));
    add_sizes(k);
    return k;
  }

  // The word of the pattern that has what a block takes.
  static Expr word_at(const TiledOperand& o, const std::map<std::string, Expr>& at) {
    const std::string& along = o.pattern->ranks.back().root;
    const TileRank& to = o.tile->ranks.back();
    std::map<std::string, Expr> tiles;
    for (const auto& rank : others(o)) {
      const bool whole = rank.root == to.root && rank.tile == to.extent;
      tiles[rank.root] = whole ? var("tile") : div(at.at(rank.root), lit(rank.tile));
    }
    Expr row = pattern_row(o, tiles);
    Expr word = along == o.roots.back() ? var("word") : div(at.at(along), lit(mask_bits));
    return read(o.masks, ir::add(mul(row, words(along)), word));
  }

  // Which of the 32 columns that a block takes are written: lists leave out the others.
  Expr wanted(const TiledOperand& o, const std::map<std::string, Expr>& at, bool looks) const {
    if (!reads_pattern(o)) return call("all_bits");
    if (looks) return var("bits");
    const std::string& along = o.pattern->ranks.back().root;
    Expr word = word_at(o, at);
    if (along == o.roots.back()) return word;
    Expr bit = call("shift_right", {word, mod(at.at(along), lit(mask_bits))});
    return call("mask_where",
                {call("any_bit", {call("low_bits", {bit, lit(1)})}), call("all_bits")});
  }

  // Whether blocks read the rows that lists name, one after the other, and no others, and a block
  // lies in one tile of the pattern: else lists name rows for the sake of other tiles, too.
  bool lists_rows(const TiledOperand& o) const {
    const Schedule::Skip* list = tiling_.compacted(o.pattern->ranks.back().root);
    if (!list || list->at == Place::Grid || tiling_.time(tiling_.loop_of(*list)).step != 1)
      return false;
    const std::vector<Schedule::Pattern::Rank> outer = others(o);
    return std::all_of(outer.begin(), outer.end(), [&](const auto& rank) {
      return rank.tile % *tiling_.reach_of(rank.root, Place::Block) == 0;
    });
  }

  // Rows that lists leave out are never read, where each is in one tile of the pattern, and so are
  // the 32 that a block takes, which lie along the rank that is contiguous.
  bool reads_pattern(const TiledOperand& o) const {
    if (!o.pattern || !lists_rows(o)) return false;
    const TileRank& to = o.tile->ranks.back();
    return std::ranges::all_of(others(o), [&](const auto& rank) {
      return rank.root == to.root ? rank.tile % to.extent == 0
                                  : rank.tile == 1 && rank.root != o.roots.back();
    });
  }

  // ---- Lists: what a block, or a warp, does not skip, made by a block ----

  // Sets the variables of the loops over warps from the number of a list. Whether the warp has any
  // coordinate.
  Expr warp_offsets(const Expr& number, Stmts& out) const {
    const std::vector<const TiledLoop*> loops = tiling_.at_warps();
    Expr rest = mod(number, lit(tiling_.warps())), inside;
    for (size_t i = loops.size(); i-- > 0;) {
      const TiledLoop& loop = *loops[i];
      out.push_back(let(loop.var, Type::Int,
                        mul(call("int", {mod(rest, loop.count)}), loop.step_size()), loop.where));
      rest = div(rest, loop.count);
    }
    for (const std::string& root : tiling_.output().roots) {
      Expr first = lit(0);
      for (const TiledLoop& loop : tiling_.loops())
        if (loop.root == root && (loop.place == Place::Block || loop.place == Place::Warp))
          first = ir::add(first, var(loop.var));
      Expr here = less(first, extent(root));
      inside = inside ? both(inside, here) : here;
    }
    return inside;
  }

  Kernel list_kernel(const Schedule::Skip& skip, std::map<std::string, Lists>& lists) {
    const TiledLoop& loop = tiling_.time(tiling_.loop_of(skip));
    Lists made;
    const bool once = skip.at == Place::Grid;
    const int64_t each = lists_of_block(loop.root);
    Expr all = once ? lit(1) : mul(blocks(), lit(each));
    Expr most_entries = entries_of_block(loop), thread = call("thread"), tile = call("block");
    made.entries = add_workspace(loop.name + "_list", mul(all, most_entries), Type::Coord);
    made.counts = add_workspace(loop.name + "_listed", all, Type::Coord);
    Kernel k = begun(loop.name + "_list", list_threads, all);
    Stmts out;
    block_offsets(div(tile, lit(each)), out);
    Expr inside = skip.at == Place::Warp ? warp_offsets(tile, out) : nullptr;
    out.push_back(let("words", Type::Size, words(loop.root)));
    Expr first_word = lit(0), end_word = var("words");
    if (std::optional<int64_t> piece = tiling_.piece(loop.root)) {
      for (const TiledLoop* at_block : tiling_.at_blocks())
        if (at_block->root == loop.root) first_word = ir::add(first_word, var(at_block->var));
      first_word = div(first_word, lit(mask_bits));
      end_word = least(end_word, ir::add(first_word, lit(*piece / mask_bits)));
    }
    Stmts look = {let("word", Type::Size, ir::add(var("word_first"), thread))};
    Expr bits = once ? joint_word_of_all(end_word, look) : joint_bits(skip.at, end_word, look);
    if (inside) bits = call("mask_where", {inside, bits});
    if (loop.step > 1) bits = call("groups_of_bits", {bits, loop.step_size()});
    out.push_back(changing("kept", Type::Size, lit(0)));
    out.push_back(let("list_first", Type::Size, mul(size_of(tile), most_entries)));
    Stmt append = assign(
        var("kept"), AssignOp::Set,
        ir::sub(
            call("append_bits", {var(made.entries), ir::add(var("list_first"), var("kept")), bits,
                                 mul(var("word_first"), lit(mask_bits)), loop.step_size()}),
            var("list_first")));
    look.push_back(append);
    out.push_back(make_stmt(For{"word_first", Type::Size, first_word, end_word, lit(list_threads),
                                "", block(std::move(look))}));
    out.push_back(if_then(equal(thread, lit(0)),
                          assign(read(made.counts, tile), AssignOp::Set, var("kept"))));
    const int64_t whole = loop.step > 1 ? 1 : padding(loop.root);
    if (whole > 1 || read_ahead() > 0)
      out.push_back(
          make_stmt(For{"behind", Type::Size, ir::add(var("kept"), thread),
                        ir::add(mul(ir::ceil_div(var("kept"), lit(whole)), lit(whole)),
                                lit(read_ahead() * whole)),
                        lit(list_threads), "",
                        assign(read(made.entries, ir::add(var("list_first"), var("behind"))),
                               AssignOp::Set, lit(0))}));
    k.body =
        once ? block(std::move(out)) : unless_empty(tiling_.output().roots, block(std::move(out)));
    k.params = {workspace(made.entries, Type::Coord, true),
                workspace(made.counts, Type::Coord, true)};
    for (const TiledOperand& o : tiling_.operands())
      if (o.pattern) k.params.push_back(workspace(o.masks, Type::Mask, false));
    add_sizes(k);
    lists[loop.root] = made;
    return k;
  }

  // What the patterns have in common at `word`, each the OR over the tiles that the block (warp)
  // touches; nothing from `end_word` on.
  Expr joint_bits(Place place, const Expr& end_word, Stmts& out) const {
    Expr joint;
    for (const TiledOperand& o : tiling_.operands()) {
      if (!o.pattern) continue;
      const std::string bits = o.view + "_bits";
      const std::vector<Expr> parts =
          pattern_words(o, place, {var("word"), var("words"), less(var("word"), end_word)});
      if (parts.size() == 1) {
        out.push_back(let(bits, Type::Mask, parts[0]));
      } else {
        out.push_back(changing(bits, Type::Mask, PatternMaker::no_bits()));
        for (const Expr& part : parts) out.push_back(or_into(bits, part));
      }
      joint = joint ? call("common_bits", {joint, var(bits)}) : var(bits);
    }
    return joint;
  }

  // What the patterns have in common at `word`, each the OR over all of its tiles.
  Expr joint_word_of_all(const Expr& end_word, Stmts& out) const {
    Expr joint;
    for (const TiledOperand& o : tiling_.operands()) {
      if (!o.pattern) continue;
      const std::string bits = o.view + "_bits";
      Expr rows = lit(1), row = ir::add(var("row"), var("at"));
      for (const auto& rank : others(o))
        rows = mul(rows, ir::ceil_div(extent(rank.root), lit(rank.tile)));
      Expr one = read(o.masks, ir::add(mul(row, var("words")), var("word")));
      // Some at once, so that one read does not wait for another.
      Stmt some = make_stmt(For{"at", Type::Int, lit(0), lit(rows_at_a_look), lit(1), "",
                                or_into(bits, call("mask_where", {less(row, rows), one})), true});
      out.push_back(changing(bits, Type::Mask, PatternMaker::no_bits()));
      out.push_back(
          if_then(less(var("word"), end_word),
                  make_stmt(For{"row", Type::Size, lit(0), rows, lit(rows_at_a_look), "", some})));
      joint = joint ? call("common_bits", {joint, var(bits)}) : var(bits);
    }
    return joint;
  }

  static Stmt or_into(const std::string& bits, const Expr& more) {
    return assign(var(bits), AssignOp::Set, call("any_of_bits", {var(bits), more}));
  }

  // Hardware starts blocks by their numbers: those with longer lists get the lower ones, so that
  // none of them begins when the others are done.
  Kernel order_kernel(const Schedule::Skip& skip, std::map<std::string, Lists>& lists) {
    const TiledLoop& loop = tiling_.time(tiling_.loop_of(skip));
    Lists& made = lists.at(loop.root);
    made.order = add_workspace(loop.name + "_order", blocks(), Type::Size);
    Kernel k = begun(loop.name + "_order", order_threads, lit(1));
    k.body = unless_empty(tiling_.output().roots,
                          make_stmt(Run{call("longest_first", {var(made.order), var(made.counts),
                                                               var("blocks_listed")})}));
    k.params = {workspace(made.order, Type::Size, true),
                workspace(made.counts, Type::Coord, false),
                {Param::Kind::Size, "blocks_listed", "", 0, blocks(), false}};
    add_sizes(k);
    return k;
  }

  Tiling& own_;
  const PatternMaker patterns_{program_, kernel_, tiling_};
  Names& names_;
  Names kernel_names_;
};

}  // namespace

std::vector<Kernel> preparing_kernels(Program& program, const Kernel& kernel, Tiling& tiling,
                                      Names& names, std::map<std::string, Lists>& lists) {
  return Preparation(program, kernel, tiling, names).run(lists);
}

}  // namespace teaal::passes
