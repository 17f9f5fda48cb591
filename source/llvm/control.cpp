// Branches, calls and returns.
#include "source/llvm/function.hpp"

#include <cstring>

namespace ringcheck::source {

namespace {

/// std::__detail::__atomic_spin looks several times for what std::atomic::wait and its kin wait
/// for, before they wait at a futex and look again. That it looks in vain is one of its outcomes,
/// and all that it could find is found afterwards.
constexpr std::string_view kSpin = "_ZNSt8__detail13__atomic_spinI";

/// std::lock of several mutexes, or of several std::unique_lock of mutexes.
struct LockRow {
  std::string_view start;  ///< up to the types after the first two
  std::string_view again;  ///< each of them
  const char* known_as;
};
constexpr LockRow kLocks[] = {
    {"_ZSt4lockISt5mutexS0_J", "S0_", "std::lock of mutexes"},
    {"_ZSt4lockISt15recursive_mutexS0_J", "S0_", "std::lock of mutexes"},
    {"_ZSt4lockISt11unique_lockISt5mutexES2_J", "S2_", "std::lock of unique_locks"},
};

/// What source/library/ knows function `name` as, although the program defines it; null: nothing.
const char* known_instead(std::string_view name) {
  for (const LockRow& row : kLocks) {
    if (!name.starts_with(row.start)) continue;
    std::string_view rest = name.substr(row.start.size());
    while (rest.starts_with(row.again)) rest.remove_prefix(row.again.size());
    if (rest.starts_with("EEv")) return row.known_as;
  }
  return nullptr;
}

}  // namespace

bool FunctionLowering::lower_control(LLVMValueRef i) {
  switch (LLVMGetInstructionOpcode(i)) {
    case LLVMBr: {
      if (LLVMIsConditional(i) == 0) {
        add(Opcode::jump, i).target = static_cast<Operand>(block(LLVMGetSuccessor(i, 0)));
        return true;
      }
      const Operand a = operand(LLVMGetCondition(i));
      Instruction& x = add(Opcode::branch, i);
      x.a = a;
      x.b = static_cast<Operand>(block(LLVMGetSuccessor(i, 0)));
      x.c = static_cast<Operand>(block(LLVMGetSuccessor(i, 1)));
      return true;
    }
    case LLVMSwitch:
      return lower_switch(i), true;
    case LLVMIndirectBr:
      return lower_computed_jump(i), true;
    case LLVMRet: {
      const auto first = static_cast<Operand>(to_.arguments.size());
      if (LLVMGetNumOperands(i) == 1) {
        const LLVMValueRef value = LLVMGetOperand(i, 0);
        for (std::size_t leaf = 0; leaf < module_.leaves(LLVMTypeOf(value)).size(); ++leaf)
          to_.arguments.push_back(operand(value, leaf));
      }
      Instruction& x = add(Opcode::give_back, i);
      x.b = first;
      x.c = static_cast<Operand>(to_.arguments.size()) - first;
      return true;
    }
    case LLVMUnreachable:
      add(Opcode::unreachable, i);
      return true;
    case LLVMCall:
      return lower_call(i), true;
    case LLVMInvoke:
      return lower_invoke(i), true;
    case LLVMLandingPad:
      return lower_landing(i), true;
    case LLVMResume:
      return lower_resume(i), true;
    default:
      return false;
  }
}

void FunctionLowering::lower_switch(LLVMValueRef i) {
  const Operand a = operand(LLVMGetOperand(i, 0));
  const std::uint32_t bits = narrow_width(LLVMGetOperand(i, 0));
  const auto first = static_cast<Operand>(to_.cases.size());
  const unsigned successors = LLVMGetNumSuccessors(i);
  for (unsigned n = 1; n < successors; ++n)
    to_.cases.push_back(
        {LLVMConstIntGetZExtValue(LLVMGetOperand(i, 2 * n)), block(LLVMGetSuccessor(i, n))});
  Instruction& x = add(Opcode::choose_case, i);
  x.width = static_cast<std::uint8_t>(bits);
  x.a = a;
  x.b = first;
  x.c = static_cast<Operand>(to_.cases.size()) - first;
  x.target = static_cast<Operand>(block(LLVMGetSwitchDefaultDest(i)));
}

void FunctionLowering::lower_computed_jump(LLVMValueRef i) {
  const Operand a = operand(LLVMGetOperand(i, 0));
  const auto first = static_cast<Operand>(to_.cases.size());
  const unsigned successors = LLVMGetNumSuccessors(i);
  for (unsigned n = 0; n < successors; ++n) {
    const LLVMBasicBlockRef label = LLVMGetSuccessor(i, n);
    to_.cases.push_back({module_.block_address(function_, label), block(label)});
  }
  Instruction& x = add(Opcode::choose_case, i);
  x.width = static_cast<std::uint8_t>(module_.unit().pointer_bytes * 8);
  x.a = a;
  x.b = first;
  x.c = static_cast<Operand>(to_.cases.size()) - first;
  x.target = static_cast<Operand>(blocks_.size());
}

void FunctionLowering::lower_call(LLVMValueRef i) {
  LLVMValueRef callee = LLVMGetCalledValue(i);
  if (LLVMIsAInlineAsm(callee)) return lower_assembly(i, callee);
  while (LLVMIsAGlobalAlias(callee)) callee = LLVMAliasGetAliasee(callee);
  if (!LLVMIsAFunction(callee)) return add_call(i, Opcode::call_indirect, 0, callee);
  if (name_of(callee).starts_with(kSpin)) {
    const Operand in_vain = constant_operand(0);
    add(Opcode::copy, i).a = in_vain;
    return;
  }
  if (const char* known = known_instead(name_of(callee)))
    return add_call(i, Opcode::call_external, module_.external(known), nullptr);
  if (const std::uint32_t number = module_.function_number(callee); number != UINT32_MAX)
    return add_call(i, Opcode::call, number, nullptr);
  const std::string_view name = name_of(callee);
  if (name.starts_with("llvm.")) return lower_intrinsic(i, name);
  if (name == "__errno_location") {
    add(Opcode::thread_local_address, i).a = static_cast<Operand>(module_.error_number());
    return;
  }
  add_call(i, Opcode::call_external, module_.external(std::string(name)), nullptr);
}

// A structure that is passed by value is a copy that the caller makes.
Operand FunctionLowering::copy_by_value(LLVMValueRef call, unsigned argument, Operand pointer) {
  const unsigned kind = LLVMGetEnumAttributeKindForName("byval", std::strlen("byval"));
  const LLVMAttributeRef by_value = LLVMGetCallSiteEnumAttribute(call, argument + 1, kind);
  if (by_value == nullptr) return pointer;
  const std::uint64_t size = module_.size_of(LLVMGetTypeAttributeValue(by_value));
  const Operand one = constant_operand(1);
  const Operand bytes = constant_operand(size);
  const Operand copy = new_registers(1);
  Instruction& room = add(Opcode::allocate, call);
  room.target = copy;
  room.a = one;
  room.b = bytes;
  copy_bytes(call, copy, pointer, size);
  return copy;
}

void FunctionLowering::copy_bytes(LLVMValueRef i, Operand to, Operand from, std::uint64_t bytes) {
  const Operand size = constant_operand(bytes);
  const auto first = static_cast<Operand>(to_.arguments.size());
  to_.arguments.insert(to_.arguments.end(), {to, from, size});
  Instruction& x = add(Opcode::call_external, i);
  x.target = kNoOperand;
  x.a = static_cast<Operand>(module_.external("llvm.memcpy"));
  x.b = first;
  x.c = 3;
}

void FunctionLowering::add_call(LLVMValueRef i, Opcode opcode, std::uint32_t callee,
                                LLVMValueRef pointer) {
  const LLVMTypeRef type = LLVMGetCalledFunctionType(i);
  const unsigned all = LLVMGetNumArgOperands(i);
  const unsigned fixed = LLVMCountParamTypes(type);
  const bool has_list =
      LLVMIsFunctionVarArg(type) != 0 && fixed > 0 && opcode != Opcode::call_external;
  std::vector<Operand> arguments;
  for (unsigned n = 0; n < (has_list ? fixed : all); ++n) {
    const LLVMValueRef argument = LLVMGetOperand(i, n);
    const std::size_t count = module_.leaves(LLVMTypeOf(argument)).size();
    for (std::size_t leaf = 0; leaf < count; ++leaf)
      arguments.push_back(leaf == 0 ? copy_by_value(i, n, operand(argument))
                                    : operand(argument, leaf));
  }
  if (has_list) arguments.push_back(list_of_arguments(i, fixed));
  const Operand called = pointer == nullptr ? static_cast<Operand>(callee) : operand(pointer);
  const auto first = static_cast<Operand>(to_.arguments.size());
  to_.arguments.insert(to_.arguments.end(), arguments.begin(), arguments.end());
  Instruction& x = add(opcode, i);
  x.width = static_cast<std::uint8_t>(module_.leaves(LLVMTypeOf(i)).size());
  x.a = called;
  x.b = first;
  x.c = static_cast<Operand>(arguments.size());
}

namespace {

/// True iff the assembly changes nothing on the stack of an x86 machine, atomically: a full fence.
bool is_locked_addition_of_nothing(const std::string& code) {
  return code.starts_with("lock") && code.find("add") != std::string::npos &&
         code.find(" $$0") != std::string::npos && code.ends_with("sp)");
}

}  // namespace

// Barriers to the compiler, and machine code that C cannot express.
void FunctionLowering::lower_assembly(LLVMValueRef i, LLVMValueRef assembly) {
  std::size_t length = 0;
  const char* text = LLVMGetInlineAsmAsmString(assembly, &length);
  std::string code(text, length);
  if (is_locked_addition_of_nothing(code)) code = "mfence";
  text = LLVMGetInlineAsmConstraintString(assembly, &length);
  const std::string constraints(text, length);
  const bool gives_back = target(i) != kNoOperand;
  if (code.empty() && gives_back && constraints.starts_with("=r,0")) {
    // An operand that hides a value from the compiler.
    const Operand a = operand(LLVMGetOperand(i, 0));
    add(Opcode::copy, i).a = a;
    return;
  }
  if (lower_locked(i, code, constraints)) return;
  if (gives_back || (LLVMGetNumArgOperands(i) > 0 && !code.empty()))
    throw NotModelled("inline assembly \"" + code + "\"");
  Instruction& x = add(Opcode::call_external, i);
  x.target = kNoOperand;
  x.a = static_cast<Operand>(module_.external("asm " + code));
  x.b = 0;
  x.c = 0;
}

}  // namespace ringcheck::source
