// Findings of the data ring, on its own text: each is a program with a call at one access of
// another call, and a judge of what came of it.
// Tested by `make kernel`.
#include <fmt/format.h>

#include <functional>

#include "kernel/calls/ring_sides.hpp"
#include "kernel/findings/findings_by_area.hpp"

namespace ringcheck {
namespace {

constexpr unsigned kPageBytes = 1U << kFindingPageShift;
/// Interrupts come before one of this many first accesses.
constexpr unsigned kMostAccesses = 64;

RingProgram buffer(std::int64_t watermark, bool writable = true, unsigned pages = 1) {
  RingProgram program;
  program.nr_pages = pages;
  program.watermark = watermark;
  program.writable = writable;
  program.events = {{.watermark = true}};
  return program;
}

/// The text, and a buffer of one program.
class Ring {
 public:
  Ring(const NativeObject& object, RingProgram program)
      : program_(std::move(program)),
        words_(program_, kPageBytes),
        kernel(object, program_, words_) {}

 private:
  RingProgram program_;
  RingWords words_;

 public:
  RingKernel kernel;

  [[nodiscard]] std::uint64_t head() const { return kernel.word(words_.ring.head); }
  [[nodiscard]] std::uint64_t data_head() const { return kernel.word(words_.ring.data_head); }
  [[nodiscard]] std::uint64_t data_tail() const { return kernel.word(words_.ring.data_tail); }
  [[nodiscard]] std::uint64_t stamp() const { return kernel.word(words_.ring.wakeup); }
  [[nodiscard]] std::uint64_t flag() const { return kernel.word(words_.ring.poll); }
  [[nodiscard]] std::uint64_t data(std::uint64_t at) const {
    return kernel.word(words_.ring.data + at / kWordBytes % words_.data_words);
  }

  /// Writes a record; `before_end` runs after begin. False iff there was no room.
  bool write(
      std::uint64_t bytes, const std::function<void()>& before_end = [] {}) {
    const std::uint64_t name = ++names_;
    if (kernel.begin(0, bytes) != 0) return false;
    before_end();
    kernel.copy(name, 0, bytes);
    kernel.end();
    kernel.settle();
    return true;
  }
  /// The reader takes what is there up to `tail`.
  void read_to(std::uint64_t tail) { kernel.set_tail(tail); }
  /// Takes the flag of a wakeup.
  bool take_flag() { return (kernel.poll(0) & 1) != 0; }
  /// `what` runs once, before access number `access` from now on.
  void interrupt(unsigned access, std::function<void()> what) {
    kernel.on_access([this, left = access, what = std::move(what)]() mutable {
      if (left-- != 0) return;
      const std::function<void()> run = std::move(what);
      kernel.on_access([] {});
      run();
    });
  }
  /// No interrupt comes any more.
  void quiet() {
    kernel.on_access([] {});
  }

