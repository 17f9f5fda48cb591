// Lowers expressions and primitives.
// Operands are evaluated from left to right. `&&` and `||` evaluate both sides and depend on both,
// as in herd7. If the right side accesses memory, it is evaluated as C says, under a branch. `?:`
// is a branch.
#include <algorithm>
#include <utility>

#include "litmus/lowering.hpp"

namespace ringcheck::litmus {

namespace {

/// All tags of the events that a primitive may issue.
TagSet tags_of(const Primitive& primitive) {
  switch (primitive.action) {
    case Action::load:
    case Action::store:
    case Action::fence:
    case Action::srcu:
      return primitive.tags;
    case Action::store_then_mb:
      return primitive.tags | TagSet{Tag::mb};
    case Action::read_modify_write:
      return primitive.order.read_tags | primitive.order.write_tags |
             (primitive.order.full ? TagSet{Tag::mb, Tag::of_full_rmw} : TagSet{});
    case Action::spin_lock:
      return {Tag::lock_read, Tag::lock_write};
    case Action::spin_unlock:
      return {Tag::unlock};
    case Action::spin_trylock:
      return {Tag::lock_read, Tag::lock_write, Tag::lock_fail};
    case Action::spin_is_locked:
      return {Tag::read_locked, Tag::read_unlocked};
  }
  return {};
}

}  // namespace

bool Lowering::call_accesses_memory(std::string_view name) const {
  const Primitive* primitive = primitives_.find(name);
  if (primitive != nullptr) return litmus::accesses_memory(*primitive);
  return find_c11_operation(name)->kind != C11Kind::fence;
}

bool Lowering::accesses_memory(const Expr& expr) const {
  if (expr.kind == ExprKind::address_of) return accesses_memory(expr.operands[0].operands[0]);
  return expr.kind == ExprKind::dereference ||
         (expr.kind == ExprKind::call && call_accesses_memory(expr.name)) ||
         std::ranges::any_of(expr.operands, [this](const Expr& e) { return accesses_memory(e); });
}

Slot Lowering::lower(const Expr& expr) {
  const Place outer = std::exchange(place_, expr.place.line > 0 ? expr.place : place_);
  const Slot slot = lower_here(expr);
  place_ = outer;
  return slot;
}

Slot Lowering::lower_here(const Expr& expr) {
  switch (expr.kind) {
    case ExprKind::number:
      return constant(static_cast<std::uint64_t>(expr.number));
    case ExprKind::name:
      return lower_name(expr);
    case ExprKind::dereference:
      return emit_load(lower_address(expr.operands[0]), {});
    case ExprKind::address_of:
      return lower(expr.operands[0].operands[0]);
    case ExprKind::cast:
      return lower(expr.operands[0]);
    case ExprKind::unary: {
      const Slot a = lower(expr.operands[0]);
      Instruction& i = emit(Opcode::unary);
      i.unary = expr.unary;
      i.a = a;
      return i.target = new_temporary();
    }
    case ExprKind::binary:
      return lower_binary(expr);
    case ExprKind::conditional:
      return lower_choice(
          lower(expr.operands[0]), [&] { return lower(expr.operands[1]); },
          [&] { return lower(expr.operands[2]); });
    case ExprKind::call:
      return lower_call(expr, true);
  }
  return 0;
}

Slot Lowering::lower_name(const Expr& expr) {
  const auto local = result_.locals.find(expr.name);
  if (local != result_.locals.end()) return local->second;
  if (find_parameter(expr.name) == nullptr)
    reject(
        test_, expr.place,
        "saw '" + expr.name + "', expected a parameter or a local of P" + std::to_string(thread_));
  const LocId location = locations_.find(expr.name)->second;
  result_.address_taken.set(location);
  return constant(address_of(location));
}

Slot Lowering::emit_binary(BinaryOperator op, Slot a, Slot b) {
  Instruction& i = emit(Opcode::binary);
  i.binary = op;
  i.a = a;
  i.b = b;
  return i.target = new_temporary();
}

Slot Lowering::lower_binary(const Expr& expr) {
  const bool is_and = expr.binary == BinaryOperator::logical_and;
  const bool is_logical = is_and || expr.binary == BinaryOperator::logical_or;
  const Slot a = lower(expr.operands[0]);
  if (!is_logical || !accesses_memory(expr.operands[1]))
    return emit_binary(expr.binary, a, lower(expr.operands[1]));
  const auto right = [&] {
    return emit_binary(BinaryOperator::not_equal, lower(expr.operands[1]), constant(0));
  };
  if (is_and) return lower_choice(a, right, [&] { return constant(0); });
  return lower_choice(
      a, [&] { return constant(1); }, right);
}

Lowering::Address Lowering::lower_address(const Expr& expr) {
  const Expr* e = &expr;
  while (e->kind == ExprKind::cast || e->kind == ExprKind::address_of)
    e = e->kind == ExprKind::cast ? &e->operands[0] : &e->operands[0].operands[0];
  const bool is_parameter = e->kind == ExprKind::name && result_.locals.count(e->name) == 0 &&
                            find_parameter(e->name) != nullptr;
  if (!is_parameter) return {lower(*e), kNoLocation};
  const LocId location = locations_.find(e->name)->second;
  return {constant(address_of(location)), location};
}

void Lowering::note_store(const Address& address, TagSet tags) {
  if (address.location != kNoLocation)
    result_.stores.add(address.location, tags);
  else
    result_.stores.add_through_value(tags);
}

Slot Lowering::emit_load(const Address& address, TagSet tags) {
  Instruction& i = emit(Opcode::load);
  i.a = address.slot;
  i.tags = tags;
  return i.target = new_temporary();
}

void Lowering::emit_store(const Address& address, Slot value, TagSet tags) {
  note_store(address, tags);
  Instruction& i = emit(Opcode::store);
  i.a = address.slot;
  i.b = value;
  i.tags = tags;
}

Slot Lowering::emit_lock(Opcode opcode, const Address& address) {
  const bool locks = opcode == Opcode::spin_lock || opcode == Opcode::spin_trylock;
  if (locks && address.location != kNoLocation)
    result_.stores.add_lock(address.location);
  else if (opcode != Opcode::spin_is_locked)
    note_store(address, locks ? TagSet{} : TagSet{Tag::unlock});
  Instruction& i = emit(opcode);
  i.a = address.slot;
  return i.target = new_temporary();
}

Slot Lowering::lower_call(const Expr& call, bool needs_value) {
  if (primitives_.find(call.name) == nullptr) return lower_c11_call(call, needs_value);
  const Primitive& primitive = *primitives_.find(call.name);
  if (needs_value && !primitive.returns_value)
    reject(test_, call.place, "saw " + call.name + ", which returns nothing, expected a value");
  result_.uses.push_back({tags_of(primitive), call.name, call.place});
  Address address;
  Slot value = constant(primitive.operand);
  Slot expected = 0;
  for (std::size_t i = 0; i < primitive.arguments.size(); ++i) {
    const Expr& argument = call.operands[i];
    switch (primitive.arguments[i]) {
      case 'l':
        address = lower_address(argument.operands[0]);
        break;
      case 'p':
        address = lower_address(argument);
        break;
      case 'v':
        value = lower(argument);
        break;
      default:
        expected = lower(argument);
        break;
    }
  }
  return emit_action(primitive, address, value, expected);
}

Slot Lowering::emit_action(const Primitive& primitive, const Address& address, Slot value,
                           Slot expected) {
  switch (primitive.action) {
    case Action::load:
      return emit_load(address, primitive.tags);
    case Action::store:
      emit_store(address, value, primitive.tags);
      break;
    case Action::store_then_mb:
      emit_store(address, value, primitive.tags);
      emit(Opcode::fence).tags = {Tag::mb};
      break;
    case Action::fence:
      emit(Opcode::fence).tags = primitive.tags;
      break;
    case Action::read_modify_write: {
      note_store(address, primitive.order.write_tags);
      Instruction& i = emit(Opcode::rmw);
      i.primitive = &primitive;
      i.a = address.slot;
      i.b = value;
      i.c = expected;
      return i.target = new_temporary();
    }
    case Action::spin_lock:
      return emit_lock(Opcode::spin_lock, address);
    case Action::spin_unlock:
      return emit_lock(Opcode::spin_unlock, address);
    case Action::spin_trylock:
      return emit_lock(Opcode::spin_trylock, address);
    case Action::spin_is_locked:
      return emit_lock(Opcode::spin_is_locked, address);
    case Action::srcu: {
      Instruction& i = emit(Opcode::srcu);
      i.a = address.slot;
      i.b = value;
      i.tags = primitive.tags;
      return i.target = new_temporary();
    }
  }
  return 0;
}

}  // namespace ringcheck::litmus
