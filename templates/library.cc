#include "templates/library.h"

#include <cctype>
#include <set>
#include <string_view>

namespace teaal::templates {

const std::vector<std::pair<std::string, std::string>>& embedded_files();

const std::vector<std::pair<std::string, std::string>>& files() { return embedded_files(); }

namespace {

using Words = std::set<std::string_view>;

bool is_of_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; }

// Where the comment or literal that begins at `at` ends; `at` if there is none.
size_t past_unread(std::string_view text, size_t at) {
  if (text.substr(at, 2) == "//") return std::min(text.find('\n', at), text.size());
  const char quote = text[at];
  if (quote != '"' && quote != '\'') return at;
  for (size_t end = at + 1; end < text.size(); ++end) {
    if (text[end] == '\\')
      ++end;
    else if (text[end] == quote)
      return end + 1;
  }
  return text.size();
}

// f(each character that is code, its place, how many braces are open there).
template <class F>
void for_each_of_code(std::string_view text, F&& f) {
  int open = 0;
  for (size_t at = 0; at < text.size();) {
    if (const size_t past = past_unread(text, at); past > at) {
      at = past;
      continue;
    }
    if (text[at] == '}') --open;
    f(text[at], at, open);
    if (text[at] == '{') ++open;
    ++at;
  }
}

// The library's own names in a text; those outside of braces alone, if `of_declarations`.
Words own_names(std::string_view text, bool of_declarations) {
  Words out;
  size_t begin = 0, end = 0;
  auto take = [&] {
    const std::string_view word = text.substr(begin, end - begin);
    if (word.starts_with("teaal_")) out.insert(word);
  };
  for_each_of_code(text, [&](char c, size_t at, int open) {
    if (!is_of_word(c) || (of_declarations && open > 0)) return;
    if (at != end) {
      take();
      begin = at;
    }
    end = at + 1;
  });
  take();
  return out;
}

// Declarations that stand together, with their comments: an empty line outside of braces ends them.
struct Part {
  size_t file;
  std::string_view text;
  Words declared, named;
};

std::vector<Part> parts_of(size_t file, std::string_view text) {
  std::vector<Part> out;
  size_t begin = 0;
  auto end_at = [&](size_t end) {
    const std::string_view part = text.substr(begin, end - begin);
    out.push_back({file, part, own_names(part, true), own_names(part, false)});
    begin = end;
  };
  for_each_of_code(text, [&](char c, size_t at, int open) {
    if (c == '\n' && open == 0 && at > begin && text[at - 1] == '\n') end_at(at + 1);
  });
  end_at(text.size());
  return out;
}

const std::vector<Part>& parts() {
  static const std::vector<Part> all = [] {
    std::vector<Part> out;
    for (size_t f = 0; f < files().size(); ++f)
      for (Part& part : parts_of(f, files()[f].second)) out.push_back(std::move(part));
    return out;
  }();
  return all;
}

bool share_a_word(const Words& a, const Words& b) {
  for (const std::string_view word : a)
    if (b.contains(word)) return true;
  return false;
}

}  // namespace

std::vector<std::pair<std::string, std::string>> files_for(const std::string& text) {
  Words wanted = own_names(text, false);
  // A part names those in front of it alone, so one look from the last to the first is enough but
  // for what is declared again behind.
  std::set<const Part*> taken;
  for (size_t before = 0; before != wanted.size();) {
    before = wanted.size();
    for (auto part = parts().rbegin(); part != parts().rend(); ++part)
      if (!taken.contains(&*part) && share_a_word(part->declared, wanted)) {
        taken.insert(&*part);
        wanted.insert(part->named.begin(), part->named.end());
      }
  }
  std::vector<std::pair<std::string, std::string>> out;
  for (const Part& part : parts()) {
    if (!taken.contains(&part)) continue;
    const std::string& name = files()[part.file].first;
    if (out.empty() || out.back().first != name) out.emplace_back(name, "#pragma once\n");
    out.back().second += part.text;
  }
  return out;
}

std::string with_library(const std::string& kernels) {
  std::string out;
  for (const auto& [file, text] : files_for(kernels)) out += text.substr(text.find('\n'));
  return out + kernels;
}

}  // namespace teaal::templates
