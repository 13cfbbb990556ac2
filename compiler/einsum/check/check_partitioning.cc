#include <fmt/format.h>

#include <algorithm>

#include "compiler/einsum/check/checking.h"

namespace teaal::einsum {
namespace {

using spec::Partitioning;
using spec::PartitionOp;
using Kind = PartitionOp::Kind;

bool is_grown(const Partitioning& p) { return p.ops.front().kind == Kind::Drt; }
bool is_flatten(const Partitioning& p) { return p.ranks.size() > 1 && !is_grown(p); }
bool is_follow(const Partitioning& p) { return p.ops.size() == 1 && p.ops[0].kind == Kind::Follow; }

// Builds the splits, the flattenings and the rank tree of one einsum.
class Partitioner {
 public:
  Partitioner(Checking& c, Einsum& einsum, EinsumRanks& ranks)
      : c_(c), einsum_(einsum), uses_(ranks.uses), tree_(ranks.tree) {}

  void run(const spec::OutputMapping& mapping) {
    mapping_ = &mapping;
    for (const Partitioning& p : mapping.partitioning)
      if (!p.ops.empty() && !of_another_einsum(p) && well_formed(p)) pending_.push_back(&p);
    while (apply_next()) {
    }
    for (const Partitioning* p : pending_) refuse_pending(*p);
  }

 private:
  void error(const SourceRange& where, std::string message, Code code = Code::Partitioning) {
    c_.diagnostics.error(code, where, std::move(message));
  }

  // Two expressions that write one output share its mapping; each takes what names its ranks.
  bool of_another_einsum(const Partitioning& p) const {
    auto elsewhere = [&](const Name& rank) {
      if (uses_.count(rank.value)) return false;
      for (size_t i = 0; i < c_.cascade.einsums.size(); ++i)
        if (c_.cascade.einsums[i].output.tensor == einsum_.output.tensor &&
            c_.ranks[i].uses.count(rank.value))
          return true;
      return false;
    };
    return std::any_of(p.ranks.begin(), p.ranks.end(), elsewhere);
  }

  bool well_formed(const Partitioning& p) {
    const int errors = c_.diagnostics.errors();
    const bool tuple = is_flatten(p);
    for (const PartitionOp& op : p.ops) {
      if ((op.kind == Kind::Drt) != is_grown(p))
        error(
            op.where,
            "DRT stands apart from other splits: K: [uniform_shape(32)], and K1: [DRT(A)] for its "
            "tiles");
      if (tuple && (op.kind != Kind::Flatten || p.ops.size() > 1))
        error(op.where,
              "only [flatten()] applies to several ranks at once; split each rank on a line "
              "of its own, or the flattened rank by uniform_occupancy");
      if (!tuple && op.kind == Kind::Flatten)
        error(op.where,
              fmt::format("flatten joins two or more ranks; write '({}, ..): [flatten()]'",
                          p.ranks[0].value));
      if (op.kind == Kind::Follow && p.ops.size() > 1)
        error(op.where,
              "follow stands alone: the rank copies every split of the rank that it follows");
    }
    return c_.diagnostics.errors() == errors;
  }

  bool apply_next() {
    using Apply = void (Partitioner::*)(const Partitioning&);
    const auto how = [](const Partitioning& p) -> Apply {
      return is_grown(p)     ? &Partitioner::apply_grown
             : is_flatten(p) ? &Partitioner::apply_flatten
                             : &Partitioner::apply_split;
    };
    for (Apply apply :
         {&Partitioner::apply_split, &Partitioner::apply_grown, &Partitioner::apply_flatten})
      for (size_t i = 0; i < pending_.size(); ++i) {
        const Partitioning& p = *pending_[i];
        if (how(p) != apply || !ready(p)) continue;
        pending_.erase(pending_.begin() + static_cast<std::ptrdiff_t>(i));
        (this->*apply)(p);
        return true;
      }
    return false;
  }

