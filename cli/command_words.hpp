#pragma once
// The words of a command line, before and after they are understood.

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

namespace ringcheck {

/// The words after the command's own name, with `--json` in one word with its value: with the word
/// after it if that is `-`, ends in .json or is a device below /dev, and else with `-`, standard
/// output. So no word is taken that stands for something else, such as a scenario.
std::vector<std::string> command_words(int argc, const char* const* argv);

/// What stands after `--`: the compiler's words of `check`, `barriers` and `shard`, sbatch's of
/// `slurm`; taken out of `words`.
std::vector<std::string> take_words_for_others(std::vector<std::string>& words);

/// One line about a command line that cannot be used, in the words of all such lines.
std::string usage_error(const CLI::App& app, const CLI::Error& error);

}  // namespace ringcheck
