// Opening of events of the specification.
// Tested by `make kernel`.
#include "kernel/calls/open_sides.hpp"
#include "protocol/coresight/etm_pmu.hpp"

namespace ringcheck {

OpenSpecification::OpenSpecification(const OpenSetup& setup) : setup_(setup) {
  users_.pt_beside_lbr = setup.machine.lbr_pt_coexist != 0;
  opener_.paranoid = setup.machine.paranoid;
}

/// Source: pt_event_init, pt_addr_filters_init.
int OpenSpecification::pt_event_init(const rc_open_attr& attr) {
  if (!pt_event_valid(attr.config, setup_.pt)) return kInvalid;
  if (const int error = users_.add(X86Exclusive::pt); error != 0) return error;
  if (setup_.ranges == 0 || has_memory()) return 0;
  users_.remove(X86Exclusive::pt);
  return kNoMemory;
}

int OpenSpecification::spe_event_init(const rc_open_attr& attr) {
  constexpr unsigned kPhysical = 1, kPhysicalCounter = 2, kBranches = 32, kLoads = 33, kStores = 34;
  constexpr std::uint64_t kEvents = 1, kTypes = 2, kLatency = 4, kInverse = 64,
                          kLatencyMask = 0xfff;
  const auto bit = [&](unsigned at) { return (attr.config >> at & 1U) != 0; };
  const auto feature = [&](std::uint64_t has) { return (setup_.machine.spe_features & has) != 0; };
  SpePmu pmu;
  pmu.features.filters_events = feature(kEvents);
  pmu.features.filters_types = feature(kTypes);
  pmu.features.filters_latency = feature(kLatency);
  pmu.features.filters_inverse = feature(kInverse);
  pmu.first_version = setup_.machine.spe_version == 1;
  pmu.third_version = setup_.inverse && setup_.machine.spe_version >= 3;
  pmu.supported_cpus = setup_.machine.spe_cpus;
  SpeAsked asked;
  asked.cpu = attr.cpu;
  asked.freq = attr.freq != 0;
  asked.exclude_idle = attr.exclude_idle != 0;
  asked.physical_addresses = bit(kPhysical);
  asked.physical_counter = bit(kPhysicalCounter);
  asked.branches = bit(kBranches);
  asked.loads = bit(kLoads);
  asked.stores = bit(kStores);
  asked.events = attr.config1;
  asked.min_latency = attr.config2 & kLatencyMask;
  asked.inverse_events = setup_.inverse ? attr.config3 : 0;
  return arm_spe_pmu_event_init(pmu, asked, may_see_kernel());
}

int OpenSpecification::event_init(const rc_open_attr& attr) {
  if (attr.other_type != 0) return kNotOfThisPmu;
  switch (attr.pmu) {
    case RC_OPEN_PT:
      return pt_event_init(attr);
    case RC_OPEN_BTS:
      return bts_event_init(attr.exclude_kernel != 0, opener_, users_);
    case RC_OPEN_SPE:
      return spe_event_init(attr);
    default:
      return has_memory() ? 0 : kNoMemory;
  }
}

void OpenSpecification::drop(const rc_open_attr& attr) {
  if (attr.pmu == RC_OPEN_PT) users_.remove(X86Exclusive::pt);
  if (attr.pmu == RC_OPEN_BTS) users_.remove(X86Exclusive::bts);
  exclusive_.at(attr.pmu) -= attr.of_task != 0 ? 1 : -1;
}

int OpenSpecification::alloc(const rc_open_attr& attr) {
  if (!has_memory()) return kNoMemory;
  if (const int error = event_init(attr); error != 0) return error;
  // Events of tasks and of CPUs are not there together.
  std::int64_t& count = exclusive_.at(attr.pmu);
  const bool of_task = attr.of_task != 0;
  const bool busy = of_task ? count < 0 : count > 0;
  count += of_task ? 1 : -1;
  const std::uint64_t ranges = attr.pmu == RC_OPEN_PT    ? setup_.ranges
                               : attr.pmu == RC_OPEN_ETM ? kEtmAddressComparators
                                                         : 0;
  if (busy || (ranges != 0 && !has_memory())) {
    drop(attr);
    return busy ? kBusy : kNoMemory;
  }
  return 0;
}

int OpenSpecification::open(const rc_open_attr& attr) {
  if (const int error = alloc(attr); error != 0) return error;
  // No two events of a PMU that could be on one CPU are in one context.
  for (unsigned i = 0; i < RC_OPEN_EVENTS; ++i) {
    if (!plan_.is_there(i) || plan_.is_inherited(i)) continue;
    const rc_open_attr& other = plan_.attr_of(i);
    const bool same_context =
        other.of_task == attr.of_task && (attr.of_task != 0 || other.cpu == attr.cpu);
    const bool same_cpu = other.cpu == attr.cpu || other.cpu == -1 || attr.cpu == -1;
    if (other.pmu != attr.pmu || !same_context || !same_cpu) continue;
    drop(attr);
    return kBusy;
  }
  return 0;
}

int OpenSpecification::fork(unsigned parent) {
  return alloc(plan_.attr_of(parent));
}

void OpenSpecification::run(const Call& call, Answers& answers) {
  const unsigned number = plan_.next(), event = plan_.event_of(call);
  switch (static_cast<OpenOp>(call.op)) {
    case OpenOp::open: {
      const OpenAsked asked = OpenAsked::of(call);
      opener_.capable = asked.capable;
      memory_ = asked.memory;
      const int result = open(asked.attr);
      if (result == 0) {
        plan_.opened(number, asked.attr);
        contexts_.at(number) = may_see_kernel();
      }
      answer(answers, "open", result);
      break;
    }
    case OpenOp::fork: {
      opener_.capable = call.at(1) != 0;
      memory_ = call.at(2);
      const int result = fork(event);
      if (result == 0) {
        plan_.forked(number, event);
        contexts_.at(number) = may_see_kernel();
      }
      answer(answers, "fork", result);
      break;
    }
    case OpenOp::close:
      plan_.close(event, [&](unsigned gone) { drop(plan_.attr_of(gone)); });
      break;
    case OpenOp::lbr: {
      const bool comes = call.at(0) != 0;
      const int result = comes ? users_.add(X86Exclusive::lbr) : 0;
      if (!comes) users_.remove(X86Exclusive::lbr);
      if (comes && result == 0) ++plan_.lbr_users;
      if (!comes) --plan_.lbr_users;
      answer(answers, "LBR", result);
      break;
    }
  }
  tell(answers);
}

void OpenSpecification::tell(Answers& answers) {
  int which = 0;
  const auto count = [&](std::int64_t value) {
    answer(answers, fmt::format("count {}", which++), value);
  };
  for (const std::int64_t users : users_.users) count(users);
  count(users_.active);
  count(users_.users[static_cast<std::size_t>(X86Exclusive::bts)]);
  for (const std::int64_t events : exclusive_) count(events);
  std::int64_t objects = 0;
  for (unsigned i = 0; i < RC_OPEN_EVENTS; ++i) {
    const bool there = plan_.is_there(i);
    answer(answers, fmt::format("event {}", i), there ? 1 : 0);
    if (!there) continue;
    const rc_open_pmu pmu = plan_.attr_of(i).pmu;
    if (pmu == RC_OPEN_SPE) answer(answers, "samples contexts", contexts_.at(i) ? 1 : 0);
    // The event; what the driver worked out of its filters, and their ranges.
    const bool filters = pmu == RC_OPEN_ETM || (pmu == RC_OPEN_PT && setup_.ranges != 0);
    objects += filters ? 3 : 1;
  }
  answer(answers, "objects", objects);
  answer(answers, "warnings", 0);
}

}  // namespace ringcheck
