// The parts that are the same for any driver: callbacks, interrupt work, reader, mapping, and what
// is told.
// Tested by `make kernel`.
#include "kernel/calls/driver_sides.hpp"

#include <cstring>
#include <utility>

#include "kernel/calls/answer_sum.hpp"
#include "protocol/aux/aux_irq_work.hpp"

namespace ringcheck {
namespace {

/// The calls of reader and mapping; `set(word, value)` stores, `word(at)` loads.
template <class Set, class Word>
bool run_reader(const Call& call, const AuxAreaSetup& setup, const AuxAreaWords& words, Set&& set,
                Word&& word) {
  switch (static_cast<DriverOp>(call.op)) {
    case DriverOp::aux_tail:
      set(words.aux.user_tail,
          call.at(0) == 0 ? word(words.aux.user_head) : setup.head + call.at(0));
      return true;
    case DriverOp::data_tail:
      set(words.ring.data_tail, word(words.ring.data_head));
      return true;
    case DriverOp::mapped:
      set(words.aux.aux_mmap_count, call.at(0));
      return true;
    default:
      return false;
  }
}

}  // namespace

NumberShape driver_event() {
  return {"event", one_of({0, 0, 0, 1})};
}

NumberShape tracer_case() {
  return {"tracer", one_of({0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 3})};
}

NumberShape failing_allocation() {
  return {"failing allocation",
          one_of({0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 3, 4})};
}

std::vector<CallShape> driver_calls(std::uint64_t page_bytes, CallShape interrupt,
                                    CallShape write) {
  const NumberShape event = driver_event();
  const NumberRange tails = one_of({0, 0, 0, page_bytes, page_bytes + 9, 2 * page_bytes});
  return {
      {"add", {event, {"started", one_of({1, 1, 1, 0})}}, 6, true, false},
      {"start", {event}, 3, true, false},
      {"stop", {event}, 4, true, false},
      {"del", {event}, 3, true, false},
      std::move(interrupt),
      std::move(write),
      {"aux_tail", {{"at", tails}}, 4, false, true},
      {"data_tail", {}, 2, false, true},
      {"mapped", {{"count", one_of({1, 1, 0})}}, 1, false, true},
  };
}

void KernelDriver::run(const Call& call, Answers& answers) {
  schedule_.begin(call);
  const std::int64_t result = run_other(call) ? 0 : run_driver(call, answers);
  settle();
  schedule_.end(call, result);
  tell(answers);
}

std::int64_t KernelDriver::run_driver(const Call& call, Answers& answers) {
  std::int64_t result = 0;
  switch (static_cast<DriverOp>(call.op)) {
    case DriverOp::add:
      result = unit_call<int(void*, int)>("add")(event(call), static_cast<int>(call.at(1)));
      answer(answers, "add", result);
      break;
    case DriverOp::start:
      unit_call<void(void*)>("start")(event(call));
      break;
    case DriverOp::stop:
      unit_call<void(void*)>("stop")(event(call));
      break;
    case DriverOp::del:
      unit_call<void(void*)>("del")(event(call));
      break;
    case DriverOp::interrupt:
      interrupt(call, answers);
      break;
    case DriverOp::write:
      write(call);
      break;
    default:
      run_own(call, answers);
      break;
  }
  return result;
}

void KernelDriver::interrupt(const Call&, Answers& answers) {
  answer(answers, "handled", unit_call<int()>("interrupt")());
}

void KernelDriver::keep_irq_work() {
  area_.machine.work_queued = [this](void* work, int) {
    for (unsigned i = 0; i < kAuxEvents; ++i)
      if (area_.call<decltype(rc_event_irq_work)>("rc_event_irq_work")(area_.events[i]) == work)
        queued_[i] = true;
  };
}

void KernelDriver::run_irq_work() {
  for (unsigned i = 0; i < kAuxEvents; ++i) {
    if (!std::exchange(queued_[i], false)) continue;
    void* event = area_.events[i];
    area_.machine.take_work(area_.call<decltype(rc_event_irq_work)>("rc_event_irq_work")(event));
    area_.call<decltype(rc_irq_work)>("rc_irq_work")(event);
    const rc_place on =
        area_.call<decltype(rc_event_place)>("rc_event_place")(event, RC_EVENT_ONCPU);
    int cpu = 0;
    std::memcpy(&cpu, const_cast<void*>(on.at), on.bytes);
    if (cpu < 0) schedule_.disabled(i);
  }
}

bool KernelDriver::run_other(const Call& call) {
  return run_reader(
      call, area_setup_, area_words_,
      [&](std::uint64_t at, std::uint64_t value) { area_.set(at, value); },
      [&](std::uint64_t at) { return word(at); });
}

const std::uint8_t* KernelDriver::page(std::uint64_t number) const {
  return static_cast<std::uint8_t*>(
      area_.call<decltype(rc_aux_page)>("rc_aux_page")(area_.buffer, static_cast<int>(number)));
}

void KernelDriver::fill_piece() {
  auto* memory = reinterpret_cast<std::uint8_t*>(base());
  for (std::uint64_t i = 0; i < area_words_.aux_bytes; ++i) memory[i] = trace_byte(i);
}

void KernelDriver::tell_piece(Answers& answers) {
  const auto* memory = reinterpret_cast<const std::uint8_t*>(base());
  tell_area(answers,
            [&](std::uint64_t number) { return memory + number * area_setup_.page_bytes; });
}

void KernelDriver::tell_area(Answers& answers) {
  tell_area(answers, [&](std::uint64_t number) { return page(number); });
}

void KernelDriver::tell_area(Answers& answers,
                             const std::function<const std::uint8_t*(std::uint64_t)>& page) {
  answer(answers, "handle->event",
         static_cast<std::int64_t>(
             area_.number_of(area_.call<decltype(rc_aux_event)>("rc_aux_event")(handle_))));
  answer(answers, "warnings", static_cast<std::int64_t>(area_.machine.warnings.size()));
  std::uint64_t sum = 0;
  for (std::uint64_t number = 0; number < area_setup_.aux_pages; ++number) {
    const std::uint8_t* bytes = page(number);
    sum = sum_after_all(sum, area_setup_.page_bytes, [&](std::uint64_t i) { return bytes[i]; });
  }
  answer(answers, "sum of the trace", static_cast<std::int64_t>(sum));
}

void SpecifiedDriver::run(const Call& call, Answers& answers) {
  schedule_.begin(call);
  const std::int64_t result = run_other(call) ? 0 : run_driver(call, answers);
  schedule_.end(call, result);
  tell(answers);
}

std::int64_t SpecifiedDriver::run_driver(const Call& call, Answers& answers) {
  const std::uint64_t event = call.at(0) % kAuxEvents;
  std::int64_t result = 0;
  switch (static_cast<DriverOp>(call.op)) {
    case DriverOp::add:
      result = add(event, call.at(1) != 0);
      answer(answers, "add", result);
      break;
    case DriverOp::start:
      start(event);
      break;
    case DriverOp::stop:
    case DriverOp::del:
      stop(event);
      break;
    case DriverOp::interrupt:
      interrupt(call, answers);
      break;
    case DriverOp::write:
      write(call);
      break;
    default:
      run_own(call, answers);
      break;
  }
  return result;
}

void SpecifiedDriver::run_irq_work(bool one_irq_work) {
  for (unsigned i = 0; i < kAuxEvents; ++i) {
    const PerfEvent& event = area_.events[i];
    if (std::exchange(area_.word(event.at->pending_irq), 0) == 0) continue;
    const bool disables = one_irq_work && schedule_.is_on(i);
    if (!perf_pending_irq(area_.cpu, event, {}, disables).disabled) continue;
    stop(i);
    schedule_.disabled(i);
  }
}

bool SpecifiedDriver::run_other(const Call& call) {
  return run_reader(
      call, area_setup_, area_words_,
      [&](std::uint64_t at, std::uint64_t value) { area_.word(at) = value; },
      [&](std::uint64_t at) { return word(at); });
}

void SpecifiedDriver::tell_area(Answers& answers) {
  const auto number = [&](const char* what, std::uint64_t value) {
    answer(answers, what, static_cast<std::int64_t>(value));
  };
  number("handle->event", word(area_words_.handles[0].event));
  number("warnings", area_.warnings);
  constexpr std::uint64_t kByte = 0xff;
  const std::uint64_t unit = area_setup_.trace_unit;
  const auto byte = [&](std::uint64_t i) {
    return word(area_words_.area + i / unit) >> (8 * (i % unit)) & kByte;
  };
  number("sum of the trace", sum_after_all(0, area_words_.aux_bytes, byte));
}

void SpecifiedDriver::write_bytes(std::uint64_t at, std::uint64_t bytes) {
  for (std::uint64_t i = 0; i < bytes; ++i) area_.word(area_words_.area + at + i) = ++written_;
}

ReserveOrder reserve_order_of(const NativeObject& object) {
  return object.says("local_try_cmpxchg") ? ReserveOrder::head_first : ReserveOrder::tail_first;
}

}  // namespace ringcheck
