// Atomic operations of C as events, by the table of the model.
#include "graph/diagnostic.hpp"
#include "source/arithmetic.hpp"
#include "source/interpreter.hpp"
#include "source/orders.hpp"

namespace ringcheck::source {

namespace {

std::size_t row(Order order) {
  return static_cast<std::size_t>(memory_order(order));
}

/// True iff memory that held `old` holds something else after the update.
Value changes(const Value& old, const Value& operand, RmwOp op, unsigned bits) {
  return combine_values(
      old, operand, [&](auto x, auto y) { return std::uint64_t{updated(op, x, y, bits) != x}; });
}

/// True iff the update adds a number, other than 0, that depends on nothing.
bool is_constant_addition(RmwOp op, const Value& address, const Value& operand) {
  return (op == RmwOp::add || op == RmwOp::subtract) && address.word.known && operand.word.known &&
         !operand.word.sources.any() && operand.word.value != 0;
}

std::int64_t added(RmwOp op, const Value& operand, unsigned bits) {
  const std::int64_t by = as_signed(operand.word.value, bits);
  return op == RmwOp::add ? by : -by;
}

/// A branch on `value` whose ways do not differ: what follows depends on it.
void branch_on(Machine& machine, const Value& value) {
  machine.depend_on(value);
}

}  // namespace

const C11Calls& Interpreter::calls(std::uint32_t place) {
  if (options_.calls == nullptr)
    throw InputError({code_.where(place), 0, 0,
                      "saw an atomic operation of C, to which the model gives no meaning: use the "
                      "kernel's own (ringcheck/linux.h)"});
  return *options_.calls;
}

Value Interpreter::atomic_load(const Site& site, const Value& address, Order order) {
  const C11Access& how = calls(site.place).load[row(order)];
  if (!how.before.empty()) machine_.fence(how.before, site.place);
  const Value value = machine_.load(site, address, how.access);
  if (how.branch) branch_on(machine_, value);
  if (!how.after.empty()) machine_.fence(how.after, site.place);
  return value;
}

void Interpreter::atomic_store(const Site& site, const Value& address, const Value& value,
                               Order order) {
  const C11Access& how = calls(site.place).store[row(order)];
  if (!how.before.empty()) machine_.fence(how.before, site.place);
  if (how.exchange) {
    Update exchange;
    exchange.order.bits = static_cast<std::uint8_t>(8 * site.bytes);
    exchange.blind = true;
    machine_.update(site, exchange, address, value, {});
    ++state_.effects;
  } else {
    machine_.store(site, address, value, how.access);
  }
  if (!how.after.empty()) machine_.fence(how.after, site.place);
}

Value Interpreter::atomic_update(const Site& site, RmwOp op, const Value& address,
                                 const Value& operand, Order order) {
  const C11Update& how = calls(site.place).update[row(order)];
  if (!how.before.empty()) machine_.fence(how.before, site.place);
  Update update;
  update.op = op;
  update.order = {how.read, how.write, false,
                  true,     how.fail,  static_cast<std::uint8_t>(8 * site.bytes)};
  const std::uint32_t since = machine_.now();
  const Value old = machine_.update(site, update, address, operand, {});
  if (is_constant_addition(op, address, operand))
    state_.note_undoable(address.word.value, added(op, operand, 8 * site.bytes), false, since);
  else
    state_.note_effect(changes(old, operand, op, 8 * site.bytes));
  if (how.branch) branch_on(machine_, old);
  if (!how.after.empty()) machine_.fence(how.after, site.place);
  return old;
}

Interpreter::Exchanged Interpreter::atomic_compare_exchange(const Site& site, const Value& address,
                                                            const Value& expected,
                                                            const Value& desired, Order success,
                                                            Order failure) {
  const C11Update how =
      compare_exchange_as(calls(site.place), memory_order(success), memory_order(failure));
  if (!how.before.empty()) machine_.fence(how.before, site.place);
  Update update;
  update.compares = true;
  update.order = {how.read, how.write, false,
                  true,     how.fail,  static_cast<std::uint8_t>(8 * site.bytes)};
  Value old = machine_.update(site, update, address, desired, expected);
  const Value stored = machine_.has_stored(old, expected);
  state_.note_effect(combine_values(
      stored, combine_values(old, desired, [](auto x, auto y) { return std::uint64_t{x != y}; }),
      [](auto x, auto y) { return x & y; }));
  if (how.branch) branch_on(machine_, old);
  if (!how.after.empty()) machine_.fence(how.after, site.place);
  return {old, stored};
}

void Interpreter::atomic_fence(Order order, std::uint32_t place) {
  const TagSet tags = calls(place).fence[row(order)];
  if (!tags.empty()) machine_.fence(tags, place);
}

}  // namespace ringcheck::source
