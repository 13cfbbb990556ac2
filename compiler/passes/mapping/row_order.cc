#include "compiler/passes/mapping/row_order.h"

#include "compiler/ir/levels.h"

namespace teaal::passes {
namespace {

using namespace ir;
using Order = std::vector<std::string>;

class Orders {
 public:
  Orders(const Order& loops, const Use& output, const std::vector<Use>& uses,
         const Program& program)
      : loops_(loops), output_(output), uses_(uses), program_(program) {}

  Order run() {
    if (!find_compressed()) return {};
    std::vector<std::set<const Use*>> moved = {{}};
    std::set<const Use*> all;
    for (const Use* u : compressed_)
      if (tensor(*u).role == Role::Input) {
        moved.push_back({u});
        all.insert(u);
      }
    moved.push_back(all);
    for (const std::string& row : rows()) {
      row_ = row;
      const bool is_first = row == output_.roots[0];
      const auto is_row = [&](const std::string& root) { return root == row; };
      Order as_given = loops_, sums_early = loops_;
      if (!is_first) std::ranges::stable_partition(as_given, is_row);
      std::ranges::stable_partition(
          sums_early, [&](const std::string& root) { return !output_.has(root) || root == row; });
      if (!is_first) std::ranges::stable_partition(sums_early, is_row);
      for (const std::set<const Use*>& some : moved)
        for (const Order& left : {as_given, sums_early})
          if (const Order order = order_for(some, left);
              fits_rows(order, some) && !sums_for_all(order, some))
            return order;
    }
    const Order order = order_for({}, loops_);
    return fits_rows(order, {}) ? order : Order();
  }

 private:
  const Tensor& tensor(const Use& u) const { return *program_.tensor(u.tensor); }

  // False: there is none, or nothing is known of one.
  bool find_compressed() {
    if (output_.roots.empty()) return false;
    const Role role = tensor(output_).role;
    if (role != Role::Output && !(role == Role::Intermediate && output_.dense)) return false;
    for (const Use& u : uses_) {
      if (u.dense) continue;
      if (u.has("") || std::ranges::any_of(tensor(u).levels,
                                           [](const Level& l) { return l.tile || l.cbits != 0; }))
        return false;
      compressed_.push_back(&u);
    }
    return !compressed_.empty();
  }

  // `moved`: who is re-sorted. Empty: no order is right for all others.
  Order order_for(const std::set<const Use*>& moved, Order left) const {
    Order out;
    while (!left.empty()) {
      const auto is_first = [&](const std::string& root) {
        return std::ranges::all_of(compressed_, [&](const Use* u) {
          const auto at = std::ranges::find(u->roots, root);
          return moved.contains(u) || at == u->roots.end() ||
                 std::none_of(u->roots.begin(), at, [&](const auto& above) {
                   return std::ranges::find(left, above) != left.end();
                 });
        });
      };
      const auto next = std::ranges::find_if(left, is_first);
      if (next == left.end()) return {};
      out.push_back(*next);
      left.erase(next);
    }
    return out;
  }

  bool lists(const Use& u, size_t level) const {
    return tensor(u).levels[level].format != LevelFormat::Uncompressed;
  }

  // Ranks of the output that may be its rows: the first; of a dense one, where no compressed
  // operand has that, another first, as each row would go through all that is stored.
  std::vector<std::string> rows() const {
    std::vector<std::string> out;
    for (const std::string& root : output_.roots)
      if (std::ranges::any_of(compressed_, [&](const Use* u) { return u->has(root); }))
        out.push_back(root);
    const bool free = output_.dense && std::ranges::find(out, output_.roots[0]) == out.end();
    if (!free) out.clear();
    out.push_back(output_.roots[0]);
    return out;
  }

  bool fits_rows(const Order& order, const std::set<const Use*>& moved) const {
    return order.size() > 1 && order[0] == row_ &&
           std::ranges::none_of(compressed_, [&](const Use* u) {
             const bool on_top = moved.contains(u) ? u->has(row_) : u->roots[0] == row_;
             return on_top && lists(*u, 0);
           });
  }

  // Whether a loop inside of rows visits all coordinates of a rank of the output, around a sum over
  // what two operands have in common.
  bool sums_for_all(const Order& order, const std::set<const Use*>& moved) const {
    const auto lists_root = [&](const Use* u, const std::string& root) {
      Order roots = u->roots;
      if (moved.contains(u))
        std::ranges::sort(roots, {}, [&](const auto& r) { return std::ranges::find(order, r); });
      const auto at = std::ranges::find(roots, root);
      return at != roots.end() && lists(*u, static_cast<size_t>(at - roots.begin()));
    };
    bool common = false;
    for (size_t i = order.size(); --i > 0;) {
      const std::string& root = order[i];
      if (!output_.has(root))
        common |=
            std::ranges::count_if(compressed_, [&](const Use* u) { return u->has(root); }) > 1;
      else if (common &&
               std::ranges::none_of(compressed_, [&](const Use* u) { return lists_root(u, root); }))
        return true;
    }
    return false;
  }

  const Order& loops_;
  const Use& output_;
  const std::vector<Use>& uses_;
  const Program& program_;
  std::vector<const Use*> compressed_;
  std::string row_;  // of the output
};

}  // namespace

Order row_order(const Order& loops, const Use& output, const std::vector<Use>& uses,
                const Program& program) {
  return Orders(loops, output, uses, program).run();
}

}  // namespace teaal::passes
