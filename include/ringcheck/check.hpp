#pragma once
// Checking a program under a model.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "ringcheck/model.hpp"
#include "ringcheck/program.hpp"
#include "ringcheck/property.hpp"
#include "ringcheck/witness.hpp"

namespace ringcheck {

/// How a program is checked.
struct check_options {
  /// Judged in each complete execution, in addition to what is always judged.
  std::vector<property> properties{};
  /// Names that must be seen: some execution must reach an observe() of each. Otherwise the verdict
  /// is vacuous.
  std::vector<std::string> must_see{};
  /// How many loads, stores and fences a thread may make. A thread that makes more, as in a loop
  /// that waits without await(), is cut off, and the verdict is "bound reached".
  unsigned accesses = 200;
  std::uint64_t executions = 0;    ///< end after so many complete ones; 0: no limit
  double seconds = 0;              ///< end after so much time; 0: no limit
  unsigned workers = 1;            ///< threads that explore; the answer is the same
  bool stop_at_violation = false;  ///< neither look for a shorter witness nor count
  bool data_races = true;          ///< judge what the model flags, a data race first of all
};

/// The answer to whether a program is right under a model.
enum class answer {
  holds,          ///< every execution was explored, and nothing is wrong in any
  violated,       ///< some execution violates a property
  bound_reached,  ///< not everything was explored, and nothing wrong was found in what was
  vacuous,        ///< nothing is wrong, and something that was to be judged was never seen
};

/// "holds", "violated", "bound reached" or "vacuous".
std::string_view to_string(answer which);

/// A verdict on a program under a model.
struct verdict {
  ringcheck::answer answer = answer::vacuous;
  std::string program;
  std::string model;
  std::uint64_t executions = 0;  ///< complete ones
  std::uint64_t blocked = 0;     ///< in which some thread waits, or an assumption is false
  std::uint64_t cut = 0;         ///< in which some thread reached a bound
  /// One for each violated property, with the shortest execution found that violates it; "fault"
  /// and "require" first.
  std::vector<witness> violations;
  std::vector<std::string> unseen;  ///< vacuous: what was never seen
  std::string bound;                ///< bound reached: which

  /// True iff it holds.
  explicit operator bool() const { return answer == ringcheck::answer::holds; }
  /// The answer in one line; then, if there is one, the first witness, what was not seen, or the
  /// bound.
  [[nodiscard]] std::string text() const;
};

/// Explores every execution of `its` under `under`. Always judged: what the code requires
/// ("require"), waits that never end ("deadlock"), faults ("fault": loads of what was never stored,
/// accesses to freed objects, null pointers, indices beyond an array, mutexes unlocked by others,
/// exceptions that nothing catches), and what the model flags ("data-race"). Errors: error.
verdict check(const program& its, const model& under, const check_options& options = {});

/// The same under every model that gives a meaning to what the program does, strongest first.
std::vector<verdict> check_all(const program& its, const check_options& options = {});

}  // namespace ringcheck
