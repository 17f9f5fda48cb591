#pragma once
// CheckedCpu: the machine on which protocol code runs for exploration. Every access is an event of
// an execution graph.

#include <array>
#include <cstdint>
#include <type_traits>

#include "explore/callers.hpp"
#include "explore/checked_interrupts.hpp"
#include "explore/compiler.hpp"
#include "explore/machine_primitives.hpp"
#include "explore/own_words.hpp"
#include "explore/thread_run.hpp"

namespace ringcheck {

/// How local_t operations are ordered against other CPUs.
/// Source: arch/powerpc/include/asm/local.h, arch/x86/include/asm/local.h,
/// include/asm-generic/local.h.
enum class LocalOrder : std::uint8_t {
  none,  ///< powerpc: plain accesses with interrupts masked. What portable code may assume
  tso,   ///< x86: one instruction without LOCK, no order of its own; but local_xchg locks
  full,  ///< asm-generic: atomic_long_t; operations that return a value and succeed are full fences
};

/// How long a branch controls what follows it.
enum class ControlExtent : std::uint8_t {
  scope,  ///< to the end of the innermost scope, as in the source: what comes after both ways meet
          ///< is free. What the Linux kernel's model grants, and what a compiler leaves
  ever,   ///< everything after it, as in machine code: Armv8, RISC-V and POWER order all later
          ///< stores
};

/// Stores that a unit inside this CPU, such as a trace unit, makes beside the CPU's instructions.
/// This CPU's own full and device store barriers wait for them: wmb, smp_mb. Each session of the
/// unit is an agent of its own; after its last store it stores 1 to its flag, with release.
struct PostedStores {
  std::uint64_t flags = 0;     ///< address of the first session's flag; the others follow
  std::uint64_t started = 0;   ///< address of the number of sessions started, written by this CPU
  std::uint64_t sessions = 0;  ///< at most this many; 0: there is no such unit
};

/// What is fixed about a CheckedCpu.
struct CheckedCpuOptions {
  LocalOrder local = LocalOrder::none;
  ControlExtent control = ControlExtent::scope;
  bool compiler_barriers = false;  ///< barrier() is an event; CPU models order nothing by it
  MachinePrimitivesPtr machine = nullptr;  ///< for which the code is compiled; null: for none
  PostedStores posted{};
  OwnWords* own = nullptr;       ///< of this run; null: there are none
  Compiler* compiler = nullptr;  ///< of this run; null: code runs as the source has it
};

/// A CPU with its interrupts over one run of a thread, for protocol code (protocol/core/cpu.hpp).
class CheckedCpu {
 public:
  using Value = Word;
  using Truth = ringcheck::Truth;

  /// Pre: `interrupts` outlives the run.
  CheckedCpu(ThreadRun& run, const CheckedCpuOptions& options, const InterruptPlan& interrupts)
      : run_(run),
        options_(options),
        interrupts_(interrupts),
        unnamed_(run.transcribing() && callers_are_told() ? "" : nullptr),
        site_(unnamed_) {
    if (options.control == ControlExtent::ever) run.let_control_last();
  }

  // Each access and fence counts as made by the function that calls it here, unless `from` names
  // another.
  Word load(const Word& address, Caller from = __builtin_FUNCTION()) {
    return loading(address, {}, from);
  }
  void store(const Word& address, const Word& value, Caller from = __builtin_FUNCTION()) {
    storing(address, value, {}, from);
  }
  Word read_once(const Word& address, Caller from = __builtin_FUNCTION()) {
    return loading(address, {Tag::once}, from);
  }
  void write_once(const Word& address, const Word& value, Caller from = __builtin_FUNCTION()) {
    storing(address, value, {Tag::once}, from);
  }
  Word smp_load_acquire(const Word& address, Caller from = __builtin_FUNCTION()) {
    if (options_.machine != nullptr) return load_acquire_on_machine(address, from);
    return loading(address, {Tag::acquire}, from);
  }
  void smp_store_release(const Word& address, const Word& value,
                         Caller from = __builtin_FUNCTION()) {
    if (options_.machine != nullptr) return store_release_on_machine(address, value, from);
    storing(address, value, {Tag::release}, from);
  }
  void smp_mb(Caller from = __builtin_FUNCTION()) {
    wait_for_posted_stores(from);
    fencing(options_.machine != nullptr ? options_.machine->mb : TagSet{Tag::mb}, from);
  }
  void smp_rmb(Caller from = __builtin_FUNCTION()) {
    fencing(options_.machine != nullptr ? options_.machine->rmb : TagSet{Tag::rmb}, from);
  }
  void smp_wmb(Caller from = __builtin_FUNCTION()) {
    fencing(options_.machine != nullptr ? options_.machine->wmb : TagSet{Tag::wmb}, from);
  }
  /// Orders as smp_wmb does. If there are posted stores, it also waits for them and orders them, as
  /// a full fence does.
  void wmb(Caller from = __builtin_FUNCTION()) {
    if (options_.posted.sessions > 0) return smp_mb(from);
    smp_wmb(from);
  }
  void barrier(Caller from = __builtin_FUNCTION()) {
    keep_order();
    if (options_.compiler_barriers) fencing({Tag::compiler_barrier}, from);
  }

