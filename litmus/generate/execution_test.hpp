#pragma once
// Turns an execution that no interleaving shows into the smallest straight-line test that shows the
// same, and adds a barrier that forbids it.

#include <optional>
#include <span>
#include <string>

#include "graph/execution_graph.hpp"
#include "litmus/generate/straight_test.hpp"
#include "models/model.hpp"

namespace ringcheck::litmus {

/// The language of a test made from an execution.
struct TestLanguage {
  Architecture architecture = Architecture::c;
  bool is_standard_c = false;  ///< for C: ISO/IEC 9899:2011's, not the kernel's
  friend bool operator==(const TestLanguage&, const TestLanguage&) = default;
};

/// Which accesses a test keeps.
enum class KeptAccesses : std::uint8_t {
  cycle,   ///< what makes the execution weaker than any interleaving, if anything does
  shared,  ///< all to locations that several threads access
};

/// A test made from an execution.
struct ExecutionTest {
  StraightTest test;
  TestLanguage language{};  ///< of its fences

  /// The test in its language. Errors: as for kernel_c_test and assembly_test.
  [[nodiscard]] LitmusTest litmus() const;
};

/// The test of a complete execution.
///
/// Its accesses are those of a shortest cycle of program order and communication: this makes the
/// execution weaker than any interleaving. If there is no such cycle, they are `named`, the
/// accesses that the violation is about, with the writes that they read from. Without these, they
/// are all accesses to locations that several threads access. A read whose write is dropped reads
/// the initial value, if no kept write comes before that write. The test keeps the marks of the
/// accesses, atomic read-modify-writes, the fences between two accesses of a thread, and
/// dependencies among the accesses. Values are numbered by coherence order. Dropping accesses drops
/// order, so a model that allows the execution allows the test.
/// `names` are those of the locations; characters that no language has in a name are left out, and
/// a name that is already taken gets a number. Pre: `graph` tracks dependencies.
/// Errors: InputError for an event that the test's language has no word for.
ExecutionTest test_of_execution(const ExecutionGraph& graph, std::span<const std::string> names,
                                std::span<const EventNumber> named, TestLanguage language,
                                const std::string& name, KeptAccesses kept = KeptAccesses::cycle);

/// A test with one more barrier.
struct StrongerTest {
  ExecutionTest test;
  std::string barrier;  ///< what was added: "smp_wmb", "release", "DMB ISH"; several: joined by "+"
};

/// The tests of an execution.
struct TestPair {
  ExecutionTest test;  ///< the model of the execution allows it
  /// The same test with more order, which the model forbids. Empty: no barrier forbids it.
  std::optional<StrongerTest> stronger{};
};

/// The first of these that `model` forbids, named after the barrier: `test` with one barrier
/// between two accesses of a thread, the weakest kinds first; then with a full fence between every
/// two. Empty when none is forbidden, as for executions that an interleaving shows. Pre: `test` is
/// allowed.
std::optional<StrongerTest> forbid(const ExecutionTest& test, const Model& model);

}  // namespace ringcheck::litmus
