// Tested by tests/cli/check_command_test.cpp.
#include "cli/check_command.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "cli/check_options.hpp"
#include "cli/output.hpp"
#include "cli/program_session.hpp"
#include "cli/program_text.hpp"
#include "cli/reader_options.hpp"
#include "models/for_programs.hpp"
#include "source/check_program.hpp"
#include "source/compile.hpp"

namespace ringcheck {

namespace {

using source::CheckResult;

constexpr ExitStatus kStatuses[] = {ExitStatus::holds, ExitStatus::violated,
                                    ExitStatus::bound_reached, ExitStatus::bound_reached};

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

}  // namespace

source::CheckOptions check_options(const CheckProgramOptions& options) {
  source::CheckOptions check;
  check.subject.entry = options.entry;
  check.subject.unroll = options.unroll;
  check.subject.not_unrolled = options.not_unrolled;
  check.subject.volatile_is_atomic = options.volatile_is_atomic;
  check.races = !options.no_races;
  check.termination = options.termination;
  return check;
}

namespace {

/// Every file under every model, file by file. A file is compiled once.
std::vector<ProgramRun> chosen_runs(const CheckProgramOptions& options) {
  std::vector<std::string> names = options.models;
  if (names.empty()) names = default_models(options);
  std::vector<Model> models;
  for (const std::string& name : names) models.push_back(for_programs(find_model(name)));
  const source::CompileOptions compile = compile_options(options);
  std::vector<ProgramRun> runs;
  for (const std::string& file : options.files) {
    const auto code =
        std::make_shared<const source::Code>(source::make_code(source::compile(file, compile)));
    for (std::size_t m = 0; m < models.size(); ++m)
      runs.push_back({{file, compile, names[m], check_options(options)}, models[m], code});
  }
  return runs;
}

}  // namespace

ExitStatus check_programs(const CheckProgramOptions& options) {
  const ProgramPictures& pictures = options.pictures;
  for (const std::string& output :
       {options.json, options.witness, pictures.dot, pictures.svg, pictures.html})
    if (!output.empty() && output != "-") require_writable(output);
  ProgramSession session(chosen_runs(options), options.session, options.sample);
  bool written = options.witness.empty() && !pictures.wanted();
  ExitStatus status = ExitStatus::holds;
  nlohmann::ordered_json rows = nlohmann::ordered_json::array();
  session.run([&](const ProgramRun& run, const CheckResult& result) {
    rows.push_back(row_of(run.check.file, run.model.name(), result));
    status = worse(status, kStatuses[static_cast<std::size_t>(result.verdict)]);
    if (result.error && !written) {
      const std::string witness = source::witness_json(run.check, result);
      if (!options.witness.empty()) write_output(options.witness, witness);
      if (pictures.wanted()) write_program_pictures(pictures, witness);
      written = true;
    }
    if (options.json != "-") write_output("-", program_text(run.check.file, run.model, result));
    if (options.sample.walks == 0) return;
    rows.back()["seed"] = options.sample.seed;
    if (options.json != "-")
      write_output(
          "-", fmt::format("  --sample {} --seed {}\n", options.sample.walks, options.sample.seed));
  });
  if (options.json != "-" && !session.left_in().empty())
    write_output("-", fmt::format("go on: --resume {} with the same options\n", session.left_in()));
  if (!written && options.json != "-")
    write_output("-", "no error, so no witness and no picture is written\n");
  if (!options.json.empty()) write_output(options.json, json_rows(rows));
  return status;
}

void add_program_options(CLI::App& command, CheckProgramOptions& options) {
  command.add_option("--unroll", options.unroll, "Bound of every loop; 0: none")
      ->check(options::count_error)
      ->capture_default_str()
      ->type_name("N");
  command
      .add_option("--no-unroll", options.not_unrolled,
                  "Loops of this function have no bound; may be repeated")
      ->allow_extra_args(false)
      ->type_name("FUNCTION");
  command.add_flag("--no-races", options.no_races, "Data races are no errors");
  command.add_option("--entry", options.entry, "The function that the program starts with")
      ->capture_default_str()
      ->type_name("FUNCTION");
  command.add_option("--opt", options.optimise, "Check what the compiler's passes leave (none)")
      ->check(CLI::IsMember({"O1", "O2", "O3"}))
      ->type_name("O1|O2|O3");
  command.add_flag("--volatile", options.volatile_is_atomic,
                   "Volatile accesses are relaxed atomic ones");
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
                   "Check under this model; may be repeated, or be a list (sc, x86-tso, rc11)")
      ->delimiter(',')
      ->type_name("M[,M]");
  add_program_options(*command, *options);
  command->add_flag("--termination", options->termination,
                    "Waits that never end are errors; assertions are none");
  add_reader_options(*command, *options);
  auto* sample = command->add_option(
      "--sample", options->sample.walks,
      "Go N times at random through the program instead of everywhere: sampled, never holds");
  sample->check(options::count_error)->type_name("N");
  command->add_option("--seed", options->sample.seed, "Of --sample")
      ->needs(sample)
      ->check(options::count_error)
      ->capture_default_str()
      ->type_name("S");
  options::add_json(*command, options->json);
  command->add_option("--witness", options->witness, "Write the first witness, for replay")
      ->type_name("FILE");
  command
      ->add_option("--dot", options->pictures.dot, "Write the first error's execution for Graphviz")
      ->type_name("FILE");
  command->add_option("--svg", options->pictures.svg, "... as a picture (needs Graphviz)")
      ->type_name("FILE");
  command->add_option("--html", options->pictures.html, "... as a page to step through")
      ->type_name("FILE");
  options::add_session_options(*command, options->session);
  for (const char* other : {"--checkpoint", "--resume"})
    sample->excludes(command->get_option(other));
  command->callback(
      [&action, options] { action = [options] { return check_programs(*options); }; });
}

}  // namespace ringcheck
