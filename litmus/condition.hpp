#pragma once
// Propositions about final states, bound to the columns of a state.

#include <cstdint>
#include <optional>
#include <vector>

#include "litmus/lower.hpp"

namespace ringcheck::litmus {

/// A proposition that names columns by number.
struct BoundProposition {
  PropositionKind kind = PropositionKind::truth;
  std::size_t left = 0;  ///< column
  bool right_is_column = false;
  std::uint64_t right = 0;  ///< column or number
  std::vector<BoundProposition> operands;
};

/// Calls `visit` for each location and local that the proposition names.
template <class Visit>
void for_each_name(const Proposition& proposition, Visit&& visit) {
  if (proposition.kind == PropositionKind::equal ||
      proposition.kind == PropositionKind::not_equal) {
    visit(proposition.left);
    if (const auto* right = std::get_if<StateName>(&proposition.right)) visit(*right);
  }
  for (const Proposition& operand : proposition.operands) for_each_name(operand, visit);
}

/// Binds a proposition of `test` to columns that hold all of its names.
/// Errors: InputError for an address of no location.
BoundProposition bind_names(const Proposition& proposition, const std::vector<Column>& columns,
                            const LocationNames& locations, const LitmusTest& test);

/// By column of `columns`: the number that it must have for `proposition` to hold, if that is a
/// conjunction that says so.
std::vector<std::optional<std::uint64_t>> required_values(
    const std::optional<BoundProposition>& proposition, std::size_t columns);

/// Whether the proposition holds in a state, given by the values of its columns.
bool holds(const BoundProposition& proposition, const std::vector<std::uint64_t>& state);

}  // namespace ringcheck::litmus
