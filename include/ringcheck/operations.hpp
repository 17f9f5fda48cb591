#pragma once
// What can be done with shared objects of C++: the operations of atomics and of plain variables.

#include <atomic>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "ringcheck/shared.hpp"

namespace ringcheck {

using std::memory_order;
using std::memory_order_acq_rel;
using std::memory_order_acquire;
using std::memory_order_consume;
using std::memory_order_relaxed;
using std::memory_order_release;
using std::memory_order_seq_cst;

namespace detail {

constexpr ordering to_ordering(std::memory_order order) {
  switch (order) {
    case std::memory_order_relaxed:
      return ordering::relaxed;
    case std::memory_order_consume:
    case std::memory_order_acquire:
      return ordering::acquire;
    case std::memory_order_release:
      return ordering::release;
    case std::memory_order_acq_rel:
      return ordering::acq_rel;
    case std::memory_order_seq_cst:
      break;
  }
  return ordering::seq_cst;
}

template <class T>
constexpr call call_of(ordering order, const place& where) {
  const std::size_t bits = std::is_same_v<T, bool> ? 1 : sizeof(T) * 8;
  return {order, static_cast<std::uint8_t>(bits), std::is_pointer_v<T>, where};
}
template <class T>
constexpr call call_of(std::memory_order order, const place& where) {
  return call_of<T>(to_ordering(order), where);
}

/// The order of a failing compare_exchange when only one order is given.
constexpr std::memory_order failing(std::memory_order success) {
  if (success == std::memory_order_acq_rel) return std::memory_order_acquire;
  return success == std::memory_order_release ? std::memory_order_relaxed : success;
}

/// What can be done with an atomic object, named by `Self::at()`. Errors: error, for an order that
/// C++ does not allow: a load that releases, a store that acquires.
template <class Self, class T>
class atomic_operations {
 public:
  using value_type = T;
  using tracked_value = T;
  static constexpr bool is_always_lock_free = true;

