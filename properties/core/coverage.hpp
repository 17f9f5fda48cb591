#pragma once
// Coverage: how ringcheck covers each mechanism in the documents that describe perf's buffers.

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace ringcheck {

/// How much of a mechanism is covered.
enum class CoverageState : std::uint8_t {
  real,     ///< specified, judged, and a mutant shows that the judgement can fail
  partial,  ///< likewise, except for what the row names as missing
  missing,  ///< not specified
  outside,  ///< out of scope, for a reason
};
/// "real", "partial", "missing" or "out of scope".
std::string_view coverage_state_name(CoverageState state);

/// A mechanism of a document. Lists are separated by ", ". Each area has the rows for what its
/// folders specify, in its coverage.hpp.
struct Coverage {
  std::string_view place;        ///< section of all_coverage_sections(), and number in it: "1.3.2"
  std::string_view mechanism;    ///< in a phrase
  std::string_view specified{};  ///< files of protocol/; empty if it is missing
  /// What judges it: properties, scenarios, machines, sets of recorded answers, files of tests.
  std::string_view judged{};
  std::string_view mutants{};  ///< ids; each violates a property of `judged`
  std::string_view lacks{};    ///< which part is missing; empty if none is
  std::string_view outside{};  ///< why it is out of scope; empty if it is not

  [[nodiscard]] CoverageState state() const;
};

/// A section of a document.
struct CoverageSection {
  std::string_view number;  ///< "1.3"; for a document itself "1"
  std::string_view title;
};
/// Documents with their sections, in order.
std::span<const CoverageSection> all_coverage_sections();

/// The rows of all areas, in the documents' order. Errors: std::logic_error for a place that is in
/// no section, that two rows have, or that skips a number.
const std::vector<const Coverage*>& all_coverage();

/// The parts of a list in a row.
std::vector<std::string_view> coverage_list(std::string_view list);

}  // namespace ringcheck
