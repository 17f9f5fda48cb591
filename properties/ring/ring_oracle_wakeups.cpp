// What must hold of wakeups: a reader that is owed one gets it, and nobody else does.
// Tested by tests/properties/ring/ring_sequence_test.cpp and by `ringcheck mutants`.
#include <fmt/format.h>

#include "properties/ring/ring_oracle.hpp"

namespace ringcheck {

std::uint64_t RingOracle::wakeups() const {
  std::uint64_t sum = 0;
  for (const PerfEvent& event : events_) sum += word(event.at->pending_irq);
  return sum;
}

/// A reader that reads all there is and sleeps until it is woken must be awake when the buffer is
/// full, unless records are so large that less than a watermark fills it.
void RingOracle::judge_refusal(const Writer& writer) {
  const std::uint64_t most = writer.bytes + lost_bytes();
  if (hostile_ || most + rb_.watermark >= rb_.data_size) return;
  refused_ = writer.bytes;
}

/// A writer that nothing interrupts wakes the reader when, and only when, its record ends beyond
/// the next wakeup or is the last of as many samples as owe one. It does not write what belongs to
/// the reader.
void RingOracle::judge_waking(const Writer& writer, bool interrupted) {
  if (interrupted || writer.nest != 0) return;
  if (!writer.paused && word(rb_.at.data_tail) != writer.tail)
    violate("I-13", "a writer stores to the reader's tail");
  const std::uint64_t head = word(rb_.at.head);
  const std::uint64_t reached = rb_.width.unsigned_long(backward() ? 0 - head : head);
  const std::int64_t beyond = rb_.width.ahead(reached, rb_.width.unsigned_long(writer.stamp));
  // A nested writer that moves the stamp past the stream is Linux 6.1's own mistake (F-17).
  if (beyond < 0) return;
  const std::uint64_t every = events_.front().wakeup_events;
  const bool counts = writer.reserved && every != 0;
  const bool counted = counts && writer.events + 1 >= every;
  if (rb_.events && word(*rb_.events) != writer.events + (counts ? 1 : 0) - (counted ? every : 0))
    violate("I-16", "samples are not counted, or those for which somebody was woken are");
  const bool crosses = writer.reserved && beyond > static_cast<std::int64_t>(rb_.watermark);
  const std::uint64_t moved = rb_.width.unsigned_long(word(rb_.at.wakeup) - writer.stamp);
  const std::uint64_t woken = wakeups() - writer.wakeups;
  if (moved != (crosses ? rb_.watermark : 0) + (counted ? 1 : 0))
    violate("I-16b", fmt::format("a record ends {} bytes after the stamp, and moves it by {}",
                                 beyond, moved));
  if (woken < (crosses || counted ? 1 : 0))
    violate("I-16", fmt::format("a record {} bytes after the stamp wakes nobody", beyond));
  if (woken > (crosses || counted ? 1 : 0))
    violate("I-42", fmt::format("a record {} bytes after the stamp wakes {} times", beyond, woken));
  for (const PerfEvent& event : events_)
    if (&event != &events_.front() && word(event.at->pending_irq) != 0)
      violate("I-16", "a wakeup is for an event that writes to another one's buffer");
}

void RingOracle::judge_wakeups() {
  for (const PerfEvent& event : events_)
    if (word(event.at->pending_wakeup) != (word(event.at->pending_irq) != 0 ? 1 : 0))
      violate("I-16", "interrupt work is queued, and is not to wake, or the other way round");
  constexpr std::uint64_t kReadable = 0x41;  // EPOLLIN | EPOLLRDNORM
  const std::uint64_t poll = word(rb_.at.poll);
  if (poll != (wakeups() != 0 ? kReadable : 0))
    violate("I-16", fmt::format("poll is told {:#x} after {} wakeups", poll, wakeups()));
  if (refused_ != 0 && !woken_since_drained_)
    violate("I-17", fmt::format("{} bytes were refused, and there was no wakeup since all was read",
                                refused_));
  const std::uint64_t every = events_.front().wakeup_events;
  const std::uint64_t samples = published_samples_ - woken_samples_;
  const std::uint64_t bytes = published_bytes_ - woken_bytes_;
  if (every != 0 && !hostile_ && !unseen_ && samples >= every)
    violate("I-16", fmt::format("{} samples since the last wakeup", samples));
  // Counting samples moves the stamp, too: bytes are exact only if they alone count.
  if (every == 0 && bytes > rb_.watermark)
    violate("I-16", fmt::format("{} bytes since the last wakeup", bytes));
  // Each watermark by which the stamp moves on accounts for as many reserved bytes.
  const auto reserved = static_cast<std::uint64_t>(ahead(reserved_to_, first_head_));
  const std::uint64_t stamp = rb_.width.unsigned_long(word(rb_.at.wakeup) - first_stamp_);
  if (every == 0 && stamp > reserved)
    violate("I-16b", fmt::format("the wakeup stamp has come {} bytes far, and reservations {}",
                                 stamp, reserved));
}

}  // namespace ringcheck
