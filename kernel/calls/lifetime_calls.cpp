// Programs of tasks that map three events, redirect them, drop references and close files, on the
// kernel's text.
// Tested by `make kernel`.
#include "kernel/calls/lifetime_calls.hpp"

#include <algorithm>

#include "kernel/calls/lifetime_sides.hpp"

namespace ringcheck {
namespace {

constexpr unsigned kEvents = kLifeEvents;

/// The kernel's text.
class LifeKernel : public WithoutWords {
 public:
  LifeKernel(const NativeObject& object, const CallProgram& program) : machine_(object) {
    machine_.answer = [](std::string_view name, long long) -> long long {
      return name == "rlimit" ? INT64_MAX : 1;
    };
    machine_.woken = [this](void* queue) {
      for (unsigned i = 0; i < kEvents; ++i)
        if (queues_[i] == queue) woken_ |= 1U << i;
    };
    for (unsigned i = 0; i < kEvents; ++i) {
      const RedirectedEvent its = redirected_event(program, i);
      rc_event_setup setup{};
      setup.cpu = its.cpu;
      setup.task = static_cast<unsigned>(its.task);
      setup.clock = static_cast<unsigned>(its.clock);
      setup.write_backward = its.write_backward ? 1 : 0;
      events_[i] = object.function<decltype(rc_new_event)>("rc_new_event")(&setup);
      queues_[i] = object.function<decltype(rc_wait_queue)>("rc_wait_queue")(events_[i]);
      object.function<decltype(rc_listen)>("rc_listen")(events_[i]);
      // Each has a PMU of its own.
      object.function<decltype(rc_set_pmu)>("rc_set_pmu")(events_[i], its.aux_pmu != 0 ? 1 : 0, 0);
    }
    rc_event_setup child{};
    child.cpu = -1;
    child.parent = events_[0];
    child_ = object.function<decltype(rc_new_event)>("rc_new_event")(&child);
    references_before_ = users();
  }

  [[nodiscard]] NativeMachine& machine() { return machine_; }
  [[nodiscard]] const CallGuard* guard(const Call& call) const {
    const auto there = std::count_if(buffers_.begin(), buffers_.end(),
                                     [&](void* buffer) { return !machine_.is_freed(buffer); });
    LifeNow now;
    now.mappings = mappings_.size();
    now.references = references_.size();
    now.buffers = static_cast<std::size_t>(there);
    now.fresh = static_cast<LifeOp>(call.op) == LifeOp::map &&
                buffer_of(static_cast<unsigned>(call.at(0))) == nullptr;
    now.gone = gone_;
    for (const auto& [mapping, event] : mappings_) now.mapped.at(event) = true;
    return life_guard(call, now);
  }

  void run(const Call& call, Answers& answers) {
    const NativeObject& object = machine_.object();
    woken_ = 0;
    switch (static_cast<LifeOp>(call.op)) {
      case LifeOp::map:
        map(call, answers);
        break;
      case LifeOp::unmap: {
        const auto mapping =
            mappings_.begin() + static_cast<std::ptrdiff_t>(call.at(0) % mappings_.size());
        object.function<decltype(rc_unmap)>("rc_unmap")(mapping->first);
        mappings_.erase(mapping);
        break;
      }
      case LifeOp::set_output:
        answer(answers, "set_output",
               object.function<decltype(rc_set_output)>("rc_set_output")(
                   events_[call.at(0)], call.at(1) < kEvents ? events_[call.at(1)] : nullptr));
        break;
      case LifeOp::get: {
        void* buffer = object.function<decltype(rc_buffer_get)>("rc_buffer_get")(any_event(call));
        if (buffer != nullptr) references_.push_back(buffer);
        break;
      }
      case LifeOp::put: {
        const auto reference =
            references_.begin() + static_cast<std::ptrdiff_t>(call.at(0) % references_.size());
        object.function<decltype(rc_buffer_put)>("rc_buffer_put")(*reference);
        references_.erase(reference);
        break;
      }
      case LifeOp::wakeup:
        object.function<decltype(rc_wakeup)>("rc_wakeup")(any_event(call),
                                                          static_cast<unsigned>(call.at(1)));
        break;
      case LifeOp::close:
        object.function<decltype(rc_close)>("rc_close")(
            events_[call.at(0)], std::exchange(gone_.at(call.at(0)), true) ? 1 : 0);
        break;
    }
    tell(answers);
  }

 private:
  [[nodiscard]] int users() const {
    return machine_.object().function<decltype(rc_user_references)>("rc_user_references")();
  }
  [[nodiscard]] void* buffer_of(unsigned event) const {
    return machine_.object().function<decltype(rc_buffer_of)>("rc_buffer_of")(events_[event]);
  }

  /// The event of a call that may be for the child.
  [[nodiscard]] void* any_event(const Call& call) const {
    return call.at(0) < kEvents ? events_.at(call.at(0)) : child_;
  }

