// `ringcheck litmus run`: many tests on all cores, output in the order of the files.
// Tested by tests/cli/litmus_command_test.cpp.
#include <fmt/format.h>

#include <algorithm>
#include <iostream>
#include <mutex>
#include <optional>
#include <set>
#include <string_view>

#include "cli/commands.hpp"
#include "cli/litmus_files.hpp"
#include "cli/litmus_summary.hpp"
#include "cli/ordered_tasks.hpp"
#include "cli/output.hpp"
#include "graph/diagnostic.hpp"
#include "litmus/expectation.hpp"
#include "litmus/litmus.hpp"

namespace ringcheck {

namespace {

/// What one file came to, and what is printed about it.
struct FileResult {
  LitmusRow row;
  std::string model;   ///< under which it was run; empty for a test that was not read
  std::string output;  ///< for standard output
  std::string error;   ///< for standard error
};

/// Without a `named` model, each test is run under that of its architecture.
FileResult run_file(const std::string& file, const std::optional<Model>& named,
                    const PrimitivesPtr& primitives, const LitmusRunOptions& options) {
  const Statistics statistics = options.statistics ? Statistics::yes : Statistics::no;
  FileResult result;
  try {
    const std::string text = read_input(file);
    const LitmusTest test = parse_litmus(text, file, primitives);
    const Model model = named ? *named : find_model(default_model(test.architecture));
    result.model = model.name();
    const LitmusResult answer =
        run_litmus(test, model, ExploreLimits{options.limit_executions},
                   options.symmetry ? SymmetricThreads::once : SymmetricThreads::each);
    const LitmusJudgement judgement = judge(text, answer, model);
    result.row = row_of(answer, judgement);
    const std::string log = to_herd_log(answer, statistics);
    result.output = options.json ? to_json(answer, judgement, statistics) + "\n" : log;
    if (result.row.outcome == LitmusOutcome::disagrees)
      result.error = file + ": " + result.row.note + "\n";
    if (status_of(result.row.outcome) != ExitStatus::holds) result.row.log = log;
  } catch (const InputError& error) {
    result.row = {file, LitmusOutcome::refused, error.what(), "", 0};
    result.error = result.row.note + "\n";
    if (options.json) result.output = error_to_json(file, error.what()) + "\n";
  }
  return result;
}

/// The model that `name` asks for. Errors: InputError.
Model model_of(const std::string& name) {
  if (std::string_view(name).ends_with(".cat")) return load_model(name);
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
  const std::optional<Model> model =
      options.model.empty() ? std::nullopt : std::optional(model_of(options.model));
  const PrimitivesPtr primitives = model ? primitives_of(*model) : nullptr;
  const std::vector<std::string> files = litmus_files(options.files);
  if (!options.junit.empty()) require_writable(options.junit);

  std::vector<LitmusRow> rows;
  std::set<std::string> models;  // under which tests were run
  if (model) models.insert(model->name());
  std::mutex console;  // one at a time writes to the terminal
  Progress progress(options.progress);
  std::size_t finished = 0;
  const std::size_t step = progress.overwrites() ? 1 : std::max<std::size_t>(1, files.size() / 20);
  const auto show_progress = [&] {
    progress.show(
        fmt::format("{} of {} tests{}", finished, files.size(),
                    rows.size() < files.size() ? ", waiting for " + files[rows.size()] : ""));
  };
  run_ordered(
      files.size(), options.jobs,
      [&](std::size_t i) {
        FileResult result = run_file(files[i], model, primitives, options);
        const std::lock_guard lock(console);
        if (++finished % step == 0 || finished == files.size()) show_progress();
        return result;
      },
      [&](FileResult result) {
        const std::lock_guard lock(console);
        progress.wipe();
        std::cout << result.output << std::flush;
        std::cerr << result.error << std::flush;
        if (!result.model.empty()) models.insert(std::move(result.model));
        rows.push_back(std::move(result.row));
        if (progress.overwrites()) show_progress();
      });
  progress.wipe();

  const std::string model_name =
      models.empty() ? "no model" : fmt::format("{}", fmt::join(models, ", "));
  if (!options.junit.empty()) write_output(options.junit, junit_xml(rows, model_name));
  // JSON lines are for programs: what is said about all of them goes elsewhere.
  if (rows.size() > 1) (options.json ? std::cerr : std::cout) << summary_text(rows, model_name);
  ExitStatus status = ExitStatus::holds;
  for (const LitmusRow& row : rows) status = worse(status, status_of(row.outcome));
  return status;
}

}  // namespace ringcheck
