#pragma once
// Graphviz, run as a program.

#include <string>

namespace ringcheck {

/// The SVG document that `dot -Tsvg` makes of `dot`. Errors: InputError when there is no such
/// program (Debian's package graphviz), or when it fails.
std::string svg_of_dot(const std::string& dot);

}  // namespace ringcheck
