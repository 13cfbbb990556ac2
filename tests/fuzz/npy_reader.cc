// Any bytes as a .npy file: a coordinate list or diagnostics.
#include "runtime/tensor/readers.h"

#include <cstdint>

#include "tests/fuzz/check_list.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace teaal::runtime;
  size_t order = size % 4;
  auto bytes = memory_bytes("fuzz.npy", {reinterpret_cast<const char*>(data), size});
  teaal::Diagnostics diagnostics;
  SourceNotes notes;
  FileTraits traits;
  std::optional<Coo> list = read_npy(*bytes, KnownShape(order), diagnostics, notes, traits);
  teaal::fuzz::check(list, order, diagnostics);
  return 0;
}
