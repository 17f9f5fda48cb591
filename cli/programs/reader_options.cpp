// Tested by tests/cli/reader_test.cpp.
#include "cli/programs/reader_options.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <charconv>
#include <iterator>
#include <utility>

#include "graph/diagnostic.hpp"

namespace ringcheck {

namespace {

constexpr const char* kScenario = "perf-ring";

/// A parameter of the writer in include/ringcheck/reader/perf_ring.h.
struct ReaderParameter {
  std::string_view name;
  const char* macro;
  unsigned least, most;
};
constexpr ReaderParameter kParameters[] = {{"records", "RINGCHECK_RECORDS", 1, 16},
                                           {"payload", "RINGCHECK_PAYLOAD", 0, 6},
                                           {"words", "RINGCHECK_WORDS", 2, 64},
                                           {"polls", "RINGCHECK_POLLS", 1, 16}};

[[noreturn]] void refuse(const std::string& option, const std::string& what) {
  throw InputError({option, 0, 0, what});
}

bool is_name(const std::string& text) {
  return !text.empty() && std::ranges::none_of(text, [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) == 0 && c != '_';
  });
}

/// `setting` is NAME=VALUE.
std::pair<const ReaderParameter*, unsigned> value_of(const std::string& setting) {
  const std::string option = "--param " + setting;
  const std::size_t equals = std::min(setting.find('='), setting.size());
  const auto* found = std::ranges::find(kParameters, std::string_view(setting).substr(0, equals),
                                        &ReaderParameter::name);
  if (found == std::end(kParameters))
    refuse(option, "saw no such parameter, expected records, payload, words or polls");
  const std::string value = setting.substr(std::min(equals + 1, setting.size()));
  unsigned number = 0;
  const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), number);
  const bool is_number = error == std::errc() && end == value.data() + value.size();
  if (!is_number || number < found->least || number > found->most)
    refuse(option, fmt::format("saw '{}', expected a number from {} to {}", value, found->least,
                               found->most));
  if (found->name == "words" && (number & (number - 1)) != 0)
    refuse(option, fmt::format("saw '{}', expected a power of two", value));
  return {found, number};
}

/// The settings in `parameters` as arguments for clang. Errors: InputError for a buffer that no
/// record fits into.
std::vector<std::string> arguments_of(const std::vector<std::string>& parameters) {
  std::vector<std::string> arguments;
  unsigned words = 8;
  unsigned payload = 2;
  for (const std::string& setting : parameters) {
    const auto [parameter, value] = value_of(setting);
    if (parameter->name == "words") words = value;
    if (parameter->name == "payload") payload = value;
    arguments.push_back(fmt::format("-D{}={}", parameter->macro, value));
  }
  if (words <= payload + 1)
    refuse(fmt::format("--param words={}", words),
           fmt::format("saw an area that no record of {} words fits into, expected more words",
                       payload + 1));
  return arguments;
}

}  // namespace

CLI::Option* add_reader(CLI::App& command, CheckProgramOptions& options) {
  auto* reader =
      command.add_option("--reader", options.reader,
                         "This function reads a perf buffer that the kernel writes to: "
                         "void FUNCTION(void *base, size_t page_size, size_t data_size)");
  return reader->type_name("FUNCTION");
}

void add_reader_options(CLI::App& command, CheckProgramOptions& options) {
  auto* reader = add_reader(command, options);
  command.add_option("--scenario", options.scenario, "Whose writer it reads from (perf-ring)")
      ->needs(reader)
      ->type_name("S");
  command
      .add_option("--param", options.parameters,
                  "Of the writer: records=3, payload=2, words=8, polls=2; may be repeated")
      ->needs(reader)
      ->allow_extra_args(false)
      ->type_name("NAME=VALUE");
}

source::CompileOptions compile_options(const CheckProgramOptions& options) {
  source::CompileOptions compile{options.optimise, options.clang_arguments, options.reader};
  if (options.reader.empty()) return compile;
  if (!is_name(options.reader)) refuse("--reader " + options.reader, "saw no name of a function");
  if (!options.scenario.empty() && options.scenario != kScenario)
    refuse("--scenario " + options.scenario,
           "saw a scenario that has no writer in C, expected perf-ring");
  std::ranges::move(arguments_of(options.parameters), std::back_inserter(compile.arguments));
  return compile;
}

std::vector<std::string> default_models(const CheckProgramOptions& options) {
  if (options.reader.empty()) return {"sc", "x86-tso", "rc11"};
  return {"x86-tso", "armv8", "riscv", "power"};
}

}  // namespace ringcheck
