// Random sequences of steps on one perf buffer, and their text.
// Nesting is at most four levels deep: task, softirq, hardirq, NMI.
// Tested by tests/properties/ring/ring_sequence_test.cpp.
#include "properties/ring/ring_case.hpp"

#include <fmt/format.h>
#include <rapidcheck.h>

#include <algorithm>
#include <array>
#include <bit>

namespace ringcheck {

namespace {

constexpr int kInterruptLevels = 3;
constexpr std::array<std::string_view, 4> kLevelNames = {"task", "softirq", "hardirq", "NMI"};
constexpr std::array<std::string_view, kWriterPointCount> kPointTexts = {
    "before it raises the nest count",
    "before it loads tail and head",
    "before its compare-and-swap",
    "right after it has reserved",
    "before it takes the lost count",
    "before it copies",
    "before it looks at the nest count",
    "before it loads the write position",
    "before it stores data_head",
    "before it clears the nest count",
    "before its second look at the write position",
    "right before it leaves"};

void add_writer(std::string& text, const RingWriter& writer, std::size_t level,
                const std::string& indent, const std::string& when) {
  text += fmt::format("{}{}{} writes a sample of {} bytes{}\n", indent, when, kLevelNames[level],
                      (writer.payload_words + 1) * 8, writer.event == 0 ? "" : ", event 2");
  for (const RingInterrupt& interrupt : writer.interrupts) {
    const std::string at = fmt::format(
        "{}{}: ", kPointTexts[static_cast<std::size_t>(interrupt.point)],
        interrupt.occurrence == 0 ? "" : fmt::format(" ({} more)", interrupt.occurrence));
    if (interrupt.reader)
      text += fmt::format("{}  {}the reader polls\n", indent, at);
    else
      add_writer(text, interrupt.writer, level + 1, indent + "  ", at);
  }
}

std::string op_text(const RingStep& step) {
  switch (step.op) {
    case RingStep::Op::poll:
      return "the reader polls, one tail for all records";
    case RingStep::Op::poll_each:
      return "the reader polls, a tail for each record";
    case RingStep::Op::snapshot:
      return "the reader pauses, reads what is new, and resumes";
    case RingStep::Op::pause:
      return "pause";
    case RingStep::Op::resume:
      return "resume";
    case RingStep::Op::reopen:
      return "another reader takes over";
    case RingStep::Op::corrupt:
      return fmt::format("the size of the next record becomes {}", step.value);
    default:
      return fmt::format("data_tail is stored, {} more than it is",
                         static_cast<std::int64_t>(step.value));
  }
}

/// One of `least` … `most` - 1, whatever the size of the case.
rc::Gen<std::uint64_t> in_range(std::uint64_t least, std::uint64_t most) {
  return rc::gen::resize(rc::kNominalSize, rc::gen::inRange<std::uint64_t>(least, most));
}

/// The `i`-th level of interrupts and all above it.
rc::Gen<std::vector<RingInterrupt>> interrupts(int level, const RingCases& kind);

/// Sizes around the most that a record can hold.
rc::Gen<std::uint64_t> payload_words(bool large) {
  const auto small = in_range(1, 7);
  const auto medium = in_range(7, 70);
  const auto most = in_range(8180, 8300);
  return large ? rc::gen::oneOf(medium, most)
               : rc::gen::weightedOneOf<std::uint64_t>({{12, small}, {2, medium}});
}

rc::Gen<RingWriter> writers(int level, const RingCases& kind) {
  return rc::gen::build<RingWriter>(
      rc::gen::set(&RingWriter::payload_words, payload_words(kind.large)),
      rc::gen::set(&RingWriter::event, rc::gen::weightedElement<std::uint64_t>({{5, 0}, {1, 1}})),
      rc::gen::set(&RingWriter::interrupts, interrupts(level, kind)));
}

rc::Gen<RingInterrupt> interrupt(int level, const RingCases& kind) {
  return rc::gen::build<RingInterrupt>(
      rc::gen::set(&RingInterrupt::point,
                   rc::gen::map(in_range(0, kWriterPointCount),
                                [](std::uint64_t i) { return static_cast<WriterPoint>(i); })),
      rc::gen::set(&RingInterrupt::occurrence,
                   rc::gen::weightedElement<std::uint64_t>({{5, 0}, {1, 1}})),
      rc::gen::set(&RingInterrupt::reader,
                   rc::gen::element(false, false,
                                    kind.readers_between && !kind.backward && !kind.without_pages)),
      rc::gen::set(&RingInterrupt::writer, writers(level + 1, kind)));
}

rc::Gen<std::vector<RingInterrupt>> interrupts(int level, const RingCases& kind) {
  if (level == kInterruptLevels || !kind.nesting)
    return rc::gen::just(std::vector<RingInterrupt>());
  // At most three, mostly none: whole trees stay small.
  return rc::gen::mapcat(rc::gen::weightedElement<std::size_t>({{5, 0}, {3, 1}, {1, 2}, {1, 3}}),
                         [=](std::size_t count) {
                           return rc::gen::container<std::vector<RingInterrupt>>(
                               count, interrupt(level, kind));
                         });
}

rc::Gen<std::vector<RingMeanwhile>> meanwhile(const RingCases& kind) {
  // There is one reader: it does not poll while it reads.
  RingCases no_readers = kind;
  no_readers.readers_between = false;
  return rc::gen::mapcat(
      rc::gen::weightedElement<std::size_t>({{5, 0}, {2, 1}, {1, 2}}), [=](std::size_t count) {
        return rc::gen::container<std::vector<RingMeanwhile>>(
            count, rc::gen::build<RingMeanwhile>(
                       rc::gen::set(&RingMeanwhile::access, in_range(0, 16)),
                       rc::gen::set(&RingMeanwhile::writer, writers(0, no_readers))));
      });
}

rc::Gen<RingStep> steps(const RingCases& kind) {
  using Op = RingStep::Op;
  const auto op = [&]() -> rc::Gen<Op> {
    if (kind.without_pages)
      return rc::gen::weightedElement<Op>({{4, Op::write}, {1, Op::pause}, {2, Op::resume}});
    if (kind.backward)
      return rc::gen::weightedElement<Op>(
          {{12, Op::write}, {4, Op::snapshot}, {1, Op::pause}, {2, Op::resume}});
    return rc::gen::weightedElement<Op>({{12, Op::write},
                                         {3, Op::poll},
                                         {2, Op::poll_each},
                                         {1, Op::pause},
                                         {2, Op::resume},
                                         {1, Op::reopen},
                                         {kind.corrupt ? 1U : 0U, Op::corrupt},
                                         {kind.hostile ? 2U : 0U, Op::tail}});
  };
  // A corrupted size, or the amount by which a tail is wrong.
  const auto value = kind.corrupt
                         ? rc::gen::element<std::uint64_t>(0, 1, 4, 7, 16, 24, 40, 1000, 65535)
                         : rc::gen::oneOf(rc::gen::element<std::uint64_t>(
                                              std::uint64_t{1} << 32U, 8, -std::uint64_t{8}, 1, 64),
                                          rc::gen::arbitrary<std::uint64_t>());
  return rc::gen::build<RingStep>(
      rc::gen::set(&RingStep::op, op()), rc::gen::set(&RingStep::writer, writers(0, kind)),
      rc::gen::set(&RingStep::meanwhile, meanwhile(kind)), rc::gen::set(&RingStep::value, value));
}

rc::Gen<RingShape> shapes(const RingCases& kind) {
  const auto near = [](std::uint64_t top) {
    return rc::gen::map(in_range(0, 40), [top](std::uint64_t words) { return top - words * 8; });
  };
  const auto pages = [&]() -> rc::Gen<std::uint64_t> {
    if (kind.without_pages || kind.pages != 0) return rc::gen::just(kind.pages);
    return kind.large ? rc::gen::element<std::uint64_t>(16, 32)
                      : rc::gen::element<std::uint64_t>(1, 2, 4);
  };
  const LongWidth width{kind.narrow};
  return rc::gen::build<RingShape>(
      rc::gen::set(&RingShape::lost, rc::gen::just(kind.lost)),
      rc::gen::set(&RingShape::backward, rc::gen::just(kind.backward)),
      rc::gen::set(&RingShape::oversized, rc::gen::just(kind.oversized)),
      rc::gen::set(&RingShape::stamp, rc::gen::just(kind.stamp)),
      rc::gen::set(&RingShape::lost_taken_first, rc::gen::just(kind.lost_taken_first)),
      rc::gen::set(&RingShape::page_words, kind.large
                                               ? rc::gen::element<std::uint64_t>(512, 8192)
                                               : rc::gen::element<std::uint64_t>(8, 16, 32, 512)),
      rc::gen::set(&RingShape::pages, pages()),
      rc::gen::set(&RingShape::watermark, rc::gen::element<std::uint64_t>(0, 8, 24, 64)),
      rc::gen::set(&RingShape::wakeup_events,
                   rc::gen::weightedElement<std::uint64_t>({{4, 0}, {1, 1}, {1, 2}, {1, 3}})),
      rc::gen::set(&RingShape::sample_id_all, rc::gen::element(false, true)),
      rc::gen::set(&RingShape::id_fields, in_range(0, 64)),
      rc::gen::set(&RingShape::width, rc::gen::just(width)),
      rc::gen::set(
          &RingShape::start,
          rc::gen::map(rc::gen::oneOf(rc::gen::just<std::uint64_t>(0), near(0),
                                      near(std::uint64_t{1} << 32U), near(width.sign())),
                       [width](std::uint64_t start) { return width.unsigned_long(start); })),
      rc::gen::set(&RingShape::counted,
                   rc::gen::weightedElement<std::uint64_t>({{2, 0}, {1, 1}, {1, 5}})));
}

}  // namespace

namespace {

/// Words of a LOST record with its sample id, and of a header.
std::uint64_t words_beside(const RingShape& shape) {
  const int fields = shape.sample_id_all ? std::popcount(shape.id_fields) : 0;
  return 3 + static_cast<std::uint64_t>(fields) + 1;
}

/// Words that `writer` and all that interrupts it may reserve. `beside`: words of each besides its
/// payload.
std::uint64_t words_of_tree(const RingWriter& writer, std::uint64_t beside) {
  std::uint64_t sum = writer.payload_words + beside;
  for (const RingInterrupt& interrupt : writer.interrupts)
    if (!interrupt.reader) sum += words_of_tree(interrupt.writer, beside);
  return sum;
}

/// Makes what `writer` reserves no larger than `most` words, without interrupts if need be.
void fit(RingWriter& writer, std::uint64_t most, std::uint64_t beside) {
  if (words_of_tree(writer, beside) <= most) return;
  writer.interrupts.clear();
  writer.payload_words = std::min(writer.payload_words, most - beside);
}

}  // namespace

RingCase fitted(RingCase ring_case) {
  RingShape& shape = ring_case.shape;
  if (!shape.backward || shape.oversized) return ring_case;
  const std::uint64_t words = shape.bytes() / kWordBytes;
  // A sample id that leaves no word for a payload is shortened.
  while (words_beside(shape) >= words) shape.id_fields &= shape.id_fields - 1;
  const std::uint64_t beside = words_beside(shape);
  for (RingStep& step : ring_case.steps) {
    fit(step.writer, words, beside);
    for (RingMeanwhile& meanwhile : step.meanwhile) fit(meanwhile.writer, words, beside);
  }
  return ring_case;
}

bool reads(RingStep::Op op) {
  return op == RingStep::Op::poll || op == RingStep::Op::poll_each || op == RingStep::Op::snapshot;
}

std::string to_text(const RingCase& ring_case) {
  const RingShape& shape = ring_case.shape;
  std::string text = fmt::format("a {} buffer of {} bytes in {} page{}",
                                 shape.backward ? "backward, overwritten" : "forward",
                                 shape.bytes(), shape.pages, shape.pages == 1 ? "" : "s");
  if (shape.width.narrow) text += ", of a 32-bit kernel";
  if (shape.start != 0)
    text += fmt::format(", from offset {}", static_cast<std::int64_t>(shape.start));
  if (shape.watermark != 0) text += fmt::format(", watermark {}", shape.watermark);
  if (shape.wakeup_events != 0)
    text += fmt::format(", wakeup every {} samples", shape.wakeup_events);
  if (shape.wakeup_events != 0 && shape.counted != 0)
    text += fmt::format(", {} counted", shape.counted);
  if (shape.sample_id_all)
    text += fmt::format(", with {} words of sample id", std::popcount(shape.id_fields));
  if (shape.lost_taken_first) text += ", which takes its losses before space";
  if (shape.lost != 0) text += fmt::format(", {} losses not reported", shape.lost);
  text += '\n';
  for (std::size_t i = 0; i < ring_case.steps.size(); ++i) {
    const RingStep& step = ring_case.steps[i];
    const std::string number = fmt::format("{:>3}. ", i + 1);
    if (step.op == RingStep::Op::write) {
      std::string lines;
      add_writer(lines, step.writer, 0, "     ", "");
      text += number + lines.substr(5);
      continue;
    }
    text += number + op_text(step) + '\n';
    if (!reads(step.op)) continue;
    for (const RingMeanwhile& meanwhile : step.meanwhile)
      add_writer(text, meanwhile.writer, 0, "       ",
                 fmt::format("after {} accesses: ", meanwhile.access));
  }
  return text;
}

rc::Gen<RingCase> ring_cases(const RingCases& kind) {
  const auto any = rc::gen::build<RingCase>(
      rc::gen::set(&RingCase::shape, shapes(kind)),
      rc::gen::set(&RingCase::steps, rc::gen::container<std::vector<RingStep>>(steps(kind))));
  return rc::gen::map(any, fitted);
}

}  // namespace ringcheck
