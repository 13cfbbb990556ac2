#include <algorithm>

#include "runtime/tensor/sort.h"
#include "runtime/tensor/tensor.h"

namespace teaal::runtime {
namespace {

enum class Order { Strict, Weak, None };

Order order_of(const Coo& coo) {
  bool strict = true;
  for (size_t e = 1; e < coo.entries(); ++e) {
    int compared = compare_entries(coo, e - 1, e);
    if (compared > 0) return Order::None;
    strict &= compared < 0;
  }
  return strict ? Order::Strict : Order::Weak;
}

void truncate(Coo& coo, size_t entries) {
  for (auto& coords : coo.coords) coords.resize(entries);
  coo.values.resize(entries);
}

void move_entry(Coo& coo, size_t from, size_t to) {
  if (from == to) return;
  for (auto& coords : coo.coords) coords[to] = coords[from];
  coo.values[to] = coo.values[from];
}

size_t sum_duplicates(Coo& coo) {
  size_t kept = 0;
  for (size_t e = 1; e < coo.entries(); ++e) {
    if (compare_entries(coo, kept, e) == 0)
      coo.values[kept] += coo.values[e];
    else
      move_entry(coo, e, ++kept);
  }
  size_t merged = coo.entries() - (kept + 1);
  truncate(coo, kept + 1);
  return merged;
}

}  // namespace

size_t canonicalize(Coo& coo) {
  if (coo.entries() < 2) return 0;
  Order order = order_of(coo);
  if (order == Order::Strict) return 0;
  if (order == Order::None) sort_entries(coo);
  return sum_duplicates(coo);
}

size_t drop_absent(Coo& coo, double absent) {
  size_t before = coo.entries(), kept = 0;
  for (size_t e = 0; e < before; ++e)
    if (coo.values[e] != absent) move_entry(coo, e, kept++);
  truncate(coo, kept);
  return before - kept;
}

}  // namespace teaal::runtime
