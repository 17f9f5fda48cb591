// Tested by tests/kernel/native_machine_test.cpp.
#include "kernel/tree/unit_folder.hpp"

#include <fmt/format.h>

#include <cstdlib>
#include <fstream>

#include "graph/diagnostic.hpp"
#include "kernel/embedded.hpp"

namespace ringcheck {
namespace {

std::filesystem::path make_folder() {
  const char* base = std::getenv("TMPDIR");
  std::string name = fmt::format("{}/ringcheck-kernel-XXXXXX", base != nullptr ? base : "/tmp");
  if (mkdtemp(name.data()) == nullptr) throw InputError({name, 0, 0, "cannot be made"});
  return name;
}

}  // namespace

UnitFolder::UnitFolder() : path_(make_folder()) {
  for (const EmbeddedFile& file : embedded_kernel_headers())
    static_cast<void>(write(file.name, file.text));
}

UnitFolder::~UnitFolder() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

std::vector<std::string> UnitFolder::arguments_for(const KernelTree& tree) const {
  // Without -w, which would keep the errors below from being errors.
  return {"-std=gnu11",
          "-Wno-everything",
          "-ffreestanding",
          "-fno-builtin",
          "-fno-strict-aliasing",
          "-Werror=implicit-function-declaration",
          "-Werror=int-conversion",
          "-Werror=return-type",
          "-I" + path_.string(),
          fmt::format("-DRC_LINUX={}", tree.major() * 1000 + tree.minor())};
}

std::filesystem::path UnitFolder::write(std::string_view name, std::string_view text) const {
  std::filesystem::path path = path_ / name;
  std::ofstream out(path, std::ios::binary);
  out << text;
  if (!out.flush()) throw InputError({path.string(), 0, 0, "cannot be written"});
  return path;
}

}  // namespace ringcheck
