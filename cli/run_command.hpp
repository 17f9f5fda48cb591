#pragma once
// A run of the command, from its words to its exit status.

namespace ringcheck {

/// Does what the words after `argv[0]` ask for. Returns the exit status; says on standard error what
/// is wrong with the words, with the input, or within ringcheck.
int run_command(int argc, char** argv);

}  // namespace ringcheck
