#pragma once
// What protocol code says about itself, for properties and printing: one struct for each kind, in
// the observations.hpp of its area.
//
// Each struct is a template over the machine's values. It has a number of its own and at most four
// values. Offsets and sizes are bytes of the stream, running and never masked. What is "stored" or
// "loaded" is told right after the access that it is about.

#include <bit>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <type_traits>

namespace ringcheck {

/// The number of members of `Told`, a kind of observation.
template <class Told>
constexpr std::size_t members_of() {
  if constexpr (std::is_empty_v<Told>)
    return 0;
  else
    return sizeof(Told) / sizeof(std::uint64_t);
}

/// Tells an observation of kind Said with these numbers, one for each of its members.
template <template <class> class Said, class C, class... Numbers>
void tell(C& cpu, const Numbers&... numbers) {
  using Value = typename C::Value;
  using Told = Said<std::uint64_t>;
  static_assert(sizeof...(Numbers) == members_of<Told>(), "a number for each member");
  cpu.observe(Told::kKind, Value(numbers)...);
}

/// The observation of kind Said that has these numbers.
template <template <class> class Said, class Numbers>
Said<std::uint64_t> heard(const Numbers& numbers) {
  using Told = Said<std::uint64_t>;
  if constexpr (std::is_empty_v<Told>) {
    return {};
  } else {
    struct Members {
      std::uint64_t of[members_of<Told>()];
    } members;
    for (std::size_t i = 0; i < std::size(members.of); ++i) members.of[i] = numbers[i];
    return std::bit_cast<Told>(members);
  }
}

}  // namespace ringcheck
