// Findings of sinks with memory of their own, on the text of their drivers.
// Tested by `make kernel`.
#include <fmt/format.h>

#include <algorithm>

#include "kernel/calls/etf_sides.hpp"
#include "kernel/findings/findings_by_area.hpp"
#include "kernel/tree/driver_units.hpp"

namespace ringcheck {
namespace {

constexpr std::uint64_t kPageBytes = std::uint64_t{1} << kFindingPageShift;
constexpr std::uint64_t kSinkWords = 16, kFrames = 3;

EtfSetup sink_of(bool etb10) {
  EtfSetup setup;
  setup.area.page_bytes = kPageBytes;
  setup.area.aux_pages = 2;
  setup.area.trace_unit = kEtfWord;
  setup.area.driver_words = EtfWords::kCount;
  setup.etb10 = etb10;
  setup.words = kSinkWords;
  return setup;
}

/// The text, and a sink with an event's tracer.
class Sink {
 public:
  Sink(const NativeObject& object, const EtfSetup& setup)
      : setup_(setup), words_(setup_), kernel(object, setup_, words_) {}

 private:
  EtfSetup setup_;
  EtfWords words_;

 public:
  EtfKernel kernel;

  std::int64_t run(DriverOp op, std::uint64_t first = 0, std::uint64_t second = 0) {
    Answers answers;
    kernel.run({static_cast<unsigned>(op), {first, second}, {}}, answers);
    kernel.settle();
    return static_cast<std::int64_t>(answers.at(0).value);
  }
  std::int64_t add() { return run(DriverOp::add, 0, 1); }
  std::int64_t beside(EtfUser user) {
    return run(DriverOp::interrupt, static_cast<std::uint64_t>(user));
  }
  /// Who has opened the file reads, where he stands or from `at` less one on. Returns what `what`
  /// answers, which is what he gets, or a sum of all that was read.
  std::int64_t read(std::uint64_t bytes, std::uint64_t at, std::string_view what) {
    Answers answers;
    kernel.run({static_cast<unsigned>(DriverOp::interrupt),
                {static_cast<std::uint64_t>(EtfUser::reader), 0, at, bytes},
                {}},
               answers);
    kernel.settle();
    return static_cast<std::int64_t>(std::ranges::find(answers, what, &Answer::what)->value);
  }
  [[nodiscard]] std::uint64_t head() const { return kernel.word(words_.aux.user_head); }
  [[nodiscard]] std::uint64_t users() const { return kernel.word(words_.users.refcnt); }
  [[nodiscard]] std::uint64_t pid() const { return kernel.word(words_.users.pid); }
};

std::optional<std::string> left_between_looks(const NativeObject& object) {
  constexpr unsigned kMostAccesses = 64;
  for (unsigned access = 0; access < kMostAccesses; ++access) {
    Sink sink(object, sink_of(false));
    sink.add();
    bool joined = false;
    sink.kernel.on_access([&, left = access]() mutable {
      if (left-- == 0) joined = sink.beside(EtfUser::same_session) == 0;
    });
    sink.run(DriverOp::del);
    sink.kernel.on_access([] {});
    if (joined && sink.users() == 1 && !sink.kernel.hardware().captures())
      return fmt::format("a tracer uses a sink that is off (it joins before access {})", access);
  }
  return {};
}

std::optional<std::string> starts_within_a_frame(const NativeObject& object) {
  constexpr std::uint64_t kRead = 32;  ///< of the two pages: there is room for a byte less
  EtfSetup setup = sink_of(true);
  setup.area.head = setup.area.behind_tail = 2 * kPageBytes - kRead;
  Sink sink(object, setup);
  sink.add();
  sink.run(DriverOp::write, kFrames * kEtfFrame / kEtfWord);
  sink.run(DriverOp::del);
  const std::uint64_t copied = sink.head() - setup.area.head;
  if (copied % kEtfFrame == 0) return {};
  return fmt::format("of {} frames the last {} bytes are copied", kFrames, copied);
}

std::optional<std::string> path_through_a_sink(const NativeObject& object) {
  Sink sink(object, sink_of(false));
  sink.add();
  if (sink.beside(EtfUser::link) != 0) return {};
  sink.run(DriverOp::del);
  sink.beside(EtfUser::link);
  if (sink.users() != 0 || sink.pid() == 0) return {};
  return fmt::format("a sink that nobody uses is still the session's, and another one gets {}",
                     sink.beside(EtfUser::other_session));
}

std::optional<std::string> place_not_noted(const NativeObject& object) {
  EtfSetup setup = sink_of(true);
  setup.area.head = kEtfFrame;
  Sink sink(object, setup);
  sink.beside(EtfUser::same_session);
  sink.add();
  const std::uint64_t target = sink.kernel.target();
  if (target == kEtfFrame) return {};
  return fmt::format("the head is at {}, and the copy goes to {}", kEtfFrame, target);
}

std::optional<std::string> owner_has_ended(const NativeObject& object) {
  EtfSetup setup = sink_of(false);
  setup.owner_ended = true;
  try {
    const Sink sink(object, setup);
  } catch (const NativeFailure& failure) {
    return failure.what();
  }
  return {};
}

std::optional<std::string> buffer_freed_and_kept(const NativeObject& object) {
  try {
    Sink sink(object, sink_of(false));
    sink.add();
    sink.beside(EtfUser::sysfs);
    sink.run(DriverOp::del);
    sink.beside(EtfUser::file);
    sink.beside(EtfUser::file);
  } catch (const NativeFailure& failure) {
    return failure.what();
  }
  return {};
}

std::optional<std::string> reads_of_two_dumps(const NativeObject& object) {
  constexpr std::uint64_t kPiece = 16, kWords = 2 * kPiece / kEtfWord;
  constexpr std::string_view kSum = "sum of what was read";
  const auto sum = [&](bool in_pieces) {
    Sink sink(object, sink_of(true));
    sink.beside(EtfUser::sysfs);
    sink.run(DriverOp::write, kWords);
    sink.beside(EtfUser::file);
    if (!in_pieces) return sink.read(2 * kPiece, 0, kSum);
    sink.read(kPiece, 0, kSum);
    sink.run(DriverOp::write, kWords);
    return sink.read(kPiece, 0, kSum);
  };
  if (sum(true) == sum(false)) return {};
  return fmt::format("of {} bytes of trace that are read in two pieces the second one is lost",
                     2 * kPiece);
}

std::optional<std::string> read_beyond_its_memory(const NativeObject& object) {
  constexpr std::uint64_t kBytes = 16;
  Sink sink(object, sink_of(true));
  sink.beside(EtfUser::file);
  const std::int64_t result = sink.read(kBytes, kSinkWords * kEtfWord + kBytes + 1, "another user");
  if (sink.kernel.machine().warnings.empty()) return {};
  return fmt::format("pread beyond the memory returns {}, and the kernel warns: {}", result,
                     sink.kernel.machine().warnings.front());
}

constexpr ShownFinding kFindings[] = {
    {"F-10", left_between_looks, etf_unit},  {"V-16", starts_within_a_frame, etb_unit},
    {"V-29", path_through_a_sink, etf_unit}, {"V-34", place_not_noted, etb_unit},
    {"V-54", owner_has_ended, etf_unit},     {"V-59", buffer_freed_and_kept, etf_unit},
    {"V-71", reads_of_two_dumps, etb_unit},  {"V-72", read_beyond_its_memory, etb_unit},
};

}  // namespace

std::span<const ShownFinding> etf_findings() {
  return kFindings;
}

}  // namespace ringcheck
