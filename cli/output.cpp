// Where the command's output goes: files by way of a temporary one beside them, so that none is
// half-written.
#include "cli/output.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>

#include "graph/diagnostic.hpp"

namespace ringcheck {

void write_output(const std::string& path, std::string_view text) {
  if (path == "-") {
    std::fwrite(text.data(), 1, text.size(), stdout);
    return;
  }
  const std::string temporary = path + ".part";
  {
    std::ofstream file(temporary, std::ios::binary);
    file.write(text.data(), static_cast<std::streamsize>(text.size()));
    file.close();
    if (!file) {
      std::error_code ignored;
      std::filesystem::remove(temporary, ignored);
      throw InputError(
          Diagnostic{path, 0, 0, "cannot be written, expected a path in a writable folder"});
    }
  }
  std::error_code error;
  std::filesystem::rename(temporary, path, error);
  if (!error) return;
  std::filesystem::remove(temporary, error);
  throw InputError(Diagnostic{path, 0, 0, "cannot be replaced, expected a path to a plain file"});
}

std::string read_input(const std::string& path) {
  if (path == "-") return {std::istreambuf_iterator<char>(std::cin), {}};
  std::error_code error;
  if (std::filesystem::is_directory(path, error))
    throw InputError(Diagnostic{path, 0, 0, "is a folder, expected a file"});
  std::ifstream file(path, std::ios::binary);
  if (!file) throw InputError(Diagnostic{path, 0, 0, "cannot be read, expected a readable file"});
  return {std::istreambuf_iterator<char>(file), {}};
}

std::string json_rows(const nlohmann::ordered_json& rows) {
  std::string text = "[";
  const char* separator = "\n";
  for (const auto& row : rows) {
    text += separator + row.dump();
    separator = ",\n";
  }
  return text + "\n]\n";
}

Progress::Progress() : terminal_(isatty(STDERR_FILENO) != 0) {}

Progress::~Progress() {
  show("");
}

void Progress::show(const std::string& what) {
  if (!terminal_) return;
  fmt::print(stderr, "\r\x1b[K{}", what);
  std::fflush(stderr);
}

}  // namespace ringcheck
