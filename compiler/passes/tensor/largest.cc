#include "compiler/passes/tensor/largest.h"

#include "compiler/passes/coiterate/coiterate.h"
#include "compiler/passes/machine/copies.h"

namespace teaal::passes {

using namespace ir;

namespace {

constexpr int64_t warp = 32, threads = 512, most_shares = 528, elements_of_share = 4096;

Param array(const std::string& workspace) {
  return {Param::Kind::Workspace, workspace, workspace, 0, nullptr, true, Type::Value};
}

Kernel whole(const LargestSearch& search, const Expr& blocks, std::vector<Stmt> body,
             std::vector<Param> params, const Program& program) {
  Kernel out;
  out.name = search.kernel;
  out.where = search.where;
  out.tiled = true;  // it is whole
  out.threads = threads;
  out.launch = {blocks, lit(threads)};
  out.body = block(std::move(body));
  out.params = std::move(params);
  add_sizes_read(program, out);
  return out;
}

Expr largest_of(const std::string& values, const Expr& first, const Expr& count) {
  return call("largest_of", {var(values), first, count});
}

}  // namespace

Expr largest_shares(const Expr& elements) {
  return least(most(ceil_div(elements, lit(elements_of_share)), lit(1)), lit(most_shares));
}

Expr share_of_block() { return add(lit(1), size_of(call("block"))); }

std::vector<Stmt> store_largest(const LargestStore& store) {
  return {make_stmt(Array{store.shared, warp, Type::Value, Memory::Shared}),
          let(store.of_block, Type::Value,
              call("block_max", {store.own, var(store.shared), make_expr(FloatLit{0})})),
          if_then(equal(call("thread"), lit(0)),
                  assign(read(store.workspace, store.place), AssignOp::Set, var(store.of_block)))};
}

Kernel search_shares(const LargestSearch& search, const Program& program, const View& values,
                     const Expr& elements) {
  const std::string name = values_name(values);
  return whole(
      search, largest_shares(elements),
      store_largest({search.workspace, largest_of(name, lit(0), elements), share_of_block()}),
      {array(search.workspace), {Param::Kind::Values, name, values.name, 0, nullptr, false}},
      program);
}

Kernel search_all(const LargestSearch& search, const Program& program, const Expr& shares) {
  return whole(search, lit(1),
               store_largest(
                   {search.workspace, largest_of(search.workspace, lit(1), var("shares")), lit(0)}),
               {array(search.workspace), {Param::Kind::Size, "shares", "", 0, shares, false}},
               program);
}

}  // namespace teaal::passes
