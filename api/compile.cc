#include <algorithm>

#include "api/objects.h"
#include "compiler/clang/arguments.h"
#include "compiler/driver/commands/options.h"
#include "compiler/driver/output_files.h"
#include "compiler/support/version.h"
#include "runtime/plan/arguments.h"

// Diagnostics, options, kernels and devices of the C API.
namespace teaal::api {
namespace {

using Values = std::vector<std::string>;

bool one_of(const std::string& name, const std::string& value, const Values& known,
            Diagnostics& diagnostics) {
  if (std::find(known.begin(), known.end(), value) != known.end()) return true;
  return usage(diagnostics,
               "option '" + name + "' takes " + quoted_list(known) + ", and not '" + value + "'");
}

bool add_pair(const std::string& name, const std::string& value, driver::CompileOptions& options,
              Diagnostics& diagnostics) {
  const auto pair = runtime::plan::split_assignment(value);
  if (!pair)
    return usage(diagnostics, "option '" + name + "' takes NAME=value, not '" + value + "'");
  if (name == "format") {
    options.overrides.formats[pair->first] = pair->second;
    return true;
  }
  const auto size = runtime::plan::parse_integer(pair->second);
  if (!size) return usage(diagnostics, "'" + pair->second + "' in '" + value + "' is no integer");
  options.overrides.symbols[pair->first] = *size;
  return true;
}

bool set(teaal_options& to, const std::string& name, const std::string& value,
         Diagnostics& diagnostics) {
  driver::CompileOptions& options = to.compile;
  auto choose = [&](const Values& known) { return one_of(name, value, known, diagnostics); };
  if (name == "define" || name == "format") return add_pair(name, value, options, diagnostics);
  if (name == "store") return options.overrides.stored.insert(value), true;
  if (name == "static") return options.overrides.statics.insert(value), true;
  if (name == "name") return options.name = value, true;
  if (name == "type")
    return choose({"f32", "f64", "f16", "bf16", "i32"}) && (options.value_type = value, true);
  if (name == "index-bits")
    return choose({"8", "16", "32"}) && (options.index_bits = std::stoi(value), true);
  if (name == "arch") return choose(clang_frontend::known_archs()) && (options.arch = value, true);
  if (name == "fuse")
    return choose({"auto", "off"}) && (options.overrides.fuse = value == "auto", true);
  if (name == "lines") {
    options.lines = value != "off";
    options.each_line = value == "each";
    return choose({"on", "off", "each"});
  }
  if (name == "cache") return choose({"on", "off"}) && (to.cache = value == "on", true);
  if (name == "convert") {
    using runtime::plan::Converts;
    to.converts = value == "device" ? Converts::Device
                  : value == "host" ? Converts::Host
                                    : Converts::Auto;
    return choose({"auto", "device", "host"});
  }
  return usage(diagnostics, "there is no option '" + name + "'");
}

teaal_status compile(const SourcePtr& source, const teaal_options* given, teaal_kernel** kernel,
                     teaal_diagnostics* to) {
  return guarded(to, [&](Diagnostics& diagnostics) {
    const teaal_options options = given ? *given : teaal_options();
    driver::CompileOptions how = options.compile;
    if (how.name.empty()) how.name = driver::stem_of(source->path);
    auto compiled = driver::compile_for_run(source, how, diagnostics, options.where());
    if (!compiled) return false;
    *kernel = new teaal_kernel{std::make_shared<driver::Compiled>(std::move(*compiled))};
    return true;
  });
}

}  // namespace
}  // namespace teaal::api

using namespace teaal;

int teaal_api_version(void) { return TEAAL_API_VERSION; }
const char* teaal_version(void) { return version.data(); }

teaal_diagnostics* teaal_diagnostics_new(void) { return new (std::nothrow) teaal_diagnostics; }
void teaal_diagnostics_free(teaal_diagnostics* diagnostics) { delete diagnostics; }
void teaal_diagnostics_clear(teaal_diagnostics* diagnostics) {
  diagnostics->found = {};
  diagnostics->texts.clear();
}
size_t teaal_diagnostics_count(const teaal_diagnostics* diagnostics) {
  return diagnostics->found.all().size();
}

