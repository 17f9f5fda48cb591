#pragma once
// The lowering of one thread to instructions. Internal to litmus/lower_*.cpp.

#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "litmus/c11_operations.hpp"
#include "litmus/lower.hpp"

namespace ringcheck::litmus {

/// Lowers one thread; used once.
class Lowering {
 public:
  /// `calls`: the meaning of C11's atomics under the model; null: they have none.
  Lowering(const LitmusTest& test, int thread, const LocationNames& locations,
           const C11Calls* calls)
      : test_(test),
        text_(test.threads[static_cast<std::size_t>(thread)]),
        locations_(locations),
        primitives_(table_of(test.primitives)),
        calls_(calls),
        thread_(thread) {}

  LoweredThread lower();

 private:
  /// An address operand; with the location if it is a parameter's name.
  struct Address {
    Slot slot = 0;
    LocId location = kNoLocation;
  };

  // lower_thread.cpp: slots and instructions.
  void number_locals();
  [[nodiscard]] const Parameter* find_parameter(std::string_view name) const;
  void check_capacity(std::size_t slots) const;
  Slot new_temporary();
  Slot constant(std::uint64_t value);
  void settle_slots();
  void tell_faults();
  Instruction& emit(Opcode opcode);
  [[nodiscard]] std::uint32_t here() const {
    return static_cast<std::uint32_t>(result_.code.instructions.size());
  }
  void emit_copy(Slot target, Slot from);
  void move_into(Slot target, Slot from);
  std::uint32_t begin_branch(Slot condition, Slot saved);
  void end_branch(Slot saved, const std::vector<Slot>& assigned);

  /// A branch: opens a scope, lowers both arms, joins what they may assign.
  template <class Then, class Else>
  void emit_branch(Slot condition, Then&& then_arm, Else&& else_arm,
                   const std::vector<Slot>& assigned) {
    const Slot saved = new_temporary();
    const std::uint32_t branch = begin_branch(condition, saved);
    then_arm();
    const std::uint32_t jump = here();
    emit(Opcode::jump);
    result_.code.instructions[branch].jump = here();
    else_arm();
    result_.code.instructions[jump].jump = here();
    end_branch(saved, assigned);
  }

  // lower_expression.cpp
  /// Whether the expression may load or store.
  [[nodiscard]] bool accesses_memory(const Expr& expr) const;
  [[nodiscard]] bool call_accesses_memory(std::string_view name) const;
  Slot lower(const Expr& expr);
  Slot lower_here(const Expr& expr);
  Slot lower_name(const Expr& expr);
  Slot lower_binary(const Expr& expr);
  Slot lower_call(const Expr& call, bool needs_value);
  Address lower_address(const Expr& expr);
  void note_store(const Address& address, TagSet tags);
  Slot emit_binary(BinaryOperator op, Slot a, Slot b);
  Slot emit_load(const Address& address, TagSet tags);
  void emit_store(const Address& address, Slot value, TagSet tags);
  Slot emit_lock(Opcode opcode, const Address& address);
  Slot emit_action(const Primitive& primitive, const Address& address, Slot value, Slot expected);

  // lower_c11.cpp
  struct C11Arguments;
  C11Arguments c11_arguments(const Expr& call, const C11Operation& operation);
  Slot lower_c11_call(const Expr& call, bool needs_value);
  void emit_fence(TagSet tags);
  void emit_c11_branch(Slot slot);
  Slot emit_c11_load(const Address& object, const C11Access& load);
  void emit_c11_store(const C11Arguments& arguments, const C11Access& store);
  Slot emit_c11_update(const C11Arguments& arguments, const C11Update& update,
                       RmwOperation operation, RmwResult result, Slot expected);
  Slot emit_c11_compare_exchange(const C11Arguments& arguments);
  template <class First, class Second>
  Slot lower_choice(Slot condition, First&& first, Second&& second) {
    const Slot chosen = new_temporary();
    emit_branch(
        condition, [&] { emit_copy(chosen, first()); }, [&] { emit_copy(chosen, second()); },
        {chosen});
    return chosen;
  }

  // lower_statement.cpp
  void lower_all(const std::vector<Statement>& statements);
  void lower(const Statement& statement);
  void lower_if(const Statement& statement);
  void assign(const std::string& name, const Expr& value);

  const LitmusTest& test_;
  const ThreadText& text_;
  const LocationNames& locations_;
  const Primitives& primitives_;
  const C11Calls* calls_;
  int thread_;
  Place place_;  ///< of what is lowered
  int temporaries_ = 0;
  int temporaries_max_ = 0;
  std::vector<std::uint64_t> constants_;
  LoweredThread result_;
};

// While lowering, slots of constants and intermediate values are numbered apart.
inline constexpr Slot kConstant = 0x4000;
inline constexpr Slot kTemporary = 0x8000;

/// Adds the names that the statements assign, and with `with_declared` also those that they only
/// declare.
void collect_assigned(const std::vector<Statement>& statements, std::set<std::string>& names,
                      bool with_declared);

}  // namespace ringcheck::litmus
