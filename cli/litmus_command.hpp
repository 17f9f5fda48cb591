#pragma once
// `ringcheck litmus run`.

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "cli/ci_report.hpp"
#include "cli/exit_status.hpp"
#include "litmus/litmus.hpp"
#include "models/model.hpp"

namespace CLI {
class App;
}

namespace ringcheck {

/// Which executions are drawn.
enum class ShownExecutions : std::uint8_t {
  none,
  prop,  ///< those that satisfy the proposition
  neg,   ///< those that do not
  all,
};

/// The form in which executions are drawn.
enum class PictureFormat : std::uint8_t {
  dot,   ///< one file per test, for Graphviz
  svg,   ///< one file per execution, drawn by Graphviz
  html,  ///< one page per execution, to step through
};

/// `ringcheck litmus run`.
struct LitmusRunOptions {
  std::vector<std::string> files;  ///< as litmus_files reads them; "-" is standard input
  /// Names, or paths of .cat files; none: by architecture; several: side by side.
  std::vector<std::string> models;
  CatOptions cat;                      ///< what .cat files are loaded with
  bool json = false;                   ///< one JSON object per line instead of herd7's log
  bool statistics = false;             ///< say what each exploration did
  bool progress = false;               ///< show it even when standard error is no terminal
  bool unordered = false;              ///< results as they come, not in the order of the files
  CiOptions ci;                        ///< files for CI systems; quiet: without tests that agree
  std::string expectations;            ///< path of expected answers, empty for none
  std::string names;                   ///< path of the names of the tests to run, empty for all
  std::uint64_t limit_executions = 0;  ///< 0: none
  double seconds = 0;                  ///< for each test; 0: no limit
  int unroll = 2;                      ///< LitmusOptions::unroll
  bool herd_dependencies = false;      ///< LitmusDependencies::herd
  unsigned jobs = 0;                   ///< tests run at a time; 0: one a core
  bool symmetry = true;                ///< explore threads with the same text in one order only
  ShownExecutions show = ShownExecutions::none;
  std::string pictures;  ///< folder of the pictures, one file per test and model
  PictureFormat format = PictureFormat::dot;
  std::uint64_t limit_pictures = 100;  ///< executions drawn of a test
};

/// Runs litmus tests. Output is in the order of the files; a summary follows if there are several.
/// A file that cannot be run is reported and does not keep the others from running. Status:
/// bad_input when a file was refused, else violated when an answer is not the expected one, else
/// bound_reached when a limit ended a run. Whether a condition holds does not matter: herd7's users
/// read it from the output.
ExitStatus run_litmus_files(const LitmusRunOptions& options);

/// Adds the options for what a test means and how it is explored: --unroll, --dependencies,
/// --symmetry.
void add_litmus_meaning(CLI::App& command, LitmusRunOptions& options);

/// Adds `run` to `ringcheck litmus`; `action` is set when it is asked for.
void add_litmus_run(CLI::App& litmus, std::function<ExitStatus()>& action);

}  // namespace ringcheck
