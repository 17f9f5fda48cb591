#pragma once
// BranchWindow: where Intel BTS should store next, worked out from the sizes of the pieces alone.
//
// Branches lie on a grid, at multiples of 24 bytes of the area. A piece has the branches that lie
// in it whole; one that its end cuts is not used. Nothing here is shared with the specification.

#include <algorithm>
#include <cstdint>
#include <vector>

namespace ringcheck {

/// Bytes that a branch takes: from, to, flags. Source: BTS_RECORD_SIZE.
inline constexpr std::uint64_t kBranchBytes = 24;
/// Bytes that BTS may still store after its interrupt. Source: BTS_SAFETY_MARGIN, 4096 / 24 - 1
/// branches.
inline constexpr std::uint64_t kBranchMargin = (4096 / kBranchBytes) * kBranchBytes;

/// A piece of the area: offsets of its first branch and of the end of its last (bytes).
struct BranchPiece {
  std::uint64_t offset = 0;  ///< where it starts, branch or not
  std::uint64_t first = 0, end = 0;
};

/// Pieces of these numbers of pages.
inline std::vector<BranchPiece> branch_pieces(const std::vector<std::uint64_t>& pages,
                                              std::uint64_t page_bytes) {
  std::vector<BranchPiece> pieces;
  std::uint64_t offset = 0;
  for (const std::uint64_t count : pages) {
    const std::uint64_t after = offset + count * page_bytes;
    pieces.push_back({offset, (offset + kBranchBytes - 1) / kBranchBytes * kBranchBytes,
                      after / kBranchBytes * kBranchBytes});
    offset = after;
  }
  return pieces;
}

/// Where BTS stores, and what is skipped before that. Units: bytes; offsets in the area.
struct BranchWindow {
  std::size_t piece = 0;
  std::uint64_t skipped = 0;  ///< to the next piece's first branch; 0 in the same piece
  std::uint64_t from = 0, to = 0;

  [[nodiscard]] std::uint64_t bytes() const { return to - from; }
  /// Where it interrupts: with the margin left, or one branch, or nothing.
  [[nodiscard]] std::uint64_t threshold() const {
    const std::uint64_t left = bytes() > kBranchMargin  ? kBranchMargin
                               : bytes() > kBranchBytes ? kBranchBytes
                                                        : 0;
    return to - left;
  }
  /// Ends the window not far beyond a wakeup that is `ahead` bytes ahead; a wakeup far behind is
  /// ignored.
  void limit(std::uint64_t ahead) {
    const std::uint64_t most = ahead + kBranchMargin + kBranchBytes;
    if (most < bytes()) to = from + most / kBranchBytes * kBranchBytes;
  }
};

/// The window at offset `at` of piece `piece`, with `room` free bytes: whole branches in this
/// piece, or, if these are no more than the margin, in the next piece if that has more.
inline BranchWindow branch_window(const std::vector<BranchPiece>& pieces, std::size_t piece,
                                  std::uint64_t at, std::uint64_t room, std::uint64_t area_bytes) {
  const auto whole = [](std::uint64_t bytes) { return bytes / kBranchBytes * kBranchBytes; };
  const std::uint64_t here = std::min(pieces[piece].end - at, whole(room));
  const std::size_t next = (piece + 1) % pieces.size();
  const std::uint64_t way = pieces[next].first + (next == 0 ? area_bytes : 0) - at;
  if (here <= kBranchMargin && way <= room) {
    const std::uint64_t there = std::min(pieces[next].end - pieces[next].first, whole(room - way));
    if (there > here || here == 0)
      return {next, way, pieces[next].first, pieces[next].first + there};
  }
  return {piece, 0, at, at + here};
}

}  // namespace ringcheck
