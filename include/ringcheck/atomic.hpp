#pragma once
// C++ under a memory model: atomics, plain shared variables, fences, threads and a mutex, with the
// names and orders of the standard library.
//
//   ringcheck::program message("message", [] {
//     ringcheck::var<int> data{0, "data"};
//     ringcheck::atomic<bool> ready{false, "ready"};
//     ringcheck::thread writer("writer", [&] {
//       data = 42;
//       ready.store(true, std::memory_order_release);
//     });
//     ringcheck::thread reader("reader", [&] {
//       if (ready.load(std::memory_order_acquire)) ringcheck::require(data == 42);
//     });
//   });
//
// Under rc11 the orders mean what the language says; under a machine's model they mean what
// compilers make of them (docs/library.md has the table). The Linux-kernel model gives them no
// meaning: see linux.hpp.

#include <atomic>
#include <source_location>

#include "ringcheck/shared.hpp"

namespace ringcheck {

using std::memory_order;
using std::memory_order_acq_rel;
using std::memory_order_acquire;
using std::memory_order_consume;
using std::memory_order_relaxed;
using std::memory_order_release;
using std::memory_order_seq_cst;

template <class T>
class atomic;
template <class T>
class var;

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

 protected:
  void assign(const located<T>& given) const {
    store(given.value, std::memory_order_seq_cst, given.where);
  }

 private:
  [[nodiscard]] const Self& self() const { return static_cast<const Self&>(*this); }
  // What an expression does without a call has no place in the source.
  [[nodiscard]] tracked<T> here() const { return load(std::memory_order_seq_cst, {}); }
  tracked<T> add(T by) const { return fetch_add(by, std::memory_order_seq_cst, {}); }
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
  const Self& operator+=(const located<T>& by) const requires std::integral<T> {
    store(tracked<T>(load(by.where) + by.value), by.where);
    return self();
  }
  const Self& operator-=(const located<T>& by) const requires std::integral<T> {
    store(tracked<T>(load(by.where) - by.value), by.where);
    return self();
  }
  /// The object that the value points to.
  auto operator->() const requires std::is_pointer_v<T> { return load(place{}).operator->(); }

 private:
  [[nodiscard]] const Self& self() const { return static_cast<const Self&>(*this); }
  const Self& add(T by) const {
    store(tracked<T>(load(place{}) + by), place{});
    return self();
  }
};

}  // namespace detail

/// std::atomic<T>. Its operations are the standard library's, on tracked values. The name is for
/// witnesses.
template <class T>
class atomic : public detail::cell, public detail::atomic_operations<atomic<T>, T> {
  static_assert(shared_value<T>, "an atomic holds an integer, a bool, an enum or a pointer");

 public:
  /// Holds `initial`. Not an atomic store: another thread that may access it first races with it.
  explicit atomic(T initial = T{}, const char* name = nullptr)
      : cell({detail::cell_kind::atomic, detail::call_of<T>(detail::ordering::plain, {}).bits,
              std::is_pointer_v<T>, detail::is_signed_value<T>},
             detail::to_bits(initial), true, name) {}
  void operator=(const detail::located<T>& given) const { this->assign(given); }
  [[nodiscard]] detail::target at() const { return {this, 0}; }
};

/// A plain shared variable: what C++ code would write as `T`. Two accesses of different threads are
/// a data race if one of them writes and nothing orders them. rc11 and lkmm find data races.
template <class T>
class var : public detail::cell, public detail::variable_operations<var<T>, T> {
  static_assert(shared_value<T>, "a var holds an integer, a bool, an enum or a pointer");

 public:
  /// Holds nothing: to load it before a store is a fault.
  explicit var(const char* name = nullptr) : cell(type_of_value(), 0, false, name) {}
  /// Holds `initial`.
  explicit var(T initial, const char* name = nullptr)
      : cell(type_of_value(), detail::to_bits(initial), true, name) {}
  void operator=(const detail::located<T>& given) const { this->store(given.value, given.where); }
  /// Loads the other and stores its value.
  void operator=(const var& other) const { this->store(other.load(detail::place{}), {}); }
  [[nodiscard]] detail::target at() const { return {this, 0}; }

