#pragma once
// Lowering of one function.

#include <map>
#include <unordered_map>

#include "source/llvm/module.hpp"

namespace ringcheck::source {

/// Lowers the blocks of one function. Every value has its own registers, one a leaf of its type.
class FunctionLowering {
 public:
  FunctionLowering(ModuleLowering& module, LLVMValueRef function, Function& to)
      : module_(module), function_(function), to_(to) {}

  void run();

  // For lowerings of one instruction in files of their own.
  [[nodiscard]] ModuleLowering& module() { return module_; }
  /// Adds an instruction in the place of `from`; `target` may be kNoOperand.
  Instruction& emit(LLVMValueRef from, Opcode opcode, std::uint32_t bits, Operand target, Operand a,
                    Operand b);
  /// Calls function `name` of the library of source/ in the place of `from`; returns its result.
  Operand call_library(LLVMValueRef from, const char* name, const std::vector<Operand>& arguments);
  Operand new_register() { return new_registers(1); }
  Operand number(std::uint64_t number) { return constant_operand(number); }
  Operand argument_of(LLVMValueRef call, unsigned n) { return operand(LLVMGetOperand(call, n)); }
  [[nodiscard]] Operand result_of(LLVMValueRef from, std::size_t leaf) const {
    return target(from) + static_cast<Operand>(leaf);
  }
  /// The width of `value`, of at most 64 bits.
  [[nodiscard]] std::uint32_t bits_of(LLVMValueRef value) const { return narrow_width(value); }

 private:
  // function.cpp
  void number_values();
  void lower_block(LLVMBasicBlockRef block);
  void lower_phi(LLVMValueRef phi);
  void lower(LLVMValueRef instruction);
  Operand new_registers(std::size_t count);
  Operand constant_operand(std::uint64_t number);
  Operand operand(LLVMValueRef value, std::size_t leaf = 0);
  Operand wide_operand(Wide number);
  Operand thread_local_operand(LLVMValueRef variable, std::uint64_t offset);
  [[nodiscard]] Operand target(LLVMValueRef value) const;
  [[nodiscard]] std::uint32_t block(LLVMBasicBlockRef block) const { return blocks_.at(block); }
  Instruction& add(Opcode opcode, LLVMValueRef from);
  [[nodiscard]] std::uint32_t width(LLVMTypeRef type) const;
  [[nodiscard]] std::uint32_t width(LLVMValueRef value) const { return width(LLVMTypeOf(value)); }
  /// The width of a value that is not of kWideBits; such a one is refused.
  [[nodiscard]] std::uint32_t narrow_width(LLVMValueRef value) const;

  // values.cpp
  bool lower_value(LLVMValueRef i);
  void lower_cast(LLVMValueRef i);
  void lower_binary(LLVMValueRef i, Opcode opcode);
  void lower_compare(LLVMValueRef i);
  void lower_float(LLVMValueRef i, FloatOp op);
  void lower_convert(LLVMValueRef i, FloatOp op);
  void lower_index(LLVMValueRef i);
  void add_index(LLVMValueRef i, Operand& address, LLVMValueRef index, std::uint64_t scale);
  void lower_aggregate(LLVMValueRef i);
  void lower_element(LLVMValueRef i);
  void lower_select(LLVMValueRef i);

  // memory.cpp
  bool lower_memory(LLVMValueRef i);
  void lower_allocate(LLVMValueRef i);
  void lower_load(LLVMValueRef i);
  void lower_store(LLVMValueRef i);
  void lower_rmw(LLVMValueRef i);
  void lower_cmpxchg(LLVMValueRef i);
  Operand offset(LLVMValueRef from, Operand base, std::uint64_t bytes);

  // halves.cpp
  bool lower_halves(LLVMValueRef store);
  Operand join(LLVMValueRef at, Operand low, Operand high);

  // control.cpp
  bool lower_control(LLVMValueRef i);
  void lower_switch(LLVMValueRef i);
  void lower_computed_jump(LLVMValueRef i);
  void lower_call(LLVMValueRef i);
  void lower_intrinsic(LLVMValueRef i, std::string_view name);
  void lower_magnitude(LLVMValueRef i);
  bool lower_arithmetic_intrinsic(LLVMValueRef i, std::string_view name);
  bool lower_checked_arithmetic(LLVMValueRef i, std::string_view name);
  void lower_assembly(LLVMValueRef i, LLVMValueRef assembly);
  void lower_invoke(LLVMValueRef i);
  void lower_landing(LLVMValueRef i);
  void lower_resume(LLVMValueRef i);
  void lower_type_number(LLVMValueRef i);
  bool lower_locked(LLVMValueRef i, const std::string& code, const std::string& constraints);
  void add_call(LLVMValueRef i, Opcode opcode, std::uint32_t callee, LLVMValueRef pointer);
  Operand copy_by_value(LLVMValueRef call, unsigned argument, Operand pointer);
  Operand list_of_arguments(LLVMValueRef call, unsigned first);
  void copy_bytes(LLVMValueRef i, Operand to, Operand from, std::uint64_t bytes);
  void start_list(LLVMValueRef i);

  ModuleLowering& module_;
  LLVMValueRef function_;
  Function& to_;
  Block* current_ = nullptr;
  std::unordered_map<LLVMValueRef, Operand> registers_;
  std::unordered_map<LLVMBasicBlockRef, std::uint32_t> blocks_;
  std::unordered_map<std::uint64_t, Operand> constants_;
  std::map<std::pair<std::uint32_t, std::uint64_t>, Operand> thread_locals_;
  std::map<std::pair<std::uint64_t, std::uint64_t>, Operand> wide_constants_;  ///< by halves
  Operand list_ = kNoOperand;          ///< where the arguments are that it has no parameters for
  std::vector<Instruction> prologue_;  ///< what stands before the first block's instructions
};

/// The bytes that `bits` bits take in memory.
constexpr std::uint32_t bytes_of(std::uint32_t bits) {
  return (bits + 7) / 8;
}

}  // namespace ringcheck::source
