#pragma once
// Hunts on who may map a buffer and who may write to it (HuntFunction): all short cases are tried,
// shorter ones first.

#include "properties/core/mutants.hpp"

namespace ringcheck {

/// Mappings of a data and an AUX area, page faults in them, splits and unmappings.
Hunted mapping_sequences(const HuntTask& task);
/// Every page number up to the one after the AUX area.
Hunted mapped_pages(const HuntTask& task);
/// Two events, one redirected to the buffer of the other, wherever their tasks run.
Hunted redirected_events(const HuntTask& task);
/// Two AUX events, one redirected to the buffer of the other, on one CPU: both begin a transaction
/// if both can be active at once.
Hunted redirected_aux_events(const HuntTask& task);
/// An event that is inherited, and whose buffer is mapped.
Hunted inherited_events(const HuntTask& task);

}  // namespace ringcheck
