#pragma once
// Looking for mutants: what is run for a mutant under a model, and the result.

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "check/mutant.hpp"
#include "check/witness.hpp"
#include "explore/workers.hpp"

namespace ringcheck {

/// A mutant that is looked for under a model: a row of the answer.
struct Hunt {
  const Mutant* mutant;
  std::string model;     ///< name of the memory model, or kSequential
  bool expected = true;  ///< whether it must be found there
};

/// The hunts of `mutant` under the models that `models` names, in the order of the mutant's own
/// lists. If `models` is empty, all of them.
std::vector<Hunt> hunts_of(const Mutant& mutant, const std::vector<std::string>& models);

/// The seed of what is random, unless another is asked for.
inline constexpr std::uint64_t kHuntSeed = 1;

/// What may be chosen about a hunt.
struct HuntOptions {
  const Catalogue& catalogue;  ///< that the mutants' scenarios are of
  std::uint64_t seed = kHuntSeed;
  Workers* workers = nullptr;  ///< null: one, on this thread
};

/// The result of one run. Except for `seconds`, the same for the same seed on every machine.
struct HuntOutcome {
  std::vector<std::string_view> violated;  ///< ids of properties, of those that were judged
  bool complete = true;                    ///< no bound was reached
  std::uint64_t executions = 0;            ///< explored, or cases tried
  double seconds = 0;                      ///< of this machine
  std::optional<Witness>
      witness;        ///< exploration: the smallest that violates the mutant's property
  std::string shown;  ///< otherwise: the shrunk sequence or the values

  [[nodiscard]] bool violates(std::string_view property) const;
};

/// Looks for the mutant. Errors: InputError for a row that does not fit its scenario.
HuntOutcome run_hunt(const Hunt& hunt, const HuntOptions& options);

/// Runs the same without the mutation. `properties`: those whose violations matter.
HuntOutcome run_control(const Hunt& hunt, std::span<const std::string_view> properties,
                        const HuntOptions& options);

/// Names what run_control does: hunts with the same key have the same control, for the properties
/// of all of them. Empty: the mutant is the unchanged specification, so there is nothing to compare
/// with.
std::string control_key(const Hunt& hunt);

/// A row of the answer.
struct HuntResult {
  Hunt hunt;
  HuntOutcome outcome;
  std::optional<HuntOutcome> control{};

  [[nodiscard]] bool found() const { return outcome.violates(hunt.mutant->property); }
  /// True iff the control looked at everything and did not violate the property, or there is none.
  [[nodiscard]] bool control_clean() const;
  /// True iff it is found under the models that the mutant names and no others, and the control is
  /// clean.
  [[nodiscard]] bool as_named() const;
};

/// Looks for mutants with `jobs` workers, 0 for one a core, and hands on the rows in order. The
/// answer is the same for any number.
void hunt_mutants(const std::vector<Hunt>& hunts, const Catalogue& catalogue, std::uint64_t seed,
                  unsigned jobs, const std::function<void(HuntResult)>& take);

}  // namespace ringcheck
