#pragma once
// PageWord: a 64-bit word of the user page that a 32-bit CPU accesses half by half.
//
// If everybody stores halves, each half is a location of its own. If a 64-bit kernel stores the
// word in one access, the word is one location, and a load of either half is a load of the word.
// The two halves may then come from two stores, and the second one never from the older store. A
// weak machine may also load the halves in the other order; `high_first` asks for that.
// Source: READ_ONCE and WRITE_ONCE of a u64 where registers have 32 bits
// (include/asm-generic/rwonce.h). Tested by tests/protocol/core/page_word_test.cpp.

#include <cstdint>
#include <optional>

#include "protocol/core/barrier_plan.hpp"
#include "protocol/core/cpu.hpp"
#include "protocol/core/long_width.hpp"

namespace ringcheck {

/// Where the halves of a word lie, and in which order they are loaded.
struct PageWord {
  std::uint64_t at = 0;                 ///< address of the word, or of its lower half
  std::optional<std::uint64_t> high{};  ///< of its upper half, if that is a location of its own
  bool high_first = false;              ///< the upper half is loaded first
};

/// Puts fences in the place of an acquire at `load` and of a release at `store`: accesses of halves
/// have neither. Source: tools/include/linux/ring_buffer.h, tools/include/asm/barrier.h.
constexpr void order_halves(BarrierPlan& plan, const PerfSite& load, const PerfSite& store) {
  if (plan.at(load) == Strength::acquire) plan.set(load, Strength::rmb);
  if (plan.at(store) == Strength::release) plan.set(store, Strength::mb);
}

/// Loads `word`, half by half. It may be half of one store and half of another.
template <Cpu C>
typename C::Value read_in_halves(C& cpu, const PageWord& word) {
  using Value = typename C::Value;
  const Value half_bits(kHalfBits);
  const auto load_high = [&]() -> Value {
    return word.high ? Value(cpu.read_once(*word.high)) : cpu.read_once(word.at) >> half_bits;
  };
  Value high = 0;
  if (word.high_first) high = load_high();
  const Value low = cpu.read_once(word.at) & Value(kLowHalf);
  if (!word.high_first) high = load_high();
  return low | (high << half_bits);
}

/// Stores `value` to `word`, the lower half first. If the halves are one location, it makes two
/// stores of the whole.
template <Cpu C>
void write_in_halves(C& cpu, const PageWord& word, const typename C::Value& value) {
  using Value = typename C::Value;
  const Value low = value & Value(kLowHalf);
  if (word.high) {
    cpu.write_once(word.at, low);
    cpu.write_once(*word.high, value >> Value(kHalfBits));
    return;
  }
  const Value old = cpu.read_once(word.at);
  cpu.write_once(word.at, (old - (old & Value(kLowHalf))) | low);
  cpu.write_once(word.at, value);
}

}  // namespace ringcheck
