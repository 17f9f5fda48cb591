// Finds what stands behind a name.
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

Value LibraryCall::load_pointer(const Value& address) const {
  return machine.load(site(static_cast<std::uint32_t>(pointer_bytes())), address,
                      interpreter.options().plain);
}

LibraryFunction find_library_function(std::string_view name) {
  static const auto kAll = [] {
    std::unordered_map<std::string_view, LibraryFunction> all;
    for (const auto rows : {memory_rows(), ending_rows(), thread_rows(), lock_rows(),
                            condition_rows(), meeting_rows(), semaphore_rows(), text_rows(),
                            once_rows(), kernel_rows(), kernel_text_rows(), ignored_rows()})
      for (const LibraryRow& row : rows) all.emplace(row.name, row.function);
    return all;
  }();
  const auto at = kAll.find(name);
  return at == kAll.end() ? nullptr : at->second;
}

}  // namespace ringcheck::source
