#include "source/first_arguments.hpp"

namespace ringcheck::source {

namespace {

/// An object that is there before the first function is called, and as long as the program.
Value lasting_local(std::uint64_t slot, std::uint64_t bytes, Machine& machine, ThreadState& state,
                    const AddressLayout& addresses) {
  const StackObject object{slot, bytes};
  state.locals.push_back(object);
  machine.enter_local(object, kNoVariable);
  return addresses.stack(0, slot);
}

}  // namespace

std::vector<Value> arguments_of_entry(const Code& code, std::uint32_t entry, Machine& machine,
                                      ThreadState& state) {
  std::vector<Value> arguments(code.routines[entry].parameters, Value(0));
  if (code.routines[entry].name != "main" || arguments.size() < 2) return arguments;
  const auto bytes = static_cast<std::uint32_t>(code.unit.pointer_bytes);
  const Value name = lasting_local(0, 1, machine, state, code.addresses);
  const Value list = lasting_local(1, 2 * std::uint64_t{bytes}, machine, state, code.addresses);
  machine.store({1}, name, 0, {});
  machine.store({bytes}, list, name, {});
  machine.store({bytes}, plus(list, bytes), 0, {});
  arguments[0] = 1;
  arguments[1] = list;
  return arguments;
}

}  // namespace ringcheck::source
