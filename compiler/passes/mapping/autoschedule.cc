#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <optional>
#include <set>

#include "compiler/ir/levels.h"
#include "compiler/ir/rewrite.h"
#include "compiler/passes/front/front_kernel.h"
#include "compiler/passes/mapping/row_order.h"
#include "compiler/passes/nest.h"
#include "compiler/passes/passes.h"

// What a spec maps in no way gets a schedule as a spec would write it. Of dense tensors: lanes lie
// where neighbours lie in memory, in both of two tensors that turn each other round, and a product
// has tiles in shared memory and sums in registers. Sizes are known at launch, so tiles are such
// that a rank of few coordinates leaves few lanes idle. Of one matrix that is stored by rows: equal
// runs of what it stores, which do not mind how long rows are. Of more of them, or of others: the
// order in which they are stored, a warp a row of the output. Other compressed tensors and rounds
// keep the rule of `place`. So do kernels that hand on what is best never stored: those of like
// loops become one.
namespace teaal::passes {
namespace {

using namespace ir;

constexpr int64_t lanes_of_warp = 32, quad = 4;

bool reads(const Kernel& kernel, const std::string& tensor) {
  return tensors_read(assignment(kernel.body).value).contains(tensor);
}

class Chooser {
 public:
  Chooser(const Program& program, const Kernel& kernel)
      : program_(program),
        kernel_(kernel),
        nest_(unnest(kernel.body)),
        names_(names_in_front(nest_, program)),
        root_of_(roots_of_variables(nest_)),
        schedule_(kernel.schedule) {
    const bool plain = may_choose() && find_uses();
    known_ = plain && fits_dense();
    std::vector<std::string> loops;
    for (const Nest::Loop& l : nest_.loops) {
      loops.push_back(l.loop.root);
      (output_.has(l.loop.root) ? outputs_ : summed_).push_back(l.loop.root);
    }
    if (plain && !known_ && !kernel.accumulates) order_ = row_order(loops, output_, uses_, program);
    by_rows_ = !order_.empty();
  }

  // Whether rows of the output are made apart from each other, from compressed operands.
  bool has_apart_rows() const { return by_rows_; }

  // Whether sums of these grow in memory: nobody could take them from registers.
  bool sums_in_memory() const {
    const auto is_sum = [&](const std::string& root) { return !output_.has(root); };
    return by_rows_ && std::ranges::find_if(order_, is_sum) != order_.end() &&
           !is_sum(order_.back());
  }

  // Others read what is a sum, or no larger than what it is made of: or it would be kept from
  // memory. A sum a row of a compressed matrix is handed on as the row is done.
  bool may_be_apart(bool is_handed_on) const {
    if (!known_ || !is_handed_on) return known_;
    const bool is_compressed = std::ranges::find(uses_, false, &Use::dense) != uses_.end();
    if (!summed_.empty()) return !is_compressed || outputs_.size() > 1;
    return std::ranges::any_of(uses_, [&](const Use& u) {
      return std::ranges::all_of(outputs_, [&](const auto& root) { return u.has(root); });
    });
  }

  // As given where a thread an element of the output is best, or what stores sums goes on with
  // them.
  Kernel run() {
    Kernel out = kernel_;
    if (finishes_sums()) return out;
    schedule_.order.clear();
    schedule_.order_where.clear();
    schedule_.default_space = false;
    if (by_rows_)
      choose_rows();
    else if (const auto matrix = std::ranges::find(uses_, false, &Use::dense);
             matrix != uses_.end())
      choose_runs(*matrix, out);
    else if (!choose_product() && !choose_lanes_that_sum() && !choose_windows() &&
             !choose_columns() && !choose_tiles())
      return out;
    out.schedule = schedule_;
    return out;
  }

 private:
  // ---- What there is ----

  bool may_choose() const {
    return !program_.iteration && !kernel_.repeats && !kernel_.row_class &&
           as<Assign>(nest_.body) && std::ranges::all_of(nest_.loops, [&](const Nest::Loop& l) {
             const ForRank& loop = l.loop;
             return is_of_coordinates(loop) && !loop.tile && loop.rank == loop.root &&
                    loop.extent == loop.root && has_free_parts(loop.root);
           });
  }

