#pragma once
// A program ready to be run: its routines, and the library functions that it does not define.

#include <cstdint>
#include <string>
#include <vector>

#include "source/address.hpp"
#include "source/routine.hpp"

namespace ringcheck::source {

struct LibraryCall;
enum class CallOutcome : std::uint8_t;

/// A function of the library: it takes the place of a function that the program does not define.
using LibraryFunction = CallOutcome (*)(LibraryCall&);

/// A program ready to be run.
struct Code {
  Unit unit;  ///< without the blocks of its functions
  AddressLayout addresses;
  std::vector<Routine> routines;
  /// By number of the external; null for an unknown one, which is refused where it is called.
  std::vector<LibraryFunction> library;
  /// By routine: for one that is the work of a std::thread, the routine that destroys and frees
  /// what it is called with; else UINT32_MAX.
  std::vector<std::uint32_t> destroyers;

  [[nodiscard]] const Place& place(std::uint32_t number) const { return unit.places[number]; }
  /// `file:line:column` of a place, for messages, or `file:line`; the program's name if the place is
  /// not known.
  [[nodiscard]] std::string where(std::uint32_t place) const;
  /// True iff `place` is in a header of the system.
  [[nodiscard]] bool is_of_the_system(std::uint32_t place) const;
  /// The function that has code from `place`, as its author wrote its name, without parameters;
  /// empty: none.
  [[nodiscard]] std::string function_at(std::uint32_t place) const;
  /// The fence of C at `place`, `fence seq_cst`; empty: there is none.
  [[nodiscard]] std::string fence_at(std::uint32_t place) const;
  /// The number of the routine called `name`, or UINT32_MAX.
  [[nodiscard]] std::uint32_t find_routine(const std::string& name) const;
};

/// The linker's `name` as the source has it, without parameters.
std::string readable_name(const std::string& name);

/// Makes `unit` ready to be run.
Code make_code(Unit unit);

}  // namespace ringcheck::source
