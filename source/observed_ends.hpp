#pragma once
// What is remembered of the way to a state of a program's exploration, so that executions whose
// futures are equal can be counted.

#include "explore/state_search.hpp"
#include "source/check_program.hpp"
#include "source/race_detector.hpp"

namespace ringcheck::source {

/// True iff an execution of the program is judged by how its threads end or wait, by what memory is
/// left with and by its races alone: the code shares no memory that comes and goes, and claims nothing
/// on its way.
bool is_judged_by_ends(const Subject& subject);

/// What a data race is under `model`, where it is an error.
std::optional<RaceRules> judged_races(const Model& model, const CheckOptions& options);

/// Remembers how each thread of `subject` has ended and, where `races` says what one is, what races
/// to come depend on. `termination`: waits that never end are errors. Pre: its program was made with
/// Rounds::when_told.
StateObserver observer_of_ends(const Subject& subject, std::optional<RaceRules> races,
                               bool termination);

}  // namespace ringcheck::source
