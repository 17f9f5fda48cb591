#pragma once
// A smaller program that shows the same violation.

#include "check/witness.hpp"
#include "explore/workers.hpp"

namespace ringcheck {

/// Makes the numeric parameters of `witness`'s check smaller, one after the other and as long as
/// that helps, and returns the witness with the fewest events that it finds: it violates the same
/// property, in no more events. `witness` itself if there is none. Settings that do not fit each
/// other, and those with more executions than a bound, are passed over.
Witness smaller_witness(const Witness& witness, Workers* workers = nullptr);

}  // namespace ringcheck
