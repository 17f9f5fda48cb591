#pragma once
// The two sides of perf's parts for trace units, and what they share: what perf records, areas by
// index, and what a unit writes into them.

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "kernel/calls/answer_sum.hpp"
#include "kernel/calls/hold_calls.hpp"
#include "kernel/glue/finders_api.h"
#include "protocol/perf_tool/arm_snapshot.hpp"
#include "protocol/perf_tool/auxtrace_part.hpp"
#include "protocol/perf_tool/auxtrace_read.hpp"
#include "protocol/perf_tool/auxtrace_record.hpp"
#include "protocol/perf_tool/intel_pt_snapshot.hpp"

namespace ringcheck {

enum class FinderOp : unsigned {
  write,     ///< area, place, bytes, contents
  find,      ///< area, head, old, allocation that fails
  snapshot,  ///< area, bytes at most, allocation that fails, whether who takes it fails
  drain,     ///< area, whether who takes it fails, event whose ioctl fails
  start,     ///< event whose ioctl fails
  finish,    ///< whether it is perf's exit, event whose ioctl fails
  options,   ///< number of the text
  copied,    ///< bytes of a snapshot, entries, bits, configuration, bytes of an area
  compare,   ///< bytes of an area, bytes of a copy, offset, head, order, byte that has changed
  init,      ///< what the part lacks
  sizes,     ///< of a snapshot, the area, data; whether perf is privileged, and takes snapshots
};

/// A place in an area that depends on the area's length or on what came before.
/// @{
inline constexpr std::uint64_t kOwnPlace = std::uint64_t{1} << 62U;  ///< the unit's, perf's
inline constexpr std::uint64_t kBeyond = std::uint64_t{1} << 61U;    ///< from the area's end on
/// @}

/// Indexes of areas: tables are grown for some of them.
inline constexpr std::array<std::uint32_t, 6> kAreaIndexes = {0, 1, 2, 15, 16, 40};

/// The error of whoever asks for a part, before.
inline constexpr int kErrorBefore = 7;

/// What perf records.
struct FinderSetup {
  rc_unit unit = RC_INTEL_PT;
  std::uint64_t len = 64;  ///< of each area (bytes)
  rc_sysfs sysfs{};
  std::uint64_t config = 0;  ///< of the unit's events
  std::uint64_t asked = 0;   ///< a snapshot takes at most this much (bytes)
  bool per_thread = false;
  std::vector<rc_event> events{};
  bool head_runs = false;   ///< the head is a position, and no offset
  bool drains_any = false;  ///< PmuRecorder::drains_any
  bool stops_all = false;   ///< PmuRecorder::stops_all
  LongWidth width{};        ///< of perf

  static constexpr unsigned kType = 8;  ///< of the unit's PMU
  [[nodiscard]] bool masked() const { return (len & (len - 1)) == 0; }
  /// Bytes between Intel PT's PSBs.
  [[nodiscard]] std::uint64_t period() const;
  /// Whether perf keeps copies of parts of areas.
  [[nodiscard]] bool copies() const;
  /// Bytes of a unit in the specification: such copies are compared byte by byte.
  [[nodiscard]] std::uint64_t unit_bytes() const { return copies() ? 1 : 8; }
  /// The position that a number of a program stands for. `own`: of the unit, or of perf.
  [[nodiscard]] std::uint64_t position(std::uint64_t place, std::uint64_t own) const;
};

/// A comparison of Intel PT on an area of its own, wherever the copy is from.
struct ComparedCopy {
  enum Order : std::uint64_t { same, as_written, as_read };

