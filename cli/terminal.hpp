#pragma once
// What is known about where standard output goes.

#include <cstddef>

namespace ringcheck {

/// Standard output, as a reader sees it.
struct Terminal {
  bool colour = false;      ///< words may be coloured
  std::size_t columns = 0;  ///< 0: no terminal, lines may be of any length
};

/// What standard output is, by the terminal and the environment: NO_COLOR, TERM=dumb and
/// CLICOLOR_FORCE (a terminal or not), as no-color.org and bixense.com/clicolors define them.
/// Determined once.
const Terminal& standard_output();

}  // namespace ringcheck
