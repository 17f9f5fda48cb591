// `ringcheck litmus compare`: what herdtools' mcompare7, mdiff7 and msum7 do, and what hardware
// showed that a model forbids. Tested by tests/cli/litmus_compare_test.cpp.
#include "cli/litmus_compare_command.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <filesystem>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "check/ordered_tasks.hpp"
#include "cli/check_options.hpp"
#include "cli/litmus_files.hpp"
#include "cli/litmus_models.hpp"
#include "cli/output.hpp"
#include "graph/diagnostic.hpp"
#include "litmus/compare.hpp"
#include "models/names.hpp"

namespace ringcheck {

namespace {

using Json = nlohmann::ordered_json;

struct Options {
  std::vector<std::string> sources;  ///< logs, or models
  std::vector<std::string> tests;    ///< to ask models about
  CatOptions cat;
  bool all = false;  ///< also rows of tests whose answers are the same
  bool json = false;
  double seconds = 0;  ///< for each test of a model; 0: no limit
};

/// A place that answers come from, with the name that is shown.
struct Source {
  std::string name;
  LitmusLog log;
};

bool is_model(const std::string& name) {
  std::error_code error;
  return name.ends_with(".cat") ||
         (!std::filesystem::exists(name, error) && find_machine_names(name) != nullptr);
}

LoggedTest answer_of(const std::string& file, LitmusModels& models, double seconds) {
  LoggedTest logged;
  const std::string text = read_input(file);
  logged.name = litmus_name(text, file);
  try {
    const LitmusModel model = models.get(0, litmus_architecture(text, file));
    LitmusOptions options;
    options.limits.seconds = seconds;
    const LitmusResult result =
        run_litmus(parse_litmus(text, file, model.primitives), model.model, options);
    logged.positive = result.positive;
    logged.negative = result.negative;
    logged.condition = result.condition;
    logged.bounded = result.bound_reached();
    logged.has_states = true;
    for (const LitmusState& state : result.states) logged.states[state_of(state.text)] = 0;
  } catch (const InputError& error) {
    logged.error = error.what();
  }
  return logged;
}

Source ask_model(const std::string& name, const Options& options) {
  if (options.tests.empty())
    throw InputError({"--tests", 0, 0,
                      fmt::format("saw the model '{}', expected --tests FILE to ask it", name)});
  LitmusModels models({name}, options.cat);
  Source source{models.name(0), {}};
  const std::vector<std::string> files = litmus_files(options.tests);
  run_ordered(
      files.size(), 0U, [&](std::size_t i) { return answer_of(files[i], models, options.seconds); },
      [&](LoggedTest test) { source.log.insert_or_assign(test.name, std::move(test)); });
  std::cerr << models.remarks();
  return source;
}

Source read_source(const std::string& name, const Options& options) {
  if (is_model(name)) return ask_model(name, options);
  return {name, read_litmus_log(read_input(name), name)};
}

std::string answer_text(const LitmusLog& log, const std::string& name) {
  const auto found = log.find(name);
  if (found == log.end()) return "-";
  const LoggedTest& test = found->second;
  if (!test.error.empty()) return "refused";
  return fmt::format("{} {}+{}{}", test.observation(), test.positive, test.negative,
                     test.bounded ? " bound" : "");
}

Json states_json(const std::vector<LoggedState>& states) {
  Json list = Json::array();
  for (const LoggedState& state : states) list.push_back(text_of(state));
  return list;
}

Json source_json(const LitmusLog& log, const std::string& name) {
  const auto found = log.find(name);
  if (found == log.end()) return nullptr;
  const LoggedTest& test = found->second;
  if (!test.error.empty()) return {{"error", test.error}};
  return {{"observation", test.observation()},
          {"positive", test.positive},
          {"negative", test.negative},
          {"hardware", test.counted}};
}

void print_json(const Source& a, const Source& b, const LogComparison& row) {
  Json object = {{"name", row.name},
                 {"verdict", text_of(row.verdict)},
                 {"reference", a.name},
                 {"other", b.name},
                 {"reference_answer", source_json(a.log, row.name)},
                 {"other_answer", source_json(b.log, row.name)},
                 {"only_reference", states_json(row.only_reference)},
                 {"only_other", states_json(row.only_other)}};
  if (!row.note.empty()) object["note"] = row.note;
  std::cout << object.dump(-1, ' ', false, Json::error_handler_t::replace) << '\n';
}

/// How often runs showed `state`, which may be part of a state; empty for no runs.
std::string times_text(const LitmusLog& log, const std::string& name, const LoggedState& state) {
  const LoggedTest& test = log.at(name);
  if (!test.counted) return "";
  std::uint64_t times = 0;
  for (const auto& [whole, seen] : test.states)
    if (std::ranges::includes(whole, state)) times += seen;
  return fmt::format(", {} times", times);
}

void print_states(const Source& source, const LogComparison& row,
                  const std::vector<LoggedState>& states) {
  for (const LoggedState& state : states)
    std::cout << fmt::format("    only {}: {}{}\n", source.name, text_of(state),
                             times_text(source.log, row.name, state));
}

void print_text(const Source& a, const Source& b, const LogComparison& row) {
  std::cout << fmt::format("{:<40} {:<24} {:<24} {}{}\n", row.name, answer_text(a.log, row.name),
                           answer_text(b.log, row.name), text_of(row.verdict),
                           row.note.empty() ? "" : " (" + row.note + ")");
  print_states(a, row, row.only_reference);
  print_states(b, row, row.only_other);
}

/// Compares one source with the first, and prints it.
ExitStatus compare_with(const Source& a, const Source& b, const Options& options) {
  const std::vector<LogComparison> rows = compare_logs(a.log, b.log);
  std::map<LogVerdict, std::size_t> counts;
  if (!options.json) std::cout << fmt::format("{:<40} {:<24} {:<24}\n", "Test", a.name, b.name);
  for (const LogComparison& row : rows) {
    ++counts[row.verdict];
    const bool plain = row.verdict == LogVerdict::same && row.note.empty();
    if (plain && !options.all) continue;
    if (options.json)
      print_json(a, b, row);
    else
      print_text(a, b, row);
  }
  (options.json ? std::cerr : std::cout) << fmt::format(
      "{} and {}: {} tests: {} the same, {} differ, {} with states that the model forbids, {} with "
      "fewer states than the model allows, {} not to be compared\n",
      a.name, b.name, rows.size(), counts[LogVerdict::same], counts[LogVerdict::differs],
      counts[LogVerdict::forbidden], counts[LogVerdict::unseen], counts[LogVerdict::missing]);
  const bool wrong = counts[LogVerdict::differs] + counts[LogVerdict::forbidden] > 0;
  return wrong ? ExitStatus::violated : ExitStatus::holds;
}

/// All answers of one source.
void print_sum(const Source& source) {
  for (const auto& [name, test] : source.log) {
    std::cout << fmt::format("{:<40} {}\n", name, answer_text(source.log, name));
    for (const auto& [state, seen] : test.states)
      std::cout << fmt::format("    {}{}\n", test.counted ? fmt::format("{:>10} ", seen) : "",
                               text_of(state));
  }
}

ExitStatus compare(const Options& options) {
  std::vector<Source> sources;
  for (const std::string& name : options.sources) sources.push_back(read_source(name, options));
  if (sources.size() == 1) print_sum(sources.front());
  ExitStatus status = ExitStatus::holds;
  for (std::size_t i = 1; i < sources.size(); ++i)
    status = worse(status, compare_with(sources.front(), sources[i], options));
  return status;
}

}  // namespace

void add_litmus_compare(CLI::App& litmus, std::function<ExitStatus()>& action) {
  auto* command = litmus.add_subcommand(
      "compare", "Compare answers to litmus tests: models, logs of herd7 and of hardware");
  auto options = std::make_shared<Options>();
  command
      ->add_option("sources", options->sources,
                   "Logs of herd7, litmus7 or klitmus7, JSON of `litmus run`, or models; each is "
                   "compared with the first. One alone is summed up")
      ->required()
      ->type_name("LOG|M|FILE.cat");
  command->add_option("--tests", options->tests, "Tests that models are asked, as for `litmus run`")
      ->type_name("FILE");
  command
      ->add_option("--time", options->seconds, "End a model's run of a test after so many seconds")
      ->check(options::seconds_error)
      ->type_name("SECONDS");
  command->add_option("-I", options->cat.include, "A folder with files that .cat files include")
      ->type_name("DIR")
      ->allow_extra_args(false);
  command->add_option("--variant", options->cat.variants, "Let `if \"V\"` hold in .cat files")
      ->type_name("V")
      ->allow_extra_args(false);
  command->add_flag("--all", options->all, "Show tests that are the same, too");
  command->add_flag("--json", options->json,
                    "One JSON object a line; the summary goes to standard error");
  command->footer(
      "Verdicts: same; differs, of two models; forbidden, when runs of hardware showed a state "
      "that the model does not have; unseen, when they showed less than the model has; missing, "
      "when one has no answer, or the two show no location in common.\n"
      "Exit status: 0 no contradiction, 1 differs or forbidden, 2 bad input.");
  command->callback([&action, options] { action = [options] { return compare(*options); }; });
}

}  // namespace ringcheck
