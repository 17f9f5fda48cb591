#pragma once
// Programs of mappings on the kernel's text.

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <utility>
#include <vector>

#include "kernel/calls/hold_calls.hpp"
#include "kernel/calls/mapping_sides.hpp"

namespace ringcheck {

/// The kernel's text.
class MappingKernel : public WithoutWords {
 public:
  MappingKernel(const NativeObject& object, const CallProgram& program) : machine_(object) {
    const MapSetup given = map_setup(program);
    machine_.answer = [given, &object](std::string_view name, long long) -> long long {
      const std::uint64_t limit = given.memory_limit << object.options().page_shift;
      if (name == "rlimit") return static_cast<long long>(limit);
      if (name == "capable") return given.capable ? 1 : 0;
      if (name == "perf_is_paranoid") return given.paranoid ? 1 : 0;
      if (name == "security_perf_event_read") return given.may_read ? 1 : 0;
      return name == "num_online_cpus" ? kOnlineCpus : 1;
    };
    rc_event_setup setup{};
    setup.cpu = given.per_task ? -1 : kEventCpu;
    setup.inherit = given.inherited ? 1 : 0;
    setup.watermark = given.by_watermark ? 1 : 0;
    setup.wakeup_events = given.watermark;
    machine_.pages_can_be_had = [this](unsigned order) { return take_pages(order); };
    machine_.memory_can_be_had = [this] { return objects_can_be_had_; };
    event_ = object.function<decltype(rc_new_event)>("rc_new_event")(&setup);
    object.function<decltype(rc_set_pmu)>("rc_set_pmu")(event_, 1, 0);
    object.function<decltype(rc_count_mappings)>("rc_count_mappings")(event_);
    object.function<decltype(rc_set_user_limit)>("rc_set_user_limit")(
        static_cast<int>(given.user_limit));
    runs_ = given.runs;
    if (runs_) object.function<decltype(rc_run_event)>("rc_run_event")(event_, kEventCpu);
    objects_before_ = machine_.objects_left();
    name_event();
    machine_.call_cpu = [this, given](int cpu, void (*func)(void*), void* info) {
      if (asked_++ == given.asked_before) move_event(given.moves);
      const int here = std::exchange(machine_.cpu, cpu);
      func(info);
      machine_.cpu = here;
      return 0;
    };
    machine_.tracing = true;
  }

  [[nodiscard]] NativeMachine& machine() { return machine_; }
  [[nodiscard]] Trace& trace() { return machine_.trace; }
  void settle() { machine_.settle(); }
  [[nodiscard]] const CallGuard* guard(const Call& call) const {
    return map_guard(call, mappings_.size(), buffer() != nullptr);
  }

  void run(const Call& call, Answers& answers) {
    const NativeObject& object = machine_.object();
    const std::size_t index = mappings_.empty() ? 0 : chosen_mapping(call.at(0), mappings_.size());
    switch (static_cast<MapOp>(call.op)) {
      case MapOp::map:
        map(call, answers);
        break;
      case MapOp::unmap:
        object.function<decltype(rc_unmap)>("rc_unmap")(mappings_[index].first);
        mappings_.erase(mappings_.begin() + static_cast<std::ptrdiff_t>(index));
        break;
      case MapOp::again:
        mappings_.emplace_back(
            object.function<decltype(rc_map_again)>("rc_map_again")(mappings_[index].first),
            mappings_[index].second);
        break;
      case MapOp::fault:
        answer(answers, "page",
               object.function<decltype(rc_fault_page)>("rc_fault_page")(
                   mappings_[index].first, mappings_[index].second + call.at(1),
                   static_cast<rc_fault>(call.at(2))));
        break;
      case MapOp::may_split:
        answer(answers, "may_split",
               object.function<decltype(rc_may_split)>("rc_may_split")(mappings_[index].first));
        break;
      case MapOp::ask:
        ask(call);
        break;
      case MapOp::map_aux:
        ask(call);
        map(call, answers);
        break;
    }
    name_user_page();
    tell(answers);
  }

 private:
  void name(const rc_place& place, MapWord word, NativeView view = {}) {
    machine_.name(place.at, static_cast<std::uint64_t>(word), std::move(view), false);
  }
  [[nodiscard]] rc_place event_place(rc_event_field field) const {
    return machine_.object().function<decltype(rc_event_place)>("rc_event_place")(event_, field);
  }
  void name_event() {
    constexpr std::uint64_t kActive = 1;
    name(event_place(RC_EVENT_STATE), MapWord::state,
         [](std::uint64_t value) { return value == kActive ? 1 : 0; });
    name(event_place(RC_EVENT_ONCPU), MapWord::oncpu,
         [](std::uint64_t value) { return (value + 1) & UINT32_MAX; });
    name(event_place(RC_EVENT_RB), MapWord::rb,
         [](std::uint64_t value) { return value != 0 ? 1 : 0; });
  }
  /// A new buffer has a user page of its own.
  void name_user_page() {
    if (buffer() == nullptr) return;
    name(place(RC_USER_AUX_OFFSET), MapWord::aux_offset);
    name(place(RC_USER_AUX_SIZE), MapWord::aux_size);
  }

  void move_event(MapSetup::Moves moves) const {
    if (moves == MapSetup::Moves::stays) return;
    const auto set_event = [&](rc_event_field field, int value) {
      std::memcpy(const_cast<void*>(event_place(field).at), &value, sizeof(value));
    };
    const bool off = moves == MapSetup::Moves::off;
    set_event(RC_EVENT_STATE, off ? 0 : 1);
    set_event(RC_EVENT_ONCPU, off ? -1 : kNextCpu);
  }

