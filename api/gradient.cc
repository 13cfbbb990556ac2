#include "api/objects.h"

// Gradients of the C API.
namespace teaal::api {
namespace {

// "A,B" → A, B.
std::vector<std::string> names_of(const std::string& text) {
  std::vector<std::string> out;
  for (size_t begin = 0; begin <= text.size();) {
    const size_t comma = std::min(text.find(',', begin), text.size());
    out.push_back(text.substr(begin, comma - begin));
    begin = comma + 1;
  }
  return out;
}

const char* found(const std::map<std::string, std::string>& table, const char* name) {
  const auto at = table.find(name);
  return at == table.end() ? nullptr : at->second.c_str();
}

}  // namespace
}  // namespace teaal::api

using namespace teaal;

teaal_status teaal_gradient_text(const char* text, size_t bytes, const char* path, const char* wrt,
                                 const teaal_options* options, teaal_gradient** gradient,
                                 teaal_diagnostics* to) {
  *gradient = nullptr;
  return api::guarded(to, [&](Diagnostics& diagnostics) {
    const auto source = std::make_shared<SourceFile>(SourceFile{path, std::string(text, bytes)});
    const einsum::Overrides overrides = options ? options->compile.overrides : einsum::Overrides();
    auto spec = driver::gradient_spec(source, overrides, api::names_of(wrt), diagnostics);
    if (!spec) return false;
    *gradient = new teaal_gradient{std::move(*spec)};
    return true;
  });
}

void teaal_gradient_free(teaal_gradient* gradient) { delete gradient; }
const char* teaal_gradient_spec(const teaal_gradient* gradient) {
  return gradient->spec.text.c_str();
}
const char* teaal_gradient_seed(const teaal_gradient* gradient, const char* output) {
  return api::found(gradient->spec.seeds, output);
}
const char* teaal_gradient_by(const teaal_gradient* gradient, const char* input) {
  return api::found(gradient->spec.gradients, input);
}
