// Steps of traces as text.
// Tested by tests/kernel/trace_test.cpp.
#include "kernel/calls/trace.hpp"

#include <fmt/format.h>

namespace ringcheck {

std::string to_text(const TraceStep& step, std::string_view name) {
  const std::string_view mark = kMarkNames.at(step.mark);
  switch (step.kind) {
    case TraceStep::Kind::load:
      return fmt::format("load[{}] {} = {}", mark, name, step.old);
    case TraceStep::Kind::store:
      return fmt::format("store[{}] {} = {}", mark, name, step.now);
    case TraceStep::Kind::fetch:
      return fmt::format("rmw[{}] {}: {} -> {}", mark, name, step.old, step.now);
    case TraceStep::Kind::compare:
      return fmt::format("cmpxchg[{}] {}: {} -> {}", mark, name, step.old, step.now);
    case TraceStep::Kind::point:
      break;
  }
  return std::string(kPointNames.at(step.point));
}

}  // namespace ringcheck
