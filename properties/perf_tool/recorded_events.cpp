// recorded-events: perf starts and stops the events of its list, one by one, all, and by their PMU;
// ioctls fail, and events run on CPUs of one unit alone. A model beside it lists what runs and what
// perf believes.
// Tested by tests/properties/aux/aux_mutants_test.cpp.
#include <set>

#include "properties/aux/aux_bench.hpp"
#include "properties/perf_tool/sequences.hpp"
#include "protocol/perf_tool/auxtrace_record.hpp"

namespace ringcheck {
namespace {

constexpr std::size_t kEvents = 3;
constexpr std::uint64_t kType = 8, kNobodys = 9;
/// Buffers of the first unit and of the second: an event runs on all CPUs, or on those of a unit.
constexpr std::uint64_t kOfFirst = 2, kUnitBuffers = 4;
constexpr std::array<std::string_view, 1> kProperties = {"I-20"};
constexpr std::array kSetup = {Dial{"ioctl of the first that fails, or none", 0, 6},
                               Dial{"ioctl of the second that fails, or none", 0, 6},
                               Dial{"PMU that nobody has", 0, 3},
                               Dial{"events with an AUX area", 0, 7},
                               Dial{"all of them stop and start, as for Arm SPE in 6.12", 0, 1},
                               Dial{"the first of them is drained, as in 6.12", 0, 1},
                               Dial{"CPUs of the first: all, those of a unit, of the other", 0, 2},
                               Dial{"CPUs of the second", 0, 2}};
enum Step : std::size_t { enable, disable, disable_all, snapshot_start, snapshot_finish, drained };
constexpr std::array kSteps = {Dial{"enable", 0, kEvents - 1},
                               Dial{"disable", 0, kEvents - 1},
                               Dial{"disable all"},
                               Dial{"snapshot starts"},
                               Dial{"snapshot ends, at the exit (1) or not", 0, 1},
                               Dial{"area of buffer drained", 0, kUnitBuffers - 1}};
constexpr std::array kShares = {Share{"fails", 50}, Share{"has no event", 15},
                                Share{"starts again", 30}, Share{"stays off", 40},
                                Share{"does not run where it is drained", 20}};

/// The state that an event should have.
struct Wanted {
  bool runs = false, believed_off = false;
  std::uint64_t fails_in = 0;  ///< ioctls until one fails, with that one; 0: none does

  friend bool operator==(const Wanted&, const Wanted&) = default;
  /// An ioctl comes; false if it fails.
  bool answers() { return fails_in == 0 || --fails_in != 0; }
};

class RecordedEvents {
 public:
  RecordedEvents(const AuxCase& example, DefectSet, AuxJudge& judge)
      : judge_(judge), memory_(3 * kEvents), type_(example.setup[2] == 0 ? kNobodys : kType) {
    for (std::size_t i = 0; i + 1 < kEvents; ++i) {
      memory_[3 * i + 2] = wanted_[i].fails_in = example.setup[i];
      deploy(i, example.setup[6 + i]);
    }
    events_[0].type = 1;
    for (std::size_t i = 0; i < kEvents; ++i) events_[i].aux = (example.setup[3] >> i & 1U) != 0;
    stops_all_ = example.setup[4] != 0;
    drains_any_ = example.setup[5] != 0;
  }
  void step(const AuxStep& step) {
    SequentialCpu<> cpu(memory_);
    const PmuRecorder recorder{type_, events_, drains_any_, stops_all_};
    judge_.comes_to("has no event", type_ != kType);
    switch (step.kind) {
      case Step::enable:
        return told(evsel_enable(cpu, events_[step.amount]), enabled(wanted_[step.amount]));
      case Step::disable:
        return told(evsel_disable(cpu, events_[step.amount]), disabled(wanted_[step.amount]));
      case Step::disable_all:
        evlist_disable(cpu, std::span<const Evsel>(events_));
        for (Wanted& one : wanted_) one = {one.runs && one.believed_off, true, one.fails_in};
        return told(false, true);
      case Step::snapshot_start:
        return told(auxtrace_record_snapshot_start(cpu, recorder), each_of_unit(disabled));
      case Step::snapshot_finish: {
        const bool at_exit = step.amount != 0;
        judge_.comes_to("stays off", at_exit && !wanted_[1].runs);
        return told(auxtrace_record_snapshot_finish(cpu, recorder, at_exit),
                    at_exit || each_of_unit(enabled));
      }
      default:
        return told(recorder.read_finish(cpu, step.amount), runs_on(step.amount));
    }
  }

