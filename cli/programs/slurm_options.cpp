// The options of `ringcheck slurm`.
// Tested by tests/cli/shard_command_test.cpp.
#include <CLI/CLI.hpp>
#include <memory>

#include "cli/check_options.hpp"
#include "cli/program_commands.hpp"
#include "cli/programs/slurm_command.hpp"

namespace ringcheck {

namespace {

void add_folder(CLI::App& command, std::string& folder) {
  command.add_option("dir", folder, "The folder that `shard` made, which all nodes see")
      ->required()
      ->type_name("DIR");
}

void add_submit(CLI::App& slurm, CommandAction& action, std::vector<std::string> sbatch_arguments) {
  auto* command = slurm.add_subcommand(
      "submit", "Submit what is left as job arrays; sbatch's arguments follow --");
  auto options = std::make_shared<SlurmSubmitOptions>();
  options->sbatch = std::move(sbatch_arguments);
  add_folder(*command, options->folder);
  command
      ->add_option("--time", options->seconds,
                   "Time limit of a task, in whole minutes; what is left is submitted again (3600)")
      ->check(options::seconds_error)
      ->type_name("SECONDS");
  command->add_option("--write-every", options->write_every, "As for `work` (30)")
      ->check(options::seconds_error)
      ->type_name("SECONDS");
  command
      ->add_option("--rounds", options->rounds,
                   "Rounds that follow each other by themselves, at most (10)")
      ->check(options::count_error)
      ->type_name("N");
  command
      ->add_option("--shard-seconds", options->shard_seconds,
                   "Processor time that a shard of a later round is to take (600)")
      ->check(options::seconds_error)
      ->type_name("SECONDS");
  command->callback([&action, options] { action = [options] { return slurm_submit(*options); }; });
}

}  // namespace

void add_slurm(CLI::App& app, CommandAction& action, std::vector<std::string> sbatch_arguments) {
  auto* slurm = app.add_subcommand("slurm", "Run the shards of a folder on a Slurm cluster");
  slurm->require_subcommand(1);
  add_submit(*slurm, action, std::move(sbatch_arguments));

  auto* status = slurm->add_subcommand("status", "Tell how far jobs and shards are");
  auto folder = std::make_shared<std::string>();
  add_folder(*status, *folder);
  status->callback([&action, folder] { action = [folder] { return slurm_status(*folder); }; });

  auto* gather = slurm->add_subcommand(
      "gather", "Add up what is known; divide and submit what is left, once no task is queued");
  auto options = std::make_shared<GatherOptions>();
  options->shard_seconds = 0;
  options::add_gather(*gather, *options);
  gather->add_flag("--again", options->again, "Do not wait for the tasks: cancel them");
  gather->callback([&action, options] { action = [options] { return slurm_gather(*options); }; });
}

}  // namespace ringcheck