  bool ready(const Partitioning& p) const {
    for (const Name& rank : p.ranks)
      if (!tree_.find(rank.value)) return false;
    if (!is_follow(p)) return true;
    const RankTree::Node* leader = tree_.find(p.ops[0].leader.value);
    return leader && !leader->parts.empty();
  }

  void refuse_pending(const Partitioning& p) {
    for (const Name& rank : p.ranks) {
      if (tree_.find(rank.value)) continue;
      error(rank.where,
            fmt::format("{} has no rank '{}' to partition{}", einsum_.output.tensor, rank.value,
                        guess(rank.value, tree_.all_names())),
            Code::UnknownRank);
      return;
    }
    const Name& leader = p.ops[0].leader;
    if (!tree_.find(leader.value))
      error(leader.where,
            fmt::format("{} has no rank '{}' to follow{}", einsum_.output.tensor, leader.value,
                        guess(leader.value, tree_.all_names())),
            Code::UnknownRank);
    else if (check_tied(p))
      error(leader.where,
            fmt::format("{} follows {}, which is not partitioned; partition {} as well",
                        p.ranks[0].value, leader.value, leader.value));
  }

  // --- splits

  void apply_split(const Partitioning& p) {
    const Name& rank = p.ranks[0];
    const RankTree::Node& node = *tree_.find(rank.value);
    if (node.root != rank.value) {
      error(rank.where, fmt::format("{} is a part of {}; put the split into the list of {}",
                                    rank.value, node.root, node.root));
      return;
    }
    if (!node.flattened.empty()) {
      error(rank.where, fmt::format("{} is flattened into {} and cannot also be split", rank.value,
                                    node.flattened));
      return;
    }
    const int errors = c_.diagnostics.errors();
    const bool follow = is_follow(p);
    follow ? check_follow(p) : check_ops(p, node);
    const size_t count =
        follow ? tree_.find(p.ops[0].leader.value)->parts.size() - 1 : p.ops.size();
    check_part_names(p, rank.value, count);
    if (c_.diagnostics.errors() != errors) return;
    tree_.split(rank.value, count);
    einsum_.splits.push_back({rank.value, p.ops, p.where});
  }

  void check_part_names(const Partitioning& p, const std::string& root, size_t count) {
    for (size_t part = 0; part <= count; ++part)
      if (tree_.find(part_name(root, part)))
        error(p.where, fmt::format("part {} of {} bears the name of another rank; rename that rank",
                                   part_name(root, part), root));
  }

  // Ranks are tied when one access indexes one of them by the other's variable.
  bool tied(const std::string& a, const std::string& b) const {
    const auto left = uses_.find(a), right = uses_.find(b);
    if (left == uses_.end() || right == uses_.end()) return false;
    if (a == b) return false;
    const auto& of = left->second.variables;
    const auto& other = right->second.variables;
    return std::any_of(of.begin(), of.end(), [&](const std::string& v) {
      return std::find(other.begin(), other.end(), v) != other.end();
    });
  }

  bool check_tied(const Partitioning& p) {
    const std::string& rank = p.ranks[0].value;
    const Name& leader = p.ops[0].leader;
    if (tied(rank, leader.value)) return true;
    error(leader.where,
          fmt::format("{} cannot follow {}: no access ties the two, as I[q + s] of I: "
                      "[W] ties W to Q",
                      rank, leader.value));
    return false;
  }

  void check_follow(const Partitioning& p) {
    const Name& leader = p.ops[0].leader;
    if (!check_tied(p)) return;
    const Partitioning* source = partitioning_of(leader.value);
    if (!source) return;
    if (is_follow(*source)) {
      error(leader.where, fmt::format("{} itself follows {}; follow {}", leader.value,
                                      source->ops[0].leader.value, source->ops[0].leader.value));
      return;
    }
    for (const PartitionOp& op : source->ops)
      if (op.kind == Kind::UniformOccupancy) check_translated(p, leader.value, op);
  }

