#pragma once
// A call of a function of the library.

#include "source/interpreter.hpp"

namespace ringcheck::source {

/// The outcome of a call.
enum class CallOutcome : std::uint8_t {
  returned,  ///< the result is set: go on after the call
  entered,   ///< a function of the program runs first
  thrown,    ///< an exception leaves functions, up to one with a landing pad
  ended,     ///< the thread's code has ended
};

/// A call: its arguments, and what it may use.
struct LibraryCall {
  Interpreter& interpreter;
  Machine& machine;
  ThreadState& state;
  const Instruction& instruction;
  const Routine& routine;   ///< that calls
  std::uint32_t registers;  ///< where its registers start
  Value result;             ///< of the call, unless it has none

  [[nodiscard]] std::size_t argument_count() const {
    return static_cast<std::size_t>(instruction.c);
  }
  [[nodiscard]] Value argument(std::size_t n) const;
  [[nodiscard]] std::uint32_t place() const { return instruction.place; }
  [[nodiscard]] Site site(std::uint32_t bytes) const { return {bytes, instruction.place}; }
  [[nodiscard]] int pointer_bytes() const;
  /// Stores `number` to the thread's errno, if the program asks for it anywhere.
  void set_error(std::uint64_t number) const;
  /// Accesses of a pointer's size.
  Value load_pointer(const Value& address) const;
};

/// The function of the library called `name`, or null.
LibraryFunction find_library_function(std::string_view name);

}  // namespace ringcheck::source
