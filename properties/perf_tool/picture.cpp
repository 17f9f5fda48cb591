// What snapshots take from an AUX area, next to what the unit has written since the one before.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <ranges>

#include "properties/core/buffer_picture.hpp"
#include "properties/perf_tool/snapshot_area.hpp"

namespace ringcheck {
namespace {

/// Two snapshots; the second one is drawn.
struct Case {
  SnapshotDriver driver;
  std::string_view name;
  std::uint64_t len;            ///< of the area (bytes)
  std::uint64_t first, second;  ///< written before each snapshot (bytes)
};

/// The result of one snapshot. Positions are running; bytes.
struct Window {
  std::uint64_t fresh = 0;  ///< of the newest bytes, those that are new
  std::uint64_t taken = 0;  ///< likewise, those that the snapshot takes
};

/// The strip of `c`, and its result.
std::pair<PictureStrip, Window> draw(const Case& c) {
  SnapshotArea area(c.len, true, c.driver.running_head);
  const SnapshotFinder find = c.driver.make();
  area.produce(c.first);
  area.read(true, find);
  const std::uint64_t old = area.previous;
  area.produce(c.second);
  const std::vector<std::uint64_t> taken = area.read(true, find);
  // Where the unit stands, a lap further on, so the whole area lies behind it.
  const std::uint64_t head = area.position + c.len;
  const Window window{std::min(c.second, c.len), taken.size()};
  const std::vector<std::uint64_t> newest = area.newest(window.fresh);
  const auto differ =
      std::ranges::mismatch(taken | std::views::reverse, newest | std::views::reverse);
  const auto both = static_cast<std::uint64_t>(differ.in1 - taken.rbegin());

  PictureStrip strip;
  strip.bytes = c.len;
  strip.tick = c.len / 8;
  PictureLane wrote{"written since", {}};
  wrote.ranges.push_back({RangeKind::fresh, head - both, both, fmt::format("{} bytes", both)});
  if (window.fresh > both)
    wrote.ranges.push_back({RangeKind::missed, head - window.fresh, window.fresh - both,
                            fmt::format("{} not taken", window.fresh - both)});
  PictureLane takes{"snapshot takes", {}};
  takes.ranges.push_back({RangeKind::fresh, head - both, both, fmt::format("{} bytes", both)});
  if (window.taken > both)
    takes.ranges.push_back({RangeKind::mistake, head - window.taken, window.taken - both,
                            fmt::format("{} not new", window.taken - both)});
  for (PictureLane* lane : {&wrote, &takes})
    for (PictureRange& range : lane->ranges) range.from %= c.len;
  strip.lanes = {wrote, takes};
  strip.marks = {{old % c.len, fmt::format("old {}", old), false},
                 {head % c.len, fmt::format("head {}", area.memory[area.mm.user_head]), false}};
  strip.title =
      fmt::format("{}: {} bytes, a snapshot, {} bytes, a snapshot", c.name, c.first, c.second);
  return {strip, window};
}

}  // namespace

BufferPicture snapshot_window_picture() {
  const std::array cases = {
      Case{cs_etm_snapshots(), "CoreSight", 1024, 640, 896},
      Case{cs_etm_snapshots(), "CoreSight, more than a lap", 1024, 640, 1152},
      Case{arm_spe_snapshots(), "Arm SPE, after its first lap", 1024, 1024, 384},
      Case{intel_pt_snapshots(), "Intel PT, in the last 4096 bytes", 8192, 1024, 5120},
  };
  BufferPicture picture;
  picture.name = "snapshot-window";
  picture.title = "What a snapshot takes, between the old head and the new one";
  std::vector<Window> windows;
  for (const Case& c : cases) {
    auto [strip, window] = draw(c);
    picture.strips.push_back(std::move(strip));
    windows.push_back(window);
  }
  picture.key = {{RangeKind::fresh, "new, and taken"},
                 {RangeKind::missed, "new, and not taken"},
                 {RangeKind::mistake, "taken, and not new"}};
  picture.text = fmt::format(
      "Each row is an AUX area in snapshot mode when the second of two snapshots is taken; a trace "
      "unit that knows every byte says which of them are new. CoreSight's head runs, and up to a "
      "lap the window between the old head and the new one is exact, around the end of the area "
      "too. After more than a lap it is the rest of a division: {} of {} bytes (V-10). Arm SPE "
      "takes the whole area from its first lap on (V-09), Intel PT as soon as there is trace in "
      "its last 4096 bytes (V-07), with what was taken before and what nobody wrote.",
      windows[1].taken, windows[1].fresh);
  return picture;
}

}  // namespace ringcheck
