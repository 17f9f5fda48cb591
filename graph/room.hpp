#pragma once
// Room for elements that are copied as bytes, and whose number is kept elsewhere.

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <memory>
#include <type_traits>
#include <utility>

namespace ringcheck {

/// An array that grows. New elements have no value until they get one, and those no longer in use
/// stay where they are. The owner of the room knows how many elements count, and copies only these.
template <class T>
class Room {
  static_assert(std::is_trivially_copyable_v<T> && std::is_trivially_destructible_v<T>);

 public:
  Room() = default;
  Room(Room&& other) noexcept
      : elements_(std::move(other.elements_)), capacity_(std::exchange(other.capacity_, 0)) {}
  Room& operator=(Room&& other) noexcept {
    elements_ = std::move(other.elements_);
    capacity_ = std::exchange(other.capacity_, 0);
    return *this;
  }
  Room(const Room&) = delete;
  Room& operator=(const Room&) = delete;
  ~Room() = default;

  [[nodiscard]] std::size_t capacity() const { return capacity_; }
  [[nodiscard]] T* data() { return elements_.get(); }
  [[nodiscard]] const T* data() const { return elements_.get(); }
  [[nodiscard]] T& operator[](std::size_t i) { return elements_[i]; }
  [[nodiscard]] const T& operator[](std::size_t i) const { return elements_[i]; }

  /// Makes room for `count` elements; those already there stay.
  void need(std::size_t count) {
    if (count > capacity_) [[unlikely]]
      grow(count, capacity_);
  }
  /// Takes over the first `count` elements of `other`.
  void copy(const Room& other, std::size_t count) {
    if (count > capacity_) [[unlikely]]
      grow(count, 0);
    if (count > 0) std::memcpy(static_cast<void*>(data()), other.data(), count * sizeof(T));
  }

 private:
  static constexpr std::size_t kLeast = 1024 / sizeof(T) + 1;

  void grow(std::size_t count, std::size_t kept) {
    const std::size_t capacity = std::max({count, 2 * capacity_, kLeast});
    auto elements = std::make_unique_for_overwrite<T[]>(capacity);
    if (kept > 0) std::memcpy(static_cast<void*>(elements.get()), data(), kept * sizeof(T));
    elements_ = std::move(elements);
    capacity_ = capacity;
  }

  std::unique_ptr<T[]> elements_;
  std::size_t capacity_ = 0;
};

}  // namespace ringcheck
