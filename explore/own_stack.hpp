#pragma once
// A stack of its own. Code that runs on it can be left at any place, and entered there again from a
// copy of what the stack held.
//
// Boost.Context starts the code on the stack, but cannot go to one place twice. All later jumps use
// the compiler's own __builtin_setjmp and __builtin_longjmp, which save a place as the frame, the
// stack pointer and an address, and look at nothing else. The C library's longjmp would do as well,
// except where it is hardened: then it refuses to go to another stack.
// The code tells the address sanitizer which stack is the current one, and that nothing on a stack
// that was left is out of bounds any more. The thread sanitizer keeps a record of calls, which a
// jump makes wrong: under it, code is compiled without that record (RINGCHECK_SANITIZE in
// CMakeLists.txt).
// Source: the GCC manual, "Nonlocal Gotos"; sanitizer/common_interface_defs.h, fibers.
// Tested by tests/explore/own_stack_test.cpp.

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>

namespace ringcheck {

/// True iff stacks can be entered again here: the compiler has the jumps, and the address sanitizer
/// does not keep locals elsewhere (detect_stack_use_after_return).
bool stacks_can_be_copied();

/// A stack with one function that runs on it. It never moves: code on it has pointers into it.
class OwnStack {
 public:
  /// The function that runs on the stack. Lets no exception escape.
  using Code = void (*)(void* argument) noexcept;
  /// A place at which the stack was left.
  using Place = std::array<void*, 5>;

  explicit OwnStack(Code code);
  ~OwnStack() = default;
  OwnStack(const OwnStack&) = delete;
  OwnStack& operator=(const OwnStack&) = delete;

  /// Runs the code from its start. Returns what the code gave to leave(), or null when it ended.
  void* call(void* argument);
  /// Goes on at `place`, where leave() returns `argument`. Returns as call() does.
  /// Pre: the stack holds what it held when it was left at `place`.
  void* go_on(const Place& place, void* argument);

  /// For the code on the stack: goes back to the caller. Returns when the caller goes on here, with
  /// what it gives.
  void* leave(void* result);

  /// Where the code left last.
  [[nodiscard]] const Place& place() const { return inside_; }
  /// What the stack held then: everything that may differ from one time to the next.
  [[nodiscard]] std::byte* used() const { return lowest_; }
  [[nodiscard]] std::size_t used_size() const {
    return static_cast<std::size_t>(highest_ - lowest_);
  }

 private:
  static constexpr std::size_t kSize = 256 * 1024;

  void start();
  void* enter(const Place& place, void* argument);
  [[noreturn]] void wait_for_calls(void* outer);
  [[noreturn]] void jump_out();
  [[noreturn]] void jump_in(const Place& place);
  void arrive_inside();
  void arrive_outside();

  Code code_;
  std::unique_ptr<std::byte[]> stack_;
  std::byte* lowest_ = nullptr;   ///< where the used part of the stack begins
  std::byte* highest_ = nullptr;  ///< where the part that never changes begins
  Place base_{};                  ///< where calls start
  Place inside_{};
  Place outside_{};
  void* passed_ = nullptr;  ///< from one side to the other
  // For the address sanitizer: the caller's stack.
  const void* outer_bottom_ = nullptr;
  std::size_t outer_size_ = 0;
};

}  // namespace ringcheck
