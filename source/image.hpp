#pragma once
// Memory as bytes in objects, when threads are created and when all have ended.

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "source/code.hpp"

namespace ringcheck::source {

/// An object: a global, a block of the heap, a local variable.
struct MemoryObject {
  std::uint64_t base = 0;
  std::uint64_t bytes = 0;
  bool freed = false;                 ///< or its function has returned
  bool constant = false;              ///< not to be written
  bool external = false;              ///< declared only: what it holds is not known
  std::uint32_t place = 0;            ///< where a block was allocated
  VariableId variable = kNoVariable;  ///< which local variable it is
  std::vector<std::uint8_t> data;     ///< shorter than `bytes`: zeros follow
  std::vector<bool> stored;           ///< by byte; empty: all of it holds a value
};

/// Memory. Objects are found by any address in them.
class Image {
 public:
  /// The globals of `code`, with their initial values.
  explicit Image(const Code& code);

  /// The object that `address` lies in, or in whose slots it lies; null: there is none.
  [[nodiscard]] const MemoryObject* find(std::uint64_t address) const;
  [[nodiscard]] MemoryObject* find(std::uint64_t address);
  /// Adds an object that nothing has been stored to, in the place of what was there.
  MemoryObject& add(std::uint64_t base, std::uint64_t bytes, std::uint32_t place);
  void remove(std::uint64_t base) { objects_.erase(base); }

  /// The number in `bytes` bytes from `address` on; kUndefined if nothing was stored to any of
  /// them. Bytes outside of objects count as not stored to. A thread's copy of a thread-local
  /// variable that is not an object yet holds the variable's initial value. A number of more than 8
  /// bytes goes by its name (wide.hpp), here and below.
  [[nodiscard]] std::uint64_t load(std::uint64_t address, std::uint32_t bytes) const;
  /// Pre: the bytes lie in an object.
  void store(std::uint64_t address, std::uint32_t bytes, std::uint64_t value);

  [[nodiscard]] const AddressLayout& addresses() const { return addresses_; }
  [[nodiscard]] const std::map<std::uint64_t, MemoryObject>& objects() const { return objects_; }

 private:
  /// The initial value of a thread-local variable.
  struct ThreadLocal {
    std::uint64_t slot = 0, bytes = 0;
    std::vector<std::uint8_t> data;  ///< shorter than `bytes`: zeros follow
  };

  [[nodiscard]] std::uint64_t load_thread_local(std::uint64_t address, std::uint32_t bytes) const;

  AddressLayout addresses_;
  std::map<std::uint64_t, MemoryObject> objects_;  ///< by base
  std::vector<ThreadLocal> thread_locals_;
};

/// The text that starts at `address` of `memory`, an Image or what loads as one does: at most 200
/// bytes of it.
template <class Memory>
std::string text_at(const Memory& memory, std::uint64_t address) {
  std::string text;
  while (text.size() < 200) {
    const std::uint64_t byte = memory.load(address + text.size(), 1);
    if (byte == 0 || byte > 0xff) break;
    text += static_cast<char>(byte);
  }
  return text;
}

}  // namespace ringcheck::source
