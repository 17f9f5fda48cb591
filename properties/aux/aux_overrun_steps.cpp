// overrun-steps: from any state of their words, the unit finds the AUX area full, its interrupt
// work runs, or a reader makes room and enables the event.
// Tested by tests/properties/aux/aux_mutants_test.cpp.
#include <array>
#include <vector>

#include "properties/aux/aux_sequence.hpp"
#include "properties/aux/sequences.hpp"
#include "properties/core/locked_memory.hpp"
#include "protocol/aux/aux_overrun.hpp"

namespace ringcheck {
namespace {

constexpr std::array<std::string_view, 1> kProperties = {"I-28"};
enum Action : std::uint64_t { overrun, work, enable, drain };
enum Number : std::size_t {
  action,
  repair,
  released,
  head,
  state,
  running,
  pending_disable,
  pending_wakeup,
  queued,
  waiting
};
constexpr std::array kSetup = {Dial{"overrun, work, ENABLE, or room and ENABLE", 0, 3},
                               Dial{"repair", 0, 2},
                               Dial{"flag of poll is released", 0, 1},
                               Dial{"head", 0, 2},
                               Dial{"state", 0, 1},
                               Dial{"running", 0, 1},
                               Dial{"disabling is pending", 0, 1},
                               Dial{"wakeup is pending", 0, 1},
                               Dial{"work is queued", 0, 1},
                               Dial{"somebody waits", 0, 1}};

constexpr AuxOverrunCells kAt = AuxOverrunCells::at(0);
constexpr std::uint64_t kPoll = AuxOverrunCells::kNames.size();
constexpr PerfEventCells kEvent = PerfEventCells::at(kPoll + 1);
constexpr WaitCells kWait = WaitCells::at(kPoll + 1 + PerfEventCells::kCount);
constexpr std::uint64_t kWords = kPoll + 1 + PerfEventCells::kCount + WaitCells::kCount;
constexpr std::uint64_t kCpu = 3;

using Words = std::vector<std::uint64_t>;

Words words_of(const AuxCase& example) {
  Words words(kWords);
  words[kAt.head] = example.setup[Number::head];
  words[kAt.state] = example.setup[Number::state];
  words[kAt.running] = example.setup[Number::running];
  words[kEvent.pending_disable] = example.setup[Number::pending_disable] * kCpu;
  words[kEvent.pending_wakeup] = example.setup[Number::pending_wakeup];
  words[kEvent.pending_irq] = example.setup[Number::queued];
  words[kWait.entry] = example.setup[Number::waiting];
  return words;
}

void wake(Words& words) {
  if (words[kWait.entry] != 0) words[kWait.trigger] = 1;
}

/// The words after an Action.
Words wanted(Words words, std::uint64_t does, OverrunRepair repaired) {
  const bool cancels = repaired == OverrunRepair::enable_cancels;
  switch (does) {
    case Action::overrun:
      words[kAt.head] = kAuxFull;
      words[kAt.running] = 0;
      words[kEvent.pending_disable] = kCpu;
      words[kPoll] = kPollReadable;
      words[kEvent.pending_wakeup] = 1;
      ++words[kEvent.pending_irq];
      break;
    case Action::work: {
      const bool disables = words[kEvent.pending_disable] != 0;
      if (words[kEvent.pending_wakeup] != 0) wake(words);
      if (disables) words[kAt.state] = 0;
      if (disables && repaired == OverrunRepair::wakes_after_disable) {
        words[kPoll] = kPollReadable;
        wake(words);
      }
      words[kEvent.pending_irq] = words[kEvent.pending_wakeup] = words[kEvent.pending_disable] = 0;
      break;
    }
    default: {
      if (does == Action::drain) words[kAt.tail] = words[kAt.head];
      const bool starts = words[kAt.state] == 0 || (cancels && words[kEvent.pending_disable] != 0);
      if (cancels) words[kEvent.pending_disable] = 0;
      if (starts) words[kAt.state] = words[kAt.running] = 1;
    }
  }
  return words;
}

void run(const AuxCase& example, DefectSet defects, AuxJudge& judge) {
  Words words = words_of(example);
  std::array<PerfEvent, 1> events{};
  std::array<WokenEvent, 1> woken{};
  woken[0] = {&events[0], kWait};
  AuxOverrun all;
  all.at = kAt;
  all.rb.at.poll = kPoll;
  all.rb.defects = defects;
  all.event.at = kEvent;
  all.waiting = woken;
  all.cpu = kCpu;
  all.repair = static_cast<OverrunRepair>(example.setup[Number::repair]);
  all.flag_release = example.setup[Number::released] != 0;
  const std::uint64_t does = example.setup[Number::action];
  const Words after = wanted(words, does, all.repair);
  LockedMemory<> cpu(words);
  if (does == Action::overrun) overrun_aux(cpu, all);
  if (does == Action::work) run_overrun_work(cpu, all);
  if (does == Action::enable) enable_aux_event(cpu, all);
  if (does == Action::drain) drain_and_enable(cpu, all);
  judge.require(words == after, "I-28",
                "an event without room is not disabled, woken for or enabled, or another is");
}

}  // namespace

const AuxSequence kAuxOverrunSteps = {
    "overrun-steps",
    "an area is full, its work runs, its reader enables, from any state",
    kProperties,
    kSetup,
    {},
    true,
    run};

}  // namespace ringcheck
