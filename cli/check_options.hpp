#pragma once
// Options that several subcommands have.

#include <CLI/CLI.hpp>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "cli/commands.hpp"

namespace ringcheck::options {

/// Accepts a number from 0 up: empty, or what is wrong with `text`.
std::string count_error(const std::string& text);

/// Accepts a number of seconds above 0: empty, or what is wrong with `text`.
std::string seconds_error(const std::string& text);

/// Accepts a number from 0 up, also with a fraction: empty, or what is wrong with `text`.
std::string amount_error(const std::string& text);

/// A check that a text is a whole number from `least` to `most`.
std::function<std::string(const std::string&)> range_error(std::uint64_t least, std::uint64_t most);

/// A check that a text is one of `words`.
std::function<std::string(const std::string&)> choice_error(std::vector<std::string> words);

/// `--json` with or without a file.
void add_json(CLI::App& command, std::string& path);

/// What is checked: models or machines, scenarios with their parameters, ordering points.
void add_check_choice(CLI::App& command, CheckArguments& options, const char* scenario_help,
                      const char* site_help);

/// The same, and what becomes of it: --json, --compiler.
void add_check_options(CLI::App& command, CheckArguments& options, const char* scenario_help,
                       const char* site_help);

/// The study of the compiler has its own scenarios and models: with it, only its own options may be
/// given.
/// Pre: all other options have been added.
void keep_compiler_apart(CLI::App& command);

/// Workers, limits, checkpoints and progress.
void add_session_options(CLI::App& command, SessionOptions& session);

/// `--all-events`, for executions that are printed.
void add_all_events(CLI::App& command, bool& all_events);

/// `--symmetry on|off`. `same`: what the threads have in common.
void add_symmetry(CLI::App& command, bool& symmetry, const std::string& same);

}  // namespace ringcheck::options
