// Reading a kernel tree.
// Tested by tests/kernel/pick_test.cpp.
#include "kernel/tree/kernel_tree.hpp"

#include <fmt/format.h>

#include <fstream>
#include <sstream>

#include "graph/diagnostic.hpp"
#include "kernel/tree/pick.hpp"

namespace ringcheck {
namespace {

std::string text_of(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  if (!in) throw InputError({path.string(), 0, 0, "cannot be read"});
  std::stringstream text;
  text << in.rdbuf();
  return text.str();
}

/// The value of a variable at the start of a line of a Makefile; empty if it is not set there.
std::string variable_of(const std::string& makefile, const std::string& name) {
  std::istringstream lines(makefile);
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);
    std::string first, equals, value;
    if (words >> first >> equals && first == name && equals == "=") {
      words >> value;
      return value;
    }
  }
  return {};
}

}  // namespace

KernelTree::KernelTree(std::filesystem::path folder) : folder_(std::move(folder)) {
  const std::filesystem::path path = folder_ / "Makefile";
  if (!std::filesystem::is_regular_file(path))
    throw InputError(
        {folder_.string(), 0, 0, "saw no Makefile, expected the root of a kernel tree"});
  const std::string makefile = text_of(path);
  const std::string major = variable_of(makefile, "VERSION");
  const std::string minor = variable_of(makefile, "PATCHLEVEL");
  const auto is_number = [](const std::string& text) {
    return !text.empty() && text.size() < 6 &&
           text.find_first_not_of("0123456789") == std::string::npos;
  };
  if (!is_number(major) || !is_number(minor))
    throw InputError(
        {path.string(), 0, 0, "saw no VERSION and PATCHLEVEL, expected those of a kernel"});
  version_ = major + "." + minor;
  major_ = std::stoi(major);
  minor_ = std::stoi(minor);
  const std::string sublevel = variable_of(makefile, "SUBLEVEL");
  if (!sublevel.empty()) version_ += "." + sublevel;
}

bool KernelTree::has(std::string_view path) const {
  return std::filesystem::is_regular_file(folder_ / path);
}

void KernelTree::replace(std::string_view path, std::string text) {
  replaced_[std::string(path)] = std::move(text);
}

std::unique_ptr<CText> KernelTree::read(std::string_view path) const {
  if (const auto found = replaced_.find(path); found != replaced_.end())
    return std::make_unique<CText>(std::string(path), found->second);
  return std::make_unique<CText>(std::string(path), text_of(folder_ / path));
}

std::string KernelTree::source_of(const KernelUnit& unit) const {
  std::vector<std::unique_ptr<CText>> texts;
  for (const TreeFile& file : unit.files) texts.push_back(read(file.path));
  std::string source = std::string(unit.defines) + "#include \"kernel.h\"\n" + pick(unit, texts);
  if (!unit.glue.empty()) source += fmt::format("#include \"{}\"\n", unit.glue);
  return source;
}

}  // namespace ringcheck
