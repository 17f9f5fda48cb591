#pragma once
// Arrays of shared objects, indexed by tracked values.

#include <array>
#include <cstddef>
#include <string>
#include <utility>

#include "ringcheck/atomic.hpp"

namespace ringcheck {

namespace detail {

/// Ends the execution when `index` is known and not below `size`.
void check_index(const word& index, std::size_t size);

}  // namespace detail

/// An array element whose index depends on loads: accesses to the element depend on those loads by
/// address. Lives as long as the expression that names it.
template <class E>
class element {
 public:
  element(E* object, detail::sources from, bool known)
      : object_(object), from_(from), known_(known) {}
  /// Its members.
  auto operator->() const { return detail::opened<E>(object_, from_, known_); }

 private:
  E* object_;
  detail::sources from_;
  bool known_;
};

template <class E>
class element<const E> : public element<E> {
 public:
  element(const E* object, detail::sources from, bool known)
      : element<E>(const_cast<E*>(object), from, known) {}
};

template <class T>
class element<atomic<T>> : public detail::atomic_operations<element<atomic<T>>, T> {
 public:
  element(const atomic<T>* object, detail::sources from, bool known)
      : at_{known ? object : nullptr, from} {}
  tracked<T> operator=(const detail::located<T>& given) const { return this->assign(given); }
  [[nodiscard]] detail::target at() const { return at_; }

 private:
  detail::target at_;
};

template <class T>
class element<var<T>> : public detail::variable_operations<element<var<T>>, T> {
 public:
  element(const var<T>* object, detail::sources from, bool known)
      : at_{known ? object : nullptr, from} {}
  element(const element&) = default;
  tracked<T> operator=(const detail::located<T>& given) const { return this->assign(given); }
  /// Loads the other and stores its value.
  tracked<T> operator=(const element& other) const {
    return this->assign({other.load(detail::place{}), detail::place{}});
  }
  [[nodiscard]] detail::target at() const { return at_; }

 private:
  detail::target at_;
};

/// The element that a tracked index names, among the `size` elements that start at `first`. Errors:
/// an index that is too great ends the execution as a fault.
template <class E, class I>
element<E> at(E* first, std::size_t size, const tracked<I>& index) {
  const detail::word i = detail::to_word(index);
  detail::check_index(i, size);
  return {i.known ? first + i.bits : nullptr, i.from, i.known};
}

/// A fixed number of shared objects: a std::array that tracked values can index.
template <class E, std::size_t N>
class array {
 public:
  /// Makes each element as E(arguments…). Names of shared objects get the index: slot[0].
  template <class... Arguments>
  requires std::constructible_from<E, const Arguments&...>
  explicit array(const Arguments&... arguments)
      : array(std::make_index_sequence<N>{}, arguments...) {}

  [[nodiscard]] static constexpr std::size_t size() { return N; }
  E& operator[](std::size_t i) {
    detail::check_index({i}, N);
    return elements_[i];
  }
  const E& operator[](std::size_t i) const {
    detail::check_index({i}, N);
    return elements_[i];
  }
  template <detail::readable I>
  element<E> operator[](const I& index) {
    return at(elements_, N, detail::value_of(index));
  }
  template <detail::readable I>
  element<const E> operator[](const I& index) const {
    return at(elements_, N, detail::value_of(index));
  }
  E* begin() { return elements_; }
  E* end() { return elements_ + N; }

 private:
  template <std::size_t... I, class... Arguments>
  explicit array(std::index_sequence<I...>, const Arguments&... arguments)
      : elements_{make_one(I, arguments...)...} {}
  template <class... Arguments>
  static E make_one(std::size_t i, const Arguments&... arguments) {
    const detail::numbered here(i);
    return E(arguments...);
  }

  E elements_[N];
};

}  // namespace ringcheck
