// Random programs of calls on a buffer, and simpler versions of a given one.
// Tested by tests/kernel/ring_program_test.cpp.
#include "kernel/calls/ring_program.hpp"

#include <fmt/format.h>
#include <rapidcheck.h>

#include <array>

#include "protocol/ring/perf_event.hpp"

namespace ringcheck {
namespace {

unsigned below(unsigned count) {
  return *rc::gen::resize(rc::kNominalSize, rc::gen::inRange<unsigned>(0, count));
}
bool one_in(unsigned count) {
  return below(count) == 0;
}

/// Makes the calls of one program.
class Maker {
 public:
  Maker(unsigned page_bytes, LongWidth width) : page_bytes_(page_bytes), width_(width) {}

  RingProgram make() {
    program_.nr_pages = std::array{1U, 1U, 2U, 4U, 0U}.at(below(5));
    program_.writable = !one_in(3);
    program_.backward = one_in(3);
    program_.whole_words = !one_in(4);
    program_.named_begin = one_in(2);
    if (one_in(3)) program_.watermark = below(2 * bytes() + 2);
    program_.head = width_.unsigned_long(first_head());
    if (one_in(4)) program_.lost = 1 + below(3);
    if (one_in(4)) program_.task = one_in(2) ? RingTask::outside : RingTask::ended;
    const unsigned events = 1 + below(3);
    for (unsigned i = 0; i < events; ++i) program_.events.push_back(event(i));
    const unsigned calls = 1 + below(12);
    for (unsigned i = 0; i < calls; ++i) program_.calls.push_back(call(3));
    return std::move(program_);
  }

 private:
  [[nodiscard]] unsigned bytes() const { return page_bytes_ * program_.nr_pages; }

  /// Streams start at 0, within the first laps, before the counters wrap, shortly before they
  /// change their sign, or anywhere.
  std::uint64_t first_head() {
    const std::uint64_t step = program_.whole_words ? 8 : 1;
    switch (below(width_.narrow ? 5 : 4)) {
      case 0:
        return 0;
      case 1:
        return below(4 * bytes() + 1) * step;
      case 2:
        return 0 - std::uint64_t{below(2 * bytes() + 1)} * step;
      case 4:
        return width_.sign() - std::uint64_t{below(2 * bytes() + 1)} * step;
      default:
        return *rc::gen::arbitrary<std::uint64_t>() * step;
    }
  }

  RingProgramEvent event(unsigned index) {
    RingProgramEvent made;
    for (const std::uint64_t field : kSampleIdFields)
      if (one_in(3)) made.sample_type |= field;
    if (one_in(4)) made.sample_type |= kSampleIp | kSampleAddr;
    made.sample_id_all = one_in(2);
    made.watermark = one_in(2);
    if (one_in(2)) made.wakeup_events = 1 + below(3);
    made.child = index > 0 && one_in(2);
    made.attached = !one_in(8);
    if (one_in(4)) made.state = std::array{-2, -3, -4}.at(below(3));
    made.has_child = one_in(2);
    return made;
  }

  RingCall call(unsigned depth) {
    RingCall made;
    switch (below(11)) {
      case 0:
        made.op = RingCall::Op::poll;
        break;
      case 1:
        made.op = RingCall::Op::pause;
        made.paused = one_in(2);
        break;
      case 2:
      case 3:
        made.op = RingCall::Op::tail;
        break;
      case 4:
      case 5:
        made.op = RingCall::Op::sample;
        break;
      case 6:
        made.op = RingCall::Op::irq;
        break;
      default:
        break;
    }
    made.event = below(static_cast<unsigned>(program_.events.size()));
    if (made.op == RingCall::Op::tail) made.value = tail();
    if (made.op == RingCall::Op::write) pieces(made);
    if (made.op == RingCall::Op::sample) made.size = below(7);
    const bool interrupted = made.op == RingCall::Op::write || made.op == RingCall::Op::sample;
    if (interrupted && depth > 0 && one_in(2))
      for (unsigned i = 1 + below(2); i > 0; --i)
        made.interrupts.push_back({below(30), call(depth - 1)});
    return made;
  }

  /// A tail that a reader may have stored, or any word at all.
  std::uint64_t tail() {
    if (one_in(8)) return *rc::gen::arbitrary<std::uint64_t>();
    const std::uint64_t distance = below(3 * bytes() + 1);
    const std::uint64_t words = program_.whole_words ? distance / 8 * 8 : distance;
    return program_.backward ? 0 - words : words;
  }

  void pieces(RingCall& made) {
    const unsigned step = program_.whole_words ? 8 : 1;
    made.size = (1 + below(bytes() / step + 4)) * step;
    unsigned left = made.size;
    while (left > 0 && !one_in(4)) {
      const unsigned piece = std::min(left, (1 + below(4)) * step);
      made.pieces.push_back(one_in(5) ? -static_cast<int>(piece) : static_cast<int>(piece));
      left -= piece;
    }
  }