 private:
  /// Event `i` runs on all CPUs, those of the first unit (1) or of the second (2).
  void deploy(std::size_t i, std::uint64_t where) {
    for (std::uint64_t buffer = 0; buffer < kUnitBuffers; ++buffer)
      if (where == 0 || (where == 1) == (buffer < kOfFirst)) runs_at_[i].insert(buffer);
    events_[i].first_buffer = *runs_at_[i].begin();
    if (where != 0) events_[i].end_buffer = *runs_at_[i].rbegin() + 1;
  }
  /// Changes what a snapshot stops and starts: the event of the PMU, or all that have an AUX area,
  /// until one fails. False: one did, or there is none.
  bool each_of_unit(bool (*change)(Wanted&)) {
    if (!stops_all_) return type_ == kType && change(wanted_[1]);
    bool any = false;
    for (std::size_t i = 0; i < kEvents; ++i) {
      if (!events_[i].aux) continue;
      if (!change(wanted_[i])) return false;
      any = true;
    }
    return any;
  }
  /// The event whose area was drained runs on.
  bool runs_on(std::uint64_t buffer) {
    if (!drains_any_) return type_ == kType && started_again(1, buffer);
    for (std::size_t i = 0; i < kEvents; ++i)
      if (events_[i].aux) return started_again(i, buffer);
    return false;
  }
  static bool enabled(Wanted& one) {
    if (!one.answers()) return false;
    one.runs = true;
    one.believed_off = false;
    return true;
  }
  static bool disabled(Wanted& one) {
    if (!one.answers()) return false;
    one.runs = false;
    one.believed_off = true;
    return true;
  }
  /// Unless perf has disabled it, the event runs on, if it runs on the CPU of the buffer.
  bool started_again(std::size_t i, std::uint64_t buffer) {
    Wanted& one = wanted_[i];
    if (one.believed_off) return true;
    const bool elsewhere = i + 1 < kEvents && !runs_at_[i].contains(buffer);
    judge_.comes_to("does not run where it is drained", elsewhere);
    if (elsewhere || !one.answers()) return false;
    judge_.comes_to("starts again");
    return one.runs = true;
  }
  /// `failed`: what perf is told; `worked`: what happened.
  void told(bool failed, bool worked) {
    judge_.comes_to("fails", !worked);
    judge_.require(failed == !worked, "I-20",
                   "an event is not started or stopped, and perf goes on as if it were");
    for (std::size_t i = 0; i < kEvents; ++i)
      judge_.require(memory_[3 * i] == (wanted_[i].runs ? 1 : 0) &&
                         memory_[3 * i + 1] == (wanted_[i].believed_off ? 1 : 0),
                     "I-20",
                     "an event runs that is to be stopped, or does not, or perf errs about it");
  }

  AuxJudge& judge_;
  std::vector<std::uint64_t> memory_;  ///< of each event: runs, believed to be off, ioctls left
  std::uint64_t type_;                 ///< of the PMU whose trace is recorded
  std::array<Evsel, kEvents> events_ = {Evsel{kType, 0, 1, 2}, Evsel{kType, 3, 4, 5},
                                        Evsel{kType + 2, 6, 7}};
  std::array<Wanted, kEvents> wanted_{};
  std::array<std::set<std::uint64_t>, kEvents> runs_at_;  ///< buffers; of the last, all
  bool stops_all_ = false, drains_any_ = false;
};

}  // namespace

const AuxSequence kRecordedEvents = {"recorded-events",
                                     "perf starts and stops events whose ioctls may fail",
                                     kProperties,
                                     kSetup,
                                     kSteps,
                                     false,
                                     run_steps<RecordedEvents>,
                                     1000,
                                     kShares};

}  // namespace ringcheck
