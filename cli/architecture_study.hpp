#pragma once
// What each ordering point needs on a machine, and what it costs there.

#include <map>
#include <string>
#include <vector>

#include "cli/architecture_profile.hpp"
#include "cli/barrier_study.hpp"

namespace ringcheck {

/// A study of one scenario on one machine.
struct ArchitectureStudy {
  ArchitectureProfile profile;
  BarrierStudy study;  ///< of one model

  [[nodiscard]] const ModelStudy& results() const { return study.models.front(); }
  /// Instructions that a plan has at the sites that are varied, beside those of ordinary accesses.
  [[nodiscard]] std::size_t instructions(const BarrierPlan& plan) const;
};

/// Checks every combination of `sites` of `base` on the machine.
ArchitectureStudy study_on(const ArchitectureProfile& profile, const ScenarioRun& base,
                           const std::vector<SiteChoice>& sites);

/// A strength at one site, the others as the kernel has them, that is enough on a machine although
/// it orders less than the kernel's own, or costs less.
struct Surplus {
  Site site;
  Strength strength;
  /// Where it is not enough, and what is violated there: architectures, then "lkmm".
  std::vector<std::pair<std::string, std::string>> needed_by;
};

/// What a machine's local_cmpxchg contributes to A: the property that is violated there when
/// nothing stands at A and local_t operations order nothing. Empty when A needs something on the
/// machine anyway, needs nothing even so, or was not varied.
std::string local_stands_in_for_a(const ArchitectureStudy& study);

/// Every surplus of the kernel's plan on the machine of `study`. Each is checked on the other
/// machines, each with the user table of Linux 6.1 or, where that is not enough at all, a later
/// one, and under the kernel's own model with marked data.
/// Empty when the kernel's plan is itself not enough.
std::vector<Surplus> surplus_of(const ArchitectureStudy& study, const ScenarioRun& base);

/// The study as a person reads it.
std::string study_text(const ArchitectureStudy& study, const std::vector<Surplus>& surplus);

}  // namespace ringcheck
