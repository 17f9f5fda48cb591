#pragma once
// The checks that try an outsider, a change of the specification's text that nobody has thought of:
// everything that is checked anyway, without a mistake.

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace ringcheck {

/// What a check says about the specification as it stands.
struct OutsiderAnswer {
  std::vector<std::string> violated;  ///< ids of properties, or "fault", in the check's order
  std::vector<std::string> unseen;    ///< ids of properties that never said anything
  bool complete = true;               ///< no bound was reached
  std::uint64_t executions = 0;       ///< explored; 0 for cases on plain memory
  /// Of a machine that is judged case by case: id of a property, and the number of a case that
  /// violates it, or in which way cases do. Of an exploration with violations: id, and in which way
  /// it is violated.
  std::vector<std::string> cases{};
};

/// A check: a scenario under a model, or cases on plain memory.
struct OutsiderCheck {
  std::string name;   ///< of the scenario with its settings, or of the machine
  std::string model;  ///< that it is explored under; kSequential for plain memory
  /// Runs it. `first`: the first violation is enough.
  std::function<OutsiderAnswer(bool first)> run;
  /// For plain memory: the property that the specification as it stands violates there, as Linux
  /// 6.1 does; only that property is judged. Empty: it violates none.
  std::string known{};
};

/// Every check: each scenario as it is written, under sc, armv8, power and lkmm or the models that
/// it names; three of them with each strength at each ordering point; the parameters of each
/// mutant, findings as they are and with their remedies, and the grounds of protections and of
/// drivers' points, under their models; each machine of sequences, and those that find mutants of
/// Linux 6.1 itself, which are judged case by case besides.
/// Random cases are drawn from `seed`.
std::vector<OutsiderCheck> outsider_checks(std::uint64_t seed);

/// The checks among these that explore nothing, with at most `cases` random cases each.
std::vector<OutsiderCheck> outsider_machines(std::uint64_t seed, std::uint64_t cases);

}  // namespace ringcheck
