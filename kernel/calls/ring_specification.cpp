// A RingProgram on the specification.
// Tested by `make kernel`.
#include <fmt/format.h>

#include "kernel/calls/ring_sides.hpp"

namespace ringcheck {

RingWords::RingWords(const RingProgram& program, unsigned page_bytes) {
  data_words = std::uint64_t{program.nr_pages} * page_bytes / kWordBytes;
  ring = PerfBufferCells::at(0);
  count = PerfBufferCells::count(data_words);
  sampled = count++;
  for (std::size_t i = 0; i < program.events.size(); ++i) {
    events.push_back(PerfEventCells::at(count));
    count += PerfEventCells::kCount;
  }
  shared = count;
  for (std::size_t i = 0; i < program.events.size(); ++i) {
    waits.push_back(WaitCells::at(count));
    count += WaitCells::kCount;
  }
}

std::string RingWords::name(std::uint64_t word) const {
  if (word < PerfBufferCells::count(data_words)) return PerfBufferCells::name(word);
  if (word == sampled) return "events";
  const std::uint64_t index = word - sampled - 1;
  return fmt::format("event {}.{}", index / PerfEventCells::kCount,
                     PerfEventCells::kNames.at(index % PerfEventCells::kCount));
}

RingSpecification::RingSpecification(const RingProgram& program, const RingWords& words,
                                     unsigned page_bytes, ReserveOrder order, LongWidth width) {
  memory_.words.assign(words.count, 0);
  const std::uint64_t bytes = words.data_words * kWordBytes;
  const RingSetup setup = ring_buffer_init(bytes, program.watermark, program.writable);
  rb_.at = words.ring;
  rb_.events = words.sampled;
  rb_.data_size = bytes;
  rb_.page_size = page_bytes;
  rb_.watermark = setup.watermark;
  rb_.overwrite = setup.overwrite;
  rb_.whole_words = program.whole_words;
  rb_.reserve_order = order;
  rb_.attempts = INT32_MAX;
  rb_.width = memory_.width = width;
  for (std::size_t i = 0; i < program.events.size(); ++i) {
    const RingProgramEvent& described = program.events[i];
    PerfEvent event;
    event.id = 100 + i;
    event.primary_id = described.child ? 100 : event.id;
    event.sample_type = described.sample_type;
    event.sample_id_all = described.sample_id_all;
    event.write_backward = program.backward;
    event.wakeup_events = described.watermark ? 0 : described.wakeup_events;
    // A task of another namespace is 0, and -1 once it has ended. Source: perf_event_pid_type.
    const bool seen = program.task == RingTask::seen;
    const std::uint32_t unseen = program.task == RingTask::ended ? UINT32_MAX : 0;
    event.pid = seen ? kRingPid : unseen;
    event.tid = seen ? kRingTid : unseen;
    event.cpu = 3;
    event.time = 5000 + i;
    event.attached = described.attached;
    // Nobody makes records for it any more. Source: is_event_hup.
    constexpr int kExit = -3;
    hung_up_.push_back(described.state <= kExit && !described.has_child);
    event.number = i + 1;
    event.at = words.events[i];
    events_.push_back(event);
  }
  for (std::size_t i = 0; i < program.events.size(); ++i)
    if (program.events[i].child) events_[i].parent = events_.data();
  for (std::size_t i = 0; i < program.events.size(); ++i) {
    memory_.words[words.waits[i].entry] = 1;
    const bool listed = program.events[i].attached && !program.events[i].child;
    if (listed) list_.push_back({&events_[i], words.waits[i]});
  }
  memory_.words[rb_.at.head] = program.head;
  memory_.words[rb_.at.data_head] = program.head;
  memory_.words[rb_.at.data_tail] = program.head;
  memory_.words[rb_.at.lost] = program.lost;
  memory_.words[rb_.at.paused] = setup.paused ? 1 : 0;
  if (!program.whole_words)
    memory_.counts = [&words](std::uint64_t word) {
      return word < words.ring.data || word >= words.ring.data + words.data_words;
    };
  memory_.tracing = true;
}

int RingSpecification::begin(unsigned event, std::uint64_t size) {
  constexpr int kNoSpace = -28;
  writers_.emplace_back();
  const std::size_t index = writers_.size() - 1;
  PerfOutputHandle<RecordingCpu> handle;
  const bool begun = perf_output_begin(cpu_, rb_, handle, size, events_[event]);
  if (begun)
    writers_[index] = handle;
  else
    writers_.pop_back();
  return begun ? 0 : kNoSpace;
}

WriterPlace RingSpecification::place() const {
  const PerfOutputPlace place = output_place(rb_, writers_.back().next);
  return {place.page, place.offset, place.room, writers_.back().wakeup};
}

void RingSpecification::copy(std::uint64_t name, std::uint64_t from, std::uint64_t size) {
  const std::size_t index = writers_.size() - 1;
  PerfOutputHandle<RecordingCpu> handle = writers_[index];
  perf_output_copy(
      cpu_, rb_, handle, [&](std::uint64_t i) { return payload_byte(name, from + i); }, size);
  writers_[index] = handle;
}

void RingSpecification::skip(std::uint64_t size) {
  perf_output_skip(writers_.back(), size);
}

void RingSpecification::sample(unsigned event, std::uint64_t name, unsigned words) {
  const std::size_t index = writers_.size() - 1;
  PerfOutputHandle<RecordingCpu> handle = writers_[index];
  const Sample sample{name, words};
  perf_output_word(cpu_, rb_, handle, header_word(kRecordSample, 0, sample.bytes()));
  for (unsigned i = 0; i < words; ++i) perf_output_word(cpu_, rb_, handle, sample.payload(i));
  count_sample(cpu_, rb_, events_[event]);
  writers_[index] = handle;
}

void RingSpecification::end() {
  PerfOutputHandle<RecordingCpu> handle = writers_.back();
  perf_output_end(cpu_, rb_, handle);
  writers_.pop_back();
}

std::uint64_t RingSpecification::poll(unsigned event) {
  // Without a buffer there is nothing to take.
  constexpr std::uint64_t kHangup = 0x10;
  if (!events_[event].attached || events_[event].parent != nullptr) return kHangup;
  if (hung_up_[event]) return kHangup;
  return perf_poll(cpu_, rb_);
}

std::uint64_t RingSpecification::run_irq_work(unsigned event) {
  // irq_work_single, which is not part of the text, clears the work's own state.
  memory_.tracing = false;
  // Without a buffer there is nobody to wake.
  const bool attached = events_[event].output().attached;
  perf_pending_irq(cpu_, rb_,
                   attached ? std::span<const WokenEvent>(list_) : std::span<const WokenEvent>(),
                   events_[event]);
  memory_.tracing = true;
  std::uint64_t woken = 0;
  for (const WokenEvent& waiting : list_)
    if (std::exchange(memory_.words[waiting.wait->trigger], 0) != 0)
      woken |= std::uint64_t{1} << (waiting.event->number - 1);
  return woken;
}

void RingSpecification::pause(bool paused) {
  cpu_.store(rb_.at.paused, rb_toggle_paused(rb_.nr_pages(), paused) ? 1 : 0);
}

void RingSpecification::set_tail(std::uint64_t tail) {
  memory_.words[rb_.at.data_tail] = tail;
}

}  // namespace ringcheck
