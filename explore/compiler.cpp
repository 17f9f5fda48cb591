// What a compiler has under way: accesses that are held back, each followed by what the code says
// of it, and words in registers. Both have few entries, so a look-up is a scan. Tested by
// tests/explore/compiler_test.cpp.
#include "explore/compiler.hpp"

#include <algorithm>

namespace ringcheck {

std::size_t Compiler::Context::group_begin(std::size_t end) const {
  std::size_t begin = end - 1;
  while (items[begin].kind == Item::Kind::observation) --begin;
  return begin;
}

std::size_t Compiler::Context::group_end(std::size_t begin) const {
  std::size_t end = begin + 1;
  while (end < count && items[end].kind == Item::Kind::observation) ++end;
  return end;
}

void Compiler::Context::insert(std::size_t at, const Item& item) {
  std::copy_backward(items.begin() + static_cast<std::ptrdiff_t>(at),
                     items.begin() + static_cast<std::ptrdiff_t>(count),
                     items.begin() + static_cast<std::ptrdiff_t>(count) + 1);
  items[at] = item;
  ++count;
  if (told_about >= static_cast<int>(at)) ++told_about;
}

void Compiler::Context::erase(std::size_t begin, std::size_t end) {
  std::copy(items.begin() + static_cast<std::ptrdiff_t>(end),
            items.begin() + static_cast<std::ptrdiff_t>(count),
            items.begin() + static_cast<std::ptrdiff_t>(begin));
  count -= end - begin;
  if (told_about >= static_cast<int>(end))
    told_about -= static_cast<int>(end - begin);
  else if (told_about >= static_cast<int>(begin))
    told_about = -1;
}

const Compiler::Known* Compiler::Context::known_at(const Word& address) const {
  for (std::size_t i = 0; i < known_count; ++i)
    if (known[i].address.value == address.value) return &known[i];
  return nullptr;
}

void Compiler::Context::remember(const Word& address, const Word& value, int at_slot) {
  forget(address);
  if (known_count < kMostKnown) known[known_count++] = {address, value, at_slot};
}

const Compiler::Decision* Compiler::decision(Departure departure, CodePlace place,
                                             CodePlace other) const {
  const auto* const end = decisions_.begin() + decision_count_;
  const auto* const found = std::find_if(decisions_.begin(), end, [&](const Decision& one) {
    return one.departure == departure && one.place == place && one.other == other;
  });
  return found == end ? nullptr : found;
}

void Compiler::Context::forget(const Word& address) {
  for (std::size_t i = 0; i < known_count; ++i)
    if (known[i].address.value == address.value) known[i--] = known[--known_count];
}

}  // namespace ringcheck
