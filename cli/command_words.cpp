// Tested by tests/cli/bad_input_test.cpp and tests/cli/command_words_test.cpp.
#include "cli/command_words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>

#include "models/names.hpp"

namespace ringcheck {

namespace {

constexpr std::string_view kJson = "--json";
constexpr std::string_view kJsonOnOutput = "--json=-";

bool is_json_path(std::string_view word) {
  return word == "-" || word.ends_with(".json") || word.starts_with("/dev/");
}

/// The long options of `app`, with their dashes.
std::vector<std::string> option_names(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::Option* option : app.get_options())
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
  return names;
}

/// Words of the command line as they were before command_words.
std::vector<std::string> as_written(std::vector<std::string> words) {
  for (std::string& word : words)
    if (word == kJsonOnOutput) word = kJson;
  return words;
}

/// The known word for which the first of `words` may be a slip; empty if none is near.
std::string near(const std::vector<std::string>& words, const std::vector<std::string>& known) {
  const std::vector<std::string_view> names(known.begin(), known.end());
  const std::string first = words.front().substr(0, words.front().find('='));
  const std::string_view found = nearest_name(first, names);
  return found.empty() ? "" : fmt::format("did you mean {}? ", found);
}

}  // namespace

std::vector<std::string> command_words(int argc, const char* const* argv) {
  std::vector<std::string> words(argv + (argc > 0 ? 1 : 0), argv + argc);
  // In `litmus`, each test is a line of JSON, and --json has no value.
  if (!words.empty() && words.front() == "litmus") return words;
  for (std::size_t i = 0; i < words.size() && words[i] != "--"; ++i) {
    if (words[i] != kJson) continue;
    const bool path = i + 1 < words.size() && is_json_path(words[i + 1]);
    words[i] += "=" + (path ? words[i + 1] : "-");
    if (path) words.erase(words.begin() + static_cast<std::ptrdiff_t>(i) + 1);
  }
  return words;
}

std::vector<std::string> take_words_for_others(std::vector<std::string>& words) {
  constexpr std::array kCommands{"check", "barriers", "shard", "slurm"};
  if (words.empty() || std::ranges::find(kCommands, words.front()) == kCommands.end()) return {};
  const auto end = std::ranges::find(words, "--");
  if (end == words.end()) return {};
  std::vector<std::string> arguments(end + 1, words.end());
  words.erase(end, words.end());
  return arguments;
}

std::string usage_error(const CLI::App& app, const CLI::Error& error) {
  const CLI::App* command = &app;
  std::string path = app.get_name();
  while (!command->get_subcommands().empty()) {
    command = command->get_subcommands().front();
    path += " " + command->get_name();
  }
  std::vector<std::string> names;
  for (const CLI::App* sub : command->get_subcommands({}))
    if (!sub->get_group().empty()) names.push_back(sub->get_name());
  const std::vector<std::string> unknown = command->remaining();
  std::string saw = error.what();
  std::string slip;
  if (!unknown.empty()) {
    saw = fmt::format("saw '{}'", fmt::join(as_written(unknown), " "));
    slip = near(unknown, unknown.front().starts_with('-') ? option_names(*command) : names);
  } else if (!names.empty()) {
    saw = "saw no command";
  }
  if (unknown.empty() && saw.find("expected") != std::string::npos)
    return fmt::format("{}: {}\n", path, saw);
  const std::string expected = names.empty() ? fmt::format("what `{} --help` lists", path)
                                             : fmt::format("one of {}", fmt::join(names, ", "));
  return fmt::format("{}: {}, {}expected {}\n", path, saw, slip, expected);
}

}  // namespace ringcheck
