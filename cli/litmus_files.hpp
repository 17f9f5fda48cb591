#pragma once
// Which litmus tests the arguments of a command name.

#include <string>
#include <vector>

namespace ringcheck {

/// The files that `arguments` name, in this order: a folder stands for all *.litmus below it,
/// sorted; a file whose name begins with @ for the names in it, one a line, relative to its own
/// folder, empty lines and those that begin with # left out. `@LIST` for a file LIST is accepted
/// too. Any other name stands for itself, whether there is such a file or not.
/// Errors: InputError for a folder without tests and for a list that cannot be read.
/// Source: index files as herd7's manual has them; folders as the kernel's checkalllitmus.sh.
std::vector<std::string> litmus_files(const std::vector<std::string>& arguments);

}  // namespace ringcheck
