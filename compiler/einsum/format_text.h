#pragma once
#include <string>
#include <vector>

#include "compiler/einsum/check/checking.h"

// Formats as the command line writes them: `M:U,K:C`, `U,C`, or csr csc coo dcsr csf dense.
namespace teaal::einsum {

struct FormatText {
  std::string text;
  SourceRange where;
  std::string said;  // how messages begin: "--format A=csr"
};

// Without formats, an error being added, where the text is none of the tensor. `like:A` leaves the
// rest to check_structures.
Storage read_format_text(Checking&, const Tensor&, const FormatText&);

// Storage order where no format says one.
std::vector<std::string> mapped_order(const Checking&, const Tensor&);

std::vector<std::string> values_of(const std::vector<Name>&);
bool permutation(std::vector<std::string> a, std::vector<std::string> b);
// Names the ranks that are missing, extra or doubled in `given`.
std::string permutation_fault(const std::vector<std::string>& given,
                              const std::vector<std::string>& ranks);

}  // namespace teaal::einsum
