// Lowers a thread: its locals, slots and branches.
// A name is a parameter (the address of a location) or a local: a name that the thread declares,
// assigns or initialises. A local that nothing initialises holds 0, as in herd7. A parameter that
// is assigned is a local that starts as the address.
// Tested by tests/litmus/compile_test.cpp and dependency_test.cpp.
#include <algorithm>

#include "graph/diagnostic.hpp"
#include "litmus/arithmetic.hpp"
#include "litmus/lowering.hpp"

namespace ringcheck::litmus {

LoweredThread Lowering::lower() {
  number_locals();
  lower_all(text_.body);
  settle_slots();
  tell_faults();
  return std::move(result_);
}

void Lowering::number_locals() {
  std::set<std::string> names;
  collect_assigned(text_.body, names, true);
  for (const InitialValue& entry : test_.initial) {
    if (entry.of.thread != thread_) continue;
    if (find_parameter(entry.of.name) != nullptr)
      reject(test_, entry.of.place, "saw the parameter '" + entry.of.name + "', expected a local");
    names.insert(entry.of.name);
  }
  check_capacity(names.size());
  result_.code.initial.push_back(0);  // slot 0: what unused operands name
  for (const std::string& name : names) {
    result_.locals.emplace(name, static_cast<Slot>(result_.code.initial.size()));
    std::uint64_t initial = 0;
    if (find_parameter(name) != nullptr) {
      const LocId location = locations_.find(name)->second;
      initial = address_of(location);
      result_.address_taken.set(location);
    }
    result_.code.initial.push_back(initial);
  }
  for (const InitialValue& entry : test_.initial)
    if (entry.of.thread == thread_)
      result_.code.initial[result_.locals[entry.of.name]] =
          number_of(entry.value, locations_, test_);
}

const Parameter* Lowering::find_parameter(std::string_view name) const {
  const auto found =
      std::ranges::find_if(text_.parameters, [&](const Parameter& p) { return p.name == name; });
  return found == text_.parameters.end() ? nullptr : &*found;
}

void Lowering::check_capacity(std::size_t slots) const {
  if (slots <= kMaxSlots) return;
  reject(test_, text_.place,
         "saw a thread of more than " + std::to_string(kMaxSlots) +
             " locals, constants and intermediate values, expected fewer");
}

Slot Lowering::new_temporary() {
  temporaries_max_ = std::max(temporaries_max_, ++temporaries_);
  check_capacity(static_cast<std::size_t>(temporaries_));
  return static_cast<Slot>(kTemporary + temporaries_ - 1);
}

Slot Lowering::constant(std::uint64_t value) {
  const auto found = std::ranges::find(constants_, value);
  const auto index = found - constants_.begin();
  if (found == constants_.end()) {
    constants_.push_back(value);
    check_capacity(constants_.size());
  }
  return static_cast<Slot>(kConstant + index);
}

void Lowering::settle_slots() {
  ThreadCode& code = result_.code;
  const std::size_t locals = code.initial.size();
  code.initial.insert(code.initial.end(), constants_.begin(), constants_.end());
  const std::size_t total = code.initial.size() + static_cast<std::size_t>(temporaries_max_);
  check_capacity(total);
  code.slots = static_cast<int>(total);
  const auto settle = [&](Slot& slot) {
    if (slot >= kTemporary)
      slot = static_cast<Slot>(slot - kTemporary + locals + constants_.size());
    else if (slot >= kConstant)
      slot = static_cast<Slot>(slot - kConstant + locals);
  };
  for (Instruction& i : code.instructions)
    for (Slot* slot : {&i.target, &i.a, &i.b, &i.c}) settle(*slot);
  for (Slot& slot : code.joined) settle(slot);
}

void Lowering::tell_faults() {
  result_.code.faults.assign(result_.code.instructions.size(),
                             {kNoAccessFault, kAddressFault, kDivisionFault, kNumberFault});
}

Instruction& Lowering::emit(Opcode opcode) {
  result_.code.places.push_back(place_);
  Instruction& i = result_.code.instructions.emplace_back();
  i.opcode = opcode;
  return i;
}

void Lowering::emit_copy(Slot target, Slot from) {
  Instruction& copy = emit(Opcode::copy);
  copy.target = target;
  copy.a = from;
}

/// Moves the value of the expression lowered last into `target`.
void Lowering::move_into(Slot target, Slot from) {
  auto& code = result_.code.instructions;
  const bool fresh = from >= kTemporary && !code.empty() && code.back().target == from;
  if (fresh)
    code.back().target = target;
  else
    emit_copy(target, from);
}

std::uint32_t Lowering::begin_branch(Slot condition, Slot saved) {
  const std::uint32_t branch = here();
  Instruction& i = emit(Opcode::branch);
  i.a = condition;
  i.target = saved;
  return branch;
}

void Lowering::end_branch(Slot saved, const std::vector<Slot>& assigned) {
  std::vector<Slot>& joined = result_.code.joined;
  Instruction& join = emit(Opcode::join);
  join.a = saved;
  join.jump = static_cast<std::uint32_t>(joined.size());
  join.count = static_cast<std::uint32_t>(assigned.size());
  joined.insert(joined.end(), assigned.begin(), assigned.end());
}

LoweredThread lower_thread(const LitmusTest& test, int thread, const LocationNames& locations,
                           const C11Calls* calls) {
  return Lowering(test, thread, locations, calls).lower();
}

void reject(const LitmusTest& test, const Place& place, const std::string& message) {
  throw InputError(Diagnostic{test.file, place.line, place.column, message});
}

std::uint64_t number_of(const std::variant<std::int64_t, AddressOf>& value,
                        const LocationNames& locations, const LitmusTest& test) {
  if (const auto* number = std::get_if<std::int64_t>(&value))
    return static_cast<std::uint64_t>(*number);
  const auto& address = std::get<AddressOf>(value);
  const auto found = locations.find(address.name);
  if (found == locations.end())
    reject(test, address.place,
           "saw '" + address.name + "', expected a number or a location of the test");
  return address_of(found->second);
}

}  // namespace ringcheck::litmus
