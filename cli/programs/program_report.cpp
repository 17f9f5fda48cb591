// Tested by tests/cli/check_command_test.cpp and tests/cli/shard_program_test.cpp.
#include "cli/programs/program_report.hpp"

#include <fmt/format.h>

#include <charconv>
#include <utility>

#include "cli/output.hpp"
#include "cli/programs/program_text.hpp"
#include "cli/terminal.hpp"

namespace ringcheck {

namespace {

constexpr ExitStatus kStatuses[] = {ExitStatus::holds, ExitStatus::violated,
                                    ExitStatus::bound_reached, ExitStatus::bound_reached};

nlohmann::ordered_json row_of(const source::ProgramCheck& check, const std::string& model,
                              const source::CheckResult& result) {
  nlohmann::ordered_json row;
  row["file"] = check.file;
  row["model"] = model;
  row["verdict"] = verdict_of(result);
  if (result.error) {
    row["kind"] = source::name_of(result.error->kind);
    row["where"] = result.error->where;
    if (!result.error->other_where.empty()) row["other"] = result.error->other_where;
    row["what"] = result.error->what;
  }
  if (!result.bound.empty()) row["bound"] = result.bound;
  if (!result.leak.empty()) row["leak"] = result.leak;
  row["executions"] = result.executions;
  row["blocked"] = result.blocked;
  row["witness"] = result.error ? nlohmann::ordered_json::parse(source::witness_json(check, result))
                                : nlohmann::ordered_json(nullptr);
  return row;
}

/// Removes the number at the end of `text`, after a colon, and returns it; 0 if there is none.
int take_number(std::string& text) {
  const std::size_t colon = text.rfind(':');
  int number = 0;
  const char* const end = text.data() + text.size();
  if (colon == std::string::npos ||
      std::from_chars(text.data() + colon + 1, end, number).ptr != end || colon + 1 == text.size())
    return 0;
  text.erase(colon);
  return number;
}

/// Puts `where`, of the form file:line:column, into `row`.
void put_place(std::string where, CiRow& row) {
  const int last = take_number(where);
  const int before = take_number(where);
  row.line = before > 0 ? before : last;
  row.column = before > 0 ? last : 0;
  row.file = std::move(where);
}

}  // namespace

CiRow ci_row_of(const source::ProgramCheck& check, const Model& model,
                const source::CheckResult& result, double seconds) {
  CiRow row;
  row.suite = check.file;
  row.name = model.name();
  row.file = check.file;
  row.seconds = seconds;
  if (result.error) {
    row.outcome = CiOutcome::failed;
    row.rule = source::name_of(result.error->kind);
    row.message = result.error->what;
    row.details = program_text(check.file, model, result);
    if (!result.error->where.empty()) put_place(result.error->where, row);
  } else if (result.verdict != source::CheckResult::Verdict::holds) {
    row.outcome = CiOutcome::undecided;
    row.rule = verdict_of(result);
    row.message = result.bound;
  }
  return row;
}

ProgramReport::ProgramReport(ProgramOutputs outputs)
    : outputs_(std::move(outputs)),
      written_(outputs_.witness.empty() && !outputs_.pictures.wanted()) {
  const ProgramPictures& pictures = outputs_.pictures;
  for (const std::string& output :
       {outputs_.json, outputs_.witness, pictures.dot, pictures.svg, pictures.html})
    if (!output.empty() && output != "-") require_writable(output);
  require_ci_writable(outputs_.ci);
}

void ProgramReport::write_first(const source::ProgramCheck& check,
                                const source::CheckResult& result) {
  if (!result.error || written_) return;
  const std::string witness = source::witness_json(check, result);
  if (!outputs_.witness.empty()) write_output(outputs_.witness, witness);
  if (outputs_.pictures.wanted()) write_program_pictures(outputs_.pictures, witness);
  written_ = true;
}

void ProgramReport::take(const source::ProgramCheck& check, const Model& model,
                         const source::CheckResult& result, const SampleOptions& sample) {
  const auto now = std::chrono::steady_clock::now();
  const std::chrono::duration<double> took = now - begun_;
  begun_ = now;
  rows_.push_back(row_of(check, model.name(), result));
  if (sample.walks > 0) rows_.back()["seed"] = sample.seed;
  ci_rows_.push_back(ci_row_of(check, model, result, took.count()));
  const ExitStatus ended = kStatuses[static_cast<std::size_t>(result.verdict)];
  status_ = worse(status_, ended);
  write_first(check, result);
  if (!prints() || (outputs_.ci.quiet && ended == ExitStatus::holds)) return;
  write_output(
      "-", program_text(check.file, model, result,
                        {.all_events = outputs_.all_events, .width = standard_output().columns}));
  if (sample.walks > 0)
    write_output("-", fmt::format("  --sample {} --seed {}\n", sample.walks, sample.seed));
}

ExitStatus ProgramReport::end(const std::string& left_in) {
  if (prints() && !left_in.empty())
    write_output("-", fmt::format("go on: --resume {} with the same options\n", left_in));
  if (!written_ && prints() && !outputs_.ci.quiet)
    write_output("-", "no error, so no witness and no picture is written\n");
  if (!outputs_.json.empty()) write_output(outputs_.json, json_rows(rows_));
  write_ci_files(outputs_.ci, std::move(ci_rows_), "ringcheck check");
  return status_;
}

}  // namespace ringcheck
