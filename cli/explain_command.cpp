// `ringcheck explain`: a thing with a name, or an execution as text, as a picture, or as a page to
// step through.
// Tested by tests/cli/explain_test.cpp.
#include <filesystem>
#include <iostream>

#include "cli/commands.hpp"
#include "cli/graphviz.hpp"
#include "cli/named_things.hpp"
#include "cli/output.hpp"
#include "cli/program_commands.hpp"
#include "cli/replay_file.hpp"
#include "cli/terminal.hpp"
#include "cli/witness_page.hpp"
#include "cli/witness_text.hpp"
#include "graph/diagnostic.hpp"
#include "models/names.hpp"

namespace ringcheck {

namespace {

Explanation explanation_of(const Replay& replay, bool all_events) {
  if (!replay.consistent || !replay.violated) return {};
  const Witness& witness = replay.witness;
  const ExecutionStyle style = witness_style(witness, all_events, standard_output().columns);
  return {witness_text(witness, "", style), witness_dot(witness), witness_page(witness)};
}

/// Errors: InputError for a name that is not a file and does not look like one.
void require_witness(const std::string& name) {
  std::error_code error;
  if (name == "-" || name.find_first_of("./") != std::string::npos ||
      std::filesystem::exists(name, error))
    return;
  const std::vector<NamedThing> all = all_things();
  std::vector<std::string_view> names;
  for (const NamedThing& thing : all) names.push_back(thing.name);
  throw InputError(
      {name, 0, 0, "saw neither a witness nor a name" + instead_of(name, names, "ringcheck list")});
}

}  // namespace

ExitStatus explain(const ExplainOptions& options) {
  const bool as_picture = !options.dot.empty() || !options.svg.empty() || !options.html.empty();
  if (const std::string text = named_text(options.witness); !text.empty()) {
    if (as_picture)
      throw InputError({options.witness, 0, 0, "saw a name, expected a witness to draw"});
    if (options.json.empty())
      std::cout << text;
    else
      write_output(options.json, json_rows(named_json(options.witness)));
    return ExitStatus::holds;
  }
  if (!options.json.empty())
    throw InputError(
        {options.witness, 0, 0,
         "saw no name that `ringcheck list` shows, expected one with --json (a witness "
         "is JSON as it is)"});
  require_witness(options.witness);
  const std::string text = read_input(options.witness);
  const Explanation explanation =
      is_program_witness(text)
          ? explain_program_witness(options.witness, text, options.all_events)
          : explanation_of(replay_scenario(options.witness, text), options.all_events);
  if (explanation.text.empty())
    throw InputError({options.witness, 0, 0, "saw a witness that no longer shows its violation"});
  if (!as_picture) std::cout << explanation.text;
  if (!options.dot.empty()) write_output(options.dot, explanation.dot);
  if (!options.svg.empty()) write_output(options.svg, svg_of_dot(explanation.dot));
  if (!options.html.empty()) write_output(options.html, explanation.page);
  return ExitStatus::holds;
}

}  // namespace ringcheck
