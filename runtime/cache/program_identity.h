#pragma once
#include <string>

namespace teaal::runtime {

// What tells this program or library from every other build of it: the build ID that the linker
// wrote into it, in hexadecimal digits. Empty if it wrote none; then nothing that depends on our
// own code may be kept.
std::string program_identity();

}  // namespace teaal::runtime