  Word local_read(const Word& address, Caller from = __builtin_FUNCTION()) {
    return loading(address, {Tag::once, Tag::local}, from);
  }
  void local_set(const Word& address, const Word& value, Caller from = __builtin_FUNCTION()) {
    storing(address, value, {Tag::once, Tag::local}, from);
  }
  void local_add(const Word& value, const Word& address, Caller from = __builtin_FUNCTION());
  void local_inc(const Word& address, Caller from = __builtin_FUNCTION()) {
    local_add(1, address, from);
  }
  Word local_inc_return(const Word& address, Caller from = __builtin_FUNCTION());
  Word local_xchg(const Word& address, const Word& value, Caller from = __builtin_FUNCTION());
  Word local_cmpxchg(const Word& address, const Word& expected, const Word& value,
                     Caller from = __builtin_FUNCTION());
  void atomic_set(const Word& address, const Word& value, Caller from = __builtin_FUNCTION()) {
    storing(address, value, {Tag::once}, from);
  }
  void atomic_inc(const Word& address, Caller from = __builtin_FUNCTION());
  void atomic_dec(const Word& address, Caller from = __builtin_FUNCTION());
  Word atomic_xchg(const Word& address, const Word& value, Caller from = __builtin_FUNCTION());
  Truth refcount_inc_not_zero(const Word& address, Caller from = __builtin_FUNCTION());
  Truth refcount_dec_and_test(const Word& address, Caller from = __builtin_FUNCTION());
  Truth atomic_inc_not_zero(const Word& address, Caller from = __builtin_FUNCTION());
  Truth atomic_dec_and_test(const Word& address, Caller from = __builtin_FUNCTION());

  /// Waits until the location holds `expected`; an acquire. Executions in which it never does are
  /// not explored.
  void await(const Word& address, std::uint64_t expected, Caller from = __builtin_FUNCTION());
  /// A nondeterministic choice among 0 … n - 1. Pre: n >= 1.
  std::uint64_t choose(std::uint64_t n) { return run_.choose(n); }
  /// Runs `body` with interrupts up to `level` masked.
  template <class Body>
  void masking(std::uint8_t level, Body&& body) {
    const std::uint8_t outer = run_.level();
    if (level > outer) run_.set_level(level);
    body();
    run_.set_level(outer);
  }

  /// No events: threads of a program do not migrate. To a compiler these are barrier()s.
  void preempt_disable() { keep_order(); }
  void preempt_enable() { keep_order(); }

  /// A point at which any handler that may still fire can do so. It runs at its own nesting level.
  /// The handler takes no control dependencies from what it interrupts and leaves none. Machines
  /// order more (an interrupt is taken once the branches before it are decided), and languages say
  /// nothing. Fewer dependencies allow more executions, so nothing that a machine does is missed.
  void interrupt_point() {
    if (may_be_interrupted()) fire_any({});
  }

  /// Queues interrupt work: claims it, which is a full barrier, and raises its handlers unless it
  /// was queued already (`work` is not 0). Without a handler the work is counted, as on machines
  /// that run no such work.
  /// Source: kernel/irq_work.c irq_work_queue, irq_work_claim.
  void irq_work_queue(const Word& work, Caller from = __builtin_FUNCTION());
  /// Runs the handlers that are raised, and those that they raise: nothing else runs on this CPU
  /// any more.
  void take_raised_interrupts();
  /// spin_lock and spin_unlock, also for a mutex: executions in which a thread never gets it are
  /// not explored.
  void spin_lock(const Word& address, Caller from = __builtin_FUNCTION());
  void spin_unlock(const Word& address, Caller from = __builtin_FUNCTION());
  /// Executions in which `condition` is false are not explored.
  void assume(const Truth& condition) {
    before_branch(condition);
    run_.assume(condition);
  }

