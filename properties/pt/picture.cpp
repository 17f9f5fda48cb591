// Intel PT's STOP and INT markers next to the reader's tail: as they should be, and a lap later.
#include <fmt/format.h>

#include "properties/core/buffer_picture.hpp"
#include "properties/pt/pt_machine.hpp"

namespace ringcheck {
namespace {

/// A transaction that the unit fills until it stops.
struct Transaction {
  PictureStrip strip;
  std::uint64_t room = 0;     ///< granted (bytes)
  std::uint64_t written = 0;  ///< by the unit until STOP (bytes)
};

/// Starts at position `head` with the reader at `tail`, in four regions of a page.
Transaction run(std::string title, std::uint64_t head, std::uint64_t tail) {
  PtBenchSetup setup;
  setup.origin = head;
  setup.watermark_pages = 1;
  PtBench b(setup, {});
  b.bench.tail() = tail;
  auto cpu = b.bench.cpu();
  SettledUnit unit;
  pt_event_start(cpu, unit, b.pt, b.bench.m.events[0]);
  Transaction done;
  done.room = b.word(b.pt.handle.size);
  const std::uint64_t wakeup = b.word(b.pt.handle.wakeup);
  b.write(2 * b.pt.size());
  done.written = b.written;

  const std::uint64_t size = b.pt.size();
  const std::uint64_t in_room = std::min(done.written, done.room + 1);
  PictureLane area{"the reader", {}};
  area.ranges.push_back({RangeKind::unread, tail % size, head - tail, "unread"});
  area.ranges.push_back({RangeKind::room, head % size, size - (head - tail), "room"});
  PictureLane device{"the unit", {}};
  device.ranges.push_back({RangeKind::fresh, head % size, in_room, "trace"});
  if (done.written > in_room)
    device.ranges.push_back({RangeKind::mistake, (head + in_room) % size, done.written - in_room,
                             "trace over what is not read"});
  done.strip = {std::move(title), size, kPtPageBytes / 2, {area, device}, {}};
  done.strip.marks = {{tail % size, fmt::format("aux_tail {}", tail), false},
                      {head % size, fmt::format("aux_head {}", head), false},
                      {wakeup % size, fmt::format("wakeup {}", wakeup), false}};
  for (const auto& [name, entry] : {std::pair{"STOP", b.pt.at.stop_te}, {"INT", b.pt.at.intr_te}})
    done.strip.marks.push_back({b.word(entry) * kPtPageBytes, name, true});
  return done;
}

}  // namespace

BufferPicture topa_markers_picture() {
  const Transaction good = run("The tail at a page's end", 5 * kPtPageBytes, 3 * kPtPageBytes);
  const Transaction bad = run("The tail, and less than a page of room, in the middle of a page",
                              4 * kPtPageBytes + 2048, kPtPageBytes + 2048);
  BufferPicture picture;
  picture.name = "topa-markers";
  picture.title = "Intel PT's markers beside the reader's tail";
  picture.strips = {good.strip, bad.strip};
  picture.key = {{RangeKind::unread, "not read yet"},
                 {RangeKind::room, "room"},
                 {RangeKind::fresh, "what the unit writes until STOP"},
                 {RangeKind::mistake, "what it writes over"}};
  picture.text = fmt::format(
      "Four regions of a page. STOP stands at the end of the last region before the reader's tail, "
      "INT at the end of the one before the wakeup: the unit fills its room, {} bytes of {}, and "
      "stops. Below, head and tail stand in the middle of pages, {} bytes apart; pages of the head "
      "and of the room are counted apart, the region in use would be the last, and STOP comes to "
      "stand a lap behind, with INT before it: the unit writes {} bytes (V-20).",
      good.written, good.room + 1, bad.room + 1, bad.written);
  return picture;
}

}  // namespace ringcheck
