// Two stores, one after the other, to the halves of 16 bytes that are aligned as a whole. A compiler
// makes them of the initial value of an atomic structure of two words, which other code accesses as
// a whole. They are one plain store of 16 bytes: as any plain access, it is cut where other accesses
// are to a half (source/layout.hpp).
//
// Tested by tests/source/wide_test.cpp.
#include <optional>

#include "source/llvm/function.hpp"

namespace ringcheck::source {

namespace {

constexpr std::uint64_t kHalf = 8;  ///< bytes

/// An address: `bytes` after `base`.
struct Displaced {
  LLVMValueRef base = nullptr;
  std::uint64_t bytes = 0;
};

bool is_plain_half(LLVMValueRef i, const ModuleLowering& module) {
  if (LLVMIsAStoreInst(i) == nullptr || LLVMGetVolatile(i) != 0 ||
      LLVMGetOrdering(i) != LLVMAtomicOrderingNotAtomic)
    return false;
  const LLVMTypeRef type = LLVMTypeOf(LLVMGetOperand(i, 0));
  const LLVMTypeKind kind = LLVMGetTypeKind(type);
  return (kind == LLVMIntegerTypeKind || kind == LLVMPointerTypeKind) &&
         module.size_of(type) == kHalf && module.leaves(type).front().width == 8 * kHalf;
}

Displaced displaced(LLVMValueRef address, const ModuleLowering& module) {
  Displaced from{address};
  while (LLVMIsAGetElementPtrInst(from.base) != nullptr ||
         (LLVMIsAConstantExpr(from.base) != nullptr &&
          LLVMGetConstOpcode(from.base) == LLVMGetElementPtr)) {
    const std::optional<std::uint64_t> bytes = module.displacement(from.base);
    if (!bytes) break;
    from = {LLVMGetOperand(from.base, 0), from.bytes + *bytes};
  }
  return from;
}

/// True iff `i` only computes a value, or nothing.
bool only_computes(LLVMValueRef i) {
  return LLVMIsAGetElementPtrInst(i) != nullptr || LLVMIsACastInst(i) != nullptr ||
         LLVMIsABinaryOperator(i) != nullptr || LLVMIsADbgInfoIntrinsic(i) != nullptr;
}

/// The store to the other half that stands right after `store`, or right before it (`forward`:
/// which); null: there is none.
LLVMValueRef other_half(LLVMValueRef store, bool forward, const ModuleLowering& module) {
  const auto step = [&](LLVMValueRef i) {
    return forward ? LLVMGetNextInstruction(i) : LLVMGetPreviousInstruction(i);
  };
  LLVMValueRef other = step(store);
  while (other != nullptr && only_computes(other)) other = step(other);
  if (other == nullptr || !is_plain_half(other, module)) return nullptr;
  const LLVMValueRef first = forward ? store : other;
  const LLVMValueRef second = forward ? other : store;
  const Displaced a = displaced(LLVMGetOperand(first, 1), module);
  const Displaced b = displaced(LLVMGetOperand(second, 1), module);
  const bool is_pair =
      LLVMGetAlignment(first) >= 2 * kHalf && a.base == b.base && b.bytes == a.bytes + kHalf;
  return is_pair ? other : nullptr;
}

}  // namespace

Operand FunctionLowering::join(LLVMValueRef at, Operand low, Operand high) {
  const auto compute = [&](Opcode opcode, Operand a, Operand b) {
    return emit(at, opcode, kWideBits, new_registers(1), a, b).target;
  };
  const Operand first = compute(Opcode::zero_extend, low, kNoOperand);
  const Operand second = compute(Opcode::zero_extend, high, kNoOperand);
  const Operand above = compute(Opcode::shift_left, second, constant_operand(8 * kHalf));
  return compute(Opcode::bit_or, first, above);
}

// The first store makes nothing; the second makes the store of both.
bool FunctionLowering::lower_halves(LLVMValueRef store) {
  if (!is_plain_half(store, module_)) return false;
  if (other_half(store, true, module_) != nullptr) return true;
  const LLVMValueRef first = other_half(store, false, module_);
  if (first == nullptr) return false;
  const Operand address = operand(LLVMGetOperand(first, 1));
  const Operand low = operand(LLVMGetOperand(first, 0));
  const Operand whole = join(first, low, operand(LLVMGetOperand(store, 0)));
  emit(first, Opcode::store, kWideBits, kNoOperand, address, whole);
  return true;
}

}  // namespace ringcheck::source