  bool is_free(const std::string& rank) const {
    return !names_.has(rank) && !names_.has(variable_of(rank));
  }

  // Whether nothing is called as parts of the rank, or their variables, would be.
  bool has_free_parts(const std::string& rank) const {
    for (int part = 0; part <= most_parts; ++part)
      if (!is_free(rank + std::to_string(part))) return false;
    return true;
  }

  Use use_of(const Access& access) const {
    const Tensor& tensor = *program_.tensor(access.operand);
    Use out{tensor.name, {}, store_all(tensor.levels)};
    for (const Level& level : tensor.levels) {
      const auto axis =
          static_cast<size_t>(std::ranges::find(tensor.ranks, level.rank) - tensor.ranks.begin());
      const auto* v = as<Var>(access.at[axis]);
      const auto root = v ? root_of_.find(v->name) : root_of_.end();
      out.roots.push_back(root == root_of_.end() ? "" : root->second);
      for_each_expr(access.at[axis], [&](const Expr& e) {
        const auto* named = as<Var>(e);
        if (named && root_of_.contains(named->name)) out.mentioned.insert(root_of_.at(named->name));
      });
    }
    return out;
  }

  bool find_uses() {
    const Assign& assign = assignment(nest_.body);
    output_ = use_of(*as<Access>(assign.target));
    bool plain = true;
    for_each_expr(assign.value, [&](const Expr& e) {
      const auto* access = as<Access>(e);
      if (!access) return;
      const Tensor& tensor = *program_.tensor(access->operand);
      plain &= !tensor.bits && tensor.like.empty();
      uses_.push_back(use_of(*access));
    });
    const size_t roots = std::set(output_.roots.begin(), output_.roots.end()).size();
    return plain && !output_.has("") && roots == output_.roots.size();
  }

  // False: more is compressed than one matrix that is stored by rows of the output.
  bool fits_dense() const {
    if (!output_.dense) return false;
    const auto compressed = std::ranges::count(uses_, false, &Use::dense);
    return compressed == 0 ||
           (compressed == 1 && has_rows(*std::ranges::find(uses_, false, &Use::dense)));
  }

  bool has_rows(const Use& use) const {
    const Tensor& tensor = *program_.tensor(use.tensor);
    if (tensor.role != Role::Input || tensor.levels.size() != 2) return false;
    for (size_t l = 0; l < 2; ++l) {
      const Level& level = tensor.levels[l];
      if (level.tile || level.cbits != 0 || level.format == LevelFormat::Bitmask ||
          level.rank != use.roots[l])
        return false;
    }
    const std::string& row = use.roots[0];
    const std::string joined = row + use.roots[1];
    if (!is_free(joined) || !has_free_parts(joined)) return false;
    const bool alone = nest_.loops.size() == output_.roots.size() + 1 && !kernel_.accumulates;
    return alone && tensor.levels[1].format == LevelFormat::Compressed && row != use.roots[1] &&
           output_.roots.size() <= 2 && output_.roots[0] == row && !output_.has(use.roots[1]);
  }

  // Whether it computes an element of each sum that another kernel makes, and nobody else reads
  // these: `finish` puts it there.
  bool finishes_sums() const {
    const std::set<std::string> own(output_.roots.begin(), output_.roots.end());
    return summed_.empty() && std::ranges::any_of(program_.kernels, [&](const Kernel& k) {
             const Nest nest = unnest(k.body);
             const std::string made = tensor_of(output_of(k));
             return reads(kernel_, made) && output_roots(nest) == own &&
                    nest.loops.size() > own.size() &&
                    std::ranges::count_if(program_.kernels, [&](const Kernel& other) {
                      return reads(other, made);
                    }) == 1;
           });
  }

  // ---- What is chosen ----

