#pragma once
// Programs in which tasks wait for records: a writer with its interrupt work, a reader that polls
// before it reads, and perhaps a task that only polls.

#include <string>

#include "properties/ring/perf_program.hpp"

namespace ringcheck {

/// What such a program consists of. The interrupt writer is an NMI.
struct WakeupSetup : PerfRingSetup {
  bool redirected = true;     ///< records come from another event than the reader polls
  bool watcher = false;       ///< a task polls that other event once, and reads nothing
  bool epoll = false;         ///< an epoll set, on which nobody waits, has that other event
  bool stamp_first = false;   ///< a writer samples the wakeup stamp before it raises the nest count
  bool flag_release = false;  ///< rb->poll is stored after the published head
  bool refusal_wakes = false;       ///< a begin that finds no space wakes the waiters
  std::uint64_t wakeup_events = 0;  ///< samples between wakeups; 0: the watermark alone decides
  WakeupStamp compare = WakeupStamp::as_unsigned;
  bool nmi_in_first_record = false;  ///< the NMI comes while the task writes its first record
};

/// The program that `setup` describes: thread 0 writes, thread 1 reads, thread 2 watches.
PerfProgram make_wakeup_program(std::string name, const WakeupSetup& setup);

/// The program of a scenario that its settings describe in full.
PerfProgram build_wakeup_program(const WakeupSetup& settings, const PerfCase& of);

inline constexpr std::array<std::string_view, 2> kFlagWords = {"relaxed", "release"};
inline constexpr std::array<std::string_view, 2> kRefusalWords = {"silent", "wakes"};

/// Parameters that scenarios with such programs share.
struct WakeupParameters : RingParameters<WakeupSetup> {
  static constexpr std::array<std::string_view, 2> kEventWords = {"own", "redirected"};
  static constexpr std::array<std::string_view, 2> kNoYes = {"no", "yes"};
  static constexpr std::array<std::string_view, 2> kStampWords = {"after-nest", "before-nest"};
  static constexpr std::array<std::string_view, 2> kCompareWords = {"unsigned", "signed"};

  static constexpr Setting<WakeupSetup> kEvent = choice<&WakeupSetup::redirected>(
      "event", "which event's records the task writes: the reader's, or one that shares its buffer",
      kEventWords, true);
  static constexpr Setting<WakeupSetup> watcher(bool standard) {
    return choice<&WakeupSetup::watcher>(
        "watcher", "whether a task polls that other event, and reads nothing", kNoYes, standard);
  }
  static constexpr Setting<WakeupSetup> kEpoll = choice<&WakeupSetup::epoll>(
      "epoll",
      "whether an epoll set has that other event: it stands in the wait queue, and nobody looks",
      kNoYes);
  static constexpr Setting<WakeupSetup> kFlag = choice<&WakeupSetup::flag_release>(
      "flag", "how rb->poll is stored after data_head", kFlagWords);
  static constexpr Setting<WakeupSetup> kRefusal = choice<&WakeupSetup::refusal_wakes>(
      "refusal", "what a begin that finds no space does to who waits", kRefusalWords);
  static constexpr Setting<WakeupSetup> stamp(bool standard) {
    return choice<&WakeupSetup::stamp_first>(
        "stamp", "when a writer samples rb->wakeup: after it has raised the nest count, or before",
        kStampWords, standard);
  }
  static constexpr Setting<WakeupSetup> kEvents = number<&WakeupSetup::wakeup_events>(
      "wakeup-events", "samples between wakeups; 0: the watermark alone decides", 0, 0, 4);
  static constexpr Setting<WakeupSetup> kCompare = choice<&WakeupSetup::compare>(
      "compare", "as what a writer takes its distance to the stamp of the last wakeup",
      kCompareWords);
  static constexpr Setting<WakeupSetup> watermark(std::uint64_t standard) {
    return number<&WakeupSetup::watermark, WakeupSetup>("watermark", "bytes between wakeups",
                                                        standard, 8, 256);
  }
};

}  // namespace ringcheck
