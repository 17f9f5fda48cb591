// Runs `dot`. Tested by tests/cli/explain_test.cpp.
#include "cli/graphviz.hpp"

#include <utility>

#include "cli/run_program.hpp"
#include "graph/diagnostic.hpp"

namespace ringcheck {

std::string svg_of_dot(const std::string& dot) {
  ProgramEnd end = run_program({"dot", "-Tsvg"}, "Graphviz' (Debian's package graphviz)", dot);
  if (end.status != 0) throw InputError({"dot", 0, 0, "Graphviz failed to draw the picture"});
  return std::move(end.out);
}

}  // namespace ringcheck
