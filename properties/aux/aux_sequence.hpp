#pragma once
// AuxSequence: a machine that runs the AUX specification on plain memory, step by step, beside a
// model of what must come of it. RapidCheck generates and shrinks the numbers of a case; if there
// are only few, all are tried.
// Tested by tests/properties/aux/aux_mutants_test.cpp.

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "protocol/core/defect.hpp"

namespace ringcheck {

/// A number of a case, or a kind of step with the range of its amount. The range includes both
/// ends.
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

/// A class of cases, and the least share of a machine's random cases that belongs to it.
struct Share {
  std::string_view name;  ///< as the machine says it (AuxJudge::comes_to)
  unsigned percent = 0;   ///< of cases
};

/// Keeps the first violation of a case, and the classes that it belongs to.
class AuxJudge {
 public:
  /// Looks only at these properties.
  explicit AuxJudge(std::span<const std::string_view> properties) : properties_(properties) {}
  /// Returns `holds`. If it does not, `property` is violated; `what` outlives this.
  bool require(bool holds, std::string_view property, std::string_view what) {
    if (!holds && !finding_ && std::ranges::find(properties_, property) != properties_.end())
      finding_ = AuxFinding{property, what};
    return holds;
  }
  /// Says that the case belongs to the class `what`, which outlives this.
  void comes_to(std::string_view what, bool it_does = true) {
    if (it_does && std::ranges::find(classes_, what) == classes_.end()) classes_.push_back(what);
  }
  [[nodiscard]] std::span<const std::string_view> classes() const { return classes_; }
  [[nodiscard]] bool found() const { return finding_.has_value(); }
  [[nodiscard]] const std::optional<AuxFinding>& finding() const { return finding_; }

 private:
  std::span<const std::string_view> properties_;
  std::optional<AuxFinding> finding_;
  std::vector<std::string_view> classes_;
};

/// What every machine judges: that code ends, without an error of its own. Source: none; a machine
/// that runs for ever finds nothing else.
inline constexpr std::string_view kProgress = "I-107";

/// Steps of a SequentialCpu that a case may take: accesses to memory, and branches.
inline constexpr std::uint64_t kMostSteps = 1'000'000;

/// A machine and the cases that it can be given.
struct AuxSequence {
  std::string_view name;
  std::string_view title;                        ///< what it runs, in a sentence
  std::span<const std::string_view> properties;  ///< ids of what it judges; others it may know
  std::span<const Dial> setup;
  std::span<const Dial> steps;  ///< empty: cases have no steps
  bool exhaustive = false;      ///< all set-ups are tried, and there are no steps
  /// Runs a case on the specification with `defects`. Pre: each number is in its dial's range.
  void (*run)(const AuxCase&, DefectSet defects, AuxJudge& judge) = nullptr;
  std::uint64_t cases = 4000;       ///< enough to find all its mutants, unless it is exhaustive
  std::span<const Share> shares{};  ///< classes of its cases; given unless it is exhaustive
};

/// AuxSequence::run of a `Machine` that the case sets up and that takes the case's steps one by
/// one, until something is wrong.
template <class Machine>
void run_steps(const AuxCase& example, DefectSet defects, AuxJudge& judge) {
  Machine machine(example, defects, judge);
  for (const AuxStep& step : example.steps) {
    machine.step(step);
    if (judge.found()) return;
  }
}

/// How cases are looked for.
struct AuxSearch {
  std::string_view property;   ///< whose violation is searched for; empty: any that is judged
  std::uint64_t seed = 1;      ///< of a machine that is not exhaustive
  std::uint64_t cases = 1000;  ///< at most this many, likewise
};

/// The result of a search.
struct AuxSearchResult {
  std::optional<AuxFinding> finding;
  AuxCase example;          ///< shrunk; that shows the finding
  std::uint64_t cases = 0;  ///< tried before it, or in all
};

/// Runs one case. Addresses outside memory violate I-39; a case that takes more than kMostSteps, or
/// ends in another error, violates kProgress.
std::optional<AuxFinding> run_case(const AuxSequence& sequence, const AuxCase& example,
                                   DefectSet defects, std::string_view property);

/// Looks for a case under which the specification with `defects` violates something. The same
/// arguments give the same result.
AuxSearchResult search_cases(const AuxSequence& sequence, DefectSet defects,
                             const AuxSearch& search);

/// The cases that violate what is searched for.
struct ViolatingCases {
  std::vector<std::uint64_t> numbers;  ///< from 0 on, in the order in which search_cases tries them
  std::vector<std::string> ways;       ///< what is wrong in them at first, each once, in order
};

/// Looks at all cases.
ViolatingCases violating_cases(const AuxSequence& sequence, DefectSet defects,
                               const AuxSearch& search);

/// How many of `cases` random cases on the specification without a defect belong to each class of
/// which `sequence` tells the share. Pre: `sequence` is not exhaustive.
std::map<std::string_view, std::uint64_t> count_classes(const AuxSequence& sequence,
                                                        std::uint64_t seed, std::uint64_t cases);

/// "size 3, head 0: begin 0, end 5": a case in words.
std::string case_text(const AuxSequence& sequence, const AuxCase& example);

}  // namespace ringcheck
