#pragma once
// SharedSessions: what sysfs, its readers, tracers of three sessions and a debugger do to an ETR
// that they share, beside what must come of it.
//
// Source: drivers/hwtracing/coresight/coresight-tmc-etr.c, coresight-tmc-core.c tmc_open, tmc_read,
// tmc_release; coresight-core.c has a mutex for all paths of sysfs.
// Tested by tests/properties/aux/aux_mutants_test.cpp.

#include <algorithm>
#include <array>
#include <optional>

#include "properties/tmc/shared_etr.hpp"
#include "protocol/tmc/etr_event.hpp"

namespace ringcheck {

/// An event that is traced to the sink.
struct SharedEvent {
  std::uint64_t pid = 0;  ///< of its session
  std::size_t entry = 0;  ///< number of its session's entry in the table of buffers
  EtrSharing sharing = EtrSharing::session;
  bool overwrite = false;  ///< its AUX area is overwritten
};
inline constexpr std::size_t kSharedTracers = 4, kSharedEntries = 3;
inline constexpr std::array<SharedEvent, kSharedTracers> kSharedEvents = {
    {{11, 0}, {11, 0, EtrSharing::session, true}, {12, 1}, {13, 2, EtrSharing::alone, false}}};
/// Whose the event that follows its task is.
enum class SharedOwner : std::uint8_t {
  another,   ///< nobody else's, as above
  first,     ///< the first event's; what Linux 6.1 does to both is repaired
  as_it_is,  ///< the same, and it is not
};
inline constexpr std::array<std::uint64_t, 3> kSharedSizes = {2, 4, kSharedMostFrames};  ///< frames
/// Who comes while sysfs is about to start: a tracer, by number, or one of these. From kResizer on
/// sysfs says a size, by number.
enum : std::size_t {
  kOpener = kSharedTracers,
  kCloser,
  kClaimer,
  kResizer,
  kNobody = kResizer + kSharedSizes.size()
};
/// When he comes: while memory is allocated, or before a lock is taken for the second or the third
/// time.
inline constexpr std::size_t kComingPoints = 3;

/// A machine of AuxSequence (run_steps).
class SharedSessions {
 public:
  SharedSessions(const AuxCase& example, DefectSet defects, AuxJudge& judge)
      : SharedSessions(example, defects, judge,
                       example.setup[2] != 0 ? SharedOwner::first : SharedOwner::another) {}
  SharedSessions(const AuxCase& example, DefectSet defects, AuxJudge& judge, SharedOwner owner)
      : later_(example.setup[1] != 0),
        keeps_perf_(example.setup[3] != 0),
        repaired_(owner == SharedOwner::first),
        defects_(defects),
        judge_(judge),
        etr_(4 * (example.steps.size() + 1), example.setup[0] != 0, defects, judge) {
    if (owner != SharedOwner::another) {
      facts_.back().pid = facts_.front().pid;
      facts_.back().entry = facts_.front().entry;
    }
    for (std::uint64_t& entry : entries_) entry = etr_.more_words(1);
    for (std::size_t t = 0; t < kSharedTracers; ++t) {
      events_.at(t).handle = AuxHandle::at(etr_.more_words(AuxHandle::kCount));
      events_.at(t).area = {etr_.more_words(kSharedMostFrames), kSharedMostFrames * kSharedFrame,
                            kSharedFrame};
    }
  }

  /// Takes a step, and judges what has come of it.
  void step(const AuxStep& step);

 private:
  /// The state of an event.
  struct Event {
    AuxHandle handle{};
    ByteArea area{};
    std::uint64_t buffer = 0;  ///< its number; 0: the area is not mapped
    bool traces = false;
  };
  /// What sysfs needs of memory, and who comes meanwhile.
  struct SysfsStart {
    std::size_t who = kNobody;
    std::size_t point = 0;  ///< at which he comes
    bool allocated = false;
    std::uint64_t made = 0;
    std::size_t locks = 0;           ///< how often the lock was taken
    bool perf_came_between = false;  ///< between the two holds of Linux 6.12
  };
  static constexpr std::uint64_t kUntouched = 0xa5;  ///< of AUX areas
  struct SysfsMemory;                                ///< allocates for sysfs, while others come
  struct SessionMemory;  ///< allocates for sessions, while another event does

