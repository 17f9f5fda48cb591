#pragma once
// Whether an explorer's executions are exactly the oracle's, each once.

#include <functional>
#include <string>

#include "explore/explore.hpp"
#include "tests/oracle/candidates.hpp"

namespace ringcheck {

/// What is compared: a way to explore, and the judge that says which graphs it should find.
struct Subject {
  std::string name;
  Dependence dependence = Dependence::syntactic;
  oracle::Judge judge;
  std::function<ExploreCounts(const Program&, const ExecutionVisitor&)> explore;
};

/// The result of comparing one program.
struct Comparison {
  bool too_large = false;  ///< the oracle gave up; nothing was compared
  std::string
      difference;  ///< the first missing, extra or repeated execution; empty if there is none
  ExploreCounts counts;
  std::size_t candidates = 0;  ///< graphs that the oracle judged
};

/// Compares complete and blocked executions, as multisets of ExecutionGraph::canonical() texts.
Comparison compare(const oracle::TestProgram& program, const Subject& subject,
                   oracle::CandidateOptions options = {});

/// What a person needs to see of a failure: the program, reduced as long as it still fails, and how
/// it fails.
std::string report_failure(const oracle::TestProgram& program, const Subject& subject,
                           const oracle::CandidateOptions& options = {});

/// Sums over many comparisons, for printing.
struct Tally {
  std::uint64_t programs = 0, too_large = 0, candidates = 0;
  ExploreCounts counts;

  void add(const Comparison& comparison);
  [[nodiscard]] std::string text() const;
};

}  // namespace ringcheck
