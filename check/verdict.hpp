#pragma once
// Verdict: the answer to whether a scenario's properties hold.

#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "check/property.hpp"

namespace ringcheck {

/// Every execution was explored, and in each of them every property holds.
struct Holds {};

/// Some execution violates a property.
struct Violated {
  std::string property;  ///< its id
  std::string message;   ///< what is wrong in the witness
};

/// Not everything was explored, and no violation was found in what was. Never a pass.
struct BoundReached {
  std::string bound;
  std::uint64_t limit = 0;  ///< the limit on executions, or else how many executions were cut
};

/// Every property holds, but what some of them speak of was never seen.
struct Vacuous {
  std::vector<const Property*> unseen;
};

using Verdict = std::variant<Holds, Violated, BoundReached, Vacuous>;

/// True iff everything was explored and nothing was violated: it holds, or is vacuous. For studies
/// that take something away and look for what is violated then.
inline bool nothing_violated(const Verdict& verdict) {
  return std::holds_alternative<Holds>(verdict) || std::holds_alternative<Vacuous>(verdict);
}

/// "holds", "violated", "bound reached" or "vacuous".
std::string_view verdict_name(const Verdict& verdict);

}  // namespace ringcheck
