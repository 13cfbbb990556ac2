#pragma once
#include "compiler/driver/commands/commands.h"

// The commands that are made of calls of libteaal (include/teaal/teaal.h).
namespace teaal::program {

int compile_command(const std::vector<std::string>& arguments);
int grad_command(const std::vector<std::string>& arguments);

}  // namespace teaal::program
