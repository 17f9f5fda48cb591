// Tested by tests/cli/check_command_test.cpp and tests/cli/shard_program_test.cpp.
#include "cli/program_report.hpp"

#include <fmt/format.h>

#include "cli/output.hpp"
#include "cli/program_text.hpp"

namespace ringcheck {

namespace {

using source::CheckResult;

constexpr ExitStatus kStatuses[] = {ExitStatus::holds, ExitStatus::violated,
                                    ExitStatus::bound_reached, ExitStatus::bound_reached};

nlohmann::ordered_json row_of(const std::string& file, const std::string& model,
                              const CheckResult& result) {
  nlohmann::ordered_json row;
  row["file"] = file;
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
  return row;
}

}  // namespace

ProgramReport::ProgramReport(std::string json, std::string witness, ProgramPictures pictures)
    : json_(std::move(json)),
      witness_(std::move(witness)),
      pictures_(std::move(pictures)),
      written_(witness_.empty() && !pictures_.wanted()) {
  for (const std::string& output : {json_, witness_, pictures_.dot, pictures_.svg, pictures_.html})
    if (!output.empty() && output != "-") require_writable(output);
}

void ProgramReport::take(const source::ProgramCheck& check, const Model& model,
                         const CheckResult& result, const SampleOptions& sample) {
  rows_.push_back(row_of(check.file, model.name(), result));
  status_ = worse(status_, kStatuses[static_cast<std::size_t>(result.verdict)]);
  if (result.error && !written_) {
    const std::string witness = source::witness_json(check, result);
    if (!witness_.empty()) write_output(witness_, witness);
    if (pictures_.wanted()) write_program_pictures(pictures_, witness);
    written_ = true;
  }
  if (json_ != "-") write_output("-", program_text(check.file, model, result));
  if (sample.walks == 0) return;
  rows_.back()["seed"] = sample.seed;
  if (json_ != "-")
    write_output("-", fmt::format("  --sample {} --seed {}\n", sample.walks, sample.seed));
}

ExitStatus ProgramReport::end(const std::string& left_in) const {
  if (json_ != "-" && !left_in.empty())
    write_output("-", fmt::format("go on: --resume {} with the same options\n", left_in));
  if (!written_ && json_ != "-")
    write_output("-", "no error, so no witness and no picture is written\n");
  if (!json_.empty()) write_output(json_, json_rows(rows_));
  return status_;
}

}  // namespace ringcheck
