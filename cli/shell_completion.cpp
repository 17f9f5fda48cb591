// Source: bash(1), "Programmable Completion"; zshcompwid(1), compadd; fish's documentation of
// complete. Tested by tests/cli/shell_completion_test.cpp and cli.completion.
#include "cli/shell_completion.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <set>
#include <utility>
#include <vector>

#include "check/machine_study.hpp"
#include "cli/architecture_profile.hpp"
#include "cli/named_things.hpp"
#include "graph/diagnostic.hpp"
#include "models/model.hpp"
#include "properties/core/area.hpp"

namespace ringcheck {

namespace {

/// A command with the words that lead to it: "/litmus/run"; "" for ringcheck itself.
struct Place {
  std::string path;
  const CLI::App* command;
};

std::vector<const CLI::App*> subcommands_of(const CLI::App& app) {
  return app.get_subcommands([](const CLI::App* one) { return !one->get_group().empty(); });
}

std::vector<Place> places_of(const CLI::App& app) {
  std::vector<Place> places{{"", &app}};
  for (std::size_t i = 0; i < places.size(); ++i) {
    const Place place = places[i];
    for (const CLI::App* sub : subcommands_of(*place.command))
      places.push_back({place.path + "/" + sub->get_name(), sub});
  }
  return places;
}

std::string model_words() {
  return fmt::format("{}", fmt::join(model_names(), " "));
}

/// The names that `name_of` gives to `things`, between spaces, each once.
template <class Things, class NameOf>
std::string words_of(const Things& things, NameOf name_of) {
  std::vector<std::string> words;
  for (const auto& thing : things) {
    std::string word(name_of(thing));
    if (std::ranges::find(words, word) == words.end()) words.push_back(std::move(word));
  }
  return fmt::format("{}", fmt::join(words, " "));
}

std::string machine_words() {
  return words_of(all_machines(), [](const Machine& machine) { return machine.name; });
}

std::string scenario_words() {
  return words_of(all_scenarios(), [](const Scenario* scenario) { return scenario->name; });
}

/// What settings of a scenario begin with: "records=".
std::string parameter_words() {
  std::set<std::string> words;
  for (const Scenario* scenario : all_scenarios())
    for (const Parameter& parameter : scenario->parameters)
      words.insert(fmt::format("{}=", parameter.name));
  return fmt::format("{}", fmt::join(words, " "));
}

std::string site_words() {
  std::set<std::string> words;
  for (const Scenario* scenario : all_scenarios())
    for (const Site* site : scenario->plan.sites()) words.insert(fmt::format("{}=", site->name));
  return fmt::format("{}", fmt::join(words, " "));
}

std::string mutant_words() {
  return words_of(all_mutants(), [](const Mutant* mutant) { return mutant->id; });
}

std::string thing_words() {
  return words_of(all_things(), [](const NamedThing& thing) { return thing.name; });
}

std::string kind_words() {
  return words_of(thing_kinds(), [](const ThingKind& kind) { return kind.plural; });
}

/// The words that may follow an option, alone or in a list with commas.
struct OptionWords {
  std::string_view option;  ///< its long name
  std::string (*words)();
  bool need_more = false;  ///< a word ends with "=", and what comes next is not known here
};
constexpr std::array kOptionWords{
    OptionWords{"model", model_words},           OptionWords{"arch", machine_words},
    OptionWords{"scenario", scenario_words},     OptionWords{"mutant", mutant_words},
    OptionWords{"param", parameter_words, true}, OptionWords{"site", site_words, true}};

/// The words that may follow an option of this long name; empty where shells offer files.
std::string words_after(std::string_view option) {
  const auto* found = std::ranges::find(kOptionWords, option, &OptionWords::option);
  return found == kOptionWords.end() ? "" : found->words();
}

/// The words that may take the place of `command`'s positionals.
std::string words_for_positionals(const CLI::App& command) {
  for (const CLI::Option* option : command.get_options()) {
    if (option->nonpositional()) continue;
    const std::string name = option->get_name(true);
    if (name == "scenario") return scenario_words();
    if (name == "kind") return kind_words();
    if (name == "what") return thing_words();
    if (name == "shell") return "bash zsh fish";
  }
  return "";
}

/// All that may come next in `command`: subcommands, what its positionals name, options.
std::string next_words(const CLI::App& command) {
  std::vector<std::string> words;
  for (const CLI::App* sub : subcommands_of(command)) words.push_back(sub->get_name());
  const std::string positional = words_for_positionals(command);
  if (!positional.empty()) words.push_back(positional);
  for (const CLI::Option* option : command.get_options()) {
    for (const std::string& name : option->get_snames()) words.push_back("-" + name);
    for (const std::string& name : option->get_lnames()) words.push_back("--" + name);
  }
  return fmt::format("{}", fmt::join(words, " "));
}

/// "  pattern) line ;;" for each command below ringcheck itself.
std::string path_pattern(const std::vector<Place>& places) {
  std::string pattern;
  for (const Place& place : places)
    if (!place.path.empty()) pattern += (pattern.empty() ? "" : "|") + place.path;
  return pattern;
}

std::string bash(const CLI::App& app) {
  const std::vector<Place> places = places_of(app);
  std::string text = fmt::format(
      "# Completions of ringcheck for bash.\n"
      "_ringcheck() {{\n"
      "  local current=${{COMP_WORDS[COMP_CWORD]}} path= words= word\n"
      "  for word in \"${{COMP_WORDS[@]:1:COMP_CWORD-1}}\"; do\n"
      "    case \"$path/$word\" in\n      {}) path=$path/$word ;;\n    esac\n  done\n"
      "  case \"${{COMP_WORDS[COMP_CWORD-1]}}\" in\n",
      path_pattern(places));
  for (const OptionWords& one : kOptionWords)
    text += fmt::format("    --{}) words=\"{}\" ;;\n", one.option, one.words());
  text += "    *) case \"$path\" in\n";
  for (const Place& place : places)
    text += fmt::format("      \"{}\") words=\"{}\" ;;\n", place.path, next_words(*place.command));
  return text +
         "    esac ;;\n  esac\n"
         "  local before=${current%\"${current##*,}\"}\n"
         "  mapfile -t COMPREPLY < <(compgen -P \"$before\" -W \"$words\" -- \"${current##*,}\")\n"
         "  if [[ ${COMPREPLY[0]-} == *= ]]; then compopt -o nospace 2>/dev/null || true; fi\n}\n"
         "complete -o default -F _ringcheck ringcheck\n";
}

std::string zsh(const CLI::App& app) {
  const std::vector<Place> places = places_of(app);
  std::string text = fmt::format(
      "#compdef ringcheck\n# Completions of ringcheck for zsh.\n"
      "local place= word\n"
      "for word in ${{words[2,CURRENT-1]}}; do\n"
      "  case $place/$word in\n    {}) place=$place/$word ;;\n  esac\ndone\n"
      "case $words[CURRENT-1] in\n",
      path_pattern(places));
  for (const OptionWords& one : kOptionWords)
    text += fmt::format("  --{}) compset -P '*,'; compadd {}-- {}; return ;;\n", one.option,
                        one.need_more ? "-S '' " : "", one.words());
  text += "esac\ncase $place in\n";
  for (const Place& place : places)
    text += fmt::format("  '{}') compadd -- {} ;;\n", place.path, next_words(*place.command));
  return text + "esac\n_files\n";
}

/// `text` between single quotes, as fish reads it.
std::string fish_quoted(std::string_view text) {
  std::string quoted = "'";
  for (const char c : text) {
    if (c == '\'' || c == '\\') quoted += '\\';
    quoted += c == '\n' ? ' ' : c;
  }
  return quoted + "'";
}

/// The condition under which fish is at `place`.
std::string fish_condition(const Place& place) {
  if (place.path.empty()) return "__fish_use_subcommand";
  std::string condition;
  for (std::size_t start = 1; start <= place.path.size();) {
    const std::size_t end = std::min(place.path.find('/', start), place.path.size());
    condition += fmt::format("{}__fish_seen_subcommand_from {}", condition.empty() ? "" : "; and ",
                             place.path.substr(start, end - start));
    start = end + 1;
  }
  return condition;
}

std::string fish(const CLI::App& app) {
  std::string text = "# Completions of ringcheck for fish.\n";
  for (const Place& place : places_of(app)) {
    const std::string begin =
        fmt::format("complete -c ringcheck -n {}", fish_quoted(fish_condition(place)));
    for (const CLI::App* sub : subcommands_of(*place.command))
      text += fmt::format("{} -a {} -d {}\n", begin, sub->get_name(),
                          fish_quoted(sub->get_description()));
    const std::string positional = words_for_positionals(*place.command);
    if (!positional.empty()) text += fmt::format("{} -a {}\n", begin, fish_quoted(positional));
    for (const CLI::Option* option : place.command->get_options()) {
      if (!option->nonpositional()) continue;
      std::string line = begin;
      for (const std::string& name : option->get_snames()) line += " -s " + name;
      for (const std::string& name : option->get_lnames()) line += " -l " + name;
      const std::string words =
          option->get_lnames().empty() ? "" : words_after(option->get_lnames().front());
      if (!words.empty())
        line += " -x -a " + fish_quoted(words);
      else if (option->get_items_expected_min() > 0)
        line += " -r";
      text += fmt::format("{} -d {}\n", line, fish_quoted(option->get_description()));
    }
  }
  return text;
}

}  // namespace

std::string completion_text(const CLI::App& app, std::string_view shell) {
  if (shell == "bash") return bash(app);
  if (shell == "zsh") return zsh(app);
  if (shell == "fish") return fish(app);
  throw InputError(
      {"completion", 0, 0, fmt::format("saw '{}', expected bash, zsh or fish", shell)});
}

}  // namespace ringcheck
