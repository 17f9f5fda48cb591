#include "tests/cli/shell_words.hpp"

#include <algorithm>
#include <filesystem>
#include <utility>

#include "tests/cli/process.hpp"

namespace ringcheck::tests {

namespace {

/// Takes the command's name off `line`; false if the line does not begin with it.
bool take_name(std::string_view& line) {
  for (const std::string_view name : {"build/release/ringcheck ", "ringcheck "}) {
    if (!line.starts_with(name)) continue;
    line.remove_prefix(name.size());
    return true;
  }
  return false;
}

void read_file(const std::string& file, std::vector<DocumentedCommand>& commands) {
  const std::vector<std::string> lines = lines_of(text_of(source(file)));
  bool in_block = false;
  bool after_prompt = false;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    std::string_view line = lines[i];
    if (line.starts_with("```")) {
      in_block = !in_block;
      after_prompt = false;
      continue;
    }
    const bool indented = !in_block && line.starts_with("    ");
    if (indented) line.remove_prefix(4);
    const bool prompted = line.starts_with("$ ");
    if (prompted) line.remove_prefix(2);
    // A line with brackets is a synopsis, not a command.
    const bool synopsis = line.find(" [") != std::string_view::npos;
    if ((in_block || indented) && (prompted || !after_prompt) && !synopsis && take_name(line)) {
      DocumentedCommand command{file, static_cast<int>(i) + 1, shell_words(line), {}, prompted};
      const auto pipe = std::ranges::find(command.words, "|");
      command.words.erase(pipe, command.words.end());
      commands.push_back(std::move(command));
      after_prompt = prompted;
    } else if (prompted) {
      after_prompt = false;
    } else if (in_block && after_prompt) {
      commands.back().output.push_back(lines[i]);
    }
  }
}

}  // namespace

std::vector<std::string> shell_words(std::string_view line) {
  std::vector<std::string> words;
  std::string word;
  bool quoted = false;
  bool begun = false;
  const auto end_word = [&] {
    if (begun) words.push_back(std::exchange(word, ""));
    begun = false;
  };
  for (const char c : line) {
    if (c == '#' && !quoted && !begun) break;
    if (c == '"') {
      quoted = !quoted;
      begun = true;
    } else if (c == ' ' && !quoted) {
      end_word();
    } else {
      word += c;
      begun = true;
    }
  }
  end_word();
  return words;
}

std::vector<DocumentedCommand> documented_commands() {
  std::vector<std::string> files{"README.md"};
  for (const auto& entry : std::filesystem::directory_iterator(source("docs")))
    if (entry.path().extension() == ".md")
      files.push_back("docs/" + entry.path().filename().string());
  std::ranges::sort(files);
  std::vector<DocumentedCommand> commands;
  for (const std::string& file : files) read_file(file, commands);
  return commands;
}

}  // namespace ringcheck::tests
