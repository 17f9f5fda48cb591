// Seals files of shards.
// Tested by tests/shards/rounds_test.cpp.
#include "shards/seal.hpp"

#include <elf.h>
#include <fmt/format.h>
#include <link.h>

#include <algorithm>
#include <cstring>
#include <nlohmann/json.hpp>

#include "check/checksum.hpp"
#include "graph/diagnostic.hpp"

namespace ringcheck::shards {

namespace {

using Json = nlohmann::ordered_json;

/// The id among the notes in `size` bytes at `at`, in hexadecimal; empty if there is none.
std::string build_id_in(const char* at, std::size_t size) {
  const char* const end = at + size;
  const auto aligned = [](std::size_t n) { return (n + 3U) & ~std::size_t{3}; };
  while (static_cast<std::size_t>(end - at) >= sizeof(ElfW(Nhdr))) {
    ElfW(Nhdr) note;
    std::memcpy(&note, at, sizeof note);
    const char* const name = at + sizeof note;
    const char* const id = name + aligned(note.n_namesz);
    if (note.n_type == NT_GNU_BUILD_ID && note.n_namesz == 4 && std::memcmp(name, "GNU", 4) == 0) {
      std::string text;
      for (const char* byte = id; byte < id + std::min<std::size_t>(note.n_descsz, 8); ++byte)
        text += fmt::format("{:02x}", static_cast<unsigned char>(*byte));
      return text;
    }
    at = id + aligned(note.n_descsz);
    if (at >= end) break;
  }
  return "";
}

/// Called for each object of this process; the program itself comes first.
int look_at_object(dl_phdr_info* object, std::size_t /*size*/, void* build_id) {
  for (int i = 0; i < object->dlpi_phnum; ++i) {
    const auto& header = object->dlpi_phdr[i];
    if (header.p_type != PT_NOTE) continue;
    const ElfW(Addr) address = object->dlpi_addr + header.p_vaddr;
    // The loader gives the address of the segment as a number.
    const auto* const notes = reinterpret_cast<const char*>(address);  // NOLINT
    const std::string id = build_id_in(notes, header.p_memsz);
    if (!id.empty()) *static_cast<std::string*>(build_id) = id;
  }
  return 1;
}

}  // namespace

const std::string& this_build() {
  static const std::string build = [] {
    std::string id;
    dl_iterate_phdr(look_at_object, &id);
    return id.empty() ? std::string(RINGCHECK_VERSION)
                      : fmt::format("{} build {}", RINGCHECK_VERSION, id);
  }();
  return build;
}

std::string sealed(std::string_view kind, const Json& content) {
  const std::string text = content.dump();
  // The content exactly as it was summed, so it can be checked without writing it again.
  return fmt::format(
      "{{\"format\":\"ringcheck-{}-1\",\"ringcheck\":\"{}\",\"checksum\":\"{}\",\n"
      "\"content\":{}}}\n",
      kind, this_build(), checksum(text), text);
}

Json unsealed(std::string_view kind, const std::string& text, const std::string& file) try {
  const auto refuse = [&](const std::string& what) { throw InputError({file, 0, 0, what}); };
  const std::string format = fmt::format("ringcheck-{}-1", kind);
  const std::string start = fmt::format("{{\"format\":\"{}\",\"ringcheck\":\"", format);
  if (!text.starts_with(start)) refuse(fmt::format("saw no {}", format));
  constexpr std::string_view kContent = ",\n\"content\":";
  const std::size_t at = text.find(kContent);
  if (at == std::string::npos || !text.ends_with("}\n")) refuse("is torn: saw no end of it");
  const Json head = Json::parse(text.substr(0, at) + "}");
  if (head.at("ringcheck") != this_build())
    refuse(fmt::format("was written by ringcheck {}, expected {}",
                       head.at("ringcheck").get<std::string>(), this_build()));
  const std::size_t begin = at + kContent.size();
  const std::string_view content(text.data() + begin, text.size() - begin - 2);
  if (head.at("checksum") != checksum(content))
    refuse("saw other contents than its checksum is of: it is torn or was changed");
  return Json::parse(content);
} catch (const nlohmann::json::exception& error) {
  throw InputError({file, 0, 0, error.what()});
}

}  // namespace ringcheck::shards
