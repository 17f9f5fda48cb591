// perf's parts for trace units as the kernel's text.
// Tested by `make kernel`.
#include <algorithm>

#include "kernel/calls/finder_sides.hpp"

namespace ringcheck {

FinderKernel::FinderKernel(const NativeObject& object, const FinderSetup& setup)
    : machine_(object), setup_(setup) {
  machine_.memory_can_be_had = [this] { return failing_ == 0 || --failing_ != 0; };
  rc_finders_setup given{};
  given.unit = setup.unit;
  given.per_thread = setup.per_thread ? 1 : 0;
  given.sysfs = setup.sysfs;
  given.config = setup.config;
  given.type = FinderSetup::kType;
  given.events = static_cast<unsigned>(setup.events.size());
  for (std::size_t i = 0; i < setup.events.size(); ++i) given.event[i] = setup.events[i];
  int error = 0;
  int made = 0;
  run_text(0,
           [&] { return made = call<decltype(rc_new_finders)>("rc_new_finders")(&given, &error); });
  if (made == 0) throw NativeFailure("perf's part for the unit does not come to be");
  const std::string asked = std::to_string(setup.asked);
  run_text(0, [&] {
    return call<decltype(rc_ask_for_snapshots)>("rc_ask_for_snapshots")(asked.c_str());
  });
  machine_.tracing = true;
}

std::uint64_t* FinderKernel::page_word(const char* name, const Area& area) const {
  return reinterpret_cast<std::uint64_t*>(call<decltype(rc_area_head)>(name)(&area.memory));
}

FinderKernel::Area& FinderKernel::area(std::uint64_t number) {
  const auto [found, made] = areas_.try_emplace(number);
  Area& area = found->second;
  if (!made) return area;
  area.memory = call<decltype(rc_new_area)>("rc_new_area")(
      setup_.len, setup_.masked() ? 1 : 0, static_cast<int>(kAreaIndexes.at(number)));
  machine_.name(page_word("rc_area_head", area), finder_words::head(number));
  machine_.name(page_word("rc_area_tail", area), finder_words::tail(number));
  machine_.name_words(area.memory.data, setup_.len, finder_words::trace(number),
                      setup_.unit_bytes());
  return area;
}

std::uint64_t FinderKernel::word(std::uint64_t at) const {
  const auto found = areas_.find(at / 2);
  if (found == areas_.end()) return 0;
  return *page_word(at % 2 == 0 ? "rc_area_head" : "rc_area_tail", found->second);
}

template <class Text>
int FinderKernel::run_text(std::uint64_t fails, Text&& text) {
  const std::uint64_t before = machine_.objects_left();
  failing_ = fails;
  in_text_ = true;
  const int result = text();
  in_text_ = false;
  failing_ = 0;
  held_ += machine_.objects_left() - before;
  return result;
}

void FinderKernel::run(const Call& one, Answers& answers) {
  switch (static_cast<FinderOp>(one.op)) {
    case FinderOp::write: {
      Area& written = area(one.at(0));
      unit_writes(one, setup_, written.unit,
                  [&](std::uint64_t at, std::uint8_t byte) { written.memory.data[at] = byte; });
      *page_word("rc_area_head", written) = written.unit;
      return;
    }
    case FinderOp::find:
      return find(one, answers);
    case FinderOp::snapshot:
      return read(one, true, answers);
    case FinderOp::drain:
      return read(one, false, answers);
    case FinderOp::start:
    case FinderOp::finish:
      return change_events(one, answers);
    case FinderOp::options: {
      rc_snapshot_options options{};
      const int result =
          call<decltype(rc_parse_options)>("rc_parse_options")(snapshot_text(one.at(0)), &options);
      return tell(answers, result, options);
    }
    case FinderOp::copied: {
      const rc_sysfs sysfs = sysfs_of(one.at(1), one.at(2));
      return answer(answers, "bytes of a copy",
                    static_cast<std::int64_t>(call<decltype(rc_copied_of)>("rc_copied_of")(
                        one.at(0), &sysfs, one.at(3), one.at(4))));
    }
    case FinderOp::compare:
      return answer(answers, "differs", compare(ComparedCopy(one)));
    case FinderOp::init:
      return init(one, answers);
    case FinderOp::sizes:
      return resolve(one, answers);
  }
}

int FinderKernel::compare(const ComparedCopy& compared) {
  rc_area area{};
  area.data = static_cast<unsigned char*>(machine_.alloc(compared.len));
  std::ranges::copy(compared.area, area.data);
  machine_.name_words(area.data, compared.len, finder_words::trace(finder_words::kCompared), 1);
  void* copy = machine_.alloc(compared.size);
  std::ranges::copy(compared.copy, static_cast<unsigned char*>(copy));
  return run_text(0, [&] {
    return call<decltype(rc_copy_differs)>("rc_copy_differs")(copy, compared.offset, compared.size,
                                                              &area, compared.len, compared.head);
  });
}

void FinderKernel::init(const Call& one, Answers& answers) {
  const auto lacks = static_cast<PartLacks>(one.at(0));
  rc_part part{};
  run_text(lacks == PartLacks::memory ? 1 : 0, [&] {
    part = call<decltype(rc_part_that_lacks)>("rc_part_that_lacks")(
        lacks == PartLacks::pmu ? 1 : 0, lacks == PartLacks::environment ? 1 : 0, kErrorBefore);
    return 0;
  });
  tell(answers, part);
}

void FinderKernel::resolve(const Call& one, Answers& answers) const {
  rc_sizes sizes = sizes_of(one);
  const int result = call<decltype(rc_resolve_sizes)>("rc_resolve_sizes")(
      static_cast<int>(one.at(4)), static_cast<int>(one.at(3)), &sizes);
  tell(answers, result, sizes);
}

void FinderKernel::find(const Call& one, Answers& answers) {
  Area& searched = area(one.at(0));
  const std::uint32_t index = kAreaIndexes.at(one.at(0));
  unsigned long long head = setup_.position(one.at(1), searched.unit);
  unsigned long long old = setup_.position(one.at(2), *page_word("rc_area_previous", searched));
  const int result = run_text(one.at(3), [&] {
    return call<decltype(rc_find_snapshot)>("rc_find_snapshot")(
        &searched.memory, static_cast<int>(index), &head, &old);
  });
  answer(answers, "result", result);
  answer(answers, "head", static_cast<std::int64_t>(head));
  answer(answers, "old", static_cast<std::int64_t>(old));
  const rc_remembered known =
      call<decltype(rc_remembered_of)>("rc_remembered_of")(static_cast<int>(index));
  const std::uint64_t copy =
      known.copy == nullptr
          ? 0
          : sum_of_copy(known.copied, [&](std::uint64_t i) { return known.copy[i]; });
  tell(answers, known, copy, held_);
}

void FinderKernel::read(const Call& one, bool snapshot, Answers& answers) {
  Area& from = area(one.at(0));
  rc_handed handed{};
  if (!snapshot) fail_ioctl(one.at(2));
  const bool take_fails = one.at(snapshot ? 3 : 1) != 0;
  const int result = run_text(snapshot ? one.at(2) : 0, [&] {
    return call<decltype(rc_read_area)>("rc_read_area")(&from.memory, snapshot ? 1 : 0, one.at(1),
                                                        take_fails ? 1 : 0, &handed);
  });
  tell(answers, result, *page_word("rc_area_previous", from), handed);
  answer(answers, "objects held", static_cast<std::int64_t>(held_));
  if (!snapshot) tell(answers, result, events(static_cast<int>(kAreaIndexes.at(one.at(0))) + 1));
}

void FinderKernel::change_events(const Call& one, Answers& answers) {
  const bool starts = static_cast<FinderOp>(one.op) == FinderOp::start;
  fail_ioctl(one.at(starts ? 0 : 1));
  const int result = run_text(0, [&] {
    return starts ? call<decltype(rc_start_snapshot)>("rc_start_snapshot")()
                  : call<decltype(rc_finish_snapshot)>("rc_finish_snapshot")(
                        static_cast<int>(one.at(0)));
  });
  tell(answers, result, events(0));
}

void FinderKernel::fail_ioctl(std::uint64_t event) {
  for (unsigned i = 0; i < setup_.events.size(); ++i)
    call<decltype(rc_fail_ioctl)>("rc_fail_ioctl")(i, event == i + 1 ? 1 : 0);
}

std::vector<rc_event> FinderKernel::events(int at) const {
  constexpr int kNowhere = -1;
  std::vector<rc_event> found;
  for (unsigned i = 0; i < setup_.events.size(); ++i) {
    found.push_back(call<decltype(rc_event_at)>("rc_event_at")(i));
    int& where = found.back().enabled_at;
    const int own = at == 0 || setup_.per_thread ? at : at - found.back().first;
    where = where == kNowhere || where == own ? 0 : 1;
  }
  return found;
}

std::optional<std::uint64_t> FinderKernel::end() {
  if (in_text_) return {};
  run_text(0, [&] {
    call<decltype(rc_free_finders)>("rc_free_finders")();
    return 0;
  });
  return held_;
}

}  // namespace ringcheck