  explicit ComparedCopy(const Call& call);
  std::uint64_t len = 0, size = 0, offset = 0, head = 0;
  std::vector<std::uint8_t> area{}, copy{};
};

/// Words that both sides name: heads and tails of the areas, then trace.
namespace finder_words {

inline constexpr std::uint64_t kPages = 2 * kAreaIndexes.size();
inline constexpr std::uint64_t kMostTrace = std::uint64_t{1} << 16U;
/// The area of comparisons.
inline constexpr std::uint64_t kCompared = kAreaIndexes.size();

constexpr std::uint64_t head(std::uint64_t area) {
  return 2 * area;
}
constexpr std::uint64_t tail(std::uint64_t area) {
  return 2 * area + 1;
}
constexpr std::uint64_t trace(std::uint64_t area) {
  return kPages + area * kMostTrace;
}
/// For people.
std::string name_of(std::uint64_t word);

}  // namespace finder_words

/// Text number `number` of --snapshot, or null.
const char* snapshot_text(std::uint64_t number);

/// What a unit writes: moves `position`, and stores bytes by `store(offset, byte)`.
template <class Store>
void unit_writes(const Call& call, const FinderSetup& setup, std::uint64_t& position,
                 Store&& store) {
  enum Contents : std::uint64_t { zeros, same, different, last_only };
  constexpr std::uint8_t kSame = 0x11;
  position = setup.position(call.at(1), position);
  const std::uint64_t bytes = call.at(2);
  for (std::uint64_t i = 0; i < bytes; ++i, ++position) {
    std::uint8_t byte = 0;
    if (call.at(3) == same || (call.at(3) == last_only && i + 1 == bytes)) byte = kSame;
    if (call.at(3) == different) byte = static_cast<std::uint8_t>(position * 7 / 8) | 1U;
    store(position % setup.len, byte);
  }
  if (!setup.head_runs) position %= setup.len;
}

/// A sum over a copy of `size` bytes, never 0; `byte(i)` is byte `i`.
template <class Byte>
std::uint64_t sum_of_copy(std::uint64_t size, Byte&& byte) {
  return sum_after_all(size, size, byte) | 1U;
}

/// What a part remembers of an area, and what it holds, as answers. `copy`: a sum, 0 for none.
void tell(Answers& answers, const rc_remembered& known, std::uint64_t copy, std::uint64_t held);
/// What else a call comes to.
/// @{
void tell(Answers& answers, std::int64_t result, std::uint64_t previous, const rc_handed& handed);
void tell(Answers& answers, std::int64_t result, const std::vector<rc_event>& events);
void tell(Answers& answers, std::int64_t result, const rc_snapshot_options& options);
void tell(Answers& answers, const rc_part& part);
void tell(Answers& answers, std::int64_t result, const rc_sizes& sizes);
/// @}

/// The period of a PMU with `sysfs`, whose event has `config`. Units: bytes.
std::uint64_t psb_period_of(const rc_sysfs& sysfs, std::uint64_t config);
/// Sizes that perf is asked for by a call.
inline rc_sizes sizes_of(const Call& call) {
  return {call.at(0), static_cast<unsigned>(call.at(1)), static_cast<unsigned>(call.at(2))};
}
/// What sysfs has where ToPA tables may have as many entries as `multiple` says: 0 for no file,
/// then one more.
inline rc_sysfs sysfs_of(std::uint64_t multiple, std::uint64_t bits) {
  return {static_cast<int>(multiple) - 1, bits};
}

/// perf's text.
class FinderKernel {
 public:
  FinderKernel(const NativeObject& object, const FinderSetup& setup);

  [[nodiscard]] NativeMachine& machine() { return machine_; }
  [[nodiscard]] Trace& trace() { return machine_.trace; }
  [[nodiscard]] const CallGuard* guard(const Call&) const { return nullptr; }
  [[nodiscard]] bool compares(std::uint64_t) const { return true; }
  [[nodiscard]] std::uint64_t word(std::uint64_t at) const;
  void on_access(std::function<void()> hook) { machine_.before_access = std::move(hook); }
  void settle() { machine_.settle(); }
  void run(const Call& one, Answers& answers);
  /// Gives the part back. Returns how many objects of it stay; nothing after a fault.
  std::optional<std::uint64_t> end();

