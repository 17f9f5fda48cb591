#pragma once
// CallProgram: a set-up and calls. All arguments are numbers, so the programs of every area are
// made, shrunk and shown in one way.

#include <rapidcheck/Gen.h>

#include <cstdint>
#include <functional>
#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "protocol/core/long_width.hpp"

namespace ringcheck {

/// A call of an area.
struct Call {
  /// A call that comes before an access of the call that it is part of.
  struct Interrupt;

  unsigned op = 0;  ///< index into CallShapes::calls
  std::vector<std::uint64_t> arguments;
  std::vector<Interrupt> interrupts;

  /// Argument `i`, 0 if a program has none there.
  [[nodiscard]] std::uint64_t at(std::size_t i) const {
    return i < arguments.size() ? arguments[i] : 0;
  }
};

struct Call::Interrupt {
  unsigned access = 0;  ///< index, among traced accesses, of the one that it comes before
  Call call;
};

/// A set-up and the calls that follow.
struct CallProgram {
  std::vector<std::uint64_t> setup;
  std::vector<Call> calls;
};

using Numbers = std::vector<std::uint64_t>;

/// The values that a number may have.
struct NumberRange {
  std::function<std::uint64_t()> make;                   ///< a random one
  std::function<Numbers(std::uint64_t number)> smaller;  ///< simpler ones, the simplest first
};

/// A number of a program.
struct NumberShape {
  std::string_view name;
  NumberRange range;
};

/// What a call may be.
struct CallShape {
  std::string_view name;
  std::vector<NumberShape> arguments{};
  unsigned weight = 1;      ///< how often it comes, relative to the others
  bool interrupted = true;  ///< other calls come before its accesses
  bool interrupts = true;   ///< it comes in between the accesses of others
};

/// What the programs of an area consist of.
struct CallShapes {
  std::vector<NumberShape> setup;
  std::vector<CallShape> calls;
  unsigned most_calls = 12;
  unsigned depth = 2;           ///< of calls that interrupt calls
  unsigned most_accesses = 30;  ///< an interrupt comes before one of these first ones
};

/// Numbers below `count`.
NumberRange below(std::uint64_t count);
/// Numbers of a list, the simplest first; one that is listed twice comes twice as often.
NumberRange one_of(Numbers values);
/// A list with each of these as often as the number beside it says, in this order.
template <class Who>
Numbers each_so_often(std::initializer_list<std::pair<Who, std::size_t>> list) {
  Numbers numbers;
  for (const auto& [who, times] : list)
    numbers.insert(numbers.end(), times, static_cast<std::uint64_t>(who));
  return numbers;
}
/// Multiples of `step`, as an unsigned long: near 0, just below the first that is negative as a
/// long, just below the end, or anywhere.
NumberRange position(std::uint64_t step, std::uint64_t near, LongWidth width = {});

rc::Gen<CallProgram> call_programs(const CallShapes& shapes);
/// Programs that are each a little simpler than `program`.
std::vector<CallProgram> smaller(const CallShapes& shapes, const CallProgram& program);
std::string to_text(const CallShapes& shapes, const CallProgram& program);

}  // namespace ringcheck
