// H-02: while trace is copied to a sample, its unit does not write, and what the unit wrote before
// is there; after the sample the unit goes on if its event is active.
// Source: kernel/events/core.c perf_pmu_snapshot_aux, arch/x86/events/intel/pt.c
// pt_event_snapshot_aux. Tested by tests/properties/aux/aux_drivers_test.cpp.
#include "check/scenario.hpp"
#include "properties/pt/invariants.hpp"

namespace ringcheck {
namespace {

/// Whether `session` ran at some time between both ends of `sample`.
bool ran_during(const AuxRun::Session& session, const AuxRun::Sample& sample) {
  return session.started < sample.ended && session.drained > sample.begun;
}

/// Calls `visit(load)` for each load of trace of `sample`, until it returns a finding.
template <class Visit>
std::optional<Violation> find_in_sample(const PerfView& view, const AuxRun::Sample& sample,
                                        Visit&& visit) {
  for (int slot = sample.begun_slot; slot < sample.ended_slot; ++slot) {
    const EventNumber e = view.graph().at(view.scenario.writer, slot);
    if (e == kNoEvent || view.graph()[e].kind != EventKind::read) continue;
    const LocId first = location_of(view.scenario.aux->area.base);
    const LocId location = view.graph()[e].location;
    if (location < first || location >= first + view.scenario.aux->area.words()) continue;
    if (std::optional<Violation> finding = visit(e)) return finding;
  }
  return std::nullopt;
}

/// A store to what `load` reads by a session that was over when `sample` began, which it misses.
std::optional<Violation> missed(const PerfView& view, const AuxRun::Sample& sample,
                                EventNumber load) {
  for (const AuxRun::Store& store : view.aux.stores) {
    if (!store.session || *store.session >= view.aux.sessions.size()) continue;
    if (view.aux.sessions[*store.session].drained >= sample.begun) continue;
    if (view.graph()[store.event].location != view.graph()[load].location) continue;
    if (view.graph().co_before(view.graph()[load].rf, store.event))
      return Violation{
          "{4} copies what was there before {5}, and the unit had been stopped after that",
          {},
          load,
          store.event};
  }
  return std::nullopt;
}

std::optional<Violation> violated(const PerfView& view) {
  for (const AuxRun::Sample& sample : view.aux.samples) {
    for (const AuxRun::Session& session : view.aux.sessions)
      if (ran_during(session, sample))
        return Violation{"trace up to {0} is copied to a sample while the unit runs", {sample.to}};
    auto finding =
        find_in_sample(view, sample, [&](EventNumber load) { return missed(view, sample, load); });
    if (finding) return finding;
  }
  if (view.aux.idle > 0) return Violation{"the event is active, and its unit does not run"};
  return std::nullopt;
}

/// A sample has trace that the unit stored.
bool seen(const PerfView& view) {
  for (const AuxRun::Sample& sample : view.aux.samples) {
    const auto finding =
        find_in_sample(view, sample, [&](EventNumber load) -> std::optional<Violation> {
          if (view.aux.store_of(view.graph()[load].rf) != nullptr) return Violation{};
          return std::nullopt;
        });
    if (finding) return true;
  }
  return false;
}

}  // namespace

constinit const Property kSampleFrozen =
    property<violated, seen>("H-02",
                             "AUX sample: the unit does not write while trace is copied, which "
                             "is all there; then it goes on",
                             "a sample has trace that the unit stored");

}  // namespace ringcheck