  // Two operands meet at each of a rank's coordinates, and each serves many elements of the output:
  // 64 x 64 of them a block, 32 a thread.
  bool choose_product() {
    if (outputs_.size() < 2) return false;
    const std::string& column = output_.roots.back();
    for (auto row = std::next(output_.roots.rbegin()); row != output_.roots.rend(); ++row)
      for (auto along = summed_.rbegin(); along != summed_.rend(); ++along) {
        const auto is_factor = [&](const Use& u, const std::string& has, const std::string& lacks) {
          return u.has(*along) && u.has(has) && !u.has(lacks) && !u.has("") && is_read_once(u);
        };
        std::set<std::string> of_rows, of_columns;
        for (const Use& u : uses_) {
          if (is_factor(u, *row, column)) of_rows.insert(u.tensor);
          if (is_factor(u, column, *row)) of_columns.insert(u.tensor);
        }
        if (of_rows.empty() || of_columns.empty()) continue;
        block_product(*row, column, *along, of_rows, of_columns);
        return true;
      }
    return false;
  }

  bool is_read_once(const Use& use) const {
    return std::ranges::count(uses_, use.tensor, &Use::tensor) == 1;
  }

  void block_product(const std::string& row, const std::string& column, const std::string& along,
                     const std::set<std::string>& of_rows,
                     const std::set<std::string>& of_columns) {
    split(row, {64, 32, 16, quad});
    split(column, {64, 32, quad});
    split(along, {16});
    for (const std::string& root : outputs_)
      if (root != row && root != column) put(root, Place::Block);
    put(row + "4", Place::Block);
    put(column + "3", Place::Block);
    for (const std::string& root : summed_)
      if (root != along) put(root);
    const std::string slice = along + "1", step = along + "0";
    put(slice), put(step);
    put(row + "3", Place::Warp);
    put(column + "2", Place::Warp);
    put(row + "1", Place::Lane);
    put(column + "1", Place::Lane);
    put(row + "2"), put(row + "0"), put(column + "0");
    constexpr int64_t buffers = 3;
    for (const auto& [tensors, rank] : {std::pair(of_rows, row), std::pair(of_columns, column)})
      for (const std::string& tensor : tensors) {
        schedule_.stagings.push_back({tensor, Memory::Shared, slice, buffers, kernel_.where, step});
        schedule_.stagings.push_back({tensor, Memory::Registers, step, 1, kernel_.where, rank});
      }
  }

  // An operand has every rank of the output and ends with one that is summed: four lanes share a
  // row of it, a block 512 elements of 64 rows.
  bool choose_lanes_that_sum() {
    const auto is_summed = [&](const Use& u) {
      return !u.roots.empty() && std::ranges::find(summed_, u.roots.back()) != summed_.end() &&
             std::ranges::all_of(outputs_, [&](const auto& root) { return u.has(root); });
    };
    const auto operand = std::ranges::find_if(uses_, is_summed);
    if (operand == uses_.end()) return false;
    const std::string along = operand->roots.back();
    // A sum of all has rows, too, if not of the output.
    std::string row;
    for (const std::string& root : outputs_.empty() ? summed_ : outputs_)
      if (root != along) row = root;
    if (row.empty()) return false;
    split(row, {64, 8});
    split(along, {512, 32, 16, quad});
    for (const std::string& root : outputs_)
      if (root != row) put(root, Place::Block);
    put(row + "2", Place::Block);
    put(along + "4", Place::Block);
    put(row + "1", Place::Warp);
    put(row + "0", Place::Lane);
    for (const std::string& root : summed_)
      if (root != row && root != along) put(root);
    put(along + "3"), put(along + "2");
    put(along + "1", Place::Lane);
    put(along + "0");
    return true;
  }

