#pragma once
// Numbers of things, found by a digest.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "explore/value_history.hpp"

namespace ringcheck {

/// Numbers by digest. Digests are already well mixed, so places are tried in a row: a look-up
/// mostly touches one cache line. Nothing is ever removed.
class HistoryTable {
 public:
  /// The number of `history`; nullopt if there is none.
  [[nodiscard]] std::optional<std::uint32_t> find(const ValueHistory& history) const {
    if (count_ == 0) return std::nullopt;
    const Place& place = places_[place_of(history)];
    if (place.number == kFree) return std::nullopt;
    return place.number;
  }
  /// Adds `history`. Pre: it has no number yet; `number` is less than UINT32_MAX.
  void add(const ValueHistory& history, std::uint32_t number) {
    if (2 * (count_ + 1) > places_.size()) grow();
    places_[place_of(history)] = {history, number};
    ++count_;
  }
  /// Forgets everything, and keeps its room.
  void clear() {
    places_.clear();
    count_ = 0;
  }

 private:
  static constexpr std::uint32_t kFree = UINT32_MAX;
  static constexpr std::size_t kFewPlaces = 64;
  struct Place {
    ValueHistory history;
    std::uint32_t number = kFree;
  };

  [[nodiscard]] std::size_t place_of(const ValueHistory& history) const {
    const std::size_t mask = places_.size() - 1;
    for (std::size_t i = history.first & mask;; i = (i + 1) & mask)
      if (places_[i].number == kFree || places_[i].history == history) return i;
  }
  void grow() {
    if (places_.empty()) return places_.resize(kFewPlaces);
    std::vector<Place> old(2 * places_.size());
    old.swap(places_);
    for (const Place& place : old)
      if (place.number != kFree) places_[place_of(place.history)] = place;
  }

  std::vector<Place> places_;  ///< a power of 2, or none
  std::size_t count_ = 0;
};

}  // namespace ringcheck
