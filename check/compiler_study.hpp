#pragma once
// What each protection against a compiler is for: checks without it, with a compiler that does to
// plain accesses whatever it may.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "check/barrier_study.hpp"
#include "check/run_check.hpp"

namespace ringcheck {

/// A check from which protections are taken away. With all of them nothing is violated.
struct CompilerGround {
  std::string name;
  Check check;                          ///< with a model
  std::string why;                      ///< what it shows that other grounds do not
  std::vector<std::string_view> sites;  ///< those looked at here; empty: all
};

/// A protection: an ordering point that orders the compiler, or what marks a single access.
struct Protection {
  const Site* site;
  std::string_view kernel;  ///< what Linux 6.1 has there, and in which function
  /// What usually does its work: for a barrier() the marks of the accesses beside it, for a mark
  /// the barrier()s.
  std::vector<const Site*> others;
  bool mark = false;  ///< it marks a single access
};

/// The result of taking a protection away on one ground.
struct CompilerCheck {
  std::size_t ground;  ///< index in the study's grounds
  Verdict verdict;
  std::vector<std::string_view> violated;  ///< ids of properties
  std::optional<Witness> witness;          ///< the smallest, when violated
  std::uint64_t executions = 0;
};

/// A protection taken away.
struct CompilerRow {
  Protection protection;
  std::vector<CompilerCheck> alone;        ///< without it, a ground each
  std::vector<CompilerCheck> with_others;  ///< without it and what stands in for it

  /// The first check that is violated; null if none is.
  [[nodiscard]] const CompilerCheck* needed_alone() const;
  [[nodiscard]] const CompilerCheck* needed_without_others() const;
};

/// All rows.
struct CompilerStudy {
  std::vector<CompilerGround> grounds;
  std::vector<CompilerCheck> unchanged;  ///< nothing taken away, a ground each
  std::vector<CompilerRow> rows;

  /// True iff nothing is violated where nothing was taken away, and no bound was reached.
  [[nodiscard]] bool sound() const;
};

/// Takes each of `protections` away on `grounds`. Uses `jobs` workers, 0 for one a core; the result
/// is the same for any number.
CompilerStudy study_compiler(const std::vector<Protection>& protections,
                             std::vector<CompilerGround> grounds, unsigned jobs = 0,
                             const StudyProgress& progress = {});

}  // namespace ringcheck