  // Two operands meet as in a product, but one is read by index math, as an image's windows meet
  // filters: a thread has eight rows (filters) of four neighbours in registers, a warp 32 of these
  // in four lines of the image, whose operand all of its lanes read alike.
  bool choose_windows() {
    if (outputs_.size() < 3) return false;
    const std::string &column = output_.roots.back(), &line = output_.roots.end()[-2];
    const auto meets = [&](const Use& u, const std::string& has, const std::string& lacks) {
      return u.mentioned.contains(has) && !u.mentioned.contains(lacks) &&
             std::ranges::any_of(summed_, [&](const auto& s) { return u.mentioned.contains(s); });
    };
    for (const std::string& row : outputs_) {
      if (row == column || row == line) continue;
      const auto of_rows = std::ranges::find_if(uses_, [&](const Use& u) {
        return meets(u, row, column) && !u.mentioned.contains(line) && u.has(row) && !u.has("") &&
               u.has(summed_.back()) && is_read_once(u);
      });
      if (of_rows == uses_.end() ||
          std::ranges::none_of(uses_, [&](const Use& u) { return meets(u, column, row); }))
        continue;
      block_windows(row, line, column);
      schedule_.stagings.push_back(
          {of_rows->tensor, Memory::Registers, summed_.back(), 1, kernel_.where, row});
      return true;
    }
    return false;
  }

  void block_windows(const std::string& row, const std::string& line, const std::string& column) {
    split(row, {8});
    split(line, {16, 4});
    split(column, {32, quad});
    for (const std::string& root : outputs_)
      if (root != row && root != line && root != column) put(root, Place::Block);
    put(row + "1", Place::Block), put(line + "2", Place::Block), put(column + "2", Place::Block);
    put(line + "1", Place::Warp);
    put(line + "0", Place::Lane), put(column + "1", Place::Lane);
    for (const std::string& root : summed_) put(root);
    put(column + "0"), put(row + "0");
  }

  // As before, of an operand that ends with the one rank of the output: lanes have 128 columns, the
  // block 256 rows.
  bool choose_columns() {
    if (outputs_.size() != 1 || summed_.empty()) return false;
    const std::string &column = outputs_[0], &along = summed_[0];
    if (std::ranges::none_of(uses_,
                             [&](const Use& u) { return u.ends_with(column) && u.has(along); }))
      return false;
    split(column, {128, quad});
    split(along, {256, 32});
    put(column + "2", Place::Block);
    put(along + "2", Place::Block);
    put(along + "1", Place::Warp);
    put(along + "0");
    for (const std::string& root : summed_)
      if (root != along) put(root);
    put(column + "1", Place::Lane);
    put(column + "0");
    return true;
  }

  // Four lanes lie along a rank that some operand ends with, and eight along that of the output's
  // neighbours, each with a quad.
  bool choose_tiles() {
    if (outputs_.size() < 2) return false;
    const std::string& column = output_.roots.back();
    std::string row = *std::next(output_.roots.rbegin());
    for (const std::string& root : output_.roots)
      if (root != column && std::ranges::any_of(uses_, [&](const Use& u) {
            return u.ends_with(root) && u.has(column);
          }))
        row = root;
    split(row, {32, 4});
    split(column, {32, quad});
    for (const std::string& root : outputs_)
      if (root != row && root != column) put(root, Place::Block);
    put(row + "2", Place::Block);
    put(column + "2", Place::Block);
    put(row + "1", Place::Warp);
    put(row + "0", Place::Lane);
    for (const std::string& root : summed_) put(root);
    put(column + "1", Place::Lane);
    put(column + "0");
    return true;
  }

  // A warp has a row of the output. Its lanes share the last rank of the output inside, and one
  // that is summed innermost, along which they read neighbours; further ranks in front of all sums
  // are rows, too, of blocks of their own.
  void choose_rows() {
    split(order_[0], {8});
    put(order_[0] + "1", Place::Block);
    put(order_[0] + "0", Place::Warp);
    const auto is_output = [&](const std::string& root) { return output_.has(root); };
    const auto last = std::ranges::find_if(order_.rbegin(), std::prev(order_.rend()), is_output);
    const std::string lanes = last == std::prev(order_.rend()) ? "" : *last;
    const std::string& along = order_.back();
    const bool shares = !is_output(along) && std::ranges::all_of(uses_, [&](const Use& u) {
      return u.dense || !u.has(along);
    });
    if (shares) split(along, {32, quad});
    bool in_rows = true;
    for (size_t i = 1; i < order_.size(); ++i) {
      if (order_[i] == along && shares) continue;
      in_rows &= is_output(order_[i]);
      const bool summed_alone = lanes.empty() && order_[i] == along;
      put(order_[i], order_[i] == lanes || summed_alone ? Place::Lane
                     : in_rows                          ? Place::Block
                                                        : Place::Time);
    }
    if (!shares) return;
    put(along + "2");
    put(along + "1", Place::Lane);
    put(along + "0");
  }

