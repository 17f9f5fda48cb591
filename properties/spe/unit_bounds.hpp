#pragma once
// Where an Arm SPE unit should stop, and what can be read of the runs that it leaves in snapshot
// mode.

#include <algorithm>
#include <cstdint>
#include <vector>

namespace ringcheck {

/// A run of trace from one programming of the limit to the next.
struct SpeRun {
  std::uint64_t start = 0, length = 0;  ///< offset in the area, bytes
};

/// Bytes of `runs`, newest last, that can be read. Records cannot be parsed backwards, so nothing
/// can be read of a run that was partly written over.
inline std::uint64_t parsable_bytes(const std::vector<SpeRun>& runs) {
  std::uint64_t parsable = 0;
  for (auto run = runs.end(); run != runs.begin();) {
    --run;
    const auto over = [&](const SpeRun& later) {
      return later.start < run->start + run->length && run->start < later.start + later.length;
    };
    if (std::any_of(run + 1, runs.end(), over)) break;
    parsable += run->length;
  }
  return parsable;
}

/// The room of a transaction: positions, and bytes.
struct SpeRoom {
  std::uint64_t position, room, wakeup;
};

/// Where a unit must stop in an area of `size` bytes, as an offset there: the area's end, the start
/// of the page that the tail is in, if that comes first, or the end of the page with the next
/// wakeup.
inline std::uint64_t spe_first_limit(const SpeRoom& of, std::uint64_t size, std::uint64_t page) {
  const std::uint64_t lap = of.position - of.position % size, start = of.position % size;
  std::uint64_t end = size;
  const std::uint64_t tail = of.position + of.room - lap;
  if (tail < size) end = tail / page * page;
  const std::uint64_t ahead = of.wakeup - of.position;
  if (ahead < of.room && start + ahead < size)
    end = std::min(end, (start + ahead + page - 1) / page * page);
  return end;
}

}  // namespace ringcheck
