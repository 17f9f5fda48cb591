#pragma once
// `ringcheck check`: programs in C, C++ and LLVM IR.

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "cli/exit_status.hpp"

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
  bool no_races = false;                  ///< data races are none
  std::string entry = "main";
  std::string optimise;  ///< O1, O2 or O3
  bool volatile_is_atomic = false;
  std::string json;     ///< path of the JSON output, "-" for standard output, empty for none
  std::string witness;  ///< path for the first witness, empty for none
  unsigned jobs = 0;
  std::uint64_t limit_executions = 0;        ///< of each check; 0: none
  double seconds = 0;                        ///< for each check; 0: no limit
  std::uint64_t memory = 0;                  ///< MiB; 0: no limit
  std::vector<std::string> clang_arguments;  ///< what follows --
};

/// Checks each file under each model. Errors: InputError for what cannot be read, compiled or
/// modelled.
ExitStatus check_programs(const CheckProgramOptions& options);

/// Adds the command to `app`; `action` becomes its run. `clang_arguments` are what follows -- on
/// the command line.
void add_check(CLI::App& app, std::function<ExitStatus()>& action,
               std::vector<std::string> clang_arguments);

}  // namespace ringcheck
