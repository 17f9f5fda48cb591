#include "tests/properties/core/conform_rows.hpp"

#include "graph/diagnostic.hpp"
#include "properties/core/area.hpp"
#include "properties/core/conform_set.hpp"

namespace ringcheck::tests {

std::string outcome_of(const ConformRow& row) {
  const ConformSet* set =
      row.set == kLiveTraceSet.name ? &kLiveTraceSet : find_conform_set(row.set);
  if (set == nullptr) return "no such set";
  try {
    const RowOutcome outcome = conform_row(*set, "FILE", 7, row.row);
    if (const auto* refused = std::get_if<RowRefused>(&outcome)) return "refused: " + refused->why;
    const auto* difference = std::get_if<Difference>(&outcome);
    if (difference == nullptr) return "agrees";
    return std::to_string(difference->step) + " " + difference->what + ": " +
           difference->expected.dump() + ", " + difference->actual.dump();
  } catch (const InputError& error) {
    return error.what();
  }
}

std::string with(std::string row, const std::string& from, const std::string& to) {
  const std::size_t at = row.find(from);
  if (at == std::string::npos) {
    ADD_FAILURE() << "no " << from << " in " << row;
    return row;
  }
  return row.replace(at, from.size(), to);
}

}  // namespace ringcheck::tests
