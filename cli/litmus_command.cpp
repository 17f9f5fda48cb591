// `ringcheck litmus run`: many tests on all cores, output in the order of the files.
// Tested by tests/cli/litmus_command_test.cpp.
#include "cli/litmus_command.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iostream>
#include <map>
#include <mutex>
#include <optional>
#include <set>
#include <sstream>
#include <string_view>

#include "check/ordered_tasks.hpp"
#include "cli/litmus_files.hpp"
#include "cli/litmus_models.hpp"
#include "cli/litmus_pictures.hpp"
#include "cli/litmus_summary.hpp"
#include "cli/output.hpp"
#include "graph/diagnostic.hpp"
#include "litmus/expectation_file.hpp"

namespace ringcheck {

namespace {

/// The results of one file, and what is printed about it.
struct FileResult {
  std::vector<LitmusRow> rows;      ///< one per model; none for a test that nobody asked for
  std::vector<std::string> models;  ///< under which it was run
  std::string output;               ///< for standard output
  std::string error;                ///< for standard error
};

/// What all files share.
struct Session {
  const LitmusRunOptions& options;
  LitmusModels models;
  std::optional<ExpectationFile> expectations;
  std::optional<std::set<std::string>> names;
  std::map<std::string, std::string> pictures;  ///< what they are called, by file
};

LitmusOptions options_of(const LitmusRunOptions& asked) {
  LitmusOptions options;
  options.limits.executions = asked.limit_executions;
  options.limits.seconds = asked.seconds;
  options.symmetric = asked.symmetry ? SymmetricThreads::once : SymmetricThreads::each;
  options.unroll = asked.unroll;
  options.dependencies =
      asked.herd_dependencies ? LitmusDependencies::herd : LitmusDependencies::ringcheck;
  return options;
}

/// `object`, a JSON object, as a line that begins with the name of the schema.
std::string row_of_schema(const std::string& object) {
  return fmt::format("{{\"schema\":\"{}\",{}\n", kSchema, object.substr(1));
}

/// The cell for a test under one of several models, in a row of their table.
std::string cell(const LitmusRow& row, const LitmusResult* answer) {
  if (answer == nullptr) return fmt::format("{:<26}", "refused");
  return fmt::format("{:<26}", fmt::format("{} {}+{}{}", observation_text(answer->observation),
                                           answer->positive, answer->negative,
                                           row.outcome == LitmusOutcome::bound_reached ? " bound"
                                           : row.outcome == LitmusOutcome::disagrees   ? " !"
                                                                                       : ""));
}

/// Runs the test in `text` under model number `i`, and adds the results. Returns the answer.
LitmusResult run_under(Session& session, std::size_t i, const std::string& text,
                       const std::string& file, FileResult& result) {
  const LitmusRunOptions& asked = session.options;
  const Statistics statistics = asked.statistics ? Statistics::yes : Statistics::no;
  const LitmusModel model = session.models.get(i, litmus_architecture(text, file));
  const LitmusTest test = parse_litmus(text, file, model.primitives);
  const std::string& name = model.model.name();
  LitmusOptions options = options_of(asked);
  LitmusPictures pictures(asked, model.model, test.name, file, text);
  if (asked.show != ShownExecutions::none)
    options.show = [&](const ShownExecution& execution) { pictures.take(execution); };
  LitmusResult answer = run_litmus(test, model.model, options);
  if (asked.ci.no_times) answer.seconds = 0;
  if (asked.show != ShownExecutions::none) {
    const auto named = session.pictures.find(file);
    const std::string& own = named == session.pictures.end() ? test.name : named->second;
    result.error += pictures.write(session.models.count() > 1 ? own + "." + name : own);
  }
  const auto given =
      session.expectations ? session.expectations->find(test.name, file, name) : std::nullopt;
  const LitmusJudgement judgement = judge(text, answer, model.model, given);
  LitmusRow row = row_of(answer, judgement, given ? asked.expectations : "");
  const std::string log = to_herd_log(answer, statistics);
  if (asked.json)
    result.output += row_of_schema(to_json(answer, judgement, statistics));
  else if (session.models.count() == 1 &&
           (!asked.ci.quiet || status_of(row.outcome) != ExitStatus::holds))
    result.output += log;
  if (row.outcome == LitmusOutcome::disagrees)
    result.error += session.models.count() > 1 ? fmt::format("{}: {}: {}\n", file, name, row.note)
                                               : fmt::format("{}: {}\n", file, row.note);
  if (status_of(row.outcome) != ExitStatus::holds) row.log = log;
  result.models.push_back(name);
  result.rows.push_back(std::move(row));
  return answer;
}

FileResult run_file(const std::string& file, Session& session) {
  FileResult result;
  std::string name = file;
  std::string cells;
  std::string text;
  for (std::size_t i = 0; i < session.models.count(); ++i) {
    try {
      if (i == 0) {
        text = read_input(file);
        if (session.names && !session.names->contains(litmus_name(text, file))) return {};
      }
      const LitmusResult answer = run_under(session, i, text, file, result);
      name = answer.name;
      cells += cell(result.rows.back(), &answer);
    } catch (const InputError& error) {
      result.rows.push_back({file, LitmusOutcome::refused, error.what(), "", 0});
      result.error += result.rows.back().note + "\n";
      if (session.options.json) result.output += row_of_schema(error_to_json(file, error.what()));
      cells += cell(result.rows.back(), nullptr);
      if (text.empty()) break;  // nothing to run under another model
    }
  }
  cells.erase(cells.find_last_not_of(' ') + 1);
  if (session.models.count() > 1 && !session.options.json)
    result.output = fmt::format("{:<40} {}\n", name, cells);
  return result;
}

std::optional<std::set<std::string>> names_of(const std::string& file) {
  if (file.empty()) return std::nullopt;
  std::set<std::string> names;
  std::istringstream lines(read_input(file));
  for (std::string line; std::getline(lines, line);) {
    std::string word;
    if (std::istringstream(line) >> word && !word.starts_with('#')) names.insert(word);
  }
  return names;
}

void require_pictures(const LitmusRunOptions& options) {
  if (options.show == ShownExecutions::none && options.pictures.empty()) return;
  if (options.show == ShownExecutions::none)
    throw InputError({"-o", 0, 0, "saw a folder, expected --show prop, neg or all too"});
  if (options.pictures.empty())
    throw InputError({"--show", 0, 0, "saw no folder for the pictures, expected -o DIR too"});
  require_folder(options.pictures, "pictures");
}

/// Prints the results of the files.
class Console {
 public:
  Console(const LitmusRunOptions& options, const std::vector<std::string>& files)
      : options_(options),
        files_(files),
        progress_(options.progress),
        step_(progress_.overwrites() ? 1 : std::max<std::size_t>(1, files.size() / 20)) {}

