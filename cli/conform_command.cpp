// `ringcheck conform`: every row of recorded answers, on all cores, counted in the order of the
// rows. Nothing is printed before all rows have been read, so bad input leaves nothing
// half-written. Tested by tests/cli/conform_test.cpp.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <iostream>

#include "check/ordered_tasks.hpp"
#include "cli/commands.hpp"
#include "cli/live_kernel.hpp"
#include "cli/output.hpp"
#include "graph/diagnostic.hpp"
#include "properties/core/area.hpp"
#include "properties/core/conform_set.hpp"
#include "properties/ring/live_case.hpp"

namespace ringcheck {

namespace {

/// A file of recorded answers.
struct AnswerFile {
  std::string path;
  std::string name;                 ///< of the set
  const ConformSet* set = nullptr;  ///< none: not modelled
};

/// The result for a file.
struct FileOutcome {
  AnswerFile file;
  ConformTally tally;
  std::optional<std::uint64_t> seed{};  ///< of random programs
};

/// Names of all sets, for messages.
std::string set_names() {
  std::string names;
  for (const ConformSet* set : all_conform_sets())
    names.append(names.empty() ? "" : ", ").append(set->name);
  return names;
}

/// The files of folder `options.aux` that are asked for, in the order of their names.
std::vector<AnswerFile> files_of_folder(const ConformOptions& options) {
  std::vector<AnswerFile> files;
  const std::filesystem::path folder(options.aux);
  for (const std::string& name : options.sets) {
    const ConformSet* set = find_conform_set(name);
    if (set == nullptr)
      throw InputError(
          {"--set", 0, 0, fmt::format("saw '{}', expected one of {}", name, set_names())});
    files.push_back({folder / (name + ".jsonl"), name, set});
  }
  if (!files.empty()) return files;
  std::error_code error;
  for (const auto& entry : std::filesystem::directory_iterator(folder, error)) {
    if (entry.path().extension() != ".jsonl") continue;
    const std::string name = entry.path().stem();
    files.push_back({entry.path(), name, find_conform_set(name)});
  }
  if (error) throw InputError({options.aux, 0, 0, "is no folder that can be read, expected one"});
  if (files.empty())
    throw InputError({options.aux, 0, 0, "holds no .jsonl file, expected recorded answers"});
  std::ranges::sort(files,
                    [](const AnswerFile& a, const AnswerFile& b) { return a.name < b.name; });
  return files;
}

/// Every file that is asked for. Errors: InputError when there is none.
std::vector<AnswerFile> chosen_files(const ConformOptions& options) {
  if (options.aux.empty() && options.traces.empty() && !options.live)
    throw InputError(
        {"conform", 0, 0, "saw nothing to hold against, expected --aux, --traces or --live"});
  if (options.live && (options.cases == 0 || options.cases > INT32_MAX))
    throw InputError(
        {"--cases", 0, 0, fmt::format("saw {}, expected 1 … {}", options.cases, INT32_MAX)});
  if (options.aux.empty() && !options.sets.empty())
    throw InputError({"--set", 0, 0, "saw no folder of sets, expected --aux DIR"});
  std::vector<AnswerFile> files;
  if (!options.aux.empty()) files = files_of_folder(options);
  if (!options.traces.empty())
    files.push_back({options.traces, std::string(kLiveTraceSet.name), &kLiveTraceSet});
  return files;
}

/// The lines of `text`; views into it. A newline at the very end ends the last line.
std::vector<std::string_view> split_lines(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    lines.push_back(text.substr(0, end));
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  }
  return lines;
}

FileOutcome hold_against(const AnswerFile& file, unsigned jobs) {
  FileOutcome outcome{file, {}, {}};
  const std::string text = read_input(file.path);
  const std::vector<std::string_view> lines = split_lines(text);
  if (file.set == nullptr) {
    outcome.tally.rows = outcome.tally.refused = lines.size();
    outcome.tally.refused_for = "not modelled";
    return outcome;
  }
  if (lines.empty()) throw InputError({file.path, 0, 0, "is empty, expected rows"});
  int line = 0;
  run_ordered(
      lines.size(), jobs,
      [&](std::size_t i) {
        return conform_row(*file.set, file.path, static_cast<int>(i) + 1, lines[i]);
      },
      [&](RowOutcome row) { add(outcome.tally, ++line, std::move(row)); });
  return outcome;
}

/// Drives a buffer of the running kernel with programs, and holds the specification against what it
/// shows.
FileOutcome hold_against_kernel(const ConformOptions& options) {
  FileOutcome outcome{
      {fmt::format("--live --seed {}", options.seed), "live-kernel", &kLiveTraceSet},
      {},
      options.seed};
  try {
    for (std::uint64_t i = 1; i <= options.cases; ++i) {
      const LiveCase program = random_live_case(options.seed, i);
      KernelBuffer buffer(program.setup);
      const Json row =
          record_live_case(program, buffer, fmt::format("seed {} case {}", options.seed, i));
      const auto line = static_cast<int>(i);
      try {
        if (auto difference = kLiveTraceSet.check(row))
          add(outcome.tally, line, std::move(*difference));
        else
          add(outcome.tally, line, RowAgrees{});
      } catch (const RowError& error) {  // the kernel shows what cannot be
        add(outcome.tally, line, Difference{0, error.what(), row.at("steps"), nullptr, row});
      }
    }
  } catch (const KernelRefuses& error) {
    outcome.tally = {};
    outcome.tally.refused = 1;
    outcome.tally.refused_for =
        fmt::format("the kernel does not let it: {}; nothing is concluded", error.what());
  }
  return outcome;
}

/// How many files agree, differ, are refused.
struct Summary {
  int agree = 0, differ = 0, refused = 0;

