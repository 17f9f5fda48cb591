// I-26: a transaction is begun when none is open, and ended when one is.
// Source: kernel/events/ring_buffer.c perf_aux_output_begin (aux_nest), perf_aux_output_end.
// Tested by tests/properties/aux/aux_explored_test.cpp.
#include "check/scenario.hpp"
#include "properties/aux/invariants.hpp"

namespace ringcheck {
namespace {

std::optional<Violation> violated(const PerfView& view) {
  const AuxRun& aux = view.aux;
  if (aux.overlapping > 0) return Violation{"a transaction is begun while one is open"};
  if (aux.ended_closed > 0) return Violation{"a transaction is ended that is not open"};
  const std::uint64_t open =
      !aux.transactions.empty() && aux.transactions.back().ended == AuxRun::kNever;
  if (aux.rest.nest != open)
    return Violation{"{0} transactions are open, and aux_nest is {1}", {open, aux.rest.nest}};
  return std::nullopt;
}

/// One transaction follows another.
bool seen(const PerfView& view) {
  return view.aux.transactions.size() > 1 && view.aux.transactions.front().ended != AuxRun::kNever;
}

}  // namespace

constinit const Property kOneTransaction = property<violated, seen>(
    "I-26", "One transaction: begun when none is open, ended when one is, and once",
    "a transaction follows another");

}  // namespace ringcheck
