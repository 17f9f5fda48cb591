#pragma once
// Diagnostic: what is wrong with a file that the user gave, and where.

#include <stdexcept>
#include <string>
#include <utility>

namespace ringcheck {

/// A defect of an input file: the place, what was seen there and what was expected.
/// `line` and `column` count from 1; 0 means that the defect has no place within the file.
struct Diagnostic {
  std::string file;
  int line = 0;
  int column = 0;
  std::string message;

  /// "file:line:column: message", as compilers print it.
  [[nodiscard]] std::string text() const {
    std::string place = file;
    if (line > 0) place += ":" + std::to_string(line) + ":" + std::to_string(column);
    return place.empty() ? message : place + ": " + message;
  }
};

/// Thrown for input that cannot be used; the caller decides whether that ends the program.
class InputError : public std::runtime_error {
 public:
  explicit InputError(Diagnostic diagnostic)
      : std::runtime_error(diagnostic.text()), diagnostic_(std::move(diagnostic)) {}
  [[nodiscard]] const Diagnostic& diagnostic() const { return diagnostic_; }

 private:
  Diagnostic diagnostic_;
};

}  // namespace ringcheck
