#pragma once
// Checks a program under a model: every execution, judged.

#include <optional>
#include <string>
#include <vector>

#include "explore/parallel.hpp"
#include "source/subject.hpp"

namespace ringcheck::source {

/// What a check looks for.
struct CheckOptions {
  SubjectOptions subject;
  bool races = true;         ///< data races are errors
  bool frees = false;        ///< so are accesses that nothing orders before a free, in any case
  bool termination = false;  ///< waits that never end are errors
  bool leaks = false;        ///< blocks that nothing frees are errors
  bool counts = true;        ///< executions of equal futures are counted, not visited
};

/// The `options` that the program itself has to know.
inline SubjectOptions subject_options(const CheckOptions& options) {
  SubjectOptions subject = options.subject;
  subject.finds_rounds = options.termination;
  return subject;
}

/// An error of the program.
struct ProgramError {
  ErrorKind kind = ErrorKind::assertion;
  std::string what;
  std::string where;        ///< file:line:column
  std::string other_where;  ///< of the other access, where there are two
  /// What the first thread has read last, if it runs alone: `sum = 3 (sum.c:9)`, the latest last.
  std::vector<std::string> reads{};
};

/// The execution in which an error happens.
struct ErrorExecution {
  Program program;  ///< names of threads and locations; its code cannot be run
  ExecutionGraph graph;
  Ending ending = Ending::complete;
  std::vector<Demand> learnt;       ///< about the program, before this execution could be built
  std::vector<std::string> places;  ///< of events, in the source: `file:line:column`; empty: none
  std::vector<std::string> functions{};  ///< of events: which made them; empty: none
  /// Of events that fences of the source have become, under models of machines: `fence seq_cst`.
  std::vector<std::string> fences{};
  Program named{};  ///< the program with the names that its reader knows (object_names.hpp)
};

/// The result of a check.
struct CheckResult {
  /// sampled: some executions, drawn at random, have no error.
  enum class Verdict : std::uint8_t { holds, violated, bound_reached, sampled };
  Verdict verdict = Verdict::holds;
  std::optional<ProgramError> error;
  std::optional<ErrorExecution> execution;  ///< where the error needs threads
  std::string bound;                        ///< which, when one was reached
  std::string leak;  ///< where a block was allocated that some execution does not free; empty: none
  std::uint64_t executions = 0;  ///< those that are not blocked; with those that are cut
  std::uint64_t blocked = 0;
  std::uint64_t cut = 0;
  std::uint64_t explorations = 0;  ///< how often it started, until all was known
  ExploreCounts counts;            ///< of the last one
};

/// Checks `code` under for_programs(asked), up to the limits of `how` and by its workers. Errors:
/// InputError for what is not modelled.
CheckResult check_program(std::shared_ptr<const Code> code, const Model& asked,
                          const CheckOptions& options, const ParallelOptions& how = {});

/// Makes `graph`, an execution of `program`, the execution of result.error.
void keep_execution(const Subject& subject, const Program& program, const ExecutionGraph& graph,
                    Ending ending, CheckResult& result);

}  // namespace ringcheck::source
