// Finds what stands behind a name.
#include <algorithm>
#include <array>
#include <string_view>
#include <unordered_map>

#include "source/library/rows.hpp"

namespace ringcheck::source {

Value LibraryCall::argument(std::size_t n) const {
  const Operand x = routine.arguments[static_cast<std::size_t>(instruction.b) + n];
  if (x == kNoOperand) return {};
  if (x < 0) return routine.constants[constant_number(x)];
  return state.registers[registers + static_cast<std::size_t>(x)];
}

int LibraryCall::pointer_bytes() const {
  return interpreter.code().unit.pointer_bytes;
}

void LibraryCall::set_error(std::uint64_t number) const {
  const Code& code = interpreter.code();
  const auto found = std::ranges::find_if(code.unit.globals, [](const Global& global) {
    return global.thread_local_storage && global.name == kErrorNumber;
  });
  if (found == code.unit.globals.end()) return;
  const auto self = static_cast<int>(machine.this_thread());
  machine.store(site(4), code.addresses.thread_local_of(self, found->slot), number,
                interpreter.options().plain);
}

Value LibraryCall::load_pointer(const Value& address) const {
  return machine.load(site(static_cast<std::uint32_t>(pointer_bytes())), address,
                      interpreter.options().plain);
}

LibraryFunction find_library_function(std::string_view name) {
  static const auto kAll = [] {
    std::unordered_map<std::string_view, LibraryFunction> all;
    for (const auto rows :
         {memory_rows(),    ending_rows(),    thread_rows(),       lock_rows(),
          condition_rows(), meeting_rows(),   semaphore_rows(),    text_rows(),
          once_rows(),      kernel_rows(),    kernel_text_rows(),  format_rows(),
          system_rows(),    clock_rows(),     cpp_runtime_rows(),  tree_rows(),
          stream_rows(),    exception_rows(), pointer_lock_rows(), ignored_rows()})
      for (const LibraryRow& row : rows) all.emplace(row.name, row.function);
    return all;
  }();
  const auto at = kAll.find(name);
  if (at != kAll.end()) return at->second;
  const LibraryFunction exception = find_standard_exception(name);
  return exception == nullptr ? find_insertion(name) : exception;
}

}  // namespace ringcheck::source