  /// Decides, once for all code that this CPU runs, whether the compiler has swapped the accesses
  /// on both sides of ordering point `point`.
  void let_compiler_reorder(unsigned point) {
    if (run_.choose(2) == 1) reordered_ |= std::uint64_t{1} << point;
  }
  [[nodiscard]] bool reordered(unsigned point) const { return ((reordered_ >> point) & 1U) != 0; }
  // For code that a compiler has changed. Without a compiler these do nothing, or what the source
  // says. The next load or store stands at this place in the text. Pre: below kMostPlaces.
  void at_place(unsigned place) {
    if (options_.compiler != nullptr) options_.compiler->next_ = static_cast<CodePlace>(place);
  }
  /// What the plain load at `place` gave, for another use of it in the text.
  Word use_again(unsigned place, const Word& address, const Word& value, unsigned use,
                 Caller from = __builtin_FUNCTION());
  /// The plain load at `place` may already be made here.
  void foresee_load(unsigned place, const Word& address, unsigned where,
                    Caller from = __builtin_FUNCTION());
  /// Makes a plain load, here or later, and tells its value after `told`. Returns false if there is
  /// no compiler.
  bool load_later(unsigned place, const Word& address, std::uint32_t observation, const Word& told,
                  Caller from = __builtin_FUNCTION());
  /// Makes all accesses that are held back, as before a barrier() or at the end of code.
  void keep_order() {
    if (options_.compiler != nullptr) make_all_held();
  }
  /// The end of all code of a CPU, its interrupts included, that a compiler has changed. Blocks
  /// executions that say no more than another one.
  void end_of_code();
  /// The end of this CPU's code. Needed if a choice stands for several points
  /// (InterruptPlan::points_a_choice).
  void finish() {
    interrupt_point();
    refuse_what_is_due();
  }

  bool branch(const Truth& condition) {
    before_branch(condition);
    // If a branch controls all that follows, nothing after it can happen before it is decided. The
    // run then waits for the condition, as for an assumption, instead of trying both ways.
    if (options_.control == ControlExtent::ever && !condition.known)
      run_.assume({true, condition.sources, false});
    return run_.branch(condition);
  }
  bool branch_speculatively(const Truth& condition) {
    before_branch(condition);
    return run_.branch_speculatively(condition);
  }
  template <class Body>
  decltype(auto) scope(Body&& body, Caller from = __builtin_FUNCTION()) {
    const Caller outer = scope_;
    if (!is_closure(from)) scope_ = from;
    if constexpr (std::is_void_v<decltype(body())>) {
      controlling(static_cast<Body&&>(body));
      scope_ = outer;
    } else {
      decltype(auto) result = controlling(static_cast<Body&&>(body));
      scope_ = outer;
      return result;
    }
  }
  [[nodiscard]] Truth under_control(const Truth& value) const {
    return {value.value, value.sources | run_.control(), value.known};
  }
  /// As ThreadRun::declare_state; how often each interrupt has fired, and the CPU's own words, are
  /// part of the state. A handler declares nothing: the code that it interrupts has a state of its
  /// own, and once the handler has ended nothing that it read matters.
  void declare_state(const char* place, const Word& a = {}, const Word& b = {}, const Word& c = {},
                     const Word& d = {}) {
    if (run_.level() > 0 || !says_its_state()) return;
    run_.declare_state(place, {a, b, c, d, fired_.packed(), reordered_});
    local_ = {};
    if (may_be_interrupted() || options_.own != nullptr) forget(run_.next_slot());
  }
  void observe(std::uint32_t kind, const Word& a = {}, const Word& b = {}, const Word& c = {},
               const Word& d = {}) {
    if (options_.compiler != nullptr) return compiled_observe(kind, {a, b, c, d});
    run_.observe(kind, a, b, c, d);
  }
  void site(const char* name) { site_ = name; }
  [[noreturn]] void reach_bound(const char* what) { run_.reach_bound(what); }
  /// What happened is an error, whatever the order. Does not return.
  [[noreturn]] void fail(const char* what) { run_.fail(what); }

