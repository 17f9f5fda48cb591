#pragma once
// Compiles one thread to the lines of an architecture. Internal to litmus/compilation/.

#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "litmus/compilation/dialect.hpp"
#include "litmus/compilation/table.hpp"
#include "litmus/test.hpp"

namespace ringcheck::litmus {

/// A compiled thread.
struct CompiledThread {
  std::vector<std::string> cells;             ///< instructions and labels, one each
  std::map<std::string, std::string> locals;  ///< register of each local, as a condition names it
  /// Locations and the registers that hold their addresses.
  std::vector<std::pair<std::string, std::string>> addresses;
  std::string ok;  ///< register that is 1 when no store-conditional failed; empty: there is none
};

/// Compiles one thread; used once.
class ThreadCompiler {
 public:
  /// `size`: bytes of every location. Pre: the test has passed compile().
  ThreadCompiler(const LitmusTest& test, std::size_t thread, const Dialect& dialect,
                 std::span<const CompilationRow> rows, std::string_view table_name, int size);

  CompiledThread compile();

 private:
  /// A value at run time: a number, or a register by the name that conditions use.
  struct Value {
    std::optional<std::int64_t> number;
    std::string reg;
  };
  /// The text for each letter after a $.
  using Bindings = std::map<char, std::string>;
  using Want = const std::string*;  ///< the register that a result should be in, or null

  // thread_compiler.cpp: registers and text.
  [[noreturn]] void refuse(const Place& place, const std::string& message) const;
  std::string new_permanent(const Place& place);
  std::string new_temporary(const Place& place);
  std::string new_label();
  std::string local(const std::string& name, const Place& place);
  [[nodiscard]] std::string spelled(const std::string& reg) const;
  std::string in_register(const Value& value, const Place& place);
  std::string immediate(const Value& value, const Place& place);
  void emit(std::string_view instructions, const Bindings& bindings);
  void put_label(const std::string& label) { result_.cells.push_back(label + ":"); }
  void move(const std::string& target, const Value& value);

  // compile_expression.cpp
  [[nodiscard]] bool is_parameter(const Expr& expr) const;
  [[nodiscard]] bool accesses_memory(const Expr& expr) const;
  std::string address(const Expr& expr);
  Value value(const Expr& expr, Want want = nullptr);
  Value arithmetic(BinaryOperator op, const Value& a, const Value& b, const Place& place,
                   Want want = nullptr);
  Value truth(BinaryOperator comparison, const Value& a, const Value& b, const Place& place);
  Value truth_of(const Expr& expr);
  Value chosen(const Expr& expr);
  void branch(BinaryOperator comparison, const Value& a, const Value& b, const Place& place,
              const std::string& label);
  void jump_if(const Expr& expr, bool when, const std::string& label);

  // compile_call.cpp
  Value call(const Expr& expr, Want want);
  Value primitive(std::string_view name, const std::string& where, const Value& operand,
                  const Value& expected, const Place& place, Want want);

  // thread_compiler.cpp
  void statements(const std::vector<Statement>& body);
  void statement(const Statement& s);

  const LitmusTest& test_;
  std::size_t thread_;
  std::span<const CompilationRow> rows_;
  std::string_view table_name_;
  int size_;
  const Dialect& dialect_;
  std::size_t permanents_ = 0;   ///< registers taken from the front
  std::size_t temporaries_ = 0;  ///< registers taken from the back, for one statement
  int labels_ = 0;
  bool may_fail_ = false;
  CompiledThread result_;
};

}  // namespace ringcheck::litmus
