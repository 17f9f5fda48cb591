// Tested by tests/cli/help_test.cpp.
#include "cli/help_format.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "cli/text_layout.hpp"

namespace ringcheck {

namespace {

constexpr UsageExample kExamples[] = {
    {"verify", "ringcheck verify perf-ring --model armv8", "the perf ring under Armv8"},
    {"verify", "ringcheck verify perf-ring --model armv8 --site B=none",
     "the same without the write barrier before the store of data_head"},
    {"verify", "ringcheck verify perf-ring-overrun --model sc --witness overrun.json",
     "keep the execution that shows a violation"},
    {"barriers", "ringcheck barriers --model armv8,rc11",
     "what each ordering point of a ring needs"},
    {"barriers", "ringcheck barriers perf-ring --arch arm64 --site B=none,wmb",
     "the same as compiled for a machine, for one ordering point"},
    {"check", "ringcheck check examples/message.c --model rc11",
     "every execution of a program of your own"},
    {"litmus run", "ringcheck litmus run litmus/tests/MP+wmb+rmb.litmus",
     "a test under the model of its architecture"},
    {"litmus run", "ringcheck litmus run --model lkmm,armv8 litmus/tests",
     "a folder of tests, two models side by side"},
    {"litmus compare", "ringcheck litmus compare sc tso --tests litmus/tests/SB.litmus",
     "where two models differ"},
    {"litmus compile", "ringcheck litmus compile --arch arm64 litmus/tests/MP+wmb+rmb.litmus",
     "what the kernel's primitives become on a machine"},
    {"litmus gen", "ringcheck litmus gen --cycle \"PodWW Rfe DpCtrldW Coe\"",
     "a test in diy7's words"},
    {"mutants", "ringcheck mutants --mutant M-01", "one known mistake: what sees it, and where"},
    {"fuzz", "ringcheck fuzz --seed 1 --cases 100", "random sequences, the same for each seed"},
    {"explain", "ringcheck explain I-06", "what a property says, and where it is judged"},
    {"explain", "ringcheck explain F-02", "a violation that Linux 6.1 has, and its remedy"},
    {"explain", "ringcheck explain B", "an ordering point"},
    {"list", "ringcheck list scenarios", "names, with a line each"},
    {"list", "ringcheck list scenarios perf-ring", "one of them, with its parameters"},
};

/// A heading, and the long names of the options below it.
struct OptionGroup {
  std::string_view heading;
  std::array<std::string_view, 40> options;
};

constexpr OptionGroup kOptionGroups[] = {
    {"What is checked",
     {"model",    "arch",         "user-table", "scenario", "param",    "site",      "compiler",
      "drivers",  "verdict-only", "entry",      "opt",      "volatile", "no-races",  "termination",
      "leaks",    "mutant",       "section",    "tests",    "names",    "expect",    "user",
      "reader",   "tree",         "area",       "changes",  "most",     "findings",  "barriers",
      "programs", "aux",          "set",        "traces",   "live",     "outsiders", "at",
      "machine",  "machines"}},
    {"What is written",
     {"cycle", "relax", "size", "obs", "shape", "records", "plan", "catalogue", "kernel-plans",
      "name"}},
    {"Drawn at random", {"seed", "cases", "sample"}},
    {"Models from files", {"I", "variant", "bell", "macros", "dependencies"}},
    {"Limits and workers",
     {"jobs", "time", "limit-executions", "memory", "unroll", "no-unroll", "checkpoint", "resume",
      "symmetry"}},
    {"Output",
     {"json", "junit", "sarif", "witness", "report", "quiet", "no-times", "progress", "statistics",
      "unordered", "all", "all-events", "smallest", "accept-findings", "pages", "page", "patch",
      "output", "markdown"}},
    {"Pictures", {"show", "as", "o", "limit-show", "dot", "svg", "html"}},
};
constexpr std::string_view kOtherOptions = "Options";

/// A heading, and the subcommands below it.
struct CommandGroup {
  std::string_view heading;
  std::array<std::string_view, 6> commands;
};

constexpr CommandGroup kCommandGroups[] = {
    {"Questions", {"verify", "barriers", "check", "litmus"}},
    {"Answers", {"explain", "replay", "list"}},
    {"The specification itself", {"conform", "kernel", "mutants", "fuzz"}},
};
constexpr std::string_view kOtherCommands = "More";

/// The heading under which `name` is listed.
template <std::size_t Groups, class Group, class Names>
std::string heading_of(const Group (&groups)[Groups], Names names, std::string_view name,
                       std::string_view other) {
  for (const Group& group : groups)
    if (std::ranges::find(group.*names, name) != std::end(group.*names))
      return std::string(group.heading);
  return std::string(other);
}

std::string long_name(const CLI::Option& option) {
  if (!option.get_lnames().empty()) return option.get_lnames().front();
  return option.get_snames().empty() ? "" : option.get_snames().front();
}

/// The columns where descriptions begin.
constexpr std::size_t kOptionColumn = 26;
constexpr std::size_t kCommandColumn = 14;

std::string option_row(const CLI::Option& option) {
  std::string about = option.get_description();
  const std::string standard = option.get_default_str();
  if (!standard.empty() && long_name(option) != "json") about += fmt::format(" ({})", standard);
  if (option.get_required()) about += "; required";
  return beside(option.get_positional() && !option.nonpositional() ? positional_text(option)
                                                                   : option_text(option),
                about, 2, kOptionColumn);
}

std::string usage(const CLI::App& app, const std::string& name) {
  std::string text = "Usage: " + name;
  if (!app.get_options([](const CLI::Option* one) { return one->nonpositional(); }).empty())
    text += " [OPTIONS]";
  for (const CLI::Option* one : app.get_options())
    if (one->get_positional())
      text += one->get_required() ? " " + positional_text(*one)
                                  : fmt::format(" [{}]", positional_text(*one));
  if (!app.get_subcommands([](const CLI::App*) { return true; }).empty()) text += " COMMAND";
  return text + '\n';
}

std::string examples(const std::string& name) {
  std::string text;
  for (const UsageExample& one : kExamples)
    if (name == fmt::format("ringcheck {}", one.command))
      text += fmt::format("  {}\n{}", one.line, wrapped(one.meaning, 6));
  return text.empty() ? "" : "\nExamples:\n" + text;
}

std::string subcommands(const CLI::App& app) {
  std::vector<std::string> headings;
  const auto all = app.get_subcommands(
      [](const CLI::App* one) { return !one->get_group().empty() && !one->get_name().empty(); });
  for (const CommandGroup& group : kCommandGroups) headings.emplace_back(group.heading);
  headings.emplace_back(kOtherCommands);
  std::string text;
  for (const std::string& heading : headings) {
    std::string rows;
    for (const CLI::App* one : all)
      if (one->get_group() == heading)
        rows += beside(one->get_name(), one->get_description(), 2, kCommandColumn);
    if (!rows.empty())
      text += fmt::format("\n{}:\n{}", app.get_parent() != nullptr ? "Commands" : heading, rows);
  }
  return text;
}

std::string options(const CLI::App& app) {
  std::vector<std::string> headings;
  for (const OptionGroup& group : kOptionGroups) headings.emplace_back(group.heading);
  headings.emplace_back(kOtherOptions);
  std::string text;
  for (const CLI::Option* one : app.get_options())
    if (one->get_positional() && !one->get_group().empty()) text += option_row(*one);
  if (!text.empty()) text = "\nArguments:\n" + text;
  for (const std::string& heading : headings) {
    std::string rows;
    for (const CLI::Option* one : app.get_options())
      if (one->nonpositional() && one->get_group() == heading) rows += option_row(*one);
    if (!rows.empty()) text += fmt::format("\n{}:\n{}", heading, rows);
  }
  return text;
}

std::string help(const CLI::App& app, const std::string& name) {
  std::string text = wrapped(app.get_description(), 0) + '\n' + usage(app, name);
  text += examples(name) + subcommands(app) + options(app);
  const std::string footer = app.get_footer();
  return footer.empty() ? text : text + '\n' + wrapped(footer, 0);
}

}  // namespace

void finish_command_line(CLI::App& app) {
  app.formatter_fn([](const CLI::App* one, const std::string& name, CLI::AppFormatMode /*mode*/) {
    return help(*one, name);
  });
  for (CLI::Option* option : app.get_options()) {
    if (!option->nonpositional()) continue;
    if (!option->get_group().empty())
      option->group(
          heading_of(kOptionGroups, &OptionGroup::options, long_name(*option), kOtherOptions));
    if (option->get_items_expected_max() > 1 && !option->get_positional())
      option->allow_extra_args(false);
  }
  for (CLI::App* sub : app.get_subcommands([](const CLI::App*) { return true; })) {
    if (!sub->get_group().empty())
      sub->group(
          heading_of(kCommandGroups, &CommandGroup::commands, sub->get_name(), kOtherCommands));
    finish_command_line(*sub);
  }
}

std::span<const UsageExample> all_examples() {
  return kExamples;
}

std::string value_name(const CLI::Option& option) {
  const std::string type = option.get_type_name();
  return type.substr(0, type.find(':'));
}

std::string option_text(const CLI::Option& option) {
  std::string text;
  for (const std::string& name : option.get_snames())
    text.append(text.empty() ? "-" : ", -").append(name);
  for (const std::string& name : option.get_lnames())
    text.append(text.empty() ? "--" : ", --").append(name);
  if (option.get_items_expected_max() == 0) return text;
  // A value that may be left out is joined to the name in one word.
  if (option.get_items_expected_min() == 0) return text + "[=" + value_name(option) + "]";
  return text + " " + value_name(option);
}

std::string positional_text(const CLI::Option& option) {
  std::string name = option.get_name(true);
  std::ranges::transform(name, name.begin(),
                         [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
  return option.get_items_expected_max() > 1 ? name + "..." : name;
}

}  // namespace ringcheck
