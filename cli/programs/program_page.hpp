#pragma once
// The error of a program as a picture, and as a page to step through.

#include <string>

#include "source/replay.hpp"

namespace ringcheck {

/// The execution that shows the error, in Graphviz' language, with the source lines of its events.
/// Pre: there is one.
std::string program_dot(const source::ProgramReplay& replay);

/// The explorer's page of it. Pre: there is one.
std::string program_page(const source::ProgramReplay& replay);

/// Files for pictures of an error; empty: none.
struct ProgramPictures {
  std::string dot;   ///< in Graphviz' language
  std::string svg;   ///< drawn by Graphviz
  std::string html;  ///< the explorer
  [[nodiscard]] bool wanted() const { return !dot.empty() || !svg.empty() || !html.empty(); }
};

/// Writes the `pictures` of the error that `witness` is about (source::witness_json), as `explain`
/// does for that witness. Says so on standard output if the error has no execution to draw, because
/// it needs no threads. Errors: InputError for a file that cannot be written.
void write_program_pictures(const ProgramPictures& pictures, const std::string& witness);

}  // namespace ringcheck
