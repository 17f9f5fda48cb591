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

#include <concepts>
#include <cstddef>
#include <functional>
#include <type_traits>
#include <utility>

#include "ringcheck/operations.hpp"

namespace ringcheck {

/// std::atomic<T>. Its operations are the standard library's, on tracked values, without arithmetic
/// on pointers. The name is for witnesses.
template <class T>
class atomic : public detail::cell, public detail::atomic_operations<atomic<T>, T> {
  static_assert(shared_value<T>, "an atomic holds an integer, a bool, an enum or a pointer");

 public:
  /// Holds `initial`. Not an atomic store: another thread that may access it first races with it.
  explicit atomic(T initial = T{}, const char* name = nullptr)
      : cell({detail::cell_kind::atomic, detail::call_of<T>(detail::ordering::plain, {}).bits,
              std::is_pointer_v<T>, detail::is_signed_value<T>},
             detail::to_bits(initial), true, name) {}
  tracked<T> operator=(const detail::located<T>& given) const { return this->assign(given); }
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
  tracked<T> operator=(const detail::located<T>& given) const { return this->assign(given); }
  /// Loads the other and stores its value.
  tracked<T> operator=(const var& other) const {
    return this->assign({other.load(detail::place{}), detail::place{}});
  }
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
/// hold is a fault. std::lock_guard and std::unique_lock accept it, and so does std::scoped_lock for
/// one mutex: for several, it tries again and again, which is a loop that only a bound ends.
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
  explicit thread(std::function<void()> body, const detail::place& where = detail::place::current())
      : thread(nullptr, std::move(body), where) {}
  thread(const char* name, std::function<void()> body,
         const detail::place& where = detail::place::current()) {
    detail::start_thread(name, std::move(body), where);
  }
  /// Runs f(arguments…), with copies of both each time.
  template <class F, class... Arguments>
  requires(sizeof...(Arguments) > 0 &&
           std::is_invocable_v<std::decay_t<F>, std::decay_t<Arguments>...>)  //
      explicit thread(F&& f, Arguments&&... arguments)
      : thread(
            nullptr,
            [call = std::decay_t<F>(std::forward<F>(f)),
             ... its = std::decay_t<Arguments>(std::forward<Arguments>(arguments))] {
              std::invoke(std::decay_t<F>(call), std::decay_t<Arguments>(its)...);
            },
            detail::place{}) {}
  thread(thread&& other) noexcept : joinable_(std::exchange(other.joinable_, false)) {}
  thread& operator=(thread&&) = delete;
  ~thread() {
    if (joinable_) detail::join_threads(true, {});
  }
  [[nodiscard]] bool joinable() const { return joinable_; }
  void join(const detail::place& where = detail::place::current()) {
    joinable_ = false;
    detail::join_threads(false, where);
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
