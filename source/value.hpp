#pragma once
// What a register holds.

#include "explore/tracked.hpp"
#include "source/ir.hpp"

namespace ringcheck::source {

/// A value, and the loads that it depends on through the way that control took (a phi after a
/// branch). They become control dependencies of what uses the value, never address or data
/// dependencies.
struct Value {
  [[no_unique_address]] Word word;
  /// Of a value that is not known: two with the same name are equal; 0: none (unknown.hpp).
  std::uint32_t name = 0;
  SourceSet implied{};

  Value() = default;
  Value(const Word& w) : word(w) {}  // NOLINT(google-explicit-constructor): a value of no branch
  Value(std::uint64_t number) : word(number) {}  // NOLINT(google-explicit-constructor): a constant
  Value(const Word& w, const SourceSet& branches) : word(w), implied(branches) {}
};

/// True iff nothing has given `v` a value: see kUndefined.
inline bool is_undefined(const Value& v) {
  return v.word.known && v.word.value == kUndefined;
}

/// `f` of the numbers of two values; depends on what both depend on.
template <class F>
Value combine_values(const Value& a, const Value& b, F&& f) {
  return {combine(a.word, b.word, f), a.implied | b.implied};
}

/// `value` plus `number`: for an address, the one `number` bytes after it.
inline Value plus(const Value& value, std::uint64_t number) {
  return combine_values(value, Value(number), [](auto x, auto y) { return x + y; });
}

}  // namespace ringcheck::source