  // A block has equal runs of what the matrix stores: of four elements a thread, or of 64 that
  // eight lanes walk together, four columns each.
  void choose_runs(const Use& matrix, Kernel& out) {
    const std::string runs = join_loops(matrix, out);
    if (output_.roots.size() == 1) {
      split(runs, {2048, 4}, matrix.tensor);
      put(runs + "2", Place::Block);
      put(runs + "1", Place::Thread);
      put(runs + "0");
      out.carveout = 33;  // percent of the L1: the rest keeps what is asked for again
      return;
    }
    const std::string& column = output_.roots[1];
    split(runs, {1024, 256, 64}, matrix.tensor);
    split(column, {32, quad});
    put(runs + "3", Place::Block);
    put(runs + "2", Place::Warp);
    put(runs + "1", Place::Lane);
    put(column + "2"), put(runs + "0");
    put(column + "1", Place::Lane);
    put(column + "0");
  }

  // One loop over the rows and columns of the matrix in place of two.
  std::string join_loops(const Use& matrix, Kernel& out) const {
    Nest nest = nest_;
    std::vector<Nest::Loop> of_matrix;
    std::erase_if(nest.loops, [&](const Nest::Loop& l) {
      if (matrix.has(l.loop.root)) of_matrix.push_back(l);
      return matrix.has(l.loop.root);
    });
    if (of_matrix[0].loop.root != matrix.roots[0]) std::swap(of_matrix[0], of_matrix[1]);
    Nest::Loop joined = of_matrix[0];
    ForRank& loop = joined.loop;
    loop.rank = loop.root = loop.extent = matrix.roots[0] + matrix.roots[1];
    loop.var = variable_of(loop.rank);
    for (const Nest::Loop& l : of_matrix) {
      loop.joined.push_back({l.loop.var, l.loop.rank, l.loop.root, l.loop.extent, nullptr, {}});
      for (const Fiber& fiber : l.loop.over.fibers)
        if (std::ranges::find(loop.over.fibers, fiber.operand, &Fiber::operand) ==
            loop.over.fibers.end())
          loop.over.fibers.push_back(fiber);
    }
    nest.loops.insert(nest.loops.begin(), joined);
    out.body = renest(nest);
    return loop.rank;
  }

  // ---- The schedule ----

  // `leader`: a tile is so many of its elements.
  void split(const std::string& root, const std::vector<int64_t>& tiles,
             const std::string& leader = "") {
    Schedule::Split out{root, {}, {}, {}, kernel_.where};
    for (int64_t tile : tiles) out.tiles.push_back(lit(tile));
    out.snaps.resize(tiles.size());
    out.leaders.assign(tiles.size(), leader);
    schedule_.splits.push_back(std::move(out));
  }

  // Inside of what stands there already.
  void put(const std::string& rank, Place place = Place::Time) {
    schedule_.order.push_back(rank);
    schedule_.order_where.push_back({});
    if (place != Place::Time) schedule_.space.push_back({rank, place, kernel_.where});
  }

  static constexpr int most_parts = 4;

