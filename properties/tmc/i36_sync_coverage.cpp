// I-36: no byte is copied as the CPU saw it before it was synced. Units that the session made are
// told apart from those of earlier sessions and from initial values.
// Source: drivers/hwtracing/coresight/coresight-tmc-etr.c tmc_sync_etr_buf. Tested by
// tests/properties/aux/aux_explored_test.cpp.
#include "properties/tmc/bounced.hpp"
#include "properties/tmc/invariants.hpp"

namespace ringcheck {
namespace {

std::optional<Violation> violated(const PerfView& view) {
  return find_in_bounces(view, [&](const Bounce& bounce) {
    return find_in_copy(
        view, bounce, [&](const AuxRun::Store& store, std::uint64_t i) -> std::optional<Violation> {
          if (store.unit >> 8U == bounce.number + 1 || is_packet_unit(view, i, store.unit))
            return std::nullopt;
          return Violation{"{4} copies {0}, which the CPU saw before session {1} of the unit",
                           {store.unit, bounce.number},
                           store.event};
        });
  });
}

/// A second session's trace is copied from where an older session's was.
bool seen(const PerfView& view) {
  return find_in_bounces(view,
                         [](const Bounce& bounce) -> std::optional<Violation> {
                           if (bounce.number > 0 && bounce.units > 0) return Violation{};
                           return std::nullopt;
                         })
      .has_value();
}

}  // namespace

constinit const Property kSyncCoverage = property<violated, seen>(
    "I-36", "Sync coverage: every byte copied was synced after the unit had stopped",
    "trace is copied from where older trace was");

}  // namespace ringcheck
