#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "compiler/clang/frontend.h"

namespace teaal::clang_frontend {

// Name of the prelude among the files in memory.
inline constexpr const char* prelude_name = "teaal_prelude.h";

// "+ptx70" for "sm_80"; empty for an unknown architecture.
std::string ptx_feature(const std::string& arch);

// Every architecture that ptx_feature knows.
std::vector<std::string> known_archs();

// Of a block on a known architecture, in bytes, where the launch asks for it.
std::optional<int64_t> most_shared_bytes(const std::string& arch);

// Whether four warps of it can multiply together on tensor cores (wgmma), which no later
// architecture can: PTX ISA, "Target architectures".
bool has_warpgroups(const std::string& arch);

// Whether a kernel may be launched before the one in front of it has ended, and wait for it itself
// (griddepcontrol): sm_90 and later.
bool has_early_launches(const std::string& arch);

// Whether a thread of it can ask for many neighbours in memory at once (cp.async.bulk): sm_90 and
// later.
bool has_bulk_copies(const std::string& arch);

// The cc1 command line for `input`, without the program name; the text's file name comes last.
std::vector<std::string> cc1_arguments(const Input& input);

}  // namespace teaal::clang_frontend
