#pragma once
// A pointer of a program as a number: an object, by owner and name, and an offset in it.

#include <bit>
#include <cstdint>

namespace ringcheck::source {

/// What kind of object an address lies in.
enum class Region : std::uint8_t {
  none,      ///< no object: null and other small numbers, or numbers that are not addresses
  function,  ///< a function; not to be read or written
  global,    ///< a global variable
  heap,      ///< a block that a thread has allocated
  stack,     ///< a local variable
  thread_local_storage,
};

/// How the bits of an address are divided: a top bit that tells addresses from small numbers, the
/// owner (a thread, or one of the two pseudo-owners below), the region of a thread, the number of
/// a slot in it, and the offset. An object takes as many slots in a row as its size needs, so
/// that arithmetic within an object never leaves it, and an object has the same address in every
/// run that allocates it.
struct AddressLayout {
  int pointer_bits = 64;
  int offset_bits = 20;
  int slot_bits = 16;
  int owner_bits = 8;

  /// The layout for pointers of `bytes` bytes: 4 or 8.
  static constexpr AddressLayout of_pointer_size(int bytes) {
    return bytes == 4 ? AddressLayout{32, 12, 12, 5} : AddressLayout{};
  }

  [[nodiscard]] constexpr int owners() const { return 1 << owner_bits; }
  [[nodiscard]] constexpr int slots() const { return 1 << slot_bits; }
  [[nodiscard]] constexpr std::uint64_t slot_size() const {
    return std::uint64_t{1} << offset_bits;
  }
  /// Threads that can own objects.
  [[nodiscard]] constexpr int max_threads() const { return owners() - 2; }
  [[nodiscard]] constexpr int global_owner() const { return owners() - 1; }
  [[nodiscard]] constexpr int function_owner() const { return owners() - 2; }

  /// Slots that an object of `size` bytes takes. One more byte is in range, so a pointer to its end
  /// does not point to the next object.
  [[nodiscard]] constexpr std::uint64_t slots_of(std::uint64_t size) const {
    return (size >> offset_bits) + 1;
  }

  [[nodiscard]] constexpr std::uint64_t global(std::uint64_t slot) const {
    return base(global_owner(), 0, slot);
  }
  [[nodiscard]] constexpr std::uint64_t function(std::uint64_t index) const {
    return base(function_owner(), 0, index);
  }
  [[nodiscard]] constexpr std::uint64_t heap(int thread, std::uint64_t slot) const {
    return base(thread, 0, slot);
  }
  [[nodiscard]] constexpr std::uint64_t stack(int thread, std::uint64_t slot) const {
    return base(thread, 1, slot);
  }
  [[nodiscard]] constexpr std::uint64_t thread_local_of(int thread, std::uint64_t slot) const {
    return base(thread, 2, slot);
  }

  [[nodiscard]] constexpr Region region(std::uint64_t address) const {
    if ((address >> tag_bit()) != 1) return Region::none;
    const int o = owner(address);
    if (o == global_owner()) return Region::global;
    if (o == function_owner()) return Region::function;
    constexpr Region kRegions[] = {Region::heap, Region::stack, Region::thread_local_storage,
                                   Region::none};
    return kRegions[(address >> (offset_bits + slot_bits)) & 3];
  }
  /// The thread that owns the object, or a pseudo-owner. Pre: region(address) is not none.
  [[nodiscard]] constexpr int owner(std::uint64_t address) const {
    return static_cast<int>((address >> (offset_bits + slot_bits + 2)) &
                            static_cast<std::uint64_t>(owners() - 1));
  }
  /// The number of the slot within its owner and region.
  [[nodiscard]] constexpr std::uint64_t slot(std::uint64_t address) const {
    return (address >> offset_bits) & static_cast<std::uint64_t>(slots() - 1);
  }
  /// True iff `address` lies in an object of thread `thread`.
  [[nodiscard]] constexpr bool is_of(std::uint64_t address, int thread) const {
    return region(address) != Region::none && owner(address) == thread;
  }
  /// Maps an address of thread `thread` to the same place in the object of the same name of thread
  /// `other`; leaves all other addresses as they are.
  [[nodiscard]] constexpr std::uint64_t renamed(std::uint64_t address, int thread,
                                                int other) const {
    if (!is_of(address, thread)) return address;
    return address ^ (static_cast<std::uint64_t>(thread ^ other) << (offset_bits + slot_bits + 2));
  }
  /// The first address of the slot that `address` lies in.
  [[nodiscard]] constexpr std::uint64_t slot_base(std::uint64_t address) const {
    return address & ~(slot_size() - 1);
  }

 private:
  [[nodiscard]] constexpr int tag_bit() const { return offset_bits + slot_bits + 2 + owner_bits; }
  [[nodiscard]] constexpr std::uint64_t base(int owner, int region, std::uint64_t slot) const {
    return (std::uint64_t{1} << tag_bit()) |
           (static_cast<std::uint64_t>(owner) << (offset_bits + slot_bits + 2)) |
           (static_cast<std::uint64_t>(region) << (offset_bits + slot_bits)) |
           (slot << offset_bits);
  }
};

}  // namespace ringcheck::source
