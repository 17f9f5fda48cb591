// Tested by tests/cli/program_litmus_test.cpp.
#include "cli/programs/program_litmus.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <string_view>
#include <vector>

#include "graph/cycle.hpp"
#include "graph/diagnostic.hpp"
#include "litmus/generate/expected_line.hpp"
#include "litmus/litmus.hpp"
#include "models/model.hpp"

namespace ringcheck {

namespace {

using source::ErrorKind;
using source::ProgramReplay;

[[noreturn]] void refuse(const std::string& what) {
  throw InputError({"witness", 0, 0, what + ": `ringcheck replay` shows what the program does"});
}

/// The last part of the path with which a place begins: it is the same on every machine.
std::string file_alone(const std::string& place) {
  return place.substr(place.rfind('/') + 1);
}

litmus::TestLanguage language_of(const std::string& model) {
  if (model == "lkmm") return {};
  for (const litmus::Architecture machine :
       {litmus::Architecture::aarch64, litmus::Architecture::x86_64, litmus::Architecture::riscv,
        litmus::Architecture::ppc})
    if (default_model(machine) == model) return {machine};
  return {litmus::Architecture::c, true};
}

/// A name that herd7 accepts, and file systems too.
std::string name_of(const ProgramReplay& replay) {
  std::string name = std::filesystem::path(replay.check.file).stem().string();
  std::ranges::replace_if(
      name, [](char c) { return c == ' ' || c == ','; }, '-');
  return fmt::format("{}+{}+{}", name, source::name_of(replay.result.error->kind),
                     replay.check.model);
}

/// Errors: InputError for an execution that no litmus test shows.
void require_whole_accesses(const ExecutionGraph& graph) {
  for (int e = graph.locations(); e < graph.size(); ++e)
    if (graph[static_cast<EventNumber>(e)].instruction != kWholeAccess)
      refuse("saw an access to a part of what another takes whole, expected accesses of one size");
}

bool shows_race(const litmus::ExecutionTest& test, const Model& model) {
  const LitmusResult result = run_litmus(test.litmus(), model);
  return result.observation != LitmusObservation::never &&
         std::ranges::find(result.flags, "data-race") != result.flags.end();
}

/// True iff interleavings show the execution.
bool is_interleaved(const ExecutionGraph& graph) {
  return shortest_sc_cycle(graph).empty();
}

std::string text_of(const litmus::ExecutionTest& test, const ProgramReplay& replay,
                    const std::string& says) {
  const LitmusTest printed = test.litmus();
  return litmus::text_with_head(printed, {"",
                                          {litmus::expected_line(printed), "", says,
                                           "at " + file_alone(replay.result.error->where)}});
}

}  // namespace

litmus::TestPair litmus_of(const ProgramReplay& replay, const std::string& name) {
  const source::ProgramError& error = *replay.result.error;
  if (!replay.result.execution || !replay.dependent)
    refuse("saw an error that needs no threads, expected one that needs weak memory");
  const ExecutionGraph& graph = *replay.dependent;
  const bool is_race = error.kind == ErrorKind::race;
  const bool interleaved = is_interleaved(graph);
  if (interleaved && error.kind == ErrorKind::termination)
    refuse("saw a wait that never ends, which no test of final states shows");
  if (interleaved && !is_race)
    refuse("saw an execution that an interleaving shows, expected one that needs weak memory");
  require_whole_accesses(graph);
  std::vector<std::string> names;
  for (const Location& location : replay.result.execution->named.locations)
    names.push_back(location.name);
  const Model model = find_model(replay.check.model);
  litmus::TestPair made{
      litmus::test_of_execution(
          graph, names, {}, language_of(replay.check.model), name.empty() ? name_of(replay) : name,
          interleaved ? litmus::KeptAccesses::shared : litmus::KeptAccesses::cycle),
      std::nullopt};
  if (interleaved) {
    if (!shows_race(made.test, model))
      refuse(
          "saw a data race that an interleaving shows, expected one that the model flags in a "
          "test of its accesses");
    return made;
  }
  if (run_litmus(made.test.litmus(), model).observation == LitmusObservation::never)
    refuse("saw an execution whose accesses alone the model forbids");
  made.stronger = forbid(made.test, model);
  return made;
}

std::string allowed_text(const litmus::TestPair& made, const ProgramReplay& replay) {
  return text_of(made.test, replay,
                 fmt::format("{} allows what makes {} wrong: {}", replay.check.model,
                             file_alone(replay.check.file), replay.result.error->what));
}

std::string forbidden_text(const litmus::TestPair& made, const ProgramReplay& replay) {
  return text_of(
      made.stronger->test, replay,
      fmt::format("With {}, {} forbids what makes {} wrong: {}", made.stronger->barrier,
                  replay.check.model, file_alone(replay.check.file), replay.result.error->what));
}

}  // namespace ringcheck
