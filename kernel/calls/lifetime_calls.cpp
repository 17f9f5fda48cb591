// Programs of tasks that map three events, redirect them and drop references.
// Tested by `make kernel`.
#include "kernel/calls/lifetime_calls.hpp"

#include <algorithm>

#include "kernel/calls/recording_cpu.hpp"
#include "kernel/calls/without_words.hpp"
#include "protocol/lifetime/observations.hpp"
#include "protocol/lifetime/perf_lifetime.hpp"
#include "protocol/lifetime/perf_redirect.hpp"

namespace ringcheck {
namespace {

enum class LifeOp : unsigned {
  map,         ///< event, memory can be had
  unmap,       ///< mapping
  set_output,  ///< event, other event, or 3 for none
  get,         ///< event
  put,         ///< reference
  wakeup,      ///< event
};

constexpr unsigned kEvents = kLifetimeEvents;

/// An event of a program: like the others, but for what the set-up says.
RedirectedEvent redirected_event(const CallProgram& program, unsigned event) {
  RedirectedEvent its;
  switch (program.setup.at(event)) {
    case 1:
      its.cpu = 1;
      break;
    case 2:
      its.task = 1;
      break;
    case 3:
      its.clock = 1;
      break;
    case 4:
      its.write_backward = true;
      break;
    case 5:
      its.aux_pmu = event + 1;
      break;
    default:
      break;
  }
  return its;
}

/// `fresh`: mmap makes a buffer; `buffers`: their present number.
const CallGuard* life_guard(const Call& call, std::size_t mappings, std::size_t references,
                            bool fresh, std::size_t buffers) {
  const auto op = static_cast<LifeOp>(call.op);
  if (op == LifeOp::map && fresh && buffers == kLifetimeBuffers) return &bounds::kThirdBuffer;
  if (op == LifeOp::unmap && mappings == 0) return &guards::kNoMapping;
  if (op == LifeOp::put && references == 0) return &guards::kNoReference;
  return nullptr;
}

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
      // Each has a PMU of its own.
      object.function<decltype(rc_set_pmu)>("rc_set_pmu")(events_[i], its.aux_pmu != 0 ? 1 : 0, 0);
    }
    references_before_ = users();
  }

  [[nodiscard]] NativeMachine& machine() { return machine_; }
  [[nodiscard]] const CallGuard* guard(const Call& call) const {
    const auto there = std::count_if(buffers_.begin(), buffers_.end(),
                                     [&](void* buffer) { return !machine_.is_freed(buffer); });
    const bool fresh = static_cast<LifeOp>(call.op) == LifeOp::map &&
                       buffer_of(static_cast<unsigned>(call.at(0))) == nullptr;
    return life_guard(call, mappings_.size(), references_.size(), fresh,
                      static_cast<std::size_t>(there));
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
        object.function<decltype(rc_unmap)>("rc_unmap")(*mapping);
        mappings_.erase(mapping);
        break;
      }
      case LifeOp::set_output:
        object.function<decltype(rc_set_output)>("rc_set_output")(
            events_[call.at(0)], call.at(1) < kEvents ? events_[call.at(1)] : nullptr);
        break;
      case LifeOp::get: {
        void* buffer =
            object.function<decltype(rc_buffer_get)>("rc_buffer_get")(events_[call.at(0)]);
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
        object.function<decltype(rc_wakeup)>("rc_wakeup")(events_[call.at(0)]);
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

  void map(const Call& call, Answers& answers) {
    constexpr std::uint64_t kPages = 2;
    machine_.pages_can_be_had = [had = call.at(1) != 0](unsigned) { return had; };
    const NativeObject& object = machine_.object();
    auto* mapping = object.function<decltype(rc_new_mapping)>("rc_new_mapping")();
    const int error =
        object.function<decltype(rc_map)>("rc_map")(mapping, events_[call.at(0)], 0, kPages, 1, 1);
    answer(answers, "mmap", error == 0 ? 1 : 0);
    if (error == 0) return mappings_.push_back(mapping);
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
    answer(answers, "warnings", static_cast<std::int64_t>(machine_.warnings.size()));
  }

  NativeMachine machine_;
  std::array<void*, kEvents> events_{};
  std::array<void*, kEvents> queues_{};
  std::vector<rc_mapping*> mappings_;
  std::vector<void*> references_;
  std::vector<void*> buffers_;
  unsigned woken_ = 0;
  int references_before_ = 0;
};

/// The specification. It knows two buffers; this is a bound of its own.
class LifeSpecification : public WithoutWords {
 public:
  explicit LifeSpecification(const CallProgram& program) {
    for (unsigned i = 0; i < kEvents; ++i) redirected_.at(i) = redirected_event(program, i);
    std::uint64_t at = 0;
    for (AttachedEventCells& event : all_.events) {
      event = AttachedEventCells::at(at);
      at += AttachedEventCells::kNames.size();
    }
    for (MappedBufferCells& buffer : all_.buffers) {
      buffer = MappedBufferCells::at(at);
      at += MappedBufferCells::kNames.size();
    }
    all_.rcu_section = at++;
    memory_.words.assign(at, 0);
    memory_.observed = [this](std::uint32_t kind, std::uint64_t a, std::uint64_t) {
      if (kind == said::LifetimeBroken<>::kKind) ++broken_;
      if (kind == said::WaitersWoken<>::kKind) woken_ |= 1U << a;
    };
  }

  [[nodiscard]] const CallGuard* guard(const Call& call) const {
    std::size_t there = 0;
    for (std::uint64_t b = 1; b <= kLifetimeBuffers; ++b)
      if (numbers_[b - 1] != 0 && at(all_.buffer(b).freed) == 0) ++there;
    const bool makes =
        static_cast<LifeOp>(call.op) == LifeOp::map && at(all_.events[call.at(0)].rb) == 0;
    return life_guard(call, mappings_.size(), references_.size(), makes, there);
  }

