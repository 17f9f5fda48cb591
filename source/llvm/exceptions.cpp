// Exceptions: a call that ends in one goes on at its landing pad, which asks what it is. The library
// of source/ knows which exception a thread has thrown (library/exceptions.cpp); where a call has no
// landing pad, the interpreter leaves the function.
// Source: LLVM, "Exception Handling in LLVM". Tested by tests/source/exceptions_test.cpp.
#include "source/llvm/function.hpp"

namespace ringcheck::source {

bool ModuleLowering::has_exceptions() const {
  return LLVMGetNamedFunction(module_, "__cxa_throw") != nullptr &&
         LLVMGetNamedFunction(module_, "__cxa_begin_catch") != nullptr;
}

void FunctionLowering::lower_invoke(LLVMValueRef i) {
  lower_call(i);
  const auto returned = static_cast<Operand>(block(LLVMGetNormalDest(i)));
  if (!module_.has_exceptions()) {
    add(Opcode::jump, i).target = returned;
    return;
  }
  const Operand thrown = call_library(i, kIsThrowing, {});
  Instruction& x = add(Opcode::branch, i);
  x.a = thrown;
  x.b = static_cast<Operand>(block(LLVMGetUnwindDest(i)));
  x.c = returned;
}

// The value of a landing pad is the address of the exception, and the number of the type of the
// first clause that catches it, or 0.
void FunctionLowering::lower_landing(LLVMValueRef i) {
  std::vector<Operand> clauses;
  for (unsigned n = 0; n < LLVMGetNumClauses(i); ++n) {
    const LLVMValueRef type = LLVMGetClause(i, n);
    if (LLVMGetTypeKind(LLVMTypeOf(type)) == LLVMArrayTypeKind)
      throw NotModelled("a list of exceptions that a function may throw");
    clauses.push_back(operand(type));
    clauses.push_back(constant_operand(module_.number_of_type(type)));
  }
  const Operand number = call_library(i, "ringcheck_caught_type", clauses);
  const Operand exception = call_library(i, "ringcheck_land", {});
  emit(i, Opcode::copy, 64, target(i), exception, kNoOperand);
  emit(i, Opcode::copy, 32, target(i) + 1, number, kNoOperand);
}

void FunctionLowering::lower_resume(LLVMValueRef i) {
  call_library(i, "ringcheck_resume", {operand(LLVMGetOperand(i, 0))});
  add(Opcode::unreachable, i);
}

std::uint64_t ModuleLowering::number_of_type(LLVMValueRef type) const {
  const auto found = globals_.find(type);
  return found == globals_.end() ? unit_.globals.size() + 1 : found->second + 1;
}

void FunctionLowering::lower_type_number(LLVMValueRef i) {
  const Operand number = constant_operand(module_.number_of_type(LLVMGetOperand(i, 0)));
  add(Opcode::copy, i).a = number;
}

}  // namespace ringcheck::source
