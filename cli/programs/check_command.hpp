#pragma once
// `ringcheck check`: programs in C, C++ and LLVM IR.

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "cli/commands.hpp"
#include "cli/exit_status.hpp"
#include "cli/programs/program_report.hpp"
#include "cli/programs/program_session.hpp"
#include "explore/sample.hpp"
#include "source/check_program.hpp"

namespace CLI {
class App;
}

namespace ringcheck {

/// `ringcheck check`.
struct CheckProgramOptions {
  std::vector<std::string> files;
  std::vector<std::string> models;        ///< empty: sc, x86-tso, rc11
  unsigned unroll = 0;                    ///< bound of every loop; 0: none
  std::vector<std::string> not_unrolled;  ///< functions whose loops have no bound
  bool termination = false;               ///< waits that never end are errors
  bool no_races = false;                  ///< data races are not errors
  bool symmetry = true;                   ///< threads that do the same are explored in one order
  bool leaks = false;                     ///< blocks that nothing frees are errors
  std::string entry = "main";
  std::string optimise;  ///< O1, O2 or O3
  bool volatile_is_atomic = false;
  std::string reader;                   ///< function that reads a perf buffer; empty: none
  std::string scenario;                 ///< whose writer it reads from
  std::vector<std::string> parameters;  ///< of that, NAME=VALUE
  ProgramOutputs outputs;
  SampleOptions sample;  ///< no walks: everything is explored
  SessionOptions session;
  std::vector<std::string> clang_arguments;  ///< what follows --
};

/// What `options` say about one check.
source::CheckOptions check_options(const CheckProgramOptions& options);

/// Every file under every model, file by file. A file is compiled once; `ir`, if given, receives
/// what LLVM has read of each file, by its digest. Errors: InputError for what cannot be read or
/// compiled.
std::vector<ProgramRun> program_runs(const CheckProgramOptions& options,
                                     std::map<std::string, std::string>* ir = nullptr);

/// Adds the options that say how a program is compiled and run: --unroll, --entry and so on.
void add_program_options(CLI::App& command, CheckProgramOptions& options);
/// Adds the options that say what is checked: files, models, those above, what is an error, and
/// readers.
void add_program_choice(CLI::App& command, CheckProgramOptions& options);

/// Checks each file under each model. Errors: InputError for what cannot be read, compiled or
/// modelled.
ExitStatus check_programs(const CheckProgramOptions& options);

}  // namespace ringcheck
