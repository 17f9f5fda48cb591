#pragma once
// The invariants that machines of AUX sequences judge.

#include <span>
#include <string_view>

namespace ringcheck {

/// What holds in the AUX area, judged by machines of sequences: at the level of values, where every
/// number is known. It is therefore sharper than what judges executions.
struct AuxInvariant {
  std::string_view id;     ///< as in the list of invariants
  std::string_view title;  ///< what holds, in a sentence
};
std::span<const AuxInvariant> all_aux_invariants();

}  // namespace ringcheck
