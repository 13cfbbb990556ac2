#include "runtime/cpu/load/stored_code.h"

#include <nlohmann/json.hpp>

#include "runtime/cache/build_cache.h"

namespace teaal::runtime::cpu {

using Json = nlohmann::json;

NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Site, file, line, column)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(SharedArray, name, offset, bytes, dynamic)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(FieldRange, offset, bytes)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Access, site, bytes, reads, writes, atomic, object, object_index,
                                   object_bytes, object_name, depth, fields)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Kernel, name, coroutine, parameters, max_threads,
                                   static_shared_bytes, dynamic_shared_offset, shared_arrays,
                                   accesses, parks, loop_depth)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(KernelTable, checked, sites, kernels)

std::string packed(const StoredCode& code) {
  const std::vector<uint8_t> table = Json::to_msgpack(Json(code.table));
  return joined({std::string(table.begin(), table.end()), code.object});
}

std::optional<StoredCode> unpacked(std::string_view text) {
  auto fields = separated(text);
  if (!fields || fields->size() != 2) return std::nullopt;
  const Json table = Json::from_msgpack((*fields)[0], true, false);
  if (table.is_discarded()) return std::nullopt;
  try {
    return StoredCode{table.get<KernelTable>(), std::move((*fields)[1])};
  } catch (const Json::exception&) {
    return std::nullopt;
  }
}

}  // namespace teaal::runtime::cpu
