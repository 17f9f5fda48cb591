// AUX transactions on the kernel's text.
// Tested by `make kernel`.
#include <cstring>

#include "kernel/calls/aux_sides.hpp"

namespace ringcheck {
namespace {

constexpr std::array kRingFields = {RC_HEAD, RC_NEST,   RC_WAKEUP,    RC_LOST,
                                    RC_POLL, RC_PAUSED, RC_DATA_HEAD, RC_DATA_TAIL};
constexpr std::array kAuxFields = {RC_AUX_HEAD,       RC_AUX_WAKEUP,   RC_AUX_NEST,
                                   RC_AUX_MMAP_COUNT, RC_AUX_REFCOUNT, RC_REFCOUNT,
                                   RC_USER_AUX_HEAD,  RC_USER_AUX_TAIL};

std::uint64_t setup_of(const CallProgram& program, AuxSetupNumber number) {
  return program.setup.at(static_cast<std::size_t>(number));
}

}  // namespace

AuxKernel::AuxKernel(const NativeObject& object, const CallProgram& program, const AuxWords& words)
    : machine_(object), words_(words), head_(setup_of(program, AuxSetupNumber::head)) {
  object.function<decltype(rc_set_task)>("rc_set_task")(1234, 1235);
  machine_.cpu = 3;
  machine_.answer = [](std::string_view name, long long argument) -> long long {
    return name == "clock" ? 5000 + argument : 1;
  };
  set_up(program);
  name_all(program);
  set(words.aux.aux_head, head_);
  set(words.aux.user_head, head_);
  set(words.aux.aux_wakeup, head_);
  set(words.ring.lost, setup_of(program, AuxSetupNumber::lost));
  set(words.aux.user_tail, head_ - setup_of(program, AuxSetupNumber::tail));
  machine_.tracing = true;
}

void AuxKernel::set_up(const CallProgram& program) {
  const NativeObject& object = machine_.object();
  buffer_ = object.function<decltype(rc_new_buffer)>("rc_new_buffer")(
      static_cast<int>(setup_of(program, AuxSetupNumber::data_pages)),
      static_cast<long long>(setup_of(program, AuxSetupNumber::data_watermark)), 0, 1);
  for (unsigned i = 0; i < kAuxEvents; ++i) {
    rc_event_setup setup{};
    setup.id = 100 + i;
    setup.sample_type = setup_of(program, AuxSetupNumber::sample_type);
    setup.sample_id_all = setup_of(program, AuxSetupNumber::sample_id_all) != 0 ? 1 : 0;
    setup.clock = i;
    setup.cpu = -1;
    setup.parent = i == 1 ? events_[0] : nullptr;
    events_[i] = object.function<decltype(rc_new_event)>("rc_new_event")(&setup);
  }
  object.function<decltype(rc_attach)>("rc_attach")(events_[0], buffer_);
  const int pages = static_cast<int>(setup_of(program, AuxSetupNumber::aux_pages));
  object.function<decltype(rc_new_aux)>("rc_new_aux")(
      buffer_, events_[0], 64, pages,
      static_cast<long long>(setup_of(program, AuxSetupNumber::watermark)),
      setup_of(program, AuxSetupNumber::overwrite) == 0 ? 1 : 0);
  const std::uint64_t page_bytes = std::uint64_t{1} << object.options().page_shift;
  for (int page = 0; page < pages; ++page) {
    auto* bytes = static_cast<std::uint8_t*>(
        object.function<decltype(rc_aux_page)>("rc_aux_page")(buffer_, page));
    for (std::uint64_t i = 0; i < page_bytes; ++i)
      bytes[i] = trace_byte(static_cast<std::uint64_t>(page) * page_bytes + i);
  }
  for (rc_aux_handle*& handle : handles_)
    handle = object.function<rc_aux_handle*()>("rc_new_aux_handle")();
}

void AuxKernel::name_all(const CallProgram& program) {
  const NativeObject& object = machine_.object();
  places_.assign(words_.count, {nullptr, 0});
  const auto add = [&](const rc_place& place, std::uint64_t word) {
    places_[word] = place;
    if (words_.traced(word)) machine_.name(place.at, place.bytes, word);
  };
  auto* buffer_place = object.function<decltype(rc_buffer_place)>("rc_buffer_place");
  for (std::size_t i = 0; i < kRingFields.size(); ++i)
    add(buffer_place(buffer_, kRingFields[i]), words_.ring.head + i);
  for (std::size_t i = 0; i < kAuxFields.size(); ++i)
    add(buffer_place(buffer_, kAuxFields[i]), words_.aux.aux_head + i);
  auto* event_place = object.function<decltype(rc_event_place)>("rc_event_place");
  for (unsigned i = 0; i < kAuxEvents; ++i) {
    add(event_place(events_[i], RC_PENDING_DISABLE), words_.events[i].pending_disable);
    add(event_place(events_[i], RC_PENDING_WAKEUP), words_.events[i].pending_wakeup);
    add(event_place(events_[i], RC_HW_STATE), words_.events[i].hw_state);
    add(event_place(events_[i], RC_LOST_SAMPLES), words_.events[i].lost_samples);
    machine_.name_work(
        object.function<decltype(rc_event_irq_work)>("rc_event_irq_work")(events_[i]),
        words_.events[i].pending_irq);
    machine_.watch(events_[i], "perf_event");
  }
  auto* handle_place = object.function<decltype(rc_aux_handle_place)>("rc_aux_handle_place");
  for (unsigned i = 0; i < kAuxHandles; ++i) {
    add(handle_place(handles_[i], RC_HANDLE_HEAD), words_.handles[i].head);
    add(handle_place(handles_[i], RC_HANDLE_SIZE), words_.handles[i].size);
    add(handle_place(handles_[i], RC_HANDLE_WAKEUP), words_.handles[i].wakeup);
    add(handle_place(handles_[i], RC_HANDLE_FLAGS), words_.handles[i].flags);
  }
  const std::uint64_t page_bytes = std::uint64_t{1} << object.options().page_shift;
  for (std::uint64_t page = 0; page < setup_of(program, AuxSetupNumber::data_pages); ++page) {
    char* data = static_cast<char*>(
        object.function<decltype(rc_data_page)>("rc_data_page")(buffer_, static_cast<int>(page)));
    for (std::uint64_t i = 0; i < page_bytes; i += kWordBytes)
      places_[words_.ring.data + (page * page_bytes + i) / kWordBytes] = {data + i, kWordBytes};
  }
}

void AuxKernel::set(std::uint64_t word, std::uint64_t value) {
  std::memcpy(const_cast<void*>(places_[word].at), &value, places_[word].bytes);
}

std::uint64_t AuxKernel::word(std::uint64_t at) const {
  std::uint64_t value = 0;
  std::memcpy(&value, const_cast<void*>(places_[at].at), places_[at].bytes);
  return value;
}

std::uint64_t AuxKernel::open_event(unsigned handle) const {
  const void* event =
      machine_.object().function<decltype(rc_aux_event)>("rc_aux_event")(handles_[handle]);
  for (unsigned i = 0; i < kAuxEvents; ++i)
    if (events_[i] == event) return i + 1;
  return 0;
}

const char* AuxKernel::guard(const Call& call) const {
  const auto op = static_cast<AuxOp>(call.op);
  const auto handle = static_cast<unsigned>(call.at(0));
  return aux_guard(op, op < AuxOp::aux_tail ? open_event(handle) : 0,
                   op < AuxOp::aux_tail ? busy_[handle] : 0);
}

void AuxKernel::run(const Call& call, Answers& answers) {
  const NativeObject& object = machine_.object();
  const auto op = static_cast<AuxOp>(call.op);
  const bool of_handle = op < AuxOp::aux_tail;
  const auto index = static_cast<unsigned>(of_handle ? call.at(0) : 0);
  rc_aux_handle* handle = handles_[index];
  if (of_handle) ++busy_[index];
  const auto answer = [&](const char* what, long long value) {
    answers.push_back({what, static_cast<std::uint64_t>(value)});
  };
  switch (op) {
    case AuxOp::begin:
      answer("begin",
             object.function<decltype(rc_aux_begin)>("rc_aux_begin")(handle, events_[call.at(1)]));
      break;
    case AuxOp::end:
      object.function<decltype(rc_aux_end)>("rc_aux_end")(handle, call.at(1));
      break;
    case AuxOp::skip:
      answer("skip", object.function<decltype(rc_aux_skip)>("rc_aux_skip")(handle, call.at(1)));
      break;
    case AuxOp::flag:
      object.function<decltype(rc_aux_flag)>("rc_aux_flag")(handle, call.at(1));
      break;
    case AuxOp::get:
      answer("get", object.function<decltype(rc_aux_get)>("rc_aux_get")(handle));
      break;
    case AuxOp::set_head:
      set(words_.handles[index].head, head_ + call.at(1));
      break;
    case AuxOp::copy:
      copy(call, answers);
      break;
    case AuxOp::aux_tail:
      set(words_.aux.user_tail, head_ + call.at(0));
      break;
    case AuxOp::data_tail:
      set(words_.ring.data_tail, call.at(0) == 0 ? word(words_.ring.data_head) : call.at(0));
      break;
    case AuxOp::mapped:
      set(words_.aux.aux_mmap_count, call.at(0));
      break;
    case AuxOp::pause:
      object.function<decltype(rc_pause)>("rc_pause")(buffer_, static_cast<int>(call.at(0)));
      break;
    case AuxOp::poll:
      answer("poll", object.function<decltype(rc_poll)>("rc_poll")(events_[0]));
      break;
  }
  if (of_handle) {
    --busy_[index];
    answers.push_back({"handle->event", open_event(index)});
  }
  answers.push_back({"warnings", machine_.warnings.size()});
}

void AuxKernel::copy(const Call& call, Answers& answers) {
  const NativeObject& object = machine_.object();
  rc_writer* writer = object.function<rc_writer*()>("rc_new_writer")();
  const std::uint64_t size = copied_bytes(call, head_, words_.aux_bytes);
  const int begun = object.function<decltype(rc_write_begin)>("rc_write_begin")(
      writer, events_[0], static_cast<unsigned>(size), 0);
  answers.push_back({"begin of a record", static_cast<std::uint64_t>(begun)});
  if (begun != 0) return;
  const long long copied = object.function<decltype(rc_write_copy_aux)>("rc_write_copy_aux")(
      writer, handles_[call.at(0)], head_ + call.at(1), head_ + call.at(2));
  answers.push_back({"copied", static_cast<std::uint64_t>(copied)});
  object.function<decltype(rc_write_end)>("rc_write_end")(writer);
}

}  // namespace ringcheck
