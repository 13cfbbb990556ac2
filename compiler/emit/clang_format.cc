#include <clang/Basic/LangOptions.h>
#include <clang/Format/Format.h>
#include <clang/Lex/Lexer.h>
#include <clang/Tooling/Core/Replacement.h>

#include "compiler/emit/clang_facade.h"

namespace teaal::emit {
namespace {

namespace format = clang::format;

format::FormatStyle house_style() {
  format::FormatStyle style = format::getGoogleStyle(format::FormatStyle::LK_Cpp);
  style.ColumnLimit = 100;
  style.DerivePointerAlignment = false;
  style.BreakStringLiterals = false;
  // Each would be a pass of its own over all of the text, which has them as they should be.
  style.FixNamespaceComments = false;
  style.SortUsingDeclarations = format::FormatStyle::SUD_Never;
  style.AttributeMacros = {"__global__", "__device__", "__host__", "__forceinline__"};
  return style;
}

// The #line marks of `text`, in order.
std::vector<std::string> marks(const std::string& text) {
  std::vector<std::string> found;
  for (size_t begin = 0; begin < text.size();) {
    const size_t end = std::min(text.find('\n', begin), text.size());
    if (text.compare(begin, 5, "#line") == 0) found.push_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return found;
}

// What the compiler sees of `text`: its tokens, a space between two.
std::string code_of(const std::string& text) {
  clang::LangOptions language;
  language.CPlusPlus = language.CPlusPlus11 = language.CPlusPlus14 = true;
  clang::Lexer lexer({}, language, text.data(), text.data(), text.data() + text.size());
  clang::Token token;
  std::string out;
  while (!lexer.LexFromRawLexer(token)) {
    out.append(lexer.getBufferLocation() - token.getLength(), token.getLength());
    out += ' ';
  }
  return out;
}

}  // namespace

std::optional<std::string> format_cuda(const std::string& text, Diagnostics& diagnostics) {
  const clang::tooling::Range all(0, unsigned(text.size()));
  const auto edits = format::reformat(house_style(), text, all, "kernel.cu");
  auto formatted = clang::tooling::applyAllReplacements(text, edits);
  if (!formatted) {
    diagnostics.error(Code::Internal, {},
                      "formatting failed: " + llvm::toString(formatted.takeError()));
    return std::nullopt;
  }
  if (marks(*formatted) == marks(text) && code_of(*formatted) == code_of(text))
    return std::move(*formatted);
  diagnostics.error(Code::Internal, {},
                    "formatting changed the code or the #line marks of a kernel");
  return std::nullopt;
}

}  // namespace teaal::emit
