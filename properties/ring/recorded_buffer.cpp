// A buffer and its events on plain memory, and their bytes.
// Tested by tests/properties/core/conform_test.cpp.
#include "properties/ring/recorded_buffer.hpp"

#include <fmt/format.h>

namespace ringcheck {

RingSetup RecordedBuffer::make(std::uint64_t page_size, std::uint64_t nr_pages,
                               std::int64_t watermark, bool writable, DefectSet defects) {
  constexpr std::uint64_t kMostBytes = 1U << 24U;
  const std::uint64_t bytes = page_size * nr_pages;
  if (bytes > kMostBytes)
    throw RowError(fmt::format("a buffer of {} bytes, expected at most {}", bytes, kMostBytes));
  const RingSetup setup = ring_buffer_init(bytes, watermark, writable, defects);
  rb.at = PerfBufferCells::at(0);
  rb.data_size = bytes;
  rb.page_size = page_size;
  rb.watermark = setup.watermark;
  rb.overwrite = setup.overwrite;
  rb.defects = defects;
  // Interrupts come at named points, as often as a row says, so the number of rounds has no bound.
  rb.attempts = INT32_MAX;
  memory.assign(PerfBufferCells::count(bytes / kWordBytes), 0);
  memory[rb.at.paused] = setup.paused ? 1 : 0;
  return setup;
}

PerfEvent& RecordedBuffer::add_event(const PerfEvent& event) {
  events.push_back(event);
  events.back().at = PerfEventCells::at(memory.size());
  memory.resize(memory.size() + PerfEventCells::kCount);
  parents_.push_back(-1);
  return events.back();
}

void RecordedBuffer::add_event(const Json& json, bool backward) {
  Fields fields(json, fmt::format("event {}", events.size()));
  PerfEvent event;
  event.id = fields.number("id");
  event.primary_id = fields.number("pid_id");
  event.sample_id_all = fields.flag("idall");
  event.sample_type = fields.number("st");
  event.write_backward = backward;
  event.pid = static_cast<std::uint32_t>(fields.number("pid", UINT32_MAX));
  event.tid = static_cast<std::uint32_t>(fields.number("tid", UINT32_MAX));
  event.time = fields.number("time");
  event.cpu = 3;
  event.attached = fields.flag("rb");
  const std::uint64_t size = fields.number("idsz");
  if (size != event.id_header_size())
    throw RowError(fmt::format("{}: saw {}, expected {} for \"st\" {}", fields.place("idsz"), size,
                               event.id_header_size(), event.sample_type));
  add_event(event);
  parents_.back() = fields.signed_number("parent");
  fields.finish();
}

void RecordedBuffer::link_events() {
  for (std::size_t i = 0; i < events.size(); ++i) {
    const std::int64_t parent = parents_[i];
    if (parent == -1) continue;
    const auto index = static_cast<std::size_t>(parent);
    if (parent < 0 || index >= events.size() || index == i || parents_[index] != -1)
      throw RowError(
          fmt::format("event {}: saw \"parent\" {}, expected an event without one", i, parent));
    events[i].parent = &events[index];
  }
}

void RecordedBuffer::pause(bool paused) {
  memory[rb.at.paused] = rb_toggle_paused(rb.nr_pages(), paused, rb.defects) ? 1 : 0;
}

std::uint8_t RecordedBuffer::data_byte(std::uint64_t offset) const {
  return static_cast<std::uint8_t>(memory[rb.data_word(offset)] >> (offset % kWordBytes * 8));
}

void RecordedBuffer::set_data_byte(std::uint64_t offset, std::uint8_t value) {
  const std::uint64_t shift = offset % kWordBytes * 8;
  std::uint64_t& at = memory[rb.data_word(offset)];
  at = (at & ~(std::uint64_t{0xff} << shift)) | (std::uint64_t{value} << shift);
}

std::uint64_t RecordedBuffer::data_word(std::uint64_t offset) const {
  std::uint64_t result = 0;
  for (std::uint64_t i = 0; i < kWordBytes; ++i)
    result |= std::uint64_t{data_byte(offset + i)} << (i * 8);
  return result;
}

std::vector<std::uint64_t> RecordedBuffer::data_bytes() const {
  std::vector<std::uint64_t> bytes(rb.data_size);
  for (std::uint64_t i = 0; i < bytes.size(); ++i) bytes[i] = data_byte(i);
  return bytes;
}

}  // namespace ringcheck
