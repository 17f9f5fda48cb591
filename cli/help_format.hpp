#pragma once
// How `--help` looks: 80 columns, options in groups, examples first.

#include <CLI/CLI.hpp>
#include <span>
#include <string>
#include <string_view>

namespace ringcheck {

/// A command line that shows what a subcommand is for.
struct UsageExample {
  std::string_view command;  ///< the subcommand, such as "litmus run"
  std::string_view line;     ///< what to type
  std::string_view meaning;  ///< one line
};

/// All examples, in the order in which they are shown.
std::span<const UsageExample> all_examples();

/// Gives `app` and all its subcommands this help, and lets an option take only the one word after
/// it. Pre: everything has been added to `app`.
void finish_command_line(CLI::App& app);

/// What `option` is called, with its short name and its value: "-o DIR", "--jobs N".
std::string option_text(const CLI::Option& option);

/// The name of its value, such as "FILE"; empty for a flag.
std::string value_name(const CLI::Option& option);

/// The name of a positional, with dots if it is a list: "FILE...".
std::string positional_text(const CLI::Option& option);

}  // namespace ringcheck
