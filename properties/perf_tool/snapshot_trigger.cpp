// snapshot-trigger: one call on the trigger of snapshots, in any state, and a signal's handler that
// stores a state before any of the call's accesses. Linux 6.1 overwrites what the handler stores
// (docs/findings.md V-41), so there no handler runs.
// Tested by tests/properties/aux/aux_mutants_test.cpp.
#include "protocol/perf_tool/snapshot_trigger.hpp"

#include <vector>

#include "properties/aux/aux_bench.hpp"
#include "properties/perf_tool/sequences.hpp"

namespace ringcheck {
namespace {

constexpr std::array<std::string_view, 1> kProperties = {"I-32"};
constexpr std::uint64_t kStates = 5, kNever = 4;
enum Number : std::size_t { call, state, to, again, access, stores };
enum Call : std::uint64_t { moves, hits, fails, asks };
constexpr std::array kSetup = {Dial{"moves, hits, fails or asks", 0, 3},
                               Dial{"state", 0, kStates - 1},
                               Dial{"moves to, or asks for", 0, kStates - 1},
                               Dial{"looks again", 0, 1},
                               Dial{"handler before access, of the first four", 0, kNever},
                               Dial{"handler stores", 0, kStates - 1}};

/// Where a trigger in state `from` moves to.
std::uint64_t moved(std::uint64_t from, std::uint64_t to_state) {
  return from < state_number(TriggerState::on) ? from : to_state;
}

/// A trigger that moves while a handler stores a state: as if one came after the other.
void run_move(const AuxCase& example, AuxJudge& judge) {
  std::vector<std::uint64_t> memory(SnapshotTrigger::kCount);
  const SnapshotTrigger at = SnapshotTrigger::at(0);
  const std::uint64_t from = memory[at.state] = example.setup[Number::state];
  const std::uint64_t target = example.setup[Number::to], stored = example.setup[Number::stores];
  const bool looks_again = example.setup[Number::again] != 0;
  std::uint64_t left = looks_again ? example.setup[Number::access] : kNever;
  const auto handler = [&](auto& cpu) { cpu.write_once(at.state, stored); };
  using Handler = InterruptOnce<decltype(handler)>;
  SequentialCpu<IgnoreObservations, Handler> cpu(memory, {}, Handler(&left, handler));
  move_trigger(cpu, at, static_cast<TriggerState>(target), looks_again);
  const std::uint64_t now = memory[at.state];
  const bool handled = left == Handler::kFired;
  judge.require(
      handled ? now == stored || now == moved(stored, target) : now == moved(from, target), "I-32",
      "the trigger is in another state than it was moved to");
}

void run(const AuxCase& example, DefectSet, AuxJudge& judge) {
  const std::uint64_t does = example.setup[Number::call];
  if (does == Call::moves) return run_move(example, judge);
  std::vector<std::uint64_t> memory(SnapshotTrigger::kCount);
  const SnapshotTrigger at = SnapshotTrigger::at(0);
  const std::uint64_t from = memory[at.state] = example.setup[Number::state];
  const auto wanted = static_cast<TriggerState>(example.setup[Number::to]);
  AuxSaid said;
  SequentialCpu<GatherAuxSaid> cpu(memory, GatherAuxSaid{&said});
  if (does == Call::asks) {
    judge.require(trigger_is(cpu, at, wanted) == (from == state_number(wanted)), "I-32",
                  "the trigger is said to be in another state than it is in");
  } else if (does == Call::hits) {
    trigger_hit(cpu, at);
    judge.require(memory[at.state] == moved(from, state_number(TriggerState::hit)), "I-32",
                  "the trigger is in another state than it was moved to");
  } else {
    trigger_error(cpu, at);
    judge.require(memory[at.state] == state_number(TriggerState::error), "I-32",
                  "a snapshot failed, and the trigger does not say so");
  }
  const bool warns = does == Call::hits && from != state_number(TriggerState::ready);
  judge.require(said.count<said::Warned>() == (warns ? 1 : 0), "I-32",
                "a signal is warned of that came in time, or is not that did not");
}

}  // namespace

const AuxSequence kSnapshotTrigger = {"snapshot-trigger",
                                      "the trigger of snapshots moves, and signals come meanwhile",
                                      kProperties,
                                      kSetup,
                                      {},
                                      true,
                                      run};

}  // namespace ringcheck
