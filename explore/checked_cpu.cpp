// CheckedCpu: local_t operations, and interrupts that fire between accesses.
// An interrupt is a choice event at the level of what it interrupts, followed by the handler's
// events at its own level, all in program order of the one CPU. A read-modify-write of local_t is
// one instruction or has interrupts masked: nothing fires inside it.
// Source: arch/x86/include/asm/local.h, arch/powerpc/include/asm/local.h,
// include/asm-generic/local.h.
// Tested by tests/properties.
#include "explore/checked_cpu.hpp"

#include <algorithm>
#include <utility>

namespace ringcheck {

namespace {

/// The order of an atomic_t operation that returns nothing.
RmwOrder without_result() {
  RmwOrder order;
  order.read_tags = {Tag::once, Tag::noreturn};
  return order;
}

}  // namespace

RmwOrder CheckedCpu::local_order(bool returns_value) const {
  RmwOrder order;
  order.read_tags = {Tag::once, Tag::local};
  order.write_tags = {Tag::once, Tag::local};
  if (options_.local != LocalOrder::full) {
    order.atomic = false;
    return order;
  }
  order.full = returns_value;
  if (!returns_value) order.read_tags = {Tag::once, Tag::noreturn, Tag::local};
  return order;
}

Word CheckedCpu::load_acquire_on_machine(const Word& address, Caller from) {
  const MachineAccess& how = options_.machine->load_acquire;
  fencing(how.before, from);
  const Word value = loading(address, how.access, from);
  fencing(how.after, from);
  return value;
}

void CheckedCpu::store_release_on_machine(const Word& address, const Word& value, Caller from) {
  const MachineAccess& how = options_.machine->store_release;
  fencing(how.before, from);
  storing(address, value, how.access, from);
  fencing(how.after, from);
}

void CheckedCpu::local_add(const Word& value, const Word& address, Caller from) {
  before_access(address, true, false, from);
  if (Word* own = own_word(address)) {
    *own = *own + value;
    return;
  }
  run_.read_modify_write(RmwOperation::add, address, value, local_order(false));
}

Word CheckedCpu::local_inc_return(const Word& address, Caller from) {
  before_access(address, true, options_.local == LocalOrder::full, from);
  if (Word* own = own_word(address)) return *own = *own + Word(1);
  return run_.read_modify_write(RmwOperation::add, address, 1, local_order(true)) + Word(1);
}

Word CheckedCpu::local_xchg(const Word& address, const Word& value, Caller from) {
  before_access(address, true, options_.local != LocalOrder::none, from);
  if (Word* own = own_word(address)) return replace(*own, value);
  RmwOrder order = local_order(true);
  order.atomic = options_.local != LocalOrder::none;
  return run_.read_modify_write(RmwOperation::exchange, address, value, order);
}

Word CheckedCpu::local_cmpxchg(const Word& address, const Word& expected, const Word& value,
                               Caller from) {
  before_access(address, true, options_.local == LocalOrder::full, from);
  if (Word* own = own_word(address)) {
    const Word old = *own;
    scope([&] {
      if (branch(old == expected)) *own = value;
    });
    return old;
  }
  return run_.read_modify_write(RmwOperation::compare_exchange, address, value, local_order(true),
                                expected);
}

void CheckedCpu::atomic_inc(const Word& address, Caller from) {
  before_access(address, true, false, from);
  run_.read_modify_write(RmwOperation::add, address, 1, without_result());
}

void CheckedCpu::atomic_dec(const Word& address, Caller from) {
  before_access(address, true, false, from);
  run_.read_modify_write(RmwOperation::subtract, address, 1, without_result());
}

Word CheckedCpu::atomic_xchg(const Word& address, const Word& value, Caller from) {
  before_access(address, true, true, from);
  RmwOrder order;
  order.full = true;
  return run_.read_modify_write(RmwOperation::exchange, address, value, order);
}

// Relaxed: only the count matters. Source: include/linux/refcount.h.
Truth CheckedCpu::refcount_inc_not_zero(const Word& address, Caller from) {
  before_access(address, true, false, from);
  if (Word* own = own_word(address)) {
    const Word old = *own;
    scope([&] {
      if (!branch(old == Word(0))) *own = old + Word(1);
    });
    return !(old == Word(0));
  }
  return !(run_.read_modify_write(RmwOperation::add_unless, address, 1, {}, 0) == Word(0));
}

// Release, and what smp_acquire__after_ctrl_dep adds when the count became 0.
// Source: include/linux/refcount.h __refcount_sub_and_test.
Truth CheckedCpu::refcount_dec_and_test(const Word& address, Caller from) {
  before_access(address, true, true, from);
  if (Word* own = own_word(address)) return replace(*own, *own - Word(1)) == Word(1);
  RmwOrder order;
  order.write_tags = {Tag::release};
  const Word old = run_.read_modify_write(RmwOperation::subtract, address, 1, order);
  return scope([&]() -> Truth {
    const bool last = branch(old == Word(1));
    if (last) smp_rmb(from);
    return under_control(last);
  });
}

void CheckedCpu::await(const Word& address, std::uint64_t expected, Caller from) {
  before_access(address, false, true, from);
  run_.await_equal(address, expected, {Tag::acquire});
}

Truth CheckedCpu::atomic_inc_not_zero(const Word& address, Caller from) {
  before_access(address, true, true, from);
  RmwOrder order;
  order.full = true;
  return !(run_.read_modify_write(RmwOperation::add_unless, address, 1, order, 0) == Word(0));
}

Truth CheckedCpu::atomic_dec_and_test(const Word& address, Caller from) {
  before_access(address, true, true, from);
  RmwOrder order;
  order.full = true;
  return run_.read_modify_write(RmwOperation::subtract, address, 1, order) == Word(1);
}

void CheckedCpu::wait_for_posted_stores(Caller from) {
  const PostedStores& posted = options_.posted;
  if (posted.sessions == 0) return;
  scope([&] {
    const Word started = load(posted.started, from);
    for (std::uint64_t i = 0; i < posted.sessions; ++i)
      if (branch(Word(i) < started)) await(posted.flags + i, 1, from);
  });
}

void CheckedCpu::interrupt_before(const Word& address, bool is_write, bool orders) {
  if (const Word* own = own_word(address)) {
    const std::uint64_t word = address.value - OwnWords::kBase;
    if (running_ != 0) {
      const InterruptHandler& handler = interrupts_.handlers[running_ - 1];
      if ((((is_write ? handler.own_writes : handler.own_reads) >> word) & 1U) == 0)
        run_.fail("a handler accesses a word of its CPU that it has not declared");
    }
    // This is no event of the graph, so it orders nothing.
    fire_any({kNoLocation, word, is_write});
    return local_.add(own->value);
  }
  // An unknown address may be any.
  const std::uint64_t offset = address.value - kAddressBase;
  if (orders || !address.known || offset >= kMaxLocations)
    interrupt_point();
  else
    fire_any({static_cast<LocId>(offset), UINT64_MAX, is_write});
  passed_ = true;
  forget(run_.next_slot());
}

/// Lets handlers fire if `point` matters for one that may fire now, or that such a handler may
/// raise: others may have to come before that one.
void CheckedCpu::fire_any(const InterruptPoint& point) {
  local_.add(0);
  passed_ = false;
  const auto matters_for = [&](const InterruptHandler& handler) {
    if (point.own_word != UINT64_MAX)
      return interrupts_.matters_before_own(point.own_word, point.is_write, handler);
    return point.location == kNoLocation ||
           interrupts_.matters_before(point.location, point.is_write, handler);
  };
  // One choice among staying and the handlers that may fire. After one has fired, others may follow
  // at once.
  for (;;) {
    std::array<std::size_t, kMaxInterrupts> able{};
    std::size_t count = 0;
    bool matters = false;
    for (std::size_t i = 0; i < interrupts_.handlers.size(); ++i) {
      const InterruptHandler& handler = interrupts_.handlers[i];
      if (handler.level <= run_.level()) continue;
      const bool may_fire = fired_.may_fire(i, handler);
      if (may_fire) able[count++] = i;
      if (may_fire || handler.raised_by != 0) matters = matters || matters_for(handler);
    }
    if (count == 0 || !matters) return;
    if (interrupts_.points_a_choice > 1) {
      const std::size_t due = handler_of_group();
      if (due == 0) return;
      if (std::find(able.begin(), able.begin() + count, due - 1) == able.begin() + count)
        run_.assume({false, {}, true});
      fire(due - 1);
      continue;
    }
    const int slot = run_.next_slot();
    forget(slot);
    const std::uint64_t chosen = run_.choose(count + 1);
    passed_ = chosen == 0;
    forget(slot);
    if (chosen == 0) return;
    fire(able[chosen - 1]);
  }
}

void CheckedCpu::irq_work_queue(const Word& work, Caller from) {
  const auto raised = [&](const InterruptHandler& handler) {
    return handler.raised_by == work.value;
  };
  const auto& handlers = interrupts_.handlers;
  if (std::ranges::none_of(handlers, raised)) return local_inc(work, from);
  if (!branch(atomic_xchg(work, 1, from) == Word(0))) return;
  for (std::size_t i = 0; i < handlers.size(); ++i)
    if (raised(handlers[i])) fired_.raised[i] = true;
}

void CheckedCpu::take_raised_interrupts() {
  for (;;) {
    interrupt_point();
    const auto raised = std::ranges::find(fired_.raised, true);
    if (raised == fired_.raised.end()) return;
    fire(static_cast<std::size_t>(raised - fired_.raised.begin()));
  }
}

void CheckedCpu::spin_lock(const Word& address, Caller from) {
  before_access(address, true, true, from);
  run_.spin_lock(address);
}

void CheckedCpu::spin_unlock(const Word& address, Caller from) {
  before_access(address, true, true, from);
  run_.spin_unlock(address);
}

/// What the choice in force says for this point: a handler, from 1, or 0 for none.
std::size_t CheckedCpu::handler_of_group() {
  const std::uint64_t handlers = interrupts_.handlers.size();
  if (due_.points == 0) {
    const std::uint64_t group = interrupts_.points_a_choice;
    const std::uint64_t chosen = run_.choose(1 + group * handlers);
    due_.handler = chosen == 0 ? 0 : (chosen - 1) % handlers + 1;
    due_.points = chosen == 0 ? group : (chosen - 1) / handlers + 1;
  }
  --due_.points;
  return due_.points == 0 ? due_.handler : 0;
}

/// Blocks a run in which a handler was to fire at a point that never came.
void CheckedCpu::refuse_what_is_due() {
  if (due_.points > 0 && due_.handler != 0) run_.assume({false, {}, true});
}

/// All that the code to come depends on, except the values of events that are not forgotten.
ValueHistory CheckedCpu::left_behind() const {
  ValueHistory all = interrupted_;
  all.add(local_);
  all.add(fired_.packed() << 4U | running_ << 1U | (passed_ ? 1U : 0U));
  if (options_.own != nullptr)
    for (const Word& word : options_.own->all()) all.add(word.value);
  return all;
}

/// Forgets what was issued from slot `first` on, if anybody asks for states.
void CheckedCpu::forget(int first) {
  if (run_.asked_for_states() && says_its_state()) run_.forget(first, left_behind());
}

void CheckedCpu::fire(std::size_t handler) {
  due_ = {};
  ++fired_.times[handler];
  fired_.raised[handler] = false;
  const std::uint8_t level = run_.level();
  const SourceSet control = run_.control();
  const char* const site = site_;
  site_ = unnamed_;
  const Caller scope = std::exchange(scope_, nullptr);
  if (options_.control == ControlExtent::scope) run_.set_control({});
  run_.set_level(interrupts_.handlers[handler].level);
  const std::size_t interrupted = std::exchange(running_, handler + 1);
  const ValueHistory outer = interrupted_;
  interrupted_.add(local_);
  interrupted_.add(running_);
  const ValueHistory local = std::exchange(local_, {});
  const int first = run_.next_slot();
  forget(first);
  enter_handler();
  interrupts_.handlers[handler].body(*this);
  leave_handler();
  running_ = interrupted;
  refuse_what_is_due();
  due_ = {};
  interrupted_ = outer;
  local_ = local;
  passed_ = false;
  forget(first);
  run_.set_level(level);
  if (options_.control == ControlExtent::scope) run_.set_control(control);
  site_ = site;
  scope_ = scope;
}

/// Tells the name of the access or fence that comes next, if it has one. If callers are asked for,
/// also tells which function makes it.
void CheckedCpu::tell_name(Caller from) {
  if (*site_ != '\0') run_.name_site(site_);
  site_ = unnamed_;
  if (unnamed_ != nullptr) tell_caller(run_, maker(from));
}

/// The function that makes what `from` calls. For a closure this is the function of the innermost
/// scope().
Caller CheckedCpu::maker(Caller from) const {
  if (!is_closure(from)) return from;
  return scope_ != nullptr ? scope_ : "";
}

}  // namespace ringcheck
