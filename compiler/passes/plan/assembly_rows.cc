#include "compiler/passes/plan/assembly_rows.h"

#include <fmt/format.h>

namespace teaal::passes {
namespace {

using namespace ir;

// A warp reduces a row whole up to so many pairs; of longer ones, parts.
constexpr int64_t piece_bits = 15;
// What every warp has for dense rows, at most.
constexpr int64_t widest_row = int64_t{1} << 15;
// Blocks: six a multiprocessor, as many as have registers and shared memory; those that only move
// pairs need few.
constexpr int64_t row_threads = 128, row_blocks = 792, moving_blocks = 2112;
constexpr int64_t row_warps = row_threads / 32;
// As templates/rows.cuh says, in elements a warp.
constexpr int64_t list_pairs = 32, hash_pairs = 256, hash_slots = 512, combined_keys = 1024;
constexpr int64_t dense_share = 8;

Param exchanged(const std::string& workspace, Type type) {
  Param out = array_param(workspace, type, true);
  out.exchanged = true;
  return out;
}

class RowSteps {
 public:
  RowSteps(Assembly& assembly, const RowPairs& rows, Reduction reduction, const SourceRange& where)
      : assembly_(assembly),
        rows_(rows),
        reduction_(reduction),
        where_(where),
        parts_(add(rows.rows, div(rows.count, lit(int64_t{1} << piece_bits)))),
        base_(rows.tensor + "_rows") {}

  SortedEntries run(const std::string& stored) {
    spare_ = {assembly_.workspace(rows_.tensor + "_keys", rows_.count, Type::Size),
              assembly_.workspace(rows_.tensor + "_entries", rows_.count, Type::Value)};
    std::string counts = assembly_.workspace(base_ + "_counts", parts_, Type::Size);
    reduce(counts);
    std::string places = assembly_.workspace(base_ + "_places", parts_, Type::Size);
    std::string before = assembly_.workspace(base_ + "_before", add(parts_, lit(1)), Type::Size);
    combine(counts, places, before);
    assembly_.scan(before, parts_, where_);
    assembly_.read(stored, before, parts_);
    const SortedEntries out = entries(stored);
    move(places, before, out);
    return out;
  }

  SortedEntries keep(const std::string& stored) {
    const Expr slots = mul(rows_.rows, rows_.stride);
    std::string before = assembly_.workspace(base_ + "_before", add(slots, lit(1)), Type::Size);
    const Param keys = array_param(rows_.pairs.keys, Type::Size, false),
                values = array_param(rows_.pairs.values, Type::Value, false),
                offsets = array_param(rows_.offsets, Type::Size, false),
                count = size_param("slots", slots);
    const Expr absent = make_expr(FloatLit{reduction_.absent});
    call_in("count",
            call("count_kept",
                 {var(values.name), var(offsets.name), var(count.name), absent, var(before)}),
            {values, offsets, count, array_param(before, Type::Size, true)},
            blocks(slots, moving_blocks));
    assembly_.scan(before, slots, where_);
    assembly_.read(stored, before, slots);
    const SortedEntries out = entries(stored);
    call_in("move",
            call("move_kept", {var(keys.name), var(values.name), var(offsets.name), var(before),
                               var(count.name), absent, var(out.keys), var(out.values)}),
            {keys, values, offsets, array_param(before, Type::Size, false), count,
             array_param(out.keys, Type::Size, true), array_param(out.values, Type::Value, true)},
            blocks(slots, moving_blocks));
    return out;
  }

 private:
  SortedEntries entries(const std::string& stored) {
    return {assembly_.workspace(base_ + "_keys", var(stored), Type::Size),
            assembly_.workspace(base_ + "_values", var(stored), Type::Value), stored};
  }

  void reduce(const std::string& counts) {
    // A span that is too wide for dense rows gets none.
    Expr width = mul(rows_.span, least(lit(1), div(lit(widest_row), most(rows_.span, lit(1)))));
    std::string dense = assembly_.workspace(
        base_ + "_dense", mul(mul(blocks(parts_, row_blocks), lit(row_warps)), width), Type::Value);
    launch("reduce",
           {exchanged(rows_.pairs.keys, Type::Size), exchanged(rows_.pairs.values, Type::Value),
            exchanged(spare_.keys, Type::Size), exchanged(spare_.values, Type::Value)},
           {exchanged(dense, Type::Value), size_param("width", width),
            array_param(counts, Type::Size, true)},
           {{"shared_keys", row_warps * hash_slots, Type::Size},
            {"shared_values", row_warps * hash_slots, Type::Value}});
  }

