#pragma once
// What shared objects have in common: where they are, how they are accessed, what threads say.

#include <cstddef>
#include <cstdint>
#include <functional>
#include <source_location>
#include <string>
#include <utility>

#include "ringcheck/tracked.hpp"

namespace ringcheck {

/// Not part of the interface.
namespace detail {

/// A place in the user's source.
using place = std::source_location;

/// How an access is ordered: as a plain one, by an order of C++, or by a primitive of the kernel.
enum class ordering : std::uint8_t {
  plain,
  relaxed,
  acquire,
  release,
  acq_rel,
  seq_cst,
  once,            ///< READ_ONCE, WRITE_ONCE
  kernel_relaxed,  ///< an operation _relaxed
  kernel_acquire,
  kernel_release,
  kernel_full,       ///< an operation that returns a value, with no suffix
  kernel_no_return,  ///< an operation that returns none
};

/// Fences, by their names.
enum class fence_kind : std::uint8_t {
  acquire,
  release,
  acq_rel,
  seq_cst,
  smp_mb,
  smp_rmb,
  smp_wmb,
  barrier,
  before_atomic,
  after_atomic,
  after_spinlock,
  after_unlock_lock,
  rcu_read_lock,
  rcu_read_unlock,
  synchronize_rcu,
};

enum class operation : std::uint8_t { exchange, add, subtract, bit_and, bit_or, bit_xor };

/// What kind of object a cell is.
enum class cell_kind : std::uint8_t { variable, atomic, mutex, spinlock };

/// An object that is made while this lives is the array element `index`, and its name says so.
class numbered {
 public:
  explicit numbered(std::size_t index);
  numbered(const numbered&) = delete;
  numbered& operator=(const numbered&) = delete;
  ~numbered();

 private:
  std::int64_t outer_;
};

/// A shared object: one location of the program.
class cell {
 public:
  cell(const cell&) = delete;
  cell& operator=(const cell&) = delete;

  [[nodiscard]] const char* name() const { return name_; }
  /// Its place in an array; below 0 if it is in none.
  [[nodiscard]] std::int64_t index() const { return index_; }
  [[nodiscard]] cell_kind kind() const { return kind_; }
  [[nodiscard]] std::uint64_t initial() const { return initial_; }
  [[nodiscard]] bool has_initial() const { return has_initial_; }
  [[nodiscard]] bool holds_pointer() const { return holds_pointer_; }
  [[nodiscard]] bool is_signed() const { return is_signed_; }
  [[nodiscard]] unsigned bits() const { return bits_; }
  /// Number among the objects that the program made, from 1; 0 for an object that existed before.
  [[nodiscard]] std::uint32_t ordinal() const { return ordinal_; }

 protected:
  struct type {
    cell_kind kind = cell_kind::variable;
    std::uint8_t bits = 64;
    bool holds_pointer = false;
    bool is_signed = false;
  };
  cell(const type& what, std::uint64_t initial, bool has_initial, const char* name);
  ~cell() = default;

