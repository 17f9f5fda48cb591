// Tested by tests/cli/colour_test.cpp.
#include "cli/terminal.hpp"

#include <sys/ioctl.h>
#include <unistd.h>

#include <cstdlib>
#include <string_view>

namespace ringcheck {

namespace {

/// The value of an environment variable; empty where there is none.
std::string_view setting(const char* name) {
  const char* const value = std::getenv(name);  // NOLINT(concurrency-mt-unsafe): nothing sets it
  return value == nullptr ? "" : value;
}

std::size_t columns_of_terminal() {
  winsize size{};
  if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0) return 0;
  return size.ws_col;
}

Terminal ask() {
  const bool terminal = isatty(STDOUT_FILENO) != 0;
  const std::string_view force = setting("CLICOLOR_FORCE");
  Terminal found;
  found.colour = setting("NO_COLOR").empty() &&
                 ((terminal && setting("TERM") != "dumb") || (!force.empty() && force != "0"));
  if (terminal) found.columns = columns_of_terminal();
  return found;
}

}  // namespace

const Terminal& standard_output() {
  static const Terminal found = ask();
  return found;
}

}  // namespace ringcheck