  void map(const Call& call, Answers& answers) {
    constexpr std::uint64_t kPages = 2;
    machine_.pages_can_be_had = [had = call.at(1) != 0](unsigned) { return had; };
    const NativeObject& object = machine_.object();
    auto* mapping = object.function<decltype(rc_new_mapping)>("rc_new_mapping")();
    const int error =
        object.function<decltype(rc_map)>("rc_map")(mapping, events_[call.at(0)], 0, kPages, 1, 1);
    answer(answers, "mmap", error);
    if (error == 0) {
      mappings_.emplace_back(mapping, call.at(0));
      return;
    }
    object.function<decltype(rc_drop_mapping)>("rc_drop_mapping")(mapping);
  }

  /// The number of a buffer that an event points to: from 1, in the order in which they came.
  std::int64_t number_of(void* buffer) {
    if (buffer == nullptr) return 0;
    auto found = std::ranges::find(buffers_, buffer);
    if (found == buffers_.end()) found = buffers_.insert(buffers_.end(), buffer);
    return found - buffers_.begin() + 1;
  }

  void tell(Answers& answers) {
    const NativeObject& object = machine_.object();
    auto* event_place = object.function<decltype(rc_event_place)>("rc_event_place");
    auto* buffer_place = object.function<decltype(rc_buffer_place)>("rc_buffer_place");
    for (unsigned i = 0; i < kEvents; ++i) {
      void* buffer = buffer_of(i);
      answer(answers, fmt::format("event {}: rb", i), number_of(buffer));
      answer(answers, fmt::format("event {}: mmap_count", i),
             value_of(event_place(events_[i], RC_EVENT_MMAP_COUNT)));
      answer(answers, fmt::format("event {}: rcu_pending", i),
             value_of(event_place(events_[i], RC_EVENT_RCU_PENDING)));
      answer(answers, fmt::format("event {}: refcount", i),
             value_of(event_place(events_[i], RC_EVENT_REFCOUNT)));
      answer(answers, fmt::format("event {}: signal", i),
             object.function<decltype(rc_signal)>("rc_signal")(events_[i]));
      if (buffer == nullptr) continue;
      answer(answers, fmt::format("event {}: on its list", i),
             object.function<decltype(rc_is_on_list)>("rc_is_on_list")(events_[i], buffer));
      answer(answers, fmt::format("rb of event {}: mmap_count", i),
             value_of(buffer_place(buffer, RC_MMAP_COUNT)));
      answer(answers, fmt::format("rb of event {}: refcount", i),
             value_of(buffer_place(buffer, RC_REFCOUNT)));
    }
    answer(answers, "users charged", users() - references_before_);
    answer(answers, "woken", static_cast<std::int64_t>(woken_));
    std::int64_t kill = value_of(event_place(child_, RC_PENDING_KILL));
    for (void* event : events_) kill |= value_of(event_place(event, RC_PENDING_KILL));
    answer(answers, "pending_kill", kill);
    answer(answers, "warnings", static_cast<std::int64_t>(machine_.warnings.size()));
  }

  NativeMachine machine_;
  std::array<void*, kEvents> events_{};
  std::array<void*, kEvents> queues_{};
  void* child_ = nullptr;                                        ///< of event 0
  std::vector<std::pair<rc_mapping*, std::uint64_t>> mappings_;  ///< with their events
  std::array<bool, kEvents> gone_{};                             ///< events whose file is closed
  std::vector<void*> references_;
  std::vector<void*> buffers_;
  unsigned woken_ = 0;
  int references_before_ = 0;
};

CallShapes shapes_of() {
  const NumberShape event = {"event", below(kEvents)};
  const NumberShape any_event = {"event", below(kEvents + 1)};
  CallShapes shapes;
  shapes.most_calls = 24;
  const NumberRange differs = one_of({0, 0, 0, 0, 0, 1, 2, 3, 4, 5, 5});
  shapes.setup = {
      {"event 0 differs", differs}, {"event 1 differs", differs}, {"event 2 differs", differs}};
  shapes.calls = {
      {"mmap", {event, {"memory", one_of({1, 1, 1, 0})}}, 5},
      {"munmap", {{"mapping", below(4)}}, 4},
      {"set_output", {event, {"output", below(kEvents + 1)}}, 5},
      {"ring_buffer_get", {any_event}, 2},
      {"ring_buffer_put", {{"reference", below(4)}}, 2},
      {"perf_event_wakeup", {any_event, {"signal", one_of({0, 0, 1, 6})}}, 2},
      {"close", {event}, 1},
  };
  return shapes;
}

}  // namespace

CallReport hold_lifetime_calls(const NativeObject& object, std::uint64_t seed,
                               std::uint64_t programs) {
  const CallShapes shapes = shapes_of();
  return hold_calls(shapes, seed, programs, [&](const CallProgram& program, CallReport& report) {
    LifeKernel kernel(object, program);
    LifeSpecification specification(program);
    return difference_of(program, kernel, specification, 0, no_name, report);
  });
}

}  // namespace ringcheck