  /// Called after each file, in any order, by any thread.
  void finish(FileResult& result) {
    const std::lock_guard lock(mutex_);
    if (options_.unordered) print(result);
    if (++finished_ % step_ == 0 || finished_ == files_.size()) show_progress();
  }

  /// Called for each file, in the order of the files.
  void take(FileResult result) {
    const std::lock_guard lock(mutex_);
    if (!options_.unordered) print(result);
    ++taken_;
    models.insert(result.models.begin(), result.models.end());
    for (LitmusRow& row : result.rows) rows.push_back(std::move(row));
    if (progress_.overwrites()) show_progress();
  }

  void end() { progress_.wipe(); }

  std::vector<LitmusRow> rows;
  std::set<std::string> models;  ///< under which tests were run

 private:
  void print(const FileResult& result) {
    progress_.wipe();
    std::cout << result.output << std::flush;
    std::cerr << result.error << std::flush;
  }

  void show_progress() {
    const bool waits = taken_ < files_.size() && !options_.unordered;
    progress_.show(fmt::format("{} of {} tests{}", finished_, files_.size(),
                               waits ? ", waiting for " + files_[taken_] : ""));
  }

  const LitmusRunOptions& options_;
  const std::vector<std::string>& files_;
  std::mutex mutex_;  // only one thread at a time writes to the terminal
  Progress progress_;
  std::size_t step_;
  std::size_t finished_ = 0;
  std::size_t taken_ = 0;
};

/// The line above a table of several models.
std::string table_head(const LitmusModels& models) {
  std::string head;
  for (std::size_t i = 0; i < models.count(); ++i) head += fmt::format("{:<26}", models.name(i));
  head.erase(head.find_last_not_of(' ') + 1);
  return fmt::format("{:<40} {}\n", "Test", head);
}

}  // namespace

ExitStatus run_litmus_files(const LitmusRunOptions& options) {
  Session session{options, LitmusModels(options.models, options.cat), {}, {}, {}};
  const std::vector<std::string> files = litmus_files(options.files);
  require_pictures(options);
  require_ci_writable(options.ci);
  if (!options.expectations.empty())
    session.expectations =
        ExpectationFile::read(read_input(options.expectations), options.expectations);
  session.names = names_of(options.names);
  if (options.show != ShownExecutions::none) session.pictures = picture_names(files);

  if (session.models.count() > 1 && !options.json) std::cout << table_head(session.models);
  Console console(options, files);
  run_ordered(
      files.size(), options.jobs,
      [&](std::size_t i) {
        FileResult result = run_file(files[i], session);
        console.finish(result);
        return result;
      },
      [&](FileResult result) { console.take(std::move(result)); });
  console.end();
  std::cerr << session.models.remarks();

  for (std::size_t i = 0; i < options.models.size(); ++i)
    console.models.insert(session.models.name(i));
  const std::string model_name =
      console.models.empty() ? "no model" : fmt::format("{}", fmt::join(console.models, ", "));
  write_ci_files(options.ci, ci_rows_of(console.rows), "litmus tests under " + model_name);
  ExitStatus status = ExitStatus::holds;
  for (const LitmusRow& row : console.rows) status = worse(status, status_of(row.outcome));
  // JSON lines are for programs: the summary goes elsewhere.
  const bool nothing_wrong = options.ci.quiet && status == ExitStatus::holds;
  if (console.rows.size() > 1 && !nothing_wrong)
    (options.json ? std::cerr : std::cout) << summary_text(console.rows, model_name);
  if (console.rows.empty())
    throw InputError({options.names, 0, 0, "saw no name of a test that is there, expected one"});
  return status;
}

}  // namespace ringcheck
