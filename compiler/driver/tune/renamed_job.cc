#include "compiler/driver/tune/renamed_job.h"

#include <fmt/format.h>

#include <algorithm>

#include "compiler/einsum/symbols.h"

namespace teaal::driver {
namespace {

using Names = std::map<std::string, std::string>;

std::string renamed(const Names& names, const std::string& name) {
  const auto found = names.find(name);
  return found == names.end() ? name : found->second;
}

// `NAME=rest`, or NAME alone.
void rename_heads(const Names& names, std::vector<std::string>& texts) {
  for (std::string& text : texts) {
    const size_t end = std::min(text.find('='), text.size());
    text = renamed(names, text.substr(0, end)) + text.substr(end);
  }
}

// Ranks of `A=M:U,K:C`, the tensor of `Z=like:A`.
void rename_formats(const Renaming& renaming, std::vector<std::string>& texts) {
  rename_heads(renaming.tensors, texts);
  for (std::string& text : texts) {
    const size_t begin = text.find('=');
    if (begin == std::string::npos || text.find(':', begin) == std::string::npos) continue;
    std::string out = text.substr(0, begin + 1);
    for (size_t at = begin + 1; at <= text.size();) {
      const size_t end = std::min(text.find(',', at), text.size());
      const std::string item = text.substr(at, end - at);
      const size_t colon = std::min(item.find(':'), item.size());
      const std::string head = item.substr(0, colon);
      out += at > begin + 1 ? "," : "";
      out += head == "like" ? "like:" + renamed(renaming.tensors, item.substr(colon + 1))
                            : renamed(renaming.ranks, head) + item.substr(colon);
      at = end + 1;
    }
    text = out;
  }
}

}  // namespace

JobCommand renamed_job(const JobCommand& given, const Renaming& renaming,
                       const einsum::Cascade& theirs) {
  JobCommand out = given;
  rename_heads(renaming.tensors, out.job.assignments);
  rename_heads(renaming.tensors, out.job.outputs);
  rename_heads(renaming.tensors, out.job.expects);
  rename_heads(renaming.ranks, out.job.shapes);
  rename_formats(renaming, out.spec.formats);
  for (std::string& name : out.spec.statics) name = renamed(renaming.tensors, name);
  const auto sizes = einsum::size_symbols(theirs);
  std::erase_if(out.spec.defines, [&](const std::string& define) {
    return !sizes.contains(define.substr(0, define.find('=')));
  });
  for (const auto& [name, value] : renaming.meaning)
    out.spec.defines.push_back(fmt::format("{}={}", name, value));
  return out;
}

}  // namespace teaal::driver
