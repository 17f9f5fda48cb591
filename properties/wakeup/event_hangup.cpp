// event-hangup: a process polls an event that may be pinned, while the event comes to its CPU with
// or without a counter for it, and tasks that have it fork and end. The kernel is that of Linux
// 6.15; in 6.1 (event-hangup-as-it-is, D-14) an event in error tells nobody. event-hangup-untold: in
// 6.1 nobody is told of that, and of all else as in 6.15.
// Tested by tests/properties/aux/aux_mutants_test.cpp.
#include "protocol/wakeup/event_hangup.hpp"

#include <array>
#include <vector>

#include "properties/wakeup/sequences.hpp"
#include "protocol/core/sequential_cpu.hpp"

namespace ringcheck {
namespace {

constexpr std::array<std::string_view, 1> kProperties = {"I-119"};
constexpr std::array kSetup = {Dial{"pinned", 0, 1}, Dial{"is off at first", 0, 1}};
enum Step : std::size_t { sched_in, sched_out, enable, record, forks, child_ends, ends };
constexpr std::array kSteps = {Dial{"comes to the CPU, with a counter", 0, 1},
                               Dial{"leaves the CPU"},
                               Dial{"enable"},
                               Dial{"record"},
                               Dial{"a child is made"},
                               Dial{"a child ends"},
                               Dial{"the task ends"}};
constexpr std::array kShares = {Share{"is in error", 10}, Share{"ends with children", 5},
                                Share{"ends", 20}};

/// `Told`: who waits should be told of an event in error.
template <PinnedError InError, bool Told = true>
class Polled {
 public:
  Polled(const AuxCase& example, DefectSet /*defects*/, AuxJudge& judge)
      : judge_(judge), memory_(4) {
    event_ = {0, 1, 2, 3, example.setup[0] != 0, InError};
    off_ = example.setup[1] != 0;
    memory_[event_.state] =
        static_cast<std::uint64_t>(off_ ? EventState::off : EventState::inactive);
  }
  void step(const AuxStep& step) {
    SequentialCpu<> cpu(memory_);
    take(cpu, step);
    judge_state();
    look(cpu);
  }

 private:
  void take(SequentialCpu<>& cpu, const AuxStep& step) {
    const bool lives = !ended_;
    switch (step.kind) {
      case sched_in:
        if (there_) break;
        sched_in_polled(cpu, event_, step.amount != 0);
        if (!lives || failed_ || off_) break;
        there_ = step.amount != 0;
        failed_ = !there_ && event_.pinned;
        wakes_ = failed_ && InError == PinnedError::hangs_up;
        break;
      case sched_out:
        sched_out_polled(cpu, event_);
        there_ = false;
        break;
      case enable:
        enable_polled(cpu, event_);
        failed_ = off_ = false;
        break;
      case record:
        if (!there_) break;
        memory_[event_.poll] = 1;
        unread_ = wakes_ = true;
        wake_polled(cpu, event_);
        break;
      case forks:
        if (!lives) break;
        memory_[event_.children] = ++children_;
        break;
      case child_ends:
        if (children_ == 0) break;
        exit_child_of_polled(cpu, event_);
        --children_;
        wakes_ = true;
        break;
      default:
        if (lives) exit_polled(cpu, event_);
        wakes_ = lives;
        ended_ = true;
        there_ = failed_ = false;
    }
  }
  /// The state that all that happened to the event leaves it in.
  [[nodiscard]] EventState state() const {
    if (ended_) return EventState::exited;
    if (failed_) return EventState::error;
    if (off_) return EventState::off;
    return there_ ? EventState::active : EventState::inactive;
  }
  void judge_state() {
    judge_.require(memory_[event_.state] == static_cast<std::uint64_t>(state()), "I-119",
                   "an event is not in the state that what happened to it leaves it in");
    judge_.require(memory_[event_.children] == children_, "I-119",
                   "an event has more children than are left of it, or fewer");
  }
  /// The process looks if it is woken, and would be told what there is.
  void look(SequentialCpu<>& cpu) {
    const bool over = (ended_ && children_ == 0) || (failed_ && Told);
    judge_.comes_to("is in error", failed_);
    judge_.comes_to("ends with children", ended_ && children_ != 0);
    judge_.comes_to("ends", ended_ && children_ == 0);
    const bool woken = memory_[event_.woken] != 0;
    judge_.require(!woken || wakes_, "I-119", "who waits for an event is woken for nothing");
    memory_[event_.woken] = 0;
    wakes_ = false;
    judge_.require(woken || !over || told_, "I-119",
                   "who waits for an event is not woken when it writes nothing more");
    if (!woken && over) return;
    const PollSaid said = poll_event(cpu, event_);
    judge_.require(
        (said == PollSaid::hung_up) == over, "I-119",
        "poll does not tell that an event writes nothing more, or does so of one that may");
    told_ = over;
    if (over) return;
    judge_.require((said == PollSaid::readable) == unread_, "I-119",
                   "poll does not tell of a record, or tells of one twice");
    unread_ = false;
    judge_.require(memory_[event_.poll] == 0, "I-119", "what poll has told is still to be told");
  }

  AuxJudge& judge_;
  std::vector<std::uint64_t> memory_;
  PolledEvent event_;
  std::uint64_t children_ = 0;
  bool there_ = false, failed_ = false, off_ = false, ended_ = false, told_ = false;
  bool unread_ = false;  ///< poll has not told of the last record
  bool wakes_ = false;   ///< the step wakes who waits
};

constexpr std::string_view kTitle = "an event is polled that ends, or cannot be scheduled in";

}  // namespace

const AuxSequence kEventHangup = {"event-hangup",
                                  kTitle,
                                  kProperties,
                                  kSetup,
                                  kSteps,
                                  false,
                                  run_steps<Polled<PinnedError::hangs_up>>,
                                  2000,
                                  kShares};
const AuxSequence kEventHangupAsItIs = {"event-hangup-as-it-is",
                                        kTitle,
                                        kProperties,
                                        kSetup,
                                        kSteps,
                                        false,
                                        run_steps<Polled<PinnedError::silent>>,
                                        2000};
const AuxSequence kEventHangupUntold = {"event-hangup-untold",
                                        kTitle,
                                        kProperties,
                                        kSetup,
                                        kSteps,
                                        false,
                                        run_steps<Polled<PinnedError::silent, false>>,
                                        2000,
                                        kShares};

}  // namespace ringcheck
