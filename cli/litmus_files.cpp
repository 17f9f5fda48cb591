// Arguments of `ringcheck litmus run`: files, folders, and lists of files.
// Tested by tests/cli/litmus_files_test.cpp.
#include "cli/litmus_files.hpp"

#include <algorithm>
#include <filesystem>
#include <sstream>
#include <system_error>

#include "cli/output.hpp"
#include "graph/diagnostic.hpp"

namespace ringcheck {

namespace {

namespace fs = std::filesystem;

/// Lists may name lists; this bound finds a list that names itself.
constexpr int kDeepestList = 16;

[[noreturn]] void reject(const std::string& path, const std::string& what) {
  throw InputError(Diagnostic{path, 0, 0, what});
}

std::vector<fs::path> tests_below(const std::string& folder) {
  std::vector<fs::path> tests;
  std::error_code error;
  fs::recursive_directory_iterator entry(folder, error);
  for (; !error && entry != fs::recursive_directory_iterator(); entry.increment(error))
    if (entry->path().extension() == ".litmus" && !entry->is_directory())
      tests.push_back(entry->path());
  if (error) reject(folder, "cannot be read (" + error.message() + "), expected a folder of tests");
  if (tests.empty()) reject(folder, "saw no file *.litmus in or below the folder, expected one");
  std::ranges::sort(tests);
  return tests;
}

/// The list that `argument` names, as @FILE or as a file whose own name begins with @ (herdtools'
/// @all); empty if it names none.
std::string list_of(const std::string& argument) {
  std::error_code error;
  if (argument.starts_with('@') && !fs::exists(argument, error)) return argument.substr(1);
  return fs::path(argument).filename().string().starts_with('@') ? argument : "";
}

/// What a line of the list in `folder` names.
std::string named_by(const std::string& line, const fs::path& folder) {
  if (line.starts_with("@/")) return line;
  return (folder / line).string();
}

void add(const std::string& argument, int depth, std::vector<std::string>& files) {
  std::error_code error;
  const std::string list = list_of(argument);
  if (!list.empty()) {
    if (depth == kDeepestList)
      reject(list, "saw lists that name lists more than 16 deep, expected names of tests");
    std::istringstream lines(read_input(list));
    for (std::string line; std::getline(lines, line);) {
      if (line.ends_with('\r')) line.pop_back();
      if (line.empty() || line.starts_with('#')) continue;
      add(named_by(line, fs::path(list).parent_path()), depth + 1, files);
    }
  } else if (fs::is_directory(argument, error)) {
    for (const fs::path& test : tests_below(argument)) files.push_back(test.string());
  } else {
    files.push_back(argument);
  }
}

}  // namespace

std::vector<std::string> litmus_files(const std::vector<std::string>& arguments) {
  std::vector<std::string> files;
  for (const std::string& argument : arguments) add(argument, 0, files);
  if (files.empty()) reject(arguments.front(), "saw an empty list, expected names of tests");
  return files;
}

}  // namespace ringcheck
