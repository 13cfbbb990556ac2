#pragma once
#include <string>

#include "compiler/ir/program.h"
#include "compiler/support/diagnostic.h"

// Spells a program at its last stage. Nothing is decided here: what is generated was settled by the
// passes.
namespace teaal::emit {

struct EmitOptions {
  std::string version;     // teaalc's, for the head comment
  std::string file_name;   // for #line marks, without folders
  std::string value_type;  // a row of value_types.cc
  int index_bits = 32;     // of coordinates, and of positions where 64 are not needed
  std::string head;        // comment lines for the top, without "// "
  bool lines = true;       // #line marks
  std::string arch = "sm_90";
};

// Kernels and launcher as one CUDA source without the device functions of templates/ (finish_cuda
// attaches them).
std::string cuda_text(const ir::Program&, const EmitOptions&);

// The launcher's C header.
std::string header_text(const ir::Program&, const EmitOptions&);

// Whether all values of the program can be spelled in the type: integers have no fractions, and not
// every function. Errors: unsupported.
bool check_values(const ir::Program&, const EmitOptions&, Diagnostics&);

// A size expression in the manifest's language: as in C, with min, max and ceil_div.
std::string size_text(const ir::Expr&);

}  // namespace teaal::emit
