#pragma once
// NativeMachine: what a loaded object of the kernel's text runs on.

#include <cstdint>
#include <functional>
#include <map>
#include <set>
#include <stdexcept>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "kernel/calls/trace.hpp"
#include "kernel/native/native_object.hpp"

namespace ringcheck {

/// The kernel's text did something that ends its run: a BUG_ON, an access to freed memory, a
/// deadlock, or a loop without an end.
class NativeFailure : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Translates a value of the kernel into one of the specification; empty: it is the same.
using NativeView = std::function<std::uint64_t(std::uint64_t value)>;

/// Memory and hooks of one object. `before_access` is called before each access to a named word; it
/// runs the interrupts, and may call into the text again.
///
/// Only one machine of an object is in use at a time.
class NativeMachine {
 public:
  /// A machine for the code of `object`.
  explicit NativeMachine(const NativeObject& object);
  NativeMachine(const NativeMachine&) = delete;
  NativeMachine& operator=(const NativeMachine&) = delete;
  ~NativeMachine();

  [[nodiscard]] const NativeObject& object() const { return object_; }

  /// Gives the field at `at` the number of the specification's word.
  /// `plain_loads`: plain loads are noted too, and interrupts come before them.
  void name(const volatile void* at, std::uint64_t word, NativeView view = {},
            bool plain_loads = true);
  /// Names `bytes` bytes, one word of `unit` bytes after the other.
  void name_words(const void* at, std::uint64_t bytes, std::uint64_t word, std::uint64_t unit = 8);
  /// Each queueing of this irq_work counts up the word.
  void name_work(const void* work, std::uint64_t word);
  /// The irq_work runs: from now on it is not queued. Source: irq_work_single.
  void take_work(const void* work);
  /// Takes note of stores to fields of the object at `at` that have no name.
  void watch(const void* at, std::string structure);

  /// The memory of a register of the running CPU: an MSR or system register, by its number.
  std::uint64_t* machine_register(long long number);
  /// Pages that the text has, less those that it has given back.
  [[nodiscard]] std::uint64_t pages_left() const { return pages_left_; }
  /// The same for objects that are no pages.
  [[nodiscard]] std::uint64_t objects_left() const { return objects_left_; }
  /// True iff the object at `at` was freed.
  [[nodiscard]] bool is_freed(const void* at) const;
  /// All calls have ended. Errors: NativeFailure if preemption is off, interrupts are masked, a
  /// lock is held, or an RCU section is open.
  void expect_rest() const;
  /// Notes a plain store that was announced: its value is known once the text has gone on.
  void settle();
  /// A zeroed object that lives as long as the machine, at a multiple of `alignment`, which is
  /// itself a multiple of what any object needs.
  void* alloc(std::uint64_t bytes, std::uint64_t alignment = 64);

  std::function<void()> before_access = [] {};
  /// No lock is held: one is about to be taken, or has been given back.
  std::function<void()> between_locks = [] {};
  std::function<bool()> memory_can_be_had = [] { return true; };
  std::function<bool(unsigned order)> pages_can_be_had = [](unsigned) { return true; };
  std::function<long long(std::string_view name, long long argument)> answer;
  std::function<void(void* work, int cpu)> work_queued = [](void*, int) {};
  std::function<void(void* queue)> woken = [](void*) {};
  /// Another CPU runs a function; usually at once.
  std::function<int(int cpu, void (*func)(void*), void* info)> call_cpu =
      [this](int number, void (*func)(void*), void* info) {
        const int here = std::exchange(cpu, number);
        func(info);
        cpu = here;
        return 0;
      };
  int cpu = 0;
  int level = 0;

  Trace trace;
  /// Ordering points that are not noted: the specification expresses them in another way.
  std::set<rc_point> silent_points = {RC_RCU_LOCK, RC_RCU_UNLOCK, RC_IRQ_DISABLE, RC_IRQ_ENABLE};
  /// Whether accesses are traced; off while a test sets things up.
  bool tracing = false;
  std::vector<std::string> warnings;
  /// Structure and offset of each field that was stored to and has no name.
  std::set<std::string> unnamed_stores;

