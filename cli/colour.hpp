#pragma once
// Colour on a terminal: verdicts stand out.

#include <streambuf>
#include <string>
#include <string_view>

namespace ringcheck {

/// `line` with its verdicts in colour, by ANSI escape sequences: green for what holds or is enough,
/// red for what is violated or differs, yellow for what is not decided; headings are bold. A word
/// is a verdict only where the commands print verdicts: in a column, or after a colon.
std::string coloured(std::string_view line);

/// Colours the text that is written to it, line by line, and hands it on.
class ColouringBuffer : public std::streambuf {
 public:
  /// `to` must outlive it.
  explicit ColouringBuffer(std::streambuf* to) : to_(to) {}
  ColouringBuffer(const ColouringBuffer&) = delete;
  ColouringBuffer& operator=(const ColouringBuffer&) = delete;
  /// Hands on an unfinished last line.
  ~ColouringBuffer() override;

 protected:
  int_type overflow(int_type c) override;
  int sync() override;

 private:
  std::streambuf* to_;
  std::string line_;
};

/// While it lives, colours standard output, if that is a terminal that shows colours.
class ColourOnTerminal {
 public:
  ColourOnTerminal();
  ColourOnTerminal(const ColourOnTerminal&) = delete;
  ColourOnTerminal& operator=(const ColourOnTerminal&) = delete;
  ~ColourOnTerminal();

 private:
  std::streambuf* plain_;  ///< null: nothing is coloured
  ColouringBuffer colouring_;
};

}  // namespace ringcheck
