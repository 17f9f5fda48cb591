// Address filters of the specification.
// Tested by `make kernel`.
#include <algorithm>

#include "kernel/calls/filter_sides.hpp"
#include "protocol/pt/pt_config.hpp"

namespace ringcheck {

FilterSpecification::FilterSpecification(const FilterSetup& setup) : setup_(setup), plan_(setup) {
  const rc_family_setup& family = setup.family;
  family_.of_cpu = family.of_cpu != 0;
  family_.inherit = family.inherit != 0;
  family_.recorded = family.recorded != 0;
  family_.compared = setup.compared;
  family_.most = is_pt() ? family.ranges : kEtmAddressComparators;
  for (std::size_t i = 0; i < kFamilyThreads; ++i) family_.threads.at(i).space = i;
  family_.threads[0].kernel = family.kernel_thread != 0;
}

std::int64_t FilterSpecification::open() {
  return perf_event_alloc(family_, 0, 0, *this, [&] { return init_pmu(); });
}

/// Source: pt_addr_filters_init, etm_addr_filters_alloc.
int FilterSpecification::init_pmu() {
  if (is_pt() && family_.most == 0) return 0;
  return has_memory() ? 0 : kNoMemory;
}

int FilterSpecification::security() const {
  return refused_ ? kAccess : 0;
}

int FilterSpecification::find_file(std::string_view name, std::uint64_t& file) {
  constexpr int kNoFile = -2;  // -ENOENT
  constexpr char kFolder = 'g';
  if (name.size() != 2 || name[0] != '/' || name[1] < 'a' || name[1] > kFolder) return kNoFile;
  if (name[1] == kFolder) return kInvalid;
  file = static_cast<std::uint64_t>(name[1] - 'a') + 1;
  return 0;
}

const CallGuard* FilterSpecification::guard(const Call& call) const {
  const auto op = static_cast<FilterOp>(call.op);
  if (op == FilterOp::set_filter || op == FilterOp::close) return nullptr;
  return plan_.guard(call, space_of(plan_.thread_of(call)).count);
}

int FilterSpecification::validate(std::span<const AskedAddrFilter> filters) const {
  if (is_pt()) {
    std::array<AskedFilter, AddrFilterList::kMost> asked{};
    for (std::size_t i = 0; i < filters.size(); ++i)
      asked.at(i) = {filters[i].action, filters[i].at.size};
    return pt_event_addr_filters_validate({asked.data(), filters.size()}, family_.most)
               ? 0
               : kNotSupported;
  }
  std::array<EtmFilter, AddrFilterList::kMost> asked{};
  for (std::size_t i = 0; i < filters.size(); ++i) {
    constexpr std::array kActions = {EtmAction::stop, EtmAction::start, EtmAction::range};
    asked.at(i) = {kActions.at(static_cast<std::size_t>(filters[i].action)),
                   {filters[i].at.offset, filters[i].at.size}};
  }
  // Linux asks for the most pairs that a tracer may have (docs/findings.md V-35).
  return etm_addr_filters_validate({asked.data(), filters.size()}, kEtmAddressComparators)
             ? 0
             : kNotSupported;
}

PtFilter FilterSpecification::pt_filter(const FamilyEvent& of, std::size_t index) const {
  return pt_filter_of(of.synced.list.filters.at(index).at, of.synced.ranges.at(index),
                      setup_.family.bits);
}

EtmFilter FilterSpecification::etm_filter(const FamilyEvent& of, std::size_t index) {
  constexpr std::array kActions = {EtmAction::stop, EtmAction::start, EtmAction::range};
  const AskedAddrFilter& filter = of.synced.list.filters.at(index);
  return {kActions.at(static_cast<std::size_t>(filter.action)), of.synced.ranges.at(index)};
}

void FilterSpecification::start(std::size_t event) {
  FamilyEvent& of = family_.events.at(event);
  Unit& unit = units_.at(static_cast<std::size_t>(plan_.cpu_of(static_cast<unsigned>(event))));
  ++starts_.at(event);
  perf_event_addr_filters_sync(family_, of);
  const std::uint64_t count = of.synced.list.count;
  for (std::size_t i = 0; i < count; ++i)
    if (of.synced.list.filters.at(i).at.file != 0 && of.synced.ranges.at(i).size != 0)
      cases_.mapped = true;
  if (is_pt()) {
    std::array<PtFilter, kFamilyRanges> filters{};
    for (std::size_t i = 0; i < count; ++i) {
      filters.at(i) = pt_filter(of, i);
      unit.values.at(2 * i) = filters.at(i).first;
      unit.values.at(2 * i + 1) = filters.at(i).last;
    }
    unit.ctl = pt_config_filters({filters.data(), count});
    return;
  }
  std::array<EtmFilter, kFamilyRanges> filters{};
  for (std::size_t i = 0; i < count; ++i) filters.at(i) = etm_filter(of, i);
  constexpr std::int64_t kNoSpace = -28;
  const bool took = etm4_set_event_filters(unit.etm, {filters.data(), count}, setup_.family.ranges,
                                           started_.at(event));
  unit.ctl = took ? 0 : static_cast<std::uint64_t>(kNoSpace);
  unit.values = unit.etm.values;
}

void FilterSpecification::restart(std::size_t event) {
  if (plan_.cpu_of(static_cast<unsigned>(event)) < 0) return;
  ++stops_.at(event);
  start(event);
}

void FilterSpecification::set_filter(const Call& call, Answers& answers) {
  memory_ = call.at(3);
  const std::string text = filter_text_of(call);
  const int result = perf_event_set_filter(
      family_, text, *this, [&](auto filters) { return validate(filters); },
      [&](std::size_t event) { restart(event); });
  if (result == 0 && family_.list.count > 0 && family_.child_count > 0) cases_.family = true;
  answer(answers, "SET_FILTER", result);
}

void FilterSpecification::unmap(FamilySpace& space, std::uint64_t start, std::uint64_t end) {
  for (std::size_t i = 0; i < space.count;)
    if (space.areas.at(i).mapping.start >= start && space.areas.at(i).mapping.start < end)
      space.remove(i);
    else
      ++i;
}

void FilterSpecification::map(const Call& call) {
  const unsigned thread = plan_.thread_of(call);
  const std::uint64_t start = kFilterBase + call.at(1) * kFilterSlot, file = call.at(3);
  FamilySpace::Area area;
  area.mapping = {start, start + call.at(2) * kFilterPage, file, call.at(4) * kFilterPage};
  constexpr std::uint64_t kBelow = 3;  // files of an overlay come after those below it
  if (file > kBelow) area.mapping.backing = file - kBelow;
  area.executable = call.at(5) != 0;
  unmap(space_of(thread), start, start + kFilterSlot);
  space_of(thread).add(area);
  perf_event_mmap(family_, thread, area, [&](std::size_t event) { restart(event); });
}

void FilterSpecification::protect(const Call& call) {
  const unsigned thread = plan_.thread_of(call);
  FamilySpace& space = space_of(thread);
  const std::size_t index = call.at(1) % space.count;
  const FamilySpace::Area whole = space.areas.at(index);
  const std::uint64_t pages = (whole.mapping.end - whole.mapping.start) / kFilterPage;
  const std::uint64_t first = call.at(2) % pages;
  FamilySpace::Area part = whole;
  part.mapping.start += first * kFilterPage;
  part.mapping.end = part.mapping.start + std::min(call.at(3), pages - first) * kFilterPage;
  part.mapping.offset += first * kFilterPage;
  part.executable = call.at(4) != 0;
  space.remove(index);
  if (part.mapping.start > whole.mapping.start) {
    FamilySpace::Area before = whole;
    before.mapping.end = part.mapping.start;
    space.add(before);
  }
  space.add(part);
  if (part.mapping.end < whole.mapping.end) {
    FamilySpace::Area after = whole;
    after.mapping.start = part.mapping.end;
    after.mapping.offset += part.mapping.end - whole.mapping.start;
    space.add(after);
  }
  perf_event_mmap(family_, thread, part, [&](std::size_t event) { restart(event); });
}

void FilterSpecification::exec(unsigned thread) {
  family_.threads.at(thread).space = thread;
  family_.spaces.at(thread).count = 0;
  plan_.exec(thread);
  perf_event_exec(family_, thread, [&](std::size_t event) { restart(event); });
}

void FilterSpecification::fork(const Call& call, Answers& answers) {
  const unsigned from = plan_.thread_of(call), child = plan_.next();
  memory_ = call.at(2);
  refused_ = call.at(3) != 0;
  FamilyThread& of = family_.threads.at(child);
  if (call.at(1) != 0) {
    of.space = family_.threads.at(from).space;
    plan_.shares(child, from);
  } else {
    family_.spaces.at(of.space) = space_of(from);
  }
  std::int64_t result = 1;
  if (family_.inherit && family_.threads.at(from).has_event())
    result = perf_event_alloc(family_, child, from, *this, [&] { return init_pmu(); });
  if (result == 0 && plan_.event_of(from) != 0) cases_.grandchild = true;
  // etm_addr_filters_alloc copies all that the first event has.
  if (result == 0) started_.at(child) = started_[0];
  plan_.forked(result == 0);
  answer(answers, "fork", result);
}

void FilterSpecification::leave(unsigned thread) {
  const unsigned event = plan_.event_of(thread);
  if (!family_.of_cpu && event != kFamilyThreads && plan_.cpu_of(event) >= 0)
    sched_out(event, false);
  leave_family(family_, thread);
  plan_.left(thread);
}

void FilterSpecification::reap(unsigned event) {
  if (event != 0) drop_child(family_, event);
  plan_.reaped(event);
}

void FilterSpecification::sched_in(unsigned event, unsigned cpu) {
  plan_.sched_in(event, cpu);
  start(event);
}

void FilterSpecification::sched_out(unsigned event, bool started) {
  ++stops_.at(event);
  started_.at(event) = started;
  plan_.sched_out(event);
}

void FilterSpecification::switch_to(unsigned from, unsigned to, Answers& answers) {
  const int cpu = plan_.cpu_of(plan_.event_of(from));
  const bool swapped = perf_event_context_sched_out(family_, from, to);
  cases_.swapped = cases_.swapped || swapped;
  answer(answers, "contexts swapped", swapped ? 1 : 0);
  if (swapped) return plan_.swapped(from, to);
  sched_out(plan_.event_of(from), false);
  sched_in(plan_.event_of(to), static_cast<unsigned>(cpu));
}

void FilterSpecification::run(const Call& call, Answers& answers) {
  const unsigned thread = plan_.thread_of(call);
  switch (static_cast<FilterOp>(call.op)) {
    case FilterOp::set_filter:
      set_filter(call, answers);
      break;
    case FilterOp::map:
      map(call);
      break;
    case FilterOp::protect:
      protect(call);
      break;
    case FilterOp::unmap:
      space_of(thread).remove(call.at(1) % space_of(thread).count);
      break;
    case FilterOp::exec:
      exec(thread);
      break;
    case FilterOp::fork:
      fork(call, answers);
      break;
    case FilterOp::close:
      answer(answers, "references that stay", 0);
      answer(answers, "objects that stay", 0);
      return;
    default:
      run_scheduler(*this, plan_, call, answers);
      break;
  }
  memory_ = kEnoughMemory;
  refused_ = false;
  tell(answers);
}

void FilterSpecification::tell_event_of(std::size_t event, Answers& answers) {
  const FamilyEvent& of = family_.events.at(event);
  rc_event_filters found{};
  found.there = of.there ? 1 : 0;
  for (std::size_t i = 0; i < family_.most; ++i) {
    found.start[i] = of.ranges.at(i).start;
    found.size[i] = of.ranges.at(i).size;
  }
  found.generation = of.generation;
  found.hw_generation = of.hw_generation;
  found.count = static_cast<unsigned>(of.synced.list.count);
  for (std::size_t i = 0; i < of.synced.list.count; ++i) {
    if (is_pt()) {
      const PtFilter filter = pt_filter(of, i);
      found.first[i] = filter.first;
      found.last[i] = filter.last;
      found.config[i] = filter.config;
      continue;
    }
    const EtmFilter filter = etm_filter(of, i);
    if (filter.action != EtmAction::stop) found.first[i] = filter.at.start;
    if (filter.action != EtmAction::start) found.last[i] = filter.at.start + filter.at.size;
    found.config[i] = etm_type(filter.action);
  }
  found.stops = std::exchange(stops_.at(event), 0);
  found.starts = std::exchange(starts_.at(event), 0);
  found.oncpu = plan_.cpu_of(static_cast<unsigned>(event));
  found.thread = of.ended || family_.of_cpu ? RC_THREADS : static_cast<unsigned>(of.thread);
  tell_event(static_cast<unsigned>(event), found, answers);
}

void FilterSpecification::tell(Answers& answers) {
  for (std::size_t i = 0; i < kFamilyThreads; ++i) tell_event_of(i, answers);
  for (const Unit& unit : units_) {
    rc_unit_filters found{};
    found.ctl = unit.ctl;
    std::ranges::copy(unit.values, found.values);
    for (std::size_t i = 0; i < RC_COMPARATORS; ++i)
      found.types[i] = etm_type(unit.etm.types.at(i));
    found.include = unit.etm.include;
    found.start_stop = unit.etm.start_stop;
    found.started = unit.etm.started ? 1 : 0;
    tell_unit(found, answers);
  }
  std::uint64_t of_files = 0;
  for (std::size_t i = 0; i < family_.list.count; ++i)
    of_files += family_.list.filters.at(i).at.file != 0 ? 1 : 0;
  const auto number = [&](const char* what, std::uint64_t value) {
    answer(answers, what, static_cast<std::int64_t>(value));
  };
  number("nr_file_filters", family_.files);
  number("filters", family_.list.count);
  number("references of files", of_files);
  number("warnings", 0);
}

}  // namespace ringcheck