teaal_diagnostic teaal_diagnostics_at(const teaal_diagnostics* diagnostics, size_t index) {
  auto& texts = const_cast<teaal_diagnostics*>(diagnostics)->texts;
  const Diagnostic& d = diagnostics->found.all()[index];
  const char* text = d.message.c_str();
  try {
    texts.reserve(diagnostics->found.all().size());
    while (texts.size() <= index) texts.push_back(render(diagnostics->found.all()[texts.size()]));
    text = texts[index].c_str();
  } catch (const std::bad_alloc&) {  // the message must do
  }
  const bool placed = d.where.known();
  return {static_cast<teaal_severity>(d.severity),
          code_text(d.code).data(),
          d.message.c_str(),
          d.where.file ? d.where.file->path.c_str() : "",
          placed ? d.where.line : 0,
          placed ? d.where.column : 0,
          placed ? d.where.length : 0,
          text};
}

teaal_options* teaal_options_new(void) { return new (std::nothrow) teaal_options; }
void teaal_options_free(teaal_options* options) { delete options; }
teaal_status teaal_options_set(teaal_options* options, const char* name, const char* value,
                               teaal_diagnostics* to) {
  return api::guarded(to, [&](Diagnostics& d) { return api::set(*options, name, value, d); });
}

teaal_status teaal_compile_text(const char* text, size_t bytes, const char* path,
                                const teaal_options* options, teaal_kernel** kernel,
                                teaal_diagnostics* to) {
  *kernel = nullptr;
  SourcePtr source;
  const teaal_status read = api::guarded(to, [&](Diagnostics&) {
    source = std::make_shared<SourceFile>(SourceFile{path, std::string(text, bytes)});
    return true;
  });
  return read == TEAAL_OK ? api::compile(source, options, kernel, to) : read;
}

teaal_status teaal_compile_file(const char* path, const teaal_options* options,
                                teaal_kernel** kernel, teaal_diagnostics* to) {
  *kernel = nullptr;
  SourcePtr source;
  const teaal_status read = api::guarded(to, [&](Diagnostics& diagnostics) {
    source = driver::read_source_file(path, diagnostics);
    return source != nullptr;
  });
  return read == TEAAL_OK ? api::compile(source, options, kernel, to) : read;
}

void teaal_kernel_free(teaal_kernel* kernel) { delete kernel; }
const char* teaal_kernel_cuda(const teaal_kernel* kernel) {
  return kernel->compiled->artefact.cu.c_str();
}
const char* teaal_kernel_header(const teaal_kernel* kernel) {
  return kernel->compiled->artefact.header.c_str();
}
const char* teaal_kernel_manifest(const teaal_kernel* kernel) {
  return kernel->compiled->artefact.manifest.c_str();
}

teaal_status teaal_device_open(const char* kind, const teaal_options* options,
                               teaal_device** device, teaal_diagnostics* to) {
  *device = nullptr;
  return api::guarded(to, [&](Diagnostics& diagnostics) {
    const std::string name = kind;
    if (!api::one_of("kind", name, {"cpu", "gpu", "auto", "checked"}, diagnostics)) return false;
    const auto cache = options ? options->where() : runtime::BuildCache::standard();
    auto machine = driver::select_machine(name, name == "checked", diagnostics, cache);
    if (!machine) return false;
    auto shared = std::make_shared<api::SharedMachine>();
    shared->machine = std::move(*machine);
    shared->checked = name == "checked";
    if (options) shared->converts = options->converts;
    *device = new teaal_device{std::move(shared)};
    return true;
  });
}
void teaal_device_free(teaal_device* device) { delete device; }
const char* teaal_device_name(const teaal_device* device) {
  return device->shared->machine.backend->info().name.c_str();
}
int teaal_device_is_gpu(const teaal_device* device) { return device->shared->machine.gpu(); }