 private:
  static constexpr type type_of_value() {
    return {detail::cell_kind::variable, detail::call_of<T>(detail::ordering::plain, {}).bits,
            std::is_pointer_v<T>, detail::is_signed_value<T>};
  }
};

/// std::atomic_thread_fence.
inline void atomic_thread_fence(std::memory_order order,
                                const detail::place& where = detail::place::current()) {
  using detail::fence_kind;
  if (order == std::memory_order_relaxed) return;
  const detail::ordering which = detail::to_ordering(order);
  detail::fence(which == detail::ordering::acquire   ? fence_kind::acquire
                : which == detail::ordering::release ? fence_kind::release
                : which == detail::ordering::acq_rel ? fence_kind::acq_rel
                                                     : fence_kind::seq_cst,
                where);
}

/// std::mutex: to lock is an acquire, to unlock a release. An execution in which threads wait for
/// each other for ever violates the property "deadlock". To unlock a mutex that the thread does not
/// hold is a fault. std::lock_guard, std::unique_lock and std::scoped_lock accept it.
class mutex : public detail::cell {
 public:
  explicit mutex(const char* name = nullptr)
      : cell({detail::cell_kind::mutex, 32, false, false}, 0, true, name) {}
  void lock(const detail::place& where = detail::place::current()) {
    detail::lock({this, 0}, detail::cell_kind::mutex, where);
  }
  /// A branch on whether it got the lock.
  bool try_lock(const detail::place& where = detail::place::current()) {
    return detail::try_lock({this, 0}, detail::cell_kind::mutex, where);
  }
  void unlock(const detail::place& where = detail::place::current()) {
    detail::unlock({this, 0}, detail::cell_kind::mutex, where);
  }
};

/// A thread of the program. The program's body starts all threads before it joins any. Between the
/// first start and the first join, the body itself touches no shared object; after the first join,
/// it sees the final values. The destructor joins, as that of std::jthread does.
class thread {
 public:
  /// Runs `body`, from its start and many times over. It must do the same each time, so nothing
  /// that it reads may change, except shared objects. Its locals may own memory.
  explicit thread(std::function<void()> body) : thread(nullptr, std::move(body)) {}
  thread(const char* name, std::function<void()> body) {
    detail::start_thread(name, std::move(body));
  }
  thread(thread&& other) noexcept : joinable_(std::exchange(other.joinable_, false)) {}
  thread& operator=(thread&&) = delete;
  ~thread() {
    if (joinable_) detail::join_threads(true);
  }
  [[nodiscard]] bool joinable() const { return joinable_; }
  void join() {
    joinable_ = false;
    detail::join_threads(false);
  }

 private:
  bool joinable_ = true;
};

/// Makes an object that other threads may come to see, as `new T(arguments…)` would; its address is
/// the same in each run. Its shared members are initialised by plain stores.
template <class T, class... Arguments>
T* make(Arguments&&... arguments) {
  void* room = detail::allocate(sizeof(T), alignof(T), __PRETTY_FUNCTION__);
  T* object = ::new (room) T(std::forward<Arguments>(arguments)...);
  detail::allocated(object, [](void* its) { static_cast<T*>(its)->~T(); });
  return object;
}

/// Frees what make() made. To access it afterwards, or to free it twice, is a fault. The pointer
/// must be known: the code waits until it is.
template <class T>
void destroy(const tracked<T*>& pointer, const detail::place& where = detail::place::current()) {
  detail::deallocate(detail::to_word(pointer), where);
}
template <class T>
void destroy(T* pointer, const detail::place& where = detail::place::current()) {
  detail::deallocate(detail::to_word(tracked<T*>(pointer)), where);
}

}  // namespace ringcheck
