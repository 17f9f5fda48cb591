// Tested by tests/cli/shard_command_test.cpp.
#include "cli/programs/shard_litmus.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <set>

#include "cli/litmus_files.hpp"
#include "cli/litmus_summary.hpp"
#include "cli/output.hpp"
#include "graph/diagnostic.hpp"
#include "litmus/expectation.hpp"

namespace ringcheck {

std::vector<shards::Exploration> litmus_explorations(const LitmusRunOptions& asked) {
  for (const std::string& model : asked.models)
    if (model.ends_with(".cat"))
      throw InputError({"--model " + model, 0, 0, "saw a file, expected the name of a model"});
  LitmusOptions options;
  options.symmetric = asked.symmetry ? SymmetricThreads::once : SymmetricThreads::each;
  options.unroll = asked.unroll;
  options.dependencies =
      asked.herd_dependencies ? LitmusDependencies::herd : LitmusDependencies::ringcheck;
  std::vector<shards::Exploration> explorations;
  for (const std::string& file : litmus_files(asked.files)) {
    const std::string text = read_input(file);
    std::vector<std::string> models = asked.models;
    if (models.empty()) models.emplace_back(default_model(litmus_architecture(text, file)));
    for (const std::string& model : models)
      explorations.emplace_back(ResumableLitmus(text, file, model, options));
  }
  return explorations;
}

ExitStatus print_litmus_results(const std::vector<shards::Exploration>& done,
                                const std::string& json) {
  std::vector<LitmusRow> rows;
  std::set<std::string> models;
  std::string logs;
  std::string objects;
  for (const shards::Exploration& exploration : done) {
    const ResumableLitmus& litmus = *exploration.litmus();
    const LitmusResult result = litmus.result();
    const LitmusJudgement judgement = judge(litmus.text(), result, litmus.model());
    logs += to_herd_log(result);
    objects += to_json(result, judgement) + "\n";
    rows.push_back(row_of(result, judgement));
    models.insert(litmus.model().name());
  }
  if (!json.empty()) write_output(json, objects);
  if (json != "-") {
    if (rows.size() > 1) logs += summary_text(rows, fmt::format("{}", fmt::join(models, ", ")));
    write_output("-", logs);
  }
  ExitStatus status = ExitStatus::holds;
  for (const LitmusRow& row : rows) status = worse(status, status_of(row.outcome));
  return status;
}

}  // namespace ringcheck
