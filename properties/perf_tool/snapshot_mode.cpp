// snapshot-mode: perf records two buffers of a driver in snapshot mode. Signals come before any
// access of its loop; the unit traces whenever it may.
//
// Left out: a signal after the loop's last look, starting trace again once it was disabled for
// good, and a failing signal while the trigger moves (docs/findings.md V-21, V-22, V-41); for
// CoreSight, more than a lap between snapshots (V-10). For the other drivers only what a snapshot
// misses is judged (V-07 to V-09).
// Tested by tests/properties/aux/aux_mutants_test.cpp.
#include "protocol/perf_tool/snapshot_mode.hpp"

#include "properties/aux/aux_bench.hpp"
#include "properties/perf_tool/sequences.hpp"
#include "properties/perf_tool/snapshot_area.hpp"

namespace ringcheck {
namespace {

constexpr std::uint64_t kLen = 512, kUnit = 64;
constexpr std::array<std::string_view, 3> kProperties = {"I-20", "I-21", "I-32"};
constexpr std::array kSetup = {
    Dial{"driver", 0, 3},
    Dial{"snapshot at the exit", 0, 1},
    Dial{"own workload", 0, 1},
    Dial{"ioctl that fails, of the first four", 0, 11},
    Dial{"buffer whose read fails, of the first four that are read", 0, 11},
};
constexpr std::uint64_t kMostFailing = 4;  ///< those after it do not fail
enum Step : std::size_t { trace, signal, ends, round, busy_round };
constexpr std::array kSteps = {
    Dial{"trace, in 64 bytes", 0, 9},
    Dial{"signal"},
    Dial{"workload ends (0), perf is stopped (1) or neither", 0, 9},
    Dial{"round, signal before access", 0, 30},
    Dial{"busy round, signal before access", 0, 30},
};

constexpr std::size_t kBuffers = 2;
constexpr std::uint64_t kType = 8;
/// Words that the loop, the handler and the kernel share.
constexpr SnapshotTrigger kTrigger = SnapshotTrigger::at(0);
constexpr std::uint64_t kDone = SnapshotTrigger::kCount, kEnabled = kDone + 1;
constexpr std::uint64_t kDisabled = kEnabled + 1;
constexpr std::uint64_t kOther = kDisabled + 1;  ///< the same two words of another event
constexpr std::uint64_t kFails = kOther + 2;
constexpr std::uint64_t kWords = kFails + 1;

SnapshotDriver driver_of(std::uint64_t number) {
  constexpr std::array kDrivers = {cs_etm_snapshots, arm_spe_snapshots, intel_pt_snapshots,
                                   intel_bts_snapshots};
  return kDrivers[number]();
}

/// Which mistakes of Linux 6.1 are judged all the same, or repaired.
struct Corners {
  bool judged = false;
  bool repaired = false;
  bool overwrites = false;  ///< a signal's failure while the trigger moves is forgotten
};

constexpr std::array kShares = {Share{"reads", 60}, Share{"reads twice", 25},
                                Share{"reads new trace", 35}, Share{"fails", 30},
                                Share{"ends", 20}};

class Recording {
 public:
  Recording(const AuxCase& example, DefectSet defects, AuxJudge& judge, Corners corners)
      : judge_(judge), corners_(corners), exact_(example.setup[0] == 0), memory_(kWords) {
    const SnapshotDriver driver = driver_of(example.setup[0]);
    for (std::size_t i = 0; i < kBuffers; ++i) {
      areas_.emplace_back(kLen, true, driver.running_head);
      areas_.back().mm.idx = static_cast<std::uint32_t>(i);
    }
    find_ = driver.make();
    mode_.at = kTrigger;
    mode_.done = kDone;
    mode_.events = events_;
    mode_.on_exit = example.setup[1] != 0;
    mode_.own_workload = example.setup[2] != 0;
    mode_.takes_the_last = mode_.finish_looks = corners.repaired;
    mode_.looks_again = !corners.overwrites;
    mode_.defects = defects;
    memory_[kTrigger.state] = state_number(TriggerState::on);
    memory_[kEnabled] = memory_[kOther] = 1;
    // Recording begins.
    SequentialCpu<> cpu(memory_);
    move_trigger(cpu, kTrigger, TriggerState::ready);
    judge_.require(memory_[kTrigger.state] == state_number(TriggerState::ready), "I-32",
                   "recording begins, and no snapshot can be asked for");
    // What Linux 6.1 violates is judged only if nothing fails.
    if (corners.judged) return;
    if (example.setup[3] <= kMostFailing) memory_[kFails] = example.setup[3];
    if (example.setup[4] <= kMostFailing) read_fails_ = example.setup[4];
  }

