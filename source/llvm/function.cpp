// Blocks, registers and operands of a function.
#include "source/llvm/function.hpp"

namespace ringcheck::source {

void lower_function(ModuleLowering& module, LLVMValueRef function, Function& to) {
  FunctionLowering(module, function, to).run();
}

void FunctionLowering::run() {
  number_values();
  to_.variadic = LLVMIsFunctionVarArg(LLVMGlobalGetValueType(function_)) != 0;
  to_.results = static_cast<std::uint32_t>(
      module_.leaves(LLVMGetReturnType(LLVMGlobalGetValueType(function_))).size());
  // One more, for jumps to labels that there are not.
  to_.blocks.resize(blocks_.size() + 1);
  to_.blocks.back().instructions.emplace_back();
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function_); b != nullptr;
       b = LLVMGetNextBasicBlock(b))
    lower_block(b);
  std::vector<Instruction>& entry = to_.blocks.front().instructions;
  entry.insert(entry.begin(), prologue_.begin(), prologue_.end());
}

void FunctionLowering::number_values() {
  for (unsigned i = 0; i < LLVMCountParams(function_); ++i) {
    const LLVMValueRef parameter = LLVMGetParam(function_, i);
    registers_[parameter] = new_registers(module_.leaves(LLVMTypeOf(parameter)).size());
  }
  if (LLVMIsFunctionVarArg(LLVMGlobalGetValueType(function_)) != 0) list_ = new_registers(1);
  to_.parameters = to_.registers;
  std::uint32_t number = 0;
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function_); b != nullptr;
       b = LLVMGetNextBasicBlock(b)) {
    blocks_[b] = number++;
    for (LLVMValueRef i = LLVMGetFirstInstruction(b); i != nullptr; i = LLVMGetNextInstruction(i))
      if (const std::size_t count = module_.leaves(LLVMTypeOf(i)).size(); count > 0)
        registers_[i] = new_registers(count);
  }
}

Operand FunctionLowering::new_registers(std::size_t count) {
  const auto first = static_cast<Operand>(to_.registers);
  to_.registers += static_cast<std::uint32_t>(count);
  return first;
}

Operand FunctionLowering::constant_operand(std::uint64_t number) {
  const auto [at, fresh] =
      constants_.try_emplace(number, ~static_cast<Operand>(to_.constants.size()));
  if (fresh) to_.constants.push_back(number);
  return at->second;
}

Operand FunctionLowering::operand(LLVMValueRef value, std::size_t leaf) {
  if (const auto found = registers_.find(value); found != registers_.end())
    return found->second + static_cast<Operand>(leaf);
  if (LLVMIsAConstantInt(value) != nullptr && width(value) == kWideBits)
    return wide_operand(ModuleLowering::number_of(value));
  if (const LLVMValueRef variable = module_.thread_local_in(value))
    return thread_local_operand(variable, module_.constant(value).at(0));
  return constant_operand(module_.constant(value).at(leaf));
}

// Computed at the start of the function, as addresses of thread-local variables are.
Operand FunctionLowering::wide_operand(Wide number) {
  const auto low = static_cast<std::uint64_t>(number);
  const auto high = static_cast<std::uint64_t>(number >> 64U);
  const auto [at, fresh] = wide_constants_.try_emplace({low, high});
  if (!fresh) return at->second;
  const auto compute = [&](Opcode opcode, Operand a, Operand b) {
    Instruction& i = prologue_.emplace_back();
    i.opcode = opcode;
    i.width = kWideBits;
    i.target = new_registers(1);
    i.a = a;
    i.b = b;
    return i.target;
  };
  const auto extended = [&](std::uint64_t half) {
    return compute(Opcode::zero_extend, constant_operand(half), kNoOperand);
  };
  const Operand above = compute(Opcode::shift_left, extended(high), constant_operand(64));
  at->second = compute(Opcode::bit_or, extended(low), above);
  return at->second;
}

