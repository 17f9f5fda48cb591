#pragma once
// What is remembered of the way to a state of a program's exploration, to count executions whose
// futures are equal.

#include "explore/parallel.hpp"
#include "explore/state_search.hpp"
#include "source/check_program.hpp"
#include "source/race_detector.hpp"

namespace ringcheck::source {

/// True iff only three things judge an execution of the program: how its threads end or wait, the
/// final content of memory, and its races. The code then shares no memory that comes and goes, and
/// claims nothing on its way.
bool is_judged_by_ends(const Subject& subject);

/// What a data race is under `model`, where it is an error.
std::optional<RaceRules> judged_races(const Model& model, const CheckOptions& options);

/// The program of `subject` for an exploration with counting().
Program counted_program(const Subject& subject, const CheckOptions& options);
/// `how`, with an observer where executions may be counted. Pre: `subject` outlives it.
ParallelOptions counting(ParallelOptions how, const Subject& subject, const CheckOptions& options);

/// Remembers how each thread of `subject` has ended and, with `races`, what races to come depend
/// on. `termination`: waits that never end are errors. Pre: its program was made with
/// Rounds::when_told.
StateObserver observer_of_ends(const Subject& subject, std::optional<RaceRules> races,
                               bool termination);

}  // namespace ringcheck::source
