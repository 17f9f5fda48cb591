// The specification as a buffer that a program uses.
// Source: kernel/events/core.c perf_mmap, perf_poll, _perf_ioctl; tools/lib/perf/mmap.c.
// Tested by tests/properties/ring/live_case_test.cpp.
#include "properties/ring/live_buffer.hpp"

#include <fmt/format.h>

#include <bit>

namespace ringcheck {

namespace {

constexpr std::uint64_t kFixedFields = kSampleIp | kSampleTid | kSampleTime | kSampleAddr |
                                       kSampleId | kSampleCpu | kSamplePeriod | kSampleStreamId |
                                       kSampleIdentifier;

}  // namespace

bool has_fixed_size(std::uint64_t sample_type) {
  return (sample_type & ~kFixedFields) == 0;
}

SpecifiedBuffer::SpecifiedBuffer(const LiveSetup& setup, DefectSet defects) : setup_(setup) {
  const auto watermark = setup.by_watermark ? static_cast<std::int64_t>(setup.wakeup) : 0;
  buffer_.make(kLivePageSize, setup.data_size / kLivePageSize, watermark, !setup.backward, defects);
  buffer_.rb.events = buffer_.memory.size();
  buffer_.memory.push_back(0);
  for (const std::uint64_t sample_type : setup.sample_types) {
    if (!has_fixed_size(sample_type))
      throw NotModelled(fmt::format("sample_type {:#x} is not of a fixed size", sample_type));
    PerfEvent event;
    event.id = buffer_.events.size() + 1;
    event.primary_id = event.id;
    event.sample_type = sample_type;
    event.sample_id_all = setup.sample_id_all;
    event.write_backward = setup.backward;
    event.wakeup_events = setup.by_watermark ? 0 : setup.wakeup;
    buffer_.add_event(event);
  }
  map_.overwrite = setup.backward;
}

LiveState SpecifiedBuffer::take(const LiveStep& step) {
  std::uint64_t left = step.count;
  bool ready = false;
  switch (step.op) {
    case LiveStep::Op::emit:
      emit(step.event, step.count);
      break;
    case LiveStep::Op::consume:
      consume([&] { return left-- == 0; });
      break;
    case LiveStep::Op::pause:
    case LiveStep::Op::resume:
      buffer_.pause(step.op == LiveStep::Op::pause);
      break;
    case LiveStep::Op::poll: {
      Machine cpu(buffer_.memory);
      ready = perf_poll(cpu, buffer_.rb) != 0;
      break;
    }
  }
  return look(ready);
}

LiveState SpecifiedBuffer::consume_to(std::uint64_t tail) {
  consume([&] { return map_.prev == tail; });
  return look();
}

void SpecifiedBuffer::emit(std::uint64_t event, std::uint64_t count) {
  Machine cpu(buffer_.memory);
  const auto words = static_cast<std::uint64_t>(std::popcount(setup_.sample_types[event]));
  for (std::uint64_t i = 0; i < count; ++i)
    perf_output_sample(cpu, buffer_.rb, Sample{++samples_, words}, buffer_.events[event]);
}

template <class Enough>
void SpecifiedBuffer::consume(Enough&& enough) {
  if (setup_.backward) return;
  Machine cpu(buffer_.memory);
  PerfRecord<Machine> record;
  if (perf_mmap_read_init(cpu, buffer_.rb, map_) != 0) return;
  while (!enough() && perf_mmap_read_event(cpu, buffer_.rb, map_, record)) {
    perf_record_use(cpu, buffer_.rb, record, [](std::uint64_t) {});
    perf_mmap_consume(cpu, buffer_.rb, map_);
  }
}

LiveState SpecifiedBuffer::look(bool ready) {
  LiveState state;
  state.data_head = buffer_.word(buffer_.rb.at.data_head);
  state.data_tail = buffer_.word(buffer_.rb.at.data_tail);
  state.records = records_between(setup_, seen_head_, state.data_head,
                                  [&](std::uint64_t offset) { return buffer_.data_word(offset); });
  state.ready = ready;
  seen_head_ = state.data_head;
  return state;
}

}  // namespace ringcheck
