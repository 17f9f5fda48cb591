// The Linux kernel's primitives, as <ringcheck/linux.h> and the interfaces of other checkers call
// them, and inline assembly of barriers.
#include <array>
#include <string>

#include "source/arithmetic.hpp"
#include "source/library/kernel_calls.hpp"
#include "source/library/lock_word.hpp"
#include "source/library/rows.hpp"

namespace ringcheck::source {
namespace {

/// Numbers of the annotations in calls: once, acquire, release, and fences by their names.
constexpr std::array<TagSet, 14> kAnnotations{TagSet{Tag::once},
                                              TagSet{Tag::acquire},
                                              TagSet{Tag::release},
                                              TagSet{Tag::mb},
                                              TagSet{Tag::wmb},
                                              TagSet{Tag::rmb},
                                              TagSet{Tag::rcu_lock},
                                              TagSet{Tag::rcu_unlock},
                                              TagSet{Tag::sync_rcu},
                                              TagSet{Tag::before_atomic},
                                              TagSet{Tag::after_atomic},
                                              TagSet{Tag::after_spinlock},
                                              TagSet{Tag::compiler_barrier},
                                              TagSet{Tag::after_unlock_lock}};

std::uint64_t constant(LibraryCall& call, std::size_t n) {
  return call.machine.number_of(call.argument(n));
}

Site site_of(LibraryCall& call, std::size_t size) {
  return {static_cast<std::uint32_t>(constant(call, size)), call.place(), true};
}

/// The annotation that argument `n` is the number of.
Annotation annotation_of(LibraryCall& call, std::size_t n) {
  return static_cast<Annotation>(constant(call, n));
}

RmwOrder order_of(Annotation annotation, std::uint32_t bytes) {
  RmwOrder order;
  if (annotation == Annotation::acquire) order.read_tags = {Tag::acquire};
  if (annotation == Annotation::release) order.write_tags = {Tag::release};
  order.full = annotation == Annotation::full;
  order.bits = static_cast<std::uint8_t>(8 * bytes);
  return order;
}

CallOutcome load(LibraryCall& call) {
  const Site site = site_of(call, 1);
  call.result =
      with_sign(call.machine.load(site, call.argument(0), kAnnotations.at(constant(call, 2))),
                8 * site.bytes);
  return CallOutcome::returned;
}

CallOutcome store(LibraryCall& call) {
  const Site site = site_of(call, 1);
  call.machine.store(site, call.argument(0), low_part(call.argument(2), 8 * site.bytes),
                     kAnnotations.at(constant(call, 3)));
  return CallOutcome::returned;
}

CallOutcome fence(LibraryCall& call) {
  const std::uint64_t annotation = constant(call, 0);
  call.machine.fence(kAnnotations.at(annotation), call.place());
  return CallOutcome::returned;
}

Value update(LibraryCall& call, RmwOp op, const RmwOrder& order, const Value& operand) {
  const Site site = site_of(call, 1);
  Update how;
  how.op = op;
  how.order = order;
  const Value cut_operand = low_part(operand, 8 * site.bytes);
  const Value old = call.machine.update(site, how, call.argument(0), cut_operand, {});
  call.state.note_effect(combine_values(old, cut_operand, [&](auto x, auto y) {
    return std::uint64_t{updated(op, x, y, 8 * site.bytes) != x};
  }));
  return old;
}

CallOutcome exchange(LibraryCall& call) {
  const auto bytes = static_cast<std::uint32_t>(constant(call, 1));
  call.result = with_sign(
      update(call, RmwOp::exchange, order_of(annotation_of(call, 3), bytes), call.argument(2)),
      8 * bytes);
  return CallOutcome::returned;
}

/// (address, size, value, operation)
CallOutcome atomic_op(LibraryCall& call) {
  const auto bytes = static_cast<std::uint32_t>(constant(call, 1));
  RmwOrder order = order_of(Annotation::once, bytes);
  order.read_tags = {Tag::noreturn};
  update(call, kKernelOperations.at(constant(call, 3)), order, call.argument(2));
  return CallOutcome::returned;
}

/// (address, size, value, annotation, operation): the value before.
CallOutcome fetch_op(LibraryCall& call) {
  const auto bytes = static_cast<std::uint32_t>(constant(call, 1));
  call.result = with_sign(update(call, kKernelOperations.at(constant(call, 4)),
                                 order_of(annotation_of(call, 3), bytes), call.argument(2)),
                          8 * bytes);
  return CallOutcome::returned;
}

/// The same: the value afterwards.
CallOutcome op_return(LibraryCall& call) {
  const auto bytes = static_cast<std::uint32_t>(constant(call, 1));
  const RmwOp op = kKernelOperations.at(constant(call, 4));
  const Value old = update(call, op, order_of(annotation_of(call, 3), bytes), call.argument(2));
  call.result =
      with_sign(combine_values(old, low_part(call.argument(2), 8 * bytes),
                               [&](auto x, auto y) { return updated(op, x, y, 8 * bytes); }),
                8 * bytes);
  return CallOutcome::returned;
}

/// (address, size, expected, value, annotation, …)
CallOutcome kernel_compare_exchange(LibraryCall& call) {
  const Site site = site_of(call, 1);
  Update how;
  how.compares = true;
  how.order = order_of(annotation_of(call, 4), site.bytes);
  const Value expected = low_part(call.argument(2), 8 * site.bytes);
  const Value desired = low_part(call.argument(3), 8 * site.bytes);
  Value old = call.machine.update(site, how, call.argument(0), desired, expected);
  call.state.note_effect(call.machine.has_stored(old, expected));
  call.result = with_sign(old, 8 * site.bytes);
  return CallOutcome::returned;
}

/// (address, size, value, unless): the value before.
CallOutcome add_unless(LibraryCall& call) {
  const Site site = site_of(call, 1);
  Update how;
  how.op = RmwOp::add;
  how.unless = true;
  how.order = order_of(Annotation::full, site.bytes);
  ++call.state.effects;
  call.result = with_sign(
      call.machine.update(site, how, call.argument(0), low_part(call.argument(2), 8 * site.bytes),
                          low_part(call.argument(3), 8 * site.bytes)),
      8 * site.bytes);
  return CallOutcome::returned;
}

/// __VERIFIER_lkmm_fence(name).
CallOutcome named_fence(LibraryCall& call) {
  constexpr std::pair<std::string_view, Tag> kNames[] = {{"mb", Tag::mb},
                                                         {"rmb", Tag::rmb},
                                                         {"wmb", Tag::wmb},
                                                         {"ba", Tag::before_atomic},
                                                         {"aa", Tag::after_atomic},
                                                         {"as", Tag::after_spinlock},
                                                         {"aul", Tag::after_unlock_lock}};
  std::array<char, 8> letters{};
  std::size_t length = 0;
  for (std::uint64_t n = 0; n < 8; ++n) {
    const std::uint64_t byte =
        call.machine.number_of(call.machine.peek(call.site(1), plus(call.argument(0), n)));
    if (byte == 0) break;
    letters[length++] = static_cast<char>(byte);
  }
  const std::string_view name(letters.data(), length);
  for (const auto& [known, tag] : kNames)
    if (known == name) call.machine.fence({tag}, call.place());
  return CallOutcome::returned;
}

template <Tag... Tags>
CallOutcome barrier(LibraryCall& call) {
  call.machine.fence({Tags...}, call.place());
  return CallOutcome::returned;
}

/// Tries once to take the lock: what its word held, 0 if that succeeds.
Value try_spin_lock(LibraryCall& call) {
  Update how;
  how.compares = true;
  how.order = {{Tag::lock_read}, {Tag::lock_write}, false, true, {Tag::lock_fail}, 32};
  return call.machine.update({4, call.place(), true}, how, call.argument(0), 1, 0);
}

CallOutcome spin_lock(LibraryCall& call) {
  ++call.state.effects;
  const Value old = try_spin_lock(call);
  call.machine.await(is(old, 0), call.place());
  call.machine.note_stored(old);
  return CallOutcome::returned;
}

CallOutcome spin_trylock(LibraryCall& call) {
  Value old = try_spin_lock(call);
  call.result = call.machine.has_stored(old, 0);
  call.state.note_effect(call.result);
  return CallOutcome::returned;
}

CallOutcome spin_unlock(LibraryCall& call) {
  ++call.state.effects;
  call.machine.store({4, call.place(), true}, call.argument(0), 0, {Tag::unlock});
  return CallOutcome::returned;
}

constexpr LibraryRow kRows[] = {
    {"__LKMM_load", load},
    {"__LKMM_store", store},
    {"__LKMM_fence", fence},
    {"__LKMM_xchg", exchange},
    {"__LKMM_cmpxchg", kernel_compare_exchange},
    {"__LKMM_atomic_op", atomic_op},
    {"__LKMM_atomic_fetch_op", fetch_op},
    {"__LKMM_atomic_op_return", op_return},
    {"__LKMM_add_unless", add_unless},
    {"__LKMM_SPIN_LOCK", spin_lock},
    {"__LKMM_SPIN_TRYLOCK", spin_trylock},
    {"__LKMM_SPIN_UNLOCK", spin_unlock},
    {"__VERIFIER_lkmm_fence", named_fence},
    {"__VERIFIER_rcu_read_lock", barrier<Tag::rcu_lock>},
    {"__VERIFIER_rcu_read_unlock", barrier<Tag::rcu_unlock>},
    {"__VERIFIER_synchronize_rcu", barrier<Tag::sync_rcu>},
    {"asm mfence", barrier<Tag::mb>},
    {"asm lfence", barrier<Tag::rmb>},
    {"asm sfence", barrier<Tag::wmb>},
    {"asm sync", barrier<Tag::mb>},
    {"asm hwsync", barrier<Tag::mb>},
    {"asm lwsync", barrier<Tag::order_rr, Tag::order_rw, Tag::order_ww>},
    {"asm isync", barrier<Tag::context_sync>},
    {"asm isb", barrier<Tag::context_sync>},
    {"asm dmb ish", barrier<Tag::mb>},
    {"asm dmb sy", barrier<Tag::mb>},
    {"asm dmb ishld", barrier<Tag::rmb>},
    {"asm dmb ishst", barrier<Tag::wmb>},
    {"asm fence rw,rw", barrier<Tag::order_rr, Tag::order_rw, Tag::order_wr, Tag::order_ww>},
    {"asm fence r,rw", barrier<Tag::order_rr, Tag::order_rw>},
    {"asm fence rw,w", barrier<Tag::order_rw, Tag::order_ww>},
    {"asm fence r,r", barrier<Tag::order_rr>},
    {"asm fence w,w", barrier<Tag::order_ww>},
};

}  // namespace

std::span<const LibraryRow> kernel_rows() {
  return kRows;
}

}  // namespace ringcheck::source
