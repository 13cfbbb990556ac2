#pragma once
#include <string>

// What statements call what belongs to a tile with words of its own (ir::Tile).
namespace teaal::ir {

// Variables that the fill gives a value: where in the tile's array this fill begins; of a gathered
// one, where the run begins among the entries, and how many of these it has.
inline std::string begin_of(const std::string& tile) { return tile + "_begin"; }
inline std::string run_of(const std::string& tile) { return tile + "_run"; }
inline std::string left_of(const std::string& tile) { return tile + "_left"; }
// Arrays of a gathered one, which have other names behind `coiterate`: the list's, the operand's.
inline std::string entries_of(const std::string& tile) { return tile + "_entries"; }
inline std::string elements_of(const std::string& tile) { return tile + "_elements"; }

}  // namespace teaal::ir
