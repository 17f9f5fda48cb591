#pragma once
// What the command does with programs in C, C++ and LLVM IR, with the kernel's own text, and with
// explorations that several processes share. All of it needs LLVM, or builds on what does: a
// command that is built where there is no LLVM has cli/without_programs.cpp in the place of
// cli/programs, and says so when it is asked.

#include <functional>
#include <string>
#include <vector>

#include "cli/commands.hpp"
#include "cli/witness_litmus.hpp"

namespace CLI {
class App;
}

namespace ringcheck {

/// What a command does that has been asked for.
using CommandAction = std::function<ExitStatus()>;

/// Adds `check` to `app`; `action` becomes its run. `clang_arguments` are what follows -- on the
/// command line.
void add_check(CLI::App& app, CommandAction& action, std::vector<std::string> clang_arguments);

/// Adds `shard`, `work` and `gather`; `action` is set when one of them is asked for.
/// `clang_arguments` are what follows -- on the command line.
void add_shards(CLI::App& app, CommandAction& action, std::vector<std::string> clang_arguments);

/// Adds `slurm`; `action` becomes its run. `sbatch_arguments` are what follows -- on the command
/// line.
void add_slurm(CLI::App& app, CommandAction& action, std::vector<std::string> sbatch_arguments);

/// What `barriers` does if its arguments name files of programs rather than scenarios; null if they
/// name scenarios. Errors: InputError for both at once, for programs with options that only
/// scenarios have, and the other way round.
using ProgramStudy = std::function<CommandAction(const CheckArguments& arguments, bool progress)>;

/// Adds to `command` what `barriers` takes for programs. `clang_arguments` are what follows -- on
/// the command line.
ProgramStudy add_program_barriers(CLI::App& command, std::vector<std::string> clang_arguments);

/// True iff `name` ends as a file in C, C++ or LLVM IR does.
bool is_program_file(const std::string& name);

/// True iff `text`, that of a witness, is about a program rather than a scenario.
bool is_program_witness(const std::string& text);

/// The forms in which a witness can be written.
struct Explanation {
  std::string text, dot, page;  ///< for a terminal, for Graphviz, and to step through; all or none
};

/// The witness `text`, which is about a program and was read from `path`, run again. Errors:
/// InputError that names `path`.
ExitStatus show_program_witness(const std::string& path, const std::string& text, bool all_events);
/// ... as a picture and a page; empty if it no longer shows its error.
Explanation explain_program_witness(const std::string& path, const std::string& text,
                                    bool all_events);
/// ... as litmus tests; `name`: of the first; empty: the file's, the error's and the model's names.
/// Errors also if it no longer shows its error, and where no test shows it (program_litmus.hpp).
WitnessTests program_witness_tests(const std::string& path, const std::string& text,
                                   const std::string& name);

}  // namespace ringcheck
