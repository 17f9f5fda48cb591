// snapshot-end: what follows perf's loop in snapshot mode, from any state of the trigger: a last
// snapshot, if one is asked for and none has failed.
// Tested by tests/properties/aux/aux_mutants_test.cpp.
#include <vector>

#include "properties/aux/aux_bench.hpp"
#include "properties/perf_tool/sequences.hpp"
#include "protocol/perf_tool/snapshot_mode.hpp"

namespace ringcheck {
namespace {

constexpr std::array<std::string_view, 2> kProperties = {"I-20", "I-32"};
constexpr std::array kSetup = {Dial{"state", 0, 4},
                               Dial{"a signal has stopped the unit", 0, 1},
                               Dial{"snapshot at exit", 0, 1},
                               Dial{"takes what was asked for", 0, 1},
                               Dial{"looks again", 0, 1},
                               Dial{"stopping fails", 0, 1},
                               Dial{"reading fails", 0, 1}};
constexpr SnapshotTrigger kTrigger = SnapshotTrigger::at(0);
constexpr std::uint64_t kEnabled = SnapshotTrigger::kCount, kDisabled = kEnabled + 1;
constexpr std::uint64_t kFails = kDisabled + 1, kWords = kFails + 1;
constexpr std::uint64_t kType = 8;

/// What perf's end should come to.
struct SnapshotEnd {
  bool failed = false, stops = false;
  std::uint64_t reads = 0;
  std::uint64_t state = 0;
};

SnapshotEnd meant_by(const AuxCase& example) {
  const auto is = [&](std::size_t number) { return example.setup[number] != 0; };
  const bool started = is(1), on_exit = is(2), takes_the_last = is(3), stop_fails = is(5),
             read_fails = is(6);
  const std::uint64_t error = state_number(TriggerState::error);
  SnapshotEnd end;
  end.state = example.setup[0] == error ? error : state_number(TriggerState::off);
  const bool takes_asked = !on_exit && takes_the_last && started;
  // A snapshot has failed, or nobody asks for one. Whoever takes what was asked for tells so.
  end.failed = end.state == error && takes_asked;
  if (end.state == error || !(on_exit || takes_asked)) return end;
  if (!started) {
    end.failed = stop_fails;
    end.stops = !stop_fails;
    if (stop_fails) return end;
  }
  end.reads = 1;
  end.failed = read_fails;
  if (read_fails) end.state = error;
  return end;
}

void run(const AuxCase& example, DefectSet defects, AuxJudge& judge) {
  const SnapshotEnd meant = meant_by(example);
  const bool started = example.setup[1] != 0;
  std::vector<std::uint64_t> memory(kWords);
  memory[kTrigger.state] = example.setup[0];
  memory[kTrigger.started] = started ? 1 : 0;
  memory[kEnabled] = started ? 0 : 1;
  memory[kDisabled] = started ? 1 : 0;
  memory[kFails] = example.setup[5];
  const std::array<Evsel, 1> events = {Evsel{kType, kEnabled, kDisabled, kFails}};
  const PmuRecorder recorder{kType, events};
  SnapshotMode mode;
  mode.at = kTrigger;
  mode.events = events;
  mode.on_exit = example.setup[2] != 0;
  mode.takes_the_last = example.setup[3] != 0;
  mode.looks_again = example.setup[4] != 0;
  mode.defects = defects;
  std::uint64_t reads = 0;
  SequentialCpu<> cpu(memory);
  const bool failed = record_end(cpu, mode, recorder, [&](auto&) {
    ++reads;
    judge.require(memory[kEnabled] == 0, "I-20", "a snapshot is read while the unit traces");
    return example.setup[6] != 0;
  });
  judge.require(reads == meant.reads, "I-32",
                "a snapshot is taken at perf's end that nobody asked for, or after one has failed; "
                "or none is");
  judge.require(
      failed == meant.failed, "I-32",
      "the last snapshot is told to have failed, and nothing has, or the other way round");
  judge.require(memory[kTrigger.state] == meant.state, "I-32",
                "the trigger is in another state at perf's end than what happened leaves it in");
  const bool runs = !started && !meant.stops;
  judge.require(memory[kEnabled] == (runs ? 1 : 0) && memory[kDisabled] == (runs ? 0 : 1), "I-20",
                "perf's end stops the unit without need, or lets it go on");
}

}  // namespace

const AuxSequence kSnapshotEnd = {"snapshot-end",
                                  "what follows perf's loop in snapshot mode",
                                  kProperties,
                                  kSetup,
                                  {},
                                  true,
                                  run};

}  // namespace ringcheck
