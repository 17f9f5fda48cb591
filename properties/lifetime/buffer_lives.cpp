// buffer-lives: mmap, munmap, redirection, references, wakeups and faults of three events, one call
// after another, beside plain bookkeeping of what is mapped and which event writes where.
//
// The bookkeeping has the buffer of each event, mapping and reference. Every word of events and
// buffers follows from that, and so do the wakeups: an event is woken if somebody may wait on it
// and it got another buffer, or if it shares the buffer of a wakeup. Between the two counts that
// munmap decrements it waits for a mutex. There an event may be redirected, but not to the buffer,
// if that was its last mapping.
// Source: kernel/events/core.c perf_mmap, perf_mmap_close, ring_buffer_attach, ring_buffer_wakeup,
// perf_event_set_output, perf_mmap_fault.
// Tested by tests/properties/aux/aux_mutants_test.cpp.
#include <algorithm>
#include <functional>
#include <utility>
#include <vector>

#include "properties/aux/aux_sequence.hpp"
#include "properties/core/locked_memory.hpp"
#include "properties/lifetime/buffer_ledger.hpp"
#include "properties/lifetime/sequences.hpp"
#include "protocol/lifetime/observations.hpp"
#include "protocol/lifetime/perf_fault.hpp"

namespace ringcheck {
namespace {

constexpr std::array<std::string_view, 2> kProperties = {"I-39", "I-106"};
constexpr std::array kSetup = {Dial{"close under mutex", 0, 1}};
enum Step : std::size_t {
  map,
  map_without_memory,
  unmap,
  redirect,
  get,
  put,
  wakeup,
  fault,
  zap,
  use,
  unmap_slowly,
  map_area
};
constexpr std::uint64_t kOutputs = kLifetimeEvents + 1;
constexpr std::array kSteps = {
    Dial{"mmap of event", 0, kLifetimeEvents - 1},
    Dial{"mmap without memory of event", 0, kLifetimeEvents - 1},
    Dial{"munmap of mapping", 0, 3},
    Dial{"set_output of event and output", 0, kLifetimeEvents* kOutputs - 1},
    Dial{"reference to the buffer of event", 0, kLifetimeEvents - 1},
    Dial{"reference given back", 0, 3},
    Dial{"wakeup by event", 0, kLifetimeEvents - 1},
    Dial{"fault in a mapping of event", 0, kLifetimeEvents - 1},
    Dial{"page unmapped", 0, 3},
    Dial{"use of the buffer of event", 0, kLifetimeEvents - 1},
    Dial{"munmap of the first mapping, set_output meanwhile", 0, kLifetimeEvents* kOutputs - 1},
    Dial{"mmap of the AUX area of event, with memory or without", 0, 2 * kLifetimeEvents - 1},
};
constexpr std::array kShares = {
    Share{"maps", 60},
    Share{"unmaps", 40},
    Share{"redirects", 10},
    Share{"takes away", 30},
    Share{"frees a buffer", 30},
    Share{"wakes", 40},
    Share{"maps an AUX area", 25},
    Share{"keeps a page", 4},
    Share{"refuses a buffer that goes", 4},
};

/// What the specification says about itself, and what memory sees of it.
struct Said {
  std::array<std::uint64_t, kLifetimeEvents> woken{};
  std::uint64_t broken = 0;
  std::uint64_t grace_periods = 0;
  bool looks = false;      ///< the call looks at events without their mutex
  bool unguarded = false;  ///< without an RCU section, or it moved an event without its mutex
  std::function<void()> before_lock{};  ///< called once, before a mutex is taken
};

struct Listen {
  Said* said;
  void operator()(std::uint32_t kind, std::uint64_t a, std::uint64_t, std::uint64_t,
                  std::uint64_t) const {
    if (kind == said::LifetimeBroken<>::kKind) ++said->broken;
    if (kind == said::WaitersWoken<>::kKind) ++said->woken.at(a);
  }
};

/// Memory that sees every look at an event, and every move of one.
class WatchedMemory : public LockedMemory<Listen> {
 public:
  WatchedMemory(std::span<std::uint64_t> memory, const PerfLifetime& all, Said& said)
      : LockedMemory(memory, Listen{&said}), memory_(memory), all_(all), said_(said) {}

