#pragma once
// The words of a command line, before and after they are understood.

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

namespace ringcheck {

/// The words after the command's own name, with `--json` joined to its value. The value is the next
/// word if that is `-`, ends in .json or is a device below /dev; otherwise it is `-`, standard
/// output. So --json never takes a word that means something else, such as a scenario.
std::vector<std::string> command_words(int argc, const char* const* argv);

/// Takes the words after `--` out of `words`, and returns them: for `check`, `barriers` and `shard`
/// they are the compiler's, for `slurm` sbatch's.
std::vector<std::string> take_words_for_others(std::vector<std::string>& words);

/// One line about a command line that cannot be used, worded like all such lines.
std::string usage_error(const CLI::App& app, const CLI::Error& error);

}  // namespace ringcheck
