// Tested by tests/source/thread_local_test.cpp.
#include "source/image.hpp"

#include <algorithm>
#include <utility>

#include "source/wide.hpp"

namespace ringcheck::source {

Image::Image(const Code& code) : addresses_(code.addresses) {
  for (const Global& global : code.unit.globals) {
    if (global.thread_local_storage) {
      thread_locals_.push_back({global.slot, global.size, global.bytes});
      continue;
    }
    MemoryObject& object = objects_[addresses_.global(global.slot)];
    object.base = addresses_.global(global.slot);
    object.bytes = global.size;
    object.constant = global.constant;
    object.external = global.external;
    object.place = global.place;
    object.data = global.bytes;
  }
}

const MemoryObject* Image::find(std::uint64_t address) const {
  auto at = objects_.upper_bound(address);
  if (at == objects_.begin()) return nullptr;
  const MemoryObject& object = (--at)->second;
  const std::uint64_t room = addresses_.slots_of(object.bytes) * addresses_.slot_size();
  return address - object.base < room ? &object : nullptr;
}

MemoryObject* Image::find(std::uint64_t address) {
  return const_cast<MemoryObject*>(std::as_const(*this).find(address));
}

MemoryObject& Image::add(std::uint64_t base, std::uint64_t bytes, std::uint32_t place) {
  MemoryObject& object = objects_[base];
  object = {};
  object.base = base;
  object.bytes = bytes;
  object.place = place;
  object.data.assign(bytes, 0);
  object.stored.assign(bytes, false);
  return object;
}

namespace {

/// The number whose bytes are `byte(0)` and so on, as a register holds it.
template <class Byte>
std::uint64_t number_of_bytes(std::uint32_t bytes, Byte byte) {
  Wide number = 0;
  for (std::uint32_t b = 0; b < bytes && b < sizeof(Wide); ++b) number |= Wide{byte(b)} << (8 * b);
  return bytes > 8 ? name_of_wide(number) : static_cast<std::uint64_t>(number);
}

}  // namespace

std::uint64_t Image::load(std::uint64_t address, std::uint32_t bytes) const {
  const MemoryObject* object = find(address);
  if (object == nullptr) return load_thread_local(address, bytes);
  bool any = false;
  const std::uint64_t number = number_of_bytes(bytes, [&](std::uint32_t b) -> std::uint8_t {
    const std::uint64_t at = address - object->base + b;
    if (at >= object->bytes || (!object->stored.empty() && !object->stored[at])) return 0;
    any = true;
    return at < object->data.size() ? object->data[at] : std::uint8_t{0};
  });
  return any ? number : kUndefined;
}

std::uint64_t Image::load_thread_local(std::uint64_t address, std::uint32_t bytes) const {
  if (addresses_.region(address) != Region::thread_local_storage) return kUndefined;
  for (const ThreadLocal& variable : thread_locals_) {
    const std::uint64_t base = addresses_.thread_local_of(addresses_.owner(address), variable.slot);
    if (address < base || address - base >= variable.bytes) continue;
    return number_of_bytes(bytes, [&](std::uint32_t b) -> std::uint8_t {
      const std::uint64_t at = address - base + b;
      return at < variable.data.size() ? variable.data[at] : std::uint8_t{0};
    });
  }
  return kUndefined;
}

void Image::store(std::uint64_t address, std::uint32_t bytes, std::uint64_t value) {
  MemoryObject* object = find(address);
  const Wide number = bytes > 8 ? named_wide(value) : Wide{value};
  for (std::uint32_t b = 0; b < bytes; ++b) {
    const std::uint64_t at = address - object->base + b;
    if (at >= object->data.size()) object->data.resize(at + 1);
    object->data[at] = static_cast<std::uint8_t>(b < sizeof(Wide) ? number >> (8 * b) : 0);
    if (!object->stored.empty()) object->stored[at] = true;
  }
}

}  // namespace ringcheck::source
