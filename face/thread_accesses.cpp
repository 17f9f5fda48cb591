// What a thread does to shared objects: the operations of C++ by the model's compilation mapping,
// the kernel's by their own names. Tested by tests/face.
#include <fmt/format.h>

#include <algorithm>

#include "explore/thread_run_errors.hpp"
#include "face/place_text.hpp"
#include "face/thread_context.hpp"
#include "ringcheck/error.hpp"

namespace ringcheck {
namespace {

using detail::operation;
using detail::ordering;

/// How calls are written in the source.
const char* order_name(ordering order) {
  static constexpr const char* kNames[] = {"plain",    "relaxed",  "acquire", "release",
                                           "acq_rel",  "seq_cst",  "once",    "_relaxed",
                                           "_acquire", "_release", "",        "no return"};
  return kNames[static_cast<std::size_t>(order)];
}
bool is_of_cxx(ordering order) {
  return order >= ordering::relaxed && order <= ordering::seq_cst;
}
std::size_t index_of(ordering order) {
  return static_cast<std::size_t>(order) - static_cast<std::size_t>(ordering::relaxed);
}
MemoryOrder memory_order_of(ordering order) {
  return static_cast<MemoryOrder>(index_of(order));
}
const char* operation_name(operation what) {
  static constexpr const char* kNames[] = {"exchange",  "fetch_add", "fetch_sub",
                                           "fetch_and", "fetch_or",  "fetch_xor"};
  return kNames[static_cast<std::size_t>(what)];
}
RmwOperation engine_operation(operation what) {
  static constexpr RmwOperation kOperations[] = {RmwOperation::exchange, RmwOperation::add,
                                                 RmwOperation::subtract, RmwOperation::bit_and,
                                                 RmwOperation::bit_or,   RmwOperation::bit_xor};
  return kOperations[static_cast<std::size_t>(what)];
}

TagSet kernel_load(ordering order) {
  if (order == ordering::plain) return {};
  return order == ordering::kernel_acquire ? TagSet{Tag::acquire} : TagSet{Tag::once};
}
TagSet kernel_store(ordering order) {
  if (order == ordering::plain) return {};
  return order == ordering::kernel_release ? TagSet{Tag::release} : TagSet{Tag::once};
}

/// The fences of the kernel; those of C++ are in the model's row.
TagSet kernel_fence(detail::fence_kind kind) {
  switch (kind) {
    case detail::fence_kind::smp_mb:
      return {Tag::mb};
    case detail::fence_kind::smp_rmb:
      return {Tag::rmb};
    case detail::fence_kind::smp_wmb:
      return {Tag::wmb};
    case detail::fence_kind::barrier:
      return {Tag::compiler_barrier};
    case detail::fence_kind::before_atomic:
      return {Tag::before_atomic};
    case detail::fence_kind::after_atomic:
      return {Tag::after_atomic};
    case detail::fence_kind::after_spinlock:
      return {Tag::after_spinlock};
    case detail::fence_kind::after_unlock_lock:
      return {Tag::after_unlock_lock};
    case detail::fence_kind::rcu_read_lock:
      return {Tag::rcu_lock};
    case detail::fence_kind::rcu_read_unlock:
      return {Tag::rcu_unlock};
    case detail::fence_kind::synchronize_rcu:
      return {Tag::sync_rcu};
    default:
      return {};
  }
}
const char* fence_name(detail::fence_kind kind) {
  static constexpr const char* kNames[] = {"fence(acquire)",
                                           "fence(release)",
                                           "fence(acq_rel)",
                                           "fence(seq_cst)",
                                           "smp_mb()",
                                           "smp_rmb()",
                                           "smp_wmb()",
                                           "barrier()",
                                           "smp_mb__before_atomic()",
                                           "smp_mb__after_atomic()",
                                           "smp_mb__after_spinlock()",
                                           "smp_mb__after_unlock_lock()",
                                           "rcu_read_lock()",
                                           "rcu_read_unlock()",
                                           "synchronize_rcu()"};
  return kNames[static_cast<std::size_t>(kind)];
}

}  // namespace

const C11Calls& ThreadContext::calls(const Place& where) {
  if (settings_.calls != nullptr) return *settings_.calls;
  const std::string place = text_of(where);
  throw no_meaning(
      fmt::format("{}: {}{}model {} gives the atomics of C++ no meaning, expected the kernel's "
                  "primitives (ringcheck/linux.hpp)",
                  run_.program().name, place, place.empty() ? "" : ": ", settings_.model.name()));
}

void ThreadContext::record_call(int first, std::string text, const Place& where) {
  const std::string at = text_of(where);
  if (!at.empty()) last_place_ = at;
  recording_->calls.push_back({run_.thread(), first, run_.next_slot(), std::move(text),
                               at.empty() && !last_place_.empty() ? "after " + last_place_ : at});
}

// A machine's branch to the next instruction, and the fence after it. Whichever way the branch
// goes, all that follows has a control dependency on the value, and no scope in the source ends it.
void ThreadContext::branch_to_next(const Word& value, TagSet fence) {
  lasting_ |= value.sources;
  run_.set_control(run_.control() | value.sources);
  fence_if(fence);
}

Word ThreadContext::read(const Word& address, const Call& how) {
  if (!is_of_cxx(how.order)) return run_.load(address, kernel_load(how.order));
  const C11Access& as = calls(how.where).load[index_of(how.order)];
  declare(as.access);
  fence_if(as.before);
  const Word value = run_.load(address, as.access);
  if (as.branch)
    branch_to_next(value, as.after);
  else
    fence_if(as.after);
  return value;
}

void ThreadContext::write(const Word& address, const Word& value, const Call& how) {
  if (!is_of_cxx(how.order)) return run_.store(address, value, kernel_store(how.order));
  const C11Access& as = calls(how.where).store[index_of(how.order)];
  declare(as.access);
  fence_if(as.before);
  if (as.exchange)
    run_.read_modify_write(RmwOperation::exchange, address, value, {});
  else
    run_.store(address, value, as.access);
  fence_if(as.after);
}

Word ThreadContext::modify(RmwOperation operation, const Word& address, const Word& operand,
                           const C11Update& how, std::uint8_t bits, const Word& expected) {
  declare(how.read | how.write | how.fail);
  fence_if(how.before);
  RmwOrder order;
  order.read_tags = how.read;
  order.write_tags = how.write;
  order.fail_tags = how.fail;
  order.bits = bits;
  const Word old = run_.read_modify_write(operation, address, operand, order, expected);
  if (how.branch)
    branch_to_next(old, how.after);
  else
    fence_if(how.after);
  return old;
}

// In the kernel, a fully ordered operation has fences around it, and one that fails has no order.
Word ThreadContext::modify_in_kernel(RmwOperation operation, const Word& address,
                                     const Word& operand, const Call& how, const Word& expected) {
  RmwOrder order;
  order.full = how.order == ordering::kernel_full;
  order.bits = how.bits;
  if (how.order == ordering::kernel_acquire) order.read_tags = {Tag::acquire};
  if (how.order == ordering::kernel_release) order.write_tags = {Tag::release};
  if (how.order == ordering::kernel_no_return) order.read_tags = {Tag::once, Tag::noreturn};
  return run_.read_modify_write(operation, address, operand, order, expected);
}

Word ThreadContext::check_loaded(const Word& value, const Word& address) {
  if (!value.known || (value.value != kNeverStored && value.value != kFreed)) return value;
  const std::string& name = settings_.layout.objects()[address.value - kAddressBase].name;
  violate(fmt::format("a load of {}, {}", name,
                      value.value == kFreed ? "which has been freed" : "which holds nothing yet"),
          "fault");
}

Context::Bits ThreadContext::load(const Target& at, const Call& how) {
  return act([&] {
    count_access(how.where);
    const int first = run_.next_slot();
    const Word address = address_of_target(at, false);
    const Word value = read(address, how);
    record(first, how.where, [&] {
      return std::string(how.order == ordering::plain  ? ""
                         : how.order == ordering::once ? "READ_ONCE()"
                         : is_of_cxx(how.order) ? fmt::format("load({})", order_name(how.order))
                                                : "smp_load_acquire()");
    });
    return bits_of(check_loaded(value, address), how);
  });
}

void ThreadContext::store(const Target& at, const Bits& value, const Call& how) {
  act(
      [&] {
        count_access(how.where);
        const int first = run_.next_slot();
        note_change(first);
        write(address_of_target(at, true), word_of(value, how.pointer), how);
        record(first, how.where, [&] {
          return std::string(how.order == ordering::plain  ? " = {}"
                             : how.order == ordering::once ? "WRITE_ONCE({})"
                             : is_of_cxx(how.order)
                                 ? fmt::format("store({{}}, {})", order_name(how.order))
                                 : "smp_store_release({})");
        });
      },
      Ends::later);
}

Context::Bits ThreadContext::update(const Target& at, operation what, const Bits& operand,
                                    const Call& how) {
  return act([&] {
    count_access(how.where);
    const int first = run_.next_slot();
    const Word address = address_of_target(at, true);
    const Word with = word_of(operand, how.pointer);
    const RmwOperation does = engine_operation(what);
    Word old;
    if (is_of_cxx(how.order)) {
      old = modify(does, address, with, calls(how.where).update[index_of(how.order)], how.bits);
      record(first, how.where,
             [&] { return fmt::format("{}({})", operation_name(what), order_name(how.order)); });
    } else {
      old = modify_in_kernel(does, address, with, how);
      record(first, how.where,
             [&] { return fmt::format("{}{}", operation_name(what), order_name(how.order)); });
    }
    note_update(first, old, updated(what, old.value, with.value));
    return bits_of(check_loaded(old, address), how);
  });
}

Context::Bits ThreadContext::compare_exchange(const Target& at, const Bits& expected,
                                              const Bits& desired, const Call& success,
                                              ordering failure) {
  return act([&] {
    count_access(success.where);
    const int first = run_.next_slot();
    const Word address = address_of_target(at, true);
    const Word wanted = word_of(expected, success.pointer);
    const Word with = word_of(desired, success.pointer);
    Word old;
    if (is_of_cxx(success.order)) {
      const C11Update as = compare_exchange_as(calls(success.where), memory_order_of(success.order),
                                               memory_order_of(failure));
      old = modify(RmwOperation::compare_exchange, address, with, as, success.bits, wanted);
      record(first, success.where, [&] {
        return fmt::format("compare_exchange({}, {})", order_name(success.order),
                           order_name(failure));
      });
    } else {
      old = modify_in_kernel(RmwOperation::compare_exchange, address, with, success, wanted);
      record(first, success.where,
             [&] { return fmt::format("cmpxchg{}", order_name(success.order)); });
    }
    note_update(first, old, old.value == wanted.value ? with.value : old.value);
    return bits_of(check_loaded(old, address), success);
  });
}

Context::Bits ThreadContext::add_unless(const Target& at, const Bits& operand, const Bits& unless,
                                        const Call& how) {
  return act([&] {
    count_access(how.where);
    const int first = run_.next_slot();
    const Word address = address_of_target(at, true);
    const Word old = modify_in_kernel(RmwOperation::add_unless, address, word_of(operand, false),
                                      how, word_of(unless, false));
    note_update(first, old, old.value == unless.bits ? old.value : old.value + operand.bits);
    record(first, how.where, [&] { return fmt::format("add_unless{}", order_name(how.order)); });
    return bits_of(check_loaded(old, address), how);
  });
}

void ThreadContext::fence(detail::fence_kind kind, const Place& where) {
  act(
      [&] {
        count_access(where);
        const int first = run_.next_slot();
        if (kind <= detail::fence_kind::seq_cst)
          fence_if(calls(where).fence[static_cast<std::size_t>(kind) + 1]);
        else
          fence_if(kernel_fence(kind));
        record(first, where, [&] { return std::string(fence_name(kind)); });
      },
      Ends::later);
}

void ThreadContext::deallocate(const Bits& pointer, const Place& where) {
  act([&] {
    count_access(where);
    settings_.layout.frees = true;
    if (!pointer.known) run_.assume({true, sources_of(pointer.from), false});
    if (pointer.bits == 0) return;
    const int first = run_.next_slot();
    note_change(first);
    const auto place = arena_.find(reinterpret_cast<const void*>(pointer.bits));
    if (!place) violate("what no make() has made is destroyed", "fault");
    for (const LocId l :
         settings_.layout.heap_objects(place->thread, place->offset, Arena::kPart)) {
      if (settings_.layout.objects()[l].block != place->offset) break;
      declare_store(l);
      run_.store({address_of(l), sources_of(pointer.from), true}, kFreed, {});
    }
    record(first, where, [&] { return std::string("destroy()"); });
  });
}

}  // namespace ringcheck
