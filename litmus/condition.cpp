// Binds and evaluates propositions about final states.
// Tested by tests/litmus/compile_test.cpp.
#include "litmus/condition.hpp"

#include <algorithm>

namespace ringcheck::litmus {

BoundProposition bind_names(const Proposition& proposition, const std::vector<Column>& columns,
                            const LocationNames& locations, const LitmusTest& test) {
  const auto column = [&](const StateName& name) {
    const Column wanted{name.thread, name.name};
    return static_cast<std::size_t>(std::ranges::find(columns, wanted) - columns.begin());
  };
  BoundProposition bound;
  bound.kind = proposition.kind;
  if (proposition.kind == PropositionKind::equal ||
      proposition.kind == PropositionKind::not_equal) {
    bound.left = column(proposition.left);
    if (const auto* name = std::get_if<StateName>(&proposition.right)) {
      bound.right_is_column = true;
      bound.right = column(*name);
    } else if (const auto* address = std::get_if<AddressOf>(&proposition.right)) {
      bound.right = number_of(*address, locations, test);
    } else {
      bound.right = number_of(std::get<std::int64_t>(proposition.right), locations, test);
    }
  }
  for (const Proposition& operand : proposition.operands)
    bound.operands.push_back(bind_names(operand, columns, locations, test));
  return bound;
}

namespace {

void require(const BoundProposition& p, std::vector<std::optional<std::uint64_t>>& required) {
  if (p.kind == PropositionKind::equal && !p.right_is_column) required[p.left] = p.right;
  if (p.kind != PropositionKind::conjunction) return;
  for (const BoundProposition& operand : p.operands) require(operand, required);
}

}  // namespace

std::vector<std::optional<std::uint64_t>> required_values(
    const std::optional<BoundProposition>& proposition, std::size_t columns) {
  std::vector<std::optional<std::uint64_t>> required(columns);
  if (proposition) require(*proposition, required);
  return required;
}

bool holds(const BoundProposition& p, const std::vector<std::uint64_t>& state) {
  const auto holds_here = [&](const BoundProposition& operand) { return holds(operand, state); };
  const auto equal = [&] {
    return state[p.left] == (p.right_is_column ? state[p.right] : p.right);
  };
  switch (p.kind) {
    case PropositionKind::truth:
      return true;
    case PropositionKind::falsehood:
      return false;
    case PropositionKind::equal:
      return equal();
    case PropositionKind::not_equal:
      return !equal();
    case PropositionKind::negation:
      return !holds(p.operands[0], state);
    case PropositionKind::conjunction:
      return std::ranges::all_of(p.operands, holds_here);
    case PropositionKind::disjunction:
      return std::ranges::any_of(p.operands, holds_here);
    case PropositionKind::implication:
      return !holds(p.operands[0], state) || holds(p.operands[1], state);
  }
  return false;
}

}  // namespace ringcheck::litmus
