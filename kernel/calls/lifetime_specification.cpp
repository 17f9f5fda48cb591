// Lifetimes of buffers on the specification.
// Tested by `make kernel`.
#include <algorithm>

#include "kernel/calls/lifetime_sides.hpp"
#include "protocol/core/error_number.hpp"
#include "protocol/lifetime/observations.hpp"

namespace ringcheck {

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

const CallGuard* life_guard(const Call& call, const LifeNow& now) {
  const auto op = static_cast<LifeOp>(call.op);
  const auto is_gone = [&](std::uint64_t event) { return event < kLifeEvents && now.gone[event]; };
  const bool outputs = op == LifeOp::set_output && is_gone(call.at(1));
  if (((op == LifeOp::map || op == LifeOp::set_output) && is_gone(call.at(0))) || outputs)
    return &guards::kFileClosed;
  if (op == LifeOp::close && now.mapped.at(call.at(0))) return &guards::kFileMapped;
  if (op == LifeOp::map && now.fresh && now.buffers == kLifetimeBuffers)
    return &bounds::kThirdBuffer;
  if (op == LifeOp::unmap && now.mappings == 0) return &guards::kNoMapping;
  if (op == LifeOp::put && now.references == 0) return &guards::kNoReference;
  return nullptr;
}

LifeSpecification::LifeSpecification(const CallProgram& program) {
  for (unsigned i = 0; i < kLifeEvents; ++i) redirected_.at(i) = redirected_event(program, i);
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

const CallGuard* LifeSpecification::guard(const Call& call) const {
  LifeNow now;
  now.mappings = mappings_.size();
  now.references = references_.size();
  for (std::uint64_t b = 1; b <= kLifetimeBuffers; ++b)
    if (numbers_[b - 1] != 0 && at(all_.buffer(b).freed) == 0) ++now.buffers;
  now.fresh = static_cast<LifeOp>(call.op) == LifeOp::map && at(all_.events[call.at(0)].rb) == 0;
  now.gone = gone_;
  for (const std::size_t event : mappings_) now.mapped.at(event) = true;
  return life_guard(call, now);
}

void LifeSpecification::run(const Call& call, Answers& answers) {
  woken_ = 0;
  signals_ = {};
  switch (static_cast<LifeOp>(call.op)) {
    case LifeOp::map:
      map(call, answers);
      break;
    case LifeOp::unmap:
      unmap(call.at(0));
      break;
    case LifeOp::set_output:
      set_output(call, answers);
      break;
    case LifeOp::get: {
      const std::uint64_t buffer =
          ring_buffer_get(cpu_, all_, all_.events.at(parent_of(call.at(0))));
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
      walk_events(cpu_, all_, all_.events.at(parent_of(call.at(0))));
      // The parent alone has files that wait for a signal. Source: perf_event_fasync.
      signals_.at(parent_of(call.at(0))) = call.at(1);
      break;
    case LifeOp::close:
      close(call.at(0));
      break;
  }
  tell(answers);
}

std::uint64_t LifeSpecification::fresh() const {
  for (std::uint64_t b = 1; b <= kLifetimeBuffers; ++b)
    if (numbers_[b - 1] == 0 || at(all_.buffer(b).freed) != 0) return b;
  return 0;
}

void LifeSpecification::unmap(std::uint64_t number) {
  const auto mapping = mappings_.begin() + static_cast<std::ptrdiff_t>(number % mappings_.size());
  // munmap passes by what is about to be freed, which stays on its list. Source: perf_mmap_close.
  std::array<std::uint64_t, kLifeEvents> lists{};
  for (unsigned i = 0; i < kLifeEvents; ++i)
    if (gone_[i]) lists.at(i) = std::exchange(memory_.words[all_.events[i].on_list], 0);
  perf_mmap_close(cpu_, all_, all_.events[*mapping]);
  for (unsigned i = 0; i < kLifeEvents; ++i)
    if (gone_[i]) memory_.words[all_.events[i].on_list] = lists.at(i);
  mappings_.erase(mapping);
}

bool LifeSpecification::takes_output(std::uint64_t event, std::uint64_t output) const {
  if (at(all_.events.at(event).mmap_count) != 0) return false;
  if (output >= kLifeEvents) return true;
  const bool may =
      event != output && may_share_buffer(redirected_.at(event), redirected_.at(output));
  const std::uint64_t b = at(all_.events.at(output).rb);
  return may && b != 0 && at(all_.buffer(b).mmap_count) != 0;
}

void LifeSpecification::set_output(const Call& call, Answers& answers) {
  const std::uint64_t event = call.at(0), output = call.at(1);
  answer(answers, "set_output", takes_output(event, output) ? 0 : kInvalid);
  const AttachedEventCells& cells = all_.events.at(event);
  if (output >= kLifeEvents) return perf_event_set_output(cpu_, all_, cells, nullptr);
  if (may_share_buffer(redirected_.at(event), redirected_.at(output)))
    perf_event_set_output(cpu_, all_, cells, &all_.events[output]);
}

void LifeSpecification::close(std::uint64_t event) {
  const AttachedEventCells& cells = all_.events.at(event);
  if (std::exchange(gone_.at(event), true) && at(cells.rb) != 0)
    ring_buffer_attach(cpu_, all_, cells, 0);
}

void LifeSpecification::map(const Call& call, Answers& answers) {
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
  answer(answers, "mmap", mapped ? 0 : kNoMemory);
  if (mapped) mappings_.push_back(static_cast<std::size_t>(call.at(0)));
}

void LifeSpecification::tell(Answers& answers) {
  const auto number = [&](std::string what, std::uint64_t value) {
    answer(answers, std::move(what), static_cast<std::int64_t>(value));
  };
  for (unsigned i = 0; i < kLifeEvents; ++i) {
    const AttachedEventCells& event = all_.events[i];
    const std::uint64_t b = at(event.rb);
    number(fmt::format("event {}: rb", i), b == 0 ? 0 : numbers_[b - 1]);
    number(fmt::format("event {}: mmap_count", i), at(event.mmap_count));
    number(fmt::format("event {}: rcu_pending", i), at(event.rcu_pending));
    number(fmt::format("event {}: refcount", i), gone_.at(i) ? 0 : 1);
    number(fmt::format("event {}: signal", i), signals_.at(i));
    if (b == 0) continue;
    number(fmt::format("event {}: on its list", i), at(event.on_list) == b ? 1 : 0);
    number(fmt::format("rb of event {}: mmap_count", i), at(all_.buffer(b).mmap_count));
    number(fmt::format("rb of event {}: refcount", i), at(all_.buffer(b).refcount));
  }
  std::uint64_t undone = undone_before_;
  for (const MappedBufferCells& buffer : all_.buffers) undone += at(buffer.undone);
  number("users charged", created_ - undone);
  number("woken", woken_);
  number("pending_kill", 0);
  number("warnings", broken_);
}

}  // namespace ringcheck
