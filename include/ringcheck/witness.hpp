#pragma once
// Witnesses: executions that violate a property.

#include <string>
#include <string_view>

#include "ringcheck/execution.hpp"
#include "ringcheck/model.hpp"
#include "ringcheck/program.hpp"

namespace ringcheck {

/// An execution that violates a property, with all that is needed to see it again.
class witness {
 public:
  witness(program its, model under, std::string what, std::string why, ringcheck::execution found);

  /// The property that it violates: "require", "data-race", "deadlock", "fault", or a property's
  /// name.
  [[nodiscard]] const std::string& property() const { return property_; }
  /// What is wrong in it.
  [[nodiscard]] const std::string& message() const { return message_; }
  [[nodiscard]] const ringcheck::execution& execution() const { return execution_; }
  /// The message, the execution and how to run it again, for a person to read.
  [[nodiscard]] std::string text() const;
  /// One word that names the execution among all executions of the program: for replay().
  [[nodiscard]] std::string token() const;
  /// Runs the code of every thread once more in this execution: one thread after the other, on the
  /// calling thread, each with the values that it loaded. For a debugger, or for your own output.
  void run_again() const;

 private:
  program program_;
  model model_;
  std::string property_;
  std::string message_;
  ringcheck::execution execution_;
};

/// The execution of `its` under `under` that a token names. Errors: error, for a token that names
/// none.
execution replay(const program& its, const model& under, std::string_view token);

}  // namespace ringcheck
