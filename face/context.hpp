#pragma once
// Where a call of the public interface goes: to the context of the code that makes it.

#include <cstddef>
#include <functional>
#include <span>
#include <string>

#include "face/place_text.hpp"
#include "ringcheck/shared.hpp"

namespace ringcheck {

/// What a user's code runs on. There are three kinds: for the program's body when it is set up, for
/// a thread over a graph, and for the body again at the end of an execution.
class Context {
 public:
  using Place = detail::place;
  using Target = detail::target;
  using Call = detail::call;
  using Bits = detail::word;

  Context() = default;
  Context(const Context&) = delete;
  Context& operator=(const Context&) = delete;
  virtual ~Context() = default;

  /// Gives an object that is being made its number; 0 for one that is known by its address.
  virtual std::uint32_t made(const detail::cell& object) = 0;

  virtual Bits load(const Target& at, const Call& how) = 0;
  virtual void store(const Target& at, const Bits& value, const Call& how) = 0;
  virtual Bits update(const Target& at, detail::operation what, const Bits& operand,
                      const Call& how) = 0;
  virtual Bits compare_exchange(const Target& at, const Bits& expected, const Bits& desired,
                                const Call& success, detail::ordering failure) = 0;
  virtual Bits add_unless(const Target& at, const Bits& operand, const Bits& unless,
                          const Call& how) = 0;
  virtual void fence(detail::fence_kind kind, const Place& where) = 0;

  virtual void lock(const Target& at, detail::cell_kind kind, const Place& where) = 0;
  virtual bool try_lock(const Target& at, detail::cell_kind kind, const Place& where) = 0;
  virtual void unlock(const Target& at, detail::cell_kind kind, const Place& where) = 0;
  virtual Bits is_locked(const Target& at, const Place& where) = 0;

  virtual bool decide(const Bits& condition) = 0;
  virtual void require(const Bits& condition, const char* what, const Place& where) = 0;
  virtual void assume(const Bits& condition) = 0;
  virtual void begin_wait() = 0;
  virtual void end_wait(const Bits& condition, const Place& where) = 0;
  virtual void observe(const char* what, std::span<const Bits> values) = 0;
  virtual std::uint64_t choose(std::uint64_t n) = 0;
  virtual detail::sources unite(detail::sources a, detail::sources b) = 0;
  virtual detail::sources control() = 0;
  virtual void set_control(detail::sources from) = 0;
  /// Ends the run with an error: the code asks for what ringcheck does not accept.
  virtual void refuse(const std::string& what, const Place& where) = 0;
  /// Ends the run: the code has done what no program may do.
  virtual void fault(const std::string& what) = 0;

  /// A pointer that the code has not loaded: its value, and what it depends on.
  virtual Bits pointer(std::uint64_t raw) = 0;
  virtual void* open(const void* pointer, std::size_t size, detail::sources from, bool known) = 0;
  virtual void close(const void* opened) = 0;
  virtual void* allocate(std::size_t size, std::size_t alignment, const char* type) = 0;
  virtual void allocated(void* object, void (*end)(void*)) = 0;
  virtual void deallocate(const Bits& pointer, const Place& where) = 0;

  virtual std::size_t start_thread(const char* name, std::function<void()> body,
                                   const Place& where) = 0;
  virtual void join_threads(bool at_end_of_life, const Place& where) = 0;

  /// The context of the code that runs on this thread of the machine; null if none runs.
  static Context*& current();

 protected:
  /// Says where in the source the code is now; nowhere, for what it does without a call.
  void locate(const Place& where) {
    where_ = where;
    if (is_known(where)) before_ = where;
  }
  /// For the end of a message: " (ring.cpp:12)", or " (after ring.cpp:12)".
  [[nodiscard]] std::string at_place() const { return in_parentheses(where_, before_); }

 private:
  Place where_{};
  Place before_{};  ///< the last one that is known
};

/// What an update stores. Pre: bits above the object's width do not matter.
inline std::uint64_t updated(detail::operation what, std::uint64_t before, std::uint64_t operand) {
  switch (what) {
    case detail::operation::exchange:
      break;
    case detail::operation::add:
      return before + operand;
    case detail::operation::subtract:
      return before - operand;
    case detail::operation::bit_and:
      return before & operand;
    case detail::operation::bit_or:
      return before | operand;
    case detail::operation::bit_xor:
      return before ^ operand;
  }
  return operand;
}

/// Makes a context current while it lives.
class CurrentContext {
 public:
  explicit CurrentContext(Context& its) : outer_(Context::current()) { Context::current() = &its; }
  CurrentContext(const CurrentContext&) = delete;
  CurrentContext& operator=(const CurrentContext&) = delete;
  ~CurrentContext() { Context::current() = outer_; }

 private:
  Context* outer_;
};

}  // namespace ringcheck
