#pragma once
#include <optional>
#include <string>
#include <vector>

#include "runtime/plan/backend.h"
#include "runtime/tensor/tensor.h"

namespace teaal::runtime::plan {

// A Coo in the machine's memory.
struct DeviceList {
  std::vector<int64_t> shape;
  std::vector<MemoryPtr> coords;  // of each rank, I32
  MemoryPtr values;               // of `value_type`; may be memory of the caller
  ElementType value_type = ElementType::F64;
  int64_t entries = 0;
  double us = 0;  // what making it took
};

struct DeviceArray {
  MemoryPtr memory;
  ElementType type = ElementType::I32;
  int64_t elements = 0;
};

// A tensor of at least one rank as somebody laid it out in the machine's memory: its levels, each a
// whole rank, or a list of coordinates in any order. Arrays of coordinates, segments, masks and
// bases are of any integer type; runtime::Level says what they hold.
struct DeviceLayout {
  struct Level {
    LevelFormat format = LevelFormat::Uncompressed;
    int rank = 0;                                // in declaration order
    DeviceArray segments, coords, masks, bases;  // those of its format
  };
  std::vector<int64_t> shape;       // in declaration order
  std::vector<Level> levels;        // none: a list
  std::vector<DeviceArray> coords;  // of a list, by rank
  // By rank, in elements, for uncompressed levels in declaration order; they reach no further than
  // the values. Empty: values lie at the positions of the last level.
  std::vector<int64_t> strides = {};
  DeviceArray values;
};

struct DeviceRequest {
  std::string tensor;  // for messages
  double absent = 0;   // is not listed
};

// The canonical list of a tensor: levels are unrolled from the last to the first, entries sorted
// where they are not yet, and those of equal coordinates added in f64, in their order. Takes the
// place of what the backend has built. Arrays are checked before they are followed. Error
// tensor-range: arrays that contradict one another, a coordinate outside the shape. Nothing without
// an error: the host has to do it.
std::optional<DeviceList> list_on_device(const DeviceLayout&, const DeviceRequest&, Backend&,
                                         Diagnostics&);

// On the host.
std::optional<Coo> download(const DeviceList&, Backend&, Diagnostics&);
// On the machine, of elements of `type`. Nothing after an error.
std::optional<DeviceList> upload(const Coo&, ElementType, Backend&, Diagnostics&);

}  // namespace teaal::runtime::plan