 private:
  std::uint64_t initial_;
  const char* name_;
  std::int64_t index_;
  std::uint32_t ordinal_ = 0;
  cell_kind kind_;
  std::uint8_t bits_;
  bool has_initial_;
  bool holds_pointer_;
  bool is_signed_;
};

template <class T>
inline constexpr bool is_signed_value = std::is_signed_v<T>;

/// Where an access goes. The place of the object may depend on loads, or may not be known yet.
struct target {
  const cell* object = nullptr;  ///< null: not known
  sources from = 0;
};

/// What the type and the place of the call fix about an access.
struct call {
  ordering order = ordering::plain;
  std::uint8_t bits = 64;
  bool pointer = false;
  place where{};
};

word load(const target& at, const call& how);
void store(const target& at, const word& value, const call& how);
/// Returns the value before.
word update(const target& at, operation what, const word& operand, const call& how);
/// Returns the value before; stores `desired` if that is `expected`. `failure`: the order if not.
word compare_exchange(const target& at, const word& expected, const word& desired,
                      const call& success, ordering failure);
/// Returns the value before; adds `operand` unless that is `unless`.
word add_unless(const target& at, const word& operand, const word& unless, const call& how);
void fence(fence_kind kind, const place& where);

void lock(const target& at, cell_kind kind, const place& where);
bool try_lock(const target& at, cell_kind kind, const place& where);
void unlock(const target& at, cell_kind kind, const place& where);
word is_locked(const target& at, const place& where);

void require(const word& condition, const char* what, const place& where);
void assume(const word& condition);
/// The accesses from here to end_wait() belong to a wait; the thread goes on iff `condition`.
void begin_wait();
void end_wait(const word& condition, const place& where);
void observe(const char* what, const word* values, std::size_t count);
std::uint64_t choose(std::uint64_t n);

/// Control dependencies that are in force.
sources control();
void set_control(sources from);

/// Room for an object that a thread makes.
void* allocate(std::size_t size, std::size_t alignment, const char* type);
/// The object has been made; `end` ends its life, at the end of the run.
void allocated(void* object, void (*end)(void*));
void deallocate(const word& pointer, const place& where);

/// Makes `body` a thread of the program that is being set up; returns its number.
std::size_t start_thread(const char* name, std::function<void()> body, const place& where);
/// Waits for all threads. `at_end_of_life`: the destructor of a `thread` object waits.
void join_threads(bool at_end_of_life, const place& where);

template <class T>
constexpr word to_word(const tracked<T>& value) {
  return inside::to_word(value);
}
template <class T>
constexpr tracked<T> to_tracked(const word& value) {
  return inside::to_tracked<T>(value);
}

/// A value with the place in the source where it was given.
template <class T>
struct located {
  template <class U>
  requires std::convertible_to<U, tracked<T>> located(
      const U& given, const place& at = place::current())  // NOLINT(google-explicit-constructor)
      : value(given), where(at) {}
  tracked<T> value;
  place where;
};

}  // namespace detail

/// The condition must be true whenever a thread gets here: an execution in which it is not violates
/// the property "require". Not a branch. `what` says what is wrong then; it must live for ever.
inline void require(const tracked<bool>& condition, const char* what = "a requirement is false",
                    const detail::place& where = detail::place::current()) {
  detail::require(detail::to_word(condition), what, where);
}

/// The same of what a shared object holds.
template <detail::readable X>
requires(!std::convertible_to<X, tracked<bool>>)  //
    void require(const X& object, const char* what = "a requirement is false",
                 const detail::place& where = detail::place::current()) {
  require(tracked<bool>(detail::value_of(object)), what, where);
}

/// Leaves out executions in which the condition is false. A branch.
inline void assume(const tracked<bool>& condition) {
  detail::assume(detail::to_word(condition));
}

/// Waits until `condition()` is true, as a loop that loads again and again would, but in one pass.
/// The condition may load, and do updates that change nothing in a pass that does not end the wait,
/// as an exchange that takes a flag. Errors: error, for one that changes something then. An
/// execution in which the wait never ends violates the property "deadlock".
template <class F>
void await(F&& condition, const detail::place& where = detail::place::current()) {
  detail::begin_wait();
  detail::end_wait(detail::to_word(tracked<bool>(condition())), where);
}

/// Reports numbers for properties to judge and for witnesses to show. `what` must live for ever.
template <class... T>
void observe(const char* what, const T&... values) {
  const detail::word words[] = {
      detail::word{}, detail::to_word(tracked<std::int64_t>(detail::value_of(values)))...};
  detail::observe(what, words + 1, sizeof...(values));
}

/// Returns a value from 0 to n - 1; every one is explored. Pre: n >= 1.
inline std::uint64_t choose(std::uint64_t n) {
  return detail::choose(n);
}

/// Ends the control dependencies of the branches in its lifetime. Without a scope they reach to the
/// end of the thread, as those of machine code do. The Linux-kernel model drops them where the two
/// arms of an `if` meet, and a compiler may drop them too.
class control_scope {
 public:
  control_scope() : outer_(detail::control()) {}
  control_scope(const control_scope&) = delete;
  control_scope& operator=(const control_scope&) = delete;
  ~control_scope() { detail::set_control(outer_); }

 private:
  detail::sources outer_;
};

namespace this_thread {
/// Does nothing: every order is explored anyway.
inline void yield() {}
}  // namespace this_thread

}  // namespace ringcheck
