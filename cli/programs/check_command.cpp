// Tested by tests/cli/check_command_test.cpp.
#include "cli/programs/check_command.hpp"
#include "cli/program_commands.hpp"

#include "cli/check_options.hpp"
#include "cli/programs/program_report.hpp"
#include "cli/programs/reader_options.hpp"
#include "models/for_programs.hpp"
#include "source/check_program.hpp"
#include "source/compile.hpp"

namespace ringcheck {

source::CheckOptions check_options(const CheckProgramOptions& options) {
  source::CheckOptions check;
  check.subject.entry = options.entry;
  check.subject.unroll = options.unroll;
  check.subject.not_unrolled = options.not_unrolled;
  check.subject.volatile_is_atomic = options.volatile_is_atomic;
  check.subject.symmetry = options.symmetry;
  check.races = !options.no_races;
  check.termination = options.termination;
  check.leaks = options.leaks;
  return check;
}

std::vector<ProgramRun> program_runs(const CheckProgramOptions& options,
                                     std::map<std::string, std::string>* ir) {
  std::vector<std::string> names = options.models;
  if (names.empty()) names = default_models(options);
  std::vector<Model> models;
  for (const std::string& name : names) models.push_back(for_programs(find_model(name)));
  const source::CompileOptions compile = compile_options(options);
  std::vector<ProgramRun> runs;
  for (const std::string& file : options.files) {
    std::string read;
    const auto code = std::make_shared<const source::Code>(
        source::make_code(source::compile(file, compile, ir == nullptr ? nullptr : &read)));
    if (ir != nullptr) (*ir)[code->unit.digest] = std::move(read);
    for (std::size_t m = 0; m < models.size(); ++m)
      runs.push_back({{file, compile, names[m], check_options(options)}, models[m], code});
  }
  return runs;
}

ExitStatus check_programs(const CheckProgramOptions& options) {
  ProgramReport report(options.outputs);
  ProgramSession session(program_runs(options), options.session, options.sample);
  session.run([&](const ProgramRun& run, const source::CheckResult& result) {
    report.take(run.check, run.model, result, options.sample);
  });
  return report.end(session.left_in());
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
      ->check(options::choice_error({"O1", "O2", "O3"}))
      ->type_name("O1|O2|O3");
  command.add_flag("--volatile", options.volatile_is_atomic,
                   "Volatile accesses are relaxed atomic ones");
}

void add_program_choice(CLI::App& command, CheckProgramOptions& options) {
  command.add_option("FILE", options.files, "Programs: .c, .cc, .cpp, .cxx, .ll, .bc")
      ->required()
      ->type_name("");
  command
      .add_option("--model", options.models,
                  "Check under this model; may be repeated, or be a list (sc, x86-tso, rc11)")
      ->delimiter(',')
      ->type_name("M[,M]");
  add_program_options(command, options);
  command.add_flag("--termination", options.termination,
                   "Waits that never end are errors; assertions are none");
  command.add_flag("--leaks", options.leaks,
                   "Blocks that are not freed when the program ends are errors");
  options::add_symmetry(command, options.symmetry, "function and argument");
  add_reader_options(command, options);
}

void add_check(CLI::App& app, std::function<ExitStatus()>& action,
               std::vector<std::string> clang_arguments) {
  auto* command = app.add_subcommand(
      "check", "Check programs in C, C++ or LLVM IR; clang's arguments follow --");
  auto options = std::make_shared<CheckProgramOptions>();
  options->clang_arguments = std::move(clang_arguments);
  add_program_choice(*command, *options);
  auto* sample = command->add_option(
      "--sample", options->sample.walks,
      "Go N times at random through the program instead of everywhere: sampled, never holds");
  sample->check(options::count_error)->type_name("N");
  command->add_option("--seed", options->sample.seed, "Of --sample")
      ->needs(sample)
      ->check(options::count_error)
      ->capture_default_str()
      ->type_name("S");
  options::add_json(*command, options->outputs.json);
  command->add_option("--witness", options->outputs.witness, "Write the first witness, for replay")
      ->type_name("FILE");
  command
      ->add_option("--dot", options->outputs.pictures.dot,
                   "Write the first error's execution for Graphviz")
      ->type_name("FILE");
  command->add_option("--svg", options->outputs.pictures.svg, "... as a picture (needs Graphviz)")
      ->type_name("FILE");
  command->add_option("--html", options->outputs.pictures.html, "... as a page to step through")
      ->type_name("FILE");
  options::add_all_events(*command, options->outputs.all_events);
  add_ci_options(*command, options->outputs.ci);
  options::add_session_options(*command, options->session);
  for (const char* other : {"--checkpoint", "--resume"})
    sample->excludes(command->get_option(other));
  command->callback(
      [&action, options] { action = [options] { return check_programs(*options); }; });
}

}  // namespace ringcheck
