// The copy from an ETR's bounce buffer: it is full, has more than there is room for, and goes
// around both ends.
#include <fmt/format.h>

#include "properties/aux/conform_machine.hpp"
#include "properties/core/buffer_picture.hpp"
#include "protocol/tmc/etr_update.hpp"

namespace ringcheck {
namespace {

constexpr std::uint64_t kBounce = 128, kArea = 256;
constexpr std::uint64_t kWritePointer = 48;  ///< of the ETR; it has gone round
constexpr std::uint64_t kHead = 224, kTail = 80;
constexpr std::uint64_t kFirstByte = 1000;  ///< the bounce buffer's bytes count from here

/// An ETR beside an AUX area.
struct Etr {
  Etr() : m(machine_setup()) {
    buf.at = EtrCells::at(m.driver);
    buf.data.memory = buf.data.view = {m.driver + EtrCells::kCount, kBounce, 1};
    for (std::uint64_t i = 0; i < kBounce; ++i) m.word(bounce(i)) = kFirstByte + i;
    m.word(buf.at.rrp) = m.word(buf.at.rwp) = kWritePointer;
    m.word(buf.at.status) = kEtrFull;
    m.word(buf.at.refcnt) = 1;
    m.word(buf.at.perf_buf) = buf.name;
  }
  static AuxMachineSetup machine_setup() {
    AuxMachineSetup setup;
    setup.aux_size = setup.watermark = kArea;
    setup.add_data_ring();
    setup.events.resize(1);
    setup.head = kHead;
    setup.tail = kTail;
    setup.driver_words = EtrCells::kCount + kBounce;
    return setup;
  }
  [[nodiscard]] std::uint64_t bounce(std::uint64_t offset) const {
    return buf.data.view.address(offset);
  }

  AuxMachine m;
  EtrBuf buf;
};

/// The pieces in which bytes of the bounce buffer lie in the area. Only the barrier packet's bytes
/// do not tell where they come from; they are one run in both places.
std::vector<PictureCopy> pieces(const Etr& etr, std::uint64_t packet) {
  std::vector<PictureCopy> found;
  for (std::uint64_t i = 0; i < kArea; ++i) {
    const std::uint64_t to = (kHead + i) % kArea;
    const std::uint64_t byte = etr.m.word(etr.m.aux.area.address(to));
    if (byte == 0) continue;
    const std::uint64_t from = byte >= kFirstByte ? byte - kFirstByte : packet + i;
    PictureCopy* last = found.empty() ? nullptr : &found.back();
    if (last != nullptr && last->from + last->length == from && last->to + last->length == to)
      ++last->length;
    else
      found.push_back({from, to, 1});
  }
  return found;
}

}  // namespace

BufferPicture bounce_copy_picture() {
  Etr etr;
  AuxMachine& m = etr.m;
  auto cpu = m.cpu();
  SettledUnit unit;
  perf_aux_output_begin(cpu, m.aux, m.handle, m.events[0]);
  const std::uint64_t room = m.word(m.handle.size);
  const std::uint64_t copied = tmc_update_etr_buffer(cpu, unit, etr.buf, 4, m.aux, m.handle);
  perf_aux_output_end(cpu, m.aux, m.handle, copied);
  const std::uint64_t head = m.word(m.aux.at.user_head);
  const std::uint64_t packet = m.notes.barrier_packet;
  const std::uint64_t trace = m.word(etr.buf.at.len);

  BufferPicture picture;
  picture.name = "bounce-copy";
  picture.title = "An ETR's bounce buffer is copied to the AUX area, around the end of either";
  picture.copies = pieces(etr, packet);
  PictureLane source{"trace", {}};
  source.ranges.push_back({RangeKind::missed, kWritePointer, trace - copied, "left behind"});
  source.ranges.push_back({RangeKind::packet, packet, kBarrierPacketBytes, ""});
  source.ranges.push_back(
      {RangeKind::fresh, packet + kBarrierPacketBytes, copied - kBarrierPacketBytes, "copied"});
  picture.strips.push_back({fmt::format("Bounce buffer, {} bytes", kBounce),
                            kBounce,
                            16,
                            {source},
                            {{kWritePointer, "write pointer: the oldest byte", false},
                             {packet, "first byte copied", false}}});
  PictureLane area{"AUX area", {}};
  area.ranges.push_back({RangeKind::unread, kTail, kHead - kTail, "unread"});
  area.ranges.push_back({RangeKind::packet, kHead, kBarrierPacketBytes, ""});
  area.ranges.push_back(
      {RangeKind::fresh, kHead + kBarrierPacketBytes, copied - kBarrierPacketBytes, "copied"});
  area.ranges.push_back({RangeKind::room, head % kArea, kTail + kArea - head, ""});
  picture.strips.push_back({fmt::format("AUX area, {} bytes", kArea),
                            kArea,
                            16,
                            {area},
                            {{kTail, fmt::format("aux_tail {}", kTail), false},
                             {kHead, fmt::format("aux_head was {}", kHead), false},
                             {head % kArea, fmt::format("aux_head {}", head), false}}});
  picture.key = {{RangeKind::fresh, "new trace"},
                 {RangeKind::packet, "barrier packet"},
                 {RangeKind::missed, "trace that does not fit"},
                 {RangeKind::unread, "not read yet"},
                 {RangeKind::room, "room that is left"}};
  picture.text = fmt::format(
      "The ETR has gone round its buffer of {} bytes: the oldest byte is at its write pointer, {}. "
      "The area has room for {} bytes, of which whole frames are used: {}. So the oldest {} bytes "
      "are left behind, a barrier packet takes the place of the first {} that are copied, and the "
      "copy is made in {} pieces: around the end of the bounce buffer, and around the end of the "
      "area. The record says TRUNCATED.",
      kBounce, kWritePointer, room, copied, trace - copied, kBarrierPacketBytes,
      picture.copies.size());
  return picture;
}

std::vector<BufferPicture> aux_pictures() {
  return {bounce_copy_picture(), snapshot_window_picture(), topa_markers_picture()};
}

}  // namespace ringcheck