  const Program& program_;
  const Kernel& kernel_;
  Nest nest_;
  Names names_;                                 // that are taken
  std::map<std::string, std::string> root_of_;  // of variables
  Schedule schedule_;
  bool known_ = false;    // what it reads and writes
  bool by_rows_ = false;  // it is of compressed operands, in `order_`
  std::vector<std::string> order_;
  Use output_;
  std::vector<Use> uses_;                      // of operands
  std::vector<std::string> outputs_, summed_;  // roots, as loops stand
};

std::string note_of(const Kernel& kernel) {
  const Schedule& s = kernel.schedule;
  std::vector<std::string> parts;
  for (const Schedule::Split& split : s.splits) {
    std::vector<std::string> tiles;
    for (size_t i = 0; i < split.tiles.size(); ++i)
      tiles.push_back(split.leaders[i].empty()
                          ? fmt::format("uniform_shape({})", *literal(split.tiles[i]))
                          : fmt::format("uniform_occupancy({}.{})", split.leaders[i],
                                        *literal(split.tiles[i])));
    parts.push_back(fmt::format("{}: [{}]", split.rank, fmt::join(tiles, ", ")));
  }
  return fmt::format("{}: no mapping is given; chosen are partitioning {} and loop-order [{}]",
                     kernel.name, fmt::join(parts, ", "), fmt::join(s.order, ", "));
}

// What a kernel takes from others, hands on, or makes together with others.
std::set<std::string> shared_tensors(const Program& program, const Kernel& kernel) {
  std::set<std::string> out = tensors_read(assignment(kernel.body).value);
  out.insert(tensor_of(output_of(kernel)));
  std::erase_if(out,
                [&](const std::string& name) { return program.tensor(name)->role == Role::Input; });
  return out;
}

// The kernels that take from each other, directly or not, are scheduled together or not at all.
std::vector<std::vector<size_t>> chains_of(const Program& program) {
  std::vector<std::vector<size_t>> chains;
  std::vector<std::set<std::string>> tensors;
  for (size_t k = 0; k < program.kernels.size(); ++k) {
    std::vector<size_t> chain = {k};
    std::set<std::string> shared = shared_tensors(program, program.kernels[k]);
    for (size_t c = chains.size(); c-- > 0;) {
      std::vector<std::string> both;
      std::ranges::set_intersection(tensors[c], shared, std::back_inserter(both));
      if (both.empty()) continue;
      chain.insert(chain.end(), chains[c].begin(), chains[c].end());
      shared.merge(tensors[c]);
      chains.erase(chains.begin() + static_cast<std::ptrdiff_t>(c));
      tensors.erase(tensors.begin() + static_cast<std::ptrdiff_t>(c));
    }
    chains.push_back(std::move(chain));
    tensors.push_back(std::move(shared));
  }
  return chains;
}

enum class May { Never, Alone, Together };

May may_schedule(const Program& program, const Kernel& kernel, bool is_alone) {
  if (!kernel.schedule.unmapped) return May::Never;
  const std::string output = tensor_of(output_of(kernel));
  const bool is_handed_on =
      std::ranges::any_of(program.kernels, [&](const Kernel& k) { return reads(k, output); });
  const Chooser chooser(program, kernel);
  if (chooser.may_be_apart(is_handed_on) || (is_alone && chooser.has_apart_rows()))
    return May::Together;
  return chooser.sums_in_memory() ? May::Alone : May::Never;
}

}  // namespace

std::optional<Program> autoschedule(Program program, const Target& target, Diagnostics&) {
  for (std::vector<size_t>& chain : chains_of(program)) {
    std::ranges::sort(chain);
    std::vector<May> may;
    for (size_t k : chain)
      may.push_back(target.lanes == lanes_of_warp
                        ? may_schedule(program, program.kernels[k], chain.size() == 1)
                        : May::Never);
    const bool all = std::ranges::find(may, May::Never) == may.end();
    for (size_t i = 0; i < chain.size(); ++i) {
      Kernel& kernel = program.kernels[chain[i]];
      if (all || may[i] == May::Alone) kernel = Chooser(program, kernel).run();
      if (!kernel.schedule.splits.empty() && kernel.schedule.unmapped)
        program.notes.push_back(note_of(kernel));
      kernel.schedule.unmapped &= !kernel.schedule.splits.empty();  // `transpose` asks
    }
  }
  return program;
}

}  // namespace teaal::passes
