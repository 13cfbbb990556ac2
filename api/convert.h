#pragma once
#include <optional>

#include "include/teaal/teaal.h"
#include "runtime/manifest/manifest.h"
#include "runtime/plan/plan.h"

// Between the tensors of the C API and those of the runtime.
namespace teaal::api {

// False with an error `usage` if the description contradicts itself, or does not fit the tensor.
bool check(const teaal_tensor&, const runtime::ManifestTensor&, Diagnostics&);

// The same with all arrays on the host; `holds` keeps what was downloaded.
std::optional<teaal_tensor> on_host(const teaal_tensor&, runtime::plan::Backend&,
                                    std::vector<runtime::Array>& holds, Diagnostics&);

// Canonical. Error tensor-range: a coordinate that does not lie within the shape, arrays that
// contradict one another.
std::optional<runtime::Coo> to_coo(const teaal_tensor& host, const runtime::Manifest&,
                                   const runtime::ManifestTensor&, Diagnostics&);

// The arrays as the stored form of the tensor, if they are that; they are used in place if they lie
// where the machine's kernels run (then `in_place` is set), else uploaded. Nothing, without an
// error, if they must be converted.
std::optional<runtime::plan::GivenInput> as_stored(const teaal_tensor&, const runtime::Manifest&,
                                                   const runtime::ManifestTensor&,
                                                   runtime::plan::Backend&, bool& in_place,
                                                   Diagnostics&);

// Whether `now` differs from `before` in where its arrays are and in nothing else, and needs no
// look at what they hold: compressed arrays on the host are followed only when they were checked.
bool moves_alone(const teaal_tensor& before, const teaal_tensor& now);
// What was taken in place lies where `to` says from now on.
void move_stored(const teaal_tensor& to, const runtime::plan::GivenInput&, runtime::plan::Backend&);

// The arrays as kernels of the machine unroll them: in place, or sent there. Nothing after an
// error.
std::optional<runtime::plan::DeviceLayout> on_device(const teaal_tensor&,
                                                     const runtime::ManifestTensor&,
                                                     runtime::plan::Backend&, Diagnostics&);

// Whether dense elements lie as an uncompressed tensor is stored.
bool lies_as_stored(const teaal_tensor& dense, const runtime::Manifest&,
                    const runtime::ManifestTensor&);

// Writes all elements; those that `from` lacks are `absent`.
void fill_dense(const runtime::Coo& from, double absent, const teaal_tensor& host_dense);

// In a layout of copies, its arrays from the allocator.
bool copy_out(const runtime::Coo& from, const runtime::ManifestTensor&, runtime::ElementType,
              teaal_layout, teaal_allocator, void* context, teaal_tensor& to, Diagnostics&);

}  // namespace teaal::api
