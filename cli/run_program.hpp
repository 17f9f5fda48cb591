#pragma once
// Running another program for what it prints.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ringcheck {

/// How another program ended.
struct ProgramEnd {
  int status = 0;   ///< its exit status; 128 and the signal when one ended it
  std::string out;  ///< what it printed to standard output
  std::string err;  ///< ... and to standard error
};

/// Runs `words`, a program and its arguments, and waits for its end. The program is looked for
/// along PATH unless it has a slash. It reads `input`, of any size; without one, what this program
/// would read. Errors: InputError when there is no such program, with `expected`: where it comes
/// from.
ProgramEnd run_program(std::vector<std::string> words, const std::string& expected,
                       std::optional<std::string_view> input = {});

}  // namespace ringcheck
