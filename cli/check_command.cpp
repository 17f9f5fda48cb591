// Tested by tests/cli/check_command_test.cpp.
#include "cli/check_command.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "cli/check_options.hpp"
#include "cli/execution_text.hpp"
#include "cli/interrupt.hpp"
#include "cli/output.hpp"
#include "source/check_program.hpp"
#include "source/compile.hpp"

namespace ringcheck {

namespace {

using source::CheckResult;
using Verdict = CheckResult::Verdict;

constexpr std::string_view kVerdicts[] = {"holds", "violated", "bound reached"};
constexpr ExitStatus kStatuses[] = {ExitStatus::holds, ExitStatus::violated,
                                    ExitStatus::bound_reached};

std::string_view verdict_of(const CheckResult& result) {
  return kVerdicts[static_cast<std::size_t>(result.verdict)];
}

nlohmann::ordered_json row_of(const std::string& file, const std::string& model,
                              const CheckResult& result) {
  nlohmann::ordered_json row;
  row["file"] = file;
  row["model"] = model;
  row["verdict"] = verdict_of(result);
  if (result.error) {
    row["kind"] = source::name_of(result.error->kind);
    row["where"] = result.error->where;
    if (!result.error->other_where.empty()) row["other"] = result.error->other_where;
    row["what"] = result.error->what;
  }
  if (!result.bound.empty()) row["bound"] = result.bound;
  row["executions"] = result.executions;
  row["blocked"] = result.blocked;
  return row;
}

std::string text_of(const std::string& file, const std::string& model, const CheckResult& result) {
  std::string text = fmt::format("{} under {}: {}", file, model, verdict_of(result));
  if (result.error) {
    text += fmt::format("\n  {}: {}: {}", result.error->where, source::name_of(result.error->kind),
                        result.error->what);
    if (!result.error->other_where.empty())
      text += fmt::format("\n  {}: the other place", result.error->other_where);
    return text + "\n";
  }
  if (!result.bound.empty()) text += ": " + result.bound;
  text += fmt::format("; {} executions", result.executions);
  if (result.blocked > 0) text += fmt::format(", {} that wait for ever", result.blocked);
  return text + "\n";
}

/// The execution that shows the error: a table of its events with their lines, and why the model
/// allows it.
std::string execution_of(const CheckResult& result, const Model& model) {
  if (!result.execution) return "";
  const source::ErrorExecution& shown = *result.execution;
  Transcript lines;
  std::vector<std::string> names;
  for (const std::string& place : shown.places) {
    const std::size_t folder = place.rfind('/');
    const std::size_t column = place.rfind(':');
    const std::size_t start = folder == std::string::npos ? 0 : folder + 1;
    names.push_back(place.empty() ? "" : place.substr(start, column - start));
  }
  for (std::size_t e = 0; e < names.size(); ++e)
    if (!names[e].empty())
      lines.sites.push_back({shown.graph[static_cast<EventNumber>(e)].id, names[e].c_str()});
  return execution_table(shown.program, shown.graph, lines) +
         why_allowed(shown.program, shown.graph, model);
}

source::CheckOptions check_options(const CheckProgramOptions& options) {
  source::CheckOptions check;
  check.subject.entry = options.entry;
  check.subject.unroll = options.unroll;
  check.subject.not_unrolled = options.not_unrolled;
  check.subject.volatile_is_atomic = options.volatile_is_atomic;
  check.races = !options.no_races;
  check.termination = options.termination;
  check.jobs = options.jobs;
  check.limits = {options.limit_executions, options.seconds, options.memory << 20U,
                  &interrupt_flag()};
  return check;
}

}  // namespace

ExitStatus check_programs(const CheckProgramOptions& options) {
  std::vector<Model> models;
  for (const std::string& name : options.models) models.push_back(find_model(name));
  if (models.empty())
    for (const char* name : {"sc", "x86-tso", "rc11"}) models.push_back(find_model(name));
  if (!options.json.empty() && options.json != "-") require_writable(options.json);
  ExitStatus status = ExitStatus::holds;
  nlohmann::ordered_json rows = nlohmann::ordered_json::array();
  for (const std::string& file : options.files) {
    const auto code = std::make_shared<const source::Code>(
        source::make_code(source::compile(file, {options.optimise, options.clang_arguments})));
    for (const Model& model : models) {
      const CheckResult result = source::check_program(code, model, check_options(options));
      rows.push_back(row_of(file, model.name(), result));
      status = worse(status, kStatuses[static_cast<std::size_t>(result.verdict)]);
      if (options.json != "-")
        write_output("-", text_of(file, model.name(), result) + execution_of(result, model));
    }
  }
  if (!options.json.empty()) write_output(options.json, json_rows(rows));
  return status;
}

void add_check(CLI::App& app, std::function<ExitStatus()>& action,
               std::vector<std::string> clang_arguments) {
  auto* command = app.add_subcommand(
      "check", "Check programs in C, C++ or LLVM IR; clang's arguments follow --");
  auto options = std::make_shared<CheckProgramOptions>();
  options->clang_arguments = std::move(clang_arguments);
  command->add_option("FILE", options->files, "Programs: .c, .cc, .cpp, .cxx, .ll, .bc")
      ->required()
      ->type_name("");
  command
      ->add_option("--model", options->models,
                   "Check under this model; may be repeated (sc, x86-tso, rc11)")
      ->type_name("M");
  command->add_option("--unroll", options->unroll, "Bound of every loop; 0: none")
      ->check(options::count_error)
      ->capture_default_str()
      ->type_name("N");
  command
      ->add_option("--no-unroll", options->not_unrolled,
                   "Loops of this function have no bound; may be repeated")
      ->type_name("FUNCTION");
  command->add_flag("--termination", options->termination,
                    "Waits that never end are errors; assertions are none");
  command->add_flag("--no-races", options->no_races, "Data races are no errors");
  command->add_option("--entry", options->entry, "The function that the program starts with")
      ->capture_default_str()
      ->type_name("FUNCTION");
  command->add_option("--opt", options->optimise, "Check what the compiler's passes leave (none)")
      ->check(CLI::IsMember({"O1", "O2", "O3"}))
      ->type_name("O1|O2|O3");
  command->add_flag("--volatile", options->volatile_is_atomic,
                    "Volatile accesses are relaxed atomic ones");
  options::add_json(*command, options->json);
  command->add_option("--jobs", options->jobs, "Workers (one a core); the result is the same")
      ->check(options::count_error)
      ->type_name("N");
  command
      ->add_option("--limit-executions", options->limit_executions,
                   "End each check after N executions (exit status 3)")
      ->check(options::count_error)
      ->type_name("N");
  command
      ->add_option("--time", options->seconds,
                   "End each check after so many seconds (exit status 3)")
      ->check(options::seconds_error)
      ->type_name("SECONDS");
  command->add_option("--memory", options->memory, "End above so many MiB (exit status 3)")
      ->check(options::count_error)
      ->type_name("MIB");
  command->callback(
      [&action, options] { action = [options] { return check_programs(*options); }; });
}

}  // namespace ringcheck
