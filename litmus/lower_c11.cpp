// Lowers the atomic operations of C11 to accesses and fences of the model's machine
// (models/c11_calls.hpp). Tested by tests/litmus/c11_test.cpp.
#include <algorithm>

#include "litmus/c11_operations.hpp"
#include "litmus/lowering.hpp"

namespace ringcheck::litmus {

namespace {

std::size_t index(MemoryOrder order) {
  return static_cast<std::size_t>(order);
}

}  // namespace

/// The operands of a call, by the letters of its operation.
struct Lowering::C11Arguments {
  Address object;
  Address expected;
  Slot value = 0;
  MemoryOrder order = MemoryOrder::seq_cst;
  MemoryOrder failure = MemoryOrder::seq_cst;
};

Lowering::C11Arguments Lowering::c11_arguments(const Expr& call, const C11Operation& operation) {
  C11Arguments result;
  bool second = false;
  for (std::size_t i = 0; i < operation.arguments.size(); ++i) {
    const Expr& argument = call.operands[i];
    switch (operation.arguments[i]) {
      case 'p':
        result.object = lower_address(argument);
        break;
      case 'e':
        result.expected = lower_address(argument);
        break;
      case 'v':
        result.value = lower(argument);
        break;
      default:
        (second ? result.failure : result.order) = *find_memory_order(argument.name);
        second = true;
        break;
    }
  }
  return result;
}

Slot Lowering::lower_c11_call(const Expr& call, bool needs_value) {
  const C11Operation& operation = *find_c11_operation(call.name);
  if (needs_value && !operation.returns_value())
    reject(test_, call.place, "saw " + call.name + ", which returns nothing, expected a value");
  if (calls_ == nullptr)
    reject(test_, call.place,
           "saw " + call.name +
               ", expected a primitive that the model knows: it gives C11's atomics no meaning");
  const C11Arguments arguments = c11_arguments(call, operation);
  switch (operation.kind) {
    case C11Kind::load:
      return emit_c11_load(arguments.object, calls_->load[index(arguments.order)]);
    case C11Kind::store:
      emit_c11_store(arguments, calls_->store[index(arguments.order)]);
      return 0;
    case C11Kind::fence:
      emit_fence(calls_->fence[index(arguments.order)]);
      return 0;
    case C11Kind::modify: {
      const C11Update& update = calls_->update[index(arguments.order)];
      return emit_c11_update(arguments, update, operation.operation, RmwResult::old_value, 0);
    }
    case C11Kind::compare_exchange:
      return emit_c11_compare_exchange(arguments);
  }
  return 0;
}

// A fence without tags needs no instruction.
void Lowering::emit_fence(TagSet tags) {
  if (!tags.empty()) emit(Opcode::fence).tags = tags;
}

// A branch on `slot` right after the access, whichever way it goes. Everything up to the end of the
// thread depends on it.
void Lowering::emit_c11_branch(Slot slot) {
  const Slot saved = new_temporary();
  const std::uint32_t branch = begin_branch(slot, saved);
  result_.code.instructions[branch].jump = here();
  result_.code.instructions[branch].count = 1;
}

Slot Lowering::emit_c11_load(const Address& object, const C11Access& load) {
  emit_fence(load.before);
  const Slot value = emit_load(object, load.access);
  if (load.branch) emit_c11_branch(value);
  emit_fence(load.after);
  return value;
}

void Lowering::emit_c11_store(const C11Arguments& arguments, const C11Access& store) {
  if (store.exchange) {
    C11Update update;
    update.before = store.before;
    update.read = update.write = store.access;
    update.after = store.after;
    (void)emit_c11_update(arguments, update, RmwOperation::exchange, RmwResult::nothing, 0);
    return;
  }
  emit_fence(store.before);
  emit_store(arguments.object, arguments.value, store.access);
  emit_fence(store.after);
}

Slot Lowering::emit_c11_update(const C11Arguments& arguments, const C11Update& update,
                               RmwOperation operation, RmwResult result, Slot expected) {
  Primitive row;
  row.action = Action::read_modify_write;
  row.operation = operation;
  row.order.read_tags = update.read;
  row.order.write_tags = update.write;
  row.order.fail_tags = update.fail;
  row.result = result;
  result_.code.own_primitives->push_back(row);
  emit_fence(update.before);
  const Slot old =
      emit_action(result_.code.own_primitives->back(), arguments.object, arguments.value, expected);
  if (update.branch) emit_c11_branch(old);
  emit_fence(update.after);
  return old;
}

// The expected value is read and, on failure, overwritten with what was there, both without order.
Slot Lowering::emit_c11_compare_exchange(const C11Arguments& arguments) {
  const Slot expected = emit_load(arguments.expected, {});
  const C11Update update = compare_exchange_as(*calls_, arguments.order, arguments.failure);
  const Slot old = emit_c11_update(arguments, update, RmwOperation::compare_exchange,
                                   RmwResult::old_value, expected);
  const Slot succeeded = emit_binary(BinaryOperator::equal, old, expected);
  emit_branch(
      succeeded, [] {}, [&] { emit_store(arguments.expected, old, {}); }, {});
  return succeeded;
}

}  // namespace ringcheck::litmus