  // Boundaries found in one rank of index math (W) cannot be carried over to another one (V).
  void check_translated(const Partitioning& p, const std::string& rank, const PartitionOp& op) {
    const Tensor* leader = c_.cascade.find(op.leader.value);
    if (!leader) return;
    const std::string& own = p.ranks[0].value;
    const auto& ranks = leader->ranks;
    auto holds = [&](const std::string& r) {
      return std::find(ranks.begin(), ranks.end(), r) != ranks.end();
    };
    if (holds(own) || holds(rank)) return;
    c_.diagnostics
        .error(Code::Partitioning, p.ops[0].where,
               fmt::format("{} cannot follow {}: the leader {} has neither rank, and its "
                           "boundaries in another "
                           "rank do not carry over to {}; use uniform_shape",
                           own, rank, op.leader.value, own))
        .note(op.where, "the leader is named here");
  }

  const Partitioning* partitioning_of(const std::string& rank) const {
    for (const Partitioning& p : mapping_->partitioning)
      if (p.ranks.size() == 1 && p.ranks[0].value == rank) return &p;
    return nullptr;
  }

  void check_ops(const Partitioning& p, const RankTree::Node& node) {
    const PartitionOp* dynamic = nullptr;
    for (const PartitionOp& op : p.ops) {
      if (op.kind == Kind::MergePath && (node.sources.empty() || &op != &p.ops.front())) {
        error(op.where, fmt::format("merge_path counts elements and ends of rows, so it splits a "
                                    "flattened rank, and comes first: (M, K): [flatten()], MK: "
                                    "[merge_path({}.2048), …]",
                                    op.leader.value));
      } else if (op.kind == Kind::UniformOccupancy || op.kind == Kind::MergePath) {
        dynamic = &op;
        check_leader(op, node);
      } else if (!node.sources.empty()) {
        error(op.where,
              fmt::format(
                  "{} is a flattened rank; only uniform_occupancy and merge_path split it, as "
                  "in uniform_occupancy(A.128)",
                  node.name));
      } else if (dynamic && op.kind == Kind::NwayShape) {
        c_.diagnostics
            .error(Code::Partitioning, op.where,
                   "nway_shape cannot stand below uniform_occupancy; put it first in the list")
            .note(dynamic->where, "the occupancy split is here");
      }
      if (const auto* symbol = std::get_if<std::string>(&op.size.value))
        if (!symbol->empty()) c_.symbols_used.insert(*symbol);
    }
  }

  void check_leader(const PartitionOp& op, const RankTree::Node& node) {
    if (const Tensor* leader = leading(op.leader)) check_leader_ranks(op, node, *leader);
  }

  // Null: it cannot lead, and an error was added.
  const Tensor* leading(const Name& tensor) {
    const std::string& name = tensor.value;
    const Tensor* leader = c_.cascade.find(name);
    std::vector<std::string> inputs;
    for (const Access* access : inputs_of(einsum_))
      if (std::find(inputs.begin(), inputs.end(), access->tensor) == inputs.end())
        inputs.push_back(access->tensor);
    if (!leader)
      error(tensor.where, fmt::format("the leader '{}' is no tensor{}", name, guess(name, inputs)),
            Code::UnknownTensor);
    else if (name == einsum_.output.tensor)
      error(tensor.where,
            fmt::format("the output {} cannot lead: its elements are not known before the "
                        "einsum ran; lead with one of {}",
                        name, quoted_list(inputs)));
    else if (!reads(einsum_, name))
      error(tensor.where,
            fmt::format("the leader {} is not read by the einsum of {}; lead with one of {}", name,
                        einsum_.output.tensor, quoted_list(inputs)));
    else
      return leader;
    return nullptr;
  }

  void check_leader_ranks(const PartitionOp& op, const RankTree::Node& node, const Tensor& leader) {
    for (const std::string& rank : tree_.origins(node.name)) {
      if (holds(leader, rank)) continue;
      c_.diagnostics
          .error(Code::Partitioning, op.leader.where,
                 fmt::format("the leader {} has no rank {}; lead with a tensor that has",
                             leader.name, rank))
          .note(leader.where, fmt::format("{} is declared here as [{}]", leader.name,
                                          fmt::join(leader.ranks, ", ")));
      return;
    }
  }

