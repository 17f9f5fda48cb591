// Tested by tests/cli/check_command_test.cpp.
#include "cli/check_command.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "cli/check_options.hpp"
#include "cli/interrupt.hpp"
#include "cli/output.hpp"
#include "cli/program_text.hpp"
#include "models/for_programs.hpp"
#include "source/check_program.hpp"
#include "source/compile.hpp"
#include "source/replay.hpp"

namespace ringcheck {

namespace {

using source::CheckResult;

constexpr ExitStatus kStatuses[] = {ExitStatus::holds, ExitStatus::violated,
                                    ExitStatus::bound_reached};

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
  for (const std::string& name : options.models) models.push_back(for_programs(find_model(name)));
  if (models.empty())
    for (const char* name : {"sc", "x86-tso", "rc11"})
      models.push_back(for_programs(find_model(name)));
  for (const std::string& output : {options.json, options.witness})
    if (!output.empty() && output != "-") require_writable(output);
  bool written = options.witness.empty();
  ExitStatus status = ExitStatus::holds;
  nlohmann::ordered_json rows = nlohmann::ordered_json::array();
  for (const std::string& file : options.files) {
    const source::CompileOptions compile{options.optimise, options.clang_arguments};
    const auto code =
        std::make_shared<const source::Code>(source::make_code(source::compile(file, compile)));
    for (const Model& model : models) {
      const CheckResult result = source::check_program(code, model, check_options(options));
      rows.push_back(row_of(file, model.name(), result));
      status = worse(status, kStatuses[static_cast<std::size_t>(result.verdict)]);
      if (result.error && !written) {
        const source::ProgramCheck check{file, compile, model.name(), check_options(options)};
        write_output(options.witness, source::witness_json(check, result));
        written = true;
      }
      if (options.json != "-") write_output("-", program_text(file, model, result));
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
      ->allow_extra_args(false)
      ->type_name("M");
  command->add_option("--unroll", options->unroll, "Bound of every loop; 0: none")
      ->check(options::count_error)
      ->capture_default_str()
      ->type_name("N");
  command
      ->add_option("--no-unroll", options->not_unrolled,
                   "Loops of this function have no bound; may be repeated")
      ->allow_extra_args(false)
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
  command->add_option("--witness", options->witness, "Write the first witness, for replay")
      ->type_name("FILE");
  command->add_option("--jobs", options->jobs, "Taken as by other commands; one worker does it all")
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
