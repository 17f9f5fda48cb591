#pragma once
// The command as a user runs it: a process with arguments, standard input and a folder to work in.

#include <filesystem>
#include <string>
#include <vector>

#include "cli/exit_status.hpp"
#include "tests/files/temporary_folder.hpp"

namespace ringcheck::tests {

using Arguments = std::vector<std::string>;

/// `arguments`, then `more`.
inline Arguments with(Arguments arguments, const Arguments& more) {
  arguments.insert(arguments.end(), more.begin(), more.end());
  return arguments;
}

/// The status of a process that ends like `how`.
constexpr int status(ExitStatus how) {
  return static_cast<int>(how);
}

/// What a process printed, and how it ended.
struct Ended {
  int status = 0;  ///< exit status; minus the signal when one ended it
  std::string out;
  std::string err;
};

/// Runs `ringcheck`, or `binary` beside it, with `arguments` in the source folder, `input` on
/// standard input.
Ended ringcheck(const Arguments& arguments, const std::string& input = "",
                const std::string& binary = "ringcheck");

/// The whole text of a file; empty when there is none.
std::string text_of(const std::filesystem::path& path);

/// The path of `name` in the repository.
inline std::string source(const std::string& name) {
  return std::string(RINGCHECK_SOURCE_DIR) + "/" + name;
}

/// The lines of `text`.
std::vector<std::string> lines_of(const std::string& text);

}  // namespace ringcheck::tests
