// Tested by tests/source/object_names_test.cpp.
#include "source/object_names.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "source/explored_machine.hpp"
#include "source/names.hpp"
#include "source/wide.hpp"

namespace ringcheck::source {

namespace {

/// The variable that gets the address of a block allocated at `place`.
VariableId variable_of_block(const Unit& unit, std::uint32_t place) {
  const auto found = std::ranges::find(unit.blocks, place, &KeptBlock::place);
  return found == unit.blocks.end() ? kNoVariable : found->variable;
}

}  // namespace

ObjectNames::ObjectNames(const Code& code, const Image& image, const Transcript& said)
    : code_(code) {
  for (const auto& [base, object] : image.objects()) {
    if (code.addresses.region(base) == Region::heap)
      add_block(base, object.bytes, object.place);
    else
      add(base, object.bytes, object.variable);
  }
  for (const Observation& o : said.observations) {
    const auto number = static_cast<std::uint32_t>(o.numbers[2]);
    if (o.kind == static_cast<std::uint32_t>(Said::allocates))
      add_block(o.numbers[0], o.numbers[1], number);
    else if (o.kind == static_cast<std::uint32_t>(Said::enters))
      add(o.numbers[0], o.numbers[1], number);
  }
  number_namesakes();
}

void ObjectNames::add(std::uint64_t base, std::uint64_t bytes, VariableId variable) {
  const Unit& unit = code_.unit;
  if (variable >= unit.variables.size()) return;
  const Variable& kept = unit.variables[variable];
  Object& object = objects_[base];
  object = {bytes, kept.name, kept.type};
  const bool is_block = code_.addresses.region(base) == Region::heap;
  if (is_block && kept.type < unit.types.size() && !unit.types[kept.type].name.empty())
    object.name = unit.types[kept.type].name;
}

void ObjectNames::add_block(std::uint64_t base, std::uint64_t bytes, std::uint32_t place) {
  const VariableId variable = variable_of_block(code_.unit, place);
  add(base, bytes, variable);
  if (variable == kNoVariable && place != 0) unnamed_[base] = place;
}

void ObjectNames::call_unnamed(std::uint64_t address, const std::string& name) {
  if (find(address) != objects_.end()) return;
  const std::uint64_t base = code_.addresses.slot_base(address);
  objects_[base] = {code_.addresses.slot_size(), name, kNoType};
  unnamed_.erase(base);
}

std::string ObjectNames::description_of(std::uint64_t address) const {
  const std::uint64_t base = code_.addresses.slot_base(address);
  const auto block = unnamed_.find(base);
  if (find(address) != objects_.end() || block == unnamed_.end()) return of_memory(address);
  const std::string offset = address == base ? "" : fmt::format("+{} in ", address - base);
  return offset + "the block that is allocated at " + code_.where(block->second);
}

std::string name_within(const Code& code, const MemoryObject& object, std::uint64_t address,
                        std::uint32_t bytes) {
  const bool is_block = code.addresses.region(object.base) == Region::heap;
  const VariableId variable =
      is_block ? variable_of_block(code.unit, object.place) : object.variable;
  const Unit& unit = code.unit;
  if (variable >= unit.variables.size()) return name_of_memory(code, address, bytes);
  const Variable& kept = unit.variables[variable];
  const bool has_type = is_block && kept.type < unit.types.size();
  const std::string& name =
      has_type && !unit.types[kept.type].name.empty() ? unit.types[kept.type].name : kept.name;
  return name + path_in_type(unit, kept.type, address - object.base, bytes);
}

void ObjectNames::number_namesakes() {
  std::map<std::string, std::vector<std::uint64_t>> namesakes;
  for (const auto& [base, object] : objects_) namesakes[object.name].push_back(base);
  for (const auto& [name, bases] : namesakes) {
    const bool is_taken =
        std::ranges::find(code_.unit.globals, name, &Global::name) != code_.unit.globals.end();
    const bool is_block = code_.addresses.region(bases.front()) == Region::heap;
    if (bases.size() == 1 && !is_taken && !is_block) continue;
    for (std::size_t n = 0; n < bases.size(); ++n)
      objects_[bases[n]].name = fmt::format("{}#{}", name, n + 1);
  }
}

std::map<std::uint64_t, ObjectNames::Object>::const_iterator ObjectNames::find(
    std::uint64_t address) const {
  const auto after = objects_.upper_bound(address);
  if (after == objects_.begin()) return objects_.end();
  const auto found = std::prev(after);
  return address - found->first < std::max<std::uint64_t>(found->second.bytes, 1) ? found
                                                                                  : objects_.end();
}

std::string ObjectNames::of_memory(std::uint64_t address, std::uint32_t bytes) const {
  const auto found = find(address);
  if (found == objects_.end()) return name_of_memory(code_, address, bytes);
  const Object& object = found->second;
  std::uint64_t offset = address - found->first;
  std::string name = object.name;
  const Unit& unit = code_.unit;
  const std::uint64_t each = object.type < unit.types.size() ? unit.types[object.type].size : 0;
  if (each > 0 && object.bytes >= 2 * each) {
    name += fmt::format("[{}]", offset / each);
    offset %= each;
  }
  return name + path_in_type(unit, object.type, offset, bytes);
}

std::optional<std::string> ObjectNames::of_value(std::uint64_t value) const {
  if (value == kUndefined) return "nothing stored";
  if (is_name_of_wide(value)) {
    const auto text = [&](Wide half) {
      const auto number = static_cast<std::uint64_t>(half);
      return of_value(number).value_or(fmt::format("{}", number));
    };
    const Wide number = named_wide(value);
    return fmt::format("{{{}, {}}}", text(number), text(number >> 64U));
  }
  const AddressLayout& layout = code_.addresses;
  switch (layout.region(value)) {
    case Region::none:
      return std::nullopt;
    case Region::function: {
      const std::uint64_t number = layout.slot(value);
      if (number >= code_.unit.functions.size()) return std::nullopt;
      return "&" + readable_name(code_.unit.functions[number].name);
    }
    default: {
      const auto found = find(value);
      // Names the object as a whole, not its first member.
      if (found != objects_.end() && found->first == value) return "&" + found->second.name;
      return "&" + of_memory(value, 0);
    }
  }
}

}  // namespace ringcheck::source
