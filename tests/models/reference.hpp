#pragma once
// Expressions of the cat language as separate trees, with their meaning as sets of pairs. Shares no
// code with models/, and is as slow as it is simple.

#include <set>
#include <string>
#include <utility>
#include <vector>

#include "tests/models/random_graph.hpp"

namespace ringcheck::tests {

using Pairs = std::set<std::pair<int, int>>;
using Members = std::set<int>;

/// An expression. `op` is a base name without arguments, or an operator as cat writes it: | & \ ; *
/// (product), ~ ^-1 + star ? [] domain range fencerel.
struct Term {
  std::string op;
  bool is_set = false;
  std::vector<Term> args;
};

/// The text of a term, with brackets where precedence needs them, and now and then where it does
/// not.
std::string print(const Term& term, Random& random);

/// Where `\` and `~` may be in a random term, and on what.
enum class Negation { nowhere, of_static, anywhere };

struct TermShape {
  int depth = 4;  ///< operators on top of each other, at most
  Negation negation = Negation::nowhere;
  bool is_static = false;  ///< no rf, co or fr
};

Term random_set(Random& random, const TermShape& shape);
Term random_relation(Random& random, const TermShape& shape);

/// The value of a term on a complete graph.
class Reference {
 public:
  explicit Reference(const ExecutionGraph& graph) : graph_(graph) {}

  [[nodiscard]] Members members(const Term& term) const;
  [[nodiscard]] Pairs pairs(const Term& term) const;
  [[nodiscard]] static bool acyclic(const Pairs& relation);

 private:
  [[nodiscard]] Members universe() const;
  [[nodiscard]] Members base_set(const std::string& name) const;
  [[nodiscard]] Pairs base_relation(const std::string& name) const;
  [[nodiscard]] bool in_base(const std::string& name, int a, int b) const;

  const ExecutionGraph& graph_;
};

}  // namespace ringcheck::tests
