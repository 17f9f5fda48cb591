#pragma once
// LiveBuffer: a perf buffer that three software events share, seen from outside: what a program
// does with it, and what the program can see of it afterwards. One kind is the specification's,
// another a kernel's.

#include <concepts>
#include <cstdint>
#include <vector>

#include "properties/ring/recorded_buffer.hpp"
#include "protocol/ring/perf_mmap.hpp"

namespace ringcheck {

/// How a buffer is opened.
struct LiveSetup {
  std::uint64_t data_size = 4096;  ///< bytes; a power of two of pages of 4096
  bool backward = false;           ///< written downwards, mapped read-only
  bool sample_id_all = false;
  bool by_watermark = false;                ///< how wakeups are counted
  std::uint64_t wakeup = 0;                 ///< samples, or bytes; 0: half the buffer
  std::vector<std::uint64_t> sample_types;  ///< of the events
};
inline constexpr std::uint64_t kLivePageSize = 4096;

/// A step of a program.
struct LiveStep {
  enum class Op : std::uint8_t { emit, consume, pause, resume, poll };
  Op op = Op::emit;
  std::uint64_t event = 0;  ///< emit: which one
  std::uint64_t count = 0;  ///< emit: samples; consume: records at most
};
/// Names of the steps, in the order of the enumeration.
inline constexpr std::array<std::string_view, 5> kLiveOpNames = {"emit", "consume", "pause",
                                                                 "resume", "poll"};

/// Records in a row that look the same.
struct LiveRun {
  std::uint64_t type = 0;
  std::uint64_t size = 0;  ///< bytes
  std::uint64_t lost = 0;  ///< of a LOST record: how many it reports
  std::uint64_t count = 0;
  friend bool operator==(const LiveRun&, const LiveRun&) = default;
};

/// What is seen after a step.
struct LiveState {
  std::uint64_t data_head = 0;
  std::uint64_t data_tail = 0;
  /// Records that were written in this step and are still there, in the order of their places in
  /// the buffer.
  std::vector<LiveRun> records;
  bool ready = false;  ///< what poll answered; false after other steps
  friend bool operator==(const LiveState&, const LiveState&) = default;
};

/// True iff all fields of `sample_type` are words, so that its samples have one size.
bool has_fixed_size(std::uint64_t sample_type);

/// A buffer that steps can be taken on.
template <class B>
concept LiveBuffer = requires(B buffer, const LiveStep& step) {
  { buffer.take(step) } -> std::same_as<LiveState>;
};

/// The records between two heads: from `head` up to `before` (backward), or from `before` up to
/// `head`; in a backward buffer only whole ones. `word(offset)`: the data at a stream offset.
template <class Word>
std::vector<LiveRun> records_between(const LiveSetup& setup, std::uint64_t before,
                                     std::uint64_t head, Word&& word) {
  std::vector<LiveRun> runs;
  const std::uint64_t first = setup.backward ? head : before;
  const std::uint64_t written = (setup.backward ? before : head) - first;
  const std::uint64_t there = std::min(written, setup.data_size);
  for (std::uint64_t at = 0; at + kWordBytes <= there;) {
    const std::uint64_t header = word(first + at);
    const std::uint64_t size = header_size(header);
    if (size < kWordBytes || at + size > there) break;
    const bool lost = header_type(header) == kRecordLost;
    LiveRun run{header_type(header), size, lost ? word(first + at + 2 * kWordBytes) : 0, 1};
    if (!runs.empty()) run.count = runs.back().count;
    if (!runs.empty() && runs.back() == run)
      ++runs.back().count;
    else
      runs.push_back({run.type, run.size, run.lost, 1});
    at += size;
  }
  return runs;
}

/// The specification's buffer.
class SpecifiedBuffer {
 public:
  /// With `defects`, it plays a kernel that is not as it should be.
  /// Errors: NotModelled for sample types that are not of a fixed size.
  explicit SpecifiedBuffer(const LiveSetup& setup, DefectSet defects = {});

  LiveState take(const LiveStep& step);
  /// Reads records until the tail is `tail`, as far as there are any.
  LiveState consume_to(std::uint64_t tail);

 private:
  using Machine = SequentialCpu<>;
  void emit(std::uint64_t event, std::uint64_t count);
  template <class Enough>
  void consume(Enough&& enough);
  LiveState look(bool ready = false);

  LiveSetup setup_;
  RecordedBuffer buffer_;
  PerfMmap<Machine> map_;
  std::uint64_t seen_head_ = 0;
  std::uint64_t samples_ = 0;
};
static_assert(LiveBuffer<SpecifiedBuffer>);

}  // namespace ringcheck
