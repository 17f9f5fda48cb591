#pragma once
// Litmus tests in the kernel's C dialect and in assembly.

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "ringcheck/model.hpp"

namespace ringcheck {

/// Not part of the interface.
namespace detail {
struct litmus_data;
}  // namespace detail

/// In how many executions the proposition of a test's condition holds.
enum class litmus_observation { never, sometimes, always };

/// A final state of a test: the registers and locations that its condition names.
struct litmus_state {
  std::string text;  ///< as herd7 writes it: 0:r0=1; [x]=2;
  std::uint64_t executions = 0;
};

/// What a model says of a litmus test.
struct litmus_answer {
  litmus_observation observation = litmus_observation::never;
  bool holds = false;          ///< what the condition asks for, with its quantifier
  std::uint64_t positive = 0;  ///< executions in which its proposition holds
  std::uint64_t negative = 0;  ///< the others
  std::vector<litmus_state> states;
  std::vector<std::string> flags;  ///< that some execution raises, such as data-race
  bool finished = true;            ///< false: loops were cut, and more executions may exist
};

/// A litmus test: C for the Linux-kernel model, or assembly of x86-64, AArch64, RISC-V or POWER.
/// Cheap to copy.
class litmus_test {
 public:
  /// Reads a test. `file` names it in messages. Errors: error, with the place in the text.
  explicit litmus_test(std::string_view text, std::string file = "test");

  [[nodiscard]] const std::string& name() const;
  /// The test in canonical form, which reads as an equal test.
  [[nodiscard]] std::string text() const;
  /// Explores the test. Errors: error, for a test of another machine than the model's, for an
  /// operation to which the model gives no meaning, and for a test that does what no program may.
  [[nodiscard]] litmus_answer run(const model& under) const;

 private:
  std::shared_ptr<const detail::litmus_data> data_;
};

}  // namespace ringcheck