  Value read_once(Value address) {
    for (const AttachedEventCells& event : all_.events)
      if (said_.looks && (address == event.rb || address == event.on_list))
        said_.unguarded = said_.unguarded || memory_[all_.rcu_section] == 0;
    return LockedMemory::read_once(address);
  }
  void smp_store_release(Value address, Value value) {
    for (const AttachedEventCells& event : all_.events)
      if (address == event.rb) said_.unguarded = said_.unguarded || memory_[event.mmap_mutex] == 0;
    LockedMemory::smp_store_release(address, value);
  }
  void spin_lock(Value address) {
    if (said_.before_lock) std::exchange(said_.before_lock, nullptr)();
    LockedMemory::spin_lock(address);
  }
  void await(Value address, std::uint64_t value) {
    if (address == all_.rcu_section) ++said_.grace_periods;
    LockedMemory::await(address, value);
  }

 private:
  std::span<std::uint64_t> memory_;
  const PerfLifetime& all_;
  Said& said_;
};

class BufferLives {
 public:
  using Machine = WatchedMemory;

  BufferLives(const AuxCase& example, DefectSet defects, AuxJudge& judge) : judge_(judge) {
    std::uint64_t at = 0;
    const auto words = [&]<class Cells>(Cells& cells) {
      cells = Cells::at(at);
      at += Cells::kNames.size();
    };
    std::array<PageCells, kLifetimeBuffers> pages{};
    std::ranges::for_each(all_.events, words);
    std::ranges::for_each(all_.buffers, words);
    std::ranges::for_each(pages, words);
    all_.pages = pages;
    all_.rcu_section = at++;
    all_.close_under_mutex = example.setup[0] != 0;
    all_.defects = defects;
    memory_.assign(at, 0);
    for (std::uint64_t b = 1; b <= kLifetimeBuffers; ++b) make(b);
  }
  void step(const AuxStep& step);

 private:
  void take(Machine& cpu, const AuxStep& step);
  void make(std::uint64_t b);
  void do_map(Machine& cpu, std::size_t event, bool memory);
  void do_redirect(Machine& cpu, std::size_t event, std::size_t output, bool late = false);
  void do_unmap(Machine& cpu, std::size_t number);
  void do_map_area(Machine& cpu, std::size_t event, bool memory);
  void do_fault(Machine& cpu, std::size_t event);
  void judge_grace(const Ledger& before);
  void judge_events();
  void judge_buffer(std::uint64_t b);
  void judge_page(std::uint64_t b);
  void require(bool holds, std::string_view what) { judge_.require(holds, "I-106", what); }