  void combine(const std::string& counts, const std::string& places, const std::string& before) {
    launch("combine",
           {array_param(rows_.pairs.keys, Type::Size, false),
            array_param(rows_.pairs.values, Type::Value, false)},
           {array_param(counts, Type::Size, false), exchanged(spare_.keys, Type::Size),
            exchanged(spare_.values, Type::Value), array_param(places, Type::Size, true),
            array_param(before, Type::Size, true)},
           {{"shared_values", row_warps * combined_keys, Type::Value}});
  }

  // A kernel that calls a device function with all its parameters, between them how the rows are
  // cut and what absent elements hold, behind them shared memory.
  void launch(const std::string& verb, std::vector<Param> pairs, const std::vector<Param>& more,
              const std::vector<Array>& shared) {
    std::vector<Param> params = std::move(pairs);
    params.insert(params.end(),
                  {array_param(rows_.offsets, Type::Size, false), size_param("rows", rows_.rows),
                   size_param("stride", rows_.stride), size_param("span", rows_.span),
                   size_param("piece_bits", lit(piece_bits))});
    std::vector<Expr> args = arguments(params);
    args.push_back(make_expr(FloatLit{reduction_.absent}));
    for (Expr& arg : arguments(more)) args.push_back(std::move(arg));
    params.insert(params.end(), more.begin(), more.end());
    std::vector<Stmt> body;
    for (const Array& s : shared) {
      body.push_back(make_stmt(s, where_));
      args.push_back(var(s.buffer));
    }
    call_in(verb, call(fmt::format("{}_rows_{}", verb, word_of(reduction_.op)), std::move(args)),
            std::move(params), blocks(parts_, row_blocks), std::move(body));
  }

  void move(const std::string& places, const std::string& before, const SortedEntries& to) {
    std::vector<Param> params = {array_param(rows_.pairs.keys, Type::Size, false),
                                 array_param(rows_.pairs.values, Type::Value, false),
                                 array_param(spare_.keys, Type::Size, false),
                                 array_param(spare_.values, Type::Value, false),
                                 array_param(places, Type::Size, false),
                                 array_param(before, Type::Size, false),
                                 size_param("parts", parts_),
                                 array_param(to.keys, Type::Size, true),
                                 array_param(to.values, Type::Value, true)};
    Expr function = call("move_rows", arguments(params));
    call_in("move", std::move(function), std::move(params), blocks(parts_, row_blocks));
  }

  static std::vector<Expr> arguments(const std::vector<Param>& params) {
    std::vector<Expr> out;
    for (const Param& p : params) out.push_back(var(p.name));
    return out;
  }

  void call_in(const std::string& verb, Expr function, std::vector<Param> params,
               const Expr& blocks, std::vector<Stmt> body = {}) {
    Kernel k;
    k.name = assembly_.fresh_kernel(base_ + "_" + verb);
    k.where = where_;
    k.params = std::move(params);
    k.launch = {blocks, lit(row_threads)};
    body.push_back(make_stmt(Run{std::move(function)}, where_));
    k.body = block(std::move(body));
    assembly_.launch(std::move(k));
  }

  static Expr blocks(const Expr& warps, int64_t most_blocks) {
    return most(lit(1), least(ceil_div(warps, lit(row_warps)), lit(most_blocks)));
  }

  Assembly& assembly_;
  const RowPairs& rows_;
  const Reduction reduction_;
  const SourceRange& where_;
  const Expr parts_;
  const std::string base_;
  Assembly::Pairs spare_;  // as many elements as there are pairs
};

}  // namespace

SortedEntries reduce_rows(Assembly& assembly, const RowPairs& rows, Reduction reduction,
                          const std::string& stored, const SourceRange& where) {
  return RowSteps(assembly, rows, reduction, where).run(stored);
}

SortedEntries keep_rows(Assembly& assembly, const RowPairs& rows, Reduction reduction,
                        const std::string& stored, const SourceRange& where) {
  return RowSteps(assembly, rows, reduction, where).keep(stored);
}

std::string accumulators_of_rows() {
  return fmt::format(
      "up to {} pairs in a sorted list, in a dense row of up to {} elements where it has at most "
      "{} a pair, up to {} pairs in a hash table, others by sorting; rows of more than {} pairs in "
      "parts",
      list_pairs, widest_row, dense_share, hash_pairs, int64_t{1} << piece_bits);
}

}  // namespace teaal::passes
