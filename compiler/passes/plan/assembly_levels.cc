#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "compiler/ir/levels.h"
#include "compiler/passes/coiterate/coiterate.h"
#include "compiler/passes/plan/assembly.h"

namespace teaal::passes {
namespace {

using namespace ir;

// The levels of one view, from the root down. A bitmask level is stored as a compressed one in
// workspaces first, and its words are read off that. `ranks` of a compressed level that is not the
// last: for each entry, how many positions of the level the entries before it need; `firsts`: for
// each position, its first entry.
class LevelStore {
 public:
  LevelStore(Assembly& assembly, View& view, const SortedEntries& entries, const SourceRange& where)
      : assembly_(assembly), view_(view), entries_(entries), where_(where) {}

  void run() {
    Expr positions = lit(1);
    for (size_t l = 0; l < view_.levels.size(); ++l) {
      if (view_.levels[l].format == LevelFormat::Uncompressed) {
        positions = mul(positions, extent(l));
      } else {
        Expr fibers = positions;
        if (is_bits(l)) {
          bits_.push_back({l, fibers, nullptr, "", ""});
          Bits& b = bits_.back();
          b.positions = is_leaf(l) ? count() : var(assembly_.lasting(base(l) + "_stored"));
          b.segments = assembly_.workspace(base(l) + "_segments", add(fibers, lit(1)), Type::Pos);
          b.coords = assembly_.workspace(base(l) + "_coords", b.positions, Type::Coord);
        }
        positions = is_leaf(l) ? count() : inner_level(l);
        segments(l, fibers, positions);
      }
      view_.positions.push_back(positions);
    }
    if (is_leaf(*compressed_))
      leaf();
    else
      values();
    for (const Bits& b : bits_) masks(b);
  }

 private:
  // A bitmask level as a compressed one.
  struct Bits {
    size_t level;
    Expr fibers, positions;
    std::string segments, coords;  // workspaces
  };

  bool is_bits(size_t l) const { return view_.levels[l].format == LevelFormat::Bitmask; }
  bool is_leaf(size_t l) const { return l + 1 == view_.levels.size(); }
  Expr count() const { return var(entries_.count); }
  Param keys() const { return array_param(entries_.keys, Type::Size, false); }
  Expr extent(size_t l) const { return level_extent(view_.levels, l); }
  Expr span(size_t from) const { return level_span(view_.levels, from); }
  Param stride(size_t l) const { return size_param("stride", span(l + 1)); }
  Expr key(Expr at) const { return read(entries_.keys, std::move(at)); }
  std::string base(size_t l) const { return view_.name + "_" + level_name(view_.levels[l]); }

  Param level_array(Param::Kind kind, const std::string& name, size_t l) const {
    return {kind, name, view_.name, static_cast<int>(l), nullptr, true};
  }
  Param segments_param(size_t l) const {
    if (is_bits(l)) return array_param(bits_.back().segments, Type::Pos, true);
    return level_array(Param::Kind::Segments, segments_name(view_, l), l);
  }
  Param coords_param(size_t l) const {
    if (!is_bits(l)) return level_array(Param::Kind::Coords, coords_name(view_, l), l);
    for (const Bits& b : bits_)
      if (b.level == l) return array_param(b.coords, Type::Coord, true);
    return {};
  }

  void masks(const Bits& b) {
    const std::string masks = masks_name(view_, b.level), bases = bases_name(view_, b.level);
    const Expr each = ceil_div(extent(b.level), lit(mask_bits));
    Expr entry = var("entry"), fiber = div(entry, var("words_of_fiber"));
    Expr begin = var("begin"), end = var("end"), first = var("first");
    Stmt body = block(
        {let("first", Type::Size, mul(mod(entry, var("words_of_fiber")), lit(mask_bits)), where_),
         let("end", Type::Pos, read(b.segments, add(fiber, lit(1))), where_),
         let("begin", Type::Pos,
             call("lower_bound", {var(b.coords), read(b.segments, fiber), end, first}), where_),
         assign(read(bases, entry), AssignOp::Set, begin, where_),
         assign(read(masks, entry), AssignOp::Set,
                call("gather_bits", {var(b.coords), begin, end, first}), where_)});
    Stmt once =
        assign(read(bases, var("entries")), AssignOp::Set, call("pos", {var("positions")}), where_);
    each_entry(
        base(b.level) + "_masks", mul(b.fibers, each),
        {array_param(b.segments, Type::Pos, false), array_param(b.coords, Type::Coord, false),
         size_param("words_of_fiber", each), size_param("positions", b.positions),
         level_array(Param::Kind::Masks, masks, b.level),
         level_array(Param::Kind::Bases, bases, b.level)},
        body, once);
  }

