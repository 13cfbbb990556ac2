#include "compiler/driver/gradient.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "compiler/driver/compile.h"
#include "compiler/grad/gradient.h"
#include "compiler/spec/spec.h"

namespace teaal::driver {
namespace {

// Tensors that are read and not written, and scalars.
std::vector<std::string> inputs_of(const einsum::Cascade& cascade) {
  std::vector<std::string> out;
  auto written = [&](const std::string& name) {
    return std::ranges::any_of(cascade.einsums,
                               [&](const einsum::Einsum& e) { return e.output.tensor == name; });
  };
  for (const einsum::Tensor& t : cascade.tensors)
    if (!written(t.name)) out.push_back(t.name);
  out.insert(out.end(), cascade.scalars.begin(), cascade.scalars.end());
  return out;
}

bool check_wrt(const einsum::Cascade& cascade, const std::vector<std::string>& wrt,
               Diagnostics& diagnostics) {
  const std::vector<std::string> inputs = inputs_of(cascade);
  for (size_t i = 0; i < wrt.size(); ++i) {
    std::string message;
    if (std::ranges::find(inputs, wrt[i]) == inputs.end()) {
      const std::string near = nearest(wrt[i], inputs);
      message = cascade.find(wrt[i])
                    ? fmt::format("'{}' is computed; gradients are by inputs: {}", wrt[i],
                                  quoted_list(inputs))
                    : fmt::format("no input is named '{}'; {}", wrt[i],
                                  near.empty() ? "inputs are " + quoted_list(inputs)
                                               : fmt::format("did you mean '{}'?", near));
    } else if (std::find(wrt.begin(), wrt.begin() + static_cast<std::ptrdiff_t>(i), wrt[i]) !=
               wrt.begin() + static_cast<std::ptrdiff_t>(i)) {
      message = fmt::format("'{}' stands twice", wrt[i]);
    }
    if (message.empty()) continue;
    diagnostics.error(Code::Usage, {cascade.file}, "--wrt: " + message);
    return false;
  }
  return true;
}

// What lowering does not do yet may come up in the derived spec alone.
bool check_lowers(const SourcePtr& spec, const std::string& derived, const std::string& name,
                  Diagnostics& diagnostics) {
  CompileOptions options;
  options.kernel_text = false;
  options.name = name;
  const auto source =
      std::make_shared<SourceFile>(SourceFile{"gradient of " + spec->path, derived});
  Diagnostics found;
  if (compile(source, options, found)) return true;
  diagnostics.error(Code::Unsupported, {spec},
                    "unsupported: the spec of these gradients cannot be lowered");
  for (Diagnostic one : found.all()) {
    if (one.severity != Severity::Error) continue;
    if (one.code != Code::Unsupported) one.code = Code::Internal;
    diagnostics.add(std::move(one));
  }
  return false;
}

}  // namespace

std::optional<GradientSpec> gradient_spec(const SourcePtr& source,
                                          const einsum::Overrides& overrides,
                                          const std::vector<std::string>& wrt,
                                          Diagnostics& diagnostics) {
  const auto spec = spec::read_spec(source, diagnostics);
  if (!spec) return std::nullopt;
  const auto cascade = einsum::check(*spec, overrides, diagnostics);
  if (!cascade || !check_wrt(*cascade, wrt, diagnostics)) return std::nullopt;
  auto gradient = grad::differentiate(*cascade, wrt, diagnostics);
  if (!gradient) return std::nullopt;
  const std::filesystem::path path = source->path;
  GradientSpec out{grad::spec_text(*gradient, path.filename().string()), gradient->seeds,
                   gradient->gradients};
  if (!check_lowers(source, out.text, path.stem().string(), diagnostics)) return std::nullopt;
  return out;
}

}  // namespace teaal::driver
