#pragma once
// Lowering of a module of LLVM IR: what its functions share.

#include <llvm-c/Core.h>
#include <llvm-c/Target.h>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "source/address.hpp"
#include "source/ir.hpp"
#include "source/wide.hpp"

namespace ringcheck::source {

/// The content of one register of a value: a number at an offset in the value's type.
struct Leaf {
  std::uint64_t offset = 0;  ///< bytes
  std::uint32_t width = 0;   ///< bits, at most 64 or kWideBits; 0: a number that is not modelled
};

/// Thrown for what the interpreter has no meaning for. A program that reaches it is refused.
struct NotModelled {
  explicit NotModelled(std::string thing) : what(std::move(thing)) {}
  std::string what;
  std::string where;  ///< `file:line`; empty: the instruction tells it
};

/// A place before its file has a number.
struct NamedPlace {
  std::string file;
  Place place;
};

/// Names, numbers, types and constants of one module.
class ModuleLowering {
 public:
  ModuleLowering(LLVMModuleRef module, Unit& unit);

  /// Lowers all of it.
  void run();

  [[nodiscard]] Unit& unit() { return unit_; }
  [[nodiscard]] LLVMTargetDataRef layout() const { return layout_; }

  /// The numbers that a value of `type` consists of, in the order of their offsets.
  [[nodiscard]] std::vector<Leaf> leaves(LLVMTypeRef type) const;
  [[nodiscard]] std::uint64_t size_of(LLVMTypeRef type) const;
  /// Leaves before the element that `index` selects in `aggregate`; sets `element` to its type.
  [[nodiscard]] std::size_t leaves_before(LLVMTypeRef aggregate, unsigned index,
                                          LLVMTypeRef& element) const;

  /// The thread-local variable whose address `value`, a constant, is computed from, or null.
  [[nodiscard]] LLVMValueRef thread_local_in(LLVMValueRef value) const;
  /// The number of global `value`.
  [[nodiscard]] std::uint32_t global_number(LLVMValueRef value) const { return globals_.at(value); }
  /// The number of the variable kErrorNumber. Pre: the module has __errno_location.
  [[nodiscard]] std::uint32_t error_number() const { return error_number_; }
  /// How many bytes after its first operand `address` is, which has indices into what that points
  /// to; nullopt: an index is computed.
  [[nodiscard]] std::optional<std::uint64_t> displacement(LLVMValueRef address) const;
  /// The number that `integer`, a constant, is.
  [[nodiscard]] static Wide number_of(LLVMValueRef integer);
  /// The numbers of constant `value`, one a leaf; numbers of 65 bits and more are refused.
  [[nodiscard]] std::vector<std::uint64_t> constant(LLVMValueRef value);

  /// True iff it throws exceptions and catches some: calls may end in one.
  [[nodiscard]] bool has_exceptions() const;
  /// The number, not 0, by which landing pads know the class whose type_info `type` is.
  [[nodiscard]] std::uint64_t number_of_type(LLVMValueRef type) const;

  /// The address of a block of `function`, for a jump to a computed label: a number of its own
  /// within the function.
  [[nodiscard]] std::uint64_t block_address(LLVMValueRef function, LLVMBasicBlockRef block) const;

  /// The number of a defined function, or UINT32_MAX.
  [[nodiscard]] std::uint32_t function_number(LLVMValueRef function) const;
  /// The number of the external function called `name`.
  std::uint32_t external(std::string name);
  /// The number of a text that says what is not modelled.
  std::uint32_t text(const std::string& what);
  /// Says which variable local variable `value` is, an alloca.
  void set_variable(LLVMValueRef value, VariableId variable) { variables_[value] = variable; }
  /// The variable that `value` is; kNoVariable: it is not known.
  [[nodiscard]] VariableId variable_of(LLVMValueRef value) const {
    const auto found = variables_.find(value);
    return found == variables_.end() ? kNoVariable : found->second;
  }
  /// The number of the place of `value`, an instruction or a global; 0 if it has none. Of what the
  /// compiler took out of a header of the system, it is the place of the call.
  std::uint32_t place(LLVMValueRef value);

 private:
  void number_globals();
  void number_functions();
  /// Those of kStandardExceptions.
  void fill_in_tables();
  void lower_global(LLVMValueRef global, Global& to);
  /// The functions that the list called `name` has, in the order of their priorities.
  [[nodiscard]] std::vector<std::uint32_t> functions_in_list(const char* name) const;
  void write_constant(LLVMValueRef value, std::uint64_t offset, std::vector<std::uint8_t>& bytes);
  std::vector<std::uint64_t> constant_expression(LLVMValueRef value);
  [[nodiscard]] std::uint64_t block_address(LLVMValueRef value) const;
  std::uint32_t number_of_place(const NamedPlace& place);
  void add_leaves(LLVMTypeRef type, std::uint64_t offset, std::vector<Leaf>& leaves) const;

  LLVMModuleRef module_;
  Unit& unit_;
  LLVMTargetDataRef layout_;
  AddressLayout addresses_;
  std::unordered_map<LLVMValueRef, std::uint32_t> globals_;
  std::uint32_t error_number_ = 0;
  std::unordered_map<LLVMValueRef, std::uint32_t> functions_;
  std::unordered_map<std::string, std::uint32_t> externals_;
  std::unordered_map<std::string, std::uint32_t> texts_;
  std::string here_;  ///< the folder that this runs in
  std::unordered_map<std::string, std::uint32_t> files_;
  std::unordered_map<LLVMValueRef, VariableId> variables_;
  std::unordered_map<std::uint64_t, std::uint32_t> places_;
};

/// The text of what LLVM prints for `value`, for messages.
std::string printed(LLVMValueRef value);
std::string printed(LLVMTypeRef type);
inline std::string_view name_of(LLVMValueRef value) {
  std::size_t length = 0;
  const char* name = LLVMGetValueName2(value, &length);
  return {name, length};
}

/// The file that `scope`, of debug information, is in: in its own folder, or as an absolute path.
std::string file_of_scope(LLVMMetadataRef scope, const std::string& here);
/// True iff `file` is a header of the library that defines std::atomic and its kin, and nothing
/// else.
bool is_header_of_atomics(const std::string& file);
/// Makes the functions of those headers parts of the functions that call them. Returns false if
/// there are none.
bool mark_functions_of_atomics(LLVMModuleRef module);

/// Lowers the body of `function` to `to`.
void lower_function(ModuleLowering& module, LLVMValueRef function, Function& to);

/// Fills in names and types of variables from debug information.
void lower_debug_information(ModuleLowering& module, LLVMModuleRef from);

}  // namespace ringcheck::source