// Computed at the start of the function, so it is there wherever it is used.
Operand FunctionLowering::thread_local_operand(LLVMValueRef variable, std::uint64_t offset) {
  const std::uint32_t global = module_.global_number(variable);
  const auto [at, fresh] = thread_locals_.try_emplace({global, offset});
  if (!fresh) return at->second;
  Instruction i;
  i.opcode = Opcode::thread_local_address;
  i.target = new_registers(1);
  i.a = static_cast<Operand>(global);
  prologue_.push_back(i);
  if (offset != 0) {
    Instruction add;
    add.opcode = Opcode::add;
    add.width = static_cast<std::uint8_t>(module_.unit().pointer_bytes * 8);
    add.a = i.target;
    add.b = constant_operand(offset);
    add.target = new_registers(1);
    prologue_.push_back(add);
  }
  at->second = prologue_.back().target;
  return at->second;
}

Operand FunctionLowering::target(LLVMValueRef value) const {
  const auto found = registers_.find(value);
  return found == registers_.end() ? kNoOperand : found->second;
}

Instruction& FunctionLowering::add(Opcode opcode, LLVMValueRef from) {
  Instruction& i = current_->instructions.emplace_back();
  i.opcode = opcode;
  if (from == nullptr) return i;
  i.place = module_.place(from);
  i.target = target(from);
  return i;
}

Instruction& FunctionLowering::emit(LLVMValueRef from, Opcode opcode, std::uint32_t bits,
                                    Operand target, Operand a, Operand b) {
  Instruction& i = add(opcode, from);
  i.width = static_cast<std::uint8_t>(bits);
  i.target = target;
  i.a = a;
  i.b = b;
  return i;
}

Operand FunctionLowering::call_library(LLVMValueRef from, const char* name,
                                       const std::vector<Operand>& arguments) {
  const auto first = static_cast<Operand>(to_.arguments.size());
  to_.arguments.insert(to_.arguments.end(), arguments.begin(), arguments.end());
  const Operand result = new_registers(1);
  Instruction& i = add(Opcode::call_external, from);
  i.target = result;
  i.width = 1;
  i.a = static_cast<Operand>(module_.external(name));
  i.b = first;
  i.c = static_cast<Operand>(arguments.size());
  return result;
}

std::uint32_t FunctionLowering::width(LLVMTypeRef type) const {
  const std::vector<Leaf> parts = module_.leaves(type);
  if (parts.size() != 1 || parts[0].width == 0)
    throw NotModelled("a value of type " + printed(type));
  return parts[0].width;
}

std::uint32_t FunctionLowering::narrow_width(LLVMValueRef value) const {
  const std::uint32_t bits = width(value);
  if (bits == kWideBits) throw NotModelled("a value of type " + printed(LLVMTypeOf(value)));
  return bits;
}

void FunctionLowering::lower_block(LLVMBasicBlockRef block) {
  current_ = &to_.blocks[this->block(block)];
  for (LLVMValueRef i = LLVMGetFirstInstruction(block); i != nullptr;
       i = LLVMGetNextInstruction(i)) {
    try {
      if (LLVMIsAPHINode(i))
        lower_phi(i);
      else
        lower(i);
    } catch (const NotModelled& refused) {
      add(Opcode::refuse, i).a = static_cast<Operand>(module_.text(refused.what));
      if (LLVMIsATerminatorInst(i)) add(Opcode::unreachable, i);
    }
  }
}

void FunctionLowering::lower_phi(LLVMValueRef phi) {
  const std::size_t count = module_.leaves(LLVMTypeOf(phi)).size();
  for (std::size_t leaf = 0; leaf < count; ++leaf) {
    Phi& to = current_->phis.emplace_back();
    to.target = target(phi) + static_cast<Operand>(leaf);
    to.place = module_.place(phi);
    for (unsigned w = 0; w < LLVMCountIncoming(phi); ++w) {
      const LLVMValueRef value = LLVMGetIncomingValue(phi, w);
      to.ways.push_back({block(LLVMGetIncomingBlock(phi, w)), operand(value, leaf)});
    }
  }
}

void FunctionLowering::lower(LLVMValueRef i) {
  if (lower_value(i) || lower_memory(i) || lower_control(i)) return;
  throw NotModelled("the instruction " + printed(i));
}

}  // namespace ringcheck::source
