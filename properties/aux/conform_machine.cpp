#include "properties/aux/conform_machine.hpp"
#include "properties/core/record_header.hpp"
#include "protocol/aux/observations.hpp"
#include "protocol/tmc/observations.hpp"

#include <algorithm>
#include <stdexcept>

namespace ringcheck {

void NoteObservations::operator()(std::uint32_t kind, std::uint64_t a, std::uint64_t b,
                                  std::uint64_t, std::uint64_t) const {
  switch (kind) {
    case said::Warned<>::kKind:
      ++notes->warnings;
      break;
    case said::Padded<>::kKind:
      if (b != 0) notes->padded.emplace_back(a, b);
      break;
    case said::Synced<>::kKind:
      notes->synced.emplace_back(a, b);
      break;
    case said::BarrierPacket<>::kKind:
      notes->barrier_packet = a;
      break;
    default:
      break;
  }
}

AuxMachine::AuxMachine(const AuxMachineSetup& setup) : events(setup.events), origin_(setup.head) {
  if (setup.watermark == 0 && !setup.overwrite && setup.aux_size != 0)
    throw RowError("a watermark of 0, expected one where the AUX area is not overwritten");
  std::uint64_t next = 0;
  const auto take = [&next](std::uint64_t words) { return std::exchange(next, next + words); };
  aux.at = AuxBufferCells::at(take(AuxBufferCells::kCount));
  handle = AuxHandle::at(take(AuxHandle::kCount));
  other_handle = AuxHandle::at(take(AuxHandle::kCount));
  for (PerfEvent& event : events) event.at = PerfEventCells::at(take(PerfEventCells::kCount));
  for (std::size_t i = 0; i < events.size(); ++i) {
    events[i].number = i + 1;
    if (events[i].parent != nullptr)
      events[i].parent = &events[static_cast<std::size_t>(events[i].parent - setup.events.data())];
  }
  driver = take(setup.driver_words);
  const std::uint64_t words = setup.data_size / kWordBytes;
  aux.ring = PerfBuffer::make(take(PerfBufferCells::count(words)), words);
  aux.ring.watermark = setup.data_watermark;
  aux.area.bytes = setup.aux_size;
  aux.area.unit = setup.aux_unit;
  aux.area.base = take(aux.area.words());
  aux.watermark = setup.watermark;
  aux.overwrite = setup.overwrite;
  aux.has_aux = setup.aux_size != 0;
  aux.cpu = kCpu;
  aux.events = events;
  aux.width = aux.ring.width = setup.width;
  if (setup.width.narrow) {
    aux.user_head_high = take(1);
    aux.user_tail_high = take(1);
  }
  memory.resize(next);

  word(aux.at.aux_head) = setup.head;
  word(aux.at.user_head) = setup.head;
  word(aux.at.user_tail) = setup.tail;
  word(aux.at.aux_wakeup) = setup.wakeup;
  word(aux.at.refcount) = 1;
  word(aux.at.aux_refcount) = word(aux.at.aux_mmap_count) = aux.has_aux ? 1 : 0;
  word(aux.ring.at.paused) = aux.ring.data_size != 0 ? 0 : 1;
  word(handle.head) = word(handle.wakeup) = setup.head;
}

std::int64_t AuxMachine::pending_disable(std::size_t event) const {
  const std::uint64_t pending = word(events[event].at->pending_disable);
  return pending == 0 ? -1 : static_cast<std::int64_t>(pending);
}

std::uint64_t AuxMachine::irq() const {
  std::uint64_t times = 0;
  for (const PerfEvent& event : events) times += word(event.at->pending_irq);
  return times;
}

Json AuxMachine::new_records() {
  Json records = Json::array();
  const std::uint64_t head = word(aux.ring.at.head);
  while (records_from_ != head) {
    const auto at = [&](std::uint64_t i) {
      return word(aux.ring.data_word(records_from_ + i * kWordBytes));
    };
    const auto [type, misc, size] = record_header(at(0));
    if (size < kWordBytes) throw std::out_of_range("a record without a header");
    if (type == kRecordAux)
      records.push_back({"AUX", size, relative(at(1)), at(2), at(3)});
    else
      records.push_back({"LOST", size, at(1), at(2)});
    records_from_ += size;
  }
  return records;
}

Json AuxMachine::new_aux_records() {
  Json records = Json::array();
  for (const Json& record : new_records())
    records.push_back({record.at(2), record.at(3), record.at(4)});
  return records;
}

Json AuxMachine::new_padding() {
  auto padded = std::exchange(notes.padded, {});
  std::ranges::sort(padded);
  Json regions = Json::array();
  for (const auto& [offset, length] : padded) {
    if (!regions.empty() &&
        regions.back()[0].get<std::uint64_t>() + regions.back()[1].get<std::uint64_t>() == offset)
      regions.back()[1] = regions.back()[1].get<std::uint64_t>() + length;
    else
      regions.push_back({offset, length});
  }
  return regions;
}

}  // namespace ringcheck
