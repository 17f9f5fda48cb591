// Text of findings.
// Tested by tests/check/check_test.cpp.
#include "check/property.hpp"

#include <fmt/format.h>

namespace ringcheck {

namespace {

std::string event_text(const Program& program, const ExecutionGraph& graph, EventNumber e) {
  if (e == kNoEvent) return "no event";
  const EventId id = graph[e].id;
  if (id.thread == kInitThread)
    return fmt::format("the initial {}", program.locations[id.index].name);
  return fmt::format("{}.{}", id.thread, id.index);
}

}  // namespace

std::string render(const Violation& finding, const Program& program, const ExecutionGraph& graph) {
  const auto& n = finding.numbers;
  return fmt::format(fmt::runtime(finding.what), n[0], n[1], n[2], n[3],
                     event_text(program, graph, finding.first),
                     event_text(program, graph, finding.second), finding.text);
}

}  // namespace ringcheck
