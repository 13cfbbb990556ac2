#include <algorithm>

#include "compiler/ir/build.h"
#include "compiler/passes/coiterate/coiterate.h"
#include "compiler/passes/machine/launch_shape.h"
#include "compiler/passes/nest.h"
#include "compiler/passes/passes.h"
#include "compiler/passes/plan/assembly.h"

namespace teaal::passes {
namespace {

using namespace ir;

constexpr int64_t copying_threads = 256;

// What a round takes from the one before lies in an array of its own: the plan fills it from the
// tensor given, the rounds read it, and the end of each sets it anew. Where the tensor has
// compressed levels, each round assembles new arrays, and they change hands as they are.
class Iterator {
 public:
  Iterator(Program& program, Diagnostics& diagnostics)
      : program_(program), diagnostics_(diagnostics) {
    for (const Kernel& k : program.kernels) names_.take(k.name);
    for (const Workspace& w : program.workspaces) names_.take(w.name);
    for (const View& v : program.views) names_.take(v.name), names_.take(values_name(v));
  }

  void run() {
    move_resorts();
    size_t begin = 0, end = 0;
    if (!find_steps(begin, end) || !check_slices(begin, end)) return;
    std::vector<Step> before, behind;
    for (const auto& [to, from] : program_.iteration->carry) carry(to, from, before, behind);
    // Without a round nothing is written.
    if (program_.iteration->times && !literal(program_.iteration->times)) zero_outputs(before);
    std::vector<Step> steps(program_.steps.begin(), at(begin));
    steps.insert(steps.end(), before.begin(), before.end());
    Step rounds{Step::Kind::Rounds, round_name};
    // An output of which each round writes a slice is zeroed once.
    for (size_t i = begin; i < end; ++i) {
      const Step& step = program_.steps[i];
      const bool once = step.kind == Step::Kind::Zero && sliced(step.name);
      (once ? steps : rounds.body).push_back(step);
    }
    rounds.body.insert(rounds.body.end(), behind.begin(), behind.end());
    steps.push_back(std::move(rounds));
    steps.insert(steps.end(), at(end), program_.steps.end());
    program_.steps = std::move(steps);
  }

 private:
  std::vector<Step>::iterator at(size_t i) {
    return program_.steps.begin() + static_cast<std::ptrdiff_t>(i);
  }

  const Kernel* kernel(const std::string& name) const {
    for (const Kernel& k : program_.kernels)
      if (k.name == name) return &k;
    return nullptr;
  }

  // Inputs are re-sorted once, unless rounds hand something on to them.
  void move_resorts() {
    std::stable_partition(program_.steps.begin(), program_.steps.end(), [&](const Step& s) {
      return s.kind == Step::Kind::Resort &&
             program_.tensor(program_.view(s.name)->tensor)->role == Role::Input;
    });
  }

  // From what prepares the first repeated kernel up to the last one.
  bool find_steps(size_t& begin, size_t& end) {
    auto repeats = [&](const Step& s) {
      const Kernel* k = s.kind == Step::Kind::Launch ? kernel(s.name) : nullptr;
      return k && k->repeats;
    };
    const auto first = std::find_if(program_.steps.begin(), program_.steps.end(), repeats);
    begin = static_cast<size_t>(first - program_.steps.begin());
    end = program_.steps.size();
    while (end > begin && !repeats(program_.steps[end - 1])) --end;
    while (begin > 0 && program_.steps[begin - 1].kind == Step::Kind::Zero) --begin;
    for (size_t i = begin; i < end; ++i)
      if (program_.steps[i].kind == Step::Kind::Resort)
        return refuse_resort(program_.view(program_.steps[i].name)->tensor);
    for (const View& v : program_.views)
      if (v.resorted && is_carried_to(v.tensor) && rounds_read(v.name))
        return refuse_resort(v.tensor);
    return begin < end;
  }

  bool is_carried_to(const std::string& tensor) const {
    const auto& carry = program_.iteration->carry;
    return std::any_of(carry.begin(), carry.end(),
                       [&](const auto& pair) { return pair.first == tensor; });
  }

  bool rounds_read(const std::string& view) const {
    for (const Kernel& k : program_.kernels)
      for (const Param& p : k.params)
        if (k.repeats && p.view == view) return true;
    return false;
  }

  bool refuse_resort(const std::string& tensor) {
    diagnostics_.error(Code::Unsupported, first_where(),
                       "unsupported: " + tensor +
                           " would be re-sorted in every round; give it a rank order that fits "
                           "the loop orders of the iteration");
    return false;
  }

  SourceRange first_where() const {
    for (const Kernel& k : program_.kernels)
      if (k.repeats) return k.where;
    return {};
  }

  // ---- Outputs with the rank of the rounds: each writes its slice ----

  bool sliced(const std::string& view) const {
    const View* v = program_.view(view);
    const auto round = std::ranges::find_if(
        program_.kernels, [](const Kernel& k) { return k.repeats && !k.round_rank.empty(); });
    if (!v || round == program_.kernels.end()) return false;
    const std::vector<std::string>& ranks = program_.tensor(v->tensor)->ranks;
    return std::ranges::find(ranks, round->round_rank) != ranks.end();
  }