 private:
  friend struct NativeHost;
  struct Range {
    std::uintptr_t end = 0;
    std::uint64_t word = 0;
    std::uint64_t unit = 8;  ///< bytes of a word
  };
  struct Watched {
    std::uintptr_t end = 0;
    std::string structure;
  };
  struct Work {
    std::uint64_t word = 0;
    std::uint64_t queued = 0;  ///< how often
  };
  struct Object {
    std::uintptr_t end = 0;
    bool freed = false;
  };

  /// Pages that were got at once.
  struct Run {
    char* first = nullptr;  ///< struct page of the first one
    char* memory = nullptr;
    std::uint64_t pages = 0;
  };

  struct Named {
    std::uint64_t word = 0;
    NativeView view{};
    bool plain_loads = true;
  };

  [[nodiscard]] const Named* word_at(const rc_access& access);
  [[nodiscard]] static std::uint64_t seen(const Named& named, std::uint64_t value) {
    return named.view ? named.view(value) : value;
  }
  void before(const rc_access& access);
  void after(const rc_access& access, std::uint64_t old, std::uint64_t now);
  void stores(const rc_access& access);
  /// Who comes between two steps of the running code does not have interrupts masked by it.
  void let_others(const std::function<void()>& act);
  /// Warns, once, if the running code has masked interrupts. Source: __might_sleep.
  void may_sleep();
  void note_unnamed(const rc_access& access);
  void free(const void* object);
  /// 2^order contiguous pages: the first one's struct page, or null.
  void* alloc_pages(unsigned order);
  /// `pages` pages, got one by one, whose addresses are contiguous; or null.
  void* alloc_run(std::uint64_t pages);
  /// Pages whose addresses are contiguous; `alignment` of the first one (bytes).
  Run make_pages(std::uint64_t count, std::uint64_t alignment);
  [[nodiscard]] const Run& run_of(const void* address) const;
  [[nodiscard]] void* page_of(const void* address) const;
  [[nodiscard]] std::uint64_t pages_of_run(const void* memory) const;
  void* alloc_per_cpu(std::uint64_t bytes);
  void* place_on_cpu(const void* variable, int on);

  const NativeObject& object_;
  char* arena_ = nullptr;
  std::size_t used_ = 0;
  std::unordered_map<std::uintptr_t, Named> words_;
  std::map<std::uintptr_t, Range> ranges_;
  std::map<std::uintptr_t, Watched> watched_;
  std::map<std::uintptr_t, Object> objects_;
  std::unordered_map<std::uintptr_t, Work> works_;
  std::map<std::uintptr_t, Run> runs_;               ///< of pages, by address of their memory
  std::map<std::uintptr_t, std::uint64_t> per_cpu_;  ///< bytes of one, by address of the first
  std::vector<char*> statics_;                       ///< by CPU: its copy of the per-CPU statics
  Named range_word_;
  rc_access pending_{};  ///< a plain store whose value is not known yet
  bool has_pending_ = false;
  Named pending_word_;
  int preempt_ = 0;
  int rcu_ = 0;               ///< sections entered
  int locks_ = 0;             ///< that are held
  int masked_ = 0;            ///< how often interrupts are masked
  int masked_elsewhere_ = 0;  ///< of these, by code that does not run now
  bool slept_ = false;        ///< it was warned of that memory was waited for
  std::map<std::pair<int, long long>, std::uint64_t*> registers_;
  std::uint64_t grace_periods_ = 0;
  std::uint64_t pages_left_ = 0;
  std::uint64_t objects_left_ = 0;
  std::uint64_t accesses_ = 0;  ///< announced so far
};

}  // namespace ringcheck
