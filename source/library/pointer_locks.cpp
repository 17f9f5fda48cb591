// std::atomic_load and its kin of std::shared_ptr: libstdc++ holds a lock of a pool meanwhile, chosen
// by the pointer's address. Here each address has a lock of its own, so that no two pointers are
// ordered because they share one. A compare-exchange takes the lock of the pointer, and none for
// what it expects.
// Source: libstdc++, bits/shared_ptr_atomic.h. Tested by tests/source/cpp_test.cpp.
#include <algorithm>
#include <ranges>

#include "graph/diagnostic.hpp"
#include "source/library/lock_word.hpp"
#include "source/library/rows.hpp"
#include "source/place_of_user.hpp"

namespace ringcheck::source {
namespace {

/// The first lock.
std::uint64_t first_lock(const LibraryCall& call) {
  const Code& code = call.interpreter.code();
  const auto found = std::ranges::find(code.unit.globals, kLocksOfPointers, &Global::name);
  if (found == code.unit.globals.end())
    throw InputError(
        {code.where(place_of_user(code, call.state, call.place())), 0, 0,
         "saw an atomic access to a std::shared_ptr of 32 bits, which is not modelled"});
  return code.addresses.global(found->slot);
}

/// (this, address of the pointer)
CallOutcome take_lock_of_pointer(LibraryCall& call) {
  constexpr std::uint64_t kSpread = 0x9e37'79b9'7f4a'7c15;  // 2^64 over the golden ratio
  const std::uint64_t pointer = call.machine.number_of(call.argument(1));
  if (call.interpreter.code().addresses.region(pointer) != Region::global)
    call.machine.tell_apart();
  const std::uint64_t number = (pointer * kSpread) >> (64U - kLocksOfPointersBits);
  take(call, first_lock(call) + 4 * number);
  return returned(call, 0);
}

/// (this): the lock that was taken last is given back.
CallOutcome release_lock_of_pointer(LibraryCall& call) {
  const std::uint64_t first = first_lock(call);
  const auto is_one = [&](std::uint64_t lock) {
    return lock >= first && lock < first + (std::uint64_t{4} << kLocksOfPointersBits);
  };
  const auto held = call.state.held | std::views::reverse;
  const std::uint64_t lock = *std::ranges::find_if(held, is_one);
  note_released(call, lock);
  release(call, lock);
  return returned(call, 0);
}

constexpr LibraryRow kRows[] = {
    {"_ZNSt10_Sp_lockerC1EPKv", take_lock_of_pointer},
    {"_ZNSt10_Sp_lockerC1EPKvS1_", take_lock_of_pointer},
    {"_ZNSt10_Sp_lockerD1Ev", release_lock_of_pointer},
};

}  // namespace

std::span<const LibraryRow> pointer_lock_rows() {
  return kRows;
}

}  // namespace ringcheck::source