 private:
  std::uint64_t names_ = 0;
};

/// The first access before which an interrupt shows something.
std::optional<std::string> at_some_access(
    const std::function<std::optional<std::string>(unsigned access)>& shown) {
  for (unsigned access = 0; access < kMostAccesses; ++access)
    if (auto found = shown(access))
      return fmt::format("{} (interrupt before access {})", *found, access);
  return {};
}

std::optional<std::string> overrun(const NativeObject& object) {
  return at_some_access([&](unsigned access) -> std::optional<std::string> {
    Ring ring(object, buffer(0));
    ring.write(24);
    ring.write(24);
    ring.interrupt(access, [&] {
      ring.read_to(24);
      ring.write(24);
    });
    std::optional<std::string> found;
    ring.write(24, [&] {
      const std::uint64_t unread = ring.head() - ring.data_tail();
      if (unread > kPageBytes)
        found =
            fmt::format("{} bytes are unread and reserved in a buffer of {}", unread, kPageBytes);
    });
    return found;
  });
}

std::optional<std::string> unreachable_watermark(const NativeObject& object) {
  Ring ring(object, buffer(64));
  unsigned written = 0;
  while (written < 10 && ring.write(24)) ++written;
  if (written == 10 || ring.flag() != 0) return {};
  return fmt::format("full after {} records of 24 bytes, and nobody is woken", written);
}

std::optional<std::string> one_takes_the_flag(const NativeObject& object) {
  RingProgram program = buffer(8);
  program.events.push_back({.watermark = true});
  Ring ring(object, program);
  ring.write(24);
  const bool first = (ring.kernel.poll(0) & 1) != 0;
  const bool second = (ring.kernel.poll(1) & 1) != 0;
  if (!first || second) return {};
  return "the second of two polls finds nothing beside 24 unread bytes";
}

std::optional<std::string> pause_does_not_wait(const NativeObject& object) {
  return at_some_access([&](unsigned access) -> std::optional<std::string> {
    Ring ring(object, buffer(0, false));
    ring.write(24);
    std::optional<std::uint64_t> head;
    ring.interrupt(access, [&] {
      ring.kernel.pause(true);
      head = ring.data_head();
    });
    ring.write(24);
    if (!head || ring.data_head() == *head) return {};
    return fmt::format("data_head moves from {} to {} after the ioctl returned", *head,
                       ring.data_head());
  });
}

std::optional<std::string> oversize(const NativeObject& object) {
  Ring ring(object, buffer(0, false));
  if (!ring.write(72)) return {};
  return "72 bytes are written to an overwrite buffer of 64";
}

std::optional<std::string> stamp_sampled_late(const NativeObject& object) {
  return at_some_access([&](unsigned access) -> std::optional<std::string> {
    Ring ring(object, buffer(16, true, 2));
    ring.interrupt(access, [&] { ring.write(24); });
    ring.write(8);
    ring.quiet();
    if (ring.head() != 32 || ring.flag() != 0) return {};
    return fmt::format("{} bytes are unread beyond a watermark of 16, and nobody is woken",
                       ring.head());
  });
}

std::optional<std::string> empty_lost(const NativeObject& object) {
  return at_some_access([&](unsigned access) -> std::optional<std::string> {
    RingProgram program = buffer(0, true, 2);
    program.lost = 1;
    Ring ring(object, program);
    ring.interrupt(access, [&] { ring.write(8); });
    ring.write(8);
    constexpr std::uint64_t kLostType = 2, kLostBytes = 24;
    for (std::uint64_t at = 0; at + kLostBytes <= ring.head(); at += kWordBytes) {
      const bool lost = (ring.data(at) & 0xffffffffU) == kLostType &&
                        ring.data(at) >> 48 == kLostBytes && ring.data(at + 8) == 100;
      if (lost && ring.data(at + 16) == 0) return fmt::format("a LOST record of 0 at byte {}", at);
    }
    return {};
  });
}

std::optional<std::string> stamp_ahead(const NativeObject& object) {
  return at_some_access([&](unsigned access) -> std::optional<std::string> {
    Ring ring(object, buffer(60, true, 2));
    ring.write(48);
    ring.take_flag();
    ring.read_to(ring.head());
    ring.interrupt(access, [&] { ring.write(8); });
    ring.write(8);
    ring.quiet();
    ring.take_flag();
    ring.read_to(ring.head());
    constexpr unsigned kRecords = 20;
    unsigned woken = 0;
    for (unsigned i = 0; i < kRecords; ++i) {
      ring.write(8);
      woken += ring.take_flag() ? 1 : 0;
      ring.read_to(ring.head());
    }
    if (woken < kRecords) return {};
    return fmt::format("{} records of 8 bytes wake {} times, with a watermark of 60", kRecords,
                       woken);
  });
}

std::optional<std::string> no_signal(const NativeObject& object) {
  Ring ring(object, buffer(16));
  ring.kernel.listen(0);
  ring.write(24);
  const bool woken = (ring.kernel.run_irq_work(0) & 1) != 0;
  if (!woken || ring.kernel.signal(0) != 0) return {};
  return "a record crosses the watermark: poll is woken, and no signal is sent";
}

std::optional<std::string> losses_wrap(const NativeObject& object) {
  RingProgram program = buffer(0, true, 2);
  program.lost = std::uint64_t{1} << 32;
  Ring ring(object, program);
  ring.write(8);
  if (ring.head() != 8) return {};
  return "after 2^32 losses a record comes without a LOST record";
}

std::optional<std::string> error_is_not_told(const NativeObject& object) {
  constexpr std::uint64_t kHup = 0x10;
  constexpr int kInError = -2;
  RingProgram program = buffer(8);
  program.events[0].state = kInError;
  Ring ring(object, program);
  if ((ring.kernel.poll(0) & kHup) != 0) return {};
  return "poll does not tell that an event is in error";
}

std::optional<std::string> too_many_samples(const NativeObject& object) {
  constexpr unsigned kWanted = (1U << 31U) + 1, kPayload = 1, kBytes = 16;
  RingProgram program = buffer(0);
  program.events = {{.sample_type = 1, .wakeup_events = kWanted}};
  Ring ring(object, program);
  if (ring.kernel.begin(0, kBytes) != 0) return {};
  ring.kernel.sample(0, 1, kPayload);
  ring.kernel.end();
  ring.kernel.settle();
  if (ring.flag() == 0) return {};
  return fmt::format("the first of {} samples wakes", kWanted);
}

constexpr ShownFinding kFindings[] = {
    {"F-02", overrun},
    {"F-04", unreachable_watermark},
    {"F-05", one_takes_the_flag},
    {"F-06", pause_does_not_wait},
    {"F-07", oversize},
    {"F-09", stamp_sampled_late},
    {"F-16", empty_lost},
    {"F-17", stamp_ahead},
    {"F-27", no_signal},
    {"D-01", losses_wrap},
    {"D-02", oversize},
    {"D-14", error_is_not_told},
    {"D-16", too_many_samples},
};

}  // namespace

std::span<const ShownFinding> ring_findings() {
  return kFindings;
}

}  // namespace ringcheck
