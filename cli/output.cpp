// Where the command's output goes. A file is first written to a temporary one beside it, so that
// none is half-written.
// Tested by tests/cli/output_test.cpp.
#include "cli/output.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <system_error>

#include "graph/diagnostic.hpp"

namespace ringcheck {

namespace {

constexpr std::size_t kLongestInput = std::size_t{64} << 20U;

[[noreturn]] void reject(const std::string& path, const std::string& what) {
  throw InputError(Diagnostic{path, 0, 0, what});
}

/// `error`: a value of errno.
[[noreturn]] void reject_output(const std::string& path, int error) {
  reject(path, fmt::format("cannot be written ({}), expected a path in a writable folder",
                           std::generic_category().message(error)));
}

/// True iff `path` is, or would become, a plain file, which another file can replace. Errors:
/// InputError for a folder.
bool replaceable(const std::string& path) {
  std::error_code error;
  const auto type = std::filesystem::status(path, error).type();
  if (type == std::filesystem::file_type::directory)
    reject(path, "is a folder, expected a path to a file");
  return type == std::filesystem::file_type::regular ||
         type == std::filesystem::file_type::not_found;
}

/// Where the file of this name is: a symbolic link stays, and the file it points to is replaced.
std::string place_of(const std::string& path) {
  std::error_code error;
  const auto place = std::filesystem::canonical(path, error);
  return error ? path : place.string();
}

/// The temporary file; only this process uses it.
std::string part_of(const std::string& place) {
  return fmt::format("{}.{}.part", place, getpid());
}

/// Writes `text` to file `name`. Returns 0, or errno when that fails.
int write_file(const std::string& name, std::string_view text) {
  errno = 0;
  std::ofstream file(name, std::ios::binary);
  file.write(text.data(), static_cast<std::streamsize>(text.size()));
  file.close();
  if (!file.fail()) return 0;
  return errno != 0 ? errno : EIO;
}

void remove_quietly(const std::string& name) {
  std::error_code ignored;
  std::filesystem::remove(name, ignored);
}

}  // namespace

void write_output(const std::string& path, std::string_view text) {
  if (path == "-") {
    std::cout << text;
    return;
  }
  if (!replaceable(path)) {
    if (const int error = write_file(path, text)) reject_output(path, error);
    return;
  }
  const std::string place = place_of(path);
  const std::string part = part_of(place);
  if (const int error = write_file(part, text)) {
    remove_quietly(part);
    reject_output(path, error);
  }
  std::error_code error;
  std::filesystem::rename(part, place, error);
  if (!error) return;
  remove_quietly(part);
  reject_output(path, error.value());
}

void require_writable(const std::string& path) {
  if (path == "-" || !replaceable(path)) return;
  const std::string part = part_of(place_of(path));
  const int error = write_file(part, "");
  remove_quietly(part);
  if (error != 0) reject_output(path, error);
}

void require_folder(const std::string& path, std::string_view what) {
  std::error_code error;
  std::filesystem::create_directories(path, error);
  if (!std::filesystem::is_directory(path, error))
    reject(path, fmt::format("is no folder and cannot be made one, expected a place for {}", what));
}

std::string read_input(const std::string& path) {
  std::error_code error;
  if (path != "-" && std::filesystem::is_directory(path, error))
    reject(path, "is a folder, expected a file");
  std::ifstream file;
  if (path != "-") file.open(path, std::ios::binary);
  std::istream& input = path == "-" ? std::cin : file;
  const std::string name = path == "-" ? "standard input" : path;
  std::string text;
  std::array<char, 4096> block{};
  while (input && text.size() <= kLongestInput) {
    input.read(block.data(), block.size());
    text.append(block.data(), static_cast<std::size_t>(input.gcount()));
  }
  if (!input && !input.eof()) reject(name, "cannot be read, expected a readable file");
  if (text.size() > kLongestInput)
    reject(name, fmt::format("is longer than {} MiB, expected less", kLongestInput >> 20U));
  return text;
}

nlohmann::ordered_json parameters_json(const Parameters& parameters) {
  nlohmann::ordered_json json = nlohmann::ordered_json::object();
  for (std::size_t i = 0; i < parameters.declared().size(); ++i) {
    const Parameter& parameter = parameters.declared()[i];
    const std::string name(parameter.name);
    if (parameter.words.empty())
      json[name] = parameters.value(i);
    else
      json[name] = parameters.text(i);
  }
  return json;
}

std::string json_rows(const nlohmann::ordered_json& rows) {
  std::string text = "[";
  const char* separator = "\n";
  for (const auto& row : rows) {
    nlohmann::ordered_json whole = {{"schema", kSchema}};
    whole.update(row);
    text += separator + whole.dump();
    separator = ",\n";
  }
  return text + "\n]\n";
}

Progress::Progress(bool asked_for) : terminal_(isatty(STDERR_FILENO) != 0), asked_for_(asked_for) {}

Progress::~Progress() {
  wipe();
}

void Progress::show(const std::string& what) {
  if (terminal_)
    fmt::print(stderr, "\r\x1b[K{}", what);
  else if (asked_for_)
    fmt::print(stderr, "{}\n", what);
  std::fflush(stderr);
}

void Progress::wipe() {
  if (terminal_) show("");
}

std::function<void(std::size_t, std::size_t)> show_progress(std::string parts, bool asked_for) {
  return [progress = std::make_shared<Progress>(asked_for), parts = std::move(parts)](
             std::size_t done, std::size_t of) {
    progress->show(std::to_string(done) + " of " + std::to_string(of) + " " + parts);
  };
}

}  // namespace ringcheck
