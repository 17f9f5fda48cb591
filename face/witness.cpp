// Witnesses, and the way back to one.
// Tested by tests/face/answers_test.cpp.
#include "ringcheck/witness.hpp"

#include <fmt/format.h>

#include "face/execution_data.hpp"
#include "face/token.hpp"

namespace ringcheck {
namespace {

/// A token names what was explored within some bound.
constexpr unsigned kAnyNumber = 1U << 30U;

/// Builds the execution that a token names, and calls `use` while the program is set up.
void along(const program& its, const model& under, std::string_view token,
           const std::function<void(const Session&, const ExecutionGraph&)>& use) {
  explore_in_rounds(its, under, kAnyNumber, [&](const Session& session) {
    const Decisions decisions = decisions_of_token(session.layout(), token);
    const ExecutionGraph graph =
        rebuild(session.program(), decisions, session.model().dependence());
    if (const auto refusal = session.model().refusal(graph))
      throw InputError({"token", 0, 0,
                        fmt::format("it names an execution that model {} forbids: {}", under.name(),
                                    refusal->axiom)});
    use(session, graph);
  });
}

bool is_complete(const Recording& recording) {
  for (const StopReason reason : recording.stops)
    if (reason != StopReason::finished) return false;
  return true;
}

}  // namespace

witness::witness(program its, model under, std::string what, std::string why,
                 ringcheck::execution found)
    : program_(std::move(its)),
      model_(std::move(under)),
      property_(std::move(what)),
      message_(std::move(why)),
      execution_(std::move(found)) {}

std::string witness::token() const {
  return execution_.inside().token;
}

std::string witness::text() const {
  return fmt::format("  {}: {}\n{}  replay: {}\n", property_, message_, execution_.text(), token());
}

void witness::run_again() const {
  along(program_, model_, token(),
        [](const Session& session, const ExecutionGraph& graph) { (void)session.record(graph); });
}

execution replay(const program& its, const model& under, std::string_view token) {
  std::optional<execution> found;
  along(its, under, token, [&](const Session& session, const ExecutionGraph& graph) {
    found = make_execution(session, graph, is_complete(session.record(graph)));
  });
  return *found;
}

}  // namespace ringcheck
