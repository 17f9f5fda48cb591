// Tested by tests/source/exceptions_test.cpp.
#include "source/type_info.hpp"

#include <algorithm>
#include <string_view>

namespace ringcheck::source {

namespace {

constexpr std::uint64_t kWord = 8;  ///< bytes

const Global* global_at(const Code& code, std::uint64_t address) {
  const auto found = std::ranges::find_if(code.unit.globals, [&](const Global& global) {
    return !global.thread_local_storage && code.addresses.global(global.slot) == address;
  });
  return found == code.unit.globals.end() ? nullptr : &*found;
}

/// Word `n` of the initial value of `global`.
std::uint64_t word(const Global& global, std::uint64_t n) {
  std::uint64_t value = 0;
  for (std::uint64_t b = 0; b < kWord; ++b)
    if (const std::uint64_t at = n * kWord + b; at < global.bytes.size())
      value |= std::uint64_t{global.bytes[at]} << (8 * b);
  return value;
}

/// The class of the library to which `info` belongs, such as `__si_class_type_info`: its table of
/// virtual functions is the first word.
bool is_of_kind(const Code& code, const Global& info, std::string_view kind) {
  constexpr std::uint64_t kHeader = 2 * kWord;
  const Global* table = global_at(code, word(info, 0) - kHeader);
  return table != nullptr && table->name.find(kind) != std::string::npos;
}

/// A class of the standard library, and its base, by the names of their type_infos.
struct StandardClass {
  std::string_view name;
  std::string_view base;
};
constexpr StandardClass kStandard[] = {
    {"_ZTISt13runtime_error", "_ZTISt9exception"},
    {"_ZTISt11logic_error", "_ZTISt9exception"},
    {"_ZTISt9bad_alloc", "_ZTISt9exception"},
    {"_ZTISt8bad_cast", "_ZTISt9exception"},
    {"_ZTISt20bad_array_new_length", "_ZTISt9bad_alloc"},
    {"_ZTISt12out_of_range", "_ZTISt11logic_error"},
    {"_ZTISt16invalid_argument", "_ZTISt11logic_error"},
    {"_ZTISt12length_error", "_ZTISt11logic_error"},
    {"_ZTISt12domain_error", "_ZTISt11logic_error"},
    {"_ZTISt11range_error", "_ZTISt13runtime_error"},
    {"_ZTISt14overflow_error", "_ZTISt13runtime_error"},
    {"_ZTISt15underflow_error", "_ZTISt13runtime_error"},
};

bool is_standard_base(std::string_view base, std::string_view name) {
  while (name != base) {
    const auto found = std::ranges::find(kStandard, name, &StandardClass::name);
    if (found == std::end(kStandard)) return false;
    name = found->base;
  }
  return true;
}

/// Whether an object of class `info` has a base of the class `base`, or is one.
Catches has_base(const Code& code, const Global& info, const Global& base) {
  if (&info == &base) return Catches::yes;
  if (info.external) return is_standard_base(base.name, info.name) ? Catches::yes : Catches::no;
  if (is_of_kind(code, info, "__si_class_type_info")) {
    const Global* only = global_at(code, word(info, 2));
    return only == nullptr ? Catches::no : has_base(code, *only, base);
  }
  if (!is_of_kind(code, info, "__vmi_class_type_info")) return Catches::no;
  constexpr std::uint64_t kVirtual = 1, kPublic = 2;
  const std::uint64_t count = word(info, 2) >> 32U;
  auto found = Catches::no;
  for (std::uint64_t b = 0; b < count && found != Catches::yes; ++b) {
    const Global* one = global_at(code, word(info, 3 + 2 * b));
    const std::uint64_t where = word(info, 4 + 2 * b);
    if (one == nullptr || (where & kPublic) == 0) continue;
    const Catches here = has_base(code, *one, base);
    const bool is_at_start = (where & kVirtual) == 0 && where >> 8U == 0;
    if (here != Catches::no) found = is_at_start ? here : Catches::not_modelled;
  }
  return found;
}

}  // namespace

bool is_pointer_type(const Code& code, std::uint64_t info) {
  const Global* type = global_at(code, info);
  return type != nullptr &&
         (type->name.starts_with("_ZTIP") || is_of_kind(code, *type, "__pointer_type_info"));
}

Catches catches(const Code& code, std::uint64_t handler, std::uint64_t thrown) {
  if (handler == 0 || handler == thrown) return Catches::yes;
  const Global* base = global_at(code, handler);
  const Global* info = global_at(code, thrown);
  if (base == nullptr || info == nullptr) return Catches::no;
  if (is_pointer_type(code, handler) && is_pointer_type(code, thrown)) return Catches::not_modelled;
  return has_base(code, *info, *base);
}

}  // namespace ringcheck::source
