// dump-states: how the state of overwritable rings moves on, from each state to each.
// Tested by tests/properties/aux/aux_mutants_test.cpp.
#include "properties/record/sequences.hpp"
#include "protocol/record/record_loop.hpp"

namespace ringcheck {
namespace {

constexpr std::array<std::string_view, 1> kProperties = {"I-48"};
constexpr std::array kSetup = {Dial{"from", 0, 3}, Dial{"to", 0, 3}};

/// Rings run, are read and run again: the state moves on only to the next one. Rings are paused
/// when it leaves `running`, and resumed when it comes back to it.
void run(const AuxCase& example, DefectSet defects, AuxJudge& judge) {
  using enum BkwState;
  constexpr std::array kStates = {not_ready, running, data_pending, empty};
  constexpr std::array kNext = {running, data_pending, empty, running};
  const BkwState from = kStates.at(example.setup[0]);
  const BkwState to = kStates.at(example.setup[1]);
  BkwState state = from;
  const BkwAction action = toggle_bkw_mmap(state, to, defects);
  const bool moves = kNext.at(example.setup[0]) == to;
  BkwAction wanted = BkwAction::none;
  if (moves && from == running) wanted = BkwAction::pause;
  if (moves && from == empty) wanted = BkwAction::resume;
  judge.require(state == (moves ? to : from) && action == wanted, "I-48",
                "overwritable rings come to a state that does not follow, or not to one that does");
}

}  // namespace

const AuxSequence kDumpStates = {"dump-states",
                                 "how the state of overwritable rings moves on",
                                 kProperties,
                                 kSetup,
                                 {},
                                 true,
                                 run};

}  // namespace ringcheck
