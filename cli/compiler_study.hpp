#pragma once
// What each barrier() and each ONCE is for: the ring checked without it, with a compiler that makes
// of plain accesses what it may.

#include <optional>
#include <string>
#include <vector>

#include "cli/architecture_profile.hpp"
#include "cli/check_runs.hpp"

namespace ringcheck {

/// A scenario under a model on which protections are taken away. As it is nothing is violated in
/// it.
struct CompilerGround {
  std::string name;
  ScenarioRun run;
  std::string model;
  std::string why;          ///< what of it other grounds do not show
  std::vector<Site> sites;  ///< that are looked at here; empty: all
};

/// The grounds, quickest first: nested writers, readers, positions that pass the half of a word,
/// waiting tasks, and the Linux-kernel model, which has plain accesses of its own.
std::vector<CompilerGround> compiler_grounds();

/// The grounds on a machine, for which the code is compiled and under whose model it runs: without
/// positions that pass 4 GiB, since no model has accesses of half a word, and without tasks that
/// wait, which takes minutes where stores are reordered.
std::vector<CompilerGround> compiler_grounds(const ArchitectureProfile& profile);

/// What taking a protection away came to on one ground.
struct CompilerCheck {
  std::size_t ground;  ///< index in the study's grounds
  Verdict verdict;
  std::vector<std::string_view> violated;  ///< ids of properties
  std::optional<Witness> witness;          ///< the smallest, when violated
  std::uint64_t executions = 0;
};

/// A protection: a barrier(), or what marks a single access.
struct CompilerRow {
  Site site;
  std::vector<CompilerCheck> alone;        ///< without it, a ground each
  std::vector<CompilerCheck> with_others;  ///< without it and what stands in for it
  /// What stands in for it as a rule: for a barrier() the marks of the accesses beside it, for a
  /// mark the barrier()s.
  std::vector<Site> others;

  /// The first check that is violated; null if none is.
  [[nodiscard]] const CompilerCheck* needed_alone() const;
  [[nodiscard]] const CompilerCheck* needed_without_others() const;
};

/// All rows.
struct CompilerStudy {
  std::vector<CompilerGround> grounds;
  std::vector<CompilerCheck> unchanged;  ///< nothing taken away, a ground each
  std::vector<CompilerRow> rows;

  /// Nothing is violated where nothing was taken away, and no bound was reached.
  [[nodiscard]] bool sound() const;
};

/// The protections of the data ring: its barrier()s, the compiler's side of B, C and D, and each
/// marked access.
std::vector<Site> compiler_sites();

/// Studies `sites` on `grounds` by `jobs` workers, 0 for one a core; the result is the same for any
/// number.
CompilerStudy study_compiler(const std::vector<Site>& sites,
                             std::vector<CompilerGround> grounds = compiler_grounds(),
                             unsigned jobs = 0);

/// `verify --compiler` and `barriers --compiler`: prints the study, or with --arch that of each
/// machine. That a protection is needed is its result. Status: violated when something is violated
/// with nothing taken away, bound_reached when not all was explored. Errors: InputError for a site
/// that is none of compiler_sites().
ExitStatus compiler_command(const CheckArguments& arguments, unsigned jobs);

}  // namespace ringcheck
