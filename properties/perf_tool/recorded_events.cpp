// recorded-events: perf starts and stops the events of its list, one by one, all, and by their PMU;
// ioctls fail. A model beside it lists what runs and what perf believes.
// Tested by tests/properties/aux/aux_mutants_test.cpp.
#include "properties/aux/aux_bench.hpp"
#include "properties/perf_tool/sequences.hpp"
#include "protocol/perf_tool/auxtrace_record.hpp"

namespace ringcheck {
namespace {

constexpr std::size_t kEvents = 3;
constexpr std::uint64_t kType = 8, kNobodys = 9;
constexpr std::array<std::string_view, 1> kProperties = {"I-20"};
constexpr std::array kSetup = {Dial{"ioctl of the first that fails, or none", 0, 6},
                               Dial{"ioctl of the second that fails, or none", 0, 6},
                               Dial{"PMU that nobody has", 0, 3}};
enum Step : std::size_t { enable, disable, disable_all, snapshot_start, snapshot_finish, drained };
constexpr std::array kSteps = {Dial{"enable", 0, kEvents - 1},
                               Dial{"disable", 0, kEvents - 1},
                               Dial{"disable all"},
                               Dial{"snapshot starts"},
                               Dial{"snapshot ends, at the exit (1) or not", 0, 1},
                               Dial{"area drained"}};
constexpr std::array kShares = {Share{"fails", 50}, Share{"has no event", 15},
                                Share{"starts again", 50}, Share{"stays off", 40}};

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
    for (std::size_t i = 0; i + 1 < kEvents; ++i)
      memory_[3 * i + 2] = wanted_[i].fails_in = example.setup[i];
    events_[0].type = 1;
  }
  void step(const AuxStep& step) {
    SequentialCpu<> cpu(memory_);
    const PmuRecorder recorder{type_, events_};
    const bool ours = type_ == kType;
    judge_.comes_to("has no event", !ours);
    Wanted& own = wanted_[1];
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
        return told(auxtrace_record_snapshot_start(cpu, recorder), ours && disabled(own));
      case Step::snapshot_finish: {
        const bool at_exit = step.amount != 0;
        judge_.comes_to("stays off", at_exit && !own.runs);
        return told(auxtrace_record_snapshot_finish(cpu, recorder, at_exit),
                    at_exit || (ours && enabled(own)));
      }
      default:
        return told(recorder.read_finish(cpu), ours && started_again(own));
    }
  }

 private:
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
  /// Unless perf has disabled it, the event runs on.
  bool started_again(Wanted& one) {
    if (one.believed_off) return true;
    if (!one.answers()) return false;
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
