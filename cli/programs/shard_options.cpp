// The options of `ringcheck shard`, `work` and `gather`.
// Tested by tests/cli/shard_command_test.cpp.
#include <CLI/CLI.hpp>
#include <memory>

#include "cli/check_options.hpp"
#include "cli/check_runs.hpp"
#include "cli/check_session.hpp"
#include "cli/program_commands.hpp"
#include "cli/programs/shard_command.hpp"
#include "cli/programs/shard_litmus.hpp"
#include "cli/programs/shard_plan.hpp"
#include "cli/programs/shard_programs.hpp"

namespace ringcheck {

namespace {

void add_into(CLI::App& command, std::vector<std::string>& into) {
  command.add_option("--into", into, "How many shards, and the new folder for their files")
      ->expected(2)
      ->required()
      ->type_name("N DIR");
}

/// The checks of a command line, from where a checkpoint leaves them.
std::vector<shards::Exploration> explorations_of(const VerifyOptions& options) {
  std::vector<Check> runs = chosen_checks(options.check);
  for (Check& run : runs) run.symmetry = options.symmetry;
  CheckSession session(std::move(runs), options.session);
  std::vector<shards::Exploration> explorations;
  for (ResumableCheck& check : session.take_checks()) explorations.emplace_back(std::move(check));
  return explorations;
}

void add_shard_verify(CLI::App& shard, CommandAction& action) {
  auto* command = shard.add_subcommand("verify", "Divide what `verify` would explore");
  auto options = std::make_shared<VerifyOptions>();
  auto into = std::make_shared<std::vector<std::string>>();
  options::add_check_choice(*command, options->check, "Check this scenario; may be repeated (all)",
                            "Replace what stands at an ordering point, such as B=none");
  options::add_symmetry(*command, options->symmetry, "code");
  command
      ->add_option("--resume", options->session.resume,
                   "Divide what is left by a checkpoint of `verify` with the same checks")
      ->type_name("FILE");
  add_into(*command, *into);
  command->callback([&action, options, into] {
    action = [options, into] { return shard_into(explorations_of(*options), *into); };
  });
}

void add_shard_check(CLI::App& shard, CommandAction& action,
                     std::vector<std::string> clang_arguments) {
  auto* command = shard.add_subcommand(
      "check", "Divide what `check` would explore; clang's arguments follow --");
  auto options = std::make_shared<CheckProgramOptions>();
  options->clang_arguments = std::move(clang_arguments);
  auto into = std::make_shared<std::vector<std::string>>();
  add_program_choice(*command, *options);
  add_into(*command, *into);
  command->callback([&action, options, into] {
    action = [options, into] {
      std::map<std::string, std::string> programs;
      std::vector<shards::Exploration> explorations = program_explorations(*options, programs);
      return shard_into(std::move(explorations), *into, programs);
    };
  });
}

void add_shard_litmus(CLI::App& shard, CommandAction& action) {
  auto* command = shard.add_subcommand("litmus", "Divide what `litmus run` would explore");
  auto options = std::make_shared<LitmusRunOptions>();
  auto into = std::make_shared<std::vector<std::string>>();
  command->add_option("files", options->files, "Litmus tests, folders of them, @LIST")
      ->required()
      ->type_name("FILE");
  command
      ->add_option("--model", options->models,
                   "A model by name; several are explored one after the other (C: lkmm, AArch64: "
                   "armv8, X86_64: x86-tso, RISCV: riscv, PPC: power)")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->type_name("M[,M]");
  add_litmus_meaning(*command, *options);
  add_into(*command, *into);
  command->callback([&action, options, into] {
    action = [options, into] { return shard_into(litmus_explorations(*options), *into); };
  });
}

void add_plan(CLI::App& shard, CommandAction& action) {
  auto* command = shard.add_subcommand(
      "plan", "Simulate workers, 1 to 10,000, on what the results in a folder measured");
  auto options = std::make_shared<ShardPlanOptions>();
  command->add_option("dir", options->folder, "The folder that `shard` made, with results")
      ->required()
      ->type_name("DIR");
  const auto add = [&](const char* name, double& value, const char* help, const char* type) {
    command->add_option(name, value, help)->check(options::amount_error)->type_name(type);
  };
  add("--hours", options->hours, "Processor time that the exploration takes (as measured)",
      "HOURS");
  add("--failures", options->failures, "Failures of one worker per hour (0.01)", "N");
  add("--slow-share", options->slow_share, "Share of workers that are slow (0.02)", "SHARE");
  add("--slow-factor", options->slow_factor, "How much longer those take (2)", "FACTOR");
  add("--start", options->start, "Time to start a shard on a worker (1)", "SECONDS");
  add("--divide", options->divide, "Time to divide off one shard (0.05)", "SECONDS");
  add("--gather", options->gather, "Time to add up one result (0.001)", "SECONDS");
  add("--processors", options->processors,
      "Processors that all workers share (each has one of its own)", "N");
  command
      ->add_option("--workers", options->workers,
                   "How many workers, for a row each (1,2,4,8,16,100,1000,10000)")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->check(options::range_error(1, 100000))
      ->type_name("N[,N]");
  command->add_flag("--as-divided", options->as_divided,
                    "Simulate the shards as they are, and look for no better number of them");
  command->callback([&action, options] { action = [options] { return plan_shards(*options); }; });
}

void add_work(CLI::App& app, CommandAction& action) {
  auto* command = app.add_subcommand("work", "Explore what is left of one shard");
  auto options = std::make_shared<WorkOptions>();
  command->add_option("file", options->file, "A shard, as `shard` writes it")
      ->required()
      ->type_name("FILE");
  command->add_option("--time", options->seconds, "End after so many seconds (exit status 3)")
      ->check(options::seconds_error)
      ->type_name("SECONDS");
  command->add_option("--memory", options->memory, "End above so many MiB (exit status 3)")
      ->check(options::count_error)
      ->type_name("MIB");
  command->add_option("--jobs", options->jobs, "Workers (1); 0: one a core; the result is the same")
      ->check(options::count_error)
      ->type_name("N");
  command
      ->add_option("--write-every", options->write_every,
                   "Write what is known after so many seconds (30)")
      ->check(options::seconds_error)
      ->type_name("SECONDS");
  command->footer(
      "The result is kept beside the shard, NAME.result for NAME.shard: stopped at any point, the "
      "same command goes on from it. Exit status: 0 the shard is done, whatever was found in it; "
      "2 bad input; 3 something is left.");
  command->callback([&action, options] { action = [options] { return work(*options); }; });
}

void add_gather(CLI::App& app, CommandAction& action) {
  auto* command = app.add_subcommand("gather", "Add up what the workers know of their shards");
  auto options = std::make_shared<GatherOptions>();
  options::add_gather(*command, *options);
  command->add_flag("--again", options->again,
                    "Divide what is left into the shards of a new round");
  command->footer(
      "With nothing left, prints and ends as one process would have. Exit status 3: something is "
      "left. What was noticed of results, and the accounting, go to standard error.");
  command->callback([&action, options] { action = [options] { return gather(*options); }; });
}

}  // namespace

namespace options {

void add_gather(CLI::App& command, GatherOptions& options) {
  command.add_option("dir", options.folder, "The folder that `shard` made")
      ->required()
      ->type_name("DIR");
  add_json(command, options.verify.check.json);
  command.add_option("--witness", options.verify.witness, "Write the first witness, for replay")
      ->type_name("FILE");
  command.add_flag("--accept-findings", options.verify.accept_findings,
                   "Violations that are recorded as findings do not change the exit status");
  command
      .add_option("--shards", options.shards,
                  "Shards of a new round (as many as the last one's measurements ask for)")
      ->check(count_error)
      ->type_name("N");
  command
      .add_option("--shard-seconds", options.shard_seconds,
                  "Processor time that a shard of a new round is to take (600)")
      ->check(seconds_error)
      ->type_name("SECONDS");
}

}  // namespace options

void add_shards(CLI::App& app, CommandAction& action, std::vector<std::string> clang_arguments) {
  auto* shard = app.add_subcommand("shard", "Divide an exploration among many machines");
  shard->require_subcommand(1);
  add_shard_verify(*shard, action);
  add_shard_check(*shard, action, std::move(clang_arguments));
  add_shard_litmus(*shard, action);
  add_plan(*shard, action);
  add_work(app, action);
  add_gather(app, action);
}

}  // namespace ringcheck
