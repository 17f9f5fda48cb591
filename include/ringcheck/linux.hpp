#pragma once
// The kernel's primitives, by their names in the kernel, on the shared objects of atomic.hpp.
//
//   using namespace ringcheck::kernel;
//   ringcheck::var<int> data{0, "data"}, flag{0, "flag"};
//   …  WRITE_ONCE(data, 1); smp_store_release(flag, 1);
//   …  if (smp_load_acquire(flag)) BUG_ON(READ_ONCE(data) != 1);
//
// Under lkmm, each means what the Linux-kernel memory model says. Under a machine's model, each
// means what the architecture makes of it. Under rc11, each means its counterpart in C11
// (models/vocabulary/c11.cpp). Where the kernel takes a pointer, name the object itself:
// smp_store_release(flag, 1) for smp_store_release(&flag, 1). A pointer works as well.
// Source: Documentation/memory-barriers.txt, Documentation/atomic_t.txt of Linux 6.1.

#include "ringcheck/array.hpp"
#include "ringcheck/atomic.hpp"

namespace ringcheck::kernel {

/// atomic_t: a counter that all CPUs update.
class atomic_t : public ringcheck::detail::cell {
 public:
  using tracked_value = int;
  explicit atomic_t(int initial = 0, const char* name = nullptr)
      : cell({ringcheck::detail::cell_kind::atomic, 32, false, true},
             ringcheck::detail::to_bits(initial), true, name) {}
  [[nodiscard]] ringcheck::detail::target at() const { return {this, 0}; }
};

/// spinlock_t. A thread that waits for it for ever violates the property "deadlock".
class spinlock_t : public ringcheck::detail::cell {
 public:
  explicit spinlock_t(const char* name = nullptr)
      : cell({ringcheck::detail::cell_kind::spinlock, 32, false, false}, 0, true, name) {}
  [[nodiscard]] ringcheck::detail::target at() const { return {this, 0}; }
};

/// Not part of the interface.
namespace detail {

using ringcheck::detail::fence_kind;
using ringcheck::detail::operation;
using ringcheck::detail::ordering;
using ringcheck::detail::place;

/// A shared object, an element of an array of them, or a pointer to one.
template <class X>
concept object = requires(const X& x) {
  typename X::tracked_value;
  { x.at() } -> std::same_as<ringcheck::detail::target>;
};
template <object X>
const X& object_of(const X& x) {
  return x;
}
template <object X>
const X& object_of(X* x) {
  return *x;
}
template <class X>
concept named = requires(const X& x) {
  object_of(x);
};
template <named X>
using value_of_object =
    typename std::remove_cvref_t<decltype(object_of(std::declval<const X&>()))>::tracked_value;

template <named X>
auto load(const X& x, ordering order, const place& where) {
  using T = value_of_object<X>;
  return ringcheck::detail::to_tracked<T>(
      ringcheck::detail::load(object_of(x).at(), ringcheck::detail::call_of<T>(order, where)));
}
template <named X>
void store(const X& x, const tracked<value_of_object<X>>& value, ordering order,
           const place& where) {
  using T = value_of_object<X>;
  ringcheck::detail::store(object_of(x).at(), ringcheck::detail::to_word(value),
                           ringcheck::detail::call_of<T>(order, where));
}
template <named X>
auto update(const X& x, operation what, const tracked<value_of_object<X>>& value, ordering order,
            const place& where) {
  using T = value_of_object<X>;
  return ringcheck::detail::to_tracked<T>(
      ringcheck::detail::update(object_of(x).at(), what, ringcheck::detail::to_word(value),
                                ringcheck::detail::call_of<T>(order, where)));
}
template <named X>
auto compare_exchange(const X& x, const tracked<value_of_object<X>>& expected,
                      const tracked<value_of_object<X>>& desired, ordering order,
                      const place& where) {
  using T = value_of_object<X>;
  return ringcheck::detail::to_tracked<T>(ringcheck::detail::compare_exchange(
      object_of(x).at(), ringcheck::detail::to_word(expected), ringcheck::detail::to_word(desired),
      ringcheck::detail::call_of<T>(order, where), ordering::once));
}

}  // namespace detail

template <detail::named X>
auto READ_ONCE(const X& x, const detail::place& where = detail::place::current()) {
  return detail::load(x, detail::ordering::once, where);
}
template <detail::named X>
void WRITE_ONCE(const X& x, const tracked<detail::value_of_object<X>>& value,
                const detail::place& where = detail::place::current()) {
  detail::store(x, value, detail::ordering::once, where);
}
template <detail::named X>
auto smp_load_acquire(const X& x, const detail::place& where = detail::place::current()) {
  return detail::load(x, detail::ordering::kernel_acquire, where);
}
template <detail::named X>
void smp_store_release(const X& x, const tracked<detail::value_of_object<X>>& value,
                       const detail::place& where = detail::place::current()) {
  detail::store(x, value, detail::ordering::kernel_release, where);
}
template <detail::named X>
auto rcu_dereference(const X& x, const detail::place& where = detail::place::current()) {
  return detail::load(x, detail::ordering::once, where);
}
template <detail::named X>
void rcu_assign_pointer(const X& x, const tracked<detail::value_of_object<X>>& value,
                        const detail::place& where = detail::place::current()) {
  detail::store(x, value, detail::ordering::kernel_release, where);
}

/// Barriers. A barrier() orders the compiler alone.
inline void smp_mb(const detail::place& where = detail::place::current()) {
  ringcheck::detail::fence(detail::fence_kind::smp_mb, where);
}
inline void smp_rmb(const detail::place& where = detail::place::current()) {
  ringcheck::detail::fence(detail::fence_kind::smp_rmb, where);
}
inline void smp_wmb(const detail::place& where = detail::place::current()) {
  ringcheck::detail::fence(detail::fence_kind::smp_wmb, where);
}
inline void barrier(const detail::place& where = detail::place::current()) {
  ringcheck::detail::fence(detail::fence_kind::barrier, where);
}
inline void smp_mb__before_atomic(const detail::place& where = detail::place::current()) {
  ringcheck::detail::fence(detail::fence_kind::before_atomic, where);
}
inline void smp_mb__after_atomic(const detail::place& where = detail::place::current()) {
  ringcheck::detail::fence(detail::fence_kind::after_atomic, where);
}
inline void smp_mb__after_spinlock(const detail::place& where = detail::place::current()) {
  ringcheck::detail::fence(detail::fence_kind::after_spinlock, where);
}
inline void smp_mb__after_unlock_lock(const detail::place& where = detail::place::current()) {
  ringcheck::detail::fence(detail::fence_kind::after_unlock_lock, where);
}
inline void rcu_read_lock(const detail::place& where = detail::place::current()) {
  ringcheck::detail::fence(detail::fence_kind::rcu_read_lock, where);
}
inline void rcu_read_unlock(const detail::place& where = detail::place::current()) {
  ringcheck::detail::fence(detail::fence_kind::rcu_read_unlock, where);
}
/// Only lkmm has it: for the other models it is library code.
inline void synchronize_rcu(const detail::place& where = detail::place::current()) {
  ringcheck::detail::fence(detail::fence_kind::synchronize_rcu, where);
}

/// xchg, cmpxchg: fully ordered; cmpxchg orders nothing when it fails.
template <detail::named X>
auto xchg(const X& x, const tracked<detail::value_of_object<X>>& value,
          const detail::place& where = detail::place::current()) {
  return detail::update(x, detail::operation::exchange, value, detail::ordering::kernel_full,
                        where);
}
template <detail::named X>
auto xchg_relaxed(const X& x, const tracked<detail::value_of_object<X>>& value,
                  const detail::place& where = detail::place::current()) {
  return detail::update(x, detail::operation::exchange, value, detail::ordering::kernel_relaxed,
                        where);
}
template <detail::named X>
auto xchg_acquire(const X& x, const tracked<detail::value_of_object<X>>& value,
                  const detail::place& where = detail::place::current()) {
  return detail::update(x, detail::operation::exchange, value, detail::ordering::kernel_acquire,
                        where);
}
template <detail::named X>
auto xchg_release(const X& x, const tracked<detail::value_of_object<X>>& value,
                  const detail::place& where = detail::place::current()) {
  return detail::update(x, detail::operation::exchange, value, detail::ordering::kernel_release,
                        where);
}
template <detail::named X>
auto cmpxchg(const X& x, const tracked<detail::value_of_object<X>>& expected,
             const tracked<detail::value_of_object<X>>& desired,
             const detail::place& where = detail::place::current()) {
  return detail::compare_exchange(x, expected, desired, detail::ordering::kernel_full, where);
}
template <detail::named X>
auto cmpxchg_relaxed(const X& x, const tracked<detail::value_of_object<X>>& expected,
                     const tracked<detail::value_of_object<X>>& desired,
                     const detail::place& where = detail::place::current()) {
  return detail::compare_exchange(x, expected, desired, detail::ordering::kernel_relaxed, where);
}
template <detail::named X>
auto cmpxchg_acquire(const X& x, const tracked<detail::value_of_object<X>>& expected,
                     const tracked<detail::value_of_object<X>>& desired,
                     const detail::place& where = detail::place::current()) {
  return detail::compare_exchange(x, expected, desired, detail::ordering::kernel_acquire, where);
}
template <detail::named X>
auto cmpxchg_release(const X& x, const tracked<detail::value_of_object<X>>& expected,
                     const tracked<detail::value_of_object<X>>& desired,
                     const detail::place& where = detail::place::current()) {
  return detail::compare_exchange(x, expected, desired, detail::ordering::kernel_release, where);
}

/// Operations on atomic_t. Those that change it and return a value are fully ordered, unless their
/// name ends in an order; the others have no order.
inline auto atomic_read(const atomic_t& v, const detail::place& where = detail::place::current()) {
  return detail::load(v, detail::ordering::once, where);
}
inline void atomic_set(const atomic_t& v, const tracked<int>& value,
                       const detail::place& where = detail::place::current()) {
  detail::store(v, value, detail::ordering::once, where);
}
inline void atomic_add(const tracked<int>& by, const atomic_t& v,
                       const detail::place& where = detail::place::current()) {
  detail::update(v, detail::operation::add, by, detail::ordering::kernel_no_return, where);
}
inline void atomic_sub(const tracked<int>& by, const atomic_t& v,
                       const detail::place& where = detail::place::current()) {
  detail::update(v, detail::operation::subtract, by, detail::ordering::kernel_no_return, where);
}
inline void atomic_inc(const atomic_t& v, const detail::place& where = detail::place::current()) {
  atomic_add(1, v, where);
}
inline void atomic_dec(const atomic_t& v, const detail::place& where = detail::place::current()) {
  atomic_sub(1, v, where);
}
inline tracked<int> atomic_fetch_add(const tracked<int>& by, const atomic_t& v,
                                     const detail::place& where = detail::place::current()) {
  return detail::update(v, detail::operation::add, by, detail::ordering::kernel_full, where);
}
inline tracked<int> atomic_add_return(const tracked<int>& by, const atomic_t& v,
                                      const detail::place& where = detail::place::current()) {
  return atomic_fetch_add(by, v, where) + by;
}
inline tracked<int> atomic_add_return_relaxed(
    const tracked<int>& by, const atomic_t& v,
    const detail::place& where = detail::place::current()) {
  return detail::update(v, detail::operation::add, by, detail::ordering::kernel_relaxed, where) +
         by;
}
inline tracked<int> atomic_inc_return(const atomic_t& v,
                                      const detail::place& where = detail::place::current()) {
  return atomic_add_return(1, v, where);
}
inline tracked<int> atomic_dec_return(const atomic_t& v,
                                      const detail::place& where = detail::place::current()) {
  return atomic_add_return(-1, v, where);
}
/// True iff it became zero.
inline tracked<bool> atomic_dec_and_test(const atomic_t& v,
                                         const detail::place& where = detail::place::current()) {
  return atomic_dec_return(v, where) == 0;
}
inline tracked<int> atomic_xchg(const atomic_t& v, const tracked<int>& value,
                                const detail::place& where = detail::place::current()) {
  return xchg(v, value, where);
}
inline tracked<int> atomic_cmpxchg(const atomic_t& v, const tracked<int>& expected,
                                   const tracked<int>& desired,
                                   const detail::place& where = detail::place::current()) {
  return cmpxchg(v, expected, desired, where);
}
/// Adds `by` unless the value is `unless`; true iff it added.
inline tracked<bool> atomic_add_unless(const atomic_t& v, const tracked<int>& by,
                                       const tracked<int>& unless,
                                       const detail::place& where = detail::place::current()) {
  const auto old = ringcheck::detail::to_tracked<int>(ringcheck::detail::add_unless(
      v.at(), ringcheck::detail::to_word(by), ringcheck::detail::to_word(unless),
      ringcheck::detail::call_of<int>(detail::ordering::kernel_full, where)));
  return old != unless;
}
inline tracked<bool> atomic_inc_not_zero(const atomic_t& v,
                                         const detail::place& where = detail::place::current()) {
  return atomic_add_unless(v, 1, 0, where);
}

inline void spin_lock(const spinlock_t& lock,
                      const detail::place& where = detail::place::current()) {
  ringcheck::detail::lock(lock.at(), ringcheck::detail::cell_kind::spinlock, where);
}
/// A branch on whether it got the lock.
inline bool spin_trylock(const spinlock_t& lock,
                         const detail::place& where = detail::place::current()) {
  return ringcheck::detail::try_lock(lock.at(), ringcheck::detail::cell_kind::spinlock, where);
}
inline void spin_unlock(const spinlock_t& lock,
                        const detail::place& where = detail::place::current()) {
  ringcheck::detail::unlock(lock.at(), ringcheck::detail::cell_kind::spinlock, where);
}
inline tracked<bool> spin_is_locked(const spinlock_t& lock,
                                    const detail::place& where = detail::place::current()) {
  return ringcheck::detail::to_tracked<bool>(ringcheck::detail::is_locked(lock.at(), where));
}

/// The condition must be false: the same as require() of its opposite.
inline void BUG_ON(const tracked<bool>& condition,
                   const detail::place& where = detail::place::current()) {
  require(!condition, "BUG_ON", where);
}

}  // namespace ringcheck::kernel
