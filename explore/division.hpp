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
  /// The work of dividing it. Together with the counts of the pieces, exactly the counts of the
  /// undivided exploration.
  ExploreCounts counts;
  std::vector<Piece> pieces;  ///< in the order in which one worker would visit them
};

/// Divides the subtrees of the exploration of `program` that `from` names, in their order; if it is
/// empty, the whole exploration. Divides the largest piece first, until there are `most` pieces or
/// nothing is left to divide; each step may add several. Random descents (as in estimate_size),
/// always the same ones, estimate the sizes. No execution is visited. Errors: as for explore();
/// InputError for a path that leads to no state of the program.
Division divide(const Program& program, const Model& model, std::vector<Path> from,
                std::size_t most);

}  // namespace ringcheck
