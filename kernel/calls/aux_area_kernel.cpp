// An AUX area on the kernel's text.
// Tested by `make kernel`.
#include <fmt/format.h>

#include <cstring>

#include "kernel/calls/aux_area.hpp"
#include "protocol/aux/observations.hpp"

namespace ringcheck {
namespace {

constexpr std::array kRingFields = {RC_HEAD, RC_NEST,   RC_WAKEUP,    RC_LOST,
                                    RC_POLL, RC_PAUSED, RC_DATA_HEAD, RC_DATA_TAIL};
constexpr std::array kAuxFields = {RC_AUX_HEAD,       RC_AUX_WAKEUP,   RC_AUX_NEST,
                                   RC_AUX_MMAP_COUNT, RC_AUX_REFCOUNT, RC_REFCOUNT,
                                   RC_USER_AUX_HEAD,  RC_USER_AUX_TAIL};
constexpr unsigned kPid = 1234, kTid = 1235;
constexpr std::uint64_t kFirstId = 100, kFirstTime = 5000;
constexpr unsigned long long kAuxOffset = 1024;  ///< pages

}  // namespace

KernelAuxArea::KernelAuxArea(const NativeObject& object, const AuxAreaSetup& setup,
                             const AuxAreaWords& words)
    : machine(object), setup_(setup), words_(words) {
  call<decltype(rc_set_task)>("rc_set_task")(kPid, kTid, 1);
  machine.cpu = kAuxCpu;
  machine.answer = [](std::string_view name, long long argument) -> long long {
    return name == "clock" ? static_cast<long long>(kFirstTime) + argument : 1;
  };
  machine.pages_can_be_had = [this](unsigned order) {
    if (setting_up_ != 0) return can_be_had();
    const bool has = setup_.has_piece(order, pieces_);
    if (has) ++pieces_;
    return has;
  };
  machine.memory_can_be_had = [this] { return can_be_had(); };
  buffer = call<decltype(rc_new_buffer)>("rc_new_buffer")(static_cast<int>(setup.data_pages),
                                                          setup.data_watermark, 0, 1);
  for (unsigned i = 0; i < kAuxEvents; ++i) {
    rc_event_setup made{};
    made.id = kFirstId + i;
    made.sample_type = setup.sample_type;
    made.sample_id_all = setup.sample_id_all ? 1 : 0;
    made.clock = i;
    made.cpu = -1;
    made.parent = i == 1 ? events[0] : nullptr;
    events[i] = call<decltype(rc_new_event)>("rc_new_event")(&made);
  }
  call<decltype(rc_attach)>("rc_attach")(events[0], buffer);
}

int KernelAuxArea::make(const std::function<void(void* event)>& prepare) {
  for (void* event : events) prepare(event);
  call<decltype(rc_watch_setup)>("rc_watch_setup")(events[0], &setting_up_);
  objects_before_ = machine.objects_left();
  pages_before_ = machine.pages_left();
  pieces_ = 0;
  const int result = call<decltype(rc_new_aux)>("rc_new_aux")(
      buffer, events[0], kAuxOffset, static_cast<int>(setup_.aux_pages), setup_.watermark,
      setup_.overwrite ? 0 : 1);
  if (result != 0) return result;
  for (std::uint64_t i = 0; i < words_.aux_bytes; i += setup_.page_bytes) {
    auto* bytes = static_cast<std::uint8_t*>(call<decltype(rc_aux_page)>("rc_aux_page")(
        buffer, static_cast<int>(i / setup_.page_bytes)));
    for (std::uint64_t k = 0; k < setup_.page_bytes; ++k) bytes[k] = trace_byte(i + k);
  }
  name_all();
  set(words_.aux.aux_head, setup_.head);
  set(words_.aux.user_head, setup_.head);
  set(words_.aux.aux_wakeup, setup_.head);
  set(words_.aux.user_tail, setup_.head - setup_.behind_tail);
  set(words_.ring.lost, setup_.lost);
  return 0;
}

std::optional<std::string> KernelAuxArea::drop() {
  if (word(words_.aux.aux_refcount) != 1) return {};
  machine.tracing = false;
  try {
    call<decltype(rc_drop_aux)>("rc_drop_aux")(buffer);
  } catch (const NativeFailure& failure) {
    return fmt::format("the end of the AUX area: the kernel's text: {}", failure.what());
  }
  return left();
}

std::optional<std::string> KernelAuxArea::left() const {
  try {
    machine.expect_rest();
  } catch (const NativeFailure& failure) {
    return fmt::format("the kernel's text: {}", failure.what());
  }
  const std::uint64_t objects = machine.objects_left() - objects_before_;
  const std::uint64_t pages =
      machine.pages_left() - pages_before_ - words_.lost_pages - lost_pages_;
  if (objects == 0 && pages == 0 && mappings_ == 0) return {};
  return fmt::format("{} objects, {} pages and {} mappings stay without an AUX area",
                     static_cast<std::int64_t>(objects), static_cast<std::int64_t>(pages),
                     static_cast<std::int64_t>(mappings_));
}

bool KernelAuxArea::can_be_had() {
  return setting_up_ == 0 || ++allocations_ != setup_.failing;
}

std::optional<long long> KernelAuxArea::map_pages(std::string_view name, long long argument) {
  if (name == "vunmap") {
    --mappings_;
    return 0;
  }
  if (name != "vmap" && name != "vmap page") return {};
  if (!can_be_had()) return 0;
  ++mappings_;
  if (name == "vmap page") return 1;
  return reinterpret_cast<long long>(
      machine.alloc(static_cast<std::uint64_t>(argument), setup_.page_bytes));
}

void KernelAuxArea::add(const rc_place& place, std::uint64_t word, const NativeView& view) {
  places_[word] = place;
  views_[word] = view;
  if (words_.traced(word)) machine.name(place.at, word, view, word < words_.driver);
}

void KernelAuxArea::add_handle(rc_aux_handle* handle, const AuxHandle& at) {
  auto* place = call<decltype(rc_aux_handle_place)>("rc_aux_handle_place");
  add(place(handle, RC_HANDLE_HEAD), at.head);
  add(place(handle, RC_HANDLE_SIZE), at.size);
  add(place(handle, RC_HANDLE_WAKEUP), at.wakeup);
  add(place(handle, RC_HANDLE_FLAGS), at.flags);
}

void KernelAuxArea::name_all() {
  places_.assign(words_.count, {nullptr, 0});
  views_.assign(words_.area, {});
  auto* buffer_place = call<decltype(rc_buffer_place)>("rc_buffer_place");
  for (std::size_t i = 0; i < kRingFields.size(); ++i)
    add(buffer_place(buffer, kRingFields[i]), words_.ring.head + i);
  for (std::size_t i = 0; i < kAuxFields.size(); ++i)
    add(buffer_place(buffer, kAuxFields[i]), words_.aux.aux_head + i);
  auto* event_place = call<decltype(rc_event_place)>("rc_event_place");
  for (unsigned i = 0; i < kAuxEvents; ++i) {
    add(event_place(events[i], RC_PENDING_DISABLE), words_.events[i].pending_disable);
    add(event_place(events[i], RC_PENDING_WAKEUP), words_.events[i].pending_wakeup);
    add(event_place(events[i], RC_HW_STATE), words_.events[i].hw_state);
    add(event_place(events[i], RC_LOST_SAMPLES), words_.events[i].lost_samples);
    machine.name_work(call<decltype(rc_event_irq_work)>("rc_event_irq_work")(events[i]),
                      words_.events[i].pending_irq);
    machine.watch(events[i], "perf_event");
  }
  for (std::uint64_t page = 0; page < setup_.data_pages; ++page) {
    char* data = static_cast<char*>(
        call<decltype(rc_data_page)>("rc_data_page")(buffer, static_cast<int>(page)));
    for (std::uint64_t i = 0; i < setup_.page_bytes; i += kWordBytes)
      places_[words_.ring.data + (page * setup_.page_bytes + i) / kWordBytes] = {data + i,
                                                                                 kWordBytes};
  }
}

void KernelAuxArea::set(std::uint64_t word, std::uint64_t value) {
  std::memcpy(const_cast<void*>(places_[word].at), &value, places_[word].bytes);
}

std::uint64_t KernelAuxArea::word(std::uint64_t at) const {
  std::uint64_t value = 0;
  std::memcpy(&value, const_cast<void*>(places_[at].at), places_[at].bytes);
  return at < views_.size() && views_[at] ? views_[at](value) : value;
}

std::uint64_t KernelAuxArea::number_of(const void* event) const {
  for (unsigned i = 0; i < kAuxEvents; ++i)
    if (events[i] == event) return i + 1;
  return 0;
}

SpecifiedAuxArea::SpecifiedAuxArea(const AuxAreaSetup& setup, const AuxAreaWords& words,
                                   ReserveOrder order, LongWidth width) {
  memory.width = aux.width = aux.ring.width = width;
  memory.words.assign(words.count, 0);
  const std::uint64_t data_bytes = words.data_words * kWordBytes;
  const RingSetup ring = ring_buffer_init(data_bytes, setup.data_watermark, true);
  PerfBuffer& rb = aux.ring;
  rb.at = words.ring;
  rb.data_size = data_bytes;
  rb.page_size = setup.page_bytes;
  rb.watermark = ring.watermark;
  rb.overwrite = ring.overwrite;
  rb.whole_words = false;
  rb.reserve_order = order;
  rb.attempts = INT32_MAX;
  word(words.ring.paused) = ring.paused ? 1 : 0;
  for (unsigned i = 0; i < kAuxEvents; ++i) {
    PerfEvent event;
    event.id = kFirstId + i;
    event.primary_id = i == 1 ? kFirstId : event.id;
    event.sample_type = setup.sample_type;
    event.sample_id_all = setup.sample_id_all;
    event.pid = kPid;
    event.tid = kTid;
    event.cpu = static_cast<std::uint32_t>(kAuxCpu);
    event.time = kFirstTime + i;
    event.attached = i == 0;
    event.number = i + 1;
    event.at = words.events[i];
    events.push_back(event);
  }
  events[1].parent = events.data();
  const AuxSetup made = alloc_of(setup, orders);
  aux.at = words.aux;
  aux.area = {words.area, words.aux_bytes, setup.trace_unit};
  aux.watermark = made.watermark;
  aux.overwrite = made.overwrite;
  aux.cpu = static_cast<std::uint64_t>(kAuxCpu);
  aux.events = events;
  word(words.aux.aux_head) = word(words.aux.user_head) = word(words.aux.aux_wakeup) = setup.head;
  word(words.aux.user_tail) = setup.head - setup.behind_tail;
  word(words.ring.lost) = setup.lost;
  word(words.aux.aux_mmap_count) = 1;
  word(words.aux.aux_refcount) = 1;
  word(words.aux.refcount) = 1;
  const std::uint64_t unit = setup.trace_unit;
  for (std::uint64_t i = 0; unit <= kWordBytes && i < words.aux_bytes; ++i)
    word(words.area + i / unit) |= std::uint64_t{trace_byte(i)} << (8 * (i % unit));
  memory.counts = [&words](std::uint64_t at) { return words.traced(at); };
  memory.counts_plain_loads = [&words](std::uint64_t at) { return at < words.driver; };
  memory.observed = [this](std::uint32_t kind, std::uint64_t, std::uint64_t) {
    if (kind == said::Warned<>::kKind) ++warnings;
    if (kind == said::ContextSynced<>::kKind && memory.tracing)
      memory.trace.push_back({TraceStep::Kind::point, RC_PLAIN, RC_ISB, 0, 0, 0});
    if (kind == said::NullUsed<>::kKind) throw SpecificationFailure("a null pointer is used");
  };
}

}  // namespace ringcheck
