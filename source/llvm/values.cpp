// Instructions that compute values.
#include "source/llvm/function.hpp"

namespace ringcheck::source {

namespace {

struct BinaryRow {
  LLVMOpcode from;
  Opcode to;
};

constexpr BinaryRow kBinary[] = {
    {LLVMAdd, Opcode::add},
    {LLVMSub, Opcode::subtract},
    {LLVMMul, Opcode::multiply},
    {LLVMUDiv, Opcode::unsigned_divide},
    {LLVMSDiv, Opcode::signed_divide},
    {LLVMURem, Opcode::unsigned_remainder},
    {LLVMSRem, Opcode::signed_remainder},
    {LLVMAnd, Opcode::bit_and},
    {LLVMOr, Opcode::bit_or},
    {LLVMXor, Opcode::bit_xor},
    {LLVMShl, Opcode::shift_left},
    {LLVMLShr, Opcode::logical_shift_right},
    {LLVMAShr, Opcode::arithmetic_shift_right},
};

struct FloatRow {
  LLVMOpcode from;
  FloatOp to;
};

constexpr FloatRow kFloat[] = {
    {LLVMFAdd, FloatOp::add},     {LLVMFSub, FloatOp::subtract},  {LLVMFMul, FloatOp::multiply},
    {LLVMFDiv, FloatOp::divide},  {LLVMFRem, FloatOp::remainder}, {LLVMFNeg, FloatOp::negate},
    {LLVMFCmp, FloatOp::compare},
};

constexpr FloatRow kConversions[] = {
    {LLVMFPToSI, FloatOp::to_signed},   {LLVMFPToUI, FloatOp::to_unsigned},
    {LLVMSIToFP, FloatOp::from_signed}, {LLVMUIToFP, FloatOp::from_unsigned},
    {LLVMFPTrunc, FloatOp::resize},     {LLVMFPExt, FloatOp::resize},
};

}  // namespace

bool FunctionLowering::lower_value(LLVMValueRef i) {
  const LLVMOpcode opcode = LLVMGetInstructionOpcode(i);
  for (const BinaryRow& row : kBinary)
    if (row.from == opcode) return lower_binary(i, row.to), true;
  for (const FloatRow& row : kFloat)
    if (row.from == opcode) return lower_float(i, row.to), true;
  for (const FloatRow& row : kConversions)
    if (row.from == opcode) return lower_convert(i, row.to), true;
  switch (opcode) {
    case LLVMICmp:
      return lower_compare(i), true;
    case LLVMTrunc:
    case LLVMPtrToInt:
    case LLVMZExt:
    case LLVMSExt:
    case LLVMIntToPtr:
    case LLVMBitCast:
    case LLVMAddrSpaceCast:
    case LLVMFreeze:
      return lower_cast(i), true;
    case LLVMSelect:
      return lower_select(i), true;
    case LLVMGetElementPtr:
      return lower_index(i), true;
    case LLVMExtractValue:
    case LLVMInsertValue:
      return lower_aggregate(i), true;
    case LLVMExtractElement:
    case LLVMInsertElement:
      return lower_element(i), true;
    default:
      return false;
  }
}

// Registers hold zeros above the bits of a number, so most casts copy.
void FunctionLowering::lower_cast(LLVMValueRef i) {
  const LLVMValueRef from = LLVMGetOperand(i, 0);
  const std::uint32_t bits = width(i);
  const std::uint32_t from_bits = width(from);
  const bool to_wide = bits == kWideBits && from_bits < bits;
  const bool from_wide = from_bits == kWideBits && bits < from_bits;
  const bool has_sign = LLVMGetInstructionOpcode(i) == LLVMSExt;
  const Operand a = operand(from);
  Instruction& x = add(has_sign                                       ? Opcode::sign_extend
                       : to_wide                                      ? Opcode::zero_extend
                       : from_wide || (bits < 64 && bits < from_bits) ? Opcode::truncate
                                                                      : Opcode::copy,
                       i);
  x.width = static_cast<std::uint8_t>(bits);
  x.detail = static_cast<std::uint8_t>(has_sign || from_wide ? from_bits : 0);
  x.a = a;
}

void FunctionLowering::lower_binary(LLVMValueRef i, Opcode opcode) {
  const Operand a = operand(LLVMGetOperand(i, 0));
  const Operand b = operand(LLVMGetOperand(i, 1));
  const std::uint32_t bits = width(i);
  Instruction& x = add(opcode, i);
  x.width = static_cast<std::uint8_t>(bits);
  x.a = a;
  x.b = b;
}

void FunctionLowering::lower_compare(LLVMValueRef i) {
  Operand a = operand(LLVMGetOperand(i, 0));
  Operand b = operand(LLVMGetOperand(i, 1));
  const std::uint32_t bits = width(LLVMGetOperand(i, 0));
  Opcode opcode = Opcode::equal;
  bool swapped = false;
  switch (LLVMGetICmpPredicate(i)) {
    case LLVMIntEQ:
      opcode = Opcode::equal;
      break;
    case LLVMIntNE:
      opcode = Opcode::not_equal;
      break;
    case LLVMIntUGT:
      swapped = true;
      [[fallthrough]];
    case LLVMIntULT:
      opcode = Opcode::unsigned_less;
      break;
    case LLVMIntUGE:
      swapped = true;
      [[fallthrough]];
    case LLVMIntULE:
      opcode = Opcode::unsigned_less_equal;
      break;
    case LLVMIntSGT:
      swapped = true;
      [[fallthrough]];
    case LLVMIntSLT:
      opcode = Opcode::signed_less;
      break;
    case LLVMIntSGE:
      swapped = true;
      [[fallthrough]];
    case LLVMIntSLE:
      opcode = Opcode::signed_less_equal;
      break;
  }
  if (swapped) std::swap(a, b);
  Instruction& x = add(opcode, i);
  x.width = static_cast<std::uint8_t>(bits);
  x.a = a;
  x.b = b;
}

void FunctionLowering::lower_float(LLVMValueRef i, FloatOp op) {
  const LLVMValueRef left = LLVMGetOperand(i, 0);
  const Operand a = operand(left);
  const Operand b = op == FloatOp::negate ? kNoOperand : operand(LLVMGetOperand(i, 1));
  const std::uint32_t bits = narrow_width(left);
  Instruction& x = add(Opcode::floating, i);
  x.width = static_cast<std::uint8_t>(bits);
  x.detail = static_cast<std::uint8_t>(op);
  x.a = a;
  x.b = b;
  if (op == FloatOp::compare) x.c = static_cast<Operand>(LLVMGetFCmpPredicate(i));
}

void FunctionLowering::lower_convert(LLVMValueRef i, FloatOp op) {
  const Operand a = operand(LLVMGetOperand(i, 0));
  const std::uint32_t from = narrow_width(LLVMGetOperand(i, 0));
  const std::uint32_t to = narrow_width(i);
  const bool from_float = op == FloatOp::to_signed || op == FloatOp::to_unsigned;
  Instruction& x = add(Opcode::floating, i);
  x.detail = static_cast<std::uint8_t>(op);
  x.width = static_cast<std::uint8_t>(from_float ? from : to);
  x.other_width = static_cast<std::uint8_t>(from_float ? to : from);
  x.a = a;
}

void FunctionLowering::lower_select(LLVMValueRef i) {
  const LLVMValueRef condition = LLVMGetOperand(i, 0);
  const Operand a = operand(condition);
  (void)width(condition);
  const std::size_t count = module_.leaves(LLVMTypeOf(i)).size();
  for (std::size_t leaf = 0; leaf < count; ++leaf) {
    const Operand b = operand(LLVMGetOperand(i, 1), leaf);
    const Operand c = operand(LLVMGetOperand(i, 2), leaf);
    Instruction& x = add(Opcode::select, i);
    x.target += static_cast<Operand>(leaf);
    x.a = a;
    x.b = b;
    x.c = c;
  }
}

void FunctionLowering::add_index(LLVMValueRef i, Operand& address, LLVMValueRef index,
                                 std::uint64_t scale) {
  if (scale == 0) return;
  const std::uint32_t bits = narrow_width(index);
  const Operand b = operand(index);
  if (b < 0 && to_.constants[constant_number(b)] == 0) return;
  const Operand c = constant_operand(scale);
  const Operand result = new_registers(1);
  Instruction& x = add(Opcode::index, i);
  x.target = result;
  x.width = static_cast<std::uint8_t>(module_.unit().pointer_bytes * 8);
  x.detail = static_cast<std::uint8_t>(bits);
  x.a = address;
  x.b = b;
  x.c = c;
  address = result;
}

void FunctionLowering::lower_index(LLVMValueRef i) {
  (void)width(i);
  Operand address = operand(LLVMGetOperand(i, 0));
  LLVMTypeRef type = LLVMGetGEPSourceElementType(i);
  const int count = LLVMGetNumOperands(i);
  std::uint64_t constant_part = 0;
  for (int n = 1; n < count; ++n) {
    const LLVMValueRef index = LLVMGetOperand(i, static_cast<unsigned>(n));
    if (n > 1 && LLVMGetTypeKind(type) == LLVMStructTypeKind) {
      const auto field = static_cast<unsigned>(LLVMConstIntGetZExtValue(index));
      constant_part += LLVMOffsetOfElement(module_.layout(), type, field);
      type = LLVMStructGetTypeAtIndex(type, field);
      continue;
    }
    if (n > 1) type = LLVMGetElementType(type);
    const std::uint64_t scale = module_.size_of(type);
    if (LLVMIsAConstantInt(index))
      constant_part += static_cast<std::uint64_t>(LLVMConstIntGetSExtValue(index)) * scale;
    else
      add_index(i, address, index, scale);
  }
  address = offset(i, address, constant_part);
  add(Opcode::copy, i).a = address;
}

void FunctionLowering::lower_aggregate(LLVMValueRef i) {
  const LLVMValueRef aggregate = LLVMGetOperand(i, 0);
  LLVMTypeRef type = LLVMTypeOf(aggregate);
  std::size_t first = 0;
  for (unsigned n = 0; n < LLVMGetNumIndices(i); ++n)
    first += module_.leaves_before(type, LLVMGetIndices(i)[n], type);
  const std::size_t count = module_.leaves(type).size();
  if (LLVMGetInstructionOpcode(i) == LLVMExtractValue) {
    for (std::size_t leaf = 0; leaf < count; ++leaf) {
      const Operand a = operand(aggregate, first + leaf);
      Instruction& x = add(Opcode::copy, i);
      x.target += static_cast<Operand>(leaf);
      x.a = a;
    }
    return;
  }
  const LLVMValueRef inserted = LLVMGetOperand(i, 1);
  const std::size_t all = module_.leaves(LLVMTypeOf(i)).size();
  for (std::size_t leaf = 0; leaf < all; ++leaf) {
    const bool is_new = leaf >= first && leaf < first + count;
    const Operand a = is_new ? operand(inserted, leaf - first) : operand(aggregate, leaf);
    Instruction& x = add(Opcode::copy, i);
    x.target += static_cast<Operand>(leaf);
    x.a = a;
  }
}

void FunctionLowering::lower_element(LLVMValueRef i) {
  const bool extracts = LLVMGetInstructionOpcode(i) == LLVMExtractElement;
  const LLVMValueRef index = LLVMGetOperand(i, extracts ? 1 : 2);
  if (!LLVMIsAConstantInt(index)) throw NotModelled("the instruction " + printed(i));
  const auto at = static_cast<std::size_t>(LLVMConstIntGetZExtValue(index));
  const LLVMValueRef vector = LLVMGetOperand(i, 0);
  const std::size_t count = module_.leaves(LLVMTypeOf(vector)).size();
  if (extracts) {
    const Operand a = operand(vector, at);
    add(Opcode::copy, i).a = a;
    return;
  }
  for (std::size_t leaf = 0; leaf < count; ++leaf) {
    const Operand a = leaf == at ? operand(LLVMGetOperand(i, 1)) : operand(vector, leaf);
    Instruction& x = add(Opcode::copy, i);
    x.target += static_cast<Operand>(leaf);
    x.a = a;
  }
}

}  // namespace ringcheck::source
