// `ringcheck litmus run`: many tests on all cores, output in the order of the files.
// Tested by tests/cli/command_test.cpp.
#include <algorithm>
#include <iostream>
#include <string_view>

#include "cli/commands.hpp"
#include "cli/ordered_tasks.hpp"
#include "cli/output.hpp"
#include "graph/diagnostic.hpp"
#include "litmus/litmus.hpp"

namespace ringcheck {

namespace {

/// What one file came to.
struct FileResult {
  std::string output;  ///< for standard output
  std::string error;   ///< for standard error
  ExitStatus status = ExitStatus::holds;
};

FileResult run_file(const std::string& file, const Model& model, const LitmusRunOptions& options) {
  FileResult result;
  try {
    const LitmusResult outcome = run_litmus(parse_litmus(read_input(file), file), model,
                                            ExploreLimits{options.limit_executions});
    result.output = options.json ? to_json(outcome) + "\n" : to_herd_log(outcome);
    if (outcome.counts.limit_reached) result.status = ExitStatus::bound_reached;
  } catch (const InputError& error) {
    result.status = ExitStatus::bad_input;
    result.error = std::string(error.what()) + "\n";
    if (options.json) result.output = error_to_json(file, error.what()) + "\n";
  }
  return result;
}

/// The model that `name` asks for. Errors: InputError.
Model model_of(const std::string& name) {
  if (std::string_view(name).ends_with(".cat")) {
    Model model = load_model(name);
    if (model.axioms().empty())
      throw InputError(
          Diagnostic{name, 1, 1, "saw no axiom, expected acyclic, irreflexive or empty"});
    return model;
  }
  const std::vector<std::string_view> names = model_names();
  if (std::find(names.begin(), names.end(), name) != names.end()) return find_model(name);
  std::string known;
  for (const std::string_view one : names) known.append(one).append(", ");
  throw InputError(
      Diagnostic{"--model", 0, 0,
                 "saw '" + name + "', expected one of " + known + "or a path that ends in .cat"});
}

}  // namespace

ExitStatus run_litmus_files(const LitmusRunOptions& options) {
  const Model model = model_of(options.model);
  ExitStatus status = ExitStatus::holds;
  std::size_t done = 0;
  Progress progress;
  run_ordered(
      options.files.size(), options.jobs,
      [&](std::size_t i) { return run_file(options.files[i], model, options); },
      [&](const FileResult& result) {
        progress.show("");
        std::cout << result.output << std::flush;
        std::cerr << result.error << std::flush;
        // Bad input outranks a bound: the file was not run at all.
        if (result.status == ExitStatus::bad_input || status == ExitStatus::holds)
          status = result.status;
        progress.show(std::to_string(++done) + " of " + std::to_string(options.files.size()) +
                      " tests");
      });
  return status;
}

}  // namespace ringcheck
