// The exception classes of the C++ library that hold a text: an object is a pointer to a table of
// virtual functions, and one to the text, or 0 where that was a std::string.
// Tested by tests/source/exceptions_test.cpp.
#include <algorithm>
#include <string>

#include "graph/diagnostic.hpp"
#include "source/library/rows.hpp"

namespace ringcheck::source {
namespace {

constexpr std::string_view kString = "ERKNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEE";

/// Word `number` of the object that argument `n` points to.
Value word_of_exception(LibraryCall& call, std::size_t n, std::uint64_t number) {
  return plus(call.argument(n), number * static_cast<std::uint64_t>(call.pointer_bytes()));
}

CallOutcome set_text_of_exception(LibraryCall& call, const Value& text) {
  const Site word = call.site(static_cast<std::uint32_t>(call.pointer_bytes()));
  call.machine.store(word, word_of_exception(call, 0, 1), text, call.interpreter.options().plain);
  // The whole object, not the base of another one: it has its class's table.
  const Code& code = call.interpreter.code();
  const std::string& name = code.unit.externals[static_cast<std::size_t>(call.instruction.a)];
  const std::size_t end = name.find("C1E");
  if (end == std::string::npos) return CallOutcome::returned;
  const std::string table = kTableOfStandardClass + name.substr(5, end - 5);
  const auto found = std::ranges::find(code.unit.globals, table, &Global::name);
  if (found == code.unit.globals.end()) return CallOutcome::returned;
  const std::uint64_t first = 2 * static_cast<std::uint64_t>(call.pointer_bytes());
  call.machine.store(word, word_of_exception(call, 0, 0),
                     code.addresses.global(found->slot) + first, call.interpreter.options().plain);
  return CallOutcome::returned;
}

CallOutcome make_exception(LibraryCall& call) {
  return set_text_of_exception(call, call.argument(1));
}
CallOutcome make_exception_of_string(LibraryCall& call) {
  return set_text_of_exception(call, Value(0));
}
CallOutcome copy_exception(LibraryCall& call) {
  return set_text_of_exception(call, call.load_pointer(word_of_exception(call, 1, 1)));
}

CallOutcome destroy_exception(LibraryCall&) {
  return CallOutcome::returned;
}

CallOutcome delete_exception(LibraryCall& call) {
  call.machine.free(call.argument(0), call.place());
  return CallOutcome::returned;
}

CallOutcome text_of_exception(LibraryCall& call) {
  call.result = call.load_pointer(word_of_exception(call, 0, 1));
  if (call.machine.number_of(call.result) == 0)
    throw InputError({call.interpreter.code().where(call.place()), 0, 0,
                      "saw a call of what() of an exception that is made of a std::string, which "
                      "is not modelled"});
  return CallOutcome::returned;
}

}  // namespace

LibraryFunction find_standard_exception(std::string_view name) {
  const bool is_constant = name.starts_with("_ZNKSt");
  if (!is_constant && !name.starts_with("_ZNSt")) return nullptr;
  name.remove_prefix(is_constant ? 6 : 5);
  const auto found = std::ranges::find_if(
      kStandardExceptions, [&](std::string_view known) { return name.starts_with(known); });
  if (found == std::end(kStandardExceptions)) return nullptr;
  name.remove_prefix(found->size());
  if (is_constant) return name == "4whatEv" ? text_of_exception : nullptr;
  if (name.starts_with("D")) return name.starts_with("D0") ? delete_exception : destroy_exception;
  if (!name.starts_with("C1") && !name.starts_with("C2")) return nullptr;
  name.remove_prefix(2);
  if (name == "EPKc") return make_exception;
  if (name == kString) return make_exception_of_string;
  return name == "ERKS_" || name == "EOS_" ? copy_exception : nullptr;
}

}  // namespace ringcheck::source
