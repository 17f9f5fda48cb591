#pragma once
// Values that remember which loads they come from.
//
// A load returns a `tracked<T>`: a number, and the loads that it depends on. Arithmetic keeps these
// loads. A store of a tracked value depends on them (data dependency), and so does an access
// through a tracked pointer or a tracked index (address dependency). `if`, `while`, `?:`, `&&` and
// `||` on a tracked value are branches: everything that the thread does from there on depends on
// the loads (control dependency). A tracked value turns into a plain one in no other way, so a
// dependency cannot be lost unseen.
//
// Under models with load buffering (armv8, riscv, power, lkmm) the number may be unknown for a
// while: the code runs on without it, up to the first branch that needs it.

#include <compare>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace ringcheck {

/// The types of shared objects and tracked values: an integer, a bool, an enumeration or a pointer,
/// of at most 64 bits.
template <class T>
concept shared_value = (std::integral<T> || std::is_enum_v<T> || std::is_pointer_v<T>)&&sizeof(T) <=
                       8;

template <class T>
class tracked;

/// Not part of the interface.
namespace detail {

/// A set of loads of the thread that runs; 0 is the empty one.
using sources = std::uint32_t;

/// Both sets.
sources unite_sources(sources a, sources b);
inline sources unite(sources a, sources b) {
  return b == 0 || a == b ? a : a == 0 ? b : unite_sources(a, b);
}
/// A branch.
bool decide(bool condition, sources from, bool known);
/// Ends the execution: the code has done what no program may do. `what` must live for ever.
[[noreturn]] void fault(const char* what);

/// A tracked value of 64 bits, without its type.
struct word {
  std::uint64_t bits = 0;
  sources from = 0;
  bool known = true;
};

/// The value of a pointer that was not loaded. One to a member that an expression reaches through a
/// tracked pointer depends on that.
word pointer_value(std::uint64_t raw);
/// Opens the object of `size` bytes at `pointer` for an expression. Returns the address through
/// which the expression names its members: `pointer`, or another one, which tells them from members
/// that are named without it.
void* open_object(const void* pointer, std::size_t size, sources from, bool known);
void close_object(const void* opened);

/// The object that a tracked pointer points to, for one expression: accesses to its members depend
/// on the pointer.
template <class T>
class opened {
 public:
  opened(T* pointer, sources from, bool known)
      : object_(static_cast<T*>(open_object(pointer, sizeof(T), from, known))) {}
  opened(const opened&) = delete;
  opened& operator=(const opened&) = delete;
  ~opened() { close_object(object_); }
  T* operator->() const { return object_; }

 private:
  T* object_;
};

/// How the rest of the library looks into a tracked value.
struct inside;

/// A type whose objects are read by naming them: a tracked value, an atomic, a var, an element.
template <class X>
concept readable = requires {
  typename X::tracked_value;
};
template <class X>
concept operand = readable<X> || shared_value<X>;
template <class A, class B>
concept operands = (readable<A> || readable<B>)&&operand<A>&& operand<B>;

template <class T>
constexpr std::uint64_t to_bits(T value);
template <class T>
constexpr T from_bits(std::uint64_t bits);

}  // namespace detail

/// A value of type T and the loads that it depends on. A constant depends on none. Cheap to copy;
/// valid only within the run of the thread that made it, and in the program's body after the join.
template <class T>
class tracked {
  static_assert(shared_value<T>, "a tracked value is an integer, a bool, an enum or a pointer");

 public:
  using value_type = T;
  using tracked_value = T;

  /// Zero.
  constexpr tracked() = default;
  /// A constant. A pointer to a member that the expression reaches through a tracked pointer depends
  /// on that pointer.
  constexpr tracked(T constant) : value_(constant) {  // NOLINT(google-explicit-constructor)
    if constexpr (std::is_pointer_v<T>) {
      if (std::is_constant_evaluated() || constant == nullptr) return;
      const detail::word its = detail::pointer_value(detail::to_bits(constant));
      value_ = detail::from_bits<T>(its.bits);
      sources_ = its.from;
      known_ = its.known;
    }
  }
  constexpr tracked(std::nullptr_t) requires std::is_pointer_v<T> {}
  /// Converts as U converts to T; the loads stay the same.
  template <class U>
  requires(!std::same_as<T, U> && requires(U u) { static_cast<T>(u); })  //
      constexpr explicit(!std::is_convertible_v<U, T>) tracked(const tracked<U>& other);

