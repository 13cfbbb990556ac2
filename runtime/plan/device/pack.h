#pragma once
#include <optional>
#include <string>
#include <vector>

#include "runtime/plan/device/list.h"
#include "runtime/tensor/tensor.h"

namespace teaal::runtime::plan {

// A stored tensor in the machine's memory: the arrays of Stored; what a level's format lacks is
// null.
struct DeviceLevel {
  MemoryPtr segments, coords, masks, bases;
};
struct DeviceStored {
  std::vector<DeviceLevel> levels;
  MemoryPtr values;
  int64_t elements = 0, bytes = 0;
};

// Builds the kernels of pack_on_device in place of what the backend has built.
bool build_device_pack(const StorageRequest&, Backend&, Diagnostics&);

// What `pack` makes of a canonical list, array for array, made where kernels run: a radix sort by
// one key an entry unless entries stand in order, then a few passes a level. Nothing without an
// error: the host's `pack` has to do it (or to say what is wrong), because there is no entry, the
// key needs more than 62 bits, positions do not fit their bits, or the arrays `limit_bytes`. The
// backend must have built the kernels for the request. Names are for messages: one a level.
std::optional<DeviceStored> pack_on_device(const std::string& tensor,
                                           const std::vector<std::string>& levels,
                                           const DeviceList&, const StorageRequest&,
                                           int64_t limit_bytes, Backend&, Diagnostics&);

}  // namespace teaal::runtime::plan
