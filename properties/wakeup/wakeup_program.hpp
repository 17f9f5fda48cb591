#pragma once
// Programs in which tasks wait for records: a writer with its interrupt work, a reader that polls
// before it reads, and perhaps a task that only polls.

#include <string>

#include "properties/ring/perf_program.hpp"

namespace ringcheck {

/// What such a program consists of. The interrupt writer of `ring` is an NMI.
struct WakeupSetup {
  PerfRingSetup ring;
  bool redirected = true;     ///< records are those of another event than the one the reader polls
  bool watcher = false;       ///< a task polls that other event once, and reads nothing
  bool stamp_first = false;   ///< a writer samples the wakeup stamp before it raises the nest count
  bool flag_release = false;  ///< rb->poll is stored after the published head
  std::uint64_t wakeup_events = 0;  ///< samples between wakeups; 0: the watermark alone decides
  WakeupStamp compare = WakeupStamp::as_unsigned;
  bool nmi_in_first_record = false;  ///< the NMI comes while the task writes its first record
};

/// The program that `setup` describes: thread 0 writes, thread 1 reads, thread 2 watches.
PerfProgram make_wakeup_program(std::string name, const WakeupSetup& setup);

/// The setup that `parameters` describe; those that are not declared keep the setup's defaults.
WakeupSetup wakeup_setup(const Parameters& parameters, const BarrierPlan& plan, DefectSet defects);

namespace wakeup_parameter {
inline constexpr std::array<std::string_view, 2> kEventWords = {"own", "redirected"};
inline constexpr std::array<std::string_view, 2> kNoYes = {"no", "yes"};
inline constexpr std::array<std::string_view, 2> kFlagWords = {"relaxed", "release"};

inline constexpr Parameter kEvent = {
    "event",
    "which event's records the task writes: the reader's, or one that shares its buffer",
    1,
    0,
    1,
    false,
    kEventWords};
constexpr Parameter watcher(bool standard) {
  return {
      "watcher", "whether a task polls that other event, and reads nothing", standard, 0, 1, false,
      kNoYes};
}
inline constexpr Parameter kFlag = {
    "flag", "how rb->poll is stored behind data_head", 0, 0, 1, false, kFlagWords};
inline constexpr std::array<std::string_view, 2> kStampWords = {"after-nest", "before-nest"};
constexpr Parameter stamp(bool standard) {
  return {
      "stamp",    "when a writer samples rb->wakeup: after it has raised the nest count, or before",
      standard,   0,
      1,          false,
      kStampWords};
}
inline constexpr Parameter kEvents = {
    "wakeup-events", "samples between wakeups; 0: the watermark alone decides", 0, 0, 4, false, {}};
inline constexpr std::array<std::string_view, 2> kCompareWords = {"unsigned", "signed"};
inline constexpr Parameter kCompare = {
    "compare",
    "as what a writer takes its distance to the stamp of the last wakeup",
    0,
    0,
    1,
    false,
    kCompareWords};
constexpr Parameter watermark(std::uint64_t standard) {
  return {"watermark", "bytes between wakeups", standard, 8, 256, false, {}};
}
}  // namespace wakeup_parameter

}  // namespace ringcheck