  [[nodiscard]] void* buffer() const {
    return machine_.object().function<decltype(rc_buffer_of)>("rc_buffer_of")(event_);
  }
  [[nodiscard]] rc_place place(rc_buffer_field field) const {
    return machine_.object().function<decltype(rc_buffer_place)>("rc_buffer_place")(buffer(),
                                                                                    field);
  }
  void set(rc_buffer_field field, std::uint64_t value) const {
    std::memcpy(const_cast<void*>(place(field).at), &value, place(field).bytes);
  }

  void ask(const Call& call) const {
    set(RC_USER_AUX_OFFSET, call.at(0) << machine_.object().options().page_shift);
    set(RC_USER_AUX_SIZE, call.at(1) << machine_.object().options().page_shift);
  }

  /// Whether 2^order pages can be had; if so, the caller has them.
  bool take_pages(unsigned order) {
    const std::uint64_t pages = std::uint64_t{1} << order;
    if (!scarce_) return true;
    if (pages > left_) return false;
    left_ -= pages;
    return true;
  }

  void map(const Call& call, Answers& answers) {
    const NativeObject& object = machine_.object();
    const MapRequest request = map_request(call);
    scarce_ = request.scarce;
    left_ = request.enough;
    const MappedArea& area = request.area;
    object.function<decltype(rc_set_mapper)>("rc_set_mapper")(
        static_cast<unsigned>(request.who.user), static_cast<unsigned>(request.who.mm));
    auto* mapping = object.function<decltype(rc_new_mapping)>("rc_new_mapping")();
    objects_can_be_had_ = !request.no_objects;
    const int error = object.function<decltype(rc_map)>("rc_map")(
        mapping, event_, area.pgoff, area.pages, area.shared ? 1 : 0, area.writable ? 1 : 0);
    objects_can_be_had_ = true;
    answer(answers, "mmap", error);
    if (error != 0) return object.function<decltype(rc_drop_mapping)>("rc_drop_mapping")(mapping);
    mappings_.emplace_back(mapping, area.pgoff);
    answer(answers, "vma allows",
           object.function<decltype(rc_mapping_allows)>("rc_mapping_allows")(mapping));
  }

  void tell_stops(Answers& answers) const {
    auto* stops = machine_.object().function<decltype(rc_stops_of)>("rc_stops_of");
    for (const rc_stop kind : {RC_STOP_NO_BUFFER, RC_STOP_BUFFER, RC_STOP_AUX})
      answer(answers, "stops", runs_ ? stops(kind) : 0);
  }

  void tell(Answers& answers) const {
    answer(answers, "event->mmap_count", value_of(event_place(RC_EVENT_MMAP_COUNT)));
    answer(answers, "mappings told",
           machine_.object().function<decltype(rc_counted_mappings)>("rc_counted_mappings")());
    auto* user = machine_.object().function<decltype(rc_charged_user)>("rc_charged_user");
    auto* mm = machine_.object().function<decltype(rc_charged_mm)>("rc_charged_mm");
    for (unsigned i = 0; i < kChargedParties; ++i) {
      answer(answers, "user->perf_mlock", user(i));
      answer(answers, "mm->pinned_vm", mm(i));
    }
    tell_stops(answers);
    answer(answers, "event->rb", buffer() != nullptr ? 1 : 0);
    answer(answers, "warnings", static_cast<std::int64_t>(machine_.warnings.size()));
    if (buffer() == nullptr && mappings_.empty()) {
      answer(answers, "pages left", static_cast<std::int64_t>(machine_.pages_left()));
      answer(answers, "objects left",
             static_cast<std::int64_t>(machine_.objects_left() - objects_before_));
    }
    if (buffer() == nullptr) return;
    answer(answers, "rb->overwrite", value_of(place(RC_OVERWRITE)));
    answer(answers, "rb->watermark", value_of(place(RC_WATERMARK)));
    answer(answers, "user_page->size", value_of(place(RC_USER_SIZE)));
    answer(answers, "user_page->data_offset", value_of(place(RC_USER_DATA_OFFSET)));
    answer(answers, "user_page->data_size", value_of(place(RC_USER_DATA_SIZE)));
    answer(answers, "data_page_nr(rb)",
           machine_.object().function<decltype(rc_data_pages)>("rc_data_pages")(buffer()));
    answer(answers, "rb->mmap_count", value_of(place(RC_MMAP_COUNT)));
    answer(answers, "rb->aux_nr_pages", value_of(place(RC_AUX_NR_PAGES)));
    answer(answers, "rb->aux_mmap_count", value_of(place(RC_AUX_MMAP_COUNT)));
    if (value_of(place(RC_AUX_NR_PAGES)) != 0)
      answer(answers, "rb->aux_pgoff", value_of(place(RC_AUX_PGOFF)));
  }

  NativeMachine machine_;
  void* event_ = nullptr;
  bool runs_ = false;
  std::uint64_t asked_ = 0;  ///< how often CPUs were asked to stop the event
  std::vector<std::pair<rc_mapping*, std::uint64_t>> mappings_;  ///< with where each starts
  bool scarce_ = false;                                          ///< only `left_` pages are left
  std::uint64_t left_ = 0;                                       ///< of this call
  bool objects_can_be_had_ = true;                               ///< what is no page can be had
  std::uint64_t objects_before_ = 0;                             ///< of the event
};

}  // namespace ringcheck