 private:
  template <class Body>
  decltype(auto) controlling(Body&& body) {
    if (options_.control == ControlExtent::ever) return body();
    return run_.scope(static_cast<Body&&>(body));
  }
  Word loading(const Word& address, TagSet tags, Caller from) {
    if (options_.compiler != nullptr) return compiled_load(address, tags, from);
    return direct_load(address, tags, from);
  }
  void storing(const Word& address, const Word& value, TagSet tags, Caller from) {
    if (options_.compiler != nullptr) return compiled_store(address, value, tags, from);
    direct_store(address, value, tags, from);
  }
  Word direct_load(const Word& address, TagSet tags, Caller from) {
    before_direct(address, false, tags.has(Tag::acquire), from);
    if (const Word* own = own_word(address)) return *own;
    return run_.load(address, tags);
  }
  void direct_store(const Word& address, const Word& value, TagSet tags, Caller from) {
    before_direct(address, true, tags.has(Tag::release), from);
    if (Word* own = own_word(address)) {
      *own = value;
      return;
    }
    run_.store(address, value, tags);
  }
  void before_branch(const Truth& condition) {
    if (options_.compiler != nullptr) settle_held(condition);
  }
  void fencing(TagSet tags, Caller from) {
    keep_order();
    if (tags.empty()) return;
    interrupt_point();
    name_next(from);
    run_.fence(tags);
  }
  void before_access(const Word& address, bool is_write, bool orders, Caller from) {
    keep_order();
    before_direct(address, is_write, orders, from);
  }
  void before_direct(const Word& address, bool is_write, bool orders, Caller from) {
    if (may_be_interrupted()) interrupt_before(address, is_write, orders);
    if (own_word(address) != nullptr)
      site_ = unnamed_;
    else
      name_next(from);
  }
  Word* own_word(const Word& address) {
    return options_.own == nullptr ? nullptr : options_.own->at(address);
  }
  /// Puts `value` into a word of this CPU; returns what was there.
  static Word replace(Word& own, const Word& value) {
    const Word old = own;
    own = value;
    return old;
  }
  void name_next(Caller from) {
    if (site_ != nullptr) tell_name(from);
  }
  void tell_name(Caller from);
  [[nodiscard]] Caller maker(Caller from) const;
  [[nodiscard]] bool may_be_interrupted() const { return !interrupts_.handlers.empty(); }
  /// False iff it keeps more from what it ran than declare_state tells: what a compiler has moved,
  /// choices for points to come, or which loads its own words depend on.
  [[nodiscard]] bool says_its_state() const {
    return run_.has_states() && options_.compiler == nullptr && interrupts_.points_a_choice <= 1 &&
           (options_.own == nullptr || run_.dependence() == Dependence::program_order);
  }
  [[nodiscard]] ValueHistory left_behind() const;
  [[nodiscard]] RmwOrder local_order(bool returns_value) const;
  Word load_acquire_on_machine(const Word& address, Caller from);
  void store_release_on_machine(const Word& address, const Word& value, Caller from);
  void wait_for_posted_stores(Caller from);

  void interrupt_before(const Word& address, bool is_write, bool orders);
  void fire_any(const InterruptPoint& point);
  std::size_t handler_of_group();
  void refuse_what_is_due();
  void fire(std::size_t handler);
  void forget(int first);

  // compiled_cpu.cpp
  void require_known(const Word& address);
  std::uint64_t decide(Departure departure, unsigned place, unsigned other, std::uint64_t options);
  void settle_held(const Truth& condition);
  std::uint64_t departs(Departure departure, unsigned place, unsigned other, unsigned charged,
                        std::uint64_t options);
  std::size_t place_among_held(unsigned place, bool plain, const Word& address);
  void make_held(std::size_t count);
  void make_all_held();
  void make_store(const Compiler::Item& item);
  void store_half(const Word& address, const Word& value, std::uint64_t half, Caller from);
  Word make_load(unsigned place, const Word& address, TagSet tags, Caller from);
  Word compiled_load(const Word& address, TagSet tags, Caller from);
  Word take(const Word& value, int slot);
  void compiled_store(const Word& address, const Word& value, TagSet tags, Caller from);
  void hold(std::size_t at, const Compiler::Item& item);
  void compiled_observe(std::uint32_t kind, const std::array<Word, 4>& numbers);
  void enter_handler();
  void leave_handler();

  ThreadRun& run_;
  CheckedCpuOptions options_;
  const InterruptPlan& interrupts_;
  InterruptsFired fired_;
  std::uint64_t reordered_ = 0;  ///< by ordering point
  InterruptDue due_;
  ValueHistory local_;        ///< how far the innermost code got, and what it found in own words
  ValueHistory interrupted_;  ///< the same of all code that it interrupts
  bool passed_ = false;       ///< nothing fires at the current point any more
  std::size_t running_ = 0;   ///< the innermost handler that runs, from 1; 0: none
  const char* unnamed_;       ///< site_ of an access without a name; not null if callers are told
  const char* site_;          ///< name of the access that comes next
  Caller scope_ = nullptr;    ///< the function with the innermost scope()
};

}  // namespace ringcheck
