#include <fmt/format.h>

#include "compiler/passes/assembly.h"

namespace teaal::passes {
namespace {

using namespace ir;

// A warp reduces rows of up to 2^17 pairs whole. Twice: what then is left of a longer one's parts
// is taken together.
constexpr int64_t piece_bits = 17, whole_bits = 40;
constexpr int64_t row_threads = 128, row_blocks = 1056, warp_size = 32;
constexpr int64_t row_warps = row_threads / warp_size;  // of a block
// Of the dense row that every warp has, at most.
constexpr int64_t widest_row = int64_t{1} << 15;
constexpr int64_t hash_slots = 512;  // of a warp: teaal_hash_slots

Expr blocks_for(const Expr& parts) {
  return most(lit(1), least(ceil_div(parts, lit(row_warps)), lit(row_blocks)));
}

const char* intrinsic_of(AssignOp op) {
  switch (op) {
    case AssignOp::Mul:
      return "rows_product";
    case AssignOp::Min:
      return "rows_min";
    case AssignOp::Max:
      return "rows_max";
    case AssignOp::Or:
      return "rows_either";
    case AssignOp::And:
      return "rows_together";
    case AssignOp::Set:
    case AssignOp::Add:
      break;
  }
  return "rows_sum";
}

Param shared_array(const char* name, bool written, Type type = Type::Size) {
  return {Param::Kind::Workspace, name, "", 0, nullptr, written, type};
}

Param exchanged(const char* name, Type type = Type::Size) {
  Param out = shared_array(name, true, type);
  out.exchanged = true;
  return out;
}

Param shared_size(const char* name) { return {Param::Kind::Size, name, "", 0, nullptr, false}; }

}  // namespace

// One for each tensor: what its absent elements hold stands in the text.
const Kernel& Assembly::rows_kernel(const Rows& rows, const SourceRange& where) {
  const std::string intrinsic = intrinsic_of(rows.reduction);
  return shared_kernel(fmt::format("{}_{}", intrinsic, rows.absent), [&] {
    Kernel k;
    k.name = fresh_kernel(intrinsic);
    k.where = where;
    k.params = {exchanged("keys"),         exchanged("values", Type::Value),
                exchanged("spare_keys"),   exchanged("spare_values", Type::Value),
                shared_array("offsets", false), shared_size("rows"),
                shared_size("stride"),     shared_size("span"),
                shared_size("piece_bits"), exchanged("dense_rows", Type::Value),
                shared_size("width"),      shared_array("counts", true)};
    std::vector<Expr> args;
    for (const Param& p : k.params) args.push_back(var(p.name));
    args.insert(args.begin() + 9, make_expr(FloatLit{rows.absent}));
    args.push_back(var("shared_keys"));
    args.push_back(var("shared_values"));
    k.launch = {lit(1), lit(1)};  // each step says its own
    k.body = block({make_stmt(Shared{"shared_keys", row_warps * hash_slots, Type::Size}, where),
                    make_stmt(Shared{"shared_values", row_warps * hash_slots, Type::Value}, where),
                    make_stmt(Run{call(intrinsic, std::move(args))}, where)});
    return k;
  });
}

// Every part to the front of its pairs. Gives the workspace in which the sums of the counts of
// parts stand: where the parts belong if nothing is to lie between them.
std::string Assembly::reduce_parts(const Pairs& pairs, const Pairs& spare, const Rows& rows,
                                   const Cut& cut, const SourceRange& where) {
  std::string counts = workspace(pairs.keys + "_counts", ir::add(cut.parts, lit(1)), Type::Size);
  launch_shared(rows_kernel(rows, where),
                {array_param(pairs.keys, Type::Size, true),
                 array_param(pairs.values, Type::Value, true),
                 array_param(spare.keys, Type::Size, true),
                 array_param(spare.values, Type::Value, true),
                 array_param(rows.offsets, Type::Size, false), size_param("", rows.count),
                 size_param("", rows.stride), size_param("", rows.span), size_param("", cut.bits),
                 array_param(cut.dense, Type::Value, true), size_param("", cut.width),
                 array_param(counts, Type::Size, true)},
                {blocks_for(cut.parts), lit(row_threads)});
  scan(counts, cut.parts, where);
  return counts;
}

void Assembly::move_parts(const Pairs& from, const Pairs& to, const Rows& rows, const Cut& cut,
                          const std::string& places, const std::string& offsets,
                          const SourceRange& where) {
  launch_shared("move_rows",
                {array_param(from.keys, Type::Size, false),
                 array_param(from.values, Type::Value, false),
                 array_param(rows.offsets, Type::Size, false), size_param("", rows.count),
                 size_param("", rows.stride), size_param("", cut.bits),
                 array_param(places, Type::Size, false), array_param(to.keys, Type::Size, true),
                 array_param(to.values, Type::Value, true), array_param(offsets, Type::Size, true)},
                {blocks_for(cut.parts), lit(row_threads)}, where);
}

void Assembly::reduce_rows(const Pairs& pairs, const Pairs& spare, const Expr& n,
                           const std::string& stored, const Rows& rows, const SourceRange& where) {
  Expr parts = ir::add(rows.count, div(n, lit(int64_t{1} << piece_bits)));
  // A span that is too wide for dense rows gets none.
  Expr width = mul(rows.span, least(lit(1), div(lit(widest_row), most(rows.span, lit(1)))));
  std::string dense = workspace(pairs.keys + "_dense",
                                mul(mul(blocks_for(parts), lit(row_warps)), width), Type::Value);
  const Cut pieces{parts, lit(piece_bits), dense, width};
  std::string places = reduce_parts(pairs, spare, rows, pieces, where);
  Rows left = rows;
  left.stride = lit(1);
  left.offsets = workspace(rows.offsets + "_left", ir::add(rows.count, lit(1)), Type::Size);
  move_parts(pairs, spare, rows, pieces, places, left.offsets, where);
  const Cut whole{rows.count, lit(whole_bits), dense, width};
  places = reduce_parts(spare, pairs, left, whole, where);
  read(stored, places, rows.count);
  move_parts(spare, pairs, left, whole, places, rows.offsets, where);
}

}  // namespace teaal::passes
