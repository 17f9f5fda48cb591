// A RingProgram on the kernel's text.
// Tested by `make kernel`.
#include <cstring>

#include "kernel/calls/ring_sides.hpp"
#include "kernel/calls/without_words.hpp"

namespace ringcheck {

namespace {

constexpr std::uint64_t kFirstTime = 5000;

void write_place(const rc_place& place, std::uint64_t value) {
  std::memcpy(const_cast<void*>(place.at), &value, place.bytes);
}

/// The fields of a buffer in the order of PerfBufferCells.
constexpr std::array kRingFields = {RC_HEAD, RC_NEST,   RC_WAKEUP,    RC_LOST,
                                    RC_POLL, RC_PAUSED, RC_DATA_HEAD, RC_DATA_TAIL};

}  // namespace

RingKernel::RingKernel(const NativeObject& object, const RingProgram& program,
                       const RingWords& words)
    : machine_(object), words_(words), named_(program.named_begin) {
  const bool seen = program.task == RingTask::seen;
  object.function<decltype(rc_set_task)>("rc_set_task")(seen ? kRingPid : 0, seen ? kRingTid : 0,
                                                        program.task == RingTask::ended ? 0 : 1);
  machine_.cpu = 3;
  machine_.answer = [](std::string_view, long long clock) {
    return static_cast<long long>(kFirstTime) + clock;
  };
  buffer_ = object.function<decltype(rc_new_buffer)>("rc_new_buffer")(
      static_cast<int>(program.nr_pages), program.watermark, 0, program.writable ? 1 : 0);
  for (std::size_t i = 0; i < program.events.size(); ++i) {
    const RingProgramEvent& event = program.events[i];
    rc_event_setup setup{};
    setup.id = 100 + i;
    setup.sample_type = event.sample_type;
    setup.sample_id_all = event.sample_id_all ? 1 : 0;
    setup.write_backward = program.backward ? 1 : 0;
    setup.watermark = event.watermark ? 1 : 0;
    setup.wakeup_events = event.wakeup_events;
    setup.clock = static_cast<unsigned>(i);
    setup.cpu = -1;
    setup.parent = event.child ? events_[0] : nullptr;
    setup.state = event.state;
    setup.has_child = event.has_child ? 1 : 0;
    events_.push_back(object.function<decltype(rc_new_event)>("rc_new_event")(&setup));
    if (event.attached && !event.child)
      object.function<decltype(rc_attach)>("rc_attach")(events_.back(), buffer_);
  }
  name_all(program, words);
  write_place(places_[words.ring.head], program.head);
  write_place(places_[words.ring.data_head], program.head);
  write_place(places_[words.ring.data_tail], program.head);
  write_place(places_[words.ring.lost], program.lost);
  machine_.tracing = true;
}

void RingKernel::name_all(const RingProgram& program, const RingWords& words) {
  const NativeObject& object = machine_.object();
  places_.resize(words.count);
  const auto add = [&](const rc_place& place, std::uint64_t word) {
    machine_.name(place.at, word);
    places_[word] = place;
  };
  auto* buffer_place = object.function<decltype(rc_buffer_place)>("rc_buffer_place");
  for (std::size_t i = 0; i < kRingFields.size(); ++i)
    add(buffer_place(buffer_, kRingFields[i]), words.ring.head + i);
  add(buffer_place(buffer_, RC_EVENTS), words.sampled);
  auto* event_place = object.function<decltype(rc_event_place)>("rc_event_place");
  for (std::size_t i = 0; i < events_.size(); ++i) {
    const PerfEventCells& at = words.events[i];
    add(event_place(events_[i], RC_PENDING_DISABLE), at.pending_disable);
    add(event_place(events_[i], RC_PENDING_WAKEUP), at.pending_wakeup);
    add(event_place(events_[i], RC_HW_STATE), at.hw_state);
    add(event_place(events_[i], RC_LOST_SAMPLES), at.lost_samples);
    machine_.name_work(
        object.function<decltype(rc_event_irq_work)>("rc_event_irq_work")(events_[i]),
        at.pending_irq);
    machine_.watch(events_[i], "perf_event");
  }
  const std::uint64_t page_bytes = std::uint64_t{1} << object.options().page_shift;
  for (unsigned page = 0; page < program.nr_pages; ++page) {
    char* data = static_cast<char*>(
        object.function<decltype(rc_data_page)>("rc_data_page")(buffer_, static_cast<int>(page)));
    const std::uint64_t first = words.ring.data + page * page_bytes / kWordBytes;
    if (program.whole_words) machine_.name_words(data, page_bytes, first);
    for (std::uint64_t i = 0; i < page_bytes / kWordBytes; ++i)
      places_[first + i] = {data + i * kWordBytes, kWordBytes};
  }
  machine_.watch(buffer_, "perf_buffer");
}

int RingKernel::begin(unsigned event, std::uint64_t size) {
  const NativeObject& object = machine_.object();
  rc_writer* writer = object.function<rc_writer*()>("rc_new_writer")();
  writers_.push_back(writer);
  const int result = object.function<decltype(rc_write_begin)>("rc_write_begin")(
      writer, events_[event], static_cast<unsigned>(size), named_ ? 1 : 0);
  if (result != 0) writers_.pop_back();
  return result;
}

WriterPlace RingKernel::place() const {
  const NativeObject& object = machine_.object();
  auto* field = object.function<decltype(rc_writer_field)>("rc_writer_field");
  const rc_writer* writer = writers_.back();
  return {field(writer, RC_HANDLE_PAGE),
          object.function<decltype(rc_writer_offset)>("rc_writer_offset")(writer),
          field(writer, RC_HANDLE_SIZE), field(writer, RC_HANDLE_WAKEUP)};
}

void RingKernel::copy(std::uint64_t name, std::uint64_t from, std::uint64_t size) {
  alignas(8) std::vector<std::uint8_t> bytes(size);
  for (std::uint64_t i = 0; i < size; ++i) bytes[i] = payload_byte(name, from + i);
  machine_.object().function<decltype(rc_write_copy)>("rc_write_copy")(
      writers_.back(), bytes.data(), static_cast<unsigned>(size));
}

void RingKernel::skip(std::uint64_t size) {
  machine_.object().function<decltype(rc_write_skip)>("rc_write_skip")(writers_.back(),
                                                                       static_cast<unsigned>(size));
}

void RingKernel::sample(unsigned event, std::uint64_t name, unsigned words) {
  const Sample sample{name, words};
  std::vector<unsigned long long> payload;
  for (unsigned i = 0; i < words; ++i) payload.push_back(sample.payload(i));
  machine_.object().function<decltype(rc_write_sample)>("rc_write_sample")(
      writers_.back(), events_[event], payload.data(), words);
}

void RingKernel::end() {
  machine_.object().function<decltype(rc_write_end)>("rc_write_end")(writers_.back());
  writers_.pop_back();
}

std::uint64_t RingKernel::poll(unsigned event) {
  return machine_.object().function<decltype(rc_poll)>("rc_poll")(events_[event]);
}

void RingKernel::listen(unsigned event) {
  machine_.object().function<decltype(rc_listen)>("rc_listen")(events_[event]);
}

int RingKernel::signal(unsigned event) {
  return machine_.object().function<decltype(rc_signal)>("rc_signal")(events_[event]);
}

std::uint64_t RingKernel::run_irq_work(unsigned event) {
  std::uint64_t woken = 0;
  const rc_place pending = machine_.object().function<decltype(rc_event_place)>("rc_event_place")(
      events_[event], RC_PENDING_WAKEUP);
  machine_.woken = [&](void* queue) {
    if (value_of(pending) != 0) woken |= kWokenTooEarly;
    for (std::size_t i = 0; i < events_.size(); ++i)
      if (machine_.object().function<decltype(rc_wait_queue)>("rc_wait_queue")(events_[i]) == queue)
        woken |= std::uint64_t{1} << i;
  };
  machine_.take_work(
      machine_.object().function<decltype(rc_event_irq_work)>("rc_event_irq_work")(events_[event]));
  machine_.tracing = false;
  machine_.object().function<decltype(rc_irq_work)>("rc_irq_work")(events_[event]);
  machine_.tracing = true;
  machine_.woken = [](void*) {};
  return woken;
}

void RingKernel::pause(bool paused) {
  machine_.object().function<decltype(rc_pause)>("rc_pause")(buffer_, paused ? 1 : 0);
}

void RingKernel::set_tail(std::uint64_t tail) {
  write_place(places_[words_.ring.data_tail], tail);
}

std::uint64_t RingKernel::word(std::uint64_t at) const {
  std::uint64_t value = 0;
  std::memcpy(&value, const_cast<void*>(places_[at].at), places_[at].bytes);
  return value;
}

}  // namespace ringcheck
