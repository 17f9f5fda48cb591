#pragma once
// A study of a machine, for people to read.

#include <string>
#include <vector>

#include "check/machine_study.hpp"

namespace ringcheck {

/// What a machine's local_cmpxchg contributes to A: the property that is violated there when A has
/// nothing and local_t operations order nothing. Empty when A needs something on the machine
/// anyway, needs nothing even so, or was not varied.
std::string local_stands_in_for_a(const MachineStudy& study);

/// Every surplus of `study`, a study of `base`. The portable check is the one of marked data under
/// the kernel's own model.
std::vector<Surplus> surplus_of(const MachineStudy& study, const Check& base,
                                const StudyOptions& options = {});

/// The study on one page, for people to read. `witnesses`: with a witness for each insufficient
/// single change of the scenario's plan.
std::string study_text(const MachineStudy& study, const std::vector<Surplus>& surplus,
                       bool witnesses);

}  // namespace ringcheck
