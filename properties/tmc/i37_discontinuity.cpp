// I-37: if trace was dropped in front of what is handed over, the latter starts with a barrier
// packet. Source: drivers/hwtracing/coresight/coresight-tmc-etr.c tmc_update_etr_buffer,
// tmc_etr_buf_insert_barrier_packet.
// Tested by tests/properties/aux/aux_explored_test.cpp.
#include "properties/tmc/bounced.hpp"
#include "properties/tmc/invariants.hpp"

namespace ringcheck {
namespace {

bool dropped(const Bounce& bounce) {
  return bounce.units > 0 && bounce.units < bounce.session.made;
}

std::optional<Violation> violated(const PerfView& view) {
  return find_in_bounces(view, [&](const Bounce& bounce) -> std::optional<Violation> {
    if (!dropped(bounce)) return std::nullopt;
    const std::uint64_t packet = kBarrierPacketBytes / view.scenario.aux->area.unit;
    return find_in_copy(
        view, bounce, [&](const AuxRun::Store& store, std::uint64_t i) -> std::optional<Violation> {
          if (i >= packet || is_packet_unit(view, i, store.unit)) return std::nullopt;
          return Violation{"{0} units were dropped, and {4} is no barrier packet's unit {1}",
                           {bounce.first(), i},
                           store.event};
        });
  });
}

bool seen(const PerfView& view) {
  return find_in_bounces(view,
                         [](const Bounce& bounce) -> std::optional<Violation> {
                           if (dropped(bounce)) return Violation{};
                           return std::nullopt;
                         })
      .has_value();
}

}  // namespace

constinit const Property kDiscontinuity = property<violated, seen>(
    "I-37",
    "Discontinuity: where trace was dropped, what is handed over starts with a barrier packet",
    "trace is dropped in front of what is handed over");

}  // namespace ringcheck
