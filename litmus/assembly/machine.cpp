#include "litmus/assembly/machine.hpp"

#include <algorithm>
#include <cctype>
#include <charconv>

namespace ringcheck::litmus::assembly {

const Machine& machine_of(Architecture architecture) {
  switch (architecture) {
    case Architecture::aarch64:
      return kAArch64;
    case Architecture::x86_64:
      return kX86;
    case Architecture::riscv:
      return kRiscv;
    default:
      return kPower;
  }
}

bool same_word(std::string_view a, std::string_view b) {
  return std::ranges::equal(a, b, [](char x, char y) {
    return std::tolower(static_cast<unsigned char>(x)) ==
           std::tolower(static_cast<unsigned char>(y));
  });
}

std::optional<int> number_after(std::string_view prefix, std::string_view name, int most) {
  if (name.size() <= prefix.size() || !same_word(name.substr(0, prefix.size()), prefix))
    return std::nullopt;
  const std::string_view digits = name.substr(prefix.size());
  if (digits.size() > 1 && digits.front() == '0') return std::nullopt;
  int number = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
  if (error != std::errc{} || end != digits.data() + digits.size() || number < 0 || number > most)
    return std::nullopt;
  return number;
}

}  // namespace ringcheck::litmus::assembly
