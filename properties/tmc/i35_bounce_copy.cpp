// I-35: a copy out of the bounce buffer has the newest of what the unit made, in order, and as much
// as the transaction says. Source: drivers/hwtracing/coresight/coresight-tmc-etr.c
// tmc_update_etr_buffer, tmc_etr_sync_perf_buffer. Tested by
// tests/properties/aux/aux_explored_test.cpp.
#include "properties/tmc/bounced.hpp"
#include "properties/tmc/invariants.hpp"

namespace ringcheck {
namespace {

std::optional<Violation> violated(const PerfView& view) {
  return find_in_bounces(view, [&](const Bounce& bounce) -> std::optional<Violation> {
    if (bounce.units > bounce.session.made)
      return Violation{"{0} units are handed over, and the unit made {1}",
                       {bounce.units, bounce.session.made}};
    std::uint64_t copied = 0;
    auto wrong = find_in_copy(
        view, bounce, [&](const AuxRun::Store& store, std::uint64_t i) -> std::optional<Violation> {
          ++copied;
          if (store.offset != bounce.transaction.head + i * view.scenario.aux->area.unit)
            return Violation{"{4} is unit {0} of a copy that starts at {1}, and goes to {2}",
                             {i, bounce.transaction.head, store.offset},
                             store.event};
          const bool own = store.unit >> 8U == bounce.number + 1;
          if (own && store.unit != TraceEngine::unit(bounce.number, bounce.first() + i))
            return Violation{"{4} copies unit {0} of the session where unit {1} belongs",
                             {(store.unit & 0xff) - 1, bounce.first() + i},
                             store.event};
          return std::nullopt;
        });
    if (wrong) return wrong;
    if (copied != bounce.units)
      return Violation{"{0} units are copied, and {1} handed over", {copied, bounce.units}};
    return std::nullopt;
  });
}

/// A copy leaves a part of the trace behind, and goes around the end of the AUX area.
bool seen(const PerfView& view) {
  const std::uint64_t size = view.scenario.aux->size();
  return find_in_bounces(
             view,
             [&](const Bounce& bounce) -> std::optional<Violation> {
               const std::uint64_t at = bounce.transaction.head % size;
               if (at + bounce.transaction.size > size && bounce.units < bounce.session.made)
                 return Violation{};
               return std::nullopt;
             })
      .has_value();
}

}  // namespace

constinit const Property kBounceCopy = property<violated, seen>(
    "I-35", "Copy: the newest trace of the bounce buffer, in order, as much as is told",
    "a copy leaves some behind and goes around the end of the area");

}  // namespace ringcheck
