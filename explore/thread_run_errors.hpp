#pragma once
// Errors of a program under test, found while its threads run.

#include <string>

#include "explore/program.hpp"
#include "graph/diagnostic.hpp"

namespace ringcheck {

/// A defect of the program under test or of its declaration, found while it runs.
[[noreturn]] inline void reject(const Program& program, ThreadId t, const std::string& what) {
  throw InputError(Diagnostic{program.name, 0, 0, program.threads[t].name + ": " + what});
}

/// What to say when a run does something other than the run before it.
inline constexpr const char* kNotDeterministic =
    "the code is not deterministic in the values that it reads";

/// A program has more events than a graph has room for.
class ProgramTooLarge : public InputError {
 public:
  using InputError::InputError;
};

/// Tells so.
[[noreturn]] inline void reject_size(const Program& program, ThreadId t) {
  throw ProgramTooLarge(Diagnostic{program.name, 0, 0,
                                   program.threads[t].name + ": the program needs more than " +
                                       std::to_string(kMaxEvents) +
                                       " events, initial writes included"});
}

}  // namespace ringcheck
