// Tested by tests/source/names_test.cpp.
#include "source/names.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

namespace ringcheck::source {

namespace {

std::string as_number(std::uint64_t offset) {
  return offset == 0 ? "" : fmt::format("+{}", offset);
}

/// True iff `field` holds the value of `type`, which is std::atomic or its kin: users know no name
/// of it.
bool is_value_of_atomic(const Type& type, const Type::Field& field) {
  constexpr std::string_view kAtomics[] = {"atomic<", "__atomic_base<", "atomic_flag",
                                           "__atomic_flag_base"};
  return field.name.starts_with("_M_") && std::ranges::any_of(kAtomics, [&](std::string_view name) {
           return type.name.starts_with(name);
         });
}

}  // namespace

std::string path_in_type(const Unit& unit, std::uint32_t type, std::uint64_t offset,
                         std::uint32_t bytes) {
  std::string path;
  for (;;) {
    if (type >= unit.types.size()) return path + as_number(offset);
    const Type& here = unit.types[type];
    if (here.kind == Type::Kind::array && here.element < unit.types.size() &&
        unit.types[here.element].size > 0) {
      const std::uint64_t size = unit.types[here.element].size;
      path += fmt::format("[{}]", offset / size);
      offset %= size;
      type = here.element;
      continue;
    }
    if (bytes == 0 && offset == 0 && here.kind == Type::Kind::structure) return path;
    const auto holds = [&](const Type::Field& field) {
      return field.offset <= offset && field.type < unit.types.size() &&
             offset - field.offset + std::max(bytes, 1U) <= unit.types[field.type].size;
    };
    const auto field = std::ranges::find_if(here.fields, holds);
    if (field == here.fields.end()) return path + as_number(offset);
    if (!field->name.empty() && !is_value_of_atomic(here, *field)) path += "." + field->name;
    offset -= field->offset;
    type = field->type;
  }
}

std::string name_of_memory(const Code& code, std::uint64_t address, std::uint32_t bytes) {
  const AddressLayout& layout = code.addresses;
  const Region region = layout.region(address);
  const bool is_thread_local = region == Region::thread_local_storage;
  const std::string owner = fmt::format("T{}.", layout.owner(address));
  if (region == Region::global || is_thread_local) {
    for (const Global& global : code.unit.globals) {
      const std::uint64_t base = is_thread_local
                                     ? layout.thread_local_of(layout.owner(address), global.slot)
                                     : layout.global(global.slot);
      if (global.thread_local_storage != is_thread_local || address < base ||
          address - base >= std::max<std::uint64_t>(global.size, 1))
        continue;
      // The table of a class's virtual functions.
      if (global.name.starts_with("_ZTV")) return "vtable" + as_number(address - base);
      return (is_thread_local ? owner : "") + global.name +
             path_in_type(code.unit, global.type, address - base, bytes);
    }
  }
  const std::string offset = as_number(address - layout.slot_base(address));
  const std::uint64_t slot = layout.slot(address);
  if (region == Region::heap) return fmt::format("{}block{}{}", owner, slot, offset);
  if (region == Region::stack) return fmt::format("{}local{}{}", owner, slot, offset);
  return fmt::format("{:#x}", address);
}

}  // namespace ringcheck::source
