#pragma once
// What is wrong with an input, and where.

#include <stdexcept>
#include <string>
#include <utility>

namespace ringcheck {

/// A defect of an input: a litmus or cat file, an option, a program that exceeds a capacity.
struct Diagnostic {
  std::string file;     ///< path, or the name of what is at fault when it is no file
  int line = 0;         ///< counted from 1; 0 when there is no line
  int column = 0;       ///< counted from 1, in bytes; 0 when there is no line
  std::string message;  ///< what was seen, what was expected

  /// `file:line:column: message`, or `file: message` without a line.
  [[nodiscard]] std::string text() const {
    std::string place = file;
    if (line > 0) place += ":" + std::to_string(line) + ":" + std::to_string(column);
    return place + ": " + message;
  }
};

/// Thrown for bad input. The command prints one line and exits with status 2.
class InputError : public std::runtime_error {
 public:
  explicit InputError(Diagnostic diagnostic)
      : std::runtime_error(diagnostic.text()), diagnostic_(std::move(diagnostic)) {}
  [[nodiscard]] const Diagnostic& diagnostic() const { return diagnostic_; }

 private:
  Diagnostic diagnostic_;
};

}  // namespace ringcheck
