// Address filters on the kernel's text.
// Tested by `make kernel`.
#include "kernel/calls/filter_sides.hpp"

namespace ringcheck {

FilterKernel::FilterKernel(const NativeObject& object, const FilterSetup& setup)
    : machine_(object), setup_(setup), plan_(setup) {
  machine_.answer = [this](std::string_view name, long long) -> long long {
    if (name == "PT_CAP_num_address_ranges") return setup_.family.ranges;
    if (name == "security_perf_event_alloc") return refused_ ? kAccess : 0;
    return 0;
  };
  machine_.memory_can_be_had = [this] { return memory_ > 0 && memory_-- > 0; };
  objects_before_ = machine_.objects_left();
}

std::int64_t FilterKernel::open() {
  return ask<decltype(rc_new_family)>("rc_new_family", &setup_.family);
}

rc_event_filters FilterKernel::event(unsigned number) {
  rc_event_filters found{};
  ask<decltype(rc_family_event)>("rc_family_event", number, &found);
  return found;
}
rc_unit_filters FilterKernel::unit(unsigned cpu) {
  rc_unit_filters found{};
  machine_.cpu = static_cast<int>(cpu);
  ask<decltype(rc_family_unit)>("rc_family_unit", cpu, &found);
  machine_.cpu = 0;
  return found;
}

const CallGuard* FilterKernel::guard(const Call& call) {
  const auto op = static_cast<FilterOp>(call.op);
  if (op != FilterOp::map && op != FilterOp::unmap && op != FilterOp::protect)
    return plan_.guard(call, 0);
  // There are areas to ask for if nothing but their number keeps the call from being made.
  if (const CallGuard* why = plan_.guard(call, 1)) return why;
  return plan_.guard(call,
                     ask<decltype(rc_family_areas)>("rc_family_areas", plan_.thread_of(call)));
}

void FilterKernel::map(const Call& call) {
  const std::uint64_t start = kFilterBase + call.at(1) * kFilterSlot;
  const rc_mapped_area area{start, start + call.at(2) * kFilterPage, call.at(4),
                            static_cast<unsigned>(call.at(3)), call.at(5) != 0 ? 1 : 0};
  ask<decltype(rc_family_map)>("rc_family_map", plan_.thread_of(call), &area, start + kFilterSlot);
}

void FilterKernel::fork(const Call& call, Answers& answers) {
  const unsigned thread = plan_.thread_of(call);
  const bool shares = call.at(1) != 0;
  memory_ = call.at(2);
  refused_ = call.at(3) != 0;
  const std::int64_t result =
      ask<decltype(rc_family_fork)>("rc_family_fork", thread, plan_.next(), shares ? 1 : 0);
  if (shares) plan_.shares(plan_.next(), thread);
  plan_.forked(result == 0);
  answer(answers, "fork", result);
}

void FilterKernel::sched_in(unsigned event, unsigned cpu) {
  machine_.cpu = static_cast<int>(cpu);
  ask<decltype(rc_family_sched_in)>("rc_family_sched_in", event, cpu);
  plan_.sched_in(event, cpu);
}

void FilterKernel::sched_out(unsigned event, bool started) {
  machine_.cpu = plan_.cpu_of(event);
  ask<decltype(rc_family_sched_out)>("rc_family_sched_out", event, started ? 1 : 0);
  plan_.sched_out(event);
}

void FilterKernel::leave(unsigned thread) {
  const unsigned event = plan_.event_of(thread);
  if (setup_.family.of_cpu == 0 && event != kFamilyThreads && plan_.cpu_of(event) >= 0)
    sched_out(event, false);
  ask<decltype(rc_family_leave)>("rc_family_leave", thread);
  plan_.left(thread);
}

void FilterKernel::switch_to(unsigned from, unsigned to, Answers& answers) {
  const int cpu = plan_.cpu_of(plan_.event_of(from));
  machine_.cpu = cpu;
  const int swapped = ask<decltype(rc_family_switch)>("rc_family_switch", from, to);
  answer(answers, "contexts swapped", swapped);
  if (swapped != 0) return plan_.swapped(from, to);
  sched_out(plan_.event_of(from), false);
  sched_in(plan_.event_of(to), static_cast<unsigned>(cpu));
}

void FilterKernel::reap(unsigned event) {
  ask<decltype(rc_family_reap)>("rc_family_reap", event);
  plan_.reaped(event);
}

void FilterKernel::run(const Call& call, Answers& answers) {
  const unsigned thread = plan_.thread_of(call);
  const auto second = static_cast<unsigned>(call.at(1));
  machine_.cpu = 0;
  switch (static_cast<FilterOp>(call.op)) {
    case FilterOp::set_filter:
      memory_ = call.at(3);
      answer(answers, "SET_FILTER",
             ask<decltype(rc_family_set_filter)>("rc_family_set_filter",
                                                 filter_text_of(call).c_str()));
      break;
    case FilterOp::map:
      map(call);
      break;
    case FilterOp::protect:
      ask<decltype(rc_family_protect)>("rc_family_protect", thread, second, call.at(2), call.at(3),
                                       call.at(4) != 0 ? 1 : 0);
      break;
    case FilterOp::unmap:
      ask<decltype(rc_family_unmap)>("rc_family_unmap", thread, second);
      break;
    case FilterOp::exec:
      ask<decltype(rc_family_exec)>("rc_family_exec", thread);
      plan_.exec(thread);
      break;
    case FilterOp::fork:
      fork(call, answers);
      break;
    case FilterOp::close:
      answer(answers, "references that stay", ask<decltype(rc_family_close)>("rc_family_close"));
      answer(answers, "objects that stay",
             static_cast<std::int64_t>(machine_.objects_left() - objects_before_));
      return;
    default:
      run_scheduler(*this, plan_, call, answers);
      break;
  }
  machine_.cpu = 0;
  memory_ = kEnoughMemory;
  refused_ = false;
  tell(answers);
}

void FilterKernel::tell(Answers& answers) {
  for (unsigned i = 0; i < kFamilyThreads; ++i) tell_event(i, event(i), answers);
  for (unsigned cpu = 0; cpu < RC_FILTER_CPUS; ++cpu) tell_unit(unit(cpu), answers);
  answer(answers, "nr_file_filters",
         ask<decltype(rc_family_file_filters)>("rc_family_file_filters"));
  answer(answers, "filters", ask<decltype(rc_family_filters)>("rc_family_filters"));
  answer(answers, "references of files",
         ask<decltype(rc_family_references)>("rc_family_references"));
  answer(answers, "warnings", static_cast<std::int64_t>(machine_.warnings.size()));
}

}  // namespace ringcheck