  [[nodiscard]] tracked<T> load(std::memory_order order = std::memory_order_seq_cst,
                                const place& where = place::current()) const {
    return to_tracked<T>(detail::load(self().at(), call_of<T>(order, where)));
  }
  void store(const tracked<T>& value, std::memory_order order = std::memory_order_seq_cst,
             const place& where = place::current()) const {
    detail::store(self().at(), to_word(value), call_of<T>(order, where));
  }
  tracked<T> exchange(const tracked<T>& value, std::memory_order order = std::memory_order_seq_cst,
                      const place& where = place::current()) const {
    return update(operation::exchange, value, order, where);
  }
  /// As in the standard library; `expected` becomes the value that was read. Never fails
  /// spuriously: for an algorithm that must bear that, fail by `choose`.
  tracked<bool> compare_exchange_strong(tracked<T>& expected, const tracked<T>& desired,
                                        std::memory_order success, std::memory_order failure,
                                        const place& where = place::current()) const {
    const word wanted = to_word(expected);
    const word old = detail::compare_exchange(self().at(), wanted, to_word(desired),
                                              call_of<T>(success, where), to_ordering(failure));
    const tracked<bool> done = to_tracked<T>(old) == to_tracked<T>(wanted);
    expected = to_tracked<T>(old);
    return done;
  }
  tracked<bool> compare_exchange_strong(tracked<T>& expected, const tracked<T>& desired,
                                        std::memory_order order = std::memory_order_seq_cst,
                                        const place& where = place::current()) const {
    return compare_exchange_strong(expected, desired, order, failing(order), where);
  }
  tracked<bool> compare_exchange_weak(tracked<T>& expected, const tracked<T>& desired,
                                      std::memory_order success, std::memory_order failure,
                                      const place& where = place::current()) const {
    return compare_exchange_strong(expected, desired, success, failure, where);
  }
  tracked<bool> compare_exchange_weak(tracked<T>& expected, const tracked<T>& desired,
                                      std::memory_order order = std::memory_order_seq_cst,
                                      const place& where = place::current()) const {
    return compare_exchange_strong(expected, desired, order, failing(order), where);
  }
  template <class U, class... Rest>
  requires(!std::same_as<U, tracked<T>> && std::convertible_to<U, tracked<T>>)  //
      tracked<bool> compare_exchange_strong(U& /*expected*/, const Rest&... /*rest*/)
  const {
    static_assert(!std::same_as<U, U>, "what is expected must be a tracked<T>");
    return {};
  }
  template <class U, class... Rest>
  requires(!std::same_as<U, tracked<T>> && std::convertible_to<U, tracked<T>>)  //
      tracked<bool> compare_exchange_weak(U& /*expected*/, const Rest&... /*rest*/)
  const {
    static_assert(!std::same_as<U, U>, "what is expected must be a tracked<T>");
    return {};
  }
  tracked<T> fetch_add(const tracked<T>& value, std::memory_order order = std::memory_order_seq_cst,
                       const place& where = place::current()) const requires std::integral<T> {
    return update(operation::add, value, order, where);
  }
  tracked<T> fetch_sub(const tracked<T>& value, std::memory_order order = std::memory_order_seq_cst,
                       const place& where = place::current()) const requires std::integral<T> {
    return update(operation::subtract, value, order, where);
  }
  tracked<T> fetch_and(const tracked<T>& value, std::memory_order order = std::memory_order_seq_cst,
                       const place& where = place::current()) const requires std::integral<T> {
    return update(operation::bit_and, value, order, where);
  }
  tracked<T> fetch_or(const tracked<T>& value, std::memory_order order = std::memory_order_seq_cst,
                      const place& where = place::current()) const requires std::integral<T> {
    return update(operation::bit_or, value, order, where);
  }
  tracked<T> fetch_xor(const tracked<T>& value, std::memory_order order = std::memory_order_seq_cst,
                       const place& where = place::current()) const requires std::integral<T> {
    return update(operation::bit_xor, value, order, where);
  }
  /// Waits until the value differs from `old`. Needs no notify: a wait looks again by itself.
  void wait(const tracked<T>& old, std::memory_order order = std::memory_order_seq_cst,
            const place& where = place::current()) const {
    begin_wait();
    end_wait(to_word(load(order, where) != old), where);
  }
  void notify_one() const {}
  void notify_all() const {}

  // As in the standard library, sequentially consistent.
  operator tracked<T>() const { return here(); }  // NOLINT(google-explicit-constructor)
  explicit operator bool() const { return static_cast<bool>(here()); }
  tracked<T> operator++(int) const requires std::integral<T> { return add(T{1}); }
  tracked<T> operator--(int) const requires std::integral<T> { return add(static_cast<T>(-1)); }
  tracked<T> operator++() const requires std::integral<T> { return tracked<T>(add(T{1}) + 1); }
  tracked<T> operator--() const requires std::integral<T> {
    return tracked<T>(add(static_cast<T>(-1)) - 1);
  }
  tracked<T> operator+=(const located<T>& by) const requires std::integral<T> {
    return tracked<T>(change(operation::add, by) + by.value);
  }
  tracked<T> operator-=(const located<T>& by) const requires std::integral<T> {
    return tracked<T>(change(operation::subtract, by) - by.value);
  }
  tracked<T> operator&=(const located<T>& by) const requires std::integral<T> {
    return tracked<T>(change(operation::bit_and, by) & by.value);
  }
  tracked<T> operator|=(const located<T>& by) const requires std::integral<T> {
    return tracked<T>(change(operation::bit_or, by) | by.value);
  }
  tracked<T> operator^=(const located<T>& by) const requires std::integral<T> {
    return tracked<T>(change(operation::bit_xor, by) ^ by.value);
  }

 protected:
  tracked<T> assign(const located<T>& given) const {
    store(given.value, std::memory_order_seq_cst, given.where);
    return given.value;
  }

