// Instructions that access memory.
#include "source/llvm/function.hpp"

namespace ringcheck::source {

namespace {

Order order_of(LLVMAtomicOrdering ordering) {
  switch (ordering) {
    case LLVMAtomicOrderingNotAtomic:
      return Order::plain;
    case LLVMAtomicOrderingUnordered:
    case LLVMAtomicOrderingMonotonic:
      return Order::relaxed;
    case LLVMAtomicOrderingAcquire:
      return Order::acquire;
    case LLVMAtomicOrderingRelease:
      return Order::release;
    case LLVMAtomicOrderingAcquireRelease:
      return Order::acquire_release;
    case LLVMAtomicOrderingSequentiallyConsistent:
      return Order::seq_cst;
  }
  return Order::seq_cst;
}

RmwOp operation_of(LLVMAtomicRMWBinOp op) {
  switch (op) {
    case LLVMAtomicRMWBinOpXchg:
      return RmwOp::exchange;
    case LLVMAtomicRMWBinOpAdd:
      return RmwOp::add;
    case LLVMAtomicRMWBinOpSub:
      return RmwOp::subtract;
    case LLVMAtomicRMWBinOpAnd:
      return RmwOp::bit_and;
    case LLVMAtomicRMWBinOpNand:
      return RmwOp::bit_nand;
    case LLVMAtomicRMWBinOpOr:
      return RmwOp::bit_or;
    case LLVMAtomicRMWBinOpXor:
      return RmwOp::bit_xor;
    case LLVMAtomicRMWBinOpMax:
      return RmwOp::signed_max;
    case LLVMAtomicRMWBinOpMin:
      return RmwOp::signed_min;
    case LLVMAtomicRMWBinOpUMax:
      return RmwOp::unsigned_max;
    case LLVMAtomicRMWBinOpUMin:
      return RmwOp::unsigned_min;
    default:
      throw NotModelled("an atomic operation on floating-point numbers");
  }
}

bool is_literal_structure(LLVMTypeRef type) {
  return LLVMGetTypeKind(type) == LLVMStructTypeKind && LLVMGetStructName(type) == nullptr;
}

/// True iff `i` loads a part of a structure that is copied, passed or returned as a whole, padding
/// included, or the word of a bit-field. LLVM's pass sroa calls what it makes of a copy `copyload`;
/// clang calls the word `bf.load`, and reads an argument that it passes in registers through an
/// unnamed structure type or a pointer called `coerce.dive`.
bool is_copy(LLVMValueRef i, const ModuleLowering& module) {
  if (LLVMGetVolatile(i) != 0 || LLVMGetOrdering(i) != LLVMAtomicOrderingNotAtomic) return false;
  const std::string_view name = name_of(i);
  if (name.find("copyload") != std::string_view::npos || name.starts_with("bf.load")) return true;
  const LLVMValueRef from = LLVMGetOperand(i, 0);
  if (name_of(from).starts_with("coerce.dive")) return true;
  if (LLVMIsAAllocaInst(from) != nullptr)
    return LLVMGetTypeKind(LLVMGetAllocatedType(from)) == LLVMStructTypeKind &&
           module.size_of(LLVMGetAllocatedType(from)) == module.size_of(LLVMTypeOf(i));
  return LLVMIsAGetElementPtrInst(from) != nullptr &&
         is_literal_structure(LLVMGetGEPSourceElementType(from));
}

}  // namespace

bool FunctionLowering::lower_memory(LLVMValueRef i) {
  switch (LLVMGetInstructionOpcode(i)) {
    case LLVMAlloca:
      return lower_allocate(i), true;
    case LLVMLoad:
      return lower_load(i), true;
    case LLVMStore:
      return lower_store(i), true;
    case LLVMAtomicRMW:
      return lower_rmw(i), true;
    case LLVMAtomicCmpXchg:
      return lower_cmpxchg(i), true;
    case LLVMFence: {
      Instruction& x = add(Opcode::fence, i);
      x.order = order_of(LLVMGetOrdering(i));
      x.single_thread = LLVMIsAtomicSingleThread(i) != 0;
      return true;
    }
    default:
      return false;
  }
}

void FunctionLowering::lower_allocate(LLVMValueRef i) {
  const Operand count = operand(LLVMGetOperand(i, 0));
  const Operand size = constant_operand(module_.size_of(LLVMGetAllocatedType(i)));
  const Operand variable = constant_operand(module_.variable_of(i));
  Instruction& x = add(Opcode::allocate, i);
  x.a = count;
  x.b = size;
  x.c = variable;
}

Operand FunctionLowering::offset(LLVMValueRef from, Operand base, std::uint64_t bytes) {
  if (bytes == 0) return base;
  const Operand by = constant_operand(bytes);
  const Operand result = new_registers(1);
  Instruction& x = add(Opcode::add, from);
  x.target = result;
  x.width = static_cast<std::uint8_t>(module_.unit().pointer_bytes * 8);
  x.a = base;
  x.b = by;
  return result;
}

// A structure or an array is loaded and stored number by number.
void FunctionLowering::lower_load(LLVMValueRef i) {
  const Operand pointer = operand(LLVMGetOperand(i, 0));
  const std::vector<Leaf> parts = module_.leaves(LLVMTypeOf(i));
  for (std::size_t leaf = 0; leaf < parts.size(); ++leaf) {
    if (parts[leaf].width == 0) throw NotModelled("a load of type " + printed(LLVMTypeOf(i)));
    const Operand a = offset(i, pointer, parts[leaf].offset);
    Instruction& x = add(Opcode::load, i);
    x.target += static_cast<Operand>(leaf);
    x.width = static_cast<std::uint8_t>(parts[leaf].width);
    x.a = a;
    x.order = order_of(LLVMGetOrdering(i));
    x.is_volatile = LLVMGetVolatile(i) != 0;
    if (is_copy(i, module_)) x.detail = kCopies;
  }
}

void FunctionLowering::lower_store(LLVMValueRef i) {
  if (lower_halves(i)) return;
  const LLVMValueRef value = LLVMGetOperand(i, 0);
  const Operand pointer = operand(LLVMGetOperand(i, 1));
  const std::vector<Leaf> parts = module_.leaves(LLVMTypeOf(value));
  for (std::size_t leaf = 0; leaf < parts.size(); ++leaf) {
    if (parts[leaf].width == 0) throw NotModelled("a store of type " + printed(LLVMTypeOf(value)));
    const Operand a = offset(i, pointer, parts[leaf].offset);
    const Operand b = operand(value, leaf);
    Instruction& x = add(Opcode::store, i);
    x.width = static_cast<std::uint8_t>(parts[leaf].width);
    x.a = a;
    x.b = b;
    x.order = order_of(LLVMGetOrdering(i));
    x.is_volatile = LLVMGetVolatile(i) != 0;
  }
}

void FunctionLowering::lower_rmw(LLVMValueRef i) {
  const RmwOp op = operation_of(LLVMGetAtomicRMWBinOp(i));
  const Operand a = operand(LLVMGetOperand(i, 0));
  const Operand b = operand(LLVMGetOperand(i, 1));
  const std::uint32_t bits = op == RmwOp::exchange ? width(i) : narrow_width(i);
  Instruction& x = add(Opcode::rmw, i);
  x.width = static_cast<std::uint8_t>(bits);
  x.detail = static_cast<std::uint8_t>(op);
  x.a = a;
  x.b = b;
  x.order = order_of(LLVMGetOrdering(i));
  x.is_volatile = LLVMGetVolatile(i) != 0;
}

void FunctionLowering::lower_cmpxchg(LLVMValueRef i) {
  const Operand a = operand(LLVMGetOperand(i, 0));
  const Operand b = operand(LLVMGetOperand(i, 1));
  const Operand c = operand(LLVMGetOperand(i, 2));
  const std::uint32_t bits = width(LLVMGetOperand(i, 1));
  Instruction& x = add(Opcode::cmpxchg, i);
  x.width = static_cast<std::uint8_t>(bits);
  x.detail = LLVMGetWeak(i) != 0 ? 1 : 0;
  x.a = a;
  x.b = b;
  x.c = c;
  x.order = order_of(LLVMGetCmpXchgSuccessOrdering(i));
  x.fail_order = order_of(LLVMGetCmpXchgFailureOrdering(i));
  x.is_volatile = LLVMGetVolatile(i) != 0;
}

}  // namespace ringcheck::source
