#include "program/library.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "api/objects.h"

namespace teaal::program {
namespace {

template <auto free>
struct Frees {
  template <class T>
  void operator()(T* object) const {
    free(object);
  }
};
using Found = std::unique_ptr<teaal_diagnostics, Frees<teaal_diagnostics_free>>;
using Options = std::unique_ptr<teaal_options, Frees<teaal_options_free>>;
using Kernel = std::unique_ptr<teaal_kernel, Frees<teaal_kernel_free>>;
using Gradient = std::unique_ptr<teaal_gradient, Frees<teaal_gradient_free>>;

// The texts of C say less of a finding than a terminal shows.
void tell(const Found& found, Diagnostics& diagnostics) {
  for (const Diagnostic& d : found->found.all()) diagnostics.add(d);
}

// By the names that options have there. Null where one is refused.
Options options_of(const driver::CompileOptions& from, teaal_diagnostics* found) {
  Options out(teaal_options_new());
  bool ok = out != nullptr;
  auto set = [&](const char* name, const std::string& value) {
    ok = ok && teaal_options_set(out.get(), name, value.c_str(), found) == TEAAL_OK;
  };
  for (const auto& [symbol, size] : from.overrides.symbols)
    set("define", fmt::format("{}={}", symbol, size));
  for (const auto& [tensor, format] : from.overrides.formats)
    set("format", fmt::format("{}={}", tensor, format));
  for (const std::string& tensor : from.overrides.stored) set("store", tensor);
  for (const std::string& tensor : from.overrides.statics) set("static", tensor);
  set("type", from.value_type);
  set("index-bits", std::to_string(from.index_bits));
  set("arch", from.arch);
  set("fuse", from.overrides.fuse ? "auto" : "off");
  set("lines", from.each_line ? "each" : from.lines ? "on" : "off");
  set("name", from.name);
  set("cache", "off");
  return ok ? std::move(out) : nullptr;
}

}  // namespace

bool library_compiles(const driver::CompileOptions& options) {
  return options.print_after.empty() && options.stop_after.empty() && options.from.empty() &&
         options.overrides.written.empty();
}

std::optional<driver::Artefact> compile(const SourceFile& spec,
                                        const driver::CompileOptions& options,
                                        Diagnostics& diagnostics) {
  const Found found(teaal_diagnostics_new());
  if (!found) throw std::bad_alloc();
  const Options how = options_of(options, found.get());
  teaal_kernel* made = nullptr;
  if (how)
    teaal_compile_text(spec.text.data(), spec.text.size(), spec.path.c_str(), how.get(), &made,
                       found.get());
  const Kernel kernel(made);
  tell(found, diagnostics);
  if (!kernel) return std::nullopt;
  driver::Artefact out;
  out.cu = teaal_kernel_cuda(kernel.get());
  out.header = teaal_kernel_header(kernel.get());
  out.manifest = teaal_kernel_manifest(kernel.get());
  out.complete = true;
  return out;
}

std::optional<std::string> gradient_spec(const SourceFile& spec,
                                         const driver::CompileOptions& options,
                                         const std::vector<std::string>& wrt,
                                         Diagnostics& diagnostics) {
  const Found found(teaal_diagnostics_new());
  if (!found) throw std::bad_alloc();
  const Options how = options_of(options, found.get());
  teaal_gradient* made = nullptr;
  if (how)
    teaal_gradient_text(spec.text.data(), spec.text.size(), spec.path.c_str(),
                        fmt::format("{}", fmt::join(wrt, ",")).c_str(), how.get(), &made,
                        found.get());
  const Gradient gradient(made);
  tell(found, diagnostics);
  if (!gradient) return std::nullopt;
  return teaal_gradient_spec(gradient.get());
}

}  // namespace teaal::program
