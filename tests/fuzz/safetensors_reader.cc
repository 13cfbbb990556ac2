// Any bytes as a .safetensors file: a coordinate list or diagnostics.
#include <cstdint>

#include "runtime/tensor/readers.h"
#include "tests/fuzz/check_list.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace teaal::runtime;
  size_t order = size % 4;
  auto bytes = memory_bytes("fuzz.safetensors", {reinterpret_cast<const char*>(data), size});
  teaal::Diagnostics diagnostics;
  SourceNotes notes;
  FileTraits traits;
  if (size % 2 == 1) traits.tensor = "w";
  std::optional<Coo> list = read_safetensors(*bytes, KnownShape(order), diagnostics, notes, traits);
  teaal::fuzz::check(list, order, diagnostics);
  return 0;
}