  /// In a condition: a branch on whether it is zero, false or null.
  explicit operator bool() const {
    return detail::decide(known_ && value_ != T{}, sources_, known_);
  }
  /// The object that a pointer points to. Errors: a null or wild pointer ends the execution as a
  /// fault. There is no `*`: it would lose what the pointer depends on.
  auto operator->() const requires std::is_pointer_v<T> {
    return detail::opened<std::remove_pointer_t<T>>(value_, sources_, known_);
  }

  tracked& operator++() { return *this = tracked(*this + 1); }
  tracked& operator--() { return *this = tracked(*this - 1); }
  tracked operator++(int) {
    const tracked before = *this;
    ++*this;
    return before;
  }
  tracked operator--(int) {
    const tracked before = *this;
    --*this;
    return before;
  }

 private:
  friend struct detail::inside;
  template <class U>
  friend class tracked;
  constexpr tracked(T value, detail::sources from, bool known)
      : value_(value), sources_(from), known_(known) {}

  T value_{};
  detail::sources sources_ = 0;
  bool known_ = true;  // false: a load that it depends on has no value yet, and value_ says nothing
};

namespace detail {

template <class T>
constexpr std::uint64_t to_bits(T value) {
  if constexpr (std::is_pointer_v<T>)
    return reinterpret_cast<std::uintptr_t>(value);
  else if constexpr (std::is_enum_v<T>)
    return to_bits(static_cast<std::underlying_type_t<T>>(value));
  else if constexpr (std::same_as<T, bool>)
    return value ? 1 : 0;
  else
    return static_cast<std::make_unsigned_t<T>>(value);
}

template <class T>
constexpr T from_bits(std::uint64_t bits) {
  if constexpr (std::is_pointer_v<T>)
    return reinterpret_cast<T>(static_cast<std::uintptr_t>(bits));
  else if constexpr (std::is_enum_v<T>)
    return static_cast<T>(from_bits<std::underlying_type_t<T>>(bits));
  else if constexpr (std::same_as<T, bool>)
    return bits != 0;
  else
    return static_cast<T>(static_cast<std::make_unsigned_t<T>>(bits));
}

struct inside {
  template <class T>
  static constexpr word to_word(const tracked<T>& value) {
    return {to_bits(value.value_), value.sources_, value.known_};
  }
  template <class T>
  static constexpr tracked<T> to_tracked(const word& value) {
    return {from_bits<T>(value.bits), value.from, value.known};
  }
  /// `f` of both numbers when they are known; depends on the loads of both.
  template <class A, class B, class F>
  static constexpr auto combine(const tracked<A>& a, const tracked<B>& b, F f) {
    using R = std::remove_cvref_t<decltype(f(a.value_, b.value_))>;
    const sources from = unite(a.sources_, b.sources_);
    if (a.known_ && b.known_) return tracked<R>(f(a.value_, b.value_), from, true);
    return tracked<R>(R{}, from, false);
  }
  template <class A, class F>
  static constexpr auto apply(const tracked<A>& a, F f) {
    using R = std::remove_cvref_t<decltype(f(a.value_))>;
    return a.known_ ? tracked<R>(f(a.value_), a.sources_, true)
                    : tracked<R>(R{}, a.sources_, false);
  }
};

/// What `x` means in an expression: a shared object is loaded; a constant stays as it is.
template <class X>
constexpr auto value_of(const X& x) {
  if constexpr (readable<X>)
    return static_cast<tracked<typename X::tracked_value>>(x);
  else
    return tracked<X>(x);
}

/// `f` of both values, converted as the language does for an arithmetic operator; pointers stay.
template <class F>
constexpr auto usually_converted(F f) {
  return [f](auto x, auto y) {
    if constexpr (std::is_arithmetic_v<decltype(x)> && std::is_arithmetic_v<decltype(y)>) {
      using C = decltype(x + y);
      return f(static_cast<C>(x), static_cast<C>(y));
    } else {
      return f(x, y);
    }
  };
}

template <class A, class B, class F>
constexpr auto binary(const A& a, const B& b, F f) {
  const auto left = value_of(a);
  const auto right = value_of(b);
  return inside::combine(left, right, usually_converted(f));
}

}  // namespace detail

template <class T>
template <class U>
requires(!std::same_as<T, U> && requires(U u) { static_cast<T>(u); })  //
    constexpr tracked<T>::tracked(const tracked<U>& other)
    : value_(other.known_ ? static_cast<T>(other.value_) : T{}),
      sources_(other.sources_),
      known_(other.known_) {}

}  // namespace ringcheck

#include "ringcheck/operators.hpp"
