// Section F: address filters.
#include <array>

#include "properties/aux/aux_hunt.hpp"

namespace ringcheck {
namespace {

constexpr std::array kRows = {
    Mutant{"F-01a", "the generation moves before the ranges and outside the lock", "I-40",
           aux_values<kFilterUpdate>(Defect::filter_generation_early)},
    Mutant{"F-01b", "exec clears the ranges and leaves their generation", "I-40",
           aux_values<kFilterUpdate>(Defect::filter_exec_keeps_generation)},
    Mutant{"F-01c", "an event that runs is not restarted", "I-40",
           aux_values<kFilterUpdate>(Defect::filter_no_restart)},
    Mutant{"F-01d", "ranges are programmed while the unit traces", "I-40",
           aux_values<kFilterUpdate>(Defect::filter_restart_without_stop)},
    Mutant{"F-01e", "ranges are read without the lock", "I-40",
           aux_values<kFilterUpdate>(Defect::filter_synced_without_lock)},
    Mutant{"F-02", "an inherited event starts without ranges", "I-40",
           aux_values<kFilterClone>(Defect::filter_not_cloned)},
    Mutant{"F-03a", "a range does not go by the mapping's offset in the file", "I-40",
           aux_values<kFilterRanges>(Defect::filter_ignores_file_offset)},
    Mutant{"F-03b", "a range up to the end of all addresses wraps", "I-40",
           aux_values<kFilterRanges>(Defect::filter_end_wraps)},
    Mutant{"F-03c", "addresses that are not canonical are programmed", "I-40",
           aux_values<kFilterRanges>(Defect::filter_not_canonical)},
    Mutant{"F-04", "the configuration of filters is shifted in 32 bits", "I-40",
           aux_values<kFilterRanges>(Defect::filter_shifted_in_32_bits)},
    Mutant{"F-05", "a CPU restarts an event for new ranges that has left it", "I-40",
           aux_values<kFilterMigration>(Defect::filter_stop_anywhere)},
};

}  // namespace

constinit const MutantRows kFilterMutants = kRows;

}  // namespace ringcheck
