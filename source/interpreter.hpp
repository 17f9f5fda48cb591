#pragma once
// Runs the code of a thread on a machine.

#include <array>
#include <cstdint>
#include <set>
#include <string>

#include "models/c11_calls.hpp"
#include "source/code.hpp"
#include "source/machine.hpp"
#include "source/thread_state.hpp"

namespace ringcheck::source {

/// What a pthread_once_t holds when its function has run; 1 while it runs.
inline constexpr std::uint64_t kOnceDone = 2;

/// How a program is run.
struct RunOptions {
  /// How often a loop is repeated before it counts as cut; 0: without a bound.
  std::uint32_t unroll = 0;
  /// A smaller bound, from --unroll or the program itself, counts as this one.
  std::uint32_t least_bound = 0;
  /// Routines, by number, whose loops have no bound.
  std::set<std::uint32_t> not_unrolled;
  /// What atomic operations are; null: they are refused (lkmm).
  const C11Calls* calls = nullptr;
  /// Tags of an access that is not atomic.
  TagSet plain{};
  /// Tags of one that is volatile and not atomic.
  TagSet plain_volatile{};
  /// Loads of all orders are the same.
  bool loads_are_alike = false;
  /// What a branch controls ends where its ways meet.
  bool control_ends = false;
};

/// Runs the code of one thread.
class Interpreter {
 public:
  Interpreter(const Code& code, const RunOptions& options, Machine& machine, ThreadState& state)
      : code_(code), options_(options), machine_(machine), state_(state) {}

  /// Calls routine `number` with `arguments`; `result` is the caller's register for its result, if
  /// there is one.
  void enter(std::uint32_t number, std::span<const Value> arguments, Operand result);
  /// Runs until the first function has returned, or a call has ended the thread.
  void run();

  /// Atomic loads and so on: the model's versions of C's operations.
  Value atomic_load(const Site& site, const Value& address, Order order);
  void atomic_store(const Site& site, const Value& address, const Value& value, Order order);
  Value atomic_update(const Site& site, RmwOp op, const Value& address, const Value& operand,
                      Order order);
  /// What memory held, and true if the compare-exchange has stored.
  struct Exchanged {
    Value old;
    Value stored;
  };
  Exchanged atomic_compare_exchange(const Site& site, const Value& address, const Value& expected,
                                    const Value& desired, Order success, Order failure);
  void atomic_fence(Order order, std::uint32_t place);

  [[nodiscard]] const Code& code() const { return code_; }
  [[nodiscard]] const RunOptions& options() const { return options_; }
  /// Sets register `x` of the frame on top.
  void set(Operand x, const Value& value) { at(x) = value; }
  /// The bound of the loop that is entered next: __VERIFIER_loop_bound.
  void bound_next_loop(std::uint32_t bound) { next_bound_ = bound; }

 private:
  bool step();  ///< false: the code has ended
  [[noreturn]] void refuse(const Instruction& i) const;
  void compute_value(const Instruction& i);
  void note_computed(const Instruction& i, const std::array<Value, 3>& operands,
                     const Value& result);
  void access(const Instruction& i);
  bool call(const Instruction& i);
  bool call_library(const Instruction& i, LibraryFunction function);
  bool give_back(const Instruction& i);
  void leave_locals(std::uint32_t place);
  void pop_function();
  bool leave_by_exception(const Instruction& i);
  [[nodiscard]] bool is_landing(std::uint32_t next) const;
  void finish_once(std::uint64_t flag, std::uint32_t place);
  void allocate(const Instruction& i);
  void branch(const Instruction& i);
  void choose_case(const Instruction& i);
  void open_branch(Operand meet);
  void meet(Operand place);
  void enter_loop(const Instruction& i);
  void repeat_loop(const Instruction& i);
  /// False in a loop, of any frame, that nothing leads out of.
  [[nodiscard]] bool may_end() const;
  void wait_in_loop(const Instruction& i);
  void take_back(const Instruction& i);
  [[nodiscard]] bool has_effect(const LoopRecord& record);
  [[nodiscard]] bool is_as_before(LoopRecord& record);
  [[nodiscard]] Value doubtful_effect(const LoopRecord& record) const;
  void update_memory(const Instruction& i);
  void compare_exchange(const Instruction& i);
  const C11Calls& calls(std::uint32_t place);

  [[nodiscard]] Value get(Operand x) const;
  Value& at(Operand x);
  std::vector<Value> arguments_of(const Instruction& i) const;
  Frame& frame() { return state_.frames.back(); }
  void use(const Value& a, const Value& b = {}, const Value& c = {});
  void check_defined(const Value& v, const Instruction& i, const char* what);

  const Code& code_;
  const RunOptions& options_;
  Machine& machine_;
  ThreadState& state_;
  const Routine* routine_ = nullptr;  ///< of the frame on top
  std::uint32_t next_bound_ = 0;
};

}  // namespace ringcheck::source
