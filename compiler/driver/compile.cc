#include "compiler/driver/compile.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "compiler/clang/arguments.h"
#include "compiler/driver/describe.h"
#include "compiler/driver/manifest.h"
#include "compiler/emit/clang_facade.h"
#include "compiler/emit/emit.h"
#include "compiler/emit/value_types.h"
#include "compiler/ir/text.h"
#include "compiler/passes/pipeline.h"
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

// The last pass before `assemble`.
constexpr std::string_view counted_pass = "iterate";

std::optional<ir::Program> run_passes(const einsum::Cascade& cascade, const CompileOptions& options,
                                      std::shared_ptr<const ir::Program>& nest,
                                      Diagnostics& diagnostics) {
  passes::RunOptions run;
  run.stop_after = options.stop_after;
  run.narrow_values = emit::value_type(options.value_type).narrow();
  run.value_bytes = options.value_type == "f64" ? 8 : 4;
  if (auto bytes = clang_frontend::most_shared_bytes(options.arch)) run.most_shared_bytes = *bytes;
  run.warpgroups = clang_frontend::has_warpgroups(options.arch);
  run.lanes = options.lanes;
  run.after_each = [&](const passes::Pass& pass, const ir::Program& program) {
    if (pass.name == counted_pass) nest = std::make_shared<const ir::Program>(program);
    if (options.shown && wanted(options, pass.name))
      options.shown(std::string(pass.name), ir::print(program));
  };
  return passes::run(cascade, identifier(options.name), run, diagnostics);
}

std::string head_text(const einsum::Cascade& cascade, const std::string& spec_name) {
  std::string out = fmt::format("Made by teaalc {} from {}; do not edit.", version, spec_name);
  for (const einsum::Einsum& e : cascade.einsums) out += "\n  " + expression_text(e);
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

bool emit_artefact(const einsum::Cascade& cascade, const ir::Program& program,
                   const CompileOptions& options, Artefact& out, Diagnostics& diagnostics) {
  std::string spec_name = std::filesystem::path(cascade.file->path).filename().string();
  emit::EmitOptions emit{std::string(version), spec_name, options.value_type, options.index_bits,
                         head_text(cascade, spec_name)};
  if (!check_operators(cascade, options.value_type, diagnostics)) return false;
  if (!emit::check_values(program, emit, diagnostics)) return false;
  out.manifest = manifest_text(cascade, program, options);
  out.complete = true;
  if (!options.kernel_text) return true;
  auto yaml = std::make_shared<SourceFile>(SourceFile{spec_name, cascade.file->text});
  auto cu = emit::finish_cuda(emit::cuda_text(program, emit), yaml, diagnostics, options.formatted);
  if (!cu) {
    diagnostics.error(Code::Internal, {},
                      "the emitted CUDA text does not pass Clang\n" + out.ir_text);
    return false;
  }
  out.cu = std::move(*cu);
  out.header = emit::header_text(program, emit);
  return true;
}

// In the place of the order that stood there, for messages.
void set_order(spec::OutputMapping& mapping, const std::vector<std::string>& ranks) {
  SourceRange where = mapping.output.where;
  if (mapping.loop_order && !mapping.loop_order->empty()) where = mapping.loop_order->front().where;
  mapping.loop_order.emplace();
  for (const std::string& rank : ranks) mapping.loop_order->push_back({rank, where});
}

// `place` may choose what goes to space.
bool has_workers(const ir::Program& nest, const std::string& rank) {
  return std::ranges::any_of(nest.kernels, [&](const ir::Kernel& k) {
    return std::ranges::any_of(k.workers, [&](const ir::Worker& w) { return w.rank == rank; });
  });
}

std::vector<LoopOrder> loops_of(const einsum::Cascade& cascade, const ir::Program* nest) {
  std::vector<LoopOrder> out;
  for (const einsum::Einsum& e : cascade.einsums) {
    LoopOrder order{e.output.tensor, expression_text(e)};
    for (const einsum::Loop& loop : e.loops)
      order.loops.push_back({loop.name, loop.space || (nest && has_workers(*nest, loop.name))});
    out.push_back(std::move(order));
  }
  return out;
}

}  // namespace

std::string LoopOrder::text() const {
  std::string out;
  for (const Loop& loop : loops)
    out += (out.empty() ? "" : " ") + (loop.in_space ? "|" + loop.rank + "|" : loop.rank);
  return out;
}

std::optional<Artefact> compile(const SourcePtr& source, const CompileOptions& options,
                                Diagnostics& diagnostics) {
  auto spec = spec::read_spec(source, diagnostics);
  if (!spec) return std::nullopt;
  for (spec::OutputMapping& mapping : spec->mapping)
    if (auto order = options.loop_orders.find(mapping.output.value);
        order != options.loop_orders.end())
      set_order(mapping, order->second);
  auto cascade = einsum::check(*spec, options.overrides, diagnostics);
  if (!cascade || !check_tensor_cores(*cascade, options.value_type, diagnostics))
    return std::nullopt;
  Artefact out;
  auto program = run_passes(*cascade, options, out.nest, diagnostics);
  if (!program) return std::nullopt;
  out.loops = loops_of(*cascade, out.nest.get());
  out.spec_text = spec_text(*spec);
  out.einsum_text = cascade_text(*cascade);
  out.ir_text = ir::print(*program);
  if (!options.stop_after.empty()) return out;
  if (!emit_artefact(*cascade, *program, options, out, diagnostics)) return std::nullopt;
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
