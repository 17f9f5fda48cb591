// The kernel's primitives, as the kernel's own text asks for them (kernel/headers/machine.h and
// engine.h): an address, a size, and how the access is marked.
// Tested by tests/source/kernel_text_test.cpp.
#include <array>

#include "source/arithmetic.hpp"
#include "source/library/rows.hpp"

namespace ringcheck::source {
namespace {

/// enum rc_mark; from local_locked on, what engine.h adds to it.
enum class Mark : std::uint8_t {
  plain,
  once,
  acquire,
  release,
  local,
  atomic,
  full,
  count,
  local_locked,  ///< local_t, atomic against every CPU, without an order of its own
  local_silent,  ///< the same, and nothing is returned
  local_full,    ///< local_t as a full barrier
  kinds
};

/// enum rc_point, as far as points order what other CPUs see; points that are missing order
/// nothing.
constexpr std::array kPoints{TagSet{},         TagSet{Tag::mb},  TagSet{Tag::rmb}, TagSet{Tag::wmb},
                             TagSet{Tag::mb},  TagSet{Tag::rmb}, TagSet{Tag::wmb}, TagSet{Tag::mb},
                             TagSet{Tag::rmb}, TagSet{Tag::wmb}};

/// Bytes of a refcount_t.
constexpr std::uint32_t kCountBytes = 4;

Mark mark_of(LibraryCall& call, std::size_t argument) {
  const std::uint64_t number = call.machine.number_of(call.argument(argument));
  return number < static_cast<std::uint64_t>(Mark::kinds) ? static_cast<Mark>(number) : Mark::full;
}

/// The size of an access is its second argument.
Site site_of(LibraryCall& call, Mark mark) {
  return {static_cast<std::uint32_t>(call.machine.number_of(call.argument(1))), call.place(),
          mark != Mark::plain};
}

TagSet tags_of_mark(LibraryCall& call, Mark mark) {
  switch (mark) {
    case Mark::plain:
      return call.interpreter.options().plain;
    case Mark::acquire:
      return {Tag::acquire};
    case Mark::release:
      return {Tag::release};
    case Mark::local:
      return {Tag::once, Tag::local};
    default:
      return {Tag::once};
  }
}

/// Source: CheckedCpu::local_order and atomic_inc.
RmwOrder order_of(Mark mark, std::uint32_t bytes) {
  RmwOrder order;
  order.bits = static_cast<std::uint8_t>(8 * bytes);
  if (mark == Mark::local || mark == Mark::local_locked || mark == Mark::local_silent ||
      mark == Mark::local_full)
    order.read_tags = order.write_tags = {Tag::once, Tag::local};
  if (mark == Mark::local) order.atomic = false;
  if (mark == Mark::local_silent) order.read_tags = {Tag::once, Tag::noreturn, Tag::local};
  if (mark == Mark::atomic) order.read_tags = {Tag::once, Tag::noreturn};
  order.full = mark == Mark::full || mark == Mark::local_full;
  return order;
}

/// (address, size, mark)
CallOutcome load(LibraryCall& call) {
  const Mark mark = mark_of(call, 2);
  call.result = call.machine.load(site_of(call, mark), call.argument(0), tags_of_mark(call, mark));
  return CallOutcome::returned;
}

/// (address, size, value, mark)
CallOutcome store(LibraryCall& call) {
  const Mark mark = mark_of(call, 3);
  const Site site = site_of(call, mark);
  call.machine.store(site, call.argument(0), low_part(call.argument(2), 8 * site.bytes),
                     tags_of_mark(call, mark));
  return CallOutcome::returned;
}

/// (address, size, operation, operand, mark): what was there.
CallOutcome fetch(LibraryCall& call) {
  constexpr std::array kOperations{RmwOp::add, RmwOp::exchange, RmwOp::bit_or, RmwOp::bit_and};
  const Mark mark = mark_of(call, 4);
  const Site site = site_of(call, mark);
  Update how;
  how.op = kOperations.at(call.machine.number_of(call.argument(2)));
  how.order = order_of(mark, site.bytes);
  const Value operand = low_part(call.argument(3), 8 * site.bytes);
  const Value old = call.machine.update(site, how, call.argument(0), operand, {});
  call.state.note_effect(combine_values(old, operand, [&](auto x, auto y) {
    return std::uint64_t{updated(how.op, x, y, 8 * site.bytes) != x};
  }));
  call.result = old;
  return CallOutcome::returned;
}

/// (address, size, expected, desired, mark): what was there.
CallOutcome compare(LibraryCall& call) {
  const Mark mark = mark_of(call, 4);
  const Site site = site_of(call, mark);
  Update how;
  how.compares = true;
  how.order = order_of(mark, site.bytes);
  const Value expected = low_part(call.argument(2), 8 * site.bytes);
  Value old = call.machine.update(site, how, call.argument(0),
                                  low_part(call.argument(3), 8 * site.bytes), expected);
  call.state.note_effect(call.machine.has_stored(old, expected));
  call.result = old;
  return CallOutcome::returned;
}

/// (address of an int): whether it was not 0 and is one more now.
/// Source: include/linux/refcount.h refcount_inc_not_zero, CheckedCpu::refcount_inc_not_zero.
CallOutcome count_up(LibraryCall& call) {
  Update how;
  how.op = RmwOp::add;
  how.unless = true;
  how.order = order_of(Mark::count, kCountBytes);
  const Value old =
      call.machine.update({kCountBytes, call.place(), true}, how, call.argument(0), 1, 0);
  const Value counted = combine_values(old, 0, [](auto x, auto) { return std::uint64_t{x != 0}; });
  call.state.note_effect(counted);
  call.result = counted;
  return CallOutcome::returned;
}

/// (address of an int): takes one away, after what came before; whether none is left. If so, also
/// before what comes after.
/// Source: include/linux/refcount.h __refcount_sub_and_test, CheckedCpu::refcount_dec_and_test.
CallOutcome count_down(LibraryCall& call) {
  Update how;
  how.op = RmwOp::subtract;
  how.order = order_of(Mark::count, kCountBytes);
  how.order.write_tags = {Tag::release};
  const Value old =
      call.machine.update({kCountBytes, call.place(), true}, how, call.argument(0), 1, {});
  call.state.note_effect(Value(1));
  const bool last = call.machine.branch(are_equal(old, 1));
  if (last) call.machine.fence({Tag::rmb}, call.place());
  call.result = Value(last ? 1 : 0);
  return CallOutcome::returned;
}

/// (point)
CallOutcome order(LibraryCall& call) {
  const std::uint64_t point = call.machine.number_of(call.argument(0));
  if (point < kPoints.size() && !kPoints[point].empty())
    call.machine.fence(kPoints[point], call.place());
  return CallOutcome::returned;
}

/// (condition, file, line): the text says that the condition must not hold.
CallOutcome warn(LibraryCall& call) {
  call.machine.fail(ErrorKind::assertion, call.place(), "a warning of the kernel");
}

/// (holds, condition, file, line)
CallOutcome stop_if(LibraryCall& call) {
  if (call.machine.branch(call.argument(0)))
    call.machine.fail(ErrorKind::assertion, call.place(), "the kernel stops here");
  return CallOutcome::returned;
}

constexpr LibraryRow kRows[] = {
    {"rc_load", load},       {"rc_store", store},       {"rc_fetch", fetch},
    {"rc_compare", compare}, {"rc_count_up", count_up}, {"rc_count_down", count_down},
    {"rc_order", order},     {"rc_warn", warn},         {"rc_bug_if", stop_if},
};

}  // namespace

std::span<const LibraryRow> kernel_text_rows() {
  return kRows;
}

}  // namespace ringcheck::source
