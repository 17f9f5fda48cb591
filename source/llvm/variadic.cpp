// Arguments that a function has no parameters for. The caller puts them into memory, in the way in
// which the x86-64 ABI passes them if no register is left; there, va_arg finds them.
// Source: System V Application Binary Interface, AMD64 supplement, 3.5.7.
#include <cstring>

#include "source/llvm/function.hpp"

namespace ringcheck::source {

namespace {

constexpr std::uint64_t kSlot = 8;

// Members of a va_list, by offset, and what they hold if no register is left.
constexpr std::uint64_t kGeneralOffset = 0;
constexpr std::uint64_t kFloatOffset = 4;
constexpr std::uint64_t kListOffset = 8;
constexpr std::uint64_t kSavedOffset = 16;
constexpr std::uint64_t kNoGeneralLeft = 48;
constexpr std::uint64_t kNoFloatLeft = 176;

}  // namespace

Operand FunctionLowering::list_of_arguments(LLVMValueRef call, unsigned first) {
  const Operand list = new_registers(1);
  std::uint64_t bytes = 0;
  for (unsigned n = first; n < LLVMGetNumArgOperands(call); ++n) {
    const LLVMValueRef argument = LLVMGetOperand(call, n);
    const unsigned kind = LLVMGetEnumAttributeKindForName("byval", std::strlen("byval"));
    if (const LLVMAttributeRef whole = LLVMGetCallSiteEnumAttribute(call, n + 1, kind)) {
      const std::uint64_t size = module_.size_of(LLVMGetTypeAttributeValue(whole));
      copy_bytes(call, offset(call, list, bytes), operand(argument), size);
      bytes += (size + kSlot - 1) / kSlot * kSlot;
      continue;
    }
    const std::vector<Leaf> leaves = module_.leaves(LLVMTypeOf(argument));
    for (std::size_t leaf = 0; leaf < leaves.size(); ++leaf, bytes += kSlot) {
      if (leaves[leaf].width == 0 || leaves[leaf].width > 8 * kSlot)
        throw NotModelled("an argument of type " + printed(LLVMTypeOf(argument)));
      const Operand to = offset(call, list, bytes);
      const Operand value = operand(argument, leaf);
      Instruction& x = add(Opcode::store, call);
      x.target = kNoOperand;
      x.width = 8 * kSlot;
      x.a = to;
      x.b = value;
    }
  }
  Instruction& room = prologue_.emplace_back();
  room.opcode = Opcode::allocate;
  room.place = module_.place(call);
  room.target = list;
  room.a = constant_operand(1);
  room.b = constant_operand(bytes);
  return list;
}

void FunctionLowering::start_list(LLVMValueRef i) {
  if (!module_.unit().triple.starts_with("x86_64"))
    throw NotModelled("va_start for a machine other than x86-64");
  const Operand at = operand(LLVMGetOperand(i, 0));
  const auto put = [&](std::uint64_t member, Operand value, std::uint8_t bits) {
    const Operand to = offset(i, at, member);
    Instruction& x = add(Opcode::store, i);
    x.width = bits;
    x.a = to;
    x.b = value;
  };
  put(kGeneralOffset, constant_operand(kNoGeneralLeft), 32);
  put(kFloatOffset, constant_operand(kNoFloatLeft), 32);
  put(kListOffset, list_, 64);
  put(kSavedOffset, constant_operand(0), 64);
}

}  // namespace ringcheck::source
