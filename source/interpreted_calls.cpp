// Calls of functions and of the library, and how functions end: with a result, or by an exception.
// Tested by tests/source/exceptions_test.cpp and tests/source/language_test.cpp.
#include <algorithm>

#include "graph/diagnostic.hpp"
#include "source/interpreter.hpp"
#include "source/library/exceptions.hpp"
#include "source/library_call.hpp"
#include "source/place_of_user.hpp"

namespace ringcheck::source {

bool Interpreter::call(const Instruction& i) {
  if (i.opcode == Opcode::call_external)
    return call_library(i, code_.library[static_cast<std::size_t>(i.a)]);
  std::uint32_t number = 0;
  if (i.opcode == Opcode::call) {
    number = static_cast<std::uint32_t>(i.a);
  } else {
    const std::uint64_t address = machine_.number_of(get(i.a));
    const AddressLayout& layout = code_.addresses;
    if (layout.region(address) != Region::function || address != layout.slot_base(address))
      machine_.fail(ErrorKind::unallocated, i.place, "a call through what points to no function");
    number = static_cast<std::uint32_t>(layout.slot(address));
    if (number >= code_.routines.size())
      return call_library(i, code_.library[number - code_.routines.size()]);
  }
  const std::vector<Value> arguments = arguments_of(i);
  ++frame().next;
  enter(number, arguments, i.target);
  return true;
}

bool Interpreter::call_library(const Instruction& i, LibraryFunction function) {
  if (function == nullptr) {
    const std::string& name =
        i.opcode == Opcode::call_external
            ? code_.unit.externals[static_cast<std::size_t>(i.a)]
            : code_.unit
                  .externals[code_.addresses.slot(get(i.a).word.value) - code_.routines.size()];
    throw InputError({code_.where(place_of_user(code_, state_, i.place)), 0, 0,
                      name.starts_with("asm ")
                          ? "saw inline assembly \"" + name.substr(4) + "\", which is not modelled"
                          : "saw a call of " + readable_name(name) + ", which is defined nowhere"});
  }
  LibraryCall call{*this, machine_, state_, i, *routine_, frame().registers, Value(0)};
  const CallOutcome outcome = function(call);
  if (outcome == CallOutcome::ended) return false;
  if (outcome == CallOutcome::entered) return true;
  if (i.target != kNoOperand && i.width > 0) at(i.target) = call.result;
  ++frame().next;
  return outcome != CallOutcome::thrown || leave_by_exception(i);
}

bool Interpreter::is_landing(std::uint32_t next) const {
  const Instruction& i = routine_->code[next];
  return i.opcode == Opcode::call_external &&
         code_.unit.externals[static_cast<std::size_t>(i.a)] == kIsThrowing;
}

// Control dependencies stay: which function goes on hangs on the branch that led to the exception.
bool Interpreter::leave_by_exception(const Instruction& i) {
  while (!is_landing(frame().next)) {
    if (frame().once != 0)
      throw InputError({code_.where(i.place), 0, 0,
                        "saw an exception that leaves a function of call_once, which is not "
                        "modelled"});
    if (state_.frames.size() == 1)
      machine_.fail(ErrorKind::assertion, place_of_throw(machine_, state_.thrown), kUncaught);
    leave_locals(i.place);
    pop_function();
    routine_ = &code_.routines[frame().routine];
  }
  return true;
}

/// The local variables of the function on top are gone.
void Interpreter::leave_locals(std::uint32_t place) {
  while (state_.locals.size() > frame().locals) {
    machine_.leave_local(state_.locals.back(), place);
    state_.locals.pop_back();
  }
}

void Interpreter::pop_function() {
  const Frame done = frame();
  state_.branches.resize(std::min<std::size_t>(state_.branches.size(), done.branches));
  state_.loops.resize(done.loops);
  state_.registers.resize(done.registers);
  state_.frames.pop_back();
}

bool Interpreter::give_back(const Instruction& i) {
  const Frame done = frame();
  leave_locals(i.place);
  if (state_.branches.size() > done.branches)
    machine_.set_control(state_.branches[done.branches].control);
  if (done.once != 0) finish_once(done.once, i.place);
  if (done.frees != 0) machine_.free(done.frees, i.place);
  const std::vector<Value> values = arguments_of(i);
  pop_function();
  if (state_.frames.empty()) {
    state_.result = values.empty() ? Value(0) : values.front();
    return false;
  }
  routine_ = &code_.routines[frame().routine];
  if (done.result != kNoOperand)
    for (std::size_t n = 0; n < values.size(); ++n)
      at(done.result + static_cast<Operand>(n)) = values[n];
  return true;
}

void Interpreter::finish_once(std::uint64_t flag, std::uint32_t place) {
  machine_.store({4, place, true}, flag, kOnceDone, {Tag::release});
}

}  // namespace ringcheck::source