  // The rank itself, another name of it, or a rank that follows it.
  bool holds(const Tensor& tensor, const std::string& rank) const {
    return std::any_of(tensor.ranks.begin(), tensor.ranks.end(), [&](const std::string& own) {
      if (own == rank) return true;
      const Partitioning* p = partitioning_of(own);
      if (p && is_follow(*p) && p->ops[0].leader.value == rank) return true;
      const auto use = uses_.find(own);
      return use != uses_.end() && use->second.kind == RankUse::Kind::Renamed && tied(own, rank);
    });
  }

  // --- tiles that grow

  // Of K1, the tiles of K: K becomes K12, K11, K10 and K0, by as many splits above its own one.
  void apply_grown(const Partitioning& p) {
    const int errors = c_.diagnostics.errors();
    for (const PartitionOp& op : p.ops)
      for (const PartitionOp::Share& share : op.shares) {
        leading(share.tensor);
        const auto* symbol = share.most ? std::get_if<std::string>(&share.most->value) : nullptr;
        if (symbol) c_.symbols_used.insert(*symbol);
      }
    for (const Name& rank : p.ranks) check_grown(p, rank);
    if (c_.diagnostics.errors() == errors) check_shares(p);
    if (c_.diagnostics.errors() != errors) return;
    for (const Name& rank : p.ranks) {
      Split& split = *tiles_split(tree_.find(rank.value)->root);
      split.ops.insert(split.ops.begin(), p.ops.begin(), p.ops.end());
      for (size_t i = 0; i < p.ops.size(); ++i)
        split.ops[i].shares = {*share_of(p.ops[i], split.root)};
      tree_.split(rank.value, p.ops.size());
    }
  }

  void check_grown(const Partitioning& p, const Name& rank) {
    const auto first = std::ranges::find(p.ranks, rank.value, &Name::value);
    if (&*first != &rank)
      return error(rank.where,
                   fmt::format("{} stands twice in one DRT; name each rank once", rank.value),
                   Code::DuplicateRank);
    const RankTree::Node& node = *tree_.find(rank.value);
    if (!tiles_split(node.root) || node.part != 1 || node.name == node.root)
      return error(
          rank.where,
          fmt::format("DRT makes tiles of smaller ones: split {0} by one uniform_shape, as "
                      "in {0}: [uniform_shape(32)], and list {0}1 here",
                      node.root));
    if (!node.parts.empty() || !node.flattened.empty())
      return error(rank.where, fmt::format("{} is {} already", rank.value,
                                           node.parts.empty() ? "flattened" : "partitioned"));
    if (const auto use = uses_.find(node.root);
        use == uses_.end() || use->second.in_index_math || use->second.variables.size() != 1)
      return error(rank.where,
                   fmt::format("unsupported: DRT of {}, which index math uses; split it by "
                               "uniform_shape alone",
                               node.root),
                   Code::Unsupported);
    for (const PartitionOp& op : p.ops)
      if (!share_of(op, node.root))
        error(op.where, fmt::format("no tensor of this DRT has rank {}, whose tiles it makes; name "
                                    "one that has",
                                    node.root));
    check_part_names(p, rank.value, p.ops.size());
  }

  // Whoever names a tensor expects its tiles to be as large as its share.
  void check_shares(const Partitioning& p) {
    for (const PartitionOp& op : p.ops)
      for (const PartitionOp::Share& share : op.shares) {
        const bool used = std::ranges::any_of(p.ranks, [&](const Name& rank) {
          return share_of(op, tree_.find(rank.value)->root) == &share;
        });
        if (!used)
          error(share.tensor.where,
                fmt::format("no tile grows by {0}: the ranks of {0} that are listed here grow by "
                            "tensors in front of it; leave {0} out, or name it first",
                            share.tensor.value));
      }
  }

