#pragma once
#include <string>
#include <vector>

namespace teaal::program {

// `arguments` of the process without its own name: `run SPEC …`, `check SPEC …`, or a compile.
int run_command_line(const std::vector<std::string>& arguments);

}  // namespace teaal::program
