#pragma once
#include <set>
#include <string>

namespace clang {
class ASTContext;
}

namespace teaal::emit {

// The text of the top-level declarations in the files named `library` that the main file uses,
// directly or through one another (calls, types, constants, instantiated templates), in the order
// of the parse, each with the comment directly above it, an empty line between two. All
// redeclarations and specialisations of what is used come along.
std::string reached_declarations(clang::ASTContext&, const std::set<std::string>& library);

// A file's name as it was given: Clang finds included files as "./name".
std::string plain_file_name(const std::string&);

}  // namespace teaal::emit
