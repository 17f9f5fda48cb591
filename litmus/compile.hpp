#pragma once
// A litmus test made ready to run. Internal to litmus/.

#include <optional>
#include <vector>

#include "litmus/assembly/code.hpp"
#include "litmus/code.hpp"
#include "litmus/condition.hpp"
#include "litmus/litmus.hpp"

namespace ringcheck {
struct C11Calls;  // models/c11_calls.hpp
}

namespace ringcheck::litmus {

/// A test ready to run.
struct CompiledTest {
  Program program;
  std::vector<Column>
      columns;  ///< parts of the final state, in order; observations name them by number
  std::vector<bool> shown;  ///< by column: part of the states (the filter's own columns are not)
  BoundProposition condition;
  std::optional<BoundProposition> filter;
  /// By column: the value that the filter requires, if it does.
  std::vector<std::optional<std::uint64_t>> required;
  /// Accesses take several locations of the program as a whole; this needs a model for such
  /// accesses.
  bool has_several_sizes = false;
  std::vector<Use> uses;  ///< what the threads ask of a model, each set of tags once
  std::vector<std::shared_ptr<const ThreadCode>> code;  ///< of the threads of a test in C
};

/// The place in the test of the fault with which an execution ended; line 0: not known.
Place place_of_fault(const CompiledTest& test, const char* fault);

/// Resolves the names of `test` and lowers its threads. `calls`: as for lower_thread(). `sizes`:
/// whether accesses of several sizes to one location have a meaning.
/// Errors: InputError for unknown names, primitives that no model knows, and exceeded capacities.
CompiledTest compile(const LitmusTest& test, const LitmusOptions& options = {},
                     const C11Calls* calls = nullptr,
                     assembly::SeveralSizes sizes = assembly::SeveralSizes::refused);

}  // namespace ringcheck::litmus
