#pragma once
// What an outsider - a change of the specification's text that nobody has thought of - is held
// against: everything that is checked anyway, without a mistake.

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace ringcheck {

/// What a check says of the specification as it stands.
struct OutsiderAnswer {
  std::vector<std::string> violated;  ///< ids of properties, or "fault", in the check's order
  std::vector<std::string> unseen;    ///< ids of properties that never said anything
  bool complete = true;               ///< no bound was reached
  std::uint64_t executions = 0;       ///< explored; 0 for cases on plain memory
};

/// A check: a scenario under a model, or cases on plain memory.
struct OutsiderCheck {
  std::string name;   ///< of the scenario with its settings, or of the machine
  std::string model;  ///< that it is explored under; kSequential for plain memory
  /// Runs it. `first`: the first violation is enough.
  std::function<OutsiderAnswer(bool first)> run;
  /// Plain memory: the property that the specification as it stands violates there, as Linux 6.1
  /// does, and the only one that is judged. Empty: it violates none.
  std::string known{};
};

/// Every check that there is: each scenario as it is written, under sc, armv8, power and lkmm or
/// the models that it names; three of them with each strength at each ordering point; the parameters
/// of each mutant, findings as they are and with their
/// remedies, and the grounds of protections and of drivers' points, under their models; each machine
/// of sequences, and those in which mutants of Linux 6.1 itself are found.
/// Random cases are drawn from `seed`.
std::vector<OutsiderCheck> outsider_checks(std::uint64_t seed);

/// Those of them that explore nothing, by at most `cases` random cases of each.
std::vector<OutsiderCheck> outsider_machines(std::uint64_t seed, std::uint64_t cases);

}  // namespace ringcheck