 private:
  struct Area {
    rc_area memory{};
    std::uint64_t unit = 0;  ///< where the unit writes next
  };
  template <class Function>
  [[nodiscard]] Function* call(const char* name) const {
    return machine_.object().function<Function>(name);
  }
  std::uint64_t* page_word(const char* name, const Area& area) const;
  Area& area(std::uint64_t number);
  /// Runs `text()`, in which allocation `fails` (from 1; 0: none) fails.
  template <class Text>
  int run_text(std::uint64_t fails, Text&& text);
  void find(const Call& one, Answers& answers);
  void read(const Call& one, bool snapshot, Answers& answers);
  void change_events(const Call& one, Answers& answers);
  int compare(const ComparedCopy& compared);
  void init(const Call& one, Answers& answers);
  void resolve(const Call& one, Answers& answers) const;
  void fail_ioctl(std::uint64_t event);
  /// `at`: where their ioctls should have gone.
  [[nodiscard]] std::vector<rc_event> events(int at) const;

  NativeMachine machine_;
  FinderSetup setup_;
  std::map<std::uint64_t, Area> areas_;
  std::uint64_t failing_ = 0;
  std::uint64_t held_ = 0;  ///< objects of the text
  bool in_text_ = false;
};

/// The specification.
class FinderSpecification {
 public:
  explicit FinderSpecification(const FinderSetup& setup);

  [[nodiscard]] Trace& trace() { return trace_; }
  [[nodiscard]] const CallGuard* guard(const Call&) const { return nullptr; }
  [[nodiscard]] std::uint64_t word(std::uint64_t at) const;
  void on_access(const std::function<void()>&) const {}
  void settle() const {}
  void run(const Call& one, Answers& answers);
  /// Gives everything back. Returns how much stays.
  std::uint64_t end();

 private:
  /// An area in memory of its own, so that what lies beyond it is not there.
  struct Area {
    RecordedMemory memory;
    RecordingCpu cpu{memory};
    AuxtraceMmap mm{};
    std::uint64_t previous = 0;
    std::uint64_t unit = 0;
  };
  Area& area(std::uint64_t number);
  [[nodiscard]] SnapshotMemory& memory();
  void have_memory(std::uint64_t fails);
  bool find_in(Area& one, std::uint64_t& head, std::uint64_t& old);
  void find(const Call& one, Answers& answers);
  void read(const Call& one, bool snapshot, Answers& answers);
  std::int64_t read_area(Area& one, const Call& call, bool snapshot, rc_handed& handed);
  void change_events(const Call& one, Answers& answers);
  /// Why perf could not enable or disable an event of its unit, or `any` AUX event: there is none,
  /// or the ioctl failed.
  [[nodiscard]] std::int64_t error_of_event(bool any) const;
  /// The error where a drain enables its event, and the buffer that it does so for: that of a
  /// thread is anywhere.
  [[nodiscard]] std::int64_t error_of_drain(const Area& one) const;
  [[nodiscard]] std::uint64_t buffer_of(const Area& one) const;
  bool compare(const ComparedCopy& compared);
  void init(const Call& one, Answers& answers) const;
  void resolve(const Call& one, Answers& answers) const;
  void fail_ioctl(std::uint64_t event);
  void tell_remembered(Answers& answers, std::uint32_t index);
  [[nodiscard]] std::vector<rc_event> events() const;
  /// Adds what the memory of area `number` has noted to the trace.
  void take_trace(std::uint64_t number, RecordedMemory& memory);

  FinderSetup setup_;
  IntelPtSnapshots<RecordingCpu> pt_;
  IntelBtsSnapshots bts_;
  ArmSnapshots arm_;
  std::map<std::uint64_t, Area> areas_;
  RecordedMemory event_words_;
  RecordingCpu event_cpu_{event_words_};
  std::vector<Evsel> evsels_;
  PmuRecorder recorder_;
  Trace trace_;
};

}  // namespace ringcheck
