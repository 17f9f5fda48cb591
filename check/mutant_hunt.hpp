#pragma once
// Looking for mutants: what is run for a mutant under a model, and what that came to.

#include <cstdint>
#include <functional>
#include <optional>
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

/// The hunts of `mutant` under those models that `models` names, in the order of the mutant's own
/// lists; all of them for none.
std::vector<Hunt> hunts_of(const Mutant& mutant, const std::vector<std::string>& models);

/// The seed of what is random, unless another is asked for.
inline constexpr std::uint64_t kHuntSeed = 1;

/// What may be chosen about a hunt.
struct HuntOptions {
  const Catalogue& catalogue;  ///< that the mutants' scenarios are of
  std::uint64_t seed = kHuntSeed;
  Workers* workers = nullptr;  ///< null: one, on this thread
};

/// What one run came to. The same for the same seed, whatever the machine; `seconds` apart.
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

/// Runs the same without the mutation.
HuntOutcome run_control(const Hunt& hunt, const HuntOptions& options);

/// Names what run_control does: hunts with the same key have the same control. Empty: there is
/// nothing to compare with, because the mutant is the unchanged specification.
std::string control_key(const Hunt& hunt);

/// A row of the answer.
struct HuntResult {
  Hunt hunt;
  HuntOutcome outcome;
  std::optional<HuntOutcome> control{};

  [[nodiscard]] bool found() const { return outcome.violates(hunt.mutant->property); }
  /// The control looked at everything and did not violate the property; true without a control.
  [[nodiscard]] bool control_clean() const;
  /// Found where the mutant names it and nowhere else, and the control is clean.
  [[nodiscard]] bool as_named() const;
};

/// Looks for mutants by `jobs` workers, 0 for one a core, and hands on the rows in order. The
/// answer is the same for any number.
void hunt_mutants(const std::vector<Hunt>& hunts, const Catalogue& catalogue, std::uint64_t seed,
                  unsigned jobs, const std::function<void(HuntResult)>& take);

}  // namespace ringcheck