  void each_entry(const std::string& name, const Expr& n, std::vector<Param> params, Stmt body,
                  Stmt once = nullptr) {
    assembly_.launch(entry_kernel({assembly_.fresh_kernel(name), n, std::move(params),
                                   std::move(body), std::move(once), where_}));
  }

  // A level with levels below it: neighbouring entries may share a position.
  Expr inner_level(size_t l) {
    ranks_ = assembly_.workspace(base(l) + "_ranks", add(count(), lit(1)), Type::Size);
    Expr entry = var("entry"), by = var("stride");
    Expr opens = binary(BinaryOp::Or, equal(entry, lit(0)),
                        less(div(key(sub(entry, lit(1))), by), div(key(entry), by)));
    each_entry(base(l) + "_mark", count(),
               {keys(), stride(l), array_param(ranks_, Type::Size, true)},
               assign(read(ranks_, entry), AssignOp::Set, call("select", {opens, lit(1), lit(0)}),
                      where_));
    assembly_.scan(ranks_, count(), where_);
    std::string positions = assembly_.lasting(base(l) + "_stored");
    assembly_.read(positions, ranks_, count());
    inner_coords(l, positions);
    return var(positions);
  }

  void inner_coords(size_t l, const std::string& positions) {
    std::string firsts = assembly_.workspace(base(l) + "_firsts", var(positions), Type::Size);
    Expr entry = var("entry"), at = var("at");
    std::vector<Param> params = {keys()};
    Expr coord = call("coord", {stored(l, key(entry), params)});
    params.push_back(array_param(ranks_, Type::Size, false));
    params.push_back(coords_param(l));
    params.push_back(array_param(firsts, Type::Size, true));
    Stmt store = block({assign(read(coords_param(l).name, at), AssignOp::Set, coord, where_),
                        assign(read(firsts, at), AssignOp::Set, entry, where_)});
    Stmt body = block({let("at", Type::Size, read(ranks_, entry), where_),
                       if_then(less(at, read(ranks_, add(entry, lit(1)))), store, where_)});
    each_entry(base(l) + "_store", count(), std::move(params), body);
    next_firsts_ = firsts;
  }

  // What level l stores of an element: its index in the fiber, of compressed levels the ordinal.
  Expr stored(size_t l, const Expr& key, std::vector<Param>& params) const {
    return is_bits(l) ? index(l, "", key, params) : ordinal(l, "", key, params);
  }

  // `of`: behind the names of parameters.
  Expr index(size_t l, const std::string& of, const Expr& key, std::vector<Param>& params) const {
    Expr at = div(key, passed("stride" + of, span(l + 1), params));
    return mod(at, passed("extent" + of, extent(l), params));
  }

  // Indices below a tile of the rank count from where that begins.
  Expr ordinal(size_t l, const std::string& of, const Expr& key, std::vector<Param>& params) const {
    const auto outer = enclosing_level(view_.levels, l);
    Expr at = index(l, of, key, params);
    if (!outer) return at;
    const std::string around = "_" + level_name(view_.levels[*outer]);
    Expr tile = passed("tile" + around, view_.levels[*outer].tile, params);
    Expr begin = mul(ordinal(*outer, around, key, params), tile);
    Level level = view_.levels[l];
    if (level.tile) level.tile = passed("tile_" + level_name(level), level.tile, params);
    for (size_t i = 0; i < level.snaps.size(); ++i)
      level.snaps[i] =
          passed(level_name(level) + "_snap_" + std::to_string(i), level.snaps[i], params);
    return add(at, ordinal_of(level, begin));
  }

