// `ringcheck explain WITNESS`: an execution as text, as a picture, or as a page to step through.
// Tested by tests/cli/explain_test.cpp.
#include <iostream>

#include "cli/commands.hpp"
#include "cli/graphviz.hpp"
#include "cli/output.hpp"
#include "cli/program_page.hpp"
#include "cli/program_text.hpp"
#include "cli/replay_file.hpp"
#include "cli/witness_page.hpp"
#include "cli/witness_text.hpp"
#include "graph/diagnostic.hpp"

namespace ringcheck {

namespace {

/// What a witness can be written as.
struct Explanation {
  std::string text, dot, page;
};

Explanation explanation_of(const Replay& replay) {
  if (!replay.consistent || !replay.violated) return {};
  const Witness& witness = replay.witness;
  return {witness_text(witness, ""), witness_dot(witness), witness_page(witness)};
}

Explanation explanation_of(const source::ProgramReplay& replay) {
  if (!replay.consistent || !replay.result.execution) return {};
  return {program_text(replay.check.file, find_model(replay.check.model), replay.result),
          program_dot(replay), program_page(replay)};
}

}  // namespace

ExitStatus explain(const ExplainOptions& options) {
  const Explanation explanation = std::visit(
      [](const auto& replay) { return explanation_of(replay); }, replay_file(options.witness));
  if (explanation.text.empty())
    throw InputError({options.witness, 0, 0, "saw a witness that no longer shows its violation"});
  if (options.dot.empty() && options.svg.empty() && options.html.empty())
    std::cout << explanation.text;
  if (!options.dot.empty()) write_output(options.dot, explanation.dot);
  if (!options.svg.empty()) write_output(options.svg, svg_of_dot(explanation.dot));
  if (!options.html.empty()) write_output(options.html, explanation.page);
  return ExitStatus::holds;
}

}  // namespace ringcheck