  std::uint64_t& word(std::uint64_t address) { return etr_.word(address); }
  [[nodiscard]] std::uint64_t users() const {
    return static_cast<std::uint64_t>(
        std::ranges::count_if(events_, [](const Event& event) { return event.traces; }));
  }
  /// The tracer whose session has the sink, or nothing.
  [[nodiscard]] std::optional<std::size_t> owner() const {
    for (std::size_t t = 0; t < kSharedTracers; ++t)
      if (events_.at(t).traces) return t;
    return std::nullopt;
  }
  /// The first tracer that traces, from `tracer` on, or `tracer`.
  [[nodiscard]] std::size_t next_to_stop(std::size_t tracer) const {
    for (std::size_t i = 0; i < kSharedTracers; ++i)
      if (events_.at((tracer + i) % kSharedTracers).traces) return (tracer + i) % kSharedTracers;
    return tracer;
  }
  [[nodiscard]] std::uint64_t size() const { return kSharedSizes.at(size_); }
  [[nodiscard]] SinkCells cells_of(std::size_t tracer) const {
    SinkCells at = etr_.at;
    at.entry = entries_.at(facts_.at(tracer).entry);
    return at;
  }
  /// The buffer that tracers with this entry share, or 0.
  [[nodiscard]] std::uint64_t shared(std::size_t entry) const;
  /// How many tracers have this buffer.
  [[nodiscard]] std::uint64_t sharers(std::uint64_t buffer) const;

  /// Whoever is to come at this point does.
  void come(SysfsStart& call, std::size_t point);
  void start_sysfs(std::size_t who, std::size_t point);
  /// What sysfs should be told; its buffer changes as it should. `needs_memory`: it had none of the
  /// right size.
  [[nodiscard]] int expected_of(const SysfsStart& call, bool needs_memory);
  /// Tracers stop before sysfs starts; if a size is said meanwhile, sysfs leaves, and says another
  /// one, too.
  void start_alone(std::size_t who);
  void leave_sysfs();
  /// All paths that sysfs has enabled leave.
  void end_sysfs();
  /// A size is said, memory gets short, or a debugger claims the sink.
  void change(std::uint64_t what);
  /// A debugger claims a sink that nobody has claimed, or gives it back.
  void claim();
  void open_file();
  void close_file();
  /// Who has the file open reads at most `wanted` bytes; returns how many he gets.
  std::uint64_t read_piece(std::uint64_t from, std::uint64_t wanted);
  /// The same a few times, one piece after the other, from a place up to a little past the trace.
  void read_file(std::uint64_t place, std::uint64_t wanted);
  /// The tracer's AUX area is mapped; while its session's buffer is allocated, that of `other` is.
  /// `has_room`: the table has, for this one.
  void map_area(std::size_t tracer, std::size_t other, bool has_room);
  void unmap_area(std::size_t tracer);
  /// The tracer maps its area unless it has, and starts.
  void start_tracer(std::size_t tracer);
  /// The tracer copies what there is to a transaction with this room and head (bytes), and leaves.
  void stop_tracer(std::size_t tracer, std::uint64_t room, std::uint64_t head);
  /// All tracers stop.
  void end_tracers();
  void copy_trace(std::size_t tracer, std::uint64_t room, std::uint64_t head);
  void judge_copy(std::size_t tracer, std::uint64_t copied, std::uint64_t room, std::uint64_t head);
  /// What holds after every step.
  void check();
  void check_owners();

  bool later_;
  bool keeps_perf_;  ///< nobody leaves while the file is open, as in Linux 6.1
  bool repaired_;    ///< events have the same owner, and may have buffers of their own
  std::array<SharedEvent, kSharedTracers> facts_ = kSharedEvents;  ///< of events
  DefectSet defects_;
  AuxJudge& judge_;
  SharedEtr etr_;
  SharedHardware hardware_{etr_};
  std::array<std::uint64_t, kSharedEntries> entries_{};
  std::array<Event, kSharedTracers> events_{};
  std::size_t size_ = 1;            ///< that sysfs says, by number
  std::uint64_t sysfs_ = 0;         ///< paths that sysfs has enabled
  std::uint64_t sysfs_buffer_ = 0;  ///< number
  SharedTrace file_;                ///< what sysfs has left
  bool reading_ = false;
};

}  // namespace ringcheck
