// The options of `ringcheck litmus run`.
// Tested by tests/cli/litmus_command_test.cpp.
#include <CLI/CLI.hpp>
#include <map>
#include <memory>

#include "cli/check_options.hpp"
#include "cli/litmus_command.hpp"

namespace ringcheck {

namespace {

void add_model_options(CLI::App& command, LitmusRunOptions& asked) {
  command
      .add_option("--model", asked.models,
                  "A model by name, or a .cat file; several are shown side by side (C: lkmm, "
                  "AArch64: armv8, X86_64: x86-tso, RISCV: riscv, PPC: power)")
      ->delimiter(',')
      ->type_name("M|FILE.cat");
  command.add_option("-I", asked.cat.include, "A folder with files that .cat files include")
      ->type_name("DIR")
      ->allow_extra_args(false);
  command
      .add_option("--variant", asked.cat.variants,
                  "Let `if \"V\"` hold in .cat files; may be repeated")
      ->type_name("V")
      ->allow_extra_args(false);
  command.add_option("--bell", asked.cat.bell, "The bell file of a .cat file (the one beside it)")
      ->type_name("FILE");
  command
      .add_option("--macros", asked.cat.macros, "The .def file of a .cat file (the one beside it)")
      ->type_name("FILE");
}

void add_run_options(CLI::App& command, LitmusRunOptions& asked) {
  command.add_option("--time", asked.seconds, "End each test after so many seconds (status 3)")
      ->check(options::seconds_error)
      ->type_name("SECONDS");
  command
      .add_option("--limit-executions", asked.limit_executions,
                  "End each test after N executions (status 3)")
      ->check(options::count_error)
      ->type_name("N");
  command.add_option("--jobs", asked.jobs, "Tests at a time (one a core)")
      ->check(options::count_error)
      ->type_name("N");
  add_litmus_meaning(command, asked);
}

void add_output_options(CLI::App& command, LitmusRunOptions& asked) {
  command.add_flag("--json", asked.json,
                   "One JSON object a line; the summary goes to standard error");
  add_ci_options(command, asked.ci);
  command.add_flag("--unordered", asked.unordered,
                   "Results as they come, not in the order of the files");
  command
      .add_option("--expect,--kinds", asked.expectations,
                  "Expected answers, in the place of the tests' comments: lines NAME ANSWER as in "
                  "herd7's kinds files, or JSON as this command writes it")
      ->type_name("FILE");
  command.add_option("--names", asked.names, "Run only the tests named in this file")
      ->type_name("FILE");
  static const std::map<std::string, ShownExecutions> kShown = {{"prop", ShownExecutions::prop},
                                                                {"neg", ShownExecutions::neg},
                                                                {"all", ShownExecutions::all}};
  command
      .add_option_function<std::string>(
          "--show", [&asked](const std::string& which) { asked.show = kShown.at(which); },
          "Draw executions that satisfy the condition (prop), that do not (neg), or all; "
          "needs -o")
      ->check(options::choice_error({"prop", "neg", "all"}))
      ->type_name("WHICH");
  static const std::map<std::string, PictureFormat> kFormats = {
      {"dot", PictureFormat::dot}, {"svg", PictureFormat::svg}, {"html", PictureFormat::html}};
  command
      .add_option_function<std::string>(
          "--as", [&asked](const std::string& what) { asked.format = kFormats.at(what); },
          "dot: NAME.dot with all of a test's executions; svg: NAME-N.svg by Graphviz; html: "
          "NAME-N.html to step through in a browser (dot)")
      ->check(options::choice_error({"dot", "svg", "html"}))
      ->type_name("FORMAT");
  command.add_option("-o", asked.pictures, "Folder for the pictures")->type_name("DIR");
  command.add_option("--limit-show", asked.limit_pictures, "Draw at most N of a test (100)")
      ->check(options::count_error)
      ->type_name("N");
  command.add_flag("--progress", asked.progress,
                   "Show progress even when standard error is no terminal");
  command.add_flag("--statistics", asked.statistics,
                   "Say what each exploration did; where executions are counted by classes, nodes "
                   "are the states of that search");
}

}  // namespace

void add_litmus_meaning(CLI::App& command, LitmusRunOptions& asked) {
  command
      .add_option("--unroll", asked.unroll,
                  "Cut an execution that jumps backwards to a label more often (2)")
      ->check(options::range_error(0, 100))
      ->type_name("N");
  command
      .add_option_function<std::string>(
          "--dependencies",
          [&asked](const std::string& whose) { asked.herd_dependencies = whose == "herd7"; },
          "Whose dependencies: ringcheck's, which are finer, or herd7's (docs/differences.md)")
      ->check(options::choice_error({"ringcheck", "herd7"}))
      ->type_name("WHOSE");
  options::add_symmetry(command, asked.symmetry, "text");
}

void add_litmus_run(CLI::App& litmus, std::function<ExitStatus()>& action) {
  auto* command = litmus.add_subcommand("run", "Run litmus tests; output as herd7 writes it");
  auto options = std::make_shared<LitmusRunOptions>();
  command
      ->add_option("files", options->files,
                   "Litmus tests, folders of them, @LIST for the names in a file, - for standard "
                   "input")
      ->required()
      ->type_name("FILE");
  add_model_options(*command, *options);
  add_run_options(*command, *options);
  add_output_options(*command, *options);
  command->footer(
      "A test's comment may say what is expected: `Result: Never`, Sometimes, Always, Maybe or "
      "DEADLOCK, with DATARACE after it if there is a data race, or `Expected: MODEL=Never ...`.\n"
      "Exit status: 0 holds, 1 violated, 2 bad input, 3 bound reached. An answer that is not the "
      "expected one counts as violated, a refused test as bad input. Of several files, 2 outranks "
      "1, which outranks 3.");
  command->callback(
      [&action, options] { action = [options] { return run_litmus_files(*options); }; });
}

}  // namespace ringcheck
