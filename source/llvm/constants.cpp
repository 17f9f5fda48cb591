// Types as numbers at offsets, and constants as those numbers.
#include <bit>

#include "source/llvm/module.hpp"

namespace ringcheck::source {

std::uint64_t ModuleLowering::size_of(LLVMTypeRef type) const {
  if (LLVMTypeIsSized(type) == 0) return 0;
  return LLVMABISizeOfType(layout_, type);
}

void ModuleLowering::add_leaves(LLVMTypeRef type, std::uint64_t offset,
                                std::vector<Leaf>& leaves) const {
  switch (LLVMGetTypeKind(type)) {
    case LLVMVoidTypeKind:
    case LLVMMetadataTypeKind:
    case LLVMTokenTypeKind:
    case LLVMLabelTypeKind:
      return;
    case LLVMIntegerTypeKind: {
      const unsigned width = LLVMGetIntTypeWidth(type);
      leaves.push_back({offset, width <= 64 || width == kWideBits ? width : 0});
      return;
    }
    case LLVMPointerTypeKind:
      leaves.push_back({offset, static_cast<std::uint32_t>(unit_.pointer_bytes * 8)});
      return;
    case LLVMFloatTypeKind:
      leaves.push_back({offset, 32});
      return;
    case LLVMDoubleTypeKind:
      leaves.push_back({offset, 64});
      return;
    case LLVMStructTypeKind:
      for (unsigned i = 0; i < LLVMCountStructElementTypes(type); ++i)
        add_leaves(LLVMStructGetTypeAtIndex(type, i),
                   offset + LLVMOffsetOfElement(layout_, type, i), leaves);
      return;
    case LLVMArrayTypeKind:
    case LLVMVectorTypeKind: {
      const LLVMTypeRef element = LLVMGetElementType(type);
      const std::uint64_t count = LLVMGetTypeKind(type) == LLVMArrayTypeKind
                                      ? LLVMGetArrayLength2(type)
                                      : LLVMGetVectorSize(type);
      for (std::uint64_t i = 0; i < count; ++i)
        add_leaves(element, offset + i * size_of(element), leaves);
      return;
    }
    default:
      leaves.push_back({offset, 0});
  }
}

std::vector<Leaf> ModuleLowering::leaves(LLVMTypeRef type) const {
  std::vector<Leaf> result;
  add_leaves(type, 0, result);
  return result;
}

std::size_t ModuleLowering::leaves_before(LLVMTypeRef aggregate, unsigned index,
                                          LLVMTypeRef& element) const {
  if (LLVMGetTypeKind(aggregate) != LLVMStructTypeKind) {
    element = LLVMGetElementType(aggregate);
    return index * leaves(element).size();
  }
  std::size_t before = 0;
  for (unsigned i = 0; i < index; ++i)
    before += leaves(LLVMStructGetTypeAtIndex(aggregate, i)).size();
  element = LLVMStructGetTypeAtIndex(aggregate, index);
  return before;
}

// LLVM's C API gives the low 64 bits alone, so the rest is read from the decimal text.
Wide ModuleLowering::number_of(LLVMValueRef integer) {
  if (LLVMGetIntTypeWidth(LLVMTypeOf(integer)) <= 64) return LLVMConstIntGetZExtValue(integer);
  const std::string text = printed(integer);  // `i128 -12`
  Wide number = 0;
  for (const char c : std::string_view(text).substr(text.find(' ') + 1))
    if (c >= '0' && c <= '9') number = 10 * number + static_cast<unsigned>(c - '0');
  return text.find('-') == std::string::npos ? number : ~number + 1;
}

std::vector<std::uint64_t> ModuleLowering::constant(LLVMValueRef value) {
  const LLVMTypeRef type = LLVMTypeOf(value);
  const std::size_t count = leaves(type).size();
  if (LLVMIsAUndefValue(value)) return std::vector<std::uint64_t>(count, kUndefined);
  if (LLVMIsNull(value)) return std::vector<std::uint64_t>(count, 0);
  if (LLVMIsAConstantInt(value)) {
    const Wide number = number_of(value);
    if (number >> 63U > 1) throw NotModelled("the constant " + printed(value));
    return {static_cast<std::uint64_t>(number)};
  }
  if (LLVMIsAConstantFP(value)) {
    if (count != 1 || leaves(type)[0].width == 0)
      throw NotModelled("numbers of type " + printed(type));
    LLVMBool loses = 0;
    const double number = LLVMConstRealGetDouble(value, &loses);
    if (LLVMGetTypeKind(type) == LLVMFloatTypeKind)
      return {std::bit_cast<std::uint32_t>(static_cast<float>(number))};
    return {std::bit_cast<std::uint64_t>(number)};
  }
  if (LLVMIsAConstantDataSequential(value) || LLVMIsAConstantArray(value) ||
      LLVMIsAConstantStruct(value) || LLVMIsAConstantVector(value)) {
    std::vector<std::uint64_t> all;
    const auto elements = LLVMGetTypeKind(type) == LLVMStructTypeKind
                              ? LLVMCountStructElementTypes(type)
                          : LLVMGetTypeKind(type) == LLVMArrayTypeKind
                              ? static_cast<unsigned>(LLVMGetArrayLength2(type))
                              : LLVMGetVectorSize(type);
    for (unsigned i = 0; i < elements; ++i)
      for (const std::uint64_t number : constant(LLVMGetAggregateElement(value, i)))
        all.push_back(number);
    return all;
  }
  if (LLVMIsAGlobalAlias(value)) return constant(LLVMAliasGetAliasee(value));
  if (LLVMIsAFunction(value)) {
    const std::uint32_t number = function_number(value);
    // A function that is only declared gets an address after those of defined ones.
    return {addresses_.function(number != UINT32_MAX ? number
                                                     : unit_.functions.size() +
                                                           external(std::string(name_of(value))))};
  }
  // For a thread-local variable, the offset that is added to its address.
  if (LLVMIsAGlobalVariable(value))
    return {LLVMIsThreadLocal(value) != 0
                ? 0
                : addresses_.global(unit_.globals[global_number(value)].slot)};
  if (LLVMIsABlockAddress(value) != nullptr) return {block_address(value)};
  if (LLVMIsAConstantExpr(value)) return constant_expression(value);
  throw NotModelled("the constant " + printed(value));
}

std::uint64_t ModuleLowering::block_address(LLVMValueRef value) const {
  const LLVMValueRef function = LLVMGetBlockAddressFunction(value);
  return block_address(function, LLVMGetBlockAddressBasicBlock(value));
}

std::uint64_t ModuleLowering::block_address(LLVMValueRef function, LLVMBasicBlockRef block) const {
  std::uint64_t address = addresses_.function(function_number(function)) + 1;
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b != block;
       b = LLVMGetNextBasicBlock(b))
    ++address;
  return address;
}

