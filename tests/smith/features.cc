#include <algorithm>
#include <cmath>
#include <functional>

#include "tests/smith/dense_math.h"
#include "tests/smith/generate.h"

namespace teaal::smith {
namespace {

using Found = std::function<void(const char*)>;

const Names& rows() {
  static const Names out = {
      // einsums
      "product", "one factor", "3+ factors", "sum", "difference", "take", "scalar", "constant",
      "repeated tensor", "tensor at two indices", "rank-0 input", "rank-0 output", "rank-4 tensor",
      "numbers only", "output rank in no input", "index math", "index math of 2+ ranks", "stride",
      "negative coefficient", "symbolic stride", "renamed rank", "operators", "map as expression",
      "several defaults", "infinite default", "comparison as map", "cascade", "reused intermediate",
      "overwritten tensor", "words of C as names", "iterate", "carry 2+", "times", "over",
      "output with the rank of over", "generations", "until-empty", "no round",
      "C value in the loops of its reader", "C rows of warps", "rows in tables",
      "rows in dense tiles", "rows in bits", "rows of blocks gathered", "blocks in common",
      "tiles of a row shared by workers", "C carried", "C ends rounds",
      // partitioning
      "variants", "a class without mapping", "classes by products", "classes of gathered rows",
      "uniform_shape", "uniform_shape 2+", "nway_shape", "nway and shape", "uniform_occupancy",
      "occupancy 2+", "several leaders", "shape above occupancy", "shape below occupancy",
      "intermediate leads", "flatten", "flatten of 3", "flatten of a part", "flatten and occupancy",
      "merge path", "DRT", "DRT twice", "DRT of 2", "DRT of 3", "follow", "follow with occupancy",
      "symbolic size", "rank as size", "-D", "open symbol",
      // loops, space and time
      "nothing mapped", "few workers", "default loop order", "loop order", "inner part outside",
      "loop over index math", "loop by renamed rank", "space", "space 2+", "space 3+",
      "reduction in space", ".coord", "slip", "two-finger", "skip-ahead", "leader-follower",
      "sum between tiles", "on Block", "on Warp", "on Lane", "resident blocks",
      "blocks without loops",
      // staging
      "staged", "tile of elem", "tile of coord", "tile of payload", "staged once", "large tiles",
      "depth 2+", "fiber that nothing cuts", "handed round", "listed", "gathered by a list",
      "held in registers", "sums in registers", "sums in shared", "staged and changed",
      "sum over blocks", "sum over threads", "skip", "test", "walk", "compact", "skip by warps",
      "skip by the grid", "skip at tiles", "skip twice", "longest first", "persistent blocks",
      "lists of warps", "stored tiles", "pattern of tiles", "skip that is chosen", "density",
      "skip under operators", "cores of tf32", "cores of 3xtf32", "cores of 1xf16",
      "cores of 3xf16", "cores of bf16", "cores of f16", "cores in nests", "cores over runs",
      "for sm_90a",
      // storage
      "rank-order", "format section", "--format", "like", "C root input", "C input", "C output",
      "C intermediate", "coordinates of 8 bits", "coordinates of 16 bits", "B",
      "one bit an element", "format in parts", "format of an output in parts", "f64", "f16", "bf16",
      "i32", "8-bit indices", "16-bit indices",
      // data
      "extent 0", "extent 1", "extent 32+", "empty tensor", "full tensor"};
  return out;
}

void of_index(const Index& index, const Found& found) {
  if (is_plain(index)) return;
  found("index math");
  for (const IndexTerm& term : index) {
    if (term.coefficient < 0) found("negative coefficient");
    if (term.coefficient > 1 || term.coefficient < -1) found("stride");
    if (!term.symbol.empty()) found("symbolic stride");
  }
}

void of_term(const Case& c, const Term& term, const Found& found) {
  std::map<std::string, std::vector<Index>> seen;
  size_t tensors = 0;
  for (const Factor& factor : term.factors) {
    if (factor.kind == Factor::Kind::Scalar) found("scalar");
    if (factor.kind == Factor::Kind::Constant) found("constant");
    if (factor.kind != Factor::Kind::Tensor) continue;
    ++tensors;
    if (factor.indices.empty()) found("rank-0 input");
    for (const Index& index : factor.indices) of_index(index, found);
    auto [first, fresh] = seen.emplace(factor.name, factor.indices);
    if (fresh) continue;
    bool same = true;
    for (size_t i = 0; i < factor.indices.size(); ++i)
      same = same && factor.indices[i][0].variable == first->second[i][0].variable;
    found(same ? "repeated tensor" : "tensor at two indices");
  }
  if (term.take) found("take");
  if (!term.take && tensors > 1) found("product");
  if (tensors == 0) found("numbers only");
  if (tensors == 1) found("one factor");
  if (tensors > 2) found("3+ factors");
  if (term.sign < 0) found("difference");
  (void)c;
}

void of_output(const Case& c, const Expression& e, const Found& found) {
  if (e.output.indices.empty()) found("rank-0 output");
  const Names read = e.input_variables();
  for (const Index& index : e.output.indices)
    if (!contains(read, index[0].variable)) found("output rank in no input");
  std::vector<const Factor*> accesses{&e.output};
  int affine = 0;
  for (const Term& term : e.terms)
    for (const Factor& factor : term.factors)
      if (factor.kind == Factor::Kind::Tensor) accesses.push_back(&factor);
  for (const Factor* access : accesses)
    for (size_t i = 0; i < access->indices.size(); ++i) {
      const bool plain = is_plain(access->indices[i]);
      affine += plain ? 0 : 1;
      if (plain && upper_case(access->indices[i][0].variable) != c.tensor(access->name)->ranks[i])
        found("renamed rank");
    }
  if (affine > 1) found("index math of 2+ ranks");
}

void of_symbols(const Case& c, const Op& op, const Found& found) {
  if (op.symbol.empty()) return;
  if (c.extents.count(op.symbol))
    found("rank as size");
  else if (c.params.count(op.symbol) || c.defines.count(op.symbol))
    found("symbolic size");
  else
    found("open symbol");
  if (c.defines.count(op.symbol)) found("-D");
}

struct Counts {
  size_t shape = 0, nway = 0, occupancy = 0;
  Names leaders;
};

void of_ops(const Case& c, const Expression& e, const Partition& p, Counts& counts,
            const Found& found) {
  bool seen_shape = false, seen_occupancy = false;
  for (const Op& op : p.ops) {
    of_symbols(c, op, found);
    if (op.merged) found("merge path");
    counts.nway += op.kind == Op::Kind::Nway;
    if (op.kind == Op::Kind::Follow) found("follow");
    const Partition* followed = op.kind == Op::Kind::Follow ? e.partition_of(op.leader) : nullptr;
    if (followed && followed->ops.back().kind == Op::Kind::Occupancy)
      found("follow with occupancy");
    if (op.kind == Op::Kind::Shape) {
      ++counts.shape;
      if (seen_occupancy) found("shape below occupancy");
    }
    if (op.kind == Op::Kind::Occupancy) {
      ++counts.occupancy;
      add_unique(counts.leaders, op.leader);
      if (seen_shape) found("shape above occupancy");
      if (c.is_written(op.leader)) found("intermediate leads");
    }
    seen_shape |= op.kind == Op::Kind::Shape;
    seen_occupancy |= op.kind == Op::Kind::Occupancy;
  }
}

void of_partition(const Case& c, const Expression& e, const Partition& p, Names& leaders,
                  const Found& found) {
  if (p.flattens()) {
    found("flatten");
    std::string joined;
    for (const std::string& rank : p.ranks) {
      joined += rank;
      if (rank.back() >= '0' && rank.back() <= '9') found("flatten of a part");
    }
    if (p.ranks.size() > 2) found("flatten of 3");
    if (e.partition_of(joined)) found("flatten and occupancy");
    return;
  }
  if (p.grows()) {
    found("DRT");
    if (p.ops.size() > 1) found("DRT twice");
    if (p.ranks.size() > 1) found(p.ranks.size() > 2 ? "DRT of 3" : "DRT of 2");
    return;
  }
  Counts counts;
  of_ops(c, e, p, counts, found);
  if (counts.shape > 0) found("uniform_shape");
  if (counts.shape > 1) found("uniform_shape 2+");
  if (counts.nway > 0) found("nway_shape");
  if (counts.nway > 0 && counts.shape > 0) found("nway and shape");
  if (counts.occupancy > 0) found("uniform_occupancy");
  if (counts.occupancy > 1) found("occupancy 2+");
  for (const std::string& leader : counts.leaders) add_unique(leaders, leader);
}

bool is_reduction(const Expression& e, const std::string& loop) {
  std::string root = loop;
  while (!root.empty() && root.back() >= '0' && root.back() <= '9') root.pop_back();
  for (const Index& index : e.output.indices)
    if (upper_case(index[0].variable) == root) return false;
  return true;
}

void of_loops(const Expression& e, const Found& found) {
  found(e.loop_order ? "loop order" : "default loop order");
  if (has_sum_tiles(e) && e.stagings.empty()) found("sum between tiles");
  if (e.loop_order)
    for (size_t i = 0; i < e.loop_order->size(); ++i)
      for (size_t j = 0; j < i; ++j) {
        const std::string &outer = (*e.loop_order)[j], &inner = (*e.loop_order)[i];
        if (outer.size() == inner.size() && outer < inner &&
            outer.compare(0, outer.size() - 1, inner, 0, inner.size() - 1) == 0 && outer.size() > 1)
          found("inner part outside");
      }
  if (!e.solved.empty()) found("loop over index math");
  if (!e.called.empty()) found("loop by renamed rank");
  if (!e.spacetime) return;
  const Names& space = e.spacetime->space;
  if (!space.empty()) found("space");
  if (space.size() > 1) found("space 2+");
  if (space.size() > 2) found("space 3+");
  for (const std::string& rank : space)
    if (is_reduction(e, rank)) found("reduction in space");
  if (!e.spacetime->coord.empty()) found(".coord");
  if (e.spacetime->slip) found("slip");
  const Names sized = sized_parts(e.loop_order ? *e.loop_order : e.loops());
  if (!space.empty() && e.placements.empty() &&
      std::ranges::all_of(space, [&](const auto& rank) { return contains(sized, rank); }))
    found("few workers");
}

// Products on tensor cores of other than two dense operands in memory or in Shared.
bool multiplies_in_nest(const Case& c, const Expression& e) {
  if (e.tensor_core.empty()) return false;
  const auto is_stored = [](const Level& level) { return level.letter != 'U'; };
  const bool stored = std::ranges::any_of(c.tensors, [&](const Tensor& t) {
    return contains(e.inputs(), t.name) && t.spec_format &&
           std::ranges::any_of(*t.spec_format, is_stored);
  });
  return stored || e.inputs().size() > 2 || std::ranges::any_of(e.stagings, &Staging::held);
}

void of_bindings(const Case& c, const Expression& e, const Found& found) {
  if (multiplies_in_nest(c, e)) found("cores in nests");
  for (const Partition& p : e.partitions)
    if (!e.tensor_core.empty() && !p.ops.empty() && p.ops.back().kind == Op::Kind::Occupancy)
      found("cores over runs");
  if (are_rows_of_warps(c, e)) found("C rows of warps");
  for (const Meeting& m : e.meetings) found(m.type.c_str());
  for (const Placement& p : e.placements) {
    found(("on " + p.level).c_str());
    if (p.resident) found("resident blocks");
    if (p.once) found("blocks without loops");
  }
}

void of_staging(const Expression& e, const Found& found) {
  for (const Staging& s : e.stagings) {
    if (s.tensor == e.output.name) {
      found(s.summed ? "sums in shared" : "sums in registers");
      continue;
    }
    found(s.held ? "held in registers" : "staged");
    if (s.held && !s.type.empty()) found("handed round");
    if (s.listed) found(e.stagings.size() > 1 ? "gathered by a list" : "listed");
    if (!s.type.empty()) found(("tile of " + s.type).c_str());
    if (s.evict_on.empty() || (e.spacetime && contains(e.spacetime->space, s.evict_on)))
      found("staged once");
    if (s.depth > 1) found("depth 2+");
    const auto cuts = [&](const Partition& p) { return contains(p.ranks, s.rank); };
    if (!s.rank.empty() && !s.held && !s.listed && std::ranges::none_of(e.partitions, cuts))
      found("fiber that nothing cuts");
    for (const Partition& p : e.partitions)
      if (!p.ops.empty() && p.ops[0].size >= 256) found("large tiles");
  }
  if (e.stagings.empty() && e.skips.empty() && e.tensor_core.empty()) return;
  for (const Placement& p : e.placements) {
    if (p.persistent) found("persistent blocks");
    if (is_reduction(e, p.rank)) found(p.level == "Block" ? "sum over blocks" : "sum over threads");
  }
  if (!e.tensor_core.empty()) found(("cores of " + e.tensor_core).c_str());
  for (const Skip& s : e.skips) {
    found("skip");
    found(s.type.empty() ? "test" : s.type.c_str());
    if (s.level == "Warp") found("skip by warps");
    if (s.level == "Grid") found("skip by the grid");
    if (s.level == "Warp" && s.type == "compact") found("lists of warps");
    if (s.longest_first) found("longest first");
    if (s.rank.back() > '0' && s.rank.back() <= '9') found("skip at tiles");
  }
  if (e.skips.size() > 1) found("skip twice");
}

void of_storage(const Case& c, const Tensor& t, const Found& found) {
  if (!t.rank_order.empty()) found("rank-order");
  if (t.pattern)
    for (size_t r = 0; r + 1 < t.pattern->size(); ++r)
      if ((*t.pattern)[r].back() > '0' && (*t.pattern)[r].back() <= '9') found("pattern of tiles");
  const bool bound = std::any_of(c.expressions.begin(), c.expressions.end(),
                                 [](const Expression& e) { return !e.skips.empty(); });
  if (t.pattern && !bound) found("skip that is chosen");
  if (t.pattern && t.density) found("density");
  if (t.spec_format) found("format section");
  if (!t.like.empty()) found("like");
  if (t.option_format) found("--format");
  const auto& format = t.option_format ? t.option_format : t.spec_format;
  if (!format) return;
  const bool last = c.expressions.back().output.name == t.name;
  for (size_t i = 0; i < format->size(); ++i) {
    const Level& level = (*format)[i];
    if (level.letter == 'B') found("B");
    if (level.bits && c.is_written(t.name)) found("one bit an element");
    if (level.letter != 'U' && bound && c.is_written(t.name)) found("stored tiles");
    if (!contains(t.ranks, level.rank))
      found(c.is_written(t.name) ? "format of an output in parts" : "format in parts");
    if (level.letter != 'C') continue;
    if (level.cbits == 8) found("coordinates of 8 bits");
    if (level.cbits == 16) found("coordinates of 16 bits");
    found(!c.is_written(t.name) ? "C input" : last ? "C output" : "C intermediate");
    if (i == 0 && !c.is_written(t.name)) found("C root input");
  }
}

void of_data(const Case& c, const Found& found) {
  if (c.type != "f32") found(c.type.c_str());
  if (c.arch != "sm_90") found("for sm_90a");
  if (c.index_bits != 32) found(c.index_bits == 8 ? "8-bit indices" : "16-bit indices");
  if (c.algebra) found("operators");
  if (c.algebra &&
      std::ranges::any_of(c.expressions, [](const Expression& e) { return !e.skips.empty(); }))
    found("skip under operators");
  if (c.algebra && c.spells_maps()) found("map as expression");
  if (c.algebra && !c.algebra->others.empty()) found("several defaults");
  if (c.algebra && std::isinf(c.algebra->absent)) found("infinite default");
  if (c.algebra && c.algebra->map.size() == 2 && c.algebra->map != "or") found("comparison as map");
  for (const auto& [rank, extent] : c.extents) {
    if (extent == 0) found("extent 0");
    if (extent == 1) found("extent 1");
    if (extent >= 32) found("extent 32+");
  }
  for (const auto& [name, coo] : c.data) {
    size_t size = 1;
    for (int64_t extent : coo.shape) size *= static_cast<size_t>(extent);
    if (coo.entries() == 0) found("empty tensor");
    if (coo.entries() == size && size > 1) found("full tensor");
  }
}

void of_variants(const Case& c, const Found& found) {
  for (const Expression& e : c.expressions) {
    if (!e.variants) continue;
    found("variants");
    if (std::ranges::any_of(e.variants->classes, &Variants::Class::plain))
      found("a class without mapping");
    if (!e.variants->times.empty()) found("classes by products");
    if (e.buffer) found("classes of gathered rows");
  }
}

void of_buffer(const Expression& e, const Found& found) {
  if (!e.buffer) return;
  const char letter = e.buffer->letter;
  found(letter == 'H' ? "rows in tables" : letter == 'U' ? "rows in dense tiles" : "rows in bits");
  if (e.placements.empty()) found("rows of blocks gathered");
  if (contains(e.spacetime->space, e.buffer->tile)) found("tiles of a row shared by workers");
}

void of_cascade(const Case& c, const Found& found) {
  if (c.expressions.size() > 1) found("cascade");
  Names written;
  for (const Expression& e : c.expressions) {
    if (contains(written, e.output.name)) found("overwritten tensor");
    written.push_back(e.output.name);
  }
  for (size_t i = 0; i + 1 < c.expressions.size(); ++i)
    if (!c.expressions[i].stagings.empty()) found("staged and changed");
  for (const Expression& reader : c.expressions)
    for (const Expression& maker : c.expressions) {
      const auto& format = c.tensor(maker.output.name)->spec_format;
      if (&maker < &reader && format && !format->empty() && format->back().letter != 'U' &&
          reads_alike(maker, reader))
        found("C value in the loops of its reader");
      if (&maker < &reader && have_one_owner(maker, reader)) found("blocks in common");
    }
  for (const auto& [rank, extent] : c.extents)
    if (rank == "IF" || rank == "INT" || rank == "FOR") found("words of C as names");
  std::map<std::string, int> reads;
  for (const Expression& e : c.expressions)
    for (const std::string& name : e.inputs())
      if (c.is_written(name) && ++reads[name] > 1) found("reused intermediate");
}

void of_iteration(const Case& c, const Found& found) {
  if (!c.iteration) return;
  const Iteration& iteration = *c.iteration;
  found("iterate");
  if (iteration.carry.size() > 1) found("carry 2+");
  found(!iteration.over.empty()          ? "over"
        : !iteration.until_empty.empty() ? "until-empty"
                                         : "times");
  if (most_rounds(c) == 0) found("no round");
  if (iteration.generations) found("generations");
  for (const std::string& name : iteration.outputs)
    if (contains(c.tensor(name)->ranks, iteration.over)) found("output with the rank of over");
  auto compressed = [&](const std::string& name) {
    const auto& format = c.tensor(name)->spec_format;
    return format && std::ranges::any_of(*format, [](const Level& l) { return l.letter != 'U'; });
  };
  for (const auto& [to, from] : iteration.carry)
    if (compressed(to)) found("C carried");
  if (!iteration.until_empty.empty() && compressed(iteration.until_empty)) found("C ends rounds");
}

}  // namespace

const Names& all_features() { return rows(); }

std::set<std::string> features(const Case& c) {
  std::set<std::string> out;
  const Found found = [&](const char* name) { out.insert(name); };
  if (std::ranges::none_of(c.expressions, [](const Expression& e) {
        return e.loop_order || e.spacetime || !e.partitions.empty() || !e.meetings.empty();
      }))
    found("nothing mapped");
  for (const Expression& e : c.expressions) {
    if (e.terms.size() > 1) found("sum");
    for (const Term& term : e.terms) of_term(c, term, found);
    of_output(c, e, found);
    Names leaders;
    for (const Partition& p : e.partitions) of_partition(c, e, p, leaders, found);
    if (leaders.size() > 1) found("several leaders");
    of_loops(e, found);
    of_bindings(c, e, found);
    of_staging(e, found);
    of_buffer(e, found);
  }
  for (const Tensor& t : c.tensors) {
    of_storage(c, t, found);
    if (t.ranks.size() > 3) found("rank-4 tensor");
  }
  of_cascade(c, found);
  of_variants(c, found);
  of_iteration(c, found);
  of_data(c, found);
  return out;
}

}  // namespace teaal::smith
