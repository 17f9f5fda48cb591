#pragma once
// What calls to map, unmap and redirect should have achieved: bookkeeping beside the specification.
// Tested by tests/properties/aux/aux_mutants_test.cpp, through buffer-lives.

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "protocol/lifetime/perf_lifetime.hpp"

namespace ringcheck {

/// Who has mapped what, who writes where, and who was woken.
struct Ledger {
  struct Mapping {
    std::size_t event = 0;
    std::uint64_t buffer = 0;
  };
  std::array<std::uint64_t, kLifetimeEvents> buffer_of{};  ///< by event; 0: none
  std::array<bool, kLifetimeEvents> taken_off{};           ///< it was on a list, and now is on none
  std::vector<Mapping> mappings;
  std::vector<std::uint64_t> references;               ///< buffers
  std::vector<std::uint64_t> pages;                    ///< that are mapped: their buffers
  std::array<bool, kLifetimeBuffers + 1> lived{};      ///< by buffer
  std::array<std::uint64_t, kLifetimeEvents> woken{};  ///< how often, by the call

  [[nodiscard]] std::uint64_t mappings_of(std::size_t event) const {
    return static_cast<std::uint64_t>(
        std::ranges::count(mappings, event, [](const Mapping& one) { return one.event; }));
  }
  [[nodiscard]] std::uint64_t mapped(std::uint64_t buffer) const {
    return static_cast<std::uint64_t>(
        std::ranges::count(mappings, buffer, [](const Mapping& one) { return one.buffer; }));
  }
  [[nodiscard]] std::uint64_t users(std::uint64_t buffer) const {
    return static_cast<std::uint64_t>(std::ranges::count(buffer_of, buffer) +
                                      std::ranges::count(references, buffer));
  }
  /// A buffer that never existed or is gone; 0 if there is none.
  [[nodiscard]] std::uint64_t fresh() const {
    for (std::uint64_t b = 1; b <= kLifetimeBuffers; ++b)
      if (!lived.at(b) || (users(b) == 0 && std::ranges::count(pages, b) == 0)) return b;
    return 0;
  }
  void attach(std::size_t event, std::uint64_t buffer) {
    if (buffer_of.at(event) != 0) ++woken.at(event);
    taken_off.at(event) = buffer == 0 && (buffer_of.at(event) != 0 || taken_off.at(event));
    buffer_of.at(event) = buffer;
  }
  /// The mapping goes, and with the last one of an event, or of its buffer, its place in a list.
  void unmap(std::size_t number) {
    const Mapping gone = mappings[number];
    mappings.erase(mappings.begin() + static_cast<std::ptrdiff_t>(number));
    if (mappings_of(gone.event) == 0) attach(gone.event, 0);
    if (mapped(gone.buffer) != 0) return;
    for (std::size_t event = 0; event < kLifetimeEvents; ++event)
      if (buffer_of.at(event) == gone.buffer) attach(event, 0);
  }
};

}  // namespace ringcheck
