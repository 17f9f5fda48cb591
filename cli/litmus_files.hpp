#pragma once
// Which litmus tests the arguments of a command name.

#include <string>
#include <vector>

namespace ringcheck {

/// The files that `arguments` name, in this order. A folder means all *.litmus below it, sorted. A
/// file whose name begins with @ means the names in it, one per line, relative to its own folder;
/// empty lines and those that begin with # are skipped. `@LIST` for a file LIST is accepted too.
/// Any other name means itself, whether there is such a file or not.
/// Errors: InputError for a folder without tests and for a list that cannot be read.
/// Source: index files as in herd7's manual; folders as in the kernel's checkalllitmus.sh.
std::vector<std::string> litmus_files(const std::vector<std::string>& arguments);

}  // namespace ringcheck
