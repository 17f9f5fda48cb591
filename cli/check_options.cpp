// Tested by tests/cli.
#include "cli/check_options.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

namespace ringcheck::options {

std::string count_error(const std::string& text) {
  const bool digits = !text.empty() && text.find_first_not_of("0123456789") == std::string::npos;
  return digits ? "" : fmt::format("saw '{}', expected a number from 0 up", text);
}

std::string seconds_error(const std::string& text) {
  double value = 0;
  const bool number = CLI::detail::lexical_cast(text, value) && value > 0;
  return number ? "" : fmt::format("saw '{}', expected a number of seconds above 0", text);
}

std::string amount_error(const std::string& text) {
  double value = 0;
  const bool number = CLI::detail::lexical_cast(text, value) && value >= 0;
  return number ? "" : fmt::format("saw '{}', expected a number from 0 up", text);
}

std::function<std::string(const std::string&)> range_error(std::uint64_t least,
                                                           std::uint64_t most) {
  return [least, most](const std::string& text) -> std::string {
    std::uint64_t value = 0;
    const bool number = count_error(text).empty() && CLI::detail::lexical_cast(text, value);
    if (number && value >= least && value <= most) return "";
    return fmt::format("saw '{}', expected a number from {} to {}", text, least, most);
  };
}

std::function<std::string(const std::string&)> choice_error(std::vector<std::string> words) {
  return [words = std::move(words)](const std::string& text) -> std::string {
    if (std::ranges::find(words, text) != words.end()) return "";
    return fmt::format("saw '{}', expected one of {}", text, fmt::join(words, ", "));
  };
}

void add_json(CLI::App& command, std::string& path) {
  command
      .add_option("--json", path,
                  "Write the result as JSON to FILE (- or nothing: standard output)")
      ->expected(0, 1)
      ->default_str("-")
      ->type_name("FILE");
}

void add_check_choice(CLI::App& command, CheckArguments& options, const char* scenario_help,
                      const char* site_help) {
  command
      .add_option("--model", options.models,
                  "Check under this model; may be repeated, or be a list (all)")
      ->delimiter(',')
      ->type_name("M[,M]");
  auto* architecture =
      command
          .add_option("--arch", options.architectures,
                      "As compiled for this machine: arm64, x86-64, riscv, powerpc or generic "
                      "(asm-generic); may be repeated, or be a list")
          ->delimiter(',')
          ->type_name("ARCH")
          ->excludes(command.get_option("--model"));
  command
      .add_option("--user-table", options.user_tables,
                  "By which user space is compiled there, or on one of several machines; may be "
                  "repeated, or be a list (each that the machine has or had)")
      ->delimiter(',')
      ->type_name("[ARCH=]TABLE")
      ->needs(architecture);
  const auto add_scenarios = [&options](const std::vector<std::string>& names) {
    options.scenarios.insert(options.scenarios.end(), names.begin(), names.end());
  };
  command.add_option_function<std::vector<std::string>>("scenario", add_scenarios, scenario_help)
      ->type_name("");
  command
      .add_option_function<std::vector<std::string>>("--scenario", add_scenarios,
                                                     "The same, by name")
      ->delimiter(',')
      ->type_name("S[,S]");
  command
      .add_option("--param", options.parameters,
                  "Set a parameter of the scenarios; may be repeated (`ringcheck list scenarios "
                  "NAME` shows them)")
      ->type_name("NAME=VALUE");
  command.add_option("--site", options.sites, site_help)->type_name("SITE=STRENGTH");
}

void add_check_options(CLI::App& command, CheckArguments& options, const char* scenario_help,
                       const char* site_help) {
  add_check_choice(command, options, scenario_help, site_help);
  add_json(command, options.json);
  command.add_flag(
      "--compiler", options.compiler,
      "Tell what each barrier() and each ONCE is for, with a compiler that makes of "
      "plain accesses what it may, on a machine with --arch; --site NAME=none: of these "
      "only");
}

void keep_compiler_apart(CLI::App& command) {
  CLI::Option* compiler = command.get_option("--compiler");
  for (CLI::Option* option : command.get_options()) {
    const std::string name = option->get_name();
    if (name != "--compiler" && name != "--json" && name != "--site" && name != "--jobs" &&
        name != "--arch" && name != "--user-table" && name != "--help")
      compiler->excludes(option);
  }
}

void add_session_options(CLI::App& command, SessionOptions& session) {
  command.add_option("--jobs", session.jobs, "Workers (one a core); the result is the same")
      ->check(count_error)
      ->type_name("N");
  command
      .add_option("--limit-executions", session.limit_executions,
                  "End each check after N executions (exit status 3)")
      ->check(count_error)
      ->type_name("N");
  command.add_option("--time", session.seconds, "End after so many seconds (exit status 3)")
      ->check(seconds_error)
      ->type_name("SECONDS");
  command.add_option("--memory", session.memory, "End above so many MiB (exit status 3)")
      ->check(count_error)
      ->type_name("MIB");
  command
      .add_option("--checkpoint", session.checkpoint,
                  "Keep what is known in FILE: every half minute, at a limit, at Ctrl-C")
      ->type_name("FILE");
  command
      .add_option("--resume", session.resume,
                  "Go on from what --checkpoint kept, with the same checks")
      ->type_name("FILE");
  command.add_flag("--progress", session.progress,
                   "Show the progress even when standard error is no terminal");
}

void add_all_events(CLI::App& command, bool& all_events) {
  command.add_flag("--all-events", all_events,
                   "Show executions with every event, a column for each interrupt level, and what "
                   "the code says");
}

void add_symmetry(CLI::App& command, bool& symmetry, const std::string& same) {
  command
      .add_option("--symmetry", symmetry,
                  "on: explore threads with the same " + same +
                      " in one order only, which changes no answer and no count (on)")
      ->transform(
          CLI::CheckedTransformer(std::map<std::string, bool>{{"on", true}, {"off", false}}))
      ->type_name("on|off");
}

}  // namespace ringcheck::options
