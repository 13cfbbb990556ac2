#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>

#include "compiler/ir/levels.h"
#include "compiler/ir/rewrite.h"
#include "compiler/passes/front/front_kernel.h"
#include "compiler/passes/nest.h"
#include "compiler/passes/passes.h"

// A tensor of bits that is the product of two others, and that kernels list in shared memory and
// ask for nothing else: blocks list what the two have in common, so that nobody computes it, keeps
// it or waits for it. A list reads a word of each for one of the product.
namespace teaal::passes {
namespace {

using namespace ir;

bool is_bits(const Program& program, const std::string& name) {
  const Tensor* t = program.tensor(name);
  return t && t->bits && t->role == Role::Intermediate && store_all(t->levels) && t->absent == 0;
}

bool mentions(const Kernel& k, const std::string& tensor) {
  bool found = false;
  for_each_expr(k.body, [&](const Expr& e) {
    const auto* a = as<Access>(e);
    found |= a && tensor_of(a->operand) == tensor;
  });
  return found;
}

class Lister {
 public:
  explicit Lister(Program& program) : program_(program) {}

  void run() {
    for (size_t i = 0; i < program_.kernels.size();)
      if (!is_listed_instead(i)) ++i;
  }

 private:
  // Of which its kernel makes each element as a product.
  struct Product {
    const Access *whole, *led, *beside;  // `led` stands in its place
    Nest nest;
  };

  bool is_listed_instead(size_t number) {
    const Kernel& kernel = program_.kernels[number];
    const std::optional<Product> product = product_of(kernel);
    if (!product) return false;
    std::vector<Kernel*> readers;
    for (size_t i = 0; i < program_.kernels.size(); ++i) {
      Kernel& other = program_.kernels[i];
      if (i == number) continue;
      const bool changes = i > number && (output_of(other) == product->led->operand ||
                                          output_of(other) == product->beside->operand);
      if (changes || output_of(other) == product->whole->operand) return false;
      if (!mentions(other, product->whole->operand)) continue;
      if (i < number || !lists(other, *product)) return false;
      readers.push_back(&other);
    }
    for (Kernel* reader : readers) take_over(*product, *reader);
    if (readers.empty()) return false;
    const std::string& whole = product->whole->operand;
    std::erase_if(program_.tensors, [&](const Tensor& t) { return t.derived && t.name == whole; });
    program_.kernels.erase(program_.kernels.begin() + static_cast<std::ptrdiff_t>(number));
    return true;
  }

  // None: it is something else, or not told once for all.
  std::optional<Product> product_of(const Kernel& kernel) const {
    Product out{nullptr, nullptr, nullptr, unnest(kernel.body)};
    const auto* store = as<Assign>(out.nest.body);
    const auto* value = store ? as<Binary>(store->value) : nullptr;
    if (!value || store->op != AssignOp::Set || value->op != BinaryOp::Mul || kernel.repeats ||
        kernel.row_class || kernel.schedule.staged())
      return std::nullopt;
    out.whole = as<Access>(store->target), out.led = as<Access>(value->lhs);
    out.beside = as<Access>(value->rhs);
    if (!out.led || !out.beside || out.led->operand == out.beside->operand) return std::nullopt;
    for (const Access* a : {out.whole, out.led, out.beside})
      if (!is_bits(program_, a->operand) || !ends_alike(*a, *out.whole)) return std::nullopt;
    std::set<std::string> all;
    for (const Expr& e : out.whole->at)
      if (!all.insert(as<Var>(e)->name).second) return std::nullopt;
    for (const Access* a : {out.led, out.beside})
      for (const Expr& e : a->at)
        if (!all.contains(as<Var>(e)->name)) return std::nullopt;
    return out;
  }

  // Whether it has coordinates alone, as they are, and the last one that it stores is the whole's.
  bool ends_alike(const Access& a, const Access& whole) const {
    const auto last = [&](const Access& of) {
      const Tensor& t = *program_.tensor(of.operand);
      const auto axis = std::ranges::find(t.ranks, t.levels.back().rank) - t.ranks.begin();
      return std::pair(t.levels.back().rank, of.at[static_cast<size_t>(axis)]);
    };
    const auto is_coordinate = [](const Expr& e) { return as<Var>(e) != nullptr; };
    return std::ranges::all_of(a.at, is_coordinate) && last(a).first == last(whole).first &&
           same(last(a).second, last(whole).second);
  }

