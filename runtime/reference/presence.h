#pragma once
#include <optional>

#include "runtime/manifest/manifest.h"
#include "runtime/reference/map_function.h"
#include "runtime/reference/trie.h"

// Which elements a kernel meets, where that shows: where values make NaN. An element that is not
// stored contributes nothing; every slot of an uncompressed rank is stored and holds the default.
namespace teaal::runtime {

// Of what the tensor lists and its default.
Specials specials_of(const ReferenceTensor&);

// The stored form of `tensor` that the kernels which write `output` read; null if the plan does not
// tell.
const ManifestView* view_read(const Manifest&, const std::string& output,
                              const std::string& tensor);

// The tensor with an entry for every element that is stored. Nothing if no more are stored than it
// lists, if the storage is by parts of ranks, or if there are too many.
std::optional<ReferenceTensor> filled_as_stored(const ReferenceTensor&, const ManifestTensor&,
                                                const ManifestView*);

}  // namespace teaal::runtime
