#include "compiler/passes/plan/assembly.h"

namespace teaal::passes {
namespace {

using namespace ir;

constexpr int64_t entry_threads = 256, entry_blocks = 4096;
constexpr int64_t scan_threads = 256, scan_blocks = 1024, scan_piece = 2048;
constexpr int64_t sort_threads = 256, sort_blocks = 1056, sort_tile = 2048;
constexpr int64_t warp_size = 32, bits_a_digit = 8, digits_a_key = 1 << bits_a_digit;

Expr clamped(Expr e, int64_t most_value) {
  return most(lit(1), least(std::move(e), lit(most_value)));
}

}  // namespace

Kernel entry_kernel(EntryLoop loop) {
  Kernel k;
  k.name = std::move(loop.name);
  k.where = loop.where;
  k.params = std::move(loop.params);
  k.params.push_back(size_param("entries", loop.count));
  k.launch = {clamped(ceil_div(loop.count, lit(entry_threads)), entry_blocks), lit(entry_threads)};
  Expr first = add(mul(call("size", {call("block")}), call("threads")), call("thread"));
  Expr step = mul(call("size", {call("blocks")}), call("threads"));
  std::vector<Stmt> body;
  if (loop.once) body.push_back(if_then(equal(first, lit(0)), loop.once, loop.where));
  body.push_back(make_stmt(
      For{"entry", Type::Size, first, var("entries"), step, "", std::move(loop.body)}, loop.where));
  k.body = block(std::move(body));
  return k;
}

const char* word_of(AssignOp op) {
  switch (op) {
    case AssignOp::Mul:
      return "product";
    case AssignOp::Min:
      return "min";
    case AssignOp::Max:
      return "max";
    case AssignOp::Or:
      return "either";
    case AssignOp::And:
      return "together";
    case AssignOp::Set:
    case AssignOp::Add:
      break;
  }
  return "sum";
}

Param array_param(const std::string& workspace, Type type, bool written) {
  return {Param::Kind::Workspace, workspace, workspace, 0, nullptr, written, type};
}

Param size_param(const std::string& name, Expr value) {
  return {Param::Kind::Size, name, "", 0, std::move(value), false};
}

View& storage_view(Program& program, const std::string& tensor) {
  for (View& v : program.views)
    if (v.tensor == tensor && !v.resorted && !v.points && !v.carried) return v;
  program.views.push_back({tensor, tensor, program.tensor(tensor)->levels});
  return program.views.back();
}

Assembly::Assembly(Program& program) : program_(program) {
  for (const Tensor& t : program.tensors) {
    names_.take(t.name);
    for (const std::string& rank : t.ranks) names_.take(rank);
  }
  for (const View& v : program.views) names_.take(v.name);
  for (const Symbol& s : program.symbols) names_.take(s.name);
  for (const Count& c : program.counts) names_.take(c.name);
  for (const Workspace& w : program.workspaces) names_.take(w.name);
  for (const Kernel& k : program.kernels) kernel_names_.take(k.name);
}

const std::string& Assembly::lasting(const std::string& base) {
  auto [at, first] = lasting_.try_emplace(base);
  if (first) at->second = fresh(base);
  return at->second;
}

std::string Assembly::fresh_kernel(const std::string& base) {
  return kernel_names_.fresh(program_.name + "_" + base);
}

std::string Assembly::workspace(const std::string& base, Expr elements, Type type) {
  std::string name = names_.fresh(base);
  program_.workspaces.push_back({name, std::move(elements), type});
  return name;
}

void Assembly::launch(Kernel kernel) {
  add({Step::Kind::Launch, kernel.name});
  kernels_.push_back(std::move(kernel));
}

void Assembly::read(const std::string& name, const std::string& array, Expr at) {
  Step step{Step::Kind::Read, name};
  step.array = array;
  step.value = std::move(at);
  add(std::move(step));
}

// ---- Kernels that several steps share: one call of a device function each ----

const Kernel& Assembly::shared_kernel(const std::string& base, const SourceRange& where) {
  for (const auto& [name, kernel] : shared_)
    if (name == base) return kernel;
  auto array = [](const char* name, bool written, Type type = Type::Size) {
    return Param{Param::Kind::Workspace, name, "", 0, nullptr, written, type};
  };
  auto size = [](const char* name) {
    return Param{Param::Kind::Size, name, "", 0, nullptr, false};
  };
  Kernel k;
  k.name = fresh_kernel(base);
  k.where = where;
  std::vector<Array> shared;
  if (base == "scan_sums")
    k.params = {array("counts", false), size("n"), array("sums", true)};
  else if (base == "scan_apply")
    k.params = {array("counts", true), size("n"), array("sums", false)};
  else if (base == "sort_count")
    k.params = {array("keys", false), size("n"), size("shift"), size("bits"),
                array("digits", true)};
  else
    k.params = {array("keys", false),
                array("values", false, Type::Value),
                size("n"),
                size("shift"),
                size("bits"),
                array("digits", false),
                array("keys_out", true),
                array("values_out", true, Type::Value)};
  if (base == "sort_move")
    shared = {{"tile_keys", sort_tile, Type::Size},
              {"tile_values", sort_tile, Type::Value},
              {"places", digits_a_key, Type::Size}};
  if (base.starts_with("sort"))
    shared.push_back({"counts", (sort_threads / warp_size) * (digits_a_key + 1), Type::Int});
  else
    shared.push_back({"shared_sizes", warp_size + 1, Type::Size});
  std::vector<Expr> args;
  std::vector<Stmt> body;
  for (const Param& p : k.params) args.push_back(var(p.name));
  for (const Array& array : shared) {
    args.push_back(var(array.buffer));
    body.push_back(make_stmt(array, where));
  }
  body.push_back(make_stmt(Run{call(base, std::move(args))}, where));
  k.launch = {lit(1), lit(1)};  // each step says its own
  k.body = ir::block(std::move(body));
  kernels_.push_back(k);
  return shared_.emplace_back(base, std::move(k)).second;
}

void Assembly::launch_shared(const std::string& base, std::vector<Param> args, Launch launch,
                             const SourceRange& where) {
  const Kernel& k = shared_kernel(base, where);
  for (size_t i = 0; i < args.size(); ++i) args[i].name = k.params[i].name;
  Step step{Step::Kind::Launch, k.name};
  step.args = std::move(args);
  step.launch = std::move(launch);
  add(std::move(step));
}

void Assembly::scan(const std::string& array, const Expr& n, const SourceRange& where) {
  if (scan_sums_.empty()) scan_sums_ = workspace("scan_sums", lit(scan_blocks), Type::Size);
  Launch launch = {clamped(ceil_div(n, lit(scan_piece)), scan_blocks), lit(scan_threads)};
  launch_shared("scan_sums",
                {array_param(array, Type::Size, false), size_param("n", n),
                 array_param(scan_sums_, Type::Size, true)},
                launch, where);
  launch_shared("scan_apply",
                {array_param(array, Type::Size, true), size_param("n", n),
                 array_param(scan_sums_, Type::Size, false)},
                launch, where);
}

// Two digits a pass, there and back, of 8 bits at most: as few passes as that takes, and digits as
// narrow as these allow. The pairs of a tile that have one digit are neighbours behind it, and the
// more the fewer digits there are.
void Assembly::sort(const Pairs& pairs, const Pairs& spare, const Expr& n, const Expr& bound,
                    const SourceRange& where) {
  const Expr blocks = clamped(ceil_div(n, lit(sort_tile)), sort_blocks);
  std::string digits = workspace(pairs.keys + "_digits",
                                 ir::add(mul(blocks, lit(digits_a_key)), lit(1)), Type::Size);
  Step passes{Step::Kind::Repeat, fresh(pairs.keys + "_pass")};
  const Expr bits = call("bits", {sub(most(bound, lit(1)), lit(1))});
  passes.value = ceil_div(bits, lit(2 * bits_a_digit));
  const Expr width = ceil_div(bits, most(mul(lit(2), passes.value), lit(1)));
  const Expr first = mul(mul(var(passes.name), lit(2)), width);
  within(std::move(passes), [&] {
    one_digit(pairs, spare, {n, first, width, digits}, where);
    one_digit(spare, pairs, {n, ir::add(first, width), width, digits}, where);
  });
}

void Assembly::one_digit(const Pairs& from, const Pairs& to, const Digit& digit,
                         const SourceRange& where) {
  const auto& [n, shift, bits, digits] = digit;
  const Expr blocks = clamped(ceil_div(n, lit(sort_tile)), sort_blocks);
  Launch launch = {blocks, lit(sort_threads)};
  launch_shared(
      "sort_count",
      {array_param(from.keys, Type::Size, false), size_param("n", n), size_param("shift", shift),
       size_param("bits", bits), array_param(digits, Type::Size, true)},
      launch, where);
  scan(digits, mul(blocks, lit(digits_a_key)), where);
  launch_shared(
      "sort_move",
      {array_param(from.keys, Type::Size, false), array_param(from.values, Type::Value, false),
       size_param("n", n), size_param("shift", shift), size_param("bits", bits),
       array_param(digits, Type::Size, false), array_param(to.keys, Type::Size, true),
       array_param(to.values, Type::Value, true)},
      launch, where);
}

}  // namespace teaal::passes