  // What is made from a workspace is written whole; but what threads exchange is no copy of it.
  bool check_slices(size_t begin, size_t end) {
    for (size_t i = begin; i < end; ++i) {
      const Step& step = program_.steps[i];
      const Kernel* k = step.kind == Step::Kind::Launch ? kernel(step.name) : nullptr;
      const bool from_workspace =
          k && std::ranges::any_of(k->params, [](const Param& p) {
            return p.kind == Param::Kind::Workspace && !p.written && !p.exchanged;
          });
      for (size_t j = 0; from_workspace && j < k->params.size(); ++j)
        if (const Param& p = k->params[j];
            p.kind == Param::Kind::Values && p.written && sliced(p.view))
          return refuse_slices(*k, program_.view(p.view)->tensor);
    }
    return true;
  }

  bool refuse_slices(const Kernel& k, const std::string& tensor) {
    diagnostics_.error(Code::Unsupported, k.where,
                       "unsupported: sums of " + tensor +
                           ", of which each round writes a slice, that meet in a workspace; sum "
                           "in the loops of one worker, into elements as wide as the arithmetic");
    return false;
  }

  void carry(const std::string& to, const std::string& from, std::vector<Step>& before,
             std::vector<Step>& behind) {
    if (!is_dense(*program_.tensor(to))) return carry_arrays(to, from, before, behind);
    const View* given = view_of(to);
    const View* taken = view_of(from);
    if (!given || !taken || !rounds_read(given->name)) return;
    const std::string state = names_.fresh(to + "_now");
    program_.workspaces.push_back({state, dense_elements(*given)});
    for (Kernel& k : program_.kernels)
      for (Param& p : k.params)
        if (k.repeats && p.kind == Param::Kind::Values && p.view == given->name)
          p = {Param::Kind::Workspace, p.name, state, 0, nullptr, false};
    before.push_back(copy("_start_" + to, *given, state));
    behind.push_back(copy("_carry_" + to, *taken, state));
  }

  static bool is_dense(const Tensor& tensor) {
    return std::ranges::all_of(
        tensor.levels, [](const Level& l) { return l.format == LevelFormat::Uncompressed; });
  }

  void carry_arrays(const std::string& to, const std::string& from, std::vector<Step>& before,
                    std::vector<Step>& behind) {
    const std::string given = storage_view(program_, to).name;
    View state = {names_.fresh(to + "_now"), to, program_.tensor(to)->levels};
    state.carried = true;
    for (Kernel& k : program_.kernels)
      for (Param& p : k.params)
        if (k.repeats && p.view == given && (p.of_level() || p.kind == Param::Kind::Values))
          p.view = state.name;
    before.push_back({.kind = Step::Kind::Carry, .name = state.name, .array = given});
    Step next = {
        .kind = Step::Kind::Carry, .name = state.name, .array = storage_view(program_, from).name};
    const auto counted = std::ranges::find(program_.counts, to, &Count::tensor);
    if (counted != program_.counts.end()) {
      next.count = counted->name;
      next.value = var(count_of(*program_.tensor(from), program_));
    }
    behind.push_back(std::move(next));
    program_.views.push_back(std::move(state));
  }

  const View* view_of(const std::string& tensor) const {
    for (const View& v : program_.views)
      if (v.tensor == tensor && !v.resorted) return &v;
    return nullptr;
  }

  Step copy(const std::string& name, const View& from, const std::string& to) {
    Kernel k;
    k.name = names_.fresh(program_.name + name);
    const Expr n = dense_elements(from);
    k.launch = {most(lit(1), least(ceil_div(n, lit(copying_threads)), lit((1 << 24) - 1))),
                lit(copying_threads)};
    k.params.push_back({Param::Kind::Values, values_name(from), from.name, 0, nullptr, false});
    k.params.push_back({Param::Kind::Workspace, to, to, 0, nullptr, true});
    Expr elements = lit(1);
    for (const Level& level : from.levels) {
      elements = mul(elements, size_of(var(level.rank)));
      k.params.push_back({Param::Kind::Int, level.rank, "", 0, var(level.rank), false});
    }
    Expr first = add(mul(call("size", {call("block")}), call("threads")), call("thread"));
    Expr step = mul(call("size", {call("blocks")}), call("threads"));
    Stmt write =
        assign(read(to, var("element")), AssignOp::Set, read(values_name(from), var("element")));
    k.body = make_stmt(For{"element", Type::Size, first, elements, step, "", write});
    program_.kernels.push_back(k);
    return {Step::Kind::Launch, k.name};
  }

  void zero_outputs(std::vector<Step>& before) const {
    std::vector<std::string> done;
    for (const Kernel& k : program_.kernels)
      for (const Param& p : k.params) {
        // Without a round an output of slices has no element.
        const bool output =
            k.repeats && p.kind == Param::Kind::Values && p.written && !sliced(p.view);
        if (!output || std::find(done.begin(), done.end(), p.view) != done.end()) continue;
        done.push_back(p.view);
        const double absent = program_.tensor(program_.view(p.view)->tensor)->absent;
        before.push_back({.kind = Step::Kind::Zero, .name = p.view, .fill = absent});
      }
  }

  Program& program_;
  Diagnostics& diagnostics_;
  Names names_;
};

}  // namespace

std::optional<Program> iterate(Program program, Diagnostics& diagnostics) {
  const int errors = diagnostics.errors();
  if (program.iteration) Iterator(program, diagnostics).run();
  if (diagnostics.errors() > errors) return std::nullopt;
  return program;
}

}  // namespace teaal::passes
