// Calls of LLVM's own functions.
#include <algorithm>

#include "source/llvm/function.hpp"

namespace ringcheck::source {

namespace {

constexpr std::string_view kNothing[] = {
    "llvm.dbg.",           "llvm.lifetime.",
    "llvm.assume",         "llvm.donothing",
    "llvm.prefetch",       "llvm.invariant.",
    "llvm.sideeffect",     "llvm.var.annotation",
    "llvm.stackrestore",   "llvm.experimental.noalias.scope.decl",
    "llvm.va_end",         "llvm.pseudoprobe",
    "llvm.x86.sse2.pause", "llvm.aarch64.hint",
};
constexpr std::string_view kFirstOperand[] = {
    "llvm.expect",
    "llvm.threadlocal.address",
    "llvm.launder.invariant.group",
    "llvm.strip.invariant.group",
    "llvm.ssa.copy",
    "llvm.ptr.annotation",
    "llvm.annotation",
};
/// Calls that the library of source/ knows, whatever their types.
constexpr std::string_view kLibrary[] = {
    "llvm.memcpy",    "llvm.memmove",   "llvm.memset",           "llvm.trap",
    "llvm.debugtrap", "llvm.ubsantrap", "llvm.readcyclecounter", "llvm.x86.rdtsc"};

struct BarrierRow {
  std::string_view name;
  const char* assembly;
};
constexpr BarrierRow kBarriers[] = {{"llvm.x86.sse2.mfence", "asm mfence"},
                                    {"llvm.x86.sse2.lfence", "asm lfence"},
                                    {"llvm.x86.sse.sfence", "asm sfence"}};

bool is_one_of(std::string_view name, const auto& names) {
  return std::ranges::any_of(names, [&](std::string_view n) { return name.starts_with(n); });
}

/// Functions that print a list of arguments, which the library of source/ lets do nothing.
constexpr std::string_view kPrintsList[] = {"vprintf", "vfprintf"};

/// True iff the arguments' list at `place` goes nowhere but to functions that print it.
bool is_only_printed(LLVMValueRef place) {
  for (LLVMUseRef use = LLVMGetFirstUse(place); use != nullptr; use = LLVMGetNextUse(use)) {
    const LLVMValueRef user = LLVMGetUser(use);
    if (LLVMIsAGetElementPtrInst(user) != nullptr) {
      if (!is_only_printed(user)) return false;
      continue;
    }
    if (LLVMIsACallInst(user) == nullptr) return false;
    const std::string_view called = name_of(LLVMGetCalledValue(user));
    const bool prints = std::ranges::find(kPrintsList, called) != std::end(kPrintsList) &&
                        LLVMCountBasicBlocks(LLVMGetCalledValue(user)) == 0;
    if (!prints && !called.starts_with("llvm.va_start") && !called.starts_with("llvm.va_end") &&
        !called.starts_with("llvm.lifetime."))
      return false;
  }
  return true;
}

/// The variable of which `address` is the first byte.
LLVMValueRef variable_at(LLVMValueRef address) {
  while (LLVMIsAGetElementPtrInst(address) != nullptr) address = LLVMGetOperand(address, 0);
  return address;
}

struct BitRow {
  std::string_view name;
  BitOp op;
};
constexpr BitRow kBits[] = {{"llvm.ctpop", BitOp::population},
                            {"llvm.ctlz", BitOp::leading_zeros},
                            {"llvm.cttz", BitOp::trailing_zeros},
                            {"llvm.bswap", BitOp::swap_bytes}};

struct CompareRow {
  std::string_view name;
  Opcode less;
  bool greater;  ///< the result is the greater one
};
constexpr CompareRow kLimits[] = {{"llvm.umin", Opcode::unsigned_less, false},
                                  {"llvm.umax", Opcode::unsigned_less, true},
                                  {"llvm.smin", Opcode::signed_less, false},
                                  {"llvm.smax", Opcode::signed_less, true}};

struct CheckedRow {
  std::string_view name;
  Opcode opcode;
  bool has_sign;
};
constexpr CheckedRow kChecked[] = {{"llvm.uadd.with.overflow", Opcode::add, false},
                                   {"llvm.usub.with.overflow", Opcode::subtract, false},
                                   {"llvm.umul.with.overflow", Opcode::multiply, false},
                                   {"llvm.sadd.with.overflow", Opcode::add, true},
                                   {"llvm.ssub.with.overflow", Opcode::subtract, true},
                                   {"llvm.smul.with.overflow", Opcode::multiply, true}};

}  // namespace

void FunctionLowering::lower_intrinsic(LLVMValueRef i, std::string_view name) {
  if (is_one_of(name, kNothing)) return;
  if (is_one_of(name, kFirstOperand)) {
    const Operand a = operand(LLVMGetOperand(i, 0));
    add(Opcode::copy, i).a = a;
    return;
  }
  for (const std::string_view known : kLibrary)
    if (name.starts_with(known))
      return add_call(i, Opcode::call_external, module_.external(std::string(known)), nullptr);
  for (const BarrierRow& row : kBarriers)
    if (name == row.name)
      return add_call(i, Opcode::call_external, module_.external(row.assembly), nullptr);
  if (name.starts_with("llvm.eh.typeid.for")) return lower_type_number(i);
  if (name.starts_with("llvm.va_start")) {
    if (is_only_printed(variable_at(LLVMGetOperand(i, 0)))) return;
    return start_list(i);
  }
  if (name.starts_with("llvm.va_copy")) {
    constexpr std::uint64_t kListBytes = 24;
    const Operand to = operand(LLVMGetOperand(i, 0));
    return copy_bytes(i, to, operand(LLVMGetOperand(i, 1)), kListBytes);
  }
  if (lower_arithmetic_intrinsic(i, name) || lower_checked_arithmetic(i, name)) return;
  throw NotModelled("a call of " + std::string(name));
}

// A number without its sign: 0 minus it if it is less than 0.
void FunctionLowering::lower_magnitude(LLVMValueRef i) {
  const Operand a = operand(LLVMGetOperand(i, 0));
  const Operand zero = constant_operand(0);
  const auto bits = static_cast<std::uint8_t>(width(i));
  const Operand less = new_registers(1);
  const Operand other = new_registers(1);
  for (const bool subtracts : {false, true}) {
    Instruction& x = add(subtracts ? Opcode::subtract : Opcode::signed_less, i);
    x.target = subtracts ? other : less;
    x.width = bits;
    x.a = subtracts ? zero : a;
    x.b = subtracts ? a : zero;
  }
  Instruction& x = add(Opcode::select, i);
  x.a = less;
  x.b = other;
  x.c = a;
}

bool FunctionLowering::lower_arithmetic_intrinsic(LLVMValueRef i, std::string_view name) {
  if (name.starts_with("llvm.abs.")) {
    lower_magnitude(i);
    return true;
  }
  if (name.starts_with("llvm.fabs.")) {
    const std::uint32_t bits = narrow_width(i);
    const Operand a = operand(LLVMGetOperand(i, 0));
    const Operand all_but_sign = constant_operand(UINT64_MAX >> (65 - bits));
    emit(i, Opcode::bit_and, bits, target(i), a, all_but_sign);
    return true;
  }
  if (name.starts_with("llvm.is.constant") || name.starts_with("llvm.stacksave")) {
    const Operand zero = constant_operand(0);
    add(Opcode::copy, i).a = zero;
    return true;
  }
  if (name.starts_with("llvm.objectsize")) {
    const bool least = LLVMConstIntGetZExtValue(LLVMGetOperand(i, 1)) != 0;
    const Operand size = constant_operand(least ? 0 : UINT64_MAX >> (64 - width(i)));
    add(Opcode::copy, i).a = size;
    return true;
  }
  for (const BitRow& row : kBits) {
    if (!name.starts_with(row.name)) continue;
    const Operand a = operand(LLVMGetOperand(i, 0));
    const std::uint32_t bits = narrow_width(i);
    Instruction& x = add(Opcode::count_bits, i);
    x.width = static_cast<std::uint8_t>(bits);
    x.detail = static_cast<std::uint8_t>(row.op);
    x.a = a;
    return true;
  }
  for (const CompareRow& row : kLimits) {
    if (!name.starts_with(row.name)) continue;
    const Operand a = operand(LLVMGetOperand(i, 0));
    const Operand b = operand(LLVMGetOperand(i, 1));
    const std::uint32_t bits = width(i);
    const Operand less = new_registers(1);
    Instruction& compare = add(row.less, i);
    compare.target = less;
    compare.width = static_cast<std::uint8_t>(bits);
    compare.a = a;
    compare.b = b;
    Instruction& x = add(Opcode::select, i);
    x.a = less;
    x.b = row.greater ? b : a;
    x.c = row.greater ? a : b;
    return true;
  }
  return false;
}

// Where comparing the result with an operand does not tell, the operation is done on 128 bits: it
// overflows if the result is another number than its own low part.
bool FunctionLowering::lower_checked_arithmetic(LLVMValueRef i, std::string_view name) {
  const auto row = std::ranges::find_if(
      kChecked, [&](const CheckedRow& checked) { return name.starts_with(checked.name); });
  if (row == std::end(kChecked)) return false;
  const Operand a = operand(LLVMGetOperand(i, 0));
  const Operand b = operand(LLVMGetOperand(i, 1));
  const auto bits = static_cast<std::uint8_t>(narrow_width(LLVMGetOperand(i, 0)));
  const Operand result = target(i);
  const Operand overflow = result + 1;
  if (!row->has_sign && row->opcode != Opcode::multiply) {
    const bool adds = row->opcode == Opcode::add;
    emit(i, row->opcode, bits, result, a, b);
    emit(i, Opcode::unsigned_less, bits, overflow, adds ? result : a, adds ? a : b);
    return true;
  }
  const auto extended = [&](Operand number) {
    const Operand wide = new_registers(1);
    const Opcode opcode = row->has_sign ? Opcode::sign_extend : Opcode::zero_extend;
    emit(i, opcode, kWideBits, wide, number, kNoOperand).detail = bits;
    return wide;
  };
  const Operand left = extended(a);
  const Operand right = extended(b);
  const Operand whole = new_registers(1);
  emit(i, row->opcode, kWideBits, whole, left, right);
  emit(i, Opcode::truncate, bits, result, whole, kNoOperand).detail = kWideBits;
  emit(i, Opcode::not_equal, kWideBits, overflow, whole, extended(result));
  return true;
}

}  // namespace ringcheck::source
