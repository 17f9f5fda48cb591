// The host of a loaded object.
// Tested by tests/kernel/native_machine_test.cpp.
#include "kernel/native/native_machine.hpp"

#include <fmt/format.h>
#include <sys/mman.h>

#include <cstring>

namespace ringcheck {
namespace {

constexpr std::size_t kArenaBytes = std::size_t{1} << 28U;
constexpr std::size_t kAlignment = 64;
constexpr int kCpus = 8;
/// Nothing lies below: such an address is a null pointer, or a field of its object.
constexpr std::uintptr_t kLeastAddress = 1U << 16U;
/// Room after a page that is smaller than what the kernel puts into it.
constexpr std::size_t kLeastPageRoom = 4096;

/// The first member of struct page, as headers/memory.h has it.
struct NativePage {
  void* memory;
};

std::uintptr_t address_of(const volatile void* at) {
  return reinterpret_cast<std::uintptr_t>(at);
}

std::uint64_t read_at(const volatile void* at, unsigned bytes) {
  std::uint64_t value = 0;
  std::memcpy(&value, const_cast<const void*>(at), bytes);
  return value;
}

/// A machine that makes more accesses in its life is taken for one that does not end; programs of
/// calls make some thousands.
constexpr std::uint64_t kMostAccesses = 4'000'000;

/// The machine whose object is running.
thread_local NativeMachine* current = nullptr;

}  // namespace

/// The functions that an object calls.
struct NativeHost {
  static void before(const rc_access* access) {
    if (++current->accesses_ > kMostAccesses) throw NativeFailure("it does not end");
    current->before(*access);
  }
  static void after(const rc_access* access, unsigned long long old, unsigned long long now) {
    current->after(*access, old, now);
  }
  static void stores(const rc_access* access) { current->stores(*access); }
  static void point(rc_point point) {
    NativeMachine& m = *current;
    m.settle();
    if (point == RC_PREEMPT_DISABLE) ++m.preempt_;
    if (point == RC_PREEMPT_ENABLE) --m.preempt_;
    if (point == RC_RCU_LOCK) ++m.rcu_;
    if (point == RC_RCU_UNLOCK) --m.rcu_;
    if (point == RC_IRQ_DISABLE) ++m.masked_;
    if (point == RC_IRQ_ENABLE) --m.masked_;
    if (point == RC_SYNCHRONIZE_RCU) ++m.grace_periods_;
    if (m.tracing && !m.silent_points.contains(point))
      m.trace.push_back({TraceStep::Kind::point, RC_PLAIN, point, 0, 0, 0});
  }
  static void warned(const char* condition, const char* file, int line) {
    current->warnings.push_back(fmt::format("{}:{}: {}", file, line, condition));
  }
  static void failed(const char* condition, const char* file, int line) {
    throw NativeFailure(fmt::format("{}:{}: {}", file, line, condition));
  }
  static void may_sleep() { current->may_sleep(); }
  static void* alloc(unsigned long long size) {
    if (!current->memory_can_be_had()) return nullptr;
    ++current->objects_left_;
    return current->alloc(size);
  }
  static void free(const void* object) {
    if (object != nullptr) --current->objects_left_;
    current->free(object);
  }
  static void* alloc_pages(unsigned order) { return current->alloc_pages(order); }
  static void* alloc_run(unsigned long long pages) { return current->alloc_run(pages); }
  static unsigned long long pages_of_run(const void* memory) {
    return current->pages_of_run(memory);
  }
  static void free_page(void* page) {
    --current->pages_left_;
    current->free(static_cast<NativePage*>(page)->memory);
  }
  static void* page_of(const void* address) { return current->page_of(address); }
  static void* place_on_cpu(const void* variable, int cpu) {
    return current->place_on_cpu(variable, cpu);
  }
  static void* alloc_per_cpu(unsigned long long size) { return current->alloc_per_cpu(size); }
  static int cpu() { return current->cpu; }
  static int level() { return current->level; }
  static int atomic_now() { return current->preempt_ > 0 || current->level > 0 ? 1 : 0; }
  static void lock(int* held) {
    current->settle();
    if (current->locks_ == 0) current->let_others(current->between_locks);
    if (*held != 0) throw NativeFailure("deadlock: a lock is taken twice");
    *held = 1;
    ++current->locks_;
  }
  static int try_lock(int* held) {
    if (*held != 0) return 0;
    *held = 1;
    ++current->locks_;
    return 1;
  }
  static void unlock(int* held) {
    current->settle();
    if (*held == 0) throw NativeFailure("a lock that is not held is released");
    *held = 0;
    if (--current->locks_ == 0) current->let_others(current->between_locks);
  }
  static int queue_work(void* work, int cpu) {
    NativeMachine& m = *current;
    m.settle();
    const auto word = m.works_.find(address_of(work));
    if (word != m.works_.end() && m.tracing) {
      m.let_others(m.before_access);
      const std::uint64_t before = word->second.queued++;
      m.trace.push_back(
          {TraceStep::Kind::fetch, RC_FULL, RC_BARRIER, word->second.word, before, before + 1});
    }
    m.work_queued(work, cpu);
    return 1;
  }
  static void wake(void* queue) {
    current->settle();
    current->woken(queue);
  }
  static void after_grace(void* head, void (*func)(void*)) {
    ++current->grace_periods_;
    func(head);
  }
  static int call_cpu(int cpu, void (*func)(void*), void* info) {
    current->settle();
    return current->call_cpu(cpu, func, info);
  }
  static long long ask(const char* name, long long argument) {
    if (std::string_view(name) == "get_state_synchronize_rcu")
      return static_cast<long long>(current->grace_periods_);
    if (std::string_view(name) == "register")
      return static_cast<long long>(address_of(current->machine_register(argument)));
    if (!current->answer) throw NativeFailure(fmt::format("nobody answers {}", name));
    return current->answer(name, argument);
  }
};

namespace {

constexpr rc_host kHost = {
    NativeHost::before,        NativeHost::after,      NativeHost::stores,
    NativeHost::point,         NativeHost::warned,     NativeHost::failed,
    NativeHost::may_sleep,     NativeHost::alloc,      NativeHost::free,
    NativeHost::alloc_pages,   NativeHost::alloc_run,  NativeHost::pages_of_run,
    NativeHost::free_page,     NativeHost::page_of,    NativeHost::place_on_cpu,
    NativeHost::alloc_per_cpu, NativeHost::cpu,        NativeHost::level,
    NativeHost::atomic_now,    NativeHost::lock,       NativeHost::try_lock,
    NativeHost::unlock,        NativeHost::queue_work, NativeHost::wake,
    NativeHost::after_grace,   NativeHost::call_cpu,   NativeHost::ask};

}  // namespace

NativeMachine::NativeMachine(const NativeObject& object) : object_(object) {
  // Below 2 GiB, so an address fits into 31 bits: the text may keep it in a narrow long.
  void* arena = mmap(nullptr, kArenaBytes, PROT_READ | PROT_WRITE,
                     MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_32BIT, -1, 0);
  if (arena == MAP_FAILED) throw std::runtime_error("memory for the kernel's text cannot be had");
  arena_ = static_cast<char*>(arena);
  object_.connect(kHost);
  current = this;
}

NativeMachine::~NativeMachine() {
  munmap(arena_, kArenaBytes);
  if (current == this) current = nullptr;
}

void* NativeMachine::alloc(std::uint64_t bytes, std::uint64_t alignment) {
  used_ = (used_ + alignment - 1) / alignment * alignment;
  const std::size_t rounded = (bytes + kAlignment - 1) / kAlignment * kAlignment;
  if (used_ > kArenaBytes || rounded > kArenaBytes - used_)
    throw NativeFailure("the machine's memory is full");
  char* object = arena_ + used_;
  used_ += rounded + kAlignment;  // a gap, so that nothing is next to anything else
  objects_[address_of(object)] = {address_of(object) + bytes, false};
  return object;
}

void NativeMachine::free(const void* object) {
  settle();
  if (object == nullptr) return;
  const auto found = objects_.find(address_of(object));
  if (found == objects_.end()) return;  // within a larger one: pages of one allocation
  if (found->second.freed) throw NativeFailure("memory is freed twice");
  found->second.freed = true;
}

void NativeMachine::let_others(const std::function<void()>& act) {
  const int before = std::exchange(masked_elsewhere_, masked_);
  act();
  masked_elsewhere_ = before;
}

void NativeMachine::may_sleep() {
  if (slept_ || masked_ == masked_elsewhere_) return;
  slept_ = true;
  warnings.emplace_back("memory is waited for where nothing may wait");
}

std::uint64_t* NativeMachine::machine_register(long long number) {
  std::uint64_t*& place = registers_[{cpu, number}];
  if (place == nullptr) place = static_cast<std::uint64_t*>(alloc(sizeof(*place)));
  return place;
}

void NativeMachine::expect_rest() const {
  if (preempt_ != 0) throw NativeFailure("preemption is not enabled as often as disabled");
  if (rcu_ != 0) throw NativeFailure("RCU sections are not left as often as entered");
  if (locks_ != 0) throw NativeFailure("locks are not released as often as taken");
  if (masked_ != 0) throw NativeFailure("interrupts are not enabled as often as masked");
}

bool NativeMachine::is_freed(const void* at) const {
  const auto found = objects_.find(address_of(at));
  return found != objects_.end() && found->second.freed;
}

void* NativeMachine::alloc_pages(unsigned order) {
  if (!pages_can_be_had(order)) return nullptr;
  const std::size_t count = std::size_t{1} << order;
  return make_pages(count, count << object_.options().page_shift).first;
}

void* NativeMachine::alloc_run(std::uint64_t pages) {
  for (std::uint64_t i = 0; i < pages; ++i)
    if (!pages_can_be_had(0)) return nullptr;
  return make_pages(pages, std::size_t{1} << object_.options().page_shift).memory;
}

NativeMachine::Run NativeMachine::make_pages(std::uint64_t count, std::uint64_t alignment) {
  const std::size_t page_bytes = std::size_t{1} << object_.options().page_shift;
  pages_left_ += count;
  const std::size_t stride = *static_cast<const unsigned*>(object_.find("rc_page_struct_bytes"));
  char* first = static_cast<char*>(alloc(count * stride));
  char* memory = static_cast<char*>(alloc(std::max(page_bytes * count, kLeastPageRoom), alignment));
  for (std::size_t i = 0; i < count; ++i)
    reinterpret_cast<NativePage*>(first + i * stride)->memory = memory + i * page_bytes;
  const Run run = {first, memory, count};
  runs_[address_of(memory)] = run;
  return run;
}

const NativeMachine::Run& NativeMachine::run_of(const void* address) const {
  auto found = runs_.upper_bound(address_of(address));
  if (found == runs_.begin()) throw NativeFailure("an address of no page");
  return (--found)->second;
}

void* NativeMachine::page_of(const void* address) const {
  const Run& run = run_of(address);
  const std::size_t stride = *static_cast<const unsigned*>(object_.find("rc_page_struct_bytes"));
  const std::uint64_t index =
      (address_of(address) - address_of(run.memory)) >> object_.options().page_shift;
  if (index >= run.pages) throw NativeFailure("an address of no page");
  return run.first + index * stride;
}

std::uint64_t NativeMachine::pages_of_run(const void* memory) const {
  const Run& run = run_of(memory);
  if (run.memory != memory) throw NativeFailure("vfree of what vmalloc has not given");
  return run.pages;
}

void* NativeMachine::alloc_per_cpu(std::uint64_t bytes) {
  const std::uint64_t stride = (bytes + kAlignment - 1) / kAlignment * kAlignment;
  void* first = alloc(stride * kCpus);
  per_cpu_[address_of(first)] = stride;
  return first;
}

void* NativeMachine::place_on_cpu(const void* variable, int on) {
  if (on < 0 || on >= kCpus) throw NativeFailure(fmt::format("CPU {} has no variables", on));
  const std::uintptr_t at = address_of(variable);
  if (at >= address_of(arena_) && at < address_of(arena_) + used_) {
    auto found = per_cpu_.upper_bound(at);
    if (found == per_cpu_.begin()) throw NativeFailure("a per-CPU variable that is none");
    --found;
    return const_cast<char*>(static_cast<const char*>(variable)) +
           found->second * static_cast<std::uint64_t>(on);
  }
  const auto* start = static_cast<char*>(object_.function<void*()>("rc_per_cpu_start")());
  const auto* end = static_cast<char*>(object_.function<void*()>("rc_per_cpu_end")());
  const auto size = static_cast<std::size_t>(end - start);
  if (statics_.empty())
    for (int i = 0; i < kCpus; ++i) {
      statics_.push_back(static_cast<char*>(alloc(size)));
      std::memcpy(statics_.back(), start, size);
    }
  return statics_[static_cast<std::size_t>(on)] + (static_cast<const char*>(variable) - start);
}

void NativeMachine::name(const volatile void* at, std::uint64_t word, NativeView view,
                         bool plain_loads) {
  words_[address_of(at)] = {word, std::move(view), plain_loads};
}

void NativeMachine::name_words(const void* at, std::uint64_t bytes, std::uint64_t word,
                               std::uint64_t unit) {
  ranges_[address_of(at)] = {address_of(at) + bytes, word, unit};
}

void NativeMachine::name_work(const void* work, std::uint64_t word) {
  works_[address_of(work)] = {word, 0};
}

void NativeMachine::take_work(const void* work) {
  works_.at(address_of(work)).queued = 0;
}

void NativeMachine::watch(const void* at, std::string structure) {
  const auto found = objects_.find(address_of(at));
  if (found == objects_.end()) throw NativeFailure("a " + structure + " that is none");
  watched_[address_of(at)] = {found->second.end, std::move(structure)};
}

const NativeMachine::Named* NativeMachine::word_at(const rc_access& access) {
  const std::uintptr_t at = address_of(access.at);
  const auto found = words_.find(at);
  if (found != words_.end()) {
    const bool plain_load = access.kind == RC_LOAD && access.mark == RC_PLAIN;
    return plain_load && !found->second.plain_loads ? nullptr : &found->second;
  }
  auto range = ranges_.upper_bound(at);
  if (range == ranges_.begin()) return nullptr;
  --range;
  if (at >= range->second.end) return nullptr;
  range_word_ = {range->second.word + (at - range->first) / range->second.unit};
  return &range_word_;
}

void NativeMachine::settle() {
  if (!has_pending_) return;
  has_pending_ = false;
  trace.push_back({TraceStep::Kind::store, pending_.mark, RC_BARRIER, pending_word_.word, 0,
                   seen(pending_word_, read_at(pending_.at, pending_.bytes))});
}

void NativeMachine::note_unnamed(const rc_access& access) {
  auto found = watched_.upper_bound(address_of(access.at));
  if (found == watched_.begin()) return;
  --found;
  if (address_of(access.at) >= found->second.end) return;
  unnamed_stores.insert(fmt::format("{}+{} ({} bytes)", found->second.structure,
                                    address_of(access.at) - found->first, access.bytes));
}

void NativeMachine::before(const rc_access& access) {
  settle();
  const std::uintptr_t at = address_of(access.at);
  if (at < kLeastAddress) throw NativeFailure(fmt::format("memory at {:#x} is used", at));
  if (at < address_of(arena_) || at >= address_of(arena_) + used_) return;
  auto object = objects_.upper_bound(at);
  if (object == objects_.begin() || at >= (--object)->second.end)
    throw NativeFailure("memory past an object is used");
  if (object->second.freed) throw NativeFailure("memory is used after it was freed");
  if (!tracing) return;
  if (word_at(access) != nullptr)
    let_others(before_access);
  else if (access.kind != RC_LOAD)
    note_unnamed(access);
}

void NativeMachine::after(const rc_access& access, std::uint64_t old, std::uint64_t now) {
  if (!tracing) return;
  const Named* named = word_at(access);
  if (named == nullptr) return;
  constexpr std::array kKinds = {TraceStep::Kind::load, TraceStep::Kind::store,
                                 TraceStep::Kind::fetch, TraceStep::Kind::compare};
  const TraceStep::Kind kind = kKinds.at(access.kind);
  trace.push_back({kind, access.mark, RC_BARRIER, named->word,
                   kind == TraceStep::Kind::store ? 0 : seen(*named, old), seen(*named, now)});
}

void NativeMachine::stores(const rc_access& access) {
  if (!tracing) return;
  const Named* named = word_at(access);
  if (named == nullptr) return;
  pending_ = access;
  pending_word_ = *named;
  has_pending_ = true;
}

}  // namespace ringcheck
