// Tested by bijection_test.cpp: explorers that drop, repeat or invent an execution are caught.
#include "tests/explore/bijection.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <utility>
#include <vector>

#include "tests/explore/lowering.hpp"
#include "tests/oracle/minimise.hpp"

namespace ringcheck {

namespace {

/// The first difference between what should be there, each once, and what is there. Both are
/// sorted.
std::string first_difference(const char* kind, const std::vector<std::string>& expected,
                             const std::vector<std::string>& found) {
  const auto repeated = std::ranges::adjacent_find(found);
  if (repeated != found.end()) return fmt::format("{} twice: {}", kind, *repeated);
  const auto [e, f] = std::ranges::mismatch(expected, found);
  if (f == found.end() && e == expected.end()) return "";
  if (f == found.end() || (e != expected.end() && *e < *f))
    return fmt::format("{} missing: {}", kind, *e);
  return fmt::format("{} extra: {}", kind, *f);
}

void run_explorer(const oracle::TestProgram& program, const Subject& subject,
                  const oracle::Executions& expected, Comparison& result) {
  std::vector<std::string> complete, blocked;
  std::string other;
  result.counts = subject.explore(lower(program), [&](const Execution& execution) {
    if (execution.ending == Ending::complete)
      complete.push_back(execution.graph.canonical());
    else if (execution.ending == Ending::blocked)
      blocked.push_back(execution.graph.canonical());
    else
      other = "neither complete nor blocked: " + execution.graph.canonical();
    return true;
  });
  std::ranges::sort(complete);
  std::ranges::sort(blocked);
  result.difference = first_difference("complete", expected.complete, complete);
  if (result.difference.empty())
    result.difference = first_difference("blocked", expected.blocked, blocked);
  if (result.difference.empty()) result.difference = other;
  if (result.difference.empty() &&
      (result.counts.complete != complete.size() || result.counts.blocked != blocked.size()))
    result.difference = "the counts are not those of the executions visited";
}

}  // namespace

Comparison compare(const oracle::TestProgram& program, const Subject& subject,
                   oracle::CandidateOptions options) {
  options.track_dependencies = subject.dependence == Dependence::syntactic;
  Comparison result;
  const auto expected = oracle::consistent_executions(program, options, subject.judge);
  if (!expected) {
    result.too_large = true;
    return result;
  }
  result.candidates = expected->candidates;
  try {
    run_explorer(program, subject, *expected, result);
  } catch (const std::exception& error) {
    result.difference = std::string("the explorer threw: ") + error.what();
  }
  return result;
}

std::string report_failure(const oracle::TestProgram& program, const Subject& subject,
                           const oracle::CandidateOptions& options) {
  const auto fails = [&](const oracle::TestProgram& candidate) {
    return !compare(candidate, subject, options).difference.empty();
  };
  const oracle::TestProgram small = oracle::minimise(program, fails);
  const Comparison comparison = compare(small, subject, options);
  return fmt::format("{}: {}\n{}({} complete, {} blocked, {} dead)\n", subject.name,
                     comparison.difference, oracle::to_text(small), comparison.counts.complete,
                     comparison.counts.blocked, comparison.counts.dead);
}

void Tally::add(const Comparison& comparison) {
  ++programs;
  too_large += comparison.too_large ? 1 : 0;
  candidates += comparison.candidates;
  counts.complete += comparison.counts.complete;
  counts.blocked += comparison.counts.blocked;
  counts.dead += comparison.counts.dead;
  counts.nodes += comparison.counts.nodes;
  counts.discarded += comparison.counts.discarded;
}

std::string Tally::text() const {
  const double complete = static_cast<double>(std::max<std::uint64_t>(counts.complete, 1));
  return fmt::format(
      "{} programs ({} too large), {} candidates, {} complete, {} blocked, {} discarded, {} dead = "
      "{:.3f} a complete "
      "execution, {} nodes",
      programs, too_large, candidates, counts.complete, counts.blocked, counts.discarded,
      counts.dead, static_cast<double>(counts.dead) / complete, counts.nodes);
}

}  // namespace ringcheck
