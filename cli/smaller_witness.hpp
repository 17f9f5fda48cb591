#pragma once
// A smaller program that shows the same violation.

#include "check/witness.hpp"
#include "explore/workers.hpp"

namespace ringcheck {

/// The witness with the fewest events that is found when the numbers among the parameters of
/// `witness`'s check are made smaller, one after the other and as long as that helps: the same
/// property is violated, in no more events. `witness` itself if there is none. Settings that do not
/// fit each other, and those under which more executions than a bound are there, are passed over.
Witness smaller_witness(const Witness& witness, Workers* workers = nullptr);

}  // namespace ringcheck
