#pragma once
// Enabling and disabling one component of a path: funnels, replicators, ETFs as links, sinks,
// tracers, and the cross trigger of any of them.
//
// Source: drivers/hwtracing/coresight/coresight-funnel.c funnel_enable, funnel_disable;
// coresight-replicator.c replicator_enable, replicator_disable; coresight-tmc-etf.c
// tmc_enable_etf_link, tmc_disable_etf_link, tmc_enable_etf_sink_perf, tmc_disable_etf_sink;
// coresight-tmc-etr.c tmc_enable_etr_sink_perf, tmc_disable_etr_sink; coresight-etm4x-core.c
// etm4_enable, etm4_disable; coresight-core.c coresight_control_assoc_ectdev,
// coresight_enable_link, coresight_disable_link, coresight_enable_sink, coresight_disable_sink.
// Deviations: what a driver does under its spinlock is one step here; sysfs and readers of a
// sink's file are those of protocol/tmc/sink_sharing.hpp; a cross trigger can always be enabled.
// Tested by tests/properties/aux/aux_mutants_test.cpp.

#include "protocol/coresight/topology.hpp"

namespace ringcheck {

/// Adds `by` to a word.
template <AuxCpu C>
void cs_count(C& cpu, std::uint64_t address, std::uint64_t by) {
  using Value = typename C::Value;
  cpu.store(address, cpu.load(address) + Value(by));
}
inline constexpr std::uint64_t kOneLess = ~std::uint64_t{0};

/// Source: coresight_control_assoc_ectdev.
template <AuxCpu C>
void control_cti(C& cpu, const CoreSight& cs, std::uint64_t device, bool enable) {
  using Value = typename C::Value;
  const CsCells at = cs.at(device);
  if (!cs.devices[device].has_cti) return;
  if (enable) {
    cs_count(cpu, at.cti_users, 1);
    cpu.store(at.cti_enabled, 1);
  } else if (cs.counts_cti || !cpu.branch(cpu.load(at.cti_enabled) == Value(0))) {
    cs_count(cpu, at.cti_users, kOneLess);
    cpu.store(at.cti_enabled, 0);
  }
}

/// The port of a link that a path uses: a funnel's input, a replicator's output.
constexpr std::uint64_t cs_link_port(const CoreSight& cs, std::uint64_t parent, std::uint64_t link,
                                     std::uint64_t child) {
  const bool merges = (cs.devices[link].type == CsType::funnel) != cs.has(defect::kLinkWrongPort);
  if (cs.devices[link].type == CsType::linksink) return 0;
  return merges ? cs_inport(cs, parent, link) : cs_outport(cs, link, child);
}

/// The hardware of a link: the bit that opens and closes the port.
constexpr std::uint64_t cs_port_bit(const CoreSight& cs, std::uint64_t link, std::uint64_t port) {
  return cs.devices[link].type == CsType::linksink ? kCsFifo : std::uint64_t{1} << port;
}

/// Opens a port of a link for one more user. False if somebody else has claimed the link.
/// Source: funnel_enable, replicator_enable, tmc_enable_etf_link.
template <AuxCpu C>
bool open_link_port(C& cpu, const CoreSight& cs, std::uint64_t link, std::uint64_t port) {
  using Value = typename C::Value;
  const CsCells at = cs.at(link);
  const bool etf = cs.devices[link].type == CsType::linksink;
  if (etf && cs.asks_etf_mode && cpu.branch(cpu.read_once(at.ports) == Value(kCsOn))) return false;
  if (cpu.branch(cpu.load(at.refcnt + port) == Value(0))) {
    const Value open = cpu.read_once(at.ports);
    const bool first = cpu.branch(open == Value(0)) || cs.has(defect::kLinkClaimsEachPort);
    if (first && !coresight_claim_device(cpu, at.claim, cs.claims)) return false;
    cpu.write_once(at.ports, open | Value(cs_port_bit(cs, link, port)));
  }
  cs_count(cpu, at.refcnt + port, 1);
  return true;
}

/// Takes a user from a port; the last one closes it. Source: funnel_disable, replicator_disable,
/// tmc_disable_etf_link.
template <AuxCpu C>
void close_link_port(C& cpu, const CoreSight& cs, std::uint64_t link, std::uint64_t port) {
  using Value = typename C::Value;
  const CsCells at = cs.at(link);
  cs_count(cpu, at.refcnt + port, kOneLess);
  if (!cs.has(defect::kLinkClosedByFirst) && !cpu.branch(cpu.load(at.refcnt + port) == Value(0)))
    return;
  const bool etf = cs.devices[link].type == CsType::linksink;
  const Value open = cpu.read_once(at.ports);
  const Value left = etf ? Value(0) : open - (open & Value(cs_port_bit(cs, link, port)));
  cpu.write_once(at.ports, left);
  if (cs.has(defect::kLinkDisclaimsEachPort) || cpu.branch(left == Value(0)))
    coresight_disclaim_device(cpu, at.claim);
}

/// Enables a link between its neighbours on a path. Source: coresight_enable_link.
template <AuxCpu C>
bool coresight_enable_link(C& cpu, const CoreSight& cs, std::uint64_t parent, std::uint64_t link,
                           std::uint64_t child) {
  control_cti(cpu, cs, link, true);
  if (open_link_port(cpu, cs, link, cs_link_port(cs, parent, link, child))) return true;
  control_cti(cpu, cs, link, false);
  return false;
}

/// Source: coresight_disable_link.
template <AuxCpu C>
void coresight_disable_link(C& cpu, const CoreSight& cs, std::uint64_t parent, std::uint64_t link,
                            std::uint64_t child) {
  close_link_port(cpu, cs, link, cs_link_port(cs, parent, link, child));
  control_cti(cpu, cs, link, false);
}

/// Gives the sink to a session, or to one more of the session's tracers. False if another session
/// has the sink, or if it is claimed. Source: tmc_enable_etr_sink_perf, tmc_enable_etf_sink_perf.
template <AuxCpu C>
bool take_sink(C& cpu, const CoreSight& cs, std::uint64_t sink, std::uint64_t session) {
  using Value = typename C::Value;
  const CsCells at = cs.at(sink);
  // An ETF that is a link is in sysfs mode.
  if (cpu.branch(cpu.read_once(at.ports) == Value(kCsFifo))) return false;
  const Value owner = cpu.load(at.session);
  if (!cpu.branch(owner == Value(session))) {
    if (!cpu.branch(owner == Value(0))) return false;
    if (!coresight_claim_device(cpu, at.claim, cs.claims)) return false;
    cpu.write_once(at.ports, kCsOn);
    cpu.store(at.session, session);
  }
  cs_count(cpu, at.refcnt, 1);
  return true;
}

/// Source: coresight_enable_sink.
template <AuxCpu C>
bool coresight_enable_sink(C& cpu, const CoreSight& cs, std::uint64_t sink, std::uint64_t session) {
  control_cti(cpu, cs, sink, true);
  if (take_sink(cpu, cs, sink, session)) return true;
  control_cti(cpu, cs, sink, false);
  return false;
}

/// Takes a tracer from the sink; the last one stops it. Source: coresight_disable_sink,
/// tmc_disable_etr_sink, tmc_disable_etf_sink.
template <AuxCpu C>
void coresight_disable_sink(C& cpu, const CoreSight& cs, std::uint64_t sink) {
  using Value = typename C::Value;
  const CsCells at = cs.at(sink);
  cs_count(cpu, at.refcnt, kOneLess);
  const bool used = !cpu.branch(cpu.load(at.refcnt) == Value(0));
  if (!used) {
    cpu.write_once(at.ports, kCsOff);
    coresight_disclaim_device(cpu, at.claim);
    cpu.store(at.session, 0);
  }
  if (!used || cs.counts_cti) control_cti(cpu, cs, sink, false);
}

/// Enables a tracer. False if it is claimed, or in use. Source: etm4_enable.
template <AuxCpu C>
bool enable_source(C& cpu, const CoreSight& cs, std::uint64_t source) {
  using Value = typename C::Value;
  const CsCells at = cs.at(source);
  if (!cpu.branch(cpu.read_once(at.ports) == Value(kCsOff))) return false;
  if (!coresight_claim_device(cpu, at.claim, cs.claims)) return false;
  cpu.write_once(at.ports, kCsOn);
  return true;
}

/// Source: etm4_disable.
template <AuxCpu C>
void disable_source(C& cpu, const CoreSight& cs, std::uint64_t source) {
  cpu.write_once(cs.at(source).ports, kCsOff);
  coresight_disclaim_device(cpu, cs.at(source).claim);
}

}  // namespace ringcheck
