// Opening of events on the kernel's text, and which of a program's events there are.
// Tested by `make kernel`.
#include <algorithm>

#include "kernel/calls/open_sides.hpp"

namespace ringcheck {

OpenAsked OpenAsked::of(const Call& call) {
  constexpr unsigned kExcludeKernel = 1, kExcludeUser = 2, kExcludeIdle = 4, kFreq = 8;
  OpenAsked asked;
  rc_open_attr& attr = asked.attr;
  attr.pmu = static_cast<rc_open_pmu>(call.at(0));
  attr.other_type = call.at(1) != 0 ? 1 : 0;
  const std::array<std::uint64_t, 2> configs = {call.at(2), call.at(3)};
  attr.config = attr.pmu == RC_OPEN_SPE ? configs[1] : configs[0];
  attr.config1 = call.at(4);
  attr.config2 = call.at(5);
  attr.config3 = call.at(6);
  const auto flag = [&](unsigned bit) { return (call.at(7) & bit) != 0 ? 1 : 0; };
  attr.exclude_kernel = flag(kExcludeKernel);
  attr.exclude_user = flag(kExcludeUser);
  attr.exclude_idle = flag(kExcludeIdle);
  attr.freq = flag(kFreq);
  attr.of_task = call.at(8) != 0 ? 1 : 0;
  attr.cpu = static_cast<int>(call.at(9)) - attr.of_task;
  asked.capable = call.at(10) != 0;
  asked.memory = call.at(11);
  return asked;
}

unsigned OpenPlan::next() const {
  unsigned number = 0;
  while (number < RC_OPEN_EVENTS && events_.at(number).there) ++number;
  return number;
}

unsigned OpenPlan::event_of(const Call& call) const {
  const auto count = std::ranges::count_if(events_, &Event::there);
  if (count == 0) return kNone;
  std::uint64_t left = call.at(0) % static_cast<std::uint64_t>(count);
  unsigned number = 0;
  while (!is_there(number) || left-- > 0) ++number;
  return number;
}

const CallGuard* OpenPlan::guard(const Call& call) const {
  const auto op = static_cast<OpenOp>(call.op);
  const unsigned event = event_of(call);
  const bool needs_room = op == OpenOp::open || op == OpenOp::fork;
  if (needs_room && next() == kNone) return &bounds::kNinthEvent;
  if (op == OpenOp::lbr && call.at(0) == 0 && lbr_users == 0) return &guards::kNoLbrUser;
  if ((op == OpenOp::fork || op == OpenOp::close) && event == kNone) return &guards::kNoEvent;
  const bool forks = op == OpenOp::fork;
  return forks && attr_of(event).of_task == 0 ? &guards::kEventOfCpu : nullptr;
}

void OpenPlan::opened(unsigned number, const rc_open_attr& attr) {
  events_.at(number) = {true, -1, attr};
}
void OpenPlan::forked(unsigned number, unsigned parent) {
  events_.at(number) = {true, static_cast<int>(first_of(parent)), attr_of(parent)};
}

OpenKernel::OpenKernel(const NativeObject& object, const OpenSetup& setup)
    : machine_(object), setup_(setup) {
  machine_.answer = [this](std::string_view name, long long) -> long long {
    const PtCapabilities& pt = setup_.pt;
    const auto flag = [](bool has) -> long long { return has ? 1 : 0; };
    if (name == "perfmon_capable") return flag(capable_);
    if (name == "PT_CAP_num_address_ranges") return static_cast<long long>(setup_.ranges);
    if (name == "PT_CAP_psb_cyc") return flag(pt.psb_cyc);
    if (name == "PT_CAP_psb_periods") return static_cast<long long>(pt.psb_periods);
    if (name == "PT_CAP_cycle_thresholds") return static_cast<long long>(pt.cycle_thresholds);
    if (name == "PT_CAP_mtc") return flag(pt.mtc);
    if (name == "PT_CAP_mtc_periods") return static_cast<long long>(pt.mtc_periods);
    if (name == "PT_CAP_power_event_trace") return flag(pt.power_events);
    if (name == "PT_CAP_event_trace") return flag(pt.event_trace);
    if (name == "PT_CAP_tnt_disable") return flag(pt.tnt_disable);
    if (name == "PT_CAP_ptwrite") return flag(pt.ptwrite);
    return 0;
  };
  machine_.memory_can_be_had = [this] { return memory_ > 0 && memory_-- > 0; };
  object.function<decltype(rc_open_reset)>("rc_open_reset")(&setup.machine);
  objects_before_ = machine_.objects_left();
}

void OpenKernel::run(const Call& call, Answers& answers) {
  const NativeObject& object = machine_.object();
  const unsigned number = plan_.next();
  switch (static_cast<OpenOp>(call.op)) {
    case OpenOp::open: {
      const OpenAsked asked = OpenAsked::of(call);
      capable_ = asked.capable;
      memory_ = asked.memory;
      const std::int64_t result =
          object.function<decltype(rc_open_event)>("rc_open_event")(number, &asked.attr);
      if (result == 0) plan_.opened(number, asked.attr);
      answer(answers, "open", result);
      break;
    }
    case OpenOp::fork: {
      capable_ = call.at(1) != 0;
      memory_ = call.at(2);
      const std::int64_t result =
          object.function<decltype(rc_open_fork)>("rc_open_fork")(plan_.event_of(call), number);
      if (result == 0) plan_.forked(number, plan_.event_of(call));
      answer(answers, "fork", result);
      break;
    }
    case OpenOp::close:
      object.function<decltype(rc_open_close)>("rc_open_close")(plan_.event_of(call));
      plan_.close(plan_.event_of(call), [](unsigned) {});
      break;
    case OpenOp::lbr: {
      const bool comes = call.at(0) != 0;
      const int result = object.function<decltype(rc_open_lbr)>("rc_open_lbr")(comes ? 1 : 0);
      if (comes && result == 0) ++plan_.lbr_users;
      if (!comes) --plan_.lbr_users;
      answer(answers, "LBR", result);
      break;
    }
  }
  tell(answers);
}

void OpenKernel::tell(Answers& answers) {
  const NativeObject& object = machine_.object();
  for (int which = 0; which < RC_OPEN_COUNTS; ++which)
    answer(answers, fmt::format("count {}", which),
           object.function<decltype(rc_open_counted)>("rc_open_counted")(
               static_cast<rc_open_count>(which)));
  for (unsigned i = 0; i < RC_OPEN_EVENTS; ++i) {
    const int there = object.function<decltype(rc_open_is_there)>("rc_open_is_there")(i);
    answer(answers, fmt::format("event {}", i), there);
    if (there != 0 && plan_.attr_of(i).pmu == RC_OPEN_SPE)
      answer(answers, "samples contexts",
             object.function<decltype(rc_open_has_contexts)>("rc_open_has_contexts")(i));
  }
  answer(answers, "objects", static_cast<std::int64_t>(machine_.objects_left() - objects_before_));
  answer(answers, "warnings", static_cast<std::int64_t>(machine_.warnings.size()));
}

}  // namespace ringcheck