  AuxJudge& judge_;
  PerfLifetime all_;
  std::vector<std::uint64_t> memory_;
  Ledger ledger_;
  Said said_;
};

/// Memory for a buffer, with nothing left of the one before.
void BufferLives::make(std::uint64_t b) {
  ledger_.lived.at(b) = false;
  memory_.at(all_.buffer(b).freed) = memory_.at(all_.buffer(b).undone) = 0;
  memory_.at(all_.pages->at(b - 1).refcount) = 1;
  memory_.at(all_.pages->at(b - 1).freed) = 0;
}

void BufferLives::do_map(Machine& cpu, std::size_t event, bool memory) {
  const bool has = ledger_.buffer_of.at(event) != 0;
  const std::uint64_t fresh = ledger_.fresh();
  if (!has && memory && fresh == 0) return;  // there are no more buffers
  if (!has && memory) make(fresh);
  const bool mapped = perf_mmap(cpu, all_, all_.events.at(event), fresh,
                                memory ? Allocation::succeeds : Allocation::fails);
  require(mapped == (has || memory), "an mmap succeeds without a buffer, or fails with one");
  if (!mapped) return;
  if (!has) {
    ledger_.attach(event, fresh);
    ledger_.lived.at(fresh) = true;
  }
  ledger_.mappings.push_back({event, ledger_.buffer_of.at(event)});
  judge_.comes_to("maps");
}

/// `late`: the first mapping still counts among its event's, but no longer among its buffer's.
void BufferLives::do_redirect(Machine& cpu, std::size_t event, std::size_t output, bool late) {
  const bool none = output == kLifetimeEvents;
  perf_event_set_output(cpu, all_, all_.events.at(event), none ? nullptr : &all_.events.at(output));
  if (event == output || ledger_.mappings_of(event) != 0) return;
  const std::uint64_t buffer = none ? 0 : ledger_.buffer_of.at(output);
  if (!none && buffer == 0) return;
  const bool goes = late && !none && buffer == ledger_.mappings.front().buffer;
  if (goes && ledger_.mapped(buffer) == 1) {
    require(memory_[all_.events.at(event).rb] == ledger_.buffer_of.at(event),
            "an event is given a buffer that nobody maps any more");
    return judge_.comes_to("refuses a buffer that goes");
  }
  ledger_.attach(event, buffer);
  judge_.comes_to("redirects", buffer != 0);
}

void BufferLives::do_fault(Machine& cpu, std::size_t event) {
  const PageCells* page = perf_mmap_fault(cpu, all_, all_.events.at(event));
  const std::uint64_t buffer = ledger_.buffer_of.at(event);
  require((page != nullptr) == (buffer != 0), "a fault finds a page without a buffer, or none");
  if (page == nullptr || buffer == 0) return;
  require(page->refcount == all_.pages->at(buffer - 1).refcount, "a fault finds another's page");
  ledger_.pages.push_back(buffer);
}

/// An AUX area counts as a mapping of the buffer that it belongs to, and of the event.
void BufferLives::do_map_area(Machine& cpu, std::size_t event, bool memory) {
  const bool mapped = perf_mmap_aux(cpu, all_, all_.events.at(event),
                                    memory ? Allocation::succeeds : Allocation::fails);
  const std::uint64_t buffer = ledger_.buffer_of.at(event);
  require(mapped == (memory && buffer != 0), "an AUX area is mapped without a buffer, or is not");
  if (!mapped) return;
  ledger_.mappings.push_back({event, buffer});
  judge_.comes_to("maps an AUX area");
}

void BufferLives::do_unmap(Machine& cpu, std::size_t number) {
  perf_mmap_close(cpu, all_, all_.events.at(ledger_.mappings[number].event));
  ledger_.unmap(number);
  judge_.comes_to("unmaps");
}

/// Takes the step, if there is something to take it on.
void BufferLives::take(Machine& cpu, const AuxStep& step) {
  const std::size_t event = step.amount % kLifetimeEvents;
  switch (step.kind) {
    case Step::map:
    case Step::map_without_memory:
      return do_map(cpu, event, step.kind == Step::map);
    case Step::unmap:
      if (ledger_.mappings.empty()) return;
      return do_unmap(cpu, step.amount % ledger_.mappings.size());
    case Step::map_area:
      return do_map_area(cpu, event, step.amount < kLifetimeEvents);
    case Step::unmap_slowly:
      if (ledger_.mappings.empty()) return;
      said_.before_lock = [&] {
        do_redirect(cpu, event, step.amount / kLifetimeEvents, !all_.close_under_mutex);
      };
      return do_unmap(cpu, 0);
    case Step::redirect:
      return do_redirect(cpu, event, step.amount / kLifetimeEvents);
    case Step::get: {
      const std::uint64_t got = ring_buffer_get(cpu, all_, all_.events.at(event));
      require(got == ledger_.buffer_of.at(event), "a reference is taken to another's buffer");
      if (got != 0) ledger_.references.push_back(got);
      return;
    }
    case Step::put:
      if (ledger_.references.empty()) return;
      ring_buffer_put(cpu, all_, ledger_.references.back());
      return ledger_.references.pop_back();
    case Step::wakeup:
      walk_events(cpu, all_, all_.events.at(event));
      for (std::size_t other = 0; other < kLifetimeEvents; ++other)
        if (ledger_.buffer_of.at(event) != 0 &&
            ledger_.buffer_of.at(other) == ledger_.buffer_of.at(event))
          ++ledger_.woken.at(other);
      return;
    case Step::fault:
      return do_fault(cpu, event);
    case Step::use:
      return require(use_buffer(cpu, all_, all_.events.at(event)) == ledger_.buffer_of.at(event),
                     "an event's buffer is not used, or another's is");
    default:
      if (ledger_.pages.empty()) return;
      unmap_page(cpu, all_, all_.pages->at(ledger_.pages.back() - 1));
      return ledger_.pages.pop_back();
  }
}

void BufferLives::judge_events() {
  for (std::size_t e = 0; e < kLifetimeEvents; ++e) {
    const AttachedEventCells& event = all_.events.at(e);
    const std::uint64_t buffer = ledger_.buffer_of.at(e);
    require(memory_[event.rb] == buffer && memory_[event.on_list] == buffer,
            "an event has another buffer than it was given, or is on another's list");
    require(memory_[event.mmap_count] == ledger_.mappings_of(e),
            "an event counts other mappings than it has");
    require((memory_[event.rcu_pending] != 0) == ledger_.taken_off.at(e),
            "an event that was taken off a list is not marked so, or another is");
    require(memory_[event.mmap_mutex] == 0, "a mutex is not given back");
    require(said_.woken.at(e) == ledger_.woken.at(e),
            "who waits on an event is not woken for what happened, or for nothing");
    judge_.comes_to("wakes", ledger_.woken.at(e) != 0);
    judge_.comes_to("takes away", buffer == 0 && ledger_.taken_off.at(e));
  }
}

void BufferLives::judge_buffer(std::uint64_t b) {
  const MappedBufferCells& rb = all_.buffer(b);
  const bool lived = ledger_.lived.at(b);
  const bool freed = lived && ledger_.users(b) == 0;
  require(memory_[rb.mmap_count] == ledger_.mapped(b), "a buffer counts other mappings");
  require(memory_[rb.refcount] == ledger_.users(b), "a buffer counts other users");
  require((memory_[rb.freed] != 0) == freed, "a buffer is kept that nobody uses, or freed in use");
  require(memory_[rb.undone] == (lived && ledger_.mapped(b) == 0 ? 1 : 0),
          "a buffer's accounting is not undone once, when nobody maps it any more");
  judge_.comes_to("frees a buffer", freed);
}

void BufferLives::judge_page(std::uint64_t b) {
  const PageCells& page = all_.pages->at(b - 1);
  const auto mapped = static_cast<std::uint64_t>(std::ranges::count(ledger_.pages, b));
  const bool of_buffer = !ledger_.lived.at(b) || ledger_.users(b) != 0;
  require(memory_[page.refcount] == mapped + (of_buffer ? 1 : 0),
          "a page has other references than its buffer and its mappings");
  require((memory_[page.freed] != 0) == (mapped == 0 && !of_buffer),
          "a page is freed that is mapped, or kept for nobody");
  judge_.comes_to("keeps a page", mapped != 0 && !of_buffer);
}

/// The code waits for all who may still walk a list, or look at a buffer.
void BufferLives::judge_grace(const Ledger& before) {
  bool due = false;
  for (std::size_t e = 0; e < kLifetimeEvents; ++e)
    due =
        due || (ledger_.buffer_of.at(e) != 0 && ledger_.buffer_of.at(e) != before.buffer_of.at(e) &&
                (before.buffer_of.at(e) != 0 || before.taken_off.at(e)));
  for (std::uint64_t b = 1; b <= kLifetimeBuffers; ++b)
    due = due || (before.users(b) != 0 && ledger_.users(b) == 0);
  require(!due || said_.grace_periods != 0,
          "an event goes to another list, or a buffer is freed, without a grace period");
}

void BufferLives::step(const AuxStep& step) {
  said_ = {};
  said_.looks = step.kind == Step::wakeup || step.kind == Step::fault || step.kind == Step::use;
  ledger_.woken = {};
  const Ledger before = ledger_;
  Machine cpu(memory_, all_, said_);
  take(cpu, step);
  judge_.require(said_.broken == 0, "I-39", "a buffer is used, freed or walked as it must not be");
  require(!said_.unguarded, "an event is looked at in no RCU section, or moved without its mutex");
  judge_grace(before);
  require(memory_[all_.rcu_section] == 0, "an RCU section does not end");
  judge_events();
  for (std::uint64_t b = 1; b <= kLifetimeBuffers; ++b) {
    judge_buffer(b);
    judge_page(b);
  }
}

}  // namespace

const AuxSequence kBufferLives = {
    "buffer-lives",
    "events that are mapped, redirected, woken and looked at, one call after another",
    kProperties,
    kSetup,
    kSteps,
    false,
    run_steps<BufferLives>,
    4000,
    kShares};

}  // namespace ringcheck
