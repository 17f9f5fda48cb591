#pragma once
// Which function of a program's text makes each of its accesses, for printing.

#include <cstdint>
#include <string_view>
#include <vector>

#include "explore/thread_run.hpp"

namespace ringcheck {

/// The name of a function, as the compiler gives it; a string that lives for ever.
using Caller = const char*;

/// True iff this is what the compiler calls every closure.
constexpr bool is_closure(Caller function) {
  return std::string_view(function) == "operator()";
}

/// While one exists, CheckedCpus that this thread makes tell callers_of who calls them, and
/// programs that it makes give the names that serve printing alone. One at a time.
class CallersTold {
 public:
  CallersTold();
  CallersTold(const CallersTold&) = delete;
  CallersTold& operator=(const CallersTold&) = delete;
  ~CallersTold();
};

/// True iff a CallersTold exists.
bool callers_are_told();

/// Tells callers_of that `function` makes what `run` issues next. Pre: callers_are_told().
void tell_caller(ThreadRun& run, Caller function);

/// The event slot from which on a thread runs in a function.
struct CalledFrom {
  ThreadId thread = 0;
  std::uint16_t slot = 0;
  Caller function = "";  ///< empty: none that has a name
};

/// Who made the events of an execution.
struct Callers {
  std::vector<CalledFrom> functions;  ///< each thread's in program order
  std::vector<SiteName> sites;        ///< including those named for printing alone

  /// The function that made `event`, which is no choice; empty: it is not known.
  [[nodiscard]] std::string_view function_of(EventId event) const;
  /// The name of its site; empty: it has none.
  [[nodiscard]] std::string_view site_of(EventId event) const;
};

/// Runs every thread of `program` once more over a graph that holds all of its events. What a
/// thread does without a CheckedCpu has no function. Pre: callers_are_told(), now and when the
/// program was made.
Callers callers_of(const Program& program, const ExecutionGraph& graph, Dependence dependence);

}  // namespace ringcheck