  unsigned page_bytes_;
  LongWidth width_;
  RingProgram program_;
};

/// Calls each simpler than `call`.
std::vector<RingCall> smaller_calls(const RingCall& call) {
  std::vector<RingCall> found;
  for (std::size_t i = 0; i < call.interrupts.size(); ++i) {
    RingCall without = call;
    without.interrupts.erase(without.interrupts.begin() + static_cast<std::ptrdiff_t>(i));
    found.push_back(std::move(without));
    for (RingCall& inner : smaller_calls(call.interrupts[i].call)) {
      RingCall with = call;
      with.interrupts[i].call = std::move(inner);
      found.push_back(std::move(with));
    }
    if (call.interrupts[i].access > 0) {
      RingCall earlier = call;
      earlier.interrupts[i].access -= 1;
      found.push_back(std::move(earlier));
    }
  }
  if (!call.pieces.empty()) {
    found.push_back(call);
    found.back().pieces.pop_back();
  }
  if (call.event > 0) {
    found.push_back(call);
    found.back().event = 0;
  }
  if (call.op == RingCall::Op::sample && call.size > 0) {
    found.push_back(call);
    found.back().size -= 1;
  }
  if (call.op == RingCall::Op::write && call.pieces.empty() && call.size > 8) {
    found.push_back(call);
    found.back().size -= 8;
  }
  return found;
}

std::string call_text(const RingCall& call, int depth) {
  std::string text(static_cast<std::size_t>(depth) * 2, ' ');
  switch (call.op) {
    case RingCall::Op::write:
      text += fmt::format("event {} writes {} bytes: {}\n", call.event, call.size,
                          fmt::join(call.pieces, " "));
      break;
    case RingCall::Op::sample:
      text += fmt::format("event {} writes a sample of {} words\n", call.event, call.size);
      break;
    case RingCall::Op::tail:
      text += fmt::format("data_tail = head0 + {}\n", static_cast<std::int64_t>(call.value));
      break;
    case RingCall::Op::pause:
      text += call.paused ? "pause\n" : "resume\n";
      break;
    case RingCall::Op::irq:
      text += fmt::format("interrupt work of event {}\n", call.event);
      break;
    case RingCall::Op::poll:
      text += fmt::format("poll of event {}\n", call.event);
      break;
  }
  for (const RingCall::Interrupt& interrupt : call.interrupts)
    text += fmt::format("{:{}}before access {}:\n{}", "", depth * 2 + 2, interrupt.access,
                        call_text(interrupt.call, depth + 2));
  return text;
}

}  // namespace

rc::Gen<RingProgram> ring_programs(unsigned page_bytes, LongWidth width) {
  return rc::gen::exec([page_bytes, width] { return Maker(page_bytes, width).make(); });
}

std::vector<RingProgram> smaller(const RingProgram& program) {
  std::vector<RingProgram> found;
  const auto with = [&](auto&& change) {
    RingProgram changed = program;
    change(changed);
    found.push_back(std::move(changed));
  };
  for (std::size_t i = program.calls.size(); i-- > 0;)
    with([&](RingProgram& p) { p.calls.erase(p.calls.begin() + static_cast<std::ptrdiff_t>(i)); });
  for (std::size_t i = 0; i < program.calls.size(); ++i)
    for (RingCall& call : smaller_calls(program.calls[i]))
      with([&](RingProgram& p) { p.calls[i] = std::move(call); });
  if (program.lost > 0) with([](RingProgram& p) { p.lost = 0; });
  if (program.task != RingTask::seen) with([](RingProgram& p) { p.task = RingTask::seen; });
  if (program.head != 0) with([](RingProgram& p) { p.head = 0; });
  if (program.watermark != 0) with([](RingProgram& p) { p.watermark = 0; });
  if (program.backward) with([](RingProgram& p) { p.backward = false; });
  if (program.nr_pages > 1) with([](RingProgram& p) { p.nr_pages = 1; });
  for (std::size_t i = 0; i < program.events.size(); ++i) {
    const RingProgramEvent& event = program.events[i];
    if (event.sample_type != 0) with([&](RingProgram& p) { p.events[i].sample_type = 0; });
    if (event.wakeup_events != 0) with([&](RingProgram& p) { p.events[i].wakeup_events = 0; });
    if (event.child) with([&](RingProgram& p) { p.events[i].child = false; });
    if (event.state != 0) with([&](RingProgram& p) { p.events[i].state = 0; });
    if (event.has_child) with([&](RingProgram& p) { p.events[i].has_child = false; });
  }
  return found;
}

std::string to_text(const RingProgram& program) {
  std::string text =
      fmt::format("buffer: {} pages, watermark {}, {}, {}, head0 {:#x}, lost {}, task {}\n",
                  program.nr_pages, program.watermark, program.writable ? "writable" : "overwrite",
                  program.backward ? "backward" : "forward", program.head, program.lost,
                  static_cast<unsigned>(program.task));
  for (std::size_t i = 0; i < program.events.size(); ++i) {
    const RingProgramEvent& event = program.events[i];
    text += fmt::format(
        "event {}: sample_type {:#x}{}{}, wakeup_events {}{}{}, state {}{}\n", i, event.sample_type,
        event.sample_id_all ? ", sample_id_all" : "", event.watermark ? ", watermark" : "",
        event.wakeup_events, event.child ? ", child of event 0" : "",
        event.attached ? "" : ", no buffer", event.state, event.has_child ? ", a child" : "");
  }
  for (const RingCall& call : program.calls) text += call_text(call, 1);
  return text;
}

}  // namespace ringcheck