  void step(const AuxStep& step) {
    SequentialCpu<> cpu(memory_);
    if (ended_) return;
    switch (step.kind) {
      case Step::trace:
        for (SnapshotArea& area : areas_) produce(area, step.amount * kUnit);
        return;
      case Step::signal:
        return hit(cpu);
      case Step::ends:
        if (step.amount > 1) return;
        if (step.amount == 0 && mode_.own_workload) alive_ = false;
        memory_[kDone] = 1;
        return;
      default:
        return run_round(step.amount, step.kind == Step::round);
    }
  }

 private:
  [[nodiscard]] bool traces() const { return alive_ && memory_[kEnabled] != 0; }
  void produce(SnapshotArea& area, std::uint64_t bytes) {
    std::uint64_t& fresh = fresh_.at(area.mm.idx);
    if (!traces()) return;
    if (exact_) bytes = std::min(bytes, kLen - fresh);
    area.produce(bytes);
    fresh += bytes;
  }
  template <class C>
  void hit(C& cpu) {
    // A signal after the last look is lost (V-21), and does not come if that is not judged. A
    // failing signal asks for no snapshot.
    const bool fails =
        memory_[kTrigger.state] == state_number(TriggerState::ready) && memory_[kFails] == 1;
    if (last_look_ && !corners_.judged && !fails) return;
    const std::vector<std::uint64_t> before = memory_;
    hit_auxtrace_snapshot_trigger(cpu, mode_, recorder_);
    judge_signal(before);
    asked_ = asked_ || (!fails && before[kTrigger.started] == 0 && memory_[kTrigger.started] != 0);
  }
  /// A signal stops the unit and asks for a snapshot, or says that the unit could not be stopped.
  /// While no snapshot may be asked for, it does nothing. It affects no other event.
  void judge_signal(const std::vector<std::uint64_t>& before) {
    std::vector<std::uint64_t> wanted = before;
    if (before[kTrigger.state] == state_number(TriggerState::ready)) {
      const bool fails = before[kFails] == 1;
      if (before[kFails] != 0) --wanted[kFails];
      wanted[kTrigger.state] = state_number(fails ? TriggerState::error : TriggerState::hit);
      wanted[kTrigger.started] = 1;
      if (!fails) {
        wanted[kEnabled] = 0;
        wanted[kDisabled] = 1;
      }
    }
    judge_.require(memory_ == wanted, "I-20",
                   "a signal does not stop the unit alone, or while no snapshot may be asked for");
  }
  template <class C>
  bool read_all(C& cpu) {
    cpu.read_once(kEnabled);  // a signal may come here, while a buffer is read
    judge_.require(!traces(), "I-20", "a snapshot is read while the unit traces");
    for (SnapshotArea& area : areas_) {
      if (read_fails_ > 0 && --read_fails_ == 0) return read_failed_ = true;
      judge_.comes_to("reads new trace", fresh_.at(area.mm.idx) != 0);
      judge_taken(area, area.read(true, find_));
    }
    judge_.comes_to(read_once_ ? "reads twice" : "reads");
    read_once_ = true;
    asked_ = false;
    return false;
  }
  void judge_taken(const SnapshotArea& area, const std::vector<std::uint64_t>& taken) {
    std::uint64_t& fresh = fresh_.at(area.mm.idx);
    if (exact_) {
      judge_snapshot(area, taken, fresh, judge_);
    } else {
      const auto wanted = area.newest(std::min(fresh, kLen));
      judge_.require(taken.size() >= wanted.size() &&
                         std::equal(wanted.rbegin(), wanted.rend(), taken.rbegin()),
                     "I-32", "a snapshot misses bytes that are new and still there");
    }
    fresh = 0;
  }
  void run_round(std::uint64_t signal_before, bool idle) {
    const auto handler = [this](auto& cpu) { hit(cpu); };
    using Handler = InterruptOnce<decltype(handler)>;
    std::uint64_t left = signal_before;
    last_look_ = idle && memory_[kDone] != 0 && left > 0;
    SequentialCpu<IgnoreObservations, Handler> cpu(memory_, {}, Handler(&left, handler));
    const auto read = [this](auto& machine) { return read_all(machine); };
    const bool was_disabled = mode_.disabled;
    const RecordRound went = record_round(cpu, mode_, recorder_, read, idle);
    judge_round(went, idle, was_disabled);
    const bool restarted = mode_.disabled && memory_[kEnabled] != 0;
    judge_.require(!restarted || !corners_.judged, "I-20",
                   "trace goes on though recording has disabled it for good");
    judge_.require(
        went != RecordRound::failed || memory_[kTrigger.state] == state_number(TriggerState::error),
        "I-32", "perf gives up though no snapshot has failed");
    judge_.require(!read_failed_ || went == RecordRound::failed, "I-32",
                   "a snapshot could not be read, and perf goes on as if it had been");
    // A failure ends perf, which says so.
    judge_.comes_to("fails", went == RecordRound::failed);
    judge_.comes_to("ends", went == RecordRound::ended);
    if (went == RecordRound::failed) {
      ended_ = true;
      return;
    }
    if (went == RecordRound::ended) return end(cpu, read);
    last_look_ = false;
    const bool hit = memory_[kTrigger.state] == state_number(TriggerState::hit);
    judge_.require(!hit || memory_[kTrigger.started] != 0, "I-32",
                   "a snapshot was asked for, and nobody will read it");
    judge_.require(memory_[kTrigger.state] != state_number(TriggerState::ready) ||
                       memory_[kTrigger.started] == 0,
                   "I-32", "a snapshot will be read that nobody has asked for");
    judge_.require(
        memory_[kEnabled] != memory_[kDisabled] && memory_[kOther] != memory_[kOther + 1], "I-20",
        "perf does not know which events run");
    judge_.require(memory_[kOther] == (mode_.disabled ? 0 : 1), "I-20",
                   "an event of another unit is stopped for a snapshot, or started by one");
    judge_.require(
        memory_[kTrigger.state] != state_number(TriggerState::ready) || memory_[kEnabled] != 0,
        "I-20", "trace stays off after a snapshot");
  }
  /// A round is the last one if nothing was drained after perf was told to end. A round before that
  /// stops all events, unless they belong to a workload of perf's own.
  void judge_round(RecordRound went, bool idle, bool was_disabled) {
    const bool done = memory_[kDone] != 0;
    judge_.require(went == RecordRound::failed || (went == RecordRound::ended) == (idle && done),
                   "I-32",
                   "perf ends while there is something to read, or goes on when told to end");
    if (went != RecordRound::again) return;
    const bool disables = done && !mode_.own_workload;
    judge_.require(mode_.disabled == (was_disabled || disables), "I-20",
                   "perf disables events before it is to end, or does not when it is");
    if (was_disabled || !disables) return;
    const std::uint64_t state = memory_[kTrigger.state];
    judge_.require(memory_[kEnabled] == 0 && memory_[kOther] == 0 && memory_[kDisabled] == 1 &&
                       memory_[kOther + 1] == 1,
                   "I-20", "an event runs on when perf is to end");
    judge_.require(
        state == state_number(TriggerState::off) || state == state_number(TriggerState::error),
        "I-20", "a signal is taken after all events were disabled for good");
  }
  template <class C, class ReadAll>
  void end(C& cpu, ReadAll&& read) {
    ended_ = true;
    const bool failed_before = memory_[kTrigger.state] == state_number(TriggerState::error);
    const std::uint64_t other = memory_[kOther], ioctls = memory_[kFails];
    const std::uint64_t enabled = memory_[kEnabled];
    const bool failed = record_end(cpu, mode_, recorder_, read);
    const std::uint64_t state = memory_[kTrigger.state];
    judge_.require(
        state == state_number(TriggerState::off) || state == state_number(TriggerState::error),
        "I-20", "a signal is taken after perf's end");
    judge_.require(memory_[kOther] == other, "I-20", "perf's end starts or stops another event");
    judge_.require(memory_[kEnabled] <= enabled, "I-20", "perf's end lets the unit go on");
    const bool ioctl_failed = ioctls != 0 && memory_[kFails] == 0;
    judge_.require(!failed || failed_before || ioctl_failed || read_failed_, "I-32",
                   "the last snapshot is told to have failed, and nothing has");
    judge_.require(!failed || mode_.on_exit || mode_.takes_the_last, "I-32",
                   "the last snapshot fails, and none is taken");
    judge_.require(!failed_before || !failed || !mode_.on_exit, "I-32",
                   "perf takes a snapshot at its exit after one has failed");
    // If an ioctl or a read fails, no snapshot is forgotten.
    if (failed || state == state_number(TriggerState::error)) return;
    judge_.require(!mode_.on_exit || memory_[kEnabled] == 0, "I-20",
                   "trace goes on after the snapshot at perf's exit");
    judge_.require(!asked_, "I-32", "a snapshot was asked for, and perf ends without it");
    for (const std::uint64_t fresh : fresh_)
      judge_.require(!mode_.on_exit || fresh == 0, "I-32",
                     "perf ends without the snapshot at its exit");
  }