  // What the host computes, as a kernel names it.
  static Expr passed(const std::string& name, const Expr& value, std::vector<Param>& params) {
    if (literal(value)) return value;
    if (std::ranges::find(params, name, &Param::name) == params.end())
      params.push_back(size_param(name, value));
    return var(name);
  }

  // Where the entries of each fiber begin is a search in the keys.
  void segments(size_t l, const Expr& fibers, const Expr& positions) {
    std::vector<Param> params = {keys(), size_param("stored", count()),
                                 size_param("fiber_span", span(l)),
                                 size_param("positions", positions), segments_param(l)};
    Expr entry = var("entry"), prefix = entry;
    if (compressed_) {  // the fiber's parent position, and its place below that
      std::vector<Expr> between;
      for (size_t u = *compressed_ + 1; u < l; ++u) between.push_back(extent(u));
      params.push_back(size_param("inner", product(between)));
      params.push_back(size_param("parent_span", span(*compressed_ + 1)));
      params.push_back(array_param(firsts_, Type::Size, false));
      Expr parent = div(key(read(firsts_, div(entry, var("inner")))), var("parent_span"));
      prefix = add(mul(parent, var("inner")), mod(entry, var("inner")));
    }
    Expr found = call("key_bound",
                      {var(entries_.keys), lit(0), var("stored"), mul(prefix, var("fiber_span"))});
    if (!is_leaf(l)) params.push_back(array_param(ranks_, Type::Size, false));
    Expr at = is_leaf(l) ? found : read(ranks_, found);
    auto store = [&](Expr fiber, Expr value) {
      return assign(read(segments_param(l).name, std::move(fiber)), AssignOp::Set,
                    call("pos", {std::move(value)}), where_);
    };
    each_entry(base(l) + "_segments", fibers, std::move(params), store(entry, at),
               store(var("entries"), var("positions")));
    compressed_ = l;
    firsts_ = next_firsts_;
  }

  Param values_param() const {
    return {Param::Kind::Values, values_name(view_), view_.name, 0, nullptr, true};
  }

  void leaf() {
    size_t l = *compressed_;
    Expr entry = var("entry");
    std::vector<Param> params = {keys(), array_param(entries_.values, Type::Value, false)};
    Expr coord = call("coord", {stored(l, key(entry), params)});
    params.push_back(coords_param(l));
    params.push_back(values_param());
    Stmt body = block({assign(read(coords_param(l).name, entry), AssignOp::Set, coord, where_),
                       assign(read(values_name(view_), entry), AssignOp::Set,
                              read(entries_.values, entry), where_)});
    each_entry(base(l) + "_store", count(), std::move(params), body);
  }

  // Uncompressed levels end the tensor: most of their elements may be zero.
  void values() {
    assembly_.add(zero_step(view_.name, assembly_.absent(view_)));
    if (entries_.values.empty()) return;
    Expr entry = var("entry"), by = var("stride");
    Expr at = add(mul(sub(read(ranks_, add(entry, lit(1))), lit(1)), by), mod(key(entry), by));
    each_entry(
        view_.name + "_store", count(),
        {keys(), array_param(entries_.values, Type::Value, false), stride(*compressed_),
         array_param(ranks_, Type::Size, false), values_param()},
        assign(read(values_name(view_), at), AssignOp::Set, read(entries_.values, entry), where_));
  }

  Assembly& assembly_;
  View& view_;
  const SortedEntries& entries_;
  SourceRange where_;
  std::optional<size_t> compressed_;  // the last compressed level so far
  std::string ranks_, firsts_, next_firsts_;
  std::vector<Bits> bits_;  // the bitmask levels so far
};

}  // namespace

void Assembly::store(View& view, const SortedEntries& entries, const SourceRange& where) {
  view.positions.clear();
  LevelStore(*this, view, entries, where).run();
}

}  // namespace teaal::passes
