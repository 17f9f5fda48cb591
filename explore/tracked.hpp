#pragma once
// Values that remember which loads they depend on, and that may be unknown for a while.

#include <cstdint>

#include "explore/source_set.hpp"

namespace ringcheck {

/// A value that code under test computes: a number and the loads that it depends on. While one of
/// these is unresolved the number is unknown; arithmetic goes on and yields unknown values. It does
/// not convert to bool: control flow goes through `branch`, which records the control dependency.
template <class T>
struct Tracked {
  T value{};
  SourceSet sources{};  ///< empty for constants
  bool known = true;

  constexpr Tracked() = default;
  /// A constant: known, depending on nothing.
  constexpr Tracked(T constant)
      : value(constant) {}  // NOLINT(google-explicit-constructor): as T converts
  constexpr Tracked(T number, const SourceSet& loads, bool is_known)
      : value(number), sources(loads), known(is_known) {}
};

using Word = Tracked<std::uint64_t>;
using Truth = Tracked<bool>;

/// Applies `f` to the numbers of `a` and `b` when both are known; depends on the loads of both.
template <class F>
auto combine(const Word& a, const Word& b, F&& f) -> Tracked<decltype(f(a.value, b.value))> {
  using T = decltype(f(a.value, b.value));
  if (a.known && b.known) return {f(a.value, b.value), a.sources | b.sources, true};
  return {T{}, a.sources | b.sources, false};
}

inline Word operator+(const Word& a, const Word& b) {
  return combine(a, b, [](auto x, auto y) { return x + y; });
}
inline Word operator-(const Word& a, const Word& b) {
  return combine(a, b, [](auto x, auto y) { return x - y; });
}
inline Word operator*(const Word& a, const Word& b) {
  return combine(a, b, [](auto x, auto y) { return x * y; });
}
/// Pre for / and %: a known divisor is not zero.
inline Word operator/(const Word& a, const Word& b) {
  return combine(a, b, [](auto x, auto y) { return x / y; });
}
inline Word operator%(const Word& a, const Word& b) {
  return combine(a, b, [](auto x, auto y) { return x % y; });
}
inline Word operator&(const Word& a, const Word& b) {
  return combine(a, b, [](auto x, auto y) { return x & y; });
}
inline Word operator|(const Word& a, const Word& b) {
  return combine(a, b, [](auto x, auto y) { return x | y; });
}
inline Word operator^(const Word& a, const Word& b) {
  return combine(a, b, [](auto x, auto y) { return x ^ y; });
}
/// Pre for << and >>: a known shift is below 64.
inline Word operator<<(const Word& a, const Word& b) {
  return combine(a, b, [](auto x, auto y) { return x << y; });
}
inline Word operator>>(const Word& a, const Word& b) {
  return combine(a, b, [](auto x, auto y) { return x >> y; });
}
inline Truth operator==(const Word& a, const Word& b) {
  return combine(a, b, [](auto x, auto y) { return x == y; });
}
inline Truth operator!=(const Word& a, const Word& b) {
  return combine(a, b, [](auto x, auto y) { return x != y; });
}
inline Truth operator<(const Word& a, const Word& b) {
  return combine(a, b, [](auto x, auto y) { return x < y; });
}
inline Truth operator>(const Word& a, const Word& b) {
  return combine(a, b, [](auto x, auto y) { return x > y; });
}
inline Truth operator<=(const Word& a, const Word& b) {
  return combine(a, b, [](auto x, auto y) { return x <= y; });
}
inline Truth operator>=(const Word& a, const Word& b) {
  return combine(a, b, [](auto x, auto y) { return x >= y; });
}
inline Truth operator!(const Truth& a) {
  return {!a.value, a.sources, a.known};
}
inline Truth operator&(const Truth& a, const Truth& b) {
  return {a.value && b.value, a.sources | b.sources, a.known && b.known};
}
inline Truth operator|(const Truth& a, const Truth& b) {
  return {a.value || b.value, a.sources | b.sources, a.known && b.known};
}

}  // namespace ringcheck
