#pragma once
// AuxSequence: a machine that runs the AUX specification on plain memory, step by step, beside what
// must come of it. The numbers that a case is made of are generated and shrunk by RapidCheck, or,
// where there are few of them, all tried.
// Tested by tests/properties/aux/aux_mutants_test.cpp.

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "protocol/core/defect.hpp"

namespace ringcheck {

/// A number of a case, or a kind of step with the range of its amount. Both ends belong to it.
struct Dial {
  std::string_view name;
  std::uint64_t least = 0, most = 0;
};

/// One step of a case.
struct AuxStep {
  std::size_t kind = 0;  ///< index in AuxSequence::steps
  std::uint64_t amount = 0;
};

/// A case: a number for each dial of the set-up, and steps.
struct AuxCase {
  std::vector<std::uint64_t> setup;
  std::vector<AuxStep> steps;
};

/// What a case violates.
struct AuxFinding {
  std::string_view property;  ///< id of an AuxInvariant
  std::string_view what;      ///< what is wrong, in a sentence
};

/// Keeps the first violation of a case.
class AuxJudge {
 public:
  /// Looks at these properties alone.
  explicit AuxJudge(std::span<const std::string_view> properties) : properties_(properties) {}
  /// Returns `holds`. If it does not, `property` is violated; `what` outlives this.
  bool require(bool holds, std::string_view property, std::string_view what) {
    if (!holds && !finding_ &&
        std::find(properties_.begin(), properties_.end(), property) != properties_.end())
      finding_ = AuxFinding{property, what};
    return holds;
  }
  [[nodiscard]] bool found() const { return finding_.has_value(); }
  [[nodiscard]] const std::optional<AuxFinding>& finding() const { return finding_; }

 private:
  std::span<const std::string_view> properties_;
  std::optional<AuxFinding> finding_;
};

/// A machine and the cases that it can be given.
struct AuxSequence {
  std::string_view name;
  std::string_view title;                        ///< what it runs, in a sentence
  std::span<const std::string_view> properties;  ///< ids of what it judges; others it may know
  std::span<const Dial> setup;
  std::span<const Dial> steps;  ///< empty: cases have no steps
  bool exhaustive = false;      ///< all set-ups are tried; then there are no steps
  /// Runs a case on the specification with `defects`. Pre: each number is in its dial's range.
  void (*run)(const AuxCase&, DefectSet defects, AuxJudge& judge) = nullptr;
  std::uint64_t cases = 4000;  ///< that find all its mutants, unless it is exhaustive
};

/// How cases are looked for.
struct AuxSearch {
  std::string_view property;   ///< whose violation is looked for; empty for any that is judged
  std::uint64_t seed = 1;      ///< of a machine that is not exhaustive
  std::uint64_t cases = 1000;  ///< at most so many, likewise
};

/// What a search came to.
struct AuxSearchResult {
  std::optional<AuxFinding> finding;
  AuxCase example;          ///< shrunk; of the finding
  std::uint64_t cases = 0;  ///< tried before it, or in all
};

/// Runs one case. Addresses outside memory violate I-39.
std::optional<AuxFinding> run_case(const AuxSequence& sequence, const AuxCase& example,
                                   DefectSet defects, std::string_view property);

/// Looks for a case under which the specification with `defects` violates something. The same
/// arguments give the same result.
AuxSearchResult search_cases(const AuxSequence& sequence, DefectSet defects,
                             const AuxSearch& search);

/// "size 3, head 0: begin 0, end 5": a case in words.
std::string case_text(const AuxSequence& sequence, const AuxCase& example);

}  // namespace ringcheck
