// The ringcheck command: options in, one of the subcommands, an exit status out.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <exception>
#include <functional>
#include <iostream>

#include "cli/check_command.hpp"
#include "cli/check_options.hpp"
#include "cli/commands.hpp"
#include "cli/litmus_command.hpp"
#include "cli/litmus_compare_command.hpp"
#include "cli/litmus_compile_command.hpp"
#include "cli/litmus_gen_command.hpp"
#include "cli/program_barriers.hpp"
#include "graph/diagnostic.hpp"

namespace {

using ringcheck::ExitStatus;
using namespace ringcheck::options;

/// What the chosen subcommand does.
using Action = std::function<ExitStatus()>;

/// One line about a command line that cannot be used, in the words of all such lines.
std::string usage_error(const CLI::App& app, const CLI::Error& error) {
  const CLI::App* command = &app;
  std::string path = app.get_name();
  while (!command->get_subcommands().empty()) {
    command = command->get_subcommands().front();
    path += " " + command->get_name();
  }
  std::vector<std::string> names;
  for (const CLI::App* sub : command->get_subcommands({})) names.push_back(sub->get_name());
  const std::vector<std::string> unknown = command->remaining();
  std::string saw = error.what();
  if (!unknown.empty())
    saw = fmt::format("saw '{}'", fmt::join(unknown, " "));
  else if (!names.empty())
    saw = "saw no command";
  if (unknown.empty() && saw.find("expected") != std::string::npos)
    return fmt::format("{}: {}\n", path, saw);
  const std::string expected = names.empty() ? fmt::format("what `{} --help` lists", path)
                                             : fmt::format("one of {}", fmt::join(names, ", "));
  return fmt::format("{}: {}, expected {}\n", path, saw, expected);
}

void add_verify(CLI::App& app, Action& action) {
  auto* command =
      app.add_subcommand("verify", "Check scenarios of the ring buffer under memory models");
  auto options = std::make_shared<ringcheck::VerifyOptions>();
  add_check_options(*command, options->check, "Check this scenario; may be repeated (all)",
                    "Replace what stands at an ordering point, such as B=none; may be repeated");
  add_session_options(*command, options->session);
  command
      ->add_option("--report", options->report,
                   "Regenerate the report, and docs/pictures/*.svg beside it")
      ->type_name("REPORT.md");
  command->add_option("--witness", options->witness, "Write the first witness, for replay")
      ->type_name("FILE");
  command->add_flag("--accept-findings", options->accept_findings,
                    "Violations that are recorded as findings do not change the exit status");
  command->add_flag(
      "--verdict-only", options->verdict_only,
      "The verdict alone, equal futures once (sc, x86-tso; data rings and tasks that wait)");
  add_symmetry(*command, options->symmetry, "code");
  keep_compiler_apart(*command);
  command->callback(
      [&action, options] { action = [options] { return ringcheck::verify(*options); }; });
}

void add_barriers(CLI::App& app, Action& action, std::vector<std::string> clang_arguments) {
  auto* command = app.add_subcommand(
      "barriers",
      "Tell what each ordering point of a scenario, or order of a program, needs under each model");
  auto options = std::make_shared<ringcheck::CheckArguments>();
  add_check_options(
      *command, *options,
      "Study this scenario; may be repeated (a small perf-ring, with plain and with marked data)",
      "Vary this ordering point, such as B=none,wmb,release,mb; may be repeated (A to D)");
  auto of_drivers = std::make_shared<bool>(false);
  auto* drivers =
      command->add_flag("--drivers", *of_drivers,
                        "Tell for each driver of the AUX area and each machine what it needs");
  for (const char* other : {"--arch", "--scenario", "--param", "--site"})
    drivers->excludes(command->get_option(other));
  auto programs = std::make_shared<ringcheck::ProgramBarriersOptions>();
  programs->check.clang_arguments = std::move(clang_arguments);
  ringcheck::add_program_barriers(*command, *programs);
  keep_compiler_apart(*command);
  command->callback([&action, options, of_drivers, programs, command] {
    if (ringcheck::are_programs(*options, *command)) {
      action = [options, programs] { return ringcheck::program_barriers(*options, *programs); };
      return;
    }
    action = [options, of_drivers] {
      return *of_drivers ? ringcheck::barriers_of_drivers(*options) : ringcheck::barriers(*options);
    };
  });
}

void add_litmus(CLI::App& app, Action& action) {
  auto* litmus = app.add_subcommand("litmus", "Litmus tests");
  litmus->require_subcommand(1);
  ringcheck::add_litmus_run(*litmus, action);
  ringcheck::add_litmus_compare(*litmus, action);
  ringcheck::add_litmus_compile(*litmus, action);
  ringcheck::add_litmus_gen(*litmus, action);
}

void add_replay(CLI::App& app, Action& action) {
  auto* command = app.add_subcommand("replay", "Run a witness again and show it");
  auto path = std::make_shared<std::string>();
  command
      ->add_option("witness", *path,
                   "A witness as `verify --witness` writes it, - for standard input")
      ->required()
      ->type_name("WITNESS");
  command->callback(
      [&action, path] { action = [path] { return ringcheck::show_witness(*path); }; });
}

void add_explain(CLI::App& app, Action& action) {
  auto* command =
      app.add_subcommand("explain", "Show the execution of a witness: text, picture, page");
  auto options = std::make_shared<ringcheck::ExplainOptions>();
  command
      ->add_option("witness", options->witness,
                   "A witness as `verify --witness` writes it, - for standard input")
      ->required()
      ->type_name("WITNESS");
  command->add_option("--dot", options->dot, "Write its graph in Graphviz' language")
      ->type_name("FILE");
  command->add_option("--svg", options->svg, "Write its graph as SVG (needs Graphviz)")
      ->type_name("FILE");
  command
      ->add_option("--html", options->html,
                   "Write a page to step through it in a browser, complete in one file")
      ->type_name("FILE");
  command->callback(
      [&action, options] { action = [options] { return ringcheck::explain(*options); }; });
}

void add_conform(CLI::App& app, Action& action) {
  auto* command =
      app.add_subcommand("conform", "Hold the specification against what real kernels did");
  auto options = std::make_shared<ringcheck::ConformOptions>();
  command->add_option("--aux", options->aux, "A folder of recorded answers, one SET.jsonl a set")
      ->type_name("DIR");
  command->add_option("--set", options->sets, "This set only; may be repeated (all that are there)")
      ->type_name("NAME");
  command->add_option("--traces", options->traces, "A file of traces of real buffers")
      ->type_name("FILE");
  command->add_flag("--live", options->live,
                    "Drive a buffer of this machine's kernel with random programs");
  command->add_option("--cases", options->cases, "Programs for --live")
      ->check(count_error)
      ->capture_default_str()
      ->type_name("N");
  command->add_option("--seed", options->seed, "Seed of the programs for --live")
      ->check(count_error)
      ->capture_default_str()
      ->type_name("S");
  command->add_option("--jobs", options->jobs, "Rows at a time (one a core)")
      ->check(count_error)
      ->type_name("N");
  add_json(*command, options->json);
  command->callback(
      [&action, options] { action = [options] { return ringcheck::conform(*options); }; });
}

void add_kernel(CLI::App& app, Action& action) {
  auto* command =
      app.add_subcommand("kernel", "Hold the kernel's own source against the specification of it");
  auto options = std::make_shared<ringcheck::KernelOptions>();
  command
      ->add_option("--tree", options->trees, "A folder with the kernel's source; may be repeated")
      ->required()
      ->type_name("DIR");
  command->add_option("--area", options->areas, "This area only; may be repeated (all)")
      ->type_name("A");
  command->add_option("--programs", options->programs, "Random programs of calls of an area")
      ->check(count_error)
      ->type_name("N");
  command->add_option("--seed", options->seed, "Seed of the programs")
      ->check(count_error)
      ->capture_default_str()
      ->type_name("S");
  command
      ->add_option("--changes", options->changes,
                   "Change tokens of this file of the tree, one at a time: is each found?")
      ->type_name("FILE");
  command
      ->add_option("--most", options->most, "At most so many changes, spread over the file (all)")
      ->check(count_error)
      ->type_name("N");
  command->add_flag("--findings", options->findings,
                    "Which findings of docs/findings.md the trees show, and after their repairs");
  add_json(*command, options->json);
  command->callback(
      [&action, options] { action = [options] { return ringcheck::check_kernel(*options); }; });
}

void add_seed(CLI::App& command, std::uint64_t& seed) {
  command.add_option("--seed", seed, "Seed of what is random")
      ->check(count_error)
      ->capture_default_str()
      ->type_name("N");
}

void add_mutants(CLI::App& app, Action& action) {
  auto* command = app.add_subcommand(
      "mutants", "Put known mistakes into the specification, and tell which properties see them");
  auto options = std::make_shared<ringcheck::MutantsOptions>();
  command->add_option("--mutant", options->mutants, "This mutant; may be repeated (all)")
      ->type_name("ID");
  command
      ->add_option("--section", options->sections,
                   "The mutants of this section of the catalogue; may be repeated (all)")
      ->type_name("M");
  command
      ->add_option("--model", options->models,
                   "Under this model; may be repeated (all); sequential: those that need none")
      ->type_name("M");
  add_seed(*command, options->seed);
  command->add_option("--jobs", options->jobs, "Workers (one a core); the result is the same")
      ->check(count_error)
      ->type_name("N");
  add_json(*command, options->json);
  command->callback(
      [&action, options] { action = [options] { return ringcheck::mutants(*options); }; });
}

void add_fuzz(CLI::App& app, Action& action) {
  auto* command = app.add_subcommand(
      "fuzz", "Try random sequences of writers, interrupts and readers on plain memory");
  auto options = std::make_shared<ringcheck::FuzzOptions>();
  add_seed(*command, options->seed);
  command
      ->add_option("--cases", options->cases, "Cases of each kind (0: as many as it finds right)")
      ->check(count_error)
      ->type_name("N");
  command
      ->add_option("--mutant", options->mutant,
                   "Put this known mistake into the specification (`ringcheck mutants`)")
      ->type_name("ID");
  command
      ->add_option("--machine", options->machines,
                   "Try this machine of AUX sequences (`ringcheck list`), or all of them")
      ->type_name("NAME|all");
  command->add_option("--jobs", options->jobs, "Kinds at a time (one a core)")
      ->check(count_error)
      ->type_name("N");
  command->callback(
      [&action, options] { action = [options] { return ringcheck::fuzz(*options); }; });
}

int run(int argc, char** argv) {
  // What follows -- is the compiler's.
  std::vector<std::string> clang_arguments;
  const std::string_view name = argc > 1 ? argv[1] : "";
  if (name == "check" || name == "barriers") {
    const auto end = std::find(argv, argv + argc, std::string_view("--"));
    if (end != argv + argc) clang_arguments.assign(end + 1, argv + argc);
    argc = static_cast<int>(end - argv);
  }
  CLI::App app("ringcheck: a model checker for the Linux perf ring-buffer protocol", "ringcheck");
  app.require_subcommand(1);
  app.set_version_flag("--version", "ringcheck " RINGCHECK_VERSION);
  app.footer(
      "Exit status: 0 holds, 1 violated, 2 bad input, 3 bound reached, 4 ringcheck itself is "
      "wrong, 5 vacuous: a property was never seen to say anything.");
  Action action;
  add_verify(app, action);
  ringcheck::add_check(app, action, clang_arguments);
  add_barriers(app, action, clang_arguments);
  add_litmus(app, action);
  add_conform(app, action);
  add_kernel(app, action);
  add_mutants(app, action);
  add_fuzz(app, action);
  add_replay(app, action);
  add_explain(app, action);
  app.add_subcommand("list", "Models, scenarios, properties, ordering points and mutants")
      ->callback([&action] { action = ringcheck::list; });
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() == 0) return app.exit(error);  // --help, --version
    std::cerr << usage_error(app, error);
    return static_cast<int>(ExitStatus::bad_input);
  }
  const ExitStatus status = action();
  if (!std::cout.flush())
    throw ringcheck::InputError(
        {"standard output", 0, 0, "cannot be written, expected a place for the output"});
  return static_cast<int>(status);
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return run(argc, argv);
  } catch (const ringcheck::InputError& error) {
    std::cerr << error.what() << '\n';
    return static_cast<int>(ExitStatus::bad_input);
  } catch (const std::exception& error) {
    std::cerr << "ringcheck: internal error: " << error.what() << '\n';
    return static_cast<int>(ExitStatus::internal);
  }
}
