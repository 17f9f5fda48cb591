#pragma once
// check_states: the verdict alone, by a search that visits equal futures once.

#include "check/run_check.hpp"
#include "explore/state_search.hpp"

namespace ringcheck {

/// Refuses what check_states cannot judge. Errors: InputError that names the property of the
/// scenario that has no monitor, if the model has an operational machine.
void require_state_check(const Check& check);

/// Searches the states of `check`, and ends at the first violation. The verdict is the one that
/// run_check gives, but a violation is the first that is met, not the least. Of the result's counts
/// only `events_max` and `ended_by` say something; `states` has the others, and `seen` of a
/// property counts ends, or executions that were counted.
///
/// Under a model without an operational machine, the explorer's states (G, ex) take the place of a
/// machine's: those of equal futures are visited once, as far as they are in order
/// (explore/subtree_counter.hpp), and all others one by one. Errors: as for require_state_check and
/// run_check.
CheckResult check_states(const Check& check, const StateSearchOptions& options = {});

}  // namespace ringcheck
