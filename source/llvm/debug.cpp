// Names and types of variables, from debug information.
#include <llvm-c/DebugInfo.h>

#include <algorithm>
#include <unordered_map>

#include "source/llvm/module.hpp"

namespace ringcheck::source {

namespace {

/// Reads the descriptions of types in debug information. What the C API has no function for is read
/// as an operand of the description's node.
class DebugTypes {
 public:
  DebugTypes(LLVMContextRef context, Unit& unit) : context_(context), unit_(unit) {}

  /// The number of the type that node `type` describes.
  std::uint32_t number(LLVMMetadataRef type) {
    type = without_names(type);
    if (type == nullptr) return kNoType;
    const auto [at, fresh] = numbers_.try_emplace(type, kNoType);
    if (!fresh) return at->second;
    const auto result = static_cast<std::uint32_t>(unit_.types.size());
    at->second = result;
    unit_.types.emplace_back();
    Type described = describe(type);
    unit_.types[result] = std::move(described);
    return result;
  }

  /// The number of the type that pointer type `type` points to; kNoType for another type.
  std::uint32_t number_of_pointee(LLVMMetadataRef type) {
    type = without_names(type);
    if (type == nullptr || LLVMGetDINodeTag(type) != kPointerType) return kNoType;
    return number(operand(type, 3));
  }

  /// The type of variable node `variable`.
  LLVMMetadataRef type_of_variable(LLVMMetadataRef variable) { return operand(variable, 3); }
  /// The name of a variable, a type or a field.
  std::string name_of(LLVMMetadataRef node, unsigned index) {
    const LLVMValueRef value = raw_operand(node, index);
    if (value == nullptr) return "";
    unsigned length = 0;
    const char* text = LLVMGetMDString(value, &length);
    return text == nullptr ? "" : std::string(text, length);
  }

 private:
  // DWARF's numbers of what a node describes.
  enum : unsigned {
    kArrayType = 0x01,
    kClassType = 0x02,
    kMember = 0x0d,
    kPointerType = 0x0f,
    kStructureType = 0x13,
    kTypedef = 0x16,
    kUnionType = 0x17,
    kInheritance = 0x1c,
    kConst = 0x26,
    kVolatile = 0x35,
    kRestrict = 0x37,
    kAtomic = 0x47,
  };

  LLVMValueRef raw_operand(LLVMMetadataRef node, unsigned index) {
    const LLVMValueRef value = LLVMMetadataAsValue(context_, node);
    const unsigned count = LLVMGetMDNodeNumOperands(value);
    if (index >= count) return nullptr;
    std::vector<LLVMValueRef> operands(count);
    LLVMGetMDNodeOperands(value, operands.data());
    return operands[index];
  }
  LLVMMetadataRef operand(LLVMMetadataRef node, unsigned index) {
    const LLVMValueRef value = raw_operand(node, index);
    return value == nullptr ? nullptr : LLVMValueAsMetadata(value);
  }

  LLVMMetadataRef without_names(LLVMMetadataRef type) {
    while (type != nullptr) {
      const unsigned tag = LLVMGetDINodeTag(type);
      if (tag != kTypedef && tag != kConst && tag != kVolatile && tag != kRestrict &&
          tag != kAtomic)
        return type;
      type = operand(type, 3);
    }
    return nullptr;
  }

  Type describe(LLVMMetadataRef type) {
    Type result;
    result.size = LLVMDITypeGetSizeInBits(type) / 8;
    const unsigned tag = LLVMGetDINodeTag(type);
    if (tag == kArrayType) {
      result.kind = Type::Kind::array;
      result.element = number(operand(type, 3));
    } else if (tag == kStructureType || tag == kClassType || tag == kUnionType) {
      result.kind = Type::Kind::structure;
      result.name = name_of(type, 2);
      add_fields(operand(type, 4), result);
    }
    return result;
  }

  void add_fields(LLVMMetadataRef elements, Type& to) {
    if (elements == nullptr) return;
    const LLVMValueRef list = LLVMMetadataAsValue(context_, elements);
    const unsigned count = LLVMGetMDNodeNumOperands(list);
    std::vector<LLVMValueRef> nodes(count);
    LLVMGetMDNodeOperands(list, nodes.data());
    for (const LLVMValueRef node : nodes) {
      if (node == nullptr) continue;
      const LLVMMetadataRef field = LLVMValueAsMetadata(node);
      const unsigned tag = LLVMGetDINodeTag(field);
      if (tag != kMember && tag != kInheritance) continue;
      Type::Field row;
      row.name = name_of(field, 2);
      row.offset = LLVMDITypeGetOffsetInBits(field) / 8;
      row.type = number(operand(field, 3));
      to.fields.push_back(std::move(row));
    }
  }

