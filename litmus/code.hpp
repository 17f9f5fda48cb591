#pragma once
// A thread of a litmus test in the compact form that is run: instructions over numbered slots.

#include <array>
#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "explore/program.hpp"
#include "explore/thread_run.hpp"
#include "litmus/primitives.hpp"
#include "litmus/test.hpp"

namespace ringcheck::litmus {

/// Number of a slot: locals come first, then constants, then intermediate values.
using Slot = std::uint16_t;

inline constexpr int kMaxSlots = 512;  ///< slots of one thread

enum class Opcode : std::uint8_t {
  copy,    ///< target = a
  unary,   ///< target = op a
  binary,  ///< target = a op b
  load,    ///< target = [a]
  store,   ///< [a] = b
  fence,
  rmw,  ///< target = result of the primitive on [a], operand b, expected c
  spin_lock,
  spin_unlock,
  spin_trylock,
  spin_is_locked,  ///< on [a], result in target
  srcu,            ///< on srcu_struct a: lock with result in target, unlock of b, or synchronize
  /// Opens a scope and saves control in target; goes to `jump` if a is zero. With a `count`,
  /// everything up to the end of the thread depends on the branch.
  branch,
  jump,  ///< goes to `jump`
  join,  ///< closes the scope saved in a; `count` slots of `joined` from `jump` on may differ by
         ///< path
};

/// An instruction; what a field means depends on the opcode.
struct Instruction {
  Opcode opcode = Opcode::copy;
  UnaryOperator unary = UnaryOperator::negate;
  BinaryOperator binary = BinaryOperator::add;
  Slot target = 0, a = 0, b = 0, c = 0;
  std::uint32_t jump = 0;
  std::uint32_t count = 0;
  TagSet tags;
  const Primitive* primitive = nullptr;
  /// load, rmw: the only value with which an execution counts.
  std::optional<std::uint64_t> awaited;
};

/// A local whose final value is observed, under the number of its column.
struct ObservedLocal {
  Slot slot = 0;
  std::uint32_t column = 0;
};

/// An event that the thread may issue: a model may have no meaning for its tags.
struct Use {
  TagSet tags;
  std::string name;  ///< the primitive
  Place place;
};

/// What an instruction may do that no program may do: texts that live as long as the code.
inline constexpr const char* kNoAccessFault = "an access through a value that is no address";
using FaultTexts = std::array<std::string, 4>;

/// The code of a thread.
struct ThreadCode {
  std::vector<Instruction> instructions;
  std::vector<Place> places;           ///< by instruction
  std::vector<FaultTexts> faults;      ///< by instruction; a text is told apart by its address
  std::vector<std::uint64_t> initial;  ///< of the first slots: locals and constants
  std::vector<Slot> joined;
  std::vector<ObservedLocal> observed;
  int slots = 0;
  /// Primitives that no table has, for instructions to point to.
  std::shared_ptr<std::deque<Primitive>> own_primitives = std::make_shared<std::deque<Primitive>>();
  bool joins_forget = false;  ///< after the join, locals do not carry the conditions of branches
};

/// Runs a thread's code against `run`. If the run ends early, it does so by longjmp: nothing here
/// has a destructor.
void interpret(const ThreadCode& code, ThreadRun& run);

/// A C type of numbers.
struct NumberType {
  std::uint8_t bytes = 8;
  bool is_signed = true;
};

/// A part of the final state: a location or a local of a thread.
struct Column {
  int thread = -1;  ///< -1: a location
  std::string name;
  LocId location = kNoLocation;
  std::uint8_t bytes = 1;  ///< locations of the engine that hold its value
  std::uint8_t piece = 0;  ///< bytes that each piece of them has; 0: one location holds all of it
  /// Of its numbers; none: they are shown as they are.
  std::optional<NumberType> type{};
  friend bool operator==(const Column& a, const Column& b) {
    return a.thread == b.thread && a.name == b.name;
  }
  /// Locals by thread and name, then locations by name: the order in which states are written.
  friend bool operator<(const Column& a, const Column& b) {
    const auto rank = [](const Column& c) { return c.thread < 0 ? kMaxThreads : c.thread; };
    return rank(a) != rank(b) ? rank(a) < rank(b) : a.name < b.name;
  }
};

}  // namespace ringcheck::litmus
