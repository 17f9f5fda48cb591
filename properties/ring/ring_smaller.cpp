// Cases that are simpler than a given one: one step or interrupt less, or a number put back to its
// default.
// Tested by tests/properties/ring/ring_sequence_test.cpp.
#include <algorithm>

#include "properties/ring/ring_case.hpp"

namespace ringcheck {

namespace {

/// Lists simpler writers that `writer` can become; those that leave out most come first.
void add_smaller(const RingWriter& writer, std::vector<RingWriter>& result) {
  const auto add = [&](auto&& change) {
    RingWriter copy = writer;
    change(copy);
    result.push_back(std::move(copy));
  };
  for (std::size_t i = 0; i < writer.interrupts.size(); ++i)
    add([i](RingWriter& w) {
      w.interrupts.erase(w.interrupts.begin() + static_cast<std::ptrdiff_t>(i));
    });
  if (writer.event != 0) add([](RingWriter& w) { w.event = 0; });
  for (const std::uint64_t words :
       {std::uint64_t{1}, writer.payload_words / 2, writer.payload_words - 1})
    if (words >= 1 && words < writer.payload_words)
      add([words](RingWriter& w) { w.payload_words = words; });
  for (std::size_t i = 0; i < writer.interrupts.size(); ++i) {
    const RingInterrupt& interrupt = writer.interrupts[i];
    if (interrupt.occurrence != 0) add([i](RingWriter& w) { w.interrupts[i].occurrence = 0; });
    if (interrupt.reader) continue;
    std::vector<RingWriter> inner;
    add_smaller(interrupt.writer, inner);
    for (RingWriter& smaller : inner)
      add([&](RingWriter& w) { w.interrupts[i].writer = std::move(smaller); });
  }
}

/// Lists simpler steps that `step` can become.
void add_smaller(const RingStep& step, std::vector<RingStep>& result) {
  std::vector<RingWriter> writers;
  if (step.op == RingStep::Op::write) {
    add_smaller(step.writer, writers);
    for (RingWriter& writer : writers) {
      result.push_back(step);
      result.back().writer = std::move(writer);
    }
    return;
  }
  if (!reads(step.op)) return;
  for (std::size_t i = 0; i < step.meanwhile.size(); ++i) {
    result.push_back(step);
    auto& list = result.back().meanwhile;
    list.erase(list.begin() + static_cast<std::ptrdiff_t>(i));
  }
  for (std::size_t i = 0; i < step.meanwhile.size(); ++i) {
    writers.clear();
    add_smaller(step.meanwhile[i].writer, writers);
    for (RingWriter& writer : writers) {
      result.push_back(step);
      result.back().meanwhile[i].writer = std::move(writer);
    }
  }
}

}  // namespace

std::vector<RingCase> smaller_ring_cases(const RingCase& ring_case) {
  std::vector<RingCase> result;
  const auto add = [&](auto&& change) {
    result.push_back(ring_case);
    change(result.back());
    result.back() = fitted(std::move(result.back()));
  };
  const std::size_t count = ring_case.steps.size();
  for (std::size_t length = count / 2; length > 0; length /= 2)
    for (std::size_t first = 0; first + length <= count; first += length)
      add([=](RingCase& c) {
        const auto begin = c.steps.begin() + static_cast<std::ptrdiff_t>(first);
        c.steps.erase(begin, begin + static_cast<std::ptrdiff_t>(length));
      });
  const RingShape& shape = ring_case.shape;
  const RingShape simplest;
  const auto reset = [&](auto member) {
    if (shape.*member != simplest.*member)
      add([=](RingCase& c) { c.shape.*member = simplest.*member; });
  };
  reset(&RingShape::start);
  reset(&RingShape::sample_id_all);
  reset(&RingShape::wakeup_events);
  reset(&RingShape::counted);
  reset(&RingShape::watermark);
  if (shape.pages > 1 && shape.pages % 2 == 0) add([](RingCase& c) { c.shape.pages /= 2; });
  if (shape.page_words > 8) add([](RingCase& c) { c.shape.page_words /= 2; });
  for (std::size_t i = 0; i < count; ++i) {
    std::vector<RingStep> steps;
    add_smaller(ring_case.steps[i], steps);
    for (RingStep& step : steps) add([&](RingCase& c) { c.steps[i] = std::move(step); });
  }
  return result;
}

}  // namespace ringcheck