std::optional<std::uint64_t> ModuleLowering::displacement(LLVMValueRef address) const {
  LLVMTypeRef type = LLVMGetGEPSourceElementType(address);
  std::uint64_t bytes = 0;
  const int count = LLVMGetNumOperands(address);
  for (int n = 1; n < count; ++n) {
    const LLVMValueRef index = LLVMGetOperand(address, static_cast<unsigned>(n));
    if (LLVMIsAConstantInt(index) == nullptr) return std::nullopt;
    if (n > 1 && LLVMGetTypeKind(type) == LLVMStructTypeKind) {
      const auto field = static_cast<unsigned>(LLVMConstIntGetZExtValue(index));
      bytes += LLVMOffsetOfElement(layout_, type, field);
      type = LLVMStructGetTypeAtIndex(type, field);
      continue;
    }
    if (n > 1) type = LLVMGetElementType(type);
    bytes += static_cast<std::uint64_t>(LLVMConstIntGetSExtValue(index)) * size_of(type);
  }
  return bytes;
}

std::vector<std::uint64_t> ModuleLowering::constant_expression(LLVMValueRef value) {
  const auto operand = [&](unsigned i) { return constant(LLVMGetOperand(value, i)).at(0); };
  const LLVMTypeRef type = LLVMTypeOf(value);
  switch (LLVMGetConstOpcode(value)) {
    case LLVMGetElementPtr:
      if (const std::optional<std::uint64_t> bytes = displacement(value))
        return {operand(0) + *bytes};
      throw NotModelled("the constant " + printed(value));
    case LLVMBitCast:
    case LLVMAddrSpaceCast:
    case LLVMIntToPtr:
      return constant(LLVMGetOperand(value, 0));
    case LLVMPtrToInt:
    case LLVMTrunc: {
      const unsigned width = LLVMGetIntTypeWidth(type);
      return {width >= 64 ? operand(0) : operand(0) & ((std::uint64_t{1} << width) - 1)};
    }
    case LLVMAdd:
      return {operand(0) + operand(1)};
    case LLVMSub:
      return {operand(0) - operand(1)};
    case LLVMXor:
      return {operand(0) ^ operand(1)};
    default:
      throw NotModelled("the constant " + printed(value));
  }
}

}  // namespace ringcheck::source
