#pragma once
#include "runtime/tensor/byte_source.h"
#include "runtime/tensor/tensor.h"

// One function a file format. Each returns the entries as the file has them: perhaps unsorted, with
// duplicates and explicit zeros. Shapes are checked against what is known. Errors: tensor-syntax,
// tensor-range, tensor-kind, shape-mismatch, shape-unknown, file-access.
namespace teaal::runtime {

struct FileTraits {
  double absent = 0;       // given: what dense files hold where nothing is
  std::string tensor;      // given: which of a file's tensors; empty: the only one
  SourceRange tensor_at;   // where that is said
  bool pattern = false;    // the file has no values; every entry got 1
  bool symmetric = false;  // the file said so; both triangles are in the result
};

// Matrix Market (Boisvert, Pozo and Remington, The Matrix Market Exchange Formats, 1996). A matrix
// of one column or one row may be read as a tensor of rank 1.
std::optional<Coo> read_mtx(ByteSource&, const KnownShape&, Diagnostics&, SourceNotes&,
                            FileTraits&);
// FROSTT's text form with an optional first line `# shape d0 d1 …`.
std::optional<Coo> read_tns(ByteSource&, const KnownShape&, Diagnostics&, SourceNotes&,
                            FileTraits&);
// NumPy's format, versions 1 to 3 (NumPy Enhancement Proposal 1).
std::optional<Coo> read_npy(ByteSource&, const KnownShape&, Diagnostics&, SourceNotes&,
                            FileTraits&);

// Little-endian 32-bit floats and nothing else, row-major; the shape must be known.
std::optional<Coo> read_raw_f32(ByteSource&, const KnownShape&, Diagnostics&, SourceNotes&,
                                FileTraits&);
// One tensor of a safetensors file (Hugging Face, Safetensors, version 0.4). All of its header is
// checked: the tensors' bytes fill the file without gaps or overlaps.
std::optional<Coo> read_safetensors(ByteSource&, const KnownShape&, Diagnostics&, SourceNotes&,
                                    FileTraits&);

// Ranks are numbered from 1 in messages. False after an error at `where`.
bool shape_agrees(const std::vector<int64_t>& shape, const KnownShape& known,
                  const SourceRange& where, Diagnostics&);

// The most bytes that reading or generating one tensor may take.
int64_t memory_limit();

constexpr size_t most_ranks = 16;

}  // namespace teaal::runtime