  AuxJudge& judge_;
  Corners corners_;
  bool exact_;  ///< the driver's snapshots are exact, up to a lap
  std::vector<std::uint64_t> memory_;
  std::array<Evsel, 2> events_ = {Evsel{0, kOther, kOther + 1},
                                  Evsel{kType, kEnabled, kDisabled, kFails}};
  PmuRecorder recorder_{kType, events_};
  SnapshotMode mode_;
  SnapshotFinder find_;
  std::vector<SnapshotArea> areas_;
  std::array<std::uint64_t, kBuffers> fresh_{};  ///< written since a buffer's last snapshot (bytes)
  bool alive_ = true;                            ///< the process that is traced
  bool asked_ = false;            ///< a signal was taken, and its snapshot has not been read
  bool last_look_ = false;        ///< the loop may end without another look for signals
  std::uint64_t read_fails_ = 0;  ///< which buffer cannot be read, counted from 1
  bool read_failed_ = false;
  bool read_once_ = false;
  bool ended_ = false;
};

void run_with(const AuxCase& example, DefectSet defects, AuxJudge& judge, Corners corners) {
  Recording recording(example, defects, judge, corners);
  for (const AuxStep& step : example.steps) {
    recording.step(step);
    if (judge.found()) return;
  }
}
void run(const AuxCase& example, DefectSet defects, AuxJudge& judge) {
  run_with(example, defects, judge, {});
}
void run_as_it_is(const AuxCase& example, DefectSet defects, AuxJudge& judge) {
  run_with(example, defects, judge, {true, false});
}
void run_overwriting(const AuxCase& example, DefectSet defects, AuxJudge& judge) {
  run_with(example, defects, judge, {.overwrites = true});
}
void run_repaired(const AuxCase& example, DefectSet defects, AuxJudge& judge) {
  run_with(example, defects, judge, {true, true});
}

constexpr std::string_view kTitle = "perf takes snapshots of two buffers when signals come";

}  // namespace

const AuxSequence kSnapshotMode = {"snapshot-mode", kTitle, kProperties, kSetup, kSteps,
                                   false,           run,    1000,        kShares};
const AuxSequence kSnapshotModeAsItIs = {"snapshot-mode-as-it-is",
                                         kTitle,
                                         kProperties,
                                         kSetup,
                                         kSteps,
                                         false,
                                         run_as_it_is,
                                         1000,
                                         kShares};
const AuxSequence kSnapshotModeOverwriting = {"snapshot-mode-overwriting",
                                              kTitle,
                                              kProperties,
                                              kSetup,
                                              kSteps,
                                              false,
                                              run_overwriting,
                                              20000,
                                              kShares};
const AuxSequence kSnapshotModeRepaired = {"snapshot-mode-repaired",
                                           kTitle,
                                           kProperties,
                                           kSetup,
                                           kSteps,
                                           false,
                                           run_repaired,
                                           1000,
                                           kShares};

}  // namespace ringcheck