 private:
  [[nodiscard]] const Self& self() const { return static_cast<const Self&>(*this); }
  // What an expression does without a call has no place in the source.
  [[nodiscard]] tracked<T> here() const { return load(std::memory_order_seq_cst, {}); }
  tracked<T> add(T by) const { return fetch_add(by, std::memory_order_seq_cst, {}); }
  tracked<T> change(operation what, const located<T>& by) const {
    return update(what, by.value, std::memory_order_seq_cst, by.where);
  }
  tracked<T> update(operation what, const tracked<T>& value, std::memory_order order,
                    const place& where) const {
    return to_tracked<T>(
        detail::update(self().at(), what, to_word(value), call_of<T>(order, where)));
  }
};

/// What can be done with a plain variable, named by `Self::at()`.
template <class Self, class T>
class variable_operations {
 public:
  using value_type = T;
  using tracked_value = T;

  /// The value, as naming the variable gives it, but with the place in the source for the witness.
  [[nodiscard]] tracked<T> load(const place& where = place::current()) const {
    return to_tracked<T>(detail::load(self().at(), call_of<T>(ordering::plain, where)));
  }
  /// Does what an assignment does.
  void store(const tracked<T>& value, const place& where = place::current()) const {
    detail::store(self().at(), to_word(value), call_of<T>(ordering::plain, where));
  }
  operator tracked<T>() const { return load(place{}); }  // NOLINT(google-explicit-constructor)
  explicit operator bool() const { return static_cast<bool>(load(place{})); }

  const Self& operator++() const requires std::integral<T> { return add(T{1}); }
  const Self& operator--() const requires std::integral<T> { return add(static_cast<T>(-1)); }
  tracked<T> operator++(int) const requires std::integral<T> { return add_after(T{1}); }
  tracked<T> operator--(int) const requires std::integral<T> {
    return add_after(static_cast<T>(-1));
  }
  const Self& operator+=(const located<T>& by) const requires std::integral<T> {
    return change(by, [](const auto& a, const auto& b) { return a + b; });
  }
  const Self& operator-=(const located<T>& by) const requires std::integral<T> {
    return change(by, [](const auto& a, const auto& b) { return a - b; });
  }
  const Self& operator*=(const located<T>& by) const requires std::integral<T> {
    return change(by, [](const auto& a, const auto& b) { return a * b; });
  }
  const Self& operator/=(const located<T>& by) const requires std::integral<T> {
    return change(by, [](const auto& a, const auto& b) { return a / b; });
  }
  const Self& operator%=(const located<T>& by) const requires std::integral<T> {
    return change(by, [](const auto& a, const auto& b) { return a % b; });
  }
  const Self& operator&=(const located<T>& by) const requires std::integral<T> {
    return change(by, [](const auto& a, const auto& b) { return a & b; });
  }
  const Self& operator|=(const located<T>& by) const requires std::integral<T> {
    return change(by, [](const auto& a, const auto& b) { return a | b; });
  }
  const Self& operator^=(const located<T>& by) const requires std::integral<T> {
    return change(by, [](const auto& a, const auto& b) { return a ^ b; });
  }
  const Self& operator<<=(const located<T>& by) const requires std::integral<T> {
    return change(by, [](const auto& a, const auto& b) { return a << b; });
  }
  const Self& operator>>=(const located<T>& by) const requires std::integral<T> {
    return change(by, [](const auto& a, const auto& b) { return a >> b; });
  }
  /// The object that the value points to.
  auto operator->() const requires std::is_pointer_v<T> { return load(place{}).operator->(); }

 protected:
  tracked<T> assign(const located<T>& given) const {
    store(given.value, given.where);
    return given.value;
  }

 private:
  [[nodiscard]] const Self& self() const { return static_cast<const Self&>(*this); }
  const Self& add(T by) const {
    add_after(by);
    return self();
  }
  tracked<T> add_after(T by) const {
    const tracked<T> before = load(place{});
    store(tracked<T>(before + by), place{});
    return before;
  }
  template <class F>
  const Self& change(const located<T>& by, F f) const {
    store(tracked<T>(f(load(by.where), by.value)), by.where);
    return self();
  }
};

}  // namespace detail

}  // namespace ringcheck
