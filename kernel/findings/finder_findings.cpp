// Findings of perf's snapshots, on its own text: how much a snapshot takes.
// Tested by `make kernel`.
#include <fmt/format.h>

#include "kernel/calls/finder_sides.hpp"
#include "kernel/findings/findings_by_area.hpp"
#include "kernel/tree/perf_tool_unit.hpp"

namespace ringcheck {
namespace {

/// A recording of one buffer, of which snapshots may take everything.
class Recorded {
 public:
  Recorded(const NativeObject& object, rc_unit unit, std::uint64_t len, std::uint64_t asked = 0)
      : kernel_(object, setup_of(unit, len, asked)) {}

  /// The unit writes `bytes` bytes; returns how many the next snapshot takes.
  std::uint64_t taken_after(std::uint64_t bytes) {
    constexpr std::uint64_t kAll = std::uint64_t{1} << 30U, kDifferent = 2;
    Answers answers;
    kernel_.run({static_cast<unsigned>(FinderOp::write), {0, kOwnPlace, bytes, kDifferent}, {}},
                answers);
    kernel_.run({static_cast<unsigned>(FinderOp::snapshot), {0, kAll, 0, 0}, {}}, answers);
    for (const Answer& found : answers)
      if (found.what == "size") return found.value;
    return 0;
  }

 private:
  static FinderSetup setup_of(rc_unit unit, std::uint64_t len, std::uint64_t asked) {
    FinderSetup setup;
    setup.unit = unit;
    setup.len = len;
    setup.asked = asked;
    setup.events = {{FinderSetup::kType, 1, 1, 0, 0, 0, 0, RC_MOST_BUFFERS}};
    setup.head_runs = unit == RC_CS_ETM;
    return setup;
  }

  FinderKernel kernel_;
};

std::optional<std::string> little_is_a_lap(const NativeObject& object) {
  Recorded recorded(object, RC_INTEL_PT, 64);
  const std::uint64_t taken = recorded.taken_after(8);
  if (taken == 8) return {};
  return fmt::format("of 8 bytes in a buffer of 64 a snapshot takes {}", taken);
}

std::optional<std::string> copy_of_another_place(const NativeObject& object) {
  constexpr std::uint64_t kLen = 4096, kAsked = 65537;
  Recorded recorded(object, RC_INTEL_PT, kLen, kAsked);
  recorded.taken_after(8);
  const std::uint64_t taken = recorded.taken_after(8);
  if (taken == 8) return {};
  return fmt::format("of 8 bytes after a snapshot the next one takes {}", taken);
}

std::optional<std::string> lap_for_good(const NativeObject& object) {
  constexpr std::uint64_t kLen = 1024;
  Recorded recorded(object, RC_ARM_SPE, kLen);
  recorded.taken_after(kLen);
  const std::uint64_t taken = recorded.taken_after(0);
  if (taken == 0) return {};
  return fmt::format("of nothing after a lap a snapshot takes {} bytes", taken);
}

std::optional<std::string> rest_of_a_division(const NativeObject& object) {
  constexpr std::uint64_t kLen = 1024, kWritten = 1152;
  Recorded recorded(object, RC_CS_ETM, kLen);
  const std::uint64_t taken = recorded.taken_after(kWritten);
  if (taken == kLen) return {};
  return fmt::format("of {} bytes in a buffer of {} a snapshot takes {}", kWritten, kLen, taken);
}

/// Two units of Arm SPE, each with CPUs of its own. Linux 6.1 records one of them alone.
std::optional<std::string> drain_of_the_other_unit(const NativeObject& object) {
  constexpr std::uint64_t kLen = 1024, kArea = 3, kBytes = 8;
  constexpr int kSecond = 15;  ///< the area's index
  if (!object.says("evsel__is_aux_event(evsel)")) return {};
  FinderSetup setup;
  setup.unit = RC_ARM_SPE;
  setup.len = kLen;
  setup.events = {{FinderSetup::kType, 1, 1, 0, 0, 0, 0, kSecond},
                  {FinderSetup::kType + 1, 1, 1, 0, 0, 0, kSecond, RC_MOST_BUFFERS}};
  FinderKernel kernel(object, setup);
  Answers answers;
  kernel.run({static_cast<unsigned>(FinderOp::write), {kArea, kOwnPlace, kBytes, 2}, {}}, answers);
  answers.clear();
  kernel.run({static_cast<unsigned>(FinderOp::drain), {kArea, 0, 0}, {}}, answers);
  const auto result = static_cast<std::int64_t>(answers.at(0).value);
  if (result == 1) return {};
  return fmt::format("a drain on a CPU of the second unit returns {}", result);
}

/// As on any machine: pages matter to nobody here.
constexpr unsigned kPageShift = 12;
constexpr ShownFinding kFinderFindings[] = {
    {"V-07", little_is_a_lap, finders_unit, kPageShift},
    {"V-08", copy_of_another_place, finders_unit, kPageShift},
    {"V-09", lap_for_good, finders_unit, kPageShift},
    {"V-10", rest_of_a_division, finders_unit, kPageShift},
    {"V-66", drain_of_the_other_unit, finders_unit, kPageShift},
};

}  // namespace

std::span<const ShownFinding> finder_findings() {
  return kFinderFindings;
}

}  // namespace ringcheck
