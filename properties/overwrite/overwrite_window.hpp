#pragma once
// What an overwrite reader took from the buffer, round by round.

#include <algorithm>

#include "properties/core/perf_view.hpp"

namespace ringcheck {

/// The round in which something at `slot` of the reader happened, or null before the first.
inline const RingRun::Snapshot* snapshot_at(const RingRun& ring, std::uint16_t slot) {
  const RingRun::Snapshot* found = nullptr;
  for (const RingRun::Snapshot& snapshot : ring.snapshots)
    if (snapshot.slot <= slot) found = &snapshot;
  return found;
}

/// True iff stream position `a` of a backward buffer was written before `b` or is `b` itself.
inline bool not_newer(std::uint64_t a, std::uint64_t b) {
  return static_cast<std::int64_t>(a - b) >= 0;
}

/// The last load of the word at `offset` up to `slot`, or null.
inline const RingRun::WordAccess* last_load(const RingRun& ring, std::uint64_t offset,
                                            std::uint16_t slot) {
  const RingRun::WordAccess* found = nullptr;
  for (const RingRun::WordAccess& load : ring.loads)
    if (load.offset == offset && load.slot <= slot) found = &load;
  return found;
}

}  // namespace ringcheck
