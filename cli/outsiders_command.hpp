#pragma once
// `ringcheck mutants --outsiders`.

#include <cstdint>
#include <string>
#include <vector>

#include "cli/exit_status.hpp"

namespace ringcheck {

/// Which changes of the specification's text are tried, and how.
struct OutsidersOptions {
  std::uint64_t count = 0;      ///< drawn; 0: all
  std::uint64_t seed = 1;       ///< of drawing, and of random cases
  std::vector<std::string> at;  ///< only those whose FILE:LINE starts like one; empty: all
  unsigned jobs = 0;            ///< processes at a time; 0: one a core
  std::string json;            ///< path of the JSON output, "-" for standard output, empty for none
  std::uint64_t machines = 0;  ///< not 0: only against machines, by at most so many cases of each
  std::string checks;          ///< only against checks whose name has this text; empty: all
};

/// Draws changes of the specification's text, and tells what notices each. Status: violated when
/// nothing notices one of them and docs/outsiders.md does not say why. Errors: InputError in a
/// build that has no such changes, and for a row of that page about a change that does make a
/// difference.
ExitStatus outsiders(const OutsidersOptions& options);

}  // namespace ringcheck
