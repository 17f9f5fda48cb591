// Tested by being used.
#include "tests/litmus/kernel_tree.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cstdlib>
#include <string>

namespace ringcheck::tests {

namespace {

namespace fs = std::filesystem;

constexpr const char* kModel = "tools/memory-model";

bool is_model(const fs::path& folder) {
  return fs::is_regular_file(folder / "linux-kernel.cat");
}

/// Unpacks the model from the package's archive into `into`. Each test runs in its own process;
/// only the first has to unpack.
void unpack(const fs::path& archive, const fs::path& into) {
  fs::create_directories(into);
  const int lock = open((into / "lock").c_str(), O_CREAT | O_RDWR | O_CLOEXEC, 0644);
  flock(lock, LOCK_EX);
  if (!is_model(into / kModel)) {
    const std::string command = "tar --strip-components=1 -C '" + into.string() + "' -xJf '" +
                                archive.string() + "' linux-source-6.1/" + kModel;
    if (std::system(command.c_str()) != 0) fs::remove_all(into / "tools");
  }
  close(lock);
}

}  // namespace

std::optional<fs::path> kernel_memory_model() {
  if (const char* tree = std::getenv("RINGCHECK_KERNEL_TREE"); tree != nullptr)
    if (is_model(fs::path(tree) / kModel)) return fs::path(tree) / kModel;
  const fs::path package = "/usr/src/linux-source-6.1";
  if (is_model(package / kModel)) return package / kModel;
  const fs::path archive = package.string() + ".tar.xz";
  const fs::path unpacked = fs::path(RINGCHECK_BINARY_DIR) / "kernel-tree";
  if (fs::is_regular_file(archive) && !is_model(unpacked / kModel)) unpack(archive, unpacked);
  if (is_model(unpacked / kModel)) return unpacked / kModel;
  return std::nullopt;
}

}  // namespace ringcheck::tests
