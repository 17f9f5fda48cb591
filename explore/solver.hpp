#pragma once
// A solver for propositional clauses.

#include <cstdint>
#include <span>
#include <vector>

namespace ringcheck {

/// A variable, or that it is false.
struct Literal {
  int code = 0;  ///< twice the variable, and one more for its negation

  [[nodiscard]] int variable() const { return code / 2; }
  [[nodiscard]] bool is_negative() const { return code % 2 != 0; }
  friend Literal operator~(Literal l) { return {l.code ^ 1}; }
  friend bool operator==(Literal, Literal) = default;
};

inline Literal positive(int variable) {
  return {2 * variable};
}
inline Literal negative(int variable) {
  return {2 * variable + 1};
}

/// Finds assignments that satisfy clauses, in which few variables are true: what no clause asks for is
/// false. Always the same for the same clauses. Conflicts are learnt from (Marques-Silva, Sakallah,
/// "GRASP", IEEE Trans. Computers 48 (1999); watched literals: Moskewicz and others, "Chaff", DAC
/// 2001).
class Solver {
 public:
  /// Adds a variable. Returns its number; they count from 0.
  int new_variable();
  /// Adds a clause: one of these is to be true.
  void add(std::span<const Literal> clause);
  /// Looks for an assignment in which these variables are false, and one of `asked` is true. Returns
  /// false if there is none.
  bool solve(std::span<const int> assumed_false, std::span<const Literal> asked);
  /// Whether `variable` is true in the assignment that solve() has found.
  [[nodiscard]] bool is_true(int variable) const {
    return value_[static_cast<std::size_t>(variable)] == kTrue;
  }
  /// Conflicts so far.
  [[nodiscard]] std::uint64_t conflicts() const { return conflicts_; }

 private:
  static constexpr std::int8_t kUnknown = 0, kTrue = 1, kFalse = -1;
  static constexpr int kNoClause = -1;
  using Clause = std::vector<Literal>;

  [[nodiscard]] std::int8_t value(Literal l) const {
    const std::int8_t v = value_[static_cast<std::size_t>(l.variable())];
    return l.is_negative() ? static_cast<std::int8_t>(-v) : v;
  }
  [[nodiscard]] int level_now() const { return static_cast<int>(begins_.size()); }
  void assign(Literal l, int reason);
  int propagate();
  void undo(int level);
  Clause learn(int conflict, int& back_to);
  bool assume(std::span<const int> assumed_false);
  void attach(Clause&& clause, int levels = 0);
  void forget();
  [[nodiscard]] int levels_of(const Clause& clause);
  Literal decide(std::span<const Literal> asked);
  [[nodiscard]] Literal asked_for(std::span<const Literal> clause) const;
  void prefer(int variable);

  std::vector<Clause> clauses_;  ///< empty: forgotten
  /// By clause: levels of its literals when it was learnt; 0: it was not.
  std::vector<int> levels_;
  std::vector<std::uint64_t>
      seen_at_level_;  ///< when levels_of() has counted a level, in its calls
  std::uint64_t counts_ = 0;
  std::size_t learnt_ = 0;                  ///< clauses, since some were forgotten
  std::vector<std::vector<int>> watches_;   ///< by code of the literal that becomes false
  std::vector<std::vector<int>> negative_;  ///< by variable: clauses, not learnt, with its negation
  std::vector<int> positive_;               ///< clauses, not learnt, without a negation
  std::vector<std::int8_t> value_;
  std::vector<bool> was_true_;
  std::vector<double> activity_;
  std::vector<int> level_;
  std::vector<int> reason_;
  std::vector<Literal> trail_;
  std::vector<int> begins_;  ///< where each level begins in trail_
  std::size_t propagated_ = 0;
  std::size_t looked_at_ = 0;  ///< of trail_: no clause with a negation of these asks for anything
  double bump_ = 1;
  int later_ =
      -1;  ///< the variable that is true once the present call of solve() is over; -1: none
  bool impossible_ = false;
  std::uint64_t conflicts_ = 0;
};

}  // namespace ringcheck
