#pragma once
// The error of a program as a picture, and as a page to step through.

#include <string>

#include "source/replay.hpp"

namespace ringcheck {

/// The execution that shows the error in Graphviz' language, with the lines of its events.
/// Pre: there is one.
std::string program_dot(const source::ProgramReplay& replay);

/// The explorer's page of it. Pre: there is one.
std::string program_page(const source::ProgramReplay& replay);

}  // namespace ringcheck
