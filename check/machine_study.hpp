#pragma once
// What each ordering point needs on a machine, and what it costs there.

#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "check/barrier_study.hpp"
#include "check/check.hpp"

namespace ringcheck {

/// The instructions that a strength becomes at an ordering point.
struct StrengthInstructions {
  std::string text;       ///< instructions; an access that orders is named with them
  std::size_t count = 0;  ///< how many there are beside those of an ordinary access
};

/// A machine for which code is compiled.
struct Machine {
  std::string name;
  std::string model;
  std::string kernel;          ///< name of the table by which the kernel is compiled
  std::string user;            ///< name of the table by which user space is
  std::string user_source;     ///< where the user table is from
  bool hypothetical = false;   ///< no such machine exists
  bool local_is_full = false;  ///< an operation on a local_t is fully ordered there
  /// Adapts a check to the machine, as far as its scenario has the parameters for it.
  std::function<void(Check&)> apply;
  /// The instructions of a strength at a site there.
  std::function<StrengthInstructions(const Site&, std::string_view strength)> instructions_at;
  /// What is known of the order of strengths there, instructions included.
  NoMoreOrder no_more_order = ringcheck::no_more_order;
};

/// A study of one scenario on one machine.
struct MachineStudy {
  Machine machine;
  BarrierStudy study;  ///< of one model

  [[nodiscard]] const ModelStudy& results() const { return study.models.front(); }
  /// How many instructions a plan has at the varied sites, beside those of ordinary accesses.
  [[nodiscard]] std::size_t instructions(const Plan& plan) const;
};

/// Decides every combination of `sites` of `base` on the machine.
MachineStudy study_on(const Machine& machine, const Check& base,
                      const std::vector<SiteChoice>& sites, const StudyOptions& options = {});

/// A strength at one site, with the others as the kernel has them: it is enough on a machine
/// although it orders less than the kernel's own, or costs less.
struct Surplus {
  const Site* site;
  std::string_view strength;
  /// Where it is not enough, and what is violated there: machines, then "lkmm".
  std::vector<std::pair<std::string, std::string>> needed_by;
};

/// Every surplus of the kernel's plan on the machine of `study`. Each is decided on those of
/// `others` that exist, with `base` adapted to them, and in `portable`, a check under the kernel's
/// own model; those of them that are violated as they are say nothing. Empty when the kernel's plan
/// is itself not enough.
std::vector<Surplus> surplus_of(const MachineStudy& study, const Check& base,
                                const std::vector<Machine>& others, const Check& portable,
                                const StudyOptions& options = {});

}  // namespace ringcheck
