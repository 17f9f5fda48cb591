#pragma once
// TrbePlan: where an Arm TRBE should write, worked out from positions alone. Nothing here is shared
// with the specification.

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

namespace ringcheck {

/// The state of the area when a transaction is asked for, and the kind of unit. Units: bytes.
struct TrbeGround {
  std::uint64_t size = 0, page = 0, align = 1, least = 0;
  std::uint64_t overwrites = 0;  ///< what a fill spoils from the base on
  bool beyond = false;           ///< it may write after its limit: a page is spared
  bool snapshot = false;
  std::uint64_t watermark = 0, aux_wakeup = 0;
  std::uint64_t head = 0, room = 0;
};

/// What the registers should say, as offsets in the area. Source: drivers/hwtracing/coresight/
/// coresight-trbe.c trbe_normal_offset, __trbe_normal_offset, __arm_trbe_enable.
struct TrbePlan {
  bool runs = false;
  std::uint64_t base = 0, pointer = 0, limit = 0;
  /// Offsets that are skipped, with lengths.
  std::vector<std::pair<std::uint64_t, std::uint64_t>> padded;
};

/// Skips `bytes` of the room; a wakeup that is reached moves on.
inline void pass_over(TrbeGround& ground, TrbePlan& plan, std::uint64_t bytes) {
  plan.padded.emplace_back(ground.head % ground.size, bytes);
  ground.head += bytes;
  ground.room -= bytes;
  if (ground.head - ground.aux_wakeup >= ground.watermark)
    ground.aux_wakeup = ground.head - ground.head % ground.watermark;
}

/// The page boundary up to which the unit may write, as an offset: before the room's end, or after
/// the wakeup, if that comes sooner. 0: none. Skips what is less than a run.
inline std::uint64_t trbe_limit(TrbeGround& ground, TrbePlan& plan) {
  for (;;) {
    const std::uint64_t beyond = ground.head % ground.align;
    if (beyond != 0) pass_over(ground, plan, std::min(ground.align - beyond, ground.room));
    if (ground.room == 0) return 0;
    const std::uint64_t from = ground.head % ground.size;
    const std::uint64_t end = ground.head + ground.room;
    const std::uint64_t wakeup = ground.aux_wakeup + ground.watermark;
    std::uint64_t limit = ground.size;
    if (from < end % ground.size) limit = end % ground.size / ground.page * ground.page;
    if (wakeup < end && wakeup % ground.size >= from)
      limit = std::min(limit, (wakeup % ground.size + ground.page - 1) / ground.page * ground.page);
    if (limit <= from) {
      pass_over(ground, plan, ground.room);
      return 0;
    }
    if (limit - from >= ground.least) return limit;
    pass_over(ground, plan, limit - from);
  }
}

/// The plan of a transaction that is asked for on `ground`.
inline TrbePlan trbe_plan(TrbeGround ground) {
  TrbePlan plan;
  if (!ground.snapshot && ground.room == 0) return plan;
  const std::uint64_t limit = ground.snapshot ? ground.size : trbe_limit(ground, plan);
  plan.pointer = ground.head % ground.size;
  plan.runs = limit != 0;
  if (ground.overwrites != 0) {
    plan.runs = plan.runs && plan.pointer % ground.page == 0;
    plan.base = plan.pointer;
  }
  if (ground.beyond)
    plan.runs = plan.runs && plan.pointer + ground.overwrites + ground.page < limit;
  plan.pointer += ground.overwrites;
  plan.limit = limit - (ground.beyond ? ground.page : 0);
  return plan;
}

}  // namespace ringcheck
