// The commands and their options.
// Tested by tests/cli/help_test.cpp, command_words_test.cpp and documented_commands_test.cpp.
#include "cli/command_line.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <iostream>
#include <utility>

#include "cli/check_options.hpp"
#include "cli/commands.hpp"
#include "cli/help_format.hpp"
#include "cli/list_command.hpp"
#include "cli/litmus_command.hpp"
#include "cli/litmus_compare_command.hpp"
#include "cli/litmus_compile_command.hpp"
#include "cli/litmus_gen_command.hpp"
#include "cli/outsiders_command.hpp"
#include "cli/program_commands.hpp"
#include "cli/shell_completion.hpp"
#include "graph/diagnostic.hpp"

namespace ringcheck {

namespace {

using namespace options;

void add_verify(CLI::App& app, CommandAction& action) {
  auto* command =
      app.add_subcommand("verify", "Check scenarios of the ring buffer under memory models");
  auto options = std::make_shared<VerifyOptions>();
  add_check_options(*command, options->check, "Check this scenario; may be repeated (all)",
                    "Replace what stands at an ordering point, such as B=none; may be repeated");
  add_session_options(*command, options->session);
  add_ci_options(*command, options->ci);
  command
      ->add_option("--report", options->report,
                   "Regenerate the report, and docs/pictures/*.svg beside it")
      ->type_name("REPORT.md");
  command
      ->add_option("--pages", options->pages,
                   "Write the report as pages to click through, with each execution; index.html")
      ->type_name("DIR");
  command->add_option("--witness", options->witness, "Write the first witness, for replay")
      ->type_name("FILE");
  add_all_events(*command, options->all_events);
  command->add_flag(
      "--smallest", options->smallest,
      "Look for a smaller witness of each violation with smaller numbers as parameters");
  command->add_flag("--accept-findings", options->accept_findings,
                    "Violations that are recorded as findings do not change the exit status");
  command->add_flag(
      "--verdict-only", options->verdict_only,
      "The verdict alone: equal futures once, and no further than the first violation");
  add_symmetry(*command, options->symmetry, "code");
  keep_compiler_apart(*command);
  command->callback([&action, options] { action = [options] { return verify(*options); }; });
}

void add_barriers(CLI::App& app, CommandAction& action, std::vector<std::string> clang_arguments) {
  auto* command = app.add_subcommand(
      "barriers",
      "Tell what each ordering point of a scenario, or order of a program, needs under each model");
  auto options = std::make_shared<BarriersOptions>();
  add_check_options(
      *command, options->check,
      "Study this scenario; may be repeated (a small perf-ring, with plain and with marked data)",
      "Vary this ordering point, such as B=none,wmb,release,mb; may be repeated (A to D)");
  auto of_drivers = std::make_shared<bool>(false);
  auto* drivers =
      command->add_flag("--drivers", *of_drivers,
                        "Tell for each driver of the AUX area and each machine what it needs");
  for (const char* other : {"--arch", "scenario", "--scenario", "--param", "--site"})
    drivers->excludes(command->get_option(other));
  command
      ->add_flag("--all", options->all,
                 "Each minimal plan, and a witness for each choice that is not enough")
      ->excludes(drivers);
  command
      ->add_flag("--each", options->each,
                 "Check each plan to its end, and infer none from plans with more order or less")
      ->excludes(drivers);
  command
      ->add_option("--witness", options->witness,
                   "Write the first witness of a choice that is not enough, for replay")
      ->type_name("FILE")
      ->excludes(drivers);
  command->add_flag("--progress", options->progress,
                    "Show the progress even when standard error is no terminal");
  const ProgramStudy study = add_program_barriers(*command, std::move(clang_arguments));
  keep_compiler_apart(*command);
  command->footer(
      "Exit status: 0 holds, 1 violated, 2 bad input, 3 bound reached, 5 vacuous; here of Linux's "
      "own "
      "choices under the models that were asked for.");
  command->callback([&action, options, of_drivers, study] {
    action = study(options->check, options->progress);
    if (action) return;
    action = [options, of_drivers] {
      return *of_drivers ? barriers_of_drivers(options->check) : barriers(*options);
    };
  });
}

void add_litmus(CLI::App& app, CommandAction& action) {
  auto* litmus = app.add_subcommand("litmus", "Litmus tests");
  litmus->require_subcommand(1);
  add_litmus_run(*litmus, action);
  add_litmus_compare(*litmus, action);
  add_litmus_compile(*litmus, action);
  add_litmus_gen(*litmus, action);
}

void add_replay(CLI::App& app, CommandAction& action) {
  auto* command = app.add_subcommand("replay", "Run a witness again and show it");
  auto path = std::make_shared<std::string>();
  auto all_events = std::make_shared<bool>(false);
  command
      ->add_option("witness", *path,
                   "A witness as `verify --witness` writes it, - for standard input")
      ->required()
      ->type_name("WITNESS");
  add_all_events(*command, *all_events);
  command->callback([&action, path, all_events] {
    action = [path, all_events] { return show_witness(*path, *all_events); };
  });
}

void add_explain(CLI::App& app, CommandAction& action) {
  auto* command =
      app.add_subcommand("explain", "Explain a property, finding, ordering point … or a witness");
  auto options = std::make_shared<ExplainOptions>();
  command
      ->add_option(
          "what", options->witness,
          "A name of what `ringcheck list` shows, such as I-06, F-01 or B; or a witness as "
          "`verify --witness` writes it, - for standard input")
      ->required()
      ->type_name("");
  add_json(*command, options->json);
  add_all_events(*command, options->all_events);
  command->add_option("--dot", options->dot, "Write its graph in Graphviz' language")
      ->type_name("FILE");
  command->add_option("--svg", options->svg, "Write its graph as SVG (needs Graphviz)")
      ->type_name("FILE");
  command
      ->add_option("--html", options->html,
                   "Write a page to step through it in a browser, complete in one file")
      ->type_name("FILE");
  command->callback([&action, options] { action = [options] { return explain(*options); }; });
}

void add_conform(CLI::App& app, CommandAction& action) {
  auto* command =
      app.add_subcommand("conform", "Hold the specification against what real kernels did");
  auto options = std::make_shared<ConformOptions>();
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
  command->callback([&action, options] { action = [options] { return conform(*options); }; });
}

void add_kernel(CLI::App& app, CommandAction& action) {
  auto* command =
      app.add_subcommand("kernel", "Hold the kernel's own source against the specification of it");
  auto options = std::make_shared<KernelOptions>();
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
  command
      ->add_option("--patches", options->patches,
                   "Write what repairs findings to this folder, as patches of each tree")
      ->type_name("DIR");
  auto* scenario = command->add_option(
      "--scenario", options->scenarios,
      "Explore the text in this scenario instead, under memory models; may be repeated");
  scenario->type_name("S");
  command
      ->add_option("--model", options->models,
                   "Of --scenario: under this model; may be repeated, or be a list (all but rc11)")
      ->needs(scenario)
      ->delimiter(',')
      ->type_name("M[,M]");
  command->add_option("--param", options->parameters, "Of --scenario: a setting; may be repeated")
      ->needs(scenario)
      ->allow_extra_args(false)
      ->type_name("NAME=VALUE");
  command
      ->add_flag("--barriers", options->barriers,
                 "Of --scenario: also with each ordering point left out")
      ->needs(scenario);
  command
      ->add_option("--jobs", options->jobs,
                   "Of --scenario: workers (one a core); the result is the same")
      ->needs(scenario)
      ->check(count_error)
      ->type_name("N");
  add_json(*command, options->json);
  command->callback([&action, options] { action = [options] { return check_kernel(*options); }; });
}

void add_seed(CLI::App& command, std::uint64_t& seed) {
  command.add_option("--seed", seed, "Seed of what is random")
      ->check(count_error)
      ->capture_default_str()
      ->type_name("N");
}

void add_mutants(CLI::App& app, CommandAction& action) {
  auto* command = app.add_subcommand(
      "mutants", "Put known mistakes into the specification, and tell which properties see them");
  auto options = std::make_shared<MutantsOptions>();
  command->add_option("--mutant", options->mutants, "This mutant; may be repeated (all)")
      ->type_name("ID");
  command
      ->add_option("--section", options->sections,
                   "The mutants of this section of the catalogue; may be repeated (all)")
      ->type_name("M");
  command
      ->add_option("--model", options->models,
                   "Under this model; may be repeated (all); sequential: those that need none")
      ->delimiter(',')
      ->type_name("M[,M]");
  auto count = std::make_shared<std::optional<std::uint64_t>>();
  auto at = std::make_shared<std::vector<std::string>>();
  command
      ->add_option("--outsiders", *count,
                   "Instead: so many changes of the specification's text that nobody has chosen "
                   "(0: all), in a build that `make outsiders` makes")
      ->check(count_error)
      ->type_name("N");
  command->add_option("--at", *at, "Only outsiders whose FILE:LINE starts like one of these (all)")
      ->needs("--outsiders")
      ->delimiter(',')
      ->type_name("FILE:LINE[,FILE:LINE]");
  auto machines = std::make_shared<std::uint64_t>(0);
  command
      ->add_option("--machines", *machines,
                   "Hold outsiders against machines alone, without explorations, by at most so "
                   "many random cases of each")
      ->needs("--outsiders")
      ->check(count_error)
      ->type_name("CASES");
  auto checks = std::make_shared<std::string>();
  command
      ->add_option("--checks", *checks,
                   "Hold outsiders only against checks whose name has this text (all)")
      ->needs("--outsiders")
      ->type_name("TEXT");
  add_seed(*command, options->seed);
  command->add_option("--jobs", options->jobs, "Workers (one a core); the result is the same")
      ->check(count_error)
      ->type_name("N");
  add_json(*command, options->json);
  command->callback([&action, options, count, at, machines, checks] {
    action = [options, count, at, machines, checks] {
      if (!*count) return mutants(*options);
      if (!options->mutants.empty() || !options->sections.empty() || !options->models.empty())
        throw InputError({"--outsiders", 0, 0,
                          "saw --mutant, --section or --model too, which choose mutants of the "
                          "catalogue"});
      return outsiders(
          {**count, options->seed, *at, options->jobs, options->json, *machines, *checks});
    };
  });
}

void add_fuzz(CLI::App& app, CommandAction& action) {
  auto* command = app.add_subcommand(
      "fuzz", "Try random sequences of writers, interrupts and readers on plain memory");
  auto options = std::make_shared<FuzzOptions>();
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
  add_json(*command, options->json);
  command->callback([&action, options] { action = [options] { return fuzz(*options); }; });
}

/// Completions and the manual page, made of `app` itself.
void add_documents(CLI::App& app, CommandAction& action) {
  auto* completion =
      app.add_subcommand("completion", "Print completions for a shell: bash, zsh or fish");
  auto shell = std::make_shared<std::string>();
  completion->add_option("shell", *shell, "bash, zsh or fish")->required()->type_name("");
  completion->callback([&app, &action, shell] {
    action = [&app, shell] {
      std::cout << completion_text(app, *shell);
      return ExitStatus::holds;
    };
  });
  app.add_subcommand("man", "Print the manual page")->callback([&app, &action] {
    action = [&app] {
      std::cout << man_page(app, RINGCHECK_VERSION);
      return ExitStatus::holds;
    };
  });
}

}  // namespace

std::unique_ptr<CLI::App> make_command_line(CommandAction& action,
                                            std::vector<std::string> for_others) {
  auto made = std::make_unique<CLI::App>(
      "A model checker for the Linux perf ring buffer, and for your own C and C++ programs",
      "ringcheck");
  CLI::App& app = *made;
  app.require_subcommand(1);
  app.set_version_flag("--version", "ringcheck " RINGCHECK_VERSION);
  app.footer(
      "`ringcheck COMMAND --help` has its options and examples.\n"
      "Exit status: 0 holds, 1 violated, 2 bad input, 3 bound reached, 4 ringcheck itself is "
      "wrong, "
      "5 vacuous: a property was never seen to say anything.");
  add_verify(app, action);
  add_check(app, action, for_others);
  add_barriers(app, action, for_others);
  add_litmus(app, action);
  add_conform(app, action);
  add_kernel(app, action);
  add_mutants(app, action);
  add_fuzz(app, action);
  add_replay(app, action);
  add_explain(app, action);
  add_shards(app, action, for_others);
  add_slurm(app, action, std::move(for_others));
  add_list(app, action);
  add_documents(app, action);
  finish_command_line(app);
  return made;
}

}  // namespace ringcheck
