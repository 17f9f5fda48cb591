#pragma once
// Outsiders: changes of the specification's text that are turned on at run time, one at a time.
//
// scripts/outsiders.py puts calls of these functions into a copy of the specification; the
// specification itself has none. What the compiler evaluates is never changed.
// Tested by tests/protocol/core/outsider_test.cpp.

#include <concepts>
#include <cstdint>
#include <initializer_list>
#include <string_view>
#include <type_traits>
#include <utility>

namespace ringcheck::outsider {

/// A change that can be made.
struct Place {
  std::string_view file;      ///< below protocol/
  unsigned line;              ///< in that file
  std::string_view function;  ///< that it is in
  std::string_view change;    ///< what is changed into what
};

inline constexpr unsigned kNone = ~0U;

/// What was found out about a place.
enum Mark : std::uint8_t {
  reached = 1,    ///< it was executed
  no_change = 2,  ///< it is there, and the types allow no such change
};

/// Which change is on, and what is known about each.
struct State {
  unsigned chosen = kNone;          ///< the change that is on
  std::uint64_t visits = 0;         ///< how often places were visited
  std::uint64_t most_visits = ~0U;  ///< after which `too_many` is called
  void (*too_many)() = nullptr;     ///< does not return
  std::uint8_t* marks = nullptr;    ///< of each place, Mark bits; null: nobody asks
};
inline State state;

/// Visits place `k`; true iff it is on.
inline bool visit(unsigned k) {
  if (++state.visits > state.most_visits && state.too_many != nullptr) state.too_many();
  if (state.marks != nullptr) state.marks[k] |= reached;
  return k == state.chosen;
}

/// True iff change `k` is on.
constexpr bool on(unsigned k) {
  return !std::is_constant_evaluated() && visit(k);
}

/// Says that change `k` cannot be made here.
constexpr void cannot(unsigned k) {
  if (!std::is_constant_evaluated() && state.marks != nullptr) state.marks[k] |= no_change;
}

/// Words of any machine: made from a number, and closed under addition.
template <class T>
concept Word = std::constructible_from<T, std::uint64_t> && requires(const T& v) {
  { v + T(std::uint64_t{1}) } -> std::convertible_to<T>;
};

/// A condition: the opposite if `k` is on, false for the next, true for the one after that.
constexpr bool truth(unsigned k, bool holds) {
  if (on(k)) return !holds;
  if (on(k + 1)) return false;
  return on(k + 2) || holds;
}
/// The same for a loop, which must not run for ever.
constexpr bool loop(unsigned k, bool holds) {
  return on(k) ? !holds : !on(k + 1) && holds;
}
/// Operands of && and ||: without them.
constexpr bool kept(unsigned k, bool holds) {
  return on(k) || holds;
}
constexpr bool missed(unsigned k, bool holds) {
  return !on(k) && holds;
}
constexpr bool truth_of(unsigned k, bool holds) {
  return holds != on(k);
}

/// A constant, or one more.
template <class T>
constexpr T number(unsigned k, T value) {
  return on(k) ? static_cast<T>(value + 1) : value;
}

/// `value`, or one more where it is a number.
template <class T>
constexpr std::remove_cvref_t<T> more(unsigned k, T&& value) {
  using Plain = std::remove_cvref_t<T>;
  if constexpr (std::same_as<Plain, bool>) {
    return value != on(k);
  } else if constexpr (std::is_arithmetic_v<Plain>) {
    return on(k) ? static_cast<Plain>(value + 1) : value;
  } else if constexpr (Word<Plain>) {
    if (on(k)) return value + Plain(std::uint64_t{1});
    return std::forward<T>(value);
  } else {
    cannot(k);
    return std::forward<T>(value);
  }
}
/// The same for what a function returns.
template <class T>
constexpr std::remove_cvref_t<T> result(unsigned k, T&& value) {
  return more(k, std::forward<T>(value));
}

/// `one`, or `other` where both are of one type.
template <class A, class B>
constexpr decltype(auto) pick(unsigned k, A&& one, B&& other) {
  using Plain = std::remove_cvref_t<A>;
  if constexpr (std::same_as<A&&, B&&>) {
    if (on(k)) return std::forward<B>(other);
    return std::forward<A>(one);
  } else if constexpr (std::same_as<Plain, std::remove_cvref_t<B>> &&
                       (std::is_arithmetic_v<Plain> || Word<Plain>)) {
    return on(k) ? Plain(other) : Plain(one);
  } else {
    cannot(k);
    return std::forward<A>(one);
  }
}

/// What `whole` gives, or one of the parts.
template <class Whole, class First, class Second>
constexpr auto instead(unsigned k, Whole&& whole, First&& first, Second&& second) {
  using Result = decltype(whole());
  if (on(k)) return static_cast<Result>(first());
  if (on(k + 1)) return static_cast<Result>(second());
  return whole();
}

/// An operator that stands between two operands in two pieces, so that its precedence is its own:
/// `a + Plus{k} + b`.
template <class Operator, class A>
struct Half {
  unsigned k;
  const A& left;
};

// The halves of an operator, and what it becomes: `change` if the number of its place is on, and
// its left operand for the number after that.
#define RC_OUTSIDER_LEFT(Name, sign)                                 \
  struct Name {                                                      \
    unsigned k;                                                      \
  };                                                                 \
  template <class A>                                                 \
  constexpr Half<Name, A> operator sign(const A& left, Name whole) { \
    return {whole.k, left};                                          \
  }
#define RC_OUTSIDER_ONE(Name, sign, change)                                 \
  RC_OUTSIDER_LEFT(Name, sign)                                              \
  template <class A, class B>                                               \
  constexpr auto operator sign(const Half<Name, A>& half, const B& right) { \
    const A& left = half.left;                                              \
    using Result = decltype(left sign right);                               \
    if constexpr (requires { static_cast<Result>(change); }) {              \
      if (on(half.k)) return static_cast<Result>(change);                   \
    } else {                                                                \
      cannot(half.k);                                                       \
    }                                                                       \
    return static_cast<Result>(left sign right);                            \
  }
#define RC_OUTSIDER_TWO(Name, sign, change)                                 \
  RC_OUTSIDER_LEFT(Name, sign)                                              \
  template <class A, class B>                                               \
  constexpr auto operator sign(const Half<Name, A>& half, const B& right) { \
    const A& left = half.left;                                              \
    using Result = decltype(left sign right);                               \
    if constexpr (requires { static_cast<Result>(change); }) {              \
      if (on(half.k)) return static_cast<Result>(change);                   \
    } else {                                                                \
      cannot(half.k);                                                       \
    }                                                                       \
    if constexpr (std::is_convertible_v<A, Result>) {                       \
      if (on(half.k + 1)) return static_cast<Result>(left);                 \
    } else {                                                                \
      cannot(half.k + 1);                                                   \
    }                                                                       \
    return static_cast<Result>(left sign right);                            \
  }

RC_OUTSIDER_TWO(Plus, +, left - right)
RC_OUTSIDER_TWO(Minus, -, left + right)
RC_OUTSIDER_TWO(And, &, left | right)
RC_OUTSIDER_TWO(Or, |, left& right)
RC_OUTSIDER_ONE(Times, *, left)
RC_OUTSIDER_ONE(Over, /, left)
RC_OUTSIDER_ONE(Modulo, %, left)
RC_OUTSIDER_ONE(Left, <<, left)
RC_OUTSIDER_ONE(Right, >>, left)
RC_OUTSIDER_ONE(Less, <, !(right < left))
RC_OUTSIDER_ONE(LessEqual, <=, left < right)
RC_OUTSIDER_ONE(Greater, >, left >= right)
RC_OUTSIDER_ONE(GreaterEqual, >=, left > right)
RC_OUTSIDER_ONE(Equal, ==, !(left == right))
RC_OUTSIDER_ONE(NotEqual, !=, left == right)

#undef RC_OUTSIDER_TWO
#undef RC_OUTSIDER_ONE
#undef RC_OUTSIDER_LEFT

}  // namespace ringcheck::outsider
