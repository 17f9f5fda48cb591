#pragma once
// Where the pieces of an area for branches lie, where trace begins in it, and how much room there
// is initially: dials of bts-branches.

#include <array>
#include <cstdint>
#include <vector>

#include "properties/bts/branch_window.hpp"

namespace ringcheck {

inline constexpr std::uint64_t kPages = 4;
inline constexpr std::uint64_t kPageBytes = 4096;
inline constexpr std::uint64_t kAreaBytes = kPages * kPageBytes;
inline constexpr std::uint64_t kFieldBytes = kBranchBytes / 3;  ///< of a word of trace

/// Pages of the pieces, by the dial.
inline constexpr std::uint64_t kLayouts = 5;
inline std::vector<std::uint64_t> pages_of(const std::vector<std::uint64_t>& setup) {
  const std::array<std::vector<std::uint64_t>, kLayouts> layouts = {
      {{1, 1, 1, 1}, {2, 1, 1}, {1, 2, 1}, {2, 2}, {4}}};
  return setup[3] != 0 ? layouts.back() : layouts.at(setup[1]);
}

/// Where the stream begins in the first piece, by number: at its start, near its end, in its middle.
inline constexpr std::array<std::uint64_t, 3> kBeforeEnd = {0, 1, 2};  ///< in branches
inline constexpr std::uint64_t kBegins = 6;
inline std::uint64_t beginning(std::uint64_t number, std::uint64_t piece_end) {
  if (number == 0) return 0;
  if (number <= kBeforeEnd.size()) return piece_end - kBeforeEnd.at(number - 1) * kBranchBytes;
  return number * 8 * kBranchBytes;
}

/// Initial room, by number: all, a few bytes, and about as many as the first piece has left.
inline constexpr std::array<std::uint64_t, 7> kFewBytes = {0, 1, 23, 24, 25, 47, 48};
inline constexpr std::array<int, 9> kBeyondPiece = {-24, -23, -1, 0, 1, 16, 23, 24, 25};
inline constexpr std::uint64_t kRooms = kFewBytes.size() + kBeyondPiece.size();
inline std::uint64_t room_at_first(std::uint64_t number, std::uint64_t piece_left) {
  if (number == 0) return kAreaBytes - 1;
  if (number <= kFewBytes.size()) return kFewBytes.at(number - 1);
  const int beyond = kBeyondPiece.at(number - 1 - kFewBytes.size());
  const std::int64_t room = static_cast<std::int64_t>(piece_left) + beyond;
  return static_cast<std::uint64_t>(std::clamp<std::int64_t>(room, 0, kAreaBytes - 1));
}

}  // namespace ringcheck
