// Words in, one of the commands, an exit status out.
#include "cli/run_command.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <exception>
#include <functional>
#include <iostream>

#include "cli/colour.hpp"
#include "cli/command_line.hpp"
#include "cli/command_words.hpp"
#include "graph/diagnostic.hpp"

namespace ringcheck {

namespace {

int run(int argc, char** argv) {
  std::vector<std::string> words = command_words(argc, argv);
  std::vector<std::string> for_others = take_words_for_others(words);
  std::function<ExitStatus()> action;
  const auto app = make_command_line(action, std::move(for_others));
  try {
    std::ranges::reverse(words);  // as CLI11 takes them
    app->parse(std::move(words));
  } catch (const CLI::ParseError& error) {
    const ColourOnTerminal colour;
    if (error.get_exit_code() == 0) return app->exit(error);  // --help, --version
    std::cerr << usage_error(*app, error);
    return static_cast<int>(ExitStatus::bad_input);
  }
  const ExitStatus status = [&] {
    const ColourOnTerminal colour;
    return action();
  }();
  if (!std::cout.flush())
    throw InputError(
        {"standard output", 0, 0, "cannot be written, expected a place for the output"});
  return static_cast<int>(status);
}

}  // namespace

int run_command(int argc, char** argv) {
  try {
    return run(argc, argv);
  } catch (const InputError& error) {
    std::cerr << error.what() << '\n';
    return static_cast<int>(ExitStatus::bad_input);
  } catch (const std::exception& error) {
    std::cerr << "ringcheck: internal error: " << error.what() << '\n';
    return static_cast<int>(ExitStatus::internal);
  }
}

}  // namespace ringcheck