  // The tensor by whose elements tiles of the rank grow: the first that has it.
  const PartitionOp::Share* share_of(const PartitionOp& op, const std::string& root) const {
    const auto found = std::ranges::find_if(op.shares, [&](const PartitionOp::Share& share) {
      const Tensor* tensor = c_.cascade.find(share.tensor.value);
      return tensor && std::ranges::find(tensor->ranks, root) != tensor->ranks.end();
    });
    return found == op.shares.end() ? nullptr : &*found;
  }

  // The rank's split if it is a single uniform_shape, else null.
  Split* tiles_split(const std::string& root) {
    const auto found = std::ranges::find(einsum_.splits, root, &Split::root);
    const bool one = found != einsum_.splits.end() && found->ops.size() == 1 &&
                     found->ops[0].kind == Kind::UniformShape;
    return one ? &*found : nullptr;
  }

  // --- flattenings

  void apply_flatten(const Partitioning& p) {
    std::vector<std::string> sources;
    std::string result;
    for (const Name& rank : p.ranks) {
      if (!check_source(p, rank, sources)) return;
      sources.push_back(rank.value);
      result += rank.value;
    }
    if (tree_.find(result)) {
      error(p.where,
            fmt::format("the flattened rank {} bears the name of another rank; rename that rank",
                        result));
      return;
    }
    tree_.flatten(sources, result);
    einsum_.flattenings.push_back({sources, result, p.where});
  }

  bool check_source(const Partitioning& p, const Name& rank,
                    const std::vector<std::string>& before) {
    const RankTree::Node& node = *tree_.find(rank.value);
    std::string fault;
    Code code = Code::Partitioning;
    if (std::find(before.begin(), before.end(), rank.value) != before.end()) {
      fault = fmt::format("{} stands twice in one flatten; name each rank once", rank.value);
      code = Code::DuplicateRank;
    } else if (!node.parts.empty()) {
      fault = fmt::format("{} is split into {}; flatten one of its parts, such as {}", rank.value,
                          quoted_list(node.parts), node.parts.back());
    } else if (!node.flattened.empty()) {
      fault = fmt::format("{} is flattened into {} already; name all ranks in one flatten",
                          rank.value, node.flattened);
    } else if (!node.sources.empty() || !tree_.find(node.root)->sources.empty()) {
      fault =
          fmt::format("{} is a flattened rank; name its ranks in one flatten instead", rank.value);
    } else if (auto use = uses_.find(node.root); use != uses_.end() && use->second.in_index_math) {
      fault = fmt::format("{} is used in index math and cannot be flattened; split it instead",
                          rank.value);
    }
    if (fault.empty()) return true;
    error(rank.where.known() ? rank.where : p.where, fault, code);
    return false;
  }

  Checking& c_;
  Einsum& einsum_;
  const RankUses& uses_;
  RankTree& tree_;
  const spec::OutputMapping* mapping_ = nullptr;
  std::vector<const Partitioning*> pending_;
};

// An output that no expression writes: the whole entry would be lost without a word.
void check_outputs(Checking& c) {
  for (const spec::OutputMapping& mapping : c.spec.mapping) {
    const std::string& name = mapping.output.value;
    if (c.is_output(name)) continue;
    c.diagnostics.error(Code::UnknownTensor, mapping.output.where,
                        fmt::format("the mapping names '{}', which no expression writes{}", name,
                                    guess(name, c.output_names())));
  }
}

}  // namespace

bool check_partitionings(Checking& c) {
  const int errors = c.diagnostics.errors();
  check_outputs(c);
  for (size_t i = 0; i < c.cascade.einsums.size(); ++i) {
    Einsum& einsum = c.cascade.einsums[i];
    for (const auto& [rank, use] : c.ranks[i].uses) c.ranks[i].tree.add_root(rank);
    if (const spec::OutputMapping* mapping = c.mapping_of(einsum))
      Partitioner(c, einsum, c.ranks[i]).run(*mapping);
  }
  return c.diagnostics.errors() == errors;
}

}  // namespace teaal::einsum