  void add(const FileOutcome& outcome) {
    ++(outcome.tally.differ > 0 ? differ : outcome.tally.refused > 0 ? refused : agree);
  }
  [[nodiscard]] std::string text() const {
    return fmt::format("{} sets agree, {} differ, {} not modelled or not wholly\n", agree, differ,
                       refused);
  }
};

std::string text_of(const FileOutcome& outcome) {
  const ConformTally& tally = outcome.tally;
  std::string text =
      fmt::format("{:<24} {:>6} rows {:>6} agree {:>5} differ {:>5} refused", outcome.file.name,
                  tally.rows, tally.agree, tally.differ, tally.refused);
  if (outcome.seed) text += fmt::format("  (seed {})", *outcome.seed);
  if (tally.refused > 0) text += fmt::format("  ({})", tally.refused_for);
  text += '\n';
  if (!tally.first) return text;
  const Difference& first = *tally.first;
  text += fmt::format("  first difference: {}:{}, step {}: {}\n", outcome.file.path,
                      tally.first_line, first.step, first.what);
  text += fmt::format("    recorded       {}\n", first.expected.dump());
  text += fmt::format("    specification  {}\n", first.actual.dump());
  text += fmt::format("    shortest prefix that shows it:\n      {}\n", first.prefix.dump());
  return text;
}

Json json_of(const FileOutcome& outcome) {
  const ConformTally& tally = outcome.tally;
  Json row = {{"set", outcome.file.name}, {"modelled", outcome.file.set != nullptr},
              {"rows", tally.rows},       {"agree", tally.agree},
              {"differ", tally.differ},   {"refused", tally.refused}};
  if (outcome.seed) row["seed"] = *outcome.seed;
  if (tally.refused > 0) row["refused_for"] = tally.refused_for;
  row["first_difference"] = nullptr;
  if (const auto& first = tally.first)
    row["first_difference"] = {{"file", outcome.file.path},   {"line", tally.first_line},
                               {"step", first->step},         {"what", first->what},
                               {"recorded", first->expected}, {"specification", first->actual},
                               {"prefix", first->prefix}};
  return row;
}

}  // namespace

ExitStatus conform(const ConformOptions& options) {
  if (!options.json.empty()) require_writable(options.json);
  ExitStatus status = ExitStatus::holds;
  std::string text;
  Json rows = Json::array();
  Summary summary;
  const auto take = [&](const FileOutcome& outcome) {
    text += text_of(outcome);
    rows.push_back(json_of(outcome));
    summary.add(outcome);
    if (outcome.tally.differ > 0) status = ExitStatus::violated;
    if (outcome.tally.refused > 0 && status == ExitStatus::holds)
      status = ExitStatus::bound_reached;
  };
  for (const AnswerFile& file : chosen_files(options)) {
    Progress progress;
    progress.show(file.path);
    take(hold_against(file, options.jobs));
  }
  if (options.live) take(hold_against_kernel(options));
  if (options.json != "-") std::cout << text << summary.text();
  if (!options.json.empty()) write_output(options.json, json_rows(rows));
  return status;
}

}  // namespace ringcheck