  LLVMContextRef context_;
  Unit& unit_;
  std::unordered_map<LLVMMetadataRef, std::uint32_t> numbers_;
};

/// The value that `i` says variable `variable` has or lies at, if `i` is a call of llvm.dbg.value
/// or llvm.dbg.declare, and that is one value; else null.
LLVMValueRef described_value(LLVMValueRef i, LLVMMetadataRef& variable) {
  if (LLVMIsACallInst(i) == nullptr) return nullptr;
  const std::string_view called = name_of(LLVMGetCalledValue(i));
  if (called != "llvm.dbg.value" && called != "llvm.dbg.declare") return nullptr;
  const LLVMMetadataRef value = LLVMValueAsMetadata(LLVMGetOperand(i, 0));
  if (LLVMGetMetadataKind(value) != LLVMLocalAsMetadataMetadataKind) return nullptr;
  variable = LLVMValueAsMetadata(LLVMGetOperand(i, 1));
  LLVMValueRef described = nullptr;
  LLVMGetMDNodeOperands(LLVMGetOperand(i, 0), &described);
  return described;
}

/// Names local variables that stay in memory, and the blocks whose addresses variables get first.
class LocalNames {
 public:
  LocalNames(ModuleLowering& module, DebugTypes& types) : module_(module), types_(types) {}

  void read(LLVMValueRef function) {
    for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(function); block != nullptr;
         block = LLVMGetNextBasicBlock(block))
      for (LLVMValueRef i = LLVMGetFirstInstruction(block); i != nullptr;
           i = LLVMGetNextInstruction(i)) {
        LLVMMetadataRef variable = nullptr;
        if (const LLVMValueRef value = described_value(i, variable); value != nullptr)
          take(value, variable);
      }
  }

 private:
  void take(LLVMValueRef value, LLVMMetadataRef variable) {
    const LLVMMetadataRef type = types_.type_of_variable(variable);
    if (LLVMIsAAllocaInst(value) != nullptr) {
      module_.set_variable(value, add(variable, types_.number(type)));
      return;
    }
    if (LLVMIsACallInst(value) == nullptr && LLVMIsAInvokeInst(value) == nullptr) return;
    const std::uint32_t place = module_.place(value);
    const std::uint32_t pointee = types_.number_of_pointee(type);
    if (place == 0 || pointee == kNoType) return;
    std::vector<KeptBlock>& blocks = module_.unit().blocks;
    if (std::ranges::find(blocks, place, &KeptBlock::place) == blocks.end())
      blocks.push_back({place, add(variable, pointee)});
  }

  VariableId add(LLVMMetadataRef variable, std::uint32_t type) {
    std::vector<Variable>& variables = module_.unit().variables;
    variables.push_back({types_.name_of(variable, 1), type});
    return static_cast<VariableId>(variables.size() - 1);
  }

  ModuleLowering& module_;
  DebugTypes& types_;
};

}  // namespace

void lower_debug_information(ModuleLowering& module, LLVMModuleRef from) {
  Unit& unit = module.unit();
  const LLVMContextRef context = LLVMGetModuleContext(from);
  DebugTypes types(context, unit);
  const unsigned debug = LLVMGetMDKindIDInContext(context, "dbg", 3);
  for (LLVMValueRef g = LLVMGetFirstGlobal(from); g != nullptr; g = LLVMGetNextGlobal(g)) {
    std::size_t count = 0;
    LLVMValueMetadataEntry* entries = LLVMGlobalCopyAllMetadata(g, &count);
    for (unsigned i = 0; i < count; ++i) {
      if (LLVMValueMetadataEntriesGetKind(entries, i) != debug) continue;
      const LLVMMetadataRef variable = LLVMDIGlobalVariableExpressionGetVariable(
          LLVMValueMetadataEntriesGetMetadata(entries, i));
      Global& global = unit.globals[module.global_number(g)];
      if (std::string name = types.name_of(variable, 1); !name.empty()) global.name = name;
      global.type = types.number(types.type_of_variable(variable));
    }
    LLVMDisposeValueMetadataEntries(entries);
  }
  LocalNames locals(module, types);
  for (LLVMValueRef f = LLVMGetFirstFunction(from); f != nullptr; f = LLVMGetNextFunction(f))
    locals.read(f);
}

}  // namespace ringcheck::source
