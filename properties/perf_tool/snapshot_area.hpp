#pragma once
// SnapshotArea: an AUX area with a producer that knows every byte, and perf's reader with a
// driver's finder.

#include <cstdint>
#include <functional>
#include <string_view>
#include <vector>

#include "properties/aux/aux_sequence.hpp"
#include "protocol/aux/observations.hpp"
#include "protocol/core/sequential_cpu.hpp"
#include "protocol/perf_tool/auxtrace_read.hpp"

namespace ringcheck {

/// Tells which kinds of observation there were.
struct SnapshotSaid {
  bool outside = false;        ///< a read went outside the area
  bool uninitialised = false;  ///< a finder looked at something that nobody set
};
struct GatherSnapshotSaid {
  SnapshotSaid* said;
  void operator()(std::uint32_t kind, std::uint64_t, std::uint64_t, std::uint64_t,
                  std::uint64_t) const {
    said->outside = said->outside || kind == said::OutsideArea<>::kKind;
    said->uninitialised = said->uninitialised || kind == said::Uninitialised<>::kKind;
  }
};
using SnapshotCpu = SequentialCpu<GatherSnapshotSaid>;

/// Moves a head and an old head to the ends of a snapshot.
using SnapshotFinder =
    std::function<void(SnapshotCpu&, const AuxtraceMmap&, std::uint64_t&, std::uint64_t&)>;

/// How a driver's snapshots are found; `make` gives a finder that knows nothing yet.
struct SnapshotDriver {
  std::string_view name;
  bool running_head = false;  ///< the head is a running position, not an offset in the area
  std::function<SnapshotFinder()> make;
};

SnapshotDriver intel_pt_snapshots();
/// With a copy of 16 bytes: as for large snapshots, at a small size.
SnapshotDriver intel_pt_snapshots_with_copy();
SnapshotDriver intel_bts_snapshots();
SnapshotDriver arm_spe_snapshots();
SnapshotDriver cs_etm_snapshots_until_2021();
/// CoreSight as it is: the head runs, and there is no finder.
SnapshotDriver cs_etm_snapshots();

/// Byte `position` of a stream. Never 0, unlike bytes that were never written.
constexpr std::uint64_t stream_byte(std::uint64_t position) {
  return 1 + (position * 0x9E37'79B9'7F4A'7C15 >> 56U) % 255;
}

/// A trace unit with its area, and a reader.
struct SnapshotArea {
  SnapshotArea(std::uint64_t len, bool masked, bool running);
  /// The unit writes `bytes` bytes.
  void produce(std::uint64_t bytes);
  /// The bytes that one read hands over. `find` is asked for snapshots only.
  std::vector<std::uint64_t> read(bool snapshot, const SnapshotFinder& find);
  /// The newest `bytes` bytes.
  [[nodiscard]] std::vector<std::uint64_t> newest(std::uint64_t bytes) const;

  AuxtraceMmap mm;
  std::uint64_t alignment = 0;  ///< itr->alignment (bytes)
  bool running_head;
  std::vector<std::uint64_t> memory;
  std::uint64_t position = 0;  ///< of the unit, running
  std::uint64_t constant = 0;  ///< not 0: the unit writes nothing but this byte
  bool zeros = false;          ///< the unit writes nothing but 0
  std::uint64_t wraps_at = 0;  ///< position that follows the last one; 0: 2^64
  std::uint64_t previous = 0;  ///< position up to which reads went
  std::uint64_t offset = 0;    ///< of the last window
  SnapshotSaid said;
};

/// Judges a snapshot that took `taken`, `bytes` bytes after the one before. It should take the
/// newest bytes, as many as there are, at most the area. Missing bytes violate I-32, bytes from
/// before the last snapshot I-21, and taking the whole area when less was written I-33.
void judge_snapshot(const SnapshotArea& area, const std::vector<std::uint64_t>& taken,
                    std::uint64_t bytes, AuxJudge& judge);

}  // namespace ringcheck
