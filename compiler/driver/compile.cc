#include "compiler/driver/compile.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>

#include "compiler/clang/arguments.h"
#include "compiler/driver/describe.h"
#include "compiler/driver/manifest.h"
#include "compiler/einsum/spec_names.h"
#include "compiler/emit/clang_facade.h"
#include "compiler/emit/emit.h"
#include "compiler/emit/value_types.h"
#include "compiler/grad/formula.h"
#include "compiler/ir/levels.h"
#include "compiler/ir/names.h"
#include "compiler/ir/rewrite.h"
#include "compiler/ir/text/head.h"
#include "compiler/ir/text/text.h"
#include "compiler/passes/passes.h"
#include "compiler/passes/pipeline.h"
#include "compiler/support/line_marks.h"
#include "compiler/support/version.h"
#include "runtime/tensor/value_type.h"

namespace teaal::driver {
namespace {

std::string identifier(const std::string& name) {
  std::string out;
  for (char c : name) {
    bool word = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
    out += word ? c : '_';
  }
  bool digit = !out.empty() && out[0] >= '0' && out[0] <= '9';
  return out.empty() || digit ? "kernel_" + out : out;
}

bool wanted(const CompileOptions& options, std::string_view pass) {
  return std::any_of(options.print_after.begin(), options.print_after.end(),
                     [&](const std::string& name) { return name == "all" || name == pass; });
}

// The last pass before `assemble`; or a later one, where values lack magnitudes until then.
constexpr std::string_view counted_pass = "iterate";

bool tests_for_whole_tiles(const ir::Stmt& s) {
  const auto* named = ir::as<ir::Let>(s);
  const auto* test = named ? ir::as<ir::Call>(named->value) : nullptr;
  return test && test->intrinsic == "whole";
}

// Puts the tests of `widened` in place of a body's own, one for one.
ir::Stmt with_tests_of(const ir::Stmt& body, const ir::Stmt& widened) {
  std::vector<ir::Stmt> tests;
  ir::for_each_stmt(widened, [&](const ir::Stmt& s) {
    if (tests_for_whole_tiles(s)) tests.push_back(s);
  });
  size_t next = 0;
  std::function<ir::Stmt(const ir::Stmt&)> changed = [&](const ir::Stmt& s) {
    return tests_for_whole_tiles(s)
               ? tests.at(next++)
               : ir::map_children(s, [](const ir::Expr& e) { return e; }, changed);
  };
  return changed(body);
}

// What is counted reads nothing that the text does not read, and takes tiles to be whole where the
// text does: `widen` adds to those tests.
std::shared_ptr<const ir::Program> nest_of(const ir::Program& program, Diagnostics& diagnostics) {
  auto nest = passes::drop_unread(program, diagnostics);
  const auto widened = passes::widen(*nest, diagnostics);
  for (size_t k = 0; k < nest->kernels.size(); ++k)
    nest->kernels[k].body = with_tests_of(nest->kernels[k].body, widened->kernels[k].body);
  return std::make_shared<const ir::Program>(std::move(*nest));
}

// Options that the text of the IR settles, as the command line spells them.
std::string settled_text(const einsum::Overrides& overrides) {
  std::vector<std::string> out;
  for (const auto& [name, value] : overrides.symbols)
    out.push_back(fmt::format("-D {}={}", name, value));
  for (const auto& [tensor, format] : overrides.formats)
    out.push_back(fmt::format("--format {}={}", tensor, format));
  if (!overrides.statics.empty())
    out.push_back(fmt::format("--static {}", fmt::join(overrides.statics, ",")));
  return fmt::format("{}", fmt::join(out, " "));
}

void keep_stage(std::string_view pass, const ir::Program& program, Artefact& artefact) {
  auto& stages = artefact.stages;
  const bool as_before = !stages.empty() && ir::print(*stages.back().second) == ir::print(program);
  stages.emplace_back(
      pass, as_before ? stages.back().second : std::make_shared<const ir::Program>(program));
}

passes::RunOptions run_options(const CompileOptions& options, Artefact& artefact,
                               Diagnostics& diagnostics) {
  passes::RunOptions out;
  out.stop_after = options.stop_after;
  out.settled = settled_text(options.overrides);
  out.target = target_of(options);
  artefact.target = out.target;
  out.after_each = [&](const passes::Pass& pass, const ir::Program& program) {
    const bool whole = artefact.nest && !passes::lacks_magnitudes(*artefact.nest);
    if (options.counted && (pass.name == counted_pass || (artefact.nest && !whole)))
      artefact.nest = nest_of(program, diagnostics);
    if (options.keep_stages) keep_stage(pass.name, program, artefact);
    if (options.shown && wanted(options, pass.name))
      options.shown(std::string(pass.name), ir::print(program));
  };
  return out;
}

// Findings of lowering speak of names that are clear; the reader knows those of the spec.
void add_in_names_of_spec(const Diagnostics& found, const einsum::SpecNames& names,
                          Diagnostics& out) {
  for (Diagnostic one : found.all()) {
    if (one.code != Code::Internal) one.message = names.text(one.message);
    for (Note& note : one.notes) note.message = names.text(note.message);
    out.add(std::move(one));
  }
}

// A program and what the spec calls its names.
struct Lowered {
  ir::Program program;
  einsum::SpecNames names;
};

// What a term's factors become, as a spec would write it.
std::string map_text(const ir::Einsum::Term& term) {
  std::vector<std::string> names;
  for (const ir::Einsum::Factor& f : term.factors) names.push_back(ir::factor_text(f));
  std::vector<grad::Formula> stack;
  for (const std::string& step : term.map) {
    grad::Formula made;
    if (step.starts_with('#')) {
      made = grad::factor(std::stoul(step.substr(1)));
    } else if (const einsum::FunctionRow* row = einsum::find_function(step)) {
      const auto first = stack.end() - row->arguments;
      made.kind = grad::Formula::Kind::Call;
      made.function = row->function;
      made.arguments.assign(first, stack.end());
      stack.erase(first, stack.end());
    } else {
      made = grad::number(std::stod(step));
    }
    stack.push_back(std::move(made));
  }
  return grad::text_of(stack.back(), names);
}

// The mapping of an expression, and what + and * mean in it where that is not what they say.
std::string mapping_text(const ir::Einsum& e) {
  std::string loops, out;
  for (const ir::Einsum::Loop& l : e.loops)
    loops += (loops.empty() ? "" : ", ") + l.rank + (l.space ? " (space)" : "");
  if (!loops.empty()) out += "\n    loops " + loops;
  for (const ir::Einsum::Term& t : e.terms)
    if (!t.map.empty()) out += "\n    maps by " + map_text(t);
  if (e.reduction != ir::AssignOp::Add)
    out += fmt::format("\n    reduces by {} from {}", ir::name_of(ir::reduction_names, e.reduction),
                       e.identity);
  if (e.arithmetic)
    out += fmt::format("\n    tensor cores: {}", ir::name_of(ir::arithmetic_names, *e.arithmetic));
  return out;
}

std::string storage_text(const ir::Tensor& t) {
  std::vector<std::string> levels;
  for (const ir::Level& level : t.levels)
    levels.push_back(fmt::format("{}:{}", ir::level_name(level), ir::format_text(level)));
  return fmt::format("{}[{}]{}", t.name, fmt::join(levels, ", "),
                     t.like.empty() ? "" : " like " + t.like);
}

std::string head_text(const ir::Program& program, const einsum::SpecNames& names,
                      const CompileOptions& options) {
  std::string out = fmt::format("Made by teaalc {} from {}; do not edit.", version, program.source);
  for (const ir::Einsum& e : program.einsums)
    out += "\n  " + names.text(ir::expression_text(e) + mapping_text(e));
  std::vector<std::string> stored, bound;
  for (const ir::Tensor& t : program.tensors) stored.push_back(names.text(storage_text(t)));
  out += fmt::format("\n  stored {}", fmt::join(stored, ", "));
  for (const auto& [name, value] : program.bound)
    bound.push_back(fmt::format("{}={}", names.symbol(name), value));
  if (!bound.empty()) out += fmt::format("\n  sizes {}", fmt::join(bound, " "));
  out += fmt::format("\n  teaalc {}{}{} --type={} --arch={} --index-bits={}{}", program.source,
                     program.settled.empty() ? "" : " ", program.settled, options.value_type,
                     options.arch, options.index_bits, options.overrides.fuse ? "" : " --fuse=off");
  return out;
}

// Tensor cores add in f32; f16 would round, and overflow, values of more bits.
bool check_tensor_cores(const einsum::Cascade& cascade, const std::string& type,
                        Diagnostics& diagnostics) {
  using Type = runtime::ElementType;
  using Arithmetic = einsum::TensorCoreBinding::Arithmetic;
  const int errors = diagnostics.errors();
  const Type values = *runtime::value_type_named(type);
  for (const einsum::Einsum& e : cascade.einsums) {
    if (!e.tensor_core) continue;
    if (values != Type::F32 && values != Type::F16 && values != Type::BF16)
      diagnostics.error(
          Code::Unsupported, e.tensor_core->where,
          fmt::format("unsupported: values of type {} on TensorCore; bind mul and add to FMA",
                      type));
    else if (e.tensor_core->arithmetic == Arithmetic::F16 && values != Type::F16)
      diagnostics.error(
          Code::Unsupported, e.tensor_core->where,
          fmt::format("unsupported: f16 on TensorCore of values of type {}, which may be too large "
                      "for it; write 1xf16, which scales them, or --type=f16",
                      type));
  }
  return diagnostics.errors() == errors;
}

// What operators of the spec the type of values cannot bear.
bool check_operators(const einsum::Cascade& cascade, const std::string& type,
                     Diagnostics& diagnostics) {
  const int errors = diagnostics.errors();
  auto values = *runtime::value_type_named(type);
  for (const einsum::Tensor& t : cascade.tensors)
    if (runtime::rounded(t.absent, values) != t.absent)
      diagnostics.error(Code::Unsupported, t.where,
                        fmt::format("unsupported: {} as default of {}: no value of type {}",
                                    t.absent, t.name, type));
  for (const einsum::Einsum& e : cascade.einsums) {
    bool maps = std::any_of(e.terms.begin(), e.terms.end(),
                            [](const einsum::Term& term) { return !term.map.empty(); });
    if (values == runtime::ElementType::I32 && (maps || e.reduce != einsum::Reduce::Add))
      diagnostics.error(Code::Unsupported, e.where,
                        "unsupported: operators other than + and * of values of type i32");
  }
  return diagnostics.errors() == errors;
}

// Text that does not pass Clang is our mistake, unless someone else wrote the IR.
void not_cuda(const CompileOptions& options, const Artefact& out, Diagnostics& diagnostics) {
  if (options.from.empty())
    diagnostics.error(Code::Internal, {},
                      "the emitted CUDA text does not pass Clang\n" + out.ir_text);
  else
    diagnostics.error(Code::IrRule, {}, "the CUDA text of this IR does not pass Clang");
}

bool check_warps(const ir::Program& program, Diagnostics& diagnostics) {
  for (const ir::Kernel& k : program.kernels)
    if (k.lanes != ir::Kernel{}.lanes)
      diagnostics.error(
          Code::Unsupported, k.where,
          fmt::format("unsupported: a kernel for warps of {} lanes; CUDA's have 32", k.lanes));
  return diagnostics.ok();
}

bool emit_kernels(const SourcePtr& source, const Lowered& lowered, const CompileOptions& options,
                  Artefact& out, Diagnostics& diagnostics) {
  const ir::Program& program = lowered.program;
  const std::string file = std::filesystem::path(source->path).filename().string();
  emit::EmitOptions emit{std::string(version), file, options.value_type, options.index_bits,
                         head_text(program, lowered.names, options)};
  emit.lines = options.lines;
  emit.arch = options.arch;
  if (!emit::check_values(program, emit, diagnostics)) return false;
  if (!options.kernel_text) return true;
  if (!check_warps(program, diagnostics)) return false;
  auto marked = std::make_shared<SourceFile>(SourceFile{file, source->text});
  auto cu =
      emit::finish_cuda(emit::cuda_text(program, emit), marked, diagnostics, options.formatted);
  if (!cu) {
    not_cuda(options, out, diagnostics);
    return false;
  }
  out.cu = options.each_line ? hold_lines(*cu) : std::move(*cu);
  out.header = emit::header_text(program, emit);
  return true;
}

bool emit_artefact(const SourcePtr& source, const Lowered& lowered, const CompileOptions& options,
                   Artefact& out, Diagnostics& diagnostics) {
  if (!emit_kernels(source, lowered, options, out, diagnostics)) return false;
  out.manifest = manifest_text(lowered.program, lowered.names, options);
  out.complete = true;
  return true;
}

// What the spec says of an output's mapping, be it nothing.
spec::OutputMapping& mapping_of(spec::Spec& spec, const std::string& output) {
  for (spec::OutputMapping& mapping : spec.mapping)
    if (mapping.output.value == output) return mapping;
  spec.mapping.push_back({{output, spec.expressions.front().where}});
  return spec.mapping.back();
}

// In the place of the order that stood there, for messages.
void set_order(spec::OutputMapping& mapping, const std::vector<std::string>& ranks) {
  SourceRange where = mapping.output.where;
  if (mapping.loop_order && !mapping.loop_order->empty()) where = mapping.loop_order->front().where;
  mapping.loop_order_where = where;
  mapping.loop_order.emplace();
  for (const std::string& rank : ranks) mapping.loop_order->push_back({rank, where});
}

// `place` may choose what goes to space.
bool has_workers(const ir::Program& program, const std::string& rank) {
  return std::ranges::any_of(program.kernels, [&](const ir::Kernel& k) {
    return std::ranges::any_of(k.workers, [&](const ir::Worker& w) { return w.rank == rank; });
  });
}

std::vector<LoopOrder> loops_of(const ir::Program& program, const einsum::SpecNames& names) {
  std::vector<LoopOrder> out;
  for (const ir::Einsum& e : program.einsums) {
    LoopOrder order{names.tensor(e.output.name), names.text(ir::expression_text(e))};
    for (const ir::Einsum::Loop& loop : e.loops)
      order.loops.push_back({names.rank(loop.rank), loop.space || has_workers(program, loop.rank)});
    out.push_back(std::move(order));
  }
  return out;
}

// The program that the spec says, as far as it shall be lowered.
std::optional<Lowered> lowered_spec(const SourcePtr& source, const CompileOptions& options,
                                    Artefact& out, Diagnostics& diagnostics) {
  auto spec = spec::read_spec(source, diagnostics);
  if (!spec) return std::nullopt;
  if (!spec->expressions.empty())
    for (const auto& [output, order] : options.loop_orders)
      set_order(mapping_of(*spec, output), order);
  auto cascade = einsum::check(*spec, options.overrides, diagnostics);
  if (!cascade || !check_tensor_cores(*cascade, options.value_type, diagnostics))
    return std::nullopt;
  out.spec_text = spec_text(*spec);
  out.einsum_text = cascade_text(*cascade);
  einsum::SpecNames names(*cascade, identifier(options.name));
  Diagnostics found;
  auto program = passes::run(names.clear(*cascade), identifier(options.name),
                             run_options(options, out, found), found);
  add_in_names_of_spec(found, names, diagnostics);
  if (!program) return std::nullopt;
  out.loops = loops_of(*program, names);
  out.names = names;
  if (options.stop_after.empty() && !check_operators(*cascade, options.value_type, diagnostics))
    return std::nullopt;
  return Lowered{std::move(*program), std::move(names)};
}

// The same, from its text behind a pass.
std::optional<Lowered> lowered_text(const SourcePtr& source, const CompileOptions& options,
                                    Artefact& out, Diagnostics& diagnostics) {
  auto program = ir::parse(source, diagnostics);
  if (!program) return std::nullopt;
  program = passes::resume(std::move(*program), options.from,
                           run_options(options, out, diagnostics), diagnostics);
  if (!program) return std::nullopt;
  return Lowered{std::move(*program), {}};
}

}  // namespace

std::string LoopOrder::text() const {
  std::string out;
  for (const Loop& loop : loops)
    out += (out.empty() ? "" : " ") + (loop.in_space ? "|" + loop.rank + "|" : loop.rank);
  return out;
}

std::string loops_text(const std::vector<LoopOrder>& orders) {
  std::string out;
  for (const LoopOrder& order : orders) out += (out.empty() ? "" : "; ") + order.text();
  return out;
}

passes::Target target_of(const CompileOptions& options) {
  passes::Target out;
  out.narrow_values = emit::value_type(options.value_type).narrow();
  out.value_bytes = options.value_type == "f64" ? 8 : 4;
  if (auto bytes = clang_frontend::most_shared_bytes(options.arch)) out.most_shared_bytes = *bytes;
  out.warpgroups = clang_frontend::has_warpgroups(options.arch);
  out.bulk_copies = clang_frontend::has_bulk_copies(options.arch);
  out.early_launches = clang_frontend::has_early_launches(options.arch);
  out.lanes = options.lanes;
  out.index_bits = options.index_bits;
  out.fuse = options.overrides.fuse;
  return out;
}

std::optional<Artefact> compile(const SourcePtr& source, const CompileOptions& options,
                                Diagnostics& diagnostics) {
  Artefact out;
  auto lowered = options.from.empty() ? lowered_spec(source, options, out, diagnostics)
                                      : lowered_text(source, options, out, diagnostics);
  if (!lowered) return std::nullopt;
  out.ir_text = ir::print(lowered->program);
  if (!options.stop_after.empty()) return out;
  if (!emit_artefact(source, *lowered, options, out, diagnostics)) return std::nullopt;
  return out;
}

std::vector<std::string> pass_names() {
  std::vector<std::string> out;
  for (const passes::Pass& pass : passes::pipeline()) out.emplace_back(pass.name);
  return out;
}

std::string pass_summary(const std::string& name) {
  for (const passes::Pass& pass : passes::pipeline())
    if (pass.name == name) return std::string(pass.summary);
  return "";
}

}  // namespace teaal::driver
