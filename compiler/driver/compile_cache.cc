#include "compiler/driver/compile_cache.h"

#include <nlohmann/json.hpp>

#include "compiler/clang/frontend.h"
#include "compiler/emit/clang_facade.h"
#include "runtime/cache/program_identity.h"

namespace teaal::driver {
namespace {

using Json = nlohmann::json;

// Everything that changes the artefact; empty where that cannot be told. The bindings name every
// member: a new one does not compile until it stands here.
std::string key_of(const SourcePtr& source, const CompileOptions& options) {
  const std::string ours = runtime::program_identity();
  if (ours.empty()) return {};
  const auto& [overrides, name, value_type, index_bits, arch, formatted, print_after, shown,
               loop_orders, lanes, keep_stages, kernel_text, counted, stop_after, from, lines,
               each_line] = options;
  const auto& [symbols, written, formats, stored, statics, fuse] = overrides;
  const bool usual = loop_orders.empty() && lanes == CompileOptions{}.lanes && kernel_text;
  if (counted || keep_stages || !usual || !print_after.empty() || !stop_after.empty()) return {};
  const Json chosen = {symbols,    written,    formats, stored,    statics, fuse,  name,
                       value_type, index_bits, arch,    formatted, from,    lines, each_line};
  std::vector<std::string> fields = clang_frontend::identity({});
  fields.insert(fields.end(), {"artefact", ours, source->path, source->text,
                               chosen.dump(-1, ' ', false, Json::error_handler_t::replace)});
  return runtime::BuildCache::key(fields);
}

// A place in the spec, or none; nothing for a place elsewhere.
std::optional<Json> place(const SourceRange& where, const SourcePtr& source) {
  if (where.file && where.file != source) return std::nullopt;
  return Json{where.file != nullptr, where.line, where.column, where.length};
}

SourceRange place(const Json& where, const SourcePtr& source) {
  return {where.at(0).get<bool>() ? source : nullptr, where.at(1), where.at(2), where.at(3)};
}

std::optional<Json> findings(const Diagnostics& found, const SourcePtr& source) {
  Json out = Json::array();
  for (const Diagnostic& d : found.all()) {
    const auto where = place(d.where, source);
    if (!where) return std::nullopt;
    Json notes = Json::array();
    for (const Note& note : d.notes) {
      const auto at = place(note.where, source);
      if (!at) return std::nullopt;
      notes.push_back({*at, note.message});
    }
    out.push_back({d.severity, d.code, *where, d.message, notes});
  }
  return out;
}

void tell(const Json& found, const SourcePtr& source, Diagnostics& diagnostics) {
  for (const Json& d : found) {
    Diagnostic out{
        d.at(0).get<Severity>(), d.at(1).get<Code>(), place(d.at(2), source), d.at(3), {}};
    for (const Json& note : d.at(4)) out.note(place(note.at(0), source), note.at(1));
    diagnostics.add(std::move(out));
  }
}

std::string packed(const Artefact& artefact, const Json& found) {
  const auto& [spec_text, einsum_text, ir_text, cu, header, manifest, nest, stages, target, names,
               loops, complete] = artefact;
  return runtime::joined({spec_text, einsum_text, ir_text, cu, header, manifest, found.dump()});
}

std::optional<Artefact> unpacked(const std::string& text, const SourcePtr& source,
                                 Diagnostics& diagnostics) {
  const auto fields = runtime::separated(text);
  if (!fields || fields->size() != 7) return std::nullopt;
  const auto& f = *fields;
  const Json found = Json::parse(f[6], nullptr, false);
  if (found.is_discarded()) return std::nullopt;
  Diagnostics told;
  try {
    tell(found, source, told);
  } catch (const Json::exception&) {
    return std::nullopt;
  }
  for (const Diagnostic& d : told.all()) diagnostics.add(d);
  Artefact out{f[0], f[1], f[2], f[3], f[4], f[5]};
  out.complete = true;
  return out;
}

}  // namespace

std::optional<Artefact> compile_through(const runtime::BuildCache& cache, const SourcePtr& source,
                                        const CompileOptions& options, Diagnostics& diagnostics) {
  const std::string key = cache.keeps() ? key_of(source, options) : std::string();
  if (key.empty()) return compile(source, options, diagnostics);
  if (const auto bytes = cache.load(key))
    if (auto known = unpacked(*bytes, source, diagnostics)) return known;
  Diagnostics found;
  auto artefact = compile(source, options, found);
  for (const Diagnostic& d : found.all()) diagnostics.add(d);
  const auto told = findings(found, source);
  if (artefact && artefact->complete && found.ok() && told)
    cache.store(key, packed(*artefact, *told));
  return artefact;
}

runtime::plan::PtxCompiler ptx_through(const runtime::BuildCache& cache) {
  return [cache](const std::string& text, const std::string& arch,
                 const std::vector<std::string>& defines,
                 Diagnostics& diagnostics) -> std::optional<std::string> {
    const std::string ours = runtime::program_identity();
    std::vector<std::string> fields = clang_frontend::identity({});
    fields.insert(fields.end(), {"PTX", ours, text, arch, runtime::joined(defines)});
    const std::string key = runtime::BuildCache::key(fields);
    if (!ours.empty())
      if (auto known = cache.load(key)) return known;
    auto ptx = emit::compile_ptx(text, arch, defines, diagnostics);
    if (ptx && !ours.empty()) cache.store(key, *ptx);
    return ptx;
  };
}

}  // namespace teaal::driver
