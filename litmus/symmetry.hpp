#pragma once
// Symmetric threads of a litmus test, and the final states that one explored execution counts for.

#include <cstdint>
#include <optional>
#include <vector>

#include "explore/program.hpp"
#include "litmus/code.hpp"
#include "litmus/test.hpp"

namespace ringcheck::litmus {

/// Classes of threads of `test` with the same text and initial registers. `columns`, the parts of
/// the final state, hold the same registers of each, with the same values `required`: exchanging
/// columns then turns the states of one arrangement into those of another. At most kMostArranged
/// threads in a class, unless no column belongs to any of them.
std::vector<std::vector<ThreadId>> symmetric_threads(
    const LitmusTest& test, const std::vector<Column>& columns,
    const std::vector<std::optional<std::uint64_t>>& required);

inline constexpr std::size_t kMostArranged = 5;

/// The ways in which exchanging symmetric threads exchanges columns: each gives, for column c, the
/// column that its value comes from. The first leaves all as they are.
std::vector<std::vector<std::size_t>> column_arrangements(
    const std::vector<std::vector<ThreadId>>& classes, const std::vector<Column>& columns);

}  // namespace ringcheck::litmus
