#include "runtime/cache/program_identity.h"

#include <fmt/format.h>
#include <link.h>

#include <cstring>
#include <string_view>

namespace teaal::runtime {
namespace {

struct Search {
  uintptr_t address = 0;  // something of ours
  std::string build_id;
};

bool contains(const dl_phdr_info& object, uintptr_t address) {
  for (int i = 0; i < object.dlpi_phnum; ++i) {
    const ElfW(Phdr)& part = object.dlpi_phdr[i];
    const uintptr_t begin = object.dlpi_addr + part.p_vaddr;
    if (part.p_type == PT_LOAD && address >= begin && address < begin + part.p_memsz) return true;
  }
  return false;
}

constexpr std::string_view owner("GNU\0", 4);

size_t aligned(size_t bytes) { return (bytes + 3) & ~size_t{3}; }

// The build ID among the notes; ELF's "Note Section": three words, the name, the contents.
std::string build_id(std::string_view notes) {
  ElfW(Nhdr) head;
  while (notes.size() >= sizeof head) {
    std::memcpy(&head, notes.data(), sizeof head);
    const size_t name = sizeof head, contents = name + aligned(head.n_namesz);
    if (contents + head.n_descsz > notes.size()) return {};
    const bool found = head.n_type == NT_GNU_BUILD_ID && notes.substr(name, head.n_namesz) == owner;
    if (found) {
      std::string out;
      for (const unsigned char c : notes.substr(contents, head.n_descsz))
        out += fmt::format("{:02x}", c);
      return out;
    }
    notes.remove_prefix(std::min(notes.size(), contents + aligned(head.n_descsz)));
  }
  return {};
}

int look_into(dl_phdr_info* object, size_t, void* data) {
  Search& search = *static_cast<Search*>(data);
  if (!contains(*object, search.address)) return 0;
  for (int i = 0; i < object->dlpi_phnum && search.build_id.empty(); ++i) {
    const ElfW(Phdr)& part = object->dlpi_phdr[i];
    if (part.p_type != PT_NOTE) continue;
    const auto* notes = reinterpret_cast<const char*>(object->dlpi_addr + part.p_vaddr);
    search.build_id = build_id({notes, part.p_memsz});
  }
  return 1;
}

}  // namespace

std::string program_identity() {
  static const std::string identity = [] {
    static const char ours = 0;
    Search search{reinterpret_cast<uintptr_t>(&ours), {}};
    dl_iterate_phdr(look_into, &search);
    return search.build_id;
  }();
  return identity;
}

}  // namespace teaal::runtime
