// Tested by tests/cli/program_barriers_test.cpp.
#include "cli/programs/program_barriers.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <span>

#include "cli/check_options.hpp"
#include "cli/output.hpp"
#include "cli/program_commands.hpp"
#include "cli/programs/order_text.hpp"
#include "cli/programs/reader_options.hpp"
#include "cli/session_time.hpp"
#include "graph/diagnostic.hpp"
#include "source/compile.hpp"
#include "source/order_patch.hpp"

namespace ringcheck {

namespace {

using source::OrderPlan;
using source::OrderStudy;
using source::StudiedProgram;

std::vector<Model> studied_models(const std::vector<std::string>& names) {
  std::vector<Model> models;
  for (const std::string& name : names) models.push_back(find_model(name));
  if (names.empty())
    for (const char* name : {"rc11", "x86-tso", "armv8", "riscv", "power"})
      models.push_back(find_model(name));
  for (const Model& model : models)
    if (c11_calls(model) == nullptr)
      throw InputError({"--model " + model.name(), 0, 0,
                        "saw a model that gives C's memory orders no meaning, expected rc11 or "
                        "the model of a machine"});
  return models;
}

StudiedProgram studied_program(const std::string& file, const CheckProgramOptions& options) {
  StudiedProgram program;
  program.code = std::make_shared<const source::Code>(
      source::make_code(source::compile(file, compile_options(options))));
  program.sites = order_sites(*program.code);
  program.options = check_options(options);
  if (program.sites.empty())
    throw InputError(
        {file, 0, 0, "saw no atomic access or fence with an order above relaxed, expected one"});
  return program;
}

/// The cheapest of `plans`; the first of those that cost the same.
const OrderPlan& cheapest(const StudiedProgram& program, const std::vector<OrderPlan>& plans) {
  return *std::ranges::min_element(
      plans, {}, [&](const OrderPlan& plan) { return instructions_of(program.sites, plan); });
}

/// Adds the patch of one program to `text`. Returns what to say about it.
std::string add_patch(const StudiedProgram& program, const std::vector<OrderPlan>& plans,
                      std::string& text) {
  if (plans.empty()) return "  no patch: the program is not right as it is\n";
  const source::OrderPatch patch =
      order_patch(*program.code, program.sites, cheapest(program, plans));
  text += patch.text;
  std::string said;
  for (const std::size_t s : patch.left)
    said += fmt::format(
        "  not in the patch: {}, whose order is no argument there that could be replaced\n",
        program.code->where(program.sites[s].place));
  return said;
}

/// Options that scenarios have and programs do not.
constexpr const char* kOfScenarios[] = {"--arch",    "--user-table", "--site", "--compiler",
                                        "--drivers", "--all",        "--each", "--witness"};
/// What scenarios have and of all programs only readers.
constexpr const char* kOfReaders[] = {"--param"};
/// And the other way round.
constexpr const char* kOfPrograms[] = {"--patch",    "--unroll", "--no-unroll",
                                       "--no-races", "--entry",  "--opt",
                                       "--volatile", "--jobs",   "--reader"};

void refuse_options(std::span<const char* const> names, const CLI::App& command,
                    const char* others) {
  for (const char* name : names)
    if (command.count(name) > 0)
      throw InputError({name, 0, 0, fmt::format("saw it without {}, which it is for", others)});
}

/// True iff `arguments` name files of programs rather than scenarios. Errors: see ProgramStudy.
bool are_programs(const CheckArguments& arguments, const CLI::App& command) {
  const auto programs = std::ranges::count_if(arguments.scenarios, is_program_file);
  if (programs == 0) {
    refuse_options(kOfPrograms, command, "a program");
    return false;
  }
  if (programs != std::ssize(arguments.scenarios))
    throw InputError({*std::ranges::find_if_not(arguments.scenarios, is_program_file), 0, 0,
                      "saw a scenario beside programs, expected either"});
  refuse_options(kOfScenarios, command, "a scenario");
  if (command.count("--reader") == 0) refuse_options(kOfReaders, command, "a scenario or a reader");
  return true;
}

}  // namespace

ProgramStudy add_program_barriers(CLI::App& command, std::vector<std::string> clang_arguments) {
  auto made = std::make_shared<ProgramBarriersOptions>();
  ProgramBarriersOptions& options = *made;
  options.check.clang_arguments = std::move(clang_arguments);
  add_program_options(command, options.check);
  add_reader(command, options.check);
  command.add_option("--jobs", options.check.session.jobs, "Workers (one a core), for programs")
      ->check(options::count_error)
      ->type_name("N");
  command
      .add_option("--patch", options.patch,
                  "Of programs: write the cheapest orders that are enough as a patch of the source")
      ->type_name("FILE");
  return [&command, made](const CheckArguments& arguments, bool progress) -> CommandAction {
    if (!are_programs(arguments, command)) return {};
    made->check.session.progress = progress;
    return [arguments, made] { return program_barriers(arguments, *made); };
  };
}

ExitStatus program_barriers(const CheckArguments& arguments, const ProgramBarriersOptions& given) {
  CheckProgramOptions options = given.check;
  options.files = arguments.scenarios;
  options.models = arguments.models;
  options.parameters = arguments.parameters;
  const std::string& json = arguments.json;
  const std::string& patch = given.patch;
  if (options.models.empty() && !options.reader.empty()) options.models = default_models(options);
  const std::vector<Model> models = studied_models(options.models);
  for (const std::string& output : {json, patch})
    if (!output.empty() && output != "-") require_writable(output);
  std::vector<StudiedProgram> programs;
  for (const std::string& file : options.files) programs.push_back(studied_program(file, options));
  Workers workers(static_cast<int>(options.session.jobs));
  const SessionTime time(options.session);
  Progress progress(options.session.progress);
  ExitStatus status = ExitStatus::holds;
  nlohmann::ordered_json rows = nlohmann::ordered_json::array();
  std::string text;
  std::string patches;
  for (std::size_t f = 0; f < programs.size(); ++f) {
    ParallelOptions how;
    if (workers.count() > 1) how.workers = &workers;
    how.limits = time.next().limits;
    const std::vector<OrderStudy> studies =
        study_orders(programs[f], models, how, [&](std::uint64_t made) {
          progress.show(fmt::format("{}: {} checks", options.files[f], made));
        });
    progress.wipe();
    for (const OrderStudy& study : studies) {
      if (study.own.error) status = worse(status, ExitStatus::violated);
      if (study.limited) status = worse(status, ExitStatus::bound_reached);
      rows.push_back(order_row(options.files[f], programs[f], study));
      text += order_text(options.files[f], programs[f], study) + '\n';
    }
    if (!patch.empty()) text += add_patch(programs[f], studies.back().weakest, patches);
  }
  if (json != "-" && patch != "-") write_output("-", text);
  if (!json.empty()) write_output(json, json_rows(rows));
  if (!patch.empty()) write_output(patch, patches);
  return status;
}

}  // namespace ringcheck
