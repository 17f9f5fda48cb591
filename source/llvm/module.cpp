// Numbers what a module holds, and lowers its globals and constants.
#include "source/llvm/module.hpp"

#include <llvm-c/DebugInfo.h>

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <system_error>

namespace ringcheck::source {

namespace {

constexpr std::uint64_t kTableBytes = 40;  ///< of the virtual functions of an exception class

}  // namespace

std::string printed(LLVMValueRef value) {
  char* text = LLVMPrintValueToString(value);
  std::string result(text);
  LLVMDisposeMessage(text);
  const std::size_t start = result.find_first_not_of(' ');
  if (start != std::string::npos) result.erase(0, start);
  if (const std::size_t end = result.find(", !dbg"); end != std::string::npos) result.erase(end);
  return result;
}

std::string printed(LLVMTypeRef type) {
  char* text = LLVMPrintTypeToString(type);
  std::string result(text);
  LLVMDisposeMessage(text);
  return result;
}

ModuleLowering::ModuleLowering(LLVMModuleRef module, Unit& unit)
    : module_(module),
      unit_(unit),
      layout_(LLVMGetModuleDataLayout(module)),
      addresses_(AddressLayout::of_pointer_size(static_cast<int>(LLVMPointerSize(layout_)))) {
  std::error_code unknown;
  here_ = std::filesystem::current_path(unknown).string();
  unit_.pointer_bytes = static_cast<int>(LLVMPointerSize(layout_));
  unit_.triple = LLVMGetTarget(module);
  unit_.files.emplace_back();
  unit_.places.emplace_back();
}

void ModuleLowering::run() {
  number_globals();
  number_functions();
  // In the module's order, since places are numbered here: the order of addresses differs from run
  // to run.
  for (LLVMValueRef g = LLVMGetFirstGlobal(module_); g != nullptr; g = LLVMGetNextGlobal(g)) {
    Global& global = unit_.globals[globals_.at(g)];
    try {
      lower_global(g, global);
    } catch (NotModelled& refused) {
      const Place& place = unit_.places[global.place];
      if (place.line != 0)
        refused.where = unit_.files[place.file] + ":" + std::to_string(place.line);
      throw;
    }
  }
  if (has_exceptions()) fill_in_tables();
  lower_debug_information(*this, module_);
  for (LLVMValueRef f = LLVMGetFirstFunction(module_); f != nullptr; f = LLVMGetNextFunction(f))
    if (const std::uint32_t number = function_number(f); number != UINT32_MAX)
      lower_function(*this, f, unit_.functions[number]);
  unit_.constructors = functions_in_list("llvm.global_ctors");
  unit_.destructors = functions_in_list("llvm.global_dtors");
}

void ModuleLowering::number_globals() {
  std::uint64_t slot = 0;
  for (LLVMValueRef g = LLVMGetFirstGlobal(module_); g != nullptr; g = LLVMGetNextGlobal(g)) {
    globals_[g] = static_cast<std::uint32_t>(unit_.globals.size());
    Global& global = unit_.globals.emplace_back();
    global.name = name_of(g);
    global.size = size_of(LLVMGlobalGetValueType(g));
    global.slot = slot;
    global.thread_local_storage = LLVMIsThreadLocal(g) != 0;
    slot += addresses_.slots_of(global.size);
  }
  const auto add = [&](const char* name, std::uint64_t bytes) -> Global& {
    Global& global = unit_.globals.emplace_back();
    global.name = name;
    global.slot = slot;
    global.size = bytes;
    slot += addresses_.slots_of(bytes);
    return global;
  };
  if (LLVMGetNamedFunction(module_, "_ZNSt10_Sp_lockerD1Ev") != nullptr && unit_.pointer_bytes == 8)
    add(kLocksOfPointers, std::uint64_t{4} << kLocksOfPointersBits);
  for (const std::string_view standard : kStandardExceptions) {
    const std::string table = kTableOfStandardClass + std::string(standard);
    if (has_exceptions() && LLVMGetNamedGlobal(module_, table.c_str()) == nullptr)
      add(table.c_str(), kTableBytes).constant = true;
  }
  if (LLVMGetNamedFunction(module_, "__errno_location") == nullptr) return;
  error_number_ = static_cast<std::uint32_t>(unit_.globals.size());
  add(kErrorNumber, 4).thread_local_storage = true;
}

void ModuleLowering::fill_in_tables() {
  for (const std::string_view standard : kStandardExceptions) {
    const std::string name = kTableOfStandardClass + std::string(standard);
    Global& table = *std::ranges::find(unit_.globals, name, &Global::name);
    table.external = false;
    table.bytes.assign(kTableBytes, 0);
    const auto set = [&](std::uint64_t n, const std::string& function) {
      const std::uint64_t number = unit_.functions.size() + external(function);
      const std::uint64_t address = addresses_.function(number);
      for (std::uint64_t b = 0; b < 8; ++b)
        table.bytes[8 * n + b] = static_cast<std::uint8_t>(address >> (8 * b));
    };
    set(2, "_ZNSt" + std::string(standard) + "D1Ev");
    set(3, "_ZNSt" + std::string(standard) + "D0Ev");
    set(4, "_ZNKSt" + std::string(standard) + "4whatEv");
  }
}

void ModuleLowering::number_functions() {
  for (LLVMValueRef f = LLVMGetFirstFunction(module_); f != nullptr; f = LLVMGetNextFunction(f)) {
    if (LLVMCountBasicBlocks(f) == 0) continue;
    functions_[f] = static_cast<std::uint32_t>(unit_.functions.size());
    unit_.functions.emplace_back().name = name_of(f);
  }
}

void ModuleLowering::lower_global(LLVMValueRef global, Global& to) {
  to.constant = LLVMIsGlobalConstant(global) != 0;
  to.place = place(global);
  const LLVMValueRef initial = LLVMGetInitializer(global);
  to.external = initial == nullptr;
  if (initial == nullptr || LLVMIsNull(initial)) return;
  to.bytes.resize(to.size);
  write_constant(initial, 0, to.bytes);
}

void ModuleLowering::write_constant(LLVMValueRef value, std::uint64_t offset,
                                    std::vector<std::uint8_t>& bytes) {
  if (LLVMIsAConstantDataSequential(value) && LLVMIsConstantString(value)) {
    std::size_t length = 0;
    const char* text = LLVMGetAsString(value, &length);
    std::memcpy(bytes.data() + offset, text, length);
    return;
  }
  const LLVMTypeRef type = LLVMTypeOf(value);
  const auto write = [&](Wide number, std::uint64_t at, std::uint32_t width) {
    for (std::uint32_t b = 0; b < (width + 7) / 8; ++b)
      bytes[at + b] = static_cast<std::uint8_t>(number >> (8 * b));
  };
  if (LLVMIsAConstantInt(value) != nullptr)
    return write(number_of(value), offset, LLVMGetIntTypeWidth(type));
  if (LLVMIsAConstantStruct(value) != nullptr || LLVMIsAConstantArray(value) != nullptr) {
    for (unsigned i = 0; i < static_cast<unsigned>(LLVMGetNumOperands(value)); ++i) {
      const std::uint64_t at = LLVMIsAConstantStruct(value) != nullptr
                                   ? LLVMOffsetOfElement(layout_, type, i)
                                   : i * size_of(LLVMGetElementType(type));
      write_constant(LLVMGetOperand(value, i), offset + at, bytes);
    }
    return;
  }
  const std::vector<Leaf> parts = leaves(type);
  const std::vector<std::uint64_t> numbers = constant(value);
  for (std::size_t i = 0; i < parts.size(); ++i)
    write(numbers[i] == kUndefined ? 0 : numbers[i], offset + parts[i].offset, parts[i].width);
}

std::vector<std::uint32_t> ModuleLowering::functions_in_list(const char* name) const {
  const LLVMValueRef list = LLVMGetNamedGlobal(module_, name);
  if (list == nullptr || LLVMGetInitializer(list) == nullptr) return {};
  const LLVMValueRef initial = LLVMGetInitializer(list);
  const int count = LLVMIsNull(initial) != 0 ? 0 : LLVMGetNumOperands(initial);
  std::vector<std::pair<std::uint64_t, std::uint32_t>> ordered;
  for (int i = 0; i < count; ++i) {
    const LLVMValueRef entry = LLVMGetOperand(initial, static_cast<unsigned>(i));
    const std::uint32_t number = function_number(LLVMGetOperand(entry, 1));
    if (number != UINT32_MAX)
      ordered.emplace_back(LLVMConstIntGetZExtValue(LLVMGetOperand(entry, 0)), number);
  }
  std::ranges::stable_sort(ordered, [](const auto& x, const auto& y) { return x.first < y.first; });
  std::vector<std::uint32_t> functions;
  for (const auto& [priority, number] : ordered) functions.push_back(number);
  return functions;
}

std::uint32_t ModuleLowering::function_number(LLVMValueRef function) const {
  while (LLVMIsAGlobalAlias(function)) function = LLVMAliasGetAliasee(function);
  const auto found = functions_.find(function);
  return found == functions_.end() ? UINT32_MAX : found->second;
}

std::uint32_t ModuleLowering::external(std::string name) {
  // A name that the compiler is not to decorate.
  if (name.starts_with('\1')) name.erase(0, 1);
  const auto [at, fresh] =
      externals_.try_emplace(name, static_cast<std::uint32_t>(unit_.externals.size()));
  if (fresh) unit_.externals.push_back(name);
  return at->second;
}

std::uint32_t ModuleLowering::text(const std::string& what) {
  const auto [at, fresh] = texts_.try_emplace(what, static_cast<std::uint32_t>(unit_.texts.size()));
  if (fresh) unit_.texts.push_back(what);
  return at->second;
}

LLVMValueRef ModuleLowering::thread_local_in(LLVMValueRef value) const {
  if (LLVMIsAGlobalVariable(value)) return LLVMIsThreadLocal(value) != 0 ? value : nullptr;
  if (!LLVMIsAConstantExpr(value)) return nullptr;
  for (int n = 0; n < LLVMGetNumOperands(value); ++n)
    if (const LLVMValueRef found = thread_local_in(LLVMGetOperand(value, static_cast<unsigned>(n))))
      return found;
  return nullptr;
}

}  // namespace ringcheck::source