  bool asks_for(const std::string& tensor, const Expr& e) const {
    const Access* asked = asks_if_present(e, program_);
    return asked && asked->operand == tensor;
  }

  // Whether the kernel lists it, and asks for nothing else of it; and of the two nothing at all.
  bool lists(const Kernel& k, const Product& p) const {
    const std::string& tensor = p.whole->operand;
    const Nest nest = unnest(k.body);
    const auto staging = std::ranges::find(k.schedule.stagings, tensor, &Schedule::Staging::tensor);
    const bool listed = staging != k.schedule.stagings.end() && staging->listed &&
                        staging->beside.empty() && k.schedule.skips.empty() &&
                        staging->rank == program_.tensor(tensor)->levels.back().rank;
    if (!listed || k.repeats || k.row_class || mentions(k, p.led->operand) ||
        mentions(k, p.beside->operand) || only_access(nest, tensor) == nullptr)
      return false;
    size_t asked = 0;
    for_each_expr(nest.body, [&](const Expr& e) { asked += asks_for(tensor, e) ? 1 : 0; });
    return asked == 1 &&
           std::ranges::count(k.schedule.stagings, tensor, &Schedule::Staging::tensor) == 1;
  }

  void take_over(const Product& p, Kernel& k) {
    const std::string& tensor = p.whole->operand;
    Nest nest = unnest(k.body);
    std::map<std::string, Expr> at;  // the coordinates of the product's kernel in this one
    const Access& read = *only_access(nest, tensor);
    for (size_t axis = 0; axis < read.at.size(); ++axis)
      at[as<Var>(p.whole->at[axis])->name] = read.at[axis];
    const auto access_here = [&](const Access& a) {
      std::vector<Expr> out;
      for (const Expr& e : a.at) out.push_back(at.at(as<Var>(e)->name));
      return make_expr(Access{a.operand, std::move(out)});
    };
    nest.body = rewrite(nest.body, [&](const Expr& e) {
      if (!asks_for(tensor, e)) return e;
      const std::vector<Expr>& args = as<Call>(e)->args;
      Expr value = args[1];
      for (const Access* a : {p.beside, p.led})
        value = call("choose",
                     {call("differs", {access_here(*a), make_expr(FloatLit{0})}), value, args[2]});
      return value;
    });
    const std::map<std::string, std::string> root_of = roots_of_variables(nest);
    const auto walks = [&](const ForRank& loop, const Access& a) {
      bool found = false;
      for_each_expr(access_here(a), [&](const Expr& e) {
        const auto* v = as<Var>(e);
        const auto root = v ? root_of.find(v->name) : root_of.end();
        found |= root != root_of.end() && roots_of(loop).contains(root->second);
      });
      return found;
    };
    for (Nest::Loop& l : nest.loops) {
      std::vector<Fiber> fibers;
      for (const Fiber& f : l.loop.over.fibers) {
        if (f.operand != tensor) fibers.push_back(f);
        for (const Access* a : {p.led, p.beside})
          if (f.operand == tensor && walks(l.loop, *a)) fibers.push_back({a->operand});
      }
      l.loop.over.fibers = std::move(fibers);
      if (l.loop.leader == tensor) l.loop.leader = p.led->operand;
    }
    k.body = renest(nest);
    for (Schedule::Staging& s : k.schedule.stagings)
      if (s.tensor == tensor) s.tensor = p.led->operand, s.beside = p.beside->operand;
    program_.notes.push_back(
        fmt::format("{}: blocks list what {} and {} have in common, so nobody computes {}", k.name,
                    p.led->operand, p.beside->operand, tensor));
  }

  Program& program_;
};

}  // namespace

std::optional<Program> list_common(Program program, const Target& target, Diagnostics&) {
  if (target.fuse) Lister(program).run();
  return program;
}

}  // namespace teaal::passes