  void run(const Call& call, Answers& answers) {
    woken_ = 0;
    const AttachedEventCells& event = all_.events.at(call.op == 4 ? 0 : call.at(0) % kEvents);
    switch (static_cast<LifeOp>(call.op)) {
      case LifeOp::map:
        map(call, answers);
        break;
      case LifeOp::unmap: {
        const auto mapping =
            mappings_.begin() + static_cast<std::ptrdiff_t>(call.at(0) % mappings_.size());
        perf_mmap_close(cpu_, all_, all_.events[*mapping]);
        mappings_.erase(mapping);
        break;
      }
      case LifeOp::set_output:
        set_output(call, event);
        break;
      case LifeOp::get: {
        const std::uint64_t buffer = ring_buffer_get(cpu_, all_, event);
        if (buffer != 0) references_.push_back(buffer);
        break;
      }
      case LifeOp::put: {
        const auto reference =
            references_.begin() + static_cast<std::ptrdiff_t>(call.at(0) % references_.size());
        ring_buffer_put(cpu_, all_, *reference);
        references_.erase(reference);
        break;
      }
      case LifeOp::wakeup:
        walk_events(cpu_, all_, event);
        break;
    }
    tell(answers);
  }

 private:
  [[nodiscard]] std::uint64_t at(std::uint64_t address) const { return memory_.words[address]; }

  /// A buffer that does not exist, or no longer exists; 0 if there is none.
  [[nodiscard]] std::uint64_t fresh() const {
    for (std::uint64_t b = 1; b <= kLifetimeBuffers; ++b)
      if (numbers_[b - 1] == 0 || at(all_.buffer(b).freed) != 0) return b;
    return 0;
  }

  void set_output(const Call& call, const AttachedEventCells& event) {
    const std::uint64_t output = call.at(1);
    if (output >= kEvents) return perf_event_set_output(cpu_, all_, event, nullptr);
    if (may_share_buffer(redirected_.at(call.at(0)), redirected_.at(output)))
      perf_event_set_output(cpu_, all_, event, &all_.events[output]);
  }

  void map(const Call& call, Answers& answers) {
    const AttachedEventCells& event = all_.events[call.at(0)];
    const std::uint64_t b = fresh();
    const bool had = call.at(1) != 0;
    const bool makes = at(event.rb) == 0 && had;
    if (makes) {
      undone_before_ += at(all_.buffer(b).undone);
      memory_.words[all_.buffer(b).freed] = memory_.words[all_.buffer(b).undone] = 0;
      numbers_[b - 1] = ++created_;
    }
    const bool mapped =
        perf_mmap(cpu_, all_, event, b, had ? Allocation::succeeds : Allocation::fails);
    answer(answers, "mmap", mapped ? 1 : 0);
    if (mapped) mappings_.push_back(static_cast<std::size_t>(call.at(0)));
  }

  void tell(Answers& answers) {
    const auto number = [&](std::string what, std::uint64_t value) {
      answer(answers, std::move(what), static_cast<std::int64_t>(value));
    };
    for (unsigned i = 0; i < kEvents; ++i) {
      const AttachedEventCells& event = all_.events[i];
      const std::uint64_t b = at(event.rb);
      number(fmt::format("event {}: rb", i), b == 0 ? 0 : numbers_[b - 1]);
      number(fmt::format("event {}: mmap_count", i), at(event.mmap_count));
      number(fmt::format("event {}: rcu_pending", i), at(event.rcu_pending));
      number(fmt::format("event {}: refcount", i), 1);  // its file's
      if (b == 0) continue;
      number(fmt::format("event {}: on its list", i), at(event.on_list) == b ? 1 : 0);
      number(fmt::format("rb of event {}: mmap_count", i), at(all_.buffer(b).mmap_count));
      number(fmt::format("rb of event {}: refcount", i), at(all_.buffer(b).refcount));
    }
    std::uint64_t undone = undone_before_;
    for (const MappedBufferCells& buffer : all_.buffers) undone += at(buffer.undone);
    number("users charged", created_ - undone);
    number("woken", woken_);
    number("warnings", broken_);
  }

  RecordedMemory memory_;
  RecordingCpu cpu_{memory_};
  PerfLifetime all_{};
  std::array<RedirectedEvent, kEvents> redirected_{};
  std::vector<std::size_t> mappings_;  ///< events
  std::vector<std::uint64_t> references_;
  std::array<std::uint64_t, kLifetimeBuffers> numbers_{};  ///< of buffers as they came, from 1
  std::uint64_t created_ = 0;
  std::uint64_t undone_before_ = 0;
  std::uint64_t woken_ = 0;
  std::uint64_t broken_ = 0;
};

CallShapes shapes_of() {
  const NumberShape event = {"event", below(kEvents)};
  CallShapes shapes;
  shapes.most_calls = 24;
  const NumberRange differs = one_of({0, 0, 0, 0, 0, 1, 2, 3, 4, 5, 5});
  shapes.setup = {
      {"event 0 differs", differs}, {"event 1 differs", differs}, {"event 2 differs", differs}};
  shapes.calls = {
      {"mmap", {event, {"memory", one_of({1, 1, 1, 0})}}, 5},
      {"munmap", {{"mapping", below(4)}}, 4},
      {"set_output", {event, {"output", below(kEvents + 1)}}, 5},
      {"ring_buffer_get", {event}, 2},
      {"ring_buffer_put", {{"reference", below(4)}}, 2},
      {"perf_event_wakeup", {event}, 2},
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
