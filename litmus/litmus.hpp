#pragma once
// Litmus tests in the kernel's C dialect and in assembly: read, write, run, report. The interface
// of litmus/.
//
// Where answers differ from herd7's, each with the test that shows it:
//   - no value out of thin air: what herd7 allows under linux-kernel.cat by a cycle of dependencies
//     and reads-from alone is no execution here (litmus/tests/LB+ctrllocal+data);
//   - a control dependency goes through the locals that a branch may assign (the same test); herd7
//     ends it at the join;
//   - operands of one expression are evaluated from left to right; herd7 leaves them unordered;
//   - numbers are 64 bits and wrap; casts change nothing;
//   - a wild dereference, a division by zero and arithmetic that moves an address are errors
//     (tests/litmus/compile_test.cpp, Faults).
// docs/differences.md has those of assembly tests.
// Refused, by name: in C loops and jumps, arrays, struct members; in assembly what has no row in
// its architecture's table (litmus/assembly/), and accesses of several sizes to one location under
// models that do not cover them (models/for_pieces.hpp).

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "explore/explore.hpp"
#include "litmus/test.hpp"
#include "models/model.hpp"

namespace ringcheck {

/// The primitives that tests under `model` may call: those of the .def file beside its .cat file,
/// if there is one; else null, which means the built-in ones.
/// Errors: InputError for a definition that has no meaning here, with its place.
PrimitivesPtr primitives_of(const Model& model);

/// Reads a test from `text`; `file` names it in messages.
/// Errors: InputError, with the place in the text.
LitmusTest parse_litmus(std::string_view text, const std::string& file,
                        const PrimitivesPtr& primitives = nullptr);

/// The architecture of the test in `text`, and its name, by its first line.
/// Errors: InputError.
litmus::Architecture litmus_architecture(std::string_view text, const std::string& file);
std::string litmus_name(std::string_view text, const std::string& file);

/// The test in canonical form; parse_litmus reads an equal test from it.
std::string print_litmus(const LitmusTest& test);

/// In how many executions the proposition of a test's condition holds.
enum class LitmusObservation : std::uint8_t { never, sometimes, always };

/// Never, Sometimes or Always.
std::string_view observation_text(LitmusObservation observation);

/// A final state: the locals and locations of the condition and of the test's `locations`.
struct LitmusState {
  std::string text;  ///< as herd7 writes it: 0:r0=1; [x]=2;
  std::uint64_t executions = 0;
};

/// What a run of a test under a model showed.
struct LitmusResult {
  std::string name;
  std::string file;
  std::string model;  ///< its name
  litmus::Quantifier quantifier = litmus::Quantifier::exists;
  std::string condition;  ///< with its quantifier
  LitmusObservation observation = LitmusObservation::never;
  /// Executions that pass the filter and satisfy the proposition. Counts stop at kMostCounted.
  std::uint64_t positive = 0;
  std::uint64_t negative = 0;       ///< executions that pass the filter and do not
  std::vector<LitmusState> states;  ///< as herd7 sorts them
  std::vector<std::string> flags;   ///< those that some execution raises, sorted
  ExploreCounts counts;
  double seconds = 0;  ///< of this thread's processor time

  /// True iff the condition with its quantifier holds; says nothing when a limit was reached.
  [[nodiscard]] bool holds() const;
  /// True iff a limit ended the run, or executions that go round a loop too often were cut: the
  /// counts then cover only what was seen.
  [[nodiscard]] bool bound_reached() const { return counts.limit_reached() || counts.cut > 0; }
};

/// How an answer compares with the expectation in the test's text.
enum class Agreement : std::uint8_t {
  agrees,
  disagrees,
  no_expectation,
  not_understood,  ///< there is an expectation, but its words name no answer
  undecided,       ///< a limit ended the run before the answer was known
};

/// An answer judged by the expectation in the test's text.
struct LitmusJudgement {
  Agreement agreement = Agreement::no_expectation;
  std::string expected;  ///< as written; empty when nothing is
};

/// True iff `model` has a meaning for tests in this architecture: every model for C; for assembly
/// the machine's own models, and those that know no annotations at all (sc).
bool speaks(const Model& model, litmus::Architecture architecture);

/// The words that a user's .cat file has for tests in this architecture.
const Vocabulary& vocabulary_of(litmus::Architecture architecture);

/// The name of the model under which a test of this architecture is run when none is named.
std::string_view default_model(litmus::Architecture architecture);

/// Executions may differ only in which of several threads with the same text did what. Whether one
/// of these is explored, or each. The answer and all its counts are the same.
enum class SymmetricThreads : std::uint8_t { once, each };

/// Whether executions are counted by classes (explore/counted_executions.hpp) where that saves
/// work, if the test's threads issue the same events whatever they read. The answer and all its
/// counts are the same.
enum class ByClasses : std::uint8_t { yes, no };

/// Whose notion of dependencies a run follows.
enum class LitmusDependencies : std::uint8_t {
  ringcheck,  ///< a local that a branch may assign carries the branch's condition after the join
  /// As herd7 computes them: not after the join; and the status of RISC-V's store-conditional
  /// depends on nothing.
  herd,
};

/// A complete execution that counts, for LitmusOptions::show.
struct ShownExecution {
  const Program& program;
  const ExecutionGraph& graph;
  bool positive = false;  ///< satisfies the proposition
  std::string state;      ///< as in LitmusState
};

/// How a test is run.
struct LitmusOptions {
  ExploreLimits limits{};
  SymmetricThreads symmetric = SymmetricThreads::once;
  ByClasses executions = ByClasses::yes;
  /// How often a thread may jump backwards to one label before its execution is cut.
  int unroll = 2;
  LitmusDependencies dependencies = LitmusDependencies::ringcheck;
  /// Called for each explored execution that counts, in the order of exploration; may be empty. Of
  /// symmetric executions, one is explored.
  std::function<void(const ShownExecution&)> show{};
};

/// Runs a test: explores its executions under `model`.
/// Errors: InputError for a test of another architecture than the model's, unknown names,
/// instructions and primitives for which the model has no meaning, programs beyond the explorer's
/// capacities, and executions in which the test does what no program may do.
LitmusResult run_litmus(const LitmusTest& test, const Model& model,
                        const LitmusOptions& options = {});

/// Whether a report also says what the exploration did.
enum class Statistics : bool { no, yes };

/// The result in the format of herd7's log, without its Hash line; with a line `Explored` for
/// statistics.
std::string to_herd_log(const LitmusResult& result, Statistics statistics = Statistics::no);

/// The result as one JSON object in one line, without a line end: file, name, observation,
/// positive, negative, states, flags, executions, seconds; counts_stop_at, if a count is too large
/// for a number; limit_reached, if so; loops_cut, the number of executions that were cut, instead
/// of states if there are any; expected and agrees, if the answer is judged; and explored, for
/// statistics.
std::string to_json(const LitmusResult& result, const LitmusJudgement& judgement = {},
                    Statistics statistics = Statistics::no);

/// Takes the place of a result for a file that cannot be run: file and error.
std::string error_to_json(const std::string& file, const std::string& error);

namespace litmus {

/// The parts of a test as they are written: [x], 0:r0; propositions without outer parentheses;
/// exists.
std::string text_of(const StateName& name);
std::string text_of(const Proposition& proposition);
std::string_view text_of(Quantifier quantifier);

}  // namespace litmus
}  // namespace ringcheck
