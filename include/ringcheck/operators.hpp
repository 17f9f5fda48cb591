#pragma once
// Operators of tracked values, as the language has them for numbers: what they return depends on
// the loads of both sides. Part of tracked.hpp.

#include "ringcheck/tracked.hpp"

namespace ringcheck {

template <class A, class B>
requires detail::operands<A, B>
constexpr auto operator+(const A& a, const B& b) {
  return detail::binary(a, b, [](auto x, auto y) { return x + y; });
}
template <class A, class B>
requires detail::operands<A, B>
constexpr auto operator-(const A& a, const B& b) {
  return detail::binary(a, b, [](auto x, auto y) { return x - y; });
}
template <class A, class B>
requires detail::operands<A, B>
constexpr auto operator*(const A& a, const B& b) {
  return detail::binary(a, b, [](auto x, auto y) { return x * y; });
}
/// Division by zero ends the execution as a fault.
template <class A, class B>
requires detail::operands<A, B>
constexpr auto operator/(const A& a, const B& b) {
  return detail::binary(a, b, [](auto x, auto y) {
    if (y == 0) detail::fault("division by zero");
    return x / y;
  });
}
/// As for /.
template <class A, class B>
requires detail::operands<A, B>
constexpr auto operator%(const A& a, const B& b) {
  return detail::binary(a, b, [](auto x, auto y) {
    if (y == 0) detail::fault("division by zero");
    return x % y;
  });
}
template <class A, class B>
requires detail::operands<A, B>
constexpr auto operator&(const A& a, const B& b) {
  return detail::binary(a, b, [](auto x, auto y) { return x & y; });
}
template <class A, class B>
requires detail::operands<A, B>
constexpr auto operator|(const A& a, const B& b) {
  return detail::binary(a, b, [](auto x, auto y) { return x | y; });
}
template <class A, class B>
requires detail::operands<A, B>
constexpr auto operator^(const A& a, const B& b) {
  return detail::binary(a, b, [](auto x, auto y) { return x ^ y; });
}
template <class A, class B>
requires detail::operands<A, B>
constexpr auto operator<<(const A& a, const B& b) {
  const auto left = detail::value_of(a);
  const auto right = detail::value_of(b);
  return detail::inside::combine(left, right, [](auto x, auto y) { return x << y; });
}
template <class A, class B>
requires detail::operands<A, B>
constexpr auto operator>>(const A& a, const B& b) {
  const auto left = detail::value_of(a);
  const auto right = detail::value_of(b);
  return detail::inside::combine(left, right, [](auto x, auto y) { return x >> y; });
}
template <class A, class B>
requires detail::operands<A, B>
constexpr auto operator==(const A& a, const B& b) {
  return detail::binary(a, b, [](auto x, auto y) { return x == y; });
}
template <class A, class B>
requires detail::operands<A, B>
constexpr auto operator!=(const A& a, const B& b) {
  return detail::binary(a, b, [](auto x, auto y) { return x != y; });
}
template <class A, class B>
requires detail::operands<A, B>
constexpr auto operator<(const A& a, const B& b) {
  return detail::binary(a, b, [](auto x, auto y) { return x < y; });
}
template <class A, class B>
requires detail::operands<A, B>
constexpr auto operator>(const A& a, const B& b) {
  return detail::binary(a, b, [](auto x, auto y) { return x > y; });
}
template <class A, class B>
requires detail::operands<A, B>
constexpr auto operator<=(const A& a, const B& b) {
  return detail::binary(a, b, [](auto x, auto y) { return x <= y; });
}
template <class A, class B>
requires detail::operands<A, B>
constexpr auto operator>=(const A& a, const B& b) {
  return detail::binary(a, b, [](auto x, auto y) { return x >= y; });
}
template <detail::readable A>
constexpr auto operator==(const A& a, std::nullptr_t) {
  return detail::inside::apply(detail::value_of(a), [](auto x) { return x == nullptr; });
}
template <detail::readable A>
constexpr auto operator!=(const A& a, std::nullptr_t) {
  return detail::inside::apply(detail::value_of(a), [](auto x) { return x != nullptr; });
}
/// Not a branch: the opposite value.
template <detail::readable A>
constexpr auto operator!(const A& a) {
  return detail::inside::apply(detail::value_of(a), [](auto x) { return !x; });
}
template <detail::readable A>
constexpr auto operator~(const A& a) {
  return detail::inside::apply(detail::value_of(a), [](auto x) { return ~x; });
}
template <detail::readable A>
constexpr auto operator+(const A& a) {
  return detail::inside::apply(detail::value_of(a), [](auto x) { return +x; });
}
template <detail::readable A>
constexpr auto operator-(const A& a) {
  return detail::inside::apply(detail::value_of(a), [](auto x) { return -x; });
}

template <class T, class B>
requires detail::operand<B> tracked<T>
&operator+=(tracked<T>& a, const B& b) {
  return a = tracked<T>(a + b);
}
template <class T, class B>
requires detail::operand<B> tracked<T>
&operator-=(tracked<T>& a, const B& b) {
  return a = tracked<T>(a - b);
}
template <class T, class B>
requires detail::operand<B> tracked<T>
&operator*=(tracked<T>& a, const B& b) {
  return a = tracked<T>(a * b);
}
template <class T, class B>
requires detail::operand<B> tracked<T>
&operator/=(tracked<T>& a, const B& b) {
  return a = tracked<T>(a / b);
}
template <class T, class B>
requires detail::operand<B> tracked<T>
&operator%=(tracked<T>& a, const B& b) {
  return a = tracked<T>(a % b);
}
template <class T, class B>
requires detail::operand<B> tracked<T>
&operator<<=(tracked<T>& a, const B& b) {
  return a = tracked<T>(a << b);
}
template <class T, class B>
requires detail::operand<B> tracked<T>
&operator>>=(tracked<T>& a, const B& b) {
  return a = tracked<T>(a >> b);
}
template <class T, class B>
requires detail::operand<B> tracked<T>
&operator&=(tracked<T>& a, const B& b) {
  return a = tracked<T>(a & b);
}
template <class T, class B>
requires detail::operand<B> tracked<T>
&operator|=(tracked<T>& a, const B& b) {
  return a = tracked<T>(a | b);
}
template <class T, class B>
requires detail::operand<B> tracked<T>
&operator^=(tracked<T>& a, const B& b) {
  return a = tracked<T>(a ^ b);
}

}  // namespace ringcheck
