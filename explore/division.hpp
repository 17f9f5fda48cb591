#pragma once
// Dividing an exploration into many subtrees, each of which can be explored by itself.

#include <cstddef>
#include <vector>

#include "explore/explore.hpp"
#include "explore/options.hpp"

namespace ringcheck {

/// A subtree of an exploration.
struct Piece {
  Path path;        ///< to its root
  double size = 1;  ///< about how many leaves it has
};

/// An exploration that was divided.
struct Division {
  /// What was done to divide it. With what the pieces count, exactly what the undivided exploration
  /// counts.
  ExploreCounts counts;
  std::vector<Piece> pieces;  ///< in the order in which one worker would visit them
};

/// Divides the subtrees of the exploration of `program` that `from` names, in their order; none:
/// all of it. The largest one is divided first, until there are `most` pieces or nothing is left to
/// divide; each step may give a few more than one. Sizes are estimated by random descents (as by
/// estimate_size), always the same ones. No execution is visited. Errors: as for explore();
/// InputError for a path that leads to no state of the program.
Division divide(const Program& program, const Model& model, std::vector<Path> from,
                std::size_t most);

}  // namespace ringcheck
